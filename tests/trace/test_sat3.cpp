// needs: gmp
/// The separating axes that are shown, in space: each against the corners of both shapes without rounding, all together against what they
/// have to be, and the end against the ordinary calls.
#include <cmath>
#include <memory>
#include <vector>

#include "feeler/contact3.h"
#include "feeler/overlap3.h"
#include "feeler/trace.h"
#include "support/cmocka.hpp"
#include "support/minkowski3.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

const double rounding = real_is_float ? 0x1p-24 : 0x1p-53;

using minkowski3::corner_list;
using minkowski3::rational_point;

void keep(void *user, const flr_sat3_axis *axis)
{
    static_cast<std::vector<flr_sat3_axis> *>(user)->push_back(*axis);
}

big_rational along(const rational_point &p, const rational_point &n)
{
    return p[0] * n[0] + p[1] * n[1] + p[2] * n[2];
}

/// The gap between all corners along n, whatever its length.
double gap(const corner_list &a, const corner_list &b, flr_vec3 axis)
{
    const rational_point n = minkowski3::rational(axis);
    big_rational most = along(a[0], n), least = along(b[0], n);
    for (const rational_point &p : a)
        if (along(p, n) > most) most = along(p, n);
    for (const rational_point &p : b)
        if (along(p, n) < least) least = along(p, n);
    return big_rational(least - most).get_d() / std::sqrt(along(n, n).get_d());
}

/// The sine of what an axis and an edge lack to be perpendicular.
double lean(const corner_list &c, const uint32_t edge[2], flr_vec3 axis)
{
    rational_point way;
    for (size_t i = 0; i < 3; ++i) way[i] = c[edge[1]][i] - c[edge[0]][i];
    const rational_point n = minkowski3::rational(axis);
    return std::fabs(along(way, n).get_d()) / std::sqrt(along(way, way).get_d());
}

struct counts {
    int asked = 0, apart = 0, edges = 0;
};

/// One pair; what it told is in `axes`.
bool judge(tally &t, const flr_convex3 &a, const flr_convex3 &b, const flr_separation3 &ordinary,
           std::vector<flr_sat3_axis> &axes, counts &n)
{
    flr_sat3_answer r;
    axes.clear();
    if (!t.expect(flr_trace3_sat(&a, &b, 0, keep, &axes, &r) == FLR_OK, "no answer")) return false;
    const corner_list ca = minkowski3::corners(a), cb = minkowski3::corners(b);
    const double size = minkowski3::extent(ca, cb), near = 16 * rounding * size;
    t.expect(r.count == axes.size() && r.chosen < r.count, "%u told, %zu heard", r.count, axes.size());
    t.expect(r.separation == ordinary.separation && r.axis.x == ordinary.axis.x &&
                 r.axis.y == ordinary.axis.y && r.axis.z == ordinary.axis.z,
             "%.17g, by the ordinary call %.17g", double(r.separation), double(ordinary.separation));
    double most = -INFINITY;
    uint32_t last = 0;
    for (const flr_sat3_axis &x : axes) {
        const double exact = gap(ca, cb, x.axis);
        // of edges at a small angle the axis is the less exact
        t.expect(std::fabs(double(x.separation) - exact) <= near, "axis: %.17g for %.17g",
                 double(x.separation), exact);
        const flr_vec3 way = flr_sub3(x.point_b, x.point_a);
        t.expect(std::fabs(double(flr_dot3(way, x.axis)) - exact) <= 4 * near, "points: %.17g for %.17g",
                 double(flr_dot3(way, x.axis)), exact);
        if (x.better) last = uint32_t(&x - axes.data());
        if (x.kind == FLR_SAT_EDGES) {
            t.expect(x.edge_a[0] < ca.size() && x.edge_a[1] < ca.size() && x.edge_b[0] < cb.size() &&
                         x.edge_b[1] < cb.size() && x.face == FLR_HULL_NONE,
                     "edges without corners");
            t.expect(lean(ca, x.edge_a, x.axis) < (real_is_float ? 1e-2 : 1e-9) &&
                         lean(cb, x.edge_b, x.axis) < (real_is_float ? 1e-2 : 1e-9),
                     "not perpendicular to its edges");
        }
        most = std::fmax(most, double(x.separation));
    }
    t.expect(last == r.chosen, "axis %u is the last better one, %u chosen", last, r.chosen);
    t.expect(double(r.separation) >= most - (real_is_float ? 2e-6 : 1e-12) * size,
             "%.17g is not the most: %.17g", double(r.separation), most);
    n.asked++;
    n.apart += r.separation > 0;
    n.edges += axes[r.chosen].kind == FLR_SAT_EDGES;
    return true;
}

flr_box3 random_box(random_source &r, double reach)
{
    flr_affine3 pose = random_rotation(r);
    if (r.whole(0, 3) == 0) pose = signed_permutations()[size_t(r.whole(0, 47))];
    const flr_vec3 center = r.point(-reach, reach), half = r.point(0.25, 1.5);
    return {center, pose.linear, half};
}

void boxes(tally &t)
{
    random_source r{41};
    counts n;
    std::vector<flr_sat3_axis> axes;
    for (int i = 0; i < scenes(600); ++i) {
        const flr_box3 a = random_box(r, 1), b = random_box(r, 2);
        const flr_convex3 c = flr_convex3_box(&a), d = flr_convex3_box(&b);
        if (!judge(t, c, d, flr_separation3_box_box(&a, &b), axes, n)) return;
        const flr_vec3 of_a[3] = {a.axes.x, a.axes.y, a.axes.z}, of_b[3] = {b.axes.x, b.axes.y, b.axes.z};
        t.expect(axes.size() >= 6 && axes.size() <= 15, "%zu axes", axes.size());
        for (uint32_t k = 0; k < 6 && k < axes.size(); ++k) {
            const flr_sat3_axis &x = axes[k];
            const double one = std::fabs(double(flr_dot3(x.axis, k < 3 ? of_a[k] : of_b[k - 3])));
            t.expect(x.kind == (k < 3 ? FLR_SAT_FACE_A : FLR_SAT_FACE_B) && x.face == k % 3,
                     "axis %u: face %u", k, x.face);
            t.expect(std::fabs(one - 1) < 16 * rounding, "axis %u is not that of its face", k);
        }
        for (size_t k = 6; k < axes.size(); ++k) t.expect(axes[k].kind == FLR_SAT_EDGES, "not edges");
    }
    t.expect(n.apart * 10 > n.asked * 3 && n.apart * 10 < n.asked * 7, "%d of %d apart", n.apart, n.asked);
    t.expect(n.edges * 20 > n.asked, "edges in %d of %d", n.edges, n.asked);
}

using hull3 = std::shared_ptr<flr_hull3>;

/// Points of a lattice, some of them in one plane.
hull3 random_hull(random_source &r, int reach)
{
    std::vector<flr_vec3> points;
    const int count = r.whole(4, 9), x = r.whole(-reach, reach), y = r.whole(-reach, reach);
    const bool flat = r.whole(0, 4) == 0;
    while (true) {
        points.clear();
        for (int i = 0; i < count; ++i) {
            flr_vec3 p = flr_add3(r.lattice_point(-3, 3), flr_vec3_make(flr_real(x), flr_real(y), 0));
            if (flat) p.z = flr_real(1);
            points.push_back(p);
        }
        flr_hull3 *made = nullptr;
        if (flr_hull3_create(points.data(), points.size(), nullptr, nullptr, &made) != FLR_OK) continue;
        const hull3 h(made, flr_hull3_destroy);
        if (flr_hull3_get_info(h.get()).dimension == (flat ? 2 : 3)) return h;
    }
}

void hulls(tally &t)
{
    random_source r{42};
    counts n;
    std::vector<flr_sat3_axis> axes;
    for (int i = 0; i < scenes(400); ++i) {
        const hull3 g = random_hull(r, 1), h = random_hull(r, 4);
        const flr_mat3 turn_a = random_rotation(r).linear, turn_b = random_rotation(r).linear;
        const flr_vec3 at = r.point(-1, 1);
        const flr_convex3 a = flr_convex3_hull(g.get(), turn_a, at, 0),
                          b = flr_convex3_hull(h.get(), turn_b, flr_vec3_make(0, 0, 0), 0);
        flr_separation3 ordinary;
        if (!t.expect(flr_separation3_hull_hull(&a, &b, &ordinary) == FLR_OK, "no ordinary answer")) return;
        if (!judge(t, a, b, ordinary, axes, n)) return;
        // each face once, in its order
        uint32_t faces[2] = {0, 0};
        for (const flr_sat3_axis &x : axes)
            if (x.face != FLR_HULL_NONE)
                t.expect(x.face == faces[x.kind == FLR_SAT_FACE_B]++, "face %u out of order", x.face);
        t.expect(faces[0] == flr_hull3_get_info(g.get()).face_count &&
                     faces[1] == flr_hull3_get_info(h.get()).face_count,
                 "%u and %u faces", faces[0], faces[1]);
    }
    t.expect(n.apart * 10 > n.asked * 3 && n.apart * 10 < n.asked * 7, "%d of %d apart", n.apart, n.asked);
    t.expect(n.edges * 20 > n.asked, "edges in %d of %d", n.edges, n.asked);
}

/// With a bias the axis is that of the manifold.
void bias(tally &t)
{
    random_source r{43};
    int met = 0, moved = 0;
    for (int i = 0; i < scenes(2000); ++i) {
        const flr_box3 a = random_box(r, 1), b = random_box(r, 1);
        const flr_convex3 c = flr_convex3_box(&a), d = flr_convex3_box(&b);
        const flr_real bias = flr_real(r.between(0, 0.5));
        flr_contact3_options options = {0, bias, nullptr};
        flr_manifold3 m = {};
        flr_sat3_answer with, without;
        if (!t.expect(flr_contact3_box_box(&a, &b, &options, &m) == FLR_OK, "no manifold")) return;
        t.expect(flr_trace3_sat(&c, &d, bias, nullptr, nullptr, &with) == FLR_OK, "no answer");
        t.expect(flr_trace3_sat(&c, &d, 0, nullptr, nullptr, &without) == FLR_OK, "no answer");
        if (m.count == 0) continue;
        met++;
        moved += with.chosen != without.chosen;
        if (flr_dot3(m.normal, with.axis) > flr_real(1 - 1e-5)) continue;
        // nearly equal axes, or nearly as much better as the bias, may go either way
        const double other = gap(minkowski3::corners(c), minkowski3::corners(d), m.normal),
                     lead = std::fabs(other - double(with.separation));
        t.expect(std::fmin(lead, std::fabs(lead - double(bias))) < real_choose(1e-11, 5e-5),
                 "the manifold's normal has %g, the axis %g", other, double(with.separation));
    }
    t.expect(met > 500 / 4 && moved * 20 > met, "%d met, %d moved by the bias", met, moved);
}

void wrong(tally &t)
{
    const flr_box3 box = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}};
    const flr_sphere ball = {{0, 0, 0}, 1};
    flr_convex3 a = flr_convex3_box(&box), b = flr_convex3_sphere(&ball);
    flr_sat3_answer r;
    t.expect(flr_trace3_sat(nullptr, &a, 0, nullptr, nullptr, &r) == FLR_INVALID_ARGUMENT, "null");
    t.expect(flr_trace3_sat(&a, &a, 0, nullptr, nullptr, nullptr) == FLR_INVALID_ARGUMENT, "null result");
    t.expect(flr_trace3_sat(&a, &b, 0, nullptr, nullptr, &r) == FLR_INVALID_ARGUMENT, "a sphere");
    t.expect(flr_trace3_sat(&a, &a, -1, nullptr, nullptr, &r) == FLR_INVALID_ARGUMENT, "a bias below 0");
    b = a;
    b.radius = 1;
    t.expect(flr_trace3_sat(&a, &b, 0, nullptr, nullptr, &r) == FLR_INVALID_ARGUMENT, "a radius");
    b = a;
    b.center.x = flr_real(NAN);
    t.expect(flr_trace3_sat(&a, &b, 0, nullptr, nullptr, &r) == FLR_NOT_FINITE, "no number");
    t.expect(flr_trace3_sat(&a, &a, 0, nullptr, nullptr, &r) == FLR_OK && r.separation == -2 &&
                 r.count == 12 && r.edge_pairs == 9,
             "a box with itself: %g of %u axes", double(r.separation), r.count);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(boxes), FEELER_TEST(hulls), FEELER_TEST(bias), FEELER_TEST(wrong))

}  // namespace TEST_FILE
