#include "closest/kernels3.h"

void flr_local3_edges_triangle(const flr_local3 *a, int edges, const flr_local3 b[3], flr_local3_pair *best)
{
    for (int i = 0; i < edges; ++i)
        for (int j = 0; j < 3; ++j) {
            int i1 = (i + 1) % 3, j1 = (j + 1) % 3;
            flr_local3 d = flr_local3_sub(a[i1], a[i]), e = flr_local3_sub(b[j1], b[j]);
            double s, t;
            double squared = flr_local3_segment_segment(d, e, flr_local3_sub(a[i], b[j]), &s, &t);
            flr_local3_take(best, squared, flr_weights3_edge(i, i1, s), flr_weights3_edge(j, j1, t));
        }
}

/// A normal that is accurate along the longest edge u, also for a needle: from u and the height
/// over it. What it is off about u matters little, as the triangle is narrow there.
static flr_local3 normal_over(const flr_local3 b[3], int longest)
{
    flr_local3 u = flr_local3_sub(b[(longest + 1) % 3], b[longest]);
    flr_local3 v = flr_local3_sub(b[(longest + 2) % 3], b[longest]);
    double along = flr_local3_dot(v, u) * flr_local3_inverse_square(u);
    return flr_local3_cross(u, flr_local3_along(v, -along, u));
}

void flr_local3_crossings_triangle(const flr_local3 *a, int edges, const flr_local3 b[3],
                                   flr_local3_pair *best)
{
    int longest = flr_local3_longest_edge(b);
    flr_local3 n = normal_over(b, longest);
    for (int i = 0; i < edges; ++i) {
        int i1 = (i + 1) % 3;
        double from = flr_local3_dot(n, flr_local3_sub(a[i], b[longest]));
        double to = flr_local3_dot(n, flr_local3_sub(a[i1], b[longest]));
        if (!(from < 0 ? to > 0 : to < 0)) continue;  // an end in the plane is a candidate anyway
        double t = flr_clamp01(from / (from - to));
        flr_weights3 weights;
        flr_local3 p = flr_local3_along(a[i], t, flr_local3_sub(a[i1], a[i]));
        double squared = flr_local3_point_triangle(p, b, &weights);
        flr_local3_take(best, squared, flr_weights3_edge(i, i1, t), weights);
    }
}
