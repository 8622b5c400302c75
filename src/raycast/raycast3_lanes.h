/// The usual case of a path against a triangle or an axis-aligned box, without branches, for one pair or
/// several at once (math/simd.h). Scalar calls and batches share this arithmetic. If neither `miss` nor `hit`
/// is set, the scalar call decides exactly.
#ifndef FLR_RAYCAST_RAYCAST3_LANES_H
#define FLR_RAYCAST_RAYCAST3_LANES_H

#include "math/predicates.h"
#include "math/simd_any_width.h"

/// More than 10 rounding errors, and the looseness of the sums of magnitudes of products.
#define RAYCAST3_FILTER 1.25e-15

typedef struct simd3_path {
    simd_3 origin, step;
    simd_d t_min, t_max;
    simd_d spread;  ///< the sum of the magnitudes of the step
} simd3_path;

static inline simd3_path simd3_path_make(simd_3 origin, simd_3 step, simd_d t_min, simd_d t_max)
{
    simd3_path p = {origin, step, t_min, t_max, simd_abs(step.x) + simd_abs(step.y) + simd_abs(step.z)};
    return p;
}

/// Returns t clamped to the range, as flr_real represents it.
static inline simd_r simd3_clamp_t(const simd3_path *p, simd_d t)
{
    simd_d inner = simd_select(simd_less(t, p->t_max), t, p->t_max);
    return simd_real(simd_select(simd_more(t, p->t_min), inner, p->t_min));
}

typedef struct simd3_triangle_hit {
    simd_m hit, miss;
    simd_d determinant, height;
    simd_d weight_a, weight_b, weight_c;  ///< times the determinant
    simd_3 normal;                        ///< (b - a) x (c - a)
} simd3_triangle_hit;

/// The signs, bounds and expressions are those of raycast3_triangle.h.
static inline simd3_triangle_hit simd3_ray_triangle(const simd3_path *p, simd_3 a, simd_3 b, simd_3 c,
                                                    bool front_only)
{
    const simd_d filter = simd_all(RAYCAST3_FILTER), floor_ = simd_all(FLR_FILTER_FLOOR), one = simd_all(1),
                 zero = simd_all(0), infinite = simd_all(INFINITY);
    simd3_triangle_hit h;
    simd_3 s = simd3_sub(p->origin, a), e = simd3_sub(b, a), f = simd3_sub(c, a);
    simd_3 q = simd3_cross(s, p->step);
    h.normal = simd3_cross(e, f);
    h.weight_b = simd3_dot(f, q);
    h.weight_c = -simd3_dot(e, q);
    h.determinant = -simd3_dot(p->step, h.normal);
    h.weight_a = h.determinant - h.weight_b - h.weight_c;
    simd_d side = simd_max(simd3_largest(f), simd3_largest(e)), reach = simd3_largest(s);
    simd_d error = filter * (p->spread * side * (simd_all(2) * side + simd_all(4) * reach) +
                             floor_ * (one + side + p->spread));
    simd_d least = simd_min(simd_min(h.weight_a, h.weight_b), h.weight_c);
    simd_d most = simd_max(simd_max(h.weight_a, h.weight_b), h.weight_c);
    simd_m empty = simd_not(simd_at_most(p->t_min, p->t_max));
    h.miss = simd_or(empty, simd_and(simd_less(least, -error), simd_more(most, error)));
    simd_m through = simd_or(simd_more(least, error), simd_less(most, -error));
    h.hit = simd_less(one, zero);
    h.height = zero;
    if (!simd_any(simd_and(through, simd_not(h.miss)))) return h;

    h.height = simd3_dot(s, h.normal);
    simd_m front = simd_more(h.determinant, zero);
    simd_d size = simd_abs(h.determinant), along = simd_select(front, h.height, -h.height);
    simd_d height_error = filter * (simd_all(6) * reach * side * side + floor_ * (one + reach));
    // an infinite limit makes an infinite product, which compares correctly
    simd_d behind = along - p->t_min * size, beyond = along - p->t_max * size;
    simd_d from = simd_abs(p->t_min), to = simd_abs(p->t_max);
    simd_d behind_error = height_error + simd_select(simd_less(from, infinite), from, zero) * error;
    simd_d beyond_error = height_error + simd_select(simd_less(to, infinite), to, zero) * error;
    simd_m off = simd_or(simd_less(behind, -behind_error), simd_more(beyond, beyond_error));
    simd_m within = simd_and(simd_more(behind, behind_error), simd_less(beyond, -beyond_error));
    simd_m sound =
        simd_and(simd_less(size, simd_all(0x1p500)), simd_more(simd_all(16) * simd3_largest(h.normal),
                                                               side * side));  // no needle
    sound =
        simd_and(sound, simd_and(simd_less(simd_all(0x1p-200), side), simd_less(side, simd_all(0x1p200))));
    if (front_only) off = simd_or(off, simd_not(front));
    h.miss = simd_or(h.miss, simd_and(through, off));
    h.hit = simd_and(simd_and(through, simd_and(within, sound)), simd_not(h.miss));
    return h;
}

/// Returns origin + t direction in the arithmetic of flr_real; zero if t is infinite.
static inline simd_3 simd3_path_point(simd_3 origin, simd_3 direction, simd_r t)
{
    simd_d wide = simd_wide(t), zero = simd_all(0);
    simd_3 at = {simd_wide(simd_real(origin.x) + t * simd_real(direction.x)),
                 simd_wide(simd_real(origin.y) + t * simd_real(direction.y)),
                 simd_wide(simd_real(origin.z) + t * simd_real(direction.z))};
    const simd_3 nowhere = {zero, zero, zero};
    at = simd3_select(simd_equal(wide, zero), origin, at);
    return simd3_select(simd_less(simd_abs(wide), simd_all(INFINITY)), at, nowhere);
}

/// Returns the unit normal that faces the path, for triangles that are hit.
static inline simd_3 simd3_facing_normal(const simd3_triangle_hit *h)
{
    simd_d length = simd_sqrt(simd3_dot(h->normal, h->normal));
    simd_d over = simd_all(1) / simd_select(simd_more(h->determinant, simd_all(0)), length, -length);
    return simd3_scale(over, h->normal);
}

typedef struct simd3_triangle_answer {
    simd_r t;
    simd_3 weight;  ///< of the corners
} simd3_triangle_answer;

static inline simd3_triangle_answer simd3_triangle_result(const simd3_path *p, const simd3_triangle_hit *h)
{
    const simd_d one = simd_all(1);
    simd_d over = one / h->determinant;
    simd3_triangle_answer r;
    r.t = simd3_clamp_t(p, h->height / h->determinant);
    r.weight.x = simd_min(h->weight_a * over, one);
    r.weight.y = simd_min(h->weight_b * over, one);
    r.weight.z = simd_min(h->weight_c * over, one);
    return r;
}

typedef struct simd3_aabb_hit {
    simd_m hit, miss;
    simd_d enter, exit;
} simd3_aabb_hit;

/// Casts by slabs: RTCD 5.3.3. `over` is 1 / (step + 0). If a product is a NaN, as the path runs within a
/// face, the other bound stays. Each product has three rounding errors; smaller differences are left open.
static inline simd3_aabb_hit simd3_ray_aabb(const simd3_path *p, simd_3 over, simd_3 low, simd_3 high)
{
    const simd_d zero = simd_all(0), infinite = simd_all(INFINITY);
    simd_m nx = simd_less(p->step.x, zero), ny = simd_less(p->step.y, zero), nz = simd_less(p->step.z, zero);
    simd3_aabb_hit h;
    h.enter = simd_max((simd_select(nx, high.x, low.x) - p->origin.x) * over.x, -infinite);
    h.exit = simd_min((simd_select(nx, low.x, high.x) - p->origin.x) * over.x, infinite);
    h.enter = simd_max((simd_select(ny, high.y, low.y) - p->origin.y) * over.y, h.enter);
    h.exit = simd_min((simd_select(ny, low.y, high.y) - p->origin.y) * over.y, h.exit);
    h.enter = simd_max((simd_select(nz, high.z, low.z) - p->origin.z) * over.z, h.enter);
    h.exit = simd_min((simd_select(nz, low.z, high.z) - p->origin.z) * over.z, h.exit);
    simd_d start = simd_max(p->t_min, h.enter), end = simd_min(p->t_max, h.exit);
    simd_d doubt = simd_all(1e-15) * (simd_abs(start) + simd_abs(end)), room = end - start;
    simd_m far_off = simd_or(simd_less(room, -doubt), simd_not(simd_less(doubt, infinite)));
    h.miss = simd_and(simd_more(start, end), far_off);
    h.hit = simd_or(simd_more(room, doubt), simd_not(simd_less(end, infinite)));
    simd_m box = simd_equal(simd3_nothing(low) + simd3_nothing(high), zero);
    simd_m range = simd_at_most(p->t_min, p->t_max);
    h.miss = simd_or(h.miss, simd_not(simd_and(box, range)));
    h.hit = simd_and(h.hit, simd_not(h.miss));
    return h;
}

/// The result for a box that is hit.
typedef struct simd3_aabb_answer {
    simd_m known;   ///< false: rounding leaves open whether the path starts inside
    simd_m inside;  ///< the path starts inside
    simd_r t, t_exit;
    simd_3 point, normal;  ///< the normal is zero inside
} simd3_aabb_answer;

static inline simd_d simd_clamped(simd_d x, simd_d low, simd_d high)
{
    return simd_max(low, simd_min(high, x));
}

static inline simd3_aabb_answer simd3_aabb_result(const simd3_path *p, simd_3 direction,
                                                  const simd3_aabb_hit *h, simd_3 low, simd_3 high)
{
    const simd_d zero = simd_all(0), one = simd_all(1), infinite = simd_all(INFINITY);
    simd3_aabb_answer r;
    simd_m bounded = simd_less(simd_abs(p->t_min), infinite);
    simd_d apart = simd_abs(h->enter - p->t_min), size = simd_abs(h->enter) + simd_abs(p->t_min);
    r.known = simd_or(simd_not(bounded), simd_more(apart, simd_all(1e-15) * size));
    r.inside =
        simd_or(simd_less(h->enter, p->t_min), simd_and(simd_not(bounded), simd_at_most(h->enter, p->t_min)));
    simd_m nx = simd_less(p->step.x, zero), ny = simd_less(p->step.y, zero), nz = simd_less(p->step.z, zero);
    simd_3 face = {simd_select(nx, high.x, low.x), simd_select(ny, high.y, low.y),
                   simd_select(nz, high.z, low.z)};
    // by division, which is exact if the quotient is representable
    simd_d x = simd_select(simd_equal(p->step.x, zero), -infinite, (face.x - p->origin.x) / p->step.x);
    simd_d y = simd_select(simd_equal(p->step.y, zero), -infinite, (face.y - p->origin.y) / p->step.y);
    simd_d z = simd_select(simd_equal(p->step.z, zero), -infinite, (face.z - p->origin.z) / p->step.z);
    simd_d first = simd_max(z, simd_max(y, x));  // of equal ones the first axis
    r.t = simd_real(simd_select(r.inside, p->t_min, simd_wide(simd3_clamp_t(p, first))));
    r.t_exit = simd3_clamp_t(p, simd_max(h->exit, simd_wide(r.t)));

    simd_m outside = simd_not(r.inside);
    simd_m on_x = simd_equal(first, x), on_y = simd_and(simd_equal(first, y), simd_not(on_x));
    simd_m on_z = simd_and(outside, simd_not(simd_or(on_x, on_y)));
    on_x = simd_and(outside, on_x), on_y = simd_and(outside, on_y);
    r.point = simd3_path_point(p->origin, direction, r.t);
    simd_3 held = {simd_clamped(simd_select(on_x, face.x, r.point.x), low.x, high.x),
                   simd_clamped(simd_select(on_y, face.y, r.point.y), low.y, high.y),
                   simd_clamped(simd_select(on_z, face.z, r.point.z), low.z, high.z)};
    r.point = simd3_select(r.inside, r.point, held);
    r.normal.x = simd_select(on_x, simd_select(nx, one, -one), zero);
    r.normal.y = simd_select(on_y, simd_select(ny, one, -one), zero);
    r.normal.z = simd_select(on_z, simd_select(nz, one, -one), zero);
    return r;
}

#endif
