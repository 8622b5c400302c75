#include "closest/round3.h"

static flr_vec3 moved(flr_vec3 p, double length, dvec3 direction)
{
    return flr_vec3_make((flr_real)((double)p.x + length * direction.x),
                         (flr_real)((double)p.y + length * direction.y),
                         (flr_real)((double)p.z + length * direction.z));
}

/// From a to b at a length near 1, also where the difference overflows.
static dvec3 unit_between(flr_vec3 a, flr_vec3 b)
{
    const flr_vec3 points[2] = {a, b};
    flr_frame3 f = flr_frame3_make(points, 2, 0);
    dvec3 d = flr_frame3_local(&f, b);
    double length = flr_local3_length(d);
    return length > 0 ? flr_local3_scaled(1 / length, d) : d;
}

flr_closest3 flr_round3_told(flr_closest3 core, flr_real radius_a, flr_real radius_b, bool meet)
{
    double ra = (double)radius_a, rb = (double)radius_b, distance = (double)core.distance;
    dvec3 normal = unit_between(core.point_a, core.point_b);
    if (meet) {
        double inside = distance < ra ? distance : ra;
        if (inside == 0) return flr_closest3_meeting(core.point_a);
        if (inside == distance) return flr_closest3_meeting(core.point_b);
        return flr_closest3_meeting(moved(core.point_a, inside, normal));
    }
    flr_closest3 result = core;
    result.distance = flr_real_from_distance(flr_keep_apart(distance - (ra + rb)));
    if (ra > 0) result.point_a = moved(core.point_a, ra, normal);
    if (rb > 0) result.point_b = moved(core.point_b, -rb, normal);
    return result;
}

flr_closest3 flr_round3(flr_closest3 core, flr_real radius_a, flr_real radius_b)
{
    bool meet = (double)core.distance <= (double)radius_a + (double)radius_b;
    return flr_round3_told(core, radius_a, radius_b, meet);
}

flr_closest3 flr_round3_exact(flr_closest3 core, const flr_stretch3 *a, flr_real radius_a, flr_vec3 b0,
                              flr_vec3 b1, flr_real radius_b)
{
    int meet = flr_meet3_stretch_capsule(a, b0, b1, radius_a, radius_b);
    return meet < 0 ? flr_round3(core, radius_a, radius_b) : flr_round3_told(core, radius_a, radius_b, meet);
}
