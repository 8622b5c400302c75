/// How pairs of the plane without end leave one another: a line, plane or halfspace and anything else, by the
/// interval along its normal; two rays, by the shorter way back to an origin.
#include "any/any2.h"
#include "any/penetration2.h"
#include "math/predicates2.h"

typedef flr_signed_distance2_result answer;

/// Takes in every shape of a compound that goes on from what is covered already, or `all` of them.
static bool widen_by(any2_projection *covered, const flr_shape2 *s, const flr_shape2 *flat, bool all)
{
    bool grows = false;
    for (size_t k = 0; any2_is_compound(s) && k < s->as.compound.count; ++k)
        grows |= widen_by(covered, &s->as.compound.shapes[k], flat, all);
    if (any2_is_compound(s)) return grows;
    any2_projection i = flr_any2_project(s, flat);
    bool higher = (all || i.low <= covered->high) && i.high > covered->high;
    bool lower = (all || i.high >= covered->low) && i.low < covered->low;
    if (higher) covered->high = i.high, covered->high_point = i.high_point;
    if (lower) covered->low = i.low, covered->low_point = i.low_point;
    return higher || lower;
}

/// How far a shape reaches from a line or plane; of a compound on both sides up to the first gap that a line fits in. Where
/// it only touches, it does so at `common`.
static any2_projection interval_of(const flr_shape2 *s, const flr_shape2 *flat, flr_vec2 common)
{
    if (!any2_is_compound(s)) return flr_any2_project(s, flat);
    any2_projection i = {INFINITY, -INFINITY, {0, 0}, {0, 0}};
    (void)widen_by(&i, s, flat, true);
    if (flat->kind == FLR_SHAPE2_HALFSPACE) return i;
    i.low = i.high = 0;
    i.low_point = i.high_point = common;
    while (widen_by(&i, s, flat, false)) continue;
    return i;
}

/// b leaves a line or plane by the shorter translation, a halfspace by the only one.
static void part_from_flat(const flr_shape2 *flat, const flr_shape2 *s, flr_vec2 common, answer *r)
{
    any2_measure m = flr_any2_measure(flat);
    any2_projection i = interval_of(s, flat, common);
    double up = -i.low, down = flat->kind == FLR_SHAPE2_HALFSPACE ? INFINITY : i.high;
    double depth = up <= down ? up : down;
    r->inseparable = !isfinite(depth);
    if (r->inseparable) return;
    double way = up <= down ? 1 : -1;
    // no clamp to zero: which zero that gives is the compiler's choice
    r->signed_distance = depth > 0 ? -(flr_real)depth : 0;
    r->normal = flr_vec2_make((flr_real)(way * m.x), (flr_real)(way * m.y));
    r->point_b = up <= down ? i.low_point : i.high_point;
    r->point_a = flr_mul_add2(r->point_b, -r->signed_distance, r->normal);
}

/// A ray draws back until its origin lies on the other.
typedef struct drawn_back {
    flr_real way;
    flr_vec2 foot;    ///< on the other, as seen from there
    flr_vec2 normal;  ///< unit, the direction in which it draws back
} drawn_back;

/// `from`: its origin, as seen from that of the other one.
static drawn_back draw_back(const flr_ray2 *ray, flr_vec2 from, const flr_ray2 *other)
{
    const flr_vec2 zero = flr_vec2_make(0, 0);
    const flr_ray2 in_place = {zero, other->direction};
    const flr_closest2 c = flr_closest2_point_ray(from, &in_place);
    drawn_back d = {c.distance, c.point_b, flr_any2_unit(flr_perp2(other->direction))};
    // perpendicular to the other but where it ends
    if (d.foot.x == 0 && d.foot.y == 0 && c.distance > 0)
        d.normal = flr_any2_unit(flr_neg2(from));
    else if (flr_cross2_sign(other->direction, zero, ray->direction) < 0)
        d.normal = flr_neg2(d.normal);
    return d;
}

/// Of two rays that cross, the one that has the shorter translation. On one line: any step perpendicular to it will do.
static void part_rays(const flr_ray2 *a, const flr_ray2 *b, flr_vec2 common, answer *r)
{
    if (flr_cross2_sign(a->direction, flr_vec2_make(0, 0), b->direction) == 0) {
        r->normal = flr_perp2(flr_any2_unit(a->direction));
        r->point_a = r->point_b = common;
        return;
    }
    const flr_vec2 between = flr_sub2(b->origin, a->origin);
    const drawn_back of_b = draw_back(b, between, a), of_a = draw_back(a, flr_neg2(between), b);
    const bool draw_b = of_b.way <= of_a.way;
    r->signed_distance = -(draw_b ? of_b.way : of_a.way);
    r->normal = draw_b ? of_b.normal : flr_neg2(of_a.normal);
    r->point_a = draw_b ? flr_add2(a->origin, of_b.foot) : a->origin;
    r->point_b = draw_b ? b->origin : flr_add2(b->origin, of_a.foot);
}

bool flr_penetration2_unbounded(const flr_shape2 *a, const flr_shape2 *b, flr_vec2 common, answer *r)
{
    const bool flat_a = any2_is_flat_unbounded(a->kind), flat_b = any2_is_flat_unbounded(b->kind);
    if (flat_b && (!flat_a || a->kind < b->kind)) {
        part_from_flat(b, a, common, r);
        *r = any2_turned(*r);
    } else if (flat_a) {
        part_from_flat(a, b, common, r);
    } else if (a->kind == FLR_SHAPE2_RAY && b->kind == FLR_SHAPE2_RAY) {
        part_rays(&a->as.ray, &b->as.ray, common, r);
    } else {
        return false;
    }
    return true;
}
