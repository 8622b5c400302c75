// needs: gmp
/// The expanding polytope that is shown, of shapes with whole coordinates, where all of it can be judged in whole numbers: each step
/// against what the polytope has to be, the next one, and the exact depth.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <set>
#include <vector>

#include "feeler/trace.h"
#include "support/cmocka.hpp"
#include "support/minkowski3.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using spot = std::array<long, 3>;
using face = std::array<uint32_t, 3>;
using edge = std::pair<uint32_t, uint32_t>;

struct step {
    std::vector<flr_minkowski3_point> vertices;
    std::vector<face> faces;
    std::vector<bool> seen;
    std::set<edge> horizon;
    size_t horizon_count;
    flr_epa3_step is;
};

void keep(void *user, const flr_epa3_step *s)
{
    step k;
    k.vertices.assign(s->vertices, s->vertices + s->vertex_count);
    for (uint32_t i = 0; i < s->face_count; ++i) {
        k.faces.push_back({s->faces[i][0], s->faces[i][1], s->faces[i][2]});
        k.seen.push_back(s->seen[i]);
    }
    for (uint32_t i = 0; i < s->horizon_count; ++i) k.horizon.insert({s->horizon[i][0], s->horizon[i][1]});
    k.horizon_count = s->horizon_count;
    k.is = *s;
    static_cast<std::vector<step> *>(user)->push_back(k);
}

spot whole(flr_vec3 p)
{
    return {std::lround(double(p.x)), std::lround(double(p.y)), std::lround(double(p.z))};
}
spot sub(const spot &a, const spot &b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
long dot(const spot &a, const spot &b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
spot cross(const spot &a, const spot &b)
{
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// The side of a face on which p lies, above 0 outside; the height of its plane over the origin.
long side(const step &s, const face &f, const spot &p)
{
    const spot a = whole(s.vertices[f[0]].difference), b = whole(s.vertices[f[1]].difference),
               c = whole(s.vertices[f[2]].difference);
    return dot(cross(sub(b, a), sub(c, a)), sub(p, a));
}

double height(const step &s, const face &f)
{
    const spot a = whole(s.vertices[f[0]].difference), b = whole(s.vertices[f[1]].difference),
               c = whole(s.vertices[f[2]].difference), n = cross(sub(b, a), sub(c, a));
    return double(dot(n, a)) / std::sqrt(double(dot(n, n)));
}

/// A polytope around the origin: convex, closed, its faces not degenerate.
void judge_polytope(tally &t, const step &s)
{
    std::set<edge> edges;
    for (const face &f : s.faces) {
        for (size_t k = 0; k < 3; ++k) edges.insert({f[k], f[(k + 1) % 3]});
        for (const flr_minkowski3_point &v : s.vertices)
            t.expect(side(s, f, whole(v.difference)) <= 0, "a vertex lies outside of a face");
        t.expect(side(s, f, {0, 0, 0}) <= 0, "the origin lies outside of a face");
    }
    t.expect(edges.size() == 3 * s.faces.size(), "an edge has two faces on one side");
    for (const edge &e : edges) t.expect(edges.count({e.second, e.first}) == 1, "an edge has one face");
}

/// The faces that go, the rim around them, and what comes after.
void judge_growth(tally &t, const step &s, const step *next)
{
    std::set<edge> rim, all;
    std::set<face> left;
    for (size_t i = 0; i < s.faces.size(); ++i) {
        const face &f = s.faces[i];
        // measured from a middle that is not whole, a point in the plane of a face may round to either side of it
        const long at = side(s, f, whole(s.is.support.difference));
        const bool sees = s.seen[i];
        t.expect(at == 0 || sees == (at > 0), "face %zu: seen %d, side %ld", i, int(sees), at);
        if (!sees) left.insert(f);
        for (size_t k = 0; k < 3 && sees; ++k) all.insert({f[k], f[(k + 1) % 3]});
    }
    for (const edge &e : all)
        if (!all.count({e.second, e.first})) rim.insert(e);
    t.expect(rim == s.horizon && s.horizon_count == rim.size(), "the horizon has %zu edges, found %zu",
             rim.size(), s.horizon_count);
    if (!t.expect(next != nullptr, "it goes on, but no step comes")) return;
    const uint32_t added = uint32_t(s.vertices.size());
    t.expect(next->vertices.size() == added + 1 &&
                 whole(next->vertices[added].difference) == whole(s.is.support.difference),
             "the new point is not the next vertex");
    std::set<face> after;
    for (face f : next->faces) {
        if (std::find(f.begin(), f.end(), added) == f.end()) {
            t.expect(left.count(f) == 1, "a face has come that is not one of the new vertex");
            left.erase(f);
            continue;
        }
        while (f[0] != added) std::rotate(f.begin(), f.begin() + 1, f.end());
        t.expect(rim.count({f[1], f[2]}) == 1, "a new face is not on the horizon");
        rim.erase({f[1], f[2]});
    }
    t.expect(left.empty() && rim.empty(), "%zu faces are lost, %zu edges stay open", left.size(), rim.size());
}

double most_along(const minkowski3::corner_list &a, const minkowski3::corner_list &b, flr_vec3 n)
{
    return -minkowski3::separation(a, b, n);
}

struct counts {
    int asked = 0, deep = 0, flat = 0, met = 0, confirmed = 0;
    long steps = 0;
};

void judge(tally &t, const flr_convex3 &a, const flr_convex3 &b, counts &n)
{
    std::vector<step> steps;
    flr_gjk3 r, alone;
    const double near = real_choose(1e-13, 1e-5);
    const flr_status status = flr_trace3_epa(&a, &b, keep, &steps, &r);
    if (!t.expect(status == FLR_OK && flr_trace3_epa(&a, &b, nullptr, nullptr, &alone) == FLR_OK,
                  "no answer"))
        return;
    const minkowski3::corner_list ca = minkowski3::corners(a), cb = minkowski3::corners(b);
    const double exact = minkowski3::signed_distance(ca, cb).get_d();
    const flr_gjk3 ordinary = flr_signed_distance3_convex_convex(&a, &b);
    t.expect(std::fabs(double(r.signed_distance) - exact) <= near, "%.17g, exactly %.17g",
             double(r.signed_distance), exact);
    t.expect(std::fabs(double(r.signed_distance - ordinary.signed_distance)) <= near,
             "the ordinary call has %.17g", double(ordinary.signed_distance));
    t.expect(alone.signed_distance == r.signed_distance, "another answer where nobody listens");
    n.asked++;
    n.steps += long(steps.size());
    t.expect((exact > 0) == steps.empty(), "%zu steps at %g", steps.size(), exact);
    for (size_t i = 0; i < steps.size(); ++i) {
        const step &s = steps[i];
        const bool last = i + 1 == steps.size();
        t.expect((s.is.end == FLR_EPA_GOES_ON || s.is.end == FLR_EPA_TURNED) == !last, "step %zu: end %d", i,
                 int(s.is.end));
        for (const flr_minkowski3_point &v : s.vertices) {
            t.expect(sub(whole(v.a), whole(v.b)) == whole(v.difference), "a vertex is no difference");
            if (t.expect(v.vertex_a < ca.size() && v.vertex_b < cb.size(), "a vertex without corners"))
                for (size_t k = 0; k < 3; ++k)
                    t.expect(ca[v.vertex_a][k] == int(whole(v.a)[k]) &&
                                 cb[v.vertex_b][k] == int(whole(v.b)[k]),
                             "not the corner of that number");
        }
        if (s.faces.empty()) {
            t.expect(last && s.is.end == FLR_EPA_FLAT && exact == 0, "no faces");
            n.flat++;
            continue;
        }
        judge_polytope(t, s);
        double least = INFINITY;
        for (const face &f : s.faces) least = std::fmin(least, height(s, f));
        t.expect(std::fabs(height(s, s.faces[s.is.nearest]) - least) <= near &&
                     std::fabs(double(s.is.distance) - least) <= near && s.is.lower == s.is.distance,
                 "the nearest face is at %.17g, told %.17g", least, double(s.is.distance));
        const double reach = most_along(ca, cb, s.is.normal);
        t.expect(std::fabs(double(s.is.reach) - reach) <= near,
                 "the support point is at %.17g, exactly %.17g", double(s.is.reach), reach);
        t.expect(std::fabs(double(flr_dot3(s.is.normal, s.is.support.difference)) - reach) <= near,
                 "support point");
        t.expect(double(s.is.lower) <= -exact + near && double(s.is.upper) >= -exact - near,
                 "the depth %.17g is not between %.17g and %.17g", -exact, double(s.is.lower),
                 double(s.is.upper));
        if (s.is.end == FLR_EPA_GOES_ON) judge_growth(t, s, last ? nullptr : &steps[i + 1]);
        n.met += s.is.end == FLR_EPA_MET;
        n.confirmed += s.is.end == FLR_EPA_CONFIRMED;
    }
    n.deep += exact < 0;
}

using hull3 = std::shared_ptr<flr_hull3>;

hull3 random_hull(random_source &r, int reach, int at)
{
    std::vector<flr_vec3> points;
    const int count = r.whole(4, 12);
    const flr_vec3 from = r.lattice_point(-at, at);
    for (int i = 0; i < count; ++i) points.push_back(flr_add3(from, r.lattice_point(-reach, reach)));
    flr_hull3 *made = nullptr;
    flr_hull3_create(points.data(), points.size(), nullptr, nullptr, &made);
    return hull3(made, flr_hull3_destroy);
}

flr_convex3 random_shape(random_source &r, const hull3 &h)
{
    const flr_mat3 upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const flr_vec3 p = r.lattice_point(-3, 3), q = r.lattice_point(-6, 6), s = r.lattice_point(-6, 6),
                   u = r.lattice_point(-6, 6);
    const flr_box3 box = {p, upright, {flr_real(r.whole(1, 4)), 2, 3}};
    const flr_tetrahedron tetrahedron = {p, q, s, u};
    const flr_triangle3 triangle = {p, q, s};
    switch (r.whole(0, 4)) {
    case 0:
        return flr_convex3_box(&box);
    case 1:
        return flr_convex3_tetrahedron(&tetrahedron);
    case 2:
        return flr_convex3_triangle(&triangle);
    default:
        return flr_convex3_hull(h.get(), upright, flr_vec3_make(0, 0, 0), 0);
    }
}

void lattice(tally &t)
{
    random_source r{61};
    counts n;
    for (int i = 0; i < scenes(1200); ++i) {
        const hull3 g = random_hull(r, 5, 3), h = random_hull(r, 5, 6);
        const flr_convex3 a = random_shape(r, g), b = random_shape(r, h);
        judge(t, a, b, n);
    }
    std::printf("  %d pairs, %d deep, %d flat, %ld steps; %d met, %d confirmed\n", n.asked, n.deep, n.flat,
                n.steps, n.met, n.confirmed);
    t.expect(n.deep * 10 > n.asked * 3 && n.deep * 10 < n.asked * 7, "%d of %d deep", n.deep, n.asked);
    t.expect(n.steps > 3 * n.deep && n.met + n.confirmed >= n.deep, "%ld steps", n.steps);
}

/// Balls, by a user's function, and capsules: the radii are left out of the steps.
void round(tally &t)
{
    const flr_capsule3 c = {{-1, 0, 0}, {1, 0, 0}, flr_real(0.5)},
                       d = {{0, -1, 0}, {0, 2, 0}, flr_real(0.25)};
    const flr_aabb3 box = {{-1, -1, -1}, {1, 1, 1}};
    const flr_cylinder cylinder = {{0, 0, 0}, {0, 0, 2}, 1};
    const flr_convex3 a = flr_convex3_capsule(&c), b = flr_convex3_capsule(&d), e = flr_convex3_aabb(&box),
                      f = flr_convex3_cylinder(&cylinder);
    std::vector<step> steps;
    flr_gjk3 r;
    t.expect(flr_trace3_epa(&a, &b, keep, &steps, &r) == FLR_OK &&
                 std::fabs(double(r.signed_distance) + 0.75) < 1e-6,
             "crossed capsules: %g", double(r.signed_distance));
    t.expect(steps.size() == 1 && steps[0].is.end == FLR_EPA_FLAT, "%zu steps", steps.size());
    steps.clear();
    t.expect(flr_trace3_epa(&a, &e, keep, &steps, &r) == FLR_OK &&
                 std::fabs(double(r.signed_distance) + 1.5) < 1e-6,
             "capsule in a box: %g", double(r.signed_distance));
    t.expect(!steps.empty() && std::fabs(double(steps.back().is.upper) - 1) < 1e-6, "%zu steps",
             steps.size());
    steps.clear();
    t.expect(flr_trace3_epa(&f, &e, keep, &steps, &r) == FLR_OK &&
                 std::fabs(double(r.signed_distance) + 1) < 1e-6,
             "cylinder in a box: %g", double(r.signed_distance));
    t.expect(!steps.empty() && steps[0].vertices[0].vertex_a == FLR_HULL_NONE, "a corner of a cylinder");
    t.expect(flr_trace3_epa(nullptr, &a, nullptr, nullptr, &r) == FLR_INVALID_ARGUMENT, "null");
    flr_convex3 no = e;
    no.center.x = flr_real(NAN);
    t.expect(flr_trace3_epa(&no, &e, nullptr, nullptr, &r) == FLR_NOT_FINITE, "no number");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(lattice), FEELER_TEST(round))

}  // namespace TEST_FILE
