#include "closest/axis3.h"
#include "closest/meet3_round.h"

/// Whether a point is in the cone, exactly where the height and the distance from the axis leave that open.
static bool holds(const flr_axis3 *a, flr_vec3 p, const flr_cone *c)
{
    // a disc that no direction is square to; without a radius a point
    if (!(a->length > 0)) return a->out <= a->radius;
    double doubt = flr_axis3_doubt(a), top = a->length - a->along;
    double slant = a->radius * a->along - a->out * a->length, reach = a->radius + a->length;
    bool within = a->along >= doubt && top >= doubt && slant >= doubt * reach;
    if (within || a->along < -doubt || top < -doubt || slant < -doubt * reach) return within;
    flr_stretch3 here = flr_stretch3_point(p);
    int exact = flr_meet3_stretch_cone(&here, c);
    return exact >= 0 ? exact : a->along >= 0 && top >= 0 && slant >= 0;
}

/// In the half plane through the axis and the point a cone is a right triangle: the apex at 0, the
/// base at its length. Of the two sides that bound it, the base and the slant, the nearer.
flr_closest3 flr_closest3_point_cone(flr_vec3 p, const flr_cone *c)
{
    flr_axis3 a = flr_axis3_make(p, c->apex, c->base, c->radius);
    if (holds(&a, p, c)) return flr_closest3_meeting(p);
    double out = a.out < a.radius ? a.out : a.radius;
    double dx = a.along - a.length, dy = a.out - out;
    double base = dx * dx + dy * dy;
    double square = a.length * a.length + a.radius * a.radius;
    double t = square > 0 ? flr_clamp01((a.along * a.length + a.out * a.radius) / square) : 0;
    dx = t < 1 ? a.along - t * a.length : dx;
    dy = a.out - t * a.radius;
    double slant = dx * dx + dy * dy;
    double least = slant < base ? slant : base;
    flr_closest3 result = {flr_frame3_distance(&a.frame, flr_keep_apart(sqrt(least))), p, {0, 0, 0}};
    result.point_b = slant < base ? flr_axis3_world(&a, t < 1 ? t * a.length : a.length, t * a.radius)
                                  : flr_axis3_world(&a, a.length, out);
    return result;
}
