#include "sweep/sweep3_core.h"

static flr_vec3 point_of(const sweep3_source *s)
{
    if (s->range) return s->range->min;
    if (s->vertices) return s->vertices[0];
    return s->convex->kind == FLR_CONVEX3_CORNERS ? s->convex->corners[0] : s->convex->center;
}

reference3 flr_sweep3_reference(const sweep3_source *a, double unit)
{
    if (a->convex && convex3_is_placed(a->convex)) return flr_reference3_make(a->convex, unit);
    return (reference3){.position = dvec3_from(point_of(a)), .unit = unit};
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

/// A power of two in whose unit a scene of that size is about 1; of differences that have overflown, one small enough for any.
static double unit_for(double size) { return isinf(size) ? 0x1p-1000 : flr_power_toward_one(size); }

void flr_sweep3_load_pair(sweep3_core *a, const sweep3_source *from_a, sweep3_core *b,
                          const sweep3_source *from_b, reference3 *frame)
{
    *frame = flr_sweep3_reference(from_a, 1);
    flr_sweep3_load(a, from_a, frame);
    flr_sweep3_load(b, from_b, frame);
    const double size = flr_core3_reach(&a->core) + flr_core3_reach(&b->core) + a->radius + b->radius;
    if (size > 0x1p-100 && size < 0x1p100) return;
    *frame = flr_sweep3_reference(from_a, unit_for(size));
    flr_sweep3_load(a, from_a, frame);
    flr_sweep3_load(b, from_b, frame);
}
