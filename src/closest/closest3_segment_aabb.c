#include "closest/box3.h"
#include "closest/meet3_aabb.h"

static flr_vec3 clamped(flr_vec3 p, const flr_aabb3 *b) { return flr_max3(b->min, flr_min3(b->max, p)); }

static double nearest_parameter(const flr_frame3 *f, const flr_span3 *s, const flr_aabb3 *b)
{
    dvec3 low = flr_frame3_local(f, b->min), high = flr_frame3_local(f, b->max);
    const double origin[3] = {s->origin.x, s->origin.y, s->origin.z};
    const double direction[3] = {s->direction.x, s->direction.y, s->direction.z};
    const double corner_low[3] = {low.x, low.y, low.z}, corner_high[3] = {high.x, high.y, high.z};
    return flr_span3_nearest_to_box(origin, direction, s->low, s->high, corner_low, corner_high);
}

static double gap_at(const flr_frame3 *f, const flr_span3 *s, double t, const flr_aabb3 *b)
{
    dvec3 low = flr_frame3_local(f, b->min), high = flr_frame3_local(f, b->max), p = flr_span3_at(s, t);
    dvec3 gap = {p.x - flr_clamped(p.x, low.x, high.x), p.y - flr_clamped(p.y, low.y, high.y),
                 p.z - flr_clamped(p.z, low.z, high.z)};
    return flr_local3_length(gap);
}

static flr_closest3 span_aabb(const flr_frame3 *f, const flr_span3 *s, const flr_aabb3 *b)
{
    double t = nearest_parameter(f, s, b);
    flr_vec3 p = flr_span3_world(f, s, t), q = clamped(p, b);
    flr_closest3 result = {flr_frame3_distance(f, gap_at(f, s, t, b)), p, q};
    if (result.distance == 0) result.point_a = q;
    return result;
}

/// Whether the two meet is decided exactly; the distance then agrees.
static flr_closest3 settled(flr_closest3 c, bool meet)
{
    if (meet) return flr_closest3_meeting(c.point_b);
    c.distance = flr_real_from_distance(flr_keep_apart((double)c.distance));
    return c;
}

/// Squared distance along the segment is convex and made of parabolas: the one that holds the
/// least is found by the sign of the slope at their breaks. Whether the two meet is asked exactly.
flr_closest3 flr_closest3_segment_aabb(const flr_segment3 *s, const flr_aabb3 *b)
{
    const flr_vec3 points[4] = {s->a, s->b, b->min, b->max};
    flr_frame3 f = flr_frame3_make(points, 4, 0);
    flr_span3 span = flr_span3_segment(&f, s);
    flr_closest3 result = span_aabb(&f, &span, b);
    return settled(result, flr_meet3_points_aabb(points, 2, b));
}

flr_closest3 flr_closest3_ray_aabb(const flr_ray3 *r, const flr_aabb3 *b)
{
    const flr_vec3 points[3] = {r->origin, b->min, b->max};
    flr_frame3 f = flr_frame3_make(points, 3, 0);
    flr_span3 span = flr_span3_ray(&f, r);
    return settled(span_aabb(&f, &span, b), flr_meet3_path_aabb(r->origin, r->direction, true, b));
}

flr_closest3 flr_closest3_line_aabb(const flr_line3 *l, const flr_aabb3 *b)
{
    const flr_vec3 points[3] = {l->origin, b->min, b->max};
    flr_frame3 f = flr_frame3_make(points, 3, 0);
    flr_span3 span = flr_span3_line(&f, l);
    return settled(span_aabb(&f, &span, b), flr_meet3_path_aabb(l->origin, l->direction, false, b));
}
