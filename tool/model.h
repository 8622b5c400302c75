/// What a file holds once it is read: meshes, and the parts that place them in the world.
#ifndef TOOL_MODEL_H
#define TOOL_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// One clear sentence on what went wrong: file, place (byte, line or JSON path), what was
/// expected. Filled in by whoever fails; empty as long as nothing has.
typedef struct tool_error {
    char message[1024];
} tool_error;

/// Writes the message if none stands yet; returns false, so that a reader can `return tool_fail(...)`.
bool tool_fail(tool_error *error, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

typedef struct model_mesh {
    char *name;        ///< as in the file, UTF-8; "" where it has none
    double *vertices;  ///< x, y, z each
    size_t vertex_count;
    uint32_t *triangles;
    size_t triangle_count;
} model_mesh;

/// A placed mesh. Two instances of one mesh are two parts.
typedef struct model_part {
    char *
        name;  ///< the last named thing on the way to it: node, else mesh, else file; unique within the model
    char *path;  ///< file and node names from the root, joined by '/'; unique within the model
    size_t mesh;
    double transform[16];  ///< mesh frame to world, row-major, last row 0 0 0 1
} model_part;

typedef struct model {
    model_mesh *meshes;
    size_t mesh_count;
    model_part *parts;
    size_t part_count;
    /// Metres per unit where the format fixes it (glTF: 1), else 0. A guess is `feeler info`'s business.
    double metres_per_unit;
} model;

/// Limits that keep a lying file from costing more than it is worth.
typedef struct read_limits {
    size_t file_bytes;  ///< largest file or buffer that is read
    size_t parts;       ///< most parts a node tree may unfold into
    size_t elements;    ///< most vertices or triangles of one mesh
} read_limits;

read_limits read_limits_default(void);

/// Reads one file by its content first and its name second (OBJ, STL, PLY, OFF, glTF, GLB), and
/// appends its meshes and parts. On failure the model is as before and the error is filled in.
bool model_read_file(model *m, const char *path, const read_limits *limits, tool_error *error);

/// Makes names and paths unique and independent of the order of files; call once after the last file.
bool model_finish(model *m, tool_error *error);

void model_free(model *m);

#endif
