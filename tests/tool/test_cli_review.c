// `feeler check --review` and `feeler review`: statuses that stay with a model.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/review.h"
#include "support/tests.h"
#include "tool/run_command.h"
#include "tool/schema_support.h"

static json_t *parse(const char *text)
{
    json_error_t where;
    json_t *document = json_loads(text, JSON_REJECT_DUPLICATES, &where);
    if (!document) fail_msg("line %d: %s", where.line, where.text);
    return document;
}

static const char *member(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

/// Three boxes by a base: one sunk into it by `depth`, one on it if `stands`, one above it by `gap`.
static void write_model(double depth, bool stands, double gap)
{
    const named_box boxes[] = {{"base", {0, 0, 0}, {10, 10, 1}},
                               {"sunk", {0, 0, 1 - depth}, {1, 1, 2 - depth}},
                               {"stand", {4, 4, stands ? 1 : 5}, {5, 5, 6}},
                               {"above", {8, 8, 1 + gap}, {9, 9, 2 + gap}}};
    write_boxes("m.obj", boxes, 4);
}

/// Runs a check with the review; "sunk: approved, stand: new, ..." of the findings with base.
static int check(char words[300])
{
    ran r = run_feeler("check", "m.obj", "-c", "0.5", "--fail-on",
                       "clash,contained,duplicate,touch,clearance", "--review", "m.obj", "-q", "-f", "json");
    if (*r.err) fail_msg("%s", r.err);
    json_t *report = parse(r.out);
    static const char *const names[] = {"sunk", "stand", "above"};
    size_t used = 0;
    *words = '\0';
    for (int n = 0; n < 3; ++n) {
        json_t *finding;
        size_t i;
        json_array_foreach(json_object_get(report, "findings"), i, finding)
        {
            const char *a = member(finding, "a_name"), *b = member(finding, "b_name");
            if (strcmp(a, names[n]) != 0 && strcmp(b, names[n]) != 0) continue;
            const json_t *review = json_object_get(finding, "review");
            used += (size_t)snprintf(words + used, 300 - used, "%s%s: %s%s", used ? ", " : "", names[n],
                                     member(review, "status"),
                                     json_is_true(json_object_get(review, "lapsed")) ? " lapsed" : "");
        }
    }
    const int status = r.status;
    json_decref(report);
    ran_free(&r);
    return status;
}

static void expect(int status, const char *expected)
{
    char words[300];
    const int ended = check(words);
    assert_string_equal(words, expected);
    assert_int_equal(ended, status);
}

static void feeler_review(const char *const *words, int status, const char *out, const char *err)
{
    ran r = end_feeler(start_feeler(words));
    assert_string_equal(r.err, err);
    if (out) assert_string_equal(r.out, out);
    assert_int_equal(r.status, status);
    ran_free(&r);
}
#define REVIEW(status, out, err, ...)                                                                        \
    feeler_review((const char *const[]){"review", __VA_ARGS__, NULL}, status, out, err)

static void statuses_follow_the_model(void **state)
{
    (void)state;
    unlink("m.review.json");
    write_model(0.25, true, 0.25);
    expect(1, "sunk: new, stand: new, above: new");
    expect(1, "sunk: active, stand: active, above: active");
    REVIEW(0, "3 findings set to approved in m.review.json\n", "", "m.obj", "set", "active", "approved",
           "--by", "me", "--note", "so be it");
    expect(0, "sunk: approved, stand: approved, above: approved");
    // moved as much as nothing: a tenth is allowed
    write_model(0.27, true, 0.23);
    expect(0, "sunk: approved, stand: approved, above: approved");
    // and small steps do not add up
    write_model(0.29, true, 0.2);
    expect(1, "sunk: active lapsed, stand: approved, above: active lapsed");
    expect(1, "sunk: active, stand: approved, above: active");
    // gone, told once, and new where it comes back, though it was approved before
    write_model(0.29, false, 3);
    expect(1, "sunk: active, stand: resolved, above: resolved");
    expect(1, "sunk: active");
    write_model(0.29, true, 3);
    expect(1, "sunk: active, stand: new");
}

static void worse_kinds_are_active_again(void **state)
{
    (void)state;
    unlink("m.review.json");
    write_model(0, true, 0.25);
    expect(1, "sunk: new, stand: new, above: new");
    REVIEW(0, NULL, "", "m.obj", "set", "all", "reviewed");
    expect(1, "sunk: reviewed, stand: reviewed, above: reviewed");
    write_model(0.01, true, 0);
    expect(1, "sunk: active lapsed, stand: reviewed, above: active lapsed");
}

/// What a check does not look at keeps its status.
static void what_is_not_checked_stays(void **state)
{
    (void)state;
    unlink("m.review.json");
    char words[300];
    write_model(0.25, true, 0.25);
    check(words);
    REVIEW(0, NULL, "", "m.obj", "set", "all", "approved", "--by", "me", "--note", "n");
    char *before = read_whole("m.review.json");
    ran r = run_feeler("check", "m.obj", "--pairs", "base:sunk", "--review", "m.review.json", "-q");
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, "  not checked  touch"));
    assert_non_null(strstr(r.out, "  approved     clash      depth 0.25  base   |  sunk"));
    assert_non_null(strstr(r.out, "by me: n\n"));
    assert_non_null(strstr(
        r.out,
        "m.review.json: 0 new, 0 active, 0 reviewed, 3 approved, 0 resolved (2 of them not checked)\n"));
    ran_free(&r);
    // of those that were not looked at none is active yet
    REVIEW(0, NULL, "", "m.obj", "set", "all", "new");
    r = run_feeler("check", "m.obj", "--pairs", "base:sunk", "--review", "m.review.json", "-q");
    assert_non_null(
        strstr(r.out, "m.review.json: 2 new, 1 active, 0 reviewed, 0 approved, 0 resolved (2 of them not"));
    ran_free(&r);
    write_whole("m.review.json", before);
    r = run_feeler("check", "m.obj", "--pairs", "base:sunk", "--review", "m.review.json", "-q");
    ran_free(&r);
    // not even touched
    char *after = read_whole("m.review.json");
    assert_string_equal(after, before);
    free(before);
    free(after);
}

/// Members that nobody here knows, and an entry with a status alone.
static void nothing_is_lost(void **state)
{
    (void)state;
    char words[300], key[20] = "", *text;
    unlink("m.review.json");
    write_model(0.25, true, 0.25);
    check(words);
    text = read_whole("m.review.json");
    json_t *review = parse(text), *findings = json_object_get(review, "findings"), *entry;
    free(text);
    json_object_set_new(review, "tool", json_pack("{s:[i,f,n]}", "x", 1, 0.1));
    const char *name;
    json_object_foreach(findings, name, entry)
    {
        json_object_set_new(entry, "ticket", json_pack("{s:s}", "id", "T-7 <&>"));
        if (strcmp(member(entry, "a_name"), "sunk") == 0 || strcmp(member(entry, "b_name"), "sunk") == 0)
            snprintf(key, sizeof key, "%s", name);
    }
    json_object_set_new(findings, key, json_pack("{s:s}", "status", "approved"));
    json_object_set_new(findings, "0123456789abcdef",
                        json_pack("{s:s, s:b}", "status", "reviewed", "mine", 1));
    text = json_dumps(review, 0);
    write_whole("m.review.json", text);
    free(text);
    expect(1, "sunk: approved, stand: active, above: active");
    REVIEW(0, NULL, "", "m.obj", "set", "0123", "active", "--note", "\xC3\xA4\"\n");
    text = read_whole("m.review.json");
    json_t *after = parse(text);
    free(text);
    assert_true(json_equal(json_object_get(after, "tool"), json_object_get(review, "tool")));
    json_object_foreach(json_object_get(after, "findings"), name, entry)
    {
        const json_t *ticket = json_object_get(entry, "ticket");
        if (strcmp(name, key) == 0 || strcmp(name, "0123456789abcdef") == 0) continue;
        assert_string_equal(member(ticket, "id"), "T-7 <&>");
    }
    entry = json_object_get(json_object_get(after, "findings"), "0123456789abcdef");
    assert_true(json_is_true(json_object_get(entry, "mine")));
    assert_string_equal(member(entry, "note"), "\xC3\xA4\"\n");
    assert_string_equal(member(entry, "status"), "active");
    // what is written is as the schema says, with what is known filled in
    json_t *schema =
        json_load_file(FEELER_SOURCE_DIR "/docs/review.schema.json", JSON_REJECT_DUPLICATES, NULL);
    entry = json_object_get(json_object_get(after, "findings"), key);
    assert_true(fabs(json_number_value(json_object_get(entry, "depth")) - 0.25) < 1e-9);
    json_object_del(after, "tool");
    json_object_foreach(json_object_get(after, "findings"), name, entry)
    {
        json_object_del(entry, "ticket");
        json_object_del(entry, "mine");
    }
    char why[200] = "";
    if (!valid(schema, schema, after, why)) fail_msg("%s", why);
    json_decref(schema);
    json_decref(after);
    json_decref(review);
}

static void mistakes_of_the_command(void **state)
{
    (void)state;
    char words[300];
    unlink("m.review.json");
    write_model(0.25, true, 0.25);
    check(words);
    char *before = read_whole("m.review.json");
    REVIEW(2, "",
           "feeler: error: review: expected list, set or merge after the file, not 'sett'; did you mean "
           "'set'?\n",
           "m.obj", "sett");
    REVIEW(2, "",
           "feeler: error: review: expected a status (new, active, reviewed, approved, resolved), not "
           "'aproved'; did "
           "you mean 'approved'?\n",
           "m.obj", "set", "all", "aproved");
    REVIEW(2, "", "feeler: error: review: set: expected KEY... STATUS after it\n", "m.obj", "set",
           "approved");
    REVIEW(2, "",
           "feeler: error: expected a key or the first 4 digits of it at least, a status (new, active, "
           "reviewed, "
           "approved, resolved) or all, not '0a'\n",
           "m.obj", "set", "0a", "approved");
    REVIEW(2, "",
           "feeler: error: m.review.json: has no finding with the key '00000'; `feeler review m.review.json` "
           "lists "
           "them\n",
           "m.obj", "set", "00000", "active");
    REVIEW(2, "", "feeler: error: m.review.json: has no resolved finding\n", "m.obj", "set", "resolved",
           "active");
    REVIEW(2, "", "feeler: error: none.review.json: No such file or directory\n", "none.glb");
    REVIEW(2, "", "feeler: error: review: list takes neither --note nor --by\n", "m.obj", "--by", "x");
    // one key of two is wrong, so neither is set
    REVIEW(2, "",
           "feeler: error: m.review.json: has no finding with the key '00000'; `feeler review m.review.json` "
           "lists "
           "them\n",
           "m.obj", "set", "new", "00000", "active");
    char *after = read_whole("m.review.json");
    assert_string_equal(after, before);
    free(before);
    free(after);
}

static void mistakes_of_options(void **state)
{
    (void)state;
    char words[300];
    unlink("m.review.json");
    write_model(0.25, true, 0.25);
    check(words);
    char *before = read_whole("m.review.json");
    ran r = run_feeler("review", "m.obj", "set", "new", "approved", "--by", "me");
    assert_non_null(strstr(r.err, "--by says who does and --note why\n"));
    ran_free(&r);
    static const char *const table[][2] = {
        {"-b", "feeler: error: --review: is compared with as --baseline is; expected one of the two\n"},
        {"-o", "feeler: error: m.review.json: is the review; it would be written over\n"}};
    for (size_t i = 0; i < 2; ++i) {
        r = run_feeler("check", "m.obj", "--review", "m.obj", table[i][0], "m.review.json");
        assert_string_equal(r.err, table[i][1]);
        assert_int_equal(r.status, 2);
        ran_free(&r);
    }
    char *after = read_whole("m.review.json");
    assert_string_equal(after, before);
    free(before);
    free(after);
}

#define HEAD "{\"schema\": \"feeler.review\", \"version\": 1, \"findings\": "
static const char *const files[][2] = {
    {"", "m.review.json: line 1, column 0: no JSON: '[' or '{' expected near end of file"},
    {"[]", "m.review.json: $.schema: expected \"feeler.review\", a file of `feeler check --review`"},
    {"{\"schema\": \"feeler.review\", \"version\": 2}",
     "m.review.json: $.version: expected 1, the only version this feeler reads"},
    {HEAD "[]}", "m.review.json: $.findings: expected an object"},
    {HEAD "{\"x\": {}}}",
     "m.review.json: $.findings.x: expected 16 hexadecimal digits as the key of a finding"},
    {HEAD "{\"0123456789abcdef\": 1}}", "m.review.json: $.findings.0123456789abcdef: expected an object"},
    {HEAD "{\"0123456789abcdef\": {\"status\": \"okay\"}}}",
     "m.review.json: $.findings.0123456789abcdef.status: expected new, active, reviewed, approved or "
     "resolved"},
    {HEAD "{\"0123456789abcdef\": {\"status\": \"new\", \"depth\": -1}}}",
     "m.review.json: $.findings.0123456789abcdef.depth: expected a number of at least 0"},
    {HEAD "{\"0123456789abcdef\": {\"status\": \"new\", \"kind\": \"bang\"}}}",
     "m.review.json: $.findings.0123456789abcdef.kind: expected clash, contained, duplicate, "
     "within_tessellation, touch, clearance or apart"},
    {HEAD "{\"0123456789abcdef\": {\"status\": \"new\", \"note\": 7}}}",
     "m.review.json: $.findings.0123456789abcdef.note: expected a string"},
};

static void mistakes_in_files(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        review v;
        tool_error error = {{0}};
        assert_false(review_parse(&v, "m.review.json", files[i][0], strlen(files[i][0]), &error));
        assert_string_equal(error.message, files[i][1]);
    }
}

/// What was decided elsewhere: status, note and author of each entry, and nothing else.
static void decisions_are_merged(void **state)
{
    (void)state;
    char words[300];
    unlink("m.review.json");
    write_model(0.25, true, 0.25);
    check(words);
    char *text = read_whole("m.review.json");
    json_t *other = parse(text), *findings = json_object_get(other, "findings"), *entry;
    const char *name;
    json_object_foreach(findings, name, entry)
    {
        json_object_set_new(entry, "status", json_string("approved"));
        json_object_set_new(entry, "note", json_string("n"));
        json_object_set_new(entry, "depth", json_real(7));
    }
    json_object_set_new(findings, "0123456789abcdef",
                        json_pack("{s:s, s:b}", "status", "reviewed", "mine", 1));
    char *changed = json_dumps(other, 0);
    write_whole("o.json", changed);
    REVIEW(0, "4 findings set to what was decided in m.review.json\n", "", "m.obj", "merge", "o.json");
    expect(0, "sunk: approved, stand: approved, above: approved");
    char *after = read_whole("m.review.json");
    assert_null(strstr(after, "\"depth\": 7"));
    assert_non_null(strstr(after, "\"0123456789abcdef\": {\"status\": \"reviewed\", \"mine\": true}"));
    REVIEW(2, "", "feeler: error: review: merge: expected one OTHER.json after it\n", "m.obj", "merge");
    REVIEW(2, "", "feeler: error: none.json: No such file or directory\n", "m.obj", "merge", "none.json");
    // the first decisions make the file
    unlink("m.review.json");
    REVIEW(0, NULL, "", "m.obj", "merge", "o.json");
    free(text);
    free(changed);
    free(after);
    json_decref(other);
}

/// Units are those of the run, as with a baseline; and the names of the file.
static void units_and_names(void **state)
{
    (void)state;
    unlink("m.review.json");
    write_model(0.25, true, 0.25);
    ran r = run_feeler("check", "m.obj", "--unit", "mm", "--review", "m.obj", "-q");
    ran_free(&r);
    r = run_feeler("check", "m.obj", "--unit", "m", "--review", "m.obj", "-q");
    assert_string_equal(
        r.err,
        "feeler: error: m.review.json: its unit is 'mm', and this run's 'm'; --unit makes them the same\n");
    ran_free(&r);
    static const char *const names[][2] = {{"m.glb", "m.review.json"},
                                           {"a.b/m", "a.b/m.review.json"},
                                           {"a.b/m.x.stl", "a.b/m.x.review.json"},
                                           {"x.json", "x.json"},
                                           {".hidden", ".hidden.review.json"},
                                           {"a/.hidden", "a/.hidden.review.json"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        char *path = review_path(names[i][0]);
        assert_string_equal(path, names[i][1]);
        free(path);
    }
}

FEELER_TESTS_WITH(NULL, enter_folder, leave_folder, cmocka_unit_test(statuses_follow_the_model),
                  cmocka_unit_test(worse_kinds_are_active_again), cmocka_unit_test(what_is_not_checked_stays),
                  cmocka_unit_test(nothing_is_lost), cmocka_unit_test(mistakes_of_the_command),
                  cmocka_unit_test(mistakes_of_options), cmocka_unit_test(mistakes_in_files),
                  cmocka_unit_test(decisions_are_merged), cmocka_unit_test(units_and_names))
