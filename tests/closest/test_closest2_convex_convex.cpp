// needs: gmp
/// GJK in the plane and the depth by edge normals against the Minkowski difference in 512 bits.
#include <cfloat>

#include "closest/minkowski2.hpp"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

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
            size = std::fmax(size, std::fmax(std::fabs(mpf_class(p.x - a[0].x).get_d()),
                                             std::fabs(mpf_class(p.y - a[0].y).get_d())));
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
    expect_pinned(t, "distance, ulp", w.distance, real_choose(3, 3));
    expect_pinned(t, "depth, ulp", w.depth, real_choose(2, 2));
    expect_pinned(t, "points, ulp", w.points, real_choose(2.5, 6));
    expect_pinned(t, "points of the depth, ulp", w.deep_points, real_choose(1.8, 1.4));
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
    expect_pinned(t, "points of the depth far away or tiny, ulp", w.deep_points, real_choose(1.5, 1.8));
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

double distance(const flr_convex2 &a, const flr_convex2 &b)
{
    return double(flr_closest2_convex_convex(&a, &b, nullptr).distance);
}
double signed_distance(const flr_convex2 &a, const flr_convex2 &b)
{
    return double(flr_signed_distance2_convex_convex(&a, &b, nullptr).signed_distance);
}
flr_convex2 polygon(const std::vector<flr_vec2> &p)
{
    return flr_convex2_polygon(p.data(), uint32_t(p.size()), vec(1, 0), vec(0, 0), 0);
}
flr_convex2 square(double x, double y)
{
    flr_aabb2 b = {vec(x, y), vec(x + 1, y + 1)};
    return flr_convex2_aabb(&b);
}

/// A simplex on the way that is just as far as the radius: the shapes meet, and cross at that.
void cut_short(tally &t)
{
    flr_capsule2 c = {vec(1, 0), vec(-2, 2), 1}, d = {vec(0, -2), vec(3, -3), 1};
    flr_aabb2 wall = {vec(0, -3), vec(3, 3)};
    flr_convex2 x = flr_convex2_capsule(&c), y = flr_convex2_aabb(&wall);
    t.expect(flr_overlap2_convex_convex(&x, &y, nullptr).overlap &&
                 flr_overlap2_convex_convex(&y, &x, nullptr).overlap,
             "a capsule through a wall");
    x = flr_convex2_capsule(&d);
    y = of_segment(vec(-2, 2), vec(3, -3));
    t.expect(flr_overlap2_convex_convex(&x, &y, nullptr).overlap &&
                 flr_overlap2_convex_convex(&y, &x, nullptr).overlap,
             "a capsule at the end of a segment");
}

/// The published cases: what they get wrong is in the comments.
void traps(tally &t)
{
    // G01: from a rounded point on the edge the direction is not square to it
    flr_convex2 edge = of_segment(vec(double(0.021119118f), double(79.584320f)),
                                  vec(double(0.020964622f), double(-31.515678f)));
    flr_convex2 origin = flr_convex2_point(vec(0, 0));
    flr_gjk2_step steps[16] = {};
    flr_gjk2_options o = {INFINITY, nullptr, steps, 16};
    flr_gjk2 r = flr_closest2_convex_convex(&edge, &origin, &o);
    bool found = false;
    for (const flr_gjk2_step &s : steps) {
        if (s.count != 2) continue;
        found = true;
        flr_vec2 along = flr_sub2(s.simplex[1], s.simplex[0]);
        t.expect(flr_dot2(along, s.direction) == 0, "G01: %g", double(flr_dot2(along, s.direction)));
    }
    t.expect(found, "G01: no step on the edge");
    double x = 0.021008448081;
    t.expect(std::fabs(double(r.point_a.x) - x) <= 1e-10 + 80 * ulp, "G01: x %.17g", double(r.point_a.x));
    // G04: collinear corners have no inside
    std::vector<flr_vec2> flat = {vec(-1, -3), vec(1, -3), vec(2, -3)};
    flr_triangle2 triangle = {flat[0], flat[1], flat[2]};
    flr_convex2 q = flr_convex2_point(vec(0, -3));
    for (const flr_convex2 &c : {flr_convex2_triangle(&triangle), polygon(flat)}) {
        r = flr_closest2_convex_convex(&c, &q, nullptr);
        t.expect(r.overlap && r.point_a.x == 0 && r.point_a.y == -3, "G04: %g at %g %g", double(r.distance),
                 double(r.point_a.x), double(r.point_a.y));
        t.expect(signed_distance(c, q) == 0, "G04: depth %g", signed_distance(c, q));
    }
    // G05: a corner that is the point but for rounding
    flr_convex2 corner = square(0.1 + 0.2, 0), near = flr_convex2_point(vec(0.3, 0));
    t.expect(distance(corner, near) <= ulp, "G05: %g", distance(corner, near));
    // G06: either winding
    flr_triangle2 clockwise = {vec(0, 0), vec(0, 1), vec(1, 0)};
    flr_convex2 c = flr_convex2_triangle(&clockwise), inside = flr_convex2_point(vec(0.25, 0.25));
    t.expect(flr_overlap2_convex_convex(&c, &inside, nullptr).overlap, "G06: outside");
    t.expect(std::fabs(signed_distance(c, inside) + 0.25) <= ulp, "G06: depth %g",
             signed_distance(c, inside));
    // G08: a segment in one point
    flr_convex2 one = of_segment(vec(1, 1), vec(1, 1)), two = flr_convex2_point(vec(2, 2));
    t.expect(std::fabs(distance(one, two) - std::sqrt(2.0)) <= 2 * ulp, "G08: %g", distance(one, two));
    // G09: of a concave outline the hull is meant
    std::vector<flr_vec2> l = {vec(0, 0), vec(4, 0), vec(4, 1), vec(1, 1), vec(1, 4), vec(0, 4)};
    flr_convex2 hull = flr_convex2_points(l.data(), 6, vec(1, 0), vec(0, 0), 0),
                p = flr_convex2_point(vec(1.5, 1.5));
    t.expect(distance(hull, p) == 0, "G09: %g", distance(hull, p));
    // G10: the support point of the difference
    flr_convex2 first = square(0, 0), second = square(3, 0);
    t.expect(flr_support2(&second, vec(-1, 0)).x - flr_support2(&first, vec(1, 0)).x == 2, "G10");
    // G11: on the line of an edge either sign will do
    flr_convex2 base = of_segment(vec(0, 0), vec(2, 0)), on = flr_convex2_point(vec(1, 0));
    t.expect(flr_overlap2_convex_convex(&base, &on, nullptr).overlap && distance(base, on) == 0, "G11");
    // stop cases: a distance of 2, touching sides and corners, containment, on a corner, an edge, a diagonal
    t.expect(distance(first, second) == 2, "squares: %g", distance(first, second));
    for (flr_vec2 at : {vec(1, 0), vec(1, 1), vec(0.5, 1), vec(-1, -1)}) {
        flr_convex2 s = square(double(at.x), double(at.y));
        t.expect(distance(first, s) == 0 && signed_distance(first, s) == 0, "touching at %g %g: %g",
                 double(at.x), double(at.y), signed_distance(first, s));
    }
    t.expect(signed_distance(first, first) == -1, "itself: %g", signed_distance(first, first));
    for (flr_vec2 at : {vec(0, 0), vec(0.5, 0), vec(1, 1), vec(0, 0.25)})
        t.expect(signed_distance(first, flr_convex2_point(at)) == 0, "on the boundary");
    for (flr_vec2 at : {vec(0.5, 0.5), vec(0.25, 0.25), vec(0.25, 0.75)}) {
        double depth = std::fmin(double(at.x), 1 - double(at.y));
        flr_convex2 s = flr_convex2_point(at);
        t.expect(std::fabs(signed_distance(first, s) + std::fmin(depth, 0.25 + depth)) <= ulp, "inside: %g",
                 signed_distance(first, s));
    }
}

/// Past one another in steps of 1e-9: the signed distance goes down by what was moved, and the normal stays.
void near_contact(tally &t)
{
    const double step = is_float ? 1e-6 : 1e-9;
    flr_vec2 turned = turn_by(0.3);
    flr_box2 still = {vec(0, 0), turned, vec(2, 1)};
    flr_convex2 a = flr_convex2_box(&still);
    struct moved {
        const char *name;
        flr_vec2 half;
        double angle, radius, start;
    } shapes[] = {{"edge on edge", vec(1, 1), 0.3, 0, 3},
                  {"corner on edge", vec(1, 1), 0.3 + M_PI / 4, 0, 2 + std::sqrt(2.0)},
                  {"circle", vec(0, 0), 0, 0.5, 2.5},
                  {"capsule on edge", vec(0, 1), 0.3, 0.25, 2.25}};
    for (const moved &m : shapes) {
        double before = 0;
        for (int k = -60; k <= 60; ++k) {
            double gap = step * (k + 0.5), reach = m.start + gap;
            flr_box2 box = {vec(double(turned.x) * reach, double(turned.y) * reach), turn_by(m.angle),
                            m.half};
            flr_convex2 b = flr_convex2_box(&box);
            b.radius = real(m.radius);
            flr_gjk2 r = flr_signed_distance2_convex_convex(&a, &b, nullptr);
            double sd = double(r.signed_distance);
            t.expect(std::fabs(sd - gap) <= 16 * ulp, "%s: %.17g at %.17g", m.name, sd, gap);
            t.expect(std::fabs(gap) <= 16 * ulp || r.overlap == (gap < 0), "%s: overlap at %g", m.name, gap);
            t.expect(k == -60 || std::fabs(sd - before - step) <= 32 * ulp, "%s: a jump at %g", m.name, gap);
            double away = double(flr_length2(flr_sub2(r.normal, turned)));
            t.expect(away <= 8 * ulp, "%s: the normal is %g off at %g", m.name, away, gap);
            before = sd;
        }
    }
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
        t.expect(warm.iterations <= 2, "%d steps from its own end", warm.iterations);
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
    }
    t.expect(limited > 100, "only %ld limits", limited);
    t.expect(2 * steps_warm < steps_cold, "%ld steps warm, %ld cold", steps_warm, steps_cold);
}

flr_convex2 quad_of(const std::vector<flr_vec2> &corners, const flr_convex2 &like)
{
    return flr_convex2_polygon(corners.data(), uint32_t(corners.size()), like.rotation, like.center,
                               like.radius);
}

/// Polygons with three or four corners are looked at as a whole, with more (here the first of them twice more) where they face one
/// another: the same distances as by the search, whichever corner is the first and however many stand twice; with limits and a cache as well.
void few_corners(tally &t)
{
    random_source random{79};
    long corners = 0, edges = 0, limited = 0, at_once = 0, some_at_once = 0;
    double off = 0, off_about = 0;
    for (int n = 0; n < 3000; ++n) {
        auto some = [&random] {
            const int count = random.whole(3, 4);
            const double start = random.between(0, 6.3), wide = random.between(0.01, 2);
            std::vector<flr_vec2> p;
            for (int i = 0; i < count; ++i) {
                const double angle = start + 6.28318530717958648 * i / count;
                p.push_back(vec(wide * std::cos(angle), std::sin(angle)));
            }
            if (random.whole(0, 5) == 0) p.back() = p.front();
            return p;
        };
        const std::vector<flr_vec2> p = some(), q = some();
        auto more = [](std::vector<flr_vec2> v) {
            v.insert(v.begin(), 2, v.front());
            return v;
        };
        const std::vector<flr_vec2> p_more = more(p), q_more = more(q);
        const double turn = random.between(0, 6.3), x = random.between(-3, 3), y = random.between(-3, 3),
                     radius = n % 5 ? 0 : 0.1;
        flr_convex2 like = {};
        like.rotation = vec(1, 0);
        like.radius = flr_real(radius);
        const flr_convex2 a = quad_of(p, like), a_more = quad_of(p_more, like);
        like.rotation = vec(std::cos(turn), std::sin(turn));
        like.center = vec(x, y);
        const flr_convex2 b = quad_of(q, like), b_more = quad_of(q_more, like);
        flr_gjk2_cache cache = {};
        flr_gjk2_options o = {INFINITY, &cache, nullptr, 0};
        // whoever looks at the steps gets the search
        flr_gjk2_step step;
        const flr_gjk2_options told = {INFINITY, nullptr, &step, 1};
        const flr_gjk2 g = flr_closest2_convex_convex(&a, &b, nullptr),
                       about = flr_closest2_convex_convex(&a_more, &b_more, nullptr),
                       search = flr_closest2_convex_convex(&a, &b, &told),
                       kept = flr_closest2_convex_convex(&a, &b, &o);
        t.expect(g.status == FLR_OK && g.overlap == search.overlap && kept.distance == g.distance,
                 "statuses");
        off = std::max(off, std::fabs(double(g.signed_distance - search.signed_distance)));
        off_about = std::max(off_about, std::fabs(double(about.signed_distance - search.signed_distance)));
        some_at_once += double(g.distance) > 0.01 && about.iterations == 1;
        t.expect(about.lower <= search.upper && search.lower <= about.upper, "bounds that do not meet");
        t.expect(g.lower <= search.upper && search.lower <= g.upper, "bounds that do not meet");
        if (!(double(g.distance) > 0.01)) continue;
        corners += cache.count == 1;
        edges += cache.count == 2;
        at_once += g.iterations == 1;
        const flr_gjk2 warm = flr_closest2_convex_convex(&a, &b, &o);
        t.expect(warm.iterations == 1, "%d steps warm", warm.iterations);
        off = std::max(off, std::fabs(double(g.signed_distance - warm.signed_distance)));
        o = {g.distance / 2, nullptr, nullptr, 0};
        const flr_gjk2 beyond = flr_closest2_convex_convex(&a, &b, &o);
        limited += beyond.beyond;
        t.expect(beyond.beyond && !beyond.overlap && beyond.distance == beyond.lower &&
                     beyond.lower <= g.upper && beyond.lower > o.max_distance,
                 "a limit at half: %g", double(beyond.lower));
        // neither is certain that ends in the rounding
        o.max_distance = g.distance;
        const flr_gjk2 at = flr_closest2_convex_convex(&a, &b, &o);
        t.expect(!at.beyond && at.distance == g.distance, "a limit at the distance");
    }
    t.expect(100 * at_once > 99 * (corners + edges), "%ld of %ld at once", at_once, corners + edges);
    t.expect(100 * some_at_once > 80 * (corners + edges), "%ld of %ld about the way at once", some_at_once,
             corners + edges);
    t.expect(corners > 600 && edges > 600 && limited > 1500, "%ld corners, %ld edges, %ld limits", corners,
             edges, limited);
    expect_pinned(t, "few corners, beside the search, in roundings", off / ulp, 8);
    expect_pinned(t, "more corners, beside the search, in roundings", off_about / ulp, 8);
}

/// Of axes that are alike the last one stays.
void steady_axis(tally &t)
{
    flr_convex2 a = square(0, 0), b = square(0.5, 0.5);
    for (int k = 0; k < 4; ++k) {
        flr_gjk2_cache cache = {};
        cache.axis = k % 2 ? vec(0, 1) : vec(1, 0);
        for (int n = 0; n < 8; ++n) {
            double nudge = ((n % 3) - 1) * 0x1p-53;
            b = square(0.5 + nudge, 0.5 - nudge);
            flr_gjk2_options o = {INFINITY, &cache, nullptr, 0};
            flr_gjk2 r = flr_signed_distance2_convex_convex(&a, &b, &o);
            flr_vec2 expected = k % 2 ? vec(0, 1) : vec(1, 0);
            t.expect(r.normal.x == expected.x && r.normal.y == expected.y, "normal %g %g", double(r.normal.x),
                     double(r.normal.y));
            t.expect(std::fabs(double(r.signed_distance) + 0.5) <= 2 * ulp, "depth %g",
                     double(r.signed_distance));
        }
    }
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

struct ellipse {
    double x, y, a, b;
};

flr_vec2 ellipse_support(const void *user, flr_vec2 d)
{
    const ellipse *e = static_cast<const ellipse *>(user);
    double u = double(d.x) * e->a, v = double(d.y) * e->b, l = std::sqrt(u * u + v * v);
    return vec(e->x + e->a * u / l, e->y + e->b * v / l);
}

/// A user's core: circles by their support function against circles by their radius, ellipses against a
/// search over all directions, which is the definition.
void user_cores(tally &t)
{
    random_source random{75};
    double worst = 0;
    int met = 0;
    for (int n = 0; n < 300; ++n) {
        ellipse e[2];
        for (ellipse &k : e) {
            k.x = random.between(-2, 2);
            k.y = random.between(-2, 2);
            k.a = random.between(0.2, 2);
            k.b = n % 3 ? random.between(0.2, 2) : k.a;
        }
        flr_convex2 a = flr_convex2_user(ellipse_support, &e[0], vec(e[0].x, e[0].y), 0);
        flr_convex2 b = flr_convex2_user(ellipse_support, &e[1], vec(e[1].x, e[1].y), 0);
        auto along = [&](double angle) {
            double x = std::cos(angle), y = std::sin(angle);
            return (e[1].x - e[0].x) * x + (e[1].y - e[0].y) * y - std::hypot(e[0].a * x, e[0].b * y) -
                   std::hypot(e[1].a * x, e[1].b * y);
        };
        double best = 0, most = -INFINITY;
        for (int k = 0; k < 2000; ++k)
            if (along(k * M_PI / 1000) > most) most = along(best = k * M_PI / 1000);
        for (double width = M_PI / 1000; width > 1e-9; width /= 2)
            for (double angle : {best - width, best + width})
                if (along(angle) > most) most = along(best = angle);
        flr_gjk2 r = flr_signed_distance2_convex_convex(&a, &b, nullptr);
        met += most < 0;
        double error = std::fabs(double(r.signed_distance) - most);
        worst = std::fmax(worst, error);
        t.expect(error < (is_float ? 1e-4 : 1e-9), "ellipses %d: %.17g, true %.17g", n,
                 double(r.signed_distance), most);
        double amount = r.overlap ? -most : most;
        t.expect(double(r.lower) - 1e-14 <= amount && double(r.upper) + 1e-14 >= amount,
                 "ellipses %d: %.17g is not within %.17g .. %.17g", n, amount, double(r.lower),
                 double(r.upper));
    }
    expect_pinned(t, "signed distance of ellipses", worst, real_choose(2.8e-13, 1.1e-06));
    t.expect(met > 90 && met < 210, "%d meet", met);
}

/// Support by bisection on fine polygons, with repeated corners, in all directions.
void fine_polygons(tally &t)
{
    random_source random{76};
    double worst = 0;
    for (int count : {24, 100, 1000, 4096}) {
        std::vector<flr_vec2> p;
        for (int i = 0; i < count; ++i) {
            double angle = 2 * M_PI * i / count;
            p.push_back(vec(100 * std::cos(angle), std::sin(angle)));
            for (int k = random.whole(0, 30) - 28; k > 0; --k) p.push_back(p.back());
        }
        for (int way = 0; way < 2; ++way, std::reverse(p.begin(), p.end())) {
            flr_convex2 c = polygon(p);
            for (int n = 0; n < 200; ++n) {
                flr_vec2 d = n < 4 ? vec((n & 1) ? -1 : 1, (n & 2) ? 1 : 0) : turn_by(random.between(0, 7));
                flr_vec2 best = flr_support2(&c, d);
                double most = -INFINITY, mine = double(best.x) * double(d.x) + double(best.y) * double(d.y);
                for (flr_vec2 q : p)
                    most = std::fmax(most, double(q.x) * double(d.x) + double(q.y) * double(d.y));
                worst = std::fmax(worst, (most - mine) / double(flr_length2(d)) / (100 * real_rounding));
            }
        }
    }
    t.expect(worst == 0, "short of the farthest corner by %g roundings of the size", worst);
}

}  // namespace

int main()
{
    const CMUnitTest tests[] = {
        FEELER_TEST(polygons),        FEELER_TEST(far_and_tiny),  FEELER_TEST(barely),
        FEELER_TEST(cut_short),       FEELER_TEST(traps),         FEELER_TEST(near_contact),
        FEELER_TEST(cache_and_limit), FEELER_TEST(steady_axis),   FEELER_TEST(trace),
        FEELER_TEST(user_cores),      FEELER_TEST(fine_polygons), FEELER_TEST(few_corners)};
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
