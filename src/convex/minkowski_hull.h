/// The Minkowski difference as an object, written once for both dimensions: minkowski2_hull.c and minkowski3_hull.c name their types and
/// functions, include this, and forward each public function to it. Difference i * count_b + j is of corners i and j.
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

static minkowski_point pair_of(const minkowski_convex *a, const minkowski_convex *b, uint32_t i, uint32_t j)
{
    minkowski_point p = {
        .a = minkowski_corner(a, i), .b = minkowski_corner(b, j), .vertex_a = i, .vertex_b = j};
    p.difference = minkowski_sub(p.a, p.b);
    return p;
}

static minkowski_point support(const minkowski_convex *a, const minkowski_convex *b, minkowski_vec direction)
{
    const minkowski_vec back = minkowski_neg(direction);
    minkowski_point p = {.a = minkowski_support(a, direction), .b = minkowski_support(b, back)};
    p.vertex_a = minkowski_vertex(a, direction);
    p.vertex_b = minkowski_vertex(b, back);
    p.difference = minkowski_sub(p.a, p.b);
    return p;
}

static flr_status hull_of(const minkowski_convex *a, const minkowski_convex *b,
                          const flr_allocator *allocator, minkowski_hull **hull)
{
    if (!a || !b || !hull) return FLR_INVALID_ARGUMENT;
    const uint32_t count_b = minkowski_corner_count(b);
    size_t count;
    flr_status status = count_differences(minkowski_corner_count(a), count_b, &count);
    if (status != FLR_OK) return status;
    const flr_allocator memory = flr_allocator_or_default(allocator);
    minkowski_vec *points = flr_allocate(&memory, count, sizeof *points);
    if (!points) return FLR_OUT_OF_MEMORY;
    for (size_t k = 0; k < count; ++k)
        points[k] = pair_of(a, b, (uint32_t)(k / count_b), (uint32_t)(k % count_b)).difference;
    status = minkowski_create(points, count, allocator, hull);
    flr_release(&memory, points, count, sizeof *points);
    return status;
}

static minkowski_point hull_vertex(const minkowski_convex *a, const minkowski_convex *b,
                                   const minkowski_hull *hull, uint32_t vertex)
{
    const uint32_t source = minkowski_sources(hull)[vertex], count_b = minkowski_corner_count(b);
    return pair_of(a, b, source / count_b, source % count_b);
}
