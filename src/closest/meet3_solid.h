/// Is a point in a solid with flat faces? Exact for every finite input.
#ifndef FLR_CLOSEST_MEET3_SOLID_H
#define FLR_CLOSEST_MEET3_SOLID_H

#include "closest/flat3.h"

bool flr_meet3_point_triangle(flr_vec3 p, const flr_triangle3 *t);
/// In either winding; a flat one is its four triangles.
bool flr_meet3_point_tetrahedron(flr_vec3 p, const flr_tetrahedron *t);
bool flr_meet3_segment_tetrahedron(const flr_segment3 *s, const flr_tetrahedron *t);
bool flr_meet3_point_polyhedron(flr_vec3 p, const flr_polyhedron3 *h);
bool flr_meet3_segment_polyhedron(const flr_segment3 *s, const flr_polyhedron3 *h);

/// A filter for the point in the tetrahedron: 1 strictly inside, -1 outside, 0 where rounding leaves a doubt. In all cases
/// at once and without branches, as nothing foretells the signs.
int flr_tetrahedron_filter(flr_vec3 p, const flr_tetrahedron *t);

/// Face i of 4; which way it turns depends on the winding.
flr_triangle3 flr_tetrahedron_face(const flr_tetrahedron *t, int i);

static inline flr_flat3 flr_polyhedron3_face(const flr_polyhedron3 *h, size_t i)
{
    flr_flat3 face = {h->vertices, h->indices + h->first[i], h->first[i + 1] - h->first[i]};
    return face;
}

#endif
