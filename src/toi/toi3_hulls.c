/// Fast path for two hulls. From their poses at a time, a ray along the present relative velocity finds the
/// features that will probably touch, by the portals of Snethen ("XenoCollide", 2008) as in sweep3_search.h.
/// The gap along the axis perpendicular to these is advanced to its root, where they are tested again. The
/// ray is a guess; the axis and the features prove every result.
#include <math.h>

#include "convex/minkowski3.h"
#include "sweep/sweep3_search.h"
#include "toi/toi3_search.h"

#define INLINE static inline __attribute__((always_inline))

enum { STEPS_MAX = 32 };

/// A vertex of the Minkowski difference b - a in the frame of the ray (z runs along it), and the vertices of
/// a and b that make it.
typedef struct seen {
    double x, y, z;
    uint32_t id_a, id_b;
} seen;

/// Both hulls in the frame of the ray.
typedef struct view {
    const flr_hull3 *a, *b;
    pair3_lanes lanes;
    dvec3 x, y, z;  ///< the frame of the ray
    double least;   ///< a vertex is progress if it is farther by more than this
} view;

/// Brings both hulls into the frame of the ray.
INLINE void see(view *v, const toi3_pose *now)
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

/// A direction across the ray that leads from the corner or edge to the ray.
INLINE dvec3 outward(seen p, seen q, int count)
{
    const double x = q.x - p.x, y = q.y - p.y, sign = cross(p, q) >= 0 ? 1 : -1;
    return dvec3_make(count == 1 ? -p.x : -y * sign, count == 1 ? -p.y : x * sign, 0);
}

/// From a first corner, finds a triangle of the Minkowski difference that the ray passes, clockwise as seen
/// along the ray. Or the ray misses: t[0] is then the corner that it passes, and `n` the offset from there
/// to the ray. Directions that lean toward the start of the ray come first, as they find corners nearer to
/// where the ray enters.
INLINE toi3_ray_end surround(const view *v, seen p, seen t[3], dvec3 *n)
{
    const double lean[3] = {0, 1.2, 0.8};  // by the number of corners so far
    seen q = p;
    int count = 1;
    bool leaning = true;
    for (int steps = 0; steps < STEPS_MAX; steps++) {
        *n = outward(p, q, count);
        const seen w = farthest(v, dvec3_make(n->x, n->y, leaning ? -lean[count] * size(*n) : 0));
        const bool taken = along(*n, w) - along(*n, p) > v->least * size(*n);
        int part = 0;
        if (count == 1) {
            part = taken ? sweep3_nearest_part(p.x, p.y, w.x, w.y) : 0;
        } else if (taken) {
            const double of_p = cross(q, w), of_q = cross(w, p), area = of_p + of_q + cross(p, q);
            const bool p_in = (of_p > 0) == (area > 0), q_in = (of_q > 0) == (area > 0);
            if (p_in & q_in) {
                t[0] = p;
                t[1] = area < 0 ? q : w;
                t[2] = area < 0 ? w : q;
                return TOI3_RAY_ENTERS;
            }
            if (p_in != q_in) part = sweep3_nearest_part(p_in ? p.x : q.x, p_in ? p.y : q.y, w.x, w.y);
            if (part > 0 && !p_in) p = q;
        }
        if (part == 0 && !leaning) {
            t[0] = w;
            return along(*n, w) < -v->least * size(*n) ? TOI3_RAY_PASSES : TOI3_RAY_UNCLEAR;
        }
        leaning = part > 0;
        if (part == 1) p = w;
        if (part > 0) {
            q = w;
            count = part;
        }
    }
    return TOI3_RAY_UNCLEAR;
}

/// From a triangle that the ray passes, finds the triangle through which it enters the difference. Corners
/// stay in place and their numbers change, as no branch could predict which one leaves.
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
        // seen from the new corner, the ray leaves the triangle between the two that stay
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

INLINE toi3_points points_of(const seen *p) { return (toi3_points){p->id_a, p->id_b}; }

/// Casts b past a at `speed` from their present poses. `near`: a pair of vertices to begin with, the nearest
/// along some axis.
static toi3_ray_end cast_ray(const toi3_pair *m, const toi3_sides *s, const toi3_pose *now, toi3_points near,
                             dvec3 speed, toi3_ray *r)
{
    view v;
    seen room[STEPS_MAX + 3];
    int at[3];
    dvec3 n;
    const double pace = dvec3_length(speed);
    if (!(pace > 0)) return TOI3_RAY_UNCLEAR;
    v.a = s->hull_a;
    v.b = s->hull_b;
    v.least = 4 * (double)m->error;
    v.z = dvec3_scale(-1 / pace, speed);
    dvec3_frame_around(v.z, &v.x, &v.y);
    see(&v, now);
    vertex3 first = {.id_a = near.a, .id_b = near.b};
    pair3_place(&v.lanes, v.a, v.b, &first);
    const toi3_ray_end end = surround(&v, seen_of(&first), room, &n);
    if (end == TOI3_RAY_PASSES) {
        const double length = sqrt(n.x * n.x + n.y * n.y);
        r->axis = dvec3_add_scaled(dvec3_scale(-n.x / length, v.x), -n.y / length, v.y);
        r->corner[0] = points_of(&room[0]);
    }
    if (end != TOI3_RAY_ENTERS) return end;
    if (!pierce(&v, room, at)) return TOI3_RAY_UNCLEAR;
    for (int i = 0; i < 3; i++) r->corner[i] = points_of(&room[at[i]]);
    return end;
}

/// An axis by unit vectors: one fixed in world, a's or b's normal, or an edge of each.
typedef struct hull_axis {
    toi3_frame frame;
    lanes3 directions;  ///< in world, or in the axes of the cores
} hull_axis;

INLINE lanes3 turned(const toi3_pose *now, lanes3 l)
{
    const lanes3 *c = now->column;
    return (lanes3){l.x * c[0].x + l.y * c[1].x + l.z * c[2].x, l.x * c[0].y + l.y * c[1].y + l.z * c[2].y,
                    l.x * c[0].z + l.y * c[1].z + l.z * c[2].z};
}

INLINE lanes3 directions_at(const toi3_pose *now, const hull_axis *x)
{
    return x->frame == TOI3_WORLD ? x->directions : turned(now, x->directions);
}

INLINE double length_of(toi3_frame frame, dvec3 n) { return frame == TOI3_EDGES ? dvec3_length(n) : 1; }

static inline void set_still(dvec3 n, hull_axis *x)
{
    x->frame = TOI3_WORLD;
    x->directions = lanes3_of(n, n);
}

/// The unit normal of three vertices; false if their triangle is thin.
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

/// Makes the axis perpendicular to the features, with the sign along which b approaches. False if they are
/// neither a face and a corner nor two edges, or if the edges are nearly parallel.
static bool set_perpendicular(const toi3_sides *s, const toi3_pose *now, const toi3_points c[3], dvec3 speed,
                              hull_axis *x)
{
    const bool a1 = c[1].a != c[0].a, a2 = c[2].a != c[0].a, b1 = c[1].b != c[0].b, b2 = c[2].b != c[0].b;
    dvec3 n;
    lanes3 d;
    if (a1 && a2 && c[1].a != c[2].a) {
        if (b1 || b2 || !face_normal(s->hull_a, c[0].a, c[1].a, c[2].a, &n)) return false;
        x->frame = TOI3_A;
        x->directions = lanes3_of(n, n);
    } else if (b1 && b2 && c[1].b != c[2].b) {
        if (a1 || a2 || !face_normal(s->hull_b, c[0].b, c[1].b, c[2].b, &n)) return false;
        x->frame = TOI3_B;
        x->directions = lanes3_of(n, n);
    } else {
        x->frame = TOI3_EDGES;
        x->directions = lanes3_of(unit_edge(s->hull_a, c[0].a, a1 ? c[1].a : c[2].a),
                                  unit_edge(s->hull_b, c[0].b, b1 ? c[1].b : c[2].b));
    }
    d = turned(now, x->directions);
    n = toi3_normal(x->frame, &d);
    if (x->frame == TOI3_EDGES && !(dvec3_dot(n, n) > 1e-6)) return false;
    const double sign = dvec3_dot(n, speed) > 0 ? -1 : 1;
    if ((x->frame == TOI3_A && !s->turns_a) || (x->frame == TOI3_B && !s->turns_b)) {
        set_still(dvec3_scale(sign, n), x);
        return true;
    }
    x->directions = lanes3_scale((f64x2){sign, x->frame == TOI3_EDGES ? 1 : sign}, x->directions);
    return true;
}

INLINE lanes3 points_at(const toi3_sides *s, const toi3_pose *now, uint32_t i, uint32_t k)
{
    const flr_hull3 *a = s->hull_a, *b = s->hull_b;
    return toi3_at_poses(now, lanes3_of(hull3_vertex(a, i), hull3_vertex(b, k)));
}

/// The velocity of b against a between the two points.
INLINE dvec3 speed_of(const toi3_sides *s, lanes3 points)
{
    const lanes3 by_turn = lanes3_cross(s->spin, points);
    return dvec3_add(s->step, dvec3_sub(lanes3_b(by_turn), lanes3_a(by_turn)));
}

/// The support vertices of a along n and of b along -n, and their places.
typedef struct extremes {
    toi3_points far;
    lanes3 points;
} extremes;

INLINE extremes extremes_along(const toi3_sides *s, const toi3_pose *now, dvec3 n)
{
    const f64x2 x = {n.x, -n.x}, y = {n.y, -n.y}, z = {n.z, -n.z};
    const lanes3 *c = now->column;
    vertex3 w;
    pair3_find(s->hull_a, s->hull_b, c[0].x * x + c[0].y * y + c[0].z * z,
               c[1].x * x + c[1].y * y + c[1].z * z, c[2].x * x + c[2].y * y + c[2].z * z, &w);
    return (extremes){{w.id_a, w.id_b}, points_at(s, now, w.id_a, w.id_b)};
}

/// The gap between two points along n, as flr_toi3_separation computes it.
INLINE double gap_between(const toi3_sides *s, const toi3_pose *now, dvec3 n, double length, lanes3 p)
{
    return dvec3_dot(n, dvec3_add(now->way, dvec3_sub(lanes3_b(p), lanes3_a(p)))) - length * s->error;
}

/// The separation along an axis, and the relative velocity of its points.
typedef struct separation_sample {
    double gap, length;
    dvec3 normal;  ///< not normalised
    toi3_points far;
    dvec3 speed;
} separation_sample;

INLINE void sample_along(const toi3_sides *s, const toi3_pose *now, const hull_axis *x, separation_sample *l)
{
    const lanes3 d = directions_at(now, x);
    l->normal = toi3_normal(x->frame, &d);
    l->length = length_of(x->frame, l->normal);
    const extremes e = extremes_along(s, now, l->normal);
    l->gap = gap_between(s, now, l->normal, l->length, e.points);
    l->far.a = e.far.a;
    l->far.b = e.far.b;
    l->speed = speed_of(s, e.points);
}

/// Advances to where the gap along the axis closes, or to the end, without proof. `near`: the points nearest
/// along it.
static bool go_on(const toi3_sides *s, const hull_axis *x, toi3_points near, double goal, double end,
                  toi3_pose *now, separation_sample *at)
{
    enum { SAMPLES = 12 };
    for (int i = 0; i < SAMPLES; i++) {
        toi3_separation sample;
        const lanes3 d = directions_at(now, x);
        flr_toi3_separation_between(s, now, x->frame, &d, near, &sample);
        const double next = flr_toi3_gap_root(s, &sample, 0.5 * goal * sample.length, end);
        if (!(next > 0)) return false;
        flr_toi3_pose_at(s, next < end ? next : end, now);
        sample_along(s, now, x, at);
        if (at->gap > 0 && (at->gap <= goal * at->length || now->time >= end)) return true;
        near = at->far;
    }
    return false;
}

/// Do the features of the triangle touch now? Also sets the midpoint between the surfaces there, relative to
/// the point that a's path moves.
INLINE bool touches(const toi3_pair *m, const toi3_sides *s, const toi3_pose *now, const toi3_points c[3],
                    dvec3 *point)
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

/// Proves by the gaps at two times, and by some between, that all times between are free.
static bool is_free(const toi3_sides *s, const hull_axis *x, double root, double from, double gap, double to,
                    double gap_to)
{
    enum { SAMPLES = 6 };
    for (int i = 0;; i++) {
        const double rest = root * (to - from), reach = sqrt(gap), part = reach / rest;
        if (reach + sqrt(gap_to) >= rest) return true;
        if (i == SAMPLES || !(part > 0.1)) return false;
        // as far as a linearly falling gap can be proved; if that is more than half, so far that the rest
        // can be proved in one step
        const double next = from + (part > 0.5 ? 1 - 0.9 * part * part : 1.3 * part) * (to - from);
        toi3_pose then;
        separation_sample there;
        flr_toi3_pose_at(s, next, &then);
        sample_along(s, &then, x, &there);
        if (!(there.gap > 0 && reach + sqrt(there.gap) >= root * (next - from))) return false;
        from = next;
        gap = there.gap;
    }
}

/// Advances along one axis after another to a touch or to the end. `at`: the separation along the last axis
/// there. The time before it is not yet proved free.
static bool find_touch(const toi3_pair *m, const toi3_sides *s, double end, toi3_pose *now,
                       separation_sample *at, hull_axis *x, toi3_fast *q)
{
    enum { ROUNDS = 5 };  // the last features are kept for the search to start from
    toi3_ray r;
    dvec3 point;
    toi3_ray_end to = TOI3_RAY_UNCLEAR;
    // round corners and edges may touch at other features
    const int rounds = m->radii > 0 ? 2 : ROUNDS;
    for (int i = 0; i < rounds; i++) {
        to = cast_ray(m, s, now, at->far, at->speed, &r);
        if (to == TOI3_RAY_UNCLEAR) return false;
        if (to == TOI3_RAY_PASSES) {
            set_still(r.axis, x);
        } else if (!set_perpendicular(s, now, r.corner, at->speed, x)) {
            return false;
        }
        if (!go_on(s, x, r.corner[0], (double)m->error, end, now, at)) return false;
        if (now->time >= end) return true;
        q->hit = to == TOI3_RAY_ENTERS && touches(m, s, now, r.corner, &point);
        if (q->hit) {
            q->point = toi3_world(m, now->time, point);
            return true;
        }
    }
    q->near.count = to == TOI3_RAY_ENTERS ? 3 : 0;
    for (uint32_t i = 0; i < q->near.count; i++) {
        q->near.a[i] = r.corner[i].a;
        q->near.b[i] = r.corner[i].b;
    }
    return true;
}

bool flr_toi3_hulls(const toi3_pair *m, const toi3_sides *s, double end, toi3_fast *q)
{
    toi3_pose start, now;
    separation_sample first, at;
    hull_axis x;
    q->t = 0;
    q->hit = false;
    q->near.count = 0;
    q->near.axis = flr_vec3_make(0, 0, 0);
    if (!s->hull_a || !s->hull_b) return false;
    // with large radii mainly corners and edges touch
    if (8 * m->radii > m->a.around + m->b.around) return false;
    flr_toi3_pose_at(s, 0, &start);
    const dvec3 way = toi3_between(&start);
    const double apart = dvec3_length(way);
    if (!(apart > 0)) return false;
    set_still(dvec3_scale(1 / apart, way), &x);
    sample_along(s, &start, &x, &at);
    // estimate when the gap along the line between the centres closes
    const double until = at.gap > 0 ? -at.gap / dvec3_dot(at.normal, at.speed) : 0;
    if (!(until >= 0 && until < end)) return false;
    flr_toi3_pose_at(s, until, &now);
    if (!find_touch(m, s, end, &now, &at, &x, q)) return false;
    const flr_vec3 normal = dvec3_round(dvec3_scale(1 / at.length, at.normal));
    sample_along(s, &start, &x, &first);
    // shapes that may already count as touching at the start need the exact distance
    if (!(first.gap > (double)m->doubt * first.length) ||
        !is_free(s, &x, flr_toi3_root(m, x.frame, normal), 0, first.gap, now.time, at.gap)) {
        q->hit = false;
        q->near.count = 0;
        return false;
    }
    q->t = now.time;
    q->normal = normal;
    return q->hit || now.time >= end;
}
