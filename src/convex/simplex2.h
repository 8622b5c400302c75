/// The part of a simplex of the plane that is closest to the origin.
#ifndef FLR_CONVEX_SIMPLEX2_H
#define FLR_CONVEX_SIMPLEX2_H

#include "feeler/math2.h"

/// A point of the difference of two cores with the points it is the difference of.
typedef struct vertex2 {
    flr_vec2 w, a, b;  ///< w = a - b
    uint32_t ia, ib;
} vertex2;

/// One to three of the vertices in a pool, named by their places there, so that dropping one moves nothing.
typedef struct simplex2 {
    int count;
    int at[3];
    flr_real weight[3];  ///< of the closest point, above 0, not divided by their sum
} simplex2;

static inline simplex2 simplex2_corner(int i)
{
    simplex2 s = {1, {i, 0, 0}, {1, 0, 0}};
    return s;
}

static inline simplex2 simplex2_edge(int i, int j, flr_real u, flr_real v)
{
    simplex2 s = {2, {i, j, 0}, {u, v, 0}};
    return s;
}

/// How far the origin lies beyond the corner j of the edge i j (above 0: on i's side), times the edge's length.
static inline flr_real simplex2_before(flr_vec2 i, flr_vec2 j) { return flr_dot2(j, flr_sub2(j, i)); }

static inline simplex2 simplex2_of_edge(const vertex2 *p, int i, int j)
{
    flr_real u = simplex2_before(p[i].w, p[j].w), v = simplex2_before(p[j].w, p[i].w);
    if (!(v > 0)) return simplex2_corner(i);
    if (!(u > 0)) return simplex2_corner(j);
    return simplex2_edge(i, j, u, v);
}

/// Of a triangle that no region fits, as only rounding can bring about.
simplex2 flr_simplex2_best_edge(const vertex2 *p, const simplex2 *s);

/// A squared length as a fraction: which of two is less needs no division. In double, because squares of squares
/// leave the range of float.
typedef struct square2 {
    double over, under;
} square2;

static inline bool square2_less(square2 a, square2 b) { return a.over * b.under < b.over * a.under; }

/// Of the distance of a reduced simplex that does not hold the origin.
static inline square2 simplex2_square(const vertex2 *p, const simplex2 *s)
{
    flr_vec2 w = p[s->at[0]].w;
    square2 corner = {(double)w.x * (double)w.x + (double)w.y * (double)w.y, 1};
    if (s->count == 1) return corner;
    flr_vec2 e = flr_sub2(p[s->at[1]].w, w);
    // by the nearer end: of a far one the products round by more than a step towards the origin may bring
    if (s->weight[1] > s->weight[0]) w = p[s->at[1]].w;
    double h = (double)e.x * (double)w.y - (double)e.y * (double)w.x;
    square2 edge = {h * h, (double)e.x * (double)e.x + (double)e.y * (double)e.y};
    return edge;
}

/// Corners first, then edges, then the inside (Catto, 2010); three that stay hold the origin.
static inline simplex2 simplex2_of_triangle(const vertex2 *p, const simplex2 *s)
{
    int i = s->at[0], j = s->at[1], k = s->at[2];
    flr_vec2 a = p[i].w, b = p[j].w, c = p[k].w;
    flr_real ab = simplex2_before(a, b), ba = simplex2_before(b, a), bc = simplex2_before(b, c),
             cb = simplex2_before(c, b), ca = simplex2_before(c, a), ac = simplex2_before(a, c);
    if (ba <= 0 && ca <= 0) return simplex2_corner(i);
    if (ab <= 0 && cb <= 0) return simplex2_corner(j);
    if (bc <= 0 && ac <= 0) return simplex2_corner(k);
    flr_real area = flr_cross2(flr_sub2(b, a), flr_sub2(c, a)), sign = (flr_real)((area > 0) - (area < 0));
    flr_real wa = sign * flr_cross2(b, c), wb = sign * flr_cross2(c, a), wc = sign * flr_cross2(a, b);
    if (ab > 0 && ba > 0 && wc <= 0) return simplex2_edge(i, j, ab, ba);
    if (bc > 0 && cb > 0 && wa <= 0) return simplex2_edge(j, k, bc, cb);
    if (ca > 0 && ac > 0 && wb <= 0) return simplex2_edge(k, i, ca, ac);
    if (wa > 0 && wb > 0 && wc > 0) {
        simplex2 inside = {3, {i, j, k}, {wa, wb, wc}};
        return inside;
    }
    return flr_simplex2_best_edge(p, s);
}

static inline simplex2 simplex2_reduced(const vertex2 *p, const simplex2 *s)
{
    if (s->count == 1) return simplex2_corner(s->at[0]);
    return s->count == 2 ? simplex2_of_edge(p, s->at[0], s->at[1]) : simplex2_of_triangle(p, s);
}

#endif
