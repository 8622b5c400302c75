/// The search of facet3.h by neighbours, for one width of lanes: for a source that defines FACET3_FORM. Where a plane that touches the difference
/// in a corner, or in an edge that begins there, turns about that, what it meets first is a neighbour of the corner's vertex in a or in b: a
/// turn costs the same however many vertices there are. Nothing that is found is believed before it is proved.
#include <math.h>

#include "convex/facet3.h"
#include "math/simd_f64x4.h"

/// The plane turns no farther than by this many times the way at once, so that products of all turns are finite.
#define WALK_PART_MOST 0x1p14
/// Deeper than this part of the way between their middles, times the root of the mean number of vertices, hulls are left to the polytope: faces are
/// then so small beside the depth that few are proved.
#define DEEP_MANY 2
#define WALK_INLINE static inline __attribute__((always_inline))

/// Most faces that are looked at.
enum { STEPS_MAX = 40 };

/// A corner of the difference.
typedef struct spot {
    uint32_t a, b;
    dvec3 w;
} spot;

/// A plane's normal and the way it turns, in the frames of both hulls, a lane each: of b the other way round.
typedef struct turning {
    f64x2 nx, ny, nz, dx, dy, dz;
} turning;

/// Which vertex a plane meets, and by how much of the way it turns.
typedef struct meeting {
    uint32_t at;
    bool of_b;
    double part;
} meeting;

typedef struct points4 {
    f64x4 x, y, z;
} points4;

/// Four vertices of a hull, as they were given.
WALK_INLINE points4 real4_vertices(const flr_vec3 *v, const uint32_t i[4])
{
    const flr_vec3 *p = v + i[0], *q = v + i[1], *r = v + i[2], *s = v + i[3];
    return (points4){f64x4_of((double)p->x, (double)q->x, (double)r->x, (double)s->x),
                     f64x4_of((double)p->y, (double)q->y, (double)r->y, (double)s->y),
                     f64x4_of((double)p->z, (double)q->z, (double)r->z, (double)s->z)};
}

/// By how much of the way the plane turns until it meets these: infinite where never.
WALK_INLINE f64x4 parts_of(const flr_hull3 *h, const uint32_t i[4], points4 at, points4 n, points4 d,
                           f64x4 skip)
{
    points4 e = real4_vertices(h->vertices, i);
    e = (points4){f64x4_sub(e.x, at.x), f64x4_sub(e.y, at.y), f64x4_sub(e.z, at.z)};
    const f64x4 zero = f64x4_splat(0), to = f64x4_dot3(d.x, e.x, d.y, e.y, d.z, e.z),
                up = f64x4_dot3(n.x, e.x, n.y, e.y, n.z, e.z),
                never = f64x4_or(f64x4_at_most(to, zero), f64x4_equal(f64x4_of_ints(i), skip));
    return f64x4_select(never, f64x4_splat((double)INFINITY), f64x4_div(f64x4_max(f64x4_neg(up), zero), to));
}

WALK_INLINE points4 lane_of(f64x2 x, f64x2 y, f64x2 z, int lane)
{
    return lane ? (points4){f64x4_splat_high(x), f64x4_splat_high(y), f64x4_splat_high(z)}
                : (points4){f64x4_splat_low(x), f64x4_splat_low(y), f64x4_splat_low(z)};
}

WALK_INLINE points4 normal_of(const turning *t, int lane) { return lane_of(t->nx, t->ny, t->nz, lane); }
WALK_INLINE points4 way_of(const turning *t, int lane) { return lane_of(t->dx, t->dy, t->dz, lane); }
WALK_INLINE points4 all_of(const flr_vec3 *v)
{
    return (points4){f64x4_splat_real(&v->x), f64x4_splat_real(&v->y), f64x4_splat_real(&v->z)};
}

/// A vertex's neighbours, eight entries at least: others do no harm.
WALK_INLINE const uint32_t *neighbors_of(const flr_hull3 *h, uint32_t vertex)
{
    const uint32_t first = h->neighbor_first[vertex], last = (uint32_t)h->index_count - 8;
    return h->neighbors + (first < last ? first : last);
}
WALK_INLINE bool has_more(const flr_hull3 *h, uint32_t vertex)
{
    return h->neighbor_first[vertex + 1] - h->neighbor_first[vertex] > 8;
}

/// Neighbours of a vertex that has more than eight.
static __attribute__((noinline)) void meet_others(const flr_hull3 *h, uint32_t vertex, uint32_t skip,
                                                  const turning *t, int lane, meeting *m)
{
    const uint32_t *const end = h->neighbors + h->neighbor_first[vertex + 1];
    const points4 at = all_of(h->vertices + vertex), n = normal_of(t, lane), d = way_of(t, lane);
    for (const uint32_t *i = neighbors_of(h, vertex) + 8; i < end; i++) {
        const uint32_t one[4] = {*i, *i, *i, *i};
        const double part = f64x4_low(parts_of(h, one, at, n, d, f64x4_splat(skip)))[0];
        if (part < m->part) *m = (meeting){*i, lane, part};
    }
}

WALK_INLINE f64x4 all_least(f64x4 x) { return f64x4_neg(f64x4_splat_max_lane(f64x4_neg(x))); }

/// The plane turns about a corner, or an edge that goes on from there.
WALK_INLINE meeting meet(const pair3 *p, const turning *t, const spot *from, const spot *to)
{
    const flr_hull3 *const a = p->a.hull, *const b = p->b.hull;
    const uint32_t *const in_a = neighbors_of(a, from->a), *const in_b = neighbors_of(b, from->b);
    const points4 at_a = all_of(a->vertices + from->a), n_a = normal_of(t, 0), d_a = way_of(t, 0);
    const f64x4 skip_a = f64x4_splat(to->a), a0 = parts_of(a, in_a, at_a, n_a, d_a, skip_a),
                a1 = parts_of(a, in_a + 4, at_a, n_a, d_a, skip_a), a_least = f64x4_min(a0, a1);
    const points4 at_b = all_of(b->vertices + from->b), n_b = normal_of(t, 1), d_b = way_of(t, 1);
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
WALK_INLINE dvec3 step_of(const pair3 *p, double scale, const spot *from, const meeting *m)
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
WALK_INLINE spot spot_met(const spot *s, const meeting *m, dvec3 step)
{
    return (spot){m->of_b ? s->a : m->at, m->of_b ? m->at : s->b, dvec3_add(s->w, step)};
}

/// A way of the scene in the frames of both, of b the other way round.
WALK_INLINE void to_frames(const pair3_lanes *l, dvec3 d, f64x2 *x, f64x2 *y, f64x2 *z)
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
WALK_INLINE bool turn_plane(plane_walk *g, dvec3 d, const spot *from, const spot *to, meeting *m)
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

WALK_INLINE foot_wide foot_wide_in(dvec3 n, dvec3 first, dvec3 side, dvec3 other, bool is_edges)
{
    const double area = dvec3_dot(n, dvec3_cross(side, other)), way = copysign(1, area),
                 along = way * dvec3_dot(n, dvec3_cross(other, first)),
                 up = way * dvec3_dot(n, dvec3_cross(first, side)), whole = way * area;
    return (foot_wide){-along, is_edges ? along - whole : along + up - whole, is_edges ? up - whole : -1};
}

/// The side of a face that the foot lies beyond the most becomes the edge at hand, of the face's corners in the order of spots. The top one of a
/// parallelogram is the same edge as before. Nobody could guess which, so there is no branch.
WALK_INLINE void choose_side(foot_wide at, bool is_edges, const spot spots[4], spot *from, spot *to)
{
    const bool is_near = (at.near >= at.far) & (at.near >= at.top), is_top = !is_near & (at.top > at.far);
    const int begin = (!is_near & !is_top) | is_top << 1, end = 2 + (!is_near & is_edges);
    *from = spots[begin];
    *to = spots[end];
}

WALK_INLINE void put_corner(facet3 *f, int k, const spot *s)
{
    f->a[k] = s->a;
    f->b[k] = s->b;
}

/// From an edge in the plane to the face that holds the foot of the origin.
WALK_INLINE facet3_end walk_faces(plane_walk *g, double scale, spot from, spot to, facet3 *f)
{
    for (int i = 0; i < STEPS_MAX; i++) {
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

static facet3_end walk(const pair3 *p, const vertex3 *top, facet3 *f)
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
