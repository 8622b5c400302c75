/// Two convex shapes on their paths: where they are, how far apart along a direction, and how that can change.
#ifndef FLR_TOI_TOI3_H
#define FLR_TOI_TOI3_H

#include "base/answer.h"
#include "feeler/toi3.h"
#include "math/rotation.h"

/// None of them below 0, NaN or infinite; null is all 0.
static inline bool toi3_options_are_good(const flr_toi3_options *o)
{
    return !o || (flr_is_option(o->tolerance) && flr_is_option(o->target_distance) && o->max_steps >= 0);
}

/// Of corners that move by themselves.
static inline double toi3_vertices_tolerance(const flr_toi3_options *o)
{
    return o && o->tolerance > 0 ? (double)o->tolerance : sizeof(flr_real) == sizeof(float) ? 1e-5 : 1e-6;
}

static inline bool toi3_is_finite(const flr_path3 *p)
{
    const flr_real *x = &p->from.rotation.w;
    _Static_assert(sizeof *p == 14 * sizeof(flr_real), "a path is numbers alone");
    for (int k = 0; k < 14; ++k)
        if (!isfinite(x[k])) return false;
    return true;
}

/// One shape on its path. All members are as the rotation at t = 0 places them; a later rotation applies to
/// them. A shape that does not rotate is moved by its centre.
typedef struct mover3 {
    const flr_convex3 *shape;  ///< in its own frame
    turn3 turn;
    flr_mat3 axes;       ///< of the core; of corners and the user's shapes the rotation alone
    flr_vec3 center;     ///< from the point that the path moves: zero where nothing rotates
    flr_vec3 corner[4];  ///< of shapes that have them: from their centre
    flr_real around;     ///< no point of the core is farther than this from its centre
    flr_real arc;        ///< nor than this from the axis of the turn
    flr_real reach;      ///< nor than this from the point that the path moves
    bool curved;         ///< the core's distance is found by a limit
} mover3;

/// Bound of the speed along n, which stands still, from rotation alone: n . (w x p) = (n x w) . p.
static inline double mover3_fastest(const mover3 *m, flr_vec3 n)
{
    return m->turn.angle * (double)(flr_length3(flr_cross3(m->turn.axis, n)) * m->arc);
}

/// How far both have turned at some time.
typedef struct toi3_instant {
    double time;
    turn3_angle a, b;
} toi3_instant;

typedef struct toi3_pair {
    mover3 a, b;
    flr_vec3 start,
        step;  ///< from the point that a's path moves to the one that b's moves: at t = 0, and its change until t = 1
    flr_real apart;        ///< the longest of these
    flr_vec3 origin, way;  ///< the point that a's path moves, in world: at t = 0, and its change
    flr_real radii;        ///< of both, and the target distance
    flr_real error;        ///< of any gap
    flr_real touch;        ///< no farther apart than this is touching
    flr_real doubt;        ///< in some places closer than this cannot be distinguished from touching
} toi3_pair;

/// In which frame an axis stands still: world, a's or b's; or it is perpendicular to an edge of each.
typedef enum toi3_frame { TOI3_WORLD, TOI3_A, TOI3_B, TOI3_EDGES } toi3_frame;

/// A separating axis from a to b, as the start of the path places its frame. Of two edges `direction` is a's
/// and `edge` b's; the axis is their cross product, of unit length only at the time it was made.
typedef struct toi3_axis {
    toi3_frame frame;
    flr_vec3 direction, edge;
    double root;                  ///< of half the bound on the second derivative of the gap along it
    bool fixed_a, fixed_b;        ///< a shape to which it never moves, and
    flr_real extent_a, extent_b;  ///< how far that shape reaches along it, from the point that its path moves
} toi3_axis;

/// All except `root`. Member by member, as a copy of the whole struct stalls the loads that follow.
static inline void toi3_axis_begin(toi3_axis *x, toi3_frame frame, flr_vec3 direction)
{
    x->frame = frame;
    x->direction.x = direction.x;
    x->direction.y = direction.y;
    x->direction.z = direction.z;
    x->fixed_a = x->fixed_b = false;
}

/// The feature of a shape that lies farthest along a direction.
typedef enum toi3_feature_kind { TOI3_CORNER, TOI3_EDGE, TOI3_FACE } toi3_feature_kind;
typedef struct toi3_feature {
    toi3_feature_kind kind;
    flr_vec3 along;  ///< direction of the edge or normal of the face; its sign is open
} toi3_feature;

/// False where something is not finite.
bool flr_toi3_make(toi3_pair *m, const flr_convex3 *a, const flr_path3 *path_a, const flr_convex3 *b,
                   const flr_path3 *path_b, flr_real target);

static inline toi3_instant toi3_at(const toi3_pair *m, double t)
{
    toi3_instant now = {t, {1, 0}, {1, 0}};
    if (m->a.turn.angle > 0) now.a = flr_turn3_angle(&m->a.turn, t);
    if (m->b.turn.angle > 0) now.b = flr_turn3_angle(&m->b.turn, t);
    return now;
}

/// The axis that stands still in the frame and points along the unit vector `world` at `now`.
void flr_toi3_axis(const toi3_pair *m, toi3_frame frame, flr_vec3 world, const toi3_instant *now,
                   toi3_axis *x);

/// For an axis used many times: computes how far a shape reaches that does not rotate against it.
void flr_toi3_fix(const toi3_pair *m, toi3_axis *x);

/// Of a direction that is unit, and for edges the product of two of unit length: `root` of the axis.
double flr_toi3_root(const toi3_pair *m, toi3_frame frame, flr_vec3 world);

/// The axis of the features that face one another along `world`, which is known up to `slack`. `nearest`:
/// the cache of the last distance query.
void flr_toi3_feature_axis(const toi3_pair *m, flr_vec3 world, flr_real slack, const toi3_instant *now,
                           const flr_gjk3_cache *nearest, toi3_axis *x);

/// The axis perpendicular to the features that a GJK simplex of three corners spans, along n. a[i], b[i]:
/// those corners now, relative among each shape. False where they are no face and corner nor two edges, or
/// thin, or nearly parallel.
bool flr_toi3_spanned_axis(const toi3_pair *m, const flr_gjk3_cache *c, const flr_vec3 a[3],
                           const flr_vec3 b[3], flr_vec3 n, const toi3_instant *now, toi3_axis *x);

/// Where the axis points.
flr_vec3 flr_toi3_direction(const toi3_pair *m, const toi3_axis *x, const toi3_instant *now);

/// How far the shapes are apart along the axis, at least: rounding is taken off. Below 0 they need not touch.
flr_real flr_toi3_gap(const toi3_pair *m, const toi3_axis *x, const toi3_instant *now);

/// A gap as a function of time: the least of functions with bounded second derivatives.
typedef double toi3_gap_fn(void *user, double t);

/// Advances from t, where the gap is *gap > 0, towards its root, while samples prove the steps free, until
/// `end` at most. Sets *gap to the gap at the result. `root` is that of half the bound on second
/// derivatives; `slope` the first derivative at t, if known, or 0. Ends when no more than `goal` is left, or
/// when the bound permits no progress.
double flr_toi3_follow(toi3_gap_fn *sample, void *user, double root, double t, double *gap, double slope,
                       double end, double goal);

/// Both shapes at some time, around a's centre.
typedef struct toi3_user {
    const mover3 *mover;
    flr_mat3 rotation;
    flr_vec3 center;
} toi3_user;
typedef struct toi3_placed {
    flr_convex3 a, b;
    flr_vec3 offset;    ///< of b's centre
    toi3_user user[2];  ///< for shapes by a user's function
} toi3_placed;
/// As they are at the start.
void flr_toi3_place(const toi3_pair *m, toi3_placed *placed);
/// Moves `placed`, which has been made and not moved since, to that time.
void flr_toi3_move(const toi3_pair *m, const toi3_instant *now, toi3_placed *placed);
/// a's centre in world.
flr_vec3 flr_toi3_origin(const toi3_pair *m, const toi3_instant *now);

/// The last representable time not after t.
static inline double toi3_round_down(double t)
{
    flr_real r = (flr_real)t;
    return (double)((double)r > t ? r * (1 - (flr_real)1.2e-7) : r);
}

/// The last representable time up to `end` that is within the tolerance of the rounded t.
static inline double toi3_soon(double t, double tolerance, double end)
{
    const flr_real less = 1 - (sizeof(flr_real) == sizeof(float) ? (flr_real)1.2e-7 : (flr_real)2.3e-16);
    double from = toi3_round_down(t);
    flr_real later = (flr_real)(from + tolerance);
    if ((double)later > end) later = (flr_real)end;
    while ((double)later > from && ((double)later - from > tolerance || (double)later > end)) later *= less;
    return (double)later;
}

/// As flr_toi3_convex_convex until time `end`: a later touch is no hit, and t = end.
flr_toi3_result flr_toi3_until(const toi3_pair *m, const flr_toi3_options *options, double end);

/// The same for the gap along one axis that stands still in a shape's frame, as if no other separated them.
flr_toi3_result flr_toi3_along(const toi3_pair *m, toi3_frame frame, flr_vec3 direction,
                               const flr_toi3_options *options, double end);

#endif
