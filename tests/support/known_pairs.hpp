/// Pairs of parts whose answer is known from the way they are made. All coordinates are small
/// dyadic fractions, so that touching is exact in numbers.
#ifndef TESTS_SUPPORT_KNOWN_PAIRS_HPP
#define TESTS_SUPPORT_KNOWN_PAIRS_HPP

#include "feeler/interference3.h"
#include "support/soup.hpp"

struct known_pair {
    const char *name;
    soup a, b;
    flr_interference_kind kind;
    double size;                  ///< the depth of a clash, or of what is contained, else the distance of
                                  ///< the surfaces; -1 where the construction does not give it
    flr_vec3 out = vec(0, 0, 0);  ///< the normal, or 0 where the construction does not fix it
    double clearance = 0;
    uint32_t flags = 0;
    /// The part of the depth that the library's search is held to find. The depth it reports is attained, but the
    /// deepest place of a shape with many local ones may be missed.
    double found = 0.99;
};

inline double root2() { return std::sqrt(2.0); }

std::vector<known_pair> pairs_apart();

std::vector<known_pair> pairs_touching();

std::vector<known_pair> pairs_clashing();

std::vector<known_pair> pairs_contained();

#endif
