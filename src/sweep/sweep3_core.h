/// What a linear cast moves: a convex core with a radius, in double around a point of the scene. Corners
/// that were given keep their exact differences, so that what touches exactly is seen to.
#ifndef FLR_SWEEP_SWEEP3_CORE_H
#define FLR_SWEEP_SWEEP3_CORE_H

#include "closest/frame3.h"
#include "convex/support3.h"

/// A convex shape as given: a convex core, an axis-aligned box by its faces, or the hull of a list of points
/// that are absolute.
typedef struct sweep3_source {
    const flr_convex3 *convex;
    const flr_aabb3 *range;
    const flr_vec3 *vertices;
    size_t count;
} sweep3_source;

typedef struct sweep3_core {
    core3 core;
    double radius;
    const reference3 *frame;
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

/// A point of a, to measure from.
reference3 flr_sweep3_reference(const sweep3_source *a, double unit);
void flr_sweep3_load(sweep3_core *core, const sweep3_source *s, const reference3 *frame);
/// Both in the frame of a, with a unit in which products of six lengths neither overflow nor vanish.
void flr_sweep3_load_pair(sweep3_core *a, const sweep3_source *from_a, sweep3_core *b,
                          const sweep3_source *from_b, reference3 *frame);

static inline dvec3 sweep3_of_wide(dvec3 p)
{
    dvec3 q = {p.x, p.y, p.z};
    return q;
}

static inline dvec3 sweep3_local(const reference3 *f, flr_vec3 p)
{
    return sweep3_of_wide(reference3_relative(f, p));
}

/// The inverse of that.
static inline dvec3 sweep3_world(const reference3 *f, dvec3 p)
{
    dvec3 q = dvec3_add(f->lead, dvec3_make(p.x, p.y, p.z));
    return sweep3_of_wide(dvec3_add_scaled(f->position, 1 / f->unit, q));
}

/// A farthest point of the core along a direction of any length; for zero any point of it.
static inline dvec3 sweep3_support(const sweep3_core *k, dvec3 d)
{
    uint32_t id = 0;
    return sweep3_of_wide(core3_support(&k->core, k->core.kind, dvec3_make(d.x, d.y, d.z), &id));
}

/// Is the core round in itself, so that support points never repeat?
static inline bool sweep3_is_curved(const sweep3_core *c) { return !core3_has_ids(&c->core); }

#endif
