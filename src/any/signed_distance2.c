/// How far apart are two shapes of the plane, or how deep is their penetration? The convex core answers
/// where it is clear of a touch. Else the distance comes first. Shapes that overlap are separated by what
/// their kinds need: cores, intervals along a normal, ends of rays, outlines, or a search over translations.
#include "any/any2.h"
#include "any/penetration2.h"
#include "base/answer.h"
#include "convex/gjk2.h"
#include "penetration/signed_distance2_concave.h"

typedef flr_signed_distance2_result answer;

/// Of a convex shape under a pose or of points in any order, against a concave polygon.
enum { CORNER_MAX = 1024 };

static flr_status part_convex(const flr_convex2 *a, const flr_convex2 *b, answer *r)
{
    flr_gjk2 g = flr_signed_distance2_convex_convex(a, b, NULL);
    r->signed_distance = g.signed_distance > 0 ? 0 : g.signed_distance;
    r->normal = g.normal;
    r->point_a = g.point_a;
    r->point_b = flr_mul_add2(r->point_a, r->signed_distance, r->normal);
    r->lower = r->signed_distance;
    r->upper = g.signed_distance > 0 ? 0 : -g.lower;
    return g.status;
}

/// An outline of the one; where it is a user's core, of corners that meet the edges of the other one. FLR_NOT_CONVERGED where
/// it is not quite the core.
static flr_status outline_toward(const flr_shape2 *s, const flr_shape2 *other, flr_vec2 *room,
                                 flr_outline2 *o)
{
    const flr_convex2 *c = &s->as.convex;
    flr_outline2 toward;
    flr_real off;
    if (s->kind != FLR_SHAPE2_CONVEX || c->kind != FLR_CONVEX2_USER || !flr_any2_outline(other, &toward))
        return flr_any2_outline_in(s, room, CORNER_MAX, o);
    size_t count = flr_any2_hull_of_user(c, &toward, room, CORNER_MAX, &off);
    *o = flr_outline2_make(FLR_OUTLINE2_CHAIN, count, count > 2);
    o->many = room;
    o->radius = c->radius;
    return off > 0 ? FLR_NOT_CONVERGED : FLR_OK;
}

/// A concave polygon and a convex shape of more corners under a pose than there is room for: as a union of convex pieces.
static flr_status part_pieces(const flr_shape2 *a, const flr_shape2 *b, answer *r)
{
    if (a->kind == FLR_SHAPE2_POLYGON) return flr_penetration2(a, b, r);
    const flr_status status = flr_penetration2(b, a, r);
    *r = any2_turned(*r);
    return status;
}

/// At least one of them is a concave polygon.
static flr_status part_concave(const flr_shape2 *a, const flr_shape2 *b, flr_vec2 common, answer *r)
{
    flr_vec2 room[CORNER_MAX];
    flr_outline2 x, y;
    flr_status status = outline_toward(a, b, room, &x), of_b = FLR_TOO_LARGE;
    if (flr_has_answer(status)) of_b = outline_toward(b, a, room, &y);
    if (of_b != FLR_OK && status == FLR_OK) status = of_b;
    if (status == FLR_TOO_LARGE) return part_pieces(a, b, r);
    if (!flr_has_answer(status)) return status;
    concave2_result c = flr_signed_distance2_concave(&x, &y);
    r->signed_distance = -c.depth;
    r->normal = c.normal;
    // what an axis parts as it stands touches wherever it does
    r->point_a = c.depth > 0 ? c.point_a : common;
    r->point_b = c.depth > 0 ? c.point_b : common;
    r->lower = -(flr_real)INFINITY;  // an outline within the core: too small if anything
    r->upper = r->signed_distance;
    return status;
}

/// b is a compound, neither is a line, plane or halfspace.
static flr_status part_compound(const flr_shape2 *a, const flr_shape2 *b, answer *r)
{
    if (a->kind != FLR_SHAPE2_RAY || !flr_any2_is_bounded(b)) return flr_penetration2(a, b, r);
    any2_piece piece;
    const flr_shape2 around = {.kind = FLR_SHAPE2_AABB, .as.aabb = flr_any2_bounds(b)};
    flr_any2_cut(&a->as.ray, &around, &piece);
    return flr_penetration2(&piece.shape, b, r);
}

/// The two overlap, at `common` among others; in the order of shapes, but for pieces of rays.
static flr_status part(const flr_shape2 *a, const flr_shape2 *b, flr_vec2 common, answer *r)
{
    if (flr_penetration2_unbounded(a, b, common, r)) return FLR_OK;
    if (any2_is_compound(b)) return part_compound(a, b, r);
    bool ray_a = a->kind == FLR_SHAPE2_RAY, ray_b = b->kind == FLR_SHAPE2_RAY;
    any2_piece piece;
    if (ray_a) {
        flr_any2_cut(&a->as.ray, b, &piece);
        return part(&piece.shape, b, common, r);
    }
    if (ray_b) {
        flr_any2_cut(&b->as.ray, a, &piece);
        return part(a, &piece.shape, common, r);
    }
    flr_convex2 x, y;
    if (flr_any2_core(a, &x) && flr_any2_core(b, &y)) return part_convex(&x, &y, r);
    return part_concave(a, b, common, r);
}

/// Overlapping shapes of which the core does not take care, so large or small that it must be rescaled.
static bool part_in_unit(const flr_shape2 *a, const flr_shape2 *b, const flr_closest2 *c, flr_status *status,
                         answer *r)
{
    any2_rescaled_pair x;
    flr_convex2 core;
    if (flr_any2_core(a, &core) && flr_any2_core(b, &core)) return false;
    const flr_real factor = flr_any2_factor(a, b, 0);
    if (!flr_any2_rescale_pair(a, b, factor, &x)) return false;
    *status = flr_signed_distance2(&x.a.shape, &x.b.shape, r);
    if (!flr_has_answer(*status) || r->inseparable) return true;
    const bool deep = r->signed_distance < 0;
    r->signed_distance = deep ? r->signed_distance / factor : 0;
    r->lower = deep ? r->lower / factor : 0;
    r->upper = deep ? r->upper / factor : 0;
    r->point_a = deep ? flr_scale2(1 / factor, r->point_a) : c->point_a;
    r->point_b = deep ? flr_scale2(1 / factor, r->point_b) : c->point_b;
    return true;
}

/// Of shapes that are checked, in their order.
static flr_status signed_distance(const flr_shape2 *a, const flr_shape2 *b, answer *result)
{
    flr_status status;
    flr_closest2 c;
    answer r = {.inseparable = false};
    status = flr_any2_distance(a, b, &c, &r.normal);
    if (!flr_has_answer(status)) return status;
    if (c.distance > 0) {
        // the square of a distance that small has few digits left
        const flr_real least = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-15 : (flr_real)1e-140;
        if (c.distance < least) r.normal = flr_any2_unit(r.normal);
        r.signed_distance = r.upper = c.distance;
        r.point_a = c.point_a;
        r.point_b = c.point_b;
    } else if (!part_in_unit(a, b, &c, &status, &r)) {
        status = part(a, b, c.point_a, &r);
    }
    if (!flr_has_answer(status)) return status;
    if (!isfinite(r.signed_distance) || !flr_is_finite2(r.point_a) || !flr_is_finite2(r.point_b))
        return FLR_NOT_FINITE;
    if (status == FLR_OK) r.lower = r.upper = r.signed_distance;
    *result = r;
    return status;
}

/// By the fast path of round and straight shapes.
static bool by_outlines(const any2_pair *p, flr_closest2 *c, flr_vec2 *normal)
{
    flr_outline2 x, y;
    return !any2_is_compound(p->b) && !flr_any2_is_by_guess(p->a, p->b) && flr_any2_outline(p->a, &x) &&
           flr_any2_outline(p->b, &y) && flr_outline2_signed(&x, &y, c, normal);
}

/// Two shapes whose answer is clear of a touch. Where they are apart, the distance and its points are those of flr_distance2;
/// where they overlap they are convex.
static bool is_clear(const any2_pair *p, flr_closest2 *c, flr_vec2 *normal)
{
    any2_cores k;
    flr_gjk2 g;
    const double clear = any2_close * p->size;
    const bool by_outline = by_outlines(p, c, normal);
    if (by_outline && (double)c->distance > clear) return true;
    if (!flr_any2_cores(p->a, p->b, &k)) return false;
    // in single precision the convex core rounds a depth as a contact does
    if (by_outline && sizeof(flr_real) == sizeof(double)) return (double)c->distance < -clear;
    if (flr_any2_is_by_guess(p->a, p->b) && flr_gjk2_clearly_apart(k.a, k.b, &g)) {
        *c = (flr_closest2){g.distance, g.point_a, g.point_b};
        *normal = g.normal;
        return true;
    }
    if (!p->usual) return false;
    g = flr_signed_distance2_convex_convex(k.a, k.b, NULL);
    if (g.status != FLR_OK || fabs((double)g.signed_distance) <= clear || !((double)g.lower > clear))
        return false;
    *normal = g.normal;
    *c = (flr_closest2){g.signed_distance, g.point_a, flr_mul_add2(g.point_a, g.signed_distance, g.normal)};
    return g.signed_distance < 0 ||
           (flr_any2_closest(p->a, p->b, c) == FLR_OK && (double)c->distance > clear);
}

flr_status flr_signed_distance2(const flr_shape2 *a, const flr_shape2 *b, flr_signed_distance2_result *result)
{
    if (!result) return FLR_INVALID_ARGUMENT;
    any2_pair p;
    flr_status status = flr_any2_begin(a, b, &p);
    if (status != FLR_OK) return status;
    any2_sort(&p);
    answer r = {.inseparable = false};
    flr_closest2 c;
    if (is_clear(&p, &c, &r.normal)) {
        r.signed_distance = r.lower = r.upper = c.distance;
        r.point_a = c.point_a;
        r.point_b = c.point_b;
    } else {
        status = signed_distance(p.a, p.b, &r);
    }
    if (!flr_has_answer(status)) return status;
    *result = !p.swapped || r.inseparable ? r : any2_turned(r);
    return status;
}
