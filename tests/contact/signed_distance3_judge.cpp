// needs: gmp
#include "contact/signed_distance3_judge.hpp"

namespace signed_distance3
{

double size_of(const polytope &a, const polytope &b)
{
    double size = 0;
    for (const polytope *s : {&a, &b})
        for (flr_vec3 p : s->points) size = std::fmax(size, flr_length3(p));
    return size;
}

void judge(tally &t, const flr_convex3 &x, const flr_convex3 &y, const polytope &a, const polytope &b,
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

polytope random_polytope(random_source &random, bool lattice, int corners)
{
    polytope p;
    for (int i = 0; i < corners; i++)
        p.points.push_back(lattice ? random.lattice_point(-2, 2) : random.point(-1, 1));
    return p;
}

polytope box(flr_vec3 center, flr_vec3 half)
{
    polytope p;
    for (int i = 0; i < 8; i++)
        p.points.push_back({center.x + (i & 1 ? half.x : -half.x), center.y + (i & 2 ? half.y : -half.y),
                            center.z + (i & 4 ? half.z : -half.z)});
    return p;
}

}  // namespace signed_distance3
