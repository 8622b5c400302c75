/// Contact points from many places, kept few on the way; and what the kinds of pairs share.
#ifndef FLR_ANY_CONTACT3_GATHER_H
#define FLR_ANY_CONTACT3_GATHER_H

#include "any/any3.h"
#include "contact/manifold3.h"

enum { CONTACT3_GATHER_MAX = 64 };

typedef struct contact3_gather {
    flr_vec3 normal;
    flr_real near;  ///< points closer than this to one another are one
    flr_real size;  ///< of the scene
    int count;
    flr_manifold3_point points[CONTACT3_GATHER_MAX];
} contact3_gather;

contact3_gather flr_contact3_gather_begin(flr_vec3 normal, flr_real size);

/// Of two points in one place the deeper stays.
void flr_contact3_gather_add(contact3_gather *g, flr_manifold3_point p);

/// The four that span most, with ids all different; points closer to one another than a small part of that are one.
void flr_contact3_gather_finish(contact3_gather *g, flr_manifold3 *m);

/// One point in the middle between two.
static inline flr_manifold3 contact3_single(flr_vec3 a, flr_vec3 b, flr_vec3 normal, flr_real depth,
                                            uint32_t id)
{
    flr_manifold3 m = {.normal = normal, .count = 1};
    m.points[0].position = flr_add3(flr_scale3((flr_real)0.5, a), flr_scale3((flr_real)0.5, b));
    m.points[0].depth = depth;
    m.points[0].id = id;
    return m;
}

static inline flr_real contact3_size(const flr_shape3 *bounded)
{
    flr_aabb3 b = flr_any3_bounds(bounded);
    return flr_length3(flr_sub3(b.max, b.min));
}

/// a is a plane or halfspace, b anything.
flr_status flr_contact3_flat(const flr_shape3 *a, const flr_shape3 *b, flr_real margin, flr_manifold3 *m);

/// b is a quad or polygon that is concave; a is convex or such a sheet.
flr_status flr_contact3_sheet(const flr_shape3 *a, const flr_shape3 *b, flr_real margin, flr_manifold3 *m);

/// b is a mesh, a is bounded, or a ray or line.
flr_status flr_contact3_mesh(const flr_shape3 *a, const flr_shape3 *b, flr_real margin, flr_manifold3 *m);
/// b is a compound, or both are concave; a is no plane or halfspace.
flr_status flr_contact3_compound(const flr_shape3 *a, const flr_shape3 *b, flr_real margin, flr_manifold3 *m);
flr_status flr_contact3_meshes(const flr_shape3 *a, const flr_shape3 *b, flr_real margin, flr_manifold3 *m);

/// How far the convex shape reaches along a unit vector.
static inline flr_real contact3_reach(const flr_convex3 *c, flr_vec3 u)
{
    if (c->kind == FLR_CONVEX3_CORNERS) {
        flr_real most = flr_dot3(c->corners[0], u);
        for (uint32_t i = 1; i < c->count; i++) {
            const flr_real at = flr_dot3(c->corners[i], u);
            most = at > most ? at : most;
        }
        return most + c->radius;
    }
    if (c->kind != FLR_CONVEX3_BOX) return flr_dot3(flr_support3(c, u), u) + c->radius;
    flr_real reach = flr_dot3(c->center, u) + c->radius;
    const flr_real half[3] = {c->half_extents.x, c->half_extents.y, c->half_extents.z};
    for (int k = 0; k < 3; k++) reach += half[k] * (flr_real)fabs((double)flr_dot3((&c->axes.x)[k], u));
    return reach;
}

#endif
