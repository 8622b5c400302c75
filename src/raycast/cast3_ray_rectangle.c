#include "raycast/exact3.h"
#include "raycast/slabs3.h"

/// In [0, 1] from one side to the other; 0 where there is no way to go.
static double part(double coordinate, double half)
{
    return half > 0 ? flr_clamp01((coordinate + half) / (2 * half)) : 0;
}

static void weigh(flr_cast3_triangle *r, double x, double y)
{
    r->triangle = y > x;
    const double weight[2][3] = {{1 - x, x - y, y}, {1 - y, x, y - x}};
    for (int i = 0; i < 3; ++i) r->barycentric[i] = (flr_real)weight[r->triangle][i];
}

static double within(double x, double half) { return x > -half ? (x < half ? x : half) : -half; }

flr_cast3_triangle flr_cast3_ray_rectangle(const flr_cast3_path *path, const flr_rectangle3 *rectangle,
                                           unsigned options)
{
    flr_cast3_triangle r = {.hit = false};
    const flr_vec3 origin = {0, 0, 0};
    dvec3 x = dvec3_relative(rectangle->axis_x, origin), y = dvec3_relative(rectangle->axis_y, origin);
    dvec3 n = dvec3_cross(x, y), d = cast3_step(path);
    dvec3 m = dvec3_relative(path->origin, rectangle->center);
    const double q[3] = {dvec3_dot(m, x), dvec3_dot(m, y), dvec3_dot(m, n)};
    const double v[3] = {dvec3_dot(d, x), dvec3_dot(d, y), dvec3_dot(d, n)};
    const double half[3] = {(double)rectangle->half_x, (double)rectangle->half_y, 0};
    cast3_slabs s;
    if (!(path->t_min <= path->t_max) || !cast3_slabs_cut(q, v, half, &s)) return r;
    if (!(s.exit >= (double)path->t_min && s.enter <= (double)path->t_max)) return r;
    if ((options & FLR_CAST_FRONT_ONLY) && v[2] >= 0) return r;
    flr_real t = cast3_clamp_t(path, s.enter);
    double u = within(q[0] + (double)t * v[0], half[0]), w = within(q[1] + (double)t * v[1], half[1]);
    r.hit = true;
    r.front = v[2] <= 0;
    r.along = v[2] == 0;
    r.t = cast3_told(path, t);
    r.point = flr_mul_add3(flr_mul_add3(rectangle->center, (flr_real)u, rectangle->axis_x), (flr_real)w,
                           rectangle->axis_y);
    double turn = r.front ? 1 : -1;
    if (!path->is_point)
        r.normal = flr_vec3_make((flr_real)(turn * n.x), (flr_real)(turn * n.y), (flr_real)(turn * n.z));
    weigh(&r, part(u, half[0]), part(w, half[1]));
    return r;
}
