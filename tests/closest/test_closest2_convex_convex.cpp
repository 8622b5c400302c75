// needs: gmp
/// GJK in the plane and the depth by edge normals against the Minkowski difference in 512 bits.
#include <cfloat>

#include "closest/minkowski2.hpp"
#include "support/accuracy.hpp"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{
constexpr bool is_float = sizeof(flr_real) == sizeof(float);
constexpr double ulp = is_float ? 0x1p-23 : 0x1p-52;

flr_real real(double x) { return static_cast<flr_real>(x); }
flr_vec2 vec(double x, double y) { return flr_vec2_make(real(x), real(y)); }

enum manner { LATTICE, GENERIC, NEEDLE, TURNED, MANNERS };
const char *const manner_name[] = {"lattice", "generic", "needle", "turned"};

/// A convex shape and the array it may stand on.
struct shape {
    std::vector<flr_vec2> array;
    flr_convex2 convex;
};

flr_vec2 any_corner(manner m, random_source &r)
{
    double x, y;
    if (m == LATTICE) {
        x = r.whole(-4, 4);
        y = r.whole(-4, 4);
    } else {
        x = r.between(-4, 4);
        y = r.between(-4, 4);
        if (m == NEEDLE) y = (is_float ? 1e-2 : 1e-6) * y + 0.3 * x;
    }
    return vec(x, y);
}

void carry(flr_vec2 *p, double scale, flr_vec2 offset)
{
    *p = vec(double(p->x) * scale + double(offset.x), double(p->y) * scale + double(offset.y));
}

/// The corners of the hull of the points, in either direction around, some of them twice.
std::vector<flr_vec2> in_order(const std::vector<flr_vec2> &p, random_source &r)
{
    flr_convex2 c = flr_convex2_points(p.data(), uint32_t(p.size()), vec(1, 0), vec(0, 0), 0);
    std::vector<flr_vec2> h;
    for (const minkowski2::point &q : minkowski2::hull(minkowski2::corners(c))) {
        h.push_back(vec(q.x.get_d(), q.y.get_d()));
        if (r.whole(0, 7) == 0) h.push_back(h.back());
    }
    if (r.whole(0, 1)) std::reverse(h.begin(), h.end());
    return h;
}

flr_vec2 turn_by(double angle) { return vec(std::cos(angle), std::sin(angle)); }

flr_convex2 of_segment(flr_vec2 a, flr_vec2 b)
{
    flr_segment2 s = {a, b};
    return flr_convex2_segment(&s);
}

shape make(manner m, double scale, flr_vec2 offset, random_source &r)
{
    shape s;
    int kind = r.whole(0, 8), count = kind == 7 || kind == 8 ? r.whole(1, 9) : 4;
    for (int i = 0; i < count; ++i) {
        flr_vec2 p = any_corner(m, r);
        if (kind < 7) carry(&p, scale, offset);
        if (kind >= 7) carry(&p, scale, vec(0, 0));
        s.array.push_back(p);
    }
    const flr_vec2 *p = s.array.data();
    flr_real radius = real(scale * (m == LATTICE ? r.whole(0, 2) : r.between(0, 1)));
    flr_vec2 low = flr_min2(p[0], p[count > 1 ? 1 : 0]), high = flr_max2(p[0], p[count > 1 ? 1 : 0]);
    flr_vec2 turned = m == LATTICE ? vec(1, 0) : turn_by(r.between(0, 7));
    if (kind == 0) s.convex = flr_convex2_point(p[0]);
    if (kind == 1) s.convex = of_segment(p[0], p[1]);
    if (kind == 2) {
        flr_circle c = {p[0], radius};
        s.convex = flr_convex2_circle(&c);
    } else if (kind == 3) {
        flr_capsule2 c = {p[0], p[1], radius};
        s.convex = flr_convex2_capsule(&c);
    } else if (kind == 4) {
        flr_aabb2 b = {low, high};
        s.convex = flr_convex2_aabb(&b);
    } else if (kind == 5) {
        flr_box2 b = {p[0], turned, flr_scale2(real(0.5), flr_sub2(high, low))};
        s.convex = flr_convex2_box(&b);
    } else if (kind == 6) {
        flr_triangle2 t = {p[0], p[1], p[2]};
        s.convex = flr_convex2_triangle(&t);
    } else if (kind == 7) {
        s.convex = flr_convex2_points(p, uint32_t(count), turned, offset, r.whole(0, 1) ? radius : 0);
    } else if (kind == 8) {
        s.array = in_order(s.array, r);
        s.convex = flr_convex2_polygon(s.array.data(), uint32_t(s.array.size()), turned, offset,
                                       r.whole(0, 1) ? radius : 0);
    }
    return s;
}

struct worst {
    double distance = 0, depth = 0, points = 0, deep_points = 0, along = 0, normal = 0, support = 0;
    double unsure = 0;  ///< how far from touching a yes or no was wrong
    long met = 0, asked = 0, depths = 0;
};

double size_of(const minkowski2::points &a, const minkowski2::points &b, double radii)
{
    double size = radii;
    for (const minkowski2::points *all : {&a, &b})
        for (const minkowski2::point &p : *all)
            size = std::fmax(size, std::fmax(std::fabs(big_float(p.x - a[0].x).get_d()),
                                             std::fabs(big_float(p.y - a[0].y).get_d())));
    return size;
}

/// How far the support point lies short of the farthest corner along d, or beyond it, in units of its place.
double support_error(const shape &s, const minkowski2::points &corners, flr_vec2 d, double placed)
{
    const flr_vec2 p = flr_support2(&s.convex, d);
    const minkowski2::points found = {{minkowski2::wide(double(p.x)), minkowski2::wide(double(p.y))}};
    return std::fabs(minkowski2::separation(corners, found, d)) / double(flr_length2(d)) / placed;
}

void judge(tally &t, const shape &a, const shape &b, const char *name, worst *w)
{
    minkowski2::points ca = minkowski2::corners(a.convex), cb = minkowski2::corners(b.convex);
    double ra = double(a.convex.radius), rb = double(b.convex.radius), radii = ra + rb;
    bool meet;
    double cores = minkowski2::signed_distance(ca, cb, &meet), exact = cores - radii;
    // the size includes the frame that posed points are rounded in
    double size = size_of(ca, cb, radii), unit = size * ulp;
    double far = std::fmax(std::fabs(double(a.convex.center.x)), std::fabs(double(a.convex.center.y)));
    double placed = ulp * (far + size);  // a witness point is rounded where it lies
    if (size == 0) unit = DBL_MIN;
    ++w->asked;
    w->met += exact <= 0;

    // from nothing, and from what that has found
    flr_gjk2_cache cache = {};
    const flr_gjk2_options warm = {flr_real(INFINITY), &cache, nullptr, 0};
    double error, on_a, on_b;
    for (int n = 0; n < 2; ++n) {
        flr_gjk2 r = flr_closest2_convex_convex(&a.convex, &b.convex, &warm);
        error = std::fabs(double(r.distance) - std::fmax(0, exact));
        w->distance = std::fmax(w->distance, error / unit);
        t.expect(r.status == FLR_OK, "%s: status %d", name, r.status);
        t.expect(error <= 8 * unit, "%s: distance %.17g, true %.17g: %g ulp", name, double(r.distance), exact,
                 error / unit);
        t.expect(double(r.lower) <= std::fmax(0, exact) && double(r.upper) >= exact,
                 "%s: %.17g is not within %.17g .. %.17g", name, exact, double(r.lower), double(r.upper));
        t.expect(double(r.upper) - double(r.lower) <= 64 * unit, "%s: bounds %g ulp apart", name,
                 (double(r.upper) - double(r.lower)) / unit);
        t.expect(std::fabs(exact) <= 8 * unit || r.overlap == (exact < 0), "%s: overlap %d, true %g", name,
                 r.overlap, exact);
        on_a = std::fmax(0, minkowski2::outside(ca, r.point_a) - ra);
        on_b = std::fmax(0, minkowski2::outside(cb, r.point_b) - rb);
        w->points = std::fmax(w->points, std::fmax(on_a, on_b) / placed);
        t.expect(on_a <= 8 * placed && on_b <= 8 * placed, "%s: points %g, %g off", name, on_a, on_b);
        // the way between the points
        flr_vec2 way = flr_sub2(flr_mul_add2(r.point_a, r.signed_distance, r.normal), r.point_b);
        t.expect(cores < 8 * unit || double(flr_length2(way)) <= 24 * placed,
                 "%s: the normal leads %g past point b", name, double(flr_length2(way)));
    }
    bool yes = flr_overlap2_convex_convex(&a.convex, &b.convex, nullptr).overlap;
    if (exact != 0 && yes != (exact < 0)) w->unsure = std::fmax(w->unsure, std::fabs(exact) / unit);
    t.expect(std::fabs(exact) <= 8 * unit || yes == (exact < 0), "%s: yes or no %d, true %g", name, yes,
             exact);

    flr_gjk2 s = flr_signed_distance2_convex_convex(&a.convex, &b.convex, nullptr);
    error = std::fabs(double(s.signed_distance) - exact);
    if (cores < 0) w->depth = std::fmax(w->depth, error / unit), ++w->depths;
    t.expect(s.status == FLR_OK, "%s: status %d of the depth", name, s.status);
    t.expect(error <= 16 * unit, "%s: signed distance %.17g, true %.17g: %g ulp", name,
             double(s.signed_distance), exact, error / unit);
    double amount = s.overlap ? -exact : exact;
    t.expect((double(s.lower) <= amount || amount < 0) && double(s.upper) >= amount,
             "%s: depth %.17g is not within %.17g .. %.17g", name, amount, double(s.lower), double(s.upper));
    t.expect(std::fabs(double(flr_length2(s.normal)) - 1) <= 4 * ulp, "%s: a normal of length %.17g", name,
             double(flr_length2(s.normal)));
    // the definition: b stands so far beyond a along the normal
    double beyond = minkowski2::separation(ca, cb, s.normal) - radii;
    w->normal = std::fmax(w->normal, std::fabs(beyond - exact) / unit);
    t.expect(std::fabs(beyond - exact) <= 32 * unit, "%s: along the normal %.17g, true %.17g", name, beyond,
             exact);
    flr_vec2 gap = flr_sub2(flr_mul_add2(s.point_a, s.signed_distance, s.normal), s.point_b);
    w->along = std::fmax(w->along, double(flr_length2(gap)) / placed);
    t.expect(double(flr_length2(gap)) <= 24 * placed, "%s: the normal leads %g past point b", name,
             double(flr_length2(gap)));
    on_a = std::fmax(0, minkowski2::outside(ca, s.point_a) - ra);
    on_b = std::fmax(0, minkowski2::outside(cb, s.point_b) - rb);
    w->deep_points = std::fmax(w->deep_points, std::fmax(on_a, on_b) / placed);
    t.expect(on_a <= 32 * placed && on_b <= 32 * placed, "%s: points of the depth %g, %g off", name, on_a,
             on_b);
    for (flr_vec2 d : {s.normal, flr_scale2(real(1e-20), flr_perp2(s.normal)), vec(-0.3, 1)})
        w->support = std::fmax(w->support, support_error(a, ca, d, placed));
}

void in_places(tally &t, manner m, double scale, flr_vec2 offset, int cases, worst *w)
{
    random_source random{uint64_t(101 + m)};
    for (int n = 0; n < cases; ++n) {
        shape a = make(m, scale, offset, random), b = make(m, scale, offset, random);
        char name[96];
        std::snprintf(name, sizeof name, "%s %g at %g, %d", manner_name[m], scale, double(offset.x), n);
        judge(t, a, b, name, w);
        judge(t, b, a, name, w);
    }
}

void polygons(tally &t)
{
    worst w;
    for (int m = 0; m < MANNERS; ++m)
        for (double scale : {1.0, 1e-3, 1e3}) in_places(t, manner(m), scale, vec(0, 0), 220, &w);
    std::printf("  distance %.3g, depth %.3g, points %.3g ulp; %ld of %ld meet, %ld depths of cores\n",
                w.distance, w.depth, w.points, w.met, w.asked, w.depths);
    double met = double(w.met) / double(w.asked);
    t.expect(met > 0.3 && met < 0.7, "%.2f of the pairs meet", met);
    t.expect(w.depths > w.asked / 10, "only %ld depths", w.depths);
    expect_pinned(t, "distance, ulp", w.distance, real_choose(3, 3), {"Distance", "the plane, convex"});
    expect_pinned(t, "depth, ulp", w.depth, real_choose(2, 2), {"Penetration depth", "the plane, convex"});
    expect_pinned(t, "points, ulp", w.points, real_choose(2.5, 6), {"Distance", "the plane, convex", 2});
    expect_pinned(t, "points of the depth, ulp", w.deep_points, real_choose(1.8, 1.4),
                  {"Penetration depth", "the plane, convex", 2});
    expect_pinned(t, "from point to point, ulp", w.along, real_choose(2.8, 2.9));
    expect_pinned(t, "along the normal, ulp", w.normal, real_choose(2.5, 1.4));
    expect_pinned(t, "support points, ulp", w.support, real_choose(1.8, 1.3));
    expect_pinned(t, "yes or no told wrongly, ulp", w.unsure, exact_answers);
}

void far_and_tiny(tally &t)
{
    worst w;
    for (double far : {1e6, 1e9})
        for (int m = 0; m < MANNERS; ++m) in_places(t, manner(m), 1, vec(far, -far / 2), 100, &w);
    for (double scale : {1e-6, 0x1p-20})
        for (int m = 0; m < MANNERS; ++m) in_places(t, manner(m), scale, vec(0, 0), 100, &w);
    std::printf("  distance %.3g, depth %.3g, points %.3g ulp\n", w.distance, w.depth, w.points);
    expect_pinned(t, "distance far away or tiny, ulp", w.distance, real_choose(2.5, 2.5));
    expect_pinned(t, "depth far away or tiny, ulp", w.depth, real_choose(2, 2));
    expect_pinned(t, "points far away or tiny, ulp", w.points, real_choose(1.5, 2));
    expect_pinned(t, "points of the depth far away or tiny, ulp", w.deep_points, real_choose(1.5, 4));
    expect_pinned(t, "from point to point far away or tiny, ulp", w.along, real_choose(2.2, 2.1));
    expect_pinned(t, "along the normal far away or tiny, ulp", w.normal, real_choose(2.1, 1));
    expect_pinned(t, "support points far away or tiny, ulp", w.support, real_choose(1.4, 1.2));
    expect_pinned(t, "yes or no told wrongly far away or tiny, ulp", w.unsure, exact_answers);
}

/// Moved to where they touch, or are apart or overlap by some roundings.
void barely(tally &t)
{
    random_source r{77};
    worst_of unsure = {"yes or no told wrongly where they barely meet, roundings", 5};
    long yes = 0, all = 0;
    for (int n = 0; n < scenes(3000); ++n) {
        const manner m = manner(n % MANNERS);
        const double scale = std::pow(10, r.between(-3, 3)), gap = r.between(-12, 12);
        shape a = make(m, scale, vec(0, 0), r), b = make(m, scale, vec(0, 0), r);
        const minkowski2::points ca = minkowski2::corners(a.convex);
        const double radii = double(a.convex.radius) + double(b.convex.radius),
                     size = size_of(ca, minkowski2::corners(b.convex), radii);
        for (int turn = 0; turn < 2; ++turn) {
            const flr_gjk2 s = flr_signed_distance2_convex_convex(&a.convex, &b.convex, nullptr);
            const double by = gap * real_rounding * size - double(s.signed_distance);
            const flr_vec2 way = vec(by * double(s.normal.x), by * double(s.normal.y));
            b.convex.center = flr_add2(b.convex.center, way);
            if (b.convex.kind == FLR_CONVEX2_CORNERS)
                for (flr_vec2 &p : b.convex.corners) p = flr_add2(p, way);
        }
        const minkowski2::points cb = minkowski2::corners(b.convex);
        bool meet;
        const double exact = minkowski2::signed_distance(ca, cb, &meet) - radii,
                     off = std::fabs(exact) / real_rounding / size_of(ca, cb, radii);
        const bool told = flr_overlap2_convex_convex(&a.convex, &b.convex, nullptr).overlap;
        ++all, yes += told;
        t.expect(told == (exact <= 0) || unsure.within(off), "%s %d: told %d at %g, %g roundings",
                 manner_name[m], n, told, exact, off);
    }
    t.expect(yes * 10 > 3 * all && yes * 10 < 7 * all, "%ld of %ld told to meet", yes, all);
    unsure.hold(t);
}

/// A warm start changes the number of steps, not the answer; a limit ends early with a true lower bound.
void cache_and_limit(tally &t)
{
    random_source random{73};
    long steps_cold = 0, steps_warm = 0, limited = 0;
    for (int n = 0; n < 600; ++n) {
        manner m = manner(n % MANNERS);
        shape a = make(m, 1, vec(0, 0), random), b = make(m, 1, vec(0, 0), random);
        flr_gjk2 cold = flr_closest2_convex_convex(&a.convex, &b.convex, nullptr);
        double size = 40 * ulp * 12;
        flr_gjk2_cache cache = {};
        cache.axis = vec(random.between(-1, 1), 0.5);
        cache.count = uint32_t(random.whole(0, 5));
        for (int i = 0; i < 3; ++i) {
            cache.a[i] = uint32_t(random.whole(0, 5));
            cache.b[i] = uint32_t(random.whole(0, 5));
        }
        flr_gjk2_options o = {INFINITY, &cache, nullptr, 0};
        steps_cold += cold.iterations;
        flr_gjk2 warm = flr_closest2_convex_convex(&a.convex, &b.convex, &o);
        t.expect(std::fabs(double(warm.distance - cold.distance)) < size, "any cache: %.17g, %.17g",
                 double(warm.distance), double(cold.distance));
        warm = flr_closest2_convex_convex(&a.convex, &b.convex, &o);
        t.expect(std::fabs(double(warm.distance - cold.distance)) < size, "own cache: %.17g, %.17g",
                 double(warm.distance), double(cold.distance));
        // of shapes that overlap a cache has no features to prove, only a direction to begin with
        t.expect(warm.iterations <= (cold.overlap ? 4 : 2), "%d steps from its own end", warm.iterations);
        bool yes = flr_overlap2_convex_convex(&a.convex, &b.convex, &cache).overlap;
        t.expect(yes == cold.overlap || double(cold.distance) < size, "yes or no with a cache");
        steps_warm += warm.iterations;
        if (!(double(cold.distance) > 0.01)) continue;
        o = {cold.distance / 2, nullptr, nullptr, 0};
        flr_gjk2 r = flr_closest2_convex_convex(&a.convex, &b.convex, &o);
        limited += r.beyond;
        t.expect(r.beyond && double(r.lower) > 0.9 * double(o.max_distance) && r.lower <= cold.upper &&
                     r.distance == r.lower,
                 "limit: %g", double(r.lower));
        o.max_distance = 2 * cold.distance;
        r = flr_closest2_convex_convex(&a.convex, &b.convex, &o);
        t.expect(!r.beyond && r.distance == cold.distance, "a limit that is not met");
        o = {};
        r = flr_closest2_convex_convex(&a.convex, &b.convex, &o);
        t.expect(!r.beyond && r.distance == cold.distance, "zeroed options: %.17g, %.17g", double(r.distance),
                 double(cold.distance));
        r = flr_signed_distance2_convex_convex(&a.convex, &b.convex, &o);
        const flr_gjk2 plain = flr_signed_distance2_convex_convex(&a.convex, &b.convex, nullptr);
        t.expect(!r.beyond && r.signed_distance == plain.signed_distance, "zeroed options: %.17g, %.17g",
                 double(r.signed_distance), double(plain.signed_distance));
    }
    t.expect(limited > 100, "only %ld limits", limited);
    t.expect(5 * steps_warm < 4 * steps_cold, "%ld steps warm, %ld cold", steps_warm, steps_cold);
}

/// Each recorded step: the closest point is the weighted sum of the simplex, and never farther than the one before.
void trace(tally &t)
{
    random_source random{74};
    long all = 0;
    for (int n = 0; n < 300; ++n) {
        shape a = make(GENERIC, 1, vec(0, 0), random), b = make(GENERIC, 1, vec(0, 0), random);
        flr_gjk2_step steps[96] = {};
        flr_gjk2_options o = {INFINITY, nullptr, steps, 96};
        flr_gjk2 r = flr_closest2_convex_convex(&a.convex, &b.convex, &o);
        double before = INFINITY;
        int count = 0;
        for (; count < 96 && steps[count].count > 0; ++count) {
            const flr_gjk2_step &s = steps[count];
            flr_vec2 sum = {0, 0};
            for (int i = 0; i < s.count; ++i) sum = flr_mul_add2(sum, s.weights[i], s.simplex[i]);
            double off = double(flr_length2(flr_sub2(sum, s.closest))),
                   length = double(flr_length2(s.closest));
            t.expect(off < 100 * ulp, "step %d is not the sum of its simplex", count);
            t.expect(length <= before, "step %d leads away", count);
            t.expect(flr_dot2(s.direction, s.closest) <= real(100 * ulp), "step %d searches away", count);
            before = length;
        }
        all += count;
        double cores = double(r.signed_distance) + double(a.convex.radius) + double(b.convex.radius);
        t.expect(count <= r.iterations && std::fabs(before - cores) < 100 * ulp, "ends at %g, not %g", before,
                 cores);
    }
    t.expect(all > 400, "only %ld steps", all);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(polygons), FEELER_TEST(far_and_tiny), FEELER_TEST(barely),
             FEELER_TEST(cache_and_limit), FEELER_TEST(trace))

}  // namespace TEST_FILE
