/// Where two parts may overlap most deeply: places met on the way from a contact, or from a piece inside the other part.
#ifndef FLR_INTERFERENCE_INTERFERENCE3_PLACES_H
#define FLR_INTERFERENCE_INTERFERENCE3_PLACES_H

#include "contact/contact3_mesh_mesh.h"
#include "feeler/query.h"
#include "penetration/depth3_mesh_mesh.h"

typedef struct interference3_parts {
    const flr_instance3 *a, *b;
    bool closed_a, closed_b;
    flr_real tolerance, clearance;
} interference3_parts;

/// The greatest depth of the places kept; 0 for none.
flr_real flr_places3_deepest(const depth3_places *places);

/// For two watertight meshes: keeps the best place on the way inward from a pair of triangles in contact.
void flr_places3_look_from(const interference3_parts *p, const contact3_start *s, depth3_places *places);

/// Likewise: places reached from some triangles of `inner`, whose surface lies inside the other part: their corners
/// and middles, and inward from there.
void flr_places3_look_into_contained(const interference3_parts *p, bool a_is_inner, depth3_places *places);

/// Is some piece of `inner` inside `outer`? Sets *all where every piece is. Pieces whose surface does not
/// meet outer's lie wholly to one side of it, so one vertex tells.
bool flr_places3_piece_inside(const flr_instance3 *inner, const flr_instance3 *outer, bool *all,
                              flr_vec3 *where);

/// Likewise: keeps a piece of one part wholly inside the other, while the surfaces touch elsewhere.
void flr_places3_hidden_pieces(const interference3_parts *p, depth3_places *places);

/// Likewise: the deepest place to be found from those met. Not inside where there is none.
depth3_place flr_places3_top(const interference3_parts *p, const depth3_places *places, bool *settled);

/// For two parts of which one is watertight: the deepest place of the other's surface in it.
depth3_place flr_places3_sheet(const interference3_parts *p);

#endif
