// needs: gmp
/// The exact triple product of sums, its value, and the side of a line given by its direction.
#include <cmath>

#include "support/big.hpp"

extern "C" {
#include "math/predicates.h"
}
#include "support/cmocka.hpp"
#include "support/random.hpp"

namespace TEST_FILE
{
namespace
{

typedef big_rational number;

/// Of every magnitude, few bits or all of them.
double any_number(random_source &r, int spread)
{
    double x = r.whole(0, 2) ? r.whole(-3, 3) : r.between(-1, 1);
    return std::ldexp(x, r.whole(-spread, spread));
}

flr_row3 any_row(random_source &r, int spread)
{
    flr_row3 row = {r.whole(1, 4), {}};
    for (int i = 0; i < row.count; ++i)
        for (double &x : row.term[i]) x = any_number(r, spread);
    return row;
}

void exact_sum(const flr_row3 &row, number sum[3])
{
    for (int k = 0; k < 3; ++k) {
        sum[k] = 0;
        for (int i = 0; i < row.count; ++i) sum[k] += number(row.term[i][k]);
    }
}

number determinant(const flr_row3 &a, const flr_row3 &b, const flr_row3 &c)
{
    number p[3], q[3], r[3];
    exact_sum(a, p);
    exact_sum(b, q);
    exact_sum(c, r);
    return number(p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) +
                  p[2] * (q[0] * r[1] - q[1] * r[0]));
}

void rows(tally &t)
{
    random_source random{1};
    long zeros = 0, minus = 0;
    const long count = 40000;
    for (long n = 0; n < count; ++n) {
        int spread = n % 4 == 0 ? 0 : n % 4 == 1 ? 3 : n % 4 == 2 ? 40 : 300;
        flr_row3 a = any_row(random, spread), b = any_row(random, spread), c = any_row(random, spread);
        if (n % 3 == 0) c = b, c.term[0][0] += random.whole(0, 1) ? 0 : std::ldexp(b.term[0][0], -50);
        number exact = determinant(a, b, c);
        flr_scaled value;
        int sign = flr_triple3_exact(&a, &b, &c, &value);
        zeros += exact == 0;
        minus += exact < 0;
        t.expect(sign == sgn(exact), "case %ld: sign %d, not %d", n, sign, sgn(exact));
        if (exact == 0) {
            t.expect(value.mantissa == 0, "case %ld: value %g, not 0", n, value.mantissa);
            continue;
        }
        number got(value.mantissa), scale;
        big_integer power;
        mpz_ui_pow_ui(power.get_mpz_t(), 2, unsigned(std::abs(value.exponent)));
        got *= value.exponent < 0 ? number(big_integer(1), power) : number(power);
        t.expect(std::fabs(number((got - exact) / exact).get_d()) < 0x1p-50, "case %ld: value", n);
    }
    t.expect(zeros > count / 20 && minus > count / 5, "%ld zero and %ld negative of %ld", zeros, minus,
             count);
    flr_row3 bad = flr_row3_axis(0), good = flr_row3_axis(1);
    bad.term[0][2] = NAN;
    flr_row3 other = flr_row3_axis(2);
    t.expect(flr_triple3_exact(&bad, &good, &other, nullptr) == 0, "a NaN has a sign");
}

/// The point o + t d, the product kept whole.
void products(tally &t)
{
    random_source random{2};
    for (long n = 0; n < 10000; ++n) {
        flr_vec3 o = random.point(-1, 1), d = random.point(-1, 1), a = random.point(-1, 1);
        double s = random.between(-1, 1);
        s = std::ldexp(s, random.whole(-100, 100));
        flr_row3 row = flr_row3_along(o, s, d, a);
        number sum[3];
        exact_sum(row, sum);
        const flr_real from[3] = {o.x, o.y, o.z}, step[3] = {d.x, d.y, d.z}, to[3] = {a.x, a.y, a.z};
        for (int k = 0; k < 3; ++k)
            t.expect(sum[k] == number(from[k]) + number(s) * number(step[k]) - number(to[k]), "case %ld", n);
    }
}

/// Directions that nearly meet the edge, and directions that do.
void sides(tally &t)
{
    random_source random{3};
    long zeros = 0;
    const long count = 40000;
    for (long n = 0; n < count; ++n) {
        bool lattice = n % 2;
        flr_vec3 o = lattice ? random.lattice_point(-3, 3) : random.point(-1, 1);
        flr_vec3 a = lattice ? random.lattice_point(-3, 3) : random.point(-1, 1);
        flr_vec3 b = lattice ? random.lattice_point(-3, 3) : random.point(-1, 1);
        flr_vec3 d = flr_sub3(flr_lerp3(a, b, flr_real(lattice ? random.whole(-2, 2) : random.unit())), o);
        if (n % 5 == 0) d = random.lattice_point(-3, 3);
        flr_row3 p = flr_row3_vector(d), q = flr_row3_difference(a, o), r = flr_row3_difference(b, o);
        number exact = determinant(p, q, r);
        zeros += exact == 0;
        t.expect(flr_triple3(d, o, a, b) == sgn(exact), "case %ld: not %d", n, sgn(exact));
        t.expect(flr_triple3(d, o, b, a) == -sgn(exact), "case %ld: turned", n);
    }
    t.expect(zeros > count / 5 && zeros < count * 3 / 5, "%ld of %ld are 0", zeros, count);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(rows), FEELER_TEST(products), FEELER_TEST(sides))

}  // namespace TEST_FILE
