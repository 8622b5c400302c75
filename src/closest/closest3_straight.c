/// Closest points of points, segments, rays and lines (RTCD 5.1.2, 5.1.8, 5.1.9).
///
/// The usual case is that of closest3_lanes.h. Where a distance may be nothing but rounding errors, an exact
/// test decides whether the two intersect, and the distance agrees with it.

#include "closest/closest3_lanes.h"
#include "closest/exact3.h"
#include "closest/frame3.h"
#include "closest/kernels3.h"
#include "closest/span3.h"
#include "math/double_double.h"
#include "shape/exact.h"

// ---- Segment, ray and line as one thing

flr_span3 flr_span3_segment(const flr_frame3 *f, const flr_segment3 *s)
{
    flr_span3 span = {s->a, s->b, flr_frame3_local(f, s->a), flr_frame3_local(f, s->b), {0, 0, 0}, 0, 1};
    span.direction = dvec3_sub(span.end, span.origin);
    return span;
}

flr_span3 flr_span3_ray(const flr_frame3 *f, const flr_ray3 *r)
{
    dvec3 origin = flr_frame3_local(f, r->origin);
    flr_span3 span = {r->origin, r->origin, origin, origin, flr_direction3(r->direction), 0, INFINITY};
    return span;
}

flr_span3 flr_span3_line(const flr_frame3 *f, const flr_line3 *l)
{
    dvec3 origin = flr_frame3_local(f, l->origin);
    flr_span3 span = {l->origin, l->origin, origin, origin, flr_direction3(l->direction),
                      -INFINITY, INFINITY};
    return span;
}

flr_vec3 flr_span3_world(const flr_frame3 *f, const flr_span3 *s, double t)
{
    if (t == 0) return s->a;
    if (s->high < INFINITY) {
        const flr_vec3 corner[2] = {s->a, s->b};
        const flr_weights3 weights = {{1 - t, t, 0}};
        return flr_local3_point(corner, &weights);
    }
    double length = t / f->grow / f->shrink;
    return flr_vec3_make((flr_real)((double)s->a.x + length * s->direction.x),
                         (flr_real)((double)s->a.y + length * s->direction.y),
                         (flr_real)((double)s->a.z + length * s->direction.z));
}

double flr_span3_nearest(const flr_span3 *s, dvec3 p, double *distance_squared)
{
    dvec3 to_p = dvec3_sub(p, s->origin);
    double square = dvec3_dot(s->direction, s->direction);
    double t = square > 0 ? flr_span3_clamp(s, dvec3_dot(to_p, s->direction) / square) : 0;
    if (distance_squared) {
        dvec3 gap = t == s->high ? dvec3_sub(p, s->end) : dvec3_add_scaled(to_p, -t, s->direction);
        *distance_squared = dvec3_dot(gap, gap);
    }
    return t;
}

double flr_span3_pair(const flr_span3 *a, const flr_span3 *b, double *s, double *t)
{
    dvec3 r = dvec3_sub(a->origin, b->origin);
    dvec3 n = flr_cross_compensated(a->direction, b->direction);
    double nn = dvec3_dot(n, n);
    double dd = dvec3_dot(a->direction, a->direction), ee = dvec3_dot(b->direction, b->direction);
    double lines_s = nn > 0 ? dvec3_dot(n, dvec3_cross(b->direction, r)) / nn : 0;
    *s = flr_span3_clamp(a, lines_s);
    dvec3 at = dvec3_add_scaled(r, *s, a->direction);
    double lines_t = ee > 0 ? dvec3_dot(at, b->direction) / ee : 0;
    *t = flr_span3_clamp(b, lines_t);
    if (nn > 0 && *s == lines_s && *t == lines_t) return fabs(dvec3_dot(r, n)) / sqrt(nn);
    dvec3 back = dvec3_add_scaled(r, -*t, b->direction);
    *s = dd > 0 ? flr_span3_clamp(a, -dvec3_dot(back, a->direction) / dd) : 0;
    dvec3 gap = dvec3_sub(flr_span3_at(a, *s), flr_span3_at(b, *t));
    return dvec3_length(gap);
}

// ---- A point

/// Answers for ends of the number range, and points on the segment or nearly so.
static flr_parameters3 point_segment_robust(flr_vec3 p, const flr_segment3 *s)
{
    const flr_vec3 corner[2] = {s->a, s->b};
    flr_local3_scene scene;
    flr_local3_load(&scene, &p, 1, corner, 2);
    dvec3 d = dvec3_sub(scene.b[1], scene.b[0]);
    double t = flr_local3_point_segment(scene.a[0], scene.b[0], d);
    flr_local3_pair pair = {0, {{1, 0, 0}}, {{1 - t, t, 0}}};
    flr_local3_measure(&scene, &pair);
    flr_vec3 nearest = flr_local3_point(corner, &pair.b);
    if (flr_local3_is_near(&scene, &pair)) {
        const flr_segment3 here = {p, p};
        flr_local3_decide(&pair, flr_exact3_segment_segment(&here, s), p, &nearest);
    }
    flr_closest3 result = {flr_local3_distance(&scene, pair.distance_squared), p, nearest};
    flr_parameters3 answer = {result, 0, flr_parameter3_of_point(t, nearest, s->a, s->b)};
    return answer;
}

flr_closest3 flr_closest3_point_point(flr_vec3 a, flr_vec3 b)
{
    const flr_vec3 points[2] = {a, b};
    flr_frame3 f = flr_frame3_make(points, 2, 0);
    flr_closest3 result = {flr_frame3_distance(&f, dvec3_length(flr_frame3_local(&f, b))), a, b};
    return result;
}

flr_closest3 flr_closest3_point_segment(flr_vec3 p, const flr_segment3 *s)
{
    simd3_nearest n = simd3_point_segment(simd3_all(p), simd3_all(s->a), simd3_all(s->b));
    if (!n.decided) return point_segment_robust(p, s).closest;
    flr_closest3 result = {simd_real(simd_sqrt(n.squared)), p, simd3_vec3(n.point)};
    return result;
}

flr_parameters3 flr_parameters3_point_segment(flr_vec3 p, const flr_segment3 *b)
{
    simd3_nearest n = simd3_point_segment(simd3_all(p), simd3_all(b->a), simd3_all(b->b));
    if (!n.decided) return point_segment_robust(p, b);
    dvec3 d = dvec3_relative(b->b, b->a);
    double t = dvec3_dot(dvec3_relative(p, b->a), d) * flr_local3_inverse_square(d);
    flr_parameters3 r = {{simd_real(simd_sqrt(n.squared)), p, simd3_vec3(n.point)}, 0, 0};
    r.t = flr_parameter3_of_point(t, r.closest.point_b, b->a, b->b);
    return r;
}

static flr_closest3 point_span(flr_vec3 p, const flr_frame3 *f, const flr_span3 *span)
{
    double squared;
    double t = flr_span3_nearest(span, flr_frame3_local(f, p), &squared);
    flr_closest3 result = {flr_frame3_distance(f, flr_keep_apart(sqrt(squared))), p,
                           flr_span3_world(f, span, t)};
    return result;
}

/// RTCD 5.1.2, except that an exact test decides whether p is on it.
flr_closest3 flr_closest3_point_ray(flr_vec3 p, const flr_ray3 *r)
{
    if (flr_exact3_point_ray(p, r)) return flr_closest3_common_point(p);
    const flr_vec3 points[2] = {p, r->origin};
    flr_frame3 f = flr_frame3_make(points, 2, 0);
    flr_span3 span = flr_span3_ray(&f, r);
    return point_span(p, &f, &span);
}

flr_closest3 flr_closest3_point_line(flr_vec3 p, const flr_line3 *l)
{
    if (flr_exact3_point_line(p, l)) return flr_closest3_common_point(p);
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
    flr_parameters3 r = {flr_closest3_point_ray(p, b), 0, flr_coefficient3_of_span(&f, t, b->direction)};
    return r;
}

flr_parameters3 flr_parameters3_point_line(flr_vec3 p, const flr_line3 *b)
{
    const flr_vec3 points[2] = {p, b->origin};
    flr_frame3 f = flr_frame3_make(points, 2, 0);
    flr_span3 span = flr_span3_line(&f, b);
    double t = flr_span3_nearest(&span, flr_frame3_local(&f, p), NULL);
    flr_parameters3 r = {flr_closest3_point_line(p, b), 0, flr_coefficient3_of_span(&f, t, b->direction)};
    return r;
}

/// RTCD 5.1.2.1, except that the gap itself is measured: a difference of squares would cancel, and could
/// come out below 0.
flr_real flr_distance_squared3_point_segment(flr_vec3 p, const flr_segment3 *s)
{
    flr_frame3 f = {p, 1, 1};
    flr_span3 span = flr_span3_segment(&f, s);
    double squared;
    dvec3 zero = {0, 0, 0};
    (void)flr_span3_nearest(&span, zero, &squared);
    return (flr_real)squared;
}

// ---- Two segments

/// Distances above this part of the scene's size cannot be rounding errors.
static const double largest_error = 1e-13;

/// For segments of any size, also where they touch up to rounding.
static flr_parameters3 segment_segment_robust(const flr_segment3 *a, const flr_segment3 *b)
{
    const flr_vec3 corner_a[2] = {a->a, a->b}, corner_b[2] = {b->a, b->b};
    flr_local3_scene scene;
    flr_local3_load(&scene, corner_a, 2, corner_b, 2);
    dvec3 d = dvec3_sub(scene.a[1], scene.a[0]), e = dvec3_sub(scene.b[1], scene.b[0]);
    double s, t;
    (void)flr_local3_segment_segment(d, e, dvec3_sub(scene.a[0], scene.b[0]), &s, &t);
    flr_local3_pair pair = {0, flr_weights3_edge(0, 1, s), flr_weights3_edge(0, 1, t)};
    flr_local3_measure(&scene, &pair);

    flr_closest3 result;
    result.point_a = flr_local3_point(corner_a, &pair.a);
    result.point_b = flr_local3_point(corner_b, &pair.b);
    if (pair.distance_squared <= largest_error * largest_error * scene.size_squared) {
        if (flr_exact3_segment_segment(a, b)) {
            pair.distance_squared = 0;
            flr_local3_join(&pair, &result.point_a, &result.point_b);
        } else {
            flr_local3_keep_apart(&pair);
        }
    }
    result.distance = flr_local3_distance(&scene, pair.distance_squared);
    flr_parameters3 answer = {result, (flr_real)s, (flr_real)t};
    return answer;
}

flr_closest3 flr_closest3_segment_segment(const flr_segment3 *a, const flr_segment3 *b)
{
    simd3_bridge p =
        simd3_segment_segment(simd3_all(a->a), simd3_all(a->b), simd3_all(b->a), simd3_all(b->b));
    if (!p.decided) return segment_segment_robust(a, b).closest;
    flr_closest3 result = {simd_real(simd_sqrt(p.squared)), simd3_vec3(p.point_a), simd3_vec3(p.point_b)};
    return result;
}

flr_parameters3 flr_parameters3_segment_segment(const flr_segment3 *a, const flr_segment3 *b)
{
    simd3_bridge p =
        simd3_segment_segment(simd3_all(a->a), simd3_all(a->b), simd3_all(b->a), simd3_all(b->b));
    flr_parameters3 r;
    if (p.decided) {
        r.closest.distance = simd_real(simd_sqrt(p.squared));
        r.closest.point_a = simd3_vec3(p.point_a);
        r.closest.point_b = simd3_vec3(p.point_b);
        r.s = simd_real(p.s);
        r.t = simd_real(p.t);
    } else {
        r = segment_segment_robust(a, b);
    }
    r.s = flr_parameter3_of_point((double)r.s, r.closest.point_a, a->a, a->b);
    r.t = flr_parameter3_of_point((double)r.t, r.closest.point_b, b->a, b->b);
    return r;
}

flr_real flr_distance_squared3_segment_segment(const flr_segment3 *a, const flr_segment3 *b)
{
    simd3_bridge p =
        simd3_segment_segment(simd3_all(a->a), simd3_all(a->b), simd3_all(b->a), simd3_all(b->b));
    double distance = p.decided ? 0 : (double)segment_segment_robust(a, b).closest.distance;
    return p.decided ? simd_real(p.squared) : (flr_real)(distance * distance);
}

// ---- Pairs with a ray or line

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

/// Finds the closest points. An exact test decides whether the two intersect, and the distance agrees with
/// it. What overflows stays as it is.
static flr_closest3 closest_of(const straight_pair *p, double *s, double *t)
{
    double distance = flr_span3_pair(&p->a, &p->b, s, t);
    flr_closest3 c = {flr_frame3_distance(&p->frame, distance), flr_span3_world(&p->frame, &p->a, *s),
                      flr_span3_world(&p->frame, &p->b, *t)};
    if (c.distance == 0) c.point_b = c.point_a;
    if (!isfinite(c.distance)) return c;
    if (flr_exact3_straight(&p->given_a, &p->given_b)) return flr_closest3_common_point(c.point_a);
    c.distance = flr_real_from_distance(flr_keep_apart((double)c.distance));
    return c;
}

static flr_real parameter_of(const straight_pair *p, const flr_span3 *span, double t, flr_vec3 point,
                             flr_vec3 direction)
{
    return span->high < INFINITY ? flr_parameter3_of_point(t, point, span->a, span->b)
                                 : flr_coefficient3_of_span(&p->frame, t, direction);
}

static flr_parameters3 with_parameters(const straight_pair *p, flr_vec3 direction_a, flr_vec3 direction_b)
{
    double s, t;
    flr_parameters3 r = {closest_of(p, &s, &t), 0, 0};
    r.s = parameter_of(p, &p->a, s, r.closest.point_a, direction_a);
    r.t = parameter_of(p, &p->b, t, r.closest.point_b, direction_b);
    return r;
}

#define CLOSEST(name, type_a, type_b, pair)                                                                  \
    flr_closest3 name(const type_a *a, const type_b *b)                                                      \
    {                                                                                                        \
        double s, t;                                                                                         \
        const straight_pair p = pair(a, b);                                                                  \
        return closest_of(&p, &s, &t);                                                                       \
    }
#define PARAMETERS(name, type_a, direction_of_a, type_b, pair)                                               \
    flr_parameters3 name(const type_a *a, const type_b *b)                                                   \
    {                                                                                                        \
        const straight_pair p = pair(a, b);                                                                  \
        return with_parameters(&p, direction_of_a, b->direction);                                            \
    }

CLOSEST(flr_closest3_line_line, flr_line3, flr_line3, line_line)
CLOSEST(flr_closest3_ray_line, flr_ray3, flr_line3, ray_line)
CLOSEST(flr_closest3_ray_ray, flr_ray3, flr_ray3, ray_ray)
CLOSEST(flr_closest3_segment_line, flr_segment3, flr_line3, segment_line)
CLOSEST(flr_closest3_segment_ray, flr_segment3, flr_ray3, segment_ray)

PARAMETERS(flr_parameters3_line_line, flr_line3, a->direction, flr_line3, line_line)
PARAMETERS(flr_parameters3_ray_line, flr_ray3, a->direction, flr_line3, ray_line)
PARAMETERS(flr_parameters3_ray_ray, flr_ray3, a->direction, flr_ray3, ray_ray)
PARAMETERS(flr_parameters3_segment_line, flr_segment3, a->a, flr_line3, segment_line)
PARAMETERS(flr_parameters3_segment_ray, flr_segment3, a->a, flr_ray3, segment_ray)
