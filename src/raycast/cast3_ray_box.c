#include "raycast/exact3.h"
#include "raycast/slabs3.h"

/// v in the frame of the axes.
static void in_frame(const flr_mat3 *axes, dvec3 v, double coordinate[3])
{
    const flr_vec3 origin = {0, 0, 0};
    coordinate[0] = dvec3_dot(dvec3_relative(axes->x, origin), v);
    coordinate[1] = dvec3_dot(dvec3_relative(axes->y, origin), v);
    coordinate[2] = dvec3_dot(dvec3_relative(axes->z, origin), v);
}

flr_cast3 flr_cast3_ray_box(const flr_cast3_path *path, const flr_box3 *b)
{
    flr_cast3 r = {.hit = false};
    const double half[3] = {(double)b->half_extents.x, (double)b->half_extents.y, (double)b->half_extents.z};
    double q[3], v[3];
    cast3_slabs s;
    in_frame(&b->axes, dvec3_relative(path->origin, b->center), q);
    in_frame(&b->axes, cast3_step(path), v);
    if (!(path->t_min <= path->t_max) || !cast3_slabs_cut(q, v, half, &s)) return r;
    if (!(s.exit >= (double)path->t_min && s.enter <= (double)path->t_max)) return r;
    r.hit = true;
    r.inside = s.enter <= (double)path->t_min;
    flr_real t = cast3_clamp_t(path, s.enter);
    r.t = cast3_told(path, t);
    r.t_exit = cast3_told(path, cast3_clamp_t(path, s.exit));
    r.point = cast3_point(path, t);
    if (r.inside) return r;
    const flr_vec3 axes[3] = {b->axes.x, b->axes.y, b->axes.z};
    r.face = 2 * (uint32_t)s.axis + !(v[s.axis] > 0);
    r.normal = v[s.axis] > 0 ? flr_neg3(axes[s.axis]) : axes[s.axis];
    return r;
}
