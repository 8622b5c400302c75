/// Shapes from other descriptions: boxes from affine maps, cones from half angles, planes from points
/// (Newell's normal).

#include "feeler/shape2.h"
#include "feeler/shape3.h"
#include "math/double_double.h"
#include "math/dvec3.h"
#include "math/predicates2.h"
#include "math/trigonometry.h"
#include "math/unit.h"
#include "math/vectors.h"

// ---- Boxes

static double largest3(flr_vec3 v)
{
    double x = fabs((double)v.x), y = fabs((double)v.y), z = fabs((double)v.z), xy = x > y ? x : y;
    return xy > z ? xy : z;
}

typedef struct direction {
    dvec3 unit;
    double length;
} direction;

/// Returns the unit vector along v, and the length of v. All zero for a zero vector.
static direction unit_of(flr_vec3 v)
{
    double largest = largest3(v), scale = largest > 0 ? power_to_half(largest) : 1;
    const dvec3 d = dvec3_scale(scale, dvec3_from(v));
    double length = dvec3_length(d), over = length > 0 ? 1 / length : 0;
    direction u = {dvec3_scale(over, d), length / scale};
    return u;
}

/// Replaces axes that the map has flattened to zero by any that complete the frame.
static void complete(dvec3 u[3])
{
    const dvec3 zero = {0, 0, 0};
    if (dvec3_equal(u[0], zero) && dvec3_equal(u[1], zero) && dvec3_equal(u[2], zero))
        u[0] = dvec3_make(1, 0, 0);
    for (int i = 0; i < 3; ++i) {
        dvec3 *one = &u[i], *two = &u[(i + 1) % 3], *three = &u[(i + 2) % 3];
        if (dvec3_equal(*one, zero) || !dvec3_equal(*two, zero)) continue;
        *two = dvec3_equal(*three, zero) ? dvec3_perpendicular(*one) : dvec3_cross(*three, *one);
    }
    for (int i = 0; i < 3; ++i)
        if (dvec3_equal(u[i], zero)) u[i] = dvec3_cross(u[(i + 1) % 3], u[(i + 2) % 3]);
}

flr_status flr_box3_from_affine(const flr_affine3 *map, const flr_aabb3 *b, flr_box3 *box)
{
    direction d[3] = {unit_of(map->linear.x), unit_of(map->linear.y), unit_of(map->linear.z)};
    flr_vec3 half = flr_sub3(flr_scale3((flr_real)0.5, b->max), flr_scale3((flr_real)0.5, b->min)),
             middle = flr_add3(flr_scale3((flr_real)0.5, b->max), flr_scale3((flr_real)0.5, b->min));
    flr_box3 r;
    r.center = flr_affine3_point(*map, middle);
    r.half_extents =
        flr_vec3_make((flr_real)((double)half.x * d[0].length), (flr_real)((double)half.y * d[1].length),
                      (flr_real)((double)half.z * d[2].length));
    if (!flr_is_finite3(r.center) || !flr_is_finite3(r.half_extents)) return FLR_NOT_FINITE;
    const double shear = 1e-6;
    if (half.x < 0 || half.y < 0 || half.z < 0) return FLR_INVALID_SHAPE;
    dvec3 u[3] = {d[0].unit, d[1].unit, d[2].unit};
    if (fabs(dvec3_dot(u[0], u[1])) > shear || fabs(dvec3_dot(u[1], u[2])) > shear ||
        fabs(dvec3_dot(u[2], u[0])) > shear)
        return FLR_INVALID_SHAPE;
    complete(u);
    r.axes.x = dvec3_round(u[0]);
    r.axes.y = dvec3_round(u[1]);
    r.axes.z = dvec3_round(u[2]);
    *box = r;
    return FLR_OK;
}

/// As in space, with a third axis that stays as it is. The second axis is the first turned by 90 degrees, or
/// its opposite if the map mirrors; the box is the same.
flr_status flr_box2_from_affine(const flr_affine2 *map, const flr_aabb2 *b, flr_box2 *box)
{
    const flr_affine3 m = {
        {{map->linear.x.x, map->linear.x.y, 0}, {map->linear.y.x, map->linear.y.y, 0}, {0, 0, 1}},
        {map->translation.x, map->translation.y, 0}};
    const flr_aabb3 flat = {{b->min.x, b->min.y, 0}, {b->max.x, b->max.y, 0}};
    flr_box3 r;
    const flr_status status = flr_box3_from_affine(&m, &flat, &r);
    if (status != FLR_OK) return status;
    box->center = flr_vec2_make(r.center.x, r.center.y);
    box->axis = flr_vec2_make(r.axes.x.x, r.axes.x.y);
    box->half_extents = flr_vec2_make(r.half_extents.x, r.half_extents.y);
    return FLR_OK;
}

// ---- Cones

flr_status flr_cone_from_half_angle(flr_vec3 apex, flr_vec3 base, flr_real half_angle, flr_cone *cone)
{
    if (!flr_is_finite3(apex) || !flr_is_finite3(base) || !isfinite(half_angle)) return FLR_NOT_FINITE;
    const flr_real right_angle = (flr_real)1.5707963267948966;
    double x = (double)base.x - (double)apex.x, y = (double)base.y - (double)apex.y,
           z = (double)base.z - (double)apex.z;
    double largest = fmax(fabs(x), fmax(fabs(y), fabs(z)));
    if (!(half_angle >= 0 && half_angle < right_angle) || largest == 0) return FLR_INVALID_SHAPE;
    if (!isfinite(largest)) return FLR_NOT_FINITE;
    double scale = power_to_half(largest), sine, cosine;
    x *= scale;
    y *= scale;
    z *= scale;
    flr_sine_cosine((double)half_angle, &sine, &cosine);
    flr_real radius = (flr_real)(sqrt(x * x + y * y + z * z) * (sine / cosine) / scale);
    if (!isfinite(radius)) return FLR_NOT_FINITE;
    flr_cone r = {apex, base, radius};
    *cone = r;
    return FLR_OK;
}

// ---- Planes

static double reach_of(flr_vec3 p) { return flr_largest3((double)p.x, (double)p.y, (double)p.z); }

/// dot(normal, p) in twice the precision.
static flr_double2 dot_of(flr_vec3 normal, flr_vec3 p, double unit_n, double unit_p)
{
    flr_double2 x = flr_two_product((double)normal.x * unit_n, (double)p.x * unit_p),
                y = flr_two_product((double)normal.y * unit_n, (double)p.y * unit_p),
                z = flr_two_product((double)normal.z * unit_n, (double)p.z * unit_p);
    return flr_doubled_sum(flr_doubled_sum(x, y), z);
}

/// Makes the plane with this normal at the mean offset of the points.
static flr_status through(flr_vec3 normal, const flr_vec3 *points, size_t count, flr_plane3 *plane)
{
    double reach = 0;
    for (size_t i = 0; i < count; ++i)
        if (reach_of(points[i]) > reach) reach = reach_of(points[i]);
    double unit_n = flr_power_toward_one(reach_of(normal)), unit_p = flr_power_toward_one(reach);
    flr_double2 sum = {0, 0}, share = {(double)count, 0};
    for (size_t i = 0; i < count; ++i) sum = flr_doubled_sum(sum, dot_of(normal, points[i], unit_n, unit_p));
    flr_plane3 h = {normal, (flr_real)(flr_doubled_quotient(sum, share).high / unit_n / unit_p)};
    if (!isfinite(h.offset)) return FLR_NOT_FINITE;
    *plane = h;
    return FLR_OK;
}

flr_status flr_plane3_from_point(flr_vec3 point, flr_vec3 normal, flr_plane3 *plane)
{
    if (!flr_is_finite3(point) || !flr_is_finite3(normal)) return FLR_NOT_FINITE;
    return reach_of(normal) > 0 ? through(normal, &point, 1, plane) : FLR_INVALID_SHAPE;
}

static flr_double2 times_unit(double unit, flr_double2 x)
{
    return (flr_double2){unit * x.high, unit * x.low};
}

/// Returns the unit normal. All components are divided by one number and rounded once, so the direction is
/// as accurate as rounding allows.
static flr_vec3 rounded_normal(flr_dd3 n)
{
    const double unit = flr_power_toward_one(flr_largest3(n.x.high, n.y.high, n.z.high));
    const flr_double2 x = times_unit(unit, n.x), y = times_unit(unit, n.y), z = times_unit(unit, n.z),
                      length = {sqrt(x.high * x.high + y.high * y.high + z.high * z.high), 0};
    return flr_vec3_make((flr_real)flr_doubled_quotient(x, length).high,
                         (flr_real)flr_doubled_quotient(y, length).high,
                         (flr_real)flr_doubled_quotient(z, length).high);
}

/// Computes twice the vector area of the polygon (Newell's normal) from unrounded differences; false if only
/// rounding errors are left of it.
static bool newell(const flr_vec3 *v, size_t count, flr_dd3 *normal)
{
    double reach = 0, size = 0, all = 0;
    for (size_t i = 0; i < count; ++i)
        if (reach_of(v[i]) > reach) reach = reach_of(v[i]);
    double shrink = reach > 0x1p1000 ? 0.25 : 1;
    for (size_t i = 1; i < count; ++i) {
        flr_dd3 d = flr_dd3_difference(shrink, 1, v[i], v[0]);
        double length = flr_largest3(d.x.high, d.y.high, d.z.high);
        if (length > size) size = length;
    }
    double grow = flr_power_toward_one(size);
    flr_dd3 sum = {{0, 0}, {0, 0}, {0, 0}};
    for (size_t i = 1; i + 1 < count; ++i) {
        flr_dd3 n = flr_dd3_cross(flr_dd3_difference(shrink, grow, v[i], v[0]),
                                  flr_dd3_difference(shrink, grow, v[i + 1], v[0]));
        all += flr_largest3(n.x.high, n.y.high, n.z.high);
        sum = flr_dd3_sum(sum, n);
    }
    *normal = sum;
    return flr_largest3(sum.x.high, sum.y.high, sum.z.high) > 0x1p-90 * (all + 0x1p-8);
}

flr_status flr_plane3_from_points(flr_vec3 a, flr_vec3 b, flr_vec3 c, flr_plane3 *plane)
{
    if (!flr_is_finite3(a) || !flr_is_finite3(b) || !flr_is_finite3(c)) return FLR_NOT_FINITE;
    const flr_vec3 corner[3] = {a, b, c};
    flr_dd3 normal;
    if (flr_are_collinear3(a, b, c) || !newell(corner, 3, &normal)) return FLR_INVALID_SHAPE;
    return through(rounded_normal(normal), corner, 1, plane);
}

flr_status flr_plane3_from_polygon(const flr_polygon3 *polygon, flr_plane3 *plane)
{
    for (size_t i = 0; i < polygon->count; ++i)
        if (!flr_is_finite3(polygon->vertices[i])) return FLR_NOT_FINITE;
    flr_dd3 normal;
    if (polygon->count < 3 || !newell(polygon->vertices, polygon->count, &normal)) return FLR_INVALID_SHAPE;
    return through(rounded_normal(normal), polygon->vertices, polygon->count, plane);
}

static flr_status as_line(flr_status status, const flr_plane3 *h, flr_plane2 *line)
{
    if (status != FLR_OK) return status;
    line->normal = flr_vec2_make(h->normal.x, h->normal.y);
    line->offset = h->offset;
    return FLR_OK;
}

flr_status flr_plane2_from_point(flr_vec2 point, flr_vec2 normal, flr_plane2 *plane)
{
    flr_plane3 h;
    flr_status status = flr_plane3_from_point(flr_in_space(point), flr_in_space(normal), &h);
    return as_line(status, &h, plane);
}

/// The line as the plane through both points and along z.
flr_status flr_plane2_from_points(flr_vec2 a, flr_vec2 b, flr_plane2 *plane)
{
    flr_plane3 h;
    if (!flr_is_finite2(a) || !flr_is_finite2(b)) return FLR_NOT_FINITE;
    if (a.x == b.x && a.y == b.y) return FLR_INVALID_SHAPE;
    double reach = flr_largest3((double)a.x, (double)a.y, flr_largest3((double)b.x, (double)b.y, 0));
    double shrink = reach > 0x1p1000 ? 0.25 : 1;
    flr_double2 x = flr_dd3_apart(shrink, 1, b.x, a.x), y = flr_dd3_apart(shrink, 1, b.y, a.y);
    const flr_dd3 across = {{-y.high, -y.low}, x, {0, 0}};
    const flr_vec3 normal = rounded_normal(across), p = {a.x, a.y, 0};
    return as_line(through(normal, &p, 1, &h), &h, plane);
}
