#include "query/operation.h"

static void put_depth(answer *a, flr_real depth, uint32_t id)
{
    answer_number(a, "depth", (double)depth);
    answer_number(a, "id", (double)id);
    answer_close(a);
}

void put_manifold3(answer *a, const flr_manifold3 *m)
{
    if (m->inseparable) answer_truth(a, "inseparable", true);
    if (m->count > 0) answer_vec3(a, "normal", m->normal);
    answer_name(a, "points");
    buffer_char(a->out, '[');
    for (int i = 0; i < m->count; ++i) {
        if (i) buffer_put(a->out, ", ");
        answer_open(a, NULL);
        answer_vec3(a, "position", m->points[i].position);
        put_depth(a, m->points[i].depth, m->points[i].id);
    }
    buffer_char(a->out, ']');
}

void put_manifold2(answer *a, const flr_manifold2 *m)
{
    if (m->inseparable) answer_truth(a, "inseparable", true);
    if (m->count > 0) answer_vec2(a, "normal", m->normal);
    answer_name(a, "points");
    buffer_char(a->out, '[');
    for (int i = 0; i < m->count; ++i) {
        if (i) buffer_put(a->out, ", ");
        answer_open(a, NULL);
        answer_vec2(a, "position", m->points[i].position);
        put_depth(a, m->points[i].depth, m->points[i].id);
    }
    buffer_char(a->out, ']');
}

bool operation_contact(question *q)
{
    if (!question_shape(q, "a") || !question_shape(q, "b")) return false;
    const query_shape *a = &q->shapes[0], *b = &q->shapes[1];
    field_scope s = question_scope(q);
    flr_real margin = 0, bias = 0;
    if (!field_read(&s, "margin", &margin) || !field_read(&s, "face_bias", &bias)) return false;
    if (q->dimension == 2) {
        flr_contact2_options options = {margin, bias, NULL};
        flr_manifold2 m;
        if (!question_bound(q, flr_contact2(&a->plane, &b->plane, &options, &m))) return false;
        put_manifold2(q->answer, &m);
        return true;
    }
    flr_contact3_options options = {margin, bias, NULL};
    flr_manifold3 m;
    if (!question_bound(q, flr_contact3(&a->space, &b->space, &options, &m))) return false;
    put_manifold3(q->answer, &m);
    return true;
}
