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
    dvec3 at, first, second, third;
} turning3;

/// Of a vector that turns along with a shape.
static inline turning3 turning_of(dvec3 spin, dvec3 v)
{
    dvec3 first = dvec3_cross(spin, v), second = dvec3_cross(spin, first);
    return (turning3){v, first, second, dvec3_cross(spin, second)};
}

/// The product of two that turn.
static inline turning3 product(const turning3 *e, const turning3 *f)
{
    const dvec3 bend = dvec3_add(dvec3_cross(e->second, f->at), dvec3_cross(e->at, f->second)),
                jerk = dvec3_add(dvec3_cross(e->third, f->at), dvec3_cross(e->at, f->third)),
                mixed = dvec3_add(dvec3_cross(e->second, f->first), dvec3_cross(e->first, f->second));
    return (turning3){
        dvec3_cross(e->at, f->at),
        dvec3_add(dvec3_cross(e->first, f->at), dvec3_cross(e->at, f->first)),
        dvec3_add_scaled(bend, 2, dvec3_cross(e->first, f->first)),
        dvec3_add_scaled(jerk, 3, mixed),
    };
}

/// The gap where both turn, less `aim`.
static void set_course(const motion3_sides *s, const motion3_look *l, double less, course *f)
{
    const lanes3 *d = &l->directions;
    const dvec3 zero = {0, 0, 0};
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
    dvec3 way = dvec3_add(l->way, dvec3_sub(lanes3_b(p), lanes3_a(p))),
          speed = dvec3_add(s->step, dvec3_sub(lanes3_b(first), lanes3_a(first))),
          rush = dvec3_sub(lanes3_b(second), lanes3_a(second)),
          jolt = dvec3_sub(lanes3_b(third), lanes3_a(third));
    f->at = dvec3_dot(n.at, way) - less;
    f->slope = dvec3_dot(n.first, way) + dvec3_dot(n.at, speed);
    f->bend = dvec3_dot(n.second, way) + 2 * dvec3_dot(n.first, speed) + dvec3_dot(n.at, rush);
    f->jerk = dvec3_dot(n.third, way) + 3 * (dvec3_dot(n.second, speed) + dvec3_dot(n.first, rush)) +
              dvec3_dot(n.at, jolt);
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
    const dvec3 u = {s->axis.x[k], s->axis.y[k], s->axis.z[k]};
    const dvec3 p = {l->point.x[k], l->point.y[k], l->point.z[k]},
                still = {l->point.x[1 - k], l->point.y[1 - k], l->point.z[1 - k]};
    const dvec3 w = dvec3_sub(dvec3_scale(sign, l->way), still), v = dvec3_scale(sign, s->step),
                n = dvec3_scale(sign, l->normal);
    q->rate = k ? s->angle_b : s->angle_a;
    if (l->frame == MOTION3_EDGES) {
        const dvec3 edge = {d->x[1 - k], d->y[1 - k], d->z[1 - k]}, g = {d->x[k], d->y[k], d->z[k]};
        const dvec3 z = dvec3_cross(w, edge), y = dvec3_cross(v, edge), r = dvec3_cross(g, p),
                    x = dvec3_cross(u, g);
        const double gu = dvec3_dot(g, u), k0 = gu * dvec3_dot(u, z),
                     k1 = dvec3_dot(edge, u) * dvec3_dot(u, r);
        q->a = k0 + k1 - less;
        q->b = gu * dvec3_dot(u, y);
        q->c = (dvec3_dot(g, z) - k0) + (dvec3_dot(edge, r) - k1);
        q->d = dvec3_dot(g, y) - q->b;
        q->e = dvec3_dot(x, z) + dvec3_dot(edge, dvec3_cross(u, r));
        q->f = dvec3_dot(x, y);
        return;
    }
    const double nu = dvec3_dot(n, u);
    if (l->frame == (k ? MOTION3_B : MOTION3_A)) {
        const dvec3 x = dvec3_cross(u, n);
        const double k0 = nu * dvec3_dot(u, w);
        q->a = dvec3_dot(n, p) + k0 - less;
        q->b = nu * dvec3_dot(u, v);
        q->c = dvec3_dot(n, w) - k0;
        q->d = dvec3_dot(n, v) - q->b;
        q->e = dvec3_dot(x, w);
        q->f = dvec3_dot(x, v);
        return;
    }
    const double k0 = nu * dvec3_dot(u, p);
    q->a = dvec3_dot(n, w) + k0 - less;
    q->b = dvec3_dot(n, v);
    q->c = dvec3_dot(n, p) - k0;
    q->d = q->f = 0;
    q->e = dvec3_dot(n, dvec3_cross(u, p));
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
