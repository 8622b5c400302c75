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

inline double size_of(const polytope &a, const polytope &b)
{
    double size = 0;
    for (const polytope *s : {&a, &b})
        for (flr_vec3 p : s->points) size = std::fmax(size, flr_length3(p));
    return size;
}

struct worst {
    double depth = 0;
    int deep = 0, asked = 0;
};

inline void judge(tally &t, const flr_convex3 &x, const flr_convex3 &y, const polytope &a, const polytope &b,
                  const char *name, worst *w)
{
    flr_gjk3 r = flr_signed_distance3_convex_convex(&x, &y);
    double depth = true_depth(a, b), size = size_of(a, b), unit = size * real_rounding;
    t.expect(r.status == FLR_OK, "%s: status %d after %d steps", name, r.status, r.iterations);
    w->asked++;
    if (depth < 0) {
        t.expect(r.signed_distance > -64 * unit, "%s: apart, but %.17g", name, r.signed_distance);
        return;
    }
    w->deep++;
    double error = std::fabs(-r.signed_distance - depth) / unit;
    t.expect(error < 256, "%s: depth %.17g, exact %.17g: %g roundings off", name, -r.signed_distance, depth,
             error);
    flr_vec3 between = flr_sub3(flr_sub3(r.point_b, r.point_a), flr_scale3(r.signed_distance, r.normal));
    t.expect(flr_length3(between) < 1024 * unit, "%s: the points are not the depth apart: %g", name,
             flr_length3(between));
    t.expect(std::fabs(flr_length3(r.normal) - 1) < real_choose(1e-12, 1e-6), "%s: normal of length %g", name,
             flr_length3(r.normal));
    w->depth = std::fmax(w->depth, error);
    flr_gjk3 back = flr_signed_distance3_convex_convex(&y, &x);
    t.expect(std::fabs(back.signed_distance - r.signed_distance) < 256 * unit,
             "%s: %.17g one way, %.17g the other", name, r.signed_distance, back.signed_distance);
}

inline void judge(tally &t, const polytope &a, const polytope &b, const char *name, worst *w)
{
    judge(t, convex(a), convex(b), a, b, name, w);
}

inline polytope random_polytope(random_source &random, bool lattice, int corners)
{
    polytope p;
    for (int i = 0; i < corners; i++)
        p.points.push_back(lattice ? random.lattice_point(-2, 2) : random.point(-1, 1));
    return p;
}

inline polytope box(flr_vec3 center, flr_vec3 half)
{
    polytope p;
    for (int i = 0; i < 8; i++)
        p.points.push_back({center.x + (i & 1 ? half.x : -half.x), center.y + (i & 2 ? half.y : -half.y),
                            center.z + (i & 4 ? half.z : -half.z)});
    return p;
}

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
