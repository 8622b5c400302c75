#include "raycast/triangle3.h"

/// What is too close to call, or of unusual size.
static flr_cast3_triangle careful(const flr_cast3_path *path, const flr_triangle3 *t, unsigned options)
{
    const flr_cast3_triangle none = {.hit = false};
    cast3_corner_hit hit;
    if (!cast3_triangle(path, t, options, &hit)) return none;
    return flr_cast3_triangle_told(path, t, &hit, 0);
}

flr_cast3_triangle flr_cast3_ray_triangle(const flr_cast3_path *path, const flr_triangle3 *t,
                                          unsigned options)
{
    const simd3_path p = cast3_simd_path(path);
    simd3_triangle_hit h = simd3_ray_triangle(&p, simd3_all(t->a), simd3_all(t->b), simd3_all(t->c),
                                              (options & FLR_CAST_FRONT_ONLY) != 0);
    flr_cast3_triangle r = {.hit = false};
    if (h.miss) return r;
    if (!h.hit) return careful(path, t, options);
    simd3_triangle_answer told = simd3_triangle_tell(&p, &h);
    r.hit = true;
    r.front = h.determinant > 0;
    r.t = told.t;
    r.point = cast3_point(path, r.t);
    r.normal = simd3_vec3(simd3_facing_normal(&h));
    r.barycentric[0] = simd_real(told.weight.x);
    r.barycentric[1] = simd_real(told.weight.y);
    r.barycentric[2] = simd_real(told.weight.z);
    return r;
}
