#include "closest/plane3.h"
#include "feeler/features3.h"

/// RTCD 5.1.1, differing in the compensated value and in dividing by the length of the normal.
flr_real flr_signed_distance3_point_plane(flr_vec3 p, const flr_plane3 *h)
{
    return (flr_real)flr_plane3_signed_distance(h, p);
}

flr_closest3 flr_closest3_point_plane(flr_vec3 p, const flr_plane3 *h)
{
    if (flr_plane3_side(h, p) == 0) return flr_closest3_meeting(p);
    double distance = flr_plane3_signed_distance(h, p);
    flr_closest3 result = {flr_real_from_distance(flr_keep_apart(fabs(distance))), p,
                           flr_plane3_moved(h, p, -distance)};
    return result;
}

flr_closest3 flr_closest3_point_halfspace(flr_vec3 p, const flr_halfspace3 *h)
{
    flr_plane3 boundary = flr_plane3_of(h);
    if (flr_plane3_side(&boundary, p) <= 0) return flr_closest3_meeting(p);
    return flr_closest3_point_plane(p, &boundary);
}

flr_closest3 flr_closest3_point_unit_plane(flr_vec3 p, const flr_plane3 *h)
{
    flr_real t = flr_plane3_value(h, p);
    flr_closest3 r = {t < 0 ? -t : t, p, flr_mul_add3(p, -t, h->normal)};
    return r;
}

flr_parameters3 flr_parameters3_point_plane(flr_vec3 p, const flr_plane3 *b)
{
    dvec3 n = flr_direction3(b->normal);
    double scale =
        flr_power_toward_one(flr_largest3((double)b->normal.x, (double)b->normal.y, (double)b->normal.z));
    flr_parameters3 r = {flr_closest3_point_plane(p, b), 0, 0};
    r.t = (flr_real)(flr_plane3_signed_distance(b, p) / flr_local3_length(n) * scale);
    return r;
}
