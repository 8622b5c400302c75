/// The same geometry in several forms: a box as aabb, box, points, solid mesh and compound, a tetrahedron likewise. Every question has one
/// answer, and the depth is that of the definition.
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

/// One solid in all its forms; the first is convex for certain.
struct solid {
    std::vector<held> forms;
    minkowski3::corner_list corners;
    flr_vec3 middle;
};

held of_points(const std::vector<flr_vec3> &v)
{
    held h = any3::of_kind(FLR_SHAPE3_CONVEX);
    h.points = std::make_shared<std::vector<flr_vec3>>(v);
    h.shape.as.convex = flr_convex3_points(h.points->data(), uint32_t(v.size()),
                                           {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}, 0);
    return h;
}

/// The rest of the forms: what has the corners, the surface, and the union with a point of it.
void complete(solid &s, const soup &surface)
{
    s.forms.push_back(of_points(surface.v));
    s.forms.push_back(any3::mesh(surface, true));
    held corner = any3::of_kind(FLR_SHAPE3_POINT);
    corner.shape.as.point = surface.v[0];
    s.forms.push_back(any3::compound({s.forms[0], corner}));
    s.middle = {0, 0, 0};
    for (flr_vec3 p : surface.v) {
        s.corners.push_back(minkowski3::rational(p));
        s.middle = flr_mul_add3(s.middle, 1 / flr_real(surface.v.size()), p);
    }
}

solid random_box(random_source &r)
{
    flr_vec3 low = r.lattice_point(-4, 2);
    const flr_vec3 size = r.lattice_point(1, 3);
    const flr_vec3 high = flr_add3(low, size);
    solid s;
    held aabb = any3::of_kind(FLR_SHAPE3_AABB), box = any3::of_kind(FLR_SHAPE3_BOX);
    aabb.shape.as.aabb = {low, high};
    const flr_real half = flr_real(0.5);
    box.shape.as.box = {
        flr_lerp3(low, high, half), {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, flr_scale3(half, size)};
    s.forms = {aabb, box};
    complete(s, ::box(low, high));
    return s;
}

double volume(const flr_vec3 p[4])
{
    return double(flr_dot3(flr_sub3(p[1], p[0]), flr_cross3(flr_sub3(p[2], p[0]), flr_sub3(p[3], p[0]))));
}

solid random_tetrahedron(random_source &r)
{
    flr_vec3 p[4];
    do {
        for (flr_vec3 &q : p) q = r.lattice_point(-3, 3);
    } while (volume(p) < 4);
    solid s;
    held t = any3::of_kind(FLR_SHAPE3_TETRAHEDRON);
    t.shape.as.tetrahedron = {p[0], p[1], p[2], p[3]};
    s.forms = {t};
    complete(s, ::tetrahedron(p[0], p[1], p[2], p[3]));
    return s;
}

solid random_solid(random_source &r) { return r.whole(0, 1) ? random_box(r) : random_tetrahedron(r); }

const char *name(const held &h) { return flr_shape3_name(h.shape.kind); }

/// Compounds are searched up to 1/1000 of the depth, what is convex is exact, a mesh too.
bool is_searched(const held &h) { return h.shape.kind == FLR_SHAPE3_COMPOUND; }

/// Yes or no, distance, depth and contact of two solids, whose signed distance is `exact`.
void ask_pair(tally &t, const held &a, const held &b, double exact)
{
    const bool searched = is_searched(a) || is_searched(b);
    const double rounding = real_choose(1e-11, 3e-5),
                 more = searched && exact < 0 ? rounding - exact / 1000 : rounding;
    bool overlap = false;
    flr_closest3 c = {};
    flr_signed_distance3_result s = {};
    flr_manifold3 m = {};
    const char *na = name(a), *nb = name(b);
    flr_status status = flr_overlap3(&a.shape, &b.shape, &overlap);
    t.expect(status == FLR_OK && overlap == (exact <= 0), "%s %s: overlap %d, %g apart", na, nb, overlap,
             exact);
    status = flr_distance3(&a.shape, &b.shape, &c);
    t.expect(status == FLR_OK && std::fabs(double(c.distance) - std::fmax(exact, 0)) <= rounding,
             "%s %s: distance %g, is %g", na, nb, c.distance, exact);
    status = flr_signed_distance3(&a.shape, &b.shape, &s);
    t.expect(status == FLR_OK && std::fabs(double(s.signed_distance) - exact) <= more,
             "%s %s: status %d, signed distance %.10g, is %.10g", na, nb, status, s.signed_distance, exact);
    status = flr_contact3(&a.shape, &b.shape, nullptr, &m);
    if (exact > 0) {
        t.expect(status == FLR_OK && m.count == 0, "%s %s: %d points, %g apart", na, nb, m.count, exact);
        return;
    }
    t.expect(status == FLR_OK && m.count > 0 && std::fabs(deepest(m) + exact) <= more,
             "%s %s: status %d, %d points, contact %.10g deep, is %.10g", na, nb, status, m.count, deepest(m),
             -exact);
}

void expect_share(tally &t, int hit, int asked)
{
    t.expect(enough(hit * 10 > asked * 3 && hit * 10 < asked * 7), "%d of %d overlap", hit, asked);
}

void pairs(tally &t)
{
    random_source r{2301};
    int hit = 0, asked = 0;
    for (int n = 0; n < scenes(120); ++n) {
        const solid a = random_solid(r), b = random_solid(r);
        const double exact = minkowski3::signed_distance(a.corners, b.corners).get_d();
        ++asked;
        hit += exact <= 0;
        for (const held &x : a.forms)
            for (const held &y : b.forms) ask_pair(t, x, y, exact);
    }
    expect_share(t, hit, asked);
}

/// Flat and straight shapes in a solid: the way out of the surface is that of the solid.
void in_a_solid(tally &t)
{
    random_source r{2302};
    int hit = 0, asked = 0;
    for (int n = 0; n < scenes(160); ++n) {
        const solid s = random_solid(r);
        held thin = any3::of_kind(n % 2 ? FLR_SHAPE3_SEGMENT : FLR_SHAPE3_TRIANGLE);
        flr_vec3 p = r.lattice_point(-3, 3), q = r.lattice_point(-3, 3), o = r.lattice_point(-3, 3);
        minkowski3::corner_list corners = {minkowski3::rational(p), minkowski3::rational(q)};
        if (n % 2) {
            thin.shape.as.segment = {p, q};
        } else {
            thin.shape.as.triangle = {p, q, o};
            corners.push_back(minkowski3::rational(o));
        }
        const double exact = minkowski3::signed_distance(corners, s.corners).get_d();
        ++asked;
        hit += exact <= 0;
        for (const held &y : s.forms) ask_pair(t, thin, y, exact);
    }
    expect_share(t, hit, asked);
}

/// A convex mesh in any pose, mirrored and scaled too, of either winding.
void posed(tally &t)
{
    random_source r{2304};
    int hit = 0, asked = 0;
    for (int n = 0; n < scenes(120); ++n) {
        const solid s = random_solid(r), other = random_solid(r);
        const held *of_mesh = nullptr;
        for (const held &h : s.forms) of_mesh = h.shape.kind == FLR_SHAPE3_MESH ? &h : of_mesh;
        const soup &surface = of_mesh->mesh->s;
        held h = any3::mesh(n % 3 == 1 ? turned(surface) : surface, true);
        flr_affine3 pose = {any3::axes(r), r.point(-1, 1)};
        if (n % 4 == 1) pose.linear.x = flr_neg3(pose.linear.x);
        if (n % 4 == 2) pose.linear.y = flr_scale3(flr_real(1.5), pose.linear.y);
        h.mesh->place(pose);
        h.shape.as.mesh = h.mesh->at;
        minkowski3::corner_list corners;
        for (const flr_triangle3 &w : h.mesh->world())
            for (flr_vec3 p : {w.a, w.b, w.c}) corners.push_back(minkowski3::rational(p));
        const double exact = minkowski3::signed_distance(corners, other.corners).get_d(),
                     searched = n % 4 == 1 || n % 4 == 2 ? std::fmax(0, -exact / 1000) : 0,
                     more = real_choose(1e-11, 3e-5) + searched;
        flr_signed_distance3_result d = {};
        flr_manifold3 m = {};
        const flr_shape3 *b = &other.forms[0].shape;
        flr_status status = flr_signed_distance3(&h.shape, b, &d);
        t.expect(status == FLR_OK && std::fabs(double(d.signed_distance) - exact) <= more,
                 "scene %d: status %d, signed distance %.12g, is %.12g", n, status, d.signed_distance, exact);
        ++asked;
        hit += exact <= 0;
        status = flr_contact3(&h.shape, b, nullptr, &m);
        t.expect(status == FLR_OK && (m.count > 0) == (exact <= 0), "scene %d: status %d, %d points", n,
                 status, m.count);
        if (m.count == 0) continue;
        t.expect(std::fabs(deepest(m) + exact) <= more, "scene %d: %.12g deep, is %.12g", n, deepest(m),
                 -exact);
        const held moved = any3::shifted(other.forms[0], flr_scale3(flr_real(more + 1e-9 - exact), m.normal));
        bool overlap = true;
        flr_overlap3(&h.shape, &moved.shape, &overlap);
        t.expect(!overlap, "scene %d: overlap after the way out", n);
    }
    expect_share(t, hit, asked);
}

/// A box whose top is a pit is not its hull: what is in the pit is outside.
void with_a_pit(tally &t)
{
    soup s = ::box({-2, -2, -2}, {2, 2, 2});
    s.v.push_back({0, 0, 1});
    s.t.erase(s.t.begin() + 2, s.t.begin() + 4);
    s.t.push_back({4, 5, 8});
    s.t.push_back({5, 7, 8});
    s.t.push_back({7, 6, 8});
    s.t.push_back({6, 4, 8});
    s.v[8].z = 2;  // level at first
    const held box = any3::mesh(s, true);
    held pit = box, rod = any3::of_kind(FLR_SHAPE3_SEGMENT);
    rod.shape.as.segment = {{flr_real(-0.25), 0, flr_real(1.5)}, {flr_real(0.25), 0, flr_real(1.5)}};
    flr_manifold3 whole = {};
    t.expect(flr_contact3(&rod.shape, &box.shape, nullptr, &whole) == FLR_OK &&
                 std::fabs(deepest(whole) - 0.5) <= real_choose(1e-12, 1e-6),
             "%d points in the box, %g deep", whole.count, deepest(whole));
    s.v[8].z = 1;
    t.expect(flr_mesh3_refit(box.mesh->mesh.get(), &s.v[0].x) == FLR_OK, "refit");
    pit.mesh->place(flr_affine3_identity());
    pit.shape.as.mesh = pit.mesh->at;
    flr_signed_distance3_result d = {};
    flr_manifold3 m = {};
    rod.shape.as.segment = {{flr_real(-0.25), 0, flr_real(1.5)}, {flr_real(0.25), 0, flr_real(1.5)}};
    t.expect(flr_contact3(&rod.shape, &pit.shape, nullptr, &m) == FLR_OK && m.count == 0, "%d points",
             m.count);
    // a rod from wall to wall, a quarter below their rims: up by that, at most
    rod.shape.as.segment = {{-1, 0, flr_real(1.25)}, {1, 0, flr_real(1.25)}};
    const flr_status status = flr_signed_distance3(&rod.shape, &pit.shape, &d);
    t.expect((status == FLR_OK || status == FLR_NOT_CONVERGED) && double(d.signed_distance) >= -0.2501 &&
                 double(d.signed_distance) < 0,
             "%g deep in the walls", d.signed_distance);
}

/// Rays, moving points, points inside and bounds.
void alone(tally &t)
{
    random_source r{2303};
    int hit = 0, asked = 0, inside = 0;
    for (int n = 0; n < scenes(200); ++n) {
        const solid s = random_solid(r);
        const flr_vec3 from = r.lattice_point(-6, 6),
                       aim = flr_lerp3(s.middle, r.lattice_point(-3, 3), flr_real(0.4));
        held point = any3::of_kind(FLR_SHAPE3_POINT);
        point.shape.as.point = from;
        const flr_segment3 way = {from, aim};
        const flr_raycast3_path path = flr_raycast3_path_segment(&way);
        std::vector<flr_raycast3_result> rays(s.forms.size());
        for (size_t i = 0; i < s.forms.size(); ++i) {
            const flr_shape3 *shape = &s.forms[i].shape;
            flr_sweep3_result swept = {};
            flr_aabb3 first, box;
            bool in[2] = {};
            t.expect(flr_raycast3(&path, shape, &rays[i]) == FLR_OK, "%s: ray", name(s.forms[i]));
            t.expect(flr_sweep3(&point.shape, flr_sub3(aim, from), shape, &swept) == FLR_OK, "%s: sweep",
                     name(s.forms[i]));
            t.expect(rays[i].hit == rays[0].hit && swept.hit == rays[0].hit, "%s: hit %d %d, not %d",
                     name(s.forms[i]), rays[i].hit, swept.hit, rays[0].hit);
            const double off = real_choose(1e-12, 3e-6);
            t.expect(!rays[0].hit || (std::fabs(double(rays[i].t - rays[0].t)) <= off &&
                                      std::fabs(double(swept.t - rays[0].t)) <= off),
                     "%s: at %.17g and %.17g, not %.17g", name(s.forms[i]), rays[i].t, swept.t, rays[0].t);
            t.expect(flr_overlap3(&point.shape, shape, &in[0]) == FLR_OK &&
                         flr_overlap3(&point.shape, &s.forms[0].shape, &in[1]) == FLR_OK && in[0] == in[1],
                     "%s: inside %d, not %d", name(s.forms[i]), in[0], in[1]);
            flr_bounds3(&s.forms[0].shape, &first);
            t.expect(flr_bounds3(shape, &box) == FLR_OK && any3::length(flr_sub3(box.min, first.min)) == 0 &&
                         any3::length(flr_sub3(box.max, first.max)) == 0,
                     "%s: bounds", name(s.forms[i]));
            inside += i == 0 && in[0];
        }
        ++asked;
        hit += rays[0].hit;
    }
    t.expect(enough(hit * 10 > asked * 3 && hit * 10 < asked * 10 && inside > 0),
             "%d of %d hit, %d from inside", hit, asked, inside);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(pairs), FEELER_TEST(in_a_solid), FEELER_TEST(posed), FEELER_TEST(with_a_pit),
             FEELER_TEST(alone))

}  // namespace TEST_FILE
