// needs: gmp
/// More scenes that users have reported other libraries to fail on: pairs of convex shapes that were told apart where they overlap,
/// had no contact, an axis that flips, a depth of another direction, or never an answer. Where a report has pictures only, the
/// scene that it describes.
#include <cstdint>

#include "any/reported3.hpp"

namespace TEST_FILE
{
namespace
{

using namespace reported3;

struct numbers {
    std::uint64_t state;
    double between(double low, double high)
    {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return low + (high - low) * double(state >> 11) * 0x1p-53;
    }
    flr_mat3 turn()
    {
        double w = between(-1, 1), x = between(-1, 1), y = between(-1, 1), z = between(-1, 1);
        return quaternion(w, x, y, z);
    }
    flr_vec3 point(double r)
    {
        double x = between(-r, r), y = between(-r, r), z = between(-r, r);
        return to(x, y, z);
    }
};

/// The largest gap along the fifteen axes that can part two boxes: below 0 where they overlap.
double gap_of_boxes(const flr_convex3 &a, const flr_convex3 &b)
{
    const flr_vec3 x[3] = {a.axes.x, a.axes.y, a.axes.z}, y[3] = {b.axes.x, b.axes.y, b.axes.z};
    std::vector<flr_vec3> axes(x, x + 3);
    axes.insert(axes.end(), y, y + 3);
    for (flr_vec3 u : x)
        for (flr_vec3 v : y) axes.push_back(flr_cross3(u, v));
    auto reach = [](const flr_convex3 &c, flr_vec3 d) {
        return std::fabs(double(flr_dot3(c.axes.x, d))) * double(c.half_extents.x) +
               std::fabs(double(flr_dot3(c.axes.y, d))) * double(c.half_extents.y) +
               std::fabs(double(flr_dot3(c.axes.z, d))) * double(c.half_extents.z);
    };
    double most = -INFINITY;
    for (flr_vec3 d : axes) {
        double n = double(flr_length3(d));
        if (n < 1e-3) continue;  // nearly parallel edges part nothing that faces do not
        double apart = std::fabs(double(flr_dot3(flr_sub3(b.center, a.center), d)));
        most = std::fmax(most, (apart - reach(a, d) - reach(b, d)) / n);
    }
    return most;
}

/// Two in ten thousand overlapping cubes were told apart, tens of centimetres.
void random_cubes(tally &t)
{
    numbers r{13};
    long yes = 0, all = 0;
    for (int i = 0; i < 20000; ++i) {
        flr_mat3 turn_a = r.turn(), turn_b = r.turn();
        flr_vec3 at_a = r.point(1), at_b = r.point(1);
        flr_convex3 a = box(1, 1, 1, turn_a, at_a), b = box(1, 1, 1, turn_b, at_b);
        double gap = gap_of_boxes(a, b);
        if (std::fabs(gap) < real_choose(1e-9, 1e-5)) continue;
        ++all;
        yes += gap < 0;
        flr_gjk3 d = flr_closest3_convex_convex(&a, &b, nullptr),
                 e = flr_closest3_convex_convex(&b, &a, nullptr);
        bool o = flr_overlap3_convex_convex(&a, &b, nullptr).overlap;
        t.expect(o == (gap < 0) && d.overlap == o && e.overlap == o && (d.distance > 0) == (gap > 0),
                 "reported for openGJK, 13: gap %g, yes or no %d, distance %g", gap, o, double(d.distance));
    }
    t.expect(yes > all * 3 / 10 && yes < all * 7 / 10, "%ld of %ld overlap", yes, all);
}

/// A sector of a circle in whole and nearly whole metres, flat and extruded, and rectangles: the distance was NaN.
void sectors(tally &t)
{
    const double rim[][2] = {{15133, 44923},         {15162.021, 44944.09},  {15190.358, 44966.086},
                             {15217.983, 44988.977}, {15244.868, 45012.727}, {15270.986, 45037.32},
                             {15296.312, 45062.73},  {15320.816, 45088.93},  {15344.479, 45115.895},
                             {15367.273, 45143.594}, {15389.177, 45172.008}, {15410.169, 45201.098},
                             {15430.227, 45230.84},  {15449.331, 45261.203}};
    for (double high : {0.0, 10.0}) {
        std::vector<flr_vec3> sector = {to(14483, 45848, 0)};
        for (auto &p : rim) sector.push_back(to(double(float(p[0])), double(float(p[1])), 0));
        size_t flat = sector.size();
        for (size_t i = 0; high > 0 && i < flat; i += 3)
            sector.push_back(to(double(sector[i].x), double(sector[i].y), high));
        const double corner[][2] = {{15000, 45200}, {15420, 45180}, {15133, 44923},
                                    {14400, 45848}, {15500, 44900}, {14483, 45900}};
        for (auto &c : corner) {
            std::vector<flr_vec3> rectangle;
            for (int i = 0; i < 4; ++i)
                rectangle.push_back(to(c[0] + (i & 1 ? 600 : 0), c[1] + (i & 2 ? 200 : 0), high / 2));
            judge(t, "reported for openGJK, 56", points(sector), points(rectangle));
        }
    }
}

/// Cylinders that fall onto each other and onto boxes: the search for their depth never ended.
void heaps_of_cylinders(tally &t)
{
    numbers r{7};
    for (int i = 0; i < 1500; ++i) {
        flr_vec3 u = r.point(1), v = r.point(1), at = r.point(0.6);
        flr_cylinder c = {flr_mul_add3(at, flr_real(-0.5), u), flr_mul_add3(at, flr_real(0.5), u),
                          flr_real(r.between(0.05, 0.5))},
                     d = {flr_scale3(flr_real(-0.5), v), flr_scale3(flr_real(0.5), v),
                          flr_real(r.between(0.05, 0.5))};
        if (i % 3 == 0)
            c.a.x = c.b.x, c.a.y = c.b.y, d.a = to(0, 0, -0.3),
            d.b = to(0, 0, 0.3);  // upright, on each other
        flr_convex3 a = flr_convex3_cylinder(&c), b = flr_convex3_cylinder(&d);
        flr_mat3 turn = i % 3 == 1 ? upright : r.turn();
        if (i % 2) b = box(0.8, 0.6, 0.4, turn, to(0, 0, 0));
        for (int k = 0; k < 2; ++k) {
            flr_gjk3 s = flr_signed_distance3_convex_convex(k ? &b : &a, k ? &a : &b);
            t.expect((s.status == FLR_OK || s.status == FLR_NOT_CONVERGED) && s.iterations <= 13 * 384 &&
                         flr_is_finite3(s.point_a) && flr_is_finite3(s.point_b) &&
                         std::fabs(double(flr_length3(s.normal)) - 1) < real_choose(1e-12, 1e-5),
                     "reported for libccd, 7: status %d after %d steps", s.status, s.iterations);
            // taken apart by that much along the normal, they are apart
            flr_vec3 by = flr_scale3(
                std::fmax(flr_real(0), -s.signed_distance) * flr_real(1.05) + flr_real(1e-3), s.normal);
            flr_cylinder away = k ? c : d;
            away.a = flr_add3(away.a, by);
            away.b = flr_add3(away.b, by);
            flr_convex3 moved = !k && i % 2 ? box(0.8, 0.6, 0.4, turn, by) : flr_convex3_cylinder(&away);
            bool still = flr_overlap3_convex_convex(k ? &b : &a, &moved, nullptr).overlap;
            t.expect(!still, "reported for libccd, 71: %g along the normal do not part them",
                     double(flr_length3(by)));
        }
    }
}

/// The direction of a depth pointed anywhere: moved by the depth along the normal, boxes touch.
void boxes_are_parted(tally &t)
{
    numbers r{71};
    for (int i = 0; i < 400; ++i) {
        flr_mat3 turn_a = i % 2 ? upright : r.turn(), turn_b = i % 4 == 1 ? upright : r.turn();
        flr_vec3 at = r.point(1);
        flr_convex3 a = box(2, 1, 1.5, turn_a, to(0, 0, 0)), b = box(1, 2, 0.5, turn_b, at);
        double gap = gap_of_boxes(a, b), room = real_choose(1e-12, 1e-5);
        if (gap > -0.01) continue;
        flr_gjk3 s = flr_signed_distance3_convex_convex(&a, &b);
        t.expect(std::fabs(double(s.signed_distance) - gap) < room,
                 "reported for libccd, 71: %.17g, by axes %.17g", double(s.signed_distance), gap);
        b.center = flr_mul_add3(b.center, -s.signed_distance, s.normal);
        t.expect(std::fabs(gap_of_boxes(a, b)) < room, "reported for libccd, 71: %g apart after the way out",
                 gap_of_boxes(a, b));
    }
}

/// A limit of steps that was told as "separated": gaps and overlaps of a hair between parallel and nearly parallel faces.
void hairs(tally &t)
{
    const double hair = real_choose(1e-9, 1e-4);
    for (double way : {-1.0, 1.0})
        for (double lean : {0.0, 1e-12, 1e-9, 1e-4}) {
            flr_convex3 a = box(1, 1, 1, upright, to(0, 0, 0)),
                        b = box(3, 2, 1, quaternion(1, lean, lean / 3, 0.4),
                                to(0.2, 0.1, 1 + 2 * lean + way * hair));
            judge(t, "reported for FCL, 366", a, b);
        }
}

/// A corner of a triangle on another one's edge; a ball with its centre on a sheet; faces that touch; a capsule on a slab.
void touches(tally &t)
{
    flr_triangle3 one = {to(-13.174434, 1, 8.736801), to(3.5251038, 1, 12.1), to(3.2048466, 1, 12.218325)},
                  two = {to(-1.63, 0, 11.19), to(-2.349647, 0, 11.037681), to(-2.349647, 1, 11.037681)};
    flr_convex3 a = flr_convex3_triangle(&one), b = flr_convex3_triangle(&two);
    judge(t, "reported for Parry, 246 and 253", a, b);
    flr_gjk3 d = flr_closest3_convex_convex(&a, &b, nullptr);
    t.expect(std::fabs(double(d.point_a.y) - 1) < 1e-5 && std::fabs(double(d.point_a.x) + 2.349647) < 1e-3,
             "reported for Parry, 246 and 253: the touch at %g, %g", double(d.point_a.x),
             double(d.point_a.y));

    flr_convex3 left = box(1, 1, 1, upright, to(0.5, 0.5, 0.5)),
                right = box(1, 1, 1, upright, to(1.5, 0.5, 0.5));
    judge(t, "reported for Parry, 315", left, right);
    flr_manifold3 m;
    flr_contact3_convex_convex(&left, &right, nullptr, &m);
    t.expect(m.count == 4 && m.normal.x == 1, "reported for Parry, 315: %d points, normal %g", m.count,
             double(m.normal.x));
    for (int i = 0; i < m.count; ++i)
        t.expect(m.points[i].position.x == 1 && m.points[i].depth == 0,
                 "reported for Parry, 315: a point at x = %g", double(m.points[i].position.x));

    flr_sphere ball = {to(0.2, 0.3, 0), flr_real(0.5)};
    flr_triangle3 floor = {to(-1, -1, 0), to(3, -1, 0), to(-1, 3, 0)};
    flr_convex3 sphere = flr_convex3_sphere(&ball), sheet = flr_convex3_triangle(&floor);
    judge(t, "reported for Parry, 148", sphere, sheet);
    flr_contact3_convex_convex(&sphere, &sheet, nullptr, &m);
    t.expect(m.count == 1 && std::fabs(std::fabs(double(m.normal.z)) - 1) < real_epsilon * 8,
             "reported for Parry, 148: %d points", m.count);

    // the slab's top is the halfspace's plane
    for (int step = 0; step <= 200; ++step) {
        flr_real y = flr_real(0.5f - float(step) / 200);
        flr_shape3 s[5] = {};
        s[0].kind = FLR_SHAPE3_CAPSULE,
        s[0].as.capsule = {flr_vec3_make(0, y - flr_real(0.5), 0), flr_vec3_make(0, y + flr_real(0.5), 0),
                           flr_real(0.5)};
        s[1].kind = FLR_SHAPE3_CAPSULE,
        s[1].as.capsule = {flr_vec3_make(0, y, 0), flr_vec3_make(0, y, 0), flr_real(0.5)};
        s[2].kind = FLR_SHAPE3_SPHERE, s[2].as.sphere = {flr_vec3_make(0, y, 0), flr_real(0.5)};
        s[3].kind = FLR_SHAPE3_BOX, s[3].as.box = {to(0, -50, 0), upright, to(50, 50, 50)};
        s[4].kind = FLR_SHAPE3_HALFSPACE, s[4].as.halfspace.normal = to(0, 1, 0),
        s[4].as.halfspace.offset = 0;
        for (int i = 0; i < 3; ++i)
            for (int k = 3; k < 5; ++k) {
                bool there = false, back = false;
                flr_overlap3(&s[i], &s[k], &there);
                flr_overlap3(&s[k], &s[i], &back);
                t.expect(there && back, "reported for Parry, 70: %s and %s at %g", flr_shape3_name(s[i].kind),
                         flr_shape3_name(s[k].kind), double(y));
            }
    }
}

/// Round shapes of which closed forms are known.
void round_shapes(tally &t)
{
    // beside the edge of a wall, reported without a contact
    flr_cylinder can = {to(10.97, 0, 61.02), to(10.97, 1.85, 61.02), flr_real(0.5)};
    flr_convex3 cylinder = flr_convex3_cylinder(&can), wall = box(0.1, 1.5, 1, upright, to(11.5, 0.75, 60.5));
    double exact = std::hypot(0.48, 0.02) - 0.5;
    flr_manifold3 m;
    flr_contact3_convex_convex(&cylinder, &wall, nullptr, &m);
    double most = -1;
    for (int i = 0; i < m.count; ++i) most = std::fmax(most, double(m.points[i].depth));
    t.expect(m.count > 0 && std::fabs(most + exact) < real_choose(1e-9, 1e-4),
             "reported for ncollide, 157: %d points, %.17g for %.17g", m.count, most, -exact);
    // a cylinder past the end of a long triangle, reported 0.397 deep
    flr_triangle3 long_one = {to(-42.7954292, -0.64731878, 12.4227943),
                              to(-29.911129, -0.64731878, 12.4227943),
                              to(-42.7954292, -4.86970234, 12.4227943)};
    can = {to(-42.8155518, -4.32299995 - 0.85, 12.1734285), to(-42.8155518, -4.32299995 + 0.85, 12.1734285),
           flr_real(0.25)};
    flr_convex3 sheet = flr_convex3_triangle(&long_one);
    cylinder = flr_convex3_cylinder(&can);
    exact = std::hypot(42.8155518 - 42.7954292, 12.4227943 - 12.1734285) - 0.25;
    for (int k = 0; k < 2; ++k) {
        flr_gjk3 s = flr_signed_distance3_convex_convex(k ? &sheet : &cylinder, k ? &cylinder : &sheet);
        t.expect(std::fabs(double(s.signed_distance) - exact) < real_choose(1e-9, 1e-5),
                 "reported for Jolt, 1008: %.17g for %.17g", double(s.signed_distance), exact);
    }
    // a capsule and a cylinder in one place
    flr_capsule3 pill = {to(-1, 0, 0), to(1, 0, 0), 1};
    can = {to(-0.5, 0, 0), to(0.5, 0, 0), 1};
    flr_convex3 capsule = flr_convex3_capsule(&pill);
    cylinder = flr_convex3_cylinder(&can);
    bool o = flr_overlap3_convex_convex(&capsule, &cylinder, nullptr).overlap;
    flr_gjk3 s = flr_signed_distance3_convex_convex(&cylinder, &capsule);
    t.expect(o && std::fabs(double(s.signed_distance) + 2) < real_choose(1e-6, 1e-4),
             "reported for PhysX, 355: yes or no %d, %.17g", o, double(s.signed_distance));
    // triangles all but parallel to a capsule
    const double corner[3][3][3] = {{{-0.479988575, -1.36185002, 0.26996696},
                                     {-0.104996204, 0.38815248, 0.269967079},
                                     {-0.104996204, -1.36185002, 0.26996696}},
                                    {{-0.0904417038, -4.72410202, 0.307858467},
                                     {-0.0904417038, 5.27589798, 0.307857513},
                                     {9.9095583, 5.27589798, 0.307864189}},
                                    {{-0.474807739, 17.2921791, 0.212532043},
                                     {-0.474807739, -2.70782185, 0.212535858},
                                     {-0.85749054, -2.70782185, -0.711341858}}};
    const double size[3][2] = {{0.5, 0.37}, {0.675, 0.42}, {0.649999976, 0.5}};
    for (int i = 0; i < 3; ++i) {
        auto &c = corner[i];
        flr_triangle3 f = {to(c[0][0], c[0][1], c[0][2]), to(c[1][0], c[1][1], c[1][2]),
                           to(c[2][0], c[2][1], c[2][2])};
        flr_capsule3 g = {to(0, -size[i][0], 0), to(0, size[i][0], 0), flr_real(size[i][1])};
        judge(t, "posed by Jolt of its own", flr_convex3_triangle(&f), flr_convex3_capsule(&g));
    }
}

/// A box that hovers over another within the margin, both turned alike: the axis was flipped here and there.
void axes_do_not_flip(tally &t)
{
    std::vector<flr_vec3> slab;
    for (int i = 0; i < 8; ++i)
        slab.push_back(to(i & 1 ? 2.5 : -2.5, i & 2 ? 0.25 : -0.25, i & 4 ? 1.5 : -1.5));
    flr_contact3_options o = {flr_real(0.001), 0, nullptr};
    for (int i = 0; i < 481; ++i) {
        double angle = 3.14159265358979324 / 240 * (i + 1), c = std::cos(angle), s = std::sin(angle),
               h = std::sqrt(0.5);
        flr_mat3 turn = {to(c, 0, -s), to(0, 1, 0), to(s, 0, c)};
        flr_convex3 hull = flr_convex3_points(slab.data(), 8, turn, to(0, 0, 0), 0);
        flr_mat3 other = {flr_mat3_mul(turn, to(h, 0, h)), to(0, 1, 0), flr_mat3_mul(turn, to(-h, 0, h))};
        flr_convex3 small = box(0.5, 1.5, 0.75, other, flr_mat3_mul(turn, to(0.1, 1.0005, -0.5)));
        if (i % 60 == 0) judge(t, "reported for Jolt, 671", small, hull);
        flr_manifold3 m, back;
        flr_contact3_convex_convex(&small, &hull, &o, &m);
        flr_contact3_convex_convex(&hull, &small, &o, &back);
        t.expect(m.count == 4 && back.count == 4 && double(m.normal.y) < -0.999999 &&
                     double(back.normal.y) > 0.999999,
                 "reported for Jolt, 671: %d points, normal %g at %g", m.count, double(m.normal.y), angle);
        for (int k = 0; k < m.count; ++k)
            t.expect(std::fabs(double(m.points[k].depth) + 0.0005) < real_choose(1e-12, 1e-5) &&
                         std::fabs(double(m.points[k].position.y) - 0.25025) < real_choose(1e-12, 1e-5),
                     "reported for Jolt, 671: %g deep at %g", double(m.points[k].depth), angle);
    }
    // however large the margin
    for (double x : {0.0, 0.5, 1.0, 5.0, 10.0, 50.0, 100.0, 500.0, 1000.0, 5000.0, 10000.0}) {
        flr_sphere ball = {to(x, 0, 0), 1};
        judge(t, "reported for Jolt, 1379", box(20, 20, 20, upright, to(0, 0, 0)), flr_convex3_sphere(&ball));
        flr_triangle3 f = {to(-0.1, -10, 10), to(-0.1, -10, -10), to(-0.1, 10, 0)};
        judge(t, "reported for Jolt, 1379", flr_convex3_triangle(&f), box(20, 20, 20, upright, to(x, 0, 0)));
    }
}

/// What only two edges part, which no face's plane does; flat and tiny shapes, corners given many times.
void edges_and_scraps(tally &t)
{
    for (double gap : {0.01, -0.01, 1e-6, -1e-6}) {
        std::vector<flr_vec3> low = {to(-1, 0, 0), to(1, 0, 0), to(0, -0.3, -1), to(0, 0.3, -1)},
                              high = {to(0, -1, gap), to(0, 1, gap), to(-0.3, 0, gap + 1),
                                      to(0.3, 0, gap + 1)};
        judge(t, "reported for PhysX, 490", points(low), points(high));
    }
    const double scrap[3][3] = {{0.279280782, -0.467894495, 0.105353981},
                                {0.280091137, -0.467545986, 0.104968153},
                                {0.277769983, -0.46932292, 0.105590254}};
    std::vector<flr_vec3> tiny;
    for (auto &c : scrap) tiny.push_back(to(c[0], c[1], c[2]));
    for (double z : {0.1, 0.3, 0.35, 0.36})
        judge(t, "reported for Jolt, 41", points(tiny), box(0.5, 0.5, 0.5, upright, to(0.2, -0.4, z)));
    tiny[2] = flr_scale3(flr_real(0.5), flr_add3(tiny[0], tiny[1]));
    for (double z : {0.1, 0.35, 0.36})
        judge(t, "reported for Godot Jolt, 485", points(tiny), box(0.5, 0.5, 0.5, upright, to(0.2, -0.4, z)));
    std::vector<flr_vec3> many;
    for (int i = 0; i < 24; ++i) many.push_back(to(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
    for (double size : {1.0, 1e-4})
        for (double way : {1.9, 2.0, 2.1}) {
            std::vector<flr_vec3> small;
            for (flr_vec3 p : many) small.push_back(flr_scale3(flr_real(size), p));
            judge(t, "reported for PhysX, 126", points(small),
                  box(2 * size, 2 * size, 0, upright, to(way * size, size / 3, way * size / 4)));
        }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(random_cubes), FEELER_TEST(sectors), FEELER_TEST(heaps_of_cylinders),
             FEELER_TEST(boxes_are_parted), FEELER_TEST(hairs), FEELER_TEST(touches),
             FEELER_TEST(round_shapes), FEELER_TEST(axes_do_not_flip), FEELER_TEST(edges_and_scraps))

}  // namespace TEST_FILE
