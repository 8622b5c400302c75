/// How every question about two shapes in space begins and ends: both are checked, measured and put in order once, and the answer is
/// turned where the caller gave them the other way round.
#ifndef FLR_ANY_ANY3_PAIR_H
#define FLR_ANY_ANY3_PAIR_H

#include "any/any3_order.h"
#include "any/any3_shape.h"

typedef struct any3_pair {
    const flr_shape3 *a, *b;  ///< a compound of one shape is replaced by that shape
    bool swapped;             ///< a is the caller's b
    bool
        usual;  ///< products of lengths stay in the range of numbers, and no direction has a length of its own
    double
        size;  ///< at least the largest coordinate and the extent of both; of a user's core its position only
} any3_pair;

/// In the caller's order. FLR_INVALID_ARGUMENT for no kind, FLR_INVALID_SHAPE for lists without an entry, no mesh, compounds too
/// deep within one another or a solid mesh that is not watertight, FLR_NOT_FINITE for a NaN or an infinity in a shape.
flr_status flr_any3_begin(const flr_shape3 *a, const flr_shape3 *b, any3_pair *pair);

/// Puts the two in the order of shapes.
static inline void any3_sort(any3_pair *p)
{
    if (flr_any3_in_order(p->a, p->b)) return;
    const flr_shape3 *first = p->b;
    p->b = p->a;
    p->a = first;
    p->swapped = true;
}

/// The same of two shapes that have been checked, which no question has begun with; neither is a compound.
static inline bool any3_is_usual(const flr_shape3 *a, const flr_shape3 *b)
{
    const double size = flr_any3_size(a) + flr_any3_size(b), large = (double)any3_large;
    const bool directed = any3_is_path(a->kind) || any3_is_path(b->kind) || any3_is_flat_unbounded(a->kind) ||
                          any3_is_flat_unbounded(b->kind);
    return size < large && size > 1 / large && !directed;
}

/// Closer to a touch than this part of the pair's size an answer is not taken from rounded numbers alone.
static const double any3_close = sizeof(flr_real) == sizeof(float) ? 0x1p-14 : 0x1p-40;

#endif
