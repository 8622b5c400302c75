/// The Minkowski difference in the plane: its support points, and its hull from the differences of all corners.
#include "convex/corners.h"

typedef flr_minkowski2_point minkowski_point;
typedef flr_convex2 minkowski_convex;
typedef flr_vec2 minkowski_vec;
typedef flr_hull2 minkowski_hull;

#define minkowski_corner flr_corner2
#define minkowski_corner_count flr_corner_count2
#define minkowski_sub flr_sub2
#define minkowski_neg flr_neg2
#define minkowski_support flr_support2
#define minkowski_sources flr_hull2_sources
#define minkowski_create(points, count, allocator, hull) flr_hull2_create(points, count, allocator, hull)

static uint32_t minkowski_vertex(const flr_convex2 *c, flr_vec2 d) { return flr_support2_vertex(c, d); }

#include "convex/minkowski_hull.h"

flr_minkowski2_point flr_minkowski2_support(const flr_convex2 *a, const flr_convex2 *b, flr_vec2 direction)
{
    return support(a, b, direction);
}

flr_status flr_minkowski2_hull(const flr_convex2 *a, const flr_convex2 *b, const flr_allocator *allocator,
                               flr_hull2 **hull)
{
    return hull_of(a, b, allocator, hull);
}

flr_minkowski2_point flr_minkowski2_hull_vertex(const flr_convex2 *a, const flr_convex2 *b,
                                                const flr_hull2 *hull, uint32_t vertex)
{
    return hull_vertex(a, b, hull, vertex);
}
