/// The numbers that closest points in space are computed in: doubles, relative to a point of the scene,
/// scaled by a power of two so that fourth powers of the scene's size neither overflow nor vanish.
///
/// A frame has an origin and two factors. A scene holds two shapes of up to three corners; its results
/// are weights on these corners, so that a point that is a corner has the corner's own bits.
#ifndef FLR_CLOSEST_FRAME3_H
#define FLR_CLOSEST_FRAME3_H

#include <float.h>

#include "feeler/closest3.h"
#include "math/dvec3.h"
#include "math/unit.h"
#include "math/vectors.h"

// ---- Scenes of corners

/// Clamps x to [0, 1]; a NaN becomes 0.
static inline double flr_clamp01(double x) { return x > 0 ? (x < 1 ? x : 1) : 0; }

/// Weights of three corners, each in [0, 1] up to rounding errors. A segment uses two, a point one.
typedef struct flr_weights3 {
    double w[3];
} flr_weights3;

/// A point of each shape by its weights, and the squared distance between them in the scene's unit.
typedef struct flr_local3_pair {
    double distance_squared;
    flr_weights3 a, b;
} flr_local3_pair;

enum { FLR_LOCAL3_CORNERS = 3 };

/// Squared distances up to this part of the squared size may be rounding errors alone.
#define FLR_LOCAL3_NEAR 1e-28

/// A scene of two shapes with up to three corners each.
typedef struct flr_local3_scene {
    dvec3 a[FLR_LOCAL3_CORNERS], b[FLR_LOCAL3_CORNERS];
    double size_squared;  ///< sum of the squared distances of all corners from the first
    int exponent;         ///< a local length times 2^exponent is a length of the input
} flr_local3_scene;

/// Is a scene with a size of this square safe without another unit?
static inline bool flr_local3_size_is_safe(double size_squared)
{
    return size_squared > 0x1p-250 && size_squared < 0x1p250;
}

/// Loads the corners of two shapes. Corner i of a shape is corners[i]; the rest are copies of the first, so
/// that a segment or a point is also a triangle.
void flr_local3_load(flr_local3_scene *scene, const flr_vec3 *a, int a_count, const flr_vec3 *b, int b_count);

/// Returns the point of the given weights. If one corner has all the weight, it is that corner, bit by bit.
flr_vec3 flr_local3_point(const flr_vec3 *corner, const flr_weights3 *weights);

/// Measures the squared distance again, from the heaviest corners on both sides: relatively exact if both
/// points are corners.
void flr_local3_measure(const flr_local3_scene *scene, flr_local3_pair *pair);

/// Returns a distance in the unit of the input.
flr_real flr_local3_distance(const flr_local3_scene *scene, double distance_squared);

/// Makes both points one common point, for shapes that intersect: a corner of theirs, if the pair found one.
void flr_local3_join(const flr_local3_pair *pair, flr_vec3 *point_a, flr_vec3 *point_b);

/// Keeps the distance of shapes that do not intersect above 0, however small it came out.
void flr_local3_keep_apart(flr_local3_pair *pair);

/// Is a pair so near that rounding errors may be all? Then whether the shapes touch is decided exactly.
static inline bool flr_local3_is_near(const flr_local3_scene *scene, const flr_local3_pair *pair)
{
    return pair->distance_squared <= FLR_LOCAL3_NEAR * scene->size_squared;
}
/// Makes a pair of the point p and a shape agree with what was decided.
void flr_local3_decide(flr_local3_pair *pair, bool touches, flr_vec3 p, flr_vec3 *nearest);

// ---- Frames

/// An origin, and factors by which coordinates are scaled.
typedef struct flr_frame3 {
    flr_vec3 origin;
    double shrink, grow;  ///< applied before and after the origin is subtracted
} flr_frame3;

/// Returns a frame around points[0] in which these points and a length have a safe size.
flr_frame3 flr_frame3_make(const flr_vec3 *points, size_t count, flr_real length);

static inline dvec3 flr_frame3_local(const flr_frame3 *f, flr_vec3 p)
{
    dvec3 q = {((double)p.x * f->shrink - (double)f->origin.x * f->shrink) * f->grow,
               ((double)p.y * f->shrink - (double)f->origin.y * f->shrink) * f->grow,
               ((double)p.z * f->shrink - (double)f->origin.z * f->shrink) * f->grow};
    return q;
}
static inline double flr_frame3_length(const flr_frame3 *f, flr_real length)
{
    return (double)length * f->shrink * f->grow;
}
/// Is the frame's unit that of the input, as for most scenes? Then dividing by 1 is left out.
static inline bool flr_frame3_is_plain(const flr_frame3 *f) { return f->grow == 1 && f->shrink == 1; }

static inline flr_vec3 flr_frame3_world(const flr_frame3 *f, dvec3 p)
{
    if (flr_frame3_is_plain(f))
        return flr_vec3_make((flr_real)((double)f->origin.x + p.x), (flr_real)((double)f->origin.y + p.y),
                             (flr_real)((double)f->origin.z + p.z));
    return flr_vec3_make((flr_real)((double)f->origin.x + p.x / f->grow / f->shrink),
                         (flr_real)((double)f->origin.y + p.y / f->grow / f->shrink),
                         (flr_real)((double)f->origin.z + p.z / f->grow / f->shrink));
}

/// Rounds a distance such that one above 0 stays above 0.
static inline flr_real flr_real_from_distance(double distance)
{
    flr_real rounded = (flr_real)distance;
    if (rounded > 0 || !(distance > 0)) return rounded;
#ifdef FEELER_REAL_FLOAT
    return FLT_TRUE_MIN;
#else
    return DBL_TRUE_MIN;
#endif
}
static inline flr_real flr_frame3_distance(const flr_frame3 *f, double distance)
{
    return flr_real_from_distance(flr_frame3_is_plain(f) ? distance : distance / f->grow / f->shrink);
}

/// Returns a distance above 0, for shapes that are known not to intersect, however small it came out.
static inline double flr_keep_apart(double distance) { return distance > DBL_MIN ? distance : DBL_MIN; }

/// Returns the direction at a length near 1.
static inline dvec3 flr_direction3(flr_vec3 d)
{
    double scale = flr_power_toward_one(flr_largest3((double)d.x, (double)d.y, (double)d.z));
    dvec3 v = {(double)d.x * scale, (double)d.y * scale, (double)d.z * scale};
    return v;
}

/// Returns the direction at length 1; the zero vector for a zero direction.
static inline dvec3 flr_unit3(flr_vec3 d)
{
    dvec3 v = flr_direction3(d);
    double length = dvec3_length(v);
    return length > 0 ? dvec3_scale(1 / length, v) : v;
}

static inline flr_closest3 flr_closest3_swapped(flr_closest3 c)
{
    flr_closest3 r = {c.distance, c.point_b, c.point_a};
    return r;
}
static inline flr_closest3 flr_closest3_common_point(flr_vec3 p)
{
    flr_closest3 r = {0, p, p};
    return r;
}
/// Returns the answer for a shape without a point in it, which is no shape.
static inline flr_closest3 flr_closest3_nowhere(flr_vec3 a, flr_vec3 b)
{
    flr_closest3 r = {(flr_real)INFINITY, a, b};
    return r;
}

#endif
