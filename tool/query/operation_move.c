#include <stdio.h>

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
    flr_sweep2_options options;
    flr_sweep2_result r = {.hit = false};
    if (!field_vec2(s, "motion", &motion) || !field_allowance(s, "target", &options.target_distance))
        return false;
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
    flr_sweep3_options options;
    flr_sweep3_result r = {.hit = false};
    if (!field_vec3(s, "motion", &motion) || !field_allowance(s, "target", &options.target_distance))
        return false;
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
    field_scope s = {q->object, "", q->dimension, q->error};
    return q->dimension == 2 ? sweep_in_plane(q, &s) : sweep_in_space(q, &s);
}

/// A pose inside of a shape: `scope` is then that object, with `path` as its name, of 16 characters.
static bool find_pose(question *q, const char *name, const char *end, char *path, field_scope *scope)
{
    field_scope s = {json_object_get(q->object, name), name, q->dimension, q->error};
    const json_t *object = field_get(&s, end);
    if (!object) return false;
    snprintf(path, 16, "%s.%s", name, end);
    *scope = (field_scope){object, path, q->dimension, q->error};
    return json_is_object(object) ||
           query_fail(q->error, "wrong_type", "%s: expected an object, a pose", path);
}

/// One end of the path of the shape `name`; either part of it may be missing.
static bool read_pose3(question *q, const char *name, const char *end, flr_pose3 *pose)
{
    char path[16];
    field_scope s;
    *pose = (flr_pose3){{1, 0, 0, 0}, {0, 0, 0}};
    if (!find_pose(q, name, end, path, &s)) return false;
    if (json_object_get(s.object, "position") && !field_vec3(&s, "position", &pose->position)) return false;
    if (!json_object_get(s.object, "rotation")) return true;
    flr_mat3 checked;
    flr_real v[4];
    if (!query_rotation3(&s, &checked)) return false;
    if (!field_numbers(&s, "rotation", "4 numbers, a quaternion [w, x, y, z]", v, 4)) return false;
    pose->rotation = (flr_quat){v[0], v[1], v[2], v[3]};
    return true;
}

static bool read_pose2(question *q, const char *name, const char *end, flr_pose2 *pose)
{
    char path[16];
    field_scope s;
    *pose = (flr_pose2){.angle = 0};
    if (!find_pose(q, name, end, path, &s)) return false;
    if (json_object_get(s.object, "position") && !field_vec2(&s, "position", &pose->position)) return false;
    return !json_object_get(s.object, "rotation") || field_angle(&s, "rotation", &pose->angle);
}

static bool read_path3(question *q, const char *name, flr_path3 *path)
{
    return read_pose3(q, name, "from", &path->from) && read_pose3(q, name, "to", &path->to);
}

static bool read_path2(question *q, const char *name, flr_path2 *path)
{
    return read_pose2(q, name, "from", &path->from) && read_pose2(q, name, "to", &path->to);
}

static bool move_in_plane(question *q, flr_real tolerance, flr_real target, bool *hit, flr_real *t)
{
    flr_path2 a, b;
    flr_motion2_options options = {.tolerance = tolerance, .target_distance = target};
    flr_motion2_result r = {.hit = false};
    if (!read_path2(q, "a", &a) || !read_path2(q, "b", &b)) return false;
    flr_status status = flr_motion2(&q->shapes[0].plane, &a, &q->shapes[1].plane, &b, &options, &r);
    if (!check_time(q, status, r.t)) return false;
    *hit = r.hit;
    *t = r.t;
    return true;
}

static bool move_in_space(question *q, flr_real tolerance, flr_real target, bool *hit, flr_real *t)
{
    flr_path3 a, b;
    flr_motion3_options options = {.tolerance = tolerance, .target_distance = target};
    flr_motion3_result r = {.hit = false};
    if (!read_path3(q, "a", &a) || !read_path3(q, "b", &b)) return false;
    flr_status status = flr_motion3(&q->shapes[0].space, &a, &q->shapes[1].space, &b, &options, &r);
    if (!check_time(q, status, r.t)) return false;
    *hit = r.hit;
    *t = r.t;
    return true;
}

bool operation_motion(question *q)
{
    if (!question_shape(q, "a") || !question_shape(q, "b")) return false;
    field_scope s = {q->object, "", q->dimension, q->error};
    flr_real tolerance = 0, target = 0, t = 0;
    bool hit = false;
    if (json_object_get(q->object, "tolerance")) {
        if (!field_number(&s, "tolerance", &tolerance)) return false;
        if (!(tolerance > 0 && tolerance <= 1))
            return query_fail(q->error, "wrong_type",
                              "tolerance: expected a number above 0 and up to 1, found %.9g",
                              (double)tolerance);
    }
    if (!field_allowance(&s, "target", &target)) return false;
    if (!(q->dimension == 2 ? move_in_plane : move_in_space)(q, tolerance, target, &hit, &t)) return false;
    answer_truth(q->answer, "hit", hit);
    if (hit) answer_number(q->answer, "t", (double)t);
    return true;
}
