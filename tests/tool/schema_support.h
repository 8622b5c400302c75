/// The part of JSON Schema (draft 2020-12) that the schemas in docs/ make use of. A keyword that is not
/// known here fails the test, so that nothing in a schema goes unchecked.
#ifndef TESTS_TOOL_SCHEMA_SUPPORT_H
#define TESTS_TOOL_SCHEMA_SUPPORT_H

#include <jansson.h>
#include <regex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static inline bool valid(const json_t *root, const json_t *schema, const json_t *value, char *why);

static inline bool fails(char *why, const char *keyword, const json_t *value)
{
    char *shown = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
    snprintf(why, 200, "%s: %.150s", keyword, shown ? shown : "?");
    free(shown);
    return false;
}

static inline bool has_type(const char *type, const json_t *v)
{
    return (strcmp(type, "object") == 0 && json_is_object(v)) ||
           (strcmp(type, "array") == 0 && json_is_array(v)) ||
           (strcmp(type, "string") == 0 && json_is_string(v)) ||
           (strcmp(type, "number") == 0 && json_is_number(v)) ||
           (strcmp(type, "integer") == 0 && json_is_integer(v)) ||
           (strcmp(type, "boolean") == 0 && json_is_boolean(v)) ||
           (strcmp(type, "null") == 0 && json_is_null(v));
}

static inline bool type_fits(const json_t *types, const json_t *value)
{
    if (json_is_string(types)) return has_type(json_string_value(types), value);
    for (size_t i = 0; i < json_array_size(types); ++i) {
        if (has_type(json_string_value(json_array_get(types, i)), value)) return true;
    }
    return false;
}

static inline bool among(const json_t *values, const json_t *value)
{
    for (size_t i = 0; i < json_array_size(values); ++i) {
        if (json_equal(json_array_get(values, i), value)) return true;
    }
    return false;
}

static inline bool pattern_fits(const char *pattern, const char *string)
{
    regex_t compiled;
    assert_int_equal(regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB), 0);
    bool fits = regexec(&compiled, string, 0, NULL, 0) == 0;
    regfree(&compiled);
    return fits;
}

static inline bool members_fit(const json_t *root, const json_t *schema, const json_t *value, char *why)
{
    const json_t *properties = json_object_get(schema, "properties"),
                 *others = json_object_get(schema, "additionalProperties");
    const char *name;
    json_t *member;
    json_object_foreach((json_t *)(uintptr_t)value, name, member)
    {
        const json_t *own = json_object_get(properties, name);
        if (own || (others && !json_is_false(others))) {
            if (!valid(root, own ? own : others, member, why)) return false;
        } else {
            // the schema lets later versions add members, but what is written now has to be described
            return fails(why, "not in the schema", member);
        }
    }
    return true;
}

static inline bool keyword_holds(const json_t *root, const json_t *schema, const char *keyword,
                                 const json_t *rule, const json_t *value, char *why)
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
    // each of these speaks of values of one type alone
    if (strcmp(keyword, "minimum") == 0)
        return !json_is_number(value) || json_number_value(value) >= json_number_value(rule);
    if (strcmp(keyword, "pattern") == 0)
        return !json_is_string(value) || pattern_fits(json_string_value(rule), json_string_value(value));
    if (strcmp(keyword, "minLength") == 0)
        return !json_is_string(value) || (json_int_t)json_string_length(value) >= json_integer_value(rule);
    if (strcmp(keyword, "minItems") == 0)
        return !json_is_array(value) || (json_int_t)json_array_size(value) >= json_integer_value(rule);
    if (strcmp(keyword, "maxItems") == 0)
        return !json_is_array(value) || (json_int_t)json_array_size(value) <= json_integer_value(rule);
    if (strcmp(keyword, "minProperties") == 0)
        return !json_is_object(value) || (json_int_t)json_object_size(value) >= json_integer_value(rule);
    if (strcmp(keyword, "anyOf") == 0) {
        for (size_t i = 0; i < json_array_size(rule); ++i) {
            char other[200] = "";
            if (valid(root, json_array_get(rule, i), value, other)) return true;
        }
        return false;
    }
    if (strcmp(keyword, "properties") == 0)
        return !json_is_object(value) || members_fit(root, schema, value, why);
    if (strcmp(keyword, "required") == 0) {
        for (size_t i = 0; json_is_object(value) && i < json_array_size(rule); ++i) {
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

static inline bool valid(const json_t *root, const json_t *schema, const json_t *value, char *why)
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

#endif
