#include <math.h>

#include "math/unit.h"
#include "toi/motion3_core.h"

flr_real flr_mover3_extent_of_others(const mover3 *m, flr_vec3 d)
{
    const flr_convex3 *c = m->shape;
    switch (c->kind) {
    case FLR_CONVEX3_CORNERS:
        return c->count == 1 ? flr_dot3(m->corner[0], d) : mover3_points_reach(m->corner, c->count, d);
    case FLR_CONVEX3_POINTS:
        return mover3_points_reach(c->points, c->count, turn3_transposed(&m->axes, d));
    case FLR_CONVEX3_HULL:
        d = turn3_transposed(&m->axes, d);
        // up to some size a look at all costs less than a search
        if (c->hull->info.vertex_count <= 128) {
            const flr_hull3 *h = c->hull;
            return (flr_real)h->reach(h->x, h->y, h->z, h->padded_count, (double)d.x, (double)d.y,
                                      (double)d.z);
        }
        return flr_dot3(d, mover3_hull_point(c->hull, mover3_hull_vertex(c->hull, d)));
    default:
        return flr_dot3(d, mover3_support(m, d));
    }
}

/// How far a shape reaches from what its path moves.
static inline flr_real extent(const mover3 *m, flr_vec3 d)
{
    flr_real core = mover3_extent(m, d);
    return m->turn.angle > 0 ? flr_dot3(m->center, d) + core : core;
}

static inline flr_vec3 turned_back(const mover3 *m, turn3_angle by, flr_vec3 v)
{
    return m->turn.angle > 0 ? turn3_back(&m->turn, by, v) : v;
}

static inline flr_vec3 direction_at(const motion3 *m, const motion3_axis *x, const motion3_instant *now)
{
    switch (x->frame) {
    case MOTION3_A:
        return mover3_turned(&m->a, now->a, x->direction);
    case MOTION3_B:
        return mover3_turned(&m->b, now->b, x->direction);
    case MOTION3_EDGES:
        return flr_cross3(mover3_turned(&m->a, now->a, x->direction), mover3_turned(&m->b, now->b, x->edge));
    default:
        return x->direction;
    }
}

flr_vec3 flr_motion3_direction(const motion3 *m, const motion3_axis *x, const motion3_instant *now)
{
    return unit3_or_zero(direction_at(m, x, now));
}

flr_real flr_motion3_gap(const motion3 *m, const motion3_axis *x, const motion3_instant *now)
{
    flr_vec3 n = direction_at(m, x, now);
    flr_real length = x->frame == MOTION3_EDGES ? flr_length3(n) : 1;
    flr_real between = flr_dot3(n, flr_mul_add3(m->start, (flr_real)now->time, m->step));
    flr_real a = x->fixed_a ? x->extent_a : extent(&m->a, turned_back(&m->a, now->a, n));
    flr_real b = x->fixed_b ? x->extent_b : extent(&m->b, flr_neg3(turned_back(&m->b, now->b, n)));
    return between - a - b - length * (m->radii + m->error);
}

static double length(flr_vec3 v) { return (double)flr_length3(v); }

/// How fast the one turns against the other.
static double difference(const motion3 *m)
{
    flr_vec3 spin = flr_scale3((flr_real)m->a.turn.angle, m->a.turn.axis);
    return length(flr_mul_add3(spin, (flr_real)-m->b.turn.angle, m->b.turn.axis));
}

/// Along n, which stands still, a point y of a turning shape has n . y'' = -(w x n) . (w x y). Along an n that turns
/// at w with the one shape (`with`), all of that shape stands still; the way d between the two goes on at constant
/// velocity v, with n'' . d + 2 n' . v; and for the points y of the other, which turns at u, the first derivative is
/// ((w - u) x n) . y, the second ((w - u) x n') . y + ((w - u) x n) . (u x y).
static double bound_in_frame(const motion3 *m, motion3_frame frame, flr_vec3 n)
{
    double wa = m->a.turn.angle, wb = m->b.turn.angle;
    double tilt_a = wa * length(flr_cross3(m->a.turn.axis, n)),
           tilt_b = wb * length(flr_cross3(m->b.turn.axis, n));
    if (frame == MOTION3_WORLD) return wa * tilt_a * (double)m->a.arc + wb * tilt_b * (double)m->b.arc;
    bool is_a = frame == MOTION3_A;
    const mover3 *with = is_a ? &m->a : &m->b, *other = is_a ? &m->b : &m->a;
    double w = with->turn.angle, tilt = is_a ? tilt_a : tilt_b, u = other->turn.angle,
           against = difference(m);
    double tilted = against < tilt + u ? against : tilt + u;
    return tilt * (w * (double)m->apart + 2 * length(m->step)) + against * tilt * (double)other->reach +
           tilted * u * (double)other->arc;
}

/// Along the product of an edge e of a and an edge f of b, each of which turns with its shape: for the way between,
/// and the radii, by |(e x f)''| <= (u + w)^2 |e| |f|; for a point y of b, (e x f) . y = e . (f x y) with f x y fixed in
/// b, whose second derivative is below |w - u| (u + w) |e| |f| |y|; of a likewise.
static double bound_of_edges(const motion3 *m, double lengths)
{
    double w = m->a.turn.angle + m->b.turn.angle;
    double between = w * (double)(m->apart + m->radii + m->error) + 2 * length(m->step);
    return lengths * w * (between + difference(m) * (double)(m->a.reach + m->b.reach));
}

/// The slack covers the rounding of the bound, and of directions that are unit but for rounding.
static double half_root(double bound)
{
    return sqrt(bound / 2) * (sizeof(flr_real) == sizeof(float) ? 1.00001 : 1.000000001);
}

double flr_motion3_root(const motion3 *m, motion3_frame frame, flr_vec3 world)
{
    if (frame == MOTION3_EDGES) return half_root(bound_of_edges(m, 1));
    // what does not turn is world, only with a better bound
    bool turns = frame == MOTION3_A ? m->a.turn.angle > 0 : frame == MOTION3_B && m->b.turn.angle > 0;
    return half_root(bound_in_frame(m, turns ? frame : MOTION3_WORLD, world));
}

void flr_motion3_axis(const motion3 *m, motion3_frame frame, flr_vec3 world, const motion3_instant *now,
                      motion3_axis *x)
{
    // what does not turn is world, only with a better bound
    if ((frame == MOTION3_A ? m->a.turn.angle : m->b.turn.angle) == 0) frame = MOTION3_WORLD;
    flr_vec3 n = world;
    if (frame == MOTION3_A) n = turned_back(&m->a, now->a, world);
    if (frame == MOTION3_B) n = turned_back(&m->b, now->b, world);
    motion3_axis_begin(x, frame, n);
    x->root = half_root(bound_in_frame(m, frame, world));
}

void flr_motion3_fix(const motion3 *m, motion3_axis *x)
{
    x->fixed_a = x->frame == (m->a.turn.angle > 0 ? MOTION3_A : MOTION3_WORLD);
    x->fixed_b = x->frame == (m->b.turn.angle > 0 ? MOTION3_B : MOTION3_WORLD);
    if (x->fixed_a) x->extent_a = extent(&m->a, x->direction);
    if (x->fixed_b) x->extent_b = extent(&m->b, flr_neg3(x->direction));
}

static flr_vec3 either_way(flr_vec3 v, flr_vec3 like) { return flr_dot3(v, like) < 0 ? flr_neg3(v) : v; }

/// n less its part along the edge, at unit length.
static flr_vec3 square_to(flr_vec3 n, flr_vec3 edge)
{
    flr_real square = flr_length_squared3(edge);
    return square > 0 ? unit3_or_zero(flr_mul_add3(n, -flr_dot3(n, edge) / square, edge)) : n;
}

bool flr_motion3_edges(const motion3 *m, flr_vec3 along_a, flr_vec3 along_b, flr_vec3 n,
                       const motion3_instant *now, motion3_axis *x)
{
    flr_vec3 e = unit3_or_zero(along_a), f = unit3_or_zero(along_b), c = flr_cross3(e, f);
    flr_real sine = flr_length3(c);
    if (!(sine > (flr_real)1e-3)) return false;
    f = flr_scale3((flr_dot3(c, n) < 0 ? -1 : 1) / sine, f);
    if (m->a.turn.angle == 0 && m->b.turn.angle == 0) {
        flr_motion3_axis(m, MOTION3_WORLD, flr_cross3(e, f), now, x);
        return true;
    }
    motion3_axis_begin(x, MOTION3_EDGES, turned_back(&m->a, now->a, e));
    x->edge = turned_back(&m->b, now->b, f);
    x->root = half_root(bound_of_edges(m, 1 / (double)sine));
    return true;
}

void flr_motion3_feature_axis(const motion3 *m, flr_vec3 n, flr_real slack, const motion3_instant *now,
                              const flr_gjk3_cache *nearest, motion3_axis *x)
{
    uint32_t near_a = nearest->count > 0 ? nearest->a[0] : UINT32_MAX,
             near_b = nearest->count > 0 ? nearest->b[0] : UINT32_MAX;
    motion3_feature a = flr_motion3_feature(&m->a, turned_back(&m->a, now->a, n), slack, near_a);
    motion3_feature b = flr_motion3_feature(&m->b, flr_neg3(turned_back(&m->b, now->b, n)), slack, near_b);
    flr_vec3 along_a = mover3_turned(&m->a, now->a, a.along), along_b = mover3_turned(&m->b, now->b, b.along);
    if (a.kind == MOTION3_FACE)
        flr_motion3_axis(m, MOTION3_A, either_way(along_a, n), now, x);
    else if (b.kind == MOTION3_FACE)
        flr_motion3_axis(m, MOTION3_B, either_way(along_b, n), now, x);
    else if (a.kind == MOTION3_EDGE && b.kind == MOTION3_EDGE &&
             flr_motion3_edges(m, along_a, along_b, n, now, x))
        return;
    else if (a.kind == MOTION3_EDGE)
        flr_motion3_axis(m, MOTION3_A, square_to(n, along_a), now, x);
    else if (b.kind == MOTION3_EDGE)
        flr_motion3_axis(m, MOTION3_B, square_to(n, along_b), now, x);
    else
        flr_motion3_axis(m, MOTION3_WORLD, n, now, x);
}

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

bool flr_motion3_spanned_axis(const motion3 *m, const flr_gjk3_cache *c, const flr_vec3 a[3],
                              const flr_vec3 b[3], flr_vec3 n, const motion3_instant *now, motion3_axis *x)
{
    const flr_vec3 e1 = flr_sub3(a[1], a[0]), e2 = flr_sub3(a[2], a[0]), f1 = flr_sub3(b[1], b[0]),
                   f2 = flr_sub3(b[2], b[0]);
    const bool a1 = c->a[1] != c->a[0], a2 = c->a[2] != c->a[0], b1 = c->b[1] != c->b[0],
               b2 = c->b[2] != c->b[0];
    flr_vec3 normal;
    if (a1 && a2 && c->a[1] != c->a[2]) {
        if (b1 || b2 || !is_face(e1, e2, n, &normal)) return false;
        flr_motion3_axis(m, MOTION3_A, normal, now, x);
        return true;
    }
    if (b1 && b2 && c->b[1] != c->b[2]) {
        if (a1 || a2 || !is_face(f1, f2, n, &normal)) return false;
        flr_motion3_axis(m, MOTION3_B, normal, now, x);
        return true;
    }
    return flr_motion3_edges(m, a1 ? e1 : e2, b1 ? f1 : f2, n, now, x);
}
