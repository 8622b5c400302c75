/// Do two convex cores meet, or are they apart by more than their radii?
///
/// A no needs one plane. Nine in ten are parted square to the way between their middles, and of the rest most by its
/// reflection at the first support point (Chung and Wang, "Quick collision detection of polytopes in virtual environments",
/// 1996). What both leave open goes to the steps of GJK, whose simplex begins with the two support points and, where it is
/// known to lie inside, the difference of the middles: so a tetrahedron about the origin is found sooner.
#include <math.h>

#include "convex/closest3_convex_convex.h"
#include "convex/gjk3_plain.h"
#include "convex/gjk3_two.h"
#include "convex/gjk_limit.h"

/// The form is a constant where this is called.
GJK3_INLINE void search_form(gjk3_search *g, const pair3 *p, const gjk3_goal *o, pair3_form form)
{
    gjk3_quick s;
    gjk3_start(&s, g->room, p, o, form);
    if (s.count == 0) gjk3_try_two(&s, g->room, p, o, form, NULL);
    gjk3_step_on(&s, g->room, p, o, form, false);
    gjk3_store(&s, g);
    g->clear = gjk3_is_clear(&s, o->stop_below);
    if (s.end == GJK3_INSIDE && s.curved) g->clear = gjk3_real_roundings == 1 && gjk3_is_deep_inside(g);
}

GJK3_FORMS(search, search_form)

/// What a search that was concluded has come to.
static inline bool is_apart(const gjk3_search *g, double radii)
{
    return g->end == GJK3_BEYOND || ((g->end == GJK3_CLOSEST || g->end == GJK3_LOST) && g->distance > radii);
}

/// Do the bounds prove it by more than 64 roundings?
static inline bool is_clear(const gjk3_search *g, double radii)
{
    const bool bounded = g->end == GJK3_CLOSEST || g->end == GJK3_LOST;
    const double clearance = 64 * gjk3_real_roundings * g->rounding;
    if (!bounded) return (g->end == GJK3_INSIDE || g->end == GJK3_TOUCHING) && radii > clearance;
    return g->lower > radii + clearance || g->upper < radii - clearance;
}

/// How far the plane square to the direction keeps the cores apart.
static double parted_by(const pair3 *p, dvec3 direction)
{
    vertex3 v;
    pair3_support(p, PAIR3_ANY, direction, &v);
    return dvec3_dot(direction, v.w);
}

/// Of curved cores that are apart by some roundings the search may end before it has met a plane that parts them. Moved apart, they have
/// one that is known well; by ever shorter ways it becomes that between them as they are.
static void turn_to_part(pair3 *p, gjk3_search *g, double radii)
{
    enum { TURN_MAX = 14 };
    const dvec3 way = dvec3_sub(p->a.middle, p->b.middle);
    double best = parted_by(p, g->axis), away = 0x1p-2 * sqrt(g->size_squared / 2);
    if (!(best > -0x1p-4 * away) && dvec3_dot(way, way) > 0) {
        const dvec3 along = dvec3_scale(1 / dvec3_length(way), way);
        const double parted = parted_by(p, along);
        if (parted > best) best = parted, g->axis = along;
    }
    for (int turn = 0; turn < TURN_MAX && !(best > radii); turn++, away /= 8) {
        pair3 moved = *p;
        gjk3_search apart;
        flr_pair3_move(&moved, dvec3_scale(-away, g->axis));
        flr_gjk3_search_plainly(&moved, &apart);
        g->steps += apart.steps;
        if (!(apart.upper > 0)) continue;
        const double parted = parted_by(p, apart.axis);
        if (!(parted > best) && best > radii - 8 * g->rounding) return;  // they touch, but for rounding
        if (!(parted > best)) continue;
        best = parted;
        g->axis = apart.axis;
    }
    // no plane has been found, and no more than rounding between them
    if (!(best > radii - 8 * g->rounding) && g->upper < radii + 64 * g->rounding) g->end = GJK3_TOUCHING;
}

static inline void run(pair3 *p, const gjk3_goal *o, gjk3_search *g)
{
    search(g, p, o);
    if (g->end == GJK3_CLOSEST || g->end == GJK3_LOST || gjk3_is_doubtful(g)) {
        flr_gjk3_conclude(p, o, g);
        g->clear = is_clear(g, o->stop_above);
        if (g->curved && is_apart(g, o->stop_above)) turn_to_part(p, g, o->stop_above);
        // of what all but touches the closest point is rounding
        if (g->end == GJK3_BEYOND) g->closest = g->axis;
    } else {
        g->closest = dvec3_make(g->d.x, g->d.y, g->d.z);
    }
    if (o->options->cache) gjk3_keep(g, o->options->cache);
}

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
    if (status == FLR_OK && !overlap) normal = gjk3_parting_normal(by_distance ? g->axis : g->closest);
    return (flr_overlap3_convex){.status = status,
                                 .overlap = overlap,
                                 .clear = g->clear && status == FLR_OK,
                                 .normal = normal,
                                 .iterations = g->steps};
}

flr_overlap3_convex flr_gjk3_meet_any(const flr_convex3 *a, const flr_convex3 *b, flr_gjk3_cache *cache)
{
    pair3 p;
    gjk3_search g;
    flr_pair3_make(&p, a, b);
    const flr_gjk3_options options = {.max_distance = flr_gjk_up_to(0), .cache = cache};
    const double radii = (p.radius_a + p.radius_b) * p.reference.unit;
    gjk3_goal o = {.stop_above = radii, .stop_below = radii, .options = &options};
    o.watched = radii > 0;
    run(&p, &o, &g);
    return answer(&p, &g, radii);
}

flr_overlap3_convex flr_gjk3_meet(const flr_convex3 *a, const flr_convex3 *b, flr_gjk3_cache *cache)
{
    const bool plain = !cache && a->kind == b->kind;
    if (plain && a->kind == FLR_CONVEX3_CORNERS) return flr_gjk3_meet_plain_few(a, b);
    if (plain && a->kind == FLR_CONVEX3_HULL) return flr_gjk3_meet_plain_hulls(a, b);
    return flr_gjk3_meet_any(a, b, cache);
}
