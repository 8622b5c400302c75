/// Simple polygons cut into triangles, in space and in the plane.
#include <math.h>

#include "any/toi3.h"
#include "math/predicates.h"

_Static_assert(sizeof(flr_vec2) == 2 * sizeof(flr_real) && sizeof(flr_vec3) == 3 * sizeof(flr_real),
               "corners are addressed as numbers");

/// A simple polygon of the plane, or as seen along the axis nearest to its normal, counter-clockwise by x and y.
typedef struct outline {
    const flr_real *corners;
    size_t width;  ///< 2 or 3 numbers each
    size_t x, y;
    toi3_triangle_fn *call;
    toi2_triangle_fn *tell2;
    void *user;
} outline;

static double coordinate(const outline *o, size_t i, size_t k)
{
    return (double)o->corners[o->width * i + k];
}

static flr_vec3 corner(const outline *o, size_t i)
{
    const flr_real *p = o->corners + o->width * i;
    return flr_vec3_make(p[0], p[1], o->width == 3 ? p[2] : 0);
}

static int side(const outline *o, size_t a, size_t b, size_t c)
{
    return flr_orient2_inline(coordinate(o, a, o->x), coordinate(o, a, o->y), coordinate(o, b, o->x),
                              coordinate(o, b, o->y), coordinate(o, c, o->x), coordinate(o, c, o->y));
}

static bool same_place(const outline *o, size_t a, size_t b)
{
    flr_vec3 p = corner(o, a), q = corner(o, b);
    return p.x == q.x && p.y == q.y && p.z == q.z;
}

static bool crosses(const outline *o, size_t a, size_t b, size_t c, size_t d)
{
    return side(o, a, b, c) * side(o, a, b, d) < 0 && side(o, c, d, a) * side(o, c, d, b) < 0;
}

/// Is the triangle of i, k, j free of the chain from i to j, but for its own corners?
static bool is_free(const outline *o, size_t i, size_t k, size_t j)
{
    for (size_t v = i + 1; v < j; ++v) {
        if (v != k && !same_place(o, v, i) && !same_place(o, v, k) && !same_place(o, v, j) &&
            side(o, i, k, v) >= 0 && side(o, k, j, v) >= 0 && side(o, j, i, v) >= 0)
            return false;
    }
    for (size_t v = i; v < j; ++v) {
        if (crosses(o, i, k, v, v + 1) || crosses(o, k, j, v, v + 1)) return false;
    }
    return true;
}

/// The cotangent of the angle under which k sees the base from j to i.
static double flatness(const outline *o, size_t i, size_t k, size_t j)
{
    flr_vec3 a = flr_sub3(corner(o, i), corner(o, k)), b = flr_sub3(corner(o, j), corner(o, k));
    return (double)(flr_dot3(a, b) / flr_length3(flr_cross3(a, b)));
}

/// The corner of the chain that makes a triangle with the base: of those that do, the one under whose angle the base is
/// widest. i + 1 where none does, for the outline crosses itself or has no area.
static size_t apex(const outline *o, size_t i, size_t j)
{
    double passed = -INFINITY;
    size_t passed_at = i;
    for (;;) {
        size_t best = i;
        double least = INFINITY;
        for (size_t k = i + 1; k < j; ++k) {
            if (side(o, i, k, j) <= 0) continue;
            double f = flatness(o, i, k, j);
            bool is_next = f > passed || (f == passed && k > passed_at);
            if (is_next && f < least) least = f, best = k;
        }
        if (best == i) return i + 1;
        if (is_free(o, i, best, j)) return best;
        passed = least;
        passed_at = best;
    }
}

/// The chain from i to j and its base: the smaller rest by recursion, so that it is no deeper than the logarithm of n.
static void fill(const outline *o, size_t i, size_t j)
{
    while (j - i >= 2) {
        size_t k = apex(o, i, j);
        flr_triangle3 t = {corner(o, i), corner(o, k), corner(o, j)};
        if (o->call) {
            o->call(o->user, &t);
        } else {
            flr_triangle2 flat = {{t.a.x, t.a.y}, {t.b.x, t.b.y}, {t.c.x, t.c.y}};
            o->tell2(o->user, &flat);
        }
        if (k - i < j - k) {
            fill(o, i, k);
            i = k;
        } else {
            fill(o, k, j);
            j = k;
        }
    }
}

void flr_toi3_triangles(const flr_vec3 *v, size_t count, toi3_triangle_fn *call, void *user)
{
    flr_vec3 n = flr_vec3_make(0, 0, 0);
    for (size_t i = 1; i + 1 < count; ++i)
        n = flr_add3(n, flr_cross3(flr_sub3(v[i], v[0]), flr_sub3(v[i + 1], v[0])));
    double x = fabs((double)n.x), y = fabs((double)n.y), z = fabs((double)n.z);
    outline o = {&v->x, 3, 0, 1, call, NULL, user};
    bool turned = n.z < 0;
    if (x >= y && x >= z) {
        o.x = 1, o.y = 2;
        turned = n.x < 0;
    } else if (y >= z) {
        o.x = 2, o.y = 0;
        turned = n.y < 0;
    }
    if (turned) {
        size_t k = o.x;
        o.x = o.y;
        o.y = k;
    }
    fill(&o, 0, count - 1);
}

void flr_toi2_triangles(const flr_vec2 *v, size_t count, toi2_triangle_fn *call, void *user)
{
    double area = 0;
    for (size_t i = 1; i + 1 < count; ++i)
        area += (double)flr_cross2(flr_sub2(v[i], v[0]), flr_sub2(v[i + 1], v[0]));
    outline o = {&v->x, 2, area < 0 ? 1 : 0, area < 0 ? 0 : 1, NULL, call, user};
    if (count > 0) fill(&o, 0, count - 1);
}
