/// What the closest-point kernels work on: points in double, relative to the first point of the
/// scene, in a unit that keeps fourth powers of the scene's size far from overflow and underflow.
/// The result is a pair of weight triples on the given corners, so that a point that is a corner
/// comes back with the corner's own bits.
#ifndef FLR_CLOSEST_LOCAL3_H
#define FLR_CLOSEST_LOCAL3_H

#include "feeler/closest.h"

#include "math/dvec3.h"

/// Into [0, 1]; a NaN becomes 0.
static inline double flr_clamp01(double x) { return x > 0 ? (x < 1 ? x : 1) : 0; }

/// Weights of three corners, each in [0, 1] up to rounding. A segment uses two, a point one.
typedef struct flr_weights3 {
    double w[3];
} flr_weights3;

typedef struct flr_local3_pair {
    double distance_squared;
    flr_weights3 a, b;
} flr_local3_pair;

enum { FLR_LOCAL3_CORNERS = 3 };

/// Squared distances up to this part of the squared size may be rounding alone.
#define FLR_LOCAL3_NEAR 1e-28

/// A scene of two shapes with up to three corners each.
typedef struct flr_local3_scene {
    dvec3 a[FLR_LOCAL3_CORNERS], b[FLR_LOCAL3_CORNERS];
    double size_squared;  ///< sum of the squared distances of all corners from the first
    int exponent;         ///< a local length times 2^exponent is a length of the input
} flr_local3_scene;

/// A size whose square lies here needs no other unit.
static inline bool flr_local3_size_is_safe(double size_squared)
{
    return size_squared > 0x1p-250 && size_squared < 0x1p250;
}

/// Corner i of a shape is corners[i]; the rest are copies of the first, so that a segment or a
/// point is also a triangle.
void flr_local3_load(flr_local3_scene *scene, const flr_vec3 *a, int a_count, const flr_vec3 *b, int b_count);

/// The point of the given weights. Where a weight is all there is, the very corner.
flr_vec3 flr_local3_point(const flr_vec3 *corner, const flr_weights3 *weights);

/// The squared distance again, from the heaviest corners on both sides: relatively exact where
/// both points are corners.
void flr_local3_measure(const flr_local3_scene *scene, flr_local3_pair *pair);

/// Into the unit of the input.
flr_real flr_local3_distance(const flr_local3_scene *scene, double distance_squared);

/// One common point for shapes that meet: a corner of theirs, where that is what the pair found.
void flr_local3_join(const flr_local3_pair *pair, flr_vec3 *point_a, flr_vec3 *point_b);

/// A pair for shapes that do not meet: never at distance 0, however small it came out.
void flr_local3_keep_apart(flr_local3_pair *pair);

#endif
