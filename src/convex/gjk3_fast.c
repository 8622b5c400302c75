/// Closest points of two boxes, two hulls, or up to four corners each: GJK in one function of values.
#include <math.h>

#include "convex/gjk3.h"
#include "convex/gjk3_result.h"
#include "convex/gjk3_search.h"
#include "convex/gjk_limit.h"
#include "convex/minkowski3.h"
#include "convex/simplex3.h"

/// The pair is loaded, searched and answered in one function of values, and no more of it is loaded than
/// that takes. What rounding leaves open goes to the general search, with the simplex that was found.
/// Answers are returned by value, so that each is written once, where it is wanted.

/// The closest point of the simplex, and its weights.
typedef struct fast_weights {
    double p, q, r;
    dvec3 closest;
} fast_weights;

/// Computes the weights. Returns false where rounding has spoiled them.
GJK3_INLINE bool fast_weigh(const gjk3_state *s, fast_weights *w)
{
    w->p = 1;
    w->q = w->r = 0;
    w->closest = s->p.w;
    if (s->count == 1) return true;
    const dvec3 u = dvec3_sub(s->q.w, s->p.w);
    if (s->count == 2) {
        // from the nearer end, as in gjk3_weigh_edge
        const double part = 1 / dvec3_dot(u, u), t = -dvec3_dot(s->p.w, u) * part,
                     v = dvec3_dot(s->q.w, u) * part;
        w->p = t < v ? 1 - t : v;
        w->q = t < v ? t : 1 - v;
        w->closest = dvec3_add_scaled(dvec3_scale(w->p, s->p.w), w->q, s->q.w);
        return (w->p >= 0) & (w->q >= 0);
    }
    const dvec3 v = dvec3_sub(s->r.w, s->p.w);
    const double part = 1 / s->dd;
    w->p = s->of_p * part;
    w->q = s->of_q * part;
    w->r = s->of_r * part;
    w->closest = dvec3_add_scaled(dvec3_add_scaled(dvec3_scale(w->p, s->p.w), w->q, s->q.w), w->r, s->r.w);
    const dvec3 rest = dvec3_add_scaled(w->closest, -dvec3_dot(s->d, w->closest) * part, s->d);
    const bool straight = dvec3_dot(rest, rest) <= 0x1p-98 * (dvec3_dot(u, u) + dvec3_dot(v, v));
    return straight & (w->p >= 0) & (w->q >= 0) & (w->r >= 0);
}

/// Sets the result of the search. Returns false where the bounds have not met, or the direction needs the
/// general search.
GJK3_INLINE bool fast_conclude(const gjk3_state *s, const vertex3 *room, gjk3_outcome *g, dvec3 *closest)
{
    fast_weights w;
    if ((s->end != GJK3_CLOSEST && s->end != GJK3_BEYOND) || !fast_weigh(s, &w)) return false;
    *closest = w.closest;
    const double square = dvec3_dot(w.closest, w.closest);
    const f64x2 root = f64x2_sqrt((f64x2){square, s->dd}), inverse = (f64x2){1, 1} / root;
    g->end = s->end;
    g->steps = s->steps;
    g->upper = g->distance = root[0];
    g->lower = s->high * inverse[1];
    g->rounding = sqrt(gjk3_noise_of(s->size_squared)) / 2;
    g->axis = dvec3_scale(inverse[0], w.closest);
    if (s->count == 3) {
        // see gjk3_is_plane_better
        const dvec3 u = dvec3_sub(s->q.w, s->p.w), v = dvec3_sub(s->r.w, s->p.w);
        const bool better = s->dd > square * (dvec3_dot(u, u) + dvec3_dot(v, v));
        if (better) g->axis = dvec3_scale(inverse[1], s->d);
        const double height = dvec3_dot(g->axis, s->p.w);
        if (better & (height < g->upper)) g->distance = height;
    }
    const vertex3 *p = &room[s->p.at], *q = &room[s->q.at], *r = &room[s->r.at];
    const f64x2 of_p = f64x2_splat(w.p), of_q = f64x2_splat(w.q), of_r = f64x2_splat(w.r);
    g->x = of_p * p->x + of_q * q->x + of_r * r->x;
    g->y = of_p * p->y + of_q * q->y + of_r * r->y;
    g->z = of_p * p->z + of_q * q->z + of_r * r->z;
    bool parts = true;
    if (__builtin_expect(!gjk3_is_far(square, s->size_squared), 0)) {
        const dvec3 proved = dvec3_scale(inverse[1], s->d);
        parts = gjk3_do_agree(g->axis, proved, square, s->size_squared);
        g->axis = proved;
    }
    return s->end == GJK3_BEYOND ||
           ((g->upper - g->lower <= 16 * g->rounding + g->upper * 0x1p-50) & (g->lower > 0) & parts);
}

/// Writes the closest point and the corners of the simplex to the cache.
static inline void fast_keep(const vertex3 *room, const int *at, int count, dvec3 closest,
                             flr_gjk3_cache *cache)
{
    cache->axis = dvec3_round(closest);
    cache->count = (uint32_t)count;
    for (int i = 0; i < count; i++) {
        cache->a[i] = room[at[i]].id_a;
        cache->b[i] = room[at[i]].id_b;
    }
}

/// Returns the answer where a tetrahedron contains the origin.
static __attribute__((noinline)) flr_gjk3 fast_inside(const pair3 *p, const flr_gjk3_options *options,
                                                      const vertex3 *room, const int at[4],
                                                      double size_squared, int steps)
{
    const vertex3 *const v[4] = {&room[at[0]], &room[at[1]], &room[at[2]], &room[at[3]]};
    double weight[4];
    flr_gjk3 r;
    const dvec3 closest = flr_simplex3_weigh(v, 4, weight);
    gjk3_outcome end = {.end = GJK3_INSIDE,
                        .clear = gjk3_real_roundings == 1,
                        .steps = steps,
                        .rounding = sqrt(gjk3_noise_of(size_squared)) / 2};
    for (int i = 0; i < 4; i++) {
        end.x += f64x2_splat(weight[i]) * v[i]->x;
        end.y += f64x2_splat(weight[i]) * v[i]->y;
        end.z += f64x2_splat(weight[i]) * v[i]->z;
    }
    gjk3_set_result(p, &end, (double)flr_gjk3_limit(options), false, &r);
    if (options && options->cache) fast_keep(room, at, 4, closest, options->cache);
    return r;
}

/// Copies the corners of the simplex for a search that goes on with them.
static inline void fast_leave(const vertex3 *room, const int *at, int count, gjk3_before_depth end,
                              gjk3_around *around)
{
    around->end = end;
    around->simplex.count = count;
    for (int i = 0; i < count; i++) around->simplex.v[i] = room[at[i]];
}

/// Asks the general search, from the simplex that was found.
static __attribute__((noinline)) flr_gjk3 search_anew(const flr_convex3 *a, const flr_convex3 *b,
                                                      const flr_gjk3_options *options, const vertex3 *room,
                                                      const int *at, int count)
{
    flr_gjk3_cache own = {0};
    flr_gjk3_options o = {.max_distance = flr_gjk3_limit(options)};
    o.cache = options && options->cache ? options->cache : &own;
    fast_keep(room, at, count, dvec3_make(0, 0, 0), o.cache);
    return flr_gjk3_general(a, b, &o);
}

/// Begins with vertices as though the search had found them.
GJK3_INLINE void fast_begin_with(gjk3_state *s, vertex3 *room, const pair3 *p, const gjk3_begun *begun,
                                 pair3_form form)
{
    gjk3_begin(s, gjk3_translation_squared(p), false);
    for (uint32_t i = 0; i < begun->count && s->end == GJK3_RUNNING; i++) {
        vertex3 v;
        pair3_vertex(p, form, begun->a[i], begun->b[i], &v);
        gjk3_measure(&s->size_squared, &v);
        room[i] = v;
        gjk3_join(s, gjk3_corner_of(&v, s->next++));
        s->steps++;
    }
}

/// The form, and whether `begun` and `around` are null, are constants where this is called.
GJK3_INLINE flr_gjk3 fast_closest(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options,
                                  pair3_form form, const gjk3_begun *begun, gjk3_around *around)
{
    pair3 own, *const p = around ? &around->pair : &own;
    vertex3 room[GJK3_LARGE_ROOM];
    gjk3_state s;
    gjk3_outcome end;
    dvec3 nearest;
    flr_gjk3 r;
    const double limit = (double)flr_gjk3_limit(options);
    const double sum = pair3_load_fast(p, a, b, form);
    const gjk3_goal o = {
        .stop_above = limit + p->radius_a + p->radius_b, .stop_below = -1, .options = options};
    if (begun)
        fast_begin_with(&s, room, p, begun, form);
    else
        gjk3_start(&s, room, p, &o, form);
    gjk3_step_on(&s, room, p, &o, form, true);
    const int at[4] = {s.p.at, s.q.at, s.r.at, s.next - 1};
    const bool usual = gjk3_is_usual(&s, sum);
    if (s.end == GJK3_INSIDE && usual) {
        if (around) {
            fast_leave(room, at, 4, GJK3_AROUND, around);
            r.overlap = true;
            r.iterations = s.steps;
            return r;
        }
        pair3 scene;
        scene.reference = p->reference;
        scene.a.shape = a;
        scene.b.shape = b;
        scene.radius_a = p->radius_a;
        scene.radius_b = p->radius_b;
        return fast_inside(&scene, options, room, at, s.size_squared, s.steps);
    }
    const bool concluded = fast_conclude(&s, room, &end, &nearest) && usual;
    if (concluded) gjk3_set_result(p, &end, limit, around != NULL, &r);
    // the general search knows the normal of near needles better, which contacts and depths of radii go by
    const bool vague = around && concluded && (options || r.overlap) && !r.beyond &&
                       !gjk3_is_far(end.upper * end.upper, s.size_squared);
    // beyond only by rounding
    if (!concluded || vague || (s.end == GJK3_BEYOND && !r.beyond)) {
        if (!around) return search_anew(a, b, options, room, at, s.count);
        fast_leave(room, at, usual ? s.count : 0, GJK3_OPEN, around);
        return r;
    }
    if (options && options->cache) fast_keep(room, at, s.count, nearest, options->cache);
    if (around) fast_leave(room, at, 1, GJK3_APART, around);
    return r;
}

flr_gjk3 flr_gjk3_fast_boxes(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options)
{
    return fast_closest(a, b, options, PAIR3_BOXES, NULL, NULL);
}

flr_gjk3 flr_gjk3_fast_simplices(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options)
{
    return fast_closest(a, b, options, PAIR3_SIMPLICES, NULL, NULL);
}

flr_gjk3 flr_gjk3_fast_hulls(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options)
{
    return fast_closest(a, b, options, PAIR3_HULLS, NULL, NULL);
}

flr_gjk3 flr_gjk3_fast_simplices_from(const flr_convex3 *a, const flr_convex3 *b,
                                      const flr_gjk3_options *options, const gjk3_begun *begun)
{
    return fast_closest(a, b, options, PAIR3_SIMPLICES, begun, NULL);
}

flr_gjk3 flr_gjk3_fast_simplices_around(const flr_convex3 *a, const flr_convex3 *b,
                                        const flr_gjk3_options *options, const gjk3_begun *begun,
                                        gjk3_around *around)
{
    around->pair.not_finite = false;
    return fast_closest(a, b, options, PAIR3_SIMPLICES, begun, around);
}
