/// The inside of a list of shapes: what it keeps, which shapes a filter lets count, and which answer comes
/// first.
#ifndef FLR_LIST_LIST_H
#define FLR_LIST_LIST_H

#include "bvh/bvh3_boxes.h"
#include "feeler/list.h"

struct flr_list3 {
    flr_allocator memory;
    flr_shape3 *shapes;
    size_t count;
    bvh3_boxes boxes;  ///< unbounded shapes have an empty box
};

/// The boxes get a third extent as wide as the whole list. The tree then splits by lengths, as areas would
/// all be 0.
struct flr_list2 {
    flr_allocator memory;
    flr_shape2 *shapes;
    size_t count;
    bvh3_boxes boxes;
};

static const flr_aabb3 list_empty_box = {{1, 1, 1}, {0, 0, 0}};

/// Does the filter let this shape count?
static inline bool list_counts(const flr_list_filter *f, uint32_t shape)
{
    if (!f) return true;
    if (f->masks && !(f->masks[shape] & f->mask)) return false;
    return !f->accept || f->accept(f->user, shape);
}

/// Does the second answer come before the first? Ordered by distance or time, then by the number of the
/// shape.
static inline bool list_is_before(bool found, flr_real best, uint32_t shape, flr_real next,
                                  uint32_t next_shape)
{
    return !found || next < best || (next == best && next_shape < shape);
}

#endif
