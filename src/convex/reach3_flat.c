/// A place of least reach where a flat side of one core faces the other: an end of a cylinder, a face of a box.
/// There the reach has a kink, which Newton's method cannot step to.
#include "convex/reach3.h"

/// Vectors whose cosine is no larger count as perpendicular: this is less than what is left to rounding in
/// the end.
#define LEVEL 0x1p-50

/// The flat side of a core that faces a direction: its middle, and how far it goes from there, by a radius
/// all around and to both ends of up to two vectors.
typedef struct side3 {
    dvec3 at, way[2];
    double radius;
    int count;
} side3;

/// Adds an axis of the core: as a vector of the side if it is perpendicular to n, else by moving the middle
/// to its end.
static void add_axis(side3 *s, dvec3 axis, dvec3 n)
{
    const double along = dvec3_dot(axis, n);
    if (fabs(along) <= LEVEL * dvec3_length(axis) && s->count < 2)
        s->way[s->count++] = axis;
    else
        s->at = dvec3_add_scaled(s->at, along < 0 ? -1 : 1, axis);
}

/// Returns the side, edge or corner of a core that lies farthest along n.
static side3 side_of(const core3 *c, dvec3 n)
{
    uint32_t id = CORE3_NO_ID;
    side3 s = {.radius = 0, .count = 0};
    if (c->kind == FLR_CONVEX3_BOX) {
        s.at = c->center;
        for (int k = 0; k < 3; k++) add_axis(&s, c->axis[k], n);
        return s;
    }
    const double x = dvec3_dot(c->axis[0], n), y = dvec3_dot(c->axis[1], n),
                 radius = dvec3_length(c->axis[0]);
    const bool is_cylinder = c->kind == FLR_CONVEX3_CYLINDER;
    const bool is_end =
        core3_is_round(c) && x * x + y * y <= LEVEL * LEVEL * radius * radius * radius * radius;
    if (is_cylinder) {
        s.at = dvec3_scale(0.5, dvec3_add(c->low, c->high));
        add_axis(&s, dvec3_scale(0.5, dvec3_sub(c->high, c->low)), n);
        if (!is_end) s.at = dvec3_add(s.at, core3_disc(c, n));
    } else {
        s.at = core3_support(c, c->kind, n, &id);
        if (is_end && !dvec3_equal(s.at, c->high)) s.at = c->low;
    }
    if (is_end && (is_cylinder || dvec3_equal(s.at, c->low))) s.radius = radius;
    return s;
}

/// Moves the side's middle along its vector i, at most to an end. *g is the way from the projection of the
/// origin to the point of the difference; its part along `across` is to vanish. The vector is shortened by
/// as much.
static void slide(side3 *s, int i, dvec3 across, double side, dvec3 *g)
{
    const double along = dvec3_dot(s->way[i], across);
    double part = along != 0 ? -side * dvec3_dot(*g, across) / along : 0;
    part = part > 1 ? 1 : part < -1 ? -1 : part;
    s->at = dvec3_add_scaled(s->at, part, s->way[i]);
    *g = dvec3_add_scaled(*g, side * part, s->way[i]);
    s->way[i] = dvec3_scale(1 - fabs(part), s->way[i]);
}

/// Returns the part of v that is perpendicular to u.
static dvec3 across_of(dvec3 v, dvec3 u)
{
    const double square = dvec3_length_squared(u);
    return square > 0 ? dvec3_add_scaled(v, -dvec3_dot(u, v) / square, u) : v;
}

/// Returns by how much two vectors at least rise together, in whichever direction.
static double rise_of(dvec3 u, dvec3 v)
{
    const double most = fmax(dvec3_length(u), dvec3_length(v));
    return most > 0 ? dvec3_length(dvec3_cross(u, v)) / most : 0;
}

/// Sets the reach along n, scaled as the search has it. Returns false where a motion leads away from the plane.
static bool set_reach(reach3 *r, dvec3 n, dvec3 *up)
{
    const bool moves = reach3_moves(r);
    const double along = moves ? dvec3_dot(n, r->motion) : 1;
    *up = moves ? r->motion : n;
    if (!(along > 0x1p-20)) return false;
    uint32_t id = CORE3_NO_ID;
    const dvec3 a = core3_support(r->a, r->a->kind, n, &id),
                b = core3_support(r->b, r->b->kind, dvec3_neg(n), &id);
    r->steps++;
    r->n = dvec3_scale(1 / along, n);
    r->reach = (dvec3_dot(dvec3_sub(a, b), n) + r->radius) / along;
    r->at_a = a;
    r->at_b = b;
    return true;
}

/// Returns a point moved along n into the plane that another one is in.
static dvec3 in_plane_of(dvec3 other, dvec3 p, dvec3 n)
{
    return dvec3_add_scaled(p, dvec3_dot(dvec3_sub(other, p), n), n);
}

double flr_reach3_face(reach3 *r, dvec3 n)
{
    dvec3 up;
    if (!set_reach(r, n, &up)) return 0;
    side3 a = side_of(r->a, n), b = side_of(r->b, dvec3_neg(n));
    const double rounding = 0x1p-50 * (dvec3_length(a.at) + dvec3_length(b.at));
    dvec3 g = dvec3_add_scaled(dvec3_sub(a.at, b.at), -r->reach, up);
    g = dvec3_add_scaled(g, -dvec3_dot(g, n), n);
    const bool crossing = a.count == 1 && b.count == 1;
    if (crossing) slide(&a, 0, across_of(a.way[0], b.way[0]), 1, &g);
    for (int i = 0; i < a.count && !crossing; i++) slide(&a, i, a.way[i], 1, &g);
    for (int i = 0; i < b.count; i++) slide(&b, i, b.way[i], -1, &g);
    const double radius = a.radius + b.radius, part = radius > 0 ? 1 / radius : 0, rest = dvec3_length(g);
    if (rest > (radius > 0 ? radius : rounding)) return 0;
    double rise = crossing ? rise_of(a.way[0], b.way[0]) : 0;
    if (a.count == 2) rise = rise_of(a.way[0], a.way[1]);
    if (b.count == 2) rise = fmax(rise, rise_of(b.way[0], b.way[1]));
    r->at_a = in_plane_of(r->at_a, dvec3_add_scaled(a.at, -part * a.radius, g), n);
    r->at_b = in_plane_of(r->at_b, dvec3_add_scaled(b.at, part * b.radius, g), n);
    r->rest = 0;
    return radius + rise - rest;
}

/// Returns the unit vector along the axis of a cylinder or cone, nearer to n than to its opposite, and its cosine;
/// 0 for other cores.
static dvec3 axis_near(const core3 *c, dvec3 n, double *cosine)
{
    *cosine = 0;
    if (!core3_is_round(c)) return n;
    const double along = dvec3_dot(c->axis[2], n), length = dvec3_length(c->axis[2]),
                 square = dvec3_dot(n, n);
    if (!(length > 0 && square > 0)) return n;
    *cosine = fabs(along) / (length * sqrt(square));
    return dvec3_scale((along < 0 ? -1 : 1) / length, c->axis[2]);
}

bool flr_reach3_try_ends(reach3 *r)
{
    double cosine[2];
    const dvec3 axis[2] = {axis_near(r->a, r->n, &cosine[0]), axis_near(r->b, r->n, &cosine[1])}, n = r->n;
    const int nearer = cosine[1] > cosine[0];
    for (int i = 0; i < 2; i++) {
        const int k = i ^ nearer;
        if (cosine[k] > 0.5 && flr_reach3_face(r, axis[k]) > 0) return true;
    }
    r->n = n;
    return false;
}
