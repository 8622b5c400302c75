#include "query/member.h"

#include <stdio.h>
#include <string.h>

#include "command/options.h"
#include "query/shape.h"

static char letter(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static const char *skip_marks(const char *c)
{
    while (*c == '_' || *c == '-') ++c;
    return c;
}

/// `length` is that of the name. Case, `_` and `-` do not count.
static bool same_name(const char *name, size_t length, const char *key)
{
    const char *end = name + length;
    // names begin with a letter, so most keys part at the first one
    if (letter(*key) != *name && *key != '_' && *key != '-') return false;
    for (name = skip_marks(name), key = skip_marks(key); name < end && *key;
         name = skip_marks(name + 1), key = skip_marks(key + 1)) {
        if (letter(*name) != letter(*key)) return false;
    }
    return name >= end && !*key;
}

bool member_same_name(const char *name, const char *key) { return same_name(name, strlen(name), key); }

bool member_is(const member *m, const char *key)
{
    if (member_same_name(m->name, key)) return true;
    for (const char *s = m->synonyms; s && *s;) {
        size_t length = strcspn(s, " ");
        if (same_name(s, length, key)) return true;
        s += length + (s[length] == ' ');
    }
    return false;
}

const json_t *member_find(const json_t *object, const member *m)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        if (member_is(m, key)) return value;
    }
    return NULL;
}

static const member *find_in_form(const member_form *form, const char *key)
{
    for (size_t i = 0; i < MOST_MEMBERS && form->members[i]; ++i) {
        if (member_is(form->members[i], key)) return form->members[i];
    }
    return NULL;
}

static const member *find_common(const member_table *table, const char *key)
{
    for (const member *const *m = table->common; m && *m; ++m) {
        if (member_is(*m, key)) return *m;
    }
    return NULL;
}

/// How badly the object fits: members that are not taken count before those that are missing.
static size_t misfit(const json_t *object, const member_table *table, const member_form *form)
{
    size_t strange = 0, missing = 0;
    bool given[MOST_MEMBERS] = {false};
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        size_t i = 0;
        while (i < MOST_MEMBERS && form->members[i] && !member_is(form->members[i], key)) ++i;
        if (i < MOST_MEMBERS && form->members[i]) {
            given[i] = true;
        } else {
            strange += !find_common(table, key);
        }
    }
    for (size_t i = 0; i < MOST_MEMBERS && form->members[i]; ++i)
        missing += !given[i] && !form->members[i]->fallback;
    return 64 * strange + missing;
}

static const member_form *best_form(const json_t *object, const member_table *table)
{
    const member_form *best = &table->forms[0];
    if (table->form_count == 1) return best;
    size_t least = misfit(object, table, best);
    for (size_t i = 1; i < table->form_count && least > 0; ++i) {
        size_t found = misfit(object, table, &table->forms[i]);
        if (found >= least) continue;
        least = found;
        best = &table->forms[i];
    }
    return best;
}

static bool known_anywhere(const member_table *table, const char *key)
{
    for (size_t i = 0; i < table->form_count; ++i) {
        if (find_in_form(&table->forms[i], key)) return true;
    }
    return find_common(table, key) != NULL;
}

static bool together(const member_table *table, const char *a, const char *b)
{
    for (size_t i = 0; i < table->form_count; ++i) {
        if (find_in_form(&table->forms[i], a) && find_in_form(&table->forms[i], b)) return true;
    }
    return find_common(table, a) || find_common(table, b);
}

/// The name that is nearest to the key, of members and of their synonyms.
static const char *nearest_name(const member_table *table, const char *key, char name[40])
{
    char words[64][32];
    const char *known[64];
    size_t count = 0;
    for (size_t i = 0; i <= table->form_count; ++i) {
        const member *const *m = i < table->form_count ? table->forms[i].members : table->common;
        size_t most = i < table->form_count ? MOST_MEMBERS : SIZE_MAX;
        for (size_t k = 0; m && k < most && m[k]; ++k) {
            char all[200];
            snprintf(all, sizeof all, "%s %s", m[k]->name, m[k]->synonyms ? m[k]->synonyms : "");
            for (const char *w = all; *w && count < 64;) {
                size_t length = strcspn(w, " ");
                if (length) {
                    snprintf(words[count], sizeof words[count], "%.*s", (int)length, w);
                    known[count] = words[count];
                    ++count;
                }
                w += length + (w[length] == ' ');
            }
        }
    }
    const char *found = options_nearest(key, known, count);
    if (found) snprintf(name, 32, "%s", found);
    return found ? name : NULL;
}

/// A member of the pose that stands beside the others, as "pose.rotation".
static const char *name_in_pose(const member_table *table, const char *key, char name[40])
{
    const member *m = find_common(table, "pose"), *inner = find_in_form(&pose_table.forms[0], key);
    if (!m || !inner) return NULL;
    snprintf(name, 40, "%s.%s", m->name, inner->name);
    return name;
}

void member_put_usage(buffer *t, const member_table *table)
{
    for (size_t i = 0; i < table->form_count; ++i) {
        if (i) buffer_put(t, "; or ");
        for (size_t k = 0; k < MOST_MEMBERS && table->forms[i].members[k]; ++k) {
            const member *m = table->forms[i].members[k];
            buffer_format(t, m->fallback ? "%s[%s]" : "%s%s", k ? ", " : "", m->name);
        }
    }
    const char *separator = table->form_count > 1 ? "; and " : ", ";
    for (const member *const *m = table->common; m && *m; ++m) {
        if (!(*m)->fallback) continue;  // the name of the table
        buffer_format(t, "%s[%s]", separator, (*m)->name);
        separator = ", ";
    }
}

/// Between a path and the name of a member.
static const char *dot(const char *path) { return *path ? "." : ""; }

static bool fail_with_usage(const char *code, const char *path, const char *key, const char *what,
                            const member_table *table, query_error *error)
{
    buffer usage = {0};
    member_put_usage(&usage, table);
    query_fail(error, code, "%s%s%.60s: %s; '%s' takes %s", path, dot(path), key, what, table->name,
               usage.data ? usage.data : "");
    buffer_free(&usage);
    return false;
}

static bool fail_strange(const json_t *object, const char *path, const member_table *table, const char *key,
                         query_error *error)
{
    const char *other;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, other, value)
    {
        if (known_anywhere(table, key) && known_anywhere(table, other) && !together(table, other, key))
            return query_fail(error, "invalid_shape", "%s: expected either %.60s or %.60s, found both",
                              *path ? path : table->name, other, key);
    }
    char what[120] = "there is no such member", name[40];
    const char *meant = name_in_pose(table, key, name);
    if (!meant) meant = nearest_name(table, key, name);
    if (meant) snprintf(what, sizeof what, "there is no such member (did you mean '%s'?)", meant);
    return fail_with_usage("unknown_field", path, key, what, table, error);
}

static bool fail_missing(const json_t *object, const char *path, const member_table *table, const member *m,
                         query_error *error)
{
    char what[360], found[200] = "";
    size_t at = 0;
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        if (at < sizeof found)
            at += (size_t)snprintf(found + at, sizeof found - at, "%s%.40s", at ? ", " : "", key);
    }
    snprintf(what, sizeof what, "this member is missing (%s); found %s", member_type_words(m->type),
             *found ? found : "an empty object");
    return fail_with_usage("missing_field", path, m->name, what, table, error);
}

bool member_match_object(const json_t *object, const char *path, const member_table *table,
                         member_match *match, query_error *error)
{
    *match = (member_match){.table = table, .form = best_form(object, table)};
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        const member *m = find_in_form(match->form, key);
        if (!m) m = find_common(table, key);
        if (!m) return fail_strange(object, path, table, key, error);
        for (size_t i = 0; i < match->count; ++i) {
            if (match->members[i] == m)
                return query_fail(error, "duplicate_key", "%s%s%.60s: is given twice, as %.60s before", path,
                                  dot(path), key, match->keys[i]);
        }
        match->members[match->count] = m;
        match->keys[match->count] = key;
        match->values[match->count++] = value;
    }
    for (size_t i = 0; i < MOST_MEMBERS && match->form->members[i]; ++i) {
        const member *m = match->form->members[i];
        bool given = m->fallback != NULL;
        for (size_t k = 0; k < match->count; ++k) given = given || match->members[k] == m;
        if (!given) return fail_missing(object, path, table, m, error);
    }
    return true;
}

static const char *const type_words[] = {
    [MEMBER_ANY] = "any value",
    [MEMBER_NAME] = "a name",
    [MEMBER_NUMBER] = "a number",
    [MEMBER_EXTENT] = "a number of at least 0",
    [MEMBER_LENGTH] = "a number above 0",
    [MEMBER_PART] = "a number above 0 and up to 1",
    [MEMBER_VECTOR] = "a vector",
    [MEMBER_DIRECTION] = "a vector that is not zero",
    [MEMBER_EXTENTS] = "a vector of numbers of at least 0",
    [MEMBER_TWO_EXTENTS] = "two numbers of at least 0",
    [MEMBER_AXES] = "perpendicular unit vectors",
    [MEMBER_TWO_AXES] = "two perpendicular unit vectors",
    [MEMBER_ROTATION] = "a rotation",
    [MEMBER_TWO_POINTS] = "two vectors",
    [MEMBER_THREE_POINTS] = "three vectors",
    [MEMBER_FOUR_POINTS] = "four vectors",
    [MEMBER_POINTS] = "one vector or more",
    [MEMBER_TRIANGLES] = "index triples",
    [MEMBER_HEIGHTS] = "rows of numbers, null for no ground",
    [MEMBER_SPACING] = "a number above 0, or two",
    [MEMBER_NUMBERS_OF_FIRST] = "two whole numbers",
    [MEMBER_DIAGONAL] = "rising, falling or alternating",
    [MEMBER_CELLS] = "cells, a column and a row each",
    [MEMBER_FILE] = "the name of a file",
    [MEMBER_FLAG] = "true or false",
    [MEMBER_MASK] = "a whole number from 0 to 4294967295",
    [MEMBER_MASKS] = "a whole number from 0 to 4294967295 for each of the shapes",
    [MEMBER_ORDER] = "three letters of x, y and z",
    [MEMBER_THREE_ANGLES] = "three numbers",
    [MEMBER_POSE] = "a pose",
    [MEMBER_RAY] = "a ray, segment or line",
    [MEMBER_PLANE] = "a plane",
    [MEMBER_PLANES] = "two or three planes",
    [MEMBER_SHAPE] = "a shape",
    [MEMBER_SHAPES] = "one shape or more",
};

const char *member_type_words(member_type type) { return type_words[type]; }

/// As much of the value as may be shown; beyond that nothing more is added.
static void show(buffer *t, const json_t *value)
{
    const char *key, *separator = "";
    json_t *inner;
    size_t i;
    if (t->length >= MEMBER_SHOWN) return;
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        buffer_char(t, '{');
        json_object_foreach((json_t *)(uintptr_t)value, key, inner)
        {
            buffer_put(t, separator);
            buffer_json(t, key);
            buffer_put(t, ": ");
            show(t, inner);
            separator = ", ";
            if (t->length >= MEMBER_SHOWN) return;
        }
        buffer_char(t, '}');
        break;
    case JSON_ARRAY:
        buffer_char(t, '[');
        for (i = 0; i < json_array_size(value) && t->length < MEMBER_SHOWN; ++i) {
            buffer_put(t, i ? ", " : "");
            show(t, json_array_get(value, i));
        }
        buffer_char(t, ']');
        break;
    case JSON_STRING:
        buffer_json(t, json_string_value(value));
        break;
    case JSON_INTEGER:
    case JSON_REAL:
        buffer_number(t, json_number_value(value));
        break;
    default:
        buffer_put(t, json_is_null(value) ? "null" : json_is_true(value) ? "true" : "false");
    }
}

void member_show(const json_t *value, char text[MEMBER_SHOWN])
{
    static const char dots[] = "...";
    buffer t = {0};
    if (value) show(&t, value);
    size_t length = t.data ? t.length : 0, room = MEMBER_SHOWN - sizeof dots;
    bool cut = length > room;
    if (cut) length = room;
    // no character of UTF-8 is cut in two
    while (cut && length && ((unsigned char)t.data[length] & 0xC0) == 0x80) --length;
    snprintf(text, MEMBER_SHOWN, "%.*s%s", (int)length, t.data ? t.data : "", cut ? dots : "");
    buffer_free(&t);
}
