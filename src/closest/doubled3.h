/// Local vectors in twice the precision (math/doubled.h).
#ifndef FLR_CLOSEST_DOUBLED3_H
#define FLR_CLOSEST_DOUBLED3_H

#include "closest/local3.h"
#include "math/doubled.h"

static inline flr_double2 flr_dot_doubled(dvec3 a, dvec3 b)
{
    flr_double2 x = flr_two_product(a.x, b.x), y = flr_two_product(a.y, b.y), z = flr_two_product(a.z, b.z);
    return flr_doubled_sum(flr_doubled_sum(x, y), z);
}

#endif
