/// Four questions that say whether two shapes have a point in common say the same: yes or no, the distance, the signed distance and the
/// contact. On small lattices shapes have no extent, coincide and touch much of the time; the others are moved to a touch.
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

void ask(tally &t, const char *scene, const flr_shape3 &a, const flr_shape3 &b)
{
    bool yes = false;
    flr_closest3 c{};
    flr_distance3_result bounds{};
    flr_signed_distance3_result s{};
    flr_manifold3 m{};
    const bool fine = flr_overlap3(&a, &b, &yes) == FLR_OK && flr_distance3(&a, &b, &c) == FLR_OK &&
                      flr_distance3_bounds(&a, &b, nullptr, &bounds) == FLR_OK;
    const flr_status depth = flr_signed_distance3(&a, &b, &s), contact = flr_contact3(&a, &b, nullptr, &m);
    const char *na = flr_shape3_name(a.kind), *nb = flr_shape3_name(b.kind);
    t.expect(fine && (depth == FLR_OK || depth == FLR_NOT_CONVERGED) &&
                 (contact == FLR_OK || contact == FLR_NOT_CONVERGED),
             "%s: %s %s: status %d %d", scene, na, nb, depth, contact);
    t.expect(yes == (c.distance == 0) && yes == (bounds.distance == 0) && yes == (s.signed_distance <= 0) &&
                 yes == (m.count > 0),
             "%s: %s %s: yes or no %d, distance %g, with bounds %g, signed %g, %d points of contact", scene,
             na, nb, yes, double(c.distance), double(bounds.distance), double(s.signed_distance), m.count);
}

// ---- Lattices

flr_vec3 corner(random_source &r) { return flr_scale3(flr_real(0.5), r.lattice_point(-4, 4)); }

flr_real length(random_source &r)
{
    static const double all[] = {0, 0, 0.5, 0.75, 1, 2, 5};
    return flr_real(all[r.whole(0, 6)]);
}

/// Some of them rounded: 3 4 5.
flr_mat3 turn(random_source &r)
{
    const flr_mat3 all[] = {{v(1, 0, 0), v(0, 1, 0), v(0, 0, 1)},
                            {v(0, 1, 0), v(0, 0, 1), v(1, 0, 0)},
                            {v(0.6, 0.8, 0), v(-0.8, 0.6, 0), v(0, 0, 1)},
                            {v(0, 0.6, 0.8), v(0, -0.8, 0.6), v(1, 0, 0)}};
    return all[r.whole(0, 3)];
}

const flr_shape3_kind kinds[] = {FLR_SHAPE3_POINT,     FLR_SHAPE3_SEGMENT,   FLR_SHAPE3_SPHERE,
                                 FLR_SHAPE3_CAPSULE,   FLR_SHAPE3_AABB,      FLR_SHAPE3_BOX,
                                 FLR_SHAPE3_CYLINDER,  FLR_SHAPE3_CONE,      FLR_SHAPE3_TRIANGLE,
                                 FLR_SHAPE3_QUAD,      FLR_SHAPE3_RECTANGLE, FLR_SHAPE3_TETRAHEDRON,
                                 FLR_SHAPE3_ELLIPSOID, FLR_SHAPE3_CONVEX,    FLR_SHAPE3_POLYGON};

held lattice_shape(random_source &r, flr_shape3_kind k)
{
    held h = any3::of_kind(k);
    auto &as = h.shape.as;
    const flr_vec3 p = corner(r), q = r.whole(0, 4) ? corner(r) : p, o = r.whole(0, 4) ? corner(r) : p,
                   u = r.whole(0, 4) ? corner(r) : q, fourth = flr_add3(q, flr_sub3(o, p));
    const flr_mat3 m = turn(r);
    const flr_real x = length(r), y = length(r), z = length(r);
    switch (k) {
    case FLR_SHAPE3_POINT:
        as.point = p;
        break;
    case FLR_SHAPE3_SEGMENT:
        as.segment = {p, q};
        break;
    case FLR_SHAPE3_SPHERE:
        as.sphere = {p, x};
        break;
    case FLR_SHAPE3_CAPSULE:
        as.capsule = {p, q, x};
        break;
    case FLR_SHAPE3_AABB:
        as.aabb = {flr_min3(p, q), flr_max3(p, q)};
        break;
    case FLR_SHAPE3_BOX:
        as.box = {p, m, {x, y, z}};
        break;
    case FLR_SHAPE3_CYLINDER:
        as.cylinder = {p, q, x};
        break;
    case FLR_SHAPE3_CONE:
        as.cone = {p, q, x};
        break;
    case FLR_SHAPE3_TRIANGLE:
        as.triangle = {p, q, o};
        break;
    case FLR_SHAPE3_QUAD:
        as.quad = {p, q, fourth, o};
        break;
    case FLR_SHAPE3_RECTANGLE:
        as.rectangle = {p, m.x, m.y, x, y};
        break;
    case FLR_SHAPE3_TETRAHEDRON:
        as.tetrahedron = {p, q, o, u};
        break;
    case FLR_SHAPE3_ELLIPSOID:
        as.ellipsoid = {p, m, {x, y, z}};
        break;
    case FLR_SHAPE3_CONVEX:
        h.points = std::make_shared<std::vector<flr_vec3>>();
        for (int i = r.whole(1, 6); i > 0; --i) h.points->push_back(corner(r));
        as.convex =
            flr_convex3_points(h.points->data(), uint32_t(h.points->size()), m, p, r.whole(0, 2) ? 0 : x);
        break;
    default:
        h.points = std::make_shared<std::vector<flr_vec3>>(std::vector<flr_vec3>{p, q, fourth, o});
        as.polygon = {h.points->data(), size_t(r.whole(1, 4))};
        break;
    }
    flr_convex3 core;
    if (r.whole(0, 5) == 0 && flr_convex3_shape(&h.shape, &core)) h.shape.rounding = flr_real(0.5);
    return h;
}

void lattice(tally &t)
{
    random_source r{2026};
    int touching = 0, asked = 0;
    for (int n = 0; n < scenes(60000); ++n) {
        const held a = lattice_shape(r, kinds[r.whole(0, 14)]);
        held b = lattice_shape(r, kinds[r.whole(0, 14)]);
        flr_closest3 c{};
        must(flr_distance3(&a.shape, &b.shape, &c), "flr_distance3");
        if (c.distance > 0 && r.whole(0, 1)) b = any3::shifted(b, flr_sub3(c.point_a, c.point_b));
        // a rounding around corners that the motion has lifted off their plane
        flr_convex3 core;
        if (b.shape.rounding > 0 && !flr_convex3_shape(&b.shape, &core)) continue;
        char scene[32];
        snprintf(scene, sizeof scene, "scene %d", n);
        ask(t, scene, a.shape, b.shape);
        flr_signed_distance3_result s{};
        (void)flr_signed_distance3(&a.shape, &b.shape, &s);
        touching += std::fabs(double(s.signed_distance)) <= real_choose(1e-13, 1e-5);
        ++asked;
    }
    t.expect(touching * 4 > asked, "%d of %d touch", touching, asked);
}

// ---- Pairs that were answered in two ways

flr_shape3 point(flr_vec3 p)
{
    return {.kind = FLR_SHAPE3_POINT, .as = {.point = p}, .solid = false, .rounding = 0};
}

flr_shape3 of(flr_quad3 q)
{
    return {.kind = FLR_SHAPE3_QUAD, .as = {.quad = q}, .solid = false, .rounding = 0};
}

/// The search for a plane between two cores measures lengths from the first one. Where the other's rim or corner lies there, all that it
/// sees is small, and what the rim is rounded by is not.
void at_the_reference(tally &t)
{
    const flr_mat3 xy = {v(0.6, 0.8, 0), v(-0.8, 0.6, 0), v(0, 0, 1)},
                   yz = {v(0, 0.6, 0.8), v(0, -0.8, 0.6), v(1, 0, 0)};
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_CYLINDER;
    s.as.cylinder = {v(-1.0214898510827357, -0.89746211094630057, 0.39746211094630057),
                     v(-1.0214898510827357, -1.8974621109463006, -0.60253788905369943), flr_real(0.5)};
    ask(t, "rim of a cylinder", point(v(-1.5, -1, 0.5)), s);
    s.kind = FLR_SHAPE3_CONE;
    s.as.cone = {v(-1.2928932188134525, -2, 0.29289321881345254),
                 v(-0.29289321881345254, -2, 1.2928932188134525), 1};
    ask(t, "rim of a cone", point(v(-1, -2, 2)), s);
    s.kind = FLR_SHAPE3_ELLIPSOID;
    s.as.ellipsoid = {v(1, 1, 1.5), xy, {flr_real(0.5), 0, 5}};
    ask(t, "flat ellipsoid", s, point(v(0.70000000000000018, 0.6, 1.5)));
    s.as.ellipsoid = {v(-1.5, 1.824438279205804, 1.5318354112154777), yz, {flr_real(0.5), flr_real(0.5), 0}};
    flr_shape3 other{};
    other.kind = FLR_SHAPE3_SEGMENT;
    other.as.segment = {v(-1.5, 2, 2), v(-1.5, 2, 2)};
    ask(t, "round disc", other, s);
    s.kind = FLR_SHAPE3_RECTANGLE;
    s.as.rectangle = {v(1, 1.5, -2), xy.x, xy.y, flr_real(0.5), 1};
    other.as.segment = {v(-0.10000000000000009, 1.7, -2), v(-0.10000000000000009, 1.7, -2)};
    ask(t, "corner of a rectangle", s, other);
    s.as.rectangle = {v(0, 1, 1), xy.x, xy.y, 1, flr_real(0.5)};
    other.kind = FLR_SHAPE3_CAPSULE;
    other.as.capsule = {v(-1, 0.5, 1), v(-1, 0.5, 1), 0};
    ask(t, "corner of a rectangle", other, s);
    s.as.rectangle = {v(1.3, -0.59999999999999987, -2), xy.x, xy.y, flr_real(0.5), flr_real(0.5)};
    const flr_vec3 p = v(2, -0.5, -2);
    ask(t, "corner of a rectangle", of({p, p, p, p}), s);
}

/// Quads with corners off their plane by rounding. In the plane of three of them they reach beyond all corners by as much, and there they
/// are met; in fractions neither the halves nor the hulls of the corners are.
void off_their_plane(tally &t)
{
    const flr_shape3 quad = of({v(-1.4500000000000002, -0.75000000000000022, -0.90000000000000013),
                                v(0.049999999999999822, 0.24999999999999978, 0.59999999999999987),
                                v(3.5499999999999998, 2.75, 2.5999999999999996),
                                v(2.0499999999999998, 1.7499999999999998, 1.0999999999999999)});
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_TETRAHEDRON;
    s.as.tetrahedron = {v(-2, 1, -1.5), v(0.5, 2, -1), v(1, 1, 0.5), v(2, 0.5, -1)};
    ask(t, "off their plane", s, quad);
    s.as.tetrahedron = {v(1, -2, -2), v(1, -2, -2), v(0.5, 0.5, -0.5), v(0.5, 0, -0.5)};
    ask(t, "off their plane", s,
        of({v(-0.56034482758620696, 0.5, 1.9741379310344829), v(1.4396551724137931, 1.5, 0.97413793103448287),
            v(2.9396551724137931, 1.5, -2.5258620689655169),
            v(0.93965517241379304, 0.5, -1.5258620689655171)}));
    s.kind = FLR_SHAPE3_TRIANGLE;
    s.as.triangle = {v(1.5, -0.5, -0.5), v(1.5, -2, -1.5), v(-0.5, 2, -1.5)};
    ask(t, "off their plane", s,
        of({v(0.33251231527093583, -1.3078817733990147, -1.3201970443349755),
            v(0.83251231527093583, 0.69211822660098532, 1.1798029556650245),
            v(-0.16748768472906417, 4.1921182266009858, 0.67980295566502447),
            v(-0.66748768472906417, 2.1921182266009853, -1.8201970443349755)}));
    ask(t, "off their plane", of({v(-1, 1, 0.5), v(1, -2, 2), v(0, -2.5, 3), v(-2, 0.5, 1.5)}),
        of({v(-0.27419354838709675, 1.7903225806451613, 0.33870967741935482),
            v(-1.2741935483870968, -1.7096774193548387, -1.1612903225806452),
            v(-1.7741935483870968, -1.7096774193548387, -0.66129032258064524),
            v(-0.77419354838709675, 1.7903225806451613, 0.83870967741935476)}));
}

/// A rectangle and a polygon whose segment in common ends where edges cross edges: seen in the rectangle's frame or in world, rounding moves
/// each edge past the other. They overlap by half a unit.
void edges_cross_edges(tally &t)
{
    const flr_vec3 corners[4] = {v(-1, -1.5, -0.5), v(1, -0.5, -0.5), v(2.5, -1, 2), v(0.5, -2, 2)};
    flr_shape3 s{}, other{};
    s.kind = FLR_SHAPE3_RECTANGLE;
    s.as.rectangle = {v(0, -0.5, 1.5), v(0.6, 0.8, 0), v(-0.8, 0.6, 0), 1, 2};
    other.kind = FLR_SHAPE3_POLYGON;
    other.as.polygon = {corners, 4};
    ask(t, "edges cross edges", s, other);
    bool overlap = false;
    must(flr_overlap3(&s, &other, &overlap), "flr_overlap3");
    t.expect(overlap, "edges cross edges: no overlap");
}

/// Axes that are orthonormal within 10^-14: the distance turns points by the transposed matrix, the core corners by the matrix. In
/// fractions the corners' box is 6 10^-14 away.
void off_unit_axes(tally &t)
{
    flr_shape3 ball{}, box{};
    ball.kind = FLR_SHAPE3_SPHERE;
    ball.as.sphere = {v(-1.7334847167742475, -1.2373348686047596, -0.29560881617456514),
                      flr_real(0.39713464789112435)};
    box.kind = FLR_SHAPE3_BOX;
    box.as.box = {v(-0.026593314704386944, 0.011748433560570502, 0.029521437389903968),
                  {v(0.66363573033351053, -0.30748009346239613, 0.68194106017240053),
                   v(-0.17854205365009604, -0.95037736731440492, -0.25476576452680405),
                   v(0.72643675051796752, 0.047316506854199997, -0.68560250559344516)},
                  v(1.3964587427813238, 1.1776499448897646, 1.0672229948270875)};
    ask(t, "off unit axes", ball, box);
}

/// Refused by flr_check3, but answered: cylinders and cones without an axis are discs perpendicular to z.
void without_an_axis(tally &t)
{
    for (const flr_shape3_kind kind : {FLR_SHAPE3_CYLINDER, FLR_SHAPE3_CONE}) {
        flr_shape3 disc{}, other{};
        disc.kind = kind;
        if (kind == FLR_SHAPE3_CONE)
            disc.as.cone = {v(1, 0, 2), v(1, 0, 2), 2};
        else
            disc.as.cylinder = {v(1, 0, 2), v(1, 0, 2), 2};
        auto is = [&](const char *scene, double distance) {
            flr_closest3 c{};
            ask(t, scene, other, disc);
            t.expect(flr_distance3(&other, &disc, &c) == FLR_OK &&
                         std::fabs(double(c.distance) - distance) < 1e-6,
                     "%s: distance %g, not %g", scene, double(c.distance), distance);
        };
        other.kind = FLR_SHAPE3_POINT;
        other.as.point = v(1, 0, 3);
        is("point above", 1);
        other.as.point = v(1, 2, 2);
        is("point on the rim", 0);
        other.as.point = v(5, 0, 5);
        is("point aside", std::sqrt(13.0));
        other.kind = FLR_SHAPE3_SPHERE;
        other.as.sphere = {v(2, 1, 4), 2};
        is("ball on the disc", 0);
        other.as.sphere = {v(2, 1, 4), 1};
        is("ball above", 1);
        other.kind = FLR_SHAPE3_SEGMENT;
        other.as.segment = {v(2, 1, 0), v(2, 1, 4)};
        is("segment across", 0);
        other.as.segment = {v(2, 1, 3), v(2, 1, 4)};
        is("segment above", 1);
        other.as.segment = {v(-4, 0, 2), v(-1, 0, 2)};
        is("segment to the rim", 0);
        other.kind = FLR_SHAPE3_LINE;
        other.as.line = {v(0, 1, 7), v(-1, 0, 5)};
        is("line across", 0);
        other.kind = FLR_SHAPE3_QUAD;
        other.as.quad = {v(0, 0, 1), v(9, 0, 1), v(9, 0, 3), v(0, 0, 3)};
        is("quad across", 0);
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(lattice), FEELER_TEST(at_the_reference), FEELER_TEST(off_their_plane),
             FEELER_TEST(edges_cross_edges), FEELER_TEST(off_unit_axes), FEELER_TEST(without_an_axis))

}  // namespace TEST_FILE
