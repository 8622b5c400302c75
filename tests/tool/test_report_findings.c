#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/findings.h"
#include "support/tests.h"

static report_finding make(const char *key, const char *name, flr_interference_kind kind, double size,
                           report_status status)
{
    report_finding f = {.name_a = name, .name_b = "z", .kind = kind, .status = status};
    strcpy(f.key, key);
    if (kind == FLR_CLEARANCE) {
        f.distance = size;
    } else {
        f.depth = size;
    }
    return f;
}

static void the_worst_comes_first_whatever_the_order(void **state)
{
    (void)state;
    // in the order that is expected
    const report_finding sorted[] = {
        make("1", "n", FLR_CLASH, 5, REPORT_PERSISTENT),
        make("2", "b", FLR_CLASH, 4, REPORT_NEW),
        make("3", "c", FLR_CLASH, 4, REPORT_NEW),
        make("4", "a", FLR_CONTAINED, 9, REPORT_NEW),
        make("5", "a", FLR_CONTAINED, 8, REPORT_NEW),
        make("6", "a", FLR_TOUCH, 1e-9, REPORT_NEW),
        make("7", "b", FLR_TOUCH, 1e-7, REPORT_NEW),
        make("8", "c", FLR_CLEARANCE, 0.1, REPORT_PERSISTENT),
        make("9", "b", FLR_CLEARANCE, 0.2, REPORT_NEW),
        make("a", "b", FLR_CLEARANCE, 0.2, REPORT_NEW),
        make("b", "a", FLR_CLASH, 100, REPORT_NOT_CHECKED),
        make("c", "a", FLR_CLEARANCE, 1, REPORT_NOT_CHECKED),
        make("d", "a", FLR_CLASH, 100, REPORT_GONE),
        make("e", "a", FLR_TOUCH, 0, REPORT_GONE),
    };
    enum { COUNT = sizeof sorted / sizeof *sorted };
    for (size_t step = 1; step < COUNT; ++step) {
        if (COUNT % step == 0 && step > 1) continue;  // steps that visit every place
        report_finding shuffled[COUNT];
        bool coprime = true;
        for (size_t d = 2; d <= step; ++d) coprime = coprime && (step % d || COUNT % d);
        if (!coprime) continue;
        for (size_t i = 0; i < COUNT; ++i) shuffled[i * step % COUNT] = sorted[i];
        report r = {.findings = shuffled, .finding_count = COUNT};
        report_sort(&r);
        for (size_t i = 0; i < COUNT; ++i) assert_string_equal(shuffled[i].key, sorted[i].key);
    }
}

static void the_summary_counts_what_is_there(void **state)
{
    (void)state;
    report_finding findings[] = {
        make("1", "a", FLR_CLASH, 1, REPORT_NEW),     make("2", "a", FLR_CLASH, 1, REPORT_PERSISTENT),
        make("3", "a", FLR_CLASH, 1, REPORT_GONE),    make("4", "a", FLR_TOUCH, 0, REPORT_NEW),
        make("5", "a", FLR_TOUCH, 0, REPORT_NEW),     make("6", "a", FLR_CONTAINED, 1, REPORT_NOT_CHECKED),
        make("7", "a", FLR_CLEARANCE, 1, REPORT_NEW),
    };
    report r = {.findings = findings, .finding_count = 7};
    r.settings.fail_on[FLR_CLASH] = r.settings.fail_on[FLR_CLEARANCE] = r.settings.fail_on[FLR_CONTAINED] =
        true;
    report_count(&r);
    const report_summary *s = &r.summary;
    assert_int_equal(s->kinds[FLR_CLASH], 2);
    assert_int_equal(s->kinds[FLR_TOUCH], 2);
    assert_int_equal(s->kinds[FLR_CONTAINED], 0);
    assert_int_equal(s->kinds[FLR_CLEARANCE], 1);
    assert_int_equal(s->statuses[REPORT_NEW], 4);
    assert_int_equal(s->statuses[REPORT_PERSISTENT], 1);
    assert_int_equal(s->statuses[REPORT_GONE], 1);
    assert_int_equal(s->statuses[REPORT_NOT_CHECKED], 1);
    assert_int_equal(s->failing, 2);  // the new clash and the new clearance; touch does not count here
}

static void names_and_kinds_go_both_ways(void **state)
{
    (void)state;
    static const char *const names[] = {"clearance", "touch", "clash", "contained"};
    for (size_t i = 0; i < 4; ++i)
        assert_string_equal(report_kind_name(report_kind_from_name(names[i])), names[i]);
    assert_int_equal(report_kind_from_name("apart"), FLR_APART);
    assert_int_equal(report_kind_from_name(""), FLR_APART);
    assert_true(report_severity(FLR_CLASH) == report_severity(FLR_CONTAINED));
    assert_true(report_severity(FLR_CLASH) > report_severity(FLR_TOUCH));
    assert_true(report_severity(FLR_TOUCH) > report_severity(FLR_CLEARANCE));
    report_status status;
    assert_true(report_status_from_name("not_checked", &status) && status == REPORT_NOT_CHECKED);
    assert_false(report_status_from_name("old", &status));
}

static void a_flag_of_either_part_is_told_once(void **state)
{
    (void)state;
    const char *names[REPORT_FLAG_COUNT];
    assert_int_equal(report_flag_names(FLR_FLAG_A_OPEN | FLR_FLAG_B_OPEN | FLR_FLAG_B_UNORIENTED, names), 2);
    assert_string_equal(names[0], "not_watertight");
    assert_string_equal(names[1], "inconsistent_winding");
    assert_int_equal(report_flag_names(0, names), 0);
    assert_int_equal(report_flag_names(UINT32_MAX, names), REPORT_FLAG_COUNT);
}

/// The worst stay, and all are counted, listed or not.
static void what_is_beyond_the_limit_is_counted(void **state)
{
    (void)state;
    enum { COUNT = REPORT_LISTED + 3 };
    report_finding *findings = calloc(COUNT, sizeof *findings);
    assert_non_null(findings);
    for (size_t i = 0; i < COUNT; ++i) {
        const size_t place = i * 7 % COUNT;
        findings[place] = make("k", "n", i < 2 ? FLR_TOUCH : FLR_CLASH, (double)i, REPORT_NEW);
    }
    report r = {.findings = findings, .finding_count = COUNT};
    r.settings.fail_on[FLR_CLASH] = true;
    report_limit(&r, COUNT);
    assert_int_equal(r.finding_count, COUNT);
    report_limit(&r, REPORT_LISTED);
    assert_int_equal(r.finding_count, REPORT_LISTED);
    assert_int_equal(r.summary.unlisted[FLR_TOUCH], 2);
    assert_int_equal(r.summary.unlisted[FLR_CLASH], 1);
    assert_int_equal(r.summary.unlisted_failing, 1);
    for (size_t i = 0; i < REPORT_LISTED; ++i) {
        assert_int_equal(findings[i].kind, FLR_CLASH);
        assert_true(findings[i].depth == (double)(COUNT - 1 - i));
    }
    report_count(&r);
    assert_int_equal(r.summary.kinds[FLR_TOUCH], 2);
    assert_int_equal(r.summary.kinds[FLR_CLASH], COUNT - 2);
    free(findings);
}

FEELER_TESTS(cmocka_unit_test(the_worst_comes_first_whatever_the_order),
             cmocka_unit_test(the_summary_counts_what_is_there),
             cmocka_unit_test(names_and_kinds_go_both_ways),
             cmocka_unit_test(a_flag_of_either_part_is_told_once),
             cmocka_unit_test(what_is_beyond_the_limit_is_counted))
