/// What is the time of impact of two shapes of the plane that move and turn? A pair goes to the searches of
/// src/toi as convex cores (toi/toi2.c) or as outlines (toi/toi2_outlines.c), of unusual size in a unit of
/// their own. Of a compound the first touch of all pairs counts.
#include "toi/toi2.h"
#include "any/any2.h"
#include "base/answer.h"
#include "feeler/any2.h"

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

/// Does a come first? Two shapes that nothing distinguishes go by their paths.
static bool is_in_order(const flr_shape2 *a, const flr_path2 *path_a, const flr_shape2 *b,
                        const flr_path2 *path_b)
{
    const int order = flr_any2_compare(a, b);
    return (order != 0 ? order : by_path(path_a, path_b)) <= 0;
}

/// What has no end, and concave polygons; in a unit of its own where squares of its lengths may leave the range of
/// numbers.
static flr_toi2_result motion_of_outlines(const flr_shape2 *a, const flr_path2 *path_a, const flr_shape2 *b,
                                          const flr_path2 *path_b, const flr_toi2_options *options)
{
    any2_rescaled_pair scaled;
    any2_corners x, y;
    const flr_vec2 world = flr_vec2_make(0, 0);
    flr_toi2_options o = {0, 0, 0};
    if (options) o = *options;
    const double size = fmax((double)o.target_distance, fmax(flr_path2_size(path_a), flr_path2_size(path_b)));
    flr_real unit = flr_any2_factor(a, b, (flr_real)size);
    if (!flr_any2_rescale_pair(a, b, unit, &scaled)) unit = 1;
    flr_any2_corners_of(unit != 1 ? &scaled.a.shape : a, &x);
    flr_any2_corners_of(unit != 1 ? &scaled.b.shape : b, &y);
    if (x.outline.far) x.outline = flr_outline2_seen_from(&x.outline, world);
    if (y.outline.far) y.outline = flr_outline2_seen_from(&y.outline, world);
    any2_settle(&x);
    any2_settle(&y);
    o.target_distance *= unit;
    const flr_path2 p = flr_path2_scaled(path_a, unit), q = flr_path2_scaled(path_b, unit);
    const flr_moving2 moving_a = {&x.outline, &p, x.user}, moving_b = {&y.outline, &q, y.user};
    flr_toi2_result r = flr_toi2_moving(&moving_a, &moving_b, &o);
    r.point = flr_scale2(1 / unit, r.point);
    return r;
}

/// Neither is a compound; in the order of shapes.
static flr_status motion_in_order(const flr_shape2 *a, const flr_path2 *path_a, const flr_shape2 *b,
                                  const flr_path2 *path_b, const flr_toi2_options *options,
                                  flr_toi2_result *r)
{
    any2_cores k;
    // corners under a pose are placed once as outlines, and round by less
    if (a->kind != FLR_SHAPE2_CONVEX && b->kind != FLR_SHAPE2_CONVEX && flr_any2_cores(a, b, &k))
        *r = flr_toi2_convex_convex(k.a, path_a, k.b, path_b, options);
    else
        *r = motion_of_outlines(a, path_a, b, path_b, options);
    bool overlap;
    // placed alike they touch at the start if they do as they are, whatever their placing rounds
    if (r->status == FLR_OK && r->t > 0 && is_same_pose(&path_a->from, &path_b->from) &&
        flr_any2_overlap(a, b, &overlap) == FLR_OK && overlap)
        *r = (flr_toi2_result){.status = FLR_OK, .hit = true};
    return r->status;
}

/// Neither is a compound.
static flr_status motion_of_two(const flr_shape2 *a, const flr_path2 *path_a, const flr_shape2 *b,
                                const flr_path2 *path_b, const flr_toi2_options *options, flr_toi2_result *r)
{
    if (is_in_order(a, path_a, b, path_b)) return motion_in_order(a, path_a, b, path_b, options, r);
    flr_status status = motion_in_order(b, path_b, a, path_a, options, r);
    r->normal = flr_neg2(r->normal);
    return status;
}

/// Two shapes on their paths, and the first touch so far.
typedef struct ways {
    const flr_path2 *path_a, *path_b;
    const flr_toi2_options *options;
    flr_toi2_result best;
    bool asked, sure;
} ways;

static flr_status motion_of_all(ways *w, const flr_shape2 *a, const flr_shape2 *b)
{
    bool of_a = any2_is_compound(a);
    if (!of_a && !any2_is_compound(b)) {
        flr_toi2_result r;
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

flr_status flr_toi2(const flr_shape2 *a, const flr_path2 *path_a, const flr_shape2 *b,
                    const flr_path2 *path_b, const flr_toi2_options *options, flr_toi2_result *result)
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
