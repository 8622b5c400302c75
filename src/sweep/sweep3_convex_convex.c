#include "sweep/sweep3_told.h"

flr_sweep3_result flr_sweep3_convex_convex(const flr_convex3 *a, flr_vec3 motion, const flr_convex3 *b,
                                           const flr_sweep3_options *options)
{
    if (!flr_is_finite3(motion)) return sweep3_not_finite();
    sweep3_source x = sweep3_of_convex(a), y = sweep3_of_convex(b);
    flr_real keep = options ? options->target_distance : 0;
    sweep3_answer answer = flr_sweep3_cast(&x, motion, &y, (double)keep, 1, NULL);
    bool overlap = false;
    if (answer.ask) {
        flr_gjk3 g = flr_closest3_convex_convex(a, b, NULL);
        overlap = g.overlap || g.signed_distance <= keep;
    }
    return sweep3_told(&answer, overlap);
}
