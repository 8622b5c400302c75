/// The fast path for closest points of chains of up to four corners, by the formulas of outline2_closest.c.
///
/// The nearest corner and edge are found by squares, without roots; the signs of the same cross products say
/// whether the cores intersect. It gives up if these are not certain, if the cores almost touch, and if the
/// scene needs scaling; then the general function answers. Both have the same bits, except that of two pairs
/// of points equally near, up to rounding errors, either may be chosen. Corner counts are constants at each
/// call, so loops unroll.
#ifndef FLR_CLOSEST_OUTLINE2_FAST_H
#define FLR_CLOSEST_OUTLINE2_FAST_H

#include "closest/outline2.h"
#include "closest/rounded2.h"

enum { FAST2_MANY = 4 };

/// A corner of one core and an edge of the other, nearest so far.
typedef struct fast2_best {
    double square;
    size_t corner, edge;
    bool corner_of_b;
} fast2_best;

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

static inline void fast2_take(fast2_best *best, double square, size_t corner, size_t edge, bool of_b)
{
    bool nearer = square < best->square;
    best->corner = nearer ? corner : best->corner;
    best->edge = nearer ? edge : best->edge;
    best->corner_of_b = nearer ? of_b : best->corner_of_b;
    best->square = nearer ? square : best->square;
}

/// The point of an edge nearest to another, with the bits of flr_frame2_edge_point and flr_point2_between.
/// It is found without branches, as they cannot be predicted.
typedef struct fast2_edge_point {
    double distance;
    flr_vec2 point;
} fast2_edge_point;

static inline double fast2_pick(bool first, double a, double b) { return first ? a : b; }

/// Returns the point of the edge from a to b that is nearest to p, and its distance, without branches.
static inline fast2_edge_point fast2_edge_point_make(const flr_frame2 *f, flr_vec2 a, flr_vec2 b, flr_vec2 p)
{
    flr_local2 from = flr_frame2_point(f, a), to = flr_frame2_point(f, b), at = flr_frame2_point(f, p);
    flr_local2 d = flr_local2_sub(to, from), gap = flr_local2_sub(at, from), rest = flr_local2_sub(at, to);
    double along = flr_local2_dot(gap, d), square = flr_local2_dot(d, d), t = along / square;
    bool ahead = (square > FLR_FRAME2_LEAST_SQUARE) & (along > 0), far = ahead & (t > 0.5);
    bool within = ahead & (along < square) & (t < 1);
    double x = fast2_pick(far, rest.x, gap.x), y = fast2_pick(far, rest.y, gap.y), end = x * x + y * y;
    double root = sqrt(fast2_pick(within, square, end)), across = fabs(d.x * y - d.y * x) / root;
    fast2_edge_point foot;
    foot.distance = fast2_pick(within, across, root);
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

/// Sets the answer of a nearest pair that is certain, by the formulas of the outlines. Returns false if
/// undecided.
static inline bool fast2_apart(const flr_frame2 *f, const flr_outline2 *a, const flr_outline2 *b,
                               const fast2_best *best, double size, flr_closest2 *result)
{
    if (!(best->square > 0x1p-88 * size * size)) return false;
    const flr_outline2 *corners = best->corner_of_b ? b : a, *edges = best->corner_of_b ? a : b;
    flr_vec2 p = flr_outline2_corner(corners, best->corner), q = flr_outline2_corner(edges, best->edge);
    fast2_edge_point foot = {0, q};
    if (edges->count == 1) {
        flr_local2 gap = flr_local2_sub(flr_frame2_point(f, p), flr_frame2_point(f, q));
        foot.distance = sqrt(flr_local2_dot(gap, gap));
    } else {
        foot = fast2_edge_point_make(f, q, flr_outline2_corner(edges, fast2_next(edges, best->edge)), p);
    }
    result->point_a = best->corner_of_b ? foot.point : p;
    result->point_b = best->corner_of_b ? p : foot.point;
    result->distance = (flr_real)foot.distance;
    if (!(a->radius > 0) && !(b->radius > 0)) return true;
    double reach = (double)a->radius + (double)b->radius;
    // so near a touch, the distance of another pair that is as near might decide otherwise
    if (!(fabs(foot.distance - reach) > 0x1p-46 * size)) return false;
    flr_round2_off(f, a->radius, b->radius, foot.distance, foot.distance < reach, result);
    return true;
}

/// Answers for a core that is one point, and another with any number of corners; `flip` if the other is a.
/// Returns false if undecided.
static inline bool fast2_point(const flr_outline2 *point, const flr_outline2 *core, bool flip,
                               flr_closest2 *result)
{
    const flr_vec2 p = flr_outline2_corner(point, 0), first = flr_outline2_corner(core, 0),
                   origin = flip ? first : p;
    const flr_frame2 f = {(double)origin.x, (double)origin.y, 1, 1, 0};
    flr_local2 at = flr_frame2_point(&f, p);
    fast2_best best = {INFINITY, 0, 0, flip};
    double size = fast2_spread(at) + (double)point->radius + (double)core->radius, least = INFINITY;
    int winding = 0;
    const size_t edges = flr_outline2_edges(core);
    flr_vec2 from = first;
    flr_local2 a = flr_frame2_point(&f, from);
    if (!core->solid) size += fast2_spread(a);
    for (size_t k = 0; k < edges; ++k) {
        flr_vec2 to = flr_outline2_corner(core, fast2_next(core, k));
        flr_local2 b = flr_frame2_point(&f, to);
        double across, square = fast2_square(a, b, at, &across);
        fast2_take(&best, square, 0, k, flip);
        size += fast2_spread(b);
        if (core->solid) {
            bool a_low = from.y <= p.y, b_low = to.y <= p.y;
            double doubtful = a_low != b_low ? fabs(across) : INFINITY;
            least = doubtful < least ? doubtful : least;
            winding += (a_low & !b_low & (across > 0)) - (b_low & !a_low & (across < 0));
        }
        from = to;
        a = b;
    }
    if (!fast2_is_usual(size) || !(least > fast2_certain(size))) return false;
    if (winding == 0) return fast2_apart(&f, flip ? core : point, flip ? point : core, &best, size, result);
    if (!(best.square > 0x1p-88 * size * size)) return false;
    result->distance = 0;
    result->point_a = result->point_b = p;
    return true;
}

/// Signs of the corners of one core against the edges of the other: sign[edge][corner], 0 where not
/// certain.
typedef struct fast2_sides {
    int sign[FAST2_MANY][FAST2_MANY];
} fast2_sides;

/// Computes the distances of the corners of one core from the edges of the other, and their sides.
static inline void fast2_corners(const flr_outline2 *corners, const flr_local2 *p, const flr_outline2 *edges,
                                 const flr_local2 *q, double certain, bool of_b, fast2_best *best,
                                 fast2_sides *sides)
{
    size_t count = flr_outline2_edges(edges);
    for (size_t i = 0; i < corners->count; ++i)
        for (size_t j = 0; j < count; ++j) {
            double across, square = fast2_square(q[j], q[fast2_next(edges, j)], p[i], &across);
            fast2_take(best, square, i, j, of_b);
            sides->sign[j][i] = (across > certain) - (across < -certain);
        }
}

/// Returns the winding number of the core around p, by the sides of its edges on which p lies, as
/// flr_outline2_locate.
static inline int fast2_winding(const flr_outline2 *c, flr_vec2 p, const fast2_sides *sides, bool *known)
{
    int winding = 0;
    for (size_t i = 0; c->solid && i < c->count; ++i) {
        bool a_low = flr_outline2_corner(c, i).y <= p.y,
             b_low = flr_outline2_corner(c, fast2_next(c, i)).y <= p.y;
        if (a_low == b_low) continue;
        int side = sides->sign[i][0];
        if (side == 0) *known = false;
        winding += (a_low & (side > 0)) - (b_low & (side < 0));
    }
    return winding;
}

/// Returns where two edges cross, well within both.
static inline flr_vec2 fast2_crossing(const flr_vec2 *ends, flr_local2 a, flr_local2 b, flr_local2 from,
                                      flr_local2 to)
{
    flr_local2 d = flr_local2_sub(b, a), g = flr_local2_sub(to, from);
    flr_local2 gap = flr_local2_sub(from, a), other = flr_local2_sub(to, a);
    if (flr_local2_dot(other, other) < flr_local2_dot(gap, gap)) gap = other;
    return flr_point2_between(ends[0], ends[1], flr_local2_cross(gap, g) / flr_local2_cross(d, g));
}

/// Do two edges cross whose ends lie on these sides of each other? 1 yes, -1 no, 0 unknown.
static inline int fast2_cross(int a0, int a1, int b0, int b1)
{
    if ((a0 * a1 > 0) | (b0 * b1 > 0)) return -1;
    return (a0 * a1 * b0 * b1) != 0;
}

/// Answers for two cores of two to four corners each. Returns false if undecided.
static inline bool fast2_pair(const flr_outline2 *a, const flr_outline2 *b, flr_closest2 *result)
{
    const flr_frame2 f = {(double)flr_outline2_corner(a, 0).x, (double)flr_outline2_corner(a, 0).y, 1, 1, 0};
    flr_local2 p[FAST2_MANY], q[FAST2_MANY];
    double size = (double)a->radius + (double)b->radius;
    for (size_t i = 0; i < a->count; ++i)
        size += fast2_spread(p[i] = flr_frame2_point(&f, flr_outline2_corner(a, i)));
    for (size_t i = 0; i < b->count; ++i)
        size += fast2_spread(q[i] = flr_frame2_point(&f, flr_outline2_corner(b, i)));
    if (!fast2_is_usual(size)) return false;
    fast2_best best = {INFINITY, 0, 0, false};
    fast2_sides of_a, of_b;  // of the corners of a, of b
    double certain = fast2_certain(size);
    fast2_corners(a, p, b, q, certain, false, &best, &of_a);
    fast2_corners(b, q, a, p, certain, true, &best, &of_b);
    for (size_t i = 0; i < flr_outline2_edges(a); ++i)
        for (size_t j = 0; j < flr_outline2_edges(b); ++j) {
            size_t i1 = fast2_next(a, i), j1 = fast2_next(b, j);
            int cross = fast2_cross(of_a.sign[j][i], of_a.sign[j][i1], of_b.sign[i][j], of_b.sign[i][j1]);
            if (cross < 0) continue;
            if (cross == 0 || !(best.square > 0x1p-88 * size * size)) return false;
            const flr_vec2 ends[2] = {flr_outline2_corner(a, i), flr_outline2_corner(a, i1)};
            result->distance = 0;
            result->point_a = result->point_b = fast2_crossing(ends, p[i], p[i1], q[j], q[j1]);
            return true;
        }
    bool known = true, b_in_a = fast2_winding(a, flr_outline2_corner(b, 0), &of_b, &known) != 0;
    bool a_in_b = fast2_winding(b, flr_outline2_corner(a, 0), &of_a, &known) != 0;
    if (!known) return false;
    if (!a_in_b && !b_in_a) return fast2_apart(&f, a, b, &best, size, result);
    if (!(best.square > 0x1p-88 * size * size)) return false;
    result->distance = 0;
    result->point_a = result->point_b = b_in_a ? flr_outline2_corner(b, 0) : flr_outline2_corner(a, 0);
    return true;
}

/// Answers for two chains, one of which is a box far from the origin.
flr_closest2 flr_outline2_fast_far(const flr_outline2 *a, const flr_outline2 *b);

/// Returns the closest points of two chains. The copies keep the outlines themselves in registers.
static inline flr_closest2 flr_outline2_fast_closest(const flr_outline2 *a, const flr_outline2 *b)
{
    if (flr_outline2_is_far(a, b)) {
        const flr_outline2 x = *a, y = *b;
        return flr_outline2_fast_far(&x, &y);
    }
    flr_closest2 result;
    bool known = a->count == 1   ? fast2_point(a, b, false, &result)
                 : b->count == 1 ? fast2_point(b, a, true, &result)
                                 : fast2_pair(a, b, &result);
    if (known) return result;
    const flr_outline2 x = *a, y = *b;
    return flr_outline2_closest(&x, &y);
}

/// Do a point and a core of one or two points with a radius above 0 intersect?
static inline bool flr_outline2_fast_meet(const flr_outline2 *point, const flr_outline2 *core)
{
    flr_vec2 p = point->corner[0], a = core->corner[0];
    if (core->count == 1) return flr_within2_sign(p, a, 0, core->radius) >= 0;
    return flr_outline2_fast_closest(point, core).distance == 0;
}

#endif
