#include "convex/few2_axes.h"

int flr_few2_turn(const flr_vec2 *p, uint32_t count)
{
    for (uint32_t i = 1; i + 1 < count; ++i) {
        int turn = flr_orient2_inline((double)p[0].x, (double)p[0].y, (double)p[i].x, (double)p[i].y,
                                      (double)p[i + 1].x, (double)p[i + 1].y);
        if (turn) return turn;
    }
    return 0;
}

bool flr_few2_have_length(const flr_vec2 *p, uint32_t count, uint32_t edges)
{
    for (uint32_t i = 0; i < count; ++i) {
        const flr_vec2 q = p[i + 1 < count ? i + 1 : 0];
        if ((edges >> i & 1) && (q.x != p[i].x || q.y != p[i].y)) return true;
    }
    return false;
}

flr_vec2 flr_few2_beside(flr_vec2 start, flr_vec2 e, flr_real whole, flr_vec2 normal, flr_vec2 p,
                         flr_vec2 next, flr_vec2 before)
{
    flr_vec2 result = p;
    flr_real at = flr_dot2(e, flr_sub2(p, start));
    flr_real goal = at < 0 ? 0 : whole, least = (flr_real)INFINITY;
    for (int k = 0; k < 2; ++k) {
        flr_vec2 q = k ? next : before;
        flr_real there = flr_dot2(e, flr_sub2(q, start));
        if (at < 0 ? !(there > at) : !(there < at)) continue;
        flr_real t = (goal - at) / (there - at), rise = flr_dot2(normal, flr_sub2(q, p)) / (there - at);
        if (at > 0) rise = -rise;
        if (!(rise < least)) continue;
        least = rise;
        result = t < 1 ? flr_lerp2(p, q, t) : q;
    }
    return result;
}
