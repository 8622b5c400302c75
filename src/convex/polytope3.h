/// A convex polytope that grows inside the Minkowski difference of two cores, around the origin.
#ifndef FLR_CONVEX_POLYTOPE3_H
#define FLR_CONVEX_POLYTOPE3_H

#include "convex/minkowski3.h"
#include "math/predicates.h"

/// Places of faces are not used again before none is left: these are twice as many as there can be faces,
/// and more.
enum { POLYTOPE3_VERTICES = 192, POLYTOPE3_FACES = 640 };
/// A vertex and a face behind all others, for what is written whether or not it is needed.
enum { POLYTOPE3_NO_VERTEX = POLYTOPE3_VERTICES + 1, POLYTOPE3_NO_FACE = POLYTOPE3_FACES + 4 };

/// Corners turn counter-clockwise as seen from outside. Side k leads from corner k to the next one.
/// across[k] is the same side in the face beyond it: 4 times the face's number plus the side's.
typedef struct face3 {
    int corner[3], across[3];
} face3;

/// The planes of all faces, in an array for each number, with room for a register more. Without a face,
/// heights and distances are infinite.
typedef struct planes3 {
    /// of the outward normals, at any length
    double x[POLYTOPE3_FACES + 4], y[POLYTOPE3_FACES + 4], z[POLYTOPE3_FACES + 4];
    double height[POLYTOPE3_FACES + 4];  ///< of the plane along the normal
    /// a side below this times the scene's reach has to be decided exactly
    double doubt[POLYTOPE3_FACES + 4];
    /// of the normal's length; 0 where that is lost, and so is the distance
    double inverse[POLYTOPE3_FACES + 4];
    double distance[POLYTOPE3_FACES + 4];  ///< of the plane from the origin
} planes3;

typedef struct polytope3 {
    const pair3 *pair;
    double size_squared;  ///< twice the largest sum of the squared lengths of a vertex's a and b
    double reach;         ///< no two vertices are farther apart; all are within half of it of the origin
    int vertex_count, face_count;
    int nearest;  ///< the nearest of the faces
    planes3 planes;
    /// of the vertices, number by number: a vector read as a whole would wait for its parts
    double x[POLYTOPE3_NO_VERTEX + 1];
    double y[POLYTOPE3_NO_VERTEX + 1];
    double z[POLYTOPE3_NO_VERTEX + 1];
    /// of each vertex, the last face that was made with it as its first corner
    int begins[POLYTOPE3_NO_VERTEX + 1];
    vertex3 vertices[POLYTOPE3_VERTICES + 1];  ///< one more than are used, for a point that is tested
    face3 faces[POLYTOPE3_NO_FACE + 1];
} polytope3;

/// Returns a unit vector perpendicular to d.
dvec3 flr_polytope3_perpendicular_to(dvec3 d);

/// A normal whose squared length is below this is lost, as products near the end of the range of numbers
/// are.
#define POLYTOPE3_LOST 0x1p-900

/// Returns the unit vector along (q - p) x (r - p), however short that is; zero if it is exactly zero.
dvec3 flr_polytope3_exact_normal(dvec3 p, dvec3 q, dvec3 r);

/// Is a face a needle, with two sides at a small angle or one much shorter than the others? Rounding turns
/// the normal of such a face, and moves points in it, by one over the sine of the angle. The doubt is 2^-49
/// of the longer side's square. So this asks whether the normal's square is below 2^-6 of that side's fourth
/// power.
static inline bool polytope3_is_thin(double normal_squared, double doubt)
{
    return normal_squared < 0x1p92 * doubt * doubt;
}

static inline dvec3 polytope3_w(const polytope3 *p, int i) { return dvec3_make(p->x[i], p->y[i], p->z[i]); }
static inline dvec3 polytope3_normal(const polytope3 *p, int face)
{
    return dvec3_make(p->planes.x[face], p->planes.y[face], p->planes.z[face]);
}
static inline double polytope3_roundings(const polytope3 *p) { return p->reach * 1.15e-16; }

static inline void polytope3_put(polytope3 *p, dvec3 w)
{
    const int i = p->vertex_count;
    p->x[i] = w.x;
    p->y[i] = w.y;
    p->z[i] = w.z;
}

static inline void polytope3_reach_to(polytope3 *p, double size_squared)
{
    if (!(size_squared > p->size_squared)) return;
    p->size_squared = size_squared;
    p->reach = 2 * sqrt(size_squared);
}

/// Writes a candidate's coordinates behind the last vertex, to be tested there; it counts once vertex_count
/// is raised. Widens `reach` to it.
static inline void polytope3_set(polytope3 *p, const vertex3 *v)
{
    polytope3_put(p, v->w);
    polytope3_reach_to(p, 2 * vertex3_reach(v));
}

/// Makes the farthest point of the difference along a direction the next vertex. The form is a constant
/// where this is called.
static inline __attribute__((always_inline)) void polytope3_support(polytope3 *p, pair3_form form,
                                                                    dvec3 direction)
{
    vertex3 *v = &p->vertices[p->vertex_count];
    pair3_support(p->pair, form, dvec3_neg(direction), v);
    polytope3_set(p, v);
}

/// Decides polytope3_side exactly, where it is in doubt.
static inline int polytope3_side_exact(const polytope3 *p, int face, dvec3 w)
{
    const int *c = p->faces[face].corner;
    return flr_orient3_exact_double(polytope3_w(p, c[0]), polytope3_w(p, c[1]), polytope3_w(p, c[2]), w);
}

/// Returns the side of a face's plane on which a point lies: above 0 outside, 0 on the plane. The error of
/// the normal, and the rounding of its products with the vector from the face to the point, are below 11
/// rounding errors of the product of the two longer sides and the reach. Two heights in place of that vector
/// cost less than 4 more. The doubt is 16.
static inline int polytope3_side(const polytope3 *p, int face, dvec3 w)
{
    const double side = dvec3_dot(polytope3_normal(p, face), w) - p->planes.height[face],
                 doubt = p->planes.doubt[face] * p->reach;
    if (side > doubt) return 1;
    if (side < -doubt) return -1;
    return polytope3_side_exact(p, face, w);
}

/// Does the next vertex lie in the face's plane or behind it? Decided exactly.
static inline bool polytope3_confirms(const polytope3 *p, int face)
{
    const dvec3 w = polytope3_w(p, p->vertex_count);
    bool known = false;
    for (int k = 0; k < 3; k++) known |= dvec3_equal(w, polytope3_w(p, p->faces[face].corner[k]));
    return known || polytope3_side(p, face, w) <= 0;
}

#endif
