#include "any/any2_order.h"

#include "any/any2_shape.h"
#include "convex/order2.h"

/// From the last one on: sizes come after places, and motion rarely turns their order.
static int by_numbers(const flr_real *a, const flr_real *b, size_t count)
{
    for (size_t i = count; i-- > 0;)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

static int by_count(size_t a, size_t b) { return (a > b) - (a < b); }

static int by_convex(const flr_convex2 *a, const flr_convex2 *b)
{
    if (!flr_convex2_is_first(a, b)) return 1;
    return flr_convex2_is_first(b, a) ? 0 : -1;
}

int flr_any2_compare(const flr_shape2 *a, const flr_shape2 *b)
{
    if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
    int order = 0;
    switch (a->kind) {
    case FLR_SHAPE2_POLYGON:
        order = by_count(a->as.polygon.count, b->as.polygon.count);
        if (order) return order;
        return by_numbers(&a->as.polygon.vertices->x, &b->as.polygon.vertices->x, 2 * a->as.polygon.count);
    case FLR_SHAPE2_CONVEX:
        return by_convex(&a->as.convex, &b->as.convex);
    case FLR_SHAPE2_COMPOUND:
        order = by_count(a->as.compound.count, b->as.compound.count);
        for (size_t i = 0; !order && i < a->as.compound.count; i++)
            order = flr_any2_compare(&a->as.compound.shapes[i], &b->as.compound.shapes[i]);
        return order;
    default:
        return by_numbers(&a->as.point.x, &b->as.point.x, flr_any2_numbers[a->kind]);
    }
}
