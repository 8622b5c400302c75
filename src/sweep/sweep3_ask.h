/// A support point of C, and what it tells of the cast. Inline where two hulls are searched: what is handed over in memory would be
/// read as a whole before its parts have got there.
#ifndef FLR_SWEEP_SWEEP3_ASK_H
#define FLR_SWEEP_SWEEP3_ASK_H

#include <math.h>

#include "sweep/sweep3_cast.h"

/// The plane through r square to n: raises `low`, or sets `missed`. `size` is how large what r was computed from is. Returns n . r.
static inline __attribute__((always_inline)) double sweep3_heed(sweep3_cast *c, dvec3 n, dvec3 r, double size)
{
    const double length = flr_local3_length(n);
    if (size > c->size) c->size = size;
    c->steps++;
    const double along = dvec3_dot(n, r), gap = -along - (c->radius + sweep3_tolerance(c)) * length;
    const double static_slack = sizeof(flr_real) == sizeof(float) ? 0x1p-18 : 0x1p-45;
    if (gap > static_slack * (c->size + c->extent) * length) c->clear = true;
    if (gap > 0) {
        c->apart = true;
        if (n.z >= 0 || gap > c->limit * -n.z) c->missed = true;
        if (n.z < 0 && gap > c->low * -n.z) c->low = gap / -n.z;
    }
    return along;
}

/// flr_sweep3_ask for two hulls.
static inline __attribute__((always_inline)) double sweep3_ask_hulls(sweep3_cast *c, dvec3 n,
                                                                     sweep3_vertex *w)
{
    const i64x2 magnitude = {INT64_MAX, INT64_MAX};
    vertex3 v;
    pair3_hulls(&c->seen, c->a.core.hull, c->b.core.hull, dvec3_make(n.x, n.y, n.z), &v);
    w->id_a = v.id_a;
    w->id_b = v.id_b;
    w->at = 0;
    w->r = (dvec3){v.x[1] - v.x[0], v.y[1] - v.y[0], v.z[1] - v.z[0]};
    const f64x2 size =
        (f64x2)((i64x2)v.x & magnitude) + (f64x2)((i64x2)v.y & magnitude) + (f64x2)((i64x2)v.z & magnitude);
    return sweep3_heed(c, n, w->r, size[0] + size[1]);
}

#endif
