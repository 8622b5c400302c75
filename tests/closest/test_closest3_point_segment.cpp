// needs: gmp
/// Closest point of a segment to a point, against the exact distance.
#include "closest/closest3_cases.hpp"

namespace TEST_FILE
{
namespace
{

using closest3_cases::shape;
using flat3::point;

flr_closest3 ask(const shape &a, const shape &b)
{
    flr_segment3 s = flat3::segment(b[0], b[1]);
    return flr_closest3_point_segment(flat3::vec3(a[0]), &s);
}

void families(tally &t)
{
    closest3_cases::errors e = closest3_cases::families(t, ask, nullptr, 1, 2, 60);
    closest3_cases::pin(t, e, {3, 4}, {1.7, 4});
}

void degenerate(tally &t) { closest3_cases::degenerate(t, ask, 1, 2); }

bool same(flr_vec3 p, const point &q)
{
    return p.x == flr_real(q[0]) && p.y == flr_real(q[1]) && p.z == flr_real(q[2]);
}

/// Beyond an end the very end comes back, not a point computed from it.
void ends_exactly(tally &t)
{
    random_source random{21};
    long beyond = 0;
    for (int n = 0; n < 5000; ++n) {
        flat3::scene s = flat3::make(flat3::PLAIN, random);
        point a = s[3], b = s[4], p = s[0];
        double along = 0, length = 0;
        for (size_t k = 0; k < 3; ++k) {
            along += (p[k] - a[k]) * (b[k] - a[k]);
            length += (b[k] - a[k]) * (b[k] - a[k]);
        }
        if (along > -1e-6 && along < length + 1e-6) continue;
        ++beyond;
        flr_closest3 r = ask({p}, {a, b});
        t.expect(same(r.point_b, along < 0 ? a : b) && same(r.point_a, p), "beyond an end");
    }
    t.expect(beyond > 1500 && beyond < 3500, "%ld beyond an end", beyond);
}

/// Both ends the same point: no 0 / 0.
void no_length(tally &t)
{
    flr_closest3 r = ask({{4, 5, 6}}, {{1, 2, 3}, {1, 2, 3}});
    t.expect(same(r.point_b, {1, 2, 3}), "the point itself");
    t.expect(std::fabs(double(r.distance) - std::sqrt(27.0)) <= 8 * closest3_cases::epsilon, "distance %.17g",
             double(r.distance));
}

/// Squared lengths of about 900 must not cancel: the square of the distance is 1.566e-4.
void no_cancellation(tally &t)
{
    closest3_cases::errors e;
    shape a = {{double(441.01f), double(369.5f), double(461.52f)}}, b = {{0, 8, 6}, {882, 731, 917}};
    flr_closest3 r = ask(a, b);
    closest3_cases::judge(t, r, a, b, "far along the segment", &e);
    double squared = double(r.distance) * double(r.distance);
    t.expect(squared > 1.56e-4 && squared < 1.57e-4, "squared distance %.6g", squared);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(families), FEELER_TEST(degenerate), FEELER_TEST(ends_exactly),
             FEELER_TEST(no_length), FEELER_TEST(no_cancellation))

}  // namespace TEST_FILE
