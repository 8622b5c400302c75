/// The search of GJK: how it begins, its steps, and how it ends. Its state and the reduction of its simplex
/// are in gjk3_state.h. Where rounding spoils the steps, as with needles, the robust search (gjk3_robust.c)
/// continues.
///
/// For common kinds everything is inline: the form of the pair is a constant where a search is called.
#ifndef FLR_CONVEX_GJK3_SEARCH_H
#define FLR_CONVEX_GJK3_SEARCH_H

#include "convex/gjk3_state.h"

// ---- The simplex of a call before ----

/// Makes the corners the face of the simplex, where it is known to contain the closest point.
GJK3_INLINE void gjk3_renew_face(gjk3_state *s, const gjk3_corner c[4], dvec3 u, dvec3 v, dvec3 normal)
{
    const dvec3 p = c[0].w;
    gjk3_set_face(s, c[1], c[2], c[0], normal, dvec3_dot(normal, p), dvec3_dot(normal, dvec3_cross(v, p)),
                  dvec3_dot(normal, dvec3_cross(p, u)));
}

/// Reduces the whole cached simplex again: after a motion nothing is known of it.
GJK3_INLINE void gjk3_renew(gjk3_state *s, vertex3 *room, int count)
{
    bool inside = false;
    simplex3 all = {.count = count};
    for (int i = 0; i < count; i++) all.v[i] = room[i];
    const dvec3 closest = flr_simplex3_reduce(&all, &inside);
    gjk3_corner c[4];
    for (int i = 0; i < 4; i++) {
        const int from = i < all.count ? i : 0;
        if (i == from) room[i] = all.v[i];
        c[i] = gjk3_corner_of(&all.v[from], from);
    }
    if (all.count == 3) {
        const dvec3 p = c[0].w, q = c[1].w, r = c[2].w;
        gjk3_renew_face(s, c, dvec3_sub(q, p), dvec3_sub(r, p), simplex3_normal(p, q, r));
        return;
    }
    s->count = all.count;
    s->p = c[0];
    s->q = c[1];
    s->r = c[2];
    s->d = closest;
    s->dd = dvec3_dot(closest, closest);
    // a tetrahedron that surely contains the origin is answered by gjk3_renew_same
    s->end = inside ? GJK3_LOST : s->dd > gjk3_noise_of(s->size_squared) ? GJK3_RUNNING : GJK3_TOUCHING;
}

/// Does the tetrahedron still contain the origin? n is the normal of the first three corners, w the fourth
/// relative to the first.
static inline bool gjk3_is_inside(dvec3 p, dvec3 q, dvec3 r, dvec3 t, dvec3 w, dvec3 n, double size_squared)
{
    dvec3 qr = dvec3_cross(q, r), tp = dvec3_cross(t, p);
    double total = dvec3_dot(n, w), sign = total < 0 ? -1 : 1;
    // six times the volumes of the tetrahedra from the origin to each face
    double below = -dvec3_dot(n, p), from_p = dvec3_dot(qr, t), from_q = -dvec3_dot(tp, r),
           from_r = dvec3_dot(tp, q);
    return gjk3_are_sure(size_squared, sign * below, sign * from_p, sign * from_q, sign * from_r);
}

/// Takes the cached simplex as it is, where its closest point is still within it, as after most small
/// motions. Else returns false.
GJK3_INLINE bool gjk3_renew_same(gjk3_state *s, const gjk3_corner c[4], int count)
{
    const dvec3 p = c[0].w;
    if (count == 1) {
        gjk3_set_corner(s, c[0]);
        return true;
    }
    const dvec3 u = dvec3_sub(c[1].w, p);
    if (count == 2) {
        const double along = -dvec3_dot(p, u);
        if (!((along > 0) & (dvec3_dot(c[1].w, u) > 0))) return false;
        gjk3_set_edge(s, c[1], c[0], u, along);
        return true;
    }
    const dvec3 v = dvec3_sub(c[2].w, p), n = dvec3_cross(u, v);
    if (count == 3) {
        gjk3_renew_face(s, c, u, v, n);
        return (s->of_p > 0) & (s->of_q > 0) & (s->of_r > 0);
    }
    if (!gjk3_is_inside(p, c[1].w, c[2].w, c[3].w, dvec3_sub(c[3].w, p), n, s->size_squared)) return false;
    s->count = 4;
    s->p = c[0];
    s->q = c[1];
    s->r = c[2];
    s->end = GJK3_INSIDE;
    return true;
}

/// Begins with the simplex that the previous call ended with, where both shapes have corners of these
/// numbers. Else returns false.
GJK3_INLINE bool gjk3_resume(gjk3_state *s, vertex3 *room, const pair3 *p, const flr_gjk3_cache *c,
                             pair3_form form)
{
    if (c->count < 1 || c->count > 4 || s->curved) return false;
    const uint32_t most_a = core3_id_count(&p->a), most_b = core3_id_count(&p->b);
    const int count = (int)c->count;
    for (int i = 0; i < count; i++)
        if ((c->a[i] >= most_a) | (c->b[i] >= most_b)) return false;
    gjk3_corner corners[4];
    for (int i = 0; i < 4; i++) {
        const int from = i < count ? i : 0;
        vertex3 v;
        pair3_vertex(p, form, c->a[from], c->b[from], &v);
        gjk3_measure(&s->size_squared, &v);
        room[i] = v;
        corners[i] = gjk3_corner_of(&v, from);
        if (i == 2 && count <= 3) break;
    }
    s->steps = 1;
    s->next = count;
    if (gjk3_renew_same(s, corners, count)) return true;
    s->end = GJK3_RUNNING;
    gjk3_renew(s, room, count);
    return true;
}

// ---- Steps and ends ----

enum { GJK3_STEPS_MAX = 64, GJK3_LARGE_ROOM = GJK3_STEPS_MAX + 4 };

/// Does the plane through the newest point separate the cores by more than was asked for?
GJK3_INLINE bool gjk3_is_beyond(const gjk3_state *s, double limit)
{
    const double square = s->high * s->high, noise = gjk3_noise_of(s->size_squared);
    if (!(s->high > 0 && square > limit * limit * s->dd)) return false;
    if (limit == 0) return square > 16 * noise * s->dd;
    const double sure = limit + 4 * sqrt(noise);
    return square > sure * sure * s->dd;
}

/// Does the simplex have a point nearer than was asked for? Judged by a point of it, not by the direction,
/// which is unreliable for needles.
GJK3_INLINE bool gjk3_has_nearer(const gjk3_state *s, double limit)
{
    dvec3 c = s->p.w;
    if (s->count == 2) {
        const dvec3 u = dvec3_sub(s->q.w, s->p.w);
        const double t = -dvec3_dot(s->p.w, u) / dvec3_dot(u, u);
        if (!(t >= 0 && t <= 1)) return false;
        c = dvec3_add_scaled(c, t, u);
    } else if (s->count == 3) {
        const double part = 1 / (s->of_p + s->of_q + s->of_r);
        if (!(s->of_p >= 0 && s->of_q >= 0 && s->of_r >= 0)) return false;
        c = dvec3_add_scaled(dvec3_scale(s->of_p * part, s->p.w), s->of_q * part, s->q.w);
        c = dvec3_add_scaled(c, s->of_r * part, s->r.w);
    }
    return dvec3_dot(c, c) < limit * limit;
}

GJK3_INLINE bool gjk3_is_nearer(const gjk3_state *s, double limit)
{
    const double height = dvec3_dot(s->d, s->p.w);
    return height * height < limit * limit * s->dd && gjk3_has_nearer(s, limit);
}

/// Keeps the plane that separates the cores farthest so far: the last steps on a curved surface may lose it
/// to rounding.
GJK3_INLINE void gjk3_keep_plane(gjk3_state *s)
{
    const double length = sqrt(s->dd), apart = s->high / length;
    if (!(apart > s->lower)) return;
    s->lower = apart;
    s->axis = dvec3_scale(1 / length, s->d);
}

/// Is the newest point no nearer to the origin than the simplex, up to rounding, or already in it? Points of
/// curved cores have no numbers to tell the latter.
GJK3_INLINE bool gjk3_is_closest(const gjk3_state *s, gjk3_corner n)
{
    const double gain = dvec3_dot(s->d, dvec3_sub(s->p.w, n.w)), noise = gjk3_noise_of(s->size_squared);
    // on a curved surface the error of the direction is the root of that of the distance, so it pays to go
    // on
    const double enough = s->curved ? 0x1p-10 * noise : noise;
    if (!(gain > 0 && gain * gain > enough * s->dd)) return true;
    const bool known = (s->p.key == n.key) | (s->q.key == n.key) | (s->r.key == n.key);
    return known && !s->curved;
}

/// Ends the search if it is decided with the newest point.
GJK3_INLINE void gjk3_judge(gjk3_state *s, const gjk3_goal *o, gjk3_corner n)
{
    if (s->curved) gjk3_keep_plane(s);
    if (o->stop_above < (double)INFINITY && gjk3_is_beyond(s, o->stop_above))
        s->end = GJK3_BEYOND;
    else if (gjk3_is_closest(s, n))
        s->end = GJK3_CLOSEST;
    else if (s->steps >= GJK3_STEPS_MAX)
        s->end = GJK3_LOST;
}

/// Must the closest point be computed before the end of the search is believed? So with the origin near an
/// edge or a face, which may be a needle, and with curved cores' tetrahedra around it.
static inline bool gjk3_is_doubtful(const gjk3_search *g)
{
    return (g->end == GJK3_TOUCHING && g->count >= 2) || (g->curved && g->end == GJK3_INSIDE);
}

/// Is the shape placed by a rotation?
static inline bool gjk3_is_turned(const flr_convex3 *c)
{
    const flr_mat3 *m = &c->axes;
    if (!convex3_is_placed(c)) return false;
    return m->x.x != 1 || m->y.y != 1 || m->z.z != 1;
}

/// Returns twice the squared distances by which poses move corners. Placed corners have a rounding error of
/// that, also where they come back to the reference.
static inline double gjk3_translation_squared(const pair3 *p)
{
    const flr_convex3 *a = p->a.shape, *b = p->b.shape;
    double sum = 0;
    if (gjk3_is_turned(a)) sum = dvec3_dot(p->reference.lead, p->reference.lead);
    if (gjk3_is_turned(b)) {
        const reference3 *r = &p->reference;
        dvec3 apart = dvec3_scale(r->unit, dvec3_sub(dvec3_from(b->center), r->position));
        dvec3 way = dvec3_sub(p->b.center, dvec3_sub(apart, r->lead));
        sum += dvec3_dot(way, way);
    }
    // points measured from b's middle or first point are rounded for its distance, however near they are
    // themselves; a user's are judged by pair3_rounding_of_user
    if (b->kind != FLR_CONVEX3_CORNERS && b->kind != FLR_CONVEX3_USER)
        sum += dvec3_dot(p->b.center, p->b.center);
    return 2 * sum;
}

GJK3_INLINE void gjk3_begin(gjk3_state *s, double size_squared, bool curved)
{
    s->count = s->steps = s->next = 0;
    s->dd = s->high = s->lower = 0;
    s->of_p = s->of_q = s->of_r = 0;
    s->d = dvec3_make(0, 0, 0);
    s->p = s->q = s->r = (gjk3_corner){s->d, 0, 0};
    s->size_squared = size_squared;
    s->axis = dvec3_make(0, 0, 0);
    s->curved = curved;
    s->end = GJK3_RUNNING;
}

GJK3_INLINE dvec3 gjk3_first_direction(const pair3 *p, const flr_gjk3_cache *c)
{
    if (c && flr_is_finite3(c->axis) && flr_length_squared3(c->axis) > 0) return dvec3_from(c->axis);
    dvec3 d = dvec3_sub(p->a.middle, p->b.middle);
    return dvec3_dot(d, d) > 0 ? d : dvec3_make(1, 0, 0);
}

static inline bool gjk3_is_curved(const pair3 *p, pair3_form form)
{
    return form == PAIR3_ANY && (!core3_has_ids(&p->a) || !core3_has_ids(&p->b));
}

/// Begins with the simplex of the previous call, or at least a direction.
GJK3_INLINE void gjk3_start(gjk3_state *s, vertex3 *room, const pair3 *p, const gjk3_goal *o, pair3_form form)
{
    const flr_gjk3_cache *cache = o->options ? o->options->cache : NULL;
    gjk3_begin(s, gjk3_translation_squared(p), gjk3_is_curved(p, form));
    if (!cache || !gjk3_resume(s, room, p, cache, form)) s->d = gjk3_first_direction(p, cache);
}

GJK3_INLINE void gjk3_watch(gjk3_state *s, const gjk3_goal *o)
{
    if (s->count > 0 && s->end == GJK3_RUNNING && gjk3_is_nearer(s, o->stop_below)) s->end = GJK3_WITHIN;
}

/// Computes the support point against the search direction.
GJK3_INLINE void gjk3_support(gjk3_state *s, const pair3 *p, pair3_form form, vertex3 *n)
{
    pair3_support(p, form, s->d, n);
    gjk3_measure(&s->size_squared, n);
    s->high = dvec3_dot(s->d, n->w);
}

/// Takes one step. The form is a constant where this is called. In a room of four places a free one is found
/// for each corner; in a large room each corner has a place of its own.
GJK3_INLINE void gjk3_take_step(gjk3_state *s, vertex3 *room, const pair3 *p, const gjk3_goal *o,
                                pair3_form form, bool is_large)
{
    const int at = is_large ? s->next++ : gjk3_free(s);
    vertex3 n;
    gjk3_support(s, p, form, &n);
    const gjk3_corner corner = gjk3_corner_of(&n, at);
    if (s->count > 0) gjk3_judge(s, o, corner);
    if (s->end != GJK3_RUNNING) return;
    room[at] = n;
    gjk3_join(s, corner);
    s->steps++;
    if (o->watched) gjk3_watch(s, o);
}

/// Takes steps until the search ends.
GJK3_INLINE void gjk3_step_on(gjk3_state *s, vertex3 *room, const pair3 *p, const gjk3_goal *o,
                              pair3_form form, bool is_large)
{
    if (o->watched) gjk3_watch(s, o);
    while (s->end == GJK3_RUNNING) gjk3_take_step(s, room, p, o, form, is_large);
}

/// Does the tetrahedron contain the origin by more than the error of a curved core's support points?
static inline bool gjk3_is_deep_inside(const gjk3_search *g)
{
    const dvec3 a = g->v[0]->w, b = g->v[1]->w, c = g->v[2]->w, d = g->v[3]->w;
    const double of_d = dvec3_dot(a, dvec3_cross(b, c)), of_a = -dvec3_dot(b, dvec3_cross(c, d)),
                 of_b = dvec3_dot(a, dvec3_cross(c, d)), of_c = -dvec3_dot(a, dvec3_cross(b, d)),
                 size = g->size_squared, least = 0x1p-80 * size * size * size;
    const bool alike = of_d > 0 ? (of_a > 0) & (of_b > 0) & (of_c > 0) : (of_a < 0) & (of_b < 0) & (of_c < 0);
    return alike & (of_d * of_d > least) & (of_a * of_a > least) & (of_b * of_b > least) &
           (of_c * of_c > least);
}

/// Copies a search at its end to g, whose room it has used.
static inline void gjk3_store(const gjk3_state *s, gjk3_search *g)
{
    g->v[0] = &g->room[s->p.at];
    g->v[1] = &g->room[s->q.at];
    g->v[2] = &g->room[s->r.at];
    g->v[3] = &g->room[gjk3_free(s)];
    g->count = s->count;
    g->steps = s->steps;
    g->d = s->d;
    g->dd = s->dd;
    g->high = s->high;
    g->size_squared = s->size_squared;
    g->part[0] = s->of_p;
    g->part[1] = s->of_q;
    g->part[2] = s->of_r;
    g->curved = s->curved;
    g->settled = false;
    g->end = s->end;
    g->axis = s->axis;
    g->lower = s->lower;
}

/// Is all that was read finite, and of a size whose sixth powers are finite as well?
GJK3_INLINE bool gjk3_is_usual(const gjk3_state *s, double sum)
{
    return isfinite(sum) & isfinite(s->dd) & (s->size_squared > 0x1p-300) & (s->size_squared < 0x1p300);
}

/// Defines one search for each form and the choice between them: search(g, p, o, form) with the form a
/// constant.
#define GJK3_FORMS(name, search)                                                                             \
    static void name##_boxes(gjk3_search *g, const pair3 *p, const gjk3_goal *o)                             \
    {                                                                                                        \
        search(g, p, o, PAIR3_BOXES);                                                                        \
    }                                                                                                        \
    static void name##_few(gjk3_search *g, const pair3 *p, const gjk3_goal *o)                               \
    {                                                                                                        \
        search(g, p, o, PAIR3_SIMPLICES);                                                                    \
    }                                                                                                        \
    static void name##_hulls(gjk3_search *g, const pair3 *p, const gjk3_goal *o)                             \
    {                                                                                                        \
        search(g, p, o, PAIR3_HULLS);                                                                        \
    }                                                                                                        \
    static void name##_any(gjk3_search *g, const pair3 *p, const gjk3_goal *o)                               \
    {                                                                                                        \
        search(g, p, o, PAIR3_ANY);                                                                          \
    }                                                                                                        \
    static inline void name(gjk3_search *g, const pair3 *p, const gjk3_goal *o)                              \
    {                                                                                                        \
        if (p->form == PAIR3_BOXES)                                                                          \
            name##_boxes(g, p, o);                                                                           \
        else if (p->form == PAIR3_SIMPLICES)                                                                 \
            name##_few(g, p, o);                                                                             \
        else if (p->form == PAIR3_HULLS)                                                                     \
            name##_hulls(g, p, o);                                                                           \
        else                                                                                                 \
            name##_any(g, p, o);                                                                             \
    }

/// Writes the last simplex to the cache.
static inline void gjk3_keep(const gjk3_search *g, flr_gjk3_cache *cache)
{
    cache->axis = dvec3_round(g->closest);
    cache->count = (uint32_t)g->count;
    for (int i = 0; i < g->count; i++) {
        cache->a[i] = g->v[i]->id_a;
        cache->b[i] = g->v[i]->id_b;
    }
}

#endif
