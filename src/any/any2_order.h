/// An order of shapes of any kind of the plane, as any3_order.h has it for space.
#ifndef FLR_ANY_ANY2_ORDER_H
#define FLR_ANY_ANY2_ORDER_H

#include "feeler/any2.h"

/// -1 where a comes first, 1 where b does, 0 where nothing tells them apart. In rank; two of one kind by their numbers.
int flr_any2_compare(const flr_shape2 *a, const flr_shape2 *b);

/// Does a come first?
static inline bool flr_any2_in_order(const flr_shape2 *a, const flr_shape2 *b)
{
    return a->kind != b->kind ? a->kind < b->kind : flr_any2_compare(a, b) <= 0;
}

#endif
