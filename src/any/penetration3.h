/// The shortest separating translation of overlapping shapes that are not both convex: convex pieces against convex pieces.
///
/// A translation of b separates the two if it lies in no difference of a piece of a and a piece of b, each of which is convex,
/// nor leaves one inside a solid mesh. All is done in a local frame near the shapes.
#ifndef FLR_ANY_PENETRATION3_H
#define FLR_ANY_PENETRATION3_H

#include "any/any3.h"

enum { PENETRATION3_KEPT = 64, PENETRATION3_CUT_MAX = 12 };

typedef enum penetration3_kind {
    PENETRATION3_CONVEX,
    PENETRATION3_SHEET,
    PENETRATION3_MESH,
    PENETRATION3_UNION
} penetration3_kind;

/// A support function elsewhere.
typedef struct penetration3_moved {
    flr_support3_fn *support;
    const void *user;
    flr_vec3 by;
} penetration3_moved;

/// What a core in the local frame may refer to.
typedef struct penetration3_room {
    any3_recentered moved;
    flr_vec3 by;  ///< what is left to bring it from there to the local frame
    flr_convex3 as_given;
    penetration3_moved user;
} penetration3_room;

typedef struct penetration3_piece {
    flr_convex3 core;
    flr_aabb3 box;
} penetration3_piece;

typedef struct penetration3_side {
    penetration3_kind kind;
    const flr_shape3 *shape;
    flr_aabb3 box;     ///< local
    flr_convex3 core;  ///< of a convex one, local
    penetration3_room room;
    bool solid;        ///< or a part of it is
    flr_aabb3 *boxes;  ///< of a union: local, around each of its shapes; null for more than are kept
    flr_aabb3 kept_boxes[PENETRATION3_KEPT];
    int count;  ///< of a sheet's triangles, local; more than PENETRATION3_KEPT are cut again whenever asked for
    flr_triangle3 kept[PENETRATION3_KEPT];
} penetration3_side;

typedef struct penetration3 {
    penetration3_side a, b;
    flr_vec3 origin;  ///< of the local frame
    bool
        is_far;  ///< from the origin of the world, so that shapes are moved to the local one before they are cores
    flr_real size;
    flr_vec3 middle;  ///< of all that ends
    flr_real
        reach;  ///< unbounded parts are searched up to this distance from there; 0 where there is no such part
    flr_real gap;  ///< what must lie between pieces that are called apart: more than their rounding errors
    long work, work_max;
} penetration3;

/// At least one not convex. Of a compound there may be parts without end.
void flr_penetration3_make(penetration3 *p, const flr_shape3 *a, const flr_shape3 *b);

/// The same once more, with unbounded parts searched as far as `reach`.
void flr_penetration3_make_within(penetration3 *p, const flr_shape3 *a, const flr_shape3 *b, flr_real reach);

/// Sets how far unbounded parts are searched, and from where: enough for all of the two that does end, and for the way there.
void flr_penetration3_reach(penetration3 *p, const flr_shape3 *a, const flr_shape3 *b);

/// What is to be parted for a ray or line and something that ends: the piece near that. Far from the origin, where the ends of the piece would
/// round, the whole, of which a piece is taken in the local frame. Other shapes are what they are.
flr_shape3 flr_penetration3_clip_path(const flr_shape3 *path, const flr_shape3 *other);

/// A shape that is no compound, or its searched part if it is unbounded.
flr_shape3 flr_penetration3_leaf(const penetration3 *p, const flr_shape3 *s);

/// The core of a convex shape, or of the part of it that matters, in the local frame. Far from the origin it is rounded where that frame
/// has it, unless taking the frame's origin away would round. A list or hull that lies far off in its own frame is asked for its support
/// points: a position that takes it back from there would round with every translation. False for what has no core.
bool flr_penetration3_core(const penetration3 *p, const flr_shape3 *s, penetration3_room *room,
                           flr_convex3 *core);

/// A mesh in the local frame, `moved` there far from the origin: what is left to be taken away from its corners is 0, or all where it stays as it is.
const flr_shape3 *flr_penetration3_mesh(const penetration3 *p, const flr_shape3 *s, flr_shape3 *moved,
                                        flr_vec3 *left);

/// Is nothing of either rounded by that?
bool flr_penetration3_is_exact(const penetration3 *p, const flr_shape3 *a, const flr_shape3 *b);

flr_convex3 flr_penetration3_move(const flr_convex3 *c, flr_vec3 by, penetration3_moved *user);

/// Called for a piece of a and a piece of b, b in its place; false ends the visit.
typedef bool penetration3_pair_fn(void *user, const flr_convex3 *x, const flr_convex3 *y);

/// All pairs whose boxes come within the slack under translations of b from `low` to `high`.
void flr_penetration3_visit(penetration3 *p, flr_vec3 low, flr_vec3 high, flr_real slack,
                            penetration3_pair_fn *call, void *user);

/// b moved by v, none of whose pieces meets one of a: does one lie inside the other, solid, mesh?
bool flr_penetration3_is_inside(penetration3 *p, flr_vec3 v);

/// So too, with one and the same point inside, for all translations in the hull of the corners, v one of them?
bool flr_penetration3_stays_inside(penetration3 *p, flr_vec3 v, const flr_vec3 corners[8]);

/// Does a chord of a convex piece of the other side go through the sheet, away from its rim, for all translations of b
/// in the hull of the corners? `turned`: the sheet is b. Knows nothing of the seams between the sheet's triangles.
bool flr_penetration3_is_pierced(penetration3 *p, const penetration3_side *sheet, const flr_convex3 *c,
                                 const flr_vec3 corners[8], bool turned);

/// Translations are to lie where normal . v >= offset, for one pair of pieces; with pad between them better still.
typedef struct penetration3_cut {
    flr_vec3 normal;
    flr_real offset, pad;
} penetration3_cut;

typedef struct penetration3_cuts {
    penetration3_cut at[PENETRATION3_CUT_MAX];
    int count;
    flr_real tolerance;
} penetration3_cuts;

/// The shortest translation that all cuts allow; false where they allow none.
bool flr_penetration3_shortest(const penetration3_cuts *c, bool padded, flr_vec3 *best);

/// A separating translation that was found: b moved by `padded` leaves a gap everywhere, by `exact` it touches.
typedef struct penetration3_way {
    flr_vec3 padded, exact;
    flr_real length;  ///< of exact; infinite for none yet
} penetration3_way;

bool flr_penetration3_is_apart(penetration3 *p, flr_vec3 v);

/// From a translation that separates them down to a locally shortest one; keeps it if it is shorter than the best.
void flr_penetration3_polish(penetration3 *p, flr_vec3 v, penetration3_way *best);

/// What another search has found of the same two shapes.
typedef struct penetration3_known {
    flr_real depth;   ///< no shorter translation separates them
    flr_vec3 normal;  ///< along which to try first
} penetration3_known;

/// a before b in rank; `known` may be null. `inseparable` only with unbounded shapes. FLR_NOT_CONVERGED where a shorter translation could
/// not be ruled out within bounded work.
flr_status flr_penetration3(const flr_shape3 *a, const flr_shape3 *b, const penetration3_known *known,
                            flr_signed_distance3_result *r);

/// A convex shape `a`, with its core, that meets a solid mesh. `guess` has a way out with the points where they stop one another: `proved` says
/// that it is the shortest, and then nothing else is written. If not, the same as flr_penetration3. `size`: of the shape.
/// `least`: no way out is known to be shorter.
flr_status flr_penetration3_solid(const flr_shape3 *a, const flr_convex3 *core, const flr_shape3 *mesh,
                                  flr_real size, const flr_manifold3 *guess, flr_real least, bool *proved,
                                  flr_signed_distance3_result *r);

/// Is the shape connected? If not, a plane may stand in a gap of the interval that it covers.
bool flr_any3_is_one_piece(const flr_shape3 *s);

/// A plane or halfspace and anything, and two rays or lines, which overlap at p among other points; in either order.
/// False for other pairs.
bool flr_penetration3_unbounded(const flr_shape3 *a, const flr_shape3 *b, flr_vec3 p,
                                flr_signed_distance3_result *r);

/// Makes it the answer of the pair in the other order.
static inline void any3_turn(flr_signed_distance3_result *r)
{
    const flr_vec3 p = r->point_a;
    r->point_a = r->point_b;
    r->point_b = p;
    r->normal = flr_neg3(r->normal);
}

#endif
