#include <math.h>

#include "math/trigonometry.h"
#include "toi/motion3_look.h"

/// A function's value and derivatives.
typedef struct course {
    double at, slope, bend, jerk;
} course;

/// How far it is to where that is 0: by a step from the root of the parabola to that of the cubic.
static double way_to_zero(const course *f)
{
    const double inner = f->slope * f->slope - 2 * f->at * f->bend;
    if (!(inner >= 0)) return (double)INFINITY;
    const double root = sqrt(inner), later = root - f->slope;
    if (!(later > 0)) return (double)INFINITY;
    const double h = 2 * f->at / later, square = h * h * f->jerk;
    return h + square * h / (6 * root - 3 * square);
}

/// A direction, and its derivatives.
typedef struct turning3 {
    wide3 at, first, second, third;
} turning3;

/// Of a vector that turns along with a shape.
static inline turning3 turning_of(wide3 spin, wide3 v)
{
    wide3 first = wide3_cross(spin, v), second = wide3_cross(spin, first);
    return (turning3){v, first, second, wide3_cross(spin, second)};
}

/// The product of two that turn.
static inline turning3 product(const turning3 *e, const turning3 *f)
{
    const wide3 bend = wide3_add(wide3_cross(e->second, f->at), wide3_cross(e->at, f->second)),
                jerk = wide3_add(wide3_cross(e->third, f->at), wide3_cross(e->at, f->third)),
                mixed = wide3_add(wide3_cross(e->second, f->first), wide3_cross(e->first, f->second));
    return (turning3){
        wide3_cross(e->at, f->at),
        wide3_add(wide3_cross(e->first, f->at), wide3_cross(e->at, f->first)),
        wide3_along(bend, 2, wide3_cross(e->first, f->first)),
        wide3_along(jerk, 3, mixed),
    };
}

/// The gap where both turn, less `aim`.
static void set_course(const motion3_sides *s, const motion3_look *l, double less, course *f)
{
    const lanes3 *d = &l->directions;
    const wide3 zero = {0, 0, 0};
    turning3 n = {l->normal, zero, zero, zero};
    if (l->frame == MOTION3_A) n = turning_of(lanes3_a(s->spin), l->normal);
    if (l->frame == MOTION3_B) n = turning_of(lanes3_b(s->spin), l->normal);
    if (l->frame == MOTION3_EDGES) {
        turning3 e = turning_of(lanes3_a(s->spin), lanes3_a(*d)),
                 g = turning_of(lanes3_b(s->spin), lanes3_b(*d));
        n = product(&e, &g);
    }
    lanes3 p = l->point, first = lanes3_cross(s->spin, p), second = lanes3_cross(s->spin, first),
           third = lanes3_cross(s->spin, second);
    wide3 way = wide3_add(l->way, wide3_sub(lanes3_b(p), lanes3_a(p))),
          speed = wide3_add(s->step, wide3_sub(lanes3_b(first), lanes3_a(first))),
          rush = wide3_sub(lanes3_b(second), lanes3_a(second)),
          jolt = wide3_sub(lanes3_b(third), lanes3_a(third));
    f->at = wide3_dot(n.at, way) - less;
    f->slope = wide3_dot(n.first, way) + wide3_dot(n.at, speed);
    f->bend = wide3_dot(n.second, way) + 2 * wide3_dot(n.first, speed) + wide3_dot(n.at, rush);
    f->jerk = wide3_dot(n.third, way) + 3 * (wide3_dot(n.second, speed) + wide3_dot(n.first, rush)) +
              wide3_dot(n.at, jolt);
}

/// Where only one of them turns: a + b h + (c + d h) cos(rate h) + (e + f h) sin(rate h), h after the look.
typedef struct swing {
    double rate, a, b, c, d, e, f;
} swing;

/// All as if it were b that turns.
static inline __attribute__((always_inline)) void set_swing(const motion3_sides *s, const motion3_look *l,
                                                            int k, double less, swing *q)
{
    const double sign = k ? 1 : -1;
    const lanes3 *d = &l->directions;
    const wide3 u = {s->axis.x[k], s->axis.y[k], s->axis.z[k]};
    const wide3 p = {l->point.x[k], l->point.y[k], l->point.z[k]},
                still = {l->point.x[1 - k], l->point.y[1 - k], l->point.z[1 - k]};
    const wide3 w = wide3_sub(wide3_scale(sign, l->way), still), v = wide3_scale(sign, s->step),
                n = wide3_scale(sign, l->normal);
    q->rate = k ? s->angle_b : s->angle_a;
    if (l->frame == MOTION3_EDGES) {
        const wide3 edge = {d->x[1 - k], d->y[1 - k], d->z[1 - k]}, g = {d->x[k], d->y[k], d->z[k]};
        const wide3 z = wide3_cross(w, edge), y = wide3_cross(v, edge), r = wide3_cross(g, p),
                    x = wide3_cross(u, g);
        const double gu = wide3_dot(g, u), k0 = gu * wide3_dot(u, z),
                     k1 = wide3_dot(edge, u) * wide3_dot(u, r);
        q->a = k0 + k1 - less;
        q->b = gu * wide3_dot(u, y);
        q->c = (wide3_dot(g, z) - k0) + (wide3_dot(edge, r) - k1);
        q->d = wide3_dot(g, y) - q->b;
        q->e = wide3_dot(x, z) + wide3_dot(edge, wide3_cross(u, r));
        q->f = wide3_dot(x, y);
        return;
    }
    const double nu = wide3_dot(n, u);
    if (l->frame == (k ? MOTION3_B : MOTION3_A)) {
        const wide3 x = wide3_cross(u, n);
        const double k0 = nu * wide3_dot(u, w);
        q->a = wide3_dot(n, p) + k0 - less;
        q->b = nu * wide3_dot(u, v);
        q->c = wide3_dot(n, w) - k0;
        q->d = wide3_dot(n, v) - q->b;
        q->e = wide3_dot(x, w);
        q->f = wide3_dot(x, v);
        return;
    }
    const double k0 = nu * wide3_dot(u, p);
    q->a = wide3_dot(n, w) + k0 - less;
    q->b = wide3_dot(n, v);
    q->c = wide3_dot(n, p) - k0;
    q->d = q->f = 0;
    q->e = wide3_dot(n, wide3_cross(u, p));
}

static void swing_at(const swing *q, double h, double sine, double cosine, course *f)
{
    const double c = q->c + q->d * h, e = q->e + q->f * h, rate = q->rate;
    f->at = q->a + q->b * h + c * cosine + e * sine;
    f->slope = q->b + q->d * cosine + q->f * sine + rate * (e * cosine - c * sine);
    f->bend = 2 * rate * (q->f * cosine - q->d * sine) - rate * rate * (c * cosine + e * sine);
    f->jerk = -rate * rate * (3 * (q->d * cosine + q->f * sine) + rate * (e * cosine - c * sine));
}

static double swung(const motion3_sides *s, const motion3_look *l, double less, double end)
{
    enum { STEPS = 4 };
    swing q;
    course f;
    if (s->turns_b)
        set_swing(s, l, 1, less, &q);
    else
        set_swing(s, l, 0, less, &q);
    swing_at(&q, 0, 0, 1, &f);
    double h = way_to_zero(&f);
    for (int i = 0; i < STEPS && l->time + h > 0 && l->time + h <= end; i++) {
        double sine, cosine, before = h;
        flr_sine_cosine(q.rate * h, &sine, &cosine);
        swing_at(&q, h, sine, cosine, &f);
        h += way_to_zero(&f);
        if (fabs(h - before) <= 1e-4 * fabs(before)) break;
    }
    return l->time + h;
}

double flr_motion3_when(const motion3_sides *s, const motion3_look *l, double aim, double end)
{
    const double less = aim + l->length * s->error;
    if (s->turns_a != s->turns_b) return swung(s, l, less, end);
    course f;
    set_course(s, l, less, &f);
    return l->time + way_to_zero(&f);
}
