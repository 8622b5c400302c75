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
};

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

/// Which dimension shall this shape be read in? 0 and the error where there is no such one.
static int choose(const struct entry *e, const json_t *object, const char *path, int dimension,
                  query_error *error)
{
    size_t length = first_length(object, e->probe);
    int found = length == 2 || length == 3 ? (int)length : 0;
    int own = !e->plane ? 3 : !e->space ? 2 : found ? found : dimension ? dimension : 3;
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

static bool read_placed3(const field_scope *s, const json_t *pose, query_shape *shape)
{
    query_pose3 placement;
    char path[160];
    size_t length = strlen(s->path);
    if (pose) {
        memcpy(path, s->path, length);
        memcpy(path + length, ".pose", 6);
        field_scope inner = {pose, path, 3, s->error};
        if (!query_pose3_read(&inner, &placement)) return false;
        query_place3(shape, &placement);
    }
    return query_finish3(s, shape);
}

static bool read_placed2(const field_scope *s, const json_t *pose, query_shape *shape)
{
    query_pose2 placement;
    char path[160];
    size_t length = strlen(s->path);
    if (pose) {
        memcpy(path, s->path, length);
        memcpy(path + length, ".pose", 6);
        field_scope inner = {pose, path, 2, s->error};
        if (!query_pose2_read(&inner, &placement)) return false;
        query_place2(shape, &placement);
    }
    return query_finish2(s, shape);
}

bool query_shape_read(const json_t *object, const char *path, int *dimension, query_shape *shape,
                      query_error *error)
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
    bool good = s.dimension == 2 ? e->plane(&s, shape) && read_placed2(&s, pose, shape)
                                 : e->space(&s, shape) && read_placed3(&s, pose, shape);
    if (!good) query_shape_free(shape);
    return good;
}

void query_shape_free(query_shape *shape)
{
    free(shape->points);
    free(shape->triangles);
    flr_mesh3_destroy(shape->mesh);
    shape->points = NULL;
    shape->triangles = NULL;
    shape->mesh = NULL;
}
