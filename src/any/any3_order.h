/// An order of shapes of any kind by what they are. Every question about two is worked on in it, and the answer turned where they
/// were given the other way round: so swapping them swaps the answer and no more, to the last bit.
#ifndef FLR_ANY_ANY3_ORDER_H
#define FLR_ANY_ANY3_ORDER_H

#include "feeler/any3.h"

/// -1 where a comes first, 1 where b does, 0 where nothing tells them apart. In rank; two of one kind by their numbers.
int flr_any3_compare(const flr_shape3 *a, const flr_shape3 *b);

/// Does a come first?
static inline bool flr_any3_in_order(const flr_shape3 *a, const flr_shape3 *b)
{
    return a->kind != b->kind ? a->kind < b->kind : flr_any3_compare(a, b) <= 0;
}

#endif
