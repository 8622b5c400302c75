/// Any shape of the plane as the questions on any pair see it: an outline, a convex core with a radius, or
/// both.
#ifndef FLR_ANY_ANY2_H
#define FLR_ANY_ANY2_H

#include "closest/outline2.h"
#include "convex/support2.h"
#include "feeler/any2.h"

#include "math/unit.h"
#include "toi/toi2.h"

/// Checks a shape. FLR_INVALID_ARGUMENT: no such kind. FLR_INVALID_SHAPE: an empty list, a user's core
/// without its function, or compounds nested too deep. FLR_NOT_FINITE: a NaN or an infinity.
flr_status flr_any2_check(const flr_shape2 *s);

/// As any3_layout, and how many numbers that are; 0 of a shape with pointers.
typedef struct any2_layout {
    unsigned char points, directions, lengths, numbers;
} any2_layout;
extern const any2_layout flr_any2_layouts[FLR_SHAPE2_COUNT];

static inline size_t any2_numbers(flr_shape2_kind kind) { return flr_any2_layouts[kind].numbers; }

static inline bool any2_is_flat_unbounded(flr_shape2_kind k)
{
    return k == FLR_SHAPE2_LINE || k == FLR_SHAPE2_PLANE || k == FLR_SHAPE2_HALFSPACE;
}

/// Makes the core of a shape with checked lists: flr_convex2_shape without the check.
bool flr_any2_core(const flr_shape2 *s, flr_convex2 *core);

// From here to the measure of flat shapes: for all shapes but compounds.

/// Makes the outline of a shape; false for convex shapes of points in any order or under a pose.
bool flr_any2_outline(const flr_shape2 *s, flr_outline2 *o);

/// The same for every shape. Corners that must be rotated go into `room`, relative to the shape's position.
/// FLR_TOO_LARGE if they are more than `most`.
flr_status flr_any2_outline_in(const flr_shape2 *s, flr_vec2 *room, size_t most, flr_outline2 *o);

/// Corner i of a convex core, in world; and of one under a pose, relative to its position.
flr_vec2 flr_any2_corner(const flr_convex2 *c, uint32_t i);
flr_vec2 flr_any2_turned_corner(const flr_convex2 *c, uint32_t i);

/// The box around the core of a bounded shape, and the radius around that core.
flr_aabb2 flr_any2_box(const flr_shape2 *s);
flr_real flr_any2_radius(const flr_shape2 *s);

/// The piece of a ray that a bounded shape could be near to. Nothing outside it is closer, or becomes closer
/// before the two move by more than the shape's size. Far from the origin the piece is a convex shape posed
/// near the other one, so its ends are rounded only by the scene's own size.
typedef struct any2_piece {
    flr_shape2 shape;  ///< points to `ends`
    flr_vec2 ends[2];
} any2_piece;

void flr_any2_cut(const flr_ray2 *ray, const flr_shape2 *bounded, any2_piece *piece);

/// Returns v at unit length whatever its own; zero if v is zero or not finite.
static inline flr_vec2 flr_any2_unit(flr_vec2 v)
{
    return isfinite(v.x) && isfinite(v.y) ? unit2_of(v) : flr_vec2_make(0, 0);
}

/// The unit normal of a line, plane or halfspace, and the offset from which heights along it are measured.
typedef struct any2_measure {
    double x, y;
    double px, py;  ///< a line: a point on it
    double offset;  ///< plane and halfspace
    double given_x, given_y, given_offset,
        length;  ///< the same before it was divided by the length of the normal
} any2_measure;

any2_measure flr_any2_measure(const flr_shape2 *flat);
double flr_any2_height(const any2_measure *m, flr_vec2 p);
/// The height of origin + p without adding them: accurate to a few eps of itself and p, wherever the origin
/// is.
double flr_any2_height_from(const any2_measure *m, flr_vec2 origin, flr_vec2 p);

/// How far a shape extends along the normal of a flat one.
typedef struct any2_projection {
    double low, high;  ///< infinite where it does not end
    flr_vec2 low_point, high_point;
} any2_projection;

any2_projection flr_any2_project(const flr_shape2 *s, const flr_shape2 *flat);

// ----------------------------------------------------------------------------------------------------
// A fixed order of shapes of the plane, as flr_any3_compare has it for space.

/// -1 if a comes first, 1 if b does, 0 if nothing distinguishes them. By kind; two of one kind by their
/// numbers.
int flr_any2_compare(const flr_shape2 *a, const flr_shape2 *b);

/// Does a come first?
static inline bool flr_any2_in_order(const flr_shape2 *a, const flr_shape2 *b)
{
    return a->kind != b->kind ? a->kind < b->kind : flr_any2_compare(a, b) <= 0;
}

// ----------------------------------------------------------------------------------------------------
// How every question about two shapes of the plane begins and ends, as any3_pair has it for space.

typedef struct any2_pair {
    const flr_shape2 *a, *b;  ///< a compound of one shape is replaced by that shape
    bool swapped;             ///< a is the caller's b
    bool usual;               ///< products of lengths stay in the range of numbers
    double
        size;  ///< at least the largest coordinate and the extent of both; of a user's core its position only
} any2_pair;

/// Checks and measures two shapes, in the caller's order, with the errors of flr_any2_check.
flr_status flr_any2_begin(const flr_shape2 *a, const flr_shape2 *b, any2_pair *pair);

/// Puts the two in the order of shapes.
static inline void any2_sort(any2_pair *p)
{
    if (flr_any2_in_order(p->a, p->b)) return;
    const flr_shape2 *first = p->b;
    p->b = p->a;
    p->a = first;
    p->swapped = true;
}

/// Closer to a touch than this part of the pair's size, the convex core alone does not decide.
static const double any2_close = sizeof(flr_real) == sizeof(float) ? 0x1p-14 : 0x1p-40;

/// Two convex shapes as cores; a shape that is a core is used as it is.
typedef struct any2_cores {
    const flr_convex2 *a, *b;
    flr_convex2 room[2];
} any2_cores;

/// Makes the cores; false if one is not convex as it is.
bool flr_any2_cores(const flr_shape2 *a, const flr_shape2 *b, any2_cores *cores);

// ----------------------------------------------------------------------------------------------------
// Scenes of the plane so large or small that squares of lengths overflow or vanish. They are asked again in
// a unit of their own, a power of two. Only numbers some 10^300 times smaller than the scene are rounded
// (10^38 in float).

/// Returns the factor for two shapes of checked numbers, and a further length; 1 for usual sizes.
flr_real flr_any2_factor(const flr_shape2 *a, const flr_shape2 *b, flr_real length);

enum { ANY2_RESCALED_POINTS = 64, ANY2_RESCALED_SHAPES = 8 };

/// A shape times a factor, with what it points to. The shapes of a compound, and of compounds within it,
/// become one list.
typedef struct any2_rescaled {
    flr_shape2 shape, shapes[ANY2_RESCALED_SHAPES];
    flr_vec2 points[ANY2_RESCALED_SHAPES][ANY2_RESCALED_POINTS];
    moved2 cores[ANY2_RESCALED_SHAPES];
    size_t count;
} any2_rescaled;

/// Both shapes of a pair.
typedef struct any2_rescaled_pair {
    any2_rescaled a, b;
} any2_rescaled_pair;

/// Scales both. False for a factor of 1, sizes that stay infinite, and more points or shapes than there is
/// room for.
bool flr_any2_rescale_pair(const flr_shape2 *a, const flr_shape2 *b, flr_real factor, any2_rescaled_pair *r);

// ----------------------------------------------------------------------------------------------------
// Answers by tables of typed functions, else by outlines or support points.

/// Do two checked shapes overlap, neither of which is a compound? In the order of shapes.
flr_status flr_any2_overlap(const flr_shape2 *a, const flr_shape2 *b, bool *overlap);

/// Both shapes are checked. *normal is the unit direction from a to b if they are apart, else zero.
flr_status flr_any2_distance(const flr_shape2 *a, const flr_shape2 *b, flr_closest2 *c, flr_vec2 *normal);

/// Have they corners enough for flr_gjk2_clearly_apart, which the typed function asks first? In the order of
/// shapes.
static inline bool flr_any2_is_by_guess(const flr_shape2 *a, const flr_shape2 *b)
{
    return a->kind >= FLR_SHAPE2_AABB && b->kind > FLR_SHAPE2_AABB && b->kind <= FLR_SHAPE2_CONVEX;
}

/// The closest points by the typed function, if there is one: those of flr_distance2.
flr_status flr_any2_closest(const flr_shape2 *a, const flr_shape2 *b, flr_closest2 *closest);

/// As flr_overlap2, for a usual pair in order, no compounds, that is known to be close to a touch along this direction.
flr_status flr_any2_overlap_in_doubt(const any2_pair *p, flr_vec2 direction, bool *overlap);

// ----------------------------------------------------------------------------------------------------
// Shapes of the plane with a user's support function, where others go by their corners.

/// Writes a polygon within the core, counter-clockwise, of at most `most` corners. The core extends beyond
/// it by at most *off, which is 0 if the core is a polygon itself. Unless `toward` is null, the support
/// points along the normals of its edges are among the corners.
size_t flr_any2_hull_of_user(const flr_convex2 *c, const flr_outline2 *toward, flr_vec2 *corners, size_t most,
                             flr_real *off);

/// Casts a pair of which one has a user's support function.
flr_sweep2_result flr_any2_sweep_user(const flr_shape2 *a, flr_vec2 motion, const flr_shape2 *b);
/// Casts a ray onto such a shape.
flr_status flr_any2_cast_user(const flr_raycast2_path *path, const flr_shape2 *s, flr_rayhit2 *r);

// ----------------------------------------------------------------------------------------------------
// Compounds of the plane, as flr_compound3_visit has them for space.

/// A compound of one shape is that shape.
static inline const flr_shape2 *compound2_unwrap(const flr_shape2 *s)
{
    while (s->kind == FLR_SHAPE2_COMPOUND && s->as.compound.count == 1) s = &s->as.compound.shapes[0];
    return s;
}

static inline bool any2_is_compound(const flr_shape2 *s) { return s->kind == FLR_SHAPE2_COMPOUND; }

/// Is no part of it a ray, line, plane or halfspace?
bool flr_any2_is_bounded(const flr_shape2 *s);

/// Returns a box around a bounded shape, enlarged by a few eps.
flr_aabb2 flr_any2_bounds(const flr_shape2 *s);

/// A box around shape i of a compound, which is bounded.
flr_aabb2 flr_compound2_box(const flr_compound2 *c, size_t i);

/// Called for a pair of shapes, neither a compound. Returns how near others must come to be visited too;
/// negative to stop.
typedef flr_real compound2_pair_fn(void *user, const flr_shape2 *a, const flr_shape2 *b);

/// Visits all pairs whose boxes come within the limit of each other, nearer boxes first. At least one of a
/// and b is a compound. A single shape comes before those of a compound; two compounds have an order of
/// their own. `turned` says whether the pairs are of b and a.
void flr_compound2_visit(const flr_shape2 *a, const flr_shape2 *b, flr_real limit, compound2_pair_fn *call,
                         void *user, bool *turned);

/// Called for each shape of a compound that is not one itself; or once for a single shape.
typedef void compound2_leaf_fn(void *user, const flr_shape2 *s);
void flr_compound2_leaves(const flr_shape2 *s, compound2_leaf_fn *call, void *user);

// ----------------------------------------------------------------------------------------------------
// Tables over the kinds of shapes of the plane, as any3.h has them for space.

enum {
    KIND2_point = FLR_SHAPE2_POINT,
    KIND2_segment = FLR_SHAPE2_SEGMENT,
    KIND2_ray = FLR_SHAPE2_RAY,
    KIND2_line = FLR_SHAPE2_LINE,
    KIND2_plane = FLR_SHAPE2_PLANE,
    KIND2_halfspace = FLR_SHAPE2_HALFSPACE,
    KIND2_circle = FLR_SHAPE2_CIRCLE,
    KIND2_capsule = FLR_SHAPE2_CAPSULE,
    KIND2_aabb = FLR_SHAPE2_AABB,
    KIND2_box = FLR_SHAPE2_BOX,
    KIND2_triangle = FLR_SHAPE2_TRIANGLE,
    KIND2_polygon = FLR_SHAPE2_POLYGON,
    KIND2_convex = FLR_SHAPE2_CONVEX
};

#define AS2_point(s) (s)->as.point
#define AS2_segment(s) &(s)->as.segment
#define AS2_ray(s) &(s)->as.ray
#define AS2_line(s) &(s)->as.line
#define AS2_plane(s) &(s)->as.plane
#define AS2_halfspace(s) &(s)->as.halfspace
#define AS2_circle(s) &(s)->as.circle
#define AS2_capsule(s) &(s)->as.capsule
#define AS2_aabb(s) &(s)->as.aabb
#define AS2_box(s) &(s)->as.box
#define AS2_triangle(s) &(s)->as.triangle
#define AS2_polygon(s) &(s)->as.polygon

// clang-format off
/// All kinds but convex ones and compounds; and the bounded ones of these.
#define KINDS2(X) \
    X(point) X(segment) X(ray) X(line) X(plane) X(halfspace) X(circle) X(capsule) X(aabb) X(box) X(triangle) X(polygon)
#define KINDS2_BOUNDED(X) X(point) X(segment) X(circle) X(capsule) X(aabb) X(box) X(triangle) X(polygon)
/// All pairs of these, in order.
#define PAIRS2(X) \
    X(point, point) X(point, segment) X(point, ray) X(point, line) X(point, plane) X(point, halfspace) \
    X(point, circle) X(point, capsule) X(point, aabb) X(point, box) X(point, triangle) X(point, polygon) \
    X(segment, segment) X(segment, ray) X(segment, line) X(segment, plane) X(segment, halfspace) \
    X(segment, circle) X(segment, capsule) X(segment, aabb) X(segment, box) X(segment, triangle) \
    X(segment, polygon) \
    X(ray, ray) X(ray, line) X(ray, plane) X(ray, halfspace) X(ray, circle) X(ray, capsule) X(ray, aabb) \
    X(ray, box) X(ray, triangle) X(ray, polygon) \
    X(line, line) X(line, plane) X(line, halfspace) X(line, circle) X(line, capsule) X(line, aabb) \
    X(line, box) X(line, triangle) X(line, polygon) \
    X(plane, plane) X(plane, halfspace) X(plane, circle) X(plane, capsule) X(plane, aabb) X(plane, box) \
    X(plane, triangle) X(plane, polygon) \
    X(halfspace, halfspace) X(halfspace, circle) X(halfspace, capsule) X(halfspace, aabb) \
    X(halfspace, box) X(halfspace, triangle) X(halfspace, polygon) \
    X(circle, circle) X(circle, capsule) X(circle, aabb) X(circle, box) X(circle, triangle) \
    X(circle, polygon) \
    X(capsule, capsule) X(capsule, aabb) X(capsule, box) X(capsule, triangle) X(capsule, polygon) \
    X(aabb, aabb) X(aabb, box) X(aabb, triangle) X(aabb, polygon) \
    X(box, box) X(box, triangle) X(box, polygon) \
    X(triangle, triangle) X(triangle, polygon) \
    X(polygon, polygon)
// clang-format on

enum { ANY2_MOST_CORNERS = 512 };

/// Any shape as an outline, with room for its corners. A convex shape under a pose, or of points in any
/// order, becomes the polygon of its corners. Of a user's core the outline is one of its points and the
/// corners of its bounds. The shape has been checked.
typedef struct any2_corners {
    flr_outline2 outline;
    flr_vec2 corner[ANY2_MOST_CORNERS];
    const flr_convex2 *user;  ///< else null
} any2_corners;

void flr_any2_corners_of(const flr_shape2 *s, any2_corners *f);

static inline bool any2_has_room(const any2_corners *f) { return f->outline.count <= ANY2_MOST_CORNERS; }

static inline void any2_settle(any2_corners *f)
{
    if (f->outline.many && f->outline.moved && any2_has_room(f)) flr_outline2_settle(&f->outline, f->corner);
}

/// Moves both near the origin if one lies far from it and nothing is rounded by that; planes stay. Returns the
/// place that is the origin then.
flr_vec2 flr_any2_recenter_corners(any2_corners *x, any2_corners *y);

#endif
