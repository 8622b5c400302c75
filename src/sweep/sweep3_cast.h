/// Linear casts of two convex shapes: how the shapes are given, the inner answer, and the result that a
/// caller gets.
#ifndef FLR_SWEEP_SWEEP3_CAST_H
#define FLR_SWEEP_SWEEP3_CAST_H

#include "closest/frame3.h"
#include "convex/support3.h"
#include "feeler/sweep3.h"
#include "math/double_double.h"

/// A convex shape as given: a convex core, an axis-aligned box by its faces, or the hull of a list of points
/// in world coordinates.
typedef struct sweep3_source {
    const flr_convex3 *convex;
    const flr_aabb3 *range;
    const flr_vec3 *vertices;
    size_t count;
} sweep3_source;

static inline sweep3_source sweep3_of_convex(const flr_convex3 *c)
{
    sweep3_source s = {.convex = c};
    return s;
}
static inline sweep3_source sweep3_of_range(const flr_aabb3 *b)
{
    sweep3_source s = {.range = b};
    return s;
}
static inline sweep3_source sweep3_of_vertices(const flr_vec3 *v, size_t count)
{
    sweep3_source s = {.vertices = v, .count = count};
    return s;
}

/// The answer of a cast. With `ask` the two may overlap at t = 0, and a static test must decide. If the test
/// says they are apart, or without `ask`, `hit` and the rest hold.
typedef struct sweep3_answer {
    bool ask, hit, exhausted;
    double t;
    dvec3 normal;               ///< unit length, from a to b
    flr_vec3 point_a, point_b;  ///< where they touch; point_a as it lies on a at the start
    int steps;
    uint32_t child_a, child_b, triangle_a, triangle_b;
} sweep3_answer;

/// Casts a along the motion onto b, up to the distance `keep`; touches later than `limit` do not count.
/// `line`, where not null, says that one of the two is an infinite line, given by a point of it: `line` is
/// its direction.
sweep3_answer flr_sweep3_cast(const sweep3_source *a, flr_vec3 motion, const sweep3_source *b, double keep,
                              double limit, const flr_vec3 *line);

/// Does the same for round shapes with few corners. Returns false, and leaves *r as it was, if the
/// search has to answer.
bool flr_sweep3_by_tangents(const sweep3_source *a, flr_vec3 motion, const sweep3_source *b, double keep,
                            double limit, sweep3_answer *r);

/// Rounds a time to flr_real, never upward.
static inline flr_real sweep3_round_down(double t)
{
    flr_real r = (flr_real)t;
    return (double)r > t ? r * (1 - (flr_real)0x1p-24) : r;
}

static inline flr_sweep3_result sweep3_not_finite(void)
{
    flr_sweep3_result r = {.status = FLR_NOT_FINITE};
    return r;
}

/// Turns a result that has overflowed, from sizes too far apart, into FLR_NOT_FINITE.
static inline void sweep3_hold_to_numbers(flr_sweep3_result *r)
{
    if (!(isfinite(r->t) && flr_is_finite3(r->point) && flr_is_finite3(r->normal))) *r = sweep3_not_finite();
}

/// The result for a caller. `overlap`: the cast asked for a static test, and that found an overlap.
static inline flr_sweep3_result sweep3_result_of(const sweep3_answer *answer, bool overlap)
{
    flr_sweep3_result r = {.status = FLR_OK, .iterations = answer->steps};
    r.hit = overlap || answer->hit;
    r.overlap_at_start = overlap;
    if (overlap || !answer->hit) return r;
    if (answer->exhausted) r.status = FLR_NOT_CONVERGED;
    r.t = sweep3_round_down(answer->t);
    r.point = answer->point_b;
    r.normal = dvec3_round(answer->normal);
    r.child_a = answer->child_a;
    r.child_b = answer->child_b;
    r.triangle_a = answer->triangle_a;
    r.triangle_b = answer->triangle_b;
    sweep3_hold_to_numbers(&r);
    return r;
}

/// Makes `best` the earlier of two touches; `ask` stays set if either has it.
static inline void sweep3_keep_nearer(sweep3_answer *best, const sweep3_answer *next)
{
    bool ask = best->ask || next->ask;
    int steps = best->steps + next->steps;
    if (next->hit && (!best->hit || next->t < best->t)) *best = *next;
    best->ask = ask;
    best->steps = steps;
}

/// Returns the largest double not above p / q, where both are positive and known in twice the precision.
double flr_sweep3_quotient_below(flr_double2 p, flr_double2 q);

/// Casts a core, given by its extreme points `low` and `high` along the normal and its radius, onto a plane,
/// or onto the halfspace behind it (`solid`). `side` says where all of the core is known to be: 1 in front,
/// -1 behind, 0 unknown, so that only the rounded extreme points decide.
sweep3_answer flr_sweep3_to_plane(flr_vec3 low, flr_vec3 high, double radius, flr_vec3 motion,
                                  const flr_plane3 *h, bool solid, int side, double limit);

/// Casts boxes by moving separating axes. `turned`: the second box moves, not the first.
sweep3_answer flr_sweep3_find_box_box(const flr_box3 *a, flr_vec3 motion, const flr_box3 *b);
sweep3_answer flr_sweep3_find_aabb_box(const flr_aabb3 *a, flr_vec3 motion, const flr_box3 *b, bool turned);

/// Casts a convex shape onto a planar sheet, concave or not, up to the distance `keep`: onto the edges of
/// the sheet, and by the extreme points of the shape along the sheet's normal.
sweep3_answer flr_sweep3_to_sheet(const sweep3_source *a, flr_vec3 motion, const flr_vec3 *v, size_t count,
                                  double keep, double limit);

#endif
