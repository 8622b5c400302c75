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
    size_t properties;  ///< its set of them, see model_value()
    double
        rounding;  ///< how far single precision in its file may have moved a vertex; an assembly fills it in
} model_mesh;

/// A placed mesh. Two instances of one mesh are two parts.
typedef struct model_part {
    char *name;   ///< the last named thing on the way to it: node, else mesh, else file; unique once finished
    char *path;   ///< file and node names from the root, joined by '/'; unique once finished
    size_t mesh;  ///< its place in the model's meshes
    size_t file;  ///< its place in the model's files
    double transform[16];  ///< mesh frame to world, row-major, last row 0 0 0 1
    size_t properties;     ///< its set of them, see model_value()
} model_part;

/// A material ("material") or something under the `extras` of glTF ("extras.layer"), as text.
typedef struct model_property {
    char *key, *value;
} model_property;

typedef struct model_properties {
    model_property *items;
    size_t count, capacity;
    size_t parent;  ///< the set of the node above
} model_properties;

typedef struct model {
    model_mesh *meshes;
    size_t mesh_count;
    model_part *parts;
    size_t part_count;
    char **files;  ///< the paths the files were read from, in the order they were read
    size_t file_count;
    char **left_out;  ///< sentences on what of the files is no rigid part, and so is not there
    size_t left_out_count;
    model_properties *properties;  ///< sets of them; who has one names it by its place and 1 more, 0 is none
    size_t properties_count, properties_capacity;
    double metres_per_unit;  ///< where the format of the file that was read last fixes it (glTF: 1), else 0
} model;

/// What is a part.
typedef enum model_split {
    SPLIT_NAMED = 0,  ///< what the file names: nodes of glTF, `o` or `g` of OBJ, `solid` of STL
    SPLIT_SHELLS,     ///< every shell of these
    SPLIT_MATERIALS,  ///< what has the same material, within a node of glTF
    SPLIT_NONE        ///< the whole file
} model_split;

/// How a file is read, and limits that keep a lying file from costing more than it is worth.
typedef struct read_limits {
    size_t file_bytes;  ///< largest file that is read, and most bytes of all buffers it names
    size_t parts;       ///< most parts a node tree may unfold into
    size_t elements;    ///< most vertices, and most triangles, of all meshes of one file
    bool only_regular;  ///< refuse pipes and devices
    model_split split;
} read_limits;

read_limits read_limits_default(void);

/// Reads one file by its content first and its name second (OBJ, STL, PLY, OFF, glTF, GLB), and
/// appends its meshes and parts. On failure the model is as before and the error is filled in;
/// a file that holds no triangle is a failure. Vertices that no triangle uses are dropped.
/// The model starts as all zeros. Numbers are parsed as in the C locale: the tool never calls
/// setlocale.
bool model_read_file(model *m, const char *path, const read_limits *limits, tool_error *error);

/// Keeps a sentence on what is not in the model, and why.
bool model_leave_out(model *m, tool_error *error, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/// The property `number` (from 0) of that key, of the part's node, else of the nearest node above that has the key, else of its mesh.
/// Null where there is none.
const char *model_value(const model *m, const model_part *part, const char *key, size_t number);

/// Makes names and paths unique and independent of the order of files; call once after the last
/// file. A file goes by its stem; files of one stem by their whole names, or by as many parent
/// folders as tell them apart. What still has the same name is told apart by `#2`, `#3`, ..., in
/// the order of the file's path, then of the places where the parts stand (along a direction on which the places of usual patterns differ),
/// so that neither the order of nodes nor a small motion changes it; then of the nodes.
bool model_finish(model *m, tool_error *error);

/// Releases everything and leaves an empty model. All zeros and null are allowed.
void model_free(model *m);

#endif
