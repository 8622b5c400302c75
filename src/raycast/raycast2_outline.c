/// Casts of a segment, ray or line at any outline of the plane. Decisions are exact signs, and agree with
/// overlap.

#include "closest/frame3.h"
#include "feeler/raycast2.h"
#include "math/double_double.h"
#include "math/predicates2.h"
#include "math/unit.h"
#include "raycast/raycast2.h"

// ---- Paths

flr_raycast2_path flr_raycast2_path_make(flr_vec2 origin, flr_vec2 direction, flr_real t_min, flr_real t_max)
{
    flr_raycast2_path path;
    path.origin = origin;
    path.direction = direction;
    path.t_min = t_min;
    path.t_max = t_max;
    path.target = origin;
    path.to_target = false;
    path.is_point = direction.x == 0 && direction.y == 0;
    // an infinite start or end: the range is empty
    if (!(t_min < INFINITY && t_max > -INFINITY)) path.t_min = 1, path.t_max = 0;
    return path;
}

flr_raycast2_path flr_raycast2_path_ray(const flr_ray2 *r)
{
    return flr_raycast2_path_make(r->origin, r->direction, 0, (flr_real)INFINITY);
}

flr_raycast2_path flr_raycast2_path_line(const flr_line2 *l)
{
    return flr_raycast2_path_make(l->origin, l->direction, (flr_real)-INFINITY, (flr_real)INFINITY);
}

/// Two different ends have a difference that is not zero, thanks to subnormal numbers.
flr_raycast2_path flr_raycast2_path_segment(const flr_segment2 *s)
{
    flr_raycast2_path path = flr_raycast2_path_make(s->a, flr_sub2(s->b, s->a), 0, 1);
    path.target = s->b;
    path.to_target = !path.is_point;
    return path;
}

// ---- The state of a cast

typedef struct state {
    const flr_raycast2_path *path;
    flr_edge2 edge;  ///< the part of the line for exact decisions
    flr_frame2 frame;
    flr_local2 origin, d;
    double square;       ///< of d
    flr_local2 heading;  ///< d scaled: d = heading * 2^stretch
    int stretch;
    int exponent;      ///< t of the path = local t * 2^exponent
    double low, high;  ///< the limits in local t
    bool hit;
    double first, last;  ///< local t
    flr_local2 normal;   ///< any length
    double facing;       ///< cosine of the angle between the normal and d, for the best hit so far
    bool at_corner;      ///< the hit is this corner
    flr_vec2 corner;
    uint32_t noting;                 ///< the edge whose hits are recorded
    uint32_t first_edge, last_edge;  ///< the edges hit at `first` and at `last`
} state;

/// Returns the local t of the point of the line nearest to p.
static double nearest_t(const state *course, flr_vec2 p)
{
    flr_local2 gap = flr_local2_sub(flr_frame2_point(&course->frame, p), course->origin);
    if (!(course->square > 0)) return 0;
    return flr_local2_dot(gap, course->d) / course->square;
}

/// Records that the path is on the shape from local t `from` to `to`. `normal` is that of the boundary at
/// `from`, of any length, and zero if it is opposite to the path. Of several parts that begin at one t, the
/// one that faces the path most is kept. `corner`, if not null, is the point at `from`. Parts outside the
/// limits are cut off.
static void note(state *course, double from, double to, flr_local2 normal, const flr_vec2 *corner)
{
    double length = sqrt(flr_local2_dot(normal, normal)), facing = 0;
    if (length > 0) facing = flr_local2_dot(normal, course->heading) / length;
    if (from < course->low) {
        from = course->low;
        corner = NULL;
    }
    if (to > course->high) to = course->high;
    if (!(from <= to)) return;
    if (!course->hit || to >= course->last) {
        course->last = to;
        course->last_edge = course->noting;
    }
    bool nearer = from < course->first || (from == course->first && facing < course->facing);
    if (course->hit && !nearer) return;
    course->hit = true;
    course->first = from;
    course->normal = normal;
    course->facing = facing;
    course->first_edge = course->noting;
    course->at_corner = corner != NULL;
    if (corner) course->corner = *corner;
}

// ---- Edges

/// Do two edges that intersect lie on one line?
static bool collinear(const flr_edge2 *e, const flr_edge2 *g)
{
    if (flr_edge2_side(e, g->a) != 0) return false;
    if (g->kind == FLR_OUTLINE2_CHAIN) return flr_edge2_side(e, g->b) == 0;
    if (e->kind == FLR_OUTLINE2_CHAIN) return flr_edge2_side(g, e->a) == 0 && flr_edge2_side(g, e->b) == 0;
    return flr_cross2_sign(e->b, flr_vec2_make(0, 0), g->b) == 0;
}

/// Records the common part of the path and an edge g on its line.
static void note_stretch(state *c, const flr_edge2 *g)
{
    const flr_local2 against = {0, 0};
    double from = nearest_t(c, g->a), to = from;
    flr_vec2 corner = g->a;
    if (g->kind == FLR_OUTLINE2_CHAIN) {
        to = nearest_t(c, g->b);
        if (to < from) {
            double keep = from;
            from = to, to = keep, corner = g->b;
        }
    } else {
        flr_local2 along = flr_frame2_along(&c->frame, g);
        bool ahead = flr_local2_dot(along, c->heading) > 0;
        if (ahead || g->kind == FLR_OUTLINE2_LINE) to = INFINITY;
        if (!ahead || g->kind == FLR_OUTLINE2_LINE) from = -INFINITY;
    }
    // they do intersect, so rounding errors must not separate them
    if (c->edge.kind == FLR_OUTLINE2_CHAIN && from > 1) from = 1;
    if (c->edge.kind != FLR_OUTLINE2_LINE && to < 0) to = 0;
    note(c, from, to, against, isfinite(from) ? &corner : NULL);
}

/// Returns twice the area that the corners enclose, in local lengths; its sign is the winding.
static double area_of(const flr_frame2 *f, const flr_outline2 *o)
{
    double sum = 0;
    flr_local2 base = flr_frame2_point(f, flr_outline2_corner(o, 0));
    for (size_t i = 1; i + 1 < o->count; ++i) {
        flr_local2 p = flr_local2_sub(flr_frame2_point(f, flr_outline2_corner(o, i)), base);
        flr_local2 q = flr_local2_sub(flr_frame2_point(f, flr_outline2_corner(o, i + 1)), base);
        sum += flr_local2_cross(p, q);
    }
    return sum;
}

static void note_crossing(state *c, const flr_edge2 *g, double winding)
{
    flr_local2 along = flr_frame2_along(&c->frame, g), normal = {along.y, -along.x};
    double facing = flr_local2_dot(normal, c->heading);
    if (winding < 0 || (winding == 0 && facing > 0)) normal.x = -normal.x, normal.y = -normal.y;
    const flr_vec2 *corner = NULL;
    if (g->kind != FLR_OUTLINE2_LINE && flr_edge2_side(&c->edge, g->a) == 0)
        corner = &g->a;
    else if (g->kind == FLR_OUTLINE2_CHAIN && flr_edge2_side(&c->edge, g->b) == 0)
        corner = &g->b;
    double t = flr_frame2_crossing(&c->frame, &c->edge, g);
    note(c, t, t, normal, corner);
}

/// Casts at the edges of a core.
static void cast_edges(state *c, const flr_outline2 *shape)
{
    size_t edges = flr_outline2_edges(shape);
    double winding = shape->solid && edges > 0 ? area_of(&c->frame, shape) : 0;
    for (size_t i = 0; i < edges; ++i) {
        flr_edge2 g = flr_outline2_edge(shape, i);
        if (!flr_edge2_meet(&c->edge, &g)) continue;
        c->noting = (uint32_t)i;
        if (collinear(&c->edge, &g))
            note_stretch(c, &g);
        else
            note_crossing(c, &g, winding);
    }
}

// ---- Planes and halfspaces

/// Returns the exact sign of the product of the path's direction and the normal.
static int rise(const state *c, const flr_outline2 *shape, int start)
{
    if (c->edge.kind != FLR_OUTLINE2_CHAIN)
        return flr_dot2_sign(shape->direction, flr_vec2_make(0, 0), c->edge.b);
    int end = flr_plane2_side_sign(shape->direction, shape->offset, c->edge.b);
    if (start != end) return end > start ? 1 : -1;
    return flr_dot2_sign(shape->direction, c->edge.a, c->edge.b);
}

/// Returns the height of p over the plane in local lengths.
static double height(const state *c, const flr_outline2 *shape, flr_local2 n, int exponent, flr_vec2 p)
{
    double offset = ldexp((double)shape->offset, -4 - exponent);
    const dvec3 m = {0x1p-4 * n.x, 0x1p-4 * n.y, 0}, at = {(double)p.x, (double)p.y, 0};
    double h = flr_dot_minus_compensated(m, at, offset);
    if (!isfinite(h)) h = m.x * at.x + m.y * at.y - offset;
    return ldexp(h, 4 - c->frame.exponent);
}

/// Casts at a plane or halfspace.
static void cast_normal(state *c, const flr_outline2 *shape)
{
    int start = flr_plane2_side_sign(shape->direction, shape->offset, c->edge.a);
    int way = rise(c, shape, start);
    bool solid = shape->kind == FLR_OUTLINE2_HALFSPACE, ends = c->edge.kind == FLR_OUTLINE2_CHAIN;
    int end = ends ? flr_plane2_side_sign(shape->direction, shape->offset, c->edge.b) : 0;
    int exponent;
    flr_local2 n = flr_local2_direction(shape->direction, &exponent);
    if (way == 0) {
        if (start == 0 || (solid && start < 0)) note(c, -INFINITY, INFINITY, n, NULL);
        return;
    }
    bool reached =
        c->edge.kind == FLR_OUTLINE2_LINE || start == 0 || (ends ? start * end <= 0 : start * way < 0);
    double t = 0;
    if (reached && start != 0) {
        double h = height(c, shape, n, exponent, c->edge.a);
        t = -h / flr_local2_dot(n, c->d);
        if (ends && end == 0) t = 1;
        if (c->edge.kind != FLR_OUTLINE2_LINE && !(t > 0)) t = 0;
        if (ends && t > 1) t = 1;
    }
    double from = solid && way > 0 ? -INFINITY : t, to = solid && way < 0 ? INFINITY : t;
    if (!reached) {  // all of the path is on one side
        if (!solid || start > 0) return;
        from = -INFINITY, to = INFINITY;
    }
    note(c, from, to, n, NULL);
}

// ---- Round shapes

/// Casts at a core with a radius above 0.
static void cast_round(state *c, const flr_outline2 *shape)
{
    if (c->heading.x == 0 && c->heading.y == 0) return;  // too short for the size of the scene
    double radius = flr_frame2_length(&c->frame, shape->radius);
    flr_edge2 core = flr_outline2_edge(shape, 0);
    flr_local2 a = flr_frame2_point(&c->frame, core.a), b = flr_frame2_point(&c->frame, core.b);
    round2_span s = round2_span_make(c->origin, c->heading, a, b, shape->count, radius);
    if (!(s.from <= s.to)) return;
    flr_local2 normal = round2_normal(c->origin, c->heading, a, b, s.from);
    note(c, ldexp(s.from, -c->stretch), ldexp(s.to, -c->stretch), normal, NULL);
}

/// Is the path a whole segment, ray or line, and so an outline that overlap is defined for?
static bool is_whole(const flr_raycast2_path *path, flr_outline2 *line)
{
    const flr_segment2 segment = {path->origin, path->target};
    const flr_ray2 ray = {path->origin, path->direction};
    const flr_line2 all = {path->origin, path->direction};
    *line = path->to_target    ? flr_outline2_of_segment(&segment)
            : path->t_min == 0 ? flr_outline2_of_ray(&ray)
                               : flr_outline2_of_line(&all);
    if (path->to_target) return path->t_min == 0 && path->t_max == 1;
    return isinf(path->t_max) && (path->t_min == 0 || isinf(path->t_min));
}

/// Makes the rounded yes or no agree with overlap. The path begins outside.
static void settle_round(state *c, const flr_outline2 *shape)
{
    flr_outline2 line;
    if (!is_whole(c->path, &line)) return;
    bool meet = flr_outline2_meet(&line, shape);
    if (meet == c->hit) return;
    c->hit = false;
    if (!meet) return;
    // it touches at the point nearest to an end of the core, or at an end of the path
    flr_edge2 core = flr_outline2_edge(shape, 0);
    flr_local2 a = flr_frame2_point(&c->frame, core.a), b = flr_frame2_point(&c->frame, core.b), normals[4];
    double at[4] = {nearest_t(c, core.a), nearest_t(c, core.b), c->low, c->high}, off[4], least = INFINITY;
    for (int k = 0; k < 4; ++k) {
        if (at[k] < c->low) at[k] = c->low;
        if (at[k] > c->high) at[k] = c->high;
        normals[k] = round2_normal(c->origin, c->d, a, b, at[k]);
        off[k] = flr_local2_dot(normals[k], normals[k]);
        if (off[k] < least) least = off[k];
    }
    for (int k = 0; k < 4; ++k)
        if (off[k] <= least * (1 + 0x1p-40)) note(c, at[k], at[k], normals[k], NULL);
}

// ---- Any outline

static state start(const flr_raycast2_path *path, const flr_outline2 *shape)
{
    state c;
    c.path = path;
    flr_outline2 line = flr_outline2_of_point(path->origin);
    c.edge.kind = path->t_min == 0 ? FLR_OUTLINE2_RAY : FLR_OUTLINE2_LINE;
    c.edge.a = path->origin;
    c.edge.b = path->direction;
    if (path->to_target || path->is_point) {
        const flr_segment2 s = {path->origin, path->is_point ? path->origin : path->target};
        c.edge.kind = FLR_OUTLINE2_CHAIN;
        c.edge.b = s.b;
        line = flr_outline2_of_segment(&s);
    }
    c.frame = flr_frame2_make(&line, shape);
    c.origin = flr_frame2_point(&c.frame, path->origin);
    c.d = flr_frame2_along(&c.frame, &c.edge);
    c.square = flr_local2_dot(c.d, c.d);
    c.heading = flr_local2_scaled(c.d, &c.stretch);
    c.exponent = 0;
    if (c.edge.kind != FLR_OUTLINE2_CHAIN) {
        (void)flr_local2_direction(path->direction, &c.exponent);
        c.exponent = c.frame.exponent - c.exponent;
    }
    c.low = ldexp((double)path->t_min, -c.exponent);
    c.high = ldexp((double)path->t_max, -c.exponent);
    c.hit = false;
    c.first = c.last = 0;
    c.normal.x = c.normal.y = 0;
    c.facing = 0;
    c.at_corner = false;
    c.corner = path->origin;
    c.noting = c.first_edge = c.last_edge = 0;
    return c;
}

/// Returns where the path begins, if it has a start.
static flr_vec2 beginning(const state *c)
{
    return c->low == 0 ? c->path->origin : flr_edge2_point(&c->frame, &c->edge, c->low);
}

static bool is_solid(const flr_outline2 *shape)
{
    return shape->solid || shape->radius > 0 || shape->kind == FLR_OUTLINE2_HALFSPACE;
}

static flr_vec2 ending(const state *c)
{
    bool to_target = c->path->to_target && c->high == 1;
    return to_target ? c->path->target : flr_edge2_point(&c->frame, &c->edge, c->high);
}

static bool in_solid(const flr_outline2 *shape, flr_vec2 p)
{
    flr_outline2 point = flr_outline2_of_point(p);
    return flr_outline2_meet(&point, shape);
}

static flr_real within_limits(const state *c, double local)
{
    flr_real t = (flr_real)ldexp(local, c->exponent);
    if (t < c->path->t_min) t = c->path->t_min;
    if (t > c->path->t_max) t = c->path->t_max;
    return t;
}

static flr_vec2 unit_normal(const state *c)
{
    flr_local2 n = c->normal;
    double length = sqrt(flr_local2_dot(n, n)), along = flr_local2_dot(n, c->heading);
    if (!(length > 0x1p-450)) {
        unit2_make(&n.x, &n.y);
        length = sqrt(flr_local2_dot(n, n));
        along = flr_local2_dot(n, c->heading);
    }
    if (!(length > 0)) {
        n.x = -c->heading.x, n.y = -c->heading.y;
        length = sqrt(flr_local2_dot(n, n));
        along = -1;
    }
    if (!(length > 0)) return flr_vec2_make(0, 0);
    double sign = along > 0 ? -1 : 1;
    return flr_vec2_make((flr_real)(sign * n.x / length), (flr_real)(sign * n.y / length));
}

static flr_rayhit2 answer(const state *c)
{
    flr_rayhit2 result = {.hit = false};
    if (!c->hit) return result;
    result.hit = true;
    result.t = within_limits(c, c->first);
    result.t_last = within_limits(c, c->last);
    result.normal = unit_normal(c);
    result.edge = c->first_edge;
    result.edge_last = c->last_edge;
    if (!isfinite(c->first)) return result;
    result.point = c->at_corner ? c->corner : flr_edge2_point(&c->frame, &c->edge, c->first);
    return result;
}

/// A path without direction or length is its origin.
static flr_rayhit2 point_answer(const flr_raycast2_path *path, const flr_outline2 *shape)
{
    flr_rayhit2 result = {.hit = false};
    flr_outline2 point = flr_outline2_of_point(path->origin);
    if (!flr_outline2_meet(&point, shape)) return result;
    result.hit = true;
    result.inside = is_solid(shape);
    if (path->t_min > 0) result.t = path->t_min;
    if (path->t_max < 0) result.t = path->t_max;
    result.t_last = result.t;
    result.point = path->origin;
    return result;
}

bool flr_raycast2_recenter(const flr_raycast2_path *path, const flr_outline2 *shape,
                           flr_raycast2_recentered *c)
{
    const flr_segment2 ends = {path->origin, path->to_target ? path->target : path->origin};
    const flr_outline2 line = flr_outline2_of_segment(&ends);
    if (!shape->far) return false;
    flr_outline2_recenter(&line, shape, &c->pair);
    c->path = *path;
    c->path.origin = c->pair.a.corner[0];
    c->path.target = c->pair.a.corner[1];
    return true;
}

flr_rayhit2 flr_raycast2_outline(const flr_raycast2_path *path, const flr_outline2 *shape)
{
    flr_raycast2_recentered near;
    if (flr_raycast2_recenter(path, shape, &near))
        return flr_raycast2_recenter_back(&near, flr_raycast2_outline(&near.path, &near.pair.b));
    flr_rayhit2 none = {.hit = false};
    if (!(path->t_min <= path->t_max)) return none;
    if (path->is_point || (path->t_min == 0 && path->t_max == 0)) return point_answer(path, shape);
    state c = start(path, shape);
    if (!isfinite(c.origin.x + c.origin.y + c.d.x + c.d.y)) return none;
    bool inside = is_solid(shape) && isfinite(c.low) && in_solid(shape, beginning(&c));
    const flr_local2 zero = {0, 0};
    if (inside) note(&c, c.low, c.low, zero, NULL);
    if (flr_outline2_by_normal(shape))
        cast_normal(&c, shape);
    else if (shape->radius > 0)
        cast_round(&c, shape);
    else
        cast_edges(&c, shape);
    if (shape->radius > 0 && !inside) settle_round(&c, shape);
    if (c.hit && is_solid(shape) && isfinite(c.high) && in_solid(shape, ending(&c))) c.last = c.high;
    flr_rayhit2 result = answer(&c);
    if (inside) {
        result.inside = true;
        result.t = path->t_min;
        result.point = beginning(&c);
        result.normal = flr_vec2_make(0, 0);
        result.edge = 0;
    }
    return result;
}
