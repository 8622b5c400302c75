/// Feeler: small vectors in the plane, by value. Inline functions are the plain expression, each operation
/// rounded once.
#ifndef FEELER_MATH2_H
#define FEELER_MATH2_H

#include <math.h>

#include "feeler/base.h"

FLR_EXTERN_C_BEGIN

typedef struct flr_vec2 {
    flr_real x, y;
} flr_vec2;

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

/// Where is d against the circle through a, b, c, in any winding: +1 inside, 0 on it, -1 outside; 0 for
/// collinear a, b, c. Exact for every finite input. After Shewchuk 1997.
FLR_API int flr_incircle2(flr_vec2 a, flr_vec2 b, flr_vec2 c, flr_vec2 d);

FLR_EXTERN_C_END
#endif
