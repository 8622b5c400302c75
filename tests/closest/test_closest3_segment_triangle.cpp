// needs: gmp
/// Closest points of a segment and a triangle, against the exact distance.
#include "closest/closest3_cases.hpp"

#include "feeler/overlap3.h"

namespace TEST_FILE
{
namespace
{

using closest3_cases::shape;

flr_closest3 ask(const shape &a, const shape &b)
{
    flr_segment3 s = flat3::segment(a[0], a[1]);
    flr_triangle3 u = flat3::triangle(b[0], b[1], b[2]);
    return flr_closest3_segment_triangle(&s, &u);
}

void families(tally &t)
{
    closest3_cases::errors e = closest3_cases::families(t, ask, nullptr, 2, 3, 20);
    closest3_cases::pin(t, e, {3, 4}, {1.4, 2.4});
    closest3_cases::check_rate(t, e);
}

void degenerate(tally &t) { closest3_cases::degenerate(t, ask, 2, 3); }

void traps(tally &t)
{
    const shape base = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const struct {
        const char *name;
        shape a, b;
        double squared;
    } cases[] = {
        {"crossing the face", {{1, 1, -1}, {1, 1, 1}}, base, 0},
        {"near an obtuse corner", {{-5, 3, 2}, {-5, -9, 1}}, {{5, -4, 0}, {-6, 5, 0}, {-4, -2, 0}}, 3.2194},
        {"parallel above", {{1, 1, 2}, {9, 1, 2}}, base, 4},
        {"in the plane, inside", {{1, 1, 0}, {1, 2, 0}}, base, 0},
        {"in the plane, beside", {{5, 0, 0}, {9, 0, 0}}, base, 1},
        {"point below", {{1, 1, -3}, {1, 1, -3}}, base, 9},
    };
    for (const auto &c : cases) {
        closest3_cases::errors e;
        flr_closest3 r = ask(c.a, c.b);
        closest3_cases::judge(t, r, c.a, c.b, c.name, &e);
        double squared = double(r.distance) * double(r.distance);
        t.expect(std::fabs(squared - c.squared) <= 5e-5, "%s: %.17g", c.name, squared);
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(families), FEELER_TEST(degenerate), FEELER_TEST(traps))

}  // namespace TEST_FILE
