// needs: gmp
/// Contacts of hulls with a cache that is kept while they move: the depth is that of the definition at every step, as it
/// is with any other cache, also one of numbers that no shape has.
#include <cmath>
#include <memory>

#include "contact/exact_depth3.hpp"
#include "feeler/contact3.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

using exact_depth::polytope;
using hull_pointer = std::unique_ptr<flr_hull3, decltype(&flr_hull3_destroy)>;

hull_pointer hull_of(const std::vector<flr_vec3> &points)
{
    flr_hull3 *h = nullptr;
    if (flr_hull3_create(points.data(), points.size(), nullptr, nullptr, &h) != FLR_OK) h = nullptr;
    return hull_pointer(h, flr_hull3_destroy);
}

const flr_mat3 upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

double depth_of(const flr_manifold3 &m)
{
    double most = -INFINITY;
    for (int i = 0; i < m.count; i++) most = std::fmax(most, double(m.points[i].depth));
    return most;
}

uint32_t below(random_source &random, uint32_t limit) { return uint32_t(random.between(0, double(limit))); }

/// Whatever may stand in a cache.
flr_contact3_cache any_cache(random_source &random, uint32_t ids)
{
    flr_contact3_cache c = {};
    c.normal = random.point(-1, 1);
    c.gjk.axis = random.point(-1, 1);
    c.gjk.count = below(random, 6);
    for (int k = 0; k < 4; k++) {
        c.gjk.a[k] = below(random, ids);
        c.gjk.b[k] = below(random, ids);
    }
    return c;
}

/// Six corners each, on a lattice (faces in one plane, parallel edges) and anywhere; one walks through the other.
void walks(tally &t)
{
    random_source random{83};
    int deep = 0, asked = 0;
    double worst = 0;
    for (int n = 0; n < 24; n++) {
        polytope x, y;
        for (polytope *p : {&x, &y})
            for (int i = 0; i < 6; i++)
                p->points.push_back(n % 2 ? random.lattice_point(-4, 4) : random.point(-4, 4));
        hull_pointer a = hull_of(x.points), b = hull_of(y.points);
        t.expect(a && b, "no hull");
        if (!a || !b) continue;
        flr_contact3_cache kept = {};
        flr_vec3 way = random.lattice_point(-4, 4), step = flr_scale3(flr_real(-0.25), way);
        for (int i = 0; i < 8; i++, way = flr_add3(way, step)) {
            polytope moved = y;
            for (flr_vec3 &p : moved.points) p = flr_add3(p, way);
            flr_convex3 c = flr_convex3_hull(a.get(), upright, {0, 0, 0}, 0),
                        d = flr_convex3_hull(b.get(), upright, way, 0);
            double depth = exact_depth::true_depth(x, moved);
            flr_contact3_cache other = any_cache(random, n % 3 ? 6 : 9);
            for (flr_contact3_cache *cache : {&kept, &other}) {
                flr_contact3_options o = {0, 0, cache};
                flr_manifold3 m;
                flr_status status = flr_contact3_convex_convex(&c, &d, &o, &m);
                t.expect(status == FLR_OK, "status %d", status);
                asked++;
                if (depth < 0) {
                    bool touches = flr_closest3_convex_convex(&c, &d, nullptr).distance < 1e3 * real_rounding;
                    t.expect(m.count == 0 || touches, "apart, but %g deep", depth_of(m));
                    continue;
                }
                deep++;
                t.expect(m.count > 0, "%g deep, but no point", depth);
                double error = std::fabs(depth_of(m) - depth) / (8 * real_rounding);
                worst = std::fmax(worst, error);
            }
        }
    }
    t.expect(deep * 10 >= asked * 3 && deep * 10 <= asked * 9, "%d of %d overlap", deep, asked);
    expect_pinned(t, "depth, roundings of the size", worst, real_choose(2, 0.4));
}

/// Hulls of 300 corners, climbed along their edges: warm as cold, a step at a time.
void large_hulls(tally &t)
{
    random_source random{84};
    double worst = 0;
    int held = 0, asked = 0;
    for (int n = 0; n < 12; n++) {
        std::vector<flr_vec3> points[2];
        for (auto &p : points)
            for (int i = 0; i < 300; i++) {
                flr_vec3 q = random.point(-1, 1);
                flr_real length = flr_length3(q);
                p.push_back(length > 0 ? flr_scale3(1 / length, q) : q);
            }
        hull_pointer a = hull_of(points[0]), b = hull_of(points[1]);
        flr_convex3 c = flr_convex3_hull(a.get(), upright, {0, 0, 0}, 0);
        flr_contact3_cache kept = {};
        flr_vec3 d = random.point(-1, 1);
        flr_vec3 way = flr_scale3(flr_real(1.8) / flr_length3(d), d);
        for (int i = 0; i < 30; i++) {
            way = flr_add3(way, flr_scale3(flr_real(0.01), random.point(-1, 1)));
            flr_convex3 e = flr_convex3_hull(b.get(), upright, way, 0);
            flr_contact3_options o = {0, 0, &kept};
            flr_manifold3 m;
            t.expect(flr_contact3_convex_convex(&c, &e, &o, &m) == FLR_OK && m.count > 0, "no point");
            flr_gjk3 cold = flr_signed_distance3_convex_convex(&c, &e);
            worst = std::fmax(worst, std::fabs(depth_of(m) + double(cold.signed_distance)) / real_rounding);
            asked++;
            held += kept.gjk.count == 4;
        }
    }
    expect_pinned(t, "warm against cold, roundings", worst, real_choose(0.8, exact_answers));
    t.expect(held * 10 >= asked * 9, "%d of %d times the cache holds a simplex around the origin", held,
             asked);
}

flr_vec3 unit(flr_vec3 v) { return flr_scale3(1 / flr_length3(v), v); }

flr_mat3 any_rotation(random_source &random)
{
    flr_vec3 x = unit(random.point(-1, 1)), y = random.point(-1, 1), z = unit(flr_cross3(x, y));
    return {x, flr_cross3(z, x), z};
}

/// Hulls of 80 corners on stretched ellipsoids, from one inside the other over touching to apart, at any scale and also far off: a depth without a cache
/// begins between the middles, with one (an empty one here) with GJK, and both find the same one.
void from_inside_to_apart(tally &t)
{
    random_source random{85};
    double worst = 0, worst_touching = 0;
    int deep = 0, asked = 0;
    for (int n = 0; n < scenes(96); n++) {
        const double scale = n % 4 == 1   ? 1e-3
                             : n % 4 == 2 ? 1e3
                                          : 1,
                     far = n % 4 == 3 ? real_choose(1e6, 1e3) : 0;
        hull_pointer hull[2] = {{nullptr, flr_hull3_destroy}, {nullptr, flr_hull3_destroy}};
        for (hull_pointer &h : hull) {
            flr_vec3 half = random.point(0.2, 1.2);
            std::vector<flr_vec3> points;
            for (int i = 0; i < 80; i++) {
                flr_vec3 q = random.point(-1, 1);
                q = flr_scale3(flr_real(scale) / flr_length3(q), q);
                points.push_back({q.x * half.x, q.y * half.y, q.z * half.z});
            }
            h = hull_of(points);
        }
        flr_vec3 way = random.point(-1, 1), from = {flr_real(far), flr_real(-far), 0};
        way = flr_scale3(flr_real(scale * (n % 8 == 0 ? 0 : random.between(0, 1.8))) / flr_length3(way), way);
        flr_convex3 a = flr_convex3_hull(hull[0].get(), any_rotation(random), from, 0);
        const flr_mat3 turn = any_rotation(random);
        for (int touching = 0; touching < 2; touching++) {
            flr_convex3 b = flr_convex3_hull(hull[1].get(), turn, flr_add3(from, way), 0);
            flr_contact3_cache cache = {};
            flr_contact3_options o = {0, 0, &cache};
            flr_manifold3 m;
            flr_gjk3 cold = flr_signed_distance3_convex_convex(&a, &b);
            flr_contact3_convex_convex(&a, &b, &o, &m);
            const double size = 2.5 * scale, noise = 64 * real_rounding * (size + far);
            const double depth = -double(cold.signed_distance);
            t.expect(cold.status == FLR_OK && double(cold.lower) <= std::fabs(depth) &&
                         double(cold.upper) >= std::fabs(depth),
                     "depth %g within %g and %g", depth, double(cold.lower), double(cold.upper));
            asked += !touching;
            deep += !touching && depth > 0;
            if (std::fabs(depth) > noise)
                t.expect((m.count > 0) == (depth > 0), "%g deep, %d points", depth, m.count);
            if (m.count > 0) {
                const double error = std::fabs(depth_of(m) - depth) / real_rounding / size;
                double &which = touching ? worst_touching : worst;
                which = std::fmax(which, error);
            }
            // of shapes apart a margin tells, whether by the first plane or by the distance
            for (double part : {0.25, 0.999, 1.001}) {
                if (!(-depth > 1e5 * noise)) continue;
                flr_contact3_options within = {flr_real(-depth * part), 0, nullptr};
                flr_contact3_convex_convex(&a, &b, &within, &m);
                t.expect((m.count > 0) == (part > 1), "%g apart, margin %g of it: %d points", -depth, part,
                         m.count);
            }
            // moved apart by the depth
            if (depth > 0) way = flr_mul_add3(way, flr_real(depth), cold.normal);
        }
    }
    t.expect(deep * 10 >= asked * 4 && deep * 10 <= asked * 9, "%d of %d overlap", deep, asked);
    expect_pinned(t, "begun between the middles against GJK, roundings", worst,
                  real_choose(2.4, exact_answers));
    expect_pinned(t, "touching, roundings", worst_touching, real_choose(0.4, exact_answers));
}

}  // namespace

FEELER_TESTS(FEELER_TEST(walks), FEELER_TEST(large_hulls), FEELER_TEST(from_inside_to_apart))

}  // namespace TEST_FILE
