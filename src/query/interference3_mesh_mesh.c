#include <math.h>

#include "feeler/closest.h"
#include "feeler/overlap.h"
#include "feeler/query.h"
#include "manifold/contact3_mesh_mesh.h"
#include "manifold/depth3_mesh_mesh.h"

typedef struct parts {
    const flr_instance3 *a, *b;
    bool closed_a, closed_b;
    flr_real tolerance, clearance;
} parts;

static flr_vec3 unit_or_zero(flr_vec3 v)
{
    flr_real length = flr_length3(v);
    return length > 0 && isfinite(length) ? flr_scale3(1 / length, v) : flr_vec3_make(0, 0, 0);
}

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
static void set_depth(const parts *p, const depth3_place *at, flr_interference3 *r)
{
    r->distance = 0;
    r->depth = at->depth;
    r->point = at->point;
    r->point_a = at->point_a;
    r->point_b = at->point_b;
    flr_vec3 n = unit_or_zero(flr_sub3(at->point_a, at->point_b));
    // nearest points in the same place, as with a copy of a part in its own place: out of a
    bool same = flr_distance_squared3(at->point_a, at->point_b) <= at->depth * at->depth * (flr_real)1e-12;
    r->normal = same ? unit_or_zero(flr_sub3(at->point_a, at->point)) : n;
    r->triangle_a = mesh3_input_of(p->a->mesh, at->item_a);
    r->triangle_b = mesh3_input_of(p->b->mesh, at->item_b);
}

static void set_distance(const flr_closest3_mesh *c, flr_interference3 *r)
{
    r->distance = c->distance;
    r->point_a = c->point_a;
    r->point_b = c->point_b;
    r->point = flr_lerp3(c->point_a, c->point_b, (flr_real)0.5);
    r->normal = unit_or_zero(flr_sub3(c->point_b, c->point_a));
    r->triangle_a = c->triangle_a;
    r->triangle_b = c->triangle_b;
}

/// The better of two places; `best` may be none.
static void improve(depth3_place *best, const depth3_place *other)
{
    if (other->inside && (!best->inside || other->depth > best->depth)) *best = *other;
}

/// The best place on the way inward from a start between two watertight meshes. Where the
/// windings do not tell which side is behind, all four ways between the two planes are tried.
static depth3_place look_inward(const parts *p, const contact3_start *s, flr_real known)
{
    flr_real least = p->tolerance * 2, most = s->reach;
    // what is not inside a quarter of the known depth from the contact will hardly be deeper
    if (least < known / 4) least = known / 4;
    // without a tolerance, the smallest step that still moves the point
    flr_real smallest = (flr_real)(16 * flr_instance3_rounding(p->a));
    if (least < smallest) least = smallest;
    depth3_place best = flr_depth3_inward(p->a, p->b, s->point, s->inward, least, most);
    if (best.inside || (flr_instance3_outward(p->a) != 0 && flr_instance3_outward(p->b) != 0)) return best;
    flr_triangle3 ta = instance3_item_triangle(p->a, s->item_a),
                  tb = instance3_item_triangle(p->b, s->item_b);
    flr_vec3 na = unit_or_zero(flr_cross3(flr_sub3(ta.b, ta.a), flr_sub3(ta.c, ta.a)));
    flr_vec3 nb = unit_or_zero(flr_cross3(flr_sub3(tb.b, tb.a), flr_sub3(tb.c, tb.a)));
    for (int k = 0; k < 4 && !best.inside; k++) {
        flr_vec3 w = flr_add3(flr_scale3(k & 1 ? 1 : -1, na), flr_scale3(k & 2 ? 1 : -1, nb));
        best = flr_depth3_inward(p->a, p->b, s->point, unit_or_zero(w), least, most);
    }
    return best;
}

/// One mesh watertight, the other a mere surface: how deep do the corners of the surface's
/// triangle, and the points between them and the contact, lie in the solid?
static depth3_place look_along_surface(const parts *p, const contact3_start *s)
{
    const flr_instance3 *open = p->closed_a ? p->b : p->a;
    flr_triangle3 t = instance3_item_triangle(open, p->closed_a ? s->item_b : s->item_a);
    const flr_vec3 corners[3] = {t.a, t.b, t.c};
    depth3_place best = {.inside = false};
    for (int k = 0; k < 12; k++) {
        flr_vec3 q = flr_lerp3(s->point, corners[k % 3], (flr_real)(1 - k / 3 * 0.25));
        depth3_place at = flr_depth3_at(p->a, p->b, q, !p->closed_a, !p->closed_b);
        improve(&best, &at);
    }
    return best;
}

/// Makes *best the better of itself and what is found from the start.
static void look_from(const parts *p, const contact3_start *s, depth3_place *best)
{
    depth3_place at = {.inside = false};
    if (p->closed_a && p->closed_b) {
        at = look_inward(p, s, best->inside ? best->depth : 0);
    } else if (p->closed_a || p->closed_b) {
        at = look_along_surface(p, s);
    }
    improve(best, &at);
}

typedef struct every_start {
    const parts *parts;
    depth3_place *best;
} every_start;

static bool look_until_clash(void *user, const contact3_start *s)
{
    every_start *e = user;
    look_from(e->parts, s, e->best);
    return !(e->best->inside && e->best->depth > e->parts->tolerance);
}

/// Is some piece of `inner` inside `outer`? Sets *all where every piece is. Pieces whose surface does not meet outer's
/// lie wholly to one side of it, so one vertex tells.
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

/// The deepest place reached from `count` triangles of `inner`, whose surface lies inside the other part.
static depth3_place look_into_contained(const parts *p, bool a_is_inner, bool *settled)
{
    const flr_instance3 *inner = a_is_inner ? p->a : p->b;
    bool solid = a_is_inner ? p->closed_a : p->closed_b;
    size_t count = inner->mesh->info.triangle_count;
    enum { TRIES = 16 };
    depth3_place best = {.inside = false};
    for (size_t k = 0; k < TRIES && k < count; k++) {
        uint32_t item = (uint32_t)(count <= TRIES ? k : k * count / TRIES);
        flr_triangle3 t = instance3_item_triangle(inner, item);
        flr_vec3 middle = flr_scale3((flr_real)(1.0 / 3), flr_add3(t.a, flr_add3(t.b, t.c)));
        depth3_place at = flr_depth3_at(p->a, p->b, middle, a_is_inner, !a_is_inner);
        improve(&best, &at);
        if (!solid) continue;
        flr_vec3 n = unit_or_zero(flr_cross3(flr_sub3(t.b, t.a), flr_sub3(t.c, t.a)));
        for (int side = -1; side <= 1; side += 2) {
            flr_real size = flr_length3(flr_sub3(inner->bounds.max, inner->bounds.min));
            depth3_place in =
                flr_depth3_inward(p->a, p->b, middle, flr_scale3((flr_real)side, n), size / 4096, size);
            improve(&best, &in);
        }
    }
    *settled = true;
    if (best.inside && solid) best = flr_depth3_uphill(p->a, p->b, best, settled);
    return best;
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
    r->kind = whole ? FLR_CONTAINED : FLR_CLASH;
    if (whole) r->flags |= a_in_b ? FLR_FLAG_A_IN_B : FLR_FLAG_B_IN_A;
    bool settled = false;
    depth3_place at = look_into_contained(p, a_in_b, &settled);
    // in a clash of some pieces only, the triangles looked at may all have been of the others
    if (!at.inside) at = flr_depth3_at(p->a, p->b, where, a_in_b, !a_in_b);
    set_depth(p, &at, r);
    if (!settled || !p->closed_a || !p->closed_b) r->flags |= FLR_FLAG_DEPTH_LOWER_BOUND;
    return true;
}

static void set_touch(const parts *p, const contact3 *c, const depth3_place *deepest, flr_interference3 *r)
{
    r->kind = FLR_TOUCH;
    const contact3_face *f = &c->face;
    if (f->opposition > -2) {
        // the closest pair may have been an edge on a face; the squarest pair tells the direction of the contact
        flr_closest3_mesh pair = {true,
                                  f->distance,
                                  f->point_a,
                                  f->point_b,
                                  mesh3_input_of(p->a->mesh, f->item_a),
                                  mesh3_input_of(p->b->mesh, f->item_b)};
        flr_real closest = r->distance;
        set_distance(&pair, r);
        r->distance = closest;
        r->normal = f->normal;
    }
    r->depth = deepest->inside ? deepest->depth : 0;
    if (r->distance > 0 || r->depth > 0) r->flags |= FLR_FLAG_TOLERANCE_USED;
}

static void set_clash(const parts *p, depth3_place best, flr_interference3 *r)
{
    bool settled = false;
    if (p->closed_a && p->closed_b) best = flr_depth3_uphill(p->a, p->b, best, &settled);
    set_depth(p, &best, r);
    r->kind = FLR_CLASH;
    if (!settled) r->flags |= FLR_FLAG_DEPTH_LOWER_BOUND;
}

/// A piece of one part wholly inside the other, while the surfaces touch elsewhere.
static bool find_hidden_piece(const parts *p, depth3_place *best)
{
    bool all;
    flr_vec3 where;
    for (int k = 0; k < 2; k++) {
        const flr_instance3 *inner = k ? p->b : p->a, *outer = k ? p->a : p->b;
        if (!has_piece_inside(inner, outer, &all, &where)) continue;
        depth3_place at = flr_depth3_at(p->a, p->b, where, k == 0, k == 1);
        improve(best, &at);
    }
    return best->inside && best->depth > p->tolerance;
}

/// Surfaces within the tolerance of one another: does material overlap by more than that?
static void judge_contact(const parts *p, flr_interference3 *r)
{
    contact3 c;
    depth3_place best = {.inside = false};
    every_start every = {p, &best};
    flr_contact3_mesh_mesh(p->a, p->b, p->tolerance, NULL, NULL, &c);
    for (int k = 0; k < c.start_count; k++) look_from(p, &c.starts[k], &best);
    bool clash = best.inside && best.depth > p->tolerance;
    if (!clash && (c.more || c.start_count > 0)) {
        contact3 again;
        flr_contact3_mesh_mesh(p->a, p->b, p->tolerance, look_until_clash, &every, &again);
        clash = best.inside && best.depth > p->tolerance;
    }
    if (!clash) clash = find_hidden_piece(p, &best);
    if (clash) {
        set_clash(p, best, r);
    } else if (!p->closed_a && !p->closed_b && c.crossing) {
        // two crossing sheets: no depth, but the face of a that is crossed
        set_touch(p, &c, &best, r);
        r->kind = FLR_CLASH;
        r->flags = (r->flags & ~(uint32_t)FLR_FLAG_TOLERANCE_USED) | FLR_FLAG_DEPTH_UNKNOWN;
    } else {
        set_touch(p, &c, &best, r);
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
    const flr_real x[6] = {a->bounds.min.x, a->bounds.min.y, a->bounds.min.z,
                           a->bounds.max.x, a->bounds.max.y, a->bounds.max.z};
    const flr_real y[6] = {b->bounds.min.x, b->bounds.min.y, b->bounds.min.z,
                           b->bounds.max.x, b->bounds.max.y, b->bounds.max.z};
    for (int k = 0; k < 6; k++)
        if (x[k] != y[k]) return x[k] < y[k];
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
