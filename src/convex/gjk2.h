/// GJK in the plane: scenes in another unit, the simplex, the search, and what other files need of a finished
/// search.
#ifndef FLR_CONVEX_GJK2_H
#define FLR_CONVEX_GJK2_H

#include "convex/support2.h"
#include "feeler/math.h"
#include "math/eps.h"

// ---- Scenes in another unit ----

/// Sixth powers of lengths must not leave the range of numbers where simplices are compared. So scenes that
/// are huge or tiny are copied, relative to the first corner of a and times a power of two, which changes no
/// coordinate by more than its rounding error.

/// Can a scene of this size stay as it is? One of a single point, of size 0, can as well.
static inline bool rescaled2_is_usual(flr_real size)
{
    const flr_real low = sizeof(flr_real) == sizeof(float) ? (flr_real)0x1p-25 : (flr_real)0x1p-100,
                   high = sizeof(flr_real) == sizeof(float) ? (flr_real)0x1p+40 : (flr_real)0x1p+150;
    return (size > low && size < high) || size == 0;
}

/// Such a pair. It must stay in its place, as users' cores refer to it.
typedef struct rescaled2 {
    flr_convex2 a, b;
    flr_vec2 origin;
    flr_real unit, inverse;  ///< factors from lengths in world to those of the scene, and back
    bool not_finite;         ///< so is some input, or an answer of a user's function
    moved2 user_a, user_b;
} rescaled2;

/// Makes such a pair. `beside` is a length whose powers must be in range as well.
void flr_rescaled2_make(rescaled2 *s, const flr_convex2 *a, const flr_convex2 *b, flr_real beside);

/// Returns a point of the scene in world coordinates.
static inline flr_vec2 rescaled2_world(const rescaled2 *s, flr_vec2 p)
{
    return flr_add2(s->origin, flr_scale2(s->inverse, p));
}

// ---- The part of a simplex that is closest to the origin ----

/// A support point of the Minkowski difference a - b, with the points of a and b.
typedef struct vertex2 {
    flr_vec2 w, a, b;  ///< w = a - b
    uint32_t ia, ib;
} vertex2;

/// One to three of the vertices in a pool, by their places there, so that dropping one moves nothing.
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

/// Returns how far the origin lies on i's side of corner j of the edge i j, times the edge's length.
static inline flr_real simplex2_before(flr_vec2 i, flr_vec2 j) { return flr_dot2(j, flr_sub2(j, i)); }

static inline simplex2 simplex2_of_edge(const vertex2 *p, int i, int j)
{
    flr_real u = simplex2_before(p[i].w, p[j].w), v = simplex2_before(p[j].w, p[i].w);
    if (!(v > 0)) return simplex2_corner(i);
    if (!(u > 0)) return simplex2_corner(j);
    return simplex2_edge(i, j, u, v);
}

/// Returns the best edge of a triangle where the origin is in no Voronoi region, which only rounding errors can cause.
simplex2 flr_simplex2_best_edge(const vertex2 *p, const simplex2 *s);

/// A squared length as a fraction, so that two can be compared without a division. In double, because
/// squares of squares leave the range of float.
typedef struct square2 {
    double over, under;
} square2;

static inline bool square2_less(square2 a, square2 b) { return a.over * b.under < b.over * a.under; }

/// Returns the squared distance from the origin to a reduced simplex that does not contain it.
static inline square2 simplex2_square(const vertex2 *p, const simplex2 *s)
{
    flr_vec2 w = p[s->at[0]].w;
    square2 corner = {(double)w.x * (double)w.x + (double)w.y * (double)w.y, 1};
    if (s->count == 1) return corner;
    flr_vec2 e = flr_sub2(p[s->at[1]].w, w);
    // by the nearer end: the rounding errors of products with the farther one can exceed the progress of a step
    if (s->weight[1] > s->weight[0]) w = p[s->at[1]].w;
    double h = (double)e.x * (double)w.y - (double)e.y * (double)w.x;
    square2 edge = {h * h, (double)e.x * (double)e.x + (double)e.y * (double)e.y};
    return edge;
}

/// Reduces a triangle: corners first, then edges, then the inside (Catto, 2010). Three that stay contain the
/// origin.
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

// ---- The search ----

/// A scene of two cores: its search, and how that ended.
typedef struct gjk2 {
    flr_vec2 origin;  ///< all below is relative to it: a's first corner
    support2 a, b;
    bool scaled;  ///< set by the caller: the shapes are those of a rescaled2, and known to be finite
    vertex2 pool[3];
    simplex2 simplex;
    flr_real size;        ///< the largest coordinate met, by which rounding is measured
    flr_real low_along;   ///< minus the last support point's height along `direction`: a lower bound
    flr_vec2 direction;   ///< searched last, from the simplex to the origin
    flr_vec2 searched;    ///< the one before that, along which the newest corner was found
    bool inside, beyond;  ///< the simplex contains the origin; the search was cut short
    bool touching;        ///< the simplex is no farther from the origin than rounding
    bool within;          ///< it was cut short because the radii overlap
    bool apart;           ///< at the end: the cores are apart, by more than rounding
    bool repeated;        ///< the last support point was a corner of the simplex
    bool usual;           ///< squares of squares stayed in the range of numbers; else nothing is known
} gjk2;

static inline flr_real gjk2_rounding(void) { return (flr_real)FLR_OVER_EPS; }

/// Returns the distance from the scene's origin to a core's frame. Corners under a pose have a rounding error of that
/// size, however close they are to one another; a smaller one without a rotation (core2_placing).
static inline flr_real gjk2_frame(const gjk2 *g, const support2 *s)
{
    if (!support2_is_posed(s->shape)) return 0;
    const flr_vec2 r = s->shape->rotation, from = flr_sub2(s->shape->center, g->origin);
    if (r.x == 1 && r.y == 0)
        return support2_spread(
            lanes2_point(core2_placing(s->shape, lanes2_of(s->base), lanes2_of(g->origin))));
    return support2_spread(from) + support2_spread(s->offset);
}
static inline flr_real gjk2_frames(const gjk2 *g)
{
    return (gjk2_frame(g, &g->a) + gjk2_frame(g, &g->b)) / 2;
}

/// Returns the support point of the difference a - b along d.
static inline vertex2 gjk2_support(gjk2 *g, flr_vec2 d)
{
    vertex2 v;
    v.a = support2_find(&g->a, d, &v.ia);
    v.b = support2_find(&g->b, flr_neg2(d), &v.ib);
    v.w = flr_sub2(v.a, v.b);
    return v;
}

/// Runs a search. It stops early if the distance of the cores is known to be above `above`, or not above
/// `below` (negative for never). Returns the number of steps, or -1 if they were used up.
int flr_gjk2_iterate(gjk2 *g, const flr_convex2 *a, const flr_convex2 *b, const flr_gjk2_options *options,
                     flr_real above, flr_real below);

/// As flr_closest2_convex_convex, by the general search. `above` is the limit and the radii.
flr_gjk2 flr_gjk2_general(const flr_convex2 *a, const flr_convex2 *b, const flr_gjk2_options *options,
                          flr_real above);

/// Are the bounds so close that the distance has most of its digits?
static inline bool gjk2_is_narrow(const flr_gjk2 *r) { return r->lower > r->upper * (flr_real)(1 - 0x1p-8); }

/// As flr_closest2_convex_convex, by the guess alone: for shapes that the vector between their middles
/// separates, if the bounds are narrow. Else returns false, soon if they overlap.
bool flr_gjk2_clearly_apart(const flr_convex2 *a, const flr_convex2 *b, flr_gjk2 *r);

/// Returns the answer of a search.
flr_gjk2 flr_gjk2_answer(gjk2 *g, int steps, const flr_gjk2_options *options);

/// Returns the answer for input that is not finite.
flr_gjk2 flr_gjk2_not_finite(void);

/// Returns in world coordinates, with the radii, what was computed for the cores alone in a scene of its
/// own. `deep`: the cores overlap, and the bounds are those of their depth.
flr_gjk2 flr_gjk2_unscaled(const rescaled2 *s, const flr_gjk2 *of_cores, flr_real radius_a, flr_real radius_b,
                           bool deep);

/// As flr_signed_distance2_convex_convex. Axes whose depth exceeds the least by no more than `bias` count as
/// equal.
flr_gjk2 flr_signed_distance2_within(const flr_convex2 *a, const flr_convex2 *b,
                                     const flr_gjk2_options *options, flr_real bias);

// ---- The expanding polygon, traced (src/trace/) ----

enum { EPA2_VERTICES = 80 };

/// The polygon before it grows.
typedef struct epa2_step {
    int count;
    const vertex2 *vertices;  ///< counter-clockwise
    int nearest;              ///< the edge that begins at that vertex; -1: the difference has no area
    flr_vec2 normal;          ///< of that edge
    flr_real height;          ///< of that edge over the origin
    const vertex2 *found;     ///< the farthest point along the normal
    flr_real reach, upper;    ///< how far that point reaches; the least of these so far
    bool last;                ///< it is no farther than the edge, up to rounding, or the bounds have met
} epa2_step;

/// A function called at every step. In world, a point of the scene is at origin + inverse * (scene + point).
typedef struct epa2_observer {
    void (*on_step)(const struct epa2_observer *observer, const epa2_step *step);
    void *user;
    flr_vec2 origin, scene;
    flr_real inverse;
} epa2_observer;

/// As flr_signed_distance2_convex_convex, by GJK and the polygon alone, also where separating axes would
/// answer. Sets the numbers in *observer.
flr_gjk2 flr_signed_distance2_by_polygon(const flr_convex2 *a, const flr_convex2 *b, epa2_observer *observer);

#endif
