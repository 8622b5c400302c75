// needs: gmp
// What segments and planes of the plane have in common, sides of a plane, and separating axes of boxes,
// against rationals; and the trap list's inputs for them, by their ids.
#include <cfloat>

#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/real.hpp"
#include "support/shapes2.hpp"

namespace TEST_FILE
{

using namespace shapes2;

namespace
{

big_rational cross(const exact &u, const exact &v) { return u[0] * v[1] - u[1] * v[0]; }

struct common {
    int count = 0;
    big_rational first, last;  ///< along a
};

/// From the equations of the lines.
common by_definition(const flr_segment2 &a, const flr_segment2 &b)
{
    exact p = lift(a.a), q = lift(b.a), d = exact3::sub(lift(a.b), p), e = exact3::sub(lift(b.b), q),
          gap = exact3::sub(q, p);
    big_rational across = cross(d, e), dd = exact3::dot(d, d), ee = exact3::dot(e, e);
    common c;
    if (across != 0) {
        big_rational t = cross(gap, e) / across, s = cross(gap, d) / across;
        c.count = t >= 0 && t <= 1 && s >= 0 && s <= 1;
        c.first = t;
        return c;
    }
    if (cross(d, gap) != 0 || cross(e, gap) != 0) return c;
    if (dd == 0) {  // a is a point
        big_rational along = -exact3::dot(gap, e);
        c.count = ee == 0 ? gap[0] == 0 && gap[1] == 0 : along >= 0 && along <= ee;
        return c;
    }
    big_rational t = exact3::dot(gap, d) / dd, u = t + exact3::dot(e, d) / dd;
    c.first = std::max(big_rational(0), std::min(t, u)), c.last = std::min(big_rational(1), std::max(t, u));
    c.count = c.first > c.last ? 0 : c.first == c.last ? 1 : 2;
    return c;
}

double distance_to(const flr_segment2 &s, flr_vec2 p)
{
    std::vector<exact> x = {lift(s.a), lift(s.b)}, y = {lift(p)};
    return std::sqrt(exact3::distance_squared(x, y).get_d());
}

void segments(tally &t)
{
    random_source r{60};
    long count[3] = {0, 0, 0};
    const double pin = real_choose(1.2, 0.6);
    double worst = 0, along = 0;
    for (int n = 0; n < 12000; ++n) {
        place at = random_place(r);
        flr_segment2 a = {at.at(r, 2), at.at(r, 2)}, b = {at.at(r, 2), at.at(r, 2)};
        if (r.whole(0, 3) == 0) b.a = a.b;
        if (r.whole(0, 9) == 0) b.b = a.a;
        if (r.whole(0, 9) == 0) a.b = a.a;
        common c = by_definition(a, b);
        flr_intersection2 x = flr_intersect2_segment_segment(&a, &b);
        ++count[c.count];
        t.expect(x.count == c.count, "%d points, exact %d", x.count, c.count);
        t.expect(flr_overlap2_segment_segment(&a, &b) == (c.count > 0), "overlap");
        if (x.count != c.count) continue;
        shape sa, sb;
        sa.k = sb.k = segment;
        sa.segment = a, sb.segment = b;
        for (int i = 0; i < x.count; ++i) {
            double size = scene_size(sa, sb);
            for (double v : {x.point[i].x, x.point[i].y}) stretch(&size, v);
            double off = std::max(distance_to(a, x.point[i]), distance_to(b, x.point[i]));
            t.expect(off <= 4 * real_epsilon * size, "point %d: %g off", i, off);
            if (size > 0) worst = std::max(worst, off / (real_epsilon * size));
            double exact_t = (i ? c.last : c.first).get_d();
            // how far along a, but for what the angle at which they cross makes of a way square to b
            const flr_vec2 u = flr_sub2(a.b, a.a), v = flr_sub2(b.b, b.a);
            const double way = std::fabs(double(x.t[i]) - exact_t) * double(flr_length2(u)),
                         sine = c.count == 1 && flr_cross2(u, v) != 0
                                    ? std::fabs(double(flr_cross2(u, v))) / double(flr_length2(u)) /
                                          double(flr_length2(v))
                                    : 1;
            if (size > 0) along = std::max(along, way * sine / (real_epsilon * size));
            if (exact_t == 0 || exact_t == 1) {
                flr_vec2 end = exact_t == 0 ? a.a : a.b;
                t.expect(x.t[i] == exact_t && x.point[i].x == end.x && x.point[i].y == end.y,
                         "an end without its bits");
            }
        }
    }
    std::printf("  %ld apart, %ld in a point, %ld along a stretch; worst %.2f ulp\n", count[0], count[1],
                count[2], worst);
    t.expect(count[0] > 3600 && count[0] < 8400 && count[2] > 300, "too few of a kind");
    t.expect(worst > pin / 2 && worst <= pin, "worst %g", worst);
    expect_pinned(t, "t of what segments have in common, ulp", along, real_choose(1.6, 0.4));
}

void sides_of_a_plane(tally &t)
{
    random_source r{61};
    const big_rational far_away = big_rational(big_integer(1) << 60);
    long crosses = 0, cases = 0;
    double unsure = 0;
    for (int k = 0; k < kinds; ++k)
        for (int n = 0; n < 300; ++n) {
            place at = random_place(r);
            shape s = random_shape(r, kind(k), at), p = random_shape(r, plane, at);
            settle(s);
            if (k == line || k == plane || k == halfspace) {  // parallel, or they would always cross
                s.line.direction = flr_vec2_make(-p.plane.normal.y, p.plane.normal.x);
                double sign = r.whole(0, 1) ? 1 : -1, shift = at.scale * r.whole(-1, 1);
                s.plane = {flr_scale2(flr_real(sign), p.plane.normal),
                           flr_real(sign * (p.plane.offset + shift))};
                s.halfspace = {s.plane.normal, s.plane.offset};
            }
            definition d = define(s, far_away);
            exact normal = lift(p.plane.normal);
            big_rational low, high;
            bool first = true;
            for (const auto &x : d.simplices)
                for (const exact &c : x) {
                    big_rational h = exact3::dot(normal, c) - big_rational(p.plane.offset);
                    if (first || h < low) low = h;
                    if (first || h > high) high = h;
                    first = false;
                }
            if (n % 3 == 0 && (k == circle || k == capsule) && low * high > 0) {  // touches but for rounding
                const double gap = (low > 0 ? low : big_rational(-high)).get_d();
                const flr_real radius = flr_real(gap / std::sqrt(exact3::dot(normal, normal).get_d()));
                s.circle.radius = s.capsule.radius = radius;
                d.radius = radius;
            }
            big_rational reach = d.radius * d.radius * exact3::dot(normal, normal);
            int side = low > 0 && low * low > reach ? 1 : high < 0 && high * high > reach ? -1 : 0;
            int got = visit(s, [&](auto typed) { return classify(&p.plane, typed); });
            const big_rational nearest = low > 0 ? low : high;
            bool certain = k != box && (d.radius == 0 ||
                                        abs(nearest * nearest - reach) > reach * real_choose(1e-14, 1e-5));
            ++cases;
            crosses += got == 0;
            if (k != box && got != side) {  // how far from touching
                const double gap = low > 0    ? low.get_d()
                                   : high < 0 ? high.get_d()
                                              : 0,
                             length = double(flr_length2(p.plane.normal));
                unsure = std::max(unsure, std::fabs(std::fabs(gap) / length - d.radius.get_d()) /
                                              (real_epsilon * scene_size(p, s)));
            }
            if (certain) t.expect(got == side, "%s: side %d, exact %d", name(k), got, side);
            bool meets = ask_overlap(p, s);
            t.expect(meets == (got == 0), "%s: side %d but overlap %d", name(k), got, meets);
        }
    t.expect(crosses * 10 > cases * 3 && crosses * 10 < cases * 7, "%ld of %ld cross", crosses, cases);
    expect_pinned(t, "sides told wrongly, ulp", unsure, real_choose(0.6, exact_answers));
}

void two_planes(tally &t)
{
    random_source r{62};
    long parallel = 0, coincident = 0;
    double worst = 0;
    for (int n = 0; n < 6000; ++n) {
        flr_plane2 a = {{flr_real(r.whole(-3, 3)), flr_real(r.whole(1, 3))}, flr_real(r.whole(-3, 3))};
        flr_plane2 b = {{flr_real(r.whole(-3, 3)), flr_real(r.whole(1, 3))}, flr_real(r.whole(-3, 3))};
        if (n % 4 == 0) {
            for (flr_plane2 *h : {&a, &b}) {
                const double turn = h == &b && n % 8 ? 1e-3 : 1;  // lean against one another a little
                const double nx = r.between(-1, 1), ny = r.between(-1, 1), offset = r.between(-1e3, 1e3);
                h->normal = {flr_real(a.normal.x + turn * nx), flr_real(a.normal.y + turn * ny)};
                h->offset = flr_real(offset);
            }
        }
        if (n % 2)
            b = {flr_scale2(n % 4 == 1 ? -2 : 3, a.normal),
                 (n % 4 == 1 ? -2 : 3) * a.offset + flr_real(r.whole(0, 1))};
        flr_vec2 p = {99, 99};
        flr_planes2 how = flr_intersect2_plane_plane(&a, &b, &p);
        big_rational across = cross(lift(a.normal), lift(b.normal));
        exact u = {big_rational(a.normal.y), big_rational(a.offset), 0},
              v = {big_rational(b.normal.y), big_rational(b.offset), 0};
        if (across == 0) {
            bool same = cross(u, v) == 0;
            ++(same ? coincident : parallel);
            t.expect(how == (same ? FLR_PLANES2_COINCIDENT : FLR_PLANES2_PARALLEL) && p.x == 99,
                     "parallel: %d", how);
            continue;
        }
        t.expect(how == FLR_PLANES2_CROSSING, "crossing: %d", how);
        double x = big_rational((big_rational(a.offset) * big_rational(b.normal.y) -
                                 big_rational(b.offset) * big_rational(a.normal.y)) /
                                across)
                       .get_d();
        double y = big_rational((big_rational(a.normal.x) * big_rational(b.offset) -
                                 big_rational(b.normal.x) * big_rational(a.offset)) /
                                across)
                       .get_d();
        const double la = double(flr_length2(a.normal)), lb = double(flr_length2(b.normal)),
                     sine = std::fabs(across.get_d()) / la / lb,
                     size = std::max(std::hypot(x, y), std::max(std::fabs(double(a.offset)) / la,
                                                                std::fabs(double(b.offset)) / lb));
        double error = std::hypot(p.x - x, p.y - y) * sine / (real_epsilon * size);
        if (size > 0) worst = std::max(worst, error);
    }
    t.expect(parallel > 1000 && coincident > 1000, "%ld parallel, %ld coincident", parallel, coincident);
    expect_pinned(t, "crossing of lines, ulp", worst, real_choose(1.2, 0.5));
}

flr_box2 make_box(double x, double y, double ax, double ay, double h, double k)
{
    return {{flr_real(x), flr_real(y)}, {flr_real(ax), flr_real(ay)}, {flr_real(h), flr_real(k)}};
}

/// The most over the axes of both boxes, in 512 bits.
big_float best_separation(const flr_box2 &a, const flr_box2 &b)
{
    big_float most(0, 512);
    for (int k = 0; k < 4; ++k) {
        flr_vec2 axis = (k < 2 ? a : b).axis;
        exact v = lift(k % 2 ? flr_perp2(axis) : axis), d = lift(b.center), c = lift(a.center);
        big_rational gap = abs((d[0] - c[0]) * v[0] + (d[1] - c[1]) * v[1]);
        for (const flr_box2 *x : {&a, &b}) {
            exact u = lift(x->axis);
            gap -= abs(u[0] * v[0] + u[1] * v[1]) * big_rational(x->half_extents.x) +
                   abs(u[0] * v[1] - u[1] * v[0]) * big_rational(x->half_extents.y);
        }
        big_float s(gap, 512);
        s /= sqrt(big_float(v[0] * v[0] + v[1] * v[1], 512));
        if (k == 0 || s > most) most = s;
    }
    return most;
}

void separating_axes(tally &t)
{
    random_source r{63};
    const place at = {true, 1, {0, 0}};
    const double little = real_choose(1e-9, 1e-5);
    long meet = 0;
    double worst = 0;
    for (int n = 0; n < 8000; ++n) {
        shape a = random_shape(r, box, at), b = random_shape(r, box, at);
        a.box.half_extents = {flr_real(r.whole(0, 4)), flr_real(r.whole(0, 4))};
        flr_separation2 s = flr_separation2_box_box(&a.box, &b.box);
        flr_closest2 c = flr_closest2_box_box(&a.box, &b.box);
        double certain = real_choose(1e-12, 1e-4);
        meet += c.distance == 0;
        if (std::fabs(s.separation) > certain)
            t.expect((s.separation <= 0) == (c.distance == 0), "separation %g, distance %g", s.separation,
                     c.distance);
        t.expect(s.separation <= c.distance + certain, "separation %g above the distance %g", s.separation,
                 c.distance);
        flr_vec2 apart = flr_sub2(b.box.center, a.box.center);
        t.expect(flr_dot2(apart, s.axis) >= 0, "the axis points to a");
        double off = std::fabs(big_float(best_separation(a.box, b.box) - double(s.separation)).get_d()),
               size = flr_length2(apart) + flr_length2(a.box.half_extents) + flr_length2(b.box.half_extents);
        if (size > 0) worst = std::fmax(worst, off / (size * real_epsilon));
        if (s.separation > 0) continue;
        shape out = b, in = b;
        out.box.center = flr_mul_add2(b.box.center, flr_real(-s.separation + little), s.axis);
        in.box.center = flr_mul_add2(b.box.center, flr_real(-s.separation - little), s.axis);
        t.expect(!ask_overlap(a, out), "moved out by %g, it still meets", -s.separation);
        t.expect(s.separation > -little || ask_overlap(a, in), "moved less, it is out");
    }
    t.expect(meet > 2400 && meet < 5600, "%ld of 8000 meet", meet);
    expect_pinned(t, "separation of boxes, ulp of the size", worst, real_choose(1, 0.8));
    flr_box2 a = make_box(0, 0, 1, 0, 1, 1), b = make_box(-5, 0, 1, 0, 1, 1);
    t.expect(flr_separation2_box_box(&a, &b).separation == 3 && !flr_overlap2_box_box(&a, &b), "M01");
    t.expect(flr_separation2_box_box(&a, &b).axis.x == -1, "M01: from a to b");
    b = make_box(1.5, 1.5, 1, 0, 1, 1);
    t.expect(flr_separation2_box_box(&a, &b).separation == -0.5 && flr_overlap2_box_box(&a, &b), "M02");
    a = make_box(0, 0, 1, 0, 1, 1), b = make_box(1.8, 1, 1, 0, 1, 1);
    t.expect(std::fabs(flr_separation2_box_box(&a, &b).separation + 0.2) < real_choose(1e-15, 1e-7),
             "M08: the axis of least depth is the greatest separation");
    for (double bit : {-real_epsilon, 0.0, real_epsilon}) {
        b = make_box(1.5 + bit, 1.5, 1, 0, 1, 1);
        t.expect(flr_separation2_box_box(&a, &b).index == 0, "S4-05: a near tie changes the axis");
    }
    b = make_box(2, 0.5, 0.6, 0.8, 0, 0);
    t.expect(!flr_overlap2_box_box(&a, &b), "a box that is a point, outside");
    b = make_box(1, 0.5, 0.6, 0.8, 0, 0);
    t.expect(flr_overlap2_box_box(&a, &b), "a box that is a point, on the edge");
}

void traps(tally &t)
{
    flr_segment2 a = {{0, 0}, {2, 0}}, b = {{1, 0}, {1, 1}};
    flr_intersection2 x = flr_intersect2_segment_segment(&a, &b);
    t.expect(x.count == 1 && x.t[0] == 0.5 && x.point[0].x == 1 && x.point[0].y == 0,
             "A21, A22: a T-junction");
    t.expect(flr_overlap2_segment_segment(&a, &b), "A21");
    t.expect(flr_orient2(0, 0, 2, 0, 0, -3) == -1 && flr_orient2(0, 0, 2, 0, 0, 3) == 1,
             "A02: areas are signed");
    // A23, A24: the ends of b at heights (3, 4), (1, -1), (0, -5) and (0, 5) over a
    b = {{1, 3}, {1, 4}};
    t.expect(!flr_overlap2_segment_segment(&a, &b), "A23: both above");
    b = {{1, 1}, {1, -1}};
    t.expect(flr_overlap2_segment_segment(&a, &b), "A23: across");
    b = {{3, 0}, {1, -5}};
    t.expect(!flr_overlap2_segment_segment(&a, &b), "A24: one end on the line, beyond the segment");
    b = {{2, 0}, {1, 5}};
    t.expect(flr_overlap2_segment_segment(&a, &b), "A24: one end on the end");
    b = {{1, 50000}, {2, 50000}};
    flr_segment2 wide = {{0, 0}, {50000, 0}};
    t.expect(!flr_overlap2_segment_segment(&wide, &b), "A25: products of 50000");
    for (double scale : {1e-12, real_choose(1e-160, 1e-30), real_choose(1e-320, 1e-42)}) {
        a = {{flr_real(-scale), 0}, {flr_real(scale), 0}}, b = {{0, flr_real(-scale)}, {0, flr_real(scale)}};
        t.expect(flr_overlap2_segment_segment(&a, &b), "A26: a cross of half length %g", scale);
        b = {{flr_real(2 * scale), flr_real(-scale)}, {flr_real(2 * scale), flr_real(scale)}};
        t.expect(!flr_overlap2_segment_segment(&a, &b), "A26: beside each other, %g", scale);
    }
    a = {{-50, 10}, {116, 20}}, b = {{78, -100}, {78, 100}};
    x = flr_intersect2_segment_segment(&a, &b);
    t.expect(x.count == 1 && std::fabs(x.t[0] - 128.0 / 166) < real_choose(1e-15, 1e-7), "A27: t %g", x.t[0]);
    a = {{0, 1}, {0, -1}}, b = {{-1, 0}, {3, 0}};
    t.expect(flr_intersect2_segment_segment(&a, &b).t[0] == 0.5, "A28: heights 1 and -1");
    a = {{0, 0}, {2, 0}}, b = {{3, 0}, {1, 0}};
    x = flr_intersect2_segment_segment(&a, &b);
    t.expect(x.count == 2 && x.point[0].x == 1 && x.point[1].x == 2 && x.t[0] == 0.5 && x.t[1] == 1,
             "a common stretch");
    const flr_triangle2 u = {{0, 0}, {1, 0}, {0, 1}}, v = {{5, 5}, {6, 5}, {5, 6}};
    t.expect(!flr_overlap2_triangle_triangle(&u, &v), "A49");
    const flr_triangle2 clockwise = {{0, 0}, {0, 1}, {1, 0}};
    t.expect(flr_overlap2_point_triangle({0.25, 0.25}, &clockwise), "G06");
    const flr_vec2 l[6] = {{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
    const flr_polygon2 shape_l = {l, 6};
    t.expect(!flr_overlap2_point_polygon({1.5, 1.5}, &shape_l), "G09: the notch of an L");
    t.expect(flr_closest2_point_polygon({1.5, 1.5}, &shape_l).distance == 0.5, "G09: half away from it");
    const flr_plane2 level = {{0, 1}, 0};
    const flr_circle c = {{0, -1}, 1};
    const flr_box2 q = {{0, -1}, {1, 0}, {1, 1}};
    t.expect(flr_classify2_plane_circle(&level, &c) == 0 && flr_classify2_plane_box(&level, &q) == 0,
             "A34: touching from behind");
    const flr_box2 w = {{0.5, 0}, {1, 0}, {1, 1}};
    const flr_plane2 slanted = {{1, -1}, 0};
    t.expect(flr_classify2_plane_box(&slanted, &w) == 0, "A35");
    const flr_aabb2 corner = {{-1, -1}, {1, 1}};
    const flr_circle near = {{flr_real(1.9), flr_real(1.9)}, flr_real(1.2)},
                     nearer = {{flr_real(1.9), flr_real(1.9)}, flr_real(1.28)};
    t.expect(!flr_overlap2_circle_aabb(&near, &corner) && flr_overlap2_circle_aabb(&nearer, &corner), "A42");
    const flr_circle two = {{0, 0}, 2}, three = {{3, 4}, 3}, less = {{3, 4}, 2.5};
    t.expect(flr_overlap2_circle_circle(&two, &three) && !flr_overlap2_circle_circle(&two, &less),
             "touching circles");
    // N10: no overflow at either end
    const flr_real big = flr_real(real_choose(1e308, 2e38)), bit = flr_real(real_choose(1e-310, 1e-42));
    const flr_triangle2 huge = {{-big, -big}, {big, -big}, {0, big}};
    const flr_segment2 tiny = {{bit, 0}, {0, bit}};
    t.expect(flr_overlap2_segment_triangle(&tiny, &huge), "N10: huge and tiny");
    flr_closest2 far = flr_closest2_point_segment({big, big}, &tiny);
    t.expect(std::isfinite(far.distance) && far.distance > 1.4 * double(big), "N10: %g", far.distance);
    far = flr_closest2_point_triangle({flr_real(1.7 * big), flr_real(-1.7 * big)}, &huge);
    t.expect(std::fabs(far.distance / std::hypot(0.7 * big, 0.7 * big) - 1) < real_choose(1e-12, 1e-6),
             "N10: %g", far.distance);
    far = flr_closest2_point_segment({bit, bit}, &tiny);
    t.expect(far.distance > 0.7 * bit && far.distance < 0.72 * bit, "N10: %g", far.distance);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(segments), FEELER_TEST(sides_of_a_plane), FEELER_TEST(two_planes),
             FEELER_TEST(separating_axes), FEELER_TEST(traps))

}  // namespace TEST_FILE
