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
    flr_real separation;  ///< along the normal, with radii subtracted; minus the depth
    flr_real radius_a, radius_b;
    flr_vec3 point_a, point_b;  ///< of the cores, where they come closest or reach deepest
    flr_real size;              ///< rounding errors are measured against it
    flr_real margin;
    bool is_curved;  ///< a core is curved: its features only approximate the place of the depth
} contact3_pose;

/// Makes the points of the patch in which the features face each other. If there is none, or none as deep as
/// the pose, it adds the middle of the pose's points.
void flr_contact3_patch(const contact3_pose *pose, const feature3 *a, const feature3 *b, flr_manifold3 *m);

/// Does the same where one of the two is an edge or a corner (manifold3_edge.c), once the manifold is begun.
/// Returns false where a face has sides of no length or a tip.
bool flr_contact3_edge_patch(const contact3_pose *pose, const feature3 *a, const feature3 *b,
                             flr_manifold3 *m);

/// The steps of a patch, in this order, for an observer that shows them (src/trace/).
typedef enum contact3_event {
    CONTACT3_EVENT_FEATURES,  ///< the features are known, but not which clips the other; no patch yet
    CONTACT3_EVENT_INCIDENT,  ///< the patch is the incident feature
    CONTACT3_EVENT_DEPTH,     ///< cut at the depth of the margin
    CONTACT3_EVENT_SIDE,      ///< cut by the plane of a side of the reference face
    CONTACT3_EVENT_TIP,       ///< cut across a sharp corner of the reference face
    CONTACT3_EVENT_DROP,      ///< without rim points, and without points beyond the margin
    CONTACT3_EVENT_MERGE,     ///< only the deepest of points with one id is left
    CONTACT3_EVENT_SPREAD,    ///< four are left
    CONTACT3_EVENT_JOIN       ///< only the deepest of points in one place is left
} contact3_event;

typedef struct contact3_step {
    contact3_event event;
    const contact3_pose *pose;
    const feature3 *features[2];
    int reference;   ///< of the features
    int side;        ///< of the reference, from this corner to the next; else -1
    flr_mat3 frame;  ///< z is the normal
    double line[3];  ///< of the cut, in the frame: line[0] x + line[1] y <= line[2]
    int count;
    const flr_vec3 *at;  ///< the corners, on the incident feature, from a's anchor
    const double *depth;
    const uint32_t *id;  ///< null until they are known
} contact3_step;

typedef struct contact3_observer {
    void (*on_step)(void *user, const contact3_step *step);
    void *user;
} contact3_observer;

/// As flr_contact3_patch, but always one cut after the other, whatever the features.
void flr_contact3_patch_traced(const contact3_pose *pose, const feature3 *a, const feature3 *b,
                               const contact3_observer *observer, flr_manifold3 *m);

/// As flr_contact3_convex_convex, but always by the depth, the features and the patch. The first shape
/// reported is b if flr_convex3_is_first says so.
flr_status flr_contact3_traced(const flr_convex3 *a, const flr_convex3 *b,
                               const flr_contact3_options *options, const contact3_observer *observer,
                               flr_manifold3 *manifold);

/// As flr_contact3_patch, for two hulls whose features were found (flr_feature3_find_hulls), both faces with
/// three or four corners; it sets the pose's size. Returns false if they are not, or the general path is
/// needed.
bool flr_contact3_hulls_patch(contact3_pose *pose, const flr_convex3 *a, const flr_convex3 *b,
                              const feature3_place at[2], flr_manifold3 *m);

/// Makes the patch alone, which may be empty, of a face and a face or edge that need not be support features.
/// A separation of -INFINITY leaves the depths unchanged.
void flr_contact3_face_patch(const contact3_pose *pose, const feature3 *a, const feature3 *b,
                             flr_manifold3 *m);

/// Patches of two faces with three or four corners, all corners and sides of a face in lanes.

/// As flr_contact3_patch, but the normal is not set. Returns false, and writes nothing, if a face does not
/// have three or four corners, has sides without length, or is steep. The same text is compiled for several
/// widths of lanes, which give the same bits.
typedef bool contact3_small_form(const contact3_pose *pose, const feature3 *a, const feature3 *b,
                                 flr_manifold3 *m);

contact3_small_form flr_contact3_small_baseline;

/// Returns the form with four doubles in a register, or null if the processor or the build has none.
contact3_small_form *flr_contact3_small_wide(void);

/// The same for hulls, directly from their corners, and with the pose's size.
typedef bool contact3_small_hulls_form(contact3_pose *pose, const flr_convex3 *a, const flr_convex3 *b,
                                       const feature3_place at[2], flr_manifold3 *m);

contact3_small_hulls_form flr_contact3_small_hulls_baseline;

#endif
