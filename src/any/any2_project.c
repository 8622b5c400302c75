/// How far a shape of the plane extends along the normal of a line, plane or halfspace: an interval of
/// signed distances, all that a question about such a flat shape needs.
#include "any/any2.h"
#include "closest/frame3.h"
#include "convex/support2.h"
#include "math/double_double.h"
#include "math/predicates2.h"

any2_measure flr_any2_measure(const flr_shape2 *flat)
{
    any2_measure m = {0};
    bool by_points = flat->kind == FLR_SHAPE2_LINE;
    flr_vec2 n = by_points ? flr_perp2(flat->as.line.direction) : flat->as.plane.normal;
    // scaled by a power of two, so that nothing is rounded before the root
    int exponent;
    (void)frexp(fabs((double)n.x) > fabs((double)n.y) ? (double)n.x : (double)n.y, &exponent);
    double x = ldexp((double)n.x, -exponent), y = ldexp((double)n.y, -exponent), length = sqrt(x * x + y * y);
    m.x = x / length;
    m.y = y / length;
    if (by_points) {
        m.px = (double)flat->as.line.origin.x;
        m.py = (double)flat->as.line.origin.y;
    } else {
        m.given_offset = ldexp((double)flat->as.plane.offset, -exponent);
        m.offset = m.given_offset / length;
    }
    m.given_x = x;
    m.given_y = y;
    m.length = length;
    return m;
}

static double plain_height(const any2_measure *m, flr_vec2 p)
{
    return (m->x * ((double)p.x - m->px) + m->y * ((double)p.y - m->py)) - m->offset;
}

double flr_any2_height(const any2_measure *m, flr_vec2 p)
{
    return flr_any2_height_from(m, p, flr_vec2_make(0, 0));
}

double flr_any2_height_from(const any2_measure *m, flr_vec2 origin, flr_vec2 p)
{
    // along an axis without an origin p is in world
    const bool by_x = origin.x != 0, by_y = origin.y != 0;
    flr_double2 x = flr_two_sum((double)(by_x ? origin.x : p.x), -m->px),
                y = flr_two_sum((double)(by_y ? origin.y : p.y), -m->py);
    const dvec3 n = {m->given_x, m->given_y, 0}, from = {x.high, y.high, 0};
    double rest =
        m->given_x * (by_x ? (double)p.x + x.low : x.low) + m->given_y * (by_y ? (double)p.y + y.low : y.low);
    double h = (flr_dot_minus_compensated(n, from, m->given_offset) + rest) / m->length;
    return isfinite(h) ? h : plain_height(m, flr_add2(origin, p));
}

static void add_point(any2_projection *i, double h, flr_vec2 p)
{
    if (h < i->low) i->low = h, i->low_point = p;
    if (h > i->high) i->high = h, i->high_point = p;
}

static void add_corners(any2_projection *i, const any2_measure *m, const flr_outline2 *o)
{
    for (size_t k = 0; k < o->count; ++k) {
        const flr_vec2 p = flr_outline2_placed_corner(o, k);
        const double h = o->far ? flr_any2_height_from(m, o->direction, o->corner[k]) : flr_any2_height(m, p);
        add_point(i, h, p);
    }
}

/// Does the direction lead up the normal (+1), down (-1) or neither (0)? Exact.
static int rise(flr_vec2 direction, const flr_shape2 *flat)
{
    const flr_vec2 zero = flr_vec2_make(0, 0);
    if (flat->kind == FLR_SHAPE2_LINE) return flr_cross2_sign(flat->as.line.direction, zero, direction);
    return flr_dot2_sign(flat->as.plane.normal, zero, direction);
}

static any2_projection of_path(flr_vec2 origin, int up, bool both_ways, const any2_measure *m)
{
    double h = flr_any2_height(m, origin);
    any2_projection i = {h, h, origin, origin};
    if (up < 0 || (both_ways && up)) i.low = -INFINITY;
    if (up > 0 || (both_ways && up)) i.high = INFINITY;
    return i;
}

/// The interval of a plane or halfspace.
static any2_projection of_flat(const flr_shape2 *s, const flr_shape2 *flat, const any2_measure *m)
{
    any2_measure own = flr_any2_measure(s);
    flr_vec2 foot = flr_vec2_make((flr_real)(own.x * own.offset), (flr_real)(own.y * own.offset));
    any2_projection i = {-INFINITY, INFINITY, foot, foot};
    if (rise(flr_perp2(s->as.plane.normal), flat) != 0) return i;
    // for parallel planes one offset follows from the other by the ratio of their normals
    const bool by_x = fabs(own.given_x) > fabs(own.given_y), by_offset = flat->kind != FLR_SHAPE2_LINE;
    const double ratio = by_x ? own.given_x : own.given_y, of_flat = by_x ? m->given_x : m->given_y;
    double h =
        by_offset ? flr_difference_of_products(own.given_offset, of_flat, m->given_offset, ratio) /
                        (ratio * m->length)
                  : -flr_any2_height(&own, flat->as.line.origin) * (own.x * m->x + own.y * m->y > 0 ? 1 : -1);
    if (!isfinite(h)) h = flr_any2_height(m, foot);
    bool solid = s->kind == FLR_SHAPE2_HALFSPACE, alike = own.x * m->x + own.y * m->y > 0;
    if (!solid || !alike) i.low = h;
    if (!solid || alike) i.high = h;
    return i;
}

static void grow(any2_projection *i, const any2_measure *m, flr_real radius)
{
    double r = (double)radius;
    if (!(r > 0)) return;
    i->low -= r;
    i->high += r;
    i->low_point = flr_vec2_make((flr_real)((double)i->low_point.x - r * m->x),
                                 (flr_real)((double)i->low_point.y - r * m->y));
    i->high_point = flr_vec2_make((flr_real)((double)i->high_point.x + r * m->x),
                                  (flr_real)((double)i->high_point.y + r * m->y));
}

/// Adds the support point. Under a pose its height is computed relative to the shape's position.
static void add_farthest(any2_projection *i, const any2_measure *m, const flr_convex2 *c, flr_vec2 way)
{
    if (!support2_is_posed(c)) {
        const flr_vec2 p = flr_support2(c, way);
        add_point(i, flr_any2_height(m, p), p);
        return;
    }
    support2 s;
    uint32_t index;
    support2_make(&s, c, c->center);
    (void)support2_find(&s, way, &index);
    const flr_vec2 turned = flr_any2_turned_corner(c, index);
    add_point(i, flr_any2_height_from(m, c->center, turned), flr_add2(c->center, turned));
}

any2_projection flr_any2_project(const flr_shape2 *s, const flr_shape2 *flat)
{
    any2_measure m = flr_any2_measure(flat);
    if (s->kind == FLR_SHAPE2_RAY)
        return of_path(s->as.ray.origin, rise(s->as.ray.direction, flat), false, &m);
    if (s->kind == FLR_SHAPE2_LINE)
        return of_path(s->as.line.origin, rise(s->as.line.direction, flat), true, &m);
    if (s->kind == FLR_SHAPE2_PLANE || s->kind == FLR_SHAPE2_HALFSPACE) return of_flat(s, flat, &m);
    any2_projection i = {INFINITY, -INFINITY, {0, 0}, {0, 0}};
    flr_outline2 o;
    flr_convex2 c;
    if (flr_any2_outline(s, &o)) {
        add_corners(&i, &m, &o);
        grow(&i, &m, o.radius);
    } else {
        (void)flr_any2_core(s, &c);
        flr_vec2 n = flr_vec2_make((flr_real)m.x, (flr_real)m.y);
        add_farthest(&i, &m, &c, flr_neg2(n));
        add_farthest(&i, &m, &c, n);
        grow(&i, &m, c.radius);
    }
    return i;
}
