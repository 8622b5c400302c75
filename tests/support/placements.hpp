/// Ways to put a known pair into the world without changing what is known of it.
#ifndef TESTS_SUPPORT_PLACEMENTS_HPP
#define TESTS_SUPPORT_PLACEMENTS_HPP

#include "support/handles.hpp"
#include "support/poses.hpp"
#include "support/real.hpp"

/// Vertices are carried by `before` when the mesh is made, then by `pose`. What comes of both is a
/// similarity: a rigid motion, mirrored or not, times `scale`.
struct placement {
    const char *name;
    flr_affine3 before, pose;
    double scale;
    bool exact;  ///< touching stays touching, to the last bit, for dyadic fractions

    part make(const soup &s) const { return part(placed(s, before), pose); }
    flr_vec3 turn(flr_vec3 v) const
    {
        return flr_scale3(flr_real(1 / scale), flr_mat3_mul(pose.linear, flr_mat3_mul(before.linear, v)));
    }
};

std::vector<placement> exact_placements();

std::vector<placement> rounded_placements(uint64_t seed);

/// The rounding that a pair so placed has gone through, a length: what may be asked of an answer.
double rounding_of(const part &a, const part &b, const placement &p);

#endif
