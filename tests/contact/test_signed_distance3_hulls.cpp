// needs: gmp
/// The depth of hulls: by the face that is found and proved, by the growing polytope, and by the definition in rationals.
#include <cmath>
#include <vector>

#include "contact/signed_distance3_judge.hpp"
#include "support/poses.hpp"

namespace TEST_FILE
{

using namespace signed_distance3;

namespace
{

struct hull {
    flr_hull3 *of = nullptr;
    explicit hull(const polytope &p)
    {
        flr_hull3_create(p.points.data(), p.points.size(), nullptr, nullptr, &of);
    }
    ~hull() { flr_hull3_destroy(of); }
    hull(const hull &) = delete;
    hull &operator=(const hull &) = delete;
    flr_convex3 at(const flr_affine3 &pose) const
    {
        return flr_convex3_hull(of, pose.linear, pose.translation, 0);
    }
};

/// Hulls, whose depth is looked for as a face that is then proved, against the definition.
void small_hulls(tally &t)
{
    random_source random{86};
    worst w;
    for (int n = 0; n < scenes(40); n++) {
        polytope a = random_polytope(random, n % 2, 6 + n % 3), b = random_polytope(random, n % 2, 5 + n % 4);
        move(&b, flr_scale3(flr_real(n % 2 ? 1 : 0.6), random.lattice_point(-1, 1)));
        const hull x(a), y(b);
        judge(t, x.at(flr_affine3_identity()), y.at(flr_affine3_identity()), a, b,
              n % 2 ? "hulls on a lattice" : "hulls", &w);
    }
    t.expect(w.deep * 10 >= w.asked * 3, "%d of %d overlap", w.deep, w.asked);
    expect_pinned(t, "depth of hulls, roundings of the size", w.depth, real_choose(2, 0.6));
}

flr_vec3 unit_of(flr_vec3 v) { return flr_scale3(1 / std::fmax(flr_length3(v), flr_real(0.1)), v); }

/// A hull of up to `most` points, round or of a kind that is hard.
polytope hull_points(random_source &r, int kind, int most)
{
    polytope p;
    const int count = 5 + int(r.between(0, most - 4));
    const double thin = kind == 2 ? std::pow(10, -r.between(0, 6)) : 1;
    for (int i = 0; i < count; ++i) {
        flr_vec3 q = kind == 3 ? r.lattice_point(-2, 2) : r.point(-1, 1);
        if (kind != 3) q = unit_of(q);
        q.x = flr_real(q.x * thin);
        p.points.push_back(q);
    }
    return p;
}

/// Of hulls of up to 64 vertices by the face that a plane turned towards the origin finds, and, with a cache, by a growing polytope: of any size and place,
/// thin, on a lattice, copies of one another, concentric, and all but touching.
void hulls_in_two_ways(tally &t)
{
    random_source r{87};
    double worst = 0, wide = 0;
    int at_once = 0, generic = 0, deep = 0, all = 0;
    for (int n = 0; n < scenes(1800); ++n) {
        const int kind = n % 6, most = n / 6 % 2 ? 16 : 64;
        const double scale = std::pow(10, r.between(-3, 3)), away = n / 12 % 3 == 2 ? 1e3 : 0;
        polytope a = hull_points(r, kind, most), b = kind == 4 ? a : hull_points(r, kind, most);
        for (polytope *p : {&a, &b})
            for (flr_vec3 &q : p->points) q = flr_scale3(flr_real(scale), q);
        const hull x(a), y(b);
        flr_affine3 at = random_rigid(r, scale * away), there = random_rotation(r);
        if (kind >= 3) there.linear = at.linear;
        // most of them a little into one another
        flr_vec3 way = r.point(-1, 1);
        if (kind < 3) way = flr_scale3(flr_real(r.between(1.2, 1.9)) / flr_length3(way), way);
        if (kind == 3) way = flr_mat3_mul(at.linear, r.lattice_point(-2, 2));
        if (kind == 5) way = flr_scale3(flr_real(std::pow(10, -r.between(0, 12))), way);
        there.translation = flr_add3(at.translation, flr_scale3(flr_real(scale), way));
        const flr_convex3 v = x.at(at), w = y.at(there);
        flr_gjk3_cache cache = {};
        const flr_gjk3_options kept = {flr_real(INFINITY), &cache, nullptr, 0};
        const flr_gjk3 one = flr_signed_distance3_convex_convex(&v, &w);
        flr_gjk3 two;
        flr_signed_distance3_within(&v, &w, &kept, nullptr, &two);
        const double unit = scale * 2 * real_rounding, far = unit * (1 + away),
                     error = std::fabs(double(one.signed_distance) - double(two.signed_distance)) / far;
        ++all;
        t.expect(one.status == two.status, "kind %d: %d and %d", kind, int(one.status), int(two.status));
        t.expect(one.overlap == two.overlap || double(one.signed_distance) < 16 * far, "kind %d: %d and %d",
                 kind, int(one.overlap), int(two.overlap));
        worst = std::fmax(worst, error);
        if (!one.overlap) continue;
        ++deep;
        generic += kind < 2;
        at_once += kind < 2 && one.iterations == 1;
        wide = std::fmax(wide, (double(one.upper) - double(one.lower)) / far);
        t.expect(one.lower <= one.upper && -double(one.signed_distance) <= double(one.upper) + 4 * unit &&
                     double(one.lower) <= -double(two.signed_distance) + 16 * far,
                 "kind %d: bounds %.17g, %.17g of %.17g", kind, double(one.lower), double(one.upper),
                 double(two.signed_distance));
        const flr_vec3 between = flr_sub3(one.point_b, one.point_a);
        const flr_vec3 off = flr_sub3(between, flr_scale3(one.signed_distance, one.normal));
        t.expect(double(flr_length3(off)) < 64 * far, "kind %d: points off by %g", kind,
                 double(flr_length3(off)) / far);
    }
    t.expect(deep > 3 * all / 10 && at_once > generic / 5, "%d of %d deep, %d of %d at once", deep, all,
             at_once, generic);
    expect_pinned(t, "two ways to the depth of hulls, roundings of the scene", worst,
                  real_choose(5, exact_answers));
    t.expect(wide < 256, "bounds are %g roundings apart", wide);
}

/// A square face folded by less than single precision sees, on up to 60 other corners: only double tells which of its halves is nearer.
void folded_faces(tally &t)
{
    random_source r{88};
    double worst = 0;
    int deep = 0, at_once = 0, all = 0;
    for (int n = 0; n < scenes(150); ++n) {
        const int count = 8 + n % 50;
        polytope a, b;
        for (int i = 0; i < count; ++i) {
            const flr_vec3 p = unit_of(r.point(-1, 1)), q = unit_of(r.point(-1, 1));
            a.points.push_back({p.x, p.y, -std::fabs(p.z)});
            b.points.push_back(q);
        }
        const flr_real fold = flr_real(std::pow(10, -r.between(5, 10)));
        for (int i = 0; i < 4; ++i)
            a.points.push_back(
                {flr_real(i & 1 ? 1 : -1), flr_real(i & 2 ? 1 : -1), 1 - (i % 3 == 0 ? fold : 0)});
        const hull x(a), y(b);
        const flr_convex3 v = x.at(flr_affine3_identity());
        flr_affine3 there = random_rotation(r);
        there.translation.x = flr_real(r.between(-0.3, 0.3));
        there.translation.y = flr_real(r.between(-0.3, 0.3));
        there.translation.z = flr_real(r.between(1.7, 2));
        const flr_convex3 w = y.at(there);
        flr_gjk3_cache cache = {};
        const flr_gjk3_options kept = {flr_real(INFINITY), &cache, nullptr, 0};
        const flr_gjk3 one = flr_signed_distance3_convex_convex(&v, &w);
        flr_gjk3 two;
        flr_signed_distance3_within(&v, &w, &kept, nullptr, &two);
        ++all;
        deep += one.overlap;
        at_once += one.overlap && one.iterations == 1;
        worst = std::fmax(worst, std::fabs(double(one.signed_distance) - double(two.signed_distance)) /
                                     (2 * real_rounding));
    }
    t.expect(deep > 3 * all / 10 && at_once > deep / 3, "%d of %d deep, %d at once", deep, all, at_once);
    t.expect(worst <= real_choose(2, 1), "folded by nothing much: %g roundings off", worst);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(small_hulls), FEELER_TEST(hulls_in_two_ways), FEELER_TEST(folded_faces))

}  // namespace TEST_FILE
