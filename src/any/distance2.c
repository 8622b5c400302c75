/// How far apart are two shapes of the plane, and which points of them are closest? A typed function answers
/// where there is one. Else outlines are compared with each other, and GJK takes convex shapes without an
/// outline or with many corners. A compound is as near as its nearest shape, and a second entry adds bounds
/// of the distance.
#include "any/any2.h"

#include <float.h>

#include "base/answer.h"
#include "convex/gjk2.h"
#include "convex/order.h"
#include "feeler/overlap2.h"
#include "math/eps.h"

static flr_closest2 turned(flr_closest2 c)
{
    flr_vec2 p = c.point_a;
    c.point_a = c.point_b;
    c.point_b = p;
    return c;
}

/// Of a line, plane or halfspace and a convex shape.
static flr_closest2 from_flat(const flr_shape2 *flat, const flr_shape2 *convex, flr_vec2 *normal)
{
    any2_measure m = flr_any2_measure(flat);
    any2_projection i = flr_any2_project(convex, flat);
    bool above = i.low > 0, below = i.high < 0 && flat->kind != FLR_SHAPE2_HALFSPACE;
    flr_vec2 up = flr_vec2_make((flr_real)m.x, (flr_real)m.y);
    const bool lowest = above || (!below && i.high < -i.low);
    flr_vec2 p = lowest ? i.low_point : i.high_point;
    flr_real h = (flr_real)(lowest ? i.low : i.high);
    flr_closest2 c = {0, flr_mul_add2(p, -h, up), p};
    *normal = flr_vec2_make(0, 0);
    if (above || below) {
        c.distance = (flr_real)(above ? i.low : -i.high);
        *normal = above ? up : flr_neg2(up);
        return c;
    }
    // the vector between the lowest and the highest point crosses the boundary; a halfspace holds the lowest
    double span = i.high - i.low;
    c.point_a = i.low_point;
    if (flat->kind != FLR_SHAPE2_HALFSPACE && span > 0)
        c.point_a = flr_lerp2(i.low_point, i.high_point, (flr_real)(-i.low / span));
    c.point_b = c.point_a;
    return c;
}

/// A common point of two that overlap: if only the radii do, a point between the cores within both radii.
static flr_vec2 common_point(const flr_gjk2 *r, flr_real radius_a, flr_real radius_b)
{
    flr_real gap = r->signed_distance + radius_a + radius_b, along = gap < radius_a ? gap : radius_a;
    return flr_mul_add2(r->point_a, along - radius_a, r->normal);
}

/// In their order: so that turned round nothing rounds otherwise.
static flr_status of_convex(const flr_convex2 *a, const flr_convex2 *b, flr_closest2 *c, flr_vec2 *normal)
{
    const bool is_first = flr_convex2_is_first(a, b);
    const flr_convex2 *first = is_first ? a : b, *second = is_first ? b : a;
    const flr_gjk2 r = flr_closest2_convex_convex(first, second, NULL);
    c->distance = r.distance;
    c->point_a = r.overlap ? common_point(&r, first->radius, second->radius) : r.point_a;
    c->point_b = r.overlap ? c->point_a : r.point_b;
    *normal = r.overlap ? flr_vec2_make(0, 0) : r.normal;
    if (is_first) return r.status;
    *c = turned(*c);
    *normal = flr_neg2(*normal);
    return r.status;
}

/// Of a concave polygon and a convex shape: edge by edge, unless the one holds the other.
static flr_status of_polygon(const flr_polygon2 *g, const flr_convex2 *b, flr_closest2 *c, flr_vec2 *normal)
{
    flr_vec2 inside = flr_support2(b, flr_vec2_make(1, 0));
    *normal = flr_vec2_make(0, 0);
    c->distance = 0;
    c->point_a = c->point_b = inside;
    if (flr_contains2_polygon_point(g, FLR_NON_ZERO, inside) != FLR_OUTSIDE) return FLR_OK;
    flr_status status = FLR_OK;
    c->distance = (flr_real)INFINITY;
    for (size_t i = 0; i < g->count && c->distance > 0; ++i) {
        flr_segment2 edge = {g->vertices[i], g->vertices[i + 1 < g->count ? i + 1 : 0]};
        flr_convex2 a = flr_convex2_segment(&edge);
        flr_closest2 found;
        flr_vec2 way;
        flr_status s = of_convex(&a, b, &found, &way);
        if (s != FLR_OK) status = s;
        if (!(found.distance < c->distance)) continue;
        *c = found;
        *normal = way;
    }
    return status;
}

/// b is a convex shape without an outline.
static flr_status by_support(const flr_shape2 *a, const flr_shape2 *b, flr_closest2 *c, flr_vec2 *normal)
{
    flr_convex2 x, y;
    any2_piece piece;
    (void)flr_any2_core(b, &y);
    if (any2_is_flat_unbounded(a->kind)) {
        *c = from_flat(a, b, normal);
        return FLR_OK;
    }
    if (a->kind == FLR_SHAPE2_RAY) {
        flr_any2_cut(&a->as.ray, b, &piece);
        (void)flr_any2_core(&piece.shape, &x);
    } else if (!flr_any2_core(a, &x)) {
        return of_polygon(&a->as.polygon, &y, c, normal);
    }
    return of_convex(&x, &y, c, normal);
}

typedef struct nearest {
    flr_status status;
    bool found;
    flr_closest2 closest;
    flr_vec2 normal;
} nearest;

static flr_real keep_nearest(void *user, const flr_shape2 *a, const flr_shape2 *b)
{
    nearest *n = user;
    flr_closest2 c;
    flr_vec2 normal;
    flr_status status = flr_any2_distance(a, b, &c, &normal);
    if (status != FLR_OK) n->status = status;
    // a NaN is kept
    if (!n->found || !(c.distance >= n->closest.distance)) n->closest = c, n->normal = normal;
    n->found = true;
    return n->closest.distance > 0 ? n->closest.distance : -1;
}

flr_status flr_any2_distance(const flr_shape2 *a, const flr_shape2 *b, flr_closest2 *c, flr_vec2 *normal)
{
    a = compound2_unwrap(a);
    b = compound2_unwrap(b);
    if (any2_is_compound(a) || any2_is_compound(b)) {
        nearest n = {.status = FLR_OK};
        bool swapped;
        flr_compound2_visit(a, b, (flr_real)INFINITY, keep_nearest, &n, &swapped);
        *c = swapped ? turned(n.closest) : n.closest;
        *normal = swapped ? flr_neg2(n.normal) : n.normal;
        return n.status;
    }
    flr_outline2 x, y;
    bool of_a = flr_any2_outline(a, &x), of_b = flr_any2_outline(b, &y);
    if (of_a && of_b) {
        const bool in_order = flr_any2_in_order(a, b);
        const flr_shape2 *first = in_order ? a : b, *second = in_order ? b : a;
        any2_cores k;
        flr_gjk2 g;
        if (flr_any2_is_by_guess(first, second) && flr_any2_cores(first, second, &k) &&
            flr_gjk2_clearly_apart(k.a, k.b, &g)) {
            *c = (flr_closest2){g.distance, g.point_a, g.point_b};
            *normal = g.normal;
        } else {
            *c = flr_outline2_closest_along(in_order ? &x : &y, in_order ? &y : &x, normal);
        }
        if (in_order) return FLR_OK;
    } else {
        if (!of_b) return by_support(a, b, c, normal);
        flr_status status = by_support(b, a, c, normal);
        *c = turned(*c);
        *normal = flr_neg2(*normal);
        return status;
    }
    *c = turned(*c);
    *normal = flr_neg2(*normal);
    return FLR_OK;
}

typedef flr_closest2 closest_fn(const flr_shape2 *a, const flr_shape2 *b);

#define OF_PAIR(A, B)                                                                                        \
    static flr_closest2 of_##A##_##B(const flr_shape2 *a, const flr_shape2 *b)                               \
    {                                                                                                        \
        return flr_closest2_##A##_##B(AS2_##A(a), AS2_##B(b));                                               \
    }
PAIRS2(OF_PAIR)

#define ENTRY(A, B) [KIND2_##A][KIND2_##B] = of_##A##_##B,
static closest_fn *const typed[FLR_SHAPE2_COUNT][FLR_SHAPE2_COUNT] = {PAIRS2(ENTRY)};

/// By the typed function, if there is one: with its bits.
static inline bool by_table(const flr_shape2 *a, const flr_shape2 *b, flr_closest2 *c)
{
    bool in_order = flr_any2_in_order(a, b);
    const flr_shape2 *first = in_order ? a : b, *second = in_order ? b : a;
    closest_fn *ask = typed[first->kind][second->kind];
    if (!ask) return false;
    *c = ask(first, second);
    if (!in_order) *c = turned(*c);
    return true;
}

static inline flr_status closest_of(const flr_shape2 *a, const flr_shape2 *b, flr_closest2 *c)
{
    flr_vec2 normal;
    return by_table(a, b, c) ? FLR_OK : flr_any2_distance(a, b, c, &normal);
}

flr_status flr_any2_closest(const flr_shape2 *a, const flr_shape2 *b, flr_closest2 *c)
{
    return closest_of(a, b, c);
}

/// The common point of lines and planes may not be representable. A NaN or an infinity less itself is a NaN.
static inline bool is_finite(const flr_closest2 *c)
{
    const flr_vec2 a = flr_sub2(c->point_a, c->point_a), b = flr_sub2(c->point_b, c->point_b);
    return (c->distance - c->distance) + (a.x + a.y) + (b.x + b.y) == 0;
}

flr_status flr_distance2(const flr_shape2 *a, const flr_shape2 *b, flr_closest2 *closest)
{
    if (!closest) return FLR_INVALID_ARGUMENT;
    any2_pair p;
    flr_status status = flr_any2_begin(a, b, &p);
    if (status != FLR_OK) return status;
    flr_closest2 c;
    status = closest_of(p.a, p.b, &c);
    if (status == FLR_NOT_FINITE || !is_finite(&c)) return FLR_NOT_FINITE;
    *closest = c;
    return status;
}

/// Two convex shapes by the core, with the caller's cache and limit. False where the answer is too close to a touch to be
/// taken from it.
static bool bounds_of_cores(const any2_pair *p, const any2_cores *k, const flr_distance2_options *o,
                            flr_distance2_result *r)
{
    const flr_gjk2_options options = {.max_distance = o->max_distance, .cache = o->cache};
    if (p->swapped && o->cache) gjk2_turn_cache(o->cache);
    const flr_gjk2 g = flr_closest2_convex_convex(k->a, k->b, &options);
    if (p->swapped && o->cache) gjk2_turn_cache(o->cache);
    *r = (flr_distance2_result){g.beyond, g.distance, g.lower, g.upper, g.normal, g.point_a, g.point_b};
    return g.status == FLR_OK && (double)g.lower > any2_close * p->size;
}

static bool is_user(const flr_shape2 *s)
{
    return s->kind == FLR_SHAPE2_CONVEX && s->as.convex.kind == FLR_CONVEX2_USER;
}

/// At least how far the points of users' cores in a shape lie from the origin, which the numbers given do not say; 0 without such.
static double extent_of_users(const flr_shape2 *s)
{
    double most = 0;
    for (size_t i = 0; any2_is_compound(s) && i < s->as.compound.count; i++)
        most = fmax(most, extent_of_users(&s->as.compound.shapes[i]));
    if (!is_user(s)) return most;
    const flr_aabb2 b = flr_any2_bounds(s);
    return (double)flr_length2(flr_max2(b.max, flr_neg2(b.min)));
}

/// How far a distance that the convex core has not bounded may be off.
static double error_of(const any2_pair *p)
{
    const double eps = FLR_EPS;
    const double users = extent_of_users(p->a) + extent_of_users(p->b);
    return 8 * eps * (p->size + users) + 1e-11 * users;
}

static flr_status bounds_of_pair(const any2_pair *p, const flr_distance2_options *o, flr_distance2_result *r)
{
    any2_cores k;
    const bool by_user = is_user(p->a) || is_user(p->b);
    const bool by_core = (o->cache || by_user) && p->usual && flr_any2_cores(p->a, p->b, &k);
    if (by_core && bounds_of_cores(p, &k, o, r)) return FLR_OK;
    const flr_distance2_result core = by_core && by_user ? *r : (flr_distance2_result){.distance = 0};
    flr_closest2 c;
    const flr_status status = flr_any2_closest(p->a, p->b, &c);
    if (status == FLR_NOT_FINITE || !is_finite(&c)) return FLR_NOT_FINITE;
    const double error = by_core && by_user ? 0 : error_of(p), lower = (double)c.distance - error;
    *r = (flr_distance2_result){.distance = c.distance, .point_a = c.point_a, .point_b = c.point_b};
    r->beyond = o->max_distance > 0 && c.distance > o->max_distance;
    r->lower = lower > 0 ? (flr_real)lower : 0;
    r->upper = (flr_real)((double)c.distance + error);
    // what bounds a user's core is known to the convex core alone
    if (by_core && by_user && core.lower < r->lower) r->lower = core.lower;
    if (by_core && by_user && core.upper > r->upper) r->upper = core.upper;
    if (c.distance > 0) r->normal = flr_any2_unit(flr_sub2(c.point_b, c.point_a));
    return status;
}

flr_status flr_distance2_bounds(const flr_shape2 *a, const flr_shape2 *b,
                                const flr_distance2_options *options, flr_distance2_result *result)
{
    const flr_distance2_options none = {0, NULL}, *o = options ? options : &none;
    if (!result || !(o->max_distance >= 0)) return FLR_INVALID_ARGUMENT;
    any2_pair p;
    flr_status status = flr_any2_begin(a, b, &p);
    if (status != FLR_OK) return status;
    any2_sort(&p);
    flr_distance2_result r;
    status = bounds_of_pair(&p, o, &r);
    if (!flr_has_answer(status)) return status;
    *result = r;
    if (!p.swapped) return status;
    result->normal = flr_neg2(r.normal);
    result->point_a = r.point_b;
    result->point_b = r.point_a;
    return status;
}
