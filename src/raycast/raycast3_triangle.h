/// A path against one triangle: a filter in double, and exact arithmetic if it does not decide.
#ifndef FLR_RAYCAST_RAYCAST3_TRIANGLE_H
#define FLR_RAYCAST_RAYCAST3_TRIANGLE_H

#include "closest/flat3.h"
#include "feeler/raycast3.h"
#include "raycast/raycast3_lanes.h"
#include "raycast/raycast3_path.h"

/// A hit within the range, before its result is computed.
typedef struct raycast3_corner_hit {
    flr_real t;
    double weight[3];
    bool front, in_plane;
} raycast3_corner_hit;

/// Decides exactly what the filter leaves open.
bool flr_raycast3_triangle_exact(const flr_raycast3_path *p, const flr_triangle3 *t, unsigned options,
                                 raycast3_corner_hit *hit);

/// Does the path intersect the triangle? The signs of the three weights say on which side of each edge the
/// line passes. That of height - limit * determinant says on which side of the plane the path has its end.
/// Each is computed with a bound on its error.
///
/// With s = o - a, sides e and f, and q = s x d, the products are f . q, e . q and d . (e x f). Each is at
/// most the product of the largest coordinates and the sum of those of d.
static inline bool raycast3_triangle(const flr_raycast3_path *p, const flr_triangle3 *t, unsigned options,
                                     raycast3_corner_hit *hit)
{
    const dvec3 d = raycast3_step(p);
    dvec3 s = dvec3_relative(p->origin, t->a), e = dvec3_relative(t->b, t->a), f = dvec3_relative(t->c, t->a),
          q = dvec3_cross(s, d), n = dvec3_cross(e, f);
    double v = dvec3_dot(f, q), w = -dvec3_dot(e, q), determinant = -dvec3_dot(d, n);
    double u = determinant - v - w;
    double side = raycast3_largest(e), other = raycast3_largest(f), reach = raycast3_largest(s);
    if (other > side) side = other;
    double error =
        RAYCAST3_FILTER * (p->spread * side * (2 * side + 4 * reach) +
                           FLR_FILTER_FLOOR * (1 + side + p->spread));  // the floor against underflow
    double least = u < v ? (u < w ? u : w) : (v < w ? v : w);
    double most = u > v ? (u > w ? u : w) : (v > w ? v : w);
    if (least < -error && most > error) return false;
    if (!(least > error || most < -error)) return flr_raycast3_triangle_exact(p, t, options, hit);

    double height = dvec3_dot(s, n), front = determinant > 0 ? 1 : -1;
    if (front < 0 && (options & FLR_RAYCAST_FRONT_ONLY)) return false;
    double height_error = RAYCAST3_FILTER * (6 * reach * side * side + FLR_FILTER_FLOOR * (1 + reach));
    double size = fabs(determinant), along = front * height;
    double t_min = (double)p->t_min, t_max = (double)p->t_max;
    // an infinite limit makes an infinite product, which compares correctly
    double behind = along - t_min * size, beyond = along - t_max * size;
    double behind_error =
        t_min == 0 || t_min == -INFINITY ? height_error : height_error + fabs(t_min) * error;
    double beyond_error = t_max == INFINITY ? height_error : height_error + fabs(t_max) * error;
    if (behind < -behind_error || beyond > beyond_error) return false;
    bool certain = behind > behind_error && beyond < -beyond_error;
    if (!certain || !(size < 0x1p1000) ||
        !(16 * raycast3_largest(n) > side * side))  // last, as it fails only for a needle
        return flr_raycast3_triangle_exact(p, t, options, hit);
    double over = front / size;
    hit->t = raycast3_clamp_t(p, height / determinant);
    hit->weight[0] = u * over;
    hit->weight[1] = v * over;
    hit->weight[2] = w * over;
    hit->front = front > 0;
    hit->in_plane = false;
    return true;
}

/// Returns the exact sign of (to - from) . ((o - at) x d): the side on which the line passes the line through
/// `at` along to - from.
int flr_raycast3_side(const flr_raycast3_path *p, flr_vec3 at, flr_vec3 from, flr_vec3 to);

/// Does the path cross the plane of the corners within its range? `facing` is the sign of -d . n, which is
/// not 0. Exact.
bool flr_raycast3_crosses_plane(const flr_raycast3_path *p, const flr_vec3 corner[3], int facing);

/// The result for a hit.
flr_raycast3_triangle flr_raycast3_triangle_result(const flr_raycast3_path *p, const flr_triangle3 *t,
                                                   const raycast3_corner_hit *hit, uint32_t number);

// ---- Sheets with any number of corners

/// Casts at a sheet. `facing` is the side of the plane that the path hits: 1 if the corners run
/// counter-clockwise, -1 for the other, 0 along it. It is set whether the sheet is hit or not, as long as
/// there is an answer.
flr_rayhit3 flr_raycast3_ray_flat(const flr_raycast3_path *path, const flr_flat3 *p, int *facing);

#endif
