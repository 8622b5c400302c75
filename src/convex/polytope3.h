/// A convex polytope that grows inside the difference of two cores, around the origin.
#ifndef FLR_CONVEX_POLYTOPE3_H
#define FLR_CONVEX_POLYTOPE3_H

#include "convex/pair3.h"

enum { POLYTOPE3_VERTICES = 192, POLYTOPE3_FACES = 2 * POLYTOPE3_VERTICES };

/// Corners turn counter-clockwise as seen from outside; neighbor[i] is across corner i to corner i + 1.
typedef struct face3 {
    int corner[3], neighbor[3];
    int asked;  ///< of the last point it was asked about: the point's number, with a minus where it is not seen
    wide3 normal;    ///< outward, at any length
    double inverse;  ///< of that length
    double doubt;    ///< a side below this times the scene's reach has to be asked for exactly
} face3;

typedef struct polytope3 {
    const pair3 *pair;
    double size_squared;  ///< twice the largest sum of squares of what a vertex is the difference of
    double reach;         ///< no two vertices are farther apart
    int vertex_count, face_count, free_count;
    double distance[POLYTOPE3_FACES];  ///< of each face's plane from the origin; infinite for the dead
    int free[POLYTOPE3_FACES];         ///< places of the dead
    vertex3 vertices[POLYTOPE3_VERTICES + 1];  ///< one more than are used, for a point that is looked at
    face3 faces[POLYTOPE3_FACES];
} polytope3;

/// From the corners of a simplex, as far as they span, and others in the directions that they leave out. False where the
/// difference has no inside.
bool flr_polytope3_start(polytope3 *p, const pair3 *pair, const simplex3 *start);

/// Unit; square to all vertices where the start was false.
wide3 flr_polytope3_flat_normal(const polytope3 *p);

/// The farthest point of the difference; its numbers on entry are those of one that may be near.
void flr_polytope3_support(polytope3 *p, wide3 direction, vertex3 *v);

/// Does the next vertex lie in the face's plane or behind it? Exactly.
bool flr_polytope3_confirms(const polytope3 *p, const face3 *f);

/// Takes the next vertex, which sees the face, in. False where there is no room.
bool flr_polytope3_expand(polytope3 *p, int face);

static inline wide3 polytope3_w(const polytope3 *p, int i) { return p->vertices[i].w; }
static inline double polytope3_roundings(const polytope3 *p) { return p->reach * 1.15e-16; }

#endif
