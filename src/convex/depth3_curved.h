/// The reach of the difference of two cores along a direction, as the largest of smooth pieces, where one of them is a
/// cylinder or a cone.
///
/// In the frame of that one's axis it is two discs, of radius 0 too, and their part of the reach hangs on the angle to the
/// axis alone. Of the other one there are the discs of its ends, if it is round as well, or points of it that are support points
/// somewhere near. A piece is a disc or point of each: what it adds up to reaches along n as far as
/// dot(c, n) + r * |n x u| + s * |n x v|, and the difference at least as far as any piece.
#ifndef FLR_CONVEX_DEPTH3_CURVED_H
#define FLR_CONVEX_DEPTH3_CURVED_H

#include "convex/minkowski3.h"

// ---- Pieces ----

/// A disc of an axis, or a point.
typedef struct end3 {
    dvec3 at;
    double radius;
} end3;

typedef struct pieces3 {
    const core3 *second;
    double
        side;  ///< 1 where a is the first, in whose frame all is; else -1, and normals are turned round too
    dvec3 frame[3];  ///< the last one is its axis
    end3 first[2];
    bool is_round;  ///< the second one too; then it has an axis and ends
    dvec3 axis;
    end3 ends[2];
    double size;  ///< no part of a reach is larger
} pieces3;

enum { PIECES3_ENDS = 5, PIECES3 = 2 * PIECES3_ENDS };

typedef struct piece3 {
    const end3 *first;
    end3 second;
} piece3;

/// In the frame of b where `by_b`, else of a. False where that is no cylinder or cone.
bool flr_pieces3_make(pieces3 *p, const pair3 *pair, bool by_b);

/// In the frame, from the scene, and back.
dvec3 flr_pieces3_local(const pieces3 *p, dvec3 v);
dvec3 flr_pieces3_scene(const pieces3 *p, dvec3 v);

/// A direction of the pieces' frame in which no turn makes the reach less, and the pieces that are farthest there.
typedef struct low3 {
    dvec3 n, normal;  ///< in the frame and in the scene, where it goes from a to b
    double depth;     ///< the reach
    dvec3 a;          ///< the touched point of a, in the scene
    int count;
    piece3 piece[3];
    double weight[3];  ///< whose sum is 1; with these the pieces' slopes cancel
    double rest;       ///< by how much the weighed points are off the plane's foot
} low3;

/// Newton's steps to such a direction from one near it. False where they do not end at one, with what was best.
bool flr_depth3_refine(const pair3 *pair, const pieces3 *p, dvec3 n, low3 *l);

/// The pieces that reach farthest in some of the unit vectors, of the frame; returns how many.
int flr_pieces3_find(const pieces3 *p, const dvec3 *normals, int count, piece3 *pieces);

/// Where the discs of both axes are farthest, at radius 1 and from their middles: of the first along n, of the second against it, zero where it is
/// not round. Zero along an axis.
static inline void pieces3_farthest(const pieces3 *p, dvec3 n, dvec3 *first, dvec3 *second)
{
    const double across = sqrt(n.x * n.x + n.y * n.y), inverse = across > 0 ? 1 / across : 0;
    *first = dvec3_make(inverse * n.x, inverse * n.y, 0);
    *second = dvec3_make(0, 0, 0);
    if (!p->is_round) return;
    const dvec3 m = dvec3_cross(p->axis, dvec3_cross(n, p->axis));
    const double length = dvec3_length(m);
    if (length > 0) *second = dvec3_scale(-1 / length, m);
}

/// The point of a piece that reaches farthest along n, and what it is the difference of: points of the first and of the second.
dvec3 flr_pieces3_point(const pieces3 *p, const piece3 *piece, dvec3 n, dvec3 *first, dvec3 *second);

static inline bool core3_is_round(const core3 *c)
{
    return c->kind == FLR_CONVEX3_CYLINDER || c->kind == FLR_CONVEX3_CONE;
}

// ---- The least reach ----

/// Branch and bound over the sphere of directions, by the angles about the first's axis and above its equator. In a cell
/// each piece is no less than a plane less what it may bend, and the least value of the highest of these planes, a small linear
/// program, bounds the reach. About the axis the discs do not bend at all, so a cell is long where the depth hardly changes:
/// a polytope would need a face for every 1e-7 of a turn there.
///
/// *normal, in the pieces' frame, and *upper are the best known on entry and on return. Returns a lower bound: within
/// `close` of *upper, or less where `most` cells have been tested.
double flr_depth3_cells(const pieces3 *p, double close, int most, dvec3 *normal, double *upper);

#endif
