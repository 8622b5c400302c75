/// Support points of every kind of core in the plane, inline for the loops that live on them.
#ifndef FLR_CONVEX_SUPPORT2_H
#define FLR_CONVEX_SUPPORT2_H

#include <string.h>

#include "convex/farthest2.h"
#include "feeler/convex2.h"

/// Up to so many corners are carried into the scene at once, where many questions follow.
enum { SUPPORT2_HELD = 16 };
/// From so many corners on, support points of polygons are found between stations.
enum { SUPPORT2_WORTH_BISECTING = 96 };

/// A core ready to be asked, relative to the origin of a scene: far from the coordinate origin nothing is lost
/// but the rounding of the coordinates themselves.
typedef struct support2 {
    const flr_convex2 *shape;
    flr_vec2 base;                    ///< under a pose: the first point, in its own frame
    flr_vec2 offset;                  ///< of the first point, of a user's center, from the scene's origin
    uint32_t count;                   ///< of corners; 0 for a user's core
    bool held;                        ///< all corners lie in `corners`
    flr_vec2 corners[SUPPORT2_HELD];  ///< relative to the scene's origin
} support2;

/// Both coordinates at once. What is written so is read back at once, too, in whichever way.
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

/// What a + b has rounded away (Knuth's two_sum).
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
/// Without a branch, as nothing foretells signs.
static inline flr_real support2_magnitude(flr_real x) { return (flr_real)fabs((double)x); }
/// At least the larger coordinate.
static inline flr_real support2_spread(flr_vec2 p)
{
    return support2_magnitude(p.x) + support2_magnitude(p.y);
}

/// Does it have corners or points under a pose?
static inline bool support2_is_posed(const flr_convex2 *c)
{
    return c->kind != FLR_CONVEX2_CORNERS && c->kind != FLR_CONVEX2_USER;
}
/// Do its corners go around?
static inline bool support2_in_order(const flr_convex2 *c) { return c->kind <= FLR_CONVEX2_POLYGON; }
/// Its corners or points as they are held; of a user's core none.
static inline const flr_vec2 *support2_points(const flr_convex2 *c)
{
    return c->kind <= FLR_CONVEX2_BOX ? c->corners : c->points;
}

/// The rotation of a shape, and in *unit by how much it scales: 1, or a power of two (scaled2.h).
static inline flr_vec2 support2_upright(const flr_convex2 *c, flr_real *unit)
{
    flr_vec2 r = c->rotation;
    flr_real most = support2_magnitude(r.x) > support2_magnitude(r.y) ? r.x : r.y;
    *unit = 1;
    if (support2_magnitude(most) > (flr_real)0.5 && support2_magnitude(most) < 2) return r;
    int exponent;
    (void)frexp((double)most * 0.9, &exponent);  // of a cosine or sine from 0.7 to 1
    *unit = (flr_real)ldexp(1, exponent);
    return flr_scale2(1 / *unit, r);
}

/// Where a scene that begins with this shape has its origin: at the first corner.
static inline flr_vec2 support2_origin(const flr_convex2 *shape)
{
    if (!support2_is_posed(shape)) return shape->center;
    return flr_add2(shape->center, support2_rotated(shape->rotation, support2_points(shape)[0]));
}

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

/// Corner or point i.
static inline flr_vec2 support2_corner(const support2 *s, uint32_t i)
{
    if (s->held) return s->corners[i];
    return flr_add2(s->offset,
                    support2_rotated(s->shape->rotation, flr_sub2(support2_points(s->shape)[i], s->base)));
}

/// The sum of all corners as they are given, or of what else places them: not finite where one of them is not. Of polygons
/// whose support points are found by bisection some corners only.
flr_real flr_support2_probe(const support2 *s);

/// Carries the corners into the scene, where they are few; the sum is that of flr_support2_probe.
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

/// What a user's function rounds by: its answers are in world.
static inline flr_real support2_far(const support2 *s)
{
    return s->count == 0 ? support2_spread(s->shape->center) : 0;
}

/// Somewhere in the middle.
static inline flr_vec2 support2_middle(const support2 *s)
{
    if (s->count == 0) return s->offset;
    return flr_lerp2(support2_corner(s, 0), support2_corner(s, s->count / 2), (flr_real)0.5);
}

/// The farthest corner of a polygon that is convex but for hairs, by halving steps between stations.
uint32_t flr_support2_bisect(const flr_vec2 *p, uint32_t count, flr_vec2 d);

/// A farthest point of the core along d; *index is the corner that it is.
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
    bool in_order = c->kind == FLR_CONVEX2_POLYGON && s->count >= SUPPORT2_WORTH_BISECTING;
    *index = in_order ? flr_support2_bisect(c->points, s->count, local)
                      : farthest2_of(support2_points(c), s->count, s->base, local).index;
    return support2_corner(s, *index);
}

#endif
