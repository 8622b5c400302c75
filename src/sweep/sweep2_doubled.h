/// Vectors of the plane in sums of two doubles, about 2^-104 of relative error for each operation: for the differences of nearly
/// equal products that decide when a grazing or nearly parallel touch happens.
#ifndef FLR_SWEEP_SWEEP2_DOUBLED_H
#define FLR_SWEEP_SWEEP2_DOUBLED_H

#include "closest/frame2.h"
#include "math/double_double.h"

static inline flr_double2 accurate_sum(flr_double2 a, flr_double2 b)
{
    flr_double2 high = flr_two_sum(a.high, b.high), low = flr_two_sum(a.low, b.low);
    flr_double2 sum = flr_two_sum(high.high, high.low + low.high);
    return flr_two_sum(sum.high, sum.low + low.low);
}
static inline flr_double2 negative(flr_double2 a)
{
    flr_double2 n = {-a.high, -a.low};
    return n;
}
typedef struct doubled_vec2 {
    flr_double2 x, y;
} doubled_vec2;

/// The difference to - from, exactly.
static inline doubled_vec2 doubled_between(flr_local2 from, flr_local2 to)
{
    doubled_vec2 v = {flr_two_sum(to.x, -from.x), flr_two_sum(to.y, -from.y)};
    return v;
}
static inline doubled_vec2 doubled_of(flr_local2 p)
{
    doubled_vec2 v = {{p.x, 0}, {p.y, 0}};
    return v;
}
static inline flr_double2 doubled_cross(doubled_vec2 a, doubled_vec2 b)
{
    return accurate_sum(flr_doubled_product(a.x, b.y), negative(flr_doubled_product(a.y, b.x)));
}
static inline flr_double2 doubled_dot(doubled_vec2 a, doubled_vec2 b)
{
    return accurate_sum(flr_doubled_product(a.x, b.x), flr_doubled_product(a.y, b.y));
}

#endif
