/// Every pair of kinds in space on small whole numbers, moved so that the two have a point in common: then there is a
/// contact, as deep as the signed distance says; where they have none there is one within a margin of their distance only.
#include <cmath>

#include "any/any3_stock.hpp"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using any3::held;

flr_vec3 v(double x, double y, double z) { return flr_vec3_make(flr_real(x), flr_real(y), flr_real(z)); }

/// A shape with one of its points; all of it in whole numbers.
struct anchored {
    held h;
    flr_vec3 on;
};

flr_vec3 direction(random_source &r)
{
    flr_vec3 d{};
    while (flr_length_squared3(d) == 0) d = r.lattice_point(-2, 2);
    return d;
}

/// Of length 3 in whole numbers, along one of 24 directions.
flr_vec3 of_length_3(random_source &r)
{
    int way = r.whole(0, 2), signs = r.whole(0, 7);
    double v[3] = {way == 0 ? 1.0 : 2.0, way == 1 ? 1.0 : 2.0, way == 2 ? 1.0 : 2.0};
    for (int k = 0; k < 3; ++k) v[k] *= signs >> k & 1 ? -1 : 1;
    return flr_vec3_make(flr_real(v[0]), flr_real(v[1]), flr_real(v[2]));
}

/// Corners of an outline in a plane through whole numbers.
std::vector<flr_vec3> flat(random_source &r, const std::vector<std::pair<int, int>> &outline)
{
    flr_vec3 at = r.lattice_point(-2, 2), u = direction(r), v = direction(r);
    while (flr_length_squared3(flr_cross3(u, v)) == 0) v = direction(r);
    std::vector<flr_vec3> corners;
    for (auto [x, y] : outline)
        corners.push_back(flr_add3(at, flr_add3(any3::times(x, u), any3::times(y, v))));
    return corners;
}

anchored lattice_shape(random_source &r, flr_shape3_kind k)
{
    anchored s = {any3::of_kind(k), r.lattice_point(-2, 2)};
    auto &as = s.h.shape.as;
    flr_vec3 p = s.on, d = direction(r), q = flr_add3(p, d), across = of_length_3(r);
    auto size = [&] { return flr_real(r.whole(0, 2)); };
    switch (k) {
    case FLR_SHAPE3_POINT:
        as.point = p;
        break;
    case FLR_SHAPE3_SEGMENT:
        as.segment = {p, q};
        break;
    case FLR_SHAPE3_RAY:
        as.ray = {p, d};
        s.on = flr_add3(p, any3::times(r.whole(0, 2), d));
        break;
    case FLR_SHAPE3_LINE:
        as.line = {p, d};
        s.on = flr_add3(p, any3::times(r.whole(-2, 2), d));
        break;
    case FLR_SHAPE3_PLANE:
    case FLR_SHAPE3_HALFSPACE:
        as.plane = {d, flr_dot3(d, p)};
        break;
    case FLR_SHAPE3_SPHERE:
        as.sphere = {p, 3};
        s.on = flr_add3(p, across);
        break;
    case FLR_SHAPE3_CAPSULE:
        as.capsule = {p, q, 3};
        s.on = flr_add3(p, across);
        break;
    case FLR_SHAPE3_AABB: {
        flr_real x = size(), y = size(), z = size();
        as.aabb = {p, flr_add3(p, {x, y, z})};
        break;
    }
    case FLR_SHAPE3_BOX: {
        flr_real x = size(), y = size(), z = size();
        as.box = {p, {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, {x, y, z}};
        s.on = flr_add3(p, {z, x, y});
        break;
    }
    case FLR_SHAPE3_ELLIPSOID: {
        flr_real x = size(), y = size(), z = size();
        as.ellipsoid = {p, {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, {x, y, z}};
        s.on = flr_add3(p, {0, x, 0});
        break;
    }
    case FLR_SHAPE3_CYLINDER:
        as.cylinder = {p, q, 1};
        break;
    case FLR_SHAPE3_CONE:
        as.cone = {p, q, 1};
        break;
    case FLR_SHAPE3_TRIANGLE: {
        auto v = flat(r, {{0, 0}, {1, 0}, {0, 1}});
        as.triangle = {v[0], v[1], v[2]};
        s.on = v[0];
        break;
    }
    case FLR_SHAPE3_QUAD: {
        auto v = r.whole(0, 1) ? flat(r, {{0, 0}, {1, 0}, {1, 1}, {0, 1}})
                               : flat(r, {{-1, -1}, {2, -1}, {0, 0}, {-1, 2}});
        as.quad = {v[0], v[1], v[2], v[3]};
        s.on = v[size_t(r.whole(0, 3))];
        break;
    }
    case FLR_SHAPE3_RECTANGLE: {
        flr_real x = size(), y = size();
        as.rectangle = {p, {0, 0, 1}, {1, 0, 0}, x, y};
        s.on = flr_add3(p, {y, 0, x});
        break;
    }
    case FLR_SHAPE3_POLYGON:
        s.h.points = std::make_shared<std::vector<flr_vec3>>(
            flat(r, {{-1, -1}, {2, -1}, {2, 0}, {0, 0}, {0, 2}, {-1, 2}}));
        as.polygon = {s.h.points->data(), s.h.points->size()};
        s.on = (*s.h.points)[std::size_t(r.whole(0, 5))];
        break;
    case FLR_SHAPE3_TETRAHEDRON: {
        flr_vec3 c = r.lattice_point(-2, 2), e = r.lattice_point(-2, 2);
        as.tetrahedron = {p, q, c, e};
        break;
    }
    case FLR_SHAPE3_CONVEX:
        s.h.points = std::make_shared<std::vector<flr_vec3>>();
        for (int i = 0; i < 7; ++i) s.h.points->push_back(r.lattice_point(-2, 2));
        as.convex =
            flr_convex3_points(s.h.points->data(), 7, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}, 0);
        s.on = (*s.h.points)[std::size_t(r.whole(0, 6))];
        break;
    default: {
        int solid = r.whole(0, 1);
        s.h =
            any3::mesh(moved(box(vec(0, 0, 0), vec(2, 1, 2)), double(p.x), double(p.y), double(p.z)), solid);
        break;
    }
    }
    return s;
}

bool is_curved(flr_shape3_kind k)
{
    return k == FLR_SHAPE3_CYLINDER || k == FLR_SHAPE3_CONE || k == FLR_SHAPE3_ELLIPSOID;
}

struct counts {
    int touching = 0, overlapping = 0, apart = 0;
    worst_of unit = {"length of a contact's normal, roundings", real_choose(2.5, 3.3)};
    worst_of flat = {"depth of contacts, flat or round", real_choose(9.4e-15, 1.4e-6)};
    worst_of curved = {"depth of contacts, cylinders and cones", real_choose(1e-14, 5.2e-7)};
};

void judge(tally &t, const held &a, const held &b, counts &n)
{
    const char *na = flr_shape3_name(a.shape.kind), *nb = flr_shape3_name(b.shape.kind);
    bool overlap = false;
    flr_signed_distance3_result s;
    flr_manifold3 m;
    flr_status known = flr_overlap3(&a.shape, &b.shape, &overlap),
               told = flr_signed_distance3(&a.shape, &b.shape, &s);
    flr_status status = flr_contact3(&a.shape, &b.shape, nullptr, &m);
    if (!t.expect(status == FLR_OK || status == FLR_NOT_CONVERGED, "%s %s: status %d", na, nb, status))
        return;
    if (known != FLR_OK || (told != FLR_OK && told != FLR_NOT_CONVERGED)) return;
    ++(overlap ? n.overlapping : n.apart);
    if (!overlap) {
        t.expect(m.count == 0, "%s %s: apart by %g, %d points", na, nb, s.signed_distance, m.count);
        // a margin of just what lies between them reaches, one less by the last bit does not
        flr_closest3 c;
        if (!t.expect(flr_distance3(&a.shape, &b.shape, &c) == FLR_OK, "%s %s: no distance", na, nb)) return;
        flr_contact3_options o = {c.distance, 0, nullptr};
        flr_contact3(&a.shape, &b.shape, &o, &m);
        t.expect(m.count > 0, "%s %s: apart by the margin %g, no point", na, nb, o.margin);
        o.margin = std::nextafter(c.distance, flr_real(0));
        flr_contact3(&a.shape, &b.shape, &o, &m);
        t.expect(m.count == 0, "%s %s: apart by more than the margin, %d points", na, nb, m.count);
        return;
    }
    t.expect(m.inseparable == s.inseparable, "%s %s: inseparable?", na, nb);
    if (s.inseparable) return;
    if (!t.expect(m.count > 0, "%s %s: no point, signed distance %g", na, nb, s.signed_distance)) return;
    double deepest = -INFINITY;
    for (int i = 0; i < m.count; ++i) deepest = std::fmax(deepest, double(m.points[i].depth));
    t.expect(n.unit.within(off_unit(m.normal)), "%s %s: normal", na, nb);
    // a mesh has a way out of its own
    if (a.shape.kind == FLR_SHAPE3_MESH || b.shape.kind == FLR_SHAPE3_MESH) return;
    worst_of &w = is_curved(a.shape.kind) || is_curved(b.shape.kind) ? n.curved : n.flat;
    t.expect(w.within(std::fabs(deepest + double(s.signed_distance))),
             "%s %s: depth %.17g, signed distance %.17g", na, nb, deepest, s.signed_distance);
}

void every_pair(tally &t)
{
    random_source r{2207};
    counts n;
    for (int x = 0; x < FLR_SHAPE3_COMPOUND; ++x)
        for (int y = x; y < FLR_SHAPE3_COMPOUND; ++y)
            for (int k = 0; k < scenes(12); ++k) {
                const any3::own_numbers own(r, x, y, k);
                anchored a = lattice_shape(r, flr_shape3_kind(x)), b = lattice_shape(r, flr_shape3_kind(y));
                // every other anywhere
                flr_vec3 by = r.point(-3, 3);
                held moved = any3::shifted(b.h, k % 2 ? flr_sub3(a.on, b.on) : by);
                n.touching += k % 2;
                judge(t, a.h, moved, n);
                judge(t, moved, a.h, n);
            }
    const double share = double(n.overlapping) / (n.overlapping + n.apart);
    t.expect(n.overlapping >= 2 * n.touching && share > 0.3 && share < 0.7,
             "%d overlap, of which %d touch by design, %d apart", n.overlapping, 2 * n.touching, n.apart);
    for (const worst_of *w : {&n.unit, &n.flat, &n.curved}) w->hold(t);
}

void expect_touch(tally &t, const held &a, const held &b)
{
    counts n;
    judge(t, a, b, n);
    judge(t, b, a, n);
    t.expect(n.overlapping == 2, "%s %s: apart", flr_shape3_name(a.shape.kind),
             flr_shape3_name(b.shape.kind));
}

/// Where the core of one is a rounding away from that of the other.
void reported(tally &t)
{
    held line = any3::of_kind(FLR_SHAPE3_LINE), segment = any3::of_kind(FLR_SHAPE3_SEGMENT),
         ray = any3::of_kind(FLR_SHAPE3_RAY), box = any3::of_kind(FLR_SHAPE3_AABB),
         capsule = any3::of_kind(FLR_SHAPE3_CAPSULE), triangle = any3::of_kind(FLR_SHAPE3_TRIANGLE);
    line.shape.as.line = {{1, 4, 1}, {1, -2, -1}};
    segment.shape.as.segment = {{1, -2, 1}, {2, 2, 0}};
    expect_touch(t, line, segment);
    ray.shape.as.ray = {{0, 0, -2}, {-1, -2, -2}};
    box.shape.as.aabb = {{0, 0, -2}, {1, 2, 2}};
    expect_touch(t, ray, box);
    capsule.shape.as.capsule = {{0, 0, -2}, {6, -4, -2}, 7};
    triangle.shape.as.triangle = {{-4, 7, 4}, {5, 1, 4}, {6, 9, 16}};
    expect_touch(t, capsule, triangle);
}

/// A triangle that pierces a sheet with a notch leaves through the notch, not out of the sheet's hull.
void through_the_notch(tally &t)
{
    held sheet = any3::of_kind(FLR_SHAPE3_POLYGON), triangle = any3::of_kind(FLR_SHAPE3_TRIANGLE);
    sheet.points = std::make_shared<std::vector<flr_vec3>>(
        std::vector<flr_vec3>{{-2, 0, -1}, {-2, 0, 1}, {0, 0, 1}, {-1, 0, 0}, {0, 0, -1}});
    sheet.shape.as.polygon = {sheet.points->data(), 5};
    triangle.shape.as.triangle = {vec(1.2, -1.4, -1.5), vec(-1.45, 0.6, 0.45), vec(1, -2, -0.6)};
    expect_touch(t, sheet, triangle);
}

/// A plane or halfspace, and a concave sheet, against what has an inside: as it moves by some roundings through the touch the normal
/// stays, and the contact is as deep as the signed distance says.
void by_roundings(tally &t)
{
    const flr_vec3 corners[] = {v(0, 0, 0), v(4, 0, 0), v(4, 4, 0), v(2, 1, 0), v(0, 4, 0)};
    random_source r{961};
    for (int n = 0; n < scenes(2000); ++n) {
        flr_vec3 way = direction(r);
        flr_shape3 flat{}, round{};
        flat.kind = n % 3 == 0 ? FLR_SHAPE3_PLANE : n % 3 == 1 ? FLR_SHAPE3_HALFSPACE : FLR_SHAPE3_POLYGON;
        flr_vec3 foot = v(0, 0, 0);
        if (flat.kind == FLR_SHAPE3_POLYGON) {
            flat.as.polygon = {corners, 5};
            way = v(0, 0, 1);
            foot = v(1, 0.75, 0);
        } else {
            flat.as.plane = {way, 0};
        }
        const double length = std::sqrt(double(flr_length_squared3(way))), radius = r.between(0.1, 0.5),
                     off = 1 + r.whole(-3, 3) * real_epsilon, at = radius * off / length;
        const flr_vec3 center = v(double(foot.x) + at * double(way.x), double(foot.y) + at * double(way.y),
                                  double(foot.z) + at * double(way.z));
        round.kind = FLR_SHAPE3_SPHERE;
        round.as.sphere = {center, flr_real(radius)};
        const flr_contact3_options options = {flr_real(0.01), 0, nullptr};
        for (int k = 0; k < 2; ++k) {
            const flr_shape3 &a = k ? round : flat, &b = k ? flat : round;
            flr_signed_distance3_result s;
            flr_manifold3 m;
            t.expect(flr_signed_distance3(&a, &b, &s) == FLR_OK &&
                         flr_contact3(&a, &b, &options, &m) == FLR_OK,
                     "%d: not answered", n);
            const double along = double(flr_dot3(s.normal, way)) / length * (k ? -1 : 1);
            t.expect(along > 0.999, "%d, %d: the normal turns to %g", n, k, along);
            t.expect(std::fabs(double(s.signed_distance)) < 32 * real_epsilon, "%d: at %g", n,
                     double(s.signed_distance));
            t.expect(m.count == 1 &&
                         std::fabs(double(m.points[0].depth + s.signed_distance)) < 32 * real_epsilon,
                     "%d, %d: %d points, depth %g", n, k, m.count, double(m.points[0].depth));
        }
    }
}

/// Capsules far smaller than a box, half their distance from a face of it, beside the origin: they are apart, by less than the box is
/// rounded by.
void small_beside_large(tally &t)
{
    const int most = sizeof(flr_real) == sizeof(float) ? 60 : 400;
    for (int e = 4; e < most; e += 4) {
        const double gap = std::ldexp(1, -e);
        flr_shape3 box{}, capsule{};
        box.kind = FLR_SHAPE3_AABB;
        box.as.aabb = {v(-1, -1, -1), v(0, 1, 1)};
        capsule.kind = FLR_SHAPE3_CAPSULE;
        capsule.as.capsule = {v(gap, 0, 0), v(gap, 0, gap), flr_real(gap / 2)};
        for (int k = 0; k < 2; ++k) {
            flr_manifold3 m;
            const flr_status status = flr_contact3(k ? &box : &capsule, k ? &capsule : &box, nullptr, &m);
            t.expect(status == FLR_OK && m.count == 0, "apart by %g: %d points", gap / 2, m.count);
        }
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(by_roundings), FEELER_TEST(every_pair), FEELER_TEST(reported),
             FEELER_TEST(through_the_notch), FEELER_TEST(small_beside_large))

}  // namespace TEST_FILE
