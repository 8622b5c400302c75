/// Arrays of questions to a mesh, its rays, nearest points and sides, and of pairs of any shapes: each answer is the scalar call's.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "feeler/batch3.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"

namespace TEST_FILE
{
namespace
{

const double inf = std::numeric_limits<double>::infinity();

/// Arrays of pairs of any shapes and of convex ones: the scalar calls' own answers, in parts.
void arrays_of_pairs(tally &t)
{
    random_source r{12};
    std::vector<flr_shape3> a(40), b(40);
    std::vector<flr_convex3> ca, cb;
    for (size_t i = 0; i < a.size(); ++i) {
        flr_vec3 p = r.point(-1, 1), d = r.point(-1, 1);
        a[i].kind = FLR_SHAPE3_SPHERE;
        a[i].as.sphere = {p, flr_real(r.unit())};
        b[i].kind = FLR_SHAPE3_SEGMENT;
        b[i].as.segment = {d, r.point(-1, 1)};
        ca.push_back(flr_convex3_sphere(&a[i].as.sphere));
        cb.push_back(flr_convex3_segment(&b[i].as.segment));
    }
    std::vector<flr_closest3> c(a.size());
    std::vector<flr_status> status(a.size(), FLR_CANCELLED);
    std::vector<flr_gjk3> gjk(a.size()), warm(a.size());
    std::vector<flr_gjk3_cache> caches(a.size());
    std::memset(caches.data(), 0, sizeof caches[0] * caches.size());
    flr_batch_distance3(a.data(), b.data(), 3, 20, c.data(), status.data());
    flr_batch_distance3(a.data(), b.data(), 20, 37, c.data(), status.data());
    flr_batch_closest3_convex_convex(ca.data(), cb.data(), 0, ca.size(), nullptr, gjk.data());
    flr_batch_closest3_convex_convex(ca.data(), cb.data(), 0, ca.size(), caches.data(), warm.data());
    for (size_t i = 0; i < a.size(); ++i) {
        flr_closest3 one;
        flr_status s = flr_distance3(&a[i], &b[i], &one);
        bool asked = i >= 3 && i < 37;
        t.expect(asked ? status[i] == s && std::memcmp(&one, &c[i], sizeof one) == 0
                       : status[i] == FLR_CANCELLED,
                 "distance3 %zu", i);
        flr_gjk3 g = flr_closest3_convex_convex(&ca[i], &cb[i], nullptr);
        t.expect(g.distance == gjk[i].distance && g.distance == warm[i].distance, "convex %zu", i);
        t.expect(g.overlap || caches[i].axis.x != 0, "the cache %zu is filled", i);
    }
}

/// Rays at a mesh, of the middle of the range: the scalar calls' own answers.
void rays_at_a_mesh(tally &t)
{
    random_source r{12};
    std::vector<flr_raycast3_path> paths;
    for (size_t i = 0; i < 120; ++i) {
        const flr_vec3 p = r.point(-1, 1), d = r.point(-1, 1);
        paths.push_back(flr_raycast3_path_make(p, d, 0, flr_real(inf)));
    }
    const flr_real corners[] = {-1, -1, -1, 1, -1, -1, 0, 1, -1, 0, 0, 1};
    const uint32_t faces[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    const flr_mesh3_input input = {corners, 4, faces, 4, -1};
    flr_mesh3 *mesh = nullptr;
    flr_instance3 placed;
    if (!t.expect(flr_mesh3_create(&input, nullptr, &mesh) == FLR_OK, "mesh")) return;
    t.expect(flr_instance3_make(mesh, flr_affine3_identity(), &placed) == FLR_OK, "instance");
    std::vector<flr_raycast3_triangle> hits(paths.size());
    flr_batch_raycast3_ray_mesh(paths.data(), &placed, 0, 1, paths.size(), hits.data());
    long hit = 0;
    for (size_t i = 1; i < paths.size(); ++i) {
        flr_raycast3_triangle h = flr_raycast3_ray_mesh(&paths[i], &placed, 0);
        hit += h.hit;
        t.expect(h.hit == hits[i].hit && h.t == hits[i].t && h.triangle == hits[i].triangle, "ray %zu", i);
    }
    t.expect(hit > 10, "%ld rays hit", hit);
    flr_mesh3_destroy(mesh);
}

bool same_point(flr_vec3 a, flr_vec3 b) { return std::memcmp(&a, &b, sizeof a) == 0; }

const flr_real corner_points[] = {0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4};
const uint32_t corner_faces[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};

/// A tetrahedron turned by (x, y, z) -> (y, z, x), and points in, on and around it in halves, for which sums and signs are
/// exact. The last is infinite.
struct points_and_mesh {
    flr_mesh3 *mesh = nullptr;
    flr_instance3 placed;
    std::vector<flr_vec3> points;

    explicit points_and_mesh(tally &t)
    {
        const flr_mesh3_input input = {corner_points, 4, corner_faces, 4, -1};
        const flr_affine3 turned = {{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}, {0, 0, 0}};
        t.expect(flr_mesh3_create(&input, nullptr, &mesh) == FLR_OK, "mesh");
        t.expect(flr_instance3_make(mesh, turned, &placed) == FLR_OK, "instance");
        for (int x = -2; x <= 10; ++x)
            for (int y = -2; y <= 10; ++y)
                for (int z = -2; z <= 10; ++z)
                    points.push_back(flr_vec3_make(flr_real(x) / 2, flr_real(y) / 2, flr_real(z) / 2));
        points.push_back(flr_vec3_make(flr_real(inf), 0, 0));
    }
    ~points_and_mesh() { flr_mesh3_destroy(mesh); }
};

/// The least distance to the four triangles, each by itself.
double least_of_faces(flr_vec3 p)
{
    double least = inf;
    for (int f = 0; f < 4; ++f) {
        flr_vec3 c[3];
        for (int k = 0; k < 3; ++k) {
            const flr_real *v = corner_points + 3 * corner_faces[3 * f + k];
            c[k] = flr_vec3_make(v[1], v[2], v[0]);
        }
        const flr_triangle3 face = {c[0], c[1], c[2]};
        least = std::min(least, double(flr_closest3_point_triangle(p, &face).distance));
    }
    return least;
}

void nearest_of_a_mesh(tally &t)
{
    const points_and_mesh s(t);
    const size_t n = s.points.size(), from = 2;
    const double rounding = sizeof(flr_real) < 8 ? 1e-5 : 1e-13;
    flr_closest3_mesh untouched;
    std::memset(&untouched, 0, sizeof untouched);
    untouched.distance = -7;
    for (flr_real limit : {flr_real(inf), flr_real(0.75)}) {
        std::vector<flr_closest3_mesh> nearest(n, untouched);
        flr_batch_closest3_point_mesh(s.points.data(), &s.placed, limit, from, 100, nearest.data());
        flr_batch_closest3_point_mesh(s.points.data(), &s.placed, limit, 100, n, nearest.data());
        for (size_t i = 0; i < from; ++i) t.expect(nearest[i].distance == -7, "before the range %zu", i);
        for (size_t i = from; i < n; ++i) {
            const flr_closest3_mesh &got = nearest[i];
            const flr_closest3_mesh one = flr_closest3_point_mesh(s.points[i], &s.placed, limit);
            t.expect(got.found == one.found && got.distance == one.distance &&
                         same_point(got.point_a, one.point_a) && same_point(got.point_b, one.point_b) &&
                         got.triangle_a == one.triangle_a && got.triangle_b == one.triangle_b,
                     "nearest %zu", i);
            if (i == n - 1) continue;
            const double truth = least_of_faces(s.points[i]);
            t.expect(got.found == (truth <= double(limit)), "within the limit %zu", i);
            t.expect(!got.found || std::fabs(double(got.distance) - truth) <= rounding,
                     "distance %zu: %g for %g", i, double(got.distance), truth);
        }
    }
}

/// By definition a point is inside where it is behind the four planes.
void sides_of_a_mesh(tally &t)
{
    const points_and_mesh s(t);
    const size_t n = s.points.size(), from = 2;
    std::vector<flr_side> sides(n, FLR_INSIDE);
    flr_batch_contains3_mesh_point(&s.placed, s.points.data(), from, 100, sides.data());
    flr_batch_contains3_mesh_point(&s.placed, s.points.data(), 100, n, sides.data());
    long inside = 0, on = 0;
    for (size_t i = 0; i < from; ++i) t.expect(sides[i] == FLR_INSIDE, "before the range %zu", i);
    for (size_t i = from; i < n; ++i) {
        const flr_vec3 p = s.points[i];
        t.expect(sides[i] == flr_contains3_mesh_point(&s.placed, p), "side %zu", i);
        if (i == n - 1) continue;
        const flr_real least = std::min(std::min(p.x, p.y), std::min(p.z, 4 - p.x - p.y - p.z));
        const flr_side truth = least > 0 ? FLR_INSIDE : least < 0 ? FLR_OUTSIDE : FLR_BOUNDARY;
        t.expect(sides[i] == truth, "side %zu by planes: %d for %d", i, int(sides[i]), int(truth));
        inside += truth == FLR_INSIDE;
        on += truth == FLR_BOUNDARY;
    }
    t.expect(inside > 20 && on > 20, "%ld inside, %ld on the surface", inside, on);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(arrays_of_pairs), FEELER_TEST(rays_at_a_mesh), FEELER_TEST(nearest_of_a_mesh),
             FEELER_TEST(sides_of_a_mesh))

}  // namespace TEST_FILE
