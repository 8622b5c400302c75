/// The fast path for a core of one or two points, rounded or not, and any chain: one pass along the chain.
///
/// The nearest corner and edge are found by squares, without roots, by the formulas of outline2_closest.c. The
/// signs of the same cross products say whether the cores intersect. It gives up if these are not certain, if
/// the cores almost touch, and if the scene needs scaling; then the general function answers. Both have the
/// same bits, except that of two pairs of points equally near, up to rounding errors, either may be chosen.
/// Where corner counts are constants at a call, loops unroll.
#ifndef FLR_CLOSEST_OUTLINE2_FAST_H
#define FLR_CLOSEST_OUTLINE2_FAST_H

#include "closest/outline2.h"
#include "closest/rounded2.h"
#include "math/simd.h"

static inline size_t fast2_next(const flr_outline2 *o, size_t i) { return i + 1 < o->count ? i + 1 : 0; }
static inline double fast2_spread(flr_local2 p) { return fabs(p.x) + fabs(p.y); }

/// Is the unit of the input right for lengths that sum up to this (flr_frame2_make)? False for a NaN.
static inline bool fast2_is_usual(double size) { return size > 0x1p-100 && size < 0x1p100; }

/// Returns the bound below which a cross product of lengths within `size` is not certain: 16 times its
/// rounding errors.
static inline double fast2_certain(double size) { return 0x1p-48 * size * size; }

/// Returns the squared distance of p from the edge a b, and in *across the cross product, whose sign is its
/// side.
static inline double fast2_square(flr_local2 a, flr_local2 b, flr_local2 p, double *across)
{
    flr_local2 d = flr_local2_sub(b, a), gap = flr_local2_sub(p, a), rest = flr_local2_sub(p, b);
    double along = flr_local2_dot(gap, d), square = flr_local2_dot(d, d);
    *across = flr_local2_cross(d, gap);
    double end = along > 0 ? flr_local2_dot(rest, rest) : flr_local2_dot(gap, gap);
    bool within = (along > 0) & (along < square);
    return within ? *across * *across / square : end;
}

/// Returns the vector between two points, as flr_frame2_between does for usual sizes.
static inline flr_local2 fast2_between(flr_vec2 from, flr_vec2 to)
{
    const flr_local2 d = {(double)to.x - (double)from.x, (double)to.y - (double)from.y};
    return d;
}

static inline double fast2_pick(bool first, double a, double b) { return first ? a : b; }

/// The point of an edge nearest to p, with the bits of flr_frame2_edge_point and flr_point2_between. It is
/// found without branches, as they cannot be predicted.
typedef struct fast2_foot {
    double distance;
    flr_vec2 point;
    bool within;  ///< between the ends, or `at_second` of them
    bool at_second;
} fast2_foot;

static inline fast2_foot fast2_foot_on(flr_vec2 a, flr_vec2 b, flr_vec2 p)
{
    const flr_local2 d = fast2_between(a, b), gap = fast2_between(a, p), rest = fast2_between(b, p);
    double along = flr_local2_dot(gap, d), square = flr_local2_dot(d, d), t = along / square;
    bool ahead = (square > FLR_FRAME2_LEAST_SQUARE) & (along > 0), far = ahead & (t > 0.5);
    bool within = ahead & (along < square) & (t < 1);
    double x = fast2_pick(far, rest.x, gap.x), y = fast2_pick(far, rest.y, gap.y), end = x * x + y * y;
    double root = sqrt(fast2_pick(within, square, end)), across = fabs(d.x * y - d.y * x) / root;
    fast2_foot foot = {fast2_pick(within, across, root), a, within, ahead & !within};
    far = ahead & (t >= 0.5);
    double s = fast2_pick(far, 1 - t, t), ax = (double)a.x, ay = (double)a.y, bx = (double)b.x,
           by = (double)b.y;
    double base_x = fast2_pick(far, bx, ax), base_y = fast2_pick(far, by, ay);
    double on_x = base_x + s * fast2_pick(far, ax - bx, bx - ax);
    double on_y = base_y + s * fast2_pick(far, ay - by, by - ay);
    foot.point =
        flr_vec2_make((flr_real)fast2_pick(within, on_x, base_x), (flr_real)fast2_pick(within, on_y, base_y));
    return foot;
}

/// What one pass along a chain finds about a core of one or two points.
typedef struct fast2_scan {
    double square;  ///< of the least distance
    double size;    ///< at least all lengths
    double least;   ///< of the cross products whose signs decide whether the two intersect
    bool
        of_corner;  ///< is a corner of the chain nearest to the core? Else a point of an edge to an end of it
    size_t at, end;  ///< the corner; or the edge and that end
    int winding;     ///< of the chain around the first point
    bool crosses;
    size_t crossed;  ///< the first edge that the core crosses
} fast2_scan;

/// Two points of the plane, or two vectors.
typedef struct fast2_two {
    f64x2 x, y;
} fast2_two;

static inline f64x2 fast2_dot(fast2_two a, fast2_two b) { return a.x * b.x + a.y * b.y; }
static inline f64x2 fast2_cross(fast2_two a, fast2_two b) { return a.x * b.y - a.y * b.x; }
/// Returns the second of what was before, and the first of x.
static inline f64x2 fast2_shifted(f64x2 before, f64x2 x) { return (f64x2){before[1], x[0]}; }

/// Two edges of the chain, and how they lie to the core's first point.
typedef struct fast2_edges {
    fast2_two from, along;       ///< from that point to their beginnings; from there to their ends
    f64x2 square, cross, ahead;  ///< of `along`; of both; and minus their product
    f64x2 best;                  ///< squares of the least distances so far
    i64x2 place,
        where;    ///< 4 i for corner i where an edge ends, and the best: 1 or 2 more for that edge and an end
    f64x2 least;  ///< as in fast2_scan
} fast2_edges;

/// Keeps smaller squares.
static inline void fast2_take(fast2_edges *e, f64x2 square, int64_t more)
{
    const i64x2 nearer = square < e->best, where = e->place + more;
    e->best = f64x2_select(nearer, square, e->best);
    e->where = (i64x2)f64x2_select(nearer, (f64x2)where, (f64x2)e->where);
}

/// Takes the distance of an end of the core from each edge where its foot is between the edge's own ends.
static inline void fast2_take_end(fast2_edges *e, f64x2 ahead, f64x2 cross, int64_t end)
{
    const i64x2 within = f64x2_abs((ahead + ahead) - e->square) < e->square;
    fast2_take(e, f64x2_select(within, cross * cross / e->square, f64x2_splat(INFINITY)), 1 + end);
}

/// Looks at the core's second end, at d from the first, where the edges' ends have these cross products with d. Returns
/// whether the core may cross the edges: a bit for each.
static inline uint32_t fast2_second_end(fast2_edges *e, fast2_two d, f64x2 from, f64x2 to)
{
    const f64x2 zero = {0, 0}, cross = e->cross - fast2_cross(d, e->along);
    fast2_take_end(e, e->ahead + fast2_dot(d, e->along), cross, 1);
    // how certainly two lie on one side, and how certainly they do not
    const f64x2 of_core = f64x2_min(f64x2_abs(e->cross), f64x2_abs(cross)),
                of_edge = f64x2_min(f64x2_abs(from), f64x2_abs(to)),
                sure = f64x2_max(f64x2_and(e->cross * cross > zero, of_core),
                                 f64x2_and(from * to > zero, of_edge));
    const i64x2 apart = sure > zero;
    e->least = f64x2_min(f64x2_select(apart, sure, f64x2_min(of_core, of_edge)), e->least);
    return 3 & ~f64x2_mask(apart);
}

/// Returns how the edges turn around the first point, as flr_outline2_locate counts: those with a bit in `counted`.
static inline int fast2_winding(fast2_edges *e, f64x2 from, f64x2 to, double height, uint32_t counted)
{
    const i64x2 a_low = from <= f64x2_splat(height), b_low = to <= f64x2_splat(height);
    const f64x2 sure = f64x2_select(a_low ^ b_low, f64x2_abs(e->cross), f64x2_splat(INFINITY));
    e->least = f64x2_min(sure, e->least);
    const uint32_t a = f64x2_mask(a_low), b = f64x2_mask(b_low), right = f64x2_mask((i64x2)e->cross),
                   up = a & ~b & ~right & counted, down = b & ~a & right & counted;
    return (int)((up & 1) + (up >> 1)) - (int)((down & 1) + (down >> 1));
}

/// Sets what the lanes have found.
static inline void fast2_end(const fast2_edges *e, size_t edges, fast2_scan *s)
{
    const bool second = e->best[1] < e->best[0];
    const size_t where = (size_t)e->where[second];
    s->square = e->best[second];
    s->of_corner = where % 4 == 0;
    s->end = where % 4 - 1;
    s->at = where / 4;
    // edges are known by the corner where they begin
    if (!s->of_corner) s->at = edges == 1 ? 0 : (s->at > 0 ? s->at : edges) - 1;
    s->crossed = edges == 1 ? 0 : (s->crossed > 0 ? s->crossed : edges) - 1;
    s->least = e->least[0] < e->least[1] ? e->least[0] : e->least[1];
}

/// Compares the core with each corner and edge of a chain of two or more, two edges at a time. An open chain counts as closed:
/// its edge twice. Of an odd number the first edge is the last one, too.
static inline void fast2_scan_chain(const flr_outline2 *core, const flr_outline2 *chain, fast2_scan *s)
{
    const bool two = core->count == 2;
    const size_t count = chain->count;
    const flr_vec2 *corners = chain->many ? chain->many : chain->corner;
    const flr_vec2 p = flr_outline2_corner(core, 0), q = two ? flr_outline2_corner(core, 1) : p,
                   last = corners[count - 1];
    const flr_local2 d = fast2_between(p, q), gap = fast2_between(p, last);
    const double length = flr_local2_dot(d, d), inverse = 1 / length;
    const fast2_two axis = {f64x2_splat(d.x), f64x2_splat(d.y)};
    const f64x2 zero = {0, 0};
    fast2_edges e = {.best = f64x2_splat(INFINITY), .least = f64x2_splat(INFINITY), .place = {0, 4}};
    fast2_two to = {f64x2_splat(gap.x), f64x2_splat(gap.y)};
    f64x2 size = {(double)core->radius + (double)chain->radius, fast2_spread(d)},
          beside = fast2_cross(axis, to), y = f64x2_splat((double)last.y);
    *s = (fast2_scan){.winding = 0};
    for (size_t i = 0; i < count; i += 2, e.place += 8) {
        const flr_vec2 at = corners[i], after = corners[i + 1 < count ? i + 1 : 0];
        const f64x2 height = {(double)at.y, (double)after.y}, high = fast2_shifted(y, height),
                    x = (f64x2){(double)at.x, (double)after.x} - f64x2_splat((double)p.x);
        e.from.x = fast2_shifted(to.x, x);
        e.from.y = fast2_shifted(to.y, height - f64x2_splat((double)p.y));
        to = (fast2_two){x, height - f64x2_splat((double)p.y)};
        y = height;
        size += f64x2_abs(to.x) + f64x2_abs(to.y);
        e.along = (fast2_two){to.x - e.from.x, to.y - e.from.y};
        e.square = fast2_dot(e.along, e.along);
        e.cross = fast2_cross(e.from, e.along);
        e.ahead = -fast2_dot(e.from, e.along);
        fast2_take_end(&e, e.ahead, e.cross, 0);
        if (two) {
            const f64x2 ahead = fast2_dot(axis, to), across = fast2_cross(axis, to),
                        past = f64x2_max(f64x2_max(-ahead, ahead - length), zero);
            fast2_take(&e, (past * past + across * across) * inverse, 0);
            const uint32_t crossed = fast2_second_end(&e, axis, fast2_shifted(beside, across), across);
            beside = across;
            if (crossed && !s->crosses) s->crossed = crossed & 1 ? i : i + 1;
            s->crosses |= crossed != 0;
        } else {
            fast2_take(&e, fast2_dot(to, to), 0);
        }
        if (chain->solid) s->winding += fast2_winding(&e, high, height, (double)p.y, i + 1 < count ? 3 : 1);
    }
    fast2_end(&e, flr_outline2_edges(chain), s);
    s->size = size[0] + size[1];
    if (two && !(length > 0x1p-80 * s->size * s->size)) s->least = 0;  // shorter than rounding
}

/// Compares two points.
static inline void fast2_scan_point(const flr_outline2 *core, const flr_outline2 *chain, fast2_scan *s)
{
    const flr_local2 gap = fast2_between(flr_outline2_corner(core, 0), flr_outline2_corner(chain, 0));
    *s = (fast2_scan){.square = flr_local2_dot(gap, gap), .least = INFINITY, .of_corner = true};
    s->size = fast2_spread(gap) + (double)core->radius + (double)chain->radius;
}

/// Returns where edge i of a crosses edge j of b, well within both.
static inline flr_vec2 fast2_crossing(const flr_outline2 *a, size_t i, const flr_outline2 *b, size_t j)
{
    const flr_vec2 from = flr_outline2_corner(a, i), to = flr_outline2_corner(a, fast2_next(a, i)),
                   u = flr_outline2_corner(b, j), v = flr_outline2_corner(b, fast2_next(b, j));
    const flr_local2 d = fast2_between(from, to), g = fast2_between(u, v), other = fast2_between(from, v);
    flr_local2 gap = fast2_between(from, u);
    if (flr_local2_dot(other, other) < flr_local2_dot(gap, gap)) gap = other;
    return flr_point2_between(from, to, flr_local2_cross(gap, g) / flr_local2_cross(d, g));
}

/// How two cores lie: they intersect at `common`, or the nearest are a corner of one and a point on an edge of the other.
/// Open is what rounding leaves so, and two cores of more points.
typedef struct fast2_cores {
    enum { FAST2_OPEN, FAST2_MEET, FAST2_APART } how;
    flr_frame2 frame;
    double size;
    flr_vec2 common;
    const flr_outline2 *corners, *edges;
    bool corner_of_b;
    size_t corner, from, to;  ///< the corner, and the ends of the edge
    flr_vec2 at;              ///< that corner
    fast2_foot foot;
} fast2_cores;

static inline void fast2_find(const flr_outline2 *a, const flr_outline2 *b, fast2_cores *r)
{
    const bool flip = a->count != 1 && (b->count == 1 || a->count != 2);
    const flr_outline2 *core = flip ? b : a, *chain = flip ? a : b;
    r->how = FAST2_OPEN;
    if (core->kind != FLR_OUTLINE2_CHAIN || chain->kind != FLR_OUTLINE2_CHAIN) return;
    if (core->count == 0 || core->count > 2 || chain->count == 0 || (chain->many && chain->moved)) return;
    fast2_scan s;
    if (chain->count == 1)
        fast2_scan_point(core, chain, &s);
    else
        fast2_scan_chain(core, chain, &s);
    if (!fast2_is_usual(s.size) || !(s.least > fast2_certain(s.size)) ||
        !(s.square > 0x1p-88 * s.size * s.size))
        return;
    const flr_vec2 origin = flr_outline2_corner(a, 0);
    r->frame = (flr_frame2){(double)origin.x, (double)origin.y, 1, 1, 0};
    r->size = s.size;
    r->how = s.crosses || s.winding != 0 ? FAST2_MEET : FAST2_APART;
    if (r->how == FAST2_MEET) {
        r->common = flr_outline2_corner(core, 0);
        if (s.crosses) r->common = fast2_crossing(a, flip ? s.crossed : 0, b, flip ? 0 : s.crossed);
        return;
    }
    r->corners = s.of_corner ? chain : core;
    r->edges = s.of_corner ? core : chain;
    r->corner_of_b = s.of_corner != flip;
    r->corner = s.of_corner ? s.at : s.end;
    r->from = s.of_corner ? 0 : s.at;
    r->to = fast2_next(r->edges, r->from);
    r->at = flr_outline2_corner(r->corners, r->corner);
    const flr_vec2 from = flr_outline2_corner(r->edges, r->from);
    r->foot = (fast2_foot){.point = from};
    if (r->edges->count > 1)
        r->foot = fast2_foot_on(from, flr_outline2_corner(r->edges, r->to), r->at);
    else
        r->foot.distance = sqrt(s.square);
}

/// Do the radii reach one another over the distance of the cores?
static inline bool fast2_reach(const fast2_cores *c, const flr_outline2 *a, const flr_outline2 *b)
{
    const double distance = c->foot.distance, reach = (double)a->radius + (double)b->radius;
    if (!(reach > 0)) return false;
    // so near a touch, the distance of another pair that is as near might decide otherwise
    if (!(fabs(distance - reach) > 0x1p-46 * c->size)) return flr_round2_reach(&c->frame, a, b, distance);
    return distance < reach;
}

/// Returns the closest points of two outlines whose cores are not open.
static inline flr_closest2 fast2_closest(const fast2_cores *c, const flr_outline2 *a, const flr_outline2 *b)
{
    if (c->how == FAST2_MEET) return (flr_closest2){0, c->common, c->common};
    flr_closest2 r = {(flr_real)c->foot.distance, c->at, c->at};
    *(c->corner_of_b ? &r.point_a : &r.point_b) = c->foot.point;
    if (a->radius > 0 || b->radius > 0)
        flr_round2_off(&c->frame, a->radius, b->radius, c->foot.distance, fast2_reach(c, a, b), &r);
    return r;
}

/// Returns the closest points of two chains. The copies keep the outlines themselves in registers.
static inline flr_closest2 flr_outline2_fast_closest(const flr_outline2 *a, const flr_outline2 *b)
{
    if (!flr_outline2_is_far(a, b)) {
        fast2_cores c;
        fast2_find(a, b, &c);
        if (c.how != FAST2_OPEN) return fast2_closest(&c, a, b);
    }
    const flr_outline2 x = *a, y = *b;
    return flr_outline2_closest(&x, &y);
}

/// Do a point and a core of one or two points with a radius above 0 intersect?
static inline bool flr_outline2_fast_meet(const flr_outline2 *point, const flr_outline2 *core)
{
    const flr_vec2 p = point->corner[0], a = core->corner[0];
    if (core->count == 1) return flr_within2_sign(p, a, 0, core->radius) >= 0;
    const flr_local2 from = fast2_between(p, a), to = fast2_between(p, core->corner[1]), at = {0, 0};
    const double radius = (double)core->radius, size = fast2_spread(from) + fast2_spread(to) + radius;
    double across;
    const double left = fast2_square(from, to, at, &across) - radius * radius;
    if (fast2_is_usual(size) && fabs(left) > 0x1p-46 * size * size) return left < 0;
    const flr_outline2 x = *point, y = *core;
    return flr_outline2_closest(&x, &y).distance == 0;
}

#endif
