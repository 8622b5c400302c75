// needs: gmp
/// Scenes of meshes, rays and moving shapes that users have reported other libraries to fail on: a depth of 0 for overlapping
/// meshes, a pair that is not there, bumps on inner edges, casts that end too early or miss. Right is what is plain from the
/// numbers.
#include "any/reported3.hpp"
#include "support/handles.hpp"
#include "support/pinned.hpp"

namespace TEST_FILE
{
namespace
{

using namespace reported3;

flr_shape3 mesh_shape(const part &p, bool solid)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_MESH;
    s.as.mesh = p.at;
    s.solid = solid;
    return s;
}

flr_shape3 ball_shape(flr_vec3 at, double radius)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_SPHERE;
    s.as.sphere = {at, flr_real(radius)};
    return s;
}

flr_shape3 box_shape(double x, double y, double z, flr_mat3 axes, flr_vec3 center)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_BOX;
    s.as.box = {center, axes, to(x / 2, y / 2, z / 2)};
    return s;
}

flr_shape3 capsule_shape(flr_vec3 a, flr_vec3 b, double radius)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_CAPSULE;
    s.as.capsule = {a, b, flr_real(radius)};
    return s;
}

/// The same faces of quarters of triangles, `times` over.
soup finer(soup s, int times)
{
    for (; times > 0; --times) s = split(s);
    return s;
}

/// Overlapping solids as meshes: 0, the edge of a triangle, or nothing at all was told as their depth.
void depths_of_meshes(tally &t)
{
    const double room = real_choose(1e-12, 1e-5);
    for (int fine = 0; fine < 3; ++fine)
        for (double deep : {1.5, 0.03, 1.0, 0.25}) {
            part a(finer(box(vec(-2, -1, 0), vec(0, 1, 2)), fine)),
                b(finer(box(vec(0, -1, 0), vec(2, 1, 2)), fine));
            flr_affine3 at = flr_affine3_identity();
            at.translation = to(-deep, 0.03, 0);
            b.place(at);
            for (int turn = 0; turn < 2; ++turn) {
                flr_shape3 x = mesh_shape(turn ? b : a, true), y = mesh_shape(turn ? a : b, true);
                flr_signed_distance3_result r;
                flr_manifold3 m;
                flr_status status = flr_signed_distance3(&x, &y, &r);
                t.expect((status == FLR_OK || status == FLR_NOT_CONVERGED) &&
                             std::fabs(double(r.signed_distance) + deep) < room,
                         "reported for FCL, 491, 503 and 574, and Coal, 357: %.17g, not %g",
                         double(r.signed_distance), deep);
                t.expect(std::fabs(double(r.normal.x) - (turn ? -1 : 1)) < room,
                         "reported for FCL, 503: normal %g", double(r.normal.x));
                flr_contact3(&x, &y, nullptr, &m);
                t.expect(m.count > 0, "reported for FCL, 574: no contact");
            }
        }
    // as they touch
    part a(box(vec(-2, -1, 0), vec(0, 1, 2))), b(box_other_diagonals(vec(0, -1, 0), vec(2, 1, 2)));
    flr_shape3 x = mesh_shape(a, true), y = mesh_shape(b, true);
    flr_signed_distance3_result r;
    flr_signed_distance3(&x, &y, &r);
    t.expect(r.signed_distance == 0, "reported for FCL, 503, touching: %g", double(r.signed_distance));
    // a cylinder of sixteen sides comes in: its distance falls to 0 and goes on
    part drum(prism(regular_polygon(16, 20), -20, 20)), cube(box(vec(-10, -10, -10), vec(10, 10, 10)));
    for (double way : {40.0, 31.0, 30.0, 29.0, 25.0, 20.5}) {
        flr_affine3 at = flr_affine3_identity();
        at.translation = to(way, 0, 0);
        drum.place(at);
        flr_convex3 hull = points(drum.s.v), core = box(20, 20, 20, upright, to(0, 0, 0));
        for (flr_vec3 &p : drum.s.v) p.x += flr_real(way);
        double exact =
            minkowski3::signed_distance(minkowski3::corners(core), minkowski3::corners(hull)).get_d();
        for (flr_vec3 &p : drum.s.v) p.x -= flr_real(way);
        x = mesh_shape(drum, true), y = mesh_shape(cube, true);
        flr_signed_distance3(&x, &y, &r);
        t.expect(std::fabs(double(r.signed_distance) - exact) < 100 * room,
                 "reported for FCL, 491: %.17g at %g, not %.17g", double(r.signed_distance), way, exact);
    }
}

/// Triangles of a wavy floor, each `step` wide.
soup terrain(int cells, double from_x, double step, bool wavy)
{
    soup s;
    for (int i = 0; i <= cells; ++i)
        for (int k = 0; k <= cells; ++k) {
            double x = from_x + i * step, y = (k - cells / 2) * step;
            s.v.push_back(vec(x, y, wavy ? 0.1 * std::sin(3 * x) * std::cos(2 * y) : 0));
        }
    for (unsigned i = 0; i < unsigned(cells); ++i)
        for (unsigned k = 0; k < unsigned(cells); ++k) {
            unsigned n = unsigned(cells) + 1, at = i * n + k;
            s.t.push_back({at, at + n, at + n + 1});
            s.t.push_back({at, at + n + 1, at + 1});
        }
    return s;
}

/// A capsule and a height field, a mesh and a height field: unsupported pairs. What is far has no contact, and no NaN either.
void pairs_that_were_not_there(tally &t)
{
    part field(terrain(12, -3, 0.5, true)), boulder(sphere(0.5, 16, 8));
    flr_shape3 ground = mesh_shape(field, false);
    std::vector<flr_triangle3> triangles = field.world();
    for (double z : {-0.4, 0.2, 0.45, 0.7, 2.0}) {
        flr_affine3 at = flr_affine3_identity();
        at.translation = to(0.3, -0.2, z);
        boulder.place(at);
        flr_shape3 s[3] = {capsule_shape(to(0.3, -0.2, z), to(0.9, 0.4, z + 0.3), 0.3),
                           mesh_shape(boulder, true), box_shape(0.4, 0.6, 0.8, upright, to(0.3, -0.2, z))};
        for (flr_shape3 &shape : s) {
            double nearest = INFINITY;
            bool meet = false;
            for (const flr_triangle3 &f : triangles) {
                flr_shape3 one{};
                one.kind = FLR_SHAPE3_TRIANGLE, one.as.triangle = f;
                flr_closest3 c;
                bool o = false;
                flr_distance3(&shape, &one, &c);
                flr_overlap3(&shape, &one, &o);
                nearest = std::fmin(nearest, double(c.distance));
                meet = meet || o;
            }
            flr_closest3 c;
            bool o = false;
            flr_manifold3 m;
            flr_status status = flr_distance3(&shape, &ground, &c),
                       second = flr_overlap3(&ground, &shape, &o);
            t.expect(status == FLR_OK && second == FLR_OK && o == meet &&
                         std::fabs(double(c.distance) - nearest) < real_choose(1e-12, 1e-5),
                     "reported for Parry, 274, and Jolt, 1386: %s, %d for %d, %g for %g",
                     flr_shape3_name(shape.kind), o, meet, double(c.distance), nearest);
            status = flr_contact3(&shape, &ground, nullptr, &m);
            t.expect((status == FLR_OK || status == FLR_NOT_CONVERGED) && (m.count > 0) == meet &&
                         flr_is_finite3(m.normal),
                     "reported for Coal, 636: %s, %d contacts, status %d", flr_shape3_name(shape.kind),
                     m.count, status);
            for (int i = 0; i < m.count; ++i)
                t.expect(flr_is_finite3(m.points[i].position) && std::isfinite(double(m.points[i].depth)),
                         "reported for Coal, 636: a contact that is not a number");
        }
    }
    // a search that stops early tells a bound
    flr_sphere ball = {to(0, 0, 5), 1};
    flr_convex3 far = flr_convex3_sphere(&ball), near = box(1, 1, 1, upright, to(0, 0, 0));
    for (double limit : {0.0, 0.1, 1.0, 3.4}) {
        flr_gjk3_options o = {flr_real(limit), nullptr, nullptr, 0};
        flr_gjk3 r = flr_closest3_convex_convex(&far, &near, &o);
        t.expect(!r.overlap && flr_is_finite3(r.point_a) && flr_is_finite3(r.point_b) &&
                     double(r.distance) <= 3.5 + 1e-5 && double(r.distance) > limit,
                 "reported for Coal, 636: %g within %g", double(r.distance), limit);
    }
}

/// A ball and a capsule over a floor of many pieces: the way out is up everywhere.
void no_bumps(tally &t)
{
    const double sunk = 0.005, room = real_choose(1e-12, 1e-5);
    part floor(terrain(16, -2, 0.25, false)), left(terrain(16, -4, 0.25, false)),
        right(terrain(16, 0, 0.25, false));
    flr_shape3 whole = mesh_shape(floor, false),
               halves[2] = {mesh_shape(left, false), mesh_shape(right, false)};
    auto upwards = [&](const flr_shape3 &x, const flr_shape3 &ground, const char *name, double at) {
        flr_manifold3 m;
        flr_signed_distance3_result r;
        flr_contact3(&ground, &x, nullptr, &m);
        flr_signed_distance3(&ground, &x, &r);
        t.expect(m.count > 0 && double(m.normal.z) > 1 - room &&
                     std::fabs(double(r.signed_distance) + sunk) < room && double(r.normal.z) > 1 - room,
                 "%s, at %g: %d points, normal %g %g %g, depth %g", name, at, m.count, double(m.normal.x),
                 double(m.normal.y), double(m.normal.z), -double(r.signed_distance));
    };
    flr_shape3 cubes[2] = {box_shape(2, 2, 2, upright, to(-1, 0, -1)),
                           box_shape(2, 2, 2, upright, to(1, 0, -1))};
    for (int i = -40; i <= 40; ++i) {
        double x = i * 0.0125;  // over inner edges and corners of the floor as well
        flr_shape3 ball = ball_shape(to(x, 0, 0.1 - sunk), 0.1);
        upwards(ball, whole, "reported for Godot Jolt, 587, and Jolt, 1155", x);
        flr_shape3 pill = capsule_shape(to(x - 0.7, 0.1, 0.3 - sunk), to(x + 0.7, 0.15, 0.3 - sunk), 0.3);
        for (flr_shape3 &half : halves) upwards(pill, half, "reported for Jolt, 1922", x);
        if (x != 0) upwards(ball, cubes[x > 0], "reported for Jolt, 717", x);
        // the other cube is no deeper, wherever it pushes
        flr_signed_distance3_result r;
        flr_signed_distance3(&cubes[x <= 0], &ball, &r);
        t.expect(double(r.signed_distance) > -sunk - room,
                 "reported for Jolt, 717: %g deep in the other cube", -double(r.signed_distance));
    }
}

/// How far does a cast go? Straight onto faces that are large beside the thing cast, past an edge, from above a needle.
void casts(tally &t)
{
    worst_of slabs = {"way down to a slab, roundings of its size", real_choose(2.2, 1.1)},
             rims = {"way down to a rim, roundings", real_choose(4.1, 1.4)};
    for (double half : {5.0, 50.0, 500.0})
        for (int i = 0; i < 60; ++i) {
            double angle = 0.1 * i, x = half * 0.9 * std::sin(7.0 * i), y = half * 0.05 * std::cos(5.0 * i),
                   gap = 0.3 + 0.05 * i;
            flr_shape3 slab =
                box_shape(2 * half, 2 * half, 2 * half,
                          quaternion(std::cos(angle / 2), 0, 0, std::sin(angle / 2)), to(0, 0, -half));
            flr_vec3 at = to(x * std::cos(angle) - y * std::sin(angle),
                             x * std::sin(angle) + y * std::cos(angle), 0.5166 + gap);
            flr_shape3 ball = ball_shape(at, 0.5166);
            flr_sweep3_result r;
            flr_sweep3(&ball, to(0, 0, -8), &slab, &r);
            t.expect(r.hit && slabs.within(std::fabs(8 * double(r.t) - gap) / half / real_rounding) &&
                         double(r.normal.z) < -1 + real_choose(1e-12, 1e-5),
                     "reported for Parry, 429: half %g, %.17g for %.17g", half, 8 * double(r.t), gap);
        }
    // cubes of side 2, centres 5 apart, were told 2.9975
    flr_shape3 cube = box_shape(2, 2, 2, upright, to(0, 15, 0)),
               below = box_shape(2, 2, 2, upright, to(0, 10, 0));
    flr_sweep3_result r;
    flr_sweep3(&cube, to(0, -6, 0), &below, &r);
    t.expect(r.hit && r.t == flr_real(0.5), "reported for PhysX, 610: %.17g", double(r.t));
    std::vector<flr_vec3> corner;
    for (int i = 0; i < 8; ++i) corner.push_back(to(i & 1 ? 1 : -1, i & 2 ? 16 : 14, i & 4 ? 1 : -1));
    cube.kind = FLR_SHAPE3_CONVEX, cube.as.convex = points(corner);
    flr_sweep3(&cube, to(0, -6, 0), &below, &r);
    t.expect(r.hit && std::fabs(double(r.t) - 0.5) < real_bound(1e-15),
             "reported for PhysX, 610, as a hull: %.17g", double(r.t));
    // an upright capsule beside the rim of a sheet: its round end meets the rim
    part sheet(terrain(4, 0, 1, false));
    flr_shape3 rim = mesh_shape(sheet, false);
    for (double aside : {0.01, 0.2, 0.44, 0.499}) {
        flr_shape3 man = capsule_shape(to(-aside, 0.3, 3), to(-aside, 0.3, 4), 0.5);
        double exact = 3 - std::sqrt(0.25 - aside * aside);
        flr_sweep3(&man, to(0, 0, -4), &rim, &r);
        t.expect(r.hit && rims.within(std::fabs(4 * double(r.t) - exact) / 4 / real_rounding),
                 "reported for PhysX, 501: %.17g for %.17g", 4 * double(r.t), exact);
    }
    // a capsule over one triangle, missed altogether
    flr_shape3 f{};
    f.kind = FLR_SHAPE3_TRIANGLE;
    f.as.triangle = {to(7.3329401, 79.6109009, -26.9337997), to(7.61456013, 80.2574005, -27.3008995),
                     to(7.3329401, 80.2574005, -26.9337997)};
    flr_vec3 start = to(7.74110079, 80.8543167, -27.2595482), arm = to(0, 0.340350509, 0);
    flr_vec3 motion = flr_scale3(flr_real(0.149537891), to(-0.929564953, -0.0281119142, 0.367584974));
    flr_shape3 man = capsule_shape(flr_sub3(start, arm), flr_add3(start, arm), 0.265350759);
    flr_sweep3(&man, motion, &f, &r);
    t.expect(r.hit && std::fabs(0.149537891 * double(r.t) - 0.0944127962) < 5e-5,
             "reported for PhysX, 597: hit %d, %g", r.hit, 0.149537891 * double(r.t));
    for (double part : {1.0, 0.999}) {
        flr_vec3 at = flr_mul_add3(start, flr_real(part) * r.t, motion);
        man = capsule_shape(flr_sub3(at, arm), flr_add3(at, arm), 0.265350759);
        flr_closest3 c;
        flr_distance3(&man, &f, &c);
        t.expect(part < 1 ? c.distance > 0 : double(c.distance) < real_choose(1e-12, 1e-4),
                 "reported for PhysX, 597: %g away at %g of the time", double(c.distance), part);
    }
    // a ball that falls slowly onto a box without height
    flr_shape3 sheet_box = box_shape(10, 10, 0, upright, to(0, 0, 0));
    for (double z = 0.6; z > -0.6; z -= 0.01) {
        flr_shape3 ball = ball_shape(to(0.3, 0.2, z), 0.5);
        bool o = false;
        flr_sweep3(&ball, to(0, 0, -0.01), &sheet_box, &r);
        flr_overlap3(&ball, &sheet_box, &o);
        double gap = std::fabs(z) - 0.5;
        t.expect(std::fabs(gap) < 1e-6 || (o == (gap < 0) && r.overlap_at_start == o),
                 "reported for Godot, 101893: at %g", z);
        t.expect(z < 0.5001 || z > 0.5099 || std::fabs(0.01 * double(r.t) - gap) < real_choose(1e-14, 1e-6),
                 "reported for Godot, 101893: cast from %g", z);
    }
    slabs.hold(t), rims.hold(t);
}

/// Fast and turning: what goes through a thin wall between two poses.
void continuous(tally &t)
{
    flr_shape3 wall = box_shape(0.001, 10, 10, upright, to(0, 0, 0)),
               rod = box_shape(2, 0.1, 0.1, upright, to(0, 0, 0));
    flr_path3 still = {{{1, 0, 0, 0}, to(0, 0, 0)}, {{1, 0, 0, 0}, to(0, 0, 0)}};
    // half a turn on the way; it reaches 500 before it can have turned by much, so the rod's tip is known in closed form
    double c = std::sqrt(0.5);
    flr_path3 fast = {{{1, 0, 0, 0}, to(-500, 0, 0)}, {{flr_real(c), 0, 0, flr_real(c)}, to(500, 0, 0)}};
    flr_toi3_result r;
    flr_status status = flr_toi3(&rod, &fast, &wall, &still, nullptr, &r);
    // -500 + 1000 t + cos(a) + 0.05 sin(a) = -0.0005 where a = t * a right angle
    double low = 0, high = 0.5;
    for (int i = 0; i < 200; ++i) {
        double middle = (low + high) / 2, a = middle * 1.57079632679489662;
        (-500 + 1000 * middle + std::cos(a) + 0.05 * std::sin(a) < -0.0005 ? low : high) = middle;
    }
    t.expect(status == FLR_OK && r.hit && double(r.t) <= high + real_choose(1e-12, 1e-6) &&
                 double(r.t) > high - real_choose(2e-6, 4e-6),
             "asked of Coal, 421: status %d, hit %d, %.17g for %.17g", status, r.hit, double(r.t), high);
    flr_toi3(&wall, &still, &rod, &fast, nullptr, &r);
    t.expect(r.hit && double(r.t) <= high + real_choose(1e-12, 1e-6) &&
                 double(r.t) > high - real_choose(2e-6, 4e-6),
             "asked of Coal, 421, the other way: %.17g", double(r.t));
}

/// A ray at a large cone far out: the place that was told and the distance were not of one hit.
void ray_at_cone(tally &t)
{
    flr_mat3 axes = quaternion(0.241844788, -0.664463043, 0.664463043, 0.241844788);
    flr_vec3 center = to(11800, 166.703125, 1934.41443), from = to(11835, 4.70993042, 1705.91943);
    for (double way : {1.0, -1.0}) {  // the apex on either side
        flr_shape3 s{};
        s.kind = FLR_SHAPE3_CONE;
        s.as.cone = {flr_mul_add3(center, flr_real(250 * way), axes.x),
                     flr_mul_add3(center, flr_real(-250 * way), axes.x), 495};
        flr_ray3 ray = {from, to(0, 0, 1)};
        flr_raycast3_path path = flr_raycast3_path_ray(&ray);
        flr_raycast3_result r;
        flr_raycast3(&path, &s, &r);
        if (!t.expect(r.hit, "reported for PhysX, 429: no hit")) continue;
        double told = double(flr_length3(flr_sub3(r.point, from)));
        flr_vec3 out = flr_sub3(r.point, center);
        double along = double(flr_dot3(out, axes.x)) * way,
               around = double(flr_length3(flr_cross3(out, axes.x)));
        double side = (250 - along) / 500 * 495 - around, room = real_choose(1e-9, 5e-2);  // 0 on the slope
        t.expect(std::fabs(double(r.t) - told) < room, "reported for PhysX, 429: %g along the ray, %g away",
                 double(r.t), told);
        t.expect(r.inside || std::fabs(side) < 2 * room || std::fabs(along + 250) < room,
                 "reported for PhysX, 429: %g off the slope, %g off the base", side, along + 250);
        t.expect(!r.inside || side >= -room, "reported for PhysX, 429: inside, %g", side);
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(depths_of_meshes), FEELER_TEST(pairs_that_were_not_there), FEELER_TEST(no_bumps),
             FEELER_TEST(casts), FEELER_TEST(continuous), FEELER_TEST(ray_at_cone))

}  // namespace TEST_FILE
