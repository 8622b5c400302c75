#include "closest/kernels3.h"
#include "closest/told3.h"
#include "shape/meet3.h"

/// RTCD 5.1.10, differing in asking first, exactly, whether the two meet (a crossing is not
/// among the five pairs of ends, edges and face), and in trying all five pairs.
static flr_closest3 solve(const flr_segment3 *s, const flr_triangle3 *t, flr_local3_pair *found)
{
    const flr_vec3 corner_a[2] = {s->a, s->b}, corner_b[3] = {t->a, t->b, t->c};
    flr_local3_scene scene;
    flr_local3_pair pair = {INFINITY, flr_weights3_corner(0), flr_weights3_corner(0)};
    flr_local3_load(&scene, corner_a, 2, corner_b, 3);
    bool meet = flr_meet3_segment_triangle(s, t);
    for (int i = 0; i < 2; ++i) {
        flr_weights3 weights;
        double squared = flr_local3_point_triangle(scene.a[i], scene.b, &weights);
        flr_local3_take(&pair, squared, flr_weights3_corner(i), weights);
    }
    flr_local3_edges_triangle(scene.a, 1, scene.b, &pair);
    if (meet) flr_local3_crossings_triangle(scene.a, 1, scene.b, &pair);
    flr_local3_measure(&scene, &pair);

    flr_closest3 result;
    result.point_a = flr_local3_point(corner_a, &pair.a);
    result.point_b = flr_local3_point(corner_b, &pair.b);
    if (meet) {
        pair.distance_squared = 0;
        flr_local3_join(&pair, &result.point_a, &result.point_b);
    } else {
        flr_local3_keep_apart(&pair);
    }
    result.distance = flr_local3_distance(&scene, pair.distance_squared);
    *found = pair;
    return result;
}

flr_closest3 flr_closest3_segment_triangle(const flr_segment3 *s, const flr_triangle3 *t)
{
    flr_local3_pair pair;
    return solve(s, t, &pair);
}

flr_regions3 flr_regions3_segment_triangle(const flr_segment3 *a, const flr_triangle3 *b)
{
    flr_local3_pair pair;
    flr_closest3 c = solve(a, b, &pair);
    flr_regions3 r = {c.distance, flr_region3_told(&pair.a, 2, c.point_a),
                      flr_region3_told(&pair.b, 3, c.point_b)};
    return r;
}
