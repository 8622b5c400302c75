#include "closest/meet3_line.h"
#include "closest/told3.h"

/// Two of segment, ray and line: as spans in one frame, and as they were given.
typedef struct straight_pair {
    flr_frame3 frame;
    flr_span3 a, b;
    flr_straight3 given_a, given_b;
} straight_pair;

static flr_frame3 frame_of(flr_vec3 p, flr_vec3 q)
{
    const flr_vec3 points[2] = {p, q};
    return flr_frame3_make(points, 2, 0);
}

static flr_frame3 frame_of_segment(const flr_segment3 *s, flr_vec3 q)
{
    const flr_vec3 points[3] = {s->a, s->b, q};
    return flr_frame3_make(points, 3, 0);
}

static straight_pair line_line(const flr_line3 *a, const flr_line3 *b)
{
    flr_frame3 f = frame_of(a->origin, b->origin);
    straight_pair p = {f, flr_span3_line(&f, a), flr_span3_line(&f, b), flr_straight3_line(a),
                       flr_straight3_line(b)};
    return p;
}

static straight_pair ray_line(const flr_ray3 *a, const flr_line3 *b)
{
    flr_frame3 f = frame_of(a->origin, b->origin);
    straight_pair p = {f, flr_span3_ray(&f, a), flr_span3_line(&f, b), flr_straight3_ray(a),
                       flr_straight3_line(b)};
    return p;
}

static straight_pair ray_ray(const flr_ray3 *a, const flr_ray3 *b)
{
    flr_frame3 f = frame_of(a->origin, b->origin);
    straight_pair p = {f, flr_span3_ray(&f, a), flr_span3_ray(&f, b), flr_straight3_ray(a),
                       flr_straight3_ray(b)};
    return p;
}

static straight_pair segment_line(const flr_segment3 *a, const flr_line3 *b)
{
    flr_frame3 f = frame_of_segment(a, b->origin);
    straight_pair p = {f, flr_span3_segment(&f, a), flr_span3_line(&f, b), flr_straight3_segment(a),
                       flr_straight3_line(b)};
    return p;
}

static straight_pair segment_ray(const flr_segment3 *a, const flr_ray3 *b)
{
    flr_frame3 f = frame_of_segment(a, b->origin);
    straight_pair p = {f, flr_span3_segment(&f, a), flr_span3_ray(&f, b), flr_straight3_segment(a),
                       flr_straight3_ray(b)};
    return p;
}

/// Whether the two meet is decided exactly; the distance then agrees. What overflows stays as it is.
static flr_closest3 solve(const straight_pair *p, double *s, double *t)
{
    double distance = flr_span3_pair(&p->a, &p->b, s, t);
    flr_closest3 c = {flr_frame3_distance(&p->frame, distance), flr_span3_world(&p->frame, &p->a, *s),
                      flr_span3_world(&p->frame, &p->b, *t)};
    if (c.distance == 0) c.point_b = c.point_a;
    if (!isfinite(c.distance)) return c;
    if (flr_meet3_straight(&p->given_a, &p->given_b)) return flr_closest3_meeting(c.point_a);
    c.distance = flr_real_from_distance(flr_keep_apart((double)c.distance));
    return c;
}

static flr_real told(const straight_pair *p, const flr_span3 *span, double t, flr_vec3 point,
                     flr_vec3 direction)
{
    return span->high < INFINITY ? flr_parameter_told(t, point, span->a, span->b)
                                 : flr_coefficient_told(&p->frame, t, direction);
}

static flr_parameters3 with_parameters(const straight_pair *p, flr_vec3 direction_a, flr_vec3 direction_b)
{
    double s, t;
    flr_parameters3 r = {solve(p, &s, &t), 0, 0};
    r.s = told(p, &p->a, s, r.closest.point_a, direction_a);
    r.t = told(p, &p->b, t, r.closest.point_b, direction_b);
    return r;
}

#define STRAIGHT(a_name, a_type, a_direction, b_name, b_type)                                                \
    flr_closest3 flr_closest3_##a_name##_##b_name(const a_type *a, const b_type *b)                          \
    {                                                                                                        \
        double s, t;                                                                                         \
        straight_pair p = a_name##_##b_name(a, b);                                                           \
        return solve(&p, &s, &t);                                                                            \
    }                                                                                                        \
    flr_parameters3 flr_parameters3_##a_name##_##b_name(const a_type *a, const b_type *b)                    \
    {                                                                                                        \
        straight_pair p = a_name##_##b_name(a, b);                                                           \
        return with_parameters(&p, a_direction, b->direction);                                               \
    }

STRAIGHT(line, flr_line3, a->direction, line, flr_line3)
STRAIGHT(ray, flr_ray3, a->direction, line, flr_line3)
STRAIGHT(ray, flr_ray3, a->direction, ray, flr_ray3)
STRAIGHT(segment, flr_segment3, a->a, line, flr_line3)
STRAIGHT(segment, flr_segment3, a->a, ray, flr_ray3)
