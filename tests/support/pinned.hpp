/// Worst errors held from both sides, so that a change either way is seen: a loss is a bug, and a gain belongs into
/// the bound.
#ifndef TESTS_SUPPORT_PINNED_HPP
#define TESTS_SUPPORT_PINNED_HPP

#include <string>

#include "feeler/math2.h"
#include "support/cmocka.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

/// A bound for answers that hold no error at all.
const double exact_answers = 0;

/// What a check is held to. A build that draws a part of the scenes draws others, whose worst may be somewhat worse.
inline double held_to(double bound) { return every_scene ? bound : 10 * bound; }

/// The worst error measured is above half the bound and not above the bound; where a build draws a part of the scenes
/// only, the worst of all may not be among them.
inline bool pinned(double measured, double bound)
{
    return (measured > bound / 2 || bound == exact_answers || !every_scene) && measured <= held_to(bound);
}

inline bool expect_pinned(tally &t, const char *what, double measured, double bound)
{
    std::printf("  worst error, %s: %.4g, pinned to %.4g\n", what, measured, bound);
    return t.expect(pinned(measured, bound), "worst error, %s: %.4g, pinned to (%.4g, %.4g]", what, measured,
                    bound / 2, bound);
}

/// How far a normal is from unit length, in roundings.
inline double off_unit(flr_vec3 n)
{
    using wide = long double;
    const wide squared = wide(n.x) * n.x + wide(n.y) * n.y + wide(n.z) * n.z;
    return double(std::fabs(std::sqrt(squared) - 1)) / real_rounding;
}
inline double off_unit(flr_vec2 n) { return off_unit(flr_vec3_make(n.x, n.y, 0)); }

/// A worst error that many checks add to. Each holds its own from above by `within`, and `hold` at the end holds the
/// worst of all from below as well.
struct worst_of {
    std::string what;
    double bound;
    double measured = 0;

    bool within(double error)
    {
        if (!(error <= measured)) measured = error;
        return error <= held_to(bound);
    }
    void hold(tally &t) const { expect_pinned(t, what.c_str(), measured, bound); }
};

#endif
