#include "cast/solid3.h"

/// The axis runs from -half to half along `axis` around the centre.
typedef struct tube {
    flr_local3 axis;
    double half, radius;
} tube;

static bool holds(const tube *c, flr_local3 p)
{
    double s = flr_local3_dot(p, c->axis);
    flr_local3 from = flr_local3_along(p, -s, c->axis);
    return fabs(s) <= c->half && flr_local3_dot(from, from) <= c->radius * c->radius;
}

/// Within the endless tube and between the planes of the two discs.
static cast3_inside span_of(const tube *c, const cast3_local *l)
{
    cast3_inside s = {1, 0, {0, 0, 0}};
    double along = flr_local3_dot(l->along, c->axis), height = flr_local3_dot(l->near, c->axis);
    flr_local3 e = flr_local3_along(l->along, -along, c->axis),
               w = flr_local3_along(l->near, -height, c->axis);
    double ee = flr_local3_dot(e, e), middle = ee > 0 ? -flr_local3_dot(w, e) / ee : 0;
    flr_local3 foot = flr_local3_along(w, middle, e);
    double rest = c->radius * c->radius - flr_local3_dot(foot, foot);
    if (!(rest >= 0) || (along == 0 && !(fabs(height) <= c->half))) return s;
    double reach = ee > 0 ? sqrt(rest / ee) : INFINITY;
    s.enter = middle - reach;
    s.exit = middle + reach;
    s.normal = flr_local3_along(w, s.enter, e);
    if (along == 0) return s;
    double side = along > 0 ? -1 : 1;
    double first = (side * c->half - height) / along, last = (-side * c->half - height) / along;
    if (first >= s.enter) {  // at the rim the disc, whose point is the better one
        s.enter = first;
        s.normal = cast3_scaled(side, c->axis);
    }
    if (last < s.exit) s.exit = last;
    return s;
}

flr_cast3 flr_cast3_ray_cylinder(const flr_cast3_path *path, const flr_cylinder *c)
{
    flr_cast3 miss = {.hit = false};
    if (c->radius == 0) return flr_cast3_core(path, c->a, c->b);
    flr_vec3 center =
        flr_vec3_make(c->a.x / 2 + c->b.x / 2, c->a.y / 2 + c->b.y / 2, c->a.z / 2 + c->b.z / 2);
    flr_local3 ab = flr_local3_from(c->b, c->a);
    double reach = cast3_more(fabs(ab.x), cast3_more(fabs(ab.y), fabs(ab.z)));
    cast3_local l;
    if (!(c->radius > 0) || !flr_cast3_local(path, center, reach + (double)c->radius, &l)) return miss;
    ab = cast3_scaled(l.unit, ab);
    double length = cast3_length(ab);
    if (!(length > 0)) return miss;
    tube k = {cast3_scaled(1 / length, ab), length / 2, (double)c->radius * l.unit};
    cast3_inside span = span_of(&k, &l);
    if (l.has_start && holds(&k, l.start)) return flr_cast3_told_inside(path, &l, span.exit);
    return flr_cast3_told(path, &l, &span);
}
