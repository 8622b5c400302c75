#include "closest/exact3.h"
#include "math/predicates.h"
#include "raycast/triangle3.h"

/// The corners of the face opposite each corner, so that it turns to the front where orient3 of all is positive.
static const int face_of[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

/// Does the path's point of that t lie in the closed tetrahedron? A flat one has no inside. Exact.
static bool holds(const flr_cast3_path *p, flr_real t, const flr_vec3 v[4], int whole)
{
    if (!isfinite(t) || whole == 0) return false;
    for (int i = 0; i < 4; ++i) {
        flr_vec3 a = v[face_of[i][0]], b = v[face_of[i][1]], c = v[face_of[i][2]];
        flr_row3 e = flr_row3_difference(b, a), f = flr_row3_difference(c, a), at = cast3_at(p, t, a);
        int side = t == 0 ? flr_orient3_inline(a, b, c, p->origin) : flr_triple3_exact(&e, &f, &at, 0);
        if (side == whole) return false;
    }
    return true;
}

static bool corners_are_finite(const flr_vec3 v[4])
{
    return flr_is_finite3(v[0]) && flr_is_finite3(v[1]) && flr_is_finite3(v[2]) && flr_is_finite3(v[3]);
}

flr_cast3 flr_cast3_ray_tetrahedron(const flr_cast3_path *path, const flr_tetrahedron *t)
{
    flr_cast3 r = {.hit = false};
    const flr_vec3 v[4] = {t->a, t->b, t->c, t->d};
    if (!(path->t_min <= path->t_max) || !corners_are_finite(v)) return r;
    int whole = flr_orient3_inline(v[0], v[1], v[2], v[3]);
    int start = path->t_min == 0 ? flr_tetrahedron_filter(path->origin, t) : 0;
    flr_cast3_triangle first = {.hit = false};
    flr_real last = path->t_min;
    bool first_faces = false, last_faces = true;
    uint32_t face_first = 0, face_last = 0;
    for (int i = 0; i < 4; ++i) {
        const flr_triangle3 face = {v[face_of[i][0]], v[face_of[i][1]], v[face_of[i][2]]};
        flr_cast3_triangle next = flr_cast3_ray_triangle(path, &face, 0);
        if (!next.hit) continue;
        bool faces = next.front == (whole > 0);
        if (next.t > last || (next.t == last && last_faces)) {
            last = next.t;
            face_last = (uint32_t)i;
            last_faces = faces;
        }
        // where the path only touches an edge, the face that it meets from outside gives the normal
        if (first.hit && (next.t > first.t || (next.t == first.t && (first_faces || !faces)))) continue;
        first = next;
        face_first = (uint32_t)i;
        first_faces = faces;
    }
    bool inside = start != 0 ? start > 0 : holds(path, path->t_min, v, whole);
    if (!first.hit && !inside) return r;
    r.hit = true;
    r.inside = inside;
    r.t = inside ? cast3_told(path, path->t_min) : first.t;
    r.point = inside ? cast3_point(path, path->t_min) : first.point;
    if (!inside) {
        r.normal = first.normal;
        r.face = face_first;
    }
    r.t_exit = cast3_told(path, holds(path, path->t_max, v, whole) ? path->t_max : last);
    r.face_exit = face_last;
    return r;
}
