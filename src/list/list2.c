/// Lists of shapes in the plane, as list3.c has them in space.

#include "any/any2.h"
#include "base/allocator.h"
#include "base/answer.h"
#include "list/list.h"

// ---- Making a list

/// With third coordinates from -thick to thick.
static flr_aabb3 slab_of(flr_aabb2 b, flr_real thick)
{
    return (flr_aabb3){{b.min.x, b.min.y, -thick}, {b.max.x, b.max.y, thick}};
}

static flr_status copy_shapes(flr_list2 *list, const flr_shape2 *shapes, flr_aabb3 *boxes)
{
    flr_aabb2 all = {{(flr_real)INFINITY, (flr_real)INFINITY}, {-(flr_real)INFINITY, -(flr_real)INFINITY}};
    for (size_t i = 0; i < list->count; i++) {
        list->shapes[i] = shapes[i];
        boxes[i] = list_empty_box;
        if (!flr_any2_is_bounded(&shapes[i])) continue;
        const flr_aabb2 b = flr_any2_bounds(&shapes[i]);
        if (!flr_is_finite2(b.min) || !flr_is_finite2(b.max)) return FLR_NOT_FINITE;
        all.min = flr_min2(all.min, b.min);
        all.max = flr_max2(all.max, b.max);
        boxes[i] = slab_of(b, 0);
    }
    const flr_real x = all.max.x / 2 - all.min.x / 2, y = all.max.y / 2 - all.min.y / 2,
                   thick = x > y ? x : y;
    for (size_t i = 0; i < list->count; i++)
        if (!bvh3_is_empty_box(&boxes[i])) boxes[i].min.z = -thick, boxes[i].max.z = thick;
    return FLR_OK;
}

static flr_status fill(flr_list2 *list, const flr_shape2 *shapes)
{
    flr_aabb3 *boxes = flr_allocate(&list->memory, list->count, sizeof *boxes);
    list->shapes = flr_allocate(&list->memory, list->count, sizeof *list->shapes);
    flr_status status = boxes && list->shapes ? copy_shapes(list, shapes, boxes) : FLR_OUT_OF_MEMORY;
    if (status == FLR_OK) status = flr_bvh3_boxes_build(&list->boxes, boxes, list->count, &list->memory);
    if (status == FLR_OK) status = flr_bvh3_boxes_fit(&list->boxes, &list->memory);
    flr_release(&list->memory, boxes, list->count, sizeof *boxes);
    return status;
}

flr_status flr_list2_create(const flr_shape2 *shapes, size_t count, const flr_allocator *allocator,
                            flr_list2 **list)
{
    if (!list || (count > 0 && !shapes)) return FLR_INVALID_ARGUMENT;
    *list = NULL;
    if (count >= BVH3_ITEM_LIMIT - 4) return FLR_TOO_LARGE;
    for (size_t i = 0; i < count; i++) {
        const flr_status status = flr_any2_check(&shapes[i]);
        if (status != FLR_OK) return status;
    }
    const flr_allocator memory = flr_allocator_or_default(allocator);
    flr_list2 *made = flr_allocate(&memory, 1, sizeof *made);
    if (!made) return FLR_OUT_OF_MEMORY;
    *made = (flr_list2){.memory = memory, .count = count};
    const flr_status status = fill(made, shapes);
    if (status == FLR_OK)
        *list = made;
    else
        flr_list2_destroy(made);
    return status;
}

void flr_list2_destroy(flr_list2 *list)
{
    if (!list) return;
    const flr_allocator memory = list->memory;
    flr_bvh3_boxes_release(&list->boxes, &memory);
    flr_release(&memory, list->shapes, list->count, sizeof *list->shapes);
    flr_release(&memory, list, 1, sizeof *list);
}

const flr_shape2 *flr_list2_shapes(const flr_list2 *list, size_t *count)
{
    if (count) *count = list ? list->count : 0;
    return list ? list->shapes : NULL;
}

// ---- Rays

static flr_vec3 in_space(flr_vec2 v) { return (flr_vec3){v.x, v.y, 0}; }

static void walk_path(bvh3_boxes_walk *w, const flr_list2 *list, const flr_raycast2_path *p)
{
    const flr_vec3 point = {0, 0, 0};
    flr_bvh3_boxes_along(w, &list->boxes, in_space(p->origin), in_space(p->direction), (double)p->t_min,
                         (double)p->t_max, point);
}

flr_status flr_raycast2_list(const flr_raycast2_path *path, const flr_list2 *list,
                             const flr_list_filter *filter, uint32_t *shape, flr_rayhit2 *result)
{
    if (!path || !list || !shape || !result) return FLR_INVALID_ARGUMENT;
    flr_rayhit2 best = {.hit = false}, next;
    uint32_t first = 0;
    bvh3_boxes_walk w;
    walk_path(&w, list, path);
    for (uint32_t i; flr_bvh3_boxes_next(&w, &i);) {
        if (!list_counts(filter, i)) continue;
        const flr_status status = flr_raycast2(path, &list->shapes[i], &next);
        if (status != FLR_OK) return status;
        if (!next.hit || !list_is_before(best.hit, best.t, first, next.t, i)) continue;
        best = next;
        first = i;
        if (!path->is_point) flr_bvh3_boxes_limit(&w, (double)next.t);
    }
    result->hit = best.hit;
    if (!best.hit) return FLR_OK;
    *result = best;
    *shape = first;
    return FLR_OK;
}

flr_status flr_raycast2_list_all(const flr_raycast2_path *path, const flr_list2 *list,
                                 const flr_list_filter *filter, flr_list2_hit_fn *report, void *user)
{
    if (!path || !list || !report) return FLR_INVALID_ARGUMENT;
    flr_rayhit2 hit;
    bvh3_boxes_walk w;
    walk_path(&w, list, path);
    for (uint32_t i; flr_bvh3_boxes_next(&w, &i);) {
        if (!list_counts(filter, i)) continue;
        const flr_status status = flr_raycast2(path, &list->shapes[i], &hit);
        if (status != FLR_OK) return status;
        if (hit.hit && !report(user, i, &hit)) return FLR_CANCELLED;
    }
    return FLR_OK;
}

/// A flr_list2_hit_fn that stops.
static bool is_enough(void *user, uint32_t shape, const flr_rayhit2 *hit)
{
    (void)shape;
    *(bool *)user = hit->hit;
    return false;
}

flr_status flr_raycast2_list_any(const flr_raycast2_path *path, const flr_list2 *list,
                                 const flr_list_filter *filter, bool *hit)
{
    if (!hit) return FLR_INVALID_ARGUMENT;
    bool found = false;
    const flr_status status = flr_raycast2_list_all(path, list, filter, is_enough, &found);
    if (status != FLR_OK && status != FLR_CANCELLED) return status;
    *hit = found;
    return FLR_OK;
}

// ---- What a shape overlaps, and what is nearest to it

static void walk_near(bvh3_boxes_walk *w, const flr_list2 *list, const flr_shape2 *a, flr_real limit)
{
    if (!flr_any2_is_bounded(a)) {
        flr_bvh3_boxes_all(w, &list->boxes);
        return;
    }
    const flr_aabb3 box = slab_of(flr_any2_bounds(a), 0);
    flr_bvh3_boxes_near(w, &list->boxes, &box, 0, (double)limit);
}

flr_status flr_overlap2_list_all(const flr_shape2 *a, const flr_list2 *list, const flr_list_filter *filter,
                                 flr_list_fn *report, void *user)
{
    if (!list || !report) return FLR_INVALID_ARGUMENT;
    flr_status status = flr_any2_check(a), all = FLR_OK;
    if (status != FLR_OK) return status;
    bvh3_boxes_walk w;
    walk_near(&w, list, a, 0);
    for (uint32_t i; flr_bvh3_boxes_next(&w, &i);) {
        bool overlap = false;
        if (!list_counts(filter, i)) continue;
        status = flr_overlap2(a, &list->shapes[i], &overlap);
        if (!flr_has_answer(status)) return status;
        if (status != FLR_OK) all = status, overlap = false;
        if (overlap && !report(user, i)) return FLR_CANCELLED;
    }
    return all;
}

/// A flr_list_fn that stops.
static bool is_any(void *user, uint32_t shape)
{
    (void)shape;
    *(bool *)user = true;
    return false;
}

flr_status flr_overlap2_list(const flr_shape2 *a, const flr_list2 *list, const flr_list_filter *filter,
                             bool *overlap)
{
    if (!overlap) return FLR_INVALID_ARGUMENT;
    bool found = false;
    const flr_status status = flr_overlap2_list_all(a, list, filter, is_any, &found);
    if (!flr_has_answer(status) && status != FLR_CANCELLED) return status;
    *overlap = found;
    return found ? FLR_OK : status;
}

flr_status flr_nearest2_list(const flr_shape2 *a, const flr_list2 *list, flr_real max_distance,
                             const flr_list_filter *filter, uint32_t *shape, flr_distance2_result *result)
{
    if (!list || !shape || !result || isnan(max_distance) || max_distance < 0) return FLR_INVALID_ARGUMENT;
    flr_status status = flr_any2_check(a), all = FLR_OK;
    if (status != FLR_OK) return status;
    if (max_distance == 0) max_distance = (flr_real)INFINITY;
    flr_distance2_options limit = {.max_distance = max_distance};
    flr_distance2_result best = {.beyond = true, .distance = max_distance}, next;
    uint32_t first = 0;
    bvh3_boxes_walk w;
    walk_near(&w, list, a, max_distance);
    for (uint32_t i; flr_bvh3_boxes_next(&w, &i);) {
        if ((!best.beyond && best.distance == 0 && i > first) || !list_counts(filter, i)) continue;
        status = flr_distance2_bounds(a, &list->shapes[i], &limit, &next);
        if (!flr_has_answer(status)) return status;
        if (status != FLR_OK) all = status;
        if (next.beyond || !list_is_before(!best.beyond, best.distance, first, next.distance, i)) continue;
        best = next;
        first = i;
        limit.max_distance = next.distance;
        flr_bvh3_boxes_limit(&w, (double)next.distance);
    }
    *result = best;
    if (!best.beyond) *shape = first;
    return all;
}

// ---- What a moving shape touches first

static void walk_motion(bvh3_boxes_walk *w, const flr_list2 *list, const flr_shape2 *a, flr_vec2 motion,
                        flr_real target)
{
    if (!flr_any2_is_bounded(a)) {
        flr_bvh3_boxes_all(w, &list->boxes);
        return;
    }
    const flr_aabb2 box = flr_any2_bounds(a);
    const flr_vec3 middle = {box.min.x / 2 + box.max.x / 2, box.min.y / 2 + box.max.y / 2, 0},
                   half = {box.max.x / 2 - box.min.x / 2 + target, box.max.y / 2 - box.min.y / 2 + target, 0};
    flr_bvh3_boxes_along(w, &list->boxes, middle, in_space(motion), 0, 1, half);
}

flr_status flr_sweep2_list(const flr_shape2 *a, flr_vec2 motion, const flr_list2 *list,
                           const flr_sweep2_options *options, const flr_list_filter *filter, uint32_t *shape,
                           flr_sweep2_result *result)
{
    const flr_real target = options ? options->target_distance : 0;
    if (!list || !shape || !result || !flr_is_option(target)) return FLR_INVALID_ARGUMENT;
    flr_status status = flr_any2_check(a);
    if (status == FLR_OK && !flr_is_finite2(motion)) status = FLR_NOT_FINITE;
    if (status != FLR_OK) return status;
    flr_sweep2_result best = {.status = FLR_OK}, next;
    uint32_t first = 0;
    bvh3_boxes_walk w;
    walk_motion(&w, list, a, motion, target);
    for (uint32_t i; flr_bvh3_boxes_next(&w, &i);) {
        if (!list_counts(filter, i)) continue;
        status = flr_sweep2_within(a, motion, &list->shapes[i], options, &next);
        if (!flr_has_answer(status)) return status;
        if (!next.hit || !list_is_before(best.hit, best.t, first, next.t, i)) continue;
        best = next;
        first = i;
        flr_bvh3_boxes_limit(&w, (double)next.t);
    }
    *result = best;
    if (best.hit) *shape = first;
    return best.status;
}
