/// Sixteen numbers in single precision at once: two registers in a file that is compiled for AVX2, four elsewhere.
#ifndef FLR_MATH_SIXTEEN_H
#define FLR_MATH_SIXTEEN_H

#include "math/floats.h"

enum { SIXTEEN_PARTS = 16 / FLOATS_LANES };

typedef struct sixteen {
    floats of[SIXTEEN_PARTS];
} sixteen;

#define SIXTEEN_EACH(i) for (int i = 0; i < SIXTEEN_PARTS; i++)

/// Of eight numbers and eight others.
FLOATS_INLINE sixteen sixteen_of_reals(const flr_real *first, const flr_real *second)
{
    sixteen r;
    SIXTEEN_EACH(i)
    {
        const int at = FLOATS_LANES * i;
        r.of[i] = floats_of_reals(at < 8 ? first + at : second + (at - 8));
    }
    return r;
}
FLOATS_INLINE void sixteen_store(float *p, sixteen x)
{
    SIXTEEN_EACH(i) floats_store(p + FLOATS_LANES * i, x.of[i]);
}
FLOATS_INLINE sixteen sixteen_load(const float *p)
{
    sixteen r;
    SIXTEEN_EACH(i) r.of[i] = floats_load(p + FLOATS_LANES * i);
    return r;
}
/// Eight from the first one on and eight from the second one on, but 0 where they are not below the count.
FLOATS_INLINE sixteen sixteen_numbers(float first, float second, float count)
{
    static const float NUMBERS[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    const floats end = floats_all(count);
    sixteen r;
    SIXTEEN_EACH(i)
    {
        const int at = FLOATS_LANES * i;
        const floats from = floats_all(at < 8 ? first : second);
        r.of[i] = floats_below(from + floats_load(NUMBERS + at % 8), end);
    }
    return r;
}
FLOATS_INLINE sixteen sixteen_div(sixteen a, sixteen b)
{
    sixteen r;
    SIXTEEN_EACH(i) r.of[i] = a.of[i] / b.of[i];
    return r;
}
/// a + s, and s - a.
FLOATS_INLINE sixteen sixteen_plus(sixteen a, float s)
{
    const floats all = floats_all(s);
    sixteen r;
    SIXTEEN_EACH(i) r.of[i] = a.of[i] + all;
    return r;
}
FLOATS_INLINE sixteen sixteen_from(float s, sixteen a)
{
    const floats all = floats_all(s);
    sixteen r;
    SIXTEEN_EACH(i) r.of[i] = all - a.of[i];
    return r;
}
FLOATS_INLINE sixteen sixteen_at_least(sixteen a, float s)
{
    const floats all = floats_all(s);
    sixteen r;
    SIXTEEN_EACH(i) r.of[i] = floats_max(a.of[i], all);
    return r;
}
/// s * a - b
FLOATS_INLINE sixteen sixteen_along(float s, sixteen a, sixteen b)
{
    const floats all = floats_all(s);
    sixteen r;
    SIXTEEN_EACH(i) r.of[i] = all * a.of[i] - b.of[i];
    return r;
}
/// a * x + b * y + c * z
FLOATS_INLINE sixteen sixteen_dot3(float a, sixteen x, float b, sixteen y, float c, sixteen z)
{
    const floats p = floats_all(a), q = floats_all(b), s = floats_all(c);
    sixteen r;
    SIXTEEN_EACH(i)
    r.of[i] = p * x.of[i] + q * y.of[i] + s * z.of[i];
    return r;
}
/// a where it is not the one or the other, else 0.
FLOATS_INLINE sixteen sixteen_unless(sixteen number, float one, float other, sixteen a)
{
    const floats p = floats_all(one), q = floats_all(other);
    sixteen r;
    SIXTEEN_EACH(i)
    r.of[i] = floats_except(floats_or(floats_equal(number.of[i], p), floats_equal(number.of[i], q)), a.of[i]);
    return r;
}
/// The greatest of each lane of the parts.
FLOATS_INLINE floats sixteen_greatest_part(sixteen x)
{
    floats most = floats_max(x.of[0], x.of[1]);
    for (int i = 2; i < SIXTEEN_PARTS; i++) most = floats_max(most, x.of[i]);
    return most;
}
/// A bit for each lane that has a value.
FLOATS_INLINE uint32_t sixteen_where(sixteen x, floats value)
{
    uint32_t bits = 0;
    SIXTEEN_EACH(i) bits |= floats_bits(floats_equal(x.of[i], value)) << FLOATS_LANES * i;
    return bits;
}

#endif
