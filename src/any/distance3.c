/// The distance and closest points of any two shapes in space. A typed function answers where it is the
/// fastest; else the convex core does, with certified bounds. Near a touch the answer is made to agree with
/// the exact yes or no.
#include <float.h>

#include "any/any3.h"
#include "base/answer.h"
#include "closest/frame3.h"
#include "convex/convex3_make.h"
#include "convex/depth3.h"
#include "convex/gjk_limit.h"
#include "convex/order.h"

typedef void distance_fn(const flr_shape3 *a, const flr_shape3 *b, flr_closest3 *c);

// The pairs with a typed function for closest points, a row for each first shape. QUICK is faster than the
// convex core. AFTER_CORE is slower, and answers what the core leaves open.
// clang-format off
#define QUICK(X) \
    X(point, point) X(point, segment) X(point, ray) X(point, line) X(point, plane) X(point, halfspace) \
    X(point, sphere) X(point, capsule) X(point, aabb) X(point, box) X(point, cylinder) X(point, cone) \
    X(point, triangle) X(point, rectangle) X(point, polygon) \
    X(segment, segment) X(segment, ray)     X(segment, line)   X(segment, plane)   X(segment, halfspace) \
    X(segment, sphere)  X(segment, capsule) X(segment, rectangle) \
    X(ray, ray)  X(ray, line)   X(ray, plane)    X(ray, halfspace)  X(ray, sphere)  X(ray, capsule) \
    X(ray, aabb) X(ray, box)    X(ray, triangle) X(ray, quad) X(ray, rectangle) X(ray, polygon) X(ray, tetrahedron) \
    X(line, line)  X(line, plane)  X(line, halfspace) X(line, sphere) X(line, capsule) X(line, aabb) X(line, box) \
    X(line, triangle) X(line, quad) X(line, rectangle) X(line, polygon) X(line, tetrahedron) \
    X(plane, sphere) X(plane, capsule) X(halfspace, sphere) X(halfspace, capsule) \
    X(sphere, sphere)    X(sphere, capsule)  X(sphere, aabb)  X(sphere, box)    X(sphere, cylinder) \
    X(sphere, cone)      X(sphere, triangle) X(sphere, rectangle) X(sphere, polygon) \
    X(capsule, capsule)  X(capsule, rectangle)
#define AFTER_CORE(X) \
    X(point, quad) X(point, tetrahedron) X(segment, aabb) X(segment, box) X(segment, triangle) X(segment, quad) X(segment, polygon) \
    X(segment, tetrahedron) X(sphere, quad) X(sphere, tetrahedron) X(capsule, aabb) X(capsule, box) X(capsule, triangle) X(capsule, quad) \
    X(capsule, polygon) X(capsule, tetrahedron) X(triangle, triangle)
// clang-format on

#define OF_PAIR(A, B)                                                                                        \
    static void A##_##B(const flr_shape3 *a, const flr_shape3 *b, flr_closest3 *c)                           \
    {                                                                                                        \
        *c = flr_closest3_##A##_##B(AS3_##A(a), AS3_##B(b));                                                 \
    }
QUICK(OF_PAIR)
AFTER_CORE(OF_PAIR)

#define ENTRY(A, B) [KIND3_##A][KIND3_##B] = A##_##B,
typedef distance_fn *const distance_table[FLR_SHAPE3_COUNT][FLR_SHAPE3_COUNT];
static distance_table quick = {QUICK(ENTRY)}, after_core = {AFTER_CORE(ENTRY)};

bool flr_any3_has_distance(const flr_shape3 *a, const flr_shape3 *b)
{
    const flr_shape3_kind first = a->kind < b->kind ? a->kind : b->kind,
                          second = a->kind < b->kind ? b->kind : a->kind;
    return quick[first][second] || after_core[first][second];
}

/// Are they farther apart than any rounding error?
static bool surely_apart(const flr_shape3 *a, const flr_shape3 *b, double distance)
{
    if (!(distance > 0) || any3_is_flat_unbounded(a->kind)) return false;
    return distance > any3_close * (flr_any3_size(a) + flr_any3_size(b));
}

/// Makes the distance agree with the exact overlap test of the pair, if there is one, and with corners that
/// touch exactly. `near`, if not null: the corners where the core's search has ended.
static void settle(const flr_shape3 *a, const flr_shape3 *b, const flr_gjk3_cache *near, flr_closest3 *c)
{
    bool overlap;
    if (surely_apart(a, b, (double)c->distance)) return;
    if (!flr_any3_exact_overlap(a, b, &overlap)) {
        if (!(c->distance > 0) || !flr_any3_touch(a, b, c, near)) return;
        overlap = true;
    }
    if (overlap && c->distance != 0) {
        c->distance = 0;
        c->point_b = c->point_a;
    } else if (!overlap && c->distance == 0) {
        c->distance = sizeof(flr_real) == sizeof(float) ? (flr_real)FLT_MIN : (flr_real)DBL_MIN;
    }
}

/// Is the distance of this pair computed from points in world, which round far from the origin? Two convex
/// shapes are measured relative to each other; paths, sheets and meshes are not.
static bool rounds_in_world(const flr_shape3 *a, const flr_shape3 *b)
{
    if (b->kind == FLR_SHAPE3_MESH) return !near3_stays(&b->as.mesh);
    return any3_is_path(a->kind) || any3_is_sheet(a->kind) || any3_is_sheet(b->kind);
}

/// Is the pair to be moved near the origin first?
static bool moves_first(const flr_shape3 *a, const flr_shape3 *b, any3_recentered_pair *n)
{
    return !after_core[a->kind][b->kind] && rounds_in_world(a, b) && flr_any3_recenter(a, b, n);
}

/// A common point of two that overlap: if only the radii do, a point between the cores within both radii.
static flr_vec3 common_point(const flr_gjk3 *g, flr_real ra, flr_real rb)
{
    const flr_real gap = g->signed_distance + ra + rb, along = gap < ra ? gap : ra;
    return flr_mul_add3(g->point_a, along - ra, g->normal);
}

/// Takes the result of a core's search. False if it leaves the answer open: so close to a touch that
/// rounding matters.
static bool take_core(const any3_cores *k, const flr_gjk3 *g, double clear, flr_closest3 *c, flr_vec3 *normal)
{
    *normal = g->normal;
    c->distance = g->beyond ? (flr_real)INFINITY : g->distance;
    c->point_a = g->point_a;
    c->point_b = g->point_b;
    if (!(g->distance > 0)) c->point_a = c->point_b = common_point(g, k->a->radius, k->b->radius);
    c->point_a = any3_cores_world(k, c->point_a);
    c->point_b = any3_cores_world(k, c->point_b);
    // between needles the bounds differ by more than the rounding that both have to allow for
    const bool tight = g->distance - g->lower <= 2 * (g->upper - g->distance);
    return g->status == FLR_OK && (g->overlap ? g->clear : tight && (double)g->lower > clear);
}

/// Asks the core. `near`, if not null, is set to the corners where its search has ended.
static bool by_core(const any3_cores *k, double clear, flr_gjk3_cache *near, flr_closest3 *c,
                    flr_vec3 *normal, flr_status *status)
{
    const flr_gjk3_options options = {.cache = near};
    if (near) near->count = 0;
    const flr_gjk3 g = flr_closest3_convex_convex(k->a, k->b, near ? &options : NULL);
    *status = g.status;
    return take_core(k, &g, clear, c, normal);
}

/// Do planes perpendicular to the normal separate the shapes by this distance? With needles and curved sides
/// they may not.
static bool do_planes_part(const any3_cores *k, flr_vec3 n, double distance)
{
    const double cores = distance + (double)k->a->radius + (double)k->b->radius,
                 error = cores * (sizeof(flr_real) == sizeof(float) ? 0x1p-20 : 0x1p-49);
    return flr_any3_gap_along(k->a, k->b, n) >= cores - error;
}

/// Between points and spheres the direction is that of their middles, which separates them wherever it rounds to.
static bool are_balls(const any3_pair *p) { return any3_is_ball(p->a->kind) && any3_is_ball(p->b->kind); }

any3_verdict flr_any3_distance_of_cores(const any3_pair *p, const any3_cores *k, flr_closest3 *c,
                                        flr_vec3 *normal, flr_gjk3 *deep)
{
    flr_status status;
    distance_fn *typed = quick[p->a->kind][p->b->kind];
    const double clear = any3_close * p->size;
    deep->overlap = false;
    if (typed) {
        typed(p->a, p->b, c);
        if (c->distance == 0) return ANY3_MEET;
        if (!((double)c->distance > 0x1p-10 * p->size)) return ANY3_OPEN;
        *normal = flr_any3_unit(flr_sub3(c->point_b, c->point_a));
        const bool part = are_balls(p) || do_planes_part(k, *normal, (double)c->distance);
        return part ? ANY3_APART : ANY3_OPEN;
    }
    // boxes are decided quickly; for some other kinds the search for a depth also has the distance, to the
    // last bit
    if (flr_depth3_two_boxes(k->a, k->b, deep)) return ANY3_MEET;
    if (flr_depth3_has_distance(k->a, k->b)) {
        *deep = flr_signed_distance3_convex_convex(k->a, k->b);
        if (deep->overlap) return ANY3_MEET;
        return take_core(k, deep, clear, c, normal) ? ANY3_APART : ANY3_OPEN;
    }
    const bool settled = by_core(k, clear, NULL, c, normal, &status);
    if (c->distance == 0) return ANY3_MEET;
    any3_recentered_pair n;
    // flr_any3_distance first moves such a pair, which changes the last digits
    if (!settled || moves_first(p->a, p->b, &n)) return ANY3_OPEN;
    return ANY3_APART;
}

/// Does the core answer this pair also where it touches, as no typed function or exact edges know it better?
static bool is_for_core(const flr_shape3 *a, const flr_shape3 *b)
{
    if (any3_is_faceted(a->kind) && any3_is_faceted(b->kind)) return false;
    return !any3_is_sheet(a->kind) && !any3_is_sheet(b->kind);
}

/// The distance of a pair without a quick function, without moving it.
static flr_status in_place(const flr_shape3 *a, const flr_shape3 *b, double size, flr_real limit,
                           flr_closest3 *c)
{
    any3_cores k;
    flr_status status;
    flr_vec3 normal;
    flr_gjk3_cache near;
    distance_fn *typed = after_core[a->kind][b->kind];
    if (flr_any3_cores(a, b, &k)) {
        if (size < 0) size = flr_any3_size(a) + flr_any3_size(b);
        // if only a touch is asked for, the corners are needed as a rule; only two hulls have the same last
        // digits with a cache
        const bool hulls = k.a->kind == FLR_CONVEX3_HULL && k.b->kind == FLR_CONVEX3_HULL;
        flr_gjk3_cache *const touch = limit == 0 && hulls ? &near : NULL;
        if (by_core(&k, any3_close * size, touch, c, &normal, &status)) return FLR_OK;
        if (!typed && is_for_core(a, b)) {
            settle(a, b, touch, c);
            return status;
        }
        // where flat faces overlap, their exact yes confirms the overlap that the core has found
        bool overlap;
        if (!typed && status == FLR_OK && c->distance == 0 && flr_any3_exact_overlap(a, b, &overlap) &&
            overlap)
            return FLR_OK;
    }
    if (typed) {
        typed(a, b, c);
        return FLR_OK;
    }
    status = flr_any3_distance_general(a, b, limit, c);
    settle(a, b, NULL, c);
    return status;
}

/// `size`: as in any3_pair, or negative if not known yet.
static flr_status in_rank(const flr_shape3 *a, const flr_shape3 *b, double size, flr_real limit,
                          flr_closest3 *c)
{
    any3_recentered_pair n;
    distance_fn *typed = quick[a->kind][b->kind];
    if (typed) {
        typed(a, b, c);
        return FLR_OK;
    }
    if (!moves_first(a, b, &n)) return in_place(a, b, size, limit, c);
    const flr_status status = in_place(&n.a.shape, &n.b.shape, -1, limit, c);
    c->point_a = flr_add3(c->point_a, n.origin);
    c->point_b = flr_add3(c->point_b, n.origin);
    return status;
}

static flr_closest3 turned(flr_closest3 c) { return (flr_closest3){c.distance, c.point_b, c.point_a}; }

/// Keeps the nearest pair: a compound3_pair_fn.
static flr_real keep_nearest(void *user, const flr_shape3 *a, const flr_shape3 *b)
{
    compound3_nearest *n = user;
    flr_closest3 c;
    flr_status status = flr_any3_distance_of_any_size(a, b, n->closest.distance, &c);
    if (status != FLR_OK) n->status = status;
    // a NaN replaces any distance, and is kept
    if (n->a ? !(c.distance >= n->closest.distance) : !(c.distance > n->closest.distance)) {
        n->closest = c;
        n->a = a;
        n->b = b;
    }
    return n->a && !(n->closest.distance > 0) ? -1 : n->closest.distance;
}

compound3_nearest flr_compound3_nearest(const flr_shape3 *a, const flr_shape3 *b, flr_real limit)
{
    compound3_nearest n = {.status = FLR_OK, .closest = {.distance = limit}};
    bool turned;
    flr_compound3_visit(a, b, limit, keep_nearest, &n, &turned);
    if (!n.a) n.closest.distance = (flr_real)INFINITY;
    if (!turned) return n;
    const flr_shape3 *s = n.a;
    n.a = n.b;
    n.b = s;
    flr_vec3 p = n.closest.point_a;
    n.closest.point_a = n.closest.point_b;
    n.closest.point_b = p;
    return n;
}
/// The shapes are in order.
static flr_status of_checked(const flr_shape3 *a, const flr_shape3 *b, double size, flr_real limit,
                             flr_closest3 *c)
{
    if (!any3_is_compound(a) && !any3_is_compound(b)) return in_rank(a, b, size, limit, c);
    compound3_nearest n = flr_compound3_nearest(a, b, limit);
    *c = n.closest;
    return n.status;
}

flr_status flr_any3_distance(const flr_shape3 *a, const flr_shape3 *b, flr_real limit, flr_closest3 *c)
{
    flr_shape3 room_a, room_b;
    a = any3_reduced(compound3_unwrap(a), &room_a);
    b = any3_reduced(compound3_unwrap(b), &room_b);
    if (any3_is_compound(a) || any3_is_compound(b)) return of_checked(a, b, -1, limit, c);
    if (flr_any3_in_order(a, b)) return in_rank(a, b, -1, limit, c);
    flr_status status = in_rank(b, a, -1, limit, c);
    *c = turned(*c);
    return status;
}

/// The distance of shapes so large or small that they must be rescaled; in order.
static flr_status distance_in_unit(const flr_shape3 *a, const flr_shape3 *b, flr_real factor, flr_closest3 *c)
{
    any3_rescaled_pair r;
    if (!flr_any3_rescale_pair(a, b, factor, &r)) return flr_any3_distance(a, b, (flr_real)INFINITY, c);
    flr_status status = flr_any3_distance(&r.a.shape, &r.b.shape, (flr_real)INFINITY, c);
    bool apart = c->distance > 0;
    c->distance /= factor;
    if (apart) c->distance = flr_real_from_distance(flr_keep_apart((double)c->distance));
    c->point_a = flr_scale3(1 / factor, c->point_a);
    c->point_b = flr_scale3(1 / factor, c->point_b);
    // a number too small for that unit was lost, and may be all that separates the two
    if (!r.same) settle(a, b, NULL, c);
    return status;
}

/// The distance of a pair that has begun, in order; rescaled if its size is unusual.
static flr_status of_pair(const any3_pair *p, flr_real limit, flr_closest3 *closest)
{
    flr_closest3 c;
    const flr_shape3 *a = p->a, *b = p->b;
    distance_fn *typed = quick[a->kind][b->kind];
    if (typed && p->usual) {
        typed(a, b, closest);
        return FLR_OK;
    }
    // a compound's shapes are measured one by one
    bool whole = !any3_is_compound(a) && !any3_is_compound(b) && !p->usual && !flr_any3_has_distance(a, b);
    flr_real factor = whole ? flr_any3_factor(a, b, 0) : 1;
    const flr_status status =
        factor == 1 ? of_checked(a, b, p->size, limit, &c) : distance_in_unit(a, b, factor, &c);
    if (c.distance == (flr_real)INFINITY && limit < (flr_real)INFINITY) {
        const flr_closest3 beyond_limit = {.distance = c.distance};
        *closest = beyond_limit;
        return status;
    }
    if (!isfinite(c.distance)) return FLR_NOT_FINITE;
    if (!p->usual && !any3_is_compound(b)) settle(a, b, NULL, &c);
    // the common point of lines and planes may not be representable
    if (!p->usual && !(flr_is_finite3(c.point_a) && flr_is_finite3(c.point_b))) return FLR_NOT_FINITE;
    *closest = c;
    return status;
}

flr_status flr_distance3(const flr_shape3 *a, const flr_shape3 *b, flr_closest3 *closest)
{
    if (!closest) return FLR_INVALID_ARGUMENT;
    any3_pair p;
    flr_status status = flr_any3_begin(a, b, &p);
    if (status != FLR_OK) return status;
    any3_sort(&p);
    status = of_pair(&p, (flr_real)INFINITY, closest);
    if (p.swapped && flr_has_answer(status)) *closest = turned(*closest);
    return status;
}

static bool has_curved_side(const flr_shape3 *s)
{
    if (any3_is_compound(s)) {
        for (size_t i = 0; i < s->as.compound.count; i++)
            if (has_curved_side(&s->as.compound.shapes[i])) return true;
        return false;
    }
    if (s->kind != FLR_SHAPE3_CONVEX) return any3_is_round(s->kind) || s->kind == FLR_SHAPE3_ELLIPSOID;
    return convex3_is_curved(&s->as.convex);
}

static bool is_user(const flr_shape3 *s)
{
    return s->kind == FLR_SHAPE3_CONVEX && s->as.convex.kind == FLR_CONVEX3_USER;
}

/// An upper bound on how far points of users' cores in a shape are from the origin, as the given numbers do
/// not say it.
static double extent_of_users(const flr_shape3 *s)
{
    double most = 0;
    for (size_t i = 0; any3_is_compound(s) && i < s->as.compound.count; i++)
        most = fmax(most, extent_of_users(&s->as.compound.shapes[i]));
    if (!is_user(s)) return most;
    const flr_aabb3 b = flr_any3_bounds(s);
    return (double)flr_length3(flr_max3(b.max, flr_neg3(b.min)));
}

/// How far a distance without a certified bound may be off, as feeler/any3.h states for flr_distance3.
static double error_of(const any3_pair *p)
{
    const double eps = sizeof(flr_real) == sizeof(float) ? (double)FLT_EPSILON : DBL_EPSILON;
    const bool curved = has_curved_side(p->a) || has_curved_side(p->b);
    const double size = p->size + extent_of_users(p->a) + extent_of_users(p->b);
    return (8 * eps + (curved ? 1e-11 : 0)) * size;
}

/// Asks the core, with the caller's cache and limit. False if the answer is too close to a touch to be taken
/// from it; that of a user's core always is taken, as nothing knows it better.
static bool bounds_of_cores(const any3_pair *p, const any3_cores *k, const flr_distance3_options *o,
                            flr_distance3_result *r, flr_status *status)
{
    const bool only_core = (is_user(p->a) || is_user(p->b)) && !any3_is_sheet(p->a->kind);
    const flr_gjk3_options options = {.max_distance = o->max_distance, .cache = o->cache};
    const double clear = any3_close * p->size;
    if (p->swapped && o->cache) gjk3_turn_cache(o->cache);
    const flr_gjk3 g = flr_closest3_convex_convex(k->a, k->b, &options);
    if (p->swapped && o->cache) gjk3_turn_cache(o->cache);
    r->beyond = g.beyond;
    r->distance = g.distance;
    r->lower = g.lower;
    r->upper = g.upper;
    r->normal = g.overlap ? flr_vec3_make(0, 0, 0) : g.normal;
    r->point_a = g.point_a;
    r->point_b = g.point_b;
    if (g.overlap) r->point_a = r->point_b = common_point(&g, k->a->radius, k->b->radius);
    r->point_a = any3_cores_world(k, r->point_a);
    r->point_b = any3_cores_world(k, r->point_b);
    *status = g.status;
    if (only_core && flr_has_answer(g.status)) return true;
    return g.status == FLR_OK && (g.overlap ? g.clear : (double)g.lower > clear);
}

/// Bounds from the core's search if it decides, else from the distance and its known error.
static flr_status bounds_of_pair(const any3_pair *p, const flr_distance3_options *o, flr_distance3_result *r)
{
    const bool compound = any3_is_compound(p->a) || any3_is_compound(p->b);
    const flr_real limit = o->max_distance > 0 ? o->max_distance : (flr_real)INFINITY;
    any3_cores k;
    flr_status status;
    if (p->usual && !compound && !quick[p->a->kind][p->b->kind] && flr_any3_cores(p->a, p->b, &k) &&
        !any3_cores_round_far(p->a, p->b, &k) && bounds_of_cores(p, &k, o, r, &status))
        return status;
    flr_closest3 c = {.distance = 0};
    status = of_pair(p, limit, &c);
    if (!flr_has_answer(status)) return status;
    *r = (flr_distance3_result){.beyond = c.distance > limit, .distance = c.distance};
    if (c.distance == (flr_real)INFINITY) {
        r->distance = r->lower = limit;
        r->upper = c.distance;
        return status;
    }
    const double error = error_of(p), lower = (double)c.distance - error;
    r->lower = lower > 0 ? (flr_real)lower : 0;
    r->upper = (flr_real)((double)c.distance + error);
    r->normal = c.distance > 0 ? flr_any3_unit(flr_sub3(c.point_b, c.point_a)) : flr_vec3_make(0, 0, 0);
    r->point_a = c.point_a;
    r->point_b = c.point_b;
    return status;
}

flr_status flr_distance3_bounds(const flr_shape3 *a, const flr_shape3 *b,
                                const flr_distance3_options *options, flr_distance3_result *result)
{
    const flr_distance3_options none = {0, NULL}, *o = options ? options : &none;
    if (!result || !(o->max_distance >= 0)) return FLR_INVALID_ARGUMENT;
    any3_pair p;
    flr_status status = flr_any3_begin(a, b, &p);
    if (status != FLR_OK) return status;
    any3_sort(&p);
    flr_distance3_result r;
    status = bounds_of_pair(&p, o, &r);
    if (!flr_has_answer(status)) return status;
    *result = r;
    if (!p.swapped) return status;
    result->normal = flr_neg3(r.normal);
    result->point_a = r.point_b;
    result->point_b = r.point_a;
    return status;
}

flr_status flr_any3_distance_of_any_size(const flr_shape3 *a, const flr_shape3 *b, flr_real limit,
                                         flr_closest3 *c)
{
    flr_shape3 room_a, room_b;
    a = any3_reduced(a, &room_a);
    b = any3_reduced(b, &room_b);
    if (flr_any3_has_distance(a, b) || flr_any3_factor(a, b, 0) == 1)
        return flr_any3_distance(a, b, limit, c);
    c->distance = (flr_real)NAN;
    return flr_distance3(a, b, c);
}
