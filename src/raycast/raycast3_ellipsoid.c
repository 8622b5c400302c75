/// Where does a ray, segment or line enter and leave an ellipsoid? Its axes are scaled to make it the unit
/// ball, and the line is measured from its point nearest to the centre. If one radius is zero, it is hit as a
/// disc; if two are, as a segment.
#include "closest/span3.h"
#include "raycast/raycast3_path.h"

/// The line in the space in which the ellipsoid is the unit ball, from its point nearest to the centre there.
typedef struct in_ball {
    dvec3 start;           ///< the origin of the path
    dvec3 step;            ///< its direction
    dvec3 foot, along;     ///< perpendicular to one another; `along` has length 1
    double t_foot, per_t;  ///< the local t of the foot; lengths along the line for a local t
    double rest;           ///< 1 - |projection|^2
} in_ball;

/// The frame of the shape: coordinates along its axes, in a unit near the largest radius.
typedef struct own_frame {
    dvec3 radii, origin, direction;
    double unit;    ///< a length of the input times this is a length here
    double t_unit;  ///< a local t times this is a t of the path
} own_frame;

/// The box around it, which has its axes.
static flr_box3 box_of(const flr_ellipsoid *e)
{
    flr_box3 b = {e->center, e->axes, e->radii};
    return b;
}

static dvec3 divided(dvec3 a, dvec3 b)
{
    dvec3 r = {a.x / b.x, a.y / b.y, a.z / b.z};
    return r;
}

static dvec3 multiplied(dvec3 a, dvec3 b)
{
    dvec3 r = {a.x * b.x, a.y * b.y, a.z * b.z};
    return r;
}

static own_frame frame_of(const flr_raycast3_path *p, const flr_ellipsoid *e)
{
    own_frame f;
    flr_box3 b = box_of(e);
    dvec3 d = raycast3_step(p), m = dvec3_relative(p->origin, e->center);
    f.unit = flr_power_toward_one(flr_largest3((double)e->radii.x, (double)e->radii.y, (double)e->radii.z));
    double d_unit = flr_power_toward_one(flr_largest3(d.x, d.y, d.z));
    f.t_unit = d_unit / f.unit;
    f.radii = dvec3_scale(f.unit, dvec3_from(e->radii));
    f.origin = flr_box3_coordinates(&b, dvec3_scale(f.unit, m));
    f.direction = flr_box3_coordinates(&b, dvec3_scale(d_unit, d));
    return f;
}

/// Projects the centre onto the line in three steps. The first leaves an error of eps times its length along
/// the line. Each further step leaves only the rounding errors of its own, far smaller length.
static in_ball ball_of(const own_frame *f)
{
    in_ball b;
    b.start = divided(f->origin, f->radii);
    b.step = divided(f->direction, f->radii);
    double square = dvec3_dot(b.step, b.step);
    b.per_t = sqrt(square);
    b.along = dvec3_scale(1 / b.per_t, b.step);
    b.foot = b.start;
    b.t_foot = 0;
    for (int step = 0; step < 3; ++step) {
        double more = -dvec3_dot(b.foot, b.step) / square;
        b.foot = dvec3_add_scaled(b.foot, more, b.step);
        b.t_foot += more;
    }
    b.rest = 1 - dvec3_dot(b.foot, b.foot);
    return b;
}

static flr_real t_of(const flr_raycast3_path *p, const own_frame *f, double t)
{
    return raycast3_reported_t(p, raycast3_clamp_t(p, t * f->t_unit));
}

/// Returns a point of the shape's frame in world.
static flr_vec3 in_world(const own_frame *f, const flr_ellipsoid *e, dvec3 q)
{
    flr_box3 b = box_of(e);
    dvec3 v = flr_box3_vector(&b, q);
    return flr_vec3_make((flr_real)((double)e->center.x + v.x / f->unit),
                         (flr_real)((double)e->center.y + v.y / f->unit),
                         (flr_real)((double)e->center.z + v.z / f->unit));
}

/// Returns a normal of the shape's frame in world, at length 1 whatever its length there.
static flr_vec3 normal_in_world(const flr_ellipsoid *e, dvec3 n)
{
    double size = flr_largest3(n.x, n.y, n.z);
    if (!(size > 0)) return flr_vec3_make(0, 0, 0);
    flr_box3 b = box_of(e);
    n = flr_box3_vector(&b, dvec3_scale(1 / size, n));
    n = dvec3_scale(1 / dvec3_length(n), n);
    return flr_vec3_make((flr_real)n.x, (flr_real)n.y, (flr_real)n.z);
}

static bool starts_inside(const flr_raycast3_path *p, const own_frame *f, const in_ball *b)
{
    if (!isfinite(p->t_min)) return false;
    dvec3 start = dvec3_add_scaled(b->start, (double)p->t_min / f->t_unit, b->step);
    return dvec3_dot(start, start) <= 1;
}

static flr_rayhit3 cast_solid(const flr_raycast3_path *p, const flr_ellipsoid *e)
{
    flr_rayhit3 r = {.hit = false};
    own_frame f = frame_of(p, e);
    in_ball b = ball_of(&f);
    bool inside = starts_inside(p, &f, &b);
    if (!(b.rest >= 0) && !inside) return r;
    double half = b.rest > 0 ? sqrt(b.rest) : 0, t_half = half / b.per_t;
    double enter = b.t_foot - t_half, exit = b.t_foot + t_half;
    double from = (double)p->t_min / f.t_unit, to = (double)p->t_max / f.t_unit;
    if (!inside && (enter > to || exit < from)) return r;
    r.hit = true;
    r.t_exit = t_of(p, &f, exit);
    if (inside || enter < from) {
        r.inside = true;
        r.t = raycast3_reported_t(p, p->t_min);
        r.point = raycast3_point(p, p->t_min);
        return r;
    }
    dvec3 at = dvec3_add_scaled(b.foot, -half, b.along);
    r.t = t_of(p, &f, enter);
    r.point = in_world(&f, e, multiplied(at, f.radii));
    if (!p->is_point) r.normal = normal_in_world(e, divided(at, f.radii));
    return r;
}

static double *component(dvec3 *v, int k) { return k == 0 ? &v->x : k == 1 ? &v->y : &v->z; }

/// Casts at a disc, where the line crosses its plane.
static flr_rayhit3 cast_disc(const flr_raycast3_path *p, const flr_ellipsoid *e, int flat)
{
    flr_rayhit3 r = {.hit = false};
    own_frame f = frame_of(p, e);
    double height = *component(&f.origin, flat), slope = *component(&f.direction, flat);
    if (slope == 0) {  // along the plane: the rest is an ellipse, hit as a solid that is endless across
        if (height != 0) return r;
        flr_ellipsoid endless = *e;
        flr_real across = (flr_real)flr_largest3((double)e->radii.x, (double)e->radii.y, (double)e->radii.z);
        if (flat == 0)
            endless.radii.x = across;
        else if (flat == 1)
            endless.radii.y = across;
        else
            endless.radii.z = across;
        return cast_solid(p, &endless);
    }
    double t = -height / slope;
    if (t < (double)p->t_min / f.t_unit || t > (double)p->t_max / f.t_unit) return r;
    dvec3 at = dvec3_add_scaled(f.origin, t, f.direction), normal = {0, 0, 0}, one = f.radii;
    *component(&at, flat) = 0;
    *component(&one, flat) = 1;
    dvec3 ball = divided(at, one);
    if (!(dvec3_dot(ball, ball) <= 1)) return r;
    *component(&normal, flat) = slope > 0 ? -1 : 1;
    r.hit = true;
    r.t = r.t_exit = t_of(p, &f, t);
    r.point = in_world(&f, e, at);
    if (!p->is_point) r.normal = normal_in_world(e, normal);
    return r;
}

/// Casts at an ellipsoid with two radii of 0, which is a segment.
static flr_rayhit3 cast_segment(const flr_raycast3_path *p, const flr_ellipsoid *e)
{
    flr_vec3 reach = flr_mat3_mul(e->axes, e->radii);
    flr_segment3 s = {flr_sub3(e->center, reach), flr_add3(e->center, reach)};
    return flr_raycast3_ray_segment(p, &s);
}

flr_rayhit3 flr_raycast3_ray_ellipsoid(const flr_raycast3_path *path, const flr_ellipsoid *e)
{
    flr_rayhit3 miss = {.hit = false};
    flr_vec3 r = e->radii;
    bool valid = r.x >= 0 && r.y >= 0 && r.z >= 0 && flr_is_finite3(r) && flr_is_finite3(e->center) &&
                 flr_is_finite3(e->axes.x) && flr_is_finite3(e->axes.y) && flr_is_finite3(e->axes.z);
    if (!valid || !(path->t_min <= path->t_max)) return miss;
    int zeros = (r.x == 0) + (r.y == 0) + (r.z == 0);
    if (zeros == 0) return cast_solid(path, e);
    if (zeros > 1) return cast_segment(path, e);
    return cast_disc(path, e, r.x == 0 ? 0 : r.y == 0 ? 1 : 2);
}
