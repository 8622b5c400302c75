/// A mesh cast at a mesh, against every triangle cast at every triangle.
#include <cmath>
#include <vector>

#include "feeler/any3.h"
#include "support/cmocka.hpp"
#include "support/handles.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

/// Long thin triangles, some of them in one place.
soup needles(random_source &r)
{
    soup s;
    for (unsigned k = 0; k < 12; ++k) {
        const flr_vec3 a = r.point(-1, 1), b = k % 3 == 0 ? a : r.point(-1, 1),
                       c = flr_mul_add3(b, flr_real(1e-3), a);
        s.v.insert(s.v.end(), {a, b, c});
        s.t.push_back({3 * k, 3 * k + 1, 3 * k + 2});
        if (k % 4 == 0) s.t.push_back({3 * k, 3 * k + 1, 3 * k + 2});
    }
    return s;
}

void every_pair(tally &t)
{
    random_source r{41};
    long hits = 0, starts = 0, count = 0;
    for (int n = 0; n < scenes(240); ++n) {
        const soup stock[] = {sphere(1, 8, 6), box(vec(-1, -1, -1), vec(1, 1, 1)), torus(1, 0.4, 8, 5),
                              needles(r), sheet(1)};
        const int which_a = r.whole(0, 4), which_b = r.whole(0, 4);
        flr_affine3 pose_a = random_rigid(r, 1), pose_b = random_rigid(r, 1);
        if (n % 3 == 0) pose_a = pose_b = flr_affine3_identity();  // faces and edges line up
        if (n % 7 == 1) pose_b.linear.x = flr_scale3(3, pose_b.linear.x);
        if (n % 7 == 2) pose_b.linear.y = flr_mul_add3(pose_b.linear.y, 1, pose_b.linear.x);
        flr_vec3 way = r.point(-1, 1);
        if (n % 5 == 0) way = vec(n % 2 ? 1 : -1, 0, 0);
        if (n % 11 == 0) way = vec(0, 0, 0);
        const flr_real apart = flr_real(n % 4 == 0 ? 0.1 : 5);
        pose_b.translation = flr_mul_add3(pose_a.translation, apart, way);
        const double beside = r.between(-1, 1);
        if (n % 3) pose_b.translation.z += flr_real(1.5 * beside);
        const double far = n % 9 == 4 ? real_choose(1e4, 10) : 0;
        pose_a.translation.x += flr_real(far);
        pose_b.translation.x += flr_real(far);
        const part a(stock[which_a], pose_a), b(stock[which_b], pose_b);
        const flr_vec3 motion = flr_scale3(flr_real(n % 6 == 0 ? 0.2 : 6), way);
        const flr_shape3 x = shape_of(a), y = shape_of(b);
        flr_sweep3_result got{}, back{};
        must(flr_sweep3(&x, motion, &y, &got), "flr_sweep3");
        must(flr_sweep3(&y, flr_neg3(motion), &x, &back), "flr_sweep3 back");
        bool hit = false, at_start = false;
        double first = 1, named = 2;
        const auto of_a = a.world(), of_b = b.world();
        for (size_t i = 0; i < of_a.size(); ++i)
            for (size_t j = 0; j < of_b.size(); ++j) {
                const flr_shape3 one = shape_of(of_a[i]), other = shape_of(of_b[j]);
                flr_sweep3_result each{};
                must(flr_sweep3(&one, motion, &other, &each), "triangles");
                if (!each.hit) continue;
                first = hit ? std::fmin(first, double(each.t)) : double(each.t);
                hit = true;
                at_start = at_start || each.overlap_at_start;
                if (i == got.triangle_a && j == got.triangle_b) named = double(each.t);
            }
        const double slack = real_choose(1e-12, 1e-4) * (1 + far);
        t.expect(got.hit == hit && got.overlap_at_start == at_start, "scene %d: %d %d, not %d %d", n, got.hit,
                 got.overlap_at_start, hit, at_start);
        t.expect(!hit || std::fabs(double(got.t) - first) <= slack, "scene %d: t %.17g, not %.17g", n,
                 double(got.t), first);
        t.expect(!hit || at_start || std::fabs(named - first) <= slack,
                 "scene %d: triangles %u, %u first touch at %.17g, not %.17g", n, got.triangle_a,
                 got.triangle_b, named, first);
        t.expect(back.hit == got.hit && back.t == got.t, "scene %d: back", n);
        hits += hit && !at_start;
        starts += at_start;
        ++count;
    }
    t.expect(hits > count * 3 / 10 && hits < count * 8 / 10 && starts > count / 20,
             "%ld of %ld hit, %ld overlap at the start", hits, count, starts);
}

/// A ball comes to a point of a cube against the normal there: at the faces, edges and corners that hold the point.
void touched_feature(tally &t)
{
    random_source r{42};
    long of_kind[3] = {0, 0, 0};
    for (int n = 0; n < scenes(3000); ++n) {
        const part cube(n % 2 ? box(vec(-1, -1, -1), vec(1, 1, 1))
                              : box_other_diagonals(vec(-1, -1, -1), vec(1, 1, 1)),
                        flr_affine3_identity());
        double at[3], way[3] = {0, 0, 0};
        int fixed = 0;
        for (int k = 0; k < 3; ++k) {
            const double side = r.whole(0, 1) ? 1 : -1, along = r.between(0.2, 1),
                         inside = r.between(-0.9, 0.9);
            const bool held = r.whole(0, 1) || (k == 2 && fixed == 0);
            at[k] = held ? side : inside;
            way[k] = held ? side * along : 0;
            fixed += held;
        }
        // near a face's diagonal both triangles are touched within the tolerance of a motion
        const double u = std::fabs(way[0] == 0 ? at[0] : at[1]), v = std::fabs(way[2] == 0 ? at[2] : at[1]);
        if (fixed == 1 && std::fabs(u - v) < 0.05) continue;
        const double length = std::sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
        const flr_vec3 out = vec(way[0] / length, way[1] / length, way[2] / length);
        flr_shape3 ball{};
        ball.kind = FLR_SHAPE3_SPHERE;
        ball.as.sphere = {flr_mul_add3(vec(at[0], at[1], at[2]), flr_real(2.5), out), flr_real(0.5)};
        const flr_shape3 mesh = shape_of(cube);
        flr_sweep3_result cast{};
        must(flr_sweep3(&ball, flr_scale3(-3, out), &mesh, &cast), "flr_sweep3");
        flr_path3 path = flr_path3_still(flr_pose3_identity());
        path.to.position = flr_scale3(-3, out);
        const flr_path3 still = flr_path3_still(flr_pose3_identity());
        flr_toi3_result moved{};
        must(flr_toi3(&ball, &path, &mesh, &still, nullptr, &moved), "flr_toi3");
        const struct {
            const char *question;
            bool hit;
            uint32_t triangle;
            flr_vec3 point, normal;
        } answers[] = {{"cast", cast.hit, cast.triangle_b, cast.point, cast.normal},
                       {"motion", moved.hit, moved.triangle_b, moved.point, moved.normal}};
        for (const auto &a : answers) {
            const flr_triangle3 hit = flr_mesh3_triangle(cube.at.mesh, a.triangle);
            const flr_vec3 corners[] = {hit.a, hit.b, hit.c};
            unsigned expected = 0;
            for (unsigned i = 0; i < 3; ++i) {
                const double c[] = {double(corners[i].x), double(corners[i].y), double(corners[i].z)};
                bool held = true;
                for (int k = 0; k < 3; ++k) held = held && (way[k] == 0 || c[k] == at[k]);
                expected |= unsigned(held) << i;
            }
            const unsigned got = flr_region3_triangle_point(&hit, flr_sub3(a.point, a.normal)).corners;
            t.expect(a.hit && expected && got == expected, "scene %d, %s: corners %u of triangle %u, not %u",
                     n, a.question, got, a.triangle, expected);
        }
        ++of_kind[fixed - 1];
    }
    for (const long many : of_kind) t.expect(many > scenes(200), "%ld of a kind", many);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(every_pair), FEELER_TEST(touched_feature))

}  // namespace TEST_FILE
