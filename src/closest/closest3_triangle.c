/// Closest points of triangles: against a point (RTCD 5.1.5), a segment (5.1.10) and another triangle
/// (5.1.11).
///
/// In needles dot products cancel, so the robust path works by the longest edge and the height over it. Two
/// triangles are mostly decided by a separating plane: a face's, or the one across the nearest pair of
/// edges. If the plane is as far from both as their points are from one another, bounds have met. The rest
/// is decided by an exact test and all pairs of features.

#include <float.h>

#include "closest/closest3_lanes.h"
#include "closest/kernels3.h"
#include "closest/span3.h"
#include "shape/exact.h"

// ---- A point

/// Takes the nearest point on the edge from corner i to corner j, if it is nearer than the best so far.
static void try_edge(dvec3 p, const dvec3 corner[3], int i, int j, flr_weights3 *weights, double *least)
{
    dvec3 d = dvec3_sub(corner[j], corner[i]);
    double t = flr_local3_point_segment(p, corner[i], d);
    dvec3 gap = t < 1 ? dvec3_add_scaled(dvec3_sub(p, corner[i]), -t, d) : dvec3_sub(p, corner[j]);
    double squared = dvec3_dot(gap, gap);
    if (!(squared < *least)) return;
    *least = squared;
    *weights = flr_weights3_edge(i, j, t);
}

/// Works in the frame of the longest edge u and the height f over it: least squares by orthogonal
/// directions, accurate also in needles, where the dot products of RTCD 5.1.5 cancel. Outside the triangle
/// the nearest point lies on an edge that p is outside of. If f is 0, the longest edge is the whole
/// triangle.
double flr_local3_point_triangle(dvec3 p, const dvec3 corner[3], flr_weights3 *weights)
{
    int i = flr_local3_longest_edge(corner), j = (i + 1) % 3, k = (i + 2) % 3;
    dvec3 u = dvec3_sub(corner[j], corner[i]), v = dvec3_sub(corner[k], corner[i]);
    double uu = dvec3_dot(u, u), least = INFINITY;
    double c = uu > 0 ? dvec3_dot(v, u) / uu : 0;
    dvec3 f = dvec3_add_scaled(v, -c, u);
    double ff = dvec3_dot(f, f);
    *weights = flr_weights3_corner(0);
    if (!(ff > 0)) {
        try_edge(p, corner, i, j, weights, &least);
        return least;
    }
    dvec3 q = dvec3_sub(p, corner[i]);
    double s = dvec3_dot(q, u) / uu;
    dvec3 across = dvec3_add_scaled(q, -s, u);
    double wk = dvec3_dot(across, f) / ff, wj = s - wk * c, wi = 1 - wj - wk;
    if (wi >= 0 && wj >= 0 && wk >= 0) {
        weights->w[i] = wi;
        weights->w[j] = wj;
        weights->w[k] = wk;
        dvec3 gap = dvec3_add_scaled(across, -wk, f);
        return dvec3_dot(gap, gap);
    }
    if (wk < 0) try_edge(p, corner, i, j, weights, &least);
    if (wi < 0) try_edge(p, corner, j, k, weights, &least);
    if (wj < 0) try_edge(p, corner, k, i, weights, &least);
    return least;
}

/// Answers for needles, ends of the number range, and points on the triangle or nearly so.
static flr_closest3 point_triangle_robust(flr_vec3 p, const flr_triangle3 *t)
{
    const flr_vec3 corner[3] = {t->a, t->b, t->c};
    flr_local3_scene scene;
    flr_local3_pair pair = {0, {{1, 0, 0}}, {{1, 0, 0}}};
    flr_local3_load(&scene, &p, 1, corner, 3);
    (void)flr_local3_point_triangle(scene.a[0], scene.b, &pair.b);
    flr_local3_measure(&scene, &pair);
    flr_vec3 nearest = flr_local3_point(corner, &pair.b);
    if (flr_local3_is_near(&scene, &pair)) {
        const flr_segment3 here = {p, p};
        flr_local3_decide(&pair, flr_exact3_segment_triangle(&here, t), p, &nearest);
    }
    flr_closest3 result = {flr_local3_distance(&scene, pair.distance_squared), p, nearest};
    return result;
}

flr_closest3 flr_closest3_point_triangle(flr_vec3 p, const flr_triangle3 *t)
{
    simd3_nearest n = simd3_point_triangle(simd3_all(p), simd3_all(t->a), simd3_all(t->b), simd3_all(t->c));
    if (!n.decided) return point_triangle_robust(p, t);
    flr_closest3 result = {simd_real(simd_sqrt(n.squared)), p, simd3_vec3(n.point)};
    return result;
}

flr_real flr_distance_squared3_point_triangle(flr_vec3 p, const flr_triangle3 *t)
{
    simd3_nearest n = simd3_point_triangle(simd3_all(p), simd3_all(t->a), simd3_all(t->b), simd3_all(t->c));
    double distance = n.decided ? 0 : (double)point_triangle_robust(p, t).distance;
    return n.decided ? simd_real(n.squared) : (flr_real)(distance * distance);
}

// ---- Edges against a triangle

void flr_local3_edge_triangle(const dvec3 a[2], const dvec3 b[3], flr_local3_pair *best)
{
    const dvec3 d = dvec3_sub(a[1], a[0]);
    for (int j = 0; j < 3; ++j) {
        const int next = (j + 1) % 3;
        double s, t;
        const double squared =
            flr_local3_segment_segment(d, dvec3_sub(b[next], b[j]), dvec3_sub(a[0], b[j]), &s, &t);
        flr_local3_take(best, squared, flr_weights3_edge(0, 1, s), flr_weights3_edge(j, next, t));
    }
}

/// Returns a normal that is accurate along the longest edge u, also for a needle: from u and the height over
/// it. Its error along u matters little, as the triangle is thin there.
static dvec3 normal_over(const dvec3 b[3], int longest)
{
    dvec3 u = dvec3_sub(b[(longest + 1) % 3], b[longest]);
    dvec3 v = dvec3_sub(b[(longest + 2) % 3], b[longest]);
    double along = dvec3_dot(v, u) * flr_local3_inverse_square(u);
    return dvec3_cross(u, dvec3_add_scaled(v, -along, u));
}

void flr_local3_crossings_triangle(const dvec3 *a, int edges, const dvec3 b[3], flr_local3_pair *best)
{
    int longest = flr_local3_longest_edge(b);
    dvec3 n = normal_over(b, longest);
    for (int i = 0; i < edges; ++i) {
        int i1 = (i + 1) % 3;
        double from = dvec3_dot(n, dvec3_sub(a[i], b[longest]));
        double to = dvec3_dot(n, dvec3_sub(a[i1], b[longest]));
        if (!(from < 0 ? to > 0 : to < 0)) continue;  // an end in the plane is a candidate anyway
        double t = flr_clamp01(from / (from - to));
        flr_weights3 weights;
        dvec3 p = dvec3_add_scaled(a[i], t, dvec3_sub(a[i1], a[i]));
        double squared = flr_local3_point_triangle(p, b, &weights);
        flr_local3_take(best, squared, flr_weights3_edge(i, i1, t), weights);
    }
}

// ---- A segment

/// RTCD 5.1.10, except that an exact test first decides whether the two intersect, as a crossing is not
/// among the five pairs of ends, edges and face, and that all five pairs are tried.
static flr_closest3 segment_triangle(const flr_segment3 *s, const flr_triangle3 *t, flr_local3_pair *found)
{
    const flr_vec3 corner_a[2] = {s->a, s->b}, corner_b[3] = {t->a, t->b, t->c};
    flr_local3_scene scene;
    flr_local3_pair pair = {INFINITY, flr_weights3_corner(0), flr_weights3_corner(0)};
    flr_local3_load(&scene, corner_a, 2, corner_b, 3);
    bool meet = flr_exact3_segment_triangle(s, t);
    for (int i = 0; i < 2; ++i) {
        flr_weights3 weights;
        double squared = flr_local3_point_triangle(scene.a[i], scene.b, &weights);
        flr_local3_take(&pair, squared, flr_weights3_corner(i), weights);
    }
    flr_local3_edge_triangle(scene.a, scene.b, &pair);
    if (meet) flr_local3_crossings_triangle(scene.a, 1, scene.b, &pair);
    flr_local3_measure(&scene, &pair);

    flr_closest3 result;
    result.point_a = flr_local3_point(corner_a, &pair.a);
    result.point_b = flr_local3_point(corner_b, &pair.b);
    if (meet) {
        pair.distance_squared = 0;
        flr_local3_join(&pair, &result.point_a, &result.point_b);
    } else {
        flr_local3_keep_apart(&pair);
    }
    result.distance = flr_local3_distance(&scene, pair.distance_squared);
    *found = pair;
    return result;
}

flr_closest3 flr_closest3_segment_triangle(const flr_segment3 *s, const flr_triangle3 *t)
{
    flr_local3_pair pair;
    return segment_triangle(s, t, &pair);
}

flr_regions3 flr_regions3_segment_triangle(const flr_segment3 *a, const flr_triangle3 *b)
{
    flr_local3_pair pair;
    flr_closest3 c = segment_triangle(a, b, &pair);
    flr_regions3 r = {c.distance, flr_region3_of_weights(&pair.a, 2, c.point_a),
                      flr_region3_of_weights(&pair.b, 3, c.point_b)};
    return r;
}

// ---- Two triangles

/// Computed differences of two projections on a direction n are off by less than this times |n| times the
/// scene's size, and so are distances.
static const double rounding = 4e-15;

/// How far a direction keeps the triangles apart (above 0: it separates them), and the corners that come
/// closest along it.
typedef struct separation {
    double gap;
    int corner_a, corner_b;
} separation;

/// Computes the gap between two triangles along n, and the corners on either side of it.
static inline separation separate_along(dvec3 n, const dvec3 a[3], const dvec3 b[3])
{
    double a0 = dvec3_dot(n, a[0]), a1 = dvec3_dot(n, a[1]), a2 = dvec3_dot(n, a[2]);
    double b0 = dvec3_dot(n, b[0]), b1 = dvec3_dot(n, b[1]), b2 = dvec3_dot(n, b[2]);
    separation s;
    double a_max = a0 > a1 ? a0 : a1, b_min = b0 < b1 ? b0 : b1;
    s.corner_a = a0 > a1 ? 0 : 1;
    s.corner_b = b0 < b1 ? 0 : 1;
    s.corner_a = a2 > a_max ? 2 : s.corner_a;
    s.corner_b = b2 < b_min ? 2 : s.corner_b;
    a_max = a2 > a_max ? a2 : a_max;
    b_min = b2 < b_min ? b2 : b_min;
    s.gap = b_min - a_max;
    return s;
}

typedef enum verdict { FARTHER, FOUND, OPEN } verdict;

/// Tries the plane of `face`. It may show that the triangles are farther apart than the limit, or that a
/// corner above the face is the closest point, or leave the question open. The gap along n bounds the
/// distance from below whatever n is. Points on the shapes bound it from above. If the bounds agree, it is
/// decided.
static inline verdict search_plane(const dvec3 face[3], const dvec3 other[3], double size_squared,
                                   double limit, int *corner, flr_weights3 *weights)
{
    dvec3 u = dvec3_sub(face[1], face[0]), v = dvec3_sub(face[2], face[0]);
    dvec3 n = dvec3_cross(u, v), p = dvec3_sub(other[0], face[0]);
    double nn = dvec3_dot(n, n);
    if (dvec3_dot(n, p) < 0) n.x = -n.x, n.y = -n.y, n.z = -n.z;
    separation s = separate_along(n, face, other);
    // a triangle so small for the scene's size has no usable plane
    if (!(s.gap > 0x1p-380)) return OPEN;
    if (s.gap * s.gap > nn * limit) return FARTHER;

    p = dvec3_sub(other[s.corner_b], face[0]);
    double uu = dvec3_dot(u, u), vv = dvec3_dot(v, v), uv = dvec3_dot(u, v);
    double pu = dvec3_dot(p, u), pv = dvec3_dot(p, v);
    double wu = vv * pu - uv * pv, wv = uu * pv - uv * pu;
    if (!(wu >= 0 && wv >= 0 && wu + wv <= nn)) return OPEN;

    double distance = sqrt(flr_local3_point_triangle(other[s.corner_b], face, weights));
    double slack = rounding * sqrt(size_squared), height = s.gap / sqrt(nn);
    if (height <= 4 * slack || !(fabs(distance - height) <= slack)) return OPEN;
    *corner = s.corner_b;
    return FOUND;
}

typedef struct edges3 {
    dvec3 start[3], direction[3];
    double inverse_square[3];
} edges3;

static inline edges3 edges_of(const dvec3 c[3])
{
    edges3 e;
    for (int i = 0; i < 3; ++i) {
        e.start[i] = c[i];
        e.direction[i] = dvec3_sub(c[(i + 1) % 3], c[i]);
        e.inverse_square[i] = flr_local3_inverse_square(e.direction[i]);
    }
    return e;
}

typedef struct edge_pair {
    double distance_squared, s, t;
    int i, j;
} edge_pair;

static inline dvec3x2 two(dvec3 p, dvec3 q)
{
    dvec3x2 lanes = {{p.x, q.x}, {p.y, q.y}, {p.z, q.z}};
    return lanes;
}

/// Tries edge i of a with edge j of b, and k with l.
static inline void try_edges(const edges3 *a, const edges3 *b, int i, int j, int k, int l, edge_pair *best)
{
    f64x2 inverse_a = {a->inverse_square[i], a->inverse_square[k]};
    f64x2 inverse_b = {b->inverse_square[j], b->inverse_square[l]};
    f64x2 s, t;
    dvec3x2 r = dvec3x2_sub(two(a->start[i], a->start[k]), two(b->start[j], b->start[l]));
    f64x2 squared = dvec3x2_segment_segment(two(a->direction[i], a->direction[k]), inverse_a,
                                            two(b->direction[j], b->direction[l]), inverse_b, r, &s, &t);
    bool second = squared[1] < squared[0];
    edge_pair nearer = {second ? squared[1] : squared[0], second ? s[1] : s[0], second ? t[1] : t[0],
                        second ? k : i, second ? l : j};
    if (nearer.distance_squared < best->distance_squared) *best = nearer;
}

/// Is the pair of edges known to be the closest, because the plane perpendicular to it keeps the triangles
/// as far apart as the pair is? Then they are also known not to intersect. Or does that plane show that they
/// are beyond the limit?
static inline verdict judge_edges(const flr_local3_scene *scene, const edges3 *a, const edges3 *b,
                                  const edge_pair *pair, double limit)
{
    dvec3 p = dvec3_add_scaled(a->start[pair->i], pair->s, a->direction[pair->i]);
    dvec3 q = dvec3_add_scaled(b->start[pair->j], pair->t, b->direction[pair->j]);
    dvec3 v = dvec3_sub(q, p);
    double vv = dvec3_dot(v, v), gap = separate_along(v, scene->a, scene->b).gap;
    if (gap > 0 && gap * gap > vv * limit) return FARTHER;
    double slack = rounding * sqrt(vv * scene->size_squared);
    return vv > 4 * slack && gap >= vv - slack ? FOUND : OPEN;
}

/// Tries the four pairs of edges at the corners that face one another, which usually suffice, then the other
/// five.
static verdict search_edges(const flr_local3_scene *scene, int corner_a, int corner_b, double limit,
                            flr_local3_pair *best)
{
    edges3 a = edges_of(scene->a), b = edges_of(scene->b);
    int i0 = corner_a, i1 = (corner_a + 2) % 3, i2 = (corner_a + 1) % 3;
    int j0 = corner_b, j1 = (corner_b + 2) % 3, j2 = (corner_b + 1) % 3;
    edge_pair pair = {INFINITY, 0, 0, 0, 0};
    try_edges(&a, &b, i0, j0, i0, j1, &pair);
    try_edges(&a, &b, i1, j0, i1, j1, &pair);
    verdict found = judge_edges(scene, &a, &b, &pair, limit);
    if (found == OPEN) {
        try_edges(&a, &b, i2, j0, i2, j1, &pair);
        try_edges(&a, &b, i0, j2, i1, j2, &pair);
        try_edges(&a, &b, i2, j2, i2, j2, &pair);
        found = judge_edges(scene, &a, &b, &pair, limit);
    }
    best->distance_squared = pair.distance_squared;
    best->a = flr_weights3_edge(pair.i, (pair.i + 1) % 3, pair.s);
    best->b = flr_weights3_edge(pair.j, (pair.j + 1) % 3, pair.t);
    return found;
}

/// Tries the corners of each triangle against the other.
static void search_corners(const flr_local3_scene *scene, flr_local3_pair *best)
{
    for (int i = 0; i < 3; ++i) {
        flr_weights3 weights;
        double squared = flr_local3_point_triangle(scene->a[i], scene->b, &weights);
        flr_local3_take(best, squared, flr_weights3_corner(i), weights);
        squared = flr_local3_point_triangle(scene->b[i], scene->a, &weights);
        flr_local3_take(best, squared, weights, flr_weights3_corner(i));
    }
}

/// Finds a common point of triangles that intersect: the candidate that is nearest to being one. `best`
/// begins with the best pair of edges.
static void search_common(const flr_local3_scene *scene, flr_local3_pair *best)
{
    const double good = 0x1p-106 * scene->size_squared;
    if (best->distance_squared > good) flr_local3_crossings_triangle(scene->a, 3, scene->b, best);
    if (best->distance_squared > good) {
        flr_local3_pair turned = {best->distance_squared, best->b, best->a};
        flr_local3_crossings_triangle(scene->b, 3, scene->a, &turned);
        flr_local3_take(best, turned.distance_squared, turned.b, turned.a);
    }
    if (best->distance_squared > good) search_corners(scene, best);
}

static dvec3 corner_sum(const dvec3 c[3])
{
    dvec3 sum = {c[0].x + c[1].x + c[2].x, c[0].y + c[1].y + c[2].y, c[0].z + c[1].z + c[2].z};
    return sum;
}

/// Finds the closest points. Returns false if the squared distance in the scene's unit is above `limit`.
static bool search_scene(const flr_triangle3 *a, const flr_triangle3 *b, const flr_local3_scene *scene,
                         double limit, flr_local3_pair *best, bool *meet)
{
    double wide = limit + rounding * scene->size_squared;
    *meet = false;
    dvec3 across = dvec3_sub(corner_sum(scene->b), corner_sum(scene->a));
    separation facing = separate_along(across, scene->a, scene->b);
    if (facing.gap > 0 && facing.gap * facing.gap > wide * dvec3_dot(across, across)) return false;

    int corner;
    flr_weights3 weights;
    verdict found = search_plane(scene->a, scene->b, scene->size_squared, wide, &corner, &weights);
    if (found == FOUND) {
        best->a = weights;
        best->b = flr_weights3_corner(corner);
    } else if (found == OPEN) {
        found = search_plane(scene->b, scene->a, scene->size_squared, wide, &corner, &weights);
        if (found == FOUND) {
            best->a = flr_weights3_corner(corner);
            best->b = weights;
        }
    }
    if (found == OPEN) found = search_edges(scene, facing.corner_a, facing.corner_b, wide, best);
    if (found == FARTHER) return false;
    if (found == OPEN) {  // not decided above: RTCD 5.1.11, with a separate test of crossing
        *meet = flr_exact3_triangle_triangle(a, b);
        if (*meet)
            search_common(scene, best);
        else
            search_corners(scene, best);
    }
    flr_local3_measure(scene, best);
    if (*meet)
        best->distance_squared = 0;
    else
        flr_local3_keep_apart(best);
    return best->distance_squared <= limit;
}

static void points(const flr_triangle3 *a, const flr_triangle3 *b, const flr_local3_pair *pair, bool meet,
                   flr_vec3 *point_a, flr_vec3 *point_b)
{
    const flr_vec3 corner_a[3] = {a->a, a->b, a->c}, corner_b[3] = {b->a, b->b, b->c};
    *point_a = flr_local3_point(corner_a, &pair->a);
    *point_b = flr_local3_point(corner_b, &pair->b);
    if (meet) flr_local3_join(pair, point_a, point_b);
}

/// Loads two triangles relative to a's first corner, scaled only if their size requires it.
static inline void load(const flr_triangle3 *a, const flr_triangle3 *b, flr_local3_scene *scene)
{
    dvec3 *p = scene->a, *q = scene->b;
    p[0] = dvec3_relative(a->a, a->a);
    p[1] = dvec3_relative(a->b, a->a);
    p[2] = dvec3_relative(a->c, a->a);
    q[0] = dvec3_relative(b->a, a->a);
    q[1] = dvec3_relative(b->b, a->a);
    q[2] = dvec3_relative(b->c, a->a);
    scene->exponent = 0;
    scene->size_squared = dvec3_dot(p[1], p[1]) + dvec3_dot(p[2], p[2]) + dvec3_dot(q[0], q[0]) +
                          dvec3_dot(q[1], q[1]) + dvec3_dot(q[2], q[2]);
    if (flr_local3_size_is_safe(scene->size_squared)) return;
    const flr_vec3 corner_a[3] = {a->a, a->b, a->c}, corner_b[3] = {b->a, b->b, b->c};
    flr_local3_load(scene, corner_a, 3, corner_b, 3);
}

static inline flr_closest3 triangle_triangle(const flr_triangle3 *a, const flr_triangle3 *b,
                                             flr_local3_pair *pair)
{
    flr_local3_scene scene;
    const flr_local3_pair first = {0, {{1, 0, 0}}, {{1, 0, 0}}};
    bool meet;
    *pair = first;
    load(a, b, &scene);
    (void)search_scene(a, b, &scene, INFINITY, pair, &meet);
    flr_closest3 result;
    result.distance = flr_local3_distance(&scene, pair->distance_squared);
    points(a, b, pair, meet, &result.point_a, &result.point_b);
    return result;
}

flr_closest3 flr_closest3_triangle_triangle(const flr_triangle3 *a, const flr_triangle3 *b)
{
    flr_local3_pair pair;
    return triangle_triangle(a, b, &pair);
}

flr_regions3 flr_regions3_triangle_triangle(const flr_triangle3 *a, const flr_triangle3 *b)
{
    flr_local3_pair pair;
    flr_closest3 c = triangle_triangle(a, b, &pair);
    flr_regions3 r = {c.distance, flr_region3_of_weights(&pair.a, 3, c.point_a),
                      flr_region3_of_weights(&pair.b, 3, c.point_b)};
    return r;
}

bool flr_closest3_triangles_within(const flr_triangle3 *a, const flr_triangle3 *b,
                                   flr_real max_distance_squared, flr_real *distance_squared,
                                   flr_vec3 *point_a, flr_vec3 *point_b)
{
    flr_local3_scene scene;
    flr_local3_pair pair;
    bool meet;
    load(a, b, &scene);
    double limit = (double)max_distance_squared;
    if (scene.exponent) limit = ldexp(limit, -2 * scene.exponent);
    if (!search_scene(a, b, &scene, limit, &pair, &meet)) return false;
    double squared = pair.distance_squared;
    if (scene.exponent) squared = ldexp(squared, 2 * scene.exponent);
    if (!meet && squared < (double)DBL_MIN) squared = DBL_MIN;
    *distance_squared = (flr_real)squared;
    points(a, b, &pair, meet, point_a, point_b);
    return true;
}
