#include "base/answer.h"
#include "sweep/sweep3_told.h"

static bool is_about(flr_real x, flr_real y)
{
    const flr_real few = sizeof(flr_real) == sizeof(float) ? (flr_real)2e-6 : (flr_real)4e-15;
    return x >= y - few && x <= y + few;
}

/// A box without a radius, and upright.
static bool is_box(const flr_convex3 *c, flr_box3 *b)
{
    if (c->kind != FLR_CONVEX3_BOX || c->radius != 0) return false;
    flr_vec3 x = c->axes.x, y = c->axes.y, z = c->axes.z;
    *b = (flr_box3){c->center, c->axes, c->half_extents};
    return is_about(flr_dot3(x, x), 1) && is_about(flr_dot3(y, y), 1) && is_about(flr_dot3(z, z), 1) &&
           is_about(flr_dot3(x, y), 0) && is_about(flr_dot3(y, z), 0) && is_about(flr_dot3(z, x), 0);
}

flr_sweep3_result flr_sweep3_convex_convex(const flr_convex3 *a, flr_vec3 motion, const flr_convex3 *b,
                                           const flr_sweep3_options *options)
{
    flr_sweep3_result none = {.status = FLR_INVALID_ARGUMENT};
    if (options && !flr_is_option(options->target_distance)) return none;
    if (!flr_is_finite3(motion)) return sweep3_not_finite();
    sweep3_source x = sweep3_of_convex(a), y = sweep3_of_convex(b);
    flr_real keep = options ? options->target_distance : 0;
    flr_box3 box_a, box_b;
    bool boxes = keep == 0 && is_box(a, &box_a) && is_box(b, &box_b);
    sweep3_answer answer = boxes ? flr_sweep3_find_box_box(&box_a, motion, &box_b)
                                 : flr_sweep3_cast(&x, motion, &y, (double)keep, 1, NULL);
    bool overlap = false;
    if (answer.ask) {
        flr_gjk3 g = flr_closest3_convex_convex(a, b, NULL);
        if (g.status == FLR_NOT_FINITE) return sweep3_not_finite();
        overlap = g.overlap || g.signed_distance <= keep;
    }
    return sweep3_told(&answer, overlap);
}
