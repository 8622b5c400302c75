#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "support/tests.h"
#include "tool/run_command.h"
#include "tool/schema_support.h"
#include <cmocka.h>

static json_t *load_schema(void)
{
    json_error_t where;
    json_t *schema =
        json_load_file(FEELER_SOURCE_DIR "/docs/report.schema.json", JSON_REJECT_DUPLICATES, &where);
    if (!schema) fail_msg("report.schema.json: line %d: %s", where.line, where.text);
    return schema;
}

static json_t *parse(const char *text)
{
    json_error_t where;
    json_t *document = json_loads(text, JSON_REJECT_DUPLICATES, &where);
    if (!document) fail_msg("line %d: %s", where.line, where.text);
    return document;
}

static void expect_valid(const char *text)
{
    json_t *schema = load_schema(), *document = parse(text);
    char why[200] = "";
    if (!valid(schema, schema, document, why)) fail_msg("%s", why);
    json_decref(document);
    json_decref(schema);
}

static void every_report_is_as_the_schema_says(void **state)
{
    (void)state;
    write_boxes("machine.obj", machine, MACHINE_COUNT);
    write_boxes("lid.obj", &machine[3], 1);
    write_whole("ignore", "base : *\n");
    // an open part, hostile names, nothing found, and every status
    write_whole("open.obj", "o </script> \"x\"\nv 4 4 2\nv 9 4 2\nv 4 9 2\nf 1 2 3\n");
    ran plain = run_feeler("check", "machine.obj", "open.obj", "-c", "0.25", "-f", "json", "-o", "old.json");
    ran alone = run_feeler("check", "lid.obj", "-f", "json", "--allow-single");
    ran again = run_feeler("check", "machine.obj", "-c", "0.1", "-f", "json", "--baseline", "old.json",
                           "--ignore", "ignore", "--pairs", "p*:*", "--fail-on", "clash");
    assert_int_equal(plain.status, 1);
    assert_int_equal(alone.status, 0);
    char *old = read_whole("old.json");
    expect_valid(old);
    expect_valid(alone.out);
    expect_valid(again.out);
    assert_non_null(strstr(old, "\"not_watertight\""));
    assert_non_null(strstr(again.out, "\"not_checked\""));
    assert_non_null(strstr(again.out, "\"previous\""));
    free(old);
    ran_free(&plain);
    ran_free(&alone);
    ran_free(&again);
}

/// The schema is not empty words: what breaks it is seen.
static void a_wrong_report_is_told(void **state)
{
    (void)state;
    write_boxes("machine.obj", machine, MACHINE_COUNT);
    ran r = run_feeler("check", "machine.obj", "-f", "json");
    static const char *const changes[][2] = {{"\"version\": 1", "\"version\": 2"},
                                             {"\"status\": \"new\"", "\"status\": \"old\""},
                                             {"\"watertight\": true", "\"watertight\": 1   "},
                                             {"\"clash\": 1", "\"clash\":-1"},
                                             {"\"key\"", "\"kee\""}};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; ++i) {
        char *copy = malloc(strlen(r.out) + 1);
        strcpy(copy, r.out);
        char *at = strstr(copy, changes[i][0]);
        assert_non_null(at);
        memcpy(at, changes[i][1], strlen(changes[i][1]));
        json_t *schema = load_schema(), *document = parse(copy);
        char why[200] = "";
        assert_false(valid(schema, schema, document, why));
        json_decref(document);
        json_decref(schema);
        free(copy);
    }
    ran_free(&r);
}

static void references_name_parts(void **state)
{
    (void)state;
    write_boxes("machine.obj", machine, MACHINE_COUNT);
    ran r = run_feeler("check", "machine.obj", "-c", "0.25", "-f", "json");
    json_t *document = parse(r.out), *parts = json_object_get(document, "parts"),
           *findings = json_object_get(document, "findings");
    assert_int_equal(json_array_size(parts), MACHINE_COUNT);
    assert_int_equal(json_array_size(findings), 4);
    for (size_t i = 0; i < 8; ++i) {
        const json_t *finding = json_array_get(findings, i / 2);
        const char *id = json_string_value(json_object_get(finding, i % 2 ? "b" : "a"));
        const char *name = json_string_value(json_object_get(finding, i % 2 ? "b_name" : "a_name")),
                   *found = NULL;
        for (size_t p = 0; p < MACHINE_COUNT; ++p) {
            const json_t *part = json_array_get(parts, p);
            if (strcmp(json_string_value(json_object_get(part, "id")), id) == 0)
                found = json_string_value(json_object_get(part, "name"));
        }
        assert_non_null(found);
        assert_string_equal(found, name);
    }
    json_decref(document);
    ran_free(&r);
}

FEELER_TESTS_WITH(NULL, enter_folder, leave_folder, cmocka_unit_test(every_report_is_as_the_schema_says),
                  cmocka_unit_test(a_wrong_report_is_told), cmocka_unit_test(references_name_parts))
