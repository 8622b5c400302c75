/// Which of two shapes comes first, whatever order they are given in: so swapping a and b changes no bit of an answer.
#ifndef FLR_CONVEX_ORDER_H
#define FLR_CONVEX_ORDER_H

#include "feeler/convex2.h"
#include "feeler/convex3.h"

/// Does a come first? Sizes before places, so that motion rarely turns the order; true where nothing distinguishes them.
bool flr_convex3_is_first(const flr_convex3 *a, const flr_convex3 *b);
/// The same of boxes.
bool flr_box3_is_first(const flr_box3 *a, const flr_box3 *b);

/// Does a come first? True where nothing distinguishes them.
bool flr_convex2_is_first(const flr_convex2 *a, const flr_convex2 *b);

// ---- Lists of numbers ----

/// -1 where a comes first, 1 where b does, 0 for equal ones.
static inline int flr_lexical(const flr_real *a, const flr_real *b, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

#endif
