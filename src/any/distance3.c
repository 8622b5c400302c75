/// The distance and closest points of any two shapes in space, with bounds and caches where they are asked for:
/// pairs of pieces, meshes, and compounds shape by shape; very large or small pairs rescaled.
#include <float.h>

#include "any/any3.h"
#include "base/answer.h"
#include "closest/frame3.h"
#include "convex/kinds3.h"
#include "convex/order.h"
#include "math/eps.h"

flr_status flr_any3_distance_in_order(const flr_shape3 *a, const flr_shape3 *b, double size, flr_real limit,
                                      flr_closest3 *c)
{
    if (b->kind == FLR_SHAPE3_MESH) return flr_any3_distance_to_mesh(a, b, limit, c);
    return flr_any3_distance_in_rank(a, b, size, limit, c);
}

static flr_closest3 turned(flr_closest3 c) { return (flr_closest3){c.distance, c.point_b, c.point_a}; }

/// Called for each pair of pieces: keeps the nearest. Returns the new limit, or -1 to stop at a touch.
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

/// The distance of a checked pair in its fixed order, of compounds too.
static flr_status of_checked(const flr_shape3 *a, const flr_shape3 *b, double size, flr_real limit,
                             flr_closest3 *c)
{
    if (!any3_is_compound(a) && !any3_is_compound(b)) return flr_any3_distance_in_order(a, b, size, limit, c);
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
    if (flr_any3_in_order(a, b)) return flr_any3_distance_in_order(a, b, -1, limit, c);
    flr_status status = flr_any3_distance_in_order(b, a, -1, limit, c);
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
    // a number too small for that unit was lost, and may be all that separates the two: decided exactly
    if (!r.same) flr_any3_settle_distance(a, b, -1, NULL, c);
    return status;
}

/// The distance of a pair from flr_any3_begin, in its fixed order; rescaled if its size is unusual. If the status has no
/// answer, *c is not set.
static inline flr_status of_pair(const any3_pair *p, flr_real limit, flr_closest3 *c)
{
    const flr_shape3 *a = p->a, *b = p->b;
    // a compound's shapes are measured one by one
    bool whole = !any3_is_compound(a) && !any3_is_compound(b) && !p->usual && !any3_has_distance(a, b);
    flr_real factor = whole ? flr_any3_factor(a, b, 0) : 1;
    const flr_status status =
        factor == 1 ? of_checked(a, b, p->size, limit, c) : distance_in_unit(a, b, factor, c);
    if (c->distance == (flr_real)INFINITY && limit < (flr_real)INFINITY) {
        *c = (flr_closest3){.distance = c->distance};
        return status;
    }
    if (!isfinite(c->distance)) return FLR_NOT_FINITE;
    if (!p->usual && !any3_is_compound(b)) flr_any3_settle_distance(a, b, p->size, NULL, c);
    // the common point of lines and planes may not be representable
    if (!p->usual && !(flr_is_finite3(c->point_a) && flr_is_finite3(c->point_b))) return FLR_NOT_FINITE;
    return status;
}

flr_status flr_distance3(const flr_shape3 *a, const flr_shape3 *b, flr_closest3 *closest)
{
    if (!closest) return FLR_INVALID_ARGUMENT;
    any3_pair p;
    flr_status status = flr_any3_begin(a, b, &p);
    if (status != FLR_OK) return status;
    any3_sort(&p);
    any3_distance_fn *typed = flr_any3_quick_distance[p.a->kind][p.b->kind];
    if (typed && p.usual) {
        const flr_closest3 r = typed(p.a, p.b);
        *closest = p.swapped ? turned(r) : r;
        return FLR_OK;
    }
    flr_closest3 c;
    status = of_pair(&p, (flr_real)INFINITY, &c);
    if (flr_has_answer(status)) *closest = p.swapped ? turned(c) : c;
    return status;
}

static bool has_curved_side(const flr_shape3 *s)
{
    if (any3_is_compound(s)) {
        for (size_t i = 0; i < s->as.compound.count; i++)
            if (has_curved_side(&s->as.compound.shapes[i])) return true;
        return false;
    }
    if (s->kind != FLR_SHAPE3_CONVEX) return any3_is_round(s->kind) || any3_is_core_only(s->kind);
    return convex3_is_curved(&s->as.convex);
}

static bool is_user(const flr_shape3 *s)
{
    return s->kind == FLR_SHAPE3_CONVEX && s->as.convex.kind == FLR_CONVEX3_USER;
}

/// An upper bound on how far points of users' cores in a shape are from the origin: such cores have a function and no
/// numbers.
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
    const double eps = FLR_EPS;
    const bool curved = has_curved_side(p->a) || has_curved_side(p->b);
    const double size = p->size + extent_of_users(p->a) + extent_of_users(p->b);
    return (8 * eps + (curved ? 1e-11 : 0)) * size;
}

/// Asks the core, with the caller's cache and limit. False if the answer is too close to a touch to be
/// trusted; that of a user's core always is, as there is no more accurate way.
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
    if (g.overlap) r->point_a = r->point_b = any3_common_point(&g, k->a->radius, k->b->radius);
    any3_cores_world(k, &r->point_a, &r->point_b);
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
    if (p->usual && !compound && !flr_any3_quick_distance[p->a->kind][p->b->kind] &&
        flr_any3_cores(p->a, p->b, &k) && !any3_cores_round_far(p->a, p->b, &k) &&
        bounds_of_cores(p, &k, o, r, &status))
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
    if (any3_has_distance(a, b) || flr_any3_factor(a, b, 0) == 1) return flr_any3_distance(a, b, limit, c);
    c->distance = (flr_real)NAN;
    return flr_distance3(a, b, c);
}
