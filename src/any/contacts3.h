/// What the chapters of several manifolds share.
#ifndef FLR_ANY_CONTACTS3_H
#define FLR_ANY_CONTACTS3_H

#include "any/any3.h"
#include "contact/features3.h"

/// The caller's array, and the numbers of the shapes of compounds that are asked about.
typedef struct contacts3_answer {
    flr_contact3_region *regions;
    size_t capacity, count;
    uint32_t child_a, child_b;
} contacts3_answer;

/// The next region of the caller's, or `spare` for one that is only counted.
flr_contact3_region *flr_contacts3_next(contacts3_answer *out, flr_contact3_region *spare);

/// Where a point, from the shape's anchor, is on a feature: at a corner, on an edge, or on the face. What is within `near` counts as there.
void flr_contacts3_set_feature(const feature3 *f, flr_vec3 p, flr_real near, flr_contact3_part *part);

/// The same of one shape of a manifold, whose normal leads out of it there.
void flr_contacts3_set_part(const flr_convex3 *c, const flr_manifold3_point *p, flr_vec3 out, flr_real near,
                            flr_contact3_part *part);

/// Of both shapes of a manifold that has its normal from x to y.
void flr_contacts3_set_parts(const flr_convex3 *x, const flr_convex3 *y, const flr_manifold3_point *p,
                             flr_vec3 normal, flr_contact3_part *of_x, flr_contact3_part *of_y);

/// A bounded convex shape a and a mesh b; false where no triangle has a contact. `apart`: then the shapes have none.
bool flr_contacts3_mesh(const flr_shape3 *a, const flr_shape3 *b, const flr_contact3_options *o,
                        contacts3_answer *out, bool *apart);

#endif
