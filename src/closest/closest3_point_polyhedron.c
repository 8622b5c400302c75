#include "closest/meet3_solid.h"

/// RTCD 5.1.7, over all faces: telling which face p strictly faces would cost what it saves.
flr_closest3 flr_closest3_point_polyhedron(flr_vec3 p, const flr_polyhedron3 *h)
{
    if (flr_meet3_point_polyhedron(p, h)) return flr_closest3_meeting(p);
    flr_closest3 best = {INFINITY, p, p};
    for (size_t i = 0; i < h->face_count; ++i) {
        flr_flat3 face = flr_polyhedron3_face(h, i);
        flr_closest3 next = flr_closest3_point_flat(p, &face);
        if (next.distance < best.distance) best = next;
    }
    best.distance = flr_real_from_distance(flr_keep_apart((double)best.distance));
    return best;
}

flr_closest3 flr_closest3_segment_polyhedron(const flr_segment3 *s, const flr_polyhedron3 *h)
{
    if (flr_meet3_point_polyhedron(s->a, h)) return flr_closest3_meeting(s->a);
    if (flr_meet3_point_polyhedron(s->b, h)) return flr_closest3_meeting(s->b);
    flr_closest3 best = {INFINITY, s->a, s->a};
    for (size_t i = 0; i < h->face_count && best.distance > 0; ++i) {
        flr_flat3 face = flr_polyhedron3_face(h, i);
        flr_closest3 next = flr_closest3_segment_flat(s, &face);
        if (next.distance < best.distance) best = next;
    }
    return best;
}
