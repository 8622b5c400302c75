/// Patches of two faces with three or four corners, all corners and sides of a face in lanes.
#ifndef FLR_CONTACT_CONTACT3_FEW_H
#define FLR_CONTACT_CONTACT3_FEW_H

#include "contact/contact3_patch.h"

/// As flr_contact3_patch, but for the manifold's normal. False where a face has more corners or fewer, sides without length, or stands
/// steeply, which takes more care: nothing is told then. One text, compiled for a width of lanes: both have the same bits.
typedef bool contact3_few_form(const contact3_pose *pose, const feature3 *a, const feature3 *b,
                               flr_manifold3 *m);

contact3_few_form flr_contact3_few_baseline;

/// With four doubles to a register, or null where the processor or the build has none.
contact3_few_form *flr_contact3_few_wide(void);

/// The same of hulls, straight from their corners, and with the pose's size.
typedef bool contact3_few_hulls_form(contact3_pose *pose, const flr_convex3 *a, const flr_convex3 *b,
                                     const feature3_place at[2], flr_manifold3 *m);

contact3_few_hulls_form flr_contact3_few_hulls_baseline;

#endif
