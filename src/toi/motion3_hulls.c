/// When two hulls that turn first touch. As they stand some time before, the features with which they would touch if they went straight
/// on as the points there move are found: they mostly are those that touch. The gap along the axis square to them is followed to where
/// it closes; there they are looked at again, and all that is told is proved of that axis and these features alone.
#include <math.h>

#include "convex/minkowski3.h"
#include "toi/motion3_quick.h"
#include "toi/motion3_ray.h"

#define INLINE static inline __attribute__((always_inline))

/// Of unit length: what stands still in the world, a's or b's normal, or an edge of each.
typedef struct hull_axis {
    motion3_frame frame;
    lanes3 directions;  ///< in world, or in the cores' own axes
} hull_axis;

INLINE lanes3 turned(const motion3_attitude *now, lanes3 l)
{
    const lanes3 *c = now->column;
    return (lanes3){l.x * c[0].x + l.y * c[1].x + l.z * c[2].x, l.x * c[0].y + l.y * c[1].y + l.z * c[2].y,
                    l.x * c[0].z + l.y * c[1].z + l.z * c[2].z};
}

INLINE lanes3 directions_at(const motion3_attitude *now, const hull_axis *x)
{
    return x->frame == MOTION3_WORLD ? x->directions : turned(now, x->directions);
}

INLINE double length_of(motion3_frame frame, dvec3 n) { return frame == MOTION3_EDGES ? dvec3_length(n) : 1; }

static inline void set_still(dvec3 n, hull_axis *x)
{
    x->frame = MOTION3_WORLD;
    x->directions = lanes3_of(n, n);
}

/// False of a needle.
static inline bool face_normal(const flr_hull3 *h, uint32_t i, uint32_t j, uint32_t k, dvec3 *n)
{
    const dvec3 p = hull3_vertex(h, i), e = dvec3_sub(hull3_vertex(h, j), p),
                f = dvec3_sub(hull3_vertex(h, k), p), c = dvec3_cross(e, f);
    const double ee = dvec3_dot(e, e), ff = dvec3_dot(f, f), area = dvec3_dot(c, c),
                 longer = ee > ff ? ee : ff;
    if (!(area > longer * longer * 1e-6)) return false;
    *n = dvec3_scale(1 / sqrt(area), c);
    return true;
}

static inline dvec3 unit_edge(const flr_hull3 *h, uint32_t i, uint32_t j)
{
    const dvec3 e = dvec3_sub(hull3_vertex(h, j), hull3_vertex(h, i));
    return dvec3_scale(1 / dvec3_length(e), e);
}

/// Square to the features, the way round along which b comes nearer at that speed. False where they are no face and corner, nor two
/// edges, or edges nearly parallel.
static bool set_square(const motion3_sides *s, const motion3_attitude *now, const motion3_points c[3],
                       dvec3 speed, hull_axis *x)
{
    const bool a1 = c[1].a != c[0].a, a2 = c[2].a != c[0].a, b1 = c[1].b != c[0].b, b2 = c[2].b != c[0].b;
    dvec3 n;
    lanes3 d;
    if (a1 && a2 && c[1].a != c[2].a) {
        if (b1 || b2 || !face_normal(s->hull_a, c[0].a, c[1].a, c[2].a, &n)) return false;
        x->frame = MOTION3_A;
        x->directions = lanes3_of(n, n);
    } else if (b1 && b2 && c[1].b != c[2].b) {
        if (a1 || a2 || !face_normal(s->hull_b, c[0].b, c[1].b, c[2].b, &n)) return false;
        x->frame = MOTION3_B;
        x->directions = lanes3_of(n, n);
    } else {
        x->frame = MOTION3_EDGES;
        x->directions = lanes3_of(unit_edge(s->hull_a, c[0].a, a1 ? c[1].a : c[2].a),
                                  unit_edge(s->hull_b, c[0].b, b1 ? c[1].b : c[2].b));
    }
    d = turned(now, x->directions);
    n = motion3_normal(x->frame, &d);
    if (x->frame == MOTION3_EDGES && !(dvec3_dot(n, n) > 1e-6)) return false;
    const double sign = dvec3_dot(n, speed) > 0 ? -1 : 1;
    if ((x->frame == MOTION3_A && !s->turns_a) || (x->frame == MOTION3_B && !s->turns_b)) {
        set_still(dvec3_scale(sign, n), x);
        return true;
    }
    x->directions = lanes3_scale((f64x2){sign, x->frame == MOTION3_EDGES ? 1 : sign}, x->directions);
    return true;
}

INLINE lanes3 points_at(const motion3_sides *s, const motion3_attitude *now, uint32_t i, uint32_t k)
{
    const flr_hull3 *a = s->hull_a, *b = s->hull_b;
    return motion3_carried(now, lanes3_of(hull3_vertex(a, i), hull3_vertex(b, k)));
}

/// How b moves past a between the two points.
INLINE dvec3 speed_of(const motion3_sides *s, lanes3 points)
{
    const lanes3 by_turn = lanes3_cross(s->spin, points);
    return dvec3_add(s->step, dvec3_sub(lanes3_b(by_turn), lanes3_a(by_turn)));
}

/// The vertices that lie farthest along n and against it, and where.
typedef struct extremes {
    motion3_points far;
    lanes3 points;
} extremes;

INLINE extremes extremes_along(const motion3_sides *s, const motion3_attitude *now, dvec3 n)
{
    const f64x2 x = {n.x, -n.x}, y = {n.y, -n.y}, z = {n.z, -n.z};
    const lanes3 *c = now->column;
    vertex3 w;
    pair3_find(s->hull_a, s->hull_b, c[0].x * x + c[0].y * y + c[0].z * z,
               c[1].x * x + c[1].y * y + c[1].z * z, c[2].x * x + c[2].y * y + c[2].z * z, &w);
    return (extremes){{w.id_a, w.id_b}, points_at(s, now, w.id_a, w.id_b)};
}

/// As that of a look.
INLINE double gap_between(const motion3_sides *s, const motion3_attitude *now, dvec3 n, double length,
                          lanes3 p)
{
    return dvec3_dot(n, dvec3_add(now->way, dvec3_sub(lanes3_b(p), lanes3_a(p)))) - length * s->error;
}

/// What is seen along an axis.
typedef struct sight {
    double gap, length;
    dvec3 normal;  ///< of that length
    motion3_points far;
    dvec3 speed;
} sight;

INLINE void look_along(const motion3_sides *s, const motion3_attitude *now, const hull_axis *x, sight *l)
{
    const lanes3 d = directions_at(now, x);
    l->normal = motion3_normal(x->frame, &d);
    l->length = length_of(x->frame, l->normal);
    const extremes e = extremes_along(s, now, l->normal);
    l->gap = gap_between(s, now, l->normal, l->length, e.points);
    l->far.a = e.far.a;
    l->far.b = e.far.b;
    l->speed = speed_of(s, e.points);
}

/// From a time to where the gap along the axis closes, or to the end. `near`: the points that lie nearest along it.
static bool go_on(const motion3_sides *s, const hull_axis *x, motion3_points near, double goal, double end,
                  motion3_attitude *now, sight *at)
{
    enum { LOOKS = 12 };
    for (int i = 0; i < LOOKS; i++) {
        motion3_look look;
        const lanes3 d = directions_at(now, x);
        flr_motion3_look_between(s, now, x->frame, &d, near, &look);
        const double next = flr_motion3_when(s, &look, 0.5 * goal * look.length, end);
        if (!(next > 0)) return false;
        flr_motion3_turn_to(s, next < end ? next : end, now);
        look_along(s, now, x, at);
        if (at->gap > 0 && (at->gap <= goal * at->length || now->time >= end)) return true;
        near = at->far;
    }
    return false;
}

/// Whether the corners of the triangle, as they are now, are no farther apart than what touches; and the middle between the surfaces there,
/// from what a's path moves.
INLINE bool touches(const motion3 *m, const motion3_sides *s, const motion3_attitude *now,
                    const motion3_points c[3], dvec3 *point)
{
    const lanes3 p = points_at(s, now, c[0].a, c[0].b), q = points_at(s, now, c[1].a, c[1].b),
                 r = points_at(s, now, c[2].a, c[2].b);
    const dvec3 x = dvec3_add(now->way, dvec3_sub(lanes3_b(p), lanes3_a(p))),
                y = dvec3_add(now->way, dvec3_sub(lanes3_b(q), lanes3_a(q))),
                z = dvec3_add(now->way, dvec3_sub(lanes3_b(r), lanes3_a(r))),
                n = dvec3_cross(dvec3_sub(y, x), dvec3_sub(z, x));
    const double part = 1 / dvec3_dot(n, n), of_x = dvec3_dot(n, dvec3_cross(y, z)) * part,
                 of_y = dvec3_dot(n, dvec3_cross(z, x)) * part, of_z = 1 - of_x - of_y;
    if (!((of_x >= 0) & (of_y >= 0) & (of_z >= 0))) return false;
    const dvec3 way = dvec3_add_scaled(dvec3_add_scaled(dvec3_scale(of_x, x), of_y, y), of_z, z);
    const double square = dvec3_dot(way, way), most = (double)(m->radii + m->touch),
                 more = (double)m->a.shape->radius - (double)m->b.shape->radius;
    if (!(square <= most * most)) return false;
    const dvec3 on_a = dvec3_add_scaled(dvec3_add_scaled(dvec3_scale(of_x, lanes3_a(p)), of_y, lanes3_a(q)),
                                        of_z, lanes3_a(r));
    *point = dvec3_add_scaled(on_a, more != 0 && square > 0 ? 0.5 * (1 + more / sqrt(square)) : 0.5, way);
    return true;
}

/// Proves by the gaps at two times, and by some between them, that all between is free.
static bool is_free(const motion3_sides *s, const hull_axis *x, double root, double from, double gap,
                    double to, double gap_to)
{
    enum { LOOKS = 6 };
    for (int i = 0;; i++) {
        const double rest = root * (to - from), reach = sqrt(gap), part = reach / rest;
        if (reach + sqrt(gap_to) >= rest) return true;
        if (i == LOOKS || !(part > 0.1)) return false;
        // so far, if the gap falls at an even rate; where that is far enough, from there to the end
        const double next = from + (part > 0.5 ? 1 - 0.9 * part * part : 1.3 * part) * (to - from);
        motion3_attitude then;
        sight there;
        flr_motion3_turn_to(s, next, &then);
        look_along(s, &then, x, &there);
        if (!(there.gap > 0 && reach + sqrt(there.gap) >= root * (next - from))) return false;
        from = next;
        gap = there.gap;
    }
}

/// From now on along one axis after another to where they touch, or the end: `at` is what is seen along the last one there, of which
/// nothing before has been proved.
static bool find_touch(const motion3 *m, const motion3_sides *s, double end, motion3_attitude *now, sight *at,
                       hull_axis *x, motion3_quick *q)
{
    enum { ROUNDS = 5 };
    motion3_ray r;
    dvec3 point;
    motion3_ray_end to = MOTION3_RAY_UNCLEAR;
    // where corners and edges are round, it may be these that touch
    const int rounds = m->radii > 0 ? 2 : ROUNDS;
    for (int i = 0; i < rounds; i++) {
        to = flr_motion3_ray(m, s, now, at->far, at->speed, &r);
        if (to == MOTION3_RAY_UNCLEAR) return false;
        if (to == MOTION3_RAY_PASSES) {
            set_still(r.axis, x);
        } else if (!set_square(s, now, r.corner, at->speed, x)) {
            return false;
        }
        if (!go_on(s, x, r.corner[0], (double)m->error, end, now, at)) return false;
        if (now->time >= end) return true;
        q->hit = to == MOTION3_RAY_ENTERS && touches(m, s, now, r.corner, &point);
        if (q->hit) {
            q->point = motion3_world(m, now->time, point);
            return true;
        }
    }
    q->near.count = to == MOTION3_RAY_ENTERS ? 3 : 0;
    for (uint32_t i = 0; i < q->near.count; i++) {
        q->near.a[i] = r.corner[i].a;
        q->near.b[i] = r.corner[i].b;
    }
    return true;
}

bool flr_motion3_hulls(const motion3 *m, const motion3_sides *s, double end, motion3_quick *q)
{
    motion3_attitude start, now;
    sight first, at;
    hull_axis x;
    q->t = 0;
    q->hit = false;
    q->near.count = 0;
    q->near.axis = flr_vec3_make(0, 0, 0);
    if (!s->hull_a || !s->hull_b) return false;
    // much rounder than that it is mostly corners and edges that touch
    if (8 * m->radii > m->a.around + m->b.around) return false;
    flr_motion3_turn_to(s, 0, &start);
    const dvec3 way = motion3_between(&start);
    const double apart = dvec3_length(way);
    if (!(apart > 0)) return false;
    set_still(dvec3_scale(1 / apart, way), &x);
    look_along(s, &start, &x, &at);
    // until the gap along the line from middle to middle closes about
    const double until = at.gap > 0 ? -at.gap / dvec3_dot(at.normal, at.speed) : 0;
    if (!(until >= 0 && until < end)) return false;
    flr_motion3_turn_to(s, until, &now);
    if (!find_touch(m, s, end, &now, &at, &x, q)) return false;
    const flr_vec3 normal = dvec3_round(dvec3_scale(1 / at.length, at.normal));
    look_along(s, &start, &x, &first);
    // what is so near at the start that it may count as touching is looked at more closely
    if (!(first.gap > (double)m->doubt * first.length) ||
        !is_free(s, &x, flr_motion3_root(m, x.frame, normal), 0, first.gap, now.time, at.gap)) {
        q->hit = false;
        q->near.count = 0;
        return false;
    }
    q->t = now.time;
    q->normal = normal;
    return q->hit || now.time >= end;
}
