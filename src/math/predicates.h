/// The exact predicates of feeler/math.h with their filters inline, for hot loops.
///
/// A filter computes the determinant in plain double and compares it with a proven bound on its error; only
/// what lies below the bound goes to the exact part. With e = 2^-53: a product of three differences has at
/// most 8 rounding errors on its path into the sum (three differences, two products, one minor, two sums).
/// So the error is at most ((1 + e)^8 - 1) times the sum of the absolute products. That sum itself is
/// computed low by at most a factor (1 - e)^8, and 1e-15 > 9 e covers both. Underflow adds at most 2^-1074
/// times a difference each time; FLR_FILTER_FLOOR, added to the sum of absolute products for every
/// difference, covers that with room to spare. Overflow makes the bound infinite or the determinant a NaN,
/// and both fail the comparison.
#ifndef FLR_MATH_PREDICATES_H
#define FLR_MATH_PREDICATES_H

#include "math/dvec3.h"

#define FLR_FILTER_RELATIVE3 1e-15
#define FLR_FILTER_RELATIVE2 4.5e-16  // likewise with 4 rounding errors: more than 4 * 2^-53
#define FLR_FILTER_FLOOR 0x1p-850

/// The exact part: the sign for every finite input, 0 if an input is not finite.
int flr_orient3_exact_double(dvec3 a, dvec3 b, dvec3 c, dvec3 d);
static inline int flr_orient3_exact(flr_vec3 a, flr_vec3 b, flr_vec3 c, flr_vec3 d)
{
    return flr_orient3_exact_double(dvec3_from(a), dvec3_from(b), dvec3_from(c), dvec3_from(d));
}
int flr_orient2_exact(double ax, double ay, double bx, double by, double cx, double cy);

/// A plane through three points, prepared for tests of many points.
typedef struct flr_plane3_filter {
    double ax, ay, az;  ///< a point of the plane
    double x, y, z;     ///< (b - a) x (c - a)
    double mx, my, mz;  ///< the same with absolute values in place of differences of products
} flr_plane3_filter;

/// Returns the plane through a along u and v, each a difference rounded once.
static inline flr_plane3_filter flr_plane3_filter_along(dvec3 a, dvec3 u, dvec3 v)
{
    flr_plane3_filter f;
    f.ax = a.x, f.ay = a.y, f.az = a.z;
    double xp = u.y * v.z, xm = u.z * v.y, yp = u.z * v.x, ym = u.x * v.z, zp = u.x * v.y, zm = u.y * v.x;
    f.x = xp - xm, f.y = yp - ym, f.z = zp - zm;
    f.mx = fabs(xp) + fabs(xm) + FLR_FILTER_FLOOR;
    f.my = fabs(yp) + fabs(ym) + FLR_FILTER_FLOOR;
    f.mz = fabs(zp) + fabs(zm) + FLR_FILTER_FLOOR;
    return f;
}

static inline flr_plane3_filter flr_plane3_filter_make_double(dvec3 a, dvec3 b, dvec3 c)
{
    return flr_plane3_filter_along(a, dvec3_make(b.x - a.x, b.y - a.y, b.z - a.z),
                                   dvec3_make(c.x - a.x, c.y - a.y, c.z - a.z));
}

static inline flr_plane3_filter flr_plane3_filter_make(flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    return flr_plane3_filter_make_double(dvec3_from(a), dvec3_from(b), dvec3_from(c));
}

/// Returns +1 or -1 if the side of p is certain, 0 if the exact part must decide.
static inline int flr_plane3_filter_side_double(const flr_plane3_filter *f, dvec3 p)
{
    double x = p.x - f->ax, y = p.y - f->ay, z = p.z - f->az;
    double determinant = x * f->x + y * f->y + z * f->z;
    double absolute = fabs(x) * f->mx + fabs(y) * f->my + fabs(z) * f->mz + FLR_FILTER_FLOOR;
    double bound = FLR_FILTER_RELATIVE3 * absolute;
    return (determinant > bound) - (determinant < -bound);
}

static inline int flr_plane3_filter_side(const flr_plane3_filter *f, flr_vec3 p)
{
    return flr_plane3_filter_side_double(f, dvec3_from(p));
}

static inline int flr_orient3_inline_double(dvec3 a, dvec3 b, dvec3 c, dvec3 d)
{
    flr_plane3_filter f = flr_plane3_filter_make_double(a, b, c);
    int side = flr_plane3_filter_side_double(&f, d);
    return side ? side : flr_orient3_exact_double(a, b, c, d);
}

static inline int flr_orient3_inline(flr_vec3 a, flr_vec3 b, flr_vec3 c, flr_vec3 d)
{
    return flr_orient3_inline_double(dvec3_from(a), dvec3_from(b), dvec3_from(c), dvec3_from(d));
}

/// As flr_orient2: +1 if a, b, c turn counter-clockwise, -1 if clockwise, 0 if they are collinear.
static inline int flr_orient2_inline(double ax, double ay, double bx, double by, double cx, double cy)
{
    double left = (bx - ax) * (cy - ay), right = (by - ay) * (cx - ax);
    double determinant = left - right;
    double bound = FLR_FILTER_RELATIVE2 * (fabs(left) + fabs(right) + FLR_FILTER_FLOOR);
    if (determinant > bound) return 1;
    if (determinant < -bound) return -1;
    return flr_orient2_exact(ax, ay, bx, by, cx, cy);
}

// ---- The triple product p . (q x r) of vectors that are sums of given ones ----

enum { FLR_ROW3_TERMS = 4 };

/// The sum of up to four vectors.
typedef struct flr_row3 {
    int count;
    double term[FLR_ROW3_TERMS][3];
} flr_row3;

static inline flr_row3 flr_row3_vector(flr_vec3 v)
{
    flr_row3 row = {1, {{(double)v.x, (double)v.y, (double)v.z}}};
    return row;
}

/// Returns a - b.
static inline flr_row3 flr_row3_difference(flr_vec3 a, flr_vec3 b)
{
    flr_row3 row = {2, {{(double)a.x, (double)a.y, (double)a.z}, {-(double)b.x, -(double)b.y, -(double)b.z}}};
    return row;
}

/// Returns the unit vector of an axis (0, 1, 2).
static inline flr_row3 flr_row3_axis(int axis)
{
    flr_row3 row = {1, {{0, 0, 0}}};
    row.term[0][axis] = 1;
    return row;
}

/// Returns o + t d - a. The product is not rounded, as long as it neither overflows nor underflows.
flr_row3 flr_row3_along(flr_vec3 o, double t, flr_vec3 d, flr_vec3 a);

/// mantissa * 2^exponent: a determinant may lie far outside the range of double.
typedef struct flr_scaled {
    double mantissa;
    int exponent;
} flr_scaled;

/// Returns a / b as a double, b not 0; correct to a few rounding errors.
double flr_scaled_ratio(flr_scaled a, flr_scaled b);

/// Returns the exact sign of p . (q x r); 0 if a term is not finite. `value`, if not null, receives the
/// product with that sign and a relative error below 2^-50.
int flr_triple3_exact(const flr_row3 *p, const flr_row3 *q, const flr_row3 *r, flr_scaled *value);
/// Returns the cross product times a power of two that brings its largest component near 1; each is accurate to a few
/// rounding errors. Zero if it is zero.
dvec3 flr_cross3_exact(const flr_row3 *u, const flr_row3 *v);

/// Returns the exact sign of d . ((a - o) x (b - o)). It is +1 if a and then b turn counter-clockwise around
/// the directed line from o along d as it points at the viewer, and 0 if the line intersects the line
/// through a and b.
static inline int flr_triple3(flr_vec3 d, flr_vec3 o, flr_vec3 a, flr_vec3 b)
{
    double ux = (double)a.x - (double)o.x, uy = (double)a.y - (double)o.y, uz = (double)a.z - (double)o.z;
    double vx = (double)b.x - (double)o.x, vy = (double)b.y - (double)o.y, vz = (double)b.z - (double)o.z;
    double dx = (double)d.x, dy = (double)d.y, dz = (double)d.z;
    double xp = uy * vz, xm = uz * vy, yp = uz * vx, ym = ux * vz, zp = ux * vy, zm = uy * vx;
    double determinant = dx * (xp - xm) + dy * (yp - ym) + dz * (zp - zm);
    // one rounding less than orient3 has: d is no difference
    double absolute = fabs(dx) * (fabs(xp) + fabs(xm) + FLR_FILTER_FLOOR) +
                      fabs(dy) * (fabs(yp) + fabs(ym) + FLR_FILTER_FLOOR) +
                      fabs(dz) * (fabs(zp) + fabs(zm) + FLR_FILTER_FLOOR) + FLR_FILTER_FLOOR;
    double bound = FLR_FILTER_RELATIVE3 * absolute;
    if (determinant > bound) return 1;
    if (determinant < -bound) return -1;
    flr_row3 p = flr_row3_vector(d), q = flr_row3_difference(a, o), r = flr_row3_difference(b, o);
    return flr_triple3_exact(&p, &q, &r, 0);
}

#endif
