/// Feeler: any shape against any shape in space.
///
/// All pairs of kinds are answered; swapping a and b mirrors the result, bit for bit. Nothing is allocated.
/// Errors, if no others are named:
/// - FLR_INVALID_ARGUMENT: null pointer, unknown kind, negative or non-finite option;
/// - FLR_INVALID_SHAPE: empty list or compound, compounds nested too deep, `solid` on a mesh that is not
///   watertight, a rounding below 0 or of a shape that takes none;
/// - FLR_NOT_FINITE: NaN or infinity in the input, or overflow.
///
/// Shapes are not checked otherwise (flr_check3). docs/accuracy.md has error bounds by kind,
/// docs/limits.md the exceptions.
#ifndef FEELER_ANY3_H
#define FEELER_ANY3_H

#include "feeler/closest3.h"
#include "feeler/contact3.h"
#include "feeler/convex3.h"
#include "feeler/mesh3.h"
#include "feeler/raycast3.h"
#include "feeler/sweep3.h"
#include "feeler/toi3.h"

FLR_EXTERN_C_BEGIN

/// In the order of names of pairs: flr_closest3_sphere_box. Kinds up to the tetrahedron have typed functions for pairs.
typedef enum flr_shape3_kind {
    FLR_SHAPE3_POINT,
    FLR_SHAPE3_SEGMENT,
    FLR_SHAPE3_RAY,
    FLR_SHAPE3_LINE,
    FLR_SHAPE3_PLANE,
    FLR_SHAPE3_HALFSPACE,
    FLR_SHAPE3_SPHERE,
    FLR_SHAPE3_CAPSULE,
    FLR_SHAPE3_AABB,
    FLR_SHAPE3_BOX,
    FLR_SHAPE3_CYLINDER,
    FLR_SHAPE3_CONE,
    FLR_SHAPE3_TRIANGLE,
    FLR_SHAPE3_QUAD,
    FLR_SHAPE3_RECTANGLE,
    FLR_SHAPE3_POLYGON,
    FLR_SHAPE3_TETRAHEDRON,
    FLR_SHAPE3_ELLIPSOID,
    FLR_SHAPE3_CONVEX,
    FLR_SHAPE3_MESH,
    FLR_SHAPE3_COMPOUND,
    FLR_SHAPE3_COUNT
} flr_shape3_kind;

/// The union of shapes of any kinds in one frame; may be nested and overlap.
typedef struct flr_compound3 {
    const struct flr_shape3 *shapes;
    size_t count;  ///< at least 1
    /// Null, or flr_bounds3 of each shape, to save time. Ignored for unbounded ones.
    const flr_aabb3 *bounds;
} flr_compound3;

enum { FLR_COMPOUND_DEPTH = 8 };

/// A shape of any kind; `kind` names the member. Zero the rest. Arrays stay the caller's.
///
///     flr_shape3 ball = {.kind = FLR_SHAPE3_SPHERE, .as.sphere = {{0, 0, 1}, 0.5}};
typedef struct flr_shape3 {
    flr_shape3_kind kind;
    union {
        flr_vec3 point;
        flr_segment3 segment;
        flr_ray3 ray;
        flr_line3 line;
        flr_plane3 plane;
        flr_halfspace3 halfspace;
        flr_sphere sphere;
        flr_capsule3 capsule;
        flr_aabb3 aabb;
        flr_box3 box;
        flr_cylinder cylinder;
        flr_cone cone;
        flr_ellipsoid ellipsoid;
        flr_triangle3 triangle;
        flr_quad3 quad;
        flr_rectangle3 rectangle;
        flr_polygon3 polygon;
        flr_tetrahedron tetrahedron;
        flr_convex3 convex;  ///< of any kind, with its radius
        flr_instance3 mesh;  ///< the surface, or what it encloses where `solid`
        flr_compound3 compound;
    } as;
    bool solid;  ///< meshes only
    /// A radius around the shape, which gives a box round edges. 0 for rays, lines, planes, halfspaces, concave quads and
    /// polygons, meshes and compounds.
    flr_real rounding;
} flr_shape3;

/// "point", ...
FLR_API const char *flr_shape3_name(flr_shape3_kind kind);

/// Is the shape valid for its kind, with all shapes of a compound? FLR_INVALID_SHAPE, FLR_NOT_FINITE and
/// FLR_SELF_CROSSING as flr_check3_box() and the others of feeler/shape3.h; of a convex shape also a negative radius,
/// or axes that are not orthonormal.
FLR_API flr_status flr_check3(const flr_shape3 *s);

/// As a convex shape, which points into `s`. False for meshes, compounds, unbounded and concave shapes.
FLR_API bool flr_convex3_shape(const flr_shape3 *s, flr_convex3 *convex);

/// The nearest convex pieces of two shapes: triangles, shapes of compounds, bounded parts of unbounded ones. FLR_UNBOUNDED where
/// neither is bounded.
FLR_API flr_status flr_nearest_convex3(const flr_shape3 *a, const flr_shape3 *b, flr_shape3 *piece_a,
                                       flr_shape3 *piece_b);

/// The smallest aligned box. FLR_UNBOUNDED where there is none.
FLR_API flr_status flr_bounds3(const flr_shape3 *s, flr_aabb3 *bounds);

/// 1: wholly in front of the plane (where the normal points), -1: behind, 0: touching or crossing.
FLR_API flr_status flr_classify3(const flr_plane3 *plane, const flr_shape3 *s, int *side);

typedef struct flr_raycast3_result {
    bool hit;
    bool inside;  ///< starts in the solid or on its boundary: t is t_min, the normal zero
    /// A triangle, quad, rectangle or mesh was hit from outside; `triangle` and `barycentric` are set.
    bool faceted;
    flr_real
        t;  ///< infinite for a line that leaves a halfspace or runs along a line: no point is first, point and normal are 0
    flr_vec3 point, normal;  ///< as in flr_rayhit3; no normal on points, segments, rays and lines
    uint32_t triangle;
    flr_real barycentric[3];
    uint32_t child;  ///< the shape of a compound that was hit
} flr_raycast3_result;

/// Where does a line, ray or segment first hit the shape? Sheets count from both sides. Conventions and
/// accuracy as in feeler/raycast3.h. FLR_NOT_FINITE also where the hit point overflows. FLR_NOT_CONVERGED, of users'
/// cores alone: `hit` is true, and before t nothing is hit.
FLR_API flr_status flr_raycast3(const flr_raycast3_path *path, const flr_shape3 *s,
                                flr_raycast3_result *result);

/// The first of several shapes hit, and its number. Lowers path->t_max to the hit, so that another list can
/// continue. On a tie the first wins. Without a hit only `result->hit` is written. Stops at the first error.
FLR_API flr_status flr_raycast3_nearest(flr_raycast3_path *path, const flr_shape3 *shapes, size_t count,
                                        size_t *index, flr_raycast3_result *result);

/// Do they overlap? Touching and lying inside a solid count. True exactly where flr_distance3 is 0. Exact for
/// flat, straight and many round shapes, else within the error of the distance.
FLR_API flr_status flr_overlap3(const flr_shape3 *a, const flr_shape3 *b, bool *overlap);

/// Distance and closest points. Overlapping shapes have distance 0 and one common point twice. Within 8 ulp
/// of the scene's size; 10^-11 of it for cylinders, cones and ellipsoids.
FLR_API flr_status flr_distance3(const flr_shape3 *a, const flr_shape3 *b, flr_closest3 *closest);

typedef struct flr_distance3_options {
    flr_real max_distance;  ///< stop once they are known to be farther apart; 0 or INFINITY: none
    flr_gjk3_cache *cache;  ///< in and out: speeds up the same pair after a small motion; or null
} flr_distance3_options;

typedef struct flr_distance3_result {
    bool beyond;            ///< farther than max_distance; `distance` is then a lower bound
    flr_real distance;      ///< 0 where they overlap or touch
    flr_real lower, upper;  ///< bounds on the true distance
    flr_vec3 normal;        ///< unit, from a to b; zero where they overlap
    flr_vec3 point_a, point_b;
} flr_distance3_result;

/// The same with a limit, a warm start and bounds. `options` may be null. Zero a cache first; one of another pair costs only time.
/// Beyond the limit the points may be zero and `upper` INFINITY.
FLR_API flr_status flr_distance3_bounds(const flr_shape3 *a, const flr_shape3 *b,
                                        const flr_distance3_options *options, flr_distance3_result *result);

typedef struct flr_near3_triangle {
    uint32_t triangle;          ///< its number in the mesh
    flr_real distance;          ///< 0 where they touch
    flr_vec3 point_a, point_b;  ///< on the shape and the triangle
} flr_near3_triangle;

/// The triangles of a mesh nearest to a shape: at most `capacity` of those within `max_distance` (INFINITY: any), the nearest first, equal
/// distances by number. `count` is how many were written. Distances are those of flr_distance3. FLR_INVALID_ARGUMENT also for a bad limit.
FLR_API flr_status flr_near3_shape_mesh(const flr_shape3 *shape, const flr_instance3 *mesh,
                                        flr_real max_distance, flr_near3_triangle *nearest, size_t capacity,
                                        size_t *count);

typedef struct flr_signed_distance3_result {
    bool inseparable;  ///< no translation separates them, as a plane and a crossing line; the rest is zero
    flr_real signed_distance;   ///< the distance, or minus the penetration depth
    flr_vec3 normal;            ///< unit, from a to b
    flr_vec3 point_a, point_b;  ///< point_b - point_a = signed_distance * normal
    flr_real lower, upper;      ///< with FLR_NOT_CONVERGED bounds, perhaps -INFINITY; else signed_distance
} flr_signed_distance3_result;

/// The distance; for overlapping shapes, minus the penetration depth: the length of the shortest translation
/// of b (along `normal`) that leaves them at most touching. Convex pairs: within 10^-12 of the size (10^-6 in
/// float). Two shapes that are flat in one direction have depth 0 along it, such as crossing segments.
/// Concave shapes, meshes and compounds: at most 1/1000 longer than the shortest such translation; gaps narrower
/// than 1/1000 of the depth are not counted as a way out. A solid mesh that is convex, up to 128 vertices: as its hull.
/// FLR_NOT_CONVERGED: given up (after up to a second), mostly at thin parts through an open mesh; `lower` and `upper` hold.
FLR_API flr_status flr_signed_distance3(const flr_shape3 *a, const flr_shape3 *b,
                                        flr_signed_distance3_result *result);

/// Time of impact: the first touch of two shapes that move and turn, each given in its path's frame. Never
/// later than the true time. Returns the result's status. `options` may be null.
FLR_API flr_status flr_toi3(const flr_shape3 *a, const flr_path3 *path_a, const flr_shape3 *b,
                            const flr_path3 *path_b, const flr_toi3_options *options,
                            flr_toi3_result *result);

/// The contact manifold: normal, depth, up to four points. It has points exactly where flr_distance3 is at most the margin and a
/// translation separates the shapes. The depth is that of flr_signed_distance3, except for a mesh and a concave sheet: 0, one point.
/// FLR_NOT_CONVERGED: usable, but the depth is not proved to be the least, mostly of meshes that are no convex solids
/// (docs/concepts/touching.md).
FLR_API flr_status flr_contact3(const flr_shape3 *a, const flr_shape3 *b, const flr_contact3_options *options,
                                flr_manifold3 *manifold);

/// A manifold for each part of the surfaces with a normal of its own, so that a ball in a V of two walls has both. Writes the first
/// `capacity` of `count`. `regions` may be null where the capacity is 0. There is at least one exactly where flr_contact3 has
/// points, up to rounding at the margin.
/// - A convex, bounded shape and a mesh: one for each normal, at most 32, without ghost contacts at inner edges
///   (docs/concepts/touching.md).
/// - Compounds: those of each pair of their shapes. All else, two meshes too: that of flr_contact3.
///
/// FLR_NOT_CONVERGED: usable; one of them is that of flr_contact3, whose depth is not proved. A cache in the options is not read.
FLR_API flr_status flr_contacts3(const flr_shape3 *a, const flr_shape3 *b,
                                 const flr_contact3_options *options, flr_contact3_region *regions,
                                 size_t capacity, size_t *count);

/// Shape cast: when does a, moving by `motion` over t in [0, 1], first touch b? Conventions and accuracy in
/// feeler/sweep3.h. The result's status is returned. Starting inside a solid mesh is overlap.
FLR_API flr_status flr_sweep3(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b,
                              flr_sweep3_result *result);

/// The same for the first time that the distance is at most options->target_distance. At t = 0:
/// `overlap_at_start`. The point is on b; a's is at the target distance against `normal`.
FLR_API flr_status flr_sweep3_within(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b,
                                     const flr_sweep3_options *options, flr_sweep3_result *result);

FLR_EXTERN_C_END
#endif
