/// A ray through the tree of a mesh that is shown: the answer to the bit, the boxes by slabs, and every triangle by itself.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <vector>

#include "feeler/trace.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

void keep(void *user, const flr_raycast3_step *s)
{
    static_cast<std::vector<flr_raycast3_step> *>(user)->push_back(*s);
}

struct model {
    std::vector<flr_vec3> vertices;
    std::vector<uint32_t> corners;
    flr_mesh3 *mesh = nullptr;
    ~model() { flr_mesh3_destroy(mesh); }
    flr_triangle3 triangle(uint32_t i, const flr_affine3 &pose) const
    {
        return {flr_affine3_point(pose, vertices[corners[3 * i]]),
                flr_affine3_point(pose, vertices[corners[3 * i + 1]]),
                flr_affine3_point(pose, vertices[corners[3 * i + 2]])};
    }
};

/// Triangles about anywhere, or a floor with bumps.
void make(random_source &r, model &m)
{
    const int side = r.whole(1, 12);
    if (r.whole(0, 1)) {
        for (int i = 0; i < side * side; ++i) {
            const flr_vec3 base = r.point(-5, 5);
            for (int k = 0; k < 3; ++k) {
                m.corners.push_back(uint32_t(m.vertices.size()));
                m.vertices.push_back(flr_add3(base, r.lattice_point(-1, 1)));
            }
        }
    } else {
        const uint32_t row = uint32_t(side) + 1;
        for (int x = 0; x <= side; ++x)
            for (int y = 0; y <= side; ++y) {
                const int z = r.whole(0, 2);
                m.vertices.push_back(
                    flr_vec3_make(flr_real(x - side / 2), flr_real(y - side / 2), flr_real(z)));
            }
        for (uint32_t x = 0; x + 1 < row; ++x)
            for (uint32_t y = 0; y + 1 < row; ++y) {
                const uint32_t p = x * row + y;
                for (uint32_t v : {p, p + row, p + 1, p + 1, p + row, p + row + 1}) m.corners.push_back(v);
            }
    }
    flr_mesh3_input input = {};
    input.vertices = &m.vertices[0].x;
    input.vertex_count = m.vertices.size();
    input.triangles = m.corners.data();
    input.triangle_count = m.corners.size() / 3;
    flr_mesh3_create(&input, nullptr, &m.mesh);
}

/// A box smaller or larger by a share of the whole, which covers what the walk grows boxes by.
flr_aabb3 grown(const flr_aabb3 &b, double by)
{
    const flr_vec3 d = flr_vec3_make(flr_real(by), flr_real(by), flr_real(by));
    return {flr_sub3(b.min, d), flr_add3(b.max, d)};
}

bool holds(const flr_aabb3 &b, flr_vec3 p)
{
    return p.x >= b.min.x && p.x <= b.max.x && p.y >= b.min.y && p.y <= b.max.y && p.z >= b.min.z &&
           p.z <= b.max.z;
}

struct counts {
    int asked = 0, hit = 0;
    long opened = 0, missed = 0, farther = 0, tested = 0, triangles = 0;
};

/// One step about a box, with the nearest hit before it.
void judge_box(tally &t, const flr_raycast3_path &path, const flr_raycast3_step &s,
               std::map<uint32_t, flr_raycast3_step> &boxes, bool placed)
{
    const double slack = real_choose(1e-4, 1e-3);
    const bool root = s.box == 0;
    t.expect(boxes.insert({s.box, s}).second, "box %u comes twice", s.box);
    if (root) {
        t.expect(s.level == 0 && s.parent == 0, "the root");
    } else if (t.expect(boxes.count(s.parent) != 0, "box %u before its parent", s.box)) {
        const flr_raycast3_step &p = boxes[s.parent];
        t.expect(p.event == FLR_TREE_OPENED && !p.leaf && s.level == p.level + 1, "box %u in %u", s.box,
                 s.parent);
        const flr_aabb3 around = grown(p.bounds, 1e-5);
        t.expect(holds(around, s.bounds.min) && holds(around, s.bounds.max), "box %u leaves its parent",
                 s.box);
    }
    if (placed) return;  // the boxes are in the mesh's frame, the path is not
    const flr_aabb3 less = grown(s.bounds, -slack), more = grown(s.bounds, slack);
    const bool flat = less.min.x > less.max.x || less.min.y > less.max.y || less.min.z > less.max.z;
    const flr_rayhit3 in = flat ? flr_rayhit3{} : flr_raycast3_ray_aabb(&path, &less),
                      out = flr_raycast3_ray_aabb(&path, &more);
    if (s.event == FLR_TREE_MISSED) t.expect(!in.hit, "box %u is met at %g", s.box, double(in.t));
    if (s.event == FLR_TREE_OPENED && !root) t.expect(out.hit, "box %u is not met", s.box);
    if (s.event == FLR_TREE_FARTHER)
        t.expect(!in.hit || double(in.t) >= (s.found ? double(s.nearest_t) : double(path.t_max)) - 1e-6,
                 "box %u at %g is nearer than %g", s.box, double(in.t), double(s.nearest_t));
    if (s.event != FLR_TREE_MISSED && in.hit)
        t.expect(double(s.enter) <= double(in.t) + 1e-6, "box %u: entered at %g, by slabs at %g", s.box,
                 double(s.enter), double(in.t));
}

void judge(tally &t, const model &m, const flr_affine3 &pose, const flr_raycast3_path &path, unsigned options,
           counts &n)
{
    flr_instance3 placed;
    std::vector<flr_raycast3_step> steps;
    std::map<uint32_t, flr_raycast3_step> boxes;
    std::vector<bool> tested(m.corners.size() / 3, false);
    flr_raycast3_triangle r = {};
    if (!t.expect(flr_instance3_make(m.mesh, pose, &placed) == FLR_OK &&
                      flr_trace3_raycast(&path, &placed, options, keep, &steps, &r) == FLR_OK,
                  "no answer"))
        return;
    const flr_raycast3_triangle plain = flr_raycast3_ray_mesh(&path, &placed, options);
    t.expect(r.hit == plain.hit &&
                 (!r.hit || (r.t == plain.t && r.triangle == plain.triangle &&
                             !std::memcmp(&r.point, &plain.point, sizeof r.point) &&
                             !std::memcmp(r.barycentric, plain.barycentric, sizeof r.barycentric))),
             "triangle %u at %.17g, ordinarily %u at %.17g", r.triangle, double(r.t), plain.triangle,
             double(plain.t));
    n.asked++;
    n.hit += r.hit;
    n.triangles += long(tested.size());
    const bool moved = pose.linear.x.x != 1;
    flr_raycast3_step open = {};
    for (const flr_raycast3_step &s : steps) {
        n.opened += s.event == FLR_TREE_OPENED;
        n.missed += s.event == FLR_TREE_MISSED;
        n.farther += s.event == FLR_TREE_FARTHER;
        n.tested += s.event == FLR_TREE_TRIANGLE;
        if (s.event != FLR_TREE_TRIANGLE) {
            judge_box(t, path, s, boxes, moved);
            if (s.event == FLR_TREE_OPENED) open = s;
            continue;
        }
        t.expect(open.leaf && s.box == open.box && !tested[s.triangle], "triangle %u of box %u in %u",
                 s.triangle, s.box, open.box);
        tested[s.triangle] = true;
        for (int k = 0; k < 3; ++k)
            t.expect(holds(grown(s.bounds, 1e-5), m.vertices[m.corners[3 * s.triangle + unsigned(k)]]),
                     "triangle %u leaves its box", s.triangle);
        const flr_triangle3 own = m.triangle(s.triangle, pose);
        const flr_raycast3_triangle alone = flr_raycast3_ray_triangle(&path, &own, options);
        t.expect(s.hit == alone.hit && (!s.hit || s.t == alone.t), "triangle %u: %d at %g, alone %d at %g",
                 s.triangle, int(s.hit), double(s.t), int(alone.hit), double(alone.t));
    }
    t.expect(steps.back().found == r.hit && (!r.hit || (steps.back().nearest == r.triangle)),
             "the last step");
    // what was passed by is no nearer
    for (uint32_t i = 0; i < tested.size(); ++i) {
        const flr_triangle3 own = m.triangle(i, pose);
        const flr_raycast3_triangle alone = flr_raycast3_ray_triangle(&path, &own, options);
        t.expect(tested[i] || !alone.hit || (r.hit && alone.t >= r.t), "triangle %u at %g is passed by", i,
                 double(alone.t));
    }
}

void rays(tally &t)
{
    random_source r{121};
    counts n;
    for (int i = 0; i < scenes(600); ++i) {
        model m;
        make(r, m);
        flr_affine3 pose = flr_affine3_identity();
        if (r.whole(0, 2) == 0) {
            pose.linear.x = flr_vec3_make(0, 2, 0);
            pose.linear.y = flr_vec3_make(-1, 0, flr_real(0.5));
            pose.translation = r.point(-1, 1);
        }
        for (int k = 0; k < 4; ++k) {
            const flr_vec3 from = r.whole(0, 1) ? r.point(-8, 8) : r.lattice_point(-8, 8),
                           to = r.whole(0, 1) ? r.point(-2, 2) : r.lattice_point(-2, 2);
            const flr_segment3 piece = {from, to};
            const flr_real most = r.whole(0, 3) ? flr_real(INFINITY) : flr_real(0.75);
            const flr_raycast3_path path = r.whole(0, 3)
                                               ? flr_raycast3_path_make(from, flr_sub3(to, from), 0, most)
                                               : flr_raycast3_path_segment(&piece);
            const unsigned options[] = {FLR_RAYCAST_BOTH_SIDES, FLR_RAYCAST_FRONT_ONLY};
            judge(t, m, pose, path, options[r.whole(0, 3) == 0], n);
        }
    }
    std::printf(
        "  %d rays, %d hits; of %ld triangles %ld tested; boxes: %ld opened, %ld missed, %ld farther\n",
        n.asked, n.hit, n.triangles, n.tested, n.opened, n.missed, n.farther);
    t.expect(n.hit * 10 > n.asked * 3 && n.hit * 10 < n.asked * 7, "%d of %d hit", n.hit, n.asked);
    t.expect(n.tested * 2 < n.triangles && n.missed > 1000 && n.farther > 100, "too few are passed by");
}

void wrong(tally &t)
{
    const flr_raycast3_path path = flr_raycast3_path_make({0, 0, 0}, {1, 0, 0}, 0, flr_real(INFINITY));
    flr_raycast3_triangle r;
    t.expect(flr_trace3_raycast(&path, nullptr, 0, nullptr, nullptr, &r) == FLR_INVALID_ARGUMENT, "null");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(rays), FEELER_TEST(wrong))

}  // namespace TEST_FILE
