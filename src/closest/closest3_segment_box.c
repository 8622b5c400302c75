#include "closest/box3.h"
#include "closest/meet3_aabb.h"

typedef struct box_span {
    flr_frame3 frame;
    flr_span3 span;                ///< in the frame of the world
    dvec3 origin, end, direction;  ///< in the coordinates of the box
    dvec3 half;
} box_span;

static flr_real largest_half(const flr_box3 *b)
{
    flr_real largest = b->half_extents.x > b->half_extents.y ? b->half_extents.x : b->half_extents.y;
    return b->half_extents.z > largest ? b->half_extents.z : largest;
}

static box_span into_box(flr_frame3 f, flr_span3 span, const flr_box3 *b)
{
    box_span s;
    s.frame = f;
    s.span = span;
    s.origin = flr_box3_coordinates(b, span.origin);
    s.end = flr_box3_coordinates(b, span.end);
    s.direction = span.high < INFINITY ? dvec3_sub(s.end, s.origin) : flr_box3_coordinates(b, span.direction);
    s.half.x = flr_frame3_length(&f, b->half_extents.x);
    s.half.y = flr_frame3_length(&f, b->half_extents.y);
    s.half.z = flr_frame3_length(&f, b->half_extents.z);
    return s;
}

static flr_closest3 span_box(const box_span *s, const flr_box3 *b)
{
    const double origin[3] = {s->origin.x, s->origin.y, s->origin.z};
    const double direction[3] = {s->direction.x, s->direction.y, s->direction.z};
    const double low[3] = {-s->half.x, -s->half.y, -s->half.z}, high[3] = {s->half.x, s->half.y, s->half.z};
    double t = flr_span3_nearest_to_box(origin, direction, s->span.low, s->span.high, low, high);
    dvec3 p = t == s->span.high ? s->end : dvec3_add_scaled(s->origin, t, s->direction);
    dvec3 q = {flr_clamped(p.x, low[0], high[0]), flr_clamped(p.y, low[1], high[1]),
               flr_clamped(p.z, low[2], high[2])};
    double distance = flr_local3_length(dvec3_sub(p, q));
    flr_closest3 result = {flr_frame3_distance(&s->frame, distance), flr_span3_world(&s->frame, &s->span, t),
                           flr_frame3_world(&s->frame, flr_box3_vector(b, q))};
    if (result.distance == 0) result.point_b = result.point_a;
    return result;
}

static flr_vec3 rounded(dvec3 p) { return flr_vec3_make((flr_real)p.x, (flr_real)p.y, (flr_real)p.z); }

/// The distance as whether they meet has it.
static flr_closest3 settled(flr_closest3 c, bool meet)
{
    if (meet) return flr_closest3_meeting(c.point_a);
    c.distance = flr_real_from_distance(flr_keep_apart((double)c.distance));
    return c;
}

static flr_aabb3 own_box(const box_span *s)
{
    flr_vec3 half = rounded(s->half);
    return (flr_aabb3){flr_neg3(half), half};
}

/// A ray or line in the coordinates of the box.
static flr_closest3 path_box(const box_span *s, bool ray, const flr_box3 *b)
{
    const flr_aabb3 own = own_box(s);
    return settled(span_box(s, b), flr_meet3_path_aabb(rounded(s->origin), rounded(s->direction), ray, &own));
}

/// As for the aabb, in the coordinates of the box; meeting is exact for the coordinates as rounded.
flr_closest3 flr_closest3_segment_box(const flr_segment3 *s, const flr_box3 *b)
{
    const flr_vec3 points[3] = {b->center, s->a, s->b};
    flr_frame3 f = flr_frame3_make(points, 3, largest_half(b));
    box_span in = into_box(f, flr_span3_segment(&f, s), b);
    const flr_vec3 ends[2] = {rounded(in.origin), rounded(in.end)};
    const flr_aabb3 own = own_box(&in);
    return settled(span_box(&in, b), flr_meet3_points_aabb(ends, 2, &own));
}

flr_closest3 flr_closest3_ray_box(const flr_ray3 *r, const flr_box3 *b)
{
    const flr_vec3 points[2] = {b->center, r->origin};
    flr_frame3 f = flr_frame3_make(points, 2, largest_half(b));
    box_span in = into_box(f, flr_span3_ray(&f, r), b);
    return path_box(&in, true, b);
}

flr_closest3 flr_closest3_line_box(const flr_line3 *l, const flr_box3 *b)
{
    const flr_vec3 points[2] = {b->center, l->origin};
    flr_frame3 f = flr_frame3_make(points, 2, largest_half(b));
    box_span in = into_box(f, flr_span3_line(&f, l), b);
    return path_box(&in, false, b);
}

/// A rectangle is a box with a half extent of 0.
flr_closest3 flr_closest3_segment_rectangle(const flr_segment3 *s, const flr_rectangle3 *r)
{
    flr_box3 b = flr_box3_of_rectangle(r);
    return flr_closest3_segment_box(s, &b);
}
