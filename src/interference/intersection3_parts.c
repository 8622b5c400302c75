/// Gathers the triangles of both meshes that come near the other, numbers their vertices and edges, and
/// places the nodes: the points where an edge of one mesh passes through a triangle of the other.

#include <stdlib.h>
#include <string.h>

#include "interference/intersection3.h"
#include "math/predicates.h"

// ---- Memory and order

void *flr_scratch3_take(scratch3 *s, size_t count, size_t size)
{
    void *memory = s->failed || s->count == SCRATCH3_BLOCKS ? NULL : flr_allocate(&s->allocator, count, size);
    if (memory)
        s->blocks[s->count++] = (scratch3_block){memory, count, size};
    else
        s->failed = true;
    return memory;
}

void flr_scratch3_release(scratch3 *s)
{
    while (s->count > 0) {
        const scratch3_block *b = &s->blocks[--s->count];
        flr_release(&s->allocator, b->memory, b->count, b->size);
    }
}

enum { DIGIT = 11, DIGITS = 1 << DIGIT, FEW = 48 };

static void insert_keyed(keyed3 *all, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const keyed3 x = all[i];
        size_t k = i;
        for (; k > 0 && all[k - 1].key > x.key; k--) all[k] = all[k - 1];
        all[k] = x;
    }
}

/// A radix sort by digits of 11 bits, the lowest first. It skips digits in which no two keys differ.
void flr_sort_keyed3(keyed3 *all, keyed3 *spare, size_t count)
{
    if (count < FEW) {
        insert_keyed(all, count);
        return;
    }
    uint64_t differ = 0;
    for (size_t i = 1; i < count; i++) differ |= all[i].key ^ all[0].key;
    keyed3 *from = all, *to = spare;
    for (unsigned shift = 0; shift < 64; shift += DIGIT) {
        if (!(differ >> shift & (DIGITS - 1))) continue;
        size_t start[DIGITS] = {0}, sum = 0;
        for (size_t i = 0; i < count; i++) start[from[i].key >> shift & (DIGITS - 1)]++;
        for (size_t d = 0; d < DIGITS; d++) {
            const size_t n = start[d];
            start[d] = sum;
            sum += n;
        }
        for (size_t i = 0; i < count; i++) to[start[from[i].key >> shift & (DIGITS - 1)]++] = from[i];
        keyed3 *const swap = from;
        from = to;
        to = swap;
    }
    if (from != all) memcpy(all, from, count * sizeof *all);
}

/// Returns the index of a number that is in the list.
static uint32_t place_of(const uint32_t *all, size_t count, uint32_t number)
{
    size_t first = 0;
    while (count > 1) {
        const size_t half = count / 2;
        if (all[first + half] <= number) first += half;
        count -= half;
    }
    return (uint32_t)first;
}

// ---- Faces

flr_aabb3 flr_intersection3_bounds(const flr_instance3 *i)
{
    // a vertex may be welded to one that no triangle has, outside of the bounds
    const flr_real more = 2 * i->mesh->info.weld_tolerance * i->max_stretch;
    const flr_vec3 all = flr_vec3_make(more, more, more);
    return (flr_aabb3){flr_sub3(i->bounds.min, all), flr_add3(i->bounds.max, all)};
}

typedef struct gathering {
    part3 *part;
    const flr_aabb3 *within;
    size_t count;
    keyed3 *keys;
} gathering;

static bool is_within(const flr_triangle3 *t, const flr_aabb3 *b)
{
    const flr_vec3 low = flr_min3(t->a, flr_min3(t->b, t->c)), high = flr_max3(t->a, flr_max3(t->b, t->c));
    return low.x <= b->max.x && high.x >= b->min.x && low.y <= b->max.y && high.y >= b->min.y &&
           low.z <= b->max.z && high.z >= b->min.z;
}

static bool count_item(void *user, uint32_t item)
{
    (void)item;
    ((gathering *)user)->count++;
    return true;
}

static bool take_item(void *user, uint32_t item)
{
    gathering *g = user;
    const flr_instance3 *i = g->part->at;
    if (mesh3_has_no_topology(i->mesh, item)) return true;
    const flr_triangle3 t = instance3_item_welded(i, item);
    if (is_within(&t, g->within)) g->keys[g->count++] = (keyed3){item, 0};
    return true;
}

/// The keys that are sorted, and room to sort them.
typedef struct sorting {
    keyed3 *keys, *spare;
} sorting;

/// Finds the faces of a part: its triangles whose boxes meet the region common to both meshes.
static void gather_faces(part3 *p, const flr_aabb3 *within, scratch3 *s, sorting *sort)
{
    flr_vec3 corners[8];
    for (int k = 0; k < 8; k++)
        corners[k] =
            flr_vec3_make(k & 1 ? within->max.x : within->min.x, k & 2 ? within->max.y : within->min.y,
                          k & 4 ? within->max.z : within->min.z);
    gathering g = {.part = p, .within = within};
    flr_mesh3_visit_box(p->at, corners, 8, 0, count_item, &g);
    sort->keys = g.keys = flr_scratch3_take(s, 3 * g.count, sizeof *sort->keys);
    sort->spare = flr_scratch3_take(s, 3 * g.count, sizeof *sort->spare);
    if (s->failed) return;
    g.count = 0;
    flr_mesh3_visit_box(p->at, corners, 8, 0, take_item, &g);
    p->face_count = g.count;
    p->items = flr_scratch3_take(s, g.count, sizeof *p->items);
    if (s->failed) return;
    flr_sort_keyed3(sort->keys, sort->spare, g.count);
    for (size_t i = 0; i < g.count; i++) p->items[i] = (uint32_t)sort->keys[i].key;
}

// ---- Vertices and edges

static void number_vertices(part3 *p, scratch3 *s, const sorting *sort)
{
    const flr_mesh3 *m = p->at->mesh;
    const size_t count = 3 * p->face_count;
    p->corners = flr_scratch3_take(s, count, sizeof *p->corners);
    p->vertices = flr_scratch3_take(s, count, sizeof *p->vertices);
    if (s->failed) return;
    for (size_t i = 0; i < count; i++)
        sort->keys[i] = (keyed3){mesh3_welded(m, p->items[i / 3], (uint32_t)(i % 3)), (uint32_t)i};
    flr_sort_keyed3(sort->keys, sort->spare, count);
    p->vertex_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || sort->keys[i].key != sort->keys[i - 1].key)
            p->vertices[p->vertex_count++] = (uint32_t)sort->keys[i].key;
        p->corners[sort->keys[i].value] = (uint32_t)(p->vertex_count - 1);
    }
}

static void number_edges(part3 *p, scratch3 *s, const sorting *sort)
{
    const size_t count = 3 * p->face_count;
    keyed3 *const sides = sort->keys;
    p->ends = flr_scratch3_take(s, count, sizeof *p->ends);
    p->edges = flr_scratch3_take(s, count, sizeof *p->edges);
    if (s->failed) return;
    for (size_t i = 0; i < count; i++) {
        const uint32_t from = p->corners[i], to = p->corners[i - i % 3 + (i + 1) % 3];
        sides[i] = (keyed3){from < to ? (uint64_t)from << 32 | to : (uint64_t)to << 32 | from, (uint32_t)i};
    }
    flr_sort_keyed3(sides, sort->spare, count);
    p->edge_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || sides[i].key != sides[i - 1].key) p->ends[p->edge_count++] = sides[i].key;
        const uint32_t side = sides[i].value;
        const bool turned = p->corners[side] != (uint32_t)(sides[i].key >> 32);
        p->edges[side] = (uint32_t)(p->edge_count - 1) << 1 | turned;
    }
}

// ---- Nodes

static flr_scaled height_exact(const flr_triangle3 *t, flr_vec3 p)
{
    const flr_row3 u = flr_row3_difference(t->b, t->a), v = flr_row3_difference(t->c, t->a),
                   w = flr_row3_difference(p, t->a);
    flr_scaled height;
    (void)flr_triple3_exact(&w, &u, &v, &height);
    return height;
}

/// Computes the height of p over the plane, in an unknown unit; false where it is mostly rounding error.
static bool height_over(const flr_plane3_filter *f, flr_vec3 p, double *height)
{
    const double x = (double)p.x - f->ax, y = (double)p.y - f->ay, z = (double)p.z - f->az;
    const double absolute = fabs(x) * f->mx + fabs(y) * f->my + fabs(z) * f->mz + FLR_FILTER_FLOOR;
    *height = x * f->x + y * f->y + z * f->z;
    return fabs(*height) > 0x1p-10 * absolute;
}

/// Places the node where the edge from p to q crosses the plane; the ends lie on different sides of it or on
/// it. It measures from the nearer end, by heights with an error of a few eps each, so the point is accurate
/// even where the edge is nearly parallel to the plane.
static void place_node(flr_vec3 p, flr_vec3 q, const flr_triangle3 *t, flr_vec3 origin, node3 *n)
{
    const flr_plane3_filter f = flr_plane3_filter_make(t->a, t->b, t->c);
    double at_p, at_q, whole;
    const bool sure_p = height_over(&f, p, &at_p), sure_q = height_over(&f, q, &at_q);
    if (!sure_p || !sure_q) {
        const flr_scaled low = height_exact(t, p), high = height_exact(t, q);
        const bool first = low.mantissa != 0;
        at_p = first ? 1 : 0;
        at_q = high.mantissa == 0 ? 0 : first ? flr_scaled_ratio(high, low) : 1;
    }
    at_p = fabs(at_p);
    at_q = fabs(at_q);
    const dvec3 from = dvec3_relative(p, origin), to = dvec3_relative(q, origin), way = dvec3_sub(to, from);
    whole = at_p + at_q;
    if (at_p <= at_q) {
        n->along = at_p / whole;
        n->point = dvec3_add_scaled(from, n->along, way);
    } else {
        n->along = 1 - at_q / whole;
        n->point = dvec3_add_scaled(to, -(at_q / whole), way);
    }
}

/// Joins the ends at one node. An end that begins a segment goes with one that ends a segment, as on closed
/// surfaces; the others are joined two by two.
static void pair_ends(const keyed3 *all, size_t count, uint32_t *beside)
{
    size_t next[2] = {0, 0};
    for (;;) {
        for (uint32_t which = 0; which < 2; which++)
            while (next[which] < count && all[next[which]].value % 2 != which) next[which]++;
        if (next[0] == count || next[1] == count) break;
        const uint32_t p = all[next[0]++].value, q = all[next[1]++].value;
        beside[p] = q;
        beside[q] = p;
    }
    const uint32_t left = next[0] == count ? 1 : 0;
    uint32_t last = INTERSECTION3_NONE;
    for (size_t i = next[left]; i < count; i++) {
        const uint32_t end = all[i].value;
        if (end % 2 != left) continue;
        if (last == INTERSECTION3_NONE) {
            last = end;
            continue;
        }
        beside[last] = end;
        beside[end] = last;
        last = INTERSECTION3_NONE;
    }
}

/// Makes the nodes from the ends of segments on edges of this part, which are sorted by edge and face.
static void make_nodes(meeting3 *m, int side, const keyed3 *ends, size_t count)
{
    part3 *p = &m->part[side];
    const part3 *other = &m->part[!side];
    p->node_count = 0;
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i; next < count && ends[next].key == ends[i].key; next++)
            m->node_of[ends[next].value] = (uint32_t)p->node_count;
        pair_ends(ends + i, next - i, m->beside);
        node3 *n = &p->nodes[p->node_count++];
        n->edge = (uint32_t)(ends[i].key >> 32);
        n->face = (uint32_t)ends[i].key;
        const segment3 *s = &m->segments.all[ends[i].value / 2];
        const uint32_t which = ends[i].value % 2;
        const size_t corner = 3 * (size_t)s->face[side] + s->end[which] % 3;
        // a segment begins where an edge of a leaves b's face, or an edge of b enters a's
        n->leaves = ((which == 0) == (side == 0)) != part3_is_turned(p, corner);
        const flr_triangle3 t = part3_triangle(other, n->face);
        place_node(part3_vertex(p, part3_low(p, n->edge)), part3_vertex(p, part3_high(p, n->edge)), &t,
                   p->origin, n);
    }
}

static int compare_along(const void *a, const void *b)
{
    const along3 *x = a, *y = b;
    if (x->along != y->along) return x->along < y->along ? -1 : 1;
    return (x->node > y->node) - (x->node < y->node);
}

/// Sorts the nodes of each edge along it. They are already grouped by edge.
static void order_nodes(part3 *p)
{
    size_t n = 0;
    for (size_t e = 0; e < p->edge_count; e++) {
        p->node_first[e] = (uint32_t)n;
        for (; n < p->node_count && p->nodes[n].edge == e; n++)
            p->order[n] = (along3){p->nodes[n].along, (uint32_t)n};
        const size_t count = n - p->node_first[e];
        if (count > 1) qsort(p->order + p->node_first[e], count, sizeof *p->order, compare_along);
    }
    p->node_first[p->edge_count] = (uint32_t)n;
}

/// Finds the nodes on both parts' edges, and orders them.
static void find_nodes(meeting3 *m)
{
    scratch3 *s = &m->scratch;
    const size_t count = 2 * m->segments.count;
    keyed3 *ends = flr_scratch3_take(s, count, sizeof *ends),
           *spare = flr_scratch3_take(s, count, sizeof *spare);
    m->node_of = flr_scratch3_take(s, count, sizeof *m->node_of);
    m->beside = flr_scratch3_take(s, count, sizeof *m->beside);
    if (s->failed) return;
    memset(m->beside, 0xff, count * sizeof *m->beside);
    for (int side = 0; side < 2; side++) {
        part3 *p = &m->part[side];
        size_t n = 0;
        for (size_t i = 0; i < count; i++) {
            const segment3 *g = &m->segments.all[i / 2];
            if ((g->end[i % 2] >= 3) != (side == 1)) continue;
            const uint32_t edge = part3_edge(p, 3 * (size_t)g->face[side] + g->end[i % 2] % 3);
            ends[n++] = (keyed3){(uint64_t)edge << 32 | g->face[!side], (uint32_t)i};
        }
        p->nodes = flr_scratch3_take(s, n, sizeof *p->nodes);
        p->order = flr_scratch3_take(s, n, sizeof *p->order);
        p->node_first = flr_scratch3_take(s, p->edge_count + 1, sizeof *p->node_first);
        if (s->failed) return;
        flr_sort_keyed3(ends, spare, n);
        make_nodes(m, side, ends, n);
        order_nodes(p);
    }
}

void flr_meeting3_make(meeting3 *m, const flr_aabb3 *common)
{
    for (int side = 0; side < 2; side++) {
        part3 *p = &m->part[side];
        sorting sort;
        gather_faces(p, common, &m->scratch, &sort);
        if (!m->scratch.failed) number_vertices(p, &m->scratch, &sort);
        if (!m->scratch.failed) number_edges(p, &m->scratch, &sort);
        if (m->scratch.failed) return;
        for (size_t i = 0; i < m->segments.count; i++) {
            uint32_t *face = &m->segments.all[i].face[side];
            *face = place_of(p->items, p->face_count, *face);
        }
    }
    find_nodes(m);
}
