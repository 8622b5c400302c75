/// The fast path for the distance of two convex shapes of the plane: cores with few corners, all of them in registers.
///
/// With a cache, the corners that were nearest before are proved again; without, the nearest corner and edge are guessed in single precision and proved
/// the same way. Else the search of gjk2.c, for sizes and ends without doubt. What takes more care is left to gjk2.c.
#include "convex/core2.h"
#include "convex/gjk2.h"
#include "convex/gjk_limit.h"

// ---- The search ----

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

/// How far the origin lies beyond j on the way from i, times its length, reversed.
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

/// With a corner more, that lies nearer along the direction to the origin: so what is closest has it in it. The corner first, then its
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

/// Is `along`, of the direction d, certain to be a length above `limit`?
CORE2_INLINE bool plain_is_farther(lanes2 d, flr_real along, flr_real limit, flr_real size, lanes2 frames)
{
    double square = (double)d[0] * (double)d[0] + (double)d[1] * (double)d[1];
    double bound = (double)limit + 4 * (double)(gjk2_rounding() * (size + (frames[0] + frames[1]) / 2));
    return along > 0 && (double)along * (double)along > bound * bound * square;
}

/// The end, with v the last support point. Does v lie flush with a corner of the simplex, to which the origin is opposite but for
/// rounding? Then the side between them gives the side of the origin.
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
    if (!(most > low && most < 1 / low) || !rescaled2_is_usual(e->size)) return false;
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

/// The distance in one go, where nothing is special. False where it takes more care: then *r is not set. `above` as for
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

// ---- A guess of the nearest corner and edge, in single precision ----

typedef float first2_four __attribute__((vector_size(16)));
typedef int32_t first2_bits __attribute__((vector_size(16)));

/// Of each, two corners: an edge, or one corner twice.
typedef struct first2 {
    uint32_t a0, a1, b0, b1;
} first2;

CORE2_INLINE first2_four first2_all(float x) { return (first2_four){x, x, x, x}; }

/// b where a is a NaN.
CORE2_INLINE first2_four first2_smaller(first2_four a, first2_four b)
{
#ifdef __SSE2__
    return (first2_four)_mm_min_ps((__m128)a, (__m128)b);
#else
    const first2_bits yes = (first2_bits)(a < b);
    return (first2_four)(((first2_bits)a & yes) | ((first2_bits)b & ~yes));
#endif
}

CORE2_INLINE first2_four first2_larger(first2_four a, first2_four b)
{
#ifdef __SSE2__
    return (first2_four)_mm_max_ps((__m128)a, (__m128)b);
#else
    const first2_bits yes = (first2_bits)(a > b);
    return (first2_four)(((first2_bits)a & yes) | ((first2_bits)b & ~yes));
#endif
}

CORE2_INLINE first2_four first2_magnitude(first2_four a)
{
    return (first2_four)((first2_bits)a & (first2_bits){INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX});
}

/// Four corners of an array.
typedef struct first2_window {
    uint32_t at[4];
} first2_window;

/// Of three the last one twice.
CORE2_INLINE first2_window first2_all_of(uint32_t count)
{
    const first2_window w = {{0, 1, 2, count - 1}};
    return w;
}

/// Coordinate by coordinate, from the first of them.
CORE2_INLINE void first2_corners(const flr_vec2 *p, const first2_window *at, first2_four *x, first2_four *y)
{
    const lanes2 base = lanes2_of(p[at->at[0]]), d = lanes2_of(p[at->at[1]]) - base,
                 e = lanes2_of(p[at->at[2]]) - base, f = lanes2_of(p[at->at[3]]) - base;
#if defined(__SSE2__) && !defined(FEELER_REAL_FLOAT)
    const __m128 low = _mm_movelh_ps(_mm_setzero_ps(), _mm_cvtpd_ps((__m128d)d)),
                 high = _mm_movelh_ps(_mm_cvtpd_ps((__m128d)e), _mm_cvtpd_ps((__m128d)f));
    *x = (first2_four)_mm_shuffle_ps(low, high, 0x88);
    *y = (first2_four)_mm_shuffle_ps(low, high, 0xdd);
#else
    *x = (first2_four){0, (float)d[0], (float)e[0], (float)f[0]};
    *y = (first2_four){0, (float)d[1], (float)e[1], (float)f[1]};
#endif
}

/// Edges: the vector from start to end, 1 over its square (1 without length), half that square, and what a corner's product and cross
/// product with it are measured from: the middle, and the line.
typedef struct first2_edges {
    first2_four x, y, inverse, half, middle, line;
} first2_edges;

/// From their starts, the ways, and the ways and their squares as they were before they were turned. Edges without length are taken to be far off.
CORE2_INLINE first2_edges first2_edges_of(first2_four x, first2_four y, first2_four ex, first2_four ey,
                                          first2_four square)
{
    const first2_bits none = (first2_bits)(square == 0);
    const first2_four half = 0.5f * square, line = x * ey - y * ex;
    first2_edges e = {ex,
                      ey,
                      1 / (first2_four)((first2_bits)square | (none & (first2_bits)first2_all(1))),
                      half,
                      (x * ex + y * ey) + half,
                      (first2_four)((first2_bits)line | (none & (first2_bits)first2_all(1e18f)))};
    return e;
}

CORE2_INLINE first2_four first2_after(first2_four x) { return (first2_four){x[1], x[2], x[3], x[0]}; }

/// The squares of the distances of a point from four edges, marked by `mark` and the edge in the lowest bits.
CORE2_INLINE first2_four first2_squares(const first2_edges *s, float x, float y, int32_t mark)
{
    const first2_four u = first2_all(x), v = first2_all(y), along = (u * s->x + v * s->y) - s->middle,
                      beside = first2_larger(first2_magnitude(along) - s->half, first2_all(0)),
                      off = (u * s->y - v * s->x) - s->line,
                      square = (beside * beside + off * off) * s->inverse;
    const first2_bits marks = {mark, mark + 1, mark + 2, mark + 3};
    return (first2_four)(((first2_bits)square & ~(first2_bits){31, 31, 31, 31}) | marks);
}

/// Of one with `first` in front of the marks, the smallest of all corners of the other.
CORE2_INLINE first2_four first2_smallest(const first2_edges *s, first2_four x, first2_four y, int32_t first)
{
    return first2_smaller(
        first2_smaller(first2_squares(s, x[0], y[0], first), first2_squares(s, x[1], y[1], first + 4)),
        first2_smaller(first2_squares(s, x[2], y[2], first + 8), first2_squares(s, x[3], y[3], first + 12)));
}

/// The nearest of all corners and edges of two of four corners each, by its mark: the edge, the corner of the other times 4, and 16 where the
/// edge is b's. The corners in their own frames, each from one of them; the vector from that of a to that of b, in a's frame, and b's turn in it.
CORE2_INLINE uint32_t first2_mark(first2_four ax, first2_four ay, first2_four bx, first2_four by, lanes2 way,
                                  flr_vec2 turn)
{
    const first2_four cosine = first2_all((float)turn.x), sine = first2_all((float)turn.y);
    const first2_four ex = first2_after(ax) - ax, ey = first2_after(ay) - ay, fx = first2_after(bx) - bx,
                      fy = first2_after(by) - by;
    const first2_four x = first2_all((float)way[0]) + (cosine * bx - sine * by),
                      y = first2_all((float)way[1]) + (sine * bx + cosine * by);
    const first2_edges edges_a = first2_edges_of(ax, ay, ex, ey, ex * ex + ey * ey),
                       edges_b = first2_edges_of(x, y, cosine * fx - sine * fy, sine * fx + cosine * fy,
                                                 fx * fx + fy * fy);
    first2_four m = first2_smaller(first2_smallest(&edges_a, x, y, 0), first2_smallest(&edges_b, ax, ay, 16));
    m = first2_smaller(m, (first2_four){m[2], m[3], m[0], m[1]});
    m = first2_smaller(m, (first2_four){m[1], m[0], m[3], m[2]});
    return (uint32_t)((first2_bits)m)[0];
}

/// In a's frame. `arrays`: both are arrays under a pose.
CORE2_INLINE first2 first2_of(const flr_convex2 *a, const flr_convex2 *b, bool arrays, uint32_t count_a,
                              uint32_t count_b)
{
    const bool in_world_a = !arrays && a->kind == FLR_CONVEX2_CORNERS,
               in_world_b = !arrays && b->kind == FLR_CONVEX2_CORNERS;
    const flr_vec2 *of_a = arrays ? a->points : support2_points(a),
                   *of_b = arrays ? b->points : support2_points(b), r = a->rotation, s = b->rotation,
                   turn = support2_unrotated(r, s);
    // from a's first corner to b's; corners in world are not turned, and measured from the first of them
    const lanes2 zero = {0, 0}, from_a = in_world_a ? zero : lanes2_of(of_a[0]),
                 from_b = in_world_b ? zero : lanes2_of(of_b[0]),
                 way = (lanes2_of(support2_unrotated(
                            r, lanes2_point(lanes2_of(b->center) - lanes2_of(a->center)))) -
                        from_a) +
                       lanes2_of(support2_rotated(turn, lanes2_point(from_b)));
    first2_four ax, ay, bx, by;
    const first2_window u = first2_all_of(count_a), v = first2_all_of(count_b);
    first2_corners(of_a, &u, &ax, &ay);
    first2_corners(of_b, &v, &bx, &by);
    const uint32_t found = first2_mark(ax, ay, bx, by, way, turn), is_b = -(found >> 4 & 1), edge = found & 3,
                   corner = found >> 2 & 3, last_a = count_a - 1, last_b = count_b - 1;
    const uint32_t last_own = last_a ^ ((last_a ^ last_b) & is_b),
                   last_other = last_b ^ ((last_a ^ last_b) & is_b),
                   start = edge < last_own ? edge : last_own, after = (edge + 1) & 3,
                   end = after < last_own ? after : last_own, at = corner < last_other ? corner : last_other,
                   start_or = (start ^ at) & is_b, end_or = (end ^ at) & is_b;
    const first2 f = {start ^ start_or, end ^ end_or, at ^ start_or, at ^ end_or};
    return f;
}

/// Of more corners four side by side: the farthest along a direction of their frame, its neighbours, and the one beyond the higher of these.
CORE2_INLINE first2_window first2_window_of(const flr_vec2 *p, uint32_t count, flr_vec2 d)
{
    const uint32_t last = count - 1;
    if (count <= 4) return first2_all_of(count);
    const uint32_t top = farthest2_inline(p, count, p[0], d).index, before = top > 0 ? top - 1 : last,
                   after = top < last ? top + 1 : 0;
    const bool falls = flr_dot2(flr_sub2(p[before], p[after]), d) > 0;
    const uint32_t first = before - falls, start = first + (count & -(first >> 31)),
                   second = start < last ? start + 1 : 0, third = second < last ? second + 1 : 0,
                   fourth = third < last ? third + 1 : 0;
    const first2_window w = {{start, second, third, fourth}};
    return w;
}

/// The same of polygons with more corners, among those that lie about the vector from one middle to the other: a guess.
CORE2_INLINE first2 first2_about(const flr_convex2 *a, const flr_convex2 *b)
{
    const bool in_world_a = a->kind == FLR_CONVEX2_CORNERS, in_world_b = b->kind == FLR_CONVEX2_CORNERS;
    const flr_vec2 *of_a = support2_points(a), *of_b = support2_points(b), r = a->rotation, s = b->rotation,
                   turn = support2_unrotated(r, s);
    const lanes2 zero = {0, 0}, half = {(flr_real)0.5, (flr_real)0.5},
                 origin_a = in_world_a ? lanes2_of(a->center) : zero,
                 origin_b = in_world_b ? lanes2_of(b->center) : zero;
    const lanes2 between =
        lanes2_of(support2_unrotated(r, lanes2_point(lanes2_of(b->center) - lanes2_of(a->center))));
    const lanes2 middle_a = half * (lanes2_of(of_a[0]) + lanes2_of(of_a[a->count / 2])) - origin_a,
                 middle_b = half * (lanes2_of(of_b[0]) + lanes2_of(of_b[b->count / 2])) - origin_b;
    const flr_vec2 d =
        lanes2_point((between - middle_a) + lanes2_of(support2_rotated(turn, lanes2_point(middle_b))));
    const first2_window u = first2_window_of(of_a, a->count, d),
                        v = first2_window_of(of_b, b->count, flr_neg2(support2_unrotated(turn, d)));
    const lanes2 way = (between - (lanes2_of(of_a[u.at[0]]) - origin_a)) +
                       lanes2_of(support2_rotated(turn, lanes2_point(lanes2_of(of_b[v.at[0]]) - origin_b)));
    first2_four ax, ay, bx, by;
    first2_corners(of_a, &u, &ax, &ay);
    first2_corners(of_b, &v, &bx, &by);
    const uint32_t found = first2_mark(ax, ay, bx, by, way, turn), is_b = found >> 4 & 1, edge = found & 3,
                   corner = found >> 2 & 3;
    const uint32_t at_a = is_b ? corner : edge, to_a = is_b ? corner : (edge + 1) & 3,
                   at_b = is_b ? edge : corner, to_b = is_b ? (edge + 1) & 3 : corner;
    const first2 f = {u.at[at_a], u.at[to_a], v.at[at_b], v.at[to_b]};
    return f;
}

// ---- The proof of two features ----

/// Of a core: the first corner kept, from its center and turned, and the vector from there to the second.
typedef struct warm2 {
    flr_vec2 base;  ///< that corner as it is held
    lanes2 corner, edge;
} warm2;

CORE2_INLINE warm2 warm2_of(const flr_convex2 *shape, const flr_vec2 *p, bool held_in_world, uint32_t i,
                            uint32_t j)
{
    const lanes2 of_x = {shape->rotation.x, shape->rotation.y},
                 of_y = {-shape->rotation.y, shape->rotation.x}, held = lanes2_of(p[i]),
                 e = lanes2_of(p[j]) - held, zero = {0, 0},
                 at = held - (held_in_world ? lanes2_of(shape->center) : zero);
    warm2 w = {p[i], (lanes2){at[0], at[0]} * of_x + (lanes2){at[1], at[1]} * of_y,
               (lanes2){e[0], e[0]} * of_x + (lanes2){e[1], e[1]} * of_y};
    return w;
}

CORE2_INLINE lanes2 warm2_if(lanes2_bits yes, lanes2 v) { return (lanes2)((lanes2_bits)v & yes); }

CORE2_INLINE lanes2 warm2_pick(lanes2_bits yes, lanes2 a, lanes2 b)
{
    return (lanes2)(((lanes2_bits)a & yes) | ((lanes2_bits)b & ~yes));
}

/// At least the length; of one coordinate that is a NaN, a NaN.
CORE2_INLINE flr_real warm2_spread(lanes2 v)
{
    const lanes2 m = lanes2_magnitude(v);
    return m[0] + m[1];
}

/// The features found, by masks: is it an edge, and if not, is it the second corner?
typedef struct warm2_found {
    uint32_t is_edge, to_second;
} warm2_found;

/// From two corners of each, which make an edge of one, or twice the same. False where it takes more care: then *r is not set. `above`
/// as for flr_gjk2_iterate. `arrays`: both are arrays under a pose.
CORE2_INLINE bool gjk2_prove(const flr_convex2 *a, const flr_convex2 *b, bool arrays, uint32_t count_a,
                             uint32_t count_b, uint32_t a0, uint32_t a1, uint32_t b0, uint32_t b1, bool fresh,
                             flr_real above, flr_gjk2 *r, warm2_found *found)
{
    const flr_vec2 *of_a = arrays ? a->points : support2_points(a),
                   *of_b = arrays ? b->points : support2_points(b);
    const warm2 x = warm2_of(a, of_a, !arrays && a->kind == FLR_CONVEX2_CORNERS, a0, a1),
                y = warm2_of(b, of_b, !arrays && b->kind == FLR_CONVEX2_CORNERS, b0, b1);
    const lanes2 zero = {0, 0}, center_a = lanes2_of(a->center), center_b = lanes2_of(b->center),
                 between = center_a - center_b, w = between + (x.corner - y.corner), e = x.edge - y.edge;
    const lanes2 v = w + e;
    // the weights of the two, not divided; the nearer of them; is the closest point between them?
    const flr_real of_first = lanes2_dot(v, e), of_second = -lanes2_dot(w, e),
                   less = of_first < of_second ? of_first : of_second;
    const lanes2_bits second = (lanes2_bits)((lanes2){of_second, of_second} > (lanes2){of_first, of_first});
    const lanes2 step = warm2_if(second, e), nearer = w + step;
    const bool within = less > 0;
    lanes2 d = -nearer, back = zero;  // from the nearer towards the other, as a part of the edge
    flr_real width = fresh ? warm2_spread(step) : 0, square = lanes2_dot(d, d);
    if (within) {
        const flr_real side = lanes2_cross(e, w), part = less / (of_first + of_second);
        const lanes2_bits turned = (lanes2_bits)((lanes2){side, side} > zero);
        d = warm2_pick(turned, (lanes2){e[1], -e[0]}, (lanes2){-e[1], e[0]});
        square = lanes2_dot(e, e);  // known before the side is
        back = warm2_pick(second, (lanes2){-part, -part}, (lanes2){part, part});
        width = warm2_spread(e);
    }
    const flr_real inverse = 1 / (flr_real)sqrt((double)square),
                   high = sizeof(flr_real) == sizeof(float) ? (flr_real)1e+15 : (flr_real)1e+140;
    if (!(inverse < high)) return false;  // tested here, so that the root is not left for later
    // how much farther the cores reach: from the first corner to the second by what the products round by
    const flr_vec2 way = lanes2_point(d);
    const highest2 on_a = highest2_inline(of_a, count_a, x.base, support2_unrotated(a->rotation, way)),
                   on_b =
                       highest2_inline(of_b, count_b, y.base, support2_unrotated(b->rotation, flr_neg2(way)));
    const flr_real radii = a->radius + b->radius, sum = (on_a.sum + on_b.sum) + radii, not_finite = sum - sum,
                   beyond = (on_a.most + on_b.most) - lanes2_dot(d, step) + not_finite;
    const lanes2 reach = lanes2_magnitude(w) + (lanes2_magnitude(x.edge) + lanes2_magnitude(y.edge)),
                 offset =
                     lanes2_magnitude(between) + (lanes2_magnitude(x.corner) + lanes2_magnitude(y.corner));
    const flr_real size = reach[0] + reach[1], frames = offset[0] + offset[1];
    const flr_real along = -lanes2_dot(d, nearer), distance = along * inverse,
                   slack = 3 * gjk2_rounding() * width * warm2_spread(d);
    // far from the frames the vector between these and the corners that lead back would round by much
    if (!(beyond <= slack) || !rescaled2_is_usual(size) ||
        !((distance > gjk2_rounding() * size) & (frames <= 64 * size)))
        return false;
    if (!fresh && !(distance <= above)) return false;
    const flr_real rounding = 4 * (gjk2_rounding() * (size + frames / 2 + radii)),
                   bound = (along - beyond) * inverse;
    const flr_real from = (bound < distance ? bound : distance) - rounding - radii,
                   to = (bound > distance ? bound : distance) + rounding - radii;
    const lanes2 normal = (lanes2){inverse, inverse} * d;
    const lanes2 p = (x.corner + warm2_if(second, x.edge)) + back * x.edge,
                 q = (y.corner + warm2_if(second, y.edge)) + back * y.edge;
    const bool farther = fresh && from + radii > above;
    r->status = FLR_OK;
    r->beyond = farther;
    r->lower = from > 0 ? from : 0;
    r->upper = to > 0 ? to : 0;
    r->signed_distance = distance - radii;
    r->overlap = !(r->signed_distance > 0) && !farther;
    r->distance = farther ? r->lower : r->signed_distance > 0 ? r->signed_distance : 0;
    r->normal = lanes2_point(normal);
    r->point_a = lanes2_point(center_a + (p + (lanes2){a->radius, a->radius} * normal));
    r->point_b = lanes2_point(center_b + (q - (lanes2){b->radius, b->radius} * normal));
    r->iterations = 1;
    found->is_edge = -(uint32_t)within;
    found->to_second = (uint32_t)second[0] & ~found->is_edge;
    return true;
}

CORE2_INLINE void warm2_store(flr_gjk2_cache *cache, flr_vec2 normal, uint32_t a0, uint32_t a1, uint32_t b0,
                              uint32_t b1, const warm2_found *f)
{
    cache->axis = normal;
    cache->count = 1 + (f->is_edge & 1);
    cache->a[0] = a0 ^ ((a0 ^ a1) & f->to_second);
    cache->b[0] = b0 ^ ((b0 ^ b1) & f->to_second);
    cache->a[1] = a1 ^ ((a0 ^ a1) & ~(f->is_edge | f->to_second));
    cache->b[1] = b1 ^ ((b0 ^ b1) & ~(f->is_edge | f->to_second));
}

/// From the corners of the cache, which has one or two of each.
CORE2_INLINE bool gjk2_warm_of(const flr_convex2 *a, const flr_convex2 *b, bool arrays, uint32_t count_a,
                               uint32_t count_b, flr_gjk2_cache *cache, flr_real above, flr_gjk2 *r)
{
    const uint32_t two = -(uint32_t)(cache->count > 1), a0 = cache->a[0], b0 = cache->b[0],
                   a1 = a0 ^ ((a0 ^ cache->a[1]) & two), b1 = b0 ^ ((b0 ^ cache->b[1]) & two);
    if ((a0 >= count_a) | (a1 >= count_a) | (b0 >= count_b) | (b1 >= count_b)) return false;
    warm2_found found;
    if (!gjk2_prove(a, b, arrays, count_a, count_b, a0, a1, b0, b1, false, above, r, &found)) return false;
    warm2_store(cache, r->normal, a0, a1, b0, b1, &found);
    return true;
}

/// Arrays of four corners each?
CORE2_INLINE bool gjk2_are_quads(const flr_convex2 *a, const flr_convex2 *b)
{
    return !(((uint32_t)a->kind ^ (uint32_t)FLR_CONVEX2_POLYGON) | (a->count ^ 4) |
             ((uint32_t)b->kind ^ (uint32_t)FLR_CONVEX2_POLYGON) | (b->count ^ 4));
}

/// For four corners each the loops dissolve.
CORE2_INLINE bool gjk2_warm(const flr_convex2 *a, const flr_convex2 *b, flr_gjk2_cache *cache, flr_real above,
                            flr_gjk2 *r)
{
    if (gjk2_are_quads(a, b)) return gjk2_warm_of(a, b, true, 4, 4, cache, above, r);
    return gjk2_warm_of(a, b, false, a->count, b->count, cache, above, r);
}

/// From the corner and the edge that are nearest of all of two polygons with three or four corners. A cache or null.
CORE2_INLINE bool gjk2_cold_of(const flr_convex2 *a, const flr_convex2 *b, bool arrays, uint32_t count_a,
                               uint32_t count_b, flr_gjk2_cache *cache, flr_real above, flr_gjk2 *r)
{
    const first2 f = first2_of(a, b, arrays, count_a, count_b);
    warm2_found found;
    if (!gjk2_prove(a, b, arrays, count_a, count_b, f.a0, f.a1, f.b0, f.b1, true, above, r, &found))
        return false;
    if (cache) warm2_store(cache, r->normal, f.a0, f.a1, f.b0, f.b1, &found);
    return true;
}

CORE2_INLINE bool gjk2_cold(const flr_convex2 *a, const flr_convex2 *b, flr_gjk2_cache *cache, flr_real above,
                            flr_gjk2 *r)
{
    if (gjk2_are_quads(a, b)) return gjk2_cold_of(a, b, true, 4, 4, cache, above, r);
    return gjk2_cold_of(a, b, false, a->count, b->count, cache, above, r);
}

/// The same of polygons with more corners, from those about the vector between them.
CORE2_INLINE bool gjk2_about(const flr_convex2 *a, const flr_convex2 *b, flr_gjk2_cache *cache,
                             flr_real above, flr_gjk2 *r)
{
    const first2 f = first2_about(a, b);
    warm2_found found;
    if (!gjk2_prove(a, b, false, a->count, b->count, f.a0, f.a1, f.b0, f.b1, true, above, r, &found))
        return false;
    if (cache) warm2_store(cache, r->normal, f.a0, f.a1, f.b0, f.b1, &found);
    return true;
}

// ---- The choice of a path ----

/// Functions of their own: what is saved for one would be saved for the shortest way, too. A search from the start:
__attribute__((noinline)) static flr_gjk2 by_fast_search(const flr_convex2 *a, const flr_convex2 *b,
                                                         const flr_gjk2_options *options, flr_real above)
{
    bool traced = options && options->steps;
    flr_gjk2 r;
    if (!traced && gjk2_plain(a, b, options ? options->cache : NULL, above, &r)) return r;
    return flr_gjk2_general(a, b, options, above);
}

/// The same: from all corners and edges of polygons with few of them.
__attribute__((noinline)) static flr_gjk2 by_all(const flr_convex2 *a, const flr_convex2 *b,
                                                 const flr_gjk2_options *options, flr_real above)
{
    flr_gjk2 r;
    if (gjk2_cold(a, b, options ? options->cache : NULL, above, &r)) return r;
    return flr_gjk2_general(a, b, options, above);
}

/// The same: from some corners and edges of polygons with more.
__attribute__((noinline)) static flr_gjk2 by_some(const flr_convex2 *a, const flr_convex2 *b,
                                                  const flr_gjk2_options *options, flr_real above)
{
    flr_gjk2 r;
    if (gjk2_about(a, b, options ? options->cache : NULL, above, &r)) return r;
    return by_fast_search(a, b, options, above);
}

static inline bool is_polygon(const flr_convex2 *c)
{
    return support2_in_order(c) && c->count > 2 && core2_is_plain(c);
}
static inline bool has_few(const flr_convex2 *c) { return support2_in_order(c) && c->count - 3 < 2; }

/// The same: from the corners kept.
__attribute__((noinline)) static flr_gjk2 by_cache(const flr_convex2 *a, const flr_convex2 *b,
                                                   const flr_gjk2_options *options, flr_real above)
{
    flr_gjk2 r;
    if (gjk2_warm(a, b, options->cache, above, &r)) return r;
    return by_fast_search(a, b, options, above);
}

flr_gjk2 flr_closest2_convex_convex(const flr_convex2 *a, const flr_convex2 *b,
                                    const flr_gjk2_options *options)
{
    flr_real above = flr_gjk2_limit(options) + a->radius + b->radius;
    // of points and segments the search is as short
    if (options && options->cache && options->cache->count - 1 < 2 && !options->steps && core2_is_plain(a) &&
        core2_is_plain(b) && a->count + b->count > 5)
        return by_cache(a, b, options, above);
    if (has_few(a) && has_few(b) && !(options && options->steps)) return by_all(a, b, options, above);
    if (is_polygon(a) && is_polygon(b) && !(options && options->steps)) return by_some(a, b, options, above);
    return by_fast_search(a, b, options, above);
}
