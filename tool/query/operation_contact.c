#include <stdlib.h>

#include "query/operation.h"

static void put_depth(answer *a, flr_real depth, uint32_t id)
{
    answer_number(a, "depth", (double)depth);
    answer_number(a, "id", (double)id);
}

/// What of a shape makes a point: the shape of a compound, the triangle of a mesh, the corners of the feature.
static void put_part(answer *a, const char *name, const flr_shape3 *s, const flr_contact3_part *p)
{
    answer_open(a, name);
    if (s->kind == FLR_SHAPE3_COMPOUND) answer_number(a, "child", (double)p->child);
    if (p->triangle != FLR_CONTACT3_NO_TRIANGLE) answer_number(a, "triangle", (double)p->triangle);
    if (p->corner_count > 0) {
        const flr_real corners[3] = {(flr_real)p->corners[0], (flr_real)p->corners[1],
                                     (flr_real)p->corners[2]};
        answer_numbers(a, "corners", corners, p->corner_count);
    }
    answer_close(a);
}

/// `parts`: null, or what of both shapes, the question's, makes the points.
static void put_space(answer *a, const flr_manifold3 *m, const query_shape *shapes,
                      const flr_contact3_region *parts)
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
        if (parts) put_part(a, "a", &shapes[0].space, &parts->parts_a[i]);
        if (parts) put_part(a, "b", &shapes[1].space, &parts->parts_b[i]);
        answer_close(a);
    }
    buffer_char(a->out, ']');
}

void put_manifold3(answer *a, const flr_manifold3 *m) { put_space(a, m, NULL, NULL); }

/// Of meshes and compounds, which may have several.
static void put_manifolds(question *q, const flr_contact3_options *o)
{
    enum { FEW = 32 };
    answer *a = q->answer;
    const flr_shape3 *x = &q->shapes[0].space, *y = &q->shapes[1].space;
    flr_contact3_region few[FEW], *all = few, *many = NULL;
    size_t count = 0, room = FEW;
    const flr_status status = flr_contacts3(x, y, o, few, FEW, &count);
    if (status != FLR_OK && status != FLR_NOT_CONVERGED) return;
    if (count > FEW && (many = calloc(count, sizeof *many)) &&
        flr_contacts3(x, y, o, many, count, &room) == status)
        all = many;
    answer_name(a, "manifolds");
    buffer_char(a->out, '[');
    for (size_t i = 0; i < count && i < room; ++i) {
        if (i) buffer_put(a->out, ", ");
        answer_open(a, NULL);
        put_space(a, &all[i].manifold, q->shapes, &all[i]);
        answer_close(a);
    }
    buffer_char(a->out, ']');
    free(many);
}

static void put_part2(answer *a, const char *name, const flr_contact2_part *p)
{
    if (p->corner_count == 0) return;
    const flr_real corners[2] = {(flr_real)p->corners[0], (flr_real)p->corners[1]};
    answer_open(a, name);
    answer_numbers(a, "corners", corners, p->corner_count);
    answer_close(a);
}

/// `a` and `b` of the question, where both are convex: then the points say by which features they are made.
static void put_plane(answer *a, const flr_manifold2 *m, const flr_convex2 *cores)
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
        flr_contact2_part x, y;
        if (cores && flr_contact2_parts(&cores[0], &cores[1], m, i, &x, &y) == FLR_OK) {
            put_part2(a, "a", &x);
            put_part2(a, "b", &y);
        }
        answer_close(a);
    }
    buffer_char(a->out, ']');
}

void put_manifold2(answer *a, const flr_manifold2 *m) { put_plane(a, m, NULL); }

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
        flr_convex2 cores[2];
        const bool convex =
            flr_convex2_shape(&a->plane, &cores[0]) && flr_convex2_shape(&b->plane, &cores[1]);
        put_plane(q->answer, &m, convex ? cores : NULL);
        return true;
    }
    flr_contact3_options options = {margin, bias, NULL};
    flr_manifold3 m;
    if (!question_bound(q, flr_contact3(&a->space, &b->space, &options, &m))) return false;
    put_manifold3(q->answer, &m);
    const flr_shape3_kind x = a->space.kind, y = b->space.kind;
    if (x == FLR_SHAPE3_MESH || x == FLR_SHAPE3_COMPOUND || y == FLR_SHAPE3_MESH || y == FLR_SHAPE3_COMPOUND)
        put_manifolds(q, &options);
    return true;
}
