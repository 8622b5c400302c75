// Two hulls with corners that no sum rounds, moved to where they touch, and some of the least steps of their positions to either side: yes or
// no is that of all planes that could part their corners, in whole numbers, and contact and distance agree with it in either order.
#include <memory>
#include <vector>

#include "any/any3_stock.hpp"
#include "feeler/hull.h"
#include "support/big.hpp"
#include "support/cmocka.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

/// Corners are multiples of the first, positions of the second.
const double corner_step = real_choose(0x1p-20, 0x1p-6), step = real_choose(0x1p-48, 0x1p-20);

struct exact {
    big_integer x, y, z;
};
exact lift(const flr_vec3 &p)
{
    return {big_integer(double(p.x) / step), big_integer(double(p.y) / step),
            big_integer(double(p.z) / step)};
}
exact minus(const exact &a, const exact &b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
exact cross(const exact &a, const exact &b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
big_integer dot(const exact &a, const exact &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

using corners = std::vector<exact>;

/// All of a strictly below all of b?
bool parts(const exact &n, const corners &a, const corners &b)
{
    big_integer high = dot(n, a[0]), low = dot(n, b[0]);
    for (const exact &p : a)
        if (const big_integer h = dot(n, p); h > high) high = h;
    for (const exact &p : b)
        if (const big_integer h = dot(n, p); h < low) low = h;
    return high < low;
}

/// Hulls are apart if a plane parts them that is parallel to a face of one, or to an edge of each.
bool are_apart(const corners &a, const corners &b)
{
    auto part = [&](const exact &n) { return parts(n, a, b) || parts(n, b, a); };
    for (const corners *c : {&a, &b})
        for (const exact &p : *c)
            for (const exact &q : *c)
                for (const exact &r : *c)
                    if (&p < &q && &q < &r && part(cross(minus(q, p), minus(r, p)))) return true;
    for (const exact &p : a)
        for (const exact &q : a)
            for (const exact &r : b)
                for (const exact &s : b)
                    if (&p < &q && &r < &s && part(cross(minus(q, p), minus(s, r)))) return true;
    return false;
}

struct body {
    std::vector<flr_vec3> points;
    std::shared_ptr<flr_hull3> hull;
    flr_shape3 shape;
};

flr_vec3 on_grid(random_source &r, double reach, double grid)
{
    auto one = [&] { return flr_real(std::round(r.between(-reach, reach) / grid) * grid); };
    const flr_real x = one(), y = one(), z = one();
    return {x, y, z};
}

/// One of the rotations that map the axes onto each other.
flr_mat3 quarter_turns(random_source &r)
{
    const flr_vec3 e[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const int first = r.whole(0, 2), second = (first + r.whole(1, 2)) % 3;
    const flr_vec3 x = flr_scale3(flr_real(r.whole(0, 1) ? 1 : -1), e[first]),
                   y = flr_scale3(flr_real(r.whole(0, 1) ? 1 : -1), e[second]);
    return {x, y, flr_cross3(x, y)};
}

body make(random_source &r, bool is_list)
{
    body b;
    for (int i = 0, count = r.whole(4, 6); i < count; ++i) b.points.push_back(on_grid(r, 1, corner_step));
    const flr_mat3 axes = quarter_turns(r);
    b.shape = flr_shape3{};
    b.shape.kind = FLR_SHAPE3_CONVEX;
    if (is_list) {
        b.shape.as.convex =
            flr_convex3_points(b.points.data(), uint32_t(b.points.size()), axes, {0, 0, 0}, 0);
        return b;
    }
    flr_hull3 *hull = nullptr;
    must(flr_hull3_create(b.points.data(), b.points.size(), nullptr, nullptr, &hull), "flr_hull3_create");
    b.hull = {hull, flr_hull3_destroy};
    b.shape.as.convex = flr_convex3_hull(hull, axes, {0, 0, 0}, 0);
    return b;
}

corners placed(const body &b)
{
    corners c;
    for (const flr_vec3 &p : b.points)
        c.push_back(lift(flr_add3(b.shape.as.convex.center, flr_mat3_mul(b.shape.as.convex.axes, p))));
    return c;
}

void expect_truth(tally &t, const body &a, const body &b, int &together, int &apart)
{
    const bool truth = !are_apart(placed(a), placed(b));
    (truth ? together : apart)++;
    for (int turned = 0; turned < 2; ++turned) {
        const flr_shape3 *first = turned ? &b.shape : &a.shape, *second = turned ? &a.shape : &b.shape;
        bool yes = false;
        flr_closest3 c{};
        flr_manifold3 m{};
        must(flr_overlap3(first, second, &yes), "flr_overlap3");
        must(flr_distance3(first, second, &c), "flr_distance3");
        must(flr_contact3(first, second, nullptr, &m), "flr_contact3");
        t.expect(yes == truth && (c.distance == 0) == truth && (m.count > 0) == truth,
                 "truth %d: yes or no %d, distance %g, %d points", truth, yes, double(c.distance), m.count);
    }
}

void at_a_touch(tally &t)
{
    random_source r{517};
    int together = 0, apart = 0;
    for (int n = 0; n < 60; ++n) {
        const body a = make(r, n % 4 == 0);
        body b = make(r, n % 4 == 1);
        const flr_vec3 way = on_grid(r, 1, 0x1p-3);
        if (any3::length(way) < 0.5) continue;
        auto put = [&](double at) {  // the same number of steps for each eighth of the way
            const double length = std::round(at / (8 * step)) * 8 * step;
            b.shape.as.convex.center = {flr_real(length * double(way.x)), flr_real(length * double(way.y)),
                                        flr_real(length * double(way.z))};
        };
        double low = 0, high = 6;
        while (high - low > 12 * step) {
            bool yes = false;
            const double middle = (low + high) / 2;
            put(middle);
            must(flr_overlap3(&a.shape, &b.shape, &yes), "flr_overlap3");
            (yes ? low : high) = middle;
        }
        for (int k = -2; k <= 2; ++k) {
            put(high + k * 8 * step);
            expect_truth(t, a, b, together, apart);
        }
    }
    t.expect(together > 60 && apart > 60, "%d together, %d apart", together, apart);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(at_a_touch))

}  // namespace TEST_FILE
