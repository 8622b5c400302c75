#include "sweep/sweep3_cast.h"

#include "sweep/sweep3_told.h"

/// Any two unit vectors that make a right-handed frame with the unit vector z (Duff and others, "Building an
/// Orthonormal Basis, Revisited", 2017).
static void frame_around(sweep3_cast *c)
{
    flr_local3 z = c->z;
    double sign = z.z < 0 ? -1 : 1, a = -1 / (sign + z.z), b = z.x * z.y * a;
    c->x = (flr_local3){1 + sign * z.x * z.x * a, sign * b, -sign * z.x};
    c->y = (flr_local3){b, sign + z.y * z.y * a, -z.y};
}

/// Without a motion (across the line, where one of the two is a line) there is no ray: false.
static bool set_ray(sweep3_cast *c, flr_vec3 motion, double limit, const flr_vec3 *line)
{
    flr_local3 m = {(double)motion.x, (double)motion.y, (double)motion.z};
    double scale = flr_power_toward_one(flr_largest3(m.x, m.y, m.z));
    m = flr_local3_scaled(scale, m);
    c->motion = m;
    if (line) {
        flr_local3 u = flr_unit3(*line), away = flr_cross_compensated(u, m);
        m = flr_local3_cross(away, u);
        c->x = u;
    }
    double length = flr_local3_length(m);
    if (!(length > (line ? 0x1p-50 : 0))) return false;
    c->z = flr_local3_scaled(1 / length, m);
    c->flat = line != NULL;
    if (line) {
        c->y = flr_local3_cross(c->z, c->x);
    } else {
        frame_around(c);
    }
    c->time_unit = scale / c->a.frame->unit;
    c->per_length = c->time_unit / length;
    c->limit = limit / c->per_length;
    return true;
}

/// The points of the corners of the touch.
static void place(const sweep3_cast *c, const sweep3_touch *t, sweep3_points p[3])
{
    for (int i = 0; i < t->count; ++i) {
        const sweep3_vertex *v = &c->s[t->corner[i]];
        if (c->hulls) {
            p[i].a = sweep3_of_wide(core3_vertex(&c->a.core, v->id_a));
            p[i].b = sweep3_of_wide(core3_vertex(&c->b.core, v->id_b));
        } else {
            p[i] = c->room[v->at];
        }
    }
}

static inline flr_local3 difference(const sweep3_points *p) { return flr_local3_sub(p->b, p->a); }

static flr_local3 in_world(const sweep3_cast *c, flr_local3 n)
{
    flr_local3 d = flr_local3_scaled(n.z, c->z);
    d = flr_local3_along(d, n.y, c->y);
    return flr_local3_along(d, n.x, c->x);
}

double flr_sweep3_quotient_below(flr_double2 p, flr_double2 q)
{
    double t = p.high / q.high;
    flr_double2 back = flr_two_product(t, q.high);
    double rest = ((p.high - back.high) - back.low) + (p.low - t * q.low);
    t += rest / q.high;
    back = flr_two_product(t, q.high);
    rest = ((p.high - back.high) - back.low) + (p.low - t * q.low);
    return rest < 0 ? t * (1 - 0x1p-53) : t;
}

/// a . b in twice the precision.
static inline __attribute__((always_inline)) flr_double2 dot2(flr_local3 a, flr_local3 b)
{
    flr_double2 x = flr_two_product(a.x, b.x), y = flr_two_product(a.y, b.y), z = flr_two_product(a.z, b.z);
    flr_double2 xy = flr_two_sum(x.high, y.high), all = flr_two_sum(xy.high, z.high);
    return flr_two_sum(all.high, all.low + (xy.low + (x.low + y.low + z.low)));
}

/// The plane through the corners of the touch, again from the corners as given instead of those turned into
/// the ray's frame: the time it is met at is the motion's share of the way there. Where all is representable
/// (whole numbers, say), so is the answer, and rounded down.
static bool refine(const sweep3_cast *c, const sweep3_touch *t, const sweep3_points *v, double *time,
                   flr_local3 *normal)
{
    flr_local3 p = difference(&v[0]), n, m = c->motion;
    if (t->count == 3) {
        n = flr_cross_compensated(flr_local3_sub(difference(&v[1]), p), flr_local3_sub(difference(&v[2]), p));
    } else if (t->count == 2) {
        flr_local3 e = flr_local3_sub(difference(&v[1]), p);
        n = flr_cross_compensated(e, flr_cross_compensated(e, m));
    } else {
        n = flr_local3_scaled(-1, m);
    }
    flr_double2 closing = dot2(n, m);
    if (closing.high > 0) {
        n = flr_local3_scaled(-1, n);
        closing.high = -closing.high, closing.low = -closing.low;
    }
    double length = flr_local3_length(n);
    if (!(closing.high < -0x1p-40 * length * flr_local3_length(m))) return false;
    flr_double2 reach = dot2(n, p);
    for (int i = 1; i < t->count; ++i) {
        flr_double2 next = dot2(n, difference(&v[i]));
        if (next.high + next.low > reach.high + reach.low) reach = next;
    }
    flr_double2 round = flr_two_product(c->radius, length), gap = flr_two_sum(-reach.high, -round.high);
    gap = flr_two_sum(gap.high, gap.low - reach.low - round.low);
    closing.high = -closing.high, closing.low = -closing.low;
    *normal = flr_local3_scaled(1 / length, n);
    // what is not ahead is told as it is
    *time = gap.high > 0 ? flr_sweep3_quotient_below(gap, closing) : gap.high / closing.high;
    return true;
}

static void set_points(const sweep3_cast *c, const sweep3_touch *t, const sweep3_points *v, flr_local3 normal,
                       sweep3_answer *r)
{
    flr_local3 a = flr_local3_scaled(-c->a.radius, normal), b = flr_local3_scaled(c->b.radius, normal);
    for (int i = 0; i < t->count; ++i) {
        a = flr_local3_along(a, t->weight[i], v[i].a);
        b = flr_local3_along(b, t->weight[i], v[i].b);
    }
    r->point_a = sweep3_vec3(sweep3_world(c->a.frame, a));
    r->point_b = sweep3_vec3(sweep3_world(c->a.frame, b));
}

/// Of the plane of the touch: its time, and the normal of C in world.
static double time_of(const sweep3_cast *c, const sweep3_touch *touch, const sweep3_points *v,
                      flr_local3 *normal)
{
    double time;
    bool planar = !touch->leans && (!sweep3_is_round(c) || touch->count == 3);
    *normal = in_world(c, touch->normal);
    if (planar && !c->flat && touch->count > 0 && refine(c, touch, v, &time, normal))
        return time * c->time_unit;
    // a root and the ray's own frame: a few roundings, all taken off
    double off = 0x1p-51 * (fabs(touch->place) + c->radius);
    return (touch->place - off) * c->per_length;
}

/// How far along the ray the place may be off for shapes that are off by so much: where it is steep by the slope, where it
/// grazes something round by the root.
static double place_error(const sweep3_cast *c, const sweep3_touch *t, double off)
{
    double slope = -t->normal.z, root = sqrt(off * c->size);
    return off < root * slope ? off / slope : root;
}

sweep3_answer flr_sweep3_cast(const sweep3_source *a, flr_vec3 motion, const sweep3_source *b, double keep,
                              double limit, const flr_vec3 *line)
{
    sweep3_answer r = {.ask = true};
    sweep3_cast c;
    reference3 frame;
    flr_sweep3_load_pair(&c.a, a, &c.b, b, &frame);
    c.hulls = c.a.core.kind == FLR_CONVEX3_HULL && c.b.core.kind == FLR_CONVEX3_HULL;
    c.radius = c.a.radius + c.b.radius + keep * frame.unit;
    c.size = c.extent = c.low = c.shift_x = c.shift_y = 0;
    c.apart = c.clear = c.missed = c.exhausted = c.flat = false;
    c.steps = c.count = 0;
    if (!set_ray(&c, motion, limit, line)) return r;
    flr_sweep3_find(&c);
    sweep3_touch touch = {.place = c.low, .normal = {0, 0, -1}};
    if (!c.missed && !c.exhausted) {
        if (sweep3_is_round(&c)) {
            flr_sweep3_roll(&c, &touch);
        } else {
            flr_sweep3_pierce(&c, &touch);
        }
    }
    r.steps = c.steps;
    r.ask = !c.clear;
    if (c.missed) return r;
    flr_local3 normal;
    sweep3_points points[3];
    place(&c, &touch, points);
    r.t = time_of(&c, &touch, points, &normal);
    r.exhausted = c.exhausted;
    if (c.exhausted && c.low * c.per_length < r.t) r.t = c.low * c.per_length;
    set_points(&c, &touch, points, normal, &r);
    r.normal = flr_local3_scaled(-1, normal);
    double slack = place_error(&c, &touch, sweep3_tolerance(&c)), loose = 0;
    // what the test at the start calls apart may overlap by a rounding of the number type
    if (sizeof(flr_real) == sizeof(float)) loose = place_error(&c, &touch, 64 * c.size * 0x1p-24);
    bool behind = touch.place<-slack - loose, late = touch.place> c.limit + slack;
    r.hit = (c.apart || !behind) && !late;
    if (r.t < 0) r.t = 0;
    if (r.t > limit) r.t = limit;
    return r;
}
