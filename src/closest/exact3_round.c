/// Exact intersection of a part of a line with balls, capsules, cylinders and cones, for the few cases that
/// rounding errors leave open.
///
/// Coordinates become integers in one unit. A point of the line at t is in the shape if a quadratic a t^2 +
/// 2 b t + c is at most 0, and t lies between bounds that are ratios of integers. Signs of polynomials in
/// these integers decide whether such a t exists.
#include "closest/exact3.h"

#include <math.h>

#include "math/bigint.h"

/// Digits of a coordinate and of a bound of t: as many as a polynomial of degree 12 can hold.
enum { COORDINATE_DIGITS = 17, BOUND_DIGITS = 8 };

flr_line_part3 flr_line_part3_point(flr_vec3 p)
{
    flr_line_part3 s = {.origin = p};
    return s;
}

flr_line_part3 flr_line_part3_segment(const flr_segment3 *g)
{
    flr_line_part3 s = {.origin = g->a, .target = g->b, .to_target = true, .high = 1};
    return s;
}

flr_line_part3 flr_line_part3_ray(const flr_ray3 *r)
{
    flr_line_part3 s = {.origin = r->origin, .direction = r->direction, .high = INFINITY};
    return s;
}

flr_line_part3 flr_line_part3_line(const flr_line3 *l)
{
    flr_line_part3 s = {.origin = l->origin, .direction = l->direction, .low = -INFINITY, .high = INFINITY};
    return s;
}

/// above / below, where below > 0.
typedef struct ratio {
    flr_bigint above, below;
} ratio;

/// The range of t that is left; it narrows.
typedef struct range {
    bool starts, ends, empty;
    ratio low, high;
} range;

/// a t^2 + 2 b t + c
typedef struct quadratic {
    flr_bigint a, b, c;
} quadratic;

/// The part of the line relative to points of the shape, and the shape's axis.
typedef struct scene {
    flr_bigint3 from_a, from_b, along, axis;
    flr_bigint radius;
    range t;
} scene;

static int compare(const ratio *x, const ratio *y)
{
    flr_bigint left, right;
    flr_bigint_multiply(&x->above, &y->below, &left);
    flr_bigint_multiply(&y->above, &x->below, &right);
    flr_bigint_add(&left, -1, &right, &left);
    return flr_bigint_sign(&left);
}

static void negate(flr_bigint *x)
{
    const flr_bigint zero = {.digits = 1};
    flr_bigint_add(&zero, -1, x, x);
}

static void start_at(range *t, const ratio *low)
{
    if (!t->starts || compare(low, &t->low) > 0) t->low = *low;
    t->starts = true;
}

static void end_at(range *t, const ratio *high)
{
    if (!t->ends || compare(high, &t->high) < 0) t->high = *high;
    t->ends = true;
}

/// Cuts the range to where base + t rate >= 0.
static void cut(range *t, const flr_bigint *base, const flr_bigint *rate)
{
    int sign = flr_bigint_sign(rate);
    ratio r = {*base, *rate};
    if (sign > 0) {
        negate(&r.above);
        start_at(t, &r);
    } else if (sign < 0) {
        negate(&r.below);
        end_at(t, &r);
    } else if (flr_bigint_sign(base) < 0) {
        t->empty = true;
    }
}

/// Loads t times 2^shift as a ratio.
static bool load_bound(double t, int shift, ratio *r)
{
    flr_double_parts parts, one = {1, 0, 1};
    if (!flr_double_take_apart(t, &parts)) return false;
    if (parts.mantissa == 0) {
        parts.exponent = 0;
    } else {
        int zeros = flr_power_log2(parts.mantissa & (~parts.mantissa + 1));
        parts.mantissa >>= zeros;
        parts.exponent += zeros + shift;
    }
    int unit = parts.exponent < 0 ? parts.exponent : 0;
    return flr_bigint_place(parts, unit, BOUND_DIGITS, &r->above) &&
           flr_bigint_place(one, unit, BOUND_DIGITS, &r->below);
}

/// Loads all as integers in one unit. Returns false if they need too many digits, or are not finite.
static bool load(const flr_line_part3 *s, flr_vec3 a, flr_vec3 b, flr_real radius, flr_real more, scene *c)
{
    enum { POINTS = 14 };
    const flr_vec3 end = s->to_target ? s->target : s->origin;
    const double value[POINTS] = {
        (double)s->origin.x, (double)s->origin.y, (double)s->origin.z, (double)a.x, (double)a.y,
        (double)a.z,         (double)b.x,         (double)b.y,         (double)b.z, (double)end.x,
        (double)end.y,       (double)end.z,       (double)radius,      (double)more};
    const double step[3] = {(double)s->direction.x, (double)s->direction.y, (double)s->direction.z};
    flr_bigint w[POINTS];
    int unit, step_unit;
    if (!flr_bigint_load(value, POINTS, COORDINATE_DIGITS, w, &unit)) return false;
    step_unit = unit;
    if (!s->to_target && !flr_bigint_load(step, 3, COORDINATE_DIGITS, c->along.x, &step_unit)) return false;
    for (int k = 0; k < 3; ++k) {
        flr_bigint_add(&w[k], -1, &w[3 + k], &c->from_a.x[k]);
        flr_bigint_add(&w[k], -1, &w[6 + k], &c->from_b.x[k]);
        flr_bigint_add(&w[6 + k], -1, &w[3 + k], &c->axis.x[k]);
        if (s->to_target) flr_bigint_add(&w[9 + k], -1, &w[k], &c->along.x[k]);
    }
    flr_bigint_add(&w[12], 1, &w[13], &c->radius);
    c->t.empty = !(s->low <= s->high);
    c->t.starts = s->low > -INFINITY;
    c->t.ends = s->high < INFINITY;
    int shift = step_unit - unit;
    return (!c->t.starts || load_bound(s->low, shift, &c->t.low)) &&
           (!c->t.ends || load_bound(s->high, shift, &c->t.high));
}

/// Returns the sign of a t^2 + 2 b t + c at t.
static int sign_at(const quadratic *q, const ratio *t)
{
    flr_bigint sum, term;
    flr_bigint_multiply(&q->a, &t->above, &sum);  // (a t + 2 b) t + c, times the square of the denominator
    flr_bigint_multiply(&q->b, &t->below, &term);
    flr_bigint_add(&sum, 1, &term, &sum);
    flr_bigint_add(&sum, 1, &term, &sum);
    flr_bigint_multiply(&sum, &t->above, &term);
    flr_bigint_multiply(&q->c, &t->below, &sum);
    flr_bigint_multiply(&sum, &t->below, &sum);
    flr_bigint_add(&sum, 1, &term, &sum);
    return flr_bigint_sign(&sum);
}

/// Returns on which side of t the vertex -b / a lies, for a > 0: the sign of -b - a t.
static int vertex_from(const quadratic *q, const ratio *t)
{
    flr_bigint left, right;
    flr_bigint_multiply(&q->a, &t->above, &left);
    flr_bigint_multiply(&q->b, &t->below, &right);
    flr_bigint_add(&left, 1, &right, &left);
    return -flr_bigint_sign(&left);
}

/// Is the quadratic at most 0 anywhere in the range?
static bool reaches_zero(const quadratic *q, const range *t)
{
    if (t->empty || (t->starts && t->ends && compare(&t->low, &t->high) > 0)) return false;
    if (t->starts && sign_at(q, &t->low) <= 0) return true;
    if (t->ends && sign_at(q, &t->high) <= 0) return true;
    int a = flr_bigint_sign(&q->a), b = flr_bigint_sign(&q->b);
    if (a < 0) return !t->starts || !t->ends;
    if (a == 0)
        return (!t->starts && b > 0) || (!t->ends && b < 0) ||
               (!t->starts && !t->ends && flr_bigint_sign(&q->c) <= 0);
    if (t->starts && vertex_from(q, &t->low) <= 0) return false;
    if (t->ends && vertex_from(q, &t->high) >= 0) return false;
    flr_bigint square, product;
    flr_bigint_multiply(&q->b, &q->b, &square);
    flr_bigint_multiply(&q->a, &q->c, &product);
    flr_bigint_add(&square, -1, &product, &square);
    return flr_bigint_sign(&square) >= 0;
}

/// Does the part of the line intersect the ball? `from` leads from its centre to the line's origin.
static bool meets_ball(const scene *c, const flr_bigint3 *from)
{
    quadratic q;
    flr_bigint square;
    flr_bigint3_dot(&c->along, &c->along, &q.a);
    flr_bigint3_dot(from, &c->along, &q.b);
    flr_bigint3_dot(from, from, &q.c);
    flr_bigint_multiply(&c->radius, &c->radius, &square);
    flr_bigint_add(&q.c, -1, &square, &q.c);
    return reaches_zero(&q, &c->t);
}

/// Heights along the axis from its start, times the axis's length, and the square of that length.
typedef struct heights {
    flr_bigint base, rate, all;
} heights;

/// Cuts the range to the part between the planes of both ends of the axis.
static range between_ends(const scene *c, heights *h)
{
    range t = c->t;
    flr_bigint rest, back;
    flr_bigint3_dot(&c->from_a, &c->axis, &h->base);
    flr_bigint3_dot(&c->along, &c->axis, &h->rate);
    flr_bigint3_dot(&c->axis, &c->axis, &h->all);
    flr_bigint_add(&h->all, -1, &h->base, &rest);
    back = h->rate;
    negate(&back);
    cut(&t, &h->base, &h->rate);
    cut(&t, &rest, &back);
    return t;
}

/// Computes the squared distance from the endless axis, times the square of the axis's length.
static void distance_from_axis(const scene *c, quadratic *q)
{
    flr_bigint3 base, rate;
    flr_bigint3_cross(&c->from_a, &c->axis, &base);
    flr_bigint3_cross(&c->along, &c->axis, &rate);
    flr_bigint3_dot(&rate, &rate, &q->a);
    flr_bigint3_dot(&base, &rate, &q->b);
    flr_bigint3_dot(&base, &base, &q->c);
}

static bool meets_cylinder(const scene *c)
{
    heights h;
    quadratic q;
    flr_bigint square;
    range t = between_ends(c, &h);
    if (t.empty || flr_bigint_sign(&h.all) == 0) return false;
    distance_from_axis(c, &q);
    flr_bigint_multiply(&c->radius, &c->radius, &square);
    flr_bigint_multiply(&square, &h.all, &square);
    flr_bigint_add(&q.c, -1, &square, &q.c);
    return reaches_zero(&q, &t);
}

/// Sets value to value * all - square * x * y.
static void less_slant(flr_bigint *value, const flr_bigint *all, const flr_bigint *square,
                       const flr_bigint *x, const flr_bigint *y)
{
    flr_bigint slant;
    flr_bigint_multiply(x, y, &slant);
    flr_bigint_multiply(square, &slant, &slant);
    flr_bigint_multiply(value, all, value);
    flr_bigint_add(value, -1, &slant, value);
}

/// The apex is at a. Inside, the distance from the axis over the radius is at most the height over the
/// length.
static bool meets_cone(const scene *c)
{
    heights h;
    quadratic q;
    flr_bigint square;
    range t = between_ends(c, &h);
    if (t.empty || flr_bigint_sign(&h.all) == 0) return false;
    distance_from_axis(c, &q);
    flr_bigint_multiply(&c->radius, &c->radius, &square);
    less_slant(&q.a, &h.all, &square, &h.rate, &h.rate);
    less_slant(&q.b, &h.all, &square, &h.base, &h.rate);
    less_slant(&q.c, &h.all, &square, &h.base, &h.base);
    return reaches_zero(&q, &t);
}

int flr_exact3_line_part_capsule(const flr_line_part3 *s, flr_vec3 a, flr_vec3 b, flr_real radius,
                                 flr_real more)
{
    scene c;
    if (!load(s, a, b, radius, more, &c)) return -1;
    if (meets_ball(&c, &c.from_a)) return 1;
    bool one = a.x == b.x && a.y == b.y && a.z == b.z;
    return !one && (meets_ball(&c, &c.from_b) || meets_cylinder(&c));
}

int flr_exact3_line_part_cylinder(const flr_line_part3 *s, const flr_cylinder *g)
{
    scene c;
    return load(s, g->a, g->b, g->radius, 0, &c) ? meets_cylinder(&c) : -1;
}

int flr_exact3_line_part_cone(const flr_line_part3 *s, const flr_cone *g)
{
    scene c;
    return load(s, g->apex, g->base, g->radius, 0, &c) ? meets_cone(&c) : -1;
}
