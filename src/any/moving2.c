#include "base/answer.h"
#include "feeler/any2.h"

#include "any/any2.h"
#include "closest/carry2.h"
#include "sweep/track2.h"
#include "toi/motion2.h"

enum { MOST_CORNERS = 512 };

/// Any shape as an outline; a convex one under a pose or of points in any order as the polygon of its corners. A user's
/// core is one of its points and the corners of the box around it, and itself.
typedef struct form {
    flr_outline2 outline;
    flr_vec2 corner[MOST_CORNERS];
    const flr_convex2 *user;  ///< else null
} form;

static void form_of_user(const flr_shape2 *s, form *f)
{
    f->user = &s->as.convex;
    const flr_aabb2 box = flr_any2_box(s);
    f->corner[0] = flr_support2(f->user, flr_vec2_make(1, 0));
    f->corner[1] = box.min;
    f->corner[2] = flr_vec2_make(box.max.x, box.min.y);
    f->corner[3] = box.max;
    f->corner[4] = flr_vec2_make(box.min.x, box.max.y);
    f->outline = flr_outline2_make(FLR_OUTLINE2_CHAIN, 5, false);
    f->outline.many = f->corner;
    f->outline.radius = f->user->radius;
}

static flr_status form_of(const flr_shape2 *s, form *f)
{
    flr_status status = flr_any2_check(s);
    f->user = NULL;
    if (status == FLR_OK && s->kind == FLR_SHAPE2_CONVEX && s->as.convex.kind == FLR_CONVEX2_USER) {
        form_of_user(s, f);
        return FLR_OK;
    }
    if (status == FLR_OK) status = flr_any2_outline_in(s, f->corner, MOST_CORNERS, &f->outline);
    // of more corners than there is room for: by its support points, as a user's
    if (status != FLR_TOO_LARGE) return status;
    form_of_user(s, f);
    return FLR_OK;
}

static bool has_room(const form *f) { return f->outline.count <= MOST_CORNERS; }

static void settle(form *f)
{
    if (f->outline.many && f->outline.moved && has_room(f)) flr_outline2_settle(&f->outline, f->corner);
}

/// Where one is far both are carried to where nothing is rounded by that, corners settled as the quick ways want them. Planes
/// stay where they are.
static flr_carried2 carry(form *x, form *y)
{
    flr_carried2 c = {.origin = {0, 0}};
    if (!flr_outline2_is_far(&x->outline, &y->outline)) return c;
    if (flr_outline2_by_normal(&x->outline) || flr_outline2_by_normal(&y->outline)) return c;
    flr_outline2_carry(&x->outline, &y->outline, &c);
    x->outline = c.a;
    y->outline = c.b;
    settle(x);
    settle(y);
    return c;
}

/// Are they as near as `keep` as they stand? By the questions of their own, whatever outlines of placed corners and sums of radii
/// round. Apart by no more than that they touch at once where the motion brings them nearer.
static flr_status agree_at_start(const flr_shape2 *a, flr_vec2 motion, const flr_shape2 *b, flr_real keep,
                                 flr_sweep2_result *r)
{
    flr_closest2 c;
    flr_vec2 normal;
    bool near = r->overlap_at_start;
    if (keep > 0 ? flr_any2_distance(a, b, &c, &normal) != FLR_OK : flr_overlap2(a, b, &near) != FLR_OK)
        return FLR_OK;
    if (keep > 0) near = c.distance <= keep;
    if (near == r->overlap_at_start) return FLR_OK;
    *r = (flr_sweep2_result){.status = FLR_OK, .hit = near, .overlap_at_start = near, .iterations = 1};
    flr_signed_distance2_result apart;
    if (near || flr_signed_distance2(a, b, &apart) != FLR_OK || !(flr_dot2(motion, apart.normal) > 0))
        return FLR_OK;
    r->hit = true;
    r->point = apart.point_b;
    r->normal = apart.normal;
    return FLR_OK;
}

/// Neither is a compound; in the order of shapes. FLR_OK and overlap_at_start where they are as near as `keep` to begin with.
static flr_status sweep_in_order(const flr_shape2 *a, flr_vec2 motion, const flr_shape2 *b, flr_real keep,
                                 flr_sweep2_result *r)
{
    form x, y;
    flr_status status = form_of(a, &x);
    if (status == FLR_OK) status = form_of(b, &y);
    if (status != FLR_OK) return status;
    if (x.user || y.user) {
        // a user's core is grown itself
        flr_shape2 grown_a = *a, grown_b = *b;
        if (x.user) grown_a.as.convex.radius += keep;
        if (!x.user) grown_b.as.convex.radius += keep;
        *r = flr_any2_sweep_user(&grown_a, motion, &grown_b);
        if (!x.user && r->hit && !r->overlap_at_start) r->point = flr_mul_add2(r->point, keep, r->normal);
        return r->status;
    }
    // what has no end in any direction but one is not grown, unless both are such
    bool grow_b = flr_outline2_by_normal(&x.outline) && !flr_outline2_by_normal(&y.outline);
    if (grow_b) {
        y.outline.radius += keep;
    } else {
        x.outline.radius += keep;
    }
    const flr_carried2 carried = carry(&x, &y);
    *r = flr_sweep2_outline(&x.outline, motion, &y.outline);
    if (r->hit && !r->overlap_at_start) r->point = flr_carried2_point(&carried, r->point);
    if (grow_b && r->hit && !r->overlap_at_start) r->point = flr_mul_add2(r->point, keep, r->normal);
    const bool placed = a->kind == FLR_SHAPE2_CONVEX || b->kind == FLR_SHAPE2_CONVEX;
    if (r->status != FLR_OK || (keep == 0 && !placed)) return r->status;
    return agree_at_start(a, motion, b, keep, r);
}

/// Neither is a compound. Turned round it is the second that moves back, and where they touch goes along.
static flr_status sweep_of_two(const flr_shape2 *a, flr_vec2 motion, const flr_shape2 *b, flr_real keep,
                               flr_sweep2_result *r)
{
    if (flr_any2_in_order(a, b)) return sweep_in_order(a, motion, b, keep, r);
    flr_status status = sweep_in_order(b, flr_neg2(motion), a, keep, r);
    if (!r->hit || r->overlap_at_start) return status;
    r->normal = flr_neg2(r->normal);
    r->point = flr_mul_add2(flr_mul_add2(r->point, r->t, motion), keep, r->normal);
    return status;
}

/// Keeps the first of the touches of all pairs.
static flr_status sweep_all(const flr_shape2 *a, flr_vec2 motion, const flr_shape2 *b, flr_real keep,
                            flr_sweep2_result *best)
{
    bool of_a = any2_is_compound(a);
    if (!of_a && !any2_is_compound(b)) {
        flr_sweep2_result r;
        flr_status status = sweep_of_two(a, motion, b, keep, &r);
        if (!flr_has_answer(status)) return status;
        bool first = r.hit && (!best->hit || r.t < best->t || r.overlap_at_start);
        if (first || best->iterations == 0) *best = r;
        return FLR_OK;
    }
    const flr_compound2 *c = of_a ? &a->as.compound : &b->as.compound;
    for (size_t i = 0; i < c->count && !best->overlap_at_start; ++i) {
        flr_status status = sweep_all(of_a ? &c->shapes[i] : a, motion, of_a ? b : &c->shapes[i], keep, best);
        if (status != FLR_OK) return status;
    }
    return FLR_OK;
}

flr_status flr_sweep2_within(const flr_shape2 *a, flr_vec2 motion, const flr_shape2 *b,
                             const flr_sweep2_options *options, flr_sweep2_result *result)
{
    flr_real keep = options ? options->target_distance : 0;
    if (!a || !b || !result || !flr_is_option(keep)) return FLR_INVALID_ARGUMENT;
    flr_status status = flr_any2_check(a);
    if (status == FLR_OK) status = flr_any2_check(b);
    flr_sweep2_result best = {.status = FLR_OK};
    if (status == FLR_OK) status = sweep_all(a, motion, b, keep, &best);
    if (status != FLR_OK) return status;
    // of sizes too far apart an overflow may leave no answer
    if (!isfinite(best.t) || !flr_is_finite2(best.point) || !flr_is_finite2(best.normal))
        return FLR_NOT_FINITE;
    *result = best;
    return best.status;
}

flr_status flr_sweep2(const flr_shape2 *a, flr_vec2 motion, const flr_shape2 *b, flr_sweep2_result *result)
{
    return flr_sweep2_within(a, motion, b, NULL, result);
}

static double larger(double size, flr_vec2 p)
{
    return fmax(size, fmax(fabs((double)p.x), fabs((double)p.y)));
}

/// How large a form is and how far it reaches.
static double size_of(const form *f)
{
    const flr_outline2 *o = &f->outline;
    double size = (double)o->radius;
    for (size_t i = 0; i < o->count; ++i) size = larger(size, flr_outline2_corner(o, i));
    if (!flr_outline2_by_normal(o)) return size;
    int exponent;  // a normal may be of any length
    (void)frexp(larger(0, o->direction), &exponent);
    return fmax(size, fabs(ldexp((double)o->offset, -exponent)));
}

static void scale(form *f, flr_real unit, motion2_scaled *user)
{
    flr_outline2 *o = &f->outline;
    for (size_t i = 0; o->many && i < o->count; ++i) f->corner[i] = flr_scale2(unit, o->many[i]);
    if (o->many) o->many = f->corner;
    for (int i = 0; i < 4; ++i) o->corner[i] = flr_scale2(unit, o->corner[i]);
    o->offset *= unit;
    o->radius *= unit;
    if (!f->user) return;
    flr_motion2_scale(user, f->user, unit);
    f->user = &user->shape;
}

/// In a unit of its own where squares of its lengths may leave the range of numbers.
static flr_motion2_result follow(form *x, const flr_path2 *path_a, form *y, const flr_path2 *path_b,
                                 const flr_motion2_options *options)
{
    const flr_vec2 world = flr_vec2_make(0, 0);
    if (x->outline.far) x->outline = flr_outline2_seen_from(&x->outline, world);
    if (y->outline.far) y->outline = flr_outline2_seen_from(&y->outline, world);
    settle(x);
    settle(y);
    motion2_scaled user_a, user_b;
    flr_motion2_options o = {0, 0, 0};
    if (options) o = *options;
    double size = fmax(fmax(size_of(x), size_of(y)), (double)o.target_distance);
    size = fmax(size, fmax(flr_path2_size(path_a), flr_path2_size(path_b)));
    flr_real unit = isfinite(size) ? flr_motion2_unit(size) : 1;
    if (!has_room(x) || !has_room(y)) unit = 1;
    if (unit != 1) {
        scale(x, unit, &user_a);
        scale(y, unit, &user_b);
        o.target_distance *= unit;
    }
    const flr_path2 p = flr_path2_scaled(path_a, unit), q = flr_path2_scaled(path_b, unit);
    const flr_moving2 a = {&x->outline, &p, x->user}, b = {&y->outline, &q, y->user};
    flr_motion2_result r = flr_motion2_moving(&a, &b, &o);
    r.point = flr_scale2(1 / unit, r.point);
    return r;
}

static bool is_same_pose(const flr_pose2 *a, const flr_pose2 *b)
{
    return a->angle == b->angle && a->position.x == b->position.x && a->position.y == b->position.y;
}

static int by_path(const flr_path2 *a, const flr_path2 *b)
{
    _Static_assert(sizeof(flr_path2) == 6 * sizeof(flr_real), "a path is numbers alone");
    const flr_real *x = &a->from.angle, *y = &b->from.angle;
    for (size_t i = 0; i < sizeof(flr_path2) / sizeof(flr_real); i++)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

/// Does a come first? Two shapes that nothing tells apart go by their paths.
static bool is_in_order(const flr_shape2 *a, const flr_path2 *path_a, const flr_shape2 *b,
                        const flr_path2 *path_b)
{
    const int order = flr_any2_compare(a, b);
    return (order != 0 ? order : by_path(path_a, path_b)) <= 0;
}

/// Neither is a compound; in the order of shapes.
static flr_status motion_in_order(const flr_shape2 *a, const flr_path2 *path_a, const flr_shape2 *b,
                                  const flr_path2 *path_b, const flr_motion2_options *options,
                                  flr_motion2_result *r)
{
    form x, y;
    flr_status status = form_of(a, &x);
    if (status == FLR_OK) status = form_of(b, &y);
    if (status != FLR_OK) return status;
    *r = follow(&x, path_a, &y, path_b, options);
    bool overlap;
    // placed alike they touch at the start if they do as they are, whatever their placing rounds
    if (r->status == FLR_OK && r->t > 0 && is_same_pose(&path_a->from, &path_b->from) &&
        flr_overlap2(a, b, &overlap) == FLR_OK && overlap)
        *r = (flr_motion2_result){.status = FLR_OK, .hit = true};
    return r->status;
}

/// Neither is a compound.
static flr_status motion_of_two(const flr_shape2 *a, const flr_path2 *path_a, const flr_shape2 *b,
                                const flr_path2 *path_b, const flr_motion2_options *options,
                                flr_motion2_result *r)
{
    if (is_in_order(a, path_a, b, path_b)) return motion_in_order(a, path_a, b, path_b, options, r);
    flr_status status = motion_in_order(b, path_b, a, path_a, options, r);
    r->normal = flr_neg2(r->normal);
    return status;
}

/// Two shapes on their ways, and the first touch so far.
typedef struct ways {
    const flr_path2 *path_a, *path_b;
    const flr_motion2_options *options;
    flr_motion2_result best;
    bool asked, sure;
} ways;

static flr_status motion_of_all(ways *w, const flr_shape2 *a, const flr_shape2 *b)
{
    bool of_a = any2_is_compound(a);
    if (!of_a && !any2_is_compound(b)) {
        flr_motion2_result r;
        flr_status status = motion_of_two(a, w->path_a, b, w->path_b, w->options, &r);
        if (!flr_has_answer(status)) return status;
        int steps = w->asked ? w->best.iterations : 0;
        // what is only known up to a time ends there
        bool first = !w->asked || r.t < w->best.t || (r.hit && !w->best.hit && w->sure);
        flr_real upper = w->asked && w->best.hit ? w->best.t_upper : (flr_real)INFINITY;
        if (first) {
            w->best = r;
            w->sure = status == FLR_OK;
        }
        if (w->best.hit && upper < w->best.t_upper) w->best.t_upper = upper;
        w->best.iterations = steps + r.iterations;
        w->asked = true;
        return FLR_OK;
    }
    const flr_compound2 *c = of_a ? &a->as.compound : &b->as.compound;
    for (size_t i = 0; i < c->count && !(w->asked && w->best.t == 0); ++i) {
        flr_status status = motion_of_all(w, of_a ? &c->shapes[i] : a, of_a ? b : &c->shapes[i]);
        if (status != FLR_OK) return status;
    }
    return FLR_OK;
}

flr_status flr_motion2(const flr_shape2 *a, const flr_path2 *path_a, const flr_shape2 *b,
                       const flr_path2 *path_b, const flr_motion2_options *options,
                       flr_motion2_result *result)
{
    if (!a || !b || !path_a || !path_b || !result) return FLR_INVALID_ARGUMENT;
    any2_pair pair;
    flr_status status = flr_any2_begin(a, b, &pair);
    if (status == FLR_OK) a = pair.a, b = pair.b;
    if (status != FLR_OK) return status;
    const bool in_order = is_in_order(a, path_a, b, path_b);
    ways w = {
        in_order ? path_a : path_b, in_order ? path_b : path_a, options, {.status = FLR_OK}, false, true};
    if (!flr_is_path2_finite(path_a) || !flr_is_path2_finite(path_b)) return FLR_NOT_FINITE;
    status = in_order ? motion_of_all(&w, a, b) : motion_of_all(&w, b, a);
    if (status != FLR_OK) return status;
    if (!in_order) w.best.normal = flr_neg2(w.best.normal);
    *result = w.best;
    return w.best.status;
}
