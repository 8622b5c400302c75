/// The depth of concave polygons of the plane against the definition in whole numbers, and with radii against a
/// search that leaves out nothing.
#include <cfloat>
#include <cstdio>
#include <cstring>

#include "any/plane2_exact.hpp"
#include "feeler/any2.h"
#include "feeler/overlap2.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

const double ulp = sizeof(flr_real) == sizeof(float) ? 0x1p-23 : 0x1p-52;

/// Where a lattice figure is put: turned, scaled, moved.
struct pose {
    double cosine = 1, sine = 0, scale = 1, x = 0, y = 0;
    flr_vec2 operator()(plane2::spot p) const
    {
        double u = double(p.x) * scale, v = double(p.y) * scale;
        return flr_vec2_make(flr_real(cosine * u - sine * v + x), flr_real(sine * u + cosine * v + y));
    }
};

struct subject {
    std::vector<flr_vec2> corners;
    flr_shape2 shape;
    double size = 0;

    subject(const plane2::figure &f, const pose &at)
    {
        for (plane2::spot p : f.corners) corners.push_back(at(p));
        std::memset(&shape, 0, sizeof shape);
        shape.kind = corners.size() > 2 ? FLR_SHAPE2_POLYGON : FLR_SHAPE2_SEGMENT;
        if (corners.size() == 1) {
            shape.kind = FLR_SHAPE2_POINT;
            shape.as.point = corners[0];
        } else if (corners.size() == 2) {
            shape.as.segment = {corners[0], corners[1]};
        } else {
            shape.as.polygon = {corners.data(), corners.size()};
        }
    }
    subject(const subject &) = delete;
};

plane2::ring star(int reach, int corners, random_source &r)
{
    std::vector<std::pair<double, plane2::spot>> all;
    int cx = r.whole(-reach / 2, reach / 2), cy = r.whole(-reach / 2, reach / 2);
    for (int i = 0; i < corners; ++i) {
        int x = r.whole(-reach, reach), y = r.whole(-reach, reach);
        if (x == 0 && y == 0) continue;
        double angle = std::atan2(y, x);
        bool taken = false;
        for (auto &k : all) taken = taken || std::fabs(k.first - angle) < 1e-9;
        if (!taken) all.push_back({angle, {x + cx, y + cy}});
    }
    std::sort(all.begin(), all.end(), [](const auto &p, const auto &q) { return p.first < q.first; });
    plane2::ring result;
    for (size_t i = 0; i < all.size(); ++i) {
        double gap = all[(i + 1) % all.size()].first - all[i].first;
        if (gap <= 0) gap += 2 * M_PI;
        if (gap > 3.1) return {};  // the middle is not within
        result.push_back(all[i].second);
    }
    return result;
}

/// Columns of whole heights over a base, below it columns too: bays and slots in which blocks fit exactly.
plane2::ring comb(random_source &r)
{
    int columns = r.whole(2, 4), x = r.whole(-4, 0), y = r.whole(-3, 1);
    plane2::ring top, bottom;
    int last_up = -1;
    for (int i = 0; i < columns; ++i) {
        int up = r.whole(1, 4), wide = r.whole(1, 2);
        if (up == last_up) up = up % 4 + 1;
        last_up = up;
        top.push_back({x, y + up});
        x += wide;
        top.push_back({x, y + up});
    }
    plane2::ring result = {{top.front().x, y}, {x, y}};
    for (size_t i = top.size(); i-- > 0;) result.push_back(top[i]);
    if (r.whole(0, 1))
        for (plane2::spot &p : result) p = {-p.y, p.x};
    if (r.whole(0, 1))
        for (plane2::spot &p : result) p = {-p.x, -p.y};
    return result;
}

plane2::ring block(random_source &r)
{
    int x = r.whole(-4, 3), y = r.whole(-4, 3), u = r.whole(1, 3), v = r.whole(1, 3);
    return {{x, y}, {x + u, y}, {x + u, y + v}, {x, y + v}};
}

plane2::figure concave(int manner, random_source &r)
{
    for (;;) {
        plane2::ring p = manner == 0   ? comb(r)
                         : manner == 1 ? star(4, r.whole(4, 7), r)
                                       : star(300, r.whole(4, 7), r);
        if (p.size() < 4 || plane2::area(p) == 0) continue;
        plane2::figure f = plane2::make_figure(p);
        if (!f.corners.empty()) return f;
    }
}

plane2::figure other(int manner, random_source &r)
{
    int reach = manner == 2 ? 300 : 4, kind = r.whole(0, 5);
    plane2::spot p = {r.whole(-reach, reach), 0}, q = {r.whole(-reach, reach), 0};
    p.y = r.whole(-reach, reach);
    q.y = r.whole(-reach, reach);
    if (kind == 0) return plane2::make_figure({p});
    if (kind == 1 && (p.x != q.x || p.y != q.y)) return plane2::make_figure({p, q});
    if (kind == 2 && manner < 2) return plane2::make_figure(block(r));
    if (kind == 3) {
        plane2::ring t = {p, q, {r.whole(-reach, reach), r.whole(-reach, reach)}};
        if (plane2::area(t) != 0) return plane2::make_figure(t);
    }
    return concave(manner, r);
}

struct worst {
    double error = 0, off = 0;
    long deep = 0, bays = 0, asked = 0;
};

void judge(tally &t, const char *name, const subject &a, const subject &b, double exact, double size,
           worst *w)
{
    flr_signed_distance2_result r;
    flr_status status = flr_signed_distance2(&a.shape, &b.shape, &r);
    if (!t.expect(status == FLR_OK && !r.inseparable, "%s: status %d", name, status)) return;
    double error = std::fabs(double(r.signed_distance) + exact) / (size * ulp);
    w->error = std::fmax(w->error, error);
    ++w->asked;
    t.expect(error <= 128, "%s: %.17g, true %.17g: %g ulp", name, double(r.signed_distance), -exact, error);
    t.expect(std::fabs(double(flr_length2(r.normal)) - 1) <= 4 * ulp, "%s: normal", name);
    flr_vec2 end = flr_mul_add2(r.point_a, r.signed_distance, r.normal);
    double off = double(flr_length2(flr_sub2(end, r.point_b))) / (size * ulp);
    flr_shape2 p = {FLR_SHAPE2_POINT, {}}, q = p;
    p.as.point = r.point_a;
    q.as.point = r.point_b;
    flr_closest2 on_a, on_b;
    flr_distance2(&p, &a.shape, &on_a);
    flr_distance2(&q, &b.shape, &on_b);
    off = std::fmax(off, std::fmax(double(on_a.distance), double(on_b.distance)) / (size * ulp));
    w->off = std::fmax(w->off, off);
    t.expect(off <= 128, "%s: points %g ulp off", name, off);
}

void lattice(tally &t)
{
    random_source random{501};
    worst w;
    for (int n = 0; n < scenes(1500); ++n) {
        int manner = n % 3;
        plane2::figure f = concave(manner, random), g = other(manner, random);
        subject a(f, pose()), b(g, pose());
        bool overlap;
        flr_overlap2(&a.shape, &b.shape, &overlap);
        if (!overlap) continue;
        char name[64];
        std::snprintf(name, sizeof name, "%s %d",
                      manner == 0   ? "comb"
                      : manner == 1 ? "star"
                                    : "large star",
                      n);
        double exact = plane2::depth(f, g), size = manner == 2 ? 600 : 8;
        w.deep += exact > 0;
        judge(t, name, a, b, exact, size, &w);
        judge(t, name, b, a, exact, size, &w);
    }
    std::printf("  %ld asked, %ld deep, worst error %g ulp, points %g ulp\n", w.asked, w.deep, w.error,
                w.off);
    t.expect(enough(w.deep > 300), "only %ld deep", w.deep);
    expect_pinned(t, "depth, ulp", w.error, real_choose(24, 0.7));
    expect_pinned(t, "points, ulp", w.off, real_choose(1.6, 1));
}

/// The same figures turned, scaled and far away, where nothing fits exactly.
void moved(tally &t)
{
    random_source random{502};
    worst w;
    for (int n = 0; n < scenes(300); ++n) {
        plane2::figure f = concave(2, random), g = other(2, random);
        double angle = random.between(0, 7);
        pose at;
        at.cosine = std::cos(angle);
        at.sine = std::sin(angle);
        const double scales[] = {1, 1e-3, 1e3, 1e-9};
        at.scale = scales[n % 4] / 300;
        if (n % 8 == 0) at.x = 1e6, at.y = -3e6;
        subject a(f, at), b(g, at);
        bool overlap;
        flr_overlap2(&a.shape, &b.shape, &overlap);
        if (!overlap) continue;
        double exact = plane2::depth(f, g) * at.scale, size = 600 * at.scale + 4 * std::fabs(at.y);
        char name[64];
        std::snprintf(name, sizeof name, "turned %d", n);
        judge(t, name, a, b, exact, size, &w);
    }
    std::printf("  %ld asked, worst error %g ulp\n", w.asked, w.error);
    t.expect(enough(w.asked > 60), "only %ld asked", w.asked);
    expect_pinned(t, "depth of turned ones, ulp", w.error, real_choose(16, 0.8));
}

/// A concave polygon against a rounded core. The distance of the cores by the typed functions.
struct rounded {
    const subject *a;
    std::vector<flr_vec2> core;
    double radius;

    /// With the core of b moved by t.
    double distance(double x, double y) const
    {
        std::vector<flr_vec2> p = core;
        for (flr_vec2 &v : p) v = flr_vec2_make(flr_real(double(v.x) + x), flr_real(double(v.y) + y));
        flr_polygon2 q = {p.data(), p.size()};
        flr_segment2 s = {p[0], p[p.size() > 1 ? 1 : 0]};
        if (p.size() > 2) return double(flr_closest2_polygon_polygon(&a->shape.as.polygon, &q).distance);
        return double(flr_closest2_segment_polygon(&s, &a->shape.as.polygon).distance);
    }
    /// Is every translation in the square shorter than `limit` one at which they overlap? By the distance, which
    /// changes by no more than the way.
    bool none_free(double x, double y, double half, double limit, int *budget) const
    {
        double reach = half * std::sqrt(2.0), away = std::hypot(x, y);
        if (away - reach >= limit) return true;
        double d = distance(x, y);
        if (d + reach < radius) return true;
        if ((away < limit && d >= radius) || --*budget < 0) return false;
        for (int k = 0; k < 4; ++k)
            if (!none_free(x + (k & 1 ? half : -half) / 2, y + (k & 2 ? half : -half) / 2, half / 2, limit,
                           budget))
                return false;
        return true;
    }
};

void round_shapes(tally &t)
{
    random_source random{503};
    long deep = 0, bays = 0;
    double worst_gap = 0, worst_turn = 0;
    for (int n = 0; n < scenes(160); ++n) {
        plane2::figure f = concave(n % 2, random);
        subject a(f, pose());
        rounded pair = {&a, {}, random.between(0.05, 1.5)};
        int count = n % 5 < 2 ? 1 : n % 5 < 4 ? 2 : 3;
        for (int i = 0; i < count; ++i) {
            double x = random.between(-4, 4), y = random.between(-4, 4);
            pair.core.push_back(flr_vec2_make(flr_real(x), flr_real(y)));
        }
        flr_shape2 b = {FLR_SHAPE2_CONVEX, {}};
        // every other one as points in any order, under a pose
        double turn = n % 2 ? random.between(0, 7) : 0, c = std::cos(turn), s = std::sin(turn);
        std::vector<flr_vec2> local;
        for (flr_vec2 p : pair.core)
            local.push_back(flr_vec2_make(flr_real(c * (double(p.x) - 3) + s * double(p.y)),
                                          flr_real(-s * (double(p.x) - 3) + c * double(p.y))));
        flr_vec2 place = flr_vec2_make(3, 0), rotation = flr_vec2_make(flr_real(c), flr_real(s));
        b.as.convex = (n % 4 < 2 ? flr_convex2_polygon : flr_convex2_points)(
            local.data(), uint32_t(count), rotation, place, flr_real(pair.radius));
        if (n % 5 < 2 && n % 2 == 0) {
            b.kind = FLR_SHAPE2_CIRCLE;
            b.as.circle = {pair.core[0], flr_real(pair.radius)};
        }
        flr_signed_distance2_result r, q;
        flr_status status = flr_signed_distance2(&a.shape, &b, &r);
        if (!t.expect(status == FLR_OK, "rounded %d: status %d", n, status)) continue;
        t.expect(flr_signed_distance2(&b, &a.shape, &q) == FLR_OK &&
                     std::fabs(double(q.signed_distance - r.signed_distance)) <= 64 * ulp,
                 "rounded %d: turned round %.17g, %.17g", n, double(q.signed_distance),
                 double(r.signed_distance));
        worst_turn = std::fmax(worst_turn, std::fabs(double(q.signed_distance - r.signed_distance)));
        double apart = pair.distance(0, 0) - pair.radius;
        if (apart > 0) {
            t.expect(std::fabs(double(r.signed_distance) - apart) <= 64 * ulp,
                     "rounded %d: apart %g, true %g", n, double(r.signed_distance), apart);
            continue;
        }
        ++deep;
        double depth = -double(r.signed_distance), x = depth * double(r.normal.x),
               y = depth * double(r.normal.y);
        // it parts them, and no shorter one does
        double gap = pair.distance(x, y) - pair.radius;
        worst_gap = std::fmax(worst_gap, std::fabs(gap));
        t.expect(gap >= -real_choose(1e-13, 1e-6) && gap <= real_choose(1e-12, 1e-6),
                 "rounded %d: %g after the translation", n, gap);
        double limit = depth * (1 - 2e-3) - 1e-3;
        int budget = 200000;
        t.expect(limit <= 0 || pair.none_free(0, 0, depth, limit, &budget),
                 "rounded %d: shorter than %g (budget %d)", n, depth, budget);
        bays += depth < 1;
        flr_vec2 end = flr_mul_add2(r.point_a, r.signed_distance, r.normal);
        t.expect(double(flr_length2(flr_sub2(end, r.point_b))) <= 256 * ulp, "rounded %d: points", n);
    }
    std::printf("  %ld deep, %ld below 1; at worst %g after the translation\n", deep, bays, worst_gap);
    expect_pinned(t, "apart or deep after the translation", worst_gap, real_choose(3.2e-14, 5.3e-07));
    expect_pinned(t, "turned round, ulp", worst_turn / ulp, exact_answers);
    t.expect(enough(deep > 50), "only %ld deep", deep);
}

/// A block in a slot of its own width, and a point, ball and needle in a bay.
void known(tally &t)
{
    const flr_vec2 u[] = {{0, 0}, {3, 0}, {3, 4}, {2, 4}, {2, 1}, {1, 1}, {1, 4}, {0, 4}};
    flr_status status;
    flr_shape2 a = {FLR_SHAPE2_POLYGON, {}}, b = a;
    a.as.polygon = {u, 8};
    struct question {
        double x, y, half_x, half_y, answer;
    } all[] = {
        {1.5, 2, 0.5, 1, 0},           // snug in the slot
        {1.5, 1.75, 0.5, 1, -0.25},    // sunk: up along the slot
        {1.75, 2, 0.5, 1, -0.25},      // beside it: back
        {1.5, 2, 0.5625, 1, -2.0625},  // too wide: out sideways, not 3 up
    };
    for (int k = 0; k < 4; ++k) {
        flr_signed_distance2_result r;
        b.kind = FLR_SHAPE2_AABB;
        b.as.aabb = {flr_vec2_make(flr_real(all[k].x - all[k].half_x), flr_real(all[k].y - all[k].half_y)),
                     flr_vec2_make(flr_real(all[k].x + all[k].half_x), flr_real(all[k].y + all[k].half_y))};
        status = flr_signed_distance2(&a, &b, &r);
        t.expect(status == FLR_OK && std::fabs(double(r.signed_distance) - all[k].answer) <= 128 * ulp,
                 "block %d: %g, true %g", k, double(r.signed_distance), all[k].answer);
    }
    // a ball of radius 3/4 in the slot of width 1 goes up until the corners of the slot hold it
    flr_signed_distance2_result r;
    b.kind = FLR_SHAPE2_CIRCLE;
    b.as.circle = {flr_vec2_make(1.5, 3), 0.75};
    double up = 1 + std::sqrt(0.75 * 0.75 - 0.25);
    status = flr_signed_distance2(&a, &b, &r);
    t.expect(status == FLR_OK && std::fabs(double(r.signed_distance) + up) <= 128 * ulp,
             "ball: %.17g, true %.17g", double(r.signed_distance), -up);
    t.expect(r.normal.x * r.normal.x <= 1e-20 && r.normal.y > 0, "ball: normal %g %g", double(r.normal.x),
             double(r.normal.y));
    b.kind = FLR_SHAPE2_POINT;
    b.as.point = flr_vec2_make(0.25, 2);
    status = flr_signed_distance2(&a, &b, &r);
    t.expect(status == FLR_OK && std::fabs(double(r.signed_distance) + 0.25) <= 128 * ulp && r.normal.x == -1,
             "point: %g", double(r.signed_distance));
    // G09: the reflex corner counts
    const flr_vec2 l[] = {{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
    a.as.polygon = {l, 6};
    b.as.point = flr_vec2_make(1.5, 1.5);
    status = flr_signed_distance2(&a, &b, &r);
    t.expect(status == FLR_OK && r.signed_distance == 0.5, "G09: %g", double(r.signed_distance));
}

}  // namespace

FEELER_TESTS(FEELER_TEST(lattice), FEELER_TEST(moved), FEELER_TEST(round_shapes), FEELER_TEST(known))

}  // namespace TEST_FILE
