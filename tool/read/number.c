#include "read/number.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NUMBER = 1000 };

static bool is_digit(const char *at, const char *end) { return at < end && (unsigned char)(*at - '0') <= 9; }

/// What stands before rounding: sign * mantissa * 10^exponent, as long as the mantissa is below
/// 10^17. Above, digits are left out, and the number is left to strtod.
typedef struct decimal {
    bool negative;
    uint64_t mantissa;
    int exponent;
} decimal;

static const char *scan_digits(const char *at, const char *end, decimal *d, int exponent_step)
{
    for (; is_digit(at, end); at++) {
        if (d->mantissa >= UINT64_C(100000000000000000)) continue;
        d->mantissa = d->mantissa * 10 + (uint64_t)(*at - '0');
        if (d->exponent > -100000) d->exponent += exponent_step;
    }
    return at;
}

/// Returns the end of the exponent, or `at` where none stands there.
static const char *scan_exponent(const char *at, const char *end, decimal *d)
{
    if (at >= end || (*at != 'e' && *at != 'E')) return at;
    const char *digit = at + 1;
    const bool negative = digit < end && *digit == '-';
    if (digit < end && (*digit == '-' || *digit == '+')) digit++;
    if (!is_digit(digit, end)) return at;
    int exponent = 0;
    for (; is_digit(digit, end); digit++)
        if (exponent < 100000) exponent = exponent * 10 + (*digit - '0');
    d->exponent += negative ? -exponent : exponent;
    return digit;
}

static number_status round_long(const char *begin, const char *end, double *value)
{
    char text[LONGEST_NUMBER + 1];
    const size_t length = (size_t)(end - begin);
    if (length > LONGEST_NUMBER) return NUMBER_LONG;
    memcpy(text, begin, length);
    text[length] = '\0';
    *value = strtod(text, NULL);
    return isfinite(*value) ? NUMBER_OK : NUMBER_RANGE;
}

/// Both numbers are exact where the mantissa is at most 2^53 and the power of ten at most
/// 10^22, so one multiplication or division rounds once and right: Clinger, "How to Read
/// Floating Point Numbers Accurately" (1990). Anything longer goes to strtod.
static bool round_short(const decimal *d, double *value)
{
    static const double power[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                     1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    // with wider registers (x87) the one operation would round twice
    if (FLT_EVAL_METHOD != 0 || d->mantissa > UINT64_C(1) << 53) return false;
    if (d->mantissa != 0 && (d->exponent < -22 || d->exponent > 22)) return false;
    double magnitude = (double)d->mantissa;
    if (d->mantissa == 0)
        magnitude = 0;
    else if (d->exponent < 0)
        magnitude /= power[-d->exponent];
    else
        magnitude *= power[d->exponent];
    *value = d->negative ? -magnitude : magnitude;
    return true;
}

number_status number_double(const char **at, const char *end, double *value)
{
    const char *begin = *at, *digits = begin;
    decimal d = {false, 0, 0};
    if (digits < end && (*digits == '-' || *digits == '+')) d.negative = *digits++ == '-';
    const char *point = scan_digits(digits, end, &d, 0);
    bool any = point > digits;
    const char *after = point;
    if (point < end && *point == '.') {
        after = scan_digits(point + 1, end, &d, -1);
        any = any || after > point + 1;
    }
    if (!any) return NUMBER_NONE;
    after = scan_exponent(after, end, &d);
    *at = after;
    if (round_short(&d, value)) return NUMBER_OK;
    return round_long(begin, after, value);
}

number_status number_integer(const char **at, const char *end, int64_t *value)
{
    const char *digit = *at;
    const bool negative = digit < end && *digit == '-';
    if (digit < end && (*digit == '-' || *digit == '+')) digit++;
    if (!is_digit(digit, end)) return NUMBER_NONE;
    int64_t magnitude = 0;
    for (; is_digit(digit, end); digit++) {
        const int next = *digit - '0';
        if (magnitude > (INT64_MAX - next) / 10) return NUMBER_RANGE;
        magnitude = magnitude * 10 + next;
    }
    *at = digit;
    *value = negative ? -magnitude : magnitude;
    return NUMBER_OK;
}
