/// The axis that separates two shapes best: for lists of points among the axes that the caller gives, for
/// boxes among fifteen. Hulls are in separation3_hulls.c.
#include "overlap/separation3.h"

#include "closest/points3.h"
#include "closest/span3.h"
#include "convex/depth3.h"
#include "convex/order.h"
#include "feeler/overlap2.h"
#include "math/double_double.h"
#include "overlap/axes3_boxes.h"

// ---- Points along given axes

static void project(const flr_frame3 *f, const flr_points3 *s, dvec3 axis, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < s->count; ++i) {
        double x = dvec3_dot(flr_frame3_local(f, flr_points3_at(s, i)), axis);
        if (x < *low) *low = x;
        if (x > *high) *high = x;
    }
}

/// The separation along a unit axis: the larger gap of its two directions.
static double separation_along(const flr_frame3 *f, const flr_points3 *a, const flr_points3 *b, dvec3 axis,
                               bool *backward)
{
    double a_low, a_high, b_low, b_high;
    project(f, a, axis, &a_low, &a_high);
    project(f, b, axis, &b_low, &b_high);
    double forward = b_low - a_high, back = a_low - b_high;
    *backward = back > forward;
    return *backward ? back : forward;
}

/// Do two lists of points overlap on all axes? The cached axis is tried first.
static bool overlap_of(flr_points3 a, flr_points3 b, flr_points3 axes, size_t *cache)
{
    if (a.count == 0 || b.count == 0) return false;
    flr_vec3 low, high;
    flr_frame3 f = flr_points3_frame(&a, &b, &low, &high);
    size_t first = cache && *cache < axes.count ? *cache : 0;
    for (size_t i = 0; i < axes.count; ++i) {
        size_t k = i == 0 ? first : i <= first ? i - 1 : i;
        dvec3 axis = flr_unit3(flr_points3_at(&axes, k));
        bool backward;
        if (!(dvec3_dot(axis, axis) > 0)) continue;
        if (!(separation_along(&f, &a, &b, axis, &backward) > 0)) continue;
        if (cache) *cache = k;
        return false;
    }
    return true;
}

static flr_separation3 separation_of(flr_points3 a, flr_points3 b, flr_points3 axes)
{
    flr_separation3 best = {(flr_real)-INFINITY, {0, 0, 0}, 0};
    if (a.count == 0 || b.count == 0) return best;
    flr_vec3 low, high;
    flr_frame3 f = flr_points3_frame(&a, &b, &low, &high);
    double separation = -INFINITY;
    for (size_t k = 0; k < axes.count; ++k) {
        dvec3 axis = flr_unit3(flr_points3_at(&axes, k));
        bool backward;
        if (!(dvec3_dot(axis, axis) > 0)) continue;
        double along = separation_along(&f, &a, &b, axis, &backward);
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

bool flr_overlap3_points_points(const flr_vec3 *a, size_t count_a, const flr_vec3 *b, size_t count_b,
                                const flr_vec3 *axes, size_t count_axes, flr_axis_cache3 *cache)
{
    return overlap_of(flr_points3_in_space(a, count_a), flr_points3_in_space(b, count_b),
                      flr_points3_in_space(axes, count_axes), cache ? &cache->index : NULL);
}

bool flr_overlap2_points_points(const flr_vec2 *a, size_t count_a, const flr_vec2 *b, size_t count_b,
                                const flr_vec2 *axes, size_t count_axes, flr_axis_cache2 *cache)
{
    return overlap_of(flr_points3_in_plane(a, count_a), flr_points3_in_plane(b, count_b),
                      flr_points3_in_plane(axes, count_axes), cache ? &cache->index : NULL);
}

flr_separation3 flr_separation3_points_points(const flr_vec3 *a, size_t count_a, const flr_vec3 *b,
                                              size_t count_b, const flr_vec3 *axes, size_t count_axes)
{
    return separation_of(flr_points3_in_space(a, count_a), flr_points3_in_space(b, count_b),
                         flr_points3_in_space(axes, count_axes));
}

flr_separation2 flr_separation2_points_points(const flr_vec2 *a, size_t count_a, const flr_vec2 *b,
                                              size_t count_b, const flr_vec2 *axes, size_t count_axes)
{
    const flr_separation3 s =
        separation_of(flr_points3_in_plane(a, count_a), flr_points3_in_plane(b, count_b),
                      flr_points3_in_plane(axes, count_axes));
    const flr_separation2 r = {s.separation, {s.axis.x, s.axis.y}, 0, (int)s.index};
    return r;
}

/// Edges count as parallel if their cross product is shorter than this times the product of their lengths.
static const double parallel = 0x1p-48;

static dvec3 brought_near_one(dvec3 v)
{
    return dvec3_scale(flr_power_toward_one(flr_largest3(v.x, v.y, v.z)), v);
}

/// Ericson 5.2.1.1, with the normal for parallel edges that it leaves out.
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

// ---- Boxes: fifteen axes

/// Both boxes in the axes of the first, relative to the centre of the second. The first is then an interval
/// on every axis, so an aabb needs neither centre nor extents.
typedef struct box_pair {
    double low[3], high[3];
    double axis[3][3], half[3];  ///< of the second
} box_pair;

/// The separation along a vector other than zero: the larger gap of its two directions.
static double box_separation_along(const box_pair *p, const double v[3], bool *backward)
{
    double most = 0, least = 0, reach = 0, square = 0;
    for (int i = 0; i < 3; ++i) {
        double a = p->low[i] * v[i], b = p->high[i] * v[i];
        most += a > b ? a : b;
        least += a > b ? b : a;
        reach += p->half[i] * fabs(v[0] * p->axis[i][0] + v[1] * p->axis[i][1] + v[2] * p->axis[i][2]);
        square += v[i] * v[i];
    }
    double forward = -most - reach, back = least - reach;
    *backward = back > forward;
    return (*backward ? back : forward) / sqrt(square);
}

/// Edges count as parallel if the sine between them is below this: their cross product is noise, which could
/// beat the faces of boxes that are apart across a corner.
static const double box_parallel = sizeof(flr_real) == sizeof(float) ? 0x1p-21 : 0x1p-50;

static bool apart(const box_pair *p)
{
    for (int k = 0; k < AXES3_BOXES; ++k) {
        double v[3];
        bool backward;
        axes3_boxes_at(p->axis, k, v);
        if (axes3_dot(v, v) > 0 && box_separation_along(p, v, &backward) > 0) return true;
    }
    return false;
}

typedef struct best_axis {
    double separation, v[3];
    int index;
} best_axis;

/// Finds the best of the fifteen axes. An edge pair must beat a face by more than rounding errors and the
/// bias.
static best_axis best(const box_pair *p, const flr_frame3 *f, double face_bias,
                      const separation3_observer *observer)
{
    best_axis found = {-INFINITY, {0, 0, 0}, 0};
    double size = 0;
    for (int i = 0; i < 3; ++i) size += p->half[i] + (p->high[i] - p->low[i]);
    for (int k = 0; k < AXES3_BOXES; ++k) {
        double v[3];
        bool backward;
        axes3_boxes_at(p->axis, k, v);
        if (!(axes3_dot(v, v) > box_parallel * box_parallel)) continue;
        double separation = box_separation_along(p, v, &backward);
        const double lead = (sizeof(flr_real) == sizeof(float) ? 2e-6 : 1e-12) * size +
                            (k >= 6 && found.index < 6 ? face_bias : 0),
                     scale = (backward ? -1 : 1) / sqrt(axes3_dot(v, v));
        const bool better = k == 0 || separation > found.separation + lead;
        if (observer)
            observer->on_step(observer->user,
                              &(separation3_tried){.index = (size_t)k,
                                                   .axis = dvec3_scale(scale, dvec3_make(v[0], v[1], v[2])),
                                                   .separation = separation / f->grow / f->shrink,
                                                   .better = better});
        if (!better) continue;
        found.separation = separation;
        found.index = k;
        axes3_set(found.v, dvec3_scale(scale, dvec3_make(v[0], v[1], v[2])));
    }
    return found;
}

static double largest_half(flr_vec3 h) { return flr_largest3((double)h.x, (double)h.y, (double)h.z); }

static void set_second(box_pair *p, const flr_frame3 *f, const flr_box3 *b)
{
    p->half[0] = flr_frame3_length(f, b->half_extents.x);
    p->half[1] = flr_frame3_length(f, b->half_extents.y);
    p->half[2] = flr_frame3_length(f, b->half_extents.z);
}

static box_pair pair_of_boxes(const flr_box3 *a, const flr_box3 *b, flr_frame3 *f)
{
    const flr_vec3 points[2] = {b->center, a->center};
    double reach_a = largest_half(a->half_extents), reach_b = largest_half(b->half_extents);
    *f = flr_frame3_make(points, 2, (flr_real)(reach_a > reach_b ? reach_a : reach_b));
    box_pair p;
    dvec3 center = flr_box3_coordinates(a, flr_frame3_local(f, a->center));
    dvec3 half = {flr_frame3_length(f, a->half_extents.x), flr_frame3_length(f, a->half_extents.y),
                  flr_frame3_length(f, a->half_extents.z)};
    axes3_set(p.low, dvec3_sub(center, half));
    axes3_set(p.high, dvec3_add(center, half));
    const flr_vec3 axes[3] = {b->axes.x, b->axes.y, b->axes.z};
    for (int i = 0; i < 3; ++i) axes3_set(p.axis[i], flr_box3_coordinates(a, dvec3_from(axes[i])));
    set_second(&p, f, b);
    return p;
}

static box_pair pair_of_aabb_box(const flr_aabb3 *a, const flr_box3 *b, flr_frame3 *f)
{
    const flr_vec3 points[3] = {b->center, a->min, a->max};
    *f = flr_frame3_make(points, 3, (flr_real)largest_half(b->half_extents));
    box_pair p;
    axes3_set(p.low, flr_frame3_local(f, a->min));
    axes3_set(p.high, flr_frame3_local(f, a->max));
    const flr_vec3 axes[3] = {b->axes.x, b->axes.y, b->axes.z};
    for (int i = 0; i < 3; ++i) axes3_set(p.axis[i], dvec3_from(axes[i]));
    set_second(&p, f, b);
    return p;
}

static flr_separation3 answer(const flr_frame3 *f, best_axis found, flr_vec3 axis)
{
    flr_separation3 s = {(flr_real)(found.separation / f->grow / f->shrink), axis, (size_t)found.index};
    return s;
}

/// Gottschalk, Lin and Manocha, "OBBTree" (1996), Ericson 4.4.1; Ericson 5.2.1 for the least overlap.
flr_separation3 flr_separation3_boxes(const flr_box3 *a, const flr_box3 *b, flr_real face_bias,
                                      const separation3_observer *observer)
{
    flr_frame3 f;
    box_pair p = pair_of_boxes(a, b, &f);
    best_axis found = best(&p, &f, flr_frame3_length(&f, face_bias), observer);
    dvec3 v = {found.v[0], found.v[1], found.v[2]};
    v = flr_box3_vector(a, v);
    return answer(&f, found, flr_vec3_make((flr_real)v.x, (flr_real)v.y, (flr_real)v.z));
}

flr_separation3 flr_separation3_box_box(const flr_box3 *a, const flr_box3 *b)
{
    return flr_separation3_boxes(a, b, 0, NULL);
}

flr_separation3 flr_separation3_aabb_box(const flr_aabb3 *a, const flr_box3 *b)
{
    flr_frame3 f;
    box_pair p = pair_of_aabb_box(a, b, &f);
    best_axis found = best(&p, &f, 0, NULL);
    return answer(&f, found, flr_vec3_make((flr_real)found.v[0], (flr_real)found.v[1], (flr_real)found.v[2]));
}

bool flr_overlap3_near_boxes(const flr_box3 *a, const flr_box3 *b)
{
    // a pair that rounds to a touch must do so whichever box comes first
    const bool first = flr_box3_is_first(a, b);
    flr_frame3 f;
    box_pair p = pair_of_boxes(first ? a : b, first ? b : a, &f);
    return !apart(&p);
}

bool flr_overlap3_box_box(const flr_box3 *a, const flr_box3 *b)
{
    const sat3_end end = flr_sat3_box_box_overlap(a, b);
    return end == SAT3_NEAR ? flr_overlap3_near_boxes(a, b) : end != SAT3_APART;
}

bool flr_overlap3_aabb_box(const flr_aabb3 *a, const flr_box3 *b)
{
    flr_frame3 f;
    box_pair p = pair_of_aabb_box(a, b, &f);
    return !apart(&p);
}
