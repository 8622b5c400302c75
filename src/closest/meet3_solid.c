#include "closest/meet3_solid.h"

#include "math/predicates.h"
#include "shape/meet3.h"

bool flr_meet3_point_triangle(flr_vec3 p, const flr_triangle3 *t)
{
    flr_segment3 point = {p, p};
    return flr_meet3_segment_triangle(&point, t);
}

/// Opposite to corner i.
flr_triangle3 flr_tetrahedron_face(const flr_tetrahedron *t, int i)
{
    const flr_vec3 corner[4] = {t->a, t->b, t->c, t->d};
    flr_triangle3 face = {corner[(i + 1) & 3], corner[(i + 2) & 3], corner[(i + 3) & 3]};
    return face;
}

bool flr_meet3_point_tetrahedron(flr_vec3 p, const flr_tetrahedron *t)
{
    int whole = flr_orient3_inline(t->a, t->b, t->c, t->d);
    for (int i = 0; i < 4; ++i) {
        flr_triangle3 face = flr_tetrahedron_face(t, i);
        if (whole == 0) {
            if (flr_meet3_point_triangle(p, &face)) return true;
            continue;
        }
        int within = i & 1 ? whole : -whole;  // the side of corner i: the faces go around by turns
        if (flr_orient3_inline(face.a, face.b, face.c, p) == -within) return false;
    }
    return whole != 0;
}

bool flr_meet3_segment_tetrahedron(const flr_segment3 *s, const flr_tetrahedron *t)
{
    if (flr_meet3_point_tetrahedron(s->a, t)) return true;
    for (int i = 0; i < 4; ++i) {
        flr_triangle3 face = flr_tetrahedron_face(t, i);
        if (flr_meet3_segment_triangle(s, &face)) return true;
    }
    return false;
}

/// Behind every face. Where p is in the plane of every face, the polyhedron may be flat, and then
/// only the faces themselves tell.
bool flr_meet3_point_polyhedron(flr_vec3 p, const flr_polyhedron3 *h)
{
    bool behind = false;
    for (size_t i = 0; i < h->face_count; ++i) {
        flr_flat3 face = flr_polyhedron3_face(h, i);
        flr_flat3_plane plane = flr_flat3_span_plane(&face);
        int side = plane.flat ? flr_orient3_inline(plane.a, plane.b, plane.c, p) : 0;
        if (side > 0) return false;
        if (side < 0) behind = true;
    }
    for (size_t i = 0; i < h->face_count && !behind; ++i) {
        flr_flat3 face = flr_polyhedron3_face(h, i);
        behind = flr_meet3_point_flat(p, &face);
    }
    return behind;
}

bool flr_meet3_segment_polyhedron(const flr_segment3 *s, const flr_polyhedron3 *h)
{
    if (flr_meet3_point_polyhedron(s->a, h)) return true;
    for (size_t i = 0; i < h->face_count; ++i) {
        flr_flat3 face = flr_polyhedron3_face(h, i);
        if (flr_meet3_segment_flat(s, &face)) return true;
    }
    return false;
}
