/// Which pairs of leaves of two trees come within a limit? A stack of pairs of boxes is searched, nearest
/// children first, with the larger box opened. Boxes are mapped from one frame to the other with a slack for
/// rounding, and a reviewer may drop pairs that it knows to be apart.
#include "bvh/bvh3_pair.h"

#include <float.h>
#include <math.h>

#include "bvh/bvh3_walk.h"

enum { STACK_SIZE = 2 * BVH3_DEPTH_MAX * (BVH3_WIDTH - 1) + BVH3_WIDTH };

enum {
    REVIEW_FIRST = 512,     // pairs of boxes before the first review, and at least between two;
    REVIEW_LAST = 1 << 24,  // the most between two. Most queries end before the first
    REVIEW_SHARE = 32,      // the budget that each of these pairs adds to a review
    REVIEW_CREDIT = 1 << 29,
    REVIEW_NODES = 8  // a review skips subtrees with fewer nodes together
};

/// Two boxes that are still to be visited.
typedef struct entry {
    uint32_t a, b;  // references
    float distance_squared;
} entry;

static float up(double x) { return (float)(x * (1 + 1e-6)); }
static float down(double x) { return (float)(x * (1 - 1e-6)); }

/// Returns the map from the frame of `from` to that of `to`. World positions are subtracted before anything
/// is mapped back. So far from the origin no more is lost than the poses have lost already.
static bvh3_map map_between(const bvh3_placed *from, const bvh3_placed *to)
{
    double factor = (double)to->tree->scale / (double)from->tree->scale;
    flr_vec3 columns[3] = {flr_mat3_mul(to->inverse.linear, from->pose.linear.x),
                           flr_mat3_mul(to->inverse.linear, from->pose.linear.y),
                           flr_mat3_mul(to->inverse.linear, from->pose.linear.z)};
    flr_vec3 between = flr_sub3(flr_affine3_point(from->pose, from->tree->center),
                                flr_affine3_point(to->pose, to->tree->center));
    flr_vec3 t = flr_mat3_mul(to->inverse.linear, between);
    bvh3_map r;
    for (int j = 0; j < 3; j++) {
        r.m[0][j] = (float)(factor * columns[j].x);
        r.m[1][j] = (float)(factor * columns[j].y);
        r.m[2][j] = (float)(factor * columns[j].z);
        for (int i = 0; i < 3; i++) r.size[i][j] = fabsf(r.m[i][j]);
    }
    r.t[0] = (float)(t.x * to->tree->scale);
    r.t[1] = (float)(t.y * to->tree->scale);
    r.t[2] = (float)(t.z * to->tree->scale);
    return r;
}

/// Returns the rounding error of a box that `map` transforms. Each coordinate is a sum of four terms, and
/// each term's error is within 2^-22 of its magnitude.
static double map_slack(const bvh3_map *map)
{
    double largest = 0;
    for (int i = 0; i < 3; i++) {
        double sum = (double)map->size[i][0] + map->size[i][1] + map->size[i][2];
        largest = fmax(largest, 2 * sum + fabs((double)map->t[i]));
    }
    return (largest + 2) * 9.5367431640625e-7;  // 2^-20
}

/// Makes no box count as apart if squares of mapped coordinates would overflow. This happens in the frame of
/// a mesh that is far smaller than the other, or far away for its own size. Returns the slack.
static float never_apart_where_unsafe(bvh3_map *map, float slack)
{
    const float wild = 0x1p60f;
    bool tame = slack < wild;
    for (int i = 0; i < 3; i++) {
        const float sum = map->size[i][0] + map->size[i][1] + map->size[i][2] + fabsf(map->t[i]);
        tame = tame && sum < wild;
    }
    if (tame) return slack;
    *map = (bvh3_map){.t = {0, 0, 0}};
    return FLT_MAX;
}

void flr_bvh3_pair_make(bvh3_pair *p, const bvh3_placed *a, const bvh3_placed *b, double rounding)
{
    double worth_a = a->min_stretch / (double)a->tree->scale,
           worth_b = b->min_stretch / (double)b->tree->scale;
    // lengths far above a unit could overflow when squared
    const double unit = worth_b > 0x1p30 * worth_a ? worth_b : worth_a;
    p->unit = 1 / unit;
    p->a.tree = a->tree;
    p->b.tree = b->tree;
    p->a.to_other = map_between(a, b);
    p->b.to_other = map_between(b, a);
    p->a.unit = unit == worth_a ? 1 : down(worth_a / unit);
    p->b.unit = down(worth_b / unit);
    p->a.size = up(a->max_stretch / (double)a->tree->scale / unit);
    p->b.size = up(b->max_stretch / (double)b->tree->scale / unit);
    p->a.slack = up(map_slack(&p->b.to_other) + rounding / worth_a);
    p->b.slack = up(map_slack(&p->a.to_other) + rounding / worth_b);
    p->a.slack = never_apart_where_unsafe(&p->b.to_other, p->a.slack);
    p->b.slack = never_apart_where_unsafe(&p->a.to_other, p->b.slack);
}

static float radius(const bvh3_box *b, float size)
{
    float x = b->half[0], y = b->half[1], z = b->half[2];
    return (x * x + y * y + z * z) * size * size;
}

/// Pushes the children of a's or b's box that are near the other's box, the nearest on top.
static int expand(const bvh3_pair *p, const bvh3_lanes *lanes, const entry *e, bool into_a, entry *stack,
                  int top, float limit_squared)
{
    const bvh3_side *of = into_a ? &p->a : &p->b, *other = into_a ? &p->b : &p->a;
    const bvh3_box box = bvh3_box_of(other->tree, into_a ? e->b : e->a);
    const uint32_t index = bvh3_child(of->tree, into_a ? e->a : e->b);
    float distances[BVH3_WIDTH];
    bvh3_node room;
    const bvh3_node *const node = bvh3_node_at(of->tree, index, &room);
    unsigned met = lanes->pair_distances(other, &box, of, node, limit_squared, distances);
    const int first = top;
    for (; met != 0; met &= met - 1) {
        const unsigned s = (unsigned)__builtin_ctz(met);
        const uint32_t ref = index * BVH3_WIDTH + s;
        const entry child = {into_a ? ref : e->a, into_a ? e->b : ref, distances[s]};
        int i = top++;
        for (; i > first && stack[i - 1].distance_squared < child.distance_squared; i--)
            stack[i] = stack[i - 1];
        stack[i] = child;
    }
    return top;
}

static float squared_limit(const bvh3_pair *p, double limit)
{
    double x = limit * p->unit;
    return up(x * x);
}

/// Returns the number of nodes from a reference down. They follow each other, children after parents. A tree
/// that makes its lowest nodes stores level after level; for it, the most that there can be is returned.
static int nodes_below(const bvh3 *tree, uint32_t ref)
{
    if (ref / BVH3_WIDTH >= tree->node_count) return 0;
    uint32_t first = bvh3_child(tree, ref), last = first;
    if (bvh3_is_leaf(first)) return 0;
    if (tree->make) {
        int all = 1;
        for (uint32_t n = first; n < tree->node_count && all < 1 << 24; n = tree->nodes[n].child[0])
            all = BVH3_WIDTH * all + 1;
        return all;
    }
    for (int k = BVH3_WIDTH - 1; k >= 0; k--) {
        uint32_t child = tree->nodes[last].child[k];
        if (child == BVH3_EMPTY || bvh3_is_leaf(child)) continue;
        last = child;
        k = BVH3_WIDTH;
    }
    return (int)(last - first) + 1;
}

typedef struct reviewer {
    const bvh3_review *review;
    void *user;
    int interval, wait;  // pairs of boxes from one review to the next, and those left until it
    int credit;          // the rest of the budget
} reviewer;

/// Drops pairs that are known to be apart. Returns how many entries are left.
static int review_stack(const bvh3_pair *p, reviewer *r, entry *stack, int top, double limit)
{
    int kept = 0;
    double gain = 0;
    r->credit = r->credit < REVIEW_CREDIT ? r->credit + REVIEW_SHARE * r->interval : REVIEW_CREDIT;
    int before = r->credit;
    for (int i = 0; i < top; i++) {
        int nodes = nodes_below(p->a.tree, stack[i].a) + nodes_below(p->b.tree, stack[i].b);
        if (nodes >= REVIEW_NODES && r->credit > 0 &&
            r->review->apart(r->user, stack[i].a, stack[i].b, limit, &r->credit))
            gain += nodes;
        else
            stack[kept++] = stack[i];
    }
    // reviews that gain little become rarer, so that they cost a small part of the whole
    if (gain < before - r->credit)
        r->interval = r->interval < REVIEW_LAST ? 2 * r->interval : r->interval;
    else if (r->interval > REVIEW_FIRST)
        r->interval /= 2;
    r->wait = r->interval;
    return kept;
}

double flr_bvh3_pair_traverse(const bvh3_pair *p, double limit, bvh3_leaf_pair_fn *leaf,
                              const bvh3_review *review, void *user)
{
    const bvh3_lanes *const lanes = bvh3_lanes_widest();
    entry stack[STACK_SIZE];
    int top = 0;
    reviewer r = {review, user, REVIEW_FIRST, REVIEW_FIRST, 0};
    stack[top++] = (entry){BVH3_ROOT, BVH3_ROOT, 0};
    float limit_squared = squared_limit(p, limit);
    while (top > 0) {
        entry e = stack[--top];
        if (e.distance_squared > limit_squared) continue;
        if (review && --r.wait == 0) {
            stack[top++] = e;
            limit = review->begin(user, limit);
            if (limit < 0) return limit;
            limit_squared = squared_limit(p, limit);
            top = review_stack(p, &r, stack, top, limit);
            continue;
        }
        uint32_t a = bvh3_child(p->a.tree, e.a), b = bvh3_child(p->b.tree, e.b);
        if (bvh3_is_leaf(a) && bvh3_is_leaf(b)) {
            limit = leaf(user, a, b, limit);
            if (limit < 0) return limit;
            limit_squared = squared_limit(p, limit);
            continue;
        }
        bvh3_box box_a = bvh3_box_of(p->a.tree, e.a), box_b = bvh3_box_of(p->b.tree, e.b);
        bool into_a =
            !bvh3_is_leaf(a) && (bvh3_is_leaf(b) || radius(&box_a, p->a.size) > radius(&box_b, p->b.size));
        top = expand(p, lanes, &e, into_a, stack, top, limit_squared);
    }
    return limit;
}
