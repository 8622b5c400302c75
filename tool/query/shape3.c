#include <math.h>

#include "query/shape.h"

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
    case FLR_SHAPE3_ELLIPSOID:  // one layout
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
        return shape->grid.heights ? query_heights_build(s, shape) : query_mesh_build(s, shape);
    default:
        return true;
    }
}
