/// Do two convex cores meet, or are they apart by more than their radii?
///
/// A no needs one plane. Nine in ten are parted square to the way between their middles, and of the rest most by its
/// reflection at the first support point (Chung and Wang, "Quick collision detection of polytopes in virtual environments",
/// 1996). What both leave open goes to the steps of GJK, whose simplex begins with the two support points and, where it is
/// known to lie inside, the difference of the middles: so a tetrahedron about the origin is found sooner.
#include <math.h>

#include "closest/closest3_convex_convex.h"
#include "closest/gjk3_search.h"

static wide3 unit_of(wide3 d)
{
    double length = wide3_length(d);
    return length > 0 ? wide3_scale(1 / length, d) : wide3_make(0, 0, 0);
}

/// Is the middle of the core a point of it, whatever its shape?
static inline bool is_middle_inside(const core3 *c, pair3_form form)
{
    if (form == PAIR3_HULLS || (form == PAIR3_ANY && c->kind == FLR_CONVEX3_HULL))
        return c->hull->is_centered;
    return form != PAIR3_ANY || c->kind == FLR_CONVEX3_CORNERS || c->kind == FLR_CONVEX3_BOX;
}

/// The support point along d, the next of the simplex: is the plane through it far enough?
static inline __attribute__((always_inline)) bool parts(gjk3_search *g, const pair3 *p, const gjk3_goal *o,
                                                        pair3_form form, wide3 d, vertex3 *v)
{
    pair3_support(p, form, d, v);
    gjk3_measure(g, v);
    g->d = d;
    g->dd = wide3_dot(d, d);
    g->high = wide3_dot(d, v->w);
    g->steps++;
    if (!gjk3_is_beyond(g, o->stop_above)) return false;
    g->end = GJK3_BEYOND;
    return true;
}

static inline void set_middles(const pair3 *p, vertex3 *v)
{
    pair3_join(v, p->a.middle, p->b.middle);
    vertex3_set_w(v);
    v->id_a = v->id_b = CORE3_NO_ID;
}

/// The direction that the search begins with, unless it has been tried already, and its reflection; else the first simplex.
/// Of the points that are kept for another call none may be a middle.
static inline __attribute__((always_inline)) void begin(gjk3_search *g, const pair3 *p, const gjk3_goal *o,
                                                        pair3_form form)
{
    const bool inside =
        !o->options->cache && !g->curved && is_middle_inside(&p->a, form) && is_middle_inside(&p->b, form);
    const vertex3 *v = g->v[inside];
    if (g->steps == 0 && parts(g, p, o, form, g->d, g->v[inside])) return;
    const double length = wide3_dot(v->w, v->w);
    if (!(length > gjk3_noise(g))) {
        g->end = GJK3_TOUCHING;
        return;
    }
    if (parts(g, p, o, form, wide3_along(g->d, -2 * g->high / length, v->w), g->v[inside + 1])) return;
    if (inside) {
        set_middles(p, g->v[0]);
        gjk3_set_corner(g);
        if (g->end != GJK3_RUNNING) return;
        gjk3_reduce2(g);
        if (g->count == 1) gjk3_swap(g, 1, 2);
    } else {
        gjk3_set_corner(g);
    }
    if (g->end != GJK3_RUNNING) return;
    const vertex3 *n = g->v[g->count];
    const double gain = wide3_dot(g->d, wide3_sub(g->v[0]->w, n->w));
    if (!(gain > 0 && gain * gain > gjk3_noise(g) * g->dd) || gjk3_is_known(g)) return;
    if (g->count == 1)
        gjk3_reduce2(g);
    else
        gjk3_reduce3(g);
}

/// The form is a constant where this is called.
static inline __attribute__((always_inline)) void search(gjk3_search *g, const pair3 *p, const gjk3_goal *o,
                                                         pair3_form form)
{
    if (g->steps == 0) gjk3_start(g, p, o, form);
    if (g->count == 0) begin(g, p, o, form);
    if (o->watched && g->count > 0 && g->end == GJK3_RUNNING && gjk3_is_nearer(g, o->stop_below))
        g->end = GJK3_WITHIN;
    gjk3_step_on(g, p, o, form);
}

static void search_boxes(gjk3_search *g, const pair3 *p, const gjk3_goal *o) { search(g, p, o, PAIR3_BOXES); }
static void search_few(gjk3_search *g, const pair3 *p, const gjk3_goal *o) { search(g, p, o, PAIR3_FEW); }
static void search_hulls(gjk3_search *g, const pair3 *p, const gjk3_goal *o) { search(g, p, o, PAIR3_HULLS); }
static void search_any(gjk3_search *g, const pair3 *p, const gjk3_goal *o) { search(g, p, o, PAIR3_ANY); }

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
    if (g->end == GJK3_CLOSEST || g->end == GJK3_LOST || gjk3_is_doubtful(g)) {
        flr_gjk3_conclude(p, o, g);
    } else {
        g->closest = wide3_make(g->d.x, g->d.y, g->d.z);
    }
    if (o->options->cache) gjk3_keep(g, o->options->cache);
}

/// The first direction, from b's middle to a's, before more of the pair is made ready than it takes. What is not a
/// number, or too large or small for its squares, parts nothing.
static inline __attribute__((always_inline)) void try_first(gjk3_search *g, const pair3 *p, double limit,
                                                            pair3_form form)
{
    bool inside = is_middle_inside(&p->a, form) && is_middle_inside(&p->b, form), finite = true;
    vertex3 *v = g->v[inside];
    if (form == PAIR3_FEW) {
        g->d = wide3_sub(wide3_of(p->a.shape->center), wide3_of(p->b.shape->center));
        wide_lanes sum = pair3_few(&p->lanes, g->d, v);
        finite = isfinite(sum[0] + sum[1]);
        g->size_squared = 0;
    } else {
        g->d = wide3_neg(p->b.middle);
        pair3_hulls(&p->lanes, p->a.hull, p->b.hull, g->d, v);
        g->size_squared = gjk3_carried_squared(p);
    }
    vertex3_set_w(v);
    gjk3_measure(g, v);
    g->dd = wide3_dot(g->d, g->d);
    g->high = wide3_dot(g->d, v->w);
    g->steps = g->dd > 0;
    g->curved = false;
    if (finite && gjk3_is_beyond(g, limit)) g->end = GJK3_BEYOND;
}

static inline flr_vec3 normal_of(wide3 d) { return wide3_to_real(wide3_neg(unit_of(d))); }

/// The answer of a search that has come to its end.
static inline flr_overlap3_convex answer(const pair3 *p, const gjk3_search *g, double radii)
{
    const bool by_distance = g->end == GJK3_CLOSEST || g->end == GJK3_LOST;
    bool overlap = by_distance ? !(g->distance > radii) : g->end != GJK3_BEYOND;
    flr_status status = FLR_OK;
    if (g->end == GJK3_LOST && g->lower <= radii && g->upper > radii) status = FLR_NOT_CONVERGED;
    if (p->not_finite) status = FLR_NOT_FINITE;
    overlap = overlap && status == FLR_OK;
    flr_vec3 normal = {0, 0, 0};
    if (status == FLR_OK && !overlap) normal = normal_of(g->closest);
    return (flr_overlap3_convex){
        .status = status, .overlap = overlap, .normal = normal, .iterations = g->steps};
}

flr_overlap3_convex flr_gjk3_meet(const flr_convex3 *a, const flr_convex3 *b, flr_gjk3_cache *cache)
{
    pair3 p;
    gjk3_search g;
    gjk3_begin(&g);
    const bool begun = flr_pair3_begin(&p, a, b);
    const double sum = p.radius_a + p.radius_b;
    if (begun && !cache) {
        if (p.form == PAIR3_HULLS)
            try_first(&g, &p, sum, PAIR3_HULLS);
        else
            try_first(&g, &p, sum, PAIR3_FEW);
        if (g.end == GJK3_BEYOND) {
            flr_overlap3_convex r = {.status = FLR_OK, .normal = normal_of(g.d), .iterations = 1};
            return r;
        }
    }
    flr_pair3_finish(&p, begun);
    if (p.reference.unit != 1) g.steps = 0;
    const flr_gjk3_options options = {.max_distance = 0, .cache = cache};
    const double radii = sum * p.reference.unit;
    gjk3_goal o = {.stop_above = radii, .stop_below = radii, .options = &options};
    o.watched = radii > 0;
    run(&p, &o, &g);
    return answer(&p, &g, radii);
}
