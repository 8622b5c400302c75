/// Closest points of curved cores that nearly touch.
#include <math.h>

#include "convex/gjk3_search.h"

// ---- The point of a cylinder or cone that is nearest to a given one ----

/// Points that a search has left on a curved surface are off along it by the root of the rounding error. The nearest point of one surface to a
/// point of the other is off by the square of that.

static inline double gjk3_within_1(double x) { return x < 0 ? 0 : x < 1 ? x : 1; }

static inline bool gjk3_has_nearest(const core3 *c)
{
    return c->kind == FLR_CONVEX3_CYLINDER || c->kind == FLR_CONVEX3_CONE;
}

/// Of a cylinder or cone; p itself, up to rounding, where that lies inside. In the plane of the axis and p, from the middle of the
/// low end: `out` from the axis, in radii, and `up`, in heights.
static inline dvec3 gjk3_nearest(const core3 *c, dvec3 p)
{
    const dvec3 axis = dvec3_sub(c->high, c->low), from = dvec3_sub(p, c->low);
    const double height_squared = dvec3_dot(axis, axis), square = dvec3_dot(c->axis[0], c->axis[0]);
    const double up = height_squared > 0 ? dvec3_dot(from, axis) / height_squared : 0;
    const double x = square > 0 ? dvec3_dot(from, c->axis[0]) / square : 0,
                 y = square > 0 ? dvec3_dot(from, c->axis[1]) / square : 0, out = sqrt(x * x + y * y);
    double to_out = out < 1 ? out : 1, to_up = gjk3_within_1(up);
    if (c->kind == FLR_CONVEX3_CONE && up >= 0 && up + out > 1) {
        // on the slant from the rim, (1, 0), to the apex, (0, 1)
        to_up = gjk3_within_1((up * height_squared - (out - 1) * square) / (height_squared + square));
        to_out = 1 - to_up;
    }
    const double part = out > 0 ? to_out / out : 0;
    return dvec3_add(dvec3_add_scaled(c->low, to_up, axis),
                     dvec3_add(dvec3_scale(part * x, c->axis[0]), dvec3_scale(part * y, c->axis[1])));
}

/// Points a of the one and b of the other nearer to one another, where one of the two is a cylinder or cone.
static inline void gjk3_bring_nearer(const pair3 *p, dvec3 *a, dvec3 *b)
{
    if (gjk3_has_nearest(&p->b)) *b = gjk3_nearest(&p->b, *a);
    if (gjk3_has_nearest(&p->a)) *a = gjk3_nearest(&p->a, *b);
}

// ---- Cores moved apart ----

/// b put back by a way, and what of a - b is then nearest to the origin: by the same points as before.
static dvec3 put_back(gjk3_search *g, dvec3 by)
{
    dvec3 closest = dvec3_make(0, 0, 0);
    for (int i = 0; i < g->count; i++) {
        vertex3 *v = g->v[i];
        v->x[1] -= by.x;
        v->y[1] -= by.y;
        v->z[1] -= by.z;
        vertex3_set_w(v);
        closest = dvec3_add_scaled(closest, g->weight[i], v->w);
    }
    return closest;
}

static void take_points(gjk3_search *g, const gjk3_search *from)
{
    g->count = from->count;
    g->closest = from->closest;
    g->upper = from->upper;
    for (int i = 0; i < g->count; i++) {
        g->room[i] = *from->v[i];
        g->v[i] = &g->room[i];
        g->weight[i] = from->weight[i];
    }
}

/// The points that it has, brought nearer to one another.
static void bring_nearer(const pair3 *p, gjk3_search *g)
{
    dvec3 a = dvec3_make(0, 0, 0), b = a;
    for (int i = 0; i < g->count; i++) {
        a = dvec3_add_scaled(a, g->weight[i], vertex3_a(g->v[i]));
        b = dvec3_add_scaled(b, g->weight[i], vertex3_b(g->v[i]));
    }
    gjk3_bring_nearer(p, &a, &b);
    const dvec3 closest = dvec3_sub(a, b);
    const double upper = dvec3_length(closest);
    if (!(upper < g->upper)) return;
    g->count = 1;
    g->v[0] = &g->room[0];
    g->weight[0] = 1;
    g->v[0]->id_a = g->v[0]->id_b = CORE3_NO_ID;
    pair3_join(g->v[0], a, b);
    vertex3_set_w(g->v[0]);
    g->closest = closest;
    g->upper = upper;
}

static bool is_certain(const gjk3_search *g)
{
    return g->upper - g->lower <= 32 * g->rounding + g->upper * 0x1p-50;
}

static void touch(gjk3_search *g)
{
    g->end = GJK3_TOUCHING;
    g->distance = g->lower = 0;  // of the upper bound no more is certain
    g->axis = dvec3_make(0, 0, 0);
}

void flr_gjk3_refine_curved(pair3 *p, gjk3_search *g, const gjk3_goal *o)
{
    enum { TURN_MAX = 20 };
    const bool has_nearest = gjk3_has_nearest(&p->a) || gjk3_has_nearest(&p->b);
    // where corners and straight edges meet this is the way, up to rounding
    dvec3 best = g->closest;
    double length = dvec3_length(best), away = 0x1p-4 * sqrt(g->size_squared / 2);
    double most = -(double)INFINITY, least_doubt = (double)INFINITY, likely = g->upper;
    if (length > 0) best = dvec3_scale(1 / length, best);
    for (int turn = 0; turn < TURN_MAX && length > 0 && !is_certain(g); turn++, away /= 4) {
        dvec3 by = dvec3_scale(-away, best);
        pair3 moved = *p;
        flr_pair3_move(&moved, by);
        gjk3_search apart;
        flr_gjk3_search_unrefined(&moved, &apart);
        g->steps += apart.steps;
        if (!(apart.upper > 0)) continue;
        vertex3 v = {.id_a = CORE3_NO_ID, .id_b = CORE3_NO_ID};
        pair3_support(p, PAIR3_ANY, apart.axis, &v);
        // no distance grows by more than the way moved
        double plane = dvec3_dot(apart.axis, v.w), gap = apart.lower - away;
        dvec3 turned = dvec3_sub(apart.axis, best);
        double doubt = apart.upper - apart.lower + away * dvec3_dot(turned, turned);
        if (doubt < least_doubt) least_doubt = doubt, likely = gap;
        if (plane > most) most = plane, best = apart.axis;
        if (most > g->lower) g->lower = most, g->axis = best;
        if (gap - 4 * g->rounding > g->lower) g->lower = gap - 4 * g->rounding;
        if (g->lower > o->stop_above + 8 * g->rounding) {
            g->end = GJK3_BEYOND;
            return;
        }
        apart.closest = put_back(&apart, by);
        apart.upper = dvec3_length(apart.closest);
        if (has_nearest) bring_nearer(p, &apart);
        if (apart.upper < g->upper) take_points(g, &apart);
    }
    g->distance = g->upper;
    if (is_certain(g)) g->end = GJK3_CLOSEST;
    // brought nearer, the points are as near as the cores up to rounding; those of users' cores are not
    if (!has_nearest && !is_certain(g) && least_doubt < g->upper - g->lower)
        g->distance = likely < g->lower ? g->lower : likely < g->upper ? likely : g->upper;
    if (g->distance > 4 * g->rounding || g->lower > 4 * g->rounding) return;
    touch(g);
}

void flr_gjk3_prove_axis(const pair3 *p, gjk3_search *g)
{
    const double met = 32 * g->rounding, root_of_rounding = 0x1p26 * g->rounding;
    if (g->lower > met || g->upper > root_of_rounding) return;
    vertex3 v = {.id_a = CORE3_NO_ID, .id_b = CORE3_NO_ID};
    pair3_support(p, PAIR3_ANY, g->axis, &v);
    if (dvec3_dot(g->axis, v.w) < -(g->upper + met)) touch(g);
}
