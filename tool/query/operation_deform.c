/// Questions about meshes that deform, and about the grid of distances to one.

#include <math.h>
#include <stdlib.h>

#include "feeler/grid3.h"
#include "query/convex_pair.h"
#include "query/deforming.h"

/// The next shape, which must be a mesh; `stored`: one whose corners are kept as the question has them.
static const query_shape *read_mesh(question *q, const char *name, bool stored)
{
    const query_shape *mesh = question_shape(q, name);
    if (!mesh) return NULL;
    field_scope s = question_scope(q);
    if (q->dimension != 3 || mesh->space.kind != FLR_SHAPE3_MESH) {
        field_fail(&s, name, "wrong_type", "a mesh");
        return NULL;
    }
    if (!stored || (!mesh->grid.columns && !mesh->unused)) return mesh;
    if (mesh->grid.columns)
        field_fail(&s, name, "invalid_shape", "a mesh of vertices and triangles");
    else
        query_fail(q->error, "invalid_shape",
                   "%s: expected a mesh that uses all its vertices, found %zu unused", name, mesh->unused);
    return NULL;
}

// ---- Meetings

static void put_meeting(question *q, const flr_vertex_toi3_meeting *m)
{
    static const size_t corners_a[] = {1, 3, 2}, corners_b[] = {3, 1, 2};
    if (m->toi.status == FLR_NOT_CONVERGED) answer_truth(q->answer, "converged", false);
    answer_number(q->answer, "t", (double)m->toi.t);
    put_wholes(q, "a", m->vertices_a, corners_a[m->features]);
    put_wholes(q, "b", m->vertices_b, corners_b[m->features]);
    if (m->toi.t == 0) return;
    answer_vec3(q->answer, "point", m->toi.point);
    answer_vec3(q->answer, "normal", m->toi.normal);
}

static bool meet_first(question *q, const deforming *d)
{
    flr_vertex_toi3_meeting m = {.features = FLR_TOI3_VERTEX_FACE};
    if (!query_check(q->error, deforming_first(d, &m), "a, b")) return false;
    if (m.toi.status == FLR_NOT_CONVERGED)
        return query_fail(q->error, "not_converged",
                          "a, b: nothing meets before t = %.17g; whether later was not proved",
                          (double)m.toi.t);
    answer_truth(q->answer, "hit", m.toi.hit);
    if (m.toi.hit) put_meeting(q, &m);
    return true;
}

static bool meet_all(question *q, const deforming *d)
{
    flr_vertex_toi3_meeting *all = NULL;
    size_t count = 0;
    if (!query_check(q->error, deforming_all(d, &all, &count), "a, b")) return false;
    answer_truth(q->answer, "hit", count > 0);
    put_list(q, "hits");
    for (size_t i = 0; i < count; ++i) {
        put_object(q);
        put_meeting(q, &all[i]);
        answer_close(q->answer);
    }
    put_list_end(q);
    free(all);
    return true;
}

/// Where the vertices go: null, and true, where it is not given and may be left out.
static bool read_end(question *q, const char *name, const query_shape *mesh, flr_real **end)
{
    field_scope s = question_scope(q);
    size_t count = 0;
    *end = NULL;
    if (!field_get(&s, name)) return true;
    if (!(*end = field_points(&s, name, &count))) return false;
    return count == mesh->point_count ||
           query_fail(q->error, "wrong_type", "%s: expected the %zu vertices of the mesh, found %zu", name,
                      mesh->point_count, count);
}

bool operation_meet(question *q)
{
    field_scope s = question_scope(q);
    const query_shape *a = read_mesh(q, "a", true), *b = NULL;
    if (!a || (field_get(&s, "b") && !(b = read_mesh(q, "b", true)))) return false;
    flr_real *ends[2] = {NULL, NULL};
    s = question_scope(q);
    deforming d = {.a = a->mesh, .b = b ? b->mesh : NULL};
    bool all = false;
    bool good = (b || !field_get(&s, "end_b") ||
                 query_fail(q->error, "missing_field", "b: expected the mesh that end_b is of")) &&
                read_end(q, "end_a", a, &ends[0]) && (!b || read_end(q, "end_b", b, &ends[1])) &&
                field_read(&s, "tolerance", &d.options.tolerance) &&
                field_read(&s, "target", &d.options.target_distance) && field_flag(&s, "all", &all);
    d.end_a = ends[0];
    d.end_b = ends[1];
    good = good && (all ? meet_all : meet_first)(q, &d);
    free(ends[0]);
    free(ends[1]);
    return good;
}

// ---- A grid of distances

/// So that one question takes no longer than others: a cube of 100 cells along each side.
enum { MOST_CORNERS = 101 * 101 * 101 };

static void put_sample(question *q, const flr_grid3_sample *s)
{
    put_object(q);
    answer_number(q->answer, "value", (double)s->value);
    answer_vec3(q->answer, "gradient", s->gradient);
    answer_number(q->answer, "error", (double)s->error);
    if (s->is_outside) answer_truth(q->answer, "outside", true);
    answer_close(q->answer);
}

static bool answer_grid(question *q, const flr_grid3 *grid, const flr_real *points, size_t count)
{
    answer *const a = q->answer;
    const flr_grid3_info info = flr_grid3_get_info(grid);
    const uint32_t corners[3] = {(uint32_t)info.columns, (uint32_t)info.rows, (uint32_t)info.layers};
    answer_truth(a, "signed", info.is_signed);
    answer_vec3(a, "min", info.bounds.min);
    answer_vec3(a, "max", info.bounds.max);
    answer_number(a, "cell", (double)info.cell);
    put_wholes(q, "corners", corners, 3);
    answer_number(a, "largest_error", (double)info.error);
    put_list(q, "samples");
    for (size_t i = 0; i < count; ++i) {
        const flr_real *p = points + 3 * i;
        flr_grid3_sample sample;
        const flr_status status = flr_grid3_distance(grid, flr_vec3_make(p[0], p[1], p[2]), &sample);
        if (!query_check(q->error, status, "points")) return false;
        put_sample(q, &sample);
    }
    put_list_end(q);
    return true;
}

/// Would it have too many corners? What is no number is left to the library.
static bool too_many(const flr_grid3_input *in)
{
    const flr_aabb3 *const box = &in->mesh->bounds;
    const double margin = 2 * (double)in->margin;
    const double sides[3] = {(double)(box->max.x - box->min.x) + margin,
                             (double)(box->max.y - box->min.y) + margin,
                             (double)(box->max.z - box->min.z) + margin};
    const double longest = fmax(sides[0], fmax(sides[1], sides[2]));
    const double cell = in->cell > 0 ? (double)in->cell : longest / (double)in->cells;
    double corners = 1;
    for (int k = 0; k < 3; ++k) corners *= floor(sides[k] / cell * (1 - 0x1p-30)) + 2;
    return corners > MOST_CORNERS;
}

/// `cells` is a whole number, or the cell is given.
static bool read_spacing(question *q, flr_grid3_input *in)
{
    field_scope s = question_scope(q);
    flr_real cells = 0;
    if (!field_read(&s, "cell", &in->cell) || !field_read(&s, "cells", &cells) ||
        !field_read(&s, "margin", &in->margin))
        return false;
    if (cells != (flr_real)floor((double)cells))
        return field_fail(&s, "cells", "wrong_type", "a whole number of at least 1");
    in->cells = cells < (flr_real)MOST_CORNERS ? (size_t)cells : MOST_CORNERS;
    return !too_many(in) || query_fail(q->error, "too_large", "%s: expected a grid of at most %d corners",
                                       in->cell > 0 ? "cell" : "cells", MOST_CORNERS);
}

bool operation_grid(question *q)
{
    const query_shape *mesh = read_mesh(q, "mesh", false);
    if (!mesh) return false;
    flr_grid3_input in = {.mesh = &mesh->space.as.mesh};
    if (!read_spacing(q, &in)) return false;
    field_scope s = question_scope(q);
    size_t count = 0;
    flr_real *points = field_points(&s, "points", &count);
    flr_grid3 *grid = NULL;
    bool good =
        points && query_check(q->error, flr_grid3_create(&in, NULL, NULL, &grid), "mesh, cell, margin");
    good = good && answer_grid(q, grid, points, count);
    flr_grid3_destroy(grid);
    free(points);
    return good;
}
