/// The common case of the hottest pairs, without branches, for one pair or several at once (math/simd.h).
/// The scalar calls and the batches are this same arithmetic. What is not `decided` (near contact, needles,
/// extreme sizes, values that are not finite) is left to the robust part of the scalar call.
#ifndef FLR_CLOSEST_CLOSEST3_LANES_H
#define FLR_CLOSEST_CLOSEST3_LANES_H

#include "math/simd_any_width.h"

/// Is a squared size so usual that its square stays in range, also that of a distance a 10^10th of the size
/// in a float?
static inline simd_m simd3_is_usual_size(simd_d squared)
{
    return simd_and(simd_more(squared, simd_all(0x1p-200)), simd_less(squared, simd_all(0x1p200)));
}

/// The square of a part of the size: shorter distances use the robust path.
#define SIMD3_NEAR 1e-20

typedef struct simd3_nearest {
    simd_m decided;
    simd_d squared;
    simd_3 point;  ///< on the second shape; a corner's own bits where it is one
} simd3_nearest;

/// RTCD 5.1.5, with three differences: areas come from cross products, because differences of dot
/// products cancel in slender triangles; the projection is counted from the corner or edge that it was found
/// on; and one division serves all regions.
static inline simd3_nearest simd3_point_triangle(simd_3 p, simd_3 a, simd_3 b, simd_3 c)
{
    const simd_d zero = simd_all(0), one = simd_all(1);
    simd_3 ab = simd3_sub(b, a), ac = simd3_sub(c, a), bc = simd3_sub(c, b);
    simd_3 ap = simd3_sub(p, a), bp = simd3_sub(p, b), cp = simd3_sub(p, c);
    simd_d ab2 = simd3_dot(ab, ab), ac2 = simd3_dot(ac, ac), bc2 = simd3_dot(bc, bc);
    simd_d on_ab = simd3_dot(ap, ab), on_ac = simd3_dot(ap, ac), on_bc = simd3_dot(bp, bc);
    simd_3 n = simd3_cross(ab, ac);
    simd_d nn = simd3_dot(n, n);
    simd_d weight_b = simd3_dot(n, simd3_cross(ap, ac)), weight_c = simd3_dot(n, simd3_cross(ab, ap));
    simd_d weight_a = nn - weight_b - weight_c;

    simd_m is_a = simd_and(simd_at_most(on_ab, zero), simd_at_most(on_ac, zero));
    simd_m is_b = simd_and(simd_at_most(ab2, on_ab), simd_at_most(on_bc, zero));
    simd_m is_c = simd_and(simd_at_most(ac2, on_ac), simd_at_most(bc2, on_bc));
    simd_m is_ab =
        simd_and(simd_at_most(weight_c, zero), simd_and(simd_less(zero, on_ab), simd_less(on_ab, ab2)));
    simd_m is_ac =
        simd_and(simd_at_most(weight_b, zero), simd_and(simd_less(zero, on_ac), simd_less(on_ac, ac2)));
    simd_m is_bc =
        simd_and(simd_at_most(weight_a, zero), simd_and(simd_less(zero, on_bc), simd_less(on_bc, bc2)));
    simd_m is_corner = simd_or(is_a, simd_or(is_b, is_c));
    simd_m is_rim = simd_or(is_corner, simd_or(is_ab, simd_or(is_ac, is_bc)));
    simd_m is_face =
        simd_and(simd_and(simd_more(weight_a, zero), simd_more(weight_b, zero)), simd_more(weight_c, zero));

    // the point is base + s ab + t (ac, or bc along that edge)
    simd_m from_b = simd_or(is_b, is_bc);
    simd_3 base = simd3_select(from_b, b, simd3_select(is_c, c, a));
    simd_3 from = simd3_select(from_b, bp, simd3_select(is_c, cp, ap));
    simd_3 second = simd3_select(is_bc, bc, ac);
    simd_d s = simd_select(is_ab, on_ab, simd_select(is_rim, zero, weight_b));
    simd_d t = simd_select(is_bc, on_bc, simd_select(is_ac, on_ac, simd_select(is_rim, zero, weight_c)));
    simd_d whole = simd_select(
        is_ab, ab2, simd_select(is_ac, ac2, simd_select(is_bc, bc2, simd_select(is_corner, one, nn))));
    simd_d part = one / whole;
    s = simd_min(s * part, one);
    t = simd_min(t * part, one);

    simd3_nearest r;
    simd_3 gap = simd3_along(simd3_along(from, -s, ab), -t, second);
    r.squared = simd3_dot(gap, gap);
    simd_3 offset = simd3_along(simd3_scale(s, ab), t, second);
    simd_3 at = {base.x + offset.x, base.y + offset.y, base.z + offset.z};
    r.point = simd3_select(is_corner, base, at);

    simd_d size = simd3_dot(ap, ap) + ab2 + ac2, most = simd_max(ab2, ac2);
    r.decided = simd_and(simd3_is_usual_size(size), simd3_is_usual_size(most));
    r.decided = simd_and(r.decided, simd_more(nn, simd_all(0x1p-14) * (most * most)));
    r.decided = simd_and(r.decided, simd_more(r.squared, simd_all(SIMD3_NEAR) * size));
    r.decided = simd_and(r.decided, simd_or(is_rim, is_face));
    // next to a corner rounding errors may see a point beyond both of its edges
    simd_m several = simd_or(simd_and(is_ab, is_bc), simd_and(is_ac, simd_or(is_ab, is_bc)));
    several = simd_or(several, simd_and(is_corner, simd_or(is_ac, simd_or(is_ab, is_bc))));
    r.decided = simd_and(r.decided, simd_not(several));
    return r;
}

typedef struct simd3_bridge {
    simd_m decided;
    simd_d squared;
    simd_3 point_a, point_b;  ///< the ends of the segments with their own bits
    simd_d s, t;              ///< their parameters
} simd3_bridge;

/// The point at parameter t of a segment is `base` + `offset`, from its nearer end.
typedef struct simd3_projection {
    simd_3 base, offset, point;
} simd3_projection;

/// Returns a + t d, counted from the nearer of both ends, a and b = a + d.
static inline simd3_projection simd3_projection_at(simd_3 a, simd_3 b, simd_3 d, simd_d t)
{
    simd3_projection f;
    simd_m far = simd_more(t, simd_all(0.5));
    simd_d along = simd_select(far, t - simd_all(1), t);
    f.base = simd3_select(far, b, a);
    f.offset = simd3_scale(along, d);
    simd_3 at = {f.base.x + f.offset.x, f.base.y + f.offset.y, f.base.z + f.offset.z};
    f.point = simd3_select(simd_equal(along, simd_all(0)), f.base, at);
    return f;
}

/// Returns x, or 1 in lanes where it is not above 0, to divide by.
static inline simd_d simd_where_positive(simd_d x)
{
    return simd_select(simd_more(x, simd_all(0)), x, simd_all(1));
}

/// Finds the closest points of a0 a1 and b0 b1: RTCD 5.1.9, with the differences that
/// dvec3x2_segment_segment names.
static inline simd3_bridge simd3_segment_segment(simd_3 a0, simd_3 a1, simd_3 b0, simd_3 b1)
{
    simd_3 d = simd3_sub(a1, a0), e = simd3_sub(b1, b0), r = simd3_sub(a0, b0);
    simd_d dd = simd3_dot(d, d), ee = simd3_dot(e, e), rr = simd3_dot(r, r);
    simd_3 n = simd3_cross(d, e), m = simd3_cross(e, r);
    simd_d crossing = simd3_dot(n, m) / simd_where_positive(simd3_dot(n, n));
    simd_3 at = simd3_along(r, simd_clamp01(crossing), d);
    simd_d t = simd_clamp01(simd3_dot(at, e) / simd_where_positive(ee));
    simd_3 back = simd3_along(r, -t, e);
    simd_d s = simd_clamp01(-simd3_dot(back, d) / simd_where_positive(dd));

    simd3_bridge bridge;
    simd3_projection on_a = simd3_projection_at(a0, a1, d, s), on_b = simd3_projection_at(b0, b1, e, t);
    simd_3 between = simd3_sub(on_b.base, on_a.base), offset = simd3_sub(on_b.offset, on_a.offset);
    simd_3 gap = {between.x + offset.x, between.y + offset.y, between.z + offset.z};
    bridge.squared = simd3_dot(gap, gap);
    bridge.point_a = on_a.point;
    bridge.point_b = on_b.point;
    bridge.s = s;
    bridge.t = t;
    simd_d size = dd + ee + rr;
    bridge.decided =
        simd_and(simd3_is_usual_size(size), simd_more(bridge.squared, simd_all(SIMD3_NEAR) * size));
    return bridge;
}

/// RTCD 5.1.2, from the nearer end.
static inline simd3_nearest simd3_point_segment(simd_3 p, simd_3 a, simd_3 b)
{
    simd_3 d = simd3_sub(b, a), ap = simd3_sub(p, a);
    simd_d dd = simd3_dot(d, d), size = simd3_dot(ap, ap) + dd;
    simd3_projection f =
        simd3_projection_at(a, b, d, simd_clamp01(simd3_dot(ap, d) / simd_where_positive(dd)));
    simd_3 gap = simd3_sub(simd3_sub(p, f.base), f.offset);
    simd3_nearest r;
    r.squared = simd3_dot(gap, gap);
    r.point = f.point;
    r.decided = simd_and(simd3_is_usual_size(size), simd_more(r.squared, simd_all(SIMD3_NEAR) * size));
    return r;
}

/// Finds the point of a box nearest to p (RTCD 5.1.3). Undecided where the frame of flr_closest3_point_point
/// would need another unit.
static inline simd3_nearest simd3_point_aabb(simd_3 p, simd_3 low, simd_3 high)
{
    simd3_nearest r;
    r.point.x = simd_select(simd_less(p.x, low.x), low.x, simd_select(simd_more(p.x, high.x), high.x, p.x));
    r.point.y = simd_select(simd_less(p.y, low.y), low.y, simd_select(simd_more(p.y, high.y), high.y, p.y));
    r.point.z = simd_select(simd_less(p.z, low.z), low.z, simd_select(simd_more(p.z, high.z), high.z, p.z));
    simd_3 gap = simd3_sub(r.point, p);
    r.squared = simd3_dot(gap, gap);
    simd_d largest = simd3_largest(gap) + r.squared;  // the sum also knows of a NaN
    r.decided = simd_or(simd3_is_usual_size(r.squared), simd_equal(largest, simd_all(0)));
    return r;
}

/// Yes or no to whether a distance of `squared` is within a sum of radii. It is decided if they differ by
/// more than the rounding of both.
typedef struct simd_verdict {
    simd_m yes, decided;
} simd_verdict;

/// Is the squared distance within the reach? Not decided where rounding could change the answer.
static inline simd_verdict simd_within(simd_d squared, simd_d reach)
{
    const simd_d slack = simd_all(sizeof(flr_real) < 8 ? 1e-6 : 1e-14), one = simd_all(1);
    simd_verdict v;
    simd_d limit = reach * reach;
    v.yes = simd_less(squared, limit * (one - slack));
    simd_m no = simd_more(squared, limit * (one + slack));
    v.decided = simd_and(simd_or(v.yes, no), simd3_is_usual_size(simd_max(squared, limit)));
    v.decided = simd_and(v.decided, simd_at_most(simd_all(0), reach));
    return v;
}

/// Does a ball reach a box?
static inline simd_verdict simd3_sphere_aabb(simd_3 center, simd_d radius, simd_3 low, simd_3 high)
{
    return simd_within(simd3_point_aabb(center, low, high).squared, radius);
}

/// Do two balls overlap?
static inline simd_verdict simd3_sphere_sphere(simd_3 a, simd_d radius_a, simd_3 b, simd_d radius_b)
{
    simd_3 gap = simd3_sub(b, a);
    return simd_within(simd3_dot(gap, gap), radius_a + radius_b);
}

#endif
