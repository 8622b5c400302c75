/// Making a list and asking it, written once for both dimensions. list2.c and list3.c name their types and
/// functions (list_shape, list_check ...), include this file, and forward each public function to it. Each
/// question is a loop over the shapes whose boxes may matter.

#include "base/allocator.h"
#include "base/answer.h"
#include "list/list.h"

// ---- Making a list

static flr_status fill(list_type *list, const list_shape *shapes)
{
    flr_aabb3 *boxes = flr_allocate(&list->memory, list->count, sizeof *boxes);
    list->shapes = flr_allocate(&list->memory, list->count, sizeof *list->shapes);
    flr_status status = boxes && list->shapes ? copy_shapes(list, shapes, boxes) : FLR_OUT_OF_MEMORY;
    if (status == FLR_OK) status = flr_bvh3_boxes_build(&list->boxes, boxes, list->count, &list->memory);
    if (status == FLR_OK) status = flr_bvh3_boxes_fit(&list->boxes, &list->memory);
    flr_release(&list->memory, boxes, list->count, sizeof *boxes);
    return status;
}

static void destroy(list_type *list)
{
    if (!list) return;
    const flr_allocator memory = list->memory;
    flr_bvh3_boxes_release(&list->boxes, &memory);
    flr_release(&memory, list->shapes, list->count, sizeof *list->shapes);
    flr_release(&memory, list, 1, sizeof *list);
}

static flr_status create(const list_shape *shapes, size_t count, const flr_allocator *allocator,
                         list_type **list)
{
    if (!list || (count > 0 && !shapes)) return FLR_INVALID_ARGUMENT;
    *list = NULL;
    if (count >= BVH3_ITEM_LIMIT - 4) return FLR_TOO_LARGE;
    for (size_t i = 0; i < count; i++) {
        const flr_status status = list_check(&shapes[i]);
        if (status != FLR_OK) return status;
    }
    const flr_allocator memory = flr_allocator_or_default(allocator);
    list_type *made = flr_allocate(&memory, 1, sizeof *made);
    if (!made) return FLR_OUT_OF_MEMORY;
    *made = (list_type){.memory = memory, .count = count};
    const flr_status status = fill(made, shapes);
    if (status == FLR_OK)
        *list = made;
    else
        destroy(made);
    return status;
}

static const list_shape *shapes_of(const list_type *list, size_t *count)
{
    if (count) *count = list ? list->count : 0;
    return list ? list->shapes : NULL;
}

// ---- Rays

static void walk_path(bvh3_boxes_walk *w, const list_type *list, const list_path *p)
{
    const flr_vec3 point = {0, 0, 0};
    flr_bvh3_boxes_along(w, &list->boxes, list_in_space(p->origin), list_in_space(p->direction),
                         (double)p->t_min, (double)p->t_max, point);
}

/// Finds the nearest hit of a ray; among equal ones that of the lowest number.
static flr_status raycast(const list_path *path, const list_type *list, const flr_list_filter *filter,
                          uint32_t *shape, list_hit *result)
{
    if (!path || !list || !shape || !result) return FLR_INVALID_ARGUMENT;
    list_path shorter = *path;
    list_hit best = {.hit = false}, next;
    uint32_t first = 0;
    bvh3_boxes_walk w;
    walk_path(&w, list, path);
    for (uint32_t i; flr_bvh3_boxes_next(&w, &i);) {
        if (!list_counts(filter, i)) continue;
        const list_shape *s = &list->shapes[i];
        const flr_status status = list_raycast(may_shorten(s) ? &shorter : path, s, &next);
        if (status != FLR_OK) return status;
        if (!next.hit || !list_is_before(best.hit, best.t, first, next.t, i)) continue;
        best = next;
        first = i;
        if (path->is_point) continue;
        // limited no closer than rounding allows, so that no hit as near as this one is lost
        const flr_real later = (flr_real)flr_bvh3_boxes_later(&w, (double)next.t);
        if (later < shorter.t_max) shorter.t_max = later > next.t ? later : next.t;
        flr_bvh3_boxes_limit(&w, (double)next.t);
    }
    result->hit = best.hit;
    if (!best.hit) return FLR_OK;
    *result = best;
    *shape = first;
    return FLR_OK;
}

static flr_status raycast_all(const list_path *path, const list_type *list, const flr_list_filter *filter,
                              list_hit_fn *report, void *user)
{
    if (!path || !list || !report) return FLR_INVALID_ARGUMENT;
    list_hit hit;
    bvh3_boxes_walk w;
    walk_path(&w, list, path);
    for (uint32_t i; flr_bvh3_boxes_next(&w, &i);) {
        if (!list_counts(filter, i)) continue;
        const flr_status status = list_raycast(path, &list->shapes[i], &hit);
        if (status != FLR_OK) return status;
        if (hit.hit && !report(user, i, &hit)) return FLR_CANCELLED;
    }
    return FLR_OK;
}

/// A list_hit_fn that stops at the first hit.
static bool is_enough(void *user, uint32_t shape, const list_hit *hit)
{
    (void)shape;
    *(bool *)user = hit->hit;
    return false;
}

static flr_status raycast_any(const list_path *path, const list_type *list, const flr_list_filter *filter,
                              bool *hit)
{
    if (!hit) return FLR_INVALID_ARGUMENT;
    bool found = false;
    const flr_status status = raycast_all(path, list, filter, is_enough, &found);
    if (status != FLR_OK && status != FLR_CANCELLED) return status;
    *hit = found;
    return FLR_OK;
}

// ---- What a shape overlaps, and what is nearest to it

static void walk_near(bvh3_boxes_walk *w, const list_type *list, const list_shape *a, flr_real limit)
{
    if (!list_is_bounded(a)) {
        flr_bvh3_boxes_all(w, &list->boxes);
        return;
    }
    const flr_aabb3 box = box_of(a);
    flr_bvh3_boxes_near(w, &list->boxes, &box, 0, (double)limit);
}

static flr_status overlap_all(const list_shape *a, const list_type *list, const flr_list_filter *filter,
                              flr_list_fn *report, void *user)
{
    if (!list || !report) return FLR_INVALID_ARGUMENT;
    flr_status status = list_check(a), all = FLR_OK;
    if (status != FLR_OK) return status;
    bvh3_boxes_walk w;
    walk_near(&w, list, a, 0);
    for (uint32_t i; flr_bvh3_boxes_next(&w, &i);) {
        bool overlap = false;
        if (!list_counts(filter, i)) continue;
        status = list_overlap(a, &list->shapes[i], &overlap);
        if (!flr_has_answer(status)) return status;
        if (status != FLR_OK) all = status, overlap = false;
        if (overlap && !report(user, i)) return FLR_CANCELLED;
    }
    return all;
}

/// A flr_list_fn that stops at the first shape.
static bool is_any(void *user, uint32_t shape)
{
    (void)shape;
    *(bool *)user = true;
    return false;
}

static flr_status overlap_any(const list_shape *a, const list_type *list, const flr_list_filter *filter,
                              bool *overlap)
{
    if (!overlap) return FLR_INVALID_ARGUMENT;
    bool found = false;
    const flr_status status = overlap_all(a, list, filter, is_any, &found);
    if (!flr_has_answer(status) && status != FLR_CANCELLED) return status;
    *overlap = found;
    return found ? FLR_OK : status;
}

/// Finds the nearest shape within max_distance (0: any distance).
static flr_status nearest(const list_shape *a, const list_type *list, flr_real max_distance,
                          const flr_list_filter *filter, uint32_t *shape, list_distance *result)
{
    if (!list || !shape || !result || isnan(max_distance) || max_distance < 0) return FLR_INVALID_ARGUMENT;
    flr_status status = list_check(a), all = FLR_OK;
    if (status != FLR_OK) return status;
    if (max_distance == 0) max_distance = (flr_real)INFINITY;
    list_distance_options limit = {.max_distance = max_distance};
    list_distance best = {.beyond = true, .distance = max_distance}, next;
    uint32_t first = 0;
    bvh3_boxes_walk w;
    walk_near(&w, list, a, max_distance);
    for (uint32_t i; flr_bvh3_boxes_next(&w, &i);) {
        if ((!best.beyond && best.distance == 0 && i > first) || !list_counts(filter, i)) continue;
        status = list_distance_bounds(a, &list->shapes[i], &limit, &next);
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

static void walk_motion(bvh3_boxes_walk *w, const list_type *list, const list_shape *a, list_vec motion,
                        flr_real target)
{
    if (!list_is_bounded(a)) {
        flr_bvh3_boxes_all(w, &list->boxes);
        return;
    }
    const flr_aabb3 box = box_of(a);
    const flr_vec3 middle = {box.min.x / 2 + box.max.x / 2, box.min.y / 2 + box.max.y / 2,
                             box.min.z / 2 + box.max.z / 2},
                   half = {box.max.x / 2 - box.min.x / 2 + target, box.max.y / 2 - box.min.y / 2 + target,
                           box.max.z / 2 - box.min.z / 2 + target};
    flr_bvh3_boxes_along(w, &list->boxes, middle, list_in_space(motion), 0, 1, half);
}

/// Finds the first shape that a moving shape touches.
static flr_status sweep(const list_shape *a, list_vec motion, const list_type *list,
                        const list_sweep_options *options, const flr_list_filter *filter, uint32_t *shape,
                        list_sweep *result)
{
    const flr_real target = options ? options->target_distance : 0;
    if (!list || !shape || !result || !flr_is_option(target)) return FLR_INVALID_ARGUMENT;
    flr_status status = list_check(a);
    if (status == FLR_OK && !flr_is_finite3(list_in_space(motion))) status = FLR_NOT_FINITE;
    if (status != FLR_OK) return status;
    list_sweep best = {.status = FLR_OK}, next;
    uint32_t first = 0;
    bvh3_boxes_walk w;
    walk_motion(&w, list, a, motion, target);
    for (uint32_t i; flr_bvh3_boxes_next(&w, &i);) {
        if (!list_counts(filter, i)) continue;
        status = list_sweep_within(a, motion, &list->shapes[i], options, &next);
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
