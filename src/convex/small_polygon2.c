#include "convex/small_polygon2.h"

#include "convex/sat2.h"
#include "math/predicates.h"

int flr_few2_turn(const flr_vec2 *p, uint32_t count)
{
    const double x = (double)p[0].x, y = (double)p[0].y;
    double area = 0, all = FLR_FILTER_FLOOR;
    for (uint32_t i = 1; i + 1 < count; ++i) {
        const double left = ((double)p[i].x - x) * ((double)p[i + 1].y - y),
                     right = ((double)p[i].y - y) * ((double)p[i + 1].x - x);
        area += left - right;
        all += fabs(left) + fabs(right);
    }
    if (fabs(area) > (double)count * FLR_FILTER_RELATIVE2 * all) return area > 0 ? 1 : -1;
    int all_turn = 0;
    for (uint32_t i = 1; i + 1 < count; ++i) {
        const int turn =
            flr_orient2_inline(x, y, (double)p[i].x, (double)p[i].y, (double)p[i + 1].x, (double)p[i + 1].y);
        if (turn * all_turn < 0) return FEW2_UNSURE;
        if (turn) all_turn = turn;
    }
    return all_turn;
}

bool flr_few2_have_length(const flr_vec2 *p, uint32_t count, uint32_t edges)
{
    for (uint32_t i = 0; i < count; ++i) {
        const flr_vec2 q = p[i + 1 < count ? i + 1 : 0];
        if ((edges >> i & 1) && (q.x != p[i].x || q.y != p[i].y)) return true;
    }
    return false;
}

/// The higher of two.
static flr_real higher(flr_real a, flr_real b) { return a > b ? a : b; }

static flr_real corners_reach(const few2_corners *f, flr_vec2 from, flr_real size)
{
    for (uint32_t i = 0; i < f->count; ++i)
        size = higher(size, support2_spread(flr_sub2(f->at(f->of, i), from)));
    return size;
}

/// The next corner elsewhere than p, by steps of `step` around.
static flr_vec2 next_elsewhere(const few2_corners *f, uint32_t from, uint32_t step, flr_vec2 p)
{
    flr_vec2 q = p;
    for (uint32_t i = (from + step) % f->count; i != from && q.x == p.x && q.y == p.y;
         i = (i + step) % f->count)
        q = f->at(f->of, i);
    return q;
}

/// By a neighbour of p that rises least on the way to the goal, and no farther than that.
static flr_vec2 by_neighbours(const few2_corners *other, uint32_t farthest, const few2_side *s, flr_vec2 p,
                              flr_real at, flr_real goal)
{
    flr_vec2 result = p;
    flr_real least = (flr_real)INFINITY;
    for (int k = 0; k < 2; ++k) {
        const flr_vec2 q = next_elsewhere(other, farthest, k ? 1 : other->count - 1, p);
        flr_real there = flr_dot2(s->e, flr_sub2(q, s->start));
        if (at < goal ? !(there > at) : !(there < at)) continue;
        flr_real t = (goal - at) / (there - at), rise = flr_dot2(s->normal, flr_sub2(q, p)) / (there - at);
        if (at > goal) rise = -rise;
        if (!(rise < least)) continue;
        least = rise;
        result = t < 1 ? flr_lerp2(p, q, t) : q;
    }
    return result;
}

flr_vec2 flr_few2_beside(const few2_corners *own, const few2_corners *other, uint32_t farthest,
                         const few2_side *s)
{
    const flr_real rounding = sizeof(flr_real) == sizeof(float) ? (flr_real)1.2e-7 : (flr_real)2.3e-16,
                   size = corners_reach(own, s->start, corners_reach(other, s->start, 0)),
                   flush = 8 * rounding * (size + own->off + other->off);
    const flr_vec2 p = other->at(other->of, farthest);
    const flr_real at = flr_dot2(s->e, flr_sub2(p, s->start));
    flr_real low = 0, high = s->whole;
    for (uint32_t i = 0; i < own->count; ++i) {
        const flr_vec2 c = flr_sub2(own->at(own->of, i), s->start);
        const flr_real there = flr_dot2(s->e, c);
        if (support2_magnitude(flr_dot2(s->normal, c)) > flush) continue;
        if (there < low) low = there;
        if (there > high) high = there;
    }
    // off by a rounding only: on the way there a steep side would lead far away
    if (at >= low - flush / 4 && at <= high + flush / 4) return p;
    const flr_real goal = at < low ? low : high;
    flr_real reach = at;
    flr_vec2 end = p;
    for (uint32_t i = 0; i < other->count; ++i) {
        const flr_vec2 q = other->at(other->of, i);
        const flr_real there = flr_dot2(s->e, flr_sub2(q, s->start));
        if (flr_dot2(s->normal, flr_sub2(q, p)) > flush || (at < low ? !(there > reach) : !(there < reach)))
            continue;
        reach = there;
        end = q;
    }
    if (at < low ? reach >= goal : reach <= goal) return flr_lerp2(p, end, (goal - at) / (reach - at));
    return by_neighbours(other, farthest, s, p, at, goal);
}
