/// Winding numbers by clusters, against the sum of all solid angles in long double.
#include <algorithm>
#include <cmath>
#include <vector>

#include "feeler/overlap3.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

struct surface {
    std::vector<flr_real> vertices;
    std::vector<uint32_t> triangles;
    flr_mesh3 *mesh = nullptr;
    flr_winding3 *clusters = nullptr;

    void add(flr_vec3 a, flr_vec3 b, flr_vec3 c)
    {
        for (flr_vec3 p : {a, b, c}) {
            triangles.push_back(uint32_t(vertices.size() / 3));
            vertices.insert(vertices.end(), {p.x, p.y, p.z});
        }
    }
    void make(tally &t)
    {
        const flr_mesh3_input in = {vertices.data(), vertices.size() / 3, triangles.data(),
                                    triangles.size() / 3, -1};
        flr_status made = flr_mesh3_create(&in, nullptr, &mesh);
        t.expect(made == FLR_OK, "mesh");
        made = flr_winding3_create(mesh, nullptr, &clusters);
        t.expect(made == FLR_OK && clusters, "clusters");
    }
    flr_vec3 corner(size_t i) const { return {vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]}; }
    surface() = default;
    surface(const surface &) = delete;
    surface &operator=(const surface &) = delete;
    ~surface()
    {
        flr_winding3_destroy(clusters);
        flr_mesh3_destroy(mesh);
    }
};

/// A torus around `at`, without one of every `missing` triangles.
void add_torus(surface &s, flr_vec3 at, double size, int around, int across, int missing)
{
    const double turn = 6.283185307179586;
    auto point = [&](int i, int j) {
        const double u = turn * i / around, v = turn * j / across, r = 1 + 0.4 * std::cos(v);
        return flr_vec3{at.x + flr_real(size * r * std::cos(u)), at.y + flr_real(size * r * std::sin(u)),
                        at.z + flr_real(size * 0.4 * std::sin(v))};
    };
    int n = 0;
    for (int i = 0; i < around; i++)
        for (int j = 0; j < across; j++) {
            const flr_vec3 a = point(i, j), b = point(i + 1, j), c = point(i + 1, j + 1), d = point(i, j + 1);
            if (!missing || ++n % missing) s.add(a, b, c);
            if (!missing || ++n % missing) s.add(a, c, d);
        }
}

using real = long double;

/// Van Oosterom and Strackee (1983), of the corners as placed.
real winding_of(const surface &s, const flr_affine3 &pose, flr_vec3 p)
{
    real sum = 0;
    for (size_t i = 0; i < s.triangles.size(); i += 3) {
        real d[3][3], length[3];
        for (size_t k = 0; k < 3; k++) {
            const flr_vec3 q = flr_affine3_point(pose, s.corner(s.triangles[i + k]));
            d[k][0] = real(q.x) - real(p.x);
            d[k][1] = real(q.y) - real(p.y);
            d[k][2] = real(q.z) - real(p.z);
            length[k] = std::sqrt(d[k][0] * d[k][0] + d[k][1] * d[k][1] + d[k][2] * d[k][2]);
        }
        auto dot = [&](int a, int b) { return d[a][0] * d[b][0] + d[a][1] * d[b][1] + d[a][2] * d[b][2]; };
        const real triple = d[0][0] * (d[1][1] * d[2][2] - d[1][2] * d[2][1]) +
                            d[0][1] * (d[1][2] * d[2][0] - d[1][0] * d[2][2]) +
                            d[0][2] * (d[1][0] * d[2][1] - d[1][1] * d[2][0]);
        const real below = length[0] * length[1] * length[2] + dot(0, 1) * length[2] + dot(1, 2) * length[0] +
                           dot(2, 0) * length[1];
        sum += 2 * std::atan2(triple, below);
    }
    return sum / real(12.566370614359172954L);
}

/// Anywhere near, or next to a corner.
flr_vec3 some_point(random_source &r, const surface &s, double size)
{
    const flr_vec3 far = r.point(-2 * size, 2 * size);
    if (r.whole(0, 1)) return far;
    const flr_vec3 v = s.corner(size_t(r.whole(0, int(s.vertices.size() / 3) - 1)));
    const double away = std::pow(10.0, -r.between(0.5, 3));
    return flr_mul_add3(v, flr_real(away), far);
}

void open_and_closed(tally &t)
{
    random_source r{51};
    double worst = 0, sum = 0;
    int points = 0, inside = 0;
    for (int form = 0; form < 6; form++) {
        surface s;
        const double size = form == 4 ? 1e-6 : form == 5 ? 1e5 : 1;
        const int around = form == 3 ? 120 : 30;
        add_torus(s, flr_vec3{0, 0, 0}, size, around, around / 2, form == 0 ? 0 : form == 1 ? 2 : 7);
        s.make(t);
        flr_instance3 m{};
        t.expect(flr_instance3_make(s.mesh, flr_affine3_identity(), &m) == FLR_OK, "placed");
        for (int n = 0; n < (form == 3 ? 60 : 300); n++) {
            const flr_vec3 p = some_point(r, s, size);
            const real truth = winding_of(s, m.pose, p);
            const double got = double(flr_winding3_mesh_point_quick(s.clusters, &m, p));
            const double off = std::fabs(double(truth) - got);
            worst = std::max(worst, off);
            sum += off;
            points++;
            inside += truth > 0.5L;
        }
    }
    std::printf("  mean error %.2g\n", sum / points);
    t.expect(sum / points < 8e-4, "mean error %g", sum / points);
    t.expect(inside > points / 10 && inside < 9 * points / 10, "%d of %d inside", inside, points);
    expect_pinned(t, "winding numbers by clusters", worst, real_choose(0.0035, 0.0035));
}

void few_triangles(tally &t)
{
    random_source r{52};
    for (int count : {1, 2, 3, 4, 5, 8, 9, 64, 65}) {
        surface s;
        for (int i = 0; i < count; i++) {
            const flr_vec3 a = r.point(-1, 1), b = r.point(-1, 1), c = r.point(-1, 1);
            s.add(a, b, i % 5 == 4 ? a : c);  // some are segments
        }
        s.make(t);
        flr_instance3 m{};
        t.expect(flr_instance3_make(s.mesh, flr_affine3_identity(), &m) == FLR_OK, "placed");
        for (int n = 0; n < 40; n++) {
            const flr_vec3 p = r.point(-8, 8);
            const real truth = winding_of(s, m.pose, p);
            const double got = double(flr_winding3_mesh_point_quick(s.clusters, &m, p));
            t.expect(std::fabs(double(truth) - got) < 0.002, "%d triangles: %g of %g", count, got,
                     double(truth));
        }
        const flr_vec3 beyond = {flr_real(1e9), 0, 0};
        t.expect(std::fabs(flr_winding3_mesh_point_quick(s.clusters, &m, beyond)) < flr_real(1e-6),
                 "from afar");
    }
}

/// Turned, scaled, mirrored, and stretched unequally.
void placed(tally &t)
{
    random_source r{53};
    surface s;
    add_torus(s, flr_vec3{0, 0, 0}, 1, 30, 16, 3);
    s.make(t);
    for (int form = 0; form < 4; form++) {
        const double c = std::cos(0.7), d = std::sin(0.7), k = form == 1 ? 50 : 1;
        flr_affine3 pose = flr_affine3_identity();
        pose.linear.x = {flr_real(k * c), flr_real(k * d), 0};
        pose.linear.y = {flr_real(-k * d), flr_real(k * c), 0};
        pose.linear.z = {0, 0, flr_real(form == 2 ? -1 : form == 3 ? 3 : k)};
        pose.translation = {flr_real(2 * k), flr_real(-k), flr_real(k / 2)};
        flr_instance3 m{};
        t.expect(flr_instance3_make(s.mesh, pose, &m) == FLR_OK, "placed");
        double most = 0;
        for (int n = 0; n < 100; n++) {
            const flr_vec3 p = flr_affine3_point(pose, some_point(r, s, 1));
            const real truth = winding_of(s, pose, p);
            const double got = double(flr_winding3_mesh_point_quick(s.clusters, &m, p));
            most = std::max(most, double(form == 2 ? -truth : truth));
            t.expect(std::fabs(double(truth) - got) < (form == 3 ? 1e-5 : 0.0035), "form %d: %g of %g", form,
                     got, double(truth));
        }
        t.expect(most > 0.4, "form %d: none inside", form);
    }
}

void misuse(tally &t)
{
    flr_winding3 *none = nullptr;
    surface s, other;
    s.add({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    s.make(t);
    other.add({0, 0, 0}, {0, 1, 0}, {1, 0, 0});
    other.make(t);
    t.expect(flr_winding3_create(nullptr, nullptr, &none) == FLR_INVALID_ARGUMENT, "no mesh");
    t.expect(flr_winding3_create(s.mesh, nullptr, nullptr) == FLR_INVALID_ARGUMENT, "no place");
    flr_winding3_destroy(nullptr);
    flr_instance3 m{};
    t.expect(flr_instance3_make(other.mesh, flr_affine3_identity(), &m) == FLR_OK, "placed");
    const flr_vec3 p = {flr_real(0.25), flr_real(0.25), flr_real(0.5)};
    t.expect(flr_winding3_mesh_point_quick(s.clusters, &m, p) == flr_winding3_mesh_point(&m, p),
             "another mesh is summed");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(open_and_closed), FEELER_TEST(few_triangles), FEELER_TEST(placed),
             FEELER_TEST(misuse))

}  // namespace TEST_FILE
