#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "report/groups.h"
#include "report/report.h"
#include "support/tests.h"
#include "tool/run_command.h"

/// Six parts of three designs (two of them with the name "pin") in a hull with two cabins, and a part of another file.
static const struct {
    const char *path, *name, *mesh;
    size_t design;
} parts[] = {{"ship/bow/pin", "pin", "pin", 4},      {"ship/bow/plate", "plate", "", 2},
             {"ship/keel", "keel", "pin", 1},        {"ship/stern/pin", "pin#2", "pin", 4},
             {"ship/stern/plate", "plate#2", "", 2}, {"shore", "shore", "pin", 1}};
enum { PARTS = sizeof parts / sizeof *parts, FINDINGS = 6 };

typedef struct sample {
    report r;
    report_part parts[PARTS];
    report_finding findings[FINDINGS];
} sample;

static void make_sample(sample *s)
{
    static const struct {
        size_t a, b;
        flr_interference_kind kind;
        double depth, x;
        report_status status;
    } rows[FINDINGS] = {{0, 1, FLR_CLASH, 5, 0, REPORT_NEW},
                        {3, 4, FLR_CLASH, 4, 50, REPORT_NEW},
                        {0, 2, REPORT_WITHIN_TESSELLATION, 0.5, 9, REPORT_NEW},
                        {2, 3, FLR_TOUCH, 0, 11, REPORT_PERSISTENT},
                        {2, 5, FLR_TOUCH, 0, 52, REPORT_NEW},
                        {REPORT_NO_PART, REPORT_NO_PART, FLR_CLASH, 99, 1e300, REPORT_GONE}};
    *s = (sample){0};
    for (size_t i = 0; i < PARTS; ++i) {
        s->parts[i] = (report_part){.name = parts[i].name,
                                    .path = parts[i].path,
                                    .mesh_name = parts[i].mesh,
                                    .design = parts[i].design};
        report_part_id(s->parts[i].id, parts[i].path);
    }
    for (size_t i = 0; i < FINDINGS; ++i) {
        const bool gone = rows[i].a == REPORT_NO_PART;
        report_finding *f = &s->findings[i];
        *f = (report_finding){.part_a = rows[i].a,
                              .part_b = rows[i].b,
                              .name_a = gone ? "mast" : parts[rows[i].a].name,
                              .name_b = gone ? "sail" : parts[rows[i].b].name,
                              .kind = rows[i].kind,
                              .depth = rows[i].depth,
                              .status = rows[i].status,
                              .point = {rows[i].x, 0, 0}};
        report_part_id(f->id_a, gone ? "ship/mast" : parts[rows[i].a].path);
        report_part_id(f->id_b, gone ? "ship/sail" : parts[rows[i].b].path);
    }
    s->r = (report){.parts = s->parts,
                    .part_count = PARTS,
                    .findings = s->findings,
                    .finding_count = FINDINGS,
                    .settings = {.diagonal = 100, .unit = "mm"}};
}

typedef struct expected {
    const char *name, *findings;
    size_t clashes;
    double depth;
} expected;

static void expect_groups(report_grouping by, const expected *wanted, size_t count)
{
    sample s;
    make_sample(&s);
    report_groups g;
    assert_true(report_groups_make(&g, &s.r, by));
    assert_int_equal(g.count, count);
    for (size_t i = 0; i < count; ++i) {
        char members[32] = "";
        for (size_t k = 0; k < g.groups[i].count; ++k) members[k] = (char)('0' + g.groups[i].findings[k]);
        assert_string_equal(g.groups[i].name, wanted[i].name);
        assert_string_equal(members, wanted[i].findings);
        assert_int_equal(g.groups[i].kinds[FLR_CLASH], wanted[i].clashes);
        assert_true(g.groups[i].depth == wanted[i].depth);
    }
    report_groups_free(&g);
}

/// Both orders of one pair of designs are one group; a second design of a name is told apart.
static void by_design(void **state)
{
    (void)state;
    static const expected wanted[] = {{"pin  |  plate", "01", 2, 5},
                                      {"pin  |  pin#2", "23", 0, 0.5},
                                      {"pin#2  |  pin#2", "4", 0, 0},
                                      {"mast  |  sail", "5", 0, 0}};
    expect_groups(REPORT_BY_DESIGN, wanted, 4);
}

static void by_part(void **state)
{
    (void)state;
    static const expected wanted[] = {{"pin", "02", 1, 5},    {"plate", "0", 1, 5},    {"pin#2", "13", 1, 4},
                                      {"plate#2", "1", 1, 4}, {"keel", "234", 0, 0.5}, {"shore", "4", 0, 0},
                                      {"mast", "5", 0, 0},    {"sail", "5", 0, 0}};
    expect_groups(REPORT_BY_PART, wanted, 8);
}

/// The diagonal is 100, so a place has a radius of 10: 9 lies within it about 0, 11 does not, though it is near 9.
static void by_place(void **state)
{
    (void)state;
    static const expected wanted[] = {{"(0, 0, 0) mm", "02", 1, 5},
                                      {"(50, 0, 0) mm", "14", 1, 4},
                                      {"(11, 0, 0) mm", "3", 0, 0},
                                      {"(1.0000000000000001e+300, 0, 0) mm", "5", 0, 0}};
    expect_groups(REPORT_BY_PLACE, wanted, 4);
}

static void by_level(void **state)
{
    (void)state;
    static const expected wanted[] = {{"ship/bow", "0", 1, 5},
                                      {"ship/stern", "1", 1, 4},
                                      {"ship", "23", 0, 0.5},
                                      {"between files", "4", 0, 0},
                                      {"not in this run", "5", 0, 0}};
    expect_groups(REPORT_BY_LEVEL, wanted, 5);
}

static void nothing_found_has_no_groups(void **state)
{
    (void)state;
    const report empty = {0};
    for (int by = 0; by < REPORT_GROUPING_COUNT; ++by) {
        report_groups g;
        assert_true(report_groups_make(&g, &empty, (report_grouping)by));
        assert_int_equal(g.count, 0);
        report_groups_free(&g);
    }
}

/// A row of posts on a rail, each overlapping it.
static void write_row(size_t count)
{
    FILE *file = fopen("row.obj", "wb");
    int vertices = 0;
    put_box(file, &vertices, "rail", (const double[3]){0, 0, 0}, (const double[3]){1000, 1, 1});
    for (size_t i = 0; i < count; ++i) {
        char name[32];
        snprintf(name, sizeof name, "post %zu", i);
        const double x = 10 * (double)i;
        put_box(file, &vertices, name, (const double[3]){x + 1, 0.2, 0.5}, (const double[3]){x + 2, 0.8, 5});
    }
    fclose(file);
}

static void the_text_has_groups_where_there_are_many(void **state)
{
    (void)state;
    static const struct {
        size_t posts;
        const char *options[3];
        bool groups, rows;
    } table[] = {{40, {"-q", "-q", "-q"}, false, true},
                 {41, {"-q", "-q", "-q"}, true, false},
                 {41, {"--list", "-q", "-q"}, true, true},
                 {3, {"--group-by", "part", "-q"}, true, true}};
    for (size_t i = 0; i < 4; ++i) {
        write_row(table[i].posts);
        ran r = run_feeler("check", "row.obj", table[i].options[0], table[i].options[1], table[i].options[2]);
        assert_int_equal(strstr(r.out, " groups by ") != NULL, table[i].groups);
        assert_int_equal(strstr(r.out, "  |  rail  at (") != NULL, table[i].rows);
        assert_int_equal(strstr(r.out, "--list shows each") != NULL, table[i].groups && !table[i].rows);
        ran_free(&r);
    }
    ran r = run_feeler("check", "row.obj", "--group-by", "colour");
    assert_int_equal(r.status, 2);
    ran_free(&r);
}

/// The groups in the JSON name findings by their places, each in one group (of parts: in two).
static void the_json_has_all_groups(void **state)
{
    (void)state;
    write_row(50);
    ran r = run_feeler("check", "row.obj", "-f", "json");
    json_t *report = json_loads(r.out, JSON_REJECT_DUPLICATES, NULL),
           *groups = json_object_get(report, "groups");
    assert_int_equal(json_array_size(json_object_get(report, "findings")), 50);
    for (int by = 0; by < REPORT_GROUPING_COUNT; ++by) {
        size_t seen[50] = {0}, index, k;
        json_t *group, *place;
        json_array_foreach(json_object_get(groups, report_grouping_name((report_grouping)by)), index, group)
        {
            json_array_foreach(json_object_get(group, "findings"), k, place)
                seen[json_integer_value(place)]++;
        }
        for (size_t i = 0; i < 50; ++i) assert_int_equal(seen[i], by == REPORT_BY_PART ? 2 : 1);
    }
    assert_int_equal(json_array_size(json_object_get(groups, "part")), 51);
    assert_int_equal(json_array_size(json_object_get(groups, "level")), 1);
    json_decref(report);
    ran_free(&r);
}

FEELER_TESTS_WITH(NULL, enter_folder, leave_folder, cmocka_unit_test(by_design), cmocka_unit_test(by_part),
                  cmocka_unit_test(by_place), cmocka_unit_test(by_level),
                  cmocka_unit_test(nothing_found_has_no_groups),
                  cmocka_unit_test(the_text_has_groups_where_there_are_many),
                  cmocka_unit_test(the_json_has_all_groups))
