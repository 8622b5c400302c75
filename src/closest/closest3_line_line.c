#include "closest/span3.h"

flr_closest3 flr_closest3_line_line(const flr_line3 *a, const flr_line3 *b)
{
    const flr_vec3 points[2] = {a->origin, b->origin};
    flr_frame3 f = flr_frame3_make(points, 2, 0);
    flr_span3 span_a = flr_span3_line(&f, a), span_b = flr_span3_line(&f, b);
    return flr_span3_closest(&f, &span_a, &span_b);
}

flr_closest3 flr_closest3_ray_line(const flr_ray3 *a, const flr_line3 *b)
{
    const flr_vec3 points[2] = {a->origin, b->origin};
    flr_frame3 f = flr_frame3_make(points, 2, 0);
    flr_span3 span_a = flr_span3_ray(&f, a), span_b = flr_span3_line(&f, b);
    return flr_span3_closest(&f, &span_a, &span_b);
}

flr_closest3 flr_closest3_ray_ray(const flr_ray3 *a, const flr_ray3 *b)
{
    const flr_vec3 points[2] = {a->origin, b->origin};
    flr_frame3 f = flr_frame3_make(points, 2, 0);
    flr_span3 span_a = flr_span3_ray(&f, a), span_b = flr_span3_ray(&f, b);
    return flr_span3_closest(&f, &span_a, &span_b);
}

flr_closest3 flr_closest3_segment_line(const flr_segment3 *a, const flr_line3 *b)
{
    const flr_vec3 points[3] = {a->a, a->b, b->origin};
    flr_frame3 f = flr_frame3_make(points, 3, 0);
    flr_span3 span_a = flr_span3_segment(&f, a), span_b = flr_span3_line(&f, b);
    return flr_span3_closest(&f, &span_a, &span_b);
}

flr_closest3 flr_closest3_segment_ray(const flr_segment3 *a, const flr_ray3 *b)
{
    const flr_vec3 points[3] = {a->a, a->b, b->origin};
    flr_frame3 f = flr_frame3_make(points, 3, 0);
    flr_span3 span_a = flr_span3_segment(&f, a), span_b = flr_span3_ray(&f, b);
    return flr_span3_closest(&f, &span_a, &span_b);
}
