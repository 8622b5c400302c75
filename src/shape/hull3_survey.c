#include <math.h>

#include "shape/hull3_build.h"

static bool less(flr_vec3 a, flr_vec3 b)
{
    if (a.x != b.x) return a.x < b.x;
    return a.y != b.y ? a.y < b.y : a.z < b.z;
}

static bool find_bounds(hull3_builder *b)
{
    flr_vec3 low = b->points[0], high = low;
    flr_real probe = 0;  // NaN once anything is not finite
    for (size_t i = 0; i < b->count; i++) {
        flr_vec3 p = b->points[i];
        probe += (p.x - p.x) + (p.y - p.y) + (p.z - p.z);
        low = flr_min3(low, p);
        high = flr_max3(high, p);
    }
    b->bounds.min = low;
    b->bounds.max = high;
    return probe == 0;
}

/// The exponent of the lowest bit that is set; large for 0.
static int lowest_bit(double value)
{
    if (value == 0) return 2000;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int biased = (int)(bits >> 52 & 0x7ff);
    uint64_t mantissa = (bits & (((uint64_t)1 << 52) - 1)) | (biased ? (uint64_t)1 << 52 : 0);
    double lowest = (double)(mantissa & (~mantissa + 1));
    memcpy(&bits, &lowest, sizeof bits);
    return (int)(bits >> 52) - 1023 + (biased ? biased : 1) - 1075;
}

/// A difference of less than 2^16 units on every axis makes a determinant of less than 6 * 2^48 units: all of it is
/// exact in double, and lattices, where most signs are 0, need no exact part.
static bool on_lattice(const hull3_builder *b)
{
    const double extent[3] = {(double)b->bounds.max.x - (double)b->bounds.min.x,
                              (double)b->bounds.max.y - (double)b->bounds.min.y,
                              (double)b->bounds.max.z - (double)b->bounds.min.z};
    int least[3];
    for (int k = 0; k < 3; k++) {
        if (!(extent[k] < 0x1p200)) return false;
        if (extent[k] > 0) (void)frexp(extent[k], &least[k]);
        least[k] = extent[k] > 0 ? least[k] - 16 : -200;
        if (least[k] < -200) return false;
    }
    for (size_t i = 0; i < b->count; i++) {
        flr_vec3 p = b->points[i];
        if (lowest_bit((double)p.x) < least[0] || lowest_bit((double)p.y) < least[1] ||
            lowest_bit((double)p.z) < least[2])
            return false;
    }
    return true;
}

static bool collinear(flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    return flr_orient2_inline((double)a.x, (double)a.y, (double)b.x, (double)b.y, (double)c.x, (double)c.y) ==
               0 &&
           flr_orient2_inline((double)a.y, (double)a.z, (double)b.y, (double)b.z, (double)c.y, (double)c.z) ==
               0 &&
           flr_orient2_inline((double)a.z, (double)a.x, (double)b.z, (double)b.x, (double)c.z, (double)c.x) ==
               0;
}

/// p - origin times a power of two, so that squares and products of three stay within range.
typedef struct frame {
    flr_vec3 origin;
    double scale;
    double half;  ///< 1/2 where a difference of two coordinates may overflow, else 1
} frame;

static void offset(const frame *f, flr_vec3 p, double v[3])
{
    v[0] = ((double)p.x * f->half - (double)f->origin.x * f->half) * f->scale;
    v[1] = ((double)p.y * f->half - (double)f->origin.y * f->half) * f->scale;
    v[2] = ((double)p.z * f->half - (double)f->origin.z * f->half) * f->scale;
}

static void cross(const double u[3], const double v[3], double w[3])
{
    w[0] = u[1] * v[2] - u[2] * v[1];
    w[1] = u[2] * v[0] - u[0] * v[2];
    w[2] = u[0] * v[1] - u[1] * v[0];
}

static double largest(const double v[3]) { return fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2]))); }

static uint32_t farthest_from_point(const hull3_builder *b, const frame *f, double *distance)
{
    uint32_t found = 0;
    *distance = -1;
    for (size_t i = 0; i < b->count; i++) {
        double v[3];
        offset(f, b->points[i], v);
        double d = largest(v);
        if (d > *distance) *distance = d, found = (uint32_t)i;
    }
    return found;
}

/// The point farthest from the line or, if that lies on it by exact judgement, any that does not; else none.
static uint32_t off_line(const hull3_builder *b, const frame *f, flr_vec3 to)
{
    double u[3], v[3], w[3], most = -1;
    uint32_t found = 0;
    offset(f, to, u);
    for (size_t i = 0; i < b->count; i++) {
        offset(f, b->points[i], v);
        cross(u, v, w);
        double d = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
        if (d > most) most = d, found = (uint32_t)i;
    }
    if (!collinear(f->origin, to, b->points[found])) return found;
    for (size_t i = 0; i < b->count; i++)
        if (!collinear(f->origin, to, b->points[i])) return (uint32_t)i;
    return HULL3_NONE;
}

static uint32_t off_plane(const hull3_builder *b, const frame *f, flr_vec3 p, flr_vec3 q)
{
    double u[3], v[3], w[3], most = -1;
    uint32_t found = 0;
    offset(f, p, u);
    offset(f, q, v);
    cross(u, v, w);
    for (size_t i = 0; i < b->count; i++) {
        offset(f, b->points[i], v);
        double d = fabs(v[0] * w[0] + v[1] * w[1] + v[2] * w[2]);
        if (d > most) most = d, found = (uint32_t)i;
    }
    if (hull3_side(b, f->origin, p, q, b->points[found]) != 0) return found;
    for (size_t i = 0; i < b->count; i++)
        if (hull3_side(b, f->origin, p, q, b->points[i]) != 0) return (uint32_t)i;
    return HULL3_NONE;
}

bool hull3_survey(hull3_builder *b)
{
    if (!find_bounds(b)) return false;
    b->lattice = on_lattice(b);
    uint32_t low = 0, high = 0, *s = b->simplex;
    for (size_t i = 1; i < b->count; i++) {
        if (less(b->points[i], b->points[low])) low = (uint32_t)i;
        if (less(b->points[high], b->points[i])) high = (uint32_t)i;
    }
    s[0] = low;
    b->dimension = 0;
    flr_vec3 extent = flr_sub3(b->bounds.max, b->bounds.min);
    frame f = {b->points[low], 1, flr_is_finite3(extent) ? 1 : 0.5};
    double distance;
    s[1] = farthest_from_point(b, &f, &distance);
    if (less(b->points[low], b->points[high])) {
        int exponent;
        (void)frexp(distance, &exponent);
        f.scale = ldexp(1, exponent > -1000 ? -exponent : 1000);
        b->dimension = 1;
        s[2] = off_line(b, &f, b->points[s[1]]);
        if (s[2] == HULL3_NONE) {
            s[1] = high;  // an end of the segment, as `low` is
        } else {
            b->dimension = 2;
            s[3] = off_plane(b, &f, b->points[s[1]], b->points[s[2]]);
            if (s[3] != HULL3_NONE) b->dimension = 3;
        }
    }
    return true;
}
