/// Closest points of two convex shapes by GJK: the general search, the fast path, and the choice between these and the others of gjk3.h.
#include <math.h>

#include "convex/convex_lanes.h"
#include "convex/gjk3.h"
#include "convex/gjk3_result.h"
#include "convex/gjk3_search.h"
#include "convex/gjk_limit.h"
#include "convex/minkowski3.h"
#include "convex/simplex3.h"

// ---- The weights of the simplex, by the cheapest method that is accurate ----

/// The weights of an edge, from the nearer end. The origin may lie off the end of an edge no longer than rounding, which
/// is then no better than its end.
static inline void gjk3_weigh_edge(gjk3_search *g)
{
    dvec3 p = g->v[0]->w, q = g->v[1]->w, e = dvec3_sub(q, p);
    double part = 1 / dvec3_dot(e, e), t = -dvec3_dot(p, e) * part, s = dvec3_dot(q, e) * part;
    double lesser = t < s ? t : s;
    lesser = lesser > 0 ? lesser : 0;
    g->weight[0] = t < s ? 1 - lesser : lesser;
    g->weight[1] = t < s ? lesser : 1 - lesser;
    g->closest = dvec3_add_scaled(dvec3_scale(g->weight[0], p), g->weight[1], q);
}

/// The weights of a face as the search knows them, if they come out good: none negative, and their point along the normal.
static inline bool gjk3_weigh_face(gjk3_search *g)
{
    const dvec3 p = g->v[0]->w, q = g->v[1]->w, r = g->v[2]->w, u = dvec3_sub(q, p), t = dvec3_sub(r, p);
    const double part = 1 / g->dd;
    const double at_p = g->part[0] * part, at_q = g->part[1] * part, at_r = g->part[2] * part;
    g->weight[0] = at_p;
    g->weight[1] = at_q;
    g->weight[2] = at_r;
    g->closest = dvec3_add_scaled(dvec3_add_scaled(dvec3_scale(at_p, p), at_q, q), at_r, r);
    dvec3 rest = dvec3_add_scaled(g->closest, -dvec3_dot(g->d, g->closest) * part, g->d);
    bool straight = dvec3_dot(rest, rest) <= 0x1p-98 * (dvec3_dot(u, u) + dvec3_dot(t, t));
    return straight & (at_p >= 0) & (at_q >= 0) & (at_r >= 0);
}

/// The face's weights as if in twice the precision, without the corners that the closest point does not need.
static __attribute__((noinline)) void gjk3_weigh_doubled(gjk3_search *g)
{
    simplex3 s = {.count = g->count};
    bool inside;
    flr_double2 square;
    for (int i = 0; i < s.count; i++) s.v[i] = *g->v[i];
    g->closest = flr_simplex3_reduce_doubled(&s, &inside, &square);
    g->count = s.count;
    for (int i = 0; i < s.count; i++) {
        g->room[i] = s.v[i];
        g->v[i] = &g->room[i];
        g->weight[i] = s.weight[i];
    }
}

static inline void gjk3_weigh(gjk3_search *g)
{
    if (g->count == 3 && !g->curved) {
        if (!gjk3_weigh_face(g)) gjk3_weigh_doubled(g);
    } else if (g->count == 2) {
        gjk3_weigh_edge(g);
    } else {
        g->closest = flr_simplex3_weigh((const vertex3 *const *)g->v, g->count, g->weight);
    }
}

// ---- Bounds, direction and answer of a search ----

/// The direction of curved cores' closest points or that of the last step: the one that keeps them farther apart. The first is off by
/// what rounding is beside a small distance, the second where the simplex is a needle.
static void settle_curved(const pair3 *p, gjk3_search *g, double length)
{
    dvec3 axis = dvec3_scale(1 / length, g->d);
    double apart = g->high / length;
    if (g->count < 3) {
        const dvec3 between = dvec3_scale(1 / g->upper, g->closest);
        vertex3 v = {.id_a = CORE3_NO_ID, .id_b = CORE3_NO_ID};
        pair3_support(p, PAIR3_ANY, between, &v);
        const double apart_by = dvec3_dot(between, v.w);
        if (apart - apart_by <= 2 * g->rounding) axis = between, apart = apart_by;
    }
    gjk3_settle_axis(g, axis, apart);
}

static double apart_along(const pair3 *p, dvec3 axis)
{
    vertex3 v = {.id_a = CORE3_NO_ID, .id_b = CORE3_NO_ID};
    pair3_support(p, PAIR3_ANY, axis, &v);
    return dvec3_dot(axis, v.w);
}

/// Of needles that are near each other the direction of the closest point, off by what rounding is beside the distance, lets the ends
/// come near: then that of the simplex, or the plane that has been proved, keeps them farther apart.
static void straighten(pair3 *p, gjk3_search *g)
{
    if (gjk3_is_far(g->upper * g->upper, g->size_squared)) return;
    const dvec3 proved = dvec3_scale(1 / sqrt(g->dd), g->d), off = dvec3_sub(g->axis, proved);
    if (!(dvec3_dot(off, off) > 0x1p-96)) return;
    flr_pair3_complete(p);
    const double enough = g->lower - 4 * g->rounding;
    double most = apart_along(p, g->axis);
    for (int i = 0; i < 2 && most < enough; i++) {
        const dvec3 other = i == 0 ? flr_gjk3_perpendicular_to(g) : proved;
        const double apart = apart_along(p, other);
        if (apart > most) most = apart, g->axis = other;
    }
}

/// The normal of the simplex, on the side of the last step's direction. Of sides at a small angle, or one much shorter than another, from twice
/// the digits: plain products turn it so far that heights of its corners are dozens of rounding errors apart.
static dvec3 normal_of_simplex(const gjk3_search *g)
{
    const dvec3 a = g->v[0]->w, b = g->v[1]->w, c = g->v[2]->w, u = dvec3_sub(b, a), v = dvec3_sub(c, a);
    const double sides = dvec3_dot(u, u) + dvec3_dot(v, v);
    if (g->dd > 0x1p-8 * sides * sides) return dvec3_scale(1 / sqrt(g->dd), g->d);
    const dvec3 n = simplex3_normal_doubled(a, b, c);
    const double square = dvec3_dot(n, n);
    if (!(square > 0)) return dvec3_scale(1 / sqrt(g->dd), g->d);
    return dvec3_scale((dvec3_dot(n, g->d) < 0 ? -1 : 1) / sqrt(square), n);
}

static void set_bounds(const pair3 *p, gjk3_search *g)
{
    gjk3_weigh(g);
    g->rounding = sqrt(gjk3_noise(g)) / 2;
    const dvec3 axis = g->axis;
    const double best = g->lower;
    g->axis = dvec3_make(0, 0, 0);
    g->lower = g->distance = g->upper = 0;
    // the line of an edge or a needle's plane may hold the origin far from the edge or the needle, and where the support point of a
    // curved core comes twice, nearly equal, a flat tetrahedron holds it by wrong signs alone
    if (gjk3_is_doubtful(g) && dvec3_dot(g->closest, g->closest) > 4 * gjk3_noise(g)) g->end = GJK3_LOST;
    if (g->end == GJK3_INSIDE || g->end == GJK3_TOUCHING || g->end == GJK3_LOST) return;
    double length = sqrt(g->dd);
    g->upper = dvec3_length(g->closest);
    g->distance = g->upper;
    if (g->curved) {
        g->lower = best;
        g->axis = axis;
        settle_curved(p, g, length);
        return;
    }
    g->lower = g->high / length;
    g->axis = dvec3_scale(1 / g->upper, g->closest);
    if (g->count == 3 && gjk3_is_plane_better(g->v[0], g->v[1], g->v[2], g->dd, g->upper)) {
        g->axis = normal_of_simplex(g);
        double height = fabs(dvec3_dot(g->axis, g->v[0]->w));
        if (height < g->upper) g->distance = height;
    }
}

/// The robust search of the same pair from the same begin, with its steps recorded.
static __attribute__((noinline)) void trace(const pair3 *pair, const gjk3_goal *o, gjk3_trace *t)
{
    pair3 p = *pair;
    gjk3_search g;
    flr_pair3_complete(&p);
    gjk3_state s;
    gjk3_start(&s, g.room, &p, o, PAIR3_ANY);
    if (s.count == 0) {
        gjk3_support(&s, &p, PAIR3_ANY, &g.room[0]);
        s.count = 1;
    }
    gjk3_store(&s, &g);
    flr_gjk3_search_traced(&p, &g, o, t);
}

/// The form is a constant where this is called.
GJK3_INLINE void search_form(gjk3_search *g, const pair3 *p, const gjk3_goal *o, pair3_form form)
{
    gjk3_state s;
    gjk3_start(&s, g->room, p, o, form);
    gjk3_step_on(&s, g->room, p, o, form, false);
    gjk3_store(&s, g);
    g->clear = gjk3_real_roundings == 1 && s.end == GJK3_INSIDE && (!s.curved || gjk3_is_deep_inside(g));
}

GJK3_FORMS(search, search_form)

static inline bool is_apart(const gjk3_search *g) { return g->end == GJK3_CLOSEST || g->end == GJK3_LOST; }

/// Bounds and points at the end of the steps; the robust search goes on where the bounds have not met.
static inline void conclude(pair3 *p, const gjk3_goal *o, gjk3_search *g)
{
    if (g->end != GJK3_LOST) set_bounds(p, g);
    bool met = g->end != GJK3_CLOSEST ||
               (g->upper - g->lower <= 16 * g->rounding + g->upper * 0x1p-50 && (g->curved || g->lower > 0));
    if (g->end == GJK3_LOST || !met) {
        flr_gjk3_search_robust(p, g, o);
        g->clear = false;
    } else if (g->end == GJK3_CLOSEST && !g->curved) {
        straighten(p, g);
    }
    if (!g->curved || o->unrefined || !is_apart(g)) return;
    if (g->upper - g->lower > 32 * g->rounding + g->upper * 0x1p-50) flr_gjk3_refine_curved(p, g, o);
    if (is_apart(g)) flr_gjk3_prove_axis(p, g);
}

void flr_gjk3_conclude(pair3 *p, const gjk3_goal *o, gjk3_search *g) { conclude(p, o, g); }

static inline void search_and_conclude(pair3 *p, const gjk3_goal *o, gjk3_search *g)
{
    search(g, p, o);
    if (o->depth_next && g->end == GJK3_INSIDE && !g->curved) {
        g->closest = dvec3_make(0, 0, 0);
    } else {
        conclude(p, o, g);
    }
    if (o->options && o->options->cache) gjk3_keep(g, o->options->cache);
}

/// The answer where there is none.
static flr_gjk3 not_finite(const gjk3_search *g)
{
    return (flr_gjk3){.status = FLR_NOT_FINITE, .upper = (flr_real)INFINITY, .iterations = g->steps};
}

/// The bounds hold what the support points of users' cores are off by as well.
static void widen(const pair3 *p, gjk3_outcome *g)
{
    const dvec3 a = dvec3_make(g->x[0], g->y[0], g->z[0]), b = dvec3_make(g->x[1], g->y[1], g->z[1]);
    const double size = g->rounding * 0x1p52, of_a = pair3_rounding_of_user(p, &p->a, size, a),
                 of_b = pair3_rounding_of_user(p, &p->b, size, b), by = of_a + of_b;
    if (!(by > 0)) return;
    // support points that contradict one another, as where the user's function rounds them coarsely, can bring about the other order
    if (g->end != GJK3_BEYOND) {
        const double least = g->lower < g->upper ? g->lower : g->upper,
                     most = g->lower < g->upper ? g->upper : g->lower;
        g->lower = least < g->distance ? least : g->distance;
        g->upper = most > g->distance ? most : g->distance;
    }
    if (g->end == GJK3_CLOSEST || g->end == GJK3_LOST) {
        g->end = GJK3_LOST;
        if (!gjk3_is_lost(g) || g->upper - g->lower <= 64 * by) g->end = GJK3_CLOSEST;
    }
    g->lower -= by;
    g->upper += by;
}

static inline void set_result(const pair3 *p, const gjk3_search *g, double limit, bool depth, flr_gjk3 *r)
{
    gjk3_outcome end = gjk3_outcome_of(g);
    if (g->curved) widen(p, &end);
    gjk3_set_result(p, &end, limit, depth, r);
}

GJK3_INLINE void answer(pair3 *p, const flr_gjk3_options *options, bool depth_next, gjk3_search *g,
                        flr_gjk3 *r)
{
    double limit = (double)flr_gjk3_limit(options);
    gjk3_goal o = {.stop_above = (limit + p->radius_a + p->radius_b) * p->reference.unit, .stop_below = -1};
    o.depth_next = depth_next;
    o.options = options;
    gjk3_trace t = {.options = options, .shrink = 1 / p->reference.unit, .reference = &p->reference};
    const bool traced = options && options->steps;
    if (traced) trace(p, &o, &t);
    for (;;) {
        search_and_conclude(p, &o, g);
        if (traced) flr_gjk3_trace_end(&t, g);
        if (depth_next && g->end == GJK3_INSIDE)
            *r = (flr_gjk3){.overlap = true, .iterations = g->steps};
        else
            set_result(p, g, limit, depth_next, r);
        if (g->end != GJK3_BEYOND || r->beyond) break;
        o.stop_above = (double)INFINITY;  // farther only by rounding after the search
    }
    const bool lost = !isfinite(r->signed_distance) || (g->curved && !isfinite(r->upper));
    if (p->not_finite || lost) *r = not_finite(g);
}

static void keep_simplex(const gjk3_search *g, simplex3 *simplex)
{
    simplex->count = g->count;
    for (int i = 0; i < g->count; i++) {
        simplex->v[i] = *g->v[i];
        simplex->weight[i] = g->weight[i];
    }
}

flr_gjk3 flr_gjk3_search_pair(pair3 *pair, const flr_gjk3_options *options, simplex3 *simplex)
{
    gjk3_search g;
    flr_gjk3 r;
    answer(pair, options, true, &g, &r);
    if (simplex) keep_simplex(&g, simplex);
    return r;
}

void flr_gjk3_search_unrefined(pair3 *p, gjk3_search *g)
{
    gjk3_goal o = {.stop_above = (double)INFINITY, .stop_below = -1, .unrefined = true};
    search_and_conclude(p, &o, g);
}

dvec3 flr_gjk3_axis(pair3 *p, simplex3 *simplex)
{
    gjk3_search g;
    gjk3_goal o = {.stop_above = (double)INFINITY, .stop_below = -1};
    search_and_conclude(p, &o, &g);
    if (simplex) keep_simplex(&g, simplex);
    return g.axis;
}

flr_gjk3 flr_gjk3_general(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options)
{
    pair3 p;
    gjk3_search g;
    flr_gjk3 r;
    flr_pair3_make(&p, a, b);
    answer(&p, options, false, &g, &r);
    return r;
}

// ---- Two boxes, two hulls, or up to four corners each ----

/// The pair is made, searched and answered in one function of values, and no more of it is made than that takes. What rounding leaves open goes
/// to the general search, from the simplex that was found. Answers are handed on by value, so that each is written once where it is wanted.

/// The weights of the closest point, and that point, if they come out good.
typedef struct fast_weights {
    double p, q, r;
    dvec3 closest;
} fast_weights;

GJK3_INLINE bool fast_weigh(const gjk3_state *s, fast_weights *w)
{
    w->p = 1;
    w->q = w->r = 0;
    w->closest = s->p.w;
    if (s->count == 1) return true;
    const dvec3 u = dvec3_sub(s->q.w, s->p.w);
    if (s->count == 2) {
        // from the nearer end
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

/// The result of the search; false where the bounds have not met, or the direction must be searched for.
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
        // the direction of a face's normal is off by rounding over its width, that of its closest point by rounding over the distance
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

/// The answer where a tetrahedron holds the origin.
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

/// The question with all care, from the simplex that was found.
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

/// With corners as though the search had come by them.
GJK3_INLINE void fast_begin_with(gjk3_state *s, vertex3 *room, const pair3 *p, const gjk3_begun *begun,
                                 pair3_form form)
{
    gjk3_begin(s, gjk3_carried_squared(p), false);
    for (uint32_t i = 0; i < begun->count && s->end == GJK3_RUNNING; i++) {
        vertex3 v;
        pair3_vertex(p, form, begun->a[i], begun->b[i], &v);
        gjk3_measure(&s->size_squared, &v);
        room[i] = v;
        gjk3_join(s, gjk3_corner_of(&v, s->next++));
        s->steps++;
    }
}

/// The form is a constant where this is called, and whether there is a begin.
GJK3_INLINE flr_gjk3 fast_closest(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options,
                                  pair3_form form, const gjk3_begun *begun)
{
    pair3 p;
    vertex3 room[GJK3_LARGE_ROOM];
    gjk3_state s;
    gjk3_outcome end;
    dvec3 nearest;
    flr_gjk3 r;
    const double limit = (double)flr_gjk3_limit(options);
    const double sum = pair3_load_fast(&p, a, b, form);
    const gjk3_goal o = {.stop_above = limit + p.radius_a + p.radius_b, .stop_below = -1, .options = options};
    if (begun)
        fast_begin_with(&s, room, &p, begun, form);
    else
        gjk3_start(&s, room, &p, &o, form);
    gjk3_step_on(&s, room, &p, &o, form, true);
    const int at[4] = {s.p.at, s.q.at, s.r.at, s.next - 1};
    const bool usual = gjk3_is_usual(&s, sum);
    if (s.end == GJK3_INSIDE && usual) {
        pair3 scene;
        scene.reference = p.reference;
        scene.a.shape = a;
        scene.b.shape = b;
        scene.radius_a = p.radius_a;
        scene.radius_b = p.radius_b;
        return fast_inside(&scene, options, room, at, s.size_squared, s.steps);
    }
    if (!fast_conclude(&s, room, &end, &nearest) || !usual)
        return search_anew(a, b, options, room, at, s.count);
    gjk3_set_result(&p, &end, limit, false, &r);
    // farther only by rounding after the search
    if (s.end == GJK3_BEYOND && !r.beyond) return search_anew(a, b, options, room, at, s.count);
    if (options && options->cache) fast_keep(room, at, s.count, nearest, options->cache);
    return r;
}

flr_gjk3 flr_gjk3_fast_boxes(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options)
{
    return fast_closest(a, b, options, PAIR3_BOXES, NULL);
}

flr_gjk3 flr_gjk3_fast_simplices(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options)
{
    return fast_closest(a, b, options, PAIR3_SIMPLICES, NULL);
}

flr_gjk3 flr_gjk3_fast_hulls(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options)
{
    return fast_closest(a, b, options, PAIR3_HULLS, NULL);
}

flr_gjk3 flr_gjk3_fast_simplices_from(const flr_convex3 *a, const flr_convex3 *b,
                                      const flr_gjk3_options *options, const gjk3_begun *begun)
{
    return fast_closest(a, b, options, PAIR3_SIMPLICES, begun);
}

// ---- The choice of a path ----

flr_gjk3 flr_gjk3_guess_simplices(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options)
{
    if (a->count != 4 || b->count != 4 || flr_gjk3_limit(options) < (flr_real)INFINITY)
        return flr_gjk3_fast_simplices(a, b, options);
    return convex_lanes_widest()->guess_tetrahedra(a, b, options);
}

flr_gjk3 flr_gjk3_guess_hulls(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options)
{
    if (a->hull->padded_count != GUESS_SIDE || b->hull->padded_count != GUESS_SIDE ||
        flr_gjk3_limit(options) < (flr_real)INFINITY)
        return flr_gjk3_fast_hulls(a, b, options);
    return convex_lanes_widest()->guess_hulls(a, b, options);
}

flr_gjk3 flr_gjk3_warm_start_hulls(const flr_convex3 *a, const flr_convex3 *b,
                                   const flr_gjk3_options *options)
{
    return convex_lanes_widest()->warm_start_hulls(a, b, options);
}

flr_gjk3 flr_gjk3_closest_segment_box(const flr_convex3 *a, const flr_convex3 *b,
                                      const flr_gjk3_options *options)
{
    return convex_lanes_widest()->closest_segment_box(a, b, options);
}

bool flr_gjk3_try_segment_box(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options,
                              bool depth_next, flr_gjk3 *r)
{
    if (!gjk3_is_segment_box(a, b) || (options && options->steps)) return false;
    return convex_lanes_widest()->try_segment_box(a, b, options, depth_next, r);
}

bool flr_gjk3_intersects_segment_box(const flr_convex3 *a, const flr_convex3 *b, flr_overlap3_convex *r)
{
    return convex_lanes_widest()->intersects_segment_box(a, b, r);
}

/// The steps beside the answer that there is without them.
static __attribute__((noinline)) flr_gjk3 traced(const flr_convex3 *a, const flr_convex3 *b,
                                                 const flr_gjk3_options *options)
{
    flr_gjk3_options aside = *options, plain = *options;
    flr_gjk3_cache cache = {0};
    if (options->cache) cache = *options->cache;
    aside.cache = &cache;
    plain.steps = NULL;
    const flr_gjk3 shown = flr_gjk3_general(a, b, &aside);
    flr_gjk3 r = flr_closest3_convex_convex(a, b, &plain);
    r.iterations = shown.iterations;
    return r;
}

flr_gjk3 flr_closest3_convex_convex(const flr_convex3 *a, const flr_convex3 *b,
                                    const flr_gjk3_options *options)
{
    if (options && options->steps) return traced(a, b, options);
    if (a->kind == b->kind) {
        const bool warm = options && options->cache && options->cache->count > 0;
        if (a->kind == FLR_CONVEX3_BOX)
            return warm ? flr_gjk3_warm_start_boxes(a, b, options) : flr_gjk3_fast_boxes(a, b, options);
        if (a->kind == FLR_CONVEX3_CORNERS)
            return warm ? flr_gjk3_warm_start_simplices(a, b, options)
                        : flr_gjk3_guess_simplices(a, b, options);
        if (a->kind == FLR_CONVEX3_HULL)
            return warm ? flr_gjk3_warm_start_hulls(a, b, options) : flr_gjk3_guess_hulls(a, b, options);
    }
    return gjk3_is_segment_box(a, b) ? flr_gjk3_closest_segment_box(a, b, options)
                                     : flr_gjk3_general(a, b, options);
}
