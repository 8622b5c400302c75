/// The robust search of GJK. It continues where rounding leaves the fast steps without a clear answer, and
/// is the one whose steps are recorded.
///
/// The weights of the simplex are computed in every step, and no step is taken that leads away from the
/// origin: slower, but sure to end. Where a step brings no progress, the search continues in double-double.
#include <math.h>

#include "convex/gjk3_search.h"
#include "convex/simplex3.h"

// ---- Recorded steps and sharp simplices ----

static void record(gjk3_trace *t, const simplex3 *s, dvec3 closest, bool inside)
{
    t->reached = inside ? 0 : dvec3_length(closest);
    if (t->count++ >= t->options->steps_capacity) return;
    flr_gjk3_step *r = &t->options->steps[t->count - 1];
    *r = (flr_gjk3_step){.count = s->count};
    if (!inside) {
        r->closest = dvec3_round(dvec3_scale(t->shrink, closest));
        r->direction = flr_neg3(r->closest);
    }
    dvec3 a = t->reference->lead, b = a;
    for (int i = 0; i < s->count; i++) {
        r->simplex[i] = dvec3_round(dvec3_scale(t->shrink, s->v[i].w));
        r->weights[i] = (flr_real)s->weight[i];
        r->a[i] = s->v[i].id_a;
        r->b[i] = s->v[i].id_b;
        a = dvec3_add_scaled(a, s->weight[i], vertex3_a(&s->v[i]));
        b = dvec3_add_scaled(b, s->weight[i], vertex3_b(&s->v[i]));
    }
    r->point_a = dvec3_round(dvec3_add_scaled(t->reference->position, t->shrink, a));
    r->point_b = dvec3_round(dvec3_add_scaled(t->reference->position, t->shrink, b));
}

static void set_end(gjk3_trace *t, flr_gjk_end end)
{
    if (t->count > 0 && t->count <= t->options->steps_capacity) t->options->steps[t->count - 1].end = end;
}

static bool is_repeated(const simplex3 *s, const vertex3 *v)
{
    bool found = false;
    for (int i = 0; i < s->count; i++) found |= s->v[i].id_a == v->id_a && s->v[i].id_b == v->id_b;
    return found && v->id_a != FLR_HULL_NONE && v->id_b != FLR_HULL_NONE;
}

/// Moves the closest point of a face to where it must lie, along the normal, which is computed in twice the
/// precision. What the weights of a needle leave perpendicular to it is subtracted, three times. Returns
/// false where a weight is negative.
static bool straighten_face(simplex3 *s, dvec3 *closest)
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

/// Returns the nearest of the face's straightened point and the closest points of its edges. *best is the
/// simplex that has it.
static dvec3 sharpen(const simplex3 *face, dvec3 closest, simplex3 *best)
{
    simplex3 inner = *face;
    dvec3 at = closest;
    if (straighten_face(&inner, &at) && !(dvec3_length(at) > dvec3_length(closest))) {
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

/// Tries the whole needle where an edge was taken: the signs of a needle's weights are rounding, and its
/// closest point may lie within it.
static dvec3 widen(const simplex3 *needle, dvec3 closest, simplex3 *best)
{
    simplex3 inner = *needle;
    for (int i = 0; i < 3; i++) {
        inner.weight[i] = 0;
        for (int k = 0; k < best->count; k++)
            if (dvec3_equal(inner.v[i].w, best->v[k].w)) inner.weight[i] = best->weight[k];
    }
    dvec3 at = closest;
    if (!straighten_face(&inner, &at) || !(dvec3_length(at) < dvec3_length(closest))) return closest;
    *best = inner;
    return at;
}

/// As flr_simplex3_reduce, but slower and with an accurate closest point also of needles.
static dvec3 reduce_sharply(simplex3 *s, bool *inside)
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
    dvec3 closest = reduce_sharply(&s, &inside);
    // by more than the rounding of the lengths
    const bool nearer = inside ? t->reached > 0 : dvec3_length(closest) < t->reached * (1 - 0x1p-51);
    set_end(t, nearer ? FLR_GJK_GOES_ON : t->end);
    if (nearer) {
        record(t, &s, closest, inside);
        t->end = inside ? FLR_GJK_CONTAINED : FLR_GJK_NO_PROGRESS;
        set_end(t, t->end);
    }
    g->steps = t->count;
}

// ---- The search ----

enum { ROBUST_STEPS_MAX = 128 };

/// Returns the direction made perpendicular to the longest edge: what rounding has left along that edge
/// would turn the plane.
static dvec3 perpendicular_to_edge(const simplex3 *s, dvec3 direction)
{
    dvec3 longest = dvec3_make(0, 0, 0);
    double most = 0;
    for (int i = 0; i < s->count; i++) {
        const dvec3 e = dvec3_sub(s->v[(i + 1) % s->count].w, s->v[i].w);
        const double ee = dvec3_dot(e, e);
        if (ee > most) most = ee, longest = e;
    }
    const dvec3 square = dvec3_add_scaled(direction, -dvec3_dot(direction, longest) / most, longest);
    const double length = dvec3_length(square);
    return length > 0.5 ? dvec3_scale(1 / length, square) : direction;
}

/// Returns the unit direction towards the closest point of a simplex that is `distance` away. Of a face it
/// is the normal in twice the precision, as far as the closest point bears that out: a plain one would be
/// turned by needles and nearly parallel edges.
static dvec3 direction_to(const simplex3 *s, dvec3 closest, double distance, bool curved)
{
    const dvec3 direction = dvec3_scale(1 / distance, closest);
    if (s->count == 3) {
        const dvec3 p = s->v[0].w, q = s->v[1].w, r = s->v[2].w,
                    n = curved ? simplex3_normal(p, q, r) : simplex3_normal_doubled(p, q, r);
        const double nn = dvec3_dot(n, n), along = dvec3_dot(n, curved ? p : direction);
        if (nn > 0 && (curved || along * along > 0.75 * nn))
            return dvec3_scale((along < 0 ? -1 : 1) / sqrt(nn), n);
    }
    return s->count >= 2 && !curved ? perpendicular_to_edge(s, direction) : direction;
}

dvec3 flr_gjk3_perpendicular_to(const gjk3_search *g)
{
    simplex3 s = {.count = g->count};
    for (int i = 0; i < s.count; i++) s.v[i] = *g->v[i];
    return direction_to(&s, g->closest, g->upper, g->curved);
}

/// Reduces the simplex to its smallest face. Exact signs confirm that it contains the origin. Once a step
/// has brought no progress (`doubled`), all is computed in double-double, and *square with it.
static inline dvec3 reduce(const gjk3_search *g, simplex3 *s, bool traced, bool doubled, bool *inside,
                           flr_double2 *square)
{
    if (g->curved && !traced) return flr_simplex3_reduce(s, inside);
    if (doubled) return flr_simplex3_reduce_doubled(s, inside, square);
    const simplex3 all = *s;
    const dvec3 closest = reduce_sharply(s, inside);
    if (g->curved || !*inside) return closest;
    *s = all;
    return flr_simplex3_reduce_doubled(s, inside, square);
}

/// Have the bounds met, and are polytopes shown to be apart?
static inline bool have_met(const gjk3_search *g, double near)
{
    return g->upper - g->lower <= near && (g->curved || g->lower > 0);
}

/// Completes the search: `last` is its last direction, and `apart` how far the support point lies along it.
static inline void finish(gjk3_search *g, simplex3 *s, bool doubled, dvec3 last, double apart)
{
    // the direction of a needle comes from twice the precision, and points in plain double would not go with
    // it
    if (s->count == 3 && !g->curved && !doubled) {
        bool inside;
        flr_double2 square;
        g->closest = flr_simplex3_reduce_doubled(s, &inside, &square);
        g->upper = dvec3_length(g->closest);
    }
    g->rounding = sqrt(gjk3_noise(g)) / 2;
    if (g->end == GJK3_INSIDE || g->end == GJK3_TOUCHING) {
        g->upper = 0;
        g->axis = dvec3_make(0, 0, 0);
    } else {
        gjk3_settle_axis(g, last, apart);
    }
    g->distance = g->upper;
    g->count = s->count;
    for (int i = 0; i < s->count; i++) {
        g->room[i] = s->v[i];
        g->v[i] = &g->room[i];
        g->weight[i] = s->weight[i];
    }
}

/// Returns the end of the search as traces name it.
static flr_gjk_end traced_end(gjk3_end end, bool limited, bool repeated)
{
    return end == GJK3_INSIDE     ? FLR_GJK_CONTAINED
           : end == GJK3_TOUCHING ? FLR_GJK_TOUCHING
           : end == GJK3_BEYOND   ? FLR_GJK_BEYOND
           : limited              ? FLR_GJK_LIMIT
           : repeated             ? FLR_GJK_REPEATED
                                  : FLR_GJK_NO_PROGRESS;
}

/// The trace is the constant null where no steps are recorded.
static inline __attribute__((always_inline)) void search(pair3 *p, gjk3_search *g, const gjk3_goal *o,
                                                         gjk3_trace *t)
{
    flr_pair3_complete(p);
    bool inside = false, doubled = false;
    flr_double2 square = {0, 0}, next_square = {0, 0};
    simplex3 s = {.count = g->count};
    for (int i = 0; i < s.count; i++) s.v[i] = *g->v[i];
    g->closest = reduce(g, &s, t != NULL, false, &inside, &square);
    g->upper = inside ? 0 : dvec3_length(g->closest);
    g->end = inside ? GJK3_INSIDE : GJK3_RUNNING;
    if (t) record(t, &s, g->closest, inside);
    dvec3 last = g->axis;
    double apart = -(double)INFINITY;
    bool repeated = false, limited = false;
    for (int i = 0; g->end == GJK3_RUNNING; i++) {
        double noise = sqrt(gjk3_noise(g));
        if (!(g->upper > noise)) g->end = GJK3_TOUCHING;
        limited = i == ROBUST_STEPS_MAX;
        if (limited) g->end = GJK3_LOST;
        if (g->end != GJK3_RUNNING) break;
        simplex3 next = s;
        vertex3 *v = &next.v[next.count++];
        dvec3 d = last = doubled ? dvec3_scale(1 / g->upper, g->closest)
                                 : direction_to(&s, g->closest, g->upper, g->curved);
        pair3_support(p, PAIR3_ANY, d, v);
        gjk3_measure(&g->size_squared, v);
        if (t) repeated = is_repeated(&s, v);
        apart = dvec3_dot(d, v->w);
        if (!(g->lower > 0) || apart > g->lower) g->axis = d;
        if (apart > g->lower) g->lower = apart;
        if (g->lower > o->stop_above + 4 * noise) g->end = GJK3_BEYOND;
        if (have_met(g, noise)) g->end = GJK3_CLOSEST;
        if (g->end != GJK3_RUNNING) break;
        const simplex3 all = next;
        dvec3 closest = reduce(g, &next, t != NULL, doubled, &inside, &next_square);
        double length = dvec3_length(closest);
        if (!inside && !(doubled ? simplex3_is_nearer(next_square, square) : length < g->upper)) {
            g->end = g->curved || have_met(g, 2 * noise) ? GJK3_CLOSEST : doubled ? GJK3_LOST : GJK3_RUNNING;
            if (g->end != GJK3_RUNNING) break;
            doubled = true;
            next = all;
            closest = reduce(g, &next, t != NULL, doubled, &inside, &next_square);
            length = dvec3_length(closest);
        }
        s = next;
        g->closest = closest;
        square = next_square;
        g->upper = inside ? 0 : length;
        if (inside) g->end = GJK3_INSIDE;
        g->steps++;
        if (t) record(t, &s, closest, inside);
    }
    if (t) t->end = traced_end(g->end, limited, repeated);
    finish(g, &s, doubled, last, apart);
}

void flr_gjk3_search_robust(pair3 *p, gjk3_search *g, const gjk3_goal *o) { search(p, g, o, NULL); }

void flr_gjk3_search_traced(pair3 *p, gjk3_search *g, const gjk3_goal *o, gjk3_trace *t)
{
    search(p, g, o, t);
}
