/// Every pair of shapes of the plane: what the typed functions say, turned round, and the depth by its definition:
/// the translation parts the two, and no shorter one in any of many directions does.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#include "feeler/any2.h"
#include "feeler/overlap2.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

const double ulp = sizeof(flr_real) == sizeof(float) ? 0x1p-23 : 0x1p-52;

flr_vec2 vec(double x, double y) { return flr_vec2_make(flr_real(x), flr_real(y)); }

/// A shape with the arrays it stands on, which a translation moves along.
struct subject {
    std::vector<flr_vec2> array;
    flr_shape2 shape;

    flr_shape2 on() const
    {
        flr_shape2 s = shape;
        if (s.kind == FLR_SHAPE2_POLYGON) s.as.polygon.vertices = array.data();
        if (s.kind == FLR_SHAPE2_CONVEX && s.as.convex.points) s.as.convex.points = array.data();
        return s;
    }
};

subject make(flr_shape2_kind kind, bool lattice, random_source &r)
{
    subject s;
    std::memset(&s.shape, 0, sizeof s.shape);
    s.shape.kind = kind;
    auto number = [&](int low, int high) {
        return lattice ? double(r.whole(low, high)) : r.between(low, high);
    };
    std::vector<flr_vec2> p;
    for (int i = 0; i < 4; ++i) {
        double x = number(-3, 3), y = number(-3, 3);
        p.push_back(vec(x, y));
    }
    flr_vec2 way = {flr_real(number(-2, 2)), flr_real(number(-2, 2))};
    if (way.x == 0 && way.y == 0) way = vec(1, 0);
    double size = number(0, 2), other = number(0, 2), angle = lattice ? 0 : r.between(0, 7);
    flr_vec2 turned = vec(std::cos(angle), std::sin(angle));
    auto &as = s.shape.as;
    switch (kind) {
    case FLR_SHAPE2_POINT:
        as.point = p[0];
        break;
    case FLR_SHAPE2_SEGMENT:
        as.segment = {p[0], p[1]};
        break;
    case FLR_SHAPE2_RAY:
        as.ray = {p[0], way};
        break;
    case FLR_SHAPE2_LINE:
        as.line = {p[0], way};
        break;
    case FLR_SHAPE2_PLANE:
        as.plane = {way, flr_real(number(-3, 3))};
        break;
    case FLR_SHAPE2_HALFSPACE:
        as.halfspace = {way, flr_real(number(-3, 3))};
        break;
    case FLR_SHAPE2_CIRCLE:
        as.circle = {p[0], flr_real(size)};
        break;
    case FLR_SHAPE2_CAPSULE:
        as.capsule = {p[0], p[1], flr_real(size)};
        break;
    case FLR_SHAPE2_AABB:
        as.aabb = {flr_min2(p[0], p[1]), flr_max2(p[0], p[1])};
        break;
    case FLR_SHAPE2_BOX:
        as.box = {p[0], turned, vec(size, other)};
        break;
    case FLR_SHAPE2_TRIANGLE:
        as.triangle = {p[0], p[1], p[2]};
        break;
    case FLR_SHAPE2_POLYGON:
        // an arrow head, whose fourth corner is reflex
        s.array = {p[0], flr_add2(p[0], vec(2, -1)), flr_add2(p[0], vec(0, 2)), flr_add2(p[0], vec(-2, -1))};
        as.polygon = {s.array.data(), 4};
        break;
    default:
        s.array = p;
        as.convex = flr_convex2_points(s.array.data(), 4, turned, vec(number(-1, 1), 0), flr_real(size / 2));
        break;
    }
    return s;
}

subject moved(subject s, double x, double y)
{
    auto &as = s.shape.as;
    auto go = [&](flr_vec2 &p) { p = vec(double(p.x) + x, double(p.y) + y); };
    switch (s.shape.kind) {
    case FLR_SHAPE2_RAY:
    case FLR_SHAPE2_LINE:
    case FLR_SHAPE2_POINT:
    case FLR_SHAPE2_CIRCLE:
    case FLR_SHAPE2_BOX:
        go(as.point);
        break;  // all begin with the one place
    case FLR_SHAPE2_SEGMENT:
    case FLR_SHAPE2_CAPSULE:
    case FLR_SHAPE2_AABB:
        go(as.segment.a), go(as.segment.b);
        break;
    case FLR_SHAPE2_PLANE:
    case FLR_SHAPE2_HALFSPACE:
        as.plane.offset += flr_real(double(as.plane.normal.x) * x + double(as.plane.normal.y) * y);
        break;
    case FLR_SHAPE2_TRIANGLE:
        go(as.triangle.a), go(as.triangle.b), go(as.triangle.c);
        break;
    case FLR_SHAPE2_POLYGON:
        for (flr_vec2 &p : s.array) go(p);
        break;
    default:
        go(as.convex.center);
        break;
    }
    return s;
}

double distance(const subject &a, const subject &b)
{
    flr_shape2 x = a.on(), y = b.on();
    flr_closest2 c = {-1, {0, 0}, {0, 0}};
    flr_distance2(&x, &y, &c);
    return double(c.distance);
}

struct count {
    long met = 0, asked = 0, deep = 0, stuck = 0;
    worst_of turned = {"distance turned round, roundings", exact_answers},
             deep_turned = {"depth turned round, roundings", exact_answers},
             unit = {"length of normals, roundings", real_choose(2.5, 2.3)},
             along = {"points along the normal, roundings", real_choose(22, 17)},
             points = {"points off their shapes, roundings", real_choose(28, 17)};
};

void judge(tally &t, const subject &a, const subject &b, const char *name, count *n)
{
    flr_shape2 x = a.on(), y = b.on();
    flr_closest2 c, d;
    bool yes = false, back = true;
    flr_status status = flr_distance2(&x, &y, &c);
    t.expect(status == FLR_OK, "%s: status %d", name, status);
    t.expect(flr_overlap2(&x, &y, &yes) == FLR_OK && yes == (c.distance == 0), "%s: overlap %d, distance %g",
             name, yes, double(c.distance));
    flr_distance2(&y, &x, &d);
    flr_overlap2(&y, &x, &back);
    t.expect(n->turned.within(std::fabs(double(c.distance - d.distance)) / real_rounding) && yes == back,
             "%s: turned round", name);
    flr_signed_distance2_result r, q;
    status = flr_signed_distance2(&x, &y, &r);
    if (!t.expect(status == FLR_OK, "%s: status %d of the depth", name, status)) return;
    status = flr_signed_distance2(&y, &x, &q);
    t.expect(
        status == FLR_OK && r.inseparable == q.inseparable &&
            n->deep_turned.within(std::fabs(double(r.signed_distance - q.signed_distance)) / real_rounding),
        "%s: turned round %.17g, %.17g", name, double(r.signed_distance), double(q.signed_distance));
    ++n->asked;
    n->met += yes;
    if (r.inseparable) {
        ++n->stuck;
        t.expect(yes, "%s: inseparable, but apart", name);
        for (int k = 0; k < 16; ++k) {
            double angle = k * M_PI / 8;
            t.expect(distance(a, moved(b, 1000 * std::cos(angle), 1000 * std::sin(angle))) == 0,
                     "%s: not inseparable", name);
        }
        return;
    }
    double sd = double(r.signed_distance);
    t.expect(n->unit.within(off_unit(r.normal)), "%s: a normal of length %g", name,
             double(flr_length2(r.normal)));
    flr_vec2 gap = flr_sub2(flr_mul_add2(r.point_a, r.signed_distance, r.normal), r.point_b);
    t.expect(n->along.within(double(flr_length2(gap)) / real_rounding),
             "%s: the normal leads %g past point b", name, double(flr_length2(gap)));
    for (int k = 0; k < 2; ++k) {
        subject p;
        std::memset(&p.shape, 0, sizeof p.shape);
        p.shape.as.point = k ? r.point_b : r.point_a;
        double off = distance(p, k ? b : a);
        t.expect(n->points.within(off / real_rounding), "%s: a point %g off", name, off);
    }
    if (!yes) {
        t.expect(r.signed_distance == c.distance, "%s: %g, but distance %g", name, sd, double(c.distance));
        return;
    }
    t.expect(sd <= 0, "%s: overlaps by %g", name, sd);
    double past = -sd + real_choose(1e-6, 1e-4);
    double left = distance(a, moved(b, past * double(r.normal.x), past * double(r.normal.y)));
    t.expect(left > real_choose(0.5e-7, 0.5e-5) && left < real_choose(2e-6, 2e-4), "%s: %g apart after %g",
             name, left, past);
    if (sd > -1e-6) return;
    ++n->deep;
    for (int k = 0; k < 24; ++k) {
        double angle = k * M_PI / 12 + 0.01, way = 0.999 * -sd;
        double found = distance(a, moved(b, way * std::cos(angle), way * std::sin(angle)));
        t.expect(found == 0, "%s: apart by %g after %g, less than %g", name, found, way, -sd);
    }
}

void every_pair(tally &t)
{
    random_source random{601};
    count all;
    for (int i = 0; i < FLR_SHAPE2_COMPOUND; ++i)
        for (int k = i; k < FLR_SHAPE2_COMPOUND; ++k)
            for (int n = 0; n < 40; ++n) {
                subject a = make(flr_shape2_kind(i), n % 2, random),
                        b = make(flr_shape2_kind(k), n % 2, random);
                char name[64];
                std::snprintf(name, sizeof name, "%s %s %d", flr_shape2_name(flr_shape2_kind(i)),
                              flr_shape2_name(flr_shape2_kind(k)), n);
                judge(t, a, b, name, &all);
            }
    std::printf("  %ld pairs, %ld meet, %ld deep, %ld inseparable\n", all.asked, all.met, all.deep,
                all.stuck);
    double met = double(all.met) / double(all.asked);
    t.expect(met > 0.3 && met < 0.7 && all.deep > 500 && all.stuck > 100, "%g meet", met);
    for (const worst_of *w : {&all.turned, &all.deep_turned, &all.unit, &all.along, &all.points}) w->hold(t);
}

void known(tally &t)
{
    flr_shape2 a, b;
    std::memset(&a, 0, sizeof a);
    b = a;
    flr_signed_distance2_result r;
    // lines that cross are inseparable in the plane; one line is parted by any step square to it
    a.kind = b.kind = FLR_SHAPE2_LINE;
    a.as.line = {vec(0, 0), vec(1, 0)};
    b.as.line = {vec(3, 1), vec(0, 2)};
    flr_status status = flr_signed_distance2(&a, &b, &r);
    t.expect(status == FLR_OK && r.inseparable, "crossing lines");
    b.as.line = {vec(3, 0), vec(-2, 0)};
    status = flr_signed_distance2(&a, &b, &r);
    t.expect(status == FLR_OK && !r.inseparable && r.signed_distance == 0 &&
                 std::fabs(double(r.normal.y)) == 1,
             "one line twice");
    // rays that cross draw back
    a.kind = b.kind = FLR_SHAPE2_RAY;
    a.as.ray = {vec(-2, 0), vec(1, 0)};
    b.as.ray = {vec(0, -1), vec(0, 5)};
    status = flr_signed_distance2(&a, &b, &r);
    t.expect(status == FLR_OK && r.signed_distance == -1 && r.normal.y == 1, "rays: %g",
             double(r.signed_distance));
    // halfspaces that look at one another
    a.kind = b.kind = FLR_SHAPE2_HALFSPACE;
    a.as.halfspace = {vec(0, 2), 2};
    b.as.halfspace = {vec(0, -1), 0.5};
    status = flr_signed_distance2(&a, &b, &r);
    t.expect(status == FLR_OK && r.signed_distance == -1.5 && r.normal.y == 1, "halfspaces: %g",
             double(r.signed_distance));
    b.as.halfspace = {vec(0.1, -1), 0.5};
    status = flr_signed_distance2(&a, &b, &r);
    t.expect(status == FLR_OK && r.inseparable, "halfspaces that cross");
    // a circle on a line: the shorter way
    a.kind = FLR_SHAPE2_PLANE;
    a.as.plane = {vec(0, 3), 3};
    b.kind = FLR_SHAPE2_CIRCLE;
    b.as.circle = {vec(7, 1.25), 1};
    status = flr_signed_distance2(&a, &b, &r);
    t.expect(status == FLR_OK && r.signed_distance == -0.75 && r.normal.y == 1, "circle: %g",
             double(r.signed_distance));
    // squares that touch along a side, and 1e-13 apart: the normal is square to it
    for (double gap : {0.0, 1e-13, -1e-13}) {
        a.kind = b.kind = FLR_SHAPE2_AABB;
        a.as.aabb = {vec(0, 0), vec(1, 1)};
        b.as.aabb = {vec(1 + gap, 0.3), vec(2, 1.3)};
        status = flr_signed_distance2(&a, &b, &r);
        t.expect(status == FLR_OK && r.normal.x == 1 && r.normal.y == 0 &&
                     std::fabs(double(r.signed_distance) - gap) <= 4 * ulp,
                 "squares %g: %g", gap, double(r.signed_distance));
    }
}

void errors(tally &t)
{
    flr_shape2 a, b;
    std::memset(&a, 0, sizeof a);
    b = a;
    bool yes;
    flr_closest2 c;
    flr_signed_distance2_result r;
    t.expect(flr_overlap2(nullptr, &b, &yes) == FLR_INVALID_ARGUMENT, "null");
    t.expect(flr_distance2(&a, nullptr, &c) == FLR_INVALID_ARGUMENT, "null");
    t.expect(flr_signed_distance2(&a, &b, nullptr) == FLR_INVALID_ARGUMENT, "null");
    a.kind = FLR_SHAPE2_COUNT;
    t.expect(flr_distance2(&a, &b, &c) == FLR_INVALID_ARGUMENT, "no kind");
    a.kind = FLR_SHAPE2_POLYGON;
    t.expect(flr_overlap2(&a, &b, &yes) == FLR_INVALID_SHAPE, "no corners");
    a.kind = FLR_SHAPE2_CONVEX;
    a.as.convex = flr_convex2_user(nullptr, nullptr, vec(0, 0), 0);
    t.expect(flr_signed_distance2(&a, &b, &r) == FLR_INVALID_SHAPE, "a user's core");
    a.kind = FLR_SHAPE2_POINT;
    a.as.point = vec(NAN, 0);
    t.expect(flr_distance2(&a, &b, &c) == FLR_NOT_FINITE, "not a number");
    t.expect(std::strcmp(flr_shape2_name(FLR_SHAPE2_CONVEX), "convex") == 0, "name");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(every_pair), FEELER_TEST(known), FEELER_TEST(errors))

}  // namespace TEST_FILE
