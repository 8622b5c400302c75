/// Any shape in space as the questions on any pair see it: a convex core with a radius, a flat sheet with
/// corners, a mesh, or something unbounded. Also how such a question begins and ends.
#ifndef FLR_ANY_ANY3_H
#define FLR_ANY_ANY3_H

#include "feeler/any3.h"
#include "mesh/near3.h"

/// Checks a shape. FLR_INVALID_ARGUMENT: no such kind. FLR_INVALID_SHAPE: an empty list, no mesh, or a solid
/// mesh that is not watertight. FLR_NOT_FINITE: a NaN or an infinity.
flr_status flr_any3_check(const flr_shape3 *s);

/// What the numbers of a kind without pointers are, from the first on: points, then directions, then
/// lengths. All 0 for other kinds.
typedef struct any3_layout {
    unsigned char points, directions, lengths;
    unsigned char numbers;  ///< how many these are
} any3_layout;
extern const any3_layout flr_any3_layouts[FLR_SHAPE3_COUNT];

static inline size_t any3_numbers(flr_shape3_kind kind) { return flr_any3_layouts[kind].numbers; }
/// Returns the first of the lengths.
static inline const flr_real *any3_lengths(const flr_shape3 *s)
{
    return (const flr_real *)&s->as + (any3_numbers(s->kind) - flr_any3_layouts[s->kind].lengths);
}

/// Below this size fourth powers of lengths are representable, in double also sixth powers.
static const flr_real any3_large = sizeof(flr_real) == sizeof(float) ? (flr_real)0x1p28 : (flr_real)0x1p150;

static inline bool any3_is_flat_unbounded(flr_shape3_kind k)
{
    return k == FLR_SHAPE3_PLANE || k == FLR_SHAPE3_HALFSPACE;
}
static inline bool any3_is_ball(flr_shape3_kind k) { return k == FLR_SHAPE3_POINT || k == FLR_SHAPE3_SPHERE; }
static inline bool any3_is_path(flr_shape3_kind k) { return k == FLR_SHAPE3_RAY || k == FLR_SHAPE3_LINE; }
static inline flr_vec3 any3_path_direction(const flr_shape3 *path)
{
    return path->kind == FLR_SHAPE3_RAY ? path->as.ray.direction : path->as.line.direction;
}

/// Is it given by a direction that may have any length?
static inline bool any3_is_directed(flr_shape3_kind k)
{
    _Static_assert(FLR_SHAPE3_HALFSPACE == FLR_SHAPE3_RAY + 3, "rays, lines, planes and halfspaces");
    return k >= FLR_SHAPE3_RAY && k <= FLR_SHAPE3_HALFSPACE;
}

/// Has the kind corners in order around, perhaps concave?
static inline bool any3_is_sheet(flr_shape3_kind k)
{
    return k == FLR_SHAPE3_QUAD || k == FLR_SHAPE3_POLYGON;
}

static inline bool any3_is_round(flr_shape3_kind k)
{
    return k == FLR_SHAPE3_CYLINDER || k == FLR_SHAPE3_CONE;
}

/// Does no closed form know the kind? Such kinds stand between tetrahedra and cores, as ellipsoids do.
static inline bool any3_is_core_only(flr_shape3_kind k)
{
    return k > FLR_SHAPE3_TETRAHEDRON && k < FLR_SHAPE3_CONVEX;
}

/// Replaces a shape with a rounding by one whose kind has a radius, and a kind without closed forms by its core, in the
/// given room. Other shapes stay. Closed forms and tables of pairs see only such shapes.
void flr_any3_reduce(const flr_shape3 *s, flr_shape3 *room);
static inline const flr_shape3 *any3_reduced(const flr_shape3 *s, flr_shape3 *room)
{
    if (__builtin_expect(s->rounding == 0 && !any3_is_core_only(s->kind), 1)) return s;
    flr_any3_reduce(s, room);
    return room;
}

/// Are the kind's corners as given, and every yes or no about them exact?
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

/// Returns v at unit length whatever its own; zero for zero.
flr_vec3 flr_any3_unit(flr_vec3 v);

/// Returns a unit vector perpendicular to v; any unit vector for zero.
flr_vec3 flr_any3_perpendicular(flr_vec3 v);

/// Returns the corners of a point, segment, triangle, quad, polygon or tetrahedron; null for other kinds.
const flr_vec3 *flr_any3_corners(const flr_shape3 *s, size_t *count);

/// The edges of a faceted shape: how many, and edge i.
size_t flr_any3_edge_count(const flr_shape3 *s);
flr_segment3 flr_any3_edge(const flr_shape3 *s, size_t i);

/// The unit normal of a quad or polygon; zero if it is only a segment.
flr_vec3 flr_any3_sheet_normal(const flr_shape3 *sheet);

/// The hull of a quad or polygon.
flr_convex3 flr_any3_sheet_hull(const flr_shape3 *sheet);

/// Returns at least the largest coordinate and the extent. For a ray, line, plane or halfspace the numbers
/// it is given by count, for a user's core only its position.
double flr_any3_size(const flr_shape3 *s);

/// Makes the core of a shape with checked lists: flr_convex3_shape without the check.
bool flr_any3_core(const flr_shape3 *s, flr_convex3 *core);
/// The same, but a shape that is a core is used as it is. Null if there is none.
const flr_convex3 *flr_any3_core_in(const flr_shape3 *s, flr_convex3 *room);

/// A point of a bounded shape.
flr_vec3 flr_any3_point(const flr_shape3 *s);

/// Returns a box around a bounded shape, enlarged by a few eps.
flr_aabb3 flr_any3_bounds(const flr_shape3 *s);

/// A box enlarged by a few eps.
flr_aabb3 flr_any3_loosened(flr_aabb3 b);

/// Returns the piece of a ray or line that a bounded shape could be near to. Nothing outside the piece is
/// closer, or becomes closer before the two move by more than the shape's size.
flr_shape3 flr_any3_clip_path(const flr_shape3 *path, const flr_shape3 *bounded);

// ----------------------------------------------------------------------------------------------------
// A fixed order of shapes of any kinds. Questions about two shapes are answered in that order, and mirrored
// if the caller has them reversed. So swapping the arguments mirrors the answer to the last bit.

/// -1 if a comes first, 1 if b does, 0 if nothing distinguishes them. By kind; two of one kind by their
/// numbers.
int flr_any3_compare(const flr_shape3 *a, const flr_shape3 *b);

/// Does a come first?
static inline bool flr_any3_in_order(const flr_shape3 *a, const flr_shape3 *b)
{
    if (a->kind != b->kind) return a->kind < b->kind;
    // two of one kind mostly differ in the last number
    const size_t count = any3_numbers(a->kind);
    const flr_real *x = (const flr_real *)&a->as, *y = (const flr_real *)&b->as;
    if (count && x[count - 1] != y[count - 1]) return x[count - 1] < y[count - 1];
    return flr_any3_compare(a, b) <= 0;
}

// ----------------------------------------------------------------------------------------------------
// How every question about two shapes in space begins: both are checked, measured and put in order once. It
// ends by mirroring the answer if the caller had them reversed.

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

/// Checks and measures two shapes, in the caller's order. FLR_INVALID_ARGUMENT: no such kind.
/// FLR_INVALID_SHAPE: an empty list, no mesh, compounds nested too deep, or a solid mesh that is not
/// watertight. FLR_NOT_FINITE: a NaN or an infinity.
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

/// `usual` for two shapes that have been checked but not begun with; neither is a compound.
static inline bool any3_is_usual(const flr_shape3 *a, const flr_shape3 *b)
{
    const double size = flr_any3_size(a) + flr_any3_size(b), large = (double)any3_large;
    return size < large && size > 1 / large && !any3_is_directed(a->kind) && !any3_is_directed(b->kind);
}

/// Closer to a touch than this part of the pair's size, rounded numbers alone do not decide.
static const double any3_close = sizeof(flr_real) == sizeof(float) ? 0x1p-14 : 0x1p-40;

// ----------------------------------------------------------------------------------------------------
// Scenes so large or small that products of lengths overflow or vanish. They are asked again in a unit of
// their own, a power of two. Only numbers some 10^300 times smaller than the scene are rounded (10^38 in
// float).

/// Returns the factor for two shapes of checked numbers, and a further length; 1 for usual sizes.
flr_real flr_any3_factor(const flr_shape3 *a, const flr_shape3 *b, flr_real length);

enum { ANY3_RESCALED_POINTS = 64, ANY3_RESCALED_SHAPES = 8 };

/// A shape times a factor, with the points that it points to.
typedef struct any3_rescaled_part {
    flr_shape3 shape;
    flr_vec3 points[ANY3_RESCALED_POINTS];
    const flr_convex3 *user;  ///< the core that is asked for its support points, not moved
    flr_real factor;
} any3_rescaled_part;

/// The shapes of a compound, and of compounds within it, become one list.
typedef struct any3_rescaled {
    flr_shape3 shape, shapes[ANY3_RESCALED_SHAPES];
    any3_rescaled_part parts[ANY3_RESCALED_SHAPES];
} any3_rescaled;

/// Both shapes of a pair.
typedef struct any3_rescaled_pair {
    any3_rescaled a, b;
    bool same;  ///< nothing was rounded
} any3_rescaled_pair;

/// Scales both. False for a factor of 1, and for polygons with more points or compounds with more shapes
/// than there is room for. Hulls and longer lists of points become cores with a support function.
bool flr_any3_rescale_pair(const flr_shape3 *a, const flr_shape3 *b, flr_real factor, any3_rescaled_pair *r);

/// Multiplies a number; false if that has rounded it.
static inline bool any3_times(flr_real *x, flr_real factor)
{
    flr_real before = *x;
    *x *= factor;
    return *x / factor == before;
}

// ----------------------------------------------------------------------------------------------------
// Pairs far from the origin, moved near it. Derived points (corners of a box, feet on a line) lose digits
// far away, while subtracting a nearby origin from the given numbers is usually exact.

/// A moved shape, and the corners that it may point to.
typedef struct any3_recentered {
    flr_shape3 shape;
    flr_vec3 points[ANY3_RESCALED_POINTS];
} any3_recentered;

typedef struct any3_recentered_pair {
    flr_vec3 origin;  ///< where they lie: to be added to points
    any3_recentered a, b;
} any3_recentered_pair;

/// Moves both near the origin if they lie far from it, for their sizes and the vector between them, along
/// each axis on which that rounds no number that places them. The origin is the same whichever comes first.
/// False if they stay.
///
/// Not moved are planes and halfspaces, compounds, users' cores, and polygons with too many points. The
/// corners of a moved mesh are rounded at their new places. A mesh that lies far off in its own frame is
/// also moved, if need be by zero. A hull or list that does is placed by its middle or first point under its
/// pose.
bool flr_any3_recenter(const flr_shape3 *a, const flr_shape3 *b, any3_recentered_pair *n);
/// The same, but only finds the origin.
bool flr_any3_recenter_origin(const flr_shape3 *a, const flr_shape3 *b, flr_vec3 *origin);

/// Is it a hull or list of points far off in its own frame, so that its position does not say where it is?
bool flr_any3_is_far_within(const flr_shape3 *s);

/// Does a shape that can be moved lie far from the origin for its size? If not, flr_any3_recenter_by_plane
/// is false.
bool flr_any3_lies_far(const flr_shape3 *s);

/// The same for a shape and a plane or halfspace, whose offset is rounded once near the shape. `way`: how
/// far the shape moves.
bool flr_any3_recenter_by_plane(const flr_shape3 *s, const flr_shape3 *flat, flr_real way,
                                any3_recentered_pair *n);

/// Sets the origin to 0 on each axis where subtracting it would round a number that places the shape; on all
/// axes for shapes that are not moved.
void flr_any3_keep_exact(const flr_shape3 *s, flr_vec3 *origin);

/// Moves a shape by -origin, which must have been kept exact, or be that for a plane near it.
void flr_any3_shift(const flr_shape3 *s, flr_vec3 origin, any3_recentered *c);

/// The same for a core without a support function.
void flr_any3_shift_core(flr_convex3 *core, flr_vec3 origin);

// ----------------------------------------------------------------------------------------------------
// Two convex shapes as cores, near the origin where that saves a rounding.

/// Two convex shapes as cores. The centre of an aabb and the corners of a rectangle round where they are
/// computed. So far from the origin both shapes are moved near it first, along each axis on which that
/// rounds nothing.
typedef struct any3_cores {
    const flr_convex3 *a, *b;
    flr_convex3 room[2];  ///< where those are that are not the shape itself
    flr_vec3 origin;      ///< where they lie: to be added to points
} any3_cores;

/// Makes the cores; false if one is not convex as it is (flr_convex3_shape).
bool flr_any3_cores(const flr_shape3 *a, const flr_shape3 *b, any3_cores *c);
/// The same without moving them.
bool flr_any3_cores_in_place(const flr_shape3 *a, const flr_shape3 *b, any3_cores *c);

/// Brings a point of each core back to where the shapes lie.
static inline void any3_cores_world(const any3_cores *c, flr_vec3 *point_a, flr_vec3 *point_b)
{
    if (__builtin_expect(flr_is_zero3(c->origin), 1)) return;
    *point_a = flr_add3(*point_a, c->origin);
    *point_b = flr_add3(*point_b, c->origin);
}

/// Is one of them a polygon far from the origin, whose core rounds there?
static inline bool any3_cores_round_far(const flr_shape3 *a, const flr_shape3 *b, const any3_cores *c)
{
    return (a->kind == FLR_SHAPE3_POLYGON && c->a->kind == FLR_CONVEX3_USER) ||
           (b->kind == FLR_SHAPE3_POLYGON && c->b->kind == FLR_CONVEX3_USER);
}

/// What the cores decide. APART: certainly apart; the distance is that of flr_any3_distance, with the
/// direction from a to b that the core knows. MEET: that distance is 0; *deep has their depth, and then
/// `overlap`, if it was found on the way.
typedef enum any3_verdict { ANY3_OPEN, ANY3_APART, ANY3_MEET } any3_verdict;
any3_verdict flr_any3_distance_of_cores(const any3_pair *p, const any3_cores *k, flr_closest3 *c,
                                        flr_vec3 *normal, flr_gjk3 *deep);

/// Replaces each solid mesh that is convex by the hull of its vertices, in the same order. False if there is
/// none, or its pose scales. `room` holds these and must outlive the pair.
bool flr_any3_hulls_of_meshes(const any3_pair *p, flr_shape3 room[2], any3_pair *hulls);

/// The gap between planes perpendicular to n around the cores, without radii; minus infinity for a zero
/// vector.
double flr_any3_gap_along(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 n);

/// Returns a normal of two shapes that touch or nearly do. The core's own normal may depend on how its
/// witness points round, and so on which shape comes first. If they are apart by less than the core sees, it
/// is the way out of a supposed overlap.
flr_vec3 flr_any3_parting_normal(const flr_convex3 *a, const flr_convex3 *b);

// ----------------------------------------------------------------------------------------------------
// How far a shape extends along the normal of a plane. A question about a plane or halfspace needs no more.

/// The least and greatest signed distance from the plane, perhaps infinite, and points where they are taken
/// (any point of the shape for an infinite one).
typedef struct any3_projection {
    flr_real low, high;
    flr_vec3 low_point, high_point;
} any3_projection;

/// The interval of any shape but a compound; of a mesh that of all its triangles.
any3_projection flr_any3_project(const flr_shape3 *s, const flr_plane3 *h);

/// The interval of any shape, from the first to the last of its parts, gaps included.
any3_projection flr_any3_project_all(const flr_shape3 *s, const flr_plane3 *h);

/// The plane that bounds a plane or halfspace.
static inline flr_plane3 any3_boundary(const flr_shape3 *s)
{
    if (s->kind == FLR_SHAPE3_PLANE) return s->as.plane;
    flr_plane3 h = {s->as.halfspace.normal, s->as.halfspace.offset};
    return h;
}

/// Closest points of a connected shape, given its interval, and a plane or halfspace with that boundary.
flr_closest3 flr_any3_projection_closest(const any3_projection *i, const flr_plane3 *h, bool solid);

/// The signed distance of the same.
flr_signed_distance3_result flr_any3_projection_signed(const any3_projection *i, const flr_plane3 *h,
                                                       bool solid);

// ----------------------------------------------------------------------------------------------------
// Distance of any pair of shapes that have been checked.

/// The distance in either order. One above the limit may be answered as INFINITY.
flr_status flr_any3_distance(const flr_shape3 *a, const flr_shape3 *b, flr_real limit, flr_closest3 *closest);

/// The same for two in order that are no compounds and have no rounding. `size`: as in any3_pair, or negative
/// if not known.
flr_status flr_any3_distance_in_order(const flr_shape3 *a, const flr_shape3 *b, double size, flr_real limit,
                                      flr_closest3 *closest);

/// The same as the first where squares of lengths overflow or vanish, for two that are no compounds: NaN if there is no
/// answer.
flr_status flr_any3_distance_of_any_size(const flr_shape3 *a, const flr_shape3 *b, flr_real limit,
                                         flr_closest3 *closest);

typedef flr_closest3 any3_distance_fn(const flr_shape3 *a, const flr_shape3 *b);
/// Returns the typed function of two in rank, which takes shapes of any size; null for other pairs.
any3_distance_fn *flr_any3_typed_distance(const flr_shape3 *a, const flr_shape3 *b);
/// Has the pair one, in either order?
static inline bool any3_has_distance(const flr_shape3 *a, const flr_shape3 *b)
{
    return a->kind < b->kind ? flr_any3_typed_distance(a, b) : flr_any3_typed_distance(b, a);
}

/// The typed functions that are faster than the convex core, for two in rank; empty for other pairs.
typedef any3_distance_fn *const any3_distance_table[FLR_SHAPE3_COUNT][FLR_SHAPE3_COUNT];
extern any3_distance_table flr_any3_quick_distance;

/// The distance of two that are neither meshes nor compounds, in order. `size`: as in any3_pair, or negative if
/// not known yet.
flr_status flr_any3_distance_in_rank(const flr_shape3 *a, const flr_shape3 *b, double size, flr_real limit,
                                     flr_closest3 *c);

/// The same in either order.
flr_status flr_any3_distance_of_pieces(const flr_shape3 *a, const flr_shape3 *b, flr_real limit,
                                       flr_closest3 *c);

/// The distance of any shape but a compound to the mesh b, in order.
flr_status flr_any3_distance_to_mesh(const flr_shape3 *a, const flr_shape3 *b, flr_real limit,
                                     flr_closest3 *c);

/// Makes the distance of two in order agree with the exact overlap test of the pair, if there is one, and with
/// corners that touch exactly. `size`: as in any3_pair, or negative if not known. `near`, if not null: the
/// corners where the core's search has ended.
void flr_any3_settle_distance(const flr_shape3 *a, const flr_shape3 *b, double size,
                              const flr_gjk3_cache *near, flr_closest3 *c);

/// A common point of two that overlap: if only the radii do, a point between the cores within both radii.
static inline flr_vec3 any3_common_point(const flr_gjk3 *g, flr_real ra, flr_real rb)
{
    const flr_real gap = g->signed_distance + ra + rb, along = gap < ra ? gap : ra;
    return flr_mul_add3(g->point_a, along - ra, g->normal);
}

/// The typed functions that are exact and quick, for two in rank; empty for other pairs.
typedef bool any3_overlap_fn(const flr_shape3 *a, const flr_shape3 *b);
typedef any3_overlap_fn *const any3_overlap_table[FLR_SHAPE3_COUNT][FLR_SHAPE3_COUNT];
extern any3_overlap_table flr_any3_overlap_at_once;

/// Is this a pair, in order, that the convex core answers, which may not converge? As the typed functions of
/// src/overlap/overlap3_round.c, but without their rounding far from the origin.
static inline bool any3_is_overlap_for_core(flr_shape3_kind a, flr_shape3_kind b)
{
    return (any3_is_round(a) || any3_is_round(b)) && a >= FLR_SHAPE3_CAPSULE && b < FLR_SHAPE3_CONVEX &&
           !any3_is_sheet(b);
}

flr_status flr_any3_overlap_by_core(const flr_shape3 *a, const flr_shape3 *b, bool *overlap);

/// Sets *overlap and returns true if the pair has an exact yes or no; in order.
bool flr_any3_exact_overlap(const flr_shape3 *a, const flr_shape3 *b, bool *overlap);

/// As flr_overlap3, for a usual pair in order that is known to be close to a touch, along this direction.
flr_status flr_any3_overlap_in_doubt(const any3_pair *p, flr_vec3 direction, bool *overlap);
/// Of two boxes, and of two shapes of up to four corners by those that are extreme along the direction: 1 they overlap, -1 they are
/// apart, 0 undecided, also for other kinds. The same as flr_overlap3.
int flr_any3_touch_along(const flr_shape3 *a, const flr_shape3 *b, flr_vec3 direction);

/// Do a convex shape b with corners, and one that is `c` apart and nearly touches, meet exactly by the
/// corners that come nearest? False if not, or not known. A path is passed as given. `size`: as in
/// any3_pair. `near`: the corners where a search of both cores has ended; null to search.
bool flr_any3_touch(const flr_shape3 *a, const flr_shape3 *b, const flr_closest3 *c, double size,
                    const flr_gjk3_cache *near);

// ----------------------------------------------------------------------------------------------------
// Compounds: a question about a union is asked of its shapes, without those that boxes prove too far away.

/// A compound of one shape is that shape, but not where that is a compound of several: answers would have the numbers of the inner shapes.
static inline const flr_shape3 *compound3_unwrap(const flr_shape3 *s)
{
    const flr_shape3 *one = s;
    while (one->kind == FLR_SHAPE3_COMPOUND && one->as.compound.count == 1) one = &one->as.compound.shapes[0];
    return one->kind == FLR_SHAPE3_COMPOUND ? s : one;
}

static inline bool any3_is_compound(const flr_shape3 *s) { return s->kind == FLR_SHAPE3_COMPOUND; }

/// Is no part of it a ray, line, plane or halfspace?
bool flr_any3_is_bounded(const flr_shape3 *s);

/// A box around shape i of a compound, which is bounded.
flr_aabb3 flr_compound3_box(const flr_compound3 *c, size_t i);

/// Called for a pair of shapes, neither a compound. Returns how near others must come to be visited too;
/// negative to stop.
typedef flr_real compound3_pair_fn(void *user, const flr_shape3 *a, const flr_shape3 *b);

/// Visits all pairs whose boxes come within the limit of each other, nearer boxes first. At least one of a
/// and b is a compound. A single shape comes before those of a compound; two compounds have an order of
/// their own. `turned` says whether the pairs are of b and a.
void flr_compound3_visit(const flr_shape3 *a, const flr_shape3 *b, flr_real limit, compound3_pair_fn *call,
                         void *user, bool *turned);

/// The closest pair of shapes, and its closest points.
typedef struct compound3_nearest {
    flr_status status;
    flr_closest3 closest;
    const flr_shape3 *a, *b;  ///< null where none is within the limit; the distance is then infinite
} compound3_nearest;

compound3_nearest flr_compound3_nearest(const flr_shape3 *a, const flr_shape3 *b, flr_real limit);

/// Called for each shape of a compound that is not one itself; or once for a single shape.
typedef void compound3_leaf_fn(void *user, const flr_shape3 *s);
void flr_compound3_leaves(const flr_shape3 *s, compound3_leaf_fn *call, void *user);

// ----------------------------------------------------------------------------------------------------
// Tables over the kinds of shapes in space. A list X(kind) of the kinds with a typed function makes the
// functions that unpack a shape for it, and their places in the table. Kinds with a way of their own stand
// beside the list. An empty place is a question without an answer.

// clang-format off
/// The kinds that are numbers alone: name, and how many points, directions and lengths they have. A row gives a kind its
/// layout and its check; one that is always convex also bounds and a core.
#define ANY3_CONVEX(X) \
    X(point, POINT, 1, 0, 0) X(segment, SEGMENT, 2, 0, 0) X(sphere, SPHERE, 1, 0, 1) X(capsule, CAPSULE, 2, 0, 1) \
    X(aabb, AABB, 2, 0, 0) X(box, BOX, 1, 3, 3) X(cylinder, CYLINDER, 2, 0, 1) X(cone, CONE, 2, 0, 1) \
    X(triangle, TRIANGLE, 3, 0, 0) X(rectangle, RECTANGLE, 1, 2, 2) X(tetrahedron, TETRAHEDRON, 4, 0, 0) \
    X(ellipsoid, ELLIPSOID, 1, 3, 3)
#define ANY3_NUMBERS(X) \
    ANY3_CONVEX(X) X(quad, QUAD, 4, 0, 0) X(ray, RAY, 1, 1, 0) X(line, LINE, 1, 1, 0) X(plane, PLANE, 0, 1, 1) \
    X(halfspace, HALFSPACE, 0, 1, 1)
#define ANY3_KINDS(X) \
    ANY3_NUMBERS(X) X(polygon, POLYGON, 0, 0, 0) X(convex, CONVEX, 0, 0, 0) X(mesh, MESH, 0, 0, 0) \
    X(compound, COMPOUND, 0, 0, 0)
// clang-format on

/// Places in a table, by the names in typed functions.
#define ANY3_PLACE(K, KIND, ...) KIND3_##K = FLR_SHAPE3_##KIND,
enum { ANY3_KINDS(ANY3_PLACE) };

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

/// `s` is bounded or a ray or line, and no mesh. Distances above the limit may be answered as INFINITY at
/// once. What lies inside a solid mesh has distance 0.
flr_status flr_any3_distance_mesh(const flr_shape3 *s, const flr_shape3 *mesh, flr_real limit,
                                  flr_closest3 *closest);

flr_status flr_any3_distance_meshes(const flr_shape3 *a, const flr_shape3 *b, flr_real limit,
                                    flr_closest3 *closest);

/// Called for triangles of a mesh, by their items.
typedef void any3_item_fn(void *user, uint32_t item);

/// Visits every triangle that may come within the limit of the bounded shape `s`, by boxes.
void flr_any3_visit_mesh(const flr_shape3 *s, const flr_shape3 *mesh, flr_real limit, any3_item_fn *call,
                         void *user);

#endif
