/// Shape casts and rays of the plane at users' cores, by conservative advancement.
#include "any/any2.h"

/// When a, moving by t * motion, first touches b, for t between `from` and `to`.
typedef struct advance2 {
    flr_status status;  ///< FLR_NOT_CONVERGED: they do not touch before t
    bool hit, at_once;
    double t;
    flr_vec2 point_a, point, normal;  ///< on the two; from a to b
} advance2;

/// Conservative advancement (Mirtich, 1996). A lower bound of the distance gives a separating line
/// perpendicular to the normal, which separates the two until the motion has used up the bound. Against
/// round shapes these are Newton's steps.
static advance2 advance(const flr_convex2 *a, flr_vec2 motion, const flr_convex2 *b, double from, double to)
{
    enum { MOST = 128 };
    advance2 r = {.t = from, .status = FLR_OK};
    flr_gjk2_cache cache = {.count = 0};
    const flr_gjk2_options options = {.max_distance = (flr_real)INFINITY, .cache = &cache};
    for (int i = 0; i < MOST; ++i) {
        moved2 room;
        flr_convex2 x = flr_moved2(a, flr_scale2((flr_real)-r.t, motion), 1, &room);
        flr_gjk2 g = flr_closest2_convex_convex(&x, b, &options);
        if (g.status == FLR_NOT_FINITE) {
            r.status = g.status;
            return r;
        }
        r.point_a = g.point_a;
        r.point = g.point_b;
        r.hit = g.overlap || !(g.lower > 0);
        if (i == 0) r.at_once = r.hit;
        if (r.hit) {
            if (!(flr_length_squared2(r.normal) > 0)) r.normal = g.normal;
            return r;
        }
        r.normal = g.normal;
        double rate = (double)motion.x * (double)g.normal.x + (double)motion.y * (double)g.normal.y;
        if (!(rate > 0)) return r;
        double next = r.t + (double)g.lower / rate;
        if (!(next <= to)) return r;
        r.hit = !(next > r.t);
        if (r.hit) return r;
        r.t = next;
    }
    r.hit = true;
    r.status = FLR_NOT_CONVERGED;
    return r;
}

/// Casts a line, plane or halfspace against a convex shape that it does not touch. `way`: the motion of the
/// shape relative to it.
static void sweep_at_flat(const flr_shape2 *flat, const flr_shape2 *s, flr_vec2 way, bool moves,
                          flr_sweep2_result *r)
{
    any2_measure m = flr_any2_measure(flat);
    any2_projection i = flr_any2_project(s, flat);
    bool above = i.low > 0;
    double gap = above ? i.low : -i.high, rate = m.x * (double)way.x + m.y * (double)way.y;
    if (above) rate = -rate;
    if (!(rate > 0) || !(gap <= rate)) return;
    double t = gap / rate;
    flr_vec2 up = flr_vec2_make((flr_real)m.x, (flr_real)m.y), from_shape = above ? flr_neg2(up) : up;
    r->hit = true;
    r->t = (flr_real)t;
    r->point = above ? i.low_point : i.high_point;
    if (moves) r->point = flr_mul_add2(r->point, r->t, way);
    r->normal = moves ? from_shape : flr_neg2(from_shape);
}

static void sweep_at_convex(const flr_convex2 *a, flr_vec2 motion, const flr_convex2 *b, flr_sweep2_result *r)
{
    advance2 v = advance(a, motion, b, 0, r->hit ? (double)r->t : 1);
    if (v.status != FLR_OK) r->status = v.status;
    if (!v.hit || (r->hit && !(v.t < (double)r->t))) return;
    r->hit = true;
    r->t = (flr_real)v.t;
    if (r->t > 1) r->t = 1;
    r->point = v.point;
    r->normal = flr_any2_unit(v.normal);
}

/// The part of a ray that the other shape can reach; any other shape as it is.
static flr_shape2 bounded(const flr_shape2 *s, const flr_shape2 *other, flr_vec2 way, any2_piece *piece)
{
    if (s->kind != FLR_SHAPE2_RAY) return *s;
    flr_shape2 room = {.kind = FLR_SHAPE2_AABB};
    flr_aabb2 box = flr_any2_box(other);
    flr_real radius = flr_any2_radius(other);
    flr_vec2 around = flr_vec2_make(radius, radius);
    box.min = flr_sub2(flr_min2(box.min, flr_add2(box.min, way)), around);
    box.max = flr_add2(flr_max2(box.max, flr_add2(box.max, way)), around);
    room.as.aabb = box;
    flr_any2_cut(&s->as.ray, &room, piece);
    return piece->shape;
}

flr_sweep2_result flr_any2_sweep_user(const flr_shape2 *a, flr_vec2 motion, const flr_shape2 *b)
{
    flr_sweep2_result r = {.status = FLR_OK, .iterations = 1};
    bool overlap = false;
    r.status = flr_is_finite2(motion) ? flr_overlap2(a, b, &overlap) : FLR_NOT_FINITE;
    if (r.status != FLR_OK && r.status != FLR_NOT_CONVERGED) return r;
    r.status = FLR_OK;
    r.hit = r.overlap_at_start = overlap;
    if (overlap) return r;
    if (any2_is_flat_unbounded(b->kind)) {
        sweep_at_flat(b, a, motion, true, &r);
        return r;
    }
    const flr_vec2 back = flr_neg2(motion);
    if (any2_is_flat_unbounded(a->kind)) {
        sweep_at_flat(a, b, back, false, &r);
        return r;
    }
    any2_piece of_x, of_y;
    flr_shape2 x = bounded(a, b, back, &of_x), y = bounded(b, a, motion, &of_y);
    flr_convex2 p, q;
    bool convex_x = flr_any2_core(&x, &p), convex_y = flr_any2_core(&y, &q);
    if (convex_x && convex_y) {
        sweep_at_convex(&p, motion, &q, &r);
        return r;
    }
    // a concave polygon is first touched at an edge
    const flr_polygon2 *g = convex_x ? &y.as.polygon : &x.as.polygon;
    for (size_t i = 0; i < g->count; ++i) {
        flr_segment2 edge = {g->vertices[i], g->vertices[i + 1 < g->count ? i + 1 : 0]};
        flr_convex2 e = flr_convex2_segment(&edge);
        if (convex_x)
            sweep_at_convex(&p, motion, &e, &r);
        else
            sweep_at_convex(&e, motion, &q, &r);
    }
    return r;
}

/// The path, and the part of it that may come near a box, from before the box to behind it.
typedef struct course {
    flr_vec2 origin, direction;
    double low, high;
} course;

static bool course_of(const flr_raycast2_path *path, const flr_shape2 *s, course *c)
{
    c->origin = path->origin;
    c->direction = path->to_target ? flr_sub2(path->target, path->origin) : path->direction;
    c->low = (double)path->t_min;
    c->high = (double)path->t_max;
    if (path->is_point || !(flr_length_squared2(flr_any2_unit(c->direction)) > 0)) {
        c->direction = flr_vec2_make(0, 0);
        c->low = c->high = 0;
        return true;
    }
    flr_aabb2 box = flr_any2_box(s);
    flr_vec2 u = flr_any2_unit(c->direction), middle = flr_lerp2(box.min, box.max, (flr_real)0.5);
    double x = (double)c->direction.x, y = (double)c->direction.y;
    double length = fabs(x) > fabs(y) ? x / (double)u.x : y / (double)u.y;
    double at = (double)flr_dot2(flr_sub2(middle, c->origin), u);
    double reach = (double)(support2_spread(flr_sub2(box.max, box.min)) + 2 * flr_any2_radius(s));
    reach += 0x1p-20 * fabs(at);
    if ((at - reach) / length > c->low) c->low = (at - reach) / length;
    if ((at + reach) / length < c->high) c->high = (at + reach) / length;
    return c->low <= c->high;
}

static flr_vec2 course_at(const course *c, double t)
{
    return flr_mul_add2(c->origin, (flr_real)t, c->direction);
}

flr_status flr_any2_cast_user(const flr_raycast2_path *path, const flr_shape2 *s, flr_rayhit2 *r)
{
    const flr_convex2 *shape = &s->as.convex;
    course c;
    if (!course_of(path, s, &c)) return isnan(c.low) || isnan(c.high) ? FLR_NOT_FINITE : FLR_OK;
    flr_convex2 start = flr_convex2_point(c.origin);
    advance2 first = advance(&start, c.direction, shape, c.low, c.high);
    if (first.status == FLR_NOT_FINITE || !first.hit) return first.status;
    r->hit = true;
    r->inside = first.at_once && c.low == (double)path->t_min;
    r->t = (flr_real)first.t;
    r->point = r->inside ? course_at(&c, first.t) : first.point;
    r->normal = r->inside ? flr_vec2_make(0, 0) : flr_neg2(flr_any2_unit(first.normal));
    r->t_last = r->t;
    // back from the end of that part, for the last touch
    const flr_vec2 end = course_at(&c, c.high), back = flr_neg2(c.direction);
    start = flr_convex2_point(end);
    advance2 last = advance(&start, back, shape, 0, c.high - c.low);
    if (last.hit && c.high - last.t > first.t) r->t_last = (flr_real)(c.high - last.t);
    return last.status != FLR_OK ? last.status : first.status;
}
