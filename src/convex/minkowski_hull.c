/// The Minkowski difference as an object: its support points, and its hull from the differences of all
/// corners.
#include "base/allocator.h"
#include "convex/corners.h"

/// Counts the differences. Returns FLR_OK if there may be so many.
static flr_status count_differences(uint32_t a, uint32_t b, size_t *count)
{
    if (a == 0 || b == 0) return FLR_INVALID_SHAPE;
    if (a > FLR_HULL_MAX_POINTS / b) return FLR_TOO_LARGE;
    *count = (size_t)a * b;
    return FLR_OK;
}

// ---- In both dimensions: difference i * count_b + j is of corners i and j ----

#define MINKOWSKI(D, CREATE)                                                                                 \
    static flr_minkowski##D##_point pair_of##D(const flr_convex##D *a, const flr_convex##D *b, uint32_t i,   \
                                               uint32_t j)                                                   \
    {                                                                                                        \
        flr_minkowski##D##_point p = {                                                                       \
            .a = flr_corner##D(a, i), .b = flr_corner##D(b, j), .vertex_a = i, .vertex_b = j};               \
        p.difference = flr_sub##D(p.a, p.b);                                                                 \
        return p;                                                                                            \
    }                                                                                                        \
    flr_minkowski##D##_point flr_minkowski##D##_support(const flr_convex##D *a, const flr_convex##D *b,      \
                                                        flr_vec##D direction)                                \
    {                                                                                                        \
        const flr_vec##D back = flr_neg##D(direction);                                                       \
        flr_minkowski##D##_point p = {.a = flr_support##D(a, direction), .b = flr_support##D(b, back)};      \
        p.vertex_a = vertex##D(a, direction);                                                                \
        p.vertex_b = vertex##D(b, back);                                                                     \
        p.difference = flr_sub##D(p.a, p.b);                                                                 \
        return p;                                                                                            \
    }                                                                                                        \
    flr_status flr_minkowski##D##_hull(const flr_convex##D *a, const flr_convex##D *b,                       \
                                       const flr_allocator *allocator, flr_hull##D **hull)                   \
    {                                                                                                        \
        if (!a || !b || !hull) return FLR_INVALID_ARGUMENT;                                                  \
        const uint32_t count_b = flr_corner_count##D(b);                                                     \
        size_t count;                                                                                        \
        flr_status status = count_differences(flr_corner_count##D(a), count_b, &count);                      \
        if (status != FLR_OK) return status;                                                                 \
        const flr_allocator memory = flr_allocator_or_default(allocator);                                    \
        flr_vec##D *points = flr_allocate(&memory, count, sizeof *points);                                   \
        if (!points) return FLR_OUT_OF_MEMORY;                                                               \
        for (size_t k = 0; k < count; ++k)                                                                   \
            points[k] = pair_of##D(a, b, (uint32_t)(k / count_b), (uint32_t)(k % count_b)).difference;       \
        status = CREATE;                                                                                     \
        flr_release(&memory, points, count, sizeof *points);                                                 \
        return status;                                                                                       \
    }                                                                                                        \
    flr_minkowski##D##_point flr_minkowski##D##_hull_vertex(const flr_convex##D *a, const flr_convex##D *b,  \
                                                            const flr_hull##D *hull, uint32_t vertex)        \
    {                                                                                                        \
        const uint32_t source = flr_hull##D##_sources(hull)[vertex], count_b = flr_corner_count##D(b);       \
        return pair_of##D(a, b, source / count_b, source % count_b);                                         \
    }

static uint32_t vertex2(const flr_convex2 *c, flr_vec2 d) { return flr_support2_vertex(c, d); }
static uint32_t vertex3(const flr_convex3 *c, flr_vec3 d) { return flr_support3_vertex(c, d, FLR_HULL_NONE); }

MINKOWSKI(2, flr_hull2_create(points, count, allocator, hull))
MINKOWSKI(3, flr_hull3_create(points, count, NULL, allocator, hull))
