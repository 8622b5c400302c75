// Answers known by construction: unbounded shapes, notches of concave sheets, solid and open meshes, depths,
// what cannot be parted, and input that is turned down.
#include "any/any3_stock.hpp"
#include "support/cmocka.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{

using namespace any3;

namespace
{

const double small = sizeof(flr_real) == sizeof(double) ? 1e-12 : 1e-5;

flr_shape3 point(double x, double y, double z)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_POINT;
    s.as.point = vec(x, y, z);
    return s;
}
flr_shape3 segment(flr_vec3 a, flr_vec3 b)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_SEGMENT;
    s.as.segment = {a, b};
    return s;
}
flr_shape3 path(flr_shape3_kind kind, flr_vec3 origin, flr_vec3 direction)
{
    flr_shape3 s{};
    s.kind = kind;
    s.as.ray = {origin, direction};
    return s;
}
flr_shape3 ray(flr_vec3 origin, flr_vec3 direction) { return path(FLR_SHAPE3_RAY, origin, direction); }
flr_shape3 line(flr_vec3 origin, flr_vec3 direction) { return path(FLR_SHAPE3_LINE, origin, direction); }
flr_shape3 flat(flr_shape3_kind kind, flr_vec3 normal, double offset)
{
    flr_shape3 s{};
    s.kind = kind;
    s.as.plane = {normal, flr_real(offset)};
    return s;
}
flr_shape3 plane(flr_vec3 normal, double offset) { return flat(FLR_SHAPE3_PLANE, normal, offset); }
flr_shape3 halfspace(flr_vec3 normal, double offset) { return flat(FLR_SHAPE3_HALFSPACE, normal, offset); }
flr_shape3 sphere_at(flr_vec3 c, double radius)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_SPHERE;
    s.as.sphere = {c, flr_real(radius)};
    return s;
}
flr_shape3 aabb(flr_vec3 low, flr_vec3 high)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_AABB;
    s.as.aabb = {low, high};
    return s;
}
flr_shape3 cylinder(flr_vec3 a, flr_vec3 b, double radius)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_CYLINDER;
    s.as.cylinder = {a, b, flr_real(radius)};
    return s;
}
flr_shape3 cone(flr_vec3 apex, flr_vec3 base, double radius)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_CONE;
    s.as.cone = {apex, base, flr_real(radius)};
    return s;
}
flr_shape3 triangle(flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_TRIANGLE;
    s.as.triangle = {a, b, c};
    return s;
}
flr_shape3 tetra(flr_vec3 a, flr_vec3 b, flr_vec3 c, flr_vec3 d)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_TETRAHEDRON;
    s.as.tetrahedron = {a, b, c, d};
    return s;
}

/// A U in the plane z = 0: [0, 6] x [0, 6] without its notch (2, 4) x (1, 6].
const flr_vec3 u_corners[8] = {{0, 0, 0}, {6, 0, 0}, {6, 6, 0}, {4, 6, 0},
                               {4, 1, 0}, {2, 1, 0}, {2, 6, 0}, {0, 6, 0}};
flr_shape3 u_sheet()
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_POLYGON;
    s.as.polygon = {u_corners, 8};
    return s;
}
/// An arrow head, reflex at (1, 1).
flr_shape3 arrow()
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_QUAD;
    s.as.quad = {{0, 0, 0}, {4, 0, 0}, {1, 1, 0}, {0, 4, 0}};
    return s;
}

struct distance_case {
    const char *name;
    flr_shape3 a, b;
    double distance;
};

void distances(tally &t)
{
    held inner = mesh(box(vec(4, 4, 4), vec(6, 6, 6)), false),
         outer = mesh(box(vec(0, 0, 0), vec(10, 10, 10)), true),
         shell = mesh(box(vec(0, 0, 0), vec(10, 10, 10)), false),
         notch = mesh(box(vec(2.5, 2, -1), vec(3.75, 5, 1)), true);
    const flr_vec3 o = {0, 0, 0}, x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
    const distance_case cases[] = {
        {"parallel planes", plane(x, 1), plane(vec(2, 0, 0), 6), 2},
        {"parallel planes turned round", plane(vec(0, 3, 4), 10), plane(vec(0, -6, -8), 0), 2},
        {"crossing planes", plane(x, 1), plane(vec(1, 1e-9, 0), 5), 0},
        {"plane before a halfspace", plane(x, 3), halfspace(x, 1), 2},
        {"plane in a halfspace", plane(x, -3), halfspace(x, 1), 0},
        {"halfspaces back to back", halfspace(x, 1), halfspace(vec(-2, 0, 0), -8), 3},
        {"halfspaces one way", halfspace(x, 1), halfspace(x, 100), 0},
        {"skew lines", line(o, x), line(vec(0, 0, 3), y), 3},
        {"line beside a cylinder", line(vec(5, 0, 1), y), cylinder(o, vec(0, 0, 2), 2), 3},
        {"line through a cylinder", line(vec(1, 0, 1), y), cylinder(o, vec(0, 0, 2), 2), 0},
        {"line touching a cone", line(vec(0, 0, 2), y), cone(vec(0, 0, 2), o, 1), 0},
        {"ray away from a box", ray(o, x), aabb(vec(-5, -1, -1), vec(-3, 1, 1)), 3},
        {"ray to a box", ray(vec(-9, 0, 0), x), aabb(vec(-5, -1, -1), vec(-3, 1, 1)), 0},
        {"ray past a tetrahedron", ray(vec(0, 3, 0), x),
         tetra(vec(5, 0, 0), vec(5, 1, 0), vec(6, 0, 0), vec(5, 0, 1)), 2},
        {"ray square through a triangle", ray(vec(1, 1, 9), vec(0, 0, -1)),
         triangle(o, vec(4, 0, 0), vec(0, 4, 0)), 0},
        {"ray square away from a triangle", ray(vec(1, 1, 9), z), triangle(o, vec(4, 0, 0), vec(0, 4, 0)), 9},
        {"line through the notch", line(vec(3, 3, 0), z), u_sheet(), 1},
        {"line through the U", line(vec(1, 3, 0), z), u_sheet(), 0},
        {"line along the notch", line(vec(0, 3, 0.5), x), u_sheet(), 0.5},
        {"ray up the notch", ray(vec(3, 4, 0), y), u_sheet(), 1},
        {"cylinder in the notch", cylinder(vec(3, 3, -1), vec(3, 3, 1), 0.5), u_sheet(), 0.5},
        {"cylinder in the U", cylinder(vec(1, 3, -1), vec(1, 3, 1), 0.5), u_sheet(), 0},
        {"cone above the U", cone(vec(1, 3, 2), vec(1, 3, 9), 50), u_sheet(), 2},
        {"box in the notch", aabb(vec(2.5, 2, -1), vec(3.75, 5, 1)), u_sheet(), 0.25},
        {"box filling the notch", aabb(vec(2, 1, -1), vec(4, 5, 1)), u_sheet(), 0},
        {"sheet in the notch", u_sheet(), triangle(vec(2.5, 3, -1), vec(3.5, 3, -1), vec(3, 3, 2)),
         2 / std::sqrt(9.25)},
        {"tetrahedron around the U", u_sheet(),
         tetra(vec(-50, -50, -50), vec(90, 0, -9), vec(0, 90, -9), vec(0, 0, 90)), 0},
        {"box over the arrow's bay", aabb(vec(2, 2, -1), vec(3, 3, 1)), arrow(), std::sqrt(1.6)},
        {"plane and the U", u_sheet(), plane(y, -4), 4},
        {"plane across the U's notch", u_sheet(), plane(x, 3), 0},
        {"halfspace and the U", halfspace(y, -1), u_sheet(), 1},
        {"sphere in a solid", sphere_at(vec(5, 5, 5), 1), outer.shape, 0},
        {"sphere in a shell", sphere_at(vec(5, 5, 5), 1), shell.shape, 4},
        {"box around a mesh", aabb(o, vec(10, 10, 10)), inner.shape, 0},
        {"cone in a shell", cone(vec(5, 5, 7), vec(5, 5, 5), 2), shell.shape, 3},
        {"mesh in a solid", inner.shape, outer.shape, 0},
        {"mesh in a shell", inner.shape, shell.shape, 4},
        {"point in a solid", point(1, 5, 5), outer.shape, 0},
        {"point in a shell", point(1, 5, 5), shell.shape, 1},
        {"U beside a mesh", u_sheet(), notch.shape, 0.25},
        {"plane between", plane(x, 12), outer.shape, 2},
        {"halfspace that reaches a mesh", halfspace(x, 0), outer.shape, 0},
        {"line past a mesh", line(vec(0, 13, 14), x), outer.shape, 5},
        {"ray in a shell", ray(vec(5, 5, 5), x), shell.shape, 0},
    };
    for (auto &c : cases) {
        for (int turn = 0; turn < 2; ++turn) {
            flr_closest3 r{};
            bool overlap = false;
            const flr_shape3 *p = turn ? &c.b : &c.a, *q = turn ? &c.a : &c.b;
            flr_status status = flr_distance3(p, q, &r), again = flr_overlap3(p, q, &overlap);
            t.expect(status == FLR_OK && again == FLR_OK, "%s: %s", c.name, flr_status_string(status));
            t.expect(c.distance > 0 ? std::fabs(double(r.distance) - c.distance) < 16 * small
                                    : r.distance == 0,
                     "%s: distance %.17g, not %g", c.name, double(r.distance), c.distance);
            t.expect(overlap == (c.distance == 0), "%s: overlap %d", c.name, overlap);
            double apart = length(flr_sub3(r.point_a, r.point_b));
            t.expect(std::fabs(apart - c.distance) < 64 * small, "%s: points %g apart", c.name, apart);
        }
    }
}

/// Corners with all their bits on a box's corner meet it, and one step away they do not; so the distance says.
void corners_on_corners(tally &t)
{
    random_source r{21};
    for (int k = 0; k < 300; ++k) {
        double far = k % 2 ? 0x1p20 : 0;
        flr_vec3 at = vec(far, far, far), low = flr_add3(at, r.point(-9, -1)),
                 high = flr_add3(at, r.point(1, 9)), apart = high;
        apart.x = std::nextafter(high.x, flr_real(INFINITY));
        for (flr_vec3 p : {high, apart}) {
            flr_vec3 q = flr_add3(p, r.point(1, 2)), s = flr_add3(p, r.point(1, 2)),
                     m = flr_add3(p, r.point(1, 2));
            const flr_vec3 around[3] = {p, q, s};
            flr_shape3 polygon{};
            polygon.kind = FLR_SHAPE3_POLYGON;
            polygon.as.polygon = {around, 3};
            const flr_shape3 box = aabb(low, high),
                             others[] = {aabb(p, m), triangle(p, q, s), polygon, tetra(p, q, s, m)};
            for (auto &other : others) {
                flr_closest3 c{};
                bool overlap = false, expected = p.x == high.x;
                flr_status status = flr_distance3(&box, &other, &c),
                           again = flr_overlap3(&other, &box, &overlap);
                t.expect(status == FLR_OK && again == FLR_OK && overlap == expected &&
                             (c.distance == 0) == expected,
                         "%s: overlap %d, distance %g", flr_shape3_name(other.kind), overlap,
                         double(c.distance));
            }
        }
    }
}

struct signed_case {
    const char *name;
    flr_shape3 a, b;
    double signed_distance;  // INFINITY for what cannot be parted
    flr_vec3 normal;         // up to its sign where the depth is 0; zero for any
};

void signed_distances(tally &t)
{
    held solid = mesh(box(vec(0, 0, 0), vec(10, 10, 10)), true),
         shell = mesh(box(vec(0, 0, 0), vec(10, 10, 10)), false);
    const flr_vec3 o = {0, 0, 0}, x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1}, any = o;
    const signed_case cases[] = {
        {"spheres apart", sphere_at(o, 1), sphere_at(vec(5, 0, 0), 1), 3, x},
        {"spheres overlap", sphere_at(o, 2), sphere_at(vec(3, 0, 0), 2), -1, x},
        {"boxes", aabb(o, vec(4, 4, 4)), aabb(vec(1, 1, 3), vec(9, 9, 9)), -1, z},
        {"sphere in a box", sphere_at(vec(3, 5, 5), 1), aabb(o, vec(10, 10, 10)), -4, x},
        {"plane and sphere", plane(z, 0), sphere_at(vec(0, 0, 0.5), 2), -1.5, z},
        {"halfspace and sphere", halfspace(z, 0), sphere_at(vec(0, 0, -5), 2), -7, z},
        {"halfspace and cylinder", halfspace(vec(0, 0, 3), 3), cylinder(vec(0, 0, 0), vec(0, 0, 2), 1), -1,
         z},
        {"halfspace above a sphere", halfspace(z, 0), sphere_at(vec(0, 0, 5), 2), 3, z},
        {"halfspace and the U", halfspace(y, 2), u_sheet(), -2, y},
        {"plane and the U", plane(x, 2), u_sheet(), -2, x},
        {"halfspace and a mesh", halfspace(x, 3), solid.shape, -3, x},
        {"plane and a mesh", solid.shape, plane(x, 9), -1, x},
        {"crossing lines", line(o, x), line(o, y), 0, z},
        {"lines in one", line(o, x), line(vec(3, 0, 0), vec(-2, 0, 0)), 0, any},
        {"crossing rays", ray(vec(-1, 0, 0), x), ray(vec(0, -1, 0), y), 0, z},
        {"crossing segments", segment(vec(-1, 0, 0), vec(1, 0, 0)), segment(vec(0, -1, 0), vec(0, 1, 0)), 0,
         z},
        {"skew lines", line(o, x), line(vec(0, 0, 3), y), 3, z},
        {"line in a plane", line(vec(5, 5, 0), x), plane(z, 0), 0, z},
        {"line through a plane", line(o, vec(1, 0, 1)), plane(z, 0), INFINITY, any},
        {"line and a halfspace", halfspace(z, 0), line(o, vec(1, 0, 1)), INFINITY, any},
        {"line in a halfspace", line(vec(0, 0, -2), x), halfspace(z, 0), -2, vec(0, 0, -1)},
        {"ray out of a halfspace", ray(vec(0, 0, -2), vec(1, 0, 1)), halfspace(z, 0), -2, vec(0, 0, -1)},
        {"ray into a halfspace", ray(vec(0, 0, 2), vec(1, 0, -1)), halfspace(z, 0), INFINITY, any},
        {"ray through a plane", ray(vec(0, 0, -2), vec(1, 0, 1)), plane(z, 0), -2, vec(0, 0, -1)},
        {"planes in one", plane(z, 1), plane(vec(0, 0, -2), -2), 0, z},
        {"crossing planes", plane(z, 1), plane(x, 2), INFINITY, any},
        {"plane in a halfspace", plane(z, -3), halfspace(z, 0), -3, vec(0, 0, -1)},
        {"halfspaces face to face", halfspace(z, 2), halfspace(vec(0, 0, -1), 1), -3, z},
        {"halfspaces one way", halfspace(z, 2), halfspace(z, 1), INFINITY, any},
        {"crossing halfspaces", halfspace(z, 2), halfspace(x, 1), INFINITY, any},
        {"line through a sphere", line(vec(1, 0, 0), y), sphere_at(o, 3), -2, vec(-1, 0, 0)},
        {"line through a box", line(vec(1, 0, 2), y), aabb(vec(0, 0, 0), vec(5, 5, 5)), -1, x},
        {"ray into a box", ray(vec(4, 2, 2.5), x), aabb(vec(0, 0, 0), vec(5, 5, 5)), -1, vec(-1, 0, 0)},
        {"line through a triangle", line(vec(1, 1, 0), z), triangle(o, vec(9, 0, 0), vec(0, 9, 0)), -1, any},
        {"crossing triangles", triangle(vec(-9, -9, 0), vec(9, -9, 0), vec(0, 9, 0)),
         triangle(vec(-1, 0, -1), vec(1, 0, -1), vec(0, 0, 5)), -1, vec(0, 0, 1)},
        {"point on the U", point(1, 3, 0), u_sheet(), 0, z},
        {"point in a solid", point(1, 5, 5), solid.shape, -1, x},
        {"point on a shell", point(0, 5, 5), shell.shape, 0, x},
        {"sphere beside a shell", sphere_at(vec(-5, 5, 5), 2), shell.shape, 3, x},
    };
    for (auto &c : cases) {
        for (int turn = 0; turn < 2; ++turn) {
            flr_signed_distance3_result r{};
            flr_status status = flr_signed_distance3(turn ? &c.b : &c.a, turn ? &c.a : &c.b, &r);
            t.expect(status == FLR_OK, "%s: %s", c.name, flr_status_string(status));
            t.expect(r.inseparable == std::isinf(c.signed_distance), "%s: inseparable %d", c.name,
                     r.inseparable);
            if (r.inseparable) continue;
            t.expect(std::fabs(double(r.signed_distance) - c.signed_distance) < 16 * small,
                     "%s: %.17g, not %g", c.name, double(r.signed_distance), c.signed_distance);
            double along = double(flr_dot3(r.normal, c.normal)) * (turn ? -1 : 1);
            if (c.signed_distance == 0) along = std::fabs(along);
            if (length(c.normal) > 0)
                t.expect(along > 1 - 16 * small, "%s: normal %g %g %g", c.name, double(r.normal.x),
                         double(r.normal.y), double(r.normal.z));
        }
    }
}

void solid_depth(tally &t)
{
    held solid = mesh(box(vec(0, 0, 0), vec(10, 10, 10)), true),
         other = mesh(box(vec(8, 0, 0), vec(18, 10, 10)), true);
    flr_signed_distance3_result r{};
    flr_status status = flr_signed_distance3(&solid.shape, &other.shape, &r);
    t.expect((status == FLR_OK || status == FLR_NOT_CONVERGED) &&
                 std::fabs(double(r.signed_distance) + 2) < 1e-4 && r.normal.x > flr_real(0.999),
             "solid meshes: %s, %g", flr_status_string(status), double(r.signed_distance));
}

/// A depth is as good far from the origin as near it.
void far_depth(tally &t)
{
    for (double far : {0.0, 0x1p20}) {
        const flr_real f = flr_real(far);
        const flr_vec3 v[5] = {{f, f, f}, {f + 4, f, f}, {f + 5, f + 2, f}, {f + 4, f + 4, f}, {f, f + 4, f}};
        flr_shape3 pentagon{}, quad{};
        pentagon.kind = FLR_SHAPE3_POLYGON;
        pentagon.as.polygon = {v, 5};
        quad.kind = FLR_SHAPE3_QUAD;
        quad.as.quad = {v[0], v[1], v[3], v[4]};
        flr_shape3 block = aabb(flr_add3(v[0], vec(1, 1, -0.25)), flr_add3(v[0], vec(2, 2, 8)));
        for (auto *s : {&pentagon, &quad}) {
            flr_signed_distance3_result r{};
            flr_status status = flr_signed_distance3(s, &block, &r);
            t.expect(status == FLR_OK && std::fabs(double(r.signed_distance) + 0.25) < 16 * small &&
                         r.normal.z > flr_real(0.99999),
                     "%s at %g: %s, %.17g", flr_shape3_name(s->kind), far, flr_status_string(status),
                     double(r.signed_distance));
        }
    }
}

void turned_down(tally &t)
{
    soup open = box(vec(0, 0, 0), vec(1, 1, 1));
    open.t.pop_back();
    held no_solid = mesh(open, true);
    flr_shape3 good = point(0, 0, 0), bad = good, empty{}, hull{}, nan = point(0, 0, 0);
    bad.kind = FLR_SHAPE3_COUNT;
    empty.kind = FLR_SHAPE3_POLYGON;
    hull.kind = FLR_SHAPE3_CONVEX;
    hull.as.convex.kind = FLR_CONVEX3_POINTS;
    nan.as.point.x = flr_real(NAN);
    flr_closest3 c{};
    flr_signed_distance3_result r{};
    bool yes = false;
    auto all = [&](const flr_shape3 *s, flr_status expected, const char *what) {
        for (int turn = 0; turn < 2; ++turn) {
            const flr_shape3 *a = turn ? s : &good, *b = turn ? &good : s;
            t.expect(flr_distance3(a, b, &c) == expected && flr_overlap3(a, b, &yes) == expected &&
                         flr_signed_distance3(a, b, &r) == expected,
                     "%s: not told", what);
        }
        flr_convex3 core;
        t.expect(!flr_convex3_shape(s, &core), "%s: has a convex form", what);
    };
    all(nullptr, FLR_INVALID_ARGUMENT, "null");
    all(&bad, FLR_INVALID_ARGUMENT, "no kind");
    all(&empty, FLR_INVALID_SHAPE, "no corners");
    all(&hull, FLR_INVALID_SHAPE, "no points");
    all(&no_solid.shape, FLR_INVALID_SHAPE, "an open solid");
    t.expect(flr_distance3(&good, &good, nullptr) == FLR_INVALID_ARGUMENT &&
                 flr_overlap3(&good, &good, nullptr) == FLR_INVALID_ARGUMENT &&
                 flr_signed_distance3(&good, &good, nullptr) == FLR_INVALID_ARGUMENT,
             "nowhere to answer: not told");
    flr_shape3 ball = sphere_at(vec(0, 0, 0), 1);
    t.expect(flr_distance3(&nan, &ball, &c) == FLR_NOT_FINITE, "a NaN was answered");
}

double value(flr_vec3 n, flr_vec3 p) { return double(n.x) * p.x + double(n.y) * p.y + double(n.z) * p.z; }

/// Whole numbers: the hull of some points below the plane of three of them, and what lies above it with a point of their triangle
/// in common; and moved off along the normal. (A path is looked at by a piece of it, whose ends are rounded.)
void touches_of_points(tally &t)
{
    random_source r{9};
    const flr_mat3 upright = flr_affine3_identity().linear;
    long touching = 0;
    for (int n = 0; n < 4000; ++n) {
        std::vector<flr_vec3> p, q;
        for (int i = r.whole(3, 8); i > 0; --i) p.push_back(flr_scale3(3, r.lattice_point(-5, 5)));
        flr_vec3 normal = flr_cross3(flr_sub3(p[1], p[0]), flr_sub3(p[2], p[0]));
        normal = vec(normal.x / 9, normal.y / 9, normal.z / 9);
        flr_vec3 d = flr_cross3(normal, r.lattice_point(-2, 2)), far = {0, 0, 0};
        if (value(normal, normal) == 0 || value(d, d) == 0) continue;
        if (n % 3 == 1) far = flr_scale3(flr_real(real_choose(0x1p20, 0x1p10)), r.lattice_point(-3, 3));
        for (auto &x : p)
            if (value(normal, flr_sub3(x, p[0])) > 0) x = flr_sub3(flr_scale3(2, p[0]), x);
        flr_vec3 middle = flr_add3(p[0], flr_add3(p[1], p[2]));
        flr_vec3 common = n % 4 ? vec(middle.x / 3, middle.y / 3, middle.z / 3) : p[size_t(r.whole(0, 2))];
        for (auto &x : p) x = flr_add3(x, far);
        common = flr_add3(common, far);
        q.push_back(common);
        for (int i = r.whole(0, 5); i > 0; --i) {
            flr_vec3 x = flr_scale3(3, r.lattice_point(-5, 5));
            q.push_back(flr_add3(common, value(normal, x) < 0 ? flr_neg3(x) : x));
        }
        flr_shape3 hull{}, other{};
        hull.kind = other.kind = FLR_SHAPE3_CONVEX;
        hull.as.convex = flr_convex3_points(p.data(), uint32_t(p.size()), upright, vec(0, 0, 0), 0);
        other.as.convex = flr_convex3_points(q.data(), uint32_t(q.size()), upright, vec(0, 0, 0), 0);
        flr_vec3 from = flr_mul_add3(common, -flr_real(r.whole(0, 4)), d);
        const flr_shape3 all[] = {line(from, d), ray(from, d), segment(from, flr_add3(common, d)), other};
        for (auto &shape : all)
            for (bool swapped : {false, true}) {
                const flr_shape3 &a = swapped ? hull : shape, &b = swapped ? shape : hull;
                flr_closest3 c{};
                bool overlap = false;
                t.expect(flr_distance3(&a, &b, &c) == FLR_OK && flr_overlap3(&a, &b, &overlap) == FLR_OK &&
                             overlap && c.distance == 0,
                         "%s: told to be %g apart", flr_shape3_name(shape.kind), double(c.distance));
                ++touching;
            }
        flr_vec3 off = flr_scale3(flr_real(real_choose(0x1p-24, 0x1p-6)), normal);
        const flr_shape3 above[] = {line(flr_add3(from, off), d), ray(flr_add3(from, off), d)};
        for (auto &shape : above) {
            bool overlap = true;
            t.expect(flr_overlap3(&shape, &hull, &overlap) == FLR_OK && !overlap, "%s above: told to touch",
                     flr_shape3_name(shape.kind));
        }
    }
    t.expect(touching > 20000, "only %ld touch", touching);
}

void names(tally &t)
{
    const char *all[] = {"point",    "segment", "ray",       "line",    "plane",       "halfspace",
                         "sphere",   "capsule", "aabb",      "box",     "cylinder",    "cone",
                         "triangle", "quad",    "rectangle", "polygon", "tetrahedron", "ellipsoid",
                         "convex",   "mesh",    "compound"};
    for (int k = 0; k < FLR_SHAPE3_COUNT; ++k)
        t.expect(std::string(flr_shape3_name(static_cast<flr_shape3_kind>(k))) == all[k], "%d is %s", k,
                 flr_shape3_name(static_cast<flr_shape3_kind>(k)));
    t.expect(flr_shape3_name(FLR_SHAPE3_COUNT) != nullptr, "a null name");
}

/// Every kind that can be, all in one point (rays and lines begin there).
std::vector<flr_shape3> in_one_point(flr_vec3 at, const std::vector<flr_vec3> &corners)
{
    const flr_mat3 axes = flr_affine3_identity().linear;
    std::vector<flr_shape3> all = {segment(at, at),  ray(at, vec(0, 0, 1)), line(at, vec(0, 1, 1)),
                                   sphere_at(at, 0), aabb(at, at),          cylinder(at, at, 0),
                                   cone(at, at, 0)};
    flr_shape3 s{};
    auto add = [&](flr_shape3_kind kind) { s.kind = kind, all.push_back(s), s = {}; };
    s.as.point = at, add(FLR_SHAPE3_POINT);
    s.as.capsule = {at, at, 0}, add(FLR_SHAPE3_CAPSULE);
    s.as.box.center = at, s.as.box.axes = axes, add(FLR_SHAPE3_BOX);
    s.as.triangle = {at, at, at}, add(FLR_SHAPE3_TRIANGLE);
    s.as.quad = {at, at, at, at}, add(FLR_SHAPE3_QUAD);
    s.as.rectangle = {at, axes.x, axes.y, 0, 0}, add(FLR_SHAPE3_RECTANGLE);
    s.as.polygon = {corners.data(), corners.size()}, add(FLR_SHAPE3_POLYGON);
    s.as.tetrahedron = {at, at, at, at}, add(FLR_SHAPE3_TETRAHEDRON);
    s.as.convex = flr_convex3_points(corners.data(), uint32_t(corners.size()), axes, vec(0, 0, 0), 0);
    add(FLR_SHAPE3_CONVEX);
    return all;
}

/// Cylinders and cones without an extent are points, as all else is: what lies there touches them, what lies elsewhere does not.
void points_of_every_kind(tally &t)
{
    for (flr_vec3 at : {vec(0, 0, 0), vec(3, -5, 2)}) {
        const flr_vec3 away = vec(2, 3, -6);
        const std::vector<flr_vec3> corners(5, at), others(5, flr_add3(at, away));
        const std::vector<flr_shape3> here = in_one_point(at, corners),
                                      there = in_one_point(others[0], others);
        for (const flr_shape3 &a : here) {
            for (const flr_shape3 &b : here) {
                bool overlap = false;
                flr_closest3 c;
                flr_signed_distance3_result r;
                flr_status status = flr_overlap3(&a, &b, &overlap);
                if (status == FLR_OK) status = flr_distance3(&a, &b, &c);
                if (status == FLR_OK) status = flr_signed_distance3(&a, &b, &r);
                t.expect(status == FLR_OK && overlap && c.distance == 0 && r.signed_distance == 0 &&
                             std::fabs(length(r.normal) - 1) < small,
                         "%s on %s: status %d, overlap %d, distance %g, normal of length %g",
                         flr_shape3_name(a.kind), flr_shape3_name(b.kind), int(status), overlap,
                         double(c.distance), length(r.normal));
            }
            for (const flr_shape3 &b : there) {
                bool overlap = true;
                flr_closest3 c;
                if (a.kind == FLR_SHAPE3_RAY || a.kind == FLR_SHAPE3_LINE || b.kind == FLR_SHAPE3_RAY ||
                    b.kind == FLR_SHAPE3_LINE)
                    continue;
                flr_status status = flr_overlap3(&a, &b, &overlap);
                if (status == FLR_OK) status = flr_distance3(&a, &b, &c);
                t.expect(status == FLR_OK && !overlap && std::fabs(double(c.distance) - 7) < 7 * small,
                         "%s and %s: status %d, overlap %d, distance %g", flr_shape3_name(a.kind),
                         flr_shape3_name(b.kind), int(status), overlap, double(c.distance));
            }
        }
    }
}

/// A direction whose square leaves the range is still one, and so is a gap whose square vanishes.
void squares_out_of_range(tally &t)
{
    const double huge = real_choose(1e200, 1e30), tiny = real_choose(1e-160, 1e-22);
    for (double speed : {huge, 1 / huge}) {
        const flr_shape3 l = line(vec(1, 2, 3), vec(0, 0, -1));
        const flr_ray3 r = {vec(-1, 2, 0), vec(speed, 0, 0)};
        const flr_raycast3_path p = flr_raycast3_path_ray(&r);
        flr_raycast3_result hit{};
        const flr_status status = flr_raycast3(&p, &l, &hit);
        t.expect(status == FLR_OK && hit.hit && std::fabs(double(hit.t) * speed - 2) < 4 * small,
                 "hit %d at %g", hit.hit, double(hit.t));
    }
    flr_signed_distance3_result s;
    const flr_shape3 a = segment(vec(1, 0, 1), vec(1, 0, 1)), b = ray(vec(1, tiny, 1), vec(0, 0, 1));
    const flr_status status = flr_signed_distance3(&a, &b, &s);
    t.expect(status == FLR_OK && s.signed_distance > 0 && std::fabs(length(s.normal) - 1) < small,
             "at %g: distance %g, a normal of length %g", tiny, double(s.signed_distance), length(s.normal));
}

}  // namespace

FEELER_TESTS(FEELER_TEST(distances), FEELER_TEST(corners_on_corners), FEELER_TEST(signed_distances),
             FEELER_TEST(solid_depth), FEELER_TEST(far_depth), FEELER_TEST(turned_down),
             FEELER_TEST(touches_of_points), FEELER_TEST(names), FEELER_TEST(points_of_every_kind),
             FEELER_TEST(squares_out_of_range))

}  // namespace TEST_FILE
