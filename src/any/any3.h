/// Any shape in space as the routines for any pair see it: a convex core with a radius, a flat sheet
/// with corners, a mesh, or something unbounded.
#ifndef FLR_ANY_ANY3_H
#define FLR_ANY_ANY3_H

#include "feeler/any3.h"
#include "mesh/near3.h"

/// FLR_INVALID_ARGUMENT for no kind, FLR_INVALID_SHAPE for lists without an entry, no mesh, or a solid
/// mesh that is not watertight, FLR_NOT_FINITE for a NaN or an infinity in it.
flr_status flr_any3_check(const flr_shape3 *s);
/// The same but for the numbers.
flr_status flr_any3_check_lists(const flr_shape3 *s);
/// Is no number of a shape with checked lists a NaN or an infinity?
bool flr_any3_is_finite(const flr_shape3 *s);

/// What a shape of a kind that points to nothing is made of, one after the other from its first number on: points, directions and lengths.
/// All 0 of other kinds.
typedef struct any3_layout {
    unsigned char points, directions, lengths;
} any3_layout;
extern const any3_layout flr_any3_layouts[FLR_SHAPE3_COUNT];

/// How many numbers these are.
static inline size_t any3_numbers(flr_shape3_kind kind)
{
    const any3_layout *l = &flr_any3_layouts[kind];
    return 3u * (l->points + l->directions) + l->lengths;
}
/// The first of its lengths.
static inline const flr_real *any3_lengths(const flr_shape3 *s)
{
    return (const flr_real *)&s->as + (any3_numbers(s->kind) - flr_any3_layouts[s->kind].lengths);
}

/// Fourth powers of sizes below are numbers, in double sixth ones.
static const flr_real any3_large = sizeof(flr_real) == sizeof(float) ? (flr_real)0x1p28 : (flr_real)0x1p150;

static inline bool any3_is_flat_unbounded(flr_shape3_kind k)
{
    return k == FLR_SHAPE3_PLANE || k == FLR_SHAPE3_HALFSPACE;
}
static inline bool any3_is_path(flr_shape3_kind k) { return k == FLR_SHAPE3_RAY || k == FLR_SHAPE3_LINE; }

/// With corners in order around, perhaps concave.
static inline bool any3_is_sheet(flr_shape3_kind k)
{
    return k == FLR_SHAPE3_QUAD || k == FLR_SHAPE3_POLYGON;
}

static inline bool any3_is_round(flr_shape3_kind k)
{
    return k == FLR_SHAPE3_CYLINDER || k == FLR_SHAPE3_CONE;
}

/// A shape with a rounding as one of a kind that has a radius of its own, an ellipsoid as a sphere or its core, in the room given; others as
/// they are. Closed forms and tables of pairs are asked for such shapes alone.
void flr_any3_reduce(const flr_shape3 *s, flr_shape3 *room);
static inline const flr_shape3 *any3_reduced(const flr_shape3 *s, flr_shape3 *room)
{
    if (__builtin_expect(s->rounding == 0 && s->kind != FLR_SHAPE3_ELLIPSOID, 1)) return s;
    flr_any3_reduce(s, room);
    return room;
}

/// Corners as they were given, and every yes or no about them exact.
static inline bool any3_is_faceted(flr_shape3_kind k)
{
    return k == FLR_SHAPE3_TRIANGLE || k == FLR_SHAPE3_TETRAHEDRON || any3_is_sheet(k);
}

static inline flr_shape3 any3_of_segment(flr_vec3 a, flr_vec3 b)
{
    flr_shape3 s = {.kind = FLR_SHAPE3_SEGMENT, .as = {.segment = {a, b}}};
    return s;
}
static inline flr_shape3 any3_of_triangle(flr_triangle3 t)
{
    flr_shape3 s = {.kind = FLR_SHAPE3_TRIANGLE, .as = {.triangle = t}};
    return s;
}

/// v at unit length whatever its own; zero where v is.
flr_vec3 flr_any3_unit(flr_vec3 v);

/// A unit vector perpendicular to v; any one for zero.
flr_vec3 flr_any3_perpendicular(flr_vec3 v);

/// The corners of a point, segment, triangle, quad, polygon, tetrahedron; null for others.
const flr_vec3 *flr_any3_corners(const flr_shape3 *s, size_t *count);

/// Edge i of a faceted shape; count edges in all.
size_t flr_any3_edge_count(const flr_shape3 *s);
flr_segment3 flr_any3_edge(const flr_shape3 *s, size_t i);

/// Of a quad or polygon, unit; zero where it is no more than a segment.
flr_vec3 flr_any3_sheet_normal(const flr_shape3 *sheet);

/// The hull of a quad or polygon.
flr_convex3 flr_any3_sheet_hull(const flr_shape3 *sheet);

/// No less than its largest coordinate and its extent; of a ray, line, plane or halfspace the numbers it is given by, of a user's core
/// its position.
double flr_any3_size(const flr_shape3 *s);

/// A shape of checked lists as the convex core sees it: flr_convex3_shape without the check.
bool flr_any3_core(const flr_shape3 *s, flr_convex3 *core);

/// A point of a bounded shape.
flr_vec3 flr_any3_point(const flr_shape3 *s);

/// Around a bounded shape, larger by a few eps.
flr_aabb3 flr_any3_bounds(const flr_shape3 *s);

/// A box enlarged by a few eps.
flr_aabb3 flr_any3_loosened(flr_aabb3 b);

/// The piece of a ray or line that a bounded shape could be near to: nothing outside of it is closer, nor
/// does it come into play before the two are moved by more than the shape's size.
flr_shape3 flr_any3_clip_path(const flr_shape3 *path, const flr_shape3 *bounded);

// ----------------------------------------------------------------------------------------------------
// An order of shapes of any kind by what they are. Every question about two is worked on in it, and the answer turned where they
// were given reversed: so swapping them swaps the answer and no more, to the last bit.

/// -1 where a comes first, 1 where b does, 0 where nothing distinguishes them. In rank; two of one kind by their numbers.
int flr_any3_compare(const flr_shape3 *a, const flr_shape3 *b);

/// Does a come first?
static inline bool flr_any3_in_order(const flr_shape3 *a, const flr_shape3 *b)
{
    if (a->kind != b->kind) return a->kind < b->kind;
    // of two of one kind the last number decides, as a rule
    const size_t count = any3_numbers(a->kind);
    const flr_real *x = (const flr_real *)&a->as, *y = (const flr_real *)&b->as;
    if (count && x[count - 1] != y[count - 1]) return x[count - 1] < y[count - 1];
    return flr_any3_compare(a, b) <= 0;
}

// ----------------------------------------------------------------------------------------------------
// How every question about two shapes in space begins and ends: both are checked, measured and put in order once, and the answer is
// turned where the caller gave them reversed.

typedef struct any3_pair {
    const flr_shape3 *a,
        *b;  ///< a compound of one shape is replaced by that shape, what has a rounding by a kind with a radius
    flr_shape3 room[2];  ///< where such shapes are
    bool swapped;        ///< a is the caller's b
    bool
        usual;  ///< products of lengths stay in the range of numbers, and no direction has a length of its own
    double
        size;  ///< at least the largest coordinate and the extent of both; of a user's core its position only
} any3_pair;

/// In the caller's order. FLR_INVALID_ARGUMENT for no kind, FLR_INVALID_SHAPE for lists without an entry, no mesh, compounds too
/// deep within one another or a solid mesh that is not watertight, FLR_NOT_FINITE for a NaN or an infinity in a shape.
flr_status flr_any3_begin(const flr_shape3 *a, const flr_shape3 *b, any3_pair *pair);

/// Puts the two in the order of shapes.
static inline void any3_sort(any3_pair *p)
{
    if (flr_any3_in_order(p->a, p->b)) return;
    const flr_shape3 *first = p->b;
    p->b = p->a;
    p->a = first;
    p->swapped = true;
}

/// The same of two shapes that have been checked, which no question has begun with; neither is a compound.
static inline bool any3_is_usual(const flr_shape3 *a, const flr_shape3 *b)
{
    const double size = flr_any3_size(a) + flr_any3_size(b), large = (double)any3_large;
    const bool directed = any3_is_path(a->kind) || any3_is_path(b->kind) || any3_is_flat_unbounded(a->kind) ||
                          any3_is_flat_unbounded(b->kind);
    return size < large && size > 1 / large && !directed;
}

/// Closer to a touch than this part of the pair's size an answer is not taken from rounded numbers alone.
static const double any3_close = sizeof(flr_real) == sizeof(float) ? 0x1p-14 : 0x1p-40;

// ----------------------------------------------------------------------------------------------------
// Scenes so large or small that products of lengths leave the range of numbers: asked again in a unit of their own, a
// power of two, so that nothing is rounded but what is some 10^300 times smaller than the scene (10^38 in float).

/// What two shapes of checked numbers, and a length besides, are to be multiplied by; 1 for usual sizes.
flr_real flr_any3_factor(const flr_shape3 *a, const flr_shape3 *b, flr_real length);

enum { ANY3_RESCALED_POINTS = 64, ANY3_RESCALED_SHAPES = 8 };

/// A shape times a factor, with what it points to.
typedef struct any3_rescaled_part {
    flr_shape3 shape;
    flr_vec3 points[ANY3_RESCALED_POINTS];
    const flr_convex3 *user;  ///< the core that is asked for its support points, not moved
    flr_real factor;
} any3_rescaled_part;

/// Of a compound all shapes of it and of those within it are one list.
typedef struct any3_rescaled {
    flr_shape3 shape, shapes[ANY3_RESCALED_SHAPES];
    any3_rescaled_part parts[ANY3_RESCALED_SHAPES];
} any3_rescaled;

/// Two at once, each to its place.
typedef struct any3_rescaled_pair {
    any3_rescaled a, b;
    bool same;  ///< nothing was rounded
} any3_rescaled_pair;

/// False for a factor of 1, polygons of more points and compounds of more shapes. Hulls and lists of more points become cores by support points.
bool flr_any3_rescale_pair(const flr_shape3 *a, const flr_shape3 *b, flr_real factor, any3_rescaled_pair *r);

/// Times a factor, and still the same but for it?
static inline bool any3_times(flr_real *x, flr_real factor)
{
    flr_real before = *x;
    *x *= factor;
    return *x / factor == before;
}

// ----------------------------------------------------------------------------------------------------
// Pairs far from the origin, moved near it. What is computed of a shape in world, corners of a box, projections on a line, rounds as its
// coordinates do; the numbers that place it are rarely rounded by taking a place near by away from them.

/// A shape as seen from elsewhere, with the corners that it may point to.
typedef struct any3_recentered {
    flr_shape3 shape;
    flr_vec3 points[ANY3_RESCALED_POINTS];
} any3_recentered;

typedef struct any3_recentered_pair {
    flr_vec3 origin;  ///< where they lie: to be added to points
    any3_recentered a, b;
} any3_recentered_pair;

/// True where both lie far from the origin, for their sizes and the vector between them, along an axis on which nothing that places
/// either is rounded by that: then they are moved. The same origin whichever comes first. Corners of meshes are rounded
/// where they are seen then. Not of planes and halfspaces, nor of compounds, users' cores and polygons of more points.
/// Also of a mesh that lies far off in its own frame, wherever the pose brings it: by 0 where no other origin is. A hull or list of
/// points that does lies where its pose brings the middle of it, or its first point.
bool flr_any3_recenter(const flr_shape3 *a, const flr_shape3 *b, any3_recentered_pair *n);
/// The origin alone.
bool flr_any3_recenter_origin(const flr_shape3 *a, const flr_shape3 *b, flr_vec3 *origin);

/// Is it a hull or list that lies far off in its own frame, so that what places it says nothing of where it is?
bool flr_any3_is_far_within(const flr_shape3 *s);

/// Does a shape that can be moved lie far from the origin for its own size? Of one that does not, the next is false.
bool flr_any3_lies_far(const flr_shape3 *s);

/// The same of a shape and a plane or halfspace, whose offset is rounded, once, near the shape. `way`: how far it moves.
bool flr_any3_recenter_by_plane(const flr_shape3 *s, const flr_shape3 *flat, flr_real way,
                                any3_recentered_pair *n);

/// Axes on which taking the origin away from what places the shape would round it are set to 0. All of them for shapes that are
/// not moved.
void flr_any3_keep_exact(const flr_shape3 *s, flr_vec3 *origin);

/// Less an origin that has been kept exact, or that of a plane near it.
void flr_any3_shift(const flr_shape3 *s, flr_vec3 origin, any3_recentered *c);

/// The same of a core that is none by a support function.
void flr_any3_shift_core(flr_convex3 *core, flr_vec3 origin);

// ----------------------------------------------------------------------------------------------------
// Two convex shapes as cores, near the origin where that saves a rounding.

/// The middle of an aabb and the corners of a rectangle round where they are. Far from the origin both shapes are moved close to it
/// beforehand, along every axis on which nothing of either is rounded by that.
typedef struct any3_cores {
    const flr_convex3 *a, *b;
    flr_convex3 room[2];  ///< where those are that are not the shape itself
    flr_vec3 origin;      ///< where they lie: to be added to points
} any3_cores;

/// False where one is not convex as it stands (flr_convex3_shape).
bool flr_any3_cores(const flr_shape3 *a, const flr_shape3 *b, any3_cores *c);
/// The same where they are, however far from the origin.
bool flr_any3_cores_in_place(const flr_shape3 *a, const flr_shape3 *b, any3_cores *c);

static inline flr_vec3 any3_cores_world(const any3_cores *c, flr_vec3 p)
{
    return near3_is_zero(c->origin) ? p : flr_add3(p, c->origin);
}

/// Is one of them a polygon far from the origin, whose core rounds there?
static inline bool any3_cores_round_far(const flr_shape3 *a, const flr_shape3 *b, const any3_cores *c)
{
    return (a->kind == FLR_SHAPE3_POLYGON && c->a->kind == FLR_CONVEX3_USER) ||
           (b->kind == FLR_SHAPE3_POLYGON && c->b->kind == FLR_CONVEX3_USER);
}

/// APART where two convex shapes are so for certain: then their distance as flr_any3_distance has it, and the direction from a to b that the
/// core knows. MEET where that distance is 0; *deep has their depth, and then `overlap`, where that was found on the way.
typedef enum any3_verdict { ANY3_OPEN, ANY3_APART, ANY3_MEET } any3_verdict;
any3_verdict flr_any3_distance_of_cores(const any3_pair *p, const any3_cores *k, flr_closest3 *c,
                                        flr_vec3 *normal, flr_gjk3 *deep);

/// The pair with each solid mesh that is convex as the hull of its vertices, in the same order; false where none is, or its pose scales.
/// `room` is for these, and outlives the pair.
bool flr_any3_hulls_of_meshes(const any3_pair *p, flr_shape3 room[2], any3_pair *hulls);

/// How far apart a plane perpendicular to n holds the cores, radii left aside; minus infinity for no direction.
double flr_any3_gap_along(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 n);

/// A normal of two that touch, or nearly. That of the core may hang on where its witness points round, from one side other than
/// from the other; where they part by less than it sees, it is the way out of what it takes for an overlap.
flr_vec3 flr_any3_parting_normal(const flr_convex3 *a, const flr_convex3 *b);

// ----------------------------------------------------------------------------------------------------
// How far a shape reaches along the normal of a plane: all that a plane or halfspace has to know of it.

/// Least and greatest signed distance from the plane, -INFINITY and INFINITY included, and where they are
/// taken (anywhere on the shape for an infinite one).
typedef struct any3_projection {
    flr_real low, high;
    flr_vec3 low_point, high_point;
} any3_projection;

/// Of anything but a compound; of a mesh all of its triangles.
any3_projection flr_any3_project(const flr_shape3 *s, const flr_plane3 *h);

/// Of anything; from the first to the last of what there is in a mesh or compound, gaps or not.
any3_projection flr_any3_project_all(const flr_shape3 *s, const flr_plane3 *h);

/// What bounds a plane or halfspace.
static inline flr_plane3 any3_boundary(const flr_shape3 *s)
{
    if (s->kind == FLR_SHAPE3_PLANE) return s->as.plane;
    flr_plane3 h = {s->as.halfspace.normal, s->as.halfspace.offset};
    return h;
}

/// Closest points of a connected shape, known by its interval, and a plane or halfspace with that boundary.
flr_closest3 flr_any3_projection_closest(const any3_projection *i, const flr_plane3 *h, bool solid);

/// Depth of the same; apart or not.
flr_signed_distance3_result flr_any3_projection_signed(const any3_projection *i, const flr_plane3 *h,
                                                       bool solid);

// ----------------------------------------------------------------------------------------------------
// Distance of any pair of shapes that have been checked.

/// In either order. Distances above the limit may be answered as INFINITY.
flr_status flr_any3_distance(const flr_shape3 *a, const flr_shape3 *b, flr_real limit, flr_closest3 *closest);

/// The same where squares of lengths leave the range of numbers, of two that are no compounds: NaN where there is no answer.
flr_status flr_any3_distance_of_any_size(const flr_shape3 *a, const flr_shape3 *b, flr_real limit,
                                         flr_closest3 *closest);

/// Has the pair a routine of its own? These take shapes of any size.
bool flr_any3_has_distance(const flr_shape3 *a, const flr_shape3 *b);

/// Pairs without a routine of their own that are not both convex, and sheets that nearly touch; a before b in rank.
flr_status flr_any3_distance_general(const flr_shape3 *a, const flr_shape3 *b, flr_real limit,
                                     flr_closest3 *closest);

/// Two faceted shapes come closest at an edge of one of them: where they cross, an edge of one passes through the
/// other or lies in it, and where they are apart a face that is nearest to a face has edges as near. a before b in rank.
flr_status flr_any3_distance_by_edges(const flr_shape3 *a, const flr_shape3 *b, flr_closest3 *closest);

/// Where a pair has an exact yes or no of its own, sets *overlap; a before b in rank.
bool flr_any3_exact_overlap(const flr_shape3 *a, const flr_shape3 *b, bool *overlap);

/// As flr_overlap3, of a usual pair in rank that is known to be close to a touch.
flr_status flr_any3_overlap_in_doubt(const flr_shape3 *a, const flr_shape3 *b, bool *overlap);

/// A convex shape b of corners and one that nearly touch, `c` apart: do they meet by the corners that come nearest, exactly? A
/// path as it was given. Else nothing is known. `near`: the corners where a search of both cores has ended; null to search for them.
bool flr_any3_touch(const flr_shape3 *a, const flr_shape3 *b, const flr_closest3 *c,
                    const flr_gjk3_cache *near);

// ----------------------------------------------------------------------------------------------------
// Compounds: what is asked of a union is asked of the shapes it is made of, those that boxes tell too far left out.

/// A compound of one shape is that shape.
static inline const flr_shape3 *compound3_unwrap(const flr_shape3 *s)
{
    while (s->kind == FLR_SHAPE3_COMPOUND && s->as.compound.count == 1) s = &s->as.compound.shapes[0];
    return s;
}

static inline bool any3_is_compound(const flr_shape3 *s) { return s->kind == FLR_SHAPE3_COMPOUND; }

/// No part of it is a ray, line, plane or halfspace.
bool flr_any3_is_bounded(const flr_shape3 *s);

/// A box around shape i of a compound, which is bounded.
flr_aabb3 flr_compound3_box(const flr_compound3 *c, size_t i);

/// Called for a pair of shapes none of which is a compound. Returns how near others have to come to be visited
/// of too; below 0: no more of them.
typedef flr_real compound3_pair_fn(void *user, const flr_shape3 *a, const flr_shape3 *b);

/// All pairs whose boxes come within the limit of one another, nearer ones first. At least one of a and b is a compound. A
/// single shape always stands before those of a compound, and two compounds are in an order of their own: `turned` tells
/// whether the pairs are of b and a.
void flr_compound3_visit(const flr_shape3 *a, const flr_shape3 *b, flr_real limit, compound3_pair_fn *tell,
                         void *user, bool *turned);

/// The closest pair of shapes, and its closest points.
typedef struct compound3_nearest {
    flr_status status;
    flr_closest3 closest;
    const flr_shape3 *a, *b;  ///< null where none is within the limit; the distance is then infinite
} compound3_nearest;

compound3_nearest flr_compound3_nearest(const flr_shape3 *a, const flr_shape3 *b, flr_real limit);

/// Called for the shapes of a compound that are none themselves, or of the one shape that is not one.
typedef void compound3_leaf_fn(void *user, const flr_shape3 *s);
void flr_compound3_leaves(const flr_shape3 *s, compound3_leaf_fn *tell, void *user);

// ----------------------------------------------------------------------------------------------------
// Tables over the kinds of shapes in space. A list X(kind) ... of the kinds that have a typed function makes both the
// functions that unpack a shape for it and their places in the table; kinds with a way of their own are named
// beside the list, and an empty place is a question that has no answer.

/// Places in a table by the names that typed functions go by.
enum {
    KIND3_point = FLR_SHAPE3_POINT,
    KIND3_segment = FLR_SHAPE3_SEGMENT,
    KIND3_ray = FLR_SHAPE3_RAY,
    KIND3_line = FLR_SHAPE3_LINE,
    KIND3_plane = FLR_SHAPE3_PLANE,
    KIND3_halfspace = FLR_SHAPE3_HALFSPACE,
    KIND3_sphere = FLR_SHAPE3_SPHERE,
    KIND3_capsule = FLR_SHAPE3_CAPSULE,
    KIND3_aabb = FLR_SHAPE3_AABB,
    KIND3_box = FLR_SHAPE3_BOX,
    KIND3_cylinder = FLR_SHAPE3_CYLINDER,
    KIND3_cone = FLR_SHAPE3_CONE,
    KIND3_triangle = FLR_SHAPE3_TRIANGLE,
    KIND3_quad = FLR_SHAPE3_QUAD,
    KIND3_rectangle = FLR_SHAPE3_RECTANGLE,
    KIND3_polygon = FLR_SHAPE3_POLYGON,
    KIND3_tetrahedron = FLR_SHAPE3_TETRAHEDRON,
    KIND3_ellipsoid = FLR_SHAPE3_ELLIPSOID,
    KIND3_convex = FLR_SHAPE3_CONVEX,
    KIND3_mesh = FLR_SHAPE3_MESH
};

/// A shape as its typed functions take it: a point by value, the rest by address.
#define AS3_point(s) (s)->as.point
#define AS3_segment(s) &(s)->as.segment
#define AS3_ray(s) &(s)->as.ray
#define AS3_line(s) &(s)->as.line
#define AS3_plane(s) &(s)->as.plane
#define AS3_halfspace(s) &(s)->as.halfspace
#define AS3_sphere(s) &(s)->as.sphere
#define AS3_capsule(s) &(s)->as.capsule
#define AS3_aabb(s) &(s)->as.aabb
#define AS3_box(s) &(s)->as.box
#define AS3_cylinder(s) &(s)->as.cylinder
#define AS3_cone(s) &(s)->as.cone
#define AS3_ellipsoid(s) &(s)->as.ellipsoid
#define AS3_triangle(s) &(s)->as.triangle
#define AS3_quad(s) &(s)->as.quad
#define AS3_rectangle(s) &(s)->as.rectangle
#define AS3_polygon(s) &(s)->as.polygon
#define AS3_tetrahedron(s) &(s)->as.tetrahedron

/// `s` is no mesh, and bounded or a ray or line. Distances above the limit may be answered as INFINITY, in no time. Where
/// the mesh is solid, what lies inside of it is at distance 0.
flr_status flr_any3_distance_mesh(const flr_shape3 *s, const flr_shape3 *mesh, flr_real limit,
                                  flr_closest3 *closest);

flr_status flr_any3_distance_meshes(const flr_shape3 *a, const flr_shape3 *b, flr_real limit,
                                    flr_closest3 *closest);

/// A mesh and a plane, or with `solid` a halfspace.
flr_status flr_any3_distance_mesh_plane(const flr_shape3 *mesh, const flr_shape3 *plane,
                                        flr_closest3 *closest);

/// Called for the triangles of a mesh, by their items.
typedef void any3_item_fn(void *user, uint32_t item);

/// Every triangle that may come within the limit of the bounded shape `s`, by boxes.
void flr_any3_visit_mesh(const flr_shape3 *s, const flr_shape3 *mesh, flr_real limit, any3_item_fn *tell,
                         void *user);

#endif
