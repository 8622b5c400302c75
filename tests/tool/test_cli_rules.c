// `feeler check --rules`: the example of docs/rules.md, and what each kind of rule finds among boxes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/tests.h"
#include "tool/run_command.h"
#include "tool/schema_support.h"

#define SAMPLE FEELER_SOURCE_DIR "/examples/sample.glb"
#define SAMPLE_RULES FEELER_SOURCE_DIR "/examples/sample.rules.yaml"

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

/// The rows of the first table in docs/rules.md are the findings, in their order.
static void the_example_is_as_documented(void **state)
{
    (void)state;
    ran r = run_feeler("check", SAMPLE, "--unit", "mm", "--rules", SAMPLE_RULES, "-f", "json", "-q");
    assert_string_equal(r.err, "");
    assert_int_equal(r.status, 1);
    json_t *report = parse(r.out);
    const json_t *findings = json_object_get(report, "findings");
    FILE *f = fopen(FEELER_SOURCE_DIR "/docs/rules.md", "r");
    assert_non_null(f);
    char line[512];
    size_t row = 0;
    bool inside = false;
    while (fgets(line, sizeof line, f)) {
        if (strncmp(line, "| severity | kind |", 19) == 0) inside = true;
        if (!inside || strncmp(line, "| ---", 5) == 0 || strncmp(line, "| severity", 10) == 0) continue;
        if (*line != '|') break;
        const json_t *finding = json_array_get(findings, row++);
        char expected[512];
        snprintf(expected, sizeof expected, "| %s | %s | %s | %s | %s |\n", member(finding, "severity"),
                 member(finding, "kind"), member(finding, "a_name"), member(finding, "b_name"),
                 member(finding, "rule"));
        assert_string_equal(line, expected);
    }
    fclose(f);
    assert_int_equal(row, 5);
    assert_int_equal(json_array_size(findings), 5);
    // by hand: 4 bolts by 2 feet, 4 bolts by the plate, 2 rings, 4 rings by 2 housings, key and shaft; all 42 * 41 / 2 pairs; what is left
    // of these, without the dowel in its block
    static const int pairs[] = {8, 4, 2, 8, 1, 861, 861 - 8 - 4 - 2 - 8 - 1 - 1};
    for (size_t i = 0; i < 7; ++i) {
        const json_t *rule = json_array_get(json_object_get(report, "rules"), i);
        assert_int_equal(json_integer_value(json_object_get(rule, "pairs")), pairs[i]);
    }
    json_decref(report);
    ran_free(&r);
}

/// Unit boxes in a row along x, each by its lower end: slab from 0 to 1, then what the names say. By the definitions of the boxes:
/// deep overlaps slab by 0.25, pressed by 0.01; flush touches it at 1; near keeps 0.5 from slab; far keeps 3; twin stands in far's place.
static void write_row(void)
{
    static const named_box row[] = {{"slab", {0, 0, 0}, {1, 1, 1}},   {"deep", {0.75, 2, 0}, {1.75, 3, 1}},
                                    {"base", {0, 2, 0}, {1, 3, 1}},   {"pressed", {0, 0.99, 0}, {1, 1.99, 1}},
                                    {"flush", {1, 0, 0}, {2, 1, 1}},  {"near", {2.5, 0, 0}, {3.5, 1, 1}},
                                    {"far/a", {9, 0, 0}, {10, 1, 1}}, {"far/b", {9, 0, 0}, {10, 1, 1}}};
    write_boxes("row.obj", row, sizeof row / sizeof *row);
}

/// "error clash slab|pressed r; ...", in the order of the report.
static void findings_of(const char *rules, const char *option, const char *value, int status, char words[600])
{
    write_whole("r.yaml", rules);
    ran r = run_feeler("check", "row.obj", "--rules", "r.yaml", "-f", "json", "-q",
                       option ? option : "--jobs", option ? value : "2");
    if (*r.err) fail_msg("%s", r.err);
    if (r.status != status) fail_msg("%s: the exit status is %d", rules, r.status);
    json_t *report = parse(r.out), *finding;
    size_t i, used = 0;
    *words = '\0';
    json_array_foreach(json_object_get(report, "findings"), i, finding)
    {
        used +=
            (size_t)snprintf(words + used, 600 - used, "%s%s %s %s|%s %s", i ? "; " : "",
                             member(finding, "severity"), member(finding, "kind"), member(finding, "a_name"),
                             member(finding, "b_name"), member(finding, "rule"));
    }
    json_decref(report);
    ran_free(&r);
}

static void expect(const char *rules, int status, const char *expected)
{
    char words[600];
    findings_of(rules, NULL, NULL, status, words);
    assert_string_equal(words, expected);
}

static void each_kind_finds_what_it_says(void **state)
{
    (void)state;
    write_row();
    // an overlap is one, contact is not; a duplicate overlaps
    expect("rules: [{name: r, kind: clash}]", 1,
           "error clash base|deep r; error clash pressed|slab r; error duplicate far/a|far/b r");
    // the tolerance allows the shallow one
    expect("rules: [{name: r, kind: clash, tolerance: 0.02}]", 1,
           "error clash base|deep r; error duplicate far/a|far/b r");
    expect("rules: [{name: r, kind: touch, b: slab, tolerance: 0.02}]", 0, "");
    expect("rules: [{name: r, kind: touch, b: slab, tolerance: 0.005}]", 1, "error clash pressed|slab r");
    // closer than the clearance: overlap, contact and a gap; a gap as long as the clearance is long enough
    expect("rules: [{name: r, kind: clearance, clearance: 0.6, a: [slab, flush], b: near}]", 1,
           "error clearance flush|near r");
    expect("rules: [{name: r, kind: clearance, clearance: 0.5, a: [slab, flush], b: near}]", 0, "");
    expect("rules: [{name: r, kind: clearance, clearance: 0.1, a: slab}]", 1,
           "error clash pressed|slab r; error touch flush|slab r");
    expect("rules: [{name: r, kind: duplicate}]", 1, "error duplicate far/a|far/b r");
    // every part of a needs contact with one of b: near has none, and is 0.5 from flush
    expect("rules: [{name: r, kind: must-touch, a: [flush, near], b: [slab, flush]}]", 1,
           "error apart flush|near r");
    expect("rules: [{name: r, kind: must-touch, a: near, b: flush, tolerance: 0.5}]", 0, "");
    // the other way round flush has contact, and slab too
    expect("rules: [{name: r, kind: must-touch, a: [slab, flush], b: [slab, flush, near]}]", 0, "");
    // duplicates are as far from slab as one another, and are one finding
    expect("rules: [{name: r, kind: must-touch, a: far/?, b: near}]", 1, "error apart far/a|near r");
    // contact that is too deep
    expect("rules: [{name: r, kind: must-touch, a: deep, b: base}]", 1, "error clash base|deep r");
}

static void the_first_rule_decides(void **state)
{
    (void)state;
    write_row();
    expect("rules: [{name: fit, kind: touch, a: pressed, b: slab, tolerance: 0.1},"
           "{name: all, kind: clash, severity: warning}]",
           0, "warning clash base|deep all; warning duplicate far/a|far/b all");
    // duplicates have a rule of their own, wherever it stands
    expect("rules: [{name: all, kind: clash}, {name: twice, kind: duplicate, severity: info}]", 1,
           "error clash base|deep all; error clash pressed|slab all; info duplicate far/a|far/b twice");
    // ignored pairs go to the next rule
    expect("rules: [{name: all, kind: clash, ignore: [{a: deep}, {a: far/a, b: far/b}]},"
           "{name: rest, kind: clash, severity: info}]",
           1, "error clash pressed|slab all; info clash base|deep rest; info duplicate far/a|far/b rest");
    // groups, of which one is in another list; conditions must all fit
    expect("groups: {g: [deep, {name: f*, path: '*/b'}]}\n"
           "rules: [{name: r, kind: clash, a: [g, pressed], b: {name: '*'}}]",
           1, "error clash base|deep r; error clash pressed|slab r; error duplicate far/a|far/b r");
    // severity by the kind of finding
    expect("rules: [{name: r, kind: clearance, clearance: 0.6, a: [slab, near], severity: {clearance: info, "
           "touch: "
           "warning}}]",
           1, "error clash pressed|slab r; warning touch flush|slab r; info clearance flush|near r");
}

static void what_fails_is_asked_for(void **state)
{
    (void)state;
    write_row();
    static const char rules[] =
        "rules: [{name: w, kind: clash, a: deep, severity: warning}, {name: i, kind: clash, a: "
        "pressed, severity: info}]";
    static const struct {
        const char *fail_on;
        int status;
    } table[] = {{"error", 0}, {"warning", 1},     {"info", 1}, {"clash", 1},
                 {"touch", 0}, {"error,touch", 0}, {"none", 0}};
    char words[600];
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        findings_of(rules, "--fail-on", table[i].fail_on, table[i].status, words);
        assert_string_equal(words, "warning clash base|deep w; info clash pressed|slab i");
    }
    findings_of("rules: [{name: i, kind: clash, a: pressed, severity: info}]", "--fail-on", "warning", 0,
                words);
    findings_of("rules: [{name: e, kind: clash, a: pressed}]", "--fail-on", "warning", 1, words);
    findings_of("rules: [{name: w, kind: clash, a: pressed, severity: warning}]", "--fail-on", "info", 1,
                words);
    findings_of("rules: [{name: m, kind: must-touch, a: near, b: slab, severity: info}]", "--fail-on",
                "apart", 1, words);
    assert_string_equal(words, "info apart near|slab m");
}

static void refused(const char *rules, const char *message)
{
    char expected[1200];
    write_whole("r.yaml", rules);
    ran r = run_feeler("check", "row.obj", "--rules", "r.yaml", "-q");
    snprintf(expected, sizeof expected, "feeler: error: %s\n", message);
    assert_string_equal(r.err, expected);
    assert_string_equal(r.out, "");
    assert_int_equal(r.status, 2);
    ran_free(&r);
}

static void what_matches_nothing_is_an_error(void **state)
{
    (void)state;
    write_row();
    refused("rules: [{name: r, kind: clash, a: slap}]",
            "r.yaml:1:35: 'slap' matches no part; did you mean 'slab'? `feeler info` lists the parts");
    refused("groups: {gears: slab}\nrules: [{name: r, kind: clash, a: gaers}]",
            "r.yaml:2:35: 'gaers' matches no part; did you mean the group 'gears'? `feeler info` lists the "
            "parts");
    refused("groups: {g: [slab, bolt*]}\nrules: [{name: r, kind: clash, a: g}]",
            "r.yaml:1:20: 'bolt*' matches no part; `feeler info` lists the parts");
    refused("groups: {unused: bolt*}\nrules: [{name: r, kind: clash}]",
            "r.yaml:1:18: 'bolt*' matches no part; `feeler info` lists the parts");
    refused("rules: [{name: r, kind: clash, a: {material: steel}}]",
            "r.yaml:1:46: material 'steel' matches no part; `feeler info --format json` lists the parts");
    refused("rules: [{name: r, kind: clash, a: {name: slab, path: '*near'}}]",
            "r.yaml:1:35: no part fits all of these conditions");
    refused("rules: [{name: r, kind: clash, ignore: [{a: bolt}]}]",
            "r.yaml:1:45: 'bolt' matches no part; `feeler info` lists the parts");
    refused(
        "rules: [{name: r, kind: clash, a: slab, b: slab}]",
        "r.yaml:1:9: the rule 'r' decides of no pair: there is no pair of two different parts that it names");
    refused("rules: [{name: all, kind: clash}, {name: r, kind: touch, a: slab}]",
            "r.yaml:1:35: the rule 'r' decides of no pair: rules above it name all of its pairs; it may "
            "stand above "
            "them");
    refused("rules: [{name: r, kind: clash, tolerance: 1mm}]",
            "r.yaml:1:43: has the unit 'mm', but the files name none; --unit says which");
    // and all of these are fine where the rule says so, also in a group that it alone names
    expect("groups: {g: bolt*, h: slab}\n"
           "rules: [{name: a, kind: clash, a: [slap, deep], optional: true}, {name: b, kind: clash, a: g, "
           "optional: true},"
           "{name: c, kind: clash, a: deep, ignore: [{a: x}], optional: true}, {name: d, kind: clash, a: "
           "deep, optional: true}]",
           1, "error clash base|deep a");
    refused("groups: {g: bolt*}\nrules: [{name: b, kind: clash, a: g, optional: true}, {name: c, kind: "
            "clash, b: g}]",
            "r.yaml:1:13: 'bolt*' matches no part; `feeler info` lists the parts");
}

static void a_matrix_is_given_alone_or_named(void **state)
{
    (void)state;
    write_row();
    write_whole("m.csv", ",slab,base\npressed,touch 0.02,\ndeep,,clash warning\nnear,600mm,\n");
    ran r = run_feeler("check", "row.obj", "--rules", "m.csv", "-f", "csv", "-q", "--unit", "m");
    assert_string_equal(r.err, "");
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, ",tolerance,unit,severity,rule,review,note,by,tessellation,volume\n"));
    assert_non_null(strstr(r.out, ",m,warning,deep : base,,,,0,"));
    ran_free(&r);
    // seen from the rules file; its rules come after those of the file
    assert_int_equal(mkdir("sub", 0700), 0);
    write_whole("sub/n.csv", ",high\nlow,clash info\n");
    write_whole("sub/r.yaml", "matrix: n.csv\ngroups: {high: [slab, base], low: [pressed, deep]}\n"
                              "rules: [{name: first, kind: clash, a: deep}]\n");
    r = run_feeler("check", "row.obj", "--rules", "sub/r.yaml", "-q");
    assert_int_equal(r.status, 1);
    assert_non_null(strstr(r.out, "rule: first\n"));
    assert_non_null(strstr(r.out, "rule: low : high\n"));
    ran_free(&r);
    write_whole("sub/n.csv", ",high\nlow,clahs\n");
    r = run_feeler("check", "row.obj", "--rules", "sub/r.yaml", "-q");
    assert_non_null(strstr(r.err, "sub/n.csv:2:5: expected a kind of rule"));
    ran_free(&r);
    unlink("sub/n.csv");
    unlink("sub/r.yaml");
    rmdir("sub");
}

static void options_fit_together(void **state)
{
    (void)state;
    write_row();
    write_whole("r.yaml", "rules: [{name: r, kind: clash}, {name: m, kind: must-touch, a: near, b: flush}]");
    static const struct {
        const char *option, *value;
        int status;
        const char *err;
    } table[] = {
        {"-c", "1", 2,
         "feeler: error: --clearance: the rules have the distances; a rule of the kind clearance says one\n"},
        {"--fail-on", "eror", 2,
         "feeler: error: --fail-on: expected kinds of clash, contained, duplicate, "
         "within_tessellation, touch, clearance, apart, or "
         "severities of error, warning, info, joined by commas, or none; not 'eror'\n"},
        {"-o", "r.yaml", 2, "feeler: error: r.yaml: is the rules file; it would be written over\n"},
        {"-t", "0.3", 1, ""},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        ran r = run_feeler("check", "row.obj", "--rules", "r.yaml", table[i].option, table[i].value, "-q");
        assert_string_equal(r.err, table[i].err);
        assert_int_equal(r.status, table[i].status);
        // with a tolerance of 0.3 both overlaps are contact
        if (!*table[i].err) assert_null(strstr(r.out, "error    clash"));
        ran_free(&r);
    }
    ran plain = run_feeler("check", "row.obj", "--fail-on", "warning", "-q");
    assert_string_equal(
        plain.err, "feeler: error: --fail-on: 'warning' is a severity, which only rules give (--rules)\n");
    ran_free(&plain);
    // --pairs and --ignore come first: what they leave out no rule sees
    write_whole("ignore", "near : flush\ndeep\nfar/?\n");
    ran r =
        run_feeler("check", "row.obj", "--rules", "r.yaml", "--ignore", "ignore", "--fail-on", "error", "-q");
    assert_int_equal(r.status, 1);
    assert_null(strstr(r.out, "error    apart"));
    assert_null(strstr(r.out, "deep  "));
    assert_non_null(strstr(r.out, "; 3 ignored"));
    ran_free(&r);
    r = run_feeler("check", "row.obj", "--rules", "r.yaml", "--pairs", "near:*", "-q", "-f", "json");
    json_t *report = parse(r.out);
    assert_int_equal(json_array_size(json_object_get(report, "findings")), 1);
    json_decref(report);
    ran_free(&r);
}

/// Contact counts though --pairs leaves it out, and a part of which it leaves nothing is not asked about.
static void contact_is_looked_for_everywhere(void **state)
{
    (void)state;
    write_row();
    char words[600];
    findings_of("rules: [{name: m, kind: must-touch, a: flush, b: [slab, near]}]", "--pairs", "flush:near", 0,
                words);
    assert_string_equal(words, "");
    static const char apart[] =
        "rules: [{name: m, kind: must-touch, a: near, b: flush}, {name: c, kind: clash}]";
    findings_of(apart, "--pairs", "near:flush", 1, words);
    assert_string_equal(words, "error apart flush|near m");
    findings_of(apart, "--pairs", "deep:base", 1, words);
    assert_string_equal(words, "error clash base|deep c");
}

/// A baseline knows the rules of both runs; what no rule names now was not looked at.
static void a_baseline_goes_by_the_rules(void **state)
{
    (void)state;
    write_row();
    write_whole("old.yaml",
                "rules: [{name: r, kind: clearance, clearance: 0.6, a: [slab, near, deep]}, {name: m, "
                "kind: must-touch, a: near, b: base}]");
    write_whole("new.yaml",
                "rules: [{name: r, kind: clearance, clearance: 0.4, a: [slab, near]}, {name: far, kind: "
                "clearance, clearance: 10, a: far/a, b: base}]");
    ran old = run_feeler("check", "row.obj", "--rules", "old.yaml", "-q", "-f", "json", "-o", "old.json");
    ran now =
        run_feeler("check", "row.obj", "--rules", "new.yaml", "-q", "-f", "json", "--baseline", "old.json");
    assert_string_equal(now.err, "");
    assert_int_equal(old.status, 1);
    static const char *const expected[][3] = {{"pressed", "slab", "persistent"},
                                              {"flush", "slab", "persistent"},
                                              {"flush", "near", "not_checked"},
                                              {"base", "deep", "not_checked"},
                                              {"base", "near", "not_checked"}};
    json_t *report = parse(now.out), *finding;
    size_t i, found = 0;
    json_array_foreach(json_object_get(report, "findings"), i, finding)
    {
        for (size_t k = 0; k < 5; ++k) {
            if (strcmp(member(finding, "a_name"), expected[k][0]) != 0 ||
                strcmp(member(finding, "b_name"), expected[k][1]) != 0)
                continue;
            ++found;
            assert_string_equal(member(finding, "status"), expected[k][2]);
        }
    }
    assert_int_equal(found, 5);
    json_decref(report);
    ran_free(&old);
    ran_free(&now);
}

/// What the schema takes the command takes, and what it refuses the command refuses.
static void the_schema_agrees(void **state)
{
    (void)state;
    write_row();
    static const struct {
        bool good;
        const char *text;
    } table[] = {
        {true, "{\"rules\": [{\"name\": \"r\", \"kind\": \"clash\"}]}"},
        {true,
         "{\"groups\": {\"g\": [\"slab\", {\"name\": [\"deep\", \"base\"], \"path\": \"*\"}]}, \"rules\": "
         "[{\"name\": \"r\", \"kind\": \"clearance\", \"a\": \"g\", \"b\": [\"g\", \"near\"], \"clearance\": "
         "\"600 mm\", \"tolerance\": 0.1, \"severity\": {\"touch\": \"info\"}, \"ignore\": [{\"a\": "
         "\"deep\"}], "
         "\"optional\": false}]}"},
        {false, "{}"},
        {false, "[]"},
        {false, "{\"rules\": {}}"},
        {false, "{\"rules\": [{\"name\": \"r\"}]}"},
        {false, "{\"rules\": [{\"kind\": \"clash\"}]}"},
        {false, "{\"rules\": [{\"name\": \"\", \"kind\": \"clash\"}]}"},
        {false, "{\"rules\": [{\"name\": \"r\", \"kind\": \"clahs\"}]}"},
        {false, "{\"rules\": [{\"name\": \"r\", \"kind\": \"clash\", \"a\": []}]}"},
        {false, "{\"rules\": [{\"name\": \"r\", \"kind\": \"clash\", \"a\": {}}]}"},
        {false, "{\"rules\": [{\"name\": \"r\", \"kind\": \"clash\", \"a\": {\"extras\": {}}}]}"},
        {false, "{\"rules\": [{\"name\": \"r\", \"kind\": \"clash\", \"c\": \"x\"}]}"},
        {false, "{\"rules\": [{\"name\": \"r\", \"kind\": \"clash\", \"tolerance\": \"1km\"}]}"},
        {false, "{\"rules\": [{\"name\": \"r\", \"kind\": \"clash\", \"tolerance\": -1}]}"},
        {false, "{\"rules\": [{\"name\": \"r\", \"kind\": \"clash\", \"severity\": \"bad\"}]}"},
        {false, "{\"rules\": [{\"name\": \"r\", \"kind\": \"clash\", \"severity\": {}}]}"},
        {false, "{\"rules\": [{\"name\": \"r\", \"kind\": \"clash\", \"optional\": \"yes\"}]}"},
        {false, "{\"rules\": [{\"name\": \"r\", \"kind\": \"clash\", \"ignore\": [{\"b\": \"slab\"}]}]}"},
    };
    json_t *schema =
        json_load_file(FEELER_SOURCE_DIR "/docs/rules.schema.json", JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(schema);
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        json_t *document = parse(table[i].text);
        char why[200] = "";
        const bool fits = valid(schema, schema, document, why);
        json_decref(document);
        write_whole("r.json", table[i].text);
        ran r = run_feeler("check", "row.obj", "--rules", "r.json", "-q", "--unit", "m");
        if (fits != table[i].good) fail_msg("the schema: %s: %s", table[i].text, why);
        if ((r.status != 2) != table[i].good) fail_msg("the command: %s: %s", table[i].text, r.err);
        ran_free(&r);
    }
    // a report with rules is as its own schema says
    json_t *reports =
        json_load_file(FEELER_SOURCE_DIR "/docs/report.schema.json", JSON_REJECT_DUPLICATES, NULL);
    ran r = run_feeler("check", SAMPLE, "--unit", "mm", "--rules", SAMPLE_RULES, "-f", "json", "-q");
    json_t *report = parse(r.out);
    char why[200] = "";
    if (!valid(reports, reports, report, why)) fail_msg("%s", why);
    json_decref(report);
    json_decref(reports);
    json_decref(schema);
    ran_free(&r);
}

FEELER_TESTS_WITH(NULL, enter_folder, leave_folder, cmocka_unit_test(the_example_is_as_documented),
                  cmocka_unit_test(each_kind_finds_what_it_says), cmocka_unit_test(the_first_rule_decides),
                  cmocka_unit_test(what_fails_is_asked_for),
                  cmocka_unit_test(what_matches_nothing_is_an_error),
                  cmocka_unit_test(a_matrix_is_given_alone_or_named), cmocka_unit_test(options_fit_together),
                  cmocka_unit_test(a_baseline_goes_by_the_rules),
                  cmocka_unit_test(contact_is_looked_for_everywhere), cmocka_unit_test(the_schema_agrees))
