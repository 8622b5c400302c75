#include "feeler/overlap.h"
#include "query/any3_interval.h"
#include "shape/mesh3.h"

/// Of planes and halfspaces that are parallel and do not meet; 0 for those that do.
static int side_of_flat(const flr_plane3 *h, const flr_shape3 *s)
{
    flr_plane3 own = any3_boundary(s);
    bool solid = s->kind == FLR_SHAPE3_HALFSPACE;
    if (solid ? flr_overlap3_plane_halfspace(h, &s->as.halfspace) : flr_overlap3_plane_plane(h, &own))
        return 0;
    // parallel: any point will do, and the one nearest to the coordinate origin is small
    return flr_classify3_plane_point(h, flr_closest3_point_plane(flr_vec3_make(0, 0, 0), &own).point_b);
}

static int side_of_mesh(const flr_plane3 *h, const flr_instance3 *m)
{
    int side = 0;
    for (uint32_t i = 0; i < m->mesh->info.triangle_count; i++) {
        flr_triangle3 t = instance3_item_triangle(m, i);
        int next = flr_classify3_plane_triangle(h, &t);
        if (next == 0 || (i > 0 && next != side)) return 0;
        side = next;
    }
    return side;
}

/// Each point as placed, exactly.
static int side_of_points(const flr_plane3 *h, const flr_convex3 *c)
{
    int side = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        flr_vec3 p = flr_add3(flr_mat3_mul(c->axes, c->points[i]), c->center);
        int next = flr_classify3_plane_point(h, p);
        if (next == 0 || (i > 0 && next != side)) return 0;
        side = next;
    }
    return side;
}

static int side_of_convex(const flr_plane3 *h, const flr_shape3 *s)
{
    const flr_convex3 *c = &s->as.convex;
    if (c->radius > 0 || c->kind == FLR_CONVEX3_USER) {
        any3_interval i = flr_any3_interval(s, h);
        return i.low > 0 ? 1 : i.high < 0 ? -1 : 0;
    }
    if (c->kind == FLR_CONVEX3_POINTS) return side_of_points(h, c);
    flr_vec3 low = flr_support3(c, flr_neg3(h->normal)), high = flr_support3(c, h->normal);
    int side = flr_classify3_plane_point(h, low);
    return flr_classify3_plane_point(h, high) == side ? side : 0;
}

flr_status flr_classify3(const flr_plane3 *h, const flr_shape3 *s, int *side)
{
    if (!h || !side) return FLR_INVALID_ARGUMENT;
    flr_status status = flr_any3_check(s);
    if (status != FLR_OK) return status;
    switch (s->kind) {
    case FLR_SHAPE3_POINT:
        *side = flr_classify3_plane_point(h, s->as.point);
        break;
    case FLR_SHAPE3_SEGMENT:
        *side = flr_classify3_plane_segment(h, &s->as.segment);
        break;
    case FLR_SHAPE3_RAY:
        *side = flr_classify3_plane_ray(h, &s->as.ray);
        break;
    case FLR_SHAPE3_LINE:
        *side = flr_classify3_plane_line(h, &s->as.line);
        break;
    case FLR_SHAPE3_PLANE:
    case FLR_SHAPE3_HALFSPACE:
        *side = side_of_flat(h, s);
        break;
    case FLR_SHAPE3_SPHERE:
        *side = flr_classify3_plane_sphere(h, &s->as.sphere);
        break;
    case FLR_SHAPE3_CAPSULE:
        *side = flr_classify3_plane_capsule(h, &s->as.capsule);
        break;
    case FLR_SHAPE3_AABB:
        *side = flr_classify3_plane_aabb(h, &s->as.aabb);
        break;
    case FLR_SHAPE3_BOX:
        *side = flr_classify3_plane_box(h, &s->as.box);
        break;
    case FLR_SHAPE3_CYLINDER:
        *side = flr_classify3_plane_cylinder(h, &s->as.cylinder);
        break;
    case FLR_SHAPE3_CONE:
        *side = flr_classify3_plane_cone(h, &s->as.cone);
        break;
    case FLR_SHAPE3_TRIANGLE:
        *side = flr_classify3_plane_triangle(h, &s->as.triangle);
        break;
    case FLR_SHAPE3_QUAD:
        *side = flr_classify3_plane_quad(h, &s->as.quad);
        break;
    case FLR_SHAPE3_RECTANGLE:
        *side = flr_classify3_plane_rectangle(h, &s->as.rectangle);
        break;
    case FLR_SHAPE3_POLYGON:
        *side = flr_classify3_plane_polygon(h, &s->as.polygon);
        break;
    case FLR_SHAPE3_TETRAHEDRON:
        *side = flr_classify3_plane_tetrahedron(h, &s->as.tetrahedron);
        break;
    case FLR_SHAPE3_CONVEX:
        *side = side_of_convex(h, s);
        break;
    default:
        *side = side_of_mesh(h, &s->as.mesh);
    }
    return FLR_OK;
}
