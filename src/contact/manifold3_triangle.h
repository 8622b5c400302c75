/// A convex shape and one triangle of a surface, for callers with many triangles: the shortest way out of a
/// box by separating axes, and patches along a known normal.
#ifndef FLR_CONTACT_MANIFOLD3_TRIANGLE_H
#define FLR_CONTACT_MANIFOLD3_TRIANGLE_H

#include "contact/features3.h"
#include "feeler/contact3.h"
#include "math/dvec3.h"

/// The feature of which the axis is the normal.
typedef enum contact3_axis_of {
    CONTACT3_OF_TRIANGLE,  ///< of the triangle itself, along its normal or against it
    CONTACT3_OF_BOX,       ///< of one of the box's faces
    CONTACT3_OF_EDGES      ///< of an edge of each
} contact3_axis_of;

typedef struct contact3_axis {
    contact3_axis_of of;
    flr_vec3 normal;  ///< unit, from the triangle to the box
    flr_real depth;   ///< along the normal, with the box's radius; minus the gap if below 0
    bool apart;       ///< by more than the margin
    bool cores_meet;  ///< no axis separates the two without the box's radius
    int side, axis;   ///< of edges: the triangle's, from that corner on, and the box's, along that axis
} contact3_axis;

/// Finds the axis along which they overlap least, or are farthest apart; of nearly equal ones the triangle's,
/// then the box's. `n` is the triangle's unit normal to either side. The separating axes are those of
/// Akenine-Moeller, "Fast 3D triangle-box overlap testing" (2001).
contact3_axis flr_contact3_box_triangle(const flr_convex3 *box, const flr_triangle3 *t, flr_vec3 n,
                                        flr_real margin);

/// Finds the point where the two edges of the axis cross; returns false if they pass each other.
bool flr_contact3_box_triangle_edges(const flr_convex3 *box, const flr_triangle3 *t, const contact3_axis *x,
                                     flr_manifold3 *m);

enum { CONTACT3_OUTLINE_MAX = FEATURE3_MAX + 1 };

/// A face or edge seen along a normal: x, y across it, h along it; its sides are a x + b y <= c.
typedef struct contact3_outline {
    int count;
    double x[CONTACT3_OUTLINE_MAX], y[CONTACT3_OUTLINE_MAX], h[CONTACT3_OUTLINE_MAX];
    double a[CONTACT3_OUTLINE_MAX], b[CONTACT3_OUTLINE_MAX], c[CONTACT3_OUTLINE_MAX];
    double longest;
} contact3_outline;

/// The plane of a face, whose height along the normal is h - a x - b y.
typedef struct contact3_level {
    double h, a, b;
} contact3_level;

/// A shape's lowest face or edge along a normal, for patches with any number of triangles.
typedef struct contact3_view {
    flr_vec3 normal;   ///< unit, from the triangles to the shape
    feature3 feature;  ///< its corners are from the shape's anchor, which is the origin here
    dvec3 frame[3], origin;
    double flat;  ///< of a face, the cosine that says how level it is
    double radius, size, margin, slack;
    contact3_outline of_feature;
    contact3_level level;  ///< of a face
} contact3_view;

/// Prepares the patches; `size` is that of the scene.
void flr_contact3_view(contact3_view *v, const flr_convex3 *c, flr_vec3 n, flr_real size, flr_real margin);

/// Finds the points where the feature, which has at least two corners, is over the triangle along the normal:
/// the flatter of the two clips the other. There are none if both are steep. `facing` is the triangle's unit
/// normal on the shape's side.
void flr_contact3_triangle_patch(const contact3_view *v, const flr_triangle3 *t, flr_vec3 facing,
                                 flr_manifold3 *m);

#endif
