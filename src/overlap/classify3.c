/// On which side of a plane does a shape lie?

#include "closest/axis3.h"
#include "closest/exact3.h"
#include "closest/frame3.h"
#include "closest/plane3.h"
#include "closest/span3.h"
#include "feeler/overlap2.h"
#include "feeler/overlap3.h"
#include "math/double_double.h"
#include "math/predicates.h"

// ---- Shapes with corners against a plane

/// 1 if all points are in front, -1 if all are behind, else 0; also 0 without points.
int flr_classify3_plane_points(const flr_plane3 *h, const flr_vec3 *points, size_t count)
{
    if (count == 0) return 0;
    int side = flr_plane3_side(h, points[0]);
    for (size_t i = 1; i < count && side != 0; ++i)
        if (flr_plane3_side(h, points[i]) != side) return 0;
    return side;
}

int flr_classify3_plane_point(const flr_plane3 *h, flr_vec3 p) { return flr_plane3_side(h, p); }

int flr_classify3_plane_segment(const flr_plane3 *h, const flr_segment3 *s)
{
    const flr_vec3 points[2] = {s->a, s->b};
    return flr_classify3_plane_points(h, points, 2);
}

int flr_classify3_plane_ray(const flr_plane3 *h, const flr_ray3 *r)
{
    int side = flr_plane3_side(h, r->origin);
    return flr_plane3_heading(h, r->direction) == -side ? 0 : side;
}

int flr_classify3_plane_line(const flr_plane3 *h, const flr_line3 *l)
{
    return flr_plane3_heading(h, l->direction) != 0 ? 0 : flr_plane3_side(h, l->origin);
}

int flr_classify3_plane_triangle(const flr_plane3 *h, const flr_triangle3 *t)
{
    const flr_vec3 points[3] = {t->a, t->b, t->c};
    return flr_classify3_plane_points(h, points, 3);
}

int flr_classify3_plane_quad(const flr_plane3 *h, const flr_quad3 *q)
{
    const flr_vec3 points[4] = {q->a, q->b, q->c, q->d};
    return flr_classify3_plane_points(h, points, 4);
}

int flr_classify3_plane_tetrahedron(const flr_plane3 *h, const flr_tetrahedron *t)
{
    const flr_vec3 points[4] = {t->a, t->b, t->c, t->d};
    return flr_classify3_plane_points(h, points, 4);
}

int flr_classify3_plane_polygon(const flr_plane3 *h, const flr_polygon3 *polygon)
{
    return flr_classify3_plane_points(h, polygon->vertices, polygon->count);
}

int flr_classify3_plane_polyhedron(const flr_plane3 *h, const flr_polyhedron3 *polyhedron)
{
    return flr_classify3_plane_points(h, polyhedron->vertices, polyhedron->vertex_count);
}

/// Ericson 5.2.3 by the two extreme corners, without centre and extents, so that nothing is rounded.
int flr_classify3_plane_aabb(const flr_plane3 *h, const flr_aabb3 *b)
{
    flr_vec3 n = h->normal;
    const flr_vec3 extreme[2] = {
        {n.x > 0 ? b->min.x : b->max.x, n.y > 0 ? b->min.y : b->max.y, n.z > 0 ? b->min.z : b->max.z},
        {n.x > 0 ? b->max.x : b->min.x, n.y > 0 ? b->max.y : b->min.y, n.z > 0 ? b->max.z : b->min.z}};
    return flr_classify3_plane_points(h, extreme, 2);
}

/// Ericson 5.2.3 by the two extreme corners: along the normal each edge leads up, down or neither.
int flr_classify3_plane_parallelepiped(const flr_plane3 *h, const flr_parallelepiped *b)
{
    const flr_vec3 edge[3] = {b->edges.x, b->edges.y, b->edges.z};
    flr_vec3 low[4] = {b->corner}, high[4] = {b->corner};
    int lows = 1, highs = 1;
    for (int i = 0; i < 3; ++i) {
        int heading = flr_plane3_heading(h, edge[i]);
        if (heading < 0) low[lows++] = edge[i];
        if (heading > 0) high[highs++] = edge[i];
    }
    if (flr_plane3_side_of_sum(h, low, lows) > 0) return 1;
    return flr_plane3_side_of_sum(h, high, highs) < 0 ? -1 : 0;
}

// ---- Round shapes and boxes against a plane

/// Returns a . b in double-double arithmetic (math/double_double.h).
static flr_double2 flr_dot_doubled(dvec3 a, dvec3 b)
{
    flr_double2 x = flr_two_product(a.x, b.x), y = flr_two_product(a.y, b.y), z = flr_two_product(a.z, b.z);
    return flr_doubled_sum(flr_doubled_sum(x, y), z);
}

static int side_of_interval(double low, double high) { return low > 0 ? 1 : high < 0 ? -1 : 0; }

/// Ericson 5.2.2. The distance is computed only where the height equals the radius within rounding errors.
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

/// A plane, and a unit in which it and a shape have coordinates near 1; both scaled by powers of two.
typedef struct scaled {
    dvec3 normal;
    double offset, unit;  ///< a length of the input times unit is a length here
} scaled;

static scaled scale(const flr_plane3 *h, flr_vec3 p, flr_vec3 q, double length)
{
    double steep =
        flr_power_toward_one(flr_largest3((double)h->normal.x, (double)h->normal.y, (double)h->normal.z));
    double offset = (double)h->offset * steep;
    double largest = flr_largest3((double)p.x, (double)p.y, (double)p.z);
    largest = flr_largest3(largest, flr_largest3((double)q.x, (double)q.y, (double)q.z), length);
    double unit = flr_power_toward_one(flr_largest3(largest, offset, 0));
    return (scaled){dvec3_scale(steep, dvec3_from(h->normal)), offset * unit, unit};
}

static flr_double2 height(const scaled *s, flr_vec3 p)
{
    dvec3 q = dvec3_scale(s->unit, dvec3_from(p));
    flr_double2 d = flr_dot_doubled(s->normal, q);
    return flr_doubled_sum(d, (flr_double2){-s->offset, 0});
}

/// The relative error of double-double arithmetic after a dozen sums and products.
static const double doubled_rounding = 0x1p-96;

/// The side from the lowest and highest height in twice the precision; 0 within rounding errors.
static int side_of_doubled(flr_double2 low, flr_double2 high)
{
    // everything was scaled near 1
    if (low.high > doubled_rounding) return 1;
    return high.high < -doubled_rounding ? -1 : 0;
}

/// Do plain doubles decide the side? The heights have errors of a few eps times `size`.
static bool is_sure(double low, double high, double size)
{
    double slack = 1e-14 * size;
    return !(slack < INFINITY) || low > slack || high < -slack || (low < -slack && high > slack);
}

/// Ericson 5.2.3, with the extent of the box along the normal in twice the precision.
static int side_of_box_doubled(const flr_plane3 *h, const flr_box3 *b)
{
    const flr_vec3 axes[3] = {b->axes.x, b->axes.y, b->axes.z};
    const double half[3] = {(double)b->half_extents.x, (double)b->half_extents.y, (double)b->half_extents.z};
    scaled s = scale(h, b->center, b->half_extents, 0);
    flr_double2 middle = height(&s, b->center), reach = {0, 0};
    for (int k = 0; k < 3; ++k) {
        flr_double2 along = flr_dot_doubled(s.normal, dvec3_from(axes[k]));
        flr_double2 part = flr_doubled_product(along, (flr_double2){half[k] * s.unit, 0});
        reach = part.high < 0 ? flr_doubled_difference(reach, part) : flr_doubled_sum(reach, part);
    }
    return side_of_doubled(flr_doubled_difference(middle, reach), flr_doubled_sum(middle, reach));
}

int flr_classify3_plane_box(const flr_plane3 *h, const flr_box3 *b)
{
    dvec3 n = flr_box3_coordinates(b, flr_unit3(h->normal));
    double reach = fabs(n.x) * (double)b->half_extents.x + fabs(n.y) * (double)b->half_extents.y +
                   fabs(n.z) * (double)b->half_extents.z;
    double middle = flr_plane3_signed_distance(h, b->center);
    if (is_sure(middle - reach, middle + reach, fabs(middle) + reach))
        return side_of_interval(middle - reach, middle + reach);
    return side_of_box_doubled(h, b);
}

int flr_classify3_plane_rectangle(const flr_plane3 *h, const flr_rectangle3 *r)
{
    flr_box3 b = flr_box3_of_rectangle(r);
    return flr_classify3_plane_box(h, &b);
}

/// How far a disc perpendicular to the axis extends along the unit normal: the radius times the sine of the
/// angle between normal and axis. The vector (n x v) x v of Ericson 5.2.4 must be divided by that sine.
static double disc_reach(const flr_plane3 *h, flr_vec3 start, flr_vec3 end, flr_real radius)
{
    const flr_vec3 points[2] = {start, end};
    flr_frame3 f = flr_frame3_make(points, 2, 0);
    dvec3 axis = flr_frame3_local(&f, end), n = flr_unit3(h->normal);
    double length = dvec3_length(axis);
    if (!(length > 0)) return (double)radius;
    return (double)radius * (dvec3_length(flr_cross_compensated(n, axis)) / length);
}

/// The same in twice the precision, for the normal of `s`, which need not be a unit vector.
static flr_double2 disc_reach_doubled(const scaled *s, flr_vec3 start, flr_vec3 end, flr_real radius)
{
    dvec3 n = s->normal, p = dvec3_from(start), q = dvec3_from(end);
    double by = flr_power_toward_one(flr_largest3(q.x - p.x, q.y - p.y, q.z - p.z));
    flr_double2 v[3] = {flr_two_sum(q.x * by, -p.x * by), flr_two_sum(q.y * by, -p.y * by),
                        flr_two_sum(q.z * by, -p.z * by)};
    const double m[3] = {n.x, n.y, n.z};
    flr_double2 normal = flr_dot_doubled(n, n), cross = {0, 0}, axis = {0, 0};
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        flr_double2 c = flr_doubled_difference(flr_doubled_product(v[k], (flr_double2){m[j], 0}),
                                               flr_doubled_product(v[j], (flr_double2){m[k], 0}));
        cross = flr_doubled_sum(cross, flr_doubled_product(c, c));
        axis = flr_doubled_sum(axis, flr_doubled_product(v[i], v[i]));
    }
    flr_double2 square = axis.high > 0 ? flr_doubled_quotient(cross, axis) : normal;
    return flr_doubled_product(flr_doubled_root(square), (flr_double2){(double)radius * s->unit, 0});
}

static flr_double2 lower(flr_double2 a, flr_double2 b)
{
    return a.high < b.high || (a.high == b.high && a.low < b.low) ? a : b;
}

static flr_double2 higher(flr_double2 a, flr_double2 b)
{
    return a.high > b.high || (a.high == b.high && a.low > b.low) ? a : b;
}

/// The side of a cylinder or cone: a disc of the radius at b, and a disc or the apex at a.
static int side_of_discs(const flr_plane3 *h, flr_vec3 a, flr_vec3 b, flr_real radius, bool apex)
{
    double at_a = flr_plane3_signed_distance(h, a), at_b = flr_plane3_signed_distance(h, b);
    double reach = disc_reach(h, a, b, radius), reach_a = apex ? 0 : reach;
    double low = fmin(at_a - reach_a, at_b - reach), high = fmax(at_a + reach_a, at_b + reach);
    if (is_sure(low, high, fabs(at_a) + fabs(at_b) + (double)radius)) return side_of_interval(low, high);
    scaled s = scale(h, a, b, (double)radius);
    flr_double2 of_b = disc_reach_doubled(&s, a, b, radius), of_a = {0, 0};
    if (!apex) of_a = of_b;
    flr_double2 p = height(&s, a), q = height(&s, b);
    return side_of_doubled(lower(flr_doubled_difference(p, of_a), flr_doubled_difference(q, of_b)),
                           higher(flr_doubled_sum(p, of_a), flr_doubled_sum(q, of_b)));
}

int flr_classify3_plane_cylinder(const flr_plane3 *h, const flr_cylinder *c)
{
    return side_of_discs(h, c->a, c->b, c->radius, false);
}

/// Ericson 5.2.4 by the apex and the two extreme points of the rim.
int flr_classify3_plane_cone(const flr_plane3 *h, const flr_cone *c)
{
    return side_of_discs(h, c->apex, c->base, c->radius, true);
}
