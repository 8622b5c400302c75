// Rays at hulls hit where rays at the mesh of the same faces do, which decides in exact arithmetic: aimed at random, from far, from
// inside, and segments that end before.
#include <cmath>

#include "any/any3_stock.hpp"
#include "feeler/hull.h"
#include "feeler/raycast3.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

struct both {
    std::shared_ptr<flr_hull3> hull;
    soup faces;
};

both random_hull(random_source &r, int count)
{
    both b;
    std::vector<flr_vec3> points;
    for (int i = 0; i < count; ++i) points.push_back(r.point(-1, 1));
    flr_hull3 *h = nullptr;
    must(flr_hull3_create(points.data(), points.size(), nullptr, nullptr, &h), "flr_hull3_create");
    b.hull = {h, flr_hull3_destroy};
    const flr_hull3_info info = flr_hull3_get_info(h);
    b.faces.v.assign(flr_hull3_vertices(h), flr_hull3_vertices(h) + info.vertex_count);
    const flr_polyhedron3 p = flr_hull3_polyhedron(h);
    for (size_t f = 0; f < p.face_count; ++f)
        for (uint32_t k = p.first[f] + 2; k < p.first[f + 1]; ++k)
            b.faces.t.push_back({p.indices[p.first[f]], p.indices[k - 1], p.indices[k]});
    return b;
}

void as_their_mesh(tally &t)
{
    random_source r{4711};
    const flr_mat3 upright = {vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1)};
    worst_of times = {"time beside the mesh's, of a path of length 1", real_choose(1e-13, 1e-4)},
             points = {"point off the mesh's, of the size", real_choose(4e-14, 4e-5)};
    long hits = 0, misses = 0, inside = 0, ends = 0;
    for (int n = 0; n < 60; ++n) {
        const both b = random_hull(r, r.whole(4, n % 3 ? 20 : 80));
        flr_shape3 hull{}, mesh{};
        hull.kind = FLR_SHAPE3_CONVEX;
        hull.as.convex = flr_convex3_hull(b.hull.get(), upright, vec(0, 0, 0), 0);
        const part faces(b.faces);
        mesh.kind = FLR_SHAPE3_MESH;
        mesh.solid = true;
        mesh.as.mesh = faces.at;
        for (int i = 0; i < 200; ++i) {
            const double away = i % 4 == 0 ? 0.2 : i % 4 == 1 ? 1000 : 3;
            const flr_vec3 from = flr_scale3(flr_real(away), r.point(-1, 1)), aim = r.point(-1, 1);
            const flr_vec3 way = flr_sub3(aim, from);
            const double far = r.between(0.2, 2);
            const flr_raycast3_path path =
                i % 5 == 0 ? flr_raycast3_path_make(from, flr_scale3(flr_real(far), way), 0, 1)
                           : flr_raycast3_path_make(from, way, 0, flr_real(INFINITY));
            flr_raycast3_result at_hull{}, at_mesh{};
            must(flr_raycast3(&path, &hull, &at_hull), "hull");
            must(flr_raycast3(&path, &mesh, &at_mesh), "mesh");
            t.expect(at_hull.hit == at_mesh.hit && at_hull.inside == at_mesh.inside,
                     "hull %d, ray %d: hit %d and %d, inside %d and %d", n, i, at_hull.hit, at_mesh.hit,
                     at_hull.inside, at_mesh.inside);
            misses += !at_hull.hit;
            inside += at_hull.inside;
            ends += i % 5 == 0 && !at_hull.hit;
            if (!at_hull.hit || !at_mesh.hit || at_hull.inside) continue;
            ++hits;
            times.within(std::fabs(double(at_hull.t - at_mesh.t)));
            points.within(any3::length(flr_sub3(at_hull.point, at_mesh.point)) / (1 + any3::length(from)));
            t.expect(std::fabs(any3::length(at_hull.normal) - 1) < real_choose(1e-12, 1e-5) &&
                         flr_dot3(at_hull.normal, way) < 0,
                     "hull %d, ray %d: no normal against the ray", n, i);
        }
    }
    t.expect(hits > 2000 && misses > 2000 && inside > 200 && ends > 200,
             "%ld hits, %ld misses, %ld inside, %ld ends", hits, misses, inside, ends);
    times.hold(t);
    points.hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(as_their_mesh))

}  // namespace TEST_FILE
