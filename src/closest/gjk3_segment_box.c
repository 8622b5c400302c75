/// A point or segment and a box, with radii or without: no search, but the same certificate.
///
/// Along the segment the squared distance to the box is convex, and its slope is linear between the places where the
/// segment passes one of the six planes of the box's faces. The slopes there, two at a time, leave the one piece in which the
/// slope is zero. What comes out is believed only as far as a plane between the two proves it.
#include "closest/gjk3_segment_box.h"

#include <math.h>
#include <string.h>

#include "closest/closest3_convex_convex.h"
#include "closest/gjk3_result.h"

typedef struct bar {
    wide3 p, e;             ///< one end of the segment, and the way to the other
    wide3 m;                ///< p less the centre
    wide3 center, axis[3];  ///< of the box
    double half[3];         ///< not negative
    double at[3], way[3];   ///< m and e along the axes
} bar;

static inline double limited(double x, double half)
{
    const double least = x > -half ? x : -half;
    return least < half ? least : half;
}

/// Half the slope of the squared distance at two places of the segment.
static inline wide_lanes slope(const wide_lanes at[3], const wide_lanes way[3], const wide_lanes half[3],
                               wide_lanes t)
{
    wide_lanes sum = {0, 0};
    for (int k = 0; k < 3; k++) {
        wide_lanes x = at[k] + t * way[k];
        sum += way[k] * (x - wide_min(wide_max(x, -half[k]), half[k]));
    }
    return sum;
}

/// The place on the segment, from 0 to 1, that is closest to the box.
static inline double closest_place(const bar *s)
{
    const wide_lanes zero = {0, 0}, one = {1, 1};
    wide_lanes at[3], way[3], half[3], low = zero, high = one;
    for (int k = 0; k < 3; k++) {
        at[k] = wide_all(s->at[k]);
        way[k] = wide_all(s->way[k]);
        half[k] = wide_all(s->half[k]);
    }
    for (int k = 0; k < 3; k++) {
        wide_lanes t = ((wide_lanes){-s->half[k], s->half[k]} - at[k]) / way[k];
        // also where the segment runs along the plane and t is no number
        wide_bits within = (t > zero) & (t < one);
        t = wide_choose(within, t, zero);
        wide_bits falls = slope(at, way, half, t) < zero;
        low = wide_max(wide_choose(falls, t, zero), low);
        high = wide_min(wide_choose(falls, one, t), high);
    }
    const double from = low[0] > low[1] ? low[0] : low[1], to = high[0] < high[1] ? high[0] : high[1];
    const wide_lanes ends = slope(at, way, half, (wide_lanes){from, to});
    if (!(ends[0] < 0)) return from;
    return ends[1] > 0 ? from + (to - from) * (ends[0] / (ends[0] - ends[1])) : to;
}

static inline void place(bar *s, const flr_convex3 *segment, const flr_convex3 *box, flr_vec3 origin)
{
    const wide3 from = wide3_of(origin);
    s->p = wide3_sub(wide3_of(segment->corners[0]), from);
    s->e = wide3_sub(wide3_sub(wide3_of(segment->corners[segment->count - 1]), from), s->p);
    s->center = wide3_sub(wide3_of(box->center), from);
    s->axis[0] = wide3_of(box->axes.x);
    s->axis[1] = wide3_of(box->axes.y);
    s->axis[2] = wide3_of(box->axes.z);
    s->half[0] = fabs((double)box->half_extents.x);
    s->half[1] = fabs((double)box->half_extents.y);
    s->half[2] = fabs((double)box->half_extents.z);
}

static inline void load(bar *s, const flr_convex3 *segment, const flr_convex3 *box, flr_vec3 origin)
{
    place(s, segment, box, origin);
    s->m = wide3_sub(s->p, s->center);
    for (int k = 0; k < 3; k++) {
        s->at[k] = wide3_dot(s->axis[k], s->m);
        s->way[k] = wide3_dot(s->axis[k], s->e);
    }
}

/// Twice the sum of squares of a point of the segment and one of the box, at most.
static inline double size_squared(const bar *s)
{
    const wide3 q = wide3_add(s->p, s->e);
    const double pp = wide3_dot(s->p, s->p), qq = wide3_dot(q, q);
    const double hh = s->half[0] * s->half[0] + s->half[1] * s->half[1] + s->half[2] * s->half[2];
    return 2 * ((pp > qq ? pp : qq) + 2 * (wide3_dot(s->center, s->center) + hh));
}

/// One step of Newton's from a place near it: the slope is linear where no plane is passed, and so the step right.
GJK3_INLINE double next_place(const bar *s, double t)
{
    double slope = 0, rise = 0;
    for (int k = 0; k < 3; k++) {
        const double x = s->at[k] + t * s->way[k], rest = x - limited(x, s->half[k]);
        slope += s->way[k] * rest;
        rise += wide_where(wide_all(rest) != wide_all(0), wide_all(s->way[k] * s->way[k]))[0];
    }
    t -= rise > 0 ? slope / rise : 0;
    return t > 0 ? t < 1 ? t : 1 : 0;
}

/// What a place on the segment comes to, as far as a plane between the two proves it.
GJK3_INLINE bool conclude(const bar *s, double t, double size_squared, bool box_first, double stop_above,
                          gjk3_outcome *g)
{
    const wide3 on_segment = wide3_along(s->p, t, s->e);
    wide3 on_box = s->center, apart = wide3_make(0, 0, 0);
    for (int k = 0; k < 3; k++) {
        const double x = s->at[k] + t * s->way[k], inside = limited(x, s->half[k]);
        on_box = wide3_along(on_box, inside, s->axis[k]);
        // from the excess along the axes, of which those that are 0 are so exactly
        apart = wide3_along(apart, x - inside, s->axis[k]);
    }
    const wide3 w = wide3_sub(on_segment, on_box);
    const wide_lanes root = wide_root((wide_lanes){wide3_dot(w, w), wide3_dot(apart, apart)});
    const double inverse = 1 / root[1];
    const double first = wide3_dot(apart, s->m), along = wide3_dot(apart, s->e);
    double high = along < 0 ? first + along : first;
    for (int k = 0; k < 3; k++) high -= s->half[k] * fabs(wide3_dot(apart, s->axis[k]));
    const double noise = sqrt(gjk3_noise_of(size_squared));
    g->rounding = noise / 2;
    g->upper = g->distance = root[0];
    g->lower = high * inverse;
    // axes in float are square to each other only as far as that goes
    const double enough = sizeof(flr_real) == sizeof(float) ? 0x1p-24 * sqrt(size_squared) : 16 * g->rounding;
    if (!(g->lower > noise && g->upper - g->lower <= enough)) return false;
    const wide3 p = box_first ? on_box : on_segment, q = box_first ? on_segment : on_box;
    g->x = (wide_lanes){p.x, q.x};
    g->y = (wide_lanes){p.y, q.y};
    g->z = (wide_lanes){p.z, q.z};
    g->axis = wide3_scale(box_first ? -inverse : inverse, apart);
    g->steps = 1;
    g->end = g->lower > stop_above + 4 * noise ? GJK3_BEYOND : GJK3_CLOSEST;
    return true;
}

/// The place on the segment where a call before has found it, or below 0.
GJK3_INLINE double place_before(const flr_gjk3_cache *c)
{
    float t;
    if (!c || c->count != 1 || c->a[0] != CORE3_NO_ID || c->b[0] != CORE3_NO_ID) return -1;
    memcpy(&t, &c->a[1], sizeof t);
    return (double)t;
}

GJK3_INLINE void keep(const gjk3_outcome *g, double t, flr_gjk3_cache *c)
{
    const float place = (float)t;
    c->axis = wide3_to_real(wide3_scale(g->upper, g->axis));
    c->count = 1;
    c->a[0] = c->b[0] = CORE3_NO_ID;
    memcpy(&c->a[1], &place, sizeof place);
}

GJK3_INLINE bool segment_box(const flr_convex3 *a, const flr_convex3 *b, double stop_above,
                             flr_gjk3_cache *cache, gjk3_outcome *g)
{
    const bool box_first = a->kind == FLR_CONVEX3_BOX;
    bar s;
    load(&s, box_first ? b : a, box_first ? a : b, a->center);
    const double size = size_squared(&s);
    if (!(size > 0x1p-300 && size < 0x1p300)) return false;
    double t = place_before(cache);
    const bool known = t >= 0 && t <= 1;
    t = known ? next_place(&s, t) : closest_place(&s);
    bool sure = conclude(&s, t, size, box_first, stop_above, g);
    if (!sure && known) {
        t = closest_place(&s);
        sure = conclude(&s, t, size, box_first, stop_above, g);
    }
    if (sure && cache) keep(g, t, cache);
    return sure;
}

bool flr_gjk3_try_segment_box(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options,
                              bool depth_next, flr_gjk3 *r)
{
    if (!gjk3_is_segment_box(a, b) || (options && options->steps)) return false;
    pair3 scene;
    scene.a.shape = a;
    scene.b.shape = b;
    scene.radius_a = (double)a->radius;
    scene.radius_b = (double)b->radius;
    scene.reference = (reference3){wide3_of(a->center), {0, 0, 0}, 1};
    const double radii = scene.radius_a + scene.radius_b;
    const double limit = options ? (double)options->max_distance : (double)INFINITY;
    gjk3_outcome end;
    if (!isfinite(radii) || !segment_box(a, b, limit + radii, options ? options->cache : NULL, &end))
        return false;
    gjk3_set_result(&scene, &end, limit, depth_next, r);
    return true;
}

/// Does a plane square to the way between their middles part them by more than the radii? *n goes from the box.
static inline bool is_parted(const flr_convex3 *segment, const flr_convex3 *box, flr_vec3 origin,
                             double radii, wide3 *n)
{
    bar s;
    place(&s, segment, box, origin);
    const double size = size_squared(&s);
    if (!(size > 0x1p-300 && size < 0x1p300)) return false;
    const wide3 first = wide3_sub(s.p, s.center), d = wide3_along(first, 0.5, s.e);
    const double along = wide3_dot(d, s.e), dd = wide3_dot(d, d);
    double high = wide3_dot(d, first) + (along < 0 ? along : 0);
    for (int k = 0; k < 3; k++) high -= s.half[k] * fabs(wide3_dot(d, s.axis[k]));
    const double sure = radii + 4 * sqrt(gjk3_noise_of(size));
    *n = wide3_scale(1 / sqrt(dd), d);
    return high > 0 && high * high > sure * sure * dd;
}

bool flr_gjk3_meet_segment_box(const flr_convex3 *a, const flr_convex3 *b, flr_overlap3_convex *r)
{
    const double radii = (double)a->radius + (double)b->radius;
    const bool box_first = a->kind == FLR_CONVEX3_BOX;
    gjk3_outcome g;
    wide3 n;
    if (isfinite(radii) && is_parted(box_first ? b : a, box_first ? a : b, a->center, radii, &n)) {
        *r = (flr_overlap3_convex){.status = FLR_OK, .iterations = 1};
        r->normal = wide3_to_real(box_first ? n : wide3_neg(n));
        return true;
    }
    if (!isfinite(radii) || !segment_box(a, b, radii, NULL, &g)) return false;
    *r = (flr_overlap3_convex){.status = FLR_OK, .overlap = !(g.distance > radii), .iterations = 1};
    if (!r->overlap) r->normal = wide3_to_real(wide3_neg(g.axis));
    return true;
}
