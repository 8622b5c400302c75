/// Closest points of two convex shapes by GJK, for any pair: the search, its weights and bounds, and what
/// curved cores that nearly touch need after it.
#include <math.h>

#include "convex/convex_lanes.h"
#include "convex/gjk3.h"
#include "convex/gjk3_result.h"
#include "convex/gjk3_search.h"
#include "convex/gjk_limit.h"
#include "convex/minkowski3.h"
#include "convex/reach3.h"
#include "convex/simplex3.h"

// ---- The weights of the simplex, by the cheapest method that is accurate ----

/// Sets the weights of an edge from its nearer end. Of an edge no longer than rounding, the origin may lie
/// off the end: then the end is as good.
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

/// Sets the weights of a face as the search knows them. Returns false if one is negative, or their point is
/// not along the normal.
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

/// Sets the face's weights in double-double, without the corners that the closest point does not need.
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

/// Computes the weights of the simplex and its closest point.
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

/// Sets the direction of curved cores: that of the closest points or of the last step, whichever separates
/// them farther. The first is off by rounding over a small distance, the second where the simplex is a
/// needle.
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

/// Returns how far apart the plane perpendicular to a direction keeps the cores.
static double apart_along(const pair3 *p, dvec3 axis)
{
    vertex3 v = {.id_a = CORE3_NO_ID, .id_b = CORE3_NO_ID};
    pair3_support(p, PAIR3_ANY, axis, &v);
    return dvec3_dot(axis, v.w);
}

/// Replaces the direction of needles near each other where another separates them farther. That of the
/// closest point is off by rounding over the distance, which moves the ends of needles. The others are that
/// of the simplex, and the plane that has been proved.
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

/// Returns the normal of the simplex, on the side of the last step's direction. With sides at a small angle,
/// or one much shorter than another, it comes from double-double. Plain products would turn it so far that
/// heights of its corners differ by dozens of rounding errors.
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

/// Computes distance, bounds and axis from the end of a search.
static void set_bounds(const pair3 *p, gjk3_search *g)
{
    gjk3_weigh(g);
    g->rounding = sqrt(gjk3_noise(g)) / 2;
    const dvec3 axis = g->axis;
    const double best = g->lower;
    g->axis = dvec3_make(0, 0, 0);
    g->lower = g->distance = g->upper = 0;
    // an edge's line or a needle's plane may contain the origin far from the edge or needle itself; and
    // where the support point of a curved core comes twice, nearly equal, a flat tetrahedron contains it by
    // wrong signs alone
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

/// Runs the robust search of the same pair from the same beginning, with its steps recorded.
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

// ---- An early end of the search for curved cores ----

/// A pair of points found by other means than the search: with the direction, and how far that separates.
typedef struct gjk3_found {
    dvec3 a, b, n;
    double lower;
} gjk3_found;

/// Takes points and direction as the result, if they prove one another. Returns false if they do not.
static bool take_found(gjk3_state *s, gjk3_search *g, const gjk3_goal *o, const gjk3_found *f)
{
    const double rounding = sqrt(gjk3_noise_of(s->size_squared)) / 2;
    const dvec3 closest = dvec3_sub(f->a, f->b);
    const double upper = dvec3_length(closest);
    if (!(f->lower > 8 * rounding && upper - f->lower <= 16 * rounding + upper * 0x1p-50)) return false;
    gjk3_store(s, g);
    g->settled = true;
    g->end = f->lower > o->stop_above + 8 * rounding ? GJK3_BEYOND : GJK3_CLOSEST;
    g->count = 1;
    g->v[0] = &g->room[0];
    g->weight[0] = 1;
    g->v[0]->id_a = g->v[0]->id_b = CORE3_NO_ID;
    pair3_join(g->v[0], f->a, f->b);
    vertex3_set_w(g->v[0]);
    g->closest = closest;
    g->distance = g->upper = upper;
    g->lower = f->lower;
    g->axis = dvec3_neg(f->n);
    g->rounding = rounding;
    g->clear = false;
    return true;
}

/// Tries to end the search: by a flat end that faces the other core, or by Newton's method, from the last
/// direction and the parts that the simplex is made of. Returns false where no points are proved to be the
/// closest.
static bool end_early(gjk3_state *s, gjk3_search *g, const pair3 *p, const gjk3_goal *o)
{
    reach3 r;
    const int places[3] = {s->p.at, s->q.at, s->r.at};
    reach3_begin(&r, &p->a, &p->b);
    r.n = dvec3_scale(-1 / sqrt(s->dd), s->d);
    bool met = flr_reach3_try_ends(&r);
    if (!met) {
        for (int i = 0; i < s->count; i++)
            flr_reach3_add(&r, vertex3_a(&g->room[places[i]]), vertex3_b(&g->room[places[i]]));
        met = flr_reach3_descend(&r, 2 * sqrt(gjk3_noise_of(s->size_squared)));
    }
    s->steps += r.steps;
    const gjk3_found f = {r.at_a, r.at_b, r.n, -r.reach};
    return met && take_found(s, g, o, &f);
}

/// Searches for two cores of which one is curved. Returns true where the result is complete.
static bool search_curved(gjk3_state *s, gjk3_search *g, const pair3 *p, const gjk3_goal *o)
{
    int next = 0;
    while (s->end == GJK3_RUNNING) {
        gjk3_take_step(s, g->room, p, o, PAIR3_ANY, false);
        if (s->end != GJK3_RUNNING || !(s->lower > 0) || s->steps < next) continue;
        if (end_early(s, g, p, o)) return true;
        next = s->steps + 4;
    }
    return false;
}

// ---- The search ----

/// The form is a constant where this is called.
GJK3_INLINE void search_form(gjk3_search *g, const pair3 *p, const gjk3_goal *o, pair3_form form)
{
    gjk3_state s;
    gjk3_start(&s, g->room, p, o, form);
    if (s.curved && core3_has_parts(&p->a) && core3_has_parts(&p->b)) {
        if (search_curved(&s, g, p, o)) return;
    } else {
        gjk3_step_on(&s, g->room, p, o, form, false);
    }
    gjk3_store(&s, g);
    g->clear = gjk3_real_roundings == 1 && s.end == GJK3_INSIDE && (!s.curved || gjk3_is_deep_inside(g));
}

GJK3_FORMS(search, search_form)

// ---- Curved cores that nearly touch ----

/// Points that a search has left on a curved surface are off along it by the root of the rounding error. The
/// nearest point of one surface to a point of the other is off only by the square of that.

static inline double gjk3_within_1(double x) { return x < 0 ? 0 : x < 1 ? x : 1; }

/// Returns the point of a cylinder or cone nearest to p; p itself, up to rounding, where that lies inside.
/// It is found in the plane of the axis and p: `out` is the distance from the axis in radii, `up` the height
/// over the low end in heights.
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

/// Moves point a of one core and b of the other nearer to each other, where a core is a cylinder or cone.
static inline void gjk3_bring_nearer(const pair3 *p, dvec3 *a, dvec3 *b)
{
    if (core3_is_round(&p->b)) *b = gjk3_nearest(&p->b, *a);
    if (core3_is_round(&p->a)) *a = gjk3_nearest(&p->a, *b);
}

/// Moves b back by a vector, and returns the closest point of a - b, with the same points and weights as
/// before.
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

/// Takes over the simplex of another search, and its upper bound.
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

/// Moves the points of the search nearer to each other.
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
    g->distance = g->lower = 0;  // the upper bound stays: no more is certain
    g->axis = dvec3_make(0, 0, 0);
}

/// Refines the distance of curved cores that nearly touch, where the bounds have not met. Points that a
/// chord or a needle of the difference leaves are off by the root of rounding. The cores are moved apart
/// along the best direction so far, where points and direction are accurate. After moving back, the error of
/// the direction is smaller by the ratio of the way moved to the surface's radius. This repeats with ever
/// shorter ways.
static __attribute__((noinline)) void refine_curved(pair3 *p, gjk3_search *g, const gjk3_goal *o)
{
    enum { TURN_MAX = 20 };
    const bool has_nearest = core3_is_round(&p->a) || core3_is_round(&p->b);
    // where corners and straight edges meet, this is the direction, up to rounding
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
    // points brought nearer have the distance of the cores, up to rounding; those of users' cores do not
    if (!has_nearest && !is_certain(g) && least_doubt < g->upper - g->lower)
        g->distance = likely < g->lower ? g->lower : likely < g->upper ? likely : g->upper;
    if (g->distance > 4 * g->rounding || g->lower > 4 * g->rounding) return;
    touch(g);
}

/// Makes curved cores touch whose distance is no more than what rounding may leave, where no known plane
/// separates them up to rounding. The vector between such points is noise, but the depth finds a direction
/// out.
static void prove_axis(const pair3 *p, gjk3_search *g)
{
    const double met = 32 * g->rounding, root_of_rounding = 0x1p26 * g->rounding;
    if (g->lower > met || g->upper > root_of_rounding) return;
    vertex3 v = {.id_a = CORE3_NO_ID, .id_b = CORE3_NO_ID};
    pair3_support(p, PAIR3_ANY, g->axis, &v);
    if (dvec3_dot(g->axis, v.w) < -(g->upper + met)) touch(g);
}

// ---- The whole search ----

static inline bool is_apart(const gjk3_search *g) { return g->end == GJK3_CLOSEST || g->end == GJK3_LOST; }

/// Computes bounds and points at the end of the steps. The robust search continues where the bounds have not
/// met.
static inline void conclude(pair3 *p, const gjk3_goal *o, gjk3_search *g)
{
    if (g->settled) return;
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
    if (g->upper - g->lower > 32 * g->rounding + g->upper * 0x1p-50) refine_curved(p, g, o);
    if (is_apart(g)) prove_axis(p, g);
}

void flr_gjk3_conclude(pair3 *p, const gjk3_goal *o, gjk3_search *g) { conclude(p, o, g); }

/// Searches, computes the distance unless the depth follows, and writes the cache.
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

/// Returns the answer for input that is not finite.
static flr_gjk3 not_finite(const gjk3_search *g)
{
    return (flr_gjk3){.status = FLR_NOT_FINITE, .upper = (flr_real)INFINITY, .iterations = g->steps};
}

/// Widens the bounds by the error of the support points of users' cores.
static void widen(const pair3 *p, gjk3_outcome *g)
{
    const dvec3 a = dvec3_make(g->x[0], g->y[0], g->z[0]), b = dvec3_make(g->x[1], g->y[1], g->z[1]);
    const double size = g->rounding * 0x1p52, of_a = pair3_rounding_of_user(p, &p->a, size, a),
                 of_b = pair3_rounding_of_user(p, &p->b, size, b), by = of_a + of_b;
    if (!(by > 0)) return;
    // contradictory support points, as from a function that rounds them coarsely, can bring about the other
    // order
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

/// Searches and writes the result, with the steps recorded if the caller wants them.
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
        o.stop_above = (double)INFINITY;  // beyond only by rounding: search to the end
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
