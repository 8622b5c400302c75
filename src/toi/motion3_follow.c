#include <math.h>

#include "toi/motion3.h"

enum { LOOKS = 40 };

/// Of a gap `low` now and `high` after the time h, which do not prove the way free: the part of h for which they likely
/// would, with the gaps between taken to lie on a line. Where that has failed before, half as many powers of two above
/// what is free with any gap at its end.
static double shorter(double root, double low, double high, double h, int failures)
{
    double free = sqrt(low) / root;
    if (failures > 2) return free < h ? sqrt(free * h) : 0.5 * h;
    double k = h;
    for (int i = 0; i < 3; i++) k = (sqrt(low) + sqrt(low + (high - low) * (k / h))) / root;
    k *= 0.98;
    return k < 0.9 * h ? k : 0.9 * h;
}

double flr_motion3_follow(motion3_gap_fn *look, void *user, double root, double t, double *gap, double slope,
                          double end, double goal)
{
    double low = t, at_low = *gap, high = end, weight_low = at_low, weight_high = 0;
    double next = slope < 0 ? t + at_low / -slope : end;
    bool closes = false;
    int failures = 0, last = 0;  // the side that the last look fell on
    if (!(next > t && next < end)) next = end;
    for (int i = 0; i < LOOKS; i++) {
        double here = look(user, next), h = next - low;
        if (!(here > 0)) {
            if (last < 0) weight_low *= here > weight_high && closes ? 1 - here / weight_high : 0.5;
            closes = true;
            high = next;
            weight_high = here;
            last = -1;
        } else if (sqrt(at_low) + sqrt(here) >= root * h) {
            bool first = !closes && next < end;
            // the line through both goes on to where it likely closes
            double rest = first && here < at_low ? here * h / (at_low - here) : end - next;
            if (last > 0) weight_high *= here < weight_low ? 1 - here / weight_low : 0.5;
            low = next;
            at_low = weight_low = here;
            failures = 0;
            // where the gap does not close, a better direction is worth more than more steps along this one
            if (low >= end || at_low <= goal || !(closes || first)) break;
            last = 1;
            if (first) {
                next = rest < end - low ? low + 1.1 * rest : end;
                if (next > end) next = end;
                continue;
            }
        } else {
            next = low + shorter(root, at_low, here, h, failures++);
            if (!(next > low)) break;
            continue;
        }
        // false position, as Anderson and Bjorck have it, but for a gap that rounding does not hide
        double aim = goal < weight_low ? goal / 2 : weight_low / 2;
        next = low + (high - low) * ((weight_low - aim) / (weight_low - weight_high));
        if (!(next > low) || !(next < high)) next = low + (high - low) / 2;
        if (!(next > low) || !(next < high)) break;
    }
    *gap = at_low;
    return low;
}
