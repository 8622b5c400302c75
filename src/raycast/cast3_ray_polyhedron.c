#include "closest/exact3.h"
#include "raycast/exact3.h"
#include "raycast/flat3.h"

/// Does the path's point of that t lie in the closed polyhedron? A flat one has no inside. Exact.
static bool holds(const flr_cast3_path *p, flr_real t, const flr_polyhedron3 *h)
{
    bool behind = false;
    if (!isfinite(t)) return false;
    for (size_t i = 0; i < h->face_count; ++i) {
        flr_flat3 face = flr_polyhedron3_face(h, i);
        flr_flat3_plane plane = flr_flat3_span_plane(&face);
        if (!plane.flat) continue;
        flr_row3 e = flr_row3_difference(plane.b, plane.a), f = flr_row3_difference(plane.c, plane.a),
                 at = cast3_at(p, t, plane.a);
        int side =
            t == 0 ? flr_orient3(plane.a, plane.b, plane.c, p->origin) : flr_triple3_exact(&e, &f, &at, 0);
        if (side > 0) return false;
        if (side < 0) behind = true;
    }
    return behind;
}

static bool is_finite(const flr_polyhedron3 *h)
{
    for (size_t i = 0; i < h->vertex_count; ++i)
        if (!flr_is_finite3(h->vertices[i])) return false;
    return true;
}

/// Where the path only touches an edge or corner, the face that it meets from outside gives the normal.
flr_cast3 flr_cast3_ray_polyhedron(const flr_cast3_path *path, const flr_polyhedron3 *h)
{
    flr_cast3 r = {.hit = false}, first = {.hit = false};
    if (!(path->t_min <= path->t_max) || !is_finite(h)) return r;
    flr_real last = path->t_min;
    uint32_t face_last = 0;
    bool first_faces = false, last_faces = true;
    for (size_t i = 0; i < h->face_count; ++i) {
        const flr_flat3 face = flr_polyhedron3_face(h, i);
        int facing;
        flr_cast3 next = flr_cast3_ray_flat(path, &face, &facing);
        if (!next.hit) continue;
        if (next.t > last || (next.t == last && last_faces)) {
            last = next.t;
            face_last = (uint32_t)i;
            last_faces = facing >= 0;
        }
        if (first.hit && (next.t > first.t || (next.t == first.t && (first_faces || facing <= 0)))) continue;
        first = next;
        first.face = (uint32_t)i;
        first_faces = facing > 0;
    }
    bool inside = holds(path, path->t_min, h);
    if (!first.hit && !inside) return r;
    r.hit = true;
    r.inside = inside;
    r.t = inside ? cast3_told(path, path->t_min) : first.t;
    r.point = inside ? cast3_point(path, path->t_min) : first.point;
    if (!inside) {
        r.normal = first.normal;
        r.face = first.face;
    }
    r.t_exit = cast3_told(path, holds(path, path->t_max, h) ? path->t_max : last);
    r.face_exit = face_last;
    return r;
}
