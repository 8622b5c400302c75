#include <math.h>

#include "math/unit.h"
#include "toi/motion3_core.h"

static const motion3_feature corner = {MOTION3_CORNER, {0, 0, 0}};

static bool small(flr_real x, flr_real slack) { return x <= slack && x >= -slack; }

/// An axis of the box that is square to the direction is free: two of them are a face, one is an edge.
static motion3_feature of_box(const mover3 *m, flr_vec3 d, flr_real slack)
{
    const flr_vec3 axis[3] = {m->axes.x, m->axes.y, m->axes.z}, h = m->shape->half_extents;
    const flr_real half[3] = {h.x, h.y, h.z};
    int free[3], count = 0;
    for (int i = 0; i < 3; i++)
        if (half[i] > 0 && small(2 * half[i] * flr_dot3(axis[i], d), slack)) free[count++] = i;
    if (count == 1) return (motion3_feature){MOTION3_EDGE, axis[free[0]]};
    if (count != 2) return corner;
    // of a slanted box the face is square to both, and not along the third
    flr_vec3 normal = unit3_or_zero(flr_cross3(axis[free[0]], axis[free[1]]));
    return (motion3_feature){MOTION3_FACE, normal};
}

/// The corners that lie farthest so far: what they span.
typedef struct span {
    int count;
    flr_vec3 first, second, normal;
    flr_real length, area;  // squared
} span;

static void add_to(span *s, flr_vec3 p)
{
    if (s->count++ == 0) {
        s->first = p;
        return;
    }
    flr_vec3 along = flr_sub3(p, s->first);
    flr_vec3 normal = flr_cross3(s->second, along);
    flr_real length = flr_length_squared3(along), area = flr_length_squared3(normal);
    if (area > s->area) s->area = area, s->normal = normal;
    if (length > s->length) s->length = length, s->second = along;
}

static motion3_feature spanned(const span *s)
{
    if (s->area > s->length * s->length * (flr_real)1e-6)
        return (motion3_feature){MOTION3_FACE, unit3_or_zero(s->normal)};
    return s->length > 0 ? (motion3_feature){MOTION3_EDGE, s->second} : corner;
}

static motion3_feature of_corners(const mover3 *m, flr_vec3 d, flr_real slack)
{
    span s = {.count = 0};
    flr_real most = flr_dot3(m->corner[0], d);
    for (uint32_t i = 1; i < m->shape->count; i++) {
        flr_real along = flr_dot3(m->corner[i], d);
        if (along > most) most = along;
    }
    for (uint32_t i = 0; i < m->shape->count; i++)
        if (flr_dot3(m->corner[i], d) >= most - slack) add_to(&s, m->corner[i]);
    return spanned(&s);
}

static motion3_feature of_points(const mover3 *m, flr_vec3 d, flr_real slack, uint32_t near)
{
    const flr_convex3 *c = m->shape;
    span s = {.count = 0};
    flr_vec3 local = turn3_transposed(&m->axes, d);
    flr_real most =
        near < c->count ? flr_dot3(c->points[near], local) : mover3_points_reach(c->points, c->count, local);
    for (uint32_t i = 0; i < c->count; i++)
        if (flr_dot3(c->points[i], local) >= most - slack) add_to(&s, c->points[i]);
    motion3_feature f = spanned(&s);
    f.along = flr_mat3_mul(m->axes, f.along);
    return f;
}

/// One of the farthest vertices and those of its neighbours that lie as far.
static motion3_feature of_hull(const mover3 *m, flr_vec3 d, flr_real slack, uint32_t near)
{
    const flr_hull3 *h = m->shape->hull;
    span s = {.count = 0};
    flr_vec3 local = turn3_transposed(&m->axes, d);
    uint32_t top = near < h->info.vertex_count ? near : mover3_hull_vertex(h, local);
    flr_vec3 highest = mover3_hull_point(h, top);
    flr_real most = flr_dot3(highest, local);
    add_to(&s, highest);
    for (uint32_t i = h->neighbor_first[top]; i < h->neighbor_first[top + 1]; i++) {
        flr_vec3 p = mover3_hull_point(h, h->neighbors[i]);
        if (flr_dot3(p, local) >= most - slack) add_to(&s, p);
    }
    motion3_feature f = spanned(&s);
    f.along = flr_mat3_mul(m->axes, f.along);
    return f;
}

/// Of any core: what six directions a little off find, where it lies as far along the direction itself.
static motion3_feature of_probes(const mover3 *m, flr_vec3 d, flr_real slack)
{
    const flr_real sine = (flr_real)0.866, tilt = (flr_real)1e-3;
    const flr_real around[6][2] = {{1, 0},  {(flr_real)0.5, sine},   {(flr_real)-0.5, sine},
                                   {-1, 0}, {(flr_real)-0.5, -sine}, {(flr_real)0.5, -sine}};
    flr_vec3 x = flr_cross3(d, d.x * d.x < d.y * d.y ? flr_vec3_make(1, 0, 0) : flr_vec3_make(0, 1, 0));
    flr_vec3 y = flr_cross3(d, x);
    flr_vec3 middle = mover3_support(m, d);
    span s = {.count = 0};
    add_to(&s, middle);
    for (int i = 0; i < 6; i++) {
        flr_vec3 off = flr_mul_add3(flr_mul_add3(d, tilt * around[i][0], x), tilt * around[i][1], y);
        flr_vec3 p = mover3_support(m, off);
        if (flr_dot3(flr_sub3(p, middle), d) >= -slack) add_to(&s, p);
    }
    return spanned(&s);
}

/// The end disc is a face, and where the side is straight it is an edge.
static motion3_feature of_round(const mover3 *m, flr_vec3 d, flr_real slack)
{
    const flr_convex3 *c = m->shape;
    flr_vec3 z = m->axes.z;
    flr_real along = flr_dot3(z, d), across = flr_length3(flr_cross3(z, d)), r = c->half_extents.x;
    bool cone = c->kind == FLR_CONVEX3_CONE;
    if (small(2 * r * across, slack) && (!cone || along < 0)) return (motion3_feature){MOTION3_FACE, z};
    // from the rim of the base to that of the top, or to the apex
    flr_vec3 out = unit3_or_zero(flr_mul_add3(d, -along, z));
    flr_vec3 side = flr_sub3(m->corner[1], m->corner[0]);
    if (cone) side = flr_mul_add3(side, -r, out);
    return small(flr_dot3(side, d), slack) ? (motion3_feature){MOTION3_EDGE, side} : corner;
}

motion3_feature flr_motion3_feature(const mover3 *m, flr_vec3 d, flr_real slack, uint32_t near)
{
    switch (m->shape->kind) {
    case FLR_CONVEX3_BOX:
        return of_box(m, d, slack);
    case FLR_CONVEX3_CORNERS:
        return m->shape->count > 1 ? of_corners(m, d, slack) : corner;
    case FLR_CONVEX3_POINTS:
        return of_points(m, d, slack, near);
    case FLR_CONVEX3_HULL:
        return of_hull(m, d, slack, near);
    case FLR_CONVEX3_CYLINDER:
    case FLR_CONVEX3_CONE:
        return of_round(m, d, slack);
    default:
        return of_probes(m, d, slack);
    }
}
