#include "query/any2.h"

#include <math.h>

#include "feeler/bounds2.h"
#include "feeler/closest2.h"
#include "feeler/overlap2.h"

// How a shape is handed to the functions of its kind.
#define GIVE_point(s) (s)->as.point
#define GIVE_segment(s) &(s)->as.segment
#define GIVE_ray(s) &(s)->as.ray
#define GIVE_line(s) &(s)->as.line
#define GIVE_plane(s) &(s)->as.plane
#define GIVE_halfspace(s) &(s)->as.halfspace
#define GIVE_circle(s) &(s)->as.circle
#define GIVE_capsule(s) &(s)->as.capsule
#define GIVE_aabb(s) &(s)->as.aabb
#define GIVE_box(s) &(s)->as.box
#define GIVE_triangle(s) &(s)->as.triangle
#define GIVE_polygon(s) &(s)->as.polygon

#define KINDS(M)                                                                                             \
    M(point)                                                                                                 \
    M(segment) M(ray) M(line) M(plane) M(halfspace) M(circle) M(capsule) M(aabb) M(box) M(triangle) M(polygon)

enum {
    KIND_point = FLR_SHAPE2_POINT,
    KIND_segment = FLR_SHAPE2_SEGMENT,
    KIND_ray = FLR_SHAPE2_RAY,
    KIND_line = FLR_SHAPE2_LINE,
    KIND_plane = FLR_SHAPE2_PLANE,
    KIND_halfspace = FLR_SHAPE2_HALFSPACE,
    KIND_circle = FLR_SHAPE2_CIRCLE,
    KIND_capsule = FLR_SHAPE2_CAPSULE,
    KIND_aabb = FLR_SHAPE2_AABB,
    KIND_box = FLR_SHAPE2_BOX,
    KIND_triangle = FLR_SHAPE2_TRIANGLE,
    KIND_polygon = FLR_SHAPE2_POLYGON
};

#define DEFINE_KIND(x)                                                                                       \
    static flr_cast2 cast_##x(const flr_cast2_path *path, const flr_shape2 *s)                               \
    {                                                                                                        \
        return flr_cast2_ray_##x(path, GIVE_##x(s));                                                         \
    }                                                                                                        \
    static int classify_##x(const flr_plane2 *p, const flr_shape2 *s)                                        \
    {                                                                                                        \
        return flr_classify2_plane_##x(p, GIVE_##x(s));                                                      \
    }
KINDS(DEFINE_KIND)

typedef flr_cast2 cast_fn(const flr_cast2_path *path, const flr_shape2 *s);
typedef int classify_fn(const flr_plane2 *p, const flr_shape2 *s);

#define CAST(x) [KIND_##x] = cast_##x,
#define CLASSIFY(x) [KIND_##x] = classify_##x,

// clang-format off
static cast_fn *const casts[FLR_SHAPE2_COUNT] = {KINDS(CAST)};
static classify_fn *const classifies[FLR_SHAPE2_COUNT] = {KINDS(CLASSIFY)};
// clang-format on

/// The core of a convex shape, as this program makes them: in place.
static flr_polygon2 core_of(const flr_convex2 *c) { return (flr_polygon2){c->points, c->count}; }

/// A rounded convex shape is its core and the capsules around its edges.
static flr_cast2 cast_convex(const flr_cast2_path *path, const flr_convex2 *s)
{
    flr_polygon2 core = core_of(s);
    flr_cast2_path rest = *path;
    flr_cast2 best = flr_cast2_ray_polygon(&rest, &core);
    if (best.hit && !best.inside && !rest.is_point) rest.t_max = best.t;
    for (size_t i = 0; i < core.count && !best.inside && s->radius > 0; ++i) {
        flr_capsule2 c = {core.vertices[i], core.vertices[(i + 1) % core.count], s->radius};
        flr_cast2 next = flr_cast2_ray_capsule(&rest, &c);
        flr_cast2_keep_nearer(&rest, &best, &next);
    }
    return best;
}

flr_cast2 any2_cast(const flr_cast2_path *path, const flr_shape2 *s)
{
    return s->kind == FLR_SHAPE2_CONVEX ? cast_convex(path, &s->as.convex) : casts[s->kind](path, s);
}

int any2_classify(const flr_plane2 *p, const flr_shape2 *s)
{
    if (s->kind != FLR_SHAPE2_CONVEX) return classifies[s->kind](p, s);
    flr_polygon2 core = core_of(&s->as.convex);
    int side = flr_classify2_plane_polygon(p, &core);
    return side != 0 && flr_closest2_plane_polygon(p, &core).distance > s->as.convex.radius ? side : 0;
}

bool any2_bounds(const flr_shape2 *s, flr_aabb2 *box)
{
    switch (s->kind) {
    case FLR_SHAPE2_POINT:
        *box = flr_bounds2_point(s->as.point);
        return true;
    case FLR_SHAPE2_SEGMENT:
        *box = flr_bounds2_segment(&s->as.segment);
        return true;
    case FLR_SHAPE2_CIRCLE:
        *box = flr_bounds2_circle(&s->as.circle);
        return true;
    case FLR_SHAPE2_CAPSULE:
        *box = flr_bounds2_capsule(&s->as.capsule);
        return true;
    case FLR_SHAPE2_AABB:
        *box = flr_bounds2_aabb(&s->as.aabb);
        return true;
    case FLR_SHAPE2_BOX:
        *box = flr_bounds2_box(&s->as.box);
        return true;
    case FLR_SHAPE2_TRIANGLE:
        *box = flr_bounds2_triangle(&s->as.triangle);
        return true;
    case FLR_SHAPE2_POLYGON:
        *box = flr_bounds2_polygon(&s->as.polygon);
        return true;
    case FLR_SHAPE2_CONVEX: {
        flr_vec2 r = flr_vec2_make(s->as.convex.radius, s->as.convex.radius);
        flr_polygon2 core = core_of(&s->as.convex);
        *box = flr_bounds2_polygon(&core);
        box->min = flr_sub2(box->min, r);
        box->max = flr_add2(box->max, r);
        return true;
    }
    default:
        return false;
    }
}
