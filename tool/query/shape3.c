#include <math.h>

#include "query/shape.h"

bool query_read_point3(const field_scope *s, query_shape *shape)
{
    shape->space.kind = FLR_SHAPE3_POINT;
    return field_vec3(s, "position", &shape->space.as.point);
}

bool query_read_segment3(const field_scope *s, query_shape *shape)
{
    flr_segment3 *g = &shape->space.as.segment;
    shape->space.kind = FLR_SHAPE3_SEGMENT;
    return field_vec3(s, "a", &g->a) && field_vec3(s, "b", &g->b);
}

bool query_read_ray3(const field_scope *s, query_shape *shape)
{
    flr_ray3 *r = &shape->space.as.ray;
    shape->space.kind = FLR_SHAPE3_RAY;
    return field_vec3(s, "origin", &r->origin) && field_direction3(s, "direction", &r->direction);
}

bool query_read_line3(const field_scope *s, query_shape *shape)
{
    flr_line3 *l = &shape->space.as.line;
    shape->space.kind = FLR_SHAPE3_LINE;
    return field_vec3(s, "origin", &l->origin) && field_direction3(s, "direction", &l->direction);
}

bool query_read_plane3(const field_scope *s, query_shape *shape)
{
    flr_plane3 *h = &shape->space.as.plane;
    shape->space.kind = FLR_SHAPE3_PLANE;
    return field_direction3(s, "normal", &h->normal) && field_number(s, "offset", &h->offset);
}

bool query_read_halfspace3(const field_scope *s, query_shape *shape)
{
    flr_halfspace3 *h = &shape->space.as.halfspace;
    shape->space.kind = FLR_SHAPE3_HALFSPACE;
    return field_direction3(s, "normal", &h->normal) && field_number(s, "offset", &h->offset);
}

bool query_read_sphere(const field_scope *s, query_shape *shape)
{
    flr_sphere *b = &shape->space.as.sphere;
    shape->space.kind = FLR_SHAPE3_SPHERE;
    return field_vec3(s, "center", &b->center) && field_extent(s, "radius", &b->radius);
}

bool query_read_capsule3(const field_scope *s, query_shape *shape)
{
    flr_capsule3 *c = &shape->space.as.capsule;
    shape->space.kind = FLR_SHAPE3_CAPSULE;
    return field_vec3(s, "a", &c->a) && field_vec3(s, "b", &c->b) && field_extent(s, "radius", &c->radius);
}

bool query_read_aabb3(const field_scope *s, query_shape *shape)
{
    flr_aabb3 *b = &shape->space.as.aabb;
    shape->space.kind = FLR_SHAPE3_AABB;
    if (!field_vec3(s, "min", &b->min) || !field_vec3(s, "max", &b->max)) return false;
    return query_check_order(s, (flr_real[3]){b->min.x, b->min.y, b->min.z},
                             (flr_real[3]){b->max.x, b->max.y, b->max.z}, 3);
}

bool query_read_box3(const field_scope *s, query_shape *shape)
{
    flr_box3 *b = &shape->space.as.box;
    shape->space.kind = FLR_SHAPE3_BOX;
    bool rotation;
    if (!field_vec3(s, "center", &b->center) || !field_vec3(s, "half_extents", &b->half_extents))
        return false;
    return query_check_extents(s, (flr_real[3]){b->half_extents.x, b->half_extents.y, b->half_extents.z},
                               3) &&
           query_has_rotation(s, &rotation) && (rotation ? query_rotation3 : query_axes3)(s, &b->axes);
}

static bool same3(flr_vec3 a, flr_vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

bool query_read_cylinder(const field_scope *s, query_shape *shape)
{
    flr_cylinder *c = &shape->space.as.cylinder;
    shape->space.kind = FLR_SHAPE3_CYLINDER;
    if (!field_vec3(s, "a", &c->a) || !field_vec3(s, "b", &c->b) || !field_extent(s, "radius", &c->radius)) {
        return false;
    }
    return !same3(c->a, c->b) || query_fail(s->error, "invalid_shape",
                                            "%s.b: expected another point than a, for the axis", s->path);
}

bool query_read_cone(const field_scope *s, query_shape *shape)
{
    flr_cone *c = &shape->space.as.cone;
    shape->space.kind = FLR_SHAPE3_CONE;
    if (!field_vec3(s, "apex", &c->apex) || !field_vec3(s, "base", &c->base) ||
        !field_extent(s, "radius", &c->radius)) {
        return false;
    }
    return !same3(c->apex, c->base) ||
           query_fail(s->error, "invalid_shape", "%s.base: expected another point than apex, for the axis",
                      s->path);
}

bool query_read_triangle3(const field_scope *s, query_shape *shape)
{
    flr_triangle3 *t = &shape->space.as.triangle;
    shape->space.kind = FLR_SHAPE3_TRIANGLE;
    return field_vec3(s, "a", &t->a) && field_vec3(s, "b", &t->b) && field_vec3(s, "c", &t->c);
}

bool query_read_quad3(const field_scope *s, query_shape *shape)
{
    flr_quad3 *q = &shape->space.as.quad;
    shape->space.kind = FLR_SHAPE3_QUAD;
    return field_vec3(s, "a", &q->a) && field_vec3(s, "b", &q->b) && field_vec3(s, "c", &q->c) &&
           field_vec3(s, "d", &q->d);
}

/// Corner a and its neighbours b and c; the corner across is b + (c - a). To the library it is a quad.
bool query_read_parallelogram3(const field_scope *s, query_shape *shape)
{
    flr_quad3 *q = &shape->space.as.quad;
    shape->space.kind = FLR_SHAPE3_QUAD;
    if (!field_vec3(s, "a", &q->a) || !field_vec3(s, "b", &q->b) || !field_vec3(s, "c", &q->d)) return false;
    q->c = flr_add3(q->b, flr_sub3(q->d, q->a));
    return flr_is_finite3(q->c) ||
           query_fail(s->error, "not_finite",
                      "%s: expected the corner across from a within the range of numbers", s->path);
}

static double cosine(flr_vec3 u, flr_vec3 v)
{
    double length = (double)flr_length3(u) * (double)flr_length3(v);
    return length > 0 ? (double)flr_dot3(u, v) / length : 0;
}

/// By three corners: the parallelogram that has a right angle.
static bool rectangle_by_corners(const field_scope *s, query_shape *shape)
{
    if (json_object_get(s->object, "center") || json_object_get(s->object, "axes") ||
        json_object_get(s->object, "half_extents"))
        return query_fail(s->error, "invalid_shape",
                          "%s: expected either center, axes and half_extents or a, b and c, found both",
                          s->path);
    if (!query_read_parallelogram3(s, shape)) return false;
    const flr_quad3 *q = &shape->space.as.quad;
    return fabs(cosine(flr_sub3(q->b, q->a), flr_sub3(q->d, q->a))) <= 1e-6 ||
           query_fail(s->error, "invalid_shape", "%s.c: expected a right angle at a, to within 1e-6",
                      s->path);
}

bool query_read_rectangle3(const field_scope *s, query_shape *shape)
{
    if (json_object_get(s->object, "a")) return rectangle_by_corners(s, shape);
    flr_rectangle3 *r = &shape->space.as.rectangle;
    shape->space.kind = FLR_SHAPE3_RECTANGLE;
    flr_real v[6], half[2], square;
    if (!field_vec3(s, "center", &r->center) || !field_axes(s, "axes", v, 2) ||
        !field_numbers(s, "half_extents", "2 numbers", half, 2) || !query_check_extents(s, half, 2)) {
        return false;
    }
    r->axis_x = flr_vec3_make(v[0], v[1], v[2]);
    r->axis_y = flr_vec3_make(v[3], v[4], v[5]);
    r->half_x = half[0];
    r->half_y = half[1];
    square = flr_dot3(r->axis_x, r->axis_y);
    bool good = fabs((double)flr_length3(r->axis_x) - 1) <= 1e-6 &&
                fabs((double)flr_length3(r->axis_y) - 1) <= 1e-6 && fabs((double)square) <= 1e-6;
    return good || query_fail(s->error, "invalid_shape",
                              "%s.axes: expected unit vectors square to each other, to within 1e-6", s->path);
}

bool query_read_tetrahedron(const field_scope *s, query_shape *shape)
{
    flr_tetrahedron *t = &shape->space.as.tetrahedron;
    shape->space.kind = FLR_SHAPE3_TETRAHEDRON;
    return field_vec3(s, "a", &t->a) && field_vec3(s, "b", &t->b) && field_vec3(s, "c", &t->c) &&
           field_vec3(s, "d", &t->d);
}

bool query_read_polygon3(const field_scope *s, query_shape *shape)
{
    shape->space.kind = FLR_SHAPE3_POLYGON;
    return (shape->points = field_points(s, "vertices", &shape->point_count)) != NULL;
}

bool query_read_convex3(const field_scope *s, query_shape *shape)
{
    shape->space.kind = FLR_SHAPE3_CONVEX;
    flr_real *radius = &shape->space.as.convex.radius;
    if (json_object_get(s->object, "radius") && !field_extent(s, "radius", radius)) return false;
    return (shape->points = field_points(s, "points", &shape->point_count)) != NULL;
}

static bool finite_shape(const flr_shape3 *s)
{
    switch (s->kind) {
    case FLR_SHAPE3_POINT:
        return flr_is_finite3(s->as.point);
    case FLR_SHAPE3_SPHERE:
        return flr_is_finite3(s->as.sphere.center);
    case FLR_SHAPE3_PLANE:
        return flr_is_finite3(s->as.plane.normal) && isfinite(s->as.plane.offset);
    case FLR_SHAPE3_HALFSPACE:
        return flr_is_finite3(s->as.halfspace.normal) && isfinite(s->as.halfspace.offset);
    case FLR_SHAPE3_BOX:
        return flr_is_finite3(s->as.box.center) && flr_is_finite3(s->as.box.half_extents);
    case FLR_SHAPE3_RECTANGLE:
        return flr_is_finite3(s->as.rectangle.center);
    case FLR_SHAPE3_SEGMENT:
    case FLR_SHAPE3_RAY:
    case FLR_SHAPE3_LINE:
    case FLR_SHAPE3_CAPSULE:
    case FLR_SHAPE3_AABB:
    case FLR_SHAPE3_CYLINDER:
    case FLR_SHAPE3_CONE:  // all begin with two vectors
        return flr_is_finite3(s->as.segment.a) && flr_is_finite3(s->as.segment.b);
    case FLR_SHAPE3_TRIANGLE:
        return flr_is_finite3(s->as.triangle.a) && flr_is_finite3(s->as.triangle.b) &&
               flr_is_finite3(s->as.triangle.c);
    case FLR_SHAPE3_QUAD:
    case FLR_SHAPE3_TETRAHEDRON:
        return flr_is_finite3(s->as.quad.a) && flr_is_finite3(s->as.quad.b) && flr_is_finite3(s->as.quad.c) &&
               flr_is_finite3(s->as.quad.d);
    default:
        return true;
    }
}

bool query_finish3(const field_scope *s, query_shape *shape)
{
    flr_shape3 *g = &shape->space;
    bool finite = finite_shape(g);
    for (size_t i = 0; i < 3 * shape->point_count; ++i) finite = finite && isfinite(shape->points[i]);
    if (!finite) {
        return query_fail(s->error, "not_finite",
                          "%s: expected the shape, where it is placed, within the range of numbers", s->path);
    }
    switch (g->kind) {
    case FLR_SHAPE3_POLYGON:
        g->as.polygon = (flr_polygon3){query_points3(shape), shape->point_count};
        return true;
    case FLR_SHAPE3_CONVEX: {
        if (shape->point_count > UINT32_MAX) {
            return query_fail(s->error, "too_large", "%s.points: expected fewer than 2^32 points", s->path);
        }
        flr_mat3 upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        g->as.convex = flr_convex3_points(query_points3(shape), (uint32_t)shape->point_count, upright,
                                          flr_vec3_make(0, 0, 0), g->as.convex.radius);
        return true;
    }
    case FLR_SHAPE3_MESH:
        return query_mesh_build(s, shape);
    default:
        return true;
    }
}
