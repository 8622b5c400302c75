#include "feeler/overlap3.h"
#include "sweep/sweep3_told.h"

/// n . p - offset in twice the precision.
static flr_double2 height(dvec3 n, dvec3 p, double offset)
{
    flr_double2 x = flr_two_product(n.x, p.x), y = flr_two_product(n.y, p.y), z = flr_two_product(n.z, p.z);
    flr_double2 xy = flr_two_sum(x.high, y.high), zo = flr_two_sum(z.high, -offset);
    flr_double2 all = flr_two_sum(xy.high, zo.high);
    return flr_two_sum(all.high, all.low + (xy.low + zo.low + (x.low + y.low + z.low)));
}

static dvec3 exact(flr_vec3 v)
{
    dvec3 q = {(double)v.x, (double)v.y, (double)v.z};
    return q;
}

static flr_double2 less(flr_double2 x, double product_a, double product_b)
{
    flr_double2 p = flr_two_product(product_a, product_b), s = flr_two_sum(x.high, -p.high);
    return flr_two_sum(s.high, s.low + (x.low - p.low));
}

static double spread(flr_vec3 p) { return fabs((double)p.x) + fabs((double)p.y) + fabs((double)p.z); }

/// From in front of the plane, or from behind it: how far to go, and how fast.
typedef struct approach {
    bool from_behind;
    flr_double2 gap, closing;
} approach;

/// `near`: a gap below 0 by no more than that is rounding.
static bool reaches(const approach *a, double near) { return a->closing.high > 0 && a->gap.high >= -near; }

sweep3_answer flr_sweep3_to_plane(flr_vec3 low, flr_vec3 high, double radius, flr_vec3 motion,
                                  const flr_plane3 *h, bool solid, int side, double limit)
{
    const double few_roundings = sizeof(flr_real) == sizeof(float) ? 0x1p-19 : 0x1p-47;
    sweep3_answer r = {.ask = false};
    // a power of two takes both to where products of three neither overflow nor vanish
    double scale =
        flr_power_toward_one(flr_largest3((double)h->normal.x, (double)h->normal.y, (double)h->normal.z));
    dvec3 n = flr_local3_scaled(scale, exact(h->normal)), m = exact(motion);
    double offset = (double)h->offset * scale, length = flr_local3_length(n);
    flr_double2 rate = height(n, m, 0), top = height(n, exact(high), offset);
    const flr_double2 down = {-rate.high, -rate.low}, under = {-top.high, -top.low};
    const approach front = {false, less(height(n, exact(low), offset), radius, length), down},
                   behind = {true, less(under, radius, length), rate};
    const bool below = !solid && (side ? side < 0 : behind.gap.high > front.gap.high);
    const approach *way = below ? &behind : &front, *other = below ? &front : &behind;
    // within the roundings of the last points, which are numbers, the test of the two as they stand tells
    double size = fabs(offset) + length * (spread(low) + spread(high) + radius);
    double near = fmax(few_roundings * size, 0x1p-40 * (fabs(offset) + fabs(top.high)));
    r.ask = !(way->gap.high > few_roundings * size);
    // what is as thin as rounding may stand on either side, if nobody knows
    if (r.ask && !side && !solid && !reaches(way, near)) way = other;
    if (!reaches(way, near)) return r;
    const flr_double2 gap = way->gap, closing = way->closing;
    r.t = gap.high > 0 ? flr_sweep3_quotient_below(gap, closing) : 0;
    double slack = 0x1p-47 * (fabs(offset) + fabs(top.high) + radius * length);
    r.hit = r.t <= limit || gap.high - slack <= limit * closing.high;
    if (r.t > limit) r.t = limit;
    dvec3 u = flr_local3_scaled((way->from_behind ? 1 : -1) / length, n);
    r.normal = u;
    dvec3 p = dvec3_add_scaled(exact(way->from_behind ? high : low), radius, u);
    r.point_a = sweep3_vec3(p);
    r.point_b = sweep3_vec3(dvec3_add_scaled(p, r.t, m));
    return r;
}

/// A shape without a curved core, by its last points along the normal of the plane.
static sweep3_answer to_plane(const sweep3_source *a, flr_vec3 motion, const flr_plane3 *h, bool solid,
                              int side)
{
    sweep3_core core;
    reference3 frame = flr_sweep3_reference(a, 1);
    flr_sweep3_load(&core, a, &frame);
    dvec3 n = flr_direction3(h->normal), back = flr_local3_scaled(-1, n);
    dvec3 low = sweep3_support(&core, back), high = sweep3_support(&core, n);
    return flr_sweep3_to_plane(sweep3_vec3(sweep3_world(&frame, low)),
                               sweep3_vec3(sweep3_world(&frame, high)), core.radius, motion, h, solid, side,
                               1);
}

/// Near the plane its side is what the exact test tells.
#define AGAINST_PLANES(A, type, source, keep)                                                                \
    static flr_sweep3_result A##_to_plane(const type *a, flr_vec3 motion, const flr_plane3 *h, bool solid)   \
    {                                                                                                        \
        if (!flr_is_finite3(motion)) return sweep3_not_finite();                                             \
        keep;                                                                                                \
        sweep3_source s = source;                                                                            \
        sweep3_answer answer = to_plane(&s, motion, h, solid, 0);                                            \
        if (!answer.ask) return sweep3_told(&answer, false);                                                 \
        const int side = flr_classify3_plane_##A(h, a);                                                      \
        answer = to_plane(&s, motion, h, solid, side);                                                       \
        return sweep3_told(&answer, solid ? side <= 0 : side == 0);                                          \
    }                                                                                                        \
    flr_sweep3_result flr_sweep3_##A##_plane(const type *a, flr_vec3 motion, const flr_plane3 *b)            \
    {                                                                                                        \
        return A##_to_plane(a, motion, b, false);                                                            \
    }                                                                                                        \
    flr_sweep3_result flr_sweep3_##A##_halfspace(const type *a, flr_vec3 motion, const flr_halfspace3 *b)    \
    {                                                                                                        \
        const flr_plane3 h = {b->normal, b->offset};                                                         \
        return A##_to_plane(a, motion, &h, true);                                                            \
    }
AGAINST_PLANES(sphere, flr_sphere, sweep3_of_convex(&c), flr_convex3 c = flr_convex3_sphere(a))
AGAINST_PLANES(capsule, flr_capsule3, sweep3_of_convex(&c), flr_convex3 c = flr_convex3_capsule(a))
AGAINST_PLANES(aabb, flr_aabb3, sweep3_of_range(a), (void)0)
AGAINST_PLANES(box, flr_box3, sweep3_of_convex(&c), flr_convex3 c = flr_convex3_box(a))
