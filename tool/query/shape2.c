#include <math.h>
#include <stdlib.h>

#include "query/shape.h"

static int compare_points(const void *left, const void *right)
{
    const flr_vec2 *a = left, *b = right;
    if (a->x != b->x) return a->x < b->x ? -1 : 1;
    return a->y < b->y ? -1 : a->y > b->y;
}

/// Do the last two corners and p turn left? With fewer corners they do.
static bool turns_left(const flr_vec2 *hull, size_t count, size_t least, flr_vec2 p)
{
    if (count < least) return true;
    flr_vec2 a = hull[count - 2], b = hull[count - 1];
    return flr_orient2(a.x, a.y, b.x, b.y, p.x, p.y) > 0;
}

/// The hull of the points, counter-clockwise, in their place: Andrew's two chains over the sorted points
/// (1979), by exact signs, so collinear and repeated points are left out for certain.
static bool build_hull(query_shape *shape)
{
    flr_vec2 *p = (flr_vec2 *)(void *)shape->points;
    size_t n = shape->point_count, count = 0;
    flr_vec2 *hull = malloc((2 * n + 1) * sizeof *hull);
    if (!hull) return false;
    qsort(p, n, sizeof *p, compare_points);
    for (size_t i = 0; i < n; ++i) {
        while (!turns_left(hull, count, 2, p[i])) --count;
        hull[count++] = p[i];
    }
    size_t lower = count + 1;
    for (size_t i = n - 1; i-- > 0;) {
        while (!turns_left(hull, count, lower, p[i])) --count;
        hull[count++] = p[i];
    }
    // the first point comes round again at the end
    if (count > 1) --count;
    if (count == 2 && compare_points(&hull[0], &hull[1]) == 0) count = 1;
    free(shape->points);
    shape->points = (flr_real *)(void *)hull;
    shape->point_count = count;
    return true;
}

static bool finite_shape(const flr_shape2 *s)
{
    switch (s->kind) {
    case FLR_SHAPE2_POINT:
        return flr_is_finite2(s->as.point);
    case FLR_SHAPE2_CIRCLE:
        return flr_is_finite2(s->as.circle.center);
    case FLR_SHAPE2_PLANE:
        return flr_is_finite2(s->as.plane.normal) && isfinite(s->as.plane.offset);
    case FLR_SHAPE2_HALFSPACE:
        return flr_is_finite2(s->as.halfspace.normal) && isfinite(s->as.halfspace.offset);
    case FLR_SHAPE2_BOX:
        return flr_is_finite2(s->as.box.center) && flr_is_finite2(s->as.box.half_extents);
    case FLR_SHAPE2_TRIANGLE:
        return flr_is_finite2(s->as.triangle.a) && flr_is_finite2(s->as.triangle.b) &&
               flr_is_finite2(s->as.triangle.c);
    case FLR_SHAPE2_SEGMENT:
    case FLR_SHAPE2_RAY:
    case FLR_SHAPE2_LINE:
    case FLR_SHAPE2_CAPSULE:
    case FLR_SHAPE2_AABB:  // all begin with two vectors
        return flr_is_finite2(s->as.segment.a) && flr_is_finite2(s->as.segment.b);
    default:
        return true;
    }
}

bool query_finish2(const field_scope *s, query_shape *shape)
{
    bool finite = finite_shape(&shape->plane);
    for (size_t i = 0; i < 2 * shape->point_count; ++i) finite = finite && isfinite(shape->points[i]);
    if (!finite) {
        return query_fail(s->error, "not_finite",
                          "%s: expected the shape, where it is placed, within the range of numbers", s->path);
    }
    if (shape->plane.kind == FLR_SHAPE2_POLYGON)
        shape->plane.as.polygon = (flr_polygon2){query_points2(shape), shape->point_count};
    if (shape->plane.kind != FLR_SHAPE2_CONVEX) return true;
    if (!build_hull(shape)) return query_fail(s->error, "out_of_memory", "%s.points: out of memory", s->path);
    if (shape->point_count > UINT32_MAX)
        return query_fail(s->error, "too_large", "%s.points: expected fewer than 2^32 points", s->path);
    shape->plane.as.convex =
        flr_convex2_polygon(query_points2(shape), (uint32_t)shape->point_count, flr_vec2_make(1, 0),
                            flr_vec2_make(0, 0), shape->plane.as.convex.radius);
    return true;
}
