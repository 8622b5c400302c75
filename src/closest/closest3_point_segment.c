#include "closest/kernels3.h"
#include "closest/simd3_pairs.h"
#include "closest/told3.h"
#include "shape/meet3.h"

/// Ends of the number range, and points on the segment or nearly so.
static flr_parameters3 careful(flr_vec3 p, const flr_segment3 *s)
{
    const flr_vec3 corner[2] = {s->a, s->b};
    flr_local3_scene scene;
    flr_local3_load(&scene, &p, 1, corner, 2);
    dvec3 d = dvec3_sub(scene.b[1], scene.b[0]);
    double t = flr_local3_point_segment(scene.a[0], scene.b[0], d);
    flr_local3_pair pair = {0, {{1, 0, 0}}, {{1 - t, t, 0}}};
    flr_local3_measure(&scene, &pair);
    flr_vec3 nearest = flr_local3_point(corner, &pair.b);
    // as near as rounding could make it seem: whether p is on the segment is decided exactly
    if (pair.distance_squared <= FLR_LOCAL3_NEAR * scene.size_squared) {
        const flr_segment3 here = {p, p};
        bool on = flr_meet3_segment_segment(&here, s);
        if (on) nearest = p;
        if (on) pair.distance_squared = 0;
        if (!on) flr_local3_keep_apart(&pair);
    }

    flr_closest3 result;
    result.distance = flr_local3_distance(&scene, pair.distance_squared);
    result.point_a = p;
    result.point_b = nearest;
    flr_parameters3 told = {result, 0, flr_parameter_told(t, nearest, s->a, s->b)};
    return told;
}

flr_closest3 flr_closest3_point_segment(flr_vec3 p, const flr_segment3 *s)
{
    simd3_nearest n = simd3_point_segment(simd3_all(p), simd3_all(s->a), simd3_all(s->b));
    if (!n.decided) return careful(p, s).closest;
    flr_closest3 result = {simd_real(simd_sqrt(n.squared)), p, simd3_vec3(n.point)};
    return result;
}

flr_parameters3 flr_parameters3_point_segment(flr_vec3 p, const flr_segment3 *b)
{
    simd3_nearest n = simd3_point_segment(simd3_all(p), simd3_all(b->a), simd3_all(b->b));
    if (!n.decided) return careful(p, b);
    dvec3 d = dvec3_relative(b->b, b->a);
    double t = dvec3_dot(dvec3_relative(p, b->a), d) * flr_local3_inverse_square(d);
    flr_parameters3 r = {{simd_real(simd_sqrt(n.squared)), p, simd3_vec3(n.point)}, 0, 0};
    r.t = flr_parameter_told(t, r.closest.point_b, b->a, b->b);
    return r;
}
