/// How thick what two placed meshes have in common is at most, and where: `depth` of clash detection.
///
/// The thickness at a point p inside both is its distance to a's surface plus that to b's. The balls around p in
/// a and in b overlap by that much, so no shorter translation separates the two. (How long the shortest one is,
/// the penetration depth, is another question: any/penetration3.c.) The search starts where the surfaces intersect, goes inward until the thickness falls, then
/// ascends to a local maximum. The result is attained, so it is a lower bound; that no deeper place was
/// missed is not proved.
#ifndef FLR_PENETRATION_THICKNESS3_MESH_MESH_H
#define FLR_PENETRATION_THICKNESS3_MESH_MESH_H

#include "mesh/mesh3.h"

/// A point and the points of both surfaces nearest to it.
typedef struct thickness3_place {
    bool inside;  ///< of both
    flr_real thickness;
    flr_real distance_a, distance_b;  ///< the distances that thickness is the sum of
    flr_vec3 point, point_a, point_b;
    uint32_t item_a, item_b;
} thickness3_place;

/// The place at p. For a mesh that encloses nothing only points of its surface count as inside:
/// `on_a` or `on_b` says that p is one, and its distance there is 0.
thickness3_place flr_thickness3_at(const flr_instance3 *a, const flr_instance3 *b, flr_vec3 p, bool on_a,
                                   bool on_b);

/// The best place on a ray from x, a point of both surfaces or close to them, along the unit
/// vector w, from `least` to `most` away. Not inside where none was found.
thickness3_place flr_thickness3_inward(const flr_instance3 *a, const flr_instance3 *b, flr_vec3 x, flr_vec3 w,
                                       flr_real least, flr_real most);

/// The deepest point of an open surface in a watertight mesh, with the sheet as a and the solid as b: its
/// distance_a is 0. No point is deeper than the tolerance and than 1.001 times that thickness. The search may end
/// early: after 2^18 places, or some thousands beyond the first that is deeper than the tolerance. Not
/// inside where no point of the sheet was found to be.
thickness3_place flr_thickness3_sheet(const flr_instance3 *sheet, const flr_instance3 *solid,
                                      flr_real tolerance);

enum { THICKNESS3_PLACES = 8 };

/// The deepest places met so far, at most THICKNESS3_PLACES of them and no two of one neighbourhood.
typedef struct thickness3_places {
    thickness3_place all[THICKNESS3_PLACES];
    int count;
} thickness3_places;

void flr_thickness3_keep(thickness3_places *places, const thickness3_place *place);

/// The deepest place that the ascent from any of these reaches, with a search around each maximum for a
/// higher one near by. For two watertight meshes; `places` holds at least one place.
thickness3_place flr_thickness3_top(const flr_instance3 *a, const flr_instance3 *b,
                                    const thickness3_places *places, bool *settled);

/// Keeps places of two watertight meshes, for a tolerance that is large for their triangles. Finds one
/// deeper than the tolerance if there is any, and then one of at least 0.8 times the greatest thickness, if 2^17
/// boxes are enough.
void flr_thickness3_boxes(const flr_instance3 *a, const flr_instance3 *b, flr_real tolerance,
                          thickness3_places *places);

/// Where several points of a surface are equally near to the place, takes those two, one of each surface,
/// that are most nearly opposite: they give the direction that separates the meshes, if any does.
void flr_thickness3_oppose(const flr_instance3 *a, const flr_instance3 *b, thickness3_place *place);

#endif
