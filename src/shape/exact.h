/// Do segments and triangles intersect? Exact for every finite input, by signs of orientations. Touching
/// counts.
#ifndef FLR_SHAPE_EXACT_H
#define FLR_SHAPE_EXACT_H

#include <stddef.h>

#include "feeler/math.h"
#include "feeler/shape2.h"
#include "feeler/shape3.h"

// ---- The plane

bool flr_exact2_segment_segment(flr_vec2 a0, flr_vec2 a1, flr_vec2 b0, flr_vec2 b1);

/// Does a closed outline turn in one direction only, and around once? Exact; it may have repeated and
/// collinear corners. Corner i is (x[i * stride], y[i * stride]).
bool flr_is_convex_outline(const flr_real *x, const flr_real *y, size_t stride, size_t count);
static inline bool polygon2_is_convex(const flr_polygon2 *g)
{
    return flr_is_convex_outline(&g->vertices->x, &g->vertices->y, 2, g->count);
}

/// Twice the area of a sheet as a vector, from a fan about the first corner; with rounding errors.
flr_vec3 flr_area3(const flr_vec3 *corners, size_t count);
/// Is a sheet convex as seen along the coordinate axis nearest to its area vector?
bool flr_is_convex_sheet3(const flr_vec3 *corners, size_t count);

// ---- Space

bool flr_exact3_segment_segment(const flr_segment3 *a, const flr_segment3 *b);
bool flr_exact3_segment_triangle(const flr_segment3 *s, const flr_triangle3 *t);
bool flr_exact3_triangle_triangle(const flr_triangle3 *a, const flr_triangle3 *b);

/// Returns the corner that is alone on its side of the other triangle's plane, and that side. The other two
/// corners are on the other side or on the plane.
static inline int flr_lone_corner3(const int side[3], int *lone_side)
{
    int positive = 0, negative = 0, sum = 0;
    for (int i = 0; i < 3; ++i) {
        positive += side[i] > 0;
        negative += side[i] < 0;
        sum += side[i];
    }
    int wanted = positive == 1 ? 1 : negative == 1 ? -1 : 0;  // 0: one corner on the plane
    *lone_side = wanted ? wanted : sum > 0 ? -1 : 1;
    int i = 0;
    while (side[i] != wanted) ++i;
    return i;
}

#endif
