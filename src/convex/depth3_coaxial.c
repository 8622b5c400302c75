/// The depth of points, segments, cylinders and cones about parallel axes, in closed form: by the normals of their sections.
#include "convex/depth3.h"

/// Disc, cone, frustum or less: all that is needed has a disc at either end, of any radius.
typedef struct frustum {
    dvec3 low, high;
    double radius_low, radius_high;
} frustum;

/// Its section by the plane through both axes: x from a's axis towards b's, z along them from a's low end.
typedef struct section {
    double x, z[2], radius[2];  ///< of the axis; of the lower and of the upper end
} section;

typedef struct flat2 {
    double x, z;
} flat2;

typedef struct span {
    double low, high;
} span;

static bool is_round(const core3 *c)
{
    return c->kind == FLR_CONVEX3_CYLINDER || c->kind == FLR_CONVEX3_CONE;
}

static bool as_frustum(const core3 *c, double unit, frustum *f)
{
    if (c->kind == FLR_CONVEX3_CORNERS && c->count <= 2) {
        *f = (frustum){c->corner[0], c->corner[c->count - 1], 0, 0};
        return true;
    }
    if (!is_round(c)) return false;
    double radius = (double)c->shape->half_extents.x * unit;
    *f = (frustum){c->low, c->high, radius, c->kind == FLR_CONVEX3_CONE ? 0 : radius};
    return true;
}

/// A direction of the axis, of any length; zero where any is one. Between the ends of a flat disc it may be lost to their rounding, beside which
/// that of the axis as it was made is small.
static dvec3 axis_of(const core3 *c, const frustum *f)
{
    const double of_axis = sizeof(flr_real) == sizeof(float) ? 0x1p-23 : 0x1p-52;
    const dvec3 axis = dvec3_sub(f->high, f->low);
    if (!is_round(c)) return axis;
    const double of_ends = 0x1p-53 * (dvec3_length(f->high) + dvec3_length(f->low)),
                 length = dvec3_length(axis);
    return length * of_axis > of_ends ? axis
                                      : dvec3_scale(length > 0 ? length : 1, dvec3_from(c->shape->axes.z));
}

/// The sine of the angle between the axes, as far as it is above rounding; 0 where one has no direction.
static double tilt_of(dvec3 u, dvec3 v)
{
    double lengths = dvec3_length(u) * dvec3_length(v);
    return lengths > 0 ? dvec3_length(dvec3_cross(u, v)) / lengths : 0;
}

/// Any unit vector perpendicular to the unit vector u.
static dvec3 perpendicular_to(dvec3 u)
{
    double x = fabs(u.x), y = fabs(u.y), z = fabs(u.z);
    dvec3 least = x <= y && x <= z ? dvec3_make(1, 0, 0) : y <= z ? dvec3_make(0, 1, 0) : dvec3_make(0, 0, 1);
    dvec3 s = dvec3_cross(u, least);
    return dvec3_scale(1 / dvec3_length(s), s);
}

static section section_of(const frustum *f, dvec3 from, dvec3 u, double x)
{
    double low = dvec3_dot(dvec3_sub(f->low, from), u), high = dvec3_dot(dvec3_sub(f->high, from), u);
    if (low <= high) return (section){x, {low, high}, {f->radius_low, f->radius_high}};
    return (section){x, {high, low}, {f->radius_high, f->radius_low}};
}

/// How far end i reaches along n, or b's against it.
static double end_along(const section *s, int i, flat2 n, double side)
{
    return n.x * (s->x + side * s->radius[i]) + n.z * s->z[i];
}

static double farthest_along(const section *s, flat2 n)
{
    double low = end_along(s, 0, n, 1), high = end_along(s, 1, n, 1);
    return high > low ? high : low;
}

static double nearest_along(const section *s, flat2 n)
{
    double low = end_along(s, 0, n, -1), high = end_along(s, 1, n, -1);
    return high < low ? high : low;
}

/// The normal of the section's slanted side, towards b from a and reversed.
static flat2 slant_of(const section *s, double side)
{
    double x = s->z[1] - s->z[0], z = side * (s->radius[0] - s->radius[1]), length = sqrt(x * x + z * z);
    if (!(length > 0)) return (flat2){1, 0};
    return (flat2){x / length, z / length};
}

static void take_in(span *s, double x)
{
    if (x < s->low) s->low = x;
    if (x > s->high) s->high = x;
}

/// What of the section touches the line perpendicular to n, as a stretch of that line.
static span side_along(const section *s, flat2 n, double side, double rounding)
{
    span r = {(double)INFINITY, -(double)INFINITY};
    double most = side > 0 ? farthest_along(s, n) : nearest_along(s, n);
    for (int i = 0; i < 2; i++) {
        if (side * (most - end_along(s, i, n, side)) > rounding) continue;
        take_in(&r, n.x * s->z[i] - n.z * (s->x + side * s->radius[i]));
        if (n.x == 0) take_in(&r, -n.z * (s->x - side * s->radius[i]));
    }
    return r;
}

/// In the middle of what both sides have in common once they touch.
static double common(span a, span b)
{
    double low = a.low > b.low ? a.low : b.low, high = a.high < b.high ? a.high : b.high;
    return low + (high - low) / 2;
}

bool flr_depth3_coaxial(const pair3 *pair, epa3_result *r)
{
    enum { NORMALS = 5 };
    // tilted no more than the ends' own rounding may tilt them
    const double tilt_most = 0x1p-50;
    frustum f, g;
    if (!is_round(&pair->a) && !is_round(&pair->b)) return false;
    if (!as_frustum(&pair->a, pair->reference.unit, &f) || !as_frustum(&pair->b, pair->reference.unit, &g))
        return false;
    dvec3 u = axis_of(&pair->a, &f), v = axis_of(&pair->b, &g);
    double tilt = tilt_of(u, v);
    if (!(tilt <= tilt_most)) return false;
    // the longer one is known better
    if (dvec3_dot(v, v) > dvec3_dot(u, u)) u = v;
    u = dvec3_scale(1 / dvec3_length(u), u);
    dvec3 across = dvec3_cross(u, dvec3_cross(dvec3_sub(g.low, f.low), u));
    double apart = dvec3_length(across);
    dvec3 e = apart > 0 ? dvec3_scale(1 / apart, across) : perpendicular_to(u);
    const section a = section_of(&f, f.low, u, 0), b = section_of(&g, f.low, u, apart);
    const flat2 normals[NORMALS] = {{1, 0}, slant_of(&a, 1), slant_of(&b, -1), {0, 1}, {0, -1}};
    flat2 n = normals[0];
    double depth = (double)INFINITY;
    for (int i = 0; i < NORMALS; i++) {
        double way = farthest_along(&a, normals[i]) - nearest_along(&b, normals[i]);
        if (way < depth) depth = way, n = normals[i];
    }
    double size =
        apart + a.radius[0] + a.radius[1] + b.radius[0] + b.radius[1] + (a.z[1] - a.z[0]) + (b.z[1] - b.z[0]);
    double rounding = 0x1p-49 * size;
    if (!(depth > -rounding && isfinite(depth))) return false;
    double along = farthest_along(&a, n);
    double at = common(side_along(&a, n, 1, rounding), side_along(&b, n, -1, rounding));
    if (depth < 0) depth = 0;
    *r = (epa3_result){.converged = true, .upper = depth};
    r->lower = depth > rounding ? depth - rounding : 0;
    r->normal = dvec3_add_scaled(dvec3_scale(n.x, e), n.z, u);
    r->a = dvec3_add_scaled(dvec3_add_scaled(f.low, n.x * along - n.z * at, e), n.z * along + n.x * at, u);
    r->b = dvec3_add_scaled(r->a, -depth, r->normal);
    return true;
}
