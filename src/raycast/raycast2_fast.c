/// Casts in the plane: a fast path for the usual case of each shape, with the formulas of raycast2_outline.c.
///
/// It serves rays and segments from their origin on, in lengths that need no scaling. Where rounding errors leave a sign
/// open it gives up, and flr_raycast2_outline answers.

#include "closest/outline2_fast.h"
#include "math/predicates.h"
#include "math/vectors.h"
#include "raycast/raycast2.h"

// ---- The fast path

/// The path relative to its origin.
typedef struct raycast2_fast {
    const flr_raycast2_path *path;
    flr_local2 d;
    double high;  ///< t_max
} raycast2_fast;

static inline bool raycast2_fast_make(raycast2_fast *c, const flr_raycast2_path *path)
{
    c->path = path;
    c->high = (double)path->t_max;
    const flr_vec2 o = path->origin, d = path->direction, to = path->target;
    c->d.x = path->to_target ? (double)to.x - (double)o.x : (double)d.x;
    c->d.y = path->to_target ? (double)to.y - (double)o.y : (double)d.y;
    bool ahead = path->t_min == 0 && c->high > 0 && !path->is_point;
    return ahead & fast2_is_usual(fast2_spread(c->d)) & !(path->to_target && c->high > 1);
}

static inline flr_local2 raycast2_fast_at(const raycast2_fast *c, flr_vec2 p)
{
    flr_local2 q = {(double)p.x - (double)c->path->origin.x, (double)p.y - (double)c->path->origin.y};
    return q;
}

static inline flr_vec2 raycast2_fast_point(const raycast2_fast *c, double t)
{
    flr_vec2 o = c->path->origin;
    if (c->path->to_target) return flr_point2_between(o, c->path->target, t);
    return flr_vec2_make((flr_real)((double)o.x + t * c->d.x), (flr_real)((double)o.y + t * c->d.y));
}

static inline flr_vec2 raycast2_fast_ending(const raycast2_fast *c)
{
    return c->path->to_target && c->high == 1 ? c->path->target : raycast2_fast_point(c, c->high);
}

static inline flr_real raycast2_fast_t(const raycast2_fast *c, double t)
{
    flr_real answer = (flr_real)t;
    return answer > c->path->t_max ? c->path->t_max : answer;
}

/// The part of the path on the shape, from t `first` to `last`, and the normal of the boundary at `first`.
static inline flr_rayhit2 raycast2_fast_answer(const raycast2_fast *c, bool inside, double first, double last,
                                               flr_local2 normal)
{
    flr_rayhit2 r;
    r.edge = r.edge_last = 0;
    r.hit = true;
    r.inside = inside;
    r.t_last = raycast2_fast_t(c, last);
    if (inside) {
        r.t = 0;
        r.point = c->path->origin;
        r.normal = flr_vec2_make(0, 0);
        return r;
    }
    r.t = raycast2_fast_t(c, first);
    r.point = raycast2_fast_point(c, first);
    double length = sqrt(flr_local2_dot(normal, normal));
    if (!(length > 0)) {  // a radius too small for the size of the scene
        normal.x = -c->d.x, normal.y = -c->d.y;
        length = sqrt(flr_local2_dot(normal, normal));
    }
    double facing = flr_local2_dot(normal, c->d);
    double over = facing > 0 ? -length : length;
    r.normal = flr_vec2_make((flr_real)(normal.x / over), (flr_real)(normal.y / over));
    return r;
}

static inline flr_rayhit2 raycast2_fast_miss(void)
{
    const flr_rayhit2 none = {.hit = false};
    return none;
}

/// The crossings of a path and a chain. Each edge that the path passes also counts for the winding around the
/// origin, as the path is a ray from there.
typedef struct raycast2_crossings {
    bool sure;
    double least;         ///< of the cross products that gave the signs, by size
    int winding, beyond;  ///< windings around the origin and around a target
    double first, last;   ///< t; first is infinite without a hit
    flr_local2 along;     ///< of the edge at `first`
    uint32_t first_edge, last_edge;
} raycast2_crossings;

/// Adds an edge from a to b that crosses the line of the path; `up`: from its right to its left.
static inline void raycast2_fast_cross(const raycast2_fast *c, flr_local2 a, flr_local2 b, bool up,
                                       uint32_t edge, raycast2_crossings *x)
{
    double start = flr_local2_cross(a, b);
    x->least = flr_lesser(fabs(start), x->least);
    if ((start > 0) != up) return;  // behind the origin
    x->winding += up ? 1 : -1;
    if (c->path->to_target) {
        double end = flr_local2_cross(flr_local2_sub(a, c->d), flr_local2_sub(b, c->d));
        x->least = flr_lesser(fabs(end), x->least);
        if ((end > 0) == up) {
            x->beyond += up ? 1 : -1;
            return;
        }
    }
    flr_local2 e = flr_local2_sub(b, a);
    flr_local2 gap =
        flr_local2_dot(b, b) < flr_local2_dot(a, a) ? b : a;  // the nearer end loses fewer digits
    double t = flr_local2_cross(gap, e) / flr_local2_cross(c->d, e);
    if (!(t > 0) || t == x->first || (c->path->to_target && !(t < 1))) x->sure = false;
    if (t > c->high) return;
    x->last_edge = t > x->last ? edge : x->last_edge;
    x->last = t > x->last ? t : x->last;
    bool first = t < x->first;
    x->first_edge = first ? edge : x->first_edge;
    x->first = first ? t : x->first;
    x->along.x = first ? e.x : x->along.x;
    x->along.y = first ? e.y : x->along.y;
}

static inline raycast2_crossings raycast2_fast_crossings(const raycast2_fast *c, const flr_outline2 *shape)
{
    raycast2_crossings x = {true, INFINITY, 0, 0, INFINITY, 0, {0, 0}, 0, 0};
    double size = c->path->to_target ? fast2_spread(c->d) : 0;
    const flr_vec2 *corner = shape->many ? shape->many : shape->corner;
    flr_local2 a = raycast2_fast_at(c, corner[0]);
    double sa = flr_local2_cross(c->d, a), least = fabs(sa);
    size_t edges = flr_outline2_edges(shape);
    if (!shape->solid) size += fast2_spread(a);
    for (size_t k = 0; k < edges; ++k) {
        flr_local2 b = raycast2_fast_at(c, corner[fast2_next(shape, k)]);
        double sb = flr_local2_cross(c->d, b);
        least = flr_lesser(fabs(sb), least);
        size += fast2_spread(b);
        if ((sa > 0) != (sb > 0)) raycast2_fast_cross(c, a, b, sb > 0, (uint32_t)k, &x);
        a = b;
        sa = sb;
    }
    bool certain = least > fast2_certain(1) * size * fast2_spread(c->d) && x.least > fast2_certain(size);
    x.sure = x.sure && certain && fast2_is_usual(size);
    return x;
}

static inline bool raycast2_fast_chain(const flr_raycast2_path *path, const flr_outline2 *shape,
                                       flr_rayhit2 *result)
{
    raycast2_fast c;
    if (!raycast2_fast_make(&c, path) || shape->count < 2) return false;
    raycast2_crossings x = raycast2_fast_crossings(&c, shape);
    if (!x.sure) return false;
    bool inside = shape->solid && x.winding != 0;
    if (!inside && !(x.first < INFINITY)) {
        *result = raycast2_fast_miss();
        return true;
    }
    if (shape->solid && c.high < INFINITY) {
        bool ends_inside = x.beyond != 0;
        if (!path->to_target || c.high < 1) {
            const flr_vec2 *corner = shape->many ? shape->many : shape->corner;
            ends_inside = flr_outline2_locate(corner, shape->count, false, raycast2_fast_ending(&c)) >= 0;
        }
        if (ends_inside) x.last = c.high;
    }
    const flr_local2 normal = {x.along.y, -x.along.x};
    *result = raycast2_fast_answer(&c, inside, x.first, x.last, normal);
    if (!inside) result->edge = x.first_edge;
    result->edge_last = x.last_edge;
    return true;
}

/// Casts at an aligned box by slabs (Ericson, Real-Time Collision Detection, 2005, 5.3.3), in half the time of its
/// four edges. Times within rounding errors of one another are left open.
static inline bool raycast2_fast_aabb(const flr_raycast2_path *path, const flr_aabb2 *box,
                                      flr_rayhit2 *result)
{
    raycast2_fast c;
    if (!raycast2_fast_make(&c, path)) return false;
    const flr_local2 low = raycast2_fast_at(&c, box->min), high = raycast2_fast_at(&c, box->max);
    const bool left = c.d.x < 0, down = c.d.y < 0;
    // along an axis that the path does not move on, these are infinite or not numbers, and fail the comparisons below
    const double x = (left ? high.x : low.x) / c.d.x, x_out = (left ? low.x : high.x) / c.d.x,
                 y = (down ? high.y : low.y) / c.d.y, y_out = (down ? low.y : high.y) / c.d.y;
    const bool by_x = x > y, out_by_x = x_out < y_out;
    const double enter = by_x ? x : y, leave = out_by_x ? x_out : y_out,
                 doubt = 0x1p-49 * (fabs(enter) + fabs(leave));
    bool sure = (low.x < high.x) & (low.y < high.y) & fast2_is_usual(fast2_spread(low) + fast2_spread(high));
    sure &= (fabs(leave - enter) > doubt) & (fabs(x - y) > doubt) & (fabs(x_out - y_out) > doubt);
    sure &= (fabs(enter) > 0) & (fabs(leave) > 0) & (fabs(x) + fabs(y) < INFINITY);
    if (path->to_target) sure &= (fabs(enter - 1) > doubt) & (fabs(leave - 1) > doubt);
    if (!sure) return false;
    const bool inside = (enter < 0) & (leave > 0);
    if (!inside && ((enter > leave) | (leave < 0) | (enter > c.high))) {
        *result = raycast2_fast_miss();
        return true;
    }
    flr_rayhit2 r = {.hit = true, .inside = inside, .point = path->origin};
    r.t_last = raycast2_fast_t(&c, leave < c.high ? leave : c.high);
    r.edge_last = out_by_x ? !left : 2u + !down;
    if (!inside) {
        r.t = raycast2_fast_t(&c, enter);
        r.edge = by_x ? left : 2u + down;
        r.point = raycast2_fast_point(&c, enter);
        if (by_x) {
            r.point.x = left ? box->max.x : box->min.x;
            r.normal.x = left ? 1 : -1;
        } else {
            r.point.y = down ? box->max.y : box->min.y;
            r.normal.y = down ? 1 : -1;
        }
        r.point = flr_min2(flr_max2(r.point, box->min), box->max);
    }
    *result = r;
    return true;
}

/// May rounding errors decide whether a path that begins outside hits the shape? They may if it runs along
/// the boundary, or begins or ends there.
static inline bool raycast2_fast_is_open(const raycast2_fast *c, round2_span s, flr_local2 a, flr_local2 b,
                                         double radius)
{
    double square = flr_local2_dot(c->d, c->d), reach = radius * radius * square;
    double p = flr_local2_cross(c->d, a), q = flr_local2_cross(c->d, b);
    double far = (fast2_spread(a) + fast2_spread(b)) * 0x1p-48, little = reach * 0x1p-20 + far * far * square;
    double room = (s.to - s.from) * 0x1p-30 + (fabs(s.from) + fabs(s.to)) * 0x1p-46;
    bool along = (fabs(p * p - reach) <= little) | (fabs(q * q - reach) <= little);
    return along | ((s.from < room) & (s.to > -room)) | (fabs(s.from - c->high) <= room);
}

/// Casts at a circle or capsule.
static inline __attribute__((always_inline)) bool
raycast2_fast_round(const flr_raycast2_path *path, const flr_outline2 *shape, flr_rayhit2 *result)
{
    raycast2_fast c;
    if (!raycast2_fast_make(&c, path) || !(shape->radius > 0)) return false;
    flr_local2 a = raycast2_fast_at(&c, shape->corner[0]), b = a, normal;
    if (shape->count > 1) b = raycast2_fast_at(&c, shape->corner[1]);
    if (!fast2_is_usual(fast2_spread(a) + fast2_spread(b) + (double)shape->radius)) return false;
    const flr_local2 origin = {0, 0};
    round2_span s = round2_span_make(origin, c.d, a, b, shape->count, (double)shape->radius);
    flr_outline2 point = flr_outline2_of_point(path->origin);
    bool inside = flr_outline2_fast_meet(&point, shape);
    bool met = s.from <= s.to && s.to >= 0 && s.from <= c.high;
    if (!inside && raycast2_fast_is_open(&c, s, a, b, (double)shape->radius)) return false;
    if (!inside && !met) {
        *result = raycast2_fast_miss();
        return true;
    }
    double last = met ? (s.to < c.high ? s.to : c.high) : 0, first = s.from > 0 ? s.from : 0;
    if (c.high < INFINITY) {
        point = flr_outline2_of_point(raycast2_fast_ending(&c));
        if (flr_outline2_fast_meet(&point, shape)) last = c.high;
    }
    normal = round2_normal(origin, c.d, a, b, s.from);
    *result = raycast2_fast_answer(&c, inside, first, last, normal);
    return true;
}

// ---- Each shape

static inline flr_rayhit2 chain(const flr_raycast2_path *path, const flr_outline2 *shape)
{
    flr_rayhit2 result;
    if (!shape->far && raycast2_fast_chain(path, shape, &result)) return result;
    const flr_outline2 copy = *shape;  // a copy keeps the outline in registers
    return flr_raycast2_outline(path, &copy);
}

static inline flr_rayhit2 rounded(const flr_raycast2_path *path, const flr_outline2 *shape)
{
    flr_rayhit2 result;
    if (raycast2_fast_round(path, shape, &result)) return result;
    const flr_outline2 copy = *shape;
    return flr_raycast2_outline(path, &copy);
}

#define RAY(name, kind, answer)                                                                              \
    flr_rayhit2 name(const flr_raycast2_path *path, FLR_ARGUMENT2_##kind(shape))                             \
    {                                                                                                        \
        const flr_outline2 o = flr_outline2_of_##kind(shape);                                                \
        return answer(path, &o);                                                                             \
    }

// clang-format off
RAY(flr_raycast2_ray_point, point, flr_raycast2_outline)
RAY(flr_raycast2_ray_segment, segment, chain)
RAY(flr_raycast2_ray_ray, ray, flr_raycast2_outline)
RAY(flr_raycast2_ray_line, line, flr_raycast2_outline)
RAY(flr_raycast2_ray_plane, plane, flr_raycast2_outline)
RAY(flr_raycast2_ray_halfspace, halfspace, flr_raycast2_outline)
RAY(flr_raycast2_ray_circle, circle, rounded)
RAY(flr_raycast2_ray_capsule, capsule, rounded)
RAY(flr_raycast2_ray_triangle, triangle, chain)
RAY(flr_raycast2_ray_polygon, polygon, chain)
// clang-format on

/// Converts the edges of the outline to the sides of the box.
static flr_rayhit2 with_sides(flr_rayhit2 r)
{
    static const uint32_t side[4] = {2, 1, 3, 0};
    if (!r.hit) return r;
    r.edge = r.inside ? 0 : side[r.edge];
    r.edge_last = side[r.edge_last];
    return r;
}

flr_rayhit2 flr_raycast2_ray_aabb(const flr_raycast2_path *path, const flr_aabb2 *s)
{
    flr_rayhit2 result;
    if (raycast2_fast_aabb(path, s, &result)) return result;
    const flr_outline2 o = flr_outline2_of_aabb(s);
    return with_sides(chain(path, &o));
}

flr_rayhit2 flr_raycast2_ray_box(const flr_raycast2_path *path, const flr_box2 *s)
{
    flr_outline2 o = flr_outline2_of_box(s);
    return with_sides(chain(path, &o));
}
