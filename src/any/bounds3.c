/// What is the smallest axis-parallel box around a shape in space? A typed function answers for most kinds,
/// and support points along the axes for convex cores. Other questions take from here boxes that are
/// loosened by rounding, and the piece of a ray or line near a bounded shape.
#include "any/any3.h"
#include "feeler/shape2.h"
#include "feeler/shape3.h"

typedef flr_aabb3 bounds_fn(const flr_shape3 *s);

// clang-format off
#define TYPED(X) ANY3_CONVEX(X) X(quad) X(polygon)
// clang-format on

#define OF_KIND(K, ...)                                                                                      \
    static flr_aabb3 of_##K(const flr_shape3 *s) { return flr_bounds3_##K(AS3_##K(s)); }
TYPED(OF_KIND)

static flr_aabb3 of_mesh(const flr_shape3 *s) { return s->as.mesh.bounds; }

static flr_aabb3 grown(flr_aabb3 b, flr_real by)
{
    const flr_vec3 all = flr_vec3_make(by, by, by);
    return (flr_aabb3){flr_sub3(b.min, all), flr_add3(b.max, all)};
}

static flr_aabb3 of_convex(const flr_shape3 *s)
{
    const flr_convex3 *c = &s->as.convex;
    flr_aabb3 b = {{(flr_real)INFINITY, (flr_real)INFINITY, (flr_real)INFINITY},
                   {-(flr_real)INFINITY, -(flr_real)INFINITY, -(flr_real)INFINITY}};
    for (int k = 0; k < 6; k++) {
        flr_real way = k & 1 ? -1 : 1;
        flr_vec3 p =
            flr_support3(c, flr_vec3_make(k / 2 == 0 ? way : 0, k / 2 == 1 ? way : 0, k / 2 == 2 ? way : 0));
        b.min = flr_min3(b.min, p);
        b.max = flr_max3(b.max, p);
    }
    return grown(b, c->radius);
}

static flr_status bounds_of(const flr_shape3 *s, flr_aabb3 *b);

static flr_status of_compound(const flr_compound3 *c, flr_aabb3 *all)
{
    flr_status status = bounds_of(&c->shapes[0], all);
    for (size_t i = 1; i < c->count && status == FLR_OK; i++) {
        flr_aabb3 next;
        status = bounds_of(&c->shapes[i], &next);
        if (status != FLR_OK) break;
        all->min = flr_min3(all->min, next.min);
        all->max = flr_max3(all->max, next.max);
    }
    return status;
}

#define ENTRY(K, ...) [KIND3_##K] = of_##K,
static bounds_fn *const table[FLR_SHAPE3_COUNT] = {TYPED(ENTRY) ENTRY(convex) ENTRY(mesh)};

static flr_status bounds_of(const flr_shape3 *s, flr_aabb3 *b)
{
    if (s->kind == FLR_SHAPE3_COMPOUND) return of_compound(&s->as.compound, b);
    if (!table[s->kind]) return FLR_UNBOUNDED;
    *b = grown(table[s->kind](s), s->rounding);
    return FLR_OK;
}

flr_status flr_bounds3(const flr_shape3 *s, flr_aabb3 *bounds)
{
    if (!bounds) return FLR_INVALID_ARGUMENT;
    flr_status status = flr_any3_check(s);
    if (status != FLR_OK) return status;
    flr_aabb3 b;
    status = bounds_of(s, &b);
    if (status == FLR_OK) *bounds = b;
    return status;
}

flr_aabb3 flr_any3_bounds(const flr_shape3 *s)
{
    if (s->kind != FLR_SHAPE3_COMPOUND) return flr_any3_loosened(grown(table[s->kind](s), s->rounding));
    const flr_compound3 *c = &s->as.compound;
    flr_aabb3 all = flr_compound3_box(c, 0);
    for (size_t i = 1; i < c->count; i++) {
        const flr_aabb3 next = flr_compound3_box(c, i);
        all.min = flr_min3(all.min, next.min);
        all.max = flr_max3(all.max, next.max);
    }
    return all;
}

flr_aabb3 flr_compound3_box(const flr_compound3 *c, size_t i)
{
    return c->bounds ? flr_any3_loosened(c->bounds[i]) : flr_any3_bounds(&c->shapes[i]);
}

flr_shape3 flr_any3_clip_path(const flr_shape3 *path, const flr_shape3 *bounded)
{
    bool is_ray = path->kind == FLR_SHAPE3_RAY;
    flr_vec3 origin = is_ray ? path->as.ray.origin : path->as.line.origin;
    flr_vec3 u = flr_any3_unit(is_ray ? path->as.ray.direction : path->as.line.direction);
    flr_aabb3 b = flr_any3_bounds(bounded);
    flr_vec3 middle = flr_lerp3(b.min, b.max, (flr_real)0.5), offset = flr_sub3(middle, origin);
    flr_real reach = 2 * flr_length3(flr_sub3(b.max, b.min)) +
                     (near3_largest(middle) + near3_largest(origin)) * (flr_real)0x1p-20;
    flr_real at = flr_dot3(offset, u), first = at - reach, last = at + reach;
    if (is_ray && first < 0) first = 0;
    if (is_ray && last < 0) last = 0;
    return any3_of_segment(flr_mul_add3(origin, first, u), flr_mul_add3(origin, last, u));
}
