/// Two parts of shapes that move, neither of them a mesh, and the first touch of all pairs so far.
#include "any/any3.h"
#include "any/toi3.h"

toi3_part flr_toi3_convex_part(const flr_convex3 *core)
{
    toi3_part p = {.kind = TOI3_CONVEX, .core = *core};
    return p;
}

toi3_part flr_toi3_flat_part(const flr_plane3 *boundary, bool solid)
{
    toi3_part p = {.kind = TOI3_FLAT, .solid = solid, .normal = flr_any3_unit(boundary->normal)};
    p.core = flr_convex3_point(flr_closest3_point_plane(flr_vec3_make(0, 0, 0), boundary).point_b);
    return p;
}

/// `flat_first`: whether the flat part is a.
static flr_toi3_result convex_and_flat(const toi3_pair *m, const toi3_part *flat, bool flat_first,
                                       const flr_toi3_options *o, double end)
{
    toi3_frame frame = flat_first ? TOI3_A : TOI3_B;
    flr_vec3 outward = flat_first ? flat->normal : flr_neg3(flat->normal);
    flr_toi3_result q = flr_toi3_along(m, frame, outward, o, end);
    // from its other side a plane is reached likewise; one that starts on both sides touches by both
    if (!flat->solid && q.hit && q.t == 0) q = flr_toi3_along(m, frame, flr_neg3(outward), o, end);
    return q;
}

flr_toi3_result flr_toi3_parts(const toi3_search *s, const toi3_part *a, const toi3_part *b,
                               const flr_toi3_options *o)
{
    toi3_pair m;
    if (!flr_toi3_make(&m, &a->core, s->path_a, &b->core, s->path_b, o->target_distance)) {
        flr_toi3_result none = {.status = FLR_NOT_FINITE};
        return none;
    }
    double end = (double)s->best.t;
    if (a->kind == TOI3_FLAT) return convex_and_flat(&m, a, true, o, end);
    if (b->kind == TOI3_FLAT) return convex_and_flat(&m, b, false, o, end);
    return flr_toi3_until(&m, o, end);
}

void flr_toi3_keep(toi3_search *s, const flr_toi3_result *found)
{
    int steps = s->best.iterations + found->iterations;
    if (found->status == FLR_NOT_FINITE) {
        s->best = *found;
    } else if (found->hit && (!s->best.hit || found->t < s->best.t)) {
        flr_real upper = s->best.t_upper;
        s->best = *found;
        s->best.triangle_a = s->triangle_a;
        s->best.triangle_b = s->triangle_b;
        if (upper < s->best.t_upper) s->best.t_upper = upper;
    }
    s->best.iterations = steps;
}

void flr_toi3_search_parts(toi3_search *s, const toi3_part *a, const toi3_part *b)
{
    if (toi3_is_over(s)) return;
    flr_toi3_result q = flr_toi3_parts(s, a, b, &s->options);
    flr_toi3_keep(s, &q);
}
