#include <math.h>

#include "math/unit3.h"
#include "sweep/motion3_look.h"

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

static inline flr_vec3 real_a(const vertex3 *v) { return wide3_to_real(vertex3_a(v)); }
static inline flr_vec3 real_b(const vertex3 *v) { return wide3_to_real(vertex3_b(v)); }

static bool is_face(flr_vec3 e, flr_vec3 f, flr_vec3 n, flr_vec3 *normal)
{
    flr_vec3 c = flr_cross3(e, f);
    flr_real long_e = flr_length_squared3(e), long_f = flr_length_squared3(f), area = flr_length_squared3(c);
    flr_real longer = long_e > long_f ? long_e : long_f;
    if (!(area > longer * longer * (flr_real)1e-6)) return false;
    c = unit3_or_zero(c);
    *normal = flr_dot3(c, n) < 0 ? flr_neg3(c) : c;
    return true;
}

bool flr_motion3_simplex_axis(const motion3 *m, const motion3_sides *s, const motion3_attitude *now,
                              const flr_gjk3_cache *c, flr_vec3 n, motion3_axis *x)
{
    if (c->count != 3) return false;
    const motion3_instant then = {
        now->time,
        {(flr_real)now->cosine[0], (flr_real)now->sine[0]},
        {(flr_real)now->cosine[1], (flr_real)now->sine[1]},
    };
    vertex3 v[3];
    for (int i = 0; i < 3; i++) flr_motion3_vertex(s, now, (motion3_points){c->a[i], c->b[i]}, &v[i]);
    const flr_vec3 e1 = flr_sub3(real_a(&v[1]), real_a(&v[0])), e2 = flr_sub3(real_a(&v[2]), real_a(&v[0])),
                   f1 = flr_sub3(real_b(&v[1]), real_b(&v[0])), f2 = flr_sub3(real_b(&v[2]), real_b(&v[0]));
    const bool a1 = c->a[1] != c->a[0], a2 = c->a[2] != c->a[0], b1 = c->b[1] != c->b[0],
               b2 = c->b[2] != c->b[0];
    flr_vec3 normal;
    if (a1 && a2 && c->a[1] != c->a[2]) {
        if (b1 || b2 || !is_face(e1, e2, n, &normal)) return false;
        flr_motion3_axis(m, MOTION3_A, normal, &then, x);
        return true;
    }
    if (b1 && b2 && c->b[1] != c->b[2]) {
        if (a1 || a2 || !is_face(f1, f2, n, &normal)) return false;
        flr_motion3_axis(m, MOTION3_B, normal, &then, x);
        return true;
    }
    return flr_motion3_edges(m, a1 ? e1 : e2, b1 ? f1 : f2, n, &then, x);
}

bool flr_motion3_simplex_touches(const motion3 *m, const motion3_sides *s, const motion3_attitude *now,
                                 const flr_gjk3_cache *c, flr_vec3 *point_a, flr_vec3 *point_b)
{
    if (c->count < 1 || c->count > 3) return false;
    simplex3 x;
    x.count = (int)c->count;
    for (int i = 0; i < x.count; i++) flr_motion3_vertex(s, now, (motion3_points){c->a[i], c->b[i]}, &x.v[i]);
    const vertex3 *const v[3] = {&x.v[0], &x.v[1], &x.v[2]};
    wide3 closest = flr_simplex3_weigh(v, x.count, x.weight), a, b;
    double apart = wide3_length(closest);
    if (!(apart <= (double)(m->radii + m->touch))) return false;
    simplex3_points(&x, &a, &b);
    wide3 normal = wide3_scale(apart > 0 ? -1 / apart : 0, closest), center = lanes3_a(now->center);
    *point_a = wide3_to_real(wide3_along(wide3_sub(a, center), (double)m->a.shape->radius, normal));
    *point_b = wide3_to_real(wide3_along(wide3_sub(b, center), -(double)m->b.shape->radius, normal));
    return true;
}
