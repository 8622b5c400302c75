#include "closest/closest3_convex_convex.h"
#include "convex/epa3.h"

/// Cores that overlap: the depth of the cores and the radii on top of it.
static void set_depth(const pair3 *p, const epa3_result *e, flr_gjk3 *r)
{
    double unit = p->reference.unit, radii = p->radius_a + p->radius_b;
    r->status = e->converged ? FLR_OK : FLR_NOT_CONVERGED;
    r->signed_distance = (flr_real) - (e->upper / unit + radii);
    r->lower = (flr_real)(e->lower / unit + radii);
    r->upper = (flr_real)(e->upper / unit + radii);
    r->normal = wide3_to_real(e->normal);
    r->point_a = pair3_world(p, e->a, p->radius_a, e->normal);
    r->point_b = pair3_world(p, e->b, -p->radius_b, e->normal);
    r->iterations += e->iterations;
}

flr_gjk3 flr_signed_distance3_convex_convex(const flr_convex3 *a, const flr_convex3 *b)
{
    simplex3 simplex;
    pair3 p;
    flr_pair3_make(&p, a, b);
    flr_gjk3 r = flr_gjk3_run(&p, NULL, &simplex);
    if (r.normal.x != 0 || r.normal.y != 0 || r.normal.z != 0) {
        // the cores are apart: the depth is exact already, and its bounds are those of the distance
        if (r.overlap) {
            r.lower = -r.signed_distance;
            r.upper = r.lower;
        }
        return r;
    }
    flr_pair3_complete(&p);
    epa3_result e = flr_epa3(&p, &simplex);
    set_depth(&p, &e, &r);
    return r;
}
