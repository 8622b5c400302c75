#include "any/sweep3_any.h"

static flr_vec3 origin_of(const flr_shape3 *path)
{
    return path->kind == FLR_SHAPE3_RAY ? path->as.ray.origin : path->as.line.origin;
}
static flr_vec3 direction_of(const flr_shape3 *path)
{
    return path->kind == FLR_SHAPE3_RAY ? path->as.ray.direction : path->as.line.direction;
}

static flr_shape3 point_at(flr_vec3 p)
{
    flr_shape3 s = {.kind = FLR_SHAPE3_POINT, .as = {.point = p}};
    return s;
}

static flr_vec3 moved(flr_vec3 p, double t, flr_vec3 motion)
{
    return flr_vec3_make((flr_real)((double)p.x + t * (double)motion.x),
                         (flr_real)((double)p.y + t * (double)motion.y),
                         (flr_real)((double)p.z + t * (double)motion.z));
}

/// Square to the line the line is a point.
static sweep3_answer piece_line(const sweep3_source *a, flr_vec3 motion, flr_vec3 origin, flr_vec3 direction,
                                sweep3_terms terms)
{
    sweep3_source point = sweep3_of_vertices(&origin, 1);
    sweep3_answer r = flr_sweep3_cast(a, motion, &point, terms.keep, terms.limit, &direction);
    r.point_b = moved(r.point_a, r.t, motion);
    if (terms.keep > 0) r.point_b = flr_mul_add3(r.point_b, (flr_real)terms.keep, sweep3_vec3(r.normal));
    return r;
}

/// A sheet that is not convex meets a line first at its rim.
static sweep3_answer bounded_line(const flr_shape3 *a, flr_vec3 motion, flr_vec3 origin, flr_vec3 direction,
                                  sweep3_terms terms)
{
    sweep3_piece p;
    if (flr_sweep3_piece(a, &p)) return piece_line(&p.source, motion, origin, direction, terms);
    sweep3_answer best = {.ask = true};
    for (size_t i = 0; i < flr_any3_edge_count(a); ++i) {
        flr_segment3 e = flr_any3_edge(a, i);
        sweep3_source edge = sweep3_of_vertices(&e.a, 2);
        sweep3_answer next = piece_line(&edge, motion, origin, direction, sweep3_until(&best, terms));
        sweep3_keep_nearer(&best, &next);
    }
    return best;
}

/// The piece of a ray that a bounded shape can come to from time t0 to t1.
static flr_shape3 cover(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *ray, double t0, double t1,
                        double keep)
{
    flr_aabb3 b = flr_any3_bounds(a);
    flr_vec3 o = ray->as.ray.origin, middle = flr_lerp3(b.min, b.max, (flr_real)0.5);
    flr_vec3 u = flr_any3_unit(ray->as.ray.direction);
    flr_real reach = 2 * flr_length3(flr_sub3(b.max, b.min)) + (flr_real)(2 * keep);
    flr_real from = flr_dot3(flr_sub3(moved(middle, t0, motion), o), u);
    flr_real to = flr_dot3(flr_sub3(moved(middle, t1, motion), o), u);
    flr_real first = from < to ? from : to, last = from < to ? to : from;
    reach += (first < 0 ? -first : first) * (flr_real)0x1p-20 + (last < 0 ? -last : last) * (flr_real)0x1p-20;
    first -= reach;
    last += reach;
    if (!(first > 0)) first = 0;
    if (!(last > 0)) last = 0;
    // an end that is not the ray's own must not be met: it lies farther off than the shape reaches
    return any3_of_segment(first > 0 ? flr_mul_add3(o, first, u) : o, flr_mul_add3(o, last, u));
}

/// While the shape meets the ray's line, a bounded piece of the ray is all it can meet.
static sweep3_answer bounded_ray(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *ray,
                                 sweep3_terms terms)
{
    flr_vec3 o = ray->as.ray.origin, d = ray->as.ray.direction;
    sweep3_answer first = bounded_line(a, motion, o, d, terms);
    if (!first.hit && !first.ask) return first;
    // the end of that, from the far end of the motion backward
    flr_vec3 end = flr_vec3_make((flr_real)((double)o.x - terms.limit * (double)motion.x),
                                 (flr_real)((double)o.y - terms.limit * (double)motion.y),
                                 (flr_real)((double)o.z - terms.limit * (double)motion.z));
    sweep3_answer last = bounded_line(a, flr_neg3(motion), end, d, terms);
    double t0 = first.hit && !first.ask ? first.t : 0,
           t1 = last.hit && !last.ask ? terms.limit - last.t : terms.limit;
    flr_shape3 piece = cover(a, motion, ray, t0, t1 > t0 ? t1 : t0, terms.keep);
    return flr_sweep3_any(a, motion, &piece, terms);
}

static dvec3 local(flr_vec3 v)
{
    dvec3 q = {(double)v.x, (double)v.y, (double)v.z};
    return q;
}

/// Two paths in space cross where o + t m + i d = p + k e: three equations. False where there is no one
/// answer, or one on the far side of a ray's origin.
static bool crossing(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, sweep3_terms terms,
                     sweep3_answer *r)
{
    dvec3 d = flr_direction3(direction_of(a)), e = flr_direction3(direction_of(b)), m = local(motion);
    dvec3 w = dvec3_relative(origin_of(b), origin_of(a)), n = flr_cross_compensated(d, e);
    double rate = flr_dot_minus_compensated(m, n, 0), way = flr_dot_minus_compensated(w, n, 0);
    double square = dvec3_dot(n, n);
    if (!(square > 0) || rate == 0) return false;
    // nearer than the distance to keep already: then they come as near as that at an origin of one of them
    double keep = terms.keep * sqrt(square), rest_of_way = fabs(way) - keep;
    if (keep > 0 && !(rest_of_way > 0)) return false;
    double t = keep > 0 ? (way > 0 ? rest_of_way : -rest_of_way) / rate : way / rate;
    if (!(t >= 0 && t <= terms.limit)) return false;
    dvec3 rest = dvec3_add_scaled(w, -t, m);
    double i = dvec3_dot(dvec3_cross(rest, e), n) / square;
    double k = dvec3_dot(dvec3_cross(rest, d), n) / square;
    if ((a->kind == FLR_SHAPE3_RAY && i < 0) || (b->kind == FLR_SHAPE3_RAY && k < 0)) return false;
    r->hit = true;
    r->t = t;
    r->normal = flr_local3_scaled((rate > 0 ? 1 : -1) / sqrt(square), n);
    r->point_b = sweep3_vec3(dvec3_add_scaled(local(origin_of(b)), k, e));
    r->point_a = sweep3_vec3(dvec3_add_scaled(local(origin_of(a)), i, d));
    return true;
}

/// Two rays or lines first touch where both are crossed within, or at the origin of one of them.
static sweep3_answer paths(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, sweep3_terms terms)
{
    sweep3_answer best = {.ask = true}, next = {.hit = false};
    if (crossing(a, motion, b, terms, &next)) sweep3_keep_nearer(&best, &next);
    flr_shape3 start_a = point_at(origin_of(a)), start_b = point_at(origin_of(b));
    next = flr_sweep3_any_path(&start_a, motion, b, terms);
    sweep3_keep_nearer(&best, &next);
    next = flr_sweep3_turned(a, motion, &start_b, terms);
    sweep3_keep_nearer(&best, &next);
    return best;
}

sweep3_answer flr_sweep3_any_path(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b,
                                  sweep3_terms terms)
{
    if (any3_is_path(a->kind)) return paths(a, motion, b, terms);
    if (b->kind == FLR_SHAPE3_RAY) return bounded_ray(a, motion, b, terms);
    return bounded_line(a, motion, b->as.line.origin, b->as.line.direction, terms);
}
