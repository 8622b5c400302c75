#include "query/operation.h"

/// A yes or no that was not proved is an error, which says what is known.
static bool check_time(question *q, flr_status status, flr_real t)
{
    if (status != FLR_NOT_CONVERGED) return question_check(q, status);
    return query_fail(q->error, "not_converged",
                      "a, b: they do not touch before t = %.17g; whether they do later was not proved",
                      (double)t);
}

static bool sweep_in_plane(question *q, const field_scope *s)
{
    flr_vec2 motion;
    flr_sweep2_options options = {.target_distance = 0};
    flr_sweep2_result r = {.hit = false};
    if (!field_vec2(s, "motion", &motion) || !field_read(s, "target", &options.target_distance)) return false;
    flr_status status = flr_sweep2_within(&q->shapes[0].plane, motion, &q->shapes[1].plane, &options, &r);
    if (!check_time(q, status, r.t)) return false;
    answer_truth(q->answer, "hit", r.hit);
    if (!r.hit) return true;
    answer_number(q->answer, "t", (double)r.t);
    if (r.overlap_at_start) return true;
    answer_vec2(q->answer, "point", r.point);
    answer_vec2(q->answer, "normal", r.normal);
    return true;
}

static bool sweep_in_space(question *q, const field_scope *s)
{
    flr_vec3 motion;
    flr_sweep3_options options = {.target_distance = 0};
    flr_sweep3_result r = {.hit = false};
    if (!field_vec3(s, "motion", &motion) || !field_read(s, "target", &options.target_distance)) return false;
    flr_status status = flr_sweep3_within(&q->shapes[0].space, motion, &q->shapes[1].space, &options, &r);
    if (!check_time(q, status, r.t)) return false;
    answer_truth(q->answer, "hit", r.hit);
    if (!r.hit) return true;
    answer_number(q->answer, "t", (double)r.t);
    if (r.overlap_at_start) return true;
    answer_vec3(q->answer, "point", r.point);
    answer_vec3(q->answer, "normal", r.normal);
    return true;
}

bool operation_sweep(question *q)
{
    if (!question_shape(q, "a") || !question_shape(q, "b")) return false;
    field_scope s = question_scope(q);
    return q->dimension == 2 ? sweep_in_plane(q, &s) : sweep_in_space(q, &s);
}

static bool move_in_plane(question *q, flr_real tolerance, flr_real target, bool *hit, flr_real *t)
{
    const query_shape *a = &q->shapes[0], *b = &q->shapes[1];
    flr_toi2_options options = {.tolerance = tolerance, .target_distance = target};
    flr_toi2_result r = {.hit = false};
    flr_status status = flr_toi2(&a->plane, &a->path2, &b->plane, &b->path2, &options, &r);
    if (!check_time(q, status, r.t)) return false;
    *hit = r.hit;
    *t = r.t;
    return true;
}

static bool move_in_space(question *q, flr_real tolerance, flr_real target, bool *hit, flr_real *t)
{
    const query_shape *a = &q->shapes[0], *b = &q->shapes[1];
    flr_toi3_options options = {.tolerance = tolerance, .target_distance = target};
    flr_toi3_result r = {.hit = false};
    flr_status status = flr_toi3(&a->space, &a->path3, &b->space, &b->path3, &options, &r);
    if (!check_time(q, status, r.t)) return false;
    *hit = r.hit;
    *t = r.t;
    return true;
}

bool operation_motion(question *q)
{
    if (!question_shape(q, "a") || !question_shape(q, "b")) return false;
    if (!q->shapes[0].moves && !q->shapes[1].moves)
        return query_fail(q->error, "missing_field",
                          "a.to, b.to: expected the path ('from' and 'to') of one of them at least");
    field_scope s = question_scope(q);
    flr_real tolerance = 0, target = 0, t = 0;
    bool hit = false;
    if (!field_read(&s, "tolerance", &tolerance) || !field_read(&s, "target", &target)) return false;
    if (!(q->dimension == 2 ? move_in_plane : move_in_space)(q, tolerance, target, &hit, &t)) return false;
    answer_truth(q->answer, "hit", hit);
    if (hit) answer_number(q->answer, "t", (double)t);
    return true;
}
