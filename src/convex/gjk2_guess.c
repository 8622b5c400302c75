/// The distance of two convex shapes of the plane by a guess of the nearest corner and edge, and its proof.
///
/// With a cache, the corners that were nearest before are proved again. Without, the nearest corner and edge
/// are guessed in single precision and proved the same way. What is not proved, and what takes more care, is
/// searched for by gjk2.c.
#include "convex/gjk2.h"
#include "convex/gjk_limit.h"
#include "convex/support2.h"

// ---- A guess of the nearest corner and edge, in single precision ----

typedef float first2_four __attribute__((vector_size(16)));
typedef int32_t first2_bits __attribute__((vector_size(16)));

/// Features that may be the nearest: two corners of each shape, which are an edge or one corner twice.
typedef struct first2 {
    uint32_t a0, a1, b0, b1;
    bool parted;  ///< the vector between the two separates them
} first2;

CORE2_INLINE first2_four first2_all(float x) { return (first2_four){x, x, x, x}; }

/// Returns the smaller of two; b where a is NaN.
CORE2_INLINE first2_four first2_smaller(first2_four a, first2_four b)
{
#ifdef __SSE2__
    return (first2_four)_mm_min_ps((__m128)a, (__m128)b);
#else
    const first2_bits yes = (first2_bits)(a < b);
    return (first2_four)(((first2_bits)a & yes) | ((first2_bits)b & ~yes));
#endif
}

/// Returns the larger in each lane.
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

/// Four corners of an array, by their numbers.
typedef struct first2_window {
    uint32_t at[4];
} first2_window;

/// Loads their coordinates, relative to the first of them.
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

/// Four edges: the vector from start to end, 1 over its square (1 if it is zero), and half that square.
/// `middle` and `line` are what a corner's dot and cross product with the vector are measured from.
typedef struct first2_edges {
    first2_four x, y, inverse, half, middle, line;
} first2_edges;

/// Makes edges of their starts and vectors, and of the vectors' squares before they were turned. Edges
/// without length are placed far off.
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

/// Returns the squared distances of a point from four edges, with `mark` and the edge's number in the lowest
/// bits.
CORE2_INLINE first2_four first2_squares(const first2_edges *s, float x, float y, int32_t mark)
{
    const first2_four u = first2_all(x), v = first2_all(y), along = (u * s->x + v * s->y) - s->middle,
                      beside = first2_larger(first2_magnitude(along) - s->half, first2_all(0)),
                      off = (u * s->y - v * s->x) - s->line,
                      square = (beside * beside + off * off) * s->inverse;
    const first2_bits marks = {mark, mark + 1, mark + 2, mark + 3};
    return (first2_four)(((first2_bits)square & ~(first2_bits){31, 31, 31, 31}) | marks);
}

/// Returns the smallest of these in each lane, for all corners of the other shape. Marks begin at `first`.
CORE2_INLINE first2_four first2_smallest(const first2_edges *s, first2_four x, first2_four y, int32_t first)
{
    return first2_smaller(
        first2_smaller(first2_squares(s, x[0], y[0], first), first2_squares(s, x[1], y[1], first + 4)),
        first2_smaller(first2_squares(s, x[2], y[2], first + 8), first2_squares(s, x[3], y[3], first + 12)));
}

/// Returns the largest of four.
CORE2_INLINE float first2_most(first2_four a)
{
    a = first2_larger(a, (first2_four){a[2], a[3], a[0], a[1]});
    return first2_larger(a, (first2_four){a[1], a[0], a[3], a[2]})[0];
}

/// Returns the mark of the nearest corner and edge of two shapes of four corners each: the edge, the corner
/// of the other times 4, and 16 if the edge is b's. Corners are in their own frames, relative to one of
/// them. `way` is the vector from that of a to that of b in a's frame, and `turn` is b's rotation in it.
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

/// Returns all of up to four corners, the last one repeated. Of more corners it returns four in a row: the
/// farthest along d in their frame, its neighbours, and the one beyond the higher of these.
CORE2_INLINE first2_window first2_window_of(const flr_vec2 *p, uint32_t count, flr_vec2 d)
{
    const uint32_t last = count - 1;
    if (count <= 4) {
        const first2_window all = {{0, last < 1 ? last : 1, last < 2 ? last : 2, last}};
        return all;
    }
    const uint32_t top = farthest2_inline(p, count, p[0], d).index, before = top > 0 ? top - 1 : last,
                   after = top < last ? top + 1 : 0;
    const bool falls = flr_dot2(flr_sub2(p[before], p[after]), d) > 0;
    const uint32_t first = before - falls, start = first + (count & -(first >> 31)),
                   second = start < last ? start + 1 : 0, third = second < last ? second + 1 : 0,
                   fourth = third < last ? third + 1 : 0;
    const first2_window w = {{start, second, third, fourth}};
    return w;
}

/// Does the vector between the middles separate the shapes? The same corners decide it, as the farthest
/// along it are among them.
CORE2_INLINE bool first2_is_parted(first2_four ax, first2_four ay, first2_four bx, first2_four by,
                                   flr_real reach, flr_vec2 d, flr_vec2 of_b)
{
    const first2_four along_a = first2_all((float)d.x) * ax + first2_all((float)d.y) * ay,
                      along_b = first2_all((float)of_b.x) * bx + first2_all((float)of_b.y) * by;
    return first2_most(along_a) + first2_most(-along_b) < (float)reach;
}

/// Guesses the nearest features among the corners about the vector from one middle to the other.
/// `if_parted`: none are looked for if that does not separate the two.
CORE2_INLINE first2 first2_of(const flr_convex2 *a, const flr_convex2 *b, bool if_parted)
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
    const flr_vec2 in_b = support2_unrotated(turn, d);
    const first2_window u = first2_window_of(of_a, a->count, d),
                        v = first2_window_of(of_b, b->count, flr_neg2(in_b));
    const lanes2 way = (between - (lanes2_of(of_a[u.at[0]]) - origin_a)) +
                       lanes2_of(support2_rotated(turn, lanes2_point(lanes2_of(of_b[v.at[0]]) - origin_b)));
    first2_four ax, ay, bx, by;
    first2_corners(of_a, &u, &ax, &ay);
    first2_corners(of_b, &v, &bx, &by);
    if (if_parted && !first2_is_parted(ax, ay, bx, by, lanes2_dot(way, lanes2_of(d)), d, in_b))
        return (first2){.parted = false};
    const uint32_t found = first2_mark(ax, ay, bx, by, way, turn), is_b = found >> 4 & 1, edge = found & 3,
                   corner = found >> 2 & 3;
    const uint32_t at_a = is_b ? corner : edge, to_a = is_b ? corner : (edge + 1) & 3,
                   at_b = is_b ? edge : corner, to_b = is_b ? (edge + 1) & 3 : corner;
    return (first2){u.at[at_a], u.at[to_a], v.at[at_b], v.at[to_b], true};
}

// ---- The proof of two features ----

/// The features of one core: its first corner of two, from its center and turned, and the vector from there
/// to the second.
typedef struct warm2 {
    flr_vec2 base;  ///< that corner as it is stored
    lanes2 corner, edge;
} warm2;

/// Loads the edge from corner i to corner j, turned into the scene.
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

/// Returns |x| + |y|, which is at least the length; NaN if a coordinate is NaN.
CORE2_INLINE flr_real warm2_spread(lanes2 v)
{
    const lanes2 m = lanes2_magnitude(v);
    return m[0] + m[1];
}

/// The features that were proved, as masks: is it an edge, and if not, is it the second corner?
typedef struct warm2_found {
    uint32_t is_edge, to_second;
} warm2_found;

/// Sets all of the result except normal and points. `distance` is that of the cores, with bounds `from` and
/// `to`.
CORE2_INLINE void gjk2_set_numbers(flr_real distance, flr_real radii, flr_real from, flr_real to,
                                   bool farther, flr_gjk2 *r)
{
    r->status = FLR_OK;
    r->beyond = farther;
    r->lower = from > 0 ? from : 0;
    r->upper = to > 0 ? to : 0;
    r->signed_distance = distance - radii;
    r->overlap = !(r->signed_distance > 0) && !farther;
    r->distance = farther ? r->lower : r->signed_distance > 0 ? r->signed_distance : 0;
    r->iterations = 1;
}

/// Proves the distance from two corners of each shape, which are an edge or one corner twice. Returns false
/// where it takes more care: then *r is not set. `above` as for flr_gjk2_iterate. `fresh`: they are no
/// cached ones.
CORE2_INLINE bool gjk2_prove(const flr_convex2 *a, const flr_convex2 *b, uint32_t a0, uint32_t a1,
                             uint32_t b0, uint32_t b1, bool fresh, flr_real above, flr_gjk2 *r,
                             warm2_found *found)
{
    const flr_vec2 *of_a = support2_points(a), *of_b = support2_points(b);
    const warm2 x = warm2_of(a, of_a, a->kind == FLR_CONVEX2_CORNERS, a0, a1),
                y = warm2_of(b, of_b, b->kind == FLR_CONVEX2_CORNERS, b0, b1);
    const lanes2 zero = {0, 0}, center_a = lanes2_of(a->center), center_b = lanes2_of(b->center),
                 between = center_a - center_b, w = between + (x.corner - y.corner), e = x.edge - y.edge;
    const lanes2 v = w + e;
    // the weights of both vertices, not divided; the nearer one; and whether the closest point is between
    // them
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
    // how much farther the cores reach than their features
    const flr_vec2 way = lanes2_point(d);
    const highest2 on_a = highest2_inline(of_a, a->count, x.base, support2_unrotated(a->rotation, way)),
                   on_b = highest2_inline(of_b, b->count, y.base,
                                          support2_unrotated(b->rotation, flr_neg2(way)));
    const flr_real radii = a->radius + b->radius, sum = (on_a.sum + on_b.sum) + radii, not_finite = sum - sum,
                   beyond = (on_a.most + on_b.most) - lanes2_dot(d, step) + not_finite;
    const lanes2 reach = lanes2_magnitude(w) + (lanes2_magnitude(x.edge) + lanes2_magnitude(y.edge)),
                 offset =
                     lanes2_magnitude(between) + (lanes2_magnitude(x.corner) + lanes2_magnitude(y.corner));
    const flr_real size = reach[0] + reach[1], frames = offset[0] + offset[1];
    const flr_real along = -lanes2_dot(d, nearer), distance = along * inverse,
                   slack = 3 * gjk2_rounding() * width * warm2_spread(d);
    // far from the frames, the vectors between these and to the corners, which nearly cancel, would round by
    // much
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
    gjk2_set_numbers(distance, radii, from, to, farther, r);
    r->normal = lanes2_point(normal);
    r->point_a = lanes2_point(center_a + (p + (lanes2){a->radius, a->radius} * normal));
    r->point_b = lanes2_point(center_b + (q - (lanes2){b->radius, b->radius} * normal));
    found->is_edge = -(uint32_t)within;
    found->to_second = (uint32_t)second[0] & ~found->is_edge;
    return true;
}

/// Writes the corners of the features to the cache, without branches.
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

/// Proves the corners of the cache, which has one or two of each.
CORE2_INLINE bool gjk2_warm(const flr_convex2 *a, const flr_convex2 *b, flr_gjk2_cache *cache, flr_real above,
                            flr_gjk2 *r)
{
    const uint32_t two = -(uint32_t)(cache->count > 1), a0 = cache->a[0], b0 = cache->b[0],
                   a1 = a0 ^ ((a0 ^ cache->a[1]) & two), b1 = b0 ^ ((b0 ^ cache->b[1]) & two);
    if ((a0 >= a->count) | (a1 >= a->count) | (b0 >= b->count) | (b1 >= b->count)) return false;
    warm2_found found;
    if (!gjk2_prove(a, b, a0, a1, b0, b1, false, above, r, &found)) return false;
    warm2_store(cache, r->normal, a0, a1, b0, b1, &found);
    return true;
}

/// Proves the corner and the edge that are nearest of all, or of those about the vector between the two.
/// `cache` may be null.
CORE2_INLINE bool gjk2_cold(const flr_convex2 *a, const flr_convex2 *b, flr_gjk2_cache *cache, bool if_parted,
                            flr_real above, flr_gjk2 *r)
{
    const first2 f = first2_of(a, b, if_parted);
    warm2_found found;
    if (!f.parted || !gjk2_prove(a, b, f.a0, f.a1, f.b0, f.b1, true, above, r, &found)) return false;
    if (cache) warm2_store(cache, r->normal, f.a0, f.a1, f.b0, f.b1, &found);
    return true;
}

// ---- The choice of a path ----

CORE2_INLINE bool can_guess(const flr_convex2 *a, const flr_convex2 *b)
{
    return support2_in_order(a) && support2_in_order(b) && a->count > 2 && b->count > 2;
}

/// Separate functions, so that neither has to save registers for the other.
__attribute__((noinline)) static flr_gjk2 by_guess(const flr_convex2 *a, const flr_convex2 *b,
                                                   const flr_gjk2_options *options, flr_real above)
{
    flr_gjk2 r;
    if (can_guess(a, b) && gjk2_cold(a, b, options ? options->cache : NULL, false, above, &r)) return r;
    return flr_gjk2_general(a, b, options, above);
}

__attribute__((noinline)) static flr_gjk2 by_cache(const flr_convex2 *a, const flr_convex2 *b,
                                                   const flr_gjk2_options *options, flr_real above)
{
    flr_gjk2 r;
    if (gjk2_warm(a, b, options->cache, above, &r)) return r;
    return by_guess(a, b, options, above);
}

flr_gjk2 flr_closest2_convex_convex(const flr_convex2 *a, const flr_convex2 *b,
                                    const flr_gjk2_options *options)
{
    flr_real above = flr_gjk2_limit(options) + a->radius + b->radius;
    if (!core2_is_plain(a) || !core2_is_plain(b) || (options && options->steps))
        return flr_gjk2_general(a, b, options, above);
    if (options && options->cache && options->cache->count - 1 < 2) return by_cache(a, b, options, above);
    return by_guess(a, b, options, above);
}

bool flr_gjk2_clearly_apart(const flr_convex2 *a, const flr_convex2 *b, flr_gjk2 *r)
{
    // in single precision the difference of two points far from the origin is rounded, and the distance with
    // it
    if (sizeof(flr_real) == sizeof(float)) return false;
    if (!core2_is_plain(a) || !core2_is_plain(b) || !can_guess(a, b)) return false;
    return gjk2_cold(a, b, NULL, true, (flr_real)INFINITY, r) && gjk2_is_narrow(r);
}
