#include "sweep/sweep3_told.h"

typedef struct point_set {
    const flr_vec3 *points;
    size_t count;
} point_set;

static void project(const flr_frame3 *f, point_set s, dvec3 axis, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < s.count; ++i) {
        double x = flr_dot_minus_compensated(flr_frame3_local(f, s.points[i]), axis, 0);
        if (x < *low) *low = x;
        if (x > *high) *high = x;
    }
}

/// `extent`: the sides of the box around all points.
static flr_frame3 common_frame(point_set a, point_set b, dvec3 *extent)
{
    flr_vec3 points[3] = {a.points[0], a.points[0], a.points[0]};
    for (size_t i = 0; i < a.count + b.count; ++i) {
        flr_vec3 p = i < a.count ? a.points[i] : b.points[i - a.count];
        points[1] = flr_min3(points[1], p);
        points[2] = flr_max3(points[2], p);
    }
    flr_frame3 f = flr_frame3_make(points, 3, 0);
    dvec3 low = flr_frame3_local(&f, points[1]), high = flr_frame3_local(&f, points[2]);
    *extent = dvec3_sub(high, low);
    return f;
}

/// The times of one axis, for decisions early and late by what may be rounding, and as they are told.
typedef struct axis_times {
    double enter, leave;  ///< -INFINITY and INFINITY where they overlap all along
    double told_enter, told_leave;
    double sign;
} axis_times;

/// False where they never overlap on it.
static bool times_on(double ahead, double behind, double speed, double slack, axis_times *r)
{
    bool forward = ahead > behind;
    double gap = forward ? ahead : behind, closing = forward ? speed : -speed;
    r->enter = r->told_enter = -INFINITY;
    r->leave = r->told_leave = INFINITY;
    r->sign = forward ? 1 : -1;
    double left = speed > 0 ? behind : ahead;
    if (speed != 0) r->leave = (slack - left) / fabs(speed);
    if (speed != 0) r->told_leave = -left / fabs(speed);
    if (!(gap > slack)) return true;
    if (!(closing > 0)) return false;
    const flr_double2 p = {gap, 0}, q = {closing, 0};
    r->enter = (gap - slack) / closing;
    r->told_enter = flr_sweep3_quotient_below(p, q);
    return true;
}

flr_sweep3_span flr_sweep3_points_points(const flr_vec3 *a, size_t count_a, const flr_vec3 *b, size_t count_b,
                                         flr_vec3 motion, const flr_vec3 *axes, size_t count_axes)
{
    flr_sweep3_span none = {.hit = false}, r = {.hit = true, .overlap_at_start = true};
    if (count_a == 0 || count_b == 0 || !flr_is_finite3(motion)) return none;
    const point_set set_a = {a, count_a}, set_b = {b, count_b};
    double first = 0, told = 0, last = 1, told_last = 1;
    dvec3 extent, way = flr_direction3(motion);
    flr_frame3 f = common_frame(set_a, set_b, &extent);
    // speeds of a motion near length 1, so that their products neither vanish nor overflow, however long it is
    double whole = flr_power_toward_one(flr_largest3((double)motion.x, (double)motion.y, (double)motion.z));
    for (size_t k = 0; k < count_axes; ++k) {
        dvec3 axis = flr_direction3(axes[k]);
        double length = flr_local3_length(axis), a_low, a_high, b_low, b_high;
        if (!(length > 0)) continue;
        project(&f, set_a, axis, &a_low, &a_high);
        project(&f, set_b, axis, &b_low, &b_high);
        // 5 roundings of this sum for a gap, 3 of the gap itself for a time
        double slack =
            8 * 0x1p-53 * (extent.x * fabs(axis.x) + extent.y * fabs(axis.y) + extent.z * fabs(axis.z));
        double speed = flr_dot_minus_compensated(way, axis, 0) * f.shrink * f.grow / whole;
        axis_times t;
        if (!times_on(b_low - a_high, a_low - b_high, speed, slack, &t)) return none;
        if (t.enter >= 0) r.overlap_at_start = false;
        if (t.enter > first) {
            first = t.enter;
            told = t.told_enter;
            r.axis = sweep3_vec3(flr_local3_scaled(t.sign / length, axis));
            r.index = k;
        }
        if (t.leave < last) last = t.leave;
        if (t.told_leave < told_last) told_last = t.told_leave;
        if (first > last) return none;
    }
    r.t_first = sweep3_round_down(told < 1 ? told : 1);
    r.t_last = (flr_real)(told_last > told ? told_last : told);
    return r;
}
