#include "closest/kernels3.h"
#include "closest/simd3_pairs.h"
#include "shape/meet3.h"

/// Nearest point on the edge from corner i to corner j, if it is nearer than what is known.
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

/// In the frame of the longest edge u and the height f over it: least squares by orthogonal
/// directions, which keeps its accuracy in needles, where the dot products of RTCD 5.1.5 cancel.
/// Outside the triangle the nearest point lies on an edge that p is outside of. Where f is 0
/// the longest edge is the whole triangle.
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

/// Needles, ends of the number range, and points on the triangle or nearly so.
static flr_closest3 careful(flr_vec3 p, const flr_triangle3 *t)
{
    const flr_vec3 corner[3] = {t->a, t->b, t->c};
    flr_local3_scene scene;
    flr_local3_pair pair = {0, {{1, 0, 0}}, {{1, 0, 0}}};
    flr_local3_load(&scene, &p, 1, corner, 3);
    (void)flr_local3_point_triangle(scene.a[0], scene.b, &pair.b);
    flr_local3_measure(&scene, &pair);
    flr_vec3 nearest = flr_local3_point(corner, &pair.b);
    // as near as rounding could make it seem: whether p is on the triangle is decided exactly
    if (pair.distance_squared <= FLR_LOCAL3_NEAR * scene.size_squared) {
        const flr_segment3 here = {p, p};
        bool on = flr_meet3_segment_triangle(&here, t);
        if (on) nearest = p;
        if (on) pair.distance_squared = 0;
        if (!on) flr_local3_keep_apart(&pair);
    }

    flr_closest3 result;
    result.distance = flr_local3_distance(&scene, pair.distance_squared);
    result.point_a = p;
    result.point_b = nearest;
    return result;
}

flr_closest3 flr_closest3_point_triangle(flr_vec3 p, const flr_triangle3 *t)
{
    simd3_nearest n = simd3_point_triangle(simd3_all(p), simd3_all(t->a), simd3_all(t->b), simd3_all(t->c));
    if (!n.decided) return careful(p, t);
    flr_closest3 result = {simd_real(simd_sqrt(n.squared)), p, simd3_vec3(n.point)};
    return result;
}

flr_real flr_distance_squared3_point_triangle(flr_vec3 p, const flr_triangle3 *t)
{
    simd3_nearest n = simd3_point_triangle(simd3_all(p), simd3_all(t->a), simd3_all(t->b), simd3_all(t->c));
    double distance = n.decided ? 0 : (double)careful(p, t).distance;
    return n.decided ? simd_real(n.squared) : (flr_real)(distance * distance);
}
