/// Shapes far from the origin for their size, and the translation that recentres them.
#ifndef FLR_MESH_NEAR3_H
#define FLR_MESH_NEAR3_H

#include "math/double_double.h"
#include "math/vectors.h"
#include "mesh/mesh3.h"

/// Within so many sizes of the origin, world coordinates cost at most some 6 bits, and the shape stays as
/// it is.
static const flr_real near3_times = 64;

static inline flr_real near3_absolute(flr_real x) { return x < 0 ? -x : x; }
static inline flr_real near3_more(flr_real a, flr_real b) { return a > b ? a : b; }
static inline flr_real near3_largest(flr_vec3 v)
{
    return near3_more(near3_absolute(v.x), near3_more(near3_absolute(v.y), near3_absolute(v.z)));
}

static inline bool near3_is_zero(flr_vec3 v) { return flr_is_zero3(v); }

/// Is a place near the origin for that size, along all axes?
static inline bool near3_is_near(flr_vec3 place, flr_real size)
{
    return near3_largest(place) <= near3_times * size;
}

/// A place that lies more than so many times a size from 0, else 0.
static inline flr_real near3_far_off(flr_real place, flr_real size, flr_real times)
{
    return size > 0 && near3_absolute(place) > times * size ? place : 0;
}

/// A place along those axes on which it is far from the origin for the size of a scene.
static inline flr_vec3 near3_far_from(flr_vec3 place, flr_real size)
{
    return flr_vec3_make(near3_far_off(place.x, size, near3_times), near3_far_off(place.y, size, near3_times),
                         near3_far_off(place.z, size, near3_times));
}

static inline flr_real near3_nearer(flr_real p, flr_real q)
{
    return near3_absolute(p) < near3_absolute(q) ? p : q;
}

/// Of two places the one nearer to the origin, along each axis.
static inline flr_vec3 near3_nearer_of(flr_vec3 p, flr_vec3 q)
{
    return flr_vec3_make(near3_nearer(p.x, q.x), near3_nearer(p.y, q.y), near3_nearer(p.z, q.z));
}

/// Axes on which taking the origin away from p would round are set to 0.
static inline void near3_keep_exact(flr_vec3 p, flr_vec3 *o)
{
    if (!difference_is_exact(p.x, o->x)) o->x = 0;
    if (!difference_is_exact(p.y, o->y)) o->y = 0;
    if (!difference_is_exact(p.z, o->z)) o->z = 0;
}

/// A place near the mesh: where the origin of its frame is, if that is near; and how far it goes from
/// there at most, about.
static inline flr_vec3 near3_place(const flr_instance3 *i)
{
    const flr_vec3 pivot = i->mesh->pivot;
    return !i->mesh->from_pivot ? i->pose.translation : flr_affine3_point(i->pose, pivot);
}
static inline flr_real near3_reach(const flr_instance3 *i) { return i->max_stretch * i->mesh->reach; }

/// Is the shape so near the origin for its size that no other shape makes it move? A cheap test.
static inline bool near3_stays(const flr_instance3 *i)
{
    return !i->mesh->from_pivot && near3_is_near(i->pose.translation, near3_reach(i));
}

/// So too where it rounds what places the mesh, which has to be exact only where its frame's origin is
/// near.
static inline void near3_keep_mesh(const flr_instance3 *i, flr_vec3 *o)
{
    if (!i->mesh->from_pivot) near3_keep_exact(i->pose.translation, o);
}

/// Moved by an origin that rounds none of the mesh's placement: the same corners, but rounded as they
/// stand there.
flr_instance3 flr_near3_carried(const flr_instance3 *i, flr_vec3 origin);

#endif
