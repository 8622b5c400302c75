/// Lists of points and axes of space, or of the plane with z = 0, so that one function answers for both.
#ifndef FLR_CLOSEST_POINTS3_H
#define FLR_CLOSEST_POINTS3_H

#include "closest/frame3.h"

typedef struct flr_points3 {
    const flr_real *coordinates;
    size_t count;
    size_t width;  ///< coordinates of each: 3 in space, 2 in the plane
} flr_points3;

static inline flr_points3 flr_points3_in_space(const flr_vec3 *p, size_t count)
{
    const flr_points3 s = {count > 0 ? &p->x : NULL, count, 3};
    return s;
}
static inline flr_points3 flr_points3_in_plane(const flr_vec2 *p, size_t count)
{
    const flr_points3 s = {count > 0 ? &p->x : NULL, count, 2};
    return s;
}
static inline flr_vec3 flr_points3_at(const flr_points3 *s, size_t i)
{
    const flr_real *p = s->coordinates + i * s->width;
    return flr_vec3_make(p[0], p[1], s->width > 2 ? p[2] : 0);
}

/// Returns the frame of two lists that are not empty, and their common bounds.
static inline flr_frame3 flr_points3_frame(const flr_points3 *a, const flr_points3 *b, flr_vec3 *low,
                                           flr_vec3 *high)
{
    const flr_vec3 first = flr_points3_at(a, 0);
    flr_vec3 points[3] = {first, first, first};
    for (size_t i = 0; i < a->count + b->count; ++i) {
        const flr_vec3 p = i < a->count ? flr_points3_at(a, i) : flr_points3_at(b, i - a->count);
        points[1] = flr_min3(points[1], p);
        points[2] = flr_max3(points[2], p);
    }
    *low = points[1];
    *high = points[2];
    return flr_frame3_make(points, 3, 0);
}

#endif
