/// The point of a simplex that is closest to the origin: one step of GJK. The simplex is part of the
/// Minkowski difference.
#ifndef FLR_CONVEX_SIMPLEX3_H
#define FLR_CONVEX_SIMPLEX3_H

#include "math/double_double.h"
#include "math/simd.h"

/// A point w = a - b of the Minkowski difference, with the points a and b and their numbers in their shapes.
typedef struct vertex3 {
    f64x2 x, y, z;  ///< of both points: a in lane 0, b in lane 1
    dvec3 w;        ///< a - b
    uint32_t id_a, id_b;
} vertex3;

static inline dvec3 vertex3_a(const vertex3 *v) { return dvec3_make(v->x[0], v->y[0], v->z[0]); }
static inline dvec3 vertex3_b(const vertex3 *v) { return dvec3_make(v->x[1], v->y[1], v->z[1]); }
/// Returns the squared lengths of both points, summed.
static inline double vertex3_reach(const vertex3 *v)
{
    f64x2 s = v->x * v->x + v->y * v->y + v->z * v->z;
    return s[0] + s[1];
}
static inline void vertex3_set_w(vertex3 *v)
{
    v->w = dvec3_make(v->x[0] - v->x[1], v->y[0] - v->y[1], v->z[0] - v->z[1]);
}

/// Returns (q - p) x (r - p), from the two shorter sides, which lose least in the product. From a needle's
/// long sides nothing but rounding might be left.
static inline dvec3 simplex3_normal(dvec3 p, dvec3 q, dvec3 r)
{
    dvec3 u = dvec3_sub(q, p), v = dvec3_sub(r, p), e = dvec3_sub(r, q);
    double uu = dvec3_dot(u, u), vv = dvec3_dot(v, v), ee = dvec3_dot(e, e);
    if (ee >= uu && ee >= vv) return dvec3_cross(u, v);
    return vv >= uu ? dvec3_cross(u, e) : dvec3_cross(v, e);
}

/// Returns a.y * b.z - a.z * b.y of double-double numbers.
static inline double simplex3_minor(flr_double2 ay, flr_double2 bz, flr_double2 az, flr_double2 by)
{
    flr_double2 p = flr_two_product(ay.high, bz.high), q = flr_two_product(az.high, by.high);
    flr_double2 high = flr_two_sum(p.high, -q.high);
    double rest = (ay.high * bz.low + ay.low * bz.high) - (az.high * by.low + az.low * by.high);
    return high.high + (high.low + ((p.low - q.low) + rest));
}

/// As simplex3_normal, in about twice the precision: for needles of which even the shorter sides leave
/// nothing but rounding.
static inline dvec3 simplex3_normal_doubled(dvec3 p, dvec3 q, dvec3 r)
{
    flr_double2 ux = flr_two_sum(q.x, -p.x), uy = flr_two_sum(q.y, -p.y), uz = flr_two_sum(q.z, -p.z);
    flr_double2 vx = flr_two_sum(r.x, -p.x), vy = flr_two_sum(r.y, -p.y), vz = flr_two_sum(r.z, -p.z);
    return dvec3_make(simplex3_minor(uy, vz, uz, vy), simplex3_minor(uz, vx, ux, vz),
                      simplex3_minor(ux, vy, uy, vx));
}

/// One to four points of the Minkowski difference.
typedef struct simplex3 {
    int count;
    vertex3 v[4];
    double weight[4];  ///< of the closest point; none negative, their sum 1 up to rounding
} simplex3;

/// Sets a and b to the points of the two shapes that the weights stand for.
static inline void simplex3_points(const simplex3 *s, dvec3 *a, dvec3 *b)
{
    f64x2 x = {0, 0}, y = {0, 0}, z = {0, 0};
    for (int i = 0; i < s->count; i++) {
        f64x2 weight = f64x2_splat(s->weight[i]);
        x += weight * s->v[i].x;
        y += weight * s->v[i].y;
        z += weight * s->v[i].z;
    }
    *a = dvec3_make(x[0], y[0], z[0]);
    *b = dvec3_make(x[1], y[1], z[1]);
}

/// Reduces the simplex to the smallest face that contains its point closest to the origin, sets the weights,
/// and returns that point. *inside is set where a tetrahedron contains the origin. The closest points of all
/// faces that the origin lies outside of are compared. So a wrong sign in a flat simplex costs a comparison,
/// not the answer.
dvec3 flr_simplex3_reduce(simplex3 *s, bool *inside);

/// Returns the closest point of a simplex, and its weights, where that point is known to lie within the
/// simplex. Where it does not, a weight becomes 0, and the point is still one of the simplex.
dvec3 flr_simplex3_weigh(const vertex3 *const *v, int count, double *weight);

// ---- In double-double ----

/// As flr_simplex3_reduce, in double-double and a hundred times slower. Whether the corners enclose the
/// origin is decided by exact signs; else the closest points of all faces are computed and compared. Nearly
/// parallel edges (10^-14), needles and flat tetrahedra are answered as accurately as any simplex. *square
/// is the square of the distance: near zero the direction still improves when the distance in double stays
/// the same.
dvec3 flr_simplex3_reduce_doubled(simplex3 *s, bool *inside, flr_double2 *square);

static inline bool simplex3_is_nearer(flr_double2 square, flr_double2 than)
{
    return square.high < than.high || (square.high == than.high && square.low < than.low);
}

#endif
