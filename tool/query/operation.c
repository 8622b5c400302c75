#include "query/operation.h"

#include <string.h>

static const struct entry {
    const char *name;
    operation_fn *run;
} entries[] = {
    {"overlap", operation_overlap},
    {"distance", operation_distance},
    {"raycast", operation_raycast},
    {"contains", operation_contains},
    {"classify", operation_classify},
    {"bounds", operation_bounds},
    {"signed_distance", operation_signed_distance},
    {"gjk", operation_gjk},
    {"intersect_planes", operation_intersect_planes},
    {"contact", operation_contact},
    {"sweep", operation_sweep},
    {"motion", operation_motion},
};

operation_fn *operation_find(const char *name, query_error *error)
{
    enum { COUNT = sizeof entries / sizeof *entries };
    const char *names[COUNT];
    for (size_t i = 0; i < COUNT; ++i) {
        if (strcmp(entries[i].name, name) == 0) return entries[i].run;
        names[i] = entries[i].name;
    }
    query_unknown(error, "unknown_op", "op", "operation", name, names, COUNT);
    return NULL;
}

query_shape *question_shape(question *q, const char *name)
{
    field_scope s = {q->object, "", 0, q->error};
    const json_t *object = field_get(&s, name);
    query_shape *shape = &q->shapes[q->shape_count];
    if (!object || !query_shape_read(object, name, &q->dimension, shape, q->error)) return NULL;
    q->shape_count++;
    return shape;
}

bool question_check(question *q, flr_status status) { return query_check(q->error, status, "a, b"); }

bool question_bound(question *q, flr_status status)
{
    if (status != FLR_NOT_CONVERGED) return question_check(q, status);
    answer_truth(q->answer, "converged", false);
    return true;
}
