#include "feeler/bounds.h"
#include "query/any3_shape.h"

/// The hull of an array of points, each carried to its place.
static flr_aabb3 of_points(const flr_convex3 *c)
{
    flr_aabb3 b = {{(flr_real)INFINITY, (flr_real)INFINITY, (flr_real)INFINITY},
                   {-(flr_real)INFINITY, -(flr_real)INFINITY, -(flr_real)INFINITY}};
    for (int k = 0; k < 6; k++) {
        flr_real way = k & 1 ? -1 : 1;
        flr_vec3 p =
            flr_support3(c, flr_vec3_make(k / 2 == 0 ? way : 0, k / 2 == 1 ? way : 0, k / 2 == 2 ? way : 0));
        b.min = flr_min3(b.min, p);
        b.max = flr_max3(b.max, p);
    }
    flr_vec3 r = flr_vec3_make(c->radius, c->radius, c->radius);
    b.min = flr_sub3(b.min, r);
    b.max = flr_add3(b.max, r);
    return b;
}

flr_status flr_bounds3(const flr_shape3 *s, flr_aabb3 *bounds)
{
    if (!bounds) return FLR_INVALID_ARGUMENT;
    flr_status status = flr_any3_check(s);
    if (status != FLR_OK) return status;
    switch (s->kind) {
    case FLR_SHAPE3_POINT:
        *bounds = flr_bounds3_point(s->as.point);
        break;
    case FLR_SHAPE3_SEGMENT:
        *bounds = flr_bounds3_segment(&s->as.segment);
        break;
    case FLR_SHAPE3_SPHERE:
        *bounds = flr_bounds3_sphere(&s->as.sphere);
        break;
    case FLR_SHAPE3_CAPSULE:
        *bounds = flr_bounds3_capsule(&s->as.capsule);
        break;
    case FLR_SHAPE3_AABB:
        *bounds = flr_bounds3_aabb(&s->as.aabb);
        break;
    case FLR_SHAPE3_BOX:
        *bounds = flr_bounds3_box(&s->as.box);
        break;
    case FLR_SHAPE3_CYLINDER:
        *bounds = flr_bounds3_cylinder(&s->as.cylinder);
        break;
    case FLR_SHAPE3_CONE:
        *bounds = flr_bounds3_cone(&s->as.cone);
        break;
    case FLR_SHAPE3_TRIANGLE:
        *bounds = flr_bounds3_triangle(&s->as.triangle);
        break;
    case FLR_SHAPE3_QUAD:
        *bounds = flr_bounds3_quad(&s->as.quad);
        break;
    case FLR_SHAPE3_RECTANGLE:
        *bounds = flr_bounds3_rectangle(&s->as.rectangle);
        break;
    case FLR_SHAPE3_POLYGON:
        *bounds = flr_bounds3_polygon(&s->as.polygon);
        break;
    case FLR_SHAPE3_TETRAHEDRON:
        *bounds = flr_bounds3_tetrahedron(&s->as.tetrahedron);
        break;
    case FLR_SHAPE3_CONVEX:
        *bounds = of_points(&s->as.convex);
        break;
    case FLR_SHAPE3_MESH:
        *bounds = s->as.mesh.bounds;
        break;
    default:
        return FLR_UNBOUNDED;
    }
    return FLR_OK;
}
