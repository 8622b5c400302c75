/// Members of a JSON object, read and checked; what is wrong names the path, what was expected and what was found.
#ifndef TOOL_QUERY_FIELD_H
#define TOOL_QUERY_FIELD_H

#include <jansson.h>

#include "feeler/math.h"
#include "query/error.h"
#include "query/member.h"

/// An object of a query, with what a message calls it ("a", "planes[1]").
typedef struct field_scope {
    const member_match *match;  ///< its members; fields go by the names of the table
    const char *path;
    int dimension;  ///< of its vectors: 2 or 3
    query_error *error;
} field_scope;

/// The member, or null where it is not given.
const json_t *field_get(const field_scope *s, const char *name);

/// "expected so and so, found what stands there".
bool field_fail(const field_scope *s, const char *name, const char *code, const char *expected);

/// A member that is a number, or numbers, written to `values`: one, two, as many as a vector has, or nine. A member that is not
/// given, and may be left out, is left as it is. The caller's default stands there before.
bool field_read(const field_scope *s, const char *name, flr_real *values);

enum { FIELD_MOST_NUMBERS = 20 };

/// All members of the form that are numbers, one after another, as field_read() has them; those that are not given as zeros, rotations
/// as none.
bool field_read_all(const field_scope *s, flr_real values[FIELD_MOST_NUMBERS]);

/// True or false; where it is not given it is left as it is.
bool field_flag(const field_scope *s, const char *name, bool *value);
bool field_vec3(const field_scope *s, const char *name, flr_vec3 *v);
bool field_vec2(const field_scope *s, const char *name, flr_vec2 *v);
/// Any number of vectors but none, one after another; the caller frees them.
flr_real *field_points(const field_scope *s, const char *name, size_t *count);
/// Index triples below `limit`; the caller frees them.
uint32_t *field_triangles(const field_scope *s, const char *name, size_t limit, size_t *count);

#endif
