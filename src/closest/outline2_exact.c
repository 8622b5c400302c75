/// Exact signs about two outlines: do their cores intersect, does one contain a point, do their radii
/// reach one another?

#include "closest/outline2.h"
#include "closest/rounded2.h"
#include "math/bigint.h"
#include "math/double_double.h"
#include "math/predicates2.h"
#include "math/vectors.h"
#include "shape/exact.h"

// ---- Cores

/// As flr_outline2_locate, with `by` added to each corner.
static inline int locate(const flr_vec2 *corner, size_t count, flr_vec2 by, bool even_odd, flr_vec2 p)
{
    int winding = 0;
    for (size_t i = 0; i < count; ++i) {
        flr_vec2 a = flr_add2(corner[i], by), b = flr_add2(corner[i + 1 < count ? i + 1 : 0], by);
        if (flr_same2(a, p)) return 0;
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

/// As flr_outline2_locate, for an outline that is a chain, by the winding number.
static int chain_holds(const flr_outline2 *o, flr_vec2 p)
{
    if (o->many && o->moved) return locate(o->many, o->count, o->corner[0], false, p);
    return flr_outline2_locate(o->many ? o->many : o->corner, o->count, false, p);
}

static bool segments_meet(const flr_edge2 *e, const flr_edge2 *f)
{
    return flr_exact2_segment_segment(e->a, e->b, f->a, f->b);
}

/// Does a line or ray intersect the segment s? A line does if the ends lie on different sides. The crossing
/// lies ahead of a ray's origin if the turn of the origin and the segment says so (Cramer's rule for t).
static bool directed_meets_segment(const flr_edge2 *l, const flr_edge2 *s)
{
    int side_a = flr_cross2_sign(l->b, l->a, s->a), side_b = flr_cross2_sign(l->b, l->a, s->b);
    if (side_a * side_b > 0) return false;
    if (l->kind == FLR_OUTLINE2_LINE) return true;
    if (side_a == 0 && side_b == 0)
        return flr_dot2_sign(l->b, l->a, s->a) >= 0 || flr_dot2_sign(l->b, l->a, s->b) >= 0;
    return flr_turn2(l->a, s->a, s->b) * (side_b - side_a) >= 0;
}

/// Do two lines or rays intersect?
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

static bool holds_point(const flr_edge2 *e, flr_vec2 p)
{
    const flr_edge2 point = {FLR_OUTLINE2_CHAIN, p, p};
    return flr_edge2_meet(e, &point);
}

double flr_frame2_crossing(const flr_frame2 *frame, const flr_edge2 *e, const flr_edge2 *f)
{
    bool e_ends = e->kind == FLR_OUTLINE2_CHAIN;
    if (e->kind != FLR_OUTLINE2_LINE && holds_point(f, e->a)) return 0;
    if (e_ends && holds_point(f, e->b)) return 1;
    if (f->kind != FLR_OUTLINE2_LINE && flr_edge2_side(e, f->a) == 0 && holds_point(e, f->a))
        return flr_frame2_edge_point(frame, f->a, e).t;
    if (f->kind == FLR_OUTLINE2_CHAIN && flr_edge2_side(e, f->b) == 0 && holds_point(e, f->b))
        return flr_frame2_edge_point(frame, f->b, e).t;
    // from the nearer end of f, so that a far one brings no rounding in
    flr_local2 d = flr_frame2_along(frame, e), g = flr_frame2_along(frame, f);
    flr_local2 start = flr_frame2_point(frame, e->a);
    flr_local2 gap = flr_local2_sub(flr_frame2_point(frame, f->a), start);
    if (f->kind == FLR_OUTLINE2_CHAIN) {
        flr_local2 other = flr_local2_sub(flr_frame2_point(frame, f->b), start);
        if (flr_local2_dot(other, other) < flr_local2_dot(gap, gap)) gap = other;
    }
    double across = flr_local2_cross(d, g), t = flr_local2_cross(gap, g) / across;
    if (!(fabs(across) > 0x1p-900)) {  // of edges so short for the scene's size that products vanish
        int of_d, of_gap, of_g;
        d = flr_local2_scaled(d, &of_d);
        g = flr_local2_scaled(g, &of_g);
        gap = flr_local2_scaled(gap, &of_gap);
        t = ldexp(flr_local2_cross(gap, g) / flr_local2_cross(d, g), of_gap - of_d);
    }
    // lines that are parallel up to rounding errors, or an edge negligibly short next to the other
    if (!isfinite(t)) t = flr_frame2_edge_point(frame, f->a, e).t;
    if (e->kind != FLR_OUTLINE2_LINE && !(t > 0)) t = 0;
    if (e_ends && t > 1) t = 1;
    return t;
}

static bool edge_misses_box(const flr_edge2 *e, const flr_aabb2 *box)
{
    flr_vec2 low = flr_min2(e->a, e->b), high = flr_max2(e->a, e->b);
    return low.x > box->max.x || low.y > box->max.y || high.x < box->min.x || high.y < box->min.y;
}

/// Finds two edges that intersect.
static bool edges_meet(const flr_outline2 *a, const flr_outline2 *b, flr_meeting2 *meeting)
{
    bool chains = a->kind == FLR_OUTLINE2_CHAIN && b->kind == FLR_OUTLINE2_CHAIN;
    flr_aabb2 box = flr_outline2_box(b);
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

/// Is the first corner of `other` inside? If no edges intersect, one corner decides for all.
static bool holds(const flr_outline2 *o, const flr_outline2 *other)
{
    if (!o->solid || other->kind == FLR_OUTLINE2_LINE) return false;
    return chain_holds(o, flr_outline2_corner(other, 0)) >= 0;
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

// ---- Radii

/// Numbers of no more digits leave room for polynomials of degree four.
enum { REACH2_DIGITS = 60 };

/// Sets to 0 the numbers that are too small beside the largest to be held in one unit with it.
static void leave_out_small(double value[8])
{
    double most = 0;
    for (int i = 0; i < 8; ++i) most = fmax(most, fabs(value[i]));
    for (int i = 0; i < 8; ++i)
        if (fabs(value[i]) * 0x1p700 < most * 0x1p-700) value[i] = 0;
}

static flr_double2 doubled_apart(flr_real a, flr_real b) { return flr_two_sum((double)a, -(double)b); }

/// Returns the sign of (ra + rb) |d| - |cross(d, p - a)| for the line through a along d = b - a, or along b, computed in twice the
/// precision; 0 if the rounding of that leaves it open.
static int line_sign_soon(const flr_edge2 *e, flr_vec2 p, flr_real ra, flr_real rb)
{
    const flr_double2 one = {(double)e->b.x, 0}, other = {(double)e->b.y, 0};
    const bool chain = e->kind == FLR_OUTLINE2_CHAIN;
    const flr_double2 x = chain ? doubled_apart(e->b.x, e->a.x) : one,
                      y = chain ? doubled_apart(e->b.y, e->a.y) : other, u = doubled_apart(p.x, e->a.x),
                      v = doubled_apart(p.y, e->a.y), r = flr_two_sum((double)ra, (double)rb);
    const flr_double2 left = flr_doubled_product(x, v), right = flr_doubled_product(y, u),
                      across = flr_doubled_difference(left, right),
                      square = flr_doubled_sum(flr_doubled_product(x, x), flr_doubled_product(y, y)),
                      reach = flr_doubled_product(flr_doubled_product(r, r), square),
                      rest = flr_doubled_difference(reach, flr_doubled_product(across, across));
    const double most = fabs(left.high) + fabs(right.high), terms = reach.high + most * most;
    // for other sizes a product may lose digits below the least number, or overflow
    const bool usual = square.high > 0x1p-100 && terms > 0x1p-200 && terms < 0x1p400 && square.high < 0x1p200;
    if (!usual) return 0;
    return (rest.high > 0x1p-96 * terms) - (rest.high < -0x1p-96 * terms);
}

/// Returns the same sign, exactly; `rounded` if the numbers are too far apart to be held in one unit.
static int line_sign(const flr_edge2 *e, flr_vec2 p, flr_real ra, flr_real rb, int rounded)
{
    const int soon = line_sign_soon(e, p, ra, rb);
    if (soon) return soon;
    double value[8] = {(double)e->a.x, (double)e->a.y, (double)e->b.x, (double)e->b.y,
                       (double)p.x,    (double)p.y,    (double)ra,     (double)rb};
    flr_bigint w[8], d[2], gap[2], u, v, square, reach, across;
    int unit;
    if (!flr_bigint_load(value, 8, REACH2_DIGITS, w, &unit)) {
        leave_out_small(value);
        if (!flr_bigint_load(value, 8, REACH2_DIGITS, w, &unit)) return rounded;
    }
    for (int k = 0; k < 2; ++k) {
        if (e->kind == FLR_OUTLINE2_CHAIN)
            flr_bigint_add(&w[2 + k], -1, &w[k], &d[k]);
        else
            d[k] = w[2 + k];
        flr_bigint_add(&w[4 + k], -1, &w[k], &gap[k]);
    }
    flr_bigint_multiply(&d[0], &gap[1], &u);
    flr_bigint_multiply(&d[1], &gap[0], &v);
    flr_bigint_add(&u, -1, &v, &reach);
    flr_bigint_multiply(&reach, &reach, &across);
    flr_bigint_multiply(&d[0], &d[0], &u);
    flr_bigint_multiply(&d[1], &d[1], &v);
    flr_bigint_add(&u, 1, &v, &square);
    flr_bigint_add(&w[6], 1, &w[7], &u);
    flr_bigint_multiply(&u, &u, &v);
    flr_bigint_multiply(&v, &square, &reach);
    flr_bigint_add(&reach, -1, &across, &u);
    return flr_bigint_sign(&u);
}

/// Is the foot of p on the edge's line between its ends?
static inline bool is_beside(const flr_edge2 *e, flr_vec2 p)
{
    if (e->kind == FLR_OUTLINE2_LINE) return true;
    if (e->kind != FLR_OUTLINE2_CHAIN) return flr_dot2_sign(e->b, e->a, p) > 0;
    return flr_ahead2_sign(e->a, e->b, p) > 0 && flr_ahead2_sign(e->b, e->a, p) > 0;
}

/// Returns the sign for a corner and an edge: by its ends, and by its line if the corner lies beside it.
static int pair_sign(flr_vec2 p, const flr_edge2 *e, flr_real ra, flr_real rb, int rounded)
{
    const bool chain = e->kind == FLR_OUTLINE2_CHAIN, line = e->kind == FLR_OUTLINE2_LINE;
    int sign = line ? -1 : flr_within2_sign(p, e->a, ra, rb);
    if (chain && sign < 1) {
        const int end = flr_within2_sign(p, e->b, ra, rb);
        if (end > sign) sign = end;
    }
    if (sign > 0) return sign;
    if (!is_beside(e, p)) return sign;
    const int side = line_sign(e, p, ra, rb, rounded);
    return side > sign ? side : sign;
}

/// Returns the greatest sign over the corners of one outline and the edges of the other, at least `sign`.
static int corners_sign(const flr_frame2 *f, const flr_outline2 *corners, const flr_outline2 *edges,
                        double limit, int rounded, int sign)
{
    if (corners->kind == FLR_OUTLINE2_LINE && edges->kind != FLR_OUTLINE2_LINE) return sign;  // no end
    const size_t count = flr_outline2_edges(edges);
    for (size_t i = 0; i < corners->count && sign < 1; ++i)
        for (size_t j = 0; j < count && sign < 1; ++j) {
            const flr_edge2 e = flr_outline2_edge(edges, j);
            const flr_vec2 p = flr_outline2_corner(corners, i);
            if (flr_frame2_edge_point(f, p, &e).distance > limit) continue;
            const int s = pair_sign(p, &e, corners->radius, edges->radius, rounded);
            if (s > sign) sign = s;
        }
    return sign;
}

/// Returns a bound on how far the corners lie from the origin of the frame.
static double spread(const flr_frame2 *f, const flr_outline2 *o)
{
    double most = 0;
    for (size_t i = 0; i < o->count; ++i) {
        const flr_local2 p = flr_frame2_point(f, flr_outline2_corner(o, i));
        const double far = fabs(p.x) + fabs(p.y);
        if (far > most) most = far;
    }
    return most;
}

int flr_reach2_sign(const flr_frame2 *f, const flr_outline2 *a, const flr_outline2 *b, double distance)
{
    const double reach = flr_frame2_length(f, a->radius) + flr_frame2_length(f, b->radius);
    const double doubt = 0x1p-46 * (spread(f, a) + spread(f, b) + reach);
    const int rounded = (distance < reach) - (distance > reach);
    if (fabs(distance - reach) > doubt) return rounded;
    const int sign = corners_sign(f, a, b, reach + 2 * doubt, rounded, -1);
    return corners_sign(f, b, a, reach + 2 * doubt, rounded, sign);
}

// ---- A touch along a known direction

/// What of a chain is extreme along a direction: a corner, and an edge with it where that is level up to rounding.
typedef struct top2 {
    const flr_outline2 *chain;
    size_t corner, other, edge;
    bool is_level;
} top2;

static inline double height_of(const flr_outline2 *o, size_t i, flr_vec2 from, flr_vec2 n)
{
    const flr_vec2 p = flr_outline2_corner(o, i);
    return (double)n.x * ((double)p.x - (double)from.x) + (double)n.y * ((double)p.y - (double)from.y);
}

static top2 find_top(const flr_outline2 *o, flr_vec2 n)
{
    const double part = sizeof(flr_real) == sizeof(float) ? 0x1p-18 : 0x1p-40;
    const flr_vec2 first = flr_outline2_corner(o, 0);
    top2 t = {.chain = o};
    double high = 0, low = 0;
    if (o->count < 2) return t;
    for (size_t i = 1; i < o->count; ++i) {
        const double height = height_of(o, i, first, n);
        if (height > high) high = height, t.corner = i;
        if (height < low) low = height;
    }
    const size_t before = t.corner ? t.corner - 1 : o->count - 1,
                 after = t.corner + 1 < o->count ? t.corner + 1 : 0;
    const double down = height_of(o, before, first, n), up = height_of(o, after, first, n);
    const double level = down > up ? down : up;
    t.other = down > up ? before : after;
    t.edge = o->count == 2 ? 0 : down > up ? before : t.corner;
    t.is_level = high - level <= part * (fabs((double)first.x) + fabs((double)first.y) + (high - low));
    return t;
}

/// Do the radii reach from p, on that side of an edge's line, to the line? Exact.
static bool reaches_line(const flr_edge2 *e, int side, flr_vec2 p, flr_real ra, flr_real rb)
{
    return ra > 0 || rb > 0 ? line_sign(e, p, ra, rb, -1) >= 0 : side == 0;
}

/// Does the line of b's edge, on a side of which a's corner lies, part the chains by more than the radii? Exact.
static bool is_parted_by(const flr_outline2 *a, size_t corner, const flr_outline2 *b, size_t edge, int side)
{
    const flr_edge2 e = flr_outline2_edge(b, edge);
    const flr_vec2 p = flr_outline2_corner(a, corner);
    const double dx = (double)e.b.x - (double)e.a.x, dy = (double)e.b.y - (double)e.a.y;
    const size_t end = edge + 1 < b->count ? edge + 1 : 0;
    for (size_t i = 0; i < b->count; ++i)
        if (i != edge && i != end && flr_turn2(e.a, e.b, flr_outline2_corner(b, i)) == side) return false;
    for (size_t i = 0; i < a->count; ++i) {
        const flr_vec2 q = flr_outline2_corner(a, i);
        const double left = dx * ((double)q.y - (double)p.y), right = dy * ((double)q.x - (double)p.x);
        if (i == corner || flr_filter2(left - right, fabs(left) + fabs(right)) == side) continue;
        if (flr_turn2(e.a, e.b, q) != side || reaches_line(&e, side, q, a->radius, b->radius)) return false;
    }
    return true;
}

/// Decides by a corner of one chain and an edge of the other: 1 they meet there, -1 the edge's line parts the chains, 0 neither.
static int touch_edge(const flr_outline2 *a, size_t corner, const flr_outline2 *b, size_t edge)
{
    const flr_edge2 e = flr_outline2_edge(b, edge);
    const flr_vec2 p = flr_outline2_corner(a, corner);
    const int side = flr_turn2(e.a, e.b, p);
    if (reaches_line(&e, side, p, a->radius, b->radius)) return is_beside(&e, p);
    if (side != 0 && is_parted_by(a, corner, b, edge, side)) return -1;
    return b->solid && chain_holds(b, p) >= 0;
}

/// The same for two corners, and the lines through them that are perpendicular to the way from one to the other.
static int touch_corner(const flr_outline2 *a, size_t i, const flr_outline2 *b, size_t j)
{
    const flr_vec2 p = flr_outline2_corner(a, i), q = flr_outline2_corner(b, j);
    if (flr_within2_sign(p, q, a->radius, b->radius) >= 0) return 1;
    for (size_t k = 0; k < a->count; ++k)
        if (k != i && flr_ahead2_sign(p, q, flr_outline2_corner(a, k)) > 0) return 0;
    for (size_t k = 0; k < b->count; ++k)
        if (k != j && flr_ahead2_sign(q, p, flr_outline2_corner(b, k)) > 0) return 0;
    return -1;
}

static int touch_top(const top2 *corners, const top2 *edge)
{
    if (!edge->is_level) return 0;
    const int sign = touch_edge(corners->chain, corners->corner, edge->chain, edge->edge);
    if (sign != 0 || !corners->is_level) return sign;
    return touch_edge(corners->chain, corners->other, edge->chain, edge->edge);
}

int flr_outline2_touch_along(const flr_outline2 *a, const flr_outline2 *b, flr_vec2 n)
{
    if (a->kind != FLR_OUTLINE2_CHAIN || b->kind != FLR_OUTLINE2_CHAIN || a->moved || b->moved || !a->count ||
        !b->count)
        return 0;
    const top2 x = find_top(a, n), y = find_top(b, flr_neg2(n));
    if (!x.is_level && !y.is_level) return touch_corner(a, x.corner, b, y.corner);
    const int sign = touch_top(&x, &y);
    return sign ? sign : touch_top(&y, &x);
}
