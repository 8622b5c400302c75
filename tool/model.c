#include "model.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

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
    return limits;
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
    *m = (model){0};
}
