// Which shapes of any kind are valid, with the parts of compounds and convex cores.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "feeler/any2.h"
#include "feeler/any3.h"
#include "support/tests.h"

#define UPRIGHT                                                                                              \
    {                                                                                                        \
        {1, 0, 0}, {0, 1, 0}, { 0, 0, 1 }                                                                    \
    }
#define SKEW                                                                                                 \
    {                                                                                                        \
        {1, 0, 0}, {0, 1, 0}, { 0, 1, 1 }                                                                    \
    }

/// One valid shape of each kind that is made of numbers, then the same with one number that is not.
static void kinds_of_space(void **state)
{
    (void)state;
    static const flr_vec3 square[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    static const flr_vec3 bow[] = {{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}};
    const flr_shape3 valid[] = {
        {.kind = FLR_SHAPE3_POINT, .as.point = {1, 2, 3}},
        {.kind = FLR_SHAPE3_SEGMENT, .as.segment = {{1, 2, 3}, {1, 2, 3}}},
        {.kind = FLR_SHAPE3_RAY, .as.ray = {{1, 2, 3}, {0, 0, 2}}},
        {.kind = FLR_SHAPE3_LINE, .as.line = {{1, 2, 3}, {0, 0, 2}}},
        {.kind = FLR_SHAPE3_PLANE, .as.plane = {{0, 0, 2}, 1}},
        {.kind = FLR_SHAPE3_HALFSPACE, .as.halfspace = {{0, 0, 2}, 1}},
        {.kind = FLR_SHAPE3_SPHERE, .as.sphere = {{1, 2, 3}, 0}},
        {.kind = FLR_SHAPE3_CAPSULE, .as.capsule = {{1, 2, 3}, {1, 2, 3}, 1}},
        {.kind = FLR_SHAPE3_AABB, .as.aabb = {{1, 2, 3}, {1, 2, 3}}},
        {.kind = FLR_SHAPE3_BOX, .as.box = {{1, 2, 3}, UPRIGHT, {1, 0, 1}}},
        {.kind = FLR_SHAPE3_CYLINDER, .as.cylinder = {{0, 0, 0}, {0, 0, 1}, 1}},
        {.kind = FLR_SHAPE3_CONE, .as.cone = {{0, 0, 0}, {0, 0, 1}, 1}},
        {.kind = FLR_SHAPE3_TRIANGLE, .as.triangle = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}},
        {.kind = FLR_SHAPE3_QUAD, .as.quad = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}},
        {.kind = FLR_SHAPE3_RECTANGLE, .as.rectangle = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, 1, 2}},
        {.kind = FLR_SHAPE3_POLYGON, .as.polygon = {square, 4}},
        {.kind = FLR_SHAPE3_TETRAHEDRON, .as.tetrahedron = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
        {.kind = FLR_SHAPE3_ELLIPSOID, .as.ellipsoid = {{1, 2, 3}, UPRIGHT, {1, 0, 1}}}};
    const flr_shape3 invalid[] = {
        {.kind = FLR_SHAPE3_RAY, .as.ray = {{1, 2, 3}, {0, 0, 0}}},
        {.kind = FLR_SHAPE3_LINE, .as.line = {{1, 2, 3}, {0, 0, 0}}},
        {.kind = FLR_SHAPE3_PLANE, .as.plane = {{0, 0, 0}, 1}},
        {.kind = FLR_SHAPE3_HALFSPACE, .as.halfspace = {{0, 0, 0}, 1}},
        {.kind = FLR_SHAPE3_SPHERE, .as.sphere = {{1, 2, 3}, -1}},
        {.kind = FLR_SHAPE3_CAPSULE, .as.capsule = {{1, 2, 3}, {1, 2, 3}, -1}},
        {.kind = FLR_SHAPE3_AABB, .as.aabb = {{1, 2, 3}, {1, 2, 2}}},
        {.kind = FLR_SHAPE3_BOX, .as.box = {{1, 2, 3}, SKEW, {1, 1, 1}}},
        {.kind = FLR_SHAPE3_CYLINDER, .as.cylinder = {{0, 0, 0}, {0, 0, 0}, 1}},
        {.kind = FLR_SHAPE3_CONE, .as.cone = {{0, 0, 0}, {0, 0, 1}, -1}},
        {.kind = FLR_SHAPE3_RECTANGLE, .as.rectangle = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, -1, 2}},
        {.kind = FLR_SHAPE3_POLYGON, .as.polygon = {square, 0}},
        {.kind = FLR_SHAPE3_ELLIPSOID, .as.ellipsoid = {{1, 2, 3}, UPRIGHT, {1, -1, 1}}},
        {.kind = FLR_SHAPE3_MESH},
        {.kind = FLR_SHAPE3_COMPOUND},
        {.kind = FLR_SHAPE3_BOX, .as.box = {{1, 2, 3}, UPRIGHT, {1, 1, 1}}, .rounding = -1},
        {.kind = FLR_SHAPE3_PLANE, .as.plane = {{0, 0, 2}, 1}, .rounding = 1}};
    const flr_shape3 crossing[] = {
        {.kind = FLR_SHAPE3_QUAD, .as.quad = {{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}}},
        {.kind = FLR_SHAPE3_POLYGON, .as.polygon = {bow, 4}}};
    for (size_t i = 0; i < sizeof valid / sizeof *valid; ++i) {
        assert_int_equal(flr_check3(&valid[i]), FLR_OK);
        flr_shape3 s = valid[i];
        if (s.kind == FLR_SHAPE3_POLYGON) continue;
        s.as.point.x = (flr_real)NAN;
        assert_int_equal(flr_check3(&s), FLR_NOT_FINITE);
    }
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; ++i)
        assert_int_equal(flr_check3(&invalid[i]), FLR_INVALID_SHAPE);
    for (size_t i = 0; i < sizeof crossing / sizeof *crossing; ++i)
        assert_int_equal(flr_check3(&crossing[i]), FLR_SELF_CROSSING);
    const flr_shape3 unknown = {.kind = FLR_SHAPE3_COUNT};
    assert_int_equal(flr_check3(NULL), FLR_INVALID_ARGUMENT);
    assert_int_equal(flr_check3(&unknown), FLR_INVALID_ARGUMENT);
}

static void kinds_of_the_plane(void **state)
{
    (void)state;
    static const flr_vec2 square[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}},
                          bow[] = {{0, 0}, {1, 1}, {1, 0}, {0, 1}};
    const flr_shape2 valid[] = {{.kind = FLR_SHAPE2_POINT, .as.point = {1, 2}},
                                {.kind = FLR_SHAPE2_SEGMENT, .as.segment = {{1, 2}, {1, 2}}},
                                {.kind = FLR_SHAPE2_RAY, .as.ray = {{1, 2}, {0, 2}}},
                                {.kind = FLR_SHAPE2_LINE, .as.line = {{1, 2}, {0, 2}}},
                                {.kind = FLR_SHAPE2_PLANE, .as.plane = {{0, 2}, 1}},
                                {.kind = FLR_SHAPE2_HALFSPACE, .as.halfspace = {{0, 2}, 1}},
                                {.kind = FLR_SHAPE2_CIRCLE, .as.circle = {{1, 2}, 0}},
                                {.kind = FLR_SHAPE2_CAPSULE, .as.capsule = {{1, 2}, {1, 2}, 1}},
                                {.kind = FLR_SHAPE2_AABB, .as.aabb = {{1, 2}, {1, 2}}},
                                {.kind = FLR_SHAPE2_BOX, .as.box = {{1, 2}, {1, 0}, {1, 0}}},
                                {.kind = FLR_SHAPE2_TRIANGLE, .as.triangle = {{0, 0}, {1, 0}, {2, 0}}},
                                {.kind = FLR_SHAPE2_POLYGON, .as.polygon = {square, 4}}};
    const flr_shape2 invalid[] = {{.kind = FLR_SHAPE2_RAY, .as.ray = {{1, 2}, {0, 0}}},
                                  {.kind = FLR_SHAPE2_LINE, .as.line = {{1, 2}, {0, 0}}},
                                  {.kind = FLR_SHAPE2_PLANE, .as.plane = {{0, 0}, 1}},
                                  {.kind = FLR_SHAPE2_HALFSPACE, .as.halfspace = {{0, 0}, 1}},
                                  {.kind = FLR_SHAPE2_CIRCLE, .as.circle = {{1, 2}, -1}},
                                  {.kind = FLR_SHAPE2_CAPSULE, .as.capsule = {{1, 2}, {1, 2}, -1}},
                                  {.kind = FLR_SHAPE2_AABB, .as.aabb = {{1, 2}, {1, 1}}},
                                  {.kind = FLR_SHAPE2_BOX, .as.box = {{1, 2}, {1, 1}, {1, 1}}},
                                  {.kind = FLR_SHAPE2_POLYGON, .as.polygon = {square, 0}},
                                  {.kind = FLR_SHAPE2_COMPOUND}};
    const flr_shape2 crossing = {.kind = FLR_SHAPE2_POLYGON, .as.polygon = {bow, 4}},
                     unknown = {.kind = FLR_SHAPE2_COUNT};
    for (size_t i = 0; i < sizeof valid / sizeof *valid; ++i) {
        assert_int_equal(flr_check2(&valid[i]), FLR_OK);
        flr_shape2 s = valid[i];
        if (s.kind == FLR_SHAPE2_POLYGON) continue;
        s.as.point.x = (flr_real)NAN;
        assert_int_equal(flr_check2(&s), FLR_NOT_FINITE);
    }
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; ++i)
        assert_int_equal(flr_check2(&invalid[i]), FLR_INVALID_SHAPE);
    assert_int_equal(flr_check2(&crossing), FLR_SELF_CROSSING);
    assert_int_equal(flr_check2(NULL), FLR_INVALID_ARGUMENT);
    assert_int_equal(flr_check2(&unknown), FLR_INVALID_ARGUMENT);
}

/// Cores made by hand, and the last of a compound's shapes.
static void parts(void **state)
{
    (void)state;
    static const flr_vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static const flr_vec2 flat[] = {{0, 0}, {1, 0}, {0, 1}};
    const flr_mat3 upright = UPRIGHT, skew = SKEW;
    const flr_box3 box = {{1, 2, 3}, UPRIGHT, {1, 1, 1}};
    const flr_cylinder disc = {{1, 2, 3}, {1, 2, 3}, 1};
    flr_shape3 s[2] = {{.kind = FLR_SHAPE3_CONVEX}, {.kind = FLR_SHAPE3_CONVEX}};
    const flr_shape3 both = {.kind = FLR_SHAPE3_COMPOUND, .as.compound = {s, 2, NULL}};
    s[0].as.convex = flr_convex3_points(corners, 3, upright, corners[0], 1);
    const flr_convex3 valid[] = {flr_convex3_box(&box), flr_convex3_cylinder(&disc),
                                 flr_convex3_point(corners[1]), s[0].as.convex};
    flr_convex3 invalid[6] = {valid[0],
                              valid[0],
                              valid[1],
                              valid[1],
                              flr_convex3_points(corners, 3, skew, corners[0], 1),
                              flr_convex3_points(corners, 3, upright, corners[0], -1)};
    invalid[0].half_extents.y = -1;
    invalid[1].axes = skew;
    invalid[2].half_extents.x = -1;
    invalid[3].axes.z.z = 2;
    for (size_t i = 0; i < 4; ++i) {
        s[1].as.convex = valid[i];
        assert_int_equal(flr_check3(&both), FLR_OK);
    }
    for (size_t i = 0; i < 6; ++i) {
        s[1].as.convex = invalid[i];
        assert_int_equal(flr_check3(&both), FLR_INVALID_SHAPE);
    }
    s[1].as.convex.kind = (flr_convex3_kind)99;
    assert_int_equal(flr_check3(&both), FLR_INVALID_ARGUMENT);
    flr_shape2 p[2] = {{.kind = FLR_SHAPE2_POINT}, {.kind = FLR_SHAPE2_CONVEX}};
    const flr_shape2 pair = {.kind = FLR_SHAPE2_COMPOUND, .as.compound = {p, 2, NULL}};
    p[1].as.convex = flr_convex2_polygon(flat, 3, flr_vec2_make(0, 1), flat[1], 0);
    assert_int_equal(flr_check2(&pair), FLR_OK);
    p[1].as.convex = flr_convex2_polygon(flat, 3, flr_vec2_make(1, 1), flat[1], 0);
    assert_int_equal(flr_check2(&pair), FLR_INVALID_SHAPE);
    p[1].as.convex = flr_convex2_polygon(flat, 3, flr_vec2_make(0, 1), flat[1], -1);
    assert_int_equal(flr_check2(&pair), FLR_INVALID_SHAPE);
}

FEELER_TESTS(cmocka_unit_test(kinds_of_space), cmocka_unit_test(kinds_of_the_plane), cmocka_unit_test(parts))
