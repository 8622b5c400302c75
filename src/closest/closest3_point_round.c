#include "closest/round3.h"

flr_closest3 flr_closest3_point_point(flr_vec3 a, flr_vec3 b)
{
    const flr_vec3 points[2] = {a, b};
    flr_frame3 f = flr_frame3_make(points, 2, 0);
    flr_closest3 result = {flr_frame3_distance(&f, flr_local3_length(flr_frame3_local(&f, b))), a, b};
    return result;
}

/// Around a core, the segment from a to b: exact where touching is too close to call.
static flr_closest3 grown(flr_closest3 core, flr_vec3 a, flr_vec3 b, flr_real radius)
{
    flr_vec3 p = core.point_a;
    double from_a = flr_round3_size(p, a), from_b = flr_round3_size(p, b);
    bool meet = core.distance <= radius;
    if (flr_round3_is_open(core.distance, 0, radius, from_a > from_b ? from_a : from_b)) {
        flr_stretch3 here = flr_stretch3_point(p);
        int exact = flr_meet3_stretch_capsule(&here, a, b, radius, 0);
        if (exact >= 0) meet = exact;
    }
    return meet ? flr_closest3_meeting(p) : flr_round3_told(core, 0, radius, false);
}

flr_closest3 flr_closest3_point_sphere(flr_vec3 p, const flr_sphere *s)
{
    return grown(flr_closest3_point_point(p, s->center), s->center, s->center, s->radius);
}

flr_closest3 flr_closest3_point_capsule(flr_vec3 p, const flr_capsule3 *c)
{
    flr_segment3 core_b = {c->a, c->b};
    return grown(flr_closest3_point_segment(p, &core_b), c->a, c->b, c->radius);
}
