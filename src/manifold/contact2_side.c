#include "manifold/contact2_side.h"

#include "math/cross2.h"
#include "math/predicates.h"

/// As they are held: what is collinear there is so exactly.
static flr_vec2 raw(const support2 *s, uint32_t i) { return support2_points(s->shape)[i]; }

static bool same(flr_vec2 p, flr_vec2 q) { return p.x == q.x && p.y == q.y; }

static int turn(flr_vec2 a, flr_vec2 b, flr_vec2 c)
{
    return flr_orient2_inline((double)a.x, (double)a.y, (double)b.x, (double)b.y, (double)c.x, (double)c.y);
}

/// Does c lie on from b, as seen from a on one line with both?
static bool goes_on(flr_vec2 a, flr_vec2 b, flr_vec2 c)
{
    return turn(a, b, c) == 0 && flr_dot2_sign(flr_sub2(b, a), b, c) > 0;
}

/// The far end of the side that begins at corner i; i itself where all corners are one.
static uint32_t end_in_order(const support2 *s, uint32_t i, bool forwards)
{
    flr_vec2 from = raw(s, i);
    uint32_t found = i, at = i;
    for (uint32_t n = 1; n < s->count; ++n) {
        at = forwards ? (at + 1 < s->count ? at + 1 : 0) : (at ? at - 1 : s->count - 1);
        flr_vec2 p = raw(s, at);
        if (same(p, raw(s, found))) continue;
        if (found != i && !goes_on(from, raw(s, found), p)) break;
        found = at;
    }
    return found;
}

/// The same of points in any order: the one that has all others to one side; of several the farthest.
static uint32_t end_in_disorder(const support2 *s, uint32_t i, int side)
{
    flr_vec2 from = raw(s, i);
    uint32_t found = i;
    for (uint32_t k = 0; k < s->count; ++k) {
        flr_vec2 p = raw(s, k), best = raw(s, found);
        if (same(p, from)) continue;
        int way = found == i ? side : turn(from, best, p);
        if (way == side || (way == 0 && goes_on(from, best, p))) found = k;
    }
    return found;
}

/// Where all points lie on one line through corner i: the far end of the line on the other side of it than `end`; i itself where there is none.
static uint32_t other_end(const support2 *s, uint32_t i, uint32_t end)
{
    uint32_t found = i;
    for (uint32_t k = 0; k < s->count; ++k) {
        flr_vec2 p = raw(s, k);
        if (found == i ? goes_on(raw(s, end), raw(s, i), p) : goes_on(raw(s, i), raw(s, found), p)) found = k;
    }
    return found;
}

/// How fast the side falls away from the top.
static flr_real slope(flr_vec2 top, flr_vec2 end, flr_vec2 n)
{
    flr_vec2 e = flr_sub2(end, top);
    flr_real along = flr_cross2(n, e), drop = -flr_dot2(e, n);
    if (drop < 0) drop = 0;
    if (along < 0) along = -along;
    return along > 0 ? drop / along : (flr_real)INFINITY;
}

static side2 edge(const support2 *s, uint32_t start, uint32_t end, uint32_t code_start)
{
    side2 r = {support2_corner(s, start), support2_corner(s, end),     side2_corner_code(start),
               side2_corner_code(end),    side2_edge_code(code_start), s->shape->radius};
    return r;
}

/// Of a core known by its support function alone: the farthest corners a little to both sides, where all
/// between them is as far out.
static side2 of_user(const support2 *s, flr_vec2 n)
{
    const flr_real lean = (flr_real)0x1p-10;
    uint32_t index;
    flr_vec2 t = flr_perp2(n), top = support2_find(s, n, &index);
    flr_vec2 p = support2_find(s, flr_mul_add2(n, -lean, t), &index),
             q = support2_find(s, flr_mul_add2(n, lean, t), &index);
    side2 r = {p, q, side2_corner_code(0), side2_corner_code(1), side2_edge_code(0), s->shape->radius};
    flr_vec2 e = flr_sub2(q, p), up = flr_vec2_make(e.y, -e.x);
    if (flr_dot2(up, n) < 0) up = flr_neg2(up);
    flr_real square = flr_dot2(e, e);
    const flr_real straight = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-9;
    bool flat = square > 0 && flr_dot2(flr_sub2(support2_find(s, up, &index), p), up) <= straight * square &&
                flr_dot2(flr_sub2(top, p), up) <= straight * square;
    return flat ? r : side2_of_corner(top, 0, s->shape->radius);
}

side2 flr_side2_along(const support2 *s, flr_vec2 n)
{
    if (s->shape->kind == FLR_CONVEX2_USER) return of_user(s, n);
    uint32_t i;
    flr_vec2 top = support2_find(s, n, &i);
    if (s->count == 1) return side2_of_corner(top, 0, s->shape->radius);
    bool in_order = support2_in_order(s->shape);
    uint32_t before = in_order ? end_in_order(s, i, false) : end_in_disorder(s, i, 1);
    uint32_t after = in_order ? end_in_order(s, i, true) : end_in_disorder(s, i, -1);
    if (after == i) return side2_of_corner(top, i, s->shape->radius);
    if (!in_order && before == after) before = other_end(s, i, after);
    if (before == i) return edge(s, i, after, i);
    if (goes_on(raw(s, before), raw(s, i), raw(s, after))) return edge(s, before, after, before);
    flr_real back = slope(top, support2_corner(s, before), n), on = slope(top, support2_corner(s, after), n);
    return back < on ? edge(s, before, i, before) : edge(s, i, after, i);
}

side2 flr_side2_in_scene(const flr_convex2 *shape, flr_vec2 origin, flr_vec2 n)
{
    support2 s;
    support2_make(&s, shape, origin);
    return flr_side2_along(&s, n);
}
