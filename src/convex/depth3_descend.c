#include "convex/depth3_descend.h"

#include "convex/closest3_convex_convex.h"

/// What is looked for: the least reach of the difference along a unit vector.
typedef struct lowest {
    const pair3 *pair;
    dvec3 normal;
    double depth;
} lowest;

/// How far the difference of the cores reaches along n; the point that does goes to *w.
static double reach_along(const pair3 *p, dvec3 n, dvec3 *w)
{
    vertex3 v = {.id_a = CORE3_NO_ID, .id_b = CORE3_NO_ID};
    pair3_support(p, PAIR3_ANY, dvec3_neg(n), &v);
    *w = v.w;
    return dvec3_dot(v.w, n);
}

/// n turned about the unit vector `axis` by the angle whose half has the tangent s.
static dvec3 turned_about(dvec3 n, dvec3 axis, double s)
{
    double part = 1 / (1 + s * s), sine = 2 * s * part, rest = 2 * s * s * part;
    dvec3 m = dvec3_add_scaled(dvec3_scale(1 - rest, n), sine, dvec3_cross(axis, n));
    m = dvec3_add_scaled(m, rest * dvec3_dot(axis, n), axis);
    return dvec3_scale(1 / dvec3_length(m), m);
}

/// The reach along the turned normal; kept where it is the least.
static double try_turn(lowest *l, dvec3 from, dvec3 axis, double s)
{
    dvec3 w, n = turned_about(from, axis, s);
    double depth = reach_along(l->pair, n, &w);
    if (depth < l->depth) {
        l->depth = depth;
        l->normal = n;
    }
    return depth;
}

static void golden_section(lowest *l, dvec3 from, dvec3 axis, double low, double high)
{
    enum { SECTIONS = 72 };
    const double golden = 0.61803398874989485;
    double x[2] = {high - golden * (high - low), low + golden * (high - low)}, f[2];
    for (int k = 0; k < 2; k++) f[k] = try_turn(l, from, axis, x[k]);
    for (int i = 0; i < SECTIONS; i++) {
        int k = f[0] < f[1] ? 0 : 1;
        if (k) {
            low = x[0], x[0] = x[1], f[0] = f[1];
            x[1] = low + golden * (high - low);
        } else {
            high = x[1], x[1] = x[0], f[1] = f[0];
            x[0] = high - golden * (high - low);
        }
        f[k] = try_turn(l, from, axis, x[k]);
    }
}

/// About one axis, from the first step either way that gains, as far as it goes down.
static void descend(lowest *l, dvec3 axis)
{
    double length = dvec3_length(axis);
    if (!(length > 0)) return;
    const dvec3 from = l->normal, w = dvec3_scale(1 / length, axis);
    const double start = l->depth;
    for (double s = 0.25; s > 0x1p-40; s /= 8) {
        double step = try_turn(l, from, w, s) < start ? s : try_turn(l, from, w, -s) < start ? -s : 0;
        if (step == 0) continue;
        double most = fabs(step) < 0.125 ? 3 : 1, last = l->depth;
        while (most-- > 0 && try_turn(l, from, w, 2 * step) < last) step *= 2, last = l->depth;
        golden_section(l, from, w, 0, 2 * step);
        return;
    }
}

/// The slope of the reach along unit tangents at n turned by the angle whose half has the tangent s, of which the first one lies in
/// that turn.
static void slopes_at(const pair3 *p, dvec3 n, dvec3 x, dvec3 y, double s, double slope[2])
{
    double part = 1 / (1 + s * s), sine = 2 * s * part, cosine = 1 - 2 * s * s * part;
    dvec3 w;
    reach_along(p, dvec3_add_scaled(dvec3_scale(cosine, n), sine, x), &w);
    slope[0] = dvec3_dot(w, dvec3_add_scaled(dvec3_scale(cosine, x), -sine, n));
    slope[1] = dvec3_dot(w, y);
}

static dvec3 unit_of(dvec3 n) { return dvec3_scale(1 / dvec3_length(n), n); }

/// A step of Newton's method by differences of slopes, shortened until it leads down. False where it does not.
static bool newton(lowest *l)
{
    const double turn = 0x1p-12, around = 4 * turn / (1 + turn * turn);
    dvec3 n = l->normal, z = fabs(n.z) < 0.75 ? dvec3_make(0, 0, 1) : dvec3_make(1, 0, 0);
    dvec3 x = unit_of(dvec3_cross(n, z)), y = dvec3_cross(n, x), w;
    reach_along(l->pair, n, &w);
    double slope[2] = {dvec3_dot(w, x), dvec3_dot(w, y)}, low[2], high[2];
    slopes_at(l->pair, n, x, y, -turn, low);
    slopes_at(l->pair, n, x, y, turn, high);
    double xx = (high[0] - low[0]) / around, xy = (high[1] - low[1]) / around;
    slopes_at(l->pair, n, y, x, -turn, low);
    slopes_at(l->pair, n, y, x, turn, high);
    double yy = (high[0] - low[0]) / around, half = (xx - yy) / 2, spread = sqrt(half * half + xy * xy);
    // no bowl: as if it were one
    double least = (xx + yy) / 2 - spread;
    if (!(least > 0)) xx += spread / 2 - least, yy += spread / 2 - least;
    double det = xx * yy - xy * xy;
    if (!(det > 0)) return false;
    double a = (xy * slope[1] - yy * slope[0]) / det, b = (xy * slope[0] - xx * slope[1]) / det;
    double length = sqrt(a * a + b * b), start = l->depth;
    for (double part = length > 1 ? 1 / length : 1; part > 0x1p-6; part /= 2) {
        dvec3 m = unit_of(dvec3_add_scaled(dvec3_add_scaled(n, part * a, x), part * b, y));
        double depth = reach_along(l->pair, m, &w);
        if (!(depth < start)) continue;
        l->depth = depth;
        l->normal = m;
        return true;
    }
    return false;
}

static dvec3 axis_of(const core3 *c)
{
    if (c->kind == FLR_CONVEX3_CYLINDER || c->kind == FLR_CONVEX3_CONE) return dvec3_sub(c->high, c->low);
    if (c->kind == FLR_CONVEX3_CORNERS && c->count == 2) return dvec3_sub(c->corner[1], c->corner[0]);
    return dvec3_make(0, 0, 0);
}

/// Moved along the normal until they are apart, the cores have nearest points: where they touch, once moved by the depth.
void flr_depth3_meet(const pair3 *p, epa3_result *e)
{
    pair3 moved = *p;
    simplex3 simplex;
    flr_pair3_move(&moved, dvec3_scale(e->upper * 1.0625, e->normal));
    flr_gjk3 g = flr_gjk3_run(&moved, NULL, &simplex);
    if (g.normal.x != 0 || g.normal.y != 0 || g.normal.z != 0) {
        dvec3 b;
        simplex3_points(&simplex, &e->a, &b);
    }
    // in the plane that a ends at, also where its nearest point is not
    uint32_t id = CORE3_NO_ID;
    dvec3 top = core3_support(&p->a, p->a.kind, e->normal, &id);
    e->a = dvec3_add_scaled(e->a, dvec3_dot(dvec3_sub(top, e->a), e->normal), e->normal);
    e->b = dvec3_add_scaled(e->a, -e->upper, e->normal);
}

static void go_down(lowest *l)
{
    enum { STEPS_MAX = 24 };
    for (int step = 0; step < STEPS_MAX && newton(l); step++) continue;
}

/// Where the depth is nearly the same all around, it is least in another place than where a polytope's best face happens to lie: from
/// directions spread over the sphere.
static void start_all_around(lowest *l)
{
    for (int i = 0; i < 27; i++) {
        if (i == 13) continue;
        lowest m = {l->pair, unit_of(dvec3_make(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1)), 0};
        dvec3 w;
        m.depth = reach_along(m.pair, m.normal, &w);
        go_down(&m);
        if (m.depth < l->depth) *l = m;
    }
}

void flr_depth3_descend(const pair3 *pair, epa3_result *e)
{
    enum { ROUNDS_MAX = 12 };
    lowest l = {pair, e->normal, e->upper};
    start_all_around(&l);
    const dvec3 u = axis_of(&pair->a), v = axis_of(&pair->b);
    for (int round = 0; round < ROUNDS_MAX; round++) {
        double start = l.depth;
        dvec3 w;
        go_down(&l);
        descend(&l, u);
        descend(&l, v);
        descend(&l, dvec3_cross(l.normal, u));
        descend(&l, dvec3_cross(l.normal, v));
        // down the slope, and across it
        reach_along(pair, l.normal, &w);
        dvec3 across = dvec3_cross(l.normal, w);
        descend(&l, across);
        descend(&l, dvec3_cross(l.normal, across));
        if (!(start - l.depth > 0x1p-52 * start)) break;
    }
    if (!(l.depth < e->upper)) return;
    e->upper = l.depth;
    e->normal = l.normal;
    flr_depth3_meet(pair, e);
}
