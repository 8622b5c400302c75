#include "mesh/near3.h"

#include "math/doubled.h"
#include "mesh/mesh3_pair.h"

static double image_along(double x, double y, double z, flr_vec3 p, flr_real t, flr_real o)
{
    const flr_double2 px = flr_two_product(x, (double)p.x), py = flr_two_product(y, (double)p.y),
                      pz = flr_two_product(z, (double)p.z);
    const flr_double2 xy = flr_two_sum(px.high, py.high), zt = flr_two_sum(pz.high, (double)t);
    const flr_double2 sum = flr_two_sum(xy.high, zt.high), all = flr_two_sum(sum.high, -(double)o);
    return all.high + (all.low + sum.low + (xy.low + zt.low + (px.low + py.low + pz.low)));
}

/// Where the pose takes the pivot, less the origin, as if summed in twice the precision (Ogita, Rump, Oishi, 2005).
static flr_vec3 image_of_pivot(const flr_instance3 *i, flr_vec3 o)
{
    const flr_mat3 *m = &i->pose.linear;
    const flr_vec3 p = i->mesh->pivot, t = i->pose.translation;
    return flr_vec3_make((flr_real)image_along((double)m->x.x, (double)m->y.x, (double)m->z.x, p, t.x, o.x),
                         (flr_real)image_along((double)m->x.y, (double)m->y.y, (double)m->z.y, p, t.y, o.y),
                         (flr_real)image_along((double)m->x.z, (double)m->y.z, (double)m->z.z, p, t.z, o.z));
}

flr_instance3 flr_near3_carried(const flr_instance3 *i, flr_vec3 o)
{
    flr_instance3 c = *i;
    const bool has_pivot = i->mesh->from_pivot != NULL;
    // the corners inside of these bounds were rounded far off, and are again
    const flr_real loose = (flr_real)(2 * flr_instance3_rounding(i));
    const flr_vec3 all = flr_vec3_make(loose, loose, loose);
    c.pose.translation = has_pivot ? image_of_pivot(i, o) : flr_sub3(c.pose.translation, o);
    if (has_pivot) c.mesh = i->mesh->from_pivot;
    c.inverse.translation = flr_neg3(flr_mat3_mul(c.inverse.linear, c.pose.translation));
    c.bounds.min = flr_sub3(flr_sub3(c.bounds.min, o), all);
    c.bounds.max = flr_add3(flr_sub3(c.bounds.max, o), all);
    return c;
}
