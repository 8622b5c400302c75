/// Worst errors held from both sides, so that a change either way is seen: a loss is a bug, and a gain belongs into
/// the bound.
#ifndef TESTS_SUPPORT_PINNED_HPP
#define TESTS_SUPPORT_PINNED_HPP

#include "support/cmocka.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

/// The worst error measured is above half the bound and not above the bound; where a build draws a part of the scenes
/// only, the worst of all may not be among them.
inline bool pinned(double measured, double bound)
{
    return (measured > bound / 2 || !every_scene) && measured <= bound;
}

inline bool expect_pinned(tally &t, const char *what, double measured, double bound)
{
    return t.expect(pinned(measured, bound), "worst error, %s: %.4g, pinned to (%.4g, %.4g]", what, measured,
                    bound / 2, bound);
}

#endif
