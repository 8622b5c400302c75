/// A corner, an edge or a face of the Minkowski difference, taken as its nearest feature: the closest point,
/// the plane perpendicular to that, and the answer if the plane is proved.
#ifndef FLR_CONVEX_GJK3_FEATURE_H
#define FLR_CONVEX_GJK3_FEATURE_H

#include <math.h>

#include "convex/gjk3_result.h"
#include "convex/gjk_limit.h"
#include "math/simd_f64x4.h"

// ---- Vectors of three numbers in four lanes ----

/// These are compiled for two widths of registers, with the same bits. The last lane is not used.

/// A vector, with each of its numbers in all lanes.
typedef struct gjk3_spread {
    f64x4 x, y, z;
} gjk3_spread;

/// Four vectors, one in each lane.
typedef struct points4 {
    f64x4 x, y, z;
} points4;

GJK3_INLINE f64x4 dot4(points4 a, points4 b) { return f64x4_dot3(a.x, b.x, a.y, b.y, a.z, b.z); }

GJK3_INLINE f64x4 minor4(f64x4 a, f64x4 b, f64x4 c, f64x4 d)
{
    return f64x4_sub(f64x4_mul(a, b), f64x4_mul(c, d));
}

GJK3_INLINE f64x4 root4(f64x4 x)
{
#ifdef __AVX2__
    return (f64x4)_mm256_sqrt_pd((__m256d)x);
#else
    return f64x4_make(f64x2_sqrt(x.low), f64x2_sqrt(x.high));
#endif
}

/// Three vectors: the columns of a rotation, or its rows.
typedef struct gjk3_frame {
    f64x4 x, y, z;
} gjk3_frame;

/// Loads a vector that is not the last member of its shape, since four numbers are read. The last lane is 0.
GJK3_INLINE f64x4 gjk3_vector_of(const flr_vec3 *v) { return f64x4_load_vector(&v->x); }
/// Loads a vector that is followed by another one, whose first number gets into the last lane.
GJK3_INLINE f64x4 gjk3_vector_before(const flr_vec3 *v) { return f64x4_load_real(&v->x); }

GJK3_INLINE gjk3_frame gjk3_frame_of(const flr_convex3 *s)
{
    return (gjk3_frame){gjk3_vector_before(&s->axes.x), gjk3_vector_before(&s->axes.y),
                        gjk3_vector_of(&s->axes.z)};
}

GJK3_INLINE gjk3_spread gjk3_spread_of(const flr_vec3 *p)
{
    return (gjk3_spread){f64x4_splat_real(&p->x), f64x4_splat_real(&p->y), f64x4_splat_real(&p->z)};
}

GJK3_INLINE gjk3_spread gjk3_spread_sub(gjk3_spread a, gjk3_spread b)
{
    return (gjk3_spread){f64x4_sub(a.x, b.x), f64x4_sub(a.y, b.y), f64x4_sub(a.z, b.z)};
}

/// Returns the columns times the numbers of v, summed.
GJK3_INLINE f64x4 gjk3_turned(const gjk3_frame *f, gjk3_spread v)
{
    return f64x4_dot3(f->x, v.x, f->y, v.y, f->z, v.z);
}

GJK3_INLINE dvec3 gjk3_dvec3_of(f64x4 v)
{
    const f64x2 low = f64x4_low(v);
    return dvec3_make(low[0], low[1], f64x4_high(v)[0]);
}

/// As gjk3_set_points: the cores' points are from + a and from + b, and the axis leads from b to a.
GJK3_INLINE void gjk3_set_ends(const pair3 *p, f64x4 from, f64x4 a, f64x4 b, f64x4 axis, flr_gjk3 *r)
{
    if (p->radius_a + p->radius_b != 0) {
        a = f64x4_sub(a, f64x4_mul(f64x4_splat(p->radius_a), axis));
        b = f64x4_add(b, f64x4_mul(f64x4_splat(p->radius_b), axis));
    }
    r->point_a = dvec3_round(gjk3_dvec3_of(f64x4_add(from, a)));
    r->point_b = dvec3_round(gjk3_dvec3_of(f64x4_add(from, b)));
}

// ---- Features ----

/// A corner of the difference, or an edge or a face that begins at it. The number of corners is passed
/// beside it, as a constant.
typedef struct feature_simplex {
    dvec3x2 at, offset;  ///< the corner's points of both shapes, in world: at + offset
    dvec3x2 of_u, of_v;  ///< the vectors from there to the other corners
    dvec3 w, u, v;       ///< the corner and these vectors, in the difference
    double uu, vv;       ///< u times u and v times v
} feature_simplex;

/// The plane perpendicular to the closest point of a feature.
typedef struct feature_plane {
    dvec3 n;          ///< the direction of the closest point or its opposite, at any length
    i64x2 turned;     ///< the sign bit is set for the opposite
    double nn, part;  ///< n times n, and its inverse
    double high;      ///< the height of w along n, with the sign turned if n is the opposite
    double s, t;      ///< the closest point is w + s u + t v
} feature_plane;

typedef struct feature_query {
    const flr_convex3 *a, *b;
    const flr_gjk3_options *options;
} feature_query;

/// Are the first `count` numbers of the cache numbers of corners of both shapes?
GJK3_INLINE bool feature_are_within(const flr_gjk3_cache *c, int count, uint32_t in_a, uint32_t in_b)
{
    bool within = true;
    for (int i = 0; i < count; i++) within &= (c->a[i] < in_a) & (c->b[i] < in_b);
    return within;
}

static inline dvec3 feature_difference(dvec3x2 p)
{
    return dvec3_make(p.x[0] - p.x[1], p.y[0] - p.y[1], p.z[0] - p.z[1]);
}

static inline dvec3x2 feature_sum(dvec3x2 a, dvec3x2 b) { return (dvec3x2){a.x + b.x, a.y + b.y, a.z + b.z}; }

/// Returns twice the sum of the squared lengths of the corner's points and of the vectors to the other
/// corners.
GJK3_INLINE double feature_size(const feature_simplex *x, dvec3x2 p, int count)
{
    const f64x2 square = dvec3x2_dot(p, p);
    double sum = square[0] + square[1];
    if (count > 1) sum += x->uu;
    if (count > 2) sum += x->vv;
    return 2 * sum;
}

/// Computes the closest point of a feature and its plane. Returns false if the point does not lie within the
/// feature. In a parallelogram it may lie in the other half as well.
GJK3_INLINE bool feature_solve(const feature_simplex *x, int count, bool parallelogram, feature_plane *f)
{
    const dvec3 w = x->w, u = x->u, v = x->v;
    f->turned = (i64x2){0, 0};
    f->s = f->t = 0;
    if (count == 3) {
        const dvec3 n = dvec3_cross(u, v);
        const double nn = dvec3_dot(n, n), height = dvec3_dot(n, w);
        // w comes last, in products with what is known before it
        const double s = dvec3_dot(dvec3_cross(n, v), w), t = dvec3_dot(dvec3_cross(u, n), w);
        f->n = n;
        f->turned = f64x2_signs(f64x2_splat(height));
        f->nn = nn;
        f->part = 1 / nn;
        f->high = fabs(height);
        f->s = s * f->part;
        f->t = t * f->part;
        const bool below = parallelogram ? s < nn && t < nn : s + t < nn;
        return s > 0 && t > 0 && below && nn > 0x1p-12 * (x->uu * x->vv);
    }
    if (count == 2) {
        const double part = 1 / x->uu, s = -dvec3_dot(w, u) * part;
        // what rounding has left along a long edge, whose other end is the nearer one, would turn the plane
        const dvec3 c = dvec3_add_scaled(w, s, u);
        f->n = dvec3_add_scaled(c, -dvec3_dot(c, u) * part, u);
        f->nn = dvec3_dot(f->n, f->n);
        f->part = 1 / f->nn;
        f->high = dvec3_dot(f->n, w);
        f->s = s;
        return s > 0 && s < 1;
    }
    f->n = w;
    f->nn = f->high = dvec3_dot(w, w);
    f->part = 1 / f->nn;
    return true;
}

/// Returns the directions, in the lanes of a and b, along which no point may lie farther than the feature's.
GJK3_INLINE dvec3x2 feature_outwards(const feature_plane *f)
{
    const i64x2 turned = f->turned ^ (i64x2) { INT64_MIN, 0 };
    return (dvec3x2){f64x2_xor(f64x2_splat(f->n.x), turned), f64x2_xor(f64x2_splat(f->n.y), turned),
                     f64x2_xor(f64x2_splat(f->n.z), turned)};
}

/// Sets distance, direction and bounds. The direction is that of the plane that is proved.
GJK3_INLINE void feature_set_bounds(const feature_plane *f, int count, dvec3 closest, double gain,
                                    double size_squared, gjk3_outcome *g)
{
    const double length = sqrt(f->nn), inverse = length * f->part, height = f->high * inverse;
    g->rounding = sqrt(gjk3_noise_of(size_squared)) / 2;
    g->lower = (f->high - gain) * inverse;
    g->upper = count == 1 ? length : dvec3_length(closest);
    g->distance = count == 3 && height < g->upper ? height : g->upper;
    g->axis = dvec3_scale(f64x2_xor(f64x2_splat(inverse), f->turned)[0], f->n);
}

/// Is the plane proved: does nothing lie nearer to the origin along its normal than the feature, by more
/// than rounding? `gain` is by how much something does, times the normal's length. Sets *end, and of *scene
/// what gjk3_result.h reads.
GJK3_INLINE bool feature_prove(const feature_query *q, const feature_plane *f, int count, dvec3 closest,
                               double size_squared, double gain, pair3 *scene, gjk3_outcome *end)
{
    scene->a.shape = q->a;
    scene->b.shape = q->b;
    scene->reference.unit = 1;
    scene->radius_a = (double)q->a->radius;
    scene->radius_b = (double)q->b->radius;
    const double limit = (double)flr_gjk3_limit(q->options), radii = scene->radius_a + scene->radius_b;
    const double noise = gjk3_noise_of(size_squared), doubt = noise * f->nn;
    // so that no product vanishes; sizes that are too large fail the other tests
    const bool usual = noise > 0x1p-300 && f->nn > 0x1p-700 && radii < (double)INFINITY;
    if (!(usual && gain * gain <= doubt && f->high * f->high > doubt)) return false;
    end->end = GJK3_CLOSEST;
    end->steps = 1;
    feature_set_bounds(f, count, closest, gain, size_squared, end);
    // the search knows what to return for shapes farther apart than the limit
    return end->upper - end->lower <= 16 * end->rounding + end->upper * 0x1p-50 &&
           !(end->upper > limit + radii);
}

/// Sets the answer, if the plane is proved. Else returns false.
GJK3_INLINE bool feature_answer(const feature_query *q, const feature_simplex *x, const feature_plane *f,
                                int count, double size_squared, double gain, flr_gjk3 *r)
{
    dvec3 closest = x->w;
    dvec3x2 offset = x->offset;
    if (count > 1) {
        const f64x2 s = f64x2_splat(f->s);
        closest = dvec3_add_scaled(closest, f->s, x->u);
        offset.x += s * x->of_u.x;
        offset.y += s * x->of_u.y;
        offset.z += s * x->of_u.z;
    }
    if (count > 2) {
        const f64x2 t = f64x2_splat(f->t);
        closest = dvec3_add_scaled(closest, f->t, x->v);
        offset.x += t * x->of_v.x;
        offset.y += t * x->of_v.y;
        offset.z += t * x->of_v.z;
    }
    pair3 scene;
    gjk3_outcome end;
    if (!feature_prove(q, f, count, closest, size_squared, gain, &scene, &end)) return false;
    q->options->cache->axis = dvec3_round(closest);
    gjk3_set_numbers(&scene, &end, (double)flr_gjk3_limit(q->options), false, r);
    gjk3_set_points(&scene, x->at, offset, dvec3_neg(end.axis), r);
    return true;
}

/// Sets the sides of the difference, from the vectors to the other corners.
GJK3_INLINE void feature_set_sides(feature_simplex *x, int count)
{
    if (count > 1) {
        x->u = feature_difference(x->of_u);
        x->uu = dvec3_dot(x->u, x->u);
    }
    if (count > 2) {
        x->v = feature_difference(x->of_v);
        x->vv = dvec3_dot(x->v, x->v);
    }
}

#endif
