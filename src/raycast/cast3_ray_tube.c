#include "raycast/solid3.h"

/// The round side of a cylinder whose middle the line is seen from, and the line against its axis.
typedef struct tube {
    dvec3 axis;
    double half, radius;
    double height, along;  ///< of the line's nearest point, and what is gained with each place
    dvec3 w, e;            ///< of these what is square to the axis
} tube;

/// False where there is nothing to ask.
static bool make(tube *k, const flr_cast3_path *path, const flr_cylinder *c, cast3_local *l)
{
    if (!flr_cast3_local_between(path, c->a, c->b, c->radius, l)) return false;
    dvec3 ab = cast3_scaled(l->unit, dvec3_relative(c->b, c->a));
    double length = cast3_length(ab);
    if (!(length > 0)) return false;
    k->axis = cast3_scaled(1 / length, ab);
    k->half = length / 2;
    k->radius = (double)c->radius * l->unit;
    k->along = dvec3_dot(l->along, k->axis);
    k->height = dvec3_dot(l->near, k->axis);
    k->e = dvec3_add_scaled(l->along, -k->along, k->axis);
    k->w = dvec3_add_scaled(l->near, -k->height, k->axis);
    return true;
}

/// From the axis to the point, square to it.
static dvec3 off_axis(const tube *k, dvec3 p) { return dvec3_add_scaled(p, -dvec3_dot(p, k->axis), k->axis); }

/// No exact test is known of these: as rounding has it.
static int as_rounded(const flr_stretch3 *s, const void *shape)
{
    (void)s;
    (void)shape;
    return -1;
}

flr_cast3 flr_cast3_ray_endless_cylinder(const flr_cast3_path *path, const flr_cylinder *c)
{
    flr_cast3 miss = {.hit = false};
    cast3_local l;
    tube k;
    if (!make(&k, path, c, &l)) return miss;
    cast3_inside span = cast3_tube(&l, k.w, k.e, k.radius);
    dvec3 start = off_axis(&k, l.start);
    bool holds = l.has_start && dvec3_dot(start, start) <= k.radius * k.radius;
    if (span.enter == -INFINITY && !l.has_start) {  // a line along the axis
        flr_cast3 all = {.hit = true, .inside = true, .t = path->t_min, .t_exit = path->t_max};
        return all;
    }
    span.normal = dvec3_add_scaled(k.w, span.enter, k.e);
    return flr_cast3_told(path, &l, &span, holds, as_rounded, c);
}

/// The places at which the line goes through the tube, in order.
typedef struct crossings {
    double place[2];
    int count;
} crossings;

static void cross_at(crossings *r, const tube *k, const cast3_local *l, double place)
{
    bool in_range = place >= l->from && place <= l->to;
    if (in_range && fabs(k->height + place * k->along) <= k->half) r->place[r->count++] = place;
}

/// A path along the surface, as far as rounding can tell: where it is beside the axis.
static void cross_along(crossings *r, const tube *k, const cast3_local *l)
{
    double side = k->along > 0 ? -1 : 1;
    double first = (side * k->half - k->height) / k->along, last = (-side * k->half - k->height) / k->along;
    if (first < l->from) first = l->from;
    if (last > l->to) last = l->to;
    if (!(first <= last)) return;
    r->place[0] = first;
    r->place[1] = last;
    r->count = 2;
}

/// An end of the path that lies on the surface, as far as rounding can tell, is a crossing where none was found.
static void cross_at_end(crossings *r, const tube *k, const cast3_local *l, double place)
{
    if (r->count > 0 || !isfinite(place)) return;
    double height = k->height + place * k->along;
    double out = cast3_length(dvec3_add_scaled(k->w, place, k->e));
    if (fabs(out - k->radius) <= l->error && fabs(height) <= k->half + l->error) r->place[r->count++] = place;
}

flr_cast3 flr_cast3_ray_tube(const flr_cast3_path *path, const flr_cylinder *c)
{
    flr_cast3 r = {.hit = false};
    if (c->radius == 0) return flr_cast3_core(path, c->a, c->b);
    cast3_local l;
    tube k;
    if (!make(&k, path, c, &l)) return r;
    cast3_inside span = cast3_tube(&l, k.w, k.e, k.radius);
    crossings x = {.count = 0};
    if (span.enter == -INFINITY) {
        if (span.open) cross_along(&x, &k, &l);
    } else if (span.enter <= span.exit) {
        cross_at(&x, &k, &l, span.enter);
        cross_at(&x, &k, &l, span.exit);
    }
    cross_at_end(&x, &k, &l, l.from);
    cross_at_end(&x, &k, &l, l.to);
    if (x.count == 0) return r;
    // told as a solid that ends at the last of them
    cast3_inside told = {.enter = x.place[0], .exit = x.place[x.count - 1]};
    told.normal = dvec3_add_scaled(k.w, told.enter, k.e);
    if (dvec3_dot(told.normal, l.along) > 0) told.normal = cast3_scaled(-1, told.normal);
    return flr_cast3_told(path, &l, &told, false, as_rounded, c);
}
