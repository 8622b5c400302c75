/// Collects vertices and polygons while a file is read, and makes meshes of them.
#ifndef TOOL_READ_MESH_BUILDER_H
#define TOOL_READ_MESH_BUILDER_H

#include "read/read.h"

/// A polygon of more than three corners, as the fan of triangles it first becomes.
typedef struct polygon_fan {
    size_t first_triangle, corner_count;
} polygon_fan;

typedef struct mesh_builder {
    const read_source *source;
    tool_error *error;
    double *vertices;
    size_t vertex_count, vertex_capacity;  ///< in vertices; the capacity in numbers
    uint32_t *triangles;
    size_t triangle_count, triangle_capacity;  ///< in triangles; the capacity in numbers
    polygon_fan *fans;
    size_t fan_count, fan_capacity;
    uint32_t first_corner, last_corner;  ///< of the polygon that is being read
    size_t corner_count;
    uint32_t highest;  ///< largest vertex number used
    size_t limit;
    uint32_t *number_of;  ///< by builder_take: the new number of each vertex
} mesh_builder;

mesh_builder builder_begin(const read_source *source, tool_error *error);
void builder_release(mesh_builder *b);

bool builder_vertex(mesh_builder *b, double x, double y, double z);
bool builder_triangle(mesh_builder *b, uint32_t i, uint32_t j, uint32_t k);

/// Corner by corner. Vertices may follow later; builder_close fits the triangles to them.
bool builder_corner(mesh_builder *b, uint32_t index);
/// Returns the number of corners and begins the next polygon.
size_t builder_end_polygon(mesh_builder *b);

/// Once all vertices stand and `highest` is known to be one of them: cuts polygons that are not
/// convex along diagonals inside them.
bool builder_close(mesh_builder *b);

/// Makes a mesh of triangles [first, end), with the vertices they use and no others: in the
/// builder's order where it uses all of them, else in the order of their first use. A range of
/// everything moves out of the builder.
bool builder_take(mesh_builder *b, size_t first, size_t end, model_mesh *mesh);

#endif
