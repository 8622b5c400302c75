/// Clash detection of two placed meshes: are they apart, within the clearance, touching, overlapping (and
/// how deep), or is one inside the other? The distance comes first. Surfaces within the tolerance are
/// examined for the deepest place of the overlap, surfaces apart for containment. What the answers mean is
/// in docs/interference.md.
#include <math.h>

#include "base/answer.h"
#include "contact/manifold3_mesh_mesh.h"
#include "feeler/closest3.h"
#include "feeler/interference3.h"
#include "feeler/mesh3.h"
#include "feeler/overlap3.h"
#include "interference/crossing3.h"
#include "math/unit.h"
#include "mesh/mesh3.h"
#include "mesh/mesh3_pair.h"
#include "penetration/thickness3_mesh_mesh.h"

typedef struct interference3_parts {
    const flr_instance3 *a, *b;
    bool closed_a, closed_b;
    flr_real tolerance, clearance;
} interference3_parts;

/// The greatest thickness of the places kept; 0 if there are none.
static flr_real places3_deepest(const thickness3_places *places)
{
    flr_real most = 0;
    for (int i = 0; i < places->count; i++)
        if (places->all[i].thickness > most) most = places->all[i].thickness;
    return most;
}

/// Keeps a point of one part's surface as a place if it lies inside the other part. On its own surface it
/// counts as inside, at distance 0.
static void start_at(const interference3_parts *p, flr_vec3 q, bool of_a, thickness3_places *places)
{
    thickness3_place at = flr_thickness3_at(p->a, p->b, q, of_a, !of_a);
    flr_thickness3_keep(places, &at);
}

static void start_at_corners(const interference3_parts *p, const flr_triangle3 *t, bool of_a,
                             thickness3_places *places)
{
    start_at(p, t->a, of_a, places);
    start_at(p, t->b, of_a, places);
    start_at(p, t->c, of_a, places);
}

/// Keeps points along the edges of a triangle, from where they pass through the plane of another triangle to
/// their ends: where an edge of one part lies in the other, the overlap is often deepest.
static void start_along_edges(const interference3_parts *p, const flr_triangle3 *t,
                              const flr_triangle3 *through, bool of_a, thickness3_places *places)
{
    const flr_vec3 c[3] = {t->a, t->b, t->c};
    int outward = instance3_outward(of_a ? p->b : p->a);
    flr_vec3 n = flr_cross3(flr_sub3(through->b, through->a), flr_sub3(through->c, through->a));
    if (outward < 0) n = flr_neg3(n);
    flr_real h[3];
    for (int k = 0; k < 3; k++) h[k] = flr_dot3(n, flr_sub3(c[k], through->a));
    for (int k = 0; k < 3; k++) {
        int next = (k + 1) % 3;
        if (h[k] < 0 || outward == 0) start_at(p, c[k], of_a, places);
        if ((h[k] < 0) == (h[next] < 0)) continue;
        flr_vec3 pierced = flr_lerp3(c[k], c[next], h[k] / (h[k] - h[next])), end = c[h[k] < 0 ? k : next];
        start_at(p, flr_lerp3(pierced, end, (flr_real)0.0625), of_a, places);
        start_at(p, flr_lerp3(pierced, end, (flr_real)0.5), of_a, places);
    }
}

/// Keeps the places found from one start: inward from the contact, and along the edges of both triangles.
/// Where the windings do not define a back side, it tries all four wedges between the two planes.
static void places3_start_from(const interference3_parts *p, const contact3_start *s,
                               thickness3_places *places)
{
    // the overlap is thinner at a contact than where it is deepest: begin well below the tolerance
    flr_real known = places3_deepest(places), least = p->tolerance / 8;
    // a place nearer to the contact than an eighth of the known thickness is unlikely to be deeper
    if (least < known / 8) least = known / 8;
    // without a tolerance, the smallest step that still moves the point
    flr_real smallest = (flr_real)flr_instance3_rounding(p->a);
    if (least < smallest) least = smallest;
    thickness3_place best = flr_thickness3_inward(p->a, p->b, s->point, s->inward, least, s->reach);
    flr_triangle3 ta = instance3_item_triangle(p->a, s->item_a),
                  tb = instance3_item_triangle(p->b, s->item_b);
    bool known_sides = instance3_outward(p->a) != 0 && instance3_outward(p->b) != 0;
    flr_vec3 na = unit3_or_zero(flr_cross3(flr_sub3(ta.b, ta.a), flr_sub3(ta.c, ta.a)));
    flr_vec3 nb = unit3_or_zero(flr_cross3(flr_sub3(tb.b, tb.a), flr_sub3(tb.c, tb.a)));
    for (int k = 0; k < 4 && !best.inside && !known_sides; k++) {
        flr_vec3 w = flr_add3(flr_scale3(k & 1 ? 1 : -1, na), flr_scale3(k & 2 ? 1 : -1, nb));
        best = flr_thickness3_inward(p->a, p->b, s->point, unit3_or_zero(w), least, s->reach);
    }
    flr_thickness3_keep(places, &best);
    start_along_edges(p, &ta, &tb, true, places);
    start_along_edges(p, &tb, &ta, false, places);
}

/// Returns the deepest place that the search reaches from those kept; not inside where none was kept.
static thickness3_place places3_top(const interference3_parts *p, const thickness3_places *places,
                                    bool *settled)
{
    *settled = false;
    if (places->count == 0) return (thickness3_place){.inside = false};
    return flr_thickness3_top(p->a, p->b, places, settled);
}

/// Returns the deepest place of the open surface in the other part, where just one part is watertight.
static thickness3_place places3_sheet(const interference3_parts *p)
{
    if (!p->closed_a) return flr_thickness3_sheet(p->a, p->b, p->tolerance);
    thickness3_place s = flr_thickness3_sheet(p->b, p->a, p->tolerance);
    return (thickness3_place){.inside = s.inside,
                              .thickness = s.thickness,
                              .distance_a = s.distance_b,
                              .distance_b = s.distance_a,
                              .point = s.point,
                              .point_a = s.point_b,
                              .point_b = s.point_a,
                              .item_a = s.item_b,
                              .item_b = s.item_a};
}

/// Is some piece of `inner` inside `outer`? *all: every piece is. A piece whose surface does not intersect
/// outer's lies wholly on one side of it, so one vertex decides.
static bool places3_piece_inside(const flr_instance3 *inner, const flr_instance3 *outer, bool *all,
                                 flr_vec3 *where)
{
    bool any = false;
    *all = outer->mesh->encloses;
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

/// Keeps places reached from some triangles of `inner`, spread over it, whose surface lies inside the other
/// part: their corners and centroids, and inward from there.
static void places3_start_in_contained(const interference3_parts *p, bool a_is_inner,
                                       thickness3_places *places)
{
    const flr_instance3 *inner = a_is_inner ? p->a : p->b;
    size_t count = inner->mesh->info.triangle_count;
    flr_real size = flr_length3(flr_sub3(inner->bounds.max, inner->bounds.min));
    enum { TRIES = 16 };
    for (size_t k = 0; k < TRIES && k < count; k++) {
        uint32_t item = (uint32_t)(count <= TRIES ? k : k * count / TRIES);
        if (mesh3_next(inner->mesh, item) >= count) item = 0;  // only holes follow
        item = mesh3_next(inner->mesh, item);
        flr_triangle3 t = instance3_item_triangle(inner, item);
        flr_vec3 middle = flr_scale3((flr_real)(1.0 / 3), flr_add3(t.a, flr_add3(t.b, t.c)));
        thickness3_place at = flr_thickness3_at(p->a, p->b, middle, a_is_inner, !a_is_inner);
        flr_thickness3_keep(places, &at);
        start_at_corners(p, &t, a_is_inner, places);
        flr_vec3 n = unit3_or_zero(flr_cross3(flr_sub3(t.b, t.a), flr_sub3(t.c, t.a)));
        for (int side = -1; side <= 1; side += 2) {
            at = flr_thickness3_inward(p->a, p->b, middle, flr_scale3((flr_real)side, n), size / 4096, size);
            flr_thickness3_keep(places, &at);
        }
    }
}

/// Keeps a place of a piece that lies wholly inside the other part, while the surfaces touch elsewhere.
static void places3_hidden_pieces(const interference3_parts *p, thickness3_places *places)
{
    bool all;
    flr_vec3 where;
    for (int k = 0; k < 2; k++) {
        const flr_instance3 *inner = k ? p->b : p->a, *outer = k ? p->a : p->b;
        if (!places3_piece_inside(inner, outer, &all, &where)) continue;
        thickness3_place at = flr_thickness3_at(p->a, p->b, where, k == 0, k == 1);
        flr_thickness3_keep(places, &at);
    }
}

typedef interference3_parts parts;

static uint32_t quality_flags(const parts *p)
{
    uint32_t flags = 0;
    if (!p->closed_a) flags |= FLR_FLAG_A_OPEN;
    if (!p->closed_b) flags |= FLR_FLAG_B_OPEN;
    if (p->closed_a && !p->a->mesh->info.oriented) flags |= FLR_FLAG_A_UNORIENTED;
    if (p->closed_b && !p->b->mesh->info.oriented) flags |= FLR_FLAG_B_UNORIENTED;
    return flags;
}

/// Sets thickness, witnesses and normal of an overlap from its deepest place p. b leaves a along the direction
/// from p to a's surface, and a leaves b along that from p to b's. The normal is the direction between the
/// one and the reverse of the other.
static void set_depth(const parts *p, const thickness3_place *place, flr_interference3 *r)
{
    thickness3_place opposed = *place, *at = &opposed;
    flr_thickness3_oppose(p->a, p->b, at);
    r->distance = 0;
    r->depth = at->thickness;
    r->point = at->point;
    r->point_a = at->point_a;
    r->point_b = at->point_b;
    flr_vec3 n = unit3_or_zero(flr_sub3(at->point_a, at->point_b));
    // both nearest points coincide, as with a copy of a part in its own place: the normal leads out of a
    bool same =
        flr_distance_squared3(at->point_a, at->point_b) <= at->thickness * at->thickness * (flr_real)1e-12;
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

typedef struct every_start {
    const parts *parts;
    thickness3_places *places;
    double left;  // starts that may still be used
} every_start;

static bool stop_at_clash(void *user, const contact3_start *s)
{
    every_start *e = user;
    places3_start_from(e->parts, s, e->places);
    return !(places3_deepest(e->places) > e->parts->tolerance) && --e->left > 0;
}

/// The deepest place of two watertight parts, of which one or a piece of one is inside the other.
static thickness3_place deepest_of_contained(const parts *p, bool a_in_b, bool b_in_a, flr_vec3 where,
                                             bool *settled)
{
    thickness3_places places = {.count = 0};
    places3_start_in_contained(p, a_in_b, &places);
    // where only some pieces are inside, the triangles tried may all have been of other pieces; `where` is a
    // point of the part that was tested last
    thickness3_place at = flr_thickness3_at(p->a, p->b, where, !b_in_a, b_in_a);
    flr_thickness3_keep(&places, &at);
    return places3_top(p, &places, settled);
}

/// Is one part, or a piece of it, inside the other? The surfaces are apart. Sets the result if so.
static bool judge_containment(const parts *p, flr_interference3 *r)
{
    bool all_a, all_b, settled;
    flr_vec3 where;
    bool a_in_b = places3_piece_inside(p->a, p->b, &all_a, &where);
    bool b_in_a = places3_piece_inside(p->b, p->a, &all_b, &where);
    if (!a_in_b && !b_in_a) return false;
    bool whole = (a_in_b && all_a && !b_in_a) || (b_in_a && all_b && !a_in_b);
    // behind an open surface there may be more of the part than its triangles show
    settled = false;
    thickness3_place at = p->closed_a && p->closed_b
                              ? deepest_of_contained(p, a_in_b, b_in_a, where, &settled)
                              : places3_sheet(p);
    set_depth(p, &at, r);
    r->kind = whole ? FLR_CONTAINED : FLR_CLASH;
    if (whole) r->flags |= a_in_b ? FLR_FLAG_A_IN_B : FLR_FLAG_B_IN_A;
    if (!settled) r->flags |= FLR_FLAG_DEPTH_LOWER_BOUND;
    return true;
}

/// Sets the plane that separates two parts which touch but do not overlap; their closest points coincide and
/// give no normal.
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
    // the direction between almost equal points is mainly rounding error
    if (f->distance > 1e-3 * (double)p->tolerance && f->distance > 1e6 * flr_instance3_rounding(p->a)) return;
    r->normal = f->normal;
}

static void set_touch(const parts *p, const contact3 *c, const thickness3_place *deepest_place,
                      flr_interference3 *r)
{
    if (deepest_place->inside && deepest_place->thickness > 0) {
        set_depth(p, deepest_place, r);
    } else {
        set_contact(p, &c->face, r);
    }
    r->kind = FLR_TOUCH;
    bool crosses = c->face.opposition >= -1 && c->face.crossing > 8 * flr_instance3_rounding(p->a);
    if (r->distance > 0 || r->depth > 0 || crosses) r->flags |= FLR_FLAG_TOLERANCE_USED;
}

/// About the side length of a triangle of the mesh.
static flr_real facet(const flr_instance3 *i)
{
    const flr_vec3 size = flr_sub3(i->bounds.max, i->bounds.min);
    const double area =
        2 * ((double)(size.x * size.y) + (double)(size.y * size.z) + (double)(size.z * size.x));
    return (flr_real)sqrt(area / (double)mesh3_present_count(i->mesh));
}

static bool has_piece_inside(const parts *p)
{
    bool all;
    flr_vec3 where;
    return places3_piece_inside(p->a, p->b, &all, &where) || places3_piece_inside(p->b, p->a, &all, &where);
}

/// How many boxes as large as the tolerance cover the largest section of the region common to both bounds.
/// That is about what flr_thickness3_boxes costs.
static double boxes_across(const parts *p)
{
    const flr_vec3 low = flr_max3(p->a->bounds.min, p->b->bounds.min),
                   high = flr_min3(p->a->bounds.max, p->b->bounds.max);
    const double x = (double)(high.x - low.x) / (double)p->tolerance,
                 y = (double)(high.y - low.y) / (double)p->tolerance,
                 z = (double)(high.z - low.z) / (double)p->tolerance;
    return fmax(x * y, fmax(y * z, z * x));
}

/// The deepest place of two watertight parts in contact. `fine`: the triangles are small compared with the
/// tolerance.
static thickness3_place deepest_of_contact(const parts *p, contact3 *c, bool meet, bool fine, bool *settled)
{
    thickness3_places places = {.count = 0};
    // surfaces that do not intersect overlap only if a whole piece is inside
    if (!meet && !has_piece_inside(p)) return (thickness3_place){.inside = false};
    for (int k = 0; k < c->start_count; k++) places3_start_from(p, &c->starts[k], &places);
    bool unsettled = !(places3_deepest(&places) > p->tolerance) && (c->more || c->start_count > 0 || fine);
    if (unsettled && !fine) {
        // as long as no place is deeper than the tolerance, every start is used, within a limit
        contact3 again;
        every_start every = {p, &places, fmax(64, boxes_across(p))};
        flr_contact3_mesh_mesh(p->a, p->b, p->tolerance, p->tolerance, stop_at_clash, &every, &again);
        unsettled = !(every.left > 0);
    }
    if (unsettled && !(places3_deepest(&places) > p->tolerance))
        flr_thickness3_boxes(p->a, p->b, p->tolerance, &places);
    if (!(places3_deepest(&places) > p->tolerance)) places3_hidden_pieces(p, &places);
    return places3_top(p, &places, settled);
}

/// Sets a clash of two open surfaces that cross. It has a place, but no depth.
static void set_crossing(const parts *p, const crossing3 *x, flr_interference3 *r)
{
    r->kind = FLR_CLASH;
    r->flags = (r->flags & ~(uint32_t)FLR_FLAG_TOLERANCE_USED) | FLR_FLAG_DEPTH_UNKNOWN;
    r->distance = 0;
    r->point = r->point_a = r->point_b = x->point;
    r->triangle_a = mesh3_input_of(p->a->mesh, x->item_a);
    r->triangle_b = mesh3_input_of(p->b->mesh, x->item_b);
}

/// The surfaces are within the tolerance of each other: does material overlap by more than that?
static void judge_contact(const parts *p, flr_interference3 *r)
{
    contact3 c;
    crossing3 x;
    const double rounding = flr_instance3_rounding(p->a) + flr_instance3_rounding(p->b);
    const bool meet = !((double)r->distance > 2 * rounding);
    bool settled = false;
    thickness3_place top = {.inside = false};
    const flr_real side_a = facet(p->a), side_b = facet(p->b), side = side_a < side_b ? side_a : side_b;
    const bool fine = p->tolerance > side;
    // pairs of triangles much farther apart than the surfaces say nothing about the contact
    flr_contact3_mesh_mesh(p->a, p->b, p->tolerance, fine ? r->distance + side : p->tolerance, NULL, NULL,
                           &c);
    if (p->closed_a && p->closed_b) {
        top = deepest_of_contact(p, &c, meet, fine, &settled);
    } else if (p->closed_a || p->closed_b) {
        top = places3_sheet(p);
    }
    if (top.inside && top.thickness > p->tolerance) {
        set_depth(p, &top, r);
        r->kind = FLR_CLASH;
        if (!settled) r->flags |= FLR_FLAG_DEPTH_LOWER_BOUND;
        return;
    }
    set_touch(p, &c, &top, r);
    if (p->closed_a || p->closed_b || !meet) return;
    if (flr_crossing3_mesh_mesh(p->a, p->b, p->tolerance, &x)) set_crossing(p, &x, r);
}

static bool apart_by_bounds(const parts *p, flr_real limit)
{
    flr_aabb3 a = p->a->bounds, b = p->b->bounds;
    return a.min.x - b.max.x > limit || b.min.x - a.max.x > limit || a.min.y - b.max.y > limit ||
           b.min.y - a.max.y > limit || a.min.z - b.max.z > limit || b.min.z - a.max.z > limit;
}

/// The question from start to end: bounds, distance, then contact or containment.
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
                                       const flr_interference3_options *options, flr_interference3 *result)
{
    const flr_interference3_options o = options ? *options : (flr_interference3_options){0, 0};
    if (!a || !b || !result) return FLR_INVALID_ARGUMENT;
    if (!flr_is_option(o.tolerance) || !flr_is_option(o.clearance)) return FLR_INVALID_ARGUMENT;
    bool ordered = flr_instance3_in_order(a, b);
    const flr_instance3 *x = ordered ? a : b, *y = ordered ? b : a;
    parts p = {x, y, x->mesh->encloses, y->mesh->encloses, o.tolerance, o.clearance};
    flr_interference3 r = {.kind = FLR_APART};
    judge(&p, &r);
    r.normal = flr_add3(r.normal, flr_vec3_make(0, 0, 0));  // no -0
    *result = ordered ? r : swapped(r);
    return FLR_OK;
}
