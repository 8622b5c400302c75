/// Feeler: any shape against any shape in space, by tables.
#ifndef FEELER_ANY3_H
#define FEELER_ANY3_H

#include "feeler/closest.h"
#include "feeler/convex.h"
#include "feeler/mesh.h"

FLR_EXTERN_C_BEGIN

/// In the rank that orders the names of pairs.
typedef enum flr_shape3_kind {
    FLR_SHAPE3_POINT,
    FLR_SHAPE3_SEGMENT,
    FLR_SHAPE3_RAY,
    FLR_SHAPE3_LINE,
    FLR_SHAPE3_PLANE,
    FLR_SHAPE3_HALFSPACE,
    FLR_SHAPE3_SPHERE,
    FLR_SHAPE3_CAPSULE,
    FLR_SHAPE3_AABB,
    FLR_SHAPE3_BOX,
    FLR_SHAPE3_CYLINDER,
    FLR_SHAPE3_CONE,
    FLR_SHAPE3_TRIANGLE,
    FLR_SHAPE3_QUAD,
    FLR_SHAPE3_RECTANGLE,
    FLR_SHAPE3_POLYGON,
    FLR_SHAPE3_TETRAHEDRON,
    FLR_SHAPE3_CONVEX,
    FLR_SHAPE3_MESH,
    FLR_SHAPE3_COUNT
} flr_shape3_kind;

/// A shape of any kind. Arrays and meshes stay the caller's.
typedef struct flr_shape3 {
    flr_shape3_kind kind;
    union {
        flr_vec3 point;
        flr_segment3 segment;
        flr_ray3 ray;
        flr_line3 line;
        flr_plane3 plane;
        flr_halfspace3 halfspace;
        flr_sphere sphere;
        flr_capsule3 capsule;
        flr_aabb3 aabb;
        flr_box3 box;
        flr_cylinder cylinder;
        flr_cone cone;
        flr_triangle3 triangle;
        flr_quad3 quad;
        flr_rectangle3 rectangle;
        flr_polygon3 polygon;
        flr_tetrahedron tetrahedron;
        flr_convex3 convex;  ///< the hull of points (FLR_CONVEX3_POINTS or _CORNERS), with its radius
        flr_instance3 mesh;  ///< a surface, or the solid it encloses where `solid`
    } as;
    bool solid;  ///< of a mesh only
} flr_shape3;

/// "point", "segment", ...
FLR_API const char *flr_shape3_name(flr_shape3_kind kind);

/// Do they meet? Touching counts. Exact where both are made of points, segments, triangles,
/// tetrahedra and polygons, else within the error bound of the distance.
FLR_API flr_status flr_overlap3(const flr_shape3 *a, const flr_shape3 *b, bool *overlap);

/// Closest points; 0 where they overlap.
FLR_API flr_status flr_distance3(const flr_shape3 *a, const flr_shape3 *b, flr_closest3 *closest);

typedef struct flr_signed_distance3_result {
    bool inseparable;  ///< no translation parts them; the rest is zero
    flr_real
        signed_distance;  ///< the distance, or minus the length of the shortest translation that parts them
    flr_vec3 normal;      ///< unit, from a to b
    flr_vec3 point_a, point_b;  ///< point_b - point_a = signed_distance * normal
} flr_signed_distance3_result;

FLR_API flr_status flr_signed_distance3(const flr_shape3 *a, const flr_shape3 *b,
                                        flr_signed_distance3_result *result);

FLR_EXTERN_C_END
#endif
