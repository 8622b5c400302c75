/// First touch of two shapes without a tree: convex ones, sheets, rays and lines; with a plane or halfspace also of a mesh.
#include "any/any3.h"
#include "any/sweep3.h"
#include "shape/exact.h"

/// A shape that is convex as it stands, ready for the cast; false for others.
typedef struct sweep3_piece {
    flr_convex3 room;
    sweep3_source source;
} sweep3_piece;

static bool piece_of(const flr_shape3 *s, sweep3_piece *p)
{
    size_t count;
    const flr_vec3 *v = flr_any3_corners(s, &count);
    if (s->kind == FLR_SHAPE3_AABB) {
        p->source = sweep3_of_range(&s->as.aabb);
        return true;
    }
    if (count) {
        p->source = sweep3_of_vertices(v, count);
        return !any3_is_sheet(s->kind) || flr_is_convex_sheet3(v, count);
    }
    const flr_convex3 *core = flr_any3_core_in(s, &p->room);
    p->source = sweep3_of_convex(core);
    return core != NULL;
}

/// The same with b moving back instead of a moving forth.
static sweep3_answer turned(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, sweep3_terms terms)
{
    sweep3_answer r = flr_sweep3_pieces(b, flr_neg3(motion), a, terms);
    sweep3_turn(&r);
    return r;
}

// ---- Planes and halfspaces

/// The shape's last points along the normal are all that the plane meets; an endless one has but one.
static sweep3_answer to_flat(const any3_projection *i, flr_vec3 motion, const flr_shape3 *flat,
                             sweep3_terms terms)
{
    flr_plane3 h = any3_boundary(flat);
    flr_vec3 low = isfinite(i->low) ? i->low_point : i->high_point;
    flr_vec3 high = isfinite(i->high) ? i->high_point : i->low_point;
    const int side = i->low > 0 ? 1 : i->high < 0 ? -1 : 0;
    sweep3_answer r = flr_sweep3_to_plane(low, high, terms.keep, motion, &h,
                                          flat->kind == FLR_SHAPE3_HALFSPACE, side, terms.limit);
    if (terms.keep > 0) r.point_a = flr_mul_add3(r.point_a, (flr_real)-terms.keep, dvec3_round(r.normal));
    return r;
}

static sweep3_answer to_flat_unbounded(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b,
                                       sweep3_terms terms)
{
    flr_plane3 h = any3_boundary(b);
    sweep3_answer best = {.hit = false};
    any3_recentered_pair near;
    if (flr_any3_recenter_by_plane(a, b, sweep3_largest(motion), &near)) {
        best = to_flat_unbounded(&near.a.shape, motion, &near.b.shape, terms);
        sweep3_move_back(&best, near.origin);
        return best;
    }
    if (a->kind != FLR_SHAPE3_MESH) {
        any3_projection i = flr_any3_project(a, &h);
        best = to_flat(&i, motion, b, terms);
        best.ask |= !isfinite(i.low) || !isfinite(i.high);
        return best;
    }
    const flr_mesh3 *m = a->as.mesh.mesh;
    size_t count = m->info.triangle_count;
    for (size_t k = 0; k < count; ++k) {
        const uint32_t item = mesh3_item_of(m, (uint32_t)k);
        if (mesh3_next(m, item) != item) continue;
        flr_shape3 s = any3_of_triangle(instance3_item_triangle(&a->as.mesh, item));
        any3_projection i = flr_any3_project(&s, &h);
        sweep3_answer next = to_flat(&i, motion, b, sweep3_until(&best, terms));
        next.triangle_a = (uint32_t)k;
        sweep3_keep_nearer(&best, &next);
    }
    return best;
}

// ---- Rays and lines

static flr_vec3 origin_of(const flr_shape3 *path)
{
    return path->kind == FLR_SHAPE3_RAY ? path->as.ray.origin : path->as.line.origin;
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

/// Perpendicular to the line the line is a point.
static sweep3_answer piece_line(const sweep3_source *a, flr_vec3 motion, flr_vec3 origin, flr_vec3 direction,
                                sweep3_terms terms)
{
    sweep3_source point = sweep3_of_vertices(&origin, 1);
    sweep3_answer r = flr_sweep3_cast(a, motion, &point, terms.keep, terms.limit, &direction);
    r.point_b = moved(r.point_a, r.t, motion);
    if (terms.keep > 0) r.point_b = flr_mul_add3(r.point_b, (flr_real)terms.keep, dvec3_round(r.normal));
    return r;
}

/// A sheet that is not convex touches a line first at its rim.
static sweep3_answer bounded_line(const flr_shape3 *a, flr_vec3 motion, flr_vec3 origin, flr_vec3 direction,
                                  sweep3_terms terms)
{
    sweep3_piece p;
    if (piece_of(a, &p)) return piece_line(&p.source, motion, origin, direction, terms);
    sweep3_answer best = {.ask = true};
    for (size_t i = 0; i < flr_any3_edge_count(a); ++i) {
        flr_segment3 e = flr_any3_edge(a, i);
        sweep3_source edge = sweep3_of_vertices(&e.a, 2);
        sweep3_answer next = piece_line(&edge, motion, origin, direction, sweep3_until(&best, terms));
        sweep3_keep_nearer(&best, &next);
    }
    return best;
}

/// The piece of a ray that a bounded shape can reach from time t0 to t1.
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
    return flr_sweep3_pieces(a, motion, &piece, terms);
}

static sweep3_answer bounded_path(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b,
                                  sweep3_terms terms)
{
    if (b->kind == FLR_SHAPE3_RAY) return bounded_ray(a, motion, b, terms);
    return bounded_line(a, motion, b->as.line.origin, b->as.line.direction, terms);
}

/// Two paths in space cross where o + t m + i d = p + k e: three equations. False where there is no one
/// answer, or one on the far side of a ray's origin.
static bool crossing(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, sweep3_terms terms,
                     sweep3_answer *r)
{
    dvec3 d = flr_direction3(any3_path_direction(a)), e = flr_direction3(any3_path_direction(b)),
          m = dvec3_from(motion);
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
    r->normal = dvec3_scale((rate > 0 ? 1 : -1) / sqrt(square), n);
    r->point_b = dvec3_round(dvec3_add_scaled(dvec3_from(origin_of(b)), k, e));
    r->point_a = dvec3_round(dvec3_add_scaled(dvec3_from(origin_of(a)), i, d));
    return true;
}

/// Two rays or lines first touch where both are crossed within, or at the origin of one of them.
static sweep3_answer paths(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, sweep3_terms terms)
{
    sweep3_answer best = {.ask = true}, next = {.hit = false};
    if (crossing(a, motion, b, terms, &next)) sweep3_keep_nearer(&best, &next);
    flr_shape3 start_a = point_at(origin_of(a)), start_b = point_at(origin_of(b));
    next = bounded_path(&start_a, motion, b, terms);
    sweep3_keep_nearer(&best, &next);
    next = turned(a, motion, &start_b, terms);
    sweep3_keep_nearer(&best, &next);
    return best;
}

/// b a ray or line, a anything but a mesh, plane or halfspace.
static sweep3_answer to_path(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, sweep3_terms terms)
{
    return any3_is_path(a->kind) ? paths(a, motion, b, terms) : bounded_path(a, motion, b, terms);
}

// ---- Bounded shapes

/// Two sheets first touch at the rim of one of them.
static sweep3_answer sheets(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, sweep3_terms terms)
{
    sweep3_answer best = {.hit = false};
    for (size_t i = 0; i < flr_any3_edge_count(a); ++i) {
        flr_segment3 e = flr_any3_edge(a, i);
        flr_shape3 edge = any3_of_segment(e.a, e.b);
        sweep3_answer next = flr_sweep3_pieces(&edge, motion, b, sweep3_until(&best, terms));
        sweep3_keep_nearer(&best, &next);
    }
    for (size_t i = 0; i < flr_any3_edge_count(b); ++i) {
        flr_segment3 e = flr_any3_edge(b, i);
        flr_shape3 edge = any3_of_segment(e.a, e.b);
        sweep3_answer next = turned(a, motion, &edge, sweep3_until(&best, terms));
        sweep3_keep_nearer(&best, &next);
    }
    return best;
}

/// Boxes have a faster routine, and a more accurate one.
static bool boxes(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, sweep3_answer *r)
{
    bool box_a = a->kind == FLR_SHAPE3_BOX, box_b = b->kind == FLR_SHAPE3_BOX;
    if (box_a && box_b) {
        *r = flr_sweep3_find_box_box(&a->as.box, motion, &b->as.box);
    } else if (a->kind == FLR_SHAPE3_AABB && box_b) {
        *r = flr_sweep3_find_aabb_box(&a->as.aabb, motion, &b->as.box, false);
    } else if (box_a && b->kind == FLR_SHAPE3_AABB) {
        *r = flr_sweep3_find_aabb_box(&b->as.aabb, motion, &a->as.box, true);
    } else {
        return false;
    }
    return true;
}

sweep3_answer flr_sweep3_pieces(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, sweep3_terms terms)
{
    any3_recentered_pair near;
    if (flr_any3_recenter(a, b, &near)) {
        sweep3_answer r = flr_sweep3_pieces(&near.a.shape, motion, &near.b.shape, terms);
        sweep3_move_back(&r, near.origin);
        return r;
    }
    if (any3_is_flat_unbounded(b->kind)) return to_flat_unbounded(a, motion, b, terms);
    if (any3_is_flat_unbounded(a->kind)) return turned(a, motion, b, terms);
    if (any3_is_path(b->kind)) return to_path(a, motion, b, terms);
    if (any3_is_path(a->kind)) return turned(a, motion, b, terms);
    sweep3_answer of_boxes;
    if (terms.keep == 0 && boxes(a, motion, b, &of_boxes)) return of_boxes;
    sweep3_piece x, y;
    bool convex_a = piece_of(a, &x), convex_b = piece_of(b, &y);
    size_t count;
    const flr_vec3 *v = flr_any3_corners(b, &count);
    if (convex_a && convex_b)
        return flr_sweep3_cast(&x.source, motion, &y.source, terms.keep, terms.limit, NULL);
    if (convex_a) return flr_sweep3_to_sheet(&x.source, motion, v, count, terms.keep, terms.limit);
    return convex_b ? turned(a, motion, b, terms) : sheets(a, motion, b, terms);
}
