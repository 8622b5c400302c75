// Moving shapes: cases with known answers, the printed mistakes of section 5.5 among them, and the public
// helpers (moving separating axes, interval halving) on the same cases.
#include <cmath>
#include <initializer_list>
#include <vector>

#include "feeler/feeler.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"

namespace TEST_FILE
{
namespace
{

flr_vec3 v3(double x, double y, double z) { return flr_vec3_make(flr_real(x), flr_real(y), flr_real(z)); }

flr_aabb3 box_of(double x0, double y0, double z0, double x1, double y1, double z1)
{
    return {v3(x0, y0, z0), v3(x1, y1, z1)};
}

bool same(flr_vec3 p, double x, double y, double z, double tolerance)
{
    return std::fabs(double(p.x) - x) <= tolerance && std::fabs(double(p.y) - y) <= tolerance &&
           std::fabs(double(p.z) - z) <= tolerance;
}

const double tight = sizeof(flr_real) == sizeof(double) ? 1e-15 : 1e-6;

/// Exactly this t, or with a root a few roundings before it.
void expect_t(tally &t, const char *name, const flr_sweep3_result &r, double at, bool exact)
{
    bool ok = r.status == FLR_OK && r.hit && !r.overlap_at_start && double(r.t) <= at &&
              double(r.t) >= at - (exact ? 0 : 2 * tight);
    t.expect(ok, "%s: status %d hit %d start %d t %.17g, not %.17g", name, int(r.status), r.hit,
             r.overlap_at_start, double(r.t), at);
}

void expect_miss(tally &t, const char *name, const flr_sweep3_result &r)
{
    t.expect(r.status == FLR_OK && !r.hit && !r.overlap_at_start && r.t == 0, "%s: hit %d at %g", name, r.hit,
             double(r.t));
}

void expect_start(tally &t, const char *name, const flr_sweep3_result &r)
{
    t.expect(r.status == FLR_OK && r.hit && r.overlap_at_start && r.t == 0 && same(r.normal, 0, 0, 0, 0) &&
                 same(r.point, 0, 0, 0, 0),
             "%s: hit %d start %d t %g", name, r.hit, r.overlap_at_start, double(r.t));
}

/// 5.5.3: sphere and plane.
void sphere_plane(tally &t)
{
    flr_sphere s = {v3(0, 0, 5), 1};
    flr_plane3 p = {v3(0, 0, 2), 0};  // not unit
    flr_halfspace3 h = {p.normal, 0};
    flr_sweep3_result r = flr_sweep3_sphere_plane(&s, v3(0, 0, -8), &p);
    expect_t(t, "sphere plane", r, 0.5, true);
    t.expect(same(r.point, 0, 0, 0, 0) && same(r.normal, 0, 0, -1, 0), "sphere plane: point or normal");
    expect_t(t, "sphere halfspace", flr_sweep3_sphere_halfspace(&s, v3(0, 0, -8), &h), 0.5, true);
    expect_miss(t, "moving away", flr_sweep3_sphere_plane(&s, v3(0, 0, 8), &p));
    expect_miss(t, "moving along", flr_sweep3_sphere_plane(&s, v3(8, 1, 0), &p));
    expect_t(t, "touch at the very end", flr_sweep3_sphere_plane(&s, v3(0, 0, -4), &p), 1, true);
    expect_miss(t, "just not there", flr_sweep3_sphere_plane(&s, v3(0, 0, -3.99), &p));
    flr_sphere below = {v3(0, 0, -5), 1}, across = {v3(0, 0, 0.5), 1}, on = {v3(0, 0, 1), 1};
    expect_t(t, "from behind", flr_sweep3_sphere_plane(&below, v3(3, 0, 16), &p), 0.25, true);
    expect_start(t, "in the halfspace", flr_sweep3_sphere_halfspace(&below, v3(0, 0, 16), &h));
    expect_start(t, "across the plane", flr_sweep3_sphere_plane(&across, v3(0, 0, 9), &p));
    expect_start(t, "touching, moving off", flr_sweep3_sphere_plane(&on, v3(0, 0, 9), &p));
    expect_start(t, "touching, sliding", flr_sweep3_sphere_plane(&on, v3(9, 0, 0), &p));
}

/// 5.5.4: the box by its radius along the normal; the corner that touches is told.
void box_plane(tally &t)
{
    flr_aabb3 b = box_of(-1, -1, 4, 1, 1, 6);
    flr_plane3 p = {v3(0, 0, 1), 0}, q = {v3(1, 1, 1), 0};
    expect_t(t, "aabb plane", flr_sweep3_aabb_plane(&b, v3(0, 0, -8), &p), 0.5, true);
    flr_sweep3_result r = flr_sweep3_aabb_plane(&b, v3(-1, -1, -2), &q);
    expect_t(t, "aabb oblique plane", r, 0.5, true);
    t.expect(same(r.point, -1.5, -1.5, 3, 0), "aabb oblique plane: %g %g %g", double(r.point.x),
             double(r.point.y), double(r.point.z));
    flr_box3 o = {v3(0, 0, 5), flr_affine3_identity().linear, v3(1, 1, 1)};
    flr_capsule3 c = {v3(0, 0, 5), v3(3, 0, 7), 1};
    expect_t(t, "box plane", flr_sweep3_box_plane(&o, v3(0, 0, -8), &p), 0.5, true);
    expect_t(t, "capsule plane", flr_sweep3_capsule_plane(&c, v3(0, 0, -8), &p), 0.5, true);
}

/// 5.5.5: two spheres, head-on, grazing, past each other, away.
void spheres(tally &t)
{
    flr_sphere a = {v3(0, 0, 0), 1}, b = {v3(5, 0, 0), 1};
    flr_sweep3_result r = flr_sweep3_sphere_sphere(&a, v3(10, 0, 0), &b);
    expect_t(t, "spheres", r, 0.3, false);
    t.expect(same(r.point, 4, 0, 0, 8 * tight) && same(r.normal, 1, 0, 0, tight), "spheres: point or normal");
    flr_sphere beside = {v3(5, 2, 0), 1}, passing = {v3(5, 2.001, 0), 1};
    expect_t(t, "grazing", flr_sweep3_sphere_sphere(&a, v3(10, 0, 0), &beside), 0.5, false);
    expect_miss(t, "passing", flr_sweep3_sphere_sphere(&a, v3(10, 0, 0), &passing));
    expect_miss(t, "away", flr_sweep3_sphere_sphere(&a, v3(-10, 0, 0), &b));
    expect_miss(t, "no motion", flr_sweep3_sphere_sphere(&a, v3(0, 0, 0), &b));
    flr_sphere touching = {v3(2, 0, 0), 1};
    expect_start(t, "touching", flr_sweep3_sphere_sphere(&a, v3(-10, 0, 0), &touching));
    expect_start(t, "touching, no motion", flr_sweep3_sphere_sphere(&a, v3(0, 0, 0), &touching));
    t.expect(flr_sweep3_sphere_sphere(&a, v3(NAN, 0, 0), &b).status == FLR_NOT_FINITE, "NaN is a motion");
}

/// X01: the nearest point of the triangle to where the sphere touches its plane is not what is touched first.
void trap_X01(tally &t)
{
    flr_triangle3 b = {v3(-1, -4, 0), v3(4, 4, 0), v3(2, -4, 0)};
    flr_sphere a = {v3(3, -5, 4), 1};
    flr_sweep3_result r = flr_sweep3_sphere_triangle(&a, v3(-4, 0, -5), &b);
    expect_t(t, "X01", r, 0.8, false);
    const flr_vec3 list[3] = {b.a, b.b, b.c};
    flr_polygon3 p = {list, 3};
    r = flr_sweep3_sphere_polygon(&a, v3(-4, 0, -5), &p);
    expect_t(t, "X01, polygon", r, 0.8, false);
}

/// X02: no relative speed on an axis that parts them.
void trap_X02(tally &t)
{
    flr_aabb3 a = box_of(0, 0, 0, 1, 1, 1), b = box_of(5, 5, 0, 6, 6, 1);
    expect_miss(t, "X02", flr_sweep3_aabb_aabb(&a, v3(-8, 0, 0), &b));
    expect_miss(t, "X02, the other way", flr_sweep3_aabb_aabb(&a, v3(8, 0, 0), &b));
    flr_box3 x = {v3(0.5, 0.5, 0.5), flr_affine3_identity().linear, v3(0.5, 0.5, 0.5)}, y = x;
    y.center = v3(5.5, 5.5, 0.5);
    expect_miss(t, "X02, boxes", flr_sweep3_box_box(&x, v3(8, 0, 0), &y));
    // touching edges on that axis do
    flr_aabb3 c = box_of(5, 1, 0, 6, 2, 1);
    y.center = v3(5.5, 1.5, 0.5);
    expect_t(t, "X02, sliding along", flr_sweep3_aabb_aabb(&a, v3(8, 0, 0), &c), 0.5, true);
    expect_t(t, "X02, boxes sliding along", flr_sweep3_box_box(&x, v3(8, 0, 0), &y), 0.5, true);
}

/// 5.5.7 and item 20: a sphere and a box, by face, edge and corner.
void sphere_box(tally &t)
{
    flr_sphere a = {v3(-3, 0, 0), 1};
    flr_aabb3 b = box_of(-1, -1, -1, 1, 1, 1);
    flr_box3 o = {v3(0, 0, 0), flr_affine3_identity().linear, v3(1, 1, 1)};
    flr_sweep3_result r = flr_sweep3_sphere_aabb(&a, v3(4, 0, 0), &b);
    expect_t(t, "sphere aabb", r, 0.25, false);
    t.expect(same(r.point, -1, 0, 0, tight) && same(r.normal, 1, 0, 0, tight),
             "sphere aabb: point or normal");
    expect_t(t, "sphere box", flr_sweep3_sphere_box(&a, v3(4, 0, 0), &o), 0.25, false);
    expect_t(t, "aabb sphere", flr_sweep3_aabb_sphere(&b, v3(-4, 0, 0), &a), 0.25, false);
    // beyond an edge: 1 = 0.6^2 + 0.8^2
    flr_sphere edge = {v3(-3, 1.6, 0), 1}, corner = {v3(-3, 1.0 + 2 / 3., 1.0 + 2 / 3.), 1};
    expect_t(t, "by an edge", flr_sweep3_sphere_aabb(&edge, v3(4, 0, 0), &b), 0.3, false);
    expect_t(t, "by a corner", flr_sweep3_sphere_aabb(&corner, v3(4, 0, 0), &b), 5 / 12., false);
    flr_sphere by_face = {v3(-3, 2, 0), 1}, by_corner = {v3(-3, 1.6, 1.8), 1}, past = {v3(-3, 1.6, 1.81), 1};
    expect_t(t, "grazing a face", flr_sweep3_sphere_aabb(&by_face, v3(4, 0, 0), &b), 0.5, false);
    t.expect(flr_sweep3_sphere_aabb(&by_corner, v3(4, 0, 0), &b).hit, "grazing a corner");
    expect_miss(t, "past a corner", flr_sweep3_sphere_aabb(&past, v3(4, 0, 0), &b));
}

/// Item 20: enter and leave of two boxes; 5.5.8.
void boxes(tally &t)
{
    flr_aabb3 a = box_of(0, 0, 0, 1, 1, 1), b = box_of(3, 0, 0, 4, 1, 1);
    flr_sweep3_result r = flr_sweep3_aabb_aabb(&a, v3(4, 0, 0), &b);
    expect_t(t, "boxes", r, 0.5, true);
    t.expect(same(r.normal, 1, 0, 0, 0) && same(r.point, 3, 0.5, 0.5, 0), "boxes: point or normal");
    flr_vec3 p[8], q[8];
    for (int i = 0; i < 8; ++i) {
        p[i] = v3(i & 1, i >> 1 & 1, i >> 2);
        q[i] = v3(3 + (i & 1), i >> 1 & 1, i >> 2);
    }
    const flr_vec3 axes[4] = {v3(0, 0, 0), v3(7, 0, 0), v3(0, -2, 0), v3(0, 0, 1)};
    flr_sweep3_span s = flr_sweep3_points_points(p, 8, q, 8, v3(4, 0, 0), axes, 4);
    t.expect(s.hit && !s.overlap_at_start && s.t_first == flr_real(0.5) && s.t_last == 1 && s.index == 1 &&
                 same(s.axis, 1, 0, 0, 0),
             "5.5.2: hit %d from %g to %g, axis %zu", s.hit, double(s.t_first), double(s.t_last), s.index);
    s = flr_sweep3_points_points(p, 8, q, 8, v3(8, 0, 0), axes, 4);
    t.expect(s.hit && s.t_first == flr_real(0.25) && s.t_last == flr_real(0.5), "5.5.2: from %g to %g",
             double(s.t_first), double(s.t_last));
    s = flr_sweep3_points_points(p, 8, q, 8, v3(-8, 0, 0), axes, 4);
    t.expect(!s.hit, "5.5.2: moving off");
    s = flr_sweep3_points_points(p, 8, p, 8, v3(0, 0, 0), axes, 4);
    t.expect(s.hit && s.overlap_at_start && s.t_first == 0 && s.t_last == 1 && same(s.axis, 0, 0, 0, 0),
             "5.5.2: at rest in one another");
    s = flr_sweep3_points_points(p, 8, q, 0, v3(8, 0, 0), axes, 4);
    t.expect(!s.hit, "5.5.2: no points");
    // past each other at an edge in one instant
    flr_aabb3 diagonal = box_of(3, -3, 0, 4, -2, 1), beyond = box_of(3, -3.001, 0, 4, -2.001, 1);
    expect_t(t, "edges pass", flr_sweep3_aabb_aabb(&a, v3(4, -4, 0), &diagonal), 0.5, true);
    flr_aabb3 late = box_of(3, 3, 0, 4, 4, 1);
    expect_miss(t, "crossing courses", flr_sweep3_aabb_aabb(&a, v3(8, 2.5, 0), &late));
    (void)beyond;
}

/// N13: parallel edges make no axis; aligned and nearly aligned boxes still part.
void trap_N13(tally &t)
{
    for (double angle : {0.0, 1e-18, 1e-15, 1e-12, 1e-9, 1e-6}) {
        flr_mat3 turned = {v3(1, angle, 0), v3(-angle, 1, 0), v3(0, 0, 1)};
        flr_box3 a = {v3(0, 0, 0), flr_affine3_identity().linear, v3(1, 1, 1)},
                 b = {v3(5, 0.25, 0.5), turned, v3(1, 1, 1)};
        flr_sweep3_result r = flr_sweep3_box_box(&a, v3(6, 0, 0), &b);
        bool ok = r.hit && std::fabs(double(r.t) - 0.5) <= 2 * angle + 4 * tight;
        t.expect(ok, "N13: at %g hit %d t %.17g", angle, r.hit, double(r.t));
        b.center = v3(5, 0.25, 2.125);
        expect_miss(t, "N13: above", flr_sweep3_box_box(&a, v3(6, 0, 0), &b));
    }
}

/// A67: both move; the point moves with b only up to the time of the touch.
void trap_A67(tally &t)
{
    flr_segment3 unused = {v3(0, 0, 0), v3(0, 0, 0)};
    (void)unused;
    flr_vec3 motion_a = v3(8, 0, 0), motion_b = v3(2, 0, 0);
    flr_convex3 a = flr_convex3_point(v3(0, 0, 0)), b = flr_convex3_point(v3(3, 0, 0));
    flr_sweep3_result r = flr_sweep3_convex_convex(&a, flr_sub3(motion_a, motion_b), &b, nullptr);
    expect_t(t, "A67", r, 0.5, true);
    flr_vec3 at = flr_mul_add3(r.point, r.t, motion_b);
    t.expect(same(at, 4, 0, 0, 0), "A67: at %g", double(at.x));
}

/// A68: no tunnel through a thin wall, at any speed.
void trap_A68(tally &t)
{
    flr_sphere a = {v3(-5, 0, 0), flr_real(0.5)};
    flr_aabb3 wall = box_of(-1.3, -9, -9, -1.2, 9, 9);
    flr_triangle3 thin = {v3(-1, -9, -9), v3(-1, 9, -9), v3(-1, 0, 9)};
    flr_box3 o = {a.center, flr_affine3_identity().linear, v3(0.5, 0.5, 0.5)};
    flr_capsule3 c = {a.center, v3(-5, 1, 0), flr_real(0.5)};
    expect_t(t, "A68", flr_sweep3_sphere_aabb(&a, v3(10, 0, 0), &wall), (3.2 - double(flr_real(0))) / 10,
             false);
    for (double speed : {4.0, 1e3, 1e9, 1e15}) {
        double at = 3.5 / speed;
        flr_sweep3_result r = flr_sweep3_sphere_triangle(&a, v3(speed, 0, 0), &thin);
        t.expect(r.hit && std::fabs(double(r.t) - at) <= 4 * tight * at, "A68: sphere at %g: %d %.17g", speed,
                 r.hit, double(r.t));
        r = flr_sweep3_box_triangle(&o, v3(speed, 0, 0), &thin);
        t.expect(r.hit && std::fabs(double(r.t) - at) <= 4 * tight * at, "A68: box at %g: %d %.17g", speed,
                 r.hit, double(r.t));
        r = flr_sweep3_capsule_triangle(&c, v3(speed, 0, 0), &thin);
        t.expect(r.hit && std::fabs(double(r.t) - at) <= 4 * tight * at, "A68: capsule at %g: %d %.17g",
                 speed, r.hit, double(r.t));
        r = flr_sweep3_box_aabb(&o, v3(speed, 0, 0), &wall);
        t.expect(r.hit && std::fabs(double(r.t) - 3.2 / speed) <= 4 * tight * at, "A68: wall at %g: %.17g",
                 speed, double(r.t));
    }
}

/// N23: t is rounded down, and never leaves [0, 1].
void trap_N23(tally &t)
{
    random_source random{5};
    for (int i = 0; i < 2000; ++i) {
        double gap = random.between(0, 1), speed = random.between(1, 3);
        flr_aabb3 a = box_of(-1, -1, -1, 0, 1, 1), b = box_of(gap, -1, -1, 4, 1, 1);
        flr_sweep3_result r = flr_sweep3_aabb_aabb(&a, v3(speed, 0, 0), &b);
        // in long double the product is exact for float, and rounds 11 bits further down for double
        long double moved = (long double)r.t * (long double)flr_real(speed);
        t.expect(r.hit && r.t >= 0 && r.t <= 1 && moved <= (long double)b.min.x * (1 + 0x1p-63L),
                 "N23: t %.17g of %.17g over %.17g", double(r.t), gap, speed);
        flr_convex3 x = flr_convex3_aabb(&a);
        flr_box3 o = {v3(-0.5, 0, 0), flr_affine3_identity().linear, v3(0.5, 1, 1)};
        flr_sweep3_result s = flr_sweep3_box_aabb(&o, v3(speed, 0, 0), &b);
        t.expect(s.hit && (long double)s.t * (long double)flr_real(speed) <=
                              (long double)b.min.x * (1 + 0x1p-63L) + 0x1p-50L,
                 "N23: box, t %.17g", double(s.t));
        (void)x;
    }
    // ends exactly at the touch
    flr_aabb3 a = box_of(0, 0, 0, 1, 1, 1), b = box_of(1.1, 0, 0, 2, 1, 1);
    flr_sweep3_result r = flr_sweep3_aabb_aabb(&a, v3(double(b.min.x) - 1, 0, 0), &b);
    t.expect(r.hit && r.t == 1, "N23: at the end: %d %.17g", r.hit, double(r.t));
}

/// Concave sheets: through the notch, and into it.
void notch(tally &t)
{
    const flr_vec3 list[5] = {v3(0, 0, 0), v3(8, 0, 0), v3(8, 8, 0), v3(4, 2, 0), v3(0, 8, 0)};
    flr_polygon3 p = {list, 5};
    flr_quad3 q = {v3(0, 0, 0), v3(8, 0, 0), v3(4, 2, 0), v3(0, 8, 0)};
    flr_sphere through = {v3(4, 7, 4), 1}, onto = {v3(4, 1, 4), 1};
    expect_miss(t, "through the notch", flr_sweep3_sphere_polygon(&through, v3(0, 0, -8), &p));
    expect_t(t, "beside the notch", flr_sweep3_sphere_polygon(&onto, v3(0, 0, -8), &p), 3 / 8., false);
    expect_miss(t, "through the quad's notch", flr_sweep3_sphere_quad(&through, v3(0, 0, -8), &q));
    expect_t(t, "onto the quad", flr_sweep3_sphere_quad(&onto, v3(0, 0, -8), &q), 3 / 8., false);
    flr_aabb3 wide = box_of(1, 6, 4, 7, 7, 5), slim = box_of(3.75, 6, 4, 4.25, 7, 5);
    expect_t(t, "too wide for the notch", flr_sweep3_aabb_polygon(&wide, v3(0, 0, -8), &p), 0.5, true);
    expect_miss(t, "slim enough", flr_sweep3_aabb_polygon(&slim, v3(0, 0, -8), &p));
    expect_t(t, "down the notch", flr_sweep3_aabb_polygon(&slim, v3(0, -8, -9), &p), 0.453125, false);
    flr_box3 pin = {v3(2, 2, 0), flr_affine3_identity().linear, v3(0.25, 0.25, 4)};
    expect_start(t, "through the face", flr_sweep3_box_polygon(&pin, v3(0, 0, 50), &p));
}

/// A distance to keep.
void target_distance(tally &t)
{
    flr_aabb3 a = box_of(0, 0, 0, 1, 1, 1), b = box_of(3, 0, 0, 4, 1, 1);
    flr_convex3 x = flr_convex3_aabb(&a), y = flr_convex3_aabb(&b);
    flr_sweep3_options o = {flr_real(0.5)};
    expect_t(t, "kept", flr_sweep3_convex_convex(&x, v3(4, 0, 0), &y, &o), 0.375, false);
    o.target_distance = 2;
    expect_start(t, "kept from the start", flr_sweep3_convex_convex(&x, v3(4, 0, 0), &y, &o));
    o.target_distance = flr_real(0.25);
    expect_miss(t, "kept", flr_sweep3_convex_convex(&x, v3(1.5, 0, 0), &y, &o));
    // past, at exactly that distance: touches where the distance of the two becomes that
    flr_aabb3 c = box_of(3, 1.25, 0, 4, 2, 1);
    flr_convex3 z = flr_convex3_aabb(&c);
    t.expect(flr_sweep3_convex_convex(&x, v3(4, 0, 0), &z, &o).hit, "grazing at the distance");
    o.target_distance = flr_real(0.2);
    expect_miss(t, "passing at a distance", flr_sweep3_convex_convex(&x, v3(4, 0, 0), &z, &o));
}

/// t never grows with the radius.
void radius(tally &t)
{
    random_source r{3};
    for (int i = 0; i < 300; ++i) {
        flr_vec3 ta = r.point(-1, 1), tb = r.point(-1, 1), tc = r.point(-1, 1), from = r.point(-5, 5),
                 aside = r.point(-1, 1);
        flr_triangle3 b = {ta, tb, tc};
        flr_vec3 m = flr_add3(flr_scale3(flr_real(-1.5), from), aside);
        double last = 2;
        for (int k = 0; k < 12; ++k) {
            flr_sphere s = {from, flr_real(k == 0 ? 0 : 1e-6 * std::pow(3.0, k))};
            flr_sweep3_result x = flr_sweep3_sphere_triangle(&s, m, &b);
            double now = x.hit ? double(x.t) : 2;
            t.expect(now <= last + 4 * tight, "radius %g: t %.17g after %.17g", double(s.radius), now, last);
            last = now;
        }
    }
}

/// 5.5.1: two circling points; a ball and a wall; what is there at the start.
struct circling {
    double rate, gap;
};
flr_real circling_distance(const void *user, flr_real t)
{
    auto *c = static_cast<const circling *>(user);
    return flr_real(std::hypot(std::cos(c->rate * double(t)) + 1, std::sin(c->rate * double(t))) - c->gap);
}

bool may_touch_at(const void *user, flr_real t0, flr_real t1)
{
    double at = *static_cast<const double *>(user);
    return double(t0) <= at && at <= double(t1);
}

void interval(tally &t)
{
    // on the unit circle at rate 3 the point is within 0.5 of (-1, 0) first where the chord is: 2 cos(angle /
    // 2) = 0.5
    circling c = {3, 0.5};
    double exact = 2 * std::acos(0.25) / 3;
    flr_real tolerance = flr_real(sizeof(flr_real) == sizeof(double) ? 1e-9 : 1e-5);
    auto r = flr_sweep3_interval_distance(circling_distance, &c, 3, 0, 1, tolerance, 10000);
    t.expect(r.status == FLR_OK && r.hit && double(r.t_lower) <= exact && double(r.t_upper) >= exact &&
                 r.t_upper - r.t_lower <= tolerance,
             "circling: [%.17g, %.17g], not %.17g", double(r.t_lower), double(r.t_upper), exact);
    t.expect(r.steps < 300, "circling: %d steps", r.steps);
    c.rate = 2;
    r = flr_sweep3_interval_distance(circling_distance, &c, 2, 0, 1, tolerance, 10000);
    t.expect(r.status == FLR_OK && !r.hit && r.t_lower == 1, "circling too slowly: %d", r.hit);
    c = {3, 3};
    r = flr_sweep3_interval_distance(circling_distance, &c, 3, 0, 1, tolerance, 10000);
    t.expect(r.hit && r.t_lower == 0, "together at the start: %.17g", double(r.t_lower));
    r = flr_sweep3_interval_distance(circling_distance, &c, -1, 0, 1, tolerance, 10000);
    t.expect(r.status == FLR_INVALID_ARGUMENT && !r.hit, "a speed below 0");
    for (double at : {0.0, 0.1, 0.3, 0.5, 0.875, 1.0}) {
        at = double(flr_real(at));
        r = flr_sweep3_interval(may_touch_at, &at, 0, 1, flr_real(1e-6), 1000);
        t.expect(r.hit && double(r.t_lower) <= at && double(r.t_upper) >= at &&
                     double(r.t_lower) >= at - 1e-6,
                 "at %g: [%g, %g]", at, double(r.t_lower), double(r.t_upper));
        r = flr_sweep3_interval(may_touch_at, &at, 0, 1, flr_real(1e-6), 5);
        t.expect(r.status == FLR_NOT_CONVERGED && r.hit && r.steps == 5 && double(r.t_lower) <= at,
                 "at %g in five steps: %g", at, double(r.t_lower));
        // as deep as numbers go
        r = flr_sweep3_interval(may_touch_at, &at, 0, 1,
                                flr_real(1e-300 > 0 && sizeof(flr_real) == 8 ? 1e-300 : 1e-40), 1000);
        t.expect(r.status == FLR_OK && r.hit && double(r.t_lower) <= at, "at %g to the last bit: %d", at,
                 r.steps);
    }
    double never = 5;
    r = flr_sweep3_interval(may_touch_at, &never, 0, 1, flr_real(1e-6), 1000);
    t.expect(r.status == FLR_OK && !r.hit && r.steps == 1, "never");
    t.expect(flr_sweep3_interval(may_touch_at, &never, 1, 0, 1, 9).status == FLR_INVALID_ARGUMENT,
             "no range");
    t.expect(flr_sweep3_interval(may_touch_at, &never, 0, 1, 0, 9).status == FLR_INVALID_ARGUMENT,
             "no tolerance");
    t.expect(flr_sweep3_interval(nullptr, &never, 0, 1, 1, 9).status == FLR_INVALID_ARGUMENT, "no callback");
}

/// Two hulls whose tips lie on the balls around them, where those balls only just meet, on the way or at its end.
void hulls_by_their_balls(tally &t)
{
    const flr_real k = flr_real(0.5625);
    std::vector<flr_vec3> p = {v3(1, 0, 0),  v3(-1, 0, 0), v3(0, 1, 0),
                               v3(0, -1, 0), v3(0, 0, 1),  v3(0, 0, -1)};
    for (int i = 0; i < 8; ++i) p.push_back({i & 1 ? k : -k, i & 2 ? k : -k, i & 4 ? k : -k});
    flr_hull3 *h = nullptr;
    assert_int_equal(flr_hull3_create(p.data(), p.size(), nullptr, nullptr, &h), FLR_OK);
    const flr_mat3 straight = flr_affine3_identity().linear;
    const double hair = sizeof(flr_real) == sizeof(double) ? 1e-9 : 1e-4;
    for (double scale : {1.0, 0x1p-20, 0x1p200}) {
        if (sizeof(flr_real) == sizeof(float) && scale > 1) continue;
        flr_mat3 axes = straight;
        std::vector<flr_vec3> q = p;
        for (flr_vec3 &v : q) v = flr_scale3(flr_real(scale), v);
        flr_hull3 *g = nullptr;
        assert_int_equal(flr_hull3_create(q.data(), q.size(), nullptr, nullptr, &g), FLR_OK);
        auto cast = [&](flr_vec3 from, flr_vec3 motion, double radius) {
            flr_convex3 a = flr_convex3_hull(g, axes, flr_scale3(flr_real(scale), from),
                                             flr_real(scale * radius)),
                        b = flr_convex3_hull(g, axes, v3(0, 0, 0), 0);
            return flr_sweep3_convex_convex(&a, flr_scale3(flr_real(scale), motion), &b, nullptr);
        };
        expect_t(t, "tip on tip", cast(v3(-5, 0, 0), v3(8, 0, 0), 0), 0.375, true);
        expect_t(t, "at the end", cast(v3(0, 5, 0), v3(0, -3, 0), 0), 1, true);
        expect_t(t, "with a radius", cast(v3(0, 0, -5), v3(0, 0, 2.5), 0.5), 1, false);
        expect_miss(t, "too short", cast(v3(0, 5, 0), v3(0, -3 + 3 * hair, 0), 0));
        expect_miss(t, "the other way", cast(v3(-2 - hair, 0, 0), v3(-8, 0, 0), 0));
        expect_miss(t, "past it", cast(v3(2 + hair, 0, 0), v3(8, 0, 0), 0));
        expect_start(t, "touching, and away", cast(v3(2, 0, 0), v3(8, 0, 0), 0));
        t.expect(cast(v3(-5, 2, 0), v3(10, 0, 0), 0).hit, "tips that graze");
        t.expect(cast(v3(-5, 2 - hair, 0), v3(10, 0, 0), 0).hit, "tips that meet");
        expect_miss(t, "a hair aside", cast(v3(-5, 2 + hair, 0), v3(10, 0, 0), 0));
        expect_miss(t, "far aside", cast(v3(-5, 2, 2), v3(10, 0, 0), 0));
        flr_hull3_destroy(g);
    }
    // the hull's own middle and radius count, not where its frame is, and not in which unit
    flr_convex3 b = flr_convex3_hull(h, straight, v3(0, 0, 0), 0);
    for (flr_vec3 &v : p) v.x += 64;
    flr_hull3 *far_one = nullptr;
    assert_int_equal(flr_hull3_create(p.data(), p.size(), nullptr, nullptr, &far_one), FLR_OK);
    flr_convex3 a = flr_convex3_hull(far_one, straight, v3(-69, 0, 0), 0);
    expect_t(t, "middle off the frame", flr_sweep3_convex_convex(&a, v3(8, 0, 0), &b, nullptr), 0.375, true);
    flr_hull3_destroy(far_one);
    flr_hull3_destroy(h);
}

/// A few corners of lattice points on one side of x = 0, the first, the last and some others within 3e-200 of the origin.
std::vector<flr_vec3> almost_at_the_origin(random_source &r, double side)
{
    const double least = sizeof(flr_real) == sizeof(double) ? 1e-200 : 1e-37;
    std::vector<flr_vec3> p(size_t(r.whole(1, 7)));
    for (size_t i = 0; i < p.size(); ++i) {
        const bool near = i == 0 || i + 1 == p.size() || r.whole(0, 5) == 0;
        const flr_vec3 q = near ? r.lattice_point(-3, 3) : r.lattice_point(-2, 2);
        const double scale = near ? least : 1;
        p[i] = v3(side * scale * std::fabs(double(q.x)), scale * double(q.y), scale * double(q.z));
    }
    return p;
}

/// The unit of a cast is that of all its points, not of one that is next to nothing away from another.
void points_next_to_nothing_apart(tally &t)
{
    random_source r{91};
    long hits = 0, asked = 0;
    for (int n = 0; n < 3000; ++n) {
        const std::vector<flr_vec3> p = almost_at_the_origin(r, -1), q = almost_at_the_origin(r, 1);
        const flr_mat3 one = flr_affine3_identity().linear;
        const flr_convex3 list_a = flr_convex3_points(p.data(), uint32_t(p.size()), one, v3(0, 0, 0), 0),
                          list_b = flr_convex3_points(q.data(), uint32_t(q.size()), one, v3(0, 0, 0), 0);
        const flr_vec3 motion = r.lattice_point(-2, 2);
        flr_sweep3_result told = flr_sweep3_convex_convex(&list_a, motion, &list_b, nullptr);
        if (p.size() == 3) {  // exactly apart or not, however little apart
            flr_shape3 a{}, b{};
            a.kind = FLR_SHAPE3_TRIANGLE, a.as.triangle = {p[0], p[1], p[2]};
            b.kind = FLR_SHAPE3_POINT, b.as.point = q[0];
            if (q.size() == 3) b = a, b.as.triangle = {q[0], q[1], q[2]};
            told.status = flr_sweep3(&a, motion, &b, &told);
        }
        ++asked, hits += told.hit && !told.overlap_at_start;
        t.expect(told.status == FLR_OK && told.t >= 0 && told.t <= 1, "status %d, t %g", int(told.status),
                 double(told.t));
        const double length = double(flr_length3(told.normal));
        t.expect(told.hit && !told.overlap_at_start ? std::fabs(length - 1) < 4 * tight : length == 0,
                 "hit %d, start %d, a normal of length %g", told.hit, told.overlap_at_start, length);
    }
    t.expect(hits * 100 > asked, "%ld of %ld touch on the way", hits, asked);
}

/// Where sizes overflow an answer is right or none, and never no number.
void answers_are_numbers(tally &t)
{
    const double huge = sizeof(flr_real) == sizeof(double) ? 1e308 : 1e38;
    flr_shape3 a{}, b{};
    a.kind = b.kind = FLR_SHAPE3_AABB;
    long told = 0;
    for (double part : {1.5, 0.5, 0.05, 1e-10}) {
        const double size = part * huge;
        a.as.aabb = {v3(-size, 0, -size), v3(size, size / 2, size)};
        b.as.aabb = {v3(-size, size, 0), v3(0, size, 0)};
        for (double speed : {size, -size, size * 1e-3}) {
            flr_sweep3_result r{};
            const flr_status status = flr_sweep3(&a, v3(speed / 2, speed, 0), &b, &r);
            const bool answered = status == FLR_OK, hit = speed > 0.5 * size;
            told += answered;
            t.expect(answered ? r.hit == hit && (!hit || (same(r.normal, 0, 1, 0, 0) && r.t == flr_real(0.5)))
                              : status == FLR_NOT_FINITE,
                     "of %g: status %d, hit %d at %g", size, int(status), r.hit, double(r.t));
        }
    }
    t.expect(told >= 6, "%ld told", told);
}

/// The ray meets corners 10^-10 of the size from one another, whose triangle with a far one has sides that cancel: the corner met
/// first is at t = 0.5, by exact rationals.
void near_corners(tally &t)
{
    const flr_vec3 ends[] = {v3(0x1.01088494e8664p+9, -0x1.2738a56f89e81p+8, 0x1.13057d9230821p+9),
                             v3(0x1.01088494f4b4bp+9, -0x1.2738a56fa28f3p+8, 0x1.13057d922d32ap+9)};
    const flr_vec3 corners[] = {v3(0x1.71cefa369cab9p+7, -0x1.040a88f68445cp+9, -0x1.f06e6b829dcb1p+9),
                                v3(0x1.71cefa3694334p+7, -0x1.040a88f6827d7p+9, -0x1.f06e6b829e191p+9),
                                v3(0x1.29424ea7b6687p+5, 0x1.da4e04ff69e66p+9, 0x1.602614acffecfp+9),
                                v3(0x1.71cefa38ff693p+7, -0x1.040a88f66f156p+9, -0x1.f06e6b834ab3p+9),
                                v3(0x1.71cefa37c83bfp+7, -0x1.040a88f679e12p+9, -0x1.f06e6b82f29a3p+9),
                                v3(-0x1.3ad121b9dc582p+7, -0x1.4aed801eb26ccp+6, -0x1.bf23a153fdefep+8),
                                v3(-0x1.2201a30c7cca3p+7, -0x1.8a5345b72361ep+6, -0x1.d2ea7c6c08b79p+8)};
    const flr_mat3 of_a = {v3(-0x1.31a1b93aaff1p-4, 0x1.c03e7a90e7dacp-3, -0x1.f21f8e382574cp-1),
                           v3(-0x1.a9480f98274dcp-3, -0x1.ea4fc6da2216p-1, -0x1.9898ea654aebfp-3),
                           v3(-0x1.f3614b076b96ep-1, 0x1.7f4448386af59p-3, 0x1.ded8df03c6f88p-4)},
                   of_b = {v3(0x1.cae88336072b7p-1, -0x1.718478cfadb7p-2, 0x1.07e79c345fd16p-2),
                           v3(0x1.baba311b53dbp-2, 0x1.ae3b9f2ee882bp-1, -0x1.4ee9e3edac0eap-2),
                           v3(-0x1.939c8d83ebe62p-4, 0x1.9e48c5d96cd8ap-2, 0x1.d18025e1c3877p-1)};
    flr_hull3 *hull = nullptr;
    if (!t.expect(flr_hull3_create(corners, 7, nullptr, nullptr, &hull) == FLR_OK, "no hull")) return;
    const flr_convex3 a = flr_convex3_points(
                          ends, 2, of_a,
                          v3(-0x1.c1f9d8fe6f13cp+8, -0x1.81da2c79ca1dap+10, -0x1.86197f2b9fd6fp+8), 0),
                      b = flr_convex3_hull(
                          hull, of_b,
                          v3(0x1.16a2e50eec14dp+10, -0x1.dcfd6eae20ff4p+10, 0x1.93e3a8b9a5f56p+10), 0);
    const flr_vec3 motion = v3(0x1.08988c4650b4ep+12, -0x1.ba09af5117b92p+11, 0x1.a8699182255ap+11);
    const flr_sweep3_result r = flr_sweep3_convex_convex(&a, motion, &b, nullptr);
    // floats are another scene, in which the corner is a little beside the ray
    if (sizeof(flr_real) == sizeof(float))
        t.expect(r.status == FLR_OK && (!r.hit || double(r.t) > 0.5 - 1e-6), "at %g", double(r.t));
    else
        expect_t(t, "near corners", r, 0.5, false);
    flr_hull3_destroy(hull);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(sphere_plane), FEELER_TEST(box_plane), FEELER_TEST(spheres), FEELER_TEST(trap_X01),
             FEELER_TEST(trap_X02), FEELER_TEST(sphere_box), FEELER_TEST(boxes), FEELER_TEST(trap_N13),
             FEELER_TEST(trap_A67), FEELER_TEST(trap_A68), FEELER_TEST(trap_N23), FEELER_TEST(notch),
             FEELER_TEST(target_distance), FEELER_TEST(radius), FEELER_TEST(interval),
             FEELER_TEST(hulls_by_their_balls), FEELER_TEST(points_next_to_nothing_apart),
             FEELER_TEST(answers_are_numbers), FEELER_TEST(near_corners))

}  // namespace TEST_FILE
