#include <float.h>

#include "base/answer.h"
#include "closest/frame3.h"
#include "query/any3_distance.h"
#include "query/any3_near.h"
#include "query/any3_order.h"
#include "query/compound3.h"
#include "query/kinds3.h"

typedef void distance_fn(const flr_shape3 *a, const flr_shape3 *b, flr_closest3 *c);

// The pairs with a closest-point routine of their own, a row for each first shape.
// clang-format off
#define PAIRS(X) \
    X(point, point) X(point, segment) X(point, ray) X(point, line) X(point, plane) X(point, halfspace) \
    X(point, sphere) X(point, capsule) X(point, aabb) X(point, box) X(point, cylinder) X(point, cone) \
    X(point, triangle) X(point, quad) X(point, rectangle) X(point, polygon) X(point, tetrahedron) \
    X(segment, segment) X(segment, ray)     X(segment, line)   X(segment, plane)   X(segment, halfspace) \
    X(segment, sphere)  X(segment, capsule) X(segment, aabb)   X(segment, box)     X(segment, triangle) \
    X(segment, quad)    X(segment, rectangle) X(segment, polygon) X(segment, tetrahedron) \
    X(ray, ray)  X(ray, line)   X(ray, plane)    X(ray, halfspace)  X(ray, sphere)  X(ray, capsule) \
    X(ray, aabb) X(ray, box)    X(ray, triangle) X(ray, quad) X(ray, rectangle) X(ray, polygon) X(ray, tetrahedron) \
    X(line, line)  X(line, plane)  X(line, halfspace) X(line, sphere) X(line, capsule) X(line, aabb) X(line, box) \
    X(line, triangle) X(line, quad) X(line, rectangle) X(line, polygon) X(line, tetrahedron) \
    X(plane, sphere) X(plane, capsule) X(halfspace, sphere) X(halfspace, capsule) \
    X(sphere, sphere)    X(sphere, capsule)  X(sphere, aabb)  X(sphere, box)    X(sphere, cylinder) \
    X(sphere, cone)      X(sphere, triangle) X(sphere, quad)  X(sphere, rectangle) \
    X(sphere, polygon)   X(sphere, tetrahedron) \
    X(capsule, capsule)  X(capsule, aabb)    X(capsule, box)  X(capsule, triangle) X(capsule, quad) \
    X(capsule, rectangle) X(capsule, polygon) X(capsule, tetrahedron) \
    X(triangle, triangle)
// clang-format on

#define OF_PAIR(A, B)                                                                                        \
    static void A##_##B(const flr_shape3 *a, const flr_shape3 *b, flr_closest3 *c)                           \
    {                                                                                                        \
        *c = flr_closest3_##A##_##B(AS3_##A(a), AS3_##B(b));                                                 \
    }
PAIRS(OF_PAIR)

#define ENTRY(A, B) [KIND3_##A][KIND3_##B] = A##_##B,
static distance_fn *const table[FLR_SHAPE3_COUNT][FLR_SHAPE3_COUNT] = {PAIRS(ENTRY)};

bool flr_any3_has_distance(const flr_shape3 *a, const flr_shape3 *b)
{
    return (a->kind <= b->kind ? table[a->kind][b->kind] : table[b->kind][a->kind]) != NULL;
}

/// Farther apart than any rounding?
static bool surely_apart(const flr_shape3 *a, const flr_shape3 *b, double distance)
{
    const double part = sizeof(flr_real) == sizeof(float) ? 0x1p-12 : 0x1p-30;
    if (!(distance > 0) || b->kind >= FLR_SHAPE3_CONVEX || any3_is_flat_unbounded(a->kind)) return false;
    return distance > part * (flr_any3_size(a) + flr_any3_size(b));
}

/// Agrees with the yes or no of their own where there is one, and with corners that meet.
static void settle(const flr_shape3 *a, const flr_shape3 *b, flr_closest3 *c)
{
    bool overlap;
    if (surely_apart(a, b, (double)c->distance)) return;
    if (!flr_any3_exact_overlap(a, b, &overlap)) {
        if (!(c->distance > 0) || !flr_any3_touch(a, b, c)) return;
        overlap = true;
    }
    if (overlap && c->distance != 0) {
        c->distance = 0;
        c->point_b = c->point_a;
    } else if (!overlap && c->distance == 0) {
        c->distance = sizeof(flr_real) == sizeof(float) ? (flr_real)FLT_MIN : (flr_real)DBL_MIN;
    }
}

/// Two convex shapes are told relative to one another, far from the origin as near it. What is found by the ends of a line's piece, by
/// a box's last points along a normal or by corners rounds as they do in world, and so do the corners of meshes.
static bool rounds_in_world(const flr_shape3 *a, const flr_shape3 *b)
{
    if (b->kind == FLR_SHAPE3_MESH) return !near3_stays(&b->as.mesh);
    return any3_is_path(a->kind) || any3_is_sheet(a->kind) || any3_is_sheet(b->kind);
}

static flr_status general(const flr_shape3 *a, const flr_shape3 *b, flr_real limit, flr_closest3 *c)
{
    any3_near n;
    if (!rounds_in_world(a, b) || !flr_any3_near(a, b, &n)) return flr_any3_distance_general(a, b, limit, c);
    flr_status status = flr_any3_distance_general(&n.a.shape, &n.b.shape, limit, c);
    c->point_a = flr_add3(c->point_a, n.origin);
    c->point_b = flr_add3(c->point_b, n.origin);
    return status;
}

static flr_status in_rank(const flr_shape3 *a, const flr_shape3 *b, flr_real limit, flr_closest3 *c)
{
    distance_fn *typed = table[a->kind][b->kind];
    if (typed) {
        typed(a, b, c);
        return FLR_OK;
    }
    flr_status status = general(a, b, limit, c);
    settle(a, b, c);
    return status;
}

static flr_closest3 turned(flr_closest3 c) { return (flr_closest3){c.distance, c.point_b, c.point_a}; }

flr_status flr_any3_distance(const flr_shape3 *a, const flr_shape3 *b, flr_real limit, flr_closest3 *c)
{
    a = compound3_only(a);
    b = compound3_only(b);
    if (any3_is_compound(a) || any3_is_compound(b)) {
        compound3_nearest n = flr_compound3_nearest(a, b, limit);
        *c = n.closest;
        return n.status;
    }
    if (flr_any3_in_order(a, b)) return in_rank(a, b, limit, c);
    flr_status status = in_rank(b, a, limit, c);
    *c = turned(*c);
    return status;
}

/// Of shapes so large or small that it has to be asked in another unit, in their order.
static flr_status distance_in_unit(const flr_shape3 *a, const flr_shape3 *b, flr_real factor, flr_closest3 *c)
{
    any3_rescaled_pair r;
    if (!flr_any3_rescale_pair(a, b, factor, &r)) return flr_any3_distance(a, b, (flr_real)INFINITY, c);
    flr_status status = flr_any3_distance(&r.a.shape, &r.b.shape, (flr_real)INFINITY, c);
    bool apart = c->distance > 0;
    c->distance /= factor;
    if (apart) c->distance = flr_real_from_distance(flr_keep_apart((double)c->distance));
    c->point_a = flr_scale3(1 / factor, c->point_a);
    c->point_b = flr_scale3(1 / factor, c->point_b);
    // what was too small for that unit has not been seen, and may be what tells them apart
    if (!r.same) settle(a, b, c);
    return status;
}

/// a before b in the order of shapes.
static flr_status in_order(const flr_shape3 *a, const flr_shape3 *b, bool usual, flr_closest3 *closest)
{
    flr_closest3 c;
    // of a compound its shapes are asked one by one
    bool whole = !any3_is_compound(a) && !any3_is_compound(b) && !usual && !flr_any3_has_distance(a, b);
    flr_real factor = whole ? flr_any3_factor(a, b, 0) : 1;
    const flr_status status =
        factor == 1 ? flr_any3_distance(a, b, (flr_real)INFINITY, &c) : distance_in_unit(a, b, factor, &c);
    if (!isfinite(c.distance)) return FLR_NOT_FINITE;
    if (!usual && !any3_is_compound(b)) settle(a, b, &c);
    // where lines and planes meet may be out of the range of numbers
    if (!usual && !(flr_is_finite3(c.point_a) && flr_is_finite3(c.point_b))) return FLR_NOT_FINITE;
    *closest = c;
    return status;
}

flr_status flr_distance3(const flr_shape3 *a, const flr_shape3 *b, flr_closest3 *closest)
{
    if (!closest) return FLR_INVALID_ARGUMENT;
    bool usual;
    flr_status status = any3_take_pair(&a, &b, &usual);
    if (status != FLR_OK) return status;
    if (flr_any3_in_order(a, b)) return in_order(a, b, usual, closest);
    status = in_order(b, a, usual, closest);
    if (flr_has_answer(status)) *closest = turned(*closest);
    return status;
}

flr_status flr_any3_distance_of_any_size(const flr_shape3 *a, const flr_shape3 *b, flr_real limit,
                                         flr_closest3 *c)
{
    if (flr_any3_has_distance(a, b) || flr_any3_factor(a, b, 0) == 1)
        return flr_any3_distance(a, b, limit, c);
    c->distance = (flr_real)NAN;
    return flr_distance3(a, b, c);
}
