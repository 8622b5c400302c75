#include <math.h>

#include "feeler/any3.h"
#include "query/operation.h"

static void put_hit3(answer *a, const flr_raycast3_result *h)
{
    answer_truth(a, "hit", h->hit);
    if (!h->hit || isinf(h->t)) return;  // a line out of a halfspace: at no finite t
    answer_number(a, "t", (double)h->t);
    answer_vec3(a, "point", h->point);
    bool has_normal = h->normal.x != 0 || h->normal.y != 0 || h->normal.z != 0;
    if (!h->inside && has_normal) answer_vec3(a, "normal", h->normal);
    if (!h->faceted) return;
    answer_number(a, "triangle", (double)h->triangle);
    answer_numbers(a, "barycentric", h->barycentric, 3);
}

static bool path3_of(const flr_shape3 *ray, flr_raycast3_path *path)
{
    switch (ray->kind) {
    case FLR_SHAPE3_RAY:
        *path = flr_raycast3_path_ray(&ray->as.ray);
        return true;
    case FLR_SHAPE3_SEGMENT:
        *path = flr_raycast3_path_segment(&ray->as.segment);
        return true;
    case FLR_SHAPE3_LINE:
        *path = flr_raycast3_path_line(&ray->as.line);
        return true;
    default:
        return false;
    }
}

static bool path2_of(const flr_shape2 *ray, flr_raycast2_path *path)
{
    switch (ray->kind) {
    case FLR_SHAPE2_RAY:
        *path = flr_raycast2_path_ray(&ray->as.ray);
        return true;
    case FLR_SHAPE2_SEGMENT:
        *path = flr_raycast2_path_segment(&ray->as.segment);
        return true;
    case FLR_SHAPE2_LINE:
        *path = flr_raycast2_path_line(&ray->as.line);
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

/// `t_min` is 0 where the path has a start.
static bool limit_path(question *q, flr_real t_min, flr_real max_t, flr_real *t_max)
{
    field_scope s = question_scope(q);
    if (max_t < 0 && t_min >= 0)
        return field_fail(&s, "max_t", "wrong_type", "a number of at least 0, as t of a ray or segment is");
    if (max_t < *t_max) *t_max = max_t;
    return true;
}

static bool cast_in_plane(question *q, flr_real max_t)
{
    flr_raycast2_path path;
    if (!path2_of(&q->shapes[0].plane, &path)) return fail_ray(q);
    flr_rayhit2 c;
    if (!limit_path(q, path.t_min, max_t, &path.t_max)) return false;
    if (!query_check(q->error, flr_raycast2(&path, &q->shapes[1].plane, &c), "ray, shape")) return false;
    answer_truth(q->answer, "hit", c.hit);
    if (!c.hit || isinf(c.t)) return true;
    answer_number(q->answer, "t", (double)c.t);
    answer_vec2(q->answer, "point", c.point);
    if (!c.inside && (c.normal.x != 0 || c.normal.y != 0)) answer_vec2(q->answer, "normal", c.normal);
    const flr_shape2_kind kind = q->shapes[1].plane.kind;
    if (!c.inside && (kind == FLR_SHAPE2_AABB || kind == FLR_SHAPE2_BOX || kind == FLR_SHAPE2_TRIANGLE ||
                      kind == FLR_SHAPE2_POLYGON))
        answer_number(q->answer, "edge", (double)c.edge);
    return true;
}

static bool cast_in_space(question *q, flr_real max_t)
{
    flr_raycast3_path path;
    if (!path3_of(&q->shapes[0].space, &path)) return fail_ray(q);
    flr_raycast3_result h;
    if (!limit_path(q, path.t_min, max_t, &path.t_max)) return false;
    if (!query_check(q->error, flr_raycast3(&path, &q->shapes[1].space, &h), "ray, shape")) return false;
    put_hit3(q->answer, &h);
    if (h.hit && q->shapes[1].space.kind == FLR_SHAPE3_COMPOUND)
        answer_number(q->answer, "child", (double)h.child);
    return true;
}

bool operation_raycast(question *q)
{
    if (!question_shape(q, "ray") || !question_shape(q, "shape")) return false;
    field_scope s = question_scope(q);
    flr_real max_t = INFINITY;
    if (!field_read(&s, "max_t", &max_t)) return false;
    return q->dimension == 2 ? cast_in_plane(q, max_t) : cast_in_space(q, max_t);
}
