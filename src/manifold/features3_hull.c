#include <math.h>

#include "convex/support3.h"
#include "convex/wide_lanes3.h"
#include "manifold/features3_hull.h"

static flr_vec3 vertex_at(const flr_hull3 *h, uint32_t v) { return flr_vec3_make(h->x[v], h->y[v], h->z[v]); }

static void add_corner(const flr_hull3 *h, uint32_t v, feature3 *f)
{
    f->corners[f->count] = vertex_at(h, v);
    f->codes[f->count++] = v & 0x1fffu;
}

/// Two hulls, a lane each, and a direction in the frame of each.
typedef struct two {
    const flr_hull3 *hull[2];
    wide_lanes3 d;
} two;

/// A vertex of each, and which of its edges falls off least: one of its entries among all neighbours.
typedef struct places {
    uint32_t top[2], edge[2];
} places;

static inline wide_lanes3 vertices_at(const two *t, uint32_t i, uint32_t k)
{
    const flr_hull3 *a = t->hull[0], *b = t->hull[1];
    return (wide_lanes3){{(double)a->x[i], (double)b->x[k]},
                         {(double)a->y[i], (double)b->y[k]},
                         {(double)a->z[i], (double)b->z[k]}};
}

/// Looks at all neighbours of both vertices: to the farthest along the direction goes `top`, where one is farther than the vertex
/// itself; to that toward which the hull falls off least, by the squares of drop and way, `edge`. Without branches on what is found,
/// which nobody could guess. Returns whether a top has changed.
static inline bool look_around(const two *t, places *at)
{
    const flr_hull3 *a = t->hull[0], *b = t->hull[1];
    const uint32_t *const to_a = &a->neighbors[a->neighbor_first[at->top[0]]],
                          *const to_b = &b->neighbors[b->neighbor_first[at->top[1]]];
    const uint32_t *const of_a = &a->neighbor_faces[a->neighbor_first[at->top[0]]],
                          *const of_b = &b->neighbor_faces[b->neighbor_first[at->top[1]]];
    const uint32_t last_a = a->neighbor_first[at->top[0] + 1] - a->neighbor_first[at->top[0]] - 1,
                   last_b = b->neighbor_first[at->top[1] + 1] - b->neighbor_first[at->top[1]] - 1,
                   last = last_a > last_b ? last_a : last_b;
    const wide_lanes3 from = vertices_at(t, at->top[0], at->top[1]);
    const wide_lanes zero = {0, 0};
    wide_lanes most = wide_lanes3_dot(from, t->d), least = wide_all((double)INFINITY);
    wide_bits number = {0, 0}, higher = {-1, -1}, flattest = {-1, -1};
    for (uint32_t i = 0; i <= last; i++) {
        const uint32_t i_a = i < last_a ? i : last_a, i_b = i < last_b ? i : last_b;
        const wide_lanes3 p = vertices_at(t, to_a[i_a], to_b[i_b]), q = wide_lanes3_sub(p, from);
        const wide_lanes along = wide_lanes3_dot(p, t->d), fall = wide_min(wide_lanes3_dot(q, t->d), zero),
                         drop = fall * fall, way = wide_max(wide_lanes3_dot(q, q) - drop, zero);
        wide_lanes slope = drop / way;
        if (of_a[i_a] == FLR_HULL_NONE) slope[0] = (double)INFINITY;
        if (of_b[i_b] == FLR_HULL_NONE) slope[1] = (double)INFINITY;
        const wide_bits is_higher = along > most, is_flatter = slope < least;
        higher = (number & is_higher) | (higher & ~is_higher);
        flattest = (number & is_flatter) | (flattest & ~is_flatter);
        most = wide_max(along, most);
        least = wide_min(slope, least);
        number += (wide_bits){1, 1};
    }
    // straight down, too short for squares, or without any edge: the first will do
    at->edge[0] = a->neighbor_first[at->top[0]] + (flattest[0] < 0 ? 0 : (uint32_t)flattest[0]);
    at->edge[1] = b->neighbor_first[at->top[1]] + (flattest[1] < 0 ? 0 : (uint32_t)flattest[1]);
    if ((higher[0] & higher[1]) < 0) return false;  // both are -1
    if (higher[0] >= 0) at->top[0] = to_a[higher[0]];
    if (higher[1] >= 0) at->top[1] = to_b[higher[1]];
    return true;
}

static inline flr_vec3 of_lane(wide_lanes3 p, int lane)
{
    return flr_vec3_make((flr_real)p.x[lane], (flr_real)p.y[lane], (flr_real)p.z[lane]);
}

/// Uphill from neighbour to neighbour: on a convex polyhedron the end is the top.
static inline void climb(const two *t, const uint32_t near[2], places *at)
{
    for (int k = 0; k < 2; k++) {
        const flr_hull3 *h = t->hull[k];
        at->top[k] = near[k] < h->info.vertex_count ? near[k] : hull3_start(h, of_lane(t->d, k));
    }
    while (look_around(t, at)) continue;
}

/// Of the vertices that have an edge, the one farthest along d: those inside of merged faces have none.
static uint32_t top_of_edges(const flr_hull3 *h, wide3 d)
{
    uint32_t top = h->origin[0];
    double most = -(double)INFINITY;
    for (uint32_t v = 0; v < h->info.vertex_count; v++) {
        if (h->vertex_edge[v] == FLR_HULL_NONE) continue;
        const double along = wide3_dot(hull3_vertex(h, v), d);
        if (along > most) most = along, top = v;
    }
    return top;
}

uint32_t flr_feature3_hull_top(const flr_hull3 *h, flr_vec3 d, uint32_t near)
{
    if (h->info.dimension < 1) return 0;
    const two t = {{h, h}, wide_lanes3_of(wide3_of(d), wide3_of(d))};
    const uint32_t both[2] = {near, near};
    places at;
    climb(&t, both, &at);
    return at.top[0];
}

/// A face's corners; of very many so many that are spread over all, `keep` among them.
static void take_face(const flr_hull3 *h, uint32_t face, uint32_t keep, feature3 *f)
{
    const uint32_t first = h->first[face], count = h->first[face + 1] - first;
    uint32_t start = 0, step = 1;
    if (count > FEATURE3_MAX) {
        step = (count + FEATURE3_MAX - 1) / FEATURE3_MAX;
        // from the same corner whatever `keep` is, so that the corners' order stays
        for (uint32_t i = 0; i < count; i++)
            if (h->origin[first + i] == keep) start = i % step;
    }
    f->count = 0;
    for (uint32_t i = start; i < count; i += step) add_corner(h, h->origin[first + i], f);
    f->normal = h->normals[face];
}

static inline wide3 direction_of(const two *t, int k) { return wide3_make(t->d.x[k], t->d.y[k], t->d.z[k]); }

static inline void find_edges(const two *t, const uint32_t near[2], places *at)
{
    climb(t, near, at);
    for (int k = 0; k < 2; k++) {
        const flr_hull3 *h = t->hull[k];
        if (h->neighbor_faces[at->edge[k]] != FLR_HULL_NONE) continue;
        places other = *at;
        if (h->vertex_edge[at->top[k]] == FLR_HULL_NONE) other.top[k] = top_of_edges(h, direction_of(t, k));
        const uint32_t top = other.top[k];
        look_around(t, &other);
        at->top[k] = top;
        at->edge[k] = other.edge[k];
        while (h->neighbor_faces[at->edge[k]] == FLR_HULL_NONE) at->edge[k]++;
    }
}

/// The flatter of the two faces at the edge.
static inline uint32_t flatter_face(const flr_hull3 *h, uint32_t top, uint32_t edge, wide3 d)
{
    const uint32_t *const faces = h->neighbor_faces;
    const uint32_t left = faces[edge], first = h->neighbor_first[top], end = h->neighbor_first[top + 1];
    uint32_t next = edge;
    do next = next + 1 < end ? next + 1 : first;
    while (faces[next] == FLR_HULL_NONE);
    const uint32_t right = faces[next];
    const double of_left = wide3_dot(wide3_of(h->normals[left]), d),
                 of_right = wide3_dot(wide3_of(h->normals[right]), d);
    const bool is_right = of_right > of_left * 1.000001;
    return left ^ ((left ^ right) & -(uint32_t)is_right);
}

static inline void take(const flr_hull3 *h, uint32_t top, uint32_t edge, uint32_t face, feature3 *f)
{
    const flr_vec3 n = h->normals[face];
    if (n.x != 0 || n.y != 0 || n.z != 0) {
        take_face(h, face, top, f);
        return;
    }
    add_corner(h, top, f);
    add_corner(h, h->neighbors[edge], f);
}

/// Of a hull that is a segment or a point.
static void take_all(const flr_hull3 *h, feature3 *f)
{
    for (uint32_t v = 0; v < h->info.vertex_count && v < 2; v++) add_corner(h, v, f);
}

void flr_feature3_hull(const flr_hull3 *h, flr_vec3 d, uint32_t near, feature3 *f)
{
    if (h->info.dimension < 2) {
        take_all(h, f);
        return;
    }
    const two t = {{h, h}, wide_lanes3_of(wide3_of(d), wide3_of(d))};
    const uint32_t both[2] = {near, near};
    places at;
    find_edges(&t, both, &at);
    take(h, at.top[0], at.edge[0], flatter_face(h, at.top[0], at.edge[0], direction_of(&t, 0)), f);
}

/// As flr_feature3_hull, each in its own frame.
static inline void find_features(const flr_hull3 *a, const flr_hull3 *b, wide_lanes3 d,
                                 const uint32_t near[2], feature3 *f, feature3 *g)
{
    if (a->info.dimension < 2 || b->info.dimension < 2) {
        flr_feature3_hull(a, of_lane(d, 0), near[0], f);
        flr_feature3_hull(b, of_lane(d, 1), near[1], g);
        return;
    }
    const two t = {{a, b}, d};
    places at;
    find_edges(&t, near, &at);
    const uint32_t face_a = flatter_face(a, at.top[0], at.edge[0], direction_of(&t, 0)),
                   face_b = flatter_face(b, at.top[1], at.edge[1], direction_of(&t, 1));
    take(a, at.top[0], at.edge[0], face_a, f);
    take(b, at.top[1], at.edge[1], face_b, g);
}

static inline void begin(feature3 *f)
{
    f->count = 0;
    f->is_box = false;
    f->normal = flr_vec3_make(0, 0, 0);
}

/// The first rotation of the first lane's vector, the second of the second's.
static inline wide_lanes3 turned(const wide_lanes3 axis[3], wide_lanes3 p)
{
    return (wide_lanes3){axis[0].x * p.x + axis[1].x * p.y + axis[2].x * p.z,
                         axis[0].y * p.x + axis[1].y * p.y + axis[2].y * p.z,
                         axis[0].z * p.x + axis[1].z * p.y + axis[2].z * p.z};
}

void flr_feature3_hulls(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 normal, const uint32_t near[2],
                        feature3 *f, feature3 *g)
{
    const wide_lanes3 axis[3] = {wide_lanes3_of(wide3_of(a->axes.x), wide3_of(b->axes.x)),
                                 wide_lanes3_of(wide3_of(a->axes.y), wide3_of(b->axes.y)),
                                 wide_lanes3_of(wide3_of(a->axes.z), wide3_of(b->axes.z))};
    const wide3 n = wide3_of(normal);
    const wide_lanes3 d = wide_lanes3_of(n, wide3_neg(n));
    const wide_lanes3 local = {wide_lanes3_dot(axis[0], d), wide_lanes3_dot(axis[1], d),
                               wide_lanes3_dot(axis[2], d)};
    begin(f);
    begin(g);
    find_features(a->hull, b->hull, local, near, f, g);
    const int both = f->count < g->count ? f->count : g->count;
    for (int i = 0; i < both; i++) {
        flr_vec3 *p = &f->corners[i], *q = &g->corners[i];
        const wide_lanes3 world = turned(axis, wide_lanes3_of(wide3_of(*p), wide3_of(*q)));
        *p = of_lane(world, 0);
        *q = of_lane(world, 1);
    }
    for (int i = both; i < f->count; i++) f->corners[i] = flr_mat3_mul(a->axes, f->corners[i]);
    for (int i = both; i < g->count; i++) g->corners[i] = flr_mat3_mul(b->axes, g->corners[i]);
    const wide_lanes3 normals = turned(axis, wide_lanes3_of(wide3_of(f->normal), wide3_of(g->normal)));
    f->normal = of_lane(normals, 0);
    g->normal = of_lane(normals, 1);
}
