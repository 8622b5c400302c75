/// Lists of shapes in space. What a list does is in questions.h.

#include "any/any3.h"
#include "list/list.h"

typedef flr_list3 list_type;
typedef flr_list3_hit_fn list_hit_fn;
typedef flr_shape3 list_shape;
typedef flr_vec3 list_vec;
typedef flr_raycast3_path list_path;
typedef flr_raycast3_result list_hit;
typedef flr_distance3_options list_distance_options;
typedef flr_distance3_result list_distance;
typedef flr_sweep3_options list_sweep_options;
typedef flr_sweep3_result list_sweep;

#define list_check flr_any3_check
#define list_is_bounded flr_any3_is_bounded
#define list_raycast flr_raycast3
#define list_overlap flr_overlap3
#define list_distance_bounds flr_distance3_bounds
#define list_sweep_within flr_sweep3_within

static flr_vec3 list_in_space(flr_vec3 v) { return v; }

static flr_aabb3 box_of(const flr_shape3 *s) { return flr_any3_bounds(s); }

/// May the path end earlier once a hit is known? That saves work in a mesh; for other shapes it could change
/// the last digits.
static bool may_shorten(const flr_shape3 *s) { return s->kind == FLR_SHAPE3_MESH; }

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

#include "list/questions.h"

// ---- The public functions

flr_status flr_list3_create(const flr_shape3 *shapes, size_t count, const flr_allocator *allocator,
                            flr_list3 **list)
{
    return create(shapes, count, allocator, list);
}

void flr_list3_destroy(flr_list3 *list) { destroy(list); }

const flr_shape3 *flr_list3_shapes(const flr_list3 *list, size_t *count) { return shapes_of(list, count); }

flr_status flr_raycast3_list(const flr_raycast3_path *path, const flr_list3 *list,
                             const flr_list_filter *filter, uint32_t *shape, flr_raycast3_result *result)
{
    return raycast(path, list, filter, shape, result);
}

flr_status flr_raycast3_list_all(const flr_raycast3_path *path, const flr_list3 *list,
                                 const flr_list_filter *filter, flr_list3_hit_fn *report, void *user)
{
    return raycast_all(path, list, filter, report, user);
}

flr_status flr_raycast3_list_any(const flr_raycast3_path *path, const flr_list3 *list,
                                 const flr_list_filter *filter, bool *hit)
{
    return raycast_any(path, list, filter, hit);
}

flr_status flr_overlap3_list_all(const flr_shape3 *a, const flr_list3 *list, const flr_list_filter *filter,
                                 flr_list_fn *report, void *user)
{
    return overlap_all(a, list, filter, report, user);
}

flr_status flr_overlap3_list(const flr_shape3 *a, const flr_list3 *list, const flr_list_filter *filter,
                             bool *overlap)
{
    return overlap_any(a, list, filter, overlap);
}

flr_status flr_nearest3_list(const flr_shape3 *a, const flr_list3 *list, flr_real max_distance,
                             const flr_list_filter *filter, uint32_t *shape, flr_distance3_result *result)
{
    return nearest(a, list, max_distance, filter, shape, result);
}

flr_status flr_sweep3_list(const flr_shape3 *a, flr_vec3 motion, const flr_list3 *list,
                           const flr_sweep3_options *options, const flr_list_filter *filter, uint32_t *shape,
                           flr_sweep3_result *result)
{
    return sweep(a, motion, list, options, filter, shape, result);
}
