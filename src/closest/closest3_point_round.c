#include "closest/round3.h"

flr_closest3 flr_closest3_point_point(flr_vec3 a, flr_vec3 b)
{
    const flr_vec3 points[2] = {a, b};
    flr_frame3 f = flr_frame3_make(points, 2, 0);
    flr_closest3 result = {flr_frame3_distance(&f, flr_local3_length(flr_frame3_local(&f, b))), a, b};
    return result;
}

flr_closest3 flr_closest3_point_sphere(flr_vec3 p, const flr_sphere *s)
{
    flr_closest3 core = flr_closest3_point_point(p, s->center);
    if (core.distance <= s->radius) return flr_closest3_meeting(p);
    return flr_round3(core, 0, s->radius);
}

flr_closest3 flr_closest3_point_capsule(flr_vec3 p, const flr_capsule3 *c)
{
    flr_segment3 core_b = {c->a, c->b};
    flr_closest3 core = flr_closest3_point_segment(p, &core_b);
    if (core.distance <= c->radius) return flr_closest3_meeting(p);
    return flr_round3(core, 0, c->radius);
}
