/// The steps of walks (bvh3_walk.h): the boxes of a node against a path, a box, a linear function, or a box
/// of another tree. As many boxes are tested at once as a register holds.
#ifndef FLR_BVH_BVH3_WALK_LANES_H
#define FLR_BVH_BVH3_WALK_LANES_H

#include "bvh/bvh3_walk.h"
#include "math/simd_f32.h"

/// The children of a node that a query hits, with their bounds.
typedef unsigned node_test(const bvh3_node *n, const void *query, float limit, float near[BVH3_WIDTH]);

F32XN_INLINE f32xn center_of(const bvh3_node *n, int axis, int at)
{
    return f32xn_load(n->center[axis] + at);
}
F32XN_INLINE f32xn half_of(const bvh3_node *n, int axis, int at) { return f32xn_load(n->half[axis] + at); }

/// Returns one bit for each child from `at` on that exists.
F32XN_INLINE unsigned present(const bvh3_node *n, int at)
{
    return f32xn_mask((i32xn)(half_of(n, 0, at) >= f32xn_splat(0)));
}

/// Prefetches what will be read of a waiting branch.
F32XN_INLINE void fetch_ahead(const bvh3_walk *w, uint32_t child)
{
    const char *const p = bvh3_is_leaf(child) ? w->items + bvh3_leaf_first(child) * w->item_size
                                              : (const char *)&w->tree->nodes[child];
    __builtin_prefetch(p);
    __builtin_prefetch(p + 64);
    __builtin_prefetch(p + 128);
    __builtin_prefetch(p + 192);
}

/// Tests node `child` and pushes all hit children but the nearest. Returns the slot of the nearest, or
/// BVH3_ROOT if no child is hit. With `fetches`, all nodes are stored, so that waiting branches can be
/// prefetched.
F32XN_INLINE uint32_t nearest_below(bvh3_walk *w, const bvh3_node *n, uint32_t child, node_test *test,
                                    const void *query, float limit, bool fetches, float *nearness)
{
    float near[BVH3_WIDTH];
    const unsigned met = test(n, query, limit, near), others = met & (met - 1);
    if (met == 0) return BVH3_ROOT;
    unsigned k = (unsigned)__builtin_ctz(met);
    if (others == 0) {                          // one hit, the usual number
    } else if ((others & (others - 1)) == 0) {  // two: no branch, as it cannot be predicted
        const unsigned j = (unsigned)__builtin_ctz(others), k_is_nearer = near[k] < near[j];
        const unsigned far = k_is_nearer ? j : k;
        k = k_is_nearer ? k : j;
        w->stack[w->top++] = (bvh3_branch){n->child[far], near[far], child * BVH3_WIDTH + far};
        if (fetches) fetch_ahead(w, n->child[far]);
    } else {
        bvh3_walk_push(w, n, child, near, met);
        k = w->stack[--w->top].at % BVH3_WIDTH;
        if (fetches) fetch_ahead(w, w->stack[w->top - 1].child);
    }
    *nearness = near[k];
    return child * BVH3_WIDTH + k;
}

/// Goes down along the nearest child while one is hit, else continues from the top of the stack. With
/// `makes`, some nodes are not stored.
F32XN_INLINE uint32_t next_leaf_of(bvh3_walk *w, node_test *test, const void *query, float limit, bool makes)
{
    bvh3_node room;
    while (w->top > 0) {
        const bvh3_branch b = w->stack[--w->top];
        if (b.nearness > limit) continue;
        uint32_t child = b.child, at = b.at;
        while (!bvh3_is_leaf(child)) {
            const bvh3_node *const n = makes ? bvh3_node_at(w->tree, child, &room) : &w->tree->nodes[child];
            float nearness;
            const uint32_t below = nearest_below(w, n, child, test, query, limit, !makes, &nearness);
            if (below == BVH3_ROOT) break;
            at = below;
            child = n->child[at % BVH3_WIDTH];
        }
        if (bvh3_is_leaf(child)) {
            w->at = at;
            return child;
        }
    }
    return BVH3_EMPTY;
}

/// Two copies, so that trees that store all nodes do not pay for the others.
F32XN_INLINE uint32_t next_leaf(bvh3_walk *w, node_test *test, const void *query, float limit)
{
    return __builtin_expect(w->tree->make != NULL, 0) ? next_leaf_of(w, test, query, limit, true)
                                                      : next_leaf_of(w, test, query, limit, false);
}

/// Where the path enters boxes, and where it leaves them if that is wanted.
F32XN_INLINE unsigned along_path(const bvh3_node *n, const bvh3_path *p, float limit,
                                 float enters[BVH3_WIDTH], float *leaves)
{
    unsigned met = 0;
    for (int at = 0; at < BVH3_WIDTH; at += F32XN_LANES) {
        f32xn enter = f32xn_splat(p->from), leave = f32xn_splat(limit);
        for (int k = 0; k < 3; k++) {
            const f32xn middle = (center_of(n, k, at) - p->origin[k]) * p->reciprocal[k],
                        half = (half_of(n, k, at) + p->grow[k]) * p->size[k];
            enter = f32xn_max(middle - half, enter);
            leave = f32xn_min(middle + half, leave);
        }
        f32xn_store(enters + at, enter);
        if (leaves) f32xn_store(leaves + at, leave);
        met |= (f32xn_mask((i32xn)(enter <= leave)) & present(n, at)) << at;
    }
    return met;
}

F32XN_INLINE unsigned test_path(const bvh3_node *n, const void *query, float limit, float near[BVH3_WIDTH])
{
    return along_path(n, query, limit, near, NULL);
}

static uint32_t next_on_path(bvh3_walk *w, const bvh3_path *path, float limit)
{
    return next_leaf(w, test_path, path, limit);
}

static uint32_t step_on_path(bvh3_walk *w, const bvh3_path *path, float limit)
{
    while (w->top > 0) {
        const bvh3_branch b = w->stack[--w->top];
        if (b.nearness > limit) continue;
        w->at = b.at;
        if (bvh3_is_leaf(b.child)) return b.child;
        const bvh3_node *const n = &w->tree->nodes[b.child];
        float nearness;
        const uint32_t below = nearest_below(w, n, b.child, test_path, path, limit, true, &nearness);
        if (below == BVH3_ROOT) continue;
        const uint32_t child = n->child[below % BVH3_WIDTH];
        w->stack[w->top++] = (bvh3_branch){child, nearness, below};
        fetch_ahead(w, child);
        return BVH3_NOT_YET;
    }
    return BVH3_EMPTY;
}

static unsigned on_path(const bvh3_path *path, const bvh3_node *n, float limit, float enter[BVH3_WIDTH],
                        float leave[BVH3_WIDTH])
{
    return along_path(n, path, limit, enter, leave);
}

F32XN_INLINE f32xn square_above_zero(f32xn x)
{
    x = f32xn_max(x, f32xn_splat(0));
    return x * x;
}

/// Keeps the boxes that are not farther. So a NaN, which comes from overflow, is kept.
F32XN_INLINE unsigned within(const bvh3_node *n, int at, f32xn distances, float limit, float *near)
{
    f32xn_store(near + at, distances);
    return (~f32xn_mask((i32xn)(distances > f32xn_splat(limit))) & present(n, at)) << at;
}

F32XN_INLINE unsigned test_near(const bvh3_node *n, const void *query, float limit, float near[BVH3_WIDTH])
{
    const bvh3_box *const q = query;
    unsigned met = 0;
    for (int at = 0; at < BVH3_WIDTH; at += F32XN_LANES) {
        f32xn sum = f32xn_splat(0);
        for (int k = 0; k < 3; k++)
            sum += square_above_zero(f32xn_abs(center_of(n, k, at) - q->center[k]) - half_of(n, k, at) -
                                     q->half[k]);
        met |= within(n, at, sum * 0.999999f, limit, near);
    }
    return met;
}

static uint32_t next_near(bvh3_walk *w, const bvh3_box *box, float limit_squared)
{
    return next_leaf(w, test_near, box, limit_squared);
}

F32XN_INLINE unsigned test_meeting(const bvh3_node *n, const void *query, float limit, float near[BVH3_WIDTH])
{
    const bvh3_box *const q = query;
    unsigned met = 0;
    for (int at = 0; at < BVH3_WIDTH; at += F32XN_LANES) {
        i32xn apart = (i32xn)f32xn_splat(0);
        for (int k = 0; k < 3; k++)
            apart |= (i32xn)(f32xn_abs(center_of(n, k, at) - q->center[k]) > half_of(n, k, at) + q->half[k]);
        f32xn_store(near + at, f32xn_splat(limit));
        met |= (~f32xn_mask(apart) & present(n, at)) << at;
    }
    return met;
}

static uint32_t next_meeting(bvh3_walk *w, const bvh3_box *box) { return next_leaf(w, test_meeting, box, 0); }

static void heights(const bvh3_height *h, const bvh3_node *n, float heights[BVH3_WIDTH])
{
    for (int at = 0; at < BVH3_WIDTH; at += F32XN_LANES) {
        f32xn sum = f32xn_splat(h->slack);
        for (int k = 0; k < 3; k++) sum += h->c[k] * center_of(n, k, at) + h->size[k] * half_of(n, k, at);
        f32xn_store(heights + at, sum);
    }
}

/// Returns the larger of two gaps, one in each frame, between one box and the box around the other.
static unsigned pair_distances(const bvh3_side *side, const bvh3_box *x, const bvh3_side *other,
                               const bvh3_node *n, float limit_squared, float distances[BVH3_WIDTH])
{
    const bvh3_map *there = &side->to_other, *here = &other->to_other;
    float c[3], h[3], grown[3];
    for (int i = 0; i < 3; i++) {
        c[i] = there->m[i][0] * x->center[0] + there->m[i][1] * x->center[1] + there->m[i][2] * x->center[2] +
               there->t[i];
        h[i] = there->size[i][0] * x->half[0] + there->size[i][1] * x->half[1] +
               there->size[i][2] * x->half[2] + other->slack;
        grown[i] = x->half[i] + side->slack;
    }
    const float there_unit = other->unit * other->unit, here_unit = side->unit * side->unit;
    unsigned met = 0;
    for (int at = 0; at < BVH3_WIDTH; at += F32XN_LANES) {
        f32xn there_sum = f32xn_splat(0), here_sum = f32xn_splat(0);
        const f32xn center[3] = {center_of(n, 0, at), center_of(n, 1, at), center_of(n, 2, at)},
                    half[3] = {half_of(n, 0, at), half_of(n, 1, at), half_of(n, 2, at)};
        for (int i = 0; i < 3; i++) {
            there_sum += square_above_zero(f32xn_abs(center[i] - c[i]) - half[i] - h[i]);
            const f32xn mapped = here->m[i][0] * center[0] + here->m[i][1] * center[1] +
                                 here->m[i][2] * center[2] + here->t[i],
                        wide = here->size[i][0] * half[0] + here->size[i][1] * half[1] +
                               here->size[i][2] * half[2];
            here_sum += square_above_zero(f32xn_abs(mapped - x->center[i]) - wide - grown[i]);
        }
        const f32xn worse = f32xn_max(there_sum * there_unit, here_sum * here_unit) * 0.999999f;
        met |= within(n, at, worse, limit_squared, distances);
    }
    return met;
}

#endif
