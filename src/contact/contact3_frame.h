/// A frame around a direction.
#ifndef FLR_CONTACT_CONTACT3_FRAME_H
#define FLR_CONTACT_CONTACT3_FRAME_H

#include "feeler/math.h"

/// Right-handed, its z the given unit vector (Duff and others, "Building an Orthonormal Basis, Revisited", 2017).
static inline flr_mat3 contact3_frame(flr_vec3 z)
{
    flr_real sign = (flr_real)(1 - 2 * (z.z < 0));
    flr_real a = -1 / (sign + z.z), b = z.x * z.y * a;
    flr_mat3 m = {{1 + sign * z.x * z.x * a, sign * b, -sign * z.x}, {b, sign + z.y * z.y * a, -z.y}, z};
    return m;
}

#endif
