#include "query/any2_distance.h"
#include "query/any2_order.h"
#include "query/compound2.h"

/// Neither is a compound.
static flr_status overlap_of_two(const flr_shape2 *a, const flr_shape2 *b, bool *overlap)
{
    flr_outline2 x, y;
    if (flr_any2_outline(a, &x) && flr_any2_outline(b, &y)) {
        bool in_order = flr_any2_in_order(a, b);
        *overlap = flr_outline2_meet(in_order ? &x : &y, in_order ? &y : &x);
        return FLR_OK;
    }
    flr_closest2 c;
    flr_vec2 normal;
    flr_status status = flr_any2_distance(a, b, &c, &normal);
    if (status == FLR_NOT_FINITE || isnan(c.distance)) return FLR_NOT_FINITE;
    *overlap = c.distance == 0;
    return status;
}

typedef struct any_pair {
    flr_status status;
    bool overlap;
} any_pair;

static flr_real look_for_overlap(void *user, const flr_shape2 *a, const flr_shape2 *b)
{
    any_pair *any = user;
    flr_status status = overlap_of_two(a, b, &any->overlap);
    if (status != FLR_OK) any->status = status;
    if (status == FLR_NOT_FINITE) any->overlap = false;
    return any->overlap ? -1 : 0;
}

flr_status flr_overlap2(const flr_shape2 *a, const flr_shape2 *b, bool *overlap)
{
    if (!overlap) return FLR_INVALID_ARGUMENT;
    flr_status status = any2_take_pair(&a, &b);
    if (status != FLR_OK) return status;
    if (!any2_is_compound(a) && !any2_is_compound(b)) return overlap_of_two(a, b, overlap);
    any_pair any = {FLR_OK, false};
    bool turned;
    flr_compound2_visit(a, b, 0, look_for_overlap, &any, &turned);
    if (!any.overlap && any.status == FLR_NOT_FINITE) return any.status;
    *overlap = any.overlap;
    return any.overlap ? FLR_OK : any.status;
}
