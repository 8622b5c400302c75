#include "closest/quick2.h"

static double excess(double x, double low, double high)
{
    return x < low ? low - x : x > high ? x - high : 0;
}

flr_real flr_distance_squared2_point_aabb(flr_vec2 p, const flr_aabb2 *b)
{
    double x = excess((double)p.x, (double)b->min.x, (double)b->max.x),
           y = excess((double)p.y, (double)b->min.y, (double)b->max.y);
    return (flr_real)(x * x + y * y);
}

flr_real flr_distance_squared2_point_box(flr_vec2 p, const flr_box2 *b)
{
    double x = (double)p.x - (double)b->center.x, y = (double)p.y - (double)b->center.y;
    double ux = (double)b->axis.x, uy = (double)b->axis.y;
    double across = excess(ux * x + uy * y, -(double)b->half_extents.x, (double)b->half_extents.x),
           up = excess(ux * y - uy * x, -(double)b->half_extents.y, (double)b->half_extents.y);
    return (flr_real)(across * across + up * up);
}

/// Where squares of the scene leave the range, or its answer hangs on an exact sign.
static flr_real squared(flr_closest2 c) { return (flr_real)((double)c.distance * (double)c.distance); }

/// RTCD 5.1.2.1 by the cross product: a difference of squares would cancel, and could come out below 0.
flr_real flr_distance_squared2_point_segment(flr_vec2 p, const flr_segment2 *s)
{
    const flr_frame2 f = {(double)p.x, (double)p.y, 1, 1, 0};
    flr_local2 a = flr_frame2_point(&f, s->a), b = flr_frame2_point(&f, s->b), zero = {0, 0};
    double size = quick2_spread(a) + quick2_spread(b), across;
    if (!quick2_is_usual(size)) return squared(flr_closest2_point_segment(p, s));
    double square = quick2_square(a, b, zero, &across);
    return fabs(across) > quick2_certain(size) || square > 0x1p-40 * size * size
               ? (flr_real)square
               : squared(flr_closest2_point_segment(p, s));
}

flr_real flr_distance_squared2_segment_segment(const flr_segment2 *a, const flr_segment2 *b)
{
    const flr_frame2 f = {(double)a->a.x, (double)a->a.y, 1, 1, 0};
    flr_local2 p[2] = {{0, 0}, flr_frame2_point(&f, a->b)},
               q[2] = {flr_frame2_point(&f, b->a), flr_frame2_point(&f, b->b)};
    double size = quick2_spread(p[1]) + quick2_spread(q[0]) + quick2_spread(q[1]), across[4], square[4];
    square[0] = quick2_square(q[0], q[1], p[0], &across[0]);
    square[1] = quick2_square(q[0], q[1], p[1], &across[1]);
    square[2] = quick2_square(p[0], p[1], q[0], &across[2]);
    square[3] = quick2_square(p[0], p[1], q[1], &across[3]);
    double certain = quick2_certain(size), least = square[0];
    bool known = quick2_is_usual(size);
    for (int i = 0; i < 4; ++i) {
        known = known && fabs(across[i]) > certain;
        if (square[i] < least) least = square[i];
    }
    if (!known) return squared(flr_closest2_segment_segment(a, b));
    bool cross = (across[0] > 0) != (across[1] > 0) && (across[2] > 0) != (across[3] > 0);
    return cross ? 0 : (flr_real)least;
}
