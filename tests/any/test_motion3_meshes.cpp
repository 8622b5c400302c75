/// Motions of meshes against meshes, convex shapes and planes, against those of every triangle.
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

flr_vec3 unit(flr_vec3 v)
{
    const flr_real length = flr_length3(v);
    return length > 0 ? flr_scale3(1 / length, v) : vec(0, 0, 1);
}

flr_quat turned(random_source &r, const flr_quat &from, double angle)
{
    const flr_vec3 axis = unit(r.point(-1, 1));
    const double c = std::cos(angle / 2), s = std::sin(angle / 2), w = double(from.w), x = double(from.x),
                 y = double(from.y), z = double(from.z), i = s * double(axis.x), j = s * double(axis.y),
                 k = s * double(axis.z);
    return {flr_real(c * w - i * x - j * y - k * z), flr_real(c * x + i * w + j * z - k * y),
            flr_real(c * y - i * z + j * w + k * x), flr_real(c * z + i * y - j * x + k * w)};
}

/// Some do not move, some not turn, some turn by nearly half a turn, about a place far from where they are.
flr_path3 path_of(random_source &r, int n, const flr_vec3 &from, const flr_vec3 &to)
{
    const double angles[] = {0, 0.05, 1, 3};
    const double first = r.between(0, 3);
    const flr_quat q = turned(r, {1, 0, 0, 0}, n % 3 ? first : 0);
    return {{q, from}, {turned(r, q, angles[n % 4]), to}};
}

soup stock(random_source &r, int which)
{
    switch (which) {
    case 0:
        return sphere(1, 8, 6);
    case 1:
        return box(vec(-1, -1, -1), vec(1, 1, 1));
    case 2:
        return torus(1, 0.4, 8, 5);
    case 3:
        return sheet(1);
    default:
        break;
    }
    soup s;
    for (unsigned k = 0; k < 20; ++k) {
        const flr_vec3 a = r.point(-1, 1), b = r.point(-1, 1), c = flr_mul_add3(b, flr_real(1e-2), a);
        s.v.insert(s.v.end(), {a, b, c});
        s.t.push_back({3 * k, 3 * k + 1, 3 * k + 2});
    }
    return s;
}

flr_affine3 placed_as(random_source &r, int n)
{
    flr_affine3 pose = random_rigid(r, n % 5 == 0 ? 8 : 0.5);
    if (n % 7 == 1) pose.linear.x = flr_scale3(3, pose.linear.x);
    if (n % 7 == 2) pose.linear.y = flr_mul_add3(pose.linear.y, 1, pose.linear.x);
    if (n % 11 == 3) {
        flr_vec3 *const axes = &pose.linear.x;
        for (int k = 0; k < 3; ++k) axes[k] = flr_scale3(flr_real(1e-2), axes[k]);
    }
    return pose;
}

std::vector<flr_shape3> triangles_of(const part &p)
{
    std::vector<flr_shape3> all;
    for (auto &t : p.world()) all.push_back(shape_of(t));
    return all;
}

/// A box, a capsule, a ball, a plane or a halfspace.
flr_shape3 simple(random_source &r, int which)
{
    flr_shape3 s{};
    const double size = r.between(0.05, 1);
    const flr_vec3 direction = r.point(-1, 1), axis = unit(direction);
    switch (which) {
    case 0:
        s.kind = FLR_SHAPE3_BOX;
        s.as.box = {r.point(-0.5, 0.5), random_rigid(r, 0).linear, vec(size, 0.3 * size, 1.5 * size)};
        break;
    case 1:
        s.kind = FLR_SHAPE3_CAPSULE;
        s.as.capsule = {flr_scale3(flr_real(-2 * size), axis), axis, flr_real(0.2 * size)};
        break;
    case 2:
        s.kind = FLR_SHAPE3_SPHERE;
        s.as.sphere = {axis, flr_real(size)};
        break;
    default:
        s.kind = which == 3 ? FLR_SHAPE3_PLANE : FLR_SHAPE3_HALFSPACE;
        s.as.plane = {axis, flr_real(-size)};
        break;
    }
    return s;
}

struct asked {
    std::vector<flr_shape3> a, b;  // pieces
    flr_path3 of_a, of_b;
    flr_toi3_options options;
};

/// What the pieces answer, each by itself.
void judge(tally &t, int n, const asked &q, const flr_shape3 &x, const flr_shape3 &y, long *hits,
           long *starts)
{
    flr_toi3_result got{}, back{};
    must(flr_toi3(&x, &q.of_a, &y, &q.of_b, &q.options, &got), "flr_toi3");
    must(flr_toi3(&y, &q.of_b, &x, &q.of_a, &q.options, &back), "flr_toi3 back");
    bool hit = false;
    double first = 1, named = 2;
    for (size_t i = 0; i < q.a.size(); ++i)
        for (size_t j = 0; j < q.b.size(); ++j) {
            flr_toi3_result each{};
            must(flr_toi3(&q.a[i], &q.of_a, &q.b[j], &q.of_b, &q.options, &each), "pieces");
            if (!each.hit) continue;
            hit = true;
            first = std::fmin(first, double(each.t));
            if (i == got.triangle_a && j == got.triangle_b) named = double(each.t);
        }
    const double slack = real_choose(1e-9, 2e-4);
    t.expect(got.hit == hit, "scene %d: hit %d, not %d at %g", n, got.hit, hit, first);
    t.expect(!hit || std::fabs(double(got.t) - first) <= slack, "scene %d: t %.17g, not %.17g", n,
             double(got.t), first);
    t.expect(!hit || std::fabs(named - first) <= slack, "scene %d: pieces %u, %u touch at %.17g, not %.17g",
             n, got.triangle_a, got.triangle_b, named, first);
    t.expect(back.hit == got.hit && back.t == got.t, "scene %d: back %d at %.17g, not %.17g", n, back.hit,
             double(back.t), double(got.t));
    *hits += hit && first > 0;
    *starts += hit && first == 0;
}

void every_pair(tally &t)
{
    random_source r{61};
    long hits = 0, starts = 0, count = 0;
    for (int n = 0; n < scenes(200); ++n) {
        const int which_a = r.whole(0, 4), which_b = r.whole(0, 4);
        const soup of_a = stock(r, which_a), of_b = stock(r, which_b);
        const part a(of_a, placed_as(r, n)), b(of_b, placed_as(r, n / 3));
        const flr_vec3 middle_a = a.at.pose.translation, middle_b = b.at.pose.translation;
        const flr_vec3 way = r.point(-1, 1), aside = r.point(-1, 1);
        const double apart = n % 4 == 0 ? 0.3 : 4, far = n % 9 == 4 ? real_choose(1e3, 10) : 0;
        asked q;
        const flr_vec3 at = vec(far, 0, 0), start = flr_mul_add3(at, flr_real(apart), way),
                       end = n % 10 == 9 ? start : flr_mul_add3(flr_add3(at, aside), flr_real(-apart), way);
        q.of_a = path_of(r, n, at, at);
        q.of_b = path_of(r, n / 4, start, end);
        // so that the middles are there at the start
        for (int side = 0; side < 2; ++side) {
            flr_path3 &p = side ? q.of_b : q.of_a;
            const flr_vec3 off = flr_mat3_mul(flr_path3_at(&p, 0).linear, side ? middle_b : middle_a);
            p.from.position = flr_sub3(p.from.position, off);
            p.to.position = flr_sub3(p.to.position, off);
        }
        q.options = {};
        if (n % 6 == 5) q.options.target_distance = flr_real(0.1);
        q.a = triangles_of(a);
        q.b = triangles_of(b);
        judge(t, n, q, shape_of(a), shape_of(b), &hits, &starts);
        ++count;
    }
    std::printf("  %ld of %ld hit, %ld touch at the start\n", hits, count, starts);
    t.expect(hits > count * 3 / 10 && hits < count * 8 / 10 && starts > count / 20,
             "%ld of %ld hit, %ld touch at the start", hits, count, starts);
}

void simple_shapes(tally &t)
{
    random_source r{62};
    long hits = 0, starts = 0, count = 0;
    for (int n = 0; n < scenes(400); ++n) {
        const int which = r.whole(0, 4);
        const soup of_b = stock(r, which);
        const part b(of_b, placed_as(r, n));
        const flr_shape3 a = simple(r, n % 5);
        const flr_vec3 way = r.point(-1, 1), aside = r.point(-1, 1);
        asked q;
        const flr_vec3 start = flr_scale3(4, way), end = n % 10 == 9 ? start : flr_mul_add3(aside, -4, way);
        q.of_a = path_of(r, n / 5, start, end);
        q.of_b = path_of(r, n / 3, vec(0, 0, 0), vec(0, 0, 0));
        q.options = {};
        if (n % 6 == 5) q.options.target_distance = flr_real(0.1);
        q.a = {a};
        q.b = triangles_of(b);
        judge(t, n, q, a, shape_of(b), &hits, &starts);
        ++count;
    }
    std::printf("  %ld of %ld hit, %ld touch at the start\n", hits, count, starts);
    t.expect(hits > count * 3 / 10 && hits < count * 8 / 10 && starts > count / 20,
             "%ld of %ld hit, %ld touch at the start", hits, count, starts);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(every_pair), FEELER_TEST(simple_shapes))

}  // namespace TEST_FILE
