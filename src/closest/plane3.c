#include "closest/plane3.h"

#include "closest/compensated.h"

typedef struct scaled_terms {
    dvec3 normal, point;
    double offset, unit;  ///< lengths here are lengths of the input times unit
} scaled_terms;

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
    s.point = flr_local3_scaled(s.unit, s.point);
    s.offset *= s.unit;
    return s;
}

enum { MOST_TERMS = 6 * FLR_PLANE3_PARTS + 1 };

/// The sign of the sum of some numbers: an expansion grown by one at a time, after Shewchuk.
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
    double length = flr_local3_length(s.normal);
    if (!(length > 0)) return 0;
    double value = flr_dot_minus_compensated(s.normal, s.point, s.offset) / length;
    if (s.unit != 1) value /= s.unit;
    if (value - value == 0) return value;
    return s.offset > 0 ? -INFINITY : INFINITY;
}

flr_vec3 flr_plane3_moved(const flr_plane3 *h, flr_vec3 p, double length)
{
    if (!(fabs(length) <= DBL_MAX)) return p;
    dvec3 n = flr_unit3(h->normal);
    return flr_vec3_make((flr_real)((double)p.x + length * n.x), (flr_real)((double)p.y + length * n.y),
                         (flr_real)((double)p.z + length * n.z));
}
