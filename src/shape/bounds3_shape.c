#include "feeler/bounds3.h"

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

static flr_aabb3 around(flr_vec3 p, double x, double y, double z)
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
    return around(s->center, r, r, r);
}

flr_aabb3 flr_bounds3_capsule(const flr_capsule3 *c)
{
    double r = (double)c->radius;
    return both(around(c->a, r, r, r), around(c->b, r, r, r));
}

flr_aabb3 flr_bounds3_aabb(const flr_aabb3 *b) { return *b; }

flr_aabb3 flr_bounds3_box(const flr_box3 *b)
{
    const flr_mat3 *m = &b->axes;
    double x = (double)b->half_extents.x, y = (double)b->half_extents.y, z = (double)b->half_extents.z;
    return around(b->center, fabs((double)m->x.x) * x + fabs((double)m->y.x) * y + fabs((double)m->z.x) * z,
                  fabs((double)m->x.y) * x + fabs((double)m->y.y) * y + fabs((double)m->z.y) * z,
                  fabs((double)m->x.z) * x + fabs((double)m->y.z) * y + fabs((double)m->z.z) * z);
}

flr_aabb3 flr_bounds3_rectangle(const flr_rectangle3 *r)
{
    double x = (double)r->half_x, y = (double)r->half_y;
    return around(r->center, fabs((double)r->axis_x.x) * x + fabs((double)r->axis_y.x) * y,
                  fabs((double)r->axis_x.y) * x + fabs((double)r->axis_y.y) * y,
                  fabs((double)r->axis_x.z) * x + fabs((double)r->axis_y.z) * y);
}

/// The sine by the two other components: 1 minus a square would cancel. Halved and brought near
/// length 1 first, so that no axis is too long or too short to square.
static flr_aabb3 around_disc(flr_vec3 center, flr_vec3 a, flr_vec3 b, flr_real radius)
{
    double x = (double)b.x / 2 - (double)a.x / 2, y = (double)b.y / 2 - (double)a.y / 2,
           z = (double)b.z / 2 - (double)a.z / 2;
    double largest = fabs(x) > fabs(y) ? fabs(x) : fabs(y), r = (double)radius;
    if (fabs(z) > largest) largest = fabs(z);
    if (!(largest > 0)) return around(center, r, r, r);
    x /= largest;
    y /= largest;
    z /= largest;
    double square = x * x + y * y + z * z;
    return around(center, r * sqrt((y * y + z * z) / square), r * sqrt((z * z + x * x) / square),
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
