#include "query/field.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "query/rotation.h"

/// A value inside a member: `name`, `name[index]` or `name[index][component]`, as far as these are given.
typedef struct place {
    const field_scope *scope;
    const char *key;          ///< as it was written
    size_t index, component;  ///< SIZE_MAX for none
} place;

static void put_index(char text[32], size_t index)
{
    *text = '\0';
    if (index != SIZE_MAX) snprintf(text, 32, "[%zu]", index);
}

static bool fail(const place *p, const char *code, const char *expected, const json_t *found)
{
    const field_scope *s = p->scope;
    char index[32], component[32], shown[MEMBER_SHOWN];
    put_index(index, p->index);
    put_index(component, p->component);
    member_show(found, shown);
    return query_fail(s->error, code, "%s%s%.60s%s%s: expected %s, found %s", s->path, *s->path ? "." : "",
                      p->key, index, component, expected, shown);
}

static size_t find(const field_scope *s, const char *name)
{
    size_t i = 0;
    while (i < s->match->count && strcmp(s->match->members[i]->name, name) != 0) ++i;
    return i;
}

const json_t *field_get(const field_scope *s, const char *name)
{
    size_t i = find(s, name);
    return i < s->match->count ? s->match->values[i] : NULL;
}

static place whole(const field_scope *s, const char *name)
{
    size_t i = find(s, name);
    return (place){s, i < s->match->count ? s->match->keys[i] : name, SIZE_MAX, SIZE_MAX};
}

bool field_fail(const field_scope *s, const char *name, const char *code, const char *expected)
{
    place p = whole(s, name);
    return fail(&p, code, expected, field_get(s, name));
}

static bool read_number(const place *p, const json_t *v, flr_real *value)
{
    if (!json_is_number(v)) return fail(p, "wrong_type", "a number", v);
    *value = (flr_real)json_number_value(v);
    return isfinite(*value) || fail(p, "not_finite", "a finite number", v);
}

static bool read_list(const place *p, const json_t *v, const char *code, const char *expected,
                      flr_real *values, size_t count)
{
    if (!json_is_array(v)) return fail(p, "wrong_type", expected, v);
    if (json_array_size(v) != count) return fail(p, code, expected, v);
    place within = *p;
    size_t *at = p->index == SIZE_MAX ? &within.index : &within.component;
    for (*at = 0; *at < count; ++*at) {
        if (!read_number(&within, json_array_get(v, *at), &values[*at])) return false;
    }
    return true;
}

static bool read_vector(const place *p, const json_t *v, flr_real *values)
{
    bool flat = p->scope->dimension == 2;
    return read_list(p, v, "dimension_mismatch", flat ? "a vector of 2 numbers" : "a vector of 3 numbers",
                     values, flat ? 2 : 3);
}

/// What is wrong with a number of a shape is wrong with the shape; of an operation it is of the wrong type.
static const char *code_of_range(const place *p) { return *p->scope->path ? "invalid_shape" : "wrong_type"; }

static bool read_extents(const place *p, const json_t *v, flr_real *values, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        place within = {p->scope, p->key, i, SIZE_MAX};
        if (!(values[i] >= 0))
            return fail(&within, "invalid_shape", "a number of at least 0", json_array_get(v, i));
    }
    return true;
}

static bool read_direction(const place *p, const json_t *v, flr_real *values)
{
    if (!read_vector(p, v, values)) return false;
    bool zero = true;
    for (int i = 0; i < p->scope->dimension; ++i) zero = zero && values[i] == 0;
    return !zero || fail(p, "invalid_shape", "a vector that is not zero", v);
}

/// So many vectors.
static bool read_vectors(const place *p, const json_t *v, flr_real *values, size_t count)
{
    char expected[40];
    snprintf(expected, sizeof expected, "an array of %zu vectors", count);
    if (!json_is_array(v) || json_array_size(v) != count) return fail(p, "wrong_type", expected, v);
    place within = *p;
    for (within.index = 0; within.index < count; ++within.index) {
        flr_real *vector = values + within.index * (size_t)p->scope->dimension;
        if (!read_vector(&within, json_array_get(v, within.index), vector)) return false;
    }
    return true;
}

static bool read_axes(const place *p, const json_t *v, flr_real *values, size_t count)
{
    static const double ORTHONORMAL = 1e-6;
    size_t width = (size_t)p->scope->dimension;
    if (!read_vectors(p, v, values, count)) return false;
    for (size_t i = 0; i < count; ++i) {
        for (size_t j = 0; j <= i; ++j) {
            double dot = 0;
            for (size_t k = 0; k < width; ++k)
                dot += (double)values[i * width + k] * (double)values[j * width + k];
            double off = i == j ? fabs(sqrt(dot) - 1) : fabs(dot);
            if (!(off <= ORTHONORMAL))
                return fail(p, "invalid_shape", "perpendicular unit vectors, to within 1e-6", v);
        }
    }
    return true;
}

static bool read_single(const place *p, const json_t *v, member_type type, flr_real *value)
{
    if (!read_number(p, v, value)) return false;
    bool good = type == MEMBER_EXTENT   ? *value >= 0
                : type == MEMBER_LENGTH ? *value > 0
                : type == MEMBER_PART   ? *value > 0 && *value <= 1
                                        : true;
    return good || fail(p, code_of_range(p), member_type_words(type), v);
}

/// How many numbers a member of the type is written as, 0 for what is no number.
static size_t numbers_of(member_type type, int dimension)
{
    size_t d = (size_t)dimension;
    switch (type) {
    case MEMBER_NUMBER:
    case MEMBER_EXTENT:
    case MEMBER_LENGTH:
    case MEMBER_PART:
        return 1;
    case MEMBER_VECTOR:
    case MEMBER_DIRECTION:
    case MEMBER_EXTENTS:
        return d;
    case MEMBER_TWO_EXTENTS:
        return 2;
    case MEMBER_THREE_ANGLES:
        return 3;
    case MEMBER_AXES:
    case MEMBER_ROTATION:
        return d == 2 ? 2 : 9;
    case MEMBER_TWO_AXES:
    case MEMBER_TWO_POINTS:
        return 2 * d;
    case MEMBER_THREE_POINTS:
        return 3 * d;
    case MEMBER_FOUR_POINTS:
        return 4 * d;
    default:
        return 0;
    }
}

bool field_read(const field_scope *s, const char *name, flr_real *values)
{
    size_t at = find(s, name);
    if (at == s->match->count) return true;
    const member *m = s->match->members[at];
    const json_t *v = s->match->values[at];
    place p = whole(s, name);
    size_t count = numbers_of(m->type, s->dimension);
    flr_real axes[9];
    switch (m->type) {
    case MEMBER_VECTOR:
        return read_vector(&p, v, values);
    case MEMBER_DIRECTION:
        return read_direction(&p, v, values);
    case MEMBER_EXTENTS:
        return read_vector(&p, v, values) && read_extents(&p, v, values, count);
    case MEMBER_TWO_EXTENTS:
        return read_list(&p, v, "wrong_type", "two numbers", values, 2) && read_extents(&p, v, values, 2);
    case MEMBER_THREE_ANGLES:
        return read_list(&p, v, "wrong_type", "three numbers", values, 3);
    case MEMBER_AXES:
        if (!read_axes(&p, v, axes, (size_t)s->dimension)) return false;
        memcpy(values, axes, count * sizeof *values);  // in the plane the first says it all
        return true;
    case MEMBER_TWO_AXES:
        return read_axes(&p, v, values, 2);
    case MEMBER_ROTATION:
        return rotation_read(s, name, values);
    case MEMBER_TWO_POINTS:
    case MEMBER_THREE_POINTS:
    case MEMBER_FOUR_POINTS:
        return read_vectors(&p, v, values, count / (size_t)s->dimension);
    default:
        return count == 1 && read_single(&p, v, m->type, values);
    }
}

bool field_read_all(const field_scope *s, flr_real values[FIELD_MOST_NUMBERS])
{
    for (size_t i = 0; i < FIELD_MOST_NUMBERS; ++i) values[i] = 0;
    const member *const *members = s->match->form->members;
    for (size_t i = 0; i < MOST_MEMBERS && members[i]; ++i) {
        size_t count = numbers_of(members[i]->type, s->dimension);
        if (members[i]->type == MEMBER_ROTATION) rotation_none(s->dimension, values);
        if (count && !field_read(s, members[i]->name, values)) return false;
        values += count;
    }
    return true;
}

bool field_flag(const field_scope *s, const char *name, bool *value)
{
    const json_t *given = field_get(s, name);
    if (!given) return true;
    if (!json_is_boolean(given)) return field_fail(s, name, "wrong_type", "true or false");
    *value = json_is_true(given);
    return true;
}

bool field_vec3(const field_scope *s, const char *name, flr_vec3 *v)
{
    flr_real x[3] = {0, 0, 0};
    if (!field_read(s, name, x)) return false;
    *v = flr_vec3_make(x[0], x[1], x[2]);
    return true;
}

bool field_vec2(const field_scope *s, const char *name, flr_vec2 *v)
{
    flr_real x[2] = {0, 0};
    if (!field_read(s, name, x)) return false;
    *v = flr_vec2_make(x[0], x[1]);
    return true;
}

flr_real *field_points(const field_scope *s, const char *name, size_t *count)
{
    const json_t *v = field_get(s, name);
    place p = whole(s, name);
    *count = json_array_size(v);
    size_t width = (size_t)s->dimension;
    flr_real *values = NULL;
    if (!json_is_array(v)) {
        fail(&p, "wrong_type", "an array of vectors", v);
    } else if (*count == 0) {
        fail(&p, "invalid_shape", "at least one vector", v);
    } else if (!(values = malloc(*count * width * sizeof *values))) {
        fail(&p, "out_of_memory", "fewer vectors", v);
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
    if (!json_is_array(v) || json_array_size(v) != 3) return fail(p, "wrong_type", "three vertex indices", v);
    for (size_t i = 0; i < 3; ++i) {
        const json_t *item = json_array_get(v, i);
        double index = json_number_value(item);
        if (!json_is_number(item) || index != floor(index))
            return fail(p, "wrong_type", "three whole numbers", v);
        if (!(index >= 0 && index < (double)limit)) {
            char expected[60];
            snprintf(expected, sizeof expected, "vertex indices from 0 to %zu", limit - 1);
            return fail(p, "invalid_shape", expected, item);
        }
        indices[i] = (uint32_t)index;
    }
    return true;
}

uint32_t *field_triangles(const field_scope *s, const char *name, size_t limit, size_t *count)
{
    const json_t *v = field_get(s, name);
    place p = whole(s, name);
    *count = json_array_size(v);
    uint32_t *indices = NULL;
    if (!json_is_array(v)) {
        fail(&p, "wrong_type", "an array of index triples", v);
    } else if (*count == 0 || limit > UINT32_MAX) {
        fail(&p, "invalid_shape", "at least one triangle, and at most 2^32 vertices", v);
    } else if (!(indices = malloc(*count * 3 * sizeof *indices))) {
        fail(&p, "out_of_memory", "fewer triangles", v);
    }
    for (p.index = 0; indices && p.index < *count; ++p.index) {
        if (read_triple(&p, json_array_get(v, p.index), limit, indices + 3 * p.index)) continue;
        free(indices);
        return NULL;
    }
    return indices;
}
