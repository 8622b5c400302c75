#include "math/cross2.h"

#include "math/wide_values.h"

/// Loads d = values 0, 1 of p and the difference to - from = values 0, 1 of q.
static bool load_directed(flr_wide_values *p, flr_wide_values *q, flr_vec2 d, flr_vec2 from, flr_vec2 to)
{
    const double direction[2] = {(double)d.x, (double)d.y};
    const double ends[4] = {(double)to.x, (double)to.y, (double)from.x, (double)from.y};
    if (!flr_wide_values_load(p, direction, 2) || !flr_wide_values_load(q, ends, 4)) return false;
    flr_wide_values_add(q, 0, -1, 2);
    flr_wide_values_add(q, 1, -1, 3);
    return true;
}

int flr_cross2_exact(flr_vec2 d, flr_vec2 o, flr_vec2 p)
{
    flr_wide_values direction, difference;
    flr_wide_sum sum;
    if (!load_directed(&direction, &difference, d, o, p)) return 0;
    flr_wide_sum_start(&sum, &direction, &difference);
    flr_wide_sum_add(&sum, 1, &direction, 0, &difference, 1);
    flr_wide_sum_add(&sum, -1, &direction, 1, &difference, 0);
    return flr_wide_sum_sign(&sum);
}

int flr_dot2_exact(flr_vec2 d, flr_vec2 o, flr_vec2 p)
{
    flr_wide_values direction, difference;
    flr_wide_sum sum;
    if (!load_directed(&direction, &difference, d, o, p)) return 0;
    flr_wide_sum_start(&sum, &direction, &difference);
    flr_wide_sum_add(&sum, 1, &direction, 0, &difference, 0);
    flr_wide_sum_add(&sum, 1, &direction, 1, &difference, 1);
    return flr_wide_sum_sign(&sum);
}

int flr_ahead2_exact(flr_vec2 a, flr_vec2 b, flr_vec2 p)
{
    const double value[6] = {(double)a.x, (double)a.y, (double)b.x, (double)b.y, (double)p.x, (double)p.y};
    flr_wide_values v;
    flr_wide_sum sum;
    if (!flr_wide_values_load(&v, value, 6)) return 0;
    for (int i = 2; i < 6; ++i) flr_wide_values_add(&v, i, -1, i % 2);
    flr_wide_sum_start(&sum, &v, &v);
    flr_wide_sum_add(&sum, 1, &v, 2, &v, 4);
    flr_wide_sum_add(&sum, 1, &v, 3, &v, 5);
    return flr_wide_sum_sign(&sum);
}

/// The offset is a product like the others once 1 stands beside the coordinates.
int flr_plane2_side_exact(flr_vec2 normal, flr_real offset, flr_vec2 p)
{
    const double plane[3] = {(double)normal.x, (double)normal.y, (double)offset};
    const double point[3] = {(double)p.x, (double)p.y, 1};
    flr_wide_values a, b;
    flr_wide_sum sum;
    if (!flr_wide_values_load(&a, plane, 3) || !flr_wide_values_load(&b, point, 3)) return 0;
    flr_wide_sum_start(&sum, &a, &b);
    for (int i = 0; i < 3; ++i) flr_wide_sum_add(&sum, i < 2 ? 1 : -1, &a, i, &b, i);
    return flr_wide_sum_sign(&sum);
}

int flr_within2_exact(flr_vec2 p, flr_vec2 q, flr_real r, flr_real s)
{
    const double value[6] = {(double)p.x, (double)p.y, (double)r, (double)q.x, (double)q.y, (double)s};
    flr_wide_values v;
    flr_wide_sum sum;
    if (!flr_wide_values_load(&v, value, 6)) return 0;
    for (int i = 0; i < 3; ++i) flr_wide_values_add(&v, i, i < 2 ? -1 : 1, i + 3);
    flr_wide_sum_start(&sum, &v, &v);
    for (int i = 0; i < 3; ++i) flr_wide_sum_add(&sum, i < 2 ? -1 : 1, &v, i, &v, i);
    return flr_wide_sum_sign(&sum);
}
