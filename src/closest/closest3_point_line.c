#include "closest/meet3_line.h"
#include "closest/told3.h"

static flr_closest3 point_span(flr_vec3 p, const flr_frame3 *f, const flr_span3 *span)
{
    double squared;
    double t = flr_span3_nearest(span, flr_frame3_local(f, p), &squared);
    flr_closest3 result = {flr_frame3_distance(f, flr_keep_apart(sqrt(squared))), p,
                           flr_span3_world(f, span, t)};
    return result;
}

/// RTCD 5.1.2, differing in asking exactly whether p is on it.
flr_closest3 flr_closest3_point_ray(flr_vec3 p, const flr_ray3 *r)
{
    if (flr_meet3_point_ray(p, r)) return flr_closest3_meeting(p);
    const flr_vec3 points[2] = {p, r->origin};
    flr_frame3 f = flr_frame3_make(points, 2, 0);
    flr_span3 span = flr_span3_ray(&f, r);
    return point_span(p, &f, &span);
}

flr_closest3 flr_closest3_point_line(flr_vec3 p, const flr_line3 *l)
{
    if (flr_meet3_point_line(p, l)) return flr_closest3_meeting(p);
    const flr_vec3 points[2] = {p, l->origin};
    flr_frame3 f = flr_frame3_make(points, 2, 0);
    flr_span3 span = flr_span3_line(&f, l);
    return point_span(p, &f, &span);
}

flr_parameters3 flr_parameters3_point_ray(flr_vec3 p, const flr_ray3 *b)
{
    const flr_vec3 points[2] = {p, b->origin};
    flr_frame3 f = flr_frame3_make(points, 2, 0);
    flr_span3 span = flr_span3_ray(&f, b);
    double t = flr_span3_nearest(&span, flr_frame3_local(&f, p), NULL);
    flr_parameters3 r = {flr_closest3_point_ray(p, b), 0, flr_coefficient_told(&f, t, b->direction)};
    return r;
}

flr_parameters3 flr_parameters3_point_line(flr_vec3 p, const flr_line3 *b)
{
    const flr_vec3 points[2] = {p, b->origin};
    flr_frame3 f = flr_frame3_make(points, 2, 0);
    flr_span3 span = flr_span3_line(&f, b);
    double t = flr_span3_nearest(&span, flr_frame3_local(&f, p), NULL);
    flr_parameters3 r = {flr_closest3_point_line(p, b), 0, flr_coefficient_told(&f, t, b->direction)};
    return r;
}

/// RTCD 5.1.2.1, differing in measuring the gap itself: a difference of squares would cancel, and
/// could come out below 0.
flr_real flr_distance_squared3_point_segment(flr_vec3 p, const flr_segment3 *s)
{
    flr_frame3 f = {p, 1, 1};
    flr_span3 span = flr_span3_segment(&f, s);
    double squared;
    dvec3 zero = {0, 0, 0};
    (void)flr_span3_nearest(&span, zero, &squared);
    return (flr_real)squared;
}
