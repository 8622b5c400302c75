/// Which triangles count for the topology of a mesh? Those with repeated corners, copies of earlier triangles
/// with the same winding, and loose flat ones do not. Sorted lists of edges at each vertex show them.
#include <stdlib.h>
#include <string.h>

#include "mesh/mesh3_topology.h"

static void mark_repeated_corners(mesh3_topology *t)
{
    flr_mesh3 *m = t->mesh;
    for (size_t i = 0; i < m->info.triangle_count; i++) {
        const uint32_t *c = t->corners + 3 * i;
        if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0]) {
            m->input_of[i] |= MESH3_NO_TOPOLOGY;
            m->info.repeated_corner_count++;
        }
    }
}

/// Turns the counts in start[v] into the first record of each list. After every record has been put with
/// put_record, start[v + 1] is the end of list v.
static void begin_lists(mesh3_lists *l)
{
    uint32_t sum = 0;
    for (size_t v = 0; v <= l->vertex_count; v++) {
        uint32_t n = l->start[v];
        l->start[v] = sum;
        sum += n;
    }
}

static int compare_records(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void flr_mesh3_sort_records(uint64_t *r, size_t n)
{
    if (n > 24) {
        qsort(r, n, sizeof *r, compare_records);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        uint64_t x = r[i];
        size_t j = i;
        for (; j > 0 && r[j - 1] > x; j--) r[j] = r[j - 1];
        r[j] = x;
    }
}

/// An edge in the list of its lower end: its upper end, with the direction in the lowest bit.
static uint64_t edge_record(uint32_t from, uint32_t to)
{
    return from < to ? (uint64_t)to << 1 : ((uint64_t)from << 1 | 1);
}

void flr_mesh3_list_edges(mesh3_topology *t, bool sides)
{
    mesh3_lists *l = &t->lists;
    const flr_mesh3 *m = t->mesh;
    memset(l->start, 0, (l->vertex_count + 1) * sizeof *l->start);
    for (size_t i = 0; i < m->info.triangle_count; i++) {
        const uint32_t *c = t->corners + 3 * i;
        if (!mesh3_counts(m, i)) continue;
        for (int k = 0; k < 3; k++) {
            uint32_t from = c[k], to = c[(k + 1) % 3];
            l->start[from < to ? from : to]++;
        }
    }
    begin_lists(l);
    for (size_t i = 0; i < m->info.triangle_count; i++) {
        const uint32_t *c = t->corners + 3 * i;
        if (!mesh3_counts(m, i)) continue;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t from = c[k], to = c[(k + 1) % 3];
            l->records[l->start[from < to ? from : to]++] =
                sides ? (uint64_t)(from < to ? to : from) << 32 | (3 * (uint32_t)i + k)
                      : edge_record(from, to);
        }
    }
    // each start is now at the end of its list, which is the beginning of the next list
    memmove(l->start + 1, l->start, l->vertex_count * sizeof *l->start);
    l->start[0] = 0;
}

static void count_edges(mesh3_topology *t)
{
    flr_mesh3_info *info = &t->mesh->info;
    info->boundary_edge_count = info->non_manifold_edge_count = info->inconsistent_edge_count = 0;
    flr_mesh3_list_edges(t, false);
    const mesh3_lists *l = &t->lists;
    for (size_t v = 0; v < l->vertex_count; v++) {
        uint64_t *r = l->records + l->start[v];
        size_t n = l->start[v + 1] - l->start[v];
        flr_mesh3_sort_records(r, n);
        for (size_t i = 0, j; i < n; i = j) {
            size_t backward = 0;
            for (j = i; j < n && r[j] >> 1 == r[i] >> 1; j++) backward += r[j] & 1;
            size_t uses = j - i;
            info->boundary_edge_count += uses % 2;
            info->non_manifold_edge_count += uses > 2;
            info->inconsistent_edge_count += uses % 2 == 0 && 2 * backward != uses;
        }
    }
}

/// Is the triangle's order of corners an odd permutation of their sorted order? Sorts c.
static bool sort_corners(uint32_t c[3])
{
    bool odd = false;
    for (int pass = 0; pass < 2; pass++) {
        for (int k = 0; k < 2; k++) {
            if (c[k] <= c[k + 1]) continue;
            uint32_t swap = c[k];
            c[k] = c[k + 1];
            c[k + 1] = swap;
            odd = !odd;
        }
    }
    return odd;
}

typedef struct copy_key {
    uint32_t corners[3];  // sorted
    uint32_t odd;         // the winding relative to the sorted order
    uint32_t input, item;
} copy_key;

static int compare_corners(const copy_key *a, const copy_key *b)
{
    for (int k = 0; k < 3; k++) {
        if (a->corners[k] != b->corners[k]) return a->corners[k] < b->corners[k] ? -1 : 1;
    }
    return 0;
}

static int compare_keys(const void *a, const void *b)
{
    const copy_key *x = a, *y = b;
    int c = compare_corners(x, y);
    if (c != 0) return c;
    if (x->odd != y->odd) return x->odd < y->odd ? -1 : 1;
    return (x->input > y->input) - (x->input < y->input);
}

static uint64_t mix(uint64_t h)
{
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93u;
    return h ^ h >> 32;
}

/// May two triangles have the same three corners? The hashes of all triangles are put into one table. Equal
/// hashes nearly always are equal corners, and drop_copies decides.
static bool may_have_copies(mesh3_topology *t)
{
    const flr_mesh3 *m = t->mesh;
    size_t slots = 2;
    while (slots * 2 <= t->lists.record_count)
        slots *= 2;  // more than one and a half times the number of triangles
    uint64_t *table = t->lists.records;
    memset(table, 0, slots * sizeof *table);
    for (size_t i = 0; i < m->info.triangle_count; i++) {
        if (!mesh3_counts(m, i)) continue;
        const uint32_t *c = t->corners + 3 * i;
        // the sum of hashes does not depend on the order of the corners; 0 marks a free slot
        uint64_t h = mix(mix(c[0] + 1u) + mix(c[1] + 1u) + mix(c[2] + 1u)) | 1u;
        size_t slot = (size_t)(h >> 20) & (slots - 1);
        for (; table[slot] != 0; slot = (slot + 1) & (slots - 1))
            if (table[slot] == h) return true;
        table[slot] = h;
    }
    return false;
}

/// Counts copies of earlier triangles, and takes those with the same winding out of the topology. If they
/// counted twice, they would be a wall that a path enters twice and leaves once.
static bool drop_copies(mesh3_topology *t)
{
    flr_mesh3 *m = t->mesh;
    size_t count = m->info.triangle_count, n = 0;
    copy_key *keys = flr_allocate(&m->allocator, count, sizeof *keys);
    if (!keys) return false;
    for (size_t i = 0; i < count; i++) {
        if (!mesh3_counts(m, i)) continue;
        copy_key k = {{t->corners[3 * i], t->corners[3 * i + 1], t->corners[3 * i + 2]},
                      0,
                      m->input_of[i],
                      (uint32_t)i};
        k.odd = sort_corners(k.corners);
        keys[n++] = k;
    }
    qsort(keys, n, sizeof *keys, compare_keys);
    for (size_t i = 1; i < n; i++) {
        if (compare_corners(&keys[i - 1], &keys[i]) != 0) continue;
        m->info.duplicate_count++;
        if (keys[i - 1].odd == keys[i].odd) m->input_of[keys[i].item] |= MESH3_NO_TOPOLOGY;
    }
    flr_release(&m->allocator, keys, count, sizeof *keys);
    return true;
}

/// Is the triangle no higher than the weld tolerance above its longest side? Collinear corners are flat exactly.
static bool is_flat(const flr_mesh3 *m, const uint32_t *c)
{
    const flr_vec3 p = mesh3_vertex(m, c[0]), q = mesh3_vertex(m, c[1]), r = mesh3_vertex(m, c[2]);
    const flr_vec3 pq = flr_sub3(q, p), pr = flr_sub3(r, p);
    const flr_real sides[3] = {flr_length3(pq), flr_length3(pr), flr_length3(flr_sub3(r, q))};
    flr_real longest = sides[0];
    for (int k = 1; k < 3; k++) longest = sides[k] > longest ? sides[k] : longest;
    if (flr_length3(flr_cross3(pq, pr)) <= m->info.weld_tolerance * longest) return true;
    return flr_orient2(p.x, p.y, q.x, q.y, r.x, r.y) == 0 && flr_orient2(p.y, p.z, q.y, q.z, r.y, r.z) == 0 &&
           flr_orient2(p.z, p.x, q.z, q.x, r.z, r.x) == 0;
}

/// An edge of flat triangles in the topology: how many triangles have it, and how many of these are flat. The
/// numbers of the flat ones are combined by exclusive or, so that the number of the last one remains.
typedef struct flat_edge {
    uint32_t low, high;
    uint32_t uses, flats, items;
} flat_edge;

typedef struct flats {
    flat_edge *edges;  // each edge once, sorted
    uint32_t *stack;   // items to take out
    size_t edge_count, stack_count;
} flats;

static int compare_flat_edges(const void *a, const void *b)
{
    const flat_edge *x = a, *y = b;
    if (x->low != y->low) return x->low < y->low ? -1 : 1;
    return (x->high > y->high) - (x->high < y->high);
}

static flat_edge flat_edge_of(const uint32_t *c, int k)
{
    const uint32_t from = c[k], to = c[(k + 1) % 3];
    return (flat_edge){from < to ? from : to, from < to ? to : from, 0, 0, 0};
}

/// Returns how many triangles have the edge. The lists are sorted.
static uint32_t count_uses(const mesh3_lists *l, const flat_edge *edge)
{
    size_t first = l->start[edge->low], end = l->start[edge->low + 1];
    for (size_t last = end; first < last;) {
        const size_t middle = first + (last - first) / 2;
        if (l->records[middle] >> 1 < edge->high)
            first = middle + 1;
        else
            last = middle;
    }
    uint32_t uses = 0;
    while (first < end && l->records[first++] >> 1 == edge->high) uses++;
    return uses;
}

static void begin_flats(const mesh3_topology *t, flats *f)
{
    const flr_mesh3 *m = t->mesh;
    size_t sides = 0;
    for (size_t i = 0; i < m->info.triangle_count; i++) {
        const uint32_t *c = t->corners + 3 * i;
        if (!mesh3_counts(m, i) || !is_flat(m, c)) continue;
        for (int k = 0; k < 3; k++) {
            f->edges[sides] = flat_edge_of(c, k);
            f->edges[sides++].items = (uint32_t)i;
        }
    }
    qsort(f->edges, sides, sizeof *f->edges, compare_flat_edges);
    for (size_t i = 0; i < sides; i++) {
        const flat_edge side = f->edges[i];
        if (f->edge_count == 0 || compare_flat_edges(&f->edges[f->edge_count - 1], &side) != 0)
            f->edges[f->edge_count++] = (flat_edge){side.low, side.high, count_uses(&t->lists, &side), 0, 0};
        f->edges[f->edge_count - 1].flats++;
        f->edges[f->edge_count - 1].items ^= side.items;
    }
    for (size_t i = 0; i < f->edge_count; i++)
        if (f->edges[i].uses == 1) f->stack[f->stack_count++] = f->edges[i].items;
}

/// Takes flat triangles that have an edge of their own out of the topology: no closed surface has such a
/// triangle, and one without area bounds nothing. A flat triangle that fills the gap between an edge and its
/// two halves has no such edge, and stays.
static bool drop_flats(mesh3_topology *t)
{
    flr_mesh3 *m = t->mesh;
    size_t count = 0, all = 0;
    for (size_t i = 0; i < m->info.triangle_count; i++) {
        count += mesh3_counts(m, i) && is_flat(m, t->corners + 3 * i);
        all += mesh3_counts(m, i);
    }
    if (count == 0 || count == all) return true;
    flats f = {flr_allocate(&m->allocator, 3 * count, sizeof *f.edges),
               flr_allocate(&m->allocator, 3 * count, sizeof *f.stack), 0, 0};
    const bool ok = f.edges && f.stack;
    if (ok) {
        count_edges(t);  // the search for copies has overwritten the lists
        begin_flats(t, &f);
    }
    while (f.stack_count > 0) {
        const uint32_t item = f.stack[--f.stack_count];
        if (!mesh3_counts(m, item)) continue;
        m->input_of[item] |= MESH3_NO_TOPOLOGY;
        for (int k = 0; k < 3; k++) {
            const flat_edge key = flat_edge_of(t->corners + 3 * (size_t)item, k);
            flat_edge *edge = bsearch(&key, f.edges, f.edge_count, sizeof key, compare_flat_edges);
            edge->uses--;
            edge->flats--;
            edge->items ^= item;
            if (edge->uses == 1 && edge->flats == 1) f.stack[f.stack_count++] = edge->items;
        }
    }
    flr_release(&m->allocator, f.stack, 3 * count, sizeof *f.stack);
    flr_release(&m->allocator, f.edges, 3 * count, sizeof *f.edges);
    if (ok) count_edges(t);
    return ok;
}

bool flr_mesh3_choose_triangles(mesh3_topology *t)
{
    mark_repeated_corners(t);
    count_edges(t);
    if (may_have_copies(t)) {
        if (!drop_copies(t)) return false;
        count_edges(t);
    }
    return t->mesh->info.boundary_edge_count == 0 || drop_flats(t);
}
