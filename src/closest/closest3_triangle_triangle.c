#include "closest/closest3_triangle_triangle.h"

#include <float.h>

#include "closest/kernels3.h"
#include "shape/meet3.h"

/// Computed differences of two projections on a direction n are off by less than this times
/// |n| times the scene's size; likewise a distance.
static const double rounding = 4e-15;

/// How far b lies on one side of a, along n: above 0 where n separates the two.
static double gap_along(flr_local3 n, const flr_local3 a[3], const flr_local3 b[3], int *nearest_b)
{
    double a0 = flr_local3_dot(n, a[0]), a1 = flr_local3_dot(n, a[1]), a2 = flr_local3_dot(n, a[2]);
    double b0 = flr_local3_dot(n, b[0]), b1 = flr_local3_dot(n, b[1]), b2 = flr_local3_dot(n, b[2]);
    double a_min = a0 < a1 ? a0 : a1, a_max = a0 < a1 ? a1 : a0;
    double b_min = b0 < b1 ? b0 : b1, b_max = b0 < b1 ? b1 : b0;
    int low = b0 < b1 ? 0 : 1, high = b0 < b1 ? 1 : 0;
    a_min = a_min < a2 ? a_min : a2;
    a_max = a_max > a2 ? a_max : a2;
    if (b2 < b_min) b_min = b2, low = 2;
    if (b2 > b_max) b_max = b2, high = 2;
    double above = b_min - a_max, below = a_min - b_max;
    *nearest_b = above > below ? low : high;
    return above > below ? above : below;
}

typedef enum search { SEARCH_FARTHER, SEARCH_FOUND, SEARCH_OPEN } search;

/// The plane of `face` between the two: dismisses the pair, or finds the closest points to be a
/// corner above the face, or leaves it open. The gap along n bounds the distance from below
/// whatever n is; the points on the shapes bound it from above; where the bounds agree, done.
static search search_plane(const flr_local3 face[3], const flr_local3 other[3], double size_squared,
                           double limit, double *distance_squared, int *corner, flr_weights3 *weights)
{
    flr_local3 u = flr_local3_sub(face[1], face[0]), v = flr_local3_sub(face[2], face[0]);
    flr_local3 n = flr_local3_cross(u, v);
    double nn = flr_local3_dot(n, n), gap = gap_along(n, face, other, corner);
    if (!(gap > 0)) return SEARCH_OPEN;
    if (gap * gap > nn * limit) return SEARCH_FARTHER;

    flr_local3 p = flr_local3_sub(other[*corner], face[0]);
    double uu = flr_local3_dot(u, u), vv = flr_local3_dot(v, v), uv = flr_local3_dot(u, v);
    double pu = flr_local3_dot(p, u), pv = flr_local3_dot(p, v);
    double s = vv * pu - uv * pv, t = uu * pv - uv * pu;
    if (!(s >= 0 && t >= 0 && s + t <= nn)) return SEARCH_OPEN;

    double squared = flr_local3_point_triangle(other[*corner], face, weights);
    double distance = sqrt(squared), size = sqrt(size_squared);
    if (gap <= rounding * size * sqrt(nn)) return SEARCH_OPEN;
    double excess = distance - rounding * size;
    if (excess > 0 && excess * excess * nn > gap * gap) return SEARCH_OPEN;
    *distance_squared = squared;
    return SEARCH_FOUND;
}

/// All nine pairs of edges, the inner three (and one to spare) side by side.
static void search_edges(const flr_local3 a[3], const flr_local3 b[3], flr_local3_pair *best)
{
    double bx[4], by[4], bz[4], ex[4], ey[4], ez[4], inverse_ee[4];
    for (int j = 0; j < 4; ++j) {
        flr_local3 p = b[j % 3], e = flr_local3_sub(b[(j + 1) % 3], p);
        bx[j] = p.x, by[j] = p.y, bz[j] = p.z;
        ex[j] = e.x, ey[j] = e.y, ez[j] = e.z;
        inverse_ee[j] = flr_local3_inverse_square(e);
    }
    for (int i = 0; i < 3; ++i) {
        flr_local3 p = a[i], d = flr_local3_sub(a[(i + 1) % 3], p);
        double inverse_dd = flr_local3_inverse_square(d);
        double s[4], t[4], squared[4];
        for (int j = 0; j < 4; ++j) {
            flr_local3 e = {ex[j], ey[j], ez[j]}, r = {p.x - bx[j], p.y - by[j], p.z - bz[j]};
            squared[j] = flr_local3_segment_segment(d, inverse_dd, e, inverse_ee[j], r, &s[j], &t[j]);
        }
        for (int j = 0; j < 3; ++j)
            flr_local3_take(best, squared[j], flr_weights3_edge(i, (i + 1) % 3, s[j]),
                            flr_weights3_edge(j, (j + 1) % 3, t[j]));
    }
}

static flr_local3 local_point(const flr_local3 c[3], const flr_weights3 *weights)
{
    flr_local3 zero = {0, 0, 0};
    flr_local3 p = flr_local3_along(zero, weights->w[0], c[0]);
    p = flr_local3_along(p, weights->w[1], c[1]);
    return flr_local3_along(p, weights->w[2], c[2]);
}

/// Is the pair known to be the closest, because the plane across it keeps the triangles as far
/// apart as the pair is? Then they are also known not to meet.
static bool pair_separates(const flr_local3_scene *scene, const flr_local3_pair *pair)
{
    flr_local3 p = local_point(scene->a, &pair->a), q = local_point(scene->b, &pair->b);
    flr_local3 v = flr_local3_sub(q, p);
    double slack = rounding * sqrt(pair->distance_squared * scene->size_squared);
    if (!(pair->distance_squared > 4 * slack)) return false;
    for (int i = 0; i < 3; ++i)
        if (flr_local3_dot(v, flr_local3_sub(scene->a[i], p)) > slack ||
            flr_local3_dot(v, flr_local3_sub(scene->b[i], q)) < -slack)
            return false;
    return true;
}

/// What no short cut has decided: do they meet, exactly; and the best of all 15 pairs of
/// features (RTCD 5.1.11, with the crossing asked for separately).
static void search_all(const flr_triangle3 *a, const flr_triangle3 *b, const flr_local3_scene *scene,
                       flr_local3_pair *best, bool *meet)
{
    *meet = flr_meet3_triangle_triangle(a, b);
    for (int i = 0; i < 3; ++i) {
        flr_weights3 weights;
        double squared = flr_local3_point_triangle(scene->a[i], scene->b, &weights);
        flr_local3_take(best, squared, flr_weights3_corner(i), weights);
        squared = flr_local3_point_triangle(scene->b[i], scene->a, &weights);
        flr_local3_take(best, squared, weights, flr_weights3_corner(i));
    }
    if (!*meet) return;
    flr_local3_crossings_triangle(scene->a, 3, scene->b, best);
    flr_local3_pair turned = {best->distance_squared, best->b, best->a};
    flr_local3_crossings_triangle(scene->b, 3, scene->a, &turned);
    flr_local3_take(best, turned.distance_squared, turned.b, turned.a);
}

/// False where the squared distance in the scene's unit is above `limit`.
static bool search_scene(const flr_triangle3 *a, const flr_triangle3 *b, const flr_local3_scene *scene,
                         double limit, flr_local3_pair *best, bool *meet)
{
    double wide_limit = limit + rounding * scene->size_squared, squared;
    int corner;
    flr_weights3 weights;
    *meet = false;
    search state =
        search_plane(scene->a, scene->b, scene->size_squared, wide_limit, &squared, &corner, &weights);
    if (state == SEARCH_FARTHER) return false;
    if (state == SEARCH_FOUND) {
        best->a = weights;
        best->b = flr_weights3_corner(corner);
    } else {
        state =
            search_plane(scene->b, scene->a, scene->size_squared, wide_limit, &squared, &corner, &weights);
        if (state == SEARCH_FARTHER) return false;
        if (state == SEARCH_FOUND) {
            best->a = flr_weights3_corner(corner);
            best->b = weights;
        }
    }
    if (state == SEARCH_OPEN) {
        best->distance_squared = INFINITY;
        best->a = best->b = flr_weights3_corner(0);
        search_edges(scene->a, scene->b, best);
        if (!pair_separates(scene, best)) search_all(a, b, scene, best, meet);
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

static void load(const flr_triangle3 *a, const flr_triangle3 *b, flr_local3_scene *scene)
{
    const flr_vec3 corner_a[3] = {a->a, a->b, a->c}, corner_b[3] = {b->a, b->b, b->c};
    flr_local3_load(scene, corner_a, 3, corner_b, 3);
}

flr_closest3 flr_closest3_triangle_triangle(const flr_triangle3 *a, const flr_triangle3 *b)
{
    flr_local3_scene scene;
    flr_local3_pair pair = {0, {{1, 0, 0}}, {{1, 0, 0}}};
    bool meet;
    load(a, b, &scene);
    (void)search_scene(a, b, &scene, INFINITY, &pair, &meet);
    flr_closest3 result;
    result.distance = flr_local3_distance(&scene, pair.distance_squared);
    points(a, b, &pair, meet, &result.point_a, &result.point_b);
    return result;
}

bool flr_closest3_triangles_within(const flr_triangle3 *a, const flr_triangle3 *b,
                                   flr_real max_distance_squared, flr_real *distance_squared,
                                   flr_vec3 *point_a, flr_vec3 *point_b)
{
    flr_local3_scene scene;
    flr_local3_pair pair = {0, {{1, 0, 0}}, {{1, 0, 0}}};
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
