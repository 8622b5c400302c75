/// The time of first touch of two polytopes of any number of corners from the definition and without rounding: the least z of the
/// hull of all differences b - a above the origin of a plane square to nothing but the motion, which is a linear program. It is
/// solved in whole numbers by the simplex method with Bland's rule, so it ends however degenerate the scene is.
#ifndef TESTS_SWEEP_SWEEP3_PROGRAM_HPP
#define TESTS_SWEEP_SWEEP3_PROGRAM_HPP

#include "support/minkowski3.hpp"

namespace sweep3
{

struct first_touch_of {
    bool hit = false, overlap_at_start = false;
    big_rational t;
};

/// Times beyond 1 are told as well, without `hit`; without a time that is not negative t is so.
first_touch_of when(const minkowski3::corner_list &a, const minkowski3::rational_point &m,
                    const minkowski3::corner_list &b);

}  // namespace sweep3

#endif
