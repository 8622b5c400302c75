#include "query/shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "query/rotation.h"

static const shape_row *find(const char *name, const char *path, query_error *error)
{
    const char *names[32];
    for (size_t i = 0; i < shape_row_count; ++i) {
        if (member_same_name(shape_rows[i].table.name, name)) return &shape_rows[i];
        names[i] = shape_rows[i].table.name;
    }
    char where[272];
    snprintf(where, sizeof where, "%s.shape", path);
    query_unknown(error, "unknown_shape", where, "shape", name, names, shape_row_count);
    return NULL;
}

static bool is_compound(const shape_row *row) { return row->space == FLR_SHAPE3_COMPOUND; }

/// The length of the first vector, 0 where there is none.
static size_t first_length(const json_t *v)
{
    if (json_is_array(json_array_get(v, 0))) v = json_array_get(v, 0);
    return json_array_size(v);
}

static bool has_vectors(member_type type)
{
    switch (type) {
    case MEMBER_VECTOR:
    case MEMBER_DIRECTION:
    case MEMBER_EXTENTS:
    case MEMBER_TWO_POINTS:
    case MEMBER_THREE_POINTS:
    case MEMBER_FOUR_POINTS:
    case MEMBER_POINTS:
        return true;
    default:
        return false;
    }
}

static size_t shape_length(const json_t *object, const shape_row *row, int depth, const char **key);

/// Of a compound: that of the first of its shapes that tells one.
static size_t compound_length(const json_t *shapes, int depth)
{
    for (size_t i = 0; depth < FLR_COMPOUND_DEPTH && i < json_array_size(shapes); ++i) {
        const json_t *shape = json_array_get(shapes, i), *name = member_find(shape, shape_common[0]);
        for (size_t k = 0; json_is_string(name) && k < shape_row_count; ++k) {
            const shape_row *row = &shape_rows[k];
            const char *key;
            if (!member_same_name(row->table.name, json_string_value(name))) continue;
            size_t length = row->plane < 0   ? 3
                            : row->space < 0 ? 2
                                             : shape_length(shape, row, depth + 1, &key);
            if (length == 2 || length == 3) return length;
        }
    }
    return 0;
}

/// How many numbers the first vector of the shape has, and what it is called; 0 where none has two or three.
static size_t shape_length(const json_t *object, const shape_row *row, int depth, const char **key)
{
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, *key, value)
    {
        for (size_t i = 0; i < row->table.form_count; ++i) {
            const member *const *m = row->table.forms[i].members;
            for (size_t k = 0; k < MOST_MEMBERS && m[k]; ++k) {
                if (!member_is(m[k], *key)) continue;
                size_t length = m[k]->type == MEMBER_SHAPES ? compound_length(value, depth)
                                : has_vectors(m[k]->type)   ? first_length(value)
                                                            : 0;
                if (length == 2 || length == 3) return length;
            }
        }
    }
    return 0;
}

/// Which dimension shall this shape be read in? 0 and the error where there is no such one.
static int choose(const shape_row *row, const json_t *object, const char *path, int dimension,
                  query_error *error)
{
    const char *key = NULL, *name = row->table.name;
    int found = (int)shape_length(object, row, 0, &key);
    int own = row->plane < 0 ? 3 : row->space < 0 ? 2 : found ? found : dimension ? dimension : 3;
    if (found && found != own) {
        query_fail(error, "dimension_mismatch", "%s.%s: a %s has vectors of %d numbers, found %d", path, key,
                   name, own, found);
        return 0;
    }
    if (dimension && own != dimension) {
        query_fail(error, "dimension_mismatch",
                   "%s: this %s is in %dD, expected %dD as the rest of the query", path, name, own,
                   dimension);
        return 0;
    }
    return own;
}

/// The poses of a shape and of the compounds around it, its own first.
typedef struct poses {
    query_pose3 space;
    query_pose2 plane;
    const struct poses *outer;
    bool given;
} poses;

/// A pose that is a member of the shape: `inner` is then its scope.
static bool open_pose(const field_scope *s, const char *name, char path[256], member_match *match,
                      field_scope *inner)
{
    const json_t *object = field_get(s, name);
    snprintf(path, 256, "%s.%s", s->path, name);
    *inner = (field_scope){match, path, s->dimension, s->error};
    if (!json_is_object(object)) return field_fail(s, name, "wrong_type", "an object, a pose");
    return member_match_object(object, path, &pose_table, match, s->error);
}

static bool read_pose(const field_scope *s, poses *p)
{
    p->given = field_get(s, "pose") != NULL;
    if (!p->given) return true;
    char path[256];
    member_match match;
    field_scope inner;
    flr_real n[FIELD_MOST_NUMBERS];
    if (!open_pose(s, "pose", path, &match, &inner) || !field_read_all(&inner, n)) return false;
    if (s->dimension == 2) {
        p->plane = (query_pose2){{n[2], n[3]}, {n[0], n[1]}, n[2] != 1 || n[3] != 0};
    } else {
        p->space = (query_pose3){{{n[3], n[4], n[5]}, {n[6], n[7], n[8]}, {n[9], n[10], n[11]}},
                                 {n[0], n[1], n[2]},
                                 n[3] != 1 || n[7] != 1 || n[11] != 1};
    }
    return true;
}

/// One end of the path; where it is not given, it is where the shape stands.
static bool read_end(const field_scope *s, const char *name, flr_pose3 *space, flr_pose2 *plane)
{
    char path[256];
    member_match match;
    field_scope inner;
    *space = flr_pose3_identity();
    *plane = (flr_pose2){.angle = 0};
    if (!field_get(s, name)) return true;
    if (!open_pose(s, name, path, &match, &inner)) return false;
    if (s->dimension == 2)
        return field_vec2(&inner, "position", &plane->position) &&
               rotation_read_angle(&inner, "rotation", &plane->angle);
    flr_real q[4];
    if (!field_vec3(&inner, "position", &space->position) || !rotation_read_quaternion(&inner, "rotation", q))
        return false;
    space->rotation = (flr_quat){q[0], q[1], q[2], q[3]};
    return true;
}

static bool read_path(const field_scope *s, query_shape *shape)
{
    if (field_get(s, "from") && !field_get(s, "to"))
        return query_fail(s->error, "missing_field", "%s.to: expected the pose at the end beside 'from'",
                          s->path);
    shape->moves = field_get(s, "to") != NULL;
    return read_end(s, "from", &shape->path3.from, &shape->path2.from) &&
           read_end(s, "to", &shape->path3.to, &shape->path2.to);
}

static bool place_and_finish(const field_scope *s, const poses *p, query_shape *shape)
{
    for (; p; p = p->outer) {
        if (p->given && s->dimension == 2) query_place2(shape, &p->plane);
        if (p->given && s->dimension == 3) query_place3(shape, &p->space);
    }
    return s->dimension == 2 ? query_finish2(s, shape) : query_finish3(s, shape);
}

/// What is asked of a shape besides what stands in it.
typedef struct request {
    const char *fallback;  ///< what it is without a name; null: it must have one
    bool moving;
    const poses *outer;
    int depth;  ///< of compounds around it
} request;

static bool read_shape(const json_t *object, const char *path, const request *r, int *dimension,
                       query_shape *shape, query_error *error);

static bool gather_parts(const field_scope *s, query_shape *shape)
{
    size_t count = shape->part_count;
    shape->spaces = s->dimension == 3 ? malloc(count * sizeof *shape->spaces) : NULL;
    shape->planes = s->dimension == 2 ? malloc(count * sizeof *shape->planes) : NULL;
    if (!shape->spaces && !shape->planes)
        return query_fail(s->error, "out_of_memory", "%s: out of memory", s->path);
    for (size_t i = 0; i < count; ++i) {
        if (shape->spaces) shape->spaces[i] = shape->parts[i].space;
        if (shape->planes) shape->planes[i] = shape->parts[i].plane;
    }
    if (shape->spaces) {
        shape->space.kind = FLR_SHAPE3_COMPOUND;
        shape->space.as.compound = (flr_compound3){shape->spaces, count, NULL};
    } else {
        shape->plane.kind = FLR_SHAPE2_COMPOUND;
        shape->plane.as.compound = (flr_compound2){shape->planes, count, NULL};
    }
    return true;
}

static bool read_compound(const field_scope *s, query_shape *shape, const poses *p, int depth)
{
    const json_t *shapes = field_get(s, "shapes");
    if (!json_is_array(shapes)) return field_fail(s, "shapes", "wrong_type", "an array of shapes");
    size_t count = json_array_size(shapes);
    if (count == 0) return field_fail(s, "shapes", "invalid_shape", "one shape or more");
    if (depth >= FLR_COMPOUND_DEPTH)
        return query_fail(s->error, "invalid_shape", "%s: expected at most %d compounds within one another",
                          s->path, (int)FLR_COMPOUND_DEPTH);
    shape->parts = calloc(count, sizeof *shape->parts);
    if (!shape->parts) return query_fail(s->error, "out_of_memory", "%s: out of memory", s->path);
    int dimension = s->dimension;
    const request inner = {.outer = p, .depth = depth + 1};
    for (size_t i = 0; i < count; ++i) {
        char path[256];
        snprintf(path, sizeof path, "%s%sshapes[%zu]", s->path, *s->path ? "." : "", i);
        if (!read_shape(json_array_get(shapes, i), path, &inner, &dimension, &shape->parts[i], s->error))
            return false;
        shape->part_count = i + 1;
    }
    return gather_parts(s, shape);
}

/// In space alone, and of what is convex as it was read.
static bool read_rounding(const field_scope *s, query_shape *shape)
{
    flr_real rounding = 0;
    flr_convex3 core;
    if (!field_get(s, "rounding")) return true;
    if (!field_read(s, "rounding", &rounding)) return false;
    if (s->dimension == 2)
        return query_fail(s->error, "dimension_mismatch",
                          "%s.rounding: expected a shape of space, found one of the plane", s->path);
    shape->space.rounding = rounding;
    return rounding == 0 || flr_convex3_shape(&shape->space, &core) ||
           query_fail(s->error, "invalid_shape", "%s.rounding: expected 0, as the corners are not convex",
                      s->path);
}

/// By the table: its numbers, or what its form makes of them.
static bool make_shape(const field_scope *s, query_shape *shape)
{
    flr_real n[FIELD_MOST_NUMBERS];
    void *to = s->dimension == 2 ? (void *)&shape->plane.as : (void *)&shape->space.as;
    if (!field_read_all(s, n)) return false;
    const member_form *form = s->match->form;
    size_t room = s->dimension == 2 ? sizeof shape->plane.as : sizeof shape->space.as;
    if (!form->make) memcpy(to, n, room < sizeof n ? room : sizeof n);
    return (!form->make || form->make(s, n, shape)) && shape_check(s, shape);
}

static const shape_row *find_row(const json_t *object, const char *path, const char *fallback,
                                 query_error *error)
{
    if (!json_is_object(object)) {
        char shown[MEMBER_SHOWN];
        member_show(object, shown);
        query_fail(error, "wrong_type", "%s: expected an object, a shape, found %s", path, shown);
        return NULL;
    }
    const json_t *name = member_find(object, shape_common[0]);
    if (name && !json_is_string(name)) {
        char shown[MEMBER_SHOWN];
        member_show(name, shown);
        query_fail(error, "wrong_type", "%s.shape: expected the name of a shape, a string, found %s", path,
                   shown);
        return NULL;
    }
    if (name) return find(json_string_value(name), path, error);
    if (fallback) return find(fallback, path, error);
    query_fail(error, "missing_field",
               "%s.shape: this member is missing: the name of the shape, such as \"sphere\" or \"box\"",
               path);
    return NULL;
}

static bool read_shape(const json_t *object, const char *path, const request *r, int *dimension,
                       query_shape *shape, query_error *error)
{
    *shape = (query_shape){0};
    const shape_row *row = find_row(object, path, r->fallback, error);
    if (!row) return false;
    member_table table = row->table;
    table.common = shape_members(row, r->moving);
    member_match match;
    if (!member_match_object(object, path, &table, &match, error)) return false;
    field_scope s = {&match, path, choose(row, object, path, *dimension, error), error};
    if (!s.dimension) return false;
    *dimension = shape->dimension = s.dimension;
    shape->name = row->table.name;
    shape->plane.kind = (flr_shape2_kind)(row->plane < 0 ? 0 : row->plane);
    shape->space.kind = (flr_shape3_kind)(row->space < 0 ? 0 : row->space);
    poses own = {.outer = r->outer};
    bool good;
    if (is_compound(row)) {
        good = read_pose(&s, &own) && read_compound(&s, shape, &own, r->depth);
    } else {
        good = make_shape(&s, shape) && read_pose(&s, &own) && place_and_finish(&s, &own, shape) &&
               read_rounding(&s, shape);
    }
    good = good && read_path(&s, shape);
    if (!good) query_shape_free(shape);
    return good;
}

bool query_shape_read(const json_t *object, const char *path, const char *fallback, bool moving,
                      int *dimension, query_shape *shape, query_error *error)
{
    const request r = {.fallback = fallback, .moving = moving};
    return read_shape(object, path, &r, dimension, shape, error);
}

bool query_shapes_read(const field_scope *s, query_shape *shapes)
{
    *shapes = (query_shape){.name = "compound", .dimension = s->dimension};
    if (read_compound(s, shapes, NULL, 0)) return true;
    query_shape_free(shapes);
    return false;
}

void query_shape_free(query_shape *shape)
{
    free(shape->points);
    free(shape->triangles);
    free((void *)(uintptr_t)shape->grid.heights);
    free((void *)(uintptr_t)shape->grid.cells);
    flr_mesh3_destroy(shape->mesh);
    for (size_t i = 0; i < shape->part_count; ++i) query_shape_free(&shape->parts[i]);
    free(shape->parts);
    free(shape->spaces);
    free(shape->planes);
    shape->parts = NULL;
    shape->part_count = 0;
    shape->spaces = NULL;
    shape->planes = NULL;
    shape->points = NULL;
    shape->triangles = NULL;
    shape->grid.heights = NULL;
    shape->grid.cells = NULL;
    shape->mesh = NULL;
}
