/// Questions about the triangles of meshes.

#include <math.h>
#include <stdlib.h>

#include "feeler/any3.h"
#include "feeler/interference3.h"
#include "query/convex_pair.h"

static void put_triangle(question *q, const flr_near3_triangle *t)
{
    answer *const a = q->answer;
    put_object(q);
    answer_number(a, "triangle", (double)t->triangle);
    answer_number(a, "distance", (double)t->distance);
    answer_vec3(a, "a", t->point_a);
    answer_vec3(a, "b", t->point_b);
    answer_close(a);
}

/// `count` triangles at most; it is above 0.
static bool answer_nearest(question *q, flr_real max_distance, size_t count)
{
    const flr_instance3 *mesh = &q->shapes[1].space.as.mesh;
    flr_near3_triangle *nearest = malloc(count * sizeof *nearest);
    if (!nearest) return query_fail(q->error, "out_of_memory", "count: no memory for %zu triangles", count);
    size_t found = 0;
    const flr_status status =
        flr_near3_shape_mesh(&q->shapes[0].space, mesh, max_distance, nearest, count, &found);
    bool good = status == FLR_NOT_CONVERGED || query_check(q->error, status, "shape, mesh");
    if (good) {
        if (status == FLR_NOT_CONVERGED) answer_truth(q->answer, "converged", false);
        put_list(q, "triangles");
        for (size_t i = 0; i < found; i++) put_triangle(q, &nearest[i]);
        put_list_end(q);
    }
    free(nearest);
    return good;
}

bool operation_near(question *q)
{
    if (!question_shape(q, "shape") || !question_shape(q, "mesh")) return false;
    field_scope s = question_scope(q);
    if (q->dimension != 3 || q->shapes[1].space.kind != FLR_SHAPE3_MESH)
        return field_fail(&s, "mesh", "wrong_type", "a mesh");
    flr_real max_distance = INFINITY, count = INFINITY;
    if (!field_read(&s, "max_distance", &max_distance) || !field_read(&s, "count", &count)) return false;
    if (!isinf(count) && (count < 1 || floor((double)count) != (double)count))
        return field_fail(&s, "count", "wrong_type", "a whole number of at least 1");
    const size_t all = flr_mesh3_get_info(q->shapes[1].space.as.mesh.mesh).triangle_count;
    return answer_nearest(q, max_distance, (double)count < (double)all ? (size_t)count : all);
}

static void put_line(question *q, const flr_intersection3_line *line)
{
    answer *const a = q->answer;
    put_object(q);
    answer_truth(a, "closed", line->closed);
    answer_number(a, "length", (double)line->length);
    put_list(q, "points");
    for (size_t i = 0; i < line->count; i++) put_vector3(q, NULL, line->corners[i].point);
    put_list_end(q);
    put_list(q, "triangles");
    for (size_t i = 0; i + (line->closed ? 0 : 1) < line->count; i++)
        put_wholes(q, NULL, (const uint32_t[2]){line->corners[i].triangle_a, line->corners[i].triangle_b}, 2);
    put_list_end(q);
    answer_close(a);
}

static void put_intersection(question *q, const flr_intersection3_mesh *x)
{
    answer *const a = q->answer;
    const flr_intersection3_info info = flr_intersection3_mesh_get_info(x);
    if (info.solid) {
        answer_number(a, "volume", (double)info.volume);
        answer_number(a, "area", (double)info.area);
        if (info.volume > 0) answer_vec3(a, "centroid", info.centroid);
    }
    answer_number(a, "length", (double)info.length);
    put_list(q, "lines");
    for (size_t i = 0; i < info.line_count; i++) {
        const flr_intersection3_line line = flr_intersection3_mesh_get_line(x, i);
        put_line(q, &line);
    }
    put_list_end(q);
}

bool operation_intersection(question *q)
{
    static const char *const names[2] = {"a", "b"};
    for (int i = 0; i < 2; i++) {
        if (!question_shape(q, names[i])) return false;
        field_scope s = question_scope(q);
        if (q->dimension != 3 || q->shapes[i].space.kind != FLR_SHAPE3_MESH)
            return field_fail(&s, names[i], "wrong_type", "a mesh");
    }
    flr_intersection3_mesh *x = NULL;
    const flr_status status =
        flr_intersection3_mesh_create(&q->shapes[0].space.as.mesh, &q->shapes[1].space.as.mesh, NULL, &x);
    if (!question_check(q, status)) return false;
    put_intersection(q, x);
    flr_intersection3_mesh_destroy(x);
    return true;
}
