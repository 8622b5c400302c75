/// The separating axis test in the plane: what is rarely called.
#include "convex/sat2.h"

#include "math/eps.h"
#include "math/predicates.h"

/// Does it have few corners in order, or so few that there is no other order?
static bool is_few(const flr_convex2 *c)
{
    return support2_in_order(c) && c->count >= 1 && c->count <= FEW2_MOST;
}

/// Places the corners where they are in the scene.
static void place(few2 *f, const support2 *s)
{
    const bool held = s->shape->kind == FLR_CONVEX2_CORNERS;
    core2 c = core2_of(s->shape);
    c.points = held ? s->corners : support2_points(s->shape);
    c.base = lanes2_of(held ? flr_vec2_make(0, 0) : s->base);
    c.offset = lanes2_of(held ? flr_vec2_make(0, 0) : s->offset);
    few2_place(f, s->shape, &c);
}

/// An edge from `start` along e, a unit vector; `whole` is its length.
typedef struct edge_side {
    flr_vec2 start, e, normal;
    flr_real whole;
} edge_side;

static flr_real higher(flr_real a, flr_real b) { return a > b ? a : b; }

static flr_real reach_from(const few2 *f, flr_vec2 from, flr_real size)
{
    for (uint32_t i = 0; i < f->count; ++i)
        size = higher(size, support2_spread(flr_sub2(few2_corner(f, i), from)));
    return size;
}

/// Returns how far the corners lie off where they are stored, by which they have been rounded.
static flr_real held_off(const few2 *f) { return support2_spread(support2_points(f->shape)[0]); }

/// Returns the next corner that is not at p, by steps of `step` around.
static flr_vec2 next_elsewhere(const few2 *f, uint32_t from, uint32_t step, flr_vec2 p)
{
    flr_vec2 q = p;
    for (uint32_t i = (from + step) % f->count; i != from && q.x == p.x && q.y == p.y;
         i = (i + step) % f->count)
        q = few2_corner(f, i);
    return q;
}

/// Returns the point at the goal, or as near as it gets, on the way to that neighbour of p which rises least
/// towards the goal.
static flr_vec2 by_neighbours(const few2 *other, uint32_t farthest, const edge_side *s, flr_vec2 p,
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

/// Returns a point of the other shape beside the edge, if its corner farthest against the normal lies beyond
/// the edge's ends. It is on the side of that corner. That side may have more corners, and the edge's own
/// side may go on beyond its ends.
static flr_vec2 beside(const few2 *own, const few2 *other, uint32_t farthest, const edge_side *s)
{
    const flr_real rounding = (flr_real)FLR_OVER_EPS,
                   size = reach_from(own, s->start, reach_from(other, s->start, 0)),
                   flush = 8 * rounding * (size + held_off(own) + held_off(other));
    const flr_vec2 p = few2_corner(other, farthest);
    const flr_real at = flr_dot2(s->e, flr_sub2(p, s->start));
    flr_real low = 0, high = s->whole;
    for (uint32_t i = 0; i < own->count; ++i) {
        const flr_vec2 c = flr_sub2(few2_corner(own, i), s->start);
        const flr_real there = flr_dot2(s->e, c);
        if (support2_magnitude(flr_dot2(s->normal, c)) > flush) continue;
        if (there < low) low = there;
        if (there > high) high = there;
    }
    // beyond by rounding only: on the way there a steep side would lead far away
    if (at >= low - flush / 4 && at <= high + flush / 4) return p;
    const flr_real goal = at < low ? low : high;
    flr_real reach = at;
    flr_vec2 end = p;
    for (uint32_t i = 0; i < other->count; ++i) {
        const flr_vec2 q = few2_corner(other, i);
        const flr_real there = flr_dot2(s->e, flr_sub2(q, s->start));
        if (flr_dot2(s->normal, flr_sub2(q, p)) > flush || (at < low ? !(there > reach) : !(there < reach)))
            continue;
        reach = there;
        end = q;
    }
    if (at < low ? reach >= goal : reach <= goal) return flr_lerp2(p, end, (goal - at) / (reach - at));
    return by_neighbours(other, farthest, s, p, at, goal);
}

/// Returns the normal from a to b and the witness points for the edge that was chosen.
static sat2_result result_of(const few2 *a, const few2 *b, const few2_choice *c)
{
    const few2 *own = c->own_is_b ? b : a, *other = c->own_is_b ? a : b;
    sat2_result r = {
        .found = true, .is_known = true, .separation = few2_at(own->separation, c->edge), .most = c->most};
    const flr_vec2 n = few2_normal(own, c->edge), start = few2_corner(own, c->edge);
    // along the edge as its normal has it: in the scene a short edge may have lost its direction to rounding
    flr_vec2 e = flr_perp2(n);
    flr_real length = flr_dot2(e, flr_sub2(few2_corner(own, few2_next(own, c->edge)), start));
    if (length < 0) length = -length, e = flr_neg2(e);
    flr_vec2 on_other = few2_corner(other, c->farthest);
    const flr_real at = flr_dot2(e, flr_sub2(on_other, start));
    const edge_side side = {start, e, n, length};
    if (!(at >= 0 && at <= length)) on_other = beside(own, other, c->farthest, &side);
    const flr_vec2 on_own = flr_mul_add2(on_other, -r.separation, n);
    r.normal = c->own_is_b ? flr_neg2(n) : n;
    r.a = c->own_is_b ? on_other : on_own;
    r.b = c->own_is_b ? on_own : on_other;
    return r;
}

sat2_result flr_sat2(const support2 *a, const support2 *b, flr_real size, flr_real tolerance,
                     flr_vec2 preferred)
{
    sat2_result r = {.is_known = false};
    few2 x, y;
    few2_choice choice;
    if (!is_few(a->shape) || !is_few(b->shape)) return r;
    place(&x, a);
    place(&y, b);
    if (!few2_make_normals(&x, size, true) || !few2_make_normals(&y, size, true)) return r;
    const flr_real most =
        real4_max_lane(real4_max(few2_find_separations(&x, &y), few2_find_separations(&y, &x)));
    r.is_known = !(most > (flr_real)-INFINITY);
    if (r.is_known || !few2_choose(&x, &y, most, tolerance, preferred, false, &choice)) return r;
    const few2 *own = choice.own_is_b ? &y : &x;
    if (!own->shape->normals && !few2_is_outer(own, choice.edge, few2_slack(size))) return r;
    return result_of(&x, &y, &choice);
}

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

bool flr_few2_have_length(const flr_vec2 *p, uint32_t count, few2_bits edges)
{
    for (uint32_t i = 0; i < count; ++i) {
        const flr_vec2 q = p[i + 1 < count ? i + 1 : 0];
        if ((edges >> i & 1) && (q.x != p[i].x || q.y != p[i].y)) return true;
    }
    return false;
}
