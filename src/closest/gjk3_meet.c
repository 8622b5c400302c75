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

/// The direction that the search begins with, and its reflection; else the first simplex. Of the points that are kept for
/// another call none may be a middle.
static inline __attribute__((always_inline)) void begin(gjk3_search *g, const pair3 *p, const gjk3_goal *o,
                                                        pair3_form form)
{
    const bool inside =
        !o->options->cache && !g->curved && is_middle_inside(&p->a, form) && is_middle_inside(&p->b, form);
    const int first = inside ? 1 : 0;
    const wide3 d = g->d;
    vertex3 *v = g->v[first];
    if (parts(g, p, o, form, d, v)) return;
    const double along = g->high, length = wide3_dot(v->w, v->w);
    if (!(length > gjk3_noise(g))) {
        g->end = GJK3_TOUCHING;
        return;
    }
    if (parts(g, p, o, form, wide3_along(d, -2 * along / length, v->w), g->v[first + 1])) return;
    if (inside) {
        set_middles(p, g->v[0]);
        gjk3_set_corner(g);
    }
    if (g->end != GJK3_RUNNING) return;
    gjk3_join(g);
    if (g->end != GJK3_RUNNING) return;
    if (inside && g->count == 1) gjk3_swap(g, 1, 2);
    const vertex3 *n = g->v[g->count];
    const double gain = wide3_dot(g->d, wide3_sub(g->v[0]->w, n->w));
    if (gain > 0 && gain * gain > gjk3_noise(g) * g->dd && !gjk3_is_known(g)) gjk3_join(g);
}

/// The form is a constant where this is called.
static inline __attribute__((always_inline)) void search(gjk3_search *g, const pair3 *p, const gjk3_goal *o,
                                                         pair3_form form)
{
    gjk3_start(g, p, o, form);
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
        g->closest = g->d;
    }
    if (o->options->cache) gjk3_keep(g, o->options->cache);
}

flr_overlap3_convex flr_gjk3_meet(pair3 *p, flr_gjk3_cache *cache)
{
    const flr_gjk3_options options = {.max_distance = 0, .cache = cache};
    double radii = (p->radius_a + p->radius_b) * p->reference.unit;
    gjk3_goal o = {.stop_above = radii, .stop_below = radii, .options = &options};
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
