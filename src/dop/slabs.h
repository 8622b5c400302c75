/// What a k-DOP does, written once for both dimensions: dop2.c and dop3.c name their types and functions (dop_vec, dop_support ...),
/// include this, and forward each public function to it. The plane has z = 0.
#include <string.h>

#include <math.h>

#include "feeler/math.h"
#include "math/double_double.h"

// ---- One slab ----

/// Bounds of a product; equal if the product is exact.
typedef struct range {
    flr_real low, high;
} range;

/// Returns bounds of dot(d, p), each farther out by at least `more`.
static range product(flr_vec3 d, flr_vec3 p, double more)
{
    const double eps = sizeof(flr_real) == sizeof(float) ? 0x1p-22 : 0x1p-51;
    const flr_double2 x = flr_two_product((double)d.x, (double)p.x),
                      y = flr_two_product((double)d.y, (double)p.y),
                      z = flr_two_product((double)d.z, (double)p.z), xy = flr_two_sum(x.high, y.high),
                      all = flr_two_sum(xy.high, z.high);
    const double rest = fabs(x.low) + fabs(y.low) + fabs(z.low) + fabs(xy.low) + fabs(all.low);
    const bool exact = rest == 0 && more == 0 && (double)(flr_real)all.high == all.high;
    const double by = exact ? 0 : more + eps * (fabs(x.high) + fabs(y.high) + fabs(z.high));
    // for what underflows below the least number
    const double least = exact ? 0 : (sizeof(flr_real) == sizeof(float) ? 0x1p-140 : 0x1p-1060);
    return (range){(flr_real)(all.high - by - least), (flr_real)(all.high + by + least)};
}

static bool is_finite(range r) { return isfinite(r.low) && isfinite(r.high); }

static void widen(flr_real *low, flr_real *high, range r)
{
    if (r.low < *low) *low = r.low;
    if (r.high > *high) *high = r.high;
}

/// How far the shape extends beyond a support point along d: its radius, and 8 rounding errors of size and
/// coordinates, because a support point may miss the extreme one by that much.
static double reach_of_core(flr_vec3 d, flr_vec3 p, flr_vec3 q, double radius)
{
    const double eps = sizeof(flr_real) == sizeof(float) ? 0x1p-19 : 0x1p-48, length = (double)flr_length3(d);
    return eps * length * ((double)flr_reach3(p) + (double)flr_reach3(q) + radius) + length * radius;
}

// ---- All slabs ----

static flr_status make(const dop_vec *directions, size_t count, dop_type *dop)
{
    if (!directions || !dop || count == 0 || count > FLR_DOP_MOST) return FLR_INVALID_ARGUMENT;
    for (size_t i = 0; i < count; ++i) {
        if (!dop_is_finite(directions[i])) return FLR_NOT_FINITE;
        if (!(dop_reach(directions[i]) > 0)) return FLR_INVALID_SHAPE;
    }
    dop->directions = directions;
    dop->count = count;
    for (size_t i = 0; i < FLR_DOP_MOST; ++i) {
        dop->low[i] = (flr_real)INFINITY;
        dop->high[i] = (flr_real)-INFINITY;
    }
    return FLR_OK;
}

static flr_status add_points(dop_type *dop, const dop_vec *points, size_t count)
{
    if (!dop || (count > 0 && !points)) return FLR_INVALID_ARGUMENT;
    dop_type grown = *dop;
    for (size_t k = 0; k < count; ++k)
        for (size_t i = 0; i < dop->count; ++i) {
            const range r = product(dop_in_space(dop->directions[i]), dop_in_space(points[k]), 0);
            if (!is_finite(r)) return FLR_NOT_FINITE;
            widen(&grown.low[i], &grown.high[i], r);
        }
    *dop = grown;
    return FLR_OK;
}

static flr_status add_convex(dop_type *dop, const dop_convex *shape)
{
    if (!dop || !shape) return FLR_INVALID_ARGUMENT;
    dop_type grown = *dop;
    for (size_t i = 0; i < dop->count; ++i) {
        const flr_vec3 d = dop_in_space(dop->directions[i]),
                       p = dop_in_space(dop_support(shape, dop->directions[i])),
                       q = dop_in_space(dop_support(shape, dop_neg(dop->directions[i])));
        const double more = reach_of_core(d, p, q, (double)shape->radius);
        const range high = product(d, p, more), low = product(d, q, more);
        if (!is_finite(high) || !is_finite(low)) return FLR_NOT_FINITE;
        widen(&grown.low[i], &grown.high[i], (range){low.low, high.high});
    }
    *dop = grown;
    return FLR_OK;
}

static bool same_directions(const dop_type *a, const dop_type *b)
{
    if (a->count != b->count) return false;
    return a->directions == b->directions ||
           memcmp(a->directions, b->directions, a->count * sizeof *a->directions) == 0;
}

static flr_status merge(dop_type *dop, const dop_type *other)
{
    if (!dop || !other || !same_directions(dop, other)) return FLR_INVALID_ARGUMENT;
    for (size_t i = 0; i < dop->count; ++i)
        widen(&dop->low[i], &dop->high[i], (range){other->low[i], other->high[i]});
    return FLR_OK;
}

static flr_status move(dop_type *dop, dop_vec translation)
{
    if (!dop) return FLR_INVALID_ARGUMENT;
    dop_type moved = *dop;
    for (size_t i = 0; i < dop->count; ++i) {
        const range by = product(dop_in_space(dop->directions[i]), dop_in_space(translation), 0);
        if (!is_finite(by)) return FLR_NOT_FINITE;
        if (dop->low[i] > dop->high[i]) continue;
        const flr_vec3 one = {1, 1, 0};
        moved.low[i] = product(one, flr_vec3_make(dop->low[i], by.low, 0), 0).low;
        moved.high[i] = product(one, flr_vec3_make(dop->high[i], by.high, 0), 0).high;
        if (!isfinite(moved.low[i]) || !isfinite(moved.high[i])) return FLR_NOT_FINITE;
    }
    *dop = moved;
    return FLR_OK;
}

static bool is_empty(const dop_type *a) { return !(a->count > 0 && a->low[0] <= a->high[0]); }
static bool overlap(const dop_type *a, const dop_type *b)
{
    if (is_empty(a) || is_empty(b)) return false;
    if (!same_directions(a, b)) return true;
    for (size_t i = 0; i < a->count; ++i)
        if (a->high[i] < b->low[i] || b->high[i] < a->low[i]) return false;
    return true;
}

static dop_hit raycast(const dop_path *path, const dop_type *dop)
{
    dop_halfspace faces[2 * FLR_DOP_MOST];
    const dop_hit none = {.hit = false};
    if (is_empty(dop)) return none;
    for (size_t i = 0; i < dop->count; ++i) {
        faces[2 * i] = (dop_halfspace){dop->directions[i], dop->high[i]};
        faces[2 * i + 1] = (dop_halfspace){dop_neg(dop->directions[i]), -dop->low[i]};
    }
    return dop_ray_halfspaces(path, faces, 2 * dop->count);
}
