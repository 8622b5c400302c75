/// The methods for the depth of two cores that overlap: signed_distance3.c takes the first that fits the
/// pair.
#ifndef FLR_CONVEX_DEPTH3_H
#define FLR_CONVEX_DEPTH3_H

#include "convex/minkowski3.h"
#include "feeler/convex3.h"

/// As flr_signed_distance3_convex_convex. It ends once the distance is known to be beyond the options'
/// largest, and reads and writes their cache where GJK is run. `near`, if not null, receives the numbers of
/// known support points of a and b: of the depth's face all three, of a distance one near the normal.
void flr_signed_distance3_within(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options,
                                 uint32_t near[2][3], flr_gjk3 *r);

/// Does flr_signed_distance3_convex_convex have the bits of flr_closest3_convex_convex where these two are
/// apart?
bool flr_depth3_has_distance(const flr_convex3 *a, const flr_convex3 *b);

// ---- The expanding polytope ----

struct polytope3;
struct epa3_result;

/// A function called at every step of the polytope, to show it (src/trace/). It gets, before each growth,
/// the polytope, its nearest face, and the height of the support point along that, which is the next vertex.
/// `met`: the bounds have met. For a difference without an inside, `nearest` is -1.
typedef struct epa3_observer {
    void (*on_step)(void *user, const struct polytope3 *p, int nearest, double reach, bool met,
                    const struct epa3_result *so_far);
    void *user;
} epa3_observer;

/// As flr_signed_distance3_convex_convex, by GJK and the polytope alone, also where other methods are
/// quicker.
void flr_signed_distance3_by_polytope(const flr_convex3 *a, const flr_convex3 *b,
                                      const epa3_observer *observer, flr_gjk3 *r);

/// The depth of two overlapping cores: the face of their difference that is nearest to the origin.
typedef struct epa3_result {
    bool converged;
    bool meets;                 ///< both points lie in their cores, and curved cores need no refinement
    double lower, upper;        ///< bounds on the depth of the cores
    dvec3 normal;               ///< unit: moving b along it by the depth separates the cores
    dvec3 a, b;                 ///< witness points relative to a's centre; a - b = depth * normal
    uint32_t id_a[3], id_b[3];  ///< the numbers of the face's corners, where known
    int iterations;
} epa3_result;

/// The expanding polytope algorithm (van den Bergen, 2001) inside the difference a - b, which contains the
/// origin. `start` is the simplex that GJK ended with. Exact orientation decides which faces a new point
/// sees, and a face in its plane counts as seen. So the polytope stays convex and none of its faces
/// degenerates, whatever the shapes. If the difference is flat, the depth is 0 along its normal.
///
/// Every face that is not yet confirmed lies inside the difference, so the nearest face is a lower bound;
/// the support plane in any direction is an upper one. `cache`, if not null, receives a simplex around the
/// origin with the found face, where there is one. `observer` may be null.
void flr_epa3(const pair3 *pair, const simplex3 *start, flr_gjk3_cache *cache, const epa3_observer *observer,
              epa3_result *r);

/// As flr_epa3, without a simplex, for two hulls that contain their middles by more than rounding errors.
/// The polytope begins with the difference of the centres and support points around the vector from there to
/// the origin; `last` is the farthest along that vector. Returns false if the cores may be apart or barely
/// touch, or the vector is short for the depth. Then *last is that support point, for a search that begins
/// with it.
bool flr_epa3_between(const pair3 *pair, vertex3 *last, epa3_result *r);

// ---- The nearest face of two hulls' Minkowski difference ----

/// It is found by turning a plane over the difference, and then proved.

/// How the search ended.
typedef enum facet3_end {
    FACET3_FOUND,
    FACET3_APART,  ///< the origin lies outside a supporting plane
    FACET3_LOST
} facet3_end;

/// A face of the difference.
typedef struct facet3 {
    uint32_t a[4], b[4];  ///< the corners' vertices, around the face; a triangle repeats the last one
    bool is_edges;        ///< the parallelogram of two edges
    int count;            ///< if the hulls are apart: of the corners in the plane
} facet3;

/// Finds the nearest face of hulls that are not flat. It begins at the support point along the line of
/// centres and goes from neighbour to neighbour. This proves nothing.
typedef facet3_end facet3_find_fn(const pair3 *p, const vertex3 *top, facet3 *f);
/// Proves in double that a face is the nearest. No vertex lies beyond its plane, and the ball around the
/// origin that touches the plane lies within the pyramid over the face with the difference of the centres as
/// its tip. Where the ball comes through a side of the pyramid, it must lie within what stands on that side,
/// up to a support point. Returns false where that is not certain.
typedef bool facet3_prove_fn(const pair3 *p, const facet3 *f, epa3_result *r);

/// As flr_epa3_between, with *f as the first face of a polytope that has the difference of the centres. A
/// support point by which the cores may be apart goes to *last.
bool flr_epa3_over(const pair3 *pair, const facet3 *f, vertex3 *last, epa3_result *r);

// ---- Two boxes, by their fifteen axes ----

typedef enum sat3_end {
    SAT3_DEEP,  ///< they overlap, and the depth is known
    SAT3_NEAR,  ///< within rounding of touching, or of a size not handled here
    SAT3_APART  ///< an axis separates them
} sat3_end;

typedef struct sat3_depth {
    double depth, rounding;  ///< rounding: one rounding error of the scene's size
    dvec3 normal;            ///< unit: moving b along it by the depth separates the boxes
    dvec3 a, b;              ///< witness points relative to a's centre; a - b = depth * normal
    bool meets;  ///< both witness points lie in their boxes; rarely where parallel faces are nearest
} sat3_depth;

/// Decides without the depth. *normal is the unit axis from a to b that separates the boxes if they are
/// apart, else zero.
sat3_end flr_sat3_box_box_axis(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 *normal);
/// Decides whether two boxes overlap, if that is certain by far, whatever else rounds; else returns
/// SAT3_NEAR.
sat3_end flr_sat3_box_box_overlap(const flr_box3 *a, const flr_box3 *b);
sat3_end flr_sat3_box_box_depth(const flr_convex3 *a, const flr_convex3 *b, sat3_depth *result);
/// Computes the depth of two triangles by their separating axes. Returns false if they do not cross by more
/// than rounding, or one is slim.
bool flr_sat3_triangles_depth(const flr_convex3 *a, const flr_convex3 *b, sat3_depth *result);
/// As flr_signed_distance3_convex_convex, for two boxes that overlap by more than rounding; returns false
/// for all others.
bool flr_depth3_two_boxes(const flr_convex3 *a, const flr_convex3 *b, flr_gjk3 *r);

// ---- Solids of revolution about parallel axes ----

/// Computes the depth of two cores with parallel axes: points, segments, cylinders and cones, at least one
/// of them a cylinder or a cone. The cores overlap. Returns false for other pairs.
///
/// The difference of two such cores is again a solid of revolution, about an axis parallel to both. The
/// point of its surface nearest to the origin lies in the plane of that axis and the origin. There the
/// difference is that of both sections, a convex polygon with few normals, each perpendicular to a side of
/// one of the sections. The one along which the sections part first is the depth's, wherever the axis lies.
bool flr_depth3_coaxial(const pair3 *pair, epa3_result *r);

// ---- Curved cores: bounds from a coarse polytope ----

/// Grows *p, a polytope around the origin, until its depth is proved, for two cores of which one is curved and
/// none is a user's. Returns false if it is not proved; then
/// *p has grown. Sets all of *r but the corners' numbers.
bool flr_depth3_by_caps(struct polytope3 *p, epa3_result *r);

// ---- Curved cores: a depth known nearly, improved ----

/// Improves a depth by turning its normal, for cores of which nothing is known but their support points.
/// Where the depth hardly changes with the direction, neither the faces of a polytope nor the distance of
/// cores moved apart show where it is least. But its value along a direction is exact to rounding. So the
/// normal is turned to the least value: down the depth's slope, across it, and about the cores' axes where
/// they have some, which keeps it perpendicular to a side. Sets upper, normal and the points of *e, which
/// must not be flat; the lower bound stays.
void flr_depth3_descend(const pair3 *pair, epa3_result *e);

/// Sets the points of *e by its normal and upper bound: where the cores touch once they are moved apart by
/// that.
void flr_depth3_meet(const pair3 *pair, epa3_result *e);

// ---- Curved cores: bounds that have not met ----

/// Makes the bounds of *e meet, and sets normal and points. *e must not be flat. Does nothing if neither
/// core is a cylinder or a cone.
///
/// If lower and upper differ, branch and bound over cells of directions closes the gap
/// (depth3_curved_bounds.c). Then the direction found is refined: the depth is the least value of the
/// greatest of a few smooth functions, and Newton's method is run on those that are greatest there. Their
/// points, weighted such that their slopes cancel, are where both cores touch once they are separated. With
/// a user's core, which no cells can bound, only the refinement is done.
void flr_depth3_polish(const pair3 *pair, epa3_result *e);

#endif
