/// The triangles of a mesh nearest to a shape: of points by exact distances, of other kinds by the distance of each triangle asked by itself.
// needs: gmp
#include <algorithm>
#include <cmath>
#include <vector>

#include "any/any3_stock.hpp"
#include "support/cmocka.hpp"
#include "support/exact_mesh.hpp"
#include "support/poses.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

using any3::held;
using found = std::vector<flr_near3_triangle>;

flr_status asked(const flr_shape3 &shape, const part &m, flr_real limit, size_t capacity, found *all)
{
    size_t count = 0;
    all->resize(capacity);
    const flr_status status = flr_near3_shape_mesh(&shape, &m.at, limit, all->data(), capacity, &count);
    all->resize(std::min(count, capacity));
    return status;
}

flr_shape3 triangle_of(const flr_triangle3 &t)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_TRIANGLE;
    s.as.triangle = t;
    return s;
}

std::vector<soup> stock()
{
    return {box(vec(-2, -2, -2), vec(2, 2, 2)), sphere(2, 12, 8), torus(3, 1, 6, 9),
            plate_with_square_hole(3, 1, 0, 0.5), unshared(split(box(vec(-2, -2, -2), vec(2, 2, 2))))};
}

/// The exact distances of all triangles, the least first.
std::vector<double> exact_distances(flr_vec3 p, const std::vector<flr_triangle3> &world)
{
    std::vector<double> all;
    for (const flr_triangle3 &t : world)
        all.push_back(exact_mesh::root(exact_mesh::point_triangle(exact_mesh::from(p), exact_mesh::from(t))));
    std::sort(all.begin(), all.end());
    return all;
}

/// Points on a lattice have many triangles that are equally far.
void points(tally &t)
{
    random_source r{71};
    for (const soup &s : stock()) {
        part m(s);
        const std::vector<flr_triangle3> world = m.world();
        for (int k = 0; k < 60; ++k) {
            flr_shape3 point{};
            point.kind = FLR_SHAPE3_POINT;
            const double x = r.whole(-4, 4), y = r.whole(-4, 4), z = r.whole(-4, 4);
            point.as.point = vec(x, y, z);
            const std::vector<double> exact = exact_distances(point.as.point, world);
            const size_t capacity = size_t(r.whole(1, 9));
            found all;
            t.expect(asked(point, m, INFINITY, capacity, &all) == FLR_OK &&
                         all.size() == std::min(capacity, world.size()),
                     "%zu of %zu", all.size(), capacity);
            for (size_t i = 0; i < all.size(); ++i) {
                const double own = exact_mesh::root(exact_mesh::point_triangle(
                    exact_mesh::from(point.as.point), exact_mesh::from(world[all[i].triangle])));
                t.expect(std::fabs(double(all[i].distance) - own) <= 64 * real_rounding &&
                             std::fabs(own - exact[i]) <= 64 * real_rounding,
                         "place %zu: triangle %u is %.17g away, told %.17g; by the exact order %.17g", i,
                         all[i].triangle, own, double(all[i].distance), exact[i]);
            }
        }
    }
}

bool comes_before(const flr_near3_triangle &x, const flr_near3_triangle &y)
{
    return x.distance != y.distance ? x.distance < y.distance : x.triangle < y.triangle;
}

/// Every triangle by itself.
found one_by_one(tally &t, const flr_shape3 &shape, const std::vector<flr_triangle3> &world)
{
    found all;
    for (uint32_t i = 0; i < world.size(); ++i) {
        const flr_shape3 other = triangle_of(world[i]);
        flr_closest3 c{};
        const flr_status status = flr_distance3(&shape, &other, &c);
        t.expect(status == FLR_OK || status == FLR_NOT_CONVERGED, "status %d", status);
        all.push_back({i, c.distance, c.point_a, c.point_b});
    }
    std::sort(all.begin(), all.end(), comes_before);
    return all;
}

/// A list holds the triangles that one_by_one() begins with. Equal distances up to rounding may change places where a limit leaves
/// another way to compute them.
void compare(tally &t, int kind, const found &all, const found &want, size_t count)
{
    if (!t.expect(all.size() == count, "kind %d: %zu, not %zu", kind, all.size(), count)) return;
    for (size_t i = 0; i < count; ++i) {
        t.expect(std::fabs(double(all[i].distance - want[i].distance)) <= real_choose(1e-10, 1e-4),
                 "kind %d, place %zu: %.17g, not %.17g", kind, i, double(all[i].distance),
                 double(want[i].distance));
        t.expect(i == 0 || !comes_before(all[i], all[i - 1]), "kind %d: place %zu is out of order", kind, i);
    }
}

void kinds(tally &t)
{
    random_source r{73};
    for (const soup &s : stock()) {
        part m(s, random_rigid(r, 1));
        const std::vector<flr_triangle3> world = m.world();
        for (int kind = 0; kind < FLR_SHAPE3_COUNT; ++kind) {
            flr_vec3 at = r.point(-5, 5);
            const held h = any3::random_shape(r, flr_shape3_kind(kind), at, 1, false);
            const found want = one_by_one(t, h.shape, world);
            found all;
            asked(h.shape, m, INFINITY, world.size(), &all);
            compare(t, kind, all, want, world.size());
            asked(h.shape, m, INFINITY, 5, &all);
            compare(t, kind, all, want, 5);
            // a limit between two distances
            const size_t k = world.size() / 3;
            const flr_real limit = (want[k].distance + want[k + 1].distance) / 2;
            size_t within = 0;
            while (within < want.size() && want[within].distance <= limit) ++within;
            asked(h.shape, m, limit, world.size(), &all);
            if (want[k + 1].distance - want[k].distance > real_choose(1e-9, 1e-3) || limit == 0)
                compare(t, kind, all, want, within);
        }
    }
}

void limits(tally &t)
{
    part m(box(vec(-1, -1, -1), vec(1, 1, 1)));
    flr_shape3 point{};
    point.kind = FLR_SHAPE3_POINT;
    point.as.point = vec(3, 0, 0);
    found all;
    t.expect(asked(point, m, 2, 12, &all) == FLR_OK && all.size() == 2,
             "two triangles on that side, %zu told", all.size());
    t.expect(asked(point, m, flr_real(1.999), 12, &all) == FLR_OK && all.empty(), "none nearer than 2");
    size_t count = 7;
    t.expect(flr_near3_shape_mesh(&point, &m.at, 2, nullptr, 0, &count) == FLR_OK && count == 0, "no room");
    t.expect(flr_near3_shape_mesh(&point, &m.at, -1, nullptr, 0, &count) == FLR_INVALID_ARGUMENT, "below 0");
    t.expect(flr_near3_shape_mesh(&point, &m.at, NAN, nullptr, 0, &count) == FLR_INVALID_ARGUMENT,
             "no number");
    t.expect(flr_near3_shape_mesh(&point, nullptr, 1, nullptr, 0, &count) == FLR_INVALID_ARGUMENT, "no mesh");
    t.expect(flr_near3_shape_mesh(&point, &m.at, 1, nullptr, 3, &count) == FLR_INVALID_ARGUMENT, "no array");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(points), FEELER_TEST(kinds), FEELER_TEST(limits))

}  // namespace TEST_FILE
