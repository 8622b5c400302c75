/// The separation of two boxes or hulls on their paths along an axis, and how it changes. Vectors of both
/// shapes are computed side by side, one in each lane.
#ifndef FLR_TOI_TOI3_SEPARATION_H
#define FLR_TOI_TOI3_SEPARATION_H

#include "convex/simplex3.h"
#include "toi/toi3.h"

/// A vector of a and one of b, a lane each.
typedef struct lanes3 {
    f64x2 x, y, z;
} lanes3;

/// A vector that rotates with its shape by an angle: still + cos * across + sin * beside.
typedef struct toi3_turning {
    lanes3 still, across, beside;
} toi3_turning;

/// Both shapes, in double also if flr_real is float.
typedef struct toi3_sides {
    const flr_hull3 *hull_a, *hull_b;  ///< null for a box
    bool turns_a, turns_b;
    double angle_a, angle_b;
    lanes3 axis, spin;       ///< axes of the turns: unit, and times the angle
    toi3_turning column[3];  ///< the axes of the cores
    toi3_turning center;     ///< relative to the points that the paths move
    lanes3 half;             ///< half extents of boxes
    dvec3 start, step;
    double error;  ///< of any gap, and the radii
} toi3_sides;

/// Prepares both; false for shapes other than boxes and hulls, and for scenes so large or small that
/// products might overflow or vanish.
bool flr_toi3_sides_make(const toi3_pair *m, toi3_sides *s);

/// The poses of both at a time, and the offset between the points that their paths move.
typedef struct toi3_pose {
    double time;
    f64x2 cosine, sine;
    lanes3 column[3], center;
    dvec3 way;
} toi3_pose;

void flr_toi3_pose_at(const toi3_sides *s, double t, toi3_pose *now);

/// Two points by number: of a hull the vertex, of a box a bit for each negative coordinate.
typedef struct toi3_points {
    uint32_t a, b;
} toi3_points;

/// The gap along an axis at a time, and between which points.
typedef struct toi3_separation {
    double time, gap;  ///< as flr_toi3_gap
    toi3_frame frame;
    lanes3 directions;
    dvec3 normal, way;  ///< the axis, and the offset between the points that the paths move
    double length;      ///< length of the axis
    toi3_points far;
    lanes3 point;  ///< those points, each relative to the point that its path moves
} toi3_separation;

/// Computes the gap along an axis by support points. `directions`: the vectors of the axis that rotate with
/// a and with b. `before`: an earlier separation along the same axis, or null. A shape that does not rotate
/// against the axis keeps its support point.
void flr_toi3_separation(const toi3_sides *s, const toi3_pose *now, toi3_frame frame,
                         const lanes3 *directions, const toi3_separation *before, toi3_separation *sample);

/// The same between given points, as if they were the support points.
void flr_toi3_separation_between(const toi3_sides *s, const toi3_pose *now, toi3_frame frame,
                                 const lanes3 *directions, toi3_points far, toi3_separation *sample);

/// Estimates when the gap along the axis is `aim`, as if the support points stayed the same. Infinite if
/// that is not before `end`. A guess.
double flr_toi3_gap_root(const toi3_sides *s, const toi3_separation *l, double aim, double end);

/// Makes the vertex of the Minkowski difference from two points, relative to the point that a's path moves.
void flr_toi3_vertex(const toi3_sides *s, const toi3_pose *now, toi3_points p, vertex3 *v);

static inline f64x2 lanes3_dot(lanes3 a, lanes3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline lanes3 lanes3_add(lanes3 a, lanes3 b) { return (lanes3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline lanes3 lanes3_scale(f64x2 s, lanes3 a) { return (lanes3){s * a.x, s * a.y, s * a.z}; }
static inline lanes3 lanes3_cross(lanes3 a, lanes3 b)
{
    return (lanes3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline lanes3 lanes3_of(dvec3 a, dvec3 b) { return (lanes3){{a.x, b.x}, {a.y, b.y}, {a.z, b.z}}; }
static inline dvec3 lanes3_a(lanes3 v) { return dvec3_make(v.x[0], v.y[0], v.z[0]); }
static inline dvec3 lanes3_b(lanes3 v) { return dvec3_make(v.x[1], v.y[1], v.z[1]); }

/// The vector from a's centre to b's.
static inline dvec3 toi3_between(const toi3_pose *now)
{
    return dvec3_add(now->way, dvec3_sub(lanes3_b(now->center), lanes3_a(now->center)));
}

/// The axis from its vectors; the product of two edges need not have unit length. Always inline: returned in
/// memory, it would be loaded in another width and stall.
static inline __attribute__((always_inline)) dvec3 toi3_normal(toi3_frame frame, const lanes3 *d)
{
    if (frame == TOI3_EDGES) return dvec3_cross(lanes3_a(*d), lanes3_b(*d));
    return frame == TOI3_B ? lanes3_b(*d) : lanes3_a(*d);
}

/// Brings local points of both cores to their poses, each relative to the point that its path moves.
static inline lanes3 toi3_at_poses(const toi3_pose *now, lanes3 v)
{
    lanes3 sum = lanes3_scale(v.x, now->column[0]);
    sum = lanes3_add(sum, lanes3_scale(v.y, now->column[1]));
    return lanes3_add(now->center, lanes3_add(sum, lanes3_scale(v.z, now->column[2])));
}

/// Brings an offset from the point that a's path moves to world.
static inline flr_vec3 toi3_world(const toi3_pair *m, double time, dvec3 p)
{
    return flr_add3(flr_mul_add3(m->origin, (flr_real)time, m->way), dvec3_round(p));
}

/// Rotates vectors at t = 0 on, each by its shape's angle.
static inline lanes3 toi3_turn(const toi3_sides *s, const toi3_pose *by, lanes3 v)
{
    lanes3 still = lanes3_scale(lanes3_dot(v, s->axis), s->axis), beside = lanes3_cross(s->axis, v);
    const f64x2 cosine = by->cosine, sine = by->sine;
    return (lanes3){still.x + (cosine * (v.x - still.x) + sine * beside.x),
                    still.y + (cosine * (v.y - still.y) + sine * beside.y),
                    still.z + (cosine * (v.z - still.z) + sine * beside.z)};
}

/// As flr_toi3_move, for these poses.
void flr_toi3_move_sides(const toi3_pair *m, const toi3_pose *now, toi3_placed *placed);

/// The vectors of an axis at a time.
static inline lanes3 toi3_directions(const toi3_sides *s, const toi3_pose *now, const toi3_axis *x)
{
    const dvec3 d = dvec3_from(x->direction);
    if (x->frame == TOI3_WORLD) return lanes3_of(d, d);
    return toi3_turn(s, now, lanes3_of(d, x->frame == TOI3_EDGES ? dvec3_from(x->edge) : d));
}

/// Advances along an axis from one separation to the root of its gap or to the end, and proves all times
/// between free. `at` is the separation there. False if a single step did not do it.
bool flr_toi3_advance(const toi3_pair *m, const toi3_sides *s, const toi3_axis *x, double end,
                      const toi3_separation *from, toi3_separation *at);

/// As flr_toi3_spanned_axis, from the simplex of a distance query.
bool flr_toi3_simplex_axis(const toi3_pair *m, const toi3_sides *s, const toi3_pose *now,
                           const flr_gjk3_cache *c, flr_vec3 n, toi3_axis *x);

/// Do the features of that simplex still touch in their present poses? Sets their points, relative to a's
/// centre.
bool flr_toi3_simplex_touches(const toi3_pair *m, const toi3_sides *s, const toi3_pose *now,
                              const flr_gjk3_cache *c, flr_vec3 *point_a, flr_vec3 *point_b);

#endif
