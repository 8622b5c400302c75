/// The operations of a query: each reads what it needs and writes the members of its answer.
#ifndef TOOL_QUERY_OPERATION_H
#define TOOL_QUERY_OPERATION_H

#include "feeler/list.h"
#include "query/answer.h"
#include "query/shape.h"

/// One question on its way. The shapes are freed by whoever calls the operation.
typedef struct question {
    const member_match *match;
    int dimension;          ///< 0 until a vector has been seen
    query_shape shapes[3];  ///< at most three: planes
    size_t shape_count;
    answer *answer;
    query_error *error;
} question;

typedef bool operation_fn(question *q);

/// An operation: what it takes, and what answers it.
typedef struct operation_row {
    member_table table;
    operation_fn *run;
} operation_row;

extern const operation_row operation_rows[];
extern const size_t operation_row_count;
/// Members of every question, `op` first.
extern const member *const operation_common[];

/// By its name; null and the error where there is none.
const operation_row *operation_find(const char *name, query_error *error);

/// The members of the question, once its dimension is known.
field_scope question_scope(const question *q);

/// Reads the shape of that member into the next place.
query_shape *question_shape(question *q, const char *name);

operation_fn operation_overlap, operation_distance, operation_signed_distance, operation_gjk,
    operation_raycast, operation_contains, operation_classify, operation_intersect_planes, operation_bounds,
    operation_contact, operation_sweep, operation_motion, operation_sat, operation_epa, operation_clip,
    operation_minkowski, operation_near, operation_overlaps, operation_nearest, operation_dop,
    operation_intersection, operation_meet, operation_grid;

/// The shapes of a question as a list of the library, and what its masks let pass.
typedef struct question_list {
    flr_list3 *space;
    flr_list2 *plane;
    uint32_t *masks;
    size_t count;
    flr_list_filter filter;
} question_list;
/// Reads `shapes`, `masks` and `mask`, once the dimension is known. What it holds is freed by question_list_free() either way.
bool question_list_read(question *q, question_list *list);
void question_list_free(question_list *list);

/// A ray, segment or line as a path, up to max_t; else the error.
bool question_path3(question *q, const query_shape *ray, flr_real max_t, flr_raycast3_path *path);
bool question_path2(question *q, const query_shape *ray, flr_real max_t, flr_raycast2_path *path);

/// The members of a manifold.
void put_manifold3(answer *a, const flr_manifold3 *m);
void put_manifold2(answer *a, const flr_manifold2 *m);

/// Is a status of the library about the first two shapes good? If not, the error it means.
bool question_check(question *q, flr_status status);

/// The same for an answer that is a length with its points: a bound that was not proved to be the value is given as well, with
/// `converged` false before it.
bool question_bound(question *q, flr_status status);

#endif
