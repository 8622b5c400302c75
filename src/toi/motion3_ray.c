/// The portals of Snethen ("XenoCollide", 2008) along a ray, as sweep3_cast.h has them, but only to find features: nothing is proved here.
#include "toi/motion3_ray.h"

#include <math.h>

#include "convex/minkowski3.h"

#define INLINE static inline __attribute__((always_inline))

enum { STEPS_MAX = 32 };

/// A corner of the difference b - a as it is seen along the ray from the origin, z along the ray, and whose vertices it is.
typedef struct seen {
    double x, y, z;
    uint32_t id_a, id_b;
} seen;

/// Both hulls as the ray sees them.
typedef struct view {
    const flr_hull3 *a, *b;
    pair3_lanes lanes;
    dvec3 x, y, z;  ///< the frame of the ray
    double least;   ///< farther than this is progress
} view;

/// Any two unit vectors that make a right-handed frame with the unit vector z (Duff and others, "Building an Orthonormal Basis,
/// Revisited", 2017).
INLINE void set_frame(view *v, dvec3 z)
{
    const double sign = z.z < 0 ? -1 : 1, a = -1 / (sign + z.z), b = z.x * z.y * a;
    v->x = dvec3_make(1 + sign * z.x * z.x * a, sign * b, -sign * z.x);
    v->y = dvec3_make(b, sign + z.y * z.y * a, -z.y);
    v->z = z;
}

INLINE void see(view *v, const motion3_attitude *now)
{
    const dvec3 b = dvec3_add(now->way, lanes3_b(now->center)), a = lanes3_a(now->center);
    for (int i = 0; i < 4; i++) {
        const lanes3 c = i < 3 ? now->column[i] : lanes3_of(a, b);
        v->lanes.x[i] = f64x2_splat(v->x.x) * c.x + f64x2_splat(v->x.y) * c.y + f64x2_splat(v->x.z) * c.z;
        v->lanes.y[i] = f64x2_splat(v->y.x) * c.x + f64x2_splat(v->y.y) * c.y + f64x2_splat(v->y.z) * c.z;
        v->lanes.z[i] = f64x2_splat(v->z.x) * c.x + f64x2_splat(v->z.y) * c.y + f64x2_splat(v->z.z) * c.z;
    }
}

INLINE seen seen_of(const vertex3 *v)
{
    return (seen){v->x[1] - v->x[0], v->y[1] - v->y[0], v->z[1] - v->z[0], v->id_a, v->id_b};
}

INLINE seen farthest(const view *v, dvec3 n)
{
    vertex3 w;
    pair3_hulls(&v->lanes, v->a, v->b, n, &w);
    return seen_of(&w);
}

INLINE double along(dvec3 n, seen p) { return n.x * p.x + n.y * p.y + n.z * p.z; }
INLINE double cross(seen p, seen q) { return p.x * q.y - p.y * q.x; }
INLINE double size(dvec3 n) { return fabs(n.x) + fabs(n.y) + fabs(n.z); }

/// Of an edge from u to the newest point w, as the ray sees them: 2 where the ray is nearest to the edge itself, 1 to w, 0 to u.
INLINE int nearest_part(seen u, seen w)
{
    const double x = w.x - u.x, y = w.y - u.y;
    if (!(u.x * x + u.y * y < 0)) return 0;
    return w.x * x + w.y * y > 0 ? 2 : 1;
}

/// Across the ray, from the corner or edge to where the ray is.
INLINE dvec3 outward(seen p, seen q, int count)
{
    const double x = q.x - p.x, y = q.y - p.y, sign = cross(p, q) >= 0 ? 1 : -1;
    return dvec3_make(count == 1 ? -p.x : -y * sign, count == 1 ? -p.y : x * sign, 0);
}

/// A triangle of the difference that the ray passes, from a first corner on: clockwise as the ray sees it. Or t[0] is the corner that
/// the ray passes by, and `n` the way from there to the ray. Directions that lean towards the ray's start are asked first, as they find
/// corners nearer to where it enters.
INLINE motion3_ray_end surround(const view *v, seen p, seen t[3], dvec3 *n)
{
    const double lean[3] = {0, 1.2, 0.8};  // by the corners there are
    seen q = p;
    int count = 1;
    bool leaning = true;
    for (int steps = 0; steps < STEPS_MAX; steps++) {
        *n = outward(p, q, count);
        const seen w = farthest(v, dvec3_make(n->x, n->y, leaning ? -lean[count] * size(*n) : 0));
        const bool taken = along(*n, w) - along(*n, p) > v->least * size(*n);
        int part = 0;
        if (count == 1) {
            part = taken ? nearest_part(p, w) : 0;
        } else if (taken) {
            const double of_p = cross(q, w), of_q = cross(w, p), area = of_p + of_q + cross(p, q);
            const bool p_in = (of_p > 0) == (area > 0), q_in = (of_q > 0) == (area > 0);
            if (p_in & q_in) {
                t[0] = p;
                t[1] = area < 0 ? q : w;
                t[2] = area < 0 ? w : q;
                return MOTION3_RAY_ENTERS;
            }
            if (p_in != q_in) part = nearest_part(p_in ? p : q, w);
            if (part > 0 && !p_in) p = q;
        }
        if (part == 0 && !leaning) {
            t[0] = w;
            return along(*n, w) < -v->least * size(*n) ? MOTION3_RAY_PASSES : MOTION3_RAY_UNCLEAR;
        }
        leaning = part > 0;
        if (part == 1) p = w;
        if (part > 0) {
            q = w;
            count = part;
        }
    }
    return MOTION3_RAY_UNCLEAR;
}

/// The triangle through which the ray enters the difference, from one that it passes. Corners keep their places, and numbers change: which
/// one leaves cannot be foreseen.
INLINE bool pierce(const view *v, seen room[STEPS_MAX + 3], int at[3])
{
    int i = 0, j = 1, k = 2;
    for (int next = 3; next < STEPS_MAX + 3; next++) {
        const seen *p = &room[i], *q = &room[j], *r = &room[k];
        const dvec3 n = dvec3_cross(dvec3_make(q->x - p->x, q->y - p->y, q->z - p->z),
                                    dvec3_make(r->x - p->x, r->y - p->y, r->z - p->z));
        const double reach = along(n, *p);
        const seen w = farthest(v, n);
        if (!(along(n, w) - reach > v->least * size(n))) {
            at[0] = i;
            at[1] = j;
            at[2] = k;
            return true;
        }
        // seen from the new corner the ray leaves the triangle between the two that stay
        const double by_p = cross(*p, w), by_q = cross(*q, w), by_r = cross(*r, w);
        const bool for_r = (by_p >= 0) & (by_q <= 0), for_p = (by_q >= 0) & (by_r <= 0) & !for_r,
                   for_q = (by_r >= 0) & (by_p <= 0) & !for_r & !for_p;
        if (!(for_p | for_q | for_r)) return false;
        room[next] = w;
        i = for_p ? next : i;
        j = for_q ? next : j;
        k = for_r ? next : k;
    }
    return false;
}

INLINE motion3_points points_of(const seen *p) { return (motion3_points){p->id_a, p->id_b}; }

motion3_ray_end flr_motion3_ray(const motion3 *m, const motion3_sides *s, const motion3_attitude *now,
                                motion3_points near, dvec3 speed, motion3_ray *r)
{
    view v;
    seen room[STEPS_MAX + 3];
    int at[3];
    dvec3 n;
    const double pace = dvec3_length(speed);
    if (!(pace > 0)) return MOTION3_RAY_UNCLEAR;
    v.a = s->hull_a;
    v.b = s->hull_b;
    v.least = 4 * (double)m->error;
    set_frame(&v, dvec3_scale(-1 / pace, speed));
    see(&v, now);
    vertex3 first = {.id_a = near.a, .id_b = near.b};
    pair3_place(&v.lanes, v.a, v.b, &first);
    const motion3_ray_end end = surround(&v, seen_of(&first), room, &n);
    if (end == MOTION3_RAY_PASSES) {
        const double length = sqrt(n.x * n.x + n.y * n.y);
        r->axis = dvec3_add_scaled(dvec3_scale(-n.x / length, v.x), -n.y / length, v.y);
        r->corner[0] = points_of(&room[0]);
    }
    if (end != MOTION3_RAY_ENTERS) return end;
    if (!pierce(&v, room, at)) return MOTION3_RAY_UNCLEAR;
    for (int i = 0; i < 3; i++) r->corner[i] = points_of(&room[at[i]]);
    return end;
}
