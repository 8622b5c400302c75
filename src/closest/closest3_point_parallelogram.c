#include "closest/parallelogram3.h"

/// By orthogonal directions, the longer side and the height over it.
static bool foot_inside(dvec3 p, dvec3 u, dvec3 v, double *s, double *t, dvec3 *gap)
{
    double uu = dvec3_dot(u, u), c = uu > 0 ? dvec3_dot(u, v) / uu : 0;
    dvec3 height = dvec3_add_scaled(v, -c, u);
    double hh = dvec3_dot(height, height);
    if (!(hh > 0)) return false;
    double along = dvec3_dot(p, u) / uu;
    *gap = dvec3_add_scaled(p, -along, u);
    *t = dvec3_dot(*gap, height) / hh;
    *gap = dvec3_add_scaled(*gap, -*t, height);
    *s = along - *t * c;
    return *s >= 0 && *s <= 1 && *t >= 0 && *t <= 1;
}

bool flr_parallelogram3_foot(dvec3 p, dvec3 u, dvec3 v, double *s, double *t, dvec3 *gap)
{
    bool swap = dvec3_dot(v, v) > dvec3_dot(u, u);
    return swap ? foot_inside(p, v, u, t, s, gap) : foot_inside(p, u, v, s, t, gap);
}

/// RTCD 5.1.4.2 clamps along both sides on their own, which is right only where they are square to
/// one another; here the foot is found in both at once, and outside it the four edges are tried.
flr_closest3 flr_closest3_point_parallelogram(flr_vec3 p, flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    const flr_vec3 points[4] = {a, b, c, p};
    flr_frame3 f = flr_frame3_make(points, 4, 0);
    dvec3 u = flr_frame3_local(&f, b), v = flr_frame3_local(&f, c), q = flr_frame3_local(&f, p), gap;
    double s, t;
    if (flr_parallelogram3_foot(q, u, v, &s, &t, &gap)) {
        double distance = flr_local3_length(gap);
        if (distance == 0) return flr_closest3_meeting(p);
        flr_closest3 result = {flr_frame3_distance(&f, distance), p, {0, 0, 0}};
        result.point_b = flr_frame3_world(&f, dvec3_sub(q, gap));
        return result;
    }
    flr_vec3 d = flr_frame3_world(&f, dvec3_add_scaled(u, 1, v));
    const flr_segment3 edge[4] = {{a, b}, {a, c}, {b, d}, {c, d}};
    flr_closest3 best = flr_closest3_point_segment(p, &edge[0]);
    for (int i = 1; i < 4; ++i) {
        flr_closest3 next = flr_closest3_point_segment(p, &edge[i]);
        if (next.distance < best.distance) best = next;
    }
    return best;
}
