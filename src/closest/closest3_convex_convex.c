#include "closest/closest3_convex_convex.h"

#include <math.h>

#include "closest/gjk3_careful.h"
#include "closest/gjk3_result.h"
#include "closest/gjk3_resume.h"
#include "closest/gjk3_segment_box.h"
#include "closest/gjk3_weigh.h"

enum { STEPS_MAX = 64 };

/// Does the plane through the newest point keep the cores farther apart than was asked for?
static inline bool is_beyond(const gjk3_search *g, double limit)
{
    if (!(g->high > 0 && g->high * g->high > limit * limit * g->dd)) return false;
    double sure = limit + 4 * sqrt(gjk3_noise(g));
    return g->high * g->high > sure * sure * g->dd;
}

/// Is the simplex nearer than was asked for?
static inline bool is_within(const gjk3_search *g, double limit)
{
    double height = wide3_dot(g->d, g->v[0]->w);
    return height * height < limit * limit * g->dd;
}

/// The plane that keeps the cores farthest apart so far: the last steps to a curved surface may lose it to rounding.
static inline void keep_plane(gjk3_search *g)
{
    double length = sqrt(g->dd), apart = g->high / length;
    if (!(apart > g->lower)) return;
    g->lower = apart;
    g->axis = wide3_scale(1 / length, g->d);
}

/// Has the search come to its end with the newest point?
static inline void judge(gjk3_search *g, const gjk3_goal *o)
{
    const vertex3 *n = g->v[g->count];
    double gain = wide3_dot(g->d, wide3_sub(g->v[0]->w, n->w));
    if (g->curved) keep_plane(g);
    // on a curved surface the direction is off by the root of what the distance is, so it pays to go on
    double enough = g->curved ? 0x1p-10 * gjk3_noise(g) : gjk3_noise(g);
    if (is_beyond(g, o->stop_above)) {
        g->end = GJK3_BEYOND;
    } else if (!(gain > 0 && gain * gain > enough * g->dd) || gjk3_is_known(g)) {
        g->end = GJK3_CLOSEST;
    } else if (g->steps == STEPS_MAX) {
        g->end = GJK3_LOST;
    }
}

static wide3 unit_of(wide3 d)
{
    double length = wide3_length(d);
    return length > 0 ? wide3_scale(1 / length, d) : wide3_make(0, 0, 0);
}

static inline bool is_doubtful(const gjk3_search *g)
{
    return g->curved && ((g->end == GJK3_TOUCHING && g->count >= 2) || g->end == GJK3_INSIDE);
}

static void conclude(gjk3_search *g)
{
    gjk3_weigh(g);
    g->rounding = sqrt(gjk3_noise(g)) / 2;
    const wide3 axis = g->axis;
    const double best = g->lower;
    g->axis = wide3_make(0, 0, 0);
    g->lower = g->distance = g->upper = 0;
    // where the support point of a curved core comes twice, all but equal, their line or a needle's plane may hold the origin
    // far from the edge or the needle, and a flat tetrahedron holds it by wrong signs alone
    if (is_doubtful(g) && wide3_dot(g->closest, g->closest) > 4 * gjk3_noise(g)) g->end = GJK3_LOST;
    if (g->end == GJK3_INSIDE || g->end == GJK3_TOUCHING || g->end == GJK3_LOST) return;
    double length = sqrt(g->dd);
    g->upper = wide3_length(g->closest);
    g->distance = g->upper;
    if (g->curved) {
        g->lower = best;
        g->axis = axis;
        bool is_face = g->count == 3;
        gjk3_settle_axis(g, wide3_scale(1 / (is_face ? length : g->upper), is_face ? g->d : g->closest),
                         g->high / length);
        return;
    }
    g->lower = g->high / length;
    g->axis = wide3_scale(1 / g->upper, g->closest);
    if (g->count == 3 && gjk3_is_plane_better(g->v[0], g->v[1], g->v[2], g->dd, g->upper)) {
        g->axis = wide3_scale(1 / length, g->d);
        double height = fabs(wide3_dot(g->axis, g->v[0]->w));
        if (height < g->upper) g->distance = height;
    }
}

static inline void begin(gjk3_search *g)
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

static inline wide3 first_direction(const pair3 *p, const flr_gjk3_cache *c)
{
    if (c && flr_is_finite3(c->axis) && flr_length_squared3(c->axis) > 0) return wide3_of(c->axis);
    wide3 d = wide3_sub(p->a.middle, p->b.middle);
    return wide3_dot(d, d) > 0 ? d : wide3_make(1, 0, 0);
}

static inline bool is_turned(const flr_convex3 *c)
{
    const flr_mat3 *m = &c->axes;
    if (c->kind != FLR_CONVEX3_HULL && c->kind != FLR_CONVEX3_POINTS) return false;
    return m->x.x != 1 || m->y.y != 1 || m->z.z != 1;
}

/// Corners that are carried by a pose are off by a rounding of how far it carries them, also where they come back to the
/// reference.
static inline double carried_squared(const pair3 *p)
{
    const flr_convex3 *a = p->a.shape, *b = p->b.shape;
    double sum = 0;
    if (is_turned(a)) sum = wide3_dot(p->reference.lead, p->reference.lead);
    if (is_turned(b)) {
        const reference3 *r = &p->reference;
        wide3 apart = wide3_scale(r->unit, wide3_sub(wide3_of(b->center), r->position));
        wide3 way = wide3_sub(p->b.center, wide3_sub(apart, r->lead));
        sum += wide3_dot(way, way);
    } else if (b->kind == FLR_CONVEX3_BOX) {
        sum += wide3_dot(p->b.middle, p->b.middle);
    }
    return 2 * sum;
}

static inline __attribute__((always_inline)) void start(gjk3_search *g, const pair3 *p, const gjk3_goal *o,
                                                        pair3_form form)
{
    const flr_gjk3_cache *cache = o->options ? o->options->cache : NULL;
    begin(g);
    g->size_squared = carried_squared(p);
    g->curved = form == PAIR3_ANY && (!core3_has_ids(&p->a) || !core3_has_ids(&p->b));
    if (!cache || !gjk3_resume(g, p, cache, form)) g->d = first_direction(p, cache);
    if (!o->watched || g->count == 0) return;
    if (o->stop_below > 0 && g->end == GJK3_RUNNING && is_within(g, o->stop_below)) g->end = GJK3_WITHIN;
}

/// Steps until there is an end. The form is a constant where this is called.
static inline __attribute__((always_inline)) void search(gjk3_search *g, const pair3 *p, const gjk3_goal *o,
                                                         pair3_form form)
{
    start(g, p, o, form);
    while (g->end == GJK3_RUNNING) {
        vertex3 *n = g->v[g->count];
        pair3_support(p, form, g->d, n);
        gjk3_measure(g, n);
        g->high = wide3_dot(g->d, n->w);
        if (g->count > 0) judge(g, o);
        if (g->end != GJK3_RUNNING) return;
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
        g->steps++;
        if (!o->watched) continue;
        if (o->stop_below > 0 && g->end == GJK3_RUNNING && is_within(g, o->stop_below)) g->end = GJK3_WITHIN;
    }
}

/// The careful search of the same pair from the same begin, with its steps recorded.
static __attribute__((noinline)) void trace(const pair3 *pair, const gjk3_goal *o, gjk3_trace *t)
{
    pair3 p = *pair;
    gjk3_search g;
    flr_pair3_complete(&p);
    start(&g, &p, o, PAIR3_ANY);
    if (g.count == 0) {
        pair3_support(&p, PAIR3_ANY, g.d, g.v[0]);
        gjk3_measure(&g, g.v[0]);
        g.count = 1;
    }
    flr_gjk3_search_traced(&p, &g, o, t);
}

static void search_boxes(gjk3_search *g, const pair3 *p, const gjk3_goal *o) { search(g, p, o, PAIR3_BOXES); }
static void search_few(gjk3_search *g, const pair3 *p, const gjk3_goal *o) { search(g, p, o, PAIR3_FEW); }
static void search_hulls(gjk3_search *g, const pair3 *p, const gjk3_goal *o) { search(g, p, o, PAIR3_HULLS); }
static void search_any(gjk3_search *g, const pair3 *p, const gjk3_goal *o) { search(g, p, o, PAIR3_ANY); }

static void keep(const gjk3_search *g, flr_gjk3_cache *cache)
{
    cache->axis = wide3_to_real(g->closest);
    cache->count = (uint32_t)g->count;
    for (int i = 0; i < g->count; i++) {
        cache->a[i] = g->v[i]->id_a;
        cache->b[i] = g->v[i]->id_b;
    }
}

static inline void run(pair3 *p, const gjk3_goal *o, gjk3_search *g)
{
    if (p->form == PAIR3_BOXES) {
        search_boxes(g, p, o);
    } else if (p->form == PAIR3_FEW) {
        search_few(g, p, o);
    } else if (p->form == PAIR3_HULLS) {
        search_hulls(g, p, o);
    } else {
        search_any(g, p, o);
    }
    if (o->depth_next && g->end == GJK3_INSIDE && !g->curved) {
        g->closest = wide3_make(0, 0, 0);
    } else if (o->only_meeting && !is_doubtful(g) &&
               (g->end == GJK3_BEYOND || g->end == GJK3_INSIDE || g->end == GJK3_TOUCHING ||
                g->end == GJK3_WITHIN)) {
        g->closest = g->d;
    } else {
        if (g->end != GJK3_LOST) conclude(g);
        // where the bounds have not met there is more to find
        bool met = g->end != GJK3_CLOSEST || g->upper - g->lower <= 16 * g->rounding + g->upper * 0x1p-50;
        if (g->end == GJK3_LOST || !met) flr_gjk3_search_carefully(p, g, o);
        bool apart = g->end == GJK3_CLOSEST || g->end == GJK3_LOST;
        if (g->curved && apart && !o->plain && g->upper - g->lower > 32 * g->rounding + g->upper * 0x1p-50)
            flr_gjk3_finish(p, g, o);
    }
    if (o->options && o->options->cache) keep(g, o->options->cache);
}

/// The answer where there is none.
static flr_gjk3 not_finite(const gjk3_search *g)
{
    return (flr_gjk3){.status = FLR_NOT_FINITE, .upper = (flr_real)INFINITY, .iterations = g->steps};
}

static inline void solve(pair3 *p, const flr_gjk3_options *options, bool depth_next, gjk3_search *g,
                         flr_gjk3 *r)
{
    double limit = options ? (double)options->max_distance : INFINITY;
    gjk3_goal o = {.stop_above = (limit + p->radius_a + p->radius_b) * p->reference.unit, .stop_below = -1};
    o.depth_next = depth_next;
    o.options = options;
    gjk3_trace t = {.options = options, .shrink = 1 / p->reference.unit};
    const bool traced = options && options->steps;
    if (traced) trace(p, &o, &t);
    run(p, &o, g);
    if (traced) flr_gjk3_trace_end(&t, g);
    if (depth_next && g->end == GJK3_INSIDE)
        *r = (flr_gjk3){.overlap = true, .iterations = g->steps};
    else
        gjk3_set_result(p, g, limit, depth_next, r);
    if (p->not_finite || !isfinite(r->signed_distance)) *r = not_finite(g);
}

flr_gjk3 flr_gjk3_run(pair3 *pair, const flr_gjk3_options *options, simplex3 *simplex)
{
    gjk3_search g;
    flr_gjk3 r;
    solve(pair, options, true, &g, &r);
    simplex->count = g.count;
    for (int i = 0; i < g.count; i++) {
        simplex->v[i] = *g.v[i];
        simplex->weight[i] = g.weight[i];
    }
    return r;
}

void flr_gjk3_search_plainly(pair3 *p, gjk3_search *g)
{
    gjk3_goal o = {.stop_above = (double)INFINITY, .stop_below = -1, .plain = true};
    run(p, &o, g);
}

wide3 flr_gjk3_axis(pair3 *p)
{
    gjk3_search g;
    gjk3_goal o = {.stop_above = (double)INFINITY, .stop_below = -1};
    run(p, &o, &g);
    return g.axis;
}

flr_overlap3_convex flr_gjk3_meet(pair3 *p, flr_gjk3_cache *cache)
{
    const flr_gjk3_options options = {.max_distance = 0, .cache = cache};
    double radii = (p->radius_a + p->radius_b) * p->reference.unit;
    gjk3_goal o = {.stop_above = radii, .stop_below = radii, .only_meeting = true, .options = &options};
    o.watched = radii > 0;
    gjk3_search g;
    run(p, &o, &g);
    flr_overlap3_convex r = {.status = FLR_OK, .iterations = g.steps};
    bool by_distance = g.end == GJK3_CLOSEST || g.end == GJK3_LOST;
    r.overlap = by_distance ? !(g.distance > radii) : g.end != GJK3_BEYOND;
    if (g.end == GJK3_LOST && g.lower <= radii && g.upper > radii) r.status = FLR_NOT_CONVERGED;
    if (p->not_finite) r.status = FLR_NOT_FINITE;
    if (r.status != FLR_OK) r.overlap = false;
    if (r.status == FLR_OK && !r.overlap) r.normal = wide3_to_real(wide3_neg(unit_of(g.closest)));
    return r;
}

bool flr_gjk3_try_segment_box(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options,
                              bool depth_next, flr_gjk3 *r)
{
    if (!gjk3_is_segment_box(a, b) || (options && options->steps)) return false;
    pair3 p;
    p.a.shape = a;
    p.b.shape = b;
    p.radius_a = (double)a->radius;
    p.radius_b = (double)b->radius;
    p.reference = (reference3){wide3_of(a->center), {0, 0, 0}, 1};
    if (!isfinite(p.radius_a + p.radius_b)) return false;
    const double limit = options ? (double)options->max_distance : (double)INFINITY;
    gjk3_search g;
    if (!flr_gjk3_segment_box(a, b, limit + p.radius_a + p.radius_b, &g)) return false;
    if (options && options->cache) keep(&g, options->cache);
    gjk3_set_result(&p, &g, limit, depth_next, r);
    return true;
}

flr_gjk3 flr_closest3_convex_convex(const flr_convex3 *a, const flr_convex3 *b,
                                    const flr_gjk3_options *options)
{
    pair3 p;
    gjk3_search g;
    flr_gjk3 r;
    if (flr_gjk3_try_segment_box(a, b, options, false, &r)) return r;
    flr_pair3_make(&p, a, b);
    solve(&p, options, false, &g, &r);
    return r;
}
