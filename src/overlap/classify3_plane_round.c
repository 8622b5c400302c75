#include "closest/box3.h"
#include "closest/compensated.h"
#include "closest/plane3.h"
#include "feeler/overlap3.h"

static int side_of_interval(double low, double high) { return low > 0 ? 1 : high < 0 ? -1 : 0; }

/// RTCD 5.2.2. Only where the height is the radius but for rounding does the distance have to tell.
int flr_classify3_plane_sphere(const flr_plane3 *h, const flr_sphere *s)
{
    const double few_roundings = sizeof(flr_real) == sizeof(float) ? 1e-6 : 1e-14;
    double d = fabs(flr_plane3_signed_distance(h, s->center)), r = (double)s->radius;
    if (r - d > few_roundings * r) return 0;
    if (d - r > few_roundings * d) return flr_plane3_side(h, s->center);
    if (flr_closest3_plane_sphere(h, s).distance <= 0) return 0;
    return flr_plane3_side(h, s->center);
}

int flr_classify3_plane_capsule(const flr_plane3 *h, const flr_capsule3 *c)
{
    if (flr_closest3_plane_capsule(h, c).distance <= 0) return 0;
    return flr_plane3_side(h, c->a);
}

/// RTCD 5.2.3: the reach of the box along the unit normal.
int flr_classify3_plane_box(const flr_plane3 *h, const flr_box3 *b)
{
    flr_local3 n = flr_box3_coordinates(b, flr_unit3(h->normal));
    double reach = fabs(n.x) * (double)b->half_extents.x + fabs(n.y) * (double)b->half_extents.y +
                   fabs(n.z) * (double)b->half_extents.z;
    double middle = flr_plane3_signed_distance(h, b->center);
    return side_of_interval(middle - reach, middle + reach);
}

int flr_classify3_plane_rectangle(const flr_plane3 *h, const flr_rectangle3 *r)
{
    flr_box3 b = flr_box3_of_rectangle(r);
    return flr_classify3_plane_box(h, &b);
}

/// How far a disc square to the axis reaches along the unit normal: the radius times the sine of
/// their angle, which is what the vector (n x v) x v of RTCD 5.2.4 has to be divided by.
static double disc_reach(const flr_plane3 *h, flr_vec3 start, flr_vec3 end, flr_real radius)
{
    const flr_vec3 points[2] = {start, end};
    flr_frame3 f = flr_frame3_make(points, 2, 0);
    flr_local3 axis = flr_frame3_local(&f, end), n = flr_unit3(h->normal);
    double length = flr_local3_length(axis);
    if (!(length > 0)) return (double)radius;
    return (double)radius * (flr_local3_length(flr_cross_compensated(n, axis)) / length);
}

int flr_classify3_plane_cylinder(const flr_plane3 *h, const flr_cylinder *c)
{
    double a = flr_plane3_signed_distance(h, c->a), b = flr_plane3_signed_distance(h, c->b);
    double reach = disc_reach(h, c->a, c->b, c->radius);
    return side_of_interval((a < b ? a : b) - reach, (a < b ? b : a) + reach);
}

/// RTCD 5.2.4 by the apex and the two extreme points of the rim.
int flr_classify3_plane_cone(const flr_plane3 *h, const flr_cone *c)
{
    double apex = flr_plane3_signed_distance(h, c->apex), base = flr_plane3_signed_distance(h, c->base);
    double reach = disc_reach(h, c->apex, c->base, c->radius);
    double low = base - reach, high = base + reach;
    return side_of_interval(apex < low ? apex : low, apex > high ? apex : high);
}
