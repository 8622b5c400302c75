/// Faces that nearly lie in one plane as one face: what contact wants of a hull made from rounded or scanned points.
///
/// Only faces and half-edges change. The vertices and their neighbours stay those of the exact hull, so that support
/// points stay exact; a vertex inside a merged face has no half-edge.
#include "hull/hull3_build.h"

typedef struct near {
    flr_hull3 *h;
    flr_real tolerance;
    uint32_t *group;   ///< of each face, or none
    uint32_t *order;   ///< faces, the largest first
    flr_real *size;    ///< of each face
    uint32_t *inside;  ///< of each vertex, the last attempt that had it for a corner
    uint32_t attempt;
    hull3_list outline;  ///< half-edges around the growing group, in order
    hull3_list next_outline, pending, taken;
} near;

static flr_vec3 offset_of(const flr_hull3 *h, uint32_t v) { return flr_vec3_make(h->x[v], h->y[v], h->z[v]); }

static void measure_faces(near *n)
{
    const flr_hull3 *h = n->h;
    for (uint32_t i = 0; i < h->info.face_count; i++) {
        flr_vec3 a = offset_of(h, h->origin[h->first[i]]), sum = flr_vec3_make(0, 0, 0);
        for (uint32_t k = h->first[i] + 2; k < h->first[i + 1]; k++)
            sum = flr_add3(sum, flr_cross3(flr_sub3(offset_of(h, h->origin[k - 1]), a),
                                           flr_sub3(offset_of(h, h->origin[k]), a)));
        n->size[i] = flr_dot3(sum, h->normals[i]);
        n->order[i] = i;
        n->group[i] = HULL3_NONE;
    }
}

/// The largest first, of equal ones the lower number: a heap, so that no input makes it slow.
static bool earlier(const near *n, uint32_t a, uint32_t b)
{
    return n->size[a] != n->size[b] ? n->size[a] > n->size[b] : a < b;
}

static void sink(const near *n, size_t at, size_t count)
{
    uint32_t *heap = n->order, item = heap[at];
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && earlier(n, heap[child], heap[child + 1])) child++;
        if (!earlier(n, item, heap[child])) break;
        heap[at] = heap[child];
    }
    heap[at] = item;
}

static void sort_faces(const near *n)
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

/// Do all corners lie within the tolerance of the seed's plane, and does the face look the same way?
static bool near_plane(const near *n, uint32_t seed, uint32_t face)
{
    const flr_hull3 *h = n->h;
    flr_vec3 normal = h->normals[seed];
    if (!(flr_dot3(normal, h->normals[face]) > 0)) return false;
    for (uint32_t k = h->first[face]; k < h->first[face + 1]; k++)
        if (!(h->offsets[seed] - flr_dot3(normal, offset_of(h, h->origin[k])) <= n->tolerance)) return false;
    return true;
}

/// How far p lies to the right of the half-edge, as seen against the normal.
static flr_real right_of(const near *n, flr_vec3 normal, uint32_t edge, flr_vec3 p)
{
    const flr_hull3 *h = n->h;
    flr_vec3 a = offset_of(h, h->origin[edge]), b = offset_of(h, h->origin[h->twin[edge]]);
    flr_vec3 out = flr_cross3(flr_sub3(b, a), normal);
    flr_real length = flr_length3(out);
    return length > 0 ? flr_dot3(out, flr_sub3(p, a)) / length : 0;
}

/// The outline with the face added, in `next_outline`; its first `fresh` half-edges are the face's. False where the
/// two do not share one run of edges and nothing else, so that the union would not be a disc.
static bool join_outlines(near *n, uint32_t group, uint32_t face, size_t *fresh)
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

/// Is every corner within the tolerance of the inner side of every half-edge? Only the first `fresh` half-edges and
/// their corners are new; among the others all is well.
static bool convex(const near *n, const hull3_list *outline, flr_vec3 normal, size_t fresh)
{
    const flr_hull3 *h = n->h;
    for (size_t i = 0; i < outline->count; i++) {
        const size_t corners = i < fresh || fresh == outline->count ? outline->count : fresh + 1;
        for (size_t j = 0; j < corners; j++)
            if (right_of(n, normal, outline->item[i], offset_of(h, h->origin[outline->item[j]])) >
                n->tolerance)
                return false;
    }
    return true;
}

static bool push_neighbors(near *n, uint32_t face)
{
    const flr_hull3 *h = n->h;
    if (!hull3_list_reserve(&h->allocator, &n->pending, h->first[face + 1] - h->first[face])) return false;
    for (uint32_t k = h->first[face]; k < h->first[face + 1]; k++)
        n->pending.item[n->pending.count++] = h->edge_face[h->twin[k]];
    return true;
}

static bool take_face(near *n, uint32_t group, uint32_t face)
{
    const flr_hull3 *h = n->h;
    if (!hull3_list_reserve(&h->allocator, &n->taken, 1)) return false;
    n->taken.item[n->taken.count++] = face;
    n->group[face] = group;
    for (uint32_t k = h->first[face]; k < h->first[face + 1]; k++) n->inside[h->origin[k]] = n->attempt;
    return push_neighbors(n, face);
}

/// Takes all faces that fit, from the seed outwards; with an outline that is convex at every step, or at none.
static bool grow_outline(near *n, uint32_t seed, uint32_t group, bool stay_convex)
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

/// A face with bumps is convex only as a whole, a piece of a round side only if it grows with care.
static bool grow_group(near *n, uint32_t seed, uint32_t group)
{
    if (!grow_outline(n, seed, group, false)) return false;
    if (convex(n, &n->outline, n->h->normals[seed], n->outline.count)) return true;
    for (size_t i = 0; i < n->taken.count; i++) n->group[n->taken.item[i]] = HULL3_NONE;
    return grow_outline(n, seed, group, true);
}

/// What a face of the merged surface is made of: appended to the lists of half-edges and faces.
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

static bool find_groups(near *n, merged *m)
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

/// Faces have the numbers of their groups; an edge between two of one group is gone.
static void regroup_neighbors(near *n)
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

/// The merged surface in place of the old one, which it never exceeds; the arrays become shorter.
static bool replace_faces(near *n, const merged *m)
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
    near n = {.h = h, .tolerance = tolerance};
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
