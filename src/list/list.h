/// Lists of shapes from within: what is kept beside the shapes, and which of them count.
#ifndef FLR_LIST_LIST_H
#define FLR_LIST_LIST_H

#include "bvh/bvh3_boxes.h"
#include "feeler/list.h"

struct flr_list3 {
    flr_allocator memory;
    flr_shape3 *shapes;
    size_t count;
    bvh3_boxes boxes;  ///< shapes without end have an empty one
};

/// The boxes have the third coordinates of a slab as thick as the whole is wide, by which the tree is split as by lengths.
struct flr_list2 {
    flr_allocator memory;
    flr_shape2 *shapes;
    size_t count;
    bvh3_boxes boxes;
};

static const flr_aabb3 list_empty_box = {{1, 1, 1}, {0, 0, 0}};

static inline bool list_counts(const flr_list_filter *f, uint32_t shape)
{
    if (!f) return true;
    if (f->masks && !(f->masks[shape] & f->mask)) return false;
    return !f->accept || f->accept(f->user, shape);
}

/// Does the second come before the first, of what is ordered by a number and then by that of the shape?
static inline bool list_is_before(bool found, flr_real best, uint32_t shape, flr_real next,
                                  uint32_t next_shape)
{
    return !found || next < best || (next == best && next_shape < shape);
}

#endif
