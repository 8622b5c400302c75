/// Moving shapes of any kind, part by part: convex cores, planes and halfspaces, and meshes.
#ifndef FLR_ANY_TOI3_H
#define FLR_ANY_TOI3_H

#include "any/any3.h"
#include "feeler/shape2.h"
#include "toi/toi3.h"

typedef enum toi3_part_kind { TOI3_CONVEX, TOI3_FLAT, TOI3_MESH } toi3_part_kind;

typedef struct toi3_part {
    toi3_part_kind kind;
    flr_convex3 core;  ///< of a flat part a point of its boundary
    flr_vec3 normal;   ///< of a flat part, unit: out of the halfspace, or either way from the plane
    bool solid;        ///< of a flat part: a halfspace
    const flr_instance3 *mesh;
} toi3_part;

/// The first touch found so far, of shapes on two paths.
typedef struct toi3_search {
    const flr_path3 *path_a, *path_b;
    flr_toi3_options options;
    flr_toi3_result best;
    uint32_t triangle_a, triangle_b;  ///< which are asked now, of meshes
} toi3_search;

static inline void toi3_turn_parts(flr_toi3_result *r)
{
    const flr_toi3_result of = *r;
    r->child_a = of.child_b;
    r->child_b = of.child_a;
    r->triangle_a = of.triangle_b;
    r->triangle_b = of.triangle_a;
}

static inline bool toi3_is_over(const toi3_search *s)
{
    return (s->best.hit && s->best.t == 0) || s->best.status == FLR_NOT_FINITE;
}

toi3_part flr_toi3_convex_part(const flr_convex3 *core);
toi3_part flr_toi3_flat_part(const flr_plane3 *boundary, bool solid);

/// First touch of two parts that are no meshes, and not both flat, until the best time so far.
flr_toi3_result flr_toi3_parts(const toi3_search *s, const toi3_part *a, const toi3_part *b,
                               const flr_toi3_options *options);

/// Takes it for the best if it comes first.
void flr_toi3_keep(toi3_search *s, const flr_toi3_result *found);

/// The same, kept, unless the search is over.
void flr_toi3_search_parts(toi3_search *s, const toi3_part *a, const toi3_part *b);

/// Where one at least is a mesh: by their trees, over slices of the time.
void flr_toi3_search_trees(toi3_search *s, const toi3_part *a, const toi3_part *b);

/// Two out of ray, line, plane and halfspace, a before b in rank.
void flr_toi3_search_unbounded(toi3_search *s, const flr_shape3 *a, const flr_shape3 *b);

/// Calls for triangles that make up a quad or polygon, concave or not, with its corners; with flat ones where it has
/// no area. O(n^2) time as a rule, n^3 at worst.
typedef void toi3_triangle_fn(void *user, const flr_triangle3 *t);
void flr_toi3_triangles(const flr_vec3 *corners, size_t count, toi3_triangle_fn *call, void *user);

/// The same of a polygon in the plane.
typedef void toi2_triangle_fn(void *user, const flr_triangle2 *t);
void flr_toi2_triangles(const flr_vec2 *corners, size_t count, toi2_triangle_fn *call, void *user);

#endif
