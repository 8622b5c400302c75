// Corners that go along lines of their own, against queries whose answers are exact, where the data is present.
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "feeler/feeler.h"
#include "support/cmocka.hpp"
#include "support/handles.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/soup.hpp"

namespace TEST_FILE
{
namespace
{

const bool is_double = sizeof(flr_real) == sizeof(double);

struct query {
    flr_vec3 v[8];
    bool truth, exact;
};

std::vector<query> read(const std::filesystem::path &file)
{
    std::vector<query> all;
    std::ifstream in(file);
    std::string line;
    for (int row = 0; std::getline(in, line); ++row) {
        double n[7];
        const char *p = line.c_str();
        for (double &x : n) {
            char *end;
            x = std::strtod(p, &end);
            p = *end == ',' ? end + 1 : end;
        }
        if (row % 8 == 0) all.push_back({{}, false, true});
        // denominators are powers of two
        flr_vec3 &v = all.back().v[row % 8];
        v = {flr_real(n[0] / n[1]), flr_real(n[2] / n[3]), flr_real(n[4] / n[5])};
        all.back().truth = n[6] != 0;
        // in single precision not all of them are what they were
        all.back().exact &=
            double(v.x) == n[0] / n[1] && double(v.y) == n[2] / n[3] && double(v.z) == n[4] / n[5];
    }
    return all;
}

flr_toi3_result ask(const query &q, bool faces, const flr_toi3_options *options = nullptr)
{
    const flr_vec3 *v = q.v;
    if (faces) {
        flr_triangle3 from = {v[1], v[2], v[3]}, to = {v[5], v[6], v[7]};
        return flr_vertex_toi3_point_triangle(v[0], v[4], &from, &to, options);
    }
    flr_segment3 a = {v[0], v[1]}, a_to = {v[4], v[5]}, b = {v[2], v[3]}, b_to = {v[6], v[7]};
    return flr_vertex_toi3_segment_segment(&a, &a_to, &b, &b_to, options);
}

struct meeting {
    flr_toi3_features features;
    bool found;
    flr_toi3_result toi;
};

/// The vertices of the query come first in both meshes.
bool note(void *user, const flr_vertex_toi3_meeting *m)
{
    auto *w = static_cast<meeting *>(user);
    const uint32_t *v = m->vertices_a, *u = m->vertices_b;
    const bool edges = m->features == FLR_TOI3_EDGE_EDGE;
    if (m->features != w->features || v[0] != 0 || (edges && (v[1] != 1 || u[0] != 0 || u[1] != 1)))
        return true;
    w->found = true;
    w->toi = m->toi;
    return true;
}

/// The same by two meshes of one triangle each: the corners that the query does not have are at rest beside it.
meeting ask_meshes(const query &q, bool faces, double beside)
{
    const size_t of_a = faces ? 1 : 2;
    std::vector<flr_vec3> from[2], to[2];
    for (size_t k = 0; k < 4; ++k) {
        from[k >= of_a].push_back(q.v[k]);
        to[k >= of_a].push_back(q.v[k + 4]);
    }
    std::unique_ptr<flr_mesh3, void (*)(flr_mesh3 *)> mesh[2] = {{nullptr, flr_mesh3_destroy},
                                                                 {nullptr, flr_mesh3_destroy}};
    for (int m = 0; m < 2; ++m) {
        while (from[m].size() < 3) {
            flr_vec3 p = q.v[0];
            (from[m].size() == 1 ? p.x : p.y) += flr_real(beside);
            from[m].push_back(p);
            to[m].push_back(p);
        }
        const uint32_t triangle[3] = {0, 1, 2};
        const flr_mesh3_input input = {&from[m][0].x, 3, triangle, 1, 0};
        flr_mesh3 *made = nullptr;
        must(flr_mesh3_create(&input, nullptr, &made), "flr_mesh3_create");
        mesh[m].reset(made);
    }
    meeting w = {faces ? FLR_TOI3_VERTEX_FACE : FLR_TOI3_EDGE_EDGE, false, {}};
    must(flr_vertex_toi3_mesh_mesh_all(mesh[0].get(), &to[0][0].x, mesh[1].get(), &to[1][0].x, nullptr,
                                       nullptr, note, &w),
         "flr_vertex_toi3_mesh_mesh_all");
    return w;
}

flr_vec3 at(const query &q, int k, double time) { return flr_lerp3(q.v[k], q.v[k + 4], flr_real(time)); }

double distance(const query &q, bool faces, double time)
{
    flr_vec3 w[4];
    for (int k = 0; k < 4; ++k) w[k] = at(q, k, time);
    flr_triangle3 f = {w[1], w[2], w[3]};
    flr_segment3 a = {w[0], w[1]}, b = {w[2], w[3]};
    return double(faces ? flr_closest3_point_triangle(w[0], &f).distance
                        : flr_closest3_segment_segment(&a, &b).distance);
}

double size(const query &q)
{
    double most = 0;
    for (auto &v : q.v) most = std::max(most, double(flr_length3(flr_sub3(v, q.v[0]))));
    return most;
}

void exact_queries(tally &t)
{
    std::filesystem::path root = std::filesystem::path(FEELER_SHARED_DATA) / "ccd";
    t.expect(true, "started");
    if (!std::filesystem::exists(root)) {
        std::printf("note: no exact queries in ../shared/data/ccd; they are left out\n");
        return;
    }
    long all = 0, hits = 0, extra = 0;
    double nearest = 0;
    for (auto &e : std::filesystem::recursive_directory_iterator(root)) {
        if (e.path().extension() != ".csv") continue;
        bool faces = e.path().parent_path().filename() == "vertex-face";
        for (auto &q : read(e.path())) {
            if (!q.exact) continue;
            flr_toi3_result r = ask(q, faces);
            ++all, hits += q.truth;
            t.expect(r.status == FLR_OK, "%s: %s", e.path().c_str(), flr_status_string(r.status));
            t.expect(r.hit || !q.truth, "%s: a touch is missed", e.path().c_str());
            for (double beside : {0.5, 100.0}) {
                const meeting m = ask_meshes(q, faces, beside * size(q));
                t.expect(m.found == r.hit && (!r.hit || m.toi.t == r.t),
                         "%s: of meshes %d at %.17g, not %d at %.17g", e.path().c_str(), m.found,
                         double(m.toi.t), r.hit, double(r.t));
            }
            if (!q.truth && r.hit) {  // by no more than rounding
                ++extra;
                nearest = std::max(nearest, distance(q, faces, double(r.t)) / size(q));
            }
        }
    }
    std::printf("  %ld queries, %ld hits, %ld too many, %g apart\n", all, hits, extra, nearest);
    t.expect(is_double ? all == 4779 && hits == 301 : all > 1, "%ld queries, %ld hits", all, hits);
    t.expect(extra <= 50, "%ld too many", extra);
    if (is_double)
        expect_pinned(t, "ways apart that are told to touch, of the size", nearest, 5e-15);
    else
        t.expect(extra == 0, "%ld too many", extra);
}

/// Integers that touch at half time by construction: with weights in sixteenths the point is in the face, or the edges
/// cross, then. Never missed, never late, and what is found is a touch; flat and parallel ones among them.
void lattice_touches(tally &t)
{
    random_source r{19};
    long open = 0, loose = 0;
    double worst = 0;
    for (int i = 0; i < 6000; ++i) {
        bool faces = i % 2;
        int reach = i % 3 ? 16 : 2, deep = i % 5 ? reach : 0;
        auto lattice = [&] {
            int x = r.whole(-reach, reach), y = r.whole(-reach, reach), z = r.whole(-deep, deep);
            return flr_vec3_make(flr_real(x * 16), flr_real(y * 16), flr_real(z * 16));
        };
        query q{};
        for (auto &v : q.v) v = lattice();
        // the middle of the first corner's way is put on the other feature; for edges, a point of the first edge
        int u = r.whole(0, 16), w = r.whole(0, 16 - u), s = r.whole(0, 8) * 2;
        auto weigh = [](flr_vec3 a, flr_vec3 b, flr_real k) {
            return flr_add3(a, flr_scale3(k / 16, flr_sub3(b, a)));
        };
        if (faces) {
            flr_vec3 m = at(q, 1, 0.5);
            flr_vec3 p = flr_add3(m, flr_add3(flr_scale3(flr_real(u) / 16, flr_sub3(at(q, 2, 0.5), m)),
                                              flr_scale3(flr_real(w) / 16, flr_sub3(at(q, 3, 0.5), m))));
            q.v[4] = flr_sub3(flr_scale3(2, p), q.v[0]);
        } else {
            flr_vec3 off = flr_sub3(weigh(at(q, 2, 0.5), at(q, 3, 0.5), flr_real(u)),
                                    weigh(at(q, 0, 0.5), at(q, 1, 0.5), flr_real(s)));
            for (int k : {4, 5}) q.v[k] = flr_add3(q.v[k], flr_scale3(2, off));
        }
        if (!(distance(q, faces, 0.5) <= 1e-13 * size(q))) {
            t.expect(false, "not built to touch: %g", distance(q, faces, 0.5));
            continue;
        }
        flr_toi3_result m = ask(q, faces);
        open += m.status == FLR_NOT_CONVERGED;
        t.expect(m.hit && double(m.t) <= 0.5 + 1e-15, "%s: %s, hit %d at %.17g after %d",
                 faces ? "face" : "edge", flr_status_string(m.status), m.hit, double(m.t), m.iterations);
        for (int k = 0; k < 32; ++k) {
            double time = k / 32.0;
            if (time >= double(m.t)) break;
            t.expect(distance(q, faces, time) > 0, "touches at %g, before %.17g", time, double(m.t));
        }
        double then = std::min(distance(q, faces, double(m.t)), distance(q, faces, double(m.t_upper)));
        loose += then > (is_double ? 2e-12 : 2e-8) * size(q);
        worst = std::max(worst, then / size(q));
    }
    std::printf("  %ld open, %ld loose, %g of the size apart\n", open, loose, worst);
    // where an edge shrinks to nothing as it touches, its direction is lost in rounding
    t.expect(open <= 4 && loose <= 8, "%ld open, %ld loose", open, loose);
    expect_pinned(t, "lattice: apart when told to touch, of the size", worst, real_choose(1e-8, 4e-8));
}

/// The last corners moved so that the two cross at half time.
void aim(query &q, bool faces, random_source &r)
{
    const double u = r.between(0.1, 0.5), w = r.between(0.1, 0.5), s = r.between(0.1, 0.9);
    auto between = [](flr_vec3 a, flr_vec3 b, double k) { return flr_lerp3(a, b, flr_real(k)); };
    if (faces) {
        const flr_vec3 p = between(between(at(q, 1, 0.5), at(q, 2, 0.5), u), at(q, 3, 0.5), w);
        q.v[4] = flr_sub3(flr_scale3(2, p), q.v[0]);
        return;
    }
    const flr_vec3 off =
        flr_sub3(between(at(q, 2, 0.5), at(q, 3, 0.5), u), between(at(q, 0, 0.5), at(q, 1, 0.5), s));
    for (int k : {4, 5}) q.v[k] = flr_add3(q.v[k], flr_scale3(2, off));
}

void random_ways(tally &t)
{
    random_source r{23};
    long hits = 0, all = 0;
    double worst[2] = {0, 0};
    for (int i = 0; i < 3000; ++i) {
        bool faces = i % 2;
        query q{};
        for (auto &v : q.v) v = r.point(-1, 1);
        double far = i % 3 == 0 ? real_choose(1e6, 1e3) : 0;
        for (auto &v : q.v) v = flr_add3(v, flr_vec3_make(flr_real(far), 0, 0));
        if (i % 5 < 2) aim(q, faces, r);
        flr_toi3_result m = ask(q, faces);
        ++all, hits += m.hit;
        t.expect(m.status == FLR_OK, "%s", flr_status_string(m.status));
        // which corner is which does not matter
        query turned = q;
        for (int k : {0, 4}) {
            std::swap(turned.v[faces ? k + 1 : k], turned.v[faces ? k + 3 : k + 2]);
            if (!faces) std::swap(turned.v[k + 1], turned.v[k + 3]);
        }
        flr_toi3_result n = ask(turned, faces);
        t.expect(n.hit == m.hit && std::fabs(double(n.t - m.t)) < 1e-6,
                 "turned: %d at %.17g, not %d at %.17g", n.hit, double(n.t), m.hit, double(m.t));
        for (int k = 0; k <= 64; ++k) {
            double time = k / 64.0;
            if (m.hit && time >= double(m.t)) break;
            t.expect(distance(q, faces, time) > 0, "touches at %g", time);
        }
        if (m.hit) worst[far > 0] = std::max(worst[far > 0], distance(q, faces, double(m.t)));
    }
    expect_pinned(t, "apart when told to touch", worst[0], real_choose(2.2e-12, 3e-7));
    expect_pinned(t, "far away: apart when told to touch", worst[1], real_choose(1e-10, 6e-5));
    t.expect(hits > 3 * all / 10 && hits < 7 * all / 10, "%ld of %ld hit", hits, all);
}

/// To a distance to keep: an answer always, never late, no hit that is none. Wherever a touch is told after the start, a place and a
/// direction are, also where that is told well before.
void ways_to_a_distance(tally &t)
{
    random_source r{29};
    worst_of off = {"point off the middle, roundings of the size", 1.3},
             apart = {"farther apart than to be kept, roundings of the size", real_choose(3e4, 1.2)};
    long hits = 0, early = 0, all = 0;
    int steps = 0;
    for (int i = 0; i < 6000; ++i) {
        const bool faces = i % 2;
        query q{};
        for (auto &v : q.v) v = r.point(-1, 1);
        if (i % 5 < 2) aim(q, faces, r);
        const flr_real targets[] = {flr_real(real_choose(1e-9, 1e-4)), flr_real(1e-3), flr_real(0.1),
                                    flr_real(0.4)};
        const flr_toi3_options options = {flr_real(i % 3 ? 0 : 1e-2), targets[i % 4], 0};
        const flr_toi3_result m = ask(q, faces, &options);
        const double keep = double(options.target_distance), unit = real_rounding * size(q);
        t.expect(m.status == FLR_OK, "%d: %s", i, flr_status_string(m.status));
        for (int k = 0; k < 64 && !(m.hit && k >= 64 * double(m.t)); ++k)
            t.expect(distance(q, faces, k / 64.0) > keep, "%d: late at %d/64, told %.17g", i, k, double(m.t));
        steps = std::max(steps, m.iterations), ++all;
        if (!m.hit) continue;
        ++hits, early += m.t_upper > m.t;
        const double then = distance(q, faces, double(m.t_upper));
        t.expect(apart.within((then - keep) / unit), "%d: %g too far", i, (then - keep) / unit);
        if (!(m.t > 0)) continue;
        t.expect(std::fabs(double(flr_length3(m.normal)) - 1) < 8 * real_rounding, "%d: no direction", i);
        flr_vec3 w[4];
        for (int k = 0; k < 4; ++k) w[k] = at(q, k, double(m.t));
        const flr_triangle3 f = {w[1], w[2], w[3]};
        const flr_segment3 a = {w[0], w[1]}, b = {w[2], w[3]};
        const flr_closest3 to_a = faces ? flr_closest3_point_point(m.point, w[0])
                                        : flr_closest3_point_segment(m.point, &a),
                           to_b = faces ? flr_closest3_point_triangle(m.point, &f)
                                        : flr_closest3_point_segment(m.point, &b);
        const double half = distance(q, faces, double(m.t)) / 2,
                     of_a = std::fabs(double(to_a.distance) - half),
                     of_b = std::fabs(double(to_b.distance) - half);
        t.expect(off.within(std::max(of_a, of_b) / unit), "%d: the point is %g and %g off", i, of_a, of_b);
    }
    t.expect(hits > 3 * all / 10 && hits < 7 * all / 10 && early > 50, "%ld of %ld hit, %ld early", hits, all,
             early);
    t.expect(steps <= 20, "%d steps", steps);
    off.hold(t);
    apart.hold(t);
}

/// One coordinate is NaN or infinite, at the start, at the end, or at both: never a touch.
void not_finite(tally &t)
{
    const flr_real wrong[] = {flr_real(NAN), flr_real(INFINITY), flr_real(-INFINITY)};
    random_source r{31};
    for (int i = 0; i < 2 * 8 * 3 * 3 * 2; ++i) {
        const bool faces = i % 2, both = i / 2 % 2;
        const int corner = i / 4 % 8, axis = i / 32 % 3;
        query q{};
        for (auto &v : q.v) v = r.point(-1, 1);
        (&q.v[corner].x)[axis] = wrong[i / 96];
        if (both) (&q.v[corner ^ 4].x)[axis] = wrong[i / 96];
        const flr_toi3_result m = ask(q, faces);
        t.expect(m.status == FLR_NOT_FINITE && !m.hit, "%d: corner %d, axis %d: %s, hit %d", i, corner, axis,
                 flr_status_string(m.status), m.hit);
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(exact_queries), FEELER_TEST(lattice_touches), FEELER_TEST(random_ways),
             FEELER_TEST(ways_to_a_distance), FEELER_TEST(not_finite))

}  // namespace TEST_FILE
