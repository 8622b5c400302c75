#include <math.h>

#include "hull/hull3_build.h"
#include "math/predicates.h"

static bool less(flr_vec3 a, flr_vec3 b)
{
    if (a.x != b.x) return a.x < b.x;
    return a.y != b.y ? a.y < b.y : a.z < b.z;
}

/// Bounds, and in `extreme` the least and the greatest point by x, then y, then z, and further points on the bounds.
static bool find_bounds(hull3_builder *b, uint32_t extreme[6])
{
    flr_vec3 low = b->points[0], high = low, first = low, last = low;
    flr_real probe = 0;  // NaN once anything is not finite
    for (int k = 0; k < 6; k++) extreme[k] = 0;
    for (size_t i = 0; i < b->count; i++) {
        flr_vec3 p = b->points[i];
        probe += (p.x - p.x) + (p.y - p.y) + (p.z - p.z);
        if (p.x <= low.x && less(p, first)) first = p, extreme[0] = (uint32_t)i;
        if (p.x >= high.x && less(last, p)) last = p, extreme[1] = (uint32_t)i;
        if (p.y < low.y) extreme[2] = (uint32_t)i;
        if (p.y > high.y) extreme[3] = (uint32_t)i;
        if (p.z < low.z) extreme[4] = (uint32_t)i;
        if (p.z > high.z) extreme[5] = (uint32_t)i;
        low = flr_min3(low, p);
        high = flr_max3(high, p);
    }
    b->bounds.min = low;
    b->bounds.max = high;
    return probe == 0;
}

/// As in math/predicates.h, with the largest differences that there are, the two larger multiplied first: where a product of
/// two leaves the range of numbers the bound is infinite as well, although that of all three need not be.
static double rounding_bound(const hull3_builder *b)
{
    double x = (double)b->bounds.max.x - (double)b->bounds.min.x,
           y = (double)b->bounds.max.y - (double)b->bounds.min.y,
           z = (double)b->bounds.max.z - (double)b->bounds.min.z;
    double least = fmin(x, fmin(y, z)), most = fmax(x, fmax(y, z));
    double middle = fmax(fmin(x, y), fmin(fmax(x, y), z));
    return FLR_FILTER_RELATIVE3 * (6.01 * most * middle * least + 2 * FLR_FILTER_FLOOR * (x + y + z + 1));
}

int hull3_side_close(const hull3_builder *b, flr_vec3 p, flr_vec3 q, flr_vec3 r, flr_vec3 s)
{
    if (b->lattice) return 0;  // `certain` is 0 then, and the determinant exact
    // a plane square to an axis
    if ((p.x == q.x && p.x == r.x && p.x == s.x) || (p.y == q.y && p.y == r.y && p.y == s.y) ||
        (p.z == q.z && p.z == r.z && p.z == s.z))
        return 0;
    return flr_orient3_inline(p, q, r, s);
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

/// The numbers of the points to look at: `candidate`, or all where it is null.
typedef struct choice {
    const uint32_t *candidate;
    size_t count;
} choice;

static uint32_t chosen(const choice *c, size_t i) { return c->candidate ? c->candidate[i] : (uint32_t)i; }

/// The point farthest from the line or, if that lies on it by exact judgement, any that does not; else none.
static uint32_t off_line(const hull3_builder *b, const choice *c, const frame *f, flr_vec3 to)
{
    double u[3], v[3], w[3], most = -1;
    uint32_t found = 0;
    offset(f, to, u);
    for (size_t i = 0; i < c->count; i++) {
        offset(f, b->points[chosen(c, i)], v);
        cross(u, v, w);
        double d = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
        if (d > most) most = d, found = chosen(c, i);
    }
    if (!flr_are_collinear3(f->origin, to, b->points[found])) return found;
    for (size_t i = 0; i < c->count; i++)
        if (!flr_are_collinear3(f->origin, to, b->points[chosen(c, i)])) return chosen(c, i);
    return HULL3_NONE;
}

static uint32_t off_plane(const hull3_builder *b, const choice *c, const frame *f, flr_vec3 p, flr_vec3 q)
{
    double u[3], v[3], w[3], most = -1;
    uint32_t found = 0;
    offset(f, p, u);
    offset(f, q, v);
    cross(u, v, w);
    for (size_t i = 0; i < c->count; i++) {
        offset(f, b->points[chosen(c, i)], v);
        double d = fabs(v[0] * w[0] + v[1] * w[1] + v[2] * w[2]);
        if (d > most) most = d, found = chosen(c, i);
    }
    if (hull3_side(b, f->origin, p, q, b->points[found]) != 0) return found;
    for (size_t i = 0; i < c->count; i++)
        if (hull3_side(b, f->origin, p, q, b->points[chosen(c, i)]) != 0) return chosen(c, i);
    return HULL3_NONE;
}

static double reach(const frame *f, flr_vec3 p)
{
    double v[3];
    offset(f, p, v);
    return fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2])));
}

/// Points that span the input: first among those on the bounds, then, where these lie in a line or plane, among all.
static void find_simplex(hull3_builder *b, const uint32_t extreme[6])
{
    const choice few = {extreme, 6}, all = {NULL, b->count};
    uint32_t *s = b->simplex;
    flr_vec3 extent = flr_sub3(b->bounds.max, b->bounds.min);
    frame f = {b->points[s[0]], 1, flr_is_finite3(extent) ? 1 : 0.5};
    s[1] = extreme[1];
    for (int k = 2; k < 6; k++)
        if (reach(&f, b->points[extreme[k]]) > reach(&f, b->points[s[1]])) s[1] = extreme[k];
    int exponent;
    (void)frexp(reach(&f, b->points[s[1]]), &exponent);
    f.scale = ldexp(1, exponent > -1000 ? -exponent : 1000);
    b->dimension = 1;
    s[2] = off_line(b, &few, &f, b->points[s[1]]);
    if (s[2] == HULL3_NONE) s[2] = off_line(b, &all, &f, b->points[s[1]]);
    if (s[2] == HULL3_NONE) {
        s[1] = extreme[1];  // an end of the segment, as s[0] is
        return;
    }
    b->dimension = 2;
    s[3] = off_plane(b, &few, &f, b->points[s[1]], b->points[s[2]]);
    if (s[3] == HULL3_NONE) s[3] = off_plane(b, &all, &f, b->points[s[1]], b->points[s[2]]);
    if (s[3] != HULL3_NONE) b->dimension = 3;
}

bool hull3_survey(hull3_builder *b)
{
    uint32_t extreme[6];
    if (!find_bounds(b, extreme)) return false;
    b->lattice = on_lattice(b);
    b->certain = b->lattice ? 0 : rounding_bound(b);
    b->simplex[0] = extreme[0];
    b->dimension = 0;
    if (less(b->points[extreme[0]], b->points[extreme[1]])) find_simplex(b, extreme);
    return true;
}
