#include "raycast/solid3.h"

/// The axis runs from -half to half along `axis` around the centre.
typedef struct tube {
    dvec3 axis;
    double half, radius;
} tube;

static bool holds(const tube *c, dvec3 p)
{
    double s = dvec3_dot(p, c->axis);
    dvec3 from = dvec3_add_scaled(p, -s, c->axis);
    return fabs(s) <= c->half && dvec3_dot(from, from) <= c->radius * c->radius;
}

/// Within the endless tube and between the planes of the two discs.
static cast3_inside span_of(const tube *c, const cast3_local *l)
{
    double along = dvec3_dot(l->along, c->axis), height = dvec3_dot(l->near, c->axis);
    dvec3 e = dvec3_add_scaled(l->along, -along, c->axis), w = dvec3_add_scaled(l->near, -height, c->axis);
    cast3_inside s = cast3_tube(l, w, e, c->radius);
    if (!(s.enter <= s.exit)) return s;
    s.normal = dvec3_add_scaled(w, s.enter, e);
    if (cast3_cut(l, height, along, c->half, &s)) {  // at the rim the disc, whose point is the better one
        s.normal = cast3_scaled(along > 0 ? -1 : 1, c->axis);
        s.face = along > 0 ? 1 : 2;
    }
    return s;
}

static int meets(const flr_stretch3 *s, const void *shape) { return flr_meet3_stretch_cylinder(s, shape); }

flr_cast3 flr_cast3_ray_cylinder(const flr_cast3_path *path, const flr_cylinder *c)
{
    flr_cast3 miss = {.hit = false};
    if (c->radius == 0) return flr_cast3_core(path, c->a, c->b);
    cast3_local l;
    if (!flr_cast3_local_between(path, c->a, c->b, c->radius, &l)) return miss;
    dvec3 ab = cast3_scaled(l.unit, dvec3_relative(c->b, c->a));
    double length = cast3_length(ab);
    if (!(length > 0)) return miss;
    tube k = {cast3_scaled(1 / length, ab), length / 2, (double)c->radius * l.unit};
    cast3_inside span = span_of(&k, &l);
    return flr_cast3_told(path, &l, &span, l.has_start && holds(&k, l.start), meets, c);
}
