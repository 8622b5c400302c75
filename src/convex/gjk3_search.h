/// The quick search of GJK: how it begins, steps and ends.
#ifndef FLR_CONVEX_GJK3_SEARCH_H
#define FLR_CONVEX_GJK3_SEARCH_H

#include "convex/gjk3_resume.h"

enum { GJK3_STEPS_MAX = 64, GJK3_LARGE_ROOM = GJK3_STEPS_MAX + 4 };

/// Does the plane through the newest point keep the cores farther apart than was asked for?
GJK3_INLINE bool gjk3_is_beyond(const gjk3_quick *s, double limit)
{
    const double square = s->high * s->high, noise = gjk3_noise_of(s->size_squared);
    if (!(s->high > 0 && square > limit * limit * s->dd)) return false;
    if (limit == 0) return square > 16 * noise * s->dd;
    const double sure = limit + 4 * sqrt(noise);
    return square > sure * sure * s->dd;
}

/// Has the simplex a point nearer than was asked for? By a point of it, not by the direction: of needles that may look anywhere.
GJK3_INLINE bool gjk3_has_nearer(const gjk3_quick *s, double limit)
{
    dvec3 c = s->p.w;
    if (s->count == 2) {
        const dvec3 u = dvec3_sub(s->q.w, s->p.w);
        const double t = -dvec3_dot(s->p.w, u) / dvec3_dot(u, u);
        if (!(t >= 0 && t <= 1)) return false;
        c = dvec3_add_scaled(c, t, u);
    } else if (s->count == 3) {
        const double part = 1 / (s->of_p + s->of_q + s->of_r);
        if (!(s->of_p >= 0 && s->of_q >= 0 && s->of_r >= 0)) return false;
        c = dvec3_add_scaled(dvec3_scale(s->of_p * part, s->p.w), s->of_q * part, s->q.w);
        c = dvec3_add_scaled(c, s->of_r * part, s->r.w);
    }
    return dvec3_dot(c, c) < limit * limit;
}

GJK3_INLINE bool gjk3_is_nearer(const gjk3_quick *s, double limit)
{
    const double height = dvec3_dot(s->d, s->p.w);
    return height * height < limit * limit * s->dd && gjk3_has_nearer(s, limit);
}

/// The plane that keeps the cores farthest apart so far: the last steps to a curved surface may lose it to rounding.
GJK3_INLINE void gjk3_keep_plane(gjk3_quick *s)
{
    const double length = sqrt(s->dd), apart = s->high / length;
    if (!(apart > s->lower)) return;
    s->lower = apart;
    s->axis = dvec3_scale(1 / length, s->d);
}

/// Does the newest point lie no nearer to the origin than the simplex, but for rounding? Or is it in it already: points of curved
/// cores have no numbers.
GJK3_INLINE bool gjk3_is_closest(const gjk3_quick *s, gjk3_corner n)
{
    const double gain = dvec3_dot(s->d, dvec3_sub(s->p.w, n.w)), noise = gjk3_noise_of(s->size_squared);
    // on a curved surface the direction is off by the root of what the distance is, so it pays to go on
    const double enough = s->curved ? 0x1p-10 * noise : noise;
    if (!(gain > 0 && gain * gain > enough * s->dd)) return true;
    const bool known = (s->p.key == n.key) | (s->q.key == n.key) | (s->r.key == n.key);
    return known && !s->curved;
}

/// Has the search come to its end with the newest point?
GJK3_INLINE void gjk3_judge(gjk3_quick *s, const gjk3_goal *o, gjk3_corner n)
{
    if (s->curved) gjk3_keep_plane(s);
    if (o->stop_above < (double)INFINITY && gjk3_is_beyond(s, o->stop_above))
        s->end = GJK3_BEYOND;
    else if (gjk3_is_closest(s, n))
        s->end = GJK3_CLOSEST;
    else if (s->steps == GJK3_STEPS_MAX)
        s->end = GJK3_LOST;
}

/// Of an edge or a face all but a needle the closest point has to be looked at before the origin is believed to lie on it.
static inline bool gjk3_is_doubtful(const gjk3_search *g)
{
    return (g->end == GJK3_TOUCHING && g->count >= 2) || (g->curved && g->end == GJK3_INSIDE);
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
    if (gjk3_is_turned(a)) sum = dvec3_dot(p->reference.lead, p->reference.lead);
    if (gjk3_is_turned(b)) {
        const reference3 *r = &p->reference;
        dvec3 apart = dvec3_scale(r->unit, dvec3_sub(dvec3_from(b->center), r->position));
        dvec3 way = dvec3_sub(p->b.center, dvec3_sub(apart, r->lead));
        sum += dvec3_dot(way, way);
    }
    // corners that are held from b's middle or first point round as far as that is away, however near they are themselves
    if (b->kind == FLR_CONVEX3_BOX || b->kind == FLR_CONVEX3_HULL || b->kind == FLR_CONVEX3_POINTS)
        sum += dvec3_dot(p->b.center, p->b.center);
    return 2 * sum;
}

GJK3_INLINE void gjk3_begin(gjk3_quick *s, double size_squared, bool curved)
{
    s->count = s->steps = s->next = 0;
    s->dd = s->high = s->lower = 0;
    s->of_p = s->of_q = s->of_r = 0;
    s->d = dvec3_make(0, 0, 0);
    s->p = s->q = s->r = (gjk3_corner){s->d, 0, 0};
    s->size_squared = size_squared;
    s->axis = dvec3_make(0, 0, 0);
    s->curved = curved;
    s->end = GJK3_RUNNING;
}

GJK3_INLINE dvec3 gjk3_first_direction(const pair3 *p, const flr_gjk3_cache *c)
{
    if (c && flr_is_finite3(c->axis) && flr_length_squared3(c->axis) > 0) return dvec3_from(c->axis);
    dvec3 d = dvec3_sub(p->a.middle, p->b.middle);
    return dvec3_dot(d, d) > 0 ? d : dvec3_make(1, 0, 0);
}

static inline bool gjk3_is_curved(const pair3 *p, pair3_form form)
{
    return form == PAIR3_ANY && (!core3_has_ids(&p->a) || !core3_has_ids(&p->b));
}

/// With the simplex of a call before, or at least a direction.
GJK3_INLINE void gjk3_start(gjk3_quick *s, vertex3 *room, const pair3 *p, const gjk3_goal *o, pair3_form form)
{
    const flr_gjk3_cache *cache = o->options ? o->options->cache : NULL;
    gjk3_begin(s, gjk3_carried_squared(p), gjk3_is_curved(p, form));
    if (!cache || !gjk3_resume(s, room, p, cache, form)) s->d = gjk3_first_direction(p, cache);
}

GJK3_INLINE void gjk3_watch(gjk3_quick *s, const gjk3_goal *o)
{
    if (s->count > 0 && s->end == GJK3_RUNNING && gjk3_is_nearer(s, o->stop_below)) s->end = GJK3_WITHIN;
}

/// The support point along the direction, for a free place of the room.
GJK3_INLINE void gjk3_support(gjk3_quick *s, const pair3 *p, pair3_form form, vertex3 *n)
{
    pair3_support(p, form, s->d, n);
    gjk3_measure(&s->size_squared, n);
    s->high = dvec3_dot(s->d, n->w);
}

/// Steps until there is an end. The form is a constant where this is called. In a room of four places a free one is found for each
/// corner; in a large one each has a place of its own.
GJK3_INLINE void gjk3_step_on(gjk3_quick *s, vertex3 *room, const pair3 *p, const gjk3_goal *o,
                              pair3_form form, bool is_large)
{
    if (o->watched) gjk3_watch(s, o);
    while (s->end == GJK3_RUNNING) {
        const int at = is_large ? s->next++ : gjk3_free(s);
        vertex3 n;
        gjk3_support(s, p, form, &n);
        const gjk3_corner corner = gjk3_corner_of(&n, at);
        if (s->count > 0) gjk3_judge(s, o, corner);
        if (s->end != GJK3_RUNNING) return;
        room[at] = n;
        gjk3_join(s, corner);
        s->steps++;
        if (o->watched) gjk3_watch(s, o);
    }
}

/// Does the tetrahedron hold the origin by more than the support points of a curved core are off?
static inline bool gjk3_is_deep_inside(const gjk3_search *g)
{
    const dvec3 a = g->v[0]->w, b = g->v[1]->w, c = g->v[2]->w, d = g->v[3]->w;
    const double of_d = dvec3_dot(a, dvec3_cross(b, c)), of_a = -dvec3_dot(b, dvec3_cross(c, d)),
                 of_b = dvec3_dot(a, dvec3_cross(c, d)), of_c = -dvec3_dot(a, dvec3_cross(b, d)),
                 size = g->size_squared, least = 0x1p-80 * size * size * size;
    const bool alike = of_d > 0 ? (of_a > 0) & (of_b > 0) & (of_c > 0) : (of_a < 0) & (of_b < 0) & (of_c < 0);
    return alike & (of_d * of_d > least) & (of_a * of_a > least) & (of_b * of_b > least) &
           (of_c * of_c > least);
}

/// The search's end, for those who look at all of it; the room is that of g.
static inline void gjk3_store(const gjk3_quick *s, gjk3_search *g)
{
    g->v[0] = &g->room[s->p.at];
    g->v[1] = &g->room[s->q.at];
    g->v[2] = &g->room[s->r.at];
    g->v[3] = &g->room[gjk3_free(s)];
    g->count = s->count;
    g->steps = s->steps;
    g->d = s->d;
    g->dd = s->dd;
    g->high = s->high;
    g->size_squared = s->size_squared;
    g->part[0] = s->of_p;
    g->part[1] = s->of_q;
    g->part[2] = s->of_r;
    g->curved = s->curved;
    g->end = s->end;
    g->axis = s->axis;
    g->lower = s->lower;
}

/// One search for each form, and the choice between them: search(g, p, o, form) with the form a constant.
#define GJK3_FORMS(name, search)                                                                             \
    static void name##_boxes(gjk3_search *g, const pair3 *p, const gjk3_goal *o)                             \
    {                                                                                                        \
        search(g, p, o, PAIR3_BOXES);                                                                        \
    }                                                                                                        \
    static void name##_few(gjk3_search *g, const pair3 *p, const gjk3_goal *o)                               \
    {                                                                                                        \
        search(g, p, o, PAIR3_FEW);                                                                          \
    }                                                                                                        \
    static void name##_hulls(gjk3_search *g, const pair3 *p, const gjk3_goal *o)                             \
    {                                                                                                        \
        search(g, p, o, PAIR3_HULLS);                                                                        \
    }                                                                                                        \
    static void name##_any(gjk3_search *g, const pair3 *p, const gjk3_goal *o)                               \
    {                                                                                                        \
        search(g, p, o, PAIR3_ANY);                                                                          \
    }                                                                                                        \
    static inline void name(gjk3_search *g, const pair3 *p, const gjk3_goal *o)                              \
    {                                                                                                        \
        if (p->form == PAIR3_BOXES)                                                                          \
            name##_boxes(g, p, o);                                                                           \
        else if (p->form == PAIR3_FEW)                                                                       \
            name##_few(g, p, o);                                                                             \
        else if (p->form == PAIR3_HULLS)                                                                     \
            name##_hulls(g, p, o);                                                                           \
        else                                                                                                 \
            name##_any(g, p, o);                                                                             \
    }

static inline void gjk3_keep(const gjk3_search *g, flr_gjk3_cache *cache)
{
    cache->axis = dvec3_round(g->closest);
    cache->count = (uint32_t)g->count;
    for (int i = 0; i < g->count; i++) {
        cache->a[i] = g->v[i]->id_a;
        cache->b[i] = g->v[i]->id_b;
    }
}

#endif
