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

bool question_unsupported(question *q, const query_shape *a, const query_shape *b)
{
    return query_fail(q->error, "unsupported_pair",
                      "op: %s of %s and %s in %dD is not answered by this version",
                      json_string_value(json_object_get(q->object, "op")), a->name, b->name, q->dimension);
}

bool question_check(question *q, flr_status status)
{
    if (status == FLR_UNSUPPORTED_PAIR) return question_unsupported(q, &q->shapes[0], &q->shapes[1]);
    return query_check(q->error, status, "a, b");
}
