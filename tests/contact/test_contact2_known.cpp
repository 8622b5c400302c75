/// Manifolds of the plane with known answers: the printed mistakes of others (M01 to M09, G10, G11), ids, bias and cache, and
/// every kind of shape against every other.
#include <set>

#include "contact/contact2_judge.hpp"
#include "feeler/any2.h"
#include "support/pinned.hpp"

namespace TEST_FILE
{
namespace
{

using namespace contact2;

const double close = single ? 2e-5 : 1e-12;

flr_box2 upright(double x, double y, double hx, double hy) { return {to(x, y), to(1, 0), to(hx, hy)}; }

flr_manifold2 boxes(const flr_box2 &a, const flr_box2 &b, double margin = 0, double bias = 0,
                    flr_contact2_cache *cache = nullptr)
{
    flr_contact2_options o = {flr_real(margin), flr_real(bias), cache};
    flr_manifold2 m;
    flr_contact2_box_box(&a, &b, &o, &m);
    return m;
}

bool near(flr_vec2 p, double x, double y, double off = close)
{
    return std::fabs(double(p.x) - x) <= off && std::fabs(double(p.y) - y) <= off;
}

bool has(const flr_manifold2 &m, double x, double y, double depth)
{
    for (int i = 0; i < m.count; i++)
        if (near(m.points[i].position, x, y) && std::fabs(double(m.points[i].depth) - depth) <= close)
            return true;
    return false;
}

/// Offset (-5, 0), half 1: 3 apart, though the signed numbers say -2.
void m01_absolute_values(tally &t)
{
    flr_box2 a = upright(0, 0, 1, 1), b = upright(-5, 0, 1, 1);
    t.expect(boxes(a, b).count == 0, "M01: apart");
    flr_manifold2 m = boxes(a, b, 4);
    t.expect(m.count == 2 && near(m.normal, -1, 0) && has(m, -2.5, 1, -3) && has(m, -2.5, -1, -3),
             "M01: 3 apart");
}

/// The distance of the centres along the axis, not the distance itself: 1.5 <= 2, though 2.12 > 2.
void m02_projected_distance(tally &t)
{
    flr_manifold2 m = boxes(upright(0, 0, 1, 1), upright(1.5, 1.5, 1, 1));
    t.expect(m.count > 0 && std::fabs(double(m.points[0].depth) - 0.5) < close, "M02: overlap by 0.5");
}

/// The incident +x side of half extents (2, 1) goes from (2, -1) to (2, 1).
void m03_incident_side(tally &t)
{
    flr_manifold2 m = boxes(upright(0, 0, 2, 1), upright(2.75, 0, 1, 3));
    t.expect(m.count == 2 && near(m.normal, 1, 0), "M03: %d points", m.count);
    for (int i = 0; i < m.count; i++) {
        flr_vec2 on_a = flr_mul_add2(m.points[i].position, m.points[i].depth / 2, m.normal);
        t.expect(near(on_a, 2, i ? double(-m.points[0].position.y) : double(on_a.y)) &&
                     std::fabs(std::fabs(double(on_a.y)) - 1) < close,
                 "M03: (%g, %g)", double(on_a.x), double(on_a.y));
    }
}

/// The reference normal (-0.9, 0.4): against it the other box turns its +x side, by the sign of the greater part.
void m04_dominant_component(tally &t)
{
    double l = std::hypot(0.9, 0.4);
    flr_box2 a = {to(0, 0), to(-0.9 / l, 0.4 / l), to(1, 1)}, b = upright(-2, 1.1, 1, 1);
    flr_manifold2 m = boxes(a, b, 2);
    t.expect(m.count > 0, "M04: no point");
    for (int i = 0; i < m.count; i++) {
        flr_vec2 on_b = flr_mul_add2(m.points[i].position, -m.points[i].depth / 2, m.normal);
        t.expect(std::fabs(double(on_b.x) + 1) < close, "M04: x %g", double(on_b.x));
    }
}

/// Corners that clip to less than two points: overlap is contact all the same. And (M06) in the plane the two axes of each box are
/// all there are: judged by the separating axes of the definition.
void m05_m06_overlap_is_contact(tally &t)
{
    random_source r{5};
    judged w;
    for (int i = 0; i < 4000; i++) {
        double x = r.between(-2, 2), y = r.between(-2, 2), u = r.between(0, 7), v = r.between(0, 7);
        double ax = r.between(0.2, 1.4), ay = r.between(0.2, 1.4), bx = r.between(0.2, 1.4),
               by = r.between(0.2, 1.4);
        body a = box(0, 0, ax, ay, u), b = box(x, y, bx, by, v);
        judge(t, a, b, 0, "boxes", &w, single ? 2e-6 : 4e-15);
    }
    t.expect(w.hit > 0.3 * w.asked && w.hit < 0.7 * w.asked, "%d of %d hit", w.hit, w.asked);
    expect_pinned(t, "depth of boxes, roundings of the size", w.depth_error / real_rounding,
                  real_choose(4, 4));
    expect_pinned(t, "place of boxes, roundings of the size", w.place_error / real_rounding,
                  real_choose(5, 6.6));
}

/// Depths 0.97 and 1.0 within a bias of 0.05: one axis whichever of the two is deeper; a cache decides which.
void m07_bias_on_depth(tally &t)
{
    for (double more : {0.0, 0.03, -0.03, 0x1p-40, -0x1p-40}) {
        flr_box2 a = upright(0, 0, 1, 1), b = upright(1.02, 1.02 + more, 1, 1);
        flr_manifold2 m = boxes(a, b, 0, 0.05), first = boxes(a, upright(1.02, 1.02, 1, 1), 0, 0.05);
        t.expect(m.normal.x == first.normal.x && m.normal.y == first.normal.y, "M07: the axis changes at %g",
                 more);
        double depth = m.normal.x != 0 ? 0.98 : 0.98 - more;
        t.expect(m.count > 0 && std::fabs(double(m.points[0].depth) - depth) < close, "M07: depth");
        for (int axis = 0; axis < 2; axis++) {
            flr_contact2_cache cache = {};
            cache.gjk.axis = axis ? to(0, 1) : to(1, 0);
            flr_manifold2 c = boxes(a, b, 0, 0.05, &cache);
            t.expect(near(c.normal, axis ? 0 : 1, axis ? 1 : 0), "M07: not the cache's axis");
            t.expect(near(cache.gjk.axis, axis ? 0 : 1, axis ? 1 : 0), "M07: the cache");
            cache.gjk.axis = flr_neg2(cache.gjk.axis);
            flr_manifold2 back = boxes(b, a, 0, 0.05, &cache);
            t.expect(same_bits(c, back), "M07: turned round");
        }
        if (std::fabs(more) < 0.01) continue;
        m = boxes(a, b);
        t.expect(near(m.normal, more > 0 ? 0 : 1, more > 0 ? 1 : 0), "M07: without a bias the shallower");
    }
    // apart: the bias says nothing
    flr_manifold2 m = boxes(upright(0, 0, 1, 1), upright(2.97, 3, 1, 1), 2, 0.05);
    t.expect(m.count == 1 && std::fabs(double(m.points[0].depth) + std::hypot(0.97, 1.0)) < close,
             "M07: apart");
}

/// Separations (-0.2, -1.0): the greater one is the way out.
void m08_greatest_separation(tally &t)
{
    flr_manifold2 m = boxes(upright(0, 0, 1, 1), upright(1.8, 1, 1, 1));
    t.expect(m.count == 2 && near(m.normal, 1, 0), "M08: normal");
    t.expect(has(m, 0.9, 0, 0.2) && has(m, 0.9, 1, 0.2), "M08: points");
}

/// A's normal (1, 0) meets B's -x side, not its +x side.
void m09_flipped_normal(tally &t)
{
    flr_manifold2 m = boxes(upright(0, 0, 1, 1), upright(2.5, 0, 2, 0.5));
    t.expect(m.count == 2 && near(m.normal, 1, 0) && has(m, 0.75, 0.5, 0.5) && has(m, 0.75, -0.5, 0.5),
             "M09");
}

/// G10: 2 apart along x, not 3. G11: a point on a segment touches, whatever the sign of the normal.
void g10_g11(tally &t)
{
    flr_vec2 p[4] = {to(0, 0), to(1, 0), to(1, 1), to(0, 1)}, q[4] = {to(3, 0), to(4, 0), to(4, 1), to(3, 1)};
    flr_polygon2 a = {p, 4}, b = {q, 4};
    flr_contact2_options o = {2, 0, nullptr};
    flr_manifold2 m;
    flr_contact2_polygon_polygon(&a, &b, &o, &m);
    t.expect(m.count == 2 && near(m.normal, 1, 0) && has(m, 2, 0, -2) && has(m, 2, 1, -2), "G10");
    flr_segment2 s = {to(0, 0), to(2, 0)};
    flr_convex2 x = flr_convex2_segment(&s), y = flr_convex2_point(to(1, 0));
    flr_contact2_convex_convex(&x, &y, nullptr, &m);
    t.expect(m.count == 1 && m.points[0].depth == 0 && near(m.points[0].position, 1, 0) &&
                 std::fabs(double(m.normal.y)) == 1,
             "G11");
}

void round_pairs(tally &t)
{
    flr_circle a = {to(0, 0), 1}, b = {to(1.5, 0), 1};
    flr_capsule2 c = {to(-2, 1.5), to(2, 1.5), 1}, d = {to(-1, 3), to(5, 3), 1};
    flr_box2 box = upright(0, -2, 3, 1.25);
    flr_vec2 corners[3] = {to(-3, 0.5), to(3, 0.5), to(0, 5)};
    flr_polygon2 triangle = {corners, 3};
    flr_manifold2 m;
    flr_contact2_circle_circle(&a, &b, nullptr, &m);
    t.expect(m.count == 1 && near(m.normal, 1, 0) && has(m, 0.75, 0, 0.5), "circles");
    flr_contact2_circle_circle(&a, &a, nullptr, &m);
    t.expect(m.count == 1 && m.points[0].depth == 2, "one circle twice");
    flr_contact2_circle_capsule(&a, &c, nullptr, &m);
    t.expect(m.count == 1 && near(m.normal, 0, 1) && has(m, 0, 0.75, 0.5), "circle and capsule");
    flr_contact2_circle_box(&a, &box, nullptr, &m);
    t.expect(m.count == 1 && near(m.normal, 0, -1) && has(m, 0, -0.875, 0.25), "circle and box");
    flr_contact2_circle_polygon(&a, &triangle, nullptr, &m);
    t.expect(m.count == 1 && near(m.normal, 0, 1) && has(m, 0, 0.75, 0.5), "circle and polygon");
    flr_contact2_capsule_capsule(&c, &d, nullptr, &m);
    t.expect(m.count == 2 && near(m.normal, 0, 1) && has(m, -1, 2.25, 0.5) && has(m, 2, 2.25, 0.5),
             "capsules");
    flr_capsule2 low = {to(-1, 0), to(1, 0), 1};
    flr_contact2_capsule_box(&low, &box, nullptr, &m);
    t.expect(m.count == 2 && near(m.normal, 0, -1) && has(m, -1, -0.875, 0.25), "capsule and box");
    flr_contact2_capsule_polygon(&low, &triangle, nullptr, &m);
    t.expect(m.count == 2 && near(m.normal, 0, 1) && has(m, 1, 0.75, 0.5), "capsule and polygon");
}

/// A box that rocks and slides on another keeps its ids; under every small motion they are those of the same corners.
void ids_stay(tally &t)
{
    random_source r{9};
    std::set<std::pair<uint32_t, uint32_t>> seen;
    for (int i = 0; i < 3000; i++) {
        double angle = r.between(-0.02, 0.02), x = r.between(-0.3, 0.3), y = 1.99 + r.between(-0.005, 0.005);
        flr_box2 a = upright(0, 0, 2, 1), b = {to(x, y), to(std::cos(angle), std::sin(angle)), to(1, 1)};
        flr_contact2_options o = {flr_real(0.1), 0, nullptr};
        flr_manifold2 m, back;
        flr_contact2_box_box(&a, &b, &o, &m);
        flr_contact2_box_box(&b, &a, &o, &back);
        t.expect(m.count == 2 && same_bits(m, back), "%d points", m.count);
        if (m.count != 2) continue;
        bool left = m.points[0].position.x < m.points[1].position.x;
        seen.insert({m.points[!left].id, m.points[left].id});
    }
    t.expect(seen.size() == 1, "%zu pairs of ids", seen.size());
    seen.clear();
    // two alike with flush sides, whose order in the library changes
    for (int i = 0; i < 1000; i++) {
        double x = r.between(-1e-9, 1e-9), y = 1.999;
        bool above = r.whole(0, 1) != 0;
        flr_manifold2 m = boxes(upright(above ? x : 0, 0, 1, 1), upright(above ? 0 : x, y, 1, 1));
        if (!t.expect(m.count == 2, "%d points", m.count)) continue;
        bool left = m.points[0].position.x < m.points[1].position.x;
        seen.insert({m.points[!left].id, m.points[left].id});
    }
    t.expect(seen.size() == 1, "flush: %zu pairs of ids", seen.size());
}

void concave_ones(tally &t)
{
    // a block in the corner of an L, 0.25 into its foot
    flr_vec2 l[6] = {to(0, 0), to(4, 0), to(4, 1), to(1, 1), to(1, 4), to(0, 4)};
    flr_shape2 a = {}, b = {};
    a.kind = FLR_SHAPE2_POLYGON;
    a.as.polygon = {l, 6};
    b.kind = FLR_SHAPE2_BOX;
    b.as.box = upright(2.5, 1.75, 1, 1);
    flr_manifold2 m;
    t.expect(flr_contact2(&a, &b, nullptr, &m) == FLR_OK && m.count == 2 && near(m.normal, 0, 1),
             "a block on an L");
    t.expect(has(m, 1.5, 0.875, 0.25) && has(m, 3.5, 0.875, 0.25), "its points");
    // two feet on the ground: the two outermost corners
    flr_vec2 bridge[8] = {to(0, 0), to(1, 0), to(1, 2), to(3, 2), to(3, 0), to(4, 0), to(4, 3), to(0, 3)};
    a.as.polygon = {bridge, 8};
    b.kind = FLR_SHAPE2_HALFSPACE;
    b.as.halfspace = {to(0, 1), flr_real(0.25)};
    t.expect(flr_contact2(&b, &a, nullptr, &m) == FLR_OK && m.count == 2 && near(m.normal, 0, 1), "a bridge");
    t.expect(has(m, 0, 0.125, 0.25) && has(m, 4, 0.125, 0.25), "its feet");
    // the bay hides nothing: a post that reaches up to its roof within the margin
    b.kind = FLR_SHAPE2_AABB;
    b.as.aabb = {to(1.5, -3), to(2.5, 1.9)};
    flr_contact2_options o = {flr_real(0.2), 0, nullptr};
    t.expect(flr_contact2(&a, &b, &o, &m) == FLR_OK && m.count == 2 && near(m.normal, 0, -1), "a post");
    t.expect(has(m, 1.5, 1.95, -0.1) && has(m, 2.5, 1.95, -0.1), "its points");
    // in the plane nothing parts two lines that cross
    a.kind = b.kind = FLR_SHAPE2_LINE;
    a.as.line = {to(0, 0), to(1, 0)};
    b.as.line = {to(0, 0), to(1, 1)};
    t.expect(flr_contact2(&a, &b, nullptr, &m) == FLR_OK && m.inseparable && m.count == 0, "lines");
}

flr_shape2 make(flr_shape2_kind kind, bool lattice, random_source &r, std::vector<flr_vec2> &array)
{
    auto number = [&](double low, double high) {
        return lattice ? double(r.whole(int(low), int(high))) : r.between(low, high);
    };
    flr_vec2 p[4];
    for (flr_vec2 &v : p) {
        double x = number(-3, 3), y = number(-3, 3);
        v = to(x, y);
    }
    double u = number(-2, 2), v = number(-2, 2), size = number(0, 2), other = number(0, 2),
           offset = number(-3, 3);
    double angle = lattice ? 0 : r.between(0, 7);
    flr_vec2 way = u == 0 && v == 0 ? to(1, 0) : to(u, v), turned = to(std::cos(angle), std::sin(angle));
    flr_shape2 s = {};
    s.kind = kind;
    switch (kind) {
    case FLR_SHAPE2_POINT:
        s.as.point = p[0];
        break;
    case FLR_SHAPE2_SEGMENT:
        s.as.segment = {p[0], p[1]};
        break;
    case FLR_SHAPE2_RAY:
        s.as.ray = {p[0], way};
        break;
    case FLR_SHAPE2_LINE:
        s.as.line = {p[0], way};
        break;
    case FLR_SHAPE2_PLANE:
        s.as.plane = {way, flr_real(offset)};
        break;
    case FLR_SHAPE2_HALFSPACE:
        s.as.halfspace = {way, flr_real(offset)};
        break;
    case FLR_SHAPE2_CIRCLE:
        s.as.circle = {p[0], flr_real(size)};
        break;
    case FLR_SHAPE2_CAPSULE:
        s.as.capsule = {p[0], p[1], flr_real(size)};
        break;
    case FLR_SHAPE2_AABB:
        s.as.aabb = {flr_min2(p[0], p[1]), flr_max2(p[0], p[1])};
        break;
    case FLR_SHAPE2_BOX:
        s.as.box = {p[0], turned, to(size, other)};
        break;
    case FLR_SHAPE2_TRIANGLE:
        s.as.triangle = {p[0], p[1], p[2]};
        break;
    case FLR_SHAPE2_POLYGON:
        // an arrow head, whose fourth corner is reflex
        array = {p[0], flr_add2(p[0], to(2, -1)), flr_add2(p[0], to(0, 2)), flr_add2(p[0], to(-2, -1))};
        s.as.polygon = {array.data(), 4};
        break;
    default:
        array.assign(p, p + 4);
        s.as.convex = flr_convex2_points(array.data(), 4, turned, to(offset / 3, 0), flr_real(size / 2));
        break;
    }
    return s;
}

double distance_to(flr_vec2 p, const flr_shape2 &s)
{
    flr_shape2 point = {};
    point.kind = FLR_SHAPE2_POINT;
    point.as.point = p;
    flr_closest2 c = {-1, {0, 0}, {0, 0}};
    flr_distance2(&point, &s, &c);
    return double(c.distance);
}

/// All pairs of kinds: normal, depth and inseparability are those of the signed distance, points lie on both shapes, and turned
/// round it is the same.
void every_pair(tally &t)
{
    random_source r{11};
    long asked = 0, hit = 0, two = 0, stuck = 0;
    const double slack = single ? 2e-3 : 1e-9;
    for (int i = 0; i < FLR_SHAPE2_COMPOUND; i++)
        for (int k = 0; k < FLR_SHAPE2_COMPOUND; k++)
            for (int n = 0; n < 60; n++) {
                std::vector<flr_vec2> array_a, array_b;
                bool lattice = n % 3 == 0;
                flr_shape2 a = make(flr_shape2_kind(i), lattice, r, array_a),
                           b = make(flr_shape2_kind(k), lattice, r, array_b);
                char name[64];
                std::snprintf(name, sizeof name, "%s and %s", flr_shape2_name(a.kind),
                              flr_shape2_name(b.kind));
                flr_contact2_options o = {n % 2 ? flr_real(0.5) : 0, 0, nullptr};
                flr_manifold2 m, back;
                flr_status status = flr_contact2(&a, &b, &o, &m);
                if (!t.expect(status == FLR_OK, "%s: status %d", name, status)) continue;
                flr_contact2(&b, &a, &o, &back);
                bool alike = i == k && std::memcmp(&a, &b, sizeof a) == 0;
                alike = alike || (a.kind == FLR_SHAPE2_POLYGON && b.kind == a.kind &&
                                  near(array_a[0], double(array_b[0].x), double(array_b[0].y), 0));
                t.expect(same_bits(m, back) || alike, "%s: turned round", name);
                flr_signed_distance2_result s;
                flr_signed_distance2(&a, &b, &s);
                asked++;
                t.expect(s.inseparable == m.inseparable, "%s: inseparable", name);
                stuck += m.inseparable;
                if (s.inseparable) {
                    t.expect(m.count == 0, "%s: points", name);
                    continue;
                }
                double sd = double(s.signed_distance), margin = double(o.margin);
                bool overlap = false;
                flr_overlap2(&a, &b, &overlap);
                t.expect(!overlap || m.count > 0, "%s: M05: overlap without a point", name);
                t.expect(overlap || margin > 0 || m.count == 0, "%s: points without overlap", name);
                if (std::fabs(sd - margin) > slack)
                    t.expect((m.count > 0) == (sd < margin), "%s: %d points at %g", name, m.count, sd);
                if (m.count == 0) continue;
                hit++;
                two += m.count == 2;
                double most = double(m.points[0].depth);
                for (int j = 0; j < m.count; j++) {
                    const flr_manifold2_point &p = m.points[j];
                    most = std::max(most, double(p.depth));
                    double off = std::max(distance_to(flr_mul_add2(p.position, p.depth / 2, m.normal), a),
                                          distance_to(flr_mul_add2(p.position, -p.depth / 2, m.normal), b));
                    t.expect(off <= slack, "%s: a point %g off (%d of %d, depth %g)", name, off, j, m.count,
                             double(p.depth));
                    t.expect(double(p.depth) >= -margin, "%s: beyond the margin", name);
                }
                t.expect(m.count == 1 || m.points[0].id != m.points[1].id, "%s: ids", name);
                t.expect(std::fabs(most + sd) <= (single ? 1e-4 : 1e-13), "%s: depth %.17g, not %.17g", name,
                         most, -sd);
                // of equal depths either may be taken
                double along = double(flr_dot2(m.normal, s.normal));
                t.expect(lattice || along > 1 - 1e-4 || std::fabs(sd) < 1e-9, "%s: normals %g", name, along);
            }
    std::printf("  %ld asked, %ld with points, %ld with two, %ld inseparable\n", asked, hit, two, stuck);
    t.expect(10 * hit > 3 * asked && 10 * hit < 7 * asked, "%ld of %ld hit", hit, asked);
}

/// Points on one line in any order, under the flat side of a box: both ends of the box, whichever of the points is taken for the farthest.
void points_on_a_line(tally &t)
{
    const flr_vec2 shuffled[5] = {
        {0, 0}, {flr_real(1), 0}, {flr_real(-4), 0}, {flr_real(3), 0}, {flr_real(-1), 0}};
    const flr_aabb2 above = {{flr_real(-2), 0}, {flr_real(2), 1}};
    const flr_convex2 box = flr_convex2_aabb(&above);
    for (int first = 0; first < 5; first++) {
        flr_vec2 points[5];
        for (int i = 0; i < 5; i++) points[i] = shuffled[(i + first) % 5];
        const flr_convex2 line =
            flr_convex2_points(points, 5, flr_vec2_make(1, 0), flr_vec2_make(0, 0), flr_real(0.25));
        flr_manifold2 m;
        t.expect(flr_contact2_convex_convex(&line, &box, nullptr, &m) == FLR_OK && m.count == 2,
                 "%d points where point %d is the first", m.count, first);
        for (int i = 0; i < m.count; i++)
            t.expect(std::fabs(double(m.points[i].position.x)) == 2, "a point at %g",
                     double(m.points[i].position.x));
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(points_on_a_line), FEELER_TEST(m01_absolute_values),
             FEELER_TEST(m02_projected_distance), FEELER_TEST(m03_incident_side),
             FEELER_TEST(m04_dominant_component), FEELER_TEST(m05_m06_overlap_is_contact),
             FEELER_TEST(m07_bias_on_depth), FEELER_TEST(m08_greatest_separation),
             FEELER_TEST(m09_flipped_normal), FEELER_TEST(g10_g11), FEELER_TEST(round_pairs),
             FEELER_TEST(ids_stay), FEELER_TEST(concave_ones), FEELER_TEST(every_pair))

}  // namespace TEST_FILE
