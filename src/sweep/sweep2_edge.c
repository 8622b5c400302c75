/// A corner that moves straight against an edge: whether they touch by exact signs, and when.
#include "closest/outline2.h"
#include "math/predicates.h"
#include "math/predicates2.h"
#include "sweep/sweep2_doubled.h"
#include "sweep/sweep2_outline.h"

static const flr_vec2 zero = {0, 0};

/// The local time at which a corner that starts at v passes beside p.
static double time_beside(const sweep2_cast *k, bool back, flr_vec2 v, flr_vec2 p)
{
    doubled_vec2 gap = doubled_between(sweep2_local(k, v), sweep2_local(k, p));
    flr_double2 along = doubled_dot(gap, doubled_of(k->heading));
    double t = (along.high + along.low) / flr_local2_dot(k->heading, k->heading);
    return back ? -t : t;
}

/// The local time at which v crosses the line of the edge: cross(gap, d) / cross(heading, d), in doubled
/// precision where much cancels.
static double time_of_crossing(const sweep2_cast *k, bool back, flr_vec2 v, const flr_edge2 *e)
{
    flr_local2 start = sweep2_local(k, v), a = sweep2_local(k, e->a), d = sweep2_edge_direction(k, e);
    flr_local2 gap = flr_local2_sub(a, start), h = k->heading;
    double g0 = gap.x * d.y, g1 = gap.y * d.x, h0 = h.x * d.y, h1 = h.y * d.x;
    double over = g0 - g1, under = h0 - h1;
    if (!(4 * fabs(over) > fabs(g0) + fabs(g1)) || !(4 * fabs(under) > fabs(h0) + fabs(h1))) {
        doubled_vec2 along = doubled_of(d);
        if (e->kind == FLR_OUTLINE2_CHAIN) along = doubled_between(a, sweep2_local(k, e->b));
        flr_double2 p = doubled_cross(doubled_between(start, a), along);
        flr_double2 q = doubled_cross(doubled_of(h), along);
        over = p.high + p.low;
        under = q.high + q.low;
    }
    double t = back ? -(over / under) : over / under;
    return t > 0 ? t : 0;
}

/// For a path along the line of the edge: finds the first end that it reaches.
static bool meets_end(const sweep2_cast *k, bool back, flr_vec2 v, const flr_edge2 *e, double *t, int *end)
{
    flr_vec2 m = back ? k->back : k->motion;
    bool found = false;
    for (int i = 0; i < (e->kind == FLR_OUTLINE2_CHAIN ? 2 : 1); ++i) {
        flr_vec2 p = i ? e->b : e->a;
        if (flr_dot2_sign(m, v, p) < 0 || flr_arrival2_reach_sign(v, m, p) < 0) continue;
        double at = time_beside(k, back, v, p);
        if (found && !(at < *t)) continue;
        found = true;
        *t = at;
        *end = i;
    }
    return found;
}

static int side_of(const flr_edge2 *e, flr_vec2 p)
{
    if (e->kind != FLR_OUTLINE2_CHAIN) return flr_cross2_sign(e->b, e->a, p);
    return flr_orient2_inline((double)e->a.x, (double)e->a.y, (double)e->b.x, (double)e->b.y, (double)p.x,
                              (double)p.y);
}

bool flr_sweep2_hits_edge(const sweep2_cast *k, bool back, flr_vec2 v, const flr_edge2 *e, double *t,
                          int *end)
{
    flr_vec2 m = back ? k->back : k->motion;
    int side_a = e->kind == FLR_OUTLINE2_LINE ? 0 : flr_cross2_sign(m, v, e->a);
    int turn;  // in which direction the edge crosses the motion
    *end = -1;
    if (e->kind == FLR_OUTLINE2_CHAIN) {
        int side_b = flr_cross2_sign(m, v, e->b);
        if (side_a * side_b > 0) return false;
        turn = (side_b > side_a) - (side_b < side_a);
        if (turn == 0) return meets_end(k, back, v, e, t, end);
        if (side_b == 0) *end = 1;
    } else {
        turn = flr_cross2_sign(m, zero, e->b);
        if (turn == 0) return e->kind == FLR_OUTLINE2_RAY && side_a == 0 && meets_end(k, back, v, e, t, end);
        if (side_a * turn > 0) return false;
    }
    if (e->kind != FLR_OUTLINE2_LINE && side_a == 0) *end = 0;
    int start = side_of(e, v);
    if (start * turn <= 0) return false;  // v starts on the line outside the edge, or moves away from it
    if (flr_arrival2_side_sign(e->a, e->b, e->kind != FLR_OUTLINE2_CHAIN, v, m) * start > 0) return false;
    *t = *end < 0 ? time_of_crossing(k, back, v, e) : time_beside(k, back, v, *end ? e->b : e->a);
    return true;
}
