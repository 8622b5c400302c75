/// Casts at spheres, capsules, cylinders, cones and tubes (RTCD 5.3.2, 5.3.7): the span of the line inside
/// each solid (raycast3_span.h).
#include "closest/frame3.h"
#include "raycast/raycast3_span.h"

// ---- Spheres

static int sphere_meets(const flr_line_part3 *stretch, const void *shape)
{
    const flr_sphere *s = shape;
    return flr_exact3_line_part_capsule(stretch, s->center, s->center, s->radius, 0);
}

flr_rayhit3 flr_raycast3_ray_sphere(const flr_raycast3_path *path, const flr_sphere *s)
{
    flr_rayhit3 miss = {.hit = false};
    raycast3_local l;
    const dvec3 origin = {0, 0, 0};
    if (s->radius == 0) return flr_raycast3_at_core(path, s->center, s->center);
    if (!(s->radius > 0) || !flr_raycast3_local_make(path, s->center, (double)s->radius, &l)) return miss;
    double radius = (double)s->radius * l.unit;
    bool starts_inside = l.has_start && dvec3_dot(l.start, l.start) <= radius * radius;
    raycast3_inside span = raycast3_ball(&l, origin, radius);
    return flr_raycast3_answer_of_span(path, &l, &span, starts_inside, sphere_meets, s);
}

// ---- Capsules

/// The axis runs from -half to half along `axis` around the centre.
typedef struct capsule_core {
    dvec3 axis, a, b;
    double half, radius;
} capsule_core;

static bool capsule_holds(const capsule_core *c, dvec3 p)
{
    double s = dvec3_dot(p, c->axis);
    dvec3 from = s <= -c->half  ? dvec3_sub(p, c->a)
                 : s >= c->half ? dvec3_sub(p, c->b)
                                : dvec3_add_scaled(p, -s, c->axis);
    return dvec3_dot(from, from) <= c->radius * c->radius;
}

/// Finds where the line crosses the round side, or the ball around the end beyond which it crosses the side.
/// A line within the endless cylinder reaches the part between the ends only through these balls.
static raycast3_inside capsule_span(const capsule_core *c, const raycast3_local *l)
{
    double along = dvec3_dot(l->along, c->axis), height = dvec3_dot(l->near, c->axis);
    dvec3 e = dvec3_add_scaled(l->along, -along, c->axis), w = dvec3_add_scaled(l->near, -height, c->axis);
    raycast3_inside s = raycast3_tube(l, w, e, c->radius);
    if (!(s.enter <= s.exit)) return s;
    double at_enter = height + s.enter * along, at_exit = height + s.exit * along;
    s.normal = dvec3_add_scaled(w, s.enter, e);
    if (!(at_enter >= -c->half && at_enter <= c->half)) {
        raycast3_inside ball = raycast3_ball(l, at_enter < 0 ? c->a : c->b, c->radius);
        if (!(ball.enter <= ball.exit)) return ball;
        s.open = ball.open;
        s.enter = ball.enter;
        s.normal = ball.normal;
    }
    if (!(at_exit >= -c->half && at_exit <= c->half)) {
        raycast3_inside ball = raycast3_ball(l, at_exit < 0 ? c->a : c->b, c->radius);
        if (ball.enter <= ball.exit) s.exit = ball.exit;
    }
    if (s.exit < s.enter) s.exit = s.enter;
    return s;
}

static int capsule_meets(const flr_line_part3 *s, const void *shape)
{
    const flr_capsule3 *c = shape;
    return flr_exact3_line_part_capsule(s, c->a, c->b, c->radius, 0);
}

flr_rayhit3 flr_raycast3_ray_capsule(const flr_raycast3_path *path, const flr_capsule3 *c)
{
    flr_rayhit3 miss = {.hit = false};
    if (c->radius == 0) return flr_raycast3_at_core(path, c->a, c->b);
    raycast3_local l;
    if (!flr_raycast3_local_between(path, c->a, c->b, c->radius, &l)) return miss;
    capsule_core k = {.radius = (double)c->radius * l.unit};
    k.b = dvec3_scale(l.unit / 2, dvec3_relative(c->b, c->a));
    k.a = dvec3_scale(-1, k.b);
    double length = dvec3_length(dvec3_sub(k.b, k.a));
    if (!(length > 0)) {
        flr_sphere s = {c->a, c->radius};
        return flr_raycast3_ray_sphere(path, &s);
    }
    k.half = length / 2;
    k.axis = dvec3_scale(1 / length, dvec3_sub(k.b, k.a));
    raycast3_inside span = capsule_span(&k, &l);
    return flr_raycast3_answer_of_span(path, &l, &span, l.has_start && capsule_holds(&k, l.start),
                                       capsule_meets, c);
}

// ---- Cylinders

/// The axis runs from -half to half along `axis` around the centre.
typedef struct cylinder {
    dvec3 axis;
    double half, radius;
} cylinder;

static bool cylinder_holds(const cylinder *c, dvec3 p)
{
    double s = dvec3_dot(p, c->axis);
    dvec3 from = dvec3_add_scaled(p, -s, c->axis);
    return fabs(s) <= c->half && dvec3_dot(from, from) <= c->radius * c->radius;
}

/// Within the endless cylinder and between the planes of the two discs.
static raycast3_inside cylinder_span(const cylinder *c, const raycast3_local *l)
{
    double along = dvec3_dot(l->along, c->axis), height = dvec3_dot(l->near, c->axis);
    dvec3 e = dvec3_add_scaled(l->along, -along, c->axis), w = dvec3_add_scaled(l->near, -height, c->axis);
    raycast3_inside s = raycast3_tube(l, w, e, c->radius);
    if (!(s.enter <= s.exit)) return s;
    s.normal = dvec3_add_scaled(w, s.enter, e);
    if (raycast3_cut(l, height, along, c->half, &s)) {  // at the rim the disc, whose point is the better one
        s.normal = dvec3_scale(along > 0 ? -1 : 1, c->axis);
        s.face = along > 0 ? 1 : 2;
    }
    return s;
}

static int cylinder_meets(const flr_line_part3 *s, const void *shape)
{
    return flr_exact3_line_part_cylinder(s, shape);
}

flr_rayhit3 flr_raycast3_ray_cylinder(const flr_raycast3_path *path, const flr_cylinder *c)
{
    flr_rayhit3 miss = {.hit = false};
    if (c->radius == 0) return flr_raycast3_at_core(path, c->a, c->b);
    raycast3_local l;
    if (!flr_raycast3_local_between(path, c->a, c->b, c->radius, &l)) return miss;
    dvec3 ab = dvec3_scale(l.unit, dvec3_relative(c->b, c->a));
    double length = dvec3_length(ab);
    if (!(length > 0)) return miss;
    cylinder k = {dvec3_scale(1 / length, ab), length / 2, (double)c->radius * l.unit};
    raycast3_inside span = cylinder_span(&k, &l);
    return flr_raycast3_answer_of_span(path, &l, &span, l.has_start && cylinder_holds(&k, l.start),
                                       cylinder_meets, c);
}

// ---- Cones

/// The apex is at -half and the base at half, along `axis` around the centre. Sine and cosine are those of
/// the angle between slant and axis.
typedef struct spike {
    dvec3 axis;
    double half, sine, cosine;
} spike;

/// Returns the height above the apex, and the part perpendicular to the axis.
static dvec3 split(const spike *c, dvec3 p, double *height)
{
    double s = dvec3_dot(p, c->axis);
    *height = s + c->half;
    return dvec3_add_scaled(p, -s, c->axis);
}

static bool cone_holds(const spike *c, dvec3 p)
{
    double height;
    dvec3 out = split(c, p, &height);
    return height >= 0 && height <= 2 * c->half && c->cosine * dvec3_length(out) <= c->sine * height;
}

/// Finds the places between which the line is inside the double cone's half around the axis. On the line,
/// cosine^2
///
/// out
///
/// ^2 - sine^2 height^2 is a quadratic. Its discriminant is computed from the line's moment about the apex,
/// which loses digits only if the shape itself makes terms cancel.
static raycast3_inside in_slant(const spike *c, const raycast3_local *l)
{
    raycast3_inside s = raycast3_nowhere;
    double height, along = dvec3_dot(l->along, c->axis);
    dvec3 w = split(c, l->near, &height), e = dvec3_add_scaled(l->along, -along, c->axis);
    double cc = c->cosine * c->cosine, ss = c->sine * c->sine;
    double bare = dvec3_dot(w, w);
    dvec3 turned = {along * w.x - height * e.x, along * w.y - height * e.y, along * w.z - height * e.z};
    double tilt = c->sine * dvec3_length(turned), twist = c->cosine * dvec3_length(dvec3_cross(w, e));
    s.open = fabs(tilt - twist) <= l->error;
    if (!(tilt >= twist) && !s.open) return s;
    double square = tilt > twist ? (tilt - twist) * (tilt + twist) : 0;
    double root = c->cosine * sqrt(square);
    double a = (c->cosine * dvec3_length(e) - c->sine * fabs(along)) *
               (c->cosine * dvec3_length(e) + c->sine * fabs(along));
    s.doubt = (0x1p20 * l->error + 0x1p-22 * l->size) / flr_greater(fabs(a), 0x1p-20);
    double b = cc * dvec3_dot(w, e) - ss * height * along;
    double k = (c->cosine * sqrt(bare) - c->sine * height) * (c->cosine * sqrt(bare) + c->sine * height);
    if (s.open) {  // a double root, or a line in the surface
        bool in_surface = fabs(a) < 0x1p-26;
        s.enter = in_surface || (a < 0 && along < 0) ? -INFINITY : -b / a;
        s.exit = in_surface || (a < 0 && along > 0) ? INFINITY : -b / a;
        return s;
    }
    double q = b > 0 ? -(b + root) : root - b;
    double x = a == 0 ? (q > 0 ? INFINITY : -INFINITY) : q / a, y = k / q;
    s.enter = x < y ? x : y;
    s.exit = x < y ? y : x;
    if (a < 0) {  // outside the roots, one half of the double cone on each side
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
    double length = dvec3_length(out);
    if (!(length > 0)) return dvec3_scale(-1, c->axis);
    return dvec3_add_scaled(dvec3_scale(c->cosine / length, out), -c->sine, c->axis);
}

static raycast3_inside cone_span(const spike *c, const raycast3_local *l)
{
    raycast3_inside s = in_slant(c, l);
    double along = dvec3_dot(l->along, c->axis), height = dvec3_dot(l->near, c->axis);
    bool at_end = raycast3_cut(l, height, along, c->half, &s), at_base = at_end && along < 0;
    if (!(s.enter <= s.exit) && !s.open) return s;
    s.face = at_base;
    s.normal = at_base ? c->axis : slant_normal(c, raycast3_place(l, s.enter));
    if (dvec3_dot(s.normal, l->along) > 0 && !at_base && s.enter == s.exit)
        s.normal = dvec3_scale(-1, l->along);  // only the apex is touched, from within its angle
    return s;
}

static int cone_meets(const flr_line_part3 *s, const void *shape)
{
    return flr_exact3_line_part_cone(s, shape);
}

flr_rayhit3 flr_raycast3_ray_cone(const flr_raycast3_path *path, const flr_cone *c)
{
    flr_rayhit3 miss = {.hit = false};
    if (c->radius == 0) return flr_raycast3_at_core(path, c->apex, c->base);
    raycast3_local l;
    if (!flr_raycast3_local_between(path, c->apex, c->base, c->radius, &l)) return miss;
    dvec3 axis = dvec3_scale(l.unit, dvec3_relative(c->base, c->apex));
    double length = dvec3_length(axis), radius = (double)c->radius * l.unit;
    if (!(length > 0)) return miss;
    double slant = sqrt(length * length + radius * radius);
    spike k = {dvec3_scale(1 / length, axis), length / 2, radius / slant, length / slant};
    raycast3_inside span = cone_span(&k, &l);
    return flr_raycast3_answer_of_span(path, &l, &span, l.has_start && cone_holds(&k, l.start), cone_meets,
                                       c);
}

// ---- Endless cylinders and tubes

/// The line relative to the axis of a cylinder, from whose middle the line is seen.
typedef struct tube {
    dvec3 axis;
    double half, radius;
    double height, along;  ///< of the line's nearest point, and the change for a place
    dvec3 w, e;            ///< the parts of these perpendicular to the axis
} tube;

/// Returns false if there is no answer.
static bool make(tube *k, const flr_raycast3_path *path, const flr_cylinder *c, raycast3_local *l)
{
    if (!flr_raycast3_local_between(path, c->a, c->b, c->radius, l)) return false;
    dvec3 ab = dvec3_scale(l->unit, dvec3_relative(c->b, c->a));
    double length = dvec3_length(ab);
    if (!(length > 0)) return false;
    k->axis = dvec3_scale(1 / length, ab);
    k->half = length / 2;
    k->radius = (double)c->radius * l->unit;
    k->along = dvec3_dot(l->along, k->axis);
    k->height = dvec3_dot(l->near, k->axis);
    k->e = dvec3_add_scaled(l->along, -k->along, k->axis);
    k->w = dvec3_add_scaled(l->near, -k->height, k->axis);
    return true;
}

/// Returns the vector from the axis to the point, perpendicular to the axis.
static dvec3 off_axis(const tube *k, dvec3 p) { return dvec3_add_scaled(p, -dvec3_dot(p, k->axis), k->axis); }

/// There is no exact test for these shapes: the rounded answer counts.
static int as_rounded(const flr_line_part3 *s, const void *shape)
{
    (void)s;
    (void)shape;
    return -1;
}

flr_rayhit3 flr_raycast3_ray_endless_cylinder(const flr_raycast3_path *path, const flr_cylinder *c)
{
    flr_rayhit3 miss = {.hit = false};
    raycast3_local l;
    tube k;
    if (!make(&k, path, c, &l)) return miss;
    raycast3_inside span = raycast3_tube(&l, k.w, k.e, k.radius);
    dvec3 start = off_axis(&k, l.start);
    bool holds = l.has_start && dvec3_dot(start, start) <= k.radius * k.radius;
    if (span.enter == -INFINITY && !l.has_start) {  // a line along the axis
        flr_rayhit3 all = {.hit = true, .inside = true, .t = path->t_min, .t_exit = path->t_max};
        return all;
    }
    span.normal = dvec3_add_scaled(k.w, span.enter, k.e);
    return flr_raycast3_answer_of_span(path, &l, &span, holds, as_rounded, c);
}

/// Writes the places at which the line enters and leaves the tube, in order.
typedef struct crossings {
    double place[2];
    int count;
} crossings;

static void cross_at(crossings *r, const tube *k, const raycast3_local *l, double place)
{
    bool in_range = place >= l->from && place <= l->to;
    if (in_range && fabs(k->height + place * k->along) <= k->half) r->place[r->count++] = place;
}

/// Casts a path that runs along the surface, up to rounding errors: where it has the height of an end.
static void cross_along(crossings *r, const tube *k, const raycast3_local *l)
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

/// Counts an end of the path that lies on the surface, up to rounding errors, as a crossing if none was
/// found.
static void cross_at_end(crossings *r, const tube *k, const raycast3_local *l, double place)
{
    if (r->count > 0 || !isfinite(place)) return;
    double height = k->height + place * k->along;
    double out = dvec3_length(dvec3_add_scaled(k->w, place, k->e));
    if (fabs(out - k->radius) <= l->error && fabs(height) <= k->half + l->error) r->place[r->count++] = place;
}

flr_rayhit3 flr_raycast3_ray_tube(const flr_raycast3_path *path, const flr_cylinder *c)
{
    flr_rayhit3 r = {.hit = false};
    if (c->radius == 0) return flr_raycast3_at_core(path, c->a, c->b);
    raycast3_local l;
    tube k;
    if (!make(&k, path, c, &l)) return r;
    raycast3_inside span = raycast3_tube(&l, k.w, k.e, k.radius);
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
    // the answer is that of a solid that ends at the last of them
    raycast3_inside answer = {.enter = x.place[0], .exit = x.place[x.count - 1]};
    answer.normal = dvec3_add_scaled(k.w, answer.enter, k.e);
    if (dvec3_dot(answer.normal, l.along) > 0) answer.normal = dvec3_scale(-1, answer.normal);
    return flr_raycast3_answer_of_span(path, &l, &answer, false, as_rounded, c);
}
