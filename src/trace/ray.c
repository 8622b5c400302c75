/// Traces a ray through the tree of a mesh, box by box and triangle by triangle, in the order of
/// raycast/raycast3_mesh.c.
#include "bvh/bvh3_walk.h"
#include "feeler/trace.h"
#include "mesh/mesh3.h"
#include "raycast/raycast3_mesh.h"
#include "raycast/raycast3_triangle.h"

/// A box that the ray meets and that waits to be opened; `enter` is a place along the cast.
typedef struct waiting {
    uint32_t box, parent, level;
    float enter;
} waiting;

typedef struct tracing {
    const flr_raycast3_path *path;
    const flr_instance3 *mesh;
    unsigned options;
    flr_trace3_raycast_fn *step;
    void *user;
    bvh3_cast cast;
    float limit;
    raycast3_corner_hit hit;  // the nearest so far
    uint32_t item;            ///< the triangle it hits
    flr_raycast3_step s;
    int top;
    waiting stack[BVH3_STACK];
} tracing;

static void report(tracing *r, flr_tree_event event)
{
    r->s.event = event;
    if (r->step) r->step(r->user, &r->s);
}

static flr_aabb3 bounds_of(const bvh3 *tree, const bvh3_box *b)
{
    const flr_real unit = 1 / tree->scale;
    const flr_vec3 middle =
                       flr_vec3_make((flr_real)b->center[0], (flr_real)b->center[1], (flr_real)b->center[2]),
                   half = flr_vec3_make((flr_real)b->half[0], (flr_real)b->half[1], (flr_real)b->half[2]);
    const flr_aabb3 bounds = {flr_mul_add3(tree->center, unit, flr_sub3(middle, half)),
                              flr_mul_add3(tree->center, unit, flr_add3(middle, half))};
    return bounds;
}

/// Converts a place along the cast to t. Nothing is entered before the path's start.
static flr_real t_of(const tracing *r, float place)
{
    if (isinf(place)) return (flr_real)place;
    if (!(r->cast.per_t > 0)) return r->path->t_min;
    const flr_real t = (flr_real)((double)place / r->cast.per_t + r->cast.t_origin);
    return t > r->path->t_min ? t : r->path->t_min;
}

/// Sets what the step says of a box.
static void look_at(tracing *r, waiting w)
{
    const bvh3 *tree = &r->mesh->mesh->tree;
    const bvh3_box b = bvh3_box_of(tree, w.box);
    r->s.box = w.box;
    r->s.parent = w.parent;
    r->s.level = w.level;
    r->s.leaf = bvh3_is_leaf(bvh3_child(tree, w.box));
    r->s.bounds = bounds_of(tree, &b);
    r->s.enter = t_of(r, w.enter);
}

/// The test of bvh3_walk_lanes.h, for one box.
static bool meets(const bvh3_path *p, const bvh3_box *b, float limit, float *enter)
{
    float leave = limit;
    *enter = p->from;
    for (int k = 0; k < 3; k++) {
        const float middle = (b->center[k] - p->origin[k]) * p->reciprocal[k],
                    half = (b->half[k] + p->grow[k]) * p->size[k];
        if (middle - half > *enter) *enter = middle - half;
        if (middle + half < leave) leave = middle + half;
    }
    return *enter <= leave;
}

static flr_triangle3 triangle_of(const flr_instance3 *m, uint32_t item)
{
    return instance3_is_identity(m) ? mesh3_item_triangle(m->mesh, item) : instance3_item_triangle(m, item);
}

/// Tests the triangles of a leaf. Of hits at the same t the lowest triangle number counts.
static void test_triangles(tracing *r, uint32_t leaf)
{
    const uint32_t first = bvh3_leaf_first(leaf), end = first + bvh3_leaf_count(leaf);
    for (uint32_t item = first; item < end; item++) {
        const flr_triangle3 t = triangle_of(r->mesh, item);
        raycast3_corner_hit hit;
        r->s.triangle = mesh3_input_of(r->mesh->mesh, item);
        r->s.hit = raycast3_triangle(r->path, &t, r->options, &hit) &&
                   !((r->options & FLR_RAYCAST_BACK_ONLY) && (hit.front || hit.in_plane));
        r->s.t = r->s.hit ? hit.t : 0;
        if (r->s.hit &&
            (!r->s.found || hit.t < r->hit.t || (hit.t == r->hit.t && r->s.triangle < r->s.nearest))) {
            r->s.found = true;
            r->s.nearest = r->s.triangle;
            r->s.nearest_t = hit.t;
            r->hit = hit;
            r->item = item;
        }
        report(r, FLR_TREE_TRIANGLE);
    }
    if (r->s.found) r->limit = bvh3_cast_limit(&r->cast, (double)r->hit.t);
}

/// Pushes the children that the ray meets, the nearest on top. A step says why each other child is not
/// opened.
static void test_boxes(tracing *r, const waiting *w, uint32_t node)
{
    const bvh3 *tree = &r->mesh->mesh->tree;
    const int first = r->top;
    for (uint32_t k = 0; k < BVH3_WIDTH; k++) {
        waiting child = {.box = node * BVH3_WIDTH + k, .parent = w->box, .level = w->level + 1};
        const bvh3_box b = bvh3_box_of(tree, child.box);
        if (bvh3_child(tree, child.box) == BVH3_EMPTY || b.half[0] < 0) continue;
        if (!meets(&r->cast.path, &b, r->limit, &child.enter)) {
            const bool farther = meets(&r->cast.path, &b, INFINITY, &child.enter);
            if (!farther) child.enter = INFINITY;
            look_at(r, child);
            report(r, farther ? FLR_TREE_FARTHER : FLR_TREE_MISSED);
            continue;
        }
        int i = r->top++;
        for (; i > first && r->stack[i - 1].enter < child.enter; i--) r->stack[i] = r->stack[i - 1];
        r->stack[i] = child;
    }
}

static void walk(tracing *r)
{
    const bvh3 *tree = &r->mesh->mesh->tree;
    waiting root = {.box = BVH3_ROOT, .enter = -INFINITY};
    if (!(r->path->t_min <= r->path->t_max) || !flr_raycast3_mesh_cast(r->path, r->mesh, &r->cast)) {
        root.enter = INFINITY;
        look_at(r, root);
        report(r, FLR_TREE_MISSED);
        return;
    }
    r->limit = bvh3_cast_limit(&r->cast, (double)r->path->t_max);
    const bvh3_box whole = bvh3_box_of(tree, BVH3_ROOT);
    meets(&r->cast.path, &whole, INFINITY, &root.enter);
    r->stack[r->top++] = root;
    while (r->top > 0) {
        const waiting w = r->stack[--r->top];
        const uint32_t child = bvh3_child(tree, w.box);
        look_at(r, w);
        // the root is opened without a test
        if (w.box != BVH3_ROOT && w.enter > r->limit) {
            report(r, FLR_TREE_FARTHER);
            continue;
        }
        report(r, FLR_TREE_OPENED);
        if (bvh3_is_leaf(child))
            test_triangles(r, child);
        else
            test_boxes(r, &w, child);
    }
}

flr_status flr_trace3_raycast(const flr_raycast3_path *path, const flr_instance3 *mesh, unsigned options,
                              flr_trace3_raycast_fn *step, void *user, flr_raycast3_triangle *result)
{
    if (!path || !mesh || !result) return FLR_INVALID_ARGUMENT;
    tracing r = {.path = path, .mesh = mesh, .options = options, .step = step, .user = user};
    r.s.nearest_t = (flr_real)INFINITY;
    walk(&r);
    *result = (flr_raycast3_triangle){.hit = false};
    if (!r.s.found) return FLR_OK;
    const flr_triangle3 t = triangle_of(mesh, r.item);
    *result = flr_raycast3_triangle_result(path, &t, &r.hit, r.s.nearest);
    return FLR_OK;
}
