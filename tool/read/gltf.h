/// glTF 2.0, in the pieces it is read by: JSON, buffers, accessors, meshes, nodes.
#ifndef TOOL_READ_GLTF_H
#define TOOL_READ_GLTF_H

#include <jansson.h>

#include "read/text.h"

/// The bytes of a buffer, once something asked for them.
typedef struct gltf_buffer {
    const unsigned char *data;
    unsigned char *owned;  ///< what is to be released; null for the binary chunk of a GLB
    size_t size;           ///< as `byteLength` says; there are at least as many bytes
    bool loaded;
} gltf_buffer;

enum { GLTF_UNREAD = -1, GLTF_EMPTY = -2 };

/// What a mesh of the file became.
typedef struct gltf_mesh_range {
    int64_t first;  ///< number in the model, GLTF_UNREAD or GLTF_EMPTY
    size_t count;   ///< above 1 where it was split by materials
} gltf_mesh_range;

typedef struct gltf {
    const read_source *source;
    tool_error *error;
    json_t *root;
    const unsigned char *chunk;  ///< binary chunk of a GLB, or null
    size_t chunk_size;
    gltf_buffer *buffers;
    size_t buffer_count;
    size_t buffer_bytes;  ///< of all buffers from elsewhere so far
    gltf_mesh_range *meshes;
    size_t mesh_count;
    size_t vertices_read, triangles_read;  ///< in all meshes
} gltf;

/// Where a value stands, for messages: "accessors[3].sparse", "meshes[0].primitives[2]".
typedef struct gltf_place {
    const char *array;  ///< or null: the root
    size_t index;
    const char *inner;        ///< or null
    const char *inner_array;  ///< or null; comes after `inner`
    size_t inner_index;
} gltf_place;
gltf_place gltf_at(const char *array, size_t index);
gltf_place gltf_inside(gltf_place place, const char *inner);
gltf_place gltf_element(gltf_place place, const char *array, size_t index);

/// "path: place.key: <message>"; key may be null.
bool gltf_fail(const gltf *g, gltf_place place, const char *key, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 4, 5)))
#endif
    ;

/// Element `index` of the array that the root has under `name`; null with an error where there is none.
json_t *gltf_object(const gltf *g, const char *name, size_t index, gltf_place from, const char *key);

/// A whole number from 0 to 2^53. Missing: `*value` stays as it is, unless it is `required`.
bool gltf_whole(const gltf *g, const json_t *object, gltf_place place, const char *key, bool required,
                uint64_t *value);
bool gltf_has(const json_t *object, const char *key);
/// `count` finite numbers. Missing: the values stay as they are.
bool gltf_numbers(const gltf *g, const json_t *object, gltf_place place, const char *key, size_t count,
                  double *values);
/// The text under the key, or "".
const char *gltf_text(const json_t *object, const char *key);
/// The same with its length: a name may hold a zero byte.
text_word gltf_word(const json_t *object, const char *key);
/// The extension's object, or null.
json_t *gltf_extension(const json_t *object, const char *name);

/// The bytes [offset, offset + size) of a buffer view that must hold them.
bool gltf_view(gltf *g, uint64_t view, gltf_place from, uint64_t offset, uint64_t size,
               const unsigned char **data);
/// `byteStride` of the view, or 0.
bool gltf_view_stride(gltf *g, uint64_t view, gltf_place from, uint64_t *stride);
void gltf_release_buffers(gltf *g);

enum {
    GLTF_INT8 = 5120,
    GLTF_UINT8 = 5121,
    GLTF_INT16 = 5122,
    GLTF_UINT16 = 5123,
    GLTF_UINT32 = 5125,
    GLTF_FLOAT = 5126
};

/// A checked accessor: every element it names lies in its buffer.
typedef struct gltf_accessor {
    size_t index, count, components;
    uint64_t type;
    bool normalized;
    const unsigned char *data;  ///< null: all zeros
    size_t stride;
    size_t sparse_count;
    uint64_t sparse_type;
    const unsigned char *sparse_indices, *sparse_values;
} gltf_accessor;

/// `from` and `key` tell where the accessor is referred to.
bool gltf_accessor_open(gltf *g, uint64_t index, gltf_place from, const char *key, gltf_accessor *accessor);
/// Element `i` as numbers, without looking at the sparse part.
bool gltf_accessor_dense(const gltf *g, const gltf_accessor *a, size_t i, double *values);
/// The sparse part: which element number `i` of it replaces, and by what.
bool gltf_accessor_sparse(const gltf *g, const gltf_accessor *a, size_t i, size_t *element, double *values);
/// All elements one after the other; the room is the caller's.
bool gltf_accessor_read(const gltf *g, const gltf_accessor *a, double *values);

/// Reads the mesh if it is not read yet, and tells what it became in `out`.
bool gltf_mesh(gltf *g, model *out, uint64_t index, gltf_place from, gltf_mesh_range *mesh);

/// Walks the scene and adds its parts.
bool gltf_scene(gltf *g, model *out);

/// outer * inner for row-major 4x4 matrices whose last row is 0 0 0 1.
void gltf_compose(const double *outer, const double *inner, double *result);
/// Translation, rotation by a quaternion (x, y, z, w) of any length but 0, scale. False for length 0.
bool gltf_from_trs(const double *translation, const double *rotation, const double *scale, double *matrix);

#endif
