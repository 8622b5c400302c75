#include "parts.h"

// Radii are those of the corners of the polygons that stand for circles. Polygons of 64 corners
// with a common axis lie corner to corner, so between two of them the gap is the difference of
// the radii times cos(pi/64), and the overlap, deepest at the corners, is the difference itself.
enum { ROUND = 64, SMALL = 32 };

static loop circle(double radius, int count) { return loop_circle(0, 0, radius, count); }

static loop hole(double u, double v, double radius, int count)
{
    loop l = loop_circle(u, v, radius, count);
    return loop_reversed(&l);
}

/// Four holes with a step: wide from below, narrow from above.
static void base_plate(solid *s)
{
    const double at[4][2] = {{-50, -25}, {50, -25}, {-50, 25}, {50, 25}};
    loop outer = loop_box(-80, -40, 110, 40), wide[4], narrow[4];
    solid_wall(s, &outer, -12, 0);
    for (int i = 0; i < 4; ++i) {
        loop step = loop_circle(at[i][0], at[i][1], 8.5, SMALL);
        wide[i] = loop_reversed(&step);
        narrow[i] = hole(at[i][0], at[i][1], 4.5, SMALL);
        solid_wall(s, &wide[i], -12, -6);
        solid_wall(s, &narrow[i], -6, 0);
        solid_face(s, &step, &narrow[i], 1, -6, false);
    }
    solid_face(s, &outer, wide, 4, -12, false);
    solid_face(s, &outer, narrow, 4, 0, true);
}

/// A block with two blind holes from below, and one corner cut off, so that left is not right.
static void foot(solid *s)
{
    loop outer = {{-10, 16, 16, -16, -16}, {-36, -36, 36, 36, -30}, 5}, holes[2];
    solid_wall(s, &outer, 0, 14);
    for (int i = 0; i < 2; ++i) {
        double y = i ? 25 : -25;
        loop ceiling = loop_circle(0, y, 4.2, SMALL);
        holes[i] = loop_reversed(&ceiling);
        solid_wall(s, &holes[i], 0, 10);
        solid_face(s, &ceiling, NULL, 0, 10, false);
    }
    solid_face(s, &outer, holes, 2, 0, false);
    solid_face(s, &outer, NULL, 0, 14, true);
}

static void housing(solid *s)
{
    s->along_x = true;
    loop outer = {{-22, 22}, {14, 14}, 2}, bore = hole(0, 40, 16.03, ROUND);
    for (int i = 0; i <= ROUND / 2; ++i) {
        double u, v;
        circle_point(ROUND, i, &u, &v);
        loop_add(&outer, 22 * u, 40 + 22 * v);
    }
    solid_prism(s, &outer, &bore, 1, -10, 10);
}

static void ring(solid *s, double outer_radius, double inner_radius, double w0, double w1)
{
    loop outer = circle(outer_radius, ROUND), inner = hole(0, 0, inner_radius, ROUND);
    solid_prism(s, &outer, &inner, 1, w0, w1);
}

static void along_x_ring(solid *s, double outer_radius, double inner_radius, double x0, double x1)
{
    s->along_x = true;
    ring(s, outer_radius, inner_radius, x0, x1);
}

static void outer_ring(solid *s) { along_x_ring(s, 16, 13, -6, 6); }
static void inner_ring(solid *s) { along_x_ring(s, 10, 8, -6, 6); }
static void cover(solid *s) { along_x_ring(s, 21, 9, -14, -10); }

static void bearing_ball(solid *s)
{
    const double center[3] = {0, 0, 0};
    solid_sphere(s, center, 1.25, 2, false);
}

/// Steps of 8.02 (too large for its ring by 0.02), 11 with a keyway, 7.97 and 6.
static void shaft(solid *s)
{
    s->along_x = true;
    loop left = circle(8.02, ROUND), middle = loop_keyed(11, ROUND, 3, 8.5), right = circle(7.97, ROUND);
    loop end = circle(6, ROUND), left_hole = loop_reversed(&left), right_hole = loop_reversed(&right);
    loop end_hole = loop_reversed(&end);
    solid_face(s, &left, NULL, 0, -70, false);
    solid_wall(s, &left, -70, -40);
    solid_face(s, &middle, &left_hole, 1, -40, false);
    solid_wall(s, &middle, -40, 40);
    solid_face(s, &middle, &right_hole, 1, 40, true);
    solid_wall(s, &right, 40, 70);
    solid_face(s, &right, &end_hole, 1, 70, true);
    solid_wall(s, &end, 70, 90);
    solid_face(s, &end, NULL, 0, 90, true);
}

/// 0.05 to either side of the keyway, 0.08 above its floor.
static void key(solid *s)
{
    const double min[3] = {-10, -2.95, 8.58}, max[3] = {10, 2.95, 14};
    solid_box(s, min, max);
}

/// 32 straight-flanked teeth; the bore is the shaft's own circle.
static void gear(solid *s)
{
    s->along_x = true;
    loop outer = {.count = 0}, bore = loop_keyed(11, ROUND, 3.15, 14.3);
    for (int i = 0; i < 128; ++i) {
        static const double radius[4] = {26, 30, 30, 26};
        double u, v;
        circle_point(128, i, &u, &v);
        loop_add(&outer, radius[i % 4] * u, radius[i % 4] * v);
    }
    bore = loop_reversed(&bore);
    solid_prism(s, &outer, &bore, 1, -12, 12);
}

/// Hexagonal head below, shank of 15 above.
static void bolt(solid *s)
{
    const double h = 3.5, r = 6.0621778264910704;  // 7 cos 60, 7 sin 60
    loop head = {{7, h, -h, -7, -h, h}, {0, r, r, 0, -r, -r}, 6}, shank = circle(4, SMALL);
    loop shank_hole = loop_reversed(&shank);
    solid_face(s, &head, NULL, 0, -5, false);
    solid_wall(s, &head, -5, 0);
    solid_face(s, &head, &shank_hole, 1, 0, true);
    solid_wall(s, &shank, 0, 15);
    solid_face(s, &shank, NULL, 0, 15, true);
}

/// A block with a closed spherical cavity.
static void valve_body(solid *s)
{
    const double min[3] = {-12, -12, 0}, max[3] = {12, 12, 24}, center[3] = {0, 0, 12};
    solid_box(s, min, max);
    solid_sphere(s, center, 8, 3, true);
}

static void block(solid *s)
{
    const double min[3] = {-12, -10, -8}, max[3] = {12, 10, 8};
    solid_box(s, min, max);
}

static void dowel(solid *s)
{
    s->along_x = true;
    loop l = circle(3, SMALL);
    solid_prism(s, &l, NULL, 0, -5, 5);
}

static void rail(solid *s)
{
    const double min[3] = {-15, -2, 2}, max[3] = {15, 2, 8};
    solid_box(s, min, max);
}

static void crossbar(solid *s)
{
    const double min[3] = {-2, -10, 0}, max[3] = {2, 10, 10};
    solid_box(s, min, max);
}

static void washer(solid *s) { ring(s, 8, 4.5, 0, 2); }

/// A bent sheet without thickness: an open surface.
static void guard(solid *s)
{
    const double corners[6][3] = {{0, -10, -10}, {0, 10, -10}, {0, -10, 10},
                                  {0, 10, 10},   {9, -10, 12}, {9, 10, 12}};
    const int triangles[4][3] = {{0, 1, 3}, {0, 3, 2}, {2, 3, 5}, {2, 5, 4}};
    for (int i = 0; i < 6; ++i) {
        for (int k = 0; k < 3; ++k) s->vertices[i][k] = corners[i][k];
    }
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 3; ++k) s->triangles[i][k] = triangles[i][k];
    }
    s->vertex_count = 6;
    s->triangle_count = 4;
}

const part_kind part_kinds[] = {
    {"base plate", base_plate, "cast"},
    {"foot", foot, "cast"},
    {"housing", housing, "cast"},
    {"outer ring", outer_ring, "steel"},
    {"inner ring", inner_ring, "steel"},
    {"bearing ball", bearing_ball, "brass"},
    {"cover", cover, "sheet"},
    {"shaft", shaft, "steel"},
    {"key", key, "red"},
    {"gear", gear, "brass"},
    {"bolt M8", bolt, "steel"},
    {"valve body", valve_body, "cast"},
    {"anchor block", block, "cast"},
    {"dowel", dowel, "steel"},
    {"rail", rail, "sheet"},
    {"crossbar", crossbar, "sheet"},
    {"washer M8", washer, "steel"},
    {"guard sheet", guard, "sheet"},
};
const int part_kind_count = sizeof part_kinds / sizeof *part_kinds;
