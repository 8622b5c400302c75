/// Vectors in double precision, whatever flr_real is. Kernels compute in these, relative to a point of the
/// scene.
#ifndef FLR_MATH_DVEC3_H
#define FLR_MATH_DVEC3_H

#include "feeler/math.h"

typedef struct dvec3 {
    double x, y, z;
} dvec3;

static inline dvec3 dvec3_make(double x, double y, double z)
{
    dvec3 v = {x, y, z};
    return v;
}
static inline dvec3 dvec3_from(flr_vec3 v) { return dvec3_make((double)v.x, (double)v.y, (double)v.z); }
static inline flr_vec3 dvec3_round(dvec3 v)
{
    return flr_vec3_make((flr_real)v.x, (flr_real)v.y, (flr_real)v.z);
}
/// Returns p - origin.
static inline dvec3 dvec3_relative(flr_vec3 p, flr_vec3 origin)
{
    return dvec3_make((double)p.x - (double)origin.x, (double)p.y - (double)origin.y,
                      (double)p.z - (double)origin.z);
}
static inline dvec3 dvec3_add(dvec3 a, dvec3 b) { return dvec3_make(a.x + b.x, a.y + b.y, a.z + b.z); }
static inline dvec3 dvec3_sub(dvec3 a, dvec3 b) { return dvec3_make(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline dvec3 dvec3_neg(dvec3 a) { return dvec3_make(-a.x, -a.y, -a.z); }
static inline dvec3 dvec3_scale(double s, dvec3 a) { return dvec3_make(s * a.x, s * a.y, s * a.z); }
/// Returns a + s * b.
static inline dvec3 dvec3_add_scaled(dvec3 a, double s, dvec3 b)
{
    return dvec3_make(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}
static inline double dvec3_dot(dvec3 a, dvec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline dvec3 dvec3_cross(dvec3 a, dvec3 b)
{
    return dvec3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline double dvec3_max_abs(dvec3 a)
{
    double x = fabs(a.x), y = fabs(a.y), z = fabs(a.z);
    double most = x > y ? x : y;
    return z > most ? z : most;
}
static inline double dvec3_length_squared(dvec3 a) { return dvec3_dot(a, a); }
static inline double dvec3_length(dvec3 a) { return sqrt(dvec3_dot(a, a)); }

/// Sets x and y to unit vectors that make a right-handed frame with the unit vector z (Duff and others,
/// "Building an Orthonormal Basis, Revisited", 2017).
static inline void dvec3_frame_around(dvec3 z, dvec3 *x, dvec3 *y)
{
    const double sign = z.z < 0 ? -1 : 1, a = -1 / (sign + z.z), b = z.x * z.y * a;
    *x = dvec3_make(1 + sign * z.x * z.x * a, sign * b, -sign * z.x);
    *y = dvec3_make(b, sign + z.y * z.y * a, -z.y);
}

/// Returns the coordinate axis along which v is least. Without branches, as it cannot be predicted.
static inline dvec3 dvec3_least_axis(dvec3 v)
{
    const double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    const bool is_x = (x <= y) & (x <= z), is_y = !is_x & (y <= z);
    return dvec3_make(is_x, is_y, !is_x & !is_y);
}
/// Returns any unit vector perpendicular to the unit vector u.
static inline dvec3 dvec3_perpendicular(dvec3 u)
{
    const dvec3 s = dvec3_cross(u, dvec3_least_axis(u));
    return dvec3_scale(1 / dvec3_length(s), s);
}

static inline bool dvec3_is_finite(dvec3 a) { return isfinite(a.x) && isfinite(a.y) && isfinite(a.z); }
static inline bool dvec3_equal(dvec3 a, dvec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

#endif
