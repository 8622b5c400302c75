/// A line against a box around the origin of its own frame (Kay and Kajiya, "Ray Tracing Complex Scenes", 1986).
#ifndef FLR_RAYCAST_SLABS3_H
#define FLR_RAYCAST_SLABS3_H

#include <math.h>
#include <stdbool.h>

typedef struct cast3_slabs {
    double enter, exit;
    int axis;  ///< of the face entered
} cast3_slabs;

/// The t for which |q + t v| <= half on all three axes. False where there are none. Division, not a reciprocal:
/// quotients that are equal come out equal, so a line through an edge is not lost to rounding there.
static inline bool cast3_slabs_cut(const double q[3], const double v[3], const double half[3], cast3_slabs *s)
{
    s->enter = -INFINITY;
    s->exit = INFINITY;
    s->axis = 0;
    for (int k = 0; k < 3; ++k) {
        if (!isfinite(q[k]) || !isfinite(v[k])) return false;
        if (v[k] == 0) {
            if (!(fabs(q[k]) <= half[k])) return false;
            continue;
        }
        double low = (-half[k] - q[k]) / v[k], high = (half[k] - q[k]) / v[k];
        double first = v[k] > 0 ? low : high, last = v[k] > 0 ? high : low;
        if (first > s->enter) s->enter = first, s->axis = k;
        if (last < s->exit) s->exit = last;
    }
    return s->enter <= s->exit;
}

#endif
