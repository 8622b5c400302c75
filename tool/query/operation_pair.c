#include "query/operation.h"

static bool read_pair(question *q) { return question_shape(q, "a") && question_shape(q, "b"); }

bool operation_overlap(question *q)
{
    if (!read_pair(q)) return false;
    const query_shape *a = &q->shapes[0], *b = &q->shapes[1];
    bool overlap = false;
    flr_status status = q->dimension == 2 ? flr_overlap2(&a->plane, &b->plane, &overlap)
                                          : flr_overlap3(&a->space, &b->space, &overlap);
    if (!question_check(q, status)) return false;
    answer_truth(q->answer, "overlap", overlap);
    return true;
}

bool operation_distance(question *q)
{
    if (!read_pair(q)) return false;
    const query_shape *a = &q->shapes[0], *b = &q->shapes[1];
    if (q->dimension == 2) {
        flr_closest2 c;
        if (!question_check(q, flr_distance2(&a->plane, &b->plane, &c))) return false;
        answer_number(q->answer, "distance", (double)c.distance);
        if (c.distance == 0) return true;
        answer_vec2(q->answer, "a", c.point_a);
        answer_vec2(q->answer, "b", c.point_b);
        return true;
    }
    flr_closest3 c;
    if (!question_check(q, flr_distance3(&a->space, &b->space, &c))) return false;
    answer_number(q->answer, "distance", (double)c.distance);
    if (c.distance == 0) return true;
    answer_vec3(q->answer, "a", c.point_a);
    answer_vec3(q->answer, "b", c.point_b);
    return true;
}

static bool signed_distance2(question *q, const query_shape *a, const query_shape *b)
{
    flr_signed_distance2_result r;
    if (!question_check(q, flr_signed_distance2(&a->plane, &b->plane, &r))) return false;
    if (r.inseparable) {
        answer_truth(q->answer, "inseparable", true);
        return true;
    }
    answer_number(q->answer, "signed_distance", (double)r.signed_distance);
    answer_vec2(q->answer, "normal", r.normal);
    answer_vec2(q->answer, "a", r.point_a);
    answer_vec2(q->answer, "b", r.point_b);
    return true;
}

bool operation_signed_distance(question *q)
{
    if (!read_pair(q)) return false;
    const query_shape *a = &q->shapes[0], *b = &q->shapes[1];
    if (q->dimension == 2) return signed_distance2(q, a, b);
    flr_signed_distance3_result r;
    if (!question_check(q, flr_signed_distance3(&a->space, &b->space, &r))) return false;
    if (r.inseparable) {
        answer_truth(q->answer, "inseparable", true);
        return true;
    }
    answer_number(q->answer, "signed_distance", (double)r.signed_distance);
    answer_vec3(q->answer, "normal", r.normal);
    answer_vec3(q->answer, "a", r.point_a);
    answer_vec3(q->answer, "b", r.point_b);
    return true;
}
