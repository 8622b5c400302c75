/// How do triangles become faces? Coplanar triangles become polygons, by exact signs. Faces that are coplanar
/// within a tolerance become one if the caller asks for it.

#include "hull/hull3_build.h"

// ---- Coplanar triangles

typedef struct merge {
    hull3_builder *b;
    flr_hull3 *h;
    uint32_t *degree;   ///< of each site, the edges between faces that end there; later its vertex number
    uint32_t *edge_at;  ///< of each site, one half-edge that starts there on the rim of a face
    uint32_t *number;   ///< of each half-edge of a triangle, that of the hull that starts with it
} merge;

static bool live(const hull3_builder *b, uint32_t t) { return b->triangles[t].vertex[0] != HULL3_NONE; }

/// Returns the half-edge of the triangle on the other side.
static uint32_t opposite(const hull3_builder *b, uint32_t edge)
{
    const hull3_triangle *t = &b->triangles[edge / 4];
    uint32_t g = t->across[edge % 4];
    return hull3_pack(g, hull3_edge_from(&b->triangles[g], t->vertex[hull3_after(edge % 4)]));
}

static uint32_t after(uint32_t edge) { return hull3_pack(edge / 4, hull3_after(edge % 4)); }

/// Does the half-edge lie between two faces?
static bool on_rim(const merge *m, uint32_t edge)
{
    return !(m->b->triangles[edge / 4].stamp >> edge % 4 & 1);
}

/// Returns the next half-edge on the rim of the same face.
static uint32_t next_on_rim(const merge *m, uint32_t edge)
{
    edge = after(edge);
    while (!on_rim(m, edge)) edge = after(opposite(m->b, edge));
    return edge;
}

/// Marks in `stamp` of every triangle the edges over which its neighbour is coplanar, a bit for each.
static void find_flat_edges(const hull3_builder *b)
{
    for (uint32_t i = 0; i < b->triangle_count; i++) b->triangles[i].stamp = 0;
    for (uint32_t i = 0; i < b->triangle_count; i++) {
        if (!live(b, i)) continue;
        hull3_triangle *t = &b->triangles[i];
        for (uint32_t e = 0; e < 3; e++) {
            if (t->across[e] < i) continue;  // seen from there
            hull3_triangle *g = &b->triangles[t->across[e]];
            uint32_t back = hull3_edge_from(g, t->vertex[hull3_after(e)]);
            if (hull3_sees(b, t, b->sites[g->vertex[hull3_after(hull3_after(back))]].p) != 0) continue;
            t->stamp |= 1u << e;
            g->stamp |= 1u << back;
        }
    }
}

/// Counts the edges of faces, not of triangles, that start at each site.
static void find_degrees(merge *m)
{
    const hull3_builder *b = m->b;
    memset(m->degree, 0, b->site_count * sizeof *m->degree);
    for (uint32_t i = 0; i < b->triangle_count; i++) {
        if (!live(b, i)) continue;
        for (uint32_t e = 0; e < 3; e++) {
            uint32_t edge = hull3_pack(i, e), site = b->triangles[i].vertex[e];
            if (!on_rim(m, edge)) continue;
            m->degree[site]++;
            m->edge_at[site] = edge;
        }
    }
}

/// At least three planes intersect in a vertex; a site with two lies inside an edge.
static bool is_vertex(const merge *m, uint32_t site) { return m->degree[site] >= 3; }

/// Finds the sites that are vertices, in the order of the curve; from then on `sources` holds sites.
static bool number_vertices(merge *m)
{
    hull3_builder *b = m->b;
    flr_hull3 *h = m->h;
    uint32_t n = 0;
    for (size_t i = 0; i < b->site_count; i++) {
        if (!is_vertex(m, (uint32_t)i)) continue;
        n++;
        h->info.half_edge_count += m->degree[i];
    }
    h->info.vertex_count = n;
    h->info.face_count = h->info.half_edge_count / 2 + 2 - n;  // Euler's formula
    uint32_t *scratch = flr_allocate(&b->allocator, 3 * (size_t)n, sizeof *scratch);
    bool good = hull3_allocate(h) && scratch;
    if (good) {
        const hull3_grid grid = hull3_grid_make(&b->bounds);
        uint32_t at = 0;
        for (size_t i = 0; i < b->site_count; i++) {
            if (!is_vertex(m, (uint32_t)i)) continue;
            scratch[at] = hull3_curve(&grid, b->sites[i].p);
            h->sources[at++] = (uint32_t)i;
        }
        hull3_radix_sort(scratch, h->sources, scratch + n, scratch + 2 * n, n, 30);
    }
    flr_release(&b->allocator, scratch, 3 * (size_t)n, sizeof *scratch);
    return good;
}

/// Writes the half-edges of the face around which `edge` runs, from number `k` on, and returns the first
/// number after them. `twin` keeps the last half-edge of each run along an edge of the hull.
static uint32_t write_face(merge *m, uint32_t edge, uint32_t k)
{
    flr_hull3 *h = m->h;
    const uint32_t start = edge;
    do {
        h->origin[k] = m->b->triangles[edge / 4].vertex[edge % 4];
        m->number[edge] = k;
        uint32_t next = next_on_rim(m, edge);
        while (!is_vertex(m, m->b->triangles[next / 4].vertex[next % 4]))
            edge = next, next = next_on_rim(m, edge);
        h->twin[k++] = edge;
        edge = next;
    } while (edge != start);
    return k;
}

/// Writes the faces in the order in which their vertices come.
static void write_faces(merge *m)
{
    const hull3_builder *b = m->b;
    flr_hull3 *h = m->h;
    uint32_t face = 0, k = 0;
    for (uint32_t v = 0; v < h->info.vertex_count; v++) {
        const uint32_t first = m->edge_at[h->sources[v]];
        uint32_t edge = first;
        do {
            if (on_rim(m, edge) && m->number[edge] == HULL3_NONE) {
                h->first[face++] = k;
                k = write_face(m, edge, k);
            }
            edge = opposite(b, hull3_pack(edge / 4, hull3_after(hull3_after(edge % 4))));
        } while (edge != first);
    }
    h->first[face] = k;
    for (uint32_t i = 0; i < k; i++) h->twin[i] = m->number[opposite(b, h->twin[i])];
}

/// Writes the vertices and their sources. From then on the origins of half-edges are vertices, not sites.
static void write_vertices(merge *m)
{
    flr_hull3 *h = m->h;
    for (uint32_t v = 0; v < h->info.vertex_count; v++) {
        const hull3_site *site = &m->b->sites[h->sources[v]];
        m->degree[h->sources[v]] = v;
        h->vertices[v] = site->p;
        h->sources[v] = site->source;
    }
    for (uint32_t k = 0; k < h->info.half_edge_count; k++) h->origin[k] = m->degree[h->origin[k]];
}

bool hull3_merge(hull3_builder *b, flr_hull3 *h)
{
    const flr_allocator *memory = &b->allocator;
    const size_t t = b->triangle_count, s = b->site_count;
    merge m = {.b = b, .h = h};
    m.degree = flr_allocate(memory, s, sizeof *m.degree);
    m.edge_at = flr_allocate(memory, s, sizeof *m.edge_at);
    m.number = flr_allocate(memory, 4 * t, sizeof *m.number);
    bool good = m.degree && m.edge_at && m.number;
    if (good) {
        find_flat_edges(b);
        find_degrees(&m);
        good = number_vertices(&m);
    }
    if (good) {
        for (size_t i = 0; i < 4 * t; i++) m.number[i] = HULL3_NONE;
        write_faces(&m);
        write_vertices(&m);
    }
    flr_release(memory, m.number, 4 * t, sizeof *m.number);
    flr_release(memory, m.edge_at, s, sizeof *m.edge_at);
    flr_release(memory, m.degree, s, sizeof *m.degree);
    return good;
}

// ---- Nearly coplanar faces

typedef struct coplanar {
    flr_hull3 *h;
    flr_real tolerance;
    uint32_t *group;   ///< of each face, or none
    uint32_t *order;   ///< faces, the largest first
    flr_real *size;    ///< of each face
    uint32_t *inside;  ///< of each vertex, the last attempt that had it for a corner
    uint32_t attempt;
    hull3_list outline;  ///< half-edges around the growing group, in order
    hull3_list next_outline, pending, taken;
} coplanar;

/// Computes the area of each face, twice, and leaves all faces without a group.
static void measure_faces(coplanar *n)
{
    const flr_hull3 *h = n->h;
    for (uint32_t i = 0; i < h->info.face_count; i++) {
        flr_vec3 a = hull3_offset(h, h->origin[h->first[i]]), sum = flr_vec3_make(0, 0, 0);
        for (uint32_t k = h->first[i] + 2; k < h->first[i + 1]; k++)
            sum = flr_add3(sum, flr_cross3(flr_sub3(hull3_offset(h, h->origin[k - 1]), a),
                                           flr_sub3(hull3_offset(h, h->origin[k]), a)));
        n->size[i] = flr_dot3(sum, h->normals[i]);
        n->order[i] = i;
        n->group[i] = HULL3_NONE;
    }
}

/// Orders faces with the largest first, of equal ones the lower number. They are sorted by a heap, so that
/// no input makes it slow.
static bool earlier(const coplanar *n, uint32_t a, uint32_t b)
{
    return n->size[a] != n->size[b] ? n->size[a] > n->size[b] : a < b;
}

/// Moves an entry of the heap down to its place.
static void sink(const coplanar *n, size_t at, size_t count)
{
    uint32_t *heap = n->order, item = heap[at];
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && earlier(n, heap[child], heap[child + 1])) child++;
        if (!earlier(n, item, heap[child])) break;
        heap[at] = heap[child];
    }
    heap[at] = item;
}

static void sort_faces(const coplanar *n)
{
    const size_t count = n->h->info.face_count;
    for (size_t i = count / 2; i-- > 0;) sink(n, i, count);
    for (size_t end = count; end-- > 1;) {
        uint32_t last = n->order[end];
        n->order[end] = n->order[0];
        n->order[0] = last;
        sink(n, 0, end);
    }
}

/// Do all corners of a face lie within the tolerance of the seed's plane, and is its normal similar?
static bool near_plane(const coplanar *n, uint32_t seed, uint32_t face)
{
    const flr_hull3 *h = n->h;
    flr_vec3 normal = h->normals[seed];
    if (!(flr_dot3(normal, h->normals[face]) > 0)) return false;
    for (uint32_t k = h->first[face]; k < h->first[face + 1]; k++)
        if (!(h->offsets[seed] - flr_dot3(normal, hull3_offset(h, h->origin[k])) <= n->tolerance))
            return false;
    return true;
}

/// Returns how far p lies to the right of the half-edge, as seen against the normal.
static flr_real right_of(const coplanar *n, flr_vec3 normal, uint32_t edge, flr_vec3 p)
{
    const flr_hull3 *h = n->h;
    flr_vec3 a = hull3_offset(h, h->origin[edge]), b = hull3_offset(h, h->origin[h->twin[edge]]);
    flr_vec3 out = flr_cross3(flr_sub3(b, a), normal);
    flr_real length = flr_length3(out);
    return length > 0 ? flr_dot3(out, flr_sub3(p, a)) / length : 0;
}

/// Adds the face to the outline, in `next_outline`, whose first `fresh` half-edges are the face's. Returns
/// false if the two do not share one run of edges and nothing else, as then the union would not be a disc.
static bool join_outlines(coplanar *n, uint32_t group, uint32_t face, size_t *fresh)
{
    const flr_hull3 *h = n->h;
    const uint32_t first = h->first[face], count = h->first[face + 1] - first;
    uint32_t shared = 0, start = count, known = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool mine = n->group[h->edge_face[h->twin[first + i]]] == group;
        bool before = n->group[h->edge_face[h->twin[first + (i + count - 1) % count]]] == group;
        shared += mine;
        if (!mine && before) start = i;
        known += n->inside[h->origin[first + i]] == n->attempt;
    }
    if (shared == count || start == count || known != shared + 1) return false;
    hull3_list *next = &n->next_outline;
    next->count = 0;
    for (uint32_t i = 0; i < count - shared; i++) {
        uint32_t k = first + (start + i) % count;
        // all that is not shared must follow in one run
        if (n->group[h->edge_face[h->twin[k]]] == group) return false;
        next->item[next->count++] = k;
    }
    *fresh = next->count;
    // the rest of the old outline, from where the face's last own half-edge ends
    const size_t old = n->outline.count;
    size_t at = 0;
    while (at < old && h->edge_face[h->twin[n->outline.item[at]]] != face) at++;
    while (at < 2 * old && h->edge_face[h->twin[n->outline.item[at % old]]] == face) at++;
    for (size_t i = 0; i < old; i++) {
        uint32_t k = n->outline.item[(at + i) % old];
        if (h->edge_face[h->twin[k]] != face) next->item[next->count++] = k;
    }
    return true;
}

/// Is every corner within the tolerance of the inner side of every half-edge? Only the first `fresh`
/// half-edges and their corners are new; the others have been tested.
static bool convex(const coplanar *n, const hull3_list *outline, flr_vec3 normal, size_t fresh)
{
    const flr_hull3 *h = n->h;
    for (size_t i = 0; i < outline->count; i++) {
        const size_t corners = i < fresh || fresh == outline->count ? outline->count : fresh + 1;
        for (size_t j = 0; j < corners; j++)
            if (right_of(n, normal, outline->item[i], hull3_offset(h, h->origin[outline->item[j]])) >
                n->tolerance)
                return false;
    }
    return true;
}

static bool push_neighbors(coplanar *n, uint32_t face)
{
    const flr_hull3 *h = n->h;
    if (!hull3_list_reserve(&h->allocator, &n->pending, h->first[face + 1] - h->first[face])) return false;
    for (uint32_t k = h->first[face]; k < h->first[face + 1]; k++)
        n->pending.item[n->pending.count++] = h->edge_face[h->twin[k]];
    return true;
}

/// Adds a face to the group, and its neighbours to those that are to be tried.
static bool take_face(coplanar *n, uint32_t group, uint32_t face)
{
    const flr_hull3 *h = n->h;
    if (!hull3_list_reserve(&h->allocator, &n->taken, 1)) return false;
    n->taken.item[n->taken.count++] = face;
    n->group[face] = group;
    for (uint32_t k = h->first[face]; k < h->first[face + 1]; k++) n->inside[h->origin[k]] = n->attempt;
    return push_neighbors(n, face);
}

/// Takes all faces that fit, from the seed outwards. With `stay_convex` the outline is convex at every step,
/// else it is not tested.
static bool grow_outline(coplanar *n, uint32_t seed, uint32_t group, bool stay_convex)
{
    const flr_hull3 *h = n->h;
    n->outline.count = n->pending.count = n->taken.count = 0;
    n->attempt++;
    if (!hull3_list_reserve(&h->allocator, &n->outline, h->first[seed + 1] - h->first[seed])) return false;
    for (uint32_t k = h->first[seed]; k < h->first[seed + 1]; k++) n->outline.item[n->outline.count++] = k;
    if (!take_face(n, group, seed)) return false;
    for (size_t i = 0; i < n->pending.count; i++) {
        uint32_t face = n->pending.item[i];
        if (n->group[face] != HULL3_NONE || !near_plane(n, seed, face)) continue;
        size_t more = h->first[face + 1] - h->first[face], fresh;
        n->next_outline.count = 0;
        if (!hull3_list_reserve(&h->allocator, &n->next_outline, n->outline.count + more)) return false;
        if (!join_outlines(n, group, face, &fresh)) continue;
        if (stay_convex && !convex(n, &n->next_outline, h->normals[seed], fresh)) continue;
        hull3_list swap = n->outline;
        n->outline = n->next_outline;
        n->next_outline = swap;
        if (!take_face(n, group, face)) return false;
    }
    return true;
}

/// A face with bumps is convex only as a whole, a piece of a round side only if it grows step by step. So
/// both are tried.
static bool grow_group(coplanar *n, uint32_t seed, uint32_t group)
{
    if (!grow_outline(n, seed, group, false)) return false;
    if (convex(n, &n->outline, n->h->normals[seed], n->outline.count)) return true;
    for (size_t i = 0; i < n->taken.count; i++) n->group[n->taken.item[i]] = HULL3_NONE;
    return grow_outline(n, seed, group, true);
}

/// The merged surface: its half-edges, the first one of each face, and the seeds of its faces.
typedef struct merged {
    hull3_list edges, first, seeds;
} merged;

static bool append(const flr_hull3 *h, hull3_list *list, const uint32_t *item, size_t count)
{
    if (!hull3_list_reserve(&h->allocator, list, count)) return false;
    memcpy(list->item + list->count, item, count * sizeof *item);
    list->count += count;
    return true;
}

/// Puts faces that nearly lie in a plane into groups, the largest face first.
static bool find_groups(coplanar *n, merged *m)
{
    const flr_hull3 *h = n->h;
    uint32_t groups = 0;
    measure_faces(n);
    sort_faces(n);
    memset(n->inside, 0, h->info.vertex_count * sizeof *n->inside);
    for (uint32_t i = 0; i < h->info.face_count; i++) {
        uint32_t seed = n->order[i], start = (uint32_t)m->edges.count;
        if (n->group[seed] != HULL3_NONE) continue;
        if (!grow_group(n, seed, groups++) || !append(h, &m->first, &start, 1) ||
            !append(h, &m->seeds, &seed, 1) || !append(h, &m->edges, n->outline.item, n->outline.count))
            return false;
    }
    return true;
}

/// Gives faces the numbers of their groups; an edge between two of one group is gone.
static void regroup_neighbors(coplanar *n)
{
    const flr_hull3 *h = n->h;
    for (uint32_t v = 0; v < h->info.vertex_count; v++) {
        const uint32_t first = h->neighbor_first[v], end = h->neighbor_first[v + 1];
        const uint32_t of_first = n->group[h->neighbor_faces[first]];
        for (uint32_t i = first; i < end; i++) {
            const uint32_t left = n->group[h->neighbor_faces[i]],
                           right = i + 1 < end ? n->group[h->neighbor_faces[i + 1]] : of_first;
            h->neighbor_faces[i] = left != right ? left : HULL3_NONE;
        }
    }
}

/// Puts the merged surface in place of the old one, which it never exceeds; the arrays become shorter.
static bool replace_faces(coplanar *n, const merged *m)
{
    flr_hull3 *h = n->h;
    flr_hull3 old = *h;
    h->info.face_count = (uint32_t)m->seeds.count;
    h->info.half_edge_count = (uint32_t)m->edges.count;
    uint32_t *number = flr_allocate(&h->allocator, old.info.half_edge_count, sizeof *number);
    if (!hull3_allocate_faces(h) || !number) {
        hull3_release_faces(h);
        flr_release(&h->allocator, number, old.info.half_edge_count, sizeof *number);
        *h = old;
        return false;
    }
    for (uint32_t k = 0; k < h->info.half_edge_count; k++) number[m->edges.item[k]] = k;
    for (uint32_t v = 0; v < h->info.vertex_count; v++) h->vertex_edge[v] = HULL3_NONE;
    for (uint32_t f = 0; f < h->info.face_count; f++) {
        const uint32_t end = f + 1 < h->info.face_count ? m->first.item[f + 1] : h->info.half_edge_count;
        h->first[f] = m->first.item[f];
        h->first[f + 1] = end;
        h->normals[f] = old.normals[m->seeds.item[f]];
        h->offsets[f] = old.offsets[m->seeds.item[f]];
        for (uint32_t k = h->first[f]; k < end; k++) {
            h->origin[k] = old.origin[m->edges.item[k]];
            h->twin[k] = number[old.twin[m->edges.item[k]]];
            h->edge_face[k] = f;
            h->vertex_edge[h->origin[k]] = k;
        }
    }
    regroup_neighbors(n);
    flr_release(&h->allocator, number, old.info.half_edge_count, sizeof *number);
    hull3_release_faces(&old);
    h->info.memory = hull3_memory(h);
    return true;
}

bool hull3_merge_near(flr_hull3 *h, flr_real tolerance)
{
    if (h->info.dimension < 3) return true;
    const flr_allocator memory = h->allocator;
    const size_t f = h->info.face_count, v = h->info.vertex_count;
    coplanar n = {.h = h, .tolerance = tolerance};
    merged m = {.edges = {0}};
    n.group = flr_allocate(&memory, f, sizeof *n.group);
    n.order = flr_allocate(&memory, f, sizeof *n.order);
    n.size = flr_allocate(&memory, f, sizeof *n.size);
    n.inside = flr_allocate(&memory, v, sizeof *n.inside);
    bool good = n.group && n.order && n.size && n.inside && find_groups(&n, &m) && replace_faces(&n, &m);
    hull3_list_release(&memory, &m.edges);
    hull3_list_release(&memory, &m.first);
    hull3_list_release(&memory, &m.seeds);
    hull3_list_release(&memory, &n.outline);
    hull3_list_release(&memory, &n.next_outline);
    hull3_list_release(&memory, &n.pending);
    hull3_list_release(&memory, &n.taken);
    flr_release(&memory, n.inside, v, sizeof *n.inside);
    flr_release(&memory, n.size, f, sizeof *n.size);
    flr_release(&memory, n.order, f, sizeof *n.order);
    flr_release(&memory, n.group, f, sizeof *n.group);
    return good;
}
