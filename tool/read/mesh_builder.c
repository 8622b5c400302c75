#include "read/mesh_builder.h"

#include <string.h>

#include "read/polygon.h"

mesh_builder builder_begin(const read_source *source, tool_error *error)
{
    mesh_builder b = {0};
    b.source = source;
    b.error = error;
    // a mesh has fewer than 2^31 triangles, and 2^32 - 1 stands for no vertex
    b.limit = source->limits->elements < INT32_MAX ? source->limits->elements : INT32_MAX;
    return b;
}

void builder_release(mesh_builder *b)
{
    tool_release(b->vertices);
    tool_release(b->triangles);
    tool_release(b->fans);
    tool_release(b->number_of);
    *b = (mesh_builder){0};
}

static bool too_many(const mesh_builder *b, const char *what)
{
    return tool_fail(b->error, "%s: holds more than %zu %s", b->source->path, b->limit, what);
}

bool builder_vertex(mesh_builder *b, double x, double y, double z)
{
    if (3 * b->vertex_count + 3 > b->vertex_capacity || b->vertices == NULL) {
        double *grown =
            array_grow(b->vertices, &b->vertex_capacity, 3 * b->vertex_count + 3, sizeof *b->vertices);
        if (grown == NULL) return read_out_of_memory(b->source, b->error);
        b->vertices = grown;
    }
    if (b->vertex_count >= b->limit) return too_many(b, "vertices");
    double *vertex = b->vertices + 3 * b->vertex_count++;
    vertex[0] = x;
    vertex[1] = y;
    vertex[2] = z;
    return true;
}

bool builder_triangle(mesh_builder *b, uint32_t i, uint32_t j, uint32_t k)
{
    if (3 * b->triangle_count + 3 > b->triangle_capacity || b->triangles == NULL) {
        uint32_t *grown =
            array_grow(b->triangles, &b->triangle_capacity, 3 * b->triangle_count + 3, sizeof *b->triangles);
        if (grown == NULL) return read_out_of_memory(b->source, b->error);
        b->triangles = grown;
    }
    if (b->triangle_count >= b->limit) return too_many(b, "triangles");
    uint32_t *triangle = b->triangles + 3 * b->triangle_count++;
    triangle[0] = i;
    triangle[1] = j;
    triangle[2] = k;
    const uint32_t highest = i > j ? (i > k ? i : k) : (j > k ? j : k);
    if (highest > b->highest) b->highest = highest;
    return true;
}

bool builder_corner(mesh_builder *b, uint32_t index)
{
    if (b->corner_count == 0) b->first_corner = index;
    if (b->corner_count >= 2 && !builder_triangle(b, b->first_corner, b->last_corner, index)) return false;
    if (b->corner_count == 3) {
        polygon_fan *grown = array_grow(b->fans, &b->fan_capacity, b->fan_count + 1, sizeof *b->fans);
        if (grown == NULL) return read_out_of_memory(b->source, b->error);
        b->fans = grown;
        b->fans[b->fan_count++] = (polygon_fan){b->triangle_count - 2, 3};
    }
    b->corner_count++;
    if (b->corner_count > 3) b->fans[b->fan_count - 1].corner_count = b->corner_count;
    b->last_corner = index;
    return true;
}

size_t builder_end_polygon(mesh_builder *b)
{
    const size_t count = b->corner_count;
    b->corner_count = 0;
    return count;
}

bool builder_close(mesh_builder *b)
{
    // half a minute at most, for the default limits
    polygon_scratch scratch = polygon_scratch_begin(32 * (uint64_t)b->limit);
    bool fine = true;
    for (size_t i = 0; i < b->fan_count && fine; i++) {
        const polygon_fan fan = b->fans[i];
        const polygon_status status = polygon_triangulate(b->vertices, b->triangles + 3 * fan.first_triangle,
                                                          fan.corner_count, &scratch);
        if (status == POLYGON_OUT_OF_MEMORY) fine = read_out_of_memory(b->source, b->error);
        if (status == POLYGON_TOO_MUCH_WORK)
            fine = tool_fail(
                b->error,
                "%s: its polygons are too tangled to be cut into triangles; stopped at one of %zu corners",
                b->source->path, fan.corner_count);
    }
    polygon_scratch_release(&scratch);
    return fine;
}

static bool uses_every_vertex(const mesh_builder *b)
{
    size_t used = 0;
    for (size_t i = 0; i < 3 * b->triangle_count; i++) {
        const uint32_t vertex = b->triangles[i];
        if (b->number_of[vertex] == UINT32_MAX) used++;
        b->number_of[vertex] = 0;
    }
    for (size_t i = 0; i < 3 * b->triangle_count; i++) b->number_of[b->triangles[i]] = UINT32_MAX;
    return used == b->vertex_count;
}

/// Gives up what a growing array holds too much; an array that cannot shrink stays as it is.
static void *shrink(void *array, size_t size)
{
    void *shrunk = size == 0 ? NULL : tool_reallocate(array, size);
    return shrunk == NULL ? array : shrunk;
}

static void move_all(mesh_builder *b, model_mesh *mesh)
{
    mesh->vertices = shrink(b->vertices, 3 * b->vertex_count * sizeof *b->vertices);
    mesh->vertex_count = b->vertex_count;
    mesh->triangles = shrink(b->triangles, 3 * b->triangle_count * sizeof *b->triangles);
    mesh->triangle_count = b->triangle_count;
    b->vertices = NULL;
    b->triangles = NULL;
    b->vertex_count = b->triangle_count = b->vertex_capacity = b->triangle_capacity = 0;
}

/// Copies the range; `number_of` is UINT32_MAX everywhere before and after.
static bool copy_range(mesh_builder *b, size_t first, size_t end, model_mesh *mesh)
{
    const size_t corner_count = 3 * (end - first);
    const uint32_t *corners = b->triangles + 3 * first;
    uint32_t used = 0;
    mesh->triangles = tool_reallocate(NULL, corner_count * sizeof *mesh->triangles);
    if (mesh->triangles == NULL) return read_out_of_memory(b->source, b->error);
    for (size_t i = 0; i < corner_count; i++) {
        uint32_t *number = &b->number_of[corners[i]];
        if (*number == UINT32_MAX) *number = used++;
        mesh->triangles[i] = *number;
    }
    mesh->vertices = tool_reallocate(NULL, 3 * (size_t)used * sizeof *mesh->vertices);
    if (mesh->vertices == NULL) return read_out_of_memory(b->source, b->error);
    for (size_t i = 0; i < corner_count; i++) {
        memcpy(mesh->vertices + 3 * (size_t)mesh->triangles[i], b->vertices + 3 * (size_t)corners[i],
               3 * sizeof *mesh->vertices);
        b->number_of[corners[i]] = UINT32_MAX;
    }
    mesh->vertex_count = used;
    mesh->triangle_count = end - first;
    return true;
}

bool builder_take(mesh_builder *b, size_t first, size_t end, model_mesh *mesh)
{
    if (b->number_of == NULL) {
        b->number_of = tool_reallocate(NULL, b->vertex_count * sizeof *b->number_of);
        if (b->number_of == NULL) return read_out_of_memory(b->source, b->error);
        memset(b->number_of, 0xFF, b->vertex_count * sizeof *b->number_of);
    }
    if (first == 0 && end == b->triangle_count && uses_every_vertex(b))
        move_all(b, mesh);
    else
        return copy_range(b, first, end, mesh);
    return true;
}
