/// A tree over boxes in world, known by their numbers, and walks over those that a path or a box may meet.
#ifndef FLR_BVH_BVH3_BOXES_H
#define FLR_BVH_BVH3_BOXES_H

#include "bvh/bvh3_walk.h"

/// A path down a tree. Places along it and its own t differ by a shift and a factor.
typedef struct bvh3_cast {
    bvh3_path path;
    double t_origin;  ///< t of the origin here
    double per_t;     ///< places for one t
} bvh3_cast;

/// 1 / d, and never infinite.
static inline double bvh3_over(double d) { return fabs(d) > 1e-300 ? 1 / d : 1e300; }

/// Narrows a range of t to where o + t d is within `reach` of 0 on each axis, nearly; false where that leaves nothing. `over` is
/// bvh3_over of each of d.
bool flr_bvh3_clip(const double o[3], const double over[3], const double reach[3], double *from, double *to);

/// `origin` and `direction` in the tree's frame. `rounding`: how far the path may be off there, beside the rounding of these numbers,
/// which `stretch` is a factor of. Boxes count as larger by `grow` on each side. False where the path certainly misses the tree.
bool flr_bvh3_cast_make(bvh3_cast *cast, const double origin[3], const double direction[3], double t_min,
                        double t_max, double rounding, double stretch, const double grow[3]);

/// A place no earlier than t.
static inline float bvh3_cast_limit(const bvh3_cast *c, double t)
{
    if (!(c->per_t > 0)) return INFINITY;
    double place = (t - c->t_origin) * c->per_t;
    return (float)(place + (fabs(place) + 1) * 1e-6);
}

/// Empty boxes are not in the tree, but their numbers are kept.
typedef struct bvh3_boxes {
    bvh3 tree;
    bvh3_item *items;  ///< the boxes in the tree's frame, in the order of its places
    uint32_t *order;   ///< their numbers, and from `placed` on those of empty boxes
    uint32_t count, placed, node_room;
} bvh3_boxes;

static inline bool bvh3_is_empty_box(const flr_aabb3 *b)
{
    return !(b->min.x <= b->max.x && b->min.y <= b->max.y && b->min.z <= b->max.z);
}

/// Of finite boxes, fewer than BVH3_ITEM_LIMIT - 4. FLR_OUT_OF_MEMORY leaves nothing to release.
flr_status flr_bvh3_boxes_build(bvh3_boxes *b, const flr_aabb3 *boxes, size_t count,
                                const flr_allocator *memory);
/// For a tree that is kept: gives back the nodes that it does not need.
flr_status flr_bvh3_boxes_fit(bvh3_boxes *b, const flr_allocator *memory);
void flr_bvh3_boxes_release(bvh3_boxes *b, const flr_allocator *memory);

typedef enum bvh3_boxes_way { BVH3_BOXES_ALL, BVH3_BOXES_NEAR, BVH3_BOXES_ALONG } bvh3_boxes_way;

/// Over boxes that may be met, the nearest nodes first; what has no box comes before.
typedef struct bvh3_boxes_walk {
    const bvh3_boxes *boxes;
    const bvh3_lanes *lanes;
    bvh3_boxes_way way;
    bvh3_box box;
    float low[4], high[4];  ///< its ends; the last is 0
    bvh3_cast cast;
    float limit;
    uint32_t next, end;  ///< of the leaf at hand
    uint32_t empty;      ///< the next without a box
    bvh3_walk walk;
} bvh3_boxes_walk;

/// Every number.
void flr_bvh3_boxes_all(bvh3_boxes_walk *w, const bvh3_boxes *b);
/// Those not farther from a box, larger by a margin on each side, than a limit, which may be INFINITY.
void flr_bvh3_boxes_near(bvh3_boxes_walk *w, const bvh3_boxes *b, const flr_aabb3 *box, double margin,
                         double limit);
/// Those that a box of these half sizes may meet as its middle goes along origin + t * direction.
void flr_bvh3_boxes_along(bvh3_boxes_walk *w, const bvh3_boxes *b, flr_vec3 origin, flr_vec3 direction,
                          double t_min, double t_max, flr_vec3 half);

/// The next number, or false.
bool flr_bvh3_boxes_next(bvh3_boxes_walk *w, uint32_t *number);

/// From here on: a distance, or a t. It does not rise.
void flr_bvh3_boxes_limit(bvh3_boxes_walk *w, double limit);

/// A t so little later than the given one that no rounding of it, nor of the way down the tree, is passed by it. Of a walk along a
/// path.
double flr_bvh3_boxes_later(const bvh3_boxes_walk *w, double t);

#endif
