/// The linear cast of two convex cores. It makes the frame of the ray, lets sweep3_search.c and
/// sweep3_round.c find the touch, and computes the time again from the corners as given. Where radii or
/// curved cores leave a doubt, it then proves that time, or takes an earlier one that is proved. C is the Minkowski
/// difference b - a with the radii around it.
#include "sweep/sweep3_cast.h"
#include "sweep/sweep3_search.h"

static flr_vec3 point_of(const sweep3_source *s)
{
    if (s->range) return s->range->min;
    if (s->vertices) return s->vertices[0];
    return s->convex->kind == FLR_CONVEX3_CORNERS ? s->convex->corners[0] : s->convex->center;
}

reference3 flr_sweep3_reference(const sweep3_source *a, double unit)
{
    if (a->convex && convex3_is_placed(a->convex)) return flr_reference3_make(a->convex, unit);
    return (reference3){.position = dvec3_from(point_of(a)), .unit = unit};
}

static void load_list(sweep3_core *k, const flr_vec3 *v, uint32_t count)
{
    flr_convex3 c = flr_convex3_points(v, count, flr_affine3_identity().linear, flr_vec3_make(0, 0, 0), 0);
    flr_core3_load(&k->core, &c, k->frame);
}

void flr_sweep3_load(sweep3_core *k, const sweep3_source *s, const reference3 *frame)
{
    k->frame = frame;
    k->radius = 0;
    if (s->convex) {
        k->radius = (double)s->convex->radius * frame->unit;
        flr_core3_load(&k->core, s->convex, frame);
    } else if (s->vertices) {
        load_list(k, s->vertices, (uint32_t)s->count);
    } else {
        flr_vec3 v[8];
        const flr_vec3 *low = &s->range->min, *high = &s->range->max;
        // opposite corners first: load_list takes the centre from the first four
        static const unsigned order[8] = {0, 3, 5, 6, 7, 4, 2, 1};
        for (int i = 0; i < 8; ++i)
            v[i] = flr_vec3_make(order[i] & 1 ? high->x : low->x, order[i] & 2 ? high->y : low->y,
                                 order[i] & 4 ? high->z : low->z);
        load_list(k, v, 8);
    }
}

/// Returns a power of two in whose unit a scene of that size has a size of about 1. If the size has
/// overflowed, the unit is small enough for any scene.
static double unit_for(double size) { return isinf(size) ? 0x1p-1000 : flr_power_toward_one(size); }

/// Loads both cores in the frame of a, with a unit in which products of six lengths neither overflow nor
/// vanish.
static void sweep3_load_pair(sweep3_core *a, const sweep3_source *from_a, sweep3_core *b,
                             const sweep3_source *from_b, reference3 *frame)
{
    *frame = flr_sweep3_reference(from_a, 1);
    flr_sweep3_load(a, from_a, frame);
    flr_sweep3_load(b, from_b, frame);
    const double size = flr_core3_reach(&a->core) + flr_core3_reach(&b->core) + a->radius + b->radius;
    if (size > 0x1p-100 && size < 0x1p100) return;
    *frame = flr_sweep3_reference(from_a, unit_for(size));
    flr_sweep3_load(a, from_a, frame);
    flr_sweep3_load(b, from_b, frame);
}

/// Sets the frame of the ray and the limit. Returns false without a motion (where one shape is a line,
/// without a motion across it): then there is no ray.
static bool set_ray(sweep3_cast *c, flr_vec3 motion, double limit, const flr_vec3 *line)
{
    dvec3 m = {(double)motion.x, (double)motion.y, (double)motion.z};
    double scale = flr_power_toward_one(flr_largest3(m.x, m.y, m.z));
    m = dvec3_scale(scale, m);
    c->motion = m;
    if (line) {
        dvec3 u = flr_unit3(*line), away = flr_cross_compensated(u, m);
        m = dvec3_cross(away, u);
        c->x = u;
    }
    double length = dvec3_length(m);
    if (!(length > (line ? 0x1p-50 : 0))) return false;
    c->z = dvec3_scale(1 / length, m);
    c->flat = line != NULL;
    if (line) {
        c->y = dvec3_cross(c->z, c->x);
    } else {
        dvec3_frame_around(c->z, &c->x, &c->y);
    }
    c->time_unit = scale / c->a.frame->unit;
    c->per_length = c->time_unit / length;
    c->limit = limit / c->per_length;
    return true;
}

/// Collects the points of a and b of which the corners of the touch are the differences.
static inline __attribute__((always_inline)) void place(const sweep3_cast *c, const sweep3_touch *t,
                                                        sweep3_points p[3])
{
    for (int i = 0; i < t->count; ++i) {
        const sweep3_vertex *v = &c->s[t->corner[i]];
        if (c->hulls) {
            p[i].a = core3_vertex(&c->a.core, v->id_a);
            p[i].b = core3_vertex(&c->b.core, v->id_b);
        } else {
            p[i] = c->room[v->at];
        }
    }
}

static inline dvec3 difference(const sweep3_points *p) { return dvec3_sub(p->b, p->a); }

static dvec3 in_world(const sweep3_cast *c, dvec3 n)
{
    dvec3 d = dvec3_scale(n.z, c->z);
    d = dvec3_add_scaled(d, n.y, c->y);
    return dvec3_add_scaled(d, n.x, c->x);
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
static inline __attribute__((always_inline)) flr_double2 dot2(dvec3 a, dvec3 b)
{
    flr_double2 x = flr_two_product(a.x, b.x), y = flr_two_product(a.y, b.y), z = flr_two_product(a.z, b.z);
    flr_double2 xy = flr_two_sum(x.high, y.high), all = flr_two_sum(xy.high, z.high);
    return flr_two_sum(all.high, all.low + (xy.low + (x.low + y.low + z.low)));
}

/// Computes time and normal of the touch again, from the corners as given instead of those rotated into the
/// frame of the ray, in twice the precision. Where all is representable (whole numbers, say), so is the
/// answer; it is rounded down. False where the plane is nearly parallel to the motion.
static bool refine(const sweep3_cast *c, const sweep3_touch *t, const sweep3_points *v, double *time,
                   dvec3 *normal)
{
    dvec3 p = difference(&v[0]), n, m = c->motion;
    if (t->count == 3) {
        n = flr_cross_compensated(dvec3_sub(difference(&v[1]), p), dvec3_sub(difference(&v[2]), p));
    } else if (t->count == 2) {
        dvec3 e = dvec3_sub(difference(&v[1]), p);
        n = flr_cross_compensated(e, flr_cross_compensated(e, m));
    } else {
        n = dvec3_scale(-1, m);
    }
    flr_double2 closing = dot2(n, m);
    if (closing.high > 0) {
        n = dvec3_scale(-1, n);
        closing.high = -closing.high, closing.low = -closing.low;
    }
    double length = dvec3_length(n);
    if (!(closing.high < -0x1p-40 * length * dvec3_length(m))) return false;
    flr_double2 reach = dot2(n, p);
    for (int i = 1; i < t->count; ++i) {
        flr_double2 next = dot2(n, difference(&v[i]));
        if (next.high + next.low > reach.high + reach.low) reach = next;
    }
    flr_double2 round = flr_two_product(c->radius, length), gap = flr_two_sum(-reach.high, -round.high);
    gap = flr_two_sum(gap.high, gap.low - reach.low - round.low);
    closing.high = -closing.high, closing.low = -closing.low;
    *normal = dvec3_scale(1 / length, n);
    // a touch before the start keeps its negative time, by which flr_sweep3_cast knows a graze
    *time = gap.high > 0 ? flr_sweep3_quotient_below(gap, closing) : gap.high / closing.high;
    return true;
}

static void set_points(const sweep3_cast *c, const sweep3_touch *t, const sweep3_points *v, dvec3 normal,
                       sweep3_answer *r)
{
    dvec3 a = dvec3_scale(-c->a.radius, normal), b = dvec3_scale(c->b.radius, normal);
    for (int i = 0; i < t->count; ++i) {
        a = dvec3_add_scaled(a, t->weight[i], v[i].a);
        b = dvec3_add_scaled(b, t->weight[i], v[i].b);
    }
    r->point_a = dvec3_round(sweep3_world(c->a.frame, a));
    r->point_b = dvec3_round(sweep3_world(c->a.frame, b));
}

static inline bool is_planar(const sweep3_cast *c, const sweep3_touch *t)
{
    return !t->leans && t->count > 0 && !c->flat && (!sweep3_is_round(c) || t->count == 3);
}

/// Are two unit normals so nearly equal that a shape as large as the scene has the same support points along
/// both?
static inline bool is_same(dvec3 n, dvec3 other)
{
    const double off = 16 * 0x1p-52;
    return fabs(n.x - other.x) <= off && fabs(n.y - other.y) <= off && fabs(n.z - other.z) <= off;
}

/// Does no point of C lie farther along the normal (in world) than the corners of the touch?
static bool touches_along(sweep3_cast *c, const sweep3_touch *t, dvec3 normal)
{
    const dvec3 n = {dvec3_dot(normal, c->x), dvec3_dot(normal, c->y), dvec3_dot(normal, c->z)};
    sweep3_vertex w;
    const double along = flr_sweep3_ask_support(c, n, &w);
    double least = INFINITY;
    for (int i = 0; i < t->count; ++i) least = fmin(least, dvec3_dot(n, c->s[t->corner[i]].r));
    return along - least <= 2 * sweep3_minimum_gain(c);
}

/// The time of a place along the ray, reduced by the rounding error of the place.
static inline double time_before(const sweep3_cast *c, double place)
{
    return (place - 0x1p-51 * (fabs(place) + c->radius)) * c->per_length;
}

/// The time as the search in the frame of the ray found it: by the root or by the plane of the corners.
static double time_along(const sweep3_cast *c, const sweep3_touch *t)
{
    double place = t->place;
    // where the ray sees a triangle edge-on, its weights are unreliable, and so is the place by them
    const bool crosses = !sweep3_is_round(c) && !c->exhausted && t->normal.z < -0x1p-20;
    if (crosses) place = (sweep3_reach(c, t->normal) + c->radius) / t->normal.z;
    return time_before(c, place);
}

/// The time where the plane of the corners as given and that in the frame of the ray differ, as with corners
/// that are nearly duplicate or collinear. The plane as given is used if C touches it too.
static __attribute__((noinline)) double settle(sweep3_cast *c, sweep3_touch *t, sweep3_points *v,
                                               dvec3 *normal)
{
    double time;
    dvec3 given;
    if (!sweep3_is_round(c) && !c->exhausted) flr_sweep3_refine_precisely(c, t);
    if (c->missed) return 0;
    place(c, t, v);
    *normal = in_world(c, t->normal);
    if (!is_planar(c, t) || !refine(c, t, v, &time, &given) ||
        !(is_same(given, *normal) || touches_along(c, t, given)))
        return time_along(c, t);
    *normal = given;
    return time * c->time_unit;
}

/// Is a core curved? Its support points often lie close together; then their plane as given is the better
/// one.
static inline bool is_curved(const sweep3_cast *c)
{
    return !c->hulls && (sweep3_is_curved(&c->a) || sweep3_is_curved(&c->b));
}

/// The time of the touch, and the normal of C in world.
static double time_of(sweep3_cast *c, sweep3_touch *touch, sweep3_points *v, dvec3 *normal)
{
    double time;
    dvec3 given;
    *normal = in_world(c, touch->normal);
    if (sweep3_is_round(c) && !is_planar(c, touch)) return time_along(c, touch);
    if (!is_planar(c, touch) || !refine(c, touch, v, &time, &given) ||
        !(is_same(given, *normal) || is_curved(c)))
        return settle(c, touch, v, normal);
    *normal = given;
    return time * c->time_unit;
}

/// How far the place along the ray may be wrong if the shapes are wrong by `off`: off / slope where the ray
/// meets C steeply, the square root where it grazes something round.
static double place_error(const sweep3_cast *c, const sweep3_touch *t, double off)
{
    double slope = -t->normal.z, root = sqrt(off * c->size);
    return off < root * slope ? off / slope : root;
}

/// Loads the pair and the ray; false where there is no ray.
static bool begin(sweep3_cast *c, reference3 *frame, const sweep3_source *a, flr_vec3 motion,
                  const sweep3_source *b, double keep, double limit, const flr_vec3 *line)
{
    sweep3_load_pair(&c->a, a, &c->b, b, frame);
    c->hulls = c->a.core.kind == FLR_CONVEX3_HULL && c->b.core.kind == FLR_CONVEX3_HULL;
    c->radius = c->a.radius + c->b.radius + keep * frame->unit;
    c->size = c->extent = c->low = c->shift_x = c->shift_y = 0;
    c->apart = c->clear = c->missed = c->exhausted = c->flat = false;
    c->steps = c->count = 0;
    return set_ray(c, motion, limit, line);
}

static void search(sweep3_cast *c, sweep3_touch *touch)
{
    flr_sweep3_find_basis(c);
    *touch = (sweep3_touch){.place = c->low, .normal = {0, 0, -1}};
    if (c->missed || c->exhausted || flr_sweep3_descend(c, touch)) return;
    if (sweep3_is_round(c)) {
        flr_sweep3_round_off(c, touch);
    } else {
        flr_sweep3_refine_basis(c, touch);
    }
}

/// Does the ray enter C by more than rounding, and not only graze it?
static __attribute__((noinline)) bool enters_well(const sweep3_cast *c, const sweep3_touch *t)
{
    if (sweep3_is_round(c)) return t->normal.z < -0x1p-16;
    for (int i = 0; i < 3 && t->count == 3; ++i) {
        const dvec3 p = c->s[i].r, q = c->s[(i + 1) % 3].r, e = dvec3_sub(q, p);
        const double across = p.x * q.y - p.y * q.x, side = fabs(e.x) + fabs(e.y);
        if (!(fabs(across) > 2 * sweep3_tolerance(c) * side)) return false;
    }
    return t->count == 3;
}

/// For a ray that grazes C before the start, where no plane separates the two: does it leave C only after
/// the start? A cast back from the start decides.
static __attribute__((noinline)) bool is_still_in(const sweep3_source *a, flr_vec3 motion,
                                                  const sweep3_source *b, double keep, double limit)
{
    sweep3_cast c;
    reference3 frame;
    sweep3_touch touch;
    if (!begin(&c, &frame, a, flr_neg3(motion), b, keep, limit, NULL)) return false;
    search(&c, &touch);
    return !c.missed && !c.exhausted && touch.place < -place_error(&c, &touch, sweep3_tolerance(&c));
}

/// The core of a source. The corners of an axis-aligned box are written to `corners`.
static flr_convex3 convex_of(const sweep3_source *s, flr_vec3 corners[8])
{
    if (s->convex) return *s->convex;
    const flr_vec3 *v = s->vertices;
    size_t count = s->count;
    if (s->range) {
        const flr_vec3 *low = &s->range->min, *high = &s->range->max;
        for (unsigned i = 0; i < 8; ++i)
            corners[i] =
                flr_vec3_make(i & 1 ? high->x : low->x, i & 2 ? high->y : low->y, i & 4 ? high->z : low->z);
        v = corners;
        count = 8;
    }
    return flr_convex3_points(v, (uint32_t)count, flr_affine3_identity().linear, flr_vec3_make(0, 0, 0), 0);
}

/// Both touch at the start within rounding errors, so the result is their nearest points there.
static __attribute__((noinline)) void touch_at_start(const sweep3_source *a, const sweep3_source *b,
                                                     sweep3_answer *r)
{
    flr_vec3 of_a[8], of_b[8];
    const flr_convex3 x = convex_of(a, of_a), y = convex_of(b, of_b);
    const flr_gjk3 g = flr_closest3_convex_convex(&x, &y, NULL);
    r->hit = true;
    r->t = 0;
    if (g.status == FLR_NOT_FINITE || !(flr_dot3(g.normal, g.normal) > 0)) return;
    r->normal = (dvec3){(double)g.normal.x, (double)g.normal.y, (double)g.normal.z};
    r->point_a = g.point_a;
    r->point_b = g.point_b;
}

/// The vector from the ray's point at a place to the point of the touch.
static inline dvec3 way_to(const sweep3_cast *c, const sweep3_touch *t, double place)
{
    dvec3 q = {0, 0, -place};
    for (int i = 0; i < t->count; ++i) q = dvec3_add_scaled(q, t->weight[i], c->s[t->corner[i]].r);
    return q;
}

/// Are the touching points, as computed, within the radius of each other?
static inline bool is_within(const sweep3_cast *c, const sweep3_touch *t)
{
    const double left = is_curved(c) ? 2 * sweep3_minimum_gain(c) : 0;
    return dvec3_length(way_to(c, t, t->place)) <= c->radius + sweep3_slack(c, t->normal) + left;
}

/// Is the touch of cores with a radius proved? They must be within the radius there, and no part of C may
/// lie farther along the normal. Even a tiny radius counts: a ray that grazes an edge
/// crosses the plane of the face before it enters the rounded edge.
static __attribute__((noinline)) bool is_proved(sweep3_cast *c, sweep3_touch *t)
{
    if (!sweep3_is_round(c)) {
        sweep3_vertex w;
        t->far = flr_sweep3_ask_support(c, t->normal, &w);
        if (t->normal.z < 0) t->place = (t->far + c->radius) / t->normal.z;
    }
    // around curved cores the search stops at this remainder
    const double left = is_curved(c) ? 2 * sweep3_minimum_gain(c) : 6 * sweep3_eps(c);
    return t->place >= c->low && t->normal.z * t->place - t->far - c->radius >= -left && is_within(c, t);
}

/// Replaces the touch of cores with a radius that could not be proved, by the methods that prove every step.
static __attribute__((noinline)) void result_proved(sweep3_cast *c, const sweep3_source *a,
                                                    const sweep3_source *b, sweep3_touch *t, sweep3_answer *r)
{
    flr_vec3 of_a[8], of_b[8];
    const flr_convex3 x = convex_of(a, of_a), y = convex_of(b, of_b);
    sweep3_advanced next;
    const bool even = flr_sweep3_round_off_precisely(c, t);
    const bool whole = even && (c->missed || is_within(c, t));
    const bool other = !whole && !c->flat && !c->missed && flr_sweep3_advance(c, &x, &y, &next) && !c->missed;
    if (c->missed) return;
    // for a line there is no other method
    r->exhausted = c->exhausted = c->flat ? r->exhausted && !even : !whole && !other;
    if (!even && !other) {
        if (t->place > c->low) r->t = time_before(c, c->low);
        return;
    }
    if (even && !(other && next.place > t->place)) {
        sweep3_points points[3];
        place(c, t, points);
        set_points(c, t, points, in_world(c, t->normal), r);
    } else {
        t->place = next.place;
        t->normal = next.normal;
        r->point_a = next.point_a;
        r->point_b = next.point_b;
    }
    r->t = time_before(c, t->place);
    r->normal = dvec3_scale(-1, in_world(c, t->normal));
}

/// Are the touching points of both, weighted from the corners, apart by just the radius along the normal, at this
/// place on the ray?
static inline bool do_points_meet(const sweep3_cast *c, const sweep3_touch *t, double place)
{
    const dvec3 rest = dvec3_add_scaled(way_to(c, t, place), c->radius, t->normal);
    return dvec3_length(rest) <= 2 * sweep3_tolerance(c);
}

/// Sets the touching points to the nearest points of the cores at the place. For needles that touch along a
/// side, the corners of the touch may leave the place along the side open.
static __attribute__((noinline)) void result_nearest(const sweep3_cast *c, const sweep3_source *a,
                                                     const sweep3_source *b, const sweep3_touch *t,
                                                     double place, sweep3_answer *r)
{
    flr_vec3 of_a[8], of_b[8];
    const flr_convex3 x = convex_of(a, of_a), y = convex_of(b, of_b);
    sweep3_advanced at = {.normal = t->normal, .point_a = r->point_a, .point_b = r->point_b};
    flr_sweep3_nearest_points(c, &x, &y, place, &at);
    r->point_a = at.point_a;
    r->point_b = at.point_b;
}

/// Moves the touch of curved cores to `low`, where that is before the touch that the search found. If more
/// than rounding errors lie between, it advances from `low`; else it takes the nearest points there. With a
/// radius these points are less accurate, and the old ones stay.
static __attribute__((noinline)) void move_back(sweep3_cast *c, const sweep3_source *a,
                                                const sweep3_source *b, sweep3_touch *t, sweep3_answer *r)
{
    flr_vec3 of_a[8], of_b[8];
    const flr_convex3 x = convex_of(a, of_a), y = convex_of(b, of_b);
    const sweep3_advanced now = {.normal = t->normal, .point_a = r->point_a, .point_b = r->point_b};
    sweep3_advanced next = now;
    const bool loose = (c->low - t->place) * t->normal.z > sweep3_tolerance(c);
    if (loose && flr_sweep3_advance(c, &x, &y, &next) && !c->missed) {
        t->place = next.place;
        t->normal = next.normal;
        r->normal = dvec3_scale(-1, in_world(c, t->normal));
    } else {
        next = now;
        if (!(c->radius > 0)) flr_sweep3_nearest_points(c, &x, &y, c->low, &next);
    }
    c->missed = false;  // a grazing ray touches
    r->point_a = next.point_a;
    r->point_b = next.point_b;
}

/// Makes sure that the time of a touch of curved cores is not late. The search ends some eps late, more
/// where the ray grazes; `low`, before which a plane proves that there is no touch, is never late.
static __attribute__((noinline)) void result_no_later(sweep3_cast *c, const sweep3_source *a,
                                                      const sweep3_source *b, sweep3_touch *t,
                                                      sweep3_answer *r)
{
    sweep3_vertex w;
    if (!t->is_sharp) flr_sweep3_ask_support(c, t->normal, &w);
    c->missed = false;
    // a line has no core to ask for nearest points
    if (t->place - c->low > sweep3_tolerance(c) && !c->flat && !t->is_sharp) move_back(c, a, b, t, r);
    const double proved = time_before(c, c->low);
    if (proved < r->t) r->t = proved > 0 ? proved : 0;
}

sweep3_answer flr_sweep3_cast(const sweep3_source *a, flr_vec3 motion, const sweep3_source *b, double keep,
                              double limit, const flr_vec3 *line)
{
    sweep3_answer r = {.ask = true};
    sweep3_cast c;
    reference3 frame;
    sweep3_touch touch;
    if (!line && flr_sweep3_by_tangents(a, motion, b, keep, limit, &r)) return r;
    if (!begin(&c, &frame, a, motion, b, keep, limit, line)) return r;
    search(&c, &touch);
    r.steps = c.steps;
    r.ask = !c.clear;
    if (c.missed) return r;
    dvec3 normal;
    sweep3_points points[3];
    place(&c, &touch, points);
    r.t = time_of(&c, &touch, points, &normal);
    if (c.missed) return r;
    r.exhausted = c.exhausted;
    if (c.exhausted && c.low * c.per_length < r.t) r.t = c.low * c.per_length;
    set_points(&c, &touch, points, normal, &r);
    r.normal = dvec3_scale(-1, normal);
    if (c.radius > 0 && (touch.place > c.low || c.low > 0)) {
        if (!is_proved(&c, &touch)) result_proved(&c, a, b, &touch, &r);
        r.steps = c.steps;
        if (c.missed) return r;
    }
    if (is_curved(&c) && r.t > 0) result_no_later(&c, a, b, &touch, &r);
    double slack = place_error(&c, &touch, sweep3_tolerance(&c)), loose = 0;
    // boxes that the static test takes for separate may overlap by a rounding error of single precision
    if (sizeof(flr_real) == sizeof(float)) loose = place_error(&c, &touch, 64 * c.size * 0x1p-24);
    const double early = -(slack + loose) * c.per_length, latest = limit + slack * c.per_length;
    const bool behind = r.t<early, late = r.t> latest;
    r.hit = (c.apart || !behind) && !late;
    const bool grazed = behind && !c.apart && !line && !enters_well(&c, &touch);
    const double at = r.t / c.per_length;
    if (grazed && is_still_in(a, motion, b, keep, limit))
        touch_at_start(a, b, &r);
    else if (r.hit && !c.flat && !is_curved(&c) && !do_points_meet(&c, &touch, at))
        result_nearest(&c, a, b, &touch, at, &r);
    if (r.t < 0) r.t = 0;
    if (r.t > limit) r.t = limit;
    return r;
}
