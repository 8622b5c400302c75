#include "feeler/overlap3.h"
#include "sweep/sweep3_told.h"

// Each pair is two sources for the cast, and the test of the two as they stand.
typedef bool pair_test(const void *a, const void *b);

static flr_sweep3_result pair(const sweep3_source *x, flr_vec3 motion, const sweep3_source *y, const void *a,
                              const void *b, pair_test *overlap)
{
    if (!flr_is_finite3(motion)) return sweep3_not_finite();
    sweep3_answer answer = flr_sweep3_cast(x, motion, y, 0, 1, NULL);
    return sweep3_told(&answer, answer.ask && overlap(a, b));
}

#define CONVEX_SOURCE(name, shape)                                                                           \
    flr_convex3 convex_##shape = flr_convex3_##name(shape);                                                  \
    sweep3_source source_##shape = sweep3_of_convex(&convex_##shape)
#define RANGE_SOURCE(name, shape) sweep3_source source_##shape = sweep3_of_range(shape)

#define PAIR(A, type_a, source_of_a, B, type_b, source_of_b, first, second, x, y)                            \
    static bool test_##A##_##B(const void *a, const void *b)                                                 \
    {                                                                                                        \
        (void)a, (void)b;                                                                                    \
        return flr_overlap3_##first##_##second(x, y);                                                        \
    }                                                                                                        \
    flr_sweep3_result flr_sweep3_##A##_##B(const type_a *a, flr_vec3 motion, const type_b *b)                \
    {                                                                                                        \
        source_of_a(A, a);                                                                                   \
        source_of_b(B, b);                                                                                   \
        return pair(&source_a, motion, &source_b, a, b, test_##A##_##B);                                     \
    }
#define IN_ORDER(A, type_a, source_of_a, B, type_b, source_of_b)                                             \
    PAIR(A, type_a, source_of_a, B, type_b, source_of_b, A, B, a, b)
#define TURNED(A, type_a, source_of_a, B, type_b, source_of_b)                                               \
    PAIR(A, type_a, source_of_a, B, type_b, source_of_b, B, A, b, a)

IN_ORDER(sphere, flr_sphere, CONVEX_SOURCE, sphere, flr_sphere, CONVEX_SOURCE)
IN_ORDER(sphere, flr_sphere, CONVEX_SOURCE, capsule, flr_capsule3, CONVEX_SOURCE)
IN_ORDER(sphere, flr_sphere, CONVEX_SOURCE, aabb, flr_aabb3, RANGE_SOURCE)
IN_ORDER(sphere, flr_sphere, CONVEX_SOURCE, box, flr_box3, CONVEX_SOURCE)
IN_ORDER(sphere, flr_sphere, CONVEX_SOURCE, triangle, flr_triangle3, CONVEX_SOURCE)
IN_ORDER(sphere, flr_sphere, CONVEX_SOURCE, rectangle, flr_rectangle3, CONVEX_SOURCE)
IN_ORDER(sphere, flr_sphere, CONVEX_SOURCE, tetrahedron, flr_tetrahedron, CONVEX_SOURCE)
TURNED(capsule, flr_capsule3, CONVEX_SOURCE, sphere, flr_sphere, CONVEX_SOURCE)
IN_ORDER(capsule, flr_capsule3, CONVEX_SOURCE, capsule, flr_capsule3, CONVEX_SOURCE)
IN_ORDER(capsule, flr_capsule3, CONVEX_SOURCE, aabb, flr_aabb3, RANGE_SOURCE)
IN_ORDER(capsule, flr_capsule3, CONVEX_SOURCE, box, flr_box3, CONVEX_SOURCE)
IN_ORDER(capsule, flr_capsule3, CONVEX_SOURCE, triangle, flr_triangle3, CONVEX_SOURCE)
IN_ORDER(capsule, flr_capsule3, CONVEX_SOURCE, rectangle, flr_rectangle3, CONVEX_SOURCE)
IN_ORDER(capsule, flr_capsule3, CONVEX_SOURCE, tetrahedron, flr_tetrahedron, CONVEX_SOURCE)
TURNED(aabb, flr_aabb3, RANGE_SOURCE, sphere, flr_sphere, CONVEX_SOURCE)
TURNED(aabb, flr_aabb3, RANGE_SOURCE, capsule, flr_capsule3, CONVEX_SOURCE)
IN_ORDER(aabb, flr_aabb3, RANGE_SOURCE, triangle, flr_triangle3, CONVEX_SOURCE)
IN_ORDER(aabb, flr_aabb3, RANGE_SOURCE, rectangle, flr_rectangle3, CONVEX_SOURCE)
IN_ORDER(aabb, flr_aabb3, RANGE_SOURCE, tetrahedron, flr_tetrahedron, CONVEX_SOURCE)
TURNED(box, flr_box3, CONVEX_SOURCE, sphere, flr_sphere, CONVEX_SOURCE)
TURNED(box, flr_box3, CONVEX_SOURCE, capsule, flr_capsule3, CONVEX_SOURCE)
IN_ORDER(box, flr_box3, CONVEX_SOURCE, triangle, flr_triangle3, CONVEX_SOURCE)
IN_ORDER(box, flr_box3, CONVEX_SOURCE, rectangle, flr_rectangle3, CONVEX_SOURCE)
IN_ORDER(box, flr_box3, CONVEX_SOURCE, tetrahedron, flr_tetrahedron, CONVEX_SOURCE)

#define SHEET(A, type_a, source_of_a, B, type_b, vertices, count)                                            \
    flr_sweep3_result flr_sweep3_##A##_##B(const type_a *a, flr_vec3 motion, const type_b *b)                \
    {                                                                                                        \
        if (!flr_is_finite3(motion)) return sweep3_not_finite();                                             \
        source_of_a(A, a);                                                                                   \
        sweep3_answer answer = flr_sweep3_to_sheet(&source_a, motion, vertices, count, 0, 1);                \
        return sweep3_told(&answer, answer.ask && flr_overlap3_##A##_##B(a, b));                             \
    }
#define SHEETS(A, type_a, source_of_a)                                                                       \
    SHEET(A, type_a, source_of_a, quad, flr_quad3, &b->a, 4)                                                 \
    SHEET(A, type_a, source_of_a, polygon, flr_polygon3, b->vertices, b->count)
SHEETS(sphere, flr_sphere, CONVEX_SOURCE)
SHEETS(capsule, flr_capsule3, CONVEX_SOURCE)
SHEETS(aabb, flr_aabb3, RANGE_SOURCE)
SHEETS(box, flr_box3, CONVEX_SOURCE)
