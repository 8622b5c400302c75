/// Do cylinders and cones overlap with other shapes? Segments, rays and lines are decided by doubles where
/// these are certain, else by exact polynomials; convex shapes by GJK.

#include "closest/exact3.h"
#include "closest/frame3.h"
#include "convex/order.h"
#include "feeler/convex3.h"
#include "feeler/overlap3.h"
#include "overlap/faces3.h"

// ---- Segments, rays and lines

/// A cylinder or cone relative to the middle of its axis, and a line. Places t on the line count along its
/// unit direction from its point nearest to that middle.
typedef struct scene {
    dvec3 u, near, d;  ///< axis and direction of the line are unit vectors; near is its nearest point
    double half, radius, slope;  ///< slope: radius over height of a cone, 0 for a cylinder
    double low, high;            ///< the range of places on the line
    double size, room;           ///< room: a length far above the rounding errors
} scene;

static bool is_usual(double x) { return x > 0x1p-100 && x < 0x1p100; }

/// Prepares the scene; false where doubles cannot be trusted.
static bool make_scene(scene *c, const flr_line_part3 *s, flr_vec3 start, flr_vec3 end, flr_real radius,
                       bool cone)
{
    dvec3 axis = dvec3_relative(end, start), from = dvec3_relative(s->origin, start);
    dvec3 d = s->to_target ? dvec3_relative(s->target, s->origin)
                           : dvec3_relative(s->direction, flr_vec3_make(0, 0, 0));
    double height = dvec3_length(axis), speed = dvec3_length(d);
    c->radius = (double)radius;
    c->half = height / 2;
    c->size = c->half + c->radius;
    if (!(is_usual(height) && is_usual(speed) && is_usual(c->radius) && c->radius < 0x1p8 * height))
        return false;
    c->u = dvec3_scale(1 / height, axis);
    c->d = dvec3_scale(1 / speed, d);
    from = dvec3_add_scaled(from, -0.5, axis);
    if (!(dvec3_dot(from, from) < 0x1p24 * c->size * c->size)) return false;
    double place = -dvec3_dot(from, c->d);
    c->near = dvec3_add_scaled(from, place, c->d);
    c->low = s->low * speed - place;
    c->high = s->high * speed - place;
    c->slope = cone ? c->radius / height : 0;
    c->room = 0x1p-28 * c->size * (1 + c->slope);
    return true;
}

/// Cuts the range at both ends of the shape: -1 if nothing is left, 1 if something is, 0 if rounding leaves
/// that open.
static int cut(scene *c, double height, double rise)
{
    double reach = 1.125 * c->size;  // covers the whole shape
    double low = c->low > -reach ? c->low : -reach, high = c->high < reach ? c->high : reach;
    if (fabs(rise) < 0x1p-10) {
        double most = fabs(height) + 0x1p-9 * c->size, least = fabs(height) - 0x1p-9 * c->size;
        if (least > c->half) return -1;
        if (most > c->half) return 0;
    } else {
        double first = (rise > 0 ? -c->half - height : c->half - height) / rise;
        double last = (rise > 0 ? c->half - height : -c->half - height) / rise;
        if (first > low) low = first;
        if (last < high) high = last;
    }
    c->low = low;
    c->high = high;
    double clear = c->room * 0x1p10;
    return high - low > clear ? 1 : high - low < -clear ? -1 : 0;
}

/// Is the place inside the infinite cylinder or cone, by more than rounding errors? 1 yes, -1 no, 0 open.
static int side(const scene *c, double place, double height, double rise)
{
    dvec3 p = dvec3_add_scaled(c->near, place, c->d);
    double at = height + place * rise;
    dvec3 out = dvec3_add_scaled(p, -at, c->u);
    double over = (c->slope > 0 ? c->slope * (at + c->half) : c->radius) - dvec3_length(out);
    return over > c->room ? 1 : over < -c->room ? -1 : 0;
}

/// Does the line meet the shape? 1 or -1 for a certain yes or no, else 0. How deep a place of the line is
/// inside, as a difference of squares, is greatest at an end of the range or at the extremum: these three
/// decide.
static int verdict(scene *c)
{
    if (dvec3_dot(c->near, c->near) > 1.001 * c->size * c->size) return -1;
    double height = dvec3_dot(c->near, c->u), rise = dvec3_dot(c->d, c->u);
    int left = cut(c, height, rise);
    if (left <= 0) return left;
    int at_low = side(c, c->low, height, rise), at_high = side(c, c->high, height, rise);
    if (at_low > 0 || at_high > 0) return 1;
    dvec3 e = dvec3_add_scaled(c->d, -rise, c->u), out = dvec3_add_scaled(c->near, -height, c->u);
    double square = c->slope * c->slope, ee = dvec3_dot(e, e), bend = ee - square * rise * rise;
    double top = -(dvec3_dot(out, e) - square * (height + c->half) * rise) / bend;
    bool is_bent = bend > 0x1p-20 * (1 + square);
    if (!is_bent) return bend < -0x1p-20 || ee < 0x1p-80 ? (at_low < 0 && at_high < 0 ? -1 : 0) : 0;
    if (!(top > c->low)) top = c->low;
    if (!(top < c->high)) top = c->high;
    int at_top = side(c, top, height, rise);
    return at_top >= 0 ? at_top : at_low < 0 && at_high < 0 ? -1 : 0;
}

static double largest(flr_vec3 v) { return flr_largest3((double)v.x, (double)v.y, (double)v.z); }

/// Sets coordinates to 0 that are too small for the size to matter.
static flr_vec3 swept(flr_vec3 v, double size)
{
    double least = 0x1p-300 * size;
    return flr_vec3_make(fabs((double)v.x) < least ? 0 : v.x, fabs((double)v.y) < least ? 0 : v.y,
                         fabs((double)v.z) < least ? 0 : v.z);
}

typedef int exact_fn(const flr_line_part3 *s, const flr_cylinder *c);

static int cone_exactly(const flr_line_part3 *s, const flr_cylinder *c)
{
    flr_cone cone = {c->a, c->b, c->radius};
    return flr_exact3_line_part_cone(s, &cone);
}

/// Decides exactly after such coordinates were set to 0. Sizes too far apart for the exact integers are
/// mostly noise where a zero should be.
static bool meets_swept(const flr_line_part3 *s, const flr_cylinder *c, exact_fn *exactly)
{
    flr_line_part3 t = *s;
    flr_cylinder g = *c;
    double size = fmax(fmax(largest(c->a), largest(c->b)), fmax(largest(s->origin), (double)c->radius));
    if (s->to_target) size = fmax(size, largest(s->target));
    t.origin = swept(s->origin, size);
    t.target = swept(s->target, size);
    t.direction = swept(s->direction, largest(s->direction));
    g.a = swept(c->a, size);
    g.b = swept(c->b, size);
    return exactly(&t, &g) == 1;
}

static bool meets(const flr_line_part3 *s, const flr_cylinder *c, bool is_cone)
{
    scene sure;
    int answer = make_scene(&sure, s, c->a, c->b, c->radius, is_cone) ? verdict(&sure) : 0;
    if (answer != 0) return answer > 0;
    exact_fn *exactly = is_cone ? cone_exactly : flr_exact3_line_part_cylinder;
    answer = exactly(s, c);
    return answer < 0 ? meets_swept(s, c, exactly) : answer > 0;
}

/// The line's part against a disc perpendicular to z, which is what cylinders and cones without an axis are in the convex core.
static bool meets_disc(const flr_line_part3 *s, flr_vec3 center, flr_real radius)
{
    const dvec3 from = dvec3_relative(s->origin, center),
                d = s->to_target ? dvec3_relative(s->target, s->origin)
                                 : dvec3_relative(s->direction, flr_vec3_make(0, 0, 0));
    const double square = d.x * d.x + d.y * d.y;
    double t = -from.z / d.z;
    if (d.z == 0) {
        if (from.z != 0) return false;
        t = square > 0 ? flr_clamped(-(from.x * d.x + from.y * d.y) / square, s->low, s->high) : 0;
    }
    if (!(t >= s->low && t <= s->high)) return false;
    const double x = from.x + t * d.x, y = from.y + t * d.y;
    return x * x + y * y <= (double)radius * (double)radius;
}

static bool has_axis(flr_vec3 a, flr_vec3 b) { return a.x != b.x || a.y != b.y || a.z != b.z; }

#define WITH_CYLINDER(name, type, overlaps_point, stretch_of)                                                \
    bool name(const type *a, const flr_cylinder *b)                                                          \
    {                                                                                                        \
        flr_line_part3 s = stretch_of(a);                                                                    \
        if (has_axis(b->a, b->b)) return meets(&s, b, false);                                                \
        return b->radius == 0 ? overlaps_point(b->a, a) : meets_disc(&s, b->a, b->radius);                   \
    }
#define WITH_CONE(name, type, overlaps_point, stretch_of)                                                    \
    bool name(const type *a, const flr_cone *b)                                                              \
    {                                                                                                        \
        flr_line_part3 s = stretch_of(a);                                                                    \
        const flr_cylinder around = {b->apex, b->base, b->radius};                                           \
        if (has_axis(b->apex, b->base)) return meets(&s, &around, true);                                     \
        return b->radius == 0 ? overlaps_point(b->base, a) : meets_disc(&s, b->base, b->radius);             \
    }

WITH_CYLINDER(flr_overlap3_segment_cylinder, flr_segment3, flr_overlap3_point_segment, flr_line_part3_segment)
WITH_CYLINDER(flr_overlap3_ray_cylinder, flr_ray3, flr_overlap3_point_ray, flr_line_part3_ray)
WITH_CYLINDER(flr_overlap3_line_cylinder, flr_line3, flr_overlap3_point_line, flr_line_part3_line)
WITH_CONE(flr_overlap3_segment_cone, flr_segment3, flr_overlap3_point_segment, flr_line_part3_segment)
WITH_CONE(flr_overlap3_ray_cone, flr_ray3, flr_overlap3_point_ray, flr_line_part3_ray)
WITH_CONE(flr_overlap3_line_cone, flr_line3, flr_overlap3_point_line, flr_line_part3_line)

// ---- Convex shapes

static bool meet(flr_convex3 a, flr_convex3 b) { return flr_overlap3_convex_convex(&a, &b, NULL).overlap; }

/// Support point of a polyhedron: the extreme corner of all faces, measured from one of them. The core of a
/// list of points would measure from the origin, which may be far away.
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

#define OF_CONVEX(name, type_a, convex_a, type_b, convex_b)                                                  \
    bool name(const type_a *a, const type_b *b) { return meet(convex_a(a), convex_b(b)); }
/// Two of one kind are put in a fixed order, so that swapping them changes no bit.
#define OF_ONE_KIND(name, type, convex_of)                                                                   \
    bool name(const type *a, const type *b)                                                                  \
    {                                                                                                        \
        flr_convex3 x = convex_of(a), y = convex_of(b);                                                      \
        return flr_convex3_is_first(&x, &y) ? meet(x, y) : meet(y, x);                                       \
    }

OF_CONVEX(flr_overlap3_capsule_cylinder, flr_capsule3, flr_convex3_capsule, flr_cylinder,
          flr_convex3_cylinder)
OF_CONVEX(flr_overlap3_capsule_cone, flr_capsule3, flr_convex3_capsule, flr_cone, flr_convex3_cone)
OF_CONVEX(flr_overlap3_aabb_cylinder, flr_aabb3, flr_convex3_aabb, flr_cylinder, flr_convex3_cylinder)
OF_CONVEX(flr_overlap3_aabb_cone, flr_aabb3, flr_convex3_aabb, flr_cone, flr_convex3_cone)
OF_CONVEX(flr_overlap3_box_cylinder, flr_box3, flr_convex3_box, flr_cylinder, flr_convex3_cylinder)
OF_CONVEX(flr_overlap3_box_cone, flr_box3, flr_convex3_box, flr_cone, flr_convex3_cone)
OF_ONE_KIND(flr_overlap3_cylinder_cylinder, flr_cylinder, flr_convex3_cylinder)
OF_ONE_KIND(flr_overlap3_cone_cone, flr_cone, flr_convex3_cone)
OF_CONVEX(flr_overlap3_cylinder_cone, flr_cylinder, flr_convex3_cylinder, flr_cone, flr_convex3_cone)
OF_CONVEX(flr_overlap3_cylinder_triangle, flr_cylinder, flr_convex3_cylinder, flr_triangle3,
          flr_convex3_triangle)
OF_CONVEX(flr_overlap3_cone_triangle, flr_cone, flr_convex3_cone, flr_triangle3, flr_convex3_triangle)
OF_CONVEX(flr_overlap3_cylinder_rectangle, flr_cylinder, flr_convex3_cylinder, flr_rectangle3,
          flr_convex3_rectangle)
OF_CONVEX(flr_overlap3_cone_rectangle, flr_cone, flr_convex3_cone, flr_rectangle3, flr_convex3_rectangle)
OF_CONVEX(flr_overlap3_cylinder_tetrahedron, flr_cylinder, flr_convex3_cylinder, flr_tetrahedron,
          flr_convex3_tetrahedron)
OF_CONVEX(flr_overlap3_cone_tetrahedron, flr_cone, flr_convex3_cone, flr_tetrahedron, flr_convex3_tetrahedron)

bool flr_overlap3_cylinder_polyhedron(const flr_cylinder *a, const flr_polyhedron3 *b)
{
    return b->face_count > 0 && meet(flr_convex3_cylinder(a), convex3_polyhedron(b));
}
bool flr_overlap3_cone_polyhedron(const flr_cone *a, const flr_polyhedron3 *b)
{
    return b->face_count > 0 && meet(flr_convex3_cone(a), convex3_polyhedron(b));
}

/// The segment between the shape's two support points along the normal of a sheet. If the sheet has no
/// normal, any direction will do.
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

/// A convex shape and a sheet, convex or not, intersect at the rim of the sheet or inside it. If inside, the
/// shape passes through the sheet or touches it with a support point; either way the segment between both
/// support points meets the sheet.
#define OF_SHEET(name, type_a, convex_a, overlaps_segment, type_b, faces_b)                                  \
    bool name(const type_a *a, const type_b *b)                                                              \
    {                                                                                                        \
        faces3 sheet = faces_b(b);                                                                           \
        flr_convex3 c = convex_a(a);                                                                         \
        for (size_t i = 0; i < sheet.lists.vertex_count; ++i) {                                              \
            flr_segment3 e = flr_faces3_rim(&sheet, i);                                                      \
            if (overlaps_segment(&e, a)) return true;                                                        \
        }                                                                                                    \
        if (sheet.lists.vertex_count == 0) return false;                                                     \
        flr_segment3 s = across(&c, &sheet);                                                                 \
        return flr_faces3_intersect_segment(&sheet, &s);                                                     \
    }

OF_SHEET(flr_overlap3_cylinder_quad, flr_cylinder, flr_convex3_cylinder, flr_overlap3_segment_cylinder,
         flr_quad3, flr_faces3_quad)
OF_SHEET(flr_overlap3_cylinder_polygon, flr_cylinder, flr_convex3_cylinder, flr_overlap3_segment_cylinder,
         flr_polygon3, flr_faces3_polygon)
OF_SHEET(flr_overlap3_cone_quad, flr_cone, flr_convex3_cone, flr_overlap3_segment_cone, flr_quad3,
         flr_faces3_quad)
OF_SHEET(flr_overlap3_cone_polygon, flr_cone, flr_convex3_cone, flr_overlap3_segment_cone, flr_polygon3,
         flr_faces3_polygon)
