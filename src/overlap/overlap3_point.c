#include "closest/exact3.h"
#include "closest/plane3.h"
#include "feeler/overlap3.h"
#include "shape/meet3.h"

bool flr_overlap3_point_point(flr_vec3 a, flr_vec3 b) { return flr_same3(a, b); }

bool flr_overlap3_point_segment(flr_vec3 p, const flr_segment3 *s)
{
    flr_segment3 point = {p, p};
    return flr_meet3_segment_segment(&point, s);
}
bool flr_overlap3_point_ray(flr_vec3 p, const flr_ray3 *r) { return flr_meet3_point_ray(p, r); }
bool flr_overlap3_point_line(flr_vec3 p, const flr_line3 *l) { return flr_meet3_point_line(p, l); }
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
    return flr_meet3_point_triangle(p, t);
}
bool flr_overlap3_point_quad(flr_vec3 p, const flr_quad3 *q)
{
    const flr_vec3 corner[4] = {q->a, q->b, q->c, q->d};
    flr_flat3 s = {corner, NULL, 4};
    return flr_meet3_point_flat(p, &s);
}
bool flr_overlap3_point_polygon(flr_vec3 p, const flr_polygon3 *polygon)
{
    flr_flat3 s = {polygon->vertices, NULL, polygon->count};
    return flr_meet3_point_flat(p, &s);
}
bool flr_overlap3_point_tetrahedron(flr_vec3 p, const flr_tetrahedron *t)
{
    return flr_meet3_point_tetrahedron(p, t);
}
bool flr_overlap3_point_polyhedron(flr_vec3 p, const flr_polyhedron3 *h)
{
    return flr_meet3_point_polyhedron(p, h);
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
