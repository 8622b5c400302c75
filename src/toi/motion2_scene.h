/// Outlines that move and turn, piece by piece.
#ifndef FLR_TOI_MOTION2_SCENE_H
#define FLR_TOI_MOTION2_SCENE_H

#include "toi/motion2.h"

/// Two outlines on their paths, and the earliest touch of their pieces found so far.
typedef struct motion2_scene {
    const flr_outline2 *a, *b;
    const flr_path2 *path_a, *path_b;
    const flr_convex2 *user_a, *user_b;  ///< or null
    double target;
    flr_search2 search;
    flr_found2 best;
    double best_radius;  ///< around the core of b
    bool finite;
} motion2_scene;

static inline bool motion2_is_flat(const flr_outline2 *o)
{
    return o->kind == FLR_OUTLINE2_LINE || flr_outline2_by_normal(o);
}
static inline double motion2_turn(const flr_path2 *p) { return (double)p->to.angle - (double)p->from.angle; }

/// One piece against another: pieces of a and b, on their paths, along a fixed axis if there is one.
void flr_motion2_try_pieces(motion2_scene *s, const flr_convex2 *a, const flr_convex2 *b,
                            const flr_axis2 *fixed);
/// They are known to touch at t.
void flr_motion2_touch_at(motion2_scene *s, double t);

/// How far from the frame of the one anything of the other may come.
double flr_motion2_range(const motion2_scene *s, const flr_outline2 *other);
/// The part of a ray that anything within `far` of its frame's origin can come to.
flr_convex2 flr_motion2_clipped(const flr_outline2 *o, double far);
/// The angle from the direction u of the one frame to v of the other, at the start.
double flr_motion2_angle(const flr_path2 *of_u, flr_local2 u, const flr_path2 *of_v, flr_local2 v);

/// a or b is flat and has no end (line, plane, halfspace): its normal is the one axis that can part the two.
void flr_motion2_try_flat(motion2_scene *s);
/// They come together at the origin of one of them, or far out, when they become parallel from where they spread.
void flr_motion2_try_rays(motion2_scene *s);

#endif
