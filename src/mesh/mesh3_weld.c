#include <math.h>
#include <string.h>

#include "mesh/mesh3.h"

/// A hash table of cells of a cubic grid, each holding a chain of the vertices that stand for
/// themselves. With cells eight tolerances wide a vertex looks into two cells on average, and a
/// cell holds a bounded number of vertices that are a tolerance apart, whatever the input.
typedef struct cells {
    const flr_real *vertices;
    double tolerance, cells_per_length;
    double unit;     // of lengths in the grid, so that eight of the largest tolerances are a number
    uint32_t *head;  // 1 + vertex, 0 for none
    uint32_t *next;
    size_t mask;
} cells;

typedef struct cell {
    int64_t x, y, z;
} cell;

static size_t slot_of(const cells *g, cell c)
{
    uint64_t h = (uint64_t)c.x * 0x9e3779b97f4a7c15u ^ (uint64_t)c.y * 0xc2b2ae3d27d4eb4fu ^
                 (uint64_t)c.z * 0x165667b19e3779f9u;
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93u;
    h ^= h >> 32;
    return (size_t)h & g->mask;
}

static int64_t coordinate(const cells *g, double x, double offset)
{
    return (int64_t)floor((x * g->unit + offset * g->unit) * g->cells_per_length);
}

static bool near(const cells *g, const flr_real *p, const flr_real *q)
{
    double x = (double)p[0] - q[0], y = (double)p[1] - q[1], z = (double)p[2] - q[2], t = g->tolerance;
    if (fabs(x) > t || fabs(y) > t || fabs(z) > t) return false;
    // in units of the tolerance: the squares of very large or small lengths leave the range of double
    x /= t;
    y /= t;
    z /= t;
    return x * x + y * y + z * z <= 1;
}

/// The lowest vertex of the cell's chain that p may join, or `none`.
static uint32_t find_in(const cells *g, cell c, const flr_real *p, uint32_t none)
{
    for (uint32_t v = g->head[slot_of(g, c)]; v; v = g->next[v - 1]) {
        if (v - 1 < none && near(g, p, g->vertices + 3 * (size_t)(v - 1))) none = v - 1;
    }
    return none;
}

static uint32_t find(const cells *g, const flr_real *p, uint32_t none)
{
    const double t = g->tolerance;
    cell low = {coordinate(g, p[0], -t), coordinate(g, p[1], -t), coordinate(g, p[2], -t)};
    cell high = {coordinate(g, p[0], t), coordinate(g, p[1], t), coordinate(g, p[2], t)};
    for (int64_t x = low.x; x <= high.x; x++)
        for (int64_t y = low.y; y <= high.y; y++)
            for (int64_t z = low.z; z <= high.z; z++) none = find_in(g, (cell){x, y, z}, p, none);
    return none;
}

static size_t join_near(cells *g, size_t count, uint32_t *weld)
{
    size_t kept = 0;
    for (uint32_t v = 0; v < count; v++) {
        const flr_real *p = g->vertices + 3 * (size_t)v;
        weld[v] = find(g, p, v);
        if (weld[v] != v) continue;
        kept++;
        size_t slot =
            slot_of(g, (cell){coordinate(g, p[0], 0), coordinate(g, p[1], 0), coordinate(g, p[2], 0)});
        g->next[v] = g->head[slot];
        g->head[slot] = v + 1;
    }
    return kept;
}

/// Equal positions only; -0 equals 0.
static size_t join_equal(cells *g, size_t count, uint32_t *weld)
{
    size_t kept = 0;
    for (uint32_t v = 0; v < count; v++) {
        const flr_real *p = g->vertices + 3 * (size_t)v;
        cell c;
        double x = p[0] + 0.0, y = p[1] + 0.0, z = p[2] + 0.0;
        memcpy(&c.x, &x, sizeof c.x);
        memcpy(&c.y, &y, sizeof c.y);
        memcpy(&c.z, &z, sizeof c.z);
        size_t slot = slot_of(g, c);
        weld[v] = v;
        for (uint32_t w = g->head[slot]; w; w = g->next[w - 1]) {
            const flr_real *q = g->vertices + 3 * (size_t)(w - 1);
            if (p[0] == q[0] && p[1] == q[1] && p[2] == q[2]) weld[v] = w - 1;
        }
        if (weld[v] != v) continue;
        kept++;
        g->next[v] = g->head[slot];
        g->head[slot] = v + 1;
    }
    return kept;
}

static double largest_magnitude(const flr_real *vertices, size_t count)
{
    double largest = 0;
    for (size_t i = 0; i < 3 * count; i++) largest = fmax(largest, fabs((double)vertices[i]));
    return largest;
}

size_t flr_mesh3_weld(const flr_real *vertices, size_t count, flr_real tolerance,
                      const flr_allocator *allocator, uint32_t *weld)
{
    size_t slots = 16;
    while (slots < count + count / 2) slots *= 2;
    cells g = {vertices, tolerance, 0, (double)tolerance > 0x1p1000 ? 0x1p-8 : 1, NULL, NULL, slots - 1};
    g.head = flr_allocate(allocator, slots, sizeof *g.head);
    g.next = flr_allocate(allocator, count, sizeof *g.next);
    size_t kept = 0;
    if (g.head && g.next) {
        memset(g.head, 0, slots * sizeof *g.head);
        g.cells_per_length = 1 / (8 * (g.tolerance * g.unit));
        // beyond 2^52 the numbers of neighbouring cells cannot be told apart: the tolerance is then
        // below the rounding of the coordinates, and only equal positions are within it
        bool countable =
            largest_magnitude(vertices, count) * g.unit * g.cells_per_length < 4503599627370496.0;
        kept = tolerance > 0 && countable ? join_near(&g, count, weld) : join_equal(&g, count, weld);
    }
    flr_release(allocator, g.next, count, sizeof *g.next);
    flr_release(allocator, g.head, slots, sizeof *g.head);
    return kept;
}
