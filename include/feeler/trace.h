/// Feeler: algorithms step by step.
///
/// Each step goes to the caller's function, or if that is null to nobody; what it points to lasts until that returns.
/// Null shapes and results are FLR_INVALID_ARGUMENT.
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
    FLR_SAT_FACE_A,  ///< in the plane, an edge's normal
    FLR_SAT_FACE_B,  ///< reversed
    FLR_SAT_EDGES    ///< perpendicular to an edge of each
} flr_sat_kind;

typedef struct flr_sat3_axis {
    flr_sat_kind kind;
    uint32_t face;                  ///< of a hull; a box's axis; else FLR_HULL_NONE
    uint32_t edge_a[2], edge_b[2];  ///< corners; else FLR_HULL_NONE
    flr_vec3 axis;                  ///< unit, from a to b
    flr_real separation;            ///< the gap; negative: the overlap
    flr_vec3 point_a, point_b;      ///< the support points
    uint32_t vertex_a, vertex_b;    ///< theirs, as flr_support3_vertex
    bool better;                    ///< the best so far
} flr_sat3_axis;

typedef struct flr_sat3_answer {
    flr_real separation;  ///< the largest; above 0 a lower bound of the distance
    flr_vec3 axis;        ///< zero without one
    uint32_t chosen, count;
    uint32_t edge_pairs;  ///< also without an axis
} flr_sat3_answer;

typedef void flr_trace3_sat_fn(void *user, const flr_sat3_axis *axis);

/// The loop of flr_separation3_box_box or flr_separation3_hull_hull: faces of a, of b, pairs of edges (of hulls those that span a face
/// of the Minkowski difference). Edges must beat faces by `face_bias`. FLR_INVALID_ARGUMENT: other shapes, radii.
FLR_API flr_status flr_trace3_sat(const flr_convex3 *a, const flr_convex3 *b, flr_real face_bias,
                                  flr_trace3_sat_fn *step, void *user, flr_sat3_answer *result);

/// As flr_sat3_axis; corner `edge` to the next.
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

/// Two polygons or boxes, by a plain loop: edges of a, then of b. A later axis must be better by more than `face_bias`.
/// FLR_INVALID_ARGUMENT: radii, user shapes, points in any order; FLR_INVALID_SHAPE: two points.
FLR_API flr_status flr_trace2_sat(const flr_convex2 *a, const flr_convex2 *b, flr_real face_bias,
                                  flr_trace2_sat_fn *step, void *user, flr_sat2_answer *result);

// ---- The expanding polytope

typedef enum flr_epa_end {
    FLR_EPA_GOES_ON,    ///< the new point becomes a vertex
    FLR_EPA_TURNED,     ///< a normal was measured again
    FLR_EPA_MET,        ///< both bounds are the depth
    FLR_EPA_CONFIRMED,  ///< the new point is not beyond
    FLR_EPA_FLAT,       ///< the difference has no inside: depth 0
    FLR_EPA_LIMIT       ///< no room for more; the bounds hold
} flr_epa_end;

/// The polytope before it grows, inside the Minkowski difference of the cores.
typedef struct flr_epa3_step {
    const flr_minkowski3_point *vertices;
    uint32_t vertex_count;
    const uint32_t (*faces)[3];  ///< counter-clockwise
    uint32_t face_count;
    uint32_t nearest;              ///< face; FLR_HULL_NONE without one
    flr_vec3 normal;               ///< unit, outwards
    flr_real distance;             ///< a lower bound
    flr_minkowski3_point support;  ///< the next vertex
    flr_real reach;                ///< an upper bound
    flr_real lower, upper;         ///< the best bounds
    const uint32_t (*horizon)[2];  ///< the rim of the faces that go
    uint32_t horizon_count;
    const bool *seen;  ///< does the face go?
    flr_epa_end end;
} flr_epa3_step;

typedef void flr_trace3_epa_fn(void *user, const flr_epa3_step *step);

/// The depth by the expanding polytope; flr_signed_distance3_convex_convex has quicker ways for boxes and hulls, the same within both
/// bounds. Steps are of the cores, without radii; none where these are apart. At most 193 steps; 100 kB of stack.
FLR_API flr_status flr_trace3_epa(const flr_convex3 *a, const flr_convex3 *b, flr_trace3_epa_fn *step,
                                  void *user, flr_gjk3 *result);

/// A polygon, counter-clockwise.
typedef struct flr_epa2_step {
    const flr_minkowski2_point *vertices;
    uint32_t vertex_count;
    uint32_t nearest;  ///< edge, from that vertex on
    flr_vec2 normal;
    flr_real distance;
    flr_minkowski2_point support;
    flr_real reach, lower, upper;
    flr_epa_end end;
} flr_epa2_step;

typedef void flr_trace2_epa_fn(void *user, const flr_epa2_step *step);

/// The same; of polygons the ordinary call takes separating axes. At most 78 steps.
FLR_API flr_status flr_trace2_epa(const flr_convex2 *a, const flr_convex2 *b, flr_trace2_epa_fn *step,
                                  void *user, flr_gjk2 *result);

// ---- Clipping

/// On the incident feature's way to a manifold.
typedef enum flr_clip_stage {
    FLR_CLIP_FEATURES,  ///< that face each other
    FLR_CLIP_INCIDENT,
    FLR_CLIP_DEPTH,   ///< cut at the margin
    FLR_CLIP_SIDE,    ///< cut by the plane through a side
    FLR_CLIP_TIP,     ///< cut across a very sharp corner
    FLR_CLIP_DROP,    ///< without points beyond the margin
    FLR_CLIP_MERGE,   ///< the deepest of one id
    FLR_CLIP_SPREAD,  ///< at most four, that keep the extent
    FLR_CLIP_JOIN     ///< of points in one place the deepest
} flr_clip_stage;

typedef struct flr_clip3_feature {
    uint32_t count;
    flr_vec3 corners[32];
    uint32_t vertices[32];  ///< as flr_support3_vertex
    flr_vec3 normal;        ///< of a face; else zero
} flr_clip3_feature;

typedef struct flr_clip3_point {
    flr_vec3 position;  ///< on the incident core
    flr_real depth;     ///< with radii
    uint32_t id;        ///< from FLR_CLIP_MERGE on
} flr_clip3_point;

typedef struct flr_clip3_step {
    flr_clip_stage stage;
    const flr_clip3_feature *a, *b;
    bool reference_is_b;
    uint32_t side;         ///< FLR_CLIP_SIDE: from that corner on
    flr_halfspace3 plane;  ///< what is behind stays
    const flr_clip3_point *points, *dropped;
    uint32_t count, dropped_count;
} flr_clip3_step;

typedef void flr_trace3_clip_fn(void *user, const flr_clip3_step *step);

/// The manifold as flr_contact3_convex_convex has it for any pair, by clipping plane after plane. Its quicker ways for small faces and
/// round shapes give the same points within rounding; of boxes the answer is theirs. `options` may be null; the cache is left alone.
/// Errors as there.
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
    uint32_t side;
    flr_halfspace2 plane;
    const flr_clip2_point *points, *dropped;
    uint32_t count, dropped_count;
} flr_clip2_step;

typedef void flr_trace2_clip_fn(void *user, const flr_clip2_step *step);

/// The same for corners: the manifold is that of flr_contact2_convex_convex, its points those of the last step within rounding, or the
/// deepest. FLR_INVALID_ARGUMENT: users' shapes, radii.
FLR_API flr_status flr_trace2_clip(const flr_convex2 *a, const flr_convex2 *b,
                                   const flr_contact2_options *options, flr_trace2_clip_fn *step, void *user,
                                   flr_manifold2 *manifold);

// ---- Shape casts and motions

typedef enum flr_advance_end {
    FLR_ADVANCE_GOES_ON,
    FLR_ADVANCE_TOUCH,   ///< the target is reached
    FLR_ADVANCE_PARTS,   ///< they come no nearer
    FLR_ADVANCE_PASSED,  ///< `next` is beyond 1
    FLR_ADVANCE_LIMIT    ///< 256 steps, turning 1000
} flr_advance_end;

typedef struct flr_advance3_step {
    flr_real t;
    flr_real gap;  ///< at t, less the target
    flr_vec3 point_a, point_b, normal;
    flr_real closing;  ///< most that the gap shrinks by in a t of 1
    flr_real next;     ///< t + gap / closing: no touch before
    flr_advance_end end;
} flr_advance3_step;

typedef void flr_trace3_sweep_fn(void *user, const flr_advance3_step *step);

/// A shape cast by conservative advancement, where flr_sweep3_convex_convex is faster: the same time from below, within 64 eps of the
/// scene's size over the closing speed. `target_distance` counts as touching. FLR_INVALID_ARGUMENT: users' shapes.
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

/// The same of shapes that also turn, as flr_toi3_convex_convex takes them. It ends where the gap is below `tolerance` times the longest
/// way of any point, so its time is no later; `t_upper` is t.
FLR_API flr_status flr_trace3_toi(const flr_convex3 *a, const flr_path3 *path_a, const flr_convex3 *b,
                                  const flr_path3 *path_b, const flr_toi3_options *options,
                                  flr_trace3_sweep_fn *step, void *user, flr_toi3_result *result);

/// The same in the plane.
FLR_API flr_status flr_trace2_toi(const flr_convex2 *a, const flr_path2 *path_a, const flr_convex2 *b,
                                  const flr_path2 *path_b, const flr_toi2_options *options,
                                  flr_trace2_sweep_fn *step, void *user, flr_toi2_result *result);

// ---- A ray through the tree of a mesh

typedef enum flr_tree_event {
    FLR_TREE_OPENED,  ///< the path passes through its box
    FLR_TREE_MISSED,
    FLR_TREE_FARTHER,  ///< beyond the nearest hit, or the end
    FLR_TREE_TRIANGLE
} flr_tree_event;

typedef struct flr_raycast3_step {
    flr_tree_event event;
    uint32_t box, parent, level;  ///< 0 for the root
    bool leaf;
    flr_aabb3 bounds;   ///< in the mesh's frame
    flr_real enter;     ///< at the earliest; infinite for a miss
    uint32_t triangle;  ///< FLR_TREE_TRIANGLE
    bool hit;           ///< this triangle is hit, at `t`
    flr_real t;
    bool found;  ///< a hit so far
    uint32_t nearest;
    flr_real nearest_t;  ///< infinite without one
} flr_raycast3_step;

typedef void flr_trace3_raycast_fn(void *user, const flr_raycast3_step *step);

/// flr_raycast3_ray_mesh of the surface (FLR_RAYCAST_SOLID is ignored), a box at a time, with the same bits.
FLR_API flr_status flr_trace3_raycast(const flr_raycast3_path *path, const flr_instance3 *mesh,
                                      unsigned options, flr_trace3_raycast_fn *step, void *user,
                                      flr_raycast3_triangle *result);

FLR_EXTERN_C_END
#endif
