/// Two convex shapes on their paths: where they are, how far apart along a direction, and how fast that can
/// change.
#ifndef FLR_TOI_TOI3_H
#define FLR_TOI_TOI3_H

#include "base/answer.h"
#include "feeler/toi3.h"
#include "math/eps.h"
#include "math/rotation.h"

/// Are the options neither negative, NaN nor infinite? Null options are all 0.
static inline bool toi3_options_are_good(const flr_toi3_options *o)
{
    return !o || (flr_is_option(o->tolerance) && flr_is_option(o->target_distance) && o->max_steps >= 0);
}

/// The tolerance of queries on corners that move by themselves.
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

/// One shape on its path. All members are in the rotation at t = 0, and a later rotation applies to them. A
/// shape that does not rotate is moved by its centre.
typedef struct mover3 {
    const flr_convex3 *shape;  ///< in its own frame
    turn3 turn;
    flr_mat3 axes;       ///< of the core; of corners and user's shapes only the rotation
    flr_vec3 center;     ///< relative to the point that the path moves; zero if nothing rotates
    flr_vec3 corner[4];  ///< of shapes that have corners: relative to their centre
    flr_real around;     ///< radius of the core around its centre
    flr_real arc;        ///< and around the axis of the turn
    flr_real reach;      ///< and around the point that the path moves
    bool curved;         ///< GJK converges to its distance, but never ends exactly
} mover3;

/// An upper bound on the speed along a fixed unit vector n from rotation alone: n . (w x p) = (n x w) . p.
static inline double mover3_fastest(const mover3 *m, flr_vec3 n)
{
    return m->turn.angle * (double)(flr_length3(flr_cross3(m->turn.axis, n)) * m->arc);
}

/// A time, and how far both have turned by then.
typedef struct toi3_instant {
    double time;
    turn3_angle a, b;
} toi3_instant;

/// Two shapes on their paths, relative to a's.
typedef struct toi3_pair {
    mover3 a, b;
    /// from the point that a's path moves to that of b's: at t = 0, and its change until t = 1
    flr_vec3 start, step;
    flr_real apart;        ///< the largest length of that offset
    flr_vec3 origin, way;  ///< in world, the point that a's path moves: at t = 0, and its change
    flr_real radii;        ///< the sum of both radii and the target distance
    flr_real error;        ///< rounding error of any gap
    flr_real touch;        ///< a distance up to this counts as touching
    flr_real doubt;        ///< where distances are less accurate, one below this cannot be told from touching
} toi3_pair;

/// The frame in which an axis is fixed: world, a's or b's. Or the axis is perpendicular to an edge of each.
typedef enum toi3_frame { TOI3_WORLD, TOI3_A, TOI3_B, TOI3_EDGES } toi3_frame;

/// A separating axis from a to b, in its frame as placed at t = 0. For two edges `direction` is a's edge and
/// `edge` is b's. Their cross product is the axis; it has unit length only at the time when it was made.
typedef struct toi3_axis {
    toi3_frame frame;
    flr_vec3 direction, edge;
    double root;                  ///< square root of half the bound on the second derivative of the gap
    bool fixed_a, fixed_b;        ///< the shape never moves against the axis
    flr_real extent_a, extent_b;  ///< then the shape's extent along it, from the point that its path moves
} toi3_axis;

/// Sets all except `root`. Member by member, as a copy of the whole struct stalls the loads that follow.
static inline void toi3_axis_begin(toi3_axis *x, toi3_frame frame, flr_vec3 direction)
{
    x->frame = frame;
    x->direction.x = direction.x;
    x->direction.y = direction.y;
    x->direction.z = direction.z;
    x->fixed_a = x->fixed_b = false;
}

/// The feature of a shape that is extreme along a direction.
typedef enum toi3_feature_kind { TOI3_CORNER, TOI3_EDGE, TOI3_FACE } toi3_feature_kind;
typedef struct toi3_feature {
    toi3_feature_kind kind;
    flr_vec3 along;  ///< direction of the edge or normal of the face, either sign
} toi3_feature;

/// Prepares two shapes on their paths; false if something is not finite.
bool flr_toi3_make(toi3_pair *m, const flr_convex3 *a, const flr_path3 *path_a, const flr_convex3 *b,
                   const flr_path3 *path_b, flr_real target);

static inline toi3_instant toi3_at(const toi3_pair *m, double t)
{
    toi3_instant now = {t, {1, 0}, {1, 0}};
    if (m->a.turn.angle > 0) now.a = flr_turn3_angle(&m->a.turn, t);
    if (m->b.turn.angle > 0) now.b = flr_turn3_angle(&m->b.turn, t);
    return now;
}

/// Makes the axis that is fixed in the frame and points along the unit vector `world` at time `now`.
void flr_toi3_axis(const toi3_pair *m, toi3_frame frame, flr_vec3 world, const toi3_instant *now,
                   toi3_axis *x);

/// Prepares an axis for many uses: stores the extent of a shape that does not rotate against it.
void flr_toi3_fix(const toi3_pair *m, toi3_axis *x);

/// Returns the `root` of an axis along a unit direction; for edges along the product of two unit vectors.
double flr_toi3_root(const toi3_pair *m, toi3_frame frame, flr_vec3 world);

/// Makes the axis perpendicular to the features that face each other along `world`, which is known up to
/// `slack`. `nearest`: the cache of the last distance query.
void flr_toi3_feature_axis(const toi3_pair *m, flr_vec3 world, flr_real slack, const toi3_instant *now,
                           const flr_gjk3_cache *nearest, toi3_axis *x);

/// Makes the axis perpendicular to the features that a GJK simplex of three corners spans, along n. a[i],
/// b[i] are those corners now, each relative to its shape's own point. False if they are neither a face and
/// a corner nor two edges, or if they are thin or nearly parallel.
bool flr_toi3_spanned_axis(const toi3_pair *m, const flr_gjk3_cache *c, const flr_vec3 a[3],
                           const flr_vec3 b[3], flr_vec3 n, const toi3_instant *now, toi3_axis *x);

/// The unit vector along the axis at a time.
flr_vec3 flr_toi3_direction(const toi3_pair *m, const toi3_axis *x, const toi3_instant *now);

/// Returns a lower bound on the distance of the shapes along the axis, rounding errors subtracted. If it is
/// negative they need not touch.
flr_real flr_toi3_gap(const toi3_pair *m, const toi3_axis *x, const toi3_instant *now);

/// A gap as a function of time: the least of functions with bounded second derivatives.
typedef double toi3_gap_fn(void *user, double t);

/// Advances from t, where the gap is *gap > 0, toward the root of the gap, at most to `end`, as far as
/// samples prove the steps free. Returns the time, and sets *gap to the gap there. `root` is that of the
/// axis; `slope` is the first derivative at t, or 0 if unknown. Ends when at most `goal` is left, or when
/// the bound permits no progress.
double flr_toi3_follow(toi3_gap_fn *sample, void *user, double root, double t, double *gap, double slope,
                       double end, double goal);

/// What the support function of a placed user's shape needs.
typedef struct toi3_user {
    const mover3 *mover;
    flr_mat3 rotation;
    flr_vec3 center;
} toi3_user;
/// Both shapes at a time, relative to a's centre.
typedef struct toi3_placed {
    flr_convex3 a, b;
    flr_vec3 offset;    ///< from a's centre to b's
    toi3_user user[2];  ///< for shapes with a user's support function
} toi3_placed;
/// Places both as they are at t = 0.
void flr_toi3_place(const toi3_pair *m, toi3_placed *placed);
/// Moves `placed` to a time. It must have been made by flr_toi3_place.
void flr_toi3_move(const toi3_pair *m, const toi3_instant *now, toi3_placed *placed);
/// The centre of a in world.
flr_vec3 flr_toi3_origin(const toi3_pair *m, const toi3_instant *now);

/// Returns the last representable time that is not after t.
static inline double toi3_round_down(double t)
{
    flr_real r = (flr_real)t;
    return (double)((double)r > t ? r * (1 - (flr_real)1.2e-7) : r);
}

/// Returns the last representable time up to `end` that is within the tolerance of t, rounded down.
static inline double toi3_soon(double t, double tolerance, double end)
{
    const flr_real less = 1 - (flr_real)FLR_OVER_EPS;
    double from = toi3_round_down(t);
    flr_real later = (flr_real)(from + tolerance);
    if ((double)later > end) later = (flr_real)end;
    while ((double)later > from && ((double)later - from > tolerance || (double)later > end)) later *= less;
    return (double)later;
}

/// As flr_toi3_convex_convex, but only until time `end`: a later touch is no hit, and t = end.
flr_toi3_result flr_toi3_until(const toi3_pair *m, const flr_toi3_options *options, double end);

/// The same for the gap along one axis that is fixed in a shape's frame, as if no other could separate the
/// two.
flr_toi3_result flr_toi3_along(const toi3_pair *m, toi3_frame frame, flr_vec3 direction,
                               const flr_toi3_options *options, double end);

#endif
