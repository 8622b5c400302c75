/// Is a mesh closed, well oriented and convex, and what lies across each edge? Sorted lists of edges at each
/// vertex answer that, for the triangles that mesh3_triangles.c leaves. Components are joined as disjoint
/// sets, the signs of their volumes give the outside, and exact orientations decide convexity.
#include "mesh/mesh3_topology.h"

#include <string.h>

#include "math/predicates2.h"

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
static void find_neighbours(mesh3_topology *t)
{
    mesh3_lists *l = &t->lists;
    flr_mesh3 *m = t->mesh;
    memset(m->beside, 0, 3 * m->info.triangle_count * sizeof *m->beside);
    flr_mesh3_list_edges(t, true);
    for (size_t v = 0; v < l->vertex_count; v++) {
        uint64_t *r = l->records + l->start[v];
        const size_t n = l->start[v + 1] - l->start[v];
        flr_mesh3_sort_records(r, n);
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
static void join_components(const mesh3_topology *t, uint32_t *parent)
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
static size_t number_components(const mesh3_topology *t, uint32_t *component)
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
static double cone_volume(const mesh3_topology *t, size_t item)
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
static void measure_components(const mesh3_topology *t, const uint32_t *component, double *volume)
{
    flr_mesh3 *m = t->mesh;
    memset(volume, 0, m->info.component_count * sizeof *volume);
    for (size_t i = m->info.triangle_count; i-- > 0;)
        if (mesh3_counts(m, i)) volume[component[t->corners[3 * i]] - 1] += cone_volume(t, i);
    judge_volumes(m, volume, m->info.component_count);
}

static bool find_components(mesh3_topology *t, uint32_t *component)
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
static bool lies_in_plane(const mesh3_topology *t)
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
static bool is_convex(const mesh3_topology *t)
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

static bool find_all(mesh3_topology *t, uint32_t *component)
{
    flr_mesh3_info *info = &t->mesh->info;
    if (!flr_mesh3_choose_triangles(t)) return false;
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

static void fill_corners(mesh3_topology *t)
{
    for (size_t i = 0; i < 3 * t->mesh->info.triangle_count; i++)
        t->corners[i] = t->mesh->weld[t->mesh->corners[i]];
}

bool flr_mesh3_find_topology(flr_mesh3 *m)
{
    size_t corners = 3 * m->info.triangle_count, vertices = m->info.vertex_count;
    mesh3_topology t = {
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
    mesh3_topology t = {
        m, flr_allocate(&m->allocator, corners, sizeof *t.corners), {NULL, NULL, vertices, 0}};
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
