#include <stdio.h>

#include "feeler/overlap2.h"
#include "feeler/overlap3.h"
#include "query/operation.h"

static bool read_planes(question *q)
{
    field_scope s = question_scope(q);
    const json_t *planes = field_get(&s, "planes");
    size_t count = json_array_size(planes);
    if (count != 2 && count != 3)
        return field_fail(&s, "planes", "wrong_type", "an array of two or three planes");
    for (; q->shape_count < count; ++q->shape_count) {
        char path[32];
        snprintf(path, sizeof path, "planes[%zu]", q->shape_count);
        query_shape *shape = &q->shapes[q->shape_count];
        if (!query_shape_read(json_array_get(planes, q->shape_count), path, "plane", false, &q->dimension,
                              shape, q->error))
            return false;
        bool plane = shape->dimension == 2 ? shape->plane.kind == FLR_SHAPE2_PLANE
                                           : shape->space.kind == FLR_SHAPE3_PLANE;
        if (plane) continue;
        query_fail(q->error, "wrong_type", "%s.shape: expected plane, found %s", path, shape->name);
        query_shape_free(shape);
        return false;
    }
    return true;
}

static void put_line(answer *a, const flr_line3 *line)
{
    answer_open(a, "line");
    answer_vec3(a, "origin", line->origin);
    answer_vec3(a, "direction", line->direction);
    answer_close(a);
}

static bool intersect2(question *q)
{
    if (q->shape_count != 2) {
        return query_fail(q->error, "dimension_mismatch", "planes: expected two in 2D, found %zu",
                          q->shape_count);
    }
    flr_vec2 point;
    if (flr_intersect2_plane_plane(&q->shapes[0].plane.as.plane, &q->shapes[1].plane.as.plane, &point) ==
        FLR_PLANES2_CROSSING) {
        answer_vec2(q->answer, "point", point);
    } else {
        answer_truth(q->answer, "parallel", true);
    }
    return true;
}

bool operation_intersect_planes(question *q)
{
    if (!read_planes(q)) return false;
    if (q->dimension == 2) return intersect2(q);
    const flr_plane3 *a = &q->shapes[0].space.as.plane, *b = &q->shapes[1].space.as.plane,
                     *c = &q->shapes[2].space.as.plane;
    flr_line3 line;
    flr_planes3 found = q->shape_count == 2 ? flr_intersect3_plane_plane(a, b, &line)
                                            : flr_intersect3_plane_plane_plane(a, b, c, &line);
    if (q->shape_count == 2 && found == FLR_PLANES3_LINE) {
        put_line(q->answer, &line);
    } else if (q->shape_count == 3 && found == FLR_PLANES3_POINT) {
        answer_vec3(q->answer, "point", line.origin);
    } else {
        answer_truth(q->answer, "parallel", true);
    }
    return true;
}
