#include "query/describe.h"

#include <string.h>

#include "query/operation.h"
#include "query/rotation.h"
#include "query/shape.h"

/// Calls `put` for the name and every synonym.
static void each_name(const member *m, void (*put)(buffer *t, const char *name, size_t length, size_t number),
                      buffer *t)
{
    put(t, m->name, strlen(m->name), 0);
    size_t number = 1;
    for (const char *s = m->synonyms; s && *s; ++number) {
        size_t length = strcspn(s, " ");
        put(t, s, length, number);
        s += length + (s[length] == ' ');
    }
}

static void put_synonym(buffer *t, const char *name, size_t length, size_t number)
{
    if (!number) return;
    if (number > 1) buffer_put(t, ", ");
    buffer_char(t, '`');
    buffer_bytes(t, name, length);
    buffer_char(t, '`');
}

static void put_forms(buffer *t, const member_table *table)
{
    for (size_t i = 0; i < table->form_count; ++i) {
        if (i) buffer_put(t, "; or ");
        for (size_t k = 0; k < MOST_MEMBERS && table->forms[i].members[k]; ++k) {
            const member *m = table->forms[i].members[k];
            buffer_format(t, m->fallback ? "%s[`%s`]" : "%s`%s`", k ? ", " : "", m->name);
        }
    }
}

/// "center: centre, position; ...", of every member once.
static void put_synonyms(buffer *t, const member_table *table)
{
    const member *told[64];
    size_t count = 0;
    for (size_t i = 0; i < table->form_count; ++i) {
        for (size_t k = 0; k < MOST_MEMBERS && table->forms[i].members[k]; ++k) {
            const member *m = table->forms[i].members[k];
            bool new = m->synonyms != NULL;
            for (size_t n = 0; n < count; ++n) new = new &&told[n] != m;
            if (!new || count == 64) continue;
            if (count) buffer_put(t, "; ");
            buffer_format(t, "`%s`: ", m->name);
            each_name(m, put_synonym, t);
            told[count++] = m;
        }
    }
}

void describe_shapes(buffer *t)
{
    buffer_put(
        t,
        "| name | takes; [what may be left out] | also written | in | |\n| --- | --- | --- | --- | --- |\n");
    for (size_t i = 0; i < shape_row_count; ++i) {
        const shape_row *row = &shape_rows[i];
        buffer_format(t, "| `%s` | ", row->table.name);
        put_forms(t, &row->table);
        buffer_put(t, " | ");
        put_synonyms(t, &row->table);
        buffer_format(t, " | %s | %s |\n",
                      row->plane < 0   ? "3D"
                      : row->space < 0 ? "2D"
                                       : "2D, 3D",
                      row->note ? row->note : "");
    }
}

void describe_operations(buffer *t)
{
    buffer_put(t, "| `op` | takes; [what may be left out] | also written |\n| --- | --- | --- |\n");
    for (size_t i = 0; i < operation_row_count; ++i) {
        buffer_format(t, "| `%s` | ", operation_rows[i].table.name);
        put_forms(t, &operation_rows[i].table);
        buffer_put(t, " | ");
        put_synonyms(t, &operation_rows[i].table);
        buffer_put(t, " |\n");
    }
}

#define NUMBERS(count)                                                                                       \
    "{\"type\": \"array\", \"items\": {\"type\": \"number\"}, \"minItems\": " count ", \"maxItems\": " count \
    "}"
#define MASK "{\"type\": \"integer\", \"minimum\": 0, \"maximum\": 4294967295}"
#define VECTORS(count)                                                                                       \
    "{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/vector\"}, \"minItems\": " count                  \
    ", \"maxItems\": " count "}"

/// What a member of each type may be.
static const char *const type_schemas[] = {
    [MEMBER_ANY] = "true",
    [MEMBER_NAME] = "{\"type\": \"string\"}",
    [MEMBER_FILE] = "{\"type\": \"string\"}",
    [MEMBER_NUMBER] = "{\"type\": \"number\"}",
    [MEMBER_EXTENT] = "{\"type\": \"number\", \"minimum\": 0}",
    [MEMBER_LENGTH] = "{\"type\": \"number\", \"exclusiveMinimum\": 0}",
    [MEMBER_PART] = "{\"type\": \"number\", \"exclusiveMinimum\": 0, \"maximum\": 1}",
    [MEMBER_VECTOR] = "{\"$ref\": \"#/$defs/vector\"}",
    [MEMBER_DIRECTION] = "{\"$ref\": \"#/$defs/vector\"}",
    [MEMBER_EXTENTS] = "{\"$ref\": \"#/$defs/extents\"}",
    [MEMBER_TWO_EXTENTS] = "{\"type\": \"array\", \"items\": {\"type\": \"number\", \"minimum\": 0}, "
                           "\"minItems\": 2, \"maxItems\": 2}",
    [MEMBER_AXES] =
        "{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/vector\"}, \"minItems\": 2, \"maxItems\": 3}",
    [MEMBER_TWO_AXES] = VECTORS("2"),
    [MEMBER_TWO_POINTS] = VECTORS("2"),
    [MEMBER_THREE_POINTS] = VECTORS("3"),
    [MEMBER_FOUR_POINTS] = VECTORS("4"),
    [MEMBER_ROTATION] = "{\"$ref\": \"#/$defs/rotation\"}",
    [MEMBER_POINTS] = "{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/vector\"}, \"minItems\": 1}",
    [MEMBER_TRIANGLES] = "{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/triple\"}, \"minItems\": 1}",
    [MEMBER_HEIGHTS] = "{\"type\": \"array\", \"items\": {\"type\": \"array\", \"items\": {\"type\": "
                       "[\"number\", \"null\"]}, \"minItems\": 2}, \"minItems\": 2}",
    [MEMBER_SPACING] =
        "{\"anyOf\": [{\"type\": \"number\", \"exclusiveMinimum\": 0}, {\"type\": \"array\", \"items\": "
        "{\"type\": \"number\", \"exclusiveMinimum\": 0}, \"minItems\": 2, \"maxItems\": 2}]}",
    [MEMBER_NUMBERS_OF_FIRST] =
        "{\"type\": \"array\", \"items\": {\"type\": \"integer\"}, \"minItems\": 2, \"maxItems\": 2}",
    [MEMBER_DIAGONAL] = "{\"enum\": [\"rising\", \"falling\", \"alternating\"]}",
    [MEMBER_CELLS] = "{\"type\": \"array\", \"items\": {\"type\": \"array\", \"items\": {\"type\": "
                     "\"integer\", \"minimum\": 0}, \"minItems\": 2, \"maxItems\": 2}}",
    [MEMBER_FLAG] = "{\"type\": \"boolean\"}",
    [MEMBER_MASK] = MASK,
    [MEMBER_MASKS] = "{\"type\": \"array\", \"items\": " MASK ", \"minItems\": 1}",
    [MEMBER_ORDER] = "{\"type\": \"string\", \"pattern\": \"^([xyz]{3}|[XYZ]{3})$\"}",
    [MEMBER_THREE_ANGLES] = NUMBERS("3"),
    [MEMBER_POSE] = "{\"$ref\": \"#/$defs/pose\"}",
    [MEMBER_RAY] = "{\"$ref\": \"#/$defs/ray\"}",
    [MEMBER_PLANE] = "{\"$ref\": \"#/$defs/plane\"}",
    [MEMBER_PLANES] =
        "{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/plane\"}, \"minItems\": 2, \"maxItems\": 3}",
    [MEMBER_SHAPE] = "{\"$ref\": \"#/$defs/shape\"}",
    [MEMBER_SHAPES] = "{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/shape\"}, \"minItems\": 1}",
};

static void put_required(buffer *t, const char *name, size_t length, size_t number)
{
    buffer_put(t, number ? ", {\"required\": [\"" : "{\"required\": [\"");
    buffer_bytes(t, name, length);
    buffer_put(t, "\"]}");
}

/// One of the names must stand there.
static void put_one_of(buffer *t, const member *m)
{
    if (!m->synonyms) {
        buffer_format(t, "{\"required\": [\"%s\"]}", m->name);
        return;
    }
    buffer_put(t, "{\"oneOf\": [");
    each_name(m, put_required, t);
    buffer_put(t, "]}");
}

static void put_key(buffer *t, const char *name, size_t length, size_t number)
{
    // members are separated by a comma, behind which the caller writes what stands under each
    if (number) buffer_put(t, "\001");
    buffer_char(t, '"');
    buffer_bytes(t, name, length);
    buffer_put(t, "\": ");
}

/// The member under all its names.
static void put_property(buffer *t, const member *m, const char *schema, const char **separator)
{
    buffer keys = {0};
    each_name(m, put_key, &keys);
    t->failed |= keys.failed;
    for (const char *key = keys.data; key && *key;) {
        size_t length = strcspn(key, "\001");
        buffer_put(t, *separator);
        *separator = ", ";
        buffer_bytes(t, key, length);
        buffer_put(t, schema);
        key += length + (key[length] == '\001');
    }
    buffer_free(&keys);
}

/// An object of the form. `constant` is its name, where it may have one; `moving`: its shapes have paths.
static void put_form(buffer *t, const member_form *form, const member *const *common, const char *constant,
                     bool moving)
{
    const char *separator = "";
    size_t required = 0;
    buffer_put(t, "{\"properties\": {");
    for (const member *const *m = common; m && *m; ++m) {
        buffer name = {0};
        buffer_format(&name, "{\"const\": \"%s\"}", constant);
        put_property(t, *m, (*m)->type == MEMBER_NAME && name.data ? name.data : type_schemas[(*m)->type],
                     &separator);
        t->failed |= name.failed;
        buffer_free(&name);
    }
    for (size_t k = 0; k < MOST_MEMBERS && form->members[k]; ++k) {
        const member *m = form->members[k];
        bool path = moving && m->type == MEMBER_SHAPE;
        put_property(t, m, path ? "{\"$ref\": \"#/$defs/moving\"}" : type_schemas[m->type], &separator);
    }
    buffer_put(t, "}, \"additionalProperties\": false");
    for (size_t k = 0; k < MOST_MEMBERS && form->members[k]; ++k) {
        if (form->members[k]->fallback) continue;
        buffer_put(t, required++ ? ", " : ", \"allOf\": [");
        put_one_of(t, form->members[k]);
    }
    buffer_put(t, required ? "]}" : "}");
}

static void put_forms_schema(buffer *t, const char *name, const member_table *table,
                             const member *const *common)
{
    buffer_format(t, ",\n    \"%s\": {\"type\": \"object\", \"oneOf\": [", name);
    for (size_t i = 0; i < table->form_count; ++i) {
        buffer_put(t, i ? ",\n      " : "\n      ");
        put_form(t, &table->forms[i], common, table->name, false);
    }
    buffer_put(t, "\n    ]}");
}

/// A shape of one of some kinds with its name, or of the first of them without.
static void put_choice(buffer *t, const char *name, const char *const *kinds, size_t count)
{
    buffer_format(t, ",\n    \"%s\": {\"anyOf\": [{\"$ref\": \"#/$defs/shape_%s\"}", name, kinds[0]);
    for (size_t i = 1; i < count; ++i) {
        buffer_format(t, ", {\"allOf\": [{\"$ref\": \"#/$defs/shape_%s\"}, {\"$ref\": \"#/$defs/named\"}]}",
                      kinds[i]);
    }
    buffer_put(t, "], \"properties\": {\"from\": false, \"to\": false}}");
}

static void put_definitions(buffer *t)
{
    buffer_put(t, "    \"vector\": {\"type\": \"array\", \"items\": {\"type\": \"number\"}, \"minItems\": 2, "
                  "\"maxItems\": 3},\n"
                  "    \"extents\": {\"type\": \"array\", \"items\": {\"type\": \"number\", \"minimum\": 0}, "
                  "\"minItems\": 2, \"maxItems\": 3},\n"
                  "    \"triple\": {\"type\": \"array\", \"items\": {\"type\": \"integer\", \"minimum\": 0}, "
                  "\"minItems\": 3, \"maxItems\": 3},\n"
                  "    \"rotation\": {\"anyOf\": [{\"type\": \"number\"}, " NUMBERS(
                      "4") ", "
                           "{\"$ref\": \"#/$defs/rotation2\"}, {\"$ref\": \"#/$defs/rotation3\"}]}");
    put_forms_schema(t, "rotation2", &rotation_table2, NULL);
    put_forms_schema(t, "rotation3", &rotation_table3, NULL);
    put_forms_schema(t, "pose", &pose_table, NULL);
    for (size_t i = 0; i < shape_row_count; ++i) {
        buffer name = {0};
        buffer_format(&name, "shape_%s", shape_rows[i].table.name);
        if (name.data)
            put_forms_schema(t, name.data, &shape_rows[i].table, shape_members(&shape_rows[i], true));
        t->failed |= name.failed;
        buffer_free(&name);
    }
    buffer_put(t, ",\n    \"named\": ");
    put_one_of(t, shape_common[0]);
    buffer_put(t, ",\n    \"moving\": {\"allOf\": [{\"$ref\": \"#/$defs/named\"}, {\"oneOf\": [");
    for (size_t i = 0; i < shape_row_count; ++i)
        buffer_format(t, "%s{\"$ref\": \"#/$defs/shape_%s\"}", i ? ", " : "", shape_rows[i].table.name);
    buffer_put(
        t, "]}]},\n    \"shape\": {\"$ref\": \"#/$defs/moving\", \"properties\": {\"from\": false, \"to\": "
           "false}}");
    put_choice(t, "ray", (const char *const[]){"ray", "segment", "line"}, 3);
    put_choice(t, "plane", (const char *const[]){"plane"}, 1);
}

void describe_schema(buffer *t)
{
    buffer_put(t, "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
                  "  \"$id\": \"feeler.query/2\",\n"
                  "  \"title\": \"One question to `feeler query`\",\n"
                  "  \"description\": \"Written by `feeler query --schema`; docs/query.md says what the "
                  "members mean and "
                  "what else is checked. Case, _ and - do not count in the names of members.\",\n"
                  "  \"type\": \"object\",\n  \"oneOf\": [\n");
    for (size_t i = 0; i < operation_row_count; ++i) {
        const member_table *table = &operation_rows[i].table;
        for (size_t k = 0; k < table->form_count; ++k) {
            buffer_put(t, i || k ? ",\n    {\"allOf\": [" : "    {\"allOf\": [");
            put_one_of(t, operation_common[0]);
            buffer_put(t, ", ");
            put_form(t, &table->forms[k], operation_common, table->name, strcmp(table->name, "motion") == 0);
            buffer_put(t, "]}");
        }
    }
    buffer_put(t, "\n  ],\n  \"$defs\": {\n");
    put_definitions(t);
    buffer_put(t, "\n  }\n}\n");
}
