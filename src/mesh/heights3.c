/// What belongs to the number of a cell or item in a mesh over a grid of heights? Triangles, corners,
/// neighbours and the lowest nodes of the tree are computed from it.

#include "mesh/heights3.h"

#include <math.h>
#include <string.h>

#include "math/simd.h"
#include "mesh/mesh3.h"

static flr_vec3 vertex_at(const heights3 *h, flr_vec3 shift, uint32_t column, uint32_t row)
{
    return flr_vec3_make(heights3_place(h, 0, column) - shift.x, heights3_place(h, 1, row) - shift.y,
                         h->z[(size_t)row * h->size[0] + column] - shift.z);
}

flr_vec3 flr_heights3_vertex(const heights3 *h, flr_vec3 shift, uint32_t v)
{
    return vertex_at(h, shift, v % h->size[0], v / h->size[0]);
}

flr_triangle3 flr_heights3_triangle(const heights3 *h, flr_vec3 shift, uint32_t item)
{
    const heights3_cell c = heights3_cell_of(h, item);
    const uint8_t *const corners = heights3_corners(heights3_falls(h, &c), item & 1u);
    const flr_real x[2] = {heights3_place(h, 0, c.column) - shift.x,
                           heights3_place(h, 0, c.column + 1) - shift.x},
                   y[2] = {heights3_place(h, 1, c.row) - shift.y, heights3_place(h, 1, c.row + 1) - shift.y};
    const flr_real *const z = h->z + (size_t)c.row * h->size[0] + c.column;
    flr_vec3 p[3];
    for (int k = 0; k < 3; k++) {
        const unsigned i = corners[k] & 1u, j = corners[k] >> 1;
        p[k] = flr_vec3_make(x[i], y[j], z[j * (size_t)h->size[0] + i] - shift.z);
    }
    return (flr_triangle3){p[0], p[1], p[2]};
}

uint32_t flr_heights3_corner(const heights3 *h, uint32_t item, uint32_t k)
{
    const heights3_cell c = heights3_cell_of(h, item);
    const unsigned corner = heights3_corners(heights3_falls(h, &c), item & 1u)[k];
    return (c.row + (corner >> 1)) * h->size[0] + c.column + (corner & 1u);
}

bool flr_heights3_is_used(const heights3 *h, uint32_t column, uint32_t row)
{
    for (uint32_t k = 0; k < 4; k++) {
        const uint32_t c = column - (k & 1u), r = row - (k >> 1);  // -1 wraps beyond the last
        if (c < h->cell_size[0] && r < h->cell_size[1] && !heights3_is_hole(h, r * h->cell_size[0] + c))
            return true;
    }
    return false;
}

bool flr_heights3_is_at_rim(const heights3 *h, uint32_t item)
{
    const heights3_cell c = heights3_cell_of(h, item);
    for (uint32_t k = 0; h->cells && k < 9; k++) {
        const uint32_t column = c.column + k % 3 - 1, row = c.row + k / 3 - 1;  // -1 wraps beyond the last
        if (column < h->cell_size[0] && row < h->cell_size[1] &&
            (h->cells[row * h->cell_size[0] + column] & FLR_HEIGHTS_NEIGHBOR))
            return true;
    }
    return false;
}

// ---- Neighbours across an edge

/// The sides of a cell, and its diagonal. The numbers of opposite sides differ by 2.
enum { FIRST_ROW, LAST_COLUMN, LAST_ROW, FIRST_COLUMN, DIAGONAL };

static const uint8_t side_of_edge[2][2][3] = {
    {{FIRST_ROW, LAST_COLUMN, DIAGONAL}, {DIAGONAL, LAST_ROW, FIRST_COLUMN}},
    {{FIRST_ROW, DIAGONAL, FIRST_COLUMN}, {LAST_COLUMN, LAST_ROW, DIAGONAL}}};

static void find_side(bool falls, unsigned side, uint32_t cell, uint32_t *item, uint32_t *edge)
{
    for (uint32_t i = 0; i < 6; i++) {
        if (side_of_edge[falls][i / 3][i % 3] != side) continue;
        *item = 2 * cell + i / 3;
        *edge = i % 3;
        return;
    }
}

bool flr_heights3_beside(const heights3 *h, uint32_t item, uint32_t k, uint32_t *other, uint32_t *edge)
{
    static const int step[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    const heights3_cell c = heights3_cell_of(h, item);
    const bool falls = heights3_falls(h, &c);
    const unsigned side = side_of_edge[falls][item & 1u][k];
    if (side == DIAGONAL) {
        *other = item ^ 1u;
        *edge = side_of_edge[falls][*other & 1u][0] == DIAGONAL ? 0 : falls && !(*other & 1u) ? 1 : 2;
        return true;
    }
    // -1 wraps beyond the last
    const uint32_t column = c.column + (uint32_t)step[side][0], row = c.row + (uint32_t)step[side][1];
    if (column >= h->cell_size[0] || row >= h->cell_size[1]) return false;
    const heights3_cell next = {row * h->cell_size[0] + column, column, row};
    if (heights3_is_void(h, next.number)) return false;
    find_side(heights3_falls(h, &next), side ^ 2u, next.number, other, edge);
    return true;
}

uint32_t flr_heights3_next(const heights3 *h, uint32_t item)
{
    const uint32_t end = h->cell_size[0] * h->cell_size[1];
    uint32_t cell = item >> 1;
    if (!h->cells || cell >= end || !heights3_is_hole(h, cell)) return item;
    while (cell < end && heights3_is_hole(h, cell)) cell++;
    return 2 * cell;
}

// ---- The lowest nodes of the tree

/// The cells of a block: its first column and row, and its numbers of columns and rows.
typedef struct block {
    uint32_t first[2], count[2];
} block;

static block block_at(const heights3 *h, uint32_t column, uint32_t row)
{
    const uint32_t at[2] = {column, row};
    block b;
    for (int k = 0; k < 2; k++) {
        b.first[k] = at[k] * HEIGHTS3_BLOCK;
        const uint32_t left = h->cell_size[k] - b.first[k];
        b.count[k] = left < HEIGHTS3_BLOCK ? left : HEIGHTS3_BLOCK;
    }
    return b;
}

/// Writes the coordinates of columns and rows in the frame of the tree.
static void find_places(const heights3 *h, const block *b, float x[2][HEIGHTS3_BLOCK + 1])
{
    const flr_real center[2] = {h->center.x, h->center.y};
    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; i <= b->count[k]; i++)
            x[k][i] = (float)((heights3_place(h, k, b->first[k] + i) - center[k]) * h->scale);
}

static float least(float a, float b) { return b < a ? b : a; }
static float most(float a, float b) { return b > a ? b : a; }

static float place_of(const heights3 *h, flr_real z) { return (float)((z - h->center.z) * h->scale); }

static f32x4 places_of(const heights3 *h, const flr_real *z)
{
    float p[4];
    for (int i = 0; i < 4; i++) p[i] = place_of(h, z[i]);
    return f32x4_load(p);
}

/// Writes the heights of a row in the frame of the tree. That of a hole's corner may be NaN.
static void find_heights(const heights3 *h, const block *b, uint32_t row, float z[HEIGHTS3_BLOCK + 1])
{
    const flr_real *const from = h->z + (size_t)(b->first[1] + row) * h->size[0] + b->first[0];
    for (uint32_t i = 0; i <= b->count[0]; i++) z[i] = place_of(h, from[i]);
}

/// Returns the leaf of up to two cells from a column of the block on, without holes, and the range of heights
/// in it.
static uint32_t leaf_of(const heights3 *h, const block *b, uint32_t column, uint32_t row, uint32_t count,
                        const float low[], const float high[], uint32_t *from, float *lowest, float *highest)
{
    uint32_t cell = (b->first[1] + row) * h->cell_size[0] + b->first[0] + column;
    if (h->cells) {
        if (count == 2 && heights3_is_hole(h, cell + 1)) count = 1;
        if (heights3_is_hole(h, cell)) cell++, column++, count--;
    }
    *from = column;
    if (count == 0) return 0;
    *lowest = least(low[column], low[column + 1]);
    *highest = most(high[column], high[column + 1]);
    if (count == 2) {
        *lowest = least(*lowest, low[column + 2]);
        *highest = most(*highest, high[column + 2]);
    }
    return count;
}

/// Writes the leaves of a block with their boxes. Returns their number.
static int find_leaves(const heights3 *h, const block *b, bvh3_item boxes[BVH3_WIDTH],
                       uint32_t leaves[BVH3_WIDTH])
{
    float at[2][HEIGHTS3_BLOCK + 1], z[2][HEIGHTS3_BLOCK + 1], low[HEIGHTS3_BLOCK + 1],
        high[HEIGHTS3_BLOCK + 1];
    int n = 0;
    find_places(h, b, at);
    find_heights(h, b, 0, z[0]);
    for (uint32_t row = 0; row < b->count[1]; row++) {
        find_heights(h, b, row + 1, z[(row + 1) & 1]);
        for (uint32_t i = 0; i <= b->count[0]; i++) {
            low[i] = least(z[0][i], z[1][i]);
            high[i] = most(z[0][i], z[1][i]);
        }
        for (uint32_t column = 0; column < b->count[0]; column += 2) {
            bvh3_item *const box = &boxes[n];
            uint32_t from;
            const uint32_t count = leaf_of(h, b, column, row, b->count[0] - column < 2 ? 1 : 2, low, high,
                                           &from, &box->min[2], &box->max[2]);
            if (count == 0) continue;
            box->min[0] = at[0][from];
            box->max[0] = at[0][from + count];
            box->min[1] = at[1][row];
            box->max[1] = at[1][row + 1];
            const uint32_t cell = (b->first[1] + row) * h->cell_size[0] + b->first[0] + from;
            leaves[n++] = BVH3_LEAF | (2 * count - 1) << 29 | 2 * cell;
        }
    }
    return n;
}

/// Is it a whole block without holes?
static bool is_full(const heights3 *h, const block *b)
{
    const uint32_t absent = 0x01010101u * (FLR_HEIGHTS_HOLE | FLR_HEIGHTS_NEIGHBOR | HEIGHTS3_NO_CORNER);
    if (b->count[0] != HEIGHTS3_BLOCK || b->count[1] != HEIGHTS3_BLOCK) return false;
    uint32_t flags = 0;
    for (uint32_t row = 0; h->cells && row < HEIGHTS3_BLOCK; row++) {
        uint32_t four;
        memcpy(&four, h->cells + (size_t)(b->first[1] + row) * h->cell_size[0] + b->first[0], sizeof four);
        flags |= four;
    }
    return !(flags & absent);
}

/// Sets one axis of two children that are in a pair of slots.
static void set_axis(bvh3_node *n, int axis, f32x4 low, f32x4 high, int slot)
{
    const f32x4 center = (low + high) * 0.5f, half = f32x4_max(high - center, center - low) + BVH3_SLACK;
    memcpy(n->center[axis] + slot, &center, sizeof center);
    memcpy(n->half[axis] + slot, &half, sizeof half);
}

/// Writes the node of a full block: the same boxes as in general, four at a time.
static void make_full(const heights3 *h, const block *b, bvh3_node *n)
{
    float at[2][HEIGHTS3_BLOCK + 1], low[BVH3_WIDTH], high[BVH3_WIDTH];
    find_places(h, b, at);
    const flr_real *z = h->z + (size_t)b->first[1] * h->size[0] + b->first[0];
    f32x4 four = places_of(h, z);
    float fifth = place_of(h, z[4]);
    for (int row = 0; row < HEIGHTS3_BLOCK; row++) {
        z += h->size[0];
        const f32x4 next = places_of(h, z);
        const float next_fifth = place_of(h, z[4]);
        const f32x4 l = f32x4_min(four, next), u = f32x4_max(four, next);
        low[2 * row] = least(least(l[0], l[1]), l[2]);
        high[2 * row] = most(most(u[0], u[1]), u[2]);
        low[2 * row + 1] = least(least(l[2], l[3]), least(fifth, next_fifth));
        high[2 * row + 1] = most(most(u[2], u[3]), most(fifth, next_fifth));
        four = next;
        fifth = next_fifth;
    }
    const float *const x = at[0], *const y = at[1];
    const uint32_t cell = b->first[1] * h->cell_size[0] + b->first[0];
    for (int slot = 0; slot < BVH3_WIDTH; slot += 4) {
        const float *const rows = y + slot / 2;
        set_axis(n, 0, (f32x4){x[0], x[2], x[0], x[2]}, (f32x4){x[2], x[4], x[2], x[4]}, slot);
        set_axis(n, 1, (f32x4){rows[0], rows[0], rows[1], rows[1]},
                 (f32x4){rows[1], rows[1], rows[2], rows[2]}, slot);
        set_axis(n, 2, f32x4_load(low + slot), f32x4_load(high + slot), slot);
    }
    for (uint32_t slot = 0; slot < BVH3_WIDTH; slot++)
        n->child[slot] = BVH3_LEAF | 3u << 29 | 2 * (cell + slot / 2 * h->cell_size[0] + slot % 2 * 2);
}

void flr_heights3_make(const bvh3 *tree, uint32_t index, bvh3_node *node)
{
    const heights3 *const h = tree->maker;
    const uint32_t number = index - tree->node_count;
    const block b = block_at(h, number % h->block_size[0], number / h->block_size[0]);
    if (is_full(h, &b)) {
        make_full(h, &b, node);
        return;
    }
    bvh3_item boxes[BVH3_WIDTH];
    uint32_t leaves[BVH3_WIDTH];
    const int count = find_leaves(h, &b, boxes, leaves);
    for (int i = 0; i < count; i++) bvh3_set_child(node, i, boxes[i].min, boxes[i].max, leaves[i]);
    bvh3_set_no_children(node, count);
}

bool flr_heights3_block(const void *heights, uint32_t column, uint32_t row, bvh3_item *box)
{
    const heights3 *const h = heights;
    const block b = block_at(h, column, row);
    bvh3_item boxes[BVH3_WIDTH];
    uint32_t leaves[BVH3_WIDTH];
    const int count = find_leaves(h, &b, boxes, leaves);
    if (count == 0) return false;
    *box = boxes[0];
    for (int i = 1; i < count; i++) {
        for (int axis = 0; axis < 3; axis++) {
            box->min[axis] = least(box->min[axis], boxes[i].min[axis]);
            box->max[axis] = most(box->max[axis], boxes[i].max[axis]);
        }
    }
    return true;
}
