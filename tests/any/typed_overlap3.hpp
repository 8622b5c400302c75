/// The typed overlap functions of every two kinds of value shapes, by kind: what flr_overlap3 must agree with.
#ifndef TESTS_QUERY_TYPED_OVERLAP3_HPP
#define TESTS_QUERY_TYPED_OVERLAP3_HPP

#include "feeler/any3.h"
#include "feeler/overlap3.h"

namespace typed_overlap3
{

typedef bool function(const flr_shape3 &a, const flr_shape3 &b);

/// The shape as its typed functions take it.
#define TYPED3_point(s) (s).as.point
#define TYPED3_segment(s) &(s).as.segment
#define TYPED3_ray(s) &(s).as.ray
#define TYPED3_line(s) &(s).as.line
#define TYPED3_plane(s) &(s).as.plane
#define TYPED3_halfspace(s) &(s).as.halfspace
#define TYPED3_sphere(s) &(s).as.sphere
#define TYPED3_capsule(s) &(s).as.capsule
#define TYPED3_aabb(s) &(s).as.aabb
#define TYPED3_box(s) &(s).as.box
#define TYPED3_cylinder(s) &(s).as.cylinder
#define TYPED3_cone(s) &(s).as.cone
#define TYPED3_triangle(s) &(s).as.triangle
#define TYPED3_quad(s) &(s).as.quad
#define TYPED3_rectangle(s) &(s).as.rectangle
#define TYPED3_polygon(s) &(s).as.polygon
#define TYPED3_tetrahedron(s) &(s).as.tetrahedron

#define TYPED3_PAIR(A, B)                                                                                    \
    [](const flr_shape3 &a, const flr_shape3 &b) {                                                           \
        return flr_overlap3_##A##_##B(TYPED3_##A(a), TYPED3_##B(b));                                         \
    },

/// All kinds from X on, in rank, a first one given.
#define TYPED3_FROM_tetrahedron(A) TYPED3_PAIR(A, tetrahedron)
#define TYPED3_FROM_polygon(A) TYPED3_PAIR(A, polygon) TYPED3_FROM_tetrahedron(A)
#define TYPED3_FROM_rectangle(A) TYPED3_PAIR(A, rectangle) TYPED3_FROM_polygon(A)
#define TYPED3_FROM_quad(A) TYPED3_PAIR(A, quad) TYPED3_FROM_rectangle(A)
#define TYPED3_FROM_triangle(A) TYPED3_PAIR(A, triangle) TYPED3_FROM_quad(A)
#define TYPED3_FROM_cone(A) TYPED3_PAIR(A, cone) TYPED3_FROM_triangle(A)
#define TYPED3_FROM_cylinder(A) TYPED3_PAIR(A, cylinder) TYPED3_FROM_cone(A)
#define TYPED3_FROM_box(A) TYPED3_PAIR(A, box) TYPED3_FROM_cylinder(A)
#define TYPED3_FROM_aabb(A) TYPED3_PAIR(A, aabb) TYPED3_FROM_box(A)
#define TYPED3_FROM_capsule(A) TYPED3_PAIR(A, capsule) TYPED3_FROM_aabb(A)
#define TYPED3_FROM_sphere(A) TYPED3_PAIR(A, sphere) TYPED3_FROM_capsule(A)
#define TYPED3_FROM_halfspace(A) TYPED3_PAIR(A, halfspace) TYPED3_FROM_sphere(A)
#define TYPED3_FROM_plane(A) TYPED3_PAIR(A, plane) TYPED3_FROM_halfspace(A)
#define TYPED3_FROM_line(A) TYPED3_PAIR(A, line) TYPED3_FROM_plane(A)
#define TYPED3_FROM_ray(A) TYPED3_PAIR(A, ray) TYPED3_FROM_line(A)
#define TYPED3_FROM_segment(A) TYPED3_PAIR(A, segment) TYPED3_FROM_ray(A)
#define TYPED3_FROM_point(A) TYPED3_PAIR(A, point) TYPED3_FROM_segment(A)
#define TYPED3_ROW(A) TYPED3_FROM_##A(A)

/// Kinds are FLR_SHAPE3_POINT to FLR_SHAPE3_TETRAHEDRON, in either order.
inline bool overlap(const flr_shape3 &a, const flr_shape3 &b)
{
    static function *const all[] = {
        TYPED3_ROW(point) TYPED3_ROW(segment) TYPED3_ROW(ray) TYPED3_ROW(line) TYPED3_ROW(plane)
            TYPED3_ROW(halfspace) TYPED3_ROW(sphere) TYPED3_ROW(capsule) TYPED3_ROW(aabb) TYPED3_ROW(box)
                TYPED3_ROW(cylinder) TYPED3_ROW(cone) TYPED3_ROW(triangle) TYPED3_ROW(quad)
                    TYPED3_ROW(rectangle) TYPED3_ROW(polygon) TYPED3_ROW(tetrahedron)};
    const int kinds = FLR_SHAPE3_TETRAHEDRON + 1;
    static_assert(sizeof all / sizeof all[0] == kinds * (kinds + 1) / 2, "every pair has a function");
    const flr_shape3 &x = a.kind <= b.kind ? a : b, &y = a.kind <= b.kind ? b : a;
    int row = int(x.kind), before = row * kinds - row * (row - 1) / 2;
    return all[before + int(y.kind) - row](x, y);
}

}  // namespace typed_overlap3

#endif
