/// Any shape in space as the routines for any pair see it: a convex core with a radius, a flat sheet
/// with corners, a mesh, or something unbounded.
#ifndef FLR_ANY_ANY3_SHAPE_H
#define FLR_ANY_ANY3_SHAPE_H

#include "feeler/any3.h"

/// FLR_INVALID_ARGUMENT for no kind, FLR_INVALID_SHAPE for lists without an entry, no mesh, or a solid
/// mesh that is not watertight, FLR_NOT_FINITE for a NaN or an infinity in it.
flr_status flr_any3_check(const flr_shape3 *s);
/// The same but for the numbers.
flr_status flr_any3_check_lists(const flr_shape3 *s);
/// Is no number of a shape with checked lists a NaN or an infinity?
bool flr_any3_is_finite(const flr_shape3 *s);

/// How many numbers a shape of each kind is, one after the other from its first on; 0 where it points to something.
extern const unsigned char flr_any3_numbers[FLR_SHAPE3_COUNT];

/// Fourth powers of sizes below are numbers, in double sixth ones.
static const flr_real any3_large = sizeof(flr_real) == sizeof(float) ? (flr_real)0x1p28 : (flr_real)0x1p150;

static inline bool any3_is_flat_unbounded(flr_shape3_kind k)
{
    return k == FLR_SHAPE3_PLANE || k == FLR_SHAPE3_HALFSPACE;
}
static inline bool any3_is_path(flr_shape3_kind k) { return k == FLR_SHAPE3_RAY || k == FLR_SHAPE3_LINE; }

/// With corners in order around, perhaps concave.
static inline bool any3_is_sheet(flr_shape3_kind k)
{
    return k == FLR_SHAPE3_QUAD || k == FLR_SHAPE3_POLYGON;
}

static inline bool any3_is_round(flr_shape3_kind k)
{
    return k == FLR_SHAPE3_CYLINDER || k == FLR_SHAPE3_CONE;
}

/// Corners as they were given, and every yes or no about them exact.
static inline bool any3_is_faceted(flr_shape3_kind k)
{
    return k == FLR_SHAPE3_TRIANGLE || k == FLR_SHAPE3_TETRAHEDRON || any3_is_sheet(k);
}

static inline flr_shape3 any3_of_segment(flr_vec3 a, flr_vec3 b)
{
    flr_shape3 s = {.kind = FLR_SHAPE3_SEGMENT, .as = {.segment = {a, b}}};
    return s;
}
static inline flr_shape3 any3_of_triangle(flr_triangle3 t)
{
    flr_shape3 s = {.kind = FLR_SHAPE3_TRIANGLE, .as = {.triangle = t}};
    return s;
}

/// v at unit length whatever its own; zero where v is.
flr_vec3 flr_any3_unit(flr_vec3 v);

/// A unit vector square to v; any one for zero.
flr_vec3 flr_any3_perpendicular(flr_vec3 v);

/// The corners of a point, segment, triangle, quad, polygon, tetrahedron; null for others.
const flr_vec3 *flr_any3_corners(const flr_shape3 *s, size_t *count);

/// Edge i of a faceted shape; count edges in all.
size_t flr_any3_edge_count(const flr_shape3 *s);
flr_segment3 flr_any3_edge(const flr_shape3 *s, size_t i);

/// Of a quad or polygon, unit; zero where it is no more than a segment.
flr_vec3 flr_any3_sheet_normal(const flr_shape3 *sheet);

/// The hull of a quad or polygon.
flr_convex3 flr_any3_sheet_hull(const flr_shape3 *sheet);

/// No less than its largest coordinate and its extent; of a ray, line, plane or halfspace the numbers it is given by, of a user's core
/// its position.
double flr_any3_size(const flr_shape3 *s);

/// A shape of checked lists as the convex core sees it: flr_convex3_shape without the check.
bool flr_any3_core(const flr_shape3 *s, flr_convex3 *core);

/// A point of a bounded shape.
flr_vec3 flr_any3_point(const flr_shape3 *s);

/// Around a bounded shape, loose by a few roundings.
flr_aabb3 flr_any3_bounds(const flr_shape3 *s);

/// A box with room for a few roundings more.
flr_aabb3 flr_any3_loosened(flr_aabb3 b);

/// The piece of a ray or line that a bounded shape could be near to: nothing outside of it is closer, nor
/// does it come into play before the two are moved by more than the shape's size.
flr_shape3 flr_any3_cover(const flr_shape3 *path, const flr_shape3 *bounded);

#endif
