#include "read/read.h"

#include <string.h>

#include "read/names.h"

void *array_grow(void *array, size_t *capacity, size_t needed, size_t element_size)
{
    if (array != NULL && needed <= *capacity) return array;
    size_t wanted = *capacity + *capacity / 2;
    if (wanted < needed) wanted = needed;
    if (wanted < 16) wanted = 16;
    if (wanted > SIZE_MAX / 2 / element_size) return NULL;
    void *grown = tool_reallocate(array, wanted * element_size);
    if (grown != NULL) *capacity = wanted;
    return grown;
}

bool read_out_of_memory(const read_source *source, tool_error *error)
{
    return tool_fail(error, "%s: out of memory", source->path);
}

/// Grows an array whose capacity is not kept: full exactly when the count is 0 or a power of two.
static void *grow_by_count(void *array, size_t count, size_t element_size)
{
    if (array != NULL && (count & (count - 1)) != 0) return array;
    const size_t wanted = count == 0 ? 1 : 2 * count;
    if (wanted > SIZE_MAX / 2 / element_size) return NULL;
    return tool_reallocate(array, wanted * element_size);
}

bool read_add_part(const read_source *source, model *out, const char *name, const char *path, size_t mesh,
                   const double *transform, tool_error *error)
{
    static const double identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    if (out->part_count >= source->limits->parts)
        return tool_fail(error, "%s: unfolds into more than %zu parts", source->path, source->limits->parts);
    model_part *parts = grow_by_count(out->parts, out->part_count, sizeof *parts);
    if (parts == NULL) return read_out_of_memory(source, error);
    out->parts = parts;
    model_part part = {0};
    part.name = names_clean(name, strlen(name), NAMES_LONGEST_NAME);
    part.path = names_clean(path, strlen(path), NAMES_LONGEST_PATH);
    part.mesh = mesh;
    memcpy(part.transform, transform == NULL ? identity : transform, sizeof part.transform);
    parts[out->part_count++] = part;
    return (part.name != NULL && part.path != NULL) || read_out_of_memory(source, error);
}

model_mesh *read_add_mesh(const read_source *source, model *out, const char *name, size_t length,
                          tool_error *error)
{
    model_mesh *meshes = grow_by_count(out->meshes, out->mesh_count, sizeof *meshes);
    if (meshes == NULL) {
        read_out_of_memory(source, error);
        return NULL;
    }
    out->meshes = meshes;
    model_mesh *mesh = &meshes[out->mesh_count++];
    *mesh = (model_mesh){0};
    mesh->name = names_clean(name, length, NAMES_LONGEST_NAME);
    if (mesh->name == NULL) {
        read_out_of_memory(source, error);
        return NULL;
    }
    return mesh;
}

bool read_require_triangles(const read_source *source, const model *out, tool_error *error)
{
    if (out->part_count > 0) return true;
    if (out->left_out_count == 0) return tool_fail(error, "%s: holds no triangles", source->path);
    return tool_fail(error, "%.900s; there is no other part", out->left_out[0]);
}
