#include "convex/gjk3.h"
#include "sweep/sweep3_cast.h"

/// By how much the plane that is told may lie within the radius.
static double enough(const sweep3_cast *c) { return 8 * sweep3_roundings(c); }

static dvec3 in_ray(const sweep3_cast *c, dvec3 n)
{
    const dvec3 d = {n.x, n.y, n.z};
    return (dvec3){dvec3_dot(d, c->x), dvec3_dot(d, c->y), dvec3_dot(d, c->z)};
}

/// b moved against the ray by so much, in the unit of the cast.
static pair3 moved_by(const sweep3_cast *c, const pair3 *pair, double place)
{
    pair3 moved = *pair;
    const double back = -place * (pair->reference.unit / c->a.frame->unit);
    flr_pair3_move(&moved, dvec3_make(back * c->z.x, back * c->z.y, back * c->z.z));
    return moved;
}

/// How far apart the nearest points are, in the unit of the cast.
static double distance_of(const sweep3_cast *c, const pair3 *pair, dvec3 a, dvec3 b)
{
    const dvec3 d = dvec3_sub(b, a);
    return sqrt(dvec3_dot(d, d)) * (c->a.frame->unit / pair->reference.unit);
}

/// Where both touch, a as it stands at the start, by the points of both that are nearest at the place.
static void set_points(const sweep3_cast *c, const pair3 *pair, dvec3 a, dvec3 b, double place,
                       sweep3_advanced *r)
{
    const dvec3 d = dvec3_add_scaled(
        dvec3_add_scaled(flr_local3_scaled(r->normal.z, c->z), r->normal.y, c->y), r->normal.x, c->x);
    const double on = place * (pair->reference.unit / c->a.frame->unit);
    const dvec3 n = dvec3_make(d.x, d.y, d.z);
    b = dvec3_add_scaled(b, on, dvec3_make(c->z.x, c->z.y, c->z.z));
    r->point_a = pair3_world(pair, a, -pair->radius_a, n);
    r->point_b = pair3_world(pair, b, pair->radius_b, n);
}

/// Of the plane before, which meets the radius at `root`, and one by which both part again: where they are as high. That is how near both
/// planes let the cores come; beyond rounding they miss.
static double between(sweep3_cast *c, double before, double root, double after, double gap, double place)
{
    const double back = (gap - before * (place - root)) / (before - after);
    if (before * (place + back - root) > sweep3_tolerance(c)) c->missed = true;
    return place + back;
}

bool flr_sweep3_advance(sweep3_cast *c, const flr_convex3 *a, const flr_convex3 *b, sweep3_advanced *r)
{
    enum { TURN_MAX = 64 };
    const double grazing = c->radius + 2 * sweep3_tolerance(c);
    sweep3_advanced near;
    pair3 pair;
    double root = c->low;
    bool is_near = false;
    flr_pair3_make(&pair, a, b);
    flr_pair3_complete(&pair);
    r->place = c->low;
    for (int turn = 0; turn < TURN_MAX; ++turn) {
        const double place = r->place;
        simplex3 s;
        sweep3_vertex w;
        dvec3 p, q;
        pair3 moved = moved_by(c, &pair, place);
        const dvec3 axis = flr_gjk3_axis(&moved, &s);
        // the plane before has kept them apart up to where they meet
        if (!(dvec3_dot(axis, axis) > 0)) return turn > 0;
        const dvec3 n = in_ray(c, axis);
        const double gap = n.z * place - flr_sweep3_ask(c, n, &w) - c->radius;
        if (c->missed) return true;
        // a normal that is off, or of two that part again, is no better than the one before
        const bool parts = n.z < 0 && gap >= -enough(c);
        if (parts || turn == 0) r->normal = n;
        simplex3_points(&s, &p, &q);
        set_points(c, &pair, p, q, place, r);
        if (distance_of(c, &pair, p, q) <= grazing) {
            near = *r;
            is_near = true;
        }
        if (parts) {
            root = place - gap / n.z;
            if (!(root - 0x1p-51 * fabs(root) > place)) break;
            r->place = root;
        } else {
            if (is_near || !(n.z >= 0 && gap > 0 && r->normal.z < 0)) break;
            r->place = between(c, r->normal.z, root, n.z, gap, place);
            if (c->missed) return true;
        }
    }
    if (is_near) *r = near;
    return is_near;
}

void flr_sweep3_nearest_points(const sweep3_cast *c, const flr_convex3 *a, const flr_convex3 *b, double place,
                               sweep3_advanced *r)
{
    pair3 pair;
    simplex3 s;
    dvec3 p, q;
    flr_pair3_make(&pair, a, b);
    flr_pair3_complete(&pair);
    pair3 moved = moved_by(c, &pair, place);
    (void)flr_gjk3_axis(&moved, &s);
    if (s.count == 0) return;
    const vertex3 *const v[4] = {&s.v[0], &s.v[1], &s.v[2], &s.v[3]};
    if (s.count == 4) flr_simplex3_weigh(v, 4, s.weight);
    simplex3_points(&s, &p, &q);
    set_points(c, &pair, p, q, place, r);
}
