/// Is a mesh closed, well oriented and convex, and what lies across each edge? Sorted lists of edges at each
/// vertex answer that, without triangles with repeated corners, copies and loose flat triangles. Components
/// are joined as disjoint sets, the signs of their volumes give the outside, and exact orientations decide
/// convexity.
#include <stdlib.h>
#include <string.h>

#include "math/predicates2.h"
#include "mesh/mesh3.h"

/// Lists of small records in one array, one list for each welded vertex: list v is records[start[v]] to
/// before records[start[v + 1]].
typedef struct lists {
    uint32_t *start;
    uint64_t *records;
    size_t vertex_count, record_count;
} lists;

typedef struct topology {
    flr_mesh3 *mesh;
    uint32_t *corners;  // welded, three for each item
    lists lists;
} topology;

static bool counts(const flr_mesh3 *m, size_t item) { return !(m->input_of[item] & MESH3_NO_TOPOLOGY); }

static void mark_repeated_corners(topology *t)
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
static void begin_lists(lists *l)
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

static void sort_records(uint64_t *r, size_t n)
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

/// Fills in the lists. With `sides`, a record is the upper end, and the number of the triangle's side: three
/// times its item plus its first corner.
static void list_records(topology *t, bool sides)
{
    lists *l = &t->lists;
    const flr_mesh3 *m = t->mesh;
    memset(l->start, 0, (l->vertex_count + 1) * sizeof *l->start);
    for (size_t i = 0; i < m->info.triangle_count; i++) {
        const uint32_t *c = t->corners + 3 * i;
        if (!counts(m, i)) continue;
        for (int k = 0; k < 3; k++) {
            uint32_t from = c[k], to = c[(k + 1) % 3];
            l->start[from < to ? from : to]++;
        }
    }
    begin_lists(l);
    for (size_t i = 0; i < m->info.triangle_count; i++) {
        const uint32_t *c = t->corners + 3 * i;
        if (!counts(m, i)) continue;
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

static void count_edges(topology *t)
{
    flr_mesh3_info *info = &t->mesh->info;
    info->boundary_edge_count = info->non_manifold_edge_count = info->inconsistent_edge_count = 0;
    list_records(t, false);
    const lists *l = &t->lists;
    for (size_t v = 0; v < l->vertex_count; v++) {
        uint64_t *r = l->records + l->start[v];
        size_t n = l->start[v + 1] - l->start[v];
        sort_records(r, n);
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
static bool may_have_copies(topology *t)
{
    const flr_mesh3 *m = t->mesh;
    size_t slots = 2;
    while (slots * 2 <= t->lists.record_count)
        slots *= 2;  // more than one and a half times the number of triangles
    uint64_t *table = t->lists.records;
    memset(table, 0, slots * sizeof *table);
    for (size_t i = 0; i < m->info.triangle_count; i++) {
        if (!counts(m, i)) continue;
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
static bool drop_copies(topology *t)
{
    flr_mesh3 *m = t->mesh;
    size_t count = m->info.triangle_count, n = 0;
    copy_key *keys = flr_allocate(&m->allocator, count, sizeof *keys);
    if (!keys) return false;
    for (size_t i = 0; i < count; i++) {
        if (!counts(m, i)) continue;
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
static uint32_t count_uses(const lists *l, const flat_edge *edge)
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

static void begin_flats(const topology *t, flats *f)
{
    const flr_mesh3 *m = t->mesh;
    size_t sides = 0;
    for (size_t i = 0; i < m->info.triangle_count; i++) {
        const uint32_t *c = t->corners + 3 * i;
        if (!counts(m, i) || !is_flat(m, c)) continue;
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
static bool drop_flats(topology *t)
{
    flr_mesh3 *m = t->mesh;
    size_t count = 0, all = 0;
    for (size_t i = 0; i < m->info.triangle_count; i++) {
        count += counts(m, i) && is_flat(m, t->corners + 3 * i);
        all += counts(m, i);
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
        if (!counts(m, item)) continue;
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

static flr_vec3 normal_of(const flr_mesh3 *m, uint32_t item)
{
    const flr_triangle3 w = mesh3_item_welded(m, item);
    return flr_cross3(flr_sub3(w.b, w.a), flr_sub3(w.c, w.a));
}

/// Returns the kind of an edge, by the item's normal and that of the neighbour, turned to the same side.
static mesh3_edge kind_of_edge(const flr_mesh3 *m, uint32_t item, uint32_t k, uint32_t other, uint32_t j)
{
    // normals this close count as those of one plane
    const double flat = sizeof(flr_real) == sizeof(float) ? 1e-3 : 1e-4;
    const uint32_t start = mesh3_welded(m, item, k);
    const flr_vec3 n = normal_of(m, item), p = normal_of(m, other);
    const flr_vec3 o = mesh3_welded(m, other, j) == start ? flr_neg3(p) : p, across = flr_cross3(n, o);
    const double square = (double)flr_dot3(n, n) * (double)flr_dot3(o, o), along = (double)flr_dot3(n, o);
    if (!(square > 0) || !isfinite(square)) return MESH3_FREE;
    if (along > 0 && (double)flr_dot3(across, across) <= flat * flat * square) return MESH3_FLAT;
    const flr_vec3 from = mesh3_vertex(m, start), to = mesh3_vertex(m, mesh3_welded(m, item, (k + 1) % 3));
    // the triangle itself is to the left of the edge, so normals that diverge turn about the edge
    return flr_dot3(across, flr_sub3(to, from)) > 0 ? MESH3_CONVEX : MESH3_CONCAVE;
}

mesh3_edge flr_heights3_edge_kind(const flr_mesh3 *m, uint32_t item, uint32_t k)
{
    uint32_t other = item, edge = k;
    if (!flr_heights3_beside(m->heights, item, k, &other, &edge)) return MESH3_FREE;
    return kind_of_edge(m, item, k, other, edge);
}

/// Finds what is across each edge, by the sorted edges of each vertex.
static void find_neighbours(topology *t)
{
    lists *l = &t->lists;
    flr_mesh3 *m = t->mesh;
    memset(m->beside, 0, 3 * m->info.triangle_count * sizeof *m->beside);
    list_records(t, true);
    for (size_t v = 0; v < l->vertex_count; v++) {
        uint64_t *r = l->records + l->start[v];
        const size_t n = l->start[v + 1] - l->start[v];
        sort_records(r, n);
        for (size_t i = 0, j; i < n; i = j) {
            for (j = i; j < n && r[j] >> 32 == r[i] >> 32; j++) continue;
            if (j - i != 2) continue;
            const uint32_t p = (uint32_t)r[i], q = (uint32_t)r[i + 1];
            m->beside[p] = (q / 3) << 2 | (uint32_t)kind_of_edge(m, p / 3, p % 3, q / 3, q % 3);
            m->beside[q] = (p / 3) << 2 | (uint32_t)kind_of_edge(m, q / 3, q % 3, p / 3, p % 3);
        }
    }
}

static void join(uint32_t *parent, uint32_t a, uint32_t b)
{
    a = mesh3_root_of(parent, a);
    b = mesh3_root_of(parent, b);
    // the lower number becomes the root, so that a component is named by its first vertex
    if (a < b) parent[b] = a;
    if (b < a) parent[a] = b;
}

/// Makes parent[v] the first vertex of v's component, for every vertex.
static void join_components(const topology *t, uint32_t *parent)
{
    const flr_mesh3 *m = t->mesh;
    for (uint32_t v = 0; v < m->info.vertex_count; v++) parent[v] = v;
    for (size_t i = 0; i < m->info.triangle_count; i++) {
        const uint32_t *c = t->corners + 3 * i;
        join(parent, c[0], c[1]);
        join(parent, c[0], c[2]);
    }
    for (uint32_t v = 0; v < m->info.vertex_count; v++) parent[v] = mesh3_root_of(parent, v);
}

/// Replaces the root of each vertex by 1 + the number of its component, in the order of the items, or by 0
/// for unused vertices. Returns the number of components.
static size_t number_components(const topology *t, uint32_t *component)
{
    const flr_mesh3 *m = t->mesh;
    uint32_t *number = t->lists.start;  // the number of each root
    memset(number, 0, t->lists.vertex_count * sizeof *number);
    uint32_t count = 0;
    for (size_t i = 0; i < m->info.triangle_count; i++) {
        uint32_t root = component[t->corners[3 * i]];
        if (number[root] == 0) number[root] = ++count;
    }
    for (uint32_t v = 0; v < m->info.vertex_count; v++) component[v] = number[component[v]];
    return count;
}

/// Returns six times the signed volume of the cone from the centre of the bounds to one item.
static double cone_volume(const topology *t, size_t item)
{
    const flr_mesh3 *m = t->mesh;
    const uint32_t *c = t->corners + 3 * item;
    flr_vec3 o = m->tree.center;
    flr_vec3 x = flr_sub3(mesh3_vertex(m, c[0]), o), y = flr_sub3(mesh3_vertex(m, c[1]), o);
    return (double)flr_dot3(flr_cross3(x, y), flr_sub3(mesh3_vertex(m, c[2]), o));
}

/// On which side of the faces is the material? This is known if all pieces of a well-wound mesh enclose
/// volume of one sign.
static void judge_volumes(flr_mesh3 *m, const double *volume, size_t count)
{
    double sum = 0;
    bool positive = true, negative = true;
    for (size_t k = 0; k < count; k++) {
        sum += volume[k];
        positive = positive && volume[k] > 0;
        negative = negative && volume[k] < 0;
    }
    m->outward = !m->info.oriented ? 0 : positive ? 1 : negative ? -1 : 0;
    m->info.volume = m->info.watertight ? (flr_real)(sum / 6) : 0;
}

/// Adds up the volume of each component; `volume` has room for all.
static void measure_components(const topology *t, const uint32_t *component, double *volume)
{
    flr_mesh3 *m = t->mesh;
    memset(volume, 0, m->info.component_count * sizeof *volume);
    for (size_t i = m->info.triangle_count; i-- > 0;)
        if (counts(m, i)) volume[component[t->corners[3 * i]] - 1] += cone_volume(t, i);
    judge_volumes(m, volume, m->info.component_count);
}

static bool find_components(topology *t, uint32_t *component)
{
    flr_mesh3 *m = t->mesh;
    join_components(t, component);
    const size_t count = number_components(t, component);
    double *volume = flr_allocate(&m->allocator, count, sizeof *volume);
    m->info.component_count = count;
    m->component_vertex = flr_allocate(&m->allocator, count, sizeof *m->component_vertex);
    bool ok = volume && m->component_vertex;
    if (ok) {
        measure_components(t, component, volume);
        for (size_t i = m->info.triangle_count; i-- > 0;)
            m->component_vertex[component[t->corners[3 * i]] - 1] = t->corners[3 * i];
        m->every_vertex_used = true;
        for (size_t v = 0; v < m->info.vertex_count; v++)
            m->every_vertex_used = m->every_vertex_used && component[m->weld[v]] != 0;
    }
    flr_release(&m->allocator, volume, count, sizeof *volume);
    return ok;
}

/// Are all vertices in one plane? Exact. Most meshes soon have a point off the plane of their first triangle.
static bool lies_in_plane(const topology *t)
{
    const uint32_t *c = t->corners, *const end = c + 3 * t->mesh->info.triangle_count;
    flr_vec3 p[3];
    do {
        for (int k = 0; k < 3; k++) p[k] = mesh3_vertex(t->mesh, c[k]);
        c += 3;
    } while (c < end && flr_are_collinear3(p[0], p[1], p[2]));
    for (c = t->corners; c < end; c++)
        if (flr_orient3(p[0], p[1], p[2], mesh3_vertex(t->mesh, *c)) != 0) return false;
    return true;
}

/// Is the solid the hull of its vertices? A face that has no vertex before it lies on the surface of the
/// hull, and a closed surface that lies there covers it. Exact. Most meshes that are not convex show it at
/// one of their first faces. With at most MESH3_CONVEX_MAX vertices each face is tested with each vertex.
static bool is_convex(const topology *t)
{
    const flr_mesh3 *m = t->mesh;
    const flr_mesh3_info *info = &m->info;
    if (!m->encloses || !info->oriented || info->component_count != 1 || info->non_manifold_edge_count ||
        info->duplicate_count || info->vertex_count > MESH3_CONVEX_MAX || !m->every_vertex_used ||
        !m->outward)
        return false;
    for (uint32_t v = 0; v < info->vertex_count; v++) {
        const flr_vec3 p = mesh3_vertex(m, v), q = mesh3_vertex(m, m->weld[v]);
        if (p.x != q.x || p.y != q.y || p.z != q.z) return false;
    }
    for (size_t i = 0; i < info->triangle_count; i++) {
        const uint32_t *c = t->corners + 3 * i;
        const flr_vec3 p = mesh3_vertex(m, c[0]), q = mesh3_vertex(m, c[1]), r = mesh3_vertex(m, c[2]);
        for (uint32_t v = 0; v < info->vertex_count; v++)
            if (flr_orient3(p, q, r, mesh3_vertex(m, v)) * m->outward > 0) return false;
    }
    return true;
}

static bool find_all(topology *t, uint32_t *component)
{
    flr_mesh3_info *info = &t->mesh->info;
    mark_repeated_corners(t);
    count_edges(t);
    if (may_have_copies(t)) {
        if (!drop_copies(t)) return false;
        count_edges(t);
    }
    if (info->boundary_edge_count > 0 && !drop_flats(t)) return false;
    // a mesh of needles alone has no edge that could be open, and encloses nothing
    bool empty = info->repeated_corner_count == info->triangle_count;
    info->watertight = info->boundary_edge_count == 0 && !empty;
    info->oriented = info->watertight && info->inconsistent_edge_count == 0;
    t->mesh->encloses = info->watertight && !lies_in_plane(t);
    find_neighbours(t);
    if (!find_components(t, component)) return false;
    t->mesh->convex = is_convex(t);
    return true;
}

static void fill_corners(topology *t)
{
    for (size_t i = 0; i < 3 * t->mesh->info.triangle_count; i++)
        t->corners[i] = t->mesh->weld[t->mesh->corners[i]];
}

bool flr_mesh3_find_topology(flr_mesh3 *m)
{
    size_t corners = 3 * m->info.triangle_count, vertices = m->info.vertex_count;
    topology t = {
        m, flr_allocate(&m->allocator, corners, sizeof *t.corners), {NULL, NULL, vertices, corners}};
    t.lists.start = flr_allocate(&m->allocator, vertices + 1, sizeof *t.lists.start);
    t.lists.records = flr_allocate(&m->allocator, corners, sizeof *t.lists.records);
    uint32_t *component = flr_allocate(&m->allocator, vertices, sizeof *component);
    bool ok = t.corners && t.lists.start && t.lists.records && component;
    if (ok) {
        fill_corners(&t);
        ok = find_all(&t, component);
    }
    flr_release(&m->allocator, component, vertices, sizeof *component);
    flr_release(&m->allocator, t.lists.records, corners, sizeof *t.lists.records);
    flr_release(&m->allocator, t.lists.start, vertices + 1, sizeof *t.lists.start);
    flr_release(&m->allocator, t.corners, corners, sizeof *t.corners);
    return ok;
}

/// Returns the edge of the other item that is edge k of this one; 3 if they share none, as with item 0 if
/// there is no neighbour.
static uint32_t shared_edge(const flr_mesh3 *m, uint32_t item, uint32_t k, uint32_t other)
{
    const uint32_t from = mesh3_welded(m, item, k), to = mesh3_welded(m, item, (k + 1) % 3);
    uint32_t j = 0;
    for (; j < 3 && other != item; j++) {
        const uint32_t p = mesh3_welded(m, other, j), q = mesh3_welded(m, other, (j + 1) % 3);
        const bool same = (p == from && q == to) || (p == to && q == from);
        if (same && mesh3_beside(m, other, (int)j) == item) break;
    }
    return other == item ? 3 : j;
}

static void measure_edges(flr_mesh3 *m)
{
    for (uint32_t item = 0; item < m->info.triangle_count; item++) {
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t other = mesh3_beside(m, item, (int)k), j = shared_edge(m, item, k, other);
            if (j < 3)
                m->beside[3 * (size_t)item + k] = other << 2 | (uint32_t)kind_of_edge(m, item, k, other, j);
        }
    }
}

bool flr_mesh3_measure_topology(flr_mesh3 *m)
{
    const size_t corners = 3 * m->info.triangle_count, vertices = m->info.vertex_count,
                 components = m->info.component_count;
    topology t = {m, flr_allocate(&m->allocator, corners, sizeof *t.corners), {NULL, NULL, vertices, 0}};
    t.lists.start = flr_allocate(&m->allocator, vertices + 1, sizeof *t.lists.start);
    uint32_t *component = flr_allocate(&m->allocator, vertices, sizeof *component);
    double *volume = flr_allocate(&m->allocator, components, sizeof *volume);
    const bool ok = t.corners && t.lists.start && component && volume;
    if (ok) {
        fill_corners(&t);
        m->encloses = m->info.watertight && !lies_in_plane(&t);
        join_components(&t, component);
        (void)number_components(&t, component);  // the same numbers as when the mesh was made
        measure_components(&t, component, volume);
        m->convex = is_convex(&t);
        measure_edges(m);
    }
    flr_release(&m->allocator, volume, components, sizeof *volume);
    flr_release(&m->allocator, component, vertices, sizeof *component);
    flr_release(&m->allocator, t.lists.start, vertices + 1, sizeof *t.lists.start);
    flr_release(&m->allocator, t.corners, corners, sizeof *t.corners);
    return ok;
}
