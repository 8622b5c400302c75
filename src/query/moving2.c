#include "feeler/any2.h"

#include "query/any2_user.h"
#include "sweep/motion2.h"
#include "sweep/track2.h"

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
    return status == FLR_OK ? flr_any2_outline_in(s, f->corner, MOST_CORNERS, &f->outline) : status;
}

flr_status flr_sweep2(const flr_shape2 *a, flr_vec2 motion, const flr_shape2 *b, flr_sweep2_result *result)
{
    if (!a || !b || !result) return FLR_INVALID_ARGUMENT;
    form x, y;
    flr_status status = form_of(a, &x);
    if (status == FLR_OK) status = form_of(b, &y);
    if (status != FLR_OK) return status;
    if (x.user || y.user) {
        flr_sweep2_result r = flr_any2_sweep_user(a, motion, b);
        if (r.status == FLR_OK || r.status == FLR_NOT_CONVERGED) *result = r;
        return r.status;
    }
    flr_sweep2_result r = flr_sweep2_outline(&x.outline, motion, &y.outline);
    bool placed = a->kind == FLR_SHAPE2_CONVEX || b->kind == FLR_SHAPE2_CONVEX, overlap;
    bool turned = a->kind > b->kind && (x.outline.radius > 0 || y.outline.radius > 0);
    // an outline of placed corners has rounded them, and radii round by the order
    if ((placed || turned) && r.status == FLR_OK && !r.overlap_at_start &&
        flr_overlap2(a, b, &overlap) == FLR_OK && overlap)
        r = (flr_sweep2_result){.status = FLR_OK, .hit = true, .overlap_at_start = true, .iterations = 1};
    if (r.status == FLR_OK) *result = r;
    return r.status;
}

static bool is_same_pose(const flr_pose2 *a, const flr_pose2 *b)
{
    return a->angle == b->angle && a->position.x == b->position.x && a->position.y == b->position.y;
}

flr_status flr_motion2(const flr_shape2 *a, const flr_path2 *path_a, const flr_shape2 *b,
                       const flr_path2 *path_b, const flr_motion2_options *options,
                       flr_motion2_result *result)
{
    if (!a || !b || !path_a || !path_b || !result) return FLR_INVALID_ARGUMENT;
    form x, y;
    flr_status status = form_of(a, &x);
    if (status == FLR_OK) status = form_of(b, &y);
    if (status != FLR_OK) return status;
    const flr_moving2 moving_a = {&x.outline, path_a, x.user}, moving_b = {&y.outline, path_b, y.user};
    flr_motion2_result r = flr_motion2_moving(&moving_a, &moving_b, options);
    bool overlap;
    // placed alike they touch at the start if they do as they are, whatever their placing rounds
    if (r.status == FLR_OK && r.t > 0 && is_same_pose(&path_a->from, &path_b->from) &&
        flr_overlap2(a, b, &overlap) == FLR_OK && overlap)
        r = (flr_motion2_result){.status = FLR_OK, .hit = true};
    if (r.status == FLR_OK || r.status == FLR_NOT_CONVERGED) *result = r;
    return r.status;
}
