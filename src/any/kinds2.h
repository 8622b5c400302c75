/// Tables over the kinds of shapes of the plane, as kinds3.h has them for space.
#ifndef FLR_ANY_KINDS2_H
#define FLR_ANY_KINDS2_H

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
/// All pairs of these, the first no later in rank than the second.
#define PAIRS2(X) \
    X(point, point) X(point, segment) X(point, ray) X(point, line) X(point, plane) X(point, halfspace) \
    X(point, circle) X(point, capsule) X(point, aabb) X(point, box) X(point, triangle) X(point, polygon) \
    X(segment, segment) X(segment, ray) X(segment, line) X(segment, plane) X(segment, halfspace) \
    X(segment, circle) X(segment, capsule) X(segment, aabb) X(segment, box) X(segment, triangle) \
    X(segment, polygon) \
    X(ray, ray) X(ray, line) X(ray, plane) X(ray, halfspace) X(ray, circle) X(ray, capsule) X(ray, aabb) \
    X(ray, box) X(ray, triangle) X(ray, polygon) \
    X(line, line) X(line, plane) X(line, halfspace) X(line, circle) X(line, capsule) X(line, aabb) \
    X(line, box) X(line, triangle) X(line, polygon) \
    X(plane, plane) X(plane, halfspace) X(plane, circle) X(plane, capsule) X(plane, aabb) X(plane, box) \
    X(plane, triangle) X(plane, polygon) \
    X(halfspace, halfspace) X(halfspace, circle) X(halfspace, capsule) X(halfspace, aabb) \
    X(halfspace, box) X(halfspace, triangle) X(halfspace, polygon) \
    X(circle, circle) X(circle, capsule) X(circle, aabb) X(circle, box) X(circle, triangle) \
    X(circle, polygon) \
    X(capsule, capsule) X(capsule, aabb) X(capsule, box) X(capsule, triangle) X(capsule, polygon) \
    X(aabb, aabb) X(aabb, box) X(aabb, triangle) X(aabb, polygon) \
    X(box, box) X(box, triangle) X(box, polygon) \
    X(triangle, triangle) X(triangle, polygon) \
    X(polygon, polygon)
// clang-format on

#endif
