/// Lists of numbers in the order of a dictionary.
#ifndef FLR_MATH_LEXICAL_H
#define FLR_MATH_LEXICAL_H

#include "feeler/base.h"

/// -1 where a comes first, 1 where b does, 0 for equal ones.
static inline int flr_lexical(const flr_real *a, const flr_real *b, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

#endif
