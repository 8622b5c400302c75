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

/// The order of kinds in names of pairs. Those up to the tetrahedron have typed functions for pairs.
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

/// A shape of any kind; `kind` names the member. Zero the rest. Arrays and meshes stay the caller's.
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
    /// All within this distance of the shape belongs to it: a box with round edges, a triangle with a thickness.
    /// 0 for rays, lines, planes, halfspaces, concave quads and polygons, meshes and compounds; of a compound's
    /// shapes each has its own.
    flr_real rounding;
} flr_shape3;

/// "point", "segment", ...
FLR_API const char *flr_shape3_name(flr_shape3_kind kind);

/// Is the shape valid for its kind, with all shapes of a compound? FLR_INVALID_SHAPE, FLR_NOT_FINITE and
/// FLR_SELF_CROSSING as flr_check3_box() and its like in feeler/shape3.h; of a convex shape also a negative radius,
/// or axes that are not orthonormal.
FLR_API flr_status flr_check3(const flr_shape3 *s);

/// As a shape of feeler/convex3.h, which points into `s`. False for meshes, compounds, unbounded and concave
/// shapes.
FLR_API bool flr_convex3_shape(const flr_shape3 *s, flr_convex3 *convex);

/// The nearest convex pieces of two shapes, to show what the convex core works on: triangles, shapes of
/// compounds, bounded parts of rays, lines, planes and halfspaces. FLR_UNBOUNDED where neither is bounded.
FLR_API flr_status flr_nearest_convex3(const flr_shape3 *a, const flr_shape3 *b, flr_shape3 *piece_a,
                                       flr_shape3 *piece_b);

/// The smallest axis-aligned box. FLR_UNBOUNDED for rays, lines, planes and halfspaces.
FLR_API flr_status flr_bounds3(const flr_shape3 *s, flr_aabb3 *bounds);

/// Side of the plane: 1 wholly in front (where the normal points), -1 wholly behind, 0 touching or crossing.
FLR_API flr_status flr_classify3(const flr_plane3 *plane, const flr_shape3 *s, int *side);

/// Where a path first hits a shape.
typedef struct flr_raycast3_result {
    bool hit;
    bool inside;  ///< starts in the solid or on its boundary: t is t_min, the normal zero
    /// A triangle, quad, rectangle or mesh was hit from outside; `triangle` and `barycentric` are set.
    bool faceted;
    flr_real t;  ///< infinite where a line leaves a halfspace or runs along a line; then no point and normal
    flr_vec3 point, normal;  ///< as in flr_rayhit3; no normal on points, segments, rays and lines
    uint32_t triangle;
    flr_real barycentric[3];
    uint32_t child;  ///< the shape of a compound that was hit
} flr_raycast3_result;

/// Where does a line, ray or segment first hit the shape? Sheets count from both sides. Conventions and
/// accuracy as in feeler/raycast3.h. FLR_NOT_FINITE also where the hit point overflows.
FLR_API flr_status flr_raycast3(const flr_raycast3_path *path, const flr_shape3 *s,
                                flr_raycast3_result *result);

/// The first of several shapes hit, and its number. Lowers path->t_max to the hit, so that another list can
/// continue. On a tie the first wins. Without a hit only `result->hit` is written. Stops at the first error.
FLR_API flr_status flr_raycast3_nearest(flr_raycast3_path *path, const flr_shape3 *shapes, size_t count,
                                        size_t *index, flr_raycast3_result *result);

/// Do they overlap? Touching and lying inside a solid count. True exactly where flr_distance3 is 0. Exact for
/// flat, straight and many round shapes, else within the error of the distance.
/// It takes no cache: asked anew it costs less than flr_distance3_bounds with one, as a rule.
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

/// The same with a limit, a warm start and bounds. `options` may be null. Zero a cache before first use; one
/// of another pair costs only time. Beyond the limit the points may be zero and `upper` INFINITY.
FLR_API flr_status flr_distance3_bounds(const flr_shape3 *a, const flr_shape3 *b,
                                        const flr_distance3_options *options, flr_distance3_result *result);

/// A triangle of a mesh that is near a shape.
typedef struct flr_near3_triangle {
    uint32_t triangle;          ///< its number in the mesh
    flr_real distance;          ///< 0 where they overlap or touch
    flr_vec3 point_a, point_b;  ///< closest points on the shape and on the triangle
} flr_near3_triangle;

/// Which triangles of a mesh are nearest to a shape? Writes at most `capacity` of those within `max_distance` (INFINITY: any), the nearest
/// first, equal distances by number: the k nearest for a capacity of k, all near ones for a capacity of the mesh's triangles. A triangle is
/// as far as flr_distance3 of both says. `count` is how many were written. O(log n + count log count) as a rule.
/// FLR_INVALID_ARGUMENT also for a negative or NaN limit. FLR_NOT_CONVERGED as flr_distance3.
FLR_API flr_status flr_near3_shape_mesh(const flr_shape3 *shape, const flr_instance3 *mesh,
                                        flr_real max_distance, flr_near3_triangle *nearest, size_t capacity,
                                        size_t *count);

typedef struct flr_signed_distance3_result {
    bool inseparable;           ///< no translation separates them; the rest is zero
    flr_real signed_distance;   ///< the distance, or minus the penetration depth
    flr_vec3 normal;            ///< unit, from a to b
    flr_vec3 point_a, point_b;  ///< point_b - point_a = signed_distance * normal
    /// Both equal signed_distance with FLR_OK. With FLR_NOT_CONVERGED they bound it; -INFINITY: no lower
    /// bound is known.
    flr_real lower, upper;
} flr_signed_distance3_result;

/// The distance; for overlapping shapes, minus the penetration depth: the length of the shortest translation
/// of b (along `normal`) that leaves them at most touching. Convex pairs: within 10^-12 of the size (10^-6 in
/// float).
/// - What is flat in a common direction has depth 0 along it: crossing segments or lines, a point on a sheet.
/// - `inseparable`: a plane or halfspace and what is unbounded towards its far side, such as a crossing line.
/// - A solid mesh that is convex: as its hull (up to 128 vertices, no pose that scales or mirrors).
/// - Other concave shapes, meshes and compounds: a local minimum for the shape itself, not its hull.
///   Translations shorter by 1/1000 do not separate them, except into gaps narrower than 1/1000 of the depth.
///
/// FLR_NOT_CONVERGED: the search was given up (up to a second), mostly at thin parts through an open mesh;
/// `lower` and `upper` still hold.
FLR_API flr_status flr_signed_distance3(const flr_shape3 *a, const flr_shape3 *b,
                                        flr_signed_distance3_result *result);

/// Time of impact: the first touch of two shapes that move and turn, each given in its path's frame. Never
/// late; see flr_toi3_result, whose status is returned. `options` may be null. Unbounded shapes touch
/// however far out.
FLR_API flr_status flr_toi3(const flr_shape3 *a, const flr_path3 *path_a, const flr_shape3 *b,
                            const flr_path3 *path_b, const flr_toi3_options *options,
                            flr_toi3_result *result);

/// The contact manifold: normal, depth, up to four points. It has points exactly where flr_distance3 is at
/// most the margin and a translation separates the shapes. The depth is that of flr_signed_distance3, except for
/// a mesh and a concave sheet: 0, one point.
///
/// FLR_NOT_CONVERGED: the manifold is usable, its depth is not proved to be the least.
/// - Mesh that is not solid and convex shape: where several triangles stop the shape together, as in a valley. The
///   depth is then that of a translation that parts them. Resting shapes are mostly stopped by one.
/// - Two meshes, not both convex solids: where the depth of flr_interference3_mesh_mesh, which is never too large for
///   solids, does not part them; always for open surfaces that cross, whose depth is 0.
/// - As flr_signed_distance3, for solid meshes and compounds too.
FLR_API flr_status flr_contact3(const flr_shape3 *a, const flr_shape3 *b, const flr_contact3_options *options,
                                flr_manifold3 *manifold);

/// What a body needs to stand: a manifold for each part of the surfaces with a normal of its own, so that a ball
/// in a V of two walls has both. Written are the first `capacity` of them, `count` tells how many there are;
/// `regions` may be null where the capacity is 0. There is one just where flr_contact3 has points, up to rounding
/// at the margin; what no translation separates has one without points, `inseparable`.
///
/// - A convex, bounded shape and a mesh: one for each normal. A contact with a triangle's edge or corner has the
///   normal between the shapes only if the surface has that normal there: if nothing that meets at the edge or
///   corner rises along it. Elsewhere, at flat and concave edges, it has the triangle's own normal, and points only
///   where the shape is over the triangle; at convex edges it is left to the neighbour. So a shape that slides over
///   a floor of triangles gets the floor's normal everywhere, over a ridge those of its two sides and what is
///   between them. Depths are along the normal of the region. Normals closer than 0.25 degrees are one; there are
///   at most 32 for a mesh, what is more joins the nearest. Edges know their neighbours where they are shared by
///   two triangles, after welding; others have any normal. What lies across an edge, and whether it is flat, convex
///   or concave, is kept in one 4-byte word an edge: 12 bytes a triangle, found when the mesh is made. A grid of
///   heights keeps none of it and finds both when asked. Scenes for which it must be rescaled (docs/limits.md)
///   get the one of flr_contact3.
/// - Compounds: those of each pair of their shapes.
/// - All else, two meshes too: that of flr_contact3.
///
/// FLR_NOT_CONVERGED: regions are written and usable; one is the manifold of flr_contact3, whose depth is not proved.
/// A cache is not used. Points are at most four a region, as in flr_contact3; ids likewise.
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
