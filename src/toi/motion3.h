/// Two convex shapes on their paths: where they are, how far apart along a direction, and how that can change.
#ifndef FLR_TOI_MOTION3_H
#define FLR_TOI_MOTION3_H

#include "base/answer.h"
#include "feeler/motion.h"
#include "math/rotation.h"

/// None of them below 0, NaN or infinite; null is all 0.
static inline bool motion3_options_are_good(const flr_motion3_options *o)
{
    return !o || (flr_is_option(o->tolerance) && flr_is_option(o->target_distance) && o->max_steps >= 0);
}

static inline bool motion3_is_finite(const flr_path3 *p)
{
    const flr_real *x = &p->from.rotation.w;
    _Static_assert(sizeof *p == 14 * sizeof(flr_real), "a path is numbers alone");
    for (int k = 0; k < 14; ++k)
        if (!isfinite(x[k])) return false;
    return true;
}

/// One shape on its path, as the first rotation turns it: whatever is said of it in that attitude holds at any time in
/// the one turned on from there. A shape that does not turn is moved by its centre.
typedef struct mover3 {
    const flr_convex3 *shape;  ///< in its own frame
    turn3 turn;
    flr_mat3 axes;       ///< of the core; of corners and the user's shapes the rotation alone
    flr_vec3 center;     ///< from what the path moves: zero where nothing turns
    flr_vec3 corner[4];  ///< of shapes that have them: from their centre
    flr_real around;     ///< no point of the core is farther than this from its centre
    flr_real arc;        ///< nor than this from the axis of the turn
    flr_real reach;      ///< nor than this from the point that the path moves
    bool curved;         ///< the core's distance is found by a limit
} mover3;

/// How far both have turned at some time.
typedef struct motion3_instant {
    double time;
    turn3_angle a, b;
} motion3_instant;

typedef struct motion3 {
    mover3 a, b;
    flr_vec3 start,
        step;        ///< from what a's path moves to what b's does: at t = 0, and how that changes until 1
    flr_real apart;  ///< the longest of these
    flr_vec3 origin, way;  ///< what a's path moves in world: at t = 0, and how that changes
    flr_real radii;        ///< of both, and the target distance
    flr_real error;        ///< of any gap
    flr_real touch;        ///< what is no farther apart than this touches
    flr_real doubt;  ///< nor can be told whether what is no farther apart than this does, in some places
} motion3;

/// What a direction goes with: it stands still in world or in the frame of one of the shapes, or is square to an
/// edge of each.
typedef enum motion3_frame { MOTION3_WORLD, MOTION3_A, MOTION3_B, MOTION3_EDGES } motion3_frame;

/// A direction from a to b, in the attitude at the start of what it goes with. Of edges that of a's, and `edge` that of
/// b's, and their product is the direction, which is of unit length only where it is made.
typedef struct motion3_axis {
    motion3_frame frame;
    flr_vec3 direction, edge;
    double root;                  ///< of half the bound on the second derivative of the gap along it
    bool fixed_a, fixed_b;        ///< a shape to which it never moves, and
    flr_real extent_a, extent_b;  ///< how far that reaches along it, from what its path moves
} motion3_axis;

/// Without its root. Member by member: as a whole it would be written in parts and read again at once.
static inline void motion3_axis_begin(motion3_axis *x, motion3_frame frame, flr_vec3 direction)
{
    x->frame = frame;
    x->direction.x = direction.x;
    x->direction.y = direction.y;
    x->direction.z = direction.z;
    x->fixed_a = x->fixed_b = false;
}

/// What of a shape lies farthest along a direction: a corner, an edge or a face.
typedef enum motion3_feature_kind { MOTION3_CORNER, MOTION3_EDGE, MOTION3_FACE } motion3_feature_kind;
typedef struct motion3_feature {
    motion3_feature_kind kind;
    flr_vec3 along;  ///< where the edge runs, or the normal of the face; either way round
} motion3_feature;

/// Of what lies within `slack` of the farthest along the unit vector d, all in the attitude at the start. Curved cores
/// count as corners where they are round. `near`: the number of a vertex that lies as far, or UINT32_MAX.
motion3_feature flr_motion3_feature(const mover3 *m, flr_vec3 d, flr_real slack, uint32_t near);

/// False where something is not finite.
bool flr_motion3_make(motion3 *m, const flr_convex3 *a, const flr_path3 *path_a, const flr_convex3 *b,
                      const flr_path3 *path_b, flr_real target);

static inline motion3_instant motion3_at(const motion3 *m, double t)
{
    motion3_instant now = {t, {1, 0}, {1, 0}};
    if (m->a.turn.angle > 0) now.a = flr_turn3_angle(&m->a.turn, t);
    if (m->b.turn.angle > 0) now.b = flr_turn3_angle(&m->b.turn, t);
    return now;
}

/// The axis that stands still in one of the frames and points along the unit vector `world` now.
void flr_motion3_axis(const motion3 *m, motion3_frame frame, flr_vec3 world, const motion3_instant *now,
                      motion3_axis *x);

/// To be looked along many times: finds how far a shape reaches to which it never moves.
void flr_motion3_fix(const motion3 *m, motion3_axis *x);

/// The axis that is square to an edge of each, along n; false where these are nearly parallel.
bool flr_motion3_edges(const motion3 *m, flr_vec3 along_a, flr_vec3 along_b, flr_vec3 n,
                       const motion3_instant *now, motion3_axis *x);

/// Of a direction that is unit, and for edges the product of two of unit length: `root` of the axis.
double flr_motion3_root(const motion3 *m, motion3_frame frame, flr_vec3 world);

/// The axis that goes with the features that face one another along `world`, known up to `slack`; `nearest`: what a
/// search for the distance now has ended with.
void flr_motion3_feature_axis(const motion3 *m, flr_vec3 world, flr_real slack, const motion3_instant *now,
                              const flr_gjk3_cache *nearest, motion3_axis *x);

/// The axis square to the features that the three corners of a distance's simplex span, along n; a[i] and b[i]: where those are now, each
/// shape's among themselves. False where these are no face and corner, nor two edges, or needles, or edges nearly parallel.
bool flr_motion3_spanned_axis(const motion3 *m, const flr_gjk3_cache *c, const flr_vec3 a[3],
                              const flr_vec3 b[3], flr_vec3 n, const motion3_instant *now, motion3_axis *x);

/// Where the axis points.
flr_vec3 flr_motion3_direction(const motion3 *m, const motion3_axis *x, const motion3_instant *now);

/// How far the shapes are apart along the axis, at least: rounding is taken off. Below 0 they need not touch.
flr_real flr_motion3_gap(const motion3 *m, const motion3_axis *x, const motion3_instant *now);

/// A gap as a function of time: the least of functions with bounded second derivatives.
typedef double motion3_gap_fn(void *user, double t);

/// From time t, where the gap is *gap > 0, goes on to where it closes as long as looks at it prove the way free, until
/// `end` at most; sets *gap to what is left there. `root` is that of half the bound on second derivatives, `slope` the
/// gap's first derivative at t as far as it is known, or 0: where to look first. Goes on until no more than `goal` is
/// left, or the bound stops it before the end is in sight.
double flr_motion3_follow(motion3_gap_fn *look, void *user, double root, double t, double *gap, double slope,
                          double end, double goal);

/// Both shapes at some time, around a's centre.
typedef struct motion3_user {
    const mover3 *mover;
    flr_mat3 rotation;
    flr_vec3 center;
} motion3_user;
typedef struct motion3_placed {
    flr_convex3 a, b;
    flr_vec3 offset;       ///< of b's centre
    motion3_user user[2];  ///< what a shape by the user's function needs
} motion3_placed;
/// As they are at the start.
void flr_motion3_place(const motion3 *m, motion3_placed *placed);
/// What changes until then; `placed` has been made, and not been moved.
void flr_motion3_move(const motion3 *m, const motion3_instant *now, motion3_placed *placed);
/// a's centre in world.
flr_vec3 flr_motion3_origin(const motion3 *m, const motion3_instant *now);

/// The last time not after t that a result can tell.
static inline double motion3_round_down(double t)
{
    flr_real r = (flr_real)t;
    return (double)((double)r > t ? r * (1 - (flr_real)1.2e-7) : r);
}

/// The last time up to `end` that a result can tell and that is within the tolerance of what one tells of t.
static inline double motion3_soon(double t, double tolerance, double end)
{
    const flr_real less = 1 - (sizeof(flr_real) == sizeof(float) ? (flr_real)1.2e-7 : (flr_real)2.3e-16);
    double from = motion3_round_down(t);
    flr_real later = (flr_real)(from + tolerance);
    if ((double)later > end) later = (flr_real)end;
    while ((double)later > from && ((double)later - from > tolerance || (double)later > end)) later *= less;
    return (double)later;
}

/// As flr_motion3_convex_convex until the time `end`: what touches later is no hit, and t = end.
flr_motion3_result flr_motion3_until(const motion3 *m, const flr_motion3_options *options, double end);

/// As that, but of the gap along one axis that stands still in one of the shapes' frames, as if it were all that
/// keeps them apart.
flr_motion3_result flr_motion3_along(const motion3 *m, motion3_frame frame, flr_vec3 direction,
                                     const flr_motion3_options *options, double end);

#endif
