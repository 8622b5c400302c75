/// The depth of a contact with a mesh: that of the signed distance, or said not to be proved; and by the definition of either, whatever both
/// say. Every kind against surfaces and solids, also as shapes of compounds, in both orders.
#include <cmath>
#include <vector>

#include "any/any3_stock.hpp"
#include "any/properties3.hpp"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using any3::deepest;
using any3::held;

/// A few triangles that need not be joined, on small whole numbers or anywhere.
soup some_triangles(random_source &r)
{
    soup s;
    const bool lattice = r.whole(0, 1) == 1;
    const int corners = r.whole(3, 7), triangles = r.whole(1, 5);
    for (int i = 0; i < corners; ++i) s.v.push_back(lattice ? r.lattice_point(-2, 2) : r.point(-1, 1));
    for (int i = 0; i < triangles; ++i) {
        const auto a = uint32_t(r.whole(0, corners - 1)), b = uint32_t(r.whole(0, corners - 1)),
                   c = uint32_t(r.whole(0, corners - 1));
        if (a != b && b != c && c != a) s.t.push_back({a, b, c});
    }
    if (s.t.empty()) s.t.push_back({0, 1, 2});
    return s;
}

/// Ground from -1.5 to 1.5 with bumps.
soup some_ground(random_source &r)
{
    soup s;
    const int cells = 5;
    for (int y = 0; y <= cells; ++y)
        for (int x = 0; x <= cells; ++x)
            s.v.push_back(vec(3.0 * x / cells - 1.5, 3.0 * y / cells - 1.5, r.between(-0.2, 0.2)));
    for (uint32_t y = 0; y < cells; ++y)
        for (uint32_t x = 0; x < cells; ++x) {
            const uint32_t a = y * (cells + 1) + x, b = a + 1, c = a + cells + 1, d = c + 1;
            s.t.push_back({a, b, d});
            s.t.push_back({a, d, c});
        }
    return s;
}

held some_mesh(random_source &r)
{
    const int form = r.whole(0, 5);
    const bool solid = r.whole(0, 1) == 1;
    if (form < 2) return any3::mesh(some_triangles(r), false);
    if (form < 4) return any3::mesh(some_ground(r), false);
    if (form == 4) return any3::mesh(box(vec(-1, -0.5, -1), vec(1, 0.5, 1)), solid);
    flr_vec3 p[4];
    double volume = 0;
    while (volume < 1) {
        for (flr_vec3 &q : p) q = r.lattice_point(-2, 2);
        volume =
            double(flr_dot3(flr_sub3(p[1], p[0]), flr_cross3(flr_sub3(p[2], p[0]), flr_sub3(p[3], p[0]))));
    }
    return any3::mesh(::tetrahedron(p[0], p[1], p[2], p[3]), solid);
}

bool is_mesh(const held &h) { return h.shape.kind == FLR_SHAPE3_MESH; }

struct tally_of_pairs {
    long overlaps = 0, proved = 0;
};

/// By the definition: moved by a little more than the depth they are apart, and by a little less in no direction.
void hold_to_definition(tally &t, random_source &r, const held &a, const held &b, const flr_manifold3 &m,
                        double depth)
{
    const double little = real_choose(1e-7, 2e-4), size = 8;
    const held out = any3::shifted(b, any3::times(depth + little * size, m.normal));
    // or touch another part of it there
    flr_signed_distance3_result left{};
    t.expect(!properties3::overlap(a, out) || (flr_signed_distance3(&a.shape, &out.shape, &left) == FLR_OK &&
                                               double(left.signed_distance) >= -little * size),
             "%s %s: %.10g deep, and not parted by that", properties3::name(a), properties3::name(b), depth);
    const double less = 0.998 * depth - little * size;
    if (!(less > 0)) return;
    for (int i = 0; i < 40; ++i) {
        flr_vec3 way = r.point(-1, 1);
        if (any3::length(way) < 0.1) continue;
        // every second one near the one that was found
        if (i % 2) way = flr_mul_add3(way, 8, m.normal);
        way = any3::times(less / any3::length(way), way);
        t.expect(properties3::overlap(a, any3::shifted(b, way)), "%s %s: %.10g deep, and parted by %.10g",
                 properties3::name(a), properties3::name(b), depth, less);
    }
}

void look_at(tally &t, random_source &r, const held &a, const held &b, worst_of &off, tally_of_pairs &pairs)
{
    flr_manifold3 m{}, k{};
    flr_signed_distance3_result p{};
    const flr_status status = flr_contact3(&a.shape, &b.shape, nullptr, &m),
                     turned = flr_contact3(&b.shape, &a.shape, nullptr, &k);
    t.expect(status == FLR_OK || status == FLR_NOT_CONVERGED, "%s %s: status %d", properties3::name(a),
             properties3::name(b), status);
    t.expect(status == turned && m.count == k.count && (m.count == 0 || deepest(m) == deepest(k)),
             "%s %s: %d points %.17g deep, turned round %d points %.17g deep", properties3::name(a),
             properties3::name(b), m.count, deepest(m), k.count, deepest(k));
    if (m.count == 0) {
        t.expect(m.inseparable || !properties3::overlap(a, b), "%s %s: overlap without a point",
                 properties3::name(a), properties3::name(b));
        return;
    }
    ++pairs.overlaps;
    if (status != FLR_OK) return;
    ++pairs.proved;
    const double depth = deepest(m);
    if (flr_signed_distance3(&a.shape, &b.shape, &p) == FLR_OK)
        t.expect(off.within(std::fabs(depth + double(p.signed_distance)) / 8),
                 "%s %s: %.17g deep, signed distance %.17g", properties3::name(a), properties3::name(b),
                 depth, double(p.signed_distance));
    if (!is_mesh(a) || !is_mesh(b)) hold_to_definition(t, r, a, b, m, depth);
}

void audit(tally &t)
{
    random_source r{20};
    tally_of_pairs pairs;
    worst_of off = {"depth of a contact with a mesh beside the signed distance", real_choose(3e-16, 4e-8)};
    for (int n = 0; n < scenes(12); ++n)
        for (int kind = 0; kind <= FLR_SHAPE3_COUNT; ++kind) {
            const any3::own_numbers own(r, kind, FLR_SHAPE3_MESH, n);
            const held mesh = some_mesh(r);
            const flr_vec3 at = r.point(-1, 1);
            const bool concave = r.whole(0, 1) == 1;
            held other = kind == FLR_SHAPE3_COUNT || kind == FLR_SHAPE3_MESH
                             ? some_mesh(r)
                             : any3::random_shape(r, flr_shape3_kind(kind), at, 0.6, concave);
            if (kind == FLR_SHAPE3_COUNT) {
                held ball = any3::of_kind(FLR_SHAPE3_SPHERE);
                ball.shape.as.sphere = {at, flr_real(0.3)};
                other = any3::compound({other, ball});
            }
            look_at(t, r, mesh, other, off, pairs);
        }
    off.hold(t);
    std::printf("  %ld overlaps, %ld proved\n", pairs.overlaps, pairs.proved);
    t.expect(pairs.overlaps > scenes(12) * 5 && 10 * pairs.proved > 7 * pairs.overlaps,
             "%ld overlaps, %ld proved", pairs.overlaps, pairs.proved);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(audit))

}  // namespace TEST_FILE
