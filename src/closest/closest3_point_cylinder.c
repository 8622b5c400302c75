#include "closest/axis3.h"
#include "closest/meet3_round.h"

/// In the half plane through the axis and the point a cylinder is a rectangle. Whether the point is in it is exact.
flr_closest3 flr_closest3_point_cylinder(flr_vec3 p, const flr_cylinder *c)
{
    flr_axis3 a = flr_axis3_make(p, c->a, c->b, c->radius);
    double along = a.along > 0 ? (a.along < a.length ? a.along : a.length) : 0;
    double out = a.out < a.radius ? a.out : a.radius;
    double dx = a.along - along, dy = a.out - out;
    bool inside = dx == 0 && dy == 0;
    // by how much the answer would have to be wrong
    double margin = fabs(dx) + fabs(dy);
    if (inside) {
        margin = a.radius - a.out;
        if (a.along < margin) margin = a.along;
        if (a.length - a.along < margin) margin = a.length - a.along;
    }
    if (margin <= flr_axis3_doubt(&a) && a.length > 0) {
        flr_stretch3 here = flr_stretch3_point(p);
        int exact = flr_meet3_stretch_cylinder(&here, c);
        if (exact >= 0) inside = exact;
    }
    if (inside) return flr_closest3_meeting(p);
    flr_closest3 result = {flr_frame3_distance(&a.frame, flr_keep_apart(sqrt(dx * dx + dy * dy))), p,
                           flr_axis3_world(&a, along, out)};
    return result;
}
