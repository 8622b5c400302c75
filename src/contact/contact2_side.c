#include "contact/contact2_side.h"

#include "contact/contact3_ids.h"
#include "convex/gjk2.h"
#include "math/predicates.h"
#include "math/predicates2.h"

/// The corners as they are held: what is in one place or on one line is so but for rounding.
typedef struct rim2 {
    const support2 *s;
    flr_real rounding;  ///< of the corners: what is closer is in one place, or on one line
    flr_real near;      ///< what is closer counts as one corner, for ids
} rim2;

static flr_vec2 raw(const rim2 *o, uint32_t i) { return support2_points(o->s->shape)[i]; }

static rim2 rim_of(const support2 *s)
{
    rim2 o = {s, 0, 0};
    const flr_vec2 base = raw(&o, 0);
    flr_real extent = 0;
    for (uint32_t i = 1; i < s->count; ++i) {
        const flr_real reach = support2_spread(flr_sub2(raw(&o, i), base));
        extent = reach > extent ? reach : extent;
    }
    o.rounding = 4 * gjk2_rounding() * (extent + support2_spread(base));
    o.near = (flr_real)CONTACT3_SNAP * extent;
    return o;
}

static bool within(flr_vec2 p, flr_vec2 q, flr_real limit)
{
    return support2_spread(flr_sub2(p, q)) <= limit;
}

static int turn(flr_vec2 a, flr_vec2 b, flr_vec2 c)
{
    return flr_orient2_inline((double)a.x, (double)a.y, (double)b.x, (double)b.y, (double)c.x, (double)c.y);
}

/// Does c lie on from b, as seen from a on one line with both?
static bool goes_on(const rim2 *o, flr_vec2 a, flr_vec2 b, flr_vec2 c)
{
    if (!(flr_dot2_sign(flr_sub2(b, a), b, c) > 0)) return false;
    const flr_vec2 whole = flr_sub2(c, a);
    const flr_real off = support2_magnitude(flr_cross2(whole, flr_sub2(b, a)));
    return off <= o->rounding * support2_spread(whole) / 2 || turn(a, b, c) == 0;
}

static uint32_t next_to(const rim2 *o, uint32_t i, bool forwards)
{
    const uint32_t count = o->s->count;
    return forwards ? (i + 1 < count ? i + 1 : 0) : (i ? i - 1 : count - 1);
}

/// Do the edges before and after a corner clearly turn? As side2_turns.
static bool turns(const rim2 *o, uint32_t i)
{
    const flr_vec2 p = raw(o, i), d = flr_sub2(p, raw(o, next_to(o, i, false))),
                   e = flr_sub2(raw(o, next_to(o, i, true)), p);
    return support2_magnitude(flr_cross2(d, e)) > FEW2_CLEAR * flr_length2(d) * flr_length2(e);
}

/// Of corners near one another that do not all clearly turn the one with the least number: as that they are told, whichever of them rounding has
/// found. In order they are corners next to corner i.
static uint32_t named(const rim2 *o, uint32_t i)
{
    const flr_vec2 p = raw(o, i);
    uint32_t least = i;
    if (!support2_in_order(o->s->shape)) {
        for (uint32_t k = i; k-- > 0;)
            if (within(p, raw(o, k), o->near)) least = k;
        return least;
    }
    for (int way = 0; way < 2; ++way) {
        uint32_t at = i;
        for (uint32_t n = 1; n < o->s->count; ++n) {
            const uint32_t last = at;
            at = next_to(o, last, way);
            if (!within(p, raw(o, at), o->near) || (turns(o, last) && turns(o, at))) break;
            if (at < least) least = at;
        }
    }
    return least;
}

/// The far end of the side that begins at corner i; i itself where all corners are one.
static uint32_t end_in_order(const rim2 *o, uint32_t i, bool forwards)
{
    flr_vec2 from = raw(o, i);
    uint32_t found = i, at = i;
    for (uint32_t n = 1; n < o->s->count; ++n) {
        at = next_to(o, at, forwards);
        flr_vec2 p = raw(o, at);
        if (within(p, raw(o, found), o->rounding)) continue;
        if (found != i && !goes_on(o, from, raw(o, found), p)) break;
        found = at;
    }
    return found;
}

/// The same of points in any order, where corner i is farthest along n, on the one side of it or the other: the one that has all others below;
/// of several the farthest.
static uint32_t end_in_disorder(const rim2 *o, uint32_t i, flr_vec2 n, int side)
{
    flr_vec2 from = raw(o, i);
    uint32_t found = i;
    for (uint32_t k = 0; k < o->s->count; ++k) {
        flr_vec2 p = raw(o, k), best = raw(o, found);
        if (within(p, from, o->rounding) || (flr_real)side * flr_cross2(n, flr_sub2(p, from)) > 0) continue;
        const bool farther = found == i || goes_on(o, from, best, p);
        if (farther || (!goes_on(o, from, p, best) && turn(from, best, p) == side)) found = k;
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

/// Do all corners lie on one line with an edge, so that it is the way back as well?
static bool is_flat(const rim2 *o, uint32_t start, uint32_t end)
{
    if (support2_in_order(o->s->shape)) return end_in_order(o, start, false) == end;
    const flr_vec2 from = raw(o, start), e = flr_sub2(raw(o, end), from);
    bool flat = true;
    for (uint32_t k = 0; k < o->s->count && flat; ++k) {
        const flr_real off = support2_magnitude(flr_cross2(e, flr_sub2(raw(o, k), from)));
        flat = off <= o->rounding * support2_spread(e) / 2;
    }
    return flat;
}

/// An edge has the number of the corner that it begins at; one that is both sides of its core that of the lower one, as rounding alone tells which
/// of its ends lies farther.
static side2 edge(const rim2 *o, uint32_t start, uint32_t end)
{
    const support2 *s = o->s;
    const uint32_t p = named(o, start), q = named(o, end);
    const uint32_t first = q < p && is_flat(o, start, end) ? q : p;
    const uint32_t between = p == q ? side2_corner_code(p) : side2_edge_code(first);
    side2 r = {support2_corner(s, start),
               support2_corner(s, end),
               side2_corner_code(p),
               side2_corner_code(q),
               between,
               s->shape->radius};
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
    const rim2 o = rim_of(s);
    bool in_order = support2_in_order(s->shape);
    const flr_vec2 up = in_order ? n : support2_unrotated(s->shape->rotation, n);
    uint32_t before = in_order ? end_in_order(&o, i, false) : end_in_disorder(&o, i, up, 1);
    uint32_t after = in_order ? end_in_order(&o, i, true) : end_in_disorder(&o, i, up, -1);
    if (before == i && after == i) return side2_of_corner(top, named(&o, i), s->shape->radius);
    if (after == i) return edge(&o, before, i);
    if (before == i) return edge(&o, i, after);
    if (goes_on(&o, raw(&o, before), raw(&o, i), raw(&o, after))) return edge(&o, before, after);
    flr_real back = slope(top, support2_corner(s, before), n), on = slope(top, support2_corner(s, after), n);
    // of sides that fall away alike, as those of a corner that turns with n, the same one every time
    return back < on * (flr_real)0.999 ? edge(&o, before, i) : edge(&o, i, after);
}

side2 flr_side2_in_scene(const flr_convex2 *shape, flr_vec2 origin, flr_vec2 n)
{
    support2 s;
    support2_make(&s, shape, origin);
    return flr_side2_along(&s, n);
}
