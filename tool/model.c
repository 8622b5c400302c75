#include "model.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read/names.h"
#include "read/read.h"

bool tool_fail(tool_error *error, const char *format, ...)
{
    if (error->message[0] != '\0') return false;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    if (length <= 0) snprintf(error->message, sizeof error->message, "an error without words");
    // messages quote files and file names, which must not steer the terminal they are shown on
    names_make_printable(error->message);
    return false;
}

read_limits read_limits_default(void)
{
    read_limits limits;
    limits.file_bytes = (size_t)2047 << 20;
    limits.parts = (size_t)1 << 18;
    limits.elements = (size_t)1 << 26;
    limits.only_regular = false;
    limits.split = SPLIT_NAMED;
    return limits;
}

bool model_leave_out(model *m, tool_error *error, const char *format, ...)
{
    tool_error sentence = {{0}};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence.message, sizeof sentence.message, format, arguments);
    va_end(arguments);
    names_make_printable(sentence.message);
    const size_t size = strlen(sentence.message) + 1;
    char **grown = tool_reallocate(m->left_out, (m->left_out_count + 1) * sizeof *grown);
    if (grown != NULL) m->left_out = grown;
    char *copy = grown == NULL ? NULL : tool_reallocate(NULL, size);
    if (copy == NULL) return tool_fail(error, "out of memory");
    memcpy(copy, sentence.message, size);
    m->left_out[m->left_out_count++] = copy;
    return true;
}

static void release_meshes(model *m)
{
    for (size_t i = 0; i < m->mesh_count; i++) {
        tool_release(m->meshes[i].name);
        tool_release(m->meshes[i].vertices);
        tool_release(m->meshes[i].triangles);
    }
    tool_release(m->meshes);
}

const char *model_value(const model *m, const model_part *part, const char *key, size_t number)
{
    const size_t own = part->properties, of_mesh = m->meshes[part->mesh].properties;
    for (size_t set = own ? own : of_mesh; set;) {
        const model_properties *p = &m->properties[set - 1];
        size_t seen = 0;
        for (size_t i = 0; i < p->count; i++) {
            if (strcmp(p->items[i].key, key) != 0) continue;
            if (seen++ == number) return p->items[i].value;
        }
        if (seen > 0 || set == of_mesh) return NULL;
        set = p->parent ? p->parent : of_mesh;
    }
    return NULL;
}

static void release_properties(model *m)
{
    for (size_t i = 0; i < m->properties_count; i++) {
        for (size_t k = 0; k < m->properties[i].count; k++) {
            tool_release(m->properties[i].items[k].key);
            tool_release(m->properties[i].items[k].value);
        }
        tool_release(m->properties[i].items);
    }
    tool_release(m->properties);
}

void model_free(model *m)
{
    if (m == NULL) return;
    release_meshes(m);
    for (size_t i = 0; i < m->part_count; i++) {
        tool_release(m->parts[i].name);
        tool_release(m->parts[i].path);
    }
    tool_release(m->parts);
    for (size_t i = 0; i < m->file_count; i++) tool_release(m->files[i]);
    tool_release(m->files);
    for (size_t i = 0; i < m->left_out_count; i++) tool_release(m->left_out[i]);
    tool_release(m->left_out);
    release_properties(m);
    *m = (model){0};
}
