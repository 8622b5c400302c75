#include "raycast/solid3.h"

/// Apex at -half, base at half along `axis` around the centre; the slant makes the angle with the axis whose
/// sine and cosine are given.
typedef struct spike {
    dvec3 axis;
    double half, sine, cosine;
} spike;

/// Height above the apex and what stands square to the axis.
static dvec3 split(const spike *c, dvec3 p, double *height)
{
    double s = dvec3_dot(p, c->axis);
    *height = s + c->half;
    return dvec3_add_scaled(p, -s, c->axis);
}

static bool holds(const spike *c, dvec3 p)
{
    double height;
    dvec3 out = split(c, p, &height);
    return height >= 0 && height <= 2 * c->half && c->cosine * cast3_length(out) <= c->sine * height;
}

/// Places between which the line is inside the half of the double cone around the axis. On the line, cosine^2
/// |out|^2 - sine^2 height^2 is a quadratic; its discriminant is taken from the line's moment about
/// the apex, where nothing cancels that the shape does not make cancel.
static cast3_inside in_slant(const spike *c, const cast3_local *l)
{
    cast3_inside s = cast3_nowhere;
    double height, along = dvec3_dot(l->along, c->axis);
    dvec3 w = split(c, l->near, &height), e = dvec3_add_scaled(l->along, -along, c->axis);
    double cc = c->cosine * c->cosine, ss = c->sine * c->sine;
    double bare = dvec3_dot(w, w);
    dvec3 turned = {along * w.x - height * e.x, along * w.y - height * e.y, along * w.z - height * e.z};
    double tilt = c->sine * cast3_length(turned), twist = c->cosine * cast3_length(dvec3_cross(w, e));
    s.open = fabs(tilt - twist) <= l->error;
    if (!(tilt >= twist) && !s.open) return s;
    double square = tilt > twist ? (tilt - twist) * (tilt + twist) : 0;
    double root = c->cosine * sqrt(square);
    double a = (c->cosine * cast3_length(e) - c->sine * fabs(along)) *
               (c->cosine * cast3_length(e) + c->sine * fabs(along));
    s.doubt = (0x1p20 * l->error + 0x1p-22 * l->size) / cast3_more(fabs(a), 0x1p-20);
    double b = cc * dvec3_dot(w, e) - ss * height * along;
    double k = (c->cosine * sqrt(bare) - c->sine * height) * (c->cosine * sqrt(bare) + c->sine * height);
    if (s.open) {  // a double root, or a line that lies in the surface
        bool in_surface = fabs(a) < 0x1p-26;
        s.enter = in_surface || (a < 0 && along < 0) ? -INFINITY : -b / a;
        s.exit = in_surface || (a < 0 && along > 0) ? INFINITY : -b / a;
        return s;
    }
    double q = b > 0 ? -(b + root) : root - b;
    double x = a == 0 ? (q > 0 ? INFINITY : -INFINITY) : q / a, y = k / q;
    s.enter = x < y ? x : y;
    s.exit = x < y ? y : x;
    if (a < 0) {  // outside the roots, one half of the double cone on either side
        if (along > 0)
            s.enter = s.exit, s.exit = INFINITY;
        else
            s.exit = s.enter, s.enter = -INFINITY;
    }
    return s;
}

static dvec3 slant_normal(const spike *c, dvec3 p)
{
    double height;
    dvec3 out = split(c, p, &height);
    double length = cast3_length(out);
    if (!(length > 0)) return cast3_scaled(-1, c->axis);
    return dvec3_add_scaled(cast3_scaled(c->cosine / length, out), -c->sine, c->axis);
}

static cast3_inside span_of(const spike *c, const cast3_local *l)
{
    cast3_inside s = in_slant(c, l);
    double along = dvec3_dot(l->along, c->axis), height = dvec3_dot(l->near, c->axis);
    bool at_end = cast3_cut(l, height, along, c->half, &s), at_base = at_end && along < 0;
    if (!(s.enter <= s.exit) && !s.open) return s;
    s.face = at_base;
    s.normal = at_base ? c->axis : slant_normal(c, cast3_place(l, s.enter));
    if (dvec3_dot(s.normal, l->along) > 0 && !at_base && s.enter == s.exit)
        s.normal = cast3_scaled(-1, l->along);  // the apex alone is touched, from within its angle
    return s;
}

static int meets(const flr_stretch3 *s, const void *shape) { return flr_meet3_stretch_cone(s, shape); }

flr_cast3 flr_cast3_ray_cone(const flr_cast3_path *path, const flr_cone *c)
{
    flr_cast3 miss = {.hit = false};
    if (c->radius == 0) return flr_cast3_core(path, c->apex, c->base);
    cast3_local l;
    if (!flr_cast3_local_between(path, c->apex, c->base, c->radius, &l)) return miss;
    dvec3 axis = cast3_scaled(l.unit, dvec3_relative(c->base, c->apex));
    double length = cast3_length(axis), radius = (double)c->radius * l.unit;
    if (!(length > 0)) return miss;
    double slant = sqrt(length * length + radius * radius);
    spike k = {cast3_scaled(1 / length, axis), length / 2, radius / slant, length / slant};
    cast3_inside span = span_of(&k, &l);
    return flr_cast3_told(path, &l, &span, l.has_start && holds(&k, l.start), meets, c);
}
