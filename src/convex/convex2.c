/// How convex shapes of the plane are made, and their support points. The farthest corner of a large polygon
/// is found between stations (flr_support2_of_many).
#include "convex/convex2_make.h"
#include "convex/support2.h"
#include "hull/hull2.h"
#include "math/predicates2.h"
#include "math/unit.h"

#define MAKE(name, make, type)                                                                               \
    flr_convex2 name(type s)                                                                                 \
    {                                                                                                        \
        flr_convex2 c;                                                                                       \
        make(&c, s);                                                                                         \
        return c;                                                                                            \
    }
MAKE(flr_convex2_point, convex2_make_point, flr_vec2)
MAKE(flr_convex2_segment, convex2_make_segment, const flr_segment2 *)
MAKE(flr_convex2_circle, convex2_make_circle, const flr_circle *)
MAKE(flr_convex2_capsule, convex2_make_capsule, const flr_capsule2 *)
MAKE(flr_convex2_aabb, convex2_make_aabb, const flr_aabb2 *)
MAKE(flr_convex2_box, convex2_make_box, const flr_box2 *)
MAKE(flr_convex2_triangle, convex2_make_triangle, const flr_triangle2 *)

static flr_convex2 of_array(flr_convex2_kind kind, const flr_vec2 *points, uint32_t count, flr_vec2 rotation,
                            flr_vec2 position, flr_real radius)
{
    flr_convex2 c;
    convex2_begin(&c, kind, position, count, radius);
    c.rotation = rotation;
    c.points = points;
    return c;
}

flr_convex2 flr_convex2_points(const flr_vec2 *points, uint32_t count, flr_vec2 rotation, flr_vec2 position,
                               flr_real radius)
{
    return of_array(FLR_CONVEX2_POINTS, points, count, rotation, position, radius);
}

flr_convex2 flr_convex2_polygon(const flr_vec2 *points, uint32_t count, flr_vec2 rotation, flr_vec2 position,
                                flr_real radius)
{
    return of_array(FLR_CONVEX2_POLYGON, points, count, rotation, position, radius);
}

flr_convex2 flr_convex2_hull(const flr_hull2 *hull, flr_vec2 rotation, flr_vec2 position, flr_real radius)
{
    const flr_polygon2 p = flr_hull2_polygon(hull);
    flr_convex2 c = of_array(FLR_CONVEX2_POLYGON, p.vertices, (uint32_t)p.count, rotation, position, radius);
    c.normals = flr_hull2_clear_normals(hull);
    return c;
}

flr_convex2 flr_convex2_user(flr_support2_fn *support, const void *user, flr_vec2 center, flr_real radius)
{
    flr_convex2 c;
    convex2_begin(&c, FLR_CONVEX2_USER, center, 0, radius);
    c.support = support;
    c.user = user;
    return c;
}

static double greatest(flr_vec2 v)
{
    const double x = fabs((double)v.x), y = fabs((double)v.y);
    return x > y ? x : y;
}

/// Returns the first of the farthest corners where products of coordinates and direction leave the range of
/// numbers. All coordinates are scaled first, so that the largest is near 1.
static uint32_t farthest_in_unit(const flr_vec2 *p, uint32_t count, flr_vec2 d)
{
    double reach = 0, most = 0;
    uint32_t best = 0;
    for (uint32_t i = 0; i < count; ++i) reach = greatest(p[i]) > reach ? greatest(p[i]) : reach;
    const double unit = reach > 0 && isfinite(reach) ? power_to_half(reach) : 1;
    for (uint32_t i = 0; i < count; ++i) {
        const double along = (double)p[i].x * unit * (double)d.x + (double)p[i].y * unit * (double)d.y;
        if (i > 0 && !(along > most)) continue;
        most = along;
        best = i;
    }
    return best;
}

/// Scales d so that its square is in the range of numbers, and so short that its product with any coordinate
/// is finite.
static inline flr_vec2 short_direction(flr_vec2 d)
{
    const bool single = sizeof(flr_real) == sizeof(float);
    const flr_real large = (flr_real)(single ? 0x1p32 : 0x1p128),
                   factor = (flr_real)(single ? 0x1p-18 : 0x1p-66), square = flr_dot2(d, d);
    if (square > 1 / large && square < large) return flr_scale2(factor, d);
    const double size = greatest(d);
    if (!(size > 0) || !isfinite(size)) return d;
    const double all = power_to_half(size);
    return flr_vec2_make((flr_real)((double)d.x * all) * factor, (flr_real)((double)d.y * all) * factor);
}

/// Are corners so near one another that products of their differences with a short direction vanish?
static bool are_all_small(const flr_vec2 *p, uint32_t count)
{
    enum { FEW = 8 };
    double spread = 0;
    for (uint32_t i = 1; i < count && i < FEW; ++i) {
        const double size = greatest(flr_sub2(p[i], p[0]));
        spread = size > spread ? size : spread;
    }
    return count > 1 && !(spread > (sizeof(flr_real) == sizeof(float) ? 0x1p-80 : 0x1p-800));
}

/// May a difference of corners, or its height along the short direction d, have left the range of numbers?
static inline bool is_out_of_range(const flr_vec2 *p, uint32_t count, uint32_t found, flr_vec2 d)
{
    const bool single = sizeof(flr_real) == sizeof(float);
    const flr_real large = (flr_real)(single ? 0x1p120 : 0x1p1000),
                   small = (flr_real)(single ? 0x1p-100 : 0x1p-900);
    if (!(flr_dot2(p[0], p[0]) + flr_dot2(p[found], p[found]) < large)) return true;
    const flr_real along = flr_dot2(flr_sub2(p[found], p[0]), d);
    return !(along > small || along < -small) && are_all_small(p, count);
}

/// Returns the farthest corner of a shape that is not a user's.
static uint32_t farthest_corner(const flr_convex2 *shape, flr_vec2 direction)
{
    support2 s;
    uint32_t index;
    const bool held = shape->kind == FLR_CONVEX2_CORNERS;
    const flr_vec2 *points = held ? shape->corners : support2_points(shape);
    const flr_vec2 d = short_direction(direction);
    support2_make(&s, shape, support2_origin(shape));
    (void)support2_find(&s, d, &index);
    const flr_vec2 local = held ? d : support2_unrotated(shape->rotation, d);
    if (is_out_of_range(points, shape->count, index, local))
        index = farthest_in_unit(points, shape->count, local);
    return index;
}

/// Returns a point as seen from the origin, in the unit. If that is small, both are scaled first, as a difference of
/// large numbers could leave the range.
static flr_vec2 placed(flr_real unit, flr_vec2 p, flr_vec2 origin)
{
    if (unit < 1) return flr_sub2(flr_scale2(unit, p), flr_scale2(unit, origin));
    return flr_scale2(unit, flr_sub2(p, origin));
}

static flr_vec2 support_moved(const void *user, flr_vec2 d)
{
    const moved2 *m = user;
    const flr_vec2 p = m->core->support(m->core->user, d);
    if (m->not_finite && !flr_is_finite2(p)) *m->not_finite = true;
    return placed(m->unit, p, m->origin);
}

/// Corners inside the struct are scaled themselves, arrays by their rotation.
flr_convex2 flr_moved2(const flr_convex2 *c, flr_vec2 origin, flr_real unit, moved2 *user)
{
    flr_convex2 r = *c;
    r.radius *= unit;
    if (unit != 1) r.normals = NULL;  // the rotation would scale them as well
    r.center = placed(unit, c->center, origin);
    if (c->kind == FLR_CONVEX2_POLYGON || c->kind == FLR_CONVEX2_POINTS)
        r.rotation = flr_scale2(unit, c->rotation);
    for (int i = 0; i < 4 && c->kind == FLR_CONVEX2_CORNERS; ++i)
        r.corners[i] = placed(unit, c->corners[i], origin);
    for (int i = 0; i < 4 && c->kind == FLR_CONVEX2_BOX; ++i) r.corners[i] = flr_scale2(unit, c->corners[i]);
    if (c->kind != FLR_CONVEX2_USER) return r;
    *user = (moved2){c, origin, unit, NULL};
    r.support = support_moved;
    r.user = user;
    return r;
}

flr_vec2 flr_support2(const flr_convex2 *shape, flr_vec2 direction)
{
    if (shape->kind == FLR_CONVEX2_USER) return shape->support(shape->user, direction);
    const uint32_t index = farthest_corner(shape, direction);
    if (shape->kind == FLR_CONVEX2_CORNERS) return shape->corners[index];
    return flr_add2(shape->center, support2_rotated(shape->rotation, support2_points(shape)[index]));
}

uint32_t flr_support2_vertex(const flr_convex2 *shape, flr_vec2 direction)
{
    return shape->kind == FLR_CONVEX2_USER ? FLR_HULL_NONE : farthest_corner(shape, direction);
}

flr_real flr_support2_probe(const support2 *s)
{
    const flr_convex2 *c = s->shape;
    lanes2 sum = {0, 0};
    for (uint32_t i = 0; i < s->count; ++i) sum += lanes2_of(support2_points(c)[i]);
    return (sum[0] + sum[1]) + (s->offset.x + s->offset.y) + c->radius;
}

static inline flr_real height_of(const flr_vec2 *p, size_t i, flr_vec2 d)
{
    return flr_dot2(d, flr_sub2(p[i], p[0]));
}

/// Every `step`-th corner is a station. Let the corners be those of a convex polygon, each moved so that its height
/// changes by e at most, rounding of heights included. Around a convex polygon heights go up once and down once. So
/// of the two stations beside the old top one was the highest of all, and is now at most 2 e below the highest found.
/// Of the arcs that begin or end at stations no lower than that every corner is measured. As only heights are
/// compared, edges between near corners may look anywhere. The slack is far more than 2 e: 2^-40 of the width that
/// the stations show (2^-15 in single precision), and 32 rounding errors of the coordinates.
uint32_t flr_support2_of_many(const flr_vec2 *p, uint32_t count, flr_vec2 d)
{
    const bool single = sizeof(flr_real) == sizeof(float);
    const flr_real hair = single ? (flr_real)0x1p-15 : (flr_real)0x1p-40,
                   rounding = single ? (flr_real)0x1p-19 : (flr_real)0x1p-48;
    const size_t step = (size_t)sqrt((double)count);
    flr_real most = 0, wide = 0;
    for (size_t i = 0; i < count; i += step) {
        const flr_real height = height_of(p, i, d), far = support2_spread(flr_sub2(p[i], p[0]));
        most = height > most ? height : most;
        wide = far > wide ? far : wide;
    }
    const flr_real least = most - support2_spread(d) * (hair * wide + rounding * support2_spread(p[0]));
    uint32_t best = 0;
    for (size_t i = 0; i < count; i += step) {
        const size_t next = i + step < count ? i + step : 0;
        if (height_of(p, i, d) < least && height_of(p, next, d) < least) continue;
        const uint32_t at =
            (uint32_t)i + farthest2_of(p + i, (uint32_t)(next ? step : count - i), p[0], d).index;
        if (height_of(p, at, d) > height_of(p, best, d)) best = at;
    }
    return best;
}
