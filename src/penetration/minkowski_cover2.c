/// The pieces of the cover: collars of a polygon, edges swept over them, and a ray through all pieces.
#include "penetration/minkowski_cover2.h"

#include "math/predicates.h"
#include "math/vectors.h"

typedef cover2_point point;

static point add(point a, point b)
{
    point c = {a.x + b.x, a.y + b.y};
    return c;
}
static double length(point a) { return sqrt(flr_local2_dot(a, a)); }
static point unit(point a)
{
    double l = length(a);
    return l > 0 ? flr_local2_times(1 / l, a) : a;
}
static bool same(point a, point b) { return a.x == b.x && a.y == b.y; }

point flr_cover2_corner(const cover2_chain *c, size_t i)
{
    i %= c->count;
    if (c->turn < 0) i = c->count - 1 - i;
    return flr_frame2_point(c->frame, flr_outline2_corner(c->outline, i));
}

static cover2_chain chain_of(const flr_outline2 *o, const flr_frame2 *frame)
{
    cover2_chain c = {o, frame, o->count, flr_outline2_edges(o), 0, false};
    if (!o->solid) return c;
    // the lowest of the leftmost corners is convex, and its turn is that of the whole
    size_t k = 0;
    for (size_t i = 1; i < o->count; ++i) {
        flr_vec2 p = flr_outline2_corner(o, i), q = flr_outline2_corner(o, k);
        if (p.x < q.x || (p.x == q.x && p.y < q.y)) k = i;
    }
    size_t before = k, after = k;
    flr_vec2 q = flr_outline2_corner(o, k), p = q, r = q;
    for (size_t n = 0; n < o->count && p.x == q.x && p.y == q.y; ++n)
        p = flr_outline2_corner(o, before = before ? before - 1 : o->count - 1);
    for (size_t n = 0; n < o->count && r.x == q.x && r.y == q.y; ++n)
        r = flr_outline2_corner(o, after = after + 1 < o->count ? after + 1 : 0);
    c.turn = flr_orient2_inline((double)p.x, (double)p.y, (double)q.x, (double)q.y, (double)r.x, (double)r.y);
    c.convex = c.turn != 0;
    for (size_t i = 0; i < o->count && c.convex; ++i) {
        flr_vec2 s = flr_outline2_corner(o, i), t = flr_outline2_corner(o, (i + 1) % o->count),
                 u = flr_outline2_corner(o, (i + 2) % o->count);
        int turn =
            flr_orient2_inline((double)s.x, (double)s.y, (double)t.x, (double)t.y, (double)u.x, (double)u.y);
        if (turn * c.turn < 0) c.convex = false;
    }
    return c;
}

static double to_segment(point p, point a, point b)
{
    point e = flr_local2_sub(b, a), gap = flr_local2_sub(p, a);
    double whole = flr_local2_dot(e, e), at = flr_local2_dot(gap, e);
    if (!(whole > 0) || at <= 0) return length(gap);
    if (at >= whole) return length(flr_local2_sub(p, b));
    return fabs(flr_local2_cross(e, gap)) / sqrt(whole);
}

point flr_cover2_side(const cover2_chain *c, size_t k, bool onwards)
{
    point p = flr_cover2_corner(c, k), q = p;
    for (size_t n = 1; n < c->count && same(p, q); ++n)
        q = flr_cover2_corner(c, k + (onwards ? n : c->count - n));
    return unit(flr_local2_sub(q, p));
}

/// How far around corner k there is nothing of the boundary but its own two edges.
static double fan_reach(const cover2_chain *c, size_t k)
{
    point p = flr_cover2_corner(c, k);
    double reach = INFINITY;
    for (size_t i = 0; i < c->count; ++i) {
        point a = flr_cover2_corner(c, i), b = flr_cover2_corner(c, i + 1);
        double d = to_segment(p, a, b);
        if (!(d > 0)) d = flr_greater(length(flr_local2_sub(p, a)), length(flr_local2_sub(p, b)));  // its own
        if (d > 0 && d < reach) reach = d;
    }
    return 0.9 * reach;
}

/// The tangent of half the inner angle at corner k; infinite for a reflex one.
static double half_tangent(const cover2_chain *c, size_t k)
{
    point on = flr_cover2_side(c, k, true), back = flr_cover2_side(c, k, false);
    double sine = flr_local2_cross(on, back), cosine = flr_local2_dot(on, back);
    if (!(sine > 0)) return INFINITY;
    return cosine > 0 ? sine / (1 + cosine) : (1 - cosine) / sine;
}

/// The height of a triangle on edge k that lies inside and intersects no other edge.
static double edge_height(const cover2_chain *c, size_t k)
{
    point p = flr_cover2_corner(c, k), q = flr_cover2_corner(c, k + 1);
    double gap = INFINITY, half = 0.5 * length(flr_local2_sub(q, p));
    for (size_t i = 0; i < c->count; ++i) {
        point a = flr_cover2_corner(c, i), b = flr_cover2_corner(c, i + 1);
        double d = flr_lesser(flr_lesser(to_segment(p, a, b), to_segment(q, a, b)),
                              flr_lesser(to_segment(a, p, q), to_segment(b, p, q)));
        if (d > 0) gap = flr_lesser(gap, d);  // else it is next to it
    }
    double slope = flr_lesser(flr_lesser(half_tangent(c, k), half_tangent(c, k + 1)), 1);
    return flr_lesser(0.45 * gap, 0.9 * half * slope);
}

void flr_cover2_make(cover2 *c, const flr_outline2 *a, const flr_outline2 *b, const flr_frame2 *frame,
                     double radius)
{
    c->a = chain_of(a, frame);
    c->b = chain_of(b, frame);
    c->radius = radius;
    c->tolerance = 0;
    // a convex shape with an area is a piece of its own; of two concave ones the smaller
    bool solid_a = c->a.turn != 0, solid_b = c->b.turn != 0;
    c->collar_of_a = solid_a && (!solid_b || (c->a.convex && !c->b.convex) ||
                                 (c->a.convex == c->b.convex && c->a.count <= c->b.count));
    const cover2_chain *collar = c->collar_of_a ? &c->a : &c->b;
    if (radius > 0 || collar->convex) return;
    for (size_t k = 0; k < collar->count && k < COVER2_KEPT; ++k) {
        c->reach[k] = fan_reach(collar, k);
        c->height[k] = edge_height(collar, k);
    }
}

/// A part of the line: lo < s < hi.
typedef struct part2 {
    double lo, hi;
} part2;

/// Keeps the part below `limit` along the unit normal.
static void clip(part2 *p, const cover2_line *way, point normal, double limit)
{
    double at = flr_local2_dot(normal, way->from) - limit, rise = flr_local2_dot(normal, way->along);
    if (rise > 0)
        p->hi = flr_lesser(p->hi, -at / rise);
    else if (rise < 0)
        p->lo = flr_greater(p->lo, -at / rise);
    else if (!(at < 0))
        p->hi = -INFINITY;
}

/// A convex piece: some corners, or all of a convex chain; negated for b, whose corners are taken off.
typedef struct piece2 {
    const cover2_chain *whole;
    size_t count;
    point corner[4];
    double sign;
} piece2;

static point piece_corner(const piece2 *p, size_t i)
{
    return flr_local2_times(p->sign, p->whole ? flr_cover2_corner(p->whole, i) : p->corner[i % p->count]);
}

/// The part of the line inside the piece swept along the edge from e to f, shrunk by the tolerance.
static part2 within(const piece2 *p, point e, point f, const cover2_line *way, double tolerance)
{
    part2 part = {-INFINITY, INFINITY};
    point across = flr_local2_perp(unit(flr_local2_sub(f, e)));
    double left = -INFINITY, right = -INFINITY;
    for (size_t i = 0; i < p->count; ++i) {
        point v = piece_corner(p, i), side = flr_local2_sub(piece_corner(p, i + 1), v);
        left = flr_greater(left, flr_local2_dot(across, v));
        right = flr_greater(right, -flr_local2_dot(across, v));
        if (same(side, (point){0, 0})) continue;
        point out = flr_local2_times(-1, flr_local2_perp(unit(side)));
        clip(&part, way, out,
             flr_local2_dot(out, v) + flr_greater(flr_local2_dot(out, e), flr_local2_dot(out, f)) -
                 tolerance);
        if (!(part.lo < part.hi)) return part;
    }
    if (across.x == 0 && across.y == 0) return part;
    clip(&part, way, across, left + flr_local2_dot(across, e) - tolerance);
    clip(&part, way, flr_local2_times(-1, across), right - flr_local2_dot(across, e) - tolerance);
    return part;
}

/// Edge i of a chain as it is swept: of b the negative.
static void swept_edge(const cover2_chain *c, double sign, size_t i, point *e, point *f)
{
    *e = flr_local2_times(sign, flr_cover2_corner(c, i));
    *f = flr_local2_times(sign, flr_cover2_corner(c, i + 1));
}

static double leave_piece(const cover2 *c, const piece2 *p, const cover2_line *way, double s, double best)
{
    const cover2_chain *other = c->collar_of_a ? &c->b : &c->a;
    for (size_t j = 0; j < other->edges; ++j) {
        point e, f;
        swept_edge(other, c->collar_of_a ? -1 : 1, j, &e, &f);
        part2 part = within(p, e, f, way, c->tolerance);
        if (part.lo <= s && part.hi > best) best = part.hi;
    }
    return best;
}

/// Quadrilateral with corners at p and in three directions from it.
static piece2 fan(point p, double reach, point first, point second, point third, double sign)
{
    piece2 q = {NULL,
                4,
                {p, add(p, flr_local2_times(reach, first)), add(p, flr_local2_times(reach, second)),
                 add(p, flr_local2_times(reach, third))},
                sign};
    return q;
}

static point turned(point u, double cosine, double sine)
{
    point v = {cosine * u.x - sine * u.y, sine * u.x + cosine * u.y};
    return v;
}

/// The pieces around corner k of the collar: one where it is convex, three that overlap by 20 degrees and more
/// where it is reflex.
static int fans_of(const cover2_chain *c, size_t k, double reach, double sign, piece2 *pieces)
{
    point p = flr_cover2_corner(c, k);
    point on = flr_cover2_side(c, k, true), back = flr_cover2_side(c, k, false), middle = unit(add(on, back));
    const double half = 0.5, high = 0.86602540378443865, c80 = 0.17364817766693035, s80 = 0.98480775301220806;
    if (length(add(on, back)) < 0x1p-20) middle = flr_local2_perp(on);
    if (flr_local2_cross(on, back) >= 0) {
        pieces[0] =
            fan(p, reach, on, flr_local2_dot(middle, flr_local2_perp(on)) >= 0 ? middle : flr_local2_perp(on),
                back, sign);
        return 1;
    }
    if (flr_local2_dot(middle, flr_local2_perp(on)) < 0) middle = flr_local2_times(-1, middle);
    pieces[0] = fan(p, reach, on, turned(on, half, high), turned(on, -half, high), sign);
    pieces[1] = fan(p, reach, turned(middle, c80, -s80), middle, turned(middle, c80, s80), sign);
    pieces[2] = fan(p, reach, turned(back, -half, -high), turned(back, half, -high), back, sign);
    return 3;
}

static double leave_collar(const cover2 *c, const cover2_line *way, double s)
{
    const cover2_chain *collar = c->collar_of_a ? &c->a : &c->b;
    double sign = c->collar_of_a ? 1 : -1, best = s;
    if (collar->convex) {
        piece2 all = {collar, collar->count, {{0, 0}, {0, 0}, {0, 0}, {0, 0}}, sign};
        return leave_piece(c, &all, way, s, best);
    }
    for (size_t k = 0; k < collar->count; ++k) {
        point p = flr_cover2_corner(collar, k), q = flr_cover2_corner(collar, k + 1),
              e = flr_local2_sub(q, p);
        if (e.x == 0 && e.y == 0) continue;
        double height = k < COVER2_KEPT ? c->height[k] : edge_height(collar, k);
        double reach = k < COVER2_KEPT ? c->reach[k] : fan_reach(collar, k);
        point top = add(flr_local2_times(0.5, add(p, q)), flr_local2_times(height, flr_local2_perp(unit(e))));
        piece2 triangle = {NULL, 3, {p, q, top, top}, sign}, fans[3];
        best = leave_piece(c, &triangle, way, s, best);
        int count = fans_of(collar, k, reach, sign, fans);
        for (int i = 0; i < count; ++i) best = leave_piece(c, &fans[i], way, s, best);
    }
    return best;
}

/// The hull of both: parts of one convex piece.
static void join(part2 *p, part2 q)
{
    if (!(q.lo < q.hi)) return;
    p->lo = flr_lesser(p->lo, q.lo);
    p->hi = flr_greater(p->hi, q.hi);
}

static part2 within_circle(point center, double r, const cover2_line *way)
{
    point gap = flr_local2_sub(center, way->from);
    double at = flr_local2_dot(gap, way->along), off = flr_local2_cross(way->along, gap),
           square = r * r - off * off;
    part2 none = {INFINITY, -INFINITY}, part = {at, at};
    if (!(square > 0)) return none;
    part.lo -= sqrt(square);
    part.hi += sqrt(square);
    return part;
}

/// Of the points within r of the segment from a to b, without its ends.
static part2 within_strip(point a, point b, double r, const cover2_line *way)
{
    part2 part = {-INFINITY, INFINITY};
    point e = unit(flr_local2_sub(b, a)), n = flr_local2_perp(e);
    clip(&part, way, e, flr_local2_dot(e, b));
    clip(&part, way, flr_local2_times(-1, e), -flr_local2_dot(e, a));
    clip(&part, way, n, flr_local2_dot(n, a) + r);
    clip(&part, way, flr_local2_times(-1, n), r - flr_local2_dot(n, a));
    return part;
}

/// Edge a b of one shape against edge e f of the other: a parallelogram, with the radius around it.
typedef struct pair2 {
    point corner[4];  // in order around
} pair2;

static pair2 pair_of(const cover2 *c, size_t i, size_t j)
{
    point a, b, e, f;
    swept_edge(&c->a, 1, i, &a, &b);
    swept_edge(&c->b, -1, j, &e, &f);
    pair2 p = {{add(a, e), add(b, e), add(b, f), add(a, f)}};
    return p;
}

static part2 within_pair(const pair2 *p, double r, const cover2_line *way)
{
    part2 part = {INFINITY, -INFINITY};
    for (int k = 0; k < 4; ++k) {
        point v = p->corner[k], w = p->corner[(k + 1) % 4];
        join(&part, within_circle(v, r, way));
        if (!same(v, w)) join(&part, within_strip(v, w, r, way));
    }
    return part;
}

static double pair_distance(const pair2 *p, point at)
{
    double d = INFINITY;
    int left = 0, right = 0;
    for (int k = 0; k < 4; ++k) {
        point v = p->corner[k], w = p->corner[(k + 1) % 4];
        double side = flr_local2_cross(flr_local2_sub(w, v), flr_local2_sub(at, v));
        left += side > 0;
        right += side < 0;
        d = flr_lesser(d, to_segment(at, v, w));
    }
    return left == 4 || right == 4 ? 0 : d;
}

static bool near_pair(const pair2 *p, double r, const cover2_line *way, double s)
{
    point at = add(way->from, flr_local2_times(s, way->along));
    point middle = flr_local2_times(0.5, add(p->corner[0], p->corner[2]));
    double wide = flr_greater(length(flr_local2_sub(p->corner[0], middle)),
                              length(flr_local2_sub(p->corner[1], middle))) +
                  r;
    return flr_local2_dot(flr_local2_sub(at, middle), flr_local2_sub(at, middle)) <= wide * wide;
}

static double leave_pairs(const cover2 *c, const cover2_line *way, double s)
{
    double best = s, r = c->radius - c->tolerance;
    for (size_t i = 0; i < c->a.edges; ++i)
        for (size_t j = 0; j < c->b.edges; ++j) {
            pair2 p = pair_of(c, i, j);
            if (!near_pair(&p, c->radius, way, s)) continue;
            part2 part = within_pair(&p, r, way);
            if (part.lo <= s && part.hi > best) best = part.hi;
        }
    return best;
}

double flr_cover2_leave(const cover2 *c, const cover2_line *way, double s)
{
    return c->radius > 0 ? leave_pairs(c, way, s) : leave_collar(c, way, s);
}

double flr_cover2_penetration(const cover2 *c, point at)
{
    double deepest = -INFINITY;
    for (size_t i = 0; i < c->a.edges; ++i)
        for (size_t j = 0; j < c->b.edges; ++j) {
            pair2 p = pair_of(c, i, j);
            deepest = flr_greater(deepest, c->radius - pair_distance(&p, at));
        }
    return deepest;
}
