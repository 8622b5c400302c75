#include "closest/axis3.h"

flr_axis3 flr_axis3_make(flr_vec3 p, flr_vec3 start, flr_vec3 end, flr_real radius)
{
    const flr_vec3 points[3] = {start, end, p};
    flr_axis3 a;
    a.frame = flr_frame3_make(points, 3, radius);
    a.start = start;
    a.end = end;
    dvec3 axis = flr_frame3_local(&a.frame, end), q = flr_frame3_local(&a.frame, p);
    a.length = flr_local3_length(axis);
    a.radius = flr_frame3_length(&a.frame, radius);
    a.unit = a.length > 0 ? flr_local3_scaled(1 / a.length, axis) : axis;
    double square = dvec3_dot(axis, axis);
    double t = square > 0 ? dvec3_dot(q, axis) / square : 0;
    a.along = t * a.length;
    a.radial = dvec3_add_scaled(q, -t, axis);
    a.out = flr_local3_length(a.radial);
    return a;
}

flr_vec3 flr_axis3_world(const flr_axis3 *a, double along, double out)
{
    dvec3 offset = {0, 0, 0};
    if (out > 0 && a->out > 0) offset = flr_local3_scaled(out / a->out, a->radial);
    flr_frame3 f = a->frame;
    if (along == a->length)
        f.origin = a->end;
    else
        offset = dvec3_add_scaled(offset, along, a->unit);
    return flr_frame3_world(&f, offset);
}
