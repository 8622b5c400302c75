/// Any shape of the plane as the routines for any pair see it: an outline, a convex core with a radius, or both.
#ifndef FLR_ANY_ANY2_H
#define FLR_ANY_ANY2_H

#include "closest/outline2.h"
#include "feeler/any2.h"

#include "math/unit.h"
#include "toi/toi2.h"

/// FLR_INVALID_ARGUMENT for no kind, FLR_INVALID_SHAPE for lists without an entry, a user's core without its function or
/// compounds too deep within one another, FLR_NOT_FINITE for a NaN or an infinity in it.
flr_status flr_any2_check(const flr_shape2 *s);
/// The same but for the numbers.
flr_status flr_any2_check_lists(const flr_shape2 *s);

/// As any3_layout.
typedef struct any2_layout {
    unsigned char points, directions, lengths;
} any2_layout;
extern const any2_layout flr_any2_layouts[FLR_SHAPE2_COUNT];

/// How many numbers a shape is; 0 where it points to something.
static inline size_t any2_numbers(flr_shape2_kind kind)
{
    const any2_layout *l = &flr_any2_layouts[kind];
    return 2u * (l->points + l->directions) + l->lengths;
}

static inline bool any2_is_flat_unbounded(flr_shape2_kind k)
{
    return k == FLR_SHAPE2_LINE || k == FLR_SHAPE2_PLANE || k == FLR_SHAPE2_HALFSPACE;
}

/// A shape of checked lists as the convex core sees it: flr_convex2_shape without the check.
bool flr_any2_core(const flr_shape2 *s, flr_convex2 *core);

// What follows, up to the measure of flat shapes, is of all shapes but compounds.

/// True where the shape is an outline as it stands: any but convex ones of points in any order or under a pose.
bool flr_any2_outline(const flr_shape2 *s, flr_outline2 *o);

/// The same of every shape: corners that have to be turned go into `room`, as seen from the shape's position (carry2.h).
/// FLR_TOO_LARGE where they are more than `most`.
flr_status flr_any2_outline_in(const flr_shape2 *s, flr_vec2 *room, size_t most, flr_outline2 *o);

/// Corner i of a convex core, in world; and that of one under a pose, as seen from its position.
flr_vec2 flr_any2_corner(const flr_convex2 *c, uint32_t i);
flr_vec2 flr_any2_turned_corner(const flr_convex2 *c, uint32_t i);

/// The box around the core of a bounded shape, and the radius around that.
flr_aabb2 flr_any2_box(const flr_shape2 *s);
flr_real flr_any2_radius(const flr_shape2 *s);

/// The piece of a ray that a bounded shape could be near to: nothing outside of it is closer, nor does it come into
/// play before the two are moved by more than the shape's size. Far from the origin a convex shape posed where the other
/// one lies, with ends as seen from there: so that they are rounded by no more than the scene's own size is.
typedef struct any2_piece {
    flr_shape2 shape;  ///< points to `ends`
    flr_vec2 ends[2];
} any2_piece;

void flr_any2_cut(const flr_ray2 *ray, const flr_shape2 *bounded, any2_piece *piece);

/// v at unit length whatever its own; zero where v is, or is without end.
static inline flr_vec2 flr_any2_unit(flr_vec2 v)
{
    return isfinite(v.x) && isfinite(v.y) ? unit2_of(v) : flr_vec2_make(0, 0);
}

/// The unit normal of a line, plane or halfspace and how far points lie along it from there.
typedef struct any2_measure {
    double x, y;
    double px, py;  ///< a line: a point on it
    double offset;  ///< plane and halfspace
    double given_x, given_y, given_offset,
        length;  ///< the same before it was divided by the length of the normal
} any2_measure;

any2_measure flr_any2_measure(const flr_shape2 *flat);
double flr_any2_height(const any2_measure *m, flr_vec2 p);
/// That of origin + p, which are not added: right to a few eps of itself and p, wherever the origin is.
double flr_any2_height_from(const any2_measure *m, flr_vec2 origin, flr_vec2 p);

/// How far a shape reaches along the normal of a flat one.
typedef struct any2_projection {
    double low, high;  ///< infinite where it does not end
    flr_vec2 low_point, high_point;
} any2_projection;

any2_projection flr_any2_project(const flr_shape2 *s, const flr_shape2 *flat);

// ----------------------------------------------------------------------------------------------------
// An order of shapes of any kind of the plane, as any3_order.h has it for space.

/// -1 where a comes first, 1 where b does, 0 where nothing distinguishes them. In rank; two of one kind by their numbers.
int flr_any2_compare(const flr_shape2 *a, const flr_shape2 *b);

/// Does a come first?
static inline bool flr_any2_in_order(const flr_shape2 *a, const flr_shape2 *b)
{
    return a->kind != b->kind ? a->kind < b->kind : flr_any2_compare(a, b) <= 0;
}

// ----------------------------------------------------------------------------------------------------
// How every question about two shapes of the plane begins and ends, as any3_pair.h has it for space.

typedef struct any2_pair {
    const flr_shape2 *a, *b;  ///< a compound of one shape is replaced by that shape
    bool swapped;             ///< a is the caller's b
    bool usual;               ///< products of lengths stay in the range of numbers
    double
        size;  ///< at least the largest coordinate and the extent of both; of a user's core its position only
} any2_pair;

/// In the caller's order. FLR_INVALID_ARGUMENT for no kind, FLR_INVALID_SHAPE for lists without an entry, a user's core without its
/// function or compounds too deep within one another, FLR_NOT_FINITE for a NaN or an infinity in a shape.
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

/// Closer to a touch than this part of the pair's size an answer is not taken from the convex core alone.
static const double any2_close = sizeof(flr_real) == sizeof(float) ? 0x1p-14 : 0x1p-40;

/// Two convex shapes as cores; one that is a core already is used as it is.
typedef struct any2_cores {
    const flr_convex2 *a, *b;
    flr_convex2 room[2];
} any2_cores;

/// False where one is not convex as it stands.
bool flr_any2_cores(const flr_shape2 *a, const flr_shape2 *b, any2_cores *cores);

// ----------------------------------------------------------------------------------------------------
// Scenes of the plane so large or small that squares of lengths leave the range of numbers: asked again in a unit of their own, a power
// of two, so that nothing is rounded but what is some 10^300 times smaller than the scene (10^38 in float).

/// What two shapes of checked numbers, and a length besides, are to be multiplied by; 1 for usual sizes.
flr_real flr_any2_factor(const flr_shape2 *a, const flr_shape2 *b, flr_real length);

enum { ANY2_RESCALED_POINTS = 64, ANY2_RESCALED_SHAPES = 8 };

/// A shape times a factor, with what it points to. Of a compound all shapes of it and of those within it are one list.
typedef struct any2_rescaled {
    flr_shape2 shape, shapes[ANY2_RESCALED_SHAPES];
    flr_vec2 points[ANY2_RESCALED_SHAPES][ANY2_RESCALED_POINTS];
    toi2_scaled cores[ANY2_RESCALED_SHAPES];
    size_t count;
} any2_rescaled;

/// Two at once, each to its place.
typedef struct any2_rescaled_pair {
    any2_rescaled a, b;
} any2_rescaled_pair;

/// False for a factor of 1, polygons of more points, compounds of more shapes, and sizes that stay infinite.
bool flr_any2_rescale_pair(const flr_shape2 *a, const flr_shape2 *b, flr_real factor, any2_rescaled_pair *r);

// ----------------------------------------------------------------------------------------------------
// Distances by tables and, where no typed function is, by support points.

/// *normal is the unit direction from a to b where they are apart, else zero. Both shapes are checked.
flr_status flr_any2_distance(const flr_shape2 *a, const flr_shape2 *b, flr_closest2 *c, flr_vec2 *normal);

/// Have they corners enough for flr_gjk2_clearly_apart, which the typed function then asks first? a before b in the order of shapes.
static inline bool flr_any2_is_by_guess(const flr_shape2 *a, const flr_shape2 *b)
{
    return a->kind >= FLR_SHAPE2_AABB && b->kind > FLR_SHAPE2_AABB && b->kind <= FLR_SHAPE2_CONVEX;
}

/// The closest points by the typed function, if there is one: those of flr_distance2.
flr_status flr_any2_closest(const flr_shape2 *a, const flr_shape2 *b, flr_closest2 *closest);

// ----------------------------------------------------------------------------------------------------
// Shapes of the plane by a user's support function, where others go by their corners.

/// When a, moving by t * motion, first touches b: for t from `from` up to `to`.
typedef struct advance2 {
    flr_status status;  ///< FLR_NOT_CONVERGED: they do not touch before t
    bool hit, at_once;
    double t;
    flr_vec2 point_a, point, normal;  ///< on the two; from a to b
} advance2;

advance2 flr_any2_advance(const flr_convex2 *a, flr_vec2 motion, const flr_convex2 *b, double from,
                          double to);

/// A polygon within the core, counter-clockwise, of at most `most` corners; the core comes out of it by no more than *off,
/// which is 0 where it is a polygon itself. Among the corners are those that meet the edges of `toward`, unless null.
size_t flr_any2_hull_of_user(const flr_convex2 *c, const flr_outline2 *toward, flr_vec2 *corners, size_t most,
                             flr_real *off);

/// One of the two is by a user's function.
flr_sweep2_result flr_any2_sweep_user(const flr_shape2 *a, flr_vec2 motion, const flr_shape2 *b);
/// The shape is.
flr_status flr_any2_cast_user(const flr_raycast2_path *path, const flr_shape2 *s, flr_rayhit2 *r);

// ----------------------------------------------------------------------------------------------------
// Compounds of the plane, as compound3.h has them for space.

/// A compound of one shape is that shape.
static inline const flr_shape2 *compound2_unwrap(const flr_shape2 *s)
{
    while (s->kind == FLR_SHAPE2_COMPOUND && s->as.compound.count == 1) s = &s->as.compound.shapes[0];
    return s;
}

static inline bool any2_is_compound(const flr_shape2 *s) { return s->kind == FLR_SHAPE2_COMPOUND; }

/// No part of it is a ray, line, plane or halfspace.
bool flr_any2_is_bounded(const flr_shape2 *s);

/// Around a bounded shape, larger by a few eps.
flr_aabb2 flr_any2_bounds(const flr_shape2 *s);

/// A box around shape i of a compound, which is bounded.
flr_aabb2 flr_compound2_box(const flr_compound2 *c, size_t i);

/// Called for a pair of shapes none of which is a compound. Returns how near others have to come to be visited
/// of too; below 0: no more of them.
typedef flr_real compound2_pair_fn(void *user, const flr_shape2 *a, const flr_shape2 *b);

/// All pairs whose boxes come within the limit of one another, nearer ones first. At least one of a and b is a compound. A
/// single shape always stands before those of a compound, and two compounds are in an order of their own: `turned` tells
/// whether the pairs are of b and a.
void flr_compound2_visit(const flr_shape2 *a, const flr_shape2 *b, flr_real limit, compound2_pair_fn *tell,
                         void *user, bool *turned);

/// Called for the shapes of a compound that are none themselves, or of the one shape that is not one.
typedef void compound2_leaf_fn(void *user, const flr_shape2 *s);
void flr_compound2_leaves(const flr_shape2 *s, compound2_leaf_fn *tell, void *user);

// ----------------------------------------------------------------------------------------------------
// Tables over the kinds of shapes of the plane, as kinds3.h has them for space.

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
/// All except convex ones; and of these, those that end.
#define KINDS2(X) \
    X(point) X(segment) X(ray) X(line) X(plane) X(halfspace) X(circle) X(capsule) X(aabb) X(box) X(triangle) X(polygon)
#define KINDS2_BOUNDED(X) X(point) X(segment) X(circle) X(capsule) X(aabb) X(box) X(triangle) X(polygon)
/// All pairs of these, the first no later in rank than the second.
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

/// Any shape as an outline with the corners that it needs room for. A convex shape under a pose, or of points in any order, becomes the
/// polygon of its corners; a user's core one of its points and the corners of its bounds, beside itself.
typedef struct any2_corners {
    flr_outline2 outline;
    flr_vec2 corner[ANY2_MOST_CORNERS];
    const flr_convex2 *user;  ///< else null
} any2_corners;

flr_status flr_any2_corners_of(const flr_shape2 *s, any2_corners *f);

static inline bool any2_has_room(const any2_corners *f) { return f->outline.count <= ANY2_MOST_CORNERS; }

static inline void any2_settle(any2_corners *f)
{
    if (f->outline.many && f->outline.moved && any2_has_room(f)) flr_outline2_settle(&f->outline, f->corner);
}

/// Moves both close to the origin where one lies far from it and nothing is rounded by that; planes stay.
flr_recentered2 flr_any2_recenter_corners(any2_corners *x, any2_corners *y);

#endif
