#include "convex/pair3.h"

#define INLINE inline __attribute__((always_inline))

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
    // each number from where it was computed: read back from memory as a whole, it would have to wait for its parts
    p->a.center = wide3_make(a.x, a.y, a.z);
    p->a.middle = wide3_make(a.x, a.y, a.z);
    p->b.center = wide3_make(b.x, b.y, b.z);
    p->b.middle = wide3_make(b.x, b.y, b.z);
}

/// Both boxes side by side; returns a length like their size. The unit is a constant where it is 1, here and below.
static INLINE double load_boxes(pair3 *p, const flr_convex3 *a, const flr_convex3 *b, double unit)
{
    pair3_lanes *l = &p->lanes;
    const flr_vec3 m = a->half_extents, n = b->half_extents;
    set_axis(l, 0, a->axes.x, (double)m.x * unit, b->axes.x, (double)n.x * unit);
    set_axis(l, 1, a->axes.y, (double)m.y * unit, b->axes.y, (double)n.y * unit);
    set_axis(l, 2, a->axes.z, (double)m.z * unit, b->axes.z, (double)n.z * unit);
    set_origin(p, l, wide3_make(0, 0, 0), reference3_relative(&p->reference, b->center));
    wide_lanes sum = {0, 0};
    for (int i = 0; i < 4; i++) sum += sum_of(l->x[i], l->y[i], l->z[i]);
    return sum[0] + sum[1];
}

/// Each lane's rotation of its own point.
static inline void turn(const pair3_lanes *l, wide3 a, wide3 b, wide3 *turned_a, wide3 *turned_b)
{
    const wide_lanes px = {a.x, b.x}, py = {a.y, b.y}, pz = {a.z, b.z};
    const wide_lanes x = l->x[0] * px + l->x[1] * py + l->x[2] * pz,
                     y = l->y[0] * px + l->y[1] * py + l->y[2] * pz,
                     z = l->z[0] * px + l->z[1] * py + l->z[2] * pz;
    *turned_a = wide3_make(x[0], y[0], z[0]);
    *turned_b = wide3_make(x[1], y[1], z[1]);
}

/// The rotations, and where both shapes' own references come to lie: a's in the scene's origin.
static INLINE void set_frames(pair3 *p, pair3_lanes *l, const flr_convex3 *a, const flr_convex3 *b,
                              wide3 first_a, wide3 first_b, double unit)
{
    set_axis(l, 0, a->axes.x, unit, b->axes.x, unit);
    set_axis(l, 1, a->axes.y, unit, b->axes.y, unit);
    set_axis(l, 2, a->axes.z, unit, b->axes.z, unit);
    wide3 lead, way;
    turn(l, first_a, first_b, &lead, &way);
    p->reference.lead = wide3_make(lead.x, lead.y, lead.z);
    wide3 apart = wide3_sub(wide3_scale(unit, wide3_of(b->center)), wide3_scale(unit, p->reference.position));
    set_origin(p, l, wide3_make(0, 0, 0), wide3_far_sum(apart, way, lead));
}

static INLINE void load_hulls(pair3 *p, const flr_convex3 *a, const flr_convex3 *b, double unit)
{
    p->a.hull = a->hull;
    p->b.hull = b->hull;
    set_frames(p, &p->lanes, a, b, wide3_of(a->hull->info.center), wide3_of(b->hull->info.center), unit);
}

/// A hull is measured by one of its vertices, which may be any.
static inline double measure_hulls(const pair3 *p)
{
    vertex3 v = {.id_a = p->a.count / 2, .id_b = p->b.count / 2};
    const pair3_lanes *l = &p->lanes;
    pair3_place(l, p->a.hull, p->b.hull, &v);
    wide_lanes sum = sum_of(v.x - l->x[3], v.y - l->y[3], v.z - l->z[3]) + sum_of(l->x[3], l->y[3], l->z[3]);
    return sum[0] + sum[1];
}

/// Of four, where some may be the first one again.
static inline double measure_few(pair3 *p)
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

static INLINE void load_corners(pair3 *p, const flr_convex3 *a, const flr_convex3 *b, double unit)
{
    pair3_lanes *l = &p->lanes;
    const wide3 from = wide3_scale(unit, p->reference.position);
    for (uint32_t i = 0; i < 4; i++) {
        const flr_vec3 *u = corner_of(a, i), *v = corner_of(b, i);
        l->x[i] = lanes(u->x, unit, v->x, unit) - wide_all(from.x);
        l->y[i] = lanes(u->y, unit, v->y, unit) - wide_all(from.y);
        l->z[i] = lanes(u->z, unit, v->z, unit) - wide_all(from.z);
    }
}

/// Up to four points of each, under a pose.
static inline void load_points(pair3 *p, const flr_convex3 *a, const flr_convex3 *b, double unit)
{
    pair3_lanes *l = &p->lanes;
    const wide3 first_a = wide3_of(a->points[0]), first_b = wide3_of(b->points[0]);
    pair3_lanes turn;
    set_frames(p, &turn, a, b, first_a, first_b, unit);
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
}

static inline void load_few(pair3 *p, const flr_convex3 *a, const flr_convex3 *b, double unit)
{
    p->reference = flr_reference3_make(a, unit);
    flr_core3_load(&p->a, a, &p->reference);
    flr_core3_load(&p->b, b, &p->reference);
    pair3_lanes *l = &p->lanes;
    for (int i = 0; i < 4; i++) {
        wide3 m = p->a.corner[i], n = p->b.corner[i];
        l->x[i] = (wide_lanes){m.x, n.x};
        l->y[i] = (wide_lanes){m.y, n.y};
        l->z[i] = (wide_lanes){m.z, n.z};
    }
}

/// What a first support point needs.
static INLINE bool begin(pair3 *p, const flr_convex3 *a, const flr_convex3 *b, double unit)
{
    p->reference = (reference3){wide3_of(a->center), {0, 0, 0}, unit};
    if (p->form == PAIR3_HULLS)
        load_hulls(p, a, b, unit);
    else if (p->form == PAIR3_FEW && a->kind == FLR_CONVEX3_CORNERS && b->kind == FLR_CONVEX3_CORNERS)
        load_corners(p, a, b, unit);
    else
        return false;
    return true;
}

/// All that is left; returns the scene's size.
static INLINE double load(pair3 *p, const flr_convex3 *a, const flr_convex3 *b, double unit, bool begun)
{
    if (p->form == PAIR3_BOXES) return load_boxes(p, a, b, unit);
    if (p->form == PAIR3_HULLS) return measure_hulls(p);
    if (p->form == PAIR3_FEW) {
        if (!begun && a->kind == FLR_CONVEX3_POINTS && b->kind == FLR_CONVEX3_POINTS)
            load_points(p, a, b, unit);
        else if (!begun)
            load_few(p, a, b, unit);
        return measure_few(p);
    }
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

/// The size of a scene far too large or too small, in a unit that suits it.
static __attribute__((noinline)) double load_in_unit(pair3 *p, const flr_convex3 *a, const flr_convex3 *b,
                                                     double unit)
{
    const bool begun = begin(p, a, b, unit);
    return load(p, a, b, unit, begun);
}

static INLINE bool begin_pair(pair3 *p, const flr_convex3 *a, const flr_convex3 *b)
{
    p->radius_a = (double)a->radius;
    p->radius_b = (double)b->radius;
    p->a.shape = a;
    p->b.shape = b;
    p->form = form_of(a, b);
    return begin(p, a, b, 1);
}

static INLINE void finish_pair(pair3 *p, const flr_convex3 *a, const flr_convex3 *b, bool begun)
{
    p->a.kind = core3_kind(a);
    p->b.kind = core3_kind(b);
    p->a.count = convex3_count(a);
    p->b.count = convex3_count(b);
    const double radii = p->radius_a + p->radius_b;
    p->not_finite = !isfinite(radii);
    double size = load(p, a, b, 1, begun);
    if ((size > 0x1p-150 && size < 0x1p150) || size == 0) return;
    if (sizeof(flr_real) == sizeof(double)) size = load_in_unit(p, a, b, unit_for(size));
    if (!isfinite(size)) p->not_finite = true;
}

bool flr_pair3_begin(pair3 *p, const flr_convex3 *a, const flr_convex3 *b) { return begin_pair(p, a, b); }

void flr_pair3_finish(pair3 *p, bool begun) { finish_pair(p, p->a.shape, p->b.shape, begun); }

void flr_pair3_make(pair3 *p, const flr_convex3 *a, const flr_convex3 *b)
{
    const bool begun = begin_pair(p, a, b);
    finish_pair(p, a, b, begun);
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
