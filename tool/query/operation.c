#include "query/operation.h"

#include <string.h>

static const member OP = {"op", "operation", MEMBER_NAME, NULL}, ID = {"id", NULL, MEMBER_ANY, "null"};
static const member A = {"a", NULL, MEMBER_SHAPE, NULL}, B = {"b", NULL, MEMBER_SHAPE, NULL},
                    SHAPE = {"shape", NULL, MEMBER_SHAPE, NULL}, RAY = {"ray", NULL, MEMBER_RAY, NULL},
                    PLANE = {"plane", NULL, MEMBER_PLANE, NULL},
                    PLANES = {"planes", NULL, MEMBER_PLANES, NULL},
                    POINT = {"point", "position", MEMBER_VECTOR, NULL},
                    MOTION = {"motion", "translation displacement", MEMBER_VECTOR, NULL},
                    MARGIN = {"margin", NULL, MEMBER_EXTENT, "0"},
                    FACE_BIAS = {"face_bias", NULL, MEMBER_EXTENT, "0"},
                    TARGET = {"target", "target_distance", MEMBER_EXTENT, "0"},
                    TOLERANCE = {"tolerance", NULL, MEMBER_PART, "1e-6"},
                    STEPS = {"steps", NULL, MEMBER_FLAG, "false"},
                    MAX_T = {"max_t", "t_max", MEMBER_NUMBER, "no limit"},
                    MESH = {"mesh", NULL, MEMBER_SHAPE, NULL},
                    MAX_DISTANCE = {"max_distance", NULL, MEMBER_EXTENT, "no limit"},
                    COUNT = {"count", NULL, MEMBER_LENGTH, "all"},
                    DIRECTIONS = {"k", NULL, MEMBER_LENGTH, NULL},
                    OTHER = {"other", NULL, MEMBER_SHAPE, "none"},
                    RAY_TOO = {"ray", NULL, MEMBER_RAY, "none"},
                    SHAPES = {"shapes", NULL, MEMBER_SHAPES, NULL},
                    MASKS = {"masks", NULL, MEMBER_MASKS, "all bits of each"},
                    MASK = {"mask", NULL, MEMBER_MASK, "4294967295"},
                    ALL = {"all", NULL, MEMBER_FLAG, "false"}, B_TOO = {"b", NULL, MEMBER_SHAPE, "none"},
                    END_A = {"end_a", NULL, MEMBER_POINTS, "at rest"},
                    END_B = {"end_b", NULL, MEMBER_POINTS, "at rest"},
                    POINTS = {"points", "positions", MEMBER_POINTS, NULL},
                    CELL = {"cell", "cell_size", MEMBER_LENGTH, NULL},
                    CELLS = {"cells", NULL, MEMBER_LENGTH, NULL};

const member *const operation_common[] = {&OP, &ID, NULL};

static const member_form pair[] = {{{&A, &B}, NULL}}, contact[] = {{{&A, &B, &MARGIN, &FACE_BIAS}, NULL}},
                         sat[] = {{{&A, &B, &FACE_BIAS}, NULL}},
                         sweep[] = {{{&A, &B, &MOTION, &TARGET, &STEPS}, NULL},
                                    {{&A, &SHAPES, &MOTION, &TARGET, &MASKS, &MASK}, NULL}},
                         motion[] = {{{&A, &B, &TOLERANCE, &TARGET, &STEPS}, NULL}},
                         raycast[] = {{{&RAY, &SHAPE, &MAX_T, &STEPS}, NULL},
                                      {{&RAY, &SHAPES, &MAX_T, &MASKS, &MASK, &ALL}, NULL}},
                         meet[] = {{{&A, &B_TOO, &END_A, &END_B, &TOLERANCE, &TARGET, &ALL}, NULL}},
                         grid[] = {{{&MESH, &POINTS, &CELL, &MARGIN}, NULL},
                                   {{&MESH, &POINTS, &CELLS, &MARGIN}, NULL}},
                         dop[] = {{{&SHAPE, &DIRECTIONS, &OTHER, &RAY_TOO, &MAX_T}, NULL}},
                         overlaps[] = {{{&SHAPE, &SHAPES, &MASKS, &MASK}, NULL}},
                         nearest[] = {{{&SHAPE, &SHAPES, &MAX_DISTANCE, &MASKS, &MASK}, NULL}},
                         near[] = {{{&SHAPE, &MESH, &MAX_DISTANCE, &COUNT}, NULL}},
                         contains[] = {{{&SHAPE, &POINT}, NULL}}, classify[] = {{{&PLANE, &SHAPE}, NULL}},
                         planes[] = {{{&PLANES}, NULL}}, bounds[] = {{{&SHAPE}, NULL}};

const operation_row operation_rows[] = {
    {{"overlap", pair, 1, operation_common}, operation_overlap},
    {{"distance", pair, 1, operation_common}, operation_distance},
    {{"signed_distance", pair, 1, operation_common}, operation_signed_distance},
    {{"contact", contact, 1, operation_common}, operation_contact},
    {{"raycast", raycast, 2, operation_common}, operation_raycast},
    {{"overlaps", overlaps, 1, operation_common}, operation_overlaps},
    {{"nearest", nearest, 1, operation_common}, operation_nearest},
    {{"near", near, 1, operation_common}, operation_near},
    {{"intersection", pair, 1, operation_common}, operation_intersection},
    {{"contains", contains, 1, operation_common}, operation_contains},
    {{"classify", classify, 1, operation_common}, operation_classify},
    {{"intersect_planes", planes, 1, operation_common}, operation_intersect_planes},
    {{"bounds", bounds, 1, operation_common}, operation_bounds},
    {{"sweep", sweep, 2, operation_common}, operation_sweep},
    {{"motion", motion, 1, operation_common}, operation_motion},
    {{"meet", meet, 1, operation_common}, operation_meet},
    {{"grid", grid, 2, operation_common}, operation_grid},
    {{"gjk", pair, 1, operation_common}, operation_gjk},
    {{"sat", sat, 1, operation_common}, operation_sat},
    {{"epa", pair, 1, operation_common}, operation_epa},
    {{"clip", contact, 1, operation_common}, operation_clip},
    {{"minkowski", pair, 1, operation_common}, operation_minkowski},
    {{"dop", dop, 1, operation_common}, operation_dop},
};
const size_t operation_row_count = sizeof operation_rows / sizeof *operation_rows;

const operation_row *operation_find(const char *name, query_error *error)
{
    const char *names[sizeof operation_rows / sizeof *operation_rows];
    for (size_t i = 0; i < operation_row_count; ++i) {
        if (member_same_name(operation_rows[i].table.name, name)) return &operation_rows[i];
        names[i] = operation_rows[i].table.name;
    }
    query_unknown(error, "unknown_op", "op", "operation", name, names, operation_row_count);
    return NULL;
}

field_scope question_scope(const question *q) { return (field_scope){q->match, "", q->dimension, q->error}; }

query_shape *question_shape(question *q, const char *name)
{
    field_scope s = question_scope(q);
    query_shape *shape = &q->shapes[q->shape_count];
    bool moving = strcmp(q->match->table->name, "motion") == 0;
    const char *fallback = strcmp(name, "ray") == 0 ? "ray" : strcmp(name, "plane") == 0 ? "plane" : NULL;
    if (!query_shape_read(field_get(&s, name), name, fallback, moving, &q->dimension, shape, q->error))
        return NULL;
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
