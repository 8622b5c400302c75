/// Time of impact in the plane: two convex shapes on their paths, the axes that separate them at a time, and
/// bounds on how gaps along an axis change.
#ifndef FLR_TOI_TOI2_H
#define FLR_TOI_TOI2_H

#include "feeler/toi2.h"

#include "closest/frame2.h"

/// A shape in its own frame.
typedef struct flr_mover2 {
    const flr_convex2 *shape;
    double radius;
    const flr_vec2
        *listed;  ///< all corners where trying each is the fastest, else null; those of a box are in `own`
    flr_vec2 own[4];  ///< those of a box, in the frame that moves
    bool is_box;
    size_t count;
    double reach;        ///< of the core, from the origin of its frame
    double angle, turn;  ///< at the start; over the whole path
    flr_local2 first;    ///< cosine and sine at the start
} flr_mover2;

/// Two of them: a's origin as b's sees it moves from `start` to start + way.
typedef struct flr_movers2 {
    flr_mover2 a, b;
    flr_local2 start, way;
    double speed;   ///< length of the motion
    double radius;  ///< of both, and the target distance
    double noise;   ///< gaps below this are none
} flr_movers2;

/// A time: cosine and sine of both angles, and the place of a's origin from b's.
typedef struct flr_instant2 {
    double t;
    flr_local2 turn_a, turn_b, place;
} flr_instant2;

/// A direction from a to b that separates the cores, given in the world, in a's frame or in b's.
typedef struct flr_axis2 {
    enum { FLR_AXIS2_WORLD, FLR_AXIS2_OF_A, FLR_AXIS2_OF_B } frame;
    flr_local2 direction;  ///< unit
} flr_axis2;

/// The nearest features of the cores at a moment.
typedef struct flr_nearest2 {
    bool overlap;           ///< of the cores
    int count;              ///< 1: two corners; 2: an edge takes part
    flr_local2 a[2], b[2];  ///< corners, each in its own frame
    double weight;          ///< of the second
    flr_local2 normal;      ///< unit, in world, from a to b
} flr_nearest2;

static inline flr_local2 flr_turned2(flr_local2 turn, flr_local2 p)
{
    flr_local2 q = {turn.x * p.x - turn.y * p.y, turn.y * p.x + turn.x * p.y};
    return q;
}
static inline flr_local2 flr_turned_back2(flr_local2 turn, flr_local2 p)
{
    flr_local2 q = {turn.x * p.x + turn.y * p.y, turn.x * p.y - turn.y * p.x};
    return q;
}
static inline flr_local2 flr_local2_add(flr_local2 a, flr_local2 b)
{
    flr_local2 c = {a.x + b.x, a.y + b.y};
    return c;
}

/// A convex shape on its path; false where something is not finite.
bool flr_toi2_start(flr_movers2 *m, const flr_convex2 *a, const flr_path2 *path_a, const flr_convex2 *b,
                    const flr_path2 *path_b, double target_distance);
flr_instant2 flr_toi2_at(const flr_movers2 *m, double t);
/// The rotation along a path at t: cosine and sine, with the bits of flr_toi2_at.
flr_local2 flr_toi2_turn_at(const flr_path2 *path, double t);

/// All corners, or null: a pointer of the moment, so that the struct, which holds those of a box, may be copied.
static inline const flr_vec2 *flr_mover2_corners(const flr_mover2 *s)
{
    return s->is_box ? s->own : s->listed;
}

flr_local2 flr_mover2_far_support(const flr_mover2 *s, flr_local2 direction);

/// A farthest corner along a direction, both in the shape's frame.
static inline flr_local2 flr_mover2_support(const flr_mover2 *s, flr_local2 direction)
{
    const flr_vec2 *corner = flr_mover2_corners(s), *best = corner;
    if (!corner) return flr_mover2_far_support(s, direction);
    double most = (double)best->x * direction.x + (double)best->y * direction.y;
    for (size_t i = 1; i < s->count; ++i) {
        const flr_vec2 *p = &corner[i];
        double along = (double)p->x * direction.x + (double)p->y * direction.y;
        best = along > most ? p : best;
        most = along > most ? along : most;
    }
    flr_local2 p = {(double)best->x, (double)best->y};
    return p;
}

/// How far it reaches along a direction: the same without the corner, which saves the wait for which it is.
static inline double flr_mover2_reach(const flr_mover2 *s, flr_local2 direction)
{
    const flr_vec2 *corner = flr_mover2_corners(s);
    if (!corner) return flr_local2_dot(direction, flr_mover2_far_support(s, direction));
    double most = -INFINITY;
    for (size_t i = 0; i < s->count; ++i) {
        double along = direction.x * (double)corner[i].x + direction.y * (double)corner[i].y;
        most = along > most ? along : most;
    }
    return most;
}

/// The axis whose gap lasts longest: perpendicular to an edge and rotating with it, where an edge is
/// nearest.
flr_axis2 flr_toi2_axis(const flr_movers2 *m, const flr_instant2 *at, const flr_nearest2 *nearest);
/// The gap of the rounded shapes along an axis; negative where it does not separate them.
double flr_toi2_gap(const flr_movers2 *m, const flr_axis2 *axis, const flr_instant2 *at);
/// How a gap goes on: its derivatives over 1, 2 and 6.
typedef struct flr_derivatives2 {
    double slope, curve, twist;
} flr_derivatives2;

/// That of the gap along an axis by the corners that are nearest: a guess, as others may take over.
flr_derivatives2 flr_toi2_derivatives(const flr_movers2 *m, const flr_axis2 *axis, const flr_instant2 *at,
                                      const flr_nearest2 *nearest);
/// A bound on the second derivative of every corner's share in that gap, from one moment to a later one.
double flr_toi2_second_derivative(const flr_movers2 *m, const flr_axis2 *axis, const flr_instant2 *from,
                                  const flr_instant2 *to);

/// Fourth powers of lengths must stay within the range of double, squares within that of flr_real: the power of two in
/// whose unit a scene of this size is to be followed, 1 for usual ones.
flr_real flr_toi2_unit(double size);
/// The largest coordinate of a path.
double flr_path2_size(const flr_path2 *path);
static inline bool flr_is_path2_finite(const flr_path2 *p)
{
    return flr_is_finite2(p->from.position) && flr_is_finite2(p->to.position) && isfinite(p->from.angle) &&
           isfinite(p->to.angle);
}
/// A path in another unit.
flr_path2 flr_path2_scaled(const flr_path2 *path, flr_real unit);

/// A core in another unit; it stays where it is, as a user's function is given it.
typedef struct toi2_scaled {
    flr_convex2 shape;
    const flr_convex2 *from;
    flr_real unit;
} toi2_scaled;
void flr_toi2_scale(toi2_scaled *s, const flr_convex2 *from, flr_real unit);

/// A search from time `from` for a touch up to `until`. The time of touch is known to within `tolerance`,
/// the time before it usually to within `fine`; 0: as well as rounding permits.
typedef struct flr_search2 {
    double from, until, tolerance, fine;
    int steps, max_steps;
} flr_search2;

/// All is free before `free`; a touch by `touched` (`hit`); or neither, when steps ran out.
typedef struct flr_toi2_end {
    bool hit, converged;
    double free, touched;
    flr_nearest2 nearest;  ///< at `free`, of a hit
} flr_toi2_end;

/// With `fixed` not null along that axis alone: the touch is where it no longer separates them.
flr_toi2_end flr_toi2_search(const flr_movers2 *m, const flr_axis2 *fixed, flr_search2 *search);

/// Reads the options into a search of the whole path. False where they are wrong.
bool flr_search2_start(flr_search2 *search, double *target_distance, const flr_toi2_options *options);
/// Narrows the search to the times at which discs around the origins of the two frames touch: the shapes cannot before
/// or after. False where they never do.
bool flr_search2_narrow(flr_search2 *search, const flr_movers2 *m);
/// The answer; normal and point are left zero.
flr_toi2_result flr_toi2_answer(const flr_toi2_end *found, int steps);
/// Normal and point of a hit after the start, from the nearest features and the radius around the core of b.
void flr_toi2_place(double radius_b, const flr_path2 *path_b, const flr_toi2_end *found,
                    flr_toi2_result *result);

/// An outline on its path. Of a core by a user's function that is one of its points and the corners of a box around it.
typedef struct flr_moving2 {
    const flr_outline2 *outline;
    const flr_path2 *path;
    const flr_convex2 *user;  ///< or null
} flr_moving2;

/// Any two outlines.
flr_toi2_result flr_toi2_moving(const flr_moving2 *a, const flr_moving2 *b, const flr_toi2_options *options);
static inline flr_toi2_result flr_toi2_outline(const flr_outline2 *a, const flr_path2 *path_a,
                                               const flr_outline2 *b, const flr_path2 *path_b,
                                               const flr_toi2_options *options)
{
    const flr_moving2 x = {a, path_a, NULL}, y = {b, path_b, NULL};
    return flr_toi2_moving(&x, &y, options);
}

#endif
