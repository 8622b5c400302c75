/// Boxes by their own coordinates, and one parameter range against them. A rectangle is a box
/// with a half extent of 0.
#ifndef FLR_CLOSEST_BOX3_H
#define FLR_CLOSEST_BOX3_H

#include "closest/span3.h"

static inline flr_box3 flr_box3_of_rectangle(const flr_rectangle3 *r)
{
    flr_box3 b = {
        r->center, {r->axis_x, r->axis_y, flr_cross3(r->axis_x, r->axis_y)}, {r->half_x, r->half_y, 0}};
    return b;
}

static inline dvec3 flr_local3_of(flr_vec3 v)
{
    dvec3 q = {(double)v.x, (double)v.y, (double)v.z};
    return q;
}
/// The coordinates of a frame's vector along the axes of a box.
static inline dvec3 flr_box3_coordinates(const flr_box3 *b, dvec3 v)
{
    dvec3 q = {dvec3_dot(v, flr_local3_of(b->axes.x)), dvec3_dot(v, flr_local3_of(b->axes.y)),
               dvec3_dot(v, flr_local3_of(b->axes.z))};
    return q;
}
static inline dvec3 flr_box3_vector(const flr_box3 *b, dvec3 q)
{
    dvec3 v = flr_local3_scaled(q.x, flr_local3_of(b->axes.x));
    v = dvec3_add_scaled(v, q.y, flr_local3_of(b->axes.y));
    return dvec3_add_scaled(v, q.z, flr_local3_of(b->axes.z));
}

/// Parameter in [low, high] of the point of origin + t * direction nearest to the box between the
/// corners; on a stretch that is all nearest, its least t.
double flr_span3_nearest_to_box(const double origin[3], const double direction[3], double low, double high,
                                const double corner_low[3], const double corner_high[3]);

static inline double flr_clamped(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

#endif
