/// One form for shapes with flat faces and corners as given: a sheet by its outline, or a convex solid by
/// its faces. Yes and no are exact for every finite input.
#ifndef FLR_OVERLAP_FACES3_H
#define FLR_OVERLAP_FACES3_H

#include "closest/exact3.h"

typedef enum faces3_kind { FACES3_SHEET, FACES3_TETRAHEDRON, FACES3_POLYHEDRON } faces3_kind;

/// Lists as a polyhedron has them. A sheet is one face with all vertices in their order.
typedef struct faces3 {
    faces3_kind kind;
    flr_polyhedron3 lists;
} faces3;

/// These makers keep pointers into the shape that they are given.
static inline faces3 flr_faces3_sheet(const flr_vec3 *corners, size_t count)
{
    faces3 f = {FACES3_SHEET, {corners, count, NULL, NULL, count > 0}};
    return f;
}

static inline faces3 flr_faces3_triangle(const flr_triangle3 *t) { return flr_faces3_sheet(&t->a, 3); }
static inline faces3 flr_faces3_quad(const flr_quad3 *q) { return flr_faces3_sheet(&q->a, 4); }
static inline faces3 flr_faces3_polygon(const flr_polygon3 *p)
{
    return flr_faces3_sheet(p->vertices, p->count);
}
/// Face i is opposite to corner i.
static inline faces3 flr_faces3_tetrahedron(const flr_tetrahedron *t)
{
    static const uint32_t corners[12] = {1, 2, 3, 2, 3, 0, 3, 0, 1, 0, 1, 2}, first[5] = {0, 3, 6, 9, 12};
    faces3 f = {FACES3_TETRAHEDRON, {&t->a, 4, corners, first, 4}};
    return f;
}

static inline faces3 flr_faces3_polyhedron(const flr_polyhedron3 *h)
{
    faces3 f = {FACES3_POLYHEDRON, *h};
    return f;
}

/// The corners of face i in order.
flr_flat3 flr_faces3_face(const faces3 *f, size_t i);

static inline flr_triangle3 faces3_triangle_of(const flr_flat3 *face)
{
    flr_triangle3 t = {flr_flat3_corner(face, 0), flr_flat3_corner(face, 1), flr_flat3_corner(face, 2)};
    return t;
}

/// Edge i of a sheet's outline.
static inline flr_segment3 flr_faces3_rim(const faces3 *f, size_t i)
{
    size_t next = i + 1 < f->lists.vertex_count ? i + 1 : 0;
    flr_segment3 e = {f->lists.vertices[i], f->lists.vertices[next]};
    return e;
}

/// Does the shape contain the point?
bool flr_faces3_holds(const faces3 *f, flr_vec3 p);
bool flr_faces3_intersect_segment(const faces3 *f, const flr_segment3 *s);

/// Does a line or ray meet the shape? Without a direction it is its origin. A quad is its two halves, as in
/// a ray cast.
bool flr_faces3_intersect_line_or_ray(const faces3 *f, const flr_line_or_ray3 *c);

/// Quick test of two shapes of up to four corners each: 1 they overlap, -1 they are apart, 0 undecided.
/// Exact.
int flr_faces3_few(const faces3 *a, const faces3 *b);
/// The same for shapes that nearly touch along a direction, by the corners, edges and faces of both that are
/// extreme along it.
int flr_faces3_touch(const faces3 *a, const faces3 *b, flr_vec3 direction);

/// Is one a quad with corners off their plane, and does a plane part the corners of both, whatever else they enclose? Exact.
bool flr_faces3_bent_and_apart(const faces3 *a, const faces3 *b);

/// Do two of them overlap? Costs n m steps for n and m edges, few if their boxes or the plane of a face
/// separate them.
bool flr_faces3_intersect(const faces3 *a, const faces3 *b);

#endif
