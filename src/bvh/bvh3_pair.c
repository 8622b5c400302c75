#include "bvh/bvh3_pair.h"

#include <float.h>
#include <math.h>

#include "math/simd.h"

enum { STACK_SIZE = 2 * BVH3_DEPTH_MAX * 3 + 8 };

enum {
    REVIEW_FIRST = 1024,    // pairs of boxes visited before a review, and between two at least:
    REVIEW_LAST = 1 << 24,  // and at most. Most queries never come so far
    REVIEW_SHARE = 32,      // the budget of a review for each of them
    REVIEW_CREDIT = 1 << 29,
    REVIEW_NODES = 16  // subtrees that have no more nodes together are not worth it
};

/// Two boxes that are still to be visited.
typedef struct entry {
    uint32_t a, b;  // references
    float distance_squared;
} entry;

static float up(double x) { return (float)(x * (1 + 1e-6)); }
static float down(double x) { return (float)(x * (1 - 1e-6)); }

/// The map from the frame of `from` to that of `to`. World positions are subtracted before
/// anything is mapped back, so that far from the origin no more is lost than the poses lost already.
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

/// Rounding error of a box that `map` transforms: each coordinate is a sum of four terms, every term
/// within 2^-22 of its magnitude.
static double map_slack(const bvh3_map *map)
{
    double largest = 0;
    for (int i = 0; i < 3; i++) {
        double sum = (double)map->size[i][0] + map->size[i][1] + map->size[i][2];
        largest = fmax(largest, 2 * sum + fabs((double)map->t[i]));
    }
    return (largest + 2) * 9.5367431640625e-7;  // 2^-20
}

/// Squares of mapped coordinates would leave the range of floats: in that frame, of a mesh far
/// smaller than the other or far off for its own size, no box counts as apart from another.
/// Returns the slack.
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
    // lengths far above a unit could not be squared
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

static f32x4 square_above_zero(f32x4 x)
{
    x = f32x4_max(x, f32x4_splat(0));
    return x * x;
}

/// Lower bounds on the squared distances from box x, in the frame of `side`, to the four boxes of a
/// node of the other side: the better of the gap in either frame between one box and the box around the
/// other.
static f32x4 real4_distances(const bvh3_side *side, const bvh3_box *x, const bvh3_side *other,
                             const bvh3_node *n)
{
    const bvh3_map *there = &side->to_other, *here = &other->to_other;
    f32x4 there_sum = f32x4_splat(0), here_sum = f32x4_splat(0);
    for (int i = 0; i < 3; i++) {
        float c = there->m[i][0] * x->center[0] + there->m[i][1] * x->center[1] +
                  there->m[i][2] * x->center[2] + there->t[i];
        float h =
            there->size[i][0] * x->half[0] + there->size[i][1] * x->half[1] + there->size[i][2] * x->half[2];
        f32x4 gap = f32x4_abs(f32x4_load(n->center[i]) - c) - f32x4_load(n->half[i]) - (h + other->slack);
        there_sum += square_above_zero(gap);

        f32x4 center = here->m[i][0] * f32x4_load(n->center[0]) + here->m[i][1] * f32x4_load(n->center[1]) +
                       here->m[i][2] * f32x4_load(n->center[2]) + here->t[i];
        f32x4 half = here->size[i][0] * f32x4_load(n->half[0]) + here->size[i][1] * f32x4_load(n->half[1]) +
                     here->size[i][2] * f32x4_load(n->half[2]);
        gap = f32x4_abs(center - x->center[i]) - half - (x->half[i] + side->slack);
        here_sum += square_above_zero(gap);
    }
    return f32x4_max(there_sum * (other->unit * other->unit), here_sum * (side->unit * side->unit)) *
           0.999999f;
}

static float radius(const bvh3_box *b, float size)
{
    float x = b->half[0], y = b->half[1], z = b->half[2];
    return (x * x + y * y + z * z) * size * size;
}

/// Puts the near children of `node` on the stack with the fixed reference of the other side, the
/// nearest on top.
static int push_children(entry *stack, int top, const bvh3_node *node, uint32_t node_index, f32x4 distances,
                         float limit_squared, uint32_t fixed, bool node_is_a)
{
    int first = top;
    // written so that a NaN, from a map beyond the range of float, keeps the pair
    unsigned far = f32x4_mask(distances > f32x4_splat(limit_squared));
    for (uint32_t s = 0; s < 4; s++) {
        if ((far >> s & 1u) || node->child[s] == BVH3_EMPTY) continue;
        uint32_t ref = node_index * 4 + s;
        entry e = {node_is_a ? ref : fixed, node_is_a ? fixed : ref, distances[s]};
        int i = top++;
        for (; i > first && stack[i - 1].distance_squared < e.distance_squared; i--) stack[i] = stack[i - 1];
        stack[i] = e;
    }
    return top;
}

static float squared_limit(const bvh3_pair *p, double limit)
{
    double x = limit * p->unit;
    return up(x * x);
}

/// Nodes from a reference down. They stand one after the other, children behind parents.
static int nodes_below(const bvh3 *tree, uint32_t ref)
{
    uint32_t first = bvh3_child(tree, ref), last = first;
    if (bvh3_is_leaf(first)) return 0;
    for (int k = 3; k >= 0; k--) {
        uint32_t child = tree->nodes[last].child[k];
        if (child == BVH3_EMPTY || bvh3_is_leaf(child)) continue;
        last = child;
        k = 4;
    }
    return (int)(last - first) + 1;
}

typedef struct reviewer {
    const bvh3_review *review;
    void *user;
    int interval, wait;  // pairs of boxes from one review to the next, and to the next
    int credit;          // the budget left
} reviewer;

/// Leaves out pairs that are known to be apart. Returns how many entries are left.
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
        if (into_a) {
            const bvh3_node *n = &p->a.tree->nodes[a];
            top = push_children(stack, top, n, a, real4_distances(&p->b, &box_b, &p->a, n), limit_squared,
                                e.b, true);
        } else {
            const bvh3_node *n = &p->b.tree->nodes[b];
            top = push_children(stack, top, n, b, real4_distances(&p->a, &box_a, &p->b, n), limit_squared,
                                e.a, false);
        }
    }
    return limit;
}
