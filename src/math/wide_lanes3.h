/// Two vectors of doubles at once.
#ifndef FLR_MATH_WIDE_LANES3_H
#define FLR_MATH_WIDE_LANES3_H

#include "math/wide3.h"

typedef struct wide_lanes3 {
    wide_lanes x, y, z;
} wide_lanes3;

static inline wide_lanes3 wide_lanes3_of(wide3 a, wide3 b)
{
    return (wide_lanes3){{a.x, b.x}, {a.y, b.y}, {a.z, b.z}};
}
static inline wide_lanes3 wide_lanes3_sub(wide_lanes3 a, wide_lanes3 b)
{
    return (wide_lanes3){a.x - b.x, a.y - b.y, a.z - b.z};
}
static inline wide_lanes wide_lanes3_dot(wide_lanes3 a, wide_lanes3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline wide_lanes3 wide_lanes3_cross(wide_lanes3 a, wide_lanes3 b)
{
    return (wide_lanes3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline wide_lanes3 wide_lanes3_choose(wide_bits mask, wide_lanes3 a, wide_lanes3 b)
{
    return (wide_lanes3){wide_choose(mask, a.x, b.x), wide_choose(mask, a.y, b.y),
                         wide_choose(mask, a.z, b.z)};
}
/// The two in the other order.
static inline wide_lanes wide_turned(wide_lanes a) { return (wide_lanes){a[1], a[0]}; }
static inline wide_lanes3 wide_lanes3_turned(wide_lanes3 a)
{
    return (wide_lanes3){wide_turned(a.x), wide_turned(a.y), wide_turned(a.z)};
}

#endif
