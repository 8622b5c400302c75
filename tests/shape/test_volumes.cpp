// needs: gmp
/// Volumes, areas and perimeters of meshes and hulls against rationals and roots of 512 bits.
#include <cmath>

#include "support/accuracy.hpp"
#include "support/big.hpp"

#include "feeler/hull.h"
#include "support/cmocka.hpp"
#include "support/exact_mesh.hpp"
#include "support/handles.hpp"
#include "support/pinned.hpp"
#include "support/poses.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

using exact_mesh::rational;
typedef exact_mesh::vec<rational> point;

big_float root(const rational &q)
{
    big_float x(q, 512);
    return big_float(sqrt(x));
}

/// Six times the signed volume of the cone from q.
rational cone(const point &q, const point &a, const point &b, const point &c)
{
    return exact_mesh::dot(exact_mesh::cross(exact_mesh::sub(a, q), exact_mesh::sub(b, q)),
                           exact_mesh::sub(c, q));
}

/// The error in roundings of what a solid of this extent has.
struct worst {
    double volume = 0, area = 0;
    void see(double *w, double found, const big_float &expected, double whole)
    {
        big_float off(abs(big_float(found, 512) - expected), 512);
        *w = std::fmax(*w, off.get_d() / whole / real_rounding);
    }
};

double extent(const std::vector<flr_vec3> &p)
{
    flr_vec3 low = p[0], high = p[0];
    for (flr_vec3 q : p) low = flr_min3(low, q), high = flr_max3(high, q);
    return double(flr_length3(flr_sub3(high, low)));
}

const double far[] = {0, 1e3, real_choose(1e9, 1e6)};

/// Placed by its vertices. Those far from the origin are at the corners of a cube or so, as rounding leaves them.
void meshes(tally &t)
{
    random_source r{1};
    worst w;
    for (auto &s : {box(vec(-2, -1, -3), vec(2, 2, 2)), sphere(2, 12, 8), torus(3, 1, 6, 9),
                    l_bracket(4, 1, 2), box(vec(-5, -0.001, -0.001), vec(5, 0.001, 0.001))})
        for (double away : far)
            for (int i = 0; i < 10; ++i) {
                flr_affine3 pose = random_rigid(r, 3);
                soup placed_soup = placed(s, after(translation(away, -away, away / 2), pose));
                part m(placed_soup);
                flr_mesh3_info info = flr_mesh3_get_info(m.at.mesh);
                rational six = 0;
                point q = exact_mesh::from(placed_soup.v[0]);
                for (auto &f : placed_soup.t)
                    six += cone(q, exact_mesh::from(placed_soup.v[f[0]]),
                                exact_mesh::from(placed_soup.v[f[1]]), exact_mesh::from(placed_soup.v[f[2]]));
                if (!info.watertight) {  // far away floats may weld or cross
                    t.expect(real_is_float && away > 1e3, "not watertight at %g", away);
                    continue;
                }
                double size = extent(placed_soup.v);
                w.see(&w.volume, double(info.volume), big_float(rational(six / 6), 512), size * size * size);
            }
    expect_pinned(t, "volume of meshes, roundings of the cube of the extent", w.volume,
                  real_choose(1.8, 0.08), {"Makers and measures", "volume of a mesh"});
}

/// On a sphere, or on the rims of a cylinder, whose caps are long fans.
flr_vec3 on_round(random_source &r, bool sphere)
{
    const double angle = r.between(0, 6.3), z = sphere ? r.between(-1, 1) : r.whole(0, 1),
                 across = sphere ? std::sqrt(1 - z * z) : 1;
    return vec(across * std::cos(angle), across * std::sin(angle), z);
}

void hulls(tally &t)
{
    random_source r{2};
    worst w;
    for (int i = 0; i < 360; ++i) {
        const bool many = i >= 300;  // sums do not get worse with the number of faces
        double away = far[i % 3], scale = i % 5 ? 1 : 1e-3;
        std::vector<flr_vec3> p;
        int count = many ? r.whole(100, 800) : r.whole(4, 60);
        for (int k = 0; k < count; ++k) {
            flr_vec3 v = many ? on_round(r, i % 2) : r.point(-1, 1);
            if (i % 4 == 1 && !many) v.z *= flr_real(1e-6);
            if (i % 4 == 2 && !many) v.z = 0.5;
            p.push_back(flr_vec3_make(flr_real(away + scale * double(v.x)),
                                      flr_real(scale * double(v.y) - away),
                                      flr_real(scale * double(v.z) + away / 2)));
        }
        flr_hull3 *h = nullptr;
        must(flr_hull3_create(p.data(), p.size(), nullptr, nullptr, &h), "flr_hull3_create");
        flr_hull3_info info = flr_hull3_get_info(h);
        flr_polyhedron3 s = flr_hull3_polyhedron(h);
        double size = extent(p);
        rational six = 0;
        big_float area(0, 512);
        for (size_t f = 0; f < s.face_count; ++f) {
            auto corner = [&](uint32_t k) { return exact_mesh::from(s.vertices[s.indices[k]]); };
            point a = corner(s.first[f]), sum = {0, 0, 0};
            for (uint32_t k = s.first[f] + 1; k + 1 < s.first[f + 1]; ++k) {
                point b = corner(k), c = corner(k + 1),
                      n = exact_mesh::cross(exact_mesh::sub(b, a), exact_mesh::sub(c, a));
                six += cone(exact_mesh::from(p[0]), a, b, c);
                for (size_t j = 0; j < 3; ++j) sum[j] += n[j];
            }
            area += root(exact_mesh::dot(sum, sum)) / 2;
        }
        if (info.dimension > 1 && size > 0) {
            w.see(&w.area, double(info.area), area, size * size);
            w.see(&w.volume, double(info.volume), big_float(rational(six / 6), 512), size * size * size);
        }
        flr_hull3_destroy(h);
    }
    expect_pinned(t, "volume of hulls, roundings of the cube of the extent", w.volume, real_choose(0.2, 0.15),
                  {"Makers and measures", "volume, area of a hull"});
    expect_pinned(t, "area of hulls, roundings of the square of the extent", w.area, real_choose(1.5, 1.7),
                  {"Makers and measures", "volume, area of a hull", 1, 1});
}

void polygons(tally &t)
{
    random_source r{3};
    worst w;
    double perimeter = 0, lean = 0, length = 0;
    for (int i = 0; i < 700; ++i) {
        const bool many = i >= 600;                      // sums do not get worse with the number of edges
        const double tiny = real_choose(1e-180, 1e-30);  // its square is below the range of numbers
        double away = i % 50 == 7 ? 0 : far[i % 3], scale = i % 50 == 7 ? tiny : i % 5 ? 1 : 1e-3;
        std::vector<flr_vec2> p;
        int count = many ? r.whole(100, 600) : r.whole(3, 60);
        for (int k = 0; k < count; ++k) {
            double x = r.between(-1, 1), y = r.between(-1, 1) * (i % 4 ? 1 : 1e-6);
            if (many) {
                const double angle = 3.2 * x;
                x = std::cos(angle), y = std::sin(angle);
            }
            p.push_back(flr_vec2_make(flr_real(away + scale * x), flr_real(scale * y - away)));
        }
        flr_hull2 *h = nullptr;
        must(flr_hull2_create(p.data(), p.size(), nullptr, &h), "flr_hull2_create");
        flr_hull2_info info = flr_hull2_get_info(h);
        const flr_vec2 *v = flr_hull2_vertices(h);
        const flr_vec2 wide = flr_sub2(info.bounds.max, info.bounds.min);
        const double size = std::hypot(double(wide.x), double(wide.y));
        rational twice = 0;
        big_float around(0, 512);
        for (uint32_t k = 0; k < info.vertex_count; ++k) {
            flr_vec2 a = v[k], b = v[(k + 1) % info.vertex_count];
            twice +=
                rational(double(a.x)) * rational(double(b.y)) - rational(double(a.y)) * rational(double(b.x));
            rational x = rational(double(b.x)) - rational(double(a.x)),
                     y = rational(double(b.y)) - rational(double(a.y));
            const big_float side = root(rational(x * x + y * y));
            around += side;
            if (info.dimension < 2) continue;
            const flr_vec2 n = flr_hull2_normals(h)[k];
            const rational nx(double(n.x)), ny(double(n.y));
            const big_float off(abs(big_float(rational(nx * x + ny * y), 512)) / side, 512);
            lean = std::fmax(lean, off.get_d() / real_rounding);
            length = std::fmax(length, std::fabs(big_float(root(rational(nx * nx + ny * ny)) - 1).get_d()) /
                                           real_rounding);
            t.expect(nx * y - ny * x > 0, "a normal that looks in");
        }
        if (info.dimension == 2 && scale > tiny)
            w.see(&w.area, double(info.area), big_float(rational(twice / 2), 512), size * size);
        if (size > 0) w.see(&perimeter, double(info.perimeter), around, size);
        flr_hull2_destroy(h);
    }
    expect_pinned(t, "area of polygons, roundings of the square of the extent", w.area,
                  real_choose(0.8, 0.47), {"Makers and measures", "area, perimeter in the plane"});
    expect_pinned(t, "perimeter, roundings of the extent", perimeter, real_choose(3.4, 2.6),
                  {"Makers and measures", "area, perimeter in the plane", 1, 1});
    expect_pinned(t, "normals of edges, roundings", lean, real_choose(2, 1));
    expect_pinned(t, "lengths of normals, roundings", length, real_choose(2, 1),
                  {"Makers and measures", "a hull's normals in the plane"});
}

}  // namespace

FEELER_TESTS(FEELER_TEST(meshes), FEELER_TEST(hulls), FEELER_TEST(polygons))

}  // namespace TEST_FILE
