/// Meeting and distance of real meshes against FCL; where the two disagree, exact rationals decide.
// needs: fcl gmp
// optimised: (FCL's functions are in its headers)
#include "support/fcl_part.hpp"
#include "support/load.hpp"
#include "support/poses.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

const std::string data = FEELER_SHARED_DATA;

fcl::Transform3d fcl_pose(const flr_affine3 &m)
{
    fcl::Transform3d p = fcl::Transform3d::Identity();
    p.linear() << m.linear.x.x, m.linear.y.x, m.linear.z.x, m.linear.x.y, m.linear.y.y, m.linear.z.y,
        m.linear.x.z, m.linear.y.z, m.linear.z.z;
    p.translation() << m.translation.x, m.translation.y, m.translation.z;
    return p;
}

struct rigid_pair {
    part a, b;
    std::shared_ptr<fcl_model> fa, fb;

    rigid_pair(const soup &s, const soup &q) : a(s), b(q), fa(fcl_of(a.world())), fb(fcl_of(b.world())) {}

    void compare(tally &t, const char *name, const flr_affine3 &pa, const flr_affine3 &pb, double limit,
                 double slack, agreement *sum)
    {
        a.place(pa);
        b.place(pb);
        flr_closest3_mesh c;
        verdict mine = ask_feeler(a.at, b.at, limit, &c);
        verdict theirs = ask_fcl(*fa, fcl_pose(pa), *fb, fcl_pose(pb),
                                 std::min(limit, std::numeric_limits<double>::max()));
        auto wa = a.world(), wb = b.world();
        compare_with_fcl(t, name, wa, wb, mine, theirs, limit, slack, sum);
        if (!c.found) return;
        t.expect(std::fabs(flr_length3(flr_sub3(c.point_a, c.point_b)) - c.distance) <= slack,
                 "%s: witness points", name);
        t.expect(exact_mesh::root(exact_mesh::point_triangle(exact_mesh::from(c.point_a),
                                                             exact_mesh::from(wa[c.triangle_a]))) <= slack &&
                     exact_mesh::root(exact_mesh::point_triangle(
                         exact_mesh::from(c.point_b), exact_mesh::from(wb[c.triangle_b]))) <= slack,
                 "%s: witness points are off their triangles", name);
    }
};

void environment_and_robot(tally &t)
{
    rigid_pair pair(load_obj(data + "/fcl/env.obj"), load_obj(data + "/fcl/rob.obj"));
    t.expect(pair.a.s.t.size() == 2180 && pair.b.s.t.size() == 216, "the meshes");
    std::ifstream poses(data + "/fcl/rob_poses.csv");
    std::string line;
    std::getline(poses, line);
    agreement sum;
    while (std::getline(poses, line)) {
        double n, x, y, z, w, i, j, k;
        if (std::sscanf(line.c_str(), "%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", &n, &x, &y, &z, &w, &i, &j, &k) != 8)
            continue;
        flr_affine3 pose = rotation(w, i, j, k);
        pose.translation = vec(x, y, z);
        char name[40];
        std::snprintf(name, sizeof name, "pose %g", n);
        pair.compare(t, name, flr_affine3_identity(), pose, INFINITY, real_choose(1e-8, 4e-4), &sum);
    }
    sum.print("env and rob");
    t.expect(sum.all == 2000, "%ld poses", sum.all);
    t.expect(10 * sum.meet > 3 * sum.all && 10 * sum.meet < 7 * sum.all, "%ld meet", sum.meet);
}

/// Solids that overlap deeply, and solids whose faces nearly coincide; in place, pushed, and turned about.
void pairs_in_place_and_moved(tally &t, const char *name, const soup &a, const soup &b, double push,
                              double limit)
{
    random_source r{111};
    rigid_pair pair(a, b);
    double size = diagonal(b);
    agreement sum;
    flr_affine3 one = flr_affine3_identity();
    flr_aabb3 box = flr_mesh3_get_info(pair.b.mesh.get()).bounds;
    flr_vec3 middle = flr_scale3(0.5, flr_add3(box.min, box.max));
    double slack = real_choose(1e-13, 1e-6) * (size + flr_length3(middle));
    pair.compare(t, name, one, one, limit, slack, &sum);
    for (int k = 0; k < scenes(14); ++k) {
        flr_affine3 pose = one, turn = k < 6 ? one : random_rotation(r);
        pose.translation = r.point(-push * size, push * size);
        if (k % 3 == 0) pose = after(pose, random_rotation(r));
        // about the middle of b, so that it stays near
        pose = after(translation(middle.x, middle.y, middle.z),
                     after(pose, translation(-middle.x, -middle.y, -middle.z)));
        pair.compare(t, name, turn, after(turn, pose), limit, slack, &sum);
    }
    sum.print(name);
    t.expect(10 * sum.meet > 3 * sum.all && 10 * sum.meet < 7 * sum.all, "%s: %ld of %ld meet", name,
             sum.meet, sum.all);
}

void balls(tally &t)
{
    pairs_in_place_and_moved(t, "balls", load_off(data + "/pairs/ballA.off"),
                             load_off(data + "/pairs/ballB.off"), 0.6, INFINITY);
}

void buildings(tally &t)
{
    pairs_in_place_and_moved(t, "buildings", load_obj(data + "/pairs/Generic_Twin_7081_left.obj"),
                             load_obj(data + "/pairs/Generic_Twin_7081_right.obj"), 0.0004, 0.5);
}

}  // namespace

static test_ready meshes()
{
    if (file_exists(data + "/fcl/env.obj") && file_exists(data + "/pairs/ballA.off")) return TESTS_RUN;
    std::printf("skipped: the meshes of ../shared/data are not there\n");
    return TESTS_SKIPPED;
}

FEELER_TESTS_WITH(meshes, nullptr, nullptr, FEELER_TEST(environment_and_robot), FEELER_TEST(balls),
                  FEELER_TEST(buildings))

}  // namespace TEST_FILE
