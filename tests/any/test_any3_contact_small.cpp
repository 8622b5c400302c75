/// Small shapes on floors of every kind that are far larger: the manifold has the corners of what lies on the floor, however small that is
/// beside the scene, while points in one place are one.
#include <algorithm>
#include <cmath>

#include "any/any3_stock.hpp"
#include "feeler/contact3.h"
#include "support/cmocka.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using any3::held;
using any3::of_kind;

flr_vec3 v(double x, double y, double z) { return {flr_real(x), flr_real(y), flr_real(z)}; }

struct place {
    double x, y;
    bool operator<(const place &o) const { return x < o.x || (x == o.x && y < o.y); }
};

/// Of the convex hull, by monotone chains.
double area(std::vector<place> p)
{
    std::sort(p.begin(), p.end());
    std::vector<place> h;
    auto left = [](place o, place a, place b) {
        return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x) > 0;
    };
    for (int turn = 0; turn < 2; ++turn) {
        const size_t low = h.size();
        for (place q : p) {
            while (h.size() >= low + 2 && !left(h[h.size() - 2], h.back(), q)) h.pop_back();
            h.push_back(q);
        }
        h.pop_back();
        std::reverse(p.begin(), p.end());
    }
    double sum = 0;
    for (size_t i = 0; i < h.size(); ++i) {
        const place a = h[i], b = h[(i + 1) % h.size()];
        sum += (a.x - h[0].x) * (b.y - h[0].y) - (b.x - h[0].x) * (a.y - h[0].y);
    }
    return sum / 2;
}

struct named {
    const char *name;
    held h;
};

held block(flr_vec3 low, flr_vec3 high)
{
    held h = of_kind(FLR_SHAPE3_AABB);
    h.shape.as.aabb = {low, high};
    return h;
}

held points(const std::vector<flr_vec3> &p, const flr_mat3 &axes, flr_vec3 at)
{
    held h = of_kind(FLR_SHAPE3_CONVEX);
    h.points = std::make_shared<std::vector<flr_vec3>>(p);
    h.shape.as.convex = flr_convex3_points(h.points->data(), uint32_t(p.size()), axes, at, 0);
    return h;
}

std::vector<flr_vec3> cube(double s)
{
    std::vector<flr_vec3> p;
    for (int i = 0; i < 8; ++i) p.push_back(v(i & 1 ? s : -s, i & 2 ? s : -s, i & 4 ? s : -s));
    return p;
}

soup grid(double size, uint32_t n)
{
    soup s;
    for (uint32_t i = 0; i <= n; ++i)
        for (uint32_t k = 0; k <= n; ++k)
            s.v.push_back(vec(size * (2.0 * i / n - 1), size * (2.0 * k / n - 1), 0));
    for (uint32_t i = 0; i < n; ++i)
        for (uint32_t k = 0; k < n; ++k) {
            const uint32_t a = i * (n + 1) + k, b = a + n + 1;
            s.t.push_back({a, b, b + 1});
            s.t.push_back({a, b + 1, a + 1});
        }
    return s;
}

/// Their tops at z = 0.
std::vector<named> floors(double f)
{
    const flr_mat3 upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    held box3 = of_kind(FLR_SHAPE3_BOX), half = of_kind(FLR_SHAPE3_HALFSPACE),
         plane = of_kind(FLR_SHAPE3_PLANE), triangle = of_kind(FLR_SHAPE3_TRIANGLE),
         quad = of_kind(FLR_SHAPE3_QUAD), notched = of_kind(FLR_SHAPE3_QUAD),
         rectangle = of_kind(FLR_SHAPE3_RECTANGLE), cylinder = of_kind(FLR_SHAPE3_CYLINDER);
    box3.shape.as.box = {v(0, 0, -f), upright, v(f, f, f)};
    half.shape.as.plane = plane.shape.as.plane = {{0, 0, 1}, 0};
    triangle.shape.as.triangle = {v(-4 * f, -f, 0), v(4 * f, -f, 0), v(0, 4 * f, 0)};
    quad.shape.as.quad = {v(-f, -f, 0), v(f, -f, 0), v(f, f, 0), v(-f, f, 0)};
    notched.shape.as.quad = {v(-f, -f, 0), v(2 * f, -f, 0), v(f / 4, f / 4, 0), v(-f, 2 * f, 0)};
    rectangle.shape.as.rectangle = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, flr_real(f), flr_real(f)};
    cylinder.shape.as.cylinder = {v(0, 0, -f), v(0, 0, 0), flr_real(f)};
    return {{"aabb", block(v(-f, -f, -f), v(f, f, 0))},
            {"box", box3},
            {"points", points(cube(f), upright, v(0, 0, -f))},
            {"halfspace", half},
            {"plane", plane},
            {"triangle", triangle},
            {"quad", quad},
            {"concave quad", notched},
            {"rectangle", rectangle},
            {"cylinder", cylinder},
            {"two triangles", any3::mesh(grid(f, 1), false)},
            {"grid", any3::mesh(grid(f, 8), false)},
            {"mesh of a box", any3::mesh(box(vec(-f, -f, -f), vec(f, f, 0)), true)},
            {"compound",
             any3::compound({block(v(-f, -f, -f), v(f / 8, f, 0)), block(v(f / 8, -f, -f), v(f, f, 0))})}};
}

/// Cubes of half extent s around `at`, one turned about z; all numbers in a few bits.
std::vector<named> cubes(double s, flr_vec3 at)
{
    const flr_real co = flr_real(0.8), si = flr_real(0.6);
    const flr_mat3 turned = {{co, si, 0}, {-si, co, 0}, {0, 0, 1}};
    const flr_vec3 e = v(s, s, s);
    held box3 = of_kind(FLR_SHAPE3_BOX);
    box3.shape.as.box = {at, turned, e};
    const double x = double(at.x), y = double(at.y), z = double(at.z);
    return {{"aabb", block(flr_sub3(at, e), flr_add3(at, e))},
            {"box", box3},
            {"points", points(cube(s), turned, at)},
            {"mesh", any3::mesh(box(vec(x - s, y - s, z - s), vec(x + s, y + s, z + s)), true)},
            {"compound", any3::compound({box3, block(v(x, y, z), v(x + s, y + s, z + 4 * s))})}};
}

/// The share of the area that the points take; -1 where something else is wrong.
double told(tally &t, const named &a, const named &b, double s, double true_area)
{
    flr_manifold3 m, turned;
    const flr_status status = flr_contact3(&a.h.shape, &b.h.shape, nullptr, &m);
    flr_contact3(&b.h.shape, &a.h.shape, nullptr, &turned);
    if (!t.expect(status == FLR_OK && m.count > 0, "%s on %s, %g: status %d, %d points", a.name, b.name, s,
                  status, m.count))
        return -1;
    t.expect(turned.count == m.count && turned.normal.z == -m.normal.z, "%s on %s, %g: not the same turned",
             a.name, b.name, s);
    t.expect(double(m.normal.z) < -0.999, "%s on %s, %g: normal %g", a.name, b.name, s, double(m.normal.z));
    std::vector<place> p;
    double deepest = -1;
    for (int i = 0; i < m.count; ++i) {
        p.push_back({double(m.points[i].position.x), double(m.points[i].position.y)});
        deepest = std::fmax(deepest, double(m.points[i].depth));
        for (int k = 0; k < i; ++k)
            t.expect(m.points[i].id != m.points[k].id, "%s on %s, %g: an id comes twice", a.name, b.name, s);
        for (int k = 0; k < turned.count && k <= i; ++k)
            t.expect(k < i || turned.points[k].id == m.points[k].id, "%s on %s, %g: id turned", a.name,
                     b.name, s);
    }
    t.expect(std::fabs(deepest - s / 1024) <= s * 1e-4 + real_choose(1e-15, 1e-6), "%s on %s, %g: depth %g",
             a.name, b.name, s, deepest);
    return area(p) / true_area;
}

const double smallest = real_choose(0x1p-28, 0x1p-10);

void on_large_floors(tally &t)
{
    for (double f : {1.0, 1024.0})
        for (const named &b : floors(f))
            for (double part = 0.25; part >= smallest; part /= 8) {
                const double s = f * part;
                for (const named &a : cubes(s, v(-f / 8, -f / 16, s - s / 1024))) {
                    // an open mesh stops a solid one nowhere
                    if (a.h.shape.kind == FLR_SHAPE3_MESH && b.h.shape.kind == FLR_SHAPE3_MESH &&
                        !b.h.shape.solid)
                        continue;
                    const double share = told(t, a, b, s, 4 * s * s);
                    t.expect(share > 0.99 && share < 1.01, "%s on %s, %g of it: %g of the area", a.name,
                             b.name, part, share);
                }
            }
}

/// Over the rim by various parts of the cube: what is left on the floor.
void over_the_rim(tally &t)
{
    for (const named &b : floors(1)) {
        const flr_shape3_kind kind = b.h.shape.kind;
        if (kind != FLR_SHAPE3_AABB && kind != FLR_SHAPE3_BOX && kind != FLR_SHAPE3_CONVEX) continue;
        for (double part = 0.25; part >= smallest; part /= 8)
            for (double over : {-0.75, -0.5, 0.0, 0.5, 0.75}) {
                const double s = part;
                for (const named &a : cubes(s, v(1 + over * s, 0, s - s / 1024))) {
                    if (a.h.shape.kind != FLR_SHAPE3_AABB) continue;
                    const double share = told(t, a, b, s, 2 * s * (1 - over) * s);
                    t.expect(share > 0.99 && share < 1.01,
                             "%s over the rim of %s, %g of it, by %g: %g of the area", a.name, b.name, part,
                             over, share);
                }
            }
    }
}

/// Points that are in one place but for rounding are one.
void in_one_place(tally &t)
{
    const double same = real_choose(1e-12, 1e-6);
    const double tiny = same;
    flr_capsule3 large = {v(-1, 0, 0), v(1, 0, 0), flr_real(0.25)},
                 small = {v(0, 0, 0.5), v(tiny, 0, 0.5), flr_real(0.25)};
    flr_manifold3 m = {};
    t.expect(flr_contact3_capsule_capsule(&small, &large, nullptr, &m) == FLR_OK && m.count == 1,
             "a short capsule along a long one: %d points", m.count);
    small.b.x = flr_real(same * 64);
    t.expect(flr_contact3_capsule_capsule(&small, &large, nullptr, &m) == FLR_OK && m.count == 2,
             "a longer capsule: %d points", m.count);
    const flr_box3 box3 = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, flr_real(0.25)}};
    small.b.x = flr_real(tiny);
    t.expect(flr_contact3_capsule_box(&small, &box3, nullptr, &m) == FLR_OK && m.count == 1,
             "a short capsule on a box: %d points", m.count);
    // prisms with two corners next to one another, one on the other
    random_source r{811};
    int most = 0;
    for (int n = 0; n < scenes(4000); ++n) {
        held two[2];
        for (int k = 0; k < 2; ++k) {
            std::vector<flr_vec3> p;
            for (int i = 0; i < 3; ++i) p.push_back(r.point(-1, 1));
            const double by = std::pow(0.1, r.between(11, 17));
            p.push_back(flr_add3(p[0], flr_scale3(flr_real(by), r.point(-1, 1))));
            for (int i = 0; i < 4; ++i) {
                p[size_t(i)].z = flr_real(k);
                p.push_back(p[size_t(i)]);
                p.back().z = flr_real(k + 1);
            }
            two[k] = points(p, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, v(0, 0, 0));
        }
        if (flr_contact3(&two[0].shape, &two[1].shape, nullptr, &m) != FLR_OK) continue;
        most = std::max(most, m.count);
        for (int i = 0; i < m.count; ++i)
            for (int k = 0; k < i; ++k) {
                const double apart = any3::length(flr_sub3(m.points[i].position, m.points[k].position));
                t.expect(apart > same / 2, "%d: points %g apart", n, apart);
            }
    }
    t.expect(most == 4, "%d points at most", most);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(on_large_floors), FEELER_TEST(over_the_rim), FEELER_TEST(in_one_place))

}  // namespace TEST_FILE
