/// The Minkowski difference in space: its support points, and its hull from the differences of all corners.
#include "convex/corners.h"

typedef flr_minkowski3_point minkowski_point;
typedef flr_convex3 minkowski_convex;
typedef flr_vec3 minkowski_vec;
typedef flr_hull3 minkowski_hull;

#define minkowski_corner flr_corner3
#define minkowski_corner_count flr_corner_count3
#define minkowski_sub flr_sub3
#define minkowski_neg flr_neg3
#define minkowski_support flr_support3
#define minkowski_sources flr_hull3_sources
#define minkowski_create(points, count, allocator, hull)                                                     \
    flr_hull3_create(points, count, NULL, allocator, hull)

static uint32_t minkowski_vertex(const flr_convex3 *c, flr_vec3 d)
{
    return flr_support3_vertex(c, d, FLR_HULL_NONE);
}

#include "convex/minkowski_hull.h"

flr_minkowski3_point flr_minkowski3_support(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 direction)
{
    return support(a, b, direction);
}

flr_status flr_minkowski3_hull(const flr_convex3 *a, const flr_convex3 *b, const flr_allocator *allocator,
                               flr_hull3 **hull)
{
    return hull_of(a, b, allocator, hull);
}

flr_minkowski3_point flr_minkowski3_hull_vertex(const flr_convex3 *a, const flr_convex3 *b,
                                                const flr_hull3 *hull, uint32_t vertex)
{
    return hull_vertex(a, b, hull, vertex);
}
