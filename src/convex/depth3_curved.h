/// The reach of the Minkowski difference of two cores along a direction, as the largest of smooth pieces,
/// where one core is a cylinder or a cone.
///
/// In the frame of its axis that core is two discs, one of radius 0 for an apex, whose part of the reach
/// depends on the angle to the axis alone. The other core has the discs of its ends, if it is round as well,
/// or those of its points that are support points nearby. A piece is a disc or point of each core. It
/// reaches along n as far as dot(c, n) + r * |n x u| + s * |n x v|, and the difference reaches at least as
/// far as any piece.
#ifndef FLR_CONVEX_DEPTH3_CURVED_H
#define FLR_CONVEX_DEPTH3_CURVED_H

#include "convex/minkowski3.h"

// ---- Pieces ----

/// A disc about an axis, or a point.
typedef struct end3 {
    dvec3 at;
    double radius;
} end3;

/// Two cores in the frame of one of them, a cylinder or cone, which is called the first.
typedef struct pieces3 {
    const core3 *second;
    /// 1 if a is the first, in whose frame all is; else -1, and normals are turned round too
    double side;
    dvec3 frame[3];  ///< the last one is its axis
    end3 first[2];
    bool is_round;  ///< so is the second one; then it has an axis and ends
    dvec3 axis;
    end3 ends[2];
    double size;  ///< no part of a reach is larger
} pieces3;

enum { PIECES3_ENDS = 5, PIECES3 = 2 * PIECES3_ENDS };

/// A disc or point of each core.
typedef struct piece3 {
    const end3 *first;
    end3 second;
} piece3;

/// Sets the cores in the frame of b if `by_b`, else of a. Returns false if that is no cylinder or cone.
bool flr_pieces3_make(pieces3 *p, const pair3 *pair, bool by_b);

/// Turn a vector of the scene to the frame, and back.
dvec3 flr_pieces3_local(const pieces3 *p, dvec3 v);
dvec3 flr_pieces3_scene(const pieces3 *p, dvec3 v);

/// Finds the pieces that reach farthest along some unit vectors of the frame. Returns how many they are.
int flr_pieces3_find(const pieces3 *p, const dvec3 *normals, int count, piece3 *pieces);

/// Sets the points of discs of radius 1 about both axes that are farthest: of the first along n, of the
/// second against it. A point is zero if n is along the axis, or the second is not round.
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

/// Returns the point of a piece that reaches farthest along n, and the points of both cores that it is the
/// difference of.
dvec3 flr_pieces3_point(const pieces3 *p, const piece3 *piece, dvec3 n, dvec3 *first, dvec3 *second);

// ---- The least reach ----

/// Bounds the least reach by branch and bound over the sphere of directions, by the angles about the first's
/// axis and above its equator. In a cell each piece is no less than a plane minus what it may bend. The
/// least value of the highest of these planes, a small linear program, bounds the reach from below. About
/// the axis the discs do not bend at all, so a cell may be long where the depth hardly changes: a polytope
/// would need a face for every 1e-7 of a turn there.
///
/// *normal, in the pieces' frame, and *upper are the best known on entry and on return. Returns a lower
/// bound: within `close` of *upper, or less where `most` cells have been tested.
double flr_depth3_cells(const pieces3 *p, double close, int most, dvec3 *normal, double *upper);

#endif
