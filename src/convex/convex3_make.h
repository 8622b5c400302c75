/// How convex shapes are made, in place: a question about any shape makes two of them, and copying one would
/// take longer.
#ifndef FLR_CONVEX_CONVEX3_MAKE_H
#define FLR_CONVEX_CONVEX3_MAKE_H

#include <math.h>

#include "convex/kinds3.h"

static const flr_mat3 convex3_upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/// Copies number by number, which a compiler does without a copy on the stack.
static inline flr_vec3 convex3_copied(flr_vec3 v) { return flr_vec3_make(v.x, v.y, v.z); }

/// Sets what all kinds have. Coordinates that a kind does not use stay as they are, as clearing all would
/// double the cost of making a box; pointers are cleared.
static inline void convex3_begin(flr_convex3 *c, flr_convex3_kind kind, flr_real radius)
{
    c->kind = kind;
    c->radius = radius;
    c->count = 0;
    c->points = NULL;
    c->support = NULL;
    c->user = NULL;
    c->hull = NULL;
}

static inline void convex3_place(flr_convex3 *c, const flr_mat3 *axes, flr_vec3 center)
{
    c->center = convex3_copied(center);
    c->axes.x = convex3_copied(axes->x);
    c->axes.y = convex3_copied(axes->y);
    c->axes.z = convex3_copied(axes->z);
}

/// Makes a core of up to four corners, given in the scene.
static inline void convex3_set_corners(flr_convex3 *restrict c, const flr_vec3 *restrict points,
                                       uint32_t count, flr_real radius)
{
    convex3_begin(c, FLR_CONVEX3_CORNERS, radius);
    c->count = count;
    // the mean is a sum of parts, since a sum of huge coordinates could overflow
    static const flr_real PARTS[5] = {0, 1, (flr_real)(1.0 / 2), (flr_real)(1.0 / 3), (flr_real)(1.0 / 4)};
    const flr_real part = PARTS[count];
    flr_vec3 mean = flr_scale3(part, points[0]);
    c->corners[0] = convex3_copied(points[0]);
    if (count > 1) c->corners[1] = convex3_copied(points[1]), mean = flr_mul_add3(mean, part, points[1]);
    if (count > 2) c->corners[2] = convex3_copied(points[2]), mean = flr_mul_add3(mean, part, points[2]);
    if (count > 3) c->corners[3] = convex3_copied(points[3]), mean = flr_mul_add3(mean, part, points[3]);
    c->center = convex3_copied(mean);
}

static inline void convex3_set_point(flr_convex3 *c, flr_vec3 p) { convex3_set_corners(c, &p, 1, 0); }
static inline void convex3_set_segment(flr_convex3 *c, const flr_segment3 *s)
{
    convex3_set_corners(c, &s->a, 2, 0);
}
static inline void convex3_set_triangle(flr_convex3 *c, const flr_triangle3 *t)
{
    convex3_set_corners(c, &t->a, 3, 0);
}
static inline void convex3_set_tetrahedron(flr_convex3 *c, const flr_tetrahedron *t)
{
    convex3_set_corners(c, &t->a, 4, 0);
}
static inline void convex3_set_rectangle(flr_convex3 *c, const flr_rectangle3 *r)
{
    flr_vec3 x = flr_scale3(r->half_x, r->axis_x), y = flr_scale3(r->half_y, r->axis_y);
    const flr_vec3 p[4] = {flr_add3(flr_add3(r->center, x), y), flr_add3(flr_sub3(r->center, x), y),
                           flr_sub3(flr_sub3(r->center, x), y), flr_sub3(flr_add3(r->center, x), y)};
    convex3_set_corners(c, p, 4, 0);
}
static inline void convex3_set_sphere(flr_convex3 *c, const flr_sphere *s)
{
    convex3_set_corners(c, &s->center, 1, s->radius);
}
static inline void convex3_set_capsule(flr_convex3 *c, const flr_capsule3 *s)
{
    convex3_set_corners(c, &s->a, 2, s->radius);
}
static inline void convex3_set_box(flr_convex3 *c, const flr_box3 *b)
{
    convex3_begin(c, FLR_CONVEX3_BOX, 0);
    convex3_place(c, &b->axes, b->center);
    c->half_extents = convex3_copied(b->half_extents);
}
static inline void convex3_set_aabb(flr_convex3 *c, const flr_aabb3 *b)
{
    convex3_begin(c, FLR_CONVEX3_BOX, 0);
    convex3_place(c, &convex3_upright, flr_lerp3(b->min, b->max, (flr_real)0.5));
    c->half_extents = flr_scale3((flr_real)0.5, flr_sub3(b->max, b->min));
}
/// Makes the hull of points as they stand, without a pose.
static inline void convex3_set_points(flr_convex3 *c, const flr_vec3 *points, uint32_t count)
{
    convex3_begin(c, FLR_CONVEX3_POINTS, 0);
    const flr_vec3 zero = {0, 0, 0};
    convex3_place(c, &convex3_upright, zero);
    c->points = points;
    c->count = count;
}
/// Makes an ellipsoid, or the point with a radius that a ball is.
static inline void convex3_set_ellipsoid(flr_convex3 *c, const flr_ellipsoid *e)
{
    const flr_vec3 r = e->radii;
    if (r.x == r.y && r.y == r.z) {
        convex3_set_corners(c, &e->center, 1, r.x);
        return;
    }
    convex3_begin(c, FLR_CONVEX3_ELLIPSOID, 0);
    convex3_place(c, &e->axes, e->center);
    c->half_extents = convex3_copied(r);
}
void flr_convex3_set_cylinder(flr_convex3 *c, const flr_cylinder *s);
void flr_convex3_set_cone(flr_convex3 *c, const flr_cone *s);
static inline void convex3_set_cylinder(flr_convex3 *c, const flr_cylinder *s)
{
    flr_convex3_set_cylinder(c, s);
}
static inline void convex3_set_cone(flr_convex3 *c, const flr_cone *s) { flr_convex3_set_cone(c, s); }

#endif
