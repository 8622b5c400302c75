/// The point of a simplex of the Minkowski difference that is closest to the origin.
#ifndef FLR_CONVEX_SIMPLEX3_H
#define FLR_CONVEX_SIMPLEX3_H

#include "math/double_double.h"
#include "math/simd.h"

/// A point of the difference of two shapes, the points it is the difference of, and their numbers in their shapes.
typedef struct vertex3 {
    f64x2 x, y, z;  ///< of the points of a and b
    dvec3 w;        ///< a - b
    uint32_t id_a, id_b;
} vertex3;

static inline dvec3 vertex3_a(const vertex3 *v) { return dvec3_make(v->x[0], v->y[0], v->z[0]); }
static inline dvec3 vertex3_b(const vertex3 *v) { return dvec3_make(v->x[1], v->y[1], v->z[1]); }
/// The squared lengths of both points, summed.
static inline double vertex3_reach(const vertex3 *v)
{
    f64x2 s = v->x * v->x + v->y * v->y + v->z * v->z;
    return s[0] + s[1];
}
static inline void vertex3_set_w(vertex3 *v)
{
    v->w = dvec3_make(v->x[0] - v->x[1], v->y[0] - v->y[1], v->z[0] - v->z[1]);
}

/// (q - p) x (r - p) from the two shorter sides, which lose least in the product; of a needle's long sides nothing
/// but rounding might be left.
static inline dvec3 simplex3_normal(dvec3 p, dvec3 q, dvec3 r)
{
    dvec3 u = dvec3_sub(q, p), v = dvec3_sub(r, p), e = dvec3_sub(r, q);
    double uu = dvec3_dot(u, u), vv = dvec3_dot(v, v), ee = dvec3_dot(e, e);
    if (ee >= uu && ee >= vv) return dvec3_cross(u, v);
    return vv >= uu ? dvec3_cross(u, e) : dvec3_cross(v, e);
}

/// a.y * b.z - a.z * b.y of doubled numbers
static inline double simplex3_minor(flr_double2 ay, flr_double2 bz, flr_double2 az, flr_double2 by)
{
    flr_double2 p = flr_two_product(ay.high, bz.high), q = flr_two_product(az.high, by.high);
    flr_double2 high = flr_two_sum(p.high, -q.high);
    double rest = (ay.high * bz.low + ay.low * bz.high) - (az.high * by.low + az.low * by.high);
    return high.high + (high.low + ((p.low - q.low) + rest));
}

/// The same where nothing but rounding might be left even so: as if in twice the precision.
static inline dvec3 simplex3_normal_doubled(dvec3 p, dvec3 q, dvec3 r)
{
    flr_double2 ux = flr_two_sum(q.x, -p.x), uy = flr_two_sum(q.y, -p.y), uz = flr_two_sum(q.z, -p.z);
    flr_double2 vx = flr_two_sum(r.x, -p.x), vy = flr_two_sum(r.y, -p.y), vz = flr_two_sum(r.z, -p.z);
    return dvec3_make(simplex3_minor(uy, vz, uz, vy), simplex3_minor(uz, vx, ux, vz),
                      simplex3_minor(ux, vy, uy, vx));
}

/// One to four points of the difference.
typedef struct simplex3 {
    int count;
    vertex3 v[4];
    double weight[4];  ///< of the closest point; none negative, their sum 1 up to rounding
} simplex3;

/// The points of the shapes that the weights stand for.
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

/// Reduces the simplex to the least face that holds its point closest to the origin, sets the weights, and
/// returns that point; *inside where a tetrahedron holds the origin. Of every face that the origin lies outside
/// of the closest point is found, and the best kept: a wrong sign in a flat simplex costs a comparison, not the answer.
dvec3 flr_simplex3_reduce(simplex3 *s, bool *inside);

/// The weights of the corners of a simplex whose closest point is known to lie within it, and that point. Where it does not, a
/// weight is 0, and the point one of the simplex all the same.
dvec3 flr_simplex3_weigh(const vertex3 *const *v, int count, double *weight);

// ---- In double-double ----

/// As flr_simplex3_reduce, with the corners taken as they are: whether they hold the origin is an exact sign, and else the closest points
/// of all faces are found in twice the precision and compared. What two edges at an angle of 10^-14, a needle or a flat tetrahedron
/// leave is as well known as anything; a hundred times dearer. *square is that of the distance: of a distance near nothing the direction
/// changes long before plain numbers tell the distance from the one before.
dvec3 flr_simplex3_reduce_doubled(simplex3 *s, bool *inside, flr_double2 *square);

static inline bool simplex3_is_nearer(flr_double2 square, flr_double2 than)
{
    return square.high < than.high || (square.high == than.high && square.low < than.low);
}

#endif
