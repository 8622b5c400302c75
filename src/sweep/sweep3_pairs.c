/// Linear casts of typed pairs, of any two convex shapes, and of two lists of points along given axes.
#include "base/answer.h"
#include "closest/points3.h"
#include "feeler/overlap3.h"
#include "feeler/sweep2.h"
#include "math/vectors.h"
#include "sweep/sweep3_cast.h"

static bool is_about(flr_real x, flr_real y)
{
    const flr_real few = sizeof(flr_real) == sizeof(float) ? (flr_real)2e-6 : (flr_real)4e-15;
    return x >= y - few && x <= y + few;
}

/// Is the shape a box without a radius, with axes that are orthonormal within rounding?
static bool is_box(const flr_convex3 *c, flr_box3 *b)
{
    if (c->kind != FLR_CONVEX3_BOX || c->radius != 0) return false;
    flr_vec3 x = c->axes.x, y = c->axes.y, z = c->axes.z;
    *b = (flr_box3){c->center, c->axes, c->half_extents};
    return is_about(flr_dot3(x, x), 1) && is_about(flr_dot3(y, y), 1) && is_about(flr_dot3(z, z), 1) &&
           is_about(flr_dot3(x, y), 0) && is_about(flr_dot3(y, z), 0) && is_about(flr_dot3(z, x), 0);
}

flr_sweep3_result flr_sweep3_convex_convex(const flr_convex3 *a, flr_vec3 motion, const flr_convex3 *b,
                                           const flr_sweep3_options *options)
{
    flr_sweep3_result none = {.status = FLR_INVALID_ARGUMENT};
    if (options && !flr_is_option(options->target_distance)) return none;
    if (!flr_is_finite3(motion)) return sweep3_not_finite();
    sweep3_source x = sweep3_of_convex(a), y = sweep3_of_convex(b);
    flr_real keep = options ? options->target_distance : 0;
    flr_box3 box_a, box_b;
    bool boxes = keep == 0 && is_box(a, &box_a) && is_box(b, &box_b);
    sweep3_answer answer = boxes ? flr_sweep3_find_box_box(&box_a, motion, &box_b)
                                 : flr_sweep3_cast(&x, motion, &y, (double)keep, 1, NULL);
    bool overlap = false;
    if (answer.ask) {
        flr_gjk3 g = flr_closest3_convex_convex(a, b, NULL);
        if (g.status == FLR_NOT_FINITE) return sweep3_not_finite();
        overlap = g.overlap || g.signed_distance <= keep;
    }
    return sweep3_result_of(&answer, overlap);
}

// A typed pair is two sources for the cast, and a static test.
typedef bool pair_test(const void *a, const void *b);

static flr_sweep3_result cast_pair(const sweep3_source *x, flr_vec3 motion, const sweep3_source *y,
                                   const void *a, const void *b, pair_test *overlap)
{
    if (!flr_is_finite3(motion)) return sweep3_not_finite();
    sweep3_answer answer = flr_sweep3_cast(x, motion, y, 0, 1, NULL);
    return sweep3_result_of(&answer, answer.ask && overlap(a, b));
}

#define CONVEX_SOURCE(name, shape)                                                                           \
    const flr_convex3 convex_##shape = flr_convex3_##name(shape);                                            \
    const sweep3_source source_of_##shape = sweep3_of_convex(&convex_##shape)
#define RANGE_SOURCE(name, shape) const sweep3_source source_of_##shape = sweep3_of_range(shape)

// clang-format off
#define PAIR(name, type_a, source_a, type_b, source_b, overlaps)                                     \
    static bool name##_overlaps(const void *first, const void *second)                              \
    {                                                                                               \
        const type_a *a = first;                                                                    \
        const type_b *b = second;                                                                   \
        return overlaps;                                                                            \
    }                                                                                               \
    flr_sweep3_result name(const type_a *a, flr_vec3 motion, const type_b *b)                       \
    {                                                                                               \
        source_a;                                                                                   \
        source_b;                                                                                   \
        return cast_pair(&source_of_a, motion, &source_of_b, a, b, name##_overlaps);                \
    }

PAIR(flr_sweep3_sphere_sphere, flr_sphere, CONVEX_SOURCE(sphere, a), flr_sphere, CONVEX_SOURCE(sphere, b), flr_overlap3_sphere_sphere(a, b))
PAIR(flr_sweep3_sphere_capsule, flr_sphere, CONVEX_SOURCE(sphere, a), flr_capsule3, CONVEX_SOURCE(capsule, b), flr_overlap3_sphere_capsule(a, b))
PAIR(flr_sweep3_sphere_aabb, flr_sphere, CONVEX_SOURCE(sphere, a), flr_aabb3, RANGE_SOURCE(aabb, b), flr_overlap3_sphere_aabb(a, b))
PAIR(flr_sweep3_sphere_box, flr_sphere, CONVEX_SOURCE(sphere, a), flr_box3, CONVEX_SOURCE(box, b), flr_overlap3_sphere_box(a, b))
PAIR(flr_sweep3_sphere_triangle, flr_sphere, CONVEX_SOURCE(sphere, a), flr_triangle3, CONVEX_SOURCE(triangle, b), flr_overlap3_sphere_triangle(a, b))
PAIR(flr_sweep3_sphere_rectangle, flr_sphere, CONVEX_SOURCE(sphere, a), flr_rectangle3, CONVEX_SOURCE(rectangle, b), flr_overlap3_sphere_rectangle(a, b))
PAIR(flr_sweep3_sphere_tetrahedron, flr_sphere, CONVEX_SOURCE(sphere, a), flr_tetrahedron, CONVEX_SOURCE(tetrahedron, b), flr_overlap3_sphere_tetrahedron(a, b))

PAIR(flr_sweep3_capsule_sphere, flr_capsule3, CONVEX_SOURCE(capsule, a), flr_sphere, CONVEX_SOURCE(sphere, b), flr_overlap3_sphere_capsule(b, a))
PAIR(flr_sweep3_capsule_capsule, flr_capsule3, CONVEX_SOURCE(capsule, a), flr_capsule3, CONVEX_SOURCE(capsule, b), flr_overlap3_capsule_capsule(a, b))
PAIR(flr_sweep3_capsule_aabb, flr_capsule3, CONVEX_SOURCE(capsule, a), flr_aabb3, RANGE_SOURCE(aabb, b), flr_overlap3_capsule_aabb(a, b))
PAIR(flr_sweep3_capsule_box, flr_capsule3, CONVEX_SOURCE(capsule, a), flr_box3, CONVEX_SOURCE(box, b), flr_overlap3_capsule_box(a, b))
PAIR(flr_sweep3_capsule_triangle, flr_capsule3, CONVEX_SOURCE(capsule, a), flr_triangle3, CONVEX_SOURCE(triangle, b), flr_overlap3_capsule_triangle(a, b))
PAIR(flr_sweep3_capsule_rectangle, flr_capsule3, CONVEX_SOURCE(capsule, a), flr_rectangle3, CONVEX_SOURCE(rectangle, b), flr_overlap3_capsule_rectangle(a, b))
PAIR(flr_sweep3_capsule_tetrahedron, flr_capsule3, CONVEX_SOURCE(capsule, a), flr_tetrahedron, CONVEX_SOURCE(tetrahedron, b), flr_overlap3_capsule_tetrahedron(a, b))

PAIR(flr_sweep3_aabb_sphere, flr_aabb3, RANGE_SOURCE(aabb, a), flr_sphere, CONVEX_SOURCE(sphere, b), flr_overlap3_sphere_aabb(b, a))
PAIR(flr_sweep3_aabb_capsule, flr_aabb3, RANGE_SOURCE(aabb, a), flr_capsule3, CONVEX_SOURCE(capsule, b), flr_overlap3_capsule_aabb(b, a))
PAIR(flr_sweep3_aabb_triangle, flr_aabb3, RANGE_SOURCE(aabb, a), flr_triangle3, CONVEX_SOURCE(triangle, b), flr_overlap3_aabb_triangle(a, b))
PAIR(flr_sweep3_aabb_rectangle, flr_aabb3, RANGE_SOURCE(aabb, a), flr_rectangle3, CONVEX_SOURCE(rectangle, b), flr_overlap3_aabb_rectangle(a, b))
PAIR(flr_sweep3_aabb_tetrahedron, flr_aabb3, RANGE_SOURCE(aabb, a), flr_tetrahedron, CONVEX_SOURCE(tetrahedron, b), flr_overlap3_aabb_tetrahedron(a, b))

PAIR(flr_sweep3_box_sphere, flr_box3, CONVEX_SOURCE(box, a), flr_sphere, CONVEX_SOURCE(sphere, b), flr_overlap3_sphere_box(b, a))
PAIR(flr_sweep3_box_capsule, flr_box3, CONVEX_SOURCE(box, a), flr_capsule3, CONVEX_SOURCE(capsule, b), flr_overlap3_capsule_box(b, a))
PAIR(flr_sweep3_box_triangle, flr_box3, CONVEX_SOURCE(box, a), flr_triangle3, CONVEX_SOURCE(triangle, b), flr_overlap3_box_triangle(a, b))
PAIR(flr_sweep3_box_rectangle, flr_box3, CONVEX_SOURCE(box, a), flr_rectangle3, CONVEX_SOURCE(rectangle, b), flr_overlap3_box_rectangle(a, b))
PAIR(flr_sweep3_box_tetrahedron, flr_box3, CONVEX_SOURCE(box, a), flr_tetrahedron, CONVEX_SOURCE(tetrahedron, b), flr_overlap3_box_tetrahedron(a, b))

#define SHEET(name, type_a, source_a, type_b, vertices, count, overlaps)                             \
    flr_sweep3_result name(const type_a *a, flr_vec3 motion, const type_b *b)                       \
    {                                                                                               \
        if (!flr_is_finite3(motion)) return sweep3_not_finite();                                    \
        source_a;                                                                                   \
        const sweep3_answer answer = flr_sweep3_to_sheet(&source_of_a, motion, vertices, count, 0, 1); \
        return sweep3_result_of(&answer, answer.ask && overlaps);                                        \
    }

SHEET(flr_sweep3_sphere_quad, flr_sphere, CONVEX_SOURCE(sphere, a), flr_quad3, &b->a, 4, flr_overlap3_sphere_quad(a, b))
SHEET(flr_sweep3_sphere_polygon, flr_sphere, CONVEX_SOURCE(sphere, a), flr_polygon3, b->vertices, b->count, flr_overlap3_sphere_polygon(a, b))
SHEET(flr_sweep3_capsule_quad, flr_capsule3, CONVEX_SOURCE(capsule, a), flr_quad3, &b->a, 4, flr_overlap3_capsule_quad(a, b))
SHEET(flr_sweep3_capsule_polygon, flr_capsule3, CONVEX_SOURCE(capsule, a), flr_polygon3, b->vertices, b->count, flr_overlap3_capsule_polygon(a, b))
SHEET(flr_sweep3_aabb_quad, flr_aabb3, RANGE_SOURCE(aabb, a), flr_quad3, &b->a, 4, flr_overlap3_aabb_quad(a, b))
SHEET(flr_sweep3_aabb_polygon, flr_aabb3, RANGE_SOURCE(aabb, a), flr_polygon3, b->vertices, b->count, flr_overlap3_aabb_polygon(a, b))
SHEET(flr_sweep3_box_quad, flr_box3, CONVEX_SOURCE(box, a), flr_quad3, &b->a, 4, flr_overlap3_box_quad(a, b))
SHEET(flr_sweep3_box_polygon, flr_box3, CONVEX_SOURCE(box, a), flr_polygon3, b->vertices, b->count, flr_overlap3_box_polygon(a, b))
// clang-format on

static void project(const flr_frame3 *f, const flr_points3 *s, dvec3 axis, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < s->count; ++i) {
        double x = flr_dot_minus_compensated(flr_frame3_local(f, flr_points3_at(s, i)), axis, 0);
        if (x < *low) *low = x;
        if (x > *high) *high = x;
    }
}

/// When two intervals on one axis overlap: `enter` and `leave` widened by the rounding error, to decide; the
/// computed ones for the result.
typedef struct axis_times {
    double enter, leave;  ///< -INFINITY and INFINITY where they overlap all along
    double computed_enter, computed_leave;
    double sign;
} axis_times;

/// Computes these times; false where the intervals never overlap.
static bool times_on(double ahead, double behind, double speed, double slack, axis_times *r)
{
    bool forward = ahead > behind;
    double gap = forward ? ahead : behind, closing = forward ? speed : -speed;
    r->enter = r->computed_enter = -INFINITY;
    r->leave = r->computed_leave = INFINITY;
    r->sign = forward ? 1 : -1;
    double left = speed > 0 ? behind : ahead;
    if (speed != 0) r->leave = (slack - left) / fabs(speed);
    if (speed != 0) r->computed_leave = -left / fabs(speed);
    if (!(gap > slack)) return true;
    if (!(closing > 0)) return false;
    const flr_double2 p = {gap, 0}, q = {closing, 0};
    r->enter = (gap - slack) / closing;
    r->computed_enter = flr_sweep3_quotient_below(p, q);
    return true;
}

/// The times during which the shadows of two lists of points overlap on all axes.
static flr_sweep3_span span_of(flr_points3 a, flr_points3 b, flr_vec3 motion, flr_points3 axes)
{
    flr_sweep3_span none = {.hit = false}, r = {.hit = true, .overlap_at_start = true};
    if (a.count == 0 || b.count == 0 || !flr_is_finite3(motion)) return none;
    double first = 0, computed_first = 0, last = 1, computed_last = 1;
    flr_vec3 low, high;
    const flr_frame3 f = flr_points3_frame(&a, &b, &low, &high);
    const dvec3 extent = dvec3_sub(flr_frame3_local(&f, high), flr_frame3_local(&f, low)),
                way = flr_direction3(motion);
    // for a motion scaled near length 1, so that products of speeds neither vanish nor overflow
    double whole = flr_power_toward_one(flr_largest3((double)motion.x, (double)motion.y, (double)motion.z));
    for (size_t k = 0; k < axes.count; ++k) {
        dvec3 axis = flr_direction3(flr_points3_at(&axes, k));
        double length = dvec3_length(axis), a_low, a_high, b_low, b_high;
        if (!(length > 0)) continue;
        project(&f, &a, axis, &a_low, &a_high);
        project(&f, &b, axis, &b_low, &b_high);
        // rounding errors: 5 eps of this sum for a gap, 3 eps of the gap for a time
        double slack =
            8 * 0x1p-53 * (extent.x * fabs(axis.x) + extent.y * fabs(axis.y) + extent.z * fabs(axis.z));
        double speed = flr_dot_minus_compensated(way, axis, 0) * f.shrink * f.grow / whole;
        axis_times t;
        if (!times_on(b_low - a_high, a_low - b_high, speed, slack, &t)) return none;
        if (t.enter >= 0) r.overlap_at_start = false;
        if (t.enter > first) {
            first = t.enter;
            computed_first = t.computed_enter;
            r.axis = dvec3_round(dvec3_scale(t.sign / length, axis));
            r.index = k;
        }
        if (t.leave < last) last = t.leave;
        if (t.computed_leave < computed_last) computed_last = t.computed_leave;
        if (first > last) return none;
    }
    r.t_first = sweep3_round_down(computed_first < 1 ? computed_first : 1);
    r.t_last = (flr_real)(computed_last > computed_first ? computed_last : computed_first);
    return r;
}

flr_sweep3_span flr_sweep3_points_points(const flr_vec3 *a, size_t count_a, const flr_vec3 *b, size_t count_b,
                                         flr_vec3 motion, const flr_vec3 *axes, size_t count_axes)
{
    return span_of(flr_points3_in_space(a, count_a), flr_points3_in_space(b, count_b), motion,
                   flr_points3_in_space(axes, count_axes));
}

flr_sweep2_span flr_sweep2_points_points(const flr_vec2 *a, size_t count_a, const flr_vec2 *b, size_t count_b,
                                         flr_vec2 motion, const flr_vec2 *axes, size_t count_axes)
{
    const flr_sweep3_span s = span_of(flr_points3_in_plane(a, count_a), flr_points3_in_plane(b, count_b),
                                      flr_in_space(motion), flr_points3_in_plane(axes, count_axes));
    const flr_sweep2_span r = {s.hit, s.overlap_at_start, s.t_first, s.t_last, {s.axis.x, s.axis.y}, s.index};
    return r;
}
