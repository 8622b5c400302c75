/// Affine maps for tests. Where a comment says exact, integers small enough are carried to
/// integers (or dyadic fractions) without rounding, and the inverse is exact too.
#ifndef TESTS_SUPPORT_POSES_HPP
#define TESTS_SUPPORT_POSES_HPP

#include <array>
#include <cmath>
#include <vector>

#include "feeler/math.h"
#include "support/random.hpp"

flr_affine3 affine(std::array<double, 9> rows, flr_vec3 translation = flr_vec3_make(0, 0, 0));

flr_affine3 translation(double x, double y, double z);

inline flr_affine3 scaling(double x, double y, double z) { return affine({x, 0, 0, 0, y, 0, 0, 0, z}); }

/// The 48 signed permutations: 24 rotations and 24 mirrored ones. Exact.
std::vector<flr_affine3> signed_permutations();

/// The quaternion (w, x, y, z) of integers as a matrix, times its squared length: integers, so
/// exact going out (the inverse is not). A rotation times the square of a Pythagorean number.
flr_affine3 integer_rotation(int w, int x, int y, int z);

/// Of any quaternion but 0: a rotation up to rounding.
flr_affine3 rotation(double w, double x, double y, double z);

flr_affine3 random_rotation(random_source &r);

flr_affine3 random_rigid(random_source &r, double reach);

/// Composed here in plain arithmetic: first `inner`, then `outer`.
flr_affine3 after(const flr_affine3 &outer, const flr_affine3 &inner);

#endif
