/// A point or segment and a box, with or without radii, in closed form, for one width of registers. A lane
/// holds an axis of the box, or a coordinate.
///
/// The squared distance to the box is convex along the segment. Its slope is linear between the places where
/// the segment passes one of the six planes of the box's faces. The slopes there leave one piece, in which
/// the slope is zero. The answer is believed only as far as a plane between the two proves it.
#ifndef FLR_CONVEX_GJK3_SEGMENT_BOX_LANES_H
#define FLR_CONVEX_GJK3_SEGMENT_BOX_LANES_H

#include <math.h>
#include <string.h>

#include "convex/convex_lanes.h"
#include "convex/gjk3.h"
#include "convex/gjk3_feature.h"
#include "convex/gjk_limit.h"

/// The segment and the box, relative to the scene's origin.
typedef struct bar {
    f64x4 p, e;    ///< one end of the segment, and the vector to the other
    f64x4 m;       ///< p minus the box's centre
    f64x4 center;  ///< of the box
    gjk3_frame axes, rows;
    f64x4 half;     ///< not negative
    f64x4 at, way;  ///< m and e in the box's frame
} bar;

GJK3_INLINE f64x4 bar_limited(f64x4 x, f64x4 half) { return f64x4_min(f64x4_max(x, f64x4_neg(half)), half); }

/// The segment along one axis of the box, in all lanes.
typedef struct bar_axis {
    f64x4 at, way, half;
} bar_axis;

/// Returns half the slope of the squared distance that an axis adds, at the places in the lanes.
GJK3_INLINE f64x4 bar_slope_of(bar_axis a, f64x4 t)
{
    const f64x4 x = f64x4_add_scaled(a.at, t, a.way);
    return f64x4_mul(a.way, f64x4_sub(x, bar_limited(x, a.half)));
}

GJK3_INLINE f64x4 bar_slope(const bar_axis a[3], f64x4 t)
{
    return f64x4_add(f64x4_add(bar_slope_of(a[0], t), bar_slope_of(a[1], t)), bar_slope_of(a[2], t));
}

/// Returns the place on the segment, from 0 to 1, that is closest to the box.
GJK3_INLINE double closest_place(const bar *s)
{
    const f64x4 zero = f64x4_splat(0), one = f64x4_splat(1);
    const bar_axis axes[3] = {
        {F64X4_SPREAD(s->at, 0), F64X4_SPREAD(s->way, 0), F64X4_SPREAD(s->half, 0)},
        {F64X4_SPREAD(s->at, 1), F64X4_SPREAD(s->way, 1), F64X4_SPREAD(s->half, 1)},
        {F64X4_SPREAD(s->at, 2), F64X4_SPREAD(s->way, 2), F64X4_SPREAD(s->half, 2)},
    };
    f64x4 low = zero, high = one;
    for (int side = 0; side < 2; side++) {
        const f64x4 face = side ? s->half : f64x4_neg(s->half);
        f64x4 t = f64x4_div(f64x4_sub(face, s->at), s->way);
        // zero also where the segment runs along the plane and t is no number
        const f64x4 within = f64x4_and(f64x4_less(zero, t), f64x4_less(t, one));
        t = f64x4_and(within, t);
        const f64x4 falls = f64x4_less(bar_slope(axes, t), zero);
        low = f64x4_max(f64x4_and(falls, t), low);
        high = f64x4_min(f64x4_select(falls, one, t), high);
    }
    const double from = f64x4_max_lane(f64x4_with_last(low, zero)),
                 to = f64x4_min_lane(f64x4_with_last(high, one));
    const f64x2 ends = f64x4_low(bar_slope(axes, f64x4_of(from, to, to, to)));
    if (!(ends[0] < 0)) return from;
    return ends[1] > 0 ? from + (to - from) * (ends[0] / (ends[0] - ends[1])) : to;
}

/// Loads a segment and a box: the segment in the box's frame, and both relative to a's centre.
GJK3_INLINE void bar_load(bar *s, const flr_convex3 *segment, const flr_convex3 *box, const flr_convex3 *a)
{
    const flr_vec3 *const p = &segment->corners[0], *const q = &segment->corners[segment->count - 1];
    const gjk3_spread from = gjk3_spread_of(&a->center), first = gjk3_spread_sub(gjk3_spread_of(p), from),
                      last = gjk3_spread_sub(gjk3_spread_of(q), from),
                      center = gjk3_spread_sub(gjk3_spread_of(&box->center), from);
    f64x4 none = f64x4_splat(0);
    s->axes = s->rows = gjk3_frame_of(box);
    f64x4_transpose(&s->rows.x, &s->rows.y, &s->rows.z, &none);
    s->at = gjk3_turned(&s->rows, gjk3_spread_sub(first, center));
    s->way = gjk3_turned(&s->rows, gjk3_spread_sub(last, first));
    s->half = f64x4_abs(gjk3_vector_of(&box->half_extents));
    const f64x4 origin = gjk3_vector_of(&a->center);
    s->p = f64x4_sub(gjk3_vector_of(p), origin);
    s->e = f64x4_sub(f64x4_sub(gjk3_vector_of(q), origin), s->p);
    s->center = f64x4_sub(gjk3_vector_of(&box->center), origin);
    s->m = f64x4_sub(s->p, s->center);
}

/// Returns a bound on twice the squared lengths of a point of the segment and one of the box, summed.
GJK3_INLINE double bar_size_squared(const bar *s)
{
    const f64x4 q = f64x4_add(s->p, s->e);
    const f64x2 ends = f64x4_sum3_pair(f64x4_mul(s->p, s->p), f64x4_mul(q, q)),
                box = f64x4_sum3_pair(f64x4_mul(s->center, s->center), f64x4_mul(s->half, s->half));
    return 2 * ((ends[0] > ends[1] ? ends[0] : ends[1]) + 2 * (box[0] + box[1]));
}

/// Are the powers of such a size in the range of numbers?
GJK3_INLINE bool bar_is_usual(double size_squared)
{
    return size_squared > 0x1p-300 && size_squared < 0x1p300;
}

/// Returns the place after one step of Newton's method from a place near it. The slope is linear while no
/// plane is passed, and then the step is exact.
GJK3_INLINE double next_place(const bar *s, double t)
{
    const f64x4 x = f64x4_add_scaled(s->at, f64x4_splat(t), s->way),
                rest = f64x4_sub(x, bar_limited(x, s->half));
    const f64x4 passed = f64x4_less(f64x4_splat(0), f64x4_abs(rest));
    const f64x2 sum = f64x4_sum3_pair(f64x4_mul(s->way, rest), f64x4_and(passed, f64x4_mul(s->way, s->way)));
    t -= sum[1] > 0 ? sum[0] / sum[1] : 0;
    return f64x2_min(f64x2_max(f64x2_splat(t), f64x2_splat(0)), f64x2_splat(1))[0];
}

/// Returns how far apart the box and the segment's nearer end lie along d, times the length of d.
GJK3_INLINE double height_along(const bar *s, f64x4 d, f64x4 first)
{
    const f64x2 way = f64x4_sum3_pair(f64x4_mul(d, first), f64x4_mul(d, s->e));
    const gjk3_spread all = {F64X4_SPREAD(d, 0), F64X4_SPREAD(d, 1), F64X4_SPREAD(d, 2)};
    const dvec3 reach = gjk3_dvec3_of(f64x4_mul(s->half, f64x4_abs(gjk3_turned(&s->rows, all))));
    return (((way[0] + f64x2_min(f64x2_splat(way[1]), f64x2_splat(0))[0]) - reach.x) - reach.y) - reach.z;
}

/// The answer that belongs to a place on the segment.
typedef struct bar_answer {
    f64x4 on_segment, on_box, axis;
} bar_answer;

/// Computes the answer at a place on the segment. Returns false unless a plane between the two proves it.
GJK3_INLINE bool bar_conclude(const bar *s, double t, bool box_first, double stop_above, gjk3_outcome *g,
                              bar_answer *r)
{
    const f64x4 place = f64x4_splat(t), x = f64x4_add_scaled(s->at, place, s->way),
                inside = bar_limited(x, s->half), rest = f64x4_sub(x, inside);
    const gjk3_spread in = {F64X4_SPREAD(inside, 0), F64X4_SPREAD(inside, 1), F64X4_SPREAD(inside, 2)},
                      out = {F64X4_SPREAD(rest, 0), F64X4_SPREAD(rest, 1), F64X4_SPREAD(rest, 2)};
    // from the excess along the axes, whose zeros are exact
    const f64x4 apart = gjk3_turned(&s->axes, out);
    r->on_segment = f64x4_add_scaled(s->p, place, s->e);
    r->on_box = f64x4_add_scaled(
        f64x4_add_scaled(f64x4_add_scaled(s->center, in.x, s->axes.x), in.y, s->axes.y), in.z, s->axes.z);
    const f64x4 w = f64x4_sub(r->on_segment, r->on_box);
    const f64x2 root = f64x2_sqrt(f64x4_sum3_pair(f64x4_mul(w, w), f64x4_mul(apart, apart)));
    const double inverse = 1 / root[1], high = height_along(s, apart, s->m);
    const double size = bar_size_squared(s), noise = sqrt(gjk3_noise_of(size));
    g->rounding = noise / 2;
    g->upper = g->distance = root[0];
    g->lower = high * inverse;
    // axes in float are perpendicular to each other only to that precision
    const double enough = sizeof(flr_real) == sizeof(float) ? 0x1p-24 * sqrt(size) : 16 * g->rounding;
    if (!(bar_is_usual(size) && g->lower > noise && g->upper - g->lower <= enough)) return false;
    r->axis = f64x4_mul(f64x4_splat(box_first ? -inverse : inverse), apart);
    g->axis = gjk3_dvec3_of(r->axis);
    g->steps = 1;
    g->end = g->lower > stop_above + 4 * noise ? GJK3_BEYOND : GJK3_CLOSEST;
    return true;
}

/// Returns the place on the segment that the previous call found, or a number below 0.
GJK3_INLINE double place_before(const flr_gjk3_cache *c)
{
    float t;
    if (!c || c->count != 1 || c->a[0] != CORE3_NO_ID || c->b[0] != CORE3_NO_ID) return -1;
    memcpy(&t, &c->a[1], sizeof t);
    return (double)t;
}

GJK3_INLINE void bar_keep(const gjk3_outcome *g, double t, flr_gjk3_cache *c)
{
    const float place = (float)t;
    c->axis = dvec3_round(dvec3_scale(g->upper, g->axis));
    c->count = 1;
    c->a[0] = c->b[0] = CORE3_NO_ID;
    memcpy(&c->a[1], &place, sizeof place);
}

/// Finds the closest points, from the cached place if there is one. Returns false if they are not proved.
GJK3_INLINE bool segment_box(const bar *s, bool box_first, double stop_above, flr_gjk3_cache *cache,
                             gjk3_outcome *g, bar_answer *r)
{
    double t = place_before(cache);
    const bool known = t >= 0 && t <= 1;
    t = known ? next_place(s, t) : closest_place(s);
    bool sure = bar_conclude(s, t, box_first, stop_above, g, r);
    if (!sure && known) {
        t = closest_place(s);
        sure = bar_conclude(s, t, box_first, stop_above, g, r);
    }
    if (sure && cache) bar_keep(g, t, cache);
    return sure;
}

/// Answers for a segment and a box in closed form. Returns false if GJK has to.
GJK3_INLINE bool bar_answer_inline(const flr_convex3 *a, const flr_convex3 *b,
                                   const flr_gjk3_options *options, bool depth_next, flr_gjk3 *r)
{
    pair3 scene;
    scene.a.shape = a;
    scene.b.shape = b;
    scene.radius_a = (double)a->radius;
    scene.radius_b = (double)b->radius;
    scene.reference.unit = 1;
    const double radii = scene.radius_a + scene.radius_b;
    const double limit = (double)flr_gjk3_limit(options);
    const bool box_first = a->kind == FLR_CONVEX3_BOX;
    gjk3_outcome end;
    bar_answer found;
    bar s;
    if (!isfinite(radii)) return false;
    bar_load(&s, box_first ? b : a, box_first ? a : b, a);
    if (!segment_box(&s, box_first, limit + radii, options ? options->cache : NULL, &end, &found))
        return false;
    gjk3_set_numbers(&scene, &end, limit, depth_next, r);
    gjk3_set_ends(&scene, gjk3_vector_of(&a->center), box_first ? found.on_box : found.on_segment,
                  box_first ? found.on_segment : found.on_box, found.axis, r);
    return true;
}

static bool try_segment_box(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options,
                            flr_gjk3 *r)
{
    return bar_answer_inline(a, b, options, true, r);
}

/// Inline as well: an answer copied right after it was written in parts would wait for these stores.
static flr_gjk3 closest_segment_box(const flr_convex3 *a, const flr_convex3 *b,
                                    const flr_gjk3_options *options)
{
    flr_gjk3 r;
    if (bar_answer_inline(a, b, options, false, &r)) return r;
    return flr_gjk3_general(a, b, options);
}

/// Does the plane perpendicular to the line of centres separate the two by more than the radii? *n leads
/// from the box to the segment.
GJK3_INLINE bool bar_is_separated(const bar *s, double radii, dvec3 *n)
{
    const f64x4 d = f64x4_add_scaled(s->m, f64x4_splat(0.5), s->e);
    const double high = height_along(s, d, s->m), dd = f64x4_sum3_pair(f64x4_mul(d, d), d)[0];
    const double size = bar_size_squared(s), sure = radii + 32 * sqrt(gjk3_noise_of(size));
    *n = dvec3_scale(1 / sqrt(dd), gjk3_dvec3_of(d));
    return bar_is_usual(size) && high > 0 && high * high > sure * sure * dd;
}

/// Tests a separating plane, then the distance. Returns false if GJK has to answer.
static bool intersects_segment_box(const flr_convex3 *a, const flr_convex3 *b, flr_overlap3_convex *r)
{
    const double radii = (double)a->radius + (double)b->radius;
    const bool box_first = a->kind == FLR_CONVEX3_BOX;
    gjk3_outcome g;
    bar_answer found;
    bar s;
    dvec3 n;
    if (!isfinite(radii)) return false;
    bar_load(&s, box_first ? b : a, box_first ? a : b, a);
    if (bar_is_separated(&s, radii, &n)) {
        *r = (flr_overlap3_convex){.status = FLR_OK, .clear = gjk3_real_roundings == 1, .iterations = 1};
        r->normal = dvec3_round(box_first ? n : dvec3_neg(n));
        return true;
    }
    if (!segment_box(&s, box_first, radii, NULL, &g, &found)) return false;
    *r = (flr_overlap3_convex){.status = FLR_OK, .overlap = !(g.distance > radii), .iterations = 1};
    const double clearance = 64 * gjk3_real_roundings * g.rounding;
    r->clear = g.lower > radii + clearance || g.upper < radii - clearance;
    if (!r->overlap) r->normal = dvec3_round(dvec3_neg(g.axis));
    return true;
}

#endif
