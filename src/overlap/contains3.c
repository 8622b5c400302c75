/// On which side of a shape's boundary does a point lie?

#include "closest/axis3.h"
#include "closest/exact3.h"
#include "closest/frame3.h"
#include "closest/plane3.h"
#include "closest/span3.h"
#include "feeler/overlap2.h"
#include "feeler/overlap3.h"
#include "math/double_double.h"
#include "math/predicates.h"
#include "math/vectors.h"
#include "shape/exact.h"

static flr_side side_of(double depth)
{
    return depth > 0 ? FLR_INSIDE : depth < 0 ? FLR_OUTSIDE : FLR_BOUNDARY;
}
flr_side flr_contains3_halfspace_point(const flr_halfspace3 *h, flr_vec3 p)
{
    flr_plane3 boundary = flr_plane3_of(h);
    return (flr_side)-flr_plane3_side(&boundary, p);
}

/// The numbers are normal and offset of each halfspace, `width` together: 4 in space, 3 in the plane.
static flr_side side_of_halfspaces(const flr_real *numbers, size_t width, size_t count, flr_vec3 p)
{
    flr_side side = FLR_INSIDE;
    for (size_t i = 0; i < count && side != FLR_OUTSIDE; ++i) {
        const flr_real *n = numbers + i * width;
        const flr_halfspace3 h = {{n[0], n[1], width > 3 ? n[2] : 0}, n[width - 1]};
        flr_side next = flr_contains3_halfspace_point(&h, p);
        if (next < side) side = next;
    }
    return side;
}

flr_side flr_contains3_halfspaces_point(const flr_halfspace3 *h, size_t count, flr_vec3 p)
{
    return side_of_halfspaces(count > 0 ? &h->normal.x : NULL, 4, count, p);
}

flr_side flr_contains2_halfspaces_point(const flr_halfspace2 *h, size_t count, flr_vec2 p)
{
    return side_of_halfspaces(count > 0 ? &h->normal.x : NULL, 3, count, flr_in_space(p));
}

flr_side flr_contains2_halfspace_point(const flr_halfspace2 *h, flr_vec2 p)
{
    return flr_contains2_halfspaces_point(h, 1, p);
}

flr_side flr_contains3_sphere_point(const flr_sphere *s, flr_vec3 p)
{
    return side_of((double)s->radius - (double)flr_closest3_point_point(p, s->center).distance);
}

flr_side flr_contains3_capsule_point(const flr_capsule3 *c, flr_vec3 p)
{
    flr_segment3 core = {c->a, c->b};
    return side_of((double)c->radius - (double)flr_closest3_point_segment(p, &core).distance);
}

flr_side flr_contains3_aabb_point(const flr_aabb3 *b, flr_vec3 p)
{
    if (p.x < b->min.x || p.x > b->max.x || p.y < b->min.y || p.y > b->max.y || p.z < b->min.z ||
        p.z > b->max.z)
        return FLR_OUTSIDE;
    bool inner = p.x > b->min.x && p.x < b->max.x && p.y > b->min.y && p.y < b->max.y && p.z > b->min.z &&
                 p.z < b->max.z;
    return inner ? FLR_INSIDE : FLR_BOUNDARY;
}

flr_side flr_contains3_box_point(const flr_box3 *b, flr_vec3 p)
{
    const flr_vec3 points[2] = {b->center, p};
    flr_frame3 f =
        flr_frame3_make(points, 2,
                        (flr_real)flr_largest3((double)b->half_extents.x, (double)b->half_extents.y,
                                               (double)b->half_extents.z));
    dvec3 q = flr_box3_coordinates(b, flr_frame3_local(&f, p));
    double x = flr_frame3_length(&f, b->half_extents.x) - fabs(q.x);
    double y = flr_frame3_length(&f, b->half_extents.y) - fabs(q.y);
    return side_of(flr_lesser(flr_lesser(x, y), flr_frame3_length(&f, b->half_extents.z) - fabs(q.z)));
}

flr_side flr_contains3_cylinder_point(const flr_cylinder *c, flr_vec3 p)
{
    flr_axis3 a = flr_axis3_make(p, c->a, c->b, c->radius);
    return side_of(flr_lesser(a.radius - a.out, flr_lesser(a.along, a.length - a.along)));
}

flr_side flr_contains3_cone_point(const flr_cone *c, flr_vec3 p)
{
    flr_axis3 a = flr_axis3_make(p, c->apex, c->base, c->radius);
    double slant = a.radius * a.along - a.out * a.length;
    return side_of(flr_lesser(slant, flr_lesser(a.along, a.length - a.along)));
}

flr_side flr_contains3_tetrahedron_point(const flr_tetrahedron *t, flr_vec3 p)
{
    int answer = flr_tetrahedron_filter(p, t);
    if (answer != 0) return answer > 0 ? FLR_INSIDE : FLR_OUTSIDE;
    if (!flr_exact3_point_tetrahedron(p, t)) return FLR_OUTSIDE;
    for (int i = 0; i < 4; ++i) {
        flr_triangle3 face = flr_tetrahedron_face(t, i);
        if (flr_orient3_inline(face.a, face.b, face.c, p) == 0) return FLR_BOUNDARY;
    }
    return FLR_INSIDE;
}

flr_side flr_contains3_polyhedron_point(const flr_polyhedron3 *h, flr_vec3 p)
{
    if (!flr_exact3_point_polyhedron(p, h)) return FLR_OUTSIDE;
    for (size_t i = 0; i < h->face_count; ++i) {
        flr_flat3 face = flr_polyhedron3_face(h, i);
        flr_flat3_plane plane = flr_flat3_span_plane(&face);
        if (plane.flat && flr_orient3_inline(plane.a, plane.b, plane.c, p) == 0) return FLR_BOUNDARY;
    }
    return FLR_INSIDE;
}

static flr_side of_sheet(const flr_flat3 *s, flr_vec3 p)
{
    const flr_segment3 here = {p, p};
    for (size_t i = 0; i < s->count; ++i) {
        flr_segment3 edge = {flr_flat3_corner(s, i), flr_flat3_corner(s, flr_flat3_next(s, i))};
        if (flr_exact3_segment_segment(&here, &edge)) return FLR_BOUNDARY;
    }
    return flr_exact3_point_flat(p, s) ? FLR_INSIDE : FLR_OUTSIDE;
}

flr_side flr_contains3_triangle_point(const flr_triangle3 *s, flr_vec3 p)
{
    const flr_vec3 corner[3] = {s->a, s->b, s->c};
    const flr_flat3 sheet = {corner, NULL, 3};
    return of_sheet(&sheet, p);
}

flr_side flr_contains3_quad_point(const flr_quad3 *s, flr_vec3 p)
{
    const flr_vec3 corner[4] = {s->a, s->b, s->c, s->d};
    const flr_flat3 sheet = {corner, NULL, 4};
    return of_sheet(&sheet, p);
}

flr_side flr_contains3_polygon_point(const flr_polygon3 *s, flr_vec3 p)
{
    const flr_flat3 sheet = {s->vertices, NULL, s->count};
    return of_sheet(&sheet, p);
}
