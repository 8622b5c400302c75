#include "feeler/convex.h"

#include "math/power.h"

static flr_mat3 identity(void) { return flr_affine3_identity().linear; }

/// Shapes are made for every query, so they are filled in place, number by number, which lets the compiler do without a
/// copy on the stack; coordinates that a kind does not use stay as they are (clearing all would double the cost of
/// making a box), but no pointer is left wild.
static inline flr_vec3 copied(flr_vec3 v) { return flr_vec3_make(v.x, v.y, v.z); }

static inline void begin(flr_convex3 *c, flr_convex3_kind kind, flr_real radius)
{
    c->kind = kind;
    c->radius = radius;
    c->count = 0;
    c->points = NULL;
    c->support = NULL;
    c->user = NULL;
    c->hull = NULL;
}

static inline void place(flr_convex3 *c, const flr_mat3 *axes, flr_vec3 center)
{
    c->center = copied(center);
    c->axes.x = copied(axes->x);
    c->axes.y = copied(axes->y);
    c->axes.z = copied(axes->z);
}

static inline flr_convex3 corners(const flr_vec3 *points, uint32_t count, flr_real radius)
{
    flr_convex3 c;
    begin(&c, FLR_CONVEX3_CORNERS, radius);
    c.count = count;
    c.axes = identity();
    // a mean of parts: a sum of huge coordinates could overflow
    static const flr_real PARTS[5] = {0, 1, (flr_real)(1.0 / 2), (flr_real)(1.0 / 3), (flr_real)(1.0 / 4)};
    const flr_real part = PARTS[count];
    flr_vec3 mean = flr_scale3(part, points[0]);
    c.corners[0] = copied(points[0]);
    if (count > 1) c.corners[1] = copied(points[1]), mean = flr_mul_add3(mean, part, points[1]);
    if (count > 2) c.corners[2] = copied(points[2]), mean = flr_mul_add3(mean, part, points[2]);
    if (count > 3) c.corners[3] = copied(points[3]), mean = flr_mul_add3(mean, part, points[3]);
    c.center = copied(mean);
    return c;
}

flr_convex3 flr_convex3_point(flr_vec3 p) { return corners(&p, 1, 0); }

flr_convex3 flr_convex3_segment(const flr_segment3 *s)
{
    const flr_vec3 p[2] = {s->a, s->b};
    return corners(p, 2, 0);
}

flr_convex3 flr_convex3_triangle(const flr_triangle3 *t)
{
    const flr_vec3 p[3] = {t->a, t->b, t->c};
    return corners(p, 3, 0);
}

flr_convex3 flr_convex3_tetrahedron(const flr_tetrahedron *t)
{
    const flr_vec3 p[4] = {t->a, t->b, t->c, t->d};
    return corners(p, 4, 0);
}

flr_convex3 flr_convex3_rectangle(const flr_rectangle3 *r)
{
    flr_vec3 x = flr_scale3(r->half_x, r->axis_x), y = flr_scale3(r->half_y, r->axis_y);
    const flr_vec3 p[4] = {flr_add3(flr_add3(r->center, x), y), flr_add3(flr_sub3(r->center, x), y),
                           flr_sub3(flr_sub3(r->center, x), y), flr_sub3(flr_add3(r->center, x), y)};
    return corners(p, 4, 0);
}

flr_convex3 flr_convex3_sphere(const flr_sphere *s) { return corners(&s->center, 1, s->radius); }

flr_convex3 flr_convex3_capsule(const flr_capsule3 *c)
{
    const flr_vec3 p[2] = {c->a, c->b};
    return corners(p, 2, c->radius);
}

flr_convex3 flr_convex3_box(const flr_box3 *b)
{
    const flr_mat3 axes = b->axes;
    const flr_vec3 center = b->center, half = b->half_extents;
    flr_convex3 c;
    begin(&c, FLR_CONVEX3_BOX, 0);
    place(&c, &axes, center);
    c.half_extents = copied(half);
    return c;
}

flr_convex3 flr_convex3_aabb(const flr_aabb3 *b)
{
    flr_box3 box = {flr_lerp3(b->min, b->max, (flr_real)0.5), identity(),
                    flr_scale3((flr_real)0.5, flr_sub3(b->max, b->min))};
    return flr_convex3_box(&box);
}

/// Any two unit vectors that make a right-handed frame with the unit vector z (Duff and others,
/// "Building an Orthonormal Basis, Revisited", 2017).
static flr_mat3 frame_around(flr_vec3 z)
{
    flr_real sign = z.z < 0 ? (flr_real)-1 : (flr_real)1;
    flr_real a = -1 / (sign + z.z), b = z.x * z.y * a;
    flr_mat3 m = {{1 + sign * z.x * z.x * a, sign * b, -sign * z.x}, {b, sign + z.y * z.y * a, -z.y}, z};
    return m;
}

/// As flr_length3, and in a unit in which no square leaves the range of numbers: *axis is brought to it, and the length
/// returned as it was. Nothing that is not finite comes out finite.
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

static flr_convex3 around_axis(flr_convex3_kind kind, flr_vec3 low, flr_vec3 high, flr_real radius)
{
    flr_vec3 axis = flr_sub3(high, low);
    flr_real height = measure_axis(&axis), length = flr_length3(axis);
    flr_vec3 z = length > 0 ? flr_scale3(1 / length, axis) : flr_vec3_make(0, 0, 1);
    flr_convex3 c;
    begin(&c, kind, 0);
    c.center = flr_lerp3(low, high, (flr_real)0.5);
    c.axes = frame_around(z);
    c.half_extents = flr_vec3_make(radius, radius, height / 2);
    // the ends exactly as given: what the frame rounds must not move a flat end that touches something
    c.corners[0] = low;
    c.corners[1] = high;
    return c;
}

flr_convex3 flr_convex3_cylinder(const flr_cylinder *c)
{
    return around_axis(FLR_CONVEX3_CYLINDER, c->a, c->b, c->radius);
}

flr_convex3 flr_convex3_cone(const flr_cone *c)
{
    return around_axis(FLR_CONVEX3_CONE, c->base, c->apex, c->radius);
}

flr_convex3 flr_convex3_points(const flr_vec3 *points, uint32_t count, flr_mat3 rotation, flr_vec3 position,
                               flr_real radius)
{
    flr_convex3 c;
    begin(&c, FLR_CONVEX3_POINTS, radius);
    place(&c, &rotation, position);
    c.points = points;
    c.count = count;
    return c;
}

flr_convex3 flr_convex3_hull(const flr_hull3 *hull, flr_mat3 rotation, flr_vec3 position, flr_real radius)
{
    flr_convex3 c;
    begin(&c, FLR_CONVEX3_HULL, radius);
    place(&c, &rotation, position);
    c.hull = hull;
    return c;
}

flr_convex3 flr_convex3_user(flr_support3_fn *support, const void *user, flr_vec3 center, flr_real radius)
{
    flr_convex3 c;
    begin(&c, FLR_CONVEX3_USER, radius);
    c.axes = identity();
    c.center = copied(center);
    c.support = support;
    c.user = user;
    return c;
}
