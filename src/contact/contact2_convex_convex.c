#include "contact/contact2_few.h"
#include "contact/contact2_patch.h"
#include "convex/gjk2.h"
#include "convex/gjk_limit.h"
#include "convex/signed_distance2.h"

/// How far the cores are apart along a unit vector.
static flr_real gap_along(const support2 *a, const support2 *b, flr_vec2 n)
{
    uint32_t index;
    flr_vec2 low = support2_find(b, flr_neg2(n), &index), high = support2_find(a, n, &index);
    return flr_dot2(flr_sub2(low, high), n);
}

/// The unit normal of an edge that looks along n; zero of a corner.
static flr_vec2 normal_of(const side2 *s, flr_vec2 n)
{
    flr_vec2 e = flr_sub2(s->q, s->p);
    double square = (double)e.x * (double)e.x + (double)e.y * (double)e.y;
    if (!(square > 0x1p-900)) return flr_vec2_make(0, 0);  // as short as a corner
    flr_real inverse = (flr_real)(1 / sqrt(square));
    if (e.y * n.x - e.x * n.y < 0) inverse = -inverse;
    return flr_vec2_make(e.y * inverse, -e.x * inverse);
}

/// Between cores that all but touch, the direction from corner to corner is made of rounding. An edge's normal
/// that tells the same distance is the better one.
static void take_edge(const support2 *a, const support2 *b, const side2 *f, const side2 *g,
                      contact2_pose *pose)
{
    flr_real cores = pose->separation + f->radius + g->radius;
    if (!(cores > 0 && cores < pose->size * (flr_real)1e-5)) return;
    flr_real rounding = 16 * gjk2_rounding() * pose->size;
    for (int k = 0; k < 2; k++) {
        flr_vec2 n = normal_of(k ? g : f, k ? flr_neg2(pose->normal) : pose->normal);
        if (k) n = flr_neg2(n);
        if (!(flr_dot2(n, pose->normal) >= (flr_real)0.7)) continue;
        const flr_vec2 off = flr_sub2(n, pose->normal);
        // no farther off than rounding turns a way as short as that
        if (!(gap_along(a, b, n) >= cores - rounding && flr_length2(off) * cores <= rounding)) continue;
        // round the points of the cores, which stay
        pose->point_a = flr_mul_add2(pose->point_a, f->radius, off);
        pose->point_b = flr_mul_add2(pose->point_b, -g->radius, off);
        pose->normal = n;
        return;
    }
}

/// Is a gap, times the length of d along which it is, far wider than the margin and all rounding?
static inline bool is_wide(flr_real gap, flr_vec2 d, flr_real size, flr_real radii,
                           const flr_contact2_options *o)
{
    double along = (double)gap, square = (double)d.x * (double)d.x + (double)d.y * (double)d.y,
           limit = (double)(o->margin + radii) * 1.001 + (double)size * 1e-3;
    return along > 0 && square > 1e-30 && along * along > limit * limit * square * 1.001 &&
           isfinite(along * along);
}

/// Farther apart than the margin along the last direction, or else from the one to the other? *usual becomes false where the
/// scene needs a unit of its own, or something is not finite. Of cores with few corners, all of which are looked at.
static bool is_parted(const flr_convex2 *shape_a, const flr_convex2 *shape_b, const flr_contact2_options *o,
                      bool *usual)
{
    core2 a = core2_of(shape_a), b = core2_of(shape_b);
    lanes2 origin = core2_origin(&a, shape_a), d = {0, 0};
    (void)core2_place(&a, shape_a, origin);
    (void)core2_place(&b, shape_b, origin);
    if (o->cache) d = lanes2_of(o->cache->gjk.axis);
    if (!(lanes2_dot(d, d) > 0)) d = core2_middle(&b) - core2_middle(&a);
    flr_vec2 way = lanes2_point(d);
    farthest2 p = core2_farthest(&a, way), q = core2_farthest(&b, flr_neg2(way));
    lanes2 high = core2_corner(&a, p.index), low = core2_corner(&b, q.index),
           spread = lanes2_magnitude(low) + lanes2_magnitude(high);
    flr_real size = spread[0] + spread[1], radii = shape_a->radius + shape_b->radius,
             sum = p.sum + q.sum + radii;
    *usual = rescaled2_is_usual(size) && sum - sum == 0;
    return is_wide(lanes2_dot(low - high, d), way, size, radii, o);
}

/// The same of any others.
static bool are_parted(const support2 *a, const support2 *b, const flr_contact2_options *o, bool *usual)
{
    flr_vec2 d = o->cache ? o->cache->gjk.axis : flr_vec2_make(0, 0);
    if (!(flr_length_squared2(d) > 0)) d = flr_sub2(support2_middle(b), support2_middle(a));
    uint32_t index;
    flr_vec2 low = support2_find(b, flr_neg2(d), &index), high = support2_find(a, d, &index);
    flr_real size = support2_spread(low) + support2_spread(high);
    *usual = rescaled2_is_usual(size);
    return is_wide(flr_dot2(flr_sub2(low, high), d), d, size, a->shape->radius + b->shape->radius, o);
}

/// In the unit of the shapes as they are. Where *usual comes out false it had better be another one, unless this is one already.
/// `looked`: is_parted has said no, and whether sizes are usual.
static flr_status in_unit(const flr_convex2 *a, const flr_convex2 *b, const flr_contact2_options *o,
                          bool given, bool looked, flr_manifold2 *m, bool *usual)
{
    flr_vec2 origin = support2_origin(a);
    support2 x, y;
    support2_make(&x, a, origin);
    support2_make(&y, b, origin);
    if (!looked) {
        flr_real probe = support2_hold_and_probe(&x) + support2_hold_and_probe(&y);
        if (!(probe - probe == 0) && given) return FLR_NOT_FINITE;
        if (are_parted(&x, &y, o, usual)) return FLR_OK;
    }
    flr_gjk2_options limits = {.max_distance = flr_gjk_up_to(o->margin),
                               .cache = o->cache ? &o->cache->gjk : NULL};
    flr_gjk2 r = flr_signed_distance2_within(a, b, &limits, o->face_bias);
    if (r.status == FLR_NOT_FINITE || r.beyond) return r.status;
    flr_vec2 p = flr_sub2(r.point_a, origin), q = flr_sub2(r.point_b, origin);
    contact2_pose pose =
        contact2_pose_of(origin, r.normal, r.signed_distance, p, q, a->radius + b->radius, o->margin);
    *usual = rescaled2_is_usual(pose.size);
    if (!isfinite(pose.size)) return FLR_NOT_FINITE;
    if (r.signed_distance > o->margin + 2 * gjk2_rounding() * pose.size) return r.status;
    if (!(flr_length_squared2(pose.normal) > 0)) pose.normal = flr_vec2_make(1, 0);
    side2 f = flr_side2_along(&x, pose.normal), g = flr_side2_along(&y, flr_neg2(pose.normal));
    contact2_widen(&pose, &f, &g);
    *usual = rescaled2_is_usual(pose.size);
    take_edge(&x, &y, &f, &g, &pose);
    flr_contact2_patch(&pose, &f, &g, m);
    return r.status;
}

static bool is_finite(const flr_manifold2 *m)
{
    bool all = flr_is_finite2(m->normal);
    for (int i = 0; i < m->count; ++i)
        all = all && flr_is_finite2(m->points[i].position) && isfinite(m->points[i].depth);
    return all;
}

static flr_status in_another_unit(const flr_convex2 *a, const flr_convex2 *b, const flr_contact2_options *o,
                                  flr_manifold2 *m)
{
    rescaled2 s;
    bool usual = false;
    flr_rescaled2_make(&s, a, b, a->radius + b->radius);
    if (s.not_finite) return FLR_NOT_FINITE;
    s.a.radius = s.unit * a->radius;
    s.b.radius = s.unit * b->radius;
    const flr_contact2_options scaled = {s.unit * o->margin, s.unit * o->face_bias, o->cache};
    *m = contact2_none();
    flr_status status = in_unit(&s.a, &s.b, &scaled, false, false, m, &usual);
    for (int i = 0; i < m->count; ++i) {
        flr_manifold2_point *p = &m->points[i];
        p->position = rescaled2_world(&s, p->position);
        p->depth *= s.inverse;
    }
    return s.not_finite || !is_finite(m) ? FLR_NOT_FINITE : status;
}

flr_status flr_contact2_with_care(const flr_convex2 *a, const flr_convex2 *b, const flr_contact2_options *o,
                                  bool looked, bool usual, flr_manifold2 *m)
{
    flr_status status = FLR_OK;
    if (!looked && core2_is_plain(a) && core2_is_plain(b)) {
        looked = true;
        if (is_parted(a, b, o, &usual) && usual) return FLR_OK;
    }
    if (usual || !looked) status = in_unit(a, b, o, true, looked, m, &usual);
    if (!usual) status = in_another_unit(a, b, o, m);
    if (status == FLR_NOT_FINITE) *m = contact2_none();
    return status;
}

flr_status flr_contact2_convex_convex(const flr_convex2 *a, const flr_convex2 *b,
                                      const flr_contact2_options *options, flr_manifold2 *manifold)
{
#ifdef FEELER_HAVE_AVX2
    if (__builtin_cpu_supports("avx2")) return flr_contact2_few_avx2(a, b, options, manifold);
#endif
    return flr_contact2_few_baseline(a, b, options, manifold);
}

static flr_convex2 convex_of(const flr_polygon2 *g)
{
    return flr_convex2_polygon(g->vertices, (uint32_t)g->count, flr_vec2_make(1, 0), flr_vec2_make(0, 0), 0);
}

flr_status flr_contact2_circle_circle(const flr_circle *a, const flr_circle *b,
                                      const flr_contact2_options *options, flr_manifold2 *manifold)
{
    if (!a || !b) return FLR_INVALID_ARGUMENT;
    flr_convex2 x = flr_convex2_circle(a), y = flr_convex2_circle(b);
    return flr_contact2_convex_convex(&x, &y, options, manifold);
}

flr_status flr_contact2_circle_capsule(const flr_circle *a, const flr_capsule2 *b,
                                       const flr_contact2_options *options, flr_manifold2 *manifold)
{
    if (!a || !b) return FLR_INVALID_ARGUMENT;
    flr_convex2 x = flr_convex2_circle(a), y = flr_convex2_capsule(b);
    return flr_contact2_convex_convex(&x, &y, options, manifold);
}

flr_status flr_contact2_circle_box(const flr_circle *a, const flr_box2 *b,
                                   const flr_contact2_options *options, flr_manifold2 *manifold)
{
    if (!a || !b) return FLR_INVALID_ARGUMENT;
    flr_convex2 x = flr_convex2_circle(a), y = flr_convex2_box(b);
    return flr_contact2_convex_convex(&x, &y, options, manifold);
}

flr_status flr_contact2_circle_polygon(const flr_circle *a, const flr_polygon2 *b,
                                       const flr_contact2_options *options, flr_manifold2 *manifold)
{
    if (!a || !b) return FLR_INVALID_ARGUMENT;
    flr_convex2 x = flr_convex2_circle(a), y = convex_of(b);
    return flr_contact2_convex_convex(&x, &y, options, manifold);
}

flr_status flr_contact2_capsule_capsule(const flr_capsule2 *a, const flr_capsule2 *b,
                                        const flr_contact2_options *options, flr_manifold2 *manifold)
{
    if (!a || !b) return FLR_INVALID_ARGUMENT;
    flr_convex2 x = flr_convex2_capsule(a), y = flr_convex2_capsule(b);
    return flr_contact2_convex_convex(&x, &y, options, manifold);
}

flr_status flr_contact2_capsule_box(const flr_capsule2 *a, const flr_box2 *b,
                                    const flr_contact2_options *options, flr_manifold2 *manifold)
{
    if (!a || !b) return FLR_INVALID_ARGUMENT;
    flr_convex2 x = flr_convex2_capsule(a), y = flr_convex2_box(b);
    return flr_contact2_convex_convex(&x, &y, options, manifold);
}

flr_status flr_contact2_capsule_polygon(const flr_capsule2 *a, const flr_polygon2 *b,
                                        const flr_contact2_options *options, flr_manifold2 *manifold)
{
    if (!a || !b) return FLR_INVALID_ARGUMENT;
    flr_convex2 x = flr_convex2_capsule(a), y = convex_of(b);
    return flr_contact2_convex_convex(&x, &y, options, manifold);
}

flr_status flr_contact2_box_box(const flr_box2 *a, const flr_box2 *b, const flr_contact2_options *options,
                                flr_manifold2 *manifold)
{
    if (!a || !b) return FLR_INVALID_ARGUMENT;
    flr_convex2 x = flr_convex2_box(a), y = flr_convex2_box(b);
    return flr_contact2_convex_convex(&x, &y, options, manifold);
}

flr_status flr_contact2_polygon_polygon(const flr_polygon2 *a, const flr_polygon2 *b,
                                        const flr_contact2_options *options, flr_manifold2 *manifold)
{
    if (!a || !b) return FLR_INVALID_ARGUMENT;
    flr_convex2 x = convex_of(a), y = convex_of(b);
    return flr_contact2_convex_convex(&x, &y, options, manifold);
}
