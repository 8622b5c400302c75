/// Worst errors held from above: a loss is a bug. What falls below half of its bound is printed, so that the bound can follow.
#ifndef TESTS_SUPPORT_PINNED_HPP
#define TESTS_SUPPORT_PINNED_HPP

#include <string>

#include "feeler/math.h"
#include "support/cmocka.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

/// A bound for answers that hold no error at all.
const double exact_answers = 0;

/// What a check is held to. A build that draws a part of the scenes draws others, whose worst may be somewhat worse.
inline double held_to(double bound) { return every_scene ? bound : 10 * bound; }

/// The worst error measured is not above the bound.
inline bool pinned(double measured, double bound) { return measured <= held_to(bound); }

inline bool expect_pinned(tally &t, const char *what, double measured, double bound)
{
    const bool loose = every_scene && bound != exact_answers && measured <= bound / 2;
    std::printf("  worst error, %s: %.4g, pinned to %.4g%s\n", what, measured, bound,
                loose ? " (loose)" : "");
    return t.expect(pinned(measured, bound), "worst error, %s: %.4g, pinned to %.4g", what, measured, bound);
}

/// How far a normal is from unit length, in roundings.
inline double off_unit(flr_vec3 n)
{
    using wide = long double;
    const wide squared = wide(n.x) * n.x + wide(n.y) * n.y + wide(n.z) * n.z;
    return double(std::fabs(std::sqrt(squared) - 1)) / real_rounding;
}
inline double off_unit(flr_vec2 n) { return off_unit(flr_vec3_make(n.x, n.y, 0)); }

/// A worst error that many checks add to, each held by `within`; `hold` at the end prints and holds the worst of all.
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
