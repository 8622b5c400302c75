// needs: gmp
/// Meshes far from the origin: by their pose, by their own numbers, or by both, and brought back by the pose. Distances, depths, contacts and
/// sweeps are those of the triangles as the pose places them, by definition, in rationals; and against all kinds of shapes those of
/// the same scene near the origin.
#include <cstring>

#include "any/far3.hpp"
#include "closest/exact_shapes3.hpp"
#include "support/cmocka.hpp"
#include "support/exact_mesh.hpp"
#include "support/pinned.hpp"

namespace TEST_FILE
{
namespace
{

using any3::held;
using exact_mesh::rational;
using far3::answers;
using far3::ask;
using far3::deepest_of;
using far3::is_answer;
using corners = std::vector<exact_mesh::tri<rational>>;

enum placing { POSED, OWN, TURNED, BACK, PLACINGS };

/// Where the pose takes p.
exact_mesh::vec<rational> image(const flr_affine3 &pose, const exact_mesh::vec<rational> &p)
{
    const auto x = exact_mesh::from(pose.linear.x), y = exact_mesh::from(pose.linear.y),
               z = exact_mesh::from(pose.linear.z), t = exact_mesh::from(pose.translation);
    exact_mesh::vec<rational> r;
    for (size_t k = 0; k < 3; ++k) r[k] = x[k] * p[0] + y[k] * p[1] + z[k] * p[2] + t[k];
    return r;
}

flr_vec3 rounded(const exact_mesh::vec<rational> &p)
{
    return flr_vec3_make(flr_real(p[0].get_d()), flr_real(p[1].get_d()), flr_real(p[2].get_d()));
}

void place(held &h, const flr_mat3 &turn, flr_vec3 to)
{
    must(flr_instance3_make(h.mesh->mesh.get(), {turn, to}, &h.shape.as.mesh), "flr_instance3_make");
}

/// A mesh near the origin, around `c`, and the same far away: less `shift`, or, where the pose brings it back, there again.
struct twins {
    held near, far;
};

twins mesh_twins(random_source &r, const soup &s, flr_vec3 c, bool solid, placing how, flr_vec3 shift)
{
    const flr_mat3 turn = how == OWN ? flr_affine3_identity().linear : any3::axes(r);
    const flr_vec3 none = flr_vec3_make(0, 0, 0), to = far3::on_step(c);
    twins t;
    t.near = any3::mesh(s, solid);
    soup there = s;
    for (auto &p : there.v) p = flr_add3(p, how == POSED ? none : shift);
    t.far = any3::mesh(there, solid);
    if (how <= OWN) {
        place(t.near, turn, to);
        place(t.far, turn, how == OWN ? to : flr_add3(to, shift));
        return t;
    }
    // what the turn makes of the shift is taken back by the translation, rounded; the one near the origin stands where that leads
    const exact_mesh::vec<rational> turned = image({turn, none}, exact_mesh::from(shift)),
                                    wanted = exact_mesh::from(to),
                                    whole = exact_mesh::from(how == BACK ? none : shift);
    exact_mesh::vec<rational> back, left;
    for (size_t k = 0; k < 3; ++k) back[k] = wanted[k] + whole[k] - turned[k];
    const flr_vec3 by = rounded(back);
    for (size_t k = 0; k < 3; ++k) left[k] = exact_mesh::from(by)[k] + turned[k] - whole[k];
    place(t.far, turn, by);
    place(t.near, turn, rounded(left));
    return t;
}

soup cube(double half) { return box(vec(-half, -half, -half), vec(half, half, half)); }

soup dented_cube(random_source &r)
{
    soup s = cube(0.5);
    for (auto &p : s.v) p = flr_add3(p, far3::on_step(r.point(-0.2, 0.2)));
    return s;
}

// ---- by definition

/// The triangles of a mesh, by its pose; or those that other shapes are made of.
corners faces_of(const held &h)
{
    const auto &as = h.shape.as;
    corners all;
    switch (h.shape.kind) {
    case FLR_SHAPE3_MESH:
        for (uint32_t k = 0; k < flr_mesh3_get_info(as.mesh.mesh).triangle_count; ++k) {
            auto t = exact_mesh::from(flr_mesh3_triangle(as.mesh.mesh, k));
            for (auto &p : t) p = image(as.mesh.pose, p);
            all.push_back(t);
        }
        return all;
    case FLR_SHAPE3_TRIANGLE:
        return {exact_mesh::from(as.triangle)};
    case FLR_SHAPE3_POINT:
    case FLR_SHAPE3_SPHERE:
        return {{exact_mesh::from(as.point), exact_mesh::from(as.point), exact_mesh::from(as.point)}};
    case FLR_SHAPE3_TETRAHEDRON: {
        const flr_tetrahedron &t = as.tetrahedron;
        return {
            exact_mesh::from(flr_triangle3{t.a, t.b, t.c}), exact_mesh::from(flr_triangle3{t.a, t.b, t.d}),
            exact_mesh::from(flr_triangle3{t.a, t.c, t.d}), exact_mesh::from(flr_triangle3{t.b, t.c, t.d})};
    }
    default:  // segments and capsules
        return {
            {exact_mesh::from(as.segment.a), exact_mesh::from(as.segment.b), exact_mesh::from(as.segment.b)}};
    }
}

double distance_of(const corners &a, const corners &b)
{
    return exact_mesh::root(exact_shapes::distance_squared({a, false}, {b, false}));
}

/// Least and greatest height over a plane.
std::pair<double, double> heights(const corners &faces, const flr_plane3 &h)
{
    const auto n = exact_mesh::from(h.normal);
    const double length = exact_mesh::root(exact_mesh::dot(n, n));
    std::pair<double, double> range = {INFINITY, -INFINITY};
    for (auto &t : faces)
        for (auto &p : t) {
            const double d = rational(exact_mesh::dot(n, p) - rational(h.offset)).get_d() / length;
            range = {std::min(range.first, d), std::max(range.second, d)};
        }
    return range;
}

struct defined {
    worst_of distance = {"distances", real_choose(2.3e-16, 1.15e-7)},
             depth = {"depths", real_choose(4.5e-16, 1.3e-7)},
             contact = {"depths of contacts", real_choose(4.5e-16, 1.5e-7)},
             sweep = {"ways of sweeps", real_choose(6e-17, 3.3e-8)},
             cast = {"ways of casts", real_choose(4.5e-16, 7e-8)};
    std::vector<worst_of *> all() { return {&distance, &depth, &contact, &sweep, &cast}; }
};

/// What is asked of a pair in both orders: how far apart, how deep, with a point or not.
void ask_pair(tally &t, defined &w, const held &a, const held &b, double truth, bool has_depth)
{
    for (int turn = 0; turn < 2; ++turn) {
        const flr_shape3 *x = turn ? &b.shape : &a.shape, *y = turn ? &a.shape : &b.shape;
        const char *p = flr_shape3_name(x->kind), *q = flr_shape3_name(y->kind);
        flr_closest3 c{};
        bool overlap = false;
        flr_signed_distance3_result d{};
        flr_manifold3 m{};
        const flr_contact3_options margin = {flr_real(0.25), 0, nullptr};
        t.expect(flr_overlap3(x, y, &overlap) == FLR_OK && flr_distance3(x, y, &c) == FLR_OK &&
                     is_answer(flr_signed_distance3(x, y, &d)) && is_answer(flr_contact3(x, y, &margin, &m)),
                 "%s %s: not answered", p, q);
        auto hold = [&](worst_of &of, double told, double right) {
            t.expect(of.within(std::fabs(told - right)), "%s %s, %s: %.17g, true %.17g", p, q,
                     of.what.c_str(), told, right);
        };
        t.expect(overlap == (c.distance == 0) && overlap == (d.signed_distance <= 0),
                 "%s %s: overlap %d at distance %g, depth %g", p, q, overlap, double(c.distance),
                 -double(d.signed_distance));
        t.expect((m.count > 0) == (c.distance <= margin.margin), "%s %s: %d points at distance %g", p, q,
                 m.count, double(c.distance));
        if (std::fabs(truth) > 8 * real_rounding)
            t.expect(overlap == (truth < 0), "%s %s: overlap %d, true distance %g", p, q, overlap, truth);
        hold(w.distance, double(c.distance), std::max(truth, 0.0));
        if (has_depth || truth > 0) hold(w.depth, double(d.signed_distance), truth);
        if (m.count > 0 && (has_depth || truth > 0)) hold(w.contact, deepest_of(m), -truth);
    }
}

held other(random_source &r, flr_shape3_kind k, flr_vec3 place)
{
    held h = any3::of_kind(k);
    auto near = [&] { return flr_add3(place, r.point(-0.6, 0.6)); };
    const flr_vec3 p = near(), q = near(), u = near(), v = near();
    h.shape.as.tetrahedron = {p, q, u, v};
    const flr_real radius = flr_real(r.between(0.05, 0.4));
    if (k == FLR_SHAPE3_SPHERE) h.shape.as.sphere = {p, radius};
    if (k == FLR_SHAPE3_CAPSULE) h.shape.as.capsule = {p, q, radius};
    return h;
}

void surfaces(tally &t, defined &w, random_source &r, placing how, flr_vec3 shift)
{
    const flr_vec3 place = how == BACK ? flr_vec3_make(0, 0, 0) : shift;
    for (flr_shape3_kind k : {FLR_SHAPE3_POINT, FLR_SHAPE3_SEGMENT, FLR_SHAPE3_SPHERE, FLR_SHAPE3_CAPSULE,
                              FLR_SHAPE3_TRIANGLE, FLR_SHAPE3_TETRAHEDRON, FLR_SHAPE3_MESH}) {
        const soup s = dented_cube(r);
        const flr_vec3 d = r.point(-1, 1);
        const held a = mesh_twins(r, s, flr_vec3_make(0, 0, 0), false, how, shift).far;
        const held b = k == FLR_SHAPE3_MESH ? mesh_twins(r, dented_cube(r), d, false, how, shift).far
                                            : other(r, k, flr_add3(place, d));
        const bool round = k == FLR_SHAPE3_SPHERE || k == FLR_SHAPE3_CAPSULE;
        const double radius = round ? double(b.shape.as.capsule.radius) : 0;
        const double truth = distance_of(faces_of(a), faces_of(b)) -
                             double(k == FLR_SHAPE3_SPHERE ? b.shape.as.sphere.radius : flr_real(radius));
        ask_pair(t, w, a, b, truth, false);
    }
}

/// A point and a ball inside of a cube leave it by the nearest face.
void inside(tally &t, defined &w, random_source &r, placing how, flr_vec3 shift)
{
    const flr_vec3 place = how == BACK ? flr_vec3_make(0, 0, 0) : shift;
    const held a = mesh_twins(r, cube(0.5), flr_vec3_make(0, 0, 0), true, how, shift).far;
    held b = any3::of_kind(r.whole(0, 1) ? FLR_SHAPE3_POINT : FLR_SHAPE3_SPHERE);
    b.shape.as.sphere = {flr_add3(place, r.point(-0.2, 0.2)), flr_real(0.125)};
    const double radius = b.shape.kind == FLR_SHAPE3_SPHERE ? 0.125 : 0;
    ask_pair(t, w, a, b, -distance_of(faces_of(a), faces_of(b)) - radius, true);
}

void planes(tally &t, defined &w, random_source &r, placing how, flr_vec3 shift)
{
    const flr_vec3 place = how == BACK ? flr_vec3_make(0, 0, 0) : shift;
    const bool solid_mesh = r.whole(0, 1) == 1;
    const held a = mesh_twins(r, dented_cube(r), flr_vec3_make(0, 0, 0), solid_mesh, how, shift).far;
    held h = any3::of_kind(r.whole(0, 1) ? FLR_SHAPE3_PLANE : FLR_SHAPE3_HALFSPACE);
    flr_vec3 n{};
    while (flr_length_squared3(n) == 0) n = r.lattice_point(-3, 3);
    h.shape.as.plane = {n, flr_dot3(n, flr_add3(place, far3::on_step(r.point(-0.7, 0.7))))};
    const auto [low, high] = heights(faces_of(a), h.shape.as.plane);
    const bool solid = h.shape.kind == FLR_SHAPE3_HALFSPACE;
    const double truth = low > 0 || solid ? low : high < 0 ? -high : std::max(low, -high);
    ask_pair(t, w, a, h, truth, true);
    const flr_vec3 motion = flr_scale3(low > 0 ? -2 : 2, n);
    const double rate = 2 * exact_mesh::root(exact_mesh::dot(exact_mesh::from(n), exact_mesh::from(n)));
    flr_sweep3_result s{};
    t.expect(flr_sweep3(&a.shape, motion, &h.shape, &s) == FLR_OK, "sweep");
    if (truth > 8 * real_rounding)
        t.expect(s.hit && w.sweep.within(std::fabs(double(s.t) * rate - truth)), "sweep to %.17g, true %.17g",
                 double(s.t) * rate, truth);
    int side = 0;
    t.expect(flr_classify3(&h.shape.as.plane, &a.shape, &side) == FLR_OK, "classify");
    if (std::fabs(low) > 8 * real_rounding && std::fabs(high) > 8 * real_rounding)
        t.expect(side == (low > 0) - (high < 0), "side %d, heights from %g to %g", side, low, high);
}

/// A ray that comes to a face of the cube at right angles.
void casts(tally &t, defined &w, random_source &r, placing how, flr_vec3 shift)
{
    const flr_vec3 place = how == BACK ? flr_vec3_make(0, 0, 0) : shift;
    const held a = mesh_twins(r, cube(0.5), flr_vec3_make(0, 0, 0), false, how, shift).far;
    const corners faces = faces_of(a);
    const auto &f = faces[size_t(r.whole(0, int(faces.size()) - 1))];
    const auto n = exact_mesh::cross(exact_mesh::sub(f[1], f[0]), exact_mesh::sub(f[2], f[0]));
    const flr_vec3 out = rounded(n), inner = flr_add3(place, r.point(-0.1, 0.1));
    const flr_ray3 ray = {flr_add3(inner, flr_scale3(2, out)), flr_neg3(out)};
    const flr_raycast3_path path = flr_raycast3_path_ray(&ray);
    flr_raycast3_result c{};
    t.expect(flr_raycast3(&path, &a.shape, &c) == FLR_OK, "cast");
    // where it passes the plane of the face, first of all if that is on the face
    const rational above = exact_mesh::dot(n, exact_mesh::sub(exact_mesh::from(ray.origin), f[0])),
                   falls = -exact_mesh::dot(n, exact_mesh::from(ray.direction));
    const rational when = above / falls;
    exact_mesh::vec<rational> hit;
    for (size_t k = 0; k < 3; ++k)
        hit[k] = exact_mesh::from(ray.origin)[k] + when * exact_mesh::from(ray.direction)[k];
    if (exact_mesh::point_triangle(hit, f) > 0) return;
    t.expect(c.hit && w.cast.within(std::fabs(double(c.t) - when.get_d()) * any3::length(out)),
             "cast to %.17g, true %.17g", double(c.t), when.get_d());
    held shape = any3::of_kind(FLR_SHAPE3_RAY);
    shape.shape.as.ray = ray;
    bool overlap = false;
    t.expect(flr_overlap3(&shape.shape, &a.shape, &overlap) == FLR_OK && overlap, "a ray that hits meets");
}

void answers_are_those_of_the_pose(tally &t)
{
    defined w;
    random_source r{63};
    for (const flr_vec3 &shift : far3::places())
        for (int how = 0; how < PLACINGS; ++how)
            for (int i = 0; i < scenes(3); ++i) {
                surfaces(t, w, r, placing(how), shift);
                inside(t, w, r, placing(how), shift);
                planes(t, w, r, placing(how), shift);
                casts(t, w, r, placing(how), shift);
            }
    for (worst_of *of : w.all()) of->hold(t);
}

// ---- as near the origin

struct alike {
    worst_of
        distance = {"distances beside those near the origin", real_choose(4.5e-16, 1.25e-7)},
        depth = {"depths beside", real_choose(1e-14, 1.15e-5)},
        contact = {"depths of contacts beside", real_choose(1e-14, 0)},
        // the closest points, which the directions tried come from, are known to the root of rounding along its surface
        round = {"depths of contacts of ellipsoids beside", real_choose(1.3e-8, 0)},
        sweep = {"ways of sweeps beside", real_choose(9.4e-15, 3.4e-7)},
        motion = {"ways of motions beside", real_choose(2.4e-14, 1.1e-5)};
    std::vector<worst_of *> all() { return {&distance, &depth, &contact, &round, &sweep, &motion}; }
};

void compare(tally &t, alike &w, int how, const char *other, const answers &near, const answers &far,
             bool is_mesh, double way)
{
    auto hold = [&](worst_of &of, double x, double y) {
        t.expect(of.within(std::fabs(x - y)), "%d %s, %s: %.17g, near the origin %.17g", how, other,
                 of.what.c_str(), y, x);
    };
    t.expect(near.answered && far.answered && near.overlap == far.overlap &&
                 far.overlap == (far.closest.distance == 0),
             "%s: overlap %d, near the origin %d, at distance %g", other, far.overlap, near.overlap,
             double(far.closest.distance));
    hold(w.distance, double(near.closest.distance), double(far.closest.distance));
    // the way out of two meshes is searched for, and hangs on rounding
    if (!is_mesh && t.expect(near.depth.inseparable == far.depth.inseparable, "%s: inseparable", other))
        hold(w.depth, double(near.depth.signed_distance), double(far.depth.signed_distance));
    if (!is_mesh && t.expect((near.points > 0) == (far.points > 0), "%s: points", other) && !real_is_float)
        hold(std::strcmp(other, "ellipsoid") == 0 ? w.round : w.contact, near.deepest, far.deepest);
    if (t.expect(near.sweep.hit == far.sweep.hit, "%s: hit of a sweep", other))
        hold(w.sweep, double(near.sweep.t) * way, double(far.sweep.t) * way);
    if (t.expect(near.motion.hit == far.motion.hit, "%s: hit of a motion", other))
        hold(w.motion, double(near.motion.t) * way, double(far.motion.t) * way);
}

/// A mesh, or one beside a block as a compound.
twins some_mesh(random_source &r, placing how, flr_vec3 shift, bool united)
{
    const bool solid = r.whole(0, 1) == 1;
    const soup s = dented_cube(r);
    const twins one = mesh_twins(r, s, flr_vec3_make(0, 0, 0), solid, how, shift);
    if (!united) return one;
    const held block = far3::shape(r, FLR_SHAPE3_BOX, vec(0.5, 0.25, 0), false);
    const flr_vec3 place = how == BACK ? flr_vec3_make(0, 0, 0) : shift;
    return {any3::compound({one.near, block}), any3::compound({any3::shifted(block, place), one.far})};
}

void all_kinds_see_the_same_mesh(tally &t)
{
    alike w;
    random_source r{64};
    int place_number = 0;
    for (const flr_vec3 &shift : far3::places()) {
        for (int how = 0; how < PLACINGS; ++how)
            for (int kind = 0; kind < FLR_SHAPE3_COUNT; ++kind)
                for (int i = 0; i < 4; ++i) {
                    const flr_vec3 place = how == BACK ? flr_vec3_make(0, 0, 0) : shift;
                    const any3::own_numbers own(r, kind, kind, i);
                    const flr_vec3 d = r.point(-1.2, 1.2);
                    const twins a = some_mesh(r, placing(how), shift, i == 3);
                    twins b;
                    if (kind == FLR_SHAPE3_MESH) {
                        b = mesh_twins(r, dented_cube(r), d, i & 1, placing(how), shift);
                    } else {
                        b.near = far3::shape(r, flr_shape3_kind(kind), d, i & 1);
                        b.far = any3::shifted(b.near, place);
                    }
                    const flr_vec3 way = far3::on_step(flr_add3(d, r.point(-0.5, 0.5)));
                    const bool turned = r.whole(0, 1) == 1;
                    // one of the four, another one for each place and placing; the same ones whether all are looked at or some
                    if (i != (kind + how + place_number) % 4 || i >= scenes(4)) continue;
                    const answers near =
                        turned ? ask(b.near, a.near, flr_neg3(way)) : ask(a.near, b.near, way);
                    const answers far = turned ? ask(b.far, a.far, flr_neg3(way)) : ask(a.far, b.far, way);
                    compare(t, w, how, flr_shape3_name(flr_shape3_kind(kind)), near, far,
                            kind == FLR_SHAPE3_MESH, any3::length(way));
                }
        ++place_number;
    }
    for (worst_of *of : w.all()) of->hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(answers_are_those_of_the_pose), FEELER_TEST(all_kinds_see_the_same_mesh))

}  // namespace TEST_FILE
