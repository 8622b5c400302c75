/// Which corner of one polygon is nearest to which edge of the other: looked for among all of them at once where they are three or four, else
/// among four of each that face the other's middle; in single precision, as the answer is proved afterwards (gjk2_warm.h).
#ifndef FLR_CONVEX_GJK2_FIRST_H
#define FLR_CONVEX_GJK2_FIRST_H

#include "convex/core2.h"

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

/// Edges: the way from start to end, 1 over its square (1 without length), half that square, and what a corner's product and cross
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
/// edge is b's. The corners in their own frames, each from one of them; the way from that of a to that of b, in a's frame, and b's turn in it.
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

/// The same of polygons with more corners, among those that lie about the way from one middle to the other: a guess.
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

#endif
