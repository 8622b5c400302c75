#include <stdio.h>

#include "feeler/overlap3.h"
#include "feeler/shape3.h"
#include "query/operation.h"

bool operation_contains(question *q)
{
    query_shape *shape = question_shape(q, "shape");
    if (!shape) return false;
    field_scope s = question_scope(q);
    bool contains;
    if (q->dimension == 2) {
        flr_shape2 point = {.kind = FLR_SHAPE2_POINT};
        if (!field_vec2(&s, "point", &point.as.point)) return false;
        flr_status status = flr_overlap2(&point, &shape->plane, &contains);
        if (!query_check(q->error, status, "shape, point")) return false;
    } else {
        flr_shape3 point = {.kind = FLR_SHAPE3_POINT};
        if (!field_vec3(&s, "point", &point.as.point)) return false;
        flr_status status = flr_overlap3(&point, &shape->space, &contains);
        if (!query_check(q->error, status, "shape, point")) return false;
    }
    answer_truth(q->answer, "contains", contains);
    return true;
}

bool operation_classify(question *q)
{
    if (!question_shape(q, "plane") || !question_shape(q, "shape")) return false;
    const query_shape *plane = &q->shapes[0], *shape = &q->shapes[1];
    bool flat = q->dimension == 2;
    if (flat ? plane->plane.kind != FLR_SHAPE2_PLANE : plane->space.kind != FLR_SHAPE3_PLANE) {
        return query_fail(q->error, "wrong_type", "plane.shape: expected plane, found %s", plane->name);
    }
    int side = 0;
    flr_status status = flat ? flr_classify2(&plane->plane.as.plane, &shape->plane, &side)
                             : flr_classify3(&plane->space.as.plane, &shape->space, &side);
    if (!query_check(q->error, status, "plane, shape")) return false;
    answer_word(q->answer, "side", side > 0 ? "front" : side < 0 ? "back" : "crosses");
    return true;
}

static flr_status bounds_of(const query_shape *s, flr_aabb2 *flat, flr_aabb3 *box)
{
    return s->dimension == 2 ? flr_bounds2(&s->plane, flat) : flr_bounds3(&s->space, box);
}

/// Names the first shape without bounds, within compounds.
static bool fail_unbounded(query_error *error, const query_shape *s, const char *path)
{
    flr_aabb2 flat;
    flr_aabb3 box;
    for (size_t i = 0; i < s->part_count; ++i) {
        char inner[256];
        if (bounds_of(&s->parts[i], &flat, &box) != FLR_UNBOUNDED) continue;
        snprintf(inner, sizeof inner, "%s.shapes[%zu]", path, i);
        return fail_unbounded(error, &s->parts[i], inner);
    }
    return query_fail(error, "unbounded", "%s: expected a bounded shape, a %s has no bounds", path, s->name);
}

bool operation_bounds(question *q)
{
    query_shape *shape = question_shape(q, "shape");
    if (!shape) return false;
    flr_aabb2 flat;
    flr_aabb3 box;
    flr_status status = bounds_of(shape, &flat, &box);
    if (status == FLR_UNBOUNDED) return fail_unbounded(q->error, shape, "shape");
    if (!query_check(q->error, status, "shape")) return false;
    // a number that overflows would be left out as an infinite one
    q->answer->undefined = q->dimension == 2 ? !(flr_is_finite2(flat.min) && flr_is_finite2(flat.max))
                                             : !(flr_is_finite3(box.min) && flr_is_finite3(box.max));
    if (q->dimension == 2) {
        answer_vec2(q->answer, "min", flat.min);
        answer_vec2(q->answer, "max", flat.max);
    } else {
        answer_vec3(q->answer, "min", box.min);
        answer_vec3(q->answer, "max", box.max);
    }
    return true;
}
