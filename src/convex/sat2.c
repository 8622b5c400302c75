/// The separating axis test in the plane for polygons of any size. Each edge's normal is followed around the other polygon, so all edges cost one turn.
#include "convex/sat2.h"

#include "math/predicates.h"
#include "math/unit.h"

/// The edges of `own` against the corners of `other`, all in own's frame, so that its corners are taken as they
/// are and each of the other's is turned once.
typedef struct edge_walk2 {
    const support2 *own, *other;
    const flr_vec2 *corner, *others;
    const flr_vec2 *raw,
        *others_raw;  // as they are held: differences of these are right however close two corners are
    flr_vec2 base, others_base;  // the corners are measured from these
    flr_vec2 upright;            // own's rotation
    flr_real unit;               // of own's corners as they are held
    flr_vec2 rotation, offset;   // carry other's corners into own's frame
    bool own_is_b;
    int turn, step;     // of own: +1 counter-clockwise, 0 flat; of other's corners as own's normals turn
    uint32_t farthest;  // the corner of other that lies farthest against the normal
    flr_vec2 here;      // that corner
    flr_vec2 last;      // the normal it was found along
} edge_walk2;

typedef struct candidate {
    flr_real separation;
    flr_vec2 normal, start, end;  // of the edge, in own's frame; outwards
    flr_vec2 here;                // the farthest corner of the other
    uint32_t farthest;
    const edge_walk2 *walk;
} candidate;

static const flr_vec2 *local_corners(const support2 *s)
{
    return s->shape->kind == FLR_CONVEX2_CORNERS ? s->corners : support2_points(s->shape);
}
static flr_vec2 local_base(const support2 *s)
{
    return s->shape->kind == FLR_CONVEX2_CORNERS ? flr_vec2_make(0, 0) : s->base;
}
/// Of local corners from the scene's origin.
static flr_vec2 local_offset(const support2 *s)
{
    return s->shape->kind == FLR_CONVEX2_CORNERS ? flr_vec2_make(0, 0) : s->offset;
}

static edge_walk2 walk_of(const support2 *own, const support2 *other, bool own_is_b, int turn,
                          int turn_of_other)
{
    edge_walk2 f = {
        .own = own, .other = other, .own_is_b = own_is_b, .turn = turn, .step = turn * turn_of_other};
    f.upright = support2_upright(own->shape, &f.unit);
    f.corner = local_corners(own);
    f.others = local_corners(other);
    f.raw = support2_points(own->shape);
    f.others_raw = support2_points(other->shape);
    f.base = local_base(own);
    f.others_base = local_base(other);
    f.rotation = support2_unrotated(f.upright, other->shape->rotation);
    f.offset = support2_unrotated(f.upright, flr_sub2(local_offset(other), local_offset(own)));
    return f;
}

static flr_vec2 other_corner(const edge_walk2 *f, uint32_t i)
{
    return flr_add2(f->offset, support2_rotated(f->rotation, flr_sub2(f->others[i], f->others_base)));
}

static flr_vec2 own_corner(const edge_walk2 *f, uint32_t i)
{
    return flr_scale2(f->unit, flr_sub2(f->corner[i], f->base));
}

static uint32_t after(const support2 *s, uint32_t i, int step)
{
    if (step > 0) return i + 1 < s->count ? i + 1 : 0;
    return i > 0 ? i - 1 : s->count - 1;
}

/// From scratch.
static void find(edge_walk2 *f, flr_vec2 normal)
{
    flr_real least = (flr_real)INFINITY;
    for (uint32_t i = 0; i < f->other->count; ++i) {
        flr_vec2 p = other_corner(f, i);
        flr_real along = flr_dot2(normal, p);
        if (!(along < least)) continue;
        least = along;
        f->farthest = i;
        f->here = p;
    }
}

/// Does the other's next corner lie no less far against the normal? Not by the corners in own's frame: of two that rounding
/// has swapped there none would be passed.
static bool goes_on(const edge_walk2 *f, flr_vec2 normal)
{
    const flr_vec2 *p = f->others_raw;
    const flr_vec2 e = flr_sub2(p[after(f->other, f->farthest, f->step)], p[f->farthest]);
    return flr_dot2(normal, support2_rotated(f->rotation, e)) <= 0;
}

/// On from the last normal: all around, each corner is passed about once.
static void follow(edge_walk2 *f, flr_vec2 normal)
{
    for (uint32_t n = 0; n < f->other->count && goes_on(f, normal); ++n)
        f->farthest = after(f->other, f->farthest, f->step);
    f->here = other_corner(f, f->farthest);
}

/// Along the next normal. More than a quarter turn on from the last one, the corners first rise again from one that only rounding has left
/// before the farthest; and of two corners as high up to rounding the one found from scratch may be that.
static void go_to(edge_walk2 *f, flr_vec2 normal)
{
    if (f->step == 0 || !(flr_dot2(f->last, normal) > 0)) find(f, normal);
    if (f->step != 0) follow(f, normal);
    f->last = normal;
}

/// From a to b, in the scene.
static flr_vec2 scene_normal(const candidate *c)
{
    flr_vec2 n = support2_rotated(c->walk->upright, c->normal);
    return c->walk->own_is_b ? flr_neg2(n) : n;
}

/// Where the corners of a side are collinear, several edges have the same normal, and one of them the witness.
static bool holds_witness(const candidate *c)
{
    flr_vec2 e = flr_sub2(c->end, c->start);
    flr_real at = flr_dot2(e, flr_sub2(c->here, c->start));
    return at >= 0 && at <= flr_dot2(e, e);
}

static bool is_better_witness(const candidate *c, const candidate *best)
{
    bool alike = c->walk == best->walk && flr_dot2(c->normal, best->normal) > (flr_real)0.999999;
    return alike && !holds_witness(best) && holds_witness(c);
}

static void keep_better(const candidate *c, flr_real tolerance, flr_vec2 preferred, candidate *best,
                        sat2_result *r)
{
    if (r->found && !(c->separation - best->separation > tolerance)) {
        if (c->separation > r->most) r->most = c->separation;
        if (!(c->separation >= r->most - tolerance)) return;
        flr_real closer = flr_dot2(scene_normal(c), preferred) - flr_dot2(scene_normal(best), preferred);
        if (!(closer > (flr_real)1e-3) && !is_better_witness(c, best)) return;
    }
    if (!r->found || c->separation > r->most) r->most = c->separation;
    r->found = true;
    *best = *c;
}

static void try_edges(edge_walk2 *f, flr_real tolerance, flr_vec2 preferred, candidate *best, sat2_result *r)
{
    candidate c = {.walk = f};
    for (uint32_t i = 0; i < f->own->count; ++i) {
        c.start = own_corner(f, i);
        c.end = own_corner(f, after(f->own, i, 1));
        flr_vec2 e = flr_scale2(f->unit, flr_sub2(f->raw[after(f->own, i, 1)], f->raw[i]));
        flr_real square = flr_dot2(e, e);
        flr_real inverse = 1;
        if (square > unit2_lost)
            inverse = (flr_real)(1 / sqrt((double)square));
        else
            e = unit2_of(e);
        if (e.x == 0 && e.y == 0) continue;
        if (f->turn < 0) inverse = -inverse;
        c.normal = flr_vec2_make(e.y * inverse, -e.x * inverse);
        for (int side = 0; side < (f->turn ? 1 : 2); ++side) {
            go_to(f, c.normal);
            c.farthest = f->farthest;
            c.here = f->here;
            c.separation = flr_dot2(c.normal, flr_sub2(f->here, c.start));
            keep_better(&c, tolerance, preferred, best, r);
            c.normal = flr_neg2(c.normal);
        }
    }
}

static flr_vec2 own_corner_of(const void *walk, uint32_t i)
{
    return own_corner((const edge_walk2 *)walk, i);
}
static flr_vec2 other_corner_of(const void *walk, uint32_t i)
{
    return other_corner((const edge_walk2 *)walk, i);
}

/// The farthest corner of the other shape, or, where that lies off the edge, a point on the side of it that goes
/// along the edge.
static flr_vec2 beside_edge(const candidate *c)
{
    const edge_walk2 *f = c->walk;
    flr_vec2 p = c->here, e = flr_perp2(c->normal);
    // along the edge as its normal has it: where its corners stand, a short edge may have lost its direction to rounding
    flr_real length = flr_dot2(e, flr_sub2(c->end, c->start));
    if (length < 0) length = -length, e = flr_neg2(e);
    flr_real at = flr_dot2(e, flr_sub2(p, c->start));
    if (at >= 0 && at <= length) return p;
    const few2_corners own = {f, f->own->count, own_corner_of, support2_spread(f->raw[0])},
                       other = {f, f->other->count, other_corner_of, support2_spread(f->others_raw[0])};
    const few2_side side = {c->start, e, c->normal, length};
    return flr_few2_beside(&own, &other, c->farthest, &side);
}

static flr_vec2 in_scene(const edge_walk2 *f, flr_vec2 p)
{
    return flr_add2(local_offset(f->own), support2_rotated(f->upright, p));
}

/// As it stands in the scene.
static core2 core_of(const support2 *s)
{
    core2 c = core2_of(s->shape);
    c.points = local_corners(s);
    c.base = lanes2_of(local_base(s));
    c.offset = lanes2_of(local_offset(s));
    return c;
}

/// Do all of own's corners lie behind the edge, and all of the other's before the one that was found? Then the separation is a depth, and the least,
/// as every edge that the two have promises no less room than it gives.
static bool is_proved(const candidate *c, flr_real slack)
{
    const edge_walk2 *f = c->walk;
    for (uint32_t i = 0; i < f->own->count; ++i)
        if (!(flr_dot2(c->normal, flr_sub2(own_corner(f, i), c->start)) <= slack)) return false;
    for (uint32_t i = 0; i < f->other->count; ++i)
        if (!(flr_dot2(c->normal, flr_sub2(other_corner(f, i), c->here)) >= -slack)) return false;
    return true;
}

sat2_result flr_sat2(const support2 *a, const support2 *b, flr_real size, flr_real tolerance,
                     flr_vec2 preferred)
{
    sat2_result r = {.found = false, .in_order = true};
    const flr_real slack = few2_slack(size);
    if (few2_fits(a->shape) && few2_fits(b->shape)) {
        few2 x, y;
        few2_choice choice;
        const core2 p = core_of(a), q = core_of(b);
        few2_place(&x, a->shape, &p);
        few2_place(&y, b->shape, &q);
        if (few2_axes(&x, &y, size, tolerance, preferred, &choice)) {
            const few2 *own = choice.own_is_b ? &y : &x;
            r.in_order = own->shape->normals || few2_is_outer(own, choice.edge, slack);
            return r.in_order ? few2_result(&x, &y, &choice) : r;
        }
    }
    candidate best = {.separation = 0};
    // of the corners as they are held, which are exact, whatever the frame
    int turn_a = flr_few2_turn(support2_points(a->shape), a->count),
        turn_b = flr_few2_turn(support2_points(b->shape), b->count);
    r.in_order = turn_a != FEW2_UNSURE && turn_b != FEW2_UNSURE;
    if (!r.in_order) return r;
    edge_walk2 of_a = walk_of(a, b, false, turn_a, turn_b), of_b = walk_of(b, a, true, turn_b, turn_a);
    try_edges(&of_a, tolerance, preferred, &best, &r);
    try_edges(&of_b, tolerance, preferred, &best, &r);
    if (!r.found) return r;
    r.in_order = is_proved(&best, slack);
    if (!r.in_order) return r;
    flr_vec2 on_other = beside_edge(&best);
    flr_vec2 on_own = in_scene(best.walk, flr_mul_add2(on_other, -best.separation, best.normal));
    on_other = in_scene(best.walk, on_other);
    r.separation = best.separation;
    r.normal = scene_normal(&best);
    r.a = best.walk->own_is_b ? on_other : on_own;
    r.b = best.walk->own_is_b ? on_own : on_other;
    return r;
}

// ---- Polygons with up to sixteen corners ----

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
