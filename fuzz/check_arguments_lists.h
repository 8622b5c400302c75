/// Questions at lists of two shapes, as check_arguments3.h and check_arguments2.h have them at two shapes. In both dimensions they are the
/// same but for the types.
#ifndef FUZZ_CHECK_ARGUMENTS_LISTS_H
#define FUZZ_CHECK_ARGUMENTS_LISTS_H

#include "check_arguments2.h"
#include "check_arguments3.h"

#include "feeler/list.h"

static inline bool every_shape(void *user, uint32_t shape)
{
    (void)user;
    return shape < 2;
}
static inline bool every_hit3(void *user, uint32_t shape, const flr_raycast3_result *hit)
{
    (void)user;
    return shape < 2 && hit->hit;
}
static inline bool every_hit2(void *user, uint32_t shape, const flr_rayhit2 *hit)
{
    (void)user;
    return shape < 2 && hit->hit;
}

static inline bool argue_list3(byte_source *from, const flr_shape3 *a, const flr_shape3 *b, complaint *said)
{
    const flr_shape3 both[2] = {*b, *a};
    const uint32_t masks[2] = {1, 2};
    const flr_list_filter filter = {masks, next_byte(from), next_byte(from) % 2 ? every_shape : NULL, NULL};
    flr_list3 *list = NULL;
    if (!argued(said, flr_list3_create(both, 2, NULL, &list), false, "flr_list3_create")) return false;
    const flr_vec3 origin = next_vec3(from), motion = next_vec3(from);
    const flr_real most = next_option(from);
    const flr_raycast3_path path = flr_raycast3_path_make(origin, motion, 0, most);
    const flr_sweep3_options moving = {next_option(from)};
    flr_raycast3_result hit = {.hit = false};
    flr_distance3_result near = {.beyond = false};
    flr_sweep3_result swept = {.status = FLR_OK};
    uint32_t shape = 0;
    bool any = false;
    flr_status status = flr_raycast3_list(&path, list, &filter, &shape, &hit);
    bool fine = argued(said, status, isnan(hit.t) || has_nan3(hit.point), "flr_raycast3_list");
    fine =
        fine && argued(said, flr_raycast3_list_any(&path, list, NULL, &any), false, "flr_raycast3_list_any");
    status = flr_raycast3_list_all(&path, list, &filter, every_hit3, NULL);
    fine = fine && argued(said, status, false, "flr_raycast3_list_all");
    fine = fine && argued(said, flr_overlap3_list(a, list, &filter, &any), false, "flr_overlap3_list");
    status = flr_overlap3_list_all(a, list, NULL, every_shape, NULL);
    fine = fine && argued(said, status, false, "flr_overlap3_list_all");
    status = flr_nearest3_list(a, list, most, &filter, &shape, &near);
    fine = fine && argued(said, status, isnan(near.distance) || has_nan3(near.point_a), "flr_nearest3_list");
    status = flr_sweep3_list(a, motion, list, &moving, &filter, &shape, &swept);
    fine = fine && argued(said, status, isnan(swept.t) || has_nan3(swept.point), "flr_sweep3_list");
    flr_list3_destroy(list);
    return fine;
}

static inline bool argue_list2(byte_source *from, const flr_shape2 *a, const flr_shape2 *b, complaint *said)
{
    const flr_shape2 both[2] = {*b, *a};
    const uint32_t masks[2] = {1, 2};
    const flr_list_filter filter = {masks, next_byte(from), next_byte(from) % 2 ? every_shape : NULL, NULL};
    flr_list2 *list = NULL;
    if (!argued(said, flr_list2_create(both, 2, NULL, &list), false, "flr_list2_create")) return false;
    const flr_vec2 origin = next_vec2(from), motion = next_vec2(from);
    const flr_real most = next_option(from);
    const flr_raycast2_path path = flr_raycast2_path_make(origin, motion, 0, most);
    const flr_sweep2_options moving = {next_option(from)};
    flr_rayhit2 hit = {.hit = false};
    flr_distance2_result near = {.beyond = false};
    flr_sweep2_result swept = {.status = FLR_OK};
    uint32_t shape = 0;
    bool any = false;
    flr_status status = flr_raycast2_list(&path, list, &filter, &shape, &hit);
    bool fine = argued(said, status, isnan(hit.t) || has_nan2(hit.point), "flr_raycast2_list");
    fine =
        fine && argued(said, flr_raycast2_list_any(&path, list, NULL, &any), false, "flr_raycast2_list_any");
    status = flr_raycast2_list_all(&path, list, &filter, every_hit2, NULL);
    fine = fine && argued(said, status, false, "flr_raycast2_list_all");
    fine = fine && argued(said, flr_overlap2_list(a, list, &filter, &any), false, "flr_overlap2_list");
    status = flr_overlap2_list_all(a, list, NULL, every_shape, NULL);
    fine = fine && argued(said, status, false, "flr_overlap2_list_all");
    status = flr_nearest2_list(a, list, most, &filter, &shape, &near);
    fine = fine && argued(said, status, isnan(near.distance) || has_nan2(near.point_a), "flr_nearest2_list");
    status = flr_sweep2_list(a, motion, list, &moving, &filter, &shape, &swept);
    fine = fine && argued(said, status, isnan(swept.t) || has_nan2(swept.point), "flr_sweep2_list");
    flr_list2_destroy(list);
    return fine;
}

#endif
