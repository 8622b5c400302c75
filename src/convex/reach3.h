/// Where does the Minkowski difference of two curved cores reach least? Newton's method on its smooth parts.
///
/// The reach along a unit vector n is how far the difference goes that way. Its least value is the depth of
/// cores that overlap, and minus the distance of cores that are apart. A polytope or simplex comes as near to
/// a bent side as it has corners. Here the side's own bend is known, so each step doubles the digits.
#ifndef FLR_CONVEX_REACH3_H
#define FLR_CONVEX_REACH3_H

#include "convex/minkowski3.h"

/// What a core has farthest along some directions: a point, or the middle of what bends around it, as a disc does.
typedef struct part3 {
    dvec3 at;
    bool bends;
} part3;

/// A part of each core.
typedef struct parts3 {
    part3 a, b;
} parts3;

enum { REACH3_PARTS = 6 };

/// A search for the place of least reach, and how far it has come.
typedef struct reach3 {
    const core3 *a, *b;
    /// zero, or a unit vector: then n is not a unit vector, but its part along this one is 1. The least reach is
    /// minus the way along it after which a touches b
    dvec3 motion;
    double radius;               ///< of a ball that is added to the difference
    parts3 parts[REACH3_PARTS];  ///< those that may be farthest along n
    int count;
    dvec3 n;           ///< from a to b
    double reach;      ///< along n
    dvec3 at_a, at_b;  ///< points of the cores. With the ball, they are off by `reach` but for `rest`
    double rest;
    int used, part[3];  ///< the parts that the points are weighted from
    double weight[3];
    int steps;  ///< support points that were asked for
} reach3;

/// Are the parts of a core known from its support points?
static inline bool core3_has_parts(const core3 *c) { return c->kind != FLR_CONVEX3_USER; }

/// Begins a search without parts.
static inline void reach3_begin(reach3 *r, const core3 *a, const core3 *b)
{
    r->a = a;
    r->b = b;
    r->motion = dvec3_make(0, 0, 0);
    r->radius = 0;
    r->count = r->used = r->steps = 0;
}

/// Is the place one of a touch after a motion?
static inline bool reach3_moves(const reach3 *r)
{
    return r->motion.x != 0 || r->motion.y != 0 || r->motion.z != 0;
}

/// Adds the parts that points of both cores belong to.
void flr_reach3_add(reach3 *r, dvec3 a, dvec3 b);

/// Goes from r->n to a place of least reach. Returns false if the steps do not end at one, with a rest of at
/// most `near`.
bool flr_reach3_descend(reach3 *r, double near);

/// Returns the cosine of an angle around r->n, a place of least reach, within which no reach is less; 2 if none
/// is found. The reach is convex and grows with the length of its vector. So at n + p, with p a tangent, it is
/// no less than any mean of the parts at n. These bend up from their tangents, whose mean is level. If they
/// bend by reach * |p|^2 / 2 at least, the reach over |n + p| is no less than at n. This is tested for all p
/// up to a length at once, from long ones to short ones.
double flr_reach3_cap(const reach3 *r);

/// Sets the reach along a unit vector n and the points, if a flat side of one core faces the other along it.
/// Returns the slope by which the reach rises all around. It is not above 0 if no point of b is opposite the
/// side; then the points are not set.
double flr_reach3_face(reach3 *r, dvec3 n);

/// Tries the flat ends of cylinders and cones that r->n leads out of. Returns false, with r->n as before, if
/// there is none that is nearest to the other core.
bool flr_reach3_try_ends(reach3 *r);

#endif
