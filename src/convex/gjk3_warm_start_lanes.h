/// The warm start of two hulls (gjk3_warm_start.c), for one width of registers. A vector is one value of
/// four lanes, of which the last is not used. If the cached feature cannot be proved, one neighbour of it is
/// tried before the search.
#ifndef FLR_CONVEX_GJK3_WARM_START_LANES_H
#define FLR_CONVEX_GJK3_WARM_START_LANES_H

#include <math.h>

#include "convex/gjk3.h"
#include "convex/gjk3_feature.h"
#include "convex/gjk_limit.h"

/// Returns a vertex in the hull's own frame.
GJK3_INLINE gjk3_spread vertex_of(const flr_hull3 *h, uint32_t i)
{
    return (gjk3_spread){f64x4_splat_real(&h->x[i]), f64x4_splat_real(&h->y[i]), f64x4_splat_real(&h->z[i])};
}

/// Returns the vector to a vertex from another point of the hull's frame, turned.
GJK3_INLINE f64x4 way_of(const gjk3_frame *f, const flr_hull3 *h, uint32_t i, gjk3_spread from)
{
    return gjk3_turned(f, gjk3_spread_sub(vertex_of(h, i), from));
}

/// Returns a + b - c, computed as by far_sum_of.
GJK3_INLINE f64x4 far_sum(f64x4 a, f64x4 b, f64x4 c)
{
    const f64x4 sum = f64x4_add(a, b), part = f64x4_sub(sum, a);
    return f64x4_add(f64x4_sub(sum, c), f64x4_add(f64x4_sub(a, f64x4_sub(sum, part)), f64x4_sub(b, part)));
}

/// Returns the cross product with its numbers in the order 2, 0, 1. The arguments `_turned` are rotated by
/// one lane.
GJK3_INLINE f64x4 cross_turned(f64x4 a, f64x4 a_turned, f64x4 b, f64x4 b_turned)
{
    return f64x4_sub(f64x4_mul(a, b_turned), f64x4_mul(a_turned, b));
}

/// The vertices among which the farthest along a direction is found.
typedef struct hull_points {
    const flr_real *x, *y, *z;
    size_t count;
} hull_points;

GJK3_INLINE hull_points points_of(const flr_hull3 *h, uint32_t cell)
{
    if (!h->cell_first) return (hull_points){h->x, h->y, h->z, h->padded_count};
    const uint32_t first = hull3_cell_first(h, cell);
    const size_t count = hull3_cell_first(h, cell + 1) - first;
    const flr_real *x = h->cell_points + 3 * (size_t)first;
    return (hull_points){x, x + count, x + 2 * count, count};
}

GJK3_INLINE f64x4 height_at(const hull_points *p, size_t at, gjk3_spread d)
{
    return f64x4_dot3(f64x4_load_real(p->x + at), d.x, f64x4_load_real(p->y + at), d.y,
                      f64x4_load_real(p->z + at), d.z);
}

/// Returns how high the vertices reach along d: the largest of four lanes is the height of the highest.
GJK3_INLINE f64x4 reach_of(const hull_points *p, gjk3_spread d)
{
    const f64x4 none = f64x4_splat(-(double)INFINITY);
    // always two steps, the first one twice where it is all: no branch to predict
    const size_t at = p->count > 8 ? 8 : 0;
    f64x4 most = f64x4_max(height_at(p, 0, d), none), other = f64x4_max(height_at(p, 4, d), none);
    most = f64x4_max(height_at(p, at, d), most);
    other = f64x4_max(height_at(p, at + 4, d), other);
    for (size_t i = 16; i < p->count; i += 8) {
        most = f64x4_max(height_at(p, i, d), most);
        other = f64x4_max(height_at(p, i + 4, d), other);
    }
    return f64x4_max(most, other);
}

/// Computes how much farther vertices lie along d than those of the simplex's first corner; d has a
/// direction in each hull's frame. Returns false where they are too many to be tested.
GJK3_INLINE bool gain_of(const flr_hull3 *a, const flr_hull3 *b, const flr_gjk3_cache *c, dvec3x2 d,
                         double *gain)
{
    uint32_t cell[2] = {0, 0};
    if (a->cell_first && b->cell_first) {
        hull3_cells(a, b, d.x, d.y, d.z, cell);
    } else {
        if (a->cell_first) cell[0] = hull3_cell(a, d.x[0], d.y[0], d.z[0]);
        if (b->cell_first) cell[1] = hull3_cell(b, d.x[1], d.y[1], d.z[1]);
    }
    if ((a->cell_first && a->cell_first[cell[0]] & 1) || (b->cell_first && b->cell_first[cell[1]] & 1))
        return false;
    const hull_points p = points_of(a, cell[0]), q = points_of(b, cell[1]);
    const gjk3_spread d_a = {f64x4_splat_low(d.x), f64x4_splat_low(d.y), f64x4_splat_low(d.z)},
                      d_b = {f64x4_splat_high(d.x), f64x4_splat_high(d.y), f64x4_splat_high(d.z)};
    const f64x2 own = dvec3x2_dot(dvec3x2_from(hull3_vertex(a, c->a[0]), hull3_vertex(b, c->b[0])), d);
    const f64x2 more = f64x4_max_lanes(reach_of(&p, d_a), reach_of(&q, d_b)) - own;
    *gain = more[0] + more[1];
    return true;
}

static inline bool is_turned(const flr_mat3 *m) { return (m->x.x != 1) | (m->y.y != 1) | (m->z.z != 1); }

/// Returns the squared size or the squared way by which rotations have moved their hulls' centres, whichever
/// is larger: what is moved is off by a rounding of that.
GJK3_INLINE double with_carried(const feature_query *q, double size, f64x4 lead, f64x4 way)
{
    const f64x2 far = f64x4_sum3_pair(f64x4_mul(lead, lead), f64x4_mul(way, way));
    if (!(2 * (far[0] + far[1]) > size)) return size;
    const double moved = 2 * ((is_turned(&q->a->axes) ? far[0] : 0) + (is_turned(&q->b->axes) ? far[1] : 0));
    return moved > size ? moved : size;
}

/// A corner, an edge or a face of the difference, as feature_simplex.
typedef struct hull_feature {
    f64x4 of_a, of_b;  ///< the first corner's points of both shapes
    f64x4 u_of_a, u_of_b, u, v_of_a, v_of_b, v, w;
} hull_feature;

/// As feature_solve.
GJK3_INLINE bool solve(const hull_feature *x, int count, double uu, double vv, feature_plane *f,
                       f64x4 *normal)
{
    if (count == 3) {
        const f64x4 u = f64x4_rotate1(x->u), v = f64x4_rotate1(x->v),
                    n = f64x4_rotate1(cross_turned(x->u, u, x->v, v)), n_turned = f64x4_rotate1(n);
        const f64x2 high = f64x4_sum3_pair(f64x4_mul(n, n), f64x4_mul(n, x->w));
        const f64x2 st = f64x4_sum3_pair(f64x4_mul(f64x4_rotate1(cross_turned(n, n_turned, x->v, v)), x->w),
                                         f64x4_mul(f64x4_rotate1(cross_turned(x->u, u, n, n_turned)), x->w));
        const double nn = high[0], s = st[0], t = st[1];
        *normal = n;
        f->turned = f64x2_signs(f64x2_splat(high[1]));
        f->nn = nn;
        f->part = 1 / nn;
        f->high = fabs(high[1]);
        f->s = s * f->part;
        f->t = t * f->part;
        return s > 0 && t > 0 && s + t < nn && nn > 0x1p-12 * (uu * vv);
    }
    const feature_simplex simplex = {.w = gjk3_dvec3_of(x->w), .u = gjk3_dvec3_of(x->u), .uu = uu};
    const bool within = feature_solve(&simplex, count, false, f);
    *normal = f64x4_of(f->n.x, f->n.y, f->n.z, 0);
    return within;
}

/// Are the numbers those of vertices? Tested one by one: none is ever too large, so every branch is
/// predicted well.
GJK3_INLINE bool are_vertices(const flr_gjk3_cache *c, int count, uint32_t in_a, uint32_t in_b)
{
    for (int i = 0; i < count; i++)
        if (c->a[i] >= in_a || c->b[i] >= in_b) return false;
    return true;
}

/// What is known of a feature that could not be proved.
typedef struct failed_feature {
    double gain;  ///< as in feature_prove, if the closest point lies within; else 0
    double size, nn;
    dvec3x2 d;  ///< the directions in the hulls' frames along which vertices below the plane lie farthest
    f64x4 u, v, normal;
    double s, t, part;  ///< as in feature_plane
} failed_feature;

/// Moves the points of both shapes from the first corner to the closest point. Returns that of the
/// difference.
GJK3_INLINE f64x4 move_to_closest(const feature_plane *f, int count, hull_feature *x)
{
    f64x4 closest = x->w;
    if (count > 1) {
        const f64x4 along = f64x4_splat(f->s);
        closest = f64x4_add_scaled(closest, along, x->u);
        x->of_a = f64x4_add_scaled(x->of_a, along, x->u_of_a);
        x->of_b = f64x4_add_scaled(x->of_b, along, x->u_of_b);
    }
    if (count > 2) {
        const f64x4 along = f64x4_splat(f->t);
        closest = f64x4_add_scaled(closest, along, x->v);
        x->of_a = f64x4_add_scaled(x->of_a, along, x->v_of_a);
        x->of_b = f64x4_add_scaled(x->of_b, along, x->v_of_b);
    }
    return closest;
}

/// Sets the edges of the feature from its first corner, to zero if it has none.
GJK3_INLINE void add_edges(const flr_gjk3_cache *c, int count, const flr_hull3 *a, const flr_hull3 *b,
                           const gjk3_frame *m, const gjk3_frame *n, gjk3_spread first_a, gjk3_spread first_b,
                           hull_feature *x)
{
    if (count > 1) {
        x->u_of_a = way_of(m, a, c->a[1], first_a);
        x->u_of_b = way_of(n, b, c->b[1], first_b);
        x->u = f64x4_sub(x->u_of_a, x->u_of_b);
    } else {
        x->u = f64x4_splat(0);
    }
    if (count > 2) {
        x->v_of_a = way_of(m, a, c->a[2], first_a);
        x->v_of_b = way_of(n, b, c->b[2], first_b);
        x->v = f64x4_sub(x->v_of_a, x->v_of_b);
    } else {
        x->v = f64x4_splat(0);
    }
}

/// Answers if the cached corners are still the closest feature of two hulls. Else *w receives what the test
/// found, if it came so far.
GJK3_INLINE bool try_hulls(const feature_query *q, int count, failed_feature *w, flr_gjk3 *r)
{
    const f64x4 zero = f64x4_splat(0);
    const f64x2 none = {0, 0};
    *w = (failed_feature){0, 0, 0, {none, none, none}, zero, zero, zero, 0, 0, 0};
    const flr_gjk3_cache *c = q->options->cache;
    const flr_hull3 *a = q->a->hull, *b = q->b->hull;
    if (!are_vertices(c, count, a->info.vertex_count, b->info.vertex_count)) return false;
    const gjk3_frame m = gjk3_frame_of(q->a), n = gjk3_frame_of(q->b);
    // where the hulls' bases come to lie: that of a in the scene's origin
    const f64x4 from = gjk3_vector_of(&q->a->center), lead = gjk3_turned(&m, gjk3_spread_of(&a->base)),
                way = gjk3_turned(&n, gjk3_spread_of(&b->base));
    const f64x4 apart = f64x4_sub(gjk3_vector_of(&q->b->center), from);
    const gjk3_spread first_a = vertex_of(a, c->a[0]), first_b = vertex_of(b, c->b[0]);
    hull_feature x;
    feature_plane f;
    f64x4 normal;
    // b's point counts from its hull's base as well: it is rounded for that distance, however near it is
    // itself
    const f64x4 p = gjk3_turned(&m, first_a), own = gjk3_turned(&n, first_b),
                s = f64x4_add(far_sum(apart, way, lead), own);
    x.w = f64x4_sub(p, s);
    add_edges(c, count, a, b, &m, &n, first_a, first_b, &x);
    const f64x2 sides = f64x4_sum3_pair(f64x4_mul(x.u, x.u), f64x4_mul(x.v, x.v));
    const f64x2 square = f64x4_sum3_pair(
        f64x4_mul(p, p), f64x4_add(f64x4_mul(s, s), f64x4_mul(f64x4_mul(own, own), f64x4_splat(0.25))));
    const double size = with_carried(q, 2 * (((square[0] + square[1]) + sides[0]) + sides[1]), lead, way);
    const bool within = solve(&x, count, sides[0], sides[1], &f, &normal);
    w->s = f.s;
    w->t = f.t;
    if (!within) return false;
    // for b along the normal if it points away from the origin, for a the other way
    const i64x2 signs = f.turned ^ (i64x2) { INT64_MIN, 0 };
    const dvec3x2 d = {f64x2_xor(f64x4_sum3_pair(f64x4_mul(m.x, normal), f64x4_mul(n.x, normal)), signs),
                       f64x2_xor(f64x4_sum3_pair(f64x4_mul(m.y, normal), f64x4_mul(n.y, normal)), signs),
                       f64x2_xor(f64x4_sum3_pair(f64x4_mul(m.z, normal), f64x4_mul(n.z, normal)), signs)};
    double gain;
    if (!gain_of(a, b, c, d, &gain)) return false;
    w->gain = gain;
    w->size = size;
    w->nn = f.nn;
    w->d = d;
    w->u = x.u;
    w->v = x.v;
    w->normal = normal;
    w->part = f.part;
    // the answer, as in feature_answer
    x.of_a = f64x4_add(lead, p);
    x.of_b = f64x4_add(lead, s);
    const dvec3 nearest = gjk3_dvec3_of(move_to_closest(&f, count, &x));
    f.n = gjk3_dvec3_of(normal);
    gjk3_outcome end;
    pair3 scene;
    if (!feature_prove(q, &f, count, nearest, size, gain, &scene, &end)) return false;
    q->options->cache->axis = dvec3_round(nearest);
    gjk3_set_numbers(&scene, &end, (double)flr_gjk3_limit(q->options), false, r);
    gjk3_set_ends(&scene, from, x.of_a, x.of_b, f64x4_of(end.axis.x, end.axis.y, end.axis.z, 0), r);
    return true;
}

/// Returns the corner of the face whose place a vertex below the face takes. Seen along the face's normal,
/// that one of the three new faces counts which contains the old closest point. Returns 3 if none does.
GJK3_INLINE int leaver_of(const failed_feature *w, f64x4 to)
{
    // the vector to the vertex, in parts of both sides
    const f64x4 n = w->normal, n1 = f64x4_rotate1(n), u1 = f64x4_rotate1(w->u), v1 = f64x4_rotate1(w->v);
    const f64x2 st = f64x4_sum3_pair(f64x4_mul(f64x4_rotate1(cross_turned(w->v, v1, n, n1)), to),
                                     f64x4_mul(f64x4_rotate1(cross_turned(n, n1, w->u, u1)), to));
    const double x = st[0] * w->part, y = st[1] * w->part, s = w->s, t = w->t;
    const double at_p = x * t - y * s, at_q = (x - 1) * t - y * (s - 1), at_r = x * (t - 1) - (y - 1) * s;
    if ((y > 0) & (at_p < 0) & (at_q > 0)) return 2;
    if ((x > 0) & (at_r < 0) & (at_p > 0)) return 1;
    return ((x + y < 1) & (at_q < 0) & (at_r > 0)) ? 0 : 3;
}

/// Puts the neighbour of a feature that has failed into the cache. Returns false if there is none.
GJK3_INLINE bool go_on(const flr_convex3 *a, const flr_convex3 *b, const failed_feature *w, flr_gjk3_cache *c)
{
    if (!(w->gain * w->gain > gjk3_noise_of(w->size) * w->nn)) {
        // the closest point lies beyond the face's first side
        if (!(c->count == 3 && w->t <= 0 && w->s > 0 && w->s < 1)) return false;
        c->count = 2;
        return true;
    }
    const flr_hull3 *g = a->hull, *h = b->hull;
    vertex3 v;
    pair3_find(g, h, w->d.x, w->d.y, w->d.z, &v);
    for (uint32_t i = 0; i < c->count; i++)
        if (c->a[i] == v.id_a && c->b[i] == v.id_b) return false;
    int at = (int)c->count;
    if (at == 3) {
        const gjk3_frame m = gjk3_frame_of(a), n = gjk3_frame_of(b);
        at = leaver_of(w, f64x4_sub(way_of(&m, g, v.id_a, vertex_of(g, c->a[0])),
                                    way_of(&n, h, v.id_b, vertex_of(h, c->b[0]))));
        if (at == 3) return false;
    } else {
        c->count++;
    }
    c->a[at] = v.id_a;
    c->b[at] = v.id_b;
    return true;
}

/// Tries the neighbour, and then searches from there.
static __attribute__((noinline)) flr_gjk3 try_next(const flr_convex3 *a, const flr_convex3 *b,
                                                   const flr_gjk3_options *options, failed_feature w)
{
    const feature_query q = {a, b, options};
    flr_gjk3 r;
    if (go_on(a, b, &w, options->cache)) {
        const uint32_t count = options->cache->count;
        if (count == 3 && try_hulls(&q, 3, &w, &r)) return r;
        if (count == 2 && try_hulls(&q, 2, &w, &r)) return r;
    }
    return flr_gjk3_fast_hulls(a, b, options);
}

/// Answers from the cached feature if it is still the closest, else from its neighbour.
static flr_gjk3 warm_start_hulls(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options)
{
    const feature_query q = {a, b, options};
    const uint32_t count = options->cache->count;
    failed_feature w;
    flr_gjk3 r;
    if (count == 3) {
        if (try_hulls(&q, 3, &w, &r)) return r;
    } else if (count == 2) {
        if (try_hulls(&q, 2, &w, &r)) return r;
    } else if (count != 1) {
        return flr_gjk3_fast_hulls(a, b, options);
    } else if (try_hulls(&q, 1, &w, &r)) {
        return r;
    }
    return try_next(a, b, options, w);
}

#endif
