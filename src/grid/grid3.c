/// Signed distances to a mesh, sampled at the corners of a regular grid and interpolated between them.
/// Sampling uses the neighbour's distance to keep each search short. An answer has an error bound: each of
/// the eight corners bounds the distance, as it changes by no more than the way.

#include "feeler/grid3.h"

#include <math.h>

#include "base/allocator.h"
#include "base/answer.h"
#include "feeler/closest3.h"
#include "feeler/overlap3.h"
#include "mesh/mesh3.h"
#include "mesh/mesh3_pair.h"

struct flr_grid3 {
    flr_allocator allocator;
    flr_grid3_info info;
    flr_aabb3 mesh_bounds;
    size_t count[3];  ///< how many corners there are along x, y, z
    size_t corner_count;
    double origin[3], cell;
    double slack;   ///< in cells: the error of a stored value and of the place asked
    float *values;  ///< in cells; x varies fastest
};

// ---- Making it

/// A bound of the error of a distance to the mesh, and of how much it may change beyond the way between two
/// points. Signs are those of the welded mesh, in its own frame.
static double rounding_of(const flr_instance3 *m, double reach)
{
    const bool single = sizeof(flr_real) == sizeof(float);
    const double eps = single ? 0x1p-23 : 0x1p-52;
    const double weld = (double)m->mesh->info.weld_tolerance * (double)m->max_stretch;
    const double skew = (double)m->max_stretch / (double)m->min_stretch;
    // squares of lengths below the last term underflow
    return 2 * (weld + skew * (flr_instance3_rounding(m) + 16 * eps * reach)) + (single ? 0x1p-70 : 0x1p-530);
}

/// Sets the counts, the origin and the cell; returns the status of the input.
static flr_status lay_out(flr_grid3 *g, const flr_grid3_input *in, double *reach)
{
    const flr_aabb3 b = in->mesh->bounds;
    const double low[3] = {(double)b.min.x, (double)b.min.y, (double)b.min.z};
    const double high[3] = {(double)b.max.x, (double)b.max.y, (double)b.max.z};
    double side[3], longest = 0, corners = 1, diagonal = 0;
    for (int k = 0; k < 3; k++) {
        side[k] = high[k] - low[k] + 2 * (double)in->margin;
        longest = fmax(longest, side[k]);
    }
    const flr_real cell = in->cell > 0    ? in->cell
                          : in->cells > 0 ? (flr_real)(longest / (double)in->cells)
                                          : 0;
    if (!(cell > 0)) return FLR_INVALID_ARGUMENT;
    g->cell = (double)cell;
    if (!isfinite(1 / cell) || !isfinite(longest)) return FLR_NOT_FINITE;
    *reach = 0;
    for (int k = 0; k < 3; k++) {
        // a side that rounding has made a little longer than whole cells needs no further cell
        const double n = floor(side[k] / g->cell * (1 - 0x1p-30)) + 1;
        corners *= n + 1;
        if (!(corners <= FLR_GRID3_MOST)) return FLR_TOO_LARGE;
        g->count[k] = (size_t)n + 1;
        g->origin[k] = low[k] / 2 + high[k] / 2 - n * g->cell / 2;
        *reach += fmax(fabs(g->origin[k]), fabs(g->origin[k] + n * g->cell));
        diagonal += n * g->cell * n * g->cell;
    }
    if (!isfinite((flr_real)diagonal) || !isfinite((flr_real)*reach)) return FLR_NOT_FINITE;
    g->corner_count = g->count[0] * g->count[1] * g->count[2];
    return FLR_OK;
}

static flr_vec3 corner_at(const flr_grid3 *g, size_t i, size_t j, size_t k)
{
    return flr_vec3_make((flr_real)(g->origin[0] + (double)i * g->cell),
                         (flr_real)(g->origin[1] + (double)j * g->cell),
                         (flr_real)(g->origin[2] + (double)k * g->cell));
}

/// What a thread needs to sample a layer.
typedef struct sampling {
    flr_grid3 *grid;
    const flr_instance3 *mesh;
    double rounding;
} sampling;

/// Samples a corner's distance, with the help of an adjacent corner's if there is one. The distance is at
/// most a cell more than that. The sign is the same where the way between both is too short to meet the
/// mesh; else containment is asked.
static double sample_at(const sampling *s, flr_vec3 p, const double *beside)
{
    const double step = s->grid->cell * (1 + 1e-6) + 4 * s->rounding;
    const flr_real most = beside ? (flr_real)((fabs(*beside) + step) * (1 + 1e-6)) : (flr_real)INFINITY;
    flr_closest3_mesh c = flr_closest3_point_mesh(p, s->mesh, most);
    if (!c.found) c = flr_closest3_point_mesh(p, s->mesh, (flr_real)INFINITY);
    const double distance = (double)c.distance;
    if (!s->grid->info.is_signed) return distance;
    if (beside && fabs(*beside) + distance > step) return copysign(distance, *beside);
    return flr_contains3_mesh_point(s->mesh, p) == FLR_INSIDE ? -distance : distance;
}

/// Samples a layer, from its first corner on. It uses no other layer, so threads do not change the values.
static void sample_layer(void *argument, size_t k)
{
    const sampling *s = argument;
    flr_grid3 *const g = s->grid;
    float *value = g->values + k * g->count[1] * g->count[0];
    double row = 0;
    for (size_t j = 0; j < g->count[1]; j++) {
        row = sample_at(s, corner_at(g, 0, j, k), j ? &row : NULL);
        double last = row;
        *value++ = (float)(row / g->cell);
        for (size_t i = 1; i < g->count[0]; i++) {
            last = sample_at(s, corner_at(g, i, j, k), &last);
            *value++ = (float)(last / g->cell);
        }
    }
}

/// Sets the error bounds and the info of a sampled grid.
static void finish(flr_grid3 *g, double rounding)
{
    double farthest = 0, most = 0;
    for (size_t i = 0; i < g->corner_count; i++) farthest = fmax(farthest, fabs((double)g->values[i]));
    for (int k = 0; k < 3; k++) most = fmax(most, (double)g->count[k]);
    // the rounding errors of two conversions to float, and of the place in the grid
    g->slack = rounding / g->cell + 0x1p-22 * farthest + 0x1p-49 * most;
    flr_grid3_info *const info = &g->info;
    info->bounds.min = corner_at(g, 0, 0, 0);
    info->bounds.max = corner_at(g, g->count[0] - 1, g->count[1] - 1, g->count[2] - 1);
    info->cell = (flr_real)g->cell;
    info->columns = g->count[0];
    info->rows = g->count[1];
    info->layers = g->count[2];
    info->sample_error = (flr_real)(g->slack * g->cell);
    info->error = (flr_real)((0.8661 + g->slack) * g->cell);
    info->memory = sizeof *g + g->corner_count * sizeof *g->values;
}

flr_status flr_grid3_create(const flr_grid3_input *input, const flr_allocator *allocator,
                            const flr_parallel *parallel, flr_grid3 **grid)
{
    if (grid) *grid = NULL;
    if (!grid || !input || !input->mesh || !input->mesh->mesh || (parallel && !parallel->run) ||
        !flr_is_option(input->cell) || !flr_is_option(input->margin))
        return FLR_INVALID_ARGUMENT;
    flr_grid3 g = {.allocator = flr_allocator_or_default(allocator), .mesh_bounds = input->mesh->bounds};
    g.info.is_signed = input->mesh->mesh->info.watertight;
    double reach;
    const flr_status status = lay_out(&g, input, &reach);
    if (status != FLR_OK) return status;
    flr_grid3 *const made = flr_allocate(&g.allocator, 1, sizeof *made);
    if (!made) return FLR_OUT_OF_MEMORY;
    g.values = flr_allocate(&g.allocator, g.corner_count, sizeof *g.values);
    if (!g.values) {
        flr_release(&g.allocator, made, 1, sizeof *made);
        return FLR_OUT_OF_MEMORY;
    }
    *made = g;
    sampling s = {made, input->mesh, rounding_of(input->mesh, reach)};
    if (parallel) {
        parallel->run(parallel->user, g.count[2], sample_layer, &s);
    } else {
        for (size_t k = 0; k < g.count[2]; k++) sample_layer(&s, k);
    }
    finish(made, s.rounding);
    *grid = made;
    return FLR_OK;
}

void flr_grid3_destroy(flr_grid3 *g)
{
    if (!g) return;
    const flr_allocator memory = g->allocator;
    flr_release(&memory, g->values, g->corner_count, sizeof *g->values);
    flr_release(&memory, g, 1, sizeof *g);
}

flr_grid3_info flr_grid3_get_info(const flr_grid3 *g) { return g ? g->info : (flr_grid3_info){.cell = 0}; }

// ---- Asking it

/// The interpolation at a place in a cell, and the bounds from its eight corners, in cells.
typedef struct between {
    double value, gradient[3], low, high;
} between;

/// f[4 z + 2 y + x] are the values at the corners; t is the place in the cell, from 0 to 1.
static between interpolate(const double f[8], const double t[3])
{
    between r = {.low = -INFINITY, .high = INFINITY};
    double dx[4], fx[4];
    for (int i = 0; i < 4; i++) {
        dx[i] = f[2 * i + 1] - f[2 * i];
        fx[i] = f[2 * i] + t[0] * dx[i];
    }
    const double x0 = dx[0] + t[1] * (dx[1] - dx[0]), x1 = dx[2] + t[1] * (dx[3] - dx[2]);
    const double y0 = fx[1] - fx[0], y1 = fx[3] - fx[2];
    const double f0 = fx[0] + t[1] * y0, f1 = fx[2] + t[1] * y1;
    r.gradient[0] = x0 + t[2] * (x1 - x0);
    r.gradient[1] = y0 + t[2] * (y1 - y0);
    r.gradient[2] = f1 - f0;
    r.value = f0 + t[2] * (f1 - f0);
    for (int i = 0; i < 8; i++) {
        const double x = (i & 1) - t[0], y = (i >> 1 & 1) - t[1], z = (i >> 2) - t[2];
        const double way = sqrt(x * x + y * y + z * z);
        r.low = f[i] - way > r.low ? f[i] - way : r.low;
        r.high = f[i] + way < r.high ? f[i] + way : r.high;
    }
    return r;
}

/// Interpolates at a place u, which is in cells from the grid's origin.
static between at_place(const flr_grid3 *g, const double u[3])
{
    size_t first = 0, stride = 1;
    double t[3], f[8];
    for (int k = 0; k < 3; k++) {
        const size_t last = g->count[k] - 2, whole = (size_t)u[k], i = whole < last ? whole : last;
        t[k] = u[k] - (double)i;
        first += i * stride;
        stride *= g->count[k];
    }
    const size_t row = g->count[0], layer = row * g->count[1];
    for (size_t i = 0; i < 8; i++)
        f[i] = (double)g->values[first + (i & 1) + (i >> 1 & 1) * row + (i >> 2) * layer];
    return interpolate(f, t);
}

static double length_of(const double d[3])
{
    const double m = fmax(fabs(d[0]), fmax(fabs(d[1]), fabs(d[2])));
    if (!(m > 0) || !isfinite(m)) return m;
    const double x = d[0] / m, y = d[1] / m, z = d[2] / m;
    return m * sqrt(x * x + y * y + z * z);
}

static double distance_to_box(const double p[3], const flr_aabb3 *b)
{
    const double low[3] = {(double)b->min.x, (double)b->min.y, (double)b->min.z};
    const double high[3] = {(double)b->max.x, (double)b->max.y, (double)b->max.z};
    double d[3];
    for (int k = 0; k < 3; k++) d[k] = fmax(0, fmax(low[k] - p[k], p[k] - high[k]));
    return length_of(d);
}

flr_status flr_grid3_distance(const flr_grid3 *g, flr_vec3 p, flr_grid3_sample *sample)
{
    if (!g || !sample) return FLR_INVALID_ARGUMENT;
    if (!flr_is_finite3(p)) return FLR_NOT_FINITE;
    const double at[3] = {(double)p.x, (double)p.y, (double)p.z};
    double u[3], away[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        const double cells = (double)(g->count[k] - 1), from = at[k] - g->origin[k];
        u[k] = from / g->cell;
        if (u[k] < 0) {
            u[k] = 0;
            away[k] = from;
        } else if (u[k] > cells) {
            u[k] = cells;
            away[k] = from - cells * g->cell;
        }
    }
    between r = at_place(g, u);
    const double way = length_of(away), value = r.value * g->cell + way;
    double low = r.low * g->cell - way;
    if (way > 0) {
        // outside the mesh's bounds it is outside the mesh, and at least as far away as they are
        const double clear = distance_to_box(at, &g->mesh_bounds);
        if (clear > low && clear > 0) low = clear;
        for (int k = 0; k < 3; k++)
            if (away[k] < 0 || away[k] > 0) r.gradient[k] = away[k] / way;
    }
    // the way and its sum have rounding errors too
    const double single = sizeof(flr_real) == sizeof(float) ? 0x1p-22 : 0x1p-50;
    const double open = fmax(0, fmax(value - low, (r.high - r.value) * g->cell));
    const double error = open + g->slack * g->cell + single * way;
    if (!isfinite((flr_real)value) || !isfinite((flr_real)error)) return FLR_NOT_FINITE;
    *sample = (flr_grid3_sample){(flr_real)value,
                                 {(flr_real)r.gradient[0], (flr_real)r.gradient[1], (flr_real)r.gradient[2]},
                                 (flr_real)error,
                                 way > 0};
    return FLR_OK;
}
