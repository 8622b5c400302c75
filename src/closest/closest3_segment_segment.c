#include "closest/kernels3.h"
#include "closest/simd3_pairs.h"
#include "closest/told3.h"
#include "shape/meet3.h"

/// Distances above this part of the scene's size cannot be rounding.
static const double certain = 1e-13;

static flr_parameters3 careful(const flr_segment3 *a, const flr_segment3 *b)
{
    const flr_vec3 corner_a[2] = {a->a, a->b}, corner_b[2] = {b->a, b->b};
    flr_local3_scene scene;
    flr_local3_load(&scene, corner_a, 2, corner_b, 2);
    dvec3 d = dvec3_sub(scene.a[1], scene.a[0]), e = dvec3_sub(scene.b[1], scene.b[0]);
    double s, t;
    (void)flr_local3_segment_segment(d, e, dvec3_sub(scene.a[0], scene.b[0]), &s, &t);
    flr_local3_pair pair = {0, flr_weights3_edge(0, 1, s), flr_weights3_edge(0, 1, t)};
    flr_local3_measure(&scene, &pair);

    flr_closest3 result;
    result.point_a = flr_local3_point(corner_a, &pair.a);
    result.point_b = flr_local3_point(corner_b, &pair.b);
    if (pair.distance_squared <= certain * certain * scene.size_squared) {
        if (flr_meet3_segment_segment(a, b)) {
            pair.distance_squared = 0;
            flr_local3_join(&pair, &result.point_a, &result.point_b);
        } else {
            flr_local3_keep_apart(&pair);
        }
    }
    result.distance = flr_local3_distance(&scene, pair.distance_squared);
    flr_parameters3 told = {result, (flr_real)s, (flr_real)t};
    return told;
}

flr_closest3 flr_closest3_segment_segment(const flr_segment3 *a, const flr_segment3 *b)
{
    simd3_bridge p =
        simd3_segment_segment(simd3_all(a->a), simd3_all(a->b), simd3_all(b->a), simd3_all(b->b));
    if (!p.decided) return careful(a, b).closest;
    flr_closest3 result = {simd_real(simd_sqrt(p.squared)), simd3_vec3(p.point_a), simd3_vec3(p.point_b)};
    return result;
}

flr_parameters3 flr_parameters3_segment_segment(const flr_segment3 *a, const flr_segment3 *b)
{
    simd3_bridge p =
        simd3_segment_segment(simd3_all(a->a), simd3_all(a->b), simd3_all(b->a), simd3_all(b->b));
    flr_parameters3 r;
    if (p.decided) {
        r.closest.distance = simd_real(simd_sqrt(p.squared));
        r.closest.point_a = simd3_vec3(p.point_a);
        r.closest.point_b = simd3_vec3(p.point_b);
        r.s = simd_real(p.s);
        r.t = simd_real(p.t);
    } else {
        r = careful(a, b);
    }
    r.s = flr_parameter_told((double)r.s, r.closest.point_a, a->a, a->b);
    r.t = flr_parameter_told((double)r.t, r.closest.point_b, b->a, b->b);
    return r;
}

flr_real flr_distance_squared3_segment_segment(const flr_segment3 *a, const flr_segment3 *b)
{
    simd3_bridge p =
        simd3_segment_segment(simd3_all(a->a), simd3_all(a->b), simd3_all(b->a), simd3_all(b->b));
    double distance = p.decided ? 0 : (double)careful(a, b).closest.distance;
    return p.decided ? simd_real(p.squared) : (flr_real)(distance * distance);
}
