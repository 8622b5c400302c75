/// Finds all pairs of boxes that overlap or come within a margin. One tree holds all boxes, and each box
/// searches it for near boxes with a higher number, so that each pair comes once.
#include <math.h>
#include <stdlib.h>

#include "base/allocator.h"
#include "base/answer.h"
#include "bvh/bvh3_boxes.h"
#include "feeler/broadphase3.h"

/// The search of one box after the other.
typedef struct search {
    const flr_aabb3 *boxes;
    flr_real margin;
    bvh3_boxes tree;
    flr_index_pair_fn *report;
    void *user;
} search;

/// The pairs found so far, in an array that grows.
typedef struct list {
    flr_allocator memory;
    flr_index_pair *pairs;
    size_t count, capacity;
} list;

static bool is_near(const flr_aabb3 *a, const flr_aabb3 *b, flr_real margin)
{
    return a->min.x - b->max.x <= margin && b->min.x - a->max.x <= margin && a->min.y - b->max.y <= margin &&
           b->min.y - a->max.y <= margin && a->min.z - b->max.z <= margin && b->min.z - a->max.z <= margin;
}

/// A flr_index_pair_fn that adds the pair to a list; false if memory runs out.
static bool add(void *user, uint32_t a, uint32_t b)
{
    list *l = user;
    if (l->count == l->capacity) {
        size_t capacity = l->capacity * 2 + 64;
        flr_index_pair *grown = flr_allocate(&l->memory, capacity, sizeof *grown);
        if (!grown) return false;
        for (size_t i = 0; i < l->count; i++) grown[i] = l->pairs[i];
        flr_release(&l->memory, l->pairs, l->capacity, sizeof *l->pairs);
        l->pairs = grown;
        l->capacity = capacity;
    }
    l->pairs[l->count++] = (flr_index_pair){a, b};
    return true;
}

static bool report_leaf(const search *s, uint32_t box, uint32_t child)
{
    uint32_t first = bvh3_leaf_first(child), end = first + bvh3_leaf_count(child);
    for (uint32_t i = first; i < end; i++) {
        uint32_t other = s->tree.order[i];
        if (other > box && is_near(&s->boxes[box], &s->boxes[other], s->margin) &&
            !s->report(s->user, box, other))
            return false;
    }
    return true;
}

/// Reports the near boxes leaf by leaf. The tree is in single precision; the boxes themselves decide,
/// exactly so if the margin is 0.
static bool find_near(const search *s, uint32_t box)
{
    bvh3_boxes_walk w;
    flr_bvh3_boxes_near(&w, &s->tree, &s->boxes[box], (double)s->margin, 0);
    for (uint32_t leaf; (leaf = w.lanes->next_meeting(&w.walk, &w.box)) != BVH3_EMPTY;)
        if (!report_leaf(s, box, leaf)) return false;
    return true;
}

static int compare_pairs(const void *a, const void *b)
{
    const flr_index_pair *x = a, *y = b;
    if (x->a != y->a) return x->a < y->a ? -1 : 1;
    return (x->b > y->b) - (x->b < y->b);
}

static bool find_all(const search *s, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!bvh3_is_empty_box(&s->boxes[i]) && !find_near(s, (uint32_t)i)) return false;
    return true;
}

/// Hands the pairs over, sorted, in an array of exactly their number: the caller releases it by that number.
static flr_status hand_over(list *l, flr_index_pair **pairs, size_t *pair_count)
{
    if (l->count > 0) {
        *pairs = flr_allocate(&l->memory, l->count, sizeof **pairs);
        if (!*pairs) return FLR_OUT_OF_MEMORY;
        for (size_t i = 0; i < l->count; i++) (*pairs)[i] = l->pairs[i];
        qsort(*pairs, l->count, sizeof **pairs, compare_pairs);
    }
    *pair_count = l->count;
    return FLR_OK;
}

static bool has_nan(flr_vec3 v) { return isnan(v.x) || isnan(v.y) || isnan(v.z); }

/// Refuses NaN, and infinities except in empty boxes.
static flr_status check_input(const flr_aabb3 *boxes, size_t count, flr_real margin)
{
    if ((!boxes && count > 0) || !flr_is_option(margin)) return FLR_INVALID_ARGUMENT;
    if (count >= BVH3_ITEM_LIMIT - 4) return FLR_TOO_LARGE;
    for (size_t i = 0; i < count; i++) {
        const flr_aabb3 *b = &boxes[i];
        if (has_nan(b->min) || has_nan(b->max)) return FLR_NOT_FINITE;
        if (!bvh3_is_empty_box(b) && !(flr_is_finite3(b->min) && flr_is_finite3(b->max)))
            return FLR_NOT_FINITE;
    }
    return FLR_OK;
}

flr_status flr_pairs3_aabb_each(const flr_aabb3 *boxes, size_t count, flr_real margin,
                                const flr_allocator *allocator, flr_index_pair_fn *report, void *user)
{
    if (!report) return FLR_INVALID_ARGUMENT;
    flr_status status = check_input(boxes, count, margin);
    if (status != FLR_OK || count < 2) return status;
    const flr_allocator memory = flr_allocator_or_default(allocator);
    search s = {.boxes = boxes, .margin = margin, .report = report, .user = user};
    status = flr_bvh3_boxes_build(&s.tree, boxes, count, &memory);
    if (status != FLR_OK) return status;
    if (!find_all(&s, count)) status = FLR_CANCELLED;
    flr_bvh3_boxes_release(&s.tree, &memory);
    return status;
}

flr_status flr_pairs3_aabb(const flr_aabb3 *boxes, size_t count, flr_real margin,
                           const flr_allocator *allocator, flr_index_pair **pairs, size_t *pair_count)
{
    if (!pairs || !pair_count) return FLR_INVALID_ARGUMENT;
    *pairs = NULL;
    *pair_count = 0;
    list l = {.memory = flr_allocator_or_default(allocator)};
    flr_status status = flr_pairs3_aabb_each(boxes, count, margin, allocator, add, &l);
    if (status == FLR_CANCELLED) status = FLR_OUT_OF_MEMORY;
    if (status == FLR_OK) status = hand_over(&l, pairs, pair_count);
    flr_release(&l.memory, l.pairs, l.capacity, sizeof *l.pairs);
    return status;
}

void flr_pairs3_release(const flr_allocator *allocator, flr_index_pair *pairs, size_t pair_count)
{
    flr_allocator memory = flr_allocator_or_default(allocator);
    flr_release(&memory, pairs, pair_count, sizeof *pairs);
}
