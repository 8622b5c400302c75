#include "feeler/shape3.h"
#include "math/power.h"
#include "math/trigonometry.h"

flr_status flr_cone_from_half_angle(flr_vec3 apex, flr_vec3 base, flr_real half_angle, flr_cone *cone)
{
    if (!flr_is_finite3(apex) || !flr_is_finite3(base) || !isfinite(half_angle)) return FLR_NOT_FINITE;
    const flr_real right_angle = (flr_real)1.5707963267948966;
    double x = (double)base.x - (double)apex.x, y = (double)base.y - (double)apex.y,
           z = (double)base.z - (double)apex.z;
    double largest = fmax(fabs(x), fmax(fabs(y), fabs(z)));
    if (!(half_angle >= 0 && half_angle < right_angle) || largest == 0) return FLR_INVALID_SHAPE;
    if (!isfinite(largest)) return FLR_NOT_FINITE;
    double scale = power_to_half(largest), sine, cosine;
    x *= scale;
    y *= scale;
    z *= scale;
    flr_sine_cosine((double)half_angle, &sine, &cosine);
    flr_real radius = (flr_real)(sqrt(x * x + y * y + z * z) * (sine / cosine) / scale);
    if (!isfinite(radius)) return FLR_NOT_FINITE;
    flr_cone r = {apex, base, radius};
    *cone = r;
    return FLR_OK;
}
