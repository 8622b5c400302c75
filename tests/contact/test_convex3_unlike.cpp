/// Depths of convex shapes in space whose extents along one axis, or two, are a part of 10^100 and more of those along the others (in
/// single precision of 10^20): beside their size they are 0 deep, and the way out goes where they are thin. That they overlap is known in whole numbers.
#include <algorithm>
#include <cmath>
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

struct whole3 {
    long x, y, z;
};

whole3 sub(whole3 a, whole3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
whole3 cross(whole3 a, whole3 b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
long dot(whole3 a, whole3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// Is the origin inside of the hull of all differences? By every plane that holds three of them and has the others on one side.
bool holds_origin(const std::vector<whole3> &a, const std::vector<whole3> &b)
{
    std::vector<whole3> d;
    for (whole3 p : a)
        for (whole3 q : b) d.push_back(sub(p, q));
    bool solid = false;
    for (size_t i = 0; i < d.size(); ++i)
        for (size_t k = i + 1; k < d.size(); ++k)
            for (size_t m = k + 1; m < d.size(); ++m) {
                const whole3 n = cross(sub(d[k], d[i]), sub(d[m], d[i]));
                long low = 0, high = 0;
                for (whole3 p : d) {
                    if (low < 0 && high > 0) break;
                    low = std::min(low, dot(n, sub(p, d[i])));
                    high = std::max(high, dot(n, sub(p, d[i])));
                }
                if ((low < 0) == (high > 0)) continue;
                if (low < 0 ? dot(n, d[i]) <= 0 : dot(n, d[i]) >= 0) return false;
                solid = true;
            }
    return solid;
}

struct pressed {
    std::vector<flr_vec3> points;
    flr_convex3 convex;
};

void press(const std::vector<whole3> &from, double first, double others, int axis, pressed *to)
{
    to->points.clear();
    for (whole3 p : from) {
        const flr_real x = flr_real(double(p.x) * first), y = flr_real(double(p.y) * others),
                       z = flr_real(double(p.z) * others);
        to->points.push_back(axis == 0   ? flr_vec3_make(x, y, z)
                             : axis == 1 ? flr_vec3_make(z, x, y)
                                         : flr_vec3_make(y, z, x));
    }
    const flr_mat3 upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    to->convex =
        flr_convex3_points(to->points.data(), uint32_t(from.size()), upright, flr_vec3_make(0, 0, 0), 0);
    if (from.size() != 4) return;
    const flr_tetrahedron t = {to->points[0], to->points[1], to->points[2], to->points[3]};
    to->convex = flr_convex3_tetrahedron(&t);
}

std::vector<whole3> some(random_source &r, size_t count, int away)
{
    std::vector<whole3> p(count);
    for (whole3 &q : p) {
        q.x = r.whole(-9, 9);
        q.y = r.whole(-9, 9) + away;
        q.z = r.whole(-9, 9);
    }
    return p;
}

void pressed_flat(tally &t)
{
    const double wide[][2] = {{1e-160, 1},     {1e-290, 1},    {1e-110, 1e40},
                              {1e-200, 1e-50}, {1e-20, 1e200}, {1e-250, 1e150}};
    const double narrow[][2] = {{1e-30, 1},     {1e-36, 1},   {1e-25, 1e10},
                                {1e-36, 1e-10}, {1e-5, 1e30}, {1e-20, 1e15}};
    random_source r{31};
    worst_of normals = {"normal of what is pressed flat, roundings", real_choose(2, 1.2)};
    int overlaps = 0, all = 0;
    for (int i = 0; i < scenes(600); ++i) {
        const std::vector<whole3> a = some(r, i % 3 ? 4 : 6, 0), b = some(r, i % 2 ? 4 : 7, 5);
        ++all;
        if (!holds_origin(a, b)) continue;
        ++overlaps;
        const double *scale = real_is_float ? narrow[i % 6] : wide[i % 6];
        const bool needle = i / 2 % 2;
        pressed p, q;
        press(a, scale[needle], scale[!needle], i % 3, &p);
        press(b, scale[needle], scale[!needle], i % 3, &q);
        const flr_gjk3 g = flr_signed_distance3_convex_convex(&p.convex, &q.convex);
        const double n[3] = {double(g.normal.x), double(g.normal.y), double(g.normal.z)};
        const double off =
            std::fabs(std::hypot(n[0], n[1], n[2]) - 1) + std::fabs(std::fabs(n[i % 3]) - (needle ? 0 : 1));
        t.expect(g.status == FLR_OK && g.overlap && g.signed_distance <= 0 &&
                     normals.within(off / real_rounding) &&
                     -double(g.signed_distance) <= real_rounding * scale[1],
                 "%d: status %d, depth %g; normal %g %g %g, not %s axis %d", i, g.status,
                 double(g.signed_distance), n[0], n[1], n[2], needle ? "square to" : "along", i % 3);
    }
    t.expect(enough(overlaps * 10 > all * 3 && overlaps * 10 < all * 7), "%d of %d overlap", overlaps, all);
    normals.hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(pressed_flat))

}  // namespace TEST_FILE
