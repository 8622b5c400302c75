#include "raycast/triangle3.h"

#include <limits.h>

#include "closest/kernels3.h"
#include "math/predicates.h"

/// The sign of weight i: the side on which the line passes the edge from b = corner i + 1 to c, as
/// (b - c) . ((o - c) x d).
static int weight_sign(const flr_cast3_path *p, const flr_row3 *d, const flr_vec3 corner[3], int i,
                       flr_scaled *value)
{
    flr_vec3 b = corner[(i + 1) % 3], c = corner[(i + 2) % 3];
    flr_row3 edge = flr_row3_difference(b, c), from = flr_row3_difference(p->origin, c);
    return flr_triple3_exact(&edge, &from, d, value);
}

/// The line lies in the plane of the triangle, or the triangle has none: what it has in common with the
/// edges spans what it has in common with the whole.
static bool in_plane(const flr_cast3_path *p, const flr_vec3 corner[3], unsigned options,
                     cast3_corner_hit *hit)
{
    if (options & FLR_CAST_FRONT_ONLY) return false;
    cast3_span span = {.count = 0};
    for (int i = 0; i < 3; ++i) {
        cast3_meeting meeting[2];
        int count = flr_cast3_line_segment(p, corner[i], corner[(i + 1) % 3], meeting);
        cast3_span_add(&span, meeting, count);
    }
    if (!cast3_span_is_hit(&span)) return false;
    hit->t = cast3_clamp_t(p, span.first);
    hit->front = true;
    hit->in_plane = true;
    return true;
}

int flr_cast3_side(const flr_cast3_path *p, flr_vec3 at, flr_vec3 from, flr_vec3 to)
{
    const dvec3 d = cast3_step(p);
    dvec3 s = dvec3_relative(p->origin, at), e = dvec3_relative(to, from);
    double value = dvec3_dot(e, dvec3_cross(s, d));
    double side = cast3_largest(e), reach = cast3_largest(s);
    double error = CAST3_FILTER * (2 * p->spread * side * reach + FLR_FILTER_FLOOR * (1 + side + p->spread));
    if (value > error) return 1;
    if (value < -error) return -1;
    flr_row3 edge = flr_row3_difference(to, from), start = flr_row3_difference(p->origin, at);
    flr_row3 direction = cast3_direction(p);
    return flr_triple3_exact(&edge, &start, &direction, 0);
}

/// -1, 0 or 1 as the crossing lies before, at or after the given t of the path.
static int against(const flr_cast3_path *p, const flr_vec3 corner[3], flr_real t, int facing)
{
    if (!isfinite(t)) return t > 0 ? -1 : 1;
    if (t == 0) return facing * flr_orient3_inline(corner[0], corner[1], corner[2], p->origin);
    flr_row3 e = flr_row3_difference(corner[1], corner[0]), f = flr_row3_difference(corner[2], corner[0]);
    flr_row3 at = cast3_at(p, t, corner[0]);
    return facing * flr_triple3_exact(&e, &f, &at, 0);
}

bool flr_cast3_crosses_plane(const flr_cast3_path *p, const flr_vec3 corner[3], int facing)
{
    return against(p, corner, p->t_min, facing) >= 0 && against(p, corner, p->t_max, facing) <= 0;
}

void flr_cast3_cross_exactly(const flr_cast3_path *p, const flr_vec3 corner[3], double weight[3], double *t)
{
    flr_row3 e = flr_row3_difference(corner[1], corner[0]), f = flr_row3_difference(corner[2], corner[0]);
    flr_row3 s = flr_row3_difference(p->origin, corner[0]), d = cast3_direction(p);
    flr_scaled determinant, height, value;
    flr_triple3_exact(&e, &f, &s, &height);
    flr_triple3_exact(&e, &f, &d, &determinant);
    determinant.mantissa = -determinant.mantissa;
    *t = flr_scaled_ratio(height, determinant);
    for (int i = 0; i < 3; ++i) {
        weight_sign(p, &d, corner, i, &value);
        weight[i] = flr_scaled_ratio(value, determinant);
    }
}

bool flr_cast3_triangle_exact(const flr_cast3_path *p, const flr_triangle3 *t, unsigned options,
                              cast3_corner_hit *hit)
{
    const flr_vec3 corner[3] = {t->a, t->b, t->c};
    if (!flr_is_finite3(t->a) || !flr_is_finite3(t->b) || !flr_is_finite3(t->c)) return false;
    bool positive = false, negative = false;
    for (int i = 0; i < 3; ++i) {
        flr_vec3 b = corner[(i + 1) % 3], c = corner[(i + 2) % 3];
        int sign = flr_cast3_side(p, c, c, b);
        positive |= sign > 0;
        negative |= sign < 0;
        if (positive && negative) return false;
    }
    if (!positive && !negative) return in_plane(p, corner, options, hit);
    int facing = positive ? 1 : -1;
    if (facing < 0 && (options & FLR_CAST_FRONT_ONLY)) return false;
    if (!flr_cast3_crosses_plane(p, corner, facing)) return false;
    double at;
    flr_cast3_cross_exactly(p, corner, hit->weight, &at);
    hit->t = cast3_clamp_t(p, at);
    hit->front = facing > 0;
    hit->in_plane = false;
    return true;
}

/// The sides of a triangle in a unit that keeps their squares in range.
static void scaled_sides(const flr_triangle3 *t, dvec3 *e, dvec3 *f)
{
    const dvec3 zero = {0, 0, 0};
    *e = dvec3_relative(t->b, t->a);
    *f = dvec3_relative(t->c, t->a);
    double size = cast3_more(cast3_largest(*e), cast3_largest(*f));
    if (size > 0x1p-200 && size < 0x1p200) return;
    if (!(size > 0)) return;
    flr_vec3 part[3] = {flr_scale3((flr_real)0.25, t->a), flr_scale3((flr_real)0.25, t->b),
                        flr_scale3((flr_real)0.25, t->c)};
    if (size > 1) {  // where even the differences overflow
        *e = dvec3_relative(part[1], part[0]);
        *f = dvec3_relative(part[2], part[0]);
    }
    int exponent;
    (void)frexp(cast3_more(cast3_largest(*e), cast3_largest(*f)), &exponent);
    double unit = ldexp(1, exponent < -1000 ? 1000 : -exponent);
    *e = dvec3_add_scaled(zero, unit, *e);
    *f = dvec3_add_scaled(zero, unit, *f);
}

/// (b - a) x (c - a) in some unit, each component nearly as good as its rounding.
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

dvec3 flr_cast3_unit_normal(const flr_triangle3 *t)
{
    const dvec3 zero = {0, 0, 0};
    dvec3 e, f;
    scaled_sides(t, &e, &f);
    dvec3 n = dvec3_cross(e, f);
    double side = cast3_more(cast3_largest(e), cast3_largest(f));
    if (!(16 * cast3_largest(n) > side * side)) n = exact_cross(t);  // a needle
    double largest = cast3_largest(n);
    if (!(largest > 0)) return zero;
    n = dvec3_add_scaled(zero, 1 / largest, n);
    return dvec3_add_scaled(zero, 1 / sqrt(dvec3_dot(n, n)), n);
}

/// The weights of a point known to lie on the triangle.
static void weights_in_plane(const flr_triangle3 *t, flr_vec3 point, double weight[3])
{
    flr_local3_scene scene;
    const flr_vec3 corners[3] = {t->a, t->b, t->c};
    flr_weights3 weights;
    flr_local3_load(&scene, &point, 1, corners, 3);
    (void)flr_local3_point_triangle(scene.a[0], scene.b, &weights);
    for (int i = 0; i < 3; ++i) weight[i] = weights.w[i];
}

static void tidy(double weight[3])
{
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
        weight[i] = flr_clamp01(weight[i]);
        sum += weight[i];
    }
    for (int i = 0; i < 3; ++i) weight[i] = sum > 0 ? weight[i] / sum : i == 0;
}

flr_cast3_triangle flr_cast3_triangle_told(const flr_cast3_path *p, const flr_triangle3 *t,
                                           const cast3_corner_hit *hit, uint32_t number)
{
    flr_cast3_triangle r = {.hit = true, .front = hit->front, .along = hit->in_plane, .triangle = number};
    const flr_vec3 corners[3] = {t->a, t->b, t->c};
    flr_weights3 weights = {{hit->weight[0], hit->weight[1], hit->weight[2]}};
    r.point = cast3_point(p, hit->t);
    if (hit->in_plane) weights_in_plane(t, r.point, weights.w);
    tidy(weights.w);
    for (int i = 0; i < 3; ++i) {
        r.barycentric[i] = (flr_real)weights.w[i];
        if (weights.w[i] == 1) r.point = corners[i];
    }
    dvec3 n = flr_cast3_unit_normal(t);
    double turn = hit->front ? 1 : -1;
    if (!p->is_point)
        r.normal = flr_vec3_make((flr_real)(turn * n.x), (flr_real)(turn * n.y), (flr_real)(turn * n.z));
    r.t = cast3_told(p, hit->t);
    return r;
}
