#include "feeler/overlap3.h"
#include "overlap/faces3.h"

/// Flat shapes among themselves, a row for each first shape.
#define OF_FACES(A, TYPE_A, B, TYPE_B)                                                                       \
    bool flr_overlap3_##A##_##B(const TYPE_A *a, const TYPE_B *b)                                            \
    {                                                                                                        \
        faces3 x = flr_faces3_##A(a), y = flr_faces3_##B(b);                                                 \
        return flr_faces3_meet(&x, &y);                                                                      \
    }

OF_FACES(triangle, flr_triangle3, quad, flr_quad3)
OF_FACES(triangle, flr_triangle3, polygon, flr_polygon3)
OF_FACES(triangle, flr_triangle3, tetrahedron, flr_tetrahedron)
OF_FACES(triangle, flr_triangle3, polyhedron, flr_polyhedron3)
OF_FACES(quad, flr_quad3, quad, flr_quad3)
OF_FACES(quad, flr_quad3, polygon, flr_polygon3)
OF_FACES(quad, flr_quad3, tetrahedron, flr_tetrahedron)
OF_FACES(quad, flr_quad3, polyhedron, flr_polyhedron3)
OF_FACES(polygon, flr_polygon3, polygon, flr_polygon3)
OF_FACES(polygon, flr_polygon3, tetrahedron, flr_tetrahedron)
OF_FACES(polygon, flr_polygon3, polyhedron, flr_polyhedron3)
OF_FACES(tetrahedron, flr_tetrahedron, tetrahedron, flr_tetrahedron)
OF_FACES(tetrahedron, flr_tetrahedron, polyhedron, flr_polyhedron3)
OF_FACES(polyhedron, flr_polyhedron3, polyhedron, flr_polyhedron3)

/// What has no end against them.
#define OF_PATHS(B, TYPE_B)                                                                                  \
    bool flr_overlap3_ray_##B(const flr_ray3 *a, const TYPE_B *b)                                            \
    {                                                                                                        \
        faces3 f = flr_faces3_##B(b);                                                                        \
        flr_course3 c = flr_course3_ray(a);                                                                  \
        return flr_faces3_meet_course(&f, &c);                                                               \
    }                                                                                                        \
    bool flr_overlap3_line_##B(const flr_line3 *a, const TYPE_B *b)                                          \
    {                                                                                                        \
        faces3 f = flr_faces3_##B(b);                                                                        \
        flr_course3 c = flr_course3_line(a);                                                                 \
        return flr_faces3_meet_course(&f, &c);                                                               \
    }

OF_PATHS(triangle, flr_triangle3)
OF_PATHS(quad, flr_quad3)
OF_PATHS(polygon, flr_polygon3)
OF_PATHS(tetrahedron, flr_tetrahedron)
OF_PATHS(polyhedron, flr_polyhedron3)
