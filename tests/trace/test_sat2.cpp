// needs: gmp
/// The separating axes that are shown, in the plane: each against the corners without rounding, the end against the depth and the distance.
#include <cmath>
#include <vector>

#include "feeler/trace.h"
#include "support/big.hpp"
#include "support/cmocka.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

const double rounding = real_is_float ? 0x1p-24 : 0x1p-53;

struct spot {
    big_rational x, y;
};

/// A shape with corners around, in one of the ways to give it.
struct sample {
    std::vector<flr_vec2> corners;
    flr_convex2 shape;

    spot at(size_t i) const
    {
        const flr_vec2 p = shape.kind == FLR_CONVEX2_POLYGON ? corners[i] : shape.corners[i];
        if (shape.kind == FLR_CONVEX2_CORNERS) return {big_rational(double(p.x)), big_rational(double(p.y))};
        const big_rational x(double(p.x)), y(double(p.y)), u(double(shape.rotation.x)),
            v(double(shape.rotation.y)), cx(double(shape.center.x)), cy(double(shape.center.y));
        return {cx + u * x - v * y, cy + v * x + u * y};
    }
};

flr_vec2 random_point(random_source &r, double reach)
{
    const double x = r.between(-reach, reach), y = r.between(-reach, reach);
    return flr_vec2_make(flr_real(x), flr_real(y));
}

/// Corners of a circle in order of their angles, either way around.
void fill(random_source &r, sample &s)
{
    const int kind = r.whole(0, 3), count = r.whole(3, 12);
    const double angle = r.between(0, 7), way = r.whole(0, 1) ? 1 : -1, radius = r.between(0.5, 2);
    const flr_vec2 at = random_point(r, 2),
                   turn = flr_vec2_make(flr_real(std::cos(angle)), flr_real(std::sin(angle)));
    if (kind == 0) {
        const double x = r.between(0.25, 1.5), y = r.between(0.25, 1.5);
        const flr_box2 b = {at, turn, flr_vec2_make(flr_real(x), flr_real(y))};
        s.shape = flr_convex2_box(&b);
        return;
    }
    if (kind == 1) {
        const flr_vec2 b = random_point(r, 2), c = random_point(r, 2);
        const flr_triangle2 triangle = {at, b, c};
        s.shape = flr_convex2_triangle(&triangle);
        return;
    }
    if (kind == 2 && r.whole(0, 1)) {
        const flr_segment2 e = {at, random_point(r, 2)};
        s.shape = flr_convex2_segment(&e);
        return;
    }
    for (int i = 0; i < count; ++i) {
        const double a = way * 6.283 * i / count;
        s.corners.push_back(flr_vec2_make(flr_real(radius * std::cos(a)), flr_real(radius * std::sin(a))));
    }
    s.shape = flr_convex2_polygon(s.corners.data(), uint32_t(s.corners.size()), turn, at, 0);
}

void keep(void *user, const flr_sat2_axis *axis)
{
    static_cast<std::vector<flr_sat2_axis> *>(user)->push_back(*axis);
}

big_rational along(const spot &p, flr_vec2 n)
{
    return p.x * big_rational(double(n.x)) + p.y * big_rational(double(n.y));
}

double gap(const sample &a, const sample &b, flr_vec2 n)
{
    big_rational most = along(a.at(0), n), least = along(b.at(0), n);
    for (uint32_t i = 1; i < a.shape.count; ++i)
        if (along(a.at(i), n) > most) most = along(a.at(i), n);
    for (uint32_t i = 1; i < b.shape.count; ++i)
        if (along(b.at(i), n) < least) least = along(b.at(i), n);
    return big_rational(least - most).get_d() / std::hypot(double(n.x), double(n.y));
}

/// Of the shape's edge, the part of the axis that is along it.
double lean(const sample &s, uint32_t edge, flr_vec2 n)
{
    const spot p = s.at(edge), q = s.at((edge + 1) % s.shape.count);
    const double x = big_rational(q.x - p.x).get_d(), y = big_rational(q.y - p.y).get_d();
    return std::fabs(x * double(n.x) + y * double(n.y)) / std::hypot(x, y);
}

void polygons(tally &t)
{
    random_source r{51};
    int asked = 0, apart = 0;
    for (int i = 0; i < scenes(1500); ++i) {
        sample a, b;
        fill(r, a);
        fill(r, b);
        std::vector<flr_sat2_axis> axes;
        flr_sat2_answer s;
        if (!t.expect(flr_trace2_sat(&a.shape, &b.shape, 0, keep, &axes, &s) == FLR_OK, "no answer")) return;
        t.expect(s.count == axes.size() && s.count >= a.shape.count + b.shape.count, "%u axes", s.count);
        const double near = 16 * rounding * 8;
        double most = -INFINITY;
        for (const flr_sat2_axis &x : axes) {
            const double exact = gap(a, b, x.axis);
            t.expect(std::fabs(double(x.separation) - exact) <= near, "%.17g for %.17g", double(x.separation),
                     exact);
            t.expect(std::fabs(double(flr_dot2(x.axis, flr_sub2(x.point_b, x.point_a))) - exact) <= near,
                     "points");
            const sample &own = x.kind == FLR_SAT_FACE_A ? a : b;
            if (own.shape.count > 2) t.expect(lean(own, x.edge, x.axis) < 1e-4, "not the normal of its edge");
            most = std::fmax(most, exact);
        }
        t.expect(std::fabs(double(s.separation) - most) <= near, "%.17g is not the most",
                 double(s.separation));
        const flr_gjk2 g = flr_signed_distance2_convex_convex(&a.shape, &b.shape, nullptr);
        if (g.signed_distance > 0)
            t.expect(s.separation > 0 && double(s.separation) <= double(g.signed_distance) + near,
                     "%.17g for the distance %.17g", double(s.separation), double(g.signed_distance));
        else
            t.expect(std::fabs(double(s.separation) - double(g.signed_distance)) <= 4 * near,
                     "%.17g for the depth %.17g", double(s.separation), double(g.signed_distance));
        asked++;
        apart += s.separation > 0;
    }
    t.expect(apart * 10 > asked * 3 && apart * 10 < asked * 7, "%d of %d apart", apart, asked);
}

/// A later axis is taken where it is better by more than the bias.
void bias(tally &t)
{
    random_source r{52};
    int met = 0, moved = 0;
    for (int i = 0; i < scenes(2000); ++i) {
        sample a, b;
        fill(r, a);
        fill(r, b);
        const flr_real bias = flr_real(r.between(0, 0.25));
        std::vector<flr_sat2_axis> axes;
        flr_sat2_answer with = {}, without = {};
        flr_trace2_sat(&a.shape, &b.shape, bias, keep, &axes, &with);
        flr_trace2_sat(&a.shape, &b.shape, 0, nullptr, nullptr, &without);
        double best = -INFINITY;
        uint32_t first = 0;
        for (const flr_sat2_axis &x : axes)
            if (best == -INFINITY || double(x.separation) > best + double(bias))
                best = double(x.separation), first = uint32_t(&x - axes.data());
        t.expect(with.chosen == first, "axis %u is chosen, %u expected", with.chosen, first);
        met += with.separation <= 0;
        moved += with.separation <= 0 && with.chosen != without.chosen;
    }
    t.expect(met > 100 && moved * 20 > met, "%d met, %d moved by the bias", met, moved);
}

void known(tally &t)
{
    const flr_vec2 p = flr_vec2_make(1, 2), q = flr_vec2_make(4, 6);
    const flr_segment2 e = {p, q}, f = {flr_vec2_make(7, 10), flr_vec2_make(10, 14)};
    const flr_convex2 a = flr_convex2_segment(&e), b = flr_convex2_segment(&f), one = flr_convex2_point(p),
                      other = flr_convex2_point(q);
    flr_convex2 round = a;
    round.radius = 1;
    flr_sat2_answer s;
    // on one line, five apart: only the ends separate them
    t.expect(flr_trace2_sat(&a, &b, 0, nullptr, nullptr, &s) == FLR_OK && s.count == 8 &&
                 std::fabs(double(s.separation) - 5) < 1e-5,
             "segments on a line: %g of %u axes", double(s.separation), s.count);
    t.expect(flr_trace2_sat(&one, &other, 0, nullptr, nullptr, &s) == FLR_INVALID_SHAPE, "two points");
    t.expect(flr_trace2_sat(&a, &round, 0, nullptr, nullptr, &s) == FLR_INVALID_ARGUMENT, "a radius");
    t.expect(flr_trace2_sat(&a, &b, flr_real(INFINITY), nullptr, nullptr, &s) == FLR_INVALID_ARGUMENT,
             "a bias");
    round = a;
    round.corners[1].x = flr_real(NAN);
    t.expect(flr_trace2_sat(&round, &b, 0, nullptr, nullptr, &s) == FLR_NOT_FINITE, "no number");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(polygons), FEELER_TEST(bias), FEELER_TEST(known))

}  // namespace TEST_FILE
