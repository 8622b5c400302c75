// needs: mpfr
// Sine, cosine and arc tangent against MPFR at 400 bits.
#include <algorithm>
#include <cmath>
#include <limits>

#include <mpfr.h>

#include "support/accuracy.hpp"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/scenes.hpp"

extern "C" {
#include "math/trigonometry.h"
}

namespace TEST_FILE
{
namespace
{

/// 400 bits hold pi far beyond what the largest argument here needs.
struct number {
    mpfr_t v;
    number() { mpfr_init2(v, 400); }
    ~number() { mpfr_clear(v); }
    number(const number &) = delete;
    number &operator=(const number &) = delete;
};

/// How far `got` is from `right`, in units of the last place of `right`.
double units_off(double got, const number &right)
{
    double rounded = std::fabs(mpfr_get_d(right.v, MPFR_RNDN));
    double unit = std::nextafter(rounded, INFINITY) - rounded;
    number difference;
    mpfr_sub_d(difference.v, right.v, got, MPFR_RNDN);
    mpfr_div_d(difference.v, difference.v, unit, MPFR_RNDN);
    return std::fabs(mpfr_get_d(difference.v, MPFR_RNDN));
}

struct worst {
    double sine = 0, cosine = 0;
    void look(double x)
    {
        number at, s, c;
        mpfr_set_d(at.v, x, MPFR_RNDN);
        mpfr_sin_cos(s.v, c.v, at.v, MPFR_RNDN);
        double sine_got, cosine_got;
        flr_sine_cosine(x, &sine_got, &cosine_got);
        sine = std::max(sine, units_off(sine_got, s));
        cosine = std::max(cosine, units_off(cosine_got, c));
    }
};

void small_and_large_angles(tally &t)
{
    random_source r{61};
    for (int exponent = -60; exponent <= 60; ++exponent) {
        worst w;
        for (int i = 0; i < 400; ++i) {
            double x = std::ldexp(r.between(0.5, 1), exponent);
            w.look(i % 2 ? x : -x);
        }
        t.expect(w.sine <= 0.8 && w.cosine <= 0.8, "2^%d: %g and %g units off", exponent, w.sine, w.cosine);
    }
}

/// Where one of the two is nearly 0: doubles nearest to quarter turns, and their neighbours.
void quarter_turns(tally &t)
{
    worst w;
    random_source r{62};
    for (int i = 0; i < scenes(20000); ++i) {
        double k = i < 5000 ? i : r.whole(5000, 700000);
        double x = k * 1.57079632679489661923;
        w.look(x);
        w.look(std::nextafter(x, 0));
        w.look(-std::nextafter(x, INFINITY));
    }
    expect_pinned(t, "sine, units in the last place", w.sine, 0.8,
                  {"Makers and measures", "sine and cosine"});
    expect_pinned(t, "cosine, units in the last place", w.cosine, 0.8);
}

void angles(tally &t)
{
    random_source r{63};
    double off = 0;
    for (int i = 0; i < scenes(60000); ++i) {
        int spread = i % 3 == 0 ? 1 : i % 3 == 1 ? 60 : 1000;
        double x = r.between(-1, 1), y = r.between(-1, 1);
        x = std::ldexp(x, r.whole(-spread, spread));
        y = std::ldexp(y, r.whole(-spread, spread));
        if (i % 7 == 0) y = x * r.whole(-40, 40) / 32;  // about the seams
        number right, at;
        mpfr_set_d(right.v, y, MPFR_RNDN);
        mpfr_set_d(at.v, x, MPFR_RNDN);
        mpfr_atan2(right.v, right.v, at.v, MPFR_RNDN);
        if (std::fabs(mpfr_get_d(right.v, MPFR_RNDN)) < 1e-290) continue;  // no last place to measure in
        off = std::max(off, units_off(flr_arc_tangent2(y, x), right));
    }
    expect_pinned(t, "arc tangent, units in the last place", off, 1.35);
}

void special_values(tally &t)
{
    double s, c;
    flr_sine_cosine(0, &s, &c);
    t.expect(s == 0 && c == 1, "of 0: %g %g", s, c);
    flr_sine_cosine(INFINITY, &s, &c);
    t.expect(std::isnan(s) && std::isnan(c), "of infinity: %g %g", s, c);
    flr_sine_cosine(std::numeric_limits<double>::max(), &s, &c);
    t.expect(std::fabs(s * s + c * c - 1) < 1e-15, "of the largest: %g %g", s, c);
    flr_sine_cosine(5e-324, &s, &c);
    t.expect(s == 5e-324 && c == 1, "of the least: %g %g", s, c);
    const double some[] = {0, -0.0, 1, -1, INFINITY, -INFINITY, 1e-300, -2.5, 1e300};
    for (double y : some)
        for (double x : some) {
            double got = flr_arc_tangent2(y, x), right = std::atan2(y, x);
            t.expect(std::fabs(got - right) <= 4e-16 * std::fabs(right) &&
                         std::signbit(got) == std::signbit(right),
                     "atan2(%g, %g) = %.17g, not %.17g", y, x, got, right);
        }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(small_and_large_angles), FEELER_TEST(quarter_turns), FEELER_TEST(angles),
             FEELER_TEST(special_values))

}  // namespace TEST_FILE
