/// Feeler: lists of many shapes, with a tree over their boxes: rays through a scene, what a shape overlaps, what is
/// nearest, what a moving shape touches first.
///
/// A list is made once of shapes that stand still, and asked without locks or allocations. The answers are those
/// of asking all shapes one by one (feeler/any3.h, feeler/any2.h); of equals the shape with the lowest number. The time
/// grows with what is near, and with the logarithm of the rest: docs/performance.md. Rays, lines, planes, halfspaces
/// and compounds with such are asked in every question; an unbounded query shape is asked against all.
///
/// Errors, if no others are named, are those of the question about one shape, of the first that has one;
/// FLR_INVALID_ARGUMENT for null. Results are written with FLR_OK and FLR_NOT_CONVERGED only.
#ifndef FEELER_LIST_H
#define FEELER_LIST_H

#include "feeler/any2.h"
#include "feeler/any3.h"

FLR_EXTERN_C_BEGIN

/// Shapes of space, or of the plane, with their tree. Immutable, shared freely by threads.
typedef struct flr_list3 flr_list3;
typedef struct flr_list2 flr_list2;

/// Copies the shapes; the arrays, hulls and meshes that they point to stay the caller's and must outlive the list. A list may be
/// empty. `allocator` may be null. O(n log n), some 210 bytes a shape in space, 140 in the plane.
/// FLR_INVALID_ARGUMENT, FLR_INVALID_SHAPE, FLR_NOT_FINITE: as of the shapes, also for a box that is not finite;
/// FLR_TOO_LARGE: 2^29 - 4 and more; FLR_OUT_OF_MEMORY.
FLR_API flr_status flr_list3_create(const flr_shape3 *shapes, size_t count, const flr_allocator *allocator,
                                    flr_list3 **list);
FLR_API flr_status flr_list2_create(const flr_shape2 *shapes, size_t count, const flr_allocator *allocator,
                                    flr_list2 **list);
/// Null is allowed.
FLR_API void flr_list3_destroy(flr_list3 *list);
FLR_API void flr_list2_destroy(flr_list2 *list);

/// Its shapes in the order given, and how many: `count` may be null. Null for null.
FLR_API const flr_shape3 *flr_list3_shapes(const flr_list3 *list, size_t *count);
FLR_API const flr_shape2 *flr_list2_shapes(const flr_list2 *list, size_t *count);

/// Receives the number of a shape; returns false to stop, or, as a filter, where it does not count.
typedef bool flr_list_fn(void *user, uint32_t shape);

/// Which shapes count, as flr_raycast3_filter has it for triangles. All zero: every one.
typedef struct flr_list_filter {
    const uint32_t *masks;  ///< bits of each shape, by its number; null: each shape has all bits
    uint32_t mask;          ///< a shape counts where it has one of these bits; not read without masks
    /// Does this shape count? Asked at most once of those that come near, in no certain order; null: each does.
    flr_list_fn *accept;
    void *user;  ///< for accept
} flr_list_filter;

/// The first shape that a path hits, and its number. `result->hit` is false where there is none; then nothing else is written.
/// Filters may be null here and below.
FLR_API flr_status flr_raycast3_list(const flr_raycast3_path *path, const flr_list3 *list,
                                     const flr_list_filter *filter, uint32_t *shape,
                                     flr_raycast3_result *result);
FLR_API flr_status flr_raycast2_list(const flr_raycast2_path *path, const flr_list2 *list,
                                     const flr_list_filter *filter, uint32_t *shape, flr_rayhit2 *result);

/// Is anything hit? Ends at the first that is, which need not be the nearest.
FLR_API flr_status flr_raycast3_list_any(const flr_raycast3_path *path, const flr_list3 *list,
                                         const flr_list_filter *filter, bool *hit);
FLR_API flr_status flr_raycast2_list_any(const flr_raycast2_path *path, const flr_list2 *list,
                                         const flr_list_filter *filter, bool *hit);

/// Receives a shape that is hit, with its first hit; returns false to stop.
typedef bool flr_list3_hit_fn(void *user, uint32_t shape, const flr_raycast3_result *hit);
typedef bool flr_list2_hit_fn(void *user, uint32_t shape, const flr_rayhit2 *hit);

/// Every shape that is hit, once, in a fixed order that is not that of t. FLR_CANCELLED where `report` stopped.
FLR_API flr_status flr_raycast3_list_all(const flr_raycast3_path *path, const flr_list3 *list,
                                         const flr_list_filter *filter, flr_list3_hit_fn *report, void *user);
FLR_API flr_status flr_raycast2_list_all(const flr_raycast2_path *path, const flr_list2 *list,
                                         const flr_list_filter *filter, flr_list2_hit_fn *report, void *user);

/// Does a shape overlap any of the list? Touching counts. FLR_NOT_CONVERGED where one could not be decided and no other overlaps.
FLR_API flr_status flr_overlap3_list(const flr_shape3 *a, const flr_list3 *list,
                                     const flr_list_filter *filter, bool *overlap);
FLR_API flr_status flr_overlap2_list(const flr_shape2 *a, const flr_list2 *list,
                                     const flr_list_filter *filter, bool *overlap);

/// Every shape that a overlaps, in a fixed order. FLR_CANCELLED where `report` stopped, FLR_NOT_CONVERGED at the end where one could
/// not be decided.
FLR_API flr_status flr_overlap3_list_all(const flr_shape3 *a, const flr_list3 *list,
                                         const flr_list_filter *filter, flr_list_fn *report, void *user);
FLR_API flr_status flr_overlap2_list_all(const flr_shape2 *a, const flr_list2 *list,
                                         const flr_list_filter *filter, flr_list_fn *report, void *user);

/// The shape nearest to a, and how far it is, with points and bounds as of flr_distance3_bounds. `beyond` where none is within
/// `max_distance` (0 or INFINITY: no limit); then only `beyond` and `distance`, which is the limit, are written.
FLR_API flr_status flr_nearest3_list(const flr_shape3 *a, const flr_list3 *list, flr_real max_distance,
                                     const flr_list_filter *filter, uint32_t *shape,
                                     flr_distance3_result *result);
FLR_API flr_status flr_nearest2_list(const flr_shape2 *a, const flr_list2 *list, flr_real max_distance,
                                     const flr_list_filter *filter, uint32_t *shape,
                                     flr_distance2_result *result);

/// What does a, moving by `motion` over t in [0, 1], touch first? As flr_sweep3_within; `options` may be null. The status is also
/// that of the result, which is the first; FLR_NOT_CONVERGED: nothing is touched before t.
FLR_API flr_status flr_sweep3_list(const flr_shape3 *a, flr_vec3 motion, const flr_list3 *list,
                                   const flr_sweep3_options *options, const flr_list_filter *filter,
                                   uint32_t *shape, flr_sweep3_result *result);
FLR_API flr_status flr_sweep2_list(const flr_shape2 *a, flr_vec2 motion, const flr_list2 *list,
                                   const flr_sweep2_options *options, const flr_list_filter *filter,
                                   uint32_t *shape, flr_sweep2_result *result);

FLR_EXTERN_C_END
#endif
