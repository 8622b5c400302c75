/// The header of a PLY file.
#ifndef TOOL_READ_PLY_H
#define TOOL_READ_PLY_H

#include "read/text.h"

typedef enum ply_type {
    PLY_INT8,
    PLY_UINT8,
    PLY_INT16,
    PLY_UINT16,
    PLY_INT32,
    PLY_UINT32,
    PLY_FLOAT32,
    PLY_FLOAT64
} ply_type;

typedef enum ply_role { PLY_SKIPPED, PLY_X, PLY_Y, PLY_Z, PLY_CORNERS, PLY_STRIPS } ply_role;

typedef struct ply_property {
    bool is_list;
    ply_type count_type;  ///< of a list
    ply_type type;
    ply_role role;
} ply_property;

typedef struct ply_element {
    text_word name;
    uint64_t count;
    size_t first_property, property_count;
} ply_element;

typedef enum ply_format { PLY_ASCII, PLY_LITTLE_ENDIAN, PLY_BIG_ENDIAN } ply_format;

typedef struct ply_header {
    ply_format format;
    ply_element *elements;
    size_t element_count, element_capacity;
    ply_property *properties;
    size_t property_count, property_capacity;
} ply_header;

bool ply_is(const read_source *source);

/// Reads up to and including the line `end_header`; checks that there are vertices with x, y, z and
/// faces with corners, or strips of triangles.
bool ply_read_header(text *t, const read_source *source, ply_header *header);
void ply_header_release(ply_header *header);

/// Bytes of a number in a binary file.
size_t ply_type_size(ply_type type);

#endif
