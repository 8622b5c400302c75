#include "sweep/motion3_boxes.h"

#include <math.h>

#include "convex/box_axes3.h"
#include "math/trigonometry.h"

/// Of a face of a (0 to 2), of b (3 to 5), or square to edge i of a and j of b (6 + 3 i + j).
enum { AXES = 15, LOOKS = 12 };

/// Three axes and the way to the centre, as they turn: still + cos across + sin beside.
typedef struct side {
    const turn3 *turn;
    bool turns;
    double half[3];
    wide3 spin, still[4], across[4], beside[4];
} side;

typedef struct boxes {
    const motion3 *m;
    side a, b;
    wide3 start, step;
    double error;
} boxes;

/// Where both are, around a's centre.
typedef struct pose {
    double time;
    wide3 a[4], b[4], way;  ///< from a's centre to b's
} pose;

/// How far apart they are along an axis.
typedef struct look {
    double time, gap, slope, bend, length;  ///< the gap, and its first two derivatives
    wide3 normal;                           ///< from a to b, of that length
    wide3 corner_a, corner_b;  ///< the farthest along it, each from its centre; of edges, their middles
} look;

static void make_side(side *s, const mover3 *m)
{
    const flr_vec3 v[4] = {m->axes.x, m->axes.y, m->axes.z, m->center};
    const wide3 axis = wide3_of(m->turn.axis);
    s->turn = &m->turn;
    s->turns = m->turn.angle > 0;
    s->spin = wide3_scale(m->turn.angle, axis);
    s->half[0] = (double)m->shape->half_extents.x;
    s->half[1] = (double)m->shape->half_extents.y;
    s->half[2] = (double)m->shape->half_extents.z;
    for (int i = 0; i < 4; i++) {
        const wide3 p = wide3_of(v[i]);
        s->still[i] = p;
        if (!s->turns) continue;
        s->still[i] = wide3_scale(wide3_dot(p, axis), axis);
        s->across[i] = wide3_sub(p, s->still[i]);
        s->beside[i] = wide3_cross(axis, p);
    }
}

static void turn_side(const side *s, double t, wide3 v[4])
{
    double sine = 0, cosine = 1;
    for (int i = 0; i < 4; i++) v[i] = s->still[i];
    if (!s->turns) return;
    if (t > 0) flr_sine_cosine(t * s->turn->angle, &sine, &cosine);
    for (int i = 0; i < 4; i++)
        v[i] = wide3_along(wide3_along(s->still[i], cosine, s->across[i]), sine, s->beside[i]);
}

static void pose_at(const boxes *s, double t, pose *p)
{
    p->time = t;
    turn_side(&s->a, t, p->a);
    turn_side(&s->b, t, p->b);
    p->way = wide3_add(wide3_along(s->start, t, s->step), wide3_sub(p->b[3], p->a[3]));
}

/// The axis along which they are farthest apart, or overlap least. Edges that are nearly parallel are left out.
static int widest(const boxes *s, const pose *p)
{
    box_axes3 f;
    double score[AXES];
    for (int i = 0; i < 3; i++) {
        f.half_a[i] = s->a.half[i];
        f.half_b[i] = s->b.half[i];
        f.way_a[i] = wide3_dot(p->way, p->a[i]);
        f.way_b[i] = wide3_dot(p->way, p->b[i]);
        for (int j = 0; j < 3; j++) {
            f.dot[i][j] = wide3_dot(p->a[i], p->b[j]);
            f.size[i][j] = fabs(f.dot[i][j]);
        }
    }
    for (int i = 0; i < 3; i++) {
        int i1 = i == 2 ? 0 : i + 1, i2 = i == 0 ? 2 : i - 1;
        double of_a = box_axes3_face_a(&f, i), of_b = box_axes3_face_b(&f, i);
        score[i] = of_a * fabs(of_a);
        score[3 + i] = of_b * fabs(of_b);
        for (int j = 0; j < 3; j++) {
            double square, gap = box_axes3_edges(&f, i, i1, i2, j, &square);
            score[6 + 3 * i + j] = square > 1e-6 ? gap * fabs(gap) / square : -(double)INFINITY;
        }
    }
    int best = 0;
    for (int k = 1; k < AXES; k++) best = score[k] > score[best] ? k : best;
    return best;
}

/// The farthest corner along n, and how far that is; of `edge` its middle.
static double reach(const wide3 axis[3], const double half[3], wide3 n, int edge, wide3 *corner)
{
    double most = 0;
    wide3 p = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        double along = wide3_dot(axis[i], n), by = along < 0 ? -half[i] : half[i];
        most += by * along;
        if (i != edge) p = wide3_along(p, by, axis[i]);
    }
    *corner = p;
    return most;
}

/// A vector that turns at a constant rate, and its first two derivatives.
typedef struct turning3 {
    wide3 at, first, second;
} turning3;

static turning3 turning_of(wide3 spin, wide3 v)
{
    wide3 first = wide3_cross(spin, v);
    return (turning3){v, first, wide3_cross(spin, first)};
}

/// The product of two that turn.
static turning3 product(const turning3 *e, const turning3 *f)
{
    return (turning3){
        wide3_cross(e->at, f->at),
        wide3_add(wide3_cross(e->first, f->at), wide3_cross(e->at, f->first)),
        wide3_along(wide3_add(wide3_cross(e->second, f->at), wide3_cross(e->at, f->second)), 2,
                    wide3_cross(e->first, f->first)),
    };
}

/// Along axis k, that way round.
static void look_along(const boxes *s, const pose *p, int k, double sign, look *l)
{
    const int i = k < 6 ? 3 : (k - 6) / 3, j = k < 6 ? 3 : (k - 6) % 3;
    turning3 n;
    l->length = 1;
    if (k < 3) {
        n = turning_of(s->a.spin, wide3_scale(sign, p->a[k]));
    } else if (k < 6) {
        n = turning_of(s->b.spin, wide3_scale(sign, p->b[k - 3]));
    } else {
        turning3 e = turning_of(s->a.spin, wide3_scale(sign, p->a[i])), f = turning_of(s->b.spin, p->b[j]);
        n = product(&e, &f);
        l->length = wide3_length(n.at);
    }
    double reach_a = reach(p->a, s->a.half, n.at, i, &l->corner_a),
           reach_b = reach(p->b, s->b.half, wide3_neg(n.at), j, &l->corner_b);
    turning3 a = turning_of(s->a.spin, wide3_add(p->a[3], l->corner_a)),
             b = turning_of(s->b.spin, wide3_add(p->b[3], l->corner_b));
    wide3 way = wide3_add(p->way, wide3_sub(l->corner_b, l->corner_a)),
          speed = wide3_add(s->step, wide3_sub(b.first, a.first)), rush = wide3_sub(b.second, a.second);
    l->time = p->time;
    l->normal = n.at;
    l->gap = wide3_dot(n.at, p->way) - reach_a - reach_b - s->error * l->length;
    l->slope = wide3_dot(n.first, way) + wide3_dot(n.at, speed);
    l->bend = wide3_dot(n.second, way) + 2 * wide3_dot(n.first, speed) + wide3_dot(n.at, rush);
}

/// The way round along which the centres lie apart.
static double sign_of(const pose *p, int k)
{
    double along = k < 3   ? wide3_dot(p->a[k], p->way)
                   : k < 6 ? wide3_dot(p->b[k - 3], p->way)
                           : wide3_dot(wide3_cross(p->a[(k - 6) / 3], p->b[(k - 6) % 3]), p->way);
    return along < 0 ? -1 : 1;
}

/// When the gap is likely `aim`, by its value and two derivatives; infinite where it does not come to that.
static double when_closed(const look *l, double aim)
{
    double rest = l->gap - aim, inner = l->slope * l->slope - 2 * rest * l->bend;
    if (!(inner >= 0)) return (double)INFINITY;
    double later = sqrt(inner) - l->slope;
    return later > 0 ? l->time + 2 * rest / later : (double)INFINITY;
}

/// Proves by both looks along one axis that all between is free.
static bool is_free(const boxes *s, int k, const look *p, const look *q)
{
    motion3_frame frame = k < 3 ? MOTION3_A : k < 6 ? MOTION3_B : MOTION3_EDGES;
    double root = flr_motion3_root(s->m, frame, wide3_to_real(q->normal));
    return p->gap > 0 && q->gap > 0 && sqrt(p->gap) + sqrt(q->gap) >= root * (q->time - p->time);
}

/// Is p, from the box's centre, over face `up` of it?
static bool is_over(const wide3 axis[3], const double half[3], int up, wide3 p, double slack)
{
    for (int i = 0; i < 3; i++)
        if (i != up && fabs(wide3_dot(axis[i], p)) > half[i] + slack) return false;
    return true;
}

/// Where the axis' corner and face, or edges, touch, from a's centre; false where the one does not lie over the other.
static bool touch_point(const boxes *s, const pose *p, int k, const look *l, flr_vec3 *point)
{
    const double slack = s->error / 4, half_gap = 0.5 * (l->gap + s->error);
    wide3 b = wide3_add(p->way, l->corner_b), at;
    if (k < 3) {
        if (!is_over(p->a, s->a.half, k, b, slack)) return false;
        at = wide3_along(b, -half_gap, l->normal);
    } else if (k < 6) {
        if (!is_over(p->b, s->b.half, k - 3, wide3_sub(l->corner_a, p->way), slack)) return false;
        at = wide3_along(l->corner_a, half_gap, l->normal);
    } else {
        const int i = (k - 6) / 3, j = (k - 6) % 3;
        wide3 u = p->a[i], v = p->b[j], way = wide3_sub(b, l->corner_a);
        double c = wide3_dot(u, v), du = wide3_dot(way, u), dv = wide3_dot(way, v), rest = 1 - c * c;
        double on_a = (du - c * dv) / rest, on_b = (c * du - dv) / rest;
        if (!(fabs(on_a) <= s->a.half[i] && fabs(on_b) <= s->b.half[j])) return false;
        wide3 x = wide3_along(l->corner_a, on_a, u), y = wide3_along(b, on_b, v);
        if (!(wide3_length(wide3_sub(y, x)) <= (double)s->m->touch)) return false;
        at = wide3_scale(0.5, wide3_add(x, y));
    }
    *point = wide3_to_real(at);
    return true;
}

static bool is_about(flr_real x, flr_real y)
{
    const flr_real few = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-6 : (flr_real)1e-15;
    return x >= y - few && x <= y + few;
}

/// A box, and upright.
static bool is_box(const flr_convex3 *c)
{
    if (c->kind != FLR_CONVEX3_BOX) return false;
    flr_vec3 x = c->axes.x, y = c->axes.y, z = c->axes.z;
    return is_about(flr_dot3(x, x), 1) && is_about(flr_dot3(y, y), 1) && is_about(flr_dot3(z, z), 1) &&
           is_about(flr_dot3(x, y), 0) && is_about(flr_dot3(y, z), 0) && is_about(flr_dot3(z, x), 0);
}

bool flr_motion3_boxes(const motion3 *m, double end, motion3_boxes_end *r)
{
    *r = (motion3_boxes_end){.t = 0};
    if (m->radii != 0 || !is_box(m->a.shape) || !is_box(m->b.shape)) return false;
    boxes s = {.m = m, .start = wide3_of(m->start), .step = wide3_of(m->step), .error = (double)m->error};
    make_side(&s.a, &m->a);
    make_side(&s.b, &m->b);
    pose first, now;
    look from, at;
    pose_at(&s, 0, &first);
    int k = widest(&s, &first);
    double sign = sign_of(&first, k);
    look_along(&s, &first, k, sign, &from);
    if (!(from.gap > (double)m->doubt * from.length)) return false;
    at = from;
    for (int i = 0; i < LOOKS; i++) {
        double next = when_closed(&at, 0.5 * s.error * at.length);
        if (!(next > 0)) return false;
        pose_at(&s, next < end ? next : end, &now);
        int other = i == 0 ? widest(&s, &now) : k;
        if (other != k) {
            k = other;
            sign = sign_of(&first, k);
            look_along(&s, &first, k, sign, &from);
            if (!(from.gap > 0)) return false;
        }
        look_along(&s, &now, k, sign, &at);
        if (at.gap > 0 && (at.gap <= s.error * at.length || now.time >= end)) break;
    }
    if (!is_free(&s, k, &from, &at)) return false;
    r->t = at.time;
    r->normal = wide3_to_real(wide3_scale(1 / at.length, at.normal));
    if (at.time >= end) return true;
    r->hit = at.gap <= s.error * at.length && touch_point(&s, &now, k, &at, &r->point);
    return r->hit;
}
