// Meshes whose vertices move each by itself: the tree gives the pairs that the single tests of all pairs of features give.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <set>
#include <vector>

#include "support/cmocka.hpp"
#include "support/handles.hpp"
#include "support/ledger.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using points = std::vector<flr_vec3>;
/// What meets: kind, vertices of a, vertices of b, and which face where one is a face (faces may have equal corners).
using key = std::array<uint32_t, 9>;
using answers = std::map<key, flr_toi3_result>;

const flr_real *numbers(const points &p) { return &p[0].x; }

/// A mesh, where its vertices go, and its features by their definition.
struct deforming {
    soup s;
    points end;
    std::vector<uint32_t> first;  // of equal vertices
    std::set<uint32_t> vertices;
    std::set<std::array<uint32_t, 2>> edges;

    deforming(const soup &from, const points &to) : s(from), end(to)
    {
        for (uint32_t v = 0; v < s.v.size(); ++v) {
            uint32_t w = 0;
            while (s.v[w].x != s.v[v].x || s.v[w].y != s.v[v].y || s.v[w].z != s.v[v].z) ++w;
            first.push_back(w);
        }
        for (auto &t : s.t)
            for (size_t k = 0; k < 3; ++k) {
                uint32_t p = first[t[k]], q = first[t[(k + 1) % 3]];
                vertices.insert(p);
                if (p != q) edges.insert({std::min(p, q), std::max(p, q)});
            }
    }
    std::array<uint32_t, 3> corners(size_t t) const
    {
        return {first[s.t[t][0]], first[s.t[t][1]], first[s.t[t][2]]};
    }
};

bool has(const std::array<uint32_t, 3> &c, uint32_t v) { return c[0] == v || c[1] == v || c[2] == v; }

void brute_vertices(const deforming &a, const deforming &b, bool self, bool turned, const flr_toi3_options *o,
                    answers &all)
{
    for (uint32_t v : a.vertices)
        for (uint32_t t = 0; t < b.s.t.size(); ++t) {
            auto c = b.corners(t);
            if (self && has(c, v)) continue;
            flr_triangle3 from = {b.s.v[c[0]], b.s.v[c[1]], b.s.v[c[2]]},
                          to = {b.end[c[0]], b.end[c[1]], b.end[c[2]]};
            auto r = flr_vertex_toi3_point_triangle(a.s.v[v], a.end[v], &from, &to, o);
            if (!r.hit) continue;
            if (turned) r.normal = flr_neg3(r.normal);
            if (turned)
                all[{FLR_TOI3_FACE_VERTEX, c[0], c[1], c[2], v, 0, 0, t, 0}] = r;
            else
                all[{FLR_TOI3_VERTEX_FACE, v, 0, 0, c[0], c[1], c[2], 0, t}] = r;
        }
}

answers brute(const deforming &a, const deforming &b, bool self, const flr_toi3_options *o = nullptr)
{
    answers all;
    brute_vertices(a, b, self, false, o, all);
    if (!self) brute_vertices(b, a, self, true, o, all);
    for (auto &e : a.edges)
        for (auto &f : b.edges) {
            if (self && (e[0] >= f[0] || e[1] == f[0] || e[1] == f[1])) continue;
            flr_segment3 p = {a.s.v[e[0]], a.s.v[e[1]]}, p_to = {a.end[e[0]], a.end[e[1]]},
                         q = {b.s.v[f[0]], b.s.v[f[1]]}, q_to = {b.end[f[0]], b.end[f[1]]};
            auto r = flr_vertex_toi3_segment_segment(&p, &p_to, &q, &q_to, o);
            if (r.hit) all[{FLR_TOI3_EDGE_EDGE, e[0], e[1], 0, f[0], f[1], 0, 0, 0}] = r;
        }
    return all;
}

struct collected {
    answers all;
    long calls = 0, stop_after = -1;
    bool faces_right = true;
    const deforming *a, *b;
};

bool touches(const deforming &d, uint32_t t, const uint32_t *v, int count)
{
    if (t >= d.s.t.size()) return false;
    for (int i = 0; i < count; ++i)
        if (!has(d.corners(t), v[i])) return false;
    return true;
}

bool collect(void *user, const flr_vertex_toi3_meeting *m)
{
    auto *c = static_cast<collected *>(user);
    ++c->calls;
    const uint32_t *v = m->vertices_a, *w = m->vertices_b;
    bool face_a = m->features == FLR_TOI3_FACE_VERTEX, face_b = m->features == FLR_TOI3_VERTEX_FACE;
    bool edges = m->features == FLR_TOI3_EDGE_EDGE;
    c->all[{uint32_t(m->features), v[0], v[1], v[2], w[0], w[1], w[2], face_a ? m->toi.triangle_a : 0,
            face_b ? m->toi.triangle_b : 0}] = m->toi;
    c->faces_right &= touches(*c->a, m->toi.triangle_a, v, face_a ? 3 : edges ? 2 : 1);
    c->faces_right &= touches(*c->b, m->toi.triangle_b, w, face_b ? 3 : edges ? 2 : 1);
    return c->calls != c->stop_after;
}

bool same(const flr_toi3_result &x, const flr_toi3_result &y)
{
    return x.status == y.status && x.hit == y.hit && x.t == y.t && x.t_upper == y.t_upper &&
           std::memcmp(&x.point, &y.point, sizeof x.point) == 0 && x.normal.x == y.normal.x &&
           x.normal.y == y.normal.y && x.normal.z == y.normal.z;
}

/// Asks for all and for the first, and compares with all pairs. How many there are.
size_t compare(tally &t, const char *name, const deforming &a, const deforming *other,
               const flr_toi3_options *o = nullptr)
{
    const deforming &b = other ? *other : a;
    auto mesh_a = make_mesh(a.s, 0), mesh_b = make_mesh(b.s, 0);
    answers want = brute(a, b, !other, o);
    collected got;
    got.a = &a, got.b = &b;
    flr_vertex_toi3_meeting first;
    flr_status all_status, first_status;
    if (other) {
        all_status = flr_vertex_toi3_mesh_mesh_all(mesh_a.get(), numbers(a.end), mesh_b.get(), numbers(b.end),
                                                   o, nullptr, collect, &got);
        first_status = flr_vertex_toi3_mesh_mesh_first(mesh_a.get(), numbers(a.end), mesh_b.get(),
                                                       numbers(b.end), o, nullptr, &first);
    } else {
        all_status = flr_vertex_toi3_mesh_self_all(mesh_a.get(), numbers(a.end), o, nullptr, collect, &got);
        first_status = flr_vertex_toi3_mesh_self_first(mesh_a.get(), numbers(a.end), o, nullptr, &first);
    }
    t.expect(all_status == FLR_OK && first_status == FLR_OK, "%s: %s, %s", name,
             flr_status_string(all_status), flr_status_string(first_status));
    t.expect(size_t(got.calls) == got.all.size(), "%s: %ld calls for %zu pairs", name, got.calls,
             got.all.size());
    t.expect(got.faces_right, "%s: a triangle without the feature", name);
    long missed = 0, extra = 0, different = 0;
    flr_real least = 1;
    for (auto &w : want) {
        auto it = got.all.find(w.first);
        missed += it == got.all.end();
        different += it != got.all.end() && !same(it->second, w.second);
        least = std::min(least, w.second.t);
    }
    for (auto &g : got.all) extra += !want.count(g.first);
    t.expect(missed == 0 && extra == 0 && different == 0,
             "%s: of %zu pairs %ld are missed, %ld too many, %ld are told otherwise", name, want.size(),
             missed, extra, different);
    if (first_status == FLR_OK)
        t.expect(first.toi.hit == !want.empty() && first.toi.t == least, "%s: first %d at %.17g, want %.17g",
                 name, first.toi.hit, double(first.toi.t), double(least));
    return want.size();
}

points shaken(random_source &r, const points &from, double by)
{
    points to;
    for (auto &p : from) to.push_back(flr_add3(p, r.point(-by, by)));
    return to;
}

/// Triangles anywhere, of corners of their own or shared ones.
soup anything(random_source &r, int vertices, int triangles, double size)
{
    soup s;
    for (int i = 0; i < vertices; ++i) s.v.push_back(r.point(-size, size));
    for (int i = 0; i < triangles; ++i) {
        uint32_t a = uint32_t(r.whole(0, vertices - 1)), b = uint32_t(r.whole(0, vertices - 1)),
                 c = uint32_t(r.whole(0, vertices - 1));
        s.t.push_back({a, b, c});
    }
    return s;
}

/// n x n cells in the plane z = 0.
soup cloth(int n)
{
    soup s;
    for (int y = 0; y <= n; ++y)
        for (int x = 0; x <= n; ++x) s.v.push_back(vec(double(x) / n, double(y) / n, 0));
    for (uint32_t y = 0; y < uint32_t(n); ++y)
        for (uint32_t x = 0; x < uint32_t(n); ++x) {
            uint32_t a = y * uint32_t(n + 1) + x, b = a + 1, c = a + uint32_t(n) + 1, d = c + 1;
            s.t.push_back({a, b, d});
            s.t.push_back({a, d, c});
        }
    return s;
}

/// Its right half is turned over to the left, and a little through it.
points folded(random_source &r, const soup &s, double through)
{
    points to;
    for (auto &p : s.v) {
        flr_vec3 q = p.x > 0.5 ? vec(1 - p.x, p.y, -through * (p.x - 0.5)) : p;
        double shake = r.between(-0.01, 0.01);
        to.push_back(vec(q.x, q.y + shake, q.z));
    }
    return to;
}

/// The same with its right half already above the left.
soup half_folded(const soup &s)
{
    soup f = s;
    for (auto &p : f.v)
        if (p.x > 0.5) p = vec(1 - p.x + (p.x - 0.5) * 0.125, p.y, p.x - 0.5);
    return f;
}

void soups(tally &t)
{
    random_source r{1};
    size_t found = 0;
    for (int round = 0; round < scenes(60); ++round) {
        soup s = anything(r, 24, r.whole(1, 24), 1);
        found += compare(t, "a soup at rest", deforming(s, s.v), nullptr);
        found += compare(t, "a soup", deforming(s, shaken(r, s.v, 0.3)), nullptr);
        soup other = anything(r, 20, r.whole(1, 20), 1);
        deforming a(s, shaken(r, s.v, 0.3)), b(other, shaken(r, other.v, 0.3));
        found += compare(t, "two soups", a, &b);
        flr_toi3_options o = {0, flr_real(0.02), 0};
        found += compare(t, "two soups at a distance", a, &b, &o);
        found += compare(t, "a soup with a distance", a, nullptr, &o);
    }
    std::printf("  %zu pairs\n", found);
    t.expect(enough(found > 5000), "%zu pairs", found);
}

void surfaces(tally &t)
{
    random_source r{2};
    size_t found = 0;
    for (int round = 0; round < 6; ++round) {
        soup s = torus(3, 1, 8, 9);
        deforming a(s, shaken(r, s.v, 1.5));
        found += compare(t, "a torus", a, nullptr);
        soup other = moved(sphere(1, 8, 6), 2.5, r.between(-2, 2), 2);
        points down;
        for (auto &p : other.v) down.push_back(flr_add3(p, vec(0, 0, -3)));
        deforming b(other, down);
        found += compare(t, "a torus and a sphere", a, &b);
        soup sheet = half_folded(cloth(8));
        found += compare(t, "a cloth that folds", deforming(sheet, folded(r, cloth(8), 0.1)), nullptr);
        soup own = unshared(sheet);
        points to = own.v;  // equal vertices go the same way
        for (auto &p : to) p = p.z > 0 ? vec(p.x, p.y, -p.z) : p;
        found += compare(t, "a cloth of loose triangles", deforming(own, to), nullptr);
    }
    std::printf("  %zu pairs\n", found);
    t.expect(enough(found > 1000), "%zu pairs", found);
}

void degenerate(tally &t)
{
    random_source r{3};
    size_t found = 0;
    for (int round = 0; round < scenes(10); ++round) {
        // lattice points: coincident vertices, flat triangles, touches
        soup s = anything(r, 14, 12, 1);
        for (auto &p : s.v) p = r.lattice_point(0, 2);
        points to = s.v;
        for (auto &p : to) p = r.lattice_point(0, 2);
        deforming moving(s, to), still(s, s.v);
        // of equal vertices those that are not the first may go anywhere
        found += compare(t, "lattice", moving, nullptr);
        found += compare(t, "lattice at rest", still, nullptr);
        found += compare(t, "lattice, one at rest", moving, &still);
        points one(s.v.size(), vec(1, 1, 1));
        found += compare(t, "all go to one point", deforming(s, one), nullptr);
    }
    soup point = anything(r, 3, 4, 1);
    for (auto &p : point.v) p = vec(1, 2, 3);
    found += compare(t, "a point", deforming(point, point.v), nullptr);
    std::printf("  %zu pairs\n", found);
    t.expect(enough(found > 1000), "%zu pairs", found);
}

void sizes(tally &t)
{
    random_source r{4};
    const bool is_double = sizeof(flr_real) == sizeof(double);
    const double factors[] = {is_double ? 1e100 : 1e12, is_double ? 1e-100 : 1e-12, is_double ? 1e150 : 1e17};
    size_t found = 0;
    for (double f : factors)
        for (int round = 0; round < 6; ++round) {
            soup s = scaled(anything(r, 24, 24, 1), f, f, f);
            found += compare(t, "of any size", deforming(s, shaken(r, s.v, 0.3 * f)), nullptr);
        }
    for (int round = 0; round < 6; ++round) {
        soup s = moved(anything(r, 24, 24, 1), 1e6, -1e6, 1e6);
        deforming a(s, shaken(r, s.v, 0.3));
        found += compare(t, "far away", a, nullptr);
        soup small = scaled(anything(r, 24, 24, 1), 1e-3, 1e-3, 1e-3), large = scaled(s, 1e-6, 1e-6, 1e-6);
        deforming b(small, shaken(r, small.v, 2)), c(large, shaken(r, large.v, 2));
        found += compare(t, "small and large", b, &c);
    }
    std::printf("  %zu pairs\n", found);
    t.expect(enough(found > 500), "%zu pairs", found);
}

/// Two meshes carried by translations: the first touch is that of the shape cast.
void translations(tally &t)
{
    random_source r{5};
    long hits = 0;
    double most = 0;
    for (int round = 0; round < scenes(40); ++round) {
        flr_vec3 start = r.point(-4, 4), aside = r.point(-0.5, 0.5);
        flr_vec3 by = flr_sub3(aside, flr_scale3(2, start));
        part a(round % 2 ? torus(1, 0.4, 8, 7) : sphere(1, 8, 7)),
            b(placed(sphere(1, 7, 6), flr_affine3_identity()));
        soup moved_b = moved(b.s, double(start.x), double(start.y), double(start.z));
        part at_start(moved_b);
        points end;
        for (auto &p : moved_b.v) end.push_back(flr_add3(p, by));
        flr_vertex_toi3_meeting m;
        must(flr_vertex_toi3_mesh_mesh_first(a.mesh.get(), nullptr, at_start.mesh.get(), numbers(end),
                                             nullptr, nullptr, &m),
             "first");
        flr_shape3 x = {}, y = {};
        x.kind = y.kind = FLR_SHAPE3_MESH;
        x.as.mesh = a.at, y.as.mesh = at_start.at;
        bool overlap = false;
        must(flr_overlap3(&x, &y, &overlap), "flr_overlap3");
        if (overlap) continue;
        flr_sweep3_result w;
        must(flr_sweep3(&y, by, &x, &w), "flr_sweep3");
        t.expect(w.hit == m.toi.hit, "a sweep says %d at %g, we %d at %g", w.hit, double(w.t), m.toi.hit,
                 double(m.toi.t));
        if (!w.hit || !m.toi.hit) continue;
        ++hits;
        most = std::max(most, std::fabs(double(w.t) - double(m.toi.t)));
    }
    std::printf("  %ld touches, times differ by %g\n", hits, most);
    t.expect(enough(hits > 10) && most <= (sizeof(flr_real) == sizeof(float) ? 1e-5 : 1e-6),
             "%ld touches, %g", hits, most);
}

bool count_calls(void *user, const flr_vertex_toi3_meeting *)
{
    ++*static_cast<long *>(user);
    return true;
}

void errors(tally &t)
{
    soup s = half_folded(cloth(4));
    random_source r{6};
    points end = folded(r, cloth(4), 0.1);
    auto mesh = make_mesh(s);
    const flr_mesh3 *m = mesh.get();
    long calls = 0;
    auto ask = [&](const flr_mesh3 *a, const points &a_end, const flr_mesh3 *b, const points &b_end,
                   const flr_toi3_options *o, flr_status want, const char *name) {
        flr_vertex_toi3_meeting first;
        first.toi.t = 7;
        flr_status got[4] = {
            flr_vertex_toi3_mesh_mesh_all(a, numbers(a_end), b, numbers(b_end), o, nullptr, count_calls,
                                          &calls),
            flr_vertex_toi3_mesh_mesh_first(a, numbers(a_end), b, numbers(b_end), o, nullptr, &first), want,
            want};
        if (a == b && &a_end == &b_end) {
            got[2] = flr_vertex_toi3_mesh_self_all(a, numbers(a_end), o, nullptr, count_calls, &calls);
            got[3] = flr_vertex_toi3_mesh_self_first(a, numbers(a_end), o, nullptr, &first);
        }
        for (flr_status x : got) t.expect(x == want, "%s: %s", name, flr_status_string(x));
        t.expect(calls == 0 && first.toi.t == 7, "%s: something is told", name);
    };
    ask(nullptr, end, nullptr, end, nullptr, FLR_INVALID_ARGUMENT, "no mesh");
    ask(nullptr, end, m, end, nullptr, FLR_INVALID_ARGUMENT, "no first mesh");
    ask(m, end, nullptr, end, nullptr, FLR_INVALID_ARGUMENT, "no second mesh");
    for (double x : {double(NAN), double(INFINITY), -double(INFINITY),
                     sizeof(flr_real) == sizeof(float) ? 1e30 : 1e200}) {
        points bad = end;
        bad[7].y = flr_real(x);
        ask(m, bad, m, bad, nullptr, FLR_NOT_FINITE, "not finite");
        ask(m, end, m, bad, nullptr, FLR_NOT_FINITE, "second not finite");
    }
    for (flr_toi3_options o : {flr_toi3_options{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}, {flr_real(NAN), 0, 0}})
        ask(m, end, m, end, &o, FLR_INVALID_ARGUMENT, "options");
    // at rest, each with a finite square of its diagonal, but so far apart that both together have none
    const double size = real_choose(1e150, 1e15), far = real_choose(1.2e154, 1.5e19);
    const soup large = scaled(s, size, size, size);
    auto left = make_mesh(moved(large, -far, 0, 0)), right = make_mesh(moved(large, far, 0, 0));
    const flr_mesh3 *x = left.get(), *y = right.get();
    flr_vertex_toi3_meeting none;
    t.expect(flr_vertex_toi3_mesh_mesh_all(x, nullptr, y, nullptr, nullptr, nullptr, count_calls, &calls) ==
                     FLR_NOT_FINITE &&
                 flr_vertex_toi3_mesh_mesh_first(x, nullptr, y, nullptr, nullptr, nullptr, &none) ==
                     FLR_NOT_FINITE &&
                 calls == 0,
             "at rest, too far apart");
    t.expect(flr_vertex_toi3_mesh_self_first(x, nullptr, nullptr, nullptr, &none) == FLR_OK,
             "at rest, alone");
    flr_real heights[4] = {0, 0, 0, 0};
    flr_heights3_input in = {};
    in.heights = heights, in.columns = in.rows = 2, in.spacing_x = in.spacing_y = 1;
    flr_mesh3 *grid = nullptr;
    must(flr_mesh3_create_heights(&in, nullptr, &grid), "heights");
    ask(grid, end, m, end, nullptr, FLR_INVALID_ARGUMENT, "a grid");
    ask(m, end, grid, end, nullptr, FLR_INVALID_ARGUMENT, "a grid");
    flr_mesh3_destroy(grid);
    t.expect(flr_vertex_toi3_mesh_self_all(m, numbers(end), nullptr, nullptr, nullptr, nullptr) ==
                     FLR_INVALID_ARGUMENT &&
                 flr_vertex_toi3_mesh_mesh_all(m, numbers(end), m, nullptr, nullptr, nullptr, nullptr,
                                               nullptr) == FLR_INVALID_ARGUMENT &&
                 flr_vertex_toi3_mesh_self_first(m, numbers(end), nullptr, nullptr, nullptr) ==
                     FLR_INVALID_ARGUMENT &&
                 flr_vertex_toi3_mesh_mesh_first(m, numbers(end), m, nullptr, nullptr, nullptr, nullptr) ==
                     FLR_INVALID_ARGUMENT,
             "no place for the answer");
}

void stops_and_memory(tally &t)
{
    soup s = half_folded(cloth(6));
    random_source r{7};
    points end = folded(r, cloth(6), 0.1);
    deforming d(s, end);
    auto mesh = make_mesh(s, 0);
    const flr_mesh3 *m = mesh.get();
    collected once;
    once.a = once.b = &d;
    once.stop_after = 3;
    t.expect(flr_vertex_toi3_mesh_self_all(m, numbers(end), nullptr, nullptr, collect, &once) == FLR_OK &&
                 once.calls == 3,
             "%ld calls after a stop at 3", once.calls);
    for (bool self : {true, false})
        for (long k = 0;; ++k) {
            ledger l;
            l.fail_at = k;
            flr_allocator a = l.allocator();
            long calls = 0;
            flr_status got =
                self ? flr_vertex_toi3_mesh_self_all(m, numbers(end), nullptr, &a, count_calls, &calls)
                     : flr_vertex_toi3_mesh_mesh_all(m, numbers(end), m, numbers(end), nullptr, &a,
                                                     count_calls, &calls);
            t.expect(l.bytes == 0 && l.out.empty() && !l.mismatch, "request %ld: memory is lost", k);
            if (l.requests <= k) {
                t.expect(got == FLR_OK && k > 0 && calls > 0, "all granted: %s", flr_status_string(got));
                std::printf("  %.0f bytes a triangle\n", double(l.most) / double(s.t.size()));
                break;
            }
            t.expect(got == FLR_OUT_OF_MEMORY && calls == 0, "request %ld: %s", k, flr_status_string(got));
        }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(soups), FEELER_TEST(surfaces), FEELER_TEST(degenerate), FEELER_TEST(sizes),
             FEELER_TEST(translations), FEELER_TEST(errors), FEELER_TEST(stops_and_memory))

}  // namespace TEST_FILE
