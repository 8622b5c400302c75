#include "any/sweep3.h"
#include "any/any3.h"
#include "base/answer.h"

bool flr_sweep3_piece(const flr_shape3 *s, sweep3_piece *p)
{
    size_t count;
    const flr_vec3 *v = flr_any3_corners(s, &count);
    if (s->kind == FLR_SHAPE3_AABB) {
        p->source = sweep3_of_range(&s->as.aabb);
        return true;
    }
    if (!flr_any3_core(s, &p->convex)) return false;
    p->source = count ? sweep3_of_vertices(v, count) : sweep3_of_convex(&p->convex);
    return true;
}

sweep3_answer flr_sweep3_turned(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, sweep3_terms terms)
{
    sweep3_answer r = flr_sweep3_any(b, flr_neg3(motion), a, terms);
    flr_vec3 p = r.point_a;
    // b has gone back by as much as a would have come
    r.point_a = r.point_b;
    r.point_b = p;
    r.normal = flr_local3_scaled(-1, r.normal);
    const sweep3_answer of = r;
    r.child_a = of.child_b;
    r.child_b = of.child_a;
    r.triangle_a = of.triangle_b;
    r.triangle_b = of.triangle_a;
    return r;
}

/// The shape's last points along the normal are all that the plane meets; an endless one has but one.
static sweep3_answer to_flat(const any3_projection *i, flr_vec3 motion, const flr_shape3 *flat,
                             sweep3_terms terms)
{
    flr_plane3 h = any3_boundary(flat);
    flr_vec3 low = isfinite(i->low) ? i->low_point : i->high_point;
    flr_vec3 high = isfinite(i->high) ? i->high_point : i->low_point;
    const int side = i->low > 0 ? 1 : i->high < 0 ? -1 : 0;
    sweep3_answer r = flr_sweep3_to_plane(low, high, terms.keep, motion, &h,
                                          flat->kind == FLR_SHAPE3_HALFSPACE, side, terms.limit);
    if (terms.keep > 0) r.point_a = flr_mul_add3(r.point_a, (flr_real)-terms.keep, sweep3_vec3(r.normal));
    return r;
}

static flr_real largest(flr_vec3 v) { return (flr_real)flr_largest3((double)v.x, (double)v.y, (double)v.z); }

static sweep3_answer at_origin(sweep3_answer r, flr_vec3 origin)
{
    r.point_a = flr_add3(r.point_a, origin);
    r.point_b = flr_add3(r.point_b, origin);
    return r;
}

static sweep3_answer to_flat_unbounded(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b,
                                       sweep3_terms terms)
{
    flr_plane3 h = any3_boundary(b);
    sweep3_answer best = {.hit = false};
    any3_recentered_pair near;
    if (flr_any3_recenter_by_plane(a, b, largest(motion), &near)) {
        best = to_flat_unbounded(&near.a.shape, motion, &near.b.shape, terms);
        return at_origin(best, near.origin);
    }
    if (a->kind != FLR_SHAPE3_MESH) {
        any3_projection i = flr_any3_project(a, &h);
        best = to_flat(&i, motion, b, terms);
        best.ask |= !isfinite(i.low) || !isfinite(i.high);
        return best;
    }
    const flr_mesh3 *m = a->as.mesh.mesh;
    size_t count = m->info.triangle_count;
    for (size_t k = 0; k < count; ++k) {
        const uint32_t item = mesh3_item_of(m, (uint32_t)k);
        if (mesh3_next(m, item) != item) continue;
        flr_shape3 s = any3_of_triangle(instance3_item_triangle(&a->as.mesh, item));
        any3_projection i = flr_any3_project(&s, &h);
        sweep3_answer next = to_flat(&i, motion, b, sweep3_until(&best, terms));
        next.triangle_a = (uint32_t)k;
        sweep3_keep_nearer(&best, &next);
    }
    return best;
}

/// Two sheets first touch at the rim of one of them.
static sweep3_answer sheets(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, sweep3_terms terms)
{
    sweep3_answer best = {.hit = false};
    for (size_t i = 0; i < flr_any3_edge_count(a); ++i) {
        flr_segment3 e = flr_any3_edge(a, i);
        flr_shape3 edge = any3_of_segment(e.a, e.b);
        sweep3_answer next = flr_sweep3_any(&edge, motion, b, sweep3_until(&best, terms));
        sweep3_keep_nearer(&best, &next);
    }
    for (size_t i = 0; i < flr_any3_edge_count(b); ++i) {
        flr_segment3 e = flr_any3_edge(b, i);
        flr_shape3 edge = any3_of_segment(e.a, e.b);
        sweep3_answer next = flr_sweep3_turned(a, motion, &edge, sweep3_until(&best, terms));
        sweep3_keep_nearer(&best, &next);
    }
    return best;
}

/// Boxes have a faster routine, and a more accurate one.
static bool boxes(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, sweep3_answer *r)
{
    bool box_a = a->kind == FLR_SHAPE3_BOX, box_b = b->kind == FLR_SHAPE3_BOX;
    if (box_a && box_b) {
        *r = flr_sweep3_find_box_box(&a->as.box, motion, &b->as.box);
    } else if (a->kind == FLR_SHAPE3_AABB && box_b) {
        *r = flr_sweep3_find_aabb_box(&a->as.aabb, motion, &b->as.box, false);
    } else if (box_a && b->kind == FLR_SHAPE3_AABB) {
        *r = flr_sweep3_find_aabb_box(&b->as.aabb, motion, &a->as.box, true);
    } else {
        return false;
    }
    return true;
}

/// Around a bounded shape on its whole path, with the distance to keep.
static flr_aabb3 box_of_way(const flr_shape3 *s, flr_vec3 motion, sweep3_terms terms)
{
    flr_aabb3 b = flr_any3_bounds(s);
    flr_vec3 way = flr_scale3((flr_real)(terms.limit * (1 + 1e-6)), motion), none = flr_vec3_make(0, 0, 0);
    flr_real keep = (flr_real)(terms.keep * (1 + 1e-6));
    flr_vec3 all = flr_vec3_make(keep, keep, keep);
    b.min = flr_sub3(flr_add3(b.min, flr_min3(way, none)), all);
    b.max = flr_add3(flr_add3(b.max, flr_max3(way, none)), all);
    return flr_any3_loosened(b);
}

/// A NaN is not apart.
static bool boxes_apart(const flr_aabb3 *a, const flr_aabb3 *b)
{
    return a->min.x > b->max.x || b->min.x > a->max.x || a->min.y > b->max.y || b->min.y > a->max.y ||
           a->min.z > b->max.z || b->min.z > a->max.z;
}

/// Which of the two is taken to move, whichever does: the one with a curved rim, which the cast then comes nearer to.
static bool moves_first(const flr_shape3 *a, const flr_shape3 *b)
{
    const bool round_a = any3_is_round(a->kind), round_b = any3_is_round(b->kind);
    return round_a != round_b ? round_a : flr_any3_in_order(a, b);
}

/// The same whichever moves, mirrored.
static sweep3_answer in_order(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, sweep3_terms terms)
{
    return moves_first(a, b) ? flr_sweep3_any(a, motion, b, terms) : flr_sweep3_turned(a, motion, b, terms);
}

static sweep3_answer compounds(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, sweep3_terms terms)
{
    if (!any3_is_compound(b)) return flr_sweep3_turned(a, motion, b, terms);
    sweep3_answer best = {.hit = false};
    const flr_compound3 *c = &b->as.compound;
    bool ends = flr_any3_is_bounded(a);
    flr_aabb3 way = {{0, 0, 0}, {0, 0, 0}};
    if (ends) way = box_of_way(a, motion, terms);
    for (size_t i = 0; i < c->count; ++i) {
        if (ends && flr_any3_is_bounded(&c->shapes[i])) {
            flr_aabb3 box = flr_compound3_box(c, i);
            if (boxes_apart(&way, &box)) continue;
        }
        flr_shape3 room;
        sweep3_answer next =
            in_order(a, motion, any3_reduced(&c->shapes[i], &room), sweep3_until(&best, terms));
        next.child_b = (uint32_t)i;
        sweep3_keep_nearer(&best, &next);
    }
    return best;
}

sweep3_answer flr_sweep3_any(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, sweep3_terms terms)
{
    if (any3_is_compound(a) || any3_is_compound(b)) return compounds(a, motion, b, terms);
    any3_recentered_pair near;
    if (flr_any3_recenter(a, b, &near))
        return at_origin(flr_sweep3_any(&near.a.shape, motion, &near.b.shape, terms), near.origin);
    if (any3_is_flat_unbounded(b->kind)) return to_flat_unbounded(a, motion, b, terms);
    if (any3_is_flat_unbounded(a->kind)) return flr_sweep3_turned(a, motion, b, terms);
    if (b->kind == FLR_SHAPE3_MESH) return flr_sweep3_any_mesh(a, motion, b, terms);
    if (a->kind == FLR_SHAPE3_MESH) return flr_sweep3_turned(a, motion, b, terms);
    if (any3_is_path(b->kind)) return flr_sweep3_any_path(a, motion, b, terms);
    if (any3_is_path(a->kind)) return flr_sweep3_turned(a, motion, b, terms);
    sweep3_answer of_boxes;
    if (terms.keep == 0 && boxes(a, motion, b, &of_boxes)) return of_boxes;
    sweep3_piece x, y;
    bool convex_a = flr_sweep3_piece(a, &x), convex_b = flr_sweep3_piece(b, &y);
    size_t count;
    const flr_vec3 *v = flr_any3_corners(b, &count);
    if (convex_a && convex_b)
        return flr_sweep3_cast(&x.source, motion, &y.source, terms.keep, terms.limit, NULL);
    if (convex_a) return flr_sweep3_to_sheet(&x.source, motion, v, count, terms.keep, terms.limit);
    return convex_b ? flr_sweep3_turned(a, motion, b, terms) : sheets(a, motion, b, terms);
}

/// Do they overlap, or lie within the target distance, at the start?
static flr_status ask_start(const flr_shape3 *a, const flr_shape3 *b, flr_real keep, bool *near)
{
    flr_closest3 c;
    if (keep == 0) return flr_overlap3(a, b, near);
    // of meshes there is no hit at the limit itself
    const flr_real limit = keep * (1 + (flr_real)0x1p-20);
    flr_status status = any3_is_compound(a) || any3_is_compound(b)
                            ? flr_any3_distance(a, b, limit, &c)
                            : flr_any3_distance_of_any_size(a, b, limit, &c);
    if (isnan(c.distance)) return FLR_NOT_FINITE;
    *near = c.distance <= keep;
    return *near ? FLR_OK : status;
}

/// What was too small for the unit may be what decides about the start. Apart by no more than that they touch at once where the
/// motion brings them nearer.
static void agree_at_start(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, flr_real keep,
                           flr_sweep3_result *r)
{
    bool near = r->overlap_at_start;
    flr_signed_distance3_result apart;
    if (r->status != FLR_OK || ask_start(a, b, keep, &near) != FLR_OK || near == r->overlap_at_start) return;
    const flr_sweep3_result none = {.status = FLR_OK, .hit = near, .overlap_at_start = near};
    *r = none;
    if (near || flr_signed_distance3(a, b, &apart) != FLR_OK || !(flr_dot3(motion, apart.normal) > 0)) return;
    r->hit = true;
    r->t = 0;
    r->point = apart.point_b;
    r->normal = apart.normal;
}

/// Of shapes so large or small that it must be rescaled.
static bool sweep_in_unit(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, flr_real keep,
                          flr_real factor, flr_sweep3_result *result)
{
    any3_rescaled_pair r;
    if (!flr_any3_rescale_pair(a, b, factor, &r)) return false;
    const flr_sweep3_options options = {factor * keep};
    (void)flr_sweep3_within(&r.a.shape, flr_scale3(factor, motion), &r.b.shape, &options, result);
    result->point = flr_scale3(1 / factor, result->point);
    agree_at_start(a, motion, b, keep, result);
    if (result->status != FLR_NOT_FINITE) *result = sweep3_if_finite(*result);
    return true;
}

flr_status flr_sweep3_within(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b,
                             const flr_sweep3_options *options, flr_sweep3_result *result)
{
    if (!result) return FLR_INVALID_ARGUMENT;
    flr_real keep = options ? options->target_distance : 0;
    any3_pair p;
    flr_status status = flr_any3_begin(a, b, &p);
    if (status == FLR_OK) a = p.a, b = p.b;
    if (status == FLR_OK && !flr_is_option(keep)) status = FLR_INVALID_ARGUMENT;
    if (status == FLR_OK && !flr_is_finite3(motion)) status = FLR_NOT_FINITE;
    flr_sweep3_result r = {.status = status};
    bool upright = status == FLR_OK && a->kind == FLR_SHAPE3_AABB && b->kind == FLR_SHAPE3_AABB && keep == 0;
    if (upright) r = sweep3_if_finite(flr_sweep3_aabb_aabb(&a->as.aabb, motion, &b->as.aabb));
    if (status != FLR_OK || upright) {
        *result = r;
        return r.status;
    }
    flr_real length = largest(motion) > keep ? largest(motion) : keep, factor = 1;
    if (!p.usual || !(length < any3_large)) factor = flr_any3_factor(a, b, length);
    if (factor != 1 && sweep_in_unit(a, motion, b, keep, factor, result)) return result->status;
    bool overlap = false;
    // of a mesh the test is the quicker one, and the sweep goes over its surface only; of a ray or line it is the sharper one, and a
    // distance to keep is that of flr_distance3
    bool first = a->kind >= FLR_SHAPE3_MESH || b->kind >= FLR_SHAPE3_MESH || any3_is_path(a->kind) ||
                 any3_is_path(b->kind) || keep > 0;
    const sweep3_terms terms = {1, (double)keep};
    sweep3_answer answer = {.ask = true};
    if (first) status = ask_start(a, b, keep, &overlap);
    if (!overlap && status == FLR_OK)
        answer =
            moves_first(a, b) ? flr_sweep3_any(a, motion, b, terms) : flr_sweep3_turned(a, motion, b, terms);
    if (!first && answer.ask) status = ask_start(a, b, keep, &overlap);
    r = sweep3_result_of(&answer, overlap);
    if (status != FLR_OK) r.status = status;
    *result = r;
    return r.status;
}

flr_status flr_sweep3(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, flr_sweep3_result *result)
{
    return flr_sweep3_within(a, motion, b, NULL, result);
}
