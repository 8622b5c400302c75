/// Closest points with spheres, capsules, cylinders and cones.
///
/// A sphere or capsule is a point or segment with a radius: the closest points of the cores are moved
/// out by the radii. A cylinder or cone is a rectangle or triangle in the half plane through its axis
/// and the point. Where rounding errors leave open whether two touch, exact3.h decides.

#include "closest/axis3.h"
#include "closest/exact3.h"
#include "math/eps.h"

// ---- Cores and radii

/// May rounding errors have decided whether the distance of the cores exceeds the sum of radii? `size` is
/// the largest difference of coordinates that the distance was computed from.
static inline bool round3_is_open(flr_real distance, flr_real radius_a, flr_real radius_b, double size)
{
    const double rounding = FLR_HALF_EPS;
    double d = (double)distance, reach = (double)radius_a + (double)radius_b;
    return fabs(d - reach) <= 64 * rounding * (size + reach) && reach > 0;
}

static inline double round3_size(flr_vec3 a, flr_vec3 b)
{
    return flr_largest3((double)a.x - (double)b.x, (double)a.y - (double)b.y, (double)a.z - (double)b.z);
}

static flr_vec3 moved(flr_vec3 p, double length, dvec3 direction)
{
    return flr_vec3_make((flr_real)((double)p.x + length * direction.x),
                         (flr_real)((double)p.y + length * direction.y),
                         (flr_real)((double)p.z + length * direction.z));
}

/// Returns the unit direction from a to b, also if the difference overflows.
static dvec3 unit_between(flr_vec3 a, flr_vec3 b)
{
    const flr_vec3 points[2] = {a, b};
    flr_frame3 f = flr_frame3_make(points, 2, 0);
    dvec3 d = flr_frame3_local(&f, b);
    double length = dvec3_length(d);
    return length > 0 ? dvec3_scale(1 / length, d) : d;
}

/// Adds the radii to the closest points of cores, if it is known whether the shapes intersect. If they do,
/// the common point lies between the cores, inside both shapes.
static flr_closest3 round3_decided(flr_closest3 core, flr_real radius_a, flr_real radius_b, bool meet)
{
    double ra = (double)radius_a, rb = (double)radius_b, distance = (double)core.distance;
    dvec3 normal = unit_between(core.point_a, core.point_b);
    if (meet) {
        double inside = distance < ra ? distance : ra;
        if (inside == 0) return flr_closest3_common_point(core.point_a);
        if (inside == distance) return flr_closest3_common_point(core.point_b);
        return flr_closest3_common_point(moved(core.point_a, inside, normal));
    }
    flr_closest3 result = core;
    result.distance = flr_real_from_distance(flr_keep_apart(distance - (ra + rb)));
    if (ra > 0) result.point_a = moved(core.point_a, ra, normal);
    if (rb > 0) result.point_b = moved(core.point_b, -rb, normal);
    return result;
}

static flr_closest3 round3(flr_closest3 core, flr_real radius_a, flr_real radius_b)
{
    bool meet = (double)core.distance <= (double)radius_a + (double)radius_b;
    return round3_decided(core, radius_a, radius_b, meet);
}

/// As round3, with an exact yes or no: the core of a against the segment from b0 to b1.
static flr_closest3 round3_exact(flr_closest3 core, const flr_line_part3 *a, flr_real radius_a, flr_vec3 b0,
                                 flr_vec3 b1, flr_real radius_b)
{
    int meet = flr_exact3_line_part_capsule(a, b0, b1, radius_a, radius_b);
    return meet < 0 ? round3(core, radius_a, radius_b) : round3_decided(core, radius_a, radius_b, meet);
}

// ---- A point against a sphere or capsule

/// Adds a radius around a core, the segment from a to b. An exact test decides where touching is too close
/// to call.
static flr_closest3 grown(flr_closest3 core, flr_vec3 a, flr_vec3 b, flr_real radius)
{
    flr_vec3 p = core.point_a;
    double from_a = round3_size(p, a), from_b = round3_size(p, b);
    bool meet = core.distance <= radius;
    if (round3_is_open(core.distance, 0, radius, from_a > from_b ? from_a : from_b)) {
        flr_line_part3 here = flr_line_part3_point(p);
        int exact = flr_exact3_line_part_capsule(&here, a, b, radius, 0);
        if (exact >= 0) meet = exact;
    }
    return meet ? flr_closest3_common_point(p) : round3_decided(core, 0, radius, false);
}

flr_closest3 flr_closest3_point_sphere(flr_vec3 p, const flr_sphere *s)
{
    return grown(flr_closest3_point_point(p, s->center), s->center, s->center, s->radius);
}

flr_closest3 flr_closest3_point_capsule(flr_vec3 p, const flr_capsule3 *c)
{
    flr_segment3 core_b = {c->a, c->b};
    return grown(flr_closest3_point_segment(p, &core_b), c->a, c->b, c->radius);
}

// ---- Spheres

/// A sphere is its centre with a radius, so each pair is that of a point, with a radius added.
#define SPHERE_FIRST(name, type, of_point)                                                                   \
    flr_closest3 name(const flr_sphere *s, const type *other)                                                \
    {                                                                                                        \
        return round3(of_point(s->center, other), s->radius, 0);                                             \
    }
#define SPHERE_SECOND(name, type, of_point)                                                                  \
    flr_closest3 name(const type *other, const flr_sphere *s)                                                \
    {                                                                                                        \
        return round3(flr_closest3_swapped(of_point(s->center, other)), 0, s->radius);                       \
    }

/// Pairs with segment, ray and line are exact where rounding errors leave touching open.
#define SPHERE_STRAIGHT(name, type, of_point, stretch_of, from, to)                                          \
    flr_closest3 name(const type *other, const flr_sphere *s)                                                \
    {                                                                                                        \
        flr_closest3 core = flr_closest3_swapped(of_point(s->center, other));                                \
        double x = round3_size(s->center, from), y = round3_size(s->center, to);                             \
        if (!round3_is_open(core.distance, 0, s->radius, x > y ? x : y)) return round3(core, 0, s->radius);  \
        flr_line_part3 stretch = stretch_of(other);                                                          \
        return round3_exact(core, &stretch, 0, s->center, s->center, s->radius);                             \
    }

SPHERE_STRAIGHT(flr_closest3_segment_sphere, flr_segment3, flr_closest3_point_segment, flr_line_part3_segment,
                other->a, other->b)
SPHERE_STRAIGHT(flr_closest3_ray_sphere, flr_ray3, flr_closest3_point_ray, flr_line_part3_ray, other->origin,
                other->origin)
SPHERE_STRAIGHT(flr_closest3_line_sphere, flr_line3, flr_closest3_point_line, flr_line_part3_line,
                other->origin, other->origin)
SPHERE_SECOND(flr_closest3_plane_sphere, flr_plane3, flr_closest3_point_plane)
SPHERE_SECOND(flr_closest3_halfspace_sphere, flr_halfspace3, flr_closest3_point_halfspace)
SPHERE_FIRST(flr_closest3_sphere_aabb, flr_aabb3, flr_closest3_point_aabb)
SPHERE_FIRST(flr_closest3_sphere_box, flr_box3, flr_closest3_point_box)
SPHERE_FIRST(flr_closest3_sphere_cylinder, flr_cylinder, flr_closest3_point_cylinder)
SPHERE_FIRST(flr_closest3_sphere_cone, flr_cone, flr_closest3_point_cone)
SPHERE_FIRST(flr_closest3_sphere_triangle, flr_triangle3, flr_closest3_point_triangle)
SPHERE_FIRST(flr_closest3_sphere_quad, flr_quad3, flr_closest3_point_quad)
SPHERE_FIRST(flr_closest3_sphere_rectangle, flr_rectangle3, flr_closest3_point_rectangle)
SPHERE_FIRST(flr_closest3_sphere_polygon, flr_polygon3, flr_closest3_point_polygon)
SPHERE_FIRST(flr_closest3_sphere_tetrahedron, flr_tetrahedron, flr_closest3_point_tetrahedron)
SPHERE_FIRST(flr_closest3_sphere_polyhedron, flr_polyhedron3, flr_closest3_point_polyhedron)

flr_closest3 flr_closest3_sphere_sphere(const flr_sphere *a, const flr_sphere *b)
{
    flr_closest3 core = flr_closest3_point_point(a->center, b->center);
    if (!round3_is_open(core.distance, a->radius, b->radius, round3_size(a->center, b->center)))
        return round3(core, a->radius, b->radius);
    flr_line_part3 here = flr_line_part3_point(a->center);
    return round3_exact(core, &here, a->radius, b->center, b->center, b->radius);
}

flr_closest3 flr_closest3_sphere_capsule(const flr_sphere *s, const flr_capsule3 *c)
{
    const flr_segment3 segment = {c->a, c->b};
    flr_closest3 core = flr_closest3_point_segment(s->center, &segment);
    double from_a = round3_size(s->center, c->a), from_b = round3_size(s->center, c->b);
    if (!round3_is_open(core.distance, s->radius, c->radius, from_a > from_b ? from_a : from_b))
        return round3(core, s->radius, c->radius);
    flr_line_part3 here = flr_line_part3_point(s->center);
    return round3_exact(core, &here, s->radius, c->a, c->b, c->radius);
}

// ---- Capsules

static double capsule_size(const flr_capsule3 *c, flr_vec3 from, flr_vec3 to)
{
    double x = round3_size(c->a, from), y = round3_size(c->a, to), z = round3_size(c->a, c->b);
    x = x > y ? x : y;
    return x > z ? x : z;
}

/// A capsule is its segment with a radius, so each pair is that of a segment, with a radius added.
#define CAPSULE_FIRST(name, type, of_segment)                                                                \
    flr_closest3 name(const flr_capsule3 *c, const type *other)                                              \
    {                                                                                                        \
        const flr_segment3 core = {c->a, c->b};                                                              \
        return round3(of_segment(&core, other), c->radius, 0);                                               \
    }
#define CAPSULE_SECOND(name, type, of_segment)                                                               \
    flr_closest3 name(const type *other, const flr_capsule3 *c)                                              \
    {                                                                                                        \
        const flr_segment3 core = {c->a, c->b};                                                              \
        return round3(flr_closest3_swapped(of_segment(&core, other)), 0, c->radius);                         \
    }

/// Pairs with segment, ray and line are exact where rounding errors leave touching open.
#define CAPSULE_STRAIGHT(name, type, of_segment, stretch_of, from, to)                                       \
    flr_closest3 name(const type *other, const flr_capsule3 *c)                                              \
    {                                                                                                        \
        const flr_segment3 segment = {c->a, c->b};                                                           \
        flr_closest3 core = flr_closest3_swapped(of_segment(&segment, other));                               \
        if (!round3_is_open(core.distance, 0, c->radius, capsule_size(c, from, to)))                         \
            return round3(core, 0, c->radius);                                                               \
        flr_line_part3 stretch = stretch_of(other);                                                          \
        return round3_exact(core, &stretch, 0, c->a, c->b, c->radius);                                       \
    }

CAPSULE_STRAIGHT(flr_closest3_segment_capsule, flr_segment3, flr_closest3_segment_segment,
                 flr_line_part3_segment, other->a, other->b)
CAPSULE_STRAIGHT(flr_closest3_ray_capsule, flr_ray3, flr_closest3_segment_ray, flr_line_part3_ray,
                 other->origin, other->origin)
CAPSULE_STRAIGHT(flr_closest3_line_capsule, flr_line3, flr_closest3_segment_line, flr_line_part3_line,
                 other->origin, other->origin)
CAPSULE_SECOND(flr_closest3_plane_capsule, flr_plane3, flr_closest3_segment_plane)
CAPSULE_SECOND(flr_closest3_halfspace_capsule, flr_halfspace3, flr_closest3_segment_halfspace)
CAPSULE_FIRST(flr_closest3_capsule_aabb, flr_aabb3, flr_closest3_segment_aabb)
CAPSULE_FIRST(flr_closest3_capsule_box, flr_box3, flr_closest3_segment_box)
CAPSULE_FIRST(flr_closest3_capsule_triangle, flr_triangle3, flr_closest3_segment_triangle)
CAPSULE_FIRST(flr_closest3_capsule_quad, flr_quad3, flr_closest3_segment_quad)
CAPSULE_FIRST(flr_closest3_capsule_rectangle, flr_rectangle3, flr_closest3_segment_rectangle)
CAPSULE_FIRST(flr_closest3_capsule_polygon, flr_polygon3, flr_closest3_segment_polygon)
CAPSULE_FIRST(flr_closest3_capsule_tetrahedron, flr_tetrahedron, flr_closest3_segment_tetrahedron)
CAPSULE_FIRST(flr_closest3_capsule_polyhedron, flr_polyhedron3, flr_closest3_segment_polyhedron)

flr_closest3 flr_closest3_capsule_capsule(const flr_capsule3 *a, const flr_capsule3 *b)
{
    const flr_segment3 core_a = {a->a, a->b}, core_b = {b->a, b->b};
    flr_closest3 core = flr_closest3_segment_segment(&core_a, &core_b);
    if (!round3_is_open(core.distance, a->radius, b->radius, capsule_size(b, a->a, a->b)))
        return round3(core, a->radius, b->radius);
    flr_line_part3 stretch = flr_line_part3_segment(&core_a);
    return round3_exact(core, &stretch, a->radius, b->a, b->b, b->radius);
}

// ---- Cylinders and cones

flr_axis3 flr_axis3_make(flr_vec3 p, flr_vec3 start, flr_vec3 end, flr_real radius)
{
    const flr_vec3 points[3] = {start, end, p};
    flr_axis3 a;
    a.frame = flr_frame3_make(points, 3, radius);
    a.end = end;
    dvec3 axis = flr_frame3_local(&a.frame, end), q = flr_frame3_local(&a.frame, p);
    a.length = dvec3_length(axis);
    a.radius = flr_frame3_length(&a.frame, radius);
    const dvec3 upright = {0, 0, 1};
    a.unit = a.length > 0 ? dvec3_scale(1 / a.length, axis) : upright;
    double square = dvec3_dot(axis, axis);
    double t = square > 0 ? dvec3_dot(q, axis) / square : 0;
    a.along = square > 0 ? t * a.length : q.z;
    a.radial = square > 0 ? dvec3_add_scaled(q, -t, axis) : dvec3_make(q.x, q.y, 0);
    a.out = dvec3_length(a.radial);
    return a;
}

/// Returns the point at this height along the axis and distance from it, in the half plane of the query
/// point.
static flr_vec3 axis_world(const flr_axis3 *a, double along, double out)
{
    dvec3 offset = {0, 0, 0};
    if (out > 0 && a->out > 0) offset = dvec3_scale(out / a->out, a->radial);
    flr_frame3 f = a->frame;
    if (along == a->length)
        f.origin = a->end;
    else
        offset = dvec3_add_scaled(offset, along, a->unit);
    return flr_frame3_world(&f, offset);
}

/// In the half plane through the axis and the point, a cylinder is a rectangle. Whether the point is in it
/// is decided exactly.
flr_closest3 flr_closest3_point_cylinder(flr_vec3 p, const flr_cylinder *c)
{
    flr_axis3 a = flr_axis3_make(p, c->a, c->b, c->radius);
    double along = a.along > 0 ? (a.along < a.length ? a.along : a.length) : 0;
    double out = a.out < a.radius ? a.out : a.radius;
    double dx = a.along - along, dy = a.out - out;
    bool inside = dx == 0 && dy == 0;
    // by how much the coordinates would have to be wrong to change the answer
    double margin = fabs(dx) + fabs(dy);
    if (inside) {
        margin = a.radius - a.out;
        if (a.along < margin) margin = a.along;
        if (a.length - a.along < margin) margin = a.length - a.along;
    }
    if (margin <= flr_axis3_doubt(&a) && a.length > 0) {
        flr_line_part3 here = flr_line_part3_point(p);
        int exact = flr_exact3_line_part_cylinder(&here, c);
        if (exact >= 0) inside = exact;
    }
    if (inside) return flr_closest3_common_point(p);
    flr_closest3 result = {flr_frame3_distance(&a.frame, flr_keep_apart(sqrt(dx * dx + dy * dy))), p,
                           axis_world(&a, along, out)};
    return result;
}

/// Is the point in the cone? Decided exactly where the height and the distance from the axis leave that
/// open.
static bool holds(const flr_axis3 *a, flr_vec3 p, const flr_cone *c)
{
    // without a length it is a disc, and without a radius too a point
    if (!(a->length > 0)) return a->along == 0 && a->out <= a->radius;
    double doubt = flr_axis3_doubt(a), top = a->length - a->along;
    double slant = a->radius * a->along - a->out * a->length, reach = a->radius + a->length;
    bool within = a->along >= doubt && top >= doubt && slant >= doubt * reach;
    if (within || a->along < -doubt || top < -doubt || slant < -doubt * reach) return within;
    flr_line_part3 here = flr_line_part3_point(p);
    int exact = flr_exact3_line_part_cone(&here, c);
    return exact >= 0 ? exact : a->along >= 0 && top >= 0 && slant >= 0;
}

/// In the half plane through the axis and the point, a cone is a right triangle, with the apex at 0 and the
/// base at its length. The answer is on the base or the slant, whichever is nearer.
flr_closest3 flr_closest3_point_cone(flr_vec3 p, const flr_cone *c)
{
    flr_axis3 a = flr_axis3_make(p, c->apex, c->base, c->radius);
    if (holds(&a, p, c)) return flr_closest3_common_point(p);
    double out = a.out < a.radius ? a.out : a.radius;
    double dx = a.along - a.length, dy = a.out - out;
    double base = dx * dx + dy * dy;
    double square = a.length * a.length + a.radius * a.radius;
    double t = square > 0 ? flr_clamp01((a.along * a.length + a.out * a.radius) / square) : 0;
    dx = t < 1 ? a.along - t * a.length : dx;
    dy = a.out - t * a.radius;
    double slant = dx * dx + dy * dy;
    double least = slant < base ? slant : base;
    flr_closest3 result = {flr_frame3_distance(&a.frame, flr_keep_apart(sqrt(least))), p, {0, 0, 0}};
    result.point_b = slant < base ? axis_world(&a, t < 1 ? t * a.length : a.length, t * a.radius)
                                  : axis_world(&a, a.length, out);
    return result;
}
