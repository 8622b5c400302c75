/// Support points of every kind of core in the plane, inline for the loops that live on them.
#ifndef FLR_CONVEX_SUPPORT2_H
#define FLR_CONVEX_SUPPORT2_H

#include <string.h>

#include "feeler/convex2.h"
#include "feeler/math.h"
#include "math/simd_real4.h"

// ---- The farthest of an array of points ----

/// The number of the farthest of an array of points, and the sum of all heights, which is not finite if a
/// coordinate is not.
typedef struct farthest2 {
    uint32_t index;
    flr_real sum;
} farthest2;

/// Returns the heights of four points over a fifth, along d.
static inline real4 heights2_of(const flr_vec2 *p, flr_vec2 base, flr_vec2 d)
{
    real4 x, y;
    real4_points(p, p + 1, p + 2, p + 3, &x, &y);
    return real4_dot(real4_sub(x, real4_splat(base.x)), real4_sub(y, real4_splat(base.y)), real4_splat(d.x),
                     real4_splat(d.y));
}

/// Returns the place of the lowest bit; 0 if there is none, as where all is NaN.
static inline uint32_t heights2_place(uint32_t mask) { return mask ? (uint32_t)__builtin_ctz(mask) : 0; }

/// Finds the farthest of up to three points.
static inline farthest2 farthest2_of_three(const flr_vec2 *p, uint32_t count, flr_vec2 base, flr_vec2 d)
{
    farthest2 r = {0, flr_dot2(flr_sub2(p[0], base), d)};
    flr_real most = r.sum;
    for (uint32_t i = 1; i < count; ++i) {
        flr_real along = flr_dot2(flr_sub2(p[i], base), d);
        r.sum += along;
        r.index = along > most ? i : r.index;
        most = along > most ? along : most;
    }
    return r;
}

/// Finds the farthest of any number of points. Heights are measured from `base`, one of the points, because
/// the array may lie far from its origin. If the number is no multiple of four, the last four overlap those
/// before.
static inline __attribute__((always_inline)) farthest2 farthest2_inline(const flr_vec2 *p, uint32_t count,
                                                                        flr_vec2 base, flr_vec2 d)
{
    if (count < 4) return farthest2_of_three(p, count, base, d);
    const real4 first = heights2_of(p, base, d);
    if (count == 4) {
        farthest2 r = {heights2_place(real4_equal(first, real4_max_lane(first))), real4_sum(first)};
        return r;
    }
    if (count <= 8) {
        const uint32_t at = count - 4;
        const real4 second = heights2_of(p + at, base, d);
        const flr_real most = real4_max_lane(real4_max(first, second));
        farthest2 r = {heights2_place(real4_equal(first, most) | real4_equal(second, most) << at),
                       real4_sum(real4_add(first, second))};
        return r;
    }
    real4 sum = first;
    flr_real most = real4_max_lane(first);
    uint32_t found = heights2_place(real4_equal(first, most));
    for (uint32_t done = 4; done < count; done += 4) {
        const uint32_t at = done + 4 <= count ? done : count - 4;
        const real4 h = heights2_of(p + at, base, d);
        const flr_real top = real4_max_lane(h);
        sum = real4_add(sum, h);
        if (!(top > most)) continue;
        most = top;
        found = at + heights2_place(real4_equal(h, top));
    }
    farthest2 r = {found, real4_sum(sum)};
    return r;
}

/// The height of the highest point, and the sum of all heights as in farthest2.
typedef struct highest2 {
    flr_real most, sum;
} highest2;

static inline __attribute__((always_inline)) highest2 highest2_inline(const flr_vec2 *p, uint32_t count,
                                                                      flr_vec2 base, flr_vec2 d)
{
    if (count < 4) {
        flr_real first = flr_dot2(flr_sub2(p[0], base), d);
        highest2 r = {first, first};
        for (uint32_t i = 1; i < count; ++i) {
            flr_real along = flr_dot2(flr_sub2(p[i], base), d);
            r.sum += along;
            r.most = along > r.most ? along : r.most;
        }
        return r;
    }
    real4 most = heights2_of(p, base, d), sum = most;
    for (uint32_t done = 4; done < count; done += 4) {
        const real4 h = heights2_of(p + (done + 4 <= count ? done : count - 4), base, d);
        sum = real4_add(sum, h);
        most = real4_max(h, most);
    }
    highest2 r = {real4_max_lane(most), real4_sum(sum)};
    return r;
}

/// As farthest2_inline, where the compiler may prefer a call.
static inline farthest2 farthest2_of(const flr_vec2 *p, uint32_t count, flr_vec2 base, flr_vec2 d)
{
    return farthest2_inline(p, count, base, d);
}

// ---- Cores ----

/// A core of up to this many corners has them placed into the scene at once, if many questions follow.
enum { SUPPORT2_HELD = 16 };

/// A core made ready for a query, relative to the origin of a scene. So far from the coordinate origin
/// nothing is lost but the rounding of the coordinates themselves.
typedef struct support2 {
    const flr_convex2 *shape;
    flr_vec2 base;                    ///< under a pose: the first point, in its own frame
    flr_vec2 offset;                  ///< from the scene's origin to the first point, or to a user's center
    uint32_t count;                   ///< of corners; 0 for a user's core
    bool held;                        ///< all corners are in `corners`
    flr_vec2 corners[SUPPORT2_HELD];  ///< relative to the scene's origin
} support2;

/// Both coordinates in one register. What is stored from it can be loaded at once, together or one by one.
typedef flr_real lanes2 __attribute__((vector_size(2 * sizeof(flr_real))));

static inline lanes2 lanes2_of(flr_vec2 p)
{
    lanes2 v = {p.x, p.y};
    return v;
}
static inline void lanes2_store(flr_vec2 *p, lanes2 v) { memcpy(p, &v, sizeof v); }
static inline flr_vec2 lanes2_point(lanes2 v) { return flr_vec2_make(v[0], v[1]); }
#ifdef FEELER_REAL_FLOAT
typedef int32_t lanes2_bits __attribute__((vector_size(2 * sizeof(flr_real))));
#define LANES2_ALL_BUT_SIGN INT32_MAX
#else
typedef int64_t lanes2_bits __attribute__((vector_size(2 * sizeof(flr_real))));
#define LANES2_ALL_BUT_SIGN INT64_MAX
#endif
static inline lanes2 lanes2_magnitude(lanes2 v)
{
    return (lanes2)((lanes2_bits)v & (lanes2_bits){LANES2_ALL_BUT_SIGN, LANES2_ALL_BUT_SIGN});
}
static inline flr_real lanes2_dot(lanes2 a, lanes2 b)
{
    lanes2 c = a * b;
    return c[0] + c[1];
}
static inline flr_real lanes2_cross(lanes2 a, lanes2 b) { return a[0] * b[1] - a[1] * b[0]; }

/// Returns the rounding error of a + b (Knuth's two_sum).
static inline lanes2 lanes2_sum_error(lanes2 a, lanes2 b)
{
    const lanes2 sum = a + b, part = sum - a;
    return (a - (sum - part)) + (b - part);
}

static inline flr_vec2 support2_rotated(flr_vec2 r, flr_vec2 p)
{
    return flr_vec2_make(r.x * p.x - r.y * p.y, r.y * p.x + r.x * p.y);
}
static inline flr_vec2 support2_unrotated(flr_vec2 r, flr_vec2 p)
{
    return flr_vec2_make(r.x * p.x + r.y * p.y, r.x * p.y - r.y * p.x);
}
/// Returns |x| without a branch, as signs cannot be predicted.
static inline flr_real support2_magnitude(flr_real x) { return (flr_real)fabs((double)x); }
/// Returns |x| + |y|, which is at least the larger of the two.
static inline flr_real support2_spread(flr_vec2 p)
{
    return support2_magnitude(p.x) + support2_magnitude(p.y);
}

/// Does the shape have corners or points under a pose?
static inline bool support2_is_posed(const flr_convex2 *c)
{
    return c->kind != FLR_CONVEX2_CORNERS && c->kind != FLR_CONVEX2_USER;
}
/// Are its corners in their order around it?
static inline bool support2_in_order(const flr_convex2 *c) { return c->kind <= FLR_CONVEX2_POLYGON; }
/// Returns its corners or points as they are stored. A user's core has none.
static inline const flr_vec2 *support2_points(const flr_convex2 *c)
{
    return c->kind <= FLR_CONVEX2_BOX ? c->corners : c->points;
}

/// Returns the rotation of a shape, and in *unit by how much it scales: 1, or a power of two (rescaled2).
static inline flr_vec2 support2_upright(const flr_convex2 *c, flr_real *unit)
{
    flr_vec2 r = c->rotation;
    flr_real most = support2_magnitude(r.x) > support2_magnitude(r.y) ? r.x : r.y;
    *unit = 1;
    if (support2_magnitude(most) > (flr_real)0.5 && support2_magnitude(most) < 2) return r;
    int exponent;
    (void)frexp((double)most * 0.9, &exponent);  // for a cosine or sine from 0.7 to 1
    *unit = (flr_real)ldexp(1, exponent);
    return flr_scale2(1 / *unit, r);
}

/// Returns the origin of a scene that begins with this shape: its first corner.
static inline flr_vec2 support2_origin(const flr_convex2 *shape)
{
    if (!support2_is_posed(shape)) return shape->center;
    return flr_add2(shape->center, support2_rotated(shape->rotation, support2_points(shape)[0]));
}

/// Places a shape relative to the origin of a scene.
static inline void support2_make(support2 *s, const flr_convex2 *shape, flr_vec2 origin)
{
    s->shape = shape;
    s->offset = flr_sub2(shape->center, origin);
    s->count = shape->kind == FLR_CONVEX2_USER ? 0 : shape->count;
    s->held = shape->kind == FLR_CONVEX2_CORNERS;
    if (support2_is_posed(shape)) {
        s->base = support2_points(shape)[0];
        s->offset = flr_add2(s->offset, support2_rotated(shape->rotation, s->base));
    } else if (shape->kind == FLR_CONVEX2_CORNERS) {
        const lanes2 from = lanes2_of(origin);
        for (uint32_t i = 0; i < 4; ++i) lanes2_store(&s->corners[i], lanes2_of(shape->corners[i]) - from);
    }
}

/// Returns corner or point i, in the scene.
static inline flr_vec2 support2_corner(const support2 *s, uint32_t i)
{
    if (s->held) return s->corners[i];
    return flr_add2(s->offset,
                    support2_rotated(s->shape->rotation, flr_sub2(support2_points(s->shape)[i], s->base)));
}

/// Returns the sum of all corners as they are given, or of what else places them: it is not finite if one of
/// them is not.
flr_real flr_support2_probe(const support2 *s);

/// Places the corners into the scene if they are few. Returns a sum as flr_support2_probe does.
static inline flr_real support2_hold_and_probe(support2 *s)
{
    if (s->held || s->count > SUPPORT2_HELD || s->count == 0) return flr_support2_probe(s);
    const flr_vec2 r = s->shape->rotation, *p = support2_points(s->shape);
    const lanes2 base = lanes2_of(s->base), offset = lanes2_of(s->offset), of_x = {r.x, r.y},
                 of_y = {-r.y, r.x};
    lanes2 sum = {0, 0};
    for (uint32_t i = 0; i < s->count; ++i) {
        lanes2 e = lanes2_of(p[i]) - base,
               at = offset + ((lanes2){e[0], e[0]} * of_x + (lanes2){e[1], e[1]} * of_y);
        lanes2_store(&s->corners[i], at);
        sum += at;
    }
    s->held = true;
    return (sum[0] + sum[1]) + s->shape->radius;
}

/// Returns the size by which a user's function rounds, as its answers are in world coordinates.
static inline flr_real support2_far(const support2 *s)
{
    return s->count == 0 ? support2_spread(s->shape->center) : 0;
}

/// Returns a point somewhere in the middle.
static inline flr_vec2 support2_middle(const support2 *s)
{
    if (s->count == 0) return s->offset;
    return flr_lerp2(support2_corner(s, 0), support2_corner(s, s->count / 2), (flr_real)0.5);
}

/// A polygon of this many corners or more has its support points found by stations, of fewer all corners are measured.
enum { SUPPORT2_MANY = 96 };
/// Returns the farthest corner of a polygon that is convex up to rounding.
uint32_t flr_support2_of_many(const flr_vec2 *p, uint32_t count, flr_vec2 d);

/// Returns a farthest point of the core along d, and in *index the number of that corner.
static inline flr_vec2 support2_find(const support2 *s, flr_vec2 d, uint32_t *index)
{
    const flr_convex2 *c = s->shape;
    if (s->held) {
        *index = farthest2_of(s->corners, s->count, s->corners[0], d).index;
        return s->corners[*index];
    }
    if (c->kind == FLR_CONVEX2_USER) {
        *index = 0;
        flr_vec2 from_center = flr_sub2(c->support(c->user, d), c->center);
        return flr_add2(s->offset, from_center);
    }
    flr_vec2 local = support2_unrotated(c->rotation, d);
    const bool many = c->kind == FLR_CONVEX2_POLYGON && s->count >= SUPPORT2_MANY;
    *index = many ? flr_support2_of_many(c->points, s->count, local)
                  : farthest2_of(support2_points(c), s->count, s->base, local).index;
    return support2_corner(s, *index);
}

// ---- A core in another place and unit ----

/// What the support function of a user's core there refers to.
typedef struct moved2 {
    const flr_convex2 *core;
    flr_vec2 origin;
    flr_real unit;
    bool *not_finite;  ///< set where an answer is not finite; or null
} moved2;

/// Returns a core as seen from `origin`, in a unit that is a power of two. *user must stay in its place, as a
/// user's core refers to it.
flr_convex2 flr_moved2(const flr_convex2 *c, flr_vec2 origin, flr_real unit, moved2 *user);

// ---- A core with few corners, for loops that keep all of it in registers ----

/// Must be inline: a call would spill all registers, which compilers do not see at -O2.
#define CORE2_INLINE static inline __attribute__((always_inline))

/// A core whose corners are offset + turn * (point - base), from the scene's origin.
typedef struct core2 {
    const flr_vec2 *points;
    flr_vec2 rotation;
    lanes2 base, offset, turn_x, turn_y;
    uint32_t count;
} core2;

/// Does it have corners, and so few that measuring all is best?
CORE2_INLINE bool core2_is_plain(const flr_convex2 *c)
{
    return c->kind != FLR_CONVEX2_USER && c->count > 0 && c->count < SUPPORT2_MANY;
}

CORE2_INLINE lanes2 core2_turned(const core2 *c, lanes2 p)
{
    return (lanes2){p[0], p[0]} * c->turn_x + (lanes2){p[1], p[1]} * c->turn_y;
}

/// Sets all except the offset.
CORE2_INLINE core2 core2_of(const flr_convex2 *c)
{
    core2 r = {.count = c->count, .rotation = c->rotation};
    r.points = support2_points(c);
    r.turn_x = (lanes2){c->rotation.x, c->rotation.y};
    r.turn_y = (lanes2){-c->rotation.y, c->rotation.x};
    r.base = lanes2_of(r.points[0]);
    return r;
}

/// Returns the origin of a scene that begins with this core. `held`: the corners are stored in world
/// coordinates.
CORE2_INLINE lanes2 core2_origin_held(const core2 *c, const flr_convex2 *shape, bool held)
{
    lanes2 center = lanes2_of(shape->center);
    return held ? center : center + core2_turned(c, c->base);
}
/// Returns how inaccurate unturned corners are, as a length whose rounding error counts: what their placing
/// has lost, and half of how far their base is from the origin, which may lie far off from all that is
/// tested.
CORE2_INLINE lanes2 core2_placing(const flr_convex2 *shape, lanes2 base, lanes2 origin)
{
    const flr_real per_error = sizeof(flr_real) == sizeof(float) ? (flr_real)0x1p24 : (flr_real)0x1p53;
    const lanes2 center = lanes2_of(shape->center), off = lanes2_sum_error(center, -origin),
                 more = lanes2_sum_error(center - origin, base);
    const lanes2 half = {(flr_real)0.5, (flr_real)0.5};
    return (lanes2){per_error, per_error} * (lanes2_magnitude(off) + lanes2_magnitude(more)) +
           half * lanes2_magnitude((center - origin) + base);
}

/// Places the core. Returns how far its frame lies off, as its corners round by that.
CORE2_INLINE lanes2 core2_place_held(core2 *c, const flr_convex2 *shape, lanes2 origin, bool held)
{
    if (held) {
        c->base = origin;
        c->offset = (lanes2){0, 0};
        return c->offset;
    }
    lanes2 center = lanes2_of(shape->center) - origin;
    c->offset = center + core2_turned(c, c->base);
    if (c->rotation.x == 1 && c->rotation.y == 0) return core2_placing(shape, c->base, origin);
    return lanes2_magnitude(center) + lanes2_magnitude(c->offset);
}

#endif
