/// The part of a convex core that faces a direction: a face, an edge or a corner, with numbers for its corners.
#ifndef FLR_CONTACT_FEATURES3_H
#define FLR_CONTACT_FEATURES3_H

#include "feeler/convex.h"

/// A face with more corners is answered by so many of them.
enum { FEATURE3_MAX = 32 };

typedef struct feature3 {
    int count;                       ///< 1: a corner, 2: an edge, more: a face
    flr_vec3 corners[FEATURE3_MAX];  ///< from the shape's anchor, counter-clockwise as seen from outside
    uint32_t codes[FEATURE3_MAX];    ///< of the corners, below 2^13
    flr_vec3 normal;                 ///< of a face: unit, outward
    bool is_box;                     ///< the code of an edge or face is the mean of its corners' codes
} feature3;

/// The flattest face, as seen along the unit vector d, at the core's last point in that direction: of the edges there the
/// one that falls off least, of its two faces the one that does. A cylinder's or cone's side is an edge, its end a polygon of 16
/// corners and its farthest point. Sheets and segments are faces and edges whatever the direction.
void flr_feature3(const flr_convex3 *c, flr_vec3 d, feature3 *f);

/// The number of a vertex where none is known.
#define FEATURE3_NO_VERTEX UINT32_MAX
#define FEATURE3_NONE_NEAR                                                                                   \
    {                                                                                                        \
        FEATURE3_NO_VERTEX, FEATURE3_NO_VERTEX, FEATURE3_NO_VERTEX                                           \
    }

/// The features of two shapes that face each other along the unit vector from a to b. Of a hull, `near` are vertices of what is last along it,
/// of which some may be the same: of an edge of two of them the flatter face is taken. Where only the first is known, the search for
/// the last point begins there.
void flr_feature3_facing(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 normal,
                         const uint32_t near[2][3], feature3 *f, feature3 *g);

/// What the parts of a shape are measured from: its centre, or that of its hull or the first of its points carried to world.
flr_vec3 flr_feature3_anchor(const flr_convex3 *c);
/// From a's anchor to b's, neither of them rounded before: far from the origin their rounding is larger than the shapes' own.
flr_vec3 flr_feature3_offset(const flr_convex3 *a, const flr_convex3 *b);

/// A farthest point of the core along d, of any length but 0, from the shape's anchor: far from the origin a sum with
/// the anchor would lose it.
flr_vec3 flr_feature3_top(const flr_convex3 *c, flr_vec3 d);

/// Of a hull of points p, whose directions and answer are in their own frame; `d` unit.
void flr_feature3_points(const flr_vec3 *points, uint32_t count, flr_vec3 d, feature3 *f);

/// Thirteen bits of two numbers in either order.
static inline uint32_t feature3_mixed(uint32_t a, uint32_t b)
{
    const uint32_t low = a < b ? a : b, high = a < b ? b : a;
    // small numbers, as of any shape with up to 90 corners, keep all their bits
    if (high < 90) return low * 90 + high;
    return ((low * 0x9e3779b1u) ^ (high * 0x85ebca6bu)) >> 19;
}

/// Codes below 2^15: edges from 2^13 on, faces from 2^14 on; of boxes below 27.
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

#endif
