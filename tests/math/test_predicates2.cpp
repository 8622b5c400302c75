// needs: gmp
// The exact signs of the plane against rationals: near zero, at both ends of the exponent range, and
// exactly 0.
#include <cmath>
#include <limits>

#include "support/big.hpp"

#include "support/cmocka.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

extern "C" {
#include "math/predicates2.h"
}

namespace TEST_FILE
{
namespace
{

struct exact {
    big_rational x, y;
    explicit exact(flr_vec2 p) : x(p.x), y(p.y) {}
    exact(big_rational a, big_rational b) : x(a), y(b) {}
};
exact operator-(const exact &a, const exact &b) { return {big_rational(a.x - b.x), big_rational(a.y - b.y)}; }
big_rational dot(const exact &a, const exact &b) { return a.x * b.x + a.y * b.y; }
big_rational cross(const exact &a, const exact &b) { return a.x * b.y - a.y * b.x; }

/// Is d within the circle of a, b, c? From the definition: its centre and radius.
int by_centre(flr_vec2 a, flr_vec2 b, flr_vec2 c, flr_vec2 d)
{
    exact o(a), u = exact(b) - o, v = exact(c) - o, w = exact(d) - o;
    big_rational twice = 2 * cross(u, v);
    if (twice == 0) return 0;
    big_rational uu = dot(u, u), vv = dot(v, v);
    exact centre((v.y * uu - u.y * vv) / twice, (u.x * vv - v.x * uu) / twice);
    return sgn(big_rational(dot(centre, centre) - dot(w - centre, w - centre)));
}

struct pick {
    random_source r{40};
    /// Whole numbers, whole numbers one bit off, any, far away, tiny and huge.
    double number(int how)
    {
        double whole = r.whole(-4, 4);
        switch (how) {
        case 0:
            return whole;
        case 1:
            return r.whole(0, 3) ? whole : real_after(whole, r.whole(0, 1) ? 100 : -100);
        case 2:
            return r.between(-1, 1);
        case 3:
            return real_is_float ? 1e6 + whole * 0.125 : 1e9 + whole * 0.125;
        case 4:
            return std::ldexp(whole, real_is_float ? -149 : -1074);
        case 5:
            return std::ldexp(whole, real_is_float ? 124 : 1020);
        default:
            const int top = real_is_float ? 125 : 1000, power = r.whole(-top, top);
            return std::ldexp(r.between(-1, 1), power);
        }
    }
    flr_vec2 point(int how)
    {
        double x = number(how), y = number(how);
        return flr_vec2_make(flr_real(x), flr_real(y));
    }
};

void signs_of_lines(tally &t)
{
    pick p;
    long zero = 0, cases = 0;
    for (int n = 0; n < scenes(21000); ++n) {
        int how = n % 7;
        flr_vec2 a = p.point(how), b = p.point(how), c = p.point(how), d = p.point(how == 3 ? 0 : how);
        flr_real offset = flr_real(p.number(how));
        int cross_sign = sgn(cross(exact(d), exact(b) - exact(a)));
        ++cases;
        zero += cross_sign == 0;
        t.expect(flr_cross2_sign(d, a, b) == cross_sign, "cross2, kind %d", how);
        t.expect(flr_dot2_sign(d, a, b) == sgn(dot(exact(d), exact(b) - exact(a))), "dot2, kind %d", how);
        t.expect(flr_ahead2_sign(a, b, c) == sgn(dot(exact(b) - exact(a), exact(c) - exact(a))),
                 "ahead2, kind %d", how);
        t.expect(flr_plane2_side_sign(d, offset, a) ==
                     sgn(big_rational(dot(exact(d), exact(a)) - big_rational(offset))),
                 "plane2, kind %d", how);
        flr_real on = flr_dot2(d, a);  // all but on it
        if (std::isfinite(on))
            t.expect(flr_plane2_side_sign(d, on, a) ==
                         sgn(big_rational(dot(exact(d), exact(a)) - big_rational(on))),
                     "plane2 nearby, kind %d", how);
        big_rational r(std::fabs(offset)), s(std::fabs(c.x));
        exact gap = exact(a) - exact(b);
        t.expect(flr_within2_sign(a, b, std::fabs(offset), std::fabs(c.x)) ==
                     sgn(big_rational((r + s) * (r + s) - dot(gap, gap))),
                 "within2, kind %d", how);
    }
    t.expect(enough(zero > 500 && zero < cases / 2), "%ld of %ld are 0", zero, cases);
}

void circles(tally &t)
{
    pick p;
    long count[3] = {0, 0, 0};
    for (int n = 0; n < scenes(21000); ++n) {
        int how = n % 7;
        flr_vec2 a = p.point(how), b = p.point(how), c = p.point(how), d = p.point(how);
        if (how == 0 && n % 2) {  // on the circle x^2 + y^2 = 25, moved
            static const int on[12][2] = {{5, 0},  {4, 3},   {3, 4},   {0, 5},  {-3, 4}, {-4, 3},
                                          {-5, 0}, {-4, -3}, {-3, -4}, {0, -5}, {3, -4}, {4, -3}};
            flr_vec2 *q[4] = {&a, &b, &c, &d};
            for (flr_vec2 *v : q) {
                const int *w = on[p.r.whole(0, 11)];
                *v = flr_vec2_make(flr_real(1e6 + w[0]), flr_real(w[1] - 3e5));
            }
        }
        int expected = by_centre(a, b, c, d);
        ++count[expected + 1];
        t.expect(flr_incircle2(a, b, c, d) == expected, "incircle2 %d, exact %d, kind %d",
                 flr_incircle2(a, b, c, d), expected, how);
        t.expect(flr_incircle2(a, c, b, d) == expected, "incircle2 the other way round, kind %d", how);
    }
    t.expect(enough(count[0] > 4000 && count[1] > 2000 && count[2] > 2000), "%ld out, %ld on, %ld in",
             count[0], count[1], count[2]);
}

/// A filter that is never asked for the exact part would pass the tests above by luck.
void the_last_bit_counts(tally &t)
{
    double up = real_after(1, 2), down = real_after(1, 0);
    flr_vec2 a = flr_vec2_make(1, 0), b = flr_vec2_make(0, 1), c = flr_vec2_make(-1, 0);
    t.expect(flr_incircle2(a, b, c, flr_vec2_make(0, -1)) == 0, "on the circle");
    t.expect(flr_incircle2(a, b, c, flr_vec2_make(0, flr_real(-up))) == -1, "a bit outside");
    t.expect(flr_incircle2(a, b, c, flr_vec2_make(0, flr_real(-down))) == 1, "a bit inside");
    t.expect(flr_incircle2(a, b, flr_vec2_make(0.5, 0.5), flr_vec2_make(0, 0)) == 0, "collinear: no circle");
    flr_real inf = std::numeric_limits<flr_real>::infinity();
    t.expect(flr_cross2_sign(flr_vec2_make(inf, 0), a, b) == 0, "not finite");
}

/// N03, G02: a fused product would make the cross product of a vector with itself differ from 0.
void products_are_not_fused(tally &t)
{
    flr_vec2 v = flr_vec2_make(flr_real(1.8), flr_real(7.3));
    t.expect(flr_cross2(v, v) == 0, "N03: %g", flr_cross2(v, v));
    t.expect(flr_dot2(v, flr_perp2(v)) == 0, "G02: %g", flr_dot2(v, flr_perp2(v)));
    flr_vec2 e = flr_perp2(flr_vec2_make(1, 0));
    t.expect(e.x == 0 && e.y == 1, "G03: perp is a quarter turn counter-clockwise");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(signs_of_lines), FEELER_TEST(circles), FEELER_TEST(the_last_bit_counts),
             FEELER_TEST(products_are_not_fused))

}  // namespace TEST_FILE
