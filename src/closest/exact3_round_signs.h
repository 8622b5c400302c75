/// Does a part of a line intersect a ball, capsule, cylinder or cone? Signs of polynomials in the differences of coordinates. This
/// text is compiled for two kinds of numbers: those of twice the precision with a bound on their errors, where a sign may stay
/// open, and whole numbers of any length.
///
/// Whoever includes it defines NUMBER, NUMBER3, ZERO, ADD, MULTIPLY, SIGN, DOT and CROSS.
#ifndef FLR_CLOSEST_EXACT3_ROUND_SIGNS_H
#define FLR_CLOSEST_EXACT3_ROUND_SIGNS_H

/// above / below, where below > 0.
typedef struct ratio {
    NUMBER above, below;
} ratio;

/// The range of t that is left; it narrows.
typedef struct range {
    bool starts, ends, empty;
    bool *open;  ///< set where a sign is not certain
    ratio low, high;
} range;

/// a t^2 + 2 b t + c
typedef struct quadratic {
    NUMBER a, b, c;
} quadratic;

/// The part of the line relative to points of the shape, and the shape's axis.
typedef struct scene {
    NUMBER3 from_a, from_b, along, axis;
    NUMBER radius;
    bool is_point;  ///< `along` is 0
    range t;
} scene;

static inline int compare(const ratio *x, const ratio *y, bool *open)
{
    NUMBER left, right;
    MULTIPLY(&x->above, &y->below, &left);
    MULTIPLY(&y->above, &x->below, &right);
    ADD(&left, -1, &right, &left);
    return SIGN(&left, open);
}

static inline void negate(NUMBER *x)
{
    const NUMBER zero = ZERO;
    ADD(&zero, -1, x, x);
}

static inline void start_at(range *t, const ratio *low)
{
    if (!t->starts || compare(low, &t->low, t->open) > 0) t->low = *low;
    t->starts = true;
}

static inline void end_at(range *t, const ratio *high)
{
    if (!t->ends || compare(high, &t->high, t->open) < 0) t->high = *high;
    t->ends = true;
}

/// Cuts the range to where base + t rate >= 0.
static inline void cut(range *t, const NUMBER *base, const NUMBER *rate)
{
    int sign = SIGN(rate, t->open);
    ratio r = {*base, *rate};
    if (sign > 0) {
        negate(&r.above);
        start_at(t, &r);
    } else if (sign < 0) {
        negate(&r.below);
        end_at(t, &r);
    } else if (SIGN(base, t->open) < 0) {
        t->empty = true;
    }
}

/// Returns the sign of a t^2 + 2 b t + c at t.
static inline int sign_at(const quadratic *q, const ratio *t, bool *open)
{
    NUMBER sum, term;
    MULTIPLY(&q->a, &t->above, &sum);  // (a t + 2 b) t + c, times the square of the denominator
    MULTIPLY(&q->b, &t->below, &term);
    ADD(&sum, 1, &term, &sum);
    ADD(&sum, 1, &term, &sum);
    MULTIPLY(&sum, &t->above, &term);
    MULTIPLY(&q->c, &t->below, &sum);
    MULTIPLY(&sum, &t->below, &sum);
    ADD(&sum, 1, &term, &sum);
    return SIGN(&sum, open);
}

/// Returns on which side of t the vertex -b / a lies, for a > 0: the sign of -b - a t.
static inline int vertex_from(const quadratic *q, const ratio *t, bool *open)
{
    NUMBER left, right;
    MULTIPLY(&q->a, &t->above, &left);
    MULTIPLY(&q->b, &t->below, &right);
    ADD(&left, 1, &right, &left);
    return -SIGN(&left, open);
}

/// Is the quadratic at most 0 anywhere in the range?
static inline bool reaches_zero(const quadratic *q, const range *t)
{
    if (t->empty || (t->starts && t->ends && compare(&t->low, &t->high, t->open) > 0)) return false;
    if (t->starts && sign_at(q, &t->low, t->open) <= 0) return true;
    if (t->ends && sign_at(q, &t->high, t->open) <= 0) return true;
    const int a = SIGN(&q->a, t->open), b = SIGN(&q->b, t->open);
    if (a < 0) return !t->starts || !t->ends;
    if (a == 0)
        return (!t->starts && b > 0) || (!t->ends && b < 0) ||
               (!t->starts && !t->ends && SIGN(&q->c, t->open) <= 0);
    if (t->starts && vertex_from(q, &t->low, t->open) <= 0) return false;
    if (t->ends && vertex_from(q, &t->high, t->open) >= 0) return false;
    NUMBER square, product;
    MULTIPLY(&q->b, &q->b, &square);
    MULTIPLY(&q->a, &q->c, &product);
    ADD(&square, -1, &product, &square);
    return SIGN(&square, t->open) >= 0;
}

/// Does the part of the line intersect the ball? `from` leads from its centre to the line's origin.
static inline bool meets_ball(const scene *c, const NUMBER3 *from)
{
    quadratic q;
    NUMBER square;
    DOT(from, from, &q.c);
    MULTIPLY(&c->radius, &c->radius, &square);
    ADD(&q.c, -1, &square, &q.c);
    if (c->is_point) return !c->t.empty && SIGN(&q.c, c->t.open) <= 0;
    DOT(&c->along, &c->along, &q.a);
    DOT(from, &c->along, &q.b);
    return reaches_zero(&q, &c->t);
}

/// Heights along the axis from its start, times the axis's length, and the square of that length.
typedef struct heights {
    NUMBER base, rate, all;
} heights;

/// Cuts the range to the part between the planes of both ends of the axis.
static inline range between_ends(const scene *c, heights *h)
{
    range t = c->t;
    NUMBER rest, back;
    DOT(&c->from_a, &c->axis, &h->base);
    DOT(&c->along, &c->axis, &h->rate);
    DOT(&c->axis, &c->axis, &h->all);
    ADD(&h->all, -1, &h->base, &rest);
    back = h->rate;
    negate(&back);
    cut(&t, &h->base, &h->rate);
    cut(&t, &rest, &back);
    return t;
}

/// Computes the squared distance from the endless axis, times the square of the axis's length.
static inline void distance_from_axis(const scene *c, quadratic *q)
{
    NUMBER3 base, rate;
    CROSS(&c->from_a, &c->axis, &base);
    CROSS(&c->along, &c->axis, &rate);
    DOT(&rate, &rate, &q->a);
    DOT(&base, &rate, &q->b);
    DOT(&base, &base, &q->c);
}

static inline bool meets_cylinder(const scene *c)
{
    heights h;
    quadratic q;
    NUMBER square;
    range t = between_ends(c, &h);
    if (t.empty || SIGN(&h.all, t.open) == 0) return false;
    distance_from_axis(c, &q);
    MULTIPLY(&c->radius, &c->radius, &square);
    MULTIPLY(&square, &h.all, &square);
    ADD(&q.c, -1, &square, &q.c);
    return reaches_zero(&q, &t);
}

/// Sets value to value * all - square * x * y.
static inline void less_slant(NUMBER *value, const NUMBER *all, const NUMBER *square, const NUMBER *x,
                              const NUMBER *y)
{
    NUMBER slant;
    MULTIPLY(x, y, &slant);
    MULTIPLY(square, &slant, &slant);
    MULTIPLY(value, all, value);
    ADD(value, -1, &slant, value);
}

/// The apex is at a. Inside, the distance from the axis over the radius is at most the height over the
/// length.
static inline bool meets_cone(const scene *c)
{
    heights h;
    quadratic q;
    NUMBER square;
    range t = between_ends(c, &h);
    if (t.empty || SIGN(&h.all, t.open) == 0) return false;
    distance_from_axis(c, &q);
    MULTIPLY(&c->radius, &c->radius, &square);
    less_slant(&q.a, &h.all, &square, &h.rate, &h.rate);
    less_slant(&q.b, &h.all, &square, &h.base, &h.rate);
    less_slant(&q.c, &h.all, &square, &h.base, &h.base);
    return reaches_zero(&q, &t);
}

/// The capsule from a to b; `is_ball`: they are the same.
static inline bool meets_capsule(const scene *c, bool is_ball)
{
    if (meets_ball(c, &c->from_a)) return true;
    return !is_ball && (meets_ball(c, &c->from_b) || meets_cylinder(c));
}

#endif
