#include "closest/box3.h"

typedef struct box_gap {
    flr_frame3 frame;
    dvec3 nearest;   ///< in the coordinates of the box
    double squared;  ///< 0 for a point inside
} box_gap;

static box_gap measure(flr_vec3 p, const flr_box3 *b)
{
    const flr_vec3 points[2] = {b->center, p};
    box_gap g;
    flr_real reach = b->half_extents.x > b->half_extents.y ? b->half_extents.x : b->half_extents.y;
    if (b->half_extents.z > reach) reach = b->half_extents.z;
    g.frame = flr_frame3_make(points, 2, reach);
    dvec3 q = flr_box3_coordinates(b, flr_frame3_local(&g.frame, p));
    double x = flr_frame3_length(&g.frame, b->half_extents.x);
    double y = flr_frame3_length(&g.frame, b->half_extents.y);
    double z = flr_frame3_length(&g.frame, b->half_extents.z);
    g.nearest.x = flr_clamped(q.x, -x, x);
    g.nearest.y = flr_clamped(q.y, -y, y);
    g.nearest.z = flr_clamped(q.z, -z, z);
    dvec3 excess = dvec3_sub(q, g.nearest);
    g.squared = dvec3_dot(excess, excess);
    return g;
}

/// RTCD 5.1.4, differing in answering a point inside with its own bits.
flr_closest3 flr_closest3_point_box(flr_vec3 p, const flr_box3 *b)
{
    box_gap g = measure(p, b);
    if (g.squared == 0) return flr_closest3_meeting(p);
    flr_closest3 result = {flr_frame3_distance(&g.frame, sqrt(g.squared)), p,
                           flr_frame3_world(&g.frame, flr_box3_vector(b, g.nearest))};
    return result;
}

flr_real flr_distance_squared3_point_box(flr_vec3 p, const flr_box3 *b)
{
    box_gap g = measure(p, b);
    return (flr_real)(g.squared / g.frame.grow / g.frame.grow / g.frame.shrink / g.frame.shrink);
}

flr_real flr_distance_squared3_point_rectangle(flr_vec3 p, const flr_rectangle3 *r)
{
    flr_box3 b = flr_box3_of_rectangle(r);
    return flr_distance_squared3_point_box(p, &b);
}

flr_closest3 flr_closest3_point_rectangle(flr_vec3 p, const flr_rectangle3 *r)
{
    flr_box3 b = flr_box3_of_rectangle(r);
    return flr_closest3_point_box(p, &b);
}
