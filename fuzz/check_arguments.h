/// Bytes to one question with arguments that no caller should give: fuzz_arguments and tests/any/test_arguments ask it.
#ifndef FUZZ_CHECK_ARGUMENTS_H
#define FUZZ_CHECK_ARGUMENTS_H

#include "check_arguments2.h"
#include "check_arguments_lists.h"

// Every typed function that says yes or no about two shapes. tests/any/test_arguments.c tells which one is missing.
// clang-format off
#define TYPED_OVERLAPS3 \
    ASK(flr_overlap3_segment_segment, segment, segment) \
    ASK(flr_overlap3_segment_triangle, segment, triangle) \
    ASK(flr_overlap3_triangle_triangle, triangle, triangle) \
    ASK(flr_overlap3_point_point, point, point) \
    ASK(flr_overlap3_point_segment, point, segment) \
    ASK(flr_overlap3_point_ray, point, ray) \
    ASK(flr_overlap3_point_line, point, line) \
    ASK(flr_overlap3_point_plane, point, plane) \
    ASK(flr_overlap3_point_halfspace, point, halfspace) \
    ASK(flr_overlap3_point_sphere, point, sphere) \
    ASK(flr_overlap3_point_capsule, point, capsule) \
    ASK(flr_overlap3_point_aabb, point, aabb) \
    ASK(flr_overlap3_point_box, point, box) \
    ASK(flr_overlap3_point_cylinder, point, cylinder) \
    ASK(flr_overlap3_point_cone, point, cone) \
    ASK(flr_overlap3_point_triangle, point, triangle) \
    ASK(flr_overlap3_point_quad, point, quad) \
    ASK(flr_overlap3_point_rectangle, point, rectangle) \
    ASK(flr_overlap3_point_polygon, point, polygon) \
    ASK(flr_overlap3_point_tetrahedron, point, tetrahedron) \
    ASK(flr_overlap3_point_polyhedron, point, polyhedron) \
    ASK(flr_overlap3_segment_ray, segment, ray) \
    ASK(flr_overlap3_segment_line, segment, line) \
    ASK(flr_overlap3_ray_ray, ray, ray) \
    ASK(flr_overlap3_ray_line, ray, line) \
    ASK(flr_overlap3_line_line, line, line) \
    ASK(flr_overlap3_segment_aabb, segment, aabb) \
    ASK(flr_overlap3_segment_box, segment, box) \
    ASK(flr_overlap3_segment_quad, segment, quad) \
    ASK(flr_overlap3_segment_rectangle, segment, rectangle) \
    ASK(flr_overlap3_segment_polygon, segment, polygon) \
    ASK(flr_overlap3_segment_tetrahedron, segment, tetrahedron) \
    ASK(flr_overlap3_segment_polyhedron, segment, polyhedron) \
    ASK(flr_overlap3_ray_aabb, ray, aabb) \
    ASK(flr_overlap3_ray_box, ray, box) \
    ASK(flr_overlap3_line_aabb, line, aabb) \
    ASK(flr_overlap3_line_box, line, box) \
    ASK(flr_overlap3_segment_plane, segment, plane) \
    ASK(flr_overlap3_segment_halfspace, segment, halfspace) \
    ASK(flr_overlap3_ray_plane, ray, plane) \
    ASK(flr_overlap3_ray_halfspace, ray, halfspace) \
    ASK(flr_overlap3_line_plane, line, plane) \
    ASK(flr_overlap3_line_halfspace, line, halfspace) \
    ASK(flr_overlap3_plane_plane, plane, plane) \
    ASK(flr_overlap3_plane_halfspace, plane, halfspace) \
    ASK(flr_overlap3_halfspace_halfspace, halfspace, halfspace) \
    ASK(flr_overlap3_plane_sphere, plane, sphere) \
    ASK(flr_overlap3_plane_capsule, plane, capsule) \
    ASK(flr_overlap3_plane_aabb, plane, aabb) \
    ASK(flr_overlap3_plane_box, plane, box) \
    ASK(flr_overlap3_plane_parallelepiped, plane, parallelepiped) \
    ASK(flr_overlap3_plane_cylinder, plane, cylinder) \
    ASK(flr_overlap3_plane_cone, plane, cone) \
    ASK(flr_overlap3_plane_triangle, plane, triangle) \
    ASK(flr_overlap3_plane_quad, plane, quad) \
    ASK(flr_overlap3_plane_rectangle, plane, rectangle) \
    ASK(flr_overlap3_plane_polygon, plane, polygon) \
    ASK(flr_overlap3_plane_tetrahedron, plane, tetrahedron) \
    ASK(flr_overlap3_plane_polyhedron, plane, polyhedron) \
    ASK(flr_overlap3_halfspace_sphere, halfspace, sphere) \
    ASK(flr_overlap3_halfspace_capsule, halfspace, capsule) \
    ASK(flr_overlap3_halfspace_aabb, halfspace, aabb) \
    ASK(flr_overlap3_halfspace_box, halfspace, box) \
    ASK(flr_overlap3_halfspace_parallelepiped, halfspace, parallelepiped) \
    ASK(flr_overlap3_halfspace_cylinder, halfspace, cylinder) \
    ASK(flr_overlap3_halfspace_cone, halfspace, cone) \
    ASK(flr_overlap3_halfspace_triangle, halfspace, triangle) \
    ASK(flr_overlap3_halfspace_quad, halfspace, quad) \
    ASK(flr_overlap3_halfspace_rectangle, halfspace, rectangle) \
    ASK(flr_overlap3_halfspace_polygon, halfspace, polygon) \
    ASK(flr_overlap3_halfspace_tetrahedron, halfspace, tetrahedron) \
    ASK(flr_overlap3_halfspace_polyhedron, halfspace, polyhedron) \
    ASK(flr_overlap3_segment_sphere, segment, sphere) \
    ASK(flr_overlap3_ray_sphere, ray, sphere) \
    ASK(flr_overlap3_line_sphere, line, sphere) \
    ASK(flr_overlap3_sphere_sphere, sphere, sphere) \
    ASK(flr_overlap3_sphere_capsule, sphere, capsule) \
    ASK(flr_overlap3_sphere_aabb, sphere, aabb) \
    ASK(flr_overlap3_sphere_box, sphere, box) \
    ASK(flr_overlap3_sphere_cylinder, sphere, cylinder) \
    ASK(flr_overlap3_sphere_cone, sphere, cone) \
    ASK(flr_overlap3_sphere_triangle, sphere, triangle) \
    ASK(flr_overlap3_sphere_quad, sphere, quad) \
    ASK(flr_overlap3_sphere_rectangle, sphere, rectangle) \
    ASK(flr_overlap3_sphere_polygon, sphere, polygon) \
    ASK(flr_overlap3_sphere_tetrahedron, sphere, tetrahedron) \
    ASK(flr_overlap3_sphere_polyhedron, sphere, polyhedron) \
    ASK(flr_overlap3_segment_capsule, segment, capsule) \
    ASK(flr_overlap3_ray_capsule, ray, capsule) \
    ASK(flr_overlap3_line_capsule, line, capsule) \
    ASK(flr_overlap3_capsule_capsule, capsule, capsule) \
    ASK(flr_overlap3_capsule_aabb, capsule, aabb) \
    ASK(flr_overlap3_capsule_box, capsule, box) \
    ASK(flr_overlap3_capsule_triangle, capsule, triangle) \
    ASK(flr_overlap3_capsule_quad, capsule, quad) \
    ASK(flr_overlap3_capsule_rectangle, capsule, rectangle) \
    ASK(flr_overlap3_capsule_polygon, capsule, polygon) \
    ASK(flr_overlap3_capsule_tetrahedron, capsule, tetrahedron) \
    ASK(flr_overlap3_capsule_polyhedron, capsule, polyhedron) \
    ASK(flr_overlap3_ray_triangle, ray, triangle) \
    ASK(flr_overlap3_ray_quad, ray, quad) \
    ASK(flr_overlap3_ray_rectangle, ray, rectangle) \
    ASK(flr_overlap3_ray_polygon, ray, polygon) \
    ASK(flr_overlap3_ray_tetrahedron, ray, tetrahedron) \
    ASK(flr_overlap3_ray_polyhedron, ray, polyhedron) \
    ASK(flr_overlap3_line_triangle, line, triangle) \
    ASK(flr_overlap3_line_quad, line, quad) \
    ASK(flr_overlap3_line_rectangle, line, rectangle) \
    ASK(flr_overlap3_line_polygon, line, polygon) \
    ASK(flr_overlap3_line_tetrahedron, line, tetrahedron) \
    ASK(flr_overlap3_line_polyhedron, line, polyhedron) \
    ASK(flr_overlap3_segment_cylinder, segment, cylinder) \
    ASK(flr_overlap3_segment_cone, segment, cone) \
    ASK(flr_overlap3_ray_cylinder, ray, cylinder) \
    ASK(flr_overlap3_ray_cone, ray, cone) \
    ASK(flr_overlap3_line_cylinder, line, cylinder) \
    ASK(flr_overlap3_line_cone, line, cone) \
    ASK(flr_overlap3_aabb_aabb, aabb, aabb) \
    ASK(flr_overlap3_aabb_box, aabb, box) \
    ASK(flr_overlap3_aabb_triangle, aabb, triangle) \
    ASK(flr_overlap3_aabb_quad, aabb, quad) \
    ASK(flr_overlap3_aabb_rectangle, aabb, rectangle) \
    ASK(flr_overlap3_aabb_polygon, aabb, polygon) \
    ASK(flr_overlap3_aabb_tetrahedron, aabb, tetrahedron) \
    ASK(flr_overlap3_aabb_polyhedron, aabb, polyhedron) \
    ASK(flr_overlap3_box_box, box, box) \
    ASK(flr_overlap3_box_triangle, box, triangle) \
    ASK(flr_overlap3_box_quad, box, quad) \
    ASK(flr_overlap3_box_rectangle, box, rectangle) \
    ASK(flr_overlap3_box_polygon, box, polygon) \
    ASK(flr_overlap3_box_tetrahedron, box, tetrahedron) \
    ASK(flr_overlap3_box_polyhedron, box, polyhedron) \
    ASK(flr_overlap3_triangle_quad, triangle, quad) \
    ASK(flr_overlap3_triangle_rectangle, triangle, rectangle) \
    ASK(flr_overlap3_triangle_polygon, triangle, polygon) \
    ASK(flr_overlap3_triangle_tetrahedron, triangle, tetrahedron) \
    ASK(flr_overlap3_triangle_polyhedron, triangle, polyhedron) \
    ASK(flr_overlap3_quad_quad, quad, quad) \
    ASK(flr_overlap3_quad_rectangle, quad, rectangle) \
    ASK(flr_overlap3_quad_polygon, quad, polygon) \
    ASK(flr_overlap3_quad_tetrahedron, quad, tetrahedron) \
    ASK(flr_overlap3_quad_polyhedron, quad, polyhedron) \
    ASK(flr_overlap3_rectangle_rectangle, rectangle, rectangle) \
    ASK(flr_overlap3_rectangle_polygon, rectangle, polygon) \
    ASK(flr_overlap3_rectangle_tetrahedron, rectangle, tetrahedron) \
    ASK(flr_overlap3_rectangle_polyhedron, rectangle, polyhedron) \
    ASK(flr_overlap3_polygon_polygon, polygon, polygon) \
    ASK(flr_overlap3_polygon_tetrahedron, polygon, tetrahedron) \
    ASK(flr_overlap3_polygon_polyhedron, polygon, polyhedron) \
    ASK(flr_overlap3_tetrahedron_tetrahedron, tetrahedron, tetrahedron) \
    ASK(flr_overlap3_tetrahedron_polyhedron, tetrahedron, polyhedron) \
    ASK(flr_overlap3_polyhedron_polyhedron, polyhedron, polyhedron) \
    ASK(flr_overlap3_capsule_cylinder, capsule, cylinder) \
    ASK(flr_overlap3_aabb_cylinder, aabb, cylinder) \
    ASK(flr_overlap3_box_cylinder, box, cylinder) \
    ASK(flr_overlap3_capsule_cone, capsule, cone) \
    ASK(flr_overlap3_aabb_cone, aabb, cone) \
    ASK(flr_overlap3_box_cone, box, cone) \
    ASK(flr_overlap3_cylinder_cylinder, cylinder, cylinder) \
    ASK(flr_overlap3_cylinder_cone, cylinder, cone) \
    ASK(flr_overlap3_cone_cone, cone, cone) \
    ASK(flr_overlap3_cylinder_triangle, cylinder, triangle) \
    ASK(flr_overlap3_cylinder_quad, cylinder, quad) \
    ASK(flr_overlap3_cylinder_rectangle, cylinder, rectangle) \
    ASK(flr_overlap3_cylinder_polygon, cylinder, polygon) \
    ASK(flr_overlap3_cylinder_tetrahedron, cylinder, tetrahedron) \
    ASK(flr_overlap3_cylinder_polyhedron, cylinder, polyhedron) \
    ASK(flr_overlap3_cone_triangle, cone, triangle) \
    ASK(flr_overlap3_cone_quad, cone, quad) \
    ASK(flr_overlap3_cone_rectangle, cone, rectangle) \
    ASK(flr_overlap3_cone_polygon, cone, polygon) \
    ASK(flr_overlap3_cone_tetrahedron, cone, tetrahedron) \
    ASK(flr_overlap3_cone_polyhedron, cone, polyhedron)

#define TYPED_OVERLAPS2 \
    ASK(flr_overlap2_point_point, point, point) \
    ASK(flr_overlap2_point_segment, point, segment) \
    ASK(flr_overlap2_point_ray, point, ray) \
    ASK(flr_overlap2_point_line, point, line) \
    ASK(flr_overlap2_point_plane, point, plane) \
    ASK(flr_overlap2_point_halfspace, point, halfspace) \
    ASK(flr_overlap2_point_circle, point, circle) \
    ASK(flr_overlap2_point_capsule, point, capsule) \
    ASK(flr_overlap2_point_aabb, point, aabb) \
    ASK(flr_overlap2_point_box, point, box) \
    ASK(flr_overlap2_point_triangle, point, triangle) \
    ASK(flr_overlap2_point_polygon, point, polygon) \
    ASK(flr_overlap2_segment_segment, segment, segment) \
    ASK(flr_overlap2_segment_ray, segment, ray) \
    ASK(flr_overlap2_segment_line, segment, line) \
    ASK(flr_overlap2_segment_plane, segment, plane) \
    ASK(flr_overlap2_segment_halfspace, segment, halfspace) \
    ASK(flr_overlap2_segment_circle, segment, circle) \
    ASK(flr_overlap2_segment_capsule, segment, capsule) \
    ASK(flr_overlap2_segment_aabb, segment, aabb) \
    ASK(flr_overlap2_segment_box, segment, box) \
    ASK(flr_overlap2_segment_triangle, segment, triangle) \
    ASK(flr_overlap2_segment_polygon, segment, polygon) \
    ASK(flr_overlap2_ray_ray, ray, ray) \
    ASK(flr_overlap2_ray_line, ray, line) \
    ASK(flr_overlap2_ray_plane, ray, plane) \
    ASK(flr_overlap2_ray_halfspace, ray, halfspace) \
    ASK(flr_overlap2_ray_circle, ray, circle) \
    ASK(flr_overlap2_ray_capsule, ray, capsule) \
    ASK(flr_overlap2_ray_aabb, ray, aabb) \
    ASK(flr_overlap2_ray_box, ray, box) \
    ASK(flr_overlap2_ray_triangle, ray, triangle) \
    ASK(flr_overlap2_ray_polygon, ray, polygon) \
    ASK(flr_overlap2_line_line, line, line) \
    ASK(flr_overlap2_line_plane, line, plane) \
    ASK(flr_overlap2_line_halfspace, line, halfspace) \
    ASK(flr_overlap2_line_circle, line, circle) \
    ASK(flr_overlap2_line_capsule, line, capsule) \
    ASK(flr_overlap2_line_aabb, line, aabb) \
    ASK(flr_overlap2_line_box, line, box) \
    ASK(flr_overlap2_line_triangle, line, triangle) \
    ASK(flr_overlap2_line_polygon, line, polygon) \
    ASK(flr_overlap2_plane_plane, plane, plane) \
    ASK(flr_overlap2_plane_halfspace, plane, halfspace) \
    ASK(flr_overlap2_plane_circle, plane, circle) \
    ASK(flr_overlap2_plane_capsule, plane, capsule) \
    ASK(flr_overlap2_plane_aabb, plane, aabb) \
    ASK(flr_overlap2_plane_box, plane, box) \
    ASK(flr_overlap2_plane_triangle, plane, triangle) \
    ASK(flr_overlap2_plane_polygon, plane, polygon) \
    ASK(flr_overlap2_halfspace_halfspace, halfspace, halfspace) \
    ASK(flr_overlap2_halfspace_circle, halfspace, circle) \
    ASK(flr_overlap2_halfspace_capsule, halfspace, capsule) \
    ASK(flr_overlap2_halfspace_aabb, halfspace, aabb) \
    ASK(flr_overlap2_halfspace_box, halfspace, box) \
    ASK(flr_overlap2_halfspace_triangle, halfspace, triangle) \
    ASK(flr_overlap2_halfspace_polygon, halfspace, polygon) \
    ASK(flr_overlap2_circle_circle, circle, circle) \
    ASK(flr_overlap2_circle_capsule, circle, capsule) \
    ASK(flr_overlap2_circle_aabb, circle, aabb) \
    ASK(flr_overlap2_circle_box, circle, box) \
    ASK(flr_overlap2_circle_triangle, circle, triangle) \
    ASK(flr_overlap2_circle_polygon, circle, polygon) \
    ASK(flr_overlap2_capsule_capsule, capsule, capsule) \
    ASK(flr_overlap2_capsule_aabb, capsule, aabb) \
    ASK(flr_overlap2_capsule_box, capsule, box) \
    ASK(flr_overlap2_capsule_triangle, capsule, triangle) \
    ASK(flr_overlap2_capsule_polygon, capsule, polygon) \
    ASK(flr_overlap2_aabb_aabb, aabb, aabb) \
    ASK(flr_overlap2_aabb_box, aabb, box) \
    ASK(flr_overlap2_aabb_triangle, aabb, triangle) \
    ASK(flr_overlap2_aabb_polygon, aabb, polygon) \
    ASK(flr_overlap2_box_box, box, box) \
    ASK(flr_overlap2_box_triangle, box, triangle) \
    ASK(flr_overlap2_box_polygon, box, polygon) \
    ASK(flr_overlap2_triangle_triangle, triangle, triangle) \
    ASK(flr_overlap2_triangle_polygon, triangle, polygon) \
    ASK(flr_overlap2_polygon_polygon, polygon, polygon)
// clang-format on

// The kind of a name, and the shape as the typed functions take it.
enum {
    KIND3_point = FLR_SHAPE3_POINT,
    KIND3_segment = FLR_SHAPE3_SEGMENT,
    KIND3_ray = FLR_SHAPE3_RAY,
    KIND3_line = FLR_SHAPE3_LINE,
    KIND3_plane = FLR_SHAPE3_PLANE,
    KIND3_halfspace = FLR_SHAPE3_HALFSPACE,
    KIND3_sphere = FLR_SHAPE3_SPHERE,
    KIND3_capsule = FLR_SHAPE3_CAPSULE,
    KIND3_aabb = FLR_SHAPE3_AABB,
    KIND3_box = FLR_SHAPE3_BOX,
    KIND3_cylinder = FLR_SHAPE3_CYLINDER,
    KIND3_cone = FLR_SHAPE3_CONE,
    KIND3_triangle = FLR_SHAPE3_TRIANGLE,
    KIND3_quad = FLR_SHAPE3_QUAD,
    KIND3_rectangle = FLR_SHAPE3_RECTANGLE,
    KIND3_polygon = FLR_SHAPE3_POLYGON,
    KIND3_tetrahedron = FLR_SHAPE3_TETRAHEDRON,
    KIND3_polyhedron = ARGUMENT3_POLYHEDRON,
    KIND3_parallelepiped = ARGUMENT3_PARALLELEPIPED
};
#define TAKE3_point(x) (x).made.shape.as.point
#define TAKE3_segment(x) &(x).made.shape.as.segment
#define TAKE3_ray(x) &(x).made.shape.as.ray
#define TAKE3_line(x) &(x).made.shape.as.line
#define TAKE3_plane(x) &(x).made.shape.as.plane
#define TAKE3_halfspace(x) &(x).made.shape.as.halfspace
#define TAKE3_sphere(x) &(x).made.shape.as.sphere
#define TAKE3_capsule(x) &(x).made.shape.as.capsule
#define TAKE3_aabb(x) &(x).made.shape.as.aabb
#define TAKE3_box(x) &(x).made.shape.as.box
#define TAKE3_cylinder(x) &(x).made.shape.as.cylinder
#define TAKE3_cone(x) &(x).made.shape.as.cone
#define TAKE3_triangle(x) &(x).made.shape.as.triangle
#define TAKE3_quad(x) &(x).made.shape.as.quad
#define TAKE3_rectangle(x) &(x).made.shape.as.rectangle
#define TAKE3_polygon(x) &(x).made.shape.as.polygon
#define TAKE3_tetrahedron(x) &(x).made.shape.as.tetrahedron
#define TAKE3_polyhedron(x) &(x).polyhedron
#define TAKE3_parallelepiped(x) &(x).parallelepiped

enum {
    KIND2_point = FLR_SHAPE2_POINT,
    KIND2_segment = FLR_SHAPE2_SEGMENT,
    KIND2_ray = FLR_SHAPE2_RAY,
    KIND2_line = FLR_SHAPE2_LINE,
    KIND2_plane = FLR_SHAPE2_PLANE,
    KIND2_halfspace = FLR_SHAPE2_HALFSPACE,
    KIND2_circle = FLR_SHAPE2_CIRCLE,
    KIND2_capsule = FLR_SHAPE2_CAPSULE,
    KIND2_aabb = FLR_SHAPE2_AABB,
    KIND2_box = FLR_SHAPE2_BOX,
    KIND2_triangle = FLR_SHAPE2_TRIANGLE,
    KIND2_polygon = FLR_SHAPE2_POLYGON
};

typedef struct typed3 {
    int a, b;
    bool (*ask)(const argument3 *a, const argument3 *b);
} typed3;

typedef struct typed2 {
    int a, b;
    bool (*ask)(const flr_shape2 *a, const flr_shape2 *b);
} typed2;

#define ASK(function, a, b)                                                                                  \
    static inline bool ask_##function(const argument3 *x, const argument3 *y)                                \
    {                                                                                                        \
        return function(TAKE3_##a(*x), TAKE3_##b(*y));                                                       \
    }
TYPED_OVERLAPS3
#undef ASK

#define TAKE2_point(s) (s)->as.point
#define TAKE2_segment(s) &(s)->as.segment
#define TAKE2_ray(s) &(s)->as.ray
#define TAKE2_line(s) &(s)->as.line
#define TAKE2_plane(s) &(s)->as.plane
#define TAKE2_halfspace(s) &(s)->as.halfspace
#define TAKE2_circle(s) &(s)->as.circle
#define TAKE2_capsule(s) &(s)->as.capsule
#define TAKE2_aabb(s) &(s)->as.aabb
#define TAKE2_box(s) &(s)->as.box
#define TAKE2_triangle(s) &(s)->as.triangle
#define TAKE2_polygon(s) &(s)->as.polygon

#define ASK(function, a, b)                                                                                  \
    static inline bool ask_##function(const flr_shape2 *x, const flr_shape2 *y)                              \
    {                                                                                                        \
        return function(TAKE2_##a(x), TAKE2_##b(y));                                                         \
    }
TYPED_OVERLAPS2
#undef ASK

static inline void argue_typed3(byte_source *from)
{
#define ASK(function, a, b) {KIND3_##a, KIND3_##b, ask_##function},
    static const typed3 all[] = {TYPED_OVERLAPS3};
#undef ASK
    const unsigned which = next_byte(from);
    const typed3 *t = &all[which % (sizeof all / sizeof all[0])];
    argument3 a, b;
    argument3_make(from, t->a, &a);
    argument3_make(from, t->b, &b);
    (void)t->ask(&a, &b);
    argument3_release(&a);
    argument3_release(&b);
}

static inline void argue_typed2(byte_source *from)
{
#define ASK(function, a, b) {KIND2_##a, KIND2_##b, ask_##function},
    static const typed2 all[] = {TYPED_OVERLAPS2};
#undef ASK
    const unsigned which = next_byte(from);
    const typed2 *t = &all[which % (sizeof all / sizeof all[0])];
    argument2 a, b;
    argument2_make(from, t->a, &a);
    argument2_make(from, t->b, &b);
    (void)t->ask(&a.made.shape, &b.made.shape);
}

static inline bool argue_space(byte_source *from, unsigned question, complaint *said)
{
    argument3 a, b;
    argument3_make(from, (int)(next_byte(from) % FLR_SHAPE3_COUNT), &a);
    argument3_make(from, (int)(next_byte(from) % FLR_SHAPE3_COUNT), &b);
    const flr_shape3 *x = &a.made.shape, *y = &b.made.shape;
    said->lax = has_no_meaning(flr_check3(x)) || has_no_meaning(flr_check3(y));
    bool fine = question < 8 ? argue_pair3(from, question, x, y, said) : argue_one3(from, x, said);
    if (fine && question >= 8 && x->kind == FLR_SHAPE3_MESH && y->kind == FLR_SHAPE3_MESH)
        fine = argue_meshes3(from, &x->as.mesh, &y->as.mesh, said);
    if (fine && next_byte(from) % 4 == 1) fine = argue_list3(from, x, y, said);
    argument3_release(&a);
    argument3_release(&b);
    return fine;
}

static inline bool argue_plane(byte_source *from, unsigned question, complaint *said)
{
    argument2 a, b;
    argument2_make(from, (int)(next_byte(from) % FLR_SHAPE2_COUNT), &a);
    argument2_make(from, (int)(next_byte(from) % FLR_SHAPE2_COUNT), &b);
    const flr_shape2 *x = &a.made.shape, *y = &b.made.shape;
    said->lax = has_no_meaning(flr_check2(x)) || has_no_meaning(flr_check2(y));
    const bool fine = question < 8 ? argue_pair2(from, question, x, y, said) : argue_one2(from, x, said);
    return fine && (next_byte(from) % 4 != 1 || argue_list2(from, x, y, said));
}

/// Checks of shapes that no flr_shape3 is.
static inline bool argue_others3(byte_source *from, complaint *said)
{
    argument3 a;
    argument3_make(from, ARGUMENT3_POLYHEDRON, &a);
    bool fine = argued(said, flr_check3_polyhedron(&a.polyhedron), false, "flr_check3_polyhedron");
    argument3_make(from, ARGUMENT3_ELLIPSOID, &a);
    fine = fine &&
           argued(said, flr_check3_parallelepiped(&a.parallelepiped), false, "flr_check3_parallelepiped");
    return fine && argued(said, flr_check3_ellipsoid(&a.ellipsoid), false, "flr_check3_ellipsoid");
}

/// The first byte says what is asked. False with a complaint where a status is none, or an answer holds a NaN.
static inline bool check_arguments(const uint8_t *data, size_t size, complaint *said)
{
    byte_source from = {data, size, 0, false};
    const unsigned first = next_byte(&from), question = first % 24;
    said->text[0] = 0;
    said->lax = false;
    if (question < 9) return argue_space(&from, question, said);
    if (question < 18) return argue_plane(&from, question - 9, said);
    switch (question) {
    case 18:
        argue_typed3(&from);
        return true;
    case 19:
        argue_typed2(&from);
        return true;
    case 20:
        return argue_making3(&from, said) && argue_others3(&from, said);
    case 21:
        return argue_making2(&from, said);
    case 22:
        return argue_contacts3(&from, said);
    default:
        return argue_contacts2(&from, said);
    }
}

#endif
