/// The Minkowski difference as an object: its support points, and its hull from the differences of all corners.
#include "base/allocator.h"
#include "feeler/convex2.h"
#include "feeler/convex3.h"

// ---- Corners by their numbers ----

static uint32_t corner_count3(const flr_convex3 *c)
{
    if (c->kind == FLR_CONVEX3_BOX) return 8;
    if (c->kind == FLR_CONVEX3_HULL) return flr_hull3_get_info(c->hull).vertex_count;
    return c->kind == FLR_CONVEX3_CORNERS || c->kind == FLR_CONVEX3_POINTS ? c->count : 0;
}

static flr_vec3 corner3(const flr_convex3 *c, uint32_t i)
{
    const flr_vec3 h = c->half_extents;
    flr_vec3 p;
    if (c->kind == FLR_CONVEX3_CORNERS) return c->corners[i];
    if (c->kind == FLR_CONVEX3_BOX)
        p = flr_vec3_make(i & 1 ? -h.x : h.x, i & 2 ? -h.y : h.y, i & 4 ? -h.z : h.z);
    else
        p = c->kind == FLR_CONVEX3_HULL ? flr_hull3_vertices(c->hull)[i] : c->points[i];
    return flr_add3(c->center, flr_mat3_mul(c->axes, p));
}

static uint32_t corner_count2(const flr_convex2 *c) { return c->kind == FLR_CONVEX2_USER ? 0 : c->count; }

static flr_vec2 corner2(const flr_convex2 *c, uint32_t i)
{
    if (c->kind == FLR_CONVEX2_CORNERS) return c->corners[i];
    const flr_vec2 p = c->kind == FLR_CONVEX2_BOX ? c->corners[i] : c->points[i], r = c->rotation;
    return flr_add2(c->center, flr_vec2_make(r.x * p.x - r.y * p.y, r.y * p.x + r.x * p.y));
}

/// How many differences there are: FLR_OK if there may be so many.
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
            .a = corner##D(a, i), .b = corner##D(b, j), .vertex_a = i, .vertex_b = j};                       \
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
        const uint32_t count_b = corner_count##D(b);                                                         \
        size_t count;                                                                                        \
        flr_status status = count_differences(corner_count##D(a), count_b, &count);                          \
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
        const uint32_t source = flr_hull##D##_sources(hull)[vertex], count_b = corner_count##D(b);           \
        return pair_of##D(a, b, source / count_b, source % count_b);                                         \
    }

static uint32_t vertex2(const flr_convex2 *c, flr_vec2 d) { return flr_support2_vertex(c, d); }
static uint32_t vertex3(const flr_convex3 *c, flr_vec3 d) { return flr_support3_vertex(c, d, FLR_HULL_NONE); }

MINKOWSKI(2, flr_hull2_create(points, count, allocator, hull))
MINKOWSKI(3, flr_hull3_create(points, count, NULL, allocator, hull))
