// Rules files: what is read, and the one message for everything that is wrong.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules/rules.h"
#include "support/tests.h"
#include "tool/run_command.h"

static bool read_text(ruleset *r, const char *text, tool_error *error)
{
    // a block of just this size, so that a read past its end is seen
    const size_t size = strlen(text);
    unsigned char *copy = malloc(size + !size);
    assert_non_null(copy);
    memcpy(copy, text, size);
    const bool good = rules_read_yaml(r, "r.yaml", copy, size, error);
    free(copy);
    assert_true(good == (error->message[0] == '\0'));
    return good;
}

static void refused(const char *text, const char *message)
{
    ruleset r;
    tool_error error = {{0}};
    if (read_text(&r, text, &error)) fail_msg("taken: %s", text);
    assert_string_equal(error.message, message);
}

#define RULE "rules:\n  - name: x\n    kind: clash\n"

/// What is written, and what is said of it.
static const char *const mistakes[][2] = {
    {"", "r.yaml:1:1: expected a mapping with 'rules', found nothing"},
    {"# words\n", "r.yaml:1:1: expected a mapping with 'rules', found nothing"},
    {"a word", "r.yaml:1:1: expected a mapping for a rules file, found 'a word'"},
    {"- 1\n", "r.yaml:1:1: expected a mapping for a rules file, found a list"},
    {"groups: {}\n", "r.yaml:1:1: expected a member 'rules' or 'matrix'"},
    {"rules:\n", "r.yaml:1:7: expected a list of rules, found nothing"},
    {"rules: []\n", "r.yaml:1:8: expected a list of rules, found a list"},
    {"ruels: []\n",
     "r.yaml:1:1: expected a member of a rules file (groups, rules, matrix), found 'ruels'; did you mean "
     "'rules'?"},
    {"rules:\n  - name: x\n    kind: clearence\n",
     "r.yaml:3:11: expected a kind of rule (clash, clearance, touch, must-touch, duplicate), found "
     "'clearence'; did you mean 'clearance'?"},
    {"rules:\n  - name: x\n    kind: [clash]\n", "r.yaml:3:11: expected a kind of rule, found a list"},
    {"rules:\n  - name: x\n    kind:\n",
     "r.yaml:3:10: expected a kind of rule (clash, clearance, touch, must-touch, duplicate), found "
     "nothing"},
    {"rules:\n  - kind: clash\n", "r.yaml:2:5: expected a member 'name' of the rule"},
    {"rules:\n  - name: x\n", "r.yaml:2:5: expected a member 'kind' of the rule"},
    {"rules:\n  - name: ''\n    kind: clash\n", "r.yaml:2:11: expected a name for the rule, found ''"},
    {RULE "    tolerence: 1\n",
     "r.yaml:4:5: expected a member of a rule (name, kind, a, b, clearance, tolerance, severity, ignore, "
     "optional), found 'tolerence'; did you mean 'tolerance'?"},
    {RULE "    tolerance: 1km\n",
     "r.yaml:4:16: expected a length of at least 0, as 2 or 2mm (mm|cm|m|in|ft), found '1km'"},
    {RULE "    tolerance: -1\n",
     "r.yaml:4:16: expected a length of at least 0, as 2 or 2mm (mm|cm|m|in|ft), found '-1'"},
    {RULE "    clearance: 1mm\n", "r.yaml:4:16: expected no clearance: the kind of the rule 'x' is clash"},
    {"rules:\n  - {name: x, kind: clearance}\n",
     "r.yaml:2:5: expected a member 'clearance' of the rule 'x', whose kind is clearance"},
    {RULE "    severity: fatal\n", "r.yaml:4:15: expected a severity (error, warning, info), found 'fatal'"},
    {RULE "    severity: {clsh: info}\n",
     "r.yaml:4:16: expected a member of the severity of a rule (clash, contained, duplicate, "
     "within_tessellation, touch, clearance, apart), found 'clsh'; did you mean 'clash'?"},
    {RULE "    optional: 'true'\n", "r.yaml:4:15: expected true or false, found 'true'"},
    {RULE "    ignore: bolt\n", "r.yaml:4:13: expected a list of pairs {a: ..., b: ...}, found 'bolt'"},
    {RULE "    ignore: [{b: x}]\n", "r.yaml:4:14: expected a member 'a'"},
    {RULE "    a: {nme: x}\n", "r.yaml:4:9: expected a member of a choice of parts (name, path, "
                               "material, extras), found 'nme'; did "
                               "you mean 'name'?"},
    {RULE "    a: {}\n", "r.yaml:4:8: expected name, path, material or extras"},
    {RULE "    a: []\n", "r.yaml:4:8: expected a pattern in the list"},
    {RULE "    a: [[x]]\n",
     "r.yaml:4:9: expected a group, a pattern, or a mapping of conditions, found a list"},
    {RULE "    a:\n", "r.yaml:4:7: expected a group, a pattern, or a mapping of conditions, found nothing"},
    {RULE "    a: {extras: layer}\n",
     "r.yaml:4:17: expected a mapping of keys under extras to patterns, found 'layer'"},
    {RULE "    a: x\\\n", "r.yaml:4:8: expected a character after '\\', found 'x\\'"},
    {RULE "    a: *bolt\n",
     "r.yaml:4:8: expected the name of an anchor above, found '*bolt'; a pattern that begins with '*' "
     "stands in quotes"},
    {RULE "    kind: touch\n", "r.yaml:4:5: the key 'kind' stands in line 3 already"},
    {RULE "  - name: x\n    kind: touch\n",
     "r.yaml:4:11: expected a name of its own, found 'x', as the rule in line 2 is called"},
    {"groups: [bolt]\nrules: []",
     "r.yaml:1:9: expected a mapping of names to parts for 'groups', found a list"},
    {"groups: {a: b, a: c}\n" RULE, "r.yaml:1:16: the key 'a' stands in line 1 already"},
    {RULE "    a: !!str x\n", "r.yaml:4:8: expected a value without a tag ('!')"},
    {RULE "    ? [x]\n    : y\n", "r.yaml:4:7: expected a text as the key"},
    {RULE "    a: &x [*x]\n", "r.yaml:4:12: expected an alias of something else than what it stands in"},
    {RULE "---\nrules: []\n", "r.yaml:4:1: expected one document, found another"},
    {RULE "    a: \"x\\0y\"\n", "r.yaml:4:8: expected text, found a zero byte"},
    {"rules: [\n", "r.yaml:2:1: not YAML: did not find expected node content, while parsing a flow node"},
    {"rules:\n  - name: x\n   kind: clash\n", "r.yaml:3:4: not YAML: did not find expected '-' "
                                              "indicator, while parsing a block collection from line "
                                              "2 on"},
    {"{\"rules\": [{\"name\": \"x\", \"kind\": \"clash\",}]\n",
     "r.yaml:2:1: not YAML: did not find expected ',' or '}', while parsing a flow mapping from line 1 "
     "on"},
    {"matrix: [x]\nrules: []", "r.yaml:1:9: expected the name of a CSV file, found a list"},
};

static void every_mistake_gets_one_message(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; ++i) refused(mistakes[i][0], mistakes[i][1]);
}

/// Small files that would be large, deep or slow.
static void size_is_bounded(void **state)
{
    (void)state;
    char text[4096] = "groups:\n";
    size_t used = strlen(text);
    used += (size_t)snprintf(text + used, sizeof text - used, "  g0: &g0 [x,x,x,x,x,x,x,x,x,x]\n");
    for (int i = 1; i < 12; ++i)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "  g%d: &g%d [*g%d,*g%d,*g%d,*g%d,*g%d,*g%d,*g%d,*g%d,*g%d,*g%d]\n", i, i,
                                 i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1);
    refused(text, "r.yaml:6:40: expected at most 100000 values, those that aliases repeat counted each time");
    memset(text, '[', 100);
    text[100] = '\0';
    refused(text, "r.yaml:1:33: expected at most 32 levels");
    used = 0;
    char *many = malloc(1 << 20);
    assert_non_null(many);
    for (int i = 0; i < 1001; ++i) used += (size_t)sprintf(many + used, "- &a%d x\n", i);
    refused(many, "r.yaml:1001:3: expected at most 1000 anchors");
    used = 0;
    for (int i = 0; i < 10001; ++i) used += (size_t)sprintf(many + used, "k%d: x\n", i);
    refused(many, "r.yaml:10001:1: expected at most 10000 members of one mapping");
    used = (size_t)sprintf(many, "rules:\n");
    for (int i = 0; i < 10001; ++i) used += (size_t)sprintf(many + used, "- {name: r%d, kind: clash}\n", i);
    refused(many, "r.yaml:10002:3: expected at most 10000 rules");
    free(many);
    FILE *file = fopen("large.yaml", "wb");
    assert_non_null(file);
    for (int i = 0; i < (1 << 20) + 1; ++i) fputc('#', file);
    fclose(file);
    ruleset r;
    tool_error error = {{0}};
    assert_false(rules_read(&r, "large.yaml", &error));
    assert_non_null(strstr(error.message, "large.yaml: "));
    assert_non_null(strstr(error.message, "1048576"));
}

/// The same rules as YAML and as JSON, and what became of every member.
static void yaml_and_json_say_the_same(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "groups:\n"
        "  bolts: bolt *\n"
        "  steel: [{material: [steel, iron], extras: {layer: 7, ifc.class: Wall}}, nut]\n"
        "rules:\n"
        "  - name: far\n"
        "    kind: clearance\n"
        "    a: bolts\n"
        "    b: [steel, '*/wall']\n"
        "    clearance: 2 mm\n"
        "    tolerance: 0.5\n"
        "    severity: {clearance: warning, touch: info}\n"
        "    ignore:\n"
        "      - {a: bolts, b: {path: x}}\n"
        "      - a: nut\n"
        "    optional: true\n"
        "  - {name: near, kind: must-touch, severity: info}\n",
        "{\"groups\": {\"bolts\": \"bolt *\", \"steel\": [{\"material\": [\"steel\", \"iron\"], \"extras\": "
        "{\"layer\": 7, \"ifc.class\": \"Wall\"}}, \"nut\"]},\n"
        "\"rules\": [{\"name\": \"far\", \"kind\": \"clearance\", \"a\": \"bolts\", \"b\": [\"steel\", "
        "\"*/wall\"], \"clearance\": \"2 mm\", \"tolerance\": 0.5, \"severity\": {\"clearance\": "
        "\"warning\", "
        "\"touch\": \"info\"}, \"ignore\": [{\"a\": \"bolts\", \"b\": {\"path\": \"x\"}}, {\"a\": \"nut\"}], "
        "\"optional\": true}, {\"name\": \"near\", \"kind\": \"must-touch\", \"severity\": \"info\"}]}",
        // aliases stand for what they name, bolts of the group by its pattern
        "groups: {bolts: &b 'bolt *', steel: [{material: [steel, iron], extras: {layer: &n 7, ifc.class: "
        "Wall}}, nut]}\n"
        "rules: [{name: far, kind: clearance, a: bolts, b: [steel, '*/wall'], clearance: 2 mm, tolerance: "
        "0.5, "
        "severity: {clearance: warning, touch: &i info}, ignore: [{a: bolts, b: {path: x}}, {a: nut}], "
        "optional: true}, {name: near, kind: must-touch, severity: *i}]"};
    for (size_t i = 0; i < 3; ++i) {
        ruleset r;
        tool_error error = {{0}};
        if (!read_text(&r, texts[i], &error)) fail_msg("%s", error.message);
        assert_int_equal(r.group_count, 2);
        assert_int_equal(r.rule_count, 2);
        assert_string_equal(r.groups[0].selection.choices[0].conditions[0].patterns[0].text, "bolt *");
        assert_null(r.groups[0].selection.choices[0].conditions[0].key);
        const rule_choice *steel = r.groups[1].selection.choices;
        assert_int_equal(r.groups[1].selection.count, 2);
        assert_int_equal(steel[0].count, 3);
        assert_string_equal(steel[0].conditions[0].key, "material");
        assert_int_equal(steel[0].conditions[0].count, 2);
        assert_string_equal(steel[0].conditions[1].key, "extras.layer");
        assert_string_equal(steel[0].conditions[1].patterns[0].text, "7");
        assert_string_equal(steel[0].conditions[2].key, "extras.ifc.class");
        const rule *far = &r.rules[0], *near = &r.rules[1];
        assert_true(far->kind == RULE_CLEARANCE && far->optional && near->kind == RULE_MUST_TOUCH &&
                    !near->optional);
        assert_int_equal(far->a.choices[0].group, 0);
        assert_int_equal(far->b.choices[0].group, 1);
        assert_true(far->b.choices[1].group == RULES_NONE);
        assert_true(far->clearance.given.value == 2 && far->clearance.given.metres == 0.001);
        assert_true(far->tolerance.given.value == 0.5 && far->tolerance.given.metres == 0);
        assert_int_equal(far->levels[FLR_CLEARANCE], REPORT_LEVEL_WARNING);
        assert_int_equal(far->levels[FLR_TOUCH], REPORT_LEVEL_INFO);
        assert_int_equal(far->levels[FLR_CLASH], REPORT_LEVEL_ERROR);
        assert_int_equal(far->ignored_count, 2);
        assert_int_equal(far->ignored[1].b.count, 0);
        assert_int_equal(near->a.count, 0);
        for (int k = 0; k < REPORT_KIND_COUNT; ++k)
            assert_int_equal(rules_level(near, (flr_interference_kind)k), REPORT_LEVEL_INFO);
        rules_free(&r);
    }
}

static bool read_matrix(ruleset *r, const char *text, tool_error *error)
{
    const size_t size = strlen(text);
    unsigned char *copy = malloc(size + !size);
    assert_non_null(copy);
    memcpy(copy, text, size);
    *r = (ruleset){.path = rules_copy("m.csv")};
    const bool good = rules_read_matrix(r, "m.csv", copy, size, error);
    free(copy);
    return good;
}

static void a_matrix_is_rules(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "\xEF\xBB\xBF, walls ,pipes,\"ducts \"\"round\"\"\"\r\n"
        "# a comment, of two cells\r\n"
        "walls,,clash,50mm\r\n"
        ",,,\r\n"
        "pipes,clash,10 mm warning,clearance 25mm\r\n"
        "\"ducts \"\"round\"\"\",,,touch 1mm info\r\n",
        ";walls;pipes;ducts \"round\"\nwalls;;clash;50mm;\npipes; clash ;10 mm warning;clearance\t25mm\n"
        "ducts \"round\";;;touch 1mm info"};
    static const struct {
        const char *name;
        rule_kind kind;
        double clearance, tolerance;
        report_level level;
    } expected[] = {{"walls : pipes", RULE_CLASH, 0, 0, REPORT_LEVEL_ERROR},
                    {"walls : ducts \"round\"", RULE_CLEARANCE, 50, 0, REPORT_LEVEL_ERROR},
                    {"pipes : pipes", RULE_CLEARANCE, 10, 0, REPORT_LEVEL_WARNING},
                    {"pipes : ducts \"round\"", RULE_CLEARANCE, 25, 0, REPORT_LEVEL_ERROR},
                    {"ducts \"round\" : ducts \"round\"", RULE_TOUCH, 0, 1, REPORT_LEVEL_INFO}};
    for (size_t k = 0; k < 2; ++k) {
        ruleset r;
        tool_error error = {{0}};
        if (!read_matrix(&r, texts[k], &error)) fail_msg("%s", error.message);
        assert_int_equal(r.rule_count, 5);
        assert_int_equal(r.group_count, 3);
        for (size_t i = 0; i < 5; ++i) {
            assert_string_equal(r.rules[i].name, expected[i].name);
            assert_int_equal(r.rules[i].kind, expected[i].kind);
            assert_true(r.rules[i].clearance.given.value == expected[i].clearance);
            assert_true(r.rules[i].tolerance.given.value == expected[i].tolerance);
            assert_int_equal(r.rules[i].levels[FLR_CLASH], expected[i].level);
        }
        rules_free(&r);
    }
}

static void a_matrix_says_what_is_wrong(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        {"", "m.csv:1:1: expected a row of names: an empty cell, then groups or patterns"},
        {"x\n", "m.csv:1:1: expected a row of names: an empty cell, then groups or patterns"},
        {",a,b\na,,\n", "m.csv:1:1: expected at least one cell that is filled"},
        {",a,b\na,,clsh\n", "m.csv:2:4: expected a kind of rule (clash, clearance, touch, must-touch, "
                            "duplicate), found 'clsh'; did "
                            "you mean 'clash'?"},
        {",a,b\na,,x\n",
         "m.csv:2:4: expected a kind (clash, clearance, touch, must-touch, duplicate), a length, a severity "
         "(error, warning, info), in this order, or an empty cell; found 'x'"},
        {",a,b\na,,clash warning 2mm\n",
         "m.csv:2:4: expected a kind (clash, clearance, touch, must-touch, duplicate), a length, a severity "
         "(error, warning, info), in this order, or an empty cell; found 'clash warning 2mm'"},
        {",a,b\na,,clearance\n", "m.csv:2:4: expected a length for the clearance, as 2mm, found 'clearance'"},
        {",a,b\na,,clash\nb,touch,\n",
         "m.csv:3:3: expected what stands for this pair in line 2, or an empty cell; found 'touch'"},
        {",a,b\na,,clash,touch\n", "m.csv:2:10: expected at most 3 cells, as the first row has names for"},
        {",a,a\n", "m.csv:1:4: the column 'a' stands there already"},
        {",a,b\na,clash\na,clash\n", "m.csv:3:1: the row 'a' stands there already"},
        {",a,,b\n", "m.csv:1:4: expected a group or a pattern, found an empty cell"},
        {",a,b\n,clash\n", "m.csv:2:1: expected a group or a pattern, found an empty cell"},
        {",a,\"b\nb,clash", "m.csv:1:4: expected a '\"' at the end of the cell"},
        {",\"a\"b,c\n", "m.csv:1:5: expected ',' or the end of the line behind the quotes"},
        {",\xC3\xA4\xC3\xB6\\,b\n", "m.csv:1:2: expected a character after '\\', found '\xC3\xA4\xC3\xB6\\'"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        ruleset r;
        tool_error error = {{0}};
        if (read_matrix(&r, table[i][0], &error)) fail_msg("taken: %s", table[i][0]);
        assert_string_equal(error.message, table[i][1]);
        rules_free(&r);
    }
    ruleset r;
    tool_error error = {{0}};
    assert_false(rules_read(&r, "missing.CSV", &error));
    assert_string_equal(error.message, "missing.CSV: No such file or directory");
    error = (tool_error){{0}};
    assert_false(rules_read(&r, "missing.yaml", &error));
    assert_string_equal(error.message, "missing.yaml: No such file or directory");
}

FEELER_TESTS_WITH(NULL, enter_folder, leave_folder, cmocka_unit_test(every_mistake_gets_one_message),
                  cmocka_unit_test(size_is_bounded), cmocka_unit_test(yaml_and_json_say_the_same),
                  cmocka_unit_test(a_matrix_is_rules), cmocka_unit_test(a_matrix_says_what_is_wrong))
