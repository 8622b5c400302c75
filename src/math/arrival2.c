#include "math/arrival2.h"

#include "math/wide_values.h"

/// A difference of sums has digits of up to three values, a little more than a product of two
/// differences: flr_wide_add_product has room for that, because there are two products, not three.

int flr_arrival2_side_exact(flr_vec2 a, flr_vec2 b, bool is_direction, flr_vec2 v, flr_vec2 m)
{
    const double direction[4] = {(double)b.x, (double)b.y, (double)a.x, (double)a.y};
    const double arrival[6] = {(double)v.x, (double)v.y, (double)m.x, (double)m.y, (double)a.x, (double)a.y};
    flr_wide_values d, p;
    flr_wide_sum sum;
    if (!flr_wide_values_load(&d, direction, 4) || !flr_wide_values_load(&p, arrival, 6)) return 0;
    for (int i = 0; i < 2; ++i) {
        if (!is_direction) flr_wide_values_add(&d, i, -1, i + 2);
        flr_wide_values_add(&p, i, 1, i + 2);
        flr_wide_values_add(&p, i, -1, i + 4);
    }
    flr_wide_sum_start(&sum, &d, &p);
    flr_wide_sum_add(&sum, 1, &d, 0, &p, 1);
    flr_wide_sum_add(&sum, -1, &d, 1, &p, 0);
    return flr_wide_sum_sign(&sum);
}

int flr_arrival2_reach_exact(flr_vec2 v, flr_vec2 m, flr_vec2 p)
{
    const double motion[2] = {(double)m.x, (double)m.y};
    const double arrival[6] = {(double)v.x, (double)v.y, (double)m.x, (double)m.y, (double)p.x, (double)p.y};
    flr_wide_values d, q;
    flr_wide_sum sum;
    if (!flr_wide_values_load(&d, motion, 2) || !flr_wide_values_load(&q, arrival, 6)) return 0;
    for (int i = 0; i < 2; ++i) {
        flr_wide_values_add(&q, i, 1, i + 2);
        flr_wide_values_add(&q, i, -1, i + 4);
    }
    flr_wide_sum_start(&sum, &d, &q);
    flr_wide_sum_add(&sum, 1, &d, 0, &q, 0);
    flr_wide_sum_add(&sum, 1, &d, 1, &q, 1);
    return flr_wide_sum_sign(&sum);
}

/// A difference to the offset: the number 1 stands beside the coordinates, and what is added to each comes after it.
static int plane_sign(flr_vec2 normal, flr_real offset, const double *arrival, int count)
{
    const double plane[3] = {(double)normal.x, (double)normal.y, (double)offset};
    flr_wide_values a, b;
    flr_wide_sum sum;
    if (!flr_wide_values_load(&a, plane, 3) || !flr_wide_values_load(&b, arrival, count)) return 0;
    for (int i = 3; i < count; ++i) flr_wide_values_add(&b, i % 2 ? 0 : 1, 1, i);
    flr_wide_sum_start(&sum, &a, &b);
    for (int i = 0; i < 3; ++i) flr_wide_sum_add(&sum, i < 2 ? 1 : -1, &a, i, &b, i);
    return flr_wide_sum_sign(&sum);
}

int flr_arrival2_plane_exact(flr_vec2 normal, flr_real offset, flr_vec2 v, flr_vec2 m)
{
    const double arrival[5] = {(double)v.x, (double)v.y, 1, (double)m.x, (double)m.y};
    return plane_sign(normal, offset, arrival, 5);
}

int flr_arrival2_plane_from_exact(flr_vec2 normal, flr_real offset, flr_vec2 origin, flr_vec2 v, flr_vec2 m)
{
    const double arrival[7] = {(double)origin.x, (double)origin.y, 1,          (double)v.x,
                               (double)v.y,      (double)m.x,      (double)m.y};
    return plane_sign(normal, offset, arrival, 7);
}
