/// Ids of manifold points from the features they lie on, when two points count as one, and a frame about a normal.
#ifndef FLR_CONTACT_MANIFOLD3_IDS_H
#define FLR_CONTACT_MANIFOLD3_IDS_H

#include "feeler/contact3.h"
#include "feeler/math.h"

/// A frame around a direction.

/// Right-handed, its z the given unit vector (Duff and others, "Building an Orthonormal Basis, Revisited", 2017).
static inline flr_mat3 contact3_frame(flr_vec3 z)
{
    flr_real sign = (flr_real)(1 - 2 * (z.z < 0));
    flr_real a = -1 / (sign + z.z), b = z.x * z.y * a;
    flr_mat3 m = {{1 + sign * z.x * z.x * a, sign * b, -sign * z.x}, {b, sign + z.y * z.y * a, -z.y}, z};
    return m;
}

/// Identities of contact points from the features of both shapes.

/// Points closer to a corner or edge than this part of the scene's size count as on it,
#define CONTACT3_SNAP 1e-4
/// except for small features in a large scene: no more than this part of their own length is so close.
#define CONTACT3_SNAP_OWN 1e-2
/// Points that are closer to one another than this part of the scene's size are one.
#define CONTACT3_SAME (sizeof(flr_real) == sizeof(float) ? 1e-6 : 1e-12)

/// Marks the one of two reversed pairs.
#define CONTACT3_REVERSED UINT32_C(0x8000)

/// Of two feature codes below 2^15, the same for both orders except the mark.
static inline uint32_t contact3_id(uint32_t first, uint32_t second)
{
    return first <= second ? first | second << 16 : second | first << 16 | CONTACT3_REVERSED;
}

/// Keeps the mark only where a manifold holds both a pair and its reverse: which of the two is marked depends on which shape
/// comes first in the order of flr_contact3_, and that may change as equal shapes move.
static inline void contact3_settle_ids(flr_manifold3 *m)
{
    uint32_t marks = 0;
    for (int i = 0; i < m->count; i++) marks |= m->points[i].id & CONTACT3_REVERSED;
    for (int i = 0; i < m->count && marks; i++) {
        uint32_t plain = m->points[i].id & ~CONTACT3_REVERSED;
        bool both = false;
        for (int k = 0; k < m->count; k++) both |= k != i && (m->points[k].id & ~CONTACT3_REVERSED) == plain;
        if (!both) m->points[i].id = plain;
    }
}

#endif
