#include "any/any2_pair.h"

#include "any/compound2.h"
#include "convex/support2.h"

/// Finite only if all numbers are, and no less than the largest.
static inline double sum_of(const flr_real *x, size_t count)
{
    double sum[2] = {0, 0};
    size_t i = 0;
    for (; i + 2 <= count; i += 2) {
        sum[0] += fabs((double)x[i]);
        sum[1] += fabs((double)x[i + 1]);
    }
    if (i < count) sum[0] += fabs((double)x[i]);
    return sum[0] + sum[1];
}

static double size_of_convex(const flr_convex2 *c)
{
    double size = fabs((double)c->radius) + sum_of(&c->center.x, 2) + sum_of(&c->rotation.x, 2);
    if (c->kind == FLR_CONVEX2_CORNERS)
        size = fabs((double)c->radius) + sum_of(&c->corners->x, 2 * (size_t)c->count);
    else if (c->kind != FLR_CONVEX2_USER)
        size += sum_of(&support2_points(c)->x, 2 * (size_t)c->count);
    return size;
}

/// The sum of all numbers of a shape.
static double size_of(const flr_shape2 *s)
{
    double size = 0;
    switch (s->kind) {
    case FLR_SHAPE2_POLYGON:
        return sum_of(&s->as.polygon.vertices->x, 2 * s->as.polygon.count);
    case FLR_SHAPE2_CONVEX:
        return size_of_convex(&s->as.convex);
    case FLR_SHAPE2_COMPOUND:
        for (size_t i = 0; i < s->as.compound.count; i++) size += size_of(&s->as.compound.shapes[i]);
        return size;
    default:
        return sum_of((const flr_real *)&s->as, flr_any2_numbers[s->kind]);
    }
}

/// Made of numbers alone, so that there is no list to check.
static inline bool is_plain(const flr_shape2 *s)
{
    return s && (unsigned)s->kind < FLR_SHAPE2_COUNT && flr_any2_numbers[s->kind] != 0;
}

/// A user's core is asked for its box, which may not be finite.
static bool has_user(const flr_shape2 *s)
{
    for (size_t i = 0; s->kind == FLR_SHAPE2_COMPOUND && i < s->as.compound.count; i++)
        if (has_user(&s->as.compound.shapes[i])) return true;
    return s->kind == FLR_SHAPE2_CONVEX && s->as.convex.kind == FLR_CONVEX2_USER;
}

flr_status flr_any2_begin(const flr_shape2 *a, const flr_shape2 *b, any2_pair *p)
{
    flr_status status = is_plain(a) ? FLR_OK : flr_any2_check_lists(a);
    if (status == FLR_OK && !is_plain(b)) status = flr_any2_check_lists(b);
    if (status != FLR_OK) return status;
    p->a = compound2_only(a);
    p->b = compound2_only(b);
    p->swapped = false;
    p->size = size_of(p->a) + size_of(p->b);
    const double large = sizeof(flr_real) == sizeof(float) ? 0x1p28 : 0x1p150;
    p->usual = (p->size < large) & (p->size > 1 / large);
    if (p->size < large && !has_user(p->a) && !has_user(p->b)) return FLR_OK;
    status = flr_any2_check(a);
    return status == FLR_OK ? flr_any2_check(b) : status;
}

static const flr_convex2 *core_of(const flr_shape2 *s, flr_convex2 *room)
{
    if (s->kind == FLR_SHAPE2_CONVEX) return &s->as.convex;
    return flr_any2_core(s, room) ? room : NULL;
}

bool flr_any2_cores(const flr_shape2 *a, const flr_shape2 *b, any2_cores *c)
{
    c->a = core_of(a, &c->room[0]);
    if (!c->a) return false;
    c->b = core_of(b, &c->room[1]);
    return c->b != NULL;
}
