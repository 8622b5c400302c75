#include "raycast/plane3.h"

flr_cast3 flr_cast3_ray_halfspaces(const flr_cast3_path *path, const flr_halfspace3 *faces, size_t count)
{
    flr_cast3 r = {.hit = false};
    const flr_cast3 none = r;
    if (!(path->t_min <= path->t_max)) return r;
    double first = -INFINITY, last = INFINITY;
    dvec3 normal = {0, 0, 0};
    for (size_t i = 0; i < count; ++i) {
        cast3_slope s;
        if (!cast3_slope_make(path, faces[i].normal, faces[i].offset, &s)) return none;
        double t = s.rate != 0 ? s.rest / s.rate : 0;
        if (s.rate == 0 && s.rest < 0) return none;
        if (s.rate < 0 && t > first) first = t, normal = s.normal, r.face = (uint32_t)i;
        if (s.rate > 0 && t < last) last = t, r.face_exit = (uint32_t)i;
    }
    if (!(first <= last && last >= (double)path->t_min && first <= (double)path->t_max)) return none;
    r.hit = true;
    r.inside = first < (double)path->t_min || first == -INFINITY || path->is_point;
    flr_real t = r.inside ? path->t_min : cast3_clamp_t(path, first);
    r.t = cast3_told(path, t);
    r.t_exit = cast3_told(path, cast3_clamp_t(path, last));
    r.point = cast3_point(path, t);
    if (r.inside)
        r.face = 0;
    else
        r.normal = cast3_unit(normal, 1);
    return r;
}
