// needs: gmp
/// Closest point of a triangle to a point, against the exact distance.
#include <cmath>

#include "closest/closest3_cases.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

using closest3_cases::shape;
using flat3::point;

flr_closest3 ask(const shape &a, const shape &b)
{
    flr_triangle3 s = flat3::triangle(b[0], b[1], b[2]);
    return flr_closest3_point_triangle(flat3::vec3(a[0]), &s);
}

void families(tally &t)
{
    closest3_cases::errors e = closest3_cases::families(t, ask, nullptr, 1, 3, 60);
    closest3_cases::pin(t, e, {3.5, 4}, {1.8, 4});
}

void degenerate(tally &t) { closest3_cases::degenerate(t, ask, 1, 3); }

bool same(flr_vec3 p, const point &q)
{
    return p.x == flr_real(q[0]) && p.y == flr_real(q[1]) && p.z == flr_real(q[2]);
}

/// A corner is its own closest point, bit for bit, at distance 0.
void corners_exactly(tally &t)
{
    random_source random{22};
    for (int n = 0; n < 3000; ++n) {
        flat3::scene s = flat3::make(n % 2 ? flat3::FAR : flat3::NEEDLES, random);
        shape b = flat3::corners(s, 3, 3);
        flr_closest3 r = ask({b[size_t(n % 3)]}, b);
        t.expect(r.distance == 0 && same(r.point_b, b[size_t(n % 3)]), "a corner is at distance %g",
                 double(r.distance));
    }
}

/// Where both edges at a corner lead away from the point, it is that corner, bit for bit.
void nearest_corner_exactly(tally &t)
{
    random_source random{23};
    long used = 0;
    for (int n = 0; n < 20000; ++n) {
        flat3::scene s = flat3::make(flat3::PLAIN, random);
        double to_b = 0, to_c = 0;
        for (size_t k = 0; k < 3; ++k) {
            to_b += (s[0][k] - s[3][k]) * (s[4][k] - s[3][k]);
            to_c += (s[0][k] - s[3][k]) * (s[5][k] - s[3][k]);
        }
        if (to_b > -1e-6 || to_c > -1e-6) continue;
        ++used;
        flr_closest3 r = ask({s[0]}, flat3::corners(s, 3, 3));
        t.expect(same(r.point_b, s[3]), "nearest corner");
    }
    t.expect(used > 1000, "only %ld used", used);
}

/// Inputs on which forms in print go wrong.
/// A few roundings from a corner, where a point may seem to lie beyond both edges: no farther than the corner is.
void roundings_from_a_corner(tally &t)
{
    random_source random{23};
    for (int n = 0; n < 200000; ++n) {
        flr_vec3 a = random.point(-3, 3), b = random.point(-3, 3), c = random.point(-3, 3);
        const flr_triangle3 s = {a, b, c};
        flr_vec3 p = n % 3 == 0 ? a : n % 3 == 1 ? b : c;
        const flr_vec3 corner = p;
        for (flr_real *x : {&p.x, &p.y, &p.z})
            for (int k = random.whole(-2, 2); k != 0; k += k < 0 ? 1 : -1)
                *x = std::nextafter(*x, flr_real(k < 0 ? -9 : 9));
        const flr_closest3 r = flr_closest3_point_triangle(p, &s);
        const double off = std::sqrt(double(flr_distance_squared3(p, corner))),
                     most = off + 8 * 9 * real_rounding;
        t.expect(double(r.distance) <= most, "%g away, but the corner is only %g", double(r.distance), off);
        t.expect(double(flr_distance_squared3_point_triangle(p, &s)) <= most * most * (1 + real_epsilon),
                 "the square likewise");
    }
}

void traps(tally &t)
{
    const struct {
        const char *name;
        point p;
        shape triangle;
        point nearest;
    } cases[] = {
        {"region of the edge b c", {3, 3, 1}, {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {2, 2, 0}},
        {"a = b", {0.5, 1, 0}, {{0, 0, 0}, {0, 0, 0}, {1, 0, 0}}, {0.5, 0, 0}},
        {"b = c", {0.5, 1, 0}, {{0, 0, 0}, {1, 0, 0}, {1, 0, 0}}, {0.5, 0, 0}},
        {"a = c", {0.5, 1, 0}, {{1, 0, 0}, {0, 0, 0}, {1, 0, 0}}, {0.5, 0, 0}},
        {"one point", {0.5, 1, 0}, {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}, {1, 2, 3}},
        {"obtuse corner", {-2, -1, 0}, {{0, 0, 0}, {4, 0, 0}, {-4, 1, 0}}, {-28 / 17.0, 7 / 17.0, 0}},
        {"above the face", {1, 1, 5}, {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {1, 1, 0}},
    };
    for (const auto &c : cases) {
        shape order = c.triangle;
        closest3_cases::errors e;
        for (int turn = 0; turn < 6; ++turn) {
            flr_closest3 r = ask({c.p}, order);
            closest3_cases::judge(t, r, {c.p}, order, c.name, &e);
            double off = 0;
            for (size_t k = 0; k < 3; ++k)
                off = std::fmax(off, std::fabs(closest3_cases::from(r.point_b)[k] - c.nearest[k]));
            t.expect(off <= 16 * closest3_cases::epsilon, "%s: (%g %g %g)", c.name, double(r.point_b.x),
                     double(r.point_b.y), double(r.point_b.z));
            std::swap(order[size_t(turn % 2)], order[size_t(turn % 2) + 1]);
        }
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(families), FEELER_TEST(degenerate), FEELER_TEST(corners_exactly),
             FEELER_TEST(nearest_corner_exactly), FEELER_TEST(traps), FEELER_TEST(roundings_from_a_corner))

}  // namespace TEST_FILE
