#include <math.h>

#include "toi/motion3_look.h"

bool flr_motion3_advance(const motion3 *m, const motion3_sides *s, const motion3_axis *x, double end,
                         const motion3_look *from, motion3_look *at)
{
    enum { LOOKS = 12 };
    const double goal = (double)m->error;
    const motion3_look *last = from;
    motion3_attitude now;
    if (!(from->gap > 0)) return false;
    for (int i = 0; i < LOOKS; i++) {
        double next = flr_motion3_when(s, last, 0.5 * goal, end);
        if (!(next > from->time)) return false;
        flr_motion3_turn_to(s, next < end ? next : end, &now);
        lanes3 d = motion3_directions(s, &now, x);
        flr_motion3_look(s, &now, x->frame, &d, from, at);
        last = at;
        if (!(at->gap > 0 && (at->gap <= goal || now.time >= end))) continue;
        return sqrt(from->gap) + sqrt(at->gap) >= x->root * (at->time - from->time);
    }
    return false;
}

static inline flr_vec3 real_a(const vertex3 *v) { return dvec3_round(vertex3_a(v)); }
static inline flr_vec3 real_b(const vertex3 *v) { return dvec3_round(vertex3_b(v)); }

bool flr_motion3_simplex_axis(const motion3 *m, const motion3_sides *s, const motion3_attitude *now,
                              const flr_gjk3_cache *c, flr_vec3 n, motion3_axis *x)
{
    if (c->count != 3) return false;
    const motion3_instant then = {
        now->time,
        {(flr_real)now->cosine[0], (flr_real)now->sine[0]},
        {(flr_real)now->cosine[1], (flr_real)now->sine[1]},
    };
    flr_vec3 a[3], b[3];
    for (int i = 0; i < 3; i++) {
        vertex3 v;
        flr_motion3_vertex(s, now, (motion3_points){c->a[i], c->b[i]}, &v);
        a[i] = real_a(&v);
        b[i] = real_b(&v);
    }
    return flr_motion3_spanned_axis(m, c, a, b, n, &then, x);
}

bool flr_motion3_simplex_touches(const motion3 *m, const motion3_sides *s, const motion3_attitude *now,
                                 const flr_gjk3_cache *c, flr_vec3 *point_a, flr_vec3 *point_b)
{
    if (c->count < 1 || c->count > 3) return false;
    simplex3 x;
    x.count = (int)c->count;
    for (int i = 0; i < x.count; i++) flr_motion3_vertex(s, now, (motion3_points){c->a[i], c->b[i]}, &x.v[i]);
    const vertex3 *const v[3] = {&x.v[0], &x.v[1], &x.v[2]};
    dvec3 closest = flr_simplex3_weigh(v, x.count, x.weight), a, b;
    double apart = dvec3_length(closest);
    if (!(apart <= (double)(m->radii + m->touch))) return false;
    simplex3_points(&x, &a, &b);
    dvec3 normal = dvec3_scale(apart > 0 ? -1 / apart : 0, closest), center = lanes3_a(now->center);
    *point_a = dvec3_round(dvec3_add_scaled(dvec3_sub(a, center), (double)m->a.shape->radius, normal));
    *point_b = dvec3_round(dvec3_add_scaled(dvec3_sub(b, center), -(double)m->b.shape->radius, normal));
    return true;
}
