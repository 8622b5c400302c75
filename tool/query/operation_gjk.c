#include <math.h>
#include <stdlib.h>

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

static flr_convex3 hull(const flr_vec3 *points, size_t count, flr_real radius)
{
    flr_mat3 upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    return flr_convex3_points(points, (uint32_t)count, upright, flr_vec3_make(0, 0, 0), radius);
}

/// False for what is not convex, or unbounded.
static bool convex_of_space(const query_shape *s, flr_convex3 *c)
{
    const flr_shape3 *g = &s->space;
    switch (g->kind) {
    case FLR_SHAPE3_POINT:
        *c = flr_convex3_point(g->as.point);
        return true;
    case FLR_SHAPE3_SEGMENT:
        *c = flr_convex3_segment(&g->as.segment);
        return true;
    case FLR_SHAPE3_SPHERE:
        *c = flr_convex3_sphere(&g->as.sphere);
        return true;
    case FLR_SHAPE3_CAPSULE:
        *c = flr_convex3_capsule(&g->as.capsule);
        return true;
    case FLR_SHAPE3_AABB:
        *c = flr_convex3_aabb(&g->as.aabb);
        return true;
    case FLR_SHAPE3_BOX:
        *c = flr_convex3_box(&g->as.box);
        return true;
    case FLR_SHAPE3_CYLINDER:
        *c = flr_convex3_cylinder(&g->as.cylinder);
        return true;
    case FLR_SHAPE3_CONE:
        *c = flr_convex3_cone(&g->as.cone);
        return true;
    case FLR_SHAPE3_TRIANGLE:
        *c = flr_convex3_triangle(&g->as.triangle);
        return true;
    case FLR_SHAPE3_QUAD: {
        const flr_vec3 corners[4] = {g->as.quad.a, g->as.quad.b, g->as.quad.c, g->as.quad.d};
        *c = flr_convex3_tetrahedron(&(flr_tetrahedron){corners[0], corners[1], corners[2], corners[3]});
        return is_convex(corners, 4);
    }
    case FLR_SHAPE3_RECTANGLE:
        *c = flr_convex3_rectangle(&g->as.rectangle);
        return true;
    case FLR_SHAPE3_POLYGON:
        if (s->point_count > UINT32_MAX || !is_convex(query_points3(s), s->point_count)) return false;
        *c = hull(query_points3(s), s->point_count, 0);
        return true;
    case FLR_SHAPE3_TETRAHEDRON:
        *c = flr_convex3_tetrahedron(&g->as.tetrahedron);
        return true;
    case FLR_SHAPE3_CONVEX:
        *c = g->as.convex;
        return true;
    default:
        return false;
    }
}

static flr_vec3 lift(flr_vec2 v) { return flr_vec3_make(v.x, v.y, 0); }

/// The shape in the plane z = 0 of space, where the algorithm takes the same steps. Corners that it needs go into
/// `room`, of as many as the shape has.
static bool convex_of_plane(const query_shape *s, flr_vec3 *room, flr_convex3 *c)
{
    const shape2 *g = &s->plane;
    switch (g->kind) {
    case SHAPE2_POINT:
        *c = flr_convex3_point(lift(g->as.point));
        return true;
    case SHAPE2_SEGMENT:
        *c = flr_convex3_segment(&(flr_segment3){lift(g->as.segment.a), lift(g->as.segment.b)});
        return true;
    case SHAPE2_CIRCLE:
        *c = flr_convex3_sphere(&(flr_sphere){lift(g->as.circle.center), g->as.circle.radius});
        return true;
    case SHAPE2_CAPSULE:
        *c = flr_convex3_capsule(
            &(flr_capsule3){lift(g->as.capsule.a), lift(g->as.capsule.b), g->as.capsule.radius});
        return true;
    case SHAPE2_AABB:
        *c = flr_convex3_aabb(&(flr_aabb3){lift(g->as.aabb.min), lift(g->as.aabb.max)});
        return true;
    case SHAPE2_BOX: {
        flr_mat3 axes = {lift(g->as.box.axis), lift(flr_perp2(g->as.box.axis)), {0, 0, 1}};
        *c = flr_convex3_box(&(flr_box3){lift(g->as.box.center), axes, lift(g->as.box.half_extents)});
        return true;
    }
    case SHAPE2_TRIANGLE:
        *c = flr_convex3_triangle(
            &(flr_triangle3){lift(g->as.triangle.a), lift(g->as.triangle.b), lift(g->as.triangle.c)});
        return true;
    case SHAPE2_POLYGON:
        if (s->point_count > UINT32_MAX) return false;
        for (size_t i = 0; i < s->point_count; ++i) room[i] = lift(query_points2(s)[i]);
        *c = hull(room, s->point_count, g->rounding);
        return g->convex || is_convex(room, s->point_count);
    default:
        return false;
    }
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

bool operation_gjk(question *q)
{
    if (!question_shape(q, "a") || !question_shape(q, "b")) return false;
    const query_shape *a = &q->shapes[0], *b = &q->shapes[1];
    flr_convex3 c, d;
    if (q->dimension == 3) {
        if (!convex_of_space(a, &c) || !convex_of_space(b, &d)) return question_unsupported(q, a, b);
        return answer_gjk(q, &c, &d);
    }
    flr_vec3 *room = malloc((a->point_count + b->point_count + 1) * sizeof *room);
    if (!room) return query_fail(q->error, "out_of_memory", "op: out of memory");
    bool good = convex_of_plane(a, room, &c) && convex_of_plane(b, room + a->point_count, &d)
                    ? answer_gjk(q, &c, &d)
                    : question_unsupported(q, a, b);
    free(room);
    return good;
}
