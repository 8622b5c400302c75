/// Which face, edge or vertex of a hull faces a direction? The search climbs over neighbours to the top, and
/// finds the flattest edge there and the flatter of its faces.
#include <math.h>

#include "contact/features3.h"
#include "convex/support3.h"
#include "math/simd.h"
#include "math/simd_f64x4.h"

static void add_corner(const flr_hull3 *h, uint32_t v, feature3 *f)
{
    f->corners[f->count] = hull3_offset(h, v);
    f->codes[f->count++] = v & 0x1fffu;
}

/// A vertex, and its edge that descends least: one of its entries among all neighbours.
typedef struct place {
    uint32_t top, edge;
    bool is_of_face;  ///< one of the two faces at the edge is known to be the feature
} place;

/// Compares all neighbours of the vertex, two at a time. `top` is the farthest along the direction, if it is
/// farther than the vertex. `edge` is the neighbour with the least slope, by the squares of drop and length.
/// There are no branches, as the results cannot be predicted. Returns whether the top has changed.
static inline bool compare_neighbors(const flr_hull3 *h, dvec3 d, place *at)
{
    const uint32_t first = h->neighbor_first[at->top], last = h->neighbor_first[at->top + 1] - 1;
    const uint32_t *const to = h->neighbors, *const faces = h->neighbor_faces;
    const dvec3 p = hull3_vertex(h, at->top);
    const dvec3x2 from = dvec3x2_from(p, p), along_d = dvec3x2_from(d, d);
    const f64x2 zero = {0, 0}, none = f64x2_splat((double)INFINITY);
    f64x2 most = dvec3x2_dot(from, along_d), least = none;
    i64x2 number = {first, (int64_t)first + 1}, higher = {-1, -1}, flattest = {-1, -1};
    for (uint32_t i = first; i <= last; i += 2) {
        const uint32_t k = i < last ? i + 1 : i;
        const dvec3x2 q = dvec3x2_from(hull3_vertex(h, to[i]), hull3_vertex(h, to[k])),
                      u = dvec3x2_sub(q, from);
        const f64x2 along = dvec3x2_dot(q, along_d), fall = f64x2_min(dvec3x2_dot(u, along_d), zero),
                    drop = fall * fall, way = f64x2_max(dvec3x2_dot(u, u) - drop, zero);
        const i64x2 no_edge = {-(int64_t)(faces[i] == FLR_HULL_NONE), -(int64_t)(faces[k] == FLR_HULL_NONE)};
        const f64x2 slope = f64x2_select(no_edge, none, drop / way);
        const i64x2 is_higher = along > most, is_flatter = slope < least;
        higher = (number & is_higher) | (higher & ~is_higher);
        flattest = (number & is_flatter) | (flattest & ~is_flatter);
        most = f64x2_max(along, most);
        least = f64x2_min(slope, least);
        number += (i64x2){2, 2};
    }
    // straight down, too short for squares, or without any edge: the first will do
    const int64_t flat = ((least[1] < least[0]) | (flattest[0] < 0)) ? flattest[1] : flattest[0],
                  high = ((most[1] > most[0]) | (higher[0] < 0)) ? higher[1] : higher[0];
    at->edge = flat < 0 ? first : (uint32_t)flat < last ? (uint32_t)flat : last;
    if (high < 0) return false;
    at->top = to[(uint32_t)high < last ? (uint32_t)high : last];
    return true;
}

/// Climbs from neighbour to neighbour: on a convex polyhedron the end is the top.
static inline void climb(const flr_hull3 *h, dvec3 d, uint32_t near, place *at)
{
    at->top = near < h->info.vertex_count ? near : hull3_start(h, dvec3_round(d));
    while (compare_neighbors(h, d, at)) continue;
}

/// Returns the farthest along d of the vertices that have an edge: vertices inside merged faces have none.
static uint32_t top_of_edges(const flr_hull3 *h, dvec3 d)
{
    uint32_t top = h->origin[0];
    double most = -(double)INFINITY;
    for (uint32_t v = 0; v < h->info.vertex_count; v++) {
        if (h->vertex_edge[v] == FLR_HULL_NONE) continue;
        const double along = dvec3_dot(hull3_vertex(h, v), d);
        if (along > most) most = along, top = v;
    }
    return top;
}

uint32_t flr_feature3_hull_top(const flr_hull3 *h, flr_vec3 d, uint32_t near)
{
    if (h->info.dimension < 1) return 0;
    place at;
    climb(h, dvec3_from(d), near, &at);
    return at.top;
}

/// Writes the corners of a face. Of very many corners it writes some that are spread over all, with `keep`
/// among them.
static void take_face(const flr_hull3 *h, uint32_t face, uint32_t keep, feature3 *f)
{
    const uint32_t first = h->first[face], count = h->first[face + 1] - first;
    uint32_t start = 0, step = 1;
    if (count > FEATURE3_MAX) {
        step = (count + FEATURE3_MAX - 1) / FEATURE3_MAX;
        // from the same corner whatever `keep` is, so that the order of corners stays the same
        for (uint32_t i = 0; i < count; i++)
            if (h->origin[first + i] == keep) start = i % step;
    }
    f->count = 0;
    for (uint32_t i = start; i < count; i += step) add_corner(h, h->origin[first + i], f);
    f->normal = h->normals[face];
}

/// Returns the place of `to` among the neighbours of a vertex, or their end. Eight are compared at a time, as
/// their number cannot be predicted.
static inline uint32_t find_neighbor(const flr_hull3 *h, uint32_t of, uint32_t to)
{
    enum { AT_ONCE = 8 };
    const uint32_t first = h->neighbor_first[of], end = h->neighbor_first[of + 1],
                   all = h->neighbor_first[h->info.vertex_count];
    if (end - first <= AT_ONCE && all >= AT_ONCE) {
        const uint32_t from = first < all - AT_ONCE ? first : all - AT_ONCE;
        i32x4 low, high;
        memcpy(&low, &h->neighbors[from], sizeof low);
        memcpy(&high, &h->neighbors[from + 4], sizeof high);
        const i32x4 sought = {(int32_t)to, (int32_t)to, (int32_t)to, (int32_t)to};
        const uint32_t equal = i32x4_mask(low == sought) | i32x4_mask(high == sought) << 4,
                       own = (1u << (end - from)) - (1u << (first - from));
        return (equal & own) ? from + (uint32_t)__builtin_ctz(equal & own) : end;
    }
    uint32_t i = first;
    while (i < end && h->neighbors[i] != to) i++;
    return i;
}

/// Returns `yes` or `no` without a branch.
static inline uint32_t pick(bool first, uint32_t yes, uint32_t no)
{
    return no ^ ((yes ^ no) & -(uint32_t)first);
}

/// Finds the edge between two different ones of the vertices, from the lower number on, if there is one.
static inline bool find_known(const flr_hull3 *h, const uint32_t near[3], place *at)
{
    const uint32_t u = near[0], v = pick(near[1] != u, near[1], near[2]), low = pick(u < v, u, v),
                   high = pick(u < v, v, u);
    if (low == high || high >= h->info.vertex_count) return false;
    const uint32_t i = find_neighbor(h, low, high);
    if (i == h->neighbor_first[low + 1] || h->neighbor_faces[i] == FLR_HULL_NONE) return false;
    at->top = low;
    at->edge = i;
    at->is_of_face = (near[2] != u) & (near[2] != v);
    return true;
}

static inline void find_edge(const flr_hull3 *h, dvec3 d, const uint32_t near[3], place *at)
{
    if (find_known(h, near, at)) return;
    at->is_of_face = false;
    climb(h, d, near[0], at);
    if (h->neighbor_faces[at->edge] != FLR_HULL_NONE) return;
    place other = *at;
    if (h->vertex_edge[at->top] == FLR_HULL_NONE) other.top = top_of_edges(h, d);
    const uint32_t top = other.top;
    compare_neighbors(h, d, &other);
    at->top = top;
    at->edge = other.edge;
    while (h->neighbor_faces[at->edge] == FLR_HULL_NONE) at->edge++;
}

/// Returns the flatter of the two faces at the edge.
static inline uint32_t flatter_face(const flr_hull3 *h, const place *at, dvec3 d)
{
    const uint32_t top = at->top, edge = at->edge;
    const uint32_t *const faces = h->neighbor_faces;
    const uint32_t left = faces[edge], first = h->neighbor_first[top], end = h->neighbor_first[top + 1];
    uint32_t next = edge;
    do next = pick(next + 1 < end, next + 1, first);
    while (faces[next] == FLR_HULL_NONE);
    const uint32_t right = faces[next];
    const double of_left = dvec3_dot(dvec3_from(h->normals[left]), d),
                 of_right = dvec3_dot(dvec3_from(h->normals[right]), d);
    static const double CLEARLY[2] = {1.000001, 1};
    return pick(of_right > of_left * CLEARLY[at->is_of_face], right, left);
}

static inline feature3_place find_feature(const flr_hull3 *h, dvec3 d, const uint32_t near[3])
{
    if (h->info.dimension < 2) return (feature3_place){0, 0, FLR_HULL_NONE};
    place at;
    find_edge(h, d, near, &at);
    return (feature3_place){at.top, at.edge, flatter_face(h, &at, d)};
}

/// Writes the whole hull if it is a segment or a point, else a face, or the edge if the face has no normal.
static inline void take(const flr_hull3 *h, const feature3_place *at, feature3 *f)
{
    if (at->face == FLR_HULL_NONE) {
        for (uint32_t v = 0; v < h->info.vertex_count && v < 2; v++) add_corner(h, v, f);
        return;
    }
    const flr_vec3 n = h->normals[at->face];
    if (n.x != 0 || n.y != 0 || n.z != 0) {
        take_face(h, at->face, at->top, f);
        return;
    }
    add_corner(h, at->top, f);
    add_corner(h, h->neighbors[at->edge], f);
}

void flr_feature3_hull(const flr_hull3 *h, flr_vec3 d, const uint32_t near[3], feature3 *f)
{
    const feature3_place at = find_feature(h, dvec3_from(d), near);
    take(h, &at, f);
}

static inline flr_vec3 of_lane(dvec3x2 p, int lane)
{
    return flr_vec3_make((flr_real)p.x[lane], (flr_real)p.y[lane], (flr_real)p.z[lane]);
}

static inline void begin(feature3 *f)
{
    f->count = 0;
    f->is_box = false;
    f->normal = flr_vec3_make(0, 0, 0);
}

/// Applies the first rotation to the vector in the first lane, and the second to that in the second.
static inline dvec3x2 turned(const dvec3x2 axis[3], dvec3x2 p)
{
    return (dvec3x2){axis[0].x * p.x + axis[1].x * p.y + axis[2].x * p.z,
                     axis[0].y * p.x + axis[1].y * p.y + axis[2].y * p.z,
                     axis[0].z * p.x + axis[1].z * p.y + axis[2].z * p.z};
}

void flr_feature3_find_hulls(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 normal,
                             const uint32_t near[2][3], feature3_place at[2])
{
    const dvec3 n = dvec3_from(normal);
    const dvec3x2 d = dvec3x2_from(n, dvec3_neg(n));
    const f64x2 x = dvec3x2_dot(dvec3x2_from(dvec3_from(a->axes.x), dvec3_from(b->axes.x)), d),
                y = dvec3x2_dot(dvec3x2_from(dvec3_from(a->axes.y), dvec3_from(b->axes.y)), d),
                z = dvec3x2_dot(dvec3x2_from(dvec3_from(a->axes.z), dvec3_from(b->axes.z)), d);
    at[0] = find_feature(a->hull, dvec3_make(x[0], y[0], z[0]), near[0]);
    at[1] = find_feature(b->hull, dvec3_make(x[1], y[1], z[1]), near[1]);
}

void flr_feature3_take_hulls(const flr_convex3 *a, const flr_convex3 *b, const feature3_place at[2],
                             feature3 *f, feature3 *g)
{
    const dvec3x2 axis[3] = {dvec3x2_from(dvec3_from(a->axes.x), dvec3_from(b->axes.x)),
                             dvec3x2_from(dvec3_from(a->axes.y), dvec3_from(b->axes.y)),
                             dvec3x2_from(dvec3_from(a->axes.z), dvec3_from(b->axes.z))};
    begin(f);
    begin(g);
    take(a->hull, &at[0], f);
    take(b->hull, &at[1], g);
    const int both = f->count < g->count ? f->count : g->count;
    for (int i = 0; i < both; i++) {
        flr_vec3 *p = &f->corners[i], *q = &g->corners[i];
        const dvec3x2 world = turned(axis, dvec3x2_from(dvec3_from(*p), dvec3_from(*q)));
        *p = of_lane(world, 0);
        *q = of_lane(world, 1);
    }
    for (int i = both; i < f->count; i++) f->corners[i] = flr_mat3_mul(a->axes, f->corners[i]);
    for (int i = both; i < g->count; i++) g->corners[i] = flr_mat3_mul(b->axes, g->corners[i]);
    const dvec3x2 normals = turned(axis, dvec3x2_from(dvec3_from(f->normal), dvec3_from(g->normal)));
    f->normal = of_lane(normals, 0);
    g->normal = of_lane(normals, 1);
}

void flr_feature3_hulls(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 normal,
                        const uint32_t near[2][3], feature3 *f, feature3 *g)
{
    feature3_place at[2];
    flr_feature3_find_hulls(a, b, normal, near, at);
    flr_feature3_take_hulls(a, b, at, f, g);
}
