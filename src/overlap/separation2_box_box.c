#include "feeler/overlap2.h"

static double dot(double x, double y, flr_vec2 v) { return x * (double)v.x + y * (double)v.y; }

/// Half the width of a box along a unit vector.
static double reach(const flr_box2 *b, double x, double y)
{
    return fabs(dot(x, y, b->axis)) * (double)b->half_extents.x +
           fabs(dot(x, y, flr_perp2(b->axis))) * (double)b->half_extents.y;
}

flr_separation2 flr_separation2_box_box(const flr_box2 *a, const flr_box2 *b)
{
    double dx = (double)b->center.x - (double)a->center.x, dy = (double)b->center.y - (double)a->center.y;
    double size = fabs((double)a->half_extents.x) + fabs((double)a->half_extents.y) +
                  fabs((double)b->half_extents.x) + fabs((double)b->half_extents.y);
    double best = -INFINITY;
    flr_separation2 result = {0, flr_vec2_make(0, 0), 0, 0};
    for (int k = 0; k < 4; ++k) {
        flr_vec2 axis = (k < 2 ? a : b)->axis;
        if (k % 2) axis = flr_perp2(axis);
        double x = (double)axis.x, y = (double)axis.y, along = dx * x + dy * y;
        double separation = fabs(along) - (reach(a, x, y) + reach(b, x, y));
        if (k > 0 && !(separation > best + (sizeof(flr_real) == sizeof(float) ? 2e-6 : 1e-12) * size))
            continue;
        best = separation;
        result.separation = (flr_real)separation;
        result.axis = along < 0 ? flr_neg2(axis) : axis;
        result.owner = k / 2;
        result.index = k % 2;
    }
    return result;
}
