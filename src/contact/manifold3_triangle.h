/// A convex shape and one triangle of a surface, for who asks many of these: the least way out of a box by separating axes, and patches along
/// a known normal.
#ifndef FLR_CONTACT_MANIFOLD3_TRIANGLE_H
#define FLR_CONTACT_MANIFOLD3_TRIANGLE_H

#include "contact/features3.h"
#include "feeler/contact3.h"
#include "math/dvec3.h"

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

enum { CONTACT3_OUTLINE_MAX = FEATURE3_MAX + 1 };

/// A face or edge as seen along a normal: x, y across, h along it; sides as a x + b y <= c.
typedef struct contact3_outline {
    int count;
    double x[CONTACT3_OUTLINE_MAX], y[CONTACT3_OUTLINE_MAX], h[CONTACT3_OUTLINE_MAX];
    double a[CONTACT3_OUTLINE_MAX], b[CONTACT3_OUTLINE_MAX], c[CONTACT3_OUTLINE_MAX];
    double longest;
} contact3_outline;

/// The plane of a face: its height along the normal is h - a x - b y.
typedef struct contact3_level {
    double h, a, b;
} contact3_level;

/// A shape's lowest face or edge along a normal, for patches with any number of triangles.
typedef struct contact3_view {
    flr_vec3 normal;   ///< unit, from the triangles to the shape
    feature3 feature;  ///< corners are from the shape's anchor, which is the origin here
    dvec3 frame[3], origin;
    double flat;  ///< of a face, how level it is: the cosine
    double radius, size, margin, slack;
    contact3_outline of_feature;
    contact3_level level;  ///< of a face
} contact3_view;

/// `size`: of the scene.
void flr_contact3_view(contact3_view *v, const flr_convex3 *c, flr_vec3 n, flr_real size, flr_real margin);

/// The points where the feature, of two corners or more, is over the triangle along the normal: one of the two, the flatter, clips the other. None
/// where both are steep. `facing`: the triangle's unit normal on the shape's side.
void flr_contact3_triangle_patch(const contact3_view *v, const flr_triangle3 *t, flr_vec3 facing,
                                 flr_manifold3 *m);

#endif
