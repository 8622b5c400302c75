#include "toi/motion3_look.h"

#include <math.h>

#include "convex/support3.h"
#include "math/trigonometry.h"

static inline void set_turning(motion3_turning *t, lanes3 axis, lanes3 v)
{
    t->still = lanes3_scale(lanes3_dot(v, axis), axis);
    t->across = (lanes3){v.x - t->still.x, v.y - t->still.y, v.z - t->still.z};
    t->beside = lanes3_cross(axis, v);
}

static inline lanes3 turned(const motion3_turning *t, f64x2 cosine, f64x2 sine)
{
    return (lanes3){t->still.x + (cosine * t->across.x + sine * t->beside.x),
                    t->still.y + (cosine * t->across.y + sine * t->beside.y),
                    t->still.z + (cosine * t->across.z + sine * t->beside.z)};
}

bool flr_motion3_sides_make(const motion3 *m, motion3_sides *s)
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

void flr_motion3_turn_to(const motion3_sides *s, double t, motion3_attitude *now)
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

/// The half extent with the sign by bit k.
static inline double signed_half(double half, uint32_t id, int k)
{
    const i64x2 sign = {(int64_t)((uint64_t)(id >> k & 1) << 63), 0};
    return f64x2_xor((f64x2){half, 0}, sign)[0];
}

/// The vertex of a hull, or corner of a box, in the core's own axes.
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

static inline lanes3 local_points(const motion3_sides *s, motion3_points p)
{
    return lanes3_of(local_point(s->hull_a, lanes3_a(s->half), p.a),
                     local_point(s->hull_b, lanes3_b(s->half), p.b));
}

/// The farthest points along n and against it, in the cores' own axes.
static inline lanes3 find_points(const motion3_sides *s, const motion3_attitude *now, motion3_frame frame,
                                 dvec3 n, const motion3_look *before, motion3_points *p)
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
    const bool same_a = before && frame == (s->turns_a ? MOTION3_A : MOTION3_WORLD),
               same_b = before && frame == (s->turns_b ? MOTION3_B : MOTION3_WORLD);
    p->a = same_a ? before->far.a : farthest(s->hull_a, lanes3_a(d));
    p->b = same_b ? before->far.b : farthest(s->hull_b, lanes3_b(d));
    return local_points(s, *p);
}

/// Along d, between the points that lie farthest, each from what its path moves.
static inline void look_between(const motion3_sides *s, const motion3_attitude *now, motion3_frame frame,
                                const lanes3 *d, dvec3 n, lanes3 p, motion3_look *l)
{
    l->time = now->time;
    l->frame = frame;
    l->directions = *d;
    l->normal = n;
    l->way = now->way;
    l->length = frame == MOTION3_EDGES ? dvec3_length(n) : 1;
    l->point = p;
    l->gap = dvec3_dot(n, dvec3_add(now->way, dvec3_sub(lanes3_b(p), lanes3_a(p)))) - l->length * s->error;
}

void flr_motion3_look(const motion3_sides *s, const motion3_attitude *now, motion3_frame frame,
                      const lanes3 *d, const motion3_look *before, motion3_look *l)
{
    const dvec3 n = motion3_normal(frame, d);
    const lanes3 local = find_points(s, now, frame, n, before, &l->far), p = motion3_carried(now, local);
    look_between(s, now, frame, d, n, p, l);
}

void flr_motion3_look_between(const motion3_sides *s, const motion3_attitude *now, motion3_frame frame,
                              const lanes3 *d, motion3_points far, motion3_look *l)
{
    l->far.a = far.a;
    l->far.b = far.b;
    look_between(s, now, frame, d, motion3_normal(frame, d), motion3_carried(now, local_points(s, far)), l);
}

void flr_motion3_vertex(const motion3_sides *s, const motion3_attitude *now, motion3_points p, vertex3 *v)
{
    const lanes3 q = motion3_carried(now, local_points(s, p));
    v->x = q.x + (f64x2){0, now->way.x};
    v->y = q.y + (f64x2){0, now->way.y};
    v->z = q.z + (f64x2){0, now->way.z};
    v->id_a = p.a;
    v->id_b = p.b;
    vertex3_set_w(v);
}

/// The core's own centre where its path has carried it, of a hull the place of its frame.
static inline void place_side(const mover3 *m, flr_mat3 axes, flr_vec3 center, flr_convex3 *placed)
{
    const flr_hull3 *hull = placed->kind == FLR_CONVEX3_HULL ? m->shape->hull : NULL;
    if (hull) center = flr_sub3(center, flr_mat3_mul(axes, hull->base));
    placed->axes = axes;
    placed->center = center;
}

void flr_motion3_move_sides(const motion3 *m, const motion3_attitude *now, motion3_placed *placed)
{
    const lanes3 *c = now->column;
    const flr_mat3 a = {dvec3_round(lanes3_a(c[0])), dvec3_round(lanes3_a(c[1])),
                        dvec3_round(lanes3_a(c[2]))};
    const flr_mat3 b = {dvec3_round(lanes3_b(c[0])), dvec3_round(lanes3_b(c[1])),
                        dvec3_round(lanes3_b(c[2]))};
    placed->offset = dvec3_round(motion3_between(now));
    place_side(&m->a, a, flr_vec3_make(0, 0, 0), &placed->a);
    place_side(&m->b, b, placed->offset, &placed->b);
}
