/// Do any two shapes in space overlap? A typed function answers where a pair has one; else the convex core
/// does where its answer is clear. What both leave open is decided by the distance.
#include "any/any3.h"
#include "base/answer.h"
#include "convex/gjk3.h"

/// Takes the core's answer if it is clear, or if the corners decide that are extreme along the direction where its search has ended;
/// false if not.
static bool by_clear_core(const flr_shape3 *a, const flr_shape3 *b, bool *overlap)
{
    any3_cores c;
    if (!flr_any3_cores(a, b, &c) || any3_cores_round_far(a, b, &c)) return false;
    const flr_overlap3_convex r = flr_gjk3_intersects_soon(c.a, c.b);
    *overlap = r.overlap;
    if (r.clear) return true;
    const int touch = flr_any3_touch_along(a, b, r.normal);
    *overlap = touch > 0;
    return touch != 0;
}

/// Decides what the core leaves open. `size`: as in any3_pair, or negative if not known.
static flr_status in_doubt(const flr_shape3 *a, const flr_shape3 *b, bool usual, double size, bool *overlap)
{
    if (flr_any3_exact_overlap(a, b, overlap)) return FLR_OK;
    flr_closest3 c;
    flr_status status = FLR_OK;
    any3_distance_fn *const typed = flr_any3_typed_distance(a, b);
    if (typed) {
        c = typed(a, b);
    } else if (usual || flr_any3_factor(a, b, 0) == 1) {
        status = flr_any3_distance_in_order(a, b, size, 0, &c);
    } else {
        status = flr_distance3(a, b, &c);
        if (!flr_has_answer(status)) return status;
    }
    if (isnan(c.distance)) return FLR_NOT_FINITE;
    *overlap = c.distance == 0;
    return status;
}

flr_status flr_any3_overlap_in_doubt(const any3_pair *p, flr_vec3 direction, bool *overlap)
{
    const flr_shape3 *a = p->a, *b = p->b;
    const int touch = flr_any3_touch_along(a, b, direction);
    *overlap = touch > 0;
    if (touch != 0) return FLR_OK;
    if (any3_is_overlap_for_core(a->kind, b->kind)) return flr_any3_overlap_by_core(a, b, overlap);
    return in_doubt(a, b, true, p->size, overlap);
}

static flr_status in_rank(const flr_shape3 *a, const flr_shape3 *b, bool usual, double size, bool *overlap)
{
    if (any3_is_overlap_for_core(a->kind, b->kind)) return flr_any3_overlap_by_core(a, b, overlap);
    const bool round_sheet = any3_is_round(a->kind) && any3_is_sheet(b->kind);
    if (usual && !round_sheet && by_clear_core(a, b, overlap)) return FLR_OK;
    return in_doubt(a, b, usual, size, overlap);
}

typedef struct any_pair {
    flr_status status;
    bool overlap;
} any_pair;

/// Asks one pair of a compound; ends the visit at the first overlap.
static flr_real look_for_overlap(void *user, const flr_shape3 *a, const flr_shape3 *b)
{
    any_pair *any = user;
    flr_shape3 room_a, room_b;
    a = any3_reduced(a, &room_a);
    b = any3_reduced(b, &room_b);
    const bool ranked = flr_any3_in_order(a, b);
    const flr_shape3 *first = ranked ? a : b, *second = ranked ? b : a;
    any3_overlap_fn *exact = flr_any3_overlap_at_once[first->kind][second->kind];
    flr_status status = FLR_OK;
    if (exact)
        any->overlap = exact(first, second);
    else
        status = in_rank(first, second, any3_is_usual(a, b), -1, &any->overlap);
    if (status != FLR_OK) any->status = status;
    if (!flr_has_answer(status)) any->overlap = false;
    return any->overlap ? -1 : 0;
}

flr_status flr_overlap3(const flr_shape3 *a, const flr_shape3 *b, bool *overlap)
{
    if (!overlap) return FLR_INVALID_ARGUMENT;
    any3_pair p;
    flr_status status = flr_any3_begin(a, b, &p);
    if (status != FLR_OK) return status;
    any3_sort(&p);
    any3_overlap_fn *exact = flr_any3_overlap_at_once[p.a->kind][p.b->kind];
    if (exact) {
        *overlap = exact(p.a, p.b);
        return FLR_OK;
    }
    if (!any3_is_compound(p.b)) return in_rank(p.a, p.b, p.usual, p.size, overlap);
    any_pair any = {FLR_OK, false};
    bool turned;
    flr_compound3_visit(p.a, p.b, 0, look_for_overlap, &any, &turned);
    if (!any.overlap && any.status == FLR_NOT_FINITE) return any.status;
    *overlap = any.overlap;
    return any.overlap ? FLR_OK : any.status;
}
