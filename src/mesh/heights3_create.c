/// Making a mesh over a grid of heights, and new heights in a rectangle of it.

#include <math.h>
#include <string.h>

#include "mesh/mesh3.h"
#include "mesh/near3.h"

/// Up to this number, the products of column numbers and the spacing are certainly different.
static const int64_t number_limit = sizeof(flr_real) == sizeof(float) ? (int64_t)1 << 22 : (int64_t)1 << 31;

/// A rectangle of cells or tiles, from `first` to before `end`.
typedef bvh3_blocks rectangle;

// ---- The input

static flr_status check_values(const flr_real *heights, size_t count, const uint8_t *cells, size_t cell_count)
{
    for (size_t i = 0; cells && i < cell_count; i++)
        if (cells[i] & ~(FLR_HEIGHTS_HOLE | FLR_HEIGHTS_TURNED | FLR_HEIGHTS_NEIGHBOR))
            return FLR_INVALID_ARGUMENT;
    for (size_t i = 0; heights && i < count; i++)
        if (isinf(heights[i])) return FLR_NOT_FINITE;
    return FLR_OK;
}

static flr_status check_axis(size_t count, flr_real spacing, int32_t first)
{
    if (count < 2 || !(spacing > 0)) return FLR_INVALID_ARGUMENT;
    if (count > (size_t)number_limit || first < -number_limit || first + (int64_t)count > number_limit)
        return FLR_TOO_LARGE;
    const flr_real ends[2] = {(flr_real)first * spacing, (flr_real)(first + (int64_t)count) * spacing};
    return isfinite(ends[0]) && isfinite(ends[1]) ? FLR_OK : FLR_NOT_FINITE;
}

static flr_status check_input(const flr_heights3_input *in)
{
    if (!in || !in->heights || (unsigned)in->diagonal > FLR_DIAGONAL_ALTERNATING) return FLR_INVALID_ARGUMENT;
    const flr_status x = check_axis(in->columns, in->spacing_x, in->first_column),
                     y = check_axis(in->rows, in->spacing_y, in->first_row);
    if (x == FLR_INVALID_ARGUMENT || y == FLR_INVALID_ARGUMENT) return FLR_INVALID_ARGUMENT;
    if (x != FLR_OK || y != FLR_OK) return x != FLR_OK ? x : y;
    if ((in->columns - 1) > (BVH3_ITEM_LIMIT - 5) / 2 / (in->rows - 1)) return FLR_TOO_LARGE;
    return check_values(in->heights, in->columns * in->rows, in->cells, (in->columns - 1) * (in->rows - 1));
}

/// Sets everything but the arrays.
static void set_sizes(heights3 *h, const flr_heights3_input *in)
{
    *h = (heights3){.size = {(uint32_t)in->columns, (uint32_t)in->rows},
                    .spacing = {in->spacing_x, in->spacing_y},
                    .first = {in->first_column, in->first_row},
                    .diagonal = in->diagonal};
    for (int k = 0; k < 2; k++) {
        h->cell_size[k] = h->size[k] - 1;
        h->block_size[k] = (h->cell_size[k] + HEIGHTS3_BLOCK - 1) / HEIGHTS3_BLOCK;
        h->tile_size[k] = (h->cell_size[k] + HEIGHTS3_TILE - 1) / HEIGHTS3_TILE;
    }
    unsigned bits = 0;
    while ((uint32_t)1 << bits < h->cell_size[0]) bits++;
    h->shift = 29 + bits;
    h->reciprocal = (((uint64_t)1 << h->shift) + h->cell_size[0] - 1) / h->cell_size[0];
}

// ---- Cells

/// Must cells be stored? They must if some have flags, or a corner without a height.
static bool needs_cells(const flr_real *heights, size_t count, const uint8_t *cells, size_t cell_count)
{
    for (size_t i = 0; cells && i < cell_count; i++)
        if (cells[i]) return true;
    for (size_t i = 0; heights && i < count; i++)
        if (isnan(heights[i])) return true;
    return false;
}

/// Marks the cells of a rectangle that have a corner without a height, and counts all holes in it.
static uint32_t mark_cells(heights3 *h, const rectangle *r)
{
    uint32_t holes = 0;
    for (uint32_t row = r->first[1]; h->cells && row < r->end[1]; row++) {
        for (uint32_t column = r->first[0]; column < r->end[0]; column++) {
            const flr_real *const z = h->z + (size_t)row * h->size[0] + column;
            const uint32_t number = row * h->cell_size[0] + column;
            uint8_t *const cell = &h->cells[number];
            const bool none = isnan(z[0]) || isnan(z[1]) || isnan(z[h->size[0]]) || isnan(z[h->size[0] + 1]);
            *cell = (uint8_t)((*cell & ~HEIGHTS3_NO_CORNER) | (none ? HEIGHTS3_NO_CORNER : 0));
            holes += heights3_is_hole(h, number);
        }
    }
    return holes;
}

static uint32_t count_holes(const heights3 *h, const rectangle *r)
{
    uint32_t holes = 0;
    for (uint32_t row = r->first[1]; h->cells && row < r->end[1]; row++)
        for (uint32_t column = r->first[0]; column < r->end[0]; column++)
            holes += heights3_is_hole(h, row * h->cell_size[0] + column);
    return holes;
}

// ---- Bounds

static void add_corners(const heights3 *h, heights3_tile *t, uint32_t column, uint32_t row)
{
    for (uint32_t k = 0; k < 4; k++) {
        const uint32_t at[2] = {column + (k & 1u), row + (k >> 1)};
        const flr_real z = h->z[(size_t)at[1] * h->size[0] + at[0]];
        t->lowest = z < t->lowest ? z : t->lowest;
        t->highest = z > t->highest ? z : t->highest;
        for (int axis = 0; axis < 2; axis++) {
            t->first[axis] = at[axis] < t->first[axis] ? at[axis] : t->first[axis];
            t->last[axis] = at[axis] > t->last[axis] ? at[axis] : t->last[axis];
        }
    }
}

static rectangle cells_of_tile(const heights3 *h, const uint32_t at[2])
{
    rectangle r;
    for (int k = 0; k < 2; k++) {
        r.first[k] = at[k] * HEIGHTS3_TILE;
        r.end[k] =
            r.first[k] + HEIGHTS3_TILE < h->cell_size[k] ? r.first[k] + HEIGHTS3_TILE : h->cell_size[k];
    }
    return r;
}

static void measure_tile(heights3 *h, const uint32_t at[2])
{
    const rectangle r = cells_of_tile(h, at);
    heights3_tile t = {(flr_real)INFINITY, -(flr_real)INFINITY, {UINT32_MAX, UINT32_MAX}, {0, 0}};
    if (!h->cells) {
        t = (heights3_tile){t.lowest, t.highest, {r.first[0], r.first[1]}, {r.end[0], r.end[1]}};
        for (uint32_t row = r.first[1]; row <= r.end[1]; row++) {
            const flr_real *const z = h->z + (size_t)row * h->size[0];
            for (uint32_t column = r.first[0]; column <= r.end[0]; column++) {
                t.lowest = z[column] < t.lowest ? z[column] : t.lowest;
                t.highest = z[column] > t.highest ? z[column] : t.highest;
            }
        }
    } else {
        for (uint32_t row = r.first[1]; row < r.end[1]; row++)
            for (uint32_t column = r.first[0]; column < r.end[0]; column++)
                if (!heights3_is_hole(h, row * h->cell_size[0] + column)) add_corners(h, &t, column, row);
    }
    h->tiles[(size_t)at[1] * h->tile_size[0] + at[0]] = t;
}

/// Sets the ranges of the tiles that hold cells of a rectangle.
static void measure_tiles(heights3 *h, const rectangle *r)
{
    for (uint32_t row = r->first[1] / HEIGHTS3_TILE; row * HEIGHTS3_TILE < r->end[1]; row++)
        for (uint32_t column = r->first[0] / HEIGHTS3_TILE; column * HEIGHTS3_TILE < r->end[0]; column++)
            measure_tile(h, (const uint32_t[2]){column, row});
}

/// Sets the bounds of the corners of all triangles, of which there is at least one.
static flr_aabb3 bounds_of(const heights3 *h)
{
    heights3_tile all = {(flr_real)INFINITY, -(flr_real)INFINITY, {UINT32_MAX, UINT32_MAX}, {0, 0}};
    for (size_t i = 0; i < heights3_area(h->tile_size); i++) {
        const heights3_tile *const t = &h->tiles[i];
        if (!(t->lowest <= t->highest)) continue;
        all.lowest = t->lowest < all.lowest ? t->lowest : all.lowest;
        all.highest = t->highest > all.highest ? t->highest : all.highest;
        for (int axis = 0; axis < 2; axis++) {
            all.first[axis] = t->first[axis] < all.first[axis] ? t->first[axis] : all.first[axis];
            all.last[axis] = t->last[axis] > all.last[axis] ? t->last[axis] : all.last[axis];
        }
    }
    return (flr_aabb3){{heights3_place(h, 0, all.first[0]), heights3_place(h, 1, all.first[1]), all.lowest},
                       {heights3_place(h, 0, all.last[0]), heights3_place(h, 1, all.last[1]), all.highest}};
}

static bool is_measurable(const flr_aabb3 *b) { return isfinite(flr_length3(flr_sub3(b->max, b->min))); }

// ---- Connected parts

/// Consecutive cells of a row without a hole, from `first` to before `end`. `parent` leads to the first run
/// of the connected part.
typedef struct run {
    uint32_t first, end, row, parent;
} run;

/// Finds the next run of a row from a column on; returns false if there is none.
static bool next_run(const heights3 *h, uint32_t row, uint32_t *column, run *r)
{
    const uint32_t first_cell = row * h->cell_size[0];
    uint32_t c = *column;
    while (c < h->cell_size[0] && heights3_is_hole(h, first_cell + c)) c++;
    if (c == h->cell_size[0]) return false;
    *r = (run){c, c, row, 0};
    while (c < h->cell_size[0] && !heights3_is_hole(h, first_cell + c)) c++;
    r->end = *column = c;
    return true;
}

static uint32_t root_of(run *runs, uint32_t i)
{
    while (runs[i].parent != i) i = runs[i].parent = runs[runs[i].parent].parent;
    return i;
}

/// Joins the runs of two rows that share a vertex. The runs of a row begin at a and b, and end where those of
/// the next row begin.
static void join_rows(run *runs, uint32_t a, uint32_t b, uint32_t end)
{
    for (uint32_t i = a, j = b; i < b && j < end;) {
        if (runs[i].first <= runs[j].end && runs[j].first <= runs[i].end) {
            const uint32_t p = root_of(runs, i), q = root_of(runs, j);
            runs[p > q ? p : q].parent = p > q ? q : p;
        }
        if (runs[i].end < runs[j].end)
            i++;
        else
            j++;
    }
}

static size_t count_runs(const heights3 *h)
{
    size_t count = 0;
    run r;
    for (uint32_t row = 0; row < h->cell_size[1]; row++)
        for (uint32_t column = 0; next_run(h, row, &column, &r);) count++;
    return count;
}

/// Writes the runs, joined to connected parts. Returns how many parts there are.
static size_t join_runs(const heights3 *h, run *runs)
{
    uint32_t count = 0, before = 0;
    size_t parts = 0;
    for (uint32_t row = 0; row < h->cell_size[1]; row++) {
        const uint32_t begin = count;
        for (uint32_t column = 0; next_run(h, row, &column, &runs[count]); count++)
            runs[count].parent = count;
        join_rows(runs, before, begin, count);
        before = begin;
    }
    for (uint32_t i = 0; i < count; i++) parts += runs[i].parent == i;
    return parts;
}

/// Finds one vertex of each connected part, and their number. Returns false if memory ran out; then nothing
/// is changed.
static bool find_components(flr_mesh3 *m)
{
    const heights3 *const h = m->heights;
    const size_t count = count_runs(h);
    run *const runs = flr_allocate(&m->allocator, count, sizeof *runs);
    const size_t parts = runs ? join_runs(h, runs) : 0;
    uint32_t *const vertices = flr_allocate(&m->allocator, parts, sizeof *vertices);
    const bool ok = runs && vertices;
    if (ok) {
        size_t n = 0;
        for (uint32_t i = 0; i < count; i++)
            if (runs[i].parent == i) vertices[n++] = runs[i].row * h->size[0] + runs[i].first;
        flr_release(&m->allocator, m->component_vertex, m->info.component_count, sizeof *vertices);
        m->component_vertex = vertices;
        m->info.component_count = parts;
    } else {
        flr_release(&m->allocator, vertices, parts, sizeof *vertices);
    }
    flr_release(&m->allocator, runs, count, sizeof *runs);
    return ok;
}

/// Counts the sides of cells with no triangle across them.
static size_t count_boundary(const heights3 *h)
{
    size_t sides = 2 * ((size_t)h->cell_size[0] + h->cell_size[1]);
    if (h->hole_count == 0) return sides;
    sides = 0;
    for (uint32_t row = 0; row < h->cell_size[1]; row++) {
        for (uint32_t column = 0; column < h->cell_size[0]; column++) {
            const uint32_t cell = row * h->cell_size[0] + column;
            if (heights3_is_hole(h, cell)) continue;
            sides += column == 0 || heights3_is_hole(h, cell - 1);
            sides += row == 0 || heights3_is_hole(h, cell - h->cell_size[0]);
            sides += column + 1 == h->cell_size[0] || heights3_is_hole(h, cell + 1);
            sides += row + 1 == h->cell_size[1] || heights3_is_hole(h, cell + h->cell_size[0]);
        }
    }
    return sides;
}

// ---- The tree

static rectangle blocks_of(const rectangle *cells)
{
    rectangle b;
    for (int k = 0; k < 2; k++) {
        b.first[k] = cells->first[k] / HEIGHTS3_BLOCK;
        b.end[k] = (cells->end[k] + HEIGHTS3_BLOCK - 1) / HEIGHTS3_BLOCK;
    }
    return b;
}

static void fill_tree(flr_mesh3 *m, const rectangle *cells)
{
    const rectangle blocks = blocks_of(cells);
    flr_bvh3_grid_fill(&m->tree, m->heights->block_size, &blocks, flr_heights3_block, m->heights);
}

static void set_frame(flr_mesh3 *m)
{
    flr_bvh3_frame(&m->tree, m->info.bounds);
    m->heights->center = m->tree.center;
    m->heights->scale = m->tree.scale;
}

static bool is_within(flr_real low, flr_real high, flr_real center, flr_real scale)
{
    return (high - center) * scale < 1 && (center - low) * scale < 1;
}

/// Does the mesh fit in the tree's frame?
static bool frame_holds(const flr_mesh3 *m)
{
    const flr_aabb3 *const b = &m->info.bounds;
    const flr_vec3 c = m->tree.center;
    return is_within(b->min.x, b->max.x, c.x, m->tree.scale) &&
           is_within(b->min.y, b->max.y, c.y, m->tree.scale) &&
           is_within(b->min.z, b->max.z, c.z, m->tree.scale);
}

static rectangle all_cells(const heights3 *h)
{
    return (rectangle){{0, 0}, {h->cell_size[0], h->cell_size[1]}};
}

/// Sets what follows from the bounds, and the sum of the memory.
static void finish(flr_mesh3 *m, flr_mesh3 *from_pivot)
{
    const heights3 *const h = m->heights;
    flr_mesh3_find_pivot(m);
    const size_t kept = heights3_area(h->size) * sizeof *h->z + (h->cells ? heights3_area(h->cell_size) : 0);
    m->info.memory_beside_mesh = 2 * sizeof *m + sizeof *h + m->tree.node_count * sizeof *m->tree.nodes +
                                 heights3_area(h->tile_size) * sizeof *h->tiles +
                                 m->info.component_count * sizeof *m->component_vertex;
    m->info.memory = kept + m->info.memory_beside_mesh;
    m->from_pivot = NULL;
    *from_pivot = *m;
    from_pivot->shift = m->pivot;
    from_pivot->tree.center = flr_sub3(m->tree.center, m->pivot);
    from_pivot->info.bounds.min = flr_sub3(m->info.bounds.min, m->pivot);
    from_pivot->info.bounds.max = flr_sub3(m->info.bounds.max, m->pivot);
    from_pivot->pivot = flr_vec3_make(0, 0, 0);
    if (!flr_is_zero3(m->pivot)) m->from_pivot = from_pivot;
}

// ---- Making

static bool allocate_arrays(flr_mesh3 *m, const flr_heights3_input *in)
{
    heights3 *const h = m->heights = flr_allocate(&m->allocator, 1, sizeof *h);
    if (!h) return false;
    set_sizes(h, in);
    m->tree.node_count = (uint32_t)flr_bvh3_grid_node_count(h->block_size);
    m->tree.make = flr_heights3_make;
    m->tree.maker = h;
    h->from_pivot = flr_allocate(&m->allocator, 1, sizeof *m);
    h->z = flr_allocate(&m->allocator, heights3_area(h->size), sizeof *h->z);
    h->tiles = flr_allocate(&m->allocator, heights3_area(h->tile_size), sizeof *h->tiles);
    m->tree.nodes = flr_allocate(&m->allocator, m->tree.node_count, sizeof *m->tree.nodes);
    const bool flags =
        needs_cells(in->heights, heights3_area(h->size), in->cells, heights3_area(h->cell_size));
    if (flags) h->cells = flr_allocate(&m->allocator, heights3_area(h->cell_size), sizeof *h->cells);
    if (!h->from_pivot || !h->z || !h->tiles || !m->tree.nodes || (flags && !h->cells)) return false;
    memcpy(h->z, in->heights, heights3_area(h->size) * sizeof *h->z);
    if (flags && in->cells) memcpy(h->cells, in->cells, heights3_area(h->cell_size));
    if (flags && !in->cells) memset(h->cells, 0, heights3_area(h->cell_size));
    return true;
}

static flr_status fill(flr_mesh3 *m, const flr_heights3_input *in)
{
    if (!allocate_arrays(m, in)) return FLR_OUT_OF_MEMORY;
    heights3 *const h = m->heights;
    const rectangle all = all_cells(h);
    h->hole_count = mark_cells(h, &all);
    if (h->hole_count == heights3_area(h->cell_size)) return FLR_INVALID_SHAPE;
    measure_tiles(h, &all);
    m->info.bounds = bounds_of(h);
    if (!is_measurable(&m->info.bounds)) return FLR_NOT_FINITE;
    m->info.vertex_count = m->info.welded_vertex_count = heights3_area(h->size);
    m->info.triangle_count = 2 * heights3_area(h->cell_size);
    m->info.boundary_edge_count = count_boundary(h);
    if (!find_components(m)) return FLR_OUT_OF_MEMORY;
    set_frame(m);
    fill_tree(m, &all);
    finish(m, h->from_pivot);
    return FLR_OK;
}

flr_status flr_mesh3_create_heights(const flr_heights3_input *input, const flr_allocator *allocator,
                                    flr_mesh3 **mesh)
{
    if (!mesh) return FLR_INVALID_ARGUMENT;
    *mesh = NULL;
    flr_status status = check_input(input);
    if (status != FLR_OK) return status;
    const flr_allocator memory = flr_allocator_or_default(allocator);
    flr_mesh3 *m = flr_allocate(&memory, 1, sizeof *m);
    if (!m) return FLR_OUT_OF_MEMORY;
    memset(m, 0, sizeof *m);
    m->allocator = memory;
    status = fill(m, input);
    if (status == FLR_OK)
        *mesh = m;
    else
        flr_mesh3_destroy(m);
    return status;
}

// ---- New heights

/// A rectangle of the mesh, or what is to replace it: the heights of size[0] x size[1] vertices from `first`
/// on, and the cells between them.
typedef struct patch {
    uint32_t first[2], size[2];
    flr_real *heights;
    uint8_t *cells;
} patch;

static void copy_heights(const heights3 *h, const patch *p, flr_real *out, const flr_real *in)
{
    for (uint32_t row = 0; row < p->size[1]; row++) {
        flr_real *const there = h->z + (size_t)(p->first[1] + row) * h->size[0] + p->first[0];
        const size_t at = (size_t)row * p->size[0], bytes = p->size[0] * sizeof *there;
        if (out) memcpy(out + at, there, bytes);
        if (in) memcpy(there, in + at, bytes);
    }
}

static void copy_cells(const heights3 *h, const patch *p, uint8_t *out, const uint8_t *in)
{
    const uint32_t columns = p->size[0] - 1;
    for (uint32_t row = 0; columns > 0 && row + 1 < p->size[1]; row++) {
        uint8_t *const there = h->cells + (size_t)(p->first[1] + row) * h->cell_size[0] + p->first[0];
        if (out) memcpy(out + (size_t)row * columns, there, columns);
        if (in) memcpy(there, in + (size_t)row * columns, columns);
    }
}

/// Returns the cells that have a corner in the patch.
static rectangle cells_around(const heights3 *h, const patch *p)
{
    rectangle r;
    for (int k = 0; k < 2; k++) {
        const uint32_t end = p->first[k] + p->size[k];
        r.first[k] = p->first[k] > 0 ? p->first[k] - 1 : 0;
        r.end[k] = end < h->cell_size[k] ? end : h->cell_size[k];
    }
    return r;
}

/// Updates bounds, parts and holes after heights or flags have changed.
static flr_status measure(flr_mesh3 *m, const rectangle *cells, uint32_t holes_before)
{
    heights3 *const h = m->heights;
    const uint32_t holes = mark_cells(h, cells);
    h->hole_count += holes - holes_before;
    if (h->hole_count == heights3_area(h->cell_size)) return FLR_INVALID_SHAPE;
    measure_tiles(h, cells);
    const flr_aabb3 b = bounds_of(h);
    if (!is_measurable(&b)) return FLR_NOT_FINITE;
    if (holes > 0 || holes_before > 0) {
        if (!find_components(m)) return FLR_OUT_OF_MEMORY;
        m->info.boundary_edge_count = count_boundary(h);
    }
    m->info.bounds = b;
    return FLR_OK;
}

/// Writes the patch into the mesh, and the old contents into `before`. They are put back if the result is no
/// mesh.
static flr_status put(flr_mesh3 *m, const patch *p, const flr_real *heights, const uint8_t *cells)
{
    heights3 *const h = m->heights;
    const rectangle around = cells_around(h, p);
    const uint32_t before = count_holes(h, &around), all_before = h->hole_count;
    copy_heights(h, p, p->heights, heights);
    if (h->cells) copy_cells(h, p, p->cells, cells);
    const flr_status status = measure(m, &around, before);
    if (status != FLR_OK) {
        copy_heights(h, p, NULL, heights ? p->heights : NULL);
        if (h->cells) copy_cells(h, p, NULL, cells ? p->cells : NULL);
        (void)mark_cells(h, &around);
        h->hole_count = all_before;
        measure_tiles(h, &around);
        return status;
    }
    const bool holds = frame_holds(m);
    const rectangle all = all_cells(h);
    if (!holds) set_frame(m);
    fill_tree(m, holds ? &around : &all);
    finish(m, h->from_pivot);
    return FLR_OK;
}

static bool is_inside(size_t first, size_t count, uint32_t all)
{
    return first < all && count > 0 && count <= all - first;
}

flr_status flr_mesh3_refit_heights(flr_mesh3 *m, size_t column, size_t row, size_t columns, size_t rows,
                                   const flr_real *heights, const uint8_t *cells)
{
    if (!m || !m->heights || (!heights && !cells)) return FLR_INVALID_ARGUMENT;
    heights3 *const h = m->heights;
    if (!is_inside(column, columns, h->size[0]) || !is_inside(row, rows, h->size[1]))
        return FLR_INVALID_ARGUMENT;
    const size_t count = columns * rows, cell_count = (columns - 1) * (rows - 1);
    flr_status status = check_values(heights, count, cells, cell_count);
    if (status != FLR_OK) return status;
    if (!h->cells && needs_cells(heights, count, cells, cell_count)) {
        h->cells = flr_allocate(&m->allocator, heights3_area(h->cell_size), sizeof *h->cells);
        if (!h->cells) return FLR_OUT_OF_MEMORY;
        memset(h->cells, 0, heights3_area(h->cell_size));
    }
    patch p = {{(uint32_t)column, (uint32_t)row}, {(uint32_t)columns, (uint32_t)rows}, NULL, NULL};
    p.heights = flr_allocate(&m->allocator, count, sizeof *p.heights);
    p.cells = flr_allocate(&m->allocator, cell_count + 1, sizeof *p.cells);
    status = p.heights && p.cells ? put(m, &p, heights, cells) : FLR_OUT_OF_MEMORY;
    flr_release(&m->allocator, p.cells, cell_count + 1, sizeof *p.cells);
    flr_release(&m->allocator, p.heights, count, sizeof *p.heights);
    return status;
}
