/// Grids of distances: the error stated holds at every point, against the distance of a box by its formula and against the mesh itself.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <vector>

#include "feeler/closest3.h"
#include "feeler/grid3.h"
#include "feeler/overlap3.h"
#include "support/cmocka.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

constexpr flr_real infinite = std::numeric_limits<flr_real>::infinity();

struct surface {
    std::vector<flr_real> vertices;
    std::vector<uint32_t> triangles;
    flr_mesh3 *mesh = nullptr;
    flr_instance3 placed{};
    flr_grid3 *grid = nullptr;

    void add(flr_vec3 a, flr_vec3 b, flr_vec3 c)
    {
        for (flr_vec3 p : {a, b, c}) {
            triangles.push_back(uint32_t(vertices.size() / 3));
            vertices.insert(vertices.end(), {p.x, p.y, p.z});
        }
    }
    void add(flr_vec3 a, flr_vec3 b, flr_vec3 c, flr_vec3 d)
    {
        add(a, b, c);
        add(a, c, d);
    }
    void place(tally &t, const flr_affine3 &pose = flr_affine3_identity())
    {
        const flr_mesh3_input in = {vertices.data(), vertices.size() / 3, triangles.data(),
                                    triangles.size() / 3, -1};
        const flr_status made = flr_mesh3_create(&in, nullptr, &mesh);
        t.expect(made == FLR_OK, "mesh: %s", flr_status_string(made));
        const flr_status put = flr_instance3_make(mesh, pose, &placed);
        t.expect(put == FLR_OK, "instance: %s", flr_status_string(put));
    }
    void sample(tally &t, size_t cells, flr_real margin)
    {
        flr_grid3_destroy(grid);
        const flr_grid3_input in = {&placed, 0, cells, margin};
        const flr_status made = flr_grid3_create(&in, nullptr, nullptr, &grid);
        t.expect(made == FLR_OK && grid, "grid: %s", flr_status_string(made));
    }
    surface() = default;
    surface(const surface &) = delete;
    surface &operator=(const surface &) = delete;
    ~surface()
    {
        flr_grid3_destroy(grid);
        flr_mesh3_destroy(mesh);
    }
};

flr_vec3 at(double x, double y, double z) { return {flr_real(x), flr_real(y), flr_real(z)}; }

/// Faces of a prism over an outline in x and y, counter-clockwise; the caps are fans around corner 0.
void add_prism(surface &s, const std::vector<std::pair<double, double>> &outline, double low, double high)
{
    const size_t n = outline.size();
    auto corner = [&](size_t i, double z) { return at(outline[i % n].first, outline[i % n].second, z); };
    for (size_t i = 0; i < n; i++)
        s.add(corner(i, low), corner(i + 1, low), corner(i + 1, high), corner(i, high));
    for (size_t i = 1; i + 1 < n; i++) {
        s.add(corner(0, high), corner(i, high), corner(i + 1, high));
        s.add(corner(0, low), corner(i + 1, low), corner(i, low));
    }
}

void add_cube(surface &s, double offset, double scale)
{
    const double low = real_of(offset), high = real_of(offset + scale);
    add_prism(s, {{low, low}, {high, low}, {high, high}, {low, high}}, low, high);
}

/// The corner of the L is where both fans of its caps begin.
void add_l(surface &s) { add_prism(s, {{1, 1}, {1, 3}, {0, 3}, {0, 0}, {2, 0}, {2, 1}}, 0, 1); }

void add_sphere(surface &s, int across)
{
    const double turn = 3.141592653589793;
    auto point = [&](int i, int j) {
        const double u = 2 * turn * (i % (2 * across)) / (2 * across), v = turn * j / across;
        const double r = j % across ? std::sin(v) : 0;
        return at(r * std::cos(u), r * std::sin(u), std::cos(v));
    };
    for (int i = 0; i < 2 * across; i++)
        for (int j = 0; j < across; j++) {
            if (j > 0) s.add(point(i, j), point(i, j + 1), point(i + 1, j));
            if (j + 1 < across) s.add(point(i + 1, j), point(i, j + 1), point(i + 1, j + 1));
        }
}

/// Of the box from low to high in all axes: by its faces inside, by the nearest point outside.
double distance_to_cube(flr_vec3 p, double low, double high)
{
    double squared = 0, inside = 1e308;
    for (double x : {double(p.x), double(p.y), double(p.z)}) {
        const double d = std::max({low - x, x - high, 0.0}) / (high - low);
        squared += d * d;
        inside = std::min({inside, x - low, high - x});
    }
    return squared > 0 ? std::sqrt(squared) * (high - low) : -inside;
}

double distance_of(const surface &s, flr_vec3 p)
{
    const flr_closest3_mesh c = flr_closest3_point_mesh(p, &s.placed, infinite);
    const bool inside =
        flr_mesh3_get_info(s.mesh).watertight && flr_contains3_mesh_point(&s.placed, p) == FLR_INSIDE;
    return inside ? -double(c.distance) : double(c.distance);
}

/// The grid's answer at p holds `truth`; within the grid the error is no larger than the one of all.
flr_grid3_sample check(tally &t, const surface &s, flr_vec3 p, double truth)
{
    const flr_grid3_info info = flr_grid3_get_info(s.grid);
    flr_grid3_sample r{};
    const flr_status status = flr_grid3_distance(s.grid, p, &r);
    t.expect(status == FLR_OK, "status %s", flr_status_string(status));
    t.expect(std::fabs(double(r.value) - truth) <= double(r.error), "at (%g %g %g): %g +- %g, true %g",
             double(p.x), double(p.y), double(p.z), double(r.value), double(r.error), truth);
    const bool in = p.x >= info.bounds.min.x && p.y >= info.bounds.min.y && p.z >= info.bounds.min.z &&
                    p.x <= info.bounds.max.x && p.y <= info.bounds.max.y && p.z <= info.bounds.max.z;
    if (in) t.expect(r.error <= info.error, "error %g in a grid of %g", double(r.error), double(info.error));
    t.expect(r.error >= 0, "error %g", double(r.error));
    return r;
}

constexpr int points = 100000;

/// A cube of any size and place, against its formula: also far outside of the grid.
void cubes(tally &t)
{
    random_source random = {1};
    const double tiny = real_choose(1e-100, 1e-12), huge = real_choose(1e100, 1e12),
                 far = real_choose(1e9, 1e3);
    const double cases[][2] = {{0, 1},       {-0.3, 1}, {far, 1},      {0, tiny},
                               {tiny, tiny}, {0, huge}, {-huge, huge}, {0.1, 0.001}};
    for (const auto &c : cases)
        for (size_t cells : {size_t(1), size_t(7), size_t(20)}) {
            surface s;
            add_cube(s, c[0], c[1]);
            s.place(t);
            const double low = double(s.placed.bounds.min.x), side = double(s.placed.bounds.max.x) - low;
            s.sample(t, cells, flr_real(0.25 * side));
            t.expect(flr_grid3_get_info(s.grid).is_signed, "signed");
            long inside = 0, outside = 0;
            for (int i = 0; i < points / 24; i++) {
                const double reach = i % 4 ? 0.3 : i % 8 ? 2.0 : 1000.0;
                const flr_vec3 u = random.point(-reach, 1 + reach);
                const flr_vec3 p =
                    at(low + side * double(u.x), low + side * double(u.y), low + side * double(u.z));
                const double truth = distance_to_cube(p, low, low + side);
                const flr_grid3_sample r = check(t, s, p, truth);
                inside += truth < 0;
                outside += r.is_outside;
            }
            t.expect(inside > 500 && outside > 500, "%ld inside, %ld outside", inside, outside);
        }
}

void against_the_mesh(tally &t, surface &s, size_t cells, double margin, uint64_t seed, int count)
{
    random_source random = {seed};
    s.sample(t, cells, flr_real(margin));
    const flr_aabb3 b = s.placed.bounds;
    const flr_vec3 size = flr_sub3(b.max, b.min);
    for (int i = 0; i < count; i++) {
        const double reach = i % 8 ? 0.2 : 5;
        const flr_vec3 u = random.point(-reach, 1 + reach);
        const flr_vec3 p = {b.min.x + u.x * size.x, b.min.y + u.y * size.y, b.min.z + u.z * size.z};
        check(t, s, p, distance_of(s, p));
    }
}

void spheres(tally &t)
{
    surface s;
    add_sphere(s, 24);
    s.place(t);
    against_the_mesh(t, s, 25, 0.3, 2, points / 2);
    t.expect(flr_grid3_get_info(s.grid).is_signed, "signed");
    flr_grid3_sample r{};
    t.expect(flr_grid3_distance(s.grid, {0, 0, 0}, &r) == FLR_OK && r.value < flr_real(-0.9), "%g",
             double(r.value));
}

void concave(tally &t)
{
    for (bool turned : {false, true}) {
        surface s;
        add_l(s);
        flr_affine3 pose = flr_affine3_identity();
        if (turned) {
            pose = rotation(0.9, 0.1, 0.2, 0.3);
            pose.translation = {5, -3, 11};
        }
        s.place(t, pose);
        against_the_mesh(t, s, 15, 0.5, 3, points / 2);
        t.expect(flr_grid3_get_info(s.grid).is_signed, "signed");
    }
}

/// No sign: a cube without a face, a flat triangle, and a triangle that is a point.
void open(tally &t)
{
    surface lidless, sheet, point;
    add_cube(lidless, 0, 1);
    lidless.triangles.resize(lidless.triangles.size() - 6);
    lidless.place(t);
    sheet.add({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    sheet.place(t);
    point.add({1, 2, 3}, {1, 2, 3}, {1, 2, 3});
    point.place(t);
    for (surface *s : {&lidless, &sheet, &point}) {
        against_the_mesh(t, *s, 9, 0.25, 4, points / 20);
        t.expect(!flr_grid3_get_info(s->grid).is_signed, "no sign");
    }
    against_the_mesh(t, sheet, 9, 0, 5, points / 20);  // a layer of cells alone
    flr_grid3 *grid = nullptr;
    const flr_grid3_input in = {&point.placed, 0, 9, 0};
    t.expect(flr_grid3_create(&in, nullptr, nullptr, &grid) == FLR_INVALID_ARGUMENT, "no longest side");
}

/// In cells whose corners are all nearest to the same face, distance and gradient are those of its plane.
void planes(tally &t)
{
    random_source random = {6};
    surface s;
    add_cube(s, 0, 1);
    s.place(t);
    s.sample(t, 24, flr_real(0.25));
    for (int i = 0; i < 1000; i++) {
        const double x = random.between(0.3, 0.7), y = random.between(0.3, 0.7);
        const double z = random.between(1 - 0.15, 1.25);
        const flr_grid3_sample r = check(t, s, at(x, y, z), real_of(z) - 1);
        t.expect(std::fabs(double(r.value) - (real_of(z) - 1)) < 1e-6, "value %g", double(r.value));
        t.expect(std::fabs(double(r.gradient.x)) + std::fabs(double(r.gradient.y)) +
                         std::fabs(double(r.gradient.z) - 1) <
                     1e-5,
                 "gradient %g %g %g", double(r.gradient.x), double(r.gradient.y), double(r.gradient.z));
    }
}

/// The gradient is the difference quotient of the values, in the grid and outside of it.
void gradients(tally &t)
{
    random_source random = {7};
    surface s;
    add_l(s);
    s.place(t);
    s.sample(t, 10, flr_real(0.5));
    const double h = real_choose(1e-6, 1e-2);
    for (int i = 0; i < 2000; i++) {
        const flr_vec3 p = random.point(-1.5, 4);
        double least = 1e300, most = -1e300;
        flr_grid3_sample r{}, above{}, below{}, half{};
        double quotient[3], halves[3];
        for (int k = 0; k < 3; k++) {
            flr_vec3 d = {0, 0, 0};
            (k == 0 ? d.x : k == 1 ? d.y : d.z) = flr_real(h);
            bool fine = flr_grid3_distance(s.grid, flr_add3(p, d), &above) == FLR_OK;
            fine = fine && flr_grid3_distance(s.grid, flr_sub3(p, d), &below) == FLR_OK;
            fine = fine && flr_grid3_distance(s.grid, p, &half) == FLR_OK;
            t.expect(fine, "status");
            quotient[k] = (double(above.value) - double(below.value)) / (2 * h);
            halves[k] = (double(above.value) - double(half.value)) / h;
            least = std::min(least, double(half.error));
            most = std::max(most, double(half.error));
        }
        t.expect(flr_grid3_distance(s.grid, p, &r) == FLR_OK, "status");
        const double g[3] = {double(r.gradient.x), double(r.gradient.y), double(r.gradient.z)};
        for (int k = 0; k < 3; k++) {
            // not across the border of two cells, where it jumps
            if (std::fabs(quotient[k] - halves[k]) > real_choose(1e-5, 5e-2)) continue;
            t.expect(std::fabs(g[k] - quotient[k]) < real_choose(1e-4, 1e-1), "axis %d: %g, quotient %g", k,
                     g[k], quotient[k]);
        }
    }
}

/// Runs tasks from the last to the first.
void backwards(void *user, size_t count, void (*task)(void *argument, size_t index), void *argument)
{
    ++*static_cast<int *>(user);
    for (size_t i = count; i-- > 0;) task(argument, i);
}

void threads(tally &t)
{
    surface s;
    add_l(s);
    s.place(t);
    int runs = 0;
    const flr_parallel parallel = {backwards, &runs};
    const flr_grid3_input in = {&s.placed, flr_real(0.2), 0, flr_real(0.1)};
    flr_grid3 *other = nullptr;
    t.expect(flr_grid3_create(&in, nullptr, nullptr, &s.grid) == FLR_OK, "one");
    t.expect(flr_grid3_create(&in, nullptr, &parallel, &other) == FLR_OK && runs == 1, "tasks");
    random_source random = {8};
    for (int i = 0; i < 1000; i++) {
        const flr_vec3 p = random.point(0, 3);
        flr_grid3_sample a{}, b{};
        const bool fine =
            flr_grid3_distance(s.grid, p, &a) == FLR_OK && flr_grid3_distance(other, p, &b) == FLR_OK;
        t.expect(fine && a.value == b.value && a.error == b.error, "same");
    }
    const flr_grid3_info info = flr_grid3_get_info(other);
    // 2.2, 3.2 and 1.2 long
    t.expect(info.columns == 12 && info.rows == 17 && info.layers == 7, "%zu %zu %zu", info.columns,
             info.rows, info.layers);
    t.expect(info.memory >= 12u * 17u * 7u * 4u && info.memory < 12u * 17u * 7u * 4u + 1000, "%zu bytes",
             info.memory);
    flr_grid3_destroy(other);
}

struct purse {
    int left = 0;
    long held = 0;
};

void *take(void *user, size_t size)
{
    purse *const p = static_cast<purse *>(user);
    if (p->left-- <= 0) return nullptr;
    p->held++;
    return std::malloc(size);
}

void give_back(void *user, void *memory, size_t)
{
    static_cast<purse *>(user)->held--;
    std::free(memory);
}

void refusals(tally &t)
{
    surface s;
    add_cube(s, 0, 1);
    s.place(t);
    const flr_real nan = std::numeric_limits<flr_real>::quiet_NaN(),
                   most = std::numeric_limits<flr_real>::max();
    auto status_of = [&](flr_real cell, size_t cells, flr_real margin) {
        const flr_grid3_input in = {&s.placed, cell, cells, margin};
        flr_grid3 *grid = nullptr;
        const flr_status status = flr_grid3_create(&in, nullptr, nullptr, &grid);
        t.expect((status == FLR_OK) == (grid != nullptr), "a grid where it is told");
        flr_grid3_destroy(grid);
        return status;
    };
    t.expect(status_of(flr_real(0.5), 0, 0) == FLR_OK, "fine");
    for (flr_real bad : {nan, infinite, flr_real(-1)}) {
        t.expect(status_of(bad, 4, 0) == FLR_INVALID_ARGUMENT, "cell %g", double(bad));
        t.expect(status_of(1, 4, bad) == FLR_INVALID_ARGUMENT, "margin %g", double(bad));
    }
    t.expect(status_of(0, 0, 0) == FLR_INVALID_ARGUMENT, "neither cell nor cells");
    t.expect(status_of(0, 2000, 0) == FLR_TOO_LARGE, "8e9 corners");
    t.expect(status_of(0, SIZE_MAX, 0) == FLR_TOO_LARGE, "more than any");
    t.expect(status_of(flr_real(1e-30), 0, 0) == FLR_TOO_LARGE, "1e90 corners");
    t.expect(status_of(std::numeric_limits<flr_real>::denorm_min(), 0, 0) == FLR_NOT_FINITE,
             "a cell of almost 0");
    t.expect(status_of(most / 8, 0, most / 8) == FLR_NOT_FINITE, "the square of the diagonal");
    t.expect(status_of(0, 4, most) == FLR_NOT_FINITE, "a margin of all numbers");
    const flr_grid3_input in = {&s.placed, flr_real(0.5), 0, 0}, none = {nullptr, 1, 0, 0};
    flr_grid3 *grid = nullptr;
    const flr_parallel no_run = {nullptr, nullptr};
    t.expect(flr_grid3_create(nullptr, nullptr, nullptr, &grid) == FLR_INVALID_ARGUMENT, "no input");
    t.expect(flr_grid3_create(&none, nullptr, nullptr, &grid) == FLR_INVALID_ARGUMENT, "no mesh");
    t.expect(flr_grid3_create(&in, nullptr, nullptr, nullptr) == FLR_INVALID_ARGUMENT, "no place");
    t.expect(flr_grid3_create(&in, nullptr, &no_run, &grid) == FLR_INVALID_ARGUMENT, "no run");
    for (int allowed = 0; allowed <= 2; allowed++) {
        purse p = {allowed, 0};
        const flr_allocator allocator = {take, give_back, &p};
        const flr_status status = flr_grid3_create(&in, &allocator, nullptr, &grid);
        t.expect(status == (allowed < 2 ? FLR_OUT_OF_MEMORY : FLR_OK), "%d allocations: %s", allowed,
                 flr_status_string(status));
        flr_grid3_destroy(grid);
        t.expect(p.held == 0, "%ld held", p.held);
    }
    s.sample(t, 4, 0);
    flr_grid3_sample r{};
    r.value = 17;
    t.expect(flr_grid3_distance(nullptr, {0, 0, 0}, &r) == FLR_INVALID_ARGUMENT, "no grid");
    t.expect(flr_grid3_distance(s.grid, {0, 0, 0}, nullptr) == FLR_INVALID_ARGUMENT, "no sample");
    t.expect(flr_grid3_distance(s.grid, {0, nan, 0}, &r) == FLR_NOT_FINITE, "NaN");
    t.expect(flr_grid3_distance(s.grid, {infinite, 0, 0}, &r) == FLR_NOT_FINITE, "infinity");
    t.expect(flr_grid3_distance(s.grid, {most, most, most}, &r) == FLR_NOT_FINITE, "too far away");
    t.expect(r.value == 17, "nothing is written");
    flr_grid3_destroy(nullptr);
    t.expect(flr_grid3_get_info(nullptr).columns == 0, "nothing of null");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(cubes), FEELER_TEST(spheres), FEELER_TEST(concave), FEELER_TEST(open),
             FEELER_TEST(planes), FEELER_TEST(gradients), FEELER_TEST(threads), FEELER_TEST(refusals))

}  // namespace TEST_FILE
