/// Where does a ray, segment or line first meet a shape in space? A typed function answers for most kinds.
/// Hulls are clipped by the planes of their faces, and other convex cores are met by a point swept along the
/// path. The distance checks misses of these, and hits that hang on rounding.
#include <math.h>

#include "any/any3.h"
#include "base/answer.h"
#include "feeler/sweep3.h"
#include "hull/hull3.h"
#include "math/dvec3.h"
#include "math/eps.h"
#include "math/predicates2.h"

typedef flr_raycast3_result result3;
typedef flr_status cast_fn(const flr_raycast3_path *path, const flr_shape3 *s, result3 *r);
static cast_fn at_any;

/// Into a result that is zero.
static void take_solid(flr_rayhit3 c, result3 *r)
{
    r->hit = c.hit;
    r->inside = c.inside;
    r->t = c.t;
    r->point = c.point;
    r->normal = c.normal;
}

static void take_triangles(flr_raycast3_triangle c, result3 *r)
{
    r->hit = c.hit;
    r->inside = c.inside;
    r->faceted = c.hit && !c.inside;
    r->t = c.t;
    r->point = c.point;
    r->normal = c.normal;
    r->triangle = c.triangle;
    for (int i = 0; i < 3; i++) r->barycentric[i] = c.barycentric[i];
}

static flr_real along(const flr_raycast3_path *path, flr_vec3 point)
{
    const flr_real square = flr_length_squared3(path->direction);
    const flr_vec3 way = flr_sub3(point, path->origin);
    if (square > 1 / any3_large && square < any3_large) return flr_dot3(way, path->direction) / square;
    // a direction so long or short that its square leaves the range
    const double x = (double)path->direction.x, y = (double)path->direction.y, z = (double)path->direction.z,
                 most = fmax(fabs(x), fmax(fabs(y), fabs(z)));
    const double u = x / most, v = y / most, w = z / most;
    return (flr_real)(((double)way.x * u + (double)way.y * v + (double)way.z * w) / (u * u + v * v + w * w) /
                      most);
}

static bool on_shape(flr_vec3 point, const flr_shape3 *s)
{
    flr_shape3 p = {.kind = FLR_SHAPE3_POINT, .as.point = point};
    bool overlap = false;
    return flr_overlap3(&p, s, &overlap) == FLR_OK && overlap;
}

/// The whole of the path, or what of it begins at 0, as a shape.
static flr_shape3 shape_of(const flr_raycast3_path *path)
{
    flr_shape3 s = {.kind = FLR_SHAPE3_RAY, .as.ray = {path->origin, path->direction}};
    if (path->is_point) return (flr_shape3){.kind = FLR_SHAPE3_POINT, .as.point = path->origin};
    if (path->to_target) return any3_of_segment(path->origin, path->target);
    if (!(path->t_min >= 0)) s.kind = FLR_SHAPE3_LINE;
    return s;
}

/// A path against a ray or line. Both are straight: they have one point in common, or they lie along one another;
/// then the first common point is the start of the path, else the origin of the ray.
static flr_status at_straight(const flr_raycast3_path *path, const flr_shape3 *s, result3 *r)
{
    flr_shape3 cast = shape_of(path);
    bool overlap = false;
    flr_status status = flr_overlap3(&cast, s, &overlap);
    if (status != FLR_OK || !overlap) return status;
    const flr_ray3 *target = &s->as.ray;
    flr_vec3 turn = flr_cross3(path->direction, target->direction);
    bool parallel = turn.x == 0 && turn.y == 0 && turn.z == 0;
    bool ahead = s->kind == FLR_SHAPE3_RAY && flr_dot3(path->direction, target->direction) > 0;
    flr_vec3 start =
        path->t_min == 0 ? path->origin : flr_mul_add3(path->origin, path->t_min, path->direction);
    r->hit = true;
    if (cast.kind == FLR_SHAPE3_POINT) {
        r->t = path->point_t;
        r->point = path->origin;
    } else if (parallel && !ahead && isinf(path->t_min)) {
        r->t = path->t_min;
    } else if (!isinf(path->t_min) && on_shape(start, s)) {
        r->point = start;
        r->t = path->t_min;
    } else if (s->kind == FLR_SHAPE3_RAY && on_shape(target->origin, &cast)) {
        r->point = target->origin;
        r->t = along(path, r->point);
    } else {
        flr_closest3 c;
        status = flr_distance3(&cast, s, &c);
        r->point = c.point_b;
        r->t = along(path, r->point);
    }
    // they do meet: rounding must not carry the place beyond an end that is one of the shape cast
    if (path->to_target && r->t > 1) r->t = 1;
    if (cast.kind != FLR_SHAPE3_LINE && r->t < 0) r->t = 0;
    if (r->t > path->t_max || r->t < path->t_min) *r = (result3){0};
    return status;
}

/// Is it all of a segment, ray or line, and so a shape for which overlap is defined?
static bool is_whole(const flr_raycast3_path *path)
{
    if (path->is_point) return true;
    if (path->to_target) return path->t_min == 0 && path->t_max == 1;
    return isinf(path->t_max) && (path->t_min == 0 || isinf(path->t_min));
}

/// Does a hit hang on rounding: along the surface, or where the path ends?
static bool is_faint(const flr_raycast3_path *path, const result3 *r)
{
    const flr_real little = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-3 : (flr_real)1e-6;
    flr_real head_on = flr_dot3(r->normal, path->direction), square = flr_length_squared3(path->direction);
    if (r->inside) return false;
    return head_on * head_on <= little * little * square || (path->to_target && r->t > 1 - little);
}

/// Rounding may have it otherwise than overlap, which the cast agrees with.
static flr_status agree(const flr_raycast3_path *path, const flr_shape3 *s, flr_status status, result3 *r)
{
    if (!is_whole(path) || (r->hit && !is_faint(path, r))) return status;
    flr_shape3 cast = shape_of(path);
    flr_closest3 c;
    flr_status found = flr_distance3(&cast, s, &c);
    if (found != FLR_OK) return status;
    if (c.distance > 0) {
        *r = (result3){.hit = false};
    } else if (!r->hit) {
        flr_real t = path->is_point ? path->point_t : along(path, c.point_a);
        r->hit = true;
        r->t = t < path->t_min ? path->t_min : t > path->t_max ? path->t_max : t;
        r->point = c.point_a;
    }
    return FLR_OK;
}

/// Where the moving tip is then; as the touch has it, which is nearer to the surface, unless that lies beside the path: along a
/// needle its corners leave the place open.
static flr_vec3 place_of(flr_vec3 start, flr_vec3 motion, const flr_sweep3_result *w, const flr_aabb3 *bounds)
{
    const flr_vec3 on_path = flr_mul_add3(start, w->t, motion), extent = flr_sub3(bounds->max, bounds->min);
    const flr_real rounding = (flr_real)FLR_EPS;
    const flr_real allowed = 8 * rounding * (flr_length3(extent) + flr_length3(on_path));
    const flr_vec3 across = flr_cross3(flr_sub3(w->point, start), motion);
    return flr_length3(across) <= allowed * flr_length3(motion) ? w->point : on_path;
}

/// Path and shape as seen from near by, where both lie far from the origin.
static bool recenter_path(const flr_raycast3_path *path, const flr_shape3 *s, flr_raycast3_path *there,
                          any3_recentered_pair *near)
{
    const flr_shape3 cast = shape_of(path);
    if (!flr_any3_recenter(&cast, s, near)) return false;
    *there = *path;
    there->origin = flr_sub3(path->origin, near->origin);
    there->target = flr_sub3(path->target, near->origin);
    return true;
}

/// The start of the path is swept along what of the path lies within the bounds, so that a far start costs nothing.
static flr_status sweep_at(const flr_raycast3_path *path, const flr_shape3 *s, result3 *r)
{
    flr_aabb3 bounds = flr_any3_bounds(s);
    flr_rayhit3 within = flr_raycast3_ray_aabb(path, &bounds);
    if (!within.hit) return FLR_OK;
    flr_real length = within.t_exit - within.t;
    flr_vec3 start = within.inside ? flr_mul_add3(path->origin, within.t, path->direction) : within.point;
    flr_convex3 tip = flr_convex3_point(path->is_point ? path->origin : start);
    flr_vec3 motion = path->is_point ? flr_vec3_make(0, 0, 0) : flr_scale3(length, path->direction);
    flr_sweep3_result w = flr_sweep3_convex_convex(&tip, motion, &s->as.convex, NULL);
    if (!w.hit) return w.status;
    r->hit = true;
    r->inside = w.overlap_at_start;
    r->t = path->is_point ? path->point_t : within.t + w.t * length;
    r->point = w.overlap_at_start ? tip.center : place_of(start, motion, &w, &bounds);
    if (!w.overlap_at_start) r->normal = flr_neg3(w.normal);
    return w.status;
}

/// A line clipped by the planes of a hull's faces, in the hull's frame.
typedef struct clipped_line {
    dvec3 origin, direction;
    double enter, exit;  ///< the line's t
    double enter_slope, exit_slope;
    double least_slope;  ///< of all faces, whichever way
    uint32_t face;       ///< where it enters
} clipped_line;

static dvec3 in_frame(const flr_mat3 *axes, dvec3 v)
{
    return dvec3_make(dvec3_dot(dvec3_from(axes->x), v), dvec3_dot(dvec3_from(axes->y), v),
                      dvec3_dot(dvec3_from(axes->z), v));
}

/// A point of the world as seen from the hull's base.
static dvec3 in_hull(const flr_convex3 *c, flr_vec3 p)
{
    return dvec3_sub(in_frame(&c->axes, dvec3_relative(p, c->center)), dvec3_from(c->hull->base));
}

static double height_over(const flr_hull3 *h, uint32_t face, dvec3 p)
{
    return dvec3_dot(dvec3_from(h->normals[face]), p) - (double)h->offsets[face];
}

/// Does it leave before it enters, whatever rounds?
static bool misses(const clipped_line *l, double error)
{
    return l->enter - l->exit > error / -l->enter_slope + error / l->exit_slope;
}

/// False where the line is parallel to a plane and outside of it, or so close that rounding could decide. Ends early where it misses.
static bool clip_line(const flr_hull3 *h, double error, clipped_line *l)
{
    for (uint32_t f = 0; f < h->info.face_count; f++) {
        const double height = height_over(h, f, l->origin),
                     slope = dvec3_dot(dvec3_from(h->normals[f]), l->direction), steep = fabs(slope);
        l->least_slope = steep < l->least_slope ? steep : l->least_slope;
        // at the last time at which the line was found to enter, or to leave, is it outside of this plane?
        if (slope < 0 && height > -l->enter * slope) {
            l->enter = -height / slope;
            l->enter_slope = slope;
            l->face = f;
        } else if (slope > 0 && height > -l->exit * slope) {
            l->exit = -height / slope;
            l->exit_slope = slope;
        } else if (slope == 0 && height > -error) {
            return false;
        }
        if (l->enter > l->exit && misses(l, error)) break;
    }
    return true;
}

static bool is_inside_all(const flr_hull3 *h, double error, dvec3 p)
{
    for (uint32_t f = 0; f < h->info.face_count; f++)
        if (height_over(h, f, p) > -error) return false;
    return true;
}

/// A ray against a hull by clipping it with the planes of the faces (Cyrus and Beck 1978; Haines 1991). False where rounding could
/// decide: near a graze, near an end of the path, or where the path starts inside.
static bool hit_hull(const flr_raycast3_path *path, const flr_convex3 *c, result3 *r)
{
    const flr_hull3 *h = c->hull;
    if (c->kind != FLR_CONVEX3_HULL || h->info.dimension != 3 || c->radius > 0 || path->is_point)
        return false;
    if (h->index_count != h->info.half_edge_count) return false;  // planes of merged faces are not the hull's
    clipped_line l = {.origin = in_hull(c, path->origin),
                      .direction = in_frame(&c->axes, dvec3_from(path->direction)),
                      .enter = -INFINITY,
                      .exit = INFINITY,
                      .least_slope = INFINITY};
    const double eps = FLR_EPS, size = dvec3_length(l.origin) + (double)h->radius, error = 32 * eps * size,
                 large = (double)any3_large;
    // far from the origin of its own frame a hull rounds by more than its size
    if (!(dvec3_max_abs(dvec3_from(h->base)) <= 64 * (double)h->radius)) return false;
    const double length = path->spread;
    if (!(size < large) || !(size > 1 / large) || !(length < large) || !(length > 1 / large)) return false;
    if (!clip_line(h, error, &l)) return false;
    const double enter_error = error / -l.enter_slope, exit_error = error / l.exit_slope,
                 first = (double)path->t_min, last = (double)path->t_max;
    if (misses(&l, error) || l.enter - enter_error > last || l.exit + exit_error < first) return true;
    if (!(l.enter - enter_error > first) || !(l.enter + enter_error < last) || -l.enter_slope < 1e-5 * length)
        return false;
    // half way through it lies below each plane by at least so much, or each is asked
    const double half = 0.5 * (l.exit - l.enter);
    if (!(half * l.least_slope > 2 * error) &&
        !is_inside_all(h, error, dvec3_add_scaled(l.origin, l.enter + half, l.direction)))
        return false;
    // again from near the surface, where lengths round by less than at the origin of the path
    const flr_vec3 near = flr_mul_add3(path->origin, (flr_real)l.enter, path->direction);
    const bool far = dvec3_max_abs(dvec3_from(c->center)) > size;
    const flr_real step = far ? 0 : (flr_real)(-height_over(h, l.face, in_hull(c, near)) / l.enter_slope);
    r->hit = true;
    r->t = (flr_real)l.enter + step;
    r->point = flr_mul_add3(near, step, path->direction);
    r->normal = flr_mat3_mul(c->axes, h->normals[l.face]);
    return true;
}

static flr_status at_convex(const flr_raycast3_path *path, const flr_shape3 *s, result3 *r)
{
    any3_recentered_pair near;
    flr_raycast3_path there;
    if (hit_hull(path, &s->as.convex, r)) return FLR_OK;
    if (!recenter_path(path, s, &there, &near)) return agree(path, s, sweep_at(path, s, r), r);
    const flr_status status = sweep_at(&there, &near.b.shape, r);
    if (r->hit) r->point = flr_add3(r->point, near.origin);
    return agree(path, s, status, r);
}

static flr_status at_point(const flr_raycast3_path *path, const flr_shape3 *s, result3 *r)
{
    flr_segment3 point = {s->as.point, s->as.point};
    take_solid(flr_raycast3_ray_segment(path, &point), r);
    return FLR_OK;
}

static flr_status at_mesh(const flr_raycast3_path *path, const flr_shape3 *s, result3 *r)
{
    const unsigned options = s->solid ? FLR_RAYCAST_SOLID : FLR_RAYCAST_BOTH_SIDES;
    any3_recentered_pair near;
    flr_raycast3_path there;
    if (!recenter_path(path, s, &there, &near)) {
        take_triangles(flr_raycast3_ray_mesh(path, &s->as.mesh, options), r);
        return FLR_OK;
    }
    take_triangles(flr_raycast3_ray_mesh(&there, &near.b.shape.as.mesh, options), r);
    if (r->hit) r->point = flr_add3(r->point, near.origin);
    return FLR_OK;
}

// The kinds with a typed function: by one surface, and by triangles.
// clang-format off
#define TYPED(X) \
    X(segment) X(plane) X(halfspace) X(sphere) X(capsule) X(aabb) X(box) X(cylinder) X(cone) X(polygon) X(tetrahedron) X(ellipsoid)
#define FACETED(X) X(triangle) X(quad) X(rectangle)
// clang-format on

#define AT_KIND(K)                                                                                           \
    static flr_status at_##K(const flr_raycast3_path *path, const flr_shape3 *s, result3 *r)                 \
    {                                                                                                        \
        take_solid(flr_raycast3_ray_##K(path, AS3_##K(s)), r);                                               \
        return any3_is_core_only((flr_shape3_kind)KIND3_##K) ? agree(path, s, FLR_OK, r) : FLR_OK;           \
    }
#define AT_FACETS(K)                                                                                         \
    static flr_status at_##K(const flr_raycast3_path *path, const flr_shape3 *s, result3 *r)                 \
    {                                                                                                        \
        take_triangles(flr_raycast3_ray_##K(path, AS3_##K(s), FLR_RAYCAST_BOTH_SIDES), r);                   \
        return FLR_OK;                                                                                       \
    }
TYPED(AT_KIND)
FACETED(AT_FACETS)

#define ENTRY(K) [KIND3_##K] = at_##K,
static cast_fn *const table[FLR_SHAPE3_COUNT] = {TYPED(ENTRY) FACETED(ENTRY) ENTRY(point) ENTRY(convex)
                                                     ENTRY(mesh)[KIND3_ray] = at_straight,
                                                 [KIND3_line] = at_straight};

/// Of all shapes the one hit first, and of those hit at once one that the path starts in, or the first.
static flr_status at_compound(const flr_raycast3_path *path, const flr_compound3 *c, result3 *r)
{
    flr_status bound = FLR_OK;
    for (size_t i = 0; i < c->count; i++) {
        result3 next = {.hit = false};
        flr_status status = at_any(path, &c->shapes[i], &next);
        if (status == FLR_NOT_CONVERGED) bound = status;
        if (!flr_has_answer(status)) return status;
        bool first = !r->hit || next.t < r->t || (next.t == r->t && next.inside && !r->inside);
        if (!next.hit || !first) continue;
        *r = next;
        r->child = (uint32_t)i;
    }
    return bound;
}

static bool are_on_one_line(const flr_vec3 *p, uint32_t count)
{
    uint32_t other = 1;
    while (other < count && p[0].x == p[other].x && p[0].y == p[other].y && p[0].z == p[other].z) other++;
    for (uint32_t i = other + 1; i < count; i++)
        if (!flr_are_collinear3(p[0], p[other], p[i])) return false;
    return true;
}

static int extents(flr_vec3 size) { return (size.x > 0) + (size.y > 0) + (size.z > 0); }

/// Is it a segment or point, of a kind that has an area or volume otherwise?
static bool is_shrunk(const flr_shape3 *s)
{
    const flr_convex3 *c = &s->as.convex;
    switch (s->kind) {
    case FLR_SHAPE3_AABB:
        return extents(flr_sub3(s->as.aabb.max, s->as.aabb.min)) <= 1;
    case FLR_SHAPE3_BOX:
        return extents(s->as.box.half_extents) <= 1;
    case FLR_SHAPE3_RECTANGLE:
        return !(s->as.rectangle.half_x > 0 && s->as.rectangle.half_y > 0);
    case FLR_SHAPE3_CONVEX:
        if (c->radius > 0) return false;
        return c->kind == FLR_CONVEX3_CORNERS  ? are_on_one_line(c->corners, c->count)
               : c->kind == FLR_CONVEX3_POINTS ? are_on_one_line(c->points, c->count)
               : c->kind == FLR_CONVEX3_BOX    ? extents(c->half_extents) <= 1
                                               : c->kind == FLR_CONVEX3_HULL && c->hull->info.dimension <= 1;
    default:
        return false;
    }
}

static flr_status at_any(const flr_raycast3_path *path, const flr_shape3 *s, result3 *r)
{
    flr_shape3 room;
    if (any3_is_compound(s)) return at_compound(path, &s->as.compound, r);
    if (s->rounding != 0 || !table[s->kind]) s = any3_reduced(s, &room);
    const flr_status status = table[s->kind](path, s, r);
    if (r->hit && is_shrunk(s)) r->normal = flr_vec3_make(0, 0, 0);
    return status;
}

flr_status flr_raycast3(const flr_raycast3_path *path, const flr_shape3 *s, flr_raycast3_result *result)
{
    if (!path || !result) return FLR_INVALID_ARGUMENT;
    flr_status status = flr_any3_check(s);
    if (status != FLR_OK) return status;
    result3 r = {.hit = false};
    if (path->t_min <= path->t_max) status = at_any(path, s, &r);
    // far along a path of any length the point may be out of the range of numbers
    if (r.hit && !flr_is_finite3(r.point)) return FLR_NOT_FINITE;
    if (flr_has_answer(status)) *result = r;
    return status;
}

flr_status flr_raycast3_nearest(flr_raycast3_path *path, const flr_shape3 *shapes, size_t count,
                                size_t *index, flr_raycast3_result *result)
{
    if (!path || !index || !result || (count > 0 && !shapes)) return FLR_INVALID_ARGUMENT;
    result->hit = false;
    for (size_t i = 0; i < count; ++i) {
        result3 next = {.hit = false};
        flr_status status = flr_raycast3(path, &shapes[i], &next);
        if (status != FLR_OK) return status;
        if (!next.hit || (result->hit && !(next.t < result->t))) continue;
        *result = next;
        *index = i;
        if (!path->is_point) path->t_max = next.t;
    }
    return FLR_OK;
}
