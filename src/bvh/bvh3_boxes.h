/// A tree over boxes in world, which are known by their numbers, and walks over the boxes that a path or a
/// box may hit.
#ifndef FLR_BVH_BVH3_BOXES_H
#define FLR_BVH_BVH3_BOXES_H

#include "bvh/bvh3_walk.h"

/// A path down a tree. Places along it and its own t differ by a shift and a factor.
typedef struct bvh3_cast {
    bvh3_path path;
    double t_origin;  ///< t of the origin here
    double per_t;     ///< places for one t
} bvh3_cast;

/// Returns 1 / d, but never infinity.
static inline double bvh3_over(double d) { return fabs(d) > 1e-300 ? 1 / d : 1e300; }

/// Narrows a range of t to where o + t d is within `reach` of 0 on each axis, up to rounding. Returns false
/// if nothing of the range is left. `over` holds bvh3_over of each component of d.
bool flr_bvh3_clip(const double o[3], const double over[3], const double reach[3], double *from, double *to);

/// Makes the way of a path down the tree. `origin` and `direction` are in the tree's frame. `rounding` bounds
/// the path's error there, beside the rounding of these numbers, which `stretch` multiplies. Each box counts
/// as larger by `grow` on each side. Returns false if the path certainly misses the tree.
bool flr_bvh3_cast_make(bvh3_cast *cast, const double origin[3], const double direction[3], double t_min,
                        double t_max, double rounding, double stretch, const double grow[3]);

/// Returns a place that is no earlier than t.
static inline float bvh3_cast_limit(const bvh3_cast *c, double t)
{
    if (!(c->per_t > 0)) return INFINITY;
    double place = (t - c->t_origin) * c->per_t;
    return (float)(place + (fabs(place) + 1) * 1e-6);
}

/// Empty boxes are not in the tree, but they keep their numbers.
typedef struct bvh3_boxes {
    bvh3 tree;
    bvh3_item *items;  ///< the boxes in the tree's frame, in the order of the leaves
    uint32_t *order;   ///< their numbers; from `placed` on, the numbers of empty boxes
    uint32_t count, placed, node_room;
} bvh3_boxes;

static inline bool bvh3_is_empty_box(const flr_aabb3 *b)
{
    return !(b->min.x <= b->max.x && b->min.y <= b->max.y && b->min.z <= b->max.z);
}

/// Builds a tree over finite boxes, fewer than BVH3_ITEM_LIMIT - 4. FLR_OUT_OF_MEMORY leaves nothing to
/// release.
flr_status flr_bvh3_boxes_build(bvh3_boxes *b, const flr_aabb3 *boxes, size_t count,
                                const flr_allocator *memory);
/// Gives back the nodes that the tree does not need, for a tree that is kept.
flr_status flr_bvh3_boxes_fit(bvh3_boxes *b, const flr_allocator *memory);
void flr_bvh3_boxes_release(bvh3_boxes *b, const flr_allocator *memory);

typedef enum bvh3_boxes_way { BVH3_BOXES_ALL, BVH3_BOXES_NEAR, BVH3_BOXES_ALONG } bvh3_boxes_way;

/// A walk over boxes that may be hit, the nearest nodes first. The numbers of empty boxes come before them.
typedef struct bvh3_boxes_walk {
    const bvh3_boxes *boxes;
    const bvh3_lanes *lanes;
    bvh3_boxes_way way;
    bvh3_box box;
    float low[4], high[4];  ///< the ends of `box`; the fourth is 0
    bvh3_cast cast;
    float limit;
    uint32_t next, end;  ///< places of the present leaf
    uint32_t empty;      ///< the next empty box
    bvh3_walk walk;
} bvh3_boxes_walk;

/// Walks over all numbers.
void flr_bvh3_boxes_all(bvh3_boxes_walk *w, const bvh3_boxes *b);
/// Walks over the boxes no farther than a limit from a box that is larger by a margin on each side. The limit
/// may be INFINITY.
void flr_bvh3_boxes_near(bvh3_boxes_walk *w, const bvh3_boxes *b, const flr_aabb3 *box, double margin,
                         double limit);
/// Walks over the boxes that a box of these half sizes may hit while its middle moves along origin + t *
/// direction.
void flr_bvh3_boxes_along(bvh3_boxes_walk *w, const bvh3_boxes *b, flr_vec3 origin, flr_vec3 direction,
                          double t_min, double t_max, flr_vec3 half);

/// Writes the next number; returns false at the end.
bool flr_bvh3_boxes_next(bvh3_boxes_walk *w, uint32_t *number);

/// Limits the rest of the walk to a distance, or to a t. A limit must not be above the one before.
void flr_bvh3_boxes_limit(bvh3_boxes_walk *w, double limit);

/// Returns a t a little later than the given one, by more than all rounding errors of t and of the way down
/// the tree. Only for a walk along a path.
double flr_bvh3_boxes_later(const bvh3_boxes_walk *w, double t);

#endif
