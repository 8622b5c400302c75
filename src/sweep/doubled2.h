/// Numbers as unevaluated sums of two doubles, about 2^-104 of relative error for each operation: for the differences
/// of nearly equal products that decide when a grazing or nearly parallel touch happens.
#ifndef FLR_SWEEP_DOUBLED2_H
#define FLR_SWEEP_DOUBLED2_H

#include "closest/compensated.h"
#include "closest/frame2.h"

static inline flr_double2 flr_doubled_add(flr_double2 a, flr_double2 b)
{
    flr_double2 high = flr_two_sum(a.high, b.high), low = flr_two_sum(a.low, b.low);
    flr_double2 sum = flr_two_sum(high.high, high.low + low.high);
    return flr_two_sum(sum.high, sum.low + low.low);
}
static inline flr_double2 flr_doubled_negative(flr_double2 a)
{
    flr_double2 n = {-a.high, -a.low};
    return n;
}
static inline flr_double2 flr_doubled_multiply(flr_double2 a, flr_double2 b)
{
    flr_double2 p = flr_two_product(a.high, b.high);
    return flr_two_sum(p.high, p.low + (a.high * b.low + a.low * b.high));
}

typedef struct flr_doubled_vec2 {
    flr_double2 x, y;
} flr_doubled_vec2;

/// to - from, exactly.
static inline flr_doubled_vec2 flr_doubled_between(flr_local2 from, flr_local2 to)
{
    flr_doubled_vec2 v = {flr_two_sum(to.x, -from.x), flr_two_sum(to.y, -from.y)};
    return v;
}
static inline flr_doubled_vec2 flr_doubled_of(flr_local2 p)
{
    flr_doubled_vec2 v = {{p.x, 0}, {p.y, 0}};
    return v;
}
static inline flr_double2 flr_doubled_cross(flr_doubled_vec2 a, flr_doubled_vec2 b)
{
    return flr_doubled_add(flr_doubled_multiply(a.x, b.y),
                           flr_doubled_negative(flr_doubled_multiply(a.y, b.x)));
}
static inline flr_double2 flr_doubled_dot(flr_doubled_vec2 a, flr_doubled_vec2 b)
{
    return flr_doubled_add(flr_doubled_multiply(a.x, b.x), flr_doubled_multiply(a.y, b.y));
}

#endif
