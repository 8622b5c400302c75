/// When do two shapes in space first touch if one moves along a straight line? Pairs without a tree go to
/// sweep3_pieces.c, meshes to sweep3_mesh.c, and a compound's shapes are asked one by one. The overlap test
/// or the distance decides whether they touch at the start.
#include "any/sweep3.h"
#include "any/any3.h"
#include "base/answer.h"

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

static sweep3_answer of_any(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, sweep3_terms terms);

/// The same with b moving back instead of a moving forth.
static sweep3_answer turned(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, sweep3_terms terms)
{
    sweep3_answer r = of_any(b, flr_neg3(motion), a, terms);
    sweep3_turn(&r);
    return r;
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
    return moves_first(a, b) ? of_any(a, motion, b, terms) : turned(a, motion, b, terms);
}

static sweep3_answer compounds(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, sweep3_terms terms)
{
    if (!any3_is_compound(b)) return turned(a, motion, b, terms);
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

/// In either order. Where the two may meet as they stand, `ask` is set; the rest then holds if they do not.
static sweep3_answer of_any(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, sweep3_terms terms)
{
    if (any3_is_compound(a) || any3_is_compound(b)) return compounds(a, motion, b, terms);
    const bool mesh = a->kind == FLR_SHAPE3_MESH || b->kind == FLR_SHAPE3_MESH;
    if (!mesh || any3_is_flat_unbounded(a->kind) || any3_is_flat_unbounded(b->kind))
        return flr_sweep3_pieces(a, motion, b, terms);
    any3_recentered_pair near;
    if (flr_any3_recenter(a, b, &near)) {
        sweep3_answer r = of_any(&near.a.shape, motion, &near.b.shape, terms);
        sweep3_move_back(&r, near.origin);
        return r;
    }
    return b->kind == FLR_SHAPE3_MESH ? flr_sweep3_mesh(a, motion, b, terms) : turned(a, motion, b, terms);
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
    sweep3_hold_to_numbers(result);
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
    if (status != FLR_OK) {
        *result = (flr_sweep3_result){.status = status};
        return status;
    }
    if (a->kind == FLR_SHAPE3_AABB && b->kind == FLR_SHAPE3_AABB && keep == 0) {
        *result = flr_sweep3_aabb_aabb(&a->as.aabb, motion, &b->as.aabb);
        sweep3_hold_to_numbers(result);
        return result->status;
    }
    flr_real length = sweep3_largest(motion) > keep ? sweep3_largest(motion) : keep, factor = 1;
    if (!p.usual || !(length < any3_large)) factor = flr_any3_factor(a, b, length);
    if (factor != 1 && sweep_in_unit(a, motion, b, keep, factor, result)) return result->status;
    bool overlap = false;
    // of a mesh the test is the quicker one, and the sweep goes over its surface only; of a ray or line it is the sharper one, and a
    // distance to keep is that of flr_distance3
    bool first = a->kind >= FLR_SHAPE3_MESH || b->kind >= FLR_SHAPE3_MESH || any3_is_path(a->kind) ||
                 any3_is_path(b->kind) || keep > 0;
    if (first) status = ask_start(a, b, keep, &overlap);
    const sweep3_terms terms = {1, (double)keep};
    const sweep3_answer answer =
        overlap || status != FLR_OK ? (sweep3_answer){.ask = true} : in_order(a, motion, b, terms);
    if (!first && answer.ask) status = ask_start(a, b, keep, &overlap);
    *result = sweep3_result_of(&answer, overlap);
    if (status != FLR_OK) result->status = status;
    return result->status;
}

flr_status flr_sweep3(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, flr_sweep3_result *result)
{
    return flr_sweep3_within(a, motion, b, NULL, result);
}
