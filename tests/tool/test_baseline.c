#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/baseline.h"
#include "report/report.h"
#include "support/tests.h"
#include "tool/run_command.h"

enum { PARTS = 8 };
static char paths[PARTS][24];
static const double identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

/// A report over the first `count` of the parts p0, p1, ...; without findings.
static report make_report(report_part parts[PARTS], size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        snprintf(paths[i], sizeof paths[i], "p%zu", i);
        parts[i] = (report_part){.name = paths[i], .path = paths[i], .transform = identity};
        report_part_id(parts[i].id, parts[i].path);
    }
    report r = {.parts = parts, .part_count = count, .settings = {.tolerance = 1e-6, .clearance = 0.5}};
    r.findings = calloc(16, sizeof *r.findings);
    assert_non_null(r.findings);
    return r;
}

static void add(report *r, size_t a, size_t b, flr_interference_kind kind, double distance, double depth)
{
    report_finding *f = &r->findings[r->finding_count++];
    *f = (report_finding){.part_a = a,
                          .part_b = b,
                          .name_a = r->parts[a].name,
                          .name_b = r->parts[b].name,
                          .kind = kind,
                          .distance = distance,
                          .depth = depth};
    memcpy(f->id_a, r->parts[a].id, REPORT_KEY_SIZE);
    memcpy(f->id_b, r->parts[b].id, REPORT_KEY_SIZE);
    report_pair_key(f->key, f->id_a, f->id_b);
}

static void save(report *r, const char *path)
{
    buffer t = {0};
    report_json(&t, r);
    assert_false(t.failed);
    write_whole(path, t.data);
    buffer_free(&t);
}

static double all(const void *user, size_t a, size_t b)
{
    (void)user, (void)a, (void)b;
    return 0.5;
}

/// Every pair but 0 and 1.
static double not_first(const void *user, size_t a, size_t b)
{
    (void)user;
    return a + b != 1 ? 0.5 : -1;
}

static const report_finding *find(const report *r, const char *name_a, const char *name_b)
{
    for (size_t i = 0; i < r->finding_count; ++i) {
        if (strcmp(r->findings[i].name_a, name_a) == 0 && strcmp(r->findings[i].name_b, name_b) == 0)
            return &r->findings[i];
    }
    return NULL;
}

static void each_pair_gets_its_status(void **state)
{
    (void)state;
    report_part old_parts[PARTS], new_parts[PARTS];
    report old = make_report(old_parts, 8);
    add(&old, 0, 1, FLR_CLASH, 0, 2);        // left out of scope now
    add(&old, 0, 2, FLR_CLASH, 0, 2);        // still there, deeper
    add(&old, 1, 2, FLR_TOUCH, 0, 0);        // a clash now
    add(&old, 1, 3, FLR_CLASH, 0, 1);        // a touch now
    add(&old, 2, 3, FLR_TOUCH, 0, 0);        // gone
    add(&old, 3, 4, FLR_CLEARANCE, 0.4, 0);  // gone
    add(&old, 3, 5, FLR_CLEARANCE, 0.6, 0);  // beyond this run's clearance
    add(&old, 2, 7, FLR_CLASH, 0, 1);        // a part is missing
    old.settings.clearance = 1;
    save(&old, "old.json");
    report now = make_report(new_parts, 7);
    add(&now, 0, 2, FLR_CLASH, 0, 3);
    add(&now, 1, 2, FLR_CLASH, 0, 0.1);
    add(&now, 1, 3, FLR_TOUCH, 0, 0);
    add(&now, 4, 5, FLR_CLEARANCE, 0.1, 0);
    tool_error error = {0};
    baseline b;
    if (!baseline_read(&b, "old.json", &error)) fail_msg("%s", error.message);
    assert_true(baseline_compare(&b, &now, not_first, NULL));
    static const struct {
        const char *a, *b;
        report_status status;
    } expected[] = {
        {"p0", "p1", REPORT_NOT_CHECKED}, {"p0", "p2", REPORT_PERSISTENT},  {"p1", "p2", REPORT_NEW},
        {"p1", "p3", REPORT_PERSISTENT},  {"p2", "p3", REPORT_GONE},        {"p3", "p4", REPORT_GONE},
        {"p3", "p5", REPORT_NOT_CHECKED}, {"p2", "p7", REPORT_NOT_CHECKED}, {"p4", "p5", REPORT_NEW}};
    assert_int_equal(now.finding_count, sizeof expected / sizeof *expected);
    for (size_t i = 0; i < now.finding_count; ++i) {
        const report_finding *f = find(&now, expected[i].a, expected[i].b);
        assert_non_null(f);
        if (f->status != expected[i].status)
            fail_msg("%s and %s: %s", expected[i].a, expected[i].b, report_status_name(f->status));
    }
    const report_finding *worse = find(&now, "p1", "p2");
    assert_true(worse->has_previous && worse->previous.kind == FLR_TOUCH);
    assert_false(find(&now, "p4", "p5")->has_previous);
    const report_finding *missing = find(&now, "p2", "p7");
    assert_true(missing->part_a == 2 && missing->part_b == REPORT_NO_PART);
    assert_true(missing->kind == FLR_CLASH && missing->depth == 1);
    baseline_free(&b);
    free(old.findings);
    free(now.findings);
}

static void a_report_is_the_next_baseline(void **state)
{
    (void)state;
    report_part parts[PARTS];
    report old = make_report(parts, 4);
    add(&old, 0, 1, FLR_CLASH, 0, 1);
    add(&old, 0, 2, FLR_CLASH, 0, 1);
    old.findings[0].status = REPORT_NOT_CHECKED;
    old.findings[1].status = REPORT_GONE;
    save(&old, "old.json");
    tool_error error = {0};
    baseline b;
    assert_true(baseline_read(&b, "old.json", &error));
    assert_int_equal(b.count, 1);
    report now = make_report(parts, 4);
    assert_true(baseline_compare(&b, &now, all, NULL));
    assert_int_equal(now.finding_count, 1);
    assert_int_equal(now.findings[0].status, REPORT_GONE);
    assert_string_equal(now.findings[0].name_b, "p1");
    baseline_free(&b);
    free(old.findings);
    free(now.findings);
}

static void a_key_that_stands_twice_counts_once(void **state)
{
    (void)state;
    report_part parts[PARTS];
    report old = make_report(parts, 4);
    add(&old, 0, 1, FLR_CLASH, 0, 1);
    add(&old, 0, 1, FLR_CLASH, 0, 1);
    add(&old, 2, 3, FLR_CLASH, 0, 1);
    add(&old, 2, 3, FLR_CLASH, 0, 1);
    save(&old, "old.json");
    tool_error error = {0};
    baseline b;
    assert_true(baseline_read(&b, "old.json", &error));
    report now = make_report(parts, 4);
    add(&now, 0, 1, FLR_CLASH, 0, 1);
    assert_true(baseline_compare(&b, &now, all, NULL));
    assert_int_equal(now.finding_count, 2);
    assert_int_equal(now.findings[0].status, REPORT_PERSISTENT);
    assert_int_equal(now.findings[1].status, REPORT_GONE);
    baseline_free(&b);
    free(old.findings);
    free(now.findings);
}

static void everything_of_a_finding_comes_back(void **state)
{
    (void)state;
    report_part parts[PARTS];
    report old = make_report(parts, 2);
    add(&old, 0, 1, FLR_CLASH, 0, 1.0 / 3);
    report_finding *f = &old.findings[0];
    for (int k = 0; k < 3; ++k) {
        f->point_a[k] = 0.1 * k;
        f->point_b[k] = -1.0 / (k + 3);
        f->normal[k] = k;
        f->point[k] = 1e-300 * k;
    }
    f->flags = FLR_FLAG_B_OPEN | FLR_FLAG_DEPTH_LOWER_BOUND | FLR_FLAG_B_IN_A | FLR_FLAG_TOLERANCE_USED;
    save(&old, "old.json");
    tool_error error = {0};
    baseline b;
    assert_true(baseline_read(&b, "old.json", &error));
    const report_finding *g = &b.findings[0];
    assert_memory_equal(g->point_a, f->point_a, sizeof f->point_a);
    assert_memory_equal(g->point_b, f->point_b, sizeof f->point_b);
    assert_memory_equal(g->normal, f->normal, sizeof f->normal);
    assert_memory_equal(g->point, f->point, sizeof f->point);
    assert_true(g->depth == f->depth && strcmp(g->key, f->key) == 0);
    const char *before[REPORT_FLAG_COUNT], *after[REPORT_FLAG_COUNT];
    size_t count = report_flag_names(f->flags, before);
    assert_int_equal(count, 4);
    assert_int_equal(report_flag_names(g->flags, after), count);
    for (size_t i = 0; i < count; ++i) assert_string_equal(after[i], before[i]);
    baseline_free(&b);
    free(old.findings);
}

static void a_bad_file_gets_one_clear_error(void **state)
{
    (void)state;
#define HEAD                                                                                                 \
    "{\"schema\": \"feeler.report\", \"version\": 1, \"settings\": {\"tolerance\": 0, \"clearance\": 0}, "
#define START                                                                                                \
    "{\"key\": \"0123456789abcdef\", \"a\": \"0123456789abcdef\", \"b\": \"0123456789abcdef\", \"a_name\": " \
    "\"x\", "
    static const char *const table[][2] = {
        {"", "old.json: line 1, column 0: no JSON: '[' or '{' expected near end of file"},
        {"{\"schema\": ", "old.json: line 1, column 11: no JSON: unexpected token near end of file"},
        {"[]", "old.json: $.schema: expected \"feeler.report\", a report of `feeler check --format json`"},
        {"{\"schema\": \"feeler.report\", \"version\": 2}",
         "old.json: $.version: expected 1, the only version this feeler reads"},
        {"{\"schema\": \"feeler.report\", \"version\": 1}",
         "old.json: $.settings: expected the numbers clearance and tolerance"},
        {HEAD "\"findings\": {}}", "old.json: $.findings: expected an array"},
        {HEAD "\"findings\": [3]}", "old.json: $.findings[0]: expected an object"},
        {HEAD "\"findings\": [{\"key\": \"xyz\"}]}",
         "old.json: $.findings[0].key: expected 16 hexadecimal digits"},
        {HEAD "\"findings\": [" START "\"b_name\": 7}]}",
         "old.json: $.findings[0].b_name: expected a string"},
        {HEAD "\"findings\": [" START
              "\"b_name\": \"y\", \"kind\": \"clash\", \"status\": \"new\", \"distance\": -1}]}",
         "old.json: $.findings[0].distance: expected a number of at least 0"},
        {HEAD "\"findings\": [" START "\"b_name\": \"y\", \"kind\": \"clash\", \"status\": \"new\", "
              "\"distance\": 1, \"depth\": 0, \"point_a\": [1, 2]}]}",
         "old.json: $.findings[0].point_a: expected three numbers"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        tool_error error = {0};
        baseline b;
        write_whole("old.json", table[i][0]);
        assert_false(baseline_read(&b, "old.json", &error));
        assert_string_equal(error.message, table[i][1]);
    }
    tool_error error = {0};
    baseline b;
    assert_false(baseline_read(&b, "missing.json", &error));
    assert_string_equal(error.message, "missing.json: cannot be read: No such file or directory");
}

FEELER_TESTS_WITH(NULL, enter_folder, leave_folder, cmocka_unit_test(each_pair_gets_its_status),
                  cmocka_unit_test(a_report_is_the_next_baseline),
                  cmocka_unit_test(a_key_that_stands_twice_counts_once),
                  cmocka_unit_test(everything_of_a_finding_comes_back),
                  cmocka_unit_test(a_bad_file_gets_one_clear_error))
