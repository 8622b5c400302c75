/// A step of Newton's method to the least value of the largest of a few functions of the plane, each known by
/// its value, slope and bend.
#ifndef FLR_CONVEX_REACH3_STEP_H
#define FLR_CONVEX_REACH3_STEP_H

#include <math.h>
#include <stdbool.h>

typedef struct flat2 {
    double x, y;
} flat2;

/// A symmetric matrix over two tangents.
typedef struct bend2 {
    double xx, xy, yy;
} bend2;

/// The reach of a pair of parts near a direction, as a quadratic function of the vector p along two tangents:
/// value + dot(slope, p) + the bend of p.
typedef struct local3 {
    double value;
    flat2 slope;
    bend2 bend;
} local3;

/// A step to where the highest pair of parts is lowest.
typedef struct step3 {
    double value;  ///< of the highest one there, by its model
    bool is_least;
    flat2 way;
    int count, part[3];
    double weight[3];
} step3;

static inline double dot2(flat2 a, flat2 b) { return a.x * b.x + a.y * b.y; }
static inline double cross2(flat2 a, flat2 b) { return a.x * b.y - a.y * b.x; }
static inline flat2 bend_along(const local3 *l, flat2 p)
{
    return (flat2){l->bend.xx * p.x + l->bend.xy * p.y, l->bend.xy * p.x + l->bend.yy * p.y};
}
static inline double model_at(const local3 *l, flat2 p)
{
    return l->value + dot2(l->slope, p) + dot2(bend_along(l, p), p) / 2;
}
static inline flat2 slope_at(const local3 *l, flat2 p)
{
    const flat2 b = bend_along(l, p);
    return (flat2){l->slope.x + b.x, l->slope.y + b.y};
}

/// Takes a step to where the highest part is lower than after the best step so far. If the highest is one of
/// the step's own parts, no other step is better, as all models bend upwards.
static inline void take_if_less(step3 *best, const local3 *l, int count, step3 s)
{
    const double square = dot2(s.way, s.way);
    if (square > 0.25) {
        const double part = 0.5 / sqrt(square);
        s.way = (flat2){part * s.way.x, part * s.way.y};
    }
    s.value = -(double)INFINITY;
    for (int i = 0; i < count; i++) {
        const double value = model_at(&l[i], s.way);
        if (value > s.value) s.value = value;
    }
    if (!(s.value < best->value)) return;
    s.is_least = s.value <= model_at(&l[s.part[s.count - 1]], s.way) + 0x1p-50 * fabs(s.value);
    *best = s;
}

/// Tries the least value of one pair of parts.
static inline void try_one(step3 *best, const local3 *l, int count, int i)
{
    const local3 *m = &l[i];
    const double det = m->bend.xx * m->bend.yy - m->bend.xy * m->bend.xy;
    if (!(m->bend.xx > 0 && det > 0)) return;
    step3 s = {.count = 1, .part = {i}, .weight = {1}};
    s.way = (flat2){(m->bend.xy * m->slope.y - m->bend.yy * m->slope.x) / det,
                    (m->bend.xy * m->slope.x - m->bend.xx * m->slope.y) / det};
    take_if_less(best, l, count, s);
}

/// Tries the least value on the line where two are equal, by their tangent planes.
static inline void try_two(step3 *best, const local3 *l, int count, int i, int k)
{
    const local3 *m = &l[i], *n = &l[k];
    const flat2 d = {m->slope.x - n->slope.x, m->slope.y - n->slope.y};
    const double square = dot2(d, d);
    if (!(square > 0)) return;
    const double back = (n->value - m->value) / square;
    const flat2 meet = {back * d.x, back * d.y}, along = {-d.y, d.x};
    step3 s = {.count = 2, .part = {i, k}};
    // the share of each, such that their slopes across the line cancel
    const flat2 a = slope_at(m, meet), b = slope_at(n, meet);
    const double part = -dot2(b, d) / (dot2(a, d) - dot2(b, d));
    if (!(part >= 0 && part <= 1)) return;
    const double bend =
        part * dot2(bend_along(m, along), along) + (1 - part) * dot2(bend_along(n, along), along);
    const double slope = part * dot2(a, along) + (1 - part) * dot2(b, along);
    if (!(bend > 0)) return;
    s.way = (flat2){meet.x - slope / bend * along.x, meet.y - slope / bend * along.y};
    s.weight[0] = part;
    s.weight[1] = 1 - part;
    take_if_less(best, l, count, s);
}

/// Tries the point where three are equal, if some mean of their slopes is zero.
static inline void try_three(step3 *best, const local3 *l, int count, int i, int k, int j)
{
    const local3 *p = &l[i], *q = &l[k], *r = &l[j];
    const flat2 u = {q->slope.x - p->slope.x, q->slope.y - p->slope.y},
                v = {r->slope.x - p->slope.x, r->slope.y - p->slope.y};
    const double du = p->value - q->value, dv = p->value - r->value, det = cross2(u, v);
    if (det == 0) return;
    step3 s = {.count = 3, .part = {i, k, j}};
    s.way = (flat2){(du * v.y - dv * u.y) / det, (u.x * dv - v.x * du) / det};
    const flat2 a = slope_at(p, s.way), b = slope_at(q, s.way), c = slope_at(r, s.way);
    double x = cross2(b, c), y = cross2(c, a), z = cross2(a, b), sum = x + y + z;
    if (sum < 0) x = -x, y = -y, z = -z, sum = -sum;
    if (!(sum > 0 && x >= 0 && y >= 0 && z >= 0)) return;
    s.weight[0] = x / sum;
    s.weight[1] = y / sum;
    s.weight[2] = z / sum;
    take_if_less(best, l, count, s);
}

/// Returns the best step: by the parts of the step before, if it is least, else by one pair of parts, by two,
/// by three.
static inline step3 best_step(const local3 *l, int count, const int *before, int used)
{
    step3 best = {.value = (double)INFINITY};
    if (used == 1) try_one(&best, l, count, before[0]);
    if (used == 2) try_two(&best, l, count, before[0], before[1]);
    if (used == 3) try_three(&best, l, count, before[0], before[1], before[2]);
    if (best.is_least) return best;
    for (int i = 0; i < count && !best.is_least; i++) try_one(&best, l, count, i);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i && !best.is_least; k++) try_two(&best, l, count, i, k);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            for (int m = 0; m < k && !best.is_least; m++) try_three(&best, l, count, i, k, m);
    return best;
}

#endif
