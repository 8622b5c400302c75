/// The depth of two polytopes by its definition: the least width of their difference over all directions that can be least,
/// in whole numbers.
#ifndef FEELER_TESTS_MANIFOLD_EXACT_DEPTH3_HPP
#define FEELER_TESTS_MANIFOLD_EXACT_DEPTH3_HPP

#include <cmath>
#include <vector>

#include "support/exact_mesh.hpp"

namespace exact_depth
{

using whole = big_integer;
using vec = exact_mesh::vec<whole>;  ///< of units small enough for all corners

struct polytope {
    std::vector<flr_vec3> points;
};

/// Support of a - b along n.
whole reach(const std::vector<vec> &a, const std::vector<vec> &b, const vec &n);

/// All vectors from one point of a shape to another.
std::vector<vec> differences(const std::vector<vec> &a);

/// Do all differences of corners lie in one plane? Then the depth is 0 or the shapes are apart.
bool is_flat(const std::vector<vec> &d);

/// All triangles between corners: of a flat shape, the shape itself.
exact_mesh::triangles triples(const polytope &p);

/// Positive: the depth. Negative: the shapes are apart. Every facet of the difference is spanned by two edges of
/// the shapes, so its normal is square to two differences of corners; more candidates do no harm.
double true_depth(const polytope &x, const polytope &y);

}  // namespace exact_depth

#endif
