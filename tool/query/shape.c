#include "query/shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Every shape: its readers in the plane and in space, null where it is not one, and the field whose first
/// vector tells the dimension.
static const struct entry {
    const char *name, *probe;
    query_read_fn *plane, *space;
} entries[] = {
    {"point", "position", query_read_point2, query_read_point3},
    {"segment", "a", query_read_segment2, query_read_segment3},
    {"ray", "origin", query_read_ray2, query_read_ray3},
    {"line", "origin", query_read_line2, query_read_line3},
    {"plane", "normal", query_read_plane2, query_read_plane3},
    {"halfspace", "normal", query_read_halfspace2, query_read_halfspace3},
    {"circle", "center", query_read_circle, NULL},
    {"sphere", "center", NULL, query_read_sphere},
    {"capsule", "a", query_read_capsule2, query_read_capsule3},
    {"aabb", "min", query_read_aabb2, query_read_aabb3},
    {"box", "center", query_read_box2, query_read_box3},
    {"cylinder", "a", NULL, query_read_cylinder},
    {"cone", "apex", NULL, query_read_cone},
    {"triangle", "a", query_read_triangle2, query_read_triangle3},
    {"quad", "a", NULL, query_read_quad3},
    {"rectangle", "center", NULL, query_read_rectangle3},
    {"parallelogram", "a", NULL, query_read_parallelogram3},
    {"polygon", "vertices", query_read_polygon2, query_read_polygon3},
    {"tetrahedron", "a", NULL, query_read_tetrahedron},
    {"convex", "points", query_read_convex2, query_read_convex3},
    {"mesh", "vertices", NULL, query_read_mesh3},
    {"compound", "shapes", NULL, NULL},
};

static bool is_compound(const struct entry *e) { return !e->plane && !e->space; }

static const struct entry *find(const char *name, const char *path, query_error *error)
{
    enum { COUNT = sizeof entries / sizeof *entries };
    const char *names[COUNT];
    for (size_t i = 0; i < COUNT; ++i) {
        if (strcmp(entries[i].name, name) == 0) return &entries[i];
        names[i] = entries[i].name;
    }
    char where[128];
    snprintf(where, sizeof where, "%s.shape", path);
    query_unknown(error, "unknown_shape", where, "shape", name, names, COUNT);
    return NULL;
}

/// The length of the first vector, 0 where there is none.
static size_t first_length(const json_t *object, const char *field)
{
    const json_t *v = json_object_get(object, field);
    if (json_is_array(json_array_get(v, 0))) v = json_array_get(v, 0);
    return json_array_size(v);
}

/// Of a compound: that of the first of its shapes that tells one; 0 where none does, or it is no array of shapes.
static size_t compound_length(const json_t *object, int depth)
{
    const json_t *shapes = json_object_get(object, "shapes");
    for (size_t i = 0; depth < FLR_COMPOUND_DEPTH && i < json_array_size(shapes); ++i) {
        const json_t *shape = json_array_get(shapes, i), *name = json_object_get(shape, "shape");
        enum { COUNT = sizeof entries / sizeof *entries };
        size_t length = 0;
        for (size_t k = 0; json_is_string(name) && k < COUNT; ++k) {
            const struct entry *e = &entries[k];
            if (strcmp(e->name, json_string_value(name)) != 0) continue;
            length = is_compound(e) ? compound_length(shape, depth + 1)
                     : !e->plane    ? 3
                     : !e->space    ? 2
                                    : first_length(shape, e->probe);
        }
        if (length == 2 || length == 3) return length;
    }
    return 0;
}

/// Which dimension shall this shape be read in? 0 and the error where there is no such one.
static int choose(const struct entry *e, const json_t *object, const char *path, int dimension,
                  query_error *error)
{
    size_t length = is_compound(e) ? compound_length(object, 0) : first_length(object, e->probe);
    int found = length == 2 || length == 3 ? (int)length : 0;
    int own = is_compound(e) ? (found       ? found
                                : dimension ? dimension
                                            : 3)
              : !e->plane    ? 3
              : !e->space    ? 2
              : found        ? found
              : dimension    ? dimension
                             : 3;
    if (found && found != own) {
        query_fail(error, "dimension_mismatch", "%s.%s: a %s has vectors of %d numbers, found %zu", path,
                   e->probe, e->name, own, length);
        return 0;
    }
    if (dimension && own != dimension) {
        query_fail(error, "dimension_mismatch",
                   "%s: this %s is in %dD, expected %dD as the rest of the query", path, e->name, own,
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

static bool read_pose(const field_scope *s, const json_t *pose, poses *p)
{
    char path[256];
    p->given = pose != NULL;
    if (!pose) return true;
    snprintf(path, sizeof path, "%s.pose", s->path);
    field_scope inner = {pose, path, s->dimension, s->error};
    return s->dimension == 2 ? query_pose2_read(&inner, &p->plane) : query_pose3_read(&inner, &p->space);
}

static bool place_and_finish(const field_scope *s, const poses *p, query_shape *shape)
{
    for (; p; p = p->outer) {
        if (p->given && s->dimension == 2) query_place2(shape, &p->plane);
        if (p->given && s->dimension == 3) query_place3(shape, &p->space);
    }
    return s->dimension == 2 ? query_finish2(s, shape) : query_finish3(s, shape);
}

static bool read_shape(const json_t *object, const char *path, int *dimension, query_shape *shape,
                       query_error *error, const poses *outer, int depth);

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
    if (!shapes) return false;
    if (!json_is_array(shapes))
        return query_fail(s->error, "wrong_type", "%s.shapes: expected an array of shapes", s->path);
    size_t count = json_array_size(shapes);
    if (count == 0)
        return query_fail(s->error, "invalid_shape", "%s.shapes: expected one shape or more", s->path);
    if (depth >= FLR_COMPOUND_DEPTH)
        return query_fail(s->error, "invalid_shape", "%s: expected at most %d compounds within one another",
                          s->path, (int)FLR_COMPOUND_DEPTH);
    shape->parts = calloc(count, sizeof *shape->parts);
    if (!shape->parts) return query_fail(s->error, "out_of_memory", "%s: out of memory", s->path);
    int dimension = s->dimension;
    for (size_t i = 0; i < count; ++i) {
        char path[256];
        snprintf(path, sizeof path, "%s.shapes[%zu]", s->path, i);
        if (!read_shape(json_array_get(shapes, i), path, &dimension, &shape->parts[i], s->error, p,
                        depth + 1))
            return false;
        shape->part_count = i + 1;
    }
    return gather_parts(s, shape);
}

static bool read_shape(const json_t *object, const char *path, int *dimension, query_shape *shape,
                       query_error *error, const poses *outer, int depth)
{
    *shape = (query_shape){0};
    if (!json_is_object(object))
        return query_fail(error, "wrong_type", "%s: expected an object, a shape", path);
    const json_t *name = json_object_get(object, "shape"), *pose = json_object_get(object, "pose");
    if (!name)
        return query_fail(error, "missing_field", "%s.shape: expected this field, it is not there", path);
    if (!json_is_string(name)) {
        return query_fail(error, "wrong_type", "%s.shape: expected the name of a shape, a string", path);
    }
    const struct entry *e = find(json_string_value(name), path, error);
    if (!e) return false;
    if (pose && !json_is_object(pose))
        return query_fail(error, "wrong_type", "%s.pose: expected an object", path);
    field_scope s = {object, path, choose(e, object, path, *dimension, error), error};
    if (!s.dimension) return false;
    *dimension = shape->dimension = s.dimension;
    shape->name = e->name;
    poses own = {.outer = outer};
    bool good;
    if (is_compound(e)) {
        good = read_pose(&s, pose, &own) && read_compound(&s, shape, &own, depth);
    } else {
        good = (s.dimension == 2 ? e->plane : e->space)(&s, shape) && read_pose(&s, pose, &own) &&
               place_and_finish(&s, &own, shape);
    }
    if (!good) query_shape_free(shape);
    return good;
}

bool query_shape_read(const json_t *object, const char *path, int *dimension, query_shape *shape,
                      query_error *error)
{
    return read_shape(object, path, dimension, shape, error, NULL, 0);
}

bool query_check_extents(const field_scope *s, const flr_real *extents, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (extents[i] >= 0) continue;
        return query_fail(s->error, "invalid_shape",
                          "%s.half_extents[%zu]: expected a number of at least 0, found %.9g", s->path, i,
                          (double)extents[i]);
    }
    return true;
}

bool query_check_order(const field_scope *s, const flr_real *min, const flr_real *max, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (min[i] <= max[i]) continue;
        return query_fail(s->error, "invalid_shape", "%s.min[%zu]: expected at most max, %.9g, found %.9g",
                          s->path, i, (double)max[i], (double)min[i]);
    }
    return true;
}

void query_shape_free(query_shape *shape)
{
    free(shape->points);
    free(shape->triangles);
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
    shape->mesh = NULL;
}
