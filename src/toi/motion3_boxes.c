#include "toi/motion3_quick.h"

#include <math.h>

/// Axes by their numbers: a face of a (0 to 2), of b (3 to 5), or square to edge i of a and j of b (6 + 3 i + j).
enum { PAIRS = 10 };

/// Those of each pair of lanes below: of a's in the order 0 and 1, or 2 and 0 again.
static const signed char numbers[PAIRS][2] = {{0, 1},  {2, 0},  {3, 4},  {5, 5},  {6, 9},
                                              {12, 6}, {7, 10}, {13, 7}, {8, 11}, {14, 8}};

/// x |x|: in the order of x.
static inline wide_lanes squared(wide_lanes x) { return x * wide_magnitude(x); }

/// The axis along which they are farthest apart, or overlap least (Gottschalk, Lin and Manocha, "OBBTree", 1996). Edges that are
/// nearly parallel are left out. Two axes at once, gaps compared by their squares.
static int widest(const motion3_sides *s, const motion3_attitude *now)
{
    const lanes3 *v = now->column;
    const wide3 from = motion3_between(now);
    const lanes3 a01 = {{v[0].x[0], v[1].x[0]}, {v[0].y[0], v[1].y[0]}, {v[0].z[0], v[1].z[0]}},
                 a20 = {{v[2].x[0], v[0].x[0]}, {v[2].y[0], v[0].y[0]}, {v[2].z[0], v[0].z[0]}},
                 b01 = {{v[0].x[1], v[1].x[1]}, {v[0].y[1], v[1].y[1]}, {v[0].z[1], v[1].z[1]}},
                 b22 = {wide_all(v[2].x[1]), wide_all(v[2].y[1]), wide_all(v[2].z[1])},
                 way = {wide_all(from.x), wide_all(from.y), wide_all(from.z)};
    const wide_lanes half_a01 = {s->half.x[0], s->half.y[0]}, half_a20 = {s->half.z[0], s->half.x[0]},
                     half_a12 = {s->half.y[0], s->half.z[0]};
    const wide_lanes half_b[3] = {wide_all(s->half.x[1]), wide_all(s->half.y[1]), wide_all(s->half.z[1])};
    const wide_lanes way01 = lanes3_dot(a01, way), way20 = lanes3_dot(a20, way), way12 = {way01[1], way20[0]};
    wide_lanes score[PAIRS], size01[3], size20[3], size12[3], dot01[3], dot20[3], dot12[3];
    wide_lanes reach01 = half_a01, reach20 = half_a20, reach_b[3];
    for (int j = 0; j < 3; j++) {
        const lanes3 b = {wide_all(v[j].x[1]), wide_all(v[j].y[1]), wide_all(v[j].z[1])};
        dot01[j] = lanes3_dot(a01, b);
        dot20[j] = lanes3_dot(a20, b);
        dot12[j] = (wide_lanes){dot01[j][1], dot20[j][0]};
        size01[j] = wide_magnitude(dot01[j]);
        size20[j] = wide_magnitude(dot20[j]);
        size12[j] = wide_magnitude(dot12[j]);
        reach01 += half_b[j] * size01[j];
        reach20 += half_b[j] * size20[j];
        reach_b[j] = half_a01 * size01[j];
        reach_b[j] = wide_all(reach_b[j][0] + reach_b[j][1] + (half_a20 * size20[j])[0]);
    }
    score[0] = squared(wide_magnitude(way01) - reach01);
    score[1] = squared(wide_magnitude(way20) - reach20);
    score[2] = squared(wide_magnitude(lanes3_dot(b01, way)) - ((wide_lanes){half_b[0][0], half_b[1][0]} +
                                                               (wide_lanes){reach_b[0][0], reach_b[1][0]}));
    score[3] = squared(wide_magnitude(lanes3_dot(b22, way)) - (half_b[2] + reach_b[2]));
    const wide_lanes none = wide_all(-(double)INFINITY), parallel = wide_all(1e-6);
    for (int j = 0; j < 3; j++) {
        const int j1 = j == 2 ? 0 : j + 1, j2 = j == 0 ? 2 : j - 1;
        wide_lanes reach = (half_a12 * size20[j] + half_a20 * size12[j]) +
                           (half_b[j1] * size01[j2] + half_b[j2] * size01[j1]);
        wide_lanes gap = wide_magnitude(way20 * dot12[j] - way12 * dot20[j]) - reach;
        wide_lanes square = dot12[j] * dot12[j] + dot20[j] * dot20[j];
        score[4 + 2 * j] = wide_choose(square > parallel, squared(gap) / square, none);
        reach = (half_a01 * size12[j] + half_a12 * size01[j]) +
                (half_b[j1] * size20[j2] + half_b[j2] * size20[j1]);
        gap = wide_magnitude(way12 * dot01[j] - way01 * dot12[j]) - reach;
        square = dot01[j] * dot01[j] + dot12[j] * dot12[j];
        score[5 + 2 * j] = wide_choose(square > parallel, squared(gap) / square, none);
    }
    wide_lanes most = score[0];
    for (int k = 1; k < PAIRS; k++) most = wide_max(score[k], most);
    most = wide_max(most, (wide_lanes){most[1], most[0]});
    uint32_t found = 0;
    for (int k = PAIRS - 1; k >= 0; k--) found = found << 2 | wide_mask(score[k] == most);
    const int place = found ? __builtin_ctz(found) : 0;
    return numbers[place / 2][place % 2];
}

/// Axis k now, one way round or the other.
static inline motion3_frame directions_of(const motion3_attitude *now, int k, double sign, lanes3 *d)
{
    const int i = k < 3 ? k : k < 6 ? k - 3 : (k - 6) / 3, j = k < 6 ? i : (k - 6) % 3;
    const lanes3 *a = &now->column[i], *b = &now->column[j];
    const wide_lanes by = {sign, k < 6 ? sign : 1};
    *d = lanes3_scale(by, (lanes3){{a->x[0], b->x[1]}, {a->y[0], b->y[1]}, {a->z[0], b->z[1]}});
    return k < 3 ? MOTION3_A : k < 6 ? MOTION3_B : MOTION3_EDGES;
}

/// The way round along which the centres lie apart.
static double sign_of(const motion3_attitude *now, int k)
{
    lanes3 d;
    motion3_frame frame = directions_of(now, k, 1, &d);
    return wide3_dot(motion3_normal(frame, &d), motion3_between(now)) < 0 ? -1 : 1;
}

static void look_along(const motion3_sides *s, const motion3_attitude *now, int k, double sign,
                       motion3_look *l)
{
    lanes3 d;
    motion3_frame frame = directions_of(now, k, sign, &d);
    flr_motion3_look(s, now, frame, &d, NULL, l);
}

/// Proves by both looks along one axis that all between is free.
static bool is_free(const motion3 *m, motion3_frame frame, wide3 normal, const motion3_look *p,
                    const motion3_look *q)
{
    double root = flr_motion3_root(m, frame, wide3_to_real(normal));
    return p->gap > 0 && q->gap > 0 && sqrt(p->gap) + sqrt(q->gap) >= root * (q->time - p->time);
}

/// Does a point, from a box's centre, lie over the box along axis `up` of it (3: in it)?
static bool is_over(const wide3 axis[3], const double half[3], int up, wide3 p, double slack)
{
    for (int i = 0; i < 3; i++)
        if (i != up && !(fabs(wide3_dot(axis[i], p)) <= half[i] + slack)) return false;
    return true;
}

/// Where the axis' corner and face, or edges, touch; false where the one does not lie over the other.
static bool touch_point(const motion3 *m, const motion3_sides *s, const motion3_attitude *now, int k,
                        const motion3_look *l, wide3 normal, flr_vec3 *point)
{
    const double slack = (double)m->error / 4, apart = l->gap / l->length + s->error;
    const double half_a[3] = {s->half.x[0], s->half.y[0], s->half.z[0]},
                 half_b[3] = {s->half.x[1], s->half.y[1], s->half.z[1]};
    vertex3 v;
    flr_motion3_vertex(s, now, l->far, &v);
    const lanes3 *axis = now->column;
    const wide3 axis_a[3] = {lanes3_a(axis[0]), lanes3_a(axis[1]), lanes3_a(axis[2])},
                axis_b[3] = {lanes3_b(axis[0]), lanes3_b(axis[1]), lanes3_b(axis[2])};
    const wide3 center = lanes3_a(now->center), way = motion3_between(now);
    wide3 a = wide3_sub(vertex3_a(&v), center), b = wide3_sub(vertex3_b(&v), center), at;
    if (k < 3) {
        if (!is_over(axis_a, half_a, k, b, slack)) return false;
        at = wide3_along(b, -0.5 * apart, normal);
    } else if (k < 6) {
        if (!is_over(axis_b, half_b, k - 3, wide3_sub(a, way), slack)) return false;
        at = wide3_along(a, 0.5 * apart, normal);
    } else {
        const int i = (k - 6) / 3, j = (k - 6) % 3;
        const wide3 e = axis_a[i], f = axis_b[j], d = wide3_sub(b, a);
        double c = wide3_dot(e, f), on_e = wide3_dot(d, e), on_f = wide3_dot(d, f), rest = 1 - c * c;
        a = wide3_along(a, (on_e - c * on_f) / rest, e);
        b = wide3_along(b, (c * on_e - on_f) / rest, f);
        if (!(fabs(wide3_dot(a, e)) <= half_a[i] && fabs(wide3_dot(wide3_sub(b, way), f)) <= half_b[j]))
            return false;
        if (!(wide3_length(wide3_sub(b, a)) <= (double)m->touch)) return false;
        at = wide3_scale(0.5, wide3_add(a, b));
    }
    *point = motion3_world(m, now->time, wide3_add(center, at));
    return true;
}

static bool is_about(flr_real x, flr_real y)
{
    const flr_real few = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-6 : (flr_real)1e-15;
    return x >= y - few && x <= y + few;
}

/// Are the axes of a box square to one another, and unit?
static bool is_upright(const flr_convex3 *c)
{
    flr_vec3 x = c->axes.x, y = c->axes.y, z = c->axes.z;
    return is_about(flr_dot3(x, x), 1) && is_about(flr_dot3(y, y), 1) && is_about(flr_dot3(z, z), 1) &&
           is_about(flr_dot3(x, y), 0) && is_about(flr_dot3(y, z), 0) && is_about(flr_dot3(z, x), 0);
}

bool flr_motion3_boxes(const motion3 *m, const motion3_sides *s, double end, motion3_quick *r)
{
    enum { LOOKS = 12 };
    r->t = 0;
    r->hit = false;
    r->near.count = 0;
    if (m->radii != 0 || s->hull_a || s->hull_b || !is_upright(m->a.shape) || !is_upright(m->b.shape))
        return false;
    motion3_attitude first, now;
    motion3_look from, at;
    const motion3_look *last = &from;
    flr_motion3_turn_to(s, 0, &first);
    int k = widest(s, &first);
    double sign = sign_of(&first, k);
    look_along(s, &first, k, sign, &from);
    if (!(from.gap > (double)m->doubt * from.length)) return false;
    for (int i = 0; i < LOOKS; i++) {
        double next = flr_motion3_when(s, last, 0.5 * s->error * last->length, end);
        if (!(next > 0)) return false;
        flr_motion3_turn_to(s, next < end ? next : end, &now);
        int other = i == 0 ? widest(s, &now) : k;
        if (other != k) {
            k = other;
            sign = sign_of(&first, k);
            look_along(s, &first, k, sign, &from);
            if (!(from.gap > 0)) return false;
        }
        look_along(s, &now, k, sign, &at);
        last = &at;
        if (at.gap > 0 && (at.gap <= s->error * at.length || now.time >= end)) break;
    }
    wide3 normal = wide3_scale(1 / at.length, at.normal);
    if (!is_free(m, at.frame, normal, &from, &at)) return false;
    r->t = at.time;
    r->normal = wide3_to_real(normal);
    if (at.time >= end) return true;
    r->hit = at.gap <= s->error * at.length && touch_point(m, s, &now, k, &at, normal, &r->point);
    return r->hit;
}
