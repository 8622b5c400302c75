/// Closest points with planes and halfspaces (RTCD 5.1.1, 5.3.1). The side is an exact sign; the distance
/// has one rounding error.

#include "closest/frame3.h"
#include "closest/plane3.h"
#include "feeler/closest3.h"
#include "math/double_double.h"

// ---- Sides and signed distances

typedef struct scaled_terms {
    dvec3 normal, point;
    double offset, unit;  ///< lengths here are lengths of the input times unit
} scaled_terms;

/// Scales plane and point so that no product overflows or vanishes.
static scaled_terms scale(const flr_plane3 *h, flr_vec3 p)
{
    double x = (double)h->normal.x, y = (double)h->normal.y, z = (double)h->normal.z;
    double steep = flr_power_toward_one(flr_largest3(x, y, z));
    scaled_terms s = {{x * steep, y * steep, z * steep},
                      {(double)p.x, (double)p.y, (double)p.z},
                      (double)h->offset * steep,
                      1};
    double largest = flr_largest3(s.point.x, s.point.y, s.point.z);
    if (fabs(s.offset) > largest) largest = fabs(s.offset);
    if ((largest > 0x1p-300 && largest < 0x1p300) || largest == 0) return s;
    s.unit = flr_power_toward_one(largest);
    s.point = dvec3_scale(s.unit, s.point);
    s.offset *= s.unit;
    return s;
}

enum { MOST_TERMS = 6 * FLR_PLANE3_PARTS + 1 };

/// Returns the sign of the sum of some numbers, by an expansion that grows by one at a time (Shewchuk,
/// 1997).
static int sign_of_sum(const double *term, int terms)
{
    double expansion[MOST_TERMS];
    for (int count = 0; count < terms; ++count) {
        double carry = term[count];
        for (int i = 0; i < count; ++i) {
            flr_double2 s = flr_two_sum(carry, expansion[i]);
            carry = s.high;
            expansion[i] = s.low;
        }
        expansion[count] = carry;
    }
    for (int i = terms - 1; i >= 0; --i)
        if (expansion[i] != 0) return expansion[i] > 0 ? 1 : -1;
    return 0;
}

int flr_plane3_side(const flr_plane3 *h, flr_vec3 p)
{
    scaled_terms s = scale(h, p);
    double x = s.normal.x * s.point.x, y = s.normal.y * s.point.y, z = s.normal.z * s.point.z;
    double value = x + y + z - s.offset;
    // each term meets at most 4 rounding errors of 2^-53 on its way into the sum; twice that
    double bound = 0x1p-50 * (fabs(x) + fabs(y) + fabs(z) + fabs(s.offset));
    if (fabs(value) > bound) return value > 0 ? 1 : -1;
    flr_double2 ex = flr_two_product(s.normal.x, s.point.x), ey = flr_two_product(s.normal.y, s.point.y),
                ez = flr_two_product(s.normal.z, s.point.z);
    const double term[7] = {ex.low, ey.low, ez.low, ex.high, ey.high, ez.high, -s.offset};
    return sign_of_sum(term, 7);
}

int flr_plane3_side_of_sum(const flr_plane3 *h, const flr_vec3 *part, int count)
{
    double steep =
        flr_power_toward_one(flr_largest3((double)h->normal.x, (double)h->normal.y, (double)h->normal.z));
    double offset = (double)h->offset * steep, largest = fabs(offset);
    for (int i = 0; i < count; ++i) {
        double size = flr_largest3((double)part[i].x, (double)part[i].y, (double)part[i].z);
        if (size > largest) largest = size;
    }
    double unit = largest > 0x1p-300 && largest < 0x1p300 ? 1 : flr_power_toward_one(largest);
    double value = 0, absolute = 0, term[MOST_TERMS];
    const double normal[3] = {(double)h->normal.x * steep, (double)h->normal.y * steep,
                              (double)h->normal.z * steep};
    int terms = 0;
    for (int i = 0; i < count; ++i) {
        const double p[3] = {(double)part[i].x * unit, (double)part[i].y * unit, (double)part[i].z * unit};
        for (int k = 0; k < 3; ++k) {
            flr_double2 product = flr_two_product(normal[k], p[k]);
            term[terms++] = product.low;
            term[terms++] = product.high;
            value += product.high;
            absolute += fabs(product.high);
        }
    }
    term[terms++] = -offset * unit;
    value -= offset * unit;
    absolute += fabs(offset * unit);
    // 12 products and the offset meet at most 14 rounding errors of 2^-53; more than twice that
    if (fabs(value) > 0x1p-48 * absolute) return value > 0 ? 1 : -1;
    return sign_of_sum(term, terms);
}

int flr_plane3_heading(const flr_plane3 *h, flr_vec3 v)
{
    flr_plane3 through = {h->normal, 0};
    return flr_plane3_side(&through, v);
}

double flr_plane3_signed_distance(const flr_plane3 *h, flr_vec3 p)
{
    scaled_terms s = scale(h, p);
    double length = dvec3_length(s.normal);
    if (!(length > 0)) return 0;
    double value = flr_dot_minus_compensated(s.normal, s.point, s.offset) / length;
    if (s.unit != 1) value /= s.unit;
    if (value - value == 0) return value;
    return s.offset > 0 ? -INFINITY : INFINITY;
}

/// Returns p moved by a length along the unit normal.
static flr_vec3 moved(const flr_plane3 *h, flr_vec3 p, double length)
{
    if (!(fabs(length) <= DBL_MAX)) return p;
    dvec3 n = flr_unit3(h->normal);
    return flr_vec3_make((flr_real)((double)p.x + length * n.x), (flr_real)((double)p.y + length * n.y),
                         (flr_real)((double)p.z + length * n.z));
}

// ---- A point

/// RTCD 5.1.1, except that the value is compensated, and divided by the length of the normal.
flr_real flr_signed_distance3_point_plane(flr_vec3 p, const flr_plane3 *h)
{
    return (flr_real)flr_plane3_signed_distance(h, p);
}

flr_closest3 flr_closest3_point_plane(flr_vec3 p, const flr_plane3 *h)
{
    if (flr_plane3_side(h, p) == 0) return flr_closest3_common_point(p);
    double distance = flr_plane3_signed_distance(h, p);
    flr_closest3 result = {flr_real_from_distance(flr_keep_apart(fabs(distance))), p, moved(h, p, -distance)};
    return result;
}

flr_closest3 flr_closest3_point_halfspace(flr_vec3 p, const flr_halfspace3 *h)
{
    flr_plane3 boundary = flr_plane3_of(h);
    if (flr_plane3_side(&boundary, p) <= 0) return flr_closest3_common_point(p);
    return flr_closest3_point_plane(p, &boundary);
}

flr_closest3 flr_closest3_point_unit_plane(flr_vec3 p, const flr_plane3 *h)
{
    flr_real t = flr_plane3_value(h, p);
    flr_closest3 r = {t < 0 ? -t : t, p, flr_mul_add3(p, -t, h->normal)};
    return r;
}

flr_parameters3 flr_parameters3_point_plane(flr_vec3 p, const flr_plane3 *b)
{
    dvec3 n = flr_direction3(b->normal);
    double scale =
        flr_power_toward_one(flr_largest3((double)b->normal.x, (double)b->normal.y, (double)b->normal.z));
    flr_parameters3 r = {flr_closest3_point_plane(p, b), 0, 0};
    r.t = (flr_real)(flr_plane3_signed_distance(b, p) / dvec3_length(n) * scale);
    return r;
}

// ---- A segment, ray or line

static flr_vec3 blend(flr_vec3 a, flr_vec3 b, double t)
{
    const flr_vec3 corner[2] = {a, b};
    const flr_weights3 weights = {{1 - t, t, 0}};
    return flr_local3_point(corner, &weights);
}

/// RTCD 5.1.1 and 5.3.1: the sides of the ends decide, and the crossing is computed afterwards.
flr_closest3 flr_closest3_segment_plane(const flr_segment3 *s, const flr_plane3 *h)
{
    int side_a = flr_plane3_side(h, s->a), side_b = flr_plane3_side(h, s->b);
    if (side_a == 0) return flr_closest3_common_point(s->a);
    if (side_b == 0) return flr_closest3_common_point(s->b);
    double a = fabs(flr_plane3_signed_distance(h, s->a)), b = fabs(flr_plane3_signed_distance(h, s->b));
    if (side_a != side_b) {
        double sum = a / 2 + b / 2;
        return flr_closest3_common_point(blend(s->a, s->b, sum > 0 ? a / 2 / sum : 0));
    }
    return flr_closest3_point_plane(b < a ? s->b : s->a, h);
}

flr_closest3 flr_closest3_segment_halfspace(const flr_segment3 *s, const flr_halfspace3 *h)
{
    flr_plane3 boundary = flr_plane3_of(h);
    if (flr_plane3_side(&boundary, s->a) <= 0) return flr_closest3_common_point(s->a);
    return flr_closest3_segment_plane(s, &boundary);
}

/// Returns where origin + t * direction crosses the plane, which it does. However slowly it nears the plane,
/// t is right to a few rounding errors.
static flr_vec3 crossing(flr_vec3 origin, flr_vec3 direction, const flr_plane3 *h)
{
    dvec3 v = flr_direction3(direction), n = flr_direction3(h->normal);
    double along = flr_dot_minus_compensated(v, n, 0);
    double t = along != 0 ? -flr_plane3_signed_distance(h, origin) * dvec3_length(n) / along : 0;
    if (!(fabs(t) <= DBL_MAX)) return origin;
    return flr_vec3_make((flr_real)((double)origin.x + t * v.x), (flr_real)((double)origin.y + t * v.y),
                         (flr_real)((double)origin.z + t * v.z));
}

flr_closest3 flr_closest3_ray_plane(const flr_ray3 *r, const flr_plane3 *h)
{
    int side = flr_plane3_side(h, r->origin);
    if (side == 0) return flr_closest3_common_point(r->origin);
    if (flr_plane3_heading(h, r->direction) == -side)
        return flr_closest3_common_point(crossing(r->origin, r->direction, h));
    return flr_closest3_point_plane(r->origin, h);
}

flr_closest3 flr_closest3_ray_halfspace(const flr_ray3 *r, const flr_halfspace3 *h)
{
    flr_plane3 boundary = flr_plane3_of(h);
    if (flr_plane3_side(&boundary, r->origin) <= 0) return flr_closest3_common_point(r->origin);
    return flr_closest3_ray_plane(r, &boundary);
}

flr_closest3 flr_closest3_line_plane(const flr_line3 *l, const flr_plane3 *h)
{
    if (flr_plane3_heading(h, l->direction) != 0 && flr_plane3_side(h, l->origin) != 0)
        return flr_closest3_common_point(crossing(l->origin, l->direction, h));
    return flr_closest3_point_plane(l->origin, h);
}

flr_closest3 flr_closest3_line_halfspace(const flr_line3 *l, const flr_halfspace3 *h)
{
    flr_plane3 boundary = flr_plane3_of(h);
    if (flr_plane3_side(&boundary, l->origin) <= 0) return flr_closest3_common_point(l->origin);
    return flr_closest3_line_plane(l, &boundary);
}
