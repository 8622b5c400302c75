#include "cast/solid3.h"

/// Apex at -half, base at half along `axis` around the centre; the slant makes the angle with the axis whose
/// sine and cosine are given.
typedef struct spike {
    flr_local3 axis;
    double half, sine, cosine;
} spike;

/// Height above the apex and what stands square to the axis.
static flr_local3 split(const spike *c, flr_local3 p, double *height)
{
    double s = flr_local3_dot(p, c->axis);
    *height = s + c->half;
    return flr_local3_along(p, -s, c->axis);
}

static bool holds(const spike *c, flr_local3 p)
{
    double height;
    flr_local3 out = split(c, p, &height);
    return height >= 0 && height <= 2 * c->half && c->cosine * cast3_length(out) <= c->sine * height;
}

/// Places between which the line is inside the half of the double cone around the axis. On the line, cosine^2
/// |out|^2 - sine^2 height^2 is a quadratic; its discriminant is taken from the line's moment about
/// the apex, where nothing cancels that the shape does not make cancel.
static cast3_inside in_slant(const spike *c, const cast3_local *l)
{
    cast3_inside s = {1, 0, {0, 0, 0}};
    double height, along = flr_local3_dot(l->along, c->axis);
    flr_local3 w = split(c, l->near, &height), e = flr_local3_along(l->along, -along, c->axis);
    double cc = c->cosine * c->cosine, ss = c->sine * c->sine;
    double bare = flr_local3_dot(w, w);
    flr_local3 turned = {along * w.x - height * e.x, along * w.y - height * e.y, along * w.z - height * e.z};
    double tilt = c->sine * cast3_length(turned), twist = c->cosine * cast3_length(flr_local3_cross(w, e));
    double square = tilt < twist ? -1 : (tilt - twist) * (tilt + twist);
    if (!(square >= 0)) return s;
    double root = c->cosine * sqrt(square);
    double a = (c->cosine * cast3_length(e) - c->sine * fabs(along)) *
               (c->cosine * cast3_length(e) + c->sine * fabs(along));
    double b = cc * flr_local3_dot(w, e) - ss * height * along;
    double k = (c->cosine * sqrt(bare) - c->sine * height) * (c->cosine * sqrt(bare) + c->sine * height);
    double q = b > 0 ? -(b + root) : root - b;
    if (q == 0) {  // a double root here, or a line that lies in the surface
        s.enter = a > 0 || k > 0 ? 0 : -INFINITY;
        s.exit = k > 0 ? -1 : a > 0 ? 0 : INFINITY;
        if (a < 0 && along > 0) s.enter = 0;
        if (a < 0 && along <= 0) s.exit = 0;
        return s;
    }
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

static flr_local3 slant_normal(const spike *c, flr_local3 p)
{
    double height;
    flr_local3 out = split(c, p, &height);
    double length = cast3_length(out);
    if (!(length > 0)) return cast3_scaled(-1, c->axis);
    return flr_local3_along(cast3_scaled(c->cosine / length, out), -c->sine, c->axis);
}

static cast3_inside span_of(const spike *c, const cast3_local *l)
{
    cast3_inside s = in_slant(c, l);
    double along = flr_local3_dot(l->along, c->axis), height = flr_local3_dot(l->near, c->axis);
    if (along == 0 && !(fabs(height) <= c->half)) s.enter = 1, s.exit = 0;
    if (!(s.enter <= s.exit)) return s;
    bool at_base = false;
    if (along != 0) {
        double side = along > 0 ? -1 : 1;
        double first = (side * c->half - height) / along, last = (-side * c->half - height) / along;
        at_base = side > 0 && first >= s.enter;
        if (first > s.enter) s.enter = first;
        if (last < s.exit) s.exit = last;
    }
    if (!(s.enter <= s.exit)) return s;
    s.normal = at_base ? c->axis : slant_normal(c, cast3_place(l, s.enter));
    if (flr_local3_dot(s.normal, l->along) > 0 && !at_base && s.enter == s.exit)
        s.normal = cast3_scaled(-1, l->along);  // the apex alone is touched, from within its angle
    return s;
}

flr_cast3 flr_cast3_ray_cone(const flr_cast3_path *path, const flr_cone *c)
{
    flr_cast3 miss = {.hit = false};
    if (c->radius == 0) return flr_cast3_core(path, c->apex, c->base);
    flr_vec3 center = flr_vec3_make(c->apex.x / 2 + c->base.x / 2, c->apex.y / 2 + c->base.y / 2,
                                    c->apex.z / 2 + c->base.z / 2);
    flr_local3 axis = flr_local3_from(c->base, c->apex);
    double reach = cast3_more(fabs(axis.x), cast3_more(fabs(axis.y), fabs(axis.z)));
    cast3_local l;
    if (!(c->radius > 0) || !flr_cast3_local(path, center, reach + (double)c->radius, &l)) return miss;
    axis = cast3_scaled(l.unit, axis);
    double length = cast3_length(axis), radius = (double)c->radius * l.unit;
    if (!(length > 0)) return miss;
    double slant = sqrt(length * length + radius * radius);
    spike k = {cast3_scaled(1 / length, axis), length / 2, radius / slant, length / slant};
    cast3_inside span = span_of(&k, &l);
    if (l.has_start && holds(&k, l.start)) return flr_cast3_told_inside(path, &l, span.exit);
    return flr_cast3_told(path, &l, &span);
}
