/// Closest points with axis-aligned and oriented boxes, and with rectangles, which are boxes without a
/// thickness (RTCD 5.1.3, 5.1.4).
///
/// Along a line the squared distance from a box is convex and made of parabolas: the one that holds the
/// least is found by the sign of the slope at their breaks. An exact test decides whether the two
/// intersect.

#include "closest/closest3_lanes.h"
#include "closest/exact3.h"
#include "closest/frame3.h"
#include "closest/span3.h"

// ---- The point of a line nearest to a box

/// One coordinate of the moving point. Before `enter` it is outside, past the bound `first`; after `leave`
/// it is outside again, past the bound `last`. A coordinate that stands still never matters, and is left
/// out.
typedef struct moving_axis {
    double origin, direction, first, last, enter, leave;
} moving_axis;

typedef struct motion {
    moving_axis axis[3];
    int axes;
} motion;

/// Computes for each axis along which a path moves when it enters and leaves the slab of the box.
static motion make_motion(const double origin[3], const double direction[3], const double corner_low[3],
                          const double corner_high[3])
{
    motion m;
    m.axes = 0;
    for (int i = 0; i < 3; ++i) {
        double d = direction[i];
        if (d == 0) continue;
        moving_axis *a = &m.axis[m.axes++];
        a->origin = origin[i];
        a->direction = d;
        a->first = d > 0 ? corner_low[i] : corner_high[i];
        a->last = d > 0 ? corner_high[i] : corner_low[i];
        a->enter = (a->first - origin[i]) / d;
        a->leave = (a->last - origin[i]) / d;
    }
    return m;
}

/// Returns half the derivative of the squared distance by t, which never falls as t grows.
static double slope(const motion *m, double t)
{
    double sum = 0;
    for (int i = 0; i < m->axes; ++i) {
        const moving_axis *a = &m->axis[i];
        double x = a->origin + t * a->direction;
        if (t < a->enter) sum += a->direction * (x - a->first);
        if (t > a->leave) sum += a->direction * (x - a->last);
    }
    return sum;
}

/// Returns where the parabola is least that the squared distance is between two neighbouring breaks.
static double least_between(const motion *m, double from, double to)
{
    double sum = 0, square = 0;
    for (int i = 0; i < m->axes; ++i) {
        const moving_axis *a = &m->axis[i];
        bool before = to <= a->enter, after = from >= a->leave;
        if (!before && !after) continue;
        sum += a->direction * ((before ? a->first : a->last) - a->origin);
        square += a->direction * a->direction;
    }
    double t = square > 0 ? sum / square : from > -INFINITY ? from : to < INFINITY ? to : 0;
    return flr_clamped(t, from, to);
}

/// Collects in order the parameters between low and high at which the path enters or leaves a slab.
static int sorted_breaks(const motion *m, double low, double high, double breaks[6])
{
    int count = 0;
    for (int i = 0; i < 2 * m->axes; ++i) {
        double t = i & 1 ? m->axis[i / 2].leave : m->axis[i / 2].enter;
        if (!(t > low && t < high)) continue;
        int k = count++;
        for (; k > 0 && breaks[k - 1] > t; --k) breaks[k] = breaks[k - 1];
        breaks[k] = t;
    }
    return count;
}

/// Returns the parameter in [low, high] of the point of origin + t * direction nearest to the box between
/// the corners. If an interval is nearest, it is the least t.
static double nearest_to_box(const double origin[3], const double direction[3], double low, double high,
                             const double corner_low[3], const double corner_high[3])
{
    motion m = make_motion(origin, direction, corner_low, corner_high);
    if (m.axes == 0) return low > -INFINITY ? low : 0;
    if (low > -INFINITY && slope(&m, low) >= 0) return low;
    if (high < INFINITY && slope(&m, high) < 0) return high;
    double breaks[6], from = low;
    int count = sorted_breaks(&m, low, high, breaks);
    for (int i = 0; i < count; ++i) {
        double at = slope(&m, breaks[i]);
        if (at == 0) return breaks[i];
        if (at > 0) return least_between(&m, from, breaks[i]);
        from = breaks[i];
    }
    return least_between(&m, from, high);
}

// ---- Axis-aligned boxes

static flr_real clamped_real(flr_real x, flr_real low, flr_real high)
{
    return x < low ? low : x > high ? high : x;
}

/// RTCD 5.1.3: the coordinates themselves are compared, so nothing is rounded until the length is.
flr_closest3 flr_closest3_point_aabb(flr_vec3 p, const flr_aabb3 *b)
{
    simd3_nearest n = simd3_point_aabb(simd3_all(p), simd3_all(b->min), simd3_all(b->max));
    flr_vec3 q = simd3_vec3(n.point);
    if (!n.decided) return flr_closest3_point_point(p, q);
    flr_closest3 result = {simd_real(simd_sqrt(n.squared)), p, q};
    return result;
}

/// RTCD 5.1.3.1.
flr_real flr_distance_squared3_point_aabb(flr_vec3 p, const flr_aabb3 *b)
{
    flr_vec3 q = flr_vec3_make(clamped_real(p.x, b->min.x, b->max.x), clamped_real(p.y, b->min.y, b->max.y),
                               clamped_real(p.z, b->min.z, b->max.z));
    return flr_distance_squared3(p, q);
}

static flr_vec3 clamped(flr_vec3 p, const flr_aabb3 *b) { return flr_max3(b->min, flr_min3(b->max, p)); }

static double nearest_parameter(const flr_frame3 *f, const flr_span3 *s, const flr_aabb3 *b)
{
    dvec3 low = flr_frame3_local(f, b->min), high = flr_frame3_local(f, b->max);
    const double origin[3] = {s->origin.x, s->origin.y, s->origin.z};
    const double direction[3] = {s->direction.x, s->direction.y, s->direction.z};
    const double corner_low[3] = {low.x, low.y, low.z}, corner_high[3] = {high.x, high.y, high.z};
    return nearest_to_box(origin, direction, s->low, s->high, corner_low, corner_high);
}

static double gap_at(const flr_frame3 *f, const flr_span3 *s, double t, const flr_aabb3 *b)
{
    dvec3 low = flr_frame3_local(f, b->min), high = flr_frame3_local(f, b->max), p = flr_span3_at(s, t);
    dvec3 gap = {p.x - flr_clamped(p.x, low.x, high.x), p.y - flr_clamped(p.y, low.y, high.y),
                 p.z - flr_clamped(p.z, low.z, high.z)};
    return dvec3_length(gap);
}

static flr_closest3 span_aabb(const flr_frame3 *f, const flr_span3 *s, const flr_aabb3 *b)
{
    double t = nearest_parameter(f, s, b);
    flr_vec3 p = flr_span3_world(f, s, t), q = clamped(p, b);
    flr_closest3 result = {flr_frame3_distance(f, gap_at(f, s, t, b)), p, q};
    if (result.distance == 0) result.point_a = q;
    return result;
}

/// Makes the distance agree with the exact yes or no.
static flr_closest3 aabb_with_exact(flr_closest3 c, bool meet)
{
    if (meet) return flr_closest3_common_point(c.point_b);
    c.distance = flr_real_from_distance(flr_keep_apart((double)c.distance));
    return c;
}

flr_closest3 flr_closest3_segment_aabb(const flr_segment3 *s, const flr_aabb3 *b)
{
    const flr_vec3 points[4] = {s->a, s->b, b->min, b->max};
    flr_frame3 f = flr_frame3_make(points, 4, 0);
    flr_span3 span = flr_span3_segment(&f, s);
    flr_closest3 result = span_aabb(&f, &span, b);
    return aabb_with_exact(result, flr_exact3_points_aabb(points, 2, b));
}

flr_closest3 flr_closest3_ray_aabb(const flr_ray3 *r, const flr_aabb3 *b)
{
    const flr_vec3 points[3] = {r->origin, b->min, b->max};
    flr_frame3 f = flr_frame3_make(points, 3, 0);
    flr_span3 span = flr_span3_ray(&f, r);
    return aabb_with_exact(span_aabb(&f, &span, b), flr_exact3_path_aabb(r->origin, r->direction, true, b));
}

flr_closest3 flr_closest3_line_aabb(const flr_line3 *l, const flr_aabb3 *b)
{
    const flr_vec3 points[3] = {l->origin, b->min, b->max};
    flr_frame3 f = flr_frame3_make(points, 3, 0);
    flr_span3 span = flr_span3_line(&f, l);
    return aabb_with_exact(span_aabb(&f, &span, b), flr_exact3_path_aabb(l->origin, l->direction, false, b));
}

// ---- Oriented boxes

typedef struct box_gap {
    flr_frame3 frame;
    dvec3 nearest;   ///< in the coordinates of the box
    double squared;  ///< 0 for a point inside
} box_gap;

/// Finds the point of the box that is nearest to p, in the axes of the box.
static box_gap measure(flr_vec3 p, const flr_box3 *b)
{
    const flr_vec3 points[2] = {b->center, p};
    box_gap g;
    flr_real reach = b->half_extents.x > b->half_extents.y ? b->half_extents.x : b->half_extents.y;
    if (b->half_extents.z > reach) reach = b->half_extents.z;
    g.frame = flr_frame3_make(points, 2, reach);
    dvec3 q = flr_box3_coordinates(b, flr_frame3_local(&g.frame, p));
    double x = flr_frame3_length(&g.frame, b->half_extents.x);
    double y = flr_frame3_length(&g.frame, b->half_extents.y);
    double z = flr_frame3_length(&g.frame, b->half_extents.z);
    g.nearest.x = flr_clamped(q.x, -x, x);
    g.nearest.y = flr_clamped(q.y, -y, y);
    g.nearest.z = flr_clamped(q.z, -z, z);
    dvec3 excess = dvec3_sub(q, g.nearest);
    g.squared = dvec3_dot(excess, excess);
    return g;
}

/// RTCD 5.1.4, except that a point inside is answered with its own bits.
flr_closest3 flr_closest3_point_box(flr_vec3 p, const flr_box3 *b)
{
    box_gap g = measure(p, b);
    if (g.squared == 0) return flr_closest3_common_point(p);
    flr_closest3 result = {flr_frame3_distance(&g.frame, sqrt(g.squared)), p,
                           flr_frame3_world(&g.frame, flr_box3_vector(b, g.nearest))};
    return result;
}

flr_real flr_distance_squared3_point_box(flr_vec3 p, const flr_box3 *b)
{
    box_gap g = measure(p, b);
    return (flr_real)(g.squared / g.frame.grow / g.frame.grow / g.frame.shrink / g.frame.shrink);
}

flr_real flr_distance_squared3_point_rectangle(flr_vec3 p, const flr_rectangle3 *r)
{
    flr_box3 b = flr_box3_of_rectangle(r);
    return flr_distance_squared3_point_box(p, &b);
}

flr_closest3 flr_closest3_point_rectangle(flr_vec3 p, const flr_rectangle3 *r)
{
    flr_box3 b = flr_box3_of_rectangle(r);
    return flr_closest3_point_box(p, &b);
}

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

/// Turns a segment, ray or line into the axes of the box.
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

/// Returns the closest points of a segment, ray or line and a box.
static flr_closest3 span_box(const box_span *s, const flr_box3 *b)
{
    const double origin[3] = {s->origin.x, s->origin.y, s->origin.z};
    const double direction[3] = {s->direction.x, s->direction.y, s->direction.z};
    const double low[3] = {-s->half.x, -s->half.y, -s->half.z}, high[3] = {s->half.x, s->half.y, s->half.z};
    double t = nearest_to_box(origin, direction, s->span.low, s->span.high, low, high);
    dvec3 p = t == s->span.high ? s->end : dvec3_add_scaled(s->origin, t, s->direction);
    dvec3 q = {flr_clamped(p.x, low[0], high[0]), flr_clamped(p.y, low[1], high[1]),
               flr_clamped(p.z, low[2], high[2])};
    double distance = dvec3_length(dvec3_sub(p, q));
    flr_closest3 result = {flr_frame3_distance(&s->frame, distance), flr_span3_world(&s->frame, &s->span, t),
                           flr_frame3_world(&s->frame, flr_box3_vector(b, q))};
    if (result.distance == 0) result.point_b = result.point_a;
    return result;
}

/// Makes the distance agree with the exact yes or no.
static flr_closest3 box_with_exact(flr_closest3 c, bool meet)
{
    if (meet) return flr_closest3_common_point(c.point_a);
    c.distance = flr_real_from_distance(flr_keep_apart((double)c.distance));
    return c;
}

static flr_aabb3 own_box(const box_span *s)
{
    flr_vec3 half = dvec3_round(s->half);
    return (flr_aabb3){flr_neg3(half), half};
}

/// Answers for a ray or line, in the coordinates of the box.
static flr_closest3 path_box(const box_span *s, bool ray, const flr_box3 *b)
{
    const flr_aabb3 own = own_box(s);
    return box_with_exact(span_box(s, b),
                          flr_exact3_path_aabb(dvec3_round(s->origin), dvec3_round(s->direction), ray, &own));
}

/// As for the aabb, in the coordinates of the box. The intersection is exact for the rounded coordinates.
flr_closest3 flr_closest3_segment_box(const flr_segment3 *s, const flr_box3 *b)
{
    const flr_vec3 points[3] = {b->center, s->a, s->b};
    flr_frame3 f = flr_frame3_make(points, 3, largest_half(b));
    box_span in = into_box(f, flr_span3_segment(&f, s), b);
    const flr_vec3 ends[2] = {dvec3_round(in.origin), dvec3_round(in.end)};
    const flr_aabb3 own = own_box(&in);
    return box_with_exact(span_box(&in, b), flr_exact3_points_aabb(ends, 2, &own));
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
