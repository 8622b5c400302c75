/// The face, edge or corner of a convex shape that faces a direction.
#ifndef FLR_CONTACT_FEATURES3_H
#define FLR_CONTACT_FEATURES3_H

#include "feeler/convex3.h"
#include "hull/hull3.h"

/// The part of a convex core that faces a direction: a face, an edge or a corner, with codes for its corners.

/// The most corners of a feature; a face with more is represented by this many of them.
enum { FEATURE3_MAX = 32 };

typedef struct feature3 {
    int count;                       ///< 1 for a corner, 2 for an edge, more for a face
    flr_vec3 corners[FEATURE3_MAX];  ///< from the shape's anchor, counter-clockwise as seen from outside
    uint32_t codes[FEATURE3_MAX];    ///< of the corners, below 2^13
    flr_vec3 normal;                 ///< of a face: unit, outward
    bool is_box;                     ///< the code of an edge or face is the mean of its corners' codes
} feature3;

/// Finds the feature at the core's support point that is the most perpendicular to the unit vector d: of the
/// edges there the flattest, and of its two faces the flatter. The side of a cylinder or cone is an edge. Its
/// end is a polygon of 16 corners with its support point. Sheets and segments are faces and edges in any
/// direction.
void flr_feature3(const flr_convex3 *c, flr_vec3 d, feature3 *f);

/// The number of a vertex if none is known.
#define FEATURE3_NO_VERTEX UINT32_MAX
#define FEATURE3_NONE_NEAR                                                                                   \
    {                                                                                                        \
        FEATURE3_NO_VERTEX, FEATURE3_NO_VERTEX, FEATURE3_NO_VERTEX                                           \
    }

/// Finds the features of two shapes that face each other along the unit vector from a to b. For a hull,
/// `near` are vertices of its support feature, not always distinct. If two are distinct, the flatter face at
/// their edge is taken; with the first alone, the search starts there.
void flr_feature3_facing(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 normal,
                         const uint32_t near[2][3], feature3 *f, feature3 *g);

/// Returns the point from which positions of a shape are measured: its centre, or for a hull or points in
/// world that of the hull or the first point.
flr_vec3 flr_feature3_anchor(const flr_convex3 *c);
/// Returns the vector from a's anchor to b's, from unrounded anchors: far from the origin their rounding
/// would be larger than the shapes' own.
flr_vec3 flr_feature3_offset(const flr_convex3 *a, const flr_convex3 *b);

/// Returns a farthest point of the core along d, which has any length but 0, from the shape's anchor. Far
/// from the origin a sum with the anchor would lose it.
flr_vec3 flr_feature3_top(const flr_convex3 *c, flr_vec3 d);

/// Returns thirteen bits of two numbers, the same in either order.
static inline uint32_t feature3_mixed(uint32_t a, uint32_t b)
{
    const uint32_t low = a < b ? a : b, high = a < b ? b : a;
    // small numbers, as of shapes with up to 90 corners, keep all their bits
    if (high < 90) return low * 90 + high;
    return ((low * 0x9e3779b1u) ^ (high * 0x85ebca6bu)) >> 19;
}

/// Makes codes below 2^15: edges from 2^13 on, faces from 2^14 on; those of boxes are below 27.
static inline uint32_t feature3_edge_code(const feature3 *f, int i, int k)
{
    if (f->is_box) return (f->codes[i] + f->codes[k]) / 2;
    return 0x2000u | feature3_mixed(f->codes[i], f->codes[k]);
}

static inline uint32_t feature3_face_code(const feature3 *f)
{
    if (f->is_box) return (f->codes[0] + f->codes[2]) / 2;
    uint32_t sum = 0;
    for (int i = 0; i < f->count; i++) {
        const uint32_t x = (f->codes[i] + 1) * 0x9e3779b1u;
        sum += x ^ (x >> 15);
    }
    return 0x4000u | (sum >> 19);
}

/// Faces of built hulls, by their adjacency.

/// As flr_feature3_facing, but all in the hull's frame, with corners from its centre.
void flr_feature3_hull(const flr_hull3 *h, flr_vec3 d, const uint32_t near[3], feature3 *f);

/// The place of the feature of a hull: a vertex that lies farthest along a direction, one of its entries
/// among all neighbours, and the flattest face at that edge. Segments and points have no face.
typedef struct feature3_place {
    uint32_t top, edge, face;
} feature3_place;

/// Finds the features of two hulls that face each other along the unit vector from a to b, in two steps;
/// `near` is as for flr_feature3_facing.
void flr_feature3_find_hulls(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 normal,
                             const uint32_t near[2][3], feature3_place at[2]);
void flr_feature3_take_hulls(const flr_convex3 *a, const flr_convex3 *b, const feature3_place at[2],
                             feature3 *f, feature3 *g);

/// flr_feature3_facing of two hulls, which does both steps.
void flr_feature3_hulls(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 normal,
                        const uint32_t near[2][3], feature3 *f, feature3 *g);

/// Returns the vertex that lies farthest along d. The search begins at `near`, if that is a vertex.
uint32_t flr_feature3_hull_top(const flr_hull3 *h, flr_vec3 d, uint32_t near);

#endif
