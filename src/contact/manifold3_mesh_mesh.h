/// Where are two placed surfaces in contact within a tolerance? The flattest contact gives the normal, and
/// there are places where material may overlap.
#ifndef FLR_CONTACT_MANIFOLD3_MESH_MESH_H
#define FLR_CONTACT_MANIFOLD3_MESH_MESH_H

#include "mesh/mesh3_pair.h"

enum { CONTACT3_START_MAX = 24 };

/// A place from which to search for overlap, and the unit direction that leads behind both faces.
typedef struct contact3_start {
    flr_vec3 point, inward;
    flr_real reach;  ///< how far the two triangles reach behind each other
    uint32_t item_a, item_b;
} contact3_start;

/// The pair of triangles in contact that a plane between them separates best, and a closest pair of their
/// points.
typedef struct contact3_face {
    flr_real crossing;    ///< how far they reach across that plane; 0 if no more than the tolerance
    flr_real opposition;  ///< the cosine between a's normal and the reverse of b's, for equal crossings
    flr_vec3 normal;      ///< of the plane: unit, from a to b
    flr_vec3 point_a, point_b;
    flr_real distance;
    uint32_t item_a, item_b;
} contact3_face;

/// Called for each place where the surfaces reach behind each other; returns false to stop.
typedef bool contact3_start_fn(void *user, const contact3_start *start);

typedef struct contact3 {
    bool any;            ///< is some pair of triangles no farther apart than `within`?
    bool more;           ///< without `report`: were pairs left out that may be starts too?
    contact3_face face;  ///< valid if `any`; its opposition is below -1 if no triangle has a plane
    /// At most CONTACT3_START_MAX starts, spread over the contact.
    contact3_start starts[CONTACT3_START_MAX];
    int start_count;
    flr_real spacing;  ///< no two of them are closer
} contact3;

/// Visits every pair of triangles no farther apart than `within`. A pair is a start if each triangle reaches
/// more than a sixteenth of the tolerance behind the plane of the other. If two solids overlap by more than
/// that, and `within` is at least the tolerance, some pair is a start, unless a whole piece of one lies
/// inside the other. In a mesh that is open or inconsistently wound, either side counts as behind. `report`
/// may be null.
void flr_contact3_mesh_mesh(const flr_instance3 *a, const flr_instance3 *b, flr_real tolerance,
                            flr_real within, contact3_start_fn *report, void *user, contact3 *result);

#endif
