#include "convex/simplex2.h"

simplex2 flr_simplex2_best_edge(const vertex2 *p, const simplex2 *s)
{
    simplex2 best = simplex2_of_edge(p, s->at[0], s->at[1]);
    for (int n = 1; n < 3; ++n) {
        simplex2 other = simplex2_of_edge(p, s->at[n], s->at[n < 2 ? n + 1 : 0]);
        if (square2_less(simplex2_square(p, &other), simplex2_square(p, &best))) best = other;
    }
    return best;
}
