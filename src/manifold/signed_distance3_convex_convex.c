#include "closest/closest3_convex_convex.h"
#include "convex/epa3.h"

/// Cores that overlap: the depth of the cores and the radii on top of it.
static void set_depth(const flr_convex3 *a, const flr_convex3 *b, const epa3_result *e, flr_gjk3 *r)
{
    flr_real radii = a->radius + b->radius;
    r->status = e->converged ? FLR_OK : FLR_NOT_CONVERGED;
    r->signed_distance = -(e->upper + radii);
    r->lower = e->lower + radii;
    r->upper = e->upper + radii;
    r->normal = e->normal;
    r->point_a = flr_add3(a->center, flr_mul_add3(e->a, a->radius, e->normal));
    r->point_b = flr_add3(a->center, flr_mul_add3(e->b, -b->radius, e->normal));
    r->iterations += e->iterations;
}

flr_gjk3 flr_signed_distance3_convex_convex(const flr_convex3 *a, const flr_convex3 *b)
{
    simplex3 simplex;
    flr_gjk3 r = flr_gjk3_run(a, b, NULL, &simplex);
    flr_real radii = a->radius + b->radius;
    if (r.signed_distance > -radii) {
        // the cores are apart: the depth is exact already, and its bounds are those of the distance
        if (r.overlap) {
            r.lower = -r.signed_distance;
            r.upper = r.lower;
        }
        return r;
    }
    epa3_result e = flr_epa3(a, b, flr_sub3(b->center, a->center), &simplex);
    set_depth(a, b, &e, &r);
    return r;
}
