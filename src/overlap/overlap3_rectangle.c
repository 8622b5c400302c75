#include "closest/span3.h"
#include "feeler/overlap3.h"

/// A rectangle is a box with a half extent of 0.
#define AS_BOX_SECOND(A, TYPE_A)                                                                             \
    bool flr_overlap3_##A##_rectangle(const TYPE_A *a, const flr_rectangle3 *r)                              \
    {                                                                                                        \
        flr_box3 b = flr_box3_of_rectangle(r);                                                               \
        return flr_overlap3_##A##_box(a, &b);                                                                \
    }
#define AS_BOX_TURNED(A, TYPE_A)                                                                             \
    bool flr_overlap3_##A##_rectangle(const TYPE_A *a, const flr_rectangle3 *r)                              \
    {                                                                                                        \
        flr_box3 b = flr_box3_of_rectangle(r);                                                               \
        return flr_overlap3_box_##A(&b, a);                                                                  \
    }
#define AS_BOX_FIRST(A, TYPE_A)                                                                              \
    bool flr_overlap3_rectangle_##A(const flr_rectangle3 *r, const TYPE_A *a)                                \
    {                                                                                                        \
        flr_box3 b = flr_box3_of_rectangle(r);                                                               \
        return flr_overlap3_box_##A(&b, a);                                                                  \
    }

AS_BOX_SECOND(ray, flr_ray3)
AS_BOX_SECOND(line, flr_line3)
AS_BOX_SECOND(aabb, flr_aabb3)
AS_BOX_SECOND(box, flr_box3)
AS_BOX_TURNED(triangle, flr_triangle3)
AS_BOX_TURNED(quad, flr_quad3)
AS_BOX_FIRST(rectangle, flr_rectangle3)
AS_BOX_FIRST(polygon, flr_polygon3)
AS_BOX_FIRST(tetrahedron, flr_tetrahedron)
AS_BOX_FIRST(polyhedron, flr_polyhedron3)
