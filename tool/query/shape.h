/// The shapes of a query, read from JSON, checked, and under their poses.
#ifndef TOOL_QUERY_SHAPE_H
#define TOOL_QUERY_SHAPE_H

#include "feeler/any2.h"
#include "feeler/any3.h"
#include "feeler/toi2.h"
#include "feeler/toi3.h"
#include "query/field.h"

typedef struct query_shape {
    const char *name;  ///< as in the protocol, whatever it became under its pose
    int dimension;     ///< which of the two is meant
    flr_shape3 space;
    flr_shape2 plane;
    flr_real *points;  ///< vertices of polygon, convex or mesh, in world
    size_t point_count;
    uint32_t *triangles;
    size_t triangle_count;
    flr_mesh3 *mesh;
    size_t unused;              ///< vertices of the mesh that no triangle uses, and which are left out
    flr_heights3_input grid;    ///< of a height field; its arrays are the shape's
    flr_affine3 mesh_pose;      ///< where that stands
    struct query_shape *parts;  ///< of a compound
    size_t part_count;
    flr_shape3 *spaces;  ///< the same, as the library takes them
    flr_shape2 *planes;
    flr_path3 path3;  ///< of the one that fits the dimension
    flr_path2 path2;
    bool moves;  ///< a path was given
} query_shape;

/// Reads a shape. `*dimension` is that of the query: 0 as long as none of its vectors has been seen, then 2 or 3. Without a
/// name it is one of `fallback`; null: it must have one. `moving`: it may have a path. On failure nothing is left to free.
bool query_shape_read(const json_t *object, const char *path, const char *fallback, bool moving,
                      int *dimension, query_shape *shape, query_error *error);
/// The member `shapes` of a question, as the shapes of a compound.
bool query_shapes_read(const field_scope *s, query_shape *shapes);
void query_shape_free(query_shape *shape);

/// A flr_vec3 array of the points.
static inline const flr_vec3 *query_points3(const query_shape *s)
{
    return (const flr_vec3 *)(const void *)s->points;
}
static inline const flr_vec2 *query_points2(const query_shape *s)
{
    return (const flr_vec2 *)(const void *)s->points;
}

/// A kind of shape: how it may be written, and what it is to the library, -1 where there is no such thing in the plane or in space.
typedef struct shape_row {
    member_table table;
    int plane, space;
    const char *note;  ///< what its members mean, where their names do not say it all; may be null
} shape_row;

/// All of them; the compound is the last.
extern const shape_row shape_rows[];
extern const size_t shape_row_count;
/// Members of every shape: its name and its pose.
extern const member *const shape_common[];
/// The same with the rounding of kinds that may have one, and with the path of those that move.
const member *const *shape_members(const shape_row *row, bool moving);
extern const member_table pose_table;

/// Is the shape what it should be, as far as its numbers tell?
bool shape_check(const field_scope *s, const query_shape *shape);

/// A place and a turn, as `pose` gives them.
typedef struct query_pose3 {
    flr_mat3 rotation;
    flr_vec3 position;
    bool turned;
} query_pose3;
typedef struct query_pose2 {
    flr_vec2 rotation;  ///< cosine and sine
    flr_vec2 position;
    bool turned;
} query_pose2;

/// Carries what was read to its place.
void query_place3(query_shape *shape, const query_pose3 *pose);
void query_place2(query_shape *shape, const query_pose2 *pose);

/// After placing: hulls, meshes, and whether every coordinate is still finite.
bool query_finish3(const field_scope *s, query_shape *shape);
bool query_finish2(const field_scope *s, query_shape *shape);

/// The arrays of `file`, or of `vertices` and `triangles`; then the mesh of them.
member_make shape_make_mesh;
bool query_mesh_build(const field_scope *s, query_shape *shape);
/// The grid; then the mesh over it.
member_make shape_make_heights;
bool query_heights_build(const field_scope *s, query_shape *shape);

#endif
