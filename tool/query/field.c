#include "query/field.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A value inside a member: `name`, `name[index]` or `name[index][component]`, as far as these are given.
typedef struct place {
    const field_scope *scope;
    const char *name;
    size_t index, component;  ///< SIZE_MAX for none
} place;

static void put_index(char text[32], size_t index)
{
    *text = '\0';
    if (index != SIZE_MAX) snprintf(text, 32, "[%zu]", index);
}

static bool fail(const place *p, const char *code, const char *expected)
{
    const field_scope *s = p->scope;
    char index[32], component[32];
    put_index(index, p->index);
    put_index(component, p->component);
    return query_fail(s->error, code, "%s%s%s%s%s: expected %s", s->path, *s->path ? "." : "", p->name, index,
                      component, expected);
}

static bool fail_number(const place *p, const char *code, const char *expected, flr_real found)
{
    char text[120];
    snprintf(text, sizeof text, "%s, found %.9g", expected, (double)found);
    return fail(p, code, text);
}

static place whole(const field_scope *s, const char *name) { return (place){s, name, SIZE_MAX, SIZE_MAX}; }

const json_t *field_get(const field_scope *s, const char *name)
{
    const json_t *member = json_object_get(s->object, name);
    if (!member) {
        query_fail(s->error, "missing_field", "%s%s%s: expected this field, it is not there", s->path,
                   *s->path ? "." : "", name);
    }
    return member;
}

static bool read_number(const place *p, const json_t *v, const char *expected, flr_real *value)
{
    if (!json_is_number(v)) return fail(p, "wrong_type", expected);
    *value = (flr_real)json_number_value(v);
    return isfinite(*value) || fail(p, "not_finite", "a finite number");
}

static bool read_list(const place *p, const json_t *v, const char *code, const char *expected,
                      flr_real *values, size_t count)
{
    if (!json_is_array(v)) return fail(p, "wrong_type", expected);
    if (json_array_size(v) != count) return fail(p, code, expected);
    place within = *p;
    size_t *at = p->index == SIZE_MAX ? &within.index : &within.component;
    for (*at = 0; *at < count; ++*at) {
        if (!read_number(&within, json_array_get(v, *at), "a number", &values[*at])) return false;
    }
    return true;
}

static bool read_vector(const place *p, const json_t *v, flr_real *values)
{
    bool flat = p->scope->dimension == 2;
    return read_list(p, v, "dimension_mismatch", flat ? "a vector of 2 numbers" : "a vector of 3 numbers",
                     values, flat ? 2 : 3);
}

bool field_number(const field_scope *s, const char *name, flr_real *value)
{
    const json_t *v = field_get(s, name);
    place p = whole(s, name);
    return v && read_number(&p, v, "a number", value);
}

bool field_angle(const field_scope *s, const char *name, flr_real *value)
{
    const json_t *v = field_get(s, name);
    place p = whole(s, name);
    return v && read_number(&p, v, "a number, an angle in radians", value);
}

bool field_extent(const field_scope *s, const char *name, flr_real *value)
{
    place p = whole(s, name);
    return field_number(s, name, value) &&
           (*value >= 0 || fail_number(&p, "invalid_shape", "a number of at least 0", *value));
}

bool field_allowance(const field_scope *s, const char *name, flr_real *value)
{
    place p = whole(s, name);
    *value = 0;
    return !json_object_get(s->object, name) ||
           (field_number(s, name, value) &&
            (*value >= 0 || fail_number(&p, "wrong_type", "a number of at least 0", *value)));
}

bool field_vec3(const field_scope *s, const char *name, flr_vec3 *v)
{
    const json_t *member = field_get(s, name);
    place p = whole(s, name);
    flr_real x[3];
    if (!member || !read_vector(&p, member, x)) return false;
    *v = flr_vec3_make(x[0], x[1], x[2]);
    return true;
}

bool field_vec2(const field_scope *s, const char *name, flr_vec2 *v)
{
    const json_t *member = field_get(s, name);
    place p = whole(s, name);
    flr_real x[2];
    if (!member || !read_vector(&p, member, x)) return false;
    *v = flr_vec2_make(x[0], x[1]);
    return true;
}

bool field_direction3(const field_scope *s, const char *name, flr_vec3 *v)
{
    place p = whole(s, name);
    return field_vec3(s, name, v) &&
           (v->x != 0 || v->y != 0 || v->z != 0 || fail(&p, "invalid_shape", "a vector that is not zero"));
}

bool field_direction2(const field_scope *s, const char *name, flr_vec2 *v)
{
    place p = whole(s, name);
    return field_vec2(s, name, v) &&
           (v->x != 0 || v->y != 0 || fail(&p, "invalid_shape", "a vector that is not zero"));
}

bool field_numbers(const field_scope *s, const char *name, const char *meaning, flr_real *values,
                   size_t count)
{
    const json_t *v = field_get(s, name);
    place p = whole(s, name);
    return v && read_list(&p, v, "wrong_type", meaning, values, count);
}

bool field_axes(const field_scope *s, const char *name, flr_real *values, size_t count)
{
    const json_t *v = field_get(s, name);
    place p = whole(s, name);
    if (!v) return false;
    if (!json_is_array(v) || json_array_size(v) != count) {
        return fail(&p, "wrong_type", count == 2 ? "an array of 2 vectors" : "an array of 3 vectors");
    }
    for (size_t i = 0; i < count; ++i) {
        p.index = i;
        if (!read_vector(&p, json_array_get(v, i), values + i * (size_t)s->dimension)) return false;
    }
    return true;
}

flr_real *field_points(const field_scope *s, const char *name, size_t *count)
{
    const json_t *v = field_get(s, name);
    place p = whole(s, name);
    if (!v) return NULL;
    *count = json_array_size(v);
    size_t width = (size_t)s->dimension;
    flr_real *values = NULL;
    if (!json_is_array(v)) {
        fail(&p, "wrong_type", "an array of vectors");
    } else if (*count == 0) {
        fail(&p, "invalid_shape", "at least one vector");
    } else if (!(values = malloc(*count * width * sizeof *values))) {
        fail(&p, "out_of_memory", "fewer vectors");
    }
    for (p.index = 0; values && p.index < *count; ++p.index) {
        if (read_vector(&p, json_array_get(v, p.index), values + p.index * width)) continue;
        free(values);
        return NULL;
    }
    return values;
}

static bool read_triple(const place *p, const json_t *v, size_t limit, uint32_t *indices)
{
    if (!json_is_array(v) || json_array_size(v) != 3) return fail(p, "wrong_type", "three vertex indices");
    for (size_t i = 0; i < 3; ++i) {
        const json_t *item = json_array_get(v, i);
        double index = json_number_value(item);
        if (!json_is_number(item) || index != floor(index))
            return fail(p, "wrong_type", "three whole numbers");
        if (!(index >= 0 && index < (double)limit)) {
            char expected[120];
            snprintf(expected, sizeof expected, "vertex indices from 0 to %zu, found %.9g", limit - 1, index);
            return fail(p, "invalid_shape", expected);
        }
        indices[i] = (uint32_t)index;
    }
    return true;
}

uint32_t *field_triangles(const field_scope *s, const char *name, size_t limit, size_t *count)
{
    const json_t *v = field_get(s, name);
    place p = whole(s, name);
    if (!v) return NULL;
    *count = json_array_size(v);
    uint32_t *indices = NULL;
    if (!json_is_array(v)) {
        fail(&p, "wrong_type", "an array of index triples");
    } else if (*count == 0 || limit > UINT32_MAX) {
        fail(&p, "invalid_shape", "at least one triangle, and at most 2^32 vertices");
    } else if (!(indices = malloc(*count * 3 * sizeof *indices))) {
        fail(&p, "out_of_memory", "fewer triangles");
    }
    for (p.index = 0; indices && p.index < *count; ++p.index) {
        if (read_triple(&p, json_array_get(v, p.index), limit, indices + 3 * p.index)) continue;
        free(indices);
        return NULL;
    }
    return indices;
}
