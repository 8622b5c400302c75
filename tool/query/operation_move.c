#include "feeler/trace.h"
#include "query/convex_pair.h"

/// A yes or no that was not proved is an error, which says what is known.
static bool check_time(question *q, flr_status status, flr_real t)
{
    if (status != FLR_NOT_CONVERGED) return question_check(q, status);
    return query_fail(q->error, "not_converged",
                      "a, b: they do not touch before t = %.17g; whether they do later was not proved",
                      (double)t);
}

static const char *const advance_ends[] = {"goes_on", "touch", "parts", "passed", "limit"};

static void put_times(question *q, flr_real closing, flr_real next, flr_advance_end end)
{
    answer_number(q->answer, "closing", (double)closing);
    if (end == FLR_ADVANCE_GOES_ON || end == FLR_ADVANCE_PASSED)
        answer_number(q->answer, "next", (double)next);
    if (end != FLR_ADVANCE_GOES_ON) answer_word(q->answer, "end", advance_ends[end]);
    answer_close(q->answer);
}

static void put_advance3(void *user, const flr_advance3_step *s)
{
    question *q = user;
    put_object(q);
    answer_number(q->answer, "t", (double)s->t);
    answer_number(q->answer, "gap", (double)s->gap);
    put_vector3(q, "a", s->point_a);
    put_vector3(q, "b", s->point_b);
    put_vector3(q, "normal", s->normal);
    put_times(q, s->closing, s->next, s->end);
}

static void put_advance2(void *user, const flr_advance2_step *s)
{
    question *q = user;
    put_object(q);
    answer_number(q->answer, "t", (double)s->t);
    answer_number(q->answer, "gap", (double)s->gap);
    put_vector2(q, "a", s->point_a);
    put_vector2(q, "b", s->point_b);
    put_vector2(q, "normal", s->normal);
    put_times(q, s->closing, s->next, s->end);
}

static bool fail_steps(question *q)
{
    return query_fail(q->error, "invalid_shape",
                      "a, b: steps are those of two convex shapes, found a %s and a %s", q->shapes[0].name,
                      q->shapes[1].name);
}

static bool both_convex3(question *q, flr_convex3 *a, flr_convex3 *b)
{
    return (flr_convex3_shape(&q->shapes[0].space, a) && flr_convex3_shape(&q->shapes[1].space, b)) ||
           fail_steps(q);
}
static bool both_convex2(question *q, flr_convex2 *a, flr_convex2 *b)
{
    return (flr_convex2_shape(&q->shapes[0].plane, a) && flr_convex2_shape(&q->shapes[1].plane, b)) ||
           fail_steps(q);
}

/// The steps of a cast, behind its answer.
static bool put_steps3(question *q, flr_vec3 motion, flr_real target)
{
    flr_convex3 a, b;
    flr_sweep3_result r;
    if (!both_convex3(q, &a, &b)) return false;
    put_list(q, "steps");
    flr_status status = flr_trace3_sweep(&a, motion, &b, target, put_advance3, q, &r);
    put_list_end(q);
    return status == FLR_NOT_CONVERGED || question_check(q, status);
}

static bool put_steps2(question *q, flr_vec2 motion, flr_real target)
{
    flr_convex2 a, b;
    flr_sweep2_result r;
    if (!both_convex2(q, &a, &b)) return false;
    put_list(q, "steps");
    flr_status status = flr_trace2_sweep(&a, motion, &b, target, put_advance2, q, &r);
    put_list_end(q);
    return status == FLR_NOT_CONVERGED || question_check(q, status);
}

static void put_touch2(question *q, const flr_sweep2_result *r)
{
    answer_truth(q->answer, "hit", r->hit);
    if (r->hit) answer_number(q->answer, "t", (double)r->t);
    if (!r->hit || r->overlap_at_start) return;
    answer_vec2(q->answer, "point", r->point);
    answer_vec2(q->answer, "normal", r->normal);
}

/// What touches, where a shape of the question has parts with numbers.
static void put_part(question *q, const char *name, const flr_shape3 *s, uint32_t child, uint32_t triangle)
{
    const flr_shape3 *part = s->kind == FLR_SHAPE3_COMPOUND ? &s->as.compound.shapes[child] : s;
    if (part == s && s->kind != FLR_SHAPE3_MESH) return;
    answer_open(q->answer, name);
    if (part != s) answer_number(q->answer, "child", (double)child);
    if (part->kind == FLR_SHAPE3_MESH) answer_number(q->answer, "triangle", (double)triangle);
    answer_close(q->answer);
}

static void put_touch3(question *q, const flr_sweep3_result *r)
{
    answer_truth(q->answer, "hit", r->hit);
    if (r->hit) answer_number(q->answer, "t", (double)r->t);
    if (!r->hit || r->overlap_at_start) return;
    answer_vec3(q->answer, "point", r->point);
    answer_vec3(q->answer, "normal", r->normal);
}

static bool sweep_in_plane(question *q, const field_scope *s)
{
    flr_vec2 motion;
    flr_sweep2_options options = {.target_distance = 0};
    flr_sweep2_result r = {.hit = false};
    bool steps = false;
    if (!field_vec2(s, "motion", &motion) || !field_read(s, "target", &options.target_distance) ||
        !field_flag(s, "steps", &steps))
        return false;
    flr_status status = flr_sweep2_within(&q->shapes[0].plane, motion, &q->shapes[1].plane, &options, &r);
    if (!check_time(q, status, r.t)) return false;
    put_touch2(q, &r);
    return !steps || put_steps2(q, motion, options.target_distance);
}

static bool sweep_in_space(question *q, const field_scope *s)
{
    flr_vec3 motion;
    flr_sweep3_options options = {.target_distance = 0};
    flr_sweep3_result r = {.hit = false};
    bool steps = false;
    if (!field_vec3(s, "motion", &motion) || !field_read(s, "target", &options.target_distance) ||
        !field_flag(s, "steps", &steps))
        return false;
    flr_status status = flr_sweep3_within(&q->shapes[0].space, motion, &q->shapes[1].space, &options, &r);
    if (!check_time(q, status, r.t)) return false;
    put_touch3(q, &r);
    if (r.hit && r.t > 0) {
        put_part(q, "a", &q->shapes[0].space, r.child_a, r.triangle_a);
        put_part(q, "b", &q->shapes[1].space, r.child_b, r.triangle_b);
    }
    return !steps || put_steps3(q, motion, options.target_distance);
}

static bool sweep_at(question *q, const field_scope *s, const question_list *list)
{
    flr_vec2 flat;
    flr_vec3 motion;
    flr_real target = 0;
    flr_sweep2_result in_plane = {.hit = false};
    flr_sweep3_result r = {.hit = false};
    uint32_t shape = 0;
    const bool plane = q->dimension == 2;
    if (!(plane ? field_vec2(s, "motion", &flat) : field_vec3(s, "motion", &motion)) ||
        !field_read(s, "target", &target))
        return false;
    const flr_sweep2_options options2 = {target};
    const flr_sweep3_options options3 = {target};
    const flr_status status = plane ? flr_sweep2_list(&q->shapes[0].plane, flat, list->plane, &options2,
                                                      &list->filter, &shape, &in_plane)
                                    : flr_sweep3_list(&q->shapes[0].space, motion, list->space, &options3,
                                                      &list->filter, &shape, &r);
    if (!check_time(q, status, plane ? in_plane.t : r.t)) return false;
    if (plane)
        put_touch2(q, &in_plane);
    else
        put_touch3(q, &r);
    if (plane ? in_plane.hit : r.hit) answer_number(q->answer, "shape", (double)shape);
    return true;
}

static bool sweep_to_list(question *q)
{
    const field_scope s = question_scope(q);
    question_list list;
    const bool good = question_list_read(q, &list) && sweep_at(q, &s, &list);
    question_list_free(&list);
    return good;
}

bool operation_sweep(question *q)
{
    if (!question_shape(q, "a")) return false;
    field_scope s = question_scope(q);
    if (field_get(&s, "shapes")) return sweep_to_list(q);
    if (!question_shape(q, "b")) return false;
    return q->dimension == 2 ? sweep_in_plane(q, &s) : sweep_in_space(q, &s);
}

static void put_time(question *q, bool hit, flr_real t)
{
    answer_truth(q->answer, "hit", hit);
    if (hit) answer_number(q->answer, "t", (double)t);
}

/// The steps of a motion, behind its answer.
static bool put_motion_steps2(question *q, const flr_toi2_options *options)
{
    const query_shape *s = q->shapes;
    flr_convex2 a, b;
    flr_toi2_result r;
    if (!both_convex2(q, &a, &b)) return false;
    put_list(q, "steps");
    flr_status status = flr_trace2_toi(&a, &s[0].path2, &b, &s[1].path2, options, put_advance2, q, &r);
    put_list_end(q);
    return status == FLR_NOT_CONVERGED || question_check(q, status);
}

static bool put_motion_steps3(question *q, const flr_toi3_options *options)
{
    const query_shape *s = q->shapes;
    flr_convex3 a, b;
    flr_toi3_result r;
    if (!both_convex3(q, &a, &b)) return false;
    put_list(q, "steps");
    flr_status status = flr_trace3_toi(&a, &s[0].path3, &b, &s[1].path3, options, put_advance3, q, &r);
    put_list_end(q);
    return status == FLR_NOT_CONVERGED || question_check(q, status);
}

static bool move_in_plane(question *q, flr_real tolerance, flr_real target, bool steps)
{
    const query_shape *a = &q->shapes[0], *b = &q->shapes[1];
    flr_toi2_options options = {.tolerance = tolerance, .target_distance = target};
    flr_toi2_result r = {.hit = false};
    flr_status status = flr_toi2(&a->plane, &a->path2, &b->plane, &b->path2, &options, &r);
    if (!check_time(q, status, r.t)) return false;
    put_time(q, r.hit, r.t);
    return !steps || put_motion_steps2(q, &options);
}

static bool move_in_space(question *q, flr_real tolerance, flr_real target, bool steps)
{
    const query_shape *a = &q->shapes[0], *b = &q->shapes[1];
    flr_toi3_options options = {.tolerance = tolerance, .target_distance = target};
    flr_toi3_result r = {.hit = false};
    flr_status status = flr_toi3(&a->space, &a->path3, &b->space, &b->path3, &options, &r);
    if (!check_time(q, status, r.t)) return false;
    put_time(q, r.hit, r.t);
    if (r.hit && r.t > 0) {
        put_part(q, "a", &a->space, r.child_a, r.triangle_a);
        put_part(q, "b", &b->space, r.child_b, r.triangle_b);
    }
    return !steps || put_motion_steps3(q, &options);
}

bool operation_motion(question *q)
{
    if (!question_shape(q, "a") || !question_shape(q, "b")) return false;
    if (!q->shapes[0].moves && !q->shapes[1].moves)
        return query_fail(q->error, "missing_field",
                          "a.to, b.to: expected the path ('from' and 'to') of one of them at least");
    field_scope s = question_scope(q);
    flr_real tolerance = 0, target = 0;
    bool steps = false;
    if (!field_read(&s, "tolerance", &tolerance) || !field_read(&s, "target", &target) ||
        !field_flag(&s, "steps", &steps))
        return false;
    return (q->dimension == 2 ? move_in_plane : move_in_space)(q, tolerance, target, steps);
}
