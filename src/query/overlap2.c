#include "query/any2_distance.h"

flr_status flr_overlap2(const flr_shape2 *a, const flr_shape2 *b, bool *overlap)
{
    if (!overlap) return FLR_INVALID_ARGUMENT;
    flr_status status = flr_any2_check(a);
    if (status == FLR_OK) status = flr_any2_check(b);
    if (status != FLR_OK) return status;
    flr_outline2 x, y;
    if (flr_any2_outline(a, &x) && flr_any2_outline(b, &y)) {
        bool in_order = a->kind <= b->kind;
        *overlap = flr_outline2_meet(in_order ? &x : &y, in_order ? &y : &x);
        return FLR_OK;
    }
    flr_closest2 c;
    flr_vec2 normal;
    status = flr_any2_distance(a, b, &c, &normal);
    if (status == FLR_NOT_FINITE || isnan(c.distance)) return FLR_NOT_FINITE;
    *overlap = c.distance == 0;
    return status;
}
