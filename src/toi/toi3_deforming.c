/// Meshes whose vertices move on straight lines, each by itself: which vertices meet which faces, which edges which edges.
///
/// Each vertex and each edge belongs to one of its triangles, and is tried for that one alone: so no pair of them comes twice.
#include <math.h>
#include <string.h>

#include "bvh/bvh3_walk.h"
#include "mesh/mesh3.h"
#include "toi/toi3.h"

/// One mesh, with the boxes of its tree around whole paths.
typedef struct side {
    const flr_mesh3 *mesh;
    const flr_real *end;  // where the vertices go
    bvh3 tree;
    bvh3_item *items, *of_nodes;
    uint8_t *owned;  // by each item: vertex k is bit k, the edge from there is bit 3 + k
} side;

typedef struct search {
    const side *a, *b;
    bool self;
    const flr_toi3_options *options;
    double margin;  // farther apart than this along an axis is no touch
    double limit;   // later touches are not asked for
    flr_vertex_toi3_meeting_fn *each;
    void *user;
    flr_vertex_toi3_meeting *first;  // asked for where `each` is null
    flr_status status;
    bool stopped;
} search;

/// A triangle on its way.
typedef struct path {
    uint32_t number, vertex[3];
    uint8_t owned;
    flr_vec3 from[3], to[3];
    double start[3][3], last[3][3];  // the corners at the start, and at the limit
} path;

/// Some corners of a triangle.
typedef struct feature {
    int count, corner[3];
} feature;

static const feature face = {3, {0, 1, 2}};

// ---- Which triangle has a vertex or an edge

static void edge_of(const flr_mesh3 *m, uint32_t item, uint32_t k, uint32_t v[2])
{
    const uint32_t p = mesh3_welded(m, item, k), q = mesh3_welded(m, item, (k + 1) % 3);
    v[0] = p < q ? p : q;
    v[1] = p < q ? q : p;
}

/// Notes an edge, and returns whether it is new.
static bool add_edge(const flr_mesh3 *m, uint32_t *table, size_t slots, uint32_t item, uint32_t k)
{
    uint32_t v[2], w[2];
    edge_of(m, item, k, v);
    if (v[0] == v[1]) return false;
    uint64_t h = ((uint64_t)v[0] << 32 | v[1]) * 0x9e3779b97f4a7c15u;
    h = (h ^ (h >> 32)) * 0xd6e8feb86659fd93u;
    h ^= h >> 32;
    size_t slot = (size_t)h & (slots - 1);
    for (; table[slot] != 0; slot = (slot + 1) & (slots - 1)) {
        edge_of(m, (table[slot] - 1) / 3, (table[slot] - 1) % 3, w);
        if (v[0] == w[0] && v[1] == w[1]) return false;
    }
    table[slot] = 3 * item + k + 1;
    return true;
}

static bool find_owners(side *s, const flr_allocator *memory)
{
    const flr_mesh3 *const m = s->mesh;
    const size_t count = m->info.triangle_count, vertices = m->info.vertex_count;
    size_t slots = 16;
    while (slots < 4 * count) slots *= 2;
    uint32_t *const table = flr_allocate(memory, slots, sizeof *table);
    uint8_t *const seen = flr_allocate(memory, vertices, sizeof *seen);
    if (table && seen) {
        memset(table, 0, slots * sizeof *table);
        memset(seen, 0, vertices);
        for (uint32_t i = 0; i < count; i++) {
            unsigned bits = 0;
            for (uint32_t k = 0; k < 3; k++) {
                const uint32_t v = mesh3_welded(m, i, k);
                if (!seen[v]) bits |= 1u << k;
                seen[v] = 1;
                if (add_edge(m, table, slots, i, k)) bits |= 8u << k;
            }
            s->owned[i] = (uint8_t)bits;
        }
    }
    flr_release(memory, seen, vertices, sizeof *seen);
    flr_release(memory, table, slots, sizeof *table);
    return table && seen;
}

// ---- Sides

static flr_vec3 end_of(const side *s, uint32_t v)
{
    const flr_real *const p = s->end + 3 * (size_t)v;
    return flr_vec3_make(p[0], p[1], p[2]);
}

/// Makes the bounds hold the paths of all vertices of triangles.
static void extend(flr_aabb3 *bounds, const side *s)
{
    for (uint32_t i = 0; i < s->mesh->info.triangle_count; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t v = mesh3_welded(s->mesh, i, k);
            const flr_vec3 p = mesh3_vertex(s->mesh, v), q = end_of(s, v);
            bounds->min = flr_min3(bounds->min, flr_min3(p, q));
            bounds->max = flr_max3(bounds->max, flr_max3(p, q));
        }
    }
}

/// Both trees have the frame of all that moves, so that their boxes can be compared.
static void place_boxes(side *s, flr_aabb3 all, flr_real grow)
{
    const flr_vec3 more = flr_vec3_make(grow, grow, grow);
    flr_bvh3_frame(&s->tree, all);
    for (uint32_t i = 0; i < s->mesh->info.triangle_count; i++) {
        flr_vec3 min, max;
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t v = mesh3_welded(s->mesh, i, k);
            const flr_vec3 p = mesh3_vertex(s->mesh, v), q = end_of(s, v);
            min = flr_min3(k > 0 ? min : p, flr_min3(p, q));
            max = flr_max3(k > 0 ? max : p, flr_max3(p, q));
        }
        s->items[i] = bvh3_item_of(&s->tree, flr_sub3(min, more), flr_add3(max, more));
    }
    flr_bvh3_refit(&s->tree, s->items, s->of_nodes);
}

static void release_side(side *s, const flr_allocator *memory)
{
    const size_t count = s->mesh->info.triangle_count, nodes = s->mesh->tree.node_count;
    flr_release(memory, s->owned, count, sizeof *s->owned);
    flr_release(memory, s->of_nodes, nodes, sizeof *s->of_nodes);
    flr_release(memory, s->items, count, sizeof *s->items);
    flr_release(memory, s->tree.nodes, nodes, sizeof *s->tree.nodes);
}

static flr_status make_side(side *s, const flr_allocator *memory)
{
    const size_t count = s->mesh->info.triangle_count, nodes = s->mesh->tree.node_count;
    s->tree = s->mesh->tree;
    s->tree.nodes = flr_allocate(memory, nodes, sizeof *s->tree.nodes);
    s->items = flr_allocate(memory, count, sizeof *s->items);
    s->of_nodes = flr_allocate(memory, nodes, sizeof *s->of_nodes);
    s->owned = flr_allocate(memory, count, sizeof *s->owned);
    if (s->tree.nodes && s->items && s->of_nodes && s->owned) {
        memcpy(s->tree.nodes, s->mesh->tree.nodes, nodes * sizeof *s->tree.nodes);
        if (find_owners(s, memory)) return FLR_OK;
    }
    release_side(s, memory);
    return FLR_OUT_OF_MEMORY;
}

static flr_status check_side(side *s)
{
    if (!s->mesh || s->mesh->heights) return FLR_INVALID_ARGUMENT;
    if (!s->end) s->end = s->mesh->vertices;
    for (size_t i = 0; i < 3 * s->mesh->info.vertex_count; i++)
        if (!isfinite(s->end[i])) return FLR_NOT_FINITE;
    return FLR_OK;
}

// ---- Pairs

static path path_of(const side *s, uint32_t item, double limit)
{
    path p = {.number = mesh3_input_of(s->mesh, item), .owned = s->owned[item]};
    for (uint32_t k = 0; k < 3; k++) {
        const uint32_t v = mesh3_welded(s->mesh, item, k);
        p.vertex[k] = v;
        p.from[k] = mesh3_vertex(s->mesh, v);
        p.to[k] = end_of(s, v);
        const double from[3] = {p.from[k].x, p.from[k].y, p.from[k].z},
                     to[3] = {p.to[k].x, p.to[k].y, p.to[k].z};
        for (int axis = 0; axis < 3; axis++) {
            p.start[k][axis] = from[axis];
            p.last[k][axis] = limit < 1 ? from[axis] + limit * (to[axis] - from[axis]) : to[axis];
        }
    }
    return p;
}

static void range_of(const double at[3][3], const feature *f, int axis, double *low, double *high)
{
    *low = *high = at[f->corner[0]][axis];
    for (int i = 1; i < f->count; i++) {
        const double x = at[f->corner[i]][axis];
        *low = x < *low ? x : *low;
        *high = x > *high ? x : *high;
    }
}

/// Along an axis the offset of two corners is linear in time: what is apart on the same side at both ends is so in between.
static bool apart(const path *a, const feature *f, const path *b, const feature *g, double margin)
{
    for (int axis = 0; axis < 3; axis++) {
        double a_low, a_high, b_low, b_high;
        range_of(a->start, f, axis, &a_low, &a_high);
        range_of(b->start, g, axis, &b_low, &b_high);
        const bool below = b_low - a_high > margin, above = a_low - b_high > margin;
        if (!below && !above) continue;
        range_of(a->last, f, axis, &a_low, &a_high);
        range_of(b->last, g, axis, &b_low, &b_high);
        if (below ? b_low - a_high > margin : a_low - b_high > margin) return true;
    }
    return false;
}

static bool share_a_vertex(const path *a, const feature *f, const path *b, const feature *g)
{
    for (int i = 0; i < f->count; i++)
        for (int j = 0; j < g->count; j++)
            if (a->vertex[f->corner[i]] == b->vertex[g->corner[j]]) return true;
    return false;
}

static flr_triangle3 triangle_of(const flr_vec3 p[3]) { return (flr_triangle3){p[0], p[1], p[2]}; }

static flr_segment3 segment_of(const flr_vec3 p[3], const feature *f)
{
    return (flr_segment3){p[f->corner[0]], p[f->corner[1]]};
}

static void report(search *s, const flr_vertex_toi3_meeting *m)
{
    if (s->each) {
        s->stopped = !s->each(s->user, m);
    } else if (!s->first->toi.hit || m->toi.t < s->first->toi.t) {
        const double tolerance = (double)m->toi.t_upper - (double)m->toi.t;
        *s->first = *m;
        // t of a touch is at most the tolerance before it
        const double later =
            (double)m->toi.t_upper + 2 * fmax(tolerance, toi3_vertices_tolerance(s->options));
        s->limit = fmin(s->limit, later);
        s->stopped = m->toi.t <= 0;
    }
}

static void try_pair(search *s, flr_toi3_features features, const path *a, const feature *f, const path *b,
                     const feature *g)
{
    if (s->stopped || (s->self && share_a_vertex(a, f, b, g)) || apart(a, f, b, g, s->margin)) return;
    flr_vertex_toi3_meeting m = {.features = features};
    if (features == FLR_TOI3_EDGE_EDGE) {
        const flr_segment3 from = segment_of(a->from, f), to = segment_of(a->to, f);
        const flr_segment3 other = segment_of(b->from, g), other_to = segment_of(b->to, g);
        m.toi = flr_vertex_toi3_segment_segment(&from, &to, &other, &other_to, s->options);
    } else {
        const path *const p = features == FLR_TOI3_VERTEX_FACE ? a : b, *const q = p == a ? b : a;
        const int corner = (p == a ? f : g)->corner[0];
        const flr_triangle3 from = triangle_of(q->from), to = triangle_of(q->to);
        m.toi = flr_vertex_toi3_point_triangle(p->from[corner], p->to[corner], &from, &to, s->options);
        if (p == b) m.toi.normal = flr_neg3(m.toi.normal);
    }
    if (m.toi.status != FLR_OK && m.toi.status != FLR_NOT_CONVERGED) {
        s->status = m.toi.status;
        s->stopped = true;
        return;
    }
    if (!m.toi.hit) return;
    for (int i = 0; i < f->count; i++) m.vertices_a[i] = a->vertex[f->corner[i]];
    for (int i = 0; i < g->count; i++) m.vertices_b[i] = b->vertex[g->corner[i]];
    m.toi.triangle_a = a->number;
    m.toi.triangle_b = b->number;
    report(s, &m);
}

/// From the lower vertex number to the higher.
static feature edge_from(const path *p, int k)
{
    const int next = (k + 1) % 3;
    return p->vertex[k] < p->vertex[next] ? (feature){2, {k, next, 0}} : (feature){2, {next, k, 0}};
}

static void try_edges(search *s, const path *a, const path *b)
{
    for (int i = 0; i < 3; i++) {
        if (!(a->owned & 8u << i)) continue;
        const feature e = edge_from(a, i);
        for (int j = 0; j < 3; j++) {
            if (!(b->owned & 8u << j)) continue;
            const feature f = edge_from(b, j);
            // which one comes first does not depend on the tree
            if (s->self && b->vertex[f.corner[0]] < a->vertex[e.corner[0]])
                try_pair(s, FLR_TOI3_EDGE_EDGE, b, &f, a, &e);
            else
                try_pair(s, FLR_TOI3_EDGE_EDGE, a, &e, b, &f);
        }
    }
}

static void try_triangles(search *s, uint32_t item_a, uint32_t item_b)
{
    const path a = path_of(s->a, item_a, s->limit), b = path_of(s->b, item_b, s->limit);
    if (apart(&a, &face, &b, &face, s->margin)) return;
    for (int k = 0; k < 3; k++) {
        const feature vertex = {1, {k, 0, 0}};
        if (a.owned & 1u << k) try_pair(s, FLR_TOI3_VERTEX_FACE, &a, &vertex, &b, &face);
        if (!(b.owned & 1u << k)) continue;
        if (s->self)
            try_pair(s, FLR_TOI3_VERTEX_FACE, &b, &vertex, &a, &face);
        else
            try_pair(s, FLR_TOI3_FACE_VERTEX, &a, &face, &b, &vertex);
    }
    try_edges(s, &a, &b);
}

static bool boxes_meet(const bvh3_item *a, const bvh3_item *b)
{
    bool meet = true;
    for (int k = 0; k < 3; k++)
        meet &= a->min[k] <= b->max[k] + 2 * BVH3_SLACK && b->min[k] <= a->max[k] + 2 * BVH3_SLACK;
    return meet;
}

static void try_leaves(search *s, uint32_t leaf_a, uint32_t leaf_b)
{
    const uint32_t first_a = bvh3_leaf_first(leaf_a), first_b = bvh3_leaf_first(leaf_b);
    const uint32_t end_a = first_a + bvh3_leaf_count(leaf_a), end_b = first_b + bvh3_leaf_count(leaf_b);
    if (s->self && first_b < first_a) return;
    for (uint32_t i = first_a; i < end_a; i++)
        for (uint32_t j = s->self && first_a == first_b ? i + 1 : first_b; j < end_b && !s->stopped; j++)
            if (boxes_meet(&s->a->items[i], &s->b->items[j])) try_triangles(s, i, j);
}

static void run(search *s)
{
    const bvh3_lanes *const lanes = bvh3_lanes_widest();
    bvh3_walk walk;
    for (uint32_t at = 0; at < s->a->tree.node_count * BVH3_WIDTH; at++) {
        const uint32_t leaf = bvh3_child(&s->a->tree, at);
        if (leaf == BVH3_EMPTY || !bvh3_is_leaf(leaf)) continue;
        const bvh3_box box = bvh3_box_of(&s->a->tree, at);
        bvh3_walk_begin(&walk, &s->b->tree);
        for (;;) {
            const uint32_t other = lanes->next_meeting(&walk, &box);
            if (other == BVH3_EMPTY || s->stopped) break;
            try_leaves(s, leaf, other);
        }
        if (s->stopped) return;
    }
}

/// The frame of all paths, and the margin. False where it is not finite.
static bool measure(search *s, flr_aabb3 *all)
{
    const flr_real target = s->options ? s->options->target_distance : 0;
    const flr_vec3 more = flr_vec3_make(target, target, target);
    *all = s->a->mesh->info.bounds;
    extend(all, s->a);
    if (!s->self) extend(all, s->b);
    *all = (flr_aabb3){flr_sub3(all->min, more), flr_add3(all->max, more)};
    const flr_real size = flr_length3(flr_sub3(all->max, all->min));
    const flr_vec3 far =
        flr_max3(flr_max3(all->max, flr_neg3(all->max)), flr_max3(all->min, flr_neg3(all->min)));
    // what counts as touching, and the rounding of places at the limit
    s->margin = (double)target + 0x1p-40 * (double)size +
                0x1p-50 * fmax((double)far.x, fmax((double)far.y, (double)far.z));
    return isfinite(size);
}

/// The search, whatever is done with what it finds. `b` may be `a`.
static flr_status solve(search *s, side *a, side *b, const flr_allocator *allocator)
{
    const flr_allocator given = flr_allocator_or_default(allocator), *const memory = &given;
    if (!toi3_options_are_good(s->options)) return FLR_INVALID_ARGUMENT;
    s->a = a;
    s->b = b;
    s->self = a == b;
    s->limit = 1;
    flr_aabb3 all;
    flr_status status = check_side(a);
    if (status == FLR_OK && !s->self) status = check_side(b);
    if (status == FLR_OK && !measure(s, &all)) status = FLR_NOT_FINITE;
    if (status == FLR_OK) status = make_side(a, memory);
    if (status != FLR_OK) return status;
    if (!s->self) status = make_side(b, memory);
    if (status == FLR_OK) {
        const flr_real target = s->options ? s->options->target_distance : 0;
        place_boxes(a, all, target);
        if (!s->self) place_boxes(b, all, 0);
        run(s);
        status = s->status;
        if (!s->self) release_side(b, memory);
    }
    release_side(a, memory);
    return status;
}

flr_status flr_vertex_toi3_mesh_self_all(const flr_mesh3 *mesh, const flr_real *end,
                                         const flr_toi3_options *options, const flr_allocator *allocator,
                                         flr_vertex_toi3_meeting_fn *each, void *user)
{
    if (!each) return FLR_INVALID_ARGUMENT;
    side a = {.mesh = mesh, .end = end};
    search s = {.options = options, .each = each, .user = user};
    return solve(&s, &a, &a, allocator);
}

flr_status flr_vertex_toi3_mesh_mesh_all(const flr_mesh3 *a, const flr_real *end_a, const flr_mesh3 *b,
                                         const flr_real *end_b, const flr_toi3_options *options,
                                         const flr_allocator *allocator, flr_vertex_toi3_meeting_fn *each,
                                         void *user)
{
    if (!each) return FLR_INVALID_ARGUMENT;
    side first = {.mesh = a, .end = end_a}, second = {.mesh = b, .end = end_b};
    search s = {.options = options, .each = each, .user = user};
    return solve(&s, &first, &second, allocator);
}

static flr_vertex_toi3_meeting none(void) { return (flr_vertex_toi3_meeting){.toi = {.t = 1, .t_upper = 1}}; }

flr_status flr_vertex_toi3_mesh_self_first(const flr_mesh3 *mesh, const flr_real *end,
                                           const flr_toi3_options *options, const flr_allocator *allocator,
                                           flr_vertex_toi3_meeting *result)
{
    if (!result) return FLR_INVALID_ARGUMENT;
    side a = {.mesh = mesh, .end = end};
    flr_vertex_toi3_meeting found = none();
    search s = {.options = options, .first = &found};
    const flr_status status = solve(&s, &a, &a, allocator);
    if (status == FLR_OK) *result = found;
    return status;
}

flr_status flr_vertex_toi3_mesh_mesh_first(const flr_mesh3 *a, const flr_real *end_a, const flr_mesh3 *b,
                                           const flr_real *end_b, const flr_toi3_options *options,
                                           const flr_allocator *allocator, flr_vertex_toi3_meeting *result)
{
    if (!result) return FLR_INVALID_ARGUMENT;
    side first = {.mesh = a, .end = end_a}, second = {.mesh = b, .end = end_b};
    flr_vertex_toi3_meeting found = none();
    search s = {.options = options, .first = &found};
    const flr_status status = solve(&s, &first, &second, allocator);
    if (status == FLR_OK) *result = found;
    return status;
}
