/// Lists of shapes in space. list2.c is the same in the plane.

#include "any/any3.h"
#include "base/allocator.h"
#include "base/answer.h"
#include "list/list.h"

// ---- Making a list

static flr_status copy_shapes(flr_list3 *list, const flr_shape3 *shapes, flr_aabb3 *boxes)
{
    for (size_t i = 0; i < list->count; i++) {
        list->shapes[i] = shapes[i];
        boxes[i] = list_empty_box;
        if (!flr_any3_is_bounded(&shapes[i])) continue;
        boxes[i] = flr_any3_bounds(&shapes[i]);
        if (!flr_is_finite3(boxes[i].min) || !flr_is_finite3(boxes[i].max)) return FLR_NOT_FINITE;
    }
    return FLR_OK;
}

static flr_status fill(flr_list3 *list, const flr_shape3 *shapes)
{
    flr_aabb3 *boxes = flr_allocate(&list->memory, list->count, sizeof *boxes);
    list->shapes = flr_allocate(&list->memory, list->count, sizeof *list->shapes);
    flr_status status = boxes && list->shapes ? copy_shapes(list, shapes, boxes) : FLR_OUT_OF_MEMORY;
    if (status == FLR_OK) status = flr_bvh3_boxes_build(&list->boxes, boxes, list->count, &list->memory);
    if (status == FLR_OK) status = flr_bvh3_boxes_fit(&list->boxes, &list->memory);
    flr_release(&list->memory, boxes, list->count, sizeof *boxes);
    return status;
}

flr_status flr_list3_create(const flr_shape3 *shapes, size_t count, const flr_allocator *allocator,
                            flr_list3 **list)
{
    if (!list || (count > 0 && !shapes)) return FLR_INVALID_ARGUMENT;
    *list = NULL;
    if (count >= BVH3_ITEM_LIMIT - 4) return FLR_TOO_LARGE;
    for (size_t i = 0; i < count; i++) {
        const flr_status status = flr_any3_check(&shapes[i]);
        if (status != FLR_OK) return status;
    }
    const flr_allocator memory = flr_allocator_or_default(allocator);
    flr_list3 *made = flr_allocate(&memory, 1, sizeof *made);
    if (!made) return FLR_OUT_OF_MEMORY;
    *made = (flr_list3){.memory = memory, .count = count};
    const flr_status status = fill(made, shapes);
    if (status == FLR_OK)
        *list = made;
    else
        flr_list3_destroy(made);
    return status;
}

void flr_list3_destroy(flr_list3 *list)
{
    if (!list) return;
    const flr_allocator memory = list->memory;
    flr_bvh3_boxes_release(&list->boxes, &memory);
    flr_release(&memory, list->shapes, list->count, sizeof *list->shapes);
    flr_release(&memory, list, 1, sizeof *list);
}

const flr_shape3 *flr_list3_shapes(const flr_list3 *list, size_t *count)
{
    if (count) *count = list ? list->count : 0;
    return list ? list->shapes : NULL;
}

// ---- Rays

static void walk_path(bvh3_boxes_walk *w, const flr_list3 *list, const flr_raycast3_path *p)
{
    const flr_vec3 point = {0, 0, 0};
    flr_bvh3_boxes_along(w, &list->boxes, p->origin, p->direction, (double)p->t_min, (double)p->t_max, point);
}

/// From here on up to t. The path is lowered too, for meshes, but not so far that rounding could lose a hit as near as t.
static void lower(flr_raycast3_path *p, bvh3_boxes_walk *w, flr_real t)
{
    const flr_real later = (flr_real)flr_bvh3_boxes_later(w, (double)t);
    if (later < p->t_max) p->t_max = later > t ? later : t;
    flr_bvh3_boxes_limit(w, (double)t);
}

flr_status flr_raycast3_list(const flr_raycast3_path *path, const flr_list3 *list,
                             const flr_list_filter *filter, uint32_t *shape, flr_raycast3_result *result)
{
    if (!path || !list || !shape || !result) return FLR_INVALID_ARGUMENT;
    flr_raycast3_path p = *path;
    flr_raycast3_result best = {.hit = false}, next;
    uint32_t first = 0;
    bvh3_boxes_walk w;
    walk_path(&w, list, path);
    for (uint32_t i; flr_bvh3_boxes_next(&w, &i);) {
        if (!list_counts(filter, i)) continue;
        // of other shapes the end of a path may change the last digits
        const bool long_search = list->shapes[i].kind == FLR_SHAPE3_MESH;
        const flr_status status = flr_raycast3(long_search ? &p : path, &list->shapes[i], &next);
        if (status != FLR_OK) return status;
        if (!next.hit || !list_is_before(best.hit, best.t, first, next.t, i)) continue;
        best = next;
        first = i;
        if (!p.is_point) lower(&p, &w, next.t);
    }
    result->hit = best.hit;
    if (!best.hit) return FLR_OK;
    *result = best;
    *shape = first;
    return FLR_OK;
}

flr_status flr_raycast3_list_all(const flr_raycast3_path *path, const flr_list3 *list,
                                 const flr_list_filter *filter, flr_list3_hit_fn *report, void *user)
{
    if (!path || !list || !report) return FLR_INVALID_ARGUMENT;
    flr_raycast3_result hit;
    bvh3_boxes_walk w;
    walk_path(&w, list, path);
    for (uint32_t i; flr_bvh3_boxes_next(&w, &i);) {
        if (!list_counts(filter, i)) continue;
        const flr_status status = flr_raycast3(path, &list->shapes[i], &hit);
        if (status != FLR_OK) return status;
        if (hit.hit && !report(user, i, &hit)) return FLR_CANCELLED;
    }
    return FLR_OK;
}

/// A flr_list3_hit_fn that stops.
static bool is_enough(void *user, uint32_t shape, const flr_raycast3_result *hit)
{
    (void)shape;
    *(bool *)user = hit->hit;
    return false;
}

flr_status flr_raycast3_list_any(const flr_raycast3_path *path, const flr_list3 *list,
                                 const flr_list_filter *filter, bool *hit)
{
    if (!hit) return FLR_INVALID_ARGUMENT;
    bool found = false;
    const flr_status status = flr_raycast3_list_all(path, list, filter, is_enough, &found);
    if (status != FLR_OK && status != FLR_CANCELLED) return status;
    *hit = found;
    return FLR_OK;
}

// ---- What a shape overlaps, and what is nearest to it

static void walk_near(bvh3_boxes_walk *w, const flr_list3 *list, const flr_shape3 *a, flr_real limit)
{
    if (!flr_any3_is_bounded(a)) {
        flr_bvh3_boxes_all(w, &list->boxes);
        return;
    }
    const flr_aabb3 box = flr_any3_bounds(a);
    flr_bvh3_boxes_near(w, &list->boxes, &box, 0, (double)limit);
}

flr_status flr_overlap3_list_all(const flr_shape3 *a, const flr_list3 *list, const flr_list_filter *filter,
                                 flr_list_fn *report, void *user)
{
    if (!list || !report) return FLR_INVALID_ARGUMENT;
    flr_status status = flr_any3_check(a), all = FLR_OK;
    if (status != FLR_OK) return status;
    bvh3_boxes_walk w;
    walk_near(&w, list, a, 0);
    for (uint32_t i; flr_bvh3_boxes_next(&w, &i);) {
        bool overlap = false;
        if (!list_counts(filter, i)) continue;
        status = flr_overlap3(a, &list->shapes[i], &overlap);
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

flr_status flr_overlap3_list(const flr_shape3 *a, const flr_list3 *list, const flr_list_filter *filter,
                             bool *overlap)
{
    if (!overlap) return FLR_INVALID_ARGUMENT;
    bool found = false;
    const flr_status status = flr_overlap3_list_all(a, list, filter, is_any, &found);
    if (!flr_has_answer(status) && status != FLR_CANCELLED) return status;
    *overlap = found;
    return found ? FLR_OK : status;
}

flr_status flr_nearest3_list(const flr_shape3 *a, const flr_list3 *list, flr_real max_distance,
                             const flr_list_filter *filter, uint32_t *shape, flr_distance3_result *result)
{
    if (!list || !shape || !result || isnan(max_distance) || max_distance < 0) return FLR_INVALID_ARGUMENT;
    flr_status status = flr_any3_check(a), all = FLR_OK;
    if (status != FLR_OK) return status;
    if (max_distance == 0) max_distance = (flr_real)INFINITY;
    flr_distance3_options limit = {.max_distance = max_distance};
    flr_distance3_result best = {.beyond = true, .distance = max_distance}, next;
    uint32_t first = 0;
    bvh3_boxes_walk w;
    walk_near(&w, list, a, max_distance);
    for (uint32_t i; flr_bvh3_boxes_next(&w, &i);) {
        if ((!best.beyond && best.distance == 0 && i > first) || !list_counts(filter, i)) continue;
        status = flr_distance3_bounds(a, &list->shapes[i], &limit, &next);
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

static void walk_motion(bvh3_boxes_walk *w, const flr_list3 *list, const flr_shape3 *a, flr_vec3 motion,
                        flr_real target)
{
    if (!flr_any3_is_bounded(a)) {
        flr_bvh3_boxes_all(w, &list->boxes);
        return;
    }
    const flr_aabb3 box = flr_any3_bounds(a);
    const flr_vec3 middle = {box.min.x / 2 + box.max.x / 2, box.min.y / 2 + box.max.y / 2,
                             box.min.z / 2 + box.max.z / 2},
                   half = {box.max.x / 2 - box.min.x / 2 + target, box.max.y / 2 - box.min.y / 2 + target,
                           box.max.z / 2 - box.min.z / 2 + target};
    flr_bvh3_boxes_along(w, &list->boxes, middle, motion, 0, 1, half);
}

flr_status flr_sweep3_list(const flr_shape3 *a, flr_vec3 motion, const flr_list3 *list,
                           const flr_sweep3_options *options, const flr_list_filter *filter, uint32_t *shape,
                           flr_sweep3_result *result)
{
    const flr_real target = options ? options->target_distance : 0;
    if (!list || !shape || !result || !flr_is_option(target)) return FLR_INVALID_ARGUMENT;
    flr_status status = flr_any3_check(a);
    if (status == FLR_OK && !flr_is_finite3(motion)) status = FLR_NOT_FINITE;
    if (status != FLR_OK) return status;
    flr_sweep3_result best = {.status = FLR_OK}, next;
    uint32_t first = 0;
    bvh3_boxes_walk w;
    walk_motion(&w, list, a, motion, target);
    for (uint32_t i; flr_bvh3_boxes_next(&w, &i);) {
        if (!list_counts(filter, i)) continue;
        status = flr_sweep3_within(a, motion, &list->shapes[i], options, &next);
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
