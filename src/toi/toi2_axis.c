/// Poses along a path in the plane, gaps along an axis, and bounds on their derivatives.
#include <math.h>

#include "convex/support2.h"
#include "math/trigonometry.h"
#include "math/unit.h"
#include "toi/toi2.h"

flr_real flr_toi2_unit(double size)
{
    const double large = sizeof(flr_real) == sizeof(float) ? 0x1p40 : 0x1p200;
    return size > 1 / large && size < large ? 1 : unit_toward_one(size);
}

double flr_path2_size(const flr_path2 *path)
{
    const flr_vec2 *p = &path->from.position, *q = &path->to.position;
    return fmax(fmax(fabs((double)p->x), fabs((double)p->y)), fmax(fabs((double)q->x), fabs((double)q->y)));
}

flr_path2 flr_path2_scaled(const flr_path2 *path, flr_real unit)
{
    flr_path2 scaled = *path;
    scaled.from.position = flr_scale2(unit, path->from.position);
    scaled.to.position = flr_scale2(unit, path->to.position);
    return scaled;
}

flr_pose2 flr_path2_at(const flr_path2 *path, flr_real t)
{
    flr_pose2 pose;
    double s = (double)t, from = (double)path->from.angle;
    pose.angle = t >= 1 ? path->to.angle : (flr_real)(from + s * ((double)path->to.angle - from));
    pose.position = flr_point2_between(path->from.position, path->to.position, s);
    return pose;
}

flr_vec2 flr_pose2_point(flr_pose2 pose, flr_vec2 p)
{
    double sine, cosine, x = (double)p.x, y = (double)p.y;
    flr_sine_cosine((double)pose.angle, &sine, &cosine);
    return flr_vec2_make((flr_real)((double)pose.position.x + (cosine * x - sine * y)),
                         (flr_real)((double)pose.position.y + (sine * x + cosine * y)));
}

enum { MANY_CORNERS = 32 };

static double square_of(flr_vec2 p) { return (double)p.x * (double)p.x + (double)p.y * (double)p.y; }

/// Sets the corners of a shape that are tried one by one, and its reach.
static void reach_of(flr_mover2 *s)
{
    const flr_convex2 *c = s->shape;
    bool inside = c->kind == FLR_CONVEX2_CORNERS, by_user = c->kind == FLR_CONVEX2_USER;
    s->is_box = c->kind == FLR_CONVEX2_BOX;
    s->listed = by_user ? NULL : support2_points(c);
    s->count = by_user ? 0 : c->count;
    flr_real unit = 1;
    if (!inside && !by_user) (void)support2_upright(c, &unit);
    double most = 0;
    for (size_t i = 0; i < s->count; ++i) {
        double square = square_of(flr_scale2(unit, s->listed[i]));
        if (!(square <= most) && most == most) most = square;  // a NaN stays
    }
    s->reach = sqrt(most);
    if (inside) return;
    if (by_user) {  // radius of a box around it
        double x = 0, y = 0;
        for (int i = 0; i < 2; ++i) {
            flr_real sign = i ? (flr_real)1 : (flr_real)-1;
            x = fmax(x, fabs((double)flr_support2(c, flr_vec2_make(sign, 0)).x));
            y = fmax(y, fabs((double)flr_support2(c, flr_vec2_make(0, sign)).y));
        }
        s->reach = sqrt(x * x + y * y);
        return;
    }
    s->reach += flr_is_finite2(c->rotation) ? sqrt(square_of(c->center)) : (double)INFINITY;
    if (c->kind == FLR_CONVEX2_BOX) {
        for (int i = 0; i < 4; ++i)
            s->own[i] = flr_add2(c->center, support2_rotated(c->rotation, c->corners[i]));
        return;
    }
    bool posed = c->rotation.x != 1 || c->rotation.y != 0 || c->center.x != 0 || c->center.y != 0;
    if (posed || c->count > MANY_CORNERS) s->listed = NULL;
}

static flr_local2 direction_of(double angle)
{
    flr_local2 d;
    flr_sine_cosine(angle, &d.y, &d.x);
    return d;
}

static void follow_path(flr_mover2 *s, const flr_path2 *path)
{
    s->angle = (double)path->from.angle;
    s->turn = (double)path->to.angle - s->angle;
    s->first = direction_of(s->angle);
}

static void mover(flr_mover2 *s, const flr_convex2 *shape, const flr_path2 *path)
{
    s->shape = shape;
    s->radius = (double)shape->radius;
    follow_path(s, path);
    reach_of(s);
}

flr_local2 flr_mover2_far_support(const flr_mover2 *s, flr_local2 direction)
{
    flr_vec2 best = flr_support2(s->shape, flr_vec2_make((flr_real)direction.x, (flr_real)direction.y));
    flr_local2 p = {(double)best.x, (double)best.y};
    return p;
}

bool flr_toi2_start(flr_movers2 *m, const flr_convex2 *a, const flr_path2 *path_a, const flr_convex2 *b,
                    const flr_path2 *path_b, double target_distance)
{
    mover(&m->a, a, path_a);
    mover(&m->b, b, path_b);
    const flr_pose2 *p = &path_a->from, *q = &path_b->from, *r = &path_a->to, *s = &path_b->to;
    m->start.x = (double)p->position.x - (double)q->position.x;
    m->start.y = (double)p->position.y - (double)q->position.y;
    double ax = (double)r->position.x - (double)p->position.x,
           ay = (double)r->position.y - (double)p->position.y;
    double bx = (double)s->position.x - (double)q->position.x,
           by = (double)s->position.y - (double)q->position.y;
    m->way.x = ax - bx, m->way.y = ay - by;
    m->speed = sqrt(flr_local2_dot(m->way, m->way));
    m->radius = (double)a->radius + (double)b->radius + target_distance;
    double angle_a = fabs(m->a.angle) + fabs(m->a.turn), angle_b = fabs(m->b.angle) + fabs(m->b.turn);
    double size = m->a.reach * fmax(1, angle_a) + m->b.reach * fmax(1, angle_b) + m->radius +
                  (fabs(m->start.x) + fabs(m->start.y)) + (fabs(ax) + fabs(ay) + fabs(bx) + fabs(by));
    bool rounds = sizeof(flr_real) == 4 &&
                  (!flr_mover2_corners(&m->a) || !flr_mover2_corners(&m->b));  // support points are floats
    m->noise = size * (rounds ? 0x1p-22 : 0x1p-48);
    return isfinite(size);
}

/// The rotation at a time. It turns on from the start by a small angle as a rule, so no whole turns need to
/// be subtracted.
static flr_local2 direction_at(const flr_mover2 *s, double t)
{
    double angle = t * s->turn;
    return angle == 0 ? s->first : flr_turned2(s->first, direction_of(angle));
}

flr_local2 flr_toi2_turn_at(const flr_path2 *path, double t)
{
    flr_mover2 s;
    follow_path(&s, path);
    return direction_at(&s, t);
}

flr_instant2 flr_toi2_at(const flr_movers2 *m, double t)
{
    flr_instant2 at;
    at.t = t;
    at.turn_a = direction_at(&m->a, t);
    at.turn_b = direction_at(&m->b, t);
    at.place.x = m->start.x + t * m->way.x;
    at.place.y = m->start.y + t * m->way.y;
    return at;
}

double flr_toi2_gap(const flr_movers2 *m, const flr_axis2 *axis, const flr_instant2 *at)
{
    flr_local2 n = axis->direction, in_a = n, in_b = n;
    if (axis->frame == FLR_AXIS2_OF_A) n = flr_turned2(at->turn_a, n);
    if (axis->frame == FLR_AXIS2_OF_B) n = flr_turned2(at->turn_b, n);
    if (axis->frame != FLR_AXIS2_OF_A) in_a = flr_turned_back2(at->turn_a, n);
    if (axis->frame != FLR_AXIS2_OF_B) in_b = flr_turned_back2(at->turn_b, n);
    const flr_local2 back = {-in_b.x, -in_b.y};
    double a = flr_mover2_reach(&m->a, in_a), b = flr_mover2_reach(&m->b, back);
    return -b - a - flr_local2_dot(n, at->place) - m->radius;
}

/// The gap is n (q - p - place). q rotates with b at rate v, p with a at w, n with its frame, and `place`
/// moves straight.
flr_derivatives2 flr_toi2_derivatives(const flr_movers2 *m, const flr_axis2 *axis, const flr_instant2 *at,
                                      const flr_nearest2 *nearest)
{
    const double w = m->a.turn, v = m->b.turn;
    const flr_local2 p = flr_turned2(at->turn_a, nearest->a[0]), q = flr_turned2(at->turn_b, nearest->b[0]);
    flr_local2 n = axis->direction;
    double u = 0;
    if (axis->frame == FLR_AXIS2_OF_A) n = flr_turned2(at->turn_a, n), u = w;
    if (axis->frame == FLR_AXIS2_OF_B) n = flr_turned2(at->turn_b, n), u = v;
    // components along n and to its left; each vector rotates at its own rate minus that of n
    const double ap = flr_local2_dot(n, p), lp = flr_local2_cross(n, p), aq = flr_local2_dot(n, q),
                 lq = flr_local2_cross(n, q), al = flr_local2_dot(n, at->place),
                 ll = flr_local2_cross(n, at->place), aw = flr_local2_dot(n, m->way),
                 lw = flr_local2_cross(n, m->way), of_q = v - u, of_p = w - u;
    const double first = of_p * lp - of_q * lq - aw - u * ll;
    const double second = of_p * of_p * ap - of_q * of_q * aq + u * u * al - 2 * u * lw;
    const double third = of_q * of_q * of_q * lq - of_p * of_p * of_p * lp + u * u * (u * ll + 3 * aw);
    const flr_derivatives2 trend = {first, second / 2, third / 6};
    return trend;
}

static double larger_place(const flr_instant2 *from, const flr_instant2 *to)
{
    double p = flr_local2_dot(from->place, from->place), q = flr_local2_dot(to->place, to->place);
    return sqrt(p > q ? p : q);
}

/// A corner at distance r from its origin that rotates at rate w has the acceleration w^2 r; seen from a
/// frame that rotates at v, (w - v)^2 r. An origin at distance p that moves at speed u adds v^2 p + 2 v u.
double flr_toi2_second_derivative(const flr_movers2 *m, const flr_axis2 *axis, const flr_instant2 *from,
                                  const flr_instant2 *to)
{
    double w = m->a.turn, v = m->b.turn;
    if (axis->frame == FLR_AXIS2_WORLD) return w * w * m->a.reach + v * v * m->b.reach;
    bool of_a = axis->frame == FLR_AXIS2_OF_A;
    double turn = of_a ? w : v, reach = of_a ? m->b.reach : m->a.reach;
    double bend = (w - v) * (w - v) * reach;
    if (turn != 0) bend += turn * turn * larger_place(from, to) + 2 * fabs(turn) * m->speed;
    return bend;
}

static bool same(flr_local2 a, flr_local2 b) { return a.x == b.x && a.y == b.y; }

flr_axis2 flr_toi2_axis(const flr_movers2 *m, const flr_instant2 *at, const flr_nearest2 *nearest)
{
    bool edge_a = nearest->count == 2 && !same(nearest->a[0], nearest->a[1]);
    bool edge_b = nearest->count == 2 && !same(nearest->b[0], nearest->b[1]);
    flr_axis2 best = {FLR_AXIS2_WORLD, nearest->normal};
    double least = edge_a || edge_b ? INFINITY : flr_toi2_second_derivative(m, &best, at, at);
    const flr_axis2 of_a = {FLR_AXIS2_OF_A, flr_turned_back2(at->turn_a, nearest->normal)};
    const flr_axis2 of_b = {FLR_AXIS2_OF_B, flr_turned_back2(at->turn_b, nearest->normal)};
    if (edge_a || !edge_b) {
        double bend = flr_toi2_second_derivative(m, &of_a, at, at);
        if (bend < least) least = bend, best = of_a;
    }
    if (edge_b || !edge_a) {
        double bend = flr_toi2_second_derivative(m, &of_b, at, at);
        if (bend < least) best = of_b;
    }
    return best;
}
