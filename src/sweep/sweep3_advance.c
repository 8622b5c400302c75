#include "closest/closest3_convex_convex.h"
#include "sweep/sweep3_cast.h"

/// By how much the plane that is told may lie within the radius.
static double enough(const sweep3_cast *c) { return 8 * sweep3_roundings(c); }

static flr_local3 in_ray(const sweep3_cast *c, wide3 n)
{
    const flr_local3 d = {n.x, n.y, n.z};
    return (flr_local3){flr_local3_dot(d, c->x), flr_local3_dot(d, c->y), flr_local3_dot(d, c->z)};
}

/// b moved against the ray by so much, in the unit of the cast.
static pair3 moved_by(const sweep3_cast *c, const pair3 *pair, double place)
{
    pair3 moved = *pair;
    const double back = -place * (pair->reference.unit / c->a.frame->unit);
    flr_pair3_move(&moved, wide3_make(back * c->z.x, back * c->z.y, back * c->z.z));
    return moved;
}

/// Where both touch, a as it stands at the start, by what is nearest there.
static void set_points(const sweep3_cast *c, const pair3 *pair, const simplex3 *s, sweep3_advanced *r)
{
    const flr_local3 d = flr_local3_along(
        flr_local3_along(flr_local3_scaled(r->normal.z, c->z), r->normal.y, c->y), r->normal.x, c->x);
    const double on = r->place * (pair->reference.unit / c->a.frame->unit);
    const wide3 n = wide3_make(d.x, d.y, d.z);
    wide3 a, b;
    simplex3_points(s, &a, &b);
    b = wide3_along(b, on, wide3_make(c->z.x, c->z.y, c->z.z));
    r->point_a = pair3_world(pair, a, -pair->radius_a, n);
    r->point_b = pair3_world(pair, b, pair->radius_b, n);
}

bool flr_sweep3_advance(sweep3_cast *c, const flr_convex3 *a, const flr_convex3 *b, sweep3_advanced *r)
{
    enum { TURN_MAX = 64 };
    pair3 pair;
    double place = c->low;
    flr_pair3_make(&pair, a, b);
    flr_pair3_complete(&pair);
    for (int turn = 0; turn < TURN_MAX; ++turn) {
        simplex3 s;
        sweep3_vertex w;
        pair3 moved = moved_by(c, &pair, place);
        const wide3 axis = flr_gjk3_axis(&moved, &s);
        if (!(wide3_dot(axis, axis) > 0)) return turn > 0;
        const flr_local3 n = in_ray(c, axis);
        const double gap = n.z * place - flr_sweep3_ask(c, n, &w) - c->radius;
        if (c->missed) return true;
        // what is passed by rounding, or a normal that is off, is no better than what was known
        if (turn > 0 && (n.z >= 0 || gap < -enough(c))) return true;
        r->normal = n;
        r->place = place;
        set_points(c, &pair, &s, r);
        const double next = n.z < 0 ? place - gap / n.z : place;
        if (!(next - 0x1p-51 * fabs(next) > place)) return true;
        place = next;
    }
    return true;
}
