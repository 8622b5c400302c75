/// A convex polytope that grows inside the difference of two cores, around the origin.
#ifndef FLR_CONVEX_POLYTOPE3_H
#define FLR_CONVEX_POLYTOPE3_H

#include "convex/pair3.h"

enum { POLYTOPE3_VERTICES = 192, POLYTOPE3_FACES = 2 * POLYTOPE3_VERTICES };

/// Corners turn counter-clockwise as seen from outside. Side k goes from corner k to the next one; across[k] is the side there of the
/// face beyond, as 4 times the face's number plus the side's.
typedef struct face3 {
    double x, y,
        z;  ///< of the outward normal, at any length: not one vector, so that none is read back as a whole
    double inverse;  ///< of that length
    double doubt;    ///< a side below this times the scene's reach has to be asked for exactly
    int corner[3], across[3];
    int seen_by;  ///< the number of the last point it was asked about, if that sees it
} face3;

typedef struct polytope3 {
    const pair3 *pair;
    double size_squared;  ///< twice the largest sum of squares of what a vertex is the difference of
    double reach;         ///< no two vertices are farther apart
    int vertex_count, face_count, free_count, open_count;
    int nearest;                       ///< of the open faces; -1 where none is known to be
    double distance[POLYTOPE3_FACES];  ///< of each face's plane from the origin; infinite for the dead
    int free[POLYTOPE3_FACES + 1];     ///< places of the dead, from number 1
    int open[POLYTOPE3_FACES + 1];     ///< faces that may still come to be the nearest one
    double x[POLYTOPE3_VERTICES +
             1];  ///< of the vertices, number by number: what is read as a whole waits for its parts
    double y[POLYTOPE3_VERTICES + 1];
    double z[POLYTOPE3_VERTICES + 1];
    vertex3 vertices[POLYTOPE3_VERTICES + 1];  ///< one more than are used, for a point that is looked at
    face3 faces[POLYTOPE3_FACES];
} polytope3;

/// From the corners of a simplex, as far as they span, and others in the directions that they leave out. False where the
/// difference has no inside.
bool flr_polytope3_start(polytope3 *p, const pair3 *pair, const simplex3 *start);

/// From four corners, which need not be around the origin. False where they do not span space.
bool flr_polytope3_start_with(polytope3 *p, const pair3 *pair, const vertex3 v[4]);

/// A unit vector square to d.
wide3 flr_polytope3_square_to(wide3 d);

/// Unit; square to all vertices where the start was false.
wide3 flr_polytope3_flat_normal(const polytope3 *p);

/// Takes the next vertex, which sees the face, in. Faces farther from the origin than `limit` need not be found again as the nearest.
/// False where there is no room.
bool flr_polytope3_expand(polytope3 *p, int face, double limit);

/// The face nearest to the origin, of all.
int flr_polytope3_nearest(const polytope3 *p);

static inline wide3 polytope3_w(const polytope3 *p, int i) { return wide3_make(p->x[i], p->y[i], p->z[i]); }
static inline wide3 face3_normal(const face3 *f) { return wide3_make(f->x, f->y, f->z); }
static inline double polytope3_roundings(const polytope3 *p) { return p->reach * 1.15e-16; }

/// A point that is looked at, as the next vertex.
static inline void polytope3_set(polytope3 *p, const vertex3 *v)
{
    const int i = p->vertex_count;
    p->x[i] = v->w.x;
    p->y[i] = v->w.y;
    p->z[i] = v->w.z;
    const double size = 2 * vertex3_reach(v);
    if (!(size > p->size_squared)) return;
    p->size_squared = size;
    p->reach = 2 * sqrt(size);
}

/// The farthest point of the difference becomes the next vertex. The form is a constant where this is called.
static inline __attribute__((always_inline)) void polytope3_support(polytope3 *p, pair3_form form,
                                                                    wide3 direction)
{
    vertex3 *v = &p->vertices[p->vertex_count];
    pair3_support(p->pair, form, wide3_neg(direction), v);
    polytope3_set(p, v);
}

/// The side of a face on which a point lies, above 0 outside. The difference of the shorter two sides' cross product from the true one, and
/// what rounds in the product with the way to the point, are below 9 roundings of the permanent of the three, and that is at most
/// 1.16 times the product of their lengths.
static inline int polytope3_side(const polytope3 *p, const face3 *f, wide3 w)
{
    double side = wide3_dot(face3_normal(f), wide3_sub(w, polytope3_w(p, f->corner[0]))),
           doubt = f->doubt * p->reach;
    if (side > doubt) return 1;
    if (side < -doubt) return -1;
    return flr_orient3_exact_double(polytope3_w(p, f->corner[0]), polytope3_w(p, f->corner[1]),
                                    polytope3_w(p, f->corner[2]), w);
}

/// Does the next vertex lie in the face's plane or behind it? Exactly.
static inline bool polytope3_confirms(const polytope3 *p, const face3 *f)
{
    const wide3 w = polytope3_w(p, p->vertex_count);
    bool known = false;
    for (int k = 0; k < 3; k++) known |= wide3_equal(w, polytope3_w(p, f->corner[k]));
    return known || polytope3_side(p, f, w) <= 0;
}

#endif
