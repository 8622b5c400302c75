#include "bvh/bvh3.h"

#include <math.h>

#include "bvh/lanes.h"

enum { BIN_COUNT = 16, MEDIAN_DEPTH = 30 };

typedef struct range {
    uint32_t first, count;
    lanes_f min, max;                // of the boxes
    lanes_f center_min, center_max;  // of min + max of each box: twice its centre
} range;

typedef struct builder {
    bvh3 *tree;
    bvh3_item *items;
    uint32_t *order;
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

size_t flr_bvh3_node_limit(size_t count)
{
    // a node has at least two children, so there are fewer nodes than leaves; and the one above the root
    return (count > 1 ? count - 1 : 1) + 1;
}

static range range_of(const builder *b, uint32_t first, uint32_t count)
{
    range r = {
        first, count, lanes_all(INFINITY), lanes_all(-INFINITY), lanes_all(INFINITY), lanes_all(-INFINITY)};
    for (uint32_t i = first; i < first + count; i++) {
        lanes_f lo = lanes_load(b->items[i].min), hi = lanes_load(b->items[i].max), c = lo + hi;
        r.min = lanes_min(lo, r.min);
        r.max = lanes_max(hi, r.max);
        r.center_min = lanes_min(c, r.center_min);
        r.center_max = lanes_max(c, r.center_max);
    }
    return r;
}

static float half_area(lanes_f min, lanes_f max)
{
    lanes_f d = max - min;
    return d[0] * d[1] + d[1] * d[2] + d[2] * d[0];
}

static void swap_items(const builder *b, uint32_t i, uint32_t j)
{
    bvh3_item item = b->items[i];
    b->items[i] = b->items[j];
    b->items[j] = item;
    uint32_t o = b->order[i];
    b->order[i] = b->order[j];
    b->order[j] = o;
}

typedef struct bins {
    lanes_f min[BIN_COUNT], max[BIN_COUNT];
    uint32_t count[BIN_COUNT];
} bins;

typedef struct binning {
    int axis;
    float origin, factor;
} binning;

static int bin_of(const binning *g, const bvh3_item *item)
{
    int k = (int)((item->min[g->axis] + item->max[g->axis] - g->origin) * g->factor);
    return k < BIN_COUNT ? k : BIN_COUNT - 1;
}

/// The bin that begins the right half of the cheapest split, and in *cost its cost; 0 if none splits.
static int cheapest_split(const bins *s)
{
    float right[BIN_COUNT];
    lanes_f lo = s->min[BIN_COUNT - 1], hi = s->max[BIN_COUNT - 1];
    uint32_t count = 0;
    for (int i = BIN_COUNT - 1; i > 0; i--) {
        lo = lanes_min(s->min[i], lo);
        hi = lanes_max(s->max[i], hi);
        count += s->count[i];
        right[i] = count ? half_area(lo, hi) * (float)count : INFINITY;
    }
    lo = s->min[0];
    hi = s->max[0];
    count = 0;
    int best = 0;
    float best_cost = INFINITY;
    for (int i = 1; i < BIN_COUNT; i++) {
        lo = lanes_min(s->min[i - 1], lo);
        hi = lanes_max(s->max[i - 1], hi);
        count += s->count[i - 1];
        float cost = count ? half_area(lo, hi) * (float)count + right[i] : INFINITY;
        if (cost < best_cost) {
            best_cost = cost;
            best = i;
        }
    }
    return best;
}

/// Splits in the middle of the order as it stands: for items whose centres coincide, and to
/// bound the depth whatever the input.
static uint32_t split_middle(const range *r) { return r->first + r->count / 2; }

/// Reorders the items of r so that they fall into two non-empty ranges; returns the first of the second.
static uint32_t split(const builder *b, const range *r, int depth)
{
    lanes_f extent = r->center_max - r->center_min;
    int axis = extent[0] >= extent[1] ? 0 : 1;
    if (extent[2] > extent[axis]) axis = 2;
    binning g = {axis, r->center_min[axis], (float)BIN_COUNT / extent[axis]};
    if (r->count <= 2 || depth > MEDIAN_DEPTH || !(extent[axis] > 0) || !isfinite(g.factor))
        return split_middle(r);

    bins s;
    for (int i = 0; i < BIN_COUNT; i++) {
        s.min[i] = lanes_all(INFINITY);
        s.max[i] = lanes_all(-INFINITY);
        s.count[i] = 0;
    }
    for (uint32_t i = r->first; i < r->first + r->count; i++) {
        int k = bin_of(&g, &b->items[i]);
        s.min[k] = lanes_min(lanes_load(b->items[i].min), s.min[k]);
        s.max[k] = lanes_max(lanes_load(b->items[i].max), s.max[k]);
        s.count[k]++;
    }
    int best = cheapest_split(&s);
    if (best == 0) return split_middle(r);

    uint32_t i = r->first, j = r->first + r->count;
    while (i < j) {
        if (bin_of(&g, &b->items[i]) < best) {
            i++;
        } else {
            swap_items(b, i, --j);
        }
    }
    return i;
}

static void set_child(bvh3_node *n, int slot, const range *r, uint32_t child)
{
    for (int axis = 0; axis < 3; axis++) {
        float center = (r->min[axis] + r->max[axis]) * 0.5f;
        float above = r->max[axis] - center, below = center - r->min[axis];
        n->center[axis][slot] = center;
        n->half[axis][slot] = (above > below ? above : below) + BVH3_SLACK;
    }
    n->child[slot] = child;
}

static uint32_t build_node(builder *b, const range *whole, int depth);

static uint32_t build_child(builder *b, const range *r, int depth)
{
    if (r->count <= BVH3_LEAF_TARGET) return BVH3_LEAF | (r->count - 1) << 29 | r->first;
    return build_node(b, r, depth);
}

static uint32_t build_node(builder *b, const range *whole, int depth)
{
    range parts[4] = {*whole};
    int count = 1;
    while (count < 4) {
        int widest = -1;
        float widest_area = -1;
        for (int i = 0; i < count; i++) {
            float area = parts[i].count > BVH3_LEAF_TARGET ? half_area(parts[i].min, parts[i].max) : -1;
            if (area > widest_area) {
                widest_area = area;
                widest = i;
            }
        }
        if (widest < 0) break;
        range r = parts[widest];
        uint32_t middle = split(b, &r, depth);
        parts[widest] = range_of(b, r.first, middle - r.first);
        parts[count++] = range_of(b, middle, r.first + r.count - middle);
    }
    uint32_t index = b->tree->node_count++;
    for (int i = 0; i < 4; i++) {
        uint32_t child = i < count ? build_child(b, &parts[i], depth + 1) : BVH3_EMPTY;
        set_child(&b->tree->nodes[index], i, &parts[i < count ? i : 0], child);
    }
    return index;
}

void flr_bvh3_build(bvh3 *tree, bvh3_item *items, uint32_t *order, size_t count)
{
    builder b = {tree, items, order};
    range all = range_of(&b, 0, (uint32_t)count);
    tree->node_count = 1;
    uint32_t root = build_child(&b, &all, 0);
    for (int i = 0; i < 4; i++) set_child(&tree->nodes[0], i, &all, i == 0 ? root : BVH3_EMPTY);
}
