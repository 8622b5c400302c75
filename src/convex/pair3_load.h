/// How the shapes of a pair come into its lanes, inline for those who make a pair for one question. The unit is a constant where it
/// is 1.
#ifndef FLR_CONVEX_PAIR3_LOAD_H
#define FLR_CONVEX_PAIR3_LOAD_H

#include "convex/pair3.h"

#define PAIR3_INLINE static inline __attribute__((always_inline))

PAIR3_INLINE f64x2 pair3_two(flr_real a, double scale_a, flr_real b, double scale_b)
{
    return (f64x2){(double)a, (double)b} * (f64x2){scale_a, scale_b};
}

PAIR3_INLINE f64x2 pair3_sum_of(f64x2 x, f64x2 y, f64x2 z)
{
    return f64x2_abs(x) + f64x2_abs(y) + f64x2_abs(z);
}

/// A length like the sizes of both: it is finite only if all four places are.
PAIR3_INLINE double pair3_measure(const pair3_lanes *l)
{
    f64x2 sum = {0, 0};
    for (int i = 0; i < 4; i++) sum += pair3_sum_of(l->x[i], l->y[i], l->z[i]);
    return sum[0] + sum[1];
}

PAIR3_INLINE void pair3_set_axis(pair3_lanes *l, int i, flr_vec3 a, double scale_a, flr_vec3 b,
                                 double scale_b)
{
    l->x[i] = pair3_two(a.x, scale_a, b.x, scale_b);
    l->y[i] = pair3_two(a.y, scale_a, b.y, scale_b);
    l->z[i] = pair3_two(a.z, scale_a, b.z, scale_b);
}

PAIR3_INLINE void pair3_set_origin(pair3 *p, pair3_lanes *l, dvec3 a, dvec3 b)
{
    l->x[3] = (f64x2){a.x, b.x};
    l->y[3] = (f64x2){a.y, b.y};
    l->z[3] = (f64x2){a.z, b.z};
    // each number from where it was computed: read back from memory as a whole, it would have to wait for its parts
    p->a.center = dvec3_make(a.x, a.y, a.z);
    p->a.middle = dvec3_make(a.x, a.y, a.z);
    p->b.center = dvec3_make(b.x, b.y, b.z);
    p->b.middle = dvec3_make(b.x, b.y, b.z);
}

/// Both boxes side by side.
PAIR3_INLINE void pair3_load_boxes(pair3 *p, const flr_convex3 *a, const flr_convex3 *b, double unit)
{
    pair3_lanes *l = &p->lanes;
    const flr_vec3 m = a->half_extents, n = b->half_extents;
    pair3_set_axis(l, 0, a->axes.x, (double)m.x * unit, b->axes.x, (double)n.x * unit);
    pair3_set_axis(l, 1, a->axes.y, (double)m.y * unit, b->axes.y, (double)n.y * unit);
    pair3_set_axis(l, 2, a->axes.z, (double)m.z * unit, b->axes.z, (double)n.z * unit);
    pair3_set_origin(p, l, dvec3_make(0, 0, 0), reference3_relative(&p->reference, b->center));
}

/// Each lane's rotation of its own point.
PAIR3_INLINE void pair3_turn(const pair3_lanes *l, dvec3 a, dvec3 b, dvec3 *turned_a, dvec3 *turned_b)
{
    const f64x2 px = {a.x, b.x}, py = {a.y, b.y}, pz = {a.z, b.z};
    const f64x2 x = l->x[0] * px + l->x[1] * py + l->x[2] * pz,
                y = l->y[0] * px + l->y[1] * py + l->y[2] * pz,
                z = l->z[0] * px + l->z[1] * py + l->z[2] * pz;
    *turned_a = dvec3_make(x[0], y[0], z[0]);
    *turned_b = dvec3_make(x[1], y[1], z[1]);
}

PAIR3_INLINE void pair3_set_turns(pair3_lanes *l, const flr_convex3 *a, const flr_convex3 *b, double unit)
{
    pair3_set_axis(l, 0, a->axes.x, unit, b->axes.x, unit);
    pair3_set_axis(l, 1, a->axes.y, unit, b->axes.y, unit);
    pair3_set_axis(l, 2, a->axes.z, unit, b->axes.z, unit);
}

/// The rotations, and where both shapes' own references come to lie: a's in the scene's origin.
PAIR3_INLINE void pair3_set_frames(pair3 *p, pair3_lanes *l, const flr_convex3 *a, const flr_convex3 *b,
                                   dvec3 first_a, dvec3 first_b, double unit)
{
    dvec3 lead, way;
    pair3_set_turns(l, a, b, unit);
    pair3_turn(l, first_a, first_b, &lead, &way);
    p->reference.lead = dvec3_make(lead.x, lead.y, lead.z);
    dvec3 apart =
        dvec3_sub(dvec3_scale(unit, dvec3_from(b->center)), dvec3_scale(unit, p->reference.position));
    pair3_set_origin(p, l, dvec3_make(0, 0, 0), dvec3_far_sum(apart, way, lead));
}

/// Of hulls that are not measured from their middles.
PAIR3_INLINE void pair3_set_middles_off(pair3 *p)
{
    dvec3 a, b;
    pair3_turn(&p->lanes, dvec3_from(p->a.hull->middle), dvec3_from(p->b.hull->middle), &a, &b);
    p->a.middle = dvec3_make(a.x, a.y, a.z);
    p->b.middle = dvec3_make(p->b.center.x + b.x, p->b.center.y + b.y, p->b.center.z + b.z);
}

PAIR3_INLINE void pair3_load_hulls(pair3 *p, const flr_convex3 *a, const flr_convex3 *b, double unit)
{
    p->a.hull = a->hull;
    p->b.hull = b->hull;
    if (a->hull->has_base | b->hull->has_base) {
        pair3_set_frames(p, &p->lanes, a, b, dvec3_from(a->hull->base), dvec3_from(b->hull->base), unit);
        if (a->hull->is_off | b->hull->is_off) pair3_set_middles_off(p);
        return;
    }
    // bases are where the poses say, so the middles are all that is turned
    pair3_set_turns(&p->lanes, a, b, unit);
    pair3_set_origin(p, &p->lanes, dvec3_make(0, 0, 0), reference3_relative(&p->reference, b->center));
    pair3_set_middles_off(p);
}

/// As far as one plane of two hulls asks: where their middles come to lie, that of a in the scene's origin.
PAIR3_INLINE void pair3_load_middles(pair3 *p, const flr_convex3 *a, const flr_convex3 *b)
{
    p->radius_a = (double)a->radius;
    p->radius_b = (double)b->radius;
    p->a.shape = a;
    p->b.shape = b;
    p->a.hull = a->hull;
    p->b.hull = b->hull;
    p->reference = (reference3){dvec3_from(a->center), {0, 0, 0}, 1};
    pair3_set_frames(p, &p->lanes, a, b, dvec3_from(a->hull->info.center), dvec3_from(b->hull->info.center),
                     1);
}

/// Corner i, or the first one again.
PAIR3_INLINE const flr_vec3 *pair3_corner_of(const flr_convex3 *s, uint32_t i)
{
    return i < s->count ? &s->corners[i] : &s->corners[0];
}

PAIR3_INLINE void pair3_load_corners(pair3 *p, const flr_convex3 *a, const flr_convex3 *b, double unit)
{
    pair3_lanes *l = &p->lanes;
    const dvec3 from = dvec3_scale(unit, p->reference.position);
    for (uint32_t i = 0; i < 4; i++) {
        const flr_vec3 *u = pair3_corner_of(a, i), *v = pair3_corner_of(b, i);
        l->x[i] = pair3_two(u->x, unit, v->x, unit) - f64x2_splat(from.x);
        l->y[i] = pair3_two(u->y, unit, v->y, unit) - f64x2_splat(from.y);
        l->z[i] = pair3_two(u->z, unit, v->z, unit) - f64x2_splat(from.z);
    }
}

#endif
