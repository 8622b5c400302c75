#include "convex/pair3.h"

static inline wide_lanes lanes(flr_real a, double scale_a, flr_real b, double scale_b)
{
    return (wide_lanes){(double)a, (double)b} * (wide_lanes){scale_a, scale_b};
}

static inline wide_lanes magnitude(wide_lanes x)
{
    return (wide_lanes)((wide_bits)x & (wide_bits){INT64_MAX, INT64_MAX});
}

static inline void set_axis(pair3_lanes *l, int i, flr_vec3 a, flr_real half_a, flr_vec3 b, flr_real half_b,
                            double unit)
{
    double scale_a = (double)half_a * unit, scale_b = (double)half_b * unit;
    l->x[i] = lanes(a.x, scale_a, b.x, scale_b);
    l->y[i] = lanes(a.y, scale_a, b.y, scale_b);
    l->z[i] = lanes(a.z, scale_a, b.z, scale_b);
}

/// Both boxes side by side; returns a length like their size.
static inline double load_boxes(pair3 *p, const flr_convex3 *a, const flr_convex3 *b)
{
    pair3_lanes *l = &p->lanes;
    double unit = p->reference.unit;
    set_axis(l, 0, a->axes.x, a->half_extents.x, b->axes.x, b->half_extents.x, unit);
    set_axis(l, 1, a->axes.y, a->half_extents.y, b->axes.y, b->half_extents.y, unit);
    set_axis(l, 2, a->axes.z, a->half_extents.z, b->axes.z, b->half_extents.z, unit);
    p->a.middle = wide3_make(0, 0, 0);
    p->b.middle = reference3_relative(&p->reference, b->center);
    l->x[3] = (wide_lanes){0, p->b.middle.x};
    l->y[3] = (wide_lanes){0, p->b.middle.y};
    l->z[3] = (wide_lanes){0, p->b.middle.z};
    wide_lanes sum = {0, 0};
    for (int i = 0; i < 4; i++) sum += magnitude(l->x[i]) + magnitude(l->y[i]) + magnitude(l->z[i]);
    return sum[0] + sum[1];
}

static inline void load_few(pair3 *p)
{
    pair3_lanes *l = &p->lanes;
    for (int i = 0; i < 4; i++) {
        wide3 a = p->a.corner[i], b = p->b.corner[i];
        l->x[i] = (wide_lanes){a.x, b.x};
        l->y[i] = (wide_lanes){a.y, b.y};
        l->z[i] = (wide_lanes){a.z, b.z};
    }
}

static inline double load(pair3 *p, const flr_convex3 *a, const flr_convex3 *b, double unit)
{
    p->reference = flr_reference3_make(a, unit);
    if (p->form == PAIR3_BOXES) return load_boxes(p, a, b);
    flr_core3_load(&p->a, a, &p->reference);
    flr_core3_load(&p->b, b, &p->reference);
    if (p->form == PAIR3_FEW) load_few(p);
    return flr_core3_reach(&p->a) + flr_core3_reach(&p->b);
}

/// A power of two in whose unit sixth powers of the size neither overflow nor vanish.
static double unit_for(double size)
{
    int exponent = 1000;  // of differences that have overflown
    if (isfinite(size)) frexp(size, &exponent);
    return ldexp(1, exponent > 1000 ? -1000 : exponent < -1000 ? 1000 : -exponent);
}

void flr_pair3_make(pair3 *p, const flr_convex3 *a, const flr_convex3 *b)
{
    p->radius_a = (double)a->radius;
    p->radius_b = (double)b->radius;
    p->a.shape = a;
    p->b.shape = b;
    p->a.kind = core3_kind(a);
    p->b.kind = core3_kind(b);
    p->form = PAIR3_ANY;
    if (p->a.kind == FLR_CONVEX3_BOX && p->b.kind == FLR_CONVEX3_BOX) p->form = PAIR3_BOXES;
    if (p->a.kind == FLR_CONVEX3_CORNERS && p->b.kind == FLR_CONVEX3_CORNERS && convex3_count(a) <= 4 &&
        convex3_count(b) <= 4)
        p->form = PAIR3_FEW;
    double size = load(p, a, b, 1);
    if (sizeof(flr_real) == sizeof(double) && !(size > 0x1p-150 && size < 0x1p150) && size != 0)
        load(p, a, b, unit_for(size));
}

void flr_pair3_complete(pair3 *p)
{
    if (p->form != PAIR3_BOXES) return;
    flr_core3_load(&p->a, p->a.shape, &p->reference);
    flr_core3_load(&p->b, p->b.shape, &p->reference);
}

void flr_pair3_move(pair3 *p, wide3 by)
{
    core3 *c = &p->b;
    p->form = PAIR3_ANY;
    c->middle = wide3_add(c->middle, by);
    c->center = wide3_add(c->center, by);
    c->low = c->kind == FLR_CONVEX3_USER ? c->low : wide3_add(c->low, by);
    c->high = c->kind == FLR_CONVEX3_USER ? wide3_sub(c->high, by) : wide3_add(c->high, by);
    for (uint32_t i = 0; i < CORE3_CORNERS; i++) c->corner[i] = wide3_add(c->corner[i], by);
    for (uint32_t i = 0; i < CORE3_CORNERS / 2; i++) {
        c->x[i] += wide_all(by.x);
        c->y[i] += wide_all(by.y);
        c->z[i] += wide_all(by.z);
    }
}
