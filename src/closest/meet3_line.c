#include "closest/meet3_line.h"

#include "math/cross2.h"

static flr_vec2 along_z(flr_vec3 v) { return flr_vec2_make(v.x, v.y); }
static flr_vec2 along_x(flr_vec3 v) { return flr_vec2_make(v.y, v.z); }
static flr_vec2 along_y(flr_vec3 v) { return flr_vec2_make(v.z, v.x); }

bool flr_meet3_point_line(flr_vec3 p, const flr_line3 *l)
{
    flr_vec3 o = l->origin, d = l->direction;
    return flr_cross2_sign(along_x(d), along_x(o), along_x(p)) == 0 &&
           flr_cross2_sign(along_y(d), along_y(o), along_y(p)) == 0 &&
           flr_cross2_sign(along_z(d), along_z(o), along_z(p)) == 0;
}

static bool not_behind(flr_real p, flr_real o, flr_real d) { return d > 0 ? p >= o : d < 0 ? p <= o : true; }

bool flr_meet3_point_ray(flr_vec3 p, const flr_ray3 *r)
{
    flr_line3 l = {r->origin, r->direction};
    return not_behind(p.x, r->origin.x, r->direction.x) && not_behind(p.y, r->origin.y, r->direction.y) &&
           not_behind(p.z, r->origin.z, r->direction.z) && flr_meet3_point_line(p, &l);
}
