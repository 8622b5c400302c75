/// How a pair is loaded: which form it has, and the unit in which powers of its size are in the range of
/// numbers.

#include "convex/minkowski3.h"

/// Returns a length of the order of two hulls' sizes and distance. A hull is measured by any one of its
/// vertices.
static inline double measure_hulls(const pair3 *p)
{
    vertex3 v = {.id_a = p->a.count / 2, .id_b = p->b.count / 2};
    const pair3_lanes *l = &p->lanes;
    pair3_place(l, p->a.hull, p->b.hull, &v);
    f64x2 sum =
        pair3_sum_of(v.x - l->x[3], v.y - l->y[3], v.z - l->z[3]) + pair3_sum_of(l->x[3], l->y[3], l->z[3]);
    return sum[0] + sum[1];
}

/// Loads up to four points of each shape, placed by poses.
static inline void load_points(pair3 *p, const flr_convex3 *a, const flr_convex3 *b, double unit)
{
    pair3_lanes *l = &p->lanes;
    const dvec3 first_a = dvec3_from(a->points[0]), first_b = dvec3_from(b->points[0]);
    pair3_lanes turn;
    pair3_set_frames(p, &turn, a, b, first_a, first_b, unit);
    l->x[0] = turn.x[3];
    l->y[0] = turn.y[3];
    l->z[0] = turn.z[3];
    for (uint32_t i = 1; i < 4; i++) {
        const flr_vec3 *u = &a->points[i < a->count ? i : 0], *v = &b->points[i < b->count ? i : 0];
        f64x2 x = {(double)u->x - first_a.x, (double)v->x - first_b.x},
              y = {(double)u->y - first_a.y, (double)v->y - first_b.y},
              z = {(double)u->z - first_a.z, (double)v->z - first_b.z};
        l->x[i] = turn.x[3] + (turn.x[0] * x + turn.x[1] * y + turn.x[2] * z);
        l->y[i] = turn.y[3] + (turn.y[0] * x + turn.y[1] * y + turn.y[2] * z);
        l->z[i] = turn.z[3] + (turn.z[0] * x + turn.z[1] * y + turn.z[2] * z);
    }
}

/// Loads simplices of two different kinds, by their cores.
static inline void load_simplices(pair3 *p, const flr_convex3 *a, const flr_convex3 *b, double unit)
{
    p->reference = flr_reference3_make(a, unit);
    flr_core3_load(&p->a, a, &p->reference);
    flr_core3_load(&p->b, b, &p->reference);
    pair3_lanes *l = &p->lanes;
    for (int i = 0; i < 4; i++) {
        dvec3 m = p->a.corner[i], n = p->b.corner[i];
        l->x[i] = (f64x2){m.x, n.x};
        l->y[i] = (f64x2){m.y, n.y};
        l->z[i] = (f64x2){m.z, n.z};
    }
}

/// Loads the pair and returns a length of the order of the scene's size.
PAIR3_INLINE double load(pair3 *p, const flr_convex3 *a, const flr_convex3 *b, double unit)
{
    p->reference = (reference3){dvec3_from(a->center), {0, 0, 0}, unit};
    if (p->form == PAIR3_BOXES) {
        pair3_load_boxes(p, a, b, unit);
        return pair3_measure(&p->lanes);
    }
    if (p->form == PAIR3_HULLS) {
        pair3_load_hulls(p, a, b, unit);
        return measure_hulls(p);
    }
    if (p->form == PAIR3_SIMPLICES) {
        if (a->kind == FLR_CONVEX3_CORNERS && b->kind == FLR_CONVEX3_CORNERS)
            pair3_load_corners(p, a, b, unit);
        else if (a->kind == FLR_CONVEX3_POINTS && b->kind == FLR_CONVEX3_POINTS)
            load_points(p, a, b, unit);
        else
            load_simplices(p, a, b, unit);
        vertex3 middle;
        pair3_set_middles(&p->lanes, &middle);
        p->a.middle = vertex3_a(&middle);
        p->b.middle = vertex3_b(&middle);
        return pair3_measure(&p->lanes);
    }
    p->reference = flr_reference3_make(a, unit);
    flr_core3_load(&p->a, a, &p->reference);
    flr_core3_load(&p->b, b, &p->reference);
    p->a.not_finite = p->b.not_finite = &p->not_finite;
    return flr_core3_reach(&p->a) + flr_core3_reach(&p->b);
}

/// Returns a power of two as unit, such that sixth powers of the size (of round cores eighth ones) neither
/// overflow nor vanish.
static double unit_for(double size)
{
    int exponent = 1000;  // for differences that have overflowed
    if (isfinite(size)) frexp(size, &exponent);
    return ldexp(1, exponent > 1000 ? -1000 : exponent < -1000 ? 1000 : -exponent);
}

static inline pair3_form form_of(const flr_convex3 *a, const flr_convex3 *b)
{
    if (a->kind == FLR_CONVEX3_BOX) return b->kind == FLR_CONVEX3_BOX ? PAIR3_BOXES : PAIR3_ANY;
    if (core3_is_simplex(a)) return core3_is_simplex(b) ? PAIR3_SIMPLICES : PAIR3_ANY;
    return a->kind == FLR_CONVEX3_HULL && b->kind == FLR_CONVEX3_HULL ? PAIR3_HULLS : PAIR3_ANY;
}

/// Loads a scene that is far too large or too small in a suitable unit. Returns its size there.
static __attribute__((noinline)) double load_in_unit(pair3 *p, const flr_convex3 *a, const flr_convex3 *b,
                                                     double unit)
{
    return load(p, a, b, unit);
}

void flr_pair3_make(pair3 *p, const flr_convex3 *a, const flr_convex3 *b)
{
    p->radius_a = (double)a->radius;
    p->radius_b = (double)b->radius;
    p->a.shape = a;
    p->b.shape = b;
    p->form = form_of(a, b);
    p->a.kind = core3_kind(a);
    p->b.kind = core3_kind(b);
    p->a.count = convex3_count(a);
    p->b.count = convex3_count(b);
    const double radii = p->radius_a + p->radius_b;
    p->not_finite = !isfinite(radii);
    double size = load(p, a, b, 1);
    // in single precision all powers of a scene's size are in the range of double
    const bool is_float = sizeof(flr_real) == sizeof(float);
    if ((size > 0x1p-100 && size < 0x1p100) || size == 0) return;
    if (!is_float) size = load_in_unit(p, a, b, unit_for(size));
    if (!isfinite(size)) p->not_finite = true;
}

void flr_pair3_complete(pair3 *p)
{
    if (p->form == PAIR3_ANY) return;
    flr_core3_load(&p->a, p->a.shape, &p->reference);
    flr_core3_load(&p->b, p->b.shape, &p->reference);
}

void flr_pair3_move(pair3 *p, dvec3 by)
{
    core3 *c = &p->b;
    p->form = PAIR3_ANY;
    c->middle = dvec3_add(c->middle, by);
    if (c->kind == FLR_CONVEX3_USER) c->high = dvec3_sub(c->high, by);
    if (core3_is_round(c)) {
        c->low = dvec3_add(c->low, by);
        c->high = dvec3_add(c->high, by);
    }
    if (c->kind != FLR_CONVEX3_CORNERS) {
        if (c->kind != FLR_CONVEX3_USER) c->center = dvec3_add(c->center, by);
        return;
    }
    for (uint32_t i = 0; i < CORE3_CORNERS; i++) c->corner[i] = dvec3_add(c->corner[i], by);
    for (uint32_t i = 0; i < CORE3_CORNERS / 2; i++) {
        c->x[i] += f64x2_splat(by.x);
        c->y[i] += f64x2_splat(by.y);
        c->z[i] += f64x2_splat(by.z);
    }
}
