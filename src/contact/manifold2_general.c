/// Manifolds of two convex shapes in the plane: the flattest side of each against the normal, the interval on which
/// they face each other, and at most two points with ids.
#include "contact/manifold2.h"
#include "contact/manifold3_ids.h"
#include "convex/gjk2.h"
#include "convex/gjk_limit.h"
#include "feeler/closest2.h"
#include "math/predicates.h"
#include "math/predicates2.h"

/// The corners as given. Points that should coincide or be collinear do so only within rounding errors.
typedef struct rim2 {
    const support2 *s;
    flr_real rounding;  ///< of the corners: closer points coincide, and those closer to a line are on it
    flr_real near;      ///< closer points have the id of one corner
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

/// Does c continue the way from a to b, seen on one line with both?
static bool goes_on(const rim2 *o, flr_vec2 a, flr_vec2 b, flr_vec2 c)
{
    const flr_vec2 whole = flr_sub2(c, a);
    const flr_real off = support2_magnitude(flr_cross2(whole, flr_sub2(b, a)));
    const bool on_line = off <= o->rounding * support2_spread(whole) / 2 || flr_turn2(a, b, c) == 0;
    // right angles, as of boxes, would need the exact sign
    return on_line && flr_dot2_sign(flr_sub2(b, a), b, c) > 0;
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

/// Close corners that do not all clearly turn have the least number as their id, whichever of them rounding
/// has found. If corners are in order, these follow corner i.
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

/// Returns the far end of the side that begins at corner i; i itself if all corners are one.
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

/// The same for points in any order, where corner i is farthest along n. Returns the farthest corner on the
/// one side of it or the other such that all others are below the side.
static uint32_t end_in_disorder(const rim2 *o, uint32_t i, flr_vec2 n, int side)
{
    flr_vec2 from = raw(o, i);
    uint32_t found = i;
    for (uint32_t k = 0; k < o->s->count; ++k) {
        flr_vec2 p = raw(o, k), best = raw(o, found);
        if (within(p, from, o->rounding) || (flr_real)side * flr_cross2(n, flr_sub2(p, from)) > 0) continue;
        const bool farther = found == i || goes_on(o, from, best, p);
        if (farther || (!goes_on(o, from, p, best) && flr_turn2(from, best, p) == side)) found = k;
    }
    return found;
}

/// Returns how fast the side descends from the top.
static flr_real slope(flr_vec2 top, flr_vec2 end, flr_vec2 n)
{
    flr_vec2 e = flr_sub2(end, top);
    flr_real along = flr_cross2(n, e), drop = -flr_dot2(e, n);
    if (drop < 0) drop = 0;
    if (along < 0) along = -along;
    return along > 0 ? drop / along : (flr_real)INFINITY;
}

/// Are all corners on one line with an edge, so that the outline runs back along it?
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

/// The id of an edge is that of the corner at which it begins. If the edge is both sides of its core, it is
/// that of the lower corner, as rounding alone decides which end lies farther.
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

/// Finds the side of a core of which only the support function is known: the farthest corners a little to
/// both sides, if all between them is as far out.
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
    // of sides of equal slope, as at a corner that rotates with n, the same one every time
    return back < on * (flr_real)0.999 ? edge(&o, before, i) : edge(&o, i, after);
}

side2 flr_side2_in_scene(const flr_convex2 *shape, flr_vec2 origin, flr_vec2 n)
{
    support2 s;
    support2_make(&s, shape, origin);
    return flr_side2_along(&s, n);
}

/// Marks the second of two points at the same features.
#define SECOND 0x80000000u

/// A side as a function over the tangent, which is the normal rotated left. Heights are along its outward
/// direction.
typedef struct profile {
    flr_real low, high;     // the range of the function
    flr_real at_low, fall;  // the height at low, and how much less it is at high
    flr_real radius, lean;  // lean: how far the round part of a slope moves to its lower end
    uint32_t code_low, code_high, code_between;
} profile;

static profile profile_of(const side2 *s, flr_vec2 up, flr_vec2 tangent)
{
    profile f = {.radius = s->radius, .code_between = s->code_edge};
    flr_vec2 p = s->p, q = s->q;
    f.code_low = s->code_p;
    f.code_high = s->code_q;
    f.low = flr_dot2(p, tangent);
    f.high = flr_dot2(q, tangent);
    f.at_low = flr_dot2(p, up);
    flr_real other = flr_dot2(q, up);
    if (f.low > f.high) {
        flr_real u = f.low, h = f.at_low;
        uint32_t code = f.code_low;
        f.low = f.high;
        f.high = u;
        f.at_low = other;
        other = h;
        f.code_low = f.code_high;
        f.code_high = code;
    }
    f.fall = f.at_low - other;
    flr_real run = f.high - f.low;
    if (!(f.fall <= CONTACT2_STEEP * run && -f.fall <= CONTACT2_STEEP * run)) {
        // too steep to lie against anything: the corner at its upper end is used
        bool low = f.fall > 0;
        f.at_low = low ? f.at_low : other;
        f.low = f.high = low ? f.low : f.high;
        f.code_high = f.code_low = f.code_between = low ? f.code_low : f.code_high;
        f.fall = 0;
    } else if (f.radius > 0 && f.fall != 0) {
        f.lean = (flr_real)((double)(f.radius * f.fall) / sqrt((double)(run * run + f.fall * f.fall)));
    }
    return f;
}

/// Returns the height of the surface: of the disc around that point of the core which reaches highest there.
static flr_real height(const profile *f, flr_real u)
{
    flr_real run = f->high - f->low, foot = u - f->lean;
    foot = foot < f->low ? f->low : foot;
    foot = foot > f->high ? f->high : foot;
    flr_real h = run > 0 ? f->at_low - f->fall * ((foot - f->low) / run) : f->at_low, off = u - foot;
    if (off == 0) return h + f->radius;
    flr_real square = f->radius * f->radius - off * off;
    return square > 0 ? h + (flr_real)sqrt((double)square) : h;
}

static uint32_t code_at(const profile *f, flr_real u, flr_real near)
{
    flr_real from_low = u - f->low, from_high = f->high - u;
    uint32_t code = from_high <= near ? f->code_high : f->code_between;
    return from_low <= near && from_low <= from_high ? f->code_low : code;
}

/// Writes the heights at two places.
static lanes2 heights(const profile *f, lanes2 u)
{
    if (f->radius > 0) return (lanes2){height(f, u[0]), height(f, u[1])};
    const flr_real run = f->high - f->low;
    if (!(run > 0)) return (lanes2){f->at_low, f->at_low};
    lanes2 foot = {u[0] < f->low ? f->low : u[0], u[1] < f->low ? f->low : u[1]};
    foot = (lanes2){foot[0] > f->high ? f->high : foot[0], foot[1] > f->high ? f->high : foot[1]};
    const lanes2 low = {f->low, f->low}, whole = {run, run}, at = {f->at_low, f->at_low},
                 fall = {f->fall, f->fall};
    return at - fall * ((foot - low) / whole);
}

/// Writes the points at two places.
static void points_at(const contact2_pose *pose, const profile *a, const profile *b, lanes2 u,
                      flr_manifold2_point points[2])
{
    const lanes2 n = lanes2_of(pose->normal), t = {-n[1], n[0]}, origin = lanes2_of(pose->origin);
    const lanes2 top = heights(a, u), bottom = -heights(b, u), depth = top - bottom;
    const flr_real near = pose->size * (flr_real)CONTACT3_SNAP;
    for (int i = 0; i < 2; i++) {
        const flr_real middle = (flr_real)0.5 * (top[i] + bottom[i]);
        lanes2 at = (lanes2){u[i], u[i]} * t + (lanes2){middle, middle} * n;
        points[i].position = lanes2_point(origin + at);
        points[i].depth = depth[i];
        points[i].id = contact3_id(code_at(a, u[i], near), code_at(b, u[i], near));
    }
}

static flr_manifold2_point single(const contact2_pose *pose, const profile *a, const profile *b)
{
    flr_vec2 middle = flr_lerp2(pose->point_a, pose->point_b, (flr_real)0.5);
    const flr_real u = flr_dot2(middle, flr_perp2(pose->normal)), near = pose->size * (flr_real)CONTACT3_SNAP;
    flr_manifold2_point p = {flr_add2(pose->origin, middle), -pose->separation,
                             contact3_id(code_at(a, u, near), code_at(b, u, near))};
    return p;
}

static int stretch(const contact2_pose *pose, const profile *a, const profile *b,
                   flr_manifold2_point points[2])
{
    flr_real low = a->low > b->low ? a->low : b->low, high = a->high < b->high ? a->high : b->high;
    const bool is_single = sizeof(flr_real) == sizeof(float);
    const flr_real one = pose->size * (is_single ? (flr_real)1e-5 : (flr_real)1e-12);
    // corners of one stretch may differ by a rounding error; the tops of discs by more, as a small error of
    // the normal moves them
    const flr_real near = one + (a->radius + b->radius) * (is_single ? (flr_real)1e-3 : (flr_real)1e-6);
    if (!(low - high <= near)) return 0;
    points_at(pose, a, b, (lanes2){low, high}, points);
    if (high - low > one) return 2;
    if (points[1].depth > points[0].depth) points[0] = points[1];
    if (low - high > 16 * gjk2_rounding() * pose->size) {
        // points between the shapes are on neither surface: they touch at this one or not at all
        const flr_vec2 middle = flr_lerp2(pose->point_a, pose->point_b, (flr_real)0.5);
        const flr_real u = flr_dot2(middle, flr_perp2(pose->normal));
        if (!(u <= low + near && u >= high - near)) return 0;
        points[0].position = flr_add2(pose->origin, middle);
    }
    return 1;
}

int flr_contact2_stretch(const contact2_pose *pose, const side2 *a, const side2 *b,
                         flr_manifold2_point points[2])
{
    flr_vec2 n = pose->normal, t = flr_perp2(n);
    profile f = profile_of(a, n, t), g = profile_of(b, flr_neg2(n), t);
    return stretch(pose, &f, &g, points);
}

void flr_contact2_settle_ids(flr_manifold2 *m)
{
    if (m->count == 2 && m->points[0].id == m->points[1].id) {
        m->points[0].id &= ~CONTACT3_REVERSED;
        m->points[1].id = m->points[0].id | SECOND;
        return;
    }
    // the mark distinguishes a pair from its reverse; it is needed only if both occur, as equal shapes may
    // change their order while they move
    bool both = m->count == 2 && !((m->points[0].id ^ m->points[1].id) & ~CONTACT3_REVERSED);
    for (int i = 0; i < m->count && !both; i++) m->points[i].id &= ~CONTACT3_REVERSED;
    if (m->count == 1) m->points[0].id &= ~SECOND;
}

/// Writes the points of the interval that are within the margin, the deepest at minus the separation. If none
/// is as deep, the middle of the pose's points is written.
static void patch(const contact2_pose *pose, const side2 *a, const side2 *b, flr_manifold2 *m)
{
    flr_vec2 n = pose->normal, t = flr_perp2(n);
    profile f = profile_of(a, n, t), g = profile_of(b, flr_neg2(n), t);
    flr_manifold2_point p[2];
    int count = stretch(pose, &f, &g, p), deepest = count == 2 && p[1].depth > p[0].depth;
    flr_real depth = -pose->separation;
    const flr_real slack =
        pose->size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-11);
    flr_real off = count ? depth - p[deepest].depth : 0;
    if (!count || !(off <= slack && -off <= slack)) {
        p[0] = single(pose, &f, &g);
        count = 1;
        deepest = 0;
        off = 0;
    }
    // flat against each other within rounding: both are the deepest
    const flr_real rounding =
        pose->size * (sizeof(flr_real) == sizeof(float) ? (flr_real)2e-7 : (flr_real)1e-14);
    bool level = count == 2 && p[deepest].depth - p[!deepest].depth <= rounding;
    m->normal = n;
    m->count = 0;
    for (int i = 0; i < count; i++) {
        p[i].depth = i == deepest || level || p[i].depth + off > depth ? depth : p[i].depth + off;
        if (!(p[i].depth >= -pose->margin)) {
            // touching within rounding
            if (i != deepest && !level) continue;
            p[i].depth = -pose->margin;
        }
        m->points[m->count++] = p[i];
    }
    flr_contact2_settle_ids(m);
}

/// Returns how far the cores are apart along a unit vector.
static flr_real gap_along(const support2 *a, const support2 *b, flr_vec2 n)
{
    uint32_t index;
    flr_vec2 low = support2_find(b, flr_neg2(n), &index), high = support2_find(a, n, &index);
    return flr_dot2(flr_sub2(low, high), n);
}

/// Returns the unit normal of an edge that faces n; zero for a corner.
static flr_vec2 normal_of(const side2 *s, flr_vec2 n)
{
    flr_vec2 e = flr_sub2(s->q, s->p);
    double square = (double)e.x * (double)e.x + (double)e.y * (double)e.y;
    if (!(square > 0x1p-900)) return flr_vec2_make(0, 0);  // as short as a corner
    flr_real inverse = (flr_real)(1 / sqrt(square));
    if (e.y * n.x - e.x * n.y < 0) inverse = -inverse;
    return flr_vec2_make(e.y * inverse, -e.x * inverse);
}

/// Improves the direction between cores that nearly touch, as that between corners is rounding noise. An
/// edge's normal with the same distance is better.
static void take_edge(const support2 *a, const support2 *b, const side2 *f, const side2 *g,
                      contact2_pose *pose)
{
    flr_real cores = pose->separation + f->radius + g->radius;
    if (!(cores > 0 && cores < pose->size * (flr_real)1e-5)) return;
    flr_real rounding = 16 * gjk2_rounding() * pose->size;
    for (int k = 0; k < 2; k++) {
        flr_vec2 n = normal_of(k ? g : f, k ? flr_neg2(pose->normal) : pose->normal);
        if (k) n = flr_neg2(n);
        if (!(flr_dot2(n, pose->normal) >= (flr_real)0.7)) continue;
        const flr_vec2 off = flr_sub2(n, pose->normal);
        // no farther away than rounding rotates so short a direction
        if (!(gap_along(a, b, n) >= cores - rounding && flr_length2(off) * cores <= rounding)) continue;
        // round the points of the cores, which stay
        pose->point_a = flr_mul_add2(pose->point_a, f->radius, off);
        pose->point_b = flr_mul_add2(pose->point_b, -g->radius, off);
        pose->normal = n;
        return;
    }
}

/// Is a gap, times the length of d along which it is measured, far wider than the margin and all rounding
/// errors?
static inline bool is_wide(flr_real gap, flr_vec2 d, flr_real size, flr_real radii,
                           const flr_contact2_options *o)
{
    double along = (double)gap, square = (double)d.x * (double)d.x + (double)d.y * (double)d.y,
           limit = (double)(o->margin + radii) * 1.001 + (double)size * 1e-3;
    return along > 0 && square > 1e-30 && along * along > limit * limit * square * 1.001 &&
           isfinite(along * along);
}

/// Are they farther apart than the margin along the last direction, or along the line of centres? *usual
/// becomes false if the scene needs another unit.
static bool is_parted(const support2 *a, const support2 *b, const flr_contact2_options *o, bool *usual)
{
    flr_vec2 d = o->cache ? o->cache->gjk.axis : flr_vec2_make(0, 0);
    if (!(flr_length_squared2(d) > 0)) d = flr_sub2(support2_middle(b), support2_middle(a));
    uint32_t index;
    flr_vec2 low = support2_find(b, flr_neg2(d), &index), high = support2_find(a, d, &index);
    flr_real size = support2_spread(low) + support2_spread(high);
    *usual = rescaled2_is_usual(size);
    return is_wide(flr_dot2(flr_sub2(low, high), d), d, size, a->shape->radius + b->shape->radius, o);
}

/// Makes the manifold in the unit of the `given` shapes or in another, which scales lists of points by their
/// rotation alone. If *usual becomes false, the scene needs another unit, if it has one at all.
static flr_status in_unit(const flr_convex2 *a, const flr_convex2 *b, const flr_contact2_options *o,
                          bool given, flr_manifold2 *m, bool *usual)
{
    flr_vec2 origin = support2_origin(a);
    support2 x, y;
    support2_make(&x, a, origin);
    support2_make(&y, b, origin);
    const flr_real probe = support2_hold_and_probe(&x) + support2_hold_and_probe(&y);
    *usual = !given || probe - probe == 0;
    if (!*usual) return FLR_NOT_FINITE;
    if (flr_contact2_disc(&x, &y, origin, o, m) || is_parted(&x, &y, o, usual)) return FLR_OK;
    flr_gjk2_options limits = {.max_distance = flr_gjk_up_to(o->margin),
                               .cache = o->cache ? &o->cache->gjk : NULL};
    flr_gjk2 r = flr_signed_distance2_within(a, b, &limits, o->face_bias);
    if (r.status == FLR_NOT_FINITE || r.beyond) return r.status;
    flr_vec2 p = flr_sub2(r.point_a, origin), q = flr_sub2(r.point_b, origin);
    contact2_pose pose =
        contact2_pose_of(origin, r.normal, r.signed_distance, p, q, a->radius + b->radius, o->margin);
    *usual = rescaled2_is_usual(pose.size);
    if (!isfinite(pose.size)) return FLR_NOT_FINITE;
    if (r.signed_distance > o->margin + 2 * gjk2_rounding() * pose.size) return r.status;
    if (!(flr_length_squared2(pose.normal) > 0)) pose.normal = flr_vec2_make(1, 0);
    side2 f = flr_side2_along(&x, pose.normal), g = flr_side2_along(&y, flr_neg2(pose.normal));
    contact2_widen(&pose, &f, &g);
    *usual = rescaled2_is_usual(pose.size);
    take_edge(&x, &y, &f, &g, &pose);
    patch(&pose, &f, &g, m);
    return r.status;
}

static bool is_finite(const flr_manifold2 *m)
{
    bool all = flr_is_finite2(m->normal);
    for (int i = 0; i < m->count; ++i)
        all = all && flr_is_finite2(m->points[i].position) && isfinite(m->points[i].depth);
    return all;
}

static flr_status in_another_unit(const flr_convex2 *a, const flr_convex2 *b, const flr_contact2_options *o,
                                  flr_manifold2 *m)
{
    rescaled2 s;
    bool usual;
    flr_rescaled2_make(&s, a, b, a->radius + b->radius);
    if (s.not_finite) return FLR_NOT_FINITE;
    s.a.radius = s.unit * a->radius;
    s.b.radius = s.unit * b->radius;
    const flr_contact2_options scaled = {s.unit * o->margin, s.unit * o->face_bias, o->cache};
    *m = contact2_none();
    flr_status status = in_unit(&s.a, &s.b, &scaled, false, m, &usual);
    for (int i = 0; i < m->count; ++i) {
        flr_manifold2_point *p = &m->points[i];
        p->position = rescaled2_world(&s, p->position);
        p->depth *= s.inverse;
    }
    return s.not_finite || !is_finite(m) ? FLR_NOT_FINITE : status;
}

flr_status flr_contact2_with_care(const flr_convex2 *a, const flr_convex2 *b, const flr_contact2_options *o,
                                  bool usual, flr_manifold2 *m)
{
    flr_status status = FLR_OK;
    if (usual) status = in_unit(a, b, o, true, m, &usual);
    if (!usual) status = in_another_unit(a, b, o, m);
    if (status == FLR_NOT_FINITE) *m = contact2_none();
    return status;
}
