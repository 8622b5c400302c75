/// Casts at triangles, quads, parallelograms and polygons. A filter in double decides most, and exact
/// determinants decide the rest.

#include <limits.h>

#include "closest/exact3.h"
#include "closest/kernels3.h"
#include "math/predicates.h"
#include "raycast/raycast3_triangle.h"

// ---- Triangles

/// Computes weight i: by its sign the side on which the line passes the edge from b = corner i + 1 to c, as (b
/// - c) . ((o - c) x d).
static void weight_of(const flr_raycast3_path *p, const flr_row3 *d, const flr_vec3 corner[3], int i,
                      flr_scaled *value)
{
    flr_vec3 b = corner[(i + 1) % 3], c = corner[(i + 2) % 3];
    flr_row3 edge = flr_row3_difference(b, c), from = flr_row3_difference(p->origin, c);
    (void)flr_triple3_exact(&edge, &from, d, value);
}

/// Casts at a triangle whose plane holds the line, or that has no plane. The intersection of the line with
/// the edges spans that with the triangle.
static bool in_plane(const flr_raycast3_path *p, const flr_vec3 corner[3], unsigned options,
                     raycast3_corner_hit *hit)
{
    if (options & FLR_RAYCAST_FRONT_ONLY) return false;
    raycast3_span span = {.count = 0};
    for (int i = 0; i < 3; ++i) {
        raycast3_meeting meeting[2];
        int count = flr_raycast3_line_segment(p, corner[i], corner[(i + 1) % 3], meeting);
        raycast3_span_add(&span, meeting, count);
    }
    if (!raycast3_span_is_hit(&span)) return false;
    hit->t = raycast3_clamp_t(p, span.first);
    hit->front = true;
    hit->in_plane = true;
    return true;
}

int flr_raycast3_side(const flr_raycast3_path *p, flr_vec3 at, flr_vec3 from, flr_vec3 to)
{
    const dvec3 d = raycast3_step(p);
    dvec3 s = dvec3_relative(p->origin, at), e = dvec3_relative(to, from);
    double value = dvec3_dot(e, dvec3_cross(s, d));
    double side = raycast3_largest(e), reach = raycast3_largest(s);
    double error =
        RAYCAST3_FILTER * (2 * p->spread * side * reach + FLR_FILTER_FLOOR * (1 + side + p->spread));
    if (value > error) return 1;
    if (value < -error) return -1;
    flr_row3 edge = flr_row3_difference(to, from), start = flr_row3_difference(p->origin, at);
    flr_row3 direction = raycast3_direction(p);
    return flr_triple3_exact(&edge, &start, &direction, 0);
}

/// Returns -1, 0 or 1 if the crossing is before, at or after the given t of the path.
static int against(const flr_raycast3_path *p, const flr_vec3 corner[3], flr_real t, int facing)
{
    if (!isfinite(t)) return t > 0 ? -1 : 1;
    if (t == 0) return facing * flr_orient3_inline(corner[0], corner[1], corner[2], p->origin);
    flr_row3 e = flr_row3_difference(corner[1], corner[0]), f = flr_row3_difference(corner[2], corner[0]);
    flr_row3 at = raycast3_at(p, t, corner[0]);
    return facing * flr_triple3_exact(&e, &f, &at, 0);
}

bool flr_raycast3_crosses_plane(const flr_raycast3_path *p, const flr_vec3 corner[3], int facing)
{
    return against(p, corner, p->t_min, facing) >= 0 && against(p, corner, p->t_max, facing) <= 0;
}

/// Computes the weights of the corners and t where the line crosses their plane, from exact values.
static void cross_exactly(const flr_raycast3_path *p, const flr_vec3 corner[3], double weight[3], double *t)
{
    flr_row3 e = flr_row3_difference(corner[1], corner[0]), f = flr_row3_difference(corner[2], corner[0]);
    flr_row3 s = flr_row3_difference(p->origin, corner[0]), d = raycast3_direction(p);
    flr_scaled determinant, height, value;
    flr_triple3_exact(&e, &f, &s, &height);
    flr_triple3_exact(&e, &f, &d, &determinant);
    determinant.mantissa = -determinant.mantissa;
    *t = flr_scaled_ratio(height, determinant);
    for (int i = 0; i < 3; ++i) {
        weight_of(p, &d, corner, i, &value);
        weight[i] = flr_scaled_ratio(value, determinant);
    }
}

bool flr_raycast3_triangle_exact(const flr_raycast3_path *p, const flr_triangle3 *t, unsigned options,
                                 raycast3_corner_hit *hit)
{
    const flr_vec3 corner[3] = {t->a, t->b, t->c};
    if (!flr_is_finite3(t->a) || !flr_is_finite3(t->b) || !flr_is_finite3(t->c)) return false;
    bool positive = false, negative = false;
    for (int i = 0; i < 3; ++i) {
        flr_vec3 b = corner[(i + 1) % 3], c = corner[(i + 2) % 3];
        int sign = flr_raycast3_side(p, c, c, b);
        positive |= sign > 0;
        negative |= sign < 0;
        if (positive && negative) return false;
    }
    if (!positive && !negative) return in_plane(p, corner, options, hit);
    int facing = positive ? 1 : -1;
    if (facing < 0 && (options & FLR_RAYCAST_FRONT_ONLY)) return false;
    if (!flr_raycast3_crosses_plane(p, corner, facing)) return false;
    double at;
    cross_exactly(p, corner, hit->weight, &at);
    hit->t = raycast3_clamp_t(p, at);
    hit->front = facing > 0;
    hit->in_plane = false;
    return true;
}

/// Writes the sides of a triangle in a unit in which their squares neither overflow nor underflow.
static void scaled_sides(const flr_triangle3 *t, dvec3 *e, dvec3 *f)
{
    const dvec3 zero = {0, 0, 0};
    *e = dvec3_relative(t->b, t->a);
    *f = dvec3_relative(t->c, t->a);
    double size = flr_greater(raycast3_largest(*e), raycast3_largest(*f));
    if (size > 0x1p-200 && size < 0x1p200) return;
    if (!(size > 0)) return;
    flr_vec3 part[3] = {flr_scale3((flr_real)0.25, t->a), flr_scale3((flr_real)0.25, t->b),
                        flr_scale3((flr_real)0.25, t->c)};
    if (size > 1) {  // even the differences overflow
        *e = dvec3_relative(part[1], part[0]);
        *f = dvec3_relative(part[2], part[0]);
    }
    int exponent;
    (void)frexp(flr_greater(raycast3_largest(*e), raycast3_largest(*f)), &exponent);
    double unit = ldexp(1, exponent < -1000 ? 1000 : -exponent);
    *e = dvec3_add_scaled(zero, unit, *e);
    *f = dvec3_add_scaled(zero, unit, *f);
}

/// Returns (b - a) x (c - a) in some unit, each component with a relative error of several eps.
static dvec3 exact_cross(const flr_triangle3 *t)
{
    flr_row3 e = flr_row3_difference(t->b, t->a), f = flr_row3_difference(t->c, t->a);
    flr_scaled value[3];
    int top = INT_MIN;
    double n[3] = {0, 0, 0};
    for (int k = 0; k < 3; ++k) {
        flr_row3 axis = flr_row3_axis(k);
        int exponent;
        if (flr_triple3_exact(&axis, &e, &f, &value[k]) == 0) continue;
        value[k].mantissa = frexp(value[k].mantissa, &exponent);
        value[k].exponent += exponent;
        if (value[k].exponent > top) top = value[k].exponent;
    }
    for (int k = 0; k < 3; ++k)
        if (value[k].mantissa != 0) n[k] = ldexp(value[k].mantissa, value[k].exponent - top);
    dvec3 cross = {n[0], n[1], n[2]};
    return cross;
}

/// Returns the unit normal of the front; zero if the corners lie on one line.
static dvec3 unit_normal(const flr_triangle3 *t)
{
    const dvec3 zero = {0, 0, 0};
    dvec3 e, f;
    scaled_sides(t, &e, &f);
    dvec3 n = dvec3_cross(e, f);
    double side = flr_greater(raycast3_largest(e), raycast3_largest(f));
    if (!(16 * raycast3_largest(n) > side * side)) n = exact_cross(t);  // a needle
    double largest = raycast3_largest(n);
    if (!(largest > 0)) return zero;
    n = dvec3_add_scaled(zero, 1 / largest, n);
    return dvec3_add_scaled(zero, 1 / sqrt(dvec3_dot(n, n)), n);
}

/// Returns the weights of a point that is known to lie on the triangle.
static void weights_in_plane(const flr_triangle3 *t, flr_vec3 point, double weight[3])
{
    flr_local3_scene scene;
    const flr_vec3 corners[3] = {t->a, t->b, t->c};
    flr_weights3 weights;
    flr_local3_load(&scene, &point, 1, corners, 3);
    (void)flr_local3_point_triangle(scene.a[0], scene.b, &weights);
    for (int i = 0; i < 3; ++i) weight[i] = weights.w[i];
}

static void normalize_weights(double weight[3])
{
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
        weight[i] = flr_clamp01(weight[i]);
        sum += weight[i];
    }
    for (int i = 0; i < 3; ++i) weight[i] = sum > 0 ? weight[i] / sum : i == 0;
}

flr_raycast3_triangle flr_raycast3_triangle_result(const flr_raycast3_path *p, const flr_triangle3 *t,
                                                   const raycast3_corner_hit *hit, uint32_t number)
{
    flr_raycast3_triangle r = {.hit = true, .front = hit->front, .along = hit->in_plane, .triangle = number};
    const flr_vec3 corners[3] = {t->a, t->b, t->c};
    flr_weights3 weights = {{hit->weight[0], hit->weight[1], hit->weight[2]}};
    r.point = raycast3_point(p, hit->t);
    if (hit->in_plane) weights_in_plane(t, r.point, weights.w);
    normalize_weights(weights.w);
    for (int i = 0; i < 3; ++i) {
        r.barycentric[i] = (flr_real)weights.w[i];
        if (weights.w[i] == 1) r.point = corners[i];
    }
    dvec3 n = unit_normal(t);
    double turn = hit->front ? 1 : -1;
    if (!p->is_point)
        r.normal = flr_vec3_make((flr_real)(turn * n.x), (flr_real)(turn * n.y), (flr_real)(turn * n.z));
    r.t = raycast3_reported_t(p, hit->t);
    return r;
}

/// Decides if rounding errors leave it open, or sizes are unusual.
static flr_raycast3_triangle triangle_robust(const flr_raycast3_path *path, const flr_triangle3 *t,
                                             unsigned options)
{
    const flr_raycast3_triangle none = {.hit = false};
    raycast3_corner_hit hit;
    if (!raycast3_triangle(path, t, options, &hit)) return none;
    return flr_raycast3_triangle_result(path, t, &hit, 0);
}

flr_raycast3_triangle flr_raycast3_ray_triangle(const flr_raycast3_path *path, const flr_triangle3 *t,
                                                unsigned options)
{
    const simd3_path p = raycast3_simd_path(path);
    simd3_triangle_hit h = simd3_ray_triangle(&p, simd3_all(t->a), simd3_all(t->b), simd3_all(t->c),
                                              (options & FLR_RAYCAST_FRONT_ONLY) != 0);
    flr_raycast3_triangle r = {.hit = false};
    if (h.miss) return r;
    if (!h.hit) return triangle_robust(path, t, options);
    simd3_triangle_answer answer = simd3_triangle_result(&p, &h);
    r.hit = true;
    r.front = h.determinant > 0;
    r.t = answer.t;
    r.point = raycast3_point(path, r.t);
    r.normal = simd3_vec3(simd3_facing_normal(&h));
    r.barycentric[0] = simd_real(answer.weight.x);
    r.barycentric[1] = simd_real(answer.weight.y);
    r.barycentric[2] = simd_real(answer.weight.z);
    return r;
}

// ---- Quads and parallelograms

flr_raycast3_triangle flr_raycast3_ray_quad(const flr_raycast3_path *path, const flr_quad3 *q,
                                            unsigned options)
{
    bool at_b = flr_quad3_is_split_at_b(q);
    flr_triangle3 first = {at_b ? q->b : q->a, at_b ? q->c : q->b, at_b ? q->d : q->c};
    flr_triangle3 second = {first.a, first.c, at_b ? q->a : q->d};
    flr_raycast3_triangle r = flr_raycast3_ray_triangle(path, &first, options);
    flr_raycast3_triangle s = flr_raycast3_ray_triangle(path, &second, options);
    s.triangle = s.hit;
    return s.hit && (!r.hit || s.t < r.t) ? s : r;
}

/// Returns the second half: c, b and the fourth corner. Only for what can use a rounded corner.
static flr_triangle3 far_half(const flr_triangle3 *t)
{
    flr_triangle3 far = {t->c, t->b, flr_add3(t->b, flr_sub3(t->c, t->a))};
    return far;
}

static flr_raycast3_triangle along_plane(const flr_raycast3_path *path, const flr_triangle3 *t,
                                         unsigned options)
{
    flr_triangle3 far = far_half(t);
    flr_raycast3_triangle first = flr_raycast3_ray_triangle(path, t, options);
    flr_raycast3_triangle second = flr_raycast3_ray_triangle(path, &far, options);
    second.triangle = second.hit;
    return second.hit && (!first.hit || second.t < first.t) ? second : first;
}

/// Returns the point a + v (b - a) + w (c - a), as a point of the half that holds it.
static flr_raycast3_triangle parallelogram_result(const flr_raycast3_path *path, const flr_triangle3 *t,
                                                  raycast3_corner_hit *hit)
{
    double v = flr_clamp01(hit->weight[1]), w = flr_clamp01(hit->weight[2]);
    if (v + w <= 1) {
        hit->weight[0] = 1 - v - w;
        return flr_raycast3_triangle_result(path, t, hit, 0);
    }
    flr_triangle3 far = far_half(t);
    hit->weight[0] = 1 - v;
    hit->weight[1] = 1 - w;
    hit->weight[2] = (v - 1) + w;
    return flr_raycast3_triangle_result(path, &far, hit, 1);
}

flr_raycast3_triangle flr_raycast3_ray_parallelogram(const flr_raycast3_path *path,
                                                     const flr_triangle3 *corners, unsigned options)
{
    flr_raycast3_triangle none = {.hit = false};
    flr_vec3 a = corners->a, b = corners->b, c = corners->c;
    const flr_vec3 corner[3] = {a, b, c};
    if (!(path->t_min <= path->t_max) || !flr_is_finite3(a) || !flr_is_finite3(b) || !flr_is_finite3(c))
        return none;
    const int side[4] = {flr_raycast3_side(path, a, a, c), flr_raycast3_side(path, a, b, a),
                         flr_raycast3_side(path, c, a, b), flr_raycast3_side(path, b, c, a)};
    bool positive = false, negative = false;
    for (int i = 0; i < 4; ++i) {
        positive |= side[i] > 0;
        negative |= side[i] < 0;
    }
    if (positive && negative) return none;
    if (!positive && !negative) return along_plane(path, corners, options);
    int facing = positive ? 1 : -1;
    if (facing < 0 && (options & FLR_RAYCAST_FRONT_ONLY)) return none;
    if (!flr_raycast3_crosses_plane(path, corner, facing)) return none;
    raycast3_corner_hit hit = {.front = facing > 0};
    double t;
    cross_exactly(path, corner, hit.weight, &t);
    hit.t = raycast3_clamp_t(path, t);
    return parallelogram_result(path, corners, &hit);
}

// ---- Polygons

static double coordinate(flr_vec3 v, int axis)
{
    return axis == 0 ? (double)v.x : axis == 1 ? (double)v.y : (double)v.z;
}

/// Returns the exact sign of d . (axis x (v - o)): on which side of the plane through the line and the axis
/// is v?
static int side_of(const flr_raycast3_path *p, int axis, flr_vec3 v)
{
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    dvec3 step = raycast3_step(p), from_origin = dvec3_relative(v, p->origin);
    const double d[3] = {step.x, step.y, step.z}, w[3] = {from_origin.x, from_origin.y, from_origin.z};
    double left = d[j] * w[i], right = d[i] * w[j];
    double error = FLR_FILTER_RELATIVE2 * (fabs(left) + fabs(right) + FLR_FILTER_FLOOR);
    if (left - right > error) return 1;
    if (left - right < -error) return -1;
    flr_row3 along = raycast3_direction(p), unit = flr_row3_axis(axis),
             from = flr_row3_difference(v, p->origin);
    return flr_triple3_exact(&along, &unit, &from, 0);
}

/// Chooses the two axes that are nearest to perpendicular to the line.
static void pick_axes(const flr_raycast3_path *p, int *first, int *second)
{
    const double d[3] = {fabs(coordinate(p->direction, 0)), fabs(coordinate(p->direction, 1)),
                         fabs(coordinate(p->direction, 2))};
    int k = d[0] <= d[1] ? (d[0] <= d[2] ? 0 : 2) : (d[1] <= d[2] ? 1 : 2);
    int i = (k + 1) % 3, j = (k + 2) % 3;
    *first = k;
    *second = d[i] <= d[j] ? i : j;
}

/// Does the line, which is not in the polygon's plane, pass through the polygon? Edges are counted that cross
/// the half-plane from the line along an axis. Each is half-open, so that a corner on the half-plane counts
/// once. A point on the line itself is a hit at once.
static bool passes_through(const flr_raycast3_path *p, const flr_flat3 *polygon)
{
    int axis, other, winding = 0;
    pick_axes(p, &axis, &other);
    flr_vec3 a = flr_flat3_corner(polygon, polygon->count - 1);
    int side_a = side_of(p, axis, a);
    for (size_t n = 0; n < polygon->count; ++n) {
        flr_vec3 b = flr_flat3_corner(polygon, n);
        int side_b = side_of(p, axis, b);
        if (side_b == 0) {
            int across_b = side_of(p, other, b);
            if (across_b == 0) return true;
            if (side_a == 0 && side_of(p, other, a) * across_b < 0) return true;
        }
        if ((side_a < 0) != (side_b < 0)) {
            int turn = flr_raycast3_side(p, a, a, b);
            if (turn == 0) return true;
            if (side_a < 0 && turn > 0) ++winding;
            if (side_b < 0 && turn < 0) --winding;
        }
        a = b;
        side_a = side_b;
    }
    return winding != 0;
}

/// Does the start of a path in the polygon's plane lie in the polygon? A line across the plane answers.
static bool starts_inside(const flr_raycast3_path *p, const flr_flat3 *polygon, const flr_vec3 corner[3])
{
    if (!isfinite(p->t_min)) return false;
    dvec3 n = dvec3_cross(dvec3_relative(corner[1], corner[0]), dvec3_relative(corner[2], corner[0]));
    double largest = raycast3_largest(n);
    if (!(largest > 0)) return false;
    flr_vec3 across = flr_vec3_make(fabs(n.x) == largest, fabs(n.y) == largest, fabs(n.z) == largest);
    if (across.x != 0) across.y = across.z = 0;
    if (across.y != 0) across.z = 0;
    flr_raycast3_path line = flr_raycast3_path_make(raycast3_point(p, p->t_min), across, 0, 0);
    return passes_through(&line, polygon);
}

/// Finds the first intersection with the edges that lies in the range.
static bool meets_edges(const flr_raycast3_path *p, const flr_flat3 *polygon, double *t)
{
    bool found = false;
    flr_vec3 a = flr_flat3_corner(polygon, polygon->count - 1);
    for (size_t n = 0; n < polygon->count; ++n) {
        flr_vec3 b = flr_flat3_corner(polygon, n);
        raycast3_meeting m[2];
        int count = flr_raycast3_line_segment(p, a, b, m);
        // an edge along the line is hit from its first point on, even if that lies before the range
        if (count == 2 && m[0].against_min < 0 && m[1].against_min >= 0)
            m[0] = (raycast3_meeting){(double)p->t_min, 0, 0};
        if (count == 2 && m[1].against_min < 0 && m[0].against_min >= 0)
            m[1] = (raycast3_meeting){(double)p->t_min, 0, 0};
        for (int i = 0; i < count; ++i) {
            if (m[i].against_min < 0 || m[i].against_max > 0 || (found && !(m[i].t < *t))) continue;
            *t = m[i].t;
            found = true;
        }
        a = b;
    }
    return found;
}

static bool is_finite(const flr_flat3 *polygon)
{
    for (size_t n = 0; n < polygon->count; ++n)
        if (!flr_is_finite3(flr_flat3_corner(polygon, n))) return false;
    return true;
}

/// Returns the sign of -d . n.
static int facing_of(const flr_raycast3_path *path, const flr_vec3 corner[3])
{
    if (!path->to_target) return -flr_triple3(path->direction, corner[0], corner[1], corner[2]);
    flr_row3 e = flr_row3_difference(corner[1], corner[0]), f = flr_row3_difference(corner[2], corner[0]);
    flr_row3 d = raycast3_direction(path);
    return -flr_triple3_exact(&e, &f, &d, 0);
}

flr_rayhit3 flr_raycast3_ray_flat(const flr_raycast3_path *path, const flr_flat3 *p, int *facing)
{
    flr_rayhit3 r = {.hit = false};
    *facing = 0;
    if (!(path->t_min <= path->t_max) || p->count == 0 || !is_finite(p)) return r;
    flr_flat3_plane span = flr_flat3_span_plane(p);
    const flr_vec3 corner[3] = {span.a, span.b, span.c};
    if (span.flat) *facing = facing_of(path, corner);
    double t = (double)path->t_min, unused[3];
    if (*facing != 0) {
        if (!flr_raycast3_crosses_plane(path, corner, *facing) || !passes_through(path, p)) return r;
        cross_exactly(path, corner, unused, &t);
    } else {
        if (span.flat && flr_orient3_inline(corner[0], corner[1], corner[2], path->origin) != 0) return r;
        if (!starts_inside(path, p, corner) && !meets_edges(path, p, &t)) return r;
        r.along = true;
    }
    flr_triangle3 plane = {corner[0], corner[1], corner[2]};
    dvec3 n = unit_normal(&plane);
    double turn = *facing < 0 ? -1 : 1;
    flr_real at = raycast3_clamp_t(path, t);
    r.hit = true;
    r.t = r.t_exit = raycast3_reported_t(path, at);
    r.point = raycast3_point(path, at);
    if (!path->is_point && span.flat)
        r.normal = flr_vec3_make((flr_real)(turn * n.x), (flr_real)(turn * n.y), (flr_real)(turn * n.z));
    return r;
}

flr_rayhit3 flr_raycast3_ray_polygon(const flr_raycast3_path *path, const flr_polygon3 *p)
{
    const flr_flat3 s = {p->vertices, NULL, p->count};
    int facing;
    return flr_raycast3_ray_flat(path, &s, &facing);
}
