/// The ways to the depth of two cores that overlap: signed_distance3.c takes the first that fits the pair.
#ifndef FLR_CONVEX_DEPTH3_H
#define FLR_CONVEX_DEPTH3_H

#include "convex/minkowski3.h"
#include "feeler/convex3.h"
#include "math/simd.h"

/// As flr_signed_distance3_convex_convex; ends once the distance is known to be beyond the options' largest, and
/// reads and writes their cache where GJK is run. To `near`, if not null, go the numbers of support points of a and b where some are
/// known: of the depth's face all three, of a distance one near the normal.
void flr_signed_distance3_within(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options,
                                 uint32_t near[2][3], flr_gjk3 *r);

/// Where these are apart, is flr_signed_distance3_convex_convex to the last bit flr_closest3_convex_convex?
bool flr_depth3_has_distance(const flr_convex3 *a, const flr_convex3 *b);

// ---- The expanding polytope ----

struct polytope3;
struct epa3_result;

/// Sees the steps of the polytope, to show them (src/trace/): before each growth, with the polytope, its nearest face, and the point found
/// along that as the next vertex, which reaches so far. `met`: the bounds have met. A difference without an inside has no face, -1.
typedef struct epa3_observer {
    void (*on_step)(void *user, const struct polytope3 *p, int nearest, double reach, bool met,
                    const struct epa3_result *so_far);
    void *user;
} epa3_observer;

/// As flr_signed_distance3_convex_convex, by GJK and the polytope alone, also where other ways are quicker.
void flr_signed_distance3_by_polytope(const flr_convex3 *a, const flr_convex3 *b,
                                      const epa3_observer *observer, flr_gjk3 *r);

/// The face of the difference of two overlapping cores that is nearest to the origin.
typedef struct epa3_result {
    bool converged;
    bool meets;                 ///< both points are in their cores, and curved cores need no more
    double lower, upper;        ///< bounds on the depth of the cores
    dvec3 normal;               ///< unit: moving b along it by the depth separates the cores
    dvec3 a, b;                 ///< witness points relative to a's centre; a - b = depth * normal
    uint32_t id_a[3], id_b[3];  ///< of the face's corners, where known
    int iterations;
} epa3_result;

/// Expanding polytope (van den Bergen, 2001) inside the difference a - b, which holds the origin;
/// `start` is the simplex GJK ended with. Which faces a new point sees
/// is decided by exact orientation, and a face in its plane counts as seen: so the polytope stays
/// convex and none of its faces degenerates, whatever the shapes. Where the difference is flat the
/// depth is 0, along its normal. Bounds: every face that is not yet confirmed lies inside the difference, so the
/// nearest face is a lower bound; the support plane in any direction is an upper one. To `cache`, if not null, goes a simplex
/// around the origin that has the found face, where there is one. `observer` may be null.
void flr_epa3(const pair3 *pair, const simplex3 *start, flr_gjk3_cache *cache, const epa3_observer *observer,
              epa3_result *r);

/// Of two hulls that hold their middles, by more than rounding errors: the same without a simplex, from the difference of the centres and support
/// points around the vector from there to the origin, of which `last` is the farthest along that way. False where the cores may be
/// apart or barely touch, or that way is short for the depth; then the last support point is there, for a search that begins with it.
bool flr_epa3_between(const pair3 *pair, vertex3 *last, epa3_result *r);

// ---- The nearest face of two hulls' Minkowski difference ----

/// The face of the Minkowski difference of two hulls that is nearest to the origin: found by turning a plane, and then proved.

/// How the search ended.
typedef enum facet3_end {
    FACET3_FOUND,
    FACET3_APART,  ///< a plane does not have the origin behind it
    FACET3_LOST
} facet3_end;

/// A face of the difference.
typedef struct facet3 {
    uint32_t a[4], b[4];  ///< the corners' vertices, around the face; of a triangle the last one twice
    bool is_edges;        ///< of two edges: a parallelogram
    int count;            ///< where they are apart: of the corners in the plane
} facet3;

/// Of hulls that are not flat, from the support point along the line of centres, by neighbours alone: proves nothing.
typedef facet3_end facet3_find_fn(const pair3 *p, const vertex3 *top, facet3 *f);
/// In double: no vertex lies beyond the face's plane, and the ball around the origin that touches the plane lies within the pyramid over the face with
/// the difference of the centres as its tip. Where it comes through a side of that, it lies within it and what stands there, up to a support
/// point. False where that is not known for sure.
typedef bool facet3_prove_fn(const pair3 *p, const facet3 *f, epa3_result *r);

/// What the search has found as the first face of a polytope with the difference of the centres: as flr_epa3_between. The support point that
/// tells that the cores may be apart goes to *last.
bool flr_epa3_over(const pair3 *pair, const facet3 *f, vertex3 *last, epa3_result *r);

// ---- Two boxes, by their fifteen axes ----

typedef enum sat3_end {
    SAT3_DEEP,  ///< they overlap, and the depth is known
    SAT3_NEAR,  ///< within rounding of touching, or of a size that is not dealt with here
    SAT3_APART  ///< an axis separates them
} sat3_end;

typedef struct sat3_depth {
    double depth, rounding;  ///< rounding: one, of the scene's size
    dvec3 normal;            ///< unit: moving b along it by the depth separates the boxes
    dvec3 a, b;              ///< witness points relative to a's centre; a - b = depth * normal
    bool meets;  ///< both witness points lie in their boxes: not so, as a rule, where parallel faces meet
} sat3_depth;

/// Without the depth; *normal is the unit axis that separates the boxes where they are apart, from a to b, else zero.
sat3_end flr_sat3_box_box_axis(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 *normal);
/// Whether they overlap where that is sure by far, whatever else rounds, and not how deep; else SAT3_NEAR.
sat3_end flr_sat3_box_box_overlap(const flr_box3 *a, const flr_box3 *b);
sat3_end flr_sat3_box_box_depth(const flr_convex3 *a, const flr_convex3 *b, sat3_depth *result);
/// As flr_signed_distance3_convex_convex, of two boxes that overlap by more than rounding; false for all others.
bool flr_depth3_two_boxes(const flr_convex3 *a, const flr_convex3 *b, flr_gjk3 *r);

// ---- Solids of revolution about parallel axes ----

/// Points, segments, cylinders and cones whose axes are parallel, at least one of them a cylinder or a cone. The cores
/// meet. False for other pairs.
///
/// The difference of two such cores is again a solid of revolution, about an axis parallel to both. The origin's nearest
/// point of its surface lies in the plane of that axis and the origin, and there the difference is that of both
/// sections, a convex polygon whose sides are perpendicular to a side of one of them: of their few normals the one along which
/// the sections part first is the depth's, wherever the axis lies.
bool flr_depth3_coaxial(const pair3 *pair, epa3_result *r);

// ---- Curved cores: bounds from a coarse polytope ----

/// Of two cores, one of them a cylinder or a cone and none of them known by its support points alone: grows *p, which is around the origin, until
/// its depth is proved. False where it is not; then *p has grown. Sets all of *r but the corners' numbers.
bool flr_depth3_by_caps(struct polytope3 *p, epa3_result *r);

// ---- Curved cores: a depth known nearly, improved ----

/// Where the depth hardly changes with the direction, neither the faces of a polytope nor the distance of cores moved apart
/// tell where it is least. Its value along a direction is exact to rounding, though: so the normal is turned to the least value,
/// down the depth's slope, across it, and about the cores' axes where they have some, which keeps it perpendicular to a side. For cores of
/// which nothing is known but their support points. Sets upper, normal and the points of *e, which must not be flat; the lower
/// bound stays.
void flr_depth3_descend(const pair3 *pair, epa3_result *e);

/// The points of *e again, by its normal and upper bound: where the cores touch once they are moved apart by that.
void flr_depth3_meet(const pair3 *pair, epa3_result *e);

// ---- Curved cores: bounds that have not met ----

/// Begins with *e, which must not be flat, and sets its bounds, normal and points; nothing where neither core is a cylinder or a
/// cone.
///
/// If lower and upper differ, branch and bound over cells of directions closes the gap (depth3_curved_bounds.c). Then the direction is refined where it is found, as the least
/// of a few smooth functions: Newton's method on those that are greatest there, whose points, weighed by what cancels
/// their slopes, are the points of both cores that touch once they are separated. With a user's core, which no cells can bound, only this.
void flr_depth3_polish(const pair3 *pair, epa3_result *e);

#endif
