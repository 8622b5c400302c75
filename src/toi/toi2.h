/// Time of impact in the plane: two convex shapes on their paths, the axes that separate them, and bounds on
/// how the gap along an axis changes.
#ifndef FLR_TOI_TOI2_H
#define FLR_TOI_TOI2_H

#include "feeler/toi2.h"

#include "closest/frame2.h"

/// A shape on its path, in its own frame.
typedef struct flr_mover2 {
    const flr_convex2 *shape;
    double radius;
    const flr_vec2 *listed;  ///< all corners if trying each is fastest, else null; a box's are in `own`
    flr_vec2 own[4];         ///< the corners of a box, in the frame that moves
    bool is_box;
    size_t count;
    double reach;        ///< radius of the core around the origin of its frame
    double angle, turn;  ///< angle at the start, and its change over the whole path
    flr_local2 first;    ///< cosine and sine at the start
} flr_mover2;

/// Both shapes. The vector from b's origin to a's goes from `start` to start + way.
typedef struct flr_movers2 {
    flr_mover2 a, b;
    flr_local2 start, way;
    double speed;   ///< length of `way`
    double radius;  ///< the sum of both radii and the target distance
    double noise;   ///< a gap below this is a rounding error
} flr_movers2;

/// A time: cosine and sine of both angles, and the vector from b's origin to a's.
typedef struct flr_instant2 {
    double t;
    flr_local2 turn_a, turn_b, place;
} flr_instant2;

/// A direction from a to b that separates the cores, fixed in world, in a's frame or in b's.
typedef struct flr_axis2 {
    enum { FLR_AXIS2_WORLD, FLR_AXIS2_OF_A, FLR_AXIS2_OF_B } frame;
    flr_local2 direction;  ///< unit
} flr_axis2;

/// The nearest features of the cores at a time.
typedef struct flr_nearest2 {
    bool overlap;           ///< do the cores overlap?
    int count;              ///< 1: two corners; 2: an edge takes part
    flr_local2 a[2], b[2];  ///< corners, each in its own frame
    double weight;          ///< of the second corners
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

/// Prepares two convex shapes on their paths; false if something is not finite.
bool flr_toi2_start(flr_movers2 *m, const flr_convex2 *a, const flr_path2 *path_a, const flr_convex2 *b,
                    const flr_path2 *path_b, double target_distance);
flr_instant2 flr_toi2_at(const flr_movers2 *m, double t);
/// The rotation along a path at t as cosine and sine, with the bits of flr_toi2_at.
flr_local2 flr_toi2_turn_at(const flr_path2 *path, double t);

/// All corners, or null. Not stored as a pointer, because a copy of the struct has its own corners of a box.
static inline const flr_vec2 *flr_mover2_corners(const flr_mover2 *s)
{
    return s->is_box ? s->own : s->listed;
}

flr_local2 flr_mover2_far_support(const flr_mover2 *s, flr_local2 direction);

/// The support corner along a direction, both in the shape's frame.
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

/// The support height along a direction. Without the corner it has a shorter chain of dependent
/// instructions.
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

/// Chooses the axis whose gap lasts longest. If an edge is nearest, the axis is perpendicular to the edge
/// and rotates with it.
flr_axis2 flr_toi2_axis(const flr_movers2 *m, const flr_instant2 *at, const flr_nearest2 *nearest);
/// Returns the gap of the rounded shapes along an axis; negative if the axis does not separate them.
double flr_toi2_gap(const flr_movers2 *m, const flr_axis2 *axis, const flr_instant2 *at);
/// The Taylor coefficients of a gap: its derivatives divided by 1, 2 and 6.
typedef struct flr_derivatives2 {
    double slope, curve, twist;
} flr_derivatives2;

/// Those of the gap along an axis by the corners that are nearest now. A guess, as others may take over.
flr_derivatives2 flr_toi2_derivatives(const flr_movers2 *m, const flr_axis2 *axis, const flr_instant2 *at,
                                      const flr_nearest2 *nearest);
/// Returns a bound on the second derivative of that gap for every pair of corners, between two times.
double flr_toi2_second_derivative(const flr_movers2 *m, const flr_axis2 *axis, const flr_instant2 *from,
                                  const flr_instant2 *to);

/// Returns the power of two in whose unit a scene of this size is to be searched; 1 for usual sizes. In that
/// unit fourth powers of lengths stay within the range of double, and squares within that of flr_real.
flr_real flr_toi2_unit(double size);
/// The largest coordinate of a path.
double flr_path2_size(const flr_path2 *path);
static inline bool flr_is_path2_finite(const flr_path2 *p)
{
    return flr_is_finite2(p->from.position) && flr_is_finite2(p->to.position) && isfinite(p->from.angle) &&
           isfinite(p->to.angle);
}
/// The path in another unit.
flr_path2 flr_path2_scaled(const flr_path2 *path, flr_real unit);

/// A search from time `from` for a touch up to `until`. The time of touch is found to within `tolerance`,
/// the free time before it usually to within `fine` (0: as well as rounding permits).
typedef struct flr_search2 {
    double from, until, tolerance, fine;
    int steps, max_steps;
} flr_search2;

/// What a search found: all times before `free` are free, and there is a touch by `touched` (`hit`). Not
/// converged if steps ran out.
typedef struct flr_toi2_end {
    bool hit, converged;
    double free, touched;
    flr_nearest2 nearest;  ///< at `free`, for a hit
} flr_toi2_end;

/// Searches for the first touch. If `fixed` is not null, along that axis alone: they touch when it no longer
/// separates them.
flr_toi2_end flr_toi2_search(const flr_movers2 *m, const flr_axis2 *fixed, flr_search2 *search);

/// Fills in a search of the whole path from the options; false if these are wrong.
bool flr_search2_start(flr_search2 *search, double *target_distance, const flr_toi2_options *options);
/// Narrows the search to the times at which discs around the origins of the two frames overlap; at others
/// the shapes cannot touch. False if the discs never do.
bool flr_search2_narrow(flr_search2 *search, const flr_movers2 *m);
/// The result of a search; normal and point stay zero.
flr_toi2_result flr_toi2_answer(const flr_toi2_end *found, int steps);
/// Sets normal and point of a hit after the start, from the nearest features and the radius around b's core.
void flr_toi2_place(double radius_b, const flr_path2 *path_b, const flr_toi2_end *found,
                    flr_toi2_result *result);

/// An outline on its path. For a core with a user's function the outline is one of its points and the
/// corners of a box around it.
typedef struct flr_moving2 {
    const flr_outline2 *outline;
    const flr_path2 *path;
    const flr_convex2 *user;  ///< or null
} flr_moving2;

/// Finds the first touch of any two outlines.
flr_toi2_result flr_toi2_moving(const flr_moving2 *a, const flr_moving2 *b, const flr_toi2_options *options);
static inline flr_toi2_result flr_toi2_outline(const flr_outline2 *a, const flr_path2 *path_a,
                                               const flr_outline2 *b, const flr_path2 *path_b,
                                               const flr_toi2_options *options)
{
    const flr_moving2 x = {a, path_a, NULL}, y = {b, path_b, NULL};
    return flr_toi2_moving(&x, &y, options);
}

#endif
