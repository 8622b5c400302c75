// Outlines with repeated corners, as files close them, and with spikes: a corner that looks inward stays one when it comes twice, so
// what lies in the notch is apart. Distances are those of the drawing.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "feeler/any2.h"
#include "feeler/any3.h"
#include "support/tests.h"

static const flr_vec2 notch[] = {{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 1}, {1, 4}, {0, 4}, {0, 0}};
static const flr_vec2 spike[] = {{0, 0}, {1, 0}, {1, 1}, {1, 5}, {1, 1}, {0, 1}, {0, 1}};

static void in_the_plane(const flr_vec2 *corners, size_t count, flr_circle circle, double distance)
{
    const flr_shape2 a = {.kind = FLR_SHAPE2_POLYGON, .as.polygon = {corners, count}},
                     b = {.kind = FLR_SHAPE2_CIRCLE, .as.circle = circle};
    flr_closest2 c;
    flr_signed_distance2_result s;
    flr_manifold2 m;
    bool overlap = true;
    assert_int_equal(flr_distance2(&a, &b, &c), FLR_OK);
    assert_true(fabs((double)c.distance - distance) < 1e-6);
    assert_int_equal(flr_overlap2(&b, &a, &overlap), FLR_OK);
    assert_false(overlap);
    assert_int_equal(flr_signed_distance2(&a, &b, &s), FLR_OK);
    assert_true(s.signed_distance == c.distance);
    assert_int_equal(flr_contact2(&a, &b, NULL, &m), FLR_OK);
    assert_int_equal(m.count, 0);
}

static void in_space(const flr_vec2 *corners, size_t count, flr_circle circle, double distance)
{
    // in the plane of each two axes
    for (int k = 0; k < 3; ++k) {
        flr_vec3 v[8] = {{0, 0, 0}}, p = {0, 0, 0};
        for (size_t i = 0; i <= count; ++i) {
            const flr_vec2 q = i < count ? corners[i] : circle.center;
            const flr_real x = q.x, y = q.y;
            const flr_vec3 placed = k == 0   ? flr_vec3_make(x, y, 0)
                                    : k == 1 ? flr_vec3_make(0, x, y)
                                             : flr_vec3_make(y, 0, x);
            if (i < count)
                v[i] = placed;
            else
                p = placed;
        }
        const flr_shape3 a = {.kind = FLR_SHAPE3_POLYGON, .as.polygon = {v, count}},
                         b = {.kind = FLR_SHAPE3_SPHERE, .as.sphere = {p, circle.radius}};
        flr_closest3 c;
        flr_manifold3 m;
        bool overlap = true;
        assert_int_equal(flr_distance3(&a, &b, &c), FLR_OK);
        assert_true(fabs((double)c.distance - distance) < 1e-6);
        assert_int_equal(flr_overlap3(&b, &a, &overlap), FLR_OK);
        assert_false(overlap);
        assert_int_equal(flr_contact3(&a, &b, NULL, &m), FLR_OK);
        assert_int_equal(m.count, 0);
    }
}

static void test_notch(void **unused)
{
    (void)unused;
    const flr_circle c = {{(flr_real)2.5, (flr_real)2.5}, (flr_real)0.5};
    in_the_plane(notch, 8, c, 1);
    in_space(notch, 8, c, 1);
}

static void test_spike(void **unused)
{
    (void)unused;
    const flr_circle c = {{(flr_real)0.25, 3}, (flr_real)0.125};
    in_the_plane(spike, 7, c, 0.625);
    in_space(spike, 7, c, 0.625);
}

FEELER_TESTS(cmocka_unit_test(test_notch), cmocka_unit_test(test_spike))
