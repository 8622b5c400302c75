#include "closest/exact3.h"
#include "feeler/overlap3.h"

/// RTCD 5.3.3 by separating axes, in signs of orientations.
bool flr_overlap3_segment_aabb(const flr_segment3 *s, const flr_aabb3 *b)
{
    const flr_vec3 points[2] = {s->a, s->b};
    return flr_meet3_points_aabb(points, 2, b);
}

bool flr_overlap3_segment_quad(const flr_segment3 *s, const flr_quad3 *q)
{
    const flr_vec3 corner[4] = {q->a, q->b, q->c, q->d};
    flr_flat3 sheet = {corner, NULL, 4};
    return flr_meet3_segment_flat(s, &sheet);
}

bool flr_overlap3_segment_polygon(const flr_segment3 *s, const flr_polygon3 *polygon)
{
    flr_flat3 sheet = {polygon->vertices, NULL, polygon->count};
    return flr_meet3_segment_flat(s, &sheet);
}

bool flr_overlap3_segment_tetrahedron(const flr_segment3 *s, const flr_tetrahedron *t)
{
    return flr_meet3_segment_tetrahedron(s, t);
}

bool flr_overlap3_segment_polyhedron(const flr_segment3 *s, const flr_polyhedron3 *h)
{
    return flr_meet3_segment_polyhedron(s, h);
}
