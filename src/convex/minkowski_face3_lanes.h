/// The search and the proof of depth3.h, for one width of registers. Both hulls contain their centres by
/// more than rounding errors.
///
/// The first plane is perpendicular to the line of centres and goes through the support point there. It
/// turns about that point towards the origin until it meets the other end of an edge, then about the edge
/// until it meets a third point. From there on it turns about the side of the face that the projection of
/// the origin lies beyond, until it lies beyond none. Each plane is nearer to the origin than the one
/// before. What is found is proved before it is used, so a NaN on the way does no harm as long as the search
/// ends.
#ifndef FLR_CONVEX_MINKOWSKI_FACE3_LANES_H
#define FLR_CONVEX_MINKOWSKI_FACE3_LANES_H

#include <math.h>

#include "convex/depth3.h"
#include "convex/gjk3_feature.h"
#include "math/simd_f64x4.h"

#define FACE3_INLINE static inline __attribute__((always_inline))

// ---- The search, by neighbours ----

/// No turn adds more than this many times its direction to the normal, so that products of all turns are
/// finite.
#define WALK_PART_MOST 0x1p14
/// Hulls whose depth, times the root of the mean number of vertices, exceeds this many times the distance of
/// the centres are left to the polytope: faces are then so small for the depth that few are proved.
#define DEEP_MANY 2

/// The largest number of faces that are tried.
enum { WALK_STEPS_MAX = 40 };

/// A corner of the difference, and the vertices of both hulls that it comes from.
typedef struct spot {
    uint32_t a, b;
    dvec3 w;
} spot;

/// A plane's normal and the direction that it turns to, in the frames of both hulls, a lane each; those of b
/// are negated.
typedef struct turning {
    f64x2 nx, ny, nz, dx, dy, dz;
} turning;

/// The vertex that a plane meets, and the part of the direction that the plane turns by until then.
typedef struct meeting {
    uint32_t at;
    bool of_b;
    double part;
} meeting;

/// Returns four vertices of a hull, as they were given.
FACE3_INLINE points4 real4_vertices(const flr_vec3 *v, const uint32_t i[4])
{
    const flr_vec3 *p = v + i[0], *q = v + i[1], *r = v + i[2], *s = v + i[3];
    return (points4){f64x4_of((double)p->x, (double)q->x, (double)r->x, (double)s->x),
                     f64x4_of((double)p->y, (double)q->y, (double)r->y, (double)s->y),
                     f64x4_of((double)p->z, (double)q->z, (double)r->z, (double)s->z)};
}

/// Returns by what part of the direction the plane turns until it meets these vertices: infinite if it never
/// does.
FACE3_INLINE f64x4 parts_of(const flr_hull3 *h, const uint32_t i[4], points4 at, points4 n, points4 d,
                            f64x4 skip)
{
    points4 e = real4_vertices(h->vertices, i);
    e = (points4){f64x4_sub(e.x, at.x), f64x4_sub(e.y, at.y), f64x4_sub(e.z, at.z)};
    const f64x4 zero = f64x4_splat(0), to = f64x4_dot3(d.x, e.x, d.y, e.y, d.z, e.z),
                up = f64x4_dot3(n.x, e.x, n.y, e.y, n.z, e.z),
                never = f64x4_or(f64x4_at_most(to, zero), f64x4_equal(f64x4_of_ints(i), skip));
    return f64x4_select(never, f64x4_splat((double)INFINITY), f64x4_div(f64x4_max(f64x4_neg(up), zero), to));
}

FACE3_INLINE points4 lane_of(f64x2 x, f64x2 y, f64x2 z, int lane)
{
    return lane ? (points4){f64x4_splat_high(x), f64x4_splat_high(y), f64x4_splat_high(z)}
                : (points4){f64x4_splat_low(x), f64x4_splat_low(y), f64x4_splat_low(z)};
}

FACE3_INLINE points4 normal_of(const turning *t, int lane) { return lane_of(t->nx, t->ny, t->nz, lane); }
FACE3_INLINE points4 turn_way_of(const turning *t, int lane) { return lane_of(t->dx, t->dy, t->dz, lane); }
FACE3_INLINE points4 all_of(const flr_vec3 *v)
{
    return (points4){f64x4_splat_real(&v->x), f64x4_splat_real(&v->y), f64x4_splat_real(&v->z)};
}

/// Returns a vertex's neighbours, at least eight entries: those of other vertices do no harm.
FACE3_INLINE const uint32_t *neighbors_of(const flr_hull3 *h, uint32_t vertex)
{
    const uint32_t first = h->neighbor_first[vertex], last = (uint32_t)h->index_count - 8;
    return h->neighbors + (first < last ? first : last);
}
FACE3_INLINE bool has_more(const flr_hull3 *h, uint32_t vertex)
{
    return h->neighbor_first[vertex + 1] - h->neighbor_first[vertex] > 8;
}

/// Tests the other neighbours of a vertex that has more than eight.
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

FACE3_INLINE f64x4 all_least(f64x4 x) { return f64x4_neg(f64x4_splat_max_lane(f64x4_neg(x))); }

/// Finds the first vertex that the plane meets as it turns about the corner `from`, or about the edge from
/// there to `to`.
FACE3_INLINE meeting meet(const pair3 *p, const turning *t, const spot *from, const spot *to)
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

/// Returns the vector from the corner to the one that was met, in the scene.
FACE3_INLINE dvec3 step_of(const pair3 *p, double scale, const spot *from, const meeting *m)
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

/// Returns the corner to which that vector leads from one of the corners in the plane.
FACE3_INLINE spot spot_met(const spot *s, const meeting *m, dvec3 step)
{
    return (spot){m->of_b ? s->a : m->at, m->of_b ? m->at : s->b, dvec3_add(s->w, step)};
}

/// Turns a direction of the scene to the frames of both hulls, that for b negated.
FACE3_INLINE void to_frames(const pair3_lanes *l, dvec3 d, f64x2 *x, f64x2 *y, f64x2 *z)
{
    const f64x2 dx = {d.x, -d.x}, dy = {d.y, -d.y}, dz = {d.z, -d.z};
    *x = l->x[0] * dx + l->y[0] * dy + l->z[0] * dz;
    *y = l->x[1] * dx + l->y[1] * dy + l->z[1] * dz;
    *z = l->x[2] * dx + l->y[2] * dy + l->z[2] * dz;
}

/// The current plane: its normal in the scene and, with the direction that it turns to, in the frames of
/// both.
typedef struct plane_walk {
    const pair3 *pair;
    turning t;
    dvec3 n;
} plane_walk;

/// Turns the plane along d until it meets a vertex. Returns false if it meets none.
FACE3_INLINE bool turn_plane(plane_walk *g, dvec3 d, const spot *from, const spot *to, meeting *m)
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

/// How far the projection of the origin lies beyond the sides of a face, times the face's area: beyond the
/// side at the beginning of the edge by which the face was found, the side at its end, and of a
/// parallelogram the side across.
typedef struct face_foot {
    double near, far, top;
} face_foot;

FACE3_INLINE face_foot face_foot_in(dvec3 n, dvec3 first, dvec3 side, dvec3 other, bool is_edges)
{
    const double area = dvec3_dot(n, dvec3_cross(side, other)), way = copysign(1, area),
                 along = way * dvec3_dot(n, dvec3_cross(other, first)),
                 up = way * dvec3_dot(n, dvec3_cross(first, side)), whole = way * area;
    return (face_foot){-along, is_edges ? along - whole : along + up - whole, is_edges ? up - whole : -1};
}

/// Makes the side of a face that the projection lies beyond the most the current edge. The spots are the
/// face's corners, and the side across in a parallelogram is the same edge at another place. Which side it
/// is cannot be predicted, so there is no branch.
FACE3_INLINE void choose_side(face_foot at, bool is_edges, const spot spots[4], spot *from, spot *to)
{
    const bool is_near = (at.near >= at.far) & (at.near >= at.top), is_top = !is_near & (at.top > at.far);
    const int begin = (!is_near & !is_top) | is_top << 1, end = 2 + (!is_near & is_edges);
    *from = spots[begin];
    *to = spots[end];
}

FACE3_INLINE void put_corner(facet3 *f, int k, const spot *s)
{
    f->a[k] = s->a;
    f->b[k] = s->b;
}

/// Walks from an edge in the plane to the face that contains the projection of the origin.
FACE3_INLINE facet3_end walk_faces(plane_walk *g, double scale, spot from, spot to, facet3 *f)
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
        const face_foot at = face_foot_in(g->n, from.w, side, step, is_edges);
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

static facet3_end find_face(const pair3 *p, const vertex3 *top, facet3 *f)
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

/// A plane counts as outside the ball only by this part of the ball's radius and this part of the scene.
/// Rounding is less where the sides of the plane's triangle make a sine of at least the root of PLANE_THIN.
#define BALL_PART 0x1p-20
#define SCENE_PART 0x1p-36
#define PLANE_THIN 0x1p-20
/// Above this square of a sine, a face's normal in double is as good as one in double-double.
#define FACE_THIN 0x1p-6

FACE3_INLINE points4 sub4(points4 a, points4 b)
{
    return (points4){f64x4_sub(a.x, b.x), f64x4_sub(a.y, b.y), f64x4_sub(a.z, b.z)};
}
FACE3_INLINE points4 cross4(points4 a, points4 b)
{
    return (points4){minor4(a.y, b.z, a.z, b.y), minor4(a.z, b.x, a.x, b.z), minor4(a.x, b.y, a.y, b.x)};
}
FACE3_INLINE points4 all4(dvec3 a) { return (points4){f64x4_splat(a.x), f64x4_splat(a.y), f64x4_splat(a.z)}; }
FACE3_INLINE points4 follow4(points4 a)
{
    return (points4){f64x4_rotate4(a.x), f64x4_rotate4(a.y), f64x4_rotate4(a.z)};
}
FACE3_INLINE dvec3 first_of(points4 a)
{
    return dvec3_make(f64x4_low(a.x)[0], f64x4_low(a.y)[0], f64x4_low(a.z)[0]);
}
FACE3_INLINE dvec3 second_of(points4 a)
{
    return dvec3_make(f64x4_low(a.x)[1], f64x4_low(a.y)[1], f64x4_low(a.z)[1]);
}
FACE3_INLINE dvec3 last_of(points4 a)
{
    return dvec3_make(f64x4_high(a.x)[1], f64x4_high(a.y)[1], f64x4_high(a.z)[1]);
}

/// Returns four vertices of a hull, placed as support points are. The lane is a constant where this is
/// called.
FACE3_INLINE points4 vertices_at(const pair3_lanes *l, int lane, const flr_hull3 *h, const uint32_t i[4])
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

/// Returns how far the difference reaches along n, times the length of n.
FACE3_INLINE double difference_reach(const pair3 *p, dvec3 n)
{
    vertex3 v;
    pair3_support(p, PAIR3_HULLS, dvec3_neg(n), &v);
    return dvec3_dot(n, v.w);
}

/// Returns a bit for each of four planes that keeps clear of the ball. Each is given by two sides of a
/// triangle in it that meet in a point. If the triangle is thin, that is not known.
FACE3_INLINE uint32_t clear_of(double square, f64x4 height, points4 normal, points4 u, points4 v)
{
    const f64x4 nn = dot4(normal, normal);
    const f64x4 far = f64x4_at_most(f64x4_mul(f64x4_splat(square), nn), f64x4_mul(height, height)),
                thick =
                    f64x4_at_most(f64x4_mul(f64x4_splat(PLANE_THIN), f64x4_mul(dot4(u, u), dot4(v, v))), nn);
    return f64x4_mask(f64x4_and(far, thick));
}

/// A face: its corners, and the plane through them.
typedef struct facet_plane {
    points4 a, b, w;  ///< the corners in both hulls, and in the difference
    points4 edge;     ///< from each to the next one
    /// the first corner, and the vectors from there to the second and from the last to it
    dvec3 first, u, back;
    dvec3 n;              ///< the normal, away from the origin
    double nn, way;       ///< its squared length; -1 if the corners turn the other way around it, else 1
    double size;          ///< of the scene
    double lower, upper;  ///< bounds on the distance of the plane from the origin
} facet_plane;

/// Loads the corners of a face of the difference, and its edges.
FACE3_INLINE void set_corners(const pair3 *p, const uint32_t i[4], const uint32_t k[4], facet_plane *f)
{
    f->a = vertices_at(&p->lanes, 0, p->a.hull, i);
    f->b = vertices_at(&p->lanes, 1, p->b.hull, k);
    f->w = sub4(f->a, f->b);
    f->edge = sub4(follow4(f->w), f->w);
    f->first = first_of(f->w);
    f->u = first_of(f->edge);
    f->back = last_of(f->edge);
}

/// Sets the normal. Returns false if the corners do not make a plane.
FACE3_INLINE bool set_normal(facet_plane *f)
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

/// Sets the bounds. Returns false if the origin is not behind the plane, or a vertex lies beyond it.
FACE3_INLINE bool bounds_all(const pair3 *p, double inverse, facet_plane *f)
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

/// Returns a bit for each of four triangles that keeps clear of the ball and has the origin behind it. The
/// corners turn counter-clockwise as seen from outside if `way` is 1.
FACE3_INLINE uint32_t held_by(double square, f64x4 way, points4 p, points4 q, points4 r)
{
    const points4 u = sub4(q, p), v = sub4(r, p), normal = cross4(u, v);
    const f64x4 height = f64x4_mul(way, dot4(normal, p));
    return clear_of(square, height, normal, u, v) & f64x4_mask(f64x4_less(f64x4_splat(0), height));
}

/// Sets the directions perpendicular to the planes through the edges that touch the ball beyond them: what
/// lies above such a plane keeps clear of the ball together with the edge. Returns false if the ball comes
/// through one of the edges in `asked`.
FACE3_INLINE bool set_tangents(const facet_plane *f, double square, uint32_t asked, points4 *u)
{
    const points4 around = cross4(f->edge, f->w), foot = cross4(around, f->edge);
    const f64x4 rest =
                    f64x4_sub(f64x4_div(dot4(around, around), f64x4_splat(square)), dot4(f->edge, f->edge)),
                across = f64x4_mul(f64x4_splat(f->way), root4(rest));
    *u = (points4){f64x4_add_scaled(foot.x, across, around.x), f64x4_add_scaled(foot.y, across, around.y),
                   f64x4_add_scaled(foot.z, across, around.z)};
    return (asked & ~f64x4_mask(f64x4_less(f64x4_splat(0), rest))) == 0;
}

/// Returns the support points beyond the sides that are open.
FACE3_INLINE points4 support_beyond(const pair3 *p, points4 u, uint32_t open, bool is_edges)
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

/// Returns the bits of the sides that follow.
FACE3_INLINE uint32_t follow_bits(uint32_t m, bool is_edges)
{
    const uint32_t all = is_edges ? m : (m & 11) | (m >> 1 & 4);
    return (all >> 1 | all << 3) & 15;
}

/// Closes the gaps between support points beyond sides that follow one another, by another support point
/// between the two. Returns false if a gap is left.
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

/// Does the ball that touches the plane lie in the difference, behind the plane? It does if a closed surface
/// through points of the difference has the origin behind all of its triangles, each farther off than the
/// face. Then every ray from the origin leaves the ball before it leaves the surface. The surface is the
/// pyramid over the face whose tip is the difference of the centres. Where the ball comes through a side, a
/// support point is added beyond that side. Between two of these either a triangle closes the gap, or each
/// goes down to the edge between the sides.
FACE3_INLINE bool holds_ball(const pair3 *p, const facet_plane *f, bool is_edges)
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

/// Sets the points at the projection of the origin. Returns false if that is not in the face.
FACE3_INLINE bool set_foot(const facet_plane *f, double inverse, bool is_edges, epa3_result *r)
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
