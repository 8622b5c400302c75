#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>
#include <regex.h>

#include "tool/run_command.h"

// The part of JSON Schema (draft 2020-12) that docs/report.schema.json makes use of. A keyword that is not
// known here fails the test, so that nothing in the schema goes unchecked.
static bool valid(const json_t *root, const json_t *schema, const json_t *value, char *why);

static bool fails(char *why, const char *keyword, const json_t *value)
{
    char *shown = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
    snprintf(why, 200, "%s: %.150s", keyword, shown ? shown : "?");
    free(shown);
    return false;
}

static bool has_type(const char *type, const json_t *v)
{
    return (strcmp(type, "object") == 0 && json_is_object(v)) ||
           (strcmp(type, "array") == 0 && json_is_array(v)) ||
           (strcmp(type, "string") == 0 && json_is_string(v)) ||
           (strcmp(type, "number") == 0 && json_is_number(v)) ||
           (strcmp(type, "integer") == 0 && json_is_integer(v)) ||
           (strcmp(type, "boolean") == 0 && json_is_boolean(v)) ||
           (strcmp(type, "null") == 0 && json_is_null(v));
}

static bool type_fits(const json_t *types, const json_t *value)
{
    if (json_is_string(types)) return has_type(json_string_value(types), value);
    for (size_t i = 0; i < json_array_size(types); ++i) {
        if (has_type(json_string_value(json_array_get(types, i)), value)) return true;
    }
    return false;
}

static bool among(const json_t *values, const json_t *value)
{
    for (size_t i = 0; i < json_array_size(values); ++i) {
        if (json_equal(json_array_get(values, i), value)) return true;
    }
    return false;
}

static bool pattern_fits(const char *pattern, const char *string)
{
    regex_t compiled;
    assert_int_equal(regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB), 0);
    bool fits = regexec(&compiled, string, 0, NULL, 0) == 0;
    regfree(&compiled);
    return fits;
}

static bool members_fit(const json_t *root, const json_t *schema, const json_t *value, char *why)
{
    const json_t *properties = json_object_get(schema, "properties"),
                 *others = json_object_get(schema, "additionalProperties");
    const char *name;
    json_t *member;
    json_object_foreach((json_t *)(uintptr_t)value, name, member)
    {
        const json_t *own = json_object_get(properties, name);
        if (own || others) {
            if (!valid(root, own ? own : others, member, why)) return false;
        } else {
            // the schema lets later versions add members, but what is written now has to be described
            return fails(why, "not in the schema", member);
        }
    }
    return true;
}

static bool keyword_holds(const json_t *root, const json_t *schema, const char *keyword, const json_t *rule,
                          const json_t *value, char *why)
{
    if (strcmp(keyword, "$ref") == 0) {
        const char *name = json_string_value(rule);
        assert_memory_equal(name, "#/$defs/", 8);
        const json_t *target = json_object_get(json_object_get(root, "$defs"), name + 8);
        assert_non_null(target);
        return valid(root, target, value, why);
    }
    if (strcmp(keyword, "type") == 0) return type_fits(rule, value);
    if (strcmp(keyword, "const") == 0) return json_equal(rule, value);
    if (strcmp(keyword, "enum") == 0) return among(rule, value);
    if (strcmp(keyword, "minimum") == 0) return json_number_value(value) >= json_number_value(rule);
    if (strcmp(keyword, "pattern") == 0)
        return pattern_fits(json_string_value(rule), json_string_value(value));
    if (strcmp(keyword, "minItems") == 0)
        return (json_int_t)json_array_size(value) >= json_integer_value(rule);
    if (strcmp(keyword, "maxItems") == 0)
        return (json_int_t)json_array_size(value) <= json_integer_value(rule);
    if (strcmp(keyword, "properties") == 0) return members_fit(root, schema, value, why);
    if (strcmp(keyword, "required") == 0) {
        for (size_t i = 0; i < json_array_size(rule); ++i) {
            if (!json_object_get(value, json_string_value(json_array_get(rule, i)))) return false;
        }
        return true;
    }
    if (strcmp(keyword, "items") == 0 || strcmp(keyword, "uniqueItems") == 0) {
        for (size_t i = 0; i < json_array_size(value); ++i) {
            if (json_is_object(rule) && !valid(root, rule, json_array_get(value, i), why)) return false;
            for (size_t j = 0; json_is_true(rule) && j < i; ++j) {
                if (json_equal(json_array_get(value, i), json_array_get(value, j))) return false;
            }
        }
        return true;
    }
    if (strcmp(keyword, "additionalProperties") == 0) {
        return json_object_get(schema, "properties") || members_fit(root, schema, value, why);
    }
    static const char *const words[] = {"$schema", "$id", "$defs", "title", "description"};
    for (size_t i = 0; i < 5; ++i) {
        if (strcmp(keyword, words[i]) == 0) return true;
    }
    fail_msg("the keyword '%s' is not known to this test", keyword);
    return false;
}

static bool valid(const json_t *root, const json_t *schema, const json_t *value, char *why)
{
    const char *keyword;
    json_t *rule;
    json_object_foreach((json_t *)(uintptr_t)schema, keyword, rule)
    {
        if (!keyword_holds(root, schema, keyword, rule, value, why))
            return *why ? false : fails(why, keyword, value);
    }
    return true;
}

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_report_is_as_the_schema_says),
        cmocka_unit_test(a_wrong_report_is_told),
        cmocka_unit_test(references_name_parts),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
