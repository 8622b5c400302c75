/// How is a mesh made? The input is checked, equal or near vertices are welded, the topology is found, and
/// the tree is built.

#include <math.h>
#include <string.h>

#include "mesh/mesh3.h"
#include "mesh/near3.h"

// ---- Welding by a hashed grid

/// A hash table of the cells of a cubic grid. Each cell has a chain of the vertices that represent
/// themselves. Cells are eight tolerances wide, so that a vertex searches two cells on average. A cell holds
/// a bounded number of vertices that are a tolerance apart, whatever the input.
typedef struct cells {
    const flr_real *vertices;
    double tolerance, cells_per_length;
    double unit;     // of lengths in the grid, so that eight of the largest tolerances do not overflow
    uint32_t *head;  // 1 + vertex, 0 if there is none
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
    // in units of the tolerance: squares of very large or small lengths would overflow or underflow
    x /= t;
    y /= t;
    z /= t;
    return x * x + y * y + z * z <= 1;
}

/// Returns the lowest vertex of the cell's chain that p may join, or `none`.
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

/// Compares positions; -0 equals 0.
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

/// Finds the representative of each vertex: weld[v] <= v, and weld[weld[v]] == weld[v]. A vertex joins the
/// first earlier representative that is no farther than the tolerance. Takes O(n) expected time and memory.
/// Returns the number of representatives, or 0 if memory ran out.
static size_t weld_vertices(const flr_real *vertices, size_t count, flr_real tolerance,
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
        // beyond 2^52 the numbers of neighbouring cells are equal: the tolerance is below the rounding errors
        // of the coordinates, and only equal positions are within it
        bool countable =
            largest_magnitude(vertices, count) * g.unit * g.cells_per_length < 4503599627370496.0;
        kept = tolerance > 0 && countable ? join_near(&g, count, weld) : join_equal(&g, count, weld);
    }
    flr_release(allocator, g.next, count, sizeof *g.next);
    flr_release(allocator, g.head, slots, sizeof *g.head);
    return kept;
}

// ---- Making

static flr_status check_input(const flr_mesh3_input *in)
{
    if (!in || !in->vertices || !in->triangles || in->triangle_count == 0) return FLR_INVALID_ARGUMENT;
    if (isnan(in->weld_tolerance)) return FLR_INVALID_ARGUMENT;
    if (in->triangle_count >= BVH3_ITEM_LIMIT - 4 || in->vertex_count > UINT32_MAX / 3) return FLR_TOO_LARGE;
    for (size_t i = 0; i < 3 * in->triangle_count; i++)
        if (in->triangles[i] >= in->vertex_count) return FLR_INVALID_SHAPE;
    for (size_t i = 0; i < 3 * in->vertex_count; i++)
        if (!isfinite(in->vertices[i])) return FLR_NOT_FINITE;
    return FLR_OK;
}

/// Sets the bounds of the corners of triangles; an unused vertex is no part of the shape.
static flr_aabb3 bounds_of(const flr_real *vertices, const uint32_t *corners, size_t count)
{
    const flr_real *v = vertices + 3 * (size_t)corners[0];
    flr_aabb3 b = {{v[0], v[1], v[2]}, {v[0], v[1], v[2]}};
    for (size_t i = 1; i < count; i++) {
        const flr_real *p = vertices + 3 * (size_t)corners[i];
        flr_vec3 q = {p[0], p[1], p[2]};
        b.min = flr_min3(b.min, q);
        b.max = flr_max3(b.max, q);
    }
    return b;
}

static bool allocate_arrays(flr_mesh3 *m)
{
    const flr_mesh3_info *i = &m->info;
    m->vertices = flr_allocate(&m->allocator, 3 * i->vertex_count, sizeof *m->vertices);
    m->corners = flr_allocate(&m->allocator, 3 * i->triangle_count, sizeof *m->corners);
    m->rough = flr_allocate(&m->allocator, 3 * i->triangle_count + MESH3_ROUGH_ROOM, sizeof *m->rough);
    m->input_of = flr_allocate(&m->allocator, i->triangle_count, sizeof *m->input_of);
    m->item_of = flr_allocate(&m->allocator, i->triangle_count, sizeof *m->item_of);
    m->beside = flr_allocate(&m->allocator, 3 * i->triangle_count, sizeof *m->beside);
    m->weld = flr_allocate(&m->allocator, i->vertex_count, sizeof *m->weld);
    return m->vertices && m->corners && m->rough && m->input_of && m->item_of && m->beside && m->weld;
}

// ---- The tree

/// Returns the box of a triangle both as given and as welded, so that the tree serves both.
static bvh3_item item_of(const flr_mesh3 *m, const uint32_t *corners)
{
    flr_vec3 min = mesh3_vertex(m, corners[0]), max = min;
    for (int k = 0; k < 3; k++) {
        flr_vec3 p = mesh3_vertex(m, corners[k]), q = mesh3_vertex(m, m->weld[corners[k]]);
        min = flr_min3(min, flr_min3(p, q));
        max = flr_max3(max, flr_max3(p, q));
    }
    return bvh3_item_of(&m->tree, min, max);
}

/// The number of nodes is known only after building: they are built in a large array, and moved to one that
/// fits.
static bool build_nodes(flr_mesh3 *m, bvh3_item *items, const flr_parallel *parallel)
{
    size_t limit = flr_bvh3_node_limit(m->info.triangle_count);
    bvh3_node *roomy = flr_allocate(&m->allocator, limit, sizeof *roomy);
    if (!roomy) return false;
    m->tree.nodes = roomy;
    flr_bvh3_build(&m->tree, items, m->input_of, m->info.triangle_count, parallel);
    m->tree.nodes = flr_allocate(&m->allocator, m->tree.node_count, sizeof *roomy);
    if (m->tree.nodes) memcpy(m->tree.nodes, roomy, m->tree.node_count * sizeof *roomy);
    flr_release(&m->allocator, roomy, limit, sizeof *roomy);
    return m->tree.nodes != NULL;
}

uint32_t flr_mesh3_rough_corner(const flr_mesh3 *m, uint32_t vertex, const bvh3_box *b)
{
    const flr_real *const p = m->vertices + 3 * (size_t)vertex;
    const flr_real center[3] = {m->tree.center.x, m->tree.center.y, m->tree.center.z};
    uint32_t packed = 0;
    for (int k = 0; k < 3; k++) {
        const double in_tree = (double)((p[k] - center[k]) * m->tree.scale), half = (double)b->half[k];
        const double along = (in_tree - (double)b->center[k] + half) / (2 * half);
        const double step = floor(along * MESH3_ROUGH_STEPS + 0.5);
        const double kept = step < 0 ? 0 : step > MESH3_ROUGH_STEPS ? MESH3_ROUGH_STEPS : step;
        packed |= (uint32_t)kept << (k * MESH3_ROUGH_BITS);
    }
    return packed;
}

static void fill_rough(flr_mesh3 *m)
{
    const size_t count = 3 * m->info.triangle_count;
    for (uint32_t at = 0; at < m->tree.node_count * BVH3_WIDTH; at++) {
        const uint32_t child = bvh3_child(&m->tree, at);
        if (child == BVH3_EMPTY || !bvh3_is_leaf(child)) continue;
        const bvh3_box box = bvh3_box_of(&m->tree, at);
        const size_t first = 3 * (size_t)bvh3_leaf_first(child), end = first + 3 * bvh3_leaf_count(child);
        for (size_t i = first; i < end; i++) m->rough[i] = flr_mesh3_rough_corner(m, m->corners[i], &box);
    }
    memset(m->rough + count, 0, MESH3_ROUGH_ROOM * sizeof *m->rough);
}

static bool build_tree(flr_mesh3 *m, const uint32_t *triangles, const flr_parallel *parallel)
{
    size_t count = m->info.triangle_count;
    flr_bvh3_frame(&m->tree, m->info.bounds);
    bvh3_item *items = flr_allocate(&m->allocator, count, sizeof *items);
    if (!items) return false;
    for (size_t i = 0; i < count; i++) {
        items[i] = item_of(m, triangles + 3 * i);
        m->input_of[i] = (uint32_t)i;
    }
    bool ok = build_nodes(m, items, parallel);
    flr_release(&m->allocator, items, count, sizeof *items);
    for (size_t i = 0; ok && i < count; i++) {
        memcpy(m->corners + 3 * i, triangles + 3 * (size_t)m->input_of[i], 3 * sizeof *m->corners);
        m->item_of[m->input_of[i]] = (uint32_t)i;
    }
    if (ok) fill_rough(m);
    return ok;
}

static void count_memory(flr_mesh3 *m)
{
    flr_mesh3_info *i = &m->info;
    size_t mesh = 3 * i->vertex_count * sizeof *m->vertices + 3 * i->triangle_count * sizeof *m->corners;
    i->memory_beside_mesh =
        sizeof *m + m->tree.node_count * sizeof *m->tree.nodes +
        i->triangle_count * (sizeof *m->input_of + sizeof *m->item_of + 3 * sizeof *m->beside) +
        (3 * i->triangle_count + MESH3_ROUGH_ROOM) * sizeof *m->rough + i->vertex_count * sizeof *m->weld +
        i->component_count * sizeof *m->component_vertex;
    if (!flr_is_zero3(m->pivot))
        i->memory_beside_mesh += sizeof *m + 3 * i->vertex_count * sizeof *m->vertices;
    i->memory = mesh + i->memory_beside_mesh;
}

static flr_mesh3 *allocate_from_pivot(const flr_mesh3 *m)
{
    flr_mesh3 *n = flr_allocate(&m->allocator, 1, sizeof *n);
    if (!n) return NULL;
    n->vertices = flr_allocate(&m->allocator, 3 * m->info.vertex_count, sizeof *n->vertices);
    if (n->vertices) return n;
    flr_release(&m->allocator, n, 1, sizeof *n);
    return NULL;
}

/// Ends the making or measuring of a mesh.
static void fill_from_pivot(flr_mesh3 *m)
{
    flr_mesh3 *const n = m->from_pivot;
    flr_real *const vertices = n->vertices;
    const flr_real pivot[3] = {m->pivot.x, m->pivot.y, m->pivot.z};
    *n = *m;
    n->from_pivot = NULL;
    n->vertices = vertices;
    for (size_t i = 0; i < 3 * n->info.vertex_count; i++) vertices[i] = m->vertices[i] - pivot[i % 3];
    n->tree.center = flr_sub3(n->tree.center, m->pivot);
    n->info.bounds.min = flr_sub3(n->info.bounds.min, m->pivot);
    n->info.bounds.max = flr_sub3(n->info.bounds.max, m->pivot);
    n->pivot = flr_vec3_make(0, 0, 0);
}

void flr_mesh3_find_frame(flr_mesh3 *m)
{
    m->info.bounds = bounds_of(m->vertices, m->corners, 3 * m->info.triangle_count);
    flr_mesh3_find_pivot(m);
    flr_bvh3_frame(&m->tree, m->info.bounds);
}

bool flr_mesh3_finish(flr_mesh3 *m)
{
    count_memory(m);
    if (flr_is_zero3(m->pivot)) return true;
    m->from_pivot = allocate_from_pivot(m);
    if (m->from_pivot) fill_from_pivot(m);
    return m->from_pivot != NULL;
}

static bool fill(flr_mesh3 *m, const flr_mesh3_input *in, const flr_parallel *parallel)
{
    if (!allocate_arrays(m)) return false;
    memcpy(m->vertices, in->vertices, 3 * in->vertex_count * sizeof *m->vertices);
    m->info.welded_vertex_count =
        weld_vertices(m->vertices, in->vertex_count, m->info.weld_tolerance, &m->allocator, m->weld);
    if (m->info.welded_vertex_count == 0) return false;
    return build_tree(m, in->triangles, parallel) && flr_mesh3_find_topology(m) && flr_mesh3_finish(m);
}

flr_status flr_mesh3_create_parallel(const flr_mesh3_input *input, const flr_allocator *allocator,
                                     const flr_parallel *parallel, flr_mesh3 **mesh)
{
    if (parallel && !parallel->run) return FLR_INVALID_ARGUMENT;
    if (!mesh) return FLR_INVALID_ARGUMENT;
    *mesh = NULL;
    flr_status status = check_input(input);
    if (status != FLR_OK) return status;
    flr_allocator memory = flr_allocator_or_default(allocator);
    flr_mesh3 *m = flr_allocate(&memory, 1, sizeof *m);
    if (!m) return FLR_OUT_OF_MEMORY;
    memset(m, 0, sizeof *m);
    m->allocator = memory;
    m->info.vertex_count = input->vertex_count;
    m->info.triangle_count = input->triangle_count;
    m->info.bounds = bounds_of(input->vertices, input->triangles, 3 * input->triangle_count);
    flr_mesh3_find_pivot(m);
    flr_vec3 diagonal = flr_sub3(m->info.bounds.max, m->info.bounds.min);
    m->info.weld_tolerance =
        input->weld_tolerance >= 0 ? input->weld_tolerance : (flr_real)FLR_MESH3_WELD * flr_length3(diagonal);
    if (!isfinite(m->info.weld_tolerance)) {
        status = FLR_NOT_FINITE;
    } else if (!fill(m, input, parallel)) {
        status = FLR_OUT_OF_MEMORY;
    }
    if (status == FLR_OK) {
        *mesh = m;
    } else {
        flr_mesh3_destroy(m);
    }
    return status;
}

flr_status flr_mesh3_create(const flr_mesh3_input *input, const flr_allocator *allocator, flr_mesh3 **mesh)
{
    return flr_mesh3_create_parallel(input, allocator, NULL, mesh);
}

// ---- Refitting

/// All memory that a refit needs, taken before anything changes.
typedef struct refit {
    flr_real *vertices;  // the new vertices; after the exchange the old ones
    bvh3_item *items, *of_nodes;
    flr_mesh3 *from_pivot;
} refit;

static bool allocate_refit(const flr_mesh3 *m, bool has_pivot, refit *r)
{
    r->vertices = flr_allocate(&m->allocator, 3 * m->info.vertex_count, sizeof *r->vertices);
    r->items = flr_allocate(&m->allocator, m->info.triangle_count, sizeof *r->items);
    r->of_nodes = flr_allocate(&m->allocator, m->tree.node_count, sizeof *r->of_nodes);
    r->from_pivot = has_pivot ? allocate_from_pivot(m) : NULL;
    return r->vertices && r->items && r->of_nodes && (r->from_pivot || !has_pivot);
}

static void release_refit(flr_mesh3 *m, refit *r)
{
    flr_mesh3 used = *m;  // names the arrays that are no longer needed
    used.from_pivot = r->from_pivot;
    flr_mesh3_release_from_pivot(&used);
    flr_release(&m->allocator, r->of_nodes, m->tree.node_count, sizeof *r->of_nodes);
    flr_release(&m->allocator, r->items, m->info.triangle_count, sizeof *r->items);
    flr_release(&m->allocator, r->vertices, 3 * m->info.vertex_count, sizeof *r->vertices);
}

static void refit_tree(flr_mesh3 *m, const refit *r)
{
    for (size_t i = 0; i < m->info.triangle_count; i++) r->items[i] = item_of(m, m->corners + 3 * i);
    flr_bvh3_refit(&m->tree, r->items, r->of_nodes);
    fill_rough(m);
}

/// Exchanges the old state of m for the new one. `moved` has the new bounds, pivot and vertices. What is to
/// be released is left in r.
static bool take_refit(flr_mesh3 *m, flr_mesh3 *moved, refit *r)
{
    flr_mesh3 *const old_from_pivot = m->from_pivot;
    if (!flr_mesh3_measure_topology(moved)) return false;
    refit_tree(moved, r);
    r->vertices = m->vertices;
    *m = *moved;
    count_memory(m);
    m->from_pivot = r->from_pivot;
    if (m->from_pivot) fill_from_pivot(m);
    r->from_pivot = old_from_pivot;
    return true;
}

flr_status flr_mesh3_refit(flr_mesh3 *m, const flr_real *vertices)
{
    if (!m || !vertices || m->heights || m->is_in_block) return FLR_INVALID_ARGUMENT;
    for (size_t i = 0; i < 3 * m->info.vertex_count; i++)
        if (!isfinite(vertices[i])) return FLR_NOT_FINITE;
    flr_mesh3 moved = *m;
    moved.info.bounds = bounds_of(vertices, m->corners, 3 * m->info.triangle_count);
    if (!isfinite(flr_length3(flr_sub3(moved.info.bounds.max, moved.info.bounds.min)))) return FLR_NOT_FINITE;
    flr_mesh3_find_pivot(&moved);
    flr_bvh3_frame(&moved.tree, moved.info.bounds);
    refit r;
    bool ok = allocate_refit(m, !flr_is_zero3(moved.pivot), &r);
    if (ok) {
        moved.vertices = r.vertices;
        memcpy(r.vertices, vertices, 3 * m->info.vertex_count * sizeof *vertices);
        ok = take_refit(m, &moved, &r);
    }
    release_refit(m, &r);
    return ok ? FLR_OK : FLR_OUT_OF_MEMORY;
}
