#include <string.h>

#include "read/parts.h"
#include "read/read.h"
#include "read/stl.h"
#include "read/unicode.h"

#ifndef FEELER_WITH_ASSIMP
/// What people hand over that is not read, by how its content begins.
static const struct {
    const char *begin, *is, *advice;
} strangers[] = {
    {"ISO-10303-21", "STEP", "export it as GLB, STL or OBJ from the program that made it"},
    {"DBRep_DrawableShape", "BREP", "export it as GLB, STL or OBJ from the program that made it"},
    {"CASCADE Topology", "BREP", "export it as GLB, STL or OBJ from the program that made it"},
    {"Kaydara FBX Binary", "FBX", "export it as GLB or OBJ"},
    {"PK\x03\x04", "a ZIP archive (as 3MF is too)", "unpack it, or export it as GLB, STL or OBJ"},
    {"\x1f\x8b", "compressed by gzip", "unpack it first"},
};
#endif

static bool read_unknown(const read_source *source, model *out, tool_error *error)
{
#ifdef FEELER_WITH_ASSIMP
    return read_assimp(source, out, error);
#else
    (void)out;
    for (size_t i = 0; i < sizeof strangers / sizeof *strangers; ++i) {
        const size_t length = strlen(strangers[i].begin);
        if (source->size < length || memcmp(source->data, strangers[i].begin, length) != 0) continue;
        return tool_fail(error, "%s: is %s, which is not read; %s", source->path, strangers[i].is,
                         strangers[i].advice);
    }
    return tool_fail(error,
                     "%s: neither its content nor its name is of a format that is read: OBJ, STL, PLY, "
                     "OFF, glTF, GLB",
                     source->path);
#endif
}

/// Room in `array` for `more` elements behind `count`; true with nothing to do.
static bool extend(void **array, size_t count, size_t more, size_t element_size)
{
    if (more == 0) return true;
    if (count > SIZE_MAX / 2 / element_size - more) return false;
    void *grown = tool_reallocate(*array, (count + more) * element_size);
    if (grown == NULL) return false;
    *array = grown;
    return true;
}

/// Moves what `from` holds behind what `m` holds: all of it, or none.
static bool append(model *m, model *from)
{
    void *meshes = m->meshes, *parts = m->parts, *files = m->files;
    const bool room = extend(&meshes, m->mesh_count, from->mesh_count, sizeof *m->meshes);
    if (room) m->meshes = meshes;
    const bool more_room = room && extend(&parts, m->part_count, from->part_count, sizeof *m->parts);
    if (more_room) m->parts = parts;
    const bool yet_more = more_room && extend(&files, m->file_count, from->file_count, sizeof *m->files);
    if (yet_more) m->files = files;
    void *left_out = m->left_out;
    const bool fits =
        yet_more && extend(&left_out, m->left_out_count, from->left_out_count, sizeof *m->left_out);
    if (fits) m->left_out = left_out;
    void *properties = m->properties;
    if (!fits || !extend(&properties, m->properties_count, from->properties_count, sizeof *m->properties))
        return false;
    m->properties = properties;
    if (from->properties_count > 0)
        memcpy(m->properties + m->properties_count, from->properties,
               from->properties_count * sizeof *m->properties);
    for (size_t i = 0; i < from->properties_count; i++) {
        size_t *parent = &m->properties[m->properties_count + i].parent;
        if (*parent) *parent += m->properties_count;
    }
    if (from->left_out_count > 0)
        memcpy(m->left_out + m->left_out_count, from->left_out, from->left_out_count * sizeof *m->left_out);
    m->left_out_count += from->left_out_count;
    memcpy(m->meshes + m->mesh_count, from->meshes, from->mesh_count * sizeof *m->meshes);
    memcpy(m->parts + m->part_count, from->parts, from->part_count * sizeof *m->parts);
    memcpy(m->files + m->file_count, from->files, from->file_count * sizeof *m->files);
    for (size_t i = m->part_count; i < m->part_count + from->part_count; i++) {
        m->parts[i].mesh += m->mesh_count;
        m->parts[i].file += m->file_count;
        if (m->parts[i].properties) m->parts[i].properties += m->properties_count;
    }
    for (size_t i = m->mesh_count; i < m->mesh_count + from->mesh_count; i++)
        if (m->meshes[i].properties) m->meshes[i].properties += m->properties_count;
    m->properties_count += from->properties_count;
    m->properties_capacity = m->properties_count;
    m->metres_per_unit = from->metres_per_unit;
    m->mesh_count += from->mesh_count;
    m->part_count += from->part_count;
    m->file_count += from->file_count;
    tool_release(from->meshes);
    tool_release(from->parts);
    tool_release(from->files);
    tool_release(from->left_out);
    tool_release(from->properties);
    *from = (model){0};
    return true;
}

static char *copy_bytes(const char *text, size_t length)
{
    char *copy = tool_reallocate(NULL, length + 1);
    if (copy == NULL) return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

static bool set_file(const read_source *source, model *out, tool_error *error)
{
    out->files = tool_reallocate(NULL, sizeof *out->files);
    if (out->files == NULL) return read_out_of_memory(source, error);
    out->files[0] = copy_bytes(source->path, strlen(source->path));
    out->file_count = 1;
    return out->files[0] != NULL || read_out_of_memory(source, error);
}

/// Text in UTF-16 becomes what all readers take.
static bool convert_text(read_source *source, unsigned char **data, tool_error *error)
{
    bool big_endian;
    if (stl_is_binary(source) || !unicode_is_utf16(*data, source->size, &big_endian)) return true;
    if (source->size % 4 == 0 && memcmp(*data, "\xFF\xFE\0\0", 4) == 0)
        return tool_fail(error, "%s: is text in UTF-32, which is not read; save it as UTF-8", source->path);
    if (source->size % 2 != 0)
        return tool_fail(error,
                         "%s: begins as text in UTF-16, two bytes each, and has an odd number of bytes, %zu",
                         source->path, source->size);
    unsigned char *converted = unicode_to_utf8(*data, &source->size, big_endian);
    if (converted == NULL) return read_out_of_memory(source, error);
    tool_release(*data);
    source->data = *data = converted;
    return true;
}

bool model_read_file(model *m, const char *path, const read_limits *limits, tool_error *error)
{
    unsigned char *data = NULL;
    read_source source = {path, NULL, 0, limits, NULL};
    if (!read_load(path, limits->file_bytes, limits->only_regular, &data, &source.size, error)) return false;
    source.data = data;
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL ? copy_bytes(".", 1) : copy_bytes(path, (size_t)(slash - path) + 1);
    source.folder = folder;
    model out = {0};
    bool fine = folder != NULL || read_out_of_memory(&source, error);
    if (fine && source.size == 0) fine = tool_fail(error, "%s: is empty", path);
    fine = fine && convert_text(&source, &data, error);
    if (fine) {
        read_function *reader = read_detect(&source);
        fine = (reader == NULL ? read_unknown : reader)(&source, &out, error) &&
               read_require_triangles(&source, &out, error) &&
               (limits->split != SPLIT_SHELLS || parts_split_shells(&source, &out, error)) &&
               (limits->split != SPLIT_NONE || parts_merge(&source, &out, error)) &&
               set_file(&source, &out, error);
    }
    if (fine && !append(m, &out)) fine = read_out_of_memory(&source, error);
    model_free(&out);
    tool_release(folder);
    tool_release(data);
    return fine;
}
