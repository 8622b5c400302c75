// needs: gmp
/// Scenes that users have reported other libraries to fail on, with the numbers of their reports: a NaN, a hang, an
/// exception, "apart" for what overlaps, a depth of metres for a touch. Right is what the hull of all differences of
/// corners says in whole numbers, or what is plain from the numbers.
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "any/reported3.hpp"
#include "support/pinned.hpp"

namespace TEST_FILE
{
namespace
{

using namespace reported3;

/// Kissing turned boxes, slivers of a gap, parallel faces: exceptions and hangs in depth, NaN in distance.
void boxes_for_fcl(tally &t)
{
    judge(t, "reported for FCL, 293", box(2.75, 6, 0.05, upright, to(1.625, 0, 0.5)),
          box(0.424, 0.15, 0.1686, quaternion(0.672811, 0.340674, 0.155066, 0.638138),
              to(0.192074, -0.277870, 0.273546)));
    judge(t, "reported for FCL, 508", box(1, 1, 1, upright, to(0, 4, 0)), box(1, 1, 1, upright, to(0, 0, 0)));
    for (double way = 1; way < 5; way += 0.37)
        judge(t, "reported for FCL, 508, other ways", box(2, 2, 2, upright, to(0, 0, way)),
              box(2, 2, 2, upright, to(0, 0, 0)));
    const double half[9] = {0.96193976625564348026,  0.15401279915737359216,  0.22572537250328919556,
                            -0.19134171618254486313, 0.96936494951283913579,  0.15401279915737359216,
                            -0.19509032201612822033, -0.19134171618254486313, 0.96193976625564348026};
    judge(t, "reported for FCL, 493",
          box(0.5, 0.5, 0.5, rows(half),
              to(2.0770063995786869349, 0.48468247475641951239, 1.1543291419087275962)),
          box(0.5, 0.5, 0.5, rows(half), to(2, 0, 1.25)));
    const double quarter[9] = {0.94096063217417758029,  0.29296840037289501035, 0.16959541586174811667,
                               -0.23569836841299879326, 0.92661523595848427348, -0.29296840037289506586,
                               -0.2429801799032638987,  0.23569836841299884878, 0.94096063217417758029};
    judge(t, "reported for FCL, 495",
          box(0.25, 0.25, 0.25, rows(quarter),
              to(0.073242100093223821977, 0.2316538089896212349, 1.3089245921032497399)),
          box(0.25, 0.25, 0.25, rows(quarter), to(0, 0, 1.25)));
    const double lying[9] = {
        -3.0627937852578681533e-08, -0.99999999999999888978,    -2.8893865161583314238e-08,
        0.9999999999999980016,      -3.0627939739957803544e-08, 6.4729926918527511769e-08,
        -6.4729927722963847085e-08, -2.8893863029448751323e-08, 0.99999999999999711342};
    const double quarter_turn[9] = {
        6.1232339957367660359e-17, -1, 0, 1, 6.1232339957367660359e-17, 0, 0, 0, 1};
    for (double z : {0.0, 0.9225, 0.9225 + 1e-9})
        judge(t, "reported for FCL, 390",
              box(0.03, 0.12, 0.1, rows(lying),
                  to(0.63499979627350811029, -0.48500002215636439651, 1.0778146458339641356)),
              box(0.025, 0.35, 1.845, rows(quarter_turn), to(0.8, -0.4575, z)));
    judge(t, "reported for FCL, 415",
          box(0.02, 0.33, 0.02, upright,
              to(0.053999999999999936939, -0.77200000000000001954, 0.40500000000000002665)),
          box(0.452, 0.27, 0.42, upright,
              to(0.12099999999999999645, -0.62960505750432682603, 0.2999999999999999889)));
    const double first[9] = {
        0.44540578475530234748,     0.89532881496493399442,    -8.8937407685638678971e-09,
        -0.89532881496493377238,    0.44540578475530190339,    -2.8948680226084145336e-08,
        -2.1957263975186326105e-08, 2.0856732016652919226e-08, 0.99999999999999955591};
    const double second[9] = {
        0.44171122913485860728,     0.8971572827861190591,     -1.622764514865468214e-09,
        -0.8971572827861190591,     0.44171122913485860728,    -5.1621053952306079594e-09,
        -3.9144271413829990148e-09, 3.7360349218094348098e-09, 1};
    for (double z : {0.44, 0.3688, 0.36880006232932938})
        judge(t, "reported for FCL, 445",
              box(0.3165, 0.2276, 0.1768, rows(first),
                  to(1.2652949075960071568, 1.4551012423210101243, 0.49480006232932938204)),
              box(0.4943, 0.3546, 0.0752, rows(second), to(1.1304016226141906376, 1.8410802645284281009, z)));
}

/// Cubes with a common axis; a small box on a large one.
void boxes_for_others(tally &t)
{
    flr_convex3 low = box(2, 2, 2, upright, to(0, 0, 0)), high = box(2, 2, 2, upright, to(0, 0, 1.9));
    judge(t, "reported for libccd, 25", low, high);
    flr_gjk3 s = flr_signed_distance3_convex_convex(&low, &high);
    t.expect(std::fabs(double(s.signed_distance) + 0.1) <= real_choose(1e-15, 1e-7) && s.normal.z == 1,
             "reported for libccd, 25: %.17g", double(s.signed_distance));
    // the place of the contact, not the depth, was wrong: it lies under the small box
    flr_convex3 large = box(5, 5, 5, upright, to(0, 0, -2.5));
    for (double x : {-2.0, -0.7, 0.0, 1.3}) {
        flr_convex3 small = box(0.2, 0.2, 0.2, quaternion(1, 0, 0, 0.3), to(x, 0.5, 0.09));
        judge(t, "reported for libccd, 17", large, small);
        flr_manifold3 m;
        flr_contact3_convex_convex(&large, &small, nullptr, &m);
        t.expect(m.count == 4, "reported for libccd, 17: %d points", m.count);
        for (int i = 0; i < m.count; ++i)
            t.expect(std::hypot(double(m.points[i].position.x) - x, double(m.points[i].position.y) - 0.5) <
                             0.1415 &&
                         std::fabs(double(m.points[i].position.z) + 0.005) < real_choose(1e-14, 1e-6),
                     "reported for libccd, 17: a point away from the small box");
    }
    // one contact at a corner, where there are four
    flr_convex3 here = box(2, 2, 2, upright, to(0, 0, 0)), there = box(2, 2, 2, upright, to(1.9999, 0, 0));
    judge(t, "reported for Coal, 144", here, there);
    flr_manifold3 m;
    flr_contact3_convex_convex(&here, &there, nullptr, &m);
    double y = 0, z = 0;
    for (int i = 0; i < m.count; ++i)
        y += double(m.points[i].position.y), z += double(m.points[i].position.z);
    t.expect(m.count == 4 && std::fabs(y) < 1e-6 && std::fabs(z) < 1e-6,
             "reported for Coal, 144: %d points around %g, %g", m.count, y / 4, z / 4);
    // a small box on a slab whose size grows: the depth and the four points do not
    for (double side : {2.0, 20.0, 50.0, 100.0, 200.0})
        for (double lean : {0.0, 1e-7, 1e-4}) {
            flr_convex3 slab = box(side, side, side, quaternion(1, lean, -lean, 0), to(0, 0, -side / 2));
            flr_convex3 brick = box(0.1, 0.1, 0.1, upright, to(0, 0, 0.05 - 0.0001078));
            judge(t, "reported for MuJoCo Warp, 1430", slab, brick);
            flr_contact3_convex_convex(&slab, &brick, nullptr, &m);
            t.expect(m.count == 4 && m.normal.z > 0.99, "reported for MuJoCo Warp, 1430: %d points", m.count);
        }
}

/// Overlapping prisms far out, which were 0.003 apart; point and hulls on which the steps ran out.
void hulls(tally &t)
{
    const double x0[4] = {90945.08, 91077.46, 91454.92, 91322.54},
                 y0[4] = {54122.54, 53745.082, 53877.46, 54254.918};
    const double x1[4] = {90919.64, 91162.62, 91480.36, 91237.38},
                 y1[4] = {54037.383, 53719.637, 53962.617, 54280.363};
    std::vector<flr_vec3> a, b;
    for (int i = 0; i < 8; ++i)
        a.push_back(to(double(float(x0[i % 4])), double(float(y0[i % 4])), i < 4 ? 300 : 0));
    for (int i = 0; i < 8; ++i)
        b.push_back(to(double(float(x1[i % 4])), double(float(y1[i % 4])), i < 4 ? 300 : 0));
    judge(t, "reported for openGJK, 52", points(a), points(b));

    a = {to(1.9408982677575293, 1.7555630101186028, 0.18558370457138618),
         to(0.8325772811802072, 0.07348739881751665, 1.7363835855830982),
         to(0.4647979626331866, 0.7802364656205514, 0.7683352436509485),
         to(1.8147849498111688, 0.1710650007346617, 1.802196858095821),
         to(0.05742372721610556, 1.6599005060005285, 0.014474511746654706),
         to(1.5270861966500002, 0.4945624540164677, 0.7162419894551117)};
    b = {to(0.13746727993941066, 0.20129636190312772, 0.34482818309629215),
         to(0.5315223185064999, 0.859293459032485, 0.6275795914219559),
         to(0.5810087058274663, 0.42871589938255994, 0.6201313431197037),
         to(0.48395328848552066, 0.35710287272501984, 0.27586601014041534),
         to(0.1586377710691551, 0.6421620047252284, 0.6487788989727401),
         to(0.5185197562895357, 0.058044153658207476, 0.4020269780737239)};
    judge(t, "reported for distance3d, 27", points(a), points(b));

    a = {to(44.2919, 39.7508, 18.8208)};
    b = {to(46.0659, 38.6251, 16.3637), to(44.2764, 42.3867, 18.239),  to(50.0397, 38.4649, 19.9843),
         to(47.1963, 40.4563, 19.1057), to(48.0266, 38.5593, 18.2475), to(45.1735, 40.495, 17.3336),
         to(48.0415, 40.4456, 18.1963)};
    judge(t, "reported for DOLFINx, 3653", points(a), points(b));

    // each coordinate of two long ones and a short one with all signs: equal faces in many planes
    const double far = 0.414213562373, near = 0.171572875254;
    b.clear();
    for (int k = 0; k < 3; ++k)
        for (int s = 0; s < 8; ++s) {
            double v[3] = {s & 1 ? far : -far, s & 2 ? far : -far, s & 4 ? far : -far};
            v[k] = v[k] > 0 ? near : -near;
            b.push_back(to(v[0], v[1], v[2]));
        }
    for (double px : {-0.5, 0.0, 0.3, 0.9})
        for (double py : {-0.5, 0.0, 0.414213562373})
            for (double pz : {0.0, 0.2, 0.5, 1.0})
                judge(t, "reported for openGJK, 54", points({to(px, py, pz)}), points(b));

    // a faceted ball and a box beside it
    b.clear();
    for (int s = 0; s < 2; ++s) {
        double u = s ? 1 : -1;
        for (int k = 0; k < 4; ++k) {
            double p = k & 1 ? 0.414 : -0.414, q = k & 2 ? 0.414 : -0.414,
                   r = k & 1 ? 0.70700002 : -0.70700002;
            b.push_back(to(u, p, q)), b.push_back(to(p, u, q));
            if (k < 2) b.push_back(to(u, 0, r)), b.push_back(to(0, u, r));
            b.push_back(to(k & 2 ? 0 : (k & 1 ? 0.58600003 : -0.58600003),
                           k & 2 ? (k & 1 ? 0.58600003 : -0.58600003) : 0, u));
        }
    }
    for (double way : {0.3, 1.4, 2.0, 3.5})
        judge(t, "reported for openGJK, 41", points(b), box(1, 1, 1, upright, to(way, way / 2, way / 3)));
}

/// A round box's triangle of 84 m under it, 5 cm deep: the contact lay tens of metres outside of the triangle.
void long_triangles(tally &t)
{
    for (double edge : {84.0, 840.0})
        for (double x : {-3.0, 0.1, 2.0}) {
            flr_triangle3 floor = {to(-edge / 2, -1, 0), to(edge / 2, -1, 0), to(-edge / 2, 1.5, 0)};
            flr_convex3 sheet = flr_convex3_triangle(&floor);
            flr_capsule3 man = {to(x, -0.5, 0.25), to(x, -0.5, 1.45), flr_real(0.3)};
            judge(t, "reported for Jolt, 2065", sheet, flr_convex3_capsule(&man));
            flr_convex3 crate = box(0.5, 0.5, 0.5, upright, to(x, -0.6, 0.2));
            judge(t, "reported for Jolt, 2065, a box", sheet, crate);
            flr_manifold3 m;
            flr_contact3_convex_convex(&sheet, &crate, nullptr, &m);
            for (int i = 0; i < m.count; ++i)
                t.expect(std::fabs(double(m.points[i].position.x) - x) < 0.2501 &&
                             std::fabs(double(m.points[i].depth)) < 0.0500001,
                         "reported for Jolt, 940 and 1008: a contact at %g, %g deep",
                         double(m.points[i].position.x), double(m.points[i].depth));
        }
}

/// Cylinders: the answers are plain from the numbers.
void cylinders(tally &t)
{
    // a wall turned by a right angle, 0.025 from the side of an upright cylinder
    flr_convex3 wall =
        box(0.05, 0.39, 1.47, quaternion(std::sqrt(0.5), 0, 0, std::sqrt(0.5)), to(0.8, -0.385, 0.735));
    flr_cylinder c = {to(0.4, -0.4, 0.84), to(0.4, -0.4, 1.02), flr_real(0.18)};
    flr_convex3 can = flr_convex3_cylinder(&c);
    flr_gjk3 r = flr_closest3_convex_convex(&wall, &can, nullptr),
             s = flr_signed_distance3_convex_convex(&can, &wall);
    t.expect(r.status == FLR_OK && std::fabs(double(r.distance) - 0.025) < real_choose(1e-14, 1e-6),
             "reported for FCL, 319: %.17g", double(r.distance));
    t.expect(s.status == FLR_OK && std::fabs(double(s.signed_distance) - 0.025) < real_choose(1e-14, 1e-6) &&
                 double(s.normal.x) > 0.999999,
             "reported for FCL, 319: signed %.17g", double(s.signed_distance));
    flr_convex3 cube = box(1, 1, 1, upright, to(0, 0, 0));
    c = {to(0.2, 0, -0.125), to(0.2, 0, 0.125), flr_real(0.25)};
    can = flr_convex3_cylinder(&c);
    s = flr_signed_distance3_convex_convex(&cube, &can);
    t.expect(s.status == FLR_OK && std::fabs(double(s.signed_distance) + 0.55) < real_choose(1e-12, 1e-6) &&
                 double(s.normal.x) > 0.999999,
             "reported for FCL, 324: %.17g", double(s.signed_distance));
    // the distance was right and the points were not
    flr_sphere ball = {to(0, 0, 0), 1};
    flr_convex3 sphere = flr_convex3_sphere(&ball), beam = box(10, 2, 10, upright, to(0, 5, 3));
    r = flr_closest3_convex_convex(&sphere, &beam, nullptr);
    t.expect(r.distance == 3 && r.point_a.y == 1 && r.point_b.y == 4 && r.point_b.x == 0 &&
                 std::fabs(double(r.point_b.z)) < real_choose(1e-15, 1e-6),
             "reported for FCL, 127: %.17g, (%g %g %g)", double(r.distance), double(r.point_b.x),
             double(r.point_b.y), double(r.point_b.z));
}

/// A box that swings towards another with the contact's margin: once it is there, the contact stays.
void contact_within_the_margin(tally &t)
{
    flr_convex3 still = box(0.014, 0.014, 0.02, quaternion(1, 0, 1e-6, 0), to(0, 0, 0.05));
    flr_contact3_options o = {flr_real(0.0005), 0, nullptr};
    bool was = false;
    double before = INFINITY;
    for (int i = 0; i <= 2000; ++i) {
        double angle = 0.1 + i * 2e-5;
        flr_mat3 turn = quaternion(std::cos(angle / 2), std::sin(angle / 2), 0, 0);
        flr_vec3 arm = flr_mat3_mul(turn, to(0, 0, 0.06));
        flr_convex3 swung = box(0.014, 0.014, 0.02, turn, flr_add3(to(0, 0.02, 0), arm));
        flr_manifold3 m;
        flr_status status = flr_contact3_convex_convex(&still, &swung, &o, &m);
        t.expect(status == FLR_OK && (m.count > 0 || !was),
                 "reported for MuJoCo, 2471: the contact is lost at %.6g", angle);
        double most = -INFINITY;
        for (int k = 0; k < m.count; ++k) most = std::fmax(most, double(m.points[k].depth));
        t.expect(!was || std::fabs(most - before) < 4e-6, "reported for MuJoCo, 2471: from %g to %g deep",
                 before, most);
        was = m.count > 0;
        before = most;
    }
    t.expect(was, "reported for MuJoCo, 2471: no contact at all");
}

/// A ray from 12 km at things of a few metres: hits were lost, or lay off the surface.
void rays_from_afar(tally &t)
{
    flr_shape3 s[3]{};
    s[0].kind = FLR_SHAPE3_SPHERE, s[0].as.sphere = {to(0, 0, 0), 2};
    s[1].kind = FLR_SHAPE3_CYLINDER, s[1].as.cylinder = {to(0, -2, 0), to(0, 2, 0), 2};
    s[2].kind = FLR_SHAPE3_AABB, s[2].as.aabb = {to(-2, -2, -2), to(2, 2, 2)};
    worst_of beside = {"hits from afar beside the surface, roundings of its size", real_choose(1.4, 0.68)};
    for (int i = -40; i <= 40; ++i) {
        double side = i * 0.0475;  // up to 1.9 to the side of the middle
        flr_vec3 from = to(12000, 350, -740), end = to(0, 0, side);
        flr_segment3 g = {from, flr_mul_add3(end, -1, flr_sub3(from, end))};
        flr_raycast3_path path = flr_raycast3_path_segment(&g);
        for (const flr_shape3 &shape : s) {
            flr_raycast3_result r;
            flr_closest3 c;
            flr_shape3 point{};
            flr_raycast3(&path, &shape, &r);
            point.kind = FLR_SHAPE3_POINT;
            point.as.point = r.point;
            bool right = t.expect(r.hit, "reported for Jolt, 1818: %s missed at %g",
                                  flr_shape3_name(shape.kind), side);
            if (!right) continue;
            flr_distance3(&point, &shape, &c);
            double off = 0;
            if (shape.kind == FLR_SHAPE3_SPHERE) off = std::fabs(double(flr_length3(r.point)) - 2);
            t.expect(beside.within(std::fmax(off, double(c.distance)) / 4 / real_rounding),
                     "reported for Jolt, 1818: %s, hit %g off the surface", flr_shape3_name(shape.kind),
                     std::fmax(off, double(c.distance)));
        }
    }
    beside.hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(boxes_for_fcl), FEELER_TEST(boxes_for_others), FEELER_TEST(hulls),
             FEELER_TEST(long_triangles), FEELER_TEST(cylinders), FEELER_TEST(contact_within_the_margin),
             FEELER_TEST(rays_from_afar))

}  // namespace TEST_FILE
