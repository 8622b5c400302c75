/// The translations of b under which the insides of two shapes of the plane intersect, as a cover of convex
/// pieces: the Minkowski difference of a concave polygon and another shape.
///
/// The cover need only hold translations at which a corner of one lies on the outer side of an edge of the
/// other (or at the distance of their radii). There neither shape contains the other, so if their insides
/// intersect, an edge of one crosses a collar along the boundary of the other. A piece is an edge of one
/// shape swept over a piece of the other's collar: the whole of a convex shape; of a concave polygon a
/// triangle on each edge and a fan around each corner. Pieces overlap by much more than rounding errors, and
/// each is shrunk by a tolerance, so rounding neither opens a gap in the cover nor closes a slot that fits
/// exactly. With radii, the rounded edges of both do the same.
#ifndef FLR_PENETRATION_MINKOWSKI_COVER2_H
#define FLR_PENETRATION_MINKOWSKI_COVER2_H

#include "closest/frame2.h"

typedef flr_local2 cover2_point;

/// A chain of corners in a local frame, counter-clockwise where it has an area.
typedef struct cover2_chain {
    const flr_outline2 *outline;
    const flr_frame2 *frame;
    size_t count, edges;
    int turn;     ///< of the corners as given; 0: no area
    bool convex;  ///< with an area
} cover2_chain;

enum { COVER2_KEPT = 256 };

typedef struct cover2 {
    cover2_chain a, b;
    double radius, tolerance;
    bool collar_of_a;            ///< radius 0: whose collar the edges of the other are swept over
    double reach[COVER2_KEPT];   ///< of the fans around the first corners of the collar
    double height[COVER2_KEPT];  ///< of the triangles on the first edges
} cover2;

/// A line through the translations: from + s * along for s in 0..length.
typedef struct cover2_line {
    cover2_point from, along;
    double length;
} cover2_line;

void flr_cover2_make(cover2 *c, const flr_outline2 *a, const flr_outline2 *b, const flr_frame2 *frame,
                     double radius);

/// Corner i, modulo the count.
cover2_point flr_cover2_corner(const cover2_chain *c, size_t i);

/// From corner k to the next or the one before that is another point: unit; zero where there is none.
cover2_point flr_cover2_side(const cover2_chain *c, size_t k, bool onwards);

/// How far along the line from s does the cover extend without a gap, found from one piece; s itself where
/// the translation there is free.
double flr_cover2_leave(const cover2 *c, const cover2_line *way, double s);

/// With a radius: how deep the translation lies in the deepest piece; below 0 outside.
double flr_cover2_penetration(const cover2 *c, cover2_point at);

#endif
