/// Do any two shapes in space overlap? A typed function answers where a pair has one; else the convex core
/// does where its answer is clear. What both leave open is decided by the distance.
#include "feeler/overlap3.h"
#include "any/any3.h"
#include "base/answer.h"
#include "convex/gjk3.h"

typedef bool overlap_fn(const flr_shape3 *a, const flr_shape3 *b);

// The pairs with a typed function that is exact or quick, by when it is called. AT_ONCE: first. NEAR_ORIGIN:
// after moving the pair near the origin, as their corners or rims are computed. AFTER_CORE: after the convex
// core, whose answer is cheaper if it is clear. Other pairs overlap where their distance is 0.
// clang-format off
#define AT_ONCE(X) \
    X(point, point) X(point, segment) X(point, ray) X(point, line) X(point, plane) X(point, halfspace) \
    X(point, sphere) X(point, capsule) X(point, aabb) X(point, box) X(point, triangle) X(point, quad) \
    X(point, rectangle) X(point, polygon) X(point, tetrahedron) X(segment, segment) X(segment, ray) \
    X(segment, line) X(segment, plane) X(segment, halfspace) X(segment, sphere) X(segment, capsule) \
    X(segment, aabb) X(segment, cylinder) X(segment, cone) X(segment, triangle) X(segment, polygon) \
    X(ray, ray) X(ray, line) X(ray, aabb) X(ray, box) X(ray, cylinder) X(ray, cone) X(ray, triangle) \
    X(ray, quad) X(ray, rectangle) X(ray, polygon) X(ray, tetrahedron) X(line, line) X(line, aabb) \
    X(line, box) X(line, cylinder) X(line, cone) X(line, triangle) X(line, quad) X(line, rectangle) \
    X(line, polygon) X(line, tetrahedron) X(plane, plane) X(plane, halfspace) X(plane, aabb) \
    X(plane, triangle) X(plane, quad) X(plane, polygon) X(plane, tetrahedron) X(halfspace, halfspace) \
    X(halfspace, aabb) X(halfspace, triangle) X(halfspace, quad) X(halfspace, polygon) \
    X(halfspace, tetrahedron) X(sphere, sphere) X(sphere, capsule) X(sphere, aabb) X(sphere, triangle) \
    X(capsule, capsule) X(aabb, aabb) X(aabb, triangle) X(aabb, rectangle) X(aabb, tetrahedron) X(box, box) \
    X(box, triangle) X(box, rectangle) X(box, tetrahedron) X(triangle, triangle) X(triangle, polygon) \
    X(triangle, tetrahedron) X(quad, polygon) X(rectangle, rectangle) X(polygon, polygon) \
    X(polygon, tetrahedron) X(triangle, quad) X(quad, quad) X(quad, tetrahedron) X(tetrahedron, tetrahedron)
#define NEAR_ORIGIN(X) X(cylinder, quad) X(cylinder, polygon) X(cone, quad) X(cone, polygon)
#define AFTER_CORE(X) \
    X(segment, quad) X(segment, rectangle) X(segment, tetrahedron) X(sphere, box) X(aabb, box) X(aabb, quad) \
    X(aabb, polygon) X(triangle, rectangle) X(rectangle, tetrahedron)
#define AFTER_CORE_NEAR_ORIGIN(X) X(box, quad) X(box, polygon) X(quad, rectangle) X(rectangle, polygon)
// clang-format on

#define OF_PAIR(A, B)                                                                                        \
    static bool A##_##B(const flr_shape3 *a, const flr_shape3 *b)                                            \
    {                                                                                                        \
        return flr_overlap3_##A##_##B(AS3_##A(a), AS3_##B(b));                                               \
    }
AT_ONCE(OF_PAIR)
NEAR_ORIGIN(OF_PAIR)
AFTER_CORE(OF_PAIR)
AFTER_CORE_NEAR_ORIGIN(OF_PAIR)

#define ENTRY(A, B) [KIND3_##A][KIND3_##B] = A##_##B,
typedef overlap_fn *const overlap_table[FLR_SHAPE3_COUNT][FLR_SHAPE3_COUNT];
static overlap_table at_once = {AT_ONCE(ENTRY)},
                     near_origin = {NEAR_ORIGIN(ENTRY) AFTER_CORE_NEAR_ORIGIN(ENTRY)},
                     after_core = {AFTER_CORE(ENTRY)};

/// Is this a pair, in order, that the convex core answers, which may not converge? As the typed functions of
/// src/overlap/overlap3_round.c, but without their rounding far from the origin.
static bool is_for_core(flr_shape3_kind a, flr_shape3_kind b)
{
    return (any3_is_round(a) || any3_is_round(b)) && a >= FLR_SHAPE3_CAPSULE && b < FLR_SHAPE3_CONVEX &&
           !any3_is_sheet(b);
}

static flr_status by_core(const flr_shape3 *a, const flr_shape3 *b, bool *overlap)
{
    any3_cores c;
    flr_any3_cores(a, b, &c);
    const flr_overlap3_convex r = flr_overlap3_convex_convex(c.a, c.b, NULL);
    *overlap = r.overlap;
    return r.status;
}

/// Takes the core's answer if it is clear; false if not.
static bool by_clear_core(const flr_shape3 *a, const flr_shape3 *b, bool *overlap)
{
    any3_cores c;
    if (!flr_any3_cores(a, b, &c) || any3_cores_round_far(a, b, &c)) return false;
    const flr_overlap3_convex r = flr_gjk3_intersects_soon(c.a, c.b);
    *overlap = r.overlap;
    return r.clear;
}

bool flr_any3_exact_overlap(const flr_shape3 *a, const flr_shape3 *b, bool *overlap)
{
    any3_recentered_pair n;
    overlap_fn *exact = at_once[a->kind][b->kind];
    if (!exact) exact = after_core[a->kind][b->kind];
    if (exact) {
        *overlap = exact(a, b);
    } else if (is_for_core(a->kind, b->kind)) {
        by_core(a, b, overlap);  // the same answer whichever question asks for it
    } else {
        exact = near_origin[a->kind][b->kind];
        if (!exact) return false;
        const bool near = flr_any3_recenter(a, b, &n);
        *overlap = exact(near ? &n.a.shape : a, near ? &n.b.shape : b);
    }
    return true;
}

/// Decides what the core leaves open.
static flr_status in_doubt(const flr_shape3 *a, const flr_shape3 *b, bool usual, bool *overlap)
{
    if (flr_any3_exact_overlap(a, b, overlap)) return FLR_OK;
    flr_closest3 c;
    flr_status status;
    if (usual || flr_any3_has_distance(a, b) || flr_any3_factor(a, b, 0) == 1) {
        status = flr_any3_distance(a, b, 0, &c);
    } else {
        status = flr_distance3(a, b, &c);
        if (!flr_has_answer(status)) return status;
    }
    if (isnan(c.distance)) return FLR_NOT_FINITE;
    *overlap = c.distance == 0;
    return status;
}

flr_status flr_any3_overlap_in_doubt(const flr_shape3 *a, const flr_shape3 *b, bool *overlap)
{
    if (is_for_core(a->kind, b->kind)) return by_core(a, b, overlap);
    return in_doubt(a, b, true, overlap);
}

static flr_status in_rank(const flr_shape3 *a, const flr_shape3 *b, bool usual, bool *overlap)
{
    if (is_for_core(a->kind, b->kind)) return by_core(a, b, overlap);
    const bool round_sheet = any3_is_round(a->kind) && any3_is_sheet(b->kind);
    if (usual && !round_sheet && by_clear_core(a, b, overlap)) return FLR_OK;
    return in_doubt(a, b, usual, overlap);
}

typedef struct any_pair {
    flr_status status;
    bool overlap;
} any_pair;

/// Asks one pair of a compound; ends the visit at the first overlap.
static flr_real look_for_overlap(void *user, const flr_shape3 *a, const flr_shape3 *b)
{
    any_pair *any = user;
    flr_shape3 room_a, room_b;
    a = any3_reduced(a, &room_a);
    b = any3_reduced(b, &room_b);
    const bool ranked = flr_any3_in_order(a, b);
    const flr_shape3 *first = ranked ? a : b, *second = ranked ? b : a;
    overlap_fn *exact = at_once[first->kind][second->kind];
    flr_status status = FLR_OK;
    if (exact)
        any->overlap = exact(first, second);
    else
        status = in_rank(first, second, any3_is_usual(a, b), &any->overlap);
    if (status != FLR_OK) any->status = status;
    if (!flr_has_answer(status)) any->overlap = false;
    return any->overlap ? -1 : 0;
}

flr_status flr_overlap3(const flr_shape3 *a, const flr_shape3 *b, bool *overlap)
{
    if (!overlap) return FLR_INVALID_ARGUMENT;
    any3_pair p;
    flr_status status = flr_any3_begin(a, b, &p);
    if (status != FLR_OK) return status;
    any3_sort(&p);
    overlap_fn *exact = at_once[p.a->kind][p.b->kind];
    if (exact) {
        *overlap = exact(p.a, p.b);
        return FLR_OK;
    }
    if (!any3_is_compound(p.b)) return in_rank(p.a, p.b, p.usual, overlap);
    any_pair any = {FLR_OK, false};
    bool turned;
    flr_compound3_visit(p.a, p.b, 0, look_for_overlap, &any, &turned);
    if (!any.overlap && any.status == FLR_NOT_FINITE) return any.status;
    *overlap = any.overlap;
    return any.overlap ? FLR_OK : any.status;
}
