#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "command/tessellation.h"
#include "support/tests.h"
#include "tool/run_command.h"
#include "tool/solids.h"

/// By how much the chord of one of n equal facets lies inside its circle: the definition.
static double sagitta(double radius, int n) { return radius * (1 - cos(SOLIDS_PI / n)); }

static obj_file begin(void) { return (obj_file){fopen("assembly.obj", "wb"), 0}; }

static void box(obj_file *o, const char *name, double x0, double y0, double z0, double x1, double y1,
                double z1)
{
    put_box(o->file, &o->vertices, name, (const double[3]){x0, y0, z0}, (const double[3]){x1, y1, z1});
}

/// Of a file with one finding, its kind; "none" where there is no finding.
static void expect_kind(obj_file *o, const char *kind)
{
    fclose(o->file);
    ran r = run_feeler("check", "assembly.obj", "-f", "csv");
    const char *line = strchr(r.out, '\n') + 1;
    char found[64] = "none";
    if (*line) sscanf(line, "%*[^,],new,%63[^,]", found);
    assert_string_equal(found, kind);
    assert_int_equal(r.status, strcmp(kind, "clash") == 0);
    ran_free(&r);
}

static const int facets[] = {12, 16, 24, 48, 96};

static void a_round_pin_in_its_hole(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof facets / sizeof *facets; ++i) {
        const int n = facets[i];
        // turned against one another by half a facet, and of unlike facets
        for (int k = 0; k < 3; ++k) {
            static const double phases[] = {0.5, 0.3, 0};
            obj_file o = begin();
            put_ring(&o, "ring", n, 5, 9, 0, 4, 0);
            put_pin(&o, "pin", k < 2 ? n : n + 7, 5, -1, 5, phases[k]);
            expect_kind(&o, "within_tessellation");
        }
    }
}

/// A rule that is about overlaps tells it without failing, unless it says otherwise; a pin that wants a clearance has none.
static void rules_and_a_round_pin(void **state)
{
    (void)state;
    static const struct {
        const char *rule, *severity;
        int status;
    } table[] = {{"kind: clash", "info", 0},
                 {"kind: clash, severity: error", "info", 0},
                 {"kind: clash, severity: {clash: warning}", "info", 0},
                 {"kind: clash, severity: {within_tessellation: error}", "error", 1},
                 {"kind: touch", "info", 0},
                 {"kind: must-touch, a: pin, b: ring", "info", 0},
                 {"kind: clearance, clearance: 0.1", "error", 1},
                 {"kind: clearance, clearance: 0.1, severity: {touch: warning}", "warning", 0},
                 {"kind: clearance, clearance: 0.1, severity: {within_tessellation: info}", "info", 0}};
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        obj_file o = begin();
        put_ring(&o, "ring", 24, 5, 9, 0, 4, 0);
        put_pin(&o, "pin", 24, 5, -1, 5, 0.5);
        fclose(o.file);
        char rules[200], expected[64], found[64] = "none";
        snprintf(rules, sizeof rules, "rules: [{name: r, %s}]", table[i].rule);
        write_whole("r.yaml", rules);
        ran r = run_feeler("check", "assembly.obj", "--rules", "r.yaml", "-f", "csv");
        const char *line = strchr(r.out, '\n') + 1;
        if (*line) sscanf(line, "%*[^,],new,%63[^,]", found);
        assert_string_equal(found, "within_tessellation");
        snprintf(expected, sizeof expected, ",,%s,r,", table[i].severity);
        if (!strstr(line, expected) || r.status != table[i].status)
            fail_msg("%s: exit status %d, %s", rules, r.status, line);
        ran_free(&r);
    }
}

static void a_pin_that_is_too_large(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof facets / sizeof *facets; ++i) {
        const int n = facets[i];
        obj_file o = begin();
        put_ring(&o, "ring", n, 5, 9, 0, 4, 0);
        put_pin(&o, "pin", n, 5 + 3 * sagitta(5, n), -1, 5, 0.5);
        expect_kind(&o, "clash");
        // by half of it too: what the tessellation takes away is no more than there is
        o = begin();
        put_ring(&o, "ring", n, 5, 9, 0, 4, 0);
        put_pin(&o, "pin", n, 5 + 0.5 * sagitta(5, n), -1, 5, 0.5);
        expect_kind(&o, "clash");
    }
}

static void facets_as_wide_as_an_octagon_are_meant(void **state)
{
    (void)state;
    obj_file o = begin();
    put_ring(&o, "nut", 8, 5, 9, 0, 4, 0);
    put_pin(&o, "pin", 24, 5, -1, 5, 0.5);
    expect_kind(&o, "clash");
}

static void a_ball_in_its_socket(void **state)
{
    (void)state;
    static const int parts[] = {16, 24, 48};
    static const double middle[3] = {0, 0, 0};
    for (size_t i = 0; i < 3; ++i) {
        obj_file o = begin();
        box(&o, "block", -8, -8, -8, 8, 8, 8);
        put_sphere(&o, parts[i], 5, middle, 0, true);
        fputs("o ball\n", o.file);
        put_sphere(&o, parts[i], 5, middle, 0.5, false);
        expect_kind(&o, "within_tessellation");
        o = begin();
        box(&o, "block", -8, -8, -8, 8, 8, 8);
        put_sphere(&o, parts[i], 5, middle, 0, true);
        fputs("o ball\n", o.file);
        put_sphere(&o, parts[i], 5 + 6 * sagitta(5, parts[i]), middle, 0.5, false);
        expect_kind(&o, "clash");
    }
}

/// Facets of convex surfaces lie inside these: the balls overlap more than their meshes do.
static void balls_that_overlap_by_less_than_the_sagitta(void **state)
{
    (void)state;
    const double s = sagitta(5, 16), middle[3] = {0, 0, 0}, other[3] = {10 - 0.5 * s, 0, 0};
    obj_file o = begin();
    fputs("o left\n", o.file);
    put_sphere(&o, 16, 5, middle, 0, false);
    fputs("o right\n", o.file);
    put_sphere(&o, 16, 5, other, 0, false);
    expect_kind(&o, "clash");
}

static void boxes_clash_however_little(void **state)
{
    (void)state;
    obj_file o = begin();
    box(&o, "left", 0, 0, 0, 10, 10, 10);
    box(&o, "right", 9.999, 2, 2, 20, 8, 8);
    expect_kind(&o, "clash");
}

static void a_box_against_round_walls(void **state)
{
    (void)state;
    const double s = sagitta(5, 24), middle = 5 * cos(SOLIDS_PI / 24);
    // the facet about the x axis stands at x = middle
    static const double deep[] = {0.5, 1.5, 4};
    for (int i = 0; i < 3; ++i) {
        obj_file o = begin();
        put_pin(&o, "pin", 24, 5, 0, 10, 0.5);
        box(&o, "box", middle - deep[i] * s, -0.2, 2, 8, 0.2, 6);
        expect_kind(&o, "clash");
        o = begin();
        put_ring(&o, "ring", 24, 5, 9, 0, 10, 0.5);
        box(&o, "box", 3, -0.2, 2, middle + deep[i] * s, 0.2, 6);
        expect_kind(&o, deep[i] < 1 ? "within_tessellation" : "clash");
    }
}

/// One overlap that the facets explain does not hide another that they do not.
static void a_collar_that_overlaps_the_face(void **state)
{
    (void)state;
    static const double overlaps[] = {0, 1e-3};
    for (int i = 0; i < 2; ++i) {
        obj_file o = begin();
        put_ring(&o, "ring", 24, 5, 9, 0, 4, 0);
        fputs("o pin\n", o.file);
        const int low = put_circle(&o, 24, 5, -1, 0.5), neck = put_circle(&o, 24, 5, 4 - overlaps[i], 0.5);
        const int collar = put_circle(&o, 24, 7, 4 - overlaps[i], 0.5), high = put_circle(&o, 24, 7, 6, 0.5);
        const int bottom = put_vertex(&o, 0, 0, -1), top = put_vertex(&o, 0, 0, 6);
        put_band(&o, 24, low, neck, false);
        put_band(&o, 24, neck, collar, false);
        put_band(&o, 24, collar, high, false);
        for (int k = 0; k < 24; ++k) {
            fprintf(o.file, "f %d %d %d\n", bottom, low + (k + 1) % 24, low + k);
            fprintf(o.file, "f %d %d %d\n", top, high + k, high + (k + 1) % 24);
        }
        expect_kind(&o, i ? "clash" : "within_tessellation");
    }
}

/// A groove of one bend, a tray of two and a tray with rounded corners: nothing of them stands for a curved floor.
static void floors_are_flat(void **state)
{
    (void)state;
    const double groove[][2] = {{-10, -5}, {10, -5}, {10, 3}, {0, 0}, {-10, 3}};
    const double tray[][2] = {{-20, -5}, {20, -5}, {20, 5}, {10, 0}, {-10, 0}, {-20, 5}};
    double rounded[32][2] = {{-20, -5}, {20, -5}};
    int count = 2;
    // corners of radius 1, tangent to the floor at x = 9 and to walls that rise by 50 degrees, in facets of 10 degrees
    const double top[2] = {9 + sin(50 * SOLIDS_PI / 180) + 4 * cos(50 * SOLIDS_PI / 180),
                           1 - cos(50 * SOLIDS_PI / 180) + 4 * sin(50 * SOLIDS_PI / 180)};
    rounded[count][0] = 20, rounded[count++][1] = top[1];
    rounded[count][0] = top[0], rounded[count++][1] = top[1];
    for (int i = 5; i >= -5; --i) {
        const double angle = fabs(i * 10 * SOLIDS_PI / 180), side = i < 0 ? -1 : 1;
        if (i == 0) {
            rounded[count][0] = 9, rounded[count++][1] = 0;
            rounded[count][0] = -9, rounded[count++][1] = 0;
            continue;
        }
        rounded[count][0] = side * (9 + sin(angle)), rounded[count++][1] = 1 - cos(angle);
    }
    rounded[count][0] = -top[0], rounded[count++][1] = top[1];
    rounded[count][0] = -20, rounded[count++][1] = top[1];
    const double inside[2] = {0, -4.9};
    for (int i = 0; i < 3; ++i) {
        obj_file o = begin();
        if (i == 0) put_prism(&o, "groove", groove, 5, -10, 10, inside);
        if (i == 1) put_prism(&o, "tray", tray, 6, -10, 10, inside);
        if (i == 2) put_prism(&o, "rounded", (const double(*)[2])rounded, count, -10, 10, inside);
        box(&o, "block", -4, -4, i ? -1e-3 : 1.1, 4, 4, 6);
        expect_kind(&o, "clash");
    }
}

static void it_fails_where_asked(void **state)
{
    (void)state;
    obj_file o = begin();
    put_ring(&o, "ring", 24, 5, 9, 0, 4, 0);
    put_pin(&o, "pin", 24, 5, -1, 5, 0.5);
    fclose(o.file);
    ran r = run_feeler("check", "assembly.obj", "--fail-on", "clash,within_tessellation");
    assert_int_equal(r.status, 1);
    assert_non_null(strstr(r.out, "fails on clash, within_tessellation (--fail-on)\n"));
    assert_non_null(strstr(r.out, "  within tessellation  depth "));
    assert_non_null(strstr(r.out, "\n1 within tessellation among 1 pair"));
    ran_free(&r);
    r = run_feeler("check", "assembly.obj", "--fail-on", "tessellation");
    assert_int_equal(r.status, 2);
    assert_non_null(strstr(r.err, "within_tessellation"));
    ran_free(&r);
}

static model read_assembly(obj_file *o)
{
    fclose(o->file);
    model m = {0};
    tool_error error = {0};
    const read_limits limits = read_limits_default();
    assert_true(model_read_file(&m, "assembly.obj", &limits, &error));
    return m;
}

static void the_error_is_the_sagitta(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof facets / sizeof *facets; ++i) {
        const int n = facets[i];
        obj_file o = begin();
        put_ring(&o, "ring", n, 5, 9, 0, 4, 0);
        put_pin(&o, "pin", n, 5, -1, 5, 0.5);
        model m = read_assembly(&o);
        tessellation t;
        assert_true(tessellation_find(&t, &m.meshes[0], false));
        assert_true(fabs(t.most / sagitta(5, n) - 1) < 1e-9);
        // the wall moves back until its facets touch the circle, and no vertex leaves its plane
        for (size_t v = 0; v < m.meshes[0].vertex_count; ++v) {
            const double *from = m.meshes[0].vertices + 3 * v, *to = t.relaxed + 3 * v;
            const double radius = hypot(to[0], to[1]), before = hypot(from[0], from[1]);
            if (before > 8) assert_true(radius == before);
            if (before < 8)
                assert_true(radius * cos(SOLIDS_PI / n) > 5 &&
                            radius < 5 + 1.2 * sagitta(5, n) / cos(SOLIDS_PI / n));
            assert_true(fabs(from[2] - to[2]) < 1e-12);
        }
        tessellation_free(&t);
        // wound the other way, its outside is the wall of a bore
        assert_true(tessellation_find(&t, &m.meshes[0], true));
        assert_true(fabs(t.most / sagitta(9, n) - 1) < 1e-9);
        tessellation_free(&t);
        assert_true(tessellation_find(&t, &m.meshes[1], false));
        assert_true(t.most == 0 && !t.errors && !t.relaxed);
        model_free(&m);
    }
}

static void the_error_in_a_socket(void **state)
{
    (void)state;
    static const double middle[3] = {0, 0, 0};
    obj_file o = begin();
    box(&o, "block", -8, -8, -8, 8, 8, 8);
    put_sphere(&o, 24, 5, middle, 0, true);
    model m = read_assembly(&o);
    tessellation t;
    assert_true(tessellation_find(&t, &m.meshes[0], false));
    // a quadrangle at the equator has its corners on a small circle of the sphere, half its diagonal wide
    const double polar = SOLIDS_PI / 12, half = SOLIDS_PI / 24;
    const double high = 2 * sin(polar / 2), wide = 2 * sin(half), narrow = wide * cos(polar);
    const double diagonal = sqrt(high * high + wide * narrow);
    const double true_error = 5 * (1 - sqrt(1 - diagonal * diagonal / 4));
    assert_true(t.most > 0.95 * true_error && t.most < 1.15 * true_error);
    tessellation_free(&t);
    model_free(&m);
}

static void what_has_no_size_has_no_error(void **state)
{
    (void)state;
    double point[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    uint32_t triangle[3] = {0, 1, 2};
    const model_mesh mesh = {
        .vertices = point, .vertex_count = 3, .triangles = triangle, .triangle_count = 1};
    tessellation t;
    assert_true(tessellation_find(&t, &mesh, false));
    assert_true(t.most == 0);
}

FEELER_TESTS_WITH(NULL, enter_folder, leave_folder, cmocka_unit_test(a_round_pin_in_its_hole),
                  cmocka_unit_test(rules_and_a_round_pin), cmocka_unit_test(a_pin_that_is_too_large),
                  cmocka_unit_test(facets_as_wide_as_an_octagon_are_meant),
                  cmocka_unit_test(a_ball_in_its_socket),
                  cmocka_unit_test(balls_that_overlap_by_less_than_the_sagitta),
                  cmocka_unit_test(boxes_clash_however_little), cmocka_unit_test(a_box_against_round_walls),
                  cmocka_unit_test(a_collar_that_overlaps_the_face), cmocka_unit_test(floors_are_flat),
                  cmocka_unit_test(it_fails_where_asked), cmocka_unit_test(the_error_is_the_sagitta),
                  cmocka_unit_test(the_error_in_a_socket), cmocka_unit_test(what_has_no_size_has_no_error))
