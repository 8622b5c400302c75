#include "closest/compensated.h"
#include "closest/frame3.h"
#include "feeler/overlap3.h"

typedef struct point_set {
    const flr_vec3 *points;
    size_t count;
} point_set;

static flr_frame3 common_frame(point_set a, point_set b)
{
    flr_vec3 points[3] = {a.points[0], a.points[0], a.points[0]};
    for (size_t i = 0; i < a.count + b.count; ++i) {
        flr_vec3 p = i < a.count ? a.points[i] : b.points[i - a.count];
        points[1] = flr_min3(points[1], p);
        points[2] = flr_max3(points[2], p);
    }
    return flr_frame3_make(points, 3, 0);
}

static void project(const flr_frame3 *f, point_set s, dvec3 axis, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < s.count; ++i) {
        double x = dvec3_dot(flr_frame3_local(f, s.points[i]), axis);
        if (x < *low) *low = x;
        if (x > *high) *high = x;
    }
}

/// The larger gap of the two directions of a unit axis.
static double separation_along(const flr_frame3 *f, point_set a, point_set b, dvec3 axis, bool *backward)
{
    double a_low, a_high, b_low, b_high;
    project(f, a, axis, &a_low, &a_high);
    project(f, b, axis, &b_low, &b_high);
    double forward = b_low - a_high, back = a_low - b_high;
    *backward = back > forward;
    return *backward ? back : forward;
}

bool flr_overlap3_points_points(const flr_vec3 *a, size_t count_a, const flr_vec3 *b, size_t count_b,
                                const flr_vec3 *axes, size_t count_axes, flr_axis_cache3 *cache)
{
    if (count_a == 0 || count_b == 0) return false;
    const point_set set_a = {a, count_a}, set_b = {b, count_b};
    flr_frame3 f = common_frame(set_a, set_b);
    size_t first = cache && cache->index < count_axes ? cache->index : 0;
    for (size_t i = 0; i < count_axes; ++i) {
        size_t k = i == 0 ? first : i <= first ? i - 1 : i;
        dvec3 axis = flr_unit3(axes[k]);
        bool backward;
        if (!(dvec3_dot(axis, axis) > 0)) continue;
        if (!(separation_along(&f, set_a, set_b, axis, &backward) > 0)) continue;
        if (cache) cache->index = k;
        return false;
    }
    return true;
}

flr_separation3 flr_separation3_points_points(const flr_vec3 *a, size_t count_a, const flr_vec3 *b,
                                              size_t count_b, const flr_vec3 *axes, size_t count_axes)
{
    flr_separation3 best = {(flr_real)-INFINITY, {0, 0, 0}, 0};
    if (count_a == 0 || count_b == 0) return best;
    const point_set set_a = {a, count_a}, set_b = {b, count_b};
    flr_frame3 f = common_frame(set_a, set_b);
    double separation = -INFINITY;
    for (size_t k = 0; k < count_axes; ++k) {
        dvec3 axis = flr_unit3(axes[k]);
        bool backward;
        if (!(dvec3_dot(axis, axis) > 0)) continue;
        double along = separation_along(&f, set_a, set_b, axis, &backward);
        if (!(along > separation)) continue;
        separation = along;
        double sign = backward ? -1 : 1;
        best.axis =
            flr_vec3_make((flr_real)(sign * axis.x), (flr_real)(sign * axis.y), (flr_real)(sign * axis.z));
        best.index = k;
    }
    best.separation = (flr_real)(separation / f.grow / f.shrink);
    return best;
}

/// Shorter than this part of the two edges, their cross product is taken for that of parallel ones.
static const double parallel = 0x1p-48;

static dvec3 brought_near_one(dvec3 v)
{
    return flr_local3_scaled(flr_power_toward_one(flr_largest3(v.x, v.y, v.z)), v);
}

/// RTCD 5.2.1.1, with the normal that it leaves out.
flr_vec3 flr_separation3_edge_axis(const flr_segment3 *a, const flr_segment3 *b)
{
    const flr_vec3 points[4] = {a->a, a->b, b->a, b->b};
    flr_frame3 f = flr_frame3_make(points, 4, 0);
    dvec3 from = flr_frame3_local(&f, b->a);
    dvec3 u = brought_near_one(flr_frame3_local(&f, a->b));
    dvec3 v = brought_near_one(dvec3_sub(flr_frame3_local(&f, b->b), from));
    dvec3 n = flr_cross_compensated(u, v);
    double square = dvec3_dot(u, u) * dvec3_dot(v, v);
    if (!(dvec3_dot(n, n) > parallel * parallel * square)) {
        dvec3 across = flr_cross_compensated(u, brought_near_one(from));
        n = dvec3_cross(u, across);
    }
    n = brought_near_one(n);
    return flr_vec3_make((flr_real)n.x, (flr_real)n.y, (flr_real)n.z);
}
