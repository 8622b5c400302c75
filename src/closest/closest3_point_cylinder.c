#include "closest/axis3.h"

/// In the half plane through the axis and the point a cylinder is a rectangle.
flr_closest3 flr_closest3_point_cylinder(flr_vec3 p, const flr_cylinder *c)
{
    flr_axis3 a = flr_axis3_make(p, c->a, c->b, c->radius);
    double along = a.along > 0 ? (a.along < a.length ? a.along : a.length) : 0;
    double out = a.out < a.radius ? a.out : a.radius;
    double dx = a.along - along, dy = a.out - out;
    if (dx == 0 && dy == 0) return flr_closest3_meeting(p);
    flr_closest3 result = {flr_frame3_distance(&a.frame, sqrt(dx * dx + dy * dy)), p,
                           flr_axis3_world(&a, along, out)};
    return result;
}
