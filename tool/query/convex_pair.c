#include "query/convex_pair.h"

#include <math.h>
#include <stdlib.h>

// ---- Shapes

flr_status convex_merge(const flr_hull3 *exact, flr_hull3 **hull)
{
    const flr_hull3_info info = flr_hull3_get_info(exact);
    const flr_real size = flr_length3(flr_sub3(info.bounds.max, info.bounds.min)) +
                          flr_length3(flr_add3(info.bounds.max, info.bounds.min));
    const flr_hull3_options options = {
        .merge_tolerance = size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-6 : (flr_real)1e-14)};
    return flr_hull3_create(flr_hull3_vertices(exact), info.vertex_count, &options, NULL, hull);
}

/// The hull of the corners in world.
static flr_status hull_of(const flr_convex3 *c, convex_side3 *s)
{
    const flr_convex3 zero = flr_convex3_point(flr_vec3_make(0, 0, 0));
    flr_hull3 *exact = NULL;
    flr_status status = flr_minkowski3_hull(c, &zero, NULL, &exact);
    if (status == FLR_OK) status = convex_merge(exact, &s->hull);
    if (status == FLR_OK)
        s->numbers = malloc((flr_hull3_get_info(exact).vertex_count + 1) * sizeof *s->numbers);
    if (status == FLR_OK && !s->numbers) status = FLR_OUT_OF_MEMORY;
    for (uint32_t i = 0; status == FLR_OK && i < flr_hull3_get_info(s->hull).vertex_count; ++i)
        s->numbers[i] = flr_hull3_sources(exact)[flr_hull3_sources(s->hull)[i]];
    flr_hull3_destroy(exact);
    return status;
}

static bool fail_kind(question *q, int i, convex_kinds kinds)
{
    static const char *const words[] = {"", " with corners", " with corners and without a radius"};
    return query_fail(q->error, "invalid_shape", "%s: %s takes convex shapes%s, found a %s", i ? "b" : "a",
                      q->match->table->name, words[kinds], q->shapes[i].name);
}

static bool read_side3(question *q, int i, convex_kinds kinds, convex_side3 *s)
{
    flr_convex3 *c = &s->as_given;
    if (!flr_convex3_shape(&q->shapes[i].space, c)) return fail_kind(q, i, kinds);
    const bool curved = c->kind == FLR_CONVEX3_CYLINDER || c->kind == FLR_CONVEX3_CONE;
    if ((curved && kinds >= CONVEX_CORES) || (c->radius != 0 && kinds == CONVEX_CORNERS))
        return fail_kind(q, i, kinds);
    if (curved) return true;
    if (!query_check(q->error, hull_of(c, s), i ? "b" : "a")) return false;
    const flr_mat3 upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    s->as_hull = flr_convex3_hull(s->hull, upright, flr_vec3_make(0, 0, 0), c->radius);
    return true;
}

static bool read_side2(question *q, int i, convex_kinds kinds, convex_side2 *s)
{
    flr_convex2 *c = &s->shape;
    if (!flr_convex2_shape(&q->shapes[i].plane, c)) return fail_kind(q, i, kinds);
    if (c->radius != 0 && kinds == CONVEX_CORNERS) return fail_kind(q, i, kinds);
    if (c->kind != FLR_CONVEX2_POINTS) return true;
    if (!query_check(q->error, flr_hull2_create(c->points, c->count, NULL, &s->hull), i ? "b" : "a"))
        return false;
    *c = flr_convex2_hull(s->hull, c->rotation, c->center, c->radius);
    return true;
}

bool convex_pair_read(question *q, convex_kinds kinds, convex_pair *pair)
{
    *pair = (convex_pair){0};
    if (!question_shape(q, "a") || !question_shape(q, "b")) return false;
    for (int i = 0; i < 2; ++i) {
        const bool good = q->dimension == 3 ? read_side3(q, i, kinds, &pair->space[i])
                                            : read_side2(q, i, kinds, &pair->plane[i]);
        if (!good) return false;
    }
    return true;
}

void convex_pair_free(convex_pair *pair)
{
    for (int i = 0; i < 2; ++i) {
        flr_hull3_destroy(pair->space[i].hull);
        free(pair->space[i].numbers);
        flr_hull2_destroy(pair->plane[i].hull);
    }
}

uint32_t convex_corner3(const convex_side3 *s, uint32_t vertex)
{
    return vertex == FLR_HULL_NONE || !s->numbers ? vertex : s->numbers[vertex];
}

uint32_t convex_corner2(const convex_side2 *s, uint32_t vertex)
{
    return vertex == FLR_HULL_NONE || !s->hull ? vertex : flr_hull2_sources(s->hull)[vertex];
}

// ---- What is written

static void begin_member(question *q, const char *name)
{
    if (name) {
        answer_name(q->answer, name);
        return;
    }
    if (!q->answer->first) buffer_put(q->answer->out, ", ");
    q->answer->first = false;
}

void put_list(question *q, const char *name)
{
    begin_member(q, name);
    buffer_char(q->answer->out, '[');
    q->answer->first = true;
}

void put_object(question *q)
{
    begin_member(q, NULL);
    q->answer->first = true;
    buffer_char(q->answer->out, '{');
}

void put_list_end(question *q)
{
    buffer_char(q->answer->out, ']');
    q->answer->first = false;
}

static void put_reals(question *q, const char *name, const flr_real *values, size_t count)
{
    put_list(q, name);
    for (size_t i = 0; i < count; ++i) {
        begin_member(q, NULL);
        if (!isfinite(values[i])) q->answer->undefined = true;
        answer_put_number(q->answer->out, (double)values[i]);
    }
    put_list_end(q);
}

void put_vector3(question *q, const char *name, flr_vec3 v)
{
    put_reals(q, name, (const flr_real[3]){v.x, v.y, v.z}, 3);
}

void put_vector2(question *q, const char *name, flr_vec2 v)
{
    put_reals(q, name, (const flr_real[2]){v.x, v.y}, 2);
}

void put_whole(question *q, const char *name, uint32_t value)
{
    begin_member(q, name);
    answer_put_number(q->answer->out, (double)value);
}

void put_wholes(question *q, const char *name, const uint32_t *values, size_t count)
{
    put_list(q, name);
    for (size_t i = 0; i < count; ++i) put_whole(q, NULL, values[i]);
    put_list_end(q);
}
