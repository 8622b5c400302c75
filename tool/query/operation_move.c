#include "query/operation.h"

/// `t`, and where they did not overlap from the start, where they touch.
static void put_hit(answer *a, bool hit, bool at_start, flr_real t, flr_vec3 point, flr_vec3 normal)
{
    answer_truth(a, "hit", hit);
    if (!hit) return;
    answer_number(a, "t", (double)t);
    if (at_start) return;
    answer_vec3(a, "point", point);
    answer_vec3(a, "normal", normal);
}

bool operation_sweep(question *q)
{
    if (!question_shape(q, "a") || !question_shape(q, "b")) return false;
    const query_shape *a = &q->shapes[0], *b = &q->shapes[1];
    field_scope s = {q->object, "", q->dimension, q->error};
    if (q->dimension == 2) return question_unsupported(q, a, b);
    flr_vec3 motion;
    flr_sweep3_result r;
    if (!field_vec3(&s, "motion", &motion)) return false;
    if (!question_check(q, flr_sweep3(&a->space, motion, &b->space, &r))) return false;
    put_hit(q->answer, r.hit, r.overlap_at_start, r.t, r.point, r.normal);
    return true;
}

/// One end of the path of the shape `name`: the object `from` or `to` inside of it, either part of which may be missing.
static bool read_pose3(question *q, const char *name, const char *end, flr_pose3 *pose)
{
    const json_t *shape = json_object_get(q->object, name);
    field_scope s = {shape, name, 3, q->error};
    const json_t *object = field_get(&s, end);
    if (!object) return false;
    char path[16] = {name[0], '.', 0};
    for (size_t i = 0; end[i]; ++i) path[i + 2] = end[i];
    if (!json_is_object(object))
        return query_fail(q->error, "wrong_type", "%s: expected an object, a pose", path);
    field_scope p = {object, path, 3, q->error};
    *pose = (flr_pose3){{1, 0, 0, 0}, {0, 0, 0}};
    if (json_object_get(object, "position") && !field_vec3(&p, "position", &pose->position)) return false;
    if (!json_object_get(object, "rotation")) return true;
    flr_mat3 checked;
    flr_real v[4];
    if (!query_rotation3(&p, &checked)) return false;
    if (!field_numbers(&p, "rotation", "4 numbers, a quaternion [w, x, y, z]", v, 4)) return false;
    pose->rotation = (flr_quat){v[0], v[1], v[2], v[3]};
    return true;
}

static bool read_path3(question *q, const char *name, flr_path3 *path)
{
    return read_pose3(q, name, "from", &path->from) && read_pose3(q, name, "to", &path->to);
}

bool operation_motion(question *q)
{
    if (!question_shape(q, "a") || !question_shape(q, "b")) return false;
    const query_shape *a = &q->shapes[0], *b = &q->shapes[1];
    field_scope s = {q->object, "", q->dimension, q->error};
    flr_real tolerance = 0;
    if (json_object_get(q->object, "tolerance")) {
        if (!field_number(&s, "tolerance", &tolerance)) return false;
        if (!(tolerance > 0 && tolerance <= 1))
            return query_fail(q->error, "wrong_type", "tolerance: expected a number above 0 and up to 1");
    }
    if (q->dimension == 2) return question_unsupported(q, a, b);
    flr_path3 path_a, path_b;
    if (!read_path3(q, "a", &path_a) || !read_path3(q, "b", &path_b)) return false;
    flr_motion3_options options = {.tolerance = tolerance};
    flr_motion3_result r;
    if (!question_check(q, flr_motion3(&a->space, &path_a, &b->space, &path_b, &options, &r))) return false;
    answer_truth(q->answer, "hit", r.hit);
    if (r.hit) answer_number(q->answer, "t", (double)r.t);
    return true;
}
