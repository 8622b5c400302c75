/// Two outlines, at least one of which is given by a normal: a plane, which is a line here, or a halfspace.
///
/// Exact signs of corners say whether the two intersect. Heights over a plane are compensated sums of
/// products, so that they are accurate however far from the origin it lies.
#include "closest/frame2.h"
#include "closest/frame3.h"
#include "math/double_double.h"
#include "math/predicates2.h"

static const flr_vec2 zero = {0, 0};

/// Computes the least and the greatest sign of dot(normal, p) - offset over the points p of a core, exactly.
/// The radius is ignored.
static void signs(flr_vec2 normal, flr_real offset, const flr_outline2 *o, int *least, int *greatest)
{
    *least = 1;
    *greatest = -1;
    for (size_t i = 0; i < o->count; ++i) {
        int sign = flr_outline2_side(normal, offset, o, i);
        if (sign < *least) *least = sign;
        if (sign > *greatest) *greatest = sign;
    }
    if (o->kind == FLR_OUTLINE2_CHAIN) return;
    int rise = flr_dot2_sign(normal, zero, o->direction);
    if (rise < 0 || (rise > 0 && o->kind == FLR_OUTLINE2_LINE)) *least = -1;
    if (rise > 0 || (rise < 0 && o->kind == FLR_OUTLINE2_LINE)) *greatest = 1;
}

/// Returns the exact sign of how far the parallel b lies beyond a, along the normal of a.
static int beyond(const flr_outline2 *a, const flr_outline2 *b)
{
    bool by_x = fabs((double)a->direction.x) > fabs((double)a->direction.y);
    flr_real m = by_x ? a->direction.x : a->direction.y, n = by_x ? b->direction.x : b->direction.y;
    flr_vec2 p = flr_vec2_make(m, a->offset), q = flr_vec2_make(n, b->offset);
    return flr_cross2_sign(p, zero, q) * ((n > 0) - (n < 0));
}

/// Do two planes or half-spaces intersect?
static bool both_by_normal_meet(const flr_outline2 *a, const flr_outline2 *b)
{
    if (flr_cross2_sign(a->direction, zero, b->direction) != 0) return true;
    int order = beyond(a, b);
    bool alike = flr_dot2_sign(a->direction, zero, b->direction) > 0;
    if (order == 0) return true;
    if (a->kind == FLR_OUTLINE2_HALFSPACE && b->kind == FLR_OUTLINE2_HALFSPACE) return alike || order < 0;
    if (a->kind == FLR_OUTLINE2_HALFSPACE) return order < 0;
    if (b->kind == FLR_OUTLINE2_HALFSPACE) return alike ? order > 0 : order < 0;
    return false;
}

/// A plane to measure heights from: its normal and offset, and the normal's length. They are scaled by a
/// power of two that leaves room for sums, because a normal may be of any length.
typedef struct measure {
    double x, y, offset, length;
} measure;

static measure measure_of(const flr_outline2 *p)
{
    int exponent;
    flr_local2 n = flr_local2_direction(p->direction, &exponent);
    const double offset = (double)p->offset * 0x1p-4;
    measure m = {n.x * 0x1p-4, n.y * 0x1p-4, exponent ? ldexp(offset, -exponent) : offset, 0};
    m.length = sqrt(m.x * m.x + m.y * m.y);
    return m;
}

/// The products of normal and p, and the offset.
typedef struct terms {
    double x, y, offset;
} terms;

static inline terms terms_at(const measure *m, flr_vec2 p)
{
    terms t = {m->x * (double)p.x, m->y * (double)p.y, m->offset};
    return t;
}
static inline double sum_of(const terms *t) { return (t->x + t->y) - t->offset; }
static inline double magnitude_of(const terms *t) { return fabs(t->x) + fabs(t->y) + fabs(t->offset); }

/// Returns the height of p over the plane, with a relative error of a few eps, however far both are from the
/// origin.
static double height(const measure *m, flr_vec2 p)
{
    const dvec3 n = {m->x, m->y, 0}, at = {(double)p.x, (double)p.y, 0};
    const double h = flr_dot_minus_compensated(n, at, m->offset);
    if (isfinite(h)) return h / m->length;
    const terms t = terms_at(m, p);
    return sum_of(&t) / m->length;
}

/// The same for the point origin + p, which is never rounded.
static double height_from(const measure *m, flr_vec2 origin, flr_vec2 p)
{
    // along an axis without an origin p is in world
    const bool by_x = origin.x != 0, by_y = origin.y != 0;
    const dvec3 n = {m->x, m->y, 0},
                from = {(double)(by_x ? origin.x : p.x), (double)(by_y ? origin.y : p.y), 0};
    const double x = by_x ? (double)p.x : 0, y = by_y ? (double)p.y : 0;
    double h = flr_dot_minus_compensated(n, from, m->offset) + (m->x * x + m->y * y);
    return isfinite(h) ? h / m->length : height(m, flr_add2(p, origin));
}

static double height_of(const measure *m, const flr_outline2 *o, size_t i)
{
    if (o->moved) return height_from(m, o->direction, flr_outline2_corner(o, i));
    return height(m, flr_outline2_corner(o, i));
}

/// Returns p moved by `length` against the normal; p itself if the plane lies beyond all numbers.
static flr_vec2 lowered(const measure *m, flr_vec2 p, double length)
{
    if (!isfinite(length)) return p;
    double x = m->x / m->length, y = m->y / m->length;
    return flr_vec2_make((flr_real)((double)p.x - length * x), (flr_real)((double)p.y - length * y));
}

/// Finds the nearest corner and its height by plain products. Returns false if these are so large for the
/// heights that their rounding errors matter.
static inline bool nearest_fast(const measure *m, const flr_outline2 *o, size_t *corner, double *h)
{
    double nearest = INFINITY, highest = 0, magnitude = 0;
    *corner = 0;
    if (o->moved) return false;
    const flr_vec2 *corners = o->many ? o->many : o->corner;
    for (size_t i = 0; i < o->count; ++i) {
        const terms t = terms_at(m, corners[i]);
        const double at = sum_of(&t), all = magnitude_of(&t);
        highest = fabs(at) > highest ? fabs(at) : highest;
        magnitude = all > magnitude ? all : magnitude;
        if (!(fabs(at) < fabs(nearest))) continue;
        nearest = at;
        *corner = i;
    }
    *h = nearest / m->length;
    return magnitude <= 16 * (highest + (double)o->radius * m->length);
}

/// Returns the corner nearest to the plane, by heights in twice the precision.
static size_t nearest_robust(const measure *m, const flr_outline2 *o, double *h)
{
    size_t best = 0;
    *h = INFINITY;
    for (size_t i = 0; i < o->count; ++i) {
        double at = height_of(m, o, i);
        if (!(fabs(at) < fabs(*h))) continue;
        *h = at;
        best = i;
    }
    return best;
}

/// Returns the corner nearest to the plane, and its height.
static inline size_t nearest_corner(const measure *m, const flr_outline2 *o, double *h)
{
    size_t best;
    if (nearest_fast(m, o, &best, h)) return best;
    return nearest_robust(m, o, h);
}

static bool core_meets(const flr_outline2 *p, const flr_outline2 *o)
{
    int least, greatest;
    signs(p->direction, p->offset, o, &least, &greatest);
    return least <= 0 && (p->kind == FLR_OUTLINE2_HALFSPACE || greatest >= 0);
}

static bool radius_reaches(double h, const flr_outline2 *o)
{
    return o->radius > 0 && fabs(h) <= (double)o->radius;
}

bool flr_outline2_normals_meet(const flr_outline2 *a, const flr_outline2 *b)
{
    if (flr_outline2_by_normal(a) && flr_outline2_by_normal(b)) return both_by_normal_meet(a, b);
    const flr_outline2 *p = flr_outline2_by_normal(a) ? a : b, *o = p == a ? b : a;
    if (core_meets(p, o)) return true;
    if (!(o->radius > 0)) return false;
    measure m = measure_of(p);
    double h;
    (void)nearest_corner(&m, o, &h);
    return radius_reaches(h, o);
}

/// Returns a point of the core on the plane, or in the halfspace.
static flr_vec2 core_point(const flr_outline2 *p, const measure *m, const flr_outline2 *o)
{
    for (size_t i = 0; i < o->count; ++i) {
        int sign = flr_outline2_side(p->direction, p->offset, o, i);
        if (sign == 0 || (sign < 0 && p->kind == FLR_OUTLINE2_HALFSPACE)) return flr_outline2_corner(o, i);
    }
    flr_vec2 first = flr_outline2_corner(o, 0);
    if (o->kind != FLR_OUTLINE2_CHAIN) {
        int exponent;
        flr_local2 d = flr_local2_direction(o->direction, &exponent);
        double t = -height(m, first) / ((m->x * d.x + m->y * d.y) / m->length);
        if (!isfinite(t)) return first;
        return flr_vec2_make((flr_real)((double)first.x + t * d.x), (flr_real)((double)first.y + t * d.y));
    }
    for (size_t i = 0; i < flr_outline2_edges(o); ++i) {
        flr_edge2 e = flr_outline2_edge(o, i);
        size_t next = i + 1 < o->count ? i + 1 : 0;
        int s = flr_outline2_side(p->direction, p->offset, o, i);
        int t = flr_outline2_side(p->direction, p->offset, o, next);
        if (s * t >= 0) continue;
        double g = fabs(height_of(m, o, i)), h = fabs(height_of(m, o, next));
        return flr_point2_between(e.a, e.b, g + h > 0 ? g / (g + h) : 0);
    }
    return first;
}

/// Returns the closest points of a plane or half-space and another outline.
static flr_closest2 plane_and_outline(const flr_outline2 *p, const flr_outline2 *o)
{
    measure m = measure_of(p);
    flr_closest2 result;
    result.distance = 0;
    if (core_meets(p, o)) {
        result.point_a = result.point_b = core_point(p, &m, o);
        return result;
    }
    double h;
    size_t corner = nearest_corner(&m, o, &h);
    flr_vec2 at = o->count > 0 ? flr_outline2_corner(o, corner) : zero;
    result.point_a = lowered(&m, at, h);
    result.point_b = result.point_a;
    if (radius_reaches(h, o)) return result;
    double r = (double)o->radius;
    result.distance = flr_real_above_zero(fabs(h) - r);
    result.point_b = r > 0 ? lowered(&m, at, h > 0 ? r : -r) : at;
    return result;
}

/// Returns the projection of the origin.
static flr_vec2 foot(const measure *m) { return lowered(m, zero, -m->offset / m->length); }

/// Returns how far the plane n lies above the parallel m.
static double gap_between(const measure *m, const measure *n)
{
    const bool by_x = fabs(m->x) > fabs(m->y);
    const double p = by_x ? m->x : m->y, q = by_x ? n->x : n->y;
    return flr_difference_of_products(n->offset, p, m->offset, q) / (q * m->length);
}

/// Returns the point where two lines by normals cross.
static flr_vec2 crossing(const measure *m, const measure *n)
{
    double across = flr_difference_of_products(m->x, n->y, m->y, n->x);
    double x = flr_difference_of_products(m->offset, n->y, n->offset, m->y) / across,
           y = flr_difference_of_products(m->x, n->offset, n->x, m->offset) / across;
    if (!isfinite(x) || !isfinite(y)) return foot(m);
    return flr_vec2_make((flr_real)x, (flr_real)y);
}

/// Returns the closest points of two planes or half-spaces.
static flr_closest2 both_by_normal(const flr_outline2 *a, const flr_outline2 *b)
{
    measure m = measure_of(a), n = measure_of(b);
    flr_closest2 result = {0, foot(&m), zero};
    if (!both_by_normal_meet(a, b)) {
        const double gap = gap_between(&m, &n);
        result.point_b = lowered(&m, result.point_a, -gap);
        result.distance = flr_real_above_zero(isfinite(gap) ? fabs(gap) : fabs(height(&n, result.point_a)));
        return result;
    }
    if (flr_cross2_sign(a->direction, zero, b->direction) != 0)
        result.point_a = crossing(&m, &n);
    else if (a->kind == FLR_OUTLINE2_HALFSPACE &&
             (b->kind == FLR_OUTLINE2_PLANE ||
              (beyond(a, b) < 0 && flr_dot2_sign(a->direction, zero, b->direction) > 0)))
        result.point_a = foot(&n);
    result.point_b = result.point_a;
    return result;
}

flr_closest2 flr_outline2_normals_closest(const flr_outline2 *a, const flr_outline2 *b)
{
    if (flr_outline2_by_normal(a) && flr_outline2_by_normal(b)) return both_by_normal(a, b);
    if (flr_outline2_by_normal(a)) return plane_and_outline(a, b);
    flr_closest2 result = plane_and_outline(b, a);
    flr_vec2 keep = result.point_a;
    result.point_a = result.point_b;
    result.point_b = keep;
    return result;
}

flr_vec2 flr_outline2_normals_direction(const flr_outline2 *a, const flr_outline2 *b)
{
    const flr_outline2 *p = flr_outline2_by_normal(a) ? a : b, *o = p == a ? b : a;
    measure m = measure_of(p);
    bool front;
    if (flr_outline2_by_normal(o)) {
        front = beyond(p, o) > 0;
    } else {
        front = flr_outline2_side(p->direction, p->offset, o, 0) > 0;
    }
    double way = front == (p == a) ? 1 : -1;
    return flr_vec2_make((flr_real)(way * m.x / m.length), (flr_real)(way * m.y / m.length));
}
