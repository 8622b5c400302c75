/// Moving shapes of any kind, part by part: convex cores, planes and halfspaces, and meshes.
#ifndef FLR_ANY_TOI3_H
#define FLR_ANY_TOI3_H

#include "any/any3.h"
#include "feeler/shape2.h"
#include "toi/toi3.h"

typedef enum motion3_part_kind { MOTION3_CONVEX, MOTION3_FLAT, MOTION3_MESH } motion3_part_kind;

typedef struct motion3_part {
    motion3_part_kind kind;
    flr_convex3 core;  ///< of a flat part a point of its boundary
    flr_vec3 normal;   ///< of a flat part, unit: out of the halfspace, or either way from the plane
    bool solid;        ///< of a flat part: a halfspace
    const flr_instance3 *mesh;
} motion3_part;

/// The first touch found so far, of shapes on two paths.
typedef struct motion3_search {
    const flr_path3 *path_a, *path_b;
    flr_toi3_options options;
    flr_toi3_result best;
} motion3_search;

static inline bool motion3_is_over(const motion3_search *s)
{
    return (s->best.hit && s->best.t == 0) || s->best.status == FLR_NOT_FINITE;
}

motion3_part flr_toi3_convex_part(const flr_convex3 *core);
motion3_part flr_toi3_flat_part(const flr_plane3 *boundary, bool solid);

/// First touch of two parts that are no meshes, and not both flat, until the best time so far.
flr_toi3_result flr_toi3_parts(const motion3_search *s, const motion3_part *a, const motion3_part *b,
                               const flr_toi3_options *options);

/// Takes it for the best if it comes first.
void flr_toi3_keep(motion3_search *s, const flr_toi3_result *found);

/// Of any two parts but two flat ones.
void flr_toi3_search_parts(motion3_search *s, const motion3_part *a, const motion3_part *b);

/// Where one at least is a mesh: by their trees, every box over the whole of its way.
void flr_toi3_search_trees(motion3_search *s, const motion3_part *a, const motion3_part *b);

/// Two out of ray, line, plane and halfspace, a before b in rank.
void flr_toi3_search_unbounded(motion3_search *s, const flr_shape3 *a, const flr_shape3 *b);

/// Calls for triangles that make up a quad or polygon, concave or not, with its corners; with flat ones where it has
/// no area. O(n^2) time as a rule, n^3 at worst.
typedef void motion3_triangle_fn(void *user, const flr_triangle3 *t);
void flr_toi3_triangles(const flr_vec3 *corners, size_t count, motion3_triangle_fn *tell, void *user);

/// The same of a polygon in the plane.
typedef void motion2_triangle_fn(void *user, const flr_triangle2 *t);
void flr_toi2_triangles(const flr_vec2 *corners, size_t count, motion2_triangle_fn *tell, void *user);

#endif
