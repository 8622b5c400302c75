/// Shapes that are far from the origin for their size, and the translation that recentres them.
#ifndef FLR_MESH_NEAR3_H
#define FLR_MESH_NEAR3_H

#include "math/double_double.h"
#include "math/vectors.h"
#include "mesh/mesh3.h"

/// Within this many sizes of the origin, world coordinates lose at most about 6 bits, and the shape stays in
/// place.
static const flr_real near3_times = 64;

static inline flr_real near3_absolute(flr_real x) { return x < 0 ? -x : x; }
static inline flr_real near3_more(flr_real a, flr_real b) { return a > b ? a : b; }
static inline flr_real near3_largest(flr_vec3 v)
{
    return near3_more(near3_absolute(v.x), near3_more(near3_absolute(v.y), near3_absolute(v.z)));
}

/// Is a place near the origin for that size, along every axis?
static inline bool near3_is_near(flr_vec3 place, flr_real size)
{
    return near3_largest(place) <= near3_times * size;
}

/// Returns a place that is farther than this many sizes from 0, else 0.
static inline flr_real near3_far_off(flr_real place, flr_real size, flr_real times)
{
    return size > 0 && near3_absolute(place) > times * size ? place : 0;
}

/// Returns a place along those axes on which it is far from the origin for the size of a scene, and 0 along
/// the others.
static inline flr_vec3 near3_far_from(flr_vec3 place, flr_real size)
{
    return flr_vec3_make(near3_far_off(place.x, size, near3_times), near3_far_off(place.y, size, near3_times),
                         near3_far_off(place.z, size, near3_times));
}

static inline flr_real near3_nearer(flr_real p, flr_real q)
{
    return near3_absolute(p) < near3_absolute(q) ? p : q;
}

/// Returns the nearer of two places to the origin, along each axis.
static inline flr_vec3 near3_nearer_of(flr_vec3 p, flr_vec3 q)
{
    return flr_vec3_make(near3_nearer(p.x, q.x), near3_nearer(p.y, q.y), near3_nearer(p.z, q.z));
}

/// Sets the origin to 0 on axes on which subtracting it from p would round.
static inline void near3_keep_exact(flr_vec3 p, flr_vec3 *o)
{
    if (!difference_is_exact(p.x, o->x)) o->x = 0;
    if (!difference_is_exact(p.y, o->y)) o->y = 0;
    if (!difference_is_exact(p.z, o->z)) o->z = 0;
}

/// Returns a place near the mesh: the origin of its frame if that is near, else the pivot. near3_reach bounds
/// the extent from there.
static inline flr_vec3 near3_place(const flr_instance3 *i)
{
    const flr_vec3 pivot = i->mesh->pivot;
    return !i->mesh->from_pivot ? i->pose.translation : flr_affine3_point(i->pose, pivot);
}
static inline flr_real near3_reach(const flr_instance3 *i) { return i->max_stretch * i->mesh->reach; }

/// Is the shape so near the origin for its size that no other shape makes it move? This is a cheap test.
static inline bool near3_stays(const flr_instance3 *i)
{
    return !i->mesh->from_pivot && near3_is_near(i->pose.translation, near3_reach(i));
}

/// The same for axes on which it would round the placement of the mesh. The placement must be exact only if
/// the origin of its frame is near.
static inline void near3_keep_mesh(const flr_instance3 *i, flr_vec3 *o)
{
    if (!i->mesh->from_pivot) near3_keep_exact(i->pose.translation, o);
}

/// Returns the instance moved by an origin that does not round its placement: the same corners, but rounded
/// at the new place.
flr_instance3 flr_near3_recentered(const flr_instance3 *i, flr_vec3 origin);

#endif
