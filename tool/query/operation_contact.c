#include "query/operation.h"

static void put_points(answer *a, const flr_manifold3 *m)
{
    buffer *t = a->out;
    answer_name(a, "points");
    buffer_char(t, '[');
    for (int i = 0; i < m->count; ++i) {
        if (i) buffer_put(t, ", ");
        answer_open(a, NULL);
        answer_vec3(a, "position", m->points[i].position);
        answer_number(a, "depth", (double)m->points[i].depth);
        answer_number(a, "id", (double)m->points[i].id);
        answer_close(a);
    }
    buffer_char(t, ']');
}

static bool extent(question *q, const char *name, flr_real *value)
{
    field_scope s = {q->object, "", 0, q->error};
    *value = 0;
    return !json_object_get(q->object, name) || field_extent(&s, name, value);
}

bool operation_contact(question *q)
{
    if (!question_shape(q, "a") || !question_shape(q, "b")) return false;
    const query_shape *a = &q->shapes[0], *b = &q->shapes[1];
    flr_contact3_options options = {0};
    if (!extent(q, "margin", &options.margin) || !extent(q, "face_bias", &options.face_bias)) return false;
    if (q->dimension == 2) return question_unsupported(q, a, b);
    flr_manifold3 m;
    if (!question_check(q, flr_contact3(&a->space, &b->space, &options, &m))) return false;
    if (m.inseparable) answer_truth(q->answer, "inseparable", true);
    if (m.count > 0) answer_vec3(q->answer, "normal", m.normal);
    put_points(q->answer, &m);
    return true;
}
