// needs: gmp
/// Composition, determinant and inverse of affine maps against rationals.
#include <cmath>

#include "support/big.hpp"

#include "feeler/math.h"
#include "support/accuracy.hpp"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"

namespace TEST_FILE
{
namespace
{

const double epsilon = real_rounding;

struct rational_map {
    big_rational m[3][4];  ///< rows
};

flr_vec3 column(const flr_affine3 &a, int i)
{
    return i == 0 ? a.linear.x : i == 1 ? a.linear.y : i == 2 ? a.linear.z : a.translation;
}

rational_map exact(const flr_affine3 &a)
{
    rational_map r;
    for (int i = 0; i < 4; ++i) {
        flr_vec3 c = column(a, i);
        r.m[0][i] = c.x;
        r.m[1][i] = c.y;
        r.m[2][i] = c.z;
    }
    return r;
}

big_rational determinant(const rational_map &r)
{
    big_rational sum = 0;
    for (int k = 0; k < 3; ++k) {
        int m = (k + 1) % 3, n = (k + 2) % 3;
        sum += r.m[0][k] * (r.m[1][m] * r.m[2][n] - r.m[1][n] * r.m[2][m]);
    }
    return sum;
}

rational_map inverse(const rational_map &r)
{
    rational_map x;
    big_rational whole = determinant(r);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            int p = (i + 1) % 3, q = (i + 2) % 3, m = (k + 1) % 3, n = (k + 2) % 3;
            x.m[i][k] = (r.m[m][p] * r.m[n][q] - r.m[m][q] * r.m[n][p]) / whole;
        }
    for (int i = 0; i < 3; ++i)
        x.m[i][3] = -(x.m[i][0] * r.m[0][3] + x.m[i][1] * r.m[1][3] + x.m[i][2] * r.m[2][3]);
    return x;
}

/// Largest error of an entry, as a part of the largest entry of its kind.
double worst(const rational_map &want, const flr_affine3 &got, int first, int last)
{
    rational_map have = exact(got);
    big_rational largest = 0, error = 0;
    for (int i = 0; i < 3; ++i)
        for (int k = first; k < last; ++k) {
            if (abs(want.m[i][k]) > largest) largest = abs(want.m[i][k]);
            big_rational e = abs(want.m[i][k] - have.m[i][k]);
            if (e > error) error = e;
        }
    return largest == 0 ? error.get_d() : big_rational(error / largest).get_d();
}

flr_vec3 cells(random_source &random) { return random.point(-1, 1); }

flr_affine3 random_map(random_source &random)
{
    flr_affine3 a;
    a.linear.x = cells(random);
    a.linear.y = cells(random);
    a.linear.z = cells(random);
    a.translation = random.point(-100, 100);
    return a;
}

flr_affine3 map_of(flr_vec3 x, flr_vec3 y, flr_vec3 z)
{
    flr_affine3 a;
    a.linear.x = x;
    a.linear.y = y;
    a.linear.z = z;
    a.translation = flr_vec3_make(1, 2, 3);
    return a;
}

void compose(tally &t)
{
    random_source random{11};
    double largest = 0;
    for (int n = 0; n < 2000; ++n) {
        flr_affine3 outer = random_map(random), inner = random_map(random);
        rational_map p = exact(outer), q = exact(inner), want;
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 4; ++k) {
                want.m[i][k] = k == 3 ? p.m[i][3] : big_rational(0);
                for (int j = 0; j < 3; ++j) want.m[i][k] += p.m[i][j] * q.m[j][k];
            }
        flr_affine3 got = flr_affine3_compose(outer, inner);
        largest = std::fmax(largest, std::fmax(worst(want, got, 0, 3), worst(want, got, 3, 4) / 4) / epsilon);
    }
    std::printf("  worst error: %.3g rounding units\n", largest);
    expect_pinned(t, "composed, roundings", largest, real_choose(3, 3),
                  {"Makers and measures", "composed maps; determinant; inverse"});
    flr_affine3 a = random_map(random), b = flr_affine3_compose(a, flr_affine3_identity());
    t.expect(worst(exact(a), b, 0, 4) == 0, "the identity changes nothing");
}

void determinants(tally &t)
{
    random_source random{12};
    for (int n = 0; n < 2000; ++n) {
        flr_mat3 m = {random.lattice_point(-9, 9), random.lattice_point(-9, 9), random.lattice_point(-9, 9)};
        rational_map r = exact(map_of(m.x, m.y, m.z));
        t.expect(big_rational(flr_mat3_determinant(m)) == determinant(r), "determinant of integers");
    }
    double most = 0;
    for (int n = 0; n < 4000; ++n) {
        flr_mat3 m = {cells(random), cells(random), cells(random)};
        if (n % 3 == 0) m.z = flr_mul_add3(m.x, flr_real(0.5), m.y);  // next to nothing is left
        double whole = double(flr_length3(m.x)) * double(flr_length3(m.y)) * double(flr_length3(m.z));
        big_rational off =
            abs(big_rational(flr_mat3_determinant(m)) - determinant(exact(map_of(m.x, m.y, m.z))));
        most = std::fmax(most, off.get_d() / whole / epsilon);
    }
    expect_pinned(t, "determinant, roundings of the product of the columns' lengths", most,
                  real_choose(3, 1.1), {"Makers and measures", "composed maps; determinant; inverse", 1, 1});
    flr_affine3 mirror = map_of(flr_vec3_make(-2, 0, 0), flr_vec3_make(0, 3, 0), flr_vec3_make(0, 0, 4));
    t.expect(flr_mat3_determinant(mirror.linear) == -24, "mirrored");
}

/// Well-conditioned up to 2^10: scaled by unlike powers on either side, mirrored, sheared.
void inverses(tally &t)
{
    random_source random{13};
    double largest = 0;
    long used = 0;
    for (int n = 0; n < 4000; ++n) {
        flr_affine3 a = random_map(random), got;
        double whole = std::fabs(double(flr_mat3_determinant(a.linear)));
        if (whole < 0x1p-5) continue;
        int e = sizeof(flr_real) < 8 ? 20 : 300;
        flr_real scale = std::ldexp(flr_real(1), random.whole(-e, e));
        a.linear.x = flr_scale3(scale, a.linear.x);
        a.linear.y = flr_scale3(scale, a.linear.y);
        a.linear.z = flr_scale3(scale, a.linear.z);
        flr_status status = flr_affine3_invert(a, &got);
        if (!t.expect(status == FLR_OK, "refused: %s", flr_status_string(status))) continue;
        rational_map want = inverse(exact(a));
        largest =
            std::fmax(largest, std::fmax(worst(want, got, 0, 3), worst(want, got, 3, 4)) * whole / epsilon);
        ++used;
    }
    std::printf("  %ld inverted, worst error: %.3g rounding units by the determinant\n", used, largest);
    t.expect(used > 2000, "only %ld used", used);
    expect_pinned(t, "inverse times determinant, roundings", largest, real_choose(8, 1.7),
                  {"Makers and measures", "composed maps; determinant; inverse", 1, 2});
}

/// The transpose of a rotation that is off by 1e-6 is not its inverse.
void not_the_transpose(tally &t)
{
    flr_real c = flr_real(0.8), s = flr_real(0.6) + flr_real(1e-6);
    flr_affine3 a = map_of(flr_vec3_make(c, s, 0), flr_vec3_make(-s, c, 0), flr_vec3_make(0, 0, 1)), got;
    t.expect(flr_affine3_invert(a, &got) == FLR_OK, "refused");
    t.expect(worst(inverse(exact(a)), got, 0, 4) <= 4 * epsilon, "inverse of a worn rotation");
}

void singular(tally &t)
{
    const flr_vec3 zero = flr_vec3_make(0, 0, 0), p = flr_vec3_make(1, 2, 3), q = flr_vec3_make(4, 5, 6);
    flr_affine3 kept = map_of(p, q, p), got = kept;
    auto is = [&](const flr_affine3 &a, flr_status want, const char *name) {
        flr_status status = flr_affine3_invert(a, &got);
        t.expect(status == want, "%s: %s", name, flr_status_string(status));
    };
    is(map_of(zero, zero, zero), FLR_INVALID_SHAPE, "zero");
    is(map_of(p, q, zero), FLR_INVALID_SHAPE, "flat");
    is(map_of(p, q, flr_add3(p, q)), FLR_INVALID_SHAPE, "rank 2");
    is(map_of(p, flr_scale3(2, p), flr_scale3(-3, p)), FLR_INVALID_SHAPE, "rank 1");
    // rank 2 before it was rounded
    random_source random{14};
    for (int n = 0; n < 1000; ++n) {
        flr_vec3 u = random.point(-1, 1), v = random.point(-1, 1);
        flr_real a = flr_real(random.between(-1, 1)), b = flr_real(random.between(-1, 1));
        flr_vec3 w = flr_add3(flr_scale3(a, u), flr_scale3(b, v));
        big_rational exactly = determinant(exact(map_of(u, v, w)));
        if (sizeof(flr_real) == 8) is(map_of(u, v, w), FLR_INVALID_SHAPE, "rank 2, rounded");
        t.expect(std::fabs(exactly.get_d()) < 1e-5, "the test's own matrices");
    }
    t.expect(got.translation.x == kept.translation.x && got.linear.x.y == kept.linear.x.y,
             "result left alone");
    t.expect(flr_affine3_invert(kept, nullptr) == FLR_INVALID_ARGUMENT, "no place");
}

/// Small is not singular, neither as a whole nor along one axis.
void small_is_not_singular(tally &t)
{
    flr_affine3 got;
    const flr_real small = sizeof(flr_real) < 8 ? flr_real(1e-12) : flr_real(1e-100);
    for (flr_real s : {small, 1 / small}) {
        flr_affine3 all = map_of(flr_vec3_make(s, 0, 0), flr_vec3_make(0, s, 0), flr_vec3_make(0, 0, s));
        flr_affine3 one = map_of(flr_vec3_make(1, 1, 0), flr_vec3_make(-s, s, 0), flr_vec3_make(0, 0, 1));
        t.expect(flr_affine3_invert(all, &got) == FLR_OK, "scaled by %g", double(s));
        t.expect(worst(inverse(exact(all)), got, 0, 3) <= 4 * epsilon, "inverse scaled by %g", double(s));
        t.expect(flr_affine3_invert(one, &got) == FLR_OK, "one axis scaled by %g", double(s));
        t.expect(worst(inverse(exact(one)), got, 0, 3) <= 4 * epsilon, "inverse, one axis by %g", double(s));
        flr_affine3 row = map_of(flr_vec3_make(1, s, 0), flr_vec3_make(1, -s, 0), flr_vec3_make(0, 0, 1));
        t.expect(flr_affine3_invert(row, &got) == FLR_OK, "one coordinate scaled by %g", double(s));
        t.expect(worst(inverse(exact(row)), got, 0, 3) <= 4 * epsilon, "inverse, one coordinate by %g",
                 double(s));
    }
}

void not_finite(tally &t)
{
    flr_affine3 got;
    for (flr_real bad : {flr_real(NAN), flr_real(INFINITY), flr_real(-INFINITY)})
        for (int i = 0; i < 12; ++i) {
            flr_affine3 a = flr_affine3_identity();
            (&a.linear.x.x)[i] = bad;
            t.expect(flr_affine3_invert(a, &got) == FLR_NOT_FINITE, "entry %d", i);
        }
    // finite, but its inverse is not
    const flr_real s = sizeof(flr_real) < 8 ? flr_real(1e-42) : flr_real(1e-310);
    flr_affine3 a = map_of(flr_vec3_make(s, 0, 0), flr_vec3_make(0, s, 0), flr_vec3_make(0, 0, s));
    t.expect(flr_affine3_invert(a, &got) == FLR_INVALID_SHAPE, "inverse beyond the numbers");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(compose), FEELER_TEST(determinants), FEELER_TEST(inverses),
             FEELER_TEST(not_the_transpose), FEELER_TEST(singular), FEELER_TEST(small_is_not_singular),
             FEELER_TEST(not_finite))

}  // namespace TEST_FILE
