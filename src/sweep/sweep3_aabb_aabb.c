#include "feeler/overlap3.h"
#include "sweep/sweep3_told.h"

static double at(flr_vec3 v, int k) { return (double)(k == 0 ? v.x : k == 1 ? v.y : v.z); }

/// When something at a distance is covered at a speed above 0, kept as the two.
typedef struct moment {
    flr_double2 way;
    double speed;
} moment;

/// p before q, by products in twice the precision.
static bool is_before(moment p, moment q)
{
    flr_double2 x = flr_two_product(p.way.high, q.speed), y = flr_two_product(q.way.high, p.speed);
    flr_double2 high = flr_two_sum(x.high, -y.high);
    return high.high + (high.low + (x.low - y.low) + (p.way.low * q.speed - q.way.low * p.speed)) < 0;
}

typedef struct course {
    bool apart, never;
    int axis;
    double sign;
    moment enter, leave;  ///< valid where `apart` and `leaves`
    bool leaves;
} course;

/// Axis k: separated or not, when that ends and when it comes back. Without speed neither changes.
static void add_axis(course *c, const flr_aabb3 *a, flr_vec3 motion, const flr_aabb3 *b, int k)
{
    double speed = at(motion, k), pace = fabs(speed);
    flr_double2 ahead = flr_two_sum(at(b->min, k), -at(a->max, k)),
                behind = flr_two_sum(at(a->min, k), -at(b->max, k));
    bool forward = ahead.high > 0;
    if (forward || behind.high > 0) {
        c->apart = true;
        moment enter = {forward ? ahead : behind, pace};
        if (!(forward ? speed > 0 : speed < 0)) {
            c->never = true;
        } else if (c->enter.speed == 0 || is_before(c->enter, enter)) {
            c->enter = enter;
            c->axis = k;
            c->sign = forward ? 1 : -1;
        }
    }
    if (speed == 0) return;
    flr_double2 way = speed > 0 ? behind : ahead;
    moment leave = {{-way.high, -way.low}, pace};
    if (!c->leaves || is_before(leave, c->leave)) c->leave = leave;
    c->leaves = true;
}

static flr_real middle(double a_low, double a_high, double b_low, double b_high)
{
    double low = a_low > b_low ? a_low : b_low, high = a_high < b_high ? a_high : b_high;
    return (flr_real)(low + 0.5 * (high - low));
}

/// Do boxes that are apart touch within the time?
static bool comes(const course *c)
{
    const moment end = {{1, 0}, 1};
    return !c->never && !is_before(end, c->enter) && !is_before(c->leave, c->enter);
}

/// RTCD 5.5.8, with the branch for an axis without relative speed that a printed version lacks. Which comes
/// first is decided by products in twice the precision, so boxes that pass exactly at an edge touch, and
/// others do not.
flr_sweep3_result flr_sweep3_aabb_aabb(const flr_aabb3 *a, flr_vec3 motion, const flr_aabb3 *b)
{
    if (!flr_is_finite3(motion)) return sweep3_not_finite();
    course c = {.apart = false};
    for (int k = 0; k < 3; ++k) add_axis(&c, a, motion, b, k);
    sweep3_answer r = {.ask = !c.apart};
    r.hit = c.apart && comes(&c);
    if (r.hit) {
        const flr_double2 speed = {c.enter.speed, 0};
        r.t = flr_sweep3_quotient_below(c.enter.way, speed);
        double p[3], n[3] = {0, 0, 0};
        for (int k = 0; k < 3; ++k) {
            double moved = r.t * at(motion, k);
            p[k] = (double)middle(at(a->min, k) + moved, at(a->max, k) + moved, at(b->min, k), at(b->max, k));
        }
        p[c.axis] = at(c.sign > 0 ? b->min : b->max, c.axis);
        n[c.axis] = c.sign;
        r.normal = (dvec3){n[0], n[1], n[2]};
        r.point_b = flr_vec3_make((flr_real)p[0], (flr_real)p[1], (flr_real)p[2]);
    }
    return sweep3_told(&r, r.ask && flr_overlap3_aabb_aabb(a, b));
}

flr_sweep3_span flr_sweep3_span_aabb_aabb(const flr_aabb3 *a, flr_vec3 motion, const flr_aabb3 *b)
{
    flr_sweep3_span r = {.hit = false};
    course c = {.apart = false};
    if (!flr_is_finite3(motion)) return r;
    for (int k = 0; k < 3; ++k) add_axis(&c, a, motion, b, k);
    r.overlap_at_start = !c.apart && flr_overlap3_aabb_aabb(a, b);
    r.hit = r.overlap_at_start || (c.apart && comes(&c));
    if (!r.hit) return r;
    if (!r.overlap_at_start) {
        const flr_double2 speed = {c.enter.speed, 0};
        flr_real n[3] = {0, 0, 0};
        n[c.axis] = c.sign > 0 ? 1 : -1;
        r.t_first = sweep3_round_down(flr_sweep3_quotient_below(c.enter.way, speed));
        r.axis = flr_vec3_make(n[0], n[1], n[2]);
        r.index = (size_t)c.axis;
    }
    double last = c.leaves ? c.leave.way.high / c.leave.speed : 1;
    r.t_last = last < 1 ? (flr_real)last : 1;
    if (!(r.t_last >= r.t_first)) r.t_last = r.t_first;
    return r;
}
