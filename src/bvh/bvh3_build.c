/// Which tree of boxes makes searches short? Ranges of items are split where the surface area heuristic over
/// bins is cheapest, up to eight parts for each node. Children of a large node may be built in parallel and
/// are then moved together, and boxes are refitted without a new tree.
#include "bvh/bvh3.h"

#include <math.h>
#include <string.h>

#include "math/simd.h"

enum { BIN_COUNT = 16, SMALL_BIN_COUNT = 8, MEDIAN_DEPTH = 30 };

typedef struct range {
    uint32_t first, count;
    f32x4 min, max;                // of the boxes
    f32x4 center_min, center_max;  // of min + max of each box: twice its centre
} range;

typedef struct builder {
    bvh3 *tree;
    bvh3_item *items;
    uint32_t *order;
    const flr_parallel *parallel;
} builder;

void flr_bvh3_frame(bvh3 *tree, flr_aabb3 b)
{
    // halves first: the sum or difference of two finite numbers may overflow
    flr_vec3 center =
        flr_vec3_make(b.min.x / 2 + b.max.x / 2, b.min.y / 2 + b.max.y / 2, b.min.z / 2 + b.max.z / 2);
    flr_vec3 half =
        flr_vec3_make(b.max.x / 2 - b.min.x / 2, b.max.y / 2 - b.min.y / 2, b.max.z / 2 - b.min.z / 2);
    double largest = half.x > half.y ? half.x : half.y;
    largest = half.z > largest ? half.z : largest;
    int exponent = 0;
    if (largest > 0) (void)frexp(largest, &exponent);
    // the last bits of center may put a corner just past `largest`: leave a little room
    if (largest > 0 && ldexp(largest, -exponent) > 0.999) exponent++;
    const int limit = sizeof(flr_real) == sizeof(float) ? 120 : 1000;
    exponent = exponent < -limit ? -limit : exponent > limit ? limit : exponent;
    tree->center = center;
    tree->scale = (flr_real)ldexp(1.0, -exponent);
}

/// Returns the most nodes that a subtree needs. A node has more than four items. Its children are all leaves,
/// or there are eight of them, and those that are nodes need at most (items - 1) / 4 each.
static size_t nodes_below(size_t count) { return count > BVH3_LEAF_MAX ? (count - 1) / BVH3_LEAF_MAX : 0; }

size_t flr_bvh3_node_limit(size_t count)
{
    return nodes_below(count) + 1;  // one more for the node above the root
}

static range empty_range(uint32_t first)
{
    return (range){first,
                   0,
                   f32x4_splat(INFINITY),
                   f32x4_splat(-INFINITY),
                   f32x4_splat(INFINITY),
                   f32x4_splat(-INFINITY)};
}

static inline void enlarge(range *r, const bvh3_item *item)
{
    f32x4 lo = f32x4_load(item->min), hi = f32x4_load(item->max), c = lo + hi;
    r->min = f32x4_min(lo, r->min);
    r->max = f32x4_max(hi, r->max);
    r->center_min = f32x4_min(c, r->center_min);
    r->center_max = f32x4_max(c, r->center_max);
}

static range range_in(const bvh3_item *boxes, uint32_t first, uint32_t count)
{
    range r = empty_range(first);
    for (uint32_t i = first; i < first + count; i++) enlarge(&r, &boxes[i]);
    r.count = count;
    return r;
}

static range range_of(const builder *b, uint32_t first, uint32_t count)
{
    return range_in(b->items, first, count);
}

static float half_area(f32x4 min, f32x4 max)
{
    f32x4 d = max - min;
    return d[0] * d[1] + d[1] * d[2] + d[2] * d[0];
}

/// The items of the range in each bin. Their `first` is not used.
typedef struct bins {
    range of[BIN_COUNT];
} bins;

typedef struct binning {
    int axis;
    float origin, factor;
    int bins;
} binning;

static int bin_of(const binning *g, const bvh3_item *item)
{
    int k = (int)((item->min[g->axis] + item->max[g->axis] - g->origin) * g->factor);
    return k < g->bins ? k : g->bins - 1;
}

/// Returns the first bin of the right half of the cheapest split, or 0 if no split separates items.
static int cheapest_split(const bins *s, int bin_count)
{
    float right[BIN_COUNT];
    f32x4 lo = s->of[bin_count - 1].min, hi = s->of[bin_count - 1].max;
    uint32_t count = 0;
    for (int i = bin_count - 1; i > 0; i--) {
        lo = f32x4_min(s->of[i].min, lo);
        hi = f32x4_max(s->of[i].max, hi);
        count += s->of[i].count;
        right[i] = count ? half_area(lo, hi) * (float)count : INFINITY;
    }
    lo = s->of[0].min;
    hi = s->of[0].max;
    count = 0;
    int best = 0;
    float best_cost = INFINITY;
    for (int i = 1; i < bin_count; i++) {
        lo = f32x4_min(s->of[i - 1].min, lo);
        hi = f32x4_max(s->of[i - 1].max, hi);
        count += s->of[i - 1].count;
        float cost = count ? half_area(lo, hi) * (float)count + right[i] : INFINITY;
        if (cost < best_cost) {
            best_cost = cost;
            best = i;
        }
    }
    return best;
}

/// Splits in the middle of the present order, for items whose centres coincide. This also bounds the depth
/// for every input.
static void split_middle(const builder *b, const range *r, range halves[2])
{
    uint32_t left = r->count / 2;
    halves[0] = range_of(b, r->first, left);
    halves[1] = range_of(b, r->first + left, r->count - left);
}

static range range_of_bins(const bins *s, int begin, int end, uint32_t first)
{
    range r = s->of[begin];
    for (int i = begin + 1; i < end; i++) {
        const range *bin = &s->of[i];
        r.min = f32x4_min(bin->min, r.min);
        r.max = f32x4_max(bin->max, r.max);
        r.center_min = f32x4_min(bin->center_min, r.center_min);
        r.center_max = f32x4_max(bin->center_max, r.center_max);
        r.count += bin->count;
    }
    r.first = first;
    return r;
}

/// Moves the items of bins below `best` to the front. Every item is exchanged with the first one that does
/// not belong there, without a branch: the side of an item cannot be predicted.
static void partition(const builder *b, const range *r, const binning *g, int best)
{
    bvh3_item *items = b->items;
    uint32_t *order = b->order;
    uint32_t i = r->first;
    for (uint32_t j = r->first; j < r->first + r->count; j++) {
        bvh3_item item = items[j];
        uint32_t number = order[j];
        items[j] = items[i];
        order[j] = order[i];
        items[i] = item;
        order[i] = number;
        i += bin_of(g, &item) < best;
    }
}

/// Reorders the items of r so that they fall into two non-empty halves.
static void split(const builder *b, const range *r, int depth, range halves[2])
{
    f32x4 extent = r->center_max - r->center_min;
    int axis = extent[0] >= extent[1] ? 0 : 1;
    if (extent[2] > extent[axis]) axis = 2;
    int bin_count = r->count < BIN_COUNT ? SMALL_BIN_COUNT : BIN_COUNT;
    binning g = {axis, r->center_min[axis], (float)bin_count / extent[axis], bin_count};
    if (r->count <= 2 || depth > MEDIAN_DEPTH || !(extent[axis] > 0) || !isfinite(g.factor)) {
        split_middle(b, r, halves);
        return;
    }

    bins s;
    for (int i = 0; i < bin_count; i++) s.of[i] = empty_range(0);
    for (uint32_t i = r->first; i < r->first + r->count; i++) {
        range *bin = &s.of[bin_of(&g, &b->items[i])];
        enlarge(bin, &b->items[i]);
        bin->count++;
    }
    int best = cheapest_split(&s, bin_count);
    if (best == 0) {
        split_middle(b, r, halves);
    } else {
        partition(b, r, &g, best);
        halves[0] = range_of_bins(&s, 0, best, r->first);
        halves[1] = range_of_bins(&s, best, bin_count, r->first + halves[0].count);
    }
}

static void set_child(bvh3_node *n, int slot, const range *r, uint32_t child)
{
    float min[4], max[4];
    memcpy(min, &r->min, sizeof min);
    memcpy(max, &r->max, sizeof max);
    bvh3_set_child(n, slot, min, max, child);
}

/// The children of one node while it is built. Each child gets a range of nodes that is large enough for all
/// its items, so that several threads can build at once.
typedef struct family {
    const builder *b;
    range parts[BVH3_WIDTH];
    int count, depth;
    uint32_t at[BVH3_WIDTH];     // the first node that a child may use
    uint32_t nodes[BVH3_WIDTH];  // how many it has used
} family;

static uint32_t build_node(const builder *b, const range *whole, int depth, uint32_t index);

static void build_child(void *argument, size_t i)
{
    family *f = argument;
    const range *r = &f->parts[i];
    f->nodes[i] = r->count <= BVH3_LEAF_MAX ? 0 : build_node(f->b, r, f->depth + 1, f->at[i]);
}

/// Moves a child's nodes down to `to`, so that the array has no holes and the order of nodes is that of
/// one thread.
static void move_child(const builder *b, const family *f, int i, uint32_t to)
{
    bvh3_node *nodes = b->tree->nodes;
    uint32_t by = f->at[i] - to;
    if (by == 0 || f->nodes[i] == 0) return;
    memmove(nodes + to, nodes + f->at[i], f->nodes[i] * sizeof *nodes);
    for (uint32_t n = to; n < to + f->nodes[i]; n++)
        for (int k = 0; k < BVH3_WIDTH; k++)
            if (!(nodes[n].child[k] & BVH3_LEAF)) nodes[n].child[k] -= by;
}

/// Splits r into up to eight parts, the one with the largest surface first.
static void split_eight(family *f, const range *r)
{
    f->parts[0] = *r;
    f->count = 1;
    while (f->count < BVH3_WIDTH) {
        int widest = -1;
        float widest_area = -1;
        for (int i = 0; i < f->count; i++) {
            const range *p = &f->parts[i];
            float area = p->count > BVH3_LEAF_TARGET ? half_area(p->min, p->max) : -1;
            if (area > widest_area) {
                widest_area = area;
                widest = i;
            }
        }
        if (widest < 0) break;
        range halves[2];
        split(f->b, &f->parts[widest], f->depth, halves);
        f->parts[widest] = halves[0];
        f->parts[f->count++] = halves[1];
    }
}

static uint32_t reference_to(const range *r, uint32_t node)
{
    return r->count <= BVH3_LEAF_MAX ? (BVH3_LEAF | (r->count - 1) << 29 | r->first) : node;
}

/// Builds the node `index` over `whole`, and all below it, into the nodes from `index` on. Returns their
/// number.
static uint32_t build_node(const builder *b, const range *whole, int depth, uint32_t index)
{
    family f = {.b = b, .depth = depth};
    split_eight(&f, whole);
    bool shared = b->parallel && whole->count >= BVH3_TASK_MIN;
    uint32_t end = index + 1;
    if (shared) {
        for (int i = 0; i < f.count; i++) {
            f.at[i] = end;
            end += (uint32_t)nodes_below(f.parts[i].count);
        }
        b->parallel->run(b->parallel->user, (size_t)f.count, build_child, &f);
        end = index + 1;
    }
    bvh3_set_no_children(&b->tree->nodes[index], f.count);
    for (int i = 0; i < f.count; i++) {
        if (shared) {
            move_child(b, &f, i, end);
        } else {
            f.at[i] = end;
            build_child(&f, (size_t)i);
        }
        set_child(&b->tree->nodes[index], i, &f.parts[i], reference_to(&f.parts[i], end));
        end += f.nodes[i];
    }
    return end - index;
}

void flr_bvh3_build(bvh3 *tree, bvh3_item *items, uint32_t *order, size_t count, const flr_parallel *parallel)
{
    builder b = {tree, items, order, parallel};
    range all = range_of(&b, 0, (uint32_t)count);
    tree->node_count = 1;
    tree->make = NULL;
    if (count > BVH3_LEAF_MAX) tree->node_count += build_node(&b, &all, 0, 1);
    set_child(&tree->nodes[0], 0, &all, reference_to(&all, 1));
    bvh3_set_no_children(&tree->nodes[0], 1);
}

void flr_bvh3_refit(bvh3 *tree, const bvh3_item *items, bvh3_item *of_nodes)
{
    // a node comes before all nodes below it
    for (uint32_t n = tree->node_count; n-- > 0;) {
        bvh3_node *const node = &tree->nodes[n];
        range all = empty_range(0);
        for (int slot = 0; slot < BVH3_WIDTH && node->child[slot] != BVH3_EMPTY; slot++) {
            const uint32_t child = node->child[slot];
            const range r = bvh3_is_leaf(child)
                                ? range_in(items, bvh3_leaf_first(child), bvh3_leaf_count(child))
                                : range_in(of_nodes, child, 1);
            set_child(node, slot, &r, child);
            all.min = f32x4_min(r.min, all.min);
            all.max = f32x4_max(r.max, all.max);
        }
        memcpy(of_nodes[n].min, &all.min, sizeof all.min);
        memcpy(of_nodes[n].max, &all.max, sizeof all.max);
    }
}
