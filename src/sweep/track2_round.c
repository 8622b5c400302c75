#include "sweep/doubled2.h"
#include "sweep/track2.h"

/// Times a little past the end count as the end: what rounding cannot tell from a touch is one.
static const double slack = 1 + 0x1p-50;

static void note(const flr_track2 *k, flr_touch2 *touch, double t, const flr_touch2 *found)
{
    if (!(t <= k->last * slack) || (touch->hit && !(t < touch->t))) return;
    *touch = *found;
    touch->t = t < k->last ? t : k->last;
}

static flr_double2 square_of(flr_double2 x) { return flr_doubled_multiply(x, x); }

/// A point at `gap` from the start of the path, with the reach around it: whether and when. The time is the smaller root
/// of |gap - t h| = reach, written without a difference of large numbers:
/// (|gap|^2 - reach^2) / (gap . h + sqrt(reach^2 |h|^2 - cross(h, gap)^2)).
static bool meets_circle(const flr_track2 *k, flr_local2 h, flr_local2 from, flr_local2 to, double *t)
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
        flr_doubled_vec2 g = flr_doubled_between(from, to), d = flr_doubled_of(h);
        flr_double2 reach_square = square_of(reach);
        flr_double2 rest = flr_doubled_add(flr_doubled_multiply(reach_square, flr_doubled_dot(d, d)),
                                           flr_doubled_negative(square_of(flr_doubled_cross(d, g))));
        under = rest.high + rest.low;
        if (under < -0x1p-96 * width) return false;
        rest = flr_doubled_add(flr_doubled_dot(g, g), flr_doubled_negative(reach_square));
        over = rest.high + rest.low;
    }
    *t = over > 0 ? over / (along + (under > 0 ? sqrt(under) : 0)) : 0;
    return true;
}

/// The side of an edge, moved out by the reach. The ends are left to the circles around them.
static bool meets_side(const flr_track2 *k, flr_local2 h, flr_local2 from, flr_local2 a, const flr_edge2 *e,
                       flr_local2 d, double length, double *t)
{
    flr_local2 gap = flr_local2_sub(from, a);
    double height = flr_local2_cross(d, gap), p = d.x * h.y, q = d.y * h.x, rate = p - q;
    if (4 * fabs(rate) < fabs(p) + fabs(q)) {
        flr_doubled_vec2 along = flr_doubled_of(d);
        if (e->kind == FLR_OUTLINE2_CHAIN) along = flr_doubled_between(a, flr_track2_point(k, e->b));
        flr_double2 exact = flr_doubled_cross(along, flr_doubled_of(h));
        rate = exact.high + exact.low;
    }
    if (!(height * rate < 0)) return false;
    double inner = k->reach * length, above = fabs(height) - inner;
    if (above < 0) {  // begins beside the edge's end, or is apart by less than rounding can tell
        double doubt = 0x1p-50 * inner + 0x1p-51 * (fabs(d.x * gap.y) + fabs(d.y * gap.x));
        if (above < -doubt) return false;
        above = 0;
    }
    *t = above / fabs(rate);
    double foot = flr_local2_dot(gap, d) + *t * flr_local2_dot(h, d), square = length * length;
    double loose = 0x1p-50 * (fabs(gap.x * d.x) + fabs(gap.y * d.y) + *t * length);
    if (e->kind != FLR_OUTLINE2_LINE && foot < -loose) return false;
    return e->kind != FLR_OUTLINE2_CHAIN || foot <= square + loose;
}

static flr_local2 heading_of(const flr_track2 *k, bool back)
{
    flr_local2 h = k->heading;
    if (back) h.x = -h.x, h.y = -h.y;
    return h;
}

static void try_sides(const flr_track2 *k, bool corner_of_b, flr_touch2 *touch)
{
    const flr_outline2 *corners = corner_of_b ? k->b : k->a, *edges = corner_of_b ? k->a : k->b;
    if (corners->kind == FLR_OUTLINE2_LINE && edges->kind != FLR_OUTLINE2_LINE) return;
    flr_local2 h = heading_of(k, corner_of_b);
    size_t count = flr_outline2_edges(edges);
    for (size_t j = 0; j < count; ++j) {
        flr_edge2 e = flr_outline2_edge(edges, j);
        flr_local2 a = flr_track2_point(k, e.a), d = flr_track2_along(k, &e);
        double length = sqrt(flr_local2_dot(d, d)), t;
        if (!(length > 0)) continue;
        for (size_t i = 0; i < corners->count; ++i) {
            flr_local2 v = flr_track2_point(k, flr_outline2_corner(corners, i));
            if (!meets_side(k, h, v, a, &e, d, length, &t)) continue;
            const flr_touch2 found = {true, t, corner_of_b, i, j, -1, FLR_TOUCH2_ANY, 0};
            note(k, touch, t, &found);
        }
    }
}

/// A corner against a corner; which of the two is called the edge's end does not matter.
static void try_corners(const flr_track2 *k, flr_touch2 *touch)
{
    if (k->a->kind == FLR_OUTLINE2_LINE || k->b->kind == FLR_OUTLINE2_LINE) return;
    for (size_t i = 0; i < k->a->count; ++i) {
        flr_local2 v = flr_track2_point(k, flr_outline2_corner(k->a, i));
        for (size_t j = 0; j < k->b->count; ++j) {
            flr_local2 w = flr_track2_point(k, flr_outline2_corner(k->b, j));
            double t;
            if (!meets_circle(k, k->heading, v, w, &t)) continue;
            bool second = j == flr_outline2_edges(k->b);  // of a segment: its one edge ends there
            const flr_touch2 found = {true, t, false, i, second ? 0 : j, second ? 1 : 0, FLR_TOUCH2_ANY, 0};
            note(k, touch, t, &found);
        }
    }
}

void flr_track2_round(const flr_track2 *k, flr_touch2 *touch)
{
    try_corners(k, touch);
    try_sides(k, false, touch);
    try_sides(k, true, touch);
}
