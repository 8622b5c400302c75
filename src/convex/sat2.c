/// The separating axis test in the plane for polygons of any size. Each edge's normal is followed around the other polygon, so all edges cost one turn.
#include "convex/sat2.h"

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
