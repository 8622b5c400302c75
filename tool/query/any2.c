#include "query/any2.h"

#include <math.h>

#include "feeler/bounds2.h"

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

// Each row is what stands with and after a shape in the rank that orders the names of pairs.
#define ROW_polygon(M, a) M(a, polygon)
#define ROW_triangle(M, a) M(a, triangle) ROW_polygon(M, a)
#define ROW_box(M, a) M(a, box) ROW_triangle(M, a)
#define ROW_aabb(M, a) M(a, aabb) ROW_box(M, a)
#define ROW_capsule(M, a) M(a, capsule) ROW_aabb(M, a)
#define ROW_circle(M, a) M(a, circle) ROW_capsule(M, a)
#define ROW_halfspace(M, a) M(a, halfspace) ROW_circle(M, a)
#define ROW_plane(M, a) M(a, plane) ROW_halfspace(M, a)
#define ROW_line(M, a) M(a, line) ROW_plane(M, a)
#define ROW_ray(M, a) M(a, ray) ROW_line(M, a)
#define ROW_segment(M, a) M(a, segment) ROW_ray(M, a)
#define ROW_point(M, a) M(a, point) ROW_segment(M, a)
#define PAIRS(M)                                                                                             \
    ROW_point(M, point) ROW_segment(M, segment) ROW_ray(M, ray) ROW_line(M, line) ROW_plane(M, plane)        \
        ROW_halfspace(M, halfspace) ROW_circle(M, circle) ROW_capsule(M, capsule) ROW_aabb(M, aabb)          \
            ROW_box(M, box) ROW_triangle(M, triangle) ROW_polygon(M, polygon)
#define KINDS(M) ROW_point(M, )

enum {
    KIND_point = SHAPE2_POINT,
    KIND_segment = SHAPE2_SEGMENT,
    KIND_ray = SHAPE2_RAY,
    KIND_line = SHAPE2_LINE,
    KIND_plane = SHAPE2_PLANE,
    KIND_halfspace = SHAPE2_HALFSPACE,
    KIND_circle = SHAPE2_CIRCLE,
    KIND_capsule = SHAPE2_CAPSULE,
    KIND_aabb = SHAPE2_AABB,
    KIND_box = SHAPE2_BOX,
    KIND_triangle = SHAPE2_TRIANGLE,
    KIND_polygon = SHAPE2_POLYGON
};

#define DEFINE_PAIR(x, y)                                                                                    \
    static bool overlap_##x##_##y(const shape2 *a, const shape2 *b)                                          \
    {                                                                                                        \
        return flr_overlap2_##x##_##y(GIVE_##x(a), GIVE_##y(b));                                             \
    }                                                                                                        \
    static flr_closest2 closest_##x##_##y(const shape2 *a, const shape2 *b)                                  \
    {                                                                                                        \
        return flr_closest2_##x##_##y(GIVE_##x(a), GIVE_##y(b));                                             \
    }
PAIRS(DEFINE_PAIR)

#define DEFINE_KIND(none, x)                                                                                 \
    static flr_cast2 cast_##x(const flr_cast2_path *path, const shape2 *s)                                   \
    {                                                                                                        \
        return flr_cast2_ray_##x(path, GIVE_##x(s));                                                         \
    }                                                                                                        \
    static int classify_##x(const flr_plane2 *p, const shape2 *s)                                            \
    {                                                                                                        \
        return flr_classify2_plane_##x(p, GIVE_##x(s));                                                      \
    }
KINDS(DEFINE_KIND)

typedef bool overlap_fn(const shape2 *a, const shape2 *b);
typedef flr_closest2 closest_fn(const shape2 *a, const shape2 *b);
typedef flr_cast2 cast_fn(const flr_cast2_path *path, const shape2 *s);
typedef int classify_fn(const flr_plane2 *p, const shape2 *s);

#define OVERLAP(x, y) [KIND_##x][KIND_##y] = overlap_##x##_##y,
#define CLOSEST(x, y) [KIND_##x][KIND_##y] = closest_##x##_##y,
#define CAST(none, x) [KIND_##x] = cast_##x,
#define CLASSIFY(none, x) [KIND_##x] = classify_##x,

// clang-format off
static overlap_fn *const overlaps[SHAPE2_COUNT][SHAPE2_COUNT] = {PAIRS(OVERLAP)};
static closest_fn *const closests[SHAPE2_COUNT][SHAPE2_COUNT] = {PAIRS(CLOSEST)};
static cast_fn *const casts[SHAPE2_COUNT] = {KINDS(CAST)};
static classify_fn *const classifies[SHAPE2_COUNT] = {KINDS(CLASSIFY)};
// clang-format on

/// Of the shapes without their rounding.
static flr_closest2 closest_cores(const shape2 *a, const shape2 *b)
{
    if (a->kind <= b->kind) return closests[a->kind][b->kind](a, b);
    flr_closest2 c = closests[b->kind][a->kind](b, a);
    return (flr_closest2){c.distance, c.point_b, c.point_a};
}

bool any2_overlap(const shape2 *a, const shape2 *b)
{
    if (a->rounding > 0 || b->rounding > 0) return any2_closest(a, b).distance == 0;
    return a->kind <= b->kind ? overlaps[a->kind][b->kind](a, b) : overlaps[b->kind][a->kind](b, a);
}

flr_closest2 any2_closest(const shape2 *a, const shape2 *b)
{
    flr_closest2 c = closest_cores(a, b);
    flr_real reach = a->rounding + b->rounding;
    if (reach == 0 || c.distance == 0) return c;
    flr_vec2 along = flr_scale2(1 / c.distance, flr_sub2(c.point_b, c.point_a));
    if (c.distance <= reach) {
        flr_vec2 common = flr_mul_add2(c.point_a, a->rounding * (c.distance / reach), along);
        return (flr_closest2){0, common, common};
    }
    c.distance -= reach;
    c.point_a = flr_mul_add2(c.point_a, a->rounding, along);
    c.point_b = flr_mul_add2(c.point_b, -b->rounding, along);
    return c;
}

/// A rounded convex shape is its core and the capsules around its edges.
static flr_cast2 cast_rounded(const flr_cast2_path *path, const shape2 *s)
{
    flr_polygon2 core = s->as.polygon;
    flr_cast2_path rest = *path;
    flr_cast2 best = flr_cast2_ray_polygon(&rest, &core);
    if (best.hit && !best.inside && !rest.is_point) rest.t_max = best.t;
    for (size_t i = 0; i < core.count && !best.inside; ++i) {
        flr_capsule2 c = {core.vertices[i], core.vertices[(i + 1) % core.count], s->rounding};
        flr_cast2 next = flr_cast2_ray_capsule(&rest, &c);
        flr_cast2_keep_nearer(&rest, &best, &next);
    }
    return best;
}

flr_cast2 any2_cast(const flr_cast2_path *path, const shape2 *s)
{
    return s->rounding > 0 ? cast_rounded(path, s) : casts[s->kind](path, s);
}

int any2_classify(const flr_plane2 *p, const shape2 *s)
{
    int side = classifies[s->kind](p, s);
    if (side == 0 || s->rounding == 0) return side;
    return flr_closest2_plane_polygon(p, &s->as.polygon).distance > s->rounding ? side : 0;
}

bool any2_bounds(const shape2 *s, flr_aabb2 *box)
{
    switch (s->kind) {
    case SHAPE2_POINT:
        *box = flr_bounds2_point(s->as.point);
        return true;
    case SHAPE2_SEGMENT:
        *box = flr_bounds2_segment(&s->as.segment);
        return true;
    case SHAPE2_CIRCLE:
        *box = flr_bounds2_circle(&s->as.circle);
        return true;
    case SHAPE2_CAPSULE:
        *box = flr_bounds2_capsule(&s->as.capsule);
        return true;
    case SHAPE2_AABB:
        *box = flr_bounds2_aabb(&s->as.aabb);
        return true;
    case SHAPE2_BOX:
        *box = flr_bounds2_box(&s->as.box);
        return true;
    case SHAPE2_TRIANGLE:
        *box = flr_bounds2_triangle(&s->as.triangle);
        return true;
    case SHAPE2_POLYGON: {
        flr_vec2 r = flr_vec2_make(s->rounding, s->rounding);
        *box = flr_bounds2_polygon(&s->as.polygon);
        box->min = flr_sub2(box->min, r);
        box->max = flr_add2(box->max, r);
        return true;
    }
    default:
        return false;
    }
}
