/// Feeler: traces. What the algorithms do step by step, to show it, or to find out why an answer is as it is.
///
/// Each step goes to a function of the caller, with the `user` pointer given beside it; what a step points to is lost when that
/// function returns. Nothing is allocated. A null function gives the result alone.
#ifndef FEELER_TRACE_H
#define FEELER_TRACE_H

#include "feeler/convex2.h"
#include "feeler/convex3.h"

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

typedef struct flr_sat3 {
    flr_real
        separation;  ///< the largest: of shapes that overlap minus their depth, else a lower bound of the distance
    flr_vec3 axis;    ///< unit, from a to b; zero without an axis
    uint32_t chosen;  ///< which of the axes, counted as they came
    uint32_t count;   ///< of axes
    uint32_t
        edge_pairs;  ///< of all edges, though no axis comes of those that are parallel, or whose normals do not meet
} flr_sat3;

typedef void flr_trace3_sat_fn(void *user, const flr_sat3_axis *axis);

/// The separating axes of two boxes or two hulls, solids or polygons, without radii: faces of a, faces of b, pairs of edges. This is the loop of
/// flr_separation3_box_box and flr_separation3_hull_hull, and its answer where `face_bias` is 0. Edges have to be better than faces by
/// `face_bias` and 1e-12 of the extents (2e-6 in float), as for flr_contact3_box_box. Of hulls only those pairs of edges come whose
/// arcs on the Gauss map cross or may: they alone span a face of the Minkowski difference. FLR_INVALID_ARGUMENT: null, a bias
/// below 0 or not finite, other shapes; FLR_NOT_FINITE. Gottschalk, Lin and Manocha 1996; Gregorius 2013.
FLR_API flr_status flr_trace3_sat(const flr_convex3 *a, const flr_convex3 *b, flr_real face_bias,
                                  flr_trace3_sat_fn *step, void *user, flr_sat3 *result);

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

typedef struct flr_sat2 {
    flr_real separation;
    flr_vec2 axis;
    uint32_t chosen, count;
} flr_sat2;

typedef void flr_trace2_sat_fn(void *user, const flr_sat2_axis *axis);

/// The separating axes of two polygons, corners in order around either way, boxes among them: outward normals of the edges of a, then those of
/// b, reversed. Of a segment, or of corners on a line, both sides and both ends. A later axis has to be better by more than `face_bias`;
/// flr_contact2_convex_convex, which puts the shapes in an order of its own, may begin with another one of those it leaves. A plain loop over all corners, within 8 eps of the scene's size of the depth that
/// flr_signed_distance2_convex_convex tells. FLR_INVALID_ARGUMENT: null, a bias below 0 or not finite, points in any order, user
/// shapes, radii; FLR_INVALID_SHAPE: two points; FLR_NOT_FINITE.
FLR_API flr_status flr_trace2_sat(const flr_convex2 *a, const flr_convex2 *b, flr_real face_bias,
                                  flr_trace2_sat_fn *step, void *user, flr_sat2 *result);

FLR_EXTERN_C_END
#endif
