/// Meshes that deform: heights made anew and where surfaces meet on their way; and grids of distances to a mesh.
#include "handle.h"
#include "query/deforming.h"

/// New heights, flags of cells or both of a rectangle; null ones stay. FLR_CANCELLED where something else holds the mesh.
flr_status EXPORT(feeler_refit_heights3)(handle *h, size_t column, size_t row, size_t columns, size_t rows,
                                         const flr_real *heights, const uint8_t *cells);
flr_status feeler_refit_heights3(handle *h, size_t column, size_t row, size_t columns, size_t rows,
                                 const flr_real *heights, const uint8_t *cells)
{
    if (!handle_alone(h)) return FLR_CANCELLED;
    return flr_mesh3_refit_heights(h->own.mesh, column, row, columns, rows, heights, cells);
}

// ---- What meets

/// Tolerance and target distance in in[0..1]. Null for b: a and itself. Of the first one the_call.out tells, and of all of them, with
/// flags, a block that the_call.out holds, to be released; the_call.count is their number.
flr_status EXPORT(feeler_meetings3)(const handle *a, const flr_real *end_a, const handle *b,
                                    const flr_real *end_b);
flr_status feeler_meetings3(const handle *a, const flr_real *end_a, const handle *b, const flr_real *end_b)
{
    const deforming d = {a->own.mesh,
                         b ? b->own.mesh : NULL,
                         end_a,
                         end_b,
                         {.tolerance = the_call.in[0], .target_distance = the_call.in[1]}};
    flr_vertex_toi3_meeting *all = NULL;
    size_t count = 0;
    flr_status status;
    if (the_call.flags) {
        status = deforming_all(&d, &all, &count);
        the_call.out.block = all;
    } else {
        status = deforming_first(&d, &the_call.out.meeting);
        count = status == FLR_OK && the_call.out.meeting.toi.hit;
    }
    the_call.count = (int32_t)count;
    return status;
}

// ---- Grids

/// The cell and the margin in in[0..1], or, with 0 for the cell, so many along the longest side. The grid is the_call.count, and what
/// flr_grid3_get_info tells the_call.out.
flr_status EXPORT(feeler_grid3)(handle *mesh, size_t cells);
flr_status feeler_grid3(handle *mesh, size_t cells)
{
    const flr_shape3 *s;
    flr_grid3 *grid = NULL;
    flr_status status = handle_place3(mesh, 0, call_pose(0), &s);
    if (status == FLR_OK) {
        const flr_grid3_input input = {&s->as.mesh, the_call.in[0], cells, the_call.in[1]};
        status = flr_grid3_create(&input, NULL, NULL, &grid);
    }
    the_call.out.grid = flr_grid3_get_info(grid);
    the_call.count = (int32_t)(intptr_t)grid;
    return status;
}

void EXPORT(feeler_grid3_free)(flr_grid3 *grid);
void feeler_grid3_free(flr_grid3 *grid) { flr_grid3_destroy(grid); }

/// At in[0..2].
flr_status EXPORT(feeler_grid_distance3)(const flr_grid3 *grid);
flr_status feeler_grid_distance3(const flr_grid3 *grid)
{
    const flr_vec3 p = flr_vec3_make(the_call.in[0], the_call.in[1], the_call.in[2]);
    return flr_grid3_distance(grid, p, &the_call.out.sample);
}

/// At many points; null arrays are left out.
flr_status EXPORT(feeler_grid_distances3)(const flr_grid3 *grid, const flr_vec3 *points, size_t count,
                                          flr_real *values, flr_vec3 *gradients, flr_real *errors);
flr_status feeler_grid_distances3(const flr_grid3 *grid, const flr_vec3 *points, size_t count,
                                  flr_real *values, flr_vec3 *gradients, flr_real *errors)
{
    for (size_t i = 0; i < count; ++i) {
        flr_grid3_sample sample;
        const flr_status status = flr_grid3_distance(grid, points[i], &sample);
        if (status != FLR_OK) return status;
        values[i] = sample.value;
        if (gradients) gradients[i] = sample.gradient;
        if (errors) errors[i] = sample.error;
    }
    return FLR_OK;
}
