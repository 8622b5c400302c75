/// Manifolds of two convex shapes in space. Boxes go by separating axes; others by GJK and the penetration depth,
/// then the features that face each other along the normal, and their patch.
#include "contact/manifold3.h"
#include "contact/manifold3_box_box.h"
#include "convex/convex3_make.h"
#include "convex/depth3.h"
#include "convex/gjk_limit.h"
#include "convex/order.h"
#include "feeler/overlap3.h"

extern const contact3_boxes_form flr_contact3_boxes_avx2;

const contact3_boxes_form *flr_contact3_boxes_wide(void)
{
#ifdef FEELER_HAVE_AVX2
    if (__builtin_cpu_supports("avx2")) return &flr_contact3_boxes_avx2;
#endif
    return NULL;
}

/// By the AVX2 form where the processor has it.
static contact3_boxes_answer contact3_boxes(const flr_box3 *a, const flr_box3 *b,
                                            const contact3_boxes_options *ask, flr_manifold3 *manifold)
{
    const contact3_boxes_form *wide = flr_contact3_boxes_wide();
    return wide ? wide->contact(a, b, ask, manifold)
                : flr_contact3_boxes_baseline.contact(a, b, ask, manifold);
}

static flr_box3 contact3_box_of_segment(flr_vec3 a, flr_vec3 b)
{
    flr_vec3 along = flr_sub3(b, a);
    flr_real length = flr_length3(along);
    flr_box3 r;
    r.center = flr_mul_add3(a, (flr_real)0.5, along);
    r.axes = flr_frame_around3(length > 0 ? flr_scale3(1 / length, along) : flr_vec3_make(0, 0, 1));
    r.half_extents = flr_vec3_make(0, 0, length / 2);
    return r;
}

/// The features of a and b that face each other along the normal.
typedef struct facing {
    feature3 a, b;
} facing;

static flr_real reach(const feature3 *f)
{
    flr_real most = 0;
    for (int i = 0; i < f->count; i++) {
        flr_real square = flr_length_squared3(f->corners[i]);
        if (square > most) most = square;
    }
    return (flr_real)sqrt((double)most);
}

/// How far the shapes are apart along a unit vector; below 0 minus how deep.
static flr_real gap_along(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 n)
{
    flr_vec3 low = flr_add3(flr_feature3_offset(a, b), flr_feature3_top(b, flr_neg3(n)));
    return flr_dot3(flr_sub3(low, flr_feature3_top(a, n)), n) - a->radius - b->radius;
}

/// Replaces the direction by the normal of a face that is nearly parallel to it, where that is no worse than
/// the bias allows. This matters where the direction is inexact: between cores that nearly touch, and of
/// curved cores.
static bool take_face(const flr_convex3 *a, const flr_convex3 *b, flr_real slack, const facing *f,
                      contact3_pose *pose)
{
    flr_vec3 best = pose->normal;
    flr_real most = pose->separation - slack;
    bool found = false;
    for (int k = 0; k < 2; k++) {
        // a face turned from the direction by more than some 45 degrees is no better
        const feature3 *face = k ? &f->b : &f->a;
        flr_vec3 n = k ? flr_neg3(face->normal) : face->normal;
        if (face->count < 3 || flr_dot3(n, pose->normal) < (flr_real)0.7) continue;
        flr_real gap = gap_along(a, b, n);
        if (!(gap > most)) continue;
        // the second only where it is better by a thousandth of the slack, so that of equal faces it is the first
        most = gap + slack * (flr_real)1e-3;
        best = n;
        pose->separation = gap;
        found = true;
    }
    pose->normal = best;
    return found;
}

/// Field by field in place: a copy of the struct would stall.
static inline void set_pose(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3 *g, flr_real margin,
                            contact3_pose *pose)
{
    pose->origin = flr_feature3_anchor(a);
    pose->offset = flr_feature3_offset(a, b);
    pose->normal = g->normal;
    pose->separation = g->signed_distance;
    pose->radius_a = a->radius;
    pose->radius_b = b->radius;
    pose->point_a = flr_mul_add3(flr_sub3(g->point_a, pose->origin), -a->radius, g->normal);
    pose->point_b = flr_mul_add3(flr_sub3(g->point_b, pose->origin), b->radius, g->normal);
    pose->margin = margin;
    pose->is_curved = convex3_is_curved(a) || convex3_is_curved(b);
}

static void set_one_point(const flr_gjk3 *g, flr_vec3 normal, flr_manifold3 *m)
{
    m->normal = normal;
    m->count = 1;
    m->points[0].position = flr_lerp3(g->point_a, g->point_b, (flr_real)0.5);
    m->points[0].depth = -g->signed_distance;
    m->points[0].id = 0;
}

/// Part by part: as a whole it would be cleared by an instruction for long stretches of memory, which begins slowly.
static inline void clear(flr_manifold3 *m)
{
    const flr_manifold3_point none = {.id = 0};
    m->normal = flr_vec3_make(0, 0, 0);
    m->count = 0;
    m->inseparable = false;
    m->points[0] = none;
    m->points[1] = none;
    m->points[2] = none;
    m->points[3] = none;
}

/// By GJK and the expanding polytope, of a pair in its fixed order, and so with its cache.
static flr_status contact3_general(const flr_convex3 *a, const flr_convex3 *b,
                                   const flr_contact3_options *options, const contact3_judge *judge,
                                   const contact3_observer *observer, flr_manifold3 *manifold)
{
    clear(manifold);
    uint32_t near[2][3] = {FEATURE3_NONE_NEAR, FEATURE3_NONE_NEAR};
    flr_gjk3_options within = {.max_distance = flr_gjk_up_to(options->margin)};
    if (options->cache) within.cache = &options->cache->gjk;
    flr_gjk3 g;
    flr_signed_distance3_within(a, b, &within, near, &g);
    if (g.status == FLR_NOT_FINITE) return g.status;
    if (g.beyond || g.signed_distance > options->margin) return g.status;
    if (!isfinite(g.signed_distance) || !flr_is_finite3(g.normal)) return FLR_NOT_FINITE;
    if (judge && !(-g.signed_distance > judge->clear) && judge->is_beyond(judge->user, g.normal))
        return g.status;
    contact3_pose pose;
    set_pose(a, b, &g, options->margin, &pose);
    if (!(flr_length_squared3(pose.normal) > 0)) pose.normal = flr_vec3_make(1, 0, 0);
    const flr_real cores = g.signed_distance + a->radius + b->radius;
    facing f;
    if (a->kind == FLR_CONVEX3_HULL && b->kind == FLR_CONVEX3_HULL && !(cores > 0) &&
        !(options->face_bias > 0) && !observer) {
        feature3_place at[2];
        flr_feature3_find_hulls(a, b, pose.normal, near, at);
        if (flr_contact3_hulls_patch(&pose, a, b, at, manifold)) {
            if (options->cache) options->cache->normal = manifold->normal;
            return g.status;
        }
        flr_feature3_take_hulls(a, b, at, &f.a, &f.b);
    } else {
        flr_feature3_facing(a, b, pose.normal, near, &f.a, &f.b);
    }
    pose.size = flr_length3(pose.offset) + reach(&f.a) + reach(&f.b);
    if (!contact3_is_measurable(pose.size)) {
        set_one_point(&g, pose.normal, manifold);
        return g.status;
    }
    flr_real rounding = pose.size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-6
                                     : pose.is_curved                  ? (flr_real)1e-13
                                                                       : (flr_real)4e-15);
    // between cores nearer than 1e-5 of the size rounding turns the direction, and a face's own normal is better
    bool vague = pose.is_curved || (cores > 0 && cores < pose.size * (flr_real)1e-5);
    if (vague || options->face_bias > 0) {
        if (take_face(a, b, rounding + (cores > 0 ? 0 : options->face_bias), &f, &pose)) {
            // the features along the normal before need not be those along this one
            for (int k = 0; k < 2; k++) near[k][1] = near[k][2] = FEATURE3_NO_VERTEX;
            flr_feature3_facing(a, b, pose.normal, near, &f.a, &f.b);
            // deeper within rounding errors counts as the proved depth
            if (pose.separation >= g.signed_distance - rounding) pose.separation = g.signed_distance;
        }
    }
    if (observer)
        flr_contact3_patch_traced(&pose, &f.a, &f.b, observer, manifold);
    else
        flr_contact3_patch(&pose, &f.a, &f.b, manifold);
    if (options->cache) options->cache->normal = manifold->normal;
    return g.status;
}

static flr_convex3 convex_of(const rounded_box3 *r)
{
    flr_convex3 c = flr_convex3_box(r->core);
    c.radius = r->radius;
    return c;
}

/// Half the width of a box along a unit vector.
static flr_real reach_along(const flr_box3 *b, flr_vec3 n)
{
    return (flr_real)(fabs((double)(b->half_extents.x * flr_dot3(b->axes.x, n))) +
                      fabs((double)(b->half_extents.y * flr_dot3(b->axes.y, n))) +
                      fabs((double)(b->half_extents.z * flr_dot3(b->axes.z, n))));
}

/// Does the direction that separated them last time still do so by more than the margin?
static bool still_apart(const rounded_box3 *a, const rounded_box3 *b, const flr_contact3_options *o)
{
    if (!o->cache) return false;
    flr_vec3 n = o->cache->normal;
    flr_real square = flr_length_squared3(n);
    if (!(square > (flr_real)0.99 && square < (flr_real)1.01)) return false;
    flr_real along = flr_dot3(flr_sub3(b->core->center, a->core->center), n),
             taken = reach_along(a->core, n) + reach_along(b->core, n) + a->radius + b->radius;
    // 2 % are more than a direction off unit length by 0.5 % and all rounding errors
    return along > (taken + o->margin) * (flr_real)1.02;
}

static flr_real size_of(const rounded_box3 *r)
{
    return r->core->half_extents.x + r->core->half_extents.y + r->core->half_extents.z;
}

static flr_status ordered(const flr_convex3 *a, const flr_convex3 *b, const flr_contact3_options *options,
                          const contact3_judge *judge, const contact3_observer *observer,
                          flr_manifold3 *manifold)
{
    flr_contact3_options o = contact3_options_or_none(options);
    const bool first = flr_convex3_is_first(a, b);
    if (!first) contact3_turn_cache(o.cache);
    flr_status status = contact3_general(first ? a : b, first ? b : a, &o, judge, observer, manifold);
    if (!first) contact3_turn_cache(o.cache);
    if (flr_has_answer(status) && contact3_if_finite(manifold) != FLR_OK) return FLR_NOT_FINITE;
    if (!first) manifold->normal = flr_neg3(manifold->normal);
    return status;
}

static flr_status ordered_general(const flr_convex3 *a, const flr_convex3 *b,
                                  const flr_contact3_options *options, const contact3_judge *judge,
                                  flr_manifold3 *manifold)
{
    return ordered(a, b, options, judge, NULL, manifold);
}

flr_status flr_contact3_traced(const flr_convex3 *a, const flr_convex3 *b,
                               const flr_contact3_options *options, const contact3_observer *observer,
                               flr_manifold3 *manifold)
{
    return ordered(a, b, options, NULL, observer, manifold);
}

/// For sizes at which fourth powers of lengths, which the separating axes use, leave the range.
static flr_status robust_boxes(const rounded_box3 *a, const rounded_box3 *b, const flr_contact3_options *o,
                               flr_manifold3 *m)
{
    flr_vec3 offset = flr_sub3(b->core->center, a->core->center);
    flr_real size = size_of(a) + size_of(b) +
                    (flr_real)(fabs((double)offset.x) + fabs((double)offset.y) + fabs((double)offset.z));
    if (!isfinite(size)) return FLR_NOT_FINITE;
    flr_convex3 x = convex_of(a), y = convex_of(b);
    return ordered_general(&x, &y, o, NULL, m);
}

/// The status for the caller, from the answer of the separating axes.
static inline flr_status answer_boxes(contact3_boxes_answer answer, const rounded_box3 *a,
                                      const rounded_box3 *b, const flr_contact3_options *options,
                                      flr_manifold3 *manifold)
{
    if (answer == CONTACT3_UNKNOWN) return robust_boxes(a, b, options, manifold);
    if (options && options->cache) options->cache->normal = manifold->normal;
    if (answer == CONTACT3_APART) contact3_clear(manifold);
    return contact3_if_finite(manifold);
}

/// Two rounded boxes in either order.
static flr_status contact3_rounded_boxes(const rounded_box3 *a, const rounded_box3 *b,
                                         const flr_contact3_options *options, flr_manifold3 *manifold)
{
    const flr_contact3_options o = contact3_options_or_none(options);
    if (still_apart(a, b, &o)) {
        contact3_clear(manifold);
        return FLR_OK;
    }
    const bool first = a->radius != b->radius ? a->radius < b->radius : flr_box3_is_first(a->core, b->core);
    const contact3_boxes_options ask = {(double)(first ? a->radius : b->radius),
                                        (double)(first ? b->radius : a->radius), (double)o.margin,
                                        (double)o.face_bias, first ? 1 : -1};
    return answer_boxes(contact3_boxes(first ? a->core : b->core, first ? b->core : a->core, &ask, manifold),
                        a, b, &o, manifold);
}

static rounded_box3 box_of(const flr_convex3 *c, flr_box3 *box)
{
    box->center = c->center;
    box->axes = c->axes;
    box->half_extents = c->half_extents;
    rounded_box3 r = {box, c->radius};
    return r;
}

/// A segment and a box, with or without radii, the normal from the segment to the box. The segment becomes a box without
/// width. Its middle would lose digits far from the origin, so both are moved to the box's centre first.
static flr_status segment_box(const flr_convex3 *line, const flr_convex3 *box,
                              const flr_contact3_options *options, flr_manifold3 *manifold)
{
    const flr_contact3_options o = contact3_options_or_none(options);
    const flr_vec3 origin = box->center;
    if (!(o.face_bias > 0) && flr_contact3_segment_box_apart(line, box, o.margin, manifold)) {
        manifold->normal = flr_neg3(manifold->normal);
        if (o.cache) o.cache->normal = manifold->normal;
        return contact3_if_finite(manifold);
    }
    flr_box3 core = contact3_box_of_segment(flr_sub3(line->corners[0], origin),
                                            flr_sub3(line->corners[1], origin)),
             own;
    const rounded_box3 x = {&core, line->radius}, y = box_of(box, &own);
    own.center = flr_vec3_make(0, 0, 0);
    const flr_status status = contact3_rounded_boxes(&x, &y, options, manifold);
    for (int i = 0; i < manifold->count; i++)
        manifold->points[i].position = flr_add3(manifold->points[i].position, origin);
    return status;
}

static bool is_point(const flr_convex3 *c) { return c->kind == FLR_CONVEX3_CORNERS && c->count == 1; }
static bool is_segment(const flr_convex3 *c) { return c->kind == FLR_CONVEX3_CORNERS && c->count == 2; }

static flr_capsule3 capsule_of(const flr_convex3 *c)
{
    flr_capsule3 r = {c->corners[0], c->corners[1], c->radius};
    return r;
}

static flr_status point_convex(const flr_convex3 *a, const flr_convex3 *b,
                               const flr_contact3_options *options, const contact3_judge *judge,
                               flr_manifold3 *manifold)
{
    flr_sphere s = {a->corners[0], a->radius};
    if (is_point(b)) {
        flr_sphere t = {b->corners[0], b->radius};
        return flr_contact3_sphere_sphere(&s, &t, options, manifold);
    }
    if (is_segment(b)) {
        flr_capsule3 c = capsule_of(b);
        return flr_contact3_sphere_capsule(&s, &c, options, manifold);
    }
    if (b->kind == FLR_CONVEX3_BOX) {
        flr_box3 box = {b->center, b->axes, b->half_extents};
        return flr_contact3_sphere_rounded_box(&s, &box, b->radius, options, manifold);
    }
    const bool is_triangle = b->kind == FLR_CONVEX3_CORNERS && b->count == 3;
    if (is_triangle && flr_contact3_point_triangle(a, b, options, manifold)) return FLR_OK;
    return ordered_general(a, b, options, judge, manifold);
}

static flr_real sum_of(flr_vec3 v)
{
    return (flr_real)(fabs((double)v.x) + fabs((double)v.y) + fabs((double)v.z));
}

static flr_real extent(const flr_convex3 *c)
{
    if (c->kind == FLR_CONVEX3_BOX) return sum_of(c->half_extents);
    return c->kind == FLR_CONVEX3_CORNERS ? sum_of(flr_sub3(c->corners[0], c->center)) : 0;
}

/// The closed forms of round shapes work with squares of lengths, and might answer for a number that is not finite.
static bool is_round_usual(const flr_convex3 *a, const flr_convex3 *b)
{
    flr_real size = sum_of(flr_sub3(b->center, a->center)) + extent(a) + extent(b);
    const flr_real low = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-15 : (flr_real)1e-130;
    return (size > low && size < 1 / low) || size == 0;
}

flr_status flr_contact3_judged(const flr_convex3 *a, const flr_convex3 *b,
                               const flr_contact3_options *options, const contact3_judge *judge,
                               flr_manifold3 *manifold)
{
    if (!a || !b || !manifold || !contact3_options_are_good(options)) return FLR_INVALID_ARGUMENT;
    if (!isfinite(a->radius + b->radius)) {
        contact3_clear(manifold);
        return FLR_NOT_FINITE;
    }
    if (!is_round_usual(a, b)) return ordered_general(a, b, options, judge, manifold);
    if (is_point(a)) return point_convex(a, b, options, judge, manifold);
    if (is_point(b)) {
        if (options) contact3_turn_cache(options->cache);
        flr_status status = point_convex(b, a, options, judge, manifold);
        if (options) contact3_turn_cache(options->cache);
        manifold->normal = flr_neg3(manifold->normal);
        return status;
    }
    if (is_segment(a) && is_segment(b)) {
        flr_capsule3 x = capsule_of(a), y = capsule_of(b);
        return flr_contact3_capsule_capsule(&x, &y, options, manifold);
    }
    const bool box_a = a->kind == FLR_CONVEX3_BOX, box_b = b->kind == FLR_CONVEX3_BOX;
    if (box_a && box_b) {
        flr_box3 core_a, core_b;
        const rounded_box3 x = box_of(a, &core_a), y = box_of(b, &core_b);
        return contact3_rounded_boxes(&x, &y, options, manifold);
    }
    if (is_segment(a) && box_b) return segment_box(a, b, options, manifold);
    if (box_a && is_segment(b)) {
        if (options) contact3_turn_cache(options->cache);
        const flr_status status = segment_box(b, a, options, manifold);
        if (options) contact3_turn_cache(options->cache);
        manifold->normal = flr_neg3(manifold->normal);
        return status;
    }
    return ordered_general(a, b, options, judge, manifold);
}

flr_status flr_contact3_convex_convex(const flr_convex3 *a, const flr_convex3 *b,
                                      const flr_contact3_options *options, flr_manifold3 *manifold)
{
    return flr_contact3_judged(a, b, options, NULL, manifold);
}

flr_status flr_contact3_box_box(const flr_box3 *a, const flr_box3 *b, const flr_contact3_options *options,
                                flr_manifold3 *manifold)
{
    if (!a || !b || !manifold || !contact3_options_are_good(options)) return FLR_INVALID_ARGUMENT;
    rounded_box3 x = {a, 0}, y = {b, 0};
    if (options) return contact3_rounded_boxes(&x, &y, options, manifold);
    // the arguments for either order
    static const contact3_boxes_options PLAIN[2] = {{0, 0, 0, 0, -1}, {0, 0, 0, 0, 1}};
    const bool first = a->half_extents.x != b->half_extents.x ? a->half_extents.x < b->half_extents.x
                                                              : flr_box3_is_first(a, b);
    return answer_boxes(contact3_boxes(first ? a : b, first ? b : a, &PLAIN[first], manifold), &x, &y, NULL,
                        manifold);
}

/// Does an axis of the box separate the two?
static bool surely_apart(const flr_capsule3 *a, const flr_box3 *b, flr_real slack)
{
    const flr_vec3 p = flr_sub3(a->a, b->center), q = flr_sub3(a->b, b->center), *axes = &b->axes.x;
    const flr_real half[3] = {b->half_extents.x, b->half_extents.y, b->half_extents.z};
    for (int k = 0; k < 3; k++) {
        flr_real s = flr_dot3(p, axes[k]), t = flr_dot3(q, axes[k]), limit = half[k] + a->radius + slack;
        if ((s > limit && t > limit) || (s < -limit && t < -limit)) return true;
    }
    return false;
}

flr_status flr_contact3_capsule_box(const flr_capsule3 *a, const flr_box3 *b,
                                    const flr_contact3_options *options, flr_manifold3 *manifold)
{
    if (!a || !b || !manifold || !contact3_options_are_good(options)) return FLR_INVALID_ARGUMENT;
    flr_convex3 line, box;
    convex3_set_capsule(&line, a);
    convex3_set_box(&box, b);
    flr_status status = segment_box(&line, &box, options, manifold);
    flr_contact3_options o = contact3_options_or_none(options);
    if (status != FLR_OK || o.margin > 0) return status;
    // at a touch rounding errors here and in flr_overlap3_capsule_box may differ, and that decides
    o.margin = (sum_of(a->a) + sum_of(a->b) + sum_of(b->center) + sum_of(b->half_extents) + a->radius) *
               (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-6 : (flr_real)1e-15);
    bool some = manifold->count > 0;
    for (int i = 0; i < manifold->count; i++)
        if (manifold->points[i].depth > o.margin) return status;
    if (!some && surely_apart(a, b, o.margin)) return status;
    if (flr_overlap3_capsule_box(a, b) == some) return status;
    contact3_clear(manifold);
    if (some) return FLR_OK;
    status = segment_box(&line, &box, &o, manifold);
    for (int i = 0; i < manifold->count; i++)
        if (manifold->points[i].depth < 0) manifold->points[i].depth = 0;
    return status;
}
