/// Members of a JSON object, read and checked; what is wrong names the path and what was expected.
#ifndef TOOL_QUERY_FIELD_H
#define TOOL_QUERY_FIELD_H

#include <jansson.h>

#include "feeler/math.h"
#include "feeler/math2.h"
#include "query/error.h"

/// An object of a query, with what a message calls it ("a", "planes[1]").
typedef struct field_scope {
    const json_t *object;
    const char *path;
    int dimension;  ///< of its vectors: 2 or 3
    query_error *error;
} field_scope;

/// The member, or null and the error.
const json_t *field_get(const field_scope *s, const char *name);

/// Those with a number: finite, in the number type of the library.
bool field_number(const field_scope *s, const char *name, flr_real *value);
/// A number of a shape that is at least 0.
bool field_extent(const field_scope *s, const char *name, flr_real *value);
/// A number of an operation that is at least 0, and is 0 where it is not given.
bool field_allowance(const field_scope *s, const char *name, flr_real *value);
/// An angle, in the plane.
bool field_angle(const field_scope *s, const char *name, flr_real *value);
bool field_vec3(const field_scope *s, const char *name, flr_vec3 *v);
bool field_vec2(const field_scope *s, const char *name, flr_vec2 *v);
/// A vector that is not zero.
bool field_direction3(const field_scope *s, const char *name, flr_vec3 *v);
bool field_direction2(const field_scope *s, const char *name, flr_vec2 *v);
/// So many numbers, that are no vector.
bool field_numbers(const field_scope *s, const char *name, const char *meaning, flr_real *values,
                   size_t count);
/// So many vectors.
bool field_axes(const field_scope *s, const char *name, flr_real *values, size_t count);
/// Any number of vectors but none, one after another; the caller frees them.
flr_real *field_points(const field_scope *s, const char *name, size_t *count);
/// Index triples below `limit`; the caller frees them.
uint32_t *field_triangles(const field_scope *s, const char *name, size_t limit, size_t *count);

#endif
