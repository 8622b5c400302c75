/// Do any two shapes of the plane overlap? A typed function answers where a pair has one, two outlines are
/// tested against each other, and the convex core answers where it is clear of a touch. The distance decides
/// the rest. A compound overlaps where one of its shapes does.
#include "feeler/overlap2.h"
#include "any/any2.h"

typedef bool overlap_fn(const flr_shape2 *a, const flr_shape2 *b);

#define OF_PAIR(A, B)                                                                                        \
    static bool of_##A##_##B(const flr_shape2 *a, const flr_shape2 *b)                                       \
    {                                                                                                        \
        return flr_overlap2_##A##_##B(AS2_##A(a), AS2_##B(b));                                               \
    }
PAIRS2(OF_PAIR)

#define ENTRY(A, B) [KIND2_##A][KIND2_##B] = of_##A##_##B,
static overlap_fn *const typed[FLR_SHAPE2_COUNT][FLR_SHAPE2_COUNT] = {PAIRS2(ENTRY)};

/// Two convex shapes by the core, where its answer is clear of a touch.
static bool by_core(const flr_shape2 *a, const flr_shape2 *b, bool *overlap)
{
    any2_cores k;
    if (!flr_any2_cores(a, b, &k)) return false;
    const flr_overlap2_convex r = flr_overlap2_convex_convex(k.a, k.b, NULL);
    *overlap = r.overlap;
    return r.clear && r.status == FLR_OK;
}

/// A convex shape with any other.
static __attribute__((noinline)) flr_status without_type(const flr_shape2 *a, const flr_shape2 *b,
                                                         bool *overlap)
{
    flr_outline2 x, y;
    if (flr_any2_outline(a, &x) && flr_any2_outline(b, &y)) {
        *overlap = flr_outline2_meet(&x, &y);
        return FLR_OK;
    }
    if (by_core(a, b, overlap)) return FLR_OK;
    flr_closest2 c;
    flr_vec2 normal;
    flr_status status = flr_any2_distance(a, b, &c, &normal);
    if (status == FLR_NOT_FINITE || isnan(c.distance)) return FLR_NOT_FINITE;
    *overlap = c.distance == 0;
    return status;
}

flr_status flr_any2_overlap(const flr_shape2 *a, const flr_shape2 *b, bool *overlap)
{
    overlap_fn *ask = typed[a->kind][b->kind];
    if (!ask) return without_type(a, b, overlap);
    *overlap = ask(a, b);
    return FLR_OK;
}

flr_status flr_any2_overlap_in_doubt(const any2_pair *p, flr_vec2 direction, bool *overlap)
{
    flr_outline2 x, y;
    const bool known = flr_any2_outline(p->a, &x) && flr_any2_outline(p->b, &y);
    const int touch = known ? flr_outline2_touch_along(&x, &y, direction) : 0;
    *overlap = touch > 0;
    return touch != 0 ? FLR_OK : flr_any2_overlap(p->a, p->b, overlap);
}

typedef struct any_pair {
    flr_status status;
    bool overlap;
} any_pair;

static flr_real look_for_overlap(void *user, const flr_shape2 *a, const flr_shape2 *b)
{
    any_pair *any = user;
    const bool ranked = flr_any2_in_order(a, b);
    const flr_status status = flr_any2_overlap(ranked ? a : b, ranked ? b : a, &any->overlap);
    if (status != FLR_OK) any->status = status;
    if (status == FLR_NOT_FINITE) any->overlap = false;
    return any->overlap ? -1 : 0;
}

flr_status flr_overlap2(const flr_shape2 *a, const flr_shape2 *b, bool *overlap)
{
    if (!overlap) return FLR_INVALID_ARGUMENT;
    any2_pair p;
    flr_status status = flr_any2_begin(a, b, &p);
    if (status != FLR_OK) return status;
    if (!any2_is_compound(p.a) && !any2_is_compound(p.b)) {
        any2_sort(&p);
        return flr_any2_overlap(p.a, p.b, overlap);
    }
    any_pair any = {FLR_OK, false};
    bool turned;
    flr_compound2_visit(p.a, p.b, 0, look_for_overlap, &any, &turned);
    if (!any.overlap && any.status == FLR_NOT_FINITE) return any.status;
    *overlap = any.overlap;
    return any.overlap ? FLR_OK : any.status;
}
