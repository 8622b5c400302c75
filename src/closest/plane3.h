/// A point against the plane dot(normal, x) = offset. The side is exact; the distance is computed as if in
/// twice the precision, so that a plane far from the origin is as accurate as one through it.
#ifndef FLR_CLOSEST_PLANE3_H
#define FLR_CLOSEST_PLANE3_H

#include "closest/frame3.h"

/// Returns +1 in front, -1 behind, 0 on the plane. Exact unless a product leaves about [2^-900, 2^900] after
/// the normal was brought near length 1.
int flr_plane3_side(const flr_plane3 *h, flr_vec3 p);

enum { FLR_PLANE3_PARTS = 4 };

/// The same for the sum of up to four vectors, which is not rounded.
int flr_plane3_side_of_sum(const flr_plane3 *h, const flr_vec3 *part, int count);

/// Returns the sign of dot(normal, v) for a direction v, exact likewise: v's side of the parallel plane
/// through the origin.
int flr_plane3_heading(const flr_plane3 *h, flr_vec3 v);

/// Returns (dot(normal, p) - offset) / |normal|; infinite if the plane is out of reach of the number type.
double flr_plane3_signed_distance(const flr_plane3 *h, flr_vec3 p);

static inline flr_plane3 flr_plane3_of(const flr_halfspace3 *h)
{
    flr_plane3 p = {h->normal, h->offset};
    return p;
}

#endif
