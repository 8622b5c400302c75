/// Tables over the kinds of shapes in space. A list X(kind) ... of the kinds that have a typed function makes both the
/// functions that unpack a shape for it and their places in the table; kinds with a way of their own are named
/// beside the list, and an empty place is a question that has no answer.
#ifndef FLR_ANY_KINDS3_H
#define FLR_ANY_KINDS3_H

#include "feeler/any3.h"

/// Places in a table by the names that typed functions go by.
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
    KIND3_convex = FLR_SHAPE3_CONVEX,
    KIND3_mesh = FLR_SHAPE3_MESH
};

/// A shape as its typed functions take it: a point by value, the rest by address.
#define AS3_point(s) (s)->as.point
#define AS3_segment(s) &(s)->as.segment
#define AS3_ray(s) &(s)->as.ray
#define AS3_line(s) &(s)->as.line
#define AS3_plane(s) &(s)->as.plane
#define AS3_halfspace(s) &(s)->as.halfspace
#define AS3_sphere(s) &(s)->as.sphere
#define AS3_capsule(s) &(s)->as.capsule
#define AS3_aabb(s) &(s)->as.aabb
#define AS3_box(s) &(s)->as.box
#define AS3_cylinder(s) &(s)->as.cylinder
#define AS3_cone(s) &(s)->as.cone
#define AS3_triangle(s) &(s)->as.triangle
#define AS3_quad(s) &(s)->as.quad
#define AS3_rectangle(s) &(s)->as.rectangle
#define AS3_polygon(s) &(s)->as.polygon
#define AS3_tetrahedron(s) &(s)->as.tetrahedron

#endif
