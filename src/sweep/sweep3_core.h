/// What a linear cast moves: a convex core with a radius, in double around an origin of the scene. Corners
/// that were given keep their exact differences, so that what touches exactly is seen to.
#ifndef FLR_SWEEP_SWEEP3_CORE_H
#define FLR_SWEEP_SWEEP3_CORE_H

#include "closest/frame3.h"
#include "feeler/convex.h"

/// A convex shape as given: a convex core, an axis-aligned box by its faces, or the hull of a list of points
/// that are absolute. `is_line`: a line by a point of it (`convex`, one corner); the cast then goes on in the
/// plane square to it.
typedef struct sweep3_source {
    const flr_convex3 *convex;
    const flr_aabb3 *range;
    const flr_vec3 *vertices;
    size_t count;
} sweep3_source;

/// An origin near the question and a unit, as in flr_frame3.
typedef struct sweep3_frame {
    flr_vec3 origin;
    double unit;
} sweep3_frame;

typedef enum sweep3_kind {
    SWEEP3_CORNERS,
    SWEEP3_VERTICES,
    SWEEP3_POINTS,
    SWEEP3_BOX,
    SWEEP3_RANGE,
    SWEEP3_CYLINDER,
    SWEEP3_CONE,
    SWEEP3_HULL,
    SWEEP3_USER
} sweep3_kind;

typedef struct sweep3_core {
    sweep3_kind kind;
    uint32_t count;
    uint32_t last;  ///< hull: the vertex found last, where the next search may begin
    double radius;
    flr_local3 inside;  ///< a point of the core, well inside where that is easily had
    flr_local3 center;  ///< that box, points, hull, cylinder and cone are given around
    flr_local3 axis[3];
    double half[3];  ///< box; of cylinder and cone the first is the radius of the disc
    flr_local3 corner[4];
    const flr_vec3 *points;
    const flr_convex3 *convex;
    sweep3_frame frame;
} sweep3_core;

static inline sweep3_source sweep3_of_convex(const flr_convex3 *c)
{
    sweep3_source s = {.convex = c};
    return s;
}
static inline sweep3_source sweep3_of_range(const flr_aabb3 *b)
{
    sweep3_source s = {.range = b};
    return s;
}
static inline sweep3_source sweep3_of_vertices(const flr_vec3 *v, size_t count)
{
    sweep3_source s = {.vertices = v, .count = count};
    return s;
}

sweep3_frame flr_sweep3_frame(const sweep3_source *a, const sweep3_source *b);
void flr_sweep3_load(sweep3_core *core, const sweep3_source *s, sweep3_frame frame);

static inline flr_local3 sweep3_local(sweep3_frame f, flr_vec3 p)
{
    flr_local3 q = {((double)p.x - (double)f.origin.x) * f.unit, ((double)p.y - (double)f.origin.y) * f.unit,
                    ((double)p.z - (double)f.origin.z) * f.unit};
    return q;
}

/// A farthest point of the core along a direction of any length; for zero any point of it.
flr_local3 flr_sweep3_support(sweep3_core *core, flr_local3 direction);

/// Is the core round in itself, so that support points never repeat?
static inline bool sweep3_is_curved(const sweep3_core *c)
{
    return c->kind == SWEEP3_CYLINDER || c->kind == SWEEP3_CONE || c->kind == SWEEP3_USER;
}

#endif
