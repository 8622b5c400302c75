// needs: gmp
/// Closest points of two triangles, and the form with a limit, against the exact distance.
#include "closest/closest3_cases.hpp"

extern "C" {
#include "closest/kernels3.h"
#include "support/scenes.hpp"
}

namespace TEST_FILE
{
namespace
{

using closest3_cases::epsilon;
using closest3_cases::shape;

flr_closest3 ask(const shape &a, const shape &b)
{
    flr_triangle3 s = flat3::triangle(a[0], a[1], a[2]), u = flat3::triangle(b[0], b[1], b[2]);
    return flr_closest3_triangle_triangle(&s, &u);
}

void families(tally &t)
{
    closest3_cases::errors e = closest3_cases::families(t, ask, ask, 3, 3, 50);
    closest3_cases::pin(t, e, {3, 4}, {1.2, 2.2});
    closest3_cases::check_rate(t, e);
}

void degenerate(tally &t) { closest3_cases::degenerate(t, ask, 3, 3); }

void traps(tally &t)
{
    const shape base = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const struct {
        const char *name;
        shape other;
        double distance;
    } cases[] = {
        {"crossing", {{1, 1, -1}, {1.25, 1, 2}, {1, 1.25, 2}}, 0},
        {"crossing at a large angle", {{1, 1, -1}, {double(1.2f), 1, 2}, {1, double(1.2f), 2}}, 0},
        {"coplanar, apart", {{5, 0, 0}, {9, 0, 0}, {9, 4, 0}}, 1},
        {"coplanar, inside", {{1, 1, 0}, {2, 1, 0}, {1, 2, 0}}, 0},
        {"parallel above", {{0, 0, 3}, {4, 0, 3}, {0, 4, 3}}, 3},
        {"parallel above, turned", {{1, 1, 3}, {-9, 7, 3}, {12, 7, 3}}, 3},
        {"corner above the face", {{1, 1, 2}, {1, 1, 5}, {2, 2, 5}}, 2},
        {"edge over edge", {{2, -2, -1}, {2, -2, 1}, {2, -5, 0}}, 2},
        {"corner to corner", {{6, -3, 6}, {9, -3, 9}, {9, -9, 6}}, 7},
        {"the same", {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, 0},
    };
    for (const auto &c : cases) {
        closest3_cases::errors e;
        closest3_cases::judge(t, ask(base, c.other), base, c.other, c.name, &e);
        closest3_cases::judge(t, ask(c.other, base), c.other, base, c.name, &e);
        double got = double(ask(base, c.other).distance);
        t.expect(std::fabs(got - c.distance) <= 4 * epsilon * c.distance, "%s: %.17g", c.name, got);
    }
}

/// With a limit just above the distance the pair is found, with the same distance; with one just
/// below it is not, and nothing is written.
void within(tally &t)
{
    long found = 0, asked = 0;
    for (int f = 0; f < flat3::VANISHING; ++f) {
        random_source random{uint64_t(f) + 900};
        for (int n = 0; n < scenes(1000); ++n) {
            flat3::scene s = flat3::make(flat3::family(f), random);
            shape a = flat3::corners(s, 0, 3), b = flat3::corners(s, 3, 3);
            flr_triangle3 ta = flat3::triangle(a[0], a[1], a[2]), tb = flat3::triangle(b[0], b[1], b[2]);
            flr_closest3 r = flr_closest3_triangle_triangle(&ta, &tb);
            double largest, room = 8 * epsilon * closest3_cases::sizes(a, b, &largest);
            double d = double(r.distance), above = d + room, below = d - room;
            flr_real squared = -1;
            flr_vec3 p = flr_vec3_make(7, 7, 7), q = p;
            for (double far : {1e-3, 0.5}) {
                double limit = d * (1 - far) - room;
                if (limit <= 0) continue;
                ++asked;
                t.expect(
                    !flr_closest3_triangles_within(&ta, &tb, flr_real(limit * limit), &squared, &p, &q) &&
                        squared == -1 && p.x == 7 && q.x == 7,
                    "%s: found beyond the limit", flat3::name(flat3::family(f)));
            }
            if (below > 0)
                t.expect(!flr_closest3_triangles_within(&ta, &tb, flr_real(below * below), &squared, &p, &q),
                         "%s: %.17g found within %.17g", flat3::name(flat3::family(f)), d, below);
            for (double limit : {above, 2 * above, double(INFINITY)}) {
                ++asked;
                bool in = flr_closest3_triangles_within(&ta, &tb, flr_real(limit * limit), &squared, &p, &q);
                found += in;
                t.expect(in && std::fabs(std::sqrt(double(squared)) - d) <= room &&
                             (squared == 0) == (d == 0),
                         "%s: %.17g not found within %.17g", flat3::name(flat3::family(f)), d, limit);
                t.expect(p.x == r.point_a.x && q.z == r.point_b.z, "other points than without a limit");
            }
            ++asked;
            found += flr_closest3_triangles_within(&ta, &tb, 0, &squared, &p, &q);
            t.expect(flr_closest3_triangles_within(&ta, &tb, 0, &squared, &p, &q) == (d == 0), "within 0");
        }
    }
    std::printf("  %ld of %ld within the limit\n", found, asked);
}

/// Two flat triangles a hair apart, at every place where the hair can be: the exact answer is
/// not 0, and neither is the one given.
void a_hair_apart(tally &t)
{
    for (int e = -60; e < -20; ++e)
        for (double offset : {0.0, 1.0, 1e6}) {
            shape a = {{offset, 0, 0}, {offset + 1, 0, 0}, {offset, 1, 0}};
            shape b = {{offset + 0.25, 0.25, std::ldexp(1.0, e)}, {offset + 2, 0.5, 1}, {offset, 2, 1}};
            for (auto *s : {&a, &b})
                for (auto &p : *s)
                    for (double &x : p) x = double(flr_real(x));
            flr_closest3 r = ask(a, b);
            t.expect(r.distance > 0, "2^%d apart at %g: %g", e, offset, double(r.distance));
            for (auto &p : b) p[2] = p[2] == 1 ? 1 : 0;
            t.expect(ask(a, b).distance == 0, "touching at %g", offset);
        }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(families), FEELER_TEST(degenerate), FEELER_TEST(traps), FEELER_TEST(within),
             FEELER_TEST(a_hair_apart))

}  // namespace TEST_FILE
