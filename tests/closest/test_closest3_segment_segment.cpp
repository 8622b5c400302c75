// needs: gmp
/// Closest points of two segments, against the exact distance.
#include "closest/closest3_cases.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using closest3_cases::shape;

flr_closest3 ask(const shape &a, const shape &b)
{
    flr_segment3 s = flat3::segment(a[0], a[1]), u = flat3::segment(b[0], b[1]);
    return flr_closest3_segment_segment(&s, &u);
}

void families(tally &t)
{
    closest3_cases::errors e = closest3_cases::families(t, ask, ask, 2, 2, 60);
    closest3_cases::pin(t, e, {3.5, 4.5}, {1.4, 2.2});
}

void degenerate(tally &t) { closest3_cases::degenerate(t, ask, 2, 2); }

/// Segments nearly on one line or nearly parallel, by every power of two down to rounding, as
/// far apart as they are long and a hundred thousand times closer.
void nearly_parallel(tally &t)
{
    random_source random{24};
    closest3_cases::errors e;
    for (int n = 0; n < scenes(12000); ++n) {
        double angle = std::ldexp(1.0, -(n % 56)), apart = n % 2 ? 1 : std::ldexp(1.0, -random.whole(0, 40));
        double shift = random.between(-1.5, 1.5), length = n % 3 ? 1 : std::ldexp(1.0, -random.whole(0, 30));
        flat3::point d, side;
        for (double &x : d) x = random.between(-1, 1);
        for (double &x : side) x = random.between(-1, 1);
        shape a(2), b(2);
        for (size_t k = 0; k < 3; ++k) {
            a[0][k] = double(flr_real(random.between(-1, 1)));
            a[1][k] = double(flr_real(a[0][k] + d[k]));
            b[0][k] = double(flr_real(a[0][k] + shift * d[k] + apart * side[k]));
            b[1][k] = double(flr_real(b[0][k] + length * (d[k] + angle * random.between(-1, 1))));
        }
        closest3_cases::judge(t, ask(a, b), a, b, "nearly parallel", &e);
    }
    closest3_cases::pin(t, e, {3, 4}, {1.4, 1.8});
}

/// Lines that cross, in rounded coordinates of one plane, so that the answer is a true 0.
void crossing(tally &t)
{
    random_source random{25};
    closest3_cases::errors e;
    for (int n = 0; n < scenes(4000); ++n) {
        flat3::scene s = flat3::make(flat3::PLAIN, random);
        double along = random.between(-0.5, 1.5);
        for (auto &p : s) p[size_t(n % 3)] = 0.375;
        for (size_t k = 0; k < 3; ++k)
            s[4][k] = double(flr_real(2 * s[0][k] - s[3][k] + 2 * along * (s[1][k] - s[0][k])));
        s[4][size_t(n % 3)] = 0.375;
        closest3_cases::judge(t, ask({s[0], s[1]}, {s[3], s[4]}), {s[0], s[1]}, {s[3], s[4]}, "crossing", &e);
    }
    closest3_cases::check_rate(t, e);
    expect_pinned(t, "points where lines cross, roundings", e.points, real_choose(3.8, 1));
}

/// Inputs on which forms in print go wrong.
void traps(tally &t)
{
    const struct {
        const char *name;
        shape a, b;
        double distance, within;
    } cases[] = {
        {"nearly parallel in single precision",
         {{5, -7, 4}, {39, -18, -30}},
         {{8, -8, 1}, {42, double(-18.99f), -33}},
         0.01978,
         5e-6},
        {"shorter than a millimetre",
         {{0, 0, 0}, {double(9e-4f), 0, 0}},
         {{double(9e-4f), double(1e-4f), 0}, {double(9e-4f), double(1e-3f), 0}},
         1e-4,
         1e-11},
        {"clamped parameters depend on one another",
         {{0, 0, 0}, {4, 0, 0}},
         {{6, 1, 0}, {10, 2, 0}},
         std::sqrt(5.0),
         1e-14},
        {"crossing at right angles", {{0, 0, 0}, {4, 0, 0}}, {{2, 1, -1}, {2, 1, 1}}, 1, 0},
        {"parallel, overlapping", {{0, 0, 0}, {4, 0, 0}}, {{1, 2, 0}, {9, 2, 0}}, 2, 0},
        {"parallel, apart", {{0, 0, 0}, {4, 0, 0}}, {{7, 4, 0}, {9, 4, 0}}, 5, 0},
        {"on one line, apart", {{0, 0, 0}, {4, 0, 0}}, {{9, 0, 0}, {7, 0, 0}}, 3, 0},
        {"points", {{0, 0, 0}, {0, 0, 0}}, {{2, 3, 6}, {2, 3, 6}}, 7, 0},
        {"point and segment", {{2, 3, 0}, {2, 3, 0}}, {{0, 0, 0}, {4, 0, 0}}, 3, 0},
    };
    for (const auto &c : cases) {
        closest3_cases::errors e;
        closest3_cases::judge(t, ask(c.a, c.b), c.a, c.b, c.name, &e);
        double got = double(ask(c.a, c.b).distance),
               room = std::fmax(c.within, 4 * closest3_cases::epsilon * c.distance);
        t.expect(std::fabs(got - c.distance) <= room, "%s: %.17g", c.name, got);
        got = double(ask(c.b, c.a).distance);
        t.expect(std::fabs(got - c.distance) <= room, "%s, turned round: %.17g", c.name, got);
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(families), FEELER_TEST(degenerate), FEELER_TEST(nearly_parallel),
             FEELER_TEST(crossing), FEELER_TEST(traps))

}  // namespace TEST_FILE
