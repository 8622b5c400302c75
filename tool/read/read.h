/// What the readers have in common: where they read from, memory, growing arrays.
#ifndef TOOL_READ_READ_H
#define TOOL_READ_READ_H

#include "model.h"

/// The bytes of one file. Readers read these alone; nothing ends with a zero byte.
typedef struct read_source {
    const char *path;  ///< for messages; never null
    const unsigned char *data;
    size_t size;
    const read_limits *limits;
    const char *folder;  ///< where files named inside are looked for; null: none is opened
} read_source;

/// Each appends the meshes and parts of one file to `out`, which comes in empty. Part names and
/// paths are those inside the file, "" where it has none. On failure `out` may hold something:
/// the caller frees it.
typedef bool read_function(const read_source *source, model *out, tool_error *error);
read_function read_obj, read_stl, read_ply, read_off, read_gltf;

/// For a format none of ours reads; opens the file by its path. Only where built with assimp.
read_function read_assimp;

/// The reader for the content, else for the extension of the path; null where neither is known.
read_function *read_detect(const read_source *source);

/// The whole file, or an error that names it and says what is wrong. `data` is released by the
/// caller. `only_regular` refuses pipes and devices.
bool read_load(const char *path, size_t limit, bool only_regular, unsigned char **data, size_t *size,
               tool_error *error);

/// As realloc, for sizes above 0. All memory of the readers, the JSON parser's too, comes from here.
void *tool_reallocate(void *memory, size_t size);
void tool_release(void *memory);

/// Makes room for `needed` elements; returns the array, which may have moved, or null with the
/// old one untouched. Grows by half at least, so appending one by one is linear in all.
void *array_grow(void *array, size_t *capacity, size_t needed, size_t element_size);

/// Error "out of memory" with the path.
bool read_out_of_memory(const read_source *source, tool_error *error);

/// Appends a part that places mesh number `mesh`; name and path are copied and cleaned. The
/// transform is 16 numbers, or null for the identity. It has no properties.
bool read_add_part(const read_source *source, model *out, const char *name, const char *path, size_t mesh,
                   const double *transform, tool_error *error);

/// Appends an empty mesh with the name; null on failure.
model_mesh *read_add_mesh(const read_source *source, model *out, const char *name, size_t length,
                          tool_error *error);

/// A file that is one mesh and one part, called after the file.
bool read_require_triangles(const read_source *source, const model *out, tool_error *error);

#endif
