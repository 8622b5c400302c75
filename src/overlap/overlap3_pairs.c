/// Do two shapes in space overlap? These are the pairs that another question answers: a distance, an exact
/// intersection, the side of a plane. The others are in overlap3_flat.c and overlap3_round.c.

#include "closest/closest3_lanes.h"
#include "closest/exact3.h"
#include "closest/plane3.h"
#include "closest/span3.h"
#include "feeler/overlap3.h"
#include "math/predicates.h"
#include "shape/exact.h"

// ---- Points

bool flr_overlap3_point_point(flr_vec3 a, flr_vec3 b) { return flr_same3(a, b); }

bool flr_overlap3_point_segment(flr_vec3 p, const flr_segment3 *s)
{
    flr_segment3 point = {p, p};
    return flr_exact3_segment_segment(&point, s);
}
bool flr_overlap3_point_ray(flr_vec3 p, const flr_ray3 *r) { return flr_exact3_point_ray(p, r); }
bool flr_overlap3_point_line(flr_vec3 p, const flr_line3 *l) { return flr_exact3_point_line(p, l); }
bool flr_overlap3_point_plane(flr_vec3 p, const flr_plane3 *h) { return flr_plane3_side(h, p) == 0; }
bool flr_overlap3_point_halfspace(flr_vec3 p, const flr_halfspace3 *h)
{
    flr_plane3 boundary = flr_plane3_of(h);
    return flr_plane3_side(&boundary, p) <= 0;
}
bool flr_overlap3_point_aabb(flr_vec3 p, const flr_aabb3 *b)
{
    return p.x >= b->min.x && p.x <= b->max.x && p.y >= b->min.y && p.y <= b->max.y && p.z >= b->min.z &&
           p.z <= b->max.z;
}
bool flr_overlap3_point_triangle(flr_vec3 p, const flr_triangle3 *t)
{
    return flr_exact3_point_triangle(p, t);
}
bool flr_overlap3_point_quad(flr_vec3 p, const flr_quad3 *q)
{
    const flr_vec3 corner[4] = {q->a, q->b, q->c, q->d};
    flr_flat3 s = {corner, NULL, 4};
    return flr_exact3_point_flat(p, &s);
}
bool flr_overlap3_point_polygon(flr_vec3 p, const flr_polygon3 *polygon)
{
    flr_flat3 s = {polygon->vertices, NULL, polygon->count};
    return flr_exact3_point_flat(p, &s);
}
bool flr_overlap3_point_tetrahedron(flr_vec3 p, const flr_tetrahedron *t)
{
    return flr_exact3_point_tetrahedron(p, t);
}
bool flr_overlap3_point_polyhedron(flr_vec3 p, const flr_polyhedron3 *h)
{
    return flr_exact3_point_polyhedron(p, h);
}

bool flr_overlap3_point_sphere(flr_vec3 p, const flr_sphere *s)
{
    return flr_closest3_point_sphere(p, s).distance <= 0;
}
bool flr_overlap3_point_capsule(flr_vec3 p, const flr_capsule3 *c)
{
    return flr_closest3_point_capsule(p, c).distance <= 0;
}
bool flr_overlap3_point_box(flr_vec3 p, const flr_box3 *b)
{
    return flr_closest3_point_box(p, b).distance <= 0;
}
bool flr_overlap3_point_cylinder(flr_vec3 p, const flr_cylinder *c)
{
    return flr_closest3_point_cylinder(p, c).distance <= 0;
}
bool flr_overlap3_point_cone(flr_vec3 p, const flr_cone *c)
{
    return flr_closest3_point_cone(p, c).distance <= 0;
}
bool flr_overlap3_point_rectangle(flr_vec3 p, const flr_rectangle3 *r)
{
    return flr_closest3_point_rectangle(p, r).distance <= 0;
}

// ---- Segments and triangles

bool flr_overlap3_segment_segment(const flr_segment3 *a, const flr_segment3 *b)
{
    return flr_exact3_segment_segment(a, b);
}

bool flr_overlap3_segment_triangle(const flr_segment3 *s, const flr_triangle3 *t)
{
    return flr_exact3_segment_triangle(s, t);
}

bool flr_overlap3_triangle_triangle(const flr_triangle3 *a, const flr_triangle3 *b)
{
    return flr_exact3_triangle_triangle(a, b);
}

/// Ericson 5.3.3 by separating axes, in signs of orientations.
bool flr_overlap3_segment_aabb(const flr_segment3 *s, const flr_aabb3 *b)
{
    const flr_vec3 points[2] = {s->a, s->b};
    return flr_exact3_points_aabb(points, 2, b);
}

bool flr_overlap3_segment_quad(const flr_segment3 *s, const flr_quad3 *q)
{
    const flr_vec3 corner[4] = {q->a, q->b, q->c, q->d};
    flr_flat3 sheet = {corner, NULL, 4};
    return flr_exact3_segment_flat(s, &sheet);
}

bool flr_overlap3_segment_polygon(const flr_segment3 *s, const flr_polygon3 *polygon)
{
    flr_flat3 sheet = {polygon->vertices, NULL, polygon->count};
    return flr_exact3_segment_flat(s, &sheet);
}

bool flr_overlap3_segment_tetrahedron(const flr_segment3 *s, const flr_tetrahedron *t)
{
    return flr_exact3_segment_tetrahedron(s, t);
}

bool flr_overlap3_segment_polyhedron(const flr_segment3 *s, const flr_polyhedron3 *h)
{
    return flr_exact3_segment_polyhedron(s, h);
}

// ---- By the distance

/// Pairs whose fastest correct answer is the sign of their distance. Overlap and distance then never
/// disagree.
#define BY_DISTANCE(name, type_a, type_b, closest)                                                           \
    bool name(const type_a *a, const type_b *b) { return closest(a, b).distance <= 0; }

BY_DISTANCE(flr_overlap3_segment_ray, flr_segment3, flr_ray3, flr_closest3_segment_ray)
BY_DISTANCE(flr_overlap3_segment_line, flr_segment3, flr_line3, flr_closest3_segment_line)
BY_DISTANCE(flr_overlap3_ray_ray, flr_ray3, flr_ray3, flr_closest3_ray_ray)
BY_DISTANCE(flr_overlap3_ray_line, flr_ray3, flr_line3, flr_closest3_ray_line)
BY_DISTANCE(flr_overlap3_line_line, flr_line3, flr_line3, flr_closest3_line_line)
BY_DISTANCE(flr_overlap3_segment_box, flr_segment3, flr_box3, flr_closest3_segment_box)
BY_DISTANCE(flr_overlap3_segment_rectangle, flr_segment3, flr_rectangle3, flr_closest3_segment_rectangle)
BY_DISTANCE(flr_overlap3_ray_aabb, flr_ray3, flr_aabb3, flr_closest3_ray_aabb)
BY_DISTANCE(flr_overlap3_ray_box, flr_ray3, flr_box3, flr_closest3_ray_box)
BY_DISTANCE(flr_overlap3_line_aabb, flr_line3, flr_aabb3, flr_closest3_line_aabb)
BY_DISTANCE(flr_overlap3_line_box, flr_line3, flr_box3, flr_closest3_line_box)

BY_DISTANCE(flr_overlap3_segment_sphere, flr_segment3, flr_sphere, flr_closest3_segment_sphere)
BY_DISTANCE(flr_overlap3_ray_sphere, flr_ray3, flr_sphere, flr_closest3_ray_sphere)
BY_DISTANCE(flr_overlap3_line_sphere, flr_line3, flr_sphere, flr_closest3_line_sphere)
BY_DISTANCE(flr_overlap3_sphere_capsule, flr_sphere, flr_capsule3, flr_closest3_sphere_capsule)
BY_DISTANCE(flr_overlap3_sphere_box, flr_sphere, flr_box3, flr_closest3_sphere_box)
BY_DISTANCE(flr_overlap3_sphere_cylinder, flr_sphere, flr_cylinder, flr_closest3_sphere_cylinder)
BY_DISTANCE(flr_overlap3_sphere_cone, flr_sphere, flr_cone, flr_closest3_sphere_cone)
BY_DISTANCE(flr_overlap3_sphere_triangle, flr_sphere, flr_triangle3, flr_closest3_sphere_triangle)
BY_DISTANCE(flr_overlap3_sphere_quad, flr_sphere, flr_quad3, flr_closest3_sphere_quad)
BY_DISTANCE(flr_overlap3_sphere_rectangle, flr_sphere, flr_rectangle3, flr_closest3_sphere_rectangle)
BY_DISTANCE(flr_overlap3_sphere_polygon, flr_sphere, flr_polygon3, flr_closest3_sphere_polygon)
BY_DISTANCE(flr_overlap3_sphere_tetrahedron, flr_sphere, flr_tetrahedron, flr_closest3_sphere_tetrahedron)
BY_DISTANCE(flr_overlap3_sphere_polyhedron, flr_sphere, flr_polyhedron3, flr_closest3_sphere_polyhedron)

BY_DISTANCE(flr_overlap3_segment_capsule, flr_segment3, flr_capsule3, flr_closest3_segment_capsule)
BY_DISTANCE(flr_overlap3_ray_capsule, flr_ray3, flr_capsule3, flr_closest3_ray_capsule)
BY_DISTANCE(flr_overlap3_line_capsule, flr_line3, flr_capsule3, flr_closest3_line_capsule)
BY_DISTANCE(flr_overlap3_capsule_capsule, flr_capsule3, flr_capsule3, flr_closest3_capsule_capsule)
BY_DISTANCE(flr_overlap3_capsule_aabb, flr_capsule3, flr_aabb3, flr_closest3_capsule_aabb)
BY_DISTANCE(flr_overlap3_capsule_box, flr_capsule3, flr_box3, flr_closest3_capsule_box)
BY_DISTANCE(flr_overlap3_capsule_triangle, flr_capsule3, flr_triangle3, flr_closest3_capsule_triangle)
BY_DISTANCE(flr_overlap3_capsule_quad, flr_capsule3, flr_quad3, flr_closest3_capsule_quad)
BY_DISTANCE(flr_overlap3_capsule_rectangle, flr_capsule3, flr_rectangle3, flr_closest3_capsule_rectangle)
BY_DISTANCE(flr_overlap3_capsule_polygon, flr_capsule3, flr_polygon3, flr_closest3_capsule_polygon)
BY_DISTANCE(flr_overlap3_capsule_tetrahedron, flr_capsule3, flr_tetrahedron, flr_closest3_capsule_tetrahedron)
BY_DISTANCE(flr_overlap3_capsule_polyhedron, flr_capsule3, flr_polyhedron3, flr_closest3_capsule_polyhedron)

bool flr_overlap3_sphere_sphere(const flr_sphere *a, const flr_sphere *b)
{
    simd_verdict v =
        simd3_sphere_sphere(simd3_all(a->center), (double)a->radius, simd3_all(b->center), (double)b->radius);
    return v.decided ? v.yes : flr_closest3_sphere_sphere(a, b).distance <= 0;
}

bool flr_overlap3_sphere_aabb(const flr_sphere *a, const flr_aabb3 *b)
{
    simd_verdict v =
        simd3_sphere_aabb(simd3_all(a->center), (double)a->radius, simd3_all(b->min), simd3_all(b->max));
    return v.decided ? v.yes : flr_closest3_sphere_aabb(a, b).distance <= 0;
}

// ---- Rectangles

/// A rectangle is a box with a half extent of 0.
#define BOX_LAST(name, type, of_box)                                                                         \
    bool name(const type *a, const flr_rectangle3 *r)                                                        \
    {                                                                                                        \
        flr_box3 b = flr_box3_of_rectangle(r);                                                               \
        return of_box(a, &b);                                                                                \
    }
/// The same where the function for boxes takes the box first, or where both shapes are boxes.
#define BOX_SWAPPED(name, type, of_box)                                                                      \
    bool name(const type *a, const flr_rectangle3 *r)                                                        \
    {                                                                                                        \
        flr_box3 b = flr_box3_of_rectangle(r);                                                               \
        return of_box(&b, a);                                                                                \
    }
#define BOX_FIRST(name, type, of_box)                                                                        \
    bool name(const flr_rectangle3 *r, const type *a)                                                        \
    {                                                                                                        \
        flr_box3 b = flr_box3_of_rectangle(r);                                                               \
        return of_box(&b, a);                                                                                \
    }

BOX_LAST(flr_overlap3_ray_rectangle, flr_ray3, flr_overlap3_ray_box)
BOX_LAST(flr_overlap3_line_rectangle, flr_line3, flr_overlap3_line_box)
BOX_LAST(flr_overlap3_aabb_rectangle, flr_aabb3, flr_overlap3_aabb_box)
BOX_LAST(flr_overlap3_box_rectangle, flr_box3, flr_overlap3_box_box)
BOX_SWAPPED(flr_overlap3_triangle_rectangle, flr_triangle3, flr_overlap3_box_triangle)
BOX_SWAPPED(flr_overlap3_quad_rectangle, flr_quad3, flr_overlap3_box_quad)
BOX_FIRST(flr_overlap3_rectangle_rectangle, flr_rectangle3, flr_overlap3_box_rectangle)
BOX_FIRST(flr_overlap3_rectangle_polygon, flr_polygon3, flr_overlap3_box_polygon)
BOX_FIRST(flr_overlap3_rectangle_tetrahedron, flr_tetrahedron, flr_overlap3_box_tetrahedron)
BOX_FIRST(flr_overlap3_rectangle_polyhedron, flr_polyhedron3, flr_overlap3_box_polyhedron)

// ---- Planes and halfspaces

/// A shape intersects a plane if its class is 0, and the halfspace behind the plane if it is not in front.
#define PLANE_LAST(name, type, classify)                                                                     \
    bool name(const type *s, const flr_plane3 *h) { return classify(h, s) == 0; }
#define PLANE_FIRST(name, type, classify)                                                                    \
    bool name(const flr_plane3 *h, const type *s) { return classify(h, s) == 0; }
#define HALFSPACE_LAST(name, type, classify)                                                                 \
    bool name(const type *s, const flr_halfspace3 *h)                                                        \
    {                                                                                                        \
        flr_plane3 boundary = flr_plane3_of(h);                                                              \
        return classify(&boundary, s) <= 0;                                                                  \
    }
#define HALFSPACE_FIRST(name, type, classify)                                                                \
    bool name(const flr_halfspace3 *h, const type *s)                                                        \
    {                                                                                                        \
        flr_plane3 boundary = flr_plane3_of(h);                                                              \
        return classify(&boundary, s) <= 0;                                                                  \
    }

PLANE_LAST(flr_overlap3_segment_plane, flr_segment3, flr_classify3_plane_segment)
PLANE_LAST(flr_overlap3_ray_plane, flr_ray3, flr_classify3_plane_ray)
PLANE_LAST(flr_overlap3_line_plane, flr_line3, flr_classify3_plane_line)
PLANE_FIRST(flr_overlap3_plane_sphere, flr_sphere, flr_classify3_plane_sphere)
PLANE_FIRST(flr_overlap3_plane_capsule, flr_capsule3, flr_classify3_plane_capsule)
PLANE_FIRST(flr_overlap3_plane_aabb, flr_aabb3, flr_classify3_plane_aabb)
PLANE_FIRST(flr_overlap3_plane_box, flr_box3, flr_classify3_plane_box)
PLANE_FIRST(flr_overlap3_plane_parallelepiped, flr_parallelepiped, flr_classify3_plane_parallelepiped)
PLANE_FIRST(flr_overlap3_plane_cylinder, flr_cylinder, flr_classify3_plane_cylinder)
PLANE_FIRST(flr_overlap3_plane_cone, flr_cone, flr_classify3_plane_cone)
PLANE_FIRST(flr_overlap3_plane_triangle, flr_triangle3, flr_classify3_plane_triangle)
PLANE_FIRST(flr_overlap3_plane_quad, flr_quad3, flr_classify3_plane_quad)
PLANE_FIRST(flr_overlap3_plane_rectangle, flr_rectangle3, flr_classify3_plane_rectangle)
PLANE_FIRST(flr_overlap3_plane_polygon, flr_polygon3, flr_classify3_plane_polygon)
PLANE_FIRST(flr_overlap3_plane_tetrahedron, flr_tetrahedron, flr_classify3_plane_tetrahedron)
PLANE_FIRST(flr_overlap3_plane_polyhedron, flr_polyhedron3, flr_classify3_plane_polyhedron)

HALFSPACE_LAST(flr_overlap3_segment_halfspace, flr_segment3, flr_classify3_plane_segment)
HALFSPACE_LAST(flr_overlap3_ray_halfspace, flr_ray3, flr_classify3_plane_ray)
HALFSPACE_LAST(flr_overlap3_line_halfspace, flr_line3, flr_classify3_plane_line)
HALFSPACE_FIRST(flr_overlap3_halfspace_sphere, flr_sphere, flr_classify3_plane_sphere)
HALFSPACE_FIRST(flr_overlap3_halfspace_capsule, flr_capsule3, flr_classify3_plane_capsule)
HALFSPACE_FIRST(flr_overlap3_halfspace_aabb, flr_aabb3, flr_classify3_plane_aabb)
HALFSPACE_FIRST(flr_overlap3_halfspace_box, flr_box3, flr_classify3_plane_box)
HALFSPACE_FIRST(flr_overlap3_halfspace_parallelepiped, flr_parallelepiped, flr_classify3_plane_parallelepiped)
HALFSPACE_FIRST(flr_overlap3_halfspace_cylinder, flr_cylinder, flr_classify3_plane_cylinder)
HALFSPACE_FIRST(flr_overlap3_halfspace_cone, flr_cone, flr_classify3_plane_cone)
HALFSPACE_FIRST(flr_overlap3_halfspace_triangle, flr_triangle3, flr_classify3_plane_triangle)
HALFSPACE_FIRST(flr_overlap3_halfspace_quad, flr_quad3, flr_classify3_plane_quad)
HALFSPACE_FIRST(flr_overlap3_halfspace_rectangle, flr_rectangle3, flr_classify3_plane_rectangle)
HALFSPACE_FIRST(flr_overlap3_halfspace_polygon, flr_polygon3, flr_classify3_plane_polygon)
HALFSPACE_FIRST(flr_overlap3_halfspace_tetrahedron, flr_tetrahedron, flr_classify3_plane_tetrahedron)
HALFSPACE_FIRST(flr_overlap3_halfspace_polyhedron, flr_polyhedron3, flr_classify3_plane_polyhedron)

/// The sign of a * d - b * c.
static int sign2(flr_real a, flr_real b, flr_real c, flr_real d)
{
    return flr_orient2_inline(0, 0, (double)a, (double)b, (double)c, (double)d);
}

/// +1 for normals of one direction, -1 for opposite ones, 0 for all others; exact.
static int same_heading(flr_vec3 m, flr_vec3 n)
{
    if (sign2(m.x, m.y, n.x, n.y) || sign2(m.y, m.z, n.y, n.z) || sign2(m.z, m.x, n.z, n.x)) return 0;
    if (m.x != 0) return (m.x > 0) == (n.x > 0) ? 1 : -1;
    if (m.y != 0) return (m.y > 0) == (n.y > 0) ? 1 : -1;
    return (m.z > 0) == (n.z > 0) ? 1 : -1;
}

/// For parallel normals: the sign of heading * offset_a / |m| - offset_b / |n|.
static int compare_offsets(flr_vec3 m, flr_real offset_a, flr_vec3 n, flr_real offset_b, int heading)
{
    flr_real a = m.x != 0 ? m.x : m.y != 0 ? m.y : m.z, b = m.x != 0 ? n.x : m.y != 0 ? n.y : n.z;
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    return -sign2(a, heading < 0 ? -offset_a : offset_a, b, offset_b);
}

bool flr_overlap3_plane_plane(const flr_plane3 *a, const flr_plane3 *b)
{
    int heading = same_heading(a->normal, b->normal);
    return heading == 0 || compare_offsets(a->normal, a->offset, b->normal, b->offset, heading) == 0;
}

bool flr_overlap3_plane_halfspace(const flr_plane3 *a, const flr_halfspace3 *b)
{
    int heading = same_heading(a->normal, b->normal);
    return heading == 0 || compare_offsets(a->normal, a->offset, b->normal, b->offset, heading) <= 0;
}

bool flr_overlap3_halfspace_halfspace(const flr_halfspace3 *a, const flr_halfspace3 *b)
{
    int heading = same_heading(a->normal, b->normal);
    return heading >= 0 || compare_offsets(a->normal, a->offset, b->normal, b->offset, heading) <= 0;
}
