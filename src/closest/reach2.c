#include "closest/reach2.h"

#include "math/whole.h"

/// Numbers of so few digits leave room for polynomials of degree four.
enum { REACH2_DIGITS = 60 };

/// Leaves out what is so much smaller than the largest number that both do not fit side by side.
static void leave_out_small(double value[8])
{
    double most = 0;
    for (int i = 0; i < 8; ++i) most = fmax(most, fabs(value[i]));
    for (int i = 0; i < 8; ++i)
        if (fabs(value[i]) * 0x1p700 < most * 0x1p-700) value[i] = 0;
}

/// The sign of (ra + rb) |d| - |cross(d, p - a)| for the line through a along d = b - a, or b; `rounded` where the numbers
/// are too far apart to be held side by side.
static int line_sign(const flr_edge2 *e, flr_vec2 p, flr_real ra, flr_real rb, int rounded)
{
    double value[8] = {(double)e->a.x, (double)e->a.y, (double)e->b.x, (double)e->b.y,
                       (double)p.x,    (double)p.y,    (double)ra,     (double)rb};
    flr_whole w[8], d[2], gap[2], u, v, square, reach, across;
    int unit;
    if (!flr_whole_load(value, 8, REACH2_DIGITS, w, &unit)) {
        leave_out_small(value);
        if (!flr_whole_load(value, 8, REACH2_DIGITS, w, &unit)) return rounded;
    }
    for (int k = 0; k < 2; ++k) {
        if (e->kind == FLR_OUTLINE2_CHAIN)
            flr_whole_add(&w[2 + k], -1, &w[k], &d[k]);
        else
            d[k] = w[2 + k];
        flr_whole_add(&w[4 + k], -1, &w[k], &gap[k]);
    }
    flr_whole_multiply(&d[0], &gap[1], &u);
    flr_whole_multiply(&d[1], &gap[0], &v);
    flr_whole_add(&u, -1, &v, &reach);
    flr_whole_multiply(&reach, &reach, &across);
    flr_whole_multiply(&d[0], &d[0], &u);
    flr_whole_multiply(&d[1], &d[1], &v);
    flr_whole_add(&u, 1, &v, &square);
    flr_whole_add(&w[6], 1, &w[7], &u);
    flr_whole_multiply(&u, &u, &v);
    flr_whole_multiply(&v, &square, &reach);
    flr_whole_add(&reach, -1, &across, &u);
    return flr_whole_sign(&u);
}

/// Of a corner and an edge: by its ends, and by its line where the corner lies beside it.
static int pair_sign(flr_vec2 p, const flr_edge2 *e, flr_real ra, flr_real rb, int rounded)
{
    const bool chain = e->kind == FLR_OUTLINE2_CHAIN, line = e->kind == FLR_OUTLINE2_LINE;
    int sign = line ? -1 : flr_within2_sign(p, e->a, ra, rb);
    if (chain && sign < 1) {
        const int end = flr_within2_sign(p, e->b, ra, rb);
        if (end > sign) sign = end;
    }
    if (sign > 0) return sign;
    const bool beside =
        line || (chain ? flr_ahead2_sign(e->a, e->b, p) > 0 && flr_ahead2_sign(e->b, e->a, p) > 0
                       : flr_dot2_sign(e->b, e->a, p) > 0);
    if (!beside) return sign;
    const int side = line_sign(e, p, ra, rb, rounded);
    return side > sign ? side : sign;
}

static int corners_sign(const flr_frame2 *f, const flr_outline2 *corners, const flr_outline2 *edges,
                        double limit, int rounded, int sign)
{
    if (corners->kind == FLR_OUTLINE2_LINE && edges->kind != FLR_OUTLINE2_LINE) return sign;  // no end
    const size_t count = flr_outline2_edges(edges);
    for (size_t i = 0; i < corners->count && sign < 1; ++i)
        for (size_t j = 0; j < count && sign < 1; ++j) {
            const flr_edge2 e = flr_outline2_edge(edges, j);
            const flr_vec2 p = flr_outline2_corner(corners, i);
            if (flr_frame2_foot(f, p, &e).distance > limit) continue;
            const int s = pair_sign(p, &e, corners->radius, edges->radius, rounded);
            if (s > sign) sign = s;
        }
    return sign;
}

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
