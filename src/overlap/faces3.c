/// Shapes by their faces: sheets, tetrahedra and polyhedra as lists, a point in them, a segment, ray or line through them. Exact.
#include "overlap/faces3.h"

#include "closest/span3.h"
#include "shape/exact.h"

_Static_assert(sizeof(flr_triangle3) == 3 * sizeof(flr_vec3), "corners are addressed as an array");
_Static_assert(sizeof(flr_quad3) == 4 * sizeof(flr_vec3), "corners are addressed as an array");
_Static_assert(sizeof(flr_tetrahedron) == 4 * sizeof(flr_vec3), "corners are addressed as an array");

flr_flat3 flr_faces3_face(const faces3 *f, size_t i)
{
    if (f->kind != FACES3_SHEET) return flr_polyhedron3_face(&f->lists, i);
    flr_flat3 sheet = {f->lists.vertices, NULL, f->lists.vertex_count};
    return sheet;
}

static const flr_tetrahedron *tetrahedron_of(const faces3 *f)
{
    return (const flr_tetrahedron *)(const void *)f->lists.vertices;
}

bool flr_faces3_holds(const faces3 *f, flr_vec3 p)
{
    if (f->kind == FACES3_TETRAHEDRON) return flr_exact3_point_tetrahedron(p, tetrahedron_of(f));
    if (f->kind == FACES3_POLYHEDRON) return flr_exact3_point_polyhedron(p, &f->lists);
    flr_flat3 sheet = flr_faces3_face(f, 0);
    return flr_exact3_point_flat(p, &sheet);
}

bool flr_faces3_intersect_segment(const faces3 *f, const flr_segment3 *s)
{
    if (f->kind == FACES3_TETRAHEDRON) return flr_exact3_segment_tetrahedron(s, tetrahedron_of(f));
    if (f->kind == FACES3_POLYHEDRON) return flr_exact3_segment_polyhedron(s, &f->lists);
    flr_flat3 sheet = flr_faces3_face(f, 0);
    if (sheet.count != 3) return flr_exact3_segment_flat(s, &sheet);
    flr_triangle3 t = faces3_triangle_of(&sheet);
    return flr_exact3_segment_triangle(s, &t);
}

/// An unbounded shape must leave a bounded solid through a face, so faces decide.
bool flr_faces3_intersect_line_or_ray(const faces3 *f, const flr_line_or_ray3 *c)
{
    flr_vec3 d = c->line.direction;
    if (d.x == 0 && d.y == 0 && d.z == 0) return flr_faces3_holds(f, c->line.origin);
    bool is_quad = f->kind == FACES3_SHEET && f->lists.vertex_count == 4;
    for (size_t i = 0; i < f->lists.face_count; ++i) {
        flr_flat3 face = flr_faces3_face(f, i);
        flr_flat3_plane plane = {.flat = false};
        if (face.count > 3 && !is_quad) plane = flr_flat3_span_plane(&face);
        if (is_quad ? flr_exact3_line_or_ray_quad(c, &face, &plane)
                    : flr_exact3_line_or_ray_flat(c, &face, &plane))
            return true;
    }
    return false;
}
