#include "closest/box3.h"

/// One coordinate of the moving point: before `enter` it is outside, past the bound `first`; after
/// `leave` outside again, past the bound `last`. A coordinate that stands still never matters.
typedef struct moving_axis {
    double origin, direction, first, last, enter, leave;
} moving_axis;

typedef struct motion {
    moving_axis axis[3];
    int axes;
} motion;

static motion make_motion(const double origin[3], const double direction[3], const double corner_low[3],
                          const double corner_high[3])
{
    motion m;
    m.axes = 0;
    for (int i = 0; i < 3; ++i) {
        double d = direction[i];
        if (d == 0) continue;
        moving_axis *a = &m.axis[m.axes++];
        a->origin = origin[i];
        a->direction = d;
        a->first = d > 0 ? corner_low[i] : corner_high[i];
        a->last = d > 0 ? corner_high[i] : corner_low[i];
        a->enter = (a->first - origin[i]) / d;
        a->leave = (a->last - origin[i]) / d;
    }
    return m;
}

/// Half the derivative of the squared distance by t: never falls as t grows.
static double slope(const motion *m, double t)
{
    double sum = 0;
    for (int i = 0; i < m->axes; ++i) {
        const moving_axis *a = &m->axis[i];
        double x = a->origin + t * a->direction;
        if (t < a->enter) sum += a->direction * (x - a->first);
        if (t > a->leave) sum += a->direction * (x - a->last);
    }
    return sum;
}

/// The least point of the parabola that the squared distance is between two neighbouring breaks.
static double least_between(const motion *m, double from, double to)
{
    double sum = 0, square = 0;
    for (int i = 0; i < m->axes; ++i) {
        const moving_axis *a = &m->axis[i];
        bool before = to <= a->enter, after = from >= a->leave;
        if (!before && !after) continue;
        sum += a->direction * ((before ? a->first : a->last) - a->origin);
        square += a->direction * a->direction;
    }
    double t = square > 0 ? sum / square : from > -INFINITY ? from : to < INFINITY ? to : 0;
    return flr_clamped(t, from, to);
}

static int sorted_breaks(const motion *m, double low, double high, double breaks[6])
{
    int count = 0;
    for (int i = 0; i < 2 * m->axes; ++i) {
        double t = i & 1 ? m->axis[i / 2].leave : m->axis[i / 2].enter;
        if (!(t > low && t < high)) continue;
        int k = count++;
        for (; k > 0 && breaks[k - 1] > t; --k) breaks[k] = breaks[k - 1];
        breaks[k] = t;
    }
    return count;
}

double flr_span3_nearest_to_box(const double origin[3], const double direction[3], double low, double high,
                                const double corner_low[3], const double corner_high[3])
{
    motion m = make_motion(origin, direction, corner_low, corner_high);
    if (m.axes == 0) return low > -INFINITY ? low : 0;
    if (low > -INFINITY && slope(&m, low) >= 0) return low;
    if (high < INFINITY && slope(&m, high) < 0) return high;
    double breaks[6], from = low;
    int count = sorted_breaks(&m, low, high, breaks);
    for (int i = 0; i < count; ++i) {
        double at = slope(&m, breaks[i]);
        if (at == 0) return breaks[i];
        if (at > 0) return least_between(&m, from, breaks[i]);
        from = breaks[i];
    }
    return least_between(&m, from, high);
}
