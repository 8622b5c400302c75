/// Lists of shapes in the plane. What a list does is in questions.h.

#include "any/any2.h"
#include "list/list.h"
#include "math/vectors.h"

typedef flr_list2 list_type;
typedef flr_list2_hit_fn list_hit_fn;
typedef flr_shape2 list_shape;
typedef flr_vec2 list_vec;
typedef flr_raycast2_path list_path;
typedef flr_rayhit2 list_hit;
typedef flr_distance2_options list_distance_options;
typedef flr_distance2_result list_distance;
typedef flr_sweep2_options list_sweep_options;
typedef flr_sweep2_result list_sweep;

#define list_check flr_any2_check
#define list_is_bounded flr_any2_is_bounded
#define list_raycast flr_raycast2
#define list_overlap flr_overlap2
#define list_distance_bounds flr_distance2_bounds
#define list_sweep_within flr_sweep2_within

#define list_in_space flr_in_space

static flr_aabb3 box_of(const flr_shape2 *s)
{
    const flr_aabb2 b = flr_any2_bounds(s);
    return (flr_aabb3){list_in_space(b.min), list_in_space(b.max)};
}

/// May the path end earlier once a hit is known? Only meshes would gain, and the plane has none.
static bool may_shorten(const flr_shape2 *s)
{
    (void)s;
    return false;
}

/// Copies the shapes and makes their boxes, as thick as all of them are wide (see flr_list2).
static flr_status copy_shapes(flr_list2 *list, const flr_shape2 *shapes, flr_aabb3 *boxes)
{
    const flr_real infinity = (flr_real)INFINITY;
    flr_vec3 low = {infinity, infinity, 0}, high = {-infinity, -infinity, 0};
    for (size_t i = 0; i < list->count; i++) {
        list->shapes[i] = shapes[i];
        boxes[i] = list_empty_box;
        if (!flr_any2_is_bounded(&shapes[i])) continue;
        boxes[i] = box_of(&shapes[i]);
        if (!flr_is_finite3(boxes[i].min) || !flr_is_finite3(boxes[i].max)) return FLR_NOT_FINITE;
        low = flr_min3(low, boxes[i].min);
        high = flr_max3(high, boxes[i].max);
    }
    const flr_real x = high.x / 2 - low.x / 2, y = high.y / 2 - low.y / 2, thick = x > y ? x : y;
    for (size_t i = 0; i < list->count; i++)
        if (!bvh3_is_empty_box(&boxes[i])) boxes[i].min.z = -thick, boxes[i].max.z = thick;
    return FLR_OK;
}

#include "list/questions.h"

// ---- The public functions

flr_status flr_list2_create(const flr_shape2 *shapes, size_t count, const flr_allocator *allocator,
                            flr_list2 **list)
{
    return create(shapes, count, allocator, list);
}

void flr_list2_destroy(flr_list2 *list) { destroy(list); }

const flr_shape2 *flr_list2_shapes(const flr_list2 *list, size_t *count) { return shapes_of(list, count); }

flr_status flr_raycast2_list(const flr_raycast2_path *path, const flr_list2 *list,
                             const flr_list_filter *filter, uint32_t *shape, flr_rayhit2 *result)
{
    return raycast(path, list, filter, shape, result);
}

flr_status flr_raycast2_list_all(const flr_raycast2_path *path, const flr_list2 *list,
                                 const flr_list_filter *filter, flr_list2_hit_fn *report, void *user)
{
    return raycast_all(path, list, filter, report, user);
}

flr_status flr_raycast2_list_any(const flr_raycast2_path *path, const flr_list2 *list,
                                 const flr_list_filter *filter, bool *hit)
{
    return raycast_any(path, list, filter, hit);
}

flr_status flr_overlap2_list_all(const flr_shape2 *a, const flr_list2 *list, const flr_list_filter *filter,
                                 flr_list_fn *report, void *user)
{
    return overlap_all(a, list, filter, report, user);
}

flr_status flr_overlap2_list(const flr_shape2 *a, const flr_list2 *list, const flr_list_filter *filter,
                             bool *overlap)
{
    return overlap_any(a, list, filter, overlap);
}

flr_status flr_nearest2_list(const flr_shape2 *a, const flr_list2 *list, flr_real max_distance,
                             const flr_list_filter *filter, uint32_t *shape, flr_distance2_result *result)
{
    return nearest(a, list, max_distance, filter, shape, result);
}

flr_status flr_sweep2_list(const flr_shape2 *a, flr_vec2 motion, const flr_list2 *list,
                           const flr_sweep2_options *options, const flr_list_filter *filter, uint32_t *shape,
                           flr_sweep2_result *result)
{
    return sweep(a, motion, list, options, filter, shape, result);
}
