/// Does a part of a line intersect a ball, capsule, cylinder or cone? In numbers of twice the precision, whose errors are bounded:
/// what touches to the last digit is decided here, what touches exactly needs exact3_round.c.
#include "closest/exact3.h"

#include "math/bounded.h"

#define NUMBER flr_bounded
#define NUMBER3 flr_bounded3
#define ZERO                                                                                                 \
    {                                                                                                        \
        {0, 0}, 0                                                                                            \
    }
#define ADD flr_bounded_add
#define MULTIPLY flr_bounded_multiply
#define SIGN flr_bounded_sign
#define DOT flr_bounded3_dot
#define CROSS flr_bounded3_cross
#include "closest/exact3_round_signs.h"

static flr_bounded difference(flr_real a, flr_real b)
{
    return (flr_bounded){flr_two_sum((double)a, -(double)b), 0};
}

static flr_bounded3 difference3(flr_vec3 a, flr_vec3 b)
{
    return (flr_bounded3){{difference(a.x, b.x), difference(a.y, b.y), difference(a.z, b.z)}};
}

static ratio ratio_of(double t) { return (ratio){{{t, 0}, 0}, {{1, 0}, 0}}; }

static void load(const flr_line_part3 *s, flr_vec3 a, flr_vec3 b, flr_real radius, flr_real more, bool *open,
                 scene *c)
{
    c->from_a = difference3(s->origin, a);
    c->from_b = difference3(s->origin, b);
    c->axis = difference3(b, a);
    c->along =
        s->to_target ? difference3(s->target, s->origin) : difference3(s->direction, flr_vec3_make(0, 0, 0));
    c->radius = difference(radius, -more);
    c->is_point = flr_line_part3_is_point(s);
    c->t.open = open;
    c->t.empty = !(s->low <= s->high);
    c->t.starts = s->low > -INFINITY;
    c->t.ends = s->high < INFINITY;
    c->t.low = ratio_of(s->low);
    c->t.high = ratio_of(s->high);
}

int flr_exact3_capsule_soon(const flr_line_part3 *s, flr_vec3 a, flr_vec3 b, flr_real radius, flr_real more)
{
    scene c;
    bool open = false;
    load(s, a, b, radius, more, &open, &c);
    const bool meets = meets_capsule(&c, a.x == b.x && a.y == b.y && a.z == b.z);
    return open ? -1 : meets;
}

int flr_exact3_cylinder_soon(const flr_line_part3 *s, const flr_cylinder *g)
{
    scene c;
    bool open = false;
    load(s, g->a, g->b, g->radius, 0, &open, &c);
    const bool meets = meets_cylinder(&c);
    return open ? -1 : meets;
}

int flr_exact3_cone_soon(const flr_line_part3 *s, const flr_cone *g)
{
    scene c;
    bool open = false;
    load(s, g->apex, g->base, g->radius, 0, &open, &c);
    const bool meets = meets_cone(&c);
    return open ? -1 : meets;
}
