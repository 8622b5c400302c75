/// The shapes of a query, read from JSON, checked, and under their poses.
#ifndef TOOL_QUERY_SHAPE_H
#define TOOL_QUERY_SHAPE_H

#include "feeler/any2.h"
#include "feeler/any3.h"
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
    struct query_shape *parts;  ///< of a compound
    size_t part_count;
    flr_shape3 *spaces;  ///< the same, as the library takes them
    flr_shape2 *planes;
} query_shape;

/// Reads a shape. `*dimension` is that of the query: 0 as long as none of its vectors has been seen, then 2 or 3.
/// On failure nothing is left to free.
bool query_shape_read(const json_t *object, const char *path, int *dimension, query_shape *shape,
                      query_error *error);
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

/// Are half extents at least 0, and no coordinate of `min` above that of `max`? If not, the error.
bool query_check_extents(const field_scope *s, const flr_real *extents, size_t count);
bool query_check_order(const field_scope *s, const flr_real *min, const flr_real *max, size_t count);

// What reads one shape; in the order of shapes, not of calls.
typedef bool query_read_fn(const field_scope *s, query_shape *shape);
query_read_fn query_read_point3, query_read_segment3, query_read_ray3, query_read_line3, query_read_plane3,
    query_read_halfspace3, query_read_sphere, query_read_capsule3, query_read_aabb3, query_read_box3,
    query_read_cylinder, query_read_cone, query_read_triangle3, query_read_quad3, query_read_rectangle3,
    query_read_parallelogram3, query_read_polygon3, query_read_tetrahedron, query_read_convex3,
    query_read_mesh3;
query_read_fn query_read_point2, query_read_segment2, query_read_ray2, query_read_line2, query_read_plane2,
    query_read_halfspace2, query_read_circle, query_read_capsule2, query_read_aabb2, query_read_box2,
    query_read_triangle2, query_read_polygon2, query_read_convex2;

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

/// A turned shape has either `rotation` or `axes`.
bool query_has_rotation(const field_scope *s, bool *given);
bool query_rotation3(const field_scope *s, flr_mat3 *rotation);
bool query_rotation2(const field_scope *s, flr_vec2 *rotation);
bool query_axes3(const field_scope *s, flr_mat3 *axes);
bool query_axes2(const field_scope *s, flr_vec2 *axis);
bool query_pose3_read(const field_scope *s, query_pose3 *pose);
bool query_pose2_read(const field_scope *s, query_pose2 *pose);

/// Carries what was read to its place.
void query_place3(query_shape *shape, const query_pose3 *pose);
void query_place2(query_shape *shape, const query_pose2 *pose);

/// After placing: hulls, meshes, and whether every coordinate is still finite.
bool query_finish3(const field_scope *s, query_shape *shape);
bool query_finish2(const field_scope *s, query_shape *shape);

/// The mesh of `file`, or of `vertices` and `triangles`.
bool query_mesh_build(const field_scope *s, query_shape *shape);

#endif
