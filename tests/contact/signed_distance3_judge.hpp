/// Depths of polytopes against the definition in rationals.
#ifndef FEELER_TESTS_MANIFOLD_SIGNED_DISTANCE3_JUDGE_HPP
#define FEELER_TESTS_MANIFOLD_SIGNED_DISTANCE3_JUDGE_HPP

#include <cmath>
#include <vector>

#include "contact/exact_depth3.hpp"
#include "feeler/convex3.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

extern "C" {
#include "convex/depth3.h"
}

namespace signed_distance3
{

using exact_depth::polytope;
using exact_depth::true_depth;

inline flr_convex3 convex(const polytope &p)
{
    return flr_convex3_points(p.points.data(), uint32_t(p.points.size()), flr_affine3_identity().linear,
                              {0, 0, 0}, 0);
}

double size_of(const polytope &a, const polytope &b);

struct worst {
    double depth = 0;
    int deep = 0, asked = 0;
};

void judge(tally &t, const flr_convex3 &x, const flr_convex3 &y, const polytope &a, const polytope &b,
           const char *name, worst *w);

inline void judge(tally &t, const polytope &a, const polytope &b, const char *name, worst *w)
{
    judge(t, convex(a), convex(b), a, b, name, w);
}

polytope random_polytope(random_source &random, bool lattice, int corners);

polytope box(flr_vec3 center, flr_vec3 half);

inline void move(polytope *p, flr_vec3 by, double scale = 1)
{
    for (flr_vec3 &q : p->points) q = flr_add3(by, flr_scale3(flr_real(scale), q));
}

inline flr_tetrahedron tetrahedron(const polytope &p)
{
    return {p.points[0], p.points[1], p.points[2], p.points[3]};
}

}  // namespace signed_distance3

#endif
