#include <math.h>

#include "feeler/cast.h"
#include "feeler/overlap.h"
#include "query/any2.h"
#include "query/operation.h"

/// What a cast in space found, whatever was hit.
typedef struct hit3 {
    bool hit, inside, faceted;
    flr_real t;
    flr_vec3 point, normal;
    uint32_t triangle;
    flr_real barycentric[3];
} hit3;

static hit3 from_solid(flr_cast3 c)
{
    return (hit3){.hit = c.hit, .inside = c.inside, .t = c.t, .point = c.point, .normal = c.normal};
}

static hit3 from_triangles(flr_cast3_triangle c)
{
    return (hit3){.hit = c.hit,
                  .inside = c.inside,
                  .faceted = true,
                  .t = c.t,
                  .point = c.point,
                  .normal = c.normal,
                  .triangle = c.triangle,
                  .barycentric = {c.barycentric[0], c.barycentric[1], c.barycentric[2]}};
}

static bool cast3(const flr_cast3_path *path, const flr_shape3 *s, hit3 *h)
{
    switch (s->kind) {
    case FLR_SHAPE3_POINT: {
        flr_segment3 point = {s->as.point, s->as.point};
        *h = from_solid(flr_cast3_ray_segment(path, &point));
        return true;
    }
    case FLR_SHAPE3_SEGMENT:
        *h = from_solid(flr_cast3_ray_segment(path, &s->as.segment));
        return true;
    case FLR_SHAPE3_PLANE:
        *h = from_solid(flr_cast3_ray_plane(path, &s->as.plane));
        return true;
    case FLR_SHAPE3_HALFSPACE:
        *h = from_solid(flr_cast3_ray_halfspace(path, &s->as.halfspace));
        return true;
    case FLR_SHAPE3_SPHERE:
        *h = from_solid(flr_cast3_ray_sphere(path, &s->as.sphere));
        return true;
    case FLR_SHAPE3_CAPSULE:
        *h = from_solid(flr_cast3_ray_capsule(path, &s->as.capsule));
        return true;
    case FLR_SHAPE3_AABB:
        *h = from_solid(flr_cast3_ray_aabb(path, &s->as.aabb));
        return true;
    case FLR_SHAPE3_BOX:
        *h = from_solid(flr_cast3_ray_box(path, &s->as.box));
        return true;
    case FLR_SHAPE3_CYLINDER:
        *h = from_solid(flr_cast3_ray_cylinder(path, &s->as.cylinder));
        return true;
    case FLR_SHAPE3_CONE:
        *h = from_solid(flr_cast3_ray_cone(path, &s->as.cone));
        return true;
    case FLR_SHAPE3_TRIANGLE:
        *h = from_triangles(flr_cast3_ray_triangle(path, &s->as.triangle, FLR_CAST_BOTH_SIDES));
        return true;
    case FLR_SHAPE3_QUAD:
        *h = from_triangles(flr_cast3_ray_quad(path, &s->as.quad, FLR_CAST_BOTH_SIDES));
        return true;
    case FLR_SHAPE3_RECTANGLE:
        *h = from_triangles(flr_cast3_ray_rectangle(path, &s->as.rectangle, FLR_CAST_BOTH_SIDES));
        return true;
    case FLR_SHAPE3_POLYGON:
        *h = from_solid(flr_cast3_ray_polygon(path, &s->as.polygon));
        return true;
    case FLR_SHAPE3_TETRAHEDRON:
        *h = from_solid(flr_cast3_ray_tetrahedron(path, &s->as.tetrahedron));
        return true;
    case FLR_SHAPE3_MESH:
        *h = from_triangles(
            flr_cast3_ray_mesh(path, &s->as.mesh, s->solid ? FLR_CAST_SOLID : FLR_CAST_BOTH_SIDES));
        return true;
    default:
        return false;
    }
}

static flr_real along(const flr_cast3_path *path, flr_vec3 point)
{
    return flr_dot3(flr_sub3(point, path->origin), path->direction) / flr_length_squared3(path->direction);
}

static bool on_shape(flr_vec3 point, const flr_shape3 *s)
{
    flr_shape3 p = {.kind = FLR_SHAPE3_POINT, .as.point = point};
    bool overlap = false;
    return flr_overlap3(&p, s, &overlap) == FLR_OK && overlap;
}

/// A path against a ray or line. Both are straight: they have one point in common, or they lie along one another;
/// then the first common point is the start of the path, else the origin of the ray.
static bool cast_at_straight(const flr_cast3_path *path, const flr_shape3 *cast, const flr_shape3 *s, hit3 *h)
{
    *h = (hit3){0};
    bool overlap = false;
    if (flr_overlap3(cast, s, &overlap) != FLR_OK) return false;
    if (!overlap) return true;
    // a line has no start: along the target it meets it first infinitely far back, or at the origin of a ray ahead
    const flr_ray3 *target = &s->as.ray;
    flr_vec3 turn = flr_cross3(path->direction, target->direction);
    bool parallel = turn.x == 0 && turn.y == 0 && turn.z == 0;
    bool ahead = s->kind == FLR_SHAPE3_RAY && flr_dot3(path->direction, target->direction) > 0;
    h->hit = true;
    if (cast->kind == FLR_SHAPE3_LINE && parallel && !ahead) {
        h->t = -(flr_real)INFINITY;
    } else if (cast->kind != FLR_SHAPE3_LINE && on_shape(path->origin, s)) {
        h->point = path->origin;
    } else if (s->kind == FLR_SHAPE3_RAY && on_shape(target->origin, cast)) {
        h->point = target->origin;
        h->t = along(path, h->point);
    } else {
        flr_closest3 c;
        if (flr_distance3(cast, s, &c) != FLR_OK) return false;
        h->point = c.point_b;
        h->t = along(path, h->point);
    }
    // they do meet: rounding must not carry the place beyond an end
    if (cast->kind != FLR_SHAPE3_LINE && h->t < 0) h->t = 0;
    if (cast->kind == FLR_SHAPE3_SEGMENT && h->t > 1) h->t = 1;
    if (h->t > path->t_max) *h = (hit3){0};
    return true;
}

static void put_hit3(answer *a, const hit3 *h)
{
    answer_truth(a, "hit", h->hit);
    if (!h->hit || isinf(h->t)) return;  // a line out of a halfspace: at no finite t
    answer_number(a, "t", (double)h->t);
    answer_vec3(a, "point", h->point);
    bool has_normal = h->normal.x != 0 || h->normal.y != 0 || h->normal.z != 0;
    if (!h->inside && has_normal) answer_vec3(a, "normal", h->normal);
    // where the path starts in a solid mesh no triangle is hit
    if (!h->faceted || h->inside) return;
    answer_number(a, "triangle", (double)h->triangle);
    answer_numbers(a, "barycentric", h->barycentric, 3);
}

static bool path3_of(const flr_shape3 *ray, flr_cast3_path *path)
{
    switch (ray->kind) {
    case FLR_SHAPE3_RAY:
        *path = flr_cast3_path_ray(&ray->as.ray);
        return true;
    case FLR_SHAPE3_SEGMENT:
        *path = flr_cast3_path_segment(&ray->as.segment);
        return true;
    case FLR_SHAPE3_LINE:
        *path = flr_cast3_path_line(&ray->as.line);
        return true;
    default:
        return false;
    }
}

static bool path2_of(const shape2 *ray, flr_cast2_path *path)
{
    switch (ray->kind) {
    case SHAPE2_RAY:
        *path = flr_cast2_path_ray(&ray->as.ray);
        return true;
    case SHAPE2_SEGMENT:
        *path = flr_cast2_path_segment(&ray->as.segment);
        return true;
    case SHAPE2_LINE:
        *path = flr_cast2_path_line(&ray->as.line);
        return true;
    default:
        return false;
    }
}

static bool fail_ray(question *q)
{
    return query_fail(q->error, "wrong_type", "ray.shape: expected ray, segment or line, found %s",
                      q->shapes[0].name);
}

static bool cast_in_plane(question *q, flr_real max_t)
{
    flr_cast2_path path;
    if (!path2_of(&q->shapes[0].plane, &path)) return fail_ray(q);
    flr_cast2 c = {0};
    if (max_t < path.t_max) path.t_max = max_t;
    if (path.t_min <= path.t_max) c = any2_cast(&path, &q->shapes[1].plane);
    answer_truth(q->answer, "hit", c.hit);
    if (!c.hit || isinf(c.t)) return true;
    answer_number(q->answer, "t", (double)c.t);
    answer_vec2(q->answer, "point", c.point);
    if (!c.inside && (c.normal.x != 0 || c.normal.y != 0)) answer_vec2(q->answer, "normal", c.normal);
    return true;
}

static bool cast_in_space(question *q, flr_real max_t)
{
    flr_cast3_path path;
    if (!path3_of(&q->shapes[0].space, &path)) return fail_ray(q);
    hit3 h = {0};
    if (max_t < path.t_max) path.t_max = max_t;
    bool empty = !(path.t_min <= path.t_max);
    const flr_shape3 *s = &q->shapes[1].space;
    bool straight = s->kind == FLR_SHAPE3_RAY || s->kind == FLR_SHAPE3_LINE;
    if (!empty && !(straight ? cast_at_straight(&path, &q->shapes[0].space, s, &h) : cast3(&path, s, &h))) {
        return question_unsupported(q, &q->shapes[0], &q->shapes[1]);
    }
    put_hit3(q->answer, &h);
    return true;
}

bool operation_raycast(question *q)
{
    if (!question_shape(q, "ray") || !question_shape(q, "shape")) return false;
    field_scope s = {q->object, "", 0, q->error};
    flr_real max_t = INFINITY;
    if (json_object_get(q->object, "max_t") && !field_number(&s, "max_t", &max_t)) return false;
    return q->dimension == 2 ? cast_in_plane(q, max_t) : cast_in_space(q, max_t);
}
