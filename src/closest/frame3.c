#include "closest/frame3.h"

static double reach(const flr_frame3 *f, const flr_vec3 *points, size_t count, flr_real length)
{
    double largest = flr_frame3_length(f, length);
    for (size_t i = 1; i < count; ++i) {
        dvec3 q = flr_frame3_local(f, points[i]);
        double size = flr_largest3(q.x, q.y, q.z);
        if (!(size <= largest)) largest = size;
    }
    return largest;
}

flr_frame3 flr_frame3_make(const flr_vec3 *points, size_t count, flr_real length)
{
    flr_frame3 f = {points[0], 1, 1};
    double largest = reach(&f, points, count, length);
    if ((largest > 0x1p-120 && largest < 0x1p120) || largest == 0) return f;
    if (!(largest < 0x1p1022)) {  // a difference of two of the points may overflow
        f.shrink = 0.25;
        largest = reach(&f, points, count, length);
    }
    f.grow = flr_power_toward_one(largest);
    return f;
}
