// needs: gmp
/// Signs of orientation against rationals: exact for every finite input, through the filter and
/// through the exact part alone.
#include <cmath>

#include "support/big.hpp"

#include "feeler/math.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

extern "C" {
#include "math/predicates.h"
}

namespace TEST_FILE
{
namespace
{

int sign_of(const big_rational &x) { return sgn(x); }

/// (d - a) . ((b - a) x (c - a))
int expected3(const flr_vec3 p[4])
{
    big_rational u[3][3];
    for (int i = 0; i < 3; ++i) {
        u[i][0] = big_rational(p[i + 1].x) - big_rational(p[0].x);
        u[i][1] = big_rational(p[i + 1].y) - big_rational(p[0].y);
        u[i][2] = big_rational(p[i + 1].z) - big_rational(p[0].z);
    }
    big_rational sum = 0;
    for (int k = 0; k < 3; ++k) {
        int m = (k + 1) % 3, n = (k + 2) % 3;
        sum += u[2][k] * (u[0][m] * u[1][n] - u[0][n] * u[1][m]);
    }
    return sign_of(sum);
}

int expected2(const flr_vec3 p[3])
{
    big_rational ux = big_rational(p[1].x) - p[0].x, uy = big_rational(p[1].y) - p[0].y;
    big_rational vx = big_rational(p[2].x) - p[0].x, vy = big_rational(p[2].y) - p[0].y;
    return sign_of(ux * vy - uy * vx);
}

struct counts {
    long zero = 0, all = 0;
};

void check3(tally &t, const flr_vec3 p[4], const char *name, counts *c)
{
    int want = expected3(p), got = flr_orient3(p[0], p[1], p[2], p[3]);
    int exact = flr_orient3_exact(p[0], p[1], p[2], p[3]);
    c->zero += want == 0;
    ++c->all;
    if (t.expect(got == want && exact == want, "%s: %d, %d, expected %d", name, got, exact, want)) return;
    for (int i = 0; i < 4; ++i) std::printf("    %a %a %a\n", double(p[i].x), double(p[i].y), double(p[i].z));
}

void check2(tally &t, const flr_vec3 p[3], const char *name, counts *c)
{
    int want = expected2(p), got = flr_orient2(p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y);
    int exact = flr_orient2_exact(p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y);
    c->zero += want == 0;
    ++c->all;
    if (t.expect(got == want && exact == want, "%s: %d, %d, expected %d", name, got, exact, want)) return;
    for (int i = 0; i < 3; ++i) std::printf("    %a %a\n", double(p[i].x), double(p[i].y));
}

void check_zeros(tally &t, const char *name, const counts &c, int low, int high)
{
    std::printf("  %s: %ld of %ld are 0\n", name, c.zero, c.all);
    t.expect(c.zero * 100 >= c.all * low && c.zero * 100 <= c.all * high, "%s: %ld of %ld are 0", name,
             c.zero, c.all);
}

void definition(tally &t)
{
    flr_vec3 o = flr_vec3_make(0, 0, 0), x = flr_vec3_make(1, 0, 0), y = flr_vec3_make(0, 1, 0);
    t.expect(flr_orient3(o, x, y, flr_vec3_make(0, 0, 1)) == 1, "above");
    t.expect(flr_orient3(o, x, y, flr_vec3_make(5, 5, -1)) == -1, "below");
    t.expect(flr_orient3(o, x, y, flr_vec3_make(5, 5, 0)) == 0, "on");
    t.expect(flr_orient2(0, 0, 1, 0, 0, 1) == 1, "left");
    t.expect(flr_orient2(0, 0, 1, 0, 0, -1) == -1, "right");
    t.expect(flr_orient2(0, 0, 1, 0, 7, 0) == 0, "on the line");
}

void lattice(tally &t)
{
    random_source random{1};
    counts in3, in2;
    for (long n = 0; n < 30000; ++n) {
        flr_vec3 p[4];
        for (auto &q : p) q = random.lattice_point(-1, 1);
        check3(t, p, "lattice", &in3);
        check2(t, p, "lattice, plane", &in2);
    }
    check_zeros(t, "lattice", in3, 30, 70);
    check_zeros(t, "lattice, plane", in2, 30, 70);
}

/// Few bits in three of four scenes, so that points on the plane are there without rounding.
double coordinate(random_source &random, bool short_ones)
{
    return short_ones ? random.whole(-512, 512) / 1024.0 : random.between(-1, 1);
}

void nudge(random_source &random, flr_real *x)
{
    for (int i = random.whole(1, 2); i > 0; --i)
        *x = std::nextafter(*x, flr_real(random.whole(0, 1) ? INFINITY : -INFINITY));
}

/// The last point on the plane, and on the line in the plane, of the others, exactly or up to
/// rounding; and in half the scenes a unit or two in the last place away from there.
void nearly_flat(tally &t)
{
    random_source random{2};
    const struct {
        const char *name;
        double scale, offset;
    } places[] = {{"near", 1, 0},
                  {"far", real_choose(1, 0x1p8), 1e6},
                  {"very far", real_choose(1, 0x1p18), 1e9},
                  {"small", 0x1p-20, 0},
                  {"tiny", real_choose(0x1p-500, 0x1p-60), 0},
                  {"tinier", real_choose(0x1p-540, 0x1p-75), 0},
                  {"large", real_choose(0x1p500, 0x1p60), 0},
                  {"subnormal", real_choose(0x1p-1060, 0x1p-135), 0}};
    for (const auto &place : places) {
        counts in3, in2;
        for (long n = 0; n < 3000; ++n) {
            bool short_ones = n % 4 != 0, moved = random.whole(0, 1);
            flr_real p[4][3];
            double u = random.whole(-4, 8) / 4.0, v = random.whole(-4, 8) / 4.0;
            for (int k = 0; k < 3; ++k) {
                for (int i = 0; i < 3; ++i)
                    p[i][k] = flr_real(place.scale * coordinate(random, short_ones) + place.offset);
                p[3][k] = flr_real(p[0][k] + u * (p[1][k] - p[0][k]) + v * (p[2][k] - p[0][k]));
            }
            flr_vec3 q[4];
            if (moved) nudge(random, &p[3][random.whole(0, 2)]);
            for (int i = 0; i < 4; ++i) q[i] = flr_vec3_make(p[i][0], p[i][1], p[i][2]);
            check3(t, q, place.name, &in3);

            q[2].x = flr_real(p[0][0] + u * (p[1][0] - p[0][0]));
            q[2].y = flr_real(p[0][1] + u * (p[1][1] - p[0][1]));
            if (moved) nudge(random, &q[2].x);
            check2(t, q, place.name, &in2);
        }
        check_zeros(t, place.name, in3, 30, 70);
        check_zeros(t, place.name, in2, 30, 70);
    }
}

/// Coordinates of few bits and any exponent: determinants that are 0, or kept from it by one
/// term of a magnitude no filter sees.
flr_real any_magnitude(random_source &random, int low, int high)
{
    const flr_real few = flr_real(random.whole(-2, 2));
    return std::ldexp(few, random.whole(low, high));
}

void mixed_magnitudes(tally &t)
{
    random_source random{3};
    const int ranges[][2] = {
        {-3, 3}, {-40, 40}, {-120, 120}, {int(real_choose(-1074, -149)), int(real_choose(1022, 126))}};
    for (const auto &range : ranges) {
        counts in3, in2;
        for (long n = 0; n < 3000; ++n) {
            flr_vec3 p[4];
            for (auto &q : p)
                for (flr_real *x : {&q.x, &q.y, &q.z}) *x = any_magnitude(random, range[0], range[1]);
            if (n % 2) {  // the parallelogram's fourth corner, as far as it is a number of this type
                p[3] = flr_add3(p[1], flr_sub3(p[2], p[0]));
                if (!flr_is_finite3(p[3])) p[3] = p[1];
            }
            check3(t, p, "mixed magnitudes", &in3);
            check2(t, p, "mixed magnitudes, plane", &in2);
        }
        check_zeros(t, "mixed magnitudes", in3, range[1] < 40 ? 30 : 2, 70);
    }
}

/// The widest numbers there are: full mantissas at both ends of the range at once.
void whole_range(tally &t)
{
    random_source random{4};
    counts in3, in2;
    const int top = sizeof(flr_real) < 8 ? 127 : 1023, bottom = sizeof(flr_real) < 8 ? -149 : -1074;
    for (long n = 0; n < 1500; ++n) {
        flr_vec3 p[4];
        for (auto &q : p) {
            flr_real x[3];
            for (flr_real &c : x) {
                int way = random.whole(0, 2);
                double exponent = way == 0 ? top : way == 1 ? bottom + 40 : random.whole(bottom, top);
                c = std::ldexp(flr_real(random.between(-2, 2)), int(exponent));
                if (!std::isfinite(c)) c = std::ldexp(flr_real(1), top);
            }
            q = flr_vec3_make(x[0], x[1], x[2]);
        }
        if (n % 3 == 0) p[3] = p[n % 2];
        if (n % 3 == 1) p[3].x = p[0].x, p[2].x = p[0].x, p[1].x = p[0].x;
        check3(t, p, "whole range", &in3);
        check2(t, p, "whole range, plane", &in2);
    }
    check_zeros(t, "whole range", in3, 30, 70);
}

/// The filter may leave a sign open, never get one wrong; and it must decide the common case.
void filter(tally &t)
{
    random_source random{5};
    long decided = 0, count = 0;
    for (long n = 0; n < 20000; ++n) {
        flr_vec3 p[4];
        for (auto &q : p) q = random.point(-1, 1);
        if (n % 2) {
            flr_vec3 b = flr_sub3(p[1], p[0]), c = flr_sub3(p[2], p[0]);
            p[3] = flr_mul_add3(flr_mul_add3(p[0], flr_real(0.25), b), flr_real(0.75), c);
            p[3].x += flr_real(random.between(-1, 1) * std::ldexp(1.0, -random.whole(30, 60)));
        }
        flr_plane3_filter f = flr_plane3_filter_make(p[0], p[1], p[2]);
        int got = flr_plane3_filter_side(&f, p[3]), want = expected3(p);
        t.expect(got == 0 || got == want, "filter says %d, it is %d", got, want);
        if (n % 2 == 0) decided += got != 0, ++count;
    }
    t.expect(decided * 1000 >= count * 999, "the filter decides only %ld of %ld", decided, count);
}

void not_finite(tally &t)
{
    for (flr_real bad : {flr_real(NAN), flr_real(INFINITY), flr_real(-INFINITY)}) {
        flr_vec3 p[4] = {flr_vec3_make(0, 0, 0), flr_vec3_make(1, 0, 0), flr_vec3_make(0, 1, 0),
                         flr_vec3_make(0, 0, bad)};
        t.expect(flr_orient3(p[0], p[1], p[2], p[3]) == 0, "no sign of what is not a number");
        t.expect(flr_orient2(0, 0, 1, 0, 0, bad) == 0, "no sign of what is not a number, plane");
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(definition), FEELER_TEST(lattice), FEELER_TEST(nearly_flat),
             FEELER_TEST(mixed_magnitudes), FEELER_TEST(whole_range), FEELER_TEST(filter),
             FEELER_TEST(not_finite))

}  // namespace TEST_FILE
