// needs: gmp
// Projections and support points of vectors of any length, against exact rationals.
#include "support/big.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "feeler/convex2.h"
#include "feeler/convex3.h"
#include "feeler/hull.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"

namespace TEST_FILE
{
namespace
{

const int lowest = sizeof(flr_real) == 4 ? -148 : -1070, highest = sizeof(flr_real) == 4 ? 126 : 1022;

/// A number of all digits, near 2^exponent; 0 now and then.
flr_real number(random_source &r, int exponent)
{
    const double digits = r.between(-1, 1);
    return r.whole(0, 9) == 0 ? flr_real(0) : flr_real(std::ldexp(digits, exponent));
}

flr_vec3 vector3(random_source &r, int exponent)
{
    const flr_real x = number(r, exponent), y = number(r, exponent), z = number(r, exponent);
    return flr_vec3_make(x, y, z);
}

struct exact {
    big_rational x, y, z;
};
exact exactly(flr_vec3 v)
{
    return {big_rational(double(v.x)), big_rational(double(v.y)), big_rational(double(v.z))};
}
big_rational dot(const exact &a, const exact &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
big_rational largest(const exact &a)
{
    const big_rational x = abs(a.x), y = abs(a.y), z = abs(a.z), xy = x > y ? x : y;
    return xy > z ? xy : z;
}

/// How far p is from a rational one, in roundings of the size, or in the smallest number.
bool is_near(flr_vec3 p, const exact &q, const big_rational &size, double roundings)
{
    const big_rational unit =
        big_rational(double(std::numeric_limits<flr_real>::epsilon())) * size * roundings / 2 +
        2 * big_rational(double(std::numeric_limits<flr_real>::denorm_min()));
    const exact e = exactly(p);
    return largest({big_rational(e.x - q.x), big_rational(e.y - q.y), big_rational(e.z - q.z)}) <= unit;
}

void projections(tally &t)
{
    random_source r{1};
    int seen = 0;
    for (int i = 0; i < 20000; ++i) {
        const int of_a = r.whole(lowest, highest), of_b = r.whole(lowest, highest);
        flr_vec3 a = vector3(r, of_a), b = vector3(r, of_b);
        const bool flat = r.whole(0, 1) != 0;
        if (flat) a.z = b.z = 0;
        const exact x = exactly(a), y = exactly(b);
        const big_rational square = dot(y, y);
        flr_vec3 p = flr_project3(a, b);
        if (flat) {
            const flr_vec2 q = flr_project2({a.x, a.y}, {b.x, b.y});
            p = flr_vec3_make(q.x, q.y, 0);
        }
        if (square == 0) {
            t.expect(p.x == 0 && p.y == 0 && p.z == 0, "onto nothing");
            continue;
        }
        const big_rational k = dot(x, y) / square;
        const exact q = {big_rational(k * y.x), big_rational(k * y.y), big_rational(k * y.z)};
        seen += largest(q) > 0;
        t.expect(is_near(p, q, largest(x), 14), "%d, %d: (%g %g %g) of (%g %g %g) onto (%g %g %g)", of_a,
                 of_b, double(p.x), double(p.y), double(p.z), double(a.x), double(a.y), double(a.z),
                 double(b.x), double(b.y), double(b.z));
    }
    t.expect(seen > 15000, "%d projections", seen);
}

/// Short of the farthest of some points by no more than 8 roundings of their size, and no farther from one of them.
void is_farthest(tally &t, flr_vec3 found, const std::vector<flr_vec3> &points, flr_vec3 direction,
                 const char *what)
{
    const exact d = exactly(direction), f = exactly(found);
    big_rational size = 0, most = 0;
    bool first = true, one_of_them = false;
    for (const flr_vec3 &p : points) {
        const exact e = exactly(p);
        const big_rational along = dot(e, d);
        if (first || along > most) most = along;
        if (largest(e) > size) size = largest(e);
        first = false;
    }
    for (const flr_vec3 &p : points) one_of_them |= is_near(found, exactly(p), size, 8);
    const big_rational room =
        big_rational(double(std::numeric_limits<flr_real>::epsilon())) * 12 * size * largest(d);
    t.expect(one_of_them && most - dot(f, d) <= room, "%s: (%g %g %g) along (%g %g %g)", what,
             double(found.x), double(found.y), double(found.z), double(direction.x), double(direction.y),
             double(direction.z));
}

void support_points(tally &t)
{
    random_source r{2};
    const flr_mat3 upright = flr_affine3_identity().linear;
    const flr_vec3 origin = {0, 0, 0};
    for (int i = 0; i < 4000; ++i) {
        const int of_points = r.whole(lowest, highest), of_d = r.whole(lowest, highest);
        const uint32_t count = uint32_t(i % 3 == 0 ? r.whole(9, 80) : r.whole(1, 8));
        std::vector<flr_vec3> points;
        std::vector<flr_vec2> flat;
        for (uint32_t k = 0; k < count; ++k) points.push_back(vector3(r, of_points));
        flr_vec3 d = vector3(r, of_d);
        if (d.x == 0 && d.y == 0) d.x = std::numeric_limits<flr_real>::denorm_min();
        const flr_convex3 list = flr_convex3_points(points.data(), count, upright, origin, 0);
        is_farthest(t, flr_support3(&list, d), points, d, "points");
        is_farthest(t, points[flr_support3_vertex(&list, d, FLR_HULL_NONE)], points, d, "number of a point");
        if (count >= 4) {
            const flr_tetrahedron s = {points[0], points[1], points[2], points[3]};
            const flr_convex3 real4 = flr_convex3_tetrahedron(&s);
            is_farthest(t, flr_support3(&real4, d), {points.begin(), points.begin() + 4}, d, "tetrahedron");
        }
        flr_hull3 *hull = nullptr;
        if (i % 4 == 0 && flr_hull3_create(points.data(), count, nullptr, nullptr, &hull) == FLR_OK) {
            const flr_convex3 built = flr_convex3_hull(hull, upright, origin, 0);
            is_farthest(t, flr_support3(&built, d), points, d, "hull");
            flr_hull3_destroy(hull);
        }
        for (flr_vec3 &p : points) {
            p.z = 0;
            flat.push_back({p.x, p.y});
        }
        d.z = 0;
        const flr_convex2 in_plane = flr_convex2_points(flat.data(), count, {1, 0}, {0, 0}, 0);
        const flr_vec2 q = flr_support2(&in_plane, {d.x, d.y});
        is_farthest(t, flr_vec3_make(q.x, q.y, 0), points, d, "points of the plane");
    }
}

void known(tally &t)
{
    const flr_real huge = std::numeric_limits<flr_real>::max() / 2,
                   tiny = sizeof(flr_real) == 4 ? flr_real(1e-30) : flr_real(1e-170);
    const flr_vec2 square[4] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    flr_vec2 small[4];
    for (int k = 0; k < 4; ++k) small[k] = flr_scale2(tiny, square[k]);
    const flr_convex2 polygon = flr_convex2_polygon(square, 4, {1, 0}, {0, 0}, 0),
                      little = flr_convex2_polygon(small, 4, {1, 0}, {0, 0}, 0);
    const flr_vec2 p = flr_support2(&polygon, {huge, huge}), q = flr_support2(&little, {tiny, tiny});
    t.expect(p.x == 2 && p.y == 2, "(%g, %g) of the square", double(p.x), double(p.y));
    t.expect(q.x == 2 * tiny && q.y == 2 * tiny, "(%g, %g) of the small square", double(q.x), double(q.y));
    const flr_vec3 along = flr_project3({3, 4, 5}, {0, tiny, 0}), far = flr_project3({3, 4, 5}, {0, huge, 0});
    t.expect(along.y == 4 && far.y == 4, "projections %g and %g", double(along.y), double(far.y));
}

}  // namespace

FEELER_TESTS(FEELER_TEST(projections), FEELER_TEST(support_points), FEELER_TEST(known))

}  // namespace TEST_FILE
