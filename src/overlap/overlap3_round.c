#include "convex/order3.h"
#include "feeler/convex.h"
#include "feeler/overlap3.h"
#include "overlap/faces3.h"

static bool meet(flr_convex3 a, flr_convex3 b) { return flr_overlap3_convex_convex(&a, &b, NULL).overlap; }

/// The corners of all faces, around one of them: a list of points would be taken around the origin, which may be far.
static flr_vec3 polyhedron_support(const void *user, flr_vec3 direction)
{
    const flr_polyhedron3 *h = user;
    flr_vec3 first = h->vertices[h->indices[0]], best = first;
    flr_real most = 0;
    for (uint32_t k = 1; k < h->first[h->face_count]; ++k) {
        flr_vec3 corner = h->vertices[h->indices[k]];
        flr_real along = flr_dot3(flr_sub3(corner, first), direction);
        if (along > most) most = along, best = corner;
    }
    return best;
}

static flr_convex3 convex3_polyhedron(const flr_polyhedron3 *h)
{
    return flr_convex3_user(polyhedron_support, h, h->vertices[h->indices[0]], 0);
}

#define OF_CONVEX(A, TYPE_A, B, TYPE_B)                                                                      \
    bool flr_overlap3_##A##_##B(const TYPE_A *a, const TYPE_B *b)                                            \
    {                                                                                                        \
        return meet(flr_convex3_##A(a), flr_convex3_##B(b));                                                 \
    }
/// Two of one kind are asked in an order of their own, so that turned round the answer is the same to the last rounding.
#define OF_ONE_KIND(A, TYPE_A)                                                                               \
    bool flr_overlap3_##A##_##A(const TYPE_A *a, const TYPE_A *b)                                            \
    {                                                                                                        \
        flr_convex3 x = flr_convex3_##A(a), y = flr_convex3_##A(b);                                          \
        return flr_convex3_is_first(&x, &y) ? meet(x, y) : meet(y, x);                                       \
    }
#define WITH_CYLINDER_AND_CONE(A, TYPE_A)                                                                    \
    OF_CONVEX(A, TYPE_A, cylinder, flr_cylinder)                                                             \
    OF_CONVEX(A, TYPE_A, cone, flr_cone)
#define CYLINDER_AND_CONE_WITH(B, TYPE_B)                                                                    \
    OF_CONVEX(cylinder, flr_cylinder, B, TYPE_B)                                                             \
    OF_CONVEX(cone, flr_cone, B, TYPE_B)

WITH_CYLINDER_AND_CONE(capsule, flr_capsule3)
WITH_CYLINDER_AND_CONE(aabb, flr_aabb3)
WITH_CYLINDER_AND_CONE(box, flr_box3)
OF_ONE_KIND(cylinder, flr_cylinder)
OF_ONE_KIND(cone, flr_cone)
OF_CONVEX(cylinder, flr_cylinder, cone, flr_cone)
CYLINDER_AND_CONE_WITH(triangle, flr_triangle3)
CYLINDER_AND_CONE_WITH(rectangle, flr_rectangle3)
CYLINDER_AND_CONE_WITH(tetrahedron, flr_tetrahedron)

bool flr_overlap3_cylinder_polyhedron(const flr_cylinder *a, const flr_polyhedron3 *b)
{
    return b->face_count > 0 && meet(flr_convex3_cylinder(a), convex3_polyhedron(b));
}
bool flr_overlap3_cone_polyhedron(const flr_cone *a, const flr_polyhedron3 *b)
{
    return b->face_count > 0 && meet(flr_convex3_cone(a), convex3_polyhedron(b));
}

/// Between the two last points of the shape along the normal of a sheet; of a sheet without one, a point of the shape.
static flr_segment3 across(const flr_convex3 *c, const faces3 *sheet)
{
    flr_flat3 outline = flr_faces3_face(sheet, 0);
    flr_flat3_plane p = flr_flat3_span_plane(&outline);
    flr_frame3 f = flr_flat3_frame(&outline, p.a, p.a);
    dvec3 n = dvec3_cross(flr_frame3_local(&f, p.b), flr_frame3_local(&f, p.c));
    flr_vec3 way = flr_vec3_make(1, 0, 0);
    double size = flr_largest3(n.x, n.y, n.z);
    if (p.flat && size > 0)
        way = flr_vec3_make((flr_real)(n.x / size), (flr_real)(n.y / size), (flr_real)(n.z / size));
    flr_segment3 s = {flr_support3(c, flr_neg3(way)), flr_support3(c, way)};
    return s;
}

/// A convex shape and a sheet, convex or not, meet at the rim of the sheet or inside of it; inside, the shape passes
/// through or its last point touches, and so does the segment between both last points.
#define OF_SHEET(A, TYPE_A, B, TYPE_B)                                                                       \
    bool flr_overlap3_##A##_##B(const TYPE_A *a, const TYPE_B *b)                                            \
    {                                                                                                        \
        faces3 sheet = flr_faces3_##B(b);                                                                    \
        flr_convex3 c = flr_convex3_##A(a);                                                                  \
        for (size_t i = 0; i < sheet.lists.vertex_count; ++i) {                                              \
            flr_segment3 e = flr_faces3_rim(&sheet, i);                                                      \
            if (flr_overlap3_segment_##A(&e, a)) return true;                                                \
        }                                                                                                    \
        if (sheet.lists.vertex_count == 0) return false;                                                     \
        flr_segment3 s = across(&c, &sheet);                                                                 \
        return flr_faces3_meet_segment(&sheet, &s);                                                          \
    }

OF_SHEET(cylinder, flr_cylinder, quad, flr_quad3)
OF_SHEET(cylinder, flr_cylinder, polygon, flr_polygon3)
OF_SHEET(cone, flr_cone, quad, flr_quad3)
OF_SHEET(cone, flr_cone, polygon, flr_polygon3)
