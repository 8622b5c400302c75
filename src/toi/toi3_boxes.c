/// Fast path for two boxes: it takes the widest of the fifteen separating axes at the start, advances along
/// it to the root of its gap, and there takes the widest again. The proof covers the whole time along the
/// last axis.
#include "toi/toi3_search.h"

#include <math.h>

/// Axes are numbered: faces of a (0 to 2), of b (3 to 5), the cross product of edge i of a and edge j of b
/// (6 + 3 i + j).
enum { PAIRS = 10 };

/// The axis numbers in each pair of lanes below. Those of a come in the order 0, 1, then 2, 0 again.
static const signed char numbers[PAIRS][2] = {{0, 1},  {2, 0},  {3, 4},  {5, 5},  {6, 9},
                                              {12, 6}, {7, 10}, {13, 7}, {8, 11}, {14, 8}};

/// x |x|, which keeps the order of x.
static inline f64x2 squared(f64x2 x) { return x * f64x2_abs(x); }

/// Returns the axis of the widest gap or least overlap (Gottschalk, Lin and Manocha, "OBBTree", 1996),
/// without nearly parallel edges. It handles two axes per step and compares gaps by their squares.
static int widest(const toi3_sides *s, const toi3_pose *now)
{
    const lanes3 *v = now->column;
    const dvec3 from = toi3_between(now);
    const lanes3 a01 = {{v[0].x[0], v[1].x[0]}, {v[0].y[0], v[1].y[0]}, {v[0].z[0], v[1].z[0]}},
                 a20 = {{v[2].x[0], v[0].x[0]}, {v[2].y[0], v[0].y[0]}, {v[2].z[0], v[0].z[0]}},
                 b01 = {{v[0].x[1], v[1].x[1]}, {v[0].y[1], v[1].y[1]}, {v[0].z[1], v[1].z[1]}},
                 b22 = {f64x2_splat(v[2].x[1]), f64x2_splat(v[2].y[1]), f64x2_splat(v[2].z[1])},
                 way = {f64x2_splat(from.x), f64x2_splat(from.y), f64x2_splat(from.z)};
    const f64x2 half_a01 = {s->half.x[0], s->half.y[0]}, half_a20 = {s->half.z[0], s->half.x[0]},
                half_a12 = {s->half.y[0], s->half.z[0]};
    const f64x2 half_b[3] = {f64x2_splat(s->half.x[1]), f64x2_splat(s->half.y[1]), f64x2_splat(s->half.z[1])};
    const f64x2 way01 = lanes3_dot(a01, way), way20 = lanes3_dot(a20, way), way12 = {way01[1], way20[0]};
    f64x2 score[PAIRS], size01[3], size20[3], size12[3], dot01[3], dot20[3], dot12[3];
    f64x2 reach01 = half_a01, reach20 = half_a20, reach_b[3];
    for (int j = 0; j < 3; j++) {
        const lanes3 b = {f64x2_splat(v[j].x[1]), f64x2_splat(v[j].y[1]), f64x2_splat(v[j].z[1])};
        dot01[j] = lanes3_dot(a01, b);
        dot20[j] = lanes3_dot(a20, b);
        dot12[j] = (f64x2){dot01[j][1], dot20[j][0]};
        size01[j] = f64x2_abs(dot01[j]);
        size20[j] = f64x2_abs(dot20[j]);
        size12[j] = f64x2_abs(dot12[j]);
        reach01 += half_b[j] * size01[j];
        reach20 += half_b[j] * size20[j];
        reach_b[j] = half_a01 * size01[j];
        reach_b[j] = f64x2_splat(reach_b[j][0] + reach_b[j][1] + (half_a20 * size20[j])[0]);
    }
    score[0] = squared(f64x2_abs(way01) - reach01);
    score[1] = squared(f64x2_abs(way20) - reach20);
    score[2] = squared(f64x2_abs(lanes3_dot(b01, way)) -
                       ((f64x2){half_b[0][0], half_b[1][0]} + (f64x2){reach_b[0][0], reach_b[1][0]}));
    score[3] = squared(f64x2_abs(lanes3_dot(b22, way)) - (half_b[2] + reach_b[2]));
    const f64x2 none = f64x2_splat(-(double)INFINITY), parallel = f64x2_splat(1e-6);
    for (int j = 0; j < 3; j++) {
        const int j1 = j == 2 ? 0 : j + 1, j2 = j == 0 ? 2 : j - 1;
        f64x2 reach = (half_a12 * size20[j] + half_a20 * size12[j]) +
                      (half_b[j1] * size01[j2] + half_b[j2] * size01[j1]);
        f64x2 gap = f64x2_abs(way20 * dot12[j] - way12 * dot20[j]) - reach;
        f64x2 square = dot12[j] * dot12[j] + dot20[j] * dot20[j];
        score[4 + 2 * j] = f64x2_select(square > parallel, squared(gap) / square, none);
        reach = (half_a01 * size12[j] + half_a12 * size01[j]) +
                (half_b[j1] * size20[j2] + half_b[j2] * size20[j1]);
        gap = f64x2_abs(way12 * dot01[j] - way01 * dot12[j]) - reach;
        square = dot01[j] * dot01[j] + dot12[j] * dot12[j];
        score[5 + 2 * j] = f64x2_select(square > parallel, squared(gap) / square, none);
    }
    f64x2 most = score[0];
    for (int k = 1; k < PAIRS; k++) most = f64x2_max(score[k], most);
    most = f64x2_max(most, (f64x2){most[1], most[0]});
    uint32_t found = 0;
    for (int k = PAIRS - 1; k >= 0; k--) found = found << 2 | f64x2_mask(score[k] == most);
    const int place = found ? __builtin_ctz(found) : 0;
    return numbers[place / 2][place % 2];
}

/// The vectors of axis k at a time, with the given sign; returns its frame.
static inline toi3_frame directions_of(const toi3_pose *now, int k, double sign, lanes3 *d)
{
    const int i = k < 3 ? k : k < 6 ? k - 3 : (k - 6) / 3, j = k < 6 ? i : (k - 6) % 3;
    const lanes3 *a = &now->column[i], *b = &now->column[j];
    const f64x2 by = {sign, k < 6 ? sign : 1};
    *d = lanes3_scale(by, (lanes3){{a->x[0], b->x[1]}, {a->y[0], b->y[1]}, {a->z[0], b->z[1]}});
    return k < 3 ? TOI3_A : k < 6 ? TOI3_B : TOI3_EDGES;
}

/// The sign with which the axis points from a's centre to b's.
static double sign_of(const toi3_pose *now, int k)
{
    lanes3 d;
    toi3_frame frame = directions_of(now, k, 1, &d);
    return dvec3_dot(toi3_normal(frame, &d), toi3_between(now)) < 0 ? -1 : 1;
}

static void sample_along(const toi3_sides *s, const toi3_pose *now, int k, double sign, toi3_separation *l)
{
    lanes3 d;
    toi3_frame frame = directions_of(now, k, sign, &d);
    flr_toi3_separation(s, now, frame, &d, NULL, l);
}

/// Do two separations along one axis prove that all times between are free?
static bool is_free(const toi3_pair *m, toi3_frame frame, dvec3 normal, const toi3_separation *p,
                    const toi3_separation *q)
{
    double root = flr_toi3_root(m, frame, dvec3_round(normal));
    return p->gap > 0 && q->gap > 0 && sqrt(p->gap) + sqrt(q->gap) >= root * (q->time - p->time);
}

/// Does a point, relative to a box's centre, lie within the box's extents on all axes but `up` (3: on all)?
static bool is_over(const dvec3 axis[3], const double half[3], int up, dvec3 p, double slack)
{
    for (int i = 0; i < 3; i++)
        if (i != up && !(fabs(dvec3_dot(axis[i], p)) <= half[i] + slack)) return false;
    return true;
}

/// Computes the touching point of the axis' corner and face, or edges; false if one does not lie over the
/// other.
static bool touch_point(const toi3_pair *m, const toi3_sides *s, const toi3_pose *now, int k,
                        const toi3_separation *l, dvec3 normal, flr_vec3 *point)
{
    const double slack = (double)m->error / 4, apart = l->gap / l->length + s->error;
    const double half_a[3] = {s->half.x[0], s->half.y[0], s->half.z[0]},
                 half_b[3] = {s->half.x[1], s->half.y[1], s->half.z[1]};
    vertex3 v;
    flr_toi3_vertex(s, now, l->far, &v);
    const lanes3 *axis = now->column;
    const dvec3 axis_a[3] = {lanes3_a(axis[0]), lanes3_a(axis[1]), lanes3_a(axis[2])},
                axis_b[3] = {lanes3_b(axis[0]), lanes3_b(axis[1]), lanes3_b(axis[2])};
    const dvec3 center = lanes3_a(now->center), way = toi3_between(now);
    dvec3 a = dvec3_sub(vertex3_a(&v), center), b = dvec3_sub(vertex3_b(&v), center), at;
    if (k < 3) {
        if (!is_over(axis_a, half_a, k, b, slack)) return false;
        at = dvec3_add_scaled(b, -0.5 * apart, normal);
    } else if (k < 6) {
        if (!is_over(axis_b, half_b, k - 3, dvec3_sub(a, way), slack)) return false;
        at = dvec3_add_scaled(a, 0.5 * apart, normal);
    } else {
        const int i = (k - 6) / 3, j = (k - 6) % 3;
        const dvec3 e = axis_a[i], f = axis_b[j], d = dvec3_sub(b, a);
        double c = dvec3_dot(e, f), on_e = dvec3_dot(d, e), on_f = dvec3_dot(d, f), rest = 1 - c * c;
        a = dvec3_add_scaled(a, (on_e - c * on_f) / rest, e);
        b = dvec3_add_scaled(b, (c * on_e - on_f) / rest, f);
        if (!(fabs(dvec3_dot(a, e)) <= half_a[i] && fabs(dvec3_dot(dvec3_sub(b, way), f)) <= half_b[j]))
            return false;
        if (!(dvec3_length(dvec3_sub(b, a)) <= (double)m->touch)) return false;
        at = dvec3_scale(0.5, dvec3_add(a, b));
    }
    *point = toi3_world(m, now->time, dvec3_add(center, at));
    return true;
}

static bool is_about(flr_real x, flr_real y)
{
    const flr_real few = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-6 : (flr_real)1e-15;
    return x >= y - few && x <= y + few;
}

/// Are the axes of the box orthonormal?
static bool is_upright(const flr_convex3 *c)
{
    flr_vec3 x = c->axes.x, y = c->axes.y, z = c->axes.z;
    return is_about(flr_dot3(x, x), 1) && is_about(flr_dot3(y, y), 1) && is_about(flr_dot3(z, z), 1) &&
           is_about(flr_dot3(x, y), 0) && is_about(flr_dot3(y, z), 0) && is_about(flr_dot3(z, x), 0);
}

bool flr_toi3_boxes(const toi3_pair *m, const toi3_sides *s, double end, toi3_fast *r)
{
    enum { SAMPLES = 12 };
    r->t = 0;
    r->hit = false;
    r->near.count = 0;
    if (m->radii != 0 || s->hull_a || s->hull_b || !is_upright(m->a.shape) || !is_upright(m->b.shape))
        return false;
    toi3_pose first, now;
    toi3_separation from, at;
    const toi3_separation *last = &from;
    flr_toi3_pose_at(s, 0, &first);
    int k = widest(s, &first);
    double sign = sign_of(&first, k);
    sample_along(s, &first, k, sign, &from);
    if (!(from.gap > (double)m->doubt * from.length)) return false;
    for (int i = 0; i < SAMPLES; i++) {
        double next = flr_toi3_gap_root(s, last, 0.5 * s->error * last->length, end);
        if (!(next > 0)) return false;
        flr_toi3_pose_at(s, next < end ? next : end, &now);
        int other = i == 0 ? widest(s, &now) : k;
        if (other != k) {
            k = other;
            sign = sign_of(&first, k);
            sample_along(s, &first, k, sign, &from);
            if (!(from.gap > 0)) return false;
        }
        sample_along(s, &now, k, sign, &at);
        last = &at;
        if (at.gap > 0 && (at.gap <= s->error * at.length || now.time >= end)) break;
    }
    dvec3 normal = dvec3_scale(1 / at.length, at.normal);
    if (!is_free(m, at.frame, normal, &from, &at)) return false;
    r->t = at.time;
    r->normal = dvec3_round(normal);
    if (at.time >= end) return true;
    r->hit = at.gap <= s->error * at.length && touch_point(m, s, &now, k, &at, normal, &r->point);
    return r->hit;
}
