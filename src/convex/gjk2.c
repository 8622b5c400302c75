/// GJK in the plane, the general search: every kind of core, steps on request, touches decided. Polygons
/// that are apart are mostly answered by the guess of gjk2_guess.c.
///
/// The simplex, and the state of a search, are in gjk2.h. flr_gjk2_iterate runs the search. flr_gjk2_answer
/// and intersects make an answer of its end, with bounds from the last direction and the simplex.
#include "convex/gjk2.h"
#include "convex/gjk_limit.h"
#include "math/double_double.h"
#include <math.h>

// ---- The points of both cores ----

/// Sets the points of both cores by these weights, for a triangle that contains the origin.
static void common_point(const gjk2 *g, const flr_real weight[3], flr_vec2 *a, flr_vec2 *b)
{
    const flr_real sum = weight[0] + weight[1] + weight[2];
    *a = *b = flr_vec2_make(0, 0);
    for (int i = 0; i < 3; ++i) {
        const vertex2 *v = &g->pool[g->simplex.at[i]];
        *a = flr_mul_add2(*a, weight[i] / sum, v->a);
        *b = flr_mul_add2(*b, weight[i] / sum, v->b);
    }
}

typedef struct sharp2 {
    flr_double2 x, y;
} sharp2;

/// Computes the weights of a needle in twice the precision, from exact differences of corners: rounded
/// differences would decide them.
static void sharp_weights(const gjk2 *g, flr_real weight[3])
{
    sharp2 w[3];
    double area[3];
    for (int i = 0; i < 3; ++i) {
        const vertex2 *v = &g->pool[g->simplex.at[i]];
        w[i].x = flr_two_sum((double)v->a.x, -(double)v->b.x);
        w[i].y = flr_two_sum((double)v->a.y, -(double)v->b.y);
    }
    for (int i = 0; i < 3; ++i) {
        const sharp2 *p = &w[(i + 1) % 3], *q = &w[(i + 2) % 3];
        area[i] =
            flr_doubled_difference(flr_doubled_product(p->x, q->y), flr_doubled_product(p->y, q->x)).high;
    }
    const double sign = area[0] + area[1] + area[2] < 0 ? -1 : 1;
    for (int i = 0; i < 3; ++i) weight[i] = sign * area[i] > 0 ? (flr_real)(sign * area[i]) : 0;
    if (!(weight[0] + weight[1] + weight[2] > 0))
        for (int i = 0; i < 3; ++i) weight[i] = g->simplex.weight[i];
}

/// Returns the points of both cores by the weights of a search's simplex. They begin at the nearer end, so
/// that a corner keeps its own bits.
static void witness(const gjk2 *g, flr_vec2 *a, flr_vec2 *b)
{
    const simplex2 *s = &g->simplex;
    const vertex2 *p = &g->pool[s->at[0]], *q = &g->pool[s->at[1]];
    *a = p->a;
    *b = p->b;
    if (s->count == 1) return;
    if (s->count == 2) {
        int nearer = s->weight[1] > s->weight[0];
        flr_real t = s->weight[!nearer] / (s->weight[0] + s->weight[1]);
        p = &g->pool[s->at[nearer]];
        q = &g->pool[s->at[!nearer]];
        *a = flr_lerp2(p->a, q->a, t);
        *b = flr_lerp2(p->b, q->b, t);
        return;
    }
    common_point(g, s->weight, a, b);
    const flr_vec2 rest = flr_sub2(*a, *b);
    if (support2_spread(rest) > 8 * gjk2_rounding() * g->size) {
        flr_real weight[3];
        sharp_weights(g, weight);
        common_point(g, weight, a, b);
    }
    *b = *a;
}

// ---- The search and its answer ----

simplex2 flr_simplex2_best_edge(const vertex2 *p, const simplex2 *s)
{
    simplex2 best = simplex2_of_edge(p, s->at[0], s->at[1]);
    for (int n = 1; n < 3; ++n) {
        simplex2 other = simplex2_of_edge(p, s->at[n], s->at[n < 2 ? n + 1 : 0]);
        if (square2_less(simplex2_square(p, &other), simplex2_square(p, &best))) best = other;
    }
    return best;
}

enum { ITERATION_MAX = 96 };

static flr_real larger(flr_real a, flr_real b) { return a > b ? a : b; }

static void measure(gjk2 *g, const vertex2 *v)
{
    flr_real a = larger(support2_magnitude(v->a.x), support2_magnitude(v->a.y)),
             b = larger(support2_magnitude(v->b.x), support2_magnitude(v->b.y));
    g->size = larger(g->size, a + b);
}

/// Begins along the direction of the previous call, else from middle to middle. The cached corners are no
/// start: it would have to be proved that they are extreme points, which the guess does (gjk2_guess.c).
static void begin(gjk2 *g, const flr_gjk2_cache *cache)
{
    flr_vec2 d = cache ? cache->axis : flr_vec2_make(0, 0);
    if (!(flr_length_squared2(d) > 0) || !flr_is_finite2(d))
        d = flr_sub2(support2_middle(&g->b), support2_middle(&g->a));
    if (!(flr_length_squared2(d) > 0) || !flr_is_finite2(d)) d = flr_vec2_make(1, 0);
    g->direction = d;
    g->pool[0] = gjk2_support(g, d);
    g->simplex = simplex2_corner(0);
    measure(g, &g->pool[0]);
}

/// Returns the direction from the simplex to the origin. For an edge it is perpendicular to the edge, on
/// either side. A rounded point on the edge could point anywhere, close to contact.
static flr_vec2 direction_of(const gjk2 *g)
{
    const simplex2 *s = &g->simplex;
    flr_vec2 w = g->pool[s->at[0]].w;
    if (s->count == 1) return flr_neg2(w);
    flr_vec2 e = flr_sub2(g->pool[s->at[1]].w, w), d = flr_perp2(e);
    // by the nearer end, whose product loses less
    if (s->weight[1] > s->weight[0]) w = g->pool[s->at[1]].w;
    return flr_dot2(d, w) > 0 ? flr_neg2(d) : d;
}

/// Returns the point of the simplex that is closest to the origin, by the weights.
static flr_vec2 closest_of(const gjk2 *g)
{
    const simplex2 *s = &g->simplex;
    flr_real sum = 0;
    flr_vec2 p = flr_vec2_make(0, 0);
    for (int i = 0; i < s->count; ++i) sum += s->weight[i];
    for (int i = 0; i < s->count; ++i) p = flr_mul_add2(p, s->weight[i] / sum, g->pool[s->at[i]].w);
    return p;
}

/// Records an iteration for the caller, if there is room.
static void record(const gjk2 *g, const flr_gjk2_options *o, int iteration)
{
    if (!o || !o->steps || iteration >= o->steps_capacity) return;
    const simplex2 *s = &g->simplex;
    flr_gjk2_step step = {.count = s->count, .closest = closest_of(g), .direction = g->direction};
    flr_real sum = 0;
    for (int i = 0; i < s->count; ++i) sum += s->weight[i];
    for (int i = 0; i < s->count; ++i) {
        step.simplex[i] = g->pool[s->at[i]].w;
        step.weights[i] = s->weight[i] / sum;
    }
    if (g->inside) step.closest = flr_vec2_make(0, 0);
    for (int i = 0; i < s->count; ++i) {
        const vertex2 *v = &g->pool[s->at[i]];
        step.a[i] = g->a.count > 0 ? v->ia : FLR_HULL_NONE;
        step.b[i] = g->b.count > 0 ? v->ib : FLR_HULL_NONE;
    }
    witness(g, &step.point_a, &step.point_b);
    step.point_a = flr_add2(g->origin, step.point_a);
    step.point_b = flr_add2(g->origin, step.point_b);
    o->steps[iteration] = step;
}

/// Records with the last step how the search ended.
static void record_end(const gjk2 *g, const flr_gjk2_options *o, int steps)
{
    const int last = (steps < 0 ? ITERATION_MAX : steps) - 1;
    if (!o || !o->steps || last >= o->steps_capacity) return;
    o->steps[last].end = steps < 0     ? FLR_GJK_LIMIT
                         : g->inside   ? FLR_GJK_CONTAINED
                         : g->touching ? FLR_GJK_TOUCHING
                         : g->beyond   ? FLR_GJK_BEYOND
                         : g->repeated ? FLR_GJK_REPEATED
                                       : FLR_GJK_NO_PROGRESS;
}

/// Is v a corner of the simplex already?
static bool is_repeated(const gjk2 *g, const vertex2 *v)
{
    bool found = false;
    for (int i = 0; i < g->simplex.count; ++i) {
        const vertex2 *p = &g->pool[g->simplex.at[i]];
        found |= p->ia == v->ia && p->ib == v->ib;
    }
    return found && g->a.count > 0 && g->b.count > 0;
}

/// Returns the place in the pool that the simplex does not use.
static int free_place(const simplex2 *s)
{
    bool used[3] = {false, false, false};
    for (int i = 0; i < s->count; ++i) used[s->at[i]] = true;
    return !used[0] ? 0 : !used[1] ? 1 : 2;
}

/// Returns how far the simplex already reaches along the direction.
static flr_real reached(const gjk2 *g)
{
    const simplex2 *s = &g->simplex;
    flr_real most = flr_dot2(g->direction, g->pool[s->at[0]].w);
    if (s->count == 2) most = larger(most, flr_dot2(g->direction, g->pool[s->at[1]].w));
    return most;
}

/// Is `along`, a height times the direction's length, certain to be above `limit`?
static bool is_farther(const gjk2 *g, flr_real along, flr_real limit)
{
    if (!(along > 0) || !(limit < (flr_real)INFINITY)) return false;
    double square =
        (double)g->direction.x * (double)g->direction.x + (double)g->direction.y * (double)g->direction.y;
    double bound = (double)limit + 4 * (double)(gjk2_rounding() * (g->size + gjk2_frames(g)));
    return (double)along * (double)along > bound * bound * square;
}

/// Ends the search, with v the last support point. If v lies flush with a corner of the simplex, which the
/// origin is opposite to up to rounding, the side between them gives the direction. Close to contact the
/// corner itself could give any, and so could two corners that are one up to rounding. The same holds where
/// the side is nearer than its corner by less than their squares show (`beside`).
static int end_with(gjk2 *g, const vertex2 *v, bool beside, int steps)
{
    const simplex2 *s = &g->simplex;
    flr_vec2 w = g->pool[s->at[0]].w, e = flr_sub2(v->w, w);
    flr_real span = s->count == 1 ? 0 : flr_distance_squared2(w, g->pool[s->at[1]].w);
    flr_real slack = 4 * gjk2_rounding() * g->size * (support2_spread(e));
    const bool flush = flr_length_squared2(e) > 4 * span && support2_magnitude(flr_dot2(w, e)) <= slack;
    if (!flush && !beside) return steps;
    flr_vec2 across = flr_perp2(e);
    if (flr_dot2(across, g->direction) < 0) across = flr_neg2(across);
    g->direction = across;
    g->low_along = -flr_dot2(across, gjk2_support(g, across).w);
    return steps;
}

/// Ends the search with the origin so near the edge that one product puts it on the side of v, the support
/// point there, and another product on the other side. A corner on that other side shows that the origin
/// lies between them, inside. Without one the edge is an outer one, and separates the two if anything does.
__attribute__((noinline)) static int end_on_edge(gjk2 *g, int steps)
{
    flr_vec2 back = flr_neg2(g->direction);
    g->direction = back;
    flr_real before = reached(g);
    vertex2 v = gjk2_support(g, back);
    measure(g, &v);
    flr_real along = flr_dot2(back, v.w), slack = gjk2_rounding() * g->size * support2_spread(back);
    g->low_along = -along;
    if (!(along - before > slack)) return steps;
    simplex2 *s = &g->simplex;
    int place = free_place(s);
    g->pool[place] = v;
    s->at[2] = place;
    s->weight[2] = 0;
    s->count = 3;
    g->inside = true;
    g->direction = flr_vec2_make(0, 0);
    return steps;
}

static inline bool has_place(const simplex2 *s, int place)
{
    return s->at[0] == place || (s->count > 1 && s->at[1] == place);
}

static inline int iterate(gjk2 *g, const flr_gjk2_options *options, flr_real above, flr_real below)
{
    square2 square = simplex2_square(g->pool, &g->simplex);
    for (int i = 0; i < ITERATION_MAX; ++i) {
        g->inside = g->simplex.count == 3;
        g->searched = g->direction;
        g->direction = g->inside ? flr_vec2_make(0, 0) : direction_of(g);
        record(g, options, i);
        double touching = (double)(gjk2_rounding() * g->size);
        g->touching = square.over <= touching * touching * square.under;
        if (g->inside || g->touching) return i + 1;
        if (below >= 0 && square.over <= (double)below * (double)below * square.under) {
            g->within = true;
            return i + 1;
        }
        int place = free_place(&g->simplex);
        vertex2 v = gjk2_support(g, g->direction);
        measure(g, &v);
        flr_real along = flr_dot2(g->direction, v.w), before = reached(g);
        g->low_along = -along;
        if (is_farther(g, -along, above)) {
            g->beyond = true;
            return i + 1;
        }
        // the support point is in the simplex already, or no farther up to rounding
        flr_real slack = gjk2_rounding() * g->size;
        slack *= support2_spread(g->direction);
        if (!(along - before > slack)) {
            g->repeated = is_repeated(g, &v);
            return end_with(g, &v, false, i + 1);
        }
        g->pool[place] = v;
        simplex2 grown = g->simplex;
        grown.at[grown.count++] = place;
        grown = simplex2_reduced(g->pool, &grown);
        if (grown.count < 3) {
            square2 next = simplex2_square(g->pool, &grown);
            // for needles the squares need not decide: a corner that turns the edge by less than their
            // rounding still leads on
            if (!square2_less(next, square) && !(has_place(&grown, place) && along - before > 2 * slack)) {
                if (g->simplex.count == 2 && !has_place(&grown, place)) return end_on_edge(g, i + 1);
                return end_with(g, &v, g->simplex.count == 1 && grown.count == 2, i + 1);
            }
            square = next;
        }
        g->simplex = grown;
    }
    return -1;
}

int flr_gjk2_iterate(gjk2 *g, const flr_convex2 *a, const flr_convex2 *b, const flr_gjk2_options *options,
                     flr_real above, flr_real below)
{
    g->inside = g->beyond = g->touching = g->within = g->usual = g->repeated = false;
    g->low_along = 0;
    g->origin = support2_origin(a);
    support2_make(&g->a, a, g->origin);
    support2_make(&g->b, b, g->origin);
    g->size = support2_far(&g->a) + support2_far(&g->b);
    const flr_real probe = support2_hold_and_probe(&g->a) + support2_hold_and_probe(&g->b);
    if (!(probe - probe == 0) && !g->scaled) return 0;  // something is not finite
    begin(g, options ? options->cache : NULL);
    int steps = iterate(g, options, above, below);
    record_end(g, options, steps);
    // an overflow ends the search at once, with its point as the last support point
    g->usual = rescaled2_is_usual(g->size) && g->low_along - g->low_along == 0;
    return steps;
}

/// Returns the distance of the simplex from the origin, along the unit direction to it.
static flr_real distance_of(const gjk2 *g, flr_vec2 normal)
{
    const simplex2 *s = &g->simplex;
    const vertex2 *nearer = &g->pool[s->at[s->count == 2 && s->weight[1] > s->weight[0] ? 1 : 0]];
    flr_real d = -flr_dot2(normal, nearer->w);
    return d > 0 ? d : 0;
}

/// Scales a direction whose square would leave the range of numbers by much.
static void scale_to_range(gjk2 *g)
{
    flr_real most = larger(support2_magnitude(g->direction.x), support2_magnitude(g->direction.y));
    const flr_real low = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-15 : (flr_real)1e-140;
    if ((most > low && most < 1 / low) || !(most > 0)) return;
    g->direction = flr_vec2_make(g->direction.x / most, g->direction.y / most);
    g->low_along /= most;
}

/// Writes the axis and the simplex to the cache, without corners if a core is a user's.
static void store(const gjk2 *g, flr_vec2 axis, flr_gjk2_cache *cache)
{
    const simplex2 *s = &g->simplex;
    cache->axis = axis;
    cache->count = g->a.count > 0 && g->b.count > 0 ? (uint32_t)s->count : 0;
    for (uint32_t i = 0; i < cache->count; ++i) {
        cache->a[i] = g->pool[s->at[i]].ia;
        cache->b[i] = g->pool[s->at[i]].ib;
    }
}

/// How far the cores are apart, by the direction searched last and by the simplex.
typedef struct gap2 {
    flr_real distance, lower, upper;  ///< the distance is that of the simplex
    flr_vec2 normal;                  ///< unit, or zero where it is unknown
} gap2;

/// Computes the distance of the cores with its bounds, and decides whether they are apart.
__attribute__((always_inline)) static inline gap2 gap_of(gjk2 *g)
{
    gap2 r = {0, 0, 0, {0, 0}};
    g->apart = false;
    if (g->inside) return r;
    scale_to_range(g);
    flr_real length = flr_length2(g->direction);
    if (!(length > 0)) return r;
    flr_real inverse = 1 / length;
    r.normal = flr_scale2(inverse, g->direction);
    r.upper = distance_of(g, r.normal);
    r.lower = g->low_along * inverse;
    // another product than the one that found the touch may say otherwise
    g->apart = !g->touching && r.upper > gjk2_rounding() * g->size;
    if (!g->apart) r.upper = r.lower = 0;
    if (!(r.lower > 0)) r.lower = 0;
    r.distance = r.upper;
    // only rounding, as of a user's function, can bring about the other order
    if (r.lower > r.upper) {
        r.upper = r.lower;
        r.lower = r.distance;
    }
    return r;
}

/// Did the search end before the bounds met, because its steps were used up or it saw nothing to go on with?
/// Beyond the distance to stop at there is no upper bound to meet.
static inline bool is_loose(const gjk2 *g, flr_real lower, flr_real upper)
{
    const flr_real relative = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-12;
    return upper - lower > 64 * gjk2_rounding() * (g->size + gjk2_frames(g)) + upper * relative && !g->beyond;
}

/// Returns how far from its centre a user's core was evaluated, by which its function rounds too; 0 for
/// other cores.
static inline flr_real extent_of_user(const support2 *s, flr_vec2 at)
{
    return s->count == 0 ? support2_spread(flr_sub2(at, s->offset)) : 0;
}

static __attribute__((noinline, cold)) flr_real extents_of_users(const gjk2 *g)
{
    flr_vec2 p, q;
    witness(g, &p, &q);
    return extent_of_user(&g->a, p) + extent_of_user(&g->b, q);
}

flr_gjk2 flr_gjk2_answer(gjk2 *g, int steps, const flr_gjk2_options *options)
{
    const flr_convex2 *a = g->a.shape, *b = g->b.shape;
    flr_real radii = a->radius + b->radius, rounding = gjk2_rounding() * (g->size + gjk2_frames(g) + radii);
    flr_gjk2 r = {.status = FLR_OK, .iterations = steps < 0 ? ITERATION_MAX : steps};
    gap2 gap = gap_of(g);
    if (is_loose(g, gap.lower, gap.upper)) r.status = FLR_NOT_CONVERGED;
    r.normal = gap.normal;
    if (g->a.count == 0 || g->b.count == 0) rounding += gjk2_rounding() * extents_of_users(g);
    // the support points, their difference and the projection each round a few times
    flr_real from = gap.lower - 4 * rounding - radii, to = gap.upper + 4 * rounding - radii;
    r.lower = from > 0 ? from : 0;
    r.upper = to > 0 ? to : 0;
    r.signed_distance = gap.distance - radii;
    r.beyond = g->beyond;
    r.overlap = g->within || (!(r.signed_distance > 0) && !r.beyond);
    r.distance = r.beyond ? r.lower : r.overlap ? 0 : r.signed_distance;
    flr_vec2 p, q;
    witness(g, &p, &q);
    r.point_a = flr_add2(g->origin, flr_mul_add2(p, a->radius, r.normal));
    r.point_b = flr_add2(g->origin, flr_mul_add2(q, -b->radius, r.normal));
    if (options && options->cache) store(g, r.normal, options->cache);
    return r;
}

/// Does the convex polygon of these corners contain the origin, farther than `clearance` from all of its sides?
static bool holds(const flr_vec2 *corner, int count, flr_real clearance)
{
    int sign = 0;
    for (int i = 0; i < count; ++i) {
        const flr_vec2 p = corner[i], q = corner[i + 1 < count ? i + 1 : 0];
        const flr_real area = flr_cross2(p, q), side = flr_distance_squared2(p, q);
        const int turn = area > 0 ? 1 : -1;
        if (!(area * area > clearance * clearance * side) || (sign && turn != sign)) return false;
        sign = turn;
    }
    return true;
}

/// More than 64 rounding errors of what the search has met.
static flr_real clearance_of(const gjk2 *g)
{
    const flr_real radii = g->a.shape->radius + g->b.shape->radius;
    return 64 * gjk2_rounding() * (g->size + gjk2_frames(g) + radii);
}

/// Does the difference contain the origin with that clearance? Tests the triangle that the search ended with; if it ended with an edge through
/// the origin, the polygon of that edge and the farthest corners on both sides of it.
static bool is_held(gjk2 *g)
{
    flr_vec2 corner[4];
    for (int i = 0; i < g->simplex.count; ++i) corner[i] = g->pool[g->simplex.at[i]].w;
    if (g->inside && g->simplex.count == 3) return holds(corner, 3, clearance_of(g));
    if (g->simplex.count != 2) return false;
    const flr_vec2 left = flr_perp2(flr_sub2(corner[1], corner[0]));
    const vertex2 v = gjk2_support(g, left), w = gjk2_support(g, flr_neg2(left));
    measure(g, &v);
    measure(g, &w);
    const flr_vec2 around[4] = {corner[0], w.w, corner[1], v.w};
    return holds(around, 4, clearance_of(g));
}

/// Is the yes or no proved?
static bool is_clear(gjk2 *g, const gap2 *gap, flr_real radii)
{
    const flr_real clearance = clearance_of(g);
    if (gap->lower > radii + clearance || gap->upper < radii - clearance) return true;
    return !g->beyond && (g->inside || g->touching) && is_held(g);
}

/// Returns whether the shapes intersect, after a search that stopped at the sum of the radii.
static flr_overlap2_convex intersects(gjk2 *g, int steps, flr_gjk2_cache *cache)
{
    const flr_real radii = g->a.shape->radius + g->b.shape->radius;
    flr_overlap2_convex r = {.status = FLR_OK, .iterations = steps < 0 ? ITERATION_MAX : steps};
    gap2 gap = gap_of(g);
    r.overlap = g->within || (!(gap.distance > radii) && !g->beyond);
    r.clear = is_clear(g, &gap, radii);
    if (!r.overlap) r.normal = gap.normal;
    // between the bounds either answer is possible
    if (!r.overlap && is_loose(g, gap.lower, gap.upper) && !(gap.lower > radii)) {
        r.status = FLR_NOT_CONVERGED;
        r.normal = flr_vec2_make(0, 0);
    }
    if (cache) store(g, gap.normal, cache);
    return r;
}

// ---- A touch ----

/// Does the difference reach beyond the origin along d, by more than rounding? *v is the support point.
static bool reaches_beyond(gjk2 *g, flr_vec2 d, vertex2 *v)
{
    *v = gjk2_support(g, d);
    g->size = larger(g->size, larger(support2_magnitude(v->a.x), support2_magnitude(v->a.y)) +
                                  larger(support2_magnitude(v->b.x), support2_magnitude(v->b.y)));
    return flr_dot2(d, v->w) > 2 * gjk2_rounding() * g->size * support2_spread(d);
}

/// Makes a triangle around the origin of an edge through it and of v, which lies beside the edge.
static void enclose(gjk2 *g, const vertex2 *v)
{
    simplex2 *s = &g->simplex;
    const int place = 3 - s->at[0] - s->at[1];
    g->pool[place] = *v;
    s->at[2] = place;
    s->weight[2] = 0;
    s->count = 3;
    g->inside = true;
    g->direction = flr_vec2_make(0, 0);
}

/// Decides a search that has ended touching. A corner at the origin keeps the direction along which it was
/// found, since nothing lies beyond it. An edge through the origin either has corners on both sides, so that
/// it is inside, or its normal leads out.
static void settle_touch(gjk2 *g)
{
    const flr_vec2 across = g->direction, back = flr_neg2(across), found_along = g->searched;
    const flr_real square = flr_length_squared2(found_along);
    vertex2 v, beside;
    if (g->simplex.count == 2) {
        if (!reaches_beyond(g, across, &v)) return;
        g->direction = back;
        if (!reaches_beyond(g, back, &beside)) return;
    }
    g->direction = found_along;
    if (square > 0 && square < (flr_real)INFINITY && !reaches_beyond(g, found_along, &v)) return;
    if (g->simplex.count == 2) enclose(g, &beside);
}

/// Brings the recorded steps from the copy of the scene back to the scene.
static void unscale_steps(const rescaled2 *s, const flr_gjk2_options *o)
{
    for (int i = 0; o && o->steps && i < o->steps_capacity && o->steps[i].count > 0; ++i) {
        flr_gjk2_step *step = &o->steps[i];
        for (int k = 0; k < step->count; ++k) step->simplex[k] = flr_scale2(s->inverse, step->simplex[k]);
        step->closest = flr_scale2(s->inverse, step->closest);
        step->point_a = flr_add2(s->origin, flr_scale2(s->inverse, step->point_a));
        step->point_b = flr_add2(s->origin, flr_scale2(s->inverse, step->point_b));
    }
}

/// Answers for scenes whose size is not usual.
static flr_gjk2 in_another_unit(const flr_convex2 *a, const flr_convex2 *b, const flr_gjk2_options *options)
{
    gjk2 g;
    rescaled2 s;
    flr_real limit = flr_gjk2_limit(options);
    flr_rescaled2_make(&s, a, b, 0);
    if (s.not_finite) return flr_gjk2_not_finite();
    g.scaled = true;
    const int steps = flr_gjk2_iterate(&g, &s.a, &s.b, options, s.unit * (limit + a->radius + b->radius), -1);
    if (g.touching && !g.inside) settle_touch(&g);
    flr_gjk2 r = flr_gjk2_answer(&g, steps, options);
    unscale_steps(&s, options);
    return flr_gjk2_unscaled(&s, &r, a->radius, b->radius, false);
}

flr_gjk2 flr_gjk2_general(const flr_convex2 *a, const flr_convex2 *b, const flr_gjk2_options *options,
                          flr_real above)
{
    gjk2 g;
    g.scaled = false;
    const int steps = flr_gjk2_iterate(&g, a, b, options, above, -1);
    if (!g.usual) return in_another_unit(a, b, options);
    if (g.touching && !g.inside) settle_touch(&g);
    return flr_gjk2_answer(&g, steps, options);
}

// ---- Yes or no ----

/// Answers for scenes that are huge or tiny, by a copy in another unit.
static flr_overlap2_convex overlap_in_another_unit(const flr_convex2 *a, const flr_convex2 *b,
                                                   flr_gjk2_cache *cache)
{
    const flr_gjk2_options options = {.max_distance = flr_gjk_up_to(0), .cache = cache};
    flr_gjk2 g = in_another_unit(a, b, &options);
    flr_overlap2_convex r = {.status = g.status, .overlap = g.overlap, .iterations = g.iterations};
    if (!g.overlap) r.normal = g.normal;
    if (g.status != FLR_NOT_CONVERGED || g.overlap || g.lower > 0) return r;
    r.normal = flr_vec2_make(0, 0);
    return r;
}

flr_overlap2_convex flr_overlap2_convex_convex(const flr_convex2 *a, const flr_convex2 *b,
                                               flr_gjk2_cache *cache)
{
    gjk2 g;
    g.scaled = false;
    const flr_real radii = a->radius + b->radius;
    const flr_gjk2_options options = {.max_distance = flr_gjk_up_to(0), .cache = cache};
    int steps = flr_gjk2_iterate(&g, a, b, &options, radii, radii);
    if (!g.usual) return overlap_in_another_unit(a, b, cache);
    return intersects(&g, steps, cache);
}
