/// A point or segment and a box, with radii or without: no search, but the same certificate.
///
/// Along the segment the squared distance to the box is convex, and its slope is linear between the places where the
/// segment passes one of the six planes of the box's faces. The slopes there, two at a time, leave the one piece in which the
/// slope is zero. What comes out is believed only as far as a plane between the two proves it.
#include "closest/gjk3_segment_box.h"

#include <math.h>

#include "closest/gjk3_careful.h"

typedef struct bar {
    wide3 p, e;             ///< one end of the segment, and the way to the other
    wide3 center, axis[3];  ///< of the box
    double half[3];         ///< not negative
    double at[3], way[3];   ///< p less the centre, and e, along the axes
} bar;

static inline double limited(double x, double half) { return x < -half ? -half : x > half ? half : x; }

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
    const wide3 m = wide3_sub(s->p, s->center);
    for (int k = 0; k < 3; k++) {
        s->at[k] = wide3_dot(s->axis[k], m);
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

bool flr_gjk3_segment_box(const flr_convex3 *a, const flr_convex3 *b, double stop_above, gjk3_search *g)
{
    const bool box_first = a->kind == FLR_CONVEX3_BOX;
    bar s;
    load(&s, box_first ? b : a, box_first ? a : b, a->center);
    g->size_squared = size_squared(&s);
    if (!(g->size_squared > 0x1p-300 && g->size_squared < 0x1p300)) return false;
    const double t = closest_place(&s);
    const wide3 on_segment = wide3_along(s.p, t, s.e);
    wide3 on_box = s.center, apart = wide3_make(0, 0, 0);
    double rest[3];
    for (int k = 0; k < 3; k++) {
        const double x = s.at[k] + t * s.way[k], inside = limited(x, s.half[k]);
        rest[k] = x - inside;
        on_box = wide3_along(on_box, inside, s.axis[k]);
        apart = wide3_along(apart, rest[k], s.axis[k]);
    }
    // from the excess along the axes, of which those that are 0 are so exactly
    const double length = wide3_length(apart);
    const wide3 w = wide3_sub(on_segment, on_box), n = wide3_scale(1 / length, apart);
    g->upper = wide3_length(w);
    const double first = wide3_dot(n, wide3_sub(s.p, s.center)), along = wide3_dot(n, s.e);
    g->lower = along < 0 ? first + along : first;
    for (int k = 0; k < 3; k++) g->lower -= s.half[k] * fabs(wide3_dot(n, s.axis[k]));
    const double noise = sqrt(gjk3_noise(g));
    g->rounding = noise / 2;
    // axes in float are square to each other only as far as that goes
    const double enough =
        sizeof(flr_real) == sizeof(float) ? 0x1p-24 * sqrt(g->size_squared) : 16 * g->rounding;
    if (!(g->lower > noise && g->upper - g->lower <= enough)) return false;
    vertex3 *v = g->v[0] = &g->room[0];
    const wide3 p = box_first ? on_box : on_segment, q = box_first ? on_segment : on_box;
    v->x = (wide_lanes){p.x, q.x};
    v->y = (wide_lanes){p.y, q.y};
    v->z = (wide_lanes){p.z, q.z};
    v->id_a = v->id_b = CORE3_NO_ID;
    g->weight[0] = 1;
    g->count = g->steps = 1;
    g->axis = box_first ? wide3_neg(n) : n;
    g->closest = v->w = box_first ? wide3_neg(w) : w;
    g->distance = g->upper;
    g->end = g->lower > stop_above + 4 * noise ? GJK3_BEYOND : GJK3_CLOSEST;
    return true;
}

/// Does a plane square to the way between their middles part them by more than the radii? *n goes from the box.
static inline bool is_parted(const flr_convex3 *segment, const flr_convex3 *box, flr_vec3 origin,
                             double radii, wide3 *n)
{
    bar s;
    gjk3_search g;
    place(&s, segment, box, origin);
    g.size_squared = size_squared(&s);
    if (!(g.size_squared > 0x1p-300 && g.size_squared < 0x1p300)) return false;
    const wide3 first = wide3_sub(s.p, s.center), d = wide3_along(first, 0.5, s.e);
    const double along = wide3_dot(d, s.e), dd = wide3_dot(d, d);
    double high = wide3_dot(d, first) + (along < 0 ? along : 0);
    for (int k = 0; k < 3; k++) high -= s.half[k] * fabs(wide3_dot(d, s.axis[k]));
    const double sure = radii + 4 * sqrt(gjk3_noise(&g));
    *n = wide3_scale(1 / sqrt(dd), d);
    return high > 0 && high * high > sure * sure * dd;
}

bool flr_gjk3_meet_segment_box(const flr_convex3 *a, const flr_convex3 *b, flr_overlap3_convex *r)
{
    const double radii = (double)a->radius + (double)b->radius;
    const bool box_first = a->kind == FLR_CONVEX3_BOX;
    gjk3_search g;
    wide3 n;
    if (isfinite(radii) && is_parted(box_first ? b : a, box_first ? a : b, a->center, radii, &n)) {
        *r = (flr_overlap3_convex){.status = FLR_OK, .iterations = 1};
        r->normal = wide3_to_real(box_first ? n : wide3_neg(n));
        return true;
    }
    if (!isfinite(radii) || !flr_gjk3_segment_box(a, b, radii, &g)) return false;
    *r = (flr_overlap3_convex){.status = FLR_OK, .overlap = !(g.distance > radii), .iterations = 1};
    if (!r->overlap) r->normal = wide3_to_real(wide3_neg(g.axis));
    return true;
}
