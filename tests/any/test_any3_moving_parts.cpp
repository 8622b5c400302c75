/// Which triangle of a mesh and which shape of a compound a cast or a motion touches first: asked alone, that one is touched as soon as the whole.
#include <cmath>
#include <vector>

#include "any/any3_stock.hpp"
#include "support/cmocka.hpp"
#include "support/poses.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

using any3::held;

constexpr double little = real_choose(1e-9, 1e-4);

flr_shape3 triangle_of(const flr_triangle3 &t)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_TRIANGLE;
    s.as.triangle = t;
    return s;
}

/// Shapes with numbered parts: meshes, and compounds of meshes and others.
held body(random_source &r, flr_vec3 at, bool compound)
{
    if (!compound) {
        const soup s = r.whole(0, 1) ? torus(2, 0.5, 8, 12) : sphere(1.5, 10, 7);
        const flr_affine3 turned = random_rigid(r, 0.1);
        return any3::mesh(placed(s, after(translation(at.x, at.y, at.z), turned)), true);
    }
    std::vector<held> parts;
    for (int k = 0; k < 4; ++k) {
        const flr_vec3 place = flr_add3(at, r.point(-2, 2));
        parts.push_back(
            k == 2 ? any3::mesh(placed(sphere(0.5, 8, 5), translation(place.x, place.y, place.z)), true)
                   : any3::random_shape(r, k == 0 ? FLR_SHAPE3_BOX : FLR_SHAPE3_SPHERE, place, 0.6, false));
    }
    return any3::compound(parts);
}

/// The part that is meant, alone.
flr_shape3 part_of(tally &t, const flr_shape3 &whole, uint32_t child, uint32_t triangle)
{
    flr_shape3 s = whole;
    if (s.kind == FLR_SHAPE3_COMPOUND) {
        if (!t.expect(child < s.as.compound.count, "child %u", child)) return s;
        s = s.as.compound.shapes[child];
    } else {
        t.expect(child == 0, "child %u of no compound", child);
    }
    if (s.kind != FLR_SHAPE3_MESH) {
        t.expect(triangle == 0, "triangle %u of no mesh", triangle);
        return s;
    }
    const flr_mesh3 *m = s.as.mesh.mesh;
    if (!t.expect(triangle < flr_mesh3_get_info(m).triangle_count, "triangle %u", triangle)) return s;
    flr_triangle3 corners = flr_mesh3_triangle(m, triangle);
    for (flr_vec3 *p : {&corners.a, &corners.b, &corners.c}) *p = flr_affine3_point(s.as.mesh.pose, *p);
    return triangle_of(corners);
}

void casts(tally &t)
{
    random_source r{191};
    int hits = 0;
    for (int scene = 0; scene < 150; ++scene) {
        const flr_vec3 start = r.point(-6, -5);
        const int kind = r.whole(0, 3);
        const held moving = kind < 2 ? any3::random_shape(r, kind == 0 ? FLR_SHAPE3_SPHERE : FLR_SHAPE3_BOX,
                                                          start, 0.5, false)
                                     : body(r, start, kind == 2);
        const bool compound = r.whole(0, 1) == 1;
        const flr_vec3 place = r.point(0, 1);
        const held still = body(r, place, compound);
        const flr_vec3 motion = r.point(5, 12), back = flr_neg3(motion);
        flr_sweep3_result whole{}, alone{}, turned{};
        flr_sweep3(&moving.shape, motion, &still.shape, &whole);
        flr_sweep3(&still.shape, back, &moving.shape, &turned);
        t.expect(turned.child_a == whole.child_b && turned.triangle_a == whole.triangle_b &&
                     turned.child_b == whole.child_a,
                 "scene %d: other parts when swapped", scene);
        if (!whole.hit || whole.overlap_at_start) continue;
        ++hits;
        const flr_shape3 a = part_of(t, moving.shape, whole.child_a, whole.triangle_a),
                         b = part_of(t, still.shape, whole.child_b, whole.triangle_b);
        flr_sweep3(&a, motion, &b, &alone);
        t.expect(alone.hit && std::fabs(double(alone.t - whole.t)) <= little,
                 "scene %d: the part is touched at %.17g, the whole at %.17g", scene,
                 alone.hit ? double(alone.t) : INFINITY, double(whole.t));
    }
    t.expect(hits > 40, "%d casts touched", hits);
}

void motions(tally &t)
{
    random_source r{193};
    int hits = 0;
    for (int scene = 0; scene < 40; ++scene) {
        const flr_shape3_kind kind = r.whole(0, 1) ? FLR_SHAPE3_CAPSULE : FLR_SHAPE3_BOX;
        const held moving = any3::random_shape(r, kind, vec(0, 0, 0), 0.5, false);
        const bool compound = r.whole(0, 1) == 1;
        const flr_vec3 place = r.point(0, 1);
        const held still = body(r, place, compound);
        flr_path3 path = flr_path3_still(flr_pose3_identity());
        const flr_path3 rest = path;
        path.from.position = r.point(-6, -5);
        path.to.position = r.point(3, 5);
        path.to.rotation = flr_quat{flr_real(0.8), 0, 0, flr_real(0.6)};
        flr_toi3_result whole{}, alone{}, turned{};
        flr_toi3(&moving.shape, &path, &still.shape, &rest, nullptr, &whole);
        flr_toi3(&still.shape, &rest, &moving.shape, &path, nullptr, &turned);
        t.expect(turned.child_a == whole.child_b && turned.triangle_a == whole.triangle_b,
                 "scene %d: other parts when swapped", scene);
        if (!whole.hit || whole.t == 0) continue;
        ++hits;
        const flr_shape3 b = part_of(t, still.shape, whole.child_b, whole.triangle_b);
        flr_toi3(&moving.shape, &path, &b, &rest, nullptr, &alone);
        t.expect(alone.hit && std::fabs(double(alone.t - whole.t)) <= 1e-5,
                 "scene %d: the part is touched at %.17g, the whole at %.17g", scene,
                 alone.hit ? double(alone.t) : INFINITY, double(whole.t));
    }
    t.expect(hits > 15, "%d motions touched", hits);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(casts), FEELER_TEST(motions))

}  // namespace TEST_FILE
