// needs: gmp
/// Paths against placed meshes: the nearest of all triangles by exact rationals, no path between neighbours, and
/// the inside of solids by the winding number.
#include <algorithm>
#include <cstring>
#include <memory>

#include "feeler/batch3.h"
#include "raycast/exact_cast3.hpp"
#include "support/exact_mesh.hpp"
#include "support/handles.hpp"
#include "support/poses.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using exact_cast::question;

/// The least t over all triangles as they stand in world, and the lowest number that has it; and all that are met.
bool nearest(const question &q, const std::vector<flr_triangle3> &world, exact_cast::number *t,
             uint32_t *number, std::vector<uint32_t> *met)
{
    bool found = false;
    for (uint32_t i = 0; i < world.size(); ++i) {
        exact_cast::number at;
        std::vector<exact_cast::point> c = {exact_cast::from(world[i].a), exact_cast::from(world[i].b),
                                            exact_cast::from(world[i].c)};
        if (!q.hit(exact_cast::meet(q.o, q.d, c), &at)) continue;
        met->push_back(i);
        if (found && at >= *t) continue;
        *t = at;
        *number = i;
        found = true;
    }
    return found;
}

/// Every triangle that is met and no other, each told as on its own; and an end where the callback wants one.
void all_of(tally &t, const part &p, const std::vector<flr_triangle3> &world, const flr_raycast3_path &path,
            const std::vector<uint32_t> &expected)
{
    std::vector<flr_raycast3_triangle> told;
    auto keep = [](void *user, const flr_raycast3_triangle *hit) {
        static_cast<std::vector<flr_raycast3_triangle> *>(user)->push_back(*hit);
        return true;
    };
    t.expect(flr_raycast3_ray_mesh_all(&path, &p.at, 0, keep, &told) == FLR_OK, "all: not OK");
    std::vector<uint32_t> numbers;
    for (auto &hit : told) {
        numbers.push_back(hit.triangle);
        flr_raycast3_triangle alone = flr_raycast3_ray_triangle(&path, &world[hit.triangle], 0);
        double off = std::fabs(double(alone.barycentric[1] - hit.barycentric[1]));
        t.expect(alone.hit && alone.t == hit.t && alone.front == hit.front && off < 1e-4,
                 "triangle %u is told otherwise than alone", hit.triangle);
    }
    std::sort(numbers.begin(), numbers.end());
    t.expect(numbers == expected, "%zu triangles are met, not %zu", numbers.size(), expected.size());
    int seen = 0;
    auto stop = [](void *user, const flr_raycast3_triangle *) {
        ++*static_cast<int *>(user);
        return false;
    };
    flr_status status = flr_raycast3_ray_mesh_all(&path, &p.at, FLR_RAYCAST_SOLID, stop, &seen);
    t.expect(status == (expected.empty() ? FLR_OK : FLR_CANCELLED) && seen == !expected.empty(),
             "not stopped");
}

void one(tally &t, const part &p, const std::vector<flr_triangle3> &world, const flr_raycast3_path &path,
         long *hits)
{
    question q(path);
    exact_cast::number expected_t;
    uint32_t expected_number = 0;
    std::vector<uint32_t> met;
    bool expected = nearest(q, world, &expected_t, &expected_number, &met);
    all_of(t, p, world, path, met);
    flr_raycast3_triangle r = flr_raycast3_ray_mesh(&path, &p.at, 0);
    *hits += expected;
    t.expect(flr_raycast3_ray_mesh_any(&path, &p.at, 0) == expected, "any: not %d", expected);
    if (!t.expect(r.hit == expected, "hit %d, not %d", r.hit, expected) || !r.hit) return;
    double scale = std::max(1.0, exact_cast::length(q.o) / exact_cast::length(q.d));
    t.expect(std::fabs(double(r.t) - expected_t.get_d()) <=
                 4096 * exact_cast::ULP * scale * (1 + std::fabs(expected_t.get_d())),
             "t %.17g, not %.17g", double(r.t), expected_t.get_d());
    // the triangle told is one that the path meets
    exact_cast::number at;
    const flr_triangle3 &told = world[r.triangle];
    t.expect(
        q.hit(exact_cast::meet(
                  q.o, q.d, {exact_cast::from(told.a), exact_cast::from(told.b), exact_cast::from(told.c)}),
              &at),
        "triangle %u is not met", r.triangle);
    if (exact_cast::number(r.t) == expected_t && expected_t == at)
        t.expect(r.triangle == expected_number, "triangle %u, not the first of those at t", r.triangle);
}

void lattice_meshes(tally &t)
{
    random_source random{1};
    const soup shapes[] = {box(vec(-2, -2, -2), vec(2, 2, 2)),
                           split(split(box(vec(-2, -2, -2), vec(2, 2, 2)))), l_bracket(4, 1, 2),
                           box_with_cavity(vec(-3, -3, -3), vec(3, 3, 3), vec(-1, -1, -1), vec(1, 1, 1)),
                           sheet(2)};
    auto poses = signed_permutations();
    long hits = 0, count = 0;
    for (const soup &s : shapes) {
        part p(s);
        for (int n = 0; n < scenes(150); ++n) {
            flr_affine3 pose = poses[size_t(random.whole(0, 47))];
            pose.translation = random.lattice_point(-3, 3);
            if (n % 3 == 0) pose.linear.x = flr_scale3(2, pose.linear.x);
            p.place(pose);
            auto world = p.world();
            // through corners, along edges and faces
            flr_vec3 o = random.lattice_point(-9, 9), aim = random.lattice_point(-6, 6);
            if (n % 4 == 0) aim = world[size_t(random.whole(0, int(world.size()) - 1))].b;
            if (n % 7 == 0) o.x = aim.x, o.y = aim.y;
            if (o.x == aim.x && o.y == aim.y && o.z == aim.z) continue;
            one(t, p, world, exact_cast::aimed(o, aim, random.whole(0, exact_cast::KINDS - 1)), &hits);
            ++count;
        }
    }
    exact_cast::expect_rate(t, "lattice", hits, count);
}

void placed_meshes(tally &t)
{
    random_source random{2};
    part p(torus(1, 0.4, 16, 10));
    long hits = 0, count = 0;
    const double reach[] = {1, 4, 1e3, 1e6, 1e9};
    for (int n = 0; n < scenes(150); ++n) {
        flr_affine3 pose = random_rigid(random, n % 5 == 0 ? 1e6 : 3);
        if (n % 3 == 0) pose.linear.y = flr_scale3(flr_real(random.between(-8, 8)), pose.linear.y);
        if (n % 3 == 1) pose.linear.y = flr_mul_add3(pose.linear.y, 3, pose.linear.x);
        if (n % 11 == 0) pose = after(scaling(1e-6, 1e-6, 1e-6), pose);
        p.place(pose);
        auto world = p.world();
        const flr_triangle3 &near = world[size_t(random.whole(0, int(world.size()) - 1))];
        double size = double(flr_length3(flr_sub3(p.at.bounds.max, p.at.bounds.min)));
        flr_vec3 beside = random.point(-1, 1);
        flr_vec3 aim = flr_mul_add3(near.a, flr_real(size * random.between(0, 0.7)), beside);
        if (n % 4 == 0) aim = flr_lerp3(near.b, near.c, flr_real(0.5));
        flr_vec3 o = flr_mul_add3(aim, flr_real(size * reach[n % 5]), random.point(-1, 1));
        one(t, p, world, exact_cast::aimed(o, aim, random.whole(0, exact_cast::KINDS - 1)), &hits);
        ++count;
    }
    exact_cast::expect_rate(t, "placed", hits, count);
}

/// From inside a closed surface no path gets out unseen, whichever edge or corner it is aimed at.
void watertight(tally &t)
{
    random_source random{3};
    part p(sphere(1, 40, 20));
    for (int n = 0; n < scenes(6000); ++n) {
        if (n % 500 == 0) p.place(random_rigid(random, n % 1000 ? 1e4 : 1));
        const auto &k = p.s.t[size_t(random.whole(0, int(p.s.t.size()) - 1))];
        flr_vec3 a = flr_affine3_point(p.at.pose, p.s.v[k[0]]), b = flr_affine3_point(p.at.pose, p.s.v[k[1]]);
        flr_vec3 o = flr_add3(p.at.pose.translation, random.point(-0.3, 0.3));
        flr_vec3 aim = flr_lerp3(a, b, flr_real(random.whole(0, 2) ? random.unit() : 0));
        flr_raycast3_path path = flr_raycast3_path_make(o, flr_sub3(aim, o), 0, INFINITY);
        flr_raycast3_triangle r = flr_raycast3_ray_mesh(&path, &p.at, 0);
        t.expect(r.hit && !r.front, "path %d gets out", n);
        t.expect(flr_raycast3_ray_mesh_any(&path, &p.at, 0), "path %d gets out of any", n);
    }
}

/// Winding number of the start by an exact count along a line of another direction.
bool is_inside(const std::vector<flr_triangle3> &world, flr_vec3 p, bool *known)
{
    std::vector<exact_mesh::tri<big_rational>> surface;
    for (auto &w : world) surface.push_back(exact_mesh::from(w));
    int winding = 0, crossings;
    *known = exact_mesh::winding_along<big_rational>(
        surface, exact_mesh::from(p), exact_mesh::from(flr_vec3_make(171, 293, 389)), &winding, &crossings);
    return winding != 0;
}

void solids(tally &t)
{
    random_source random{4};
    const soup shapes[] = {box(vec(-2, -2, -2), vec(2, 2, 2)), l_bracket(4, 1, 2), torus(2, 1, 8, 6),
                           box_with_cavity(vec(-3, -3, -3), vec(3, 3, 3), vec(-1, -1, -1), vec(1, 1, 1))};
    auto poses = signed_permutations();
    long inside = 0, count = 0;
    for (const soup &s : shapes) {
        part p(s);
        for (int n = 0; n < scenes(150); ++n) {
            p.place(poses[size_t(random.whole(0, 47))]);
            auto world = p.world();
            bool lattice = n % 2;
            flr_vec3 at =
                lattice ? flr_scale3(flr_real(0.5), random.lattice_point(-5, 5)) : random.point(-2.6, 2.6);
            flr_vec3 d = random.lattice_point(-1, 1);
            if (d.x == 0 && d.y == 0 && d.z == 0) continue;
            flr_raycast3_path path = flr_raycast3_path_make(at, d, 0, lattice ? INFINITY : flr_real(0.01));
            bool on_surface = false;
            for (auto &w : world)
                on_surface |= exact_mesh::on_triangle(exact_mesh::from(w), exact_mesh::from(at));
            bool known = true, expected = on_surface || is_inside(world, at, &known);
            if (!known) continue;
            flr_raycast3_triangle hollow = flr_raycast3_ray_mesh(&path, &p.at, 0),
                                  solid = flr_raycast3_ray_mesh(&path, &p.at, FLR_RAYCAST_SOLID);
            ++count;
            inside += expected;
            if (on_surface) {
                t.expect(solid.hit && solid.t == 0 && hollow.t == 0, "a start on the surface is a hit");
            } else if (expected) {
                t.expect(solid.hit && solid.inside && solid.t == 0 && flr_length3(solid.normal) == 0,
                         "inside is not seen");
            } else {
                t.expect(!solid.inside && solid.hit == hollow.hit && solid.t == hollow.t,
                         "outside, yet the answer differs");
            }
            t.expect(flr_raycast3_ray_mesh_any(&path, &p.at, FLR_RAYCAST_SOLID) == solid.hit,
                     "any and nearest differ");
        }
    }
    exact_cast::expect_rate(t, "inside", inside, count);
    part open(sheet(2));
    flr_raycast3_path path = flr_raycast3_path_make(vec(0, 0, -1), vec(0, 0, -1), 0, INFINITY);
    t.expect(!flr_raycast3_ray_mesh(&path, &open.at, FLR_RAYCAST_SOLID).hit, "a sheet has an inside");
}

/// What a filter lets pass, by the triangles that are met exactly; sides by d . (b - a) x (c - a), which is exact here.
struct sieve {
    std::vector<uint32_t> masks, refused;
    unsigned options = 0;
    flr_raycast3_filter filter{};
    int asked = 0;

    bool passes(uint32_t number, const flr_triangle3 &c, const question &q) const
    {
        const flr_vec3 n = flr_cross3(flr_sub3(c.b, c.a), flr_sub3(c.c, c.a));
        const exact_cast::number along = q.d[0] * exact_cast::number(n.x) + q.d[1] * exact_cast::number(n.y) +
                                         q.d[2] * exact_cast::number(n.z);
        if ((options & FLR_RAYCAST_FRONT_ONLY) && !(along < 0)) return false;
        if ((options & FLR_RAYCAST_BACK_ONLY) && !(along > 0)) return false;
        return (masks[number] & filter.mask) && !refused[number];
    }
};

void filtered(tally &t)
{
    random_source random{6};
    part p(split(split(box_with_cavity(vec(-3, -3, -3), vec(3, 3, 3), vec(-1, -1, -1), vec(1, 1, 1)))));
    const auto world = p.world();
    const unsigned sides[] = {0, FLR_RAYCAST_FRONT_ONLY, FLR_RAYCAST_BACK_ONLY};
    long hits = 0, others = 0, count = 0;
    for (int n = 0; n < scenes(160); ++n) {
        sieve s;
        s.options = sides[n % 3];
        for (size_t i = 0; i < world.size(); i++) {
            s.masks.push_back(1u << random.whole(0, 3));
            s.refused.push_back(uint32_t(random.whole(0, 1)));
        }
        s.filter.masks = s.masks.data();
        s.filter.mask = 7;
        s.filter.user = &s;
        s.filter.accept = [](void *user, const flr_raycast3_triangle *hit) {
            sieve *of = static_cast<sieve *>(user);
            of->asked++;
            return hit->hit && !of->refused[hit->triangle];
        };
        const flr_vec3 o = random.lattice_point(-6, 6), aim = random.lattice_point(-3, 3);
        if (o.x == aim.x && o.y == aim.y && o.z == aim.z) continue;
        const flr_raycast3_path path = exact_cast::aimed(o, aim, random.whole(0, exact_cast::KINDS - 1));
        const question q(path);
        exact_cast::number least, any_t;
        uint32_t first = 0, any_first = 0;
        std::vector<uint32_t> met;
        const bool unfiltered = nearest(q, world, &any_t, &any_first, &met);
        bool expected = false;
        for (uint32_t number : met) {
            if (!s.passes(number, world[number], q)) continue;
            exact_cast::number at;
            const flr_triangle3 &c = world[number];
            q.hit(exact_cast::meet(q.o, q.d,
                                   {exact_cast::from(c.a), exact_cast::from(c.b), exact_cast::from(c.c)}),
                  &at);
            if (expected && at >= least) continue;
            least = at;
            first = number;
            expected = true;
        }
        flr_raycast3_triangle r = flr_raycast3_ray_mesh_with(&path, &p.at, s.options, &s.filter), batch{};
        t.expect(flr_raycast3_ray_mesh_any_with(&path, &p.at, s.options, &s.filter) == expected,
                 "any: not %d", expected);
        flr_batch_raycast3_ray_mesh_with(&path, &p.at, s.options, &s.filter, 0, 1, &batch);
        t.expect(batch.hit == r.hit && batch.t == r.t && batch.triangle == r.triangle, "batch");
        ++count;
        hits += expected;
        others += expected && (!unfiltered || any_first != first);
        if (!t.expect(r.hit == expected, "scene %d: hit %d, not %d", n, r.hit, expected) || !r.hit) continue;
        t.expect(std::fabs(double(r.t) - least.get_d()) <=
                     4096 * exact_cast::ULP * (1 + std::fabs(least.get_d())),
                 "t %.17g, not %.17g", double(r.t), least.get_d());
        t.expect(s.passes(r.triangle, world[r.triangle], q), "triangle %u is told", r.triangle);
        t.expect(s.asked > 0, "nobody asked");
        flr_raycast3_triangle all = flr_raycast3_ray_mesh(&path, &p.at, 0),
                              with = flr_raycast3_ray_mesh_with(&path, &p.at, 0, nullptr);
        t.expect(all.hit == with.hit && all.triangle == with.triangle && all.t == with.t, "without a filter");
    }
    exact_cast::expect_rate(t, "filtered", hits, count);
    t.expect(others > count / 20, "%ld of %ld another triangle than without", others, count);
}

void options(tally &t)
{
    part p(box(vec(-1, -1, -1), vec(1, 1, 1)));
    flr_raycast3_path out = flr_raycast3_path_make(vec(0.25, 0.5, 0), vec(0, 0, 2), 0, INFINITY);
    flr_raycast3_triangle r = flr_raycast3_ray_mesh(&out, &p.at, 0);
    t.expect(r.hit && r.t == 0.5 && !r.front && r.normal.z == -1 && r.point.z == 1, "from inside");
    t.expect(!flr_raycast3_ray_mesh(&out, &p.at, FLR_RAYCAST_FRONT_ONLY).hit, "culled from inside");
    flr_raycast3_path in = flr_raycast3_path_make(vec(0.25, 0.5, -5), vec(0, 0, 2), 0, INFINITY);
    r = flr_raycast3_ray_mesh(&in, &p.at, FLR_RAYCAST_FRONT_ONLY);
    t.expect(r.hit && r.t == 2 && r.front && r.normal.z == -1 && r.point.z == -1, "from outside");
    flr_raycast3_path none = flr_raycast3_path_make(vec(NAN, 0, 0), vec(0, 0, 2), 0, INFINITY);
    t.expect(!flr_raycast3_ray_mesh(&none, &p.at, FLR_RAYCAST_SOLID).hit &&
                 !flr_raycast3_ray_mesh_any(&none, &p.at, FLR_RAYCAST_SOLID),
             "a NaN hits");
    flr_raycast3_path point = flr_raycast3_path_make(vec(0, 0, 0), vec(0, 0, 0), 3, 4);
    r = flr_raycast3_ray_mesh(&point, &p.at, FLR_RAYCAST_SOLID);
    t.expect(r.hit && r.inside && r.t == 3 && !flr_raycast3_ray_mesh(&point, &p.at, 0).hit,
             "a zero direction inside");
    flr_raycast3_path huge =
        flr_raycast3_path_make(vec(0, 0, flr_real(-1e30)), vec(0, 0, flr_real(1e30)), 0, INFINITY);
    t.expect(flr_raycast3_ray_mesh(&huge, &p.at, 0).hit, "from very far away");
    t.expect(flr_raycast3_ray_mesh_all(&huge, &p.at, 0, nullptr, nullptr) == FLR_INVALID_ARGUMENT,
             "no callback");
}

/// Past the rim of an open sheet and through it, and ranges that end before the surface and behind it, by amounts from those that coarse corners
/// tell apart down to rounding.
void near_misses(tally &t)
{
    random_source random{8};
    part p(split(split(split(sheet(2)))));
    long hits = 0, count = 0;
    for (int n = 0; n < scenes(300); ++n) {
        const int power = random.whole(2, 40);
        const double offset = std::ldexp(random.between(-1, 1), -power);
        p.place(n % 4 ? random_rigid(random, 2) : flr_affine3_identity());
        const auto world = p.world();
        const double along = random.between(-2, 2);
        // of the mesh; half of all at the rim
        const bool at_rim = n % 2;
        const flr_vec3 place = at_rim ? vec(2 + offset, along, 0) : vec(random.between(-2, 2), along, 0);
        const flr_vec3 aim = flr_affine3_point(p.at.pose, place), way = random.point(-1, 1);
        const flr_real far = flr_real(random.between(0.05, n % 8 ? 4 : 40));
        const flr_vec3 o = flr_mul_add3(aim, far, way);
        flr_raycast3_path path = flr_raycast3_path_make(o, flr_sub3(aim, o), 0, INFINITY);
        if (!at_rim && n % 3 == 0) path.t_min = flr_real(1 + offset);
        if (!at_rim && n % 3 == 1) path.t_max = flr_real(1 + offset);
        exact_cast::number at;
        uint32_t number = 0;
        std::vector<uint32_t> met;
        const bool expected = nearest(question(path), world, &at, &number, &met);
        t.expect(flr_raycast3_ray_mesh_any(&path, &p.at, 0) == expected, "path %d, any: not %d", n, expected);
        t.expect(flr_raycast3_ray_mesh(&path, &p.at, 0).hit == expected, "path %d: not %d", n, expected);
        hits += expected;
        ++count;
    }
    exact_cast::expect_rate(t, "near misses", hits, count);
}

bool same_bits(const flr_raycast3_triangle &a, const flr_raycast3_triangle &b)
{
    const flr_real x[] = {a.t, a.point.x, a.point.y, a.point.z, a.normal.x, a.normal.y, a.normal.z},
                   y[] = {b.t, b.point.x, b.point.y, b.point.z, b.normal.x, b.normal.y, b.normal.z};
    return a.hit == b.hit && a.inside == b.inside && a.front == b.front && a.along == b.along &&
           a.triangle == b.triangle && std::memcmp(x, y, sizeof x) == 0 &&
           std::memcmp(a.barycentric, b.barycentric, sizeof a.barycentric) == 0;
}

/// Paths of an array go down a large tree by turns, and each is told what it is told alone.
void by_turns(tally &t)
{
    random_source random{7};
    part p(sphere(1, 460, 230));
    const unsigned kinds[] = {0, FLR_RAYCAST_SOLID, FLR_RAYCAST_FRONT_ONLY, FLR_RAYCAST_BACK_ONLY};
    long hits = 0, inside = 0, count = 0;
    for (unsigned options : kinds) {
        if (options) p.place(random_rigid(random, 2));
        std::vector<flr_raycast3_path> paths;
        for (int n = 0; n < scenes(750); ++n) {
            const auto &k = p.s.t[size_t(random.whole(0, int(p.s.t.size()) - 1))];
            const flr_vec3 corner = flr_affine3_point(p.at.pose, p.s.v[k[0]]);
            const flr_vec3 o = flr_add3(p.at.pose.translation, random.point(-1.5, 1.5));
            const flr_vec3 beside = random.point(-2, 2);
            const flr_vec3 aim = n % 3 == 0 ? corner : flr_add3(p.at.pose.translation, beside);
            paths.push_back(exact_cast::aimed(o, aim, random.whole(0, exact_cast::KINDS - 1)));
            if (n % 50 == 0) paths.back().t_max = -1;
        }
        std::vector<flr_raycast3_triangle> told(paths.size());
        const size_t first = 3, end = paths.size() - 2;
        flr_batch_raycast3_ray_mesh(paths.data(), &p.at, options, first, end, told.data());
        const std::unique_ptr<bool[]> any(new bool[paths.size()]());
        flr_batch_raycast3_ray_mesh_any(paths.data(), &p.at, options, first, end, any.get());
        for (size_t i = 0; i < paths.size(); ++i) {
            const bool asked = i >= first && i < end;
            const flr_raycast3_triangle alone = flr_raycast3_ray_mesh(&paths[i], &p.at, options), none{};
            t.expect(same_bits(told[i], asked ? alone : none), "path %zu, options %u", i, options);
            t.expect(any[i] == (asked && alone.hit), "any of path %zu, options %u", i, options);
            hits += alone.hit && !alone.inside;
            inside += alone.inside;
            ++count;
        }
    }
    exact_cast::expect_rate(t, "by turns", hits, count);
    t.expect(inside > 0, "no start inside");
    std::vector<flr_raycast3_triangle> none(1);
    flr_batch_raycast3_ray_mesh(nullptr, &p.at, 0, 0, 0, none.data());
    t.expect(!none[0].hit, "an empty range is written");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(by_turns), FEELER_TEST(options), FEELER_TEST(lattice_meshes),
             FEELER_TEST(near_misses), FEELER_TEST(placed_meshes), FEELER_TEST(watertight),
             FEELER_TEST(solids), FEELER_TEST(filtered))

}  // namespace TEST_FILE
