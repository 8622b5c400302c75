/// Is a shape of any kind valid, with all its parts? The typed checks are in shape/check.c.

#include "any/any2.h"
#include "any/any3.h"
#include "convex/kinds3.h"

// ---- The plane

static flr_status check_convex2(const flr_convex2 *c)
{
    const bool is_posed = c->kind != FLR_CONVEX2_CORNERS && c->kind != FLR_CONVEX2_USER;
    const flr_box2 frame = {c->center, is_posed ? c->rotation : flr_vec2_make(1, 0), {0, 0}};
    return c->radius >= 0 ? flr_check2_box(&frame) : FLR_INVALID_SHAPE;
}

/// Of a shape whose arrays are there.
static flr_status check2_of(const flr_shape2 *s)
{
    flr_status status = FLR_OK;
    switch (s->kind) {
    case FLR_SHAPE2_POINT:
        return flr_check2_point(s->as.point);
    case FLR_SHAPE2_SEGMENT:
        return flr_check2_segment(&s->as.segment);
    case FLR_SHAPE2_RAY:
        return flr_check2_ray(&s->as.ray);
    case FLR_SHAPE2_LINE:
        return flr_check2_line(&s->as.line);
    case FLR_SHAPE2_PLANE:
        return flr_check2_plane(&s->as.plane);
    case FLR_SHAPE2_HALFSPACE:
        return flr_check2_halfspace(&s->as.halfspace);
    case FLR_SHAPE2_CIRCLE:
        return flr_check2_circle(&s->as.circle);
    case FLR_SHAPE2_CAPSULE:
        return flr_check2_capsule(&s->as.capsule);
    case FLR_SHAPE2_AABB:
        return flr_check2_aabb(&s->as.aabb);
    case FLR_SHAPE2_BOX:
        return flr_check2_box(&s->as.box);
    case FLR_SHAPE2_TRIANGLE:
        return flr_check2_triangle(&s->as.triangle);
    case FLR_SHAPE2_POLYGON:
        return flr_check2_polygon(&s->as.polygon);
    case FLR_SHAPE2_CONVEX:
        return check_convex2(&s->as.convex);
    case FLR_SHAPE2_COMPOUND:
        for (size_t i = 0; status == FLR_OK && i < s->as.compound.count; ++i)
            status = check2_of(&s->as.compound.shapes[i]);
        return status;
    default:
        return FLR_OK;
    }
}

flr_status flr_check2(const flr_shape2 *s)
{
    const flr_status status = flr_any2_check(s);
    return status == FLR_OK ? check2_of(s) : status;
}

// ---- Space

/// As the axes of flr_check3_box.
static bool is_unit(flr_vec3 v)
{
    const double x = (double)v.x, y = (double)v.y, z = (double)v.z;
    return fabs(sqrt(x * x + y * y + z * z) - 1) <= 1e-6;
}

static flr_status check_convex3(const flr_convex3 *c)
{
    const convex3_layout *l = &flr_convex3_layouts[c->kind];
    const flr_vec3 none = {0, 0, 0}, *h = l->extents ? &c->half_extents : &none;
    if (!(c->radius >= 0)) return FLR_INVALID_SHAPE;
    if (l->axes == 1) return is_unit(c->axes.z) && h->x >= 0 && h->z >= 0 ? FLR_OK : FLR_INVALID_SHAPE;
    const flr_box3 frame = {c->center, c->axes, *h};
    return l->axes > 0 ? flr_check3_box(&frame) : FLR_OK;
}

typedef flr_status check_fn(const flr_shape3 *s);

// clang-format off
#define TYPED(X) ANY3_NUMBERS(X) X(polygon)
// clang-format on

#define OF_KIND(K, ...)                                                                                      \
    static flr_status of_##K(const flr_shape3 *s) { return flr_check3_##K(AS3_##K(s)); }
TYPED(OF_KIND)

#define ENTRY(K, ...) [KIND3_##K] = of_##K,
static check_fn *const table[FLR_SHAPE3_COUNT] = {TYPED(ENTRY)};

/// A mesh was checked when it was made.
static flr_status check3_of(const flr_shape3 *s)
{
    flr_status status = FLR_OK;
    if (table[s->kind]) return table[s->kind](s);
    if (s->kind == FLR_SHAPE3_CONVEX) return check_convex3(&s->as.convex);
    for (size_t i = 0; status == FLR_OK && any3_is_compound(s) && i < s->as.compound.count; ++i)
        status = check3_of(&s->as.compound.shapes[i]);
    return status;
}

flr_status flr_check3(const flr_shape3 *s)
{
    const flr_status status = flr_any3_check(s);
    return status == FLR_OK ? check3_of(s) : status;
}
