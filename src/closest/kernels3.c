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

void flr_local3_crossings_triangle(const flr_local3 *a, int edges, const flr_local3 b[3],
                                   flr_local3_pair *best)
{
    flr_local3 n = flr_local3_cross(flr_local3_sub(b[1], b[0]), flr_local3_sub(b[2], b[0]));
    for (int i = 0; i < edges; ++i) {
        int i1 = (i + 1) % 3;
        double from = flr_local3_dot(n, flr_local3_sub(a[i], b[0]));
        double to = flr_local3_dot(n, flr_local3_sub(a[i1], b[0]));
        if (!(from < 0 ? to > 0 : to < 0)) continue;  // an end in the plane is a candidate anyway
        double t = flr_clamp01(from / (from - to));
        flr_weights3 weights;
        flr_local3 p = flr_local3_along(a[i], t, flr_local3_sub(a[i1], a[i]));
        double squared = flr_local3_point_triangle(p, b, &weights);
        flr_local3_take(best, squared, flr_weights3_edge(i, i1, t), weights);
    }
}
