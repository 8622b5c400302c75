#include "convex/gjk3_trace.h"

void flr_gjk3_record(gjk3_trace *t, const simplex3 *s, dvec3 closest, bool inside)
{
    t->reached = inside ? 0 : dvec3_length(closest);
    if (t->count++ >= t->options->steps_capacity) return;
    flr_gjk3_step *r = &t->options->steps[t->count - 1];
    *r = (flr_gjk3_step){.count = s->count};
    if (!inside) {
        r->closest = dvec3_round(dvec3_scale(t->shrink, closest));
        r->direction = flr_neg3(r->closest);
    }
    for (int i = 0; i < s->count; i++) {
        r->simplex[i] = dvec3_round(dvec3_scale(t->shrink, s->v[i].w));
        r->weights[i] = (flr_real)s->weight[i];
    }
}

/// The closest point of a face lies along its normal, which is known from twice the digits: what the weights of a needle
/// miss of that is taken off, and what that leaves once more.
static bool straighten(simplex3 *s, dvec3 *closest)
{
    const dvec3 p = s->v[0].w, q = s->v[1].w, r = s->v[2].w, u = dvec3_sub(q, p), t = dvec3_sub(r, p);
    const dvec3 n = simplex3_normal_doubled(p, q, r);
    const double nn = dvec3_dot(n, n);
    if (!(nn > 0)) return false;
    double *weight = s->weight;
    for (int i = 0; i < 3; i++) {
        dvec3 rest = dvec3_add_scaled(*closest, -dvec3_dot(n, *closest) / nn, n);
        double by_q = dvec3_dot(n, dvec3_cross(rest, t)) / nn, by_r = dvec3_dot(n, dvec3_cross(u, rest)) / nn;
        weight[0] += by_q + by_r;
        weight[1] -= by_q;
        weight[2] -= by_r;
        *closest = dvec3_add_scaled(dvec3_add_scaled(dvec3_scale(weight[0], p), weight[1], q), weight[2], r);
    }
    return weight[0] >= 0 && weight[1] >= 0 && weight[2] >= 0;
}

static dvec3 sharpen(const simplex3 *face, dvec3 closest, simplex3 *best)
{
    simplex3 inner = *face;
    dvec3 at = closest;
    if (straighten(&inner, &at) && !(dvec3_length(at) > dvec3_length(closest))) {
        *best = inner;
        closest = at;
    }
    for (int i = 0; i < 3; i++) {
        simplex3 edge = {.count = 2, .v = {face->v[i], face->v[(i + 1) % 3]}};
        bool inside;
        at = flr_simplex3_reduce(&edge, &inside);
        if (dvec3_length(at) > dvec3_length(closest)) continue;
        *best = edge;
        closest = at;
    }
    return closest;
}

/// Of a needle the signs of weights are rounding, so that an edge may have been taken for what lies within it.
static dvec3 widen(const simplex3 *needle, dvec3 closest, simplex3 *best)
{
    simplex3 inner = *needle;
    for (int i = 0; i < 3; i++) {
        inner.weight[i] = 0;
        for (int k = 0; k < best->count; k++)
            if (dvec3_equal(inner.v[i].w, best->v[k].w)) inner.weight[i] = best->weight[k];
    }
    dvec3 at = closest;
    if (!straighten(&inner, &at) || !(dvec3_length(at) < dvec3_length(closest))) return closest;
    *best = inner;
    return at;
}

dvec3 flr_gjk3_reduce_sharply(simplex3 *s, bool *inside)
{
    const simplex3 all = *s;
    dvec3 closest = flr_simplex3_reduce(s, inside);
    if (all.count == 3 && s->count < 3) return widen(&all, closest, s);
    if (s->count != 3) return closest;
    const simplex3 face = *s;
    return sharpen(&face, closest, s);
}

void flr_gjk3_trace_end(gjk3_trace *t, gjk3_search *g)
{
    bool inside = false;
    simplex3 s = {.count = g->count};
    for (int i = 0; i < s.count; i++) s.v[i] = *g->v[i];
    dvec3 closest = flr_gjk3_reduce_sharply(&s, &inside);
    if (inside ? t->reached > 0 : dvec3_length(closest) < t->reached) flr_gjk3_record(t, &s, closest, inside);
    g->steps = t->count;
}
