/// Which boxes of a set does a path or a box hit? A tree over the boxes leads to them, in single precision,
/// with boxes grown by all rounding errors. The first part maps paths into the tree's frame, the second
/// builds the tree, and the third walks over it.
#include "bvh/bvh3_boxes.h"

#include "base/allocator.h"
#include "math/simd.h"

// ---- Paths

static double largest(const double v[3])
{
    const double x = fabs(v[0]), y = fabs(v[1]), z = fabs(v[2]), most = x > y ? x : y;
    return z > most ? z : most;
}

bool flr_bvh3_clip(const double o[3], const double over[3], const double reach[3], double *from, double *to)
{
    double begin = *from, end = *to;
    for (int k = 0; k < 3; k++) {
        const double a = (-reach[k] - o[k]) * over[k], b = (reach[k] - o[k]) * over[k];
        const double first = a < b ? a : b, last = a < b ? b : a;
        begin = first > begin ? first : begin;
        end = last < end ? last : end;
    }
    *from = begin;
    *to = end;
    return begin <= end;
}

/// A path keeps its start if that lies no farther than this from the middle of the tree along each axis:
/// single precision is enough there. Other paths start where they reach the tree.
enum { NEAR = 3 };

static void set_path(bvh3_path *p, const double start[3], const double d[3], const double wide[3])
{
    const f32x4 direction = {(float)d[0], (float)d[1], (float)d[2], 1}, most = f32x4_splat(1e12f),
                grow = {(float)wide[0], (float)wide[1], (float)wide[2], 0},
                reciprocal = f32x4_max(f32x4_min(f32x4_splat(1) / direction, most), -most);
    f32x4_store(p->origin, (f32x4){(float)start[0], (float)start[1], (float)start[2], 0});
    f32x4_store(p->reciprocal, reciprocal);
    f32x4_store(p->size, f32x4_abs(reciprocal));
    f32x4_store(p->direction, direction);
    f32x4_store(p->grow, f32x4_min(grow * 1.000001f, f32x4_splat(1e30f)));
}

bool flr_bvh3_cast_make(bvh3_cast *c, const double o[3], const double direction[3], double t_min,
                        double t_max, double rounding, double stretch, const double grow[3])
{
    const double rate = largest(direction), far = largest(o);
    if (!(rate > 0 && isfinite(rate) && isfinite(far))) {  // out of range: every box counts as hit
        const float all = 1e30f;
        *c = (bvh3_cast){
            {.reciprocal = {1, 1, 1}, .size = {1, 1, 1}, .grow = {all, all, all}, .from = -all}, 0, 0};
        return true;
    }
    const bool single = sizeof(flr_real) == sizeof(float);
    const double of_rate = 1 / rate;
    const double d[3] = {direction[0] * of_rate, direction[1] * of_rate, direction[2] * of_rate};
    // the error of the mapped path may be its distance times the rounding errors of the map
    double slack = rounding + (far + 4) * (single ? 2e-6 : 1e-14) * stretch + (3 + NEAR) * 1e-6;
    double from = t_min * rate, to = t_max * rate;
    double start[3] = {o[0] + from * d[0], o[1] + from * d[1], o[2] + from * d[2]};
    if (!(largest(start) <= NEAR)) {
        const double over[3] = {bvh3_over(d[0]), bvh3_over(d[1]), bvh3_over(d[2])},
                     reach[3] = {1.001 + 2 * slack + grow[0], 1.001 + 2 * slack + grow[1],
                                 1.001 + 2 * slack + grow[2]};
        if (!flr_bvh3_clip(o, over, reach, &from, &to)) return false;
        for (int k = 0; k < 3; k++) start[k] = o[k] + from * d[k];
    }
    const double wide[3] = {slack + grow[0], slack + grow[1], slack + grow[2]};
    set_path(&c->path, start, d, wide);
    c->per_t = rate;
    c->t_origin = from * of_rate;
    c->path.from = -(float)slack - 1e-6f;
    return true;
}

// ---- The tree

flr_status flr_bvh3_boxes_fit(bvh3_boxes *b, const flr_allocator *memory)
{
    bvh3_node *fitting = flr_allocate(memory, b->tree.node_count, sizeof *fitting);
    if (!fitting) return FLR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < b->tree.node_count; i++) fitting[i] = b->tree.nodes[i];
    flr_release(memory, b->tree.nodes, b->node_room, sizeof *b->tree.nodes);
    b->tree.nodes = fitting;
    b->node_room = b->tree.node_count;
    return FLR_OK;
}

flr_status flr_bvh3_boxes_build(bvh3_boxes *b, const flr_aabb3 *boxes, size_t count,
                                const flr_allocator *memory)
{
    const size_t nodes = flr_bvh3_node_limit(count);
    *b = (bvh3_boxes){.count = (uint32_t)count, .node_room = (uint32_t)nodes};
    b->order = flr_allocate(memory, count, sizeof *b->order);
    b->tree.nodes = flr_allocate(memory, nodes, sizeof *b->tree.nodes);
    b->items = flr_allocate(memory, count, sizeof *b->items);
    if (!b->order || !b->tree.nodes || !b->items) {
        flr_bvh3_boxes_release(b, memory);
        *b = (bvh3_boxes){.count = 0};
        return FLR_OUT_OF_MEMORY;
    }
    flr_aabb3 all = {{(flr_real)INFINITY, (flr_real)INFINITY, (flr_real)INFINITY},
                     {-(flr_real)INFINITY, -(flr_real)INFINITY, -(flr_real)INFINITY}};
    uint32_t empty = (uint32_t)count;
    for (size_t i = count; i-- > 0;)
        if (bvh3_is_empty_box(&boxes[i])) b->order[--empty] = (uint32_t)i;
    for (size_t i = 0; i < count; i++) {
        if (bvh3_is_empty_box(&boxes[i])) continue;
        all.min = flr_min3(all.min, boxes[i].min);
        all.max = flr_max3(all.max, boxes[i].max);
        b->order[b->placed++] = (uint32_t)i;
    }
    if (b->placed == 0) return FLR_OK;
    flr_bvh3_frame(&b->tree, all);
    for (uint32_t i = 0; i < b->placed; i++)
        b->items[i] = bvh3_item_of(&b->tree, boxes[b->order[i]].min, boxes[b->order[i]].max);
    flr_bvh3_build(&b->tree, b->items, b->order, b->placed, NULL);
    return FLR_OK;
}

void flr_bvh3_boxes_release(bvh3_boxes *b, const flr_allocator *memory)
{
    flr_release(memory, b->items, b->count, sizeof *b->items);
    flr_release(memory, b->tree.nodes, b->node_room, sizeof *b->tree.nodes);
    flr_release(memory, b->order, b->count, sizeof *b->order);
}

// ---- Walks

static void begin(bvh3_boxes_walk *w, const bvh3_boxes *b, bvh3_boxes_way way)
{
    w->boxes = b;
    w->lanes = bvh3_lanes_widest();
    w->way = way;
    w->next = w->end = 0;
    w->empty = b->placed;
    w->walk.tree = &b->tree;
    w->walk.top = 0;
    if (b->placed > 0) bvh3_walk_begin(&w->walk, &b->tree);
}

void flr_bvh3_boxes_all(bvh3_boxes_walk *w, const bvh3_boxes *b)
{
    begin(w, b, BVH3_BOXES_ALL);
    w->end = b->placed;
}

void flr_bvh3_boxes_near(bvh3_boxes_walk *w, const bvh3_boxes *b, const flr_aabb3 *box, double margin,
                         double limit)
{
    begin(w, b, BVH3_BOXES_NEAR);
    if (b->placed == 0) return;
    const flr_vec3 c = b->tree.center;
    const flr_real min[3] = {box->min.x - c.x, box->min.y - c.y, box->min.z - c.z};
    const flr_real max[3] = {box->max.x - c.x, box->max.y - c.y, box->max.z - c.z};
    for (int k = 0; k < 3; k++) {
        const double low = (double)(min[k] * b->tree.scale), high = (double)(max[k] * b->tree.scale);
        w->box.center[k] = (float)((low + high) / 2);
        const double slack = (fabs(low) + fabs(high) + 2) * (double)BVH3_SLACK;
        w->box.half[k] = (float)(((high - low) / 2 + margin * (double)b->tree.scale) * 1.000001 + slack);
    }
    for (int k = 0; k < 3; k++) {
        w->low[k] = w->box.center[k] - w->box.half[k] - BVH3_SLACK;
        w->high[k] = w->box.center[k] + w->box.half[k] + BVH3_SLACK;
    }
    w->low[3] = w->high[3] = 0;
    flr_bvh3_boxes_limit(w, limit);
}

void flr_bvh3_boxes_along(bvh3_boxes_walk *w, const bvh3_boxes *b, flr_vec3 origin, flr_vec3 direction,
                          double t_min, double t_max, flr_vec3 half)
{
    begin(w, b, BVH3_BOXES_ALONG);
    if (b->placed == 0) return;
    const double scale = (double)b->tree.scale;
    const flr_vec3 start = flr_sub3(origin, b->tree.center);
    const double o[3] = {(double)start.x * scale, (double)start.y * scale, (double)start.z * scale},
                 d[3] = {(double)direction.x * scale, (double)direction.y * scale,
                         (double)direction.z * scale},
                 grow[3] = {(double)half.x * scale, (double)half.y * scale, (double)half.z * scale};
    const double world = fabs((double)origin.x) + fabs((double)origin.y) + fabs((double)origin.z);
    const double rounding = world * (sizeof(flr_real) == sizeof(float) ? 1e-6 : 2e-15) * scale;
    if (!(t_min <= t_max) || !flr_bvh3_cast_make(&w->cast, o, d, t_min, t_max, rounding, 1, grow)) {
        w->walk.top = 0;
        return;
    }
    flr_bvh3_boxes_limit(w, t_max);
}

void flr_bvh3_boxes_limit(bvh3_boxes_walk *w, double limit)
{
    if (w->boxes->placed == 0) return;
    if (w->way == BVH3_BOXES_ALONG) {
        w->limit = limit == -INFINITY ? -INFINITY : bvh3_cast_limit(&w->cast, limit);
    } else {
        const double x = limit * (double)w->boxes->tree.scale;
        w->limit = (float)(x * x * (1 + 1e-6));
    }
}

double flr_bvh3_boxes_later(const bvh3_boxes_walk *w, double t)
{
    const bvh3_cast *const c = &w->cast;
    if (w->boxes->placed == 0 || !(c->per_t > 0) || !isfinite(t)) return INFINITY;
    return t + (fabs((t - c->t_origin) * c->per_t) + 1) * 1e-6 / c->per_t;
}

/// Tests all axes at once; a NaN counts as near.
static inline bool is_near(const bvh3_boxes_walk *w, const bvh3_item *item)
{
    const f32x4 below = f32x4_load(item->min) - f32x4_load(w->high),
                above = f32x4_load(w->low) - f32x4_load(item->max),
                way = f32x4_max(f32x4_max(below, above), f32x4_splat(0)), square = way * way;
    return !((square[0] + square[1] + square[2]) * 0.999999f > w->limit);
}

static bool is_on_path(const bvh3_boxes_walk *w, const bvh3_item *item)
{
    const bvh3_path *const p = &w->cast.path;
    float enter = p->from, leave = w->limit;
    for (int k = 0; k < 3; k++) {
        const float center = (item->min[k] + item->max[k]) * 0.5f,
                    half = (item->max[k] - item->min[k]) * 0.5f + (p->grow[k] + BVH3_SLACK),
                    middle = (center - p->origin[k]) * p->reciprocal[k], wide = half * p->size[k];
        if (middle - wide > enter) enter = middle - wide;
        if (middle + wide < leave) leave = middle + wide;
    }
    return enter <= leave;
}

static uint32_t next_leaf(bvh3_boxes_walk *w)
{
    if (w->way == BVH3_BOXES_ALONG) return w->lanes->next_on_path(&w->walk, &w->cast.path, w->limit);
    // the order of boxes that overlap does not matter
    return w->limit == 0 ? w->lanes->next_meeting(&w->walk, &w->box)
                         : w->lanes->next_near(&w->walk, &w->box, w->limit);
}

bool flr_bvh3_boxes_next(bvh3_boxes_walk *w, uint32_t *number)
{
    const bvh3_boxes *const b = w->boxes;
    if (w->empty < b->count) {
        *number = b->order[w->empty++];
        return true;
    }
    for (;;) {
        for (; w->next < w->end; w->next++) {
            const bvh3_item *const item = &b->items[w->next];
            if (w->way == BVH3_BOXES_NEAR ? !is_near(w, item)
                                          : w->way == BVH3_BOXES_ALONG && !is_on_path(w, item))
                continue;
            *number = b->order[w->next++];
            return true;
        }
        if (w->way == BVH3_BOXES_ALL) return false;
        const uint32_t leaf = next_leaf(w);
        if (leaf == BVH3_EMPTY) return false;
        w->next = bvh3_leaf_first(leaf);
        w->end = w->next + bvh3_leaf_count(leaf);
    }
}
