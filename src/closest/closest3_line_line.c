#include "closest/meet3_line.h"
#include "closest/span3.h"

/// Whether the two meet is decided exactly; the distance then agrees. What overflows stays as it is.
static flr_closest3 settled(flr_closest3 c, flr_straight3 a, flr_straight3 b)
{
    if (!isfinite(c.distance)) return c;
    if (flr_meet3_straight(&a, &b)) return flr_closest3_meeting(c.point_a);
    c.distance = flr_real_from_distance(flr_keep_apart((double)c.distance));
    return c;
}

flr_closest3 flr_closest3_line_line(const flr_line3 *a, const flr_line3 *b)
{
    const flr_vec3 points[2] = {a->origin, b->origin};
    flr_frame3 f = flr_frame3_make(points, 2, 0);
    flr_span3 span_a = flr_span3_line(&f, a), span_b = flr_span3_line(&f, b);
    return settled(flr_span3_closest(&f, &span_a, &span_b), flr_straight3_line(a), flr_straight3_line(b));
}

flr_closest3 flr_closest3_ray_line(const flr_ray3 *a, const flr_line3 *b)
{
    const flr_vec3 points[2] = {a->origin, b->origin};
    flr_frame3 f = flr_frame3_make(points, 2, 0);
    flr_span3 span_a = flr_span3_ray(&f, a), span_b = flr_span3_line(&f, b);
    return settled(flr_span3_closest(&f, &span_a, &span_b), flr_straight3_ray(a), flr_straight3_line(b));
}

flr_closest3 flr_closest3_ray_ray(const flr_ray3 *a, const flr_ray3 *b)
{
    const flr_vec3 points[2] = {a->origin, b->origin};
    flr_frame3 f = flr_frame3_make(points, 2, 0);
    flr_span3 span_a = flr_span3_ray(&f, a), span_b = flr_span3_ray(&f, b);
    return settled(flr_span3_closest(&f, &span_a, &span_b), flr_straight3_ray(a), flr_straight3_ray(b));
}

flr_closest3 flr_closest3_segment_line(const flr_segment3 *a, const flr_line3 *b)
{
    const flr_vec3 points[3] = {a->a, a->b, b->origin};
    flr_frame3 f = flr_frame3_make(points, 3, 0);
    flr_span3 span_a = flr_span3_segment(&f, a), span_b = flr_span3_line(&f, b);
    return settled(flr_span3_closest(&f, &span_a, &span_b), flr_straight3_segment(a), flr_straight3_line(b));
}

flr_closest3 flr_closest3_segment_ray(const flr_segment3 *a, const flr_ray3 *b)
{
    const flr_vec3 points[3] = {a->a, a->b, b->origin};
    flr_frame3 f = flr_frame3_make(points, 3, 0);
    flr_span3 span_a = flr_span3_segment(&f, a), span_b = flr_span3_ray(&f, b);
    return settled(flr_span3_closest(&f, &span_a, &span_b), flr_straight3_segment(a), flr_straight3_ray(b));
}
