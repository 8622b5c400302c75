#include "closest/kernels3.h"

void flr_local3_edges_triangle(const dvec3 *a, int edges, const dvec3 b[3], flr_local3_pair *best)
{
    for (int i = 0; i < edges; ++i)
        for (int j = 0; j < 3; ++j) {
            int i1 = (i + 1) % 3, j1 = (j + 1) % 3;
            dvec3 d = dvec3_sub(a[i1], a[i]), e = dvec3_sub(b[j1], b[j]);
            double s, t;
            double squared = flr_local3_segment_segment(d, e, dvec3_sub(a[i], b[j]), &s, &t);
            flr_local3_take(best, squared, flr_weights3_edge(i, i1, s), flr_weights3_edge(j, j1, t));
        }
}

/// A normal that is accurate along the longest edge u, also for a needle: from u and the height
/// over it. What it is off about u matters little, as the triangle is narrow there.
static dvec3 normal_over(const dvec3 b[3], int longest)
{
    dvec3 u = dvec3_sub(b[(longest + 1) % 3], b[longest]);
    dvec3 v = dvec3_sub(b[(longest + 2) % 3], b[longest]);
    double along = dvec3_dot(v, u) * flr_local3_inverse_square(u);
    return dvec3_cross(u, dvec3_add_scaled(v, -along, u));
}

void flr_local3_crossings_triangle(const dvec3 *a, int edges, const dvec3 b[3], flr_local3_pair *best)
{
    int longest = flr_local3_longest_edge(b);
    dvec3 n = normal_over(b, longest);
    for (int i = 0; i < edges; ++i) {
        int i1 = (i + 1) % 3;
        double from = dvec3_dot(n, dvec3_sub(a[i], b[longest]));
        double to = dvec3_dot(n, dvec3_sub(a[i1], b[longest]));
        if (!(from < 0 ? to > 0 : to < 0)) continue;  // an end in the plane is a candidate anyway
        double t = flr_clamp01(from / (from - to));
        flr_weights3 weights;
        dvec3 p = dvec3_add_scaled(a[i], t, dvec3_sub(a[i1], a[i]));
        double squared = flr_local3_point_triangle(p, b, &weights);
        flr_local3_take(best, squared, flr_weights3_edge(i, i1, t), weights);
    }
}
