/// Contact patches: from a direction and the features that face each other along it to the points of a manifold.
#ifndef FLR_CONTACT_MANIFOLD3_PATCH_H
#define FLR_CONTACT_MANIFOLD3_PATCH_H

#include "contact/features3.h"
#include "feeler/contact3.h"

/// The relative pose of two convex shapes, a before b in the order of contact3_is_first. Positions are from
/// a's centre.
typedef struct contact3_pose {
    flr_vec3 origin;      ///< a's centre
    flr_vec3 offset;      ///< b's centre from there
    flr_vec3 normal;      ///< unit, from a to b
    flr_real separation;  ///< along it, radii taken off; minus the depth
    flr_real radius_a, radius_b;
    flr_vec3 point_a, point_b;  ///< of the cores, where they come closest or reach deepest
    flr_real size;              ///< rounding errors are measured by it
    flr_real margin;
    bool is_curved;  ///< a core is curved, so that its features only approximate the place of the depth
} contact3_pose;

/// Points of the patch in which the features face each other; where that is none, or less deep than the pose says,
/// the middle of the pose's points.
void flr_contact3_patch(const contact3_pose *pose, const feature3 *a, const feature3 *b, flr_manifold3 *m);

/// As flr_contact3_patch, of two hulls whose features were found (flr_feature3_find_hulls), both of them faces with three or four corners; sets
/// the pose's size. False where they are not, or it takes more care.
bool flr_contact3_hulls_patch(contact3_pose *pose, const flr_convex3 *a, const flr_convex3 *b,
                              const feature3_place at[2], flr_manifold3 *m);

/// The patch alone, perhaps empty, of a face and a face or edge that need not be support features. A
/// separation of -INFINITY leaves the depths as they are.
void flr_contact3_face_patch(const contact3_pose *pose, const feature3 *a, const feature3 *b,
                             flr_manifold3 *m);

/// Patches of two faces with three or four corners, all corners and sides of a face in lanes.

/// As flr_contact3_patch, but the normal is not set. False where a face does not have three or four
/// corners, has sides without length, or is steep: then nothing is written. One text, compiled for several
/// widths of lanes with the same bits.
typedef bool contact3_small_form(const contact3_pose *pose, const feature3 *a, const feature3 *b,
                                 flr_manifold3 *m);

contact3_small_form flr_contact3_small_baseline;

/// With four doubles to a register, or null where the processor or the build has none.
contact3_small_form *flr_contact3_small_wide(void);

/// The same of hulls, straight from their corners, and with the pose's size.
typedef bool contact3_small_hulls_form(contact3_pose *pose, const flr_convex3 *a, const flr_convex3 *b,
                                       const feature3_place at[2], flr_manifold3 *m);

contact3_small_hulls_form flr_contact3_small_hulls_baseline;

#endif
