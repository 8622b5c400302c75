/// Yes or no of pairs that have an exact or quick function of their own: a table of typed functions, and the
/// convex core for round shapes.
#include "any/any3.h"
#include "feeler/overlap3.h"

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
any3_overlap_table flr_any3_overlap_at_once = {AT_ONCE(ENTRY)};
static any3_overlap_table near_origin = {NEAR_ORIGIN(ENTRY) AFTER_CORE_NEAR_ORIGIN(ENTRY)},
                          after_core = {AFTER_CORE(ENTRY)};

flr_status flr_any3_overlap_by_core(const flr_shape3 *a, const flr_shape3 *b, bool *overlap)
{
    any3_cores c;
    flr_any3_cores(a, b, &c);
    const flr_overlap3_convex r = flr_overlap3_convex_convex(c.a, c.b, NULL);
    *overlap = r.overlap;
    return r.status;
}

bool flr_any3_exact_overlap(const flr_shape3 *a, const flr_shape3 *b, bool *overlap)
{
    any3_recentered_pair n;
    any3_overlap_fn *exact = flr_any3_overlap_at_once[a->kind][b->kind];
    if (!exact) exact = after_core[a->kind][b->kind];
    if (exact) {
        *overlap = exact(a, b);
    } else if (any3_is_overlap_for_core(a->kind, b->kind)) {
        (void)flr_any3_overlap_by_core(a, b, overlap);  // the same answer whichever question asks for it
    } else {
        exact = near_origin[a->kind][b->kind];
        if (!exact) return false;
        const bool near = flr_any3_recenter(a, b, &n);
        *overlap = exact(near ? &n.a.shape : a, near ? &n.b.shape : b);
    }
    return true;
}
