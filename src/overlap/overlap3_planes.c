#include "closest/plane3.h"
#include "feeler/overlap3.h"
#include "math/predicates.h"

/// What classify calls 0 meets the plane; what it does not call in front meets the halfspace behind.
#define PLANE_SECOND(name, type)                                                                             \
    bool flr_overlap3_##name##_plane(const type *s, const flr_plane3 *h)                                     \
    {                                                                                                        \
        return flr_classify3_plane_##name(h, s) == 0;                                                        \
    }                                                                                                        \
    bool flr_overlap3_##name##_halfspace(const type *s, const flr_halfspace3 *h)                             \
    {                                                                                                        \
        flr_plane3 boundary = flr_plane3_of(h);                                                              \
        return flr_classify3_plane_##name(&boundary, s) <= 0;                                                \
    }
#define PLANE_FIRST(name, type)                                                                              \
    bool flr_overlap3_plane_##name(const flr_plane3 *h, const type *s)                                       \
    {                                                                                                        \
        return flr_classify3_plane_##name(h, s) == 0;                                                        \
    }                                                                                                        \
    bool flr_overlap3_halfspace_##name(const flr_halfspace3 *h, const type *s)                               \
    {                                                                                                        \
        flr_plane3 boundary = flr_plane3_of(h);                                                              \
        return flr_classify3_plane_##name(&boundary, s) <= 0;                                                \
    }

PLANE_SECOND(segment, flr_segment3)
PLANE_SECOND(ray, flr_ray3)
PLANE_SECOND(line, flr_line3)
PLANE_FIRST(sphere, flr_sphere)
PLANE_FIRST(capsule, flr_capsule3)
PLANE_FIRST(aabb, flr_aabb3)
PLANE_FIRST(box, flr_box3)
PLANE_FIRST(parallelepiped, flr_parallelepiped)
PLANE_FIRST(cylinder, flr_cylinder)
PLANE_FIRST(cone, flr_cone)
PLANE_FIRST(triangle, flr_triangle3)
PLANE_FIRST(quad, flr_quad3)
PLANE_FIRST(rectangle, flr_rectangle3)
PLANE_FIRST(polygon, flr_polygon3)
PLANE_FIRST(tetrahedron, flr_tetrahedron)
PLANE_FIRST(polyhedron, flr_polyhedron3)

/// Sign of a * d - b * c.
static int sign2(flr_real a, flr_real b, flr_real c, flr_real d)
{
    return flr_orient2_inline(0, 0, (double)a, (double)b, (double)c, (double)d);
}

/// +1 for normals of one direction, -1 for opposite ones, 0 for any others; exact.
static int same_heading(flr_vec3 m, flr_vec3 n)
{
    if (sign2(m.x, m.y, n.x, n.y) || sign2(m.y, m.z, n.y, n.z) || sign2(m.z, m.x, n.z, n.x)) return 0;
    if (m.x != 0) return (m.x > 0) == (n.x > 0) ? 1 : -1;
    if (m.y != 0) return (m.y > 0) == (n.y > 0) ? 1 : -1;
    return (m.z > 0) == (n.z > 0) ? 1 : -1;
}

/// For parallel normals: the sign of offset_a / |m| * heading - offset_b / |n|.
static int compare_offsets(flr_vec3 m, flr_real offset_a, flr_vec3 n, flr_real offset_b, int heading)
{
    flr_real a = m.x != 0 ? m.x : m.y != 0 ? m.y : m.z, b = m.x != 0 ? n.x : m.y != 0 ? n.y : n.z;
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    return -sign2(a, heading < 0 ? -offset_a : offset_a, b, offset_b);
}

bool flr_overlap3_plane_plane(const flr_plane3 *a, const flr_plane3 *b)
{
    int heading = same_heading(a->normal, b->normal);
    return heading == 0 || compare_offsets(a->normal, a->offset, b->normal, b->offset, heading) == 0;
}

bool flr_overlap3_plane_halfspace(const flr_plane3 *a, const flr_halfspace3 *b)
{
    int heading = same_heading(a->normal, b->normal);
    return heading == 0 || compare_offsets(a->normal, a->offset, b->normal, b->offset, heading) <= 0;
}

bool flr_overlap3_halfspace_halfspace(const flr_halfspace3 *a, const flr_halfspace3 *b)
{
    int heading = same_heading(a->normal, b->normal);
    return heading >= 0 || compare_offsets(a->normal, a->offset, b->normal, b->offset, heading) <= 0;
}
