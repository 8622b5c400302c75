#include "feeler/bounds3.h"
#include "feeler/overlap.h"
#include "query/any2.h"
#include "query/operation.h"

bool operation_contains(question *q)
{
    query_shape *shape = question_shape(q, "shape");
    if (!shape) return false;
    field_scope s = {q->object, "", q->dimension, q->error};
    bool contains;
    if (q->dimension == 2) {
        shape2 point = {.kind = SHAPE2_POINT};
        if (!field_vec2(&s, "point", &point.as.point)) return false;
        contains = any2_overlap(&point, &shape->plane);
    } else {
        flr_shape3 point = {.kind = FLR_SHAPE3_POINT};
        if (!field_vec3(&s, "point", &point.as.point)) return false;
        flr_status status = flr_overlap3(&point, &shape->space, &contains);
        if (!query_check(q->error, status, "shape")) return false;
    }
    answer_truth(q->answer, "contains", contains);
    return true;
}

/// Side of planes and halfspaces that are parallel and do not meet; 0 for those that do.
static int classify_plane(const flr_plane3 *p, const flr_plane3 *h, bool halfspace)
{
    flr_halfspace3 solid = {h->normal, h->offset};
    if (halfspace ? flr_overlap3_plane_halfspace(p, &solid) : flr_overlap3_plane_plane(p, h)) return 0;
    // parallel: any point will do, and the one nearest to the coordinate origin is small
    double x = (double)h->normal.x, y = (double)h->normal.y, z = (double)h->normal.z;
    double k = (double)h->offset / (x * x + y * y + z * z);
    flr_vec3 foot = flr_vec3_make((flr_real)(k * x), (flr_real)(k * y), (flr_real)(k * z));
    return flr_classify3_plane_point(p, foot);
}

/// The hull of points with a radius around it.
static int classify_rounded(const flr_plane3 *p, const query_shape *s, flr_real radius)
{
    int side = flr_classify3_plane_points(p, query_points3(s), s->point_count);
    for (size_t i = 0; i < s->point_count && side != 0 && radius > 0; ++i) {
        flr_sphere ball = {query_points3(s)[i], radius};
        if (flr_classify3_plane_sphere(p, &ball) != side) side = 0;
    }
    return side;
}

static int classify3(const flr_plane3 *p, const query_shape *s)
{
    const flr_shape3 *g = &s->space;
    switch (g->kind) {
    case FLR_SHAPE3_POINT:
        return flr_classify3_plane_point(p, g->as.point);
    case FLR_SHAPE3_SEGMENT:
        return flr_classify3_plane_segment(p, &g->as.segment);
    case FLR_SHAPE3_RAY:
        return flr_classify3_plane_ray(p, &g->as.ray);
    case FLR_SHAPE3_LINE:
        return flr_classify3_plane_line(p, &g->as.line);
    case FLR_SHAPE3_PLANE:
        return classify_plane(p, &g->as.plane, false);
    case FLR_SHAPE3_HALFSPACE:
        return classify_plane(p, &(flr_plane3){g->as.halfspace.normal, g->as.halfspace.offset}, true);
    case FLR_SHAPE3_SPHERE:
        return flr_classify3_plane_sphere(p, &g->as.sphere);
    case FLR_SHAPE3_CAPSULE:
        return flr_classify3_plane_capsule(p, &g->as.capsule);
    case FLR_SHAPE3_AABB:
        return flr_classify3_plane_aabb(p, &g->as.aabb);
    case FLR_SHAPE3_BOX:
        return flr_classify3_plane_box(p, &g->as.box);
    case FLR_SHAPE3_CYLINDER:
        return flr_classify3_plane_cylinder(p, &g->as.cylinder);
    case FLR_SHAPE3_CONE:
        return flr_classify3_plane_cone(p, &g->as.cone);
    case FLR_SHAPE3_TRIANGLE:
        return flr_classify3_plane_triangle(p, &g->as.triangle);
    case FLR_SHAPE3_QUAD:
        return flr_classify3_plane_quad(p, &g->as.quad);
    case FLR_SHAPE3_RECTANGLE:
        return flr_classify3_plane_rectangle(p, &g->as.rectangle);
    case FLR_SHAPE3_POLYGON:
        return flr_classify3_plane_polygon(p, &g->as.polygon);
    case FLR_SHAPE3_TETRAHEDRON:
        return flr_classify3_plane_tetrahedron(p, &g->as.tetrahedron);
    case FLR_SHAPE3_CONVEX:
        return classify_rounded(p, s, g->as.convex.radius);
    default:
        return classify_rounded(p, s, 0);
    }
}

bool operation_classify(question *q)
{
    if (!question_shape(q, "plane") || !question_shape(q, "shape")) return false;
    const query_shape *plane = &q->shapes[0], *shape = &q->shapes[1];
    bool flat = q->dimension == 2;
    if (flat ? plane->plane.kind != SHAPE2_PLANE : plane->space.kind != FLR_SHAPE3_PLANE) {
        return query_fail(q->error, "wrong_type", "plane.shape: expected plane, found %s", plane->name);
    }
    int side = flat ? any2_classify(&plane->plane.as.plane, &shape->plane)
                    : classify3(&plane->space.as.plane, shape);
    answer_word(q->answer, "side", side > 0 ? "front" : side < 0 ? "back" : "crosses");
    return true;
}

/// False for shapes without bounds.
static bool bounds3(const query_shape *s, flr_aabb3 *box)
{
    const flr_shape3 *g = &s->space;
    flr_vec3 r = {0, 0, 0};
    switch (g->kind) {
    case FLR_SHAPE3_POINT:
        *box = flr_bounds3_point(g->as.point);
        return true;
    case FLR_SHAPE3_SEGMENT:
        *box = flr_bounds3_segment(&g->as.segment);
        return true;
    case FLR_SHAPE3_SPHERE:
        *box = flr_bounds3_sphere(&g->as.sphere);
        return true;
    case FLR_SHAPE3_CAPSULE:
        *box = flr_bounds3_capsule(&g->as.capsule);
        return true;
    case FLR_SHAPE3_AABB:
        *box = flr_bounds3_aabb(&g->as.aabb);
        return true;
    case FLR_SHAPE3_BOX:
        *box = flr_bounds3_box(&g->as.box);
        return true;
    case FLR_SHAPE3_CYLINDER:
        *box = flr_bounds3_cylinder(&g->as.cylinder);
        return true;
    case FLR_SHAPE3_CONE:
        *box = flr_bounds3_cone(&g->as.cone);
        return true;
    case FLR_SHAPE3_TRIANGLE:
        *box = flr_bounds3_triangle(&g->as.triangle);
        return true;
    case FLR_SHAPE3_QUAD:
        *box = flr_bounds3_quad(&g->as.quad);
        return true;
    case FLR_SHAPE3_RECTANGLE:
        *box = flr_bounds3_rectangle(&g->as.rectangle);
        return true;
    case FLR_SHAPE3_TETRAHEDRON:
        *box = flr_bounds3_tetrahedron(&g->as.tetrahedron);
        return true;
    case FLR_SHAPE3_CONVEX:
        r = flr_vec3_make(g->as.convex.radius, g->as.convex.radius, g->as.convex.radius);
        break;
    case FLR_SHAPE3_POLYGON:
    case FLR_SHAPE3_MESH:
        break;
    default:
        return false;
    }
    *box = flr_bounds3_points(query_points3(s), s->point_count);
    box->min = flr_sub3(box->min, r);
    box->max = flr_add3(box->max, r);
    return true;
}

bool operation_bounds(question *q)
{
    query_shape *shape = question_shape(q, "shape");
    if (!shape) return false;
    flr_aabb2 flat;
    flr_aabb3 box;
    if (q->dimension == 2 ? !any2_bounds(&shape->plane, &flat) : !bounds3(shape, &box)) {
        return query_fail(q->error, "unbounded", "shape: expected a bounded shape, a %s has no bounds",
                          shape->name);
    }
    if (q->dimension == 2) {
        answer_vec2(q->answer, "min", flat.min);
        answer_vec2(q->answer, "max", flat.max);
    } else {
        answer_vec3(q->answer, "min", box.min);
        answer_vec3(q->answer, "max", box.max);
    }
    return true;
}
