#include "convex/gjk3_careful.h"
#include "convex/gjk3_nearest.h"

#include <math.h>

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

void flr_gjk3_finish(pair3 *p, gjk3_search *g, const gjk3_goal *o)
{
    enum { TURN_MAX = 20 };
    const bool has_nearest = gjk3_has_nearest(&p->a) || gjk3_has_nearest(&p->b);
    // where corners and straight edges meet this is the way, but for rounding
    dvec3 best = g->closest;
    double length = dvec3_length(best), away = 0x1p-4 * sqrt(g->size_squared / 2);
    double most = -(double)INFINITY, least_doubt = (double)INFINITY, likely = g->upper;
    if (length > 0) best = dvec3_scale(1 / length, best);
    for (int turn = 0; turn < TURN_MAX && length > 0 && !is_certain(g); turn++, away /= 4) {
        dvec3 by = dvec3_scale(-away, best);
        pair3 moved = *p;
        flr_pair3_move(&moved, by);
        gjk3_search apart;
        flr_gjk3_search_plainly(&moved, &apart);
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
    // brought nearer, the points are as near as the cores but for rounding; those of users' cores are not
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
