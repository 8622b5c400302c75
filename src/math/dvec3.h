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
static inline bool dvec3_is_finite(dvec3 a) { return isfinite(a.x) && isfinite(a.y) && isfinite(a.z); }
static inline bool dvec3_equal(dvec3 a, dvec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

#endif
