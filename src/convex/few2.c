#include "convex/few2.h"

int flr_few2_turn(const flr_vec2 *p, uint32_t count)
{
    for (uint32_t i = 1; i + 1 < count; ++i) {
        int turn = flr_orient2_inline((double)p[0].x, (double)p[0].y, (double)p[i].x, (double)p[i].y,
                                      (double)p[i + 1].x, (double)p[i + 1].y);
        if (turn) return turn;
    }
    return 0;
}

/// An edge that may be chosen.
typedef struct candidate {
    const few2 *own, *other;
    uint32_t edge;
    bool own_is_b;
} candidate;

static flr_real toward(const candidate *c, flr_vec2 preferred)
{
    flr_real along = flr_dot2(few2_normal(c->own, c->edge), preferred);
    return c->own_is_b ? -along : along;
}

/// Where the corners of a side are collinear, several edges have the same normal, and one of them the witness.
static bool holds_witness(const candidate *c)
{
    flr_vec2 start = few2_corner(c->own, c->edge),
             e = flr_sub2(few2_corner(c->own, few2_next(c->own, c->edge)), start);
    flr_vec2 here = few2_corner(c->other, few2_farthest_against(c->other, few2_normal(c->own, c->edge)));
    flr_real at = flr_dot2(e, flr_sub2(here, start));
    return at >= 0 && at <= flr_dot2(e, e);
}

static bool is_better_witness(const candidate *c, const candidate *best)
{
    if (c->own != best->own) return false;
    flr_real alike = flr_dot2(few2_normal(c->own, c->edge), few2_normal(best->own, best->edge));
    return alike > (flr_real)0.999999 && !holds_witness(best) && holds_witness(c);
}

few2_choice flr_few2_best_of(const few2 *a, const few2 *b, flr_real least, flr_vec2 preferred)
{
    candidate best = {NULL, NULL, 0, false};
    for (int k = 0; k < 2; ++k) {
        candidate c = {k ? b : a, k ? a : b, 0, k == 1};
        for (c.edge = 0; c.edge < c.own->count; ++c.edge) {
            if (!(few2_at(c.own->separation, c.edge) >= least)) continue;
            if (best.own && !(toward(&c, preferred) - toward(&best, preferred) > (flr_real)1e-3) &&
                !is_better_witness(&c, &best))
                continue;
            best = c;
        }
    }
    few2_choice choice = {best.own_is_b, best.edge, 0, 0};
    return choice;
}

flr_vec2 flr_few2_beside(flr_vec2 start, flr_vec2 e, flr_vec2 normal, flr_vec2 p, flr_vec2 next,
                         flr_vec2 before)
{
    flr_vec2 result = p;
    flr_real whole = flr_dot2(e, e), at = flr_dot2(e, flr_sub2(p, start));
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
