/// How a search for a yes or no begins: with the way between the middles, and its reflection.
#ifndef FLR_CONVEX_GJK3_TWO_H
#define FLR_CONVEX_GJK3_TWO_H

#include "convex/gjk3_search.h"

/// Is the middle of the core a point of it, whatever its shape?
static inline bool gjk3_is_middle_inside(const core3 *c, pair3_form form)
{
    if (form == PAIR3_HULLS || (form == PAIR3_ANY && c->kind == FLR_CONVEX3_HULL))
        return c->hull->is_centered;
    return form != PAIR3_ANY || c->kind == FLR_CONVEX3_CORNERS || c->kind == FLR_CONVEX3_BOX;
}

/// The support point along d: is the plane through it far enough?
GJK3_INLINE bool gjk3_parts(gjk3_quick *s, const pair3 *p, const gjk3_goal *o, pair3_form form, dvec3 d,
                            vertex3 *v)
{
    s->d = d;
    s->dd = dvec3_dot(d, d);
    gjk3_support(s, p, form, v);
    s->steps++;
    if (!gjk3_is_beyond(s, o->stop_above)) return false;
    s->end = GJK3_BEYOND;
    return true;
}

/// The first support point, by its numbers where they are known and their plane is too near.
GJK3_INLINE bool gjk3_parts_first(gjk3_quick *s, const pair3 *p, const gjk3_goal *o, pair3_form form,
                                  const vertex3 *known, vertex3 *v)
{
    if (!known) return gjk3_parts(s, p, o, form, s->d, v);
    pair3_vertex(p, form, known->id_a, known->id_b, v);
    gjk3_measure(&s->size_squared, v);
    s->high = dvec3_dot(s->d, v->w);
    s->steps++;
    return false;
}

/// The difference of the middles.
GJK3_INLINE void gjk3_set_middles(const pair3 *p, pair3_form form, vertex3 *v)
{
    pair3_join(v, p->a.middle, p->b.middle);
    if (form == PAIR3_FEW) pair3_set_middles(&p->lanes, v);
    vertex3_set_w(v);
    v->id_a = v->id_b = CORE3_NO_ID;
}

/// The first simplex: the middle and two support points; or what of them is an end.
GJK3_INLINE void gjk3_set_two(gjk3_quick *s, gjk3_corner middle, gjk3_corner v, gjk3_corner n)
{
    gjk3_set_corner(s, middle);
    if (s->end != GJK3_RUNNING) return;
    gjk3_reduce2(s, v);
    if (s->end == GJK3_RUNNING && !gjk3_is_closest(s, n)) gjk3_join(s, n);
}

/// GJK's own third direction is square to the simplex, and so to much of the way from the middle to the origin: of two hulls that overlap by
/// little it finds a corner far aside. The plane through the origin and both support points looks along that way, and the corner beyond it makes
/// with them and the middle a tetrahedron that holds the origin in six of ten cases (in two of ten by GJK's direction); else it parts the two, or
/// is one corner more. Where the middle is not among what is nearest, they are rather apart, and GJK's direction is the better one.
GJK3_INLINE void gjk3_try_third(gjk3_quick *s, vertex3 *room, const pair3 *p, const gjk3_goal *o,
                                pair3_form form, gjk3_corner v, gjk3_corner n)
{
    const gjk3_corner middle = gjk3_corner_of(&room[0], 0);
    const dvec3 m = middle.w, plane = dvec3_cross(v.w, n.w);
    gjk3_set_two(s, middle, v, n);
    if (s->end != GJK3_RUNNING || (s->p.at != 0 && s->q.at != 0 && s->r.at != 0)) return;
    const dvec3 d = s->d;
    const double dd = s->dd;
    s->next = 4;
    if (gjk3_parts(s, p, o, form, dvec3_dot(plane, m) < 0 ? dvec3_neg(plane) : plane, &room[3])) return;
    const gjk3_corner t = gjk3_corner_of(&room[3], 3);
    const dvec3 normal = dvec3_cross(dvec3_sub(v.w, m), dvec3_sub(n.w, m));
    if (gjk3_is_inside(m, v.w, n.w, t.w, dvec3_sub(t.w, m), normal, s->size_squared)) {
        s->count = 4;
        s->p = middle;
        s->q = v;
        s->r = n;
        s->end = GJK3_INSIDE;
        return;
    }
    s->d = d;
    s->dd = dd;
    if (!gjk3_is_closest(s, t)) gjk3_join(s, t);
}

/// The direction that the search begins with and its reflection; else the first simplex. Of the points that are kept for another call none
/// may be a middle.
GJK3_INLINE void gjk3_try_two(gjk3_quick *s, vertex3 *room, const pair3 *p, const gjk3_goal *o,
                              pair3_form form, const vertex3 *known)
{
    const bool inside = !o->options->cache && !s->curved && gjk3_is_middle_inside(&p->a, form) &&
                        gjk3_is_middle_inside(&p->b, form);
    vertex3 *const first = &room[inside], *const second = first + 1;
    if (gjk3_parts_first(s, p, o, form, known, first)) return;
    s->next = inside + 2;
    const gjk3_corner v = gjk3_corner_of(first, inside);
    const double length = dvec3_dot(v.w, v.w);
    if (!(length > gjk3_noise_of(s->size_squared))) {
        gjk3_set_corner(s, v);
        return;
    }
    if (gjk3_parts(s, p, o, form, dvec3_add_scaled(s->d, -2 * s->high / length, v.w), second)) return;
    const gjk3_corner n = gjk3_corner_of(second, inside + 1);
    if (!inside) {
        gjk3_set_corner(s, v);
        if (s->end == GJK3_RUNNING && !gjk3_is_closest(s, n)) gjk3_join(s, n);
        return;
    }
    gjk3_set_middles(p, form, &room[0]);
    if (form == PAIR3_HULLS)
        gjk3_try_third(s, room, p, o, form, v, n);
    else
        gjk3_set_two(s, gjk3_corner_of(&room[0], 0), v, n);
}

/// 64 roundings of the scene's size, as gjk3_noise_of has two.
GJK3_INLINE double gjk3_clearance(double size_squared)
{
    return 32 * gjk3_real_roundings * sqrt(gjk3_noise_of(size_squared));
}

/// Does the plane at this height along d separate the shapes clearly?
GJK3_INLINE bool gjk3_clearly_parts(dvec3 d, double high, double size_squared, double radii)
{
    const double least = radii + gjk3_clearance(size_squared);
    return high > 0 && high * high > least * least * dvec3_dot(d, d);
}

/// Does the end of a search for a yes or no prove it by more than 64 roundings? A tetrahedron of cores without curves holds the origin by as much.
GJK3_INLINE bool gjk3_is_clear(const gjk3_quick *s, double radii)
{
    const double clearance = gjk3_clearance(s->size_squared);
    switch (s->end) {
    case GJK3_BEYOND:
        return gjk3_clearly_parts(s->d, s->high, s->size_squared, radii);
    case GJK3_INSIDE:
        return !s->curved && gjk3_real_roundings == 1;
    case GJK3_TOUCHING:
        return radii > 2 * clearance && !s->curved;
    case GJK3_WITHIN:
        return radii > clearance && !s->curved && gjk3_is_nearer(s, radii - clearance);
    default:
        return false;
    }
}

/// From a to b, unit, of the direction that parts them.
static inline flr_vec3 gjk3_parting_normal(dvec3 d)
{
    const double length = dvec3_length(d);
    return dvec3_round(length > 0 ? dvec3_scale(-1 / length, d) : dvec3_make(0, 0, 0));
}

#endif
