/// Lists of many shapes that stand still, and the questions to them. Which shape it was is in the_call.count.
#include <stdlib.h>
#include <string.h>

#include "handle.h"

typedef struct list {
    handle *all;  ///< a compound of the shapes where they stand
    flr_list3 *space;
    flr_list2 *plane;
    uint32_t *masks;  ///< null: all bits of each
    uint32_t *found;  ///< with room for each shape
    size_t found_count;
} list;

void EXPORT(feeler_list_free)(list *l);
void feeler_list_free(list *l)
{
    if (!l) return;
    flr_list3_destroy(l->space);
    flr_list2_destroy(l->plane);
    handle_free(l->all);
    free(l->masks);
    free(l->found);
    free(l);
}

static flr_status fill(list *l, size_t count)
{
    const flr_shape3 *space;
    const flr_shape2 *plane;
    flr_status status;
    if (l->all->dimension == 3) {
        status = handle_place3(l->all, 0, NULL, &space);
        return status == FLR_OK ? flr_list3_create(space->as.compound.shapes, count, NULL, &l->space)
                                : status;
    }
    status = handle_place2(l->all, 0, NULL, &plane);
    return status == FLR_OK ? flr_list2_create(plane->as.compound.shapes, count, NULL, &l->plane) : status;
}

/// Of the shapes of a compound, which it shares; `masks`: null, or bits of each. The list is in the_call.count.
flr_status EXPORT(feeler_list)(handle *compound, const uint32_t *masks);
flr_status feeler_list(handle *compound, const uint32_t *masks)
{
    const size_t count = compound->part_count;
    list *l = calloc(1, sizeof *l);
    if (!l) return FLR_OUT_OF_MEMORY;
    ++compound->references;
    l->all = compound;
    l->found = malloc(count * sizeof *l->found);
    l->masks = masks ? malloc(count * sizeof *l->masks) : NULL;
    flr_status status = l->found && (l->masks || !masks) ? FLR_OK : FLR_OUT_OF_MEMORY;
    if (status == FLR_OK && masks) memcpy(l->masks, masks, count * sizeof *masks);
    if (status == FLR_OK) status = fill(l, count);
    if (status != FLR_OK) {
        feeler_list_free(l);
        l = NULL;
    }
    the_call.count = (int32_t)(intptr_t)l;
    return status;
}

static flr_list_filter filter_of(const list *l, uint32_t mask)
{
    return (flr_list_filter){.masks = l->masks, .mask = mask};
}

/// The first shape on the path.
flr_status EXPORT(feeler_raycast_list)(const list *l, uint32_t mask);
flr_status feeler_raycast_list(const list *l, uint32_t mask)
{
    const flr_list_filter filter = filter_of(l, mask);
    uint32_t shape = 0;
    flr_status status;
    if (l->space) {
        const flr_raycast3_path path = call_path3();
        status = flr_raycast3_list(&path, l->space, &filter, &shape, &the_call.out.ray3);
    } else {
        const flr_raycast2_path path = call_path2();
        status = flr_raycast2_list(&path, l->plane, &filter, &shape, &the_call.out.ray2);
    }
    the_call.count = (int32_t)shape;
    return status;
}

/// A flr_list_fn.
static bool keep(void *user, uint32_t shape)
{
    list *l = user;
    l->found[l->found_count++] = shape;
    return true;
}

static int compare(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static flr_status place(handle *h, const flr_shape3 **space, const flr_shape2 **plane)
{
    return h->dimension == 3 ? handle_place3(h, 0, call_pose(0), space)
                             : handle_place2(h, 0, call_pose(0), plane);
}

/// Which shapes it overlaps, by their numbers: how many, in the_call.count, and where they are, in the_call.flags.
flr_status EXPORT(feeler_overlaps_list)(handle *h, list *l, uint32_t mask);
flr_status feeler_overlaps_list(handle *h, list *l, uint32_t mask)
{
    const flr_list_filter filter = filter_of(l, mask);
    const flr_shape3 *space;
    const flr_shape2 *plane;
    flr_status status = place(h, &space, &plane);
    l->found_count = 0;
    if (status == FLR_OK)
        status = l->space ? flr_overlap3_list_all(space, l->space, &filter, keep, l)
                          : flr_overlap2_list_all(plane, l->plane, &filter, keep, l);
    qsort(l->found, l->found_count, sizeof *l->found, compare);
    the_call.count = (int32_t)l->found_count;
    the_call.flags = (int32_t)(intptr_t)l->found;
    return status;
}

/// The nearest shape, at most in[0] away.
flr_status EXPORT(feeler_nearest_list)(handle *h, const list *l, uint32_t mask);
flr_status feeler_nearest_list(handle *h, const list *l, uint32_t mask)
{
    const flr_list_filter filter = filter_of(l, mask);
    const flr_shape3 *space;
    const flr_shape2 *plane;
    uint32_t shape = 0;
    flr_status status = place(h, &space, &plane);
    if (status == FLR_OK)
        status = l->space ? flr_nearest3_list(space, l->space, the_call.in[0], &filter, &shape,
                                              &the_call.out.distance3)
                          : flr_nearest2_list(plane, l->plane, the_call.in[0], &filter, &shape,
                                              &the_call.out.distance2);
    the_call.count = (int32_t)shape;
    return status;
}

/// The first shape that it touches, moving along in[0..2], at the target distance in[3].
flr_status EXPORT(feeler_sweep_list)(handle *h, const list *l, uint32_t mask);
flr_status feeler_sweep_list(handle *h, const list *l, uint32_t mask)
{
    const flr_list_filter filter = filter_of(l, mask);
    const flr_real *in = the_call.in;
    const flr_sweep3_options deep = {.target_distance = in[3]};
    const flr_sweep2_options flat = {.target_distance = in[3]};
    const flr_shape3 *space;
    const flr_shape2 *plane;
    uint32_t shape = 0;
    flr_status status = place(h, &space, &plane);
    if (status == FLR_OK)
        status = l->space ? flr_sweep3_list(space, flr_vec3_make(in[0], in[1], in[2]), l->space, &deep,
                                            &filter, &shape, &the_call.out.sweep3)
                          : flr_sweep2_list(plane, flr_vec2_make(in[0], in[1]), l->plane, &flat, &filter,
                                            &shape, &the_call.out.sweep2);
    the_call.count = (int32_t)shape;
    return status;
}
