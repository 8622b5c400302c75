#include "sweep/sweep3_core.h"

static double largest(flr_vec3 v) { return flr_largest3((double)v.x, (double)v.y, (double)v.z); }

/// Roughly how far it reaches: enough to choose a unit by.
static double reach(const sweep3_source *s)
{
    if (s->range) return largest(flr_sub3(s->range->max, s->range->min));
    if (s->vertices) return largest(flr_sub3(s->vertices[s->count - 1], s->vertices[0]));
    const flr_convex3 *c = s->convex;
    switch (c->kind) {
    case FLR_CONVEX3_CORNERS:
        return largest(flr_sub3(c->corners[c->count - 1], c->corners[0])) + (double)c->radius;
    case FLR_CONVEX3_POINTS:
        return largest(c->points[0]) + (double)c->radius;
    case FLR_CONVEX3_HULL:
        return largest(flr_vec3_make(c->hull->x[0], c->hull->y[0], c->hull->z[0])) + (double)c->radius;
    case FLR_CONVEX3_USER:
        return largest(flr_sub3(c->support(c->user, flr_vec3_make(1, 0, 0)), c->center)) + (double)c->radius;
    default:
        return largest(c->half_extents) + (double)c->radius;
    }
}

static flr_vec3 point_of(const sweep3_source *s)
{
    if (s->range) return s->range->min;
    if (s->vertices) return s->vertices[0];
    return s->convex->kind == FLR_CONVEX3_CORNERS ? s->convex->corners[0] : s->convex->center;
}

reference3 flr_sweep3_reference(const sweep3_source *a, double unit)
{
    if (a->convex && convex3_is_placed(a->convex)) return flr_reference3_make(a->convex, unit);
    return (reference3){.position = wide3_of(point_of(a)), .unit = unit};
}

reference3 flr_sweep3_frame(const sweep3_source *a, const sweep3_source *b)
{
    flr_vec3 from = point_of(a), to = point_of(b);
    double unit = 1, size = reach(a) + reach(b) +
                            flr_largest3((double)to.x - (double)from.x, (double)to.y - (double)from.y,
                                         (double)to.z - (double)from.z);
    if (!(size > 0x1p-100 && size < 0x1p100)) unit = flr_power_toward_one(size);
    return flr_sweep3_reference(a, unit);
}

static void load_list(sweep3_core *k, const flr_vec3 *v, uint32_t count)
{
    flr_convex3 c = flr_convex3_points(v, count, flr_affine3_identity().linear, flr_vec3_make(0, 0, 0), 0);
    flr_core3_load(&k->core, &c, k->frame);
}

void flr_sweep3_load(sweep3_core *k, const sweep3_source *s, const reference3 *frame)
{
    k->frame = frame;
    k->radius = 0;
    if (s->convex) {
        k->radius = (double)s->convex->radius * frame->unit;
        flr_core3_load(&k->core, s->convex, frame);
    } else if (s->vertices) {
        load_list(k, s->vertices, (uint32_t)s->count);
    } else {
        flr_vec3 v[8];
        const flr_vec3 *low = &s->range->min, *high = &s->range->max;
        // opposite corners first: the middle is that of the first four
        static const unsigned order[8] = {0, 3, 5, 6, 7, 4, 2, 1};
        for (int i = 0; i < 8; ++i)
            v[i] = flr_vec3_make(order[i] & 1 ? high->x : low->x, order[i] & 2 ? high->y : low->y,
                                 order[i] & 4 ? high->z : low->z);
        load_list(k, v, 8);
    }
}
