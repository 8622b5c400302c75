/// What the fuzz targets of all readers share: bytes go in, and a model that holds together or one
/// clear error must come out.
#ifndef FUZZ_READ_H
#define FUZZ_READ_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "read/parts.h"
#include "read/read.h"

static void require(bool condition)
{
    if (!condition) abort();
}

static void check_model(const model *m)
{
    require(m->part_count > 0 && m->mesh_count > 0);
    for (size_t i = 0; i < m->mesh_count; i++) {
        const model_mesh *mesh = &m->meshes[i];
        require(mesh->name != NULL && mesh->triangle_count > 0 && mesh->vertex_count > 0);
        for (size_t k = 0; k < 3 * mesh->vertex_count; k++) require(isfinite(mesh->vertices[k]));
        for (size_t k = 0; k < 3 * mesh->triangle_count; k++)
            require(mesh->triangles[k] < mesh->vertex_count);
    }
    for (size_t i = 0; i < m->part_count; i++) {
        const model_part *part = &m->parts[i];
        require(part->name[0] != '\0' && part->path[0] != '\0' && part->mesh < m->mesh_count);
        for (size_t k = 0; k < 16; k++) require(isfinite(part->transform[k]));
        for (size_t k = i + 1; k < m->part_count && k < i + 50; k++) {
            require(strcmp(part->name, m->parts[k].name) != 0);
            require(strcmp(part->path, m->parts[k].path) != 0);
        }
    }
}

/// Small limits, so that memory runs out on none of the machines this runs on.
static int fuzz_read(read_function *reader, const uint8_t *data, size_t size)
{
    const read_limits limits = {
        .file_bytes = 1 << 20, .parts = 1000, .elements = 100000, .split = (model_split)(size % 4)};
    // a copy of the very size: a read past its end is found
    unsigned char *copy = malloc(size == 0 ? 1 : size);
    require(copy != NULL);
    if (size > 0) memcpy(copy, data, size);
    const read_source source = {"input", copy, size, &limits, NULL};
    model m = {0};
    tool_error error = {{0}};
    const bool fine = size > 0 && reader(&source, &m, &error) &&
                      (limits.split != SPLIT_SHELLS || parts_split_shells(&source, &m, &error)) &&
                      (limits.split != SPLIT_NONE || parts_merge(&source, &m, &error));
    free(copy);
    if (fine) {
        require(error.message[0] == '\0');
        m.files = malloc(sizeof *m.files);
        require(m.files != NULL);
        m.files[0] = malloc(16);
        require(m.files[0] != NULL);
        strcpy(m.files[0], "input");
        m.file_count = 1;
        require(model_finish(&m, &error));
        check_model(&m);
    } else {
        require(size == 0 || error.message[0] != '\0');
    }
    model_free(&m);
    return 0;
}

#endif
