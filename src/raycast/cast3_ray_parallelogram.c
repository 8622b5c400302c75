#include "raycast/triangle3.h"

/// The second half: c, b and the fourth corner, where nothing but a rounded one will do.
static flr_triangle3 far_half(const flr_triangle3 *t)
{
    flr_triangle3 far = {t->c, t->b, flr_add3(t->b, flr_sub3(t->c, t->a))};
    return far;
}

static flr_cast3_triangle along_plane(const flr_cast3_path *path, const flr_triangle3 *t, unsigned options)
{
    flr_triangle3 far = far_half(t);
    flr_cast3_triangle first = flr_cast3_ray_triangle(path, t, options);
    flr_cast3_triangle second = flr_cast3_ray_triangle(path, &far, options);
    second.triangle = second.hit;
    return second.hit && (!first.hit || second.t < first.t) ? second : first;
}

/// The point a + v (b - a) + w (c - a), as a point of the half that holds it.
static flr_cast3_triangle told(const flr_cast3_path *path, const flr_triangle3 *t, cast3_corner_hit *hit)
{
    double v = flr_clamp01(hit->weight[1]), w = flr_clamp01(hit->weight[2]);
    if (v + w <= 1) {
        hit->weight[0] = 1 - v - w;
        return flr_cast3_triangle_told(path, t, hit, 0);
    }
    flr_triangle3 far = far_half(t);
    hit->weight[0] = 1 - v;
    hit->weight[1] = 1 - w;
    hit->weight[2] = (v - 1) + w;
    return flr_cast3_triangle_told(path, &far, hit, 1);
}

flr_cast3_triangle flr_cast3_ray_parallelogram(const flr_cast3_path *path, const flr_triangle3 *corners,
                                               unsigned options)
{
    flr_cast3_triangle none = {.hit = false};
    flr_vec3 a = corners->a, b = corners->b, c = corners->c;
    const flr_vec3 corner[3] = {a, b, c};
    if (!(path->t_min <= path->t_max) || !flr_is_finite3(a) || !flr_is_finite3(b) || !flr_is_finite3(c))
        return none;
    const int side[4] = {flr_cast3_side(path, a, a, c), flr_cast3_side(path, a, b, a),
                         flr_cast3_side(path, c, a, b), flr_cast3_side(path, b, c, a)};
    bool positive = false, negative = false;
    for (int i = 0; i < 4; ++i) {
        positive |= side[i] > 0;
        negative |= side[i] < 0;
    }
    if (positive && negative) return none;
    if (!positive && !negative) return along_plane(path, corners, options);
    int facing = positive ? 1 : -1;
    if (facing < 0 && (options & FLR_CAST_FRONT_ONLY)) return none;
    if (!flr_cast3_crosses_plane(path, corner, facing)) return none;
    cast3_corner_hit hit = {.front = facing > 0};
    double t;
    flr_cast3_cross_exactly(path, corner, hit.weight, &t);
    hit.t = cast3_clamp_t(path, t);
    return told(path, corners, &hit);
}
