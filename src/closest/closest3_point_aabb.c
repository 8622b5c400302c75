#include "closest/frame3.h"
#include "closest/simd3_pairs.h"

static flr_real clamped(flr_real x, flr_real low, flr_real high)
{
    return x < low ? low : x > high ? high : x;
}

/// RTCD 5.1.3: the coordinates themselves are compared, nothing is rounded until the length is.
flr_closest3 flr_closest3_point_aabb(flr_vec3 p, const flr_aabb3 *b)
{
    simd3_nearest n = simd3_point_aabb(simd3_all(p), simd3_all(b->min), simd3_all(b->max));
    flr_vec3 q = simd3_vec3(n.point);
    if (!n.decided) return flr_closest3_point_point(p, q);
    flr_closest3 result = {simd_real(simd_sqrt(n.squared)), p, q};
    return result;
}

/// RTCD 5.1.3.1.
flr_real flr_distance_squared3_point_aabb(flr_vec3 p, const flr_aabb3 *b)
{
    flr_vec3 q = flr_vec3_make(clamped(p.x, b->min.x, b->max.x), clamped(p.y, b->min.y, b->max.y),
                               clamped(p.z, b->min.z, b->max.z));
    return flr_distance_squared3(p, q);
}
