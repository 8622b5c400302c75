/// How every question about two shapes of the plane begins and ends, as any3_pair.h has it for space.
#ifndef FLR_ANY_ANY2_PAIR_H
#define FLR_ANY_ANY2_PAIR_H

#include "any/any2_order.h"
#include "any/any2_shape.h"

typedef struct any2_pair {
    const flr_shape2 *a, *b;  ///< a compound of one shape is replaced by that shape
    bool swapped;             ///< a is the caller's b
    bool usual;               ///< products of lengths stay in the range of numbers
    double
        size;  ///< at least the largest coordinate and the extent of both; of a user's core its position only
} any2_pair;

/// In the caller's order. FLR_INVALID_ARGUMENT for no kind, FLR_INVALID_SHAPE for lists without an entry, a user's core without its
/// function or compounds too deep within one another, FLR_NOT_FINITE for a NaN or an infinity in a shape.
flr_status flr_any2_begin(const flr_shape2 *a, const flr_shape2 *b, any2_pair *pair);

/// Puts the two in the order of shapes.
static inline void any2_sort(any2_pair *p)
{
    if (flr_any2_in_order(p->a, p->b)) return;
    const flr_shape2 *first = p->b;
    p->b = p->a;
    p->a = first;
    p->swapped = true;
}

/// Closer to a touch than this part of the pair's size an answer is not taken from the convex core alone.
static const double any2_close = sizeof(flr_real) == sizeof(float) ? 0x1p-14 : 0x1p-40;

/// Two convex shapes as cores; one that is a core already is used as it is.
typedef struct any2_cores {
    const flr_convex2 *a, *b;
    flr_convex2 room[2];
} any2_cores;

/// False where one is not convex as it stands.
bool flr_any2_cores(const flr_shape2 *a, const flr_shape2 *b, any2_cores *cores);

#endif
