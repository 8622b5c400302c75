/// A convex shape and one triangle of a surface, for who asks many of these: the least way out of a box by separating axes, and patches along
/// a known normal.
#ifndef FLR_CONTACT_MANIFOLD3_TRIANGLE_H
#define FLR_CONTACT_MANIFOLD3_TRIANGLE_H

#include "contact/features3.h"
#include "feeler/contact3.h"

/// Of which the axis is the normal.
typedef enum contact3_axis_of {
    CONTACT3_OF_TRIANGLE,  ///< of the triangle itself, along its normal or against it
    CONTACT3_OF_BOX,       ///< of one of the box's faces
    CONTACT3_OF_EDGES      ///< of an edge of each
} contact3_axis_of;

typedef struct contact3_axis {
    contact3_axis_of of;
    flr_vec3 normal;  ///< unit, from the triangle to the box
    flr_real depth;   ///< along it, the box's radius included; below 0 minus the gap
    bool apart;       ///< by more than the margin
    bool
        cores_meet;  ///< no axis separates the triangle from the box without its radius: the depth is that of the pair
    int side, axis;  ///< of edges: of the triangle, from that corner on, and of the box, along that axis
} contact3_axis;

/// The axis along which they overlap least, or are farthest apart; of near ties the triangle's, then the box's. `n`: the triangle's unit normal, to
/// either side. The separating axes are those of Akenine-Moeller, "Fast 3D triangle-box overlap testing" (2001).
contact3_axis flr_contact3_box_triangle(const flr_convex3 *box, const flr_triangle3 *t, flr_vec3 n,
                                        flr_real margin);

/// The point where the two edges of the axis cross; false where they pass by one another.
bool flr_contact3_box_triangle_edges(const flr_convex3 *box, const flr_triangle3 *t, const contact3_axis *x,
                                     flr_manifold3 *m);

/// What a patch along a normal is made of. Positions are from `origin`.
typedef struct contact3_over {
    const flr_triangle3 *triangle;
    flr_vec3 facing;          ///< the triangle's unit normal on the shape's side
    const feature3 *feature;  ///< the shape's lowest face or edge along the normal
    flr_vec3 anchor;          ///< of the shape: its feature's corners are from there
    flr_real radius;          ///< of the shape
    flr_real size, margin;
} contact3_over;

/// The points where the shape's feature is over the triangle along a unit vector n from the triangle to the shape: one of the two, the flatter,
/// clips the other. None where both are steep.
void flr_contact3_triangle_patch(const contact3_over *o, flr_vec3 n, flr_manifold3 *m);

#endif
