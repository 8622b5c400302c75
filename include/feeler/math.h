/// Feeler: small vectors and affine maps, by value, and the exact predicates. Inline functions are the plain
/// expression, each operation rounded once.
#ifndef FEELER_MATH_H
#define FEELER_MATH_H

#include <math.h>

#include "feeler/base.h"

FLR_EXTERN_C_BEGIN

typedef struct flr_vec3 {
    flr_real x, y, z;
} flr_vec3;

/// A 3x3 matrix by its columns: m * v = v.x * x + v.y * y + v.z * z.
typedef struct flr_mat3 {
    flr_vec3 x, y, z;
} flr_mat3;

/// An affine map p -> linear * p + translation: rigid, scaled, mirrored or sheared.
typedef struct flr_affine3 {
    flr_mat3 linear;
    flr_vec3 translation;
} flr_affine3;

/// An axis-aligned box. Empty where min > max on some axis.
typedef struct flr_aabb3 {
    flr_vec3 min, max;
} flr_aabb3;

static inline flr_vec3 flr_vec3_make(flr_real x, flr_real y, flr_real z)
{
    flr_vec3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}
static inline flr_vec3 flr_add3(flr_vec3 a, flr_vec3 b)
{
    return flr_vec3_make(a.x + b.x, a.y + b.y, a.z + b.z);
}
static inline flr_vec3 flr_sub3(flr_vec3 a, flr_vec3 b)
{
    return flr_vec3_make(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline flr_vec3 flr_scale3(flr_real s, flr_vec3 a) { return flr_vec3_make(s * a.x, s * a.y, s * a.z); }
static inline flr_vec3 flr_neg3(flr_vec3 a) { return flr_vec3_make(-a.x, -a.y, -a.z); }
/// a + s * b
static inline flr_vec3 flr_mul_add3(flr_vec3 a, flr_real s, flr_vec3 b)
{
    return flr_vec3_make(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}
static inline flr_vec3 flr_lerp3(flr_vec3 a, flr_vec3 b, flr_real t)
{
    return flr_mul_add3(a, t, flr_sub3(b, a));
}
static inline flr_real flr_dot3(flr_vec3 a, flr_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline flr_vec3 flr_cross3(flr_vec3 a, flr_vec3 b)
{
    return flr_vec3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline flr_vec3 flr_min3(flr_vec3 a, flr_vec3 b)
{
    return flr_vec3_make(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z);
}
static inline flr_vec3 flr_max3(flr_vec3 a, flr_vec3 b)
{
    return flr_vec3_make(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z);
}
static inline flr_real flr_length_squared3(flr_vec3 a) { return flr_dot3(a, a); }
static inline flr_real flr_length3(flr_vec3 a) { return (flr_real)sqrt((double)flr_dot3(a, a)); }
static inline flr_real flr_distance_squared3(flr_vec3 a, flr_vec3 b)
{
    return flr_length_squared3(flr_sub3(a, b));
}
/// The largest of the coordinates' magnitudes.
static inline flr_real flr_reach3(flr_vec3 a)
{
    const flr_vec3 high = flr_max3(a, flr_neg3(a));
    return high.x > high.y ? (high.x > high.z ? high.x : high.z) : (high.y > high.z ? high.y : high.z);
}
/// The projection of a on b, within 8 eps of a's length; zero where b is. Lengths of any scale.
static inline flr_vec3 flr_project3(flr_vec3 a, flr_vec3 b)
{
    const double large = sizeof(flr_real) == sizeof(float) ? 1e8 : 1e72, size_a = (double)flr_reach3(a),
                 size_b = (double)flr_reach3(b);
    int unit_a = 0, unit_b = 0;
    if (!(size_b > 0)) return flr_vec3_make(0, 0, 0);
    if (!(size_a > 1 / large && size_a < large && size_b > 1 / large && size_b < large)) {
        if (size_a < (double)INFINITY) (void)frexp(size_a, &unit_a);
        if (size_b < (double)INFINITY) (void)frexp(size_b, &unit_b);
        a = flr_vec3_make((flr_real)ldexp((double)a.x, -unit_a), (flr_real)ldexp((double)a.y, -unit_a),
                          (flr_real)ldexp((double)a.z, -unit_a));
        b = flr_vec3_make((flr_real)ldexp((double)b.x, -unit_b), (flr_real)ldexp((double)b.y, -unit_b),
                          (flr_real)ldexp((double)b.z, -unit_b));
    }
    b = flr_scale3(flr_dot3(a, b) / flr_length_squared3(b), b);
    if (unit_a == 0) return b;
    return flr_vec3_make((flr_real)ldexp((double)b.x, unit_a), (flr_real)ldexp((double)b.y, unit_a),
                         (flr_real)ldexp((double)b.z, unit_a));
}
static inline bool flr_is_finite3(flr_vec3 a) { return isfinite(a.x) && isfinite(a.y) && isfinite(a.z); }

static inline flr_vec3 flr_mat3_mul(flr_mat3 m, flr_vec3 v)
{
    return flr_vec3_make(m.x.x * v.x + m.y.x * v.y + m.z.x * v.z, m.x.y * v.x + m.y.y * v.y + m.z.y * v.z,
                         m.x.z * v.x + m.y.z * v.y + m.z.z * v.z);
}
static inline flr_vec3 flr_affine3_point(flr_affine3 m, flr_vec3 p)
{
    return flr_add3(flr_mat3_mul(m.linear, p), m.translation);
}
static inline flr_affine3 flr_affine3_identity(void)
{
    flr_affine3 m;
    m.linear.x = flr_vec3_make(1, 0, 0);
    m.linear.y = flr_vec3_make(0, 1, 0);
    m.linear.z = flr_vec3_make(0, 0, 1);
    m.translation = flr_vec3_make(0, 0, 0);
    return m;
}
/// `inner` first, then `outer`. Entries within 4 eps of the largest possible sum of their products.
FLR_API flr_affine3 flr_affine3_compose(flr_affine3 outer, flr_affine3 inner);
/// Within 4 eps of the product of the columns' lengths; exact for whole numbers while products are.
FLR_API flr_real flr_mat3_determinant(flr_mat3 m);
/// The inverse. Entries of the linear part are within 8 eps of the largest there, those of the
/// translation likewise, over the determinant of the map scaled to
/// entries of at most 1. FLR_INVALID_SHAPE: singular to working precision; FLR_NOT_FINITE: NaN or infinity.
FLR_API flr_status flr_affine3_invert(flr_affine3 m, flr_affine3 *inverse);

/// Sine and cosine of x in radians with the same bits on every machine, unlike libm's. Each is within 0.8 units in its
/// last place for |x| up to 2^60; beyond, they are those of an angle within |x| * 2^-120 of it, still on the unit circle.
/// NaN where x is not finite.
FLR_API void flr_sine_cosine(double x, double *sine, double *cosine);

/// Side of d against the plane through a, b, c: +1 where a, b, c turn counter-clockwise as seen from d, -1 on
/// the other side, 0 on it. So +1 is where (b - a) x (c - a) points. Exact for every finite input; 0 for NaN
/// and infinity. After Shewchuk 1997.
FLR_API int flr_orient3(flr_vec3 a, flr_vec3 b, flr_vec3 c, flr_vec3 d);

/// Side of c against the directed line a -> b, exact likewise: +1 left (counter-clockwise), -1 right, 0 on
/// it.
FLR_API int flr_orient2(flr_real ax, flr_real ay, flr_real bx, flr_real by, flr_real cx, flr_real cy);

typedef struct flr_vec2 {
    flr_real x, y;
} flr_vec2;

/// A 2x2 matrix by its columns: m * v = v.x * x + v.y * y.
typedef struct flr_mat2 {
    flr_vec2 x, y;
} flr_mat2;

/// An affine map p -> linear * p + translation: rigid, scaled, mirrored or sheared.
typedef struct flr_affine2 {
    flr_mat2 linear;
    flr_vec2 translation;
} flr_affine2;

/// An axis-aligned box. Empty where min > max on some axis.
typedef struct flr_aabb2 {
    flr_vec2 min, max;
} flr_aabb2;

static inline flr_vec2 flr_vec2_make(flr_real x, flr_real y)
{
    flr_vec2 v;
    v.x = x;
    v.y = y;
    return v;
}
static inline flr_vec2 flr_add2(flr_vec2 a, flr_vec2 b) { return flr_vec2_make(a.x + b.x, a.y + b.y); }
static inline flr_vec2 flr_sub2(flr_vec2 a, flr_vec2 b) { return flr_vec2_make(a.x - b.x, a.y - b.y); }
static inline flr_vec2 flr_scale2(flr_real s, flr_vec2 a) { return flr_vec2_make(s * a.x, s * a.y); }
static inline flr_vec2 flr_neg2(flr_vec2 a) { return flr_vec2_make(-a.x, -a.y); }
/// a + s * b
static inline flr_vec2 flr_mul_add2(flr_vec2 a, flr_real s, flr_vec2 b)
{
    return flr_vec2_make(a.x + s * b.x, a.y + s * b.y);
}
static inline flr_vec2 flr_lerp2(flr_vec2 a, flr_vec2 b, flr_real t)
{
    return flr_mul_add2(a, t, flr_sub2(b, a));
}
static inline flr_real flr_dot2(flr_vec2 a, flr_vec2 b) { return a.x * b.x + a.y * b.y; }
/// The z component of the cross product: twice the signed area of the triangle 0 a b.
static inline flr_real flr_cross2(flr_vec2 a, flr_vec2 b) { return a.x * b.y - a.y * b.x; }
/// A quarter turn counter-clockwise.
static inline flr_vec2 flr_perp2(flr_vec2 a) { return flr_vec2_make(-a.y, a.x); }
static inline flr_vec2 flr_min2(flr_vec2 a, flr_vec2 b)
{
    return flr_vec2_make(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y);
}
static inline flr_vec2 flr_max2(flr_vec2 a, flr_vec2 b)
{
    return flr_vec2_make(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y);
}
static inline flr_real flr_length_squared2(flr_vec2 a) { return flr_dot2(a, a); }
static inline flr_real flr_length2(flr_vec2 a) { return (flr_real)sqrt((double)flr_dot2(a, a)); }
static inline flr_real flr_distance_squared2(flr_vec2 a, flr_vec2 b)
{
    return flr_length_squared2(flr_sub2(a, b));
}
/// The largest of the coordinates' magnitudes.
static inline flr_real flr_reach2(flr_vec2 a)
{
    const flr_vec2 high = flr_max2(a, flr_neg2(a));
    return high.x > high.y ? high.x : high.y;
}
/// The projection of a on b, within 8 eps of a's length; zero where b is. Lengths of any scale.
static inline flr_vec2 flr_project2(flr_vec2 a, flr_vec2 b)
{
    const double large = sizeof(flr_real) == sizeof(float) ? 1e8 : 1e72, size_a = (double)flr_reach2(a),
                 size_b = (double)flr_reach2(b);
    int unit_a = 0, unit_b = 0;
    if (!(size_b > 0)) return flr_vec2_make(0, 0);
    if (!(size_a > 1 / large && size_a < large && size_b > 1 / large && size_b < large)) {
        if (size_a < (double)INFINITY) (void)frexp(size_a, &unit_a);
        if (size_b < (double)INFINITY) (void)frexp(size_b, &unit_b);
        a = flr_vec2_make((flr_real)ldexp((double)a.x, -unit_a), (flr_real)ldexp((double)a.y, -unit_a));
        b = flr_vec2_make((flr_real)ldexp((double)b.x, -unit_b), (flr_real)ldexp((double)b.y, -unit_b));
    }
    b = flr_scale2(flr_dot2(a, b) / flr_length_squared2(b), b);
    if (unit_a == 0) return b;
    return flr_vec2_make((flr_real)ldexp((double)b.x, unit_a), (flr_real)ldexp((double)b.y, unit_a));
}
static inline bool flr_is_finite2(flr_vec2 a) { return isfinite(a.x) && isfinite(a.y); }

static inline flr_vec2 flr_mat2_mul(flr_mat2 m, flr_vec2 v)
{
    return flr_vec2_make(m.x.x * v.x + m.y.x * v.y, m.x.y * v.x + m.y.y * v.y);
}
static inline flr_vec2 flr_affine2_point(flr_affine2 m, flr_vec2 p)
{
    return flr_add2(flr_mat2_mul(m.linear, p), m.translation);
}

/// Where is d against the circle through a, b, c, in any winding: +1 inside, 0 on it, -1 outside; 0 for
/// collinear a, b, c. Exact for every finite input. After Shewchuk 1997.
FLR_API int flr_incircle2(flr_vec2 a, flr_vec2 b, flr_vec2 c, flr_vec2 d);

FLR_EXTERN_C_END
#endif
