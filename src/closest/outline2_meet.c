#include "closest/outline2.h"

#include "math/cross2.h"
#include "shape/meet2.h"

static bool same(flr_vec2 a, flr_vec2 b) { return a.x == b.x && a.y == b.y; }

/// Of corners with something on top.
static inline int locate(const flr_vec2 *corner, size_t count, flr_vec2 by, bool even_odd, flr_vec2 p)
{
    int winding = 0;
    for (size_t i = 0; i < count; ++i) {
        flr_vec2 a = flr_add2(corner[i], by), b = flr_add2(corner[i + 1 < count ? i + 1 : 0], by);
        if (same(a, p)) return 0;
        bool a_low = a.y <= p.y, b_low = b.y <= p.y;
        if (a_low == b_low) {  // an edge belongs to the heights from its lower end up to below its upper
            bool along = a.y == p.y && b.y == p.y;
            if (along && (a.x < p.x) != (b.x < p.x)) return 0;
            continue;
        }
        int side = flr_turn2(a, b, p);
        if (side == 0) return 0;
        if (side > 0 && a_low) ++winding;
        if (side < 0 && b_low) --winding;
    }
    // Each edge to the right of p was counted once, so the parities of the count and the sum agree.
    return (even_odd ? winding % 2 : winding) != 0 ? 1 : -1;
}

int flr_outline2_locate(const flr_vec2 *corner, size_t count, bool even_odd, flr_vec2 p)
{
    return locate(corner, count, flr_vec2_make(0, 0), even_odd, p);
}

int flr_outline2_holds(const flr_outline2 *o, flr_vec2 p)
{
    if (o->many && o->moved) return locate(o->many, o->count, o->corner[0], false, p);
    return flr_outline2_locate(o->many ? o->many : o->corner, o->count, false, p);
}

static bool segments_meet(const flr_edge2 *e, const flr_edge2 *f)
{
    return flr_meet2_segment_segment(e->a, e->b, f->a, f->b);
}

/// A line crosses the segment s where its ends lie on different sides; the crossing lies ahead of
/// the origin where the turn of the origin and the segment says so (Cramer's rule for t).
static bool directed_meets_segment(const flr_edge2 *l, const flr_edge2 *s)
{
    int side_a = flr_cross2_sign(l->b, l->a, s->a), side_b = flr_cross2_sign(l->b, l->a, s->b);
    if (side_a * side_b > 0) return false;
    if (l->kind == FLR_OUTLINE2_LINE) return true;
    if (side_a == 0 && side_b == 0)
        return flr_dot2_sign(l->b, l->a, s->a) >= 0 || flr_dot2_sign(l->b, l->a, s->b) >= 0;
    return flr_turn2(l->a, s->a, s->b) * (side_b - side_a) >= 0;
}

static bool directed_meet(const flr_edge2 *e, const flr_edge2 *f)
{
    const flr_vec2 zero = flr_vec2_make(0, 0);
    int across = flr_cross2_sign(e->b, zero, f->b);
    int f_from_e = flr_cross2_sign(e->b, e->a, f->a);
    if (across == 0) {
        if (f_from_e != 0) return false;
        if (e->kind == FLR_OUTLINE2_LINE || f->kind == FLR_OUTLINE2_LINE) return true;
        if (flr_dot2_sign(e->b, zero, f->b) > 0) return true;
        return flr_dot2_sign(e->b, e->a, f->a) >= 0;
    }
    // e.a + t e.b = f.a + s f.b: t = cross(f.a - e.a, f.b) / across, s = cross(f.a - e.a, e.b) / across
    int t = -flr_cross2_sign(f->b, e->a, f->a) * across, s = -f_from_e * across;
    return (e->kind == FLR_OUTLINE2_LINE || t >= 0) && (f->kind == FLR_OUTLINE2_LINE || s >= 0);
}

bool flr_edge2_meet(const flr_edge2 *e, const flr_edge2 *f)
{
    bool e_ends = e->kind == FLR_OUTLINE2_CHAIN, f_ends = f->kind == FLR_OUTLINE2_CHAIN;
    if (e_ends) return f_ends ? segments_meet(e, f) : directed_meets_segment(f, e);
    return f_ends ? directed_meets_segment(e, f) : directed_meet(e, f);
}

static flr_aabb2 box_of(const flr_outline2 *o)
{
    flr_aabb2 box = {flr_outline2_corner(o, 0), flr_outline2_corner(o, 0)};
    for (size_t i = 1; i < o->count; ++i) {
        box.min = flr_min2(box.min, flr_outline2_corner(o, i));
        box.max = flr_max2(box.max, flr_outline2_corner(o, i));
    }
    return box;
}

static bool edge_misses_box(const flr_edge2 *e, const flr_aabb2 *box)
{
    flr_vec2 low = flr_min2(e->a, e->b), high = flr_max2(e->a, e->b);
    return low.x > box->max.x || low.y > box->max.y || high.x < box->min.x || high.y < box->min.y;
}

static bool edges_meet(const flr_outline2 *a, const flr_outline2 *b, flr_meeting2 *meeting)
{
    bool chains = a->kind == FLR_OUTLINE2_CHAIN && b->kind == FLR_OUTLINE2_CHAIN;
    flr_aabb2 box = box_of(b);
    size_t edges_a = flr_outline2_edges(a), edges_b = flr_outline2_edges(b);
    for (size_t i = 0; i < edges_a; ++i) {
        flr_edge2 e = flr_outline2_edge(a, i);
        if (chains && edge_misses_box(&e, &box)) continue;
        for (size_t j = 0; j < edges_b; ++j) {
            flr_edge2 f = flr_outline2_edge(b, j);
            if (!flr_edge2_meet(&e, &f)) continue;
            meeting->how = FLR_MEETING2_EDGES;
            meeting->a = i;
            meeting->b = j;
            return true;
        }
    }
    return false;
}

/// Is the first corner of `other` inside? With no edges that meet one corner stands for all.
static bool holds(const flr_outline2 *o, const flr_outline2 *other)
{
    if (!o->solid || other->kind == FLR_OUTLINE2_LINE) return false;
    return flr_outline2_holds(o, flr_outline2_corner(other, 0)) >= 0;
}

bool flr_outline2_cores_meet(const flr_outline2 *a, const flr_outline2 *b, flr_meeting2 *meeting)
{
    meeting->a = meeting->b = 0;
    if (a->count == 0 || b->count == 0) return false;
    if (edges_meet(a, b, meeting)) return true;
    meeting->how = FLR_MEETING2_CORNER_OF_B;
    if (holds(a, b)) return true;
    meeting->how = FLR_MEETING2_CORNER_OF_A;
    return holds(b, a);
}
