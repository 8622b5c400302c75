/// Grids of heights, which become meshes of the library.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "query/shape.h"

/// "heights[1][2]: expected a number or null, found ...".
static bool fail_at(const field_scope *s, const char *name, size_t row, const char *expected,
                    const json_t *found)
{
    char shown[MEMBER_SHOWN];
    member_show(found, shown);
    return query_fail(s->error, json_is_array(found) ? "invalid_shape" : "wrong_type",
                      "%s.%s[%zu]: expected %s, found %s", s->path, name, row, expected, shown);
}

static bool read_row(const field_scope *s, size_t row, const json_t *v, size_t columns, flr_real *heights)
{
    char expected[80];
    snprintf(expected, sizeof expected, "%zu numbers, as many as in the first row, null for no ground",
             columns);
    if (!json_is_array(v) || json_array_size(v) != columns) return fail_at(s, "heights", row, expected, v);
    for (size_t i = 0; i < columns; ++i) {
        const json_t *const z = json_array_get(v, i);
        if (!json_is_number(z) && !json_is_null(z)) {
            char shown[MEMBER_SHOWN];
            member_show(z, shown);
            return query_fail(s->error, "wrong_type",
                              "%s.heights[%zu][%zu]: expected a number or null, found %s", s->path, row, i,
                              shown);
        }
        heights[i] = json_is_number(z) ? (flr_real)json_number_value(z) : (flr_real)NAN;
        if (isinf(heights[i]))
            return query_fail(s->error, "not_finite", "%s.heights[%zu][%zu]: expected a finite number",
                              s->path, row, i);
    }
    return true;
}

static bool read_heights(const field_scope *s, query_shape *shape)
{
    const json_t *const rows = field_get(s, "heights");
    flr_heights3_input *const g = &shape->grid;
    if (!json_is_array(rows)) return field_fail(s, "heights", "wrong_type", "an array of rows of numbers");
    if (json_array_size(rows) < 2) return field_fail(s, "heights", "invalid_shape", "two rows or more");
    g->rows = json_array_size(rows);
    g->columns = json_array_size(json_array_get(rows, 0));
    if (g->columns < 2)
        return fail_at(s, "heights", 0, "two numbers or more, null for no ground", json_array_get(rows, 0));
    flr_real *const heights = malloc(g->rows * g->columns * sizeof *heights);
    g->heights = heights;
    if (!heights) return query_fail(s->error, "out_of_memory", "%s: out of memory", s->path);
    for (size_t row = 0; row < g->rows; ++row)
        if (!read_row(s, row, json_array_get(rows, row), g->columns, heights + row * g->columns))
            return false;
    return true;
}

/// Two whole numbers from `low` on, below the limits.
static bool read_pair(const json_t *v, double low, const double limit[2], double pair[2])
{
    for (size_t k = 0; k < 2; ++k) {
        const json_t *const n = json_array_get(v, k);
        pair[k] = json_number_value(n);
        if (!json_is_number(n) || pair[k] != floor(pair[k]) || !(pair[k] >= low && pair[k] < limit[k]))
            return false;
    }
    return json_array_size(v) == 2;
}

static bool mark_cells(const field_scope *s, const char *name, uint8_t flag, query_shape *shape,
                       uint8_t *cells)
{
    const json_t *const list = field_get(s, name);
    const double limit[2] = {(double)shape->grid.columns - 1, (double)shape->grid.rows - 1};
    if (!list) return true;
    if (!json_is_array(list))
        return field_fail(s, name, "wrong_type", "an array of cells, [column, row] each");
    for (size_t i = 0; i < json_array_size(list); ++i) {
        double at[2];
        char expected[100];
        snprintf(expected, sizeof expected, "a cell, [column, row] below [%.0f, %.0f]", limit[0], limit[1]);
        if (!read_pair(json_array_get(list, i), 0, limit, at))
            return fail_at(s, name, i, expected, json_array_get(list, i));
        cells[(size_t)at[1] * (shape->grid.columns - 1) + (size_t)at[0]] |= flag;
    }
    return true;
}

static bool read_cells(const field_scope *s, query_shape *shape)
{
    if (!field_get(s, "holes") && !field_get(s, "turned") && !field_get(s, "neighbors")) return true;
    uint8_t *const cells = calloc((shape->grid.columns - 1) * (shape->grid.rows - 1), sizeof *cells);
    shape->grid.cells = cells;
    if (!cells) return query_fail(s->error, "out_of_memory", "%s: out of memory", s->path);
    return mark_cells(s, "holes", FLR_HEIGHTS_HOLE, shape, cells) &&
           mark_cells(s, "turned", FLR_HEIGHTS_TURNED, shape, cells) &&
           mark_cells(s, "neighbors", FLR_HEIGHTS_NEIGHBOR, shape, cells);
}

static bool read_diagonal(const field_scope *s, flr_diagonal *diagonal)
{
    static const char *const names[] = {"rising", "falling", "alternating"};
    const json_t *const given = field_get(s, "diagonal");
    *diagonal = FLR_DIAGONAL_RISING;
    if (!given) return true;
    for (int k = 0; json_is_string(given) && k < 3; ++k) {
        if (!member_same_name(names[k], json_string_value(given))) continue;
        *diagonal = (flr_diagonal)k;
        return true;
    }
    return field_fail(s, "diagonal", "wrong_type", "\"rising\", \"falling\" or \"alternating\"");
}

/// A single number counts for both axes.
static bool read_spacing(const field_scope *s, flr_heights3_input *g)
{
    const json_t *const given = field_get(s, "spacing");
    const bool one = json_is_number(given);
    const json_t *const x = one ? given : json_array_get(given, 0), *const y = one ? given
                                                                                   : json_array_get(given, 1);
    g->spacing_x = g->spacing_y = 1;
    if (!given) return true;
    g->spacing_x = (flr_real)json_number_value(x);
    g->spacing_y = (flr_real)json_number_value(y);
    const bool numbers = json_is_number(x) && json_is_number(y) && (one || json_array_size(given) == 2);
    if (!numbers) return field_fail(s, "spacing", "wrong_type", "a number, or two, above 0");
    return (g->spacing_x > 0 && g->spacing_y > 0) ||
           field_fail(s, "spacing", "invalid_shape", "a number, or two, above 0");
}

static bool read_first(const field_scope *s, flr_heights3_input *g)
{
    const json_t *const given = field_get(s, "first");
    const double limit[2] = {0x1p31, 0x1p31};
    double first[2] = {0, 0};
    if (given && !read_pair(given, -0x1p31, limit, first))
        return field_fail(s, "first", "wrong_type", "two whole numbers, of the first column and row");
    g->first_column = (int32_t)first[0];
    g->first_row = (int32_t)first[1];
    return true;
}

bool shape_make_heights(const field_scope *s, const flr_real *numbers, query_shape *shape)
{
    (void)numbers;
    shape->space.solid = false;
    shape->mesh_pose = flr_affine3_identity();
    return read_heights(s, shape) && read_cells(s, shape) && read_diagonal(s, &shape->grid.diagonal) &&
           read_spacing(s, &shape->grid) && read_first(s, &shape->grid);
}

bool query_heights_build(const field_scope *s, query_shape *shape)
{
    flr_status status = flr_mesh3_create_heights(&shape->grid, NULL, &shape->mesh);
    if (status == FLR_INVALID_SHAPE)
        return query_fail(s->error, "invalid_shape", "%s: expected a cell that is no hole", s->path);
    if (status == FLR_NOT_FINITE)
        return query_fail(s->error, "not_finite",
                          "%s: expected a grid whose diagonal squared is within the range of numbers",
                          s->path);
    if (status == FLR_TOO_LARGE)
        return query_fail(
            s->error, "too_large",
            "%s: expected columns and rows with numbers below 2^31, and fewer than 2^29 - 4 triangles",
            s->path);
    if (status == FLR_OK) status = flr_instance3_make(shape->mesh, shape->mesh_pose, &shape->space.as.mesh);
    return query_check(s->error, status, s->path);
}
