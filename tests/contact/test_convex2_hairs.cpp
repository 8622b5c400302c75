// needs: gmp
/// Convex polygons of the plane whose corners stand in convex order but for a hair: whole numbers, several corners in one place and many on a
/// side, each moved by a few roundings, so that edges between near corners may look anywhere. Distances, depths and contacts against the
/// definition, of three to 64 corners and of up to 400, in both orders, under poses, with radii and far from the origin.
#include <algorithm>
#include <cmath>
#include <utility>

#include "closest/minkowski2.hpp"
#include "feeler/contact2.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

flr_vec2 to(double x, double y) { return flr_vec2_make(flr_real(x), flr_real(y)); }

/// Its corners are held here.
struct core {
    std::vector<flr_vec2> corners;
    flr_convex2 convex;
};

/// Of four manners: none, roundings of 1, parts of ten of what is near them, whole roundings.
double hair(random_source &r, int manner)
{
    const double sign = r.whole(0, 1) ? 1 : -1;
    if (manner == 0) return 0;
    if (manner == 1) return sign * std::ldexp(real_epsilon, r.whole(-4, 2));
    if (manner == 2) return sign * r.unit() * std::pow(10, int(real_choose(-16, -8)) + r.whole(0, 3));
    return sign * r.whole(0, 3) * real_rounding;
}

struct spot {
    double x, y;
};

/// A convex polygon on a lattice, perhaps a segment or a point, or on an ellipse, perhaps a thin one.
std::vector<spot> outline(random_source &r)
{
    std::vector<spot> all;
    const bool lattice = r.whole(0, 2) != 0;
    const int count = r.whole(3, 9), most = r.whole(1, 4);
    const double from = r.between(0, 7), wide = r.between(0.3, 3),
                 tall = r.whole(0, 2) ? wide : wide * std::pow(10, -r.whole(0, 6));
    if (!lattice) {
        for (int i = 0; i < count; i++) {
            const double angle = from + 6.283185307179586 * i / count;
            all.push_back({wide * std::cos(angle), tall * std::sin(angle)});
        }
        return all;
    }
    minkowski2::points p;
    for (int i = 0; i < count; i++) {
        minkowski2::point q;
        q.x = r.whole(-most, most);
        q.y = r.whole(-most, most);
        p.push_back(q);
    }
    for (const minkowski2::point &q : minkowski2::hull(p)) all.push_back({q.x.get_d(), q.y.get_d()});
    return all;
}

/// The corners of an outline and more of them there and on its sides, each a hair off.
std::vector<flr_vec2> corners(random_source &r, int count)
{
    const std::vector<spot> at = outline(r);
    std::vector<std::vector<double>> on(at.size(), {0});
    for (int n = int(at.size()); n < count; n++) {
        const int side = r.whole(0, int(at.size()) - 1), where = r.whole(0, 3);
        const double share = r.unit();
        on[size_t(side)].push_back(where < 2 ? 0 : where == 2 ? std::floor(5 * share) / 4 : share);
    }
    const int manner = r.whole(0, 3);
    std::vector<flr_vec2> all;
    for (size_t i = 0; i < at.size(); i++) {
        const spot p = at[i], q = at[(i + 1) % at.size()];
        std::sort(on[i].begin(), on[i].end());
        for (double t : on[i]) {
            const double u = hair(r, manner), v = hair(r, manner);
            all.push_back(to(p.x + t * (q.x - p.x) + u, p.y + t * (q.y - p.y) + v));
        }
    }
    if (r.whole(0, 1)) std::reverse(all.begin(), all.end());
    std::rotate(all.begin(), all.begin() + r.whole(0, int(all.size()) - 1), all.end());
    return all;
}

flr_vec2 rotation(random_source &r)
{
    const flr_vec2 ways[6] = {to(1, 0), to(1, 0), to(0, 1), to(0.6, 0.8), to(-0.8, 0.6), to(-1, 0)};
    const int way = r.whole(0, 8);
    const double angle = r.between(-4, 4);
    return way < 6 ? ways[way] : to(std::cos(angle), std::sin(angle));
}

/// Up to 64 corners.
int some(random_source &r) { return r.whole(0, 2) ? r.whole(3, 8) : r.whole(3, 64); }

void make(core &c, random_source &r, int count, double far)
{
    c.corners = corners(r, count);
    const bool whole = r.whole(0, 1) != 0, held_far = far != 0 && r.whole(0, 1) != 0;
    const int i = r.whole(-3, 3), j = r.whole(-3, 3);
    const double u = r.between(-3, 3), v = r.between(-3, 3), x = (whole ? i : u) + far,
                 y = (whole ? j : v) - far;
    const flr_real radius = flr_real(r.whole(0, 2) ? 0 : r.whole(0, 2) * 0.5);
    const flr_vec2 turn = rotation(r);
    const uint32_t n = uint32_t(c.corners.size());
    if (held_far)
        for (flr_vec2 &p : c.corners) p = to(double(p.x) + x, double(p.y) + y);
    c.convex = held_far ? flr_convex2_polygon(c.corners.data(), n, to(1, 0), to(0, 0), radius)
                        : flr_convex2_polygon(c.corners.data(), n, turn, to(x, y), radius);
}

double number(const big_float &x) { return x.get_d(); }

/// Two cores as they are in exact numbers.
struct scene {
    minkowski2::points a, b;
    double radius_a, radius_b, size = 0, off = 0;
    double right;  ///< the signed distance

    scene(const flr_convex2 &x, const flr_convex2 &y) : radius_a(double(x.radius)), radius_b(double(y.radius))
    {
        a = minkowski2::corners(x);
        b = minkowski2::corners(y);
        for (const minkowski2::points *s : {&a, &b})
            for (const minkowski2::point &p : *s) {
                const big_float u = p.x - a[0].x, v = p.y - a[0].y;
                size = std::fmax(size, std::fabs(number(u)) + std::fabs(number(v)));
                off = std::fmax(off, std::fmax(std::fabs(number(p.x)), std::fabs(number(p.y))));
            }
        size += radius_a + radius_b;
        a = minkowski2::hull(a);
        b = minkowski2::hull(b);
        bool meet;
        right = minkowski2::signed_distance(a, b, &meet) - radius_a - radius_b;
    }
    double parts(flr_vec2 n) const { return minkowski2::separation(a, b, n) - radius_a - radius_b; }
    double beyond_a(flr_vec2 p) const { return std::fmax(0, minkowski2::outside(a, p) - radius_a); }
    double beyond_b(flr_vec2 p) const { return std::fmax(0, minkowski2::outside(b, p) - radius_b); }
};

/// In parts of the size; points in roundings of the size and of coordinates.
struct worst {
    worst_of value, parts, points, contact;
    long asked = 0, met = 0;

    void hold(tally &t) const
    {
        value.hold(t);
        parts.hold(t);
        points.hold(t);
        contact.hold(t);
    }
};

void judge(tally &t, const scene &s, const flr_gjk2 &g, worst &w, long n)
{
    const double bound = std::fabs(s.right), unit = real_rounding * (s.size + s.off);
    t.expect(g.status == FLR_OK, "%ld: status %d", n, g.status);
    t.expect(double(g.lower) <= bound && bound <= double(g.upper), "%ld: %.17g is not within %.17g and %.17g",
             n, bound, double(g.lower), double(g.upper));
    t.expect(w.value.within(std::fabs(double(g.signed_distance) - s.right) / s.size), "%ld: %.17g, not %.17g",
             n, double(g.signed_distance), s.right);
    if (g.normal.x != 0 || g.normal.y != 0)
        t.expect(w.parts.within(std::fabs(s.parts(g.normal) - s.right) / s.size),
                 "%ld: the normal parts by %g, not %g", n, s.parts(g.normal), s.right);
    const double far = std::fmax(s.beyond_a(g.point_a), s.beyond_b(g.point_b));
    t.expect(w.points.within(far / unit), "%ld: a point is %g off its shape", n, far);
}

void judge_contact(tally &t, const scene &s, const flr_convex2 &a, const flr_convex2 &b, worst &w, long n)
{
    const flr_contact2_options options = {1, 0, nullptr};
    flr_manifold2 m;
    t.expect(flr_contact2_convex_convex(&a, &b, &options, &m) == FLR_OK, "%ld: a contact", n);
    const double slack = s.size * real_choose(1e-12, 1e-5), unit = real_rounding * (s.size + s.off);
    t.expect(s.right > 1 - slack || m.count > 0, "%ld: no point at %g", n, s.right);
    t.expect(s.right < 1 + slack || m.count == 0, "%ld: a point at %g", n, s.right);
    if (m.count == 0) return;
    double deepest = -INFINITY;
    for (int i = 0; i < m.count; i++) {
        const flr_manifold2_point &p = m.points[i];
        const double x = double(p.depth) / 2 * double(m.normal.x),
                     y = double(p.depth) / 2 * double(m.normal.y);
        deepest = std::fmax(deepest, double(p.depth));
        const double far = std::fmax(s.beyond_a(to(double(p.position.x) + x, double(p.position.y) + y)),
                                     s.beyond_b(to(double(p.position.x) - x, double(p.position.y) - y)));
        t.expect(w.points.within(far / unit), "%ld: a point of the contact is %g off", n, far);
    }
    t.expect(w.contact.within(std::fabs(deepest + s.right) / s.size), "%ld: a contact %.17g deep at %.17g", n,
             deepest, s.right);
    t.expect(w.parts.within(std::fabs(s.parts(m.normal) - s.right) / s.size),
             "%ld: the contact's normal parts by %g, not %g", n, s.parts(m.normal), s.right);
    t.expect(m.count < 2 || m.points[0].id != m.points[1].id, "%ld: an id twice", n);
}

void ask(tally &t, const flr_convex2 &a, const flr_convex2 &b, worst &w, long n)
{
    const scene s(a, b);
    w.asked++;
    w.met += s.right <= 0;
    judge(t, s, flr_signed_distance2_convex_convex(&a, &b, nullptr), w, n);
    judge_contact(t, s, a, b, w, n);
    const double slack = s.size * real_choose(1e-12, 1e-5);
    const flr_overlap2_convex o = flr_overlap2_convex_convex(&a, &b, nullptr);
    t.expect(std::fabs(s.right) <= slack || o.overlap == (s.right < 0), "%ld: overlap %d at %g", n, o.overlap,
             s.right);
}

void near_and_far(tally &t)
{
    worst w = {{"signed distance, in parts of the size", real_choose(1.4e-15, 1.4e-6)},
               {"what normals part by", real_choose(1.4e-15, 1.4e-6)},
               {"points, in roundings", real_choose(33, 14)},
               {"depth of contacts", real_choose(1.5e-15, 1e-6)}};
    const long all = scenes(1000L);
    for (long n = 0; n < all; n++) {
        random_source r{uint64_t(n) * 7919 + 13};
        const double far = n % 3 ? 0 : real_choose(1e6, 1e3);
        core a, b;
        make(a, r, some(r), far);
        make(b, r, some(r), far);
        ask(t, a.convex, b.convex, w, n);
        ask(t, b.convex, a.convex, w, n);
    }
    t.expect(w.met * 10 > w.asked * 3 && w.met * 10 < w.asked * 7, "%ld of %ld meet", w.met, w.asked);
    w.hold(t);
}

/// From 96 corners on support points are found between stations.
void many_corners(tally &t)
{
    worst w = {{"signed distance, in parts of the size", real_choose(1.2e-15, 1e-6)},
               {"what normals part by", real_choose(1.2e-15, 1e-6)},
               {"points, in roundings", real_choose(90, 8.7)},
               {"depth of contacts", real_choose(1.2e-15, 1e-6)}};
    const long all = scenes(250L);
    for (long n = 0; n < all; n++) {
        random_source r{uint64_t(n) * 7919 + 14};
        const double far = n % 3 ? 0 : real_choose(1e6, 1e3);
        core a, b;
        make(a, r, r.whole(96, 400), far);
        make(b, r, r.whole(0, 1) ? r.whole(96, 400) : some(r), far);
        ask(t, a.convex, b.convex, w, n);
        ask(t, b.convex, a.convex, w, n);
    }
    t.expect(w.met * 10 > w.asked * 3 && w.met * 10 < w.asked * 7, "%ld of %ld meet", w.met, w.asked);
    w.hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(near_and_far), FEELER_TEST(many_corners))

}  // namespace TEST_FILE
