#include <math.h>

#include "feeler/dop2.h"
#include "feeler/dop3.h"
#include "query/convex_pair.h"

// ---- Fitting

/// What is convex by its core, what has corners by these, a compound part by part.
static flr_status add3(flr_dop3 *d, const query_shape *s)
{
    flr_convex3 convex;
    flr_status status = FLR_OK;
    for (size_t i = 0; i < s->part_count && status == FLR_OK; ++i) status = add3(d, &s->parts[i]);
    if (s->part_count) return status;
    if (flr_convex3_shape(&s->space, &convex)) return flr_dop3_add_convex(d, &convex);
    if (s->space.kind == FLR_SHAPE3_MESH) return flr_dop3_add_mesh(d, &s->space.as.mesh);
    if (s->space.kind == FLR_SHAPE3_QUAD) return flr_dop3_add_points(d, &s->space.as.quad.a, 4);
    if (s->space.kind != FLR_SHAPE3_POLYGON) return FLR_UNBOUNDED;
    return flr_dop3_add_points(d, s->space.as.polygon.vertices, s->space.as.polygon.count);
}

static flr_status add2(flr_dop2 *d, const query_shape *s)
{
    flr_convex2 convex;
    flr_status status = FLR_OK;
    for (size_t i = 0; i < s->part_count && status == FLR_OK; ++i) status = add2(d, &s->parts[i]);
    if (s->part_count) return status;
    if (flr_convex2_shape(&s->plane, &convex)) return flr_dop2_add_convex(d, &convex);
    if (s->plane.kind != FLR_SHAPE2_POLYGON) return FLR_UNBOUNDED;
    return flr_dop2_add_points(d, s->plane.as.polygon.vertices, s->plane.as.polygon.count);
}

// ---- Telling

static void put_slabs(question *q, const flr_real *low, const flr_real *high, size_t count)
{
    answer_numbers(q->answer, "low", low, count);
    answer_numbers(q->answer, "high", high, count);
}

static void put_times(question *q, bool hit, flr_real t, flr_real t_exit)
{
    answer_truth(q->answer, "hit", hit);
    if (!hit) return;
    answer_number(q->answer, "t", (double)t);
    answer_number(q->answer, "t_exit", (double)t_exit);
}

/// What else was asked for: another shape, a ray.
typedef struct also {
    const query_shape *other, *ray;
    flr_real max_t;
} also;

static bool answer3(question *q, size_t k, const also *more)
{
    flr_dop3 d, e;
    flr_raycast3_path path;
    if (!query_check(q->error, flr_dop3_standard(k, &d), "k")) return false;
    e = d;
    if (!query_check(q->error, add3(&d, &q->shapes[0]), "shape")) return false;
    if (more->other && !query_check(q->error, add3(&e, more->other), "other")) return false;
    if (more->ray && !question_path3(q, more->ray, more->max_t, &path)) return false;
    put_list(q, "directions");
    for (size_t i = 0; i < d.count; ++i) put_vector3(q, NULL, d.directions[i]);
    put_list_end(q);
    put_slabs(q, d.low, d.high, d.count);
    if (more->other) {
        answer_truth(q->answer, "overlap", flr_overlap3_dop_dop(&d, &e));
        answer_open(q->answer, "other");
        put_slabs(q, e.low, e.high, e.count);
        answer_close(q->answer);
    }
    if (!more->ray) return true;
    const flr_rayhit3 h = flr_raycast3_ray_dop(&path, &d);
    put_times(q, h.hit, h.t, h.t_exit);
    return true;
}

static bool answer2(question *q, size_t k, const also *more)
{
    flr_dop2 d, e;
    flr_raycast2_path path;
    if (!query_check(q->error, flr_dop2_standard(k, &d), "k")) return false;
    e = d;
    if (!query_check(q->error, add2(&d, &q->shapes[0]), "shape")) return false;
    if (more->other && !query_check(q->error, add2(&e, more->other), "other")) return false;
    if (more->ray && !question_path2(q, more->ray, more->max_t, &path)) return false;
    put_list(q, "directions");
    for (size_t i = 0; i < d.count; ++i) put_vector2(q, NULL, d.directions[i]);
    put_list_end(q);
    put_slabs(q, d.low, d.high, d.count);
    if (more->other) {
        answer_truth(q->answer, "overlap", flr_overlap2_dop_dop(&d, &e));
        answer_open(q->answer, "other");
        put_slabs(q, e.low, e.high, e.count);
        answer_close(q->answer);
    }
    if (!more->ray) return true;
    const flr_rayhit2 h = flr_raycast2_ray_dop(&path, &d);
    put_times(q, h.hit, h.t, h.t_last);
    return true;
}

bool operation_dop(question *q)
{
    also more = {.max_t = INFINITY};
    flr_real k = 0;
    if (!question_shape(q, "shape")) return false;
    const field_scope s = question_scope(q);
    if (field_get(&s, "other") && !(more.other = question_shape(q, "other"))) return false;
    if (field_get(&s, "ray") && !(more.ray = question_shape(q, "ray"))) return false;
    if (!field_read(&s, "k", &k) || !field_read(&s, "max_t", &more.max_t)) return false;
    const bool known = q->dimension == 2 ? k == 4 || k == 8 : k == 6 || k == 14 || k == 18 || k == 26;
    if (!known)
        return field_fail(&s, "k", "wrong_type",
                          q->dimension == 2 ? "4 or 8 in the plane" : "6, 14, 18 or 26 in space");
    return q->dimension == 2 ? answer2(q, (size_t)k, &more) : answer3(q, (size_t)k, &more);
}
