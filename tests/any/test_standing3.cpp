/// What a body needs to stand: manifolds by region on floors, ridges and in V's, with the normals that the surfaces have by their definition
/// and no other, however they are cut into triangles.
// needs: gmp mpfr
#include <cmath>
#include <vector>

#include "any/any3_stock.hpp"
#include "support/cmocka.hpp"
#include "support/minkowski3.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using any3::deepest;
using any3::held;

constexpr double little = real_choose(1e-9, 2e-5);
using regions = std::vector<flr_contact3_region>;

regions asked(tally &t, const held &a, const held &b, double margin = 0)
{
    const flr_contact3_options o = {flr_real(margin), 0, nullptr};
    size_t count = 0;
    regions all(64);
    const flr_status status = flr_contacts3(&a.shape, &b.shape, &o, all.data(), all.size(), &count);
    // the one manifold that is there in place of regions may be of a depth that is not proved
    const bool good = status == FLR_OK || (status == FLR_NOT_CONVERGED && count == 1);
    t.expect(good && count <= all.size(), "status %d, %zu regions", status, count);
    all.resize(good ? std::min(count, all.size()) : 0);
    return all;
}

bool is_near(flr_vec3 a, flr_vec3 b, double off) { return any3::length(flr_sub3(a, b)) <= off; }

/// Is there just one region for each of the normals, from body to ground?
bool are_normals(const regions &all, const std::vector<flr_vec3> &normals)
{
    if (all.size() != normals.size()) return false;
    for (flr_vec3 n : normals) {
        int found = 0;
        for (const flr_contact3_region &r : all) found += is_near(r.manifold.normal, n, 1e-5);
        if (found != 1) return false;
    }
    return true;
}

const flr_vec3 down = {0, 0, -1};

/// A floor at height 0 from -4 to 4: a grid whose inner corners are moved about and whose diagonals are drawn, without T-junctions. `height`
/// bends it along x.
template <class Height> soup floor_of(random_source &r, int cells, Height height)
{
    soup s;
    for (int y = 0; y <= cells; ++y)
        for (int x = 0; x <= cells; ++x) {
            const bool inner_x = x > 0 && x < cells && 2 * x != cells, inner_y = y > 0 && y < cells;
            const double dx = inner_x ? r.between(-0.2, 0.2) : 0, dy = inner_y ? r.between(-0.2, 0.2) : 0;
            const double px = (x + dx) * 8 / cells - 4, py = (y + dy) * 8 / cells - 4;
            s.v.push_back(vec(px, py, height(px)));
        }
    const auto row = uint32_t(cells + 1);
    for (uint32_t y = 0; y < uint32_t(cells); ++y)
        for (uint32_t x = 0; x < uint32_t(cells); ++x) {
            const uint32_t a = y * row + x, b = a + 1, c = a + row, d = c + 1;
            if (r.whole(0, 1)) {
                s.t.push_back({a, b, d});
                s.t.push_back({a, d, c});
            } else {
                s.t.push_back({a, b, c});
                s.t.push_back({b, d, c});
            }
        }
    return s;
}

held upright_box(flr_vec3 center, flr_vec3 half, double turn)
{
    held h = any3::of_kind(FLR_SHAPE3_BOX);
    const flr_real c = flr_real(std::cos(turn)), s = flr_real(std::sin(turn));
    h.shape.as.box = {center, {{c, s, 0}, {-s, c, 0}, {0, 0, 1}}, half};
    return h;
}

held ball(flr_vec3 center, double radius)
{
    held h = any3::of_kind(FLR_SHAPE3_SPHERE);
    h.shape.as.sphere = {center, flr_real(radius)};
    return h;
}

/// A frustum of eight corners, its lowest face at z.
held frustum(flr_vec3 at, double z)
{
    held h = any3::of_kind(FLR_SHAPE3_CONVEX);
    h.points = std::make_shared<std::vector<flr_vec3>>();
    for (int i = 0; i < 8; ++i) {
        const double wide = i & 4 ? 0.9 : 0.5;
        h.points->push_back(vec(double(at.x) + (i & 1 ? wide : -wide), double(at.y) + (i & 2 ? wide : -wide),
                                z + (i & 4 ? 1 : 0)));
    }
    h.shape.as.convex =
        flr_convex3_points(h.points->data(), 8, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}, 0);
    return h;
}

/// What lies flat on a floor, wherever it slides to: the floor's normal alone, its depth, and as many points as the shape has there.
void floors(tally &t)
{
    random_source r{411};
    for (int n = 0; n < scenes(40); ++n) {
        held ground = any3::mesh(floor_of(r, r.whole(3, 24), [](double) { return 0.0; }), false);
        if (n % 3 == 1) {
            // the other winding
            ground = any3::mesh(turned(ground.mesh->s), false);
        }
        const double depth = n % 4 == 3 ? -0.004 : r.between(0.0005, 0.05), margin = depth < 0 ? 0.01 : 0;
        for (int k = 0; k < 12; ++k) {
            const flr_vec3 at = r.point(-2.5, 2.5);
            const double turn = r.between(0, 6);
            held capsule = any3::of_kind(FLR_SHAPE3_CAPSULE);
            const double cx = std::cos(turn), cy = std::sin(turn), x = double(at.x), y = double(at.y);
            capsule.shape.as.capsule = {vec(x - cx, y - cy, 0.3 - depth), vec(x + cx, y + cy, 0.3 - depth),
                                        flr_real(0.3)};
            const held bodies[4] = {
                upright_box(vec(x, y, 0.5 - depth), {flr_real(0.7), flr_real(0.4), flr_real(0.5)}, turn),
                ball(vec(x, y, 0.5 - depth), 0.5), capsule, frustum(at, -depth)};
            const int points[4] = {4, 1, 2, 4};
            for (int i = 0; i < 4; ++i) {
                const regions all = asked(t, bodies[i], ground, margin);
                if (!t.expect(are_normals(all, {down}), "floor %d, body %d: %zu regions, first %g %g %g", n,
                              i, all.size(), all.empty() ? 0 : all[0].manifold.normal.x,
                              all.empty() ? 0 : all[0].manifold.normal.y,
                              all.empty() ? 0 : all[0].manifold.normal.z))
                    continue;
                const flr_manifold3 &m = all[0].manifold;
                t.expect(std::fabs(deepest(m) - depth) <= little && m.count >= points[i],
                         "floor %d, body %d: %d points, %g deep, not %g", n, i, m.count, deepest(m), depth);
                for (int j = 0; j < m.count; ++j)
                    t.expect(std::fabs(double(m.points[j].position.z) + depth / 2) <= little &&
                                 all[0].parts_b[j].triangle < ground.mesh->s.t.size() &&
                                 all[0].parts_a[j].triangle == FLR_CONTACT3_NO_TRIANGLE,
                             "floor %d, body %d: point at %g", n, i, m.points[j].position.z);
            }
        }
    }
}

/// A ridge along y, as steep as 1 in 2 on both sides, cut into triangles: a ball has the normal of a side, or one between them on the edge.
void ridges(tally &t)
{
    random_source r{412};
    const double s = 1 / std::sqrt(5.0);
    const flr_vec3 left = vec(s, 0, -2 * s), right = vec(-s, 0, -2 * s);
    int sides = 0, tops = 0;
    for (int n = 0; n < scenes(30); ++n) {
        const held ground =
            any3::mesh(floor_of(r, 2 * r.whole(2, 10), [](double x) { return -std::fabs(x) / 2; }), false);
        for (int k = 0; k < 20; ++k) {
            const double x = k % 2 ? r.between(-2, 2) : r.between(-0.2, 0.2), y = r.between(-2, 2),
                         depth = r.between(0.001, 0.02);
            // by the definition: over a side where the foot on its plane is on it
            const double reach = 0.5 - depth;
            const bool top = std::fabs(x) < reach * s;
            const double z =
                top ? std::sqrt(reach * reach - x * x) : reach * std::sqrt(5.0) / 2 - std::fabs(x) / 2;
            const held body = ball(vec(x, y, z), 0.5);
            const flr_vec3 n_top = vec(-x / reach, 0, -z / reach);
            const regions all = asked(t, body, ground);
            const flr_vec3 normal = top ? n_top : x < 0 ? left : right;
            (top ? tops : sides)++;
            // close to the border both are right
            if (std::fabs(std::fabs(x) - reach * s) < 0.01) continue;
            t.expect(are_normals(all, {normal}),
                     "ball at %g, ridge %d: %zu regions, first %g %g %g, not %g %g %g", x, n, all.size(),
                     all.empty() ? 0 : all[0].manifold.normal.x, all.empty() ? 0 : all[0].manifold.normal.y,
                     all.empty() ? 0 : all[0].manifold.normal.z, normal.x, normal.y, normal.z);
            t.expect(all.size() != 1 || (all[0].manifold.count == 1 &&
                                         std::fabs(deepest(all[0].manifold) - depth) <= little),
                     "ball at %g: %d points", x, all.empty() ? 0 : all[0].manifold.count);
        }
        // a box that lies across has the edge under it, two points of it
        const held across = upright_box(vec(0, 0.3, 0.49), {flr_real(0.5), flr_real(0.5), flr_real(0.5)}, 0);
        const regions all = asked(t, across, ground);
        t.expect(are_normals(all, {down}), "box on a ridge: %zu regions", all.size());
        t.expect(all.size() != 1 ||
                     (all[0].manifold.count >= 2 && std::fabs(deepest(all[0].manifold) - 0.01) <= little),
                 "box on a ridge: %d points", all[0].manifold.count);
    }
    t.expect(enough(sides > 50 && tops > 50), "%d on sides, %d on the top", sides, tops);
}

/// The same with the walls risen: a V of right angles. A ball at its bottom touches both, in a mesh and in a compound of two boxes.
void in_a_v(tally &t)
{
    random_source r{413};
    const double h = std::sqrt(0.5), depth = 0.01;
    const flr_vec3 left = vec(-h, 0, -h), right = vec(h, 0, -h);
    for (int n = 0; n < scenes(30); ++n) {
        const held ground =
            any3::mesh(floor_of(r, 2 * r.whole(2, 10), [](double x) { return std::fabs(x); }), false);
        const held body = ball(vec(0, r.between(-2, 2), (0.5 - depth) / h), 0.5);
        const regions all = asked(t, body, ground);
        t.expect(are_normals(all, {left, right}), "ball in a V of triangles: %zu regions", all.size());
        for (const flr_contact3_region &g : all)
            t.expect(g.manifold.count == 1 && std::fabs(deepest(g.manifold) - depth) <= little,
                     "%d points, %g deep", g.manifold.count, deepest(g.manifold));
    }
    held walls[2];
    for (int k = 0; k < 2; ++k) {
        const double side = k ? 1 : -1;
        walls[k] = any3::of_kind(FLR_SHAPE3_BOX);
        // its inner face is the plane through the origin
        const flr_vec3 out = vec(side * -h, 0, h), along = vec(h, 0, side * h);
        walls[k].shape.as.box = {flr_sub3(flr_scale3(2, vec(side * h, 0, h)), flr_scale3(flr_real(0.5), out)),
                                 {along, {0, 1, 0}, flr_cross3(along, {0, 1, 0})},
                                 {2, 3, flr_real(0.5)}};
    }
    const held v = any3::compound({walls[0], walls[1]}), body = ball(vec(0, 0.25, (0.5 - depth) / h), 0.5);
    const regions all = asked(t, body, v);
    t.expect(are_normals(all, {left, right}), "ball in a V of boxes: %zu regions", all.size());
    for (size_t k = 0; k < all.size(); ++k)
        t.expect(all[k].parts_b[0].child == k && all[k].parts_b[0].corner_count == 3 &&
                     all[k].parts_a[0].child == 0 && std::fabs(deepest(all[k].manifold) - depth) <= little,
                 "region %zu: child %u, feature of %u corners, %g deep", k, all[k].parts_b[0].child,
                 all[k].parts_b[0].corner_count, deepest(all[k].manifold));
    // room for one alone, or none: the count is the same
    flr_contact3_region one;
    size_t count = 0;
    t.expect(flr_contacts3(&body.shape, &v.shape, nullptr, &one, 1, &count) == FLR_OK && count == 2,
             "%zu with room for one", count);
    t.expect(flr_contacts3(&body.shape, &v.shape, nullptr, nullptr, 0, &count) == FLR_OK && count == 2,
             "%zu with no room", count);
    t.expect(flr_contacts3(&body.shape, &v.shape, nullptr, nullptr, 1, &count) == FLR_INVALID_ARGUMENT,
             "nowhere to write");
}

/// A box on the top of a solid table, over its rim: the top's normal alone, though it meets the triangles of the side.
void over_a_rim(tally &t)
{
    for (bool solid : {false, true})
        for (double past : {0.1, 0.3, 0.6}) {
            const held table = any3::mesh(::box(vec(-2, -2, -1), vec(2, 2, 0)), solid);
            const held body = upright_box(vec(2 - 0.5 + past, 0.25, 0.49),
                                          {flr_real(0.5), flr_real(0.5), flr_real(0.5)}, 0);
            const regions all = asked(t, body, table);
            t.expect(are_normals(all, {down}), "over the rim by %g: %zu regions", past, all.size());
            if (all.size() != 1) continue;
            t.expect(all[0].manifold.count == 4 && std::fabs(deepest(all[0].manifold) - 0.01) <= little,
                     "%d points", all[0].manifold.count);
            int corners = 0, edges = 0;
            for (int i = 0; i < all[0].manifold.count; ++i) {
                corners += all[0].parts_a[i].corner_count == 1;
                edges += all[0].parts_a[i].corner_count == 2;
                // two bottom corners of the box are on the table
                if (all[0].parts_a[i].corner_count == 1)
                    t.expect(!(all[0].parts_a[i].corners[0] & 4u), "a corner of the top");
            }
            t.expect(corners == 2 && edges == 2, "%d corners, %d edges of the box", corners, edges);
        }
}

/// Against the floor and a wall at once, with the edge between them concave: the two normals.
void at_a_wall(tally &t)
{
    random_source r{414};
    for (int n = 0; n < scenes(20); ++n) {
        const int cells = r.whole(2, 8);
        soup s;
        // along x the floor up to 0, then the wall up to 4
        for (int y = 0; y <= cells; ++y)
            for (int x = 0; x <= 2 * cells; ++x) {
                const double along = double(x) * 8 / (2 * cells) - 4, py = double(y) * 8 / cells - 4;
                s.v.push_back(along < 0 ? vec(along, py, 0) : vec(0, py, along));
            }
        const auto row = uint32_t(2 * cells + 1);
        for (uint32_t y = 0; y < uint32_t(cells); ++y)
            for (uint32_t x = 0; x + 1 < row; ++x) {
                const uint32_t a = y * row + x, b = a + 1, c = a + row, d = c + 1;
                s.t.push_back({a, b, d});
                s.t.push_back({a, d, c});
            }
        const double deep = r.between(0.001, 0.02), far = r.between(0.001, 0.02);
        const held ground = any3::mesh(s, false),
                   body = upright_box(vec(far - 0.5, r.between(-1, 1), 0.5 - deep),
                                      {flr_real(0.5), flr_real(0.5), flr_real(0.5)}, 0);
        const regions all = asked(t, body, ground);
        t.expect(are_normals(all, {down, {1, 0, 0}}), "at a wall: %zu regions", all.size());
        for (const flr_contact3_region &g : all) {
            const double want = g.manifold.normal.z < -flr_real(0.5) ? deep : far;
            t.expect(g.manifold.count >= 4 && std::fabs(deepest(g.manifold) - want) <= little,
                     "%d points, %g deep, not %g", g.manifold.count, deepest(g.manifold), want);
        }
    }
}

/// Random shapes of all kinds: regions exist where a contact does, and mirror on swapping, to the last bit.
void all_kinds(tally &t)
{
    random_source r{415};
    int hit = 0, asked_count = 0;
    for (int n = 0; n < scenes(6); ++n)
        for (int x = 0; x < FLR_SHAPE3_COUNT; ++x)
            for (int y = 0; y < FLR_SHAPE3_COUNT; ++y) {
                const flr_vec3 near = r.point(-0.8, 0.8);
                const held a = any3::random_shape(r, flr_shape3_kind(x), {0, 0, 0}, 1, n % 2),
                           b = any3::random_shape(r, flr_shape3_kind(y), near, 1, n % 3 == 0);
                const char *na = flr_shape3_name(flr_shape3_kind(x)),
                           *nb = flr_shape3_name(flr_shape3_kind(y));
                flr_manifold3 m = {};
                regions p(64), q(64);
                size_t count = 0, turned_count = 0;
                const flr_status single = flr_contact3(&a.shape, &b.shape, nullptr, &m),
                                 status =
                                     flr_contacts3(&a.shape, &b.shape, nullptr, p.data(), p.size(), &count);
                flr_contacts3(&b.shape, &a.shape, nullptr, q.data(), q.size(), &turned_count);
                t.expect((status == FLR_OK || status == FLR_NOT_CONVERGED) &&
                             (single == FLR_OK || single == FLR_NOT_CONVERGED),
                         "%s %s: status %d %d", na, nb, status, single);
                t.expect((count > 0) == (m.count > 0 || m.inseparable) && count == turned_count,
                         "%s %s: %zu regions, %zu swapped, %d points", na, nb, count, turned_count, m.count);
                ++asked_count;
                hit += count > 0;
                for (size_t i = 0; i < count && i < 64 && count == turned_count; ++i) {
                    const flr_manifold3 &u = p[i].manifold, &v = q[i].manifold;
                    bool same = u.count == v.count && is_near(u.normal, flr_neg3(v.normal), 0);
                    for (int k = 0; k < u.count && same; ++k)
                        same = is_near(u.points[k].position, v.points[k].position, 0) &&
                               u.points[k].depth == v.points[k].depth && u.points[k].id == v.points[k].id &&
                               p[i].parts_a[k].triangle == q[i].parts_b[k].triangle &&
                               p[i].parts_b[k].child == q[i].parts_a[k].child && u.points[k].depth >= 0;
                    t.expect(same && (u.count > 0 || u.inseparable), "%s %s: region %zu of %zu turned round",
                             na, nb, i, count);
                }
            }
    t.expect(hit * 10 > asked_count * 3 && hit * 10 < asked_count * 7, "%d of %d hit", hit, asked_count);
}

/// Is a place on a box?
bool is_in_box(const flr_box3 &b, flr_vec3 p)
{
    const flr_vec3 q = flr_sub3(p, b.center);
    return std::fabs(double(flr_dot3(q, b.axes.x))) <= double(b.half_extents.x) + little &&
           std::fabs(double(flr_dot3(q, b.axes.y))) <= double(b.half_extents.y) + little &&
           std::fabs(double(flr_dot3(q, b.axes.z))) <= double(b.half_extents.z) + little;
}

minkowski3::corner_list corners_of(const flr_box3 &b)
{
    minkowski3::corner_list all;
    for (int i = 0; i < 8; ++i) {
        flr_vec3 p = b.center;
        p = flr_mul_add3(p, i & 1 ? b.half_extents.x : -b.half_extents.x, b.axes.x);
        p = flr_mul_add3(p, i & 2 ? b.half_extents.y : -b.half_extents.y, b.axes.y);
        p = flr_mul_add3(p, i & 4 ? b.half_extents.z : -b.half_extents.z, b.axes.z);
        all.push_back(minkowski3::rational(p));
    }
    return all;
}

/// A box and one triangle, whose edges are its own: the depth by the definition, and points on both.
void one_triangle(tally &t)
{
    random_source r{416};
    int hit = 0, asked_count = 0, several = 0;
    for (int n = 0; n < scenes(1500); ++n) {
        const bool lattice = n % 3 == 0;
        held body = any3::of_kind(FLR_SHAPE3_BOX);
        const flr_vec3 half = lattice ? r.lattice_point(1, 2) : r.point(0.3, 1.5);
        const flr_mat3 axes = lattice ? flr_mat3{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}} : any3::axes(r);
        body.shape.as.box = {lattice ? r.lattice_point(-1, 1) : r.point(-1, 1), axes, half};
        soup s;
        for (int k = 0; k < 3; ++k) s.v.push_back(lattice ? r.lattice_point(-4, 4) : r.point(-3, 3));
        s.t.push_back({0, 1, 2});
        const flr_vec3 across = flr_cross3(flr_sub3(s.v[1], s.v[0]), flr_sub3(s.v[2], s.v[0]));
        if (any3::length(across) < 0.01) continue;
        minkowski3::corner_list corners;
        for (flr_vec3 p : s.v) corners.push_back(minkowski3::rational(p));
        const double exact = minkowski3::signed_distance(corners_of(body.shape.as.box), corners).get_d(),
                     margin = n % 2 ? 0.25 : 0;
        // at the margin either may be
        if (std::fabs(exact - margin) < little) continue;
        const held ground = any3::mesh(s, false);
        const regions all = asked(t, body, ground, margin);
        ++asked_count;
        hit += exact <= margin;
        t.expect(all.empty() == (exact > margin), "scene %d: %zu regions, %g apart", n, all.size(), exact);
        if (all.empty()) continue;
        const flr_manifold3 &m = all[0].manifold;
        several += m.count > 1;
        t.expect(all.size() == 1 && std::fabs(deepest(m) + exact) <= little,
                 "scene %d: %zu regions, %.12g deep, is %.12g", n, all.size(), deepest(m), -exact);
        const flr_triangle3 face = {s.v[0], s.v[1], s.v[2]};
        for (int i = 0; i < m.count; ++i) {
            const flr_vec3 up = flr_scale3(m.points[i].depth / 2, m.normal), p = m.points[i].position;
            const flr_vec3 on = flr_sub3(p, up), of = flr_add3(p, up);
            t.expect(double(flr_closest3_point_triangle(on, &face).distance) <= little &&
                         is_in_box(body.shape.as.box, of),
                     "scene %d: point %d of %d is off by %g", n, i, m.count,
                     flr_closest3_point_triangle(on, &face).distance);
        }
    }
    t.expect(hit * 10 > asked_count * 3 && hit * 10 < asked_count * 8 && several * 4 > hit,
             "%d of %d hit, %d by several points", hit, asked_count, several);
}

/// Smooth hills of triangles: whatever slides over them has the normals of the hills where it touches, up to the angle between neighbours, and
/// no other one.
void over_hills(tally &t)
{
    random_source r{417};
    const double high = 0.3, often = 1.5;
    int touched = 0;
    for (int n = 0; n < scenes(6); ++n) {
        soup s = floor_of(r, 40, [](double) { return 0.0; });
        for (flr_vec3 &p : s.v)
            p = vec(p.x, p.y, high * std::sin(often * double(p.x)) * std::sin(often * double(p.y)));
        const held ground = any3::mesh(s, false);
        const flr_vec3 from = r.point(-2, 2), to = r.point(-2, 2);
        const double turn = r.between(0, 6);
        for (int k = 0; k < 60; ++k) {
            const flr_vec3 at = flr_lerp3(from, to, flr_real(k) / 60);
            const double x = double(at.x), y = double(at.y), cx = std::cos(turn), cy = std::sin(turn),
                         z = high * std::sin(often * x) * std::sin(often * y);
            held capsule = any3::of_kind(FLR_SHAPE3_CAPSULE);
            capsule.shape.as.capsule = {vec(x - cx / 2, y - cy / 2, z + 0.3),
                                        vec(x + cx / 2, y + cy / 2, z + 0.3), flr_real(0.25)};
            const held bodies[4] = {
                upright_box(vec(x, y, z + 0.5), {flr_real(0.4), flr_real(0.3), flr_real(0.45)}, turn),
                ball(vec(x, y, z + 0.28), 0.3), capsule, frustum(at, z + 0.05)};
            for (int i = 0; i < 4; ++i)
                for (const flr_contact3_region &g : asked(t, bodies[i], ground)) {
                    double best = -1;
                    for (int j = 0; j < g.manifold.count; ++j) {
                        const double px = double(g.manifold.points[j].position.x),
                                     py = double(g.manifold.points[j].position.y);
                        const double dx = high * often * std::cos(often * px) * std::sin(often * py),
                                     dy = high * often * std::sin(often * px) * std::cos(often * py),
                                     per = 1 / std::sqrt(1 + dx * dx + dy * dy);
                        best = std::fmax(best,
                                         double(flr_dot3(g.manifold.normal, vec(dx * per, dy * per, -per))));
                    }
                    ++touched;
                    t.expect(best > std::cos(0.3), "hill %d, step %d, body %d: normal %g %g %g is %g off", n,
                             k, i, g.manifold.normal.x, g.manifold.normal.y, g.manifold.normal.z,
                             std::acos(best));
                }
        }
    }
    t.expect(touched > scenes(6) * 100, "%d contacts", touched);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(floors), FEELER_TEST(ridges), FEELER_TEST(in_a_v), FEELER_TEST(over_a_rim),
             FEELER_TEST(at_a_wall), FEELER_TEST(all_kinds), FEELER_TEST(one_triangle),
             FEELER_TEST(over_hills))

}  // namespace TEST_FILE
