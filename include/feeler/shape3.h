/// Feeler: shapes in space, by value.
///
/// Every shape is a closed set: its boundary belongs to it. sphere, capsule, box, cylinder, cone, tetrahedron and
/// halfspace are solid; triangle, quad, rectangle and polygon are flat sheets. Degenerate but
/// meaningful shapes are the lower-dimensional thing they are: a segment with a == b is a point,
/// collinear triangles are segments, a zero radius or half extent is flat. What has no
/// meaning (a zero normal, direction or axis, a negative radius or half extent, min > max, an outline that crosses itself) is told by the
/// flr_check3_ functions; the queries do not check again, and answer such input with anything but
/// a crash or a hang.
#ifndef FEELER_SHAPE3_H
#define FEELER_SHAPE3_H

#include "feeler/math.h"

FLR_EXTERN_C_BEGIN

/// The points between a and b. With a == b a point.
typedef struct flr_segment3 {
    flr_vec3 a, b;
} flr_segment3;

/// origin + t * direction for t >= 0. The direction need not be unit; t is measured in its length.
typedef struct flr_ray3 {
    flr_vec3 origin, direction;
} flr_ray3;

/// origin + t * direction for every t.
typedef struct flr_line3 {
    flr_vec3 origin, direction;
} flr_line3;

/// The points with dot(normal, x) == offset. The normal need not be unit; the front is where it points.
typedef struct flr_plane3 {
    flr_vec3 normal;
    flr_real offset;
} flr_plane3;

/// The points with dot(normal, x) <= offset. Solid and unbounded.
typedef struct flr_halfspace3 {
    flr_vec3 normal;
    flr_real offset;
} flr_halfspace3;

/// dot(normal, p) - offset, as it rounds: above 0 in front, in lengths of the normal. No root, for comparisons; the exact
/// side is flr_classify3_plane_point, the length flr_signed_distance3_point_plane.
static inline flr_real flr_plane3_value(const flr_plane3 *h, flr_vec3 p)
{
    return flr_dot3(h->normal, p) - h->offset;
}

typedef struct flr_sphere {
    flr_vec3 center;
    flr_real radius;
} flr_sphere;

/// All points within radius of the segment a b.
typedef struct flr_capsule3 {
    flr_vec3 a, b;
    flr_real radius;
} flr_capsule3;

/// The box center + x * axes.x + y * axes.y + z * axes.z with |x| <= half_extents.x and so on.
/// The axes are orthonormal.
typedef struct flr_box3 {
    flr_vec3 center;
    flr_mat3 axes;
    flr_vec3 half_extents;
} flr_box3;

/// corner + x * edges.x + y * edges.y + z * edges.z with x, y, z in [0, 1]: a box that may be sheared, by one corner and the edges
/// from there. Edges may have any length and lie in one plane. Of use where a function names it; no kind of flr_shape3.
typedef struct flr_parallelepiped {
    flr_vec3 corner;
    flr_mat3 edges;
} flr_parallelepiped;

/// The points whose coordinates x, y, z along the axes, from the centre, have (x / radii.x)^2 + (y / radii.y)^2 + (z / radii.z)^2 <= 1.
/// The axes are orthonormal. A radius of 0 leaves a flat disc, two a segment, three the centre. No kind of flr_shape3; a user's
/// support function makes it a convex shape (flr_convex3_user).
typedef struct flr_ellipsoid {
    flr_vec3 center;
    flr_mat3 axes;
    flr_vec3 radii;
} flr_ellipsoid;

/// Between two flat discs around a and b, square to a b.
typedef struct flr_cylinder {
    flr_vec3 a, b;
    flr_real radius;
} flr_cylinder;

/// From the apex to a flat disc around base, square to the axis.
typedef struct flr_cone {
    flr_vec3 apex, base;
    flr_real radius;
} flr_cone;

/// A cone by the angle between its axis and its slant, in radians: the radius is the height times the tangent, within 4 roundings.
/// RTCD 5.2.4. FLR_INVALID_SHAPE for an angle below 0 or from a right one on, and an apex at the base; FLR_NOT_FINITE for a NaN or an
/// infinity, of the radius too; nothing is written then.
FLR_API flr_status flr_cone_from_half_angle(flr_vec3 apex, flr_vec3 base, flr_real half_angle,
                                            flr_cone *cone);

/// The flat sheet spanned by three points. Collinear corners: a segment; equal corners: a point.
typedef struct flr_triangle3 {
    flr_vec3 a, b, c;
} flr_triangle3;

/// Planar, corners in order around, convex or with one reflex corner. Split for barycentric answers
/// into a b c and a c d, or along the diagonal at the reflex corner.
typedef struct flr_quad3 {
    flr_vec3 a, b, c, d;
} flr_quad3;

/// center + x * axis_x + y * axis_y with |x| <= half_x, |y| <= half_y; the axes are unit and square to each other.
typedef struct flr_rectangle3 {
    flr_vec3 center, axis_x, axis_y;
    flr_real half_x, half_y;
} flr_rectangle3;

/// A simple planar polygon, corners in order around, convex or concave. The vertices stay the caller's.
typedef struct flr_polygon3 {
    const flr_vec3 *vertices;
    size_t count;
} flr_polygon3;

/// In either winding; flat ones are the triangles they are.
typedef struct flr_tetrahedron {
    flr_vec3 a, b, c, d;
} flr_tetrahedron;

/// A convex polyhedron by its faces: face i has the corners vertices[indices[k]] for k from
/// first[i] to first[i + 1] - 1 in order, counter-clockwise as seen from outside. `first` has
/// face_count + 1 entries. The arrays stay the caller's.
typedef struct flr_polyhedron3 {
    const flr_vec3 *vertices;
    size_t vertex_count;
    const uint32_t *indices, *first;
    size_t face_count;
} flr_polyhedron3;

/// Coordinates of p along the axes of the box, from its centre, and back. Lengths stay, as the axes are orthonormal. RTCD 5.1.4.
static inline flr_vec3 flr_box3_to_local(const flr_box3 *b, flr_vec3 p)
{
    flr_vec3 v = flr_sub3(p, b->center);
    return flr_vec3_make(flr_dot3(b->axes.x, v), flr_dot3(b->axes.y, v), flr_dot3(b->axes.z, v));
}
static inline flr_vec3 flr_box3_to_world(const flr_box3 *b, flr_vec3 q)
{
    return flr_add3(b->center, flr_mat3_mul(b->axes, q));
}

/// An aligned box under an affine map that turns, mirrors, moves, and stretches along the box's own axes (by any factor, below 0
/// and 0 too; an axis that is flattened away is replaced by one that completes the frame). FLR_INVALID_SHAPE where the
/// map shears the axes by more than 1e-6 or min > max, FLR_NOT_FINITE for a NaN, an infinity or an overflow; nothing is
/// written then. But for the shear the corners are those of the image to 2 ulp of the most that the parts of one can add up
/// to: the translation, and the aligned box's farthest coordinate on each axis times the column of the map.
FLR_API flr_status flr_box3_from_affine(const flr_affine3 *map, const flr_aabb3 *b, flr_box3 *box);

/// Planes from what they go through. FLR_NOT_FINITE for a NaN or an infinity (also of the offset), FLR_INVALID_SHAPE
/// for a zero normal, collinear points, a polygon without area; nothing is written then. Any other input has
/// its plane, also needles far from the origin. A normal that is computed has length 1 within 2 ulp, and is off by a rounding of each
/// component from a multiple of the exact one; the offset by a rounding of itself from what the rounded normal has there.
///
/// Through a point; the normal is kept as given.
FLR_API flr_status flr_plane3_from_point(flr_vec3 point, flr_vec3 normal, flr_plane3 *plane);
/// Through three points (RTCD 5.3.1); in front of it they turn counter-clockwise. Collinear is decided exactly.
/// Through a; so b and c are as near as a rounding of the normal has it.
FLR_API flr_status flr_plane3_from_points(flr_vec3 a, flr_vec3 b, flr_vec3 c, flr_plane3 *plane);
/// Newell's normal: the area of the polygon's shadows. For any simple polygon, concave, with collinear corners, not quite
/// planar; the offset is the mean of the corners. In front of it the corners turn counter-clockwise.
FLR_API flr_status flr_plane3_from_polygon(const flr_polygon3 *polygon, flr_plane3 *plane);

FLR_EXTERN_C_END
#endif
