/// Feeler: traces. What the algorithms do step by step, to show it, or to find out why an answer is as it is.
///
/// Each step goes to a function of the caller, with the `user` pointer given beside it; what a step points to is lost when that
/// function returns. Nothing is allocated. A null function gives the result alone.
#ifndef FEELER_TRACE_H
#define FEELER_TRACE_H

#include "feeler/contact2.h"
#include "feeler/contact3.h"
#include "feeler/raycast3.h"
#include "feeler/sweep2.h"
#include "feeler/sweep3.h"
#include "feeler/toi2.h"
#include "feeler/toi3.h"

FLR_EXTERN_C_BEGIN

// ---- Separating axes

typedef enum flr_sat_kind {
    FLR_SAT_FACE_A,  ///< normal of a face of a, in the plane of an edge
    FLR_SAT_FACE_B,  ///< of b, reversed: it leads from a to b
    FLR_SAT_EDGES    ///< perpendicular to an edge of each; in space only
} flr_sat_kind;

/// An axis that may separate two shapes.
typedef struct flr_sat3_axis {
    flr_sat_kind kind;
    /// The face of a hull; of a box 0 to 2 for its axes. FLR_HULL_NONE: edges, and of a polygon in space an edge, outward in its plane.
    uint32_t face;
    uint32_t edge_a[2], edge_b[2];  ///< the corners of the edges behind it; else FLR_HULL_NONE
    flr_vec3 axis;                  ///< unit, from a to b
    flr_real separation;            ///< along it: above 0 the gap, below 0 minus the overlap
    flr_vec3 point_a, point_b;      ///< farthest points of a along it and of b against it
    uint32_t vertex_a, vertex_b;    ///< their numbers, as flr_support3_vertex
    bool better;                    ///< it replaced the best so far
} flr_sat3_axis;

typedef struct flr_sat3_answer {
    flr_real
        separation;  ///< the largest: of shapes that overlap minus their depth, else a lower bound of the distance
    flr_vec3 axis;    ///< unit, from a to b; zero without an axis
    uint32_t chosen;  ///< which of the axes, counted as they came
    uint32_t count;   ///< of axes
    uint32_t
        edge_pairs;  ///< of all edges, though no axis comes of those that are parallel, or whose normals do not meet
} flr_sat3_answer;

typedef void flr_trace3_sat_fn(void *user, const flr_sat3_axis *axis);

/// The separating axes of two boxes or two hulls, solids or polygons, without radii: faces of a, faces of b, pairs of edges. This is the loop of
/// flr_separation3_box_box and flr_separation3_hull_hull, and its answer where `face_bias` is 0. Edges have to be better than faces by
/// `face_bias` and 1e-12 of the extents (2e-6 in float), as for flr_contact3_box_box. Of hulls only those pairs of edges come whose
/// arcs on the Gauss map cross or may: they alone span a face of the Minkowski difference. FLR_INVALID_ARGUMENT: null, a bias
/// below 0 or not finite, other shapes; FLR_NOT_FINITE. Gottschalk, Lin and Manocha 1996; Gregorius 2013.
FLR_API flr_status flr_trace3_sat(const flr_convex3 *a, const flr_convex3 *b, flr_real face_bias,
                                  flr_trace3_sat_fn *step, void *user, flr_sat3_answer *result);

/// As flr_sat3_axis, of the normals of edges: from corner `edge` to the next.
typedef struct flr_sat2_axis {
    flr_sat_kind kind;
    uint32_t edge;
    flr_vec2 axis;
    flr_real separation;
    flr_vec2 point_a, point_b;
    uint32_t vertex_a, vertex_b;
    bool better;
} flr_sat2_axis;

typedef struct flr_sat2_answer {
    flr_real separation;
    flr_vec2 axis;
    uint32_t chosen, count;
} flr_sat2_answer;

typedef void flr_trace2_sat_fn(void *user, const flr_sat2_axis *axis);

/// The separating axes of two polygons, corners in order around either way, boxes among them: outward normals of the edges of a, then those of
/// b, reversed. Of a segment, or of corners on a line, both sides and both ends. A later axis has to be better by more than `face_bias`;
/// flr_contact2_convex_convex, which puts the shapes in an order of its own, may begin with another one of those it leaves. A plain loop over all corners, within 8 eps of the scene's size of the depth that
/// flr_signed_distance2_convex_convex tells. FLR_INVALID_ARGUMENT: null, a bias below 0 or not finite, points in any order, user
/// shapes, radii; FLR_INVALID_SHAPE: two points; FLR_NOT_FINITE.
FLR_API flr_status flr_trace2_sat(const flr_convex2 *a, const flr_convex2 *b, flr_real face_bias,
                                  flr_trace2_sat_fn *step, void *user, flr_sat2_answer *result);

// ---- The expanding polytope

/// Why the polytope stopped to grow.
typedef enum flr_epa_end {
    FLR_EPA_GOES_ON,  ///< it did not: the new point becomes a vertex
    FLR_EPA_TURNED,  ///< it did not: the normal of a thin face was measured again, and the search goes on without a new vertex
    FLR_EPA_MET,  ///< the new point is no farther than the nearest face, up to rounding: both bounds are the depth
    FLR_EPA_CONFIRMED,  ///< the new point is in the plane of the face, or behind it, exactly
    FLR_EPA_FLAT,       ///< the difference has no inside: the depth is 0
    FLR_EPA_LIMIT       ///< no room for more; the bounds hold
} flr_epa_end;

/// The polytope before it grows, inside the Minkowski difference of the cores.
typedef struct flr_epa3_step {
    const flr_minkowski3_point *vertices;  ///< those of a step before keep their place
    uint32_t vertex_count;
    const uint32_t (*faces)[3];  ///< counter-clockwise from outside
    uint32_t face_count;
    uint32_t nearest;              ///< of the faces; FLR_HULL_NONE where there is none
    flr_vec3 normal;               ///< of that face, unit, outwards
    flr_real distance;             ///< of its plane from the origin: no depth is less
    flr_minkowski3_point support;  ///< the farthest point along that normal: the next vertex
    flr_real reach;                ///< along it: no depth is more
    flr_real lower, upper;         ///< that distance, and the least reach so far
    /// The rim around the faces that see the new point and go: each edge makes a new face with it.
    const uint32_t (*horizon)[2];
    uint32_t horizon_count;
    const bool *seen;  ///< of each face: does it go?
    flr_epa_end end;
} flr_epa3_step;

typedef void flr_trace3_epa_fn(void *user, const flr_epa3_step *step);

/// The depth of two convex shapes by GJK and the expanding polytope, as flr_signed_distance3_convex_convex has it for pairs without a quicker way; boxes
/// and hulls have one, whose answer is the same within both bounds. Lengths are those of the cores: radii are in the result alone. Shapes whose cores are
/// apart have no steps. At most 193 steps; 100 kB of stack. FLR_INVALID_ARGUMENT: null; else the status of the result. van den Bergen
/// 2001.
FLR_API flr_status flr_trace3_epa(const flr_convex3 *a, const flr_convex3 *b, flr_trace3_epa_fn *step,
                                  void *user, flr_gjk3 *result);

/// As flr_epa3_step: a polygon, counter-clockwise, of which a new point splits the nearest edge.
typedef struct flr_epa2_step {
    const flr_minkowski2_point *vertices;
    uint32_t vertex_count;
    uint32_t nearest;  ///< the edge from that vertex to the next; FLR_HULL_NONE where there is none
    flr_vec2 normal;
    flr_real distance;
    flr_minkowski2_point support;
    flr_real reach, lower, upper;
    flr_epa_end end;
} flr_epa2_step;

typedef void flr_trace2_epa_fn(void *user, const flr_epa2_step *step);

/// The same in the plane, where the ordinary call takes the separating axes of polygons and this for users' shapes and points in any order. At most 78
/// steps.
FLR_API flr_status flr_trace2_epa(const flr_convex2 *a, const flr_convex2 *b, flr_trace2_epa_fn *step,
                                  void *user, flr_gjk2 *result);

// ---- Clipping

/// What happens to the incident feature on its way to the points of a manifold. What goes, goes for the reason that the step's name has.
typedef enum flr_clip_stage {
    FLR_CLIP_FEATURES,  ///< the features that face each other; nothing is clipped where neither is a face or an edge along the other
    FLR_CLIP_INCIDENT,  ///< all corners of the incident feature
    FLR_CLIP_DEPTH,     ///< cut where it is farther off than the margin
    FLR_CLIP_SIDE,      ///< cut by the plane through a side of the reference feature
    FLR_CLIP_TIP,  ///< cut across a corner of the reference feature that is sharper than 1/50, where sides alone leave more
    FLR_CLIP_DROP,    ///< without the ends of cuts by depth, and points beyond the margin
    FLR_CLIP_MERGE,   ///< of points with one id the deepest
    FLR_CLIP_SPREAD,  ///< of more than four the deepest, and those that keep the extent
    FLR_CLIP_JOIN     ///< of points in one place the deepest
} flr_clip_stage;

/// A corner, an edge, or a face with its unit normal outwards.
typedef struct flr_clip3_feature {
    uint32_t count;
    flr_vec3 corners[32];   ///< around, counter-clockwise from outside
    uint32_t vertices[32];  ///< their numbers, as flr_support3_vertex; FLR_HULL_NONE of round cores
    flr_vec3 normal;        ///< zero for a corner or edge
} flr_clip3_feature;

typedef struct flr_clip3_point {
    flr_vec3 position;  ///< on the incident core
    flr_real depth;     ///< along the normal, radii included
    uint32_t id;  ///< as in the manifold, up to the mark of a pair and its reverse; from FLR_CLIP_MERGE on
} flr_clip3_point;

typedef struct flr_clip3_step {
    flr_clip_stage stage;
    const flr_clip3_feature *a, *b;
    bool reference_is_b;   ///< not with FLR_CLIP_FEATURES
    uint32_t side;         ///< FLR_CLIP_SIDE: of the reference feature, from that corner to the next
    flr_halfspace3 plane;  ///< of that and FLR_CLIP_TIP: what is behind stays
    const flr_clip3_point *points, *dropped;  ///< what there is now; what there was before and is no more
    uint32_t count, dropped_count;
} flr_clip3_step;

typedef void flr_trace3_clip_fn(void *user, const flr_clip3_step *step);

/// The manifold of two convex shapes, from features to points, by the general way of flr_contact3_convex_convex: Sutherland and Hodgman's clipping, one
/// plane after the other. Small faces, spheres and capsules have quicker ways there, with the same points within rounding. So have boxes: of those
/// the answer is the ordinary one, crossing edges have no clipping steps, and the last four points are those that are chosen there. `options` may
/// be null; their cache is left alone. No steps without a manifold. Errors as flr_contact3_convex_convex. Sutherland and Hodgman 1974;
/// Gregorius 2015.
FLR_API flr_status flr_trace3_clip(const flr_convex3 *a, const flr_convex3 *b,
                                   const flr_contact3_options *options, flr_trace3_clip_fn *step, void *user,
                                   flr_manifold3 *manifold);

/// An edge, or a corner twice.
typedef struct flr_clip2_feature {
    flr_vec2 corners[2];
    uint32_t vertices[2];
} flr_clip2_feature;

typedef struct flr_clip2_point {
    flr_vec2 position;
    flr_real depth;
} flr_clip2_point;

typedef struct flr_clip2_step {
    flr_clip_stage stage;
    const flr_clip2_feature *a, *b;
    bool reference_is_b;
    uint32_t side;         ///< FLR_CLIP_SIDE: at corner 0 or 1 of the reference edge
    flr_halfspace2 plane;  ///< across the manifold's normal
    const flr_clip2_point *points, *dropped;
    uint32_t count, dropped_count;
} flr_clip2_step;

typedef void flr_trace2_clip_fn(void *user, const flr_clip2_step *step);

/// The same in the plane, for shapes with corners: a plain clipping of the incident edge by the ends of the flatter one, along the normal of the
/// manifold, which is that of flr_contact2_convex_convex. Its points are those of the last step within rounding, or where they are shallower
/// than the depth the one in which the shapes are deepest. FLR_INVALID_ARGUMENT: also users' shapes and radii. Catto 2006.
FLR_API flr_status flr_trace2_clip(const flr_convex2 *a, const flr_convex2 *b,
                                   const flr_contact2_options *options, flr_trace2_clip_fn *step, void *user,
                                   flr_manifold2 *manifold);

// ---- Shape casts and motions

/// Why an advance ended.
typedef enum flr_advance_end {
    FLR_ADVANCE_GOES_ON,  ///< it did not: the next step is at `next`
    FLR_ADVANCE_TOUCH,    ///< no farther apart than the target, up to rounding
    FLR_ADVANCE_PARTS,    ///< they do not come nearer along the normal: no touch at all
    FLR_ADVANCE_PASSED,   ///< `next` is beyond 1: no touch up to there
    FLR_ADVANCE_LIMIT     ///< 256 steps, of a motion 1000 or those of the options; no touch before the last
} flr_advance_end;

/// The shapes at a time, and how long they are sure not to touch.
typedef struct flr_advance3_step {
    flr_real t;
    flr_real gap;               ///< between them then, less the target
    flr_vec3 point_a, point_b;  ///< the closest points then
    flr_vec3 normal;  ///< unit, from a to b; perpendicular to a plane that separates them by the distance
    /// The gap along the normal shrinks by no more than that for a t of 1: motion . normal, and of shapes that turn a bound on what
    /// the turns add.
    flr_real closing;
    flr_real next;  ///< t + gap / closing: no touch before
    flr_advance_end end;
} flr_advance3_step;

typedef void flr_trace3_sweep_fn(void *user, const flr_advance3_step *step);

/// The cast of a moving convex shape at one that stands still, by conservative advancement: the closest points tell a plane between the two, and
/// the motion the time up to which it separates them. A plain version, which comes to flr_sweep3_convex_convex's time from below, within 64 eps of
/// the scene's size over the closing speed; what passes within that may be a hit here and a miss there. `target_distance`
/// counts as touching. No steps where they touch at the start. The result has `iterations` steps. FLR_INVALID_ARGUMENT: null, users' shapes, a distance below 0 or not finite; FLR_NOT_FINITE;
/// FLR_NOT_CONVERGED as there. Mirtich 1996.
FLR_API flr_status flr_trace3_sweep(const flr_convex3 *a, flr_vec3 motion, const flr_convex3 *b,
                                    flr_real target_distance, flr_trace3_sweep_fn *step, void *user,
                                    flr_sweep3_result *result);

typedef struct flr_advance2_step {
    flr_real t, gap;
    flr_vec2 point_a, point_b, normal;
    flr_real closing, next;
    flr_advance_end end;
} flr_advance2_step;

typedef void flr_trace2_sweep_fn(void *user, const flr_advance2_step *step);

/// The same in the plane.
FLR_API flr_status flr_trace2_sweep(const flr_convex2 *a, flr_vec2 motion, const flr_convex2 *b,
                                    flr_real target_distance, flr_trace2_sweep_fn *step, void *user,
                                    flr_sweep2_result *result);

/// The motion of two convex shapes that move and turn, each given in its path's frame, in the same steps. What a turn adds to the
/// speed along the normal is at most its rate, times the part of its axis across the normal, times the farthest reach from that
/// axis. A plain version of flr_toi3_convex_convex, which has bounds of the second order and so needs fewer steps. It ends in a touch where
/// the gap is below `tolerance` times the longest way of any point (and rounding errors), so its time is no later, and what passes
/// within that gap may be a hit here and a miss there. `t_upper` is t: of later times it proves nothing. No steps where they touch at
/// the start. FLR_INVALID_ARGUMENT: null, users' shapes, a bad option; FLR_NOT_FINITE; FLR_NOT_CONVERGED as there. Mirtich 1996.
FLR_API flr_status flr_trace3_toi(const flr_convex3 *a, const flr_path3 *path_a, const flr_convex3 *b,
                                  const flr_path3 *path_b, const flr_toi3_options *options,
                                  flr_trace3_sweep_fn *step, void *user, flr_toi3_result *result);

/// The same in the plane.
FLR_API flr_status flr_trace2_toi(const flr_convex2 *a, const flr_path2 *path_a, const flr_convex2 *b,
                                  const flr_path2 *path_b, const flr_toi2_options *options,
                                  flr_trace2_sweep_fn *step, void *user, flr_toi2_result *result);

// ---- A ray through the tree of a mesh

/// What happens to a box of the tree, or to a triangle in it.
typedef enum flr_tree_event {
    FLR_TREE_OPENED,   ///< the path meets the box, nearer than any hit so far: what is in it comes next
    FLR_TREE_MISSED,   ///< the path does not meet the box, which is passed by with all in it
    FLR_TREE_FARTHER,  ///< the path meets it beyond the nearest hit so far, or beyond its own end: passed by
    FLR_TREE_TRIANGLE  ///< a triangle of the box that was opened last is tested
} flr_tree_event;

/// A box or triangle, and the nearest hit after it.
typedef struct flr_raycast3_step {
    flr_tree_event event;
    uint32_t box, parent;  ///< numbers of boxes, each a box's own; the root is 0, and its own parent
    uint32_t level;        ///< 0 for the root
    bool leaf;             ///< it holds triangles, else boxes
    flr_aabb3 bounds;      ///< of the box, in the mesh's own frame
    /// Where the path enters the box at the earliest: boxes are met as if larger by what covers rounding errors. Infinite for a box
    /// that is missed.
    flr_real enter;
    uint32_t triangle;  ///< FLR_TREE_TRIANGLE: its index
    bool hit;           ///< and whether the path meets it, at `t`
    flr_real t;
    bool found;  ///< is there a hit so far?
    uint32_t nearest;
    flr_real nearest_t;  ///< of the nearest hit so far; infinite without one
} flr_raycast3_step;

typedef void flr_trace3_raycast_fn(void *user, const flr_raycast3_step *step);

/// flr_raycast3_ray_mesh of the surface alone (FLR_RAYCAST_SOLID is ignored), step by step, with the same bits: every box that is met or
/// passed by, and every triangle that is tested. A plain version, which tests a box at a time in the order in which the ordinary call
/// tests eight. The root is opened unless the path misses the cube around it. FLR_INVALID_ARGUMENT: null.
FLR_API flr_status flr_trace3_raycast(const flr_raycast3_path *path, const flr_instance3 *mesh,
                                      unsigned options, flr_trace3_raycast_fn *step, void *user,
                                      flr_raycast3_triangle *result);

FLR_EXTERN_C_END
#endif
