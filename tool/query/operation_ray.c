#include <math.h>
#include <stdlib.h>

#include "feeler/any3.h"
#include "feeler/trace.h"
#include "query/convex_pair.h"

/// Where; nothing of a line out of a halfspace, which is hit at no finite t.
static void put_place3(answer *a, const flr_raycast3_result *h)
{
    if (isinf(h->t)) return;
    answer_number(a, "t", (double)h->t);
    answer_vec3(a, "point", h->point);
    bool has_normal = h->normal.x != 0 || h->normal.y != 0 || h->normal.z != 0;
    if (!h->inside && has_normal) answer_vec3(a, "normal", h->normal);
    if (!h->faceted) return;
    answer_number(a, "triangle", (double)h->triangle);
    answer_numbers(a, "barycentric", h->barycentric, 3);
}

static void put_hit3(answer *a, const flr_raycast3_result *h, const flr_shape3 *shape)
{
    put_place3(a, h);
    if (shape->kind == FLR_SHAPE3_COMPOUND) answer_number(a, "child", (double)h->child);
}

static void put_hit2(answer *a, const flr_rayhit2 *h, const flr_shape2 *shape)
{
    const flr_shape2_kind k = shape->kind;
    const bool edged =
        k == FLR_SHAPE2_AABB || k == FLR_SHAPE2_BOX || k == FLR_SHAPE2_TRIANGLE || k == FLR_SHAPE2_POLYGON;
    if (isinf(h->t)) return;
    answer_number(a, "t", (double)h->t);
    answer_vec2(a, "point", h->point);
    if (!h->inside && (h->normal.x != 0 || h->normal.y != 0)) answer_vec2(a, "normal", h->normal);
    if (!h->inside && edged) answer_number(a, "edge", (double)h->edge);
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

static bool fail_ray(question *q, const query_shape *ray)
{
    return query_fail(q->error, "wrong_type", "ray.shape: expected ray, segment or line, found %s",
                      ray->name);
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

bool question_path2(question *q, const query_shape *ray, flr_real max_t, flr_raycast2_path *path)
{
    return (path2_of(&ray->plane, path) || fail_ray(q, ray)) &&
           limit_path(q, path->t_min, max_t, &path->t_max);
}

bool question_path3(question *q, const query_shape *ray, flr_real max_t, flr_raycast3_path *path)
{
    return (path3_of(&ray->space, path) || fail_ray(q, ray)) &&
           limit_path(q, path->t_min, max_t, &path->t_max);
}

static bool fail_tree(question *q)
{
    return query_fail(q->error, "invalid_shape",
                      "shape: steps are those of a ray through the tree of a mesh, found a %s",
                      q->shapes[1].name);
}

static const char *const tree_events[] = {"opened", "missed", "farther", "triangle"};

static void put_tree_step(void *user, const flr_raycast3_step *s)
{
    question *q = user;
    put_object(q);
    answer_word(q->answer, "event", tree_events[s->event]);
    put_whole(q, "box", s->box);
    if (s->event == FLR_TREE_TRIANGLE) {
        put_whole(q, "triangle", s->triangle);
        answer_truth(q->answer, "hit", s->hit);
        if (s->hit) answer_number(q->answer, "t", (double)s->t);
    } else {
        put_whole(q, "parent", s->parent);
        put_whole(q, "level", s->level);
        answer_truth(q->answer, "leaf", s->leaf);
        put_vector3(q, "min", s->bounds.min);
        put_vector3(q, "max", s->bounds.max);
        if (isfinite(s->enter)) answer_number(q->answer, "enter", (double)s->enter);
    }
    if (s->found) {
        put_whole(q, "nearest", s->nearest);
        answer_number(q->answer, "nearest_t", (double)s->nearest_t);
    }
    answer_close(q->answer);
}

static bool put_tree_steps(question *q, const flr_raycast3_path *path)
{
    const flr_shape3 *shape = &q->shapes[1].space;
    flr_raycast3_triangle r;
    if (shape->kind != FLR_SHAPE3_MESH) return fail_tree(q);
    put_list(q, "steps");
    flr_trace3_raycast(path, &shape->as.mesh, FLR_RAYCAST_BOTH_SIDES, put_tree_step, q, &r);
    put_list_end(q);
    return true;
}

static bool cast_in_plane(question *q, flr_real max_t, bool steps)
{
    flr_raycast2_path path;
    flr_rayhit2 h;
    const flr_shape2 *shape = &q->shapes[1].plane;
    if (!question_path2(q, &q->shapes[0], max_t, &path) ||
        !query_check(q->error, flr_raycast2(&path, shape, &h), "ray, shape"))
        return false;
    if (steps) return fail_tree(q);
    answer_truth(q->answer, "hit", h.hit);
    if (h.hit) put_hit2(q->answer, &h, shape);
    return true;
}

static bool cast_in_space(question *q, flr_real max_t, bool steps)
{
    flr_raycast3_path path;
    flr_raycast3_result h;
    const flr_shape3 *shape = &q->shapes[1].space;
    if (!question_path3(q, &q->shapes[0], max_t, &path) ||
        !query_check(q->error, flr_raycast3(&path, shape, &h), "ray, shape"))
        return false;
    answer_truth(q->answer, "hit", h.hit);
    if (h.hit) put_hit3(q->answer, &h, shape);
    return !steps || put_tree_steps(q, &path);
}

// ---- At a list

/// The hits of one path, at most one for each shape.
typedef struct hits {
    struct hit {
        uint32_t shape;
        flr_raycast3_result space;
        flr_rayhit2 plane;
    } * of;
    size_t count;
} hits;

/// A flr_list3_hit_fn, and one of the plane.
static bool keep_hit3(void *user, uint32_t shape, const flr_raycast3_result *hit)
{
    hits *all = user;
    all->of[all->count++] = (struct hit){.shape = shape, .space = *hit};
    return true;
}
static bool keep_hit2(void *user, uint32_t shape, const flr_rayhit2 *hit)
{
    hits *all = user;
    all->of[all->count++] = (struct hit){.shape = shape, .plane = *hit};
    return true;
}

/// By t; of one dimension the other is all zero.
static int compare_hits(const void *a, const void *b)
{
    const struct hit *x = a, *y = b;
    if (x->space.t != y->space.t) return x->space.t < y->space.t ? -1 : 1;
    if (x->plane.t != y->plane.t) return x->plane.t < y->plane.t ? -1 : 1;
    return (x->shape > y->shape) - (x->shape < y->shape);
}

static void put_hit(question *q, const struct hit *h)
{
    answer_number(q->answer, "shape", (double)h->shape);
    if (q->dimension == 2)
        put_hit2(q->answer, &h->plane, &q->shapes[1].planes[h->shape]);
    else
        put_hit3(q->answer, &h->space, &q->shapes[1].spaces[h->shape]);
}

/// The nearest alone, or all.
static bool ask_list(question *q, flr_real max_t, const question_list *list, bool every, hits *all)
{
    flr_raycast2_path flat;
    flr_raycast3_path path;
    flr_status status;
    struct hit first = {0};
    if (!(q->dimension == 2 ? question_path2(q, &q->shapes[0], max_t, &flat)
                            : question_path3(q, &q->shapes[0], max_t, &path)))
        return false;
    if (every) {
        status = q->dimension == 2 ? flr_raycast2_list_all(&flat, list->plane, &list->filter, keep_hit2, all)
                                   : flr_raycast3_list_all(&path, list->space, &list->filter, keep_hit3, all);
    } else {
        status = q->dimension == 2
                     ? flr_raycast2_list(&flat, list->plane, &list->filter, &first.shape, &first.plane)
                     : flr_raycast3_list(&path, list->space, &list->filter, &first.shape, &first.space);
        if (first.plane.hit || first.space.hit) all->of[all->count++] = first;
    }
    return query_check(q->error, status, "ray, shapes");
}

static bool put_hits(question *q, const hits *all, bool every)
{
    answer_truth(q->answer, "hit", all->count > 0);
    if (!every && all->count > 0) put_hit(q, &all->of[0]);
    if (!every) return true;
    qsort(all->of, all->count, sizeof *all->of, compare_hits);
    put_list(q, "hits");
    for (size_t i = 0; i < all->count; ++i) {
        put_object(q);
        put_hit(q, &all->of[i]);
        answer_close(q->answer);
    }
    put_list_end(q);
    return true;
}

static bool cast_at_list(question *q, flr_real max_t)
{
    field_scope s = question_scope(q);
    bool every = false;
    question_list list;
    hits all = {0};
    bool good = question_list_read(q, &list) && field_flag(&s, "all", &every);
    if (good) all.of = calloc(list.count, sizeof *all.of);
    if (good && !all.of) good = query_fail(q->error, "out_of_memory", "shapes: out of memory");
    good = good && ask_list(q, max_t, &list, every, &all) && put_hits(q, &all, every);
    free(all.of);
    question_list_free(&list);
    return good;
}

bool operation_raycast(question *q)
{
    if (!question_shape(q, "ray")) return false;
    field_scope s = question_scope(q);
    flr_real max_t = INFINITY;
    if (!field_read(&s, "max_t", &max_t)) return false;
    if (field_get(&s, "shapes")) return cast_at_list(q, max_t);
    bool steps = false;
    if (!question_shape(q, "shape") || !field_flag(&s, "steps", &steps)) return false;
    return (q->dimension == 2 ? cast_in_plane : cast_in_space)(q, max_t, steps);
}
