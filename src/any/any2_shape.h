/// Any shape of the plane as the routines for any pair see it: an outline, a convex core with a radius, or both.
#ifndef FLR_ANY_ANY2_SHAPE_H
#define FLR_ANY_ANY2_SHAPE_H

#include "closest/outline2.h"
#include "feeler/any2.h"
#include "math/unit2.h"

/// FLR_INVALID_ARGUMENT for no kind, FLR_INVALID_SHAPE for lists without an entry, a user's core without its function or
/// compounds too deep within one another, FLR_NOT_FINITE for a NaN or an infinity in it.
flr_status flr_any2_check(const flr_shape2 *s);
/// The same but for the numbers.
flr_status flr_any2_check_lists(const flr_shape2 *s);

/// How many numbers a shape of each kind is, one after the other from its first on; 0 where it points to something.
extern const unsigned char flr_any2_numbers[FLR_SHAPE2_COUNT];

static inline bool any2_is_flat_unbounded(flr_shape2_kind k)
{
    return k == FLR_SHAPE2_LINE || k == FLR_SHAPE2_PLANE || k == FLR_SHAPE2_HALFSPACE;
}

/// A shape of checked lists as the convex core sees it: flr_convex2_shape without the check.
bool flr_any2_core(const flr_shape2 *s, flr_convex2 *core);

// What follows, up to the measure of flat shapes, is of all shapes but compounds.

/// True where the shape is an outline as it stands: all but convex ones of points in any order or under a pose.
bool flr_any2_outline(const flr_shape2 *s, flr_outline2 *o);

/// The same of every shape: corners that have to be turned go into `room`, as seen from the shape's position (carry2.h).
/// FLR_TOO_LARGE where they are more than `most`.
flr_status flr_any2_outline_in(const flr_shape2 *s, flr_vec2 *room, size_t most, flr_outline2 *o);

/// Corner i of a convex core, in world; and that of one under a pose, as seen from its position.
flr_vec2 flr_any2_corner(const flr_convex2 *c, uint32_t i);
flr_vec2 flr_any2_turned_corner(const flr_convex2 *c, uint32_t i);

/// The box around the core of a bounded shape, and the radius around that.
flr_aabb2 flr_any2_box(const flr_shape2 *s);
flr_real flr_any2_radius(const flr_shape2 *s);

/// The piece of a ray that a bounded shape could be near to: nothing outside of it is closer, nor does it come into
/// play before the two are moved by more than the shape's size. Far from the origin a convex shape posed where the other
/// one lies, with ends as seen from there: so that they are rounded by no more than the scene's own size is.
typedef struct any2_piece {
    flr_shape2 shape;  ///< points to `ends`
    flr_vec2 ends[2];
} any2_piece;

void flr_any2_cut(const flr_ray2 *ray, const flr_shape2 *bounded, any2_piece *piece);

/// v at unit length whatever its own; zero where v is, or is without end.
static inline flr_vec2 flr_any2_unit(flr_vec2 v)
{
    return isfinite(v.x) && isfinite(v.y) ? unit2_of(v) : flr_vec2_make(0, 0);
}

/// The unit normal of a line, plane or halfspace and how far points lie along it from there.
typedef struct any2_measure {
    double x, y;
    double px, py;  ///< a line: a point on it
    double offset;  ///< plane and halfspace
    double given_x, given_y, given_offset,
        length;  ///< the same before it was divided by the length of the normal
} any2_measure;

any2_measure flr_any2_measure(const flr_shape2 *flat);
double flr_any2_height(const any2_measure *m, flr_vec2 p);
/// That of origin + p, which are not added: right to a few roundings of itself and p, wherever the origin is.
double flr_any2_height_from(const any2_measure *m, flr_vec2 origin, flr_vec2 p);

/// How far a shape reaches along the normal of a flat one.
typedef struct any2_interval {
    double low, high;  ///< infinite where it does not end
    flr_vec2 low_point, high_point;
} any2_interval;

any2_interval flr_any2_interval(const flr_shape2 *s, const flr_shape2 *flat);

#endif
