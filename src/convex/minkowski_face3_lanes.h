/// The search and the proof of minkowski_face3.h, for one width of lanes. Both hulls hold their centres by more than rounding errors.
///
/// The first plane is perpendicular to the line of centres and goes through the support point there. It turns about that point towards the origin
/// until it meets the other end of an edge, about the edge until it meets a third point, and then about the side of the face that the projection of the
/// origin lies beyond, until it lies beyond none: each plane is nearer to the origin than the one before. Nothing that is found is believed before it
/// is proved, so what is not a number need only not lead astray.
#ifndef FLR_CONVEX_MINKOWSKI_FACE3_LANES_H
#define FLR_CONVEX_MINKOWSKI_FACE3_LANES_H

#include <math.h>

#include "convex/gjk3_vectors.h"
#include "convex/minkowski_face3.h"
#include "math/simd_f32.h"
#include "math/simd_f64x4.h"

// ---- The search among all vertices, in single precision ----

/// Most faces that are tried.
enum { FACE_TURNS_MAX = 7 };

/// What lies in the plane is this far behind it, and nothing is divided by 0. Parts of less than PART_MOST keep products of all turns finite.
#define BARELY_BEHIND 0x1p-60f
#define PART_MOST 0x1p14f
/// Hulls deeper than this part of the line of centres are left to the polytope: faces are then so small for the depth that few
/// are proved.
#define DEEP_FEW 0.7f

/// The vertices of a hull in the face_scene, at a scale in which that is about 1, their numbers, and how far they lie behind the plane along
/// its normal; beyond the last one others again, with the numbers of these.
typedef struct face_cloud {
    float x[FACET3_MOST], y[FACET3_MOST], z[FACET3_MOST], number[FACET3_MOST], from[FACET3_MOST];
} face_cloud;

/// The lane is a constant where this is called.
F32XN_INLINE void place_face_cloud(const pair3_lanes *l, int lane, const flr_hull3 *h, double scale,
                                   face_cloud *c)
{
    float m[3][4];
    for (int k = 0; k < 4; k++) {
        m[0][k] = (float)(l->x[k][lane] * scale);
        m[1][k] = (float)(l->y[k][lane] * scale);
        m[2][k] = (float)(l->z[k][lane] * scale);
    }
    const int second = h->padded_count > 8 ? 8 : 0;
    const f32x16 x = f32x16_of_reals(h->x, h->x + second), y = f32x16_of_reals(h->y, h->y + second),
                 z = f32x16_of_reals(h->z, h->z + second);
    f32x16_store(c->x, f32x16_plus(f32x16_dot3(m[0][0], x, m[0][1], y, m[0][2], z), m[0][3]));
    f32x16_store(c->y, f32x16_plus(f32x16_dot3(m[1][0], x, m[1][1], y, m[1][2], z), m[1][3]));
    f32x16_store(c->z, f32x16_plus(f32x16_dot3(m[2][0], x, m[2][1], y, m[2][2], z), m[2][3]));
    f32x16_store(c->number, f32x16_numbers(0, (float)second, (float)h->info.vertex_count));
}

/// How far they lie along d.
F32XN_INLINE f32x16 heights(const face_cloud *c, float3 d)
{
    return f32x16_dot3(d.x, f32x16_load(c->x), d.y, f32x16_load(c->y), d.z, f32x16_load(c->z));
}

F32XN_INLINE float3 vertex_at(const face_cloud *c, uint32_t i) { return (float3){c->x[i], c->y[i], c->z[i]}; }

/// The first that is farthest along d, and from there how far the others lie behind it.
F32XN_INLINE uint32_t face_support(face_cloud *c, float3 d, float *high)
{
    const f32x16 h = heights(c, d);
    const f32xn most = f32xn_max_lane(f32x16_max_part(h));
    *high = most[0];
    const uint32_t bits = f32x16_and(h, most);
    f32x16_store(c->from, f32x16_at_least(f32x16_from(*high, h), BARELY_BEHIND));
    return bits ? (uint32_t)__builtin_ctz(bits) : 0;
}

/// A corner of the difference: a vertex of a, and 256 times that of b.
F32XN_INLINE uint32_t corner_of(uint32_t i, uint32_t k) { return i | k << 8; }

F32XN_INLINE void set_corner(facet3 *f, int k, uint32_t c)
{
    f->a[k] = c & 255;
    f->b[k] = c >> 8;
}

typedef struct face_scene {
    face_cloud a, b;
} face_scene;

F32XN_INLINE float3 corner_at(const face_scene *s, uint32_t c)
{
    return float3_sub(vertex_at(&s->a, c & 255), vertex_at(&s->b, c >> 8));
}

/// How fast the vertices of a hull come towards a plane that turns along d about one of them, and that by how far they have to come; 0 for that
/// one and another one.
F32XN_INLINE f32x16 approach(const face_cloud *c, float3 d, uint32_t one, uint32_t other, f32x16 *to)
{
    *to = f32x16_plus(heights(c, d), -float3_dot(d, vertex_at(c, one)));
    return f32x16_andnot(f32x16_load(c->number), (float)one, (float)other,
                         f32x16_div(*to, f32x16_load(c->from)));
}

F32XN_INLINE void advance(face_cloud *c, float part, f32x16 to)
{
    f32x16_store(c->from, f32x16_at_least(f32x16_add_scaled(part, f32x16_load(c->from), to), BARELY_BEHIND));
}

/// Which vertex a plane meets, and by what part of the plane's own normal it is turned there.
typedef struct face_hit {
    uint32_t at;
    bool of_b, is_some;
    float part;
} face_hit;

/// The plane turns along d about a corner, or the edge between two; what lies in it already is passed over. It goes on from there.
F32XN_INLINE face_hit turn_face_plane(face_scene *s, float3 d, uint32_t one, uint32_t other)
{
    f32x16 to_a, to_b;
    const f32x16 ratio_a = approach(&s->a, d, one & 255, other & 255, &to_a),
                 ratio_b = approach(&s->b, float3_neg(d), one >> 8, other >> 8, &to_b);
    f32xn most = f32xn_max(f32x16_max_part(ratio_a), f32x16_max_part(ratio_b));
    most = f32xn_max_lane(f32xn_max(most, f32xn_splat(0)));
    const uint32_t in_a = f32x16_and(ratio_a, most), in_b = f32x16_and(ratio_b, most),
                   in = in_a ? in_a : in_b;
    face_hit h;
    h.part = most[0];
    h.is_some = (h.part > 0) & (h.part < PART_MOST) & (in != 0);
    h.of_b = in_a == 0;
    h.at = (uint32_t)__builtin_ctz(in | 1u << 16);
    advance(&s->a, h.part, to_a);
    advance(&s->b, h.part, to_b);
    return h;
}

/// By more than what rounds in single precision, or not.
F32XN_INLINE facet3_end apart_or_lost(float high, float3 n)
{
    return high * high > 0x1p-36f * float3_dot(n, n) ? FACET3_APART : FACET3_LOST;
}

/// Both hulls at a scale in which their radii add up to 1, and the vector from the middle of a to that of b. False where numbers are out of the
/// range of single precision, or that way is longer than the radii.
F32XN_INLINE bool set_scene(const pair3 *p, face_scene *s, float3 *way)
{
    const pair3_lanes *l = &p->lanes;
    const flr_hull3 *a = p->a.hull, *b = p->b.hull;
    const double size = ((double)a->radius + (double)b->radius) * p->reference.unit;
    const dvec3 middle = dvec3_sub(p->b.middle, p->a.middle);
    if (!((size > 0x1p-60) & (size < 0x1p60) & (dvec3_dot(middle, middle) < size * size))) return false;
    const double scale = 1 / size;
    place_face_cloud(l, 0, a, scale, &s->a);
    place_face_cloud(l, 1, b, scale, &s->b);
    *way = (float3){(float)(middle.x * scale), (float)(middle.y * scale), (float)(middle.z * scale)};
    return true;
}

/// The corner beside another one at the vertex that was met.
F32XN_INLINE uint32_t corner_met(face_hit h, uint32_t beside)
{
    return h.of_b ? (beside & 255) | h.at << 8 : h.at | (beside & 0xff00);
}

/// Perpendicular to an edge that begins at `first` and to n, to the side of the edge on which the origin lies.
F32XN_INLINE float3 across_edge(float3 side, float3 n, float3 first)
{
    const float3 across = float3_cross(side, n);
    const float sign = float3_dot(across, first) > 0 ? -1.0f : 1.0f;
    return (float3){sign * across.x, sign * across.y, sign * across.z};
}

/// How far the projection of the origin in a face lies beyond the sides, times the face's area: the one at the beginning of the edge that the face was
/// found by, the one at its end, and of a parallelogram the one across.
typedef struct foot_float {
    float near, far, top;
} foot_float;

F32XN_INLINE foot_float foot_in_float(float3 n, float3 first, float3 side, float3 other, bool is_edges)
{
    const float area = float3_dot(n, float3_cross(side, other)), way = area < 0 ? -1.0f : 1.0f,
                along = way * float3_dot(n, float3_cross(other, first)),
                up = way * float3_dot(n, float3_cross(first, side)), whole = way * area;
    return (foot_float){-along, is_edges ? along - whole : along + up - whole, is_edges ? up - whole : -1};
}

/// An edge of the difference: of a or of b.
typedef struct edge3 {
    uint32_t from, to;
    bool of_b;
} edge3;

/// The side of a face that the projection lies beyond the most. The top one of a parallelogram is the same edge as before.
F32XN_INLINE edge3 side_beyond(foot_float at, edge3 e, face_hit h, uint32_t third, uint32_t fourth,
                               bool is_edges)
{
    const bool is_near = (at.near >= at.far) & (at.near >= at.top), is_top = !is_near & (at.top > at.far);
    edge3 r;
    r.from = is_near ? e.from : is_top ? third : e.to;
    r.to = is_near ? third : is_edges ? fourth : third;
    r.of_b = is_top ? e.of_b : h.of_b;
    return r;
}

/// From the plane perpendicular to n through a corner, `deep` behind the origin times the length of n.
F32XN_INLINE facet3_end turn_to_face(face_scene *s, float3 n, float deep, uint32_t corner, facet3 *f)
{
    float3 first = corner_at(s, corner), d = float3_sum(deep, n, -float3_dot(n, n), first);
    face_hit h = turn_face_plane(s, d, corner, corner);
    if (!h.is_some) return FACET3_LOST;
    n = float3_sum(h.part, n, 1, d);
    edge3 e = {corner, corner_met(h, corner), h.of_b};
    for (int i = 0; i < FACE_TURNS_MAX; i++) {
        first = corner_at(s, e.from);
        const float3 side = float3_sub(corner_at(s, e.to), first);
        d = across_edge(side, n, first);
        h = turn_face_plane(s, d, e.from, e.to);
        if (!h.is_some) return FACET3_LOST;
        n = float3_sum(h.part, n, 1, d);
        set_corner(f, 0, e.from);
        set_corner(f, 1, e.to);
        const float high = float3_dot(n, first);
        if (!(high > 0)) {
            set_corner(f, 2, corner_met(h, e.from));
            f->count = 3;
            return apart_or_lost(high, n);
        }
        const bool is_edges = h.of_b != e.of_b;
        const uint32_t third = corner_met(h, e.from), fourth = corner_met(h, e.to);
        const foot_float at = foot_in_float(n, first, side, float3_sub(corner_at(s, third), first), is_edges);
        if ((at.near <= 0) & (at.far <= 0) & (at.top <= 0)) {
            set_corner(f, 2, is_edges ? fourth : third);
            set_corner(f, 3, third);
            f->is_edges = is_edges;
            return FACET3_FOUND;
        }
        e = side_beyond(at, e, h, third, fourth, is_edges);
    }
    return FACET3_LOST;
}

static facet3_end find_face(const pair3 *p, facet3 *f)
{
    face_scene s;
    float3 n;
    f->count = 0;
    if (!set_scene(p, &s, &n)) return FACET3_LOST;
    float high_a, high_b;
    const uint32_t top_a = face_support(&s.a, n, &high_a), top_b = face_support(&s.b, float3_neg(n), &high_b);
    const float deep = high_a + high_b;
    set_corner(f, 0, corner_of(top_a, top_b));
    f->count = 1;
    if (!(deep > 0)) return apart_or_lost(deep, n);
    if (deep > DEEP_FEW * float3_dot(n, n)) return FACET3_LOST;
    return turn_to_face(&s, n, deep, corner_of(top_a, top_b), f);
}

// ---- The walk over neighbours, for hulls of any size ----

/// The plane turns no farther than by this many times the way at once, so that products of all turns are finite.
#define WALK_PART_MOST 0x1p14
/// Deeper than this part of the line of centres, times the root of the mean number of vertices, hulls are left to the polytope: faces are
/// then so small for the depth that few are proved.
#define DEEP_MANY 2

/// Most faces that are tried.
enum { WALK_STEPS_MAX = 40 };

/// A corner of the difference.
typedef struct spot {
    uint32_t a, b;
    dvec3 w;
} spot;

/// A plane's normal and the way it turns, in the frames of both hulls, a lane each: of b reversed.
typedef struct turning {
    f64x2 nx, ny, nz, dx, dy, dz;
} turning;

/// Which vertex a plane meets, and by how much of the way it turns.
typedef struct meeting {
    uint32_t at;
    bool of_b;
    double part;
} meeting;

/// Four vertices of a hull, as they were given.
F32XN_INLINE points4 real4_vertices(const flr_vec3 *v, const uint32_t i[4])
{
    const flr_vec3 *p = v + i[0], *q = v + i[1], *r = v + i[2], *s = v + i[3];
    return (points4){f64x4_of((double)p->x, (double)q->x, (double)r->x, (double)s->x),
                     f64x4_of((double)p->y, (double)q->y, (double)r->y, (double)s->y),
                     f64x4_of((double)p->z, (double)q->z, (double)r->z, (double)s->z)};
}

/// By how much of the way the plane turns until it meets these: infinite where never.
F32XN_INLINE f64x4 parts_of(const flr_hull3 *h, const uint32_t i[4], points4 at, points4 n, points4 d,
                            f64x4 skip)
{
    points4 e = real4_vertices(h->vertices, i);
    e = (points4){f64x4_sub(e.x, at.x), f64x4_sub(e.y, at.y), f64x4_sub(e.z, at.z)};
    const f64x4 zero = f64x4_splat(0), to = f64x4_dot3(d.x, e.x, d.y, e.y, d.z, e.z),
                up = f64x4_dot3(n.x, e.x, n.y, e.y, n.z, e.z),
                never = f64x4_or(f64x4_at_most(to, zero), f64x4_equal(f64x4_of_ints(i), skip));
    return f64x4_select(never, f64x4_splat((double)INFINITY), f64x4_div(f64x4_max(f64x4_neg(up), zero), to));
}

F32XN_INLINE points4 lane_of(f64x2 x, f64x2 y, f64x2 z, int lane)
{
    return lane ? (points4){f64x4_splat_high(x), f64x4_splat_high(y), f64x4_splat_high(z)}
                : (points4){f64x4_splat_low(x), f64x4_splat_low(y), f64x4_splat_low(z)};
}

F32XN_INLINE points4 normal_of(const turning *t, int lane) { return lane_of(t->nx, t->ny, t->nz, lane); }
F32XN_INLINE points4 turn_way_of(const turning *t, int lane) { return lane_of(t->dx, t->dy, t->dz, lane); }
F32XN_INLINE points4 all_of(const flr_vec3 *v)
{
    return (points4){f64x4_splat_real(&v->x), f64x4_splat_real(&v->y), f64x4_splat_real(&v->z)};
}

/// A vertex's neighbours, eight entries at least: others do no harm.
F32XN_INLINE const uint32_t *neighbors_of(const flr_hull3 *h, uint32_t vertex)
{
    const uint32_t first = h->neighbor_first[vertex], last = (uint32_t)h->index_count - 8;
    return h->neighbors + (first < last ? first : last);
}
F32XN_INLINE bool has_more(const flr_hull3 *h, uint32_t vertex)
{
    return h->neighbor_first[vertex + 1] - h->neighbor_first[vertex] > 8;
}

/// Neighbours of a vertex that has more than eight.
static __attribute__((noinline)) void meet_others(const flr_hull3 *h, uint32_t vertex, uint32_t skip,
                                                  const turning *t, int lane, meeting *m)
{
    const uint32_t *const end = h->neighbors + h->neighbor_first[vertex + 1];
    const points4 at = all_of(h->vertices + vertex), n = normal_of(t, lane), d = turn_way_of(t, lane);
    for (const uint32_t *i = neighbors_of(h, vertex) + 8; i < end; i++) {
        const uint32_t one[4] = {*i, *i, *i, *i};
        const double part = f64x4_low(parts_of(h, one, at, n, d, f64x4_splat(skip)))[0];
        if (part < m->part) *m = (meeting){*i, lane, part};
    }
}

F32XN_INLINE f64x4 all_least(f64x4 x) { return f64x4_neg(f64x4_splat_max_lane(f64x4_neg(x))); }

/// The plane turns about a corner, or an edge that goes on from there.
F32XN_INLINE meeting meet(const pair3 *p, const turning *t, const spot *from, const spot *to)
{
    const flr_hull3 *const a = p->a.hull, *const b = p->b.hull;
    const uint32_t *const in_a = neighbors_of(a, from->a), *const in_b = neighbors_of(b, from->b);
    const points4 at_a = all_of(a->vertices + from->a), n_a = normal_of(t, 0), d_a = turn_way_of(t, 0);
    const f64x4 skip_a = f64x4_splat(to->a), a0 = parts_of(a, in_a, at_a, n_a, d_a, skip_a),
                a1 = parts_of(a, in_a + 4, at_a, n_a, d_a, skip_a), a_least = f64x4_min(a0, a1);
    const points4 at_b = all_of(b->vertices + from->b), n_b = normal_of(t, 1), d_b = turn_way_of(t, 1);
    const f64x4 skip_b = f64x4_splat(to->b), b0 = parts_of(b, in_b, at_b, n_b, d_b, skip_b),
                b1 = parts_of(b, in_b + 4, at_b, n_b, d_b, skip_b);
    const f64x4 least = all_least(f64x4_min(a_least, f64x4_min(b0, b1)));
    const uint32_t bits = f64x4_mask(f64x4_equal(a0, least)) | f64x4_mask(f64x4_equal(a1, least)) << 4 |
                          f64x4_mask(f64x4_equal(b0, least)) << 8 | f64x4_mask(f64x4_equal(b1, least)) << 12 |
                          1 << 16;
    const uint32_t k = (uint32_t)__builtin_ctz(bits);
    const uint32_t *const in = k >= 8 ? in_b : in_a;
    meeting m = {in[k & 7], k >= 8, f64x4_low(least)[0]};
    if (__builtin_expect(has_more(a, from->a), 0)) meet_others(a, from->a, to->a, t, 0, &m);
    if (__builtin_expect(has_more(b, from->b), 0)) meet_others(b, from->b, to->b, t, 1, &m);
    return m;
}

/// From the corner to the vertex that was met, in the scene.
F32XN_INLINE dvec3 step_of(const pair3 *p, double scale, const spot *from, const meeting *m)
{
    const int k = m->of_b;
    const flr_vec3 *const vertices = (k ? p->b.hull : p->a.hull)->vertices,
                          *const u = vertices + (k ? from->b : from->a), *const v = vertices + m->at;
    const double sign = k ? -scale : scale, x = sign * ((double)v->x - (double)u->x),
                 y = sign * ((double)v->y - (double)u->y), z = sign * ((double)v->z - (double)u->z);
    const pair3_lanes *l = &p->lanes;
    return dvec3_make(l->x[0][k] * x + l->x[1][k] * y + l->x[2][k] * z,
                      l->y[0][k] * x + l->y[1][k] * y + l->y[2][k] * z,
                      l->z[0][k] * x + l->z[1][k] * y + l->z[2][k] * z);
}

/// Where that leads from one of the corners in the plane.
F32XN_INLINE spot spot_met(const spot *s, const meeting *m, dvec3 step)
{
    return (spot){m->of_b ? s->a : m->at, m->of_b ? m->at : s->b, dvec3_add(s->w, step)};
}

/// A way of the scene in the frames of both, of b reversed.
F32XN_INLINE void to_frames(const pair3_lanes *l, dvec3 d, f64x2 *x, f64x2 *y, f64x2 *z)
{
    const f64x2 dx = {d.x, -d.x}, dy = {d.y, -d.y}, dz = {d.z, -d.z};
    *x = l->x[0] * dx + l->y[0] * dy + l->z[0] * dz;
    *y = l->x[1] * dx + l->y[1] * dy + l->z[1] * dz;
    *z = l->x[2] * dx + l->y[2] * dy + l->z[2] * dz;
}

/// The plane at hand: its normal in the scene and, with the way it turns, in the frames of both.
typedef struct plane_walk {
    const pair3 *pair;
    turning t;
    dvec3 n;
} plane_walk;

/// The plane turns along d; false where nothing is met.
F32XN_INLINE bool turn_plane(plane_walk *g, dvec3 d, const spot *from, const spot *to, meeting *m)
{
    turning *const t = &g->t;
    to_frames(&g->pair->lanes, d, &t->dx, &t->dy, &t->dz);
    *m = meet(g->pair, t, from, to);
    const f64x2 part = f64x2_splat(m->part);
    g->n = dvec3_add_scaled(g->n, m->part, d);
    t->nx += part * t->dx;
    t->ny += part * t->dy;
    t->nz += part * t->dz;
    return m->part < WALK_PART_MOST;
}

/// As foot_in, in double.
typedef struct foot_wide {
    double near, far, top;
} foot_wide;

F32XN_INLINE foot_wide foot_wide_in(dvec3 n, dvec3 first, dvec3 side, dvec3 other, bool is_edges)
{
    const double area = dvec3_dot(n, dvec3_cross(side, other)), way = copysign(1, area),
                 along = way * dvec3_dot(n, dvec3_cross(other, first)),
                 up = way * dvec3_dot(n, dvec3_cross(first, side)), whole = way * area;
    return (foot_wide){-along, is_edges ? along - whole : along + up - whole, is_edges ? up - whole : -1};
}

/// The side of a face that the projection lies beyond the most becomes the edge at hand, of the face's corners in the order of spots. The top one of a
/// parallelogram is the same edge as before. Nobody could guess which, so there is no branch.
F32XN_INLINE void choose_side(foot_wide at, bool is_edges, const spot spots[4], spot *from, spot *to)
{
    const bool is_near = (at.near >= at.far) & (at.near >= at.top), is_top = !is_near & (at.top > at.far);
    const int begin = (!is_near & !is_top) | is_top << 1, end = 2 + (!is_near & is_edges);
    *from = spots[begin];
    *to = spots[end];
}

F32XN_INLINE void put_corner(facet3 *f, int k, const spot *s)
{
    f->a[k] = s->a;
    f->b[k] = s->b;
}

/// From an edge in the plane to the face that holds the projection of the origin.
F32XN_INLINE facet3_end walk_faces(plane_walk *g, double scale, spot from, spot to, facet3 *f)
{
    for (int i = 0; i < WALK_STEPS_MAX; i++) {
        const dvec3 side = dvec3_sub(to.w, from.w), across = dvec3_cross(side, g->n);
        const bool of_b = to.b != from.b;
        meeting m;
        if (!turn_plane(g, dvec3_scale(copysign(1, -dvec3_dot(across, from.w)), across), &from, &to, &m))
            return FACET3_LOST;
        const dvec3 step = step_of(g->pair, scale, &from, &m);
        const spot third = spot_met(&from, &m, step), fourth = spot_met(&to, &m, step);
        put_corner(f, 0, &from);
        put_corner(f, 1, &to);
        if (!(dvec3_dot(g->n, from.w) > 0)) {
            put_corner(f, 2, &third);
            f->count = 3;
            return FACET3_APART;
        }
        const bool is_edges = m.of_b != of_b;
        const foot_wide at = foot_wide_in(g->n, from.w, side, step, is_edges);
        if ((at.near <= 0) & (at.far <= 0) & (at.top <= 0)) {
            put_corner(f, 2, is_edges ? &fourth : &third);
            put_corner(f, 3, &third);
            f->is_edges = is_edges;
            return FACET3_FOUND;
        }
        choose_side(at, is_edges, (const spot[4]){from, to, third, fourth}, &from, &to);
    }
    return FACET3_LOST;
}

static facet3_end walk_to_face(const pair3 *p, const vertex3 *top, facet3 *f)
{
    const double scale = 1 / (((double)p->a.hull->radius + (double)p->b.hull->radius) * p->reference.unit);
    plane_walk g = {.pair = p, .n = dvec3_scale(scale, dvec3_sub(p->b.middle, p->a.middle))};
    const spot from = {top->id_a, top->id_b, dvec3_scale(scale, top->w)};
    const double deep = dvec3_dot(g.n, from.w), square = dvec3_dot(g.n, g.n), most = DEEP_MANY * square,
                 count = 0.5 * ((double)p->a.count + (double)p->b.count);
    f->count = 1;
    put_corner(f, 0, &from);
    if (!(deep > 0)) return FACET3_APART;
    if (deep * deep * count > most * most) return FACET3_LOST;
    to_frames(&p->lanes, g.n, &g.t.nx, &g.t.ny, &g.t.nz);
    meeting m;
    if (!turn_plane(&g, dvec3_add_scaled(dvec3_scale(deep, g.n), -square, from.w), &from, &from, &m))
        return FACET3_LOST;
    return walk_faces(&g, scale, from, spot_met(&from, &m, step_of(p, scale, &from, &m)), f);
}

// ---- The proof ----

/// Planes count as outside of the ball only by this part of its radius, and this part of the scene more: more than what rounds
/// where the sides of a plane's triangle make a sine of at least the root of PLANE_THIN.
#define BALL_PART 0x1p-20
#define SCENE_PART 0x1p-36
#define PLANE_THIN 0x1p-20
/// Above this square of a sine a face's normal is as good as one by doubled numbers.
#define FACE_THIN 0x1p-6

F32XN_INLINE points4 sub4(points4 a, points4 b)
{
    return (points4){f64x4_sub(a.x, b.x), f64x4_sub(a.y, b.y), f64x4_sub(a.z, b.z)};
}
F32XN_INLINE points4 cross4(points4 a, points4 b)
{
    return (points4){minor4(a.y, b.z, a.z, b.y), minor4(a.z, b.x, a.x, b.z), minor4(a.x, b.y, a.y, b.x)};
}
F32XN_INLINE points4 all4(dvec3 a) { return (points4){f64x4_splat(a.x), f64x4_splat(a.y), f64x4_splat(a.z)}; }
F32XN_INLINE points4 follow4(points4 a)
{
    return (points4){f64x4_rotate4(a.x), f64x4_rotate4(a.y), f64x4_rotate4(a.z)};
}
F32XN_INLINE dvec3 first_of(points4 a)
{
    return dvec3_make(f64x4_low(a.x)[0], f64x4_low(a.y)[0], f64x4_low(a.z)[0]);
}
F32XN_INLINE dvec3 second_of(points4 a)
{
    return dvec3_make(f64x4_low(a.x)[1], f64x4_low(a.y)[1], f64x4_low(a.z)[1]);
}
F32XN_INLINE dvec3 last_of(points4 a)
{
    return dvec3_make(f64x4_high(a.x)[1], f64x4_high(a.y)[1], f64x4_high(a.z)[1]);
}

/// Four vertices of a hull, placed as support points are. The lane is a constant where this is called.
F32XN_INLINE points4 vertices_at(const pair3_lanes *l, int lane, const flr_hull3 *h, const uint32_t i[4])
{
    const f64x4 x = f64x4_of((double)h->x[i[0]], (double)h->x[i[1]], (double)h->x[i[2]], (double)h->x[i[3]]),
                y = f64x4_of((double)h->y[i[0]], (double)h->y[i[1]], (double)h->y[i[2]], (double)h->y[i[3]]),
                z = f64x4_of((double)h->z[i[0]], (double)h->z[i[1]], (double)h->z[i[2]], (double)h->z[i[3]]);
#define PLACED(m)                                                                                            \
    f64x4_add(f64x4_splat((m)[3][lane]), f64x4_dot3(f64x4_splat((m)[0][lane]), x, f64x4_splat((m)[1][lane]), \
                                                    y, f64x4_splat((m)[2][lane]), z))
    return (points4){PLACED(l->x), PLACED(l->y), PLACED(l->z)};
#undef PLACED
}

/// How far the vertices of a hull reach along a direction of its own frame.
F32XN_INLINE f64x4 reach4(const flr_hull3 *h, double x, double y, double z)
{
    const f64x4 dx = f64x4_splat(x), dy = f64x4_splat(y), dz = f64x4_splat(z);
#define HEIGHT(at)                                                                                           \
    f64x4_dot3(f64x4_load_real(h->x + (at)), dx, f64x4_load_real(h->y + (at)), dy,                           \
               f64x4_load_real(h->z + (at)), dz)
    // two steps always, the first one twice where it is all: no branch to guess
    const size_t count = h->padded_count, second = count > 8 ? 8 : 0;
    f64x4 most = f64x4_max(HEIGHT(0), HEIGHT(4)), other = f64x4_max(HEIGHT(second), HEIGHT(second + 4));
    for (size_t i = 16; i < count; i += 8) {
        most = f64x4_max(HEIGHT(i), most);
        other = f64x4_max(HEIGHT(i + 4), other);
    }
    return f64x4_max(most, other);
#undef HEIGHT
}

/// How far the difference reaches along a direction, times its length.
F32XN_INLINE double difference_reach(const pair3 *p, dvec3 n)
{
    if (!facet3_are_small(p->a.hull, p->b.hull)) {
        vertex3 v;
        pair3_support(p, PAIR3_HULLS, dvec3_neg(n), &v);
        return dvec3_dot(n, v.w);
    }
    const pair3_lanes *l = &p->lanes;
    const f64x2 nx = {n.x, -n.x}, ny = {n.y, -n.y}, nz = {n.z, -n.z};
    const f64x2 x = l->x[0] * nx + l->y[0] * ny + l->z[0] * nz,
                y = l->x[1] * nx + l->y[1] * ny + l->z[1] * nz,
                z = l->x[2] * nx + l->y[2] * ny + l->z[2] * nz;
    const flr_hull3 *a = p->a.hull, *b = p->b.hull;
    const f64x2 most = f64x4_max_lanes(reach4(a, x[0], y[0], z[0]), reach4(b, x[1], y[1], z[1]));
    return (most[0] + most[1]) - dvec3_dot(n, p->b.center);
}

/// Of four planes by two sides of a triangle in each, that meet in a point: a bit for those that keep clear of the ball; of a thin triangle that is not known.
F32XN_INLINE uint32_t clear_of(double square, f64x4 height, points4 normal, points4 u, points4 v)
{
    const f64x4 nn = dot4(normal, normal);
    const f64x4 far = f64x4_at_most(f64x4_mul(f64x4_splat(square), nn), f64x4_mul(height, height)),
                thick =
                    f64x4_at_most(f64x4_mul(f64x4_splat(PLANE_THIN), f64x4_mul(dot4(u, u), dot4(v, v))), nn);
    return f64x4_mask(f64x4_and(far, thick));
}

/// A face by its corners, and the plane through them.
typedef struct facet_plane {
    points4 a, b, w;  ///< the corners in both hulls, and in the difference
    points4 edge;     ///< from each to the next one
    dvec3 first, u,
        back;  ///< the first corner, the vector from there to the second, and to the first from the last
    dvec3 n;   ///< the normal, away from the origin
    double nn, way;       ///< its length squared; -1 where the corners turn the other way around it, else 1
    double size;          ///< of the scene
    double lower, upper;  ///< between these the origin lies behind the plane
} facet_plane;

F32XN_INLINE void set_corners(const pair3 *p, const uint32_t i[4], const uint32_t k[4], facet_plane *f)
{
    f->a = vertices_at(&p->lanes, 0, p->a.hull, i);
    f->b = vertices_at(&p->lanes, 1, p->b.hull, k);
    f->w = sub4(f->a, f->b);
    f->edge = sub4(follow4(f->w), f->w);
    f->first = first_of(f->w);
    f->u = first_of(f->edge);
    f->back = last_of(f->edge);
}

/// False where the corners do not make a plane.
F32XN_INLINE bool set_normal(facet_plane *f)
{
    const double uu = dvec3_dot(f->u, f->u), vv = dvec3_dot(f->back, f->back);
    dvec3 n = simplex3_normal(f->first, second_of(f->w), last_of(f->w));
    f->nn = dvec3_dot(n, n);
    if (f->nn < FACE_THIN * (uu * vv)) {
        n = simplex3_normal_doubled(f->first, second_of(f->w), last_of(f->w));
        f->nn = dvec3_dot(n, n);
        if (!(f->nn > 0x1p-40 * (uu * vv))) return false;
    }
    f->way = dvec3_dot(n, f->first) < 0 ? -1 : 1;
    f->n = dvec3_scale(f->way, n);
    return true;
}

/// False where the origin is not behind the plane, or a vertex lies beyond it.
F32XN_INLINE bool bounds_all(const pair3 *p, double inverse, facet_plane *f)
{
    const f64x4 heights = dot4(all4(f->n), f->w), sizes = f64x4_add(dot4(f->a, f->a), dot4(f->b, f->b));
    const double least = f64x4_min_lane(heights), most = f64x4_max_lane(heights),
                 size = 2 * sqrt(2 * f64x4_max_lane(sizes)), near = 4 * 1.15e-16 * size;
    const double reach = difference_reach(p, f->n);
    if (!(least > 0) || !((reach - most) * inverse <= near)) return false;
    f->upper = (reach > most ? reach : most) * inverse;
    f->lower = least * inverse;
    f->size = size;
    return true;
}

/// Of four triangles by their corners, counter-clockwise as seen from outside where `way` is 1: a bit for those that keep clear of the ball and have
/// the origin behind them.
F32XN_INLINE uint32_t held_by(double square, f64x4 way, points4 p, points4 q, points4 r)
{
    const points4 u = sub4(q, p), v = sub4(r, p), normal = cross4(u, v);
    const f64x4 height = f64x4_mul(way, dot4(normal, p));
    return clear_of(square, height, normal, u, v) & f64x4_mask(f64x4_less(f64x4_splat(0), height));
}

/// Directions perpendicular to planes through the edges that touch the ball beyond them: what lies above these keeps clear of it together with
/// the edge. False where the ball comes through one of the edges asked for.
F32XN_INLINE bool set_tangents(const facet_plane *f, double square, uint32_t asked, points4 *u)
{
    const points4 around = cross4(f->edge, f->w), foot = cross4(around, f->edge);
    const f64x4 rest =
                    f64x4_sub(f64x4_div(dot4(around, around), f64x4_splat(square)), dot4(f->edge, f->edge)),
                across = f64x4_mul(f64x4_splat(f->way), root4(rest));
    *u = (points4){f64x4_add_scaled(foot.x, across, around.x), f64x4_add_scaled(foot.y, across, around.y),
                   f64x4_add_scaled(foot.z, across, around.z)};
    return (asked & ~f64x4_mask(f64x4_less(f64x4_splat(0), rest))) == 0;
}

/// The support points beyond the sides that are open.
F32XN_INLINE points4 support_beyond(const pair3 *p, points4 u, uint32_t open, bool is_edges)
{
    double dx[4], dy[4], dz[4], x[4] = {0}, y[4] = {0}, z[4] = {0};
    f64x4_store(dx, u.x), f64x4_store(dy, u.y), f64x4_store(dz, u.z);
    for (; open; open &= open - 1) {
        const int k = __builtin_ctz(open);
        vertex3 v;
        pair3_support(p, PAIR3_HULLS, dvec3_make(-dx[k], -dy[k], -dz[k]), &v);
        x[k] = v.w.x, y[k] = v.w.y, z[k] = v.w.z;
    }
    // side 2 of a triangle has no length: side 3 follows side 1
    const int k = is_edges ? 2 : 3;
    return (points4){f64x4_of(x[0], x[1], x[k], x[3]), f64x4_of(y[0], y[1], y[k], y[3]),
                     f64x4_of(z[0], z[1], z[k], z[3])};
}

/// The bits of the sides that follow.
F32XN_INLINE uint32_t follow_bits(uint32_t m, bool is_edges)
{
    const uint32_t all = is_edges ? m : (m & 11) | (m >> 1 & 4);
    return (all >> 1 | all << 3) & 15;
}

/// Where two support points beyond sides that follow one another leave a gap, another one between the two closes it.
static __attribute__((noinline)) bool holds_corners(const pair3 *p, const facet_plane *f, double square,
                                                    points4 u, points4 v, uint32_t lost, bool is_edges)
{
    const f64x4 inverse = f64x4_div(f64x4_splat(1), root4(dot4(u, u))), way = f64x4_splat(f->way);
    u = (points4){f64x4_mul(u.x, inverse), f64x4_mul(u.y, inverse), f64x4_mul(u.z, inverse)};
    double x[4], y[4], z[4];
    f64x4_store(x, u.x), f64x4_store(y, u.y), f64x4_store(z, u.z);
    const int k = is_edges ? 2 : 3;
    const points4 tip = all4(dvec3_sub(p->a.middle, p->b.middle)), next = follow4(f->w), follows = follow4(v),
                  beside = {f64x4_of(x[1], x[k], x[3], x[0]), f64x4_of(y[1], y[k], y[3], y[0]),
                            f64x4_of(z[1], z[k], z[3], z[0])},
                  sum = {f64x4_add(u.x, beside.x), f64x4_add(u.y, beside.y), f64x4_add(u.z, beside.z)},
                  c = support_beyond(p, sum, lost, true);
    return (lost & ~(held_by(square, way, next, v, c) & held_by(square, way, next, c, follows) &
                     held_by(square, way, v, tip, c) & held_by(square, way, c, tip, follows))) == 0;
}

/// Does the ball that touches the plane lie in the difference, behind the plane? It does where a closed surface through points of the difference has
/// the origin behind all of its triangles, each farther off than the face: then every ray from the origin leaves the ball before it leaves the
/// surface. That is the pyramid over the face whose tip is the difference of the centres; where the ball comes through a
/// side, a support point stands beyond that. Between two of these either a triangle closes the gap, or each goes down to
/// the edge between the sides.
F32XN_INLINE bool holds_ball(const pair3 *p, const facet_plane *f, bool is_edges)
{
    const points4 tip = all4(dvec3_sub(p->a.middle, p->b.middle)), w = f->w, next = follow4(w);
    const f64x4 way = f64x4_splat(f->way);
    const double ask = f->upper + (BALL_PART * f->upper + SCENE_PART * f->size), square = ask * ask;
    const uint32_t sides = is_edges ? 15 : 11, open = sides & ~held_by(square, way, w, tip, next);
    if (!open) return true;
    points4 u;
    if (!set_tangents(f, square, open, &u)) return false;
    const points4 v = support_beyond(p, u, open, is_edges), follows = follow4(v);
    const uint32_t top = held_by(square, way, w, v, next), between = held_by(square, way, next, v, follows),
                   below = held_by(square, way, v, tip, follows),
                   before = ~open | held_by(square, way, w, tip, v),
                   behind = ~open | held_by(square, way, v, tip, next);
    const uint32_t both = open & follow_bits(open, is_edges), joined = between & below & both,
                   apart = behind & follow_bits(before, is_edges), lost = sides & ~(joined | apart);
    if ((open & ~top) | (lost & ~both)) return false;
    return !lost || holds_corners(p, f, square, u, v, lost, is_edges);
}

/// Where the projection of the origin lies; false where that is not in the face.
F32XN_INLINE bool set_foot(const facet_plane *f, double inverse, bool is_edges, epa3_result *r)
{
    const dvec3 unit = dvec3_scale(inverse, f->n), foot = dvec3_scale(f->upper, unit),
                rest = dvec3_sub(f->first, foot);
    const double part = f->way / f->nn, s = dvec3_dot(f->n, dvec3_cross(rest, f->back)) * part,
                 t = dvec3_dot(f->n, dvec3_cross(rest, f->u)) * part;
    if (!((s >= 0) & (t >= 0) & (is_edges ? (s <= 1) & (t <= 1) : s + t <= 1))) return false;
    const dvec3 a = first_of(f->a), b = first_of(f->b);
    r->a = dvec3_add_scaled(dvec3_add_scaled(a, s, dvec3_sub(second_of(f->a), a)), t,
                            dvec3_sub(last_of(f->a), a));
    r->b = dvec3_add_scaled(dvec3_add_scaled(b, s, dvec3_sub(second_of(f->b), b)), t,
                            dvec3_sub(last_of(f->b), b));
    r->normal = unit;
    const dvec3 stray = dvec3_sub(dvec3_sub(r->a, r->b), foot);
    return dvec3_length_squared(stray) <= 0x1p-98 * (f->size * f->size / 4);
}

static bool prove_face(const pair3 *p, const facet3 *f, epa3_result *r)
{
    facet_plane g;
    set_corners(p, f->a, f->b, &g);
    if (!set_normal(&g)) return false;
    const double inverse = 1 / sqrt(g.nn);
    if (!bounds_all(p, inverse, &g) || !holds_ball(p, &g, f->is_edges) ||
        !set_foot(&g, inverse, f->is_edges, r))
        return false;
    r->converged = true;
    r->iterations = 1;
    r->upper = g.upper;
    r->lower = g.lower;
    for (int c = 0; c < 3; c++) {
        r->id_a[c] = f->a[c + (c == 2)];
        r->id_b[c] = f->b[c + (c == 2)];
    }
    return true;
}

#endif
