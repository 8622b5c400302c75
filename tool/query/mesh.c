#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"
#include "query/shape.h"

static flr_real placed(const double *row, const double *v)
{
    return (flr_real)(row[0] * v[0] + row[1] * v[1] + row[2] * v[2] + row[3]);
}

/// All parts of a file as one mesh in world.
static bool gather(const model *m, query_shape *shape)
{
    for (size_t i = 0; i < m->part_count; ++i) {
        shape->point_count += m->meshes[m->parts[i].mesh].vertex_count;
        shape->triangle_count += m->meshes[m->parts[i].mesh].triangle_count;
    }
    shape->points = malloc((3 * shape->point_count + 1) * sizeof *shape->points);
    shape->triangles = malloc((3 * shape->triangle_count + 1) * sizeof *shape->triangles);
    if (!shape->points || !shape->triangles) return false;
    flr_real *point = shape->points;
    uint32_t *index = shape->triangles, first = 0;
    for (size_t i = 0; i < m->part_count; ++i) {
        const model_mesh *mesh = &m->meshes[m->parts[i].mesh];
        const double *t = m->parts[i].transform;
        for (size_t k = 0; k < mesh->vertex_count; ++k) {
            const double *v = mesh->vertices + 3 * k;
            for (int row = 0; row < 3; ++row) *point++ = placed(t + 4 * row, v);
        }
        for (size_t k = 0; k < 3 * mesh->triangle_count; ++k) *index++ = first + mesh->triangles[k];
        first += (uint32_t)mesh->vertex_count;
    }
    return true;
}

static bool read_file(const field_scope *s, const json_t *file, query_shape *shape)
{
    if (!json_is_string(file)) return field_fail(s, "file", "wrong_type", "the name of a file, a string");
    if (strlen(json_string_value(file)) != json_string_length(file))
        return field_fail(s, "file", "bad_file", "a name without a zero byte");
    model m = {0};
    tool_error error = {0};
    read_limits limits = read_limits_default();
    limits.only_regular = true;  // a question must not wait for a pipe, nor read a device without end
    if (!model_read_file(&m, json_string_value(file), &limits, &error)) {
        model_free(&m);
        return query_fail(s->error, "bad_file", "%s.file: %.400s", s->path, error.message);
    }
    bool good = gather(&m, shape);
    model_free(&m);
    return good || query_fail(s->error, "out_of_memory", "%s.file: out of memory", s->path);
}

bool shape_make_mesh(const field_scope *s, const flr_real *numbers, query_shape *shape)
{
    (void)numbers;
    const json_t *file = field_get(s, "file");
    shape->space.solid = false;
    if (!field_flag(s, "solid", &shape->space.solid)) return false;
    if (file) return read_file(s, file, shape);
    return (shape->points = field_points(s, "vertices", &shape->point_count)) &&
           (shape->triangles = field_triangles(s, "triangles", shape->point_count, &shape->triangle_count));
}

/// Vertices that no triangle uses are no part of the surface, nor of its bounds.
static bool drop_unused(query_shape *shape)
{
    uint32_t *place = calloc(shape->point_count + 1, sizeof *place), kept = 0;
    if (!place) return false;
    for (size_t i = 0; i < 3 * shape->triangle_count; ++i) place[shape->triangles[i]] = 1;
    for (size_t i = 0; i < shape->point_count; ++i) {
        if (!place[i]) continue;
        place[i] = kept;
        memmove(shape->points + 3 * (size_t)kept++, shape->points + 3 * i, 3 * sizeof *shape->points);
    }
    for (size_t i = 0; i < 3 * shape->triangle_count; ++i) shape->triangles[i] = place[shape->triangles[i]];
    shape->unused = shape->point_count - kept;
    shape->point_count = kept;
    free(place);
    return true;
}

bool query_mesh_build(const field_scope *s, query_shape *shape)
{
    if (!drop_unused(shape)) return query_fail(s->error, "out_of_memory", "%s: out of memory", s->path);
    const flr_mesh3_input input = {.vertices = shape->points,
                                   .vertex_count = shape->point_count,
                                   .triangles = shape->triangles,
                                   .triangle_count = shape->triangle_count,
                                   .weld_tolerance = -1};
    const flr_status created = flr_mesh3_create(&input, NULL, &shape->mesh);
    if (created == FLR_NOT_FINITE)
        return query_fail(s->error, "not_finite",
                          "%s: expected a mesh whose diagonal squared is within the range of numbers",
                          s->path);
    if (!query_check(s->error, created, s->path)) return false;
    flr_mesh3_info info = flr_mesh3_get_info(shape->mesh);
    if (shape->space.solid && !info.watertight && info.boundary_edge_count == 0)
        return query_fail(s->error, "invalid_shape",
                          "%s.solid: expected a closed mesh, found no triangle with three corners", s->path);
    if (shape->space.solid && !info.watertight) {
        return query_fail(s->error, "invalid_shape",
                          "%s.solid: expected a closed mesh, found %zu open edges of %zu triangles", s->path,
                          info.boundary_edge_count, info.triangle_count);
    }
    flr_status status = flr_instance3_make(shape->mesh, flr_affine3_identity(), &shape->space.as.mesh);
    return query_check(s->error, status, s->path);
}
