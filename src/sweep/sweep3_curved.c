/// The touch of a cast of curved cores by Newton's method. The linear program of sweep3_search.c comes as near
/// to a bent side as it has corners; from its basis, which knows the parts of the cores that touch, a few steps
/// lead to the last digit.
#include "convex/reach3.h"
#include "sweep/sweep3_search.h"

static dvec3 to_ray(const sweep3_cast *c, dvec3 v)
{
    return dvec3_make(dvec3_dot(v, c->x), dvec3_dot(v, c->y), dvec3_dot(v, c->z));
}

/// Returns the normal of the plane through the basis, in the scene, from a to b, its part along the ray 1.
static dvec3 first_normal(const sweep3_cast *c)
{
    if (c->count < 3) return c->z;
    const dvec3 p = c->s[0].r, n = dvec3_cross(dvec3_sub(c->s[1].r, p), dvec3_sub(c->s[2].r, p));
    // a plane along the ray says nothing
    if (!(fabs(n.z) > 0x1p-4 * dvec3_length(n))) return c->z;
    return dvec3_add_scaled(dvec3_add_scaled(c->z, n.x / n.z, c->x), n.y / n.z, c->y);
}

bool flr_sweep3_descend(sweep3_cast *c, sweep3_touch *touch)
{
    const core3 *const a = &c->a.core, *const b = &c->b.core;
    if (c->flat || c->hulls || !(sweep3_is_curved(&c->a) || sweep3_is_curved(&c->b))) return false;
    if (!core3_has_parts(a) || !core3_has_parts(b)) return false;
    reach3 r;
    reach3_begin(&r, a, b);
    r.motion = c->z;
    r.radius = c->radius;
    r.n = first_normal(c);
    bool met = flr_reach3_try_ends(&r);
    if (!met) {
        for (int i = 0; i < c->count; ++i) flr_reach3_add(&r, c->room[c->s[i].at].a, c->room[c->s[i].at].b);
        met = flr_reach3_descend(&r, 16 * sweep3_eps(c));
    }
    c->steps += r.steps;
    if (!met) return false;
    const double length = dvec3_length(r.n);
    const dvec3 n = dvec3_scale(-1 / length, to_ray(c, r.n));
    sweep3_vertex w;
    const double far = flr_sweep3_ask_support(c, n, &w);
    c->s[0].at = 0;
    c->room[0] = (sweep3_points){r.at_a, r.at_b};
    c->s[0].r = to_ray(c, dvec3_sub(r.at_b, r.at_a));
    c->count = 1;
    *touch = (sweep3_touch){.place = (far + c->radius) / n.z,
                            .normal = n,
                            .count = 1,
                            .leans = true,
                            .is_sharp = true,
                            .far = far};
    touch->weight[0] = 1;
    return true;
}
