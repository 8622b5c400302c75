/// The separation of two boxes or hulls along an axis, a lane for each shape, and the root of its gap in
/// time.
#include <math.h>

#include "convex/support3.h"
#include "math/trigonometry.h"
#include "toi/toi3_separation.h"

static inline void set_turning(toi3_turning *t, lanes3 axis, lanes3 v)
{
    t->still = lanes3_scale(lanes3_dot(v, axis), axis);
    t->across = (lanes3){v.x - t->still.x, v.y - t->still.y, v.z - t->still.z};
    t->beside = lanes3_cross(axis, v);
}

static inline lanes3 turned(const toi3_turning *t, f64x2 cosine, f64x2 sine)
{
    return (lanes3){t->still.x + (cosine * t->across.x + sine * t->beside.x),
                    t->still.y + (cosine * t->across.y + sine * t->beside.y),
                    t->still.z + (cosine * t->across.z + sine * t->beside.z)};
}

bool flr_toi3_sides_make(const toi3_pair *m, toi3_sides *s)
{
    const flr_convex3 *a = m->a.shape, *b = m->b.shape;
    const bool box_a = a->kind == FLR_CONVEX3_BOX, box_b = b->kind == FLR_CONVEX3_BOX;
    if (!box_a && a->kind != FLR_CONVEX3_HULL) return false;
    if (!box_b && b->kind != FLR_CONVEX3_HULL) return false;
    if (!((double)m->touch > 0x1p-150 && (double)m->touch < 0x1p100)) return false;
    s->hull_a = box_a ? NULL : a->hull;
    s->hull_b = box_b ? NULL : b->hull;
    s->angle_a = m->a.turn.angle;
    s->angle_b = m->b.turn.angle;
    s->turns_a = s->angle_a > 0;
    s->turns_b = s->angle_b > 0;
    s->axis = lanes3_of(dvec3_from(m->a.turn.axis), dvec3_from(m->b.turn.axis));
    s->spin = lanes3_scale((f64x2){s->angle_a, s->angle_b}, s->axis);
    s->half = lanes3_of(dvec3_from(a->half_extents), dvec3_from(b->half_extents));
    set_turning(&s->column[0], s->axis, lanes3_of(dvec3_from(m->a.axes.x), dvec3_from(m->b.axes.x)));
    set_turning(&s->column[1], s->axis, lanes3_of(dvec3_from(m->a.axes.y), dvec3_from(m->b.axes.y)));
    set_turning(&s->column[2], s->axis, lanes3_of(dvec3_from(m->a.axes.z), dvec3_from(m->b.axes.z)));
    set_turning(&s->center, s->axis, lanes3_of(dvec3_from(m->a.center), dvec3_from(m->b.center)));
    s->start = dvec3_from(m->start);
    s->step = dvec3_from(m->step);
    s->error = (double)(m->radii + m->error);
    return true;
}

void flr_toi3_pose_at(const toi3_sides *s, double t, toi3_pose *now)
{
    double sine_a = 0, cosine_a = 1, sine_b = 0, cosine_b = 1;
    if (s->turns_a && t > 0) flr_sine_cosine(t * s->angle_a, &sine_a, &cosine_a);
    if (s->turns_b && t > 0) flr_sine_cosine(t * s->angle_b, &sine_b, &cosine_b);
    const f64x2 cosine = {cosine_a, cosine_b}, sine = {sine_a, sine_b};
    now->time = t;
    now->cosine = cosine;
    now->sine = sine;
    for (int i = 0; i < 3; i++) now->column[i] = turned(&s->column[i], cosine, sine);
    now->center = turned(&s->center, cosine, sine);
    now->way = dvec3_add_scaled(s->start, t, s->step);
}

/// The half extent, negative if bit k of the number is set.
static inline double signed_half(double half, uint32_t id, int k)
{
    const i64x2 sign = {(int64_t)((uint64_t)(id >> k & 1) << 63), 0};
    return f64x2_xor((f64x2){half, 0}, sign)[0];
}

/// The vertex of a hull, or corner of a box, in the axes of the core.
static inline dvec3 local_point(const flr_hull3 *h, dvec3 half, uint32_t id)
{
    if (h) return hull3_vertex(h, id);
    return dvec3_make(signed_half(half.x, id, 0), signed_half(half.y, id, 1), signed_half(half.z, id, 2));
}

static inline uint32_t farthest(const flr_hull3 *h, dvec3 d)
{
    if (h) return hull3_farthest(h, d);
    return (uint32_t)(d.x < 0) | (uint32_t)(d.y < 0) << 1 | (uint32_t)(d.z < 0) << 2;
}

static inline lanes3 local_points(const toi3_sides *s, toi3_points p)
{
    return lanes3_of(local_point(s->hull_a, lanes3_a(s->half), p.a),
                     local_point(s->hull_b, lanes3_b(s->half), p.b));
}

/// Finds the support points of a along n and of b along -n, in the axes of the cores.
static inline lanes3 find_points(const toi3_sides *s, const toi3_pose *now, toi3_frame frame, dvec3 n,
                                 const toi3_separation *before, toi3_points *p)
{
    lanes3 d = lanes3_of(n, dvec3_neg(n));
    d = (lanes3){lanes3_dot(d, now->column[0]), lanes3_dot(d, now->column[1]), lanes3_dot(d, now->column[2])};
    if (!s->hull_a && !s->hull_b) {
        const i64x2 x = f64x2_signs(d.x), y = f64x2_signs(d.y), z = f64x2_signs(d.z);
        const uint32_t mx = f64x2_mask(x), my = f64x2_mask(y), mz = f64x2_mask(z);
        p->a = (mx & 1) | (my & 1) << 1 | (mz & 1) << 2;
        p->b = mx >> 1 | (my & 2) | (mz & 2) << 1;
        return (lanes3){f64x2_xor(s->half.x, x), f64x2_xor(s->half.y, y), f64x2_xor(s->half.z, z)};
    }
    const bool same_a = before && frame == (s->turns_a ? TOI3_A : TOI3_WORLD),
               same_b = before && frame == (s->turns_b ? TOI3_B : TOI3_WORLD);
    p->a = same_a ? before->far.a : farthest(s->hull_a, lanes3_a(d));
    p->b = same_b ? before->far.b : farthest(s->hull_b, lanes3_b(d));
    return local_points(s, *p);
}

/// Sets the separation along d between given points, each relative to the point that its path moves.
static inline void sample_between(const toi3_sides *s, const toi3_pose *now, toi3_frame frame,
                                  const lanes3 *d, dvec3 n, lanes3 p, toi3_separation *l)
{
    l->time = now->time;
    l->frame = frame;
    l->directions = *d;
    l->normal = n;
    l->way = now->way;
    l->length = frame == TOI3_EDGES ? dvec3_length(n) : 1;
    l->point = p;
    l->gap = dvec3_dot(n, dvec3_add(now->way, dvec3_sub(lanes3_b(p), lanes3_a(p)))) - l->length * s->error;
}

void flr_toi3_separation(const toi3_sides *s, const toi3_pose *now, toi3_frame frame, const lanes3 *d,
                         const toi3_separation *before, toi3_separation *l)
{
    const dvec3 n = toi3_normal(frame, d);
    const lanes3 local = find_points(s, now, frame, n, before, &l->far), p = toi3_at_poses(now, local);
    sample_between(s, now, frame, d, n, p, l);
}

void flr_toi3_separation_between(const toi3_sides *s, const toi3_pose *now, toi3_frame frame, const lanes3 *d,
                                 toi3_points far, toi3_separation *l)
{
    l->far.a = far.a;
    l->far.b = far.b;
    sample_between(s, now, frame, d, toi3_normal(frame, d), toi3_at_poses(now, local_points(s, far)), l);
}

void flr_toi3_vertex(const toi3_sides *s, const toi3_pose *now, toi3_points p, vertex3 *v)
{
    const lanes3 q = toi3_at_poses(now, local_points(s, p));
    v->x = q.x + (f64x2){0, now->way.x};
    v->y = q.y + (f64x2){0, now->way.y};
    v->z = q.z + (f64x2){0, now->way.z};
    v->id_a = p.a;
    v->id_b = p.b;
    vertex3_set_w(v);
}

/// Sets the pose of a core from its centre. The pose of a hull has the origin of its frame instead.
static inline void place_side(const mover3 *m, flr_mat3 axes, flr_vec3 center, flr_convex3 *placed)
{
    const flr_hull3 *hull = placed->kind == FLR_CONVEX3_HULL ? m->shape->hull : NULL;
    if (hull) center = flr_sub3(center, flr_mat3_mul(axes, hull->base));
    placed->axes = axes;
    placed->center = center;
}

void flr_toi3_move_sides(const toi3_pair *m, const toi3_pose *now, toi3_placed *placed)
{
    const lanes3 *c = now->column;
    const flr_mat3 a = {dvec3_round(lanes3_a(c[0])), dvec3_round(lanes3_a(c[1])),
                        dvec3_round(lanes3_a(c[2]))};
    const flr_mat3 b = {dvec3_round(lanes3_b(c[0])), dvec3_round(lanes3_b(c[1])),
                        dvec3_round(lanes3_b(c[2]))};
    placed->offset = dvec3_round(toi3_between(now));
    place_side(&m->a, a, flr_vec3_make(0, 0, 0), &placed->a);
    place_side(&m->b, b, placed->offset, &placed->b);
}

/// The value of a function of time, and its first three derivatives.
typedef struct course {
    double at, slope, bend, jerk;
} course;

/// Returns the time until the function is 0: the root of the parabola, improved by one step toward that of
/// the cubic.
static double time_to_zero(const course *f)
{
    const double inner = f->slope * f->slope - 2 * f->at * f->bend;
    if (!(inner >= 0)) return (double)INFINITY;
    const double root = sqrt(inner), later = root - f->slope;
    if (!(later > 0)) return (double)INFINITY;
    const double h = 2 * f->at / later, square = h * h * f->jerk;
    return h + square * h / (6 * root - 3 * square);
}

/// A vector that depends on time, and its derivatives.
typedef struct turning3 {
    dvec3 at, first, second, third;
} turning3;

/// The derivatives of a vector that rotates with a shape.
static inline turning3 turning_of(dvec3 spin, dvec3 v)
{
    dvec3 first = dvec3_cross(spin, v), second = dvec3_cross(spin, first);
    return (turning3){v, first, second, dvec3_cross(spin, second)};
}

/// The cross product of two such vectors, by the product rule.
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

/// The gap minus `less`, where both shapes may rotate.
static void set_course(const toi3_sides *s, const toi3_separation *l, double less, course *f)
{
    const lanes3 *d = &l->directions;
    const dvec3 zero = {0, 0, 0};
    turning3 n = {l->normal, zero, zero, zero};
    if (l->frame == TOI3_A) n = turning_of(lanes3_a(s->spin), l->normal);
    if (l->frame == TOI3_B) n = turning_of(lanes3_b(s->spin), l->normal);
    if (l->frame == TOI3_EDGES) {
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

/// The gap if only one shape rotates, at a time h after the sample: a + b h + (c + d h) cos(rate h) + (e + f
/// h) sin(rate h).
typedef struct swing {
    double rate, a, b, c, d, e, f;
} swing;

/// Sets these numbers, with the shape k that rotates (0 a, 1 b) in the place of b.
static inline __attribute__((always_inline)) void set_swing(const toi3_sides *s, const toi3_separation *l,
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
    if (l->frame == TOI3_EDGES) {
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
    if (l->frame == (k ? TOI3_B : TOI3_A)) {
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

static double root_of_swing(const toi3_sides *s, const toi3_separation *l, double less, double end)
{
    enum { STEPS = 4 };
    swing q;
    course f;
    if (s->turns_b)
        set_swing(s, l, 1, less, &q);
    else
        set_swing(s, l, 0, less, &q);
    swing_at(&q, 0, 0, 1, &f);
    double h = time_to_zero(&f);
    for (int i = 0; i < STEPS && l->time + h > 0 && l->time + h <= end; i++) {
        double sine, cosine, before = h;
        flr_sine_cosine(q.rate * h, &sine, &cosine);
        swing_at(&q, h, sine, cosine, &f);
        h += time_to_zero(&f);
        if (fabs(h - before) <= 1e-4 * fabs(before)) break;
    }
    return l->time + h;
}

double flr_toi3_gap_root(const toi3_sides *s, const toi3_separation *l, double aim, double end)
{
    const double less = aim + l->length * s->error;
    if (s->turns_a != s->turns_b) return root_of_swing(s, l, less, end);
    course f;
    set_course(s, l, less, &f);
    return l->time + time_to_zero(&f);
}

bool flr_toi3_advance(const toi3_pair *m, const toi3_sides *s, const toi3_axis *x, double end,
                      const toi3_separation *from, toi3_separation *at)
{
    enum { SAMPLES = 12 };
    const double goal = (double)m->error;
    const toi3_separation *last = from;
    toi3_pose now;
    if (!(from->gap > 0)) return false;
    for (int i = 0; i < SAMPLES; i++) {
        double next = flr_toi3_gap_root(s, last, 0.5 * goal, end);
        if (!(next > from->time)) return false;
        flr_toi3_pose_at(s, next < end ? next : end, &now);
        lanes3 d = toi3_directions(s, &now, x);
        flr_toi3_separation(s, &now, x->frame, &d, from, at);
        last = at;
        if (!(at->gap > 0 && (at->gap <= goal || now.time >= end))) continue;
        return sqrt(from->gap) + sqrt(at->gap) >= x->root * (at->time - from->time);
    }
    return false;
}

static inline flr_vec3 real_a(const vertex3 *v) { return dvec3_round(vertex3_a(v)); }
static inline flr_vec3 real_b(const vertex3 *v) { return dvec3_round(vertex3_b(v)); }

bool flr_toi3_simplex_axis(const toi3_pair *m, const toi3_sides *s, const toi3_pose *now,
                           const flr_gjk3_cache *c, flr_vec3 n, toi3_axis *x)
{
    if (c->count != 3) return false;
    const toi3_instant then = {
        now->time,
        {(flr_real)now->cosine[0], (flr_real)now->sine[0]},
        {(flr_real)now->cosine[1], (flr_real)now->sine[1]},
    };
    flr_vec3 a[3], b[3];
    for (int i = 0; i < 3; i++) {
        vertex3 v;
        flr_toi3_vertex(s, now, (toi3_points){c->a[i], c->b[i]}, &v);
        a[i] = real_a(&v);
        b[i] = real_b(&v);
    }
    return flr_toi3_spanned_axis(m, c, a, b, n, &then, x);
}

bool flr_toi3_simplex_touches(const toi3_pair *m, const toi3_sides *s, const toi3_pose *now,
                              const flr_gjk3_cache *c, flr_vec3 *point_a, flr_vec3 *point_b)
{
    if (c->count < 1 || c->count > 3) return false;
    simplex3 x;
    x.count = (int)c->count;
    for (int i = 0; i < x.count; i++) flr_toi3_vertex(s, now, (toi3_points){c->a[i], c->b[i]}, &x.v[i]);
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
