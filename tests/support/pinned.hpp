/// Worst errors held from both sides, so that a change either way is seen: a loss is a bug, and a gain belongs into
/// the bound.
#ifndef TESTS_SUPPORT_PINNED_HPP
#define TESTS_SUPPORT_PINNED_HPP

#include "support/cmocka.hpp"
#include "support/real.hpp"

/// The worst error measured is above half the bound and not above the bound.
inline bool expect_pinned(tally &t, const char *what, double measured, double bound)
{
    return t.expect(measured > bound / 2 && measured <= bound,
                    "worst error, %s: %.4g, pinned to (%.4g, %.4g]", what, measured, bound / 2, bound);
}

#endif
