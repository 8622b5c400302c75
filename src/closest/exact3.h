/// Do two shapes in space intersect? Exact for every finite input: signs of determinants, and of
/// polynomials in whole numbers for round shapes. A ray or line without a direction is its origin;
/// touching counts.
#ifndef FLR_CLOSEST_EXACT3_H
#define FLR_CLOSEST_EXACT3_H

#include "closest/flat3.h"
#include "feeler/shape3.h"
#include "math/predicates.h"
#include "math/vectors.h"

// ---- Lines and their parts

bool flr_exact3_point_line(flr_vec3 p, const flr_line3 *l);
bool flr_exact3_point_ray(flr_vec3 p, const flr_ray3 *r);

/// Segment, ray and line as one type, as given.
typedef struct flr_straight3 {
    flr_vec3 origin, end;  ///< end: of a segment only
    flr_row3 direction;    ///< of a segment the difference of its ends, not rounded
    bool starts, ends;     ///< does it start at origin, and end at end?
} flr_straight3;

flr_straight3 flr_straight3_segment(const flr_segment3 *s);
flr_straight3 flr_straight3_ray(const flr_ray3 *r);
flr_straight3 flr_straight3_line(const flr_line3 *l);

bool flr_exact3_straight(const flr_straight3 *a, const flr_straight3 *b);

// ---- A line or ray and a flat sheet; `plane` is that of flr_flat3_span_plane

/// A line, or the ray from its origin on; without a direction either is its origin.
typedef struct flr_line_or_ray3 {
    flr_line3 line;
    bool starts;
} flr_line_or_ray3;

static inline flr_line_or_ray3 flr_line_or_ray3_of_ray(const flr_ray3 *r)
{
    flr_line_or_ray3 c = {{r->origin, r->direction}, true};
    return c;
}
static inline flr_line_or_ray3 flr_line_or_ray3_of_line(const flr_line3 *l)
{
    flr_line_or_ray3 c = {*l, flr_is_zero3(l->direction)};
    return c;
}

/// Does the path intersect the sheet? For a triangle `plane` is not used.
bool flr_exact3_line_or_ray_flat(const flr_line_or_ray3 *c, const flr_flat3 *s, const flr_flat3_plane *plane);

/// Is the quad split from b to d, not from a to c: is b or d reflex?
bool flr_quad3_is_split_at_b(const flr_quad3 *q);

/// The same for a quad, with its four vertices. One that is not quite planar is its two triangles, as for a
/// ray cast.
bool flr_exact3_line_or_ray_quad(const flr_line_or_ray3 *c, const flr_flat3 *s, const flr_flat3_plane *plane);

// ---- Points and segments in solids with flat faces

bool flr_exact3_point_triangle(flr_vec3 p, const flr_triangle3 *t);
/// The winding does not matter, and a flat tetrahedron is its four triangles.
bool flr_exact3_point_tetrahedron(flr_vec3 p, const flr_tetrahedron *t);
bool flr_exact3_segment_tetrahedron(const flr_segment3 *s, const flr_tetrahedron *t);
bool flr_exact3_point_polyhedron(flr_vec3 p, const flr_polyhedron3 *h);
bool flr_exact3_segment_polyhedron(const flr_segment3 *s, const flr_polyhedron3 *h);

/// Returns 1 if the point is strictly inside the tetrahedron, -1 outside, 0 if rounding errors leave a
/// doubt. All cases are computed at once and without branches, as the signs cannot be predicted.
int flr_tetrahedron_filter(flr_vec3 p, const flr_tetrahedron *t);

/// Returns face i of 4; its orientation depends on the winding.
flr_triangle3 flr_tetrahedron_face(const flr_tetrahedron *t, int i);

static inline flr_flat3 flr_polyhedron3_face(const flr_polyhedron3 *h, size_t i)
{
    flr_flat3 face = {h->vertices, h->indices + h->first[i], h->first[i + 1] - h->first[i]};
    return face;
}

// ---- Axis-aligned boxes

/// Does the box intersect a segment (2 points), triangle (3) or tetrahedron (4)? These may be flat, or
/// points.
bool flr_exact3_points_aabb(const flr_vec3 *points, int count, const flr_aabb3 *b);

/// Does the box intersect a line through `origin`, or the ray from it on? Without a direction it is the
/// origin alone.
bool flr_exact3_path_aabb(flr_vec3 origin, flr_vec3 direction, bool ray, const flr_aabb3 *b);

// ---- Round shapes: for the few cases that rounding errors leave open

/// The points origin + t * direction with low <= t <= high, either of which may be infinite; the
/// direction may be zero.
typedef struct flr_line_part3 {
    flr_vec3 origin, direction;
    flr_vec3 target;  ///< where to_target: the direction is target - origin, not rounded
    bool to_target;
    double low, high;
} flr_line_part3;

/// Is it one point?
static inline bool flr_line_part3_is_point(const flr_line_part3 *s)
{
    const flr_vec3 d = s->direction, p = s->origin, q = s->target;
    return s->to_target ? p.x == q.x && p.y == q.y && p.z == q.z : d.x == 0 && d.y == 0 && d.z == 0;
}

flr_line_part3 flr_line_part3_point(flr_vec3 p);
flr_line_part3 flr_line_part3_segment(const flr_segment3 *s);
flr_line_part3 flr_line_part3_ray(const flr_ray3 *r);
flr_line_part3 flr_line_part3_line(const flr_line3 *l);

/// Returns 1 if they intersect, which touching does, and 0 if not; -1 if a number is not finite, or numbers
/// differ in size by more than about 2^400. The segment from a to b (which may be one point) is grown by the
/// sum of the radii.
int flr_exact3_line_part_capsule(const flr_line_part3 *s, flr_vec3 a, flr_vec3 b, flr_real radius,
                                 flr_real more);
/// The same; 0 for a shape without a length.
int flr_exact3_line_part_cylinder(const flr_line_part3 *s, const flr_cylinder *c);
int flr_exact3_line_part_cone(const flr_line_part3 *s, const flr_cone *c);

/// The same in twice the precision, which the three above ask first: -1 where rounding leaves the answer open.
int flr_exact3_capsule_soon(const flr_line_part3 *s, flr_vec3 a, flr_vec3 b, flr_real radius, flr_real more);
int flr_exact3_cylinder_soon(const flr_line_part3 *s, const flr_cylinder *g);
int flr_exact3_cone_soon(const flr_line_part3 *s, const flr_cone *g);

#endif
