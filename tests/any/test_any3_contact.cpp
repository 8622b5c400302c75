/// Manifolds of any pair of kinds: against the signed distance, by moving one shape out along the normal, and known
/// patches.
#include <cmath>
#include <set>

#include "any/any3_stock.hpp"
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

/// How far a manifold is from that of the two turned round: the most of normals, depths and places of the same numbers.
double turned_off(const flr_manifold3 &m, const flr_manifold3 &k)
{
    if (m.count != k.count || m.inseparable != k.inseparable) return INFINITY;
    double most = any3::length(flr_add3(m.normal, k.normal));
    for (int i = 0; i < m.count; ++i) {
        double off = INFINITY;
        for (int j = 0; j < k.count; ++j)
            if (m.points[i].id == k.points[j].id)
                off = std::fmin(off, std::fabs(double(m.points[i].depth) - double(k.points[j].depth)) +
                                         any3::length(flr_sub3(m.points[i].position, k.points[j].position)));
        most = std::fmax(most, off);
    }
    return most;
}

bool is_curved(flr_shape3_kind k)
{
    return k == FLR_SHAPE3_CYLINDER || k == FLR_SHAPE3_CONE || k == FLR_SHAPE3_ELLIPSOID;
}

/// Every pair of kinds, in both orders.
void table(tally &t)
{
    random_source r{601};
    int hit = 0, asked = 0, parted = 0, parts = 0, supported = 0;
    worst_of turned = {"contacts turned round", exact_answers},
             unit = {"length of a contact's normal, roundings", real_choose(3.2, 2)},
             flat_depth = {"depth of contacts, flat or round", real_choose(9.4e-15, 1.1e-6)},
             curved_depth = {"depth of contacts, cylinders and cones", real_choose(1.1e-15, 2.3e-7)},
             margins = {"points beyond the margin", exact_answers};
    for (int n = 0; n < scenes(6); ++n)
        for (int x = 0; x < FLR_SHAPE3_COUNT; ++x)
            for (int y = x; y < FLR_SHAPE3_COUNT; ++y) {
                auto kx = flr_shape3_kind(x), ky = flr_shape3_kind(y);
                const any3::own_numbers own(r, x, y);
                flr_vec3 near = r.point(-0.8, 0.8);
                held a = any3::random_shape(r, kx, {0, 0, 0}, 1, n % 2),
                     b = any3::random_shape(r, ky, near, 1, n % 3 == 0);
                double margin = n % 4 == 0 ? 0.25 : 0;
                flr_contact3_options o = {flr_real(margin), 0, nullptr};
                flr_manifold3 m, k;
                flr_status status = flr_contact3(&a.shape, &b.shape, &o, &m);
                const char *na = flr_shape3_name(kx), *nb = flr_shape3_name(ky);
                if (!t.expect(status == FLR_OK || status == FLR_NOT_CONVERGED, "%s %s: status %d", na, nb,
                              status))
                    continue;
                flr_contact3(&b.shape, &a.shape, &o, &k);
                t.expect(turned.within(turned_off(m, k)), "%s %s: %d points, swapped %d, off by %g", na, nb,
                         m.count, k.count, turned_off(m, k));
                t.expect(m.count >= 0 && m.count <= 4, "%s %s: %d points", na, nb, m.count);
                t.expect(m.count == 0 || unit.within(off_unit(m.normal)), "%s %s: normal", na, nb);
                std::set<uint32_t> ids;
                for (int i = 0; i < m.count; ++i) {
                    ids.insert(m.points[i].id);
                    t.expect(margins.within(-margin - double(m.points[i].depth)), "%s %s: depth %g", na, nb,
                             m.points[i].depth);
                }
                t.expect(int(ids.size()) == m.count, "%s %s: ids repeat", na, nb);
                flr_closest3 c;
                flr_distance3(&a.shape, &b.shape, &c);
                flr_signed_distance3_result s;
                status = flr_signed_distance3(&a.shape, &b.shape, &s);
                ++asked;
                hit += m.count > 0;
                bool meshes = kx == FLR_SHAPE3_MESH && ky == FLR_SHAPE3_MESH;
                if (s.inseparable) {
                    t.expect(m.inseparable && m.count == 0, "%s %s: not inseparable", na, nb);
                    continue;
                }
                if (c.distance > margin * (1 + real_choose(1e-9, 1e-5))) {
                    t.expect(m.count == 0, "%s %s: %g apart, %d points", na, nb, c.distance, m.count);
                    continue;
                }
                if (!t.expect(m.count > 0, "%s %s: distance %g, but no point", na, nb, c.distance)) continue;
                // the way out of a concave shape may be shorter than the one that contacts take
                flr_convex3 core;
                bool flat = kx == FLR_SHAPE3_PLANE || kx == FLR_SHAPE3_HALFSPACE || ky == FLR_SHAPE3_PLANE ||
                            ky == FLR_SHAPE3_HALFSPACE;
                auto is_round_about = [&](const held &h) {
                    return h.shape.kind != FLR_SHAPE3_RAY && h.shape.kind != FLR_SHAPE3_LINE &&
                           !flr_convex3_shape(&h.shape, &core);
                };
                bool known = c.distance > 0 || flat || !(is_round_about(a) || is_round_about(b));
                if (known && !meshes) {
                    ++supported;
                    worst_of &w = is_curved(kx) || is_curved(ky) ? curved_depth : flat_depth;
                    t.expect(w.within(std::fabs(deepest(m) + double(s.signed_distance))),
                             "%s %s: depth %.17g, signed distance %.17g", na, nb, deepest(m),
                             s.signed_distance);
                }
                // out along the normal: then they do not overlap any more
                if (c.distance > 0 || kx == FLR_SHAPE3_PLANE || ky == FLR_SHAPE3_PLANE) continue;
                // a union may touch on several sides then, and further on run into itself
                if (meshes || ky == FLR_SHAPE3_COMPOUND) continue;
                double way = deepest(m) + real_choose(1e-5, 2e-5);
                held moved = any3::shifted(b, flr_scale3(flr_real(way), m.normal));
                bool overlap = true;
                flr_overlap3(&a.shape, &moved.shape, &overlap);
                ++parts;
                parted += !overlap;
                // of a mere surface, and of what is no solid on either side, only the triangles near are left
                bool left = ky == FLR_SHAPE3_MESH &&
                            (!b.shape.solid || kx == FLR_SHAPE3_QUAD || kx == FLR_SHAPE3_POLYGON);
                t.expect(!overlap || left, "%s %s: still overlap after %g", na, nb, way);
            }
    t.expect(supported > scenes(380) && parted > parts - 20, "%d depths known, %d of %d parted", supported,
             parted, parts);
    t.expect(hit * 10 > asked * 3 && hit * 10 < asked * 7, "%d of %d hit", hit, asked);
    for (const worst_of *w : {&turned, &unit, &flat_depth, &curved_depth, &margins}) w->hold(t);
}

held of_box(flr_vec3 center, flr_vec3 half)
{
    held h = any3::of_kind(FLR_SHAPE3_AABB);
    h.shape.as.aabb = {flr_sub3(center, half), flr_add3(center, half)};
    return h;
}

double width(const flr_manifold3 &m, int axis)
{
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < m.count; ++i) {
        double x = axis ? m.points[i].position.y : m.points[i].position.x;
        low = std::fmin(low, x);
        high = std::fmax(high, x);
    }
    return high - low;
}

void expect_patch(tally &t, const held &a, const held &b, const char *name, int count, double depth,
                  double nz, double wide, double long_)
{
    flr_manifold3 m;
    // a patch is cut where the faces end, but for 8 roundings of the size of both: of the L and a box about 8
    const double little = real_choose(1e-9, 2e-6), edge = real_choose(1e-9, 1e-5);
    flr_status status = flr_contact3(&a.shape, &b.shape, nullptr, &m);
    t.expect(status == FLR_OK && m.count == count && std::fabs(deepest(m) - depth) < little &&
                 std::fabs(m.normal.z - nz) < little && std::fabs(width(m, 0) - wide) < edge &&
                 std::fabs(width(m, 1) - long_) < edge,
             "%s: %d points, depth %g, normal %g %g %g, %g by %g", name, m.count, deepest(m), m.normal.x,
             m.normal.y, m.normal.z, width(m, 0), width(m, 1));
}

/// What rests on planes, halfspaces, sheets and meshes.
void resting(tally &t)
{
    held box = of_box(vec(0.2, 0.1, 0.9), {0.5, 0.25, 1}), plane = any3::of_kind(FLR_SHAPE3_PLANE),
         half = any3::of_kind(FLR_SHAPE3_HALFSPACE), ball = any3::of_kind(FLR_SHAPE3_SPHERE),
         capsule = any3::of_kind(FLR_SHAPE3_CAPSULE);
    plane.shape.as.plane = {{0, 0, 2}, 0};
    half.shape.as.halfspace = {{0, 0, 2}, 0};
    ball.shape.as.sphere = {vec(0.1, 0.2, 0.4), 0.5};
    capsule.shape.as.capsule = {{-0.5, 0, flr_real(0.4)}, {0.25, 0, flr_real(0.4)}, 0.5};
    expect_patch(t, plane, box, "box on plane", 4, 0.1, 1, 1, 0.5);
    expect_patch(t, box, half, "box on halfspace", 4, 0.1, -1, 1, 0.5);
    expect_patch(t, half, ball, "ball on halfspace", 1, 0.1, 1, 0, 0);
    expect_patch(t, half, capsule, "capsule on halfspace", 2, 0.1, 1, 0.75, 0);
    // an L whose inner corner is at 0, its arms along -x and -y
    held l = any3::of_kind(FLR_SHAPE3_POLYGON);
    l.points = std::make_shared<std::vector<flr_vec3>>(
        std::vector<flr_vec3>{{-2, -2, 0}, {2, -2, 0}, {2, 0, 0}, {0, 0, 0}, {0, 2, 0}, {-2, 2, 0}});
    l.shape.as.polygon = {l.points->data(), 6};
    held on_l = of_box({0, 0, flr_real(0.9)}, {0.5, 0.5, 1});
    expect_patch(t, on_l, l, "box on the corner of an L", 4, 0.1, -1, 1, 1);
    on_l = of_box({1, 1, flr_real(0.9)}, {0.5, 0.5, 1});
    flr_manifold3 m;
    flr_contact3(&on_l.shape, &l.shape, nullptr, &m);
    t.expect(m.count == 0 && !m.inseparable, "box in the notch of an L: %d points", m.count);
    for (bool solid : {false, true}) {
        held mesh = any3::mesh(moved(::box(vec(-1, -1, -1), vec(1, 1, 1)), 0, 0, -1), solid);
        expect_patch(t, box, mesh, "box on mesh", 4, 0.1, -1, 1, 0.5);
        expect_patch(t, mesh, ball, "ball on mesh", 1, 0.1, 1, 0, 0);
        // of a mere surface the edge between two triangles of the face makes a point of its own
        expect_patch(t, capsule, mesh, "capsule on mesh", solid ? 2 : 3, 0.1, -1, 0.75, 0);
        held over = of_box({1, 0, flr_real(0.9)}, {0.5, 0.25, 1});
        expect_patch(t, over, mesh, "box over the edge of a mesh", 4, 0.1, -1, 0.5, 0.5);
        held other = any3::mesh(moved(::box(vec(-0.5, -0.25, -1), vec(0.5, 0.25, 1)), 0.2, 0.1, 0.9), solid);
        expect_patch(t, other, mesh, "mesh on mesh", 4, 0.1, -1, 1, 0.5);
    }
    held inside = of_box({0.5, 0, -1}, {0.25, 0.25, 0.25}),
         mesh = any3::mesh(moved(::box(vec(-1, -1, -1), vec(1, 1, 1)), 0, 0, -1), true);
    flr_contact3(&inside.shape, &mesh.shape, nullptr, &m);
    t.expect(m.count == 4 && std::fabs(deepest(m) - 0.75) < real_choose(1e-12, 1e-6) && m.normal.x == -1,
             "inside a solid: %d points, depth %g", m.count, deepest(m));
}

void errors(tally &t)
{
    held a = of_box({0, 0, 0}, {1, 1, 1}), none = a;
    none.shape.kind = FLR_SHAPE3_COUNT;
    flr_manifold3 m;
    flr_contact3_options bad = {-1, 0, nullptr};
    t.expect(flr_contact3(&a.shape, nullptr, nullptr, &m) == FLR_INVALID_ARGUMENT, "null");
    t.expect(flr_contact3(&a.shape, &a.shape, nullptr, nullptr) == FLR_INVALID_ARGUMENT, "nowhere to write");
    t.expect(flr_contact3(&a.shape, &none.shape, nullptr, &m) == FLR_INVALID_ARGUMENT, "no kind");
    t.expect(flr_contact3(&a.shape, &a.shape, &bad, &m) == FLR_INVALID_ARGUMENT, "a negative margin");
}

/// Of two corners a hair apart one is told, with the depth of the deeper.
void twin_corners(tally &t)
{
    const double hair = real_choose(0x1p-31, 0x1p-18);
    for (int k = 0; k < 8; ++k) {
        const flr_vec3 points[4] = {flr_vec3_make(0, 0, flr_real(k & 1 ? hair : 0)),
                                    flr_vec3_make(flr_real(hair), 0, flr_real(k & 1 ? 0 : hair)),
                                    flr_vec3_make(1, 1, flr_real(k & 2 ? 0.5 : 0)), flr_vec3_make(-1, 1, 1)};
        held list = any3::of_kind(FLR_SHAPE3_CONVEX), plane = any3::of_kind(FLR_SHAPE3_PLANE);
        list.shape.as.convex = flr_convex3_points(points, 4, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}, 0);
        plane.shape.as.plane = {flr_vec3_make(flr_real(0.25), 0, 1), flr_real(0.25)};
        for (int turn = 0; turn < 2; ++turn) {
            const flr_shape3 &a = turn ? list.shape : plane.shape, &b = turn ? plane.shape : list.shape;
            flr_signed_distance3_result r;
            flr_manifold3 m;
            flr_status status = flr_signed_distance3(&a, &b, &r);
            t.expect(status == FLR_OK && r.signed_distance < 0, "%d: not deep", k);
            status = flr_contact3(&a, &b, nullptr, &m);
            t.expect(status == FLR_OK && m.count > 0 && deepest(m) == -double(r.signed_distance),
                     "%d: %.17g deep, %.17g told", k, -double(r.signed_distance), deepest(m));
        }
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(table), FEELER_TEST(resting), FEELER_TEST(twin_corners), FEELER_TEST(errors))

}  // namespace TEST_FILE
