#include "convex/order2.h"

#include "convex/support2.h"
#include "math/lexical.h"

_Static_assert(sizeof(flr_vec2) == 2 * sizeof(flr_real), "vectors are addressed as numbers");

bool flr_convex2_is_first(const flr_convex2 *a, const flr_convex2 *b)
{
    if (a->kind != b->kind) return a->kind < b->kind;
    if (a->radius != b->radius) return a->radius < b->radius;
    const bool corners = a->kind == FLR_CONVEX2_CORNERS;
    int k = corners ? 0 : flr_lexical(&a->center.x, &b->center.x, 2);
    if (k || a->kind == FLR_CONVEX2_USER) return k <= 0;
    if (a->count != b->count) return a->count < b->count;
    if (!corners) k = flr_lexical(&a->rotation.x, &b->rotation.x, 2);
    const flr_vec2 *p = support2_points(a), *q = support2_points(b);
    if (!k && p != q) k = flr_lexical(&p->x, &q->x, 2 * (size_t)a->count);
    return k <= 0;
}
