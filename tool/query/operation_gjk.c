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
        c->radius = g->rounding;
        return is_convex(corners, 4);
    }
    if (g->kind == FLR_SHAPE3_POLYGON) {
        if (s->point_count > UINT32_MAX || !is_convex(query_points3(s), s->point_count)) return false;
        const flr_mat3 upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        *c = flr_convex3_points(query_points3(s), (uint32_t)s->point_count, upright, flr_vec3_make(0, 0, 0),
                                g->rounding);
        return true;
    }
    return flr_convex3_shape(g, c);
}

enum { MOST_STEPS = 256 };

static void put_vector(question *q, const char *name, flr_vec3 v)
{
    answer_numbers(q->answer, name, (const flr_real[3]){v.x, v.y, v.z}, (size_t)q->dimension);
}

static const char *const end_names[] = {"goes_on",  "repeated_support", "no_progress", "contained",
                                        "touching", "beyond",           "limit"};

/// Left out where the core has none.
static void put_corners(question *q, const char *name, const uint32_t *corners, int count)
{
    if (count == 0 || corners[0] == FLR_HULL_NONE) return;
    answer_name(q->answer, name);
    buffer_char(q->answer->out, '[');
    for (int i = 0; i < count; ++i) {
        if (i) buffer_put(q->answer->out, ", ");
        answer_put_number(q->answer->out, (double)corners[i]);
    }
    buffer_char(q->answer->out, ']');
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
        put_corners(q, "corners_a", step->a, step->count);
        put_corners(q, "corners_b", step->b, step->count);
        put_vector(q, "a", step->point_a);
        put_vector(q, "b", step->point_b);
        if (step->end != FLR_GJK_GOES_ON) answer_word(q->answer, "end", end_names[step->end]);
        answer_close(q->answer);
    }
    buffer_char(t, ']');
}

/// What is written beside the steps.
typedef struct told {
    double distance;
    flr_vec3 a, b;
} told;

/// `meets`: the two overlap, but no convex pieces of theirs do; then there are no steps.
static bool put_answer(question *q, const told *t, const flr_gjk3_step *steps, bool meets)
{
    answer_number(q->answer, "distance", meets ? 0 : t->distance);
    if (t->distance != 0 && !meets) {
        put_vector(q, "a", t->a);
        put_vector(q, "b", t->b);
    }
    int count = 0;
    while (!meets && count < MOST_STEPS && steps[count].count > 0) ++count;
    put_steps(q, steps, count);
    return true;
}

static bool answer_gjk(question *q, const flr_convex3 *a, const flr_convex3 *b, bool whole)
{
    flr_gjk3_step steps[MOST_STEPS] = {{0}};
    flr_gjk3_options options = {.max_distance = INFINITY, .steps = steps, .steps_capacity = MOST_STEPS};
    flr_gjk3 g = flr_closest3_convex_convex(a, b, &options);
    bool meets = false;
    if (!query_check(q->error, g.status, "a, b")) return false;
    if (!whole && g.distance != 0 &&
        !query_check(q->error, flr_overlap3(&q->shapes[0].space, &q->shapes[1].space, &meets), "a, b"))
        return false;
    const told t = {(double)g.distance, g.point_a, g.point_b};
    return put_answer(q, &t, steps, meets);
}

static flr_vec3 lift(flr_vec2 v) { return flr_vec3_make(v.x, v.y, 0); }

/// A step in the plane as one in space, of whose vectors two numbers are written.
static flr_gjk3_step lifted(const flr_gjk2_step *s)
{
    flr_gjk3_step step = {.count = s->count, .closest = lift(s->closest), .direction = lift(s->direction)};
    for (int k = 0; k < s->count; ++k) {
        step.simplex[k] = lift(s->simplex[k]);
        step.weights[k] = s->weights[k];
        step.a[k] = s->a[k];
        step.b[k] = s->b[k];
    }
    step.point_a = lift(s->point_a);
    step.point_b = lift(s->point_b);
    step.end = s->end;
    return step;
}

static bool answer_gjk2(question *q, const flr_convex2 *a, const flr_convex2 *b)
{
    flr_gjk2_step steps[MOST_STEPS] = {{0}};
    flr_gjk3_step written[MOST_STEPS] = {{0}};
    flr_gjk2_options options = {.max_distance = INFINITY, .steps = steps, .steps_capacity = MOST_STEPS};
    flr_gjk2 g = flr_closest2_convex_convex(a, b, &options);
    if (!query_check(q->error, g.status, "a, b")) return false;
    for (int k = 0; k < MOST_STEPS && steps[k].count > 0; ++k) written[k] = lifted(&steps[k]);
    const told t = {(double)g.distance, lift(g.point_a), lift(g.point_b)};
    return put_answer(q, &t, written, false);
}

static bool fail_unbounded(question *q)
{
    return query_fail(q->error, "unbounded",
                      "a, b: gjk takes one shape without end at most, found a %s and a %s; ask distance",
                      q->shapes[0].name, q->shapes[1].name);
}

static bool gjk_in_space(question *q)
{
    const query_shape *a = &q->shapes[0], *b = &q->shapes[1];
    flr_convex3 c, d;
    bool convex_a = convex_of_space(a, &c), convex_b = convex_of_space(b, &d);
    if (convex_a && convex_b) return answer_gjk(q, &c, &d, true);
    flr_shape3 x, y;
    flr_status status = flr_nearest_convex3(&a->space, &b->space, &x, &y);
    if (status == FLR_UNBOUNDED) return fail_unbounded(q);
    if (!query_check(q->error, status, "a, b")) return false;
    // corners that were meant to lie in one plane are taken as they are
    if ((!convex_a && !flr_convex3_shape(&x, &c)) || (!convex_b && !flr_convex3_shape(&y, &d)))
        return query_fail(q->error, "not_finite", "a, b: expected shapes within the range of numbers");
    return answer_gjk(q, &c, &d, false);
}

static bool gjk_in_plane(question *q)
{
    flr_shape2 x, y;
    flr_convex2 c, d;
    flr_status status = flr_nearest_convex2(&q->shapes[0].plane, &q->shapes[1].plane, &x, &y);
    if (status == FLR_UNBOUNDED) return fail_unbounded(q);
    if (!query_check(q->error, status, "a, b")) return false;
    if (!flr_convex2_shape(&x, &c) || !flr_convex2_shape(&y, &d))
        return query_fail(q->error, "not_finite", "a, b: expected shapes within the range of numbers");
    return answer_gjk2(q, &c, &d);
}

bool operation_gjk(question *q)
{
    if (!question_shape(q, "a") || !question_shape(q, "b")) return false;
    return q->dimension == 3 ? gjk_in_space(q) : gjk_in_plane(q);
}
