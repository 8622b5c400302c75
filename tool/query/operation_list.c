#include <math.h>
#include <stdlib.h>

#include "feeler/list.h"
#include "query/convex_pair.h"

// ---- Reading a list

static bool read_mask(const json_t *v, uint32_t *mask)
{
    const double x = json_number_value(v);  // 0 for what is no number
    if (!json_is_number(v) || !(x >= 0 && x <= UINT32_MAX) || floor(x) != x) return false;
    *mask = (uint32_t)x;
    return true;
}

static bool read_masks(const field_scope *s, question_list *list)
{
    const json_t *masks = field_get(s, "masks"), *mask = field_get(s, "mask");
    list->filter.mask = UINT32_MAX;
    if (mask && !read_mask(mask, &list->filter.mask))
        return field_fail(s, "mask", "wrong_type", member_type_words(MEMBER_MASK));
    if (!masks)
        return !mask ||
               query_fail(s->error, "missing_field", "masks: expected the bits of each shape beside 'mask'");
    if (json_array_size(masks) != list->count)
        return field_fail(s, "masks", "wrong_type", member_type_words(MEMBER_MASKS));
    list->masks = malloc(list->count * sizeof *list->masks);
    if (!list->masks) return query_fail(s->error, "out_of_memory", "masks: out of memory");
    for (size_t i = 0; i < list->count; ++i) {
        if (!read_mask(json_array_get(masks, i), &list->masks[i]))
            return field_fail(s, "masks", "wrong_type", member_type_words(MEMBER_MASKS));
    }
    list->filter.masks = list->masks;
    return true;
}

bool question_list_read(question *q, question_list *list)
{
    *list = (question_list){0};
    const field_scope s = question_scope(q);
    query_shape *shapes = &q->shapes[q->shape_count];
    if (!query_shapes_read(&s, shapes)) return false;
    q->shape_count++;
    list->count = shapes->part_count;
    if (!read_masks(&s, list)) return false;
    return query_check(q->error,
                       q->dimension == 2 ? flr_list2_create(shapes->planes, list->count, NULL, &list->plane)
                                         : flr_list3_create(shapes->spaces, list->count, NULL, &list->space),
                       "shapes");
}

void question_list_free(question_list *list)
{
    flr_list3_destroy(list->space);
    flr_list2_destroy(list->plane);
    free(list->masks);
}

// ---- What overlaps

typedef struct numbers {
    uint32_t *of;
    size_t count;
} numbers;

/// A flr_list_fn.
static bool keep_number(void *user, uint32_t shape)
{
    numbers *all = user;
    all->of[all->count++] = shape;
    return true;
}

static int compare_numbers(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static bool overlaps(question *q, const question_list *list, numbers *all)
{
    const query_shape *a = &q->shapes[0];
    const flr_status status =
        q->dimension == 2 ? flr_overlap2_list_all(&a->plane, list->plane, &list->filter, keep_number, all)
                          : flr_overlap3_list_all(&a->space, list->space, &list->filter, keep_number, all);
    if (!query_check(q->error, status, "shape, shapes")) return false;
    qsort(all->of, all->count, sizeof *all->of, compare_numbers);
    answer_truth(q->answer, "overlap", all->count > 0);
    put_wholes(q, "shapes", all->of, all->count);
    return true;
}

bool operation_overlaps(question *q)
{
    if (!question_shape(q, "shape")) return false;
    question_list list;
    numbers all = {0};
    bool good = question_list_read(q, &list);
    if (good) all.of = malloc(list.count * sizeof *all.of);
    if (good && !all.of) good = query_fail(q->error, "out_of_memory", "shapes: out of memory");
    good = good && overlaps(q, &list, &all);
    free(all.of);
    question_list_free(&list);
    return good;
}

// ---- What is nearest

static void put_distance(question *q, flr_status status, uint32_t shape, flr_real distance)
{
    if (status == FLR_NOT_CONVERGED) answer_truth(q->answer, "converged", false);
    answer_number(q->answer, "shape", (double)shape);
    answer_number(q->answer, "distance", (double)distance);
}

static bool nearest(question *q, const question_list *list, flr_real max_distance)
{
    const query_shape *a = &q->shapes[0];
    flr_distance3_result r = {.beyond = false};
    flr_distance2_result flat = {.beyond = false};
    uint32_t shape = 0;
    const flr_status status =
        q->dimension == 2
            ? flr_nearest2_list(&a->plane, list->plane, max_distance, &list->filter, &shape, &flat)
            : flr_nearest3_list(&a->space, list->space, max_distance, &list->filter, &shape, &r);
    if (status != FLR_NOT_CONVERGED && !query_check(q->error, status, "shape, shapes")) return false;
    answer_truth(q->answer, "found", !r.beyond && !flat.beyond);
    if (r.beyond || flat.beyond) return true;
    put_distance(q, status, shape, q->dimension == 2 ? flat.distance : r.distance);
    if (q->dimension == 2 ? flat.distance == 0 : r.distance == 0) return true;
    if (q->dimension == 2) {
        answer_vec2(q->answer, "a", flat.point_a);
        answer_vec2(q->answer, "b", flat.point_b);
    } else {
        answer_vec3(q->answer, "a", r.point_a);
        answer_vec3(q->answer, "b", r.point_b);
    }
    return true;
}

bool operation_nearest(question *q)
{
    if (!question_shape(q, "shape")) return false;
    const field_scope s = question_scope(q);
    flr_real max_distance = INFINITY;
    question_list list;
    bool good = question_list_read(q, &list) && field_read(&s, "max_distance", &max_distance);
    // 0 is no limit to the library
    if (good && max_distance == 0) good = field_fail(&s, "max_distance", "wrong_type", "a number above 0");
    good = good && nearest(q, &list, max_distance);
    question_list_free(&list);
    return good;
}
