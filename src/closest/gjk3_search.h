/// The quick search of GJK: how it begins, steps and ends.
#ifndef FLR_CLOSEST_GJK3_SEARCH_H
#define FLR_CLOSEST_GJK3_SEARCH_H

#include "closest/gjk3_resume.h"

enum { GJK3_STEPS_MAX = 64 };

/// Does the plane through the newest point keep the cores farther apart than was asked for?
static inline bool gjk3_is_beyond(const gjk3_search *g, double limit)
{
    const double square = g->high * g->high;
    if (!(g->high > 0 && square > limit * limit * g->dd)) return false;
    if (limit == 0) return square > 16 * gjk3_noise(g) * g->dd;
    double sure = limit + 4 * sqrt(gjk3_noise(g));
    return square > sure * sure * g->dd;
}

/// Is the simplex nearer than was asked for?
static inline bool gjk3_is_nearer(const gjk3_search *g, double limit)
{
    double height = wide3_dot(g->d, g->v[0]->w);
    return height * height < limit * limit * g->dd;
}

/// The plane that keeps the cores farthest apart so far: the last steps to a curved surface may lose it to rounding.
static inline void gjk3_keep_plane(gjk3_search *g)
{
    double length = sqrt(g->dd), apart = g->high / length;
    if (!(apart > g->lower)) return;
    g->lower = apart;
    g->axis = wide3_scale(1 / length, g->d);
}

/// Has the search come to its end with the newest point?
static inline void gjk3_judge(gjk3_search *g, const gjk3_goal *o)
{
    const vertex3 *n = g->v[g->count];
    double gain = wide3_dot(g->d, wide3_sub(g->v[0]->w, n->w));
    if (g->curved) gjk3_keep_plane(g);
    // on a curved surface the direction is off by the root of what the distance is, so it pays to go on
    double enough = g->curved ? 0x1p-10 * gjk3_noise(g) : gjk3_noise(g);
    if (gjk3_is_beyond(g, o->stop_above)) {
        g->end = GJK3_BEYOND;
    } else if (!(gain > 0 && gain * gain > enough * g->dd) || gjk3_is_known(g)) {
        g->end = GJK3_CLOSEST;
    } else if (g->steps == GJK3_STEPS_MAX) {
        g->end = GJK3_LOST;
    }
}

static inline bool gjk3_is_doubtful(const gjk3_search *g)
{
    return g->curved && ((g->end == GJK3_TOUCHING && g->count >= 2) || g->end == GJK3_INSIDE);
}

static inline void gjk3_begin(gjk3_search *g)
{
    for (int i = 0; i < 4; i++) {
        g->v[i] = &g->room[i];
        g->room[i].id_a = g->room[i].id_b = CORE3_NO_ID;
    }
    g->count = g->steps = 0;
    g->dd = g->high = g->size_squared = 0;
    g->lower = 0;
    g->axis = wide3_make(0, 0, 0);
    g->end = GJK3_RUNNING;
}

static inline wide3 gjk3_first_direction(const pair3 *p, const flr_gjk3_cache *c)
{
    if (c && flr_is_finite3(c->axis) && flr_length_squared3(c->axis) > 0) return wide3_of(c->axis);
    wide3 d = wide3_sub(p->a.middle, p->b.middle);
    return wide3_dot(d, d) > 0 ? d : wide3_make(1, 0, 0);
}

static inline bool gjk3_is_turned(const flr_convex3 *c)
{
    const flr_mat3 *m = &c->axes;
    if (c->kind != FLR_CONVEX3_HULL && c->kind != FLR_CONVEX3_POINTS) return false;
    return m->x.x != 1 || m->y.y != 1 || m->z.z != 1;
}

/// Corners that are carried by a pose are off by a rounding of how far it carries them, also where they come back to the
/// reference.
static inline double gjk3_carried_squared(const pair3 *p)
{
    const flr_convex3 *a = p->a.shape, *b = p->b.shape;
    double sum = 0;
    if (gjk3_is_turned(a)) sum = wide3_dot(p->reference.lead, p->reference.lead);
    if (gjk3_is_turned(b)) {
        const reference3 *r = &p->reference;
        wide3 apart = wide3_scale(r->unit, wide3_sub(wide3_of(b->center), r->position));
        wide3 way = wide3_sub(p->b.center, wide3_sub(apart, r->lead));
        sum += wide3_dot(way, way);
    } else if (b->kind == FLR_CONVEX3_BOX) {
        sum += wide3_dot(p->b.middle, p->b.middle);
    }
    return 2 * sum;
}

static inline __attribute__((always_inline)) void gjk3_start(gjk3_search *g, const pair3 *p,
                                                             const gjk3_goal *o, pair3_form form)
{
    const flr_gjk3_cache *cache = o->options ? o->options->cache : NULL;
    gjk3_begin(g);
    g->size_squared = gjk3_carried_squared(p);
    g->curved = form == PAIR3_ANY && (!core3_has_ids(&p->a) || !core3_has_ids(&p->b));
    if (!cache || !gjk3_resume(g, p, cache, form)) g->d = gjk3_first_direction(p, cache);
    if (!o->watched || g->count == 0) return;
    if (o->stop_below > 0 && g->end == GJK3_RUNNING && gjk3_is_nearer(g, o->stop_below)) g->end = GJK3_WITHIN;
}

/// The newest point, v[count], joins the simplex, of which then the least face is left that has its closest point.
static inline __attribute__((always_inline)) void gjk3_join(gjk3_search *g)
{
    switch (g->count) {
    case 0:
        gjk3_set_corner(g);
        break;
    case 1:
        gjk3_reduce2(g);
        break;
    case 2:
        gjk3_reduce3(g);
        break;
    default:
        gjk3_reduce4(g);
        break;
    }
}

/// Steps until there is an end. The form is a constant where this is called.
static inline __attribute__((always_inline)) void gjk3_step_on(gjk3_search *g, const pair3 *p,
                                                               const gjk3_goal *o, pair3_form form)
{
    while (g->end == GJK3_RUNNING) {
        vertex3 *n = g->v[g->count];
        pair3_support(p, form, g->d, n);
        gjk3_measure(g, n);
        g->high = wide3_dot(g->d, n->w);
        if (g->count > 0) gjk3_judge(g, o);
        if (g->end != GJK3_RUNNING) return;
        gjk3_join(g);
        g->steps++;
        if (!o->watched) continue;
        if (o->stop_below > 0 && g->end == GJK3_RUNNING && gjk3_is_nearer(g, o->stop_below))
            g->end = GJK3_WITHIN;
    }
}

static inline void gjk3_keep(const gjk3_search *g, flr_gjk3_cache *cache)
{
    cache->axis = wide3_to_real(g->closest);
    cache->count = (uint32_t)g->count;
    for (int i = 0; i < g->count; i++) {
        cache->a[i] = g->v[i]->id_a;
        cache->b[i] = g->v[i]->id_b;
    }
}

#endif
