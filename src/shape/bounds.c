/// Axis-aligned boxes around shapes, rounded outward.

#include "feeler/shape2.h"
#include "feeler/shape3.h"

// ---- The plane

flr_aabb2 flr_bounds2_polygon(const flr_polygon2 *g)
{
    flr_aabb2 box;
    box.min = flr_vec2_make((flr_real)INFINITY, (flr_real)INFINITY);
    box.max = flr_neg2(box.min);
    for (size_t i = 0; i < g->count; ++i) {
        box.min = flr_min2(box.min, g->vertices[i]);
        box.max = flr_max2(box.max, g->vertices[i]);
    }
    return box;
}

static flr_aabb2 box_around2(const flr_vec2 *corner, size_t count, flr_vec2 margin)
{
    const flr_polygon2 polygon = {corner, count};
    flr_aabb2 box = flr_bounds2_polygon(&polygon);
    box.min = flr_sub2(box.min, margin);
    box.max = flr_add2(box.max, margin);
    return box;
}

flr_aabb2 flr_bounds2_point(flr_vec2 p)
{
    flr_aabb2 box = {p, p};
    return box;
}

flr_aabb2 flr_bounds2_segment(const flr_segment2 *s)
{
    const flr_vec2 corner[2] = {s->a, s->b};
    return box_around2(corner, 2, flr_vec2_make(0, 0));
}

flr_aabb2 flr_bounds2_circle(const flr_circle *c)
{
    return box_around2(&c->center, 1, flr_vec2_make(c->radius, c->radius));
}

flr_aabb2 flr_bounds2_capsule(const flr_capsule2 *c)
{
    const flr_vec2 corner[2] = {c->a, c->b};
    return box_around2(corner, 2, flr_vec2_make(c->radius, c->radius));
}

flr_aabb2 flr_bounds2_aabb(const flr_aabb2 *b) { return *b; }

flr_aabb2 flr_bounds2_box(const flr_box2 *b)
{
    double ax = fabs((double)b->axis.x), ay = fabs((double)b->axis.y);
    double x = ax * (double)b->half_extents.x + ay * (double)b->half_extents.y;
    double y = ay * (double)b->half_extents.x + ax * (double)b->half_extents.y;
    return box_around2(&b->center, 1, flr_vec2_make((flr_real)x, (flr_real)y));
}

flr_aabb2 flr_bounds2_triangle(const flr_triangle2 *t)
{
    const flr_vec2 corner[3] = {t->a, t->b, t->c};
    return box_around2(corner, 3, flr_vec2_make(0, 0));
}

// ---- Space

flr_aabb3 flr_bounds3_points(const flr_vec3 *points, size_t count)
{
    flr_aabb3 box;
    box.min = flr_vec3_make((flr_real)INFINITY, (flr_real)INFINITY, (flr_real)INFINITY);
    box.max = flr_neg3(box.min);
    for (size_t i = 0; i < count; ++i) {
        box.min = flr_min3(box.min, points[i]);
        box.max = flr_max3(box.max, points[i]);
    }
    return box;
}

static flr_aabb3 box_around3(flr_vec3 p, double x, double y, double z)
{
    flr_aabb3 box;
    box.min =
        flr_vec3_make((flr_real)((double)p.x - x), (flr_real)((double)p.y - y), (flr_real)((double)p.z - z));
    box.max =
        flr_vec3_make((flr_real)((double)p.x + x), (flr_real)((double)p.y + y), (flr_real)((double)p.z + z));
    return box;
}

static flr_aabb3 both(flr_aabb3 a, flr_aabb3 b)
{
    flr_aabb3 box = {flr_min3(a.min, b.min), flr_max3(a.max, b.max)};
    return box;
}

flr_aabb3 flr_bounds3_point(flr_vec3 p) { return flr_bounds3_points(&p, 1); }

flr_aabb3 flr_bounds3_segment(const flr_segment3 *s)
{
    const flr_vec3 corner[2] = {s->a, s->b};
    return flr_bounds3_points(corner, 2);
}

flr_aabb3 flr_bounds3_sphere(const flr_sphere *s)
{
    double r = (double)s->radius;
    return box_around3(s->center, r, r, r);
}

flr_aabb3 flr_bounds3_capsule(const flr_capsule3 *c)
{
    double r = (double)c->radius;
    return both(box_around3(c->a, r, r, r), box_around3(c->b, r, r, r));
}

flr_aabb3 flr_bounds3_aabb(const flr_aabb3 *b) { return *b; }

flr_aabb3 flr_bounds3_box(const flr_box3 *b)
{
    const flr_mat3 *m = &b->axes;
    double x = (double)b->half_extents.x, y = (double)b->half_extents.y, z = (double)b->half_extents.z;
    return box_around3(b->center,
                       fabs((double)m->x.x) * x + fabs((double)m->y.x) * y + fabs((double)m->z.x) * z,
                       fabs((double)m->x.y) * x + fabs((double)m->y.y) * y + fabs((double)m->z.y) * z,
                       fabs((double)m->x.z) * x + fabs((double)m->y.z) * y + fabs((double)m->z.z) * z);
}

flr_aabb3 flr_bounds3_rectangle(const flr_rectangle3 *r)
{
    double x = (double)r->half_x, y = (double)r->half_y;
    return box_around3(r->center, fabs((double)r->axis_x.x) * x + fabs((double)r->axis_y.x) * y,
                       fabs((double)r->axis_x.y) * x + fabs((double)r->axis_y.y) * y,
                       fabs((double)r->axis_x.z) * x + fabs((double)r->axis_y.z) * y);
}

/// The box around a disc perpendicular to b - a. Its extent along an axis is the radius times a sine,
/// computed from the two other components of b - a, as 1 minus a square would cancel. The vector is halved
/// and scaled near length 1 first, so that no square overflows or vanishes.
static flr_aabb3 around_disc(flr_vec3 center, flr_vec3 a, flr_vec3 b, flr_real radius)
{
    double x = (double)b.x / 2 - (double)a.x / 2, y = (double)b.y / 2 - (double)a.y / 2,
           z = (double)b.z / 2 - (double)a.z / 2;
    double largest = fabs(x) > fabs(y) ? fabs(x) : fabs(y), r = (double)radius;
    if (fabs(z) > largest) largest = fabs(z);
    if (!(largest > 0)) return box_around3(center, r, r, r);
    x /= largest;
    y /= largest;
    z /= largest;
    double square = x * x + y * y + z * z;
    return box_around3(center, r * sqrt((y * y + z * z) / square), r * sqrt((z * z + x * x) / square),
                       r * sqrt((x * x + y * y) / square));
}

flr_aabb3 flr_bounds3_cylinder(const flr_cylinder *c)
{
    return both(around_disc(c->a, c->a, c->b, c->radius), around_disc(c->b, c->a, c->b, c->radius));
}

flr_aabb3 flr_bounds3_cone(const flr_cone *c)
{
    return both(flr_bounds3_point(c->apex), around_disc(c->base, c->apex, c->base, c->radius));
}

static double squared(flr_real x) { return (double)x * (double)x; }

/// The extent along a coordinate axis is the length of a row of the matrix whose columns are the axes at
/// full length.
flr_aabb3 flr_bounds3_ellipsoid(const flr_ellipsoid *e)
{
    const flr_mat3 *m = &e->axes;
    double x = (double)e->radii.x, y = (double)e->radii.y, z = (double)e->radii.z,
           largest = fabs(x) > fabs(y) ? fabs(x) : fabs(y);
    if (fabs(z) > largest) largest = fabs(z);
    if (!(largest > 0)) return box_around3(e->center, 0, 0, 0);
    x = x / largest * x / largest;
    y = y / largest * y / largest;
    z = z / largest * z / largest;
    const double u = squared(m->x.x) * x + squared(m->y.x) * y + squared(m->z.x) * z,
                 v = squared(m->x.y) * x + squared(m->y.y) * y + squared(m->z.y) * z,
                 w = squared(m->x.z) * x + squared(m->y.z) * y + squared(m->z.z) * z;
    return box_around3(e->center, largest * sqrt(u), largest * sqrt(v), largest * sqrt(w));
}

flr_aabb3 flr_bounds3_triangle(const flr_triangle3 *t)
{
    const flr_vec3 corner[3] = {t->a, t->b, t->c};
    return flr_bounds3_points(corner, 3);
}

flr_aabb3 flr_bounds3_quad(const flr_quad3 *q)
{
    const flr_vec3 corner[4] = {q->a, q->b, q->c, q->d};
    return flr_bounds3_points(corner, 4);
}

flr_aabb3 flr_bounds3_polygon(const flr_polygon3 *polygon)
{
    return flr_bounds3_points(polygon->vertices, polygon->count);
}

flr_aabb3 flr_bounds3_tetrahedron(const flr_tetrahedron *t)
{
    const flr_vec3 corner[4] = {t->a, t->b, t->c, t->d};
    return flr_bounds3_points(corner, 4);
}

flr_aabb3 flr_bounds3_polyhedron(const flr_polyhedron3 *h)
{
    return flr_bounds3_points(h->vertices, h->vertex_count);
}
