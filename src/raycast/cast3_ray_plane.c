#include "raycast/plane3.h"

flr_cast3 flr_cast3_ray_plane(const flr_cast3_path *path, const flr_plane3 *p)
{
    flr_cast3 r = {.hit = false};
    cast3_slope s;
    if (!cast3_slope_make(path, p->normal, p->offset, &s)) return r;
    double t = (double)path->t_min;
    if (s.rate == 0 && s.rest != 0) return r;
    if (s.rate != 0) t = s.rest / s.rate;
    if (!(t >= (double)path->t_min && t <= (double)path->t_max)) return r;
    flr_real at = cast3_clamp_t(path, t);
    r.hit = true;
    r.along = s.rate == 0;
    r.t = r.t_exit = cast3_told(path, at);
    r.point = cast3_point(path, at);
    if (!path->is_point) r.normal = cast3_unit(s.normal, s.rate > 0 ? -1 : 1);
    return r;
}
