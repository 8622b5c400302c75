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
        if (!question_bound(q, flr_distance2(&a->plane, &b->plane, &c))) return false;
        answer_number(q->answer, "distance", (double)c.distance);
        if (c.distance == 0) return true;
        answer_vec2(q->answer, "a", c.point_a);
        answer_vec2(q->answer, "b", c.point_b);
        return true;
    }
    flr_closest3 c;
    if (!question_bound(q, flr_distance3(&a->space, &b->space, &c))) return false;
    answer_number(q->answer, "distance", (double)c.distance);
    if (c.distance == 0) return true;
    answer_vec3(q->answer, "a", c.point_a);
    answer_vec3(q->answer, "b", c.point_b);
    return true;
}

static bool put_inseparable(question *q)
{
    answer_truth(q->answer, "inseparable", true);
    return true;
}

/// Between what the value lies, where it was not proved; an end that nothing is known of is left out.
static void put_bounds(question *q, flr_status status, flr_real lower, flr_real upper)
{
    if (status != FLR_NOT_CONVERGED) return;
    answer_number(q->answer, "lower", (double)lower);
    answer_number(q->answer, "upper", (double)upper);
}

static bool signed_distance2(question *q, const query_shape *a, const query_shape *b)
{
    flr_signed_distance2_result r;
    flr_status status = flr_signed_distance2(&a->plane, &b->plane, &r);
    if (!question_bound(q, status)) return false;
    if (r.inseparable) return put_inseparable(q);
    answer_number(q->answer, "signed_distance", (double)r.signed_distance);
    put_bounds(q, status, r.lower, r.upper);
    answer_vec2(q->answer, "normal", r.normal);
    answer_vec2(q->answer, "a", r.point_a);
    answer_vec2(q->answer, "b", r.point_b);
    return true;
}

static bool signed_distance3(question *q, const query_shape *a, const query_shape *b)
{
    flr_signed_distance3_result r;
    flr_status status = flr_signed_distance3(&a->space, &b->space, &r);
    if (!question_bound(q, status)) return false;
    if (r.inseparable) return put_inseparable(q);
    answer_number(q->answer, "signed_distance", (double)r.signed_distance);
    put_bounds(q, status, r.lower, r.upper);
    answer_vec3(q->answer, "normal", r.normal);
    answer_vec3(q->answer, "a", r.point_a);
    answer_vec3(q->answer, "b", r.point_b);
    return true;
}

bool operation_signed_distance(question *q)
{
    if (!read_pair(q)) return false;
    return (q->dimension == 2 ? signed_distance2 : signed_distance3)(q, &q->shapes[0], &q->shapes[1]);
}
