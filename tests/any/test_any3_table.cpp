// Every cell of the table of pairs: it answers, in both orders alike; overlap is distance 0; the points
// lie on the shapes and none are closer; moving by the signed distance parts what overlaps, and no direction parts it sooner.
#include <cfloat>

#include "any/any3_stock.hpp"
#include "any/properties3.hpp"
#include "support/cmocka.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{

using namespace any3;

namespace
{

const double rounding = sizeof(flr_real) == sizeof(double) ? DBL_EPSILON : double(FLT_EPSILON);

flr_shape3_kind kind(int k) { return static_cast<flr_shape3_kind>(k); }

std::string named(const held &a, const held &b)
{
    return std::string(flr_shape3_name(a.shape.kind)) + " " + flr_shape3_name(b.shape.kind);
}

bool is_curved(flr_shape3_kind k)
{
    return k == FLR_SHAPE3_CYLINDER || k == FLR_SHAPE3_CONE || k == FLR_SHAPE3_ELLIPSOID;
}

flr_shape3 point_at(flr_vec3 p)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_POINT;
    s.as.point = p;
    return s;
}

double distance(const flr_shape3 &a, const flr_shape3 &b)
{
    flr_closest3 c{};
    return flr_distance3(&a, &b, &c) == FLR_OK ? double(c.distance) : NAN;
}

/// The scene: lengths of what is answered count too.
double size_of(const flr_closest3 &c) { return 10 + length(c.point_a) + length(c.point_b); }

/// With a curved rim the search ends a part in some 10^11 short.
double tolerance_of(const held &a, const held &b, const flr_closest3 &c)
{
    bool curved = is_curved(a.shape.kind) || is_curved(b.shape.kind);
    return (!curved ? 64 * rounding : sizeof(flr_real) == sizeof(double) ? 1e-11 : 1e-6) * size_of(c);
}

using properties3::worst_of_both;

/// Of all pairs of the test at hand.
struct errors {
    worst_of_both turned, between, points, signed_turned, signed_apart, along;
    worst_of unit = {"length of normals, roundings", 4};

    void hold(tally &t) const
    {
        for (const worst_of_both *w : {&turned, &between, &points, &signed_turned, &signed_apart, &along})
            if (!w->closed.what.empty()) w->hold(t);
        if (!along.closed.what.empty()) unit.hold(t);
    }
};

void check_distance(tally &t, const held &a, const held &b, long &meet, errors &e)
{
    flr_closest3 c{}, d{};
    bool overlap = false, overlap_turned = false;
    std::string name = named(a, b);
    t.expect(flr_distance3(&a.shape, &b.shape, &c) == FLR_OK, "%s: no distance", name.c_str());
    t.expect(flr_distance3(&b.shape, &a.shape, &d) == FLR_OK, "%s: no distance turned", name.c_str());
    t.expect(flr_overlap3(&a.shape, &b.shape, &overlap) == FLR_OK, "%s: no overlap", name.c_str());
    t.expect(flr_overlap3(&b.shape, &a.shape, &overlap_turned) == FLR_OK, "%s: no overlap", name.c_str());
    const double size = size_of(c);
    t.expect(overlap == overlap_turned && overlap == (c.distance == 0), "%s: overlap %d %d at distance %g",
             name.c_str(), overlap, overlap_turned, double(c.distance));
    t.expect(c.distance >= 0 && e.turned.within(a, b, std::fabs(double(c.distance - d.distance)), size),
             "%s: %.17g turned %.17g", name.c_str(), double(c.distance), double(d.distance));
    double apart = length(flr_sub3(c.point_b, c.point_a));
    t.expect(e.between.within(a, b, std::fabs(apart - double(c.distance)), size),
             "%s: points %g apart, distance %g", name.c_str(), apart, double(c.distance));
    double off_a = distance(point_at(c.point_a), a.shape), off_b = distance(point_at(c.point_b), b.shape);
    t.expect(e.points.within(a, b, std::fmax(off_a, off_b), size), "%s: points off their shapes by %g and %g",
             name.c_str(), off_a, off_b);
    meet += overlap;
}

/// From anywhere, to and fro between the nearest points of one and the other: never closer than the distance.
void check_nearest(tally &t, random_source &r, const held &a, const held &b)
{
    double d = distance(a.shape, b.shape);
    if (d == 0) return;
    for (int k = 0; k < 4; ++k) {
        flr_closest3 c{};
        flr_vec3 p = r.point(-3, 3);
        for (int step = 0; step < 8; ++step) {
            flr_shape3 at = point_at(p);
            if (flr_distance3(&at, step & 1 ? &a.shape : &b.shape, &c) != FLR_OK) break;
            p = c.point_b;
            t.expect(step == 0 || double(c.distance) >= d - tolerance_of(a, b, c),
                     "%s: %.17g apart, but a point is at %.17g", named(a, b).c_str(), d, double(c.distance));
        }
    }
}

flr_signed_distance3_result signed_of(tally &t, const held &a, const held &b, flr_status *status)
{
    flr_signed_distance3_result r{};
    *status = flr_signed_distance3(&a.shape, &b.shape, &r);
    // of surfaces the way out may be told as a bound
    bool mesh = a.shape.kind == FLR_SHAPE3_MESH || b.shape.kind == FLR_SHAPE3_MESH;
    // and of ellipsoids, where the depth is nearly the same all around
    const bool round = a.shape.kind == FLR_SHAPE3_ELLIPSOID && b.shape.kind == FLR_SHAPE3_ELLIPSOID;
    if ((mesh || round) && *status == FLR_NOT_CONVERGED) *status = FLR_OK;
    t.expect(*status == FLR_OK, "%s: %s", named(a, b).c_str(), flr_status_string(*status));
    return r;
}

void check_signed(tally &t, const held &a, const held &b, long &parted, long &inseparable, errors &e)
{
    std::string name = named(a, b);
    flr_status status, status_turned;
    flr_signed_distance3_result r = signed_of(t, a, b, &status), s = signed_of(t, b, a, &status_turned);
    t.expect(status == status_turned && r.inseparable == s.inseparable, "%s: other answer turned",
             name.c_str());
    if (status != FLR_OK) return;
    double d = distance(a.shape, b.shape);
    if (r.inseparable) {
        ++inseparable;
        t.expect(d == 0, "%s: inseparable at distance %g", name.c_str(), d);
        return;
    }
    flr_closest3 c = {0, r.point_a, r.point_b};
    const double size = size_of(c), value = double(r.signed_distance);
    bool meshes = a.shape.kind == FLR_SHAPE3_MESH && b.shape.kind == FLR_SHAPE3_MESH;
    t.expect(e.signed_turned.within(a, b, std::fabs(value - double(s.signed_distance)), size),
             "%s: %.9g, turned %.9g", name.c_str(), value, double(s.signed_distance));
    t.expect(d > 0 ? e.signed_apart.within(a, b, std::fabs(value - d), size) : value <= 0,
             "%s: signed %g, distance %g", name.c_str(), value, d);
    t.expect(e.unit.within(off_unit(r.normal)), "%s: normal of length %g", name.c_str(), length(r.normal));
    flr_vec3 off = flr_sub3(flr_sub3(r.point_b, r.point_a), flr_scale3(r.signed_distance, r.normal));
    t.expect(e.along.within(a, b, length(off), size), "%s: witnesses off by %g", name.c_str(), length(off));
    if (value > 0 || meshes) return;
    ++parted;
    double more = 1e-6 * size_of(c) * (sizeof(flr_real) == sizeof(float) ? 10 : 1);
    held moved = shifted(b, flr_scale3(flr_real(more - value), r.normal));
    double after = distance(a.shape, moved.shape);
    t.expect(after > 0 && after <= 1.01 * more, "%s: moved by depth %g and %g: distance %g", name.c_str(),
             -value, more, after);
    if (-value > more) {
        held less = shifted(b, flr_scale3(flr_real(-value - more), r.normal));
        t.expect(distance(a.shape, less.shape) == 0, "%s: parted before the depth %g", name.c_str(), -value);
    }
}

/// No direction out of many parts the two sooner.
void check_least(tally &t, random_source &r, const held &a, const held &b)
{
    flr_signed_distance3_result s{};
    if (flr_signed_distance3(&a.shape, &b.shape, &s) != FLR_OK || s.inseparable || !(s.signed_distance < 0))
        return;
    for (int k = 0; k < scenes(12); ++k) {
        flr_vec3 u = r.point(-1, 1);
        flr_real far = flr_real(-0.999 * double(s.signed_distance) / length(u));
        held moved = shifted(b, flr_scale3(far, u));
        t.expect(distance(a.shape, moved.shape) == 0, "%s: parted by less than %g", named(a, b).c_str(),
                 -double(s.signed_distance));
    }
}

void every_cell(tally &t)
{
    random_source r{18}, ways{15};
    long meet = 0, all = 0, parted = 0, inseparable = 0;
    errors e = {{"distance turned round", exact_answers, exact_answers},
                {"from point to point", 0.9, real_choose(7e-17, 2.2e-8)},
                {"points off their shapes", real_choose(0.75, 0.7), real_choose(3.2e-16, 3e-8)},
                {"signed distance turned round", exact_answers, exact_answers},
                {"signed distance and distance", exact_answers, exact_answers},
                {"points along the normal", real_choose(1.3, 0.9), real_choose(9e-17, 2.7e-8)}};
    for (int i = 0; i < FLR_SHAPE3_COMPOUND; ++i)
        for (int j = i; j < FLR_SHAPE3_COMPOUND; ++j)
            for (int k = 0; k < scenes(16); ++k) {
                const any3::own_numbers own(r, i, j, k);
                double size = k % 4 ? 1 : 0.4;
                held a = random_shape(r, kind(i), vec(0, 0, 0), 1, k & 1);
                held b = random_shape(r, kind(j), r.point(-1.2, 1.2), size, k & 2);
                check_distance(t, a, b, meet, e);
                check_nearest(t, ways, a, b);
                check_signed(t, a, b, parted, inseparable, e);
                check_least(t, ways, a, b);
                ++all;
            }
    e.hold(t);
    std::printf("  %ld of %ld pairs meet, %ld parted, %ld inseparable\n", meet, all, parted, inseparable);
    t.expect(enough(10 * meet > 3 * all && 10 * meet < 7 * all), "%ld of %ld pairs meet", meet, all);
    t.expect(parted > all / 8 && inseparable > scenes(40), "%ld parted, %ld inseparable", parted,
             inseparable);
}

/// Shapes shrunk to points, segments and flat things still answer.
void degenerate(tally &t)
{
    random_source r{12};
    long meet = 0, parted = 0, inseparable = 0;
    errors e = {{"distance turned round", exact_answers, exact_answers},
                {"from point to point", real_choose(0.9, 0.7), real_choose(5.7e-17, 1.3e-8)},
                {"points off their shapes", real_choose(0.8, 0.5), real_choose(9e-17, 1.2e-8)},
                {"signed distance turned round", exact_answers, exact_answers},
                {"signed distance and distance", exact_answers, exact_answers},
                {"points along the normal", real_choose(0.9, 0.7), real_choose(5.5e-17, 1.9e-8)}};
    for (int i = 0; i < FLR_SHAPE3_MESH; ++i)
        for (int j = 0; j < FLR_SHAPE3_COMPOUND; ++j)
            for (int k = 0; k < 6; ++k) {
                const any3::own_numbers own(r, i, j, k);
                held b = random_shape(r, kind(j), vec(0, 0, 0), 1, false);
                held a = random_shape(r, kind(i), r.point(-1, 1), 0, false);
                if (i == FLR_SHAPE3_CYLINDER) a.shape.as.cylinder.b.z += 1;
                if (i == FLR_SHAPE3_CONE) a.shape.as.cone.base.x += 1;
                check_distance(t, a, b, meet, e);
                check_signed(t, a, b, parted, inseparable, e);
            }
    e.hold(t);
    t.expect(meet > scenes(100), "%ld meet", meet);
}

/// Far from the origin, and small.
void far_and_small(tally &t)
{
    random_source r{13};
    long meet = 0, all = 0;
    const worst_of_both none = {"", exact_answers, exact_answers};
    errors e = {{"distance turned round", exact_answers, exact_answers},
                {"from point to point", real_choose(0.5, 0.4), real_choose(5e-17, 1.8e-8)},
                {"points off their shapes", real_choose(0.6, 0.5), real_choose(3.7e-17, 2.7e-8)},
                none,
                none,
                none};
    for (int i = 0; i < FLR_SHAPE3_COMPOUND; ++i)
        for (int j = i; j < FLR_SHAPE3_COMPOUND; ++j)
            for (int k = 0; k < 6; ++k) {
                const any3::own_numbers own(r, i, j, k);
                flr_vec3 at = k % 2 ? vec(1e6, -1e6, 1e6) : vec(0, 0, 0);
                double size = k % 2 ? 100 : 1e-6;
                held a = random_shape(r, kind(i), at, size, false);
                held b = random_shape(r, kind(j), flr_add3(at, r.point(-size, size)), size, false);
                check_distance(t, a, b, meet, e);
                ++all;
            }
    t.expect(enough(10 * meet > 3 * all && 10 * meet < 7 * all), "%ld of %ld meet", meet, all);
    e.hold(t);
}

/// Zero normals, directions and sizes, and numbers near both ends of their range: some answer or an error, but
/// no NaN.
void without_meaning(tally &t)
{
    random_source r{14};
    const double sizes[] = {0, 1e-37, 1, 1e37, double(FLT_MAX) / 4};
    const flr_vec3 zero = {0, 0, 0};
    long answered = 0;
    for (int i = 0; i < FLR_SHAPE3_MESH; ++i)
        for (int j = 0; j < FLR_SHAPE3_COMPOUND; ++j)
            for (int k = 0; k < scenes(25); ++k) {
                const any3::own_numbers own(r, i, j, k);
                held a = random_shape(r, kind(i), zero, sizes[k % 5], k & 1);
                held b = random_shape(r, kind(j), zero, j == FLR_SHAPE3_MESH ? 1 : sizes[k / 5], k & 1);
                if (k % 3 == 0 && (i == FLR_SHAPE3_RAY || i == FLR_SHAPE3_LINE))
                    a.shape.as.ray.direction = zero;
                if (k % 3 == 0 && (i == FLR_SHAPE3_PLANE || i == FLR_SHAPE3_HALFSPACE))
                    a.shape.as.plane.normal = zero;
                flr_closest3 c{};
                flr_signed_distance3_result s{};
                bool overlap = false;
                flr_status told[] = {flr_distance3(&a.shape, &b.shape, &c),
                                     flr_signed_distance3(&a.shape, &b.shape, &s),
                                     flr_overlap3(&a.shape, &b.shape, &overlap)};
                t.expect(std::isfinite(c.distance) && std::isfinite(s.signed_distance), "%s: not finite",
                         named(a, b).c_str());
                for (flr_status one : told) answered += one == FLR_OK;
            }
    std::printf("  %ld answered\n", answered);
    t.expect(answered > scenes(10000), "%ld answered", answered);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(every_cell), FEELER_TEST(degenerate), FEELER_TEST(far_and_small),
             FEELER_TEST(without_meaning))

}  // namespace TEST_FILE
