/// The exact predicates of feeler/math.h with their filters inline, for hot loops.
///
/// A filter computes the determinant in plain double and compares it with a proven bound on its
/// error; only what lies below the bound goes to the exact part. With e = 2^-53: a product of
/// three differences passes at most 8 roundings on its way into the sum (three differences,
/// two products, one minor, two sums), so the error is at most ((1 + e)^8 - 1) times the sum of
/// the absolute products, itself computed low by at most a factor (1 - e)^8: 1e-15 > 9 e covers
/// both. Underflow adds at most 2^-1074 times a difference each time; FLR_FILTER_FLOOR, added to
/// the sum of absolute products wherever it meets a difference, covers that with room to spare.
/// Overflow makes the bound infinite or the determinant a NaN, and both fail the comparison.
#ifndef FLR_MATH_PREDICATES_H
#define FLR_MATH_PREDICATES_H

#include "math/dvec3.h"

#define FLR_FILTER_RELATIVE3 1e-15
#define FLR_FILTER_RELATIVE2 4.5e-16  // likewise with 4 roundings: more than 4 * 2^-53
#define FLR_FILTER_FLOOR 0x1p-850

/// The exact part; the sign for every finite input. 0 where an input is not finite.
int flr_orient3_exact_double(dvec3 a, dvec3 b, dvec3 c, dvec3 d);
static inline int flr_orient3_exact(flr_vec3 a, flr_vec3 b, flr_vec3 c, flr_vec3 d)
{
    return flr_orient3_exact_double(dvec3_from(a), dvec3_from(b), dvec3_from(c), dvec3_from(d));
}
int flr_orient2_exact(double ax, double ay, double bx, double by, double cx, double cy);

/// A plane through three points, ready to be asked for many sides.
typedef struct flr_plane3_filter {
    double ax, ay, az;  ///< a point of it
    double x, y, z;     ///< (b - a) x (c - a)
    double mx, my, mz;  ///< the same with absolute values in place of differences of products
} flr_plane3_filter;

static inline flr_plane3_filter flr_plane3_filter_make_double(dvec3 a, dvec3 b, dvec3 c)
{
    flr_plane3_filter f;
    f.ax = a.x, f.ay = a.y, f.az = a.z;
    double ux = b.x - f.ax, uy = b.y - f.ay, uz = b.z - f.az;
    double vx = c.x - f.ax, vy = c.y - f.ay, vz = c.z - f.az;
    double xp = uy * vz, xm = uz * vy, yp = uz * vx, ym = ux * vz, zp = ux * vy, zm = uy * vx;
    f.x = xp - xm, f.y = yp - ym, f.z = zp - zm;
    f.mx = fabs(xp) + fabs(xm) + FLR_FILTER_FLOOR;
    f.my = fabs(yp) + fabs(ym) + FLR_FILTER_FLOOR;
    f.mz = fabs(zp) + fabs(zm) + FLR_FILTER_FLOOR;
    return f;
}

static inline flr_plane3_filter flr_plane3_filter_make(flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    return flr_plane3_filter_make_double(dvec3_from(a), dvec3_from(b), dvec3_from(c));
}

/// +1 or -1 where the side of p is certain, 0 where the exact part has to be asked.
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

static inline int flr_orient2_inline(double ax, double ay, double bx, double by, double cx, double cy)
{
    double left = (bx - ax) * (cy - ay), right = (by - ay) * (cx - ax);
    double determinant = left - right;
    double bound = FLR_FILTER_RELATIVE2 * (fabs(left) + fabs(right) + FLR_FILTER_FLOOR);
    if (determinant > bound) return 1;
    if (determinant < -bound) return -1;
    return flr_orient2_exact(ax, ay, bx, by, cx, cy);
}

#endif
