/// Feeler: any shape against any shape in space, by tables.
#ifndef FEELER_ANY3_H
#define FEELER_ANY3_H

#include "feeler/cast.h"
#include "feeler/closest.h"
#include "feeler/convex.h"
#include "feeler/manifold.h"
#include "feeler/mesh.h"
#include "feeler/motion.h"
#include "feeler/sweep.h"

FLR_EXTERN_C_BEGIN

/// In the rank that orders the names of pairs.
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
    FLR_SHAPE3_CONVEX,
    FLR_SHAPE3_MESH,
    FLR_SHAPE3_COMPOUND,
    FLR_SHAPE3_COUNT
} flr_shape3_kind;

/// The union of some shapes, all in one frame, of any kinds, compounds among them: FLR_COMPOUND_DEPTH compounds within
/// one another at most. They may overlap, touch or lie apart.
typedef struct flr_compound3 {
    const struct flr_shape3 *shapes;
    size_t count;  ///< 1 or more
    /// Null, or for each shape a box that holds it (flr_bounds3), whatever for those without end. Without them each
    /// question takes the bounds of all shapes anew: O(1) for most, all points of a convex or polygon.
    const flr_aabb3 *bounds;
} flr_compound3;

enum { FLR_COMPOUND_DEPTH = 8 };

/// A shape of any kind, by its kind and the member of that name. Arrays and meshes stay the caller's.
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
        flr_triangle3 triangle;
        flr_quad3 quad;
        flr_rectangle3 rectangle;
        flr_polygon3 polygon;
        flr_tetrahedron tetrahedron;
        flr_convex3 convex;  ///< of any kind, with its radius
        flr_instance3 mesh;  ///< a surface, or the solid it encloses where `solid`
        flr_compound3 compound;
    } as;
    bool solid;  ///< of a mesh only
} flr_shape3;

/// "point", "segment", ...
FLR_API const char *flr_shape3_name(flr_shape3_kind kind);

/// The shape as the convex core sees it; it points into `s`, which must stay. False where it is not convex as it
/// stands: a concave quad or polygon (decided exactly), a mesh, something unbounded, or not a
/// shape that these questions take.
FLR_API bool flr_convex3_shape(const flr_shape3 *s, flr_convex3 *convex);

/// The convex pieces of two shapes that come nearest to one another, as shapes that flr_convex3_shape takes: for showing
/// what the convex core does with shapes of any kind. A convex shape is its own piece; a mesh, concave quad or polygon is
/// made of triangles (of a solid mesh those of its surface); of a compound it is one of its shapes; of a ray, line, plane or
/// halfspace a segment, square or cube that reaches beyond the other. FLR_UNBOUNDED where neither of the pieces ends.
/// O(n log m) for meshes.
FLR_API flr_status flr_nearest_convex3(const flr_shape3 *a, const flr_shape3 *b, flr_shape3 *piece_a,
                                       flr_shape3 *piece_b);

/// The smallest axis-parallel box, as feeler/bounds3.h has it; of a convex, each side within 4 ulp of the
/// largest coordinate. FLR_UNBOUNDED for a ray, line, plane or halfspace.
FLR_API flr_status flr_bounds3(const flr_shape3 *s, flr_aabb3 *bounds);

/// Which side of the plane the shape lies on: 1 all in front, where the normal points, -1 all behind, 0 on both or
/// touching. As good as the typed functions of feeler/overlap3.h; a convex of points and a mesh are decided exactly
/// for their corners as placed (each rounded once; of a mesh as flr_distance3 has them), but for a radius.
FLR_API flr_status flr_classify3(const flr_plane3 *plane, const flr_shape3 *s, int *side);

/// What a path met first, whatever it was.
typedef struct flr_raycast3_result {
    bool hit;
    bool inside;  ///< the path starts in the solid, or on its boundary: t is t_min, the normal may be zero
    /// triangle and barycentric are set: a triangle, quad, rectangle or mesh was hit from outside.
    bool faceted;
    flr_real
        t;  ///< infinite where a line comes out of a halfspace or lies along a line; point and normal are then zero
    flr_vec3 point, normal;  ///< see flr_cast3; the normal of a point, segment, ray or line is zero
    uint32_t triangle;
    flr_real barycentric[3];
    uint32_t child;  ///< of a compound: which of its shapes was hit; triangle and the rest are of that one
} flr_raycast3_result;

/// Where does a line, ray or segment first meet the shape? By the typed functions of feeler/cast.h with both
/// sides of sheets; rays and lines are met in a point or along them, exactly as to whether. On a convex the point lies within
/// 4 roundings of the size of the scene and the coordinates from the surface, and 16 from the path; on a needle 40 from the path.
/// FLR_NOT_FINITE where the point that is met leaves the range of numbers.
FLR_API flr_status flr_raycast3(const flr_cast3_path *path, const flr_shape3 *s, flr_raycast3_result *result);

/// The nearest of some shapes, and its number in *index; of those at the same t the first. `path` is lowered to it
/// (its t_max), so that a call goes on where another list ended. FLR_OK without a hit where there is none, and nothing
/// else is written then but `result->hit`. Ends at the first shape that has an error, which is returned.
FLR_API flr_status flr_raycast3_nearest(flr_cast3_path *path, const flr_shape3 *shapes, size_t count,
                                        size_t *index, flr_raycast3_result *result);

/// These answer for every pair, in either order: the same answer to the last bit, turned round. (Two that no number tells apart get the
/// very same one. The typed functions of two shapes of one kind round, and choose between equals, as they are asked.) Errors:
/// FLR_INVALID_ARGUMENT for a null pointer or no kind, FLR_INVALID_SHAPE for an empty list or compound, compounds too deep
/// within one another or a solid mesh that is not watertight, FLR_NOT_FINITE for a NaN or an infinity in a shape, and where
/// overflow leaves no answer,
/// FLR_NOT_CONVERGED with the best bound as the result. Other checks of the input are the caller's. No
/// memory is taken.
///
/// How: pairs with a function of their own are a table. What is left: two shapes with flat faces whose
/// yes or no is exact, by their edges against each other; a convex shape and a quad or polygon, concave or
/// not, by the rim and the segment between the shape's last points along the sheet's normal; a plane or
/// halfspace by how far the other reaches along its normal; a ray or line by the piece of it that covers
/// the other; a mesh triangle by triangle, pruned by its tree; two convex shapes by
/// flr_closest3_convex_convex. A compound shape by shape, pruned by boxes: n m boxes for n and m shapes at worst.

/// Do they meet? Touching counts. As the typed functions of feeler/overlap3.h tell it, but for what those round far from the origin: exact where both are points, segments,
/// triangles, quads, polygons or tetrahedra, or a plane, halfspace or aabb and one of these; where one is a ray
/// or line and the other one of these, an aabb or a ray or line; where one is a point, segment, ray or line and the other a
/// sphere, capsule, cylinder or cone, and spheres and capsules among themselves (while sizes differ by less than 2^350);
/// else within the error bound of the distance, of value shapes 8 ulp of the scene's size. A convex of points (without a radius, carried
/// to its place and rounded once) is never told apart from a path, a flat shape or another one that its nearest corners, edge or face
/// touch exactly. True if and only if the distance is 0. What lies inside a solid mesh meets it.
FLR_API flr_status flr_overlap3(const flr_shape3 *a, const flr_shape3 *b, bool *overlap);

/// Closest points; 0, and one common point twice, where they overlap. Error: 8 ulp of the scene's size
/// as in feeler/closest3.h, the points answered on rays and lines included; a part in 10^11 of it for
/// cylinders and cones, also where their round sides all but touch; against point, sphere, plane and halfspace they
/// are as good as the rest. Also far from the origin, where the size is that of the
/// shapes and the way between them: what lies more than 64 times that from it is carried near it first, along axes on which none of the numbers
/// that place either is rounded by that (nearly always; the offset of a plane is, once, near the other), and points are carried back. So are depths,
/// contacts, sweeps, and casts at meshes. The corners of a mesh count as its pose places them, rounded as they are seen from there: by some roundings of
/// the size of the scene, also where the mesh lies as far off in its own frame, wherever the pose brings it. (Typed functions have them
/// rounded in world.) Not carried are users' cores and polygons of more than 64 points.
FLR_API flr_status flr_distance3(const flr_shape3 *a, const flr_shape3 *b, flr_closest3 *closest);

typedef struct flr_distance3_options {
    flr_real
        max_distance;  ///< stop once the shapes are known to be farther apart; 0 and INFINITY for no limit
    flr_gjk3_cache *cache;  ///< read and written: the same pair, moved a little, takes less time; or null
} flr_distance3_options;

typedef struct flr_distance3_result {
    bool beyond;            ///< farther than max_distance; `distance` is then a lower bound
    flr_real distance;      ///< 0 where the shapes overlap or touch
    flr_real lower, upper;  ///< the true distance lies between
    flr_vec3 normal;        ///< unit, from a to b; zero where they overlap
    flr_vec3 point_a, point_b;
} flr_distance3_result;

/// Closest points with bounds on the distance. A limit and a cache save time. `options` may be null. The bounds are those of the
/// convex core for two convex shapes without a closed form, else the error that flr_distance3 states. Cache: zeroed memory at
/// first, one for each pair; used for convex shapes only, and right also if it is another pair's. Beyond the limit the points
/// may be zero and `upper` INFINITY. Errors as below, and FLR_INVALID_ARGUMENT for a negative limit or a NaN.
FLR_API flr_status flr_distance3_bounds(const flr_shape3 *a, const flr_shape3 *b,
                                        const flr_distance3_options *options, flr_distance3_result *result);

typedef struct flr_signed_distance3_result {
    bool inseparable;  ///< no translation parts them; the rest is zero
    flr_real
        signed_distance;  ///< the distance, or minus the length of the shortest translation that parts them
    flr_vec3 normal;      ///< unit, from a to b
    flr_vec3 point_a, point_b;  ///< point_b - point_a = signed_distance * normal
    /// Both are signed_distance with FLR_OK. With FLR_NOT_CONVERGED the true one lies between, rounding apart; -INFINITY where a
    /// depth is known from below only.
    flr_real lower, upper;
} flr_signed_distance3_result;

/// The distance where they are apart; a plane square to `normal` keeps convex shapes that far apart, but for 80 roundings of the
/// scene's size (what is curved as flr_gjk3 says). Where they overlap, minus the length of the shortest translation of b
/// (along `normal`) after which they do no more than touch:
/// - Two convex shapes, quads and polygons that are convex among them: by
///   flr_signed_distance3_convex_convex, whose bounds meet within 10^-12 of the size (10^-6 in float).
/// - What has no extent in some common direction is parted by any step along it: crossing lines,
///   crossing segments, a line in a plane, a point on a sheet have depth 0 and that direction as normal.
///   (In the plane crossing lines are inseparable; in space they are not.)
/// - `inseparable`: a plane or halfspace and what reaches without end to the side it would have to leave
///   to: a line that crosses it, a ray into the halfspace, another plane not parallel to it.
/// - A plane or halfspace and a concave or mesh shape: exact, from the corners. Of a mesh of several pieces a plane may
///   come to stand in a gap: as many passes over the triangles as it takes to find the nearest one, few as a rule.
/// - A point and a mesh: the distance to the surface where the mesh is solid, else 0.
/// - Two solid meshes: the depth of flr_interference3_mesh_mesh with tolerance 0, which is what
///   feeler/query.h says of it: no shorter translation parts them, but where edges cross a longer one may
///   be needed.
/// - A compound: of the union, as said next of concave shapes; seams between its shapes are no way out. A plane may come to
///   stand in a gap between shapes. Parts without end are looked at as far as four times the extent of all that ends and its
///   distance from them, and eight times as far as two of them meet. `inseparable` where two of them are, or no way out is found
///   within half of that; FLR_NOT_CONVERGED where they meet some 10^4 times the depth away (in float wherever they meet far off).
/// - Other pairs with a concave quad or polygon or a mesh: of the shape itself, not of its hull: into a notch if that
///   is shorter than over its rim, out through the surface for what is wholly inside a solid. After the translation
///   the two no more than touch, perhaps on several sides, so that going on along the normal may lead into another; it is a local minimum to rounding for flat faces, to 10^-8 of the size for curved ones. FLR_OK: no
///   translation shorter by a part in 1000 parts them, but perhaps into a gap narrower than a part in 1000 of the
///   depth. FLR_NOT_CONVERGED: the search for a shorter one was given up after a bounded amount of work (some 10^5 pairs
///   of convex pieces, a tenth of a second to a second); for the most part something thin through the surface of a mesh
///   that is not solid, or two meshes.
FLR_API flr_status flr_signed_distance3(const flr_shape3 *a, const flr_shape3 *b,
                                        flr_signed_distance3_result *result);

/// First touch of two shapes on their paths, each given in the frame that its path moves, as
/// flr_motion3_convex_convex answers for convex ones; flr_motion3_result says what t promises. Returns the result's status,
/// or FLR_INVALID_ARGUMENT, FLR_INVALID_SHAPE or FLR_NOT_FINITE as the functions above, with nothing written: FLR_INVALID_ARGUMENT
/// also for an option that is negative, NaN or infinite, FLR_NOT_FINITE also for such a number in a path.
///
/// - Quads and polygons that are not convex are cut into triangles; meshes go by their trees, a box at a time over the whole
///   of its way, those left out that are reached later than the first touch so far. What starts inside of a solid
///   mesh touches at 0.
/// - Frames that do not turn may lie wherever the shapes are; in one that turns a shape far from the frame's origin is rounded as its
///   coordinates there.
/// - Planes and halfspaces: the gap along the normal, which turns with them.
/// - Rays and lines against bounded shapes: the piece that can be reached in the whole time.
/// - Two unbounded shapes touch where they meet, however far away: planes that do not stay parallel, and a line that does
///   not stay parallel to a plane, touch at 0. Directions within 32 roundings are parallel. Rays and lines that stay
///   in one common plane, or with a target distance, are searched as far as 1024 times the extent of what their origins do.
FLR_API flr_status flr_motion3(const flr_shape3 *a, const flr_path3 *path_a, const flr_shape3 *b,
                               const flr_path3 *path_b, const flr_motion3_options *options,
                               flr_motion3_result *result);

/// The contact manifold of any two shapes: normal, depth and up to four points, as feeler/manifold.h says
/// for convex ones. There is a point where flr_distance3 is at most the margin, and nowhere else: where no faces are
/// clipped, the middle between the points of flr_signed_distance3. For the others:
/// - A plane or halfspace: the corners that the other turns to it; both normals of a plane count, the shallower wins.
///   `inseparable` as in flr_signed_distance3, then without points. Two unbounded shapes have one point.
/// - A ray or line: the piece of it near the other, as a segment.
/// - A concave quad or polygon: normal and depth of flr_signed_distance3, at its cost; the points where the sheet itself and
///   the face that the other turns to it lie along that normal.
/// - A mesh and something convex: along the normal, of the triangles' normals and the directions that part single
///   triangles, that clears all triangles near by the shortest way: exact against a face, on a convex edge and on
///   terrain, and no shorter than what the mesh's triangles demand elsewhere; what lies wholly inside a solid leaves through
///   the nearest triangle. Where the mesh is solid and consistently wound, its normals look out.
/// - Two meshes: normal and depth by flr_interference3_mesh_mesh with tolerance 0 and the margin as clearance, whichever of them are
///   marked solid, and the points where triangles face each other along it; crossing surfaces without an inside
///   have depth 0.
/// - A compound: normal and depth of flr_signed_distance3, at its cost; the points where convex pieces of both face each other
///   along it.
/// - A mesh and a concave sheet: one point, the depth 0 where they meet.
/// Swapping gives the same ids and points and the opposite normal, to the last bit. Errors as above, and FLR_INVALID_ARGUMENT for a
/// margin or bias that is negative, NaN or infinite.
FLR_API flr_status flr_contact3(const flr_shape3 *a, const flr_shape3 *b, const flr_contact3_options *options,
                                flr_manifold3 *manifold);

/// When does a, moving by `motion` over t in [0, 1], first touch b? Conventions and bounds in feeler/sweep.h; every
/// pair, either one moving. The status is also returned; errors as above, and FLR_NOT_FINITE for a motion
/// that is not finite. What starts inside a solid mesh overlaps it at the start.
///
/// How: boxes by moving separating axes; a plane or halfspace by the other's last points along its normal; two convex
/// shapes by the cast of flr_sweep3_convex_convex; a line by the same cast square to it, a ray by the piece of it
/// that the other can come to; a concave quad or polygon by its rim and the other's last points along its normal; a
/// mesh triangle by triangle, first those that its tree tells are met first. Two meshes: n log m, n the
/// triangles of the smaller; a ray or line and a mesh: all of its triangles.
FLR_API flr_status flr_sweep3(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b,
                              flr_sweep3_result *result);

/// The same for the first time that they are no farther apart than options->target_distance (FLR_INVALID_ARGUMENT
/// where it is negative, NaN or infinite), for every pair. `overlap_at_start` then says that they are so near at the start, by flr_distance3. `point` is on b,
/// and the point of a nearest to it lies at the target distance against `normal`. Where target and a radius are added, their sum
/// is that of doubles; the bounds of feeler/sweep.h hold for shapes grown by it.
FLR_API flr_status flr_sweep3_within(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b,
                                     const flr_sweep3_options *options, flr_sweep3_result *result);

FLR_EXTERN_C_END
#endif
