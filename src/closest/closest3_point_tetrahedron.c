#include "closest/meet3_solid.h"

/// RTCD 5.1.6, differing in asking exactly whether p is inside, by signs that need no winding, and
/// in taking a flat tetrahedron for its four triangles.
flr_closest3 flr_closest3_point_tetrahedron(flr_vec3 p, const flr_tetrahedron *t)
{
    if (flr_meet3_point_tetrahedron(p, t)) return flr_closest3_meeting(p);
    flr_closest3 best = {INFINITY, p, p};
    for (int i = 0; i < 4; ++i) {
        flr_triangle3 face = flr_tetrahedron_face(t, i);
        flr_closest3 next = flr_closest3_point_triangle(p, &face);
        if (next.distance < best.distance) best = next;
    }
    best.distance = flr_real_from_distance(flr_keep_apart((double)best.distance));
    return best;
}

flr_closest3 flr_closest3_segment_tetrahedron(const flr_segment3 *s, const flr_tetrahedron *t)
{
    if (flr_meet3_point_tetrahedron(s->a, t)) return flr_closest3_meeting(s->a);
    if (flr_meet3_point_tetrahedron(s->b, t)) return flr_closest3_meeting(s->b);
    flr_closest3 best = {INFINITY, s->a, t->a};
    for (int i = 0; i < 4 && best.distance > 0; ++i) {
        flr_triangle3 face = flr_tetrahedron_face(t, i);
        flr_closest3 next = flr_closest3_segment_triangle(s, &face);
        if (next.distance < best.distance) best = next;
    }
    return best;
}
