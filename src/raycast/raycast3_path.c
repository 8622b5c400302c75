/// Paths in space, and a path against a segment.

#include "raycast/raycast3_path.h"
#include "math/vectors.h"

// ---- Making paths

/// Makes the range empty.
static void make_nothing(flr_raycast3_path *p)
{
    flr_raycast3_path nothing = {
        .direction = {1, 0, 0}, .t_min = 1, .t_max = 0, .reciprocal = {1, 1, 1}, .spread = 1};
    *p = nothing;
}

/// Makes a path of its origin alone, for a zero direction: any direction over a range of one t.
static void make_point(flr_raycast3_path *p)
{
    p->is_point = true;
    p->point_t = p->t_min > 0 ? p->t_min : p->t_max < 0 ? p->t_max : 0;
    p->to_target = false;
    p->direction = flr_vec3_make(1, 0, 0);
    p->t_min = p->t_max = 0;
}

static void make_ready(flr_raycast3_path *p)
{
    bool in_range = p->t_min <= p->t_max && p->t_min < INFINITY && p->t_max > -INFINITY;
    if (!(in_range && flr_is_finite3(p->origin) && flr_is_finite3(p->direction))) {
        make_nothing(p);
        return;
    }
    if (flr_is_zero3(p->direction)) make_point(p);
    const dvec3 d = raycast3_step(p);
    p->reciprocal[0] = 1 / (d.x + 0.0);  // a negative zero becomes a positive one, as for `negative`
    p->reciprocal[1] = 1 / (d.y + 0.0);
    p->reciprocal[2] = 1 / (d.z + 0.0);
    p->negative[0] = d.x < 0;
    p->negative[1] = d.y < 0;
    p->negative[2] = d.z < 0;
    p->spread = fabs(d.x) + fabs(d.y) + fabs(d.z);
}

flr_raycast3_path flr_raycast3_path_make(flr_vec3 origin, flr_vec3 direction, flr_real t_min, flr_real t_max)
{
    flr_raycast3_path p = {.origin = origin, .direction = direction, .t_min = t_min, .t_max = t_max};
    make_ready(&p);
    return p;
}

flr_raycast3_path flr_raycast3_path_ray(const flr_ray3 *r)
{
    return flr_raycast3_path_make(r->origin, r->direction, 0, INFINITY);
}

flr_raycast3_path flr_raycast3_path_line(const flr_line3 *l)
{
    return flr_raycast3_path_make(l->origin, l->direction, -INFINITY, INFINITY);
}

flr_raycast3_path flr_raycast3_path_segment(const flr_segment3 *s)
{
    flr_raycast3_path p = {.origin = s->a, .direction = flr_sub3(s->b, s->a), .t_max = 1};
    p.target = s->b;
    p.to_target = true;
    make_ready(&p);
    return p;
}

// ---- A line and a segment, exactly

static int sign_of(double x) { return (x > 0) - (x < 0); }

/// Compares t = above / below with `limit`. `rest` is the sign of above - limit * below, and `below` that of
/// the denominator.
static int compare(flr_real limit, int rest, int below)
{
    if (limit == INFINITY) return -1;
    if (limit == -INFINITY) return 1;
    return rest * below;
}

/// Returns the crossing of two lines in the plane perpendicular to `axis`, if they are not parallel.
static raycast3_meeting crossing(const flr_raycast3_path *p, const flr_row3 *axis, const flr_row3 *edge,
                                 flr_vec3 a)
{
    flr_row3 d = raycast3_direction(p), from = flr_row3_difference(a, p->origin);
    flr_scaled above, below;
    flr_triple3_exact(axis, &from, edge, &above);
    int turn = flr_triple3_exact(axis, &d, edge, &below);
    raycast3_meeting m = {flr_scaled_ratio(above, below), 0, 0};
    int rest[2] = {0, 0};
    const flr_real limit[2] = {p->t_min, p->t_max};
    for (int i = 0; i < 2; ++i) {
        if (!isfinite(limit[i])) continue;
        flr_row3 at = raycast3_at(p, limit[i], a);
        rest[i] = -flr_triple3_exact(axis, &at, edge, 0);
    }
    m.against_min = compare(limit[0], rest[0], turn);
    m.against_max = compare(limit[1], rest[1], turn);
    return m;
}

/// Returns a point that is known to lie on the line, by the coordinate along which the line runs fastest.
static raycast3_meeting at_point(const flr_raycast3_path *p, flr_vec3 a)
{
    dvec3 step = raycast3_step(p);
    const double d[3] = {fabs(step.x), fabs(step.y), fabs(step.z)};
    int k = d[0] >= d[1] ? (d[0] >= d[2] ? 0 : 2) : (d[1] >= d[2] ? 1 : 2);
    flr_row3 i = flr_row3_axis((k + 1) % 3), j = flr_row3_axis((k + 2) % 3);
    flr_row3 along = raycast3_direction(p), from = flr_row3_difference(a, p->origin);
    flr_scaled above, below;
    flr_triple3_exact(&i, &j, &from, &above);
    int turn = flr_triple3_exact(&i, &j, &along, &below);
    raycast3_meeting m = {flr_scaled_ratio(above, below), 0, 0};
    int rest[2] = {0, 0};
    const flr_real limit[2] = {p->t_min, p->t_max};
    for (int n = 0; n < 2; ++n) {
        if (!isfinite(limit[n])) continue;
        flr_row3 at = raycast3_at(p, limit[n], a);
        rest[n] = -flr_triple3_exact(&i, &j, &at, 0);
    }
    m.against_min = compare(limit[0], rest[0], turn);
    m.against_max = compare(limit[1], rest[1], turn);
    return m;
}

/// Are the two certainly on different lines, by plain arithmetic?
static bool is_far_off(const flr_raycast3_path *p, flr_vec3 a, flr_vec3 b)
{
    const double s[3] = {(double)a.x - (double)p->origin.x, (double)a.y - (double)p->origin.y,
                         (double)a.z - (double)p->origin.z};
    const double e[3] = {(double)b.x - (double)a.x, (double)b.y - (double)a.y, (double)b.z - (double)a.z};
    dvec3 step = raycast3_step(p);
    const double d[3] = {step.x, step.y, step.z};
    double triple = 0, absolute = FLR_FILTER_FLOOR;
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        double left = s[i] * e[j], right = s[j] * e[i];
        triple += d[k] * (left - right);
        absolute += fabs(d[k]) * (fabs(left) + fabs(right) + FLR_FILTER_FLOOR);
    }
    return sign_of(triple) && fabs(triple) > FLR_FILTER_RELATIVE3 * absolute;
}

int flr_raycast3_line_segment(const flr_raycast3_path *p, flr_vec3 a, flr_vec3 b, raycast3_meeting meeting[2])
{
    if (is_far_off(p, a, b)) return 0;
    flr_row3 d = raycast3_direction(p), edge = flr_row3_difference(b, a);
    flr_row3 from_a = flr_row3_difference(a, p->origin), from_b = flr_row3_difference(b, p->origin);
    bool on_line = true;
    for (int k = 0; k < 3; ++k) {
        flr_row3 axis = flr_row3_axis(k);
        int side_a = flr_triple3_exact(&axis, &d, &from_a, 0);
        if (side_a != 0) on_line = false;
        if (flr_triple3_exact(&axis, &d, &edge, 0) == 0) continue;
        if (flr_triple3_exact(&d, &from_a, &edge, 0) != 0) return 0;
        if (side_a * flr_triple3_exact(&axis, &d, &from_b, 0) > 0) return 0;
        meeting[0] = crossing(p, &axis, &edge, a);
        return 1;
    }
    if (!on_line) return 0;
    meeting[0] = at_point(p, a);
    meeting[1] = at_point(p, b);
    return 2;
}

flr_rayhit3 flr_raycast3_ray_segment(const flr_raycast3_path *path, const flr_segment3 *s)
{
    flr_rayhit3 r = {.hit = false};
    if (!(path->t_min <= path->t_max) || !flr_is_finite3(s->a) || !flr_is_finite3(s->b)) return r;
    raycast3_meeting meeting[2];
    raycast3_span span = {.count = 0};
    raycast3_span_add(&span, meeting, flr_raycast3_line_segment(path, s->a, s->b, meeting));
    if (!raycast3_span_is_hit(&span)) return r;
    flr_real t = raycast3_clamp_t(path, span.first);
    r.hit = true;
    r.t = raycast3_reported_t(path, t);
    r.t_exit = raycast3_reported_t(path, raycast3_clamp_t(path, span.last));
    r.point = raycast3_point(path, t);
    return r;
}
