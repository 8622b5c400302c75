#include "cast/triangle3.h"

/// The sign of the component `axis` of (b - a) x (c - a), exact.
static int turn(int axis, flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    const double x[3] = {(double)a.x, (double)b.x, (double)c.x},
                 y[3] = {(double)a.y, (double)b.y, (double)c.y},
                 z[3] = {(double)a.z, (double)b.z, (double)c.z};
    const double *const coordinate[3] = {x, y, z};
    const double *u = coordinate[(axis + 1) % 3], *v = coordinate[(axis + 2) % 3];
    return flr_orient2_inline(u[0], v[0], u[1], v[1], u[2], v[2]);
}

/// Is b or d reflex? Then a b c and a c d turn opposite ways, on whatever plane they are projected.
static bool is_split_at_b(const flr_quad3 *q)
{
    flr_vec3 diagonal = flr_sub3(q->c, q->a);
    flr_vec3 m = flr_cross3(flr_sub3(q->b, q->a), diagonal), n = flr_cross3(diagonal, flr_sub3(q->d, q->a));
    const double size[3] = {fabs((double)m.x) + fabs((double)n.x), fabs((double)m.y) + fabs((double)n.y),
                            fabs((double)m.z) + fabs((double)n.z)};
    int axis = size[0] >= size[1] ? (size[0] >= size[2] ? 0 : 2) : (size[1] >= size[2] ? 1 : 2);
    return turn(axis, q->a, q->b, q->c) * turn(axis, q->a, q->c, q->d) < 0;
}

flr_cast3_triangle flr_cast3_ray_quad(const flr_cast3_path *path, const flr_quad3 *q, unsigned options)
{
    bool at_b = is_split_at_b(q);
    flr_triangle3 first = {at_b ? q->b : q->a, at_b ? q->c : q->b, at_b ? q->d : q->c};
    flr_triangle3 second = {first.a, first.c, at_b ? q->a : q->d};
    flr_cast3_triangle r = flr_cast3_ray_triangle(path, &first, options);
    flr_cast3_triangle s = flr_cast3_ray_triangle(path, &second, options);
    s.triangle = s.hit;
    return s.hit && (!r.hit || s.t < r.t) ? s : r;
}
