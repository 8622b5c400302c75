// needs: gmp
/// Support points of hulls, which are looked up by the cell of their direction: against all vertices, one by one.
#include <cfloat>
#include <cmath>
#include <memory>
#include <vector>

#include "feeler/convex3.h"
#include "support/cmocka.hpp"
#include "support/minkowski3.hpp"
#include "support/pinned.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

extern "C" {
#include "convex/support3.h"
#include "hull/hull3.h"
}

namespace TEST_FILE
{
namespace
{

using points = std::vector<flr_vec3>;
using handle = std::unique_ptr<flr_hull3, void (*)(flr_hull3 *)>;

flr_vec3 direction(random_source &r)
{
    for (;;) {
        flr_vec3 d = r.point(-1, 1);
        double square = double(flr_length_squared3(d));
        if (square > 1e-4 && square < 1) return flr_scale3(flr_real(1 / std::sqrt(square)), d);
    }
}

flr_vec3 vec(double x, double y, double z) { return flr_vec3_make(flr_real(x), flr_real(y), flr_real(z)); }

points sphere(int count)
{
    random_source r{uint64_t(count)};
    points p;
    for (int i = 0; i < count; ++i) p.push_back(direction(r));
    return p;
}

/// Corners of a regular polygon at each of the heights, the first scaled.
points rings(int count, const std::vector<double> &heights, double first)
{
    points p;
    for (size_t k = 0; k < heights.size(); ++k)
        for (int i = 0; i < count; ++i) {
            double angle = 6.283185307179586 * i / count, radius = k ? 1 : first;
            p.push_back(vec(radius * std::cos(angle), radius * std::sin(angle), heights[k]));
        }
    return p;
}

handle hull_of(const points &p)
{
    flr_hull3 *h = nullptr;
    flr_hull3_create(p.data(), p.size(), nullptr, nullptr, &h);
    return {h, flr_hull3_destroy};
}

/// Random ones, those that lie between cells, and those square to faces, where many vertices are as far.
points directions(const flr_hull3 *h)
{
    random_source r{9};
    points d;
    for (int i = 0; i < 500; ++i) d.push_back(direction(r));
    const double side = h->cell_side ? double(h->cell_side) : 3;
    for (int i = 0; i <= int(side); ++i)
        for (int k = 0; k <= int(side); ++k) {
            const double u = 2 * i / side - 1, v = 2 * k / side - 1;
            for (double w : {-1.0, 1.0})
                for (flr_vec3 q : {vec(w, u, v), vec(v, w, u), vec(u, v, w)}) d.push_back(q);
        }
    for (uint32_t i = 0; i < h->info.face_count && i < 2000; ++i)
        if (flr_length_squared3(h->normals[i]) > 0) d.push_back(h->normals[i]);
    return d;
}

double height(flr_vec3 p, flr_vec3 d)
{
    return double((long double)p.x * d.x + (long double)p.y * d.y + (long double)p.z * d.z);
}

void judge(tally &t, const points &p, const char *name, bool listed, worst_of *short_by)
{
    handle h = hull_of(p);
    if (!t.expect(h != nullptr, "%s: no hull", name)) return;
    uint32_t left = 0;
    for (uint32_t i = 0; h->cell_side && i < hull3_cell_count(h.get()); ++i) left += h->cell_first[i] & 1;
    if (listed) t.expect(h->cell_side > 0 && left == 0, "%s: %u cells are not listed", name, left);
    const flr_convex3 c = flr_convex3_hull(h.get(), flr_affine3_identity().linear, vec(0, 0, 0), 0);
    double size = 0;
    for (flr_vec3 q : p) size = std::fmax(size, double(flr_length3(flr_sub3(q, h->info.center))));
    const double far = double(flr_length3(h->info.center));
    random_source r{10};
    uint32_t last = FLR_HULL_NONE;
    for (flr_vec3 d : directions(h.get())) {
        double most = -INFINITY, length = double(flr_length3(d));
        for (uint32_t i = 0; i < h->info.vertex_count; ++i) most = std::fmax(most, height(h->vertices[i], d));
        // a direction's length and sign of zero must not matter to what is found
        for (double scale : {1.0, 1e-20, 1e20}) {
            flr_vec3 found = flr_support3(&c, flr_scale3(flr_real(scale), d));
            const double missed = (most - height(found, d)) / length / real_rounding / (size + 2 * far);
            t.expect(short_by->within(missed), "%s: %g roundings short", name, missed);
        }
        // by number: looked up, climbed to from the last answer, from anywhere, and from what is no vertex
        const uint32_t anywhere = uint32_t(r.whole(0, int(h->info.vertex_count) - 1));
        for (uint32_t near : {uint32_t(FLR_HULL_NONE), last, anywhere, h->info.vertex_count}) {
            last = flr_support3_vertex(&c, d, near);
            if (!t.expect(last < h->info.vertex_count, "%s: vertex %u", name, last)) return;
            const double missed =
                (most - height(h->vertices[last], d)) / length / real_rounding / (size + 2 * far);
            t.expect(short_by->within(missed), "%s, from %u: %g roundings short", name, near, missed);
        }
    }
}

void round_ones(tally &t)
{
    worst_of near_by = {"support of round hulls, roundings short", real_choose(2.6, 0.7)},
             away = {"support of hulls far away, roundings short", real_choose(1.1, 0.21)},
             thin = {"support of thin hulls, roundings short", real_choose(1.1e-5, 0.00011)};
    for (int count : {5, 20, 47, 48, 49, 64, 100, 256, 1024, 4096})
        judge(t, sphere(count), "sphere", count > 48, &near_by);
    points p = sphere(300);
    for (double scale : {1e6, 1e-6}) {
        points q = p, far = p;
        for (flr_vec3 &v : q) v = flr_scale3(flr_real(scale), v);
        judge(t, q, "scaled", true, &near_by);
        for (flr_vec3 &v : far) v = flr_add3(v, vec(scale, -2 * scale, scale / 3));
        judge(t, far, "far", !real_is_float, &away);
    }
    for (flr_vec3 &v : p) v.x *= flr_real(1e6);
    judge(t, p, "needle", false, &thin);
    for (flr_vec3 &v : p) v.x *= flr_real(1e-6), v.z *= flr_real(1e-6);
    judge(t, p, "plate", false, &thin);
    for (const worst_of *w : {&near_by, &away, &thin}) w->hold(t);
}

/// Points in threes and in crowds that lie within roundings of one another and up to 10^-4: a way up over the edges leads through
/// vertices that rounding has no order of.
void near_duplicates(tally &t)
{
    random_source r{77};
    worst_of threes = {"support of hulls with corners in threes, roundings short", real_choose(4, 0.8)},
             crowds = {"support of hulls with crowds of corners, roundings short", real_choose(2.3, 0.8)};
    for (int i = 0; i < scenes(60); i += 3) {
        const double least = real_choose(-17, -9), near_by = std::pow(10, r.between(least, -4));
        points p = sphere(60 + 3 * i);
        const size_t count = p.size();
        for (size_t k = 0; k < 2 * count; ++k) {
            const flr_real by = flr_real(near_by * std::pow(10, r.between(-4, 0)));
            p.push_back(flr_add3(p[k % count], flr_scale3(by, direction(r))));
        }
        judge(t, p, "threes", false, &threes);
        p.resize(count);
        for (size_t k = 0; k < 300; ++k)
            p.push_back(flr_add3(p[k % 2], flr_scale3(flr_real(near_by), direction(r))));
        judge(t, p, "crowds", false, &crowds);
    }
    threes.hold(t);
    crowds.hold(t);
}

/// Cells with more vertices than are listed, vertices with all others for neighbours, hulls without a volume.
void prisms(tally &t)
{
    worst_of w = {"support of prisms, roundings short", real_choose(1.1, 1.2)};
    judge(t, rings(500, {-1, 1}, 1), "prism", false, &w);
    judge(t, rings(500, {-1, 1}, 0), "cone", false, &w);
    judge(t, rings(64, {-1, -0.5, 0, 0.5, 1}, 1), "tower", false, &w);
    judge(t, rings(300, {0.25}, 1), "polygon", false, &w);
    points double_cone = rings(400, {0}, 1);
    double_cone.push_back(vec(0, 0, 1));
    double_cone.push_back(vec(0, 0, -1));
    judge(t, double_cone, "double cone", false, &w);
    // a climb over edges a billionth as long as others must not stop there
    points doubles;
    random_source r{14};
    for (flr_vec3 q : sphere(40))
        for (int i = 0; i < 4; ++i) doubles.push_back(flr_add3(q, r.point(-1e-9, 1e-9)));
    judge(t, doubles, "doubles", false, &w);
    for (flr_vec3 &q : doubles) q.y *= flr_real(1e-3);
    judge(t, doubles, "flat doubles", false, &w);
    points lattice;
    for (int x = 0; x < 5; ++x)
        for (int y = 0; y < 5; ++y)
            for (int z = 0; z < 5; ++z) lattice.push_back(vec(x, y, z));
    judge(t, lattice, "lattice", false, &w);
    w.hold(t);
}

/// The cells of two hulls at once are those that each has for itself.
void cells_of_two(tally &t)
{
    handle a = hull_of(sphere(64)), b = hull_of(sphere(300));
    std::vector<flr_vec3> all = directions(b.get());
    for (double x : {0.0, -0.0, 1.0, double(NAN), double(INFINITY)})
        for (double y : {0.0, -1.0, double(NAN)})
            for (double z : {0.0, 1.0, double(NAN)}) all.push_back(vec(x, y, z));
    for (size_t i = 0; i < all.size(); ++i) {
        const flr_vec3 d = all[i], e = all[(i + 1) % all.size()];
        f64x2 x = {double(d.x), double(e.x)}, y = {double(d.y), double(e.y)}, z = {double(d.z), double(e.z)};
        uint32_t cell[2];
        hull3_cells(a.get(), b.get(), x, y, z, cell);
        t.expect(cell[0] == hull3_cell(a.get(), x[0], y[0], z[0]) &&
                     cell[1] == hull3_cell(b.get(), x[1], y[1], z[1]),
                 "cells %u %u of (%g %g %g), (%g %g %g)", cell[0], cell[1], x[0], y[0], z[0], x[1], y[1],
                 z[1]);
    }
}

/// Coordinates along one axis: about 0, of one sign and near one another or not, far off, the least and the greatest numbers.
flr_real coordinate(random_source &r, int kind, double size)
{
    const double u = r.unit(), tiny = 3 * double(real_is_float ? FLT_TRUE_MIN : DBL_TRUE_MIN),
                 huge = double(real_is_float ? FLT_MAX : DBL_MAX);
    const flr_real low = flr_real(size), high = 4 * low;
    const int end = r.whole(0, 9), steps = r.whole(-9, 9);
    switch (kind) {
    case 0:
        return flr_real(size * (2 * u - 1));
    case 1:
        return end == 0 ? low : end == 1 ? high : flr_real(size * (1 + 3 * u));
    case 2:
        return end == 0 ? low : end == 1 ? std::nextafter(high, high + high) : flr_real(size * (1 + 3 * u));
    case 3:
        return flr_real(-size * (1 + u));
    case 4:
        return flr_real(size * u);
    case 5:
        return flr_real(-size * std::pow(u, 8));
    case 6:
        return flr_real(size * (1e4 + u));
    case 7:
        return flr_real(steps * tiny);
    case 8:
        return flr_real(huge * (2 * u - 1));
    case 9:
        return flr_real(huge * (0.3 + 0.7 * u));
    default:
        return flr_real(size);
    }
}

/// No corner is rounded where it is held: with the base it is the one that was given.
void as_given(tally &t)
{
    random_source r{31};
    long off = 0, all = 0;
    for (int i = 0; i < 1500; ++i) {
        const int x = r.whole(0, 10), y = r.whole(0, 10), z = r.whole(0, 10), count = r.whole(1, 60);
        const double by = r.whole(0, 1) ? 1 : std::pow(10, r.between(-20, 20)), own = r.between(1, 2);
        points p;
        for (int k = 0; k < count; ++k) {
            flr_vec3 q;
            q.x = coordinate(r, x, own), q.y = coordinate(r, y, by), q.z = coordinate(r, z, by * own);
            p.push_back(q);
        }
        handle h = hull_of(p);
        if (!t.expect(h != nullptr, "%d: no hull", i)) return;
        const flr_convex3 c = flr_convex3_hull(h.get(), flr_affine3_identity().linear, vec(0, 0, 0), 0);
        const flr_hull3_info info = flr_hull3_get_info(h.get());
        auto is = [](flr_real part, flr_real base, flr_real whole) {
            return big_rational(double(part)) + big_rational(double(base)) == big_rational(double(whole));
        };
        const flr_vec3 base = h->base, low = info.bounds.min, high = info.bounds.max;
        bool good = true, near = true;
        for (uint32_t k = 0; k < h->padded_count; ++k) {
            const flr_vec3 v = h->vertices[k < info.vertex_count ? k : 0];
            good &= is(h->x[k], base.x, v.x) && is(h->y[k], base.y, v.y) && is(h->z[k], base.z, v.z);
            const double part[3] = {double(h->x[k]), double(h->y[k]), double(h->z[k])},
                         from[3] = {double(low.x), double(low.y), double(low.z)},
                         to[3] = {double(high.x), double(high.y), double(high.z)};
            for (size_t a = 0; a < 3; ++a)
                near &= std::fabs(part[a]) / 4 <= (to[a] / 3 - from[a] / 3) * (1 + 1e-6) + 1e-300;
        }
        t.expect(good, "%d: a corner is not the one given", i);
        t.expect(near, "%d: a corner lies farther from the base than 4/3 of the extent", i);
        const flr_vec3 d = direction(r), found = flr_support3(&c, d);
        bool given = false;
        for (uint32_t k = 0; k < info.vertex_count; ++k)
            given |=
                found.x == h->vertices[k].x && found.y == h->vertices[k].y && found.z == h->vertices[k].z;
        t.expect(given, "%d: the support point is no corner", i);
        ++all, off += h->is_off;
    }
    t.expect(off * 10 > all && off * 10 < 9 * all, "%ld of %ld begin elsewhere than at the base", off, all);
}

/// Every way to look at a few points gives the same one: the first of the farthest.
void scans(tally &t)
{
    random_source r{3};
    for (int i = 0; i < 3000; ++i) {
        const size_t count = 8 * size_t(r.whole(1, 8));
        std::vector<flr_real> x(count), y(count), z(count);
        for (size_t k = 0; k < count; ++k) {
            const flr_vec3 p = i % 2 ? r.lattice_point(-3, 3) : r.point(-1, 1);
            x[k] = p.x, y[k] = p.y, z[k] = p.z;
        }
        const flr_vec3 d = i % 2 ? r.lattice_point(-2, 2) : r.point(-1, 1);
        const double dx = double(d.x), dy = double(d.y), dz = double(d.z);
        uint32_t best = 0;
        auto along = [&](size_t k) { return double(x[k]) * dx + double(y[k]) * dy + double(z[k]) * dz; };
        for (size_t k = 1; k < count; ++k)
            if (along(k) > along(best)) best = uint32_t(k);
        t.expect(flr_hull3_scan_plain(x.data(), y.data(), z.data(), count, dx, dy, dz) == best,
                 "two at once");
        t.expect(flr_hull3_choose_scan()(x.data(), y.data(), z.data(), count, dx, dy, dz) == best,
                 "the fastest");
        for (hull3_top_fn *look : {flr_hull3_top_plain, flr_hull3_choose_top()}) {
            const hull3_top top = look(x.data(), y.data(), z.data(), count, dx, dy, dz);
            t.expect(top.at == best && top.reach == along(best), "which and how far");
        }
        for (hull3_reach_fn *reach : {flr_hull3_reach_plain, flr_hull3_choose_reach()})
            t.expect(reach(x.data(), y.data(), z.data(), count, dx, dy, dz) == along(best), "how far");
    }
}

/// A corner's number is its place in the shape's own list, of a box the signs of its axes.
void number_tells(tally &t, const flr_convex3 &c, flr_vec3 farthest, uint32_t vertex)
{
    flr_vec3 p = c.half_extents;
    if (c.kind == FLR_CONVEX3_BOX) {
        p = vec(vertex & 1 ? -p.x : p.x, vertex & 2 ? -p.y : p.y, vertex & 4 ? -p.z : p.z);
    } else {
        if (!t.expect(vertex < 30, "vertex %u", vertex)) return;
        p = c.kind == FLR_CONVEX3_HULL ? flr_hull3_vertices(c.hull)[vertex] : c.points[vertex];
    }
    const flr_vec3 there = flr_add3(flr_mat3_mul(c.axes, p), c.center);
    const double off = double(flr_length3(flr_sub3(there, farthest)));
    t.expect(off <= 8 * real_rounding * (3 + double(flr_length3(c.center))), "vertex %u is %g off", vertex,
             off);
}

/// Of every kind under a pose: how far from a corner of the core the point is, and how far short of the farthest, in roundings
/// of the core's size and its coordinates.
void kinds(tally &t)
{
    random_source r{12};
    double off = 0, short_by = 0, round = 0;
    const points cloud = sphere(30);
    handle hull = hull_of(cloud);
    for (int i = 0; i < 60; ++i) {
        const double far = i % 3 == 1 ? real_choose(1e6, 1e2) : i % 3 == 2 ? real_choose(1e9, 1e4) : 0;
        const flr_affine3 pose = random_rotation(r);
        const flr_vec3 at = r.point(-far - 1, far + 1), thin = vec(1, i % 2 ? 1e-6 : 0.5, 2);
        const flr_box3 box = {at, pose.linear, thin};
        const flr_convex3 all[] = {flr_convex3_box(&box),
                                   flr_convex3_points(cloud.data(), 30, pose.linear, at, 0),
                                   flr_convex3_hull(hull.get(), pose.linear, at, 0)};
        for (const flr_convex3 &c : all) {
            const minkowski3::corner_list corners = minkowski3::corners(c);
            const double size = minkowski3::extent(corners, corners) + double(flr_length3(at));
            for (int k = 0; k < 6; ++k) {
                const flr_vec3 d = k < 3 ? (&pose.linear.x)[k] : direction(r);
                const flr_vec3 farthest = flr_support3(&c, d);
                const minkowski3::corner_list found = {minkowski3::rational(farthest)};
                number_tells(t, c, farthest, flr_support3_vertex(&c, d, 7));
                double nearest = INFINITY;
                for (auto &q : corners) {
                    double squared = 0;
                    for (size_t j = 0; j < 3; ++j)
                        squared += std::pow(big_rational(q[j] - found[0][j]).get_d(), 2);
                    nearest = std::fmin(nearest, std::sqrt(squared));
                }
                // how far the corners begin beyond the point against d
                const double missed =
                    -minkowski3::separation(found, corners, flr_neg3(d)) / double(flr_length3(d));
                off = std::fmax(off, nearest / size / real_rounding);
                short_by = std::fmax(short_by, missed / size / real_rounding);
            }
        }
        const flr_cylinder cylinder = {at, flr_add3(at, flr_mat3_mul(pose.linear, thin)), flr_real(0.75)};
        const flr_cone cone = {cylinder.a, cylinder.b, cylinder.radius};
        const flr_convex3 curved[] = {flr_convex3_cylinder(&cylinder), flr_convex3_cone(&cone)};
        for (int k = 0; k < 20; ++k) {
            using wide = long double;
            const flr_vec3 d = direction(r);
            auto dot = [](flr_vec3 p, flr_vec3 q) {
                return wide(p.x) * q.x + wide(p.y) * q.y + wide(p.z) * q.z;
            };
            const flr_vec3 along = flr_sub3(cylinder.b, cylinder.a);
            const wide cosine = dot(along, d) / std::sqrt(dot(along, along) * dot(d, d)),
                       disc = wide(0.75) * std::sqrt(dot(d, d)) *
                              std::sqrt(std::fmax(wide(0), 1 - cosine * cosine));
            for (int m = 0; m < 2; ++m) {
                const flr_vec3 p = flr_support3(&curved[m], d);
                t.expect(flr_support3_vertex(&curved[m], d, 0) == FLR_HULL_NONE, "a corner of what has none");
                const wide a = m ? 0 : disc, b = dot(along, d) + disc,
                           found = dot(flr_sub3(p, cylinder.a), d);
                round = std::fmax(round, double(std::fabs(std::fmax(a, b) - found)) / double(flr_length3(d)) /
                                             (3 + double(flr_length3(at))) / real_rounding);
            }
        }
    }
    expect_pinned(t, "support off a corner, roundings", off, 1);
    expect_pinned(t, "support short of the farthest, roundings", short_by, 1);
    expect_pinned(t, "support of curved cores, roundings", round, real_choose(2, 1.2));
}

}  // namespace

FEELER_TESTS(FEELER_TEST(round_ones), FEELER_TEST(near_duplicates), FEELER_TEST(prisms), FEELER_TEST(kinds),
             FEELER_TEST(cells_of_two), FEELER_TEST(scans), FEELER_TEST(as_given))

}  // namespace TEST_FILE
