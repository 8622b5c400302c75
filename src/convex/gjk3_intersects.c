/// Do two convex cores intersect, or are they apart by more than their radii?
///
/// A no needs one plane. In nine of ten pairs the plane perpendicular to the line of centres separates them,
/// and in most of the rest its reflection at the first support point (Chung and Wang, "Quick collision
/// detection of polytopes in virtual environments", 1996). What both leave open goes to GJK. Its simplex
/// begins with the two support points and, where that is known to lie inside, the difference of the centres.
#include <math.h>

#include "convex/depth3.h"
#include "convex/gjk3.h"
#include "convex/gjk3_search.h"
#include "convex/gjk_limit.h"
#include "convex/minkowski3.h"

// ---- The plane perpendicular to the line of centres ----

/// Is the height `high` of a plane along d above the radii for certain, in a scene whose points lie within
/// `size_squared` = |a|^2 + |b|^2 of its origin? False for a size that is not finite or whose powers are
/// not. *clear is set if it holds by more than 64 rounding errors of the size.
GJK3_INLINE bool gjk3_is_separated(dvec3 d, double high, double size_squared, double radii, bool *clear)
{
    const double dd = dvec3_dot(d, d), noise = gjk3_noise_of(2 * size_squared), square = high * high;
    if (!((high > 0) & (high < (double)INFINITY) & (size_squared > 0x1p-300) & (size_squared < 0x1p300)))
        return false;
    if (radii == 0) {
        *clear = square > 1024 * gjk3_real_roundings * gjk3_real_roundings * noise * dd;
        return square > 16 * noise * dd;
    }
    const double rounding = sqrt(noise), sure = radii + 4 * rounding,
                 all = radii + 32 * gjk3_real_roundings * rounding;
    *clear = square > all * all * dd;
    return square > sure * sure * dd;
}

/// Does the plane perpendicular to the line of centres separate two shapes of up to four corners? *d leads
/// from b to a; heights are those of the corners of a against d, and of b along it. *all is the sum of the
/// squared lengths of all corners.
GJK3_INLINE bool gjk3_separates_simplices(const flr_convex3 *a, const flr_convex3 *b, dvec3 *d,
                                          f64x2 heights[4], double *all, bool *clear)
{
    const dvec3 from = dvec3_from(a->center), way = dvec3_sub(from, dvec3_from(b->center));
    const f64x2 dx = {-way.x, way.x}, dy = {-way.y, way.y}, dz = {-way.z, way.z};
    const f64x2 x = f64x2_splat(from.x), y = f64x2_splat(from.y), z = f64x2_splat(from.z);
    f64x2 size = {0, 0};
    for (uint32_t i = 0; i < 4; i++) {
        const flr_vec3 *u = pair3_corner_of(a, i), *v = pair3_corner_of(b, i);
        const f64x2 px = (f64x2){(double)u->x, (double)v->x} - x,
                    py = (f64x2){(double)u->y, (double)v->y} - y,
                    pz = (f64x2){(double)u->z, (double)v->z} - z;
        heights[i] = px * dx + py * dy + pz * dz;
        size += px * px + py * py + pz * pz;
    }
    const f64x2 most = f64x2_max(f64x2_max(heights[3], heights[2]), f64x2_max(heights[1], heights[0]));
    *d = way;
    *all = size[0] + size[1];
    return gjk3_is_separated(way, -(most[0] + most[1]), *all, (double)a->radius + (double)b->radius, clear);
}

/// The same for two hulls. The numbers of the tested vertices go to *v. `cells` is a constant: does one of
/// them at least have cells?
GJK3_INLINE bool gjk3_separates_hulls(const pair3 *p, vertex3 *v, bool cells, bool *clear)
{
    const pair3_lanes *l = &p->lanes;
    const flr_hull3 *a = p->a.hull, *b = p->b.hull;
    // how far the rotations have moved the middles, which is rounded as well
    const dvec3 m = p->b.middle, lead = p->reference.lead,
                way = dvec3_add(
                    dvec3_sub(m, dvec3_sub(dvec3_from(p->b.shape->center), p->reference.position)), lead);
    const f64x2 dx = {m.x, -m.x}, dy = {m.y, -m.y}, dz = {m.z, -m.z};
    const f64x2 x = l->x[0] * dx + l->y[0] * dy + l->z[0] * dz,
                y = l->x[1] * dx + l->y[1] * dy + l->z[1] * dz,
                z = l->x[2] * dx + l->y[2] * dy + l->z[2] * dz;
    const dvec3 d_a = dvec3_make(x[0], y[0], z[0]), d_b = dvec3_make(x[1], y[1], z[1]);
    // the middles lie so far from the bases, from which the vertices are measured
    const f64x2 within = x * (f64x2){(double)a->middle.x, (double)b->middle.x} +
                         y * (f64x2){(double)a->middle.y, (double)b->middle.y} +
                         z * (f64x2){(double)a->middle.z, (double)b->middle.z};
    const double mm = dvec3_dot(m, m), r_a = (double)a->radius, r_b = (double)b->radius;
    const double between = mm + (within[0] + within[1]);
    double reach;
    if (cells) {
        pair3_find(a, b, x, y, z, v);
        reach = dvec3_dot(hull3_vertex(a, v->id_a), d_a) + dvec3_dot(hull3_vertex(b, v->id_b), d_b);
    } else {
        // the heights need no vertex, so nothing waits for the numbers
        const hull3_top t = hull3_highest(a, d_a), u = hull3_highest(b, d_b);
        v->id_a = t.at;
        v->id_b = u.at;
        reach = t.reach + u.reach;
    }
    return gjk3_is_separated(m, between - reach,
                             r_a * r_a + 2 * (mm + r_b * r_b) + dvec3_dot(way, way) + dvec3_dot(lead, lead),
                             p->radius_a + p->radius_b, clear);
}

// ---- The initial simplex ----

/// Is the middle of the core certain to lie in it, whatever its shape?
static inline bool gjk3_is_middle_inside(const core3 *c, pair3_form form)
{
    if (form == PAIR3_HULLS || (form == PAIR3_ANY && c->kind == FLR_CONVEX3_HULL))
        return c->hull->is_centered;
    return form != PAIR3_ANY || c->kind == FLR_CONVEX3_CORNERS || c->kind == FLR_CONVEX3_BOX;
}

/// Computes the support point against d. Returns true, with the search at its end, if the plane through it
/// is far enough.
GJK3_INLINE bool gjk3_separates(gjk3_state *s, const pair3 *p, const gjk3_goal *o, pair3_form form, dvec3 d,
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

/// The same for the first support point. If its numbers are known, so is that its plane is too near.
GJK3_INLINE bool gjk3_separates_first(gjk3_state *s, const pair3 *p, const gjk3_goal *o, pair3_form form,
                                      const vertex3 *known, vertex3 *v)
{
    if (!known) return gjk3_separates(s, p, o, form, s->d, v);
    pair3_vertex(p, form, known->id_a, known->id_b, v);
    gjk3_measure(&s->size_squared, v);
    s->high = dvec3_dot(s->d, v->w);
    s->steps++;
    return false;
}

/// Sets v to the difference of the centres.
GJK3_INLINE void gjk3_set_middles(const pair3 *p, pair3_form form, vertex3 *v)
{
    pair3_join(v, p->a.middle, p->b.middle);
    if (form == PAIR3_SIMPLICES) pair3_set_middles(&p->lanes, v);
    vertex3_set_w(v);
    v->id_a = v->id_b = CORE3_NO_ID;
}

/// Makes the middle and two support points the first simplex, unless some of them end the search.
GJK3_INLINE void gjk3_set_initial(gjk3_state *s, gjk3_corner middle, gjk3_corner v, gjk3_corner n)
{
    gjk3_set_corner(s, middle);
    if (s->end != GJK3_RUNNING) return;
    gjk3_reduce2(s, v);
    if (s->end == GJK3_RUNNING && !gjk3_is_closest(s, n)) gjk3_join(s, n);
}

/// Adds a third support point to the first simplex of two hulls. GJK's own third direction is perpendicular
/// to the simplex, and so nearly to the vector from the middle to the origin: of two hulls that overlap by
/// little it finds a corner far aside. The plane through the origin and both support points contains that
/// vector. The corner beyond it makes with them and the middle a tetrahedron that contains the origin in six
/// of ten cases (in two of ten by GJK's direction). Else it separates the two, or is one more corner. Where
/// the middle is not part of the nearest simplex, the hulls are probably apart, and GJK's direction is
/// better.
GJK3_INLINE void gjk3_initial_third(gjk3_state *s, vertex3 *room, const pair3 *p, const gjk3_goal *o,
                                    pair3_form form, gjk3_corner v, gjk3_corner n)
{
    const gjk3_corner middle = gjk3_corner_of(&room[0], 0);
    const dvec3 m = middle.w, plane = dvec3_cross(v.w, n.w);
    gjk3_set_initial(s, middle, v, n);
    if (s->end != GJK3_RUNNING || (s->p.at != 0 && s->q.at != 0 && s->r.at != 0)) return;
    const dvec3 d = s->d;
    const double dd = s->dd;
    s->next = 4;
    if (gjk3_separates(s, p, o, form, dvec3_dot(plane, m) < 0 ? dvec3_neg(plane) : plane, &room[3])) return;
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

/// Tries the direction that the search begins with, and its reflection; if neither separates, makes the
/// first simplex. With a cache no middle is part of it, as the next call needs corners.
GJK3_INLINE void gjk3_initial_simplex(gjk3_state *s, vertex3 *room, const pair3 *p, const gjk3_goal *o,
                                      pair3_form form, const vertex3 *known)
{
    const bool inside = !o->options->cache && !s->curved && gjk3_is_middle_inside(&p->a, form) &&
                        gjk3_is_middle_inside(&p->b, form);
    vertex3 *const first = &room[inside], *const second = first + 1;
    if (gjk3_separates_first(s, p, o, form, known, first)) return;
    s->next = inside + 2;
    const gjk3_corner v = gjk3_corner_of(first, inside);
    const double length = dvec3_dot(v.w, v.w);
    if (!(length > gjk3_noise_of(s->size_squared))) {
        gjk3_set_corner(s, v);
        return;
    }
    if (gjk3_separates(s, p, o, form, dvec3_add_scaled(s->d, -2 * s->high / length, v.w), second)) return;
    const gjk3_corner n = gjk3_corner_of(second, inside + 1);
    if (!inside) {
        gjk3_set_corner(s, v);
        if (s->end == GJK3_RUNNING && !gjk3_is_closest(s, n)) gjk3_join(s, n);
        return;
    }
    gjk3_set_middles(p, form, &room[0]);
    if (form == PAIR3_HULLS)
        gjk3_initial_third(s, room, p, o, form, v, n);
    else
        gjk3_set_initial(s, gjk3_corner_of(&room[0], 0), v, n);
}

/// Returns 64 rounding errors of the scene's size; gjk3_noise_of has two.
GJK3_INLINE double gjk3_clearance(double size_squared)
{
    return 32 * gjk3_real_roundings * sqrt(gjk3_noise_of(size_squared));
}

/// Does the plane at the height `high` along d separate the shapes clearly?
GJK3_INLINE bool gjk3_clearly_separates(dvec3 d, double high, double size_squared, double radii)
{
    const double least = radii + gjk3_clearance(size_squared);
    return high > 0 && high * high > least * least * dvec3_dot(d, d);
}

/// Does the end of a search prove the yes or no by more than 64 rounding errors? A tetrahedron of cores
/// without curves does, as it contains the origin by as much.
GJK3_INLINE bool gjk3_is_clear(const gjk3_state *s, double radii)
{
    const double clearance = gjk3_clearance(s->size_squared);
    switch (s->end) {
    case GJK3_BEYOND:
        return gjk3_clearly_separates(s->d, s->high, s->size_squared, radii);
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

/// Returns the unit normal from a to b that belongs to a separating direction.
static inline flr_vec3 gjk3_separating_normal(dvec3 d)
{
    const double length = dvec3_length(d);
    return dvec3_round(length > 0 ? dvec3_scale(-1 / length, d) : dvec3_make(0, 0, 0));
}

// ---- The general search ----

/// The form is a constant where this is called.
GJK3_INLINE void search_form(gjk3_search *g, const pair3 *p, const gjk3_goal *o, pair3_form form)
{
    gjk3_state s;
    gjk3_start(&s, g->room, p, o, form);
    if (s.count == 0) gjk3_initial_simplex(&s, g->room, p, o, form, NULL);
    gjk3_step_on(&s, g->room, p, o, form, false);
    gjk3_store(&s, g);
    g->clear = gjk3_is_clear(&s, o->stop_below);
    if (s.end == GJK3_INSIDE && s.curved) g->clear = gjk3_real_roundings == 1 && gjk3_is_deep_inside(g);
}

GJK3_FORMS(search, search_form)

/// Did the search find the cores farther apart than the radii?
static inline bool is_apart(const gjk3_search *g, double radii)
{
    return g->end == GJK3_BEYOND || ((g->end == GJK3_CLOSEST || g->end == GJK3_LOST) && g->distance > radii);
}

/// Do the bounds prove the answer by more than 64 rounding errors?
static inline bool is_clear(const gjk3_search *g, double radii)
{
    const bool bounded = g->end == GJK3_CLOSEST || g->end == GJK3_LOST;
    const double clearance = 64 * gjk3_real_roundings * g->rounding;
    if (!bounded) return (g->end == GJK3_INSIDE || g->end == GJK3_TOUCHING) && radii > clearance;
    return g->lower > radii + clearance || g->upper < radii - clearance;
}

/// Returns how far the plane perpendicular to the direction keeps the cores apart.
static double separation_along(const pair3 *p, dvec3 direction)
{
    vertex3 v;
    pair3_support(p, PAIR3_ANY, direction, &v);
    return dvec3_dot(direction, v.w);
}

/// Finds a separating plane of curved cores that are apart by some rounding errors, where the search has
/// ended without one. Moved apart, the cores have a plane between them that is known well. With ever shorter
/// ways it becomes the plane between the cores as they are.
static void turn_to_separate(pair3 *p, gjk3_search *g, double radii)
{
    enum { TURN_MAX = 14 };
    const dvec3 way = dvec3_sub(p->a.middle, p->b.middle);
    double best = separation_along(p, g->axis), away = 0x1p-2 * sqrt(g->size_squared / 2);
    if (!(best > -0x1p-4 * away) && dvec3_dot(way, way) > 0) {
        const dvec3 along = dvec3_scale(1 / dvec3_length(way), way);
        const double apart_by = separation_along(p, along);
        if (apart_by > best) best = apart_by, g->axis = along;
    }
    for (int turn = 0; turn < TURN_MAX && !(best > radii); turn++, away /= 8) {
        pair3 moved = *p;
        gjk3_search apart;
        flr_pair3_move(&moved, dvec3_scale(-away, g->axis));
        flr_gjk3_search_unrefined(&moved, &apart);
        g->steps += apart.steps;
        if (!(apart.upper > 0)) continue;
        const double apart_by = separation_along(p, apart.axis);
        if (!(apart_by > best) && best > radii - 8 * g->rounding) return;  // they touch, up to rounding
        if (!(apart_by > best)) continue;
        best = apart_by;
        g->axis = apart.axis;
    }
    // no plane has been found, and the cores are no farther apart than rounding
    if (!(best > radii - 8 * g->rounding) && g->upper < radii + 64 * g->rounding) g->end = GJK3_TOUCHING;
}

/// Searches, compares the distance with the radii where that is left open, and writes the cache.
static inline void search_and_conclude(pair3 *p, const gjk3_goal *o, gjk3_search *g)
{
    search(g, p, o);
    if (g->end == GJK3_CLOSEST || g->end == GJK3_LOST || gjk3_is_doubtful(g)) {
        flr_gjk3_conclude(p, o, g);
        g->clear = is_clear(g, o->stop_above);
        if (g->curved && is_apart(g, o->stop_above)) turn_to_separate(p, g, o->stop_above);
        // for cores that nearly touch, the closest point is rounding
        if (g->end == GJK3_BEYOND) g->closest = g->axis;
    } else {
        g->closest = dvec3_make(g->d.x, g->d.y, g->d.z);
    }
    if (o->options->cache) gjk3_keep(g, o->options->cache);
}

static inline flr_overlap3_convex result_of(const pair3 *p, const gjk3_search *g, double radii)
{
    const bool by_distance = g->end == GJK3_CLOSEST || g->end == GJK3_LOST;
    bool overlap = by_distance ? !(g->distance > radii) : g->end != GJK3_BEYOND;
    flr_status status = FLR_OK;
    if (g->end == GJK3_LOST && g->lower <= radii && g->upper > radii) status = FLR_NOT_CONVERGED;
    if (p->not_finite) status = FLR_NOT_FINITE;
    overlap = overlap && status == FLR_OK;
    flr_vec3 normal = {0, 0, 0};
    if (status == FLR_OK && !overlap) normal = gjk3_separating_normal(by_distance ? g->axis : g->closest);
    return (flr_overlap3_convex){.status = status,
                                 .overlap = overlap,
                                 .clear = g->clear && status == FLR_OK,
                                 .normal = normal,
                                 .iterations = g->steps};
}

/// Decides only whether the shapes intersect: it ends with the first plane that separates them, or the first
/// point that is near enough.
static flr_overlap3_convex intersects_general(const flr_convex3 *a, const flr_convex3 *b,
                                              flr_gjk3_cache *cache)
{
    pair3 p;
    gjk3_search g;
    flr_pair3_make(&p, a, b);
    const flr_gjk3_options options = {.max_distance = flr_gjk_up_to(0), .cache = cache};
    const double radii = (p.radius_a + p.radius_b) * p.reference.unit;
    gjk3_goal o = {.stop_above = radii, .stop_below = radii, .options = &options};
    o.watched = radii > 0;
    search_and_conclude(&p, &o, &g);
    return result_of(&p, &g, radii);
}

// ---- The fast path ----

/// Continues where the first plane has left the answer open. The form is a constant where this is called.
/// `first` has the numbers of the first support point, where they are known. Clear is what holds by 64 rounding
/// errors of all corners (`all`, or 0): a rectangle's corner is rounded for its extent. Returns
/// FLR_NOT_CONVERGED, with the direction that the search ended with, where rounding leaves it open as well.
GJK3_INLINE flr_overlap3_convex meet(const pair3 *p, double sum, pair3_form form, const vertex3 *first,
                                     double all)
{
    vertex3 room[GJK3_LARGE_ROOM];
    gjk3_state s;
    flr_overlap3_convex r;
    const flr_gjk3_options options = {.max_distance = flr_gjk_up_to(0)};
    const double radii = p->radius_a + p->radius_b;
    const gjk3_goal o = {.stop_above = radii, .stop_below = radii, .options = &options, .watched = radii > 0};
    gjk3_begin(&s, form == PAIR3_SIMPLICES ? 0 : gjk3_translation_squared(p), false);
    s.d = form == PAIR3_SIMPLICES ? dvec3_neg(p->b.middle) : dvec3_sub(p->a.middle, p->b.middle);
    gjk3_initial_simplex(&s, room, p, &o, form, first);
    if (s.end != GJK3_BEYOND) gjk3_step_on(&s, room, p, &o, form, true);
    const bool doubtful = s.end == GJK3_TOUCHING && s.count >= 2;
    if (!gjk3_is_usual(&s, sum) || s.end == GJK3_CLOSEST || s.end == GJK3_LOST || doubtful)
        return (flr_overlap3_convex){.status = FLR_NOT_CONVERGED, .normal = gjk3_separating_normal(s.d)};
    r.status = FLR_OK;
    r.overlap = s.end != GJK3_BEYOND;
    s.size_squared = s.size_squared > 2 * all ? s.size_squared : 2 * all;
    r.clear = gjk3_is_clear(&s, radii);
    r.normal = r.overlap ? flr_vec3_make(0, 0, 0) : gjk3_separating_normal(s.d);
    r.iterations = s.steps;
    return r;
}

/// Separate functions, so that a call that ends with the first plane needs no stack for their variables.
static __attribute__((noinline)) flr_overlap3_convex search_two_simplices(const flr_convex3 *a,
                                                                          const flr_convex3 *b,
                                                                          uint32_t first_a, uint32_t first_b,
                                                                          double all)
{
    pair3 p;
    const double sum = pair3_load_fast(&p, a, b, PAIR3_SIMPLICES);
    const vertex3 first = {.id_a = first_a, .id_b = first_b};
    return meet(&p, sum, PAIR3_SIMPLICES, &first, all);
}

static __attribute__((noinline)) flr_overlap3_convex
search_two_hulls(const flr_convex3 *a, const flr_convex3 *b, uint32_t first_a, uint32_t first_b)
{
    pair3 p;
    const double sum = pair3_load_fast(&p, a, b, PAIR3_HULLS);
    const vertex3 first = {.id_a = first_a, .id_b = first_b};
    return meet(&p, sum, PAIR3_HULLS, &first, 0);
}

/// Returns the result for cores that the first plane separates.
GJK3_INLINE flr_overlap3_convex separated_result(dvec3 d, bool clear)
{
    flr_overlap3_convex r;
    r.status = FLR_OK;
    r.overlap = false;
    r.clear = clear;
    r.normal = gjk3_separating_normal(d);
    r.iterations = 1;
    return r;
}

/// Tests one plane, and searches from its support points if it does not separate the cores.
static flr_overlap3_convex intersects_simplices(const flr_convex3 *a, const flr_convex3 *b)
{
    dvec3 d;
    f64x2 heights[4];
    double all;
    bool clear;
    if (gjk3_separates_simplices(a, b, &d, heights, &all, &clear)) return separated_result(d, clear);
    vertex3 v;
    pair3_choose(heights, &v);
    return search_two_simplices(a, b, v.id_a, v.id_b, all);
}

/// `cells` is a constant: does one hull at least have cells? Without, no stack is needed for their lookup.
GJK3_INLINE flr_overlap3_convex intersects_hulls_form(const flr_convex3 *a, const flr_convex3 *b, bool cells)
{
    pair3 p;
    vertex3 v;
    pair3_load_middles(&p, a, b);
    bool clear;
    if (gjk3_separates_hulls(&p, &v, cells, &clear)) return separated_result(dvec3_neg(p.b.middle), clear);
    return search_two_hulls(a, b, v.id_a, v.id_b);
}

static __attribute__((noinline)) flr_overlap3_convex intersects_hulls_with_cells(const flr_convex3 *a,
                                                                                 const flr_convex3 *b)
{
    return intersects_hulls_form(a, b, true);
}

static flr_overlap3_convex intersects_hulls(const flr_convex3 *a, const flr_convex3 *b)
{
    if (a->hull->cell_first || b->hull->cell_first) return intersects_hulls_with_cells(a, b);
    return intersects_hulls_form(a, b, false);
}

static inline bool has_fast_path(const flr_convex3 *a, const flr_convex3 *b)
{
    return a->kind == b->kind && (a->kind == FLR_CONVEX3_CORNERS || a->kind == FLR_CONVEX3_HULL);
}

static inline flr_overlap3_convex intersects_fast(const flr_convex3 *a, const flr_convex3 *b)
{
    return a->kind == FLR_CONVEX3_CORNERS ? intersects_simplices(a, b) : intersects_hulls(a, b);
}

/// The same, by the fast path of corners and hulls where there is no cache.
static flr_overlap3_convex intersects(const flr_convex3 *a, const flr_convex3 *b, flr_gjk3_cache *cache)
{
    if (cache || !has_fast_path(a, b)) return intersects_general(a, b, cache);
    const flr_overlap3_convex r = intersects_fast(a, b);
    return r.status == FLR_NOT_CONVERGED ? intersects_general(a, b, NULL) : r;
}

flr_overlap3_convex flr_gjk3_intersects_soon(const flr_convex3 *a, const flr_convex3 *b)
{
    return has_fast_path(a, b) ? intersects_fast(a, b) : flr_overlap3_convex_convex(a, b, NULL);
}

// ---- The choice of a path ----

/// Answers for two boxes by their separating axes, and by GJK where these leave it open.
static flr_overlap3_convex of_boxes(const flr_convex3 *a, const flr_convex3 *b)
{
    flr_vec3 normal;
    const sat3_end end = flr_sat3_box_box_axis(a, b, &normal);
    flr_overlap3_convex r;
    r.status = FLR_OK;
    r.overlap = end == SAT3_DEEP;
    r.clear = true;
    r.normal = flr_vec3_make(normal.x, normal.y, normal.z);
    r.iterations = 1;
    // that the cores are apart says little about radii that reach beyond them
    if (end == SAT3_NEAR || (!r.overlap && a->radius + b->radius > 0)) return intersects(a, b, NULL);
    return r;
}

static flr_overlap3_convex of_segment_box(const flr_convex3 *a, const flr_convex3 *b, flr_gjk3_cache *cache)
{
    flr_overlap3_convex r;
    if (!flr_gjk3_intersects_segment_box(a, b, &r)) return intersects(a, b, cache);
    return r;
}

/// Answers are returned by value: copied right after they were written in parts, they would have to wait for
/// these stores.
flr_overlap3_convex flr_overlap3_convex_convex(const flr_convex3 *a, const flr_convex3 *b,
                                               flr_gjk3_cache *cache)
{
    if (!cache && a->kind == FLR_CONVEX3_BOX && b->kind == FLR_CONVEX3_BOX && isfinite(a->radius + b->radius))
        return of_boxes(a, b);
    return gjk3_is_segment_box(a, b) ? of_segment_box(a, b, cache) : intersects(a, b, cache);
}
