#include "convex/pair3.h"

static inline wide_lanes lanes(flr_real a, double scale_a, flr_real b, double scale_b)
{
    return (wide_lanes){(double)a, (double)b} * (wide_lanes){scale_a, scale_b};
}

static inline wide_lanes magnitude(wide_lanes x)
{
    return (wide_lanes)((wide_bits)x & (wide_bits){INT64_MAX, INT64_MAX});
}

static inline wide_lanes sum_of(wide_lanes x, wide_lanes y, wide_lanes z)
{
    return magnitude(x) + magnitude(y) + magnitude(z);
}

static inline void set_axis(pair3_lanes *l, int i, flr_vec3 a, double scale_a, flr_vec3 b, double scale_b)
{
    l->x[i] = lanes(a.x, scale_a, b.x, scale_b);
    l->y[i] = lanes(a.y, scale_a, b.y, scale_b);
    l->z[i] = lanes(a.z, scale_a, b.z, scale_b);
}

static inline void set_origin(pair3 *p, pair3_lanes *l, wide3 a, wide3 b)
{
    l->x[3] = (wide_lanes){a.x, b.x};
    l->y[3] = (wide_lanes){a.y, b.y};
    l->z[3] = (wide_lanes){a.z, b.z};
    p->a.middle = p->a.center = a;
    p->b.middle = p->b.center = b;
}

/// Both boxes side by side; returns a length like their size.
static inline double load_boxes(pair3 *p, const flr_convex3 *a, const flr_convex3 *b)
{
    pair3_lanes *l = &p->lanes;
    const double unit = p->reference.unit;
    const flr_vec3 m = a->half_extents, n = b->half_extents;
    set_axis(l, 0, a->axes.x, (double)m.x * unit, b->axes.x, (double)n.x * unit);
    set_axis(l, 1, a->axes.y, (double)m.y * unit, b->axes.y, (double)n.y * unit);
    set_axis(l, 2, a->axes.z, (double)m.z * unit, b->axes.z, (double)n.z * unit);
    set_origin(p, l, wide3_make(0, 0, 0), reference3_relative(&p->reference, b->center));
    wide_lanes sum = {0, 0};
    for (int i = 0; i < 4; i++) sum += sum_of(l->x[i], l->y[i], l->z[i]);
    return sum[0] + sum[1];
}

static inline wide3 turned(const pair3_lanes *l, int lane, wide3 p)
{
    return wide3_make(l->x[0][lane] * p.x + l->x[1][lane] * p.y + l->x[2][lane] * p.z,
                      l->y[0][lane] * p.x + l->y[1][lane] * p.y + l->y[2][lane] * p.z,
                      l->z[0][lane] * p.x + l->z[1][lane] * p.y + l->z[2][lane] * p.z);
}

/// The rotations, and where both shapes' own references come to lie: a's in the scene's origin.
static inline void set_frames(pair3 *p, pair3_lanes *l, const flr_convex3 *a, const flr_convex3 *b,
                              wide3 first_a, wide3 first_b)
{
    const double unit = p->reference.unit;
    set_axis(l, 0, a->axes.x, unit, b->axes.x, unit);
    set_axis(l, 1, a->axes.y, unit, b->axes.y, unit);
    set_axis(l, 2, a->axes.z, unit, b->axes.z, unit);
    p->reference.lead = turned(l, 0, first_a);
    wide3 apart = wide3_sub(wide3_scale(unit, wide3_of(b->center)), wide3_scale(unit, p->reference.position));
    set_origin(p, l, wide3_make(0, 0, 0), wide3_far_sum(apart, turned(l, 1, first_b), p->reference.lead));
}

/// A hull is measured by one of its vertices, which may be any.
static inline double load_hulls(pair3 *p, const flr_convex3 *a, const flr_convex3 *b)
{
    p->a.hull = a->hull;
    p->b.hull = b->hull;
    set_frames(p, &p->lanes, a, b, wide3_of(a->hull->info.center), wide3_of(b->hull->info.center));
    vertex3 v = {.id_a = p->a.count / 2, .id_b = p->b.count / 2};
    const pair3_lanes *l = &p->lanes;
    pair3_place(l, a->hull, b->hull, &v);
    wide_lanes sum = sum_of(v.x - l->x[3], v.y - l->y[3], v.z - l->z[3]) + sum_of(l->x[3], l->y[3], l->z[3]);
    return sum[0] + sum[1];
}

/// Of four, where some may be the first one again.
static inline double finish_few(pair3 *p)
{
    const pair3_lanes *l = &p->lanes;
    const wide_lanes part = wide_all(0.25);
    wide_lanes x = part * ((l->x[0] + l->x[2]) + (l->x[1] + l->x[3])),
               y = part * ((l->y[0] + l->y[2]) + (l->y[1] + l->y[3])),
               z = part * ((l->z[0] + l->z[2]) + (l->z[1] + l->z[3])), sum = {0, 0};
    p->a.middle = wide3_make(x[0], y[0], z[0]);
    p->b.middle = wide3_make(x[1], y[1], z[1]);
    for (int i = 0; i < 4; i++) sum += sum_of(l->x[i], l->y[i], l->z[i]);
    return sum[0] + sum[1];
}

/// Corner i, or the first one again.
static inline const flr_vec3 *corner_of(const flr_convex3 *s, uint32_t i)
{
    return i < s->count ? &s->corners[i] : &s->corners[0];
}

static inline double load_corners(pair3 *p, const flr_convex3 *a, const flr_convex3 *b)
{
    pair3_lanes *l = &p->lanes;
    const double unit = p->reference.unit;
    const wide3 from = wide3_scale(unit, p->reference.position);
    for (uint32_t i = 0; i < 4; i++) {
        const flr_vec3 *u = corner_of(a, i), *v = corner_of(b, i);
        l->x[i] = lanes(u->x, unit, v->x, unit) - wide_all(from.x);
        l->y[i] = lanes(u->y, unit, v->y, unit) - wide_all(from.y);
        l->z[i] = lanes(u->z, unit, v->z, unit) - wide_all(from.z);
    }
    return finish_few(p);
}

/// Up to four points of each, under a pose.
static inline double load_points(pair3 *p, const flr_convex3 *a, const flr_convex3 *b)
{
    pair3_lanes *l = &p->lanes;
    const wide3 first_a = wide3_of(a->points[0]), first_b = wide3_of(b->points[0]);
    pair3_lanes turn;
    set_frames(p, &turn, a, b, first_a, first_b);
    l->x[0] = turn.x[3];
    l->y[0] = turn.y[3];
    l->z[0] = turn.z[3];
    for (uint32_t i = 1; i < 4; i++) {
        const flr_vec3 *u = &a->points[i < a->count ? i : 0], *v = &b->points[i < b->count ? i : 0];
        wide_lanes x = {(double)u->x - first_a.x, (double)v->x - first_b.x},
                   y = {(double)u->y - first_a.y, (double)v->y - first_b.y},
                   z = {(double)u->z - first_a.z, (double)v->z - first_b.z};
        l->x[i] = turn.x[3] + (turn.x[0] * x + turn.x[1] * y + turn.x[2] * z);
        l->y[i] = turn.y[3] + (turn.y[0] * x + turn.y[1] * y + turn.y[2] * z);
        l->z[i] = turn.z[3] + (turn.z[0] * x + turn.z[1] * y + turn.z[2] * z);
    }
    return finish_few(p);
}

static inline double load_few(pair3 *p, const flr_convex3 *a, const flr_convex3 *b)
{
    if (a->kind == FLR_CONVEX3_CORNERS && b->kind == FLR_CONVEX3_CORNERS) return load_corners(p, a, b);
    if (a->kind == FLR_CONVEX3_POINTS && b->kind == FLR_CONVEX3_POINTS) return load_points(p, a, b);
    p->reference = flr_reference3_make(a, p->reference.unit);
    flr_core3_load(&p->a, a, &p->reference);
    flr_core3_load(&p->b, b, &p->reference);
    pair3_lanes *l = &p->lanes;
    for (int i = 0; i < 4; i++) {
        wide3 m = p->a.corner[i], n = p->b.corner[i];
        l->x[i] = (wide_lanes){m.x, n.x};
        l->y[i] = (wide_lanes){m.y, n.y};
        l->z[i] = (wide_lanes){m.z, n.z};
    }
    return finish_few(p);
}

static inline double load(pair3 *p, const flr_convex3 *a, const flr_convex3 *b, double unit)
{
    p->reference = (reference3){wide3_of(a->center), {0, 0, 0}, unit};
    if (p->form == PAIR3_BOXES) return load_boxes(p, a, b);
    if (p->form == PAIR3_HULLS) return load_hulls(p, a, b);
    if (p->form == PAIR3_FEW) return load_few(p, a, b);
    p->reference = flr_reference3_make(a, unit);
    flr_core3_load(&p->a, a, &p->reference);
    flr_core3_load(&p->b, b, &p->reference);
    p->a.not_finite = p->b.not_finite = &p->not_finite;
    return flr_core3_reach(&p->a) + flr_core3_reach(&p->b);
}

/// A power of two in whose unit sixth powers of the size neither overflow nor vanish.
static double unit_for(double size)
{
    int exponent = 1000;  // of differences that have overflown
    if (isfinite(size)) frexp(size, &exponent);
    return ldexp(1, exponent > 1000 ? -1000 : exponent < -1000 ? 1000 : -exponent);
}

/// Which loop is made for the two.
static inline pair3_form form_of(const flr_convex3 *a, const flr_convex3 *b)
{
    if (a->kind == FLR_CONVEX3_BOX) return b->kind == FLR_CONVEX3_BOX ? PAIR3_BOXES : PAIR3_ANY;
    if (core3_is_few(a)) return core3_is_few(b) ? PAIR3_FEW : PAIR3_ANY;
    return a->kind == FLR_CONVEX3_HULL && b->kind == FLR_CONVEX3_HULL ? PAIR3_HULLS : PAIR3_ANY;
}

void flr_pair3_make(pair3 *p, const flr_convex3 *a, const flr_convex3 *b)
{
    p->radius_a = (double)a->radius;
    p->radius_b = (double)b->radius;
    p->a.shape = a;
    p->b.shape = b;
    p->a.kind = core3_kind(a);
    p->b.kind = core3_kind(b);
    p->a.count = convex3_count(a);
    p->b.count = convex3_count(b);
    p->form = form_of(a, b);
    const double radii = p->radius_a + p->radius_b;
    p->not_finite = !isfinite(radii);
    double size = load(p, a, b, 1);
    if ((size > 0x1p-150 && size < 0x1p150) || size == 0) return;
    if (sizeof(flr_real) == sizeof(double)) size = load(p, a, b, unit_for(size));
    if (!isfinite(size)) p->not_finite = true;
}

void flr_pair3_complete(pair3 *p)
{
    if (p->form == PAIR3_ANY) return;
    flr_core3_load(&p->a, p->a.shape, &p->reference);
    flr_core3_load(&p->b, p->b.shape, &p->reference);
}

void flr_pair3_move(pair3 *p, wide3 by)
{
    core3 *c = &p->b;
    p->form = PAIR3_ANY;
    c->middle = wide3_add(c->middle, by);
    if (c->kind == FLR_CONVEX3_USER) c->high = wide3_sub(c->high, by);
    if (c->kind == FLR_CONVEX3_CYLINDER || c->kind == FLR_CONVEX3_CONE) {
        c->low = wide3_add(c->low, by);
        c->high = wide3_add(c->high, by);
    }
    if (c->kind != FLR_CONVEX3_CORNERS) {
        if (c->kind != FLR_CONVEX3_USER) c->center = wide3_add(c->center, by);
        return;
    }
    for (uint32_t i = 0; i < CORE3_CORNERS; i++) c->corner[i] = wide3_add(c->corner[i], by);
    for (uint32_t i = 0; i < CORE3_CORNERS / 2; i++) {
        c->x[i] += wide_all(by.x);
        c->y[i] += wide_all(by.y);
        c->z[i] += wide_all(by.z);
    }
}
