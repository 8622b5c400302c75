/// Does the plane square to the way between their middles part two shapes? Of nine in ten that are apart it does. How high the
/// shapes reach is all that is asked for: which of their corners do so is not.
#ifndef FLR_CONVEX_GJK3_FIRST_H
#define FLR_CONVEX_GJK3_FIRST_H

#include <math.h>

#include "convex/gjk3.h"
#include "convex/pair3_load.h"

/// `high` along d is above the radii for certain, in a scene whose points lie within `size_squared` = |a|^2 + |b|^2 of its origin.
/// False of what is not finite, or of a size whose powers are not. `clear`: by more than 64 roundings of the size.
GJK3_INLINE bool gjk3_is_parted(dvec3 d, double high, double size_squared, double radii, bool *clear)
{
    const double dd = dvec3_dot(d, d), noise = gjk3_noise_of(2 * size_squared), square = high * high;
    if (!((high > 0) & (high < (double)INFINITY) & (size_squared > 0x1p-300) & (size_squared < 0x1p300)))
        return false;
    if (radii == 0) {
        *clear = square > 1024 * gjk3_real_roundings * gjk3_real_roundings * noise * dd;
        return square > 16 * noise * dd;
    }
    const double rounding = sqrt(noise), sure = radii + 4 * rounding,
                 all = radii + 32 * gjk3_real_roundings * rounding;
    *clear = square > all * all * dd;
    return square > sure * sure * dd;
}

/// Of up to four corners each; d points from b to a, and heights are those of the corners along it.
GJK3_INLINE bool gjk3_parts_few(const flr_convex3 *a, const flr_convex3 *b, dvec3 *d, f64x2 heights[4],
                                bool *clear)
{
    const dvec3 from = dvec3_from(a->center), way = dvec3_sub(from, dvec3_from(b->center));
    const f64x2 dx = {-way.x, way.x}, dy = {-way.y, way.y}, dz = {-way.z, way.z};
    const f64x2 x = f64x2_splat(from.x), y = f64x2_splat(from.y), z = f64x2_splat(from.z);
    f64x2 size = {0, 0};
    for (uint32_t i = 0; i < 4; i++) {
        const flr_vec3 *u = pair3_corner_of(a, i), *v = pair3_corner_of(b, i);
        const f64x2 px = (f64x2){(double)u->x, (double)v->x} - x,
                    py = (f64x2){(double)u->y, (double)v->y} - y,
                    pz = (f64x2){(double)u->z, (double)v->z} - z;
        heights[i] = px * dx + py * dy + pz * dz;
        size += px * px + py * py + pz * pz;
    }
    const f64x2 most = f64x2_max(f64x2_max(heights[3], heights[2]), f64x2_max(heights[1], heights[0]));
    *d = way;
    return gjk3_is_parted(way, -(most[0] + most[1]), size[0] + size[1], (double)a->radius + (double)b->radius,
                          clear);
}

/// Of two hulls, of which one at least has cells, or none; the vertices that were looked at go to *v, their numbers alone.
GJK3_INLINE bool gjk3_parts_hulls(const pair3 *p, vertex3 *v, bool cells, bool *clear)
{
    const pair3_lanes *l = &p->lanes;
    const flr_hull3 *a = p->a.hull, *b = p->b.hull;
    // what the rotations have carried is rounded as well
    const dvec3 m = p->b.middle, lead = p->reference.lead,
                way = dvec3_add(
                    dvec3_sub(m, dvec3_sub(dvec3_from(p->b.shape->center), p->reference.position)), lead);
    const f64x2 dx = {m.x, -m.x}, dy = {m.y, -m.y}, dz = {m.z, -m.z};
    const f64x2 x = l->x[0] * dx + l->y[0] * dy + l->z[0] * dz,
                y = l->x[1] * dx + l->y[1] * dy + l->z[1] * dz,
                z = l->x[2] * dx + l->y[2] * dy + l->z[2] * dz;
    const dvec3 d_a = dvec3_make(x[0], y[0], z[0]), d_b = dvec3_make(x[1], y[1], z[1]);
    // the middles lie that far from the bases, which the vertices are told from
    const f64x2 within = x * (f64x2){(double)a->middle.x, (double)b->middle.x} +
                         y * (f64x2){(double)a->middle.y, (double)b->middle.y} +
                         z * (f64x2){(double)a->middle.z, (double)b->middle.z};
    const double mm = dvec3_dot(m, m), r_a = (double)a->radius, r_b = (double)b->radius;
    const double between = mm + (within[0] + within[1]);
    double reach;
    if (cells) {
        pair3_find(a, b, x, y, z, v);
        reach = dvec3_dot(hull3_vertex(a, v->id_a), d_a) + dvec3_dot(hull3_vertex(b, v->id_b), d_b);
    } else {
        // nothing waits for the numbers
        const hull3_top t = hull3_highest(a, d_a), u = hull3_highest(b, d_b);
        v->id_a = t.at;
        v->id_b = u.at;
        reach = t.reach + u.reach;
    }
    return gjk3_is_parted(m, between - reach,
                          r_a * r_a + 2 * (mm + r_b * r_b) + dvec3_dot(way, way) + dvec3_dot(lead, lead),
                          p->radius_a + p->radius_b, clear);
}

#endif
