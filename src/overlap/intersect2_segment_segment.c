#include "feeler/overlap2.h"

#include "closest/frame2.h"
#include "math/cross2.h"

static bool same(flr_vec2 a, flr_vec2 b) { return a.x == b.x && a.y == b.y; }

static void add(flr_intersection2 *x, flr_vec2 p, double t)
{
    if (x->count > 0 && same(x->point[0], p)) return;
    x->point[x->count] = p;
    x->t[x->count++] = (flr_real)t;
}

/// Up or down the common line, by the first coordinate that tells.
static int heading(const flr_edge2 *e)
{
    if (e->a.x != e->b.x) return e->a.x < e->b.x ? 1 : -1;
    return (e->a.y < e->b.y) - (e->a.y > e->b.y);
}

/// Of four collinear ends, those of the common stretch are the two that lie on both segments.
static void stretch(const flr_frame2 *f, const flr_edge2 *a, const flr_edge2 *b, flr_intersection2 *x)
{
    bool reversed = heading(a) * heading(b) < 0;
    const flr_vec2 end[4] = {a->a, reversed ? b->b : b->a, reversed ? b->a : b->b, a->b};
    for (int k = 0; k < 4 && x->count < 2; ++k) {
        const flr_edge2 point = {FLR_OUTLINE2_CHAIN, end[k], end[k]};
        if (!flr_edge2_meet(&point, a) || !flr_edge2_meet(&point, b)) continue;
        if (same(end[k], a->a))
            add(x, end[k], 0);
        else
            add(x, end[k], same(end[k], a->b) ? 1 : flr_frame2_foot(f, end[k], a).t);
    }
}

flr_intersection2 flr_intersect2_segment_segment(const flr_segment2 *a, const flr_segment2 *b)
{
    const flr_edge2 e = {FLR_OUTLINE2_CHAIN, a->a, a->b}, g = {FLR_OUTLINE2_CHAIN, b->a, b->b};
    flr_intersection2 x = {0, {{0, 0}, {0, 0}}, {0, 0}};
    if (!flr_edge2_meet(&e, &g)) return x;
    flr_outline2 oa = flr_outline2_of_segment(a), ob = flr_outline2_of_segment(b);
    flr_frame2 f = flr_frame2_make(&oa, &ob);
    if (flr_turn2(a->a, a->b, b->a) == 0 && flr_turn2(a->a, a->b, b->b) == 0 &&
        flr_turn2(b->a, b->b, a->a) == 0) {
        stretch(&f, &e, &g, &x);
        return x;
    }
    double t = flr_frame2_crossing(&f, &e, &g);
    flr_vec2 p = flr_edge2_point(&f, &e, t);
    for (int k = 0; k < 2; ++k) {  // an end of b that lies on a is the point itself
        flr_vec2 end = k ? b->b : b->a;
        const flr_edge2 point = {FLR_OUTLINE2_CHAIN, end, end};
        if (flr_edge2_meet(&e, &point)) p = end;
    }
    add(&x, p, t);
    return x;
}
