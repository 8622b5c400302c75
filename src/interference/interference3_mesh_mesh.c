#include <math.h>

#include "base/answer.h"
#include "contact/contact3_mesh_mesh.h"
#include "contact/crossing3_mesh_mesh.h"
#include "feeler/closest.h"
#include "feeler/query.h"
#include "interference/interference3_places.h"
#include "math/unit.h"

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

typedef struct every_start {
    const parts *parts;
    depth3_places *places;
    double left;  // starts that may still be looked from
} every_start;

static bool look_until_clash(void *user, const contact3_start *s)
{
    every_start *e = user;
    flr_places3_look_from(e->parts, s, e->places);
    return !(flr_places3_deepest(e->places) > e->parts->tolerance) && --e->left > 0;
}

/// The deepest place of two watertight parts, one inside the other or with a piece in it.
static depth3_place look_into_contained(const parts *p, bool a_in_b, bool b_in_a, flr_vec3 where,
                                        bool *settled)
{
    depth3_places places = {.count = 0};
    flr_places3_look_into_contained(p, a_in_b, &places);
    // where only some pieces are inside, the triangles looked at may all have been of the others; `where` is of
    // the part that was asked last
    depth3_place at = flr_depth3_at(p->a, p->b, where, !b_in_a, b_in_a);
    flr_depth3_keep(&places, &at);
    return flr_places3_top(p, &places, settled);
}

/// Surfaces apart: is one inside the other?
static bool judge_containment(const parts *p, flr_interference3 *r)
{
    bool all_a, all_b, settled;
    flr_vec3 where;
    bool a_in_b = flr_places3_piece_inside(p->a, p->b, &all_a, &where);
    bool b_in_a = flr_places3_piece_inside(p->b, p->a, &all_b, &where);
    if (!a_in_b && !b_in_a) return false;
    bool whole = (a_in_b && all_a && !b_in_a) || (b_in_a && all_b && !a_in_b);
    // behind an open surface there may be more of the part than is known
    settled = false;
    depth3_place at = p->closed_a && p->closed_b ? look_into_contained(p, a_in_b, b_in_a, where, &settled)
                                                 : flr_places3_sheet(p);
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

/// About the length of a side of a triangle.
static flr_real facet(const flr_instance3 *i)
{
    const flr_vec3 size = flr_sub3(i->bounds.max, i->bounds.min);
    const double area =
        2 * ((double)(size.x * size.y) + (double)(size.y * size.z) + (double)(size.z * size.x));
    return (flr_real)sqrt(area / (double)i->mesh->info.triangle_count);
}

static bool has_piece_inside(const parts *p)
{
    bool all;
    flr_vec3 where;
    return flr_places3_piece_inside(p->a, p->b, &all, &where) ||
           flr_places3_piece_inside(p->b, p->a, &all, &where);
}

/// How many boxes as large as the tolerance cover the widest section of the region common to both bounds: what
/// flr_depth3_boxes costs, about.
static double boxes_across(const parts *p)
{
    const flr_vec3 low = flr_max3(p->a->bounds.min, p->b->bounds.min),
                   high = flr_min3(p->a->bounds.max, p->b->bounds.max);
    const double x = (double)(high.x - low.x) / (double)p->tolerance,
                 y = (double)(high.y - low.y) / (double)p->tolerance,
                 z = (double)(high.z - low.z) / (double)p->tolerance;
    return fmax(x * y, fmax(y * z, z * x));
}

/// The deepest place of two watertight parts in contact. `fine`: the triangles are small beside the tolerance.
static depth3_place look_behind(const parts *p, contact3 *c, bool meet, bool fine, bool *settled)
{
    depth3_places places = {.count = 0};
    // surfaces that do not meet overlap by whole pieces or not at all
    if (!meet && !has_piece_inside(p)) return (depth3_place){.inside = false};
    for (int k = 0; k < c->start_count; k++) flr_places3_look_from(p, &c->starts[k], &places);
    bool unsettled =
        !(flr_places3_deepest(&places) > p->tolerance) && (c->more || c->start_count > 0 || fine);
    if (unsettled && !fine) {
        // without one deeper than the tolerance, every start is looked from, while they are not too many
        contact3 again;
        every_start every = {p, &places, fmax(64, boxes_across(p))};
        flr_contact3_mesh_mesh(p->a, p->b, p->tolerance, p->tolerance, look_until_clash, &every, &again);
        unsettled = !(every.left > 0);
    }
    if (unsettled && !(flr_places3_deepest(&places) > p->tolerance))
        flr_depth3_boxes(p->a, p->b, p->tolerance, &places);
    if (!(flr_places3_deepest(&places) > p->tolerance)) flr_places3_hidden_pieces(p, &places);
    return flr_places3_top(p, &places, settled);
}

/// Two open surfaces that cross: there is no depth, but a place.
static void set_crossing(const parts *p, const crossing3 *x, flr_interference3 *r)
{
    r->kind = FLR_CLASH;
    r->flags = (r->flags & ~(uint32_t)FLR_FLAG_TOLERANCE_USED) | FLR_FLAG_DEPTH_UNKNOWN;
    r->distance = 0;
    r->point = r->point_a = r->point_b = x->point;
    r->triangle_a = mesh3_input_of(p->a->mesh, x->item_a);
    r->triangle_b = mesh3_input_of(p->b->mesh, x->item_b);
}

/// Surfaces within the tolerance of one another: does material overlap by more than that?
static void judge_contact(const parts *p, flr_interference3 *r)
{
    contact3 c;
    crossing3 x;
    const double rounding = flr_instance3_rounding(p->a) + flr_instance3_rounding(p->b);
    const bool meet = !((double)r->distance > 2 * rounding);
    bool settled = false;
    depth3_place top = {.inside = false};
    const flr_real side_a = facet(p->a), side_b = facet(p->b), side = side_a < side_b ? side_a : side_b;
    const bool fine = p->tolerance > side;
    // pairs much farther apart than the surfaces say no more of the contact
    flr_contact3_mesh_mesh(p->a, p->b, p->tolerance, fine ? r->distance + side : p->tolerance, NULL, NULL,
                           &c);
    if (p->closed_a && p->closed_b) {
        top = look_behind(p, &c, meet, fine, &settled);
    } else if (p->closed_a || p->closed_b) {
        top = flr_places3_sheet(p);
    }
    if (top.inside && top.depth > p->tolerance) {
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
    parts p = {x, y, x->mesh->info.watertight, y->mesh->info.watertight, o.tolerance, o.clearance};
    flr_interference3 r = {.kind = FLR_APART};
    judge(&p, &r);
    r.normal = flr_add3(r.normal, flr_vec3_make(0, 0, 0));  // no -0
    *result = ordered ? r : swapped(r);
    return FLR_OK;
}
