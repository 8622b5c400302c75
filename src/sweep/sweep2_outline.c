/// The cast of any two outlines. Cores without radii are decided by exact signs, radii by circles around
/// corners and edges moved out, planes and halfspaces by their normals. Normal and point of the touch follow
/// at the end.
#include "sweep/sweep2_outline.h"
#include "closest/frame2.h"
#include "closest/frame3.h"
#include "closest/outline2.h"
#include "math/predicates.h"
#include "math/predicates2.h"
#include "sweep/sweep2_doubled.h"

/// Keeps the earlier touch. At equal times a touch between the ends of an edge wins, as it says the most
/// about the normal.
static void keep_first_exactly(sweep2_touch *touch, double t, bool corner_of_b, size_t corner, size_t edge,
                               int end)
{
    if (touch->hit && !(t < touch->t || (t == touch->t && touch->end >= 0 && end < 0))) return;
    const sweep2_touch found = {true, t, corner_of_b, corner, edge, end, SWEEP2_NORMAL_OPEN, 0};
    *touch = found;
}

/// Casts every corner of one outline onto every edge of the other, exactly.
static void cast_corners_exactly(const sweep2_cast *k, bool corner_of_b, sweep2_touch *touch)
{
    const flr_outline2 *corners = corner_of_b ? k->b : k->a, *edges = corner_of_b ? k->a : k->b;
    if (corners->kind == FLR_OUTLINE2_LINE && edges->kind != FLR_OUTLINE2_LINE) return;  // no end
    size_t count = flr_outline2_edges(edges);
    for (size_t j = 0; j < count; ++j) {
        flr_edge2 e = flr_outline2_edge(edges, j);
        for (size_t i = 0; i < corners->count; ++i) {
            double t;
            int end;
            if (flr_sweep2_hits_edge(k, corner_of_b, flr_outline2_corner(corners, i), &e, &t, &end))
                keep_first_exactly(touch, t, corner_of_b, i, j, end);
        }
    }
}

/// Finds the first of all touches of two outlines without radii that are apart. Exact.
static void cast_cores(const sweep2_cast *k, sweep2_touch *touch)
{
    cast_corners_exactly(k, false, touch);
    cast_corners_exactly(k, true, touch);
}

/// Times past the end by no more than rounding errors count as the end.
static const double slack = 1 + 0x1p-50;

static void keep_first(const sweep2_cast *k, sweep2_touch *touch, double t, const sweep2_touch *found)
{
    if (!(t <= k->last * slack) || (touch->hit && !(t < touch->t))) return;
    *touch = *found;
    touch->t = t < k->last ? t : k->last;
}

static flr_double2 square_of(flr_double2 x) { return flr_doubled_product(x, x); }

/// When a corner at `from`, moving along h, enters the circle with radius `reach` around `to`. The time is
/// the smaller root of |gap - t h| = reach, without a difference of large numbers: (|gap|^2 - reach^2) /
/// (gap . h + sqrt(reach^2 |h|^2 - cross(h, gap)^2)).
static bool meets_circle(const sweep2_cast *k, flr_local2 h, flr_local2 from, flr_local2 to, double *t)
{
    flr_local2 gap = flr_local2_sub(to, from);
    double along = flr_local2_dot(gap, h), across = flr_local2_cross(h, gap), hh = flr_local2_dot(h, h);
    if (!(along > 0)) return false;  // receding, and apart to begin with
    double offset = across * across, width = k->reach * k->reach * hh;
    double doubt = 0x1p-50 * (fabs(h.x * gap.y) + fabs(h.y * gap.x)), sure = fabs(across) - doubt;
    if (sure > 0 && sure * sure > width * 1.001) return false;
    double square = flr_local2_dot(gap, gap), over = square - k->reach * k->reach, under = width - offset;
    if (under < 0.25 * width || over < 0.25 * square || doubt * doubt > 1e-6 * width) {
        flr_double2 reach = {k->reach, k->reach_rest};
        doubled_vec2 g = doubled_between(from, to), d = doubled_of(h);
        flr_double2 reach_square = square_of(reach);
        flr_double2 rest = accurate_sum(flr_doubled_product(reach_square, doubled_dot(d, d)),
                                        negative(square_of(doubled_cross(d, g))));
        under = rest.high + rest.low;
        if (under < -0x1p-96 * width) return false;
        rest = accurate_sum(doubled_dot(g, g), negative(reach_square));
        over = rest.high + rest.low;
    }
    *t = over > 0 ? over / (along + (under > 0 ? sqrt(under) : 0)) : 0;
    return true;
}

/// When a corner meets the side of an edge, moved out by the reach. The ends are left to the circles around
/// them.
static bool meets_side(const sweep2_cast *k, flr_local2 h, flr_local2 from, flr_local2 a, const flr_edge2 *e,
                       flr_local2 d, double square, double *t)
{
    flr_local2 gap = flr_local2_sub(from, a);
    double height = flr_local2_cross(d, gap), p = d.x * h.y, q = d.y * h.x, rate = p - q;
    if (4 * fabs(rate) < fabs(p) + fabs(q)) {
        doubled_vec2 along = doubled_of(d);
        if (e->kind == FLR_OUTLINE2_CHAIN) along = doubled_between(a, sweep2_local(k, e->b));
        flr_double2 exact = doubled_cross(along, doubled_of(h));
        rate = exact.high + exact.low;
    }
    if (!(height * rate < 0)) return false;
    const double length = sqrt(square), inner = k->reach * length;
    double above = fabs(height) - inner;
    if (above < 0) {  // starts past the edge's end, or the gap is within rounding errors
        double doubt = 0x1p-50 * inner + 0x1p-51 * (fabs(d.x * gap.y) + fabs(d.y * gap.x));
        if (above < -doubt) return false;
        above = 0;
    }
    *t = above / fabs(rate);
    double foot = flr_local2_dot(gap, d) + *t * flr_local2_dot(h, d);
    double loose = 0x1p-50 * (fabs(gap.x * d.x) + fabs(gap.y * d.y) + *t * length);
    if (e->kind != FLR_OUTLINE2_LINE && foot < -loose) return false;
    return e->kind != FLR_OUTLINE2_CHAIN || foot <= square + loose;
}

static flr_local2 heading_of(const sweep2_cast *k, bool back)
{
    flr_local2 h = k->heading;
    if (back) h.x = -h.x, h.y = -h.y;
    return h;
}

/// Casts every corner of one outline onto every edge of the other, moved out by the reach.
static void cast_sides(const sweep2_cast *k, bool corner_of_b, sweep2_touch *touch)
{
    const flr_outline2 *corners = corner_of_b ? k->b : k->a, *edges = corner_of_b ? k->a : k->b;
    if (corners->kind == FLR_OUTLINE2_LINE && edges->kind != FLR_OUTLINE2_LINE) return;
    if (edges->kind == FLR_OUTLINE2_CHAIN && edges->count == 1) return;
    flr_local2 h = heading_of(k, corner_of_b);
    size_t count = flr_outline2_edges(edges);
    for (size_t j = 0; j < count; ++j) {
        flr_edge2 e = flr_outline2_edge(edges, j);
        flr_local2 a = sweep2_local(k, e.a), d = sweep2_edge_direction(k, &e);
        const double square = flr_local2_dot(d, d);
        double t;
        if (!(square > 0)) continue;
        for (size_t i = 0; i < corners->count; ++i) {
            flr_local2 v = sweep2_local(k, flr_outline2_corner(corners, i));
            if (!meets_side(k, h, v, a, &e, d, square, &t)) continue;
            const sweep2_touch found = {true, t, corner_of_b, i, j, -1, SWEEP2_NORMAL_OPEN, 0};
            keep_first(k, touch, t, &found);
        }
    }
}

/// Casts corners onto corners. Which of the two counts as the edge's end does not matter.
static void cast_corners(const sweep2_cast *k, sweep2_touch *touch)
{
    if (k->a->kind == FLR_OUTLINE2_LINE || k->b->kind == FLR_OUTLINE2_LINE) return;
    for (size_t i = 0; i < k->a->count; ++i) {
        flr_local2 v = sweep2_local(k, flr_outline2_corner(k->a, i));
        for (size_t j = 0; j < k->b->count; ++j) {
            flr_local2 w = sweep2_local(k, flr_outline2_corner(k->b, j));
            double t;
            if (!meets_circle(k, k->heading, v, w, &t)) continue;
            bool second = j == flr_outline2_edges(k->b);  // the last corner of a chain ends its last edge
            const sweep2_touch found = {true, t, false, i, second ? 0 : j, second ? 1 : 0, SWEEP2_NORMAL_OPEN,
                                        0};
            keep_first(k, touch, t, &found);
        }
    }
}

/// Casts outlines with radii: circles around corners, and edges moved out on both sides.
static void cast_round(const sweep2_cast *k, sweep2_touch *touch)
{
    cast_corners(k, touch);
    cast_sides(k, false, touch);
    cast_sides(k, true, touch);
}

/// A plane or halfspace p, and the outline o that moves toward it by m.
typedef struct approach {
    const sweep2_cast *k;
    const flr_outline2 *p, *o;
    flr_vec2 m;
    flr_local2 n;  ///< the normal, scaled: normal = n * 2^exponent
    int exponent;
    double length;  ///< of n
} approach;

/// The local height dot(n, v) - offset, correct to almost the last bit.
static double height(const approach *w, flr_vec2 v)
{
    flr_local2 at = sweep2_local(w->k, v), from = sweep2_local(w->k, flr_outline2_origin(w->o));
    flr_double2 offset = {ldexp((double)w->p->offset * w->k->factor, -w->exponent), 0};
    doubled_vec2 n = doubled_of(w->n);
    flr_double2 h = accurate_sum(doubled_dot(n, doubled_of(at)), negative(offset));
    if (from.x != 0 || from.y != 0) h = accurate_sum(doubled_dot(n, doubled_of(from)), h);
    return h.high + h.low;
}

/// The change of height per unit of local time.
static double rate_of(const approach *w)
{
    flr_double2 r = doubled_dot(doubled_of(w->n), doubled_of(w->k->heading));
    return w->o == w->k->a ? r.high + r.low : -(r.high + r.low);
}

static double over_plane(const approach *w, size_t corner)
{
    return fabs(height(w, flr_outline2_corner(w->o, corner)));
}

static flr_sweep2_result touch_at(const approach *w, double t, double side, flr_vec2 point)
{
    flr_sweep2_result result = {FLR_OK, true, false, 0, {0, 0}, {0, 0}, 1};
    if (t > w->k->last) t = w->k->last;
    result.t = (flr_real)sweep2_time(w->k, t);
    double sign = side / w->length;  // from p to o
    if (w->o == w->k->a) sign = -sign;
    result.normal = flr_vec2_make((flr_real)(sign * w->n.x), (flr_real)(sign * w->n.y));
    result.point = point;
    return result;
}

/// The touching point on o, at the time of touch if a moves, else as it stands.
static flr_vec2 surface_point(const approach *w, flr_vec2 v, double t, double side)
{
    double x = (double)v.x, y = (double)v.y, r = side * (double)w->o->radius / w->length;
    if (w->o == w->k->a) {
        double part = sweep2_time(w->k, t);
        x += part * (double)w->m.x;
        y += part * (double)w->m.y;
    }
    return flr_vec2_make((flr_real)(x - r * w->n.x), (flr_real)(y - r * w->n.y));
}

static const flr_sweep2_result miss = {FLR_OK, false, false, 0, {0, 0}, {0, 0}, 1};

/// Casts an outline onto a plane or halfspace: its nearest corner touches first.
static flr_sweep2_result plane_and_outline(const approach *w)
{
    size_t nearest = 0;
    double least = INFINITY, side;
    for (size_t i = 0; i < w->o->count; ++i) {
        double h = over_plane(w, i);
        if (!(h < least)) continue;
        least = h;
        nearest = i;
    }
    flr_vec2 v = flr_outline2_corner(w->o, nearest);
    const flr_vec2 zero = {0, 0};
    int start = flr_outline2_side(w->p->direction, w->p->offset, w->o, nearest);
    int way = flr_dot2_sign(w->p->direction, zero, w->m);
    if (start * way >= 0) return miss;
    side = start;
    double above = least - w->k->reach * w->length, rate = fabs(rate_of(w));
    if (!(w->o->radius > 0)) {
        int end =
            flr_arrival2_plane_from_sign(w->p->direction, w->p->offset, flr_outline2_origin(w->o), v, w->m);
        if (start * end > 0) return miss;
        above = least;
    } else if (above > w->k->last * rate * (1 + 0x1p-50)) {
        return miss;
    }
    double t = above > 0 ? above / rate : 0;
    return touch_at(w, t, side, surface_point(w, v, t, side));
}

/// Casts two parallel lines or planes that are apart; any point of one represents all of it.
static flr_sweep2_result both_by_normal(approach *w)
{
    const flr_outline2 *o = w->o;
    int exponent_o;
    const flr_local2 d = flr_local2_direction(o->direction, &exponent_o);
    const bool by_x = fabs(d.x) > fabs(d.y);
    // o's offset along p's normal, minus p's
    const double of_p = ldexp((double)w->p->offset * w->k->factor, -w->exponent),
                 of_o = ldexp((double)o->offset * w->k->factor, -exponent_o), part = by_x ? d.x : d.y;
    double h = flr_difference_of_products(of_o, by_x ? w->n.x : w->n.y, of_p, part) / part, rate = rate_of(w);
    // a parallel line has no radius, but there may be a distance to keep
    double gap = fabs(h) - w->k->reach * w->length;
    if (!(h * rate < 0) || gap > w->k->last * fabs(rate)) return miss;
    double t = gap > 0 ? gap / fabs(rate) : 0, side = h > 0 ? 1 : -1;
    // the touching point is the projection of the origin on the fixed plane
    const flr_outline2 *b = w->k->b;
    int exponent;
    flr_local2 n = flr_local2_direction(b->direction, &exponent);
    double foot = ldexp((double)b->offset, -exponent) / flr_local2_dot(n, n);
    return touch_at(w, t, side, flr_vec2_make((flr_real)(foot * n.x), (flr_real)(foot * n.y)));
}

/// Casts a pair of which at least one is a plane or halfspace. They are apart.
static flr_sweep2_result cast_planes(const sweep2_cast *k)
{
    approach w;
    w.k = k;
    bool a_by_normal = flr_outline2_by_normal(k->a);
    w.p = a_by_normal ? k->a : k->b;
    w.o = a_by_normal ? k->b : k->a;
    w.m = a_by_normal ? k->back : k->motion;
    w.n = flr_local2_direction(w.p->direction, &w.exponent);
    w.length = sqrt(flr_local2_dot(w.n, w.n));
    if (!(w.length > 0)) return miss;
    if (flr_outline2_by_normal(w.o)) return both_by_normal(&w);
    return plane_and_outline(&w);
}

/// The directions of the edges that leave a corner; returns how many there are.
static int leaving(const sweep2_cast *k, const flr_outline2 *o, size_t corner, flr_local2 out[2])
{
    int count = 0, exponent;
    if (o->kind == FLR_OUTLINE2_LINE) return 0;
    if (o->kind == FLR_OUTLINE2_RAY) {
        out[0] = flr_local2_direction(o->direction, &exponent);
        return 1;
    }
    flr_vec2 at = flr_outline2_corner(o, corner);
    for (int way = 0; way < 2; ++way) {
        if (!o->solid && (way ? corner == 0 : corner + 1 == o->count)) continue;
        size_t i = corner;
        do {  // past corners that are given twice
            i = way ? (i == 0 ? o->count - 1 : i - 1) : (i + 1 < o->count ? i + 1 : 0);
        } while (i != corner && flr_outline2_corner(o, i).x == at.x && flr_outline2_corner(o, i).y == at.y);
        if (i == corner) return 0;
        flr_local2 d = flr_local2_sub(sweep2_local(k, flr_outline2_corner(o, i)), sweep2_local(k, at));
        out[count++] = flr_local2_scaled(d, &exponent);
    }
    return count;
}

static double cosine(flr_local2 a, flr_local2 b)
{
    double length = sqrt(flr_local2_dot(a, a)) * sqrt(flr_local2_dot(b, b));
    return length > 0 ? flr_local2_dot(a, b) / length : 0;
}

/// By how much a normal fails to have all edges of a behind it and all of b ahead.
static double violation(flr_local2 n, const flr_local2 *of_a, int count_a, const flr_local2 *of_b,
                        int count_b)
{
    double worst = 0x1p-40;  // a floor, so that edges that separate nearly perfectly tie
    for (int i = 0; i < count_a; ++i) worst = fmax(worst, cosine(n, of_a[i]));
    for (int i = 0; i < count_b; ++i) worst = fmax(worst, -cosine(n, of_b[i]));
    return worst;
}

/// The normal where two corners touch: that of the edge that separates the two best and, among equals, faces
/// the motion most. If no edge does better than the motion itself, it is the motion.
static flr_local2 normal_of_corners(const sweep2_cast *k, size_t corner_a, size_t corner_b)
{
    flr_local2 of_a[2], of_b[2], best = k->heading;
    int count_a = leaving(k, k->a, corner_a, of_a), count_b = leaving(k, k->b, corner_b, of_b);
    double least = INFINITY, most = -1;
    for (int i = 0; i < 2 * (count_a + count_b); ++i) {
        int edge = i / 2;
        flr_local2 d = edge < count_a ? of_a[edge] : of_b[edge - count_a], n = {-d.y, d.x};
        if (i % 2) n.x = -n.x, n.y = -n.y;
        double facing = cosine(n, k->heading);
        if (facing < -0x1p-40) continue;  // a grazed edge is nearly parallel, with either sign
        double v = violation(n, of_a, count_a, of_b, count_b);
        if (v > least || (v == least && !(facing > most))) continue;
        least = v;
        most = facing;
        best = n;
    }
    double own = violation(k->heading, of_a, count_a, of_b, count_b);
    return own < least || (own == least && most < 0x1p-20) ? k->heading : best;
}

/// Where on the edge the corner arrives, as a fraction of the edge from its first end.
static double projection_of(const sweep2_cast *k, const sweep2_touch *touch, const flr_edge2 *e,
                            flr_vec2 corner, flr_local2 d)
{
    double sign = touch->corner_of_b ? -1 : 1;
    flr_local2 gap = flr_local2_sub(sweep2_local(k, corner), sweep2_local(k, e->a));
    gap.x += sign * touch->t * k->heading.x;
    gap.y += sign * touch->t * k->heading.y;
    return flr_local2_dot(gap, d) / flr_local2_dot(d, d);
}

/// The end of the edge at which the corner arrives, within eps, or -1. Of two corners that nearly coincide,
/// the exact cast may have reported either, on any of its edges.
static int end_near(const sweep2_cast *k, const sweep2_touch *touch, const flr_edge2 *e, flr_vec2 corner)
{
    if (touch->end >= 0) return touch->end;
    flr_local2 d = sweep2_edge_direction(k, e), at = sweep2_local(k, corner), a = sweep2_local(k, e->a);
    double length = sqrt(flr_local2_dot(d, d)), foot = projection_of(k, touch, e, corner, d);
    double size = touch->t + fabs(at.x - a.x) + fabs(at.y - a.y) + length, near = 0x1p-44 * size / length;
    if (e->kind != FLR_OUTLINE2_LINE && fabs(foot) <= near) return 0;
    return e->kind == FLR_OUTLINE2_CHAIN && fabs(1 - foot) <= near ? 1 : -1;
}

/// The normal of an edge, on the side to which the motion leads. The sign is exact, as the motion may be
/// nearly parallel to the edge.
static flr_local2 normal_of_edge(const sweep2_cast *k, const flr_outline2 *o, size_t edge)
{
    flr_edge2 e = flr_outline2_edge(o, edge);
    flr_local2 d = sweep2_edge_direction(k, &e), n = {-d.y, d.x};
    const flr_vec2 zero = {0, 0};
    if (flr_cross2_sign(k->motion, e.kind == FLR_OUTLINE2_CHAIN ? e.a : zero, e.b) > 0)
        n.x = -n.x, n.y = -n.y;
    return n;
}

/// The vector from the nearest point of a's core to that of b's at the touch, where both are corners.
static flr_local2 between_corners(const sweep2_cast *k, const sweep2_touch *touch, const flr_edge2 *e,
                                  flr_vec2 corner)
{
    flr_vec2 other = touch->end ? e->b : e->a;
    flr_local2 n = flr_local2_sub(sweep2_local(k, touch->corner_of_b ? corner : other),
                                  sweep2_local(k, touch->corner_of_b ? other : corner));
    n.x -= touch->t * k->heading.x;
    n.y -= touch->t * k->heading.y;
    return n.x == 0 && n.y == 0 ? k->heading : n;
}

static flr_local2 normal_of(const sweep2_cast *k, const sweep2_touch *touch, const flr_edge2 *e,
                            flr_vec2 corner)
{
    const flr_outline2 *edges = touch->corner_of_b ? k->a : k->b;
    if (touch->normal_of == SWEEP2_NORMAL_EDGE_OF_A) return normal_of_edge(k, k->a, touch->normal_edge);
    if (touch->normal_of == SWEEP2_NORMAL_EDGE_OF_B) return normal_of_edge(k, k->b, touch->normal_edge);
    if (k->reach > 0 && touch->end >= 0) return between_corners(k, touch, e, corner);
    int end = k->reach > 0 ? -1 : end_near(k, touch, e, corner);
    if (end < 0) return normal_of_edge(k, edges, touch->edge);
    size_t other = touch->edge + (size_t)end;
    if (other >= edges->count) other = 0;
    return touch->corner_of_b ? normal_of_corners(k, other, touch->corner)
                              : normal_of_corners(k, touch->corner, other);
}

/// The point of b's edge on which a's corner lies at the touch.
static flr_vec2 point_on_edge(const sweep2_cast *k, const sweep2_touch *touch, const flr_edge2 *e,
                              flr_vec2 corner)
{
    if (touch->end >= 0) return touch->end ? e->b : e->a;
    flr_local2 d = sweep2_edge_direction(k, e);
    double u = projection_of(k, touch, e, corner, d);
    if (e->kind == FLR_OUTLINE2_CHAIN) return flr_point2_between(e->a, e->b, u);
    return flr_vec2_make((flr_real)((double)e->a.x + u * d.x / k->factor),
                         (flr_real)((double)e->a.y + u * d.y / k->factor));
}

/// Sets time, normal and point of a touch.
static void set_result(const sweep2_cast *k, const sweep2_touch *touch, flr_sweep2_result *result)
{
    const flr_outline2 *corners = touch->corner_of_b ? k->b : k->a, *edges = touch->corner_of_b ? k->a : k->b;
    flr_edge2 e = flr_outline2_edge(edges, touch->edge);
    flr_vec2 corner = flr_outline2_corner(corners, touch->corner);
    flr_local2 n = normal_of(k, touch, &e, corner);
    double length = sqrt(flr_local2_dot(n, n));
    if (!(length > 0x1p-400)) {
        int exponent;
        n = flr_local2_scaled(n, &exponent);
        length = sqrt(flr_local2_dot(n, n));
    }
    n.x /= length, n.y /= length;
    double t = sweep2_time(k, touch->t < k->last ? touch->t : k->last);
    result->hit = true;
    result->t = (flr_real)t;
    if (result->t > 1) result->t = 1;
    result->normal = flr_vec2_make((flr_real)n.x, (flr_real)n.y);
    result->point = touch->corner_of_b ? corner : point_on_edge(k, touch, &e, corner);
    double r = (double)k->b->radius;
    if (!(r > 0)) return;
    result->point = flr_vec2_make((flr_real)((double)result->point.x - r * n.x),
                                  (flr_real)((double)result->point.y - r * n.y));
}

static void widen(double *size, double x)
{
    if (!(fabs(x) <= *size)) *size = fabs(x);  // a NaN stays one
}

/// Returns the largest coordinate or radius; NaN where a number is not finite.
static double size_of(const flr_outline2 *a, const flr_outline2 *b)
{
    double size = 0, rest = 0;  // not 0 where a number is NaN or infinite
    for (int i = 0; i < 2; ++i) {
        const flr_outline2 *o = i ? b : a;
        for (size_t j = 0; j < o->count; ++j) {
            flr_vec2 p = flr_outline2_corner(o, j);
            double x = fabs((double)p.x), y = fabs((double)p.y);
            size = x > size ? x : size;
            size = y > size ? y : size;
            rest += 0 * x + 0 * y;
        }
        widen(&size, (double)o->radius);
        rest += 0 * (double)o->direction.x + 0 * (double)o->direction.y + 0 * (double)o->offset;
        if (flr_outline2_by_normal(o)) {
            int exponent;
            flr_local2 n = flr_local2_direction(o->direction, &exponent);
            if (n.x != 0 || n.y != 0) widen(&size, ldexp((double)o->offset, -exponent));
        }
    }
    return rest == 0 ? size : NAN;
}

/// Prepares a cast; false where something is not finite.
static bool start(sweep2_cast *k, const flr_outline2 *a, flr_vec2 motion, const flr_outline2 *b)
{
    double size = size_of(a, b);
    if (isnan(size) || !flr_is_finite2(motion)) return false;
    k->a = a, k->b = b;
    k->size = size;
    k->motion = motion;
    k->back = flr_neg2(motion);
    k->factor = 1;
    int exponent = 0, of_motion;
    if (size > 0x1p100 || (size > 0 && size < 0x1p-100)) {
        if (isinf(size)) size = 0x1.fffffffffffffp1023;
        (void)frexp(size, &exponent);
        if (exponent < -1000) exponent = -1000;  // the factor must not overflow
        if (exponent > 1000) exponent = 1000;
        k->factor = ldexp(1, -exponent);
    }
    k->heading.x = (double)motion.x, k->heading.y = (double)motion.y;
    k->stretch = 0;
    k->last = 1;
    double speed = fabs(k->heading.x) + fabs(k->heading.y);
    if (exponent != 0 || !(speed < 0x1p60) || speed < 0x1p-60) {
        k->heading = flr_local2_direction(motion, &of_motion);
        k->stretch = of_motion - exponent;
        k->last = ldexp(1, k->stretch);
    }
    flr_double2 reach = flr_two_sum((double)a->radius * k->factor, (double)b->radius * k->factor);
    k->reach = reach.high;
    k->reach_rest = reach.low;
    return true;
}

static flr_sweep2_result at_start(void)
{
    const flr_sweep2_result result = {FLR_OK, true, true, 0, {0, 0}, {0, 0}, 1};
    return result;
}

/// Casts outlines near the origin.
static flr_sweep2_result sweep(const flr_outline2 *a, flr_vec2 motion, const flr_outline2 *b)
{
    flr_sweep2_result result = {FLR_OK, false, false, 0, {0, 0}, {0, 0}, 1};
    sweep2_cast k;
    if (!start(&k, a, motion, b)) {
        result.status = FLR_NOT_FINITE;
        return result;
    }
    bool moves = motion.x != 0 || motion.y != 0;
    sweep2_touch touch = {false, 0, false, 0, 0, -1, SWEEP2_NORMAL_OPEN, 0};
    if (moves && a->solid && b->solid) {
        sweep2_polygons_answer answer = flr_sweep2_polygons(&k, &touch);
        if (answer == SWEEP2_HIT) set_result(&k, &touch, &result);
        if (answer != SWEEP2_UNSURE) return result;
    }
    if (flr_outline2_meet(a, b)) return at_start();
    if (!moves) return result;
    if (flr_outline2_by_normal(a) || flr_outline2_by_normal(b)) return cast_planes(&k);
    if (k.reach > 0)
        cast_round(&k, &touch);
    else
        cast_cores(&k, &touch);
    if (touch.hit) set_result(&k, &touch, &result);
    return result;
}

flr_sweep2_result flr_sweep2_outline(const flr_outline2 *a, flr_vec2 motion, const flr_outline2 *b)
{
    flr_recentered2 c;
    if (!flr_outline2_is_far(a, b)) return sweep(a, motion, b);
    flr_outline2_recenter(a, b, &c);
    flr_sweep2_result r = sweep(&c.a, motion, &c.b);
    if (r.hit && !r.overlap_at_start) r.point = flr_recentered2_point(&c, r.point);
    return r;
}
