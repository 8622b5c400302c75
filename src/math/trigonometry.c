/// What are sine, cosine and arc tangent, with the same bits everywhere? Angles are reduced by quarter turns
/// in about twice the precision (Cody and Waite), and an arc tangent starts from the nearest of three known
/// angles. Polynomials do the rest.
#include "math/trigonometry.h"

#include <math.h>
#include <stdbool.h>

#include "math/double_double.h"

/// pi/2 in pieces of 33 bits, so that a product with an integer below 2^20 is exact, and a rest.
static const double half_pi[] = {0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2ep-69, 0x1.b839a252049c1p-104};

/// Returns angle - turns * unit * pi/2, where that is small against the angle (Cody and Waite).
static flr_double2 take_quarters(flr_double2 angle, double turns, double unit)
{
    double high = angle.high - turns * (half_pi[0] * unit);  // exact: the two are of one size
    flr_double2 first = flr_two_sum(high, -turns * (half_pi[1] * unit));
    flr_double2 second = flr_two_sum(first.high, -turns * (half_pi[2] * unit));
    double rest = (first.low + second.low) - turns * (half_pi[3] * unit) + angle.low;
    return flr_two_sum(second.high, rest);
}

/// Returns x less a whole number of quarter turns, in [-pi/4, pi/4] up to rounding; *quarter is that number
/// modulo 4.
static flr_double2 reduce(double x, int *quarter)
{
    const double per_radian = 0x1.45f306dc9c883p-1;
    flr_double2 angle = {x, 0};
    while (fabs(angle.high) > 0x1p20) {  // whole turns, 18 bits at a time
        int exponent;
        (void)frexp(angle.high, &exponent);
        double unit = ldexp(1, exponent - 18);
        if (unit < 4) unit = 4;
        angle = take_quarters(angle, floor(angle.high / unit * per_radian + 0.5), unit);
    }
    double turns = floor(angle.high * per_radian + 0.5);
    if (turns != 0) angle = take_quarters(angle, turns, 1);
    *quarter = (int)((long)turns & 3);
    return angle;
}

/// Returns the sine for |r| <= pi/4, by a polynomial in r^2 that interpolates at Chebyshev's points; its
/// error is below 2^-57.
static double sine_of(flr_double2 r)
{
    double z = r.high * r.high;
    double p = 0x1.71de3a545ef0dp-19 +
               z * (-0x1.ae64540feaf6dp-26 + z * (0x1.61217cc913f00p-33 + z * -0x1.ab167f4fb1867p-41));
    p = 0x1.1111111111110p-7 + z * (-0x1.a01a01a01992ap-13 + z * p);
    // the low part moves the sine by low * cos
    double cube = z * r.high;
    return r.high + (cube * -0x1.5555555555555p-3 + (cube * z * p + r.low * (1 - 0.5 * z)));
}

/// Returns the cosine likewise; its error is below 2^-59.
static double cosine_of(flr_double2 r)
{
    double z = r.high * r.high, half = 0.5 * z, w = 1 - half;
    double p = -0x1.27e4fa163c142p-22 + z * (0x1.1eeb673a2e0cap-29 + z * -0x1.907c6d159beaap-37);
    p = 0x1.5555555555555p-5 + z * (-0x1.6c16c16c16962p-10 + z * (0x1.a01a019f4d709p-16 + z * p));
    return w + (((1 - w) - half) + (z * z * p - r.high * r.low));
}

void flr_sine_cosine(double x, double *sine, double *cosine)
{
    if (fabs(x) < 0.785) {  // nothing to subtract
        flr_double2 small = {x, 0};
        *sine = sine_of(small);
        *cosine = cosine_of(small);
        return;
    }
    *sine = *cosine = x - x;  // NaN
    if (!isfinite(x)) return;
    int quarter;
    flr_double2 r = reduce(x, &quarter);
    double s = sine_of(r), c = cosine_of(r);
    *sine = quarter & 1 ? c : s;
    *cosine = quarter & 1 ? s : c;
    if (quarter & 2) *sine = -*sine;
    if (quarter == 1 || quarter == 2) *cosine = -*cosine;
}

/// Returns the arc tangent of y / x for 0 <= y <= x, x > 0: that of the nearest of 0, 1/2 and 1, plus that
/// of the angle from there, whose tangent is (y - c x) / (x + c y), at most 0.2364.
static flr_double2 first_octant(double y, double x)
{
    static const flr_double2 start[] = {
        {0, 0},
        {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},  // atan 1/2
        {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},  // pi/4
    };
    int k = 0;
    double u, lost = 0;
    if (y < 0.236 * x) {
        u = y / x;
    } else {
        k = y < 0.72 * x ? 1 : 2;
        double c = 0.5 * k;
        flr_double2 across = flr_two_sum(y, -c * x), along = flr_two_sum(x, c * y);
        u = across.high / along.high;
        lost = (across.low - u * along.low) / along.high;
    }
    double z = u * u;
    double p = -0x1.10d2464536d2bp-4 + z * (0x1.d917515294a63p-5 + z * -0x1.583f3f86bcc60p-5);
    p = 0x1.c71c71aa8d6dbp-4 + z * (-0x1.745d0d0cf12d1p-4 + z * (0x1.3b11a1959d99bp-4 + z * p));
    p = 0x1.99999999998ecp-3 + z * (-0x1.249249247e438p-3 + z * p);
    p = -0x1.5555555555555p-2 + z * p;
    flr_double2 result = flr_two_sum(start[k].high, u);
    result.low += start[k].low + (lost + z * u * p);
    return result;
}

double flr_arc_tangent2(double y, double x)
{
    static const flr_double2 quarter = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
    static const flr_double2 half = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
    if (isnan(x) || isnan(y)) return x + y;
    double along = fabs(x), across = fabs(y);
    if (isinf(along) || isinf(across)) {
        along = isinf(along) ? 1 : 0;
        across = isinf(across) ? 1 : 0;
    }
    bool steep = across > along;
    double large = steep ? across : along, small = steep ? along : across;
    int exponent;
    (void)frexp(large, &exponent);
    if (exponent > 1000 || exponent < -900) {  // room for the sums
        large = ldexp(large, -exponent);
        small = ldexp(small, -exponent);
    }
    flr_double2 angle = {0, 0};
    if (large > 0) angle = first_octant(small, large);
    if (steep) {
        flr_double2 turned = flr_two_sum(quarter.high, -angle.high);
        angle.high = turned.high;
        angle.low = turned.low + (quarter.low - angle.low);
    }
    if (signbit(x)) {
        flr_double2 turned = flr_two_sum(half.high, -angle.high);
        angle.high = turned.high;
        angle.low = turned.low + (half.low - angle.low);
    }
    double result = angle.high + angle.low;
    return signbit(y) ? -result : result;
}
