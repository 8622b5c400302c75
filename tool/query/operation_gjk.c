#include <math.h>

#include "query/operation.h"

/// Are the corners, in order around, those of a convex polygon? Decided for corners in one plane.
static bool is_convex(const flr_vec3 *p, size_t count)
{
    flr_vec3 normal = {0, 0, 0};
    for (size_t i = 1; i + 1 < count; ++i) {
        normal = flr_add3(normal, flr_cross3(flr_sub3(p[i], p[0]), flr_sub3(p[i + 1], p[0])));
    }
    for (size_t i = 0; i < count; ++i) {
        flr_vec3 a = p[i], b = p[(i + 1) % count], c = p[(i + 2) % count];
        flr_real turn = flr_dot3(flr_cross3(flr_sub3(b, a), flr_sub3(c, b)), normal);
        if (!(turn >= -(flr_real)1e-9 * flr_dot3(normal, normal))) return false;
    }
    return true;
}

/// False for what is not convex, or unbounded. The library asks exactly whether a quad or polygon is convex; corners that
/// were meant to lie in one plane, and were rounded, would not pass.
static bool convex_of_space(const query_shape *s, flr_convex3 *c)
{
    const flr_shape3 *g = &s->space;
    if (g->kind == FLR_SHAPE3_QUAD) {
        const flr_vec3 corners[4] = {g->as.quad.a, g->as.quad.b, g->as.quad.c, g->as.quad.d};
        *c = flr_convex3_tetrahedron(&(flr_tetrahedron){corners[0], corners[1], corners[2], corners[3]});
        return is_convex(corners, 4);
    }
    if (g->kind == FLR_SHAPE3_POLYGON) {
        if (s->point_count > UINT32_MAX || !is_convex(query_points3(s), s->point_count)) return false;
        const flr_mat3 upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        *c = flr_convex3_points(query_points3(s), (uint32_t)s->point_count, upright, flr_vec3_make(0, 0, 0),
                                0);
        return true;
    }
    return flr_convex3_shape(g, c);
}

enum { MOST_STEPS = 256 };

static void put_vector(question *q, const char *name, flr_vec3 v)
{
    answer_numbers(q->answer, name, (const flr_real[3]){v.x, v.y, v.z}, (size_t)q->dimension);
}

static void put_steps(question *q, const flr_gjk3_step *steps, int count)
{
    buffer *t = q->answer->out;
    answer_name(q->answer, "steps");
    buffer_char(t, '[');
    for (int i = 0; i < count; ++i) {
        const flr_gjk3_step *step = &steps[i];
        if (i) buffer_put(t, ", ");
        answer_open(q->answer, NULL);
        answer_name(q->answer, "simplex");
        buffer_char(t, '[');
        for (int k = 0; k < step->count; ++k) {
            const flr_real v[3] = {step->simplex[k].x, step->simplex[k].y, step->simplex[k].z};
            buffer_put(t, k ? ", [" : "[");
            for (int j = 0; j < q->dimension; ++j) {
                if (!isfinite(v[j])) q->answer->undefined = true;
                if (j) buffer_put(t, ", ");
                answer_put_number(t, (double)v[j]);
            }
            buffer_char(t, ']');
        }
        buffer_char(t, ']');
        answer_numbers(q->answer, "weights", step->weights, (size_t)step->count);
        put_vector(q, "closest", step->closest);
        put_vector(q, "direction", step->direction);
        answer_close(q->answer);
    }
    buffer_char(t, ']');
}

static bool answer_gjk(question *q, const flr_convex3 *a, const flr_convex3 *b)
{
    flr_gjk3_step steps[MOST_STEPS] = {{0}};
    flr_gjk3_options options = {.max_distance = INFINITY, .steps = steps, .steps_capacity = MOST_STEPS};
    flr_gjk3 g = flr_closest3_convex_convex(a, b, &options);
    if (!query_check(q->error, g.status, "a, b")) return false;
    answer_number(q->answer, "distance", (double)g.distance);
    if (g.distance != 0) {
        put_vector(q, "a", g.point_a);
        put_vector(q, "b", g.point_b);
    }
    int count = 0;
    while (count < MOST_STEPS && steps[count].count > 0) ++count;
    put_steps(q, steps, count);
    return true;
}

static flr_vec3 lift(flr_vec2 v) { return flr_vec3_make(v.x, v.y, 0); }

/// A step in the plane as one in space, of whose vectors two numbers are written.
static flr_gjk3_step lifted(const flr_gjk2_step *s)
{
    flr_gjk3_step step = {.count = s->count, .closest = lift(s->closest), .direction = lift(s->direction)};
    for (int k = 0; k < s->count; ++k) {
        step.simplex[k] = lift(s->simplex[k]);
        step.weights[k] = s->weights[k];
    }
    return step;
}

static bool answer_gjk2(question *q, const flr_convex2 *a, const flr_convex2 *b)
{
    flr_gjk2_step steps[MOST_STEPS] = {{0}};
    flr_gjk3_step written[MOST_STEPS];
    flr_gjk2_options options = {.max_distance = INFINITY, .steps = steps, .steps_capacity = MOST_STEPS};
    flr_gjk2 g = flr_closest2_convex_convex(a, b, &options);
    if (!query_check(q->error, g.status, "a, b")) return false;
    answer_number(q->answer, "distance", (double)g.distance);
    if (g.distance != 0) {
        put_vector(q, "a", lift(g.point_a));
        put_vector(q, "b", lift(g.point_b));
    }
    int count = 0;
    for (; count < MOST_STEPS && steps[count].count > 0; ++count) written[count] = lifted(&steps[count]);
    put_steps(q, written, count);
    return true;
}

bool operation_gjk(question *q)
{
    if (!question_shape(q, "a") || !question_shape(q, "b")) return false;
    const query_shape *a = &q->shapes[0], *b = &q->shapes[1];
    if (q->dimension == 3) {
        flr_convex3 c, d;
        if (!convex_of_space(a, &c) || !convex_of_space(b, &d)) return question_unsupported(q, a, b);
        return answer_gjk(q, &c, &d);
    }
    flr_convex2 c, d;
    if (!flr_convex2_shape(&a->plane, &c) || !flr_convex2_shape(&b->plane, &d))
        return question_unsupported(q, a, b);
    return answer_gjk2(q, &c, &d);
}
