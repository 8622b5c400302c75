#include <math.h>

#include "math/unit3.h"
#include "sweep/motion3_core.h"

/// How far the core reaches from its centre along a direction. No point of it is asked for.
static flr_real extent(const mover3 *m, const flr_mat3 *r, flr_vec3 direction)
{
    return mover3_extent(m, turn3_transposed(r, direction));
}

/// The rotation at time t, in `own` where the shape turns.
static const flr_mat3 *rotation_at(const mover3 *m, double t, flr_mat3 *own)
{
    if (!(m->turn.angle > 0)) return &m->turn.start;
    *own = flr_turn3_at(&m->turn, t);
    return own;
}

static flr_vec3 direction_with(const motion3_axis *x, const flr_mat3 *ra, const flr_mat3 *rb)
{
    switch (x->frame) {
    case MOTION3_A:
        return flr_mat3_mul(*ra, x->direction);
    case MOTION3_B:
        return flr_mat3_mul(*rb, x->direction);
    case MOTION3_EDGES:
        return flr_cross3(flr_mat3_mul(*ra, x->direction), flr_mat3_mul(*rb, x->edge));
    default:
        return x->direction;
    }
}

flr_vec3 flr_motion3_direction(const motion3 *m, const motion3_axis *x, double t)
{
    flr_mat3 ra = flr_turn3_at(&m->a.turn, t), rb = flr_turn3_at(&m->b.turn, t);
    return unit3_or_zero(direction_with(x, &ra, &rb));
}

flr_real flr_motion3_gap(const motion3 *m, const motion3_axis *x, double t)
{
    flr_mat3 own_a, own_b;
    const flr_mat3 *ra = rotation_at(&m->a, t, &own_a), *rb = rotation_at(&m->b, t, &own_b);
    flr_vec3 n = direction_with(x, ra, rb);
    flr_real length = x->frame == MOTION3_EDGES ? flr_length3(n) : 1;
    flr_real between = flr_dot3(n, flr_motion3_offset(m, t, ra, rb));
    flr_real a = x->fixed_a ? x->extent_a : extent(&m->a, ra, n);
    flr_real b = x->fixed_b ? x->extent_b : extent(&m->b, rb, flr_neg3(n));
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

static motion3_axis in_frame(const motion3 *m, motion3_frame frame, flr_vec3 world, const flr_mat3 *ra,
                             const flr_mat3 *rb)
{
    motion3_axis x = {.frame = frame, .direction = world};
    // what does not turn is world, only with a better bound
    if ((frame == MOTION3_A ? m->a.turn.angle : m->b.turn.angle) == 0) x.frame = MOTION3_WORLD;
    if (x.frame == MOTION3_A) x.direction = turn3_transposed(ra, world);
    if (x.frame == MOTION3_B) x.direction = turn3_transposed(rb, world);
    x.root = half_root(bound_in_frame(m, x.frame, world));
    x.fixed_a = x.frame == (m->a.turn.angle > 0 ? MOTION3_A : MOTION3_WORLD);
    x.fixed_b = x.frame == (m->b.turn.angle > 0 ? MOTION3_B : MOTION3_WORLD);
    if (x.fixed_a) x.extent_a = extent(&m->a, ra, world);
    if (x.fixed_b) x.extent_b = extent(&m->b, rb, flr_neg3(world));
    return x;
}

motion3_axis flr_motion3_axis(const motion3 *m, motion3_frame frame, flr_vec3 world, double t)
{
    flr_mat3 ra = flr_turn3_at(&m->a.turn, t), rb = flr_turn3_at(&m->b.turn, t);
    return in_frame(m, frame, world, &ra, &rb);
}

static flr_vec3 either_way(flr_vec3 v, flr_vec3 like) { return flr_dot3(v, like) < 0 ? flr_neg3(v) : v; }

/// n less its part along the edge, at unit length.
static flr_vec3 square_to(flr_vec3 n, flr_vec3 edge)
{
    flr_real square = flr_length_squared3(edge);
    return square > 0 ? unit3_or_zero(flr_mul_add3(n, -flr_dot3(n, edge) / square, edge)) : n;
}

motion3_axis flr_motion3_feature_axis(const motion3 *m, flr_vec3 n, flr_real slack, const flr_mat3 *ra,
                                      const flr_mat3 *rb)
{
    motion3_feature a = flr_motion3_feature(&m->a, turn3_transposed(ra, n), slack);
    motion3_feature b = flr_motion3_feature(&m->b, turn3_transposed(rb, flr_neg3(n)), slack);
    flr_vec3 along_a = flr_mat3_mul(*ra, a.along), along_b = flr_mat3_mul(*rb, b.along);
    if (a.kind == MOTION3_FACE) return in_frame(m, MOTION3_A, either_way(along_a, n), ra, rb);
    if (b.kind == MOTION3_FACE) return in_frame(m, MOTION3_B, either_way(along_b, n), ra, rb);
    if (a.kind == MOTION3_EDGE && b.kind == MOTION3_EDGE) {
        flr_vec3 e = unit3_or_zero(along_a), f = unit3_or_zero(along_b), c = flr_cross3(e, f);
        flr_real sine = flr_length3(c);
        if (sine > (flr_real)1e-3) {
            bool turned = flr_dot3(c, n) < 0;
            flr_vec3 edge = flr_scale3((turned ? -1 : 1) / sine, f);
            motion3_axis x = {.frame = MOTION3_EDGES};
            x.direction = turn3_transposed(ra, e);
            x.edge = turn3_transposed(rb, edge);
            x.root = half_root(bound_of_edges(m, 1 / (double)sine));
            if (m->a.turn.angle > 0 || m->b.turn.angle > 0) return x;
            return in_frame(m, MOTION3_WORLD, flr_cross3(e, edge), ra, rb);
        }
    }
    if (a.kind == MOTION3_EDGE) return in_frame(m, MOTION3_A, square_to(n, along_a), ra, rb);
    if (b.kind == MOTION3_EDGE) return in_frame(m, MOTION3_B, square_to(n, along_b), ra, rb);
    return in_frame(m, MOTION3_WORLD, n, ra, rb);
}
