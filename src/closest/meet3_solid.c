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

static inline double greatest(double a, double b, double c, double d)
{
    double x = fabs(a) > fabs(b) ? fabs(a) : fabs(b), y = fabs(c) > fabs(d) ? fabs(c) : fabs(d);
    return x > y ? x : y;
}

/// The volumes of p with the faces, opposite to a, b, c, d. Inside they are of one sign; then so is the whole. Each is off
/// by at most 7 roundings of the sum of its absolute products (Shewchuk, 1997), of which there are 6, none above the
/// product of the greatest coordinates; within these ranges nothing underflows beside that.
int flr_tetrahedron_filter(flr_vec3 p, const flr_tetrahedron *t)
{
    dvec3 a = dvec3_relative(t->a, p), b = dvec3_relative(t->b, p), c = dvec3_relative(t->c, p),
          d = dvec3_relative(t->d, p);
    dvec3 ab = dvec3_cross(a, b), cd = dvec3_cross(c, d);
    double of_a = dvec3_dot(b, cd), of_b = -dvec3_dot(a, cd), of_c = dvec3_dot(d, ab),
           of_d = -dvec3_dot(c, ab);
    double x = greatest(a.x, b.x, c.x, d.x), y = greatest(a.y, b.y, c.y, d.y),
           z = greatest(a.z, b.z, c.z, d.z), error = 8e-15 * x * y * z;
    double least = x < y ? x : y, most = x > y ? x : y;
    bool in_range = (least < z ? least : z) > 1e-60 && (most > z ? most : z) < 1e60;
    double low_ab = of_a < of_b ? of_a : of_b, low_cd = of_c < of_d ? of_c : of_d;
    double high_ab = of_a > of_b ? of_a : of_b, high_cd = of_c > of_d ? of_c : of_d;
    double low = low_ab < low_cd ? low_ab : low_cd, high = high_ab > high_cd ? high_ab : high_cd;
    bool outside = low < -error && high > error, inside = low > error || high < -error;
    double sum = of_a + of_b + of_c + of_d;  // a NaN where any coordinate is one
    return in_range && sum - sum == 0 ? inside - outside : 0;
}

bool flr_meet3_point_tetrahedron(flr_vec3 p, const flr_tetrahedron *t)
{
    int told = flr_tetrahedron_filter(p, t);
    if (told != 0) return told > 0;
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
