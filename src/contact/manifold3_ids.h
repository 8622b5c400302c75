/// Ids of manifold points from the features that they lie on, and when two points count as one.
#ifndef FLR_CONTACT_MANIFOLD3_IDS_H
#define FLR_CONTACT_MANIFOLD3_IDS_H

#include "feeler/contact3.h"
#include "math/vectors.h"

/// Identities of contact points from the features of both shapes.

/// Points closer to a corner or edge than this part of the scene's size are on it.
#define CONTACT3_SNAP 1e-4
/// For small features in a large scene, points must be closer than this part of the feature's own length.
#define CONTACT3_SNAP_OWN 1e-2
/// Points closer to each other than this part of the scene's size are one.
#define CONTACT3_SAME (sizeof(flr_real) == sizeof(float) ? 1e-6 : 1e-12)

/// The mark of one of two reversed pairs.
#define CONTACT3_REVERSED UINT32_C(0x8000)

/// Makes an id of two feature codes below 2^15. It is the same for both orders, but for the mark.
static inline uint32_t contact3_id(uint32_t first, uint32_t second)
{
    return first <= second ? first | second << 16 : second | first << 16 | CONTACT3_REVERSED;
}

/// Keeps the mark only if a manifold has both a pair and its reverse. Which of the two is marked depends on
/// which shape comes first in the order of flr_contact3_, and that may change while equal shapes move.
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
