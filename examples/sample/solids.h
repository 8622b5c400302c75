/// Builders of closed, outward-facing triangle solids for the sample assembly: prisms with
/// holes and steps, spheres. Only sqrt is asked of libm, so every machine builds the same bits.
#ifndef EXAMPLES_SAMPLE_SOLIDS_H
#define EXAMPLES_SAMPLE_SOLIDS_H

#include <stdbool.h>
#include <stddef.h>

enum { LOOP_MOST = 512, SOLID_MOST = 4096 };

/// A closed polygon in the plane (u, v). The material lies on its left: outer loops run
/// counter-clockwise, holes clockwise.
typedef struct loop {
    double u[LOOP_MOST], v[LOOP_MOST];
    int count;
} loop;

/// A triangle mesh in the making.
typedef struct solid {
    double vertices[SOLID_MOST][3];
    int triangles[2 * SOLID_MOST][3];
    int vertex_count, triangle_count;
    bool along_x;  ///< (u, v, w) stands for (y, z, x) instead of (x, y, z)
} solid;

/// The point of the unit circle at `index` of `count` (a power of two, 4 at least), from exact
/// quarter turns by halving.
void circle_point(int count, int index, double *u, double *v);

void loop_add(loop *l, double u, double v);
loop loop_circle(double center_u, double center_v, double radius, int count);
loop loop_box(double u0, double v0, double u1, double v1);
loop loop_reversed(const loop *l);
/// A circle about (0, 0) with a slot of `half_width` around the v axis, from the rim to v =
/// `end`: a keyway in a shaft (end < radius) or in a bore (end > radius).
loop loop_keyed(double radius, int count, double half_width, double end);

/// The walls over the edges of a loop from w0 to w1.
void solid_wall(solid *s, const loop *l, double w0, double w1);
/// The flat face of an outer loop less holes (given clockwise) at w. `up`: facing along +w.
void solid_face(solid *s, const loop *outer, const loop *holes, int hole_count, double w, bool up);
/// Walls and both faces.
void solid_prism(solid *s, const loop *outer, const loop *holes, int hole_count, double w0, double w1);
void solid_box(solid *s, const double min[3], const double max[3]);
/// An octahedron halved `depth` times, its corners on the sphere. `inward`: a cavity.
void solid_sphere(solid *s, const double center[3], double radius, int depth, bool inward);

#endif
