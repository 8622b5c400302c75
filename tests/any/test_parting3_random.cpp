// The shortest way apart where one shape is not convex, against its definition: many translations sampled, each judged by
// exact overlaps of triangles that the test itself knows the shapes by; and under rigid motions, scales, far away.
#include "any/any3_stock.hpp"
#include "feeler/overlap3.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{

using namespace any3;

namespace
{

/// A shape with the triangles it is made of.
struct made {
    held shape;
    std::vector<flr_triangle3> parts;
};

made polygon(const std::vector<flr_vec3> &v, const std::vector<std::array<int, 3>> &parts)
{
    made m;
    m.shape = of_kind(FLR_SHAPE3_POLYGON);
    m.shape.points = std::make_shared<std::vector<flr_vec3>>(v);
    m.shape.shape.as.polygon = {m.shape.points->data(), m.shape.points->size()};
    for (auto &p : parts) m.parts.push_back({v[size_t(p[0])], v[size_t(p[1])], v[size_t(p[2])]});
    return m;
}

/// An L with arms of random widths, in a random plane.
made random_l(random_source &r, flr_vec3 c)
{
    flr_mat3 m = axes(r);
    double w = r.between(0.1, 0.6), h = r.between(0.1, 0.6);
    const double l[6][2] = {{0, 0}, {1, 0}, {1, h}, {w, h}, {w, 1}, {0, 1}};
    std::vector<flr_vec3> v;
    for (auto &p : l)
        v.push_back(flr_add3(
            c, flr_add3(flr_scale3(flr_real(p[0] - 0.3), m.x), flr_scale3(flr_real(p[1] - 0.3), m.y))));
    return polygon(v, {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}});
}

made random_triangle(random_source &r, flr_vec3 c)
{
    made m;
    m.shape = of_kind(FLR_SHAPE3_TRIANGLE);
    flr_vec3 p = flr_add3(c, r.point(-1, 1)), q = flr_add3(c, r.point(-1, 1)),
             s = flr_add3(c, r.point(-1, 1));
    m.parts.push_back({p, q, s});
    m.shape.shape.as.triangle = m.parts[0];
    return m;
}

/// The surface of a tetrahedron, a face of it left out.
made random_shell(random_source &r, flr_vec3 c)
{
    soup s;
    for (int i = 0; i < 4; ++i) s.v.push_back(flr_add3(c, r.point(-1, 1)));
    s.t = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}};
    made m;
    m.shape = mesh(s, false);
    for (auto &t : s.t) m.parts.push_back({s.v[t[0]], s.v[t[1]], s.v[t[2]]});
    return m;
}

made random_made(random_source &r, int kind, flr_vec3 c)
{
    return kind == 0 ? random_l(r, c) : kind == 1 ? random_triangle(r, c) : random_shell(r, c);
}

bool meets(const made &a, const made &b, flr_vec3 v)
{
    for (auto &x : a.parts)
        for (auto &y : b.parts) {
            flr_triangle3 z = {flr_add3(y.a, v), flr_add3(y.b, v), flr_add3(y.c, v)};
            if (flr_overlap3_triangle_triangle(&x, &z)) return true;
        }
    return false;
}

/// How deep is the deepest pair of triangles still in?
double deepest_pair(const made &a, const made &b, flr_vec3 v)
{
    double most = 0;
    for (auto &x : a.parts)
        for (auto &y : b.parts) {
            flr_triangle3 z = {flr_add3(y.a, v), flr_add3(y.b, v), flr_add3(y.c, v)};
            flr_convex3 p = flr_convex3_triangle(&x), q = flr_convex3_triangle(&z);
            most = std::fmax(most, -double(flr_signed_distance3_convex_convex(&p, &q).signed_distance));
        }
    return most;
}

const double fine = real_choose(1e-6, 1e-3);
/// What may be left of an overlap after the way out.
const double left = real_choose(1e-9, 2e-4);

void by_sampling(tally &t)
{
    random_source r{21};
    int all = 0, met = 0, proved = 0;
    double worst = 0;
    for (int k = 0; k < scenes(240); ++k) {
        made a = random_made(r, k % 3 == 1 ? 2 : 0, vec(0, 0, 0)),
             b = random_made(r, k / 3 % 3, r.point(-0.25, 0.25));
        ++all;
        if (!meets(a, b, vec(0, 0, 0))) continue;
        ++met;
        flr_signed_distance3_result s{};
        flr_status status = flr_signed_distance3(&a.shape.shape, &b.shape.shape, &s);
        t.expect(status == FLR_OK || status == FLR_NOT_CONVERGED, "%d: %s", k, flr_status_string(status));
        proved += status == FLR_OK;
        double depth = -double(s.signed_distance);
        // not by a step along the normal: that leads on into what is touched on other sides
        double deepest = deepest_pair(a, b, flr_scale3(flr_real(depth), s.normal));
        t.expect(deepest < left, "%d: still %g deep after %.17g", k, deepest, depth);
        worst = std::fmax(worst, deepest);
        if (depth > 4 * fine)
            t.expect(meets(a, b, flr_scale3(flr_real(depth - fine), s.normal)), "%d: parted before %.17g", k,
                     depth);
        const double least =
            status == FLR_OK ? depth : -double(s.upper);  // no shorter way is known to part them
        for (int i = 0; i < 300; ++i) {
            flr_vec3 u = r.point(-1, 1);
            const double one = r.unit(), two = r.unit();
            double l = length(u), far = least * (0.998 - 0.3 * one * two);
            if (!(l > 0.1) || l > 1) continue;
            t.expect(meets(a, b, flr_scale3(flr_real(far / l), u)), "%d: %s, but parted by %g of %g", k,
                     flr_status_string(status), far, least);
        }
    }
    std::printf("  %d of %d met, %d proved, at most %g deep after the way out\n", met, all, proved, worst);
    expect_pinned(t, "depth left after the way out", worst, real_choose(6e-15, left));
    t.expect(10 * met > 3 * all && 10 * met < 7 * all, "%d of %d met", met, all);
    t.expect(10 * proved > 7 * met, "%d of %d proved", proved, met);
}

/// A segment and a solid box: it is out when it misses the box, by slabs.
bool in_box(flr_vec3 a, flr_vec3 b)
{
    double low = 0, high = 1;
    const double p[3] = {double(a.x), double(a.y), double(a.z)},
                 q[3] = {double(b.x), double(b.y), double(b.z)};
    for (int k = 0; k < 3; ++k) {
        double d = q[k] - p[k];
        if (d == 0 && std::fabs(p[k]) > 1) return false;
        if (d == 0) continue;
        double x = (-1 - p[k]) / d, y = (1 - p[k]) / d;
        low = std::fmax(low, std::fmin(x, y));
        high = std::fmin(high, std::fmax(x, y));
    }
    return low <= high;
}

void in_a_solid(tally &t)
{
    random_source r{22};
    held solid = mesh(box(vec(-1, -1, -1), vec(1, 1, 1)), true);
    int met = 0, all = 0, proved = 0;
    for (int k = 0; k < scenes(80); ++k) {
        flr_vec3 p = r.point(-1.5, 1.5), q = flr_add3(p, r.point(-0.9, 0.9));
        ++all;
        if (!in_box(p, q)) continue;
        ++met;
        held bar = of_kind(FLR_SHAPE3_SEGMENT);
        bar.shape.as.segment = {p, q};
        flr_signed_distance3_result s{};
        proved += flr_signed_distance3(&solid.shape, &bar.shape, &s) == FLR_OK;
        auto after = [&](flr_vec3 v) { return in_box(flr_add3(p, v), flr_add3(q, v)); };
        double depth = -double(s.signed_distance);
        t.expect(!after(flr_scale3(flr_real(depth + fine), s.normal)), "%d: not parted by %.17g", k, depth);
        for (int i = 0; i < 300; ++i) {
            flr_vec3 u = r.point(-1, 1);
            flr_vec3 v = flr_scale3(flr_real(0.998 * depth / std::fmax(1, length(u))), u);
            t.expect(after(v), "%d: parted by less than %g", k, depth);
        }
    }
    t.expect(10 * met > 3 * all && 10 * met < 8 * all && 10 * proved > 9 * met, "%d of %d met, %d proved",
             met, all, proved);
}

/// The same pair turned, moved and scaled.
void under_motions(tally &t)
{
    random_source r{23};
    int met = 0;
    double worst = 0;
    for (int k = 0; k < scenes(600); ++k) {
        made a = random_l(r, vec(0, 0, 0)), b = random_made(r, k % 3, r.point(-0.25, 0.25));
        if (!meets(a, b, vec(0, 0, 0)) || k % 3 == 2) continue;
        ++met;
        flr_signed_distance3_result s{}, moved{};
        flr_status status = flr_signed_distance3(&a.shape.shape, &b.shape.shape, &s);
        flr_mat3 m = axes(r);
        const double scales[] = {1e-3, 1, 1e3}, far[] = {0, 10, 1e4};
        double scale = scales[k / 3 % 3], away = scale * far[k / 9 % 3];
        flr_vec3 d = vec(away, -away, away / 2);
        auto place = [&](const made &x) {
            made y = x;
            auto at = [&](flr_vec3 v) {
                return flr_add3(d, flr_scale3(flr_real(scale), flr_mat3_mul(m, v)));
            };
            if (x.shape.points) {
                y.shape.points = std::make_shared<std::vector<flr_vec3>>(*x.shape.points);
                for (auto &v : *y.shape.points) v = at(v);
                y.shape.shape.as.polygon.vertices = y.shape.points->data();
            } else {
                flr_triangle3 &f = y.shape.shape.as.triangle;
                f = {at(f.a), at(f.b), at(f.c)};
            }
            return y;
        };
        made x = place(a), y = place(b);
        flr_status other = flr_signed_distance3(&x.shape.shape, &y.shape.shape, &moved);
        double e =
            (sizeof(flr_real) == sizeof(double) ? 1e-10 : 2e-3) * scale * std::fmax(1, far[k / 9 % 3] / 100);
        if (status != FLR_OK || other != FLR_OK) continue;
        double off = std::fabs(double(s.signed_distance) * scale - double(moved.signed_distance)),
               allowed = std::fmax(e, -1e-3 * scale * double(s.signed_distance));
        t.expect(off < allowed, "%d: %.17g, moved %.17g", k, double(s.signed_distance) * scale,
                 double(moved.signed_distance));
        worst = std::fmax(worst, off / allowed);
    }
    t.expect(enough(met > 12), "only %d met", met);
    expect_pinned(t, "moved, of what is allowed", worst, real_choose(1.9e-07, 0.0045));
}

}  // namespace

FEELER_TESTS(FEELER_TEST(by_sampling), FEELER_TEST(in_a_solid), FEELER_TEST(under_motions))

}  // namespace TEST_FILE
