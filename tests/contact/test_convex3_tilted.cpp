// needs: gmp
/// Depth of cylinders, cones and segments whose axes are nearly but not quite parallel, tilted by 1e-15 to 0.1, against fifty
/// digits. There the depth is least on a circle of directions or nearly so: square to a side or a slope of one of them, or along
/// an axis. The truth is the least reach found on those circles, in numbers of 200 bits; what the library tells has to be the
/// reach along its own normal, and no more than that. In both orders, turned and moved, in sizes from 1e-3 to 1e3.
#include "support/big.hpp"

#include <cmath>
#include <cstdio>
#include <vector>

#include "feeler/convex3.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

enum { BITS = 200 };
using number = big_float;
number of(double x) { return number(x, BITS); }
number root(const number &x) { return x > 0 ? number(sqrt(x)) : of(0); }

struct vec {
    number x, y, z;
};
vec from(flr_vec3 p) { return {of(double(p.x)), of(double(p.y)), of(double(p.z))}; }
vec operator+(const vec &a, const vec &b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
vec operator-(const vec &a, const vec &b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
vec operator*(const number &s, const vec &a) { return {s * a.x, s * a.y, s * a.z}; }
number dot(const vec &a, const vec &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
vec cross(const vec &a, const vec &b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
number length(const vec &a) { return root(dot(a, a)); }
vec unit(const vec &a) { return (1 / length(a)) * a; }

enum class form { CYLINDER, CONE, SEGMENT };

/// Discs about an axis, of radius 0 too; as numbers and as the library takes it.
struct body {
    form is;
    vec low, high, axis;
    number disc_low, disc_high;
    flr_convex3 convex;

    number reach(const vec &n) const
    {
        number across = length(cross(n, axis));
        number first = dot(low, n) + disc_low * across, second = dot(high, n) + disc_high * across;
        return first > second ? first : second;
    }
};

body make(form is, flr_vec3 low, flr_vec3 high, flr_real disc)
{
    body b = {is, from(low), from(high), {}, of(double(disc)), of(double(disc)), {}};
    b.axis = unit(b.high - b.low);
    if (is == form::CYLINDER) {
        flr_cylinder s = {low, high, disc};
        b.convex = flr_convex3_cylinder(&s);
    } else if (is == form::CONE) {
        flr_cone s = {high, low, disc};
        b.convex = flr_convex3_cone(&s);
        b.disc_high = 0;
    } else {
        flr_segment3 s = {low, high};
        b.convex = flr_convex3_segment(&s);
        b.disc_low = b.disc_high = 0;
    }
    return b;
}

number reach(const body &a, const body &b, const vec &n) { return a.reach(n) + b.reach(of(-1) * n); }

/// The circle of directions square to a side: from the axis by `rise`, at an angle whose half has the tangent t or 1 / t.
struct circle {
    vec middle, x, y;

    vec at(const number &t, bool back) const
    {
        number square = t * t, part = 1 / (1 + square);
        number c = (1 - square) * part, s = 2 * t * part;
        if (back) c = -c, s = -s;
        return middle + (c * x + s * y);
    }
};

circle square_to_side(const body &s, int sign)
{
    number h = length(s.high - s.low), d = s.disc_low - s.disc_high, slant = root(h * h + d * d);
    vec z = of(sign) * s.axis, e = cross(z, {of(0.4375), of(-0.75), of(0.8125)});
    e = unit(e);
    number level = h / slant;
    // the second is asked against its normal
    return {of(sign) * ((of(sign) * d / slant) * z), level * e, level * cross(z, e)};
}

number least_near(const body &a, const body &b, const circle &c, number low, number high, bool back)
{
    static const number golden(0.6180339887498949, BITS);
    number x = high - golden * (high - low), y = low + golden * (high - low);
    number fx = reach(a, b, c.at(x, back)), fy = reach(a, b, c.at(y, back));
    for (int i = 0; i < 64; ++i) {
        if (fx < fy) {
            high = y, y = x, fy = fx;
            x = high - golden * (high - low);
            fx = reach(a, b, c.at(x, back));
        } else {
            low = x, x = y, fx = fy;
            y = low + golden * (high - low);
            fy = reach(a, b, c.at(y, back));
        }
    }
    return fx < fy ? fx : fy;
}

number least_on(const body &a, const body &b, const circle &c)
{
    const int parts = 12;
    number best = reach(a, b, c.at(of(0), false));
    for (bool back : {false, true}) {
        std::vector<number> f;
        for (int i = -1; i <= parts + 1; ++i) f.push_back(reach(a, b, c.at(of(2.0 * i / parts - 1), back)));
        for (size_t i = 1; i + 1 < f.size(); ++i) {
            if (f[i] > f[i - 1] || f[i] > f[i + 1]) continue;
            number low = of(2.0 * (double(i) - 2) / parts - 1), high = of(2.0 * double(i) / parts - 1);
            number found = least_near(a, b, c, low, high, back);
            if (found < best) best = found;
        }
    }
    return best;
}

number truth(const body &a, const body &b)
{
    number best = reach(a, b, a.axis);
    auto take = [&](const number &x) {
        if (x < best) best = x;
    };
    for (int sign : {-1, 1}) {
        take(reach(a, b, of(sign) * a.axis));
        take(reach(a, b, of(sign) * b.axis));
    }
    take(least_on(a, b, square_to_side(a, 1)));
    circle c = square_to_side(b, 1);
    c.middle = of(-1) * c.middle;
    take(least_on(a, b, c));
    return best;
}

struct tally3 {
    double along = 0, more = 0, low = 0, width = 0;
    long asked = 0, open = 0, apart = 0;
};

void judge(tally &t, const char *name, const body &a, const body &b, const number &least, double size,
           tally3 *w)
{
    flr_gjk3 s = flr_signed_distance3_convex_convex(&a.convex, &b.convex);
    ++w->asked;
    w->open += s.status != FLR_OK;
    t.expect(s.status == FLR_OK || s.status == FLR_NOT_CONVERGED, "%s: status %d", name, s.status);
    double told = -double(s.signed_distance);
    vec n = from(s.normal);
    n = unit(n);
    auto part = [&](const number &x) { return number(x).get_d() / size; };
    double along = std::fabs(part(reach(a, b, n) - of(told))), more = part(of(told) - least);
    w->along = std::fmax(w->along, along);
    w->more = std::fmax(w->more, more);
    w->low = std::fmax(w->low, part(of(double(s.lower)) - least));
    if (s.status == FLR_OK) w->width = std::fmax(w->width, double(s.upper - s.lower) / size);
    t.expect(more <= real_choose(1e-12, 1e-5), "%s: %.17g, but %.17g would do", name, told, least.get_d());
}

/// A pair in a frame of its own, and that frame.
struct scene {
    form a, b;
    double length_a, length_b, disc_a, disc_b, tilt, along, off, angle;
    bool back;
};

void ask(tally &t, const scene &s, random_source &r, tally3 *w)
{
    flr_vec3 z = r.point(-1, 1), x = r.point(-1, 1), at = r.point(-2, 2);
    const double scales[] = {1, 1e-3, 1e3};
    double scale = scales[r.whole(0, 2)];
    z = flr_scale3(1 / flr_length3(z), z);
    x = flr_cross3(z, x);
    x = flr_scale3(1 / flr_length3(x), x);
    flr_vec3 y = flr_cross3(z, x);
    auto place = [&](double px, double py, double pz) {
        flr_vec3 p = flr_mul_add3(at, flr_real(px), x);
        p = flr_mul_add3(flr_mul_add3(p, flr_real(py), y), flr_real(pz), z);
        return flr_scale3(flr_real(scale), p);
    };
    double ox = s.off * std::cos(s.angle), oy = s.off * std::sin(s.angle), way = s.back ? -1 : 1;
    body a = make(s.a, place(0, 0, 0), place(0, 0, s.length_a), flr_real(s.disc_a * scale));
    body b =
        make(s.b, place(ox, oy, s.along), place(ox + s.tilt * s.length_b, oy, s.along + way * s.length_b),
             flr_real(s.disc_b * scale));
    double size = (4 + s.length_a + s.length_b) * scale;
    number least = truth(a, b);
    if (!(least.get_d() > 0.01 * scale)) {
        ++w->apart;
        return;
    }
    char name[96];
    std::snprintf(name, sizeof name, "kinds %d %d, tilt %g, off %g, scale %g", int(s.a), int(s.b), s.tilt,
                  s.off, scale);
    judge(t, name, a, b, least, size, w);
    judge(t, name, b, a, least, size, w);
}

/// The one within the other, side by side, end in end.
scene draw(random_source &r, double tilt)
{
    scene s = {};
    s.a = r.whole(0, 1) ? form::CYLINDER : form::CONE;
    int other = r.whole(0, 2);
    s.b = other == 0 ? form::CYLINDER : other == 1 ? form::CONE : form::SEGMENT;
    s.length_a = r.between(0.5, 4);
    s.length_b = r.between(0.5, 4);
    s.disc_a = r.between(0.2, 1);
    s.disc_b = r.between(0.2, 1);
    s.tilt = tilt;
    s.along = r.between(-0.5, 1) * s.length_a;
    s.off = std::pow(10.0, r.between(-16, 0)) * s.disc_a;
    s.angle = r.between(0, 6.28);
    s.back = r.whole(0, 1) != 0;
    return s;
}

void nearly_parallel(tally &t)
{
    random_source r{611};
    tally3 w;
    for (int decade = 1; decade <= 15; ++decade)
        for (int i = 0; i < scenes(30); ++i) {
            double part = r.between(0.3, 1);
            ask(t, draw(r, part * std::pow(10.0, -decade)), r, &w);
        }
    std::printf("  %ld asked, %ld not overlapping; %ld not proved; along the normal %.3g, more than needed "
                "%.3g, lower bound "
                "above %.3g, bounds apart %.3g of the size\n",
                w.asked, w.apart, w.open, w.along, w.more, w.low, w.width);
    t.expect(enough(w.asked >= 400), "only %ld overlap", w.asked);
    expect_pinned(t, "the reach along the normal, of the size", w.along, real_choose(5e-16, 1.4e-08));
    expect_pinned(t, "a way that is shorter, of the size", w.more, real_choose(7.9e-14, 9.2e-09));
    if (real_is_float)
        t.expect(w.low == 0, "the lower bound is %g above the truth", w.low);
    else
        expect_pinned(t, "the lower bound above the truth, of the size", w.low, 5.5e-17);
    expect_pinned(t, "bounds told to have met, of the size", w.width, real_choose(1.4e-13, 1.1e-07));
    t.expect(w.open * 50 <= w.asked, "%ld of %ld have not converged", w.open, w.asked);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(nearly_parallel))

}  // namespace TEST_FILE
