/// Tables over the kinds of shapes of the plane, as kinds3.h has them for space.
#ifndef FLR_QUERY_KINDS2_H
#define FLR_QUERY_KINDS2_H

#include "feeler/any2.h"

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
    KIND2_polygon = FLR_SHAPE2_POLYGON,
    KIND2_convex = FLR_SHAPE2_CONVEX
};

#define AS2_point(s) (s)->as.point
#define AS2_segment(s) &(s)->as.segment
#define AS2_ray(s) &(s)->as.ray
#define AS2_line(s) &(s)->as.line
#define AS2_plane(s) &(s)->as.plane
#define AS2_halfspace(s) &(s)->as.halfspace
#define AS2_circle(s) &(s)->as.circle
#define AS2_capsule(s) &(s)->as.capsule
#define AS2_aabb(s) &(s)->as.aabb
#define AS2_box(s) &(s)->as.box
#define AS2_triangle(s) &(s)->as.triangle
#define AS2_polygon(s) &(s)->as.polygon

// clang-format off
/// All but convex ones; and of these, those that end.
#define KINDS2(X) \
    X(point) X(segment) X(ray) X(line) X(plane) X(halfspace) X(circle) X(capsule) X(aabb) X(box) X(triangle) X(polygon)
#define KINDS2_BOUNDED(X) X(point) X(segment) X(circle) X(capsule) X(aabb) X(box) X(triangle) X(polygon)
// clang-format on

#endif
