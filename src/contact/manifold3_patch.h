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

/// What happens to a patch, in this order, for who shows it (src/trace/).
typedef enum contact3_event {
    CONTACT3_EVENT_FEATURES,  ///< the features are known, but not yet which clips the other; no patch
    CONTACT3_EVENT_INCIDENT,  ///< the patch is the incident feature
    CONTACT3_EVENT_DEPTH,     ///< cut where it is beyond the margin
    CONTACT3_EVENT_SIDE,      ///< cut by the plane of a side of the reference face
    CONTACT3_EVENT_TIP,       ///< cut across a sharp corner of it
    CONTACT3_EVENT_DROP,      ///< what only bounds the patch is gone, and what is beyond the margin
    CONTACT3_EVENT_MERGE,     ///< of points with one id the deepest is left
    CONTACT3_EVENT_SPREAD,    ///< four are left
    CONTACT3_EVENT_JOIN       ///< of points in one place the deepest is left
} contact3_event;

typedef struct contact3_step {
    contact3_event event;
    const contact3_pose *pose;
    const feature3 *features[2];
    int reference;   ///< of the features
    int side;        ///< of the reference, from that corner to the next; else -1
    flr_mat3 frame;  ///< z is the normal
    double line[3];  ///< of the cut, in the frame: line[0] x + line[1] y <= line[2]
    int count;
    const flr_vec3 *at;  ///< the corners, on the incident feature, from a's anchor
    const double *depth;
    const uint32_t *id;  ///< once they are known
} contact3_step;

typedef struct contact3_observer {
    void (*on_step)(void *user, const contact3_step *step);
    void *user;
} contact3_observer;

/// As flr_contact3_patch, one cut after the other whatever the features.
void flr_contact3_patch_traced(const contact3_pose *pose, const feature3 *a, const feature3 *b,
                               const contact3_observer *observer, flr_manifold3 *m);

/// As flr_contact3_convex_convex, by the depth, the features and the patch, also where other ways are quicker. The first shape reported is b where
/// flr_convex3_is_first says so.
flr_status flr_contact3_traced(const flr_convex3 *a, const flr_convex3 *b,
                               const flr_contact3_options *options, const contact3_observer *observer,
                               flr_manifold3 *manifold);

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
