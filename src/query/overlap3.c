#include "feeler/cast.h"
#include "feeler/overlap.h"
#include "query/any3_distance.h"
#include "query/any3_rescale.h"
#include "query/compound3.h"
#include "query/kinds3.h"

typedef bool overlap_fn(const flr_shape3 *a, const flr_shape3 *b);

// The pairs with an exact yes or no of their own, a row for each first shape. Other pairs meet where their
// distance is 0.
// clang-format off
#define PAIRS(X) \
    X(point, point) X(point, segment) X(point, ray) X(point, line) X(point, plane) X(point, halfspace) \
    X(point, aabb) X(point, triangle) X(point, quad) X(point, polygon) X(point, tetrahedron) \
    X(segment, segment) X(segment, plane) X(segment, halfspace) X(segment, aabb) X(segment, triangle) \
    X(segment, quad)    X(segment, polygon) X(segment, tetrahedron) \
    X(segment, ray)     X(segment, line)    X(ray, ray)        X(ray, line)          X(line, line) \
    X(ray, aabb)        X(ray, box)         X(line, aabb)      X(line, box) \
    X(plane, plane)     X(plane, halfspace) X(halfspace, halfspace) \
    X(plane, aabb)      X(plane, triangle)  X(plane, quad)     X(plane, polygon)     X(plane, tetrahedron) \
    X(halfspace, aabb)  X(halfspace, triangle) X(halfspace, quad) X(halfspace, polygon) X(halfspace, tetrahedron) \
    X(aabb, aabb)       X(aabb, triangle)   X(aabb, quad)      X(aabb, polygon)      X(aabb, tetrahedron) \
    X(triangle, triangle)

// What is straight overlaps what it hits anywhere in its range of t, which is the sooner told.
#define CAST_PAIRS(X) \
    X(segment, cylinder) X(segment, cone) X(ray, cylinder) X(ray, cone) X(line, cylinder) X(line, cone) \
    X(ray, triangle)   X(ray, quad)  X(ray, polygon)  X(ray, tetrahedron) \
    X(line, triangle)  X(line, quad) X(line, polygon) X(line, tetrahedron)
// clang-format on

#define CAST_triangle(path, s) flr_cast3_ray_triangle(path, s, FLR_CAST_BOTH_SIDES)
#define CAST_quad(path, s) flr_cast3_ray_quad(path, s, FLR_CAST_BOTH_SIDES)
#define CAST_polygon(path, s) flr_cast3_ray_polygon(path, s)
#define CAST_cylinder(path, s) flr_cast3_ray_cylinder(path, s)
#define CAST_cone(path, s) flr_cast3_ray_cone(path, s)
#define CAST_tetrahedron(path, s) flr_cast3_ray_tetrahedron(path, s)

#define BY_CAST(A, B)                                                                                        \
    static bool A##_##B(const flr_shape3 *a, const flr_shape3 *b)                                            \
    {                                                                                                        \
        flr_cast3_path path = flr_cast3_path_##A(AS3_##A(a));                                                \
        return CAST_##B(&path, AS3_##B(b)).hit;                                                              \
    }
CAST_PAIRS(BY_CAST)

#define OF_PAIR(A, B)                                                                                        \
    static bool A##_##B(const flr_shape3 *a, const flr_shape3 *b)                                            \
    {                                                                                                        \
        return flr_overlap3_##A##_##B(AS3_##A(a), AS3_##B(b));                                               \
    }
PAIRS(OF_PAIR)

#define ENTRY(A, B) [KIND3_##A][KIND3_##B] = A##_##B,
static overlap_fn *const table[FLR_SHAPE3_COUNT][FLR_SHAPE3_COUNT] = {PAIRS(ENTRY) CAST_PAIRS(ENTRY)};

bool flr_any3_exact_overlap(const flr_shape3 *a, const flr_shape3 *b, bool *overlap)
{
    overlap_fn *exact = table[a->kind][b->kind];
    if (exact) *overlap = exact(a, b);
    return exact != NULL;
}

/// Neither is a compound.
static flr_status overlap_of_two(const flr_shape3 *a, const flr_shape3 *b, bool usual, bool *overlap)
{
    bool in_order = a->kind <= b->kind;
    if (flr_any3_exact_overlap(in_order ? a : b, in_order ? b : a, overlap)) return FLR_OK;
    flr_closest3 c;
    flr_status status;
    if (usual || flr_any3_has_distance(a, b) || flr_any3_factor(a, b, 0) == 1) {
        status = flr_any3_distance(a, b, 0, &c);
    } else {
        status = flr_distance3(a, b, &c);
        if (status != FLR_OK && status != FLR_NOT_CONVERGED) return status;
    }
    if (isnan(c.distance)) return FLR_NOT_FINITE;
    *overlap = c.distance == 0;
    return status;
}

typedef struct any_pair {
    flr_status status;
    bool overlap;
} any_pair;

static flr_real look_for_overlap(void *user, const flr_shape3 *a, const flr_shape3 *b)
{
    any_pair *any = user;
    flr_status status = overlap_of_two(a, b, false, &any->overlap);
    if (status != FLR_OK) any->status = status;
    if (status != FLR_OK && status != FLR_NOT_CONVERGED) any->overlap = false;
    return any->overlap ? -1 : 0;
}

flr_status flr_overlap3(const flr_shape3 *a, const flr_shape3 *b, bool *overlap)
{
    if (!overlap) return FLR_INVALID_ARGUMENT;
    bool usual;
    flr_status status = flr_any3_check_pair(a, b, &usual);
    if (status != FLR_OK) return status;
    a = compound3_only(a);
    b = compound3_only(b);
    if (!any3_is_compound(a) && !any3_is_compound(b)) return overlap_of_two(a, b, usual, overlap);
    any_pair any = {FLR_OK, false};
    bool turned;
    flr_compound3_visit(a, b, 0, look_for_overlap, &any, &turned);
    if (!any.overlap && any.status == FLR_NOT_FINITE) return any.status;
    *overlap = any.overlap;
    return any.overlap ? FLR_OK : any.status;
}
