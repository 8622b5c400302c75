/// How does a shape become a convex core? Most kinds are written by convex3_make.h. Cylinders and cones get
/// a frame around their axis. Lists of points, hulls and users' support functions stay the caller's, and the
/// core only refers to them.
#include "convex/convex3_make.h"

#include "math/unit.h"
#include "math/vectors.h"

const convex3_layout flr_convex3_layouts[] = {
    [FLR_CONVEX3_CORNERS] = {0, 0, false, false}, [FLR_CONVEX3_POINTS] = {0, 3, false, false},
    [FLR_CONVEX3_BOX] = {0, 3, true, false},      [FLR_CONVEX3_CYLINDER] = {2, 1, true, true},
    [FLR_CONVEX3_CONE] = {2, 1, true, true},      [FLR_CONVEX3_ELLIPSOID] = {0, 3, true, true},
    [FLR_CONVEX3_USER] = {0, 0, false, true},     [FLR_CONVEX3_HULL] = {0, 3, false, false}};

#define MADE_OF(NAME, KIND, TYPE)                                                                            \
    flr_convex3 NAME(TYPE s)                                                                                 \
    {                                                                                                        \
        flr_convex3 c;                                                                                       \
        convex3_set_##KIND(&c, s);                                                                           \
        return c;                                                                                            \
    }
MADE_OF(flr_convex3_point, point, flr_vec3)
MADE_OF(flr_convex3_segment, segment, const flr_segment3 *)
MADE_OF(flr_convex3_triangle, triangle, const flr_triangle3 *)
MADE_OF(flr_convex3_tetrahedron, tetrahedron, const flr_tetrahedron *)
MADE_OF(flr_convex3_rectangle, rectangle, const flr_rectangle3 *)
MADE_OF(flr_convex3_sphere, sphere, const flr_sphere *)
MADE_OF(flr_convex3_capsule, capsule, const flr_capsule3 *)
MADE_OF(flr_convex3_box, box, const flr_box3 *)
MADE_OF(flr_convex3_aabb, aabb, const flr_aabb3 *)
MADE_OF(flr_convex3_cylinder, cylinder, const flr_cylinder *)
MADE_OF(flr_convex3_cone, cone, const flr_cone *)
MADE_OF(flr_convex3_ellipsoid, ellipsoid, const flr_ellipsoid *)

/// As flr_length3, also where squares leave the range of numbers: then *axis is scaled by a power of two,
/// while the length is that of the given one. Nothing that is not finite comes out finite.
static flr_real measure_axis(flr_vec3 *axis)
{
    flr_real height = flr_length3(*axis);
    const flr_real low = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-15 : (flr_real)1e-130;
    if (height > low && height < 1 / low) return height;
    double x = fabs((double)axis->x), y = fabs((double)axis->y), z = fabs((double)axis->z);
    double most = x > y ? x : y;
    if (z > most) most = z;
    if (!(most > 0 && isfinite(most))) return height;
    double unit = power_to_half(most);
    x = unit * (double)axis->x, y = unit * (double)axis->y, z = unit * (double)axis->z;
    *axis = flr_vec3_make((flr_real)x, (flr_real)y, (flr_real)z);
    return (flr_real)(sqrt(x * x + y * y + z * z) / unit);
}

/// Makes a core that is round about the segment from low to high.
static void set_around_axis(flr_convex3 *c, flr_convex3_kind kind, flr_vec3 low, flr_vec3 high,
                            flr_real radius)
{
    flr_vec3 axis = flr_sub3(high, low);
    flr_real height = measure_axis(&axis), length = flr_length3(axis);
    flr_vec3 z = length > 0 ? flr_scale3(1 / length, axis) : flr_vec3_make(0, 0, 1);
    convex3_begin(c, kind, 0);
    c->center = flr_lerp3(low, high, (flr_real)0.5);
    c->axes = flr_frame_around3(z);
    c->half_extents = flr_vec3_make(radius, radius, height / 2);
    // the ends are exactly as given: rounding of the frame must not move a flat end that touches something
    c->corners[0] = low;
    c->corners[1] = high;
}

void flr_convex3_set_cylinder(flr_convex3 *c, const flr_cylinder *s)
{
    set_around_axis(c, FLR_CONVEX3_CYLINDER, s->a, s->b, s->radius);
}

void flr_convex3_set_cone(flr_convex3 *c, const flr_cone *s)
{
    set_around_axis(c, FLR_CONVEX3_CONE, s->base, s->apex, s->radius);
}

flr_convex3 flr_convex3_points(const flr_vec3 *points, uint32_t count, flr_mat3 rotation, flr_vec3 position,
                               flr_real radius)
{
    flr_convex3 c;
    convex3_begin(&c, FLR_CONVEX3_POINTS, radius);
    convex3_place(&c, &rotation, position);
    c.points = points;
    c.count = count;
    return c;
}

flr_convex3 flr_convex3_hull(const flr_hull3 *hull, flr_mat3 rotation, flr_vec3 position, flr_real radius)
{
    flr_convex3 c;
    convex3_begin(&c, FLR_CONVEX3_HULL, radius);
    convex3_place(&c, &rotation, position);
    c.hull = hull;
    return c;
}

flr_convex3 flr_convex3_user(flr_support3_fn *support, const void *user, flr_vec3 center, flr_real radius)
{
    flr_convex3 c;
    convex3_begin(&c, FLR_CONVEX3_USER, radius);
    c.axes = convex3_upright;
    c.center = convex3_copied(center);
    c.support = support;
    c.user = user;
    return c;
}
