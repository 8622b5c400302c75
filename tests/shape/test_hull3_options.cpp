// needs: gmp
/// Hulls with a vertex limit and with merged faces: what still holds of them.
#include <algorithm>
#include <string>

#include "shape/hull3_certificate.hpp"
#include "support/cmocka.hpp"
#include "support/exact_mesh.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

using hulls::points;

points on_sphere(random_source &r, size_t count)
{
    points p;
    while (p.size() < count) {
        flr_vec3 q = r.point(-1, 1);
        double length = flr_length3(q);
        if (length > 0.1 && length <= 1) p.push_back(flr_scale3(flr_real(1 / length), q));
    }
    return p;
}

big_float root(const exact_mesh::rational &q)
{
    big_float x(q, 512);
    return big_float(sqrt(x), 512);
}

double diagonal(const points &p)
{
    flr_vec3 low = p[0], high = p[0];
    for (flr_vec3 q : p) low = flr_min3(low, q), high = flr_max3(high, q);
    return double(flr_length3(flr_sub3(high, low)));
}

/// How far a point lies in front of the plane of a face, at most, both exact; in long double first, to know which to ask.
/// In a flat hull the planes are those that stand on the edges.
big_float outside(const points &p, const flr_hull3 *h)
{
    using wide = long double;
    const flr_polyhedron3 v = flr_hull3_polyhedron(h);
    const bool flat = flr_hull3_get_info(h).dimension == 2;
    const double near = diagonal(p) * 1e-15;
    struct candidate {
        wide out;
        hulls::rational_point normal, corner;
        flr_vec3 point;
    };
    std::vector<candidate> all;
    wide most = 0;
    auto look = [&](const hulls::rational_point &n, flr_vec3 a) {
        const big_float length = root(exact_mesh::dot(n, n));
        wide u[3];
        for (size_t i = 0; i < 3; ++i) {
            const big_float x(big_float(n[i], 512) / length, 512), rest(x - x.get_d(), 512);
            u[i] = wide(x.get_d()) + wide(rest.get_d());
        }
        candidate best = {-1, n, exact_mesh::from(a), a};
        for (flr_vec3 q : p) {
            const wide out = u[0] * (wide(q.x) - a.x) + u[1] * (wide(q.y) - a.y) + u[2] * (wide(q.z) - a.z);
            if (out > best.out) best.out = out, best.point = q;
        }
        most = std::max(most, best.out);
        all.push_back(best);
    };
    for (size_t f = 0; f < (flat ? 1 : v.face_count); ++f) {
        const uint32_t first = v.first[f], count = v.first[f + 1] - first;
        auto corner = [&](uint32_t i) { return v.vertices[v.indices[first + i % count]]; };
        const hulls::rational_point a = exact_mesh::from(corner(0)), b = exact_mesh::from(corner(1)),
                                    c = exact_mesh::from(corner(2)),
                                    n = exact_mesh::cross(exact_mesh::sub(b, a), exact_mesh::sub(c, a));
        if (!flat) look(n, corner(0));
        for (uint32_t i = 0; flat && i < count; ++i)
            look(exact_mesh::cross(
                     exact_mesh::sub(exact_mesh::from(corner(i + 1)), exact_mesh::from(corner(i))), n),
                 corner(i));
    }
    big_float result(0, 512);
    for (auto &c : all) {
        if (c.out < most - near) continue;
        const exact_mesh::rational above =
            exact_mesh::dot(c.normal, exact_mesh::sub(exact_mesh::from(c.point), c.corner));
        const big_float out(big_float(above, 512) / root(exact_mesh::dot(c.normal, c.normal)), 512);
        if (out > result) result = out;
    }
    return result;
}

/// By how many roundings of the extent `outside` is off.
double off(const points &p, const flr_hull3 *h)
{
    const big_float error(abs(big_float(outside(p, h) - double(flr_hull3_get_info(h).outside))), 512);
    return error.get_d() / diagonal(p) / real_rounding;
}

/// Two points at a pole the smallest number apart: a walk over the edges that meets them may end there.
void vertex_limit_among_near_duplicates(tally &t)
{
    const double at[][3] = {{-0x1.cfefefc82ff29p-1, -0x1.7121a5527fe8ep-3, 0x1.87de2a6aea964p-2},
                            {0x1.8f5a0be038ed5p-55, 0x1.6a09e667f3bccp-1, 0x1.6a09e667f3bcdp-1},
                            {-0x1.6a09e667f3bcdp-2, -0x1.2bec333018866p-3, 0x1.d906bcf328d46p-1},
                            {0x1.1517a7bdb3898p-2, -0x1.4e7ae9144f0fbp-1, -0x1.6a09e667f3bccp-1},
                            {-real_choose(0x1p-1074, 0x1p-149), 0, 1},
                            {0, 0, 1},
                            {-0x1.2b8388e82ab2p-53, -0x1.6a09e667f3bccp-1, 0x1.6a09e667f3bcdp-1},
                            {0x1.8056948c8d24bp-2, 0x1.31cc69ba2ec34p-4, 0x1.d906bcf328d46p-1}};
    points p;
    for (const double *x : at) p.push_back(flr_vec3_make(flr_real(x[0]), flr_real(x[1]), flr_real(x[2])));
    const flr_hull3_options options = {5, 0};
    expect_pinned(t, "outside of near duplicates, roundings of the extent",
                  off(p, hulls::make(p, &options).get()), real_choose(0.3, 0.09));
}

void vertex_limit(tally &t)
{
    random_source r{31};
    double most = 0;
    for (int i = 0; i < 60; ++i) {
        points p = on_sphere(r, 300);
        const double scale = i % 3 == 0   ? 1e-6
                             : i % 3 == 1 ? 1
                                          : 1e6,
                     away = i % 5 < 3    ? 0
                            : i % 5 == 3 ? real_choose(1e6, 1e2)
                                         : real_choose(1e9, 1e4);
        for (flr_vec3 &q : p) {
            if (i % 4 == 1) q = flr_vec3_make(std::floor(8 * q.x), std::floor(8 * q.y), std::floor(8 * q.z));
            if (i % 4 == 2) q.x *= flr_real(i % 8 == 2 ? 1e-3 : 1e-6);
            q = flr_scale3(flr_real(scale),
                           flr_add3(q, flr_vec3_make(flr_real(away), flr_real(away / 2), 0)));
        }
        auto whole = hulls::make(p);
        const uint32_t limit = uint32_t(r.whole(4, 60)), all = flr_hull3_get_info(whole.get()).vertex_count;
        const flr_hull3_options options = {limit, 0};
        auto h = hulls::make(p, &options);
        const flr_hull3_info info = flr_hull3_get_info(h.get());
        std::string name = "limit " + std::to_string(i);
        t.expect(info.vertex_count == std::min(limit, all), "%s: %u vertices of %u", name.c_str(),
                 info.vertex_count, all);
        points own(flr_hull3_vertices(h.get()), flr_hull3_vertices(h.get()) + info.vertex_count);
        hulls::check_faces(t, own, h.get(), name.c_str());
        if (info.dimension == 3)
            hulls::check_edges(t, h.get(), name.c_str());  // floats far away may be left flat
        bool from_input = true;
        for (uint32_t k = 0; k < info.vertex_count; ++k)
            from_input = from_input && hulls::same(p[flr_hull3_sources(h.get())[k]], own[k]);
        t.expect(from_input, "%s: sources", name.c_str());
        most = std::max(most, off(p, h.get()));
        t.expect(limit < all ? info.outside > 0 : info.outside == 0, "%s: outside %g with %u of %u",
                 name.c_str(), info.outside, limit, all);
    }
    expect_pinned(t, "outside of a solid, roundings of the extent", most, real_choose(1, 1));
    // the vertices are spread: 60 caps of equal size on a sphere would be 0.033 high
    points p = on_sphere(r, 20000);
    const flr_hull3_options options = {60, 0};
    const double far = flr_hull3_get_info(hulls::make(p, &options).get()).outside;
    t.expect(far > 0.035 && far < 0.12, "60 vertices leave %g", far);
}

void flat_limit(tally &t)
{
    random_source r{32};
    double most = 0;
    for (int i = 0; i < 24; ++i) {
        points p;
        // far away no more than whole steps are left, so corners are on a lattice, and in a slanting plane
        const double wide = i % 3 == 0 ? 1 : 0x1p18, thin = i % 4 == 3 ? 1.0 / 64 : 1,
                     away = i % 3 == 2 ? real_choose(0x1p40, 0x1p20) : 0;
        for (int k = 0; k < 300; ++k) {
            const double a = r.between(0, 6.3);
            double x = wide * std::cos(a), y = thin * wide * std::sin(a);
            if (i % 3) x = std::floor(x) + away, y = std::floor(y);
            p.push_back(flr_vec3_make(flr_real(x), flr_real(y), flr_real(i % 3 ? x + y : 0.5)));
        }
        const uint32_t limit = uint32_t(r.whole(4, 20));
        const flr_hull3_options options = {limit, 0};
        auto h = hulls::make(p, &options);
        const flr_hull3_info info = flr_hull3_get_info(h.get());
        points own(flr_hull3_vertices(h.get()), flr_hull3_vertices(h.get()) + info.vertex_count);
        t.expect(info.vertex_count == limit && info.dimension == 2, "%u of %u", info.vertex_count, limit);
        hulls::check_structure(t, own, hulls::make(own).get(), "own corners");
        hulls::check_flat(t, own, h.get(), "flat limit");
        most = std::max(most, off(p, h.get()));
        t.expect(i % 3 || thin < 1 || limit < 12 || info.outside < 0.15, "%u corners of a circle leave %g",
                 limit, info.outside);
    }
    expect_pinned(t, "outside of a polygon, roundings of the extent", most, real_choose(0.4, 0.4));
}

/// Of merged faces, in roundings of the size: points in front of their planes, and what is beyond the tolerance given.
worst_of in_front = {"points in front of merged faces", 1.5},
         too_low = {"corners below merged faces", real_choose(exact_answers, 0.28)},
         dented = {"corners outside of merged faces", exact_answers};

/// Everything that hull.h says of merged faces. Returns their number.
uint32_t check_merged(tally &t, const points &p, double tolerance, const char *name)
{
    const flr_hull3_options options = {0, flr_real(tolerance)};
    auto exact = hulls::make(p), merged = hulls::make(p, &options);
    const flr_hull3 *h = merged.get();
    const flr_hull3_info info = flr_hull3_get_info(h), before = flr_hull3_get_info(exact.get());
    const flr_polyhedron3 v = flr_hull3_polyhedron(h);
    bool good = info.vertex_count == before.vertex_count && info.volume == before.volume;
    std::vector<uint32_t> degree(info.vertex_count);
    for (uint32_t i = 0; i < info.vertex_count && good; ++i) {
        uint32_t a, b;
        const uint32_t *na = flr_hull3_neighbors(h, i, &a), *nb = flr_hull3_neighbors(exact.get(), i, &b);
        good = hulls::same(v.vertices[i], flr_hull3_vertices(exact.get())[i]) && a == b &&
               std::equal(na, na + a, nb);
    }
    t.expect(good, "%s: vertices and neighbours", name);
    for (uint32_t k = 0; k < info.half_edge_count; ++k) {
        const flr_hull3_half_edge e = flr_hull3_edge(h, k), n = flr_hull3_edge(h, e.next),
                                  w = flr_hull3_edge(h, e.twin);
        good = good && w.twin == k && w.origin == n.origin && w.face != e.face && n.face == e.face;
        ++degree[e.origin];
    }
    uint32_t used = 0;
    for (uint32_t i = 0; i < info.vertex_count; ++i) {
        const uint32_t k = flr_hull3_vertex_edge(h, i);
        good = good && degree[i] != 1 && (degree[i] ? flr_hull3_edge(h, k).origin == i : k == FLR_HULL_NONE);
        used += degree[i] != 0;
    }
    t.expect(good, "%s: half-edges", name);
    t.expect(used + info.face_count == info.half_edge_count / 2 + 2, "%s: Euler: %u %u %u", name, used,
             info.half_edge_count, info.face_count);
    using wide = long double;
    auto dot = [](flr_vec3 a, flr_vec3 b) { return wide(a.x) * b.x + wide(a.y) * b.y + wide(a.z) * b.z; };
    double size = 0, below = 0, front = 0, concave = 0;
    for (flr_vec3 q : p) size = std::max<double>(size, flr_length3(q));
    for (uint32_t f = 0; f < info.face_count; ++f) {
        const flr_plane3 plane = flr_hull3_face_plane(h, f);
        std::vector<uint32_t> corner(v.indices + v.first[f], v.indices + v.first[f + 1]);
        for (flr_vec3 q : p) front = std::max(front, double(dot(plane.normal, q) - plane.offset));
        for (size_t i = 0; i < corner.size(); ++i) {
            const flr_vec3 a = v.vertices[corner[i]], b = v.vertices[corner[(i + 1) % corner.size()]];
            below = std::max(below, double(plane.offset - dot(plane.normal, a)));
            const flr_vec3 out = flr_cross3(flr_sub3(b, a), plane.normal);
            for (uint32_t c : corner)
                concave =
                    std::max<double>(concave, flr_dot3(out, flr_sub3(v.vertices[c], a)) / flr_length3(out));
        }
        std::sort(corner.begin(), corner.end());
        good = good && corner.size() >= 3 && std::unique(corner.begin(), corner.end()) == corner.end();
    }
    t.expect(good, "%s: every face is a polygon", name);
    const double unit = real_rounding * size;
    t.expect(in_front.within(front / unit), "%s: a point is %g in front", name, front);
    t.expect(too_low.within((below - tolerance) / unit), "%s: a corner is %g below its plane", name, below);
    t.expect(dented.within((concave - tolerance) / unit), "%s: a corner is %g outside", name, concave);
    return info.face_count;
}

void merged_faces(tally &t)
{
    random_source r{33};
    for (double scale : {1.0, 1e-6, 1e6}) {
        points cube;
        for (int i = 0; i < 1000; ++i) {
            flr_vec3 q = flr_vec3_make(flr_real(i % 10), flr_real(i / 10 % 10), flr_real(i / 100));
            cube.push_back(flr_scale3(flr_real(scale), flr_add3(q, r.point(-1e-6, 1e-6))));
        }
        uint32_t exact = flr_hull3_get_info(hulls::make(cube).get()).face_count;
        t.expect(exact > uint32_t(real_choose(100, 90)), "a shaken cube has %u faces", exact);
        uint32_t merged = check_merged(t, cube, 1e-5 * scale, "shaken cube");
        t.expect(merged >= 6 && merged <= 14, "the shaken cube: %u faces", merged);
    }
    points prism;
    for (int i = 0; i < 32; ++i)
        for (int z = 0; z < 2; ++z)
            prism.push_back(flr_add3(flr_vec3_make(flr_real(std::cos(i * 0.19634954084936207)),
                                                   flr_real(std::sin(i * 0.19634954084936207)), flr_real(z)),
                                     r.point(-1e-9, 1e-9)));
    uint32_t faces = check_merged(t, prism, 1e-8, "prism");
    t.expect(faces == 34, "a prism of 32 sides: %u faces", faces);
    uint32_t last = 1u << 30;
    const points ball = on_sphere(r, 500);
    for (double tolerance : {1e-3, 1e-2, 3e-2, 0.1, 0.3, 1.0, 3.0}) {
        uint32_t n = check_merged(t, ball, tolerance, "ball");
        std::printf("  a ball of 500 points, merged within %g: %u faces\n", tolerance, n);
        t.expect(n <= last, "tolerance %g: %u faces after %u", tolerance, n, last);
        last = n;
    }
    for (int i = 0; i < 40; ++i) {
        points p;
        const int reach = r.whole(1, 4);
        for (int k = r.whole(4, 60); k > 0; --k) {
            flr_vec3 q = r.lattice_point(-reach, reach);
            p.push_back(flr_add3(q, r.point(-1e-3, 1e-3)));
        }
        check_merged(t, p, std::pow(10.0, -r.whole(0, 5)), ("shaken lattice " + std::to_string(i)).c_str());
    }
    for (const worst_of *w : {&in_front, &too_low, &dented}) w->hold(t);
}

void options_that_cannot_be(tally &t)
{
    const points p = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    flr_hull3 *h = nullptr;
    for (flr_hull3_options o :
         {flr_hull3_options{3, 0}, flr_hull3_options{0, flr_real(-real_choose(1e-300, 1e-30))},
          flr_hull3_options{0, NAN}})
        t.expect(flr_hull3_create(p.data(), 4, &o, nullptr, &h) == FLR_INVALID_ARGUMENT && !h, "%u %g",
                 o.vertex_limit, o.merge_tolerance);
    const flr_hull3_options all = {4, 0};
    t.expect(flr_hull3_create(p.data(), 4, &all, nullptr, &h) == FLR_OK, "as many as there are");
    t.expect(flr_hull3_get_info(h).vertex_count == 4 && flr_hull3_get_info(h).outside == 0, "all four");
    flr_hull3_destroy(h);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(vertex_limit), FEELER_TEST(vertex_limit_among_near_duplicates),
             FEELER_TEST(flat_limit), FEELER_TEST(merged_faces), FEELER_TEST(options_that_cannot_be))

}  // namespace TEST_FILE
