#include <math.h>

#include "feeler/closest.h"
#include "feeler/overlap.h"
#include "feeler/query.h"
#include "manifold/contact3_mesh_mesh.h"
#include "manifold/depth3_mesh_mesh.h"
#include "math/unit3.h"

typedef struct parts {
    const flr_instance3 *a, *b;
    bool closed_a, closed_b;
    flr_real tolerance, clearance;
} parts;

static uint32_t quality_flags(const parts *p)
{
    uint32_t flags = 0;
    if (!p->closed_a) flags |= FLR_FLAG_A_OPEN;
    if (!p->closed_b) flags |= FLR_FLAG_B_OPEN;
    if (p->closed_a && !p->a->mesh->info.oriented) flags |= FLR_FLAG_A_UNORIENTED;
    if (p->closed_b && !p->b->mesh->info.oriented) flags |= FLR_FLAG_B_UNORIENTED;
    return flags;
}

/// Overlapping: the depth and the witnesses of a place. b leaves a along the way from p to a's
/// surface, and a leaves b along the way from p to b's: the normal lies between the one and the reverse of the other.
static void set_depth(const parts *p, const depth3_place *place, flr_interference3 *r)
{
    depth3_place opposed = *place, *at = &opposed;
    flr_depth3_oppose(p->a, p->b, at);
    r->distance = 0;
    r->depth = at->depth;
    r->point = at->point;
    r->point_a = at->point_a;
    r->point_b = at->point_b;
    flr_vec3 n = unit3_or_zero(flr_sub3(at->point_a, at->point_b));
    // nearest points in the same place, as with a copy of a part in its own place: out of a
    bool same = flr_distance_squared3(at->point_a, at->point_b) <= at->depth * at->depth * (flr_real)1e-12;
    r->normal = same ? unit3_or_zero(flr_sub3(at->point_a, at->point)) : n;
    r->triangle_a = mesh3_input_of(p->a->mesh, at->item_a);
    r->triangle_b = mesh3_input_of(p->b->mesh, at->item_b);
}

static void set_distance(const flr_closest3_mesh *c, flr_interference3 *r)
{
    r->distance = c->distance;
    r->point_a = c->point_a;
    r->point_b = c->point_b;
    r->point = flr_lerp3(c->point_a, c->point_b, (flr_real)0.5);
    r->normal = unit3_or_zero(flr_sub3(c->point_b, c->point_a));
    r->triangle_a = c->triangle_a;
    r->triangle_b = c->triangle_b;
}

static flr_real deepest(const depth3_places *places)
{
    flr_real most = 0;
    for (int i = 0; i < places->count; i++)
        if (places->all[i].depth > most) most = places->all[i].depth;
    return most;
}

/// A point of one part's surface, if it lies inside the other: inside its own part too, at distance 0.
static void look_at(const parts *p, flr_vec3 q, bool of_a, depth3_places *places)
{
    depth3_place at = flr_depth3_at(p->a, p->b, q, of_a, !of_a);
    flr_depth3_keep(places, &at);
}

static void look_at_corners(const parts *p, const flr_triangle3 *t, bool of_a, depth3_places *places)
{
    look_at(p, t->a, of_a, places);
    look_at(p, t->b, of_a, places);
    look_at(p, t->c, of_a, places);
}

/// Along the edges of a triangle from where they pass through the plane of another on, and at their
/// ends: where an edge of one part lies in the other is often where the overlap is deepest.
static void look_along_edges(const parts *p, const flr_triangle3 *t, const flr_triangle3 *through, bool of_a,
                             depth3_places *places)
{
    const flr_vec3 c[3] = {t->a, t->b, t->c};
    int outward = flr_instance3_outward(of_a ? p->b : p->a);
    flr_vec3 n = flr_cross3(flr_sub3(through->b, through->a), flr_sub3(through->c, through->a));
    if (outward < 0) n = flr_neg3(n);
    flr_real h[3];
    for (int k = 0; k < 3; k++) h[k] = flr_dot3(n, flr_sub3(c[k], through->a));
    for (int k = 0; k < 3; k++) {
        int next = (k + 1) % 3;
        if (h[k] < 0 || outward == 0) look_at(p, c[k], of_a, places);
        if ((h[k] < 0) == (h[next] < 0)) continue;
        flr_vec3 pierced = flr_lerp3(c[k], c[next], h[k] / (h[k] - h[next])), end = c[h[k] < 0 ? k : next];
        look_at(p, flr_lerp3(pierced, end, (flr_real)0.0625), of_a, places);
        look_at(p, flr_lerp3(pierced, end, (flr_real)0.5), of_a, places);
    }
}

/// The best place on the way inward from a start between two watertight meshes. Where the
/// windings do not tell which side is behind, all four ways between the two planes are tried.
static void look_inward(const parts *p, const contact3_start *s, depth3_places *places)
{
    // an overlap is thinner here than where it is deepest: begin well below the tolerance
    flr_real known = deepest(places), least = p->tolerance / 8;
    // what is not inside an eighth of the known depth from the contact will hardly be deeper
    if (least < known / 8) least = known / 8;
    // without a tolerance, the smallest step that still moves the point
    flr_real smallest = (flr_real)flr_instance3_rounding(p->a);
    if (least < smallest) least = smallest;
    depth3_place best = flr_depth3_inward(p->a, p->b, s->point, s->inward, least, s->reach);
    flr_triangle3 ta = instance3_item_triangle(p->a, s->item_a),
                  tb = instance3_item_triangle(p->b, s->item_b);
    bool known_sides = flr_instance3_outward(p->a) != 0 && flr_instance3_outward(p->b) != 0;
    flr_vec3 na = unit3_or_zero(flr_cross3(flr_sub3(ta.b, ta.a), flr_sub3(ta.c, ta.a)));
    flr_vec3 nb = unit3_or_zero(flr_cross3(flr_sub3(tb.b, tb.a), flr_sub3(tb.c, tb.a)));
    for (int k = 0; k < 4 && !best.inside && !known_sides; k++) {
        flr_vec3 w = flr_add3(flr_scale3(k & 1 ? 1 : -1, na), flr_scale3(k & 2 ? 1 : -1, nb));
        best = flr_depth3_inward(p->a, p->b, s->point, unit3_or_zero(w), least, s->reach);
    }
    flr_depth3_keep(places, &best);
    look_along_edges(p, &ta, &tb, true, places);
    look_along_edges(p, &tb, &ta, false, places);
}

/// One mesh watertight, the other a mere surface: how deep do the corners of the surface's
/// triangle, and the points between them and the contact, lie in the solid?
static void look_along_surface(const parts *p, const contact3_start *s, depth3_places *places)
{
    const flr_instance3 *open = p->closed_a ? p->b : p->a;
    flr_triangle3 t = instance3_item_triangle(open, p->closed_a ? s->item_b : s->item_a);
    const flr_vec3 corners[3] = {t.a, t.b, t.c};
    for (int k = 0; k < 12; k++) {
        flr_vec3 q = flr_lerp3(s->point, corners[k % 3], (flr_real)(1 - k / 3 * 0.25));
        depth3_place at = flr_depth3_at(p->a, p->b, q, !p->closed_a, !p->closed_b);
        flr_depth3_keep(places, &at);
    }
}

static void look_from(const parts *p, const contact3_start *s, depth3_places *places)
{
    if (p->closed_a && p->closed_b) {
        look_inward(p, s, places);
    } else if (p->closed_a || p->closed_b) {
        look_along_surface(p, s, places);
    }
}

typedef struct every_start {
    const parts *parts;
    depth3_places *places;
} every_start;

static bool look_until_clash(void *user, const contact3_start *s)
{
    every_start *e = user;
    look_from(e->parts, s, e->places);
    return !(deepest(e->places) > e->parts->tolerance);
}

/// The deepest place to be found from those met. Not inside where there is none.
static depth3_place find_top(const parts *p, const depth3_places *places, bool *settled)
{
    *settled = false;
    if (places->count == 0) return (depth3_place){.inside = false};
    if (p->closed_a && p->closed_b) return flr_depth3_top(p->a, p->b, places, settled);
    depth3_place best = places->all[0];
    for (int i = 1; i < places->count; i++)
        if (places->all[i].depth > best.depth) best = places->all[i];
    return best;
}

/// Is some piece of `inner` inside `outer`? Sets *all where every piece is. Pieces whose surface does not
/// meet outer's lie wholly to one side of it, so one vertex tells.
static bool has_piece_inside(const flr_instance3 *inner, const flr_instance3 *outer, bool *all,
                             flr_vec3 *where)
{
    bool any = false;
    *all = outer->mesh->info.watertight;
    if (!*all) return false;
    const flr_mesh3 *m = inner->mesh;
    for (size_t k = 0; k < m->info.component_count; k++) {
        flr_vec3 p = instance3_point(inner, mesh3_vertex(m, m->component_vertex[k]));
        if (flr_contains3_mesh_point(outer, p) == FLR_INSIDE) {
            if (!any) *where = p;
            any = true;
        } else {
            *all = false;
        }
        if (any && !*all) break;
    }
    return any;
}

/// Places reached from some triangles of `inner`, whose surface lies inside the other part: their corners
/// and middles, and inward from there.
static void look_into_contained(const parts *p, bool a_is_inner, depth3_places *places)
{
    const flr_instance3 *inner = a_is_inner ? p->a : p->b;
    bool solid = a_is_inner ? p->closed_a : p->closed_b;
    size_t count = inner->mesh->info.triangle_count;
    flr_real size = flr_length3(flr_sub3(inner->bounds.max, inner->bounds.min));
    enum { TRIES = 16 };
    for (size_t k = 0; k < TRIES && k < count; k++) {
        uint32_t item = (uint32_t)(count <= TRIES ? k : k * count / TRIES);
        flr_triangle3 t = instance3_item_triangle(inner, item);
        flr_vec3 middle = flr_scale3((flr_real)(1.0 / 3), flr_add3(t.a, flr_add3(t.b, t.c)));
        depth3_place at = flr_depth3_at(p->a, p->b, middle, a_is_inner, !a_is_inner);
        flr_depth3_keep(places, &at);
        look_at_corners(p, &t, a_is_inner, places);
        flr_vec3 n = unit3_or_zero(flr_cross3(flr_sub3(t.b, t.a), flr_sub3(t.c, t.a)));
        for (int side = -1; side <= 1 && solid; side += 2) {
            at = flr_depth3_inward(p->a, p->b, middle, flr_scale3((flr_real)side, n), size / 4096, size);
            flr_depth3_keep(places, &at);
        }
    }
}

/// Surfaces apart: is one inside the other?
static bool judge_containment(const parts *p, flr_interference3 *r)
{
    bool all_a, all_b;
    flr_vec3 where;
    bool a_in_b = has_piece_inside(p->a, p->b, &all_a, &where);
    bool b_in_a = has_piece_inside(p->b, p->a, &all_b, &where);
    if (!a_in_b && !b_in_a) return false;
    bool whole = (a_in_b && all_a && !b_in_a) || (b_in_a && all_b && !a_in_b);
    depth3_places places = {.count = 0};
    look_into_contained(p, a_in_b, &places);
    // where only some pieces are inside, the triangles looked at may all have been of the others; `where` is of
    // the part that was asked last
    depth3_place at = flr_depth3_at(p->a, p->b, where, !b_in_a, b_in_a);
    flr_depth3_keep(&places, &at);
    bool settled;
    at = find_top(p, &places, &settled);
    set_depth(p, &at, r);
    r->kind = whole ? FLR_CONTAINED : FLR_CLASH;
    if (whole) r->flags |= a_in_b ? FLR_FLAG_A_IN_B : FLR_FLAG_B_IN_A;
    if (!settled) r->flags |= FLR_FLAG_DEPTH_LOWER_BOUND;
    return true;
}

/// Without any overlap: the plane that parts the two where they touch, which the closest pair of points does not tell
/// when it has no length.
static void set_contact(const parts *p, const contact3_face *f, flr_interference3 *r)
{
    if (f->opposition < -1) return;
    flr_closest3_mesh pair = {true,
                              f->distance,
                              f->point_a,
                              f->point_b,
                              mesh3_input_of(p->a->mesh, f->item_a),
                              mesh3_input_of(p->b->mesh, f->item_b)};
    flr_real closest = r->distance;
    set_distance(&pair, r);
    r->distance = closest;
    // between points that are hardly apart the direction is mostly rounding
    if (f->distance > 1e-3 * (double)p->tolerance && f->distance > 1e6 * flr_instance3_rounding(p->a)) return;
    r->normal = f->normal;
}

static void set_touch(const parts *p, const contact3 *c, const depth3_place *deepest_place,
                      flr_interference3 *r)
{
    if (deepest_place->inside && deepest_place->depth > 0) {
        set_depth(p, deepest_place, r);
    } else {
        set_contact(p, &c->face, r);
    }
    r->kind = FLR_TOUCH;
    bool crosses = c->face.opposition >= -1 && c->face.crossing > 8 * flr_instance3_rounding(p->a);
    if (r->distance > 0 || r->depth > 0 || crosses) r->flags |= FLR_FLAG_TOLERANCE_USED;
}

/// A piece of one part wholly inside the other, while the surfaces touch elsewhere.
static void find_hidden_pieces(const parts *p, depth3_places *places)
{
    bool all;
    flr_vec3 where;
    for (int k = 0; k < 2; k++) {
        const flr_instance3 *inner = k ? p->b : p->a, *outer = k ? p->a : p->b;
        if (!has_piece_inside(inner, outer, &all, &where)) continue;
        depth3_place at = flr_depth3_at(p->a, p->b, where, k == 0, k == 1);
        flr_depth3_keep(places, &at);
    }
}

/// Surfaces within the tolerance of one another: does material overlap by more than that?
static void judge_contact(const parts *p, flr_interference3 *r)
{
    contact3 c, again;
    depth3_places places = {.count = 0};
    every_start every = {p, &places};
    bool settled;
    flr_contact3_mesh_mesh(p->a, p->b, p->tolerance, NULL, NULL, &c);
    for (int k = 0; k < c.start_count; k++) look_from(p, &c.starts[k], &places);
    if (!(deepest(&places) > p->tolerance) && (c.more || c.start_count > 0))
        flr_contact3_mesh_mesh(p->a, p->b, p->tolerance, look_until_clash, &every, &again);
    if (!(deepest(&places) > p->tolerance)) find_hidden_pieces(p, &places);
    depth3_place top = find_top(p, &places, &settled);
    if (top.inside && top.depth > p->tolerance) {
        set_depth(p, &top, r);
        r->kind = FLR_CLASH;
        if (!settled) r->flags |= FLR_FLAG_DEPTH_LOWER_BOUND;
    } else {
        set_touch(p, &c, &top, r);
        if (p->closed_a || p->closed_b || !c.crossing) return;
        // two crossing sheets: no depth, but the plane that parts them best
        r->kind = FLR_CLASH;
        r->flags = (r->flags & ~(uint32_t)FLR_FLAG_TOLERANCE_USED) | FLR_FLAG_DEPTH_UNKNOWN;
    }
}

static bool apart_by_bounds(const parts *p, flr_real limit)
{
    flr_aabb3 a = p->a->bounds, b = p->b->bounds;
    return a.min.x - b.max.x > limit || b.min.x - a.max.x > limit || a.min.y - b.max.y > limit ||
           b.min.y - a.max.y > limit || a.min.z - b.max.z > limit || b.min.z - a.max.z > limit;
}

static void judge(const parts *p, flr_interference3 *r)
{
    flr_real limit = p->clearance > p->tolerance ? p->clearance : p->tolerance;
    r->flags = quality_flags(p);
    if (apart_by_bounds(p, limit)) return;
    flr_closest3_mesh c = flr_closest3_mesh_mesh(p->a, p->b, limit);
    if (c.found) set_distance(&c, r);
    if (c.found && c.distance <= p->tolerance) {
        judge_contact(p, r);
    } else if (!judge_containment(p, r) && c.found) {
        r->kind = FLR_CLEARANCE;
    }
}

/// Which of the two is looked at first is decided by what they are, not by the order of the
/// arguments, so that swapping them swaps the answer and no more.
static bool in_order(const flr_instance3 *a, const flr_instance3 *b)
{
    if (a->mesh->info.triangle_count != b->mesh->info.triangle_count)
        return a->mesh->info.triangle_count < b->mesh->info.triangle_count;
    for (uint32_t k = 0; k < a->mesh->info.triangle_count; k++) {
        flr_triangle3 t = instance3_item_triangle(a, a->mesh->item_of[k]);
        flr_triangle3 u = instance3_item_triangle(b, b->mesh->item_of[k]);
        const flr_real x[9] = {t.a.x, t.a.y, t.a.z, t.b.x, t.b.y, t.b.z, t.c.x, t.c.y, t.c.z};
        const flr_real y[9] = {u.a.x, u.a.y, u.a.z, u.b.x, u.b.y, u.b.z, u.c.x, u.c.y, u.c.z};
        for (int i = 0; i < 9; i++)
            if (x[i] != y[i]) return x[i] < y[i];
    }
    return true;
}

static uint32_t swap_flags(uint32_t f)
{
    const uint32_t a = FLR_FLAG_A_OPEN | FLR_FLAG_A_UNORIENTED | FLR_FLAG_A_IN_B;
    const uint32_t b = FLR_FLAG_B_OPEN | FLR_FLAG_B_UNORIENTED | FLR_FLAG_B_IN_A;
    return (f & ~(a | b)) | (f & a) << 1 | (f & b) >> 1;
}

static flr_interference3 swapped(flr_interference3 r)
{
    flr_interference3 s = r;
    s.point_a = r.point_b;
    s.point_b = r.point_a;
    s.normal = flr_neg3(r.normal);
    s.triangle_a = r.triangle_b;
    s.triangle_b = r.triangle_a;
    s.flags = swap_flags(r.flags);
    return s;
}

flr_status flr_interference3_mesh_mesh(const flr_instance3 *a, const flr_instance3 *b,
                                       const flr_interference3_settings *settings, flr_interference3 *result)
{
    if (!a || !b || !settings || !result) return FLR_INVALID_ARGUMENT;
    if (!(settings->tolerance >= 0) || !(settings->clearance >= 0)) return FLR_INVALID_ARGUMENT;
    if (!isfinite(settings->tolerance) || !isfinite(settings->clearance)) return FLR_INVALID_ARGUMENT;
    bool ordered = in_order(a, b);
    const flr_instance3 *x = ordered ? a : b, *y = ordered ? b : a;
    parts p = {
        x, y, x->mesh->info.watertight, y->mesh->info.watertight, settings->tolerance, settings->clearance};
    flr_interference3 r = {.kind = FLR_APART};
    judge(&p, &r);
    r.normal = flr_add3(r.normal, flr_vec3_make(0, 0, 0));  // no -0
    *result = ordered ? r : swapped(r);
    return FLR_OK;
}
