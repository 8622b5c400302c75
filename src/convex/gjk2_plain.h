/// The distance of cores with few corners in the plane, all of it in registers: what nearly every question is answered by. It is the
/// search and the answer of closest2_convex_convex.c, which has it inline, so that no answer is copied; what takes care there is left
/// to it.
#ifndef FLR_CONVEX_GJK2_PLAIN_H
#define FLR_CONVEX_GJK2_PLAIN_H

#include "convex/closest2_convex_convex.h"
#include "convex/core2.h"

enum { GJK2_PLAIN_STEPS = 32 };

/// A corner of the difference, a - b.
typedef struct corner2 {
    lanes2 w, a, b;
    uint32_t ia, ib;
} corner2;

CORE2_INLINE flr_real plain_larger(flr_real a, flr_real b) { return a > b ? a : b; }

CORE2_INLINE corner2 plain_difference(const core2 *a, const core2 *b, uint32_t ia, uint32_t ib,
                                      flr_real *size)
{
    lanes2 p = core2_corner(a, ia), q = core2_corner(b, ib), m = lanes2_magnitude(p), n = lanes2_magnitude(q);
    *size = plain_larger(*size, plain_larger(m[0], m[1]) + plain_larger(n[0], n[1]));
    corner2 r = {p - q, p, q, ia, ib};
    return r;
}

/// The simplex, as places in a pool: one corner is an edge without length.
typedef struct edge2 {
    int p, q;
    bool single;
    flr_real of_p, of_q;  ///< weights
} edge2;

CORE2_INLINE edge2 plain_single(int p)
{
    edge2 e = {p, p, true, 1, 0};
    return e;
}

/// How far the origin lies beyond j on the way from i, times its length, the other way round.
CORE2_INLINE flr_real plain_before(lanes2 i, lanes2 j) { return lanes2_dot(j, j - i); }

CORE2_INLINE edge2 plain_edge(const corner2 *pool, int p, int q)
{
    edge2 e = {p, q, false, plain_before(pool[p].w, pool[q].w), plain_before(pool[q].w, pool[p].w)};
    if (!(e.of_q > 0)) return plain_single(p);
    if (!(e.of_p > 0)) return plain_single(q);
    return e;
}

CORE2_INLINE square2 plain_square(const corner2 *pool, const edge2 *s)
{
    lanes2 w = pool[s->p].w, e = pool[s->q].w - w;
    if (s->single) {
        square2 r = {(double)w[0] * (double)w[0] + (double)w[1] * (double)w[1], 1};
        return r;
    }
    // by the nearer end: of a far one the products round by more than a step towards the origin may bring
    w = pool[s->of_q > s->of_p ? s->q : s->p].w;
    double h = (double)e[0] * (double)w[1] - (double)e[1] * (double)w[0];
    square2 r = {h * h, (double)e[0] * (double)e[0] + (double)e[1] * (double)e[1]};
    return r;
}

CORE2_INLINE lanes2 plain_direction(const corner2 *pool, const edge2 *s)
{
    static const flr_real way[2] = {1, -1};
    lanes2 w = pool[s->p].w, e = pool[s->q].w - w, d = {-e[1], e[0]};
    if (s->single) return -w;
    // by the nearer end, whose product loses less; and without a branch on the side, which nothing foretells
    flr_real turn = way[lanes2_dot(d, pool[s->of_q > s->of_p ? s->q : s->p].w) > 0];
    return d * (lanes2){turn, turn};
}

/// With a corner more, that lies nearer along the way to the origin: so what is closest has it in it. The corner first, then its
/// edges (Catto, 2010). False of the inside, and where no edge fits.
CORE2_INLINE bool plain_grow(const corner2 *pool, edge2 *s, int k)
{
    if (s->single) {
        *s = plain_edge(pool, s->p, k);
        return true;
    }
    const int i = s->p, j = s->q;
    lanes2 a = pool[i].w, b = pool[j].w, c = pool[k].w;
    flr_real bc = plain_before(b, c), ac = plain_before(a, c);
    if (bc <= 0 && ac <= 0) {
        *s = plain_single(k);
        return true;
    }
    flr_real area = lanes2_cross(b - a, c - a), sign = (flr_real)((area > 0) - (area < 0));
    bool with_j = bc > 0 && sign * lanes2_cross(b, c) <= 0, with_i = ac > 0 && sign * lanes2_cross(c, a) <= 0;
    if (!with_j && !with_i) return false;
    const int m = with_j ? j : i;
    edge2 e = {m, k, false, with_j ? bc : ac, plain_before(c, pool[m].w)};
    *s = e;
    return e.of_q > 0;
}

/// The simplex of the last call, where its corners still exist. One corner is taken as an edge without length.
CORE2_INLINE bool plain_resume(const core2 *a, const core2 *b, const flr_gjk2_cache *cache, corner2 *pool,
                               edge2 *s, flr_real *size)
{
    const uint32_t second = cache->count > 1;
    if (cache->count < 1 || cache->a[0] >= a->count || cache->b[0] >= b->count ||
        cache->a[second] >= a->count || cache->b[second] >= b->count)
        return false;
    pool[0] = plain_difference(a, b, cache->a[0], cache->b[0], size);
    pool[1] = plain_difference(a, b, cache->a[second], cache->b[second], size);
    *s = plain_edge(pool, 0, 1);
    return true;
}

CORE2_INLINE lanes2 plain_first_direction(const core2 *a, const core2 *b, const flr_gjk2_cache *cache)
{
    lanes2 d = cache ? lanes2_of(cache->axis) : (lanes2){0, 0};
    if (!lanes2_is_direction(d)) d = core2_middle(b) - core2_middle(a);
    return lanes2_is_direction(d) ? d : (lanes2){1, 0};
}

/// Is `along`, of the direction d, certain to stand for a length above `limit`?
CORE2_INLINE bool plain_is_farther(lanes2 d, flr_real along, flr_real limit, flr_real size, lanes2 frames)
{
    double square = (double)d[0] * (double)d[0] + (double)d[1] * (double)d[1];
    double bound = (double)limit + 4 * (double)(gjk2_rounding() * (size + (frames[0] + frames[1]) / 2));
    return along > 0 && (double)along * (double)along > bound * bound * square;
}

/// The end, with v the last support point. Does v lie flush with a corner of the simplex, to which the origin is opposite but for
/// rounding? Then the side between them says which way the origin lies.
CORE2_INLINE bool plain_is_flush(const corner2 *pool, const edge2 *s, const corner2 *v, flr_real size)
{
    lanes2 w = pool[s->p].w, e = v->w - w, f = pool[s->q].w - w;
    flr_real slack = 4 * gjk2_rounding() * size * (support2_magnitude(e[0]) + support2_magnitude(e[1]));
    return lanes2_dot(e, e) > 4 * lanes2_dot(f, f) && support2_magnitude(lanes2_dot(w, e)) <= slack;
}

CORE2_INLINE void plain_store(flr_gjk2_cache *cache, const corner2 *pool, const edge2 *s, lanes2 normal)
{
    cache->axis = lanes2_point(normal);
    cache->count = s->single ? 1 : 2;
    cache->a[0] = pool[s->p].ia;
    cache->b[0] = pool[s->p].ib;
    cache->a[1] = pool[s->q].ia;
    cache->b[1] = pool[s->q].ib;
}

/// A search that has ended.
typedef struct end2 {
    lanes2 origin, direction, frames;
    flr_real size, low_along, radius_a, radius_b;
    bool beyond;
    int steps;
} end2;

/// The answer; false where the cores touch, or sizes are not usual.
CORE2_INLINE bool plain_answer(const end2 *e, const corner2 *pool, const edge2 *s, flr_gjk2_cache *cache,
                               flr_gjk2 *r)
{
    const flr_real low = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-15 : (flr_real)1e-140;
    lanes2 m = lanes2_magnitude(e->direction);
    flr_real most = plain_larger(m[0], m[1]);
    if (!(most > low && most < 1 / low) || !scaled2_is_usual(e->size)) return false;
    flr_real inverse = 1 / (flr_real)sqrt((double)lanes2_dot(e->direction, e->direction));
    lanes2 normal = (lanes2){inverse, inverse} * e->direction;
    const bool second = s->of_q > s->of_p;
    const corner2 *nearer = &pool[second ? s->q : s->p], *other = &pool[second ? s->p : s->q];
    flr_real distance = -lanes2_dot(normal, nearer->w), along = e->low_along * inverse;
    if (!(distance > gjk2_rounding() * e->size)) return false;
    flr_real radii = e->radius_a + e->radius_b,
             rounding = 4 * (gjk2_rounding() * (e->size + (e->frames[0] + e->frames[1]) / 2 + radii));
    flr_real from = (along < distance ? along : distance) - rounding - radii,
             to = (along > distance ? along : distance) + rounding - radii;
    // not along < 0, which the search had not ended with
    flr_real t = (second ? s->of_p : s->of_q) / (s->of_p + s->of_q);
    lanes2 p = nearer->a + (lanes2){t, t} * (other->a - nearer->a),
           q = nearer->b + (lanes2){t, t} * (other->b - nearer->b);
    r->status = FLR_OK;
    r->lower = from > 0 ? from : 0;
    r->upper = to > 0 ? to : 0;
    r->signed_distance = distance - radii;
    r->beyond = e->beyond;
    r->overlap = !(r->signed_distance > 0) && !e->beyond;
    r->distance = e->beyond ? r->lower : r->overlap ? 0 : r->signed_distance;
    r->normal = lanes2_point(normal);
    r->point_a = lanes2_point(e->origin + (p + (lanes2){e->radius_a, e->radius_a} * normal));
    r->point_b = lanes2_point(e->origin + (q - (lanes2){e->radius_b, e->radius_b} * normal));
    r->iterations = e->steps;
    if (cache) plain_store(cache, pool, s, normal);
    return true;
}

/// The distance in one go, where nothing is special. False where it takes more care: then nothing is told. `above` as for
/// flr_gjk2_iterate.
CORE2_INLINE bool gjk2_plain(const flr_convex2 *shape_a, const flr_convex2 *shape_b, flr_gjk2_cache *cache,
                             flr_real above, flr_gjk2 *r)
{
    if (!core2_is_plain(shape_a) || !core2_is_plain(shape_b)) return false;
    core2 a = core2_of(shape_a), b = core2_of(shape_b);
    end2 end = {
        .origin = core2_origin(&a, shape_a), .radius_a = shape_a->radius, .radius_b = shape_b->radius};
    end.frames = core2_place(&a, shape_a, end.origin) + core2_place(&b, shape_b, end.origin);
    if (cache && cache->count > 2) return false;
    corner2 pool[3];
    edge2 s;
    flr_real size = 0, sum = end.radius_a + end.radius_b;
    bool begun = cache && plain_resume(&a, &b, cache, pool, &s, &size);
    square2 square = {0, 1};
    lanes2 d;
    if (begun)
        square = plain_square(pool, &s);
    else
        d = plain_first_direction(&a, &b, cache);
    for (int i = begun; i < GJK2_PLAIN_STEPS; ++i) {
        if (i > 0) {
            d = plain_direction(pool, &s);
            double touching = (double)(gjk2_rounding() * size);
            if (!(square.over > touching * touching * square.under)) return false;
        }
        const flr_vec2 way = lanes2_point(d);
        const farthest2 on_a = core2_farthest(&a, way), on_b = core2_farthest(&b, flr_neg2(way));
        sum += on_a.sum + on_b.sum;
        const int place = i == 0 ? 0 : s.single ? s.p == 0 : 3 - s.p - s.q;
        if (i == 0) {
            pool[0] = plain_difference(&a, &b, on_a.index, on_b.index, &size);
            s = plain_single(0);
            square = plain_square(pool, &s);
            continue;
        }
        // what stands in the simplex already is known, and the end
        const corner2 *first = &pool[s.p], *second = &pool[s.q];
        const bool is_first = on_a.index == first->ia && on_b.index == first->ib,
                   is_second = on_a.index == second->ia && on_b.index == second->ib;
        const flr_real at_first = lanes2_dot(d, first->w), at_second = lanes2_dot(d, second->w);
        bool ends = is_first || is_second;
        flr_real along = is_first ? at_first : at_second;
        if (!ends) {
            pool[place] = plain_difference(&a, &b, on_a.index, on_b.index, &size);
            along = lanes2_dot(d, pool[place].w);
        }
        sum += along;
        if (!(sum - sum == 0)) return false;  // something is not finite, or overflows
        end.beyond = above < (flr_real)INFINITY && plain_is_farther(d, -along, above, size, end.frames);
        if (!ends && !end.beyond) {
            lanes2 spread = lanes2_magnitude(d);
            flr_real slack = gjk2_rounding() * size * (spread[0] + spread[1]);
            ends = !(along - plain_larger(at_first, at_second) > slack);
            if (ends && plain_is_flush(pool, &s, &pool[place], size)) return false;
        }
        if (ends || end.beyond) {
            end.direction = d;
            end.low_along = -along;
            end.size = size;
            end.steps = i;
            return plain_answer(&end, pool, &s, cache, r);
        }
        edge2 grown = s;
        if (!plain_grow(pool, &grown, place)) return false;
        square2 next = plain_square(pool, &grown);
        if (!square2_less(next, square)) return false;
        square = next;
        s = grown;
    }
    return false;
}

#endif
