#include "raycast/solid3.h"

static int meets(const flr_stretch3 *stretch, const void *shape)
{
    const flr_sphere *s = shape;
    return flr_meet3_stretch_capsule(stretch, s->center, s->center, s->radius, 0);
}

flr_cast3 flr_cast3_ray_sphere(const flr_cast3_path *path, const flr_sphere *s)
{
    flr_cast3 miss = {.hit = false};
    cast3_local l;
    const dvec3 origin = {0, 0, 0};
    if (s->radius == 0) return flr_cast3_core(path, s->center, s->center);
    if (!(s->radius > 0) || !flr_cast3_local(path, s->center, (double)s->radius, &l)) return miss;
    double radius = (double)s->radius * l.unit;
    bool starts_inside = l.has_start && dvec3_dot(l.start, l.start) <= radius * radius;
    cast3_inside span = cast3_ball(&l, origin, radius);
    return flr_cast3_told(path, &l, &span, starts_inside, meets, s);
}
