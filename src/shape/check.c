/// Is a shape valid for its kind: finite, without negative lengths, with unit axes and a simple outline?

#include "feeler/shape2.h"
#include "feeler/shape3.h"
#include "math/predicates2.h"
#include "math/vectors.h"

// ---- The plane

static bool is_zero2(flr_vec2 v) { return v.x == 0 && v.y == 0; }

static flr_status finite_and(bool finite, bool valid)
{
    if (!finite) return FLR_NOT_FINITE;
    return valid ? FLR_OK : FLR_INVALID_SHAPE;
}

flr_status flr_check2_point(flr_vec2 p) { return finite_and(flr_is_finite2(p), true); }

flr_status flr_check2_segment(const flr_segment2 *s)
{
    return finite_and(flr_is_finite2(s->a) && flr_is_finite2(s->b), true);
}

flr_status flr_check2_ray(const flr_ray2 *r)
{
    return finite_and(flr_is_finite2(r->origin) && flr_is_finite2(r->direction), !is_zero2(r->direction));
}

flr_status flr_check2_line(const flr_line2 *l)
{
    return finite_and(flr_is_finite2(l->origin) && flr_is_finite2(l->direction), !is_zero2(l->direction));
}

flr_status flr_check2_plane(const flr_plane2 *p)
{
    return finite_and(flr_is_finite2(p->normal) && isfinite(p->offset), !is_zero2(p->normal));
}

flr_status flr_check2_halfspace(const flr_halfspace2 *h)
{
    return finite_and(flr_is_finite2(h->normal) && isfinite(h->offset), !is_zero2(h->normal));
}

flr_status flr_check2_circle(const flr_circle *c)
{
    return finite_and(flr_is_finite2(c->center) && isfinite(c->radius), c->radius >= 0);
}

flr_status flr_check2_capsule(const flr_capsule2 *c)
{
    bool finite = flr_is_finite2(c->a) && flr_is_finite2(c->b) && isfinite(c->radius);
    return finite_and(finite, c->radius >= 0);
}

flr_status flr_check2_aabb(const flr_aabb2 *b)
{
    return finite_and(flr_is_finite2(b->min) && flr_is_finite2(b->max),
                      b->min.x <= b->max.x && b->min.y <= b->max.y);
}

flr_status flr_check2_box(const flr_box2 *b)
{
    bool finite = flr_is_finite2(b->center) && flr_is_finite2(b->axis) && flr_is_finite2(b->half_extents);
    double x = (double)b->axis.x, y = (double)b->axis.y;
    bool unit = fabs(sqrt(x * x + y * y) - 1) <= 1e-6;
    return finite_and(finite, unit && b->half_extents.x >= 0 && b->half_extents.y >= 0);
}

flr_status flr_check2_triangle(const flr_triangle2 *t)
{
    return finite_and(flr_is_finite2(t->a) && flr_is_finite2(t->b) && flr_is_finite2(t->c), true);
}

/// Do two sides cross: does each have the ends of the other strictly on different sides of it?
static bool sides_cross2(flr_vec2 a, flr_vec2 b, flr_vec2 c, flr_vec2 d)
{
    const flr_vec2 low = flr_min2(a, b), high = flr_max2(a, b), least = flr_min2(c, d), most = flr_max2(c, d);
    if (low.x > most.x || least.x > high.x || low.y > most.y || least.y > high.y) return false;
    return flr_turn2(a, b, c) * flr_turn2(a, b, d) < 0 && flr_turn2(c, d, a) * flr_turn2(c, d, b) < 0;
}

flr_status flr_check2_polygon(const flr_polygon2 *g)
{
    if (g->count == 0 || !g->vertices) return FLR_INVALID_SHAPE;
    const flr_vec2 *v = g->vertices;
    for (size_t i = 0; i < g->count; ++i)
        if (!flr_is_finite2(v[i])) return FLR_NOT_FINITE;
    for (size_t i = 2; i < g->count; ++i)
        for (size_t k = 0; k + 1 < i; ++k)
            if (sides_cross2(v[k], v[k + 1], v[i], v[(i + 1) % g->count])) return FLR_SELF_CROSSING;
    return FLR_OK;
}

// ---- Space

static bool not_negative(flr_vec3 v) { return v.x >= 0 && v.y >= 0 && v.z >= 0; }

/// The error that a length or product of unit vectors may have.
static const double tolerance = 1e-6;

static double dot(flr_vec3 a, flr_vec3 b)
{
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z;
}
static bool is_unit(flr_vec3 v) { return fabs(sqrt(dot(v, v)) - 1) <= tolerance; }
static bool is_square(flr_vec3 u, flr_vec3 v) { return fabs(dot(u, v)) <= tolerance; }

flr_status flr_check3_points(const flr_vec3 *points, size_t count)
{
    if (count == 0 || !points) return FLR_INVALID_SHAPE;
    for (size_t i = 0; i < count; ++i)
        if (!flr_is_finite3(points[i])) return FLR_NOT_FINITE;
    return FLR_OK;
}

flr_status flr_check3_point(flr_vec3 p) { return flr_check3_points(&p, 1); }

flr_status flr_check3_segment(const flr_segment3 *s)
{
    return finite_and(flr_is_finite3(s->a) && flr_is_finite3(s->b), true);
}

flr_status flr_check3_ray(const flr_ray3 *r)
{
    return finite_and(flr_is_finite3(r->origin) && flr_is_finite3(r->direction), !flr_is_zero3(r->direction));
}

flr_status flr_check3_line(const flr_line3 *l)
{
    return finite_and(flr_is_finite3(l->origin) && flr_is_finite3(l->direction), !flr_is_zero3(l->direction));
}

flr_status flr_check3_plane(const flr_plane3 *h)
{
    return finite_and(flr_is_finite3(h->normal) && isfinite(h->offset), !flr_is_zero3(h->normal));
}

flr_status flr_check3_halfspace(const flr_halfspace3 *h)
{
    return finite_and(flr_is_finite3(h->normal) && isfinite(h->offset), !flr_is_zero3(h->normal));
}

flr_status flr_check3_sphere(const flr_sphere *s)
{
    return finite_and(flr_is_finite3(s->center) && isfinite(s->radius), s->radius >= 0);
}

flr_status flr_check3_capsule(const flr_capsule3 *c)
{
    return finite_and(flr_is_finite3(c->a) && flr_is_finite3(c->b) && isfinite(c->radius), c->radius >= 0);
}

flr_status flr_check3_aabb(const flr_aabb3 *b)
{
    return finite_and(flr_is_finite3(b->min) && flr_is_finite3(b->max),
                      b->min.x <= b->max.x && b->min.y <= b->max.y && b->min.z <= b->max.z);
}

flr_status flr_check3_box(const flr_box3 *b)
{
    const flr_mat3 *m = &b->axes;
    bool finite = flr_is_finite3(b->center) && flr_is_finite3(b->half_extents) && flr_is_finite3(m->x) &&
                  flr_is_finite3(m->y) && flr_is_finite3(m->z);
    bool orthonormal = is_unit(m->x) && is_unit(m->y) && is_unit(m->z) && is_square(m->x, m->y) &&
                       is_square(m->y, m->z) && is_square(m->z, m->x);
    return finite_and(finite, orthonormal && not_negative(b->half_extents));
}

flr_status flr_check3_parallelepiped(const flr_parallelepiped *b)
{
    return finite_and(flr_is_finite3(b->corner) && flr_is_finite3(b->edges.x) && flr_is_finite3(b->edges.y) &&
                          flr_is_finite3(b->edges.z),
                      true);
}

/// Checked as the box around it.
flr_status flr_check3_ellipsoid(const flr_ellipsoid *e)
{
    flr_box3 b = {e->center, e->axes, e->radii};
    return flr_check3_box(&b);
}

flr_status flr_check3_cylinder(const flr_cylinder *c)
{
    return finite_and(flr_is_finite3(c->a) && flr_is_finite3(c->b) && isfinite(c->radius),
                      c->radius >= 0 && !flr_same3(c->a, c->b));
}

flr_status flr_check3_cone(const flr_cone *c)
{
    return finite_and(flr_is_finite3(c->apex) && flr_is_finite3(c->base) && isfinite(c->radius),
                      c->radius >= 0 && !flr_same3(c->apex, c->base));
}

flr_status flr_check3_triangle(const flr_triangle3 *t)
{
    const flr_vec3 corner[3] = {t->a, t->b, t->c};
    return flr_check3_points(corner, 3);
}

static bool are_apart(flr_vec3 a, flr_vec3 b, flr_vec3 c, flr_vec3 d)
{
    const flr_vec3 low = flr_min3(a, b), high = flr_max3(a, b), least = flr_min3(c, d), most = flr_max3(c, d);
    return low.x > most.x || least.x > high.x || low.y > most.y || least.y > high.y || low.z > most.z ||
           least.z > high.z;
}

/// Do two sides cross as seen along every axis, other than axes along which they are collinear? Coplanar
/// sides cross only then. Rounding errors that lift one side off the plane of the other make no difference.
static bool sides_cross3(flr_vec3 a, flr_vec3 b, flr_vec3 c, flr_vec3 d)
{
    bool crossed = false;
    if (are_apart(a, b, c, d)) return false;
    for (int axis = 0; axis < 3; ++axis) {
        const int of_c = flr_turn_along(axis, a, b, c), of_d = flr_turn_along(axis, a, b, d),
                  of_a = flr_turn_along(axis, c, d, a), of_b = flr_turn_along(axis, c, d, b);
        if (of_a == 0 && of_b == 0 && of_c == 0 && of_d == 0) continue;
        if (of_c * of_d >= 0 || of_a * of_b >= 0) return false;
        crossed = true;
    }
    return crossed;
}

static flr_status check_outline(const flr_vec3 *v, size_t count)
{
    const flr_status status = flr_check3_points(v, count);
    if (status != FLR_OK) return status;
    for (size_t i = 2; i < count; ++i)
        for (size_t k = 0; k + 1 < i; ++k)
            if (sides_cross3(v[k], v[k + 1], v[i], v[(i + 1) % count])) return FLR_SELF_CROSSING;
    return FLR_OK;
}

flr_status flr_check3_quad(const flr_quad3 *q)
{
    const flr_vec3 corner[4] = {q->a, q->b, q->c, q->d};
    return check_outline(corner, 4);
}

flr_status flr_check3_rectangle(const flr_rectangle3 *r)
{
    bool finite = flr_is_finite3(r->center) && flr_is_finite3(r->axis_x) && flr_is_finite3(r->axis_y) &&
                  isfinite(r->half_x) && isfinite(r->half_y);
    bool orthonormal = is_unit(r->axis_x) && is_unit(r->axis_y) && is_square(r->axis_x, r->axis_y);
    return finite_and(finite, orthonormal && r->half_x >= 0 && r->half_y >= 0);
}

flr_status flr_check3_polygon(const flr_polygon3 *polygon)
{
    return check_outline(polygon->vertices, polygon->count);
}

flr_status flr_check3_tetrahedron(const flr_tetrahedron *t)
{
    const flr_vec3 corner[4] = {t->a, t->b, t->c, t->d};
    return flr_check3_points(corner, 4);
}

flr_status flr_check3_polyhedron(const flr_polyhedron3 *h)
{
    flr_status status = flr_check3_points(h->vertices, h->vertex_count);
    if (status != FLR_OK) return status;
    if (h->face_count == 0 || !h->indices || !h->first) return FLR_INVALID_SHAPE;
    for (size_t i = 0; i < h->face_count; ++i) {
        if (h->first[i] >= h->first[i + 1]) return FLR_INVALID_SHAPE;
        for (uint32_t k = h->first[i]; k < h->first[i + 1]; ++k)
            if (h->indices[k] >= h->vertex_count) return FLR_INVALID_SHAPE;
    }
    return FLR_OK;
}
