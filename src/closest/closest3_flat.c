/// Closest points with flat sheets of any outline (quad, polygon, face), convex or not, with parallelograms,
/// and with solids with flat faces: of points, segments (RTCD 5.1.10), rays and lines. An exact test decides
/// whether the two intersect. If not, the closest points are those of an end and the sheet, or of the whole
/// and an edge.

#include "closest/exact3.h"
#include "closest/flat3.h"
#include "closest/frame3.h"
#include "closest/span3.h"
#include "math/double_double.h"

// ---- A point

/// Distances above this part of the scene's size cannot be rounding errors.
static const double largest_error = 1e-13;

/// Two orthogonal axes in the plane; vv is 0 if the sheet is no more than a segment.
typedef struct flat_axes {
    dvec3 base, u, v;
    double uu, vv;
} flat_axes;

typedef struct nearest_query {
    const flr_flat3 *sheet;
    const flr_frame3 *frame;
    flat_axes axes;
} nearest_query;

typedef struct flat_nearest {
    double squared;
    size_t edge;  ///< on the edge from this corner, at t
    double t;
    bool face;  ///< inside instead, at `foot`
    dvec3 foot;
} flat_nearest;

/// Returns orthogonal axes: the longer of two sides of the plane's triangle, and the height over it. Both
/// are as long as the sheet allows.
static flat_axes axes(const flr_frame3 *f, const flr_flat3_plane *plane)
{
    flat_axes x = {flr_frame3_local(f, plane->a), {0, 0, 0}, {0, 0, 0}, 0, 0};
    if (!plane->flat) return x;
    dvec3 u = dvec3_sub(flr_frame3_local(f, plane->b), x.base);
    dvec3 v = dvec3_sub(flr_frame3_local(f, plane->c), x.base);
    bool swap = dvec3_dot(v, v) > dvec3_dot(u, u);
    x.u = swap ? v : u;
    v = swap ? u : v;
    x.uu = dvec3_dot(x.u, x.u);
    x.v = dvec3_add_scaled(v, x.uu > 0 ? -dvec3_dot(v, x.u) / x.uu : 0, x.u);
    x.vv = dvec3_dot(x.v, x.v);
    return x;
}

/// A point in the axes of the plane, and what is perpendicular to it.
typedef struct flat_point {
    double s, t;
    dvec3 gap;  ///< from the plane to the point
} flat_point;

/// Returns the coordinates of p along both axes of the sheet, and what is perpendicular to them.
static flat_point in_axes(const flat_axes *x, dvec3 p)
{
    flat_point q;
    q.gap = dvec3_sub(p, x->base);
    q.s = dvec3_dot(q.gap, x->u) / x->uu;
    q.gap = dvec3_add_scaled(q.gap, -q.s, x->u);
    q.t = dvec3_dot(q.gap, x->v) / x->vv;
    q.gap = dvec3_add_scaled(q.gap, -q.t, x->v);
    return q;
}

/// Does the point of the plane lie inside the outline? By the parity of crossings along the first axis.
static bool inside(const nearest_query *q, const flat_point *p)
{
    bool in = false;
    flat_point a =
        in_axes(&q->axes, flr_frame3_local(q->frame, flr_flat3_corner(q->sheet, q->sheet->count - 1)));
    for (size_t i = 0; i < q->sheet->count; ++i) {
        flat_point b = in_axes(&q->axes, flr_frame3_local(q->frame, flr_flat3_corner(q->sheet, i)));
        if ((a.t > p->t) != (b.t > p->t)) {
            double left = (b.s - a.s) * (p->t - a.t) - (p->s - a.s) * (b.t - a.t);
            if ((left > 0) == (b.t > a.t)) in = !in;
        }
        a = b;
    }
    return in;
}

static nearest_query query(const flr_flat3 *sheet, const flr_flat3_plane *plane, const flr_frame3 *f)
{
    nearest_query q = {sheet, f, axes(f, plane)};
    return q;
}

static flat_nearest nearest_to(const nearest_query *q, dvec3 p)
{
    flat_nearest best = {INFINITY, 0, 0, false, {0, 0, 0}};
    for (size_t i = 0; i < q->sheet->count; ++i) {
        flr_segment3 edge = {flr_flat3_corner(q->sheet, i),
                             flr_flat3_corner(q->sheet, flr_flat3_next(q->sheet, i))};
        flr_span3 span = flr_span3_segment(q->frame, &edge);
        double squared, t = flr_span3_nearest(&span, p, &squared);
        if (!(squared < best.squared)) continue;
        best.squared = squared;
        best.edge = i;
        best.t = t;
    }
    if (!(q->axes.vv > 0)) return best;
    flat_point on = in_axes(&q->axes, p);
    double squared = dvec3_dot(on.gap, on.gap);
    if (!(squared < best.squared) || !inside(q, &on)) return best;
    best.squared = squared;
    best.face = true;
    best.foot = dvec3_sub(p, on.gap);
    return best;
}

static flr_vec3 nearest_world(const nearest_query *q, const flat_nearest *n)
{
    if (n->face) return flr_frame3_world(q->frame, n->foot);
    flr_segment3 edge = {flr_flat3_corner(q->sheet, n->edge),
                         flr_flat3_corner(q->sheet, flr_flat3_next(q->sheet, n->edge))};
    flr_span3 span = flr_span3_segment(q->frame, &edge);
    return flr_span3_world(q->frame, &span, n->t);
}

/// Takes the nearest point of the outline, or the projection onto the plane where that lies inside and is
/// nearer.
static flr_closest3 point_flat(flr_vec3 p, const flr_flat3 *s)
{
    if (s->count == 0) return flr_closest3_nowhere(p, p);
    flr_frame3 f = flr_flat3_frame(s, p, p);
    flr_flat3_plane plane = flr_flat3_span_plane(s);
    nearest_query q = query(s, &plane, &f);
    dvec3 zero = {0, 0, 0};
    flat_nearest n = nearest_to(&q, zero);
    double size = q.axes.uu + dvec3_dot(q.axes.base, q.axes.base);
    if (n.squared <= largest_error * largest_error * size) {
        if (flr_exact3_point_flat(p, s)) return flr_closest3_common_point(p);
        n.squared = flr_keep_apart(n.squared);
    }
    flr_closest3 result = {flr_frame3_distance(&f, sqrt(n.squared)), p, nearest_world(&q, &n)};
    return result;
}

flr_closest3 flr_closest3_point_polygon(flr_vec3 p, const flr_polygon3 *polygon)
{
    flr_flat3 s = {polygon->vertices, NULL, polygon->count};
    return point_flat(p, &s);
}

flr_closest3 flr_closest3_point_quad(flr_vec3 p, const flr_quad3 *q)
{
    const flr_vec3 corner[4] = {q->a, q->b, q->c, q->d};
    flr_flat3 s = {corner, NULL, 4};
    return point_flat(p, &s);
}

// ---- A segment

/// Takes the distance of an end from the sheet, if it is the least so far.
static void take_ends(const nearest_query *q, const flr_span3 *span, double *least, flr_closest3 *result)
{
    for (int end = 0; end < 2; ++end) {
        if (isinf(end ? span->high : span->low)) continue;
        flat_nearest n = nearest_to(q, end ? span->end : span->origin);
        if (!(sqrt(n.squared) < *least)) continue;
        *least = sqrt(n.squared);
        result->point_a = end ? span->b : span->a;
        result->point_b = nearest_world(q, &n);
    }
}

/// Takes the distance from an edge of the sheet, if it is the least so far.
static void take_edges(const nearest_query *q, const flr_span3 *span, double *least, flr_closest3 *result)
{
    for (size_t i = 0; i < q->sheet->count; ++i) {
        flr_segment3 edge = {flr_flat3_corner(q->sheet, i),
                             flr_flat3_corner(q->sheet, flr_flat3_next(q->sheet, i))};
        flr_span3 other = flr_span3_segment(q->frame, &edge);
        double s, t, distance = flr_span3_pair(span, &other, &s, &t);
        if (!(distance < *least)) continue;
        *least = distance;
        result->point_a = flr_span3_world(q->frame, span, s);
        result->point_b = flr_span3_world(q->frame, &other, t);
    }
}

/// Finds the nearest pair of a segment, ray or line and the sheet, unless it crosses the sheet. The ends are
/// tested against the sheet, the whole against every edge. Returns the distance in the frame; the points are
/// written, unless nothing is finite.
static double nearest_span(const nearest_query *q, const flr_span3 *span, flr_closest3 *result)
{
    double least = INFINITY;
    take_ends(q, span, &least, result);
    take_edges(q, span, &least, result);
    return least;
}

/// Returns a point of the segment in the sheet, for shapes known to intersect: an end in the sheet, the
/// crossing with the plane, or else the nearest point.
static flr_vec3 common_point_of_segment(const flr_segment3 *e, const flr_flat3 *s, const nearest_query *q,
                                        const flr_span3 *span)
{
    if (flr_exact3_point_flat(e->a, s)) return e->a;
    if (flr_exact3_point_flat(e->b, s)) return e->b;
    dvec3 n = flr_cross_compensated(q->axes.u, q->axes.v);
    double a = dvec3_dot(n, dvec3_sub(flr_frame3_local(q->frame, e->a), q->axes.base));
    double b = dvec3_dot(n, dvec3_sub(flr_frame3_local(q->frame, e->b), q->axes.base));
    if (a < 0 ? b > 0 : b < 0) return flr_span3_world(q->frame, span, flr_clamp01(a / (a - b)));
    flr_closest3 nearest = {0, e->a, e->a};
    (void)nearest_span(q, span, &nearest);
    return nearest.point_a;
}

/// RTCD 5.1.10 for any outline: an exact test decides whether the two intersect. If not, ends are tested
/// against the sheet, and the segment against every edge.
static flr_closest3 segment_flat(const flr_segment3 *e, const flr_flat3 *s)
{
    if (s->count == 0) return flr_closest3_nowhere(e->a, e->a);
    flr_frame3 f = flr_flat3_frame(s, e->a, e->b);
    flr_flat3_plane plane = flr_flat3_span_plane(s);
    nearest_query q = query(s, &plane, &f);
    flr_span3 span = flr_span3_segment(&f, e);
    if (flr_exact3_segment_flat(e, s))
        return flr_closest3_common_point(common_point_of_segment(e, s, &q, &span));
    flr_closest3 result = {0, e->a, flr_flat3_corner(s, 0)};
    double least = nearest_span(&q, &span, &result);
    result.distance = flr_frame3_distance(&f, flr_keep_apart(least));
    return result;
}

flr_closest3 flr_closest3_segment_polygon(const flr_segment3 *e, const flr_polygon3 *polygon)
{
    flr_flat3 s = {polygon->vertices, NULL, polygon->count};
    return segment_flat(e, &s);
}

flr_closest3 flr_closest3_segment_quad(const flr_segment3 *e, const flr_quad3 *q)
{
    const flr_vec3 corner[4] = {q->a, q->b, q->c, q->d};
    flr_flat3 s = {corner, NULL, 4};
    return segment_flat(e, &s);
}

// ---- A ray or line

static flr_span3 span_of(const flr_frame3 *f, const flr_line_or_ray3 *c)
{
    const flr_ray3 ray = {c->line.origin, c->line.direction};
    return c->starts ? flr_span3_ray(f, &ray) : flr_span3_line(f, &c->line);
}

/// Returns a point of the path in the sheet, for shapes known to intersect: its origin, or the crossing with
/// the plane. Along the plane, and where rounding errors decide the crossing, it is the nearest point found.
static flr_vec3 common_point_of_path(const flr_line_or_ray3 *c, const flr_span3 *span, const nearest_query *q,
                                     double least, flr_vec3 nearest)
{
    if (c->starts && flr_exact3_point_flat(c->line.origin, q->sheet)) return c->line.origin;
    dvec3 n = flr_cross_compensated(q->axes.u, q->axes.v);
    double height = dvec3_dot(n, dvec3_sub(span->origin, q->axes.base));
    double t = flr_span3_clamp(span, -height / dvec3_dot(n, span->direction));
    if (!isfinite(t)) return nearest;
    flat_nearest off = nearest_to(q, flr_span3_at(span, t));
    return sqrt(off.squared) <= least ? flr_span3_world(q->frame, span, t) : nearest;
}

typedef bool meet_fn(const flr_line_or_ray3 *c, const flr_flat3 *s, const flr_flat3_plane *plane);

/// RTCD 5.1.10 for a line or ray and any outline: its origin is tested against the sheet, the whole against
/// every edge, and an exact test decides whether they intersect. The frame is the sheet's, so that a far
/// origin rounds the path alone.
static flr_closest3 path_flat(const flr_line_or_ray3 *c, const flr_flat3 *s, meet_fn *meet)
{
    flr_vec3 origin = c->line.origin;
    if (s->count == 0) return flr_closest3_nowhere(origin, origin);
    flr_frame3 f = flr_flat3_frame(s, flr_flat3_corner(s, 0), origin);
    flr_flat3_plane plane = flr_flat3_span_plane(s);
    nearest_query q = query(s, &plane, &f);
    flr_span3 span = span_of(&f, c);
    flr_closest3 result = {0, origin, flr_flat3_corner(s, 0)};
    double least = nearest_span(&q, &span, &result);
    if (meet(c, s, &plane))
        return flr_closest3_common_point(common_point_of_path(c, &span, &q, least, result.point_a));
    result.distance = flr_frame3_distance(&f, flr_keep_apart(least));
    return result;
}

static flr_closest3 path_triangle(const flr_line_or_ray3 *c, const flr_triangle3 *t)
{
    const flr_vec3 corner[3] = {t->a, t->b, t->c};
    const flr_flat3 s = {corner, NULL, 3};
    return path_flat(c, &s, flr_exact3_line_or_ray_flat);
}

static flr_closest3 path_polygon(const flr_line_or_ray3 *c, const flr_polygon3 *polygon)
{
    const flr_flat3 s = {polygon->vertices, NULL, polygon->count};
    return path_flat(c, &s, flr_exact3_line_or_ray_flat);
}

static flr_closest3 path_quad(const flr_line_or_ray3 *c, const flr_quad3 *q)
{
    const flr_vec3 corner[4] = {q->a, q->b, q->c, q->d};
    const flr_flat3 s = {corner, NULL, 4};
    return path_flat(c, &s, flr_exact3_line_or_ray_quad);
}

/// Takes the nearest of the faces; a ray that starts inside intersects there.
static flr_closest3 path_tetrahedron(const flr_line_or_ray3 *c, const flr_tetrahedron *t)
{
    if (c->starts && flr_exact3_point_tetrahedron(c->line.origin, t))
        return flr_closest3_common_point(c->line.origin);
    flr_closest3 best = flr_closest3_nowhere(c->line.origin, t->a);
    for (int i = 0; i < 4 && best.distance > 0; ++i) {
        flr_triangle3 face = flr_tetrahedron_face(t, i);
        flr_closest3 next = path_triangle(c, &face);
        if (next.distance < best.distance) best = next;
    }
    return best;
}

static flr_closest3 path_polyhedron(const flr_line_or_ray3 *c, const flr_polyhedron3 *h)
{
    flr_vec3 origin = c->line.origin;
    if (c->starts && flr_exact3_point_polyhedron(origin, h)) return flr_closest3_common_point(origin);
    flr_closest3 best = flr_closest3_nowhere(origin, origin);
    for (size_t i = 0; i < h->face_count && best.distance > 0; ++i) {
        flr_flat3 face = flr_polyhedron3_face(h, i);
        flr_closest3 next = path_flat(c, &face, flr_exact3_line_or_ray_flat);
        if (next.distance < best.distance) best = next;
    }
    return best;
}

#define PAIR(name, type, path, other, function)                                                              \
    flr_closest3 name(const flr_##path##3 * p, const type *other)                                            \
    {                                                                                                        \
        const flr_line_or_ray3 c = flr_line_or_ray3_of_##path(p);                                            \
        return function(&c, other);                                                                          \
    }

PAIR(flr_closest3_ray_triangle, flr_triangle3, ray, triangle, path_triangle)
PAIR(flr_closest3_line_triangle, flr_triangle3, line, triangle, path_triangle)
PAIR(flr_closest3_ray_quad, flr_quad3, ray, quad, path_quad)
PAIR(flr_closest3_line_quad, flr_quad3, line, quad, path_quad)
PAIR(flr_closest3_ray_polygon, flr_polygon3, ray, polygon, path_polygon)
PAIR(flr_closest3_line_polygon, flr_polygon3, line, polygon, path_polygon)
PAIR(flr_closest3_ray_tetrahedron, flr_tetrahedron, ray, tetrahedron, path_tetrahedron)
PAIR(flr_closest3_line_tetrahedron, flr_tetrahedron, line, tetrahedron, path_tetrahedron)
PAIR(flr_closest3_ray_polyhedron, flr_polyhedron3, ray, polyhedron, path_polyhedron)
PAIR(flr_closest3_line_polyhedron, flr_polyhedron3, line, polyhedron, path_polyhedron)

/// A rectangle is a box with a half extent of 0.
flr_closest3 flr_closest3_ray_rectangle(const flr_ray3 *r, const flr_rectangle3 *rectangle)
{
    flr_box3 b = flr_box3_of_rectangle(rectangle);
    return flr_closest3_ray_box(r, &b);
}

flr_closest3 flr_closest3_line_rectangle(const flr_line3 *l, const flr_rectangle3 *rectangle)
{
    flr_box3 b = flr_box3_of_rectangle(rectangle);
    return flr_closest3_line_box(l, &b);
}

// ---- Parallelograms

// ---- A point

/// Projects p on the plane of u and v, by orthogonal directions: the longer side u and the height over it.
/// Returns whether the foot lies in the parallelogram, at s and t.
static bool foot_inside(dvec3 p, dvec3 u, dvec3 v, double *s, double *t, dvec3 *gap)
{
    double uu = dvec3_dot(u, u), c = uu > 0 ? dvec3_dot(u, v) / uu : 0;
    dvec3 height = dvec3_add_scaled(v, -c, u);
    double hh = dvec3_dot(height, height);
    if (!(hh > 0)) return false;
    double along = dvec3_dot(p, u) / uu;
    *gap = dvec3_add_scaled(p, -along, u);
    *t = dvec3_dot(*gap, height) / hh;
    *gap = dvec3_add_scaled(*gap, -*t, height);
    *s = along - *t * c;
    return *s >= 0 && *s <= 1 && *t >= 0 && *t <= 1;
}

static bool project(dvec3 p, dvec3 u, dvec3 v, double *s, double *t, dvec3 *gap)
{
    bool swap = dvec3_dot(v, v) > dvec3_dot(u, u);
    return swap ? foot_inside(p, v, u, t, s, gap) : foot_inside(p, u, v, s, t, gap);
}

/// RTCD 5.1.4.2 clamps along each side on its own, which is right only if they are perpendicular to one
/// another. Here the projection is found along both at once, and outside the four edges are tried.
flr_closest3 flr_closest3_point_parallelogram(flr_vec3 p, flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    const flr_vec3 points[4] = {a, b, c, p};
    flr_frame3 f = flr_frame3_make(points, 4, 0);
    dvec3 u = flr_frame3_local(&f, b), v = flr_frame3_local(&f, c), q = flr_frame3_local(&f, p), gap;
    double s, t;
    if (project(q, u, v, &s, &t, &gap)) {
        double distance = dvec3_length(gap);
        if (distance == 0) return flr_closest3_common_point(p);
        flr_closest3 result = {flr_frame3_distance(&f, distance), p, {0, 0, 0}};
        result.point_b = flr_frame3_world(&f, dvec3_sub(q, gap));
        return result;
    }
    flr_vec3 d = flr_frame3_world(&f, dvec3_add_scaled(u, 1, v));
    const flr_segment3 edge[4] = {{a, b}, {a, c}, {b, d}, {c, d}};
    flr_closest3 best = flr_closest3_point_segment(p, &edge[0]);
    for (int i = 1; i < 4; ++i) {
        flr_closest3 next = flr_closest3_point_segment(p, &edge[i]);
        if (next.distance < best.distance) best = next;
    }
    return best;
}

// ---- A segment, ray or line

/// A parallelogram in its own frame, whose origin is corner a, so that the far corner is not rounded to the
/// world's coordinates.
typedef struct parallelogram {
    flr_frame3 frame;
    dvec3 u, v;
    flr_vec3 a, b, c, d;
} parallelogram;

static parallelogram parallelogram_make(const flr_vec3 *points, size_t count)
{
    parallelogram s;
    s.frame = flr_frame3_make(points, count, 0);
    s.a = points[0];
    s.b = points[1];
    s.c = points[2];
    s.u = flr_frame3_local(&s.frame, s.b);
    s.v = flr_frame3_local(&s.frame, s.c);
    s.d = flr_frame3_world(&s.frame, dvec3_add_scaled(s.u, 1, s.v));
    return s;
}

static flr_span3 side_span(const parallelogram *s, int i)
{
    const dvec3 zero = {0, 0, 0}, far = dvec3_add_scaled(s->u, 1, s->v);
    const flr_vec3 from[4] = {s->a, s->a, s->b, s->c}, to[4] = {s->b, s->c, s->d, s->d};
    const dvec3 start[4] = {zero, zero, s->u, s->v}, end[4] = {s->u, s->v, far, far};
    flr_span3 span = {from[i], to[i], start[i], end[i], i == 0 || i == 3 ? s->u : s->v, 0, 1};
    return span;
}

static void take(flr_closest3 *best, double *least, double distance, flr_vec3 point_a, flr_vec3 point_b)
{
    if (!(distance < *least)) return;
    *least = distance;
    best->point_a = point_a;
    best->point_b = point_b;
}

/// Does the span cross the plane within the parallelogram? *point is where.
static bool crosses(const parallelogram *s, const flr_span3 *span, flr_vec3 *point)
{
    dvec3 n = flr_cross_compensated(s->u, s->v), gap;
    double from = dvec3_dot(n, span->origin), rate = dvec3_dot(n, span->direction), x, y;
    if (!(rate != 0)) return false;
    double t = -from / rate;
    if (span->high < INFINITY) {  // by the sides of both ends
        double to = dvec3_dot(n, span->end);
        if ((from > 0 && to > 0) || (from < 0 && to < 0)) return false;
        t = flr_clamp01(from / (from - to));
    } else if (!(t >= span->low)) {
        return false;
    }
    if (!isfinite(t) || !project(flr_span3_at(span, t), s->u, s->v, &x, &y, &gap)) return false;
    *point = flr_span3_world(&s->frame, span, t);
    return true;
}

/// RTCD 5.1.10 for a parallelogram: a crossing, the ends against the parallelogram, or the whole against its
/// four sides.
static flr_closest3 span_parallelogram(const flr_span3 *span, const parallelogram *s)
{
    flr_vec3 common;
    if (crosses(s, span, &common)) return flr_closest3_common_point(common);
    flr_closest3 best = {0, span->a, s->a};
    double least = INFINITY;
    for (int end = 0; end < 2; ++end) {
        dvec3 q = end ? span->end : span->origin, gap;
        double x, y;
        if (isinf(end ? span->high : span->low) || !project(q, s->u, s->v, &x, &y, &gap)) continue;
        take(&best, &least, dvec3_length(gap), end ? span->b : span->a,
             flr_frame3_world(&s->frame, dvec3_sub(q, gap)));
    }
    for (int i = 0; i < 4; ++i) {
        flr_span3 side = side_span(s, i);
        double x, y, distance = flr_span3_pair(span, &side, &x, &y);
        take(&best, &least, distance, flr_span3_world(&s->frame, span, x),
             flr_span3_world(&s->frame, &side, y));
    }
    if (least == 0) return flr_closest3_common_point(best.point_a);
    best.distance = flr_frame3_distance(&s->frame, least);
    return best;
}

flr_closest3 flr_closest3_segment_parallelogram(const flr_segment3 *e, flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    const flr_vec3 points[5] = {a, b, c, e->a, e->b};
    parallelogram s = parallelogram_make(points, 5);
    flr_span3 span = flr_span3_segment(&s.frame, e);
    return span_parallelogram(&span, &s);
}

flr_closest3 flr_closest3_ray_parallelogram(const flr_ray3 *r, flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    const flr_vec3 points[4] = {a, b, c, r->origin};
    parallelogram s = parallelogram_make(points, 4);
    flr_span3 span = flr_span3_ray(&s.frame, r);
    return span_parallelogram(&span, &s);
}

flr_closest3 flr_closest3_line_parallelogram(const flr_line3 *l, flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    const flr_vec3 points[4] = {a, b, c, l->origin};
    parallelogram s = parallelogram_make(points, 4);
    flr_span3 span = flr_span3_line(&s.frame, l);
    return span_parallelogram(&span, &s);
}

// ---- Tetrahedra and convex polyhedra

/// RTCD 5.1.6, except that exact signs, which need no winding, decide whether p is inside, and that a flat
/// tetrahedron is taken for its four triangles.
flr_closest3 flr_closest3_point_tetrahedron(flr_vec3 p, const flr_tetrahedron *t)
{
    if (flr_exact3_point_tetrahedron(p, t)) return flr_closest3_common_point(p);
    flr_closest3 best = {INFINITY, p, p};
    for (int i = 0; i < 4; ++i) {
        flr_triangle3 face = flr_tetrahedron_face(t, i);
        flr_closest3 next = flr_closest3_point_triangle(p, &face);
        if (next.distance < best.distance) best = next;
    }
    best.distance = flr_real_from_distance(flr_keep_apart((double)best.distance));
    return best;
}

flr_closest3 flr_closest3_segment_tetrahedron(const flr_segment3 *s, const flr_tetrahedron *t)
{
    if (flr_exact3_point_tetrahedron(s->a, t)) return flr_closest3_common_point(s->a);
    if (flr_exact3_point_tetrahedron(s->b, t)) return flr_closest3_common_point(s->b);
    flr_closest3 best = {INFINITY, s->a, t->a};
    for (int i = 0; i < 4 && best.distance > 0; ++i) {
        flr_triangle3 face = flr_tetrahedron_face(t, i);
        flr_closest3 next = flr_closest3_segment_triangle(s, &face);
        if (next.distance < best.distance) best = next;
    }
    return best;
}

/// RTCD 5.1.7, over all faces: finding those that p is in front of would cost as much as it saves.
flr_closest3 flr_closest3_point_polyhedron(flr_vec3 p, const flr_polyhedron3 *h)
{
    if (flr_exact3_point_polyhedron(p, h)) return flr_closest3_common_point(p);
    flr_closest3 best = {INFINITY, p, p};
    for (size_t i = 0; i < h->face_count; ++i) {
        flr_flat3 face = flr_polyhedron3_face(h, i);
        flr_closest3 next = point_flat(p, &face);
        if (next.distance < best.distance) best = next;
    }
    best.distance = flr_real_from_distance(flr_keep_apart((double)best.distance));
    return best;
}

flr_closest3 flr_closest3_segment_polyhedron(const flr_segment3 *s, const flr_polyhedron3 *h)
{
    if (flr_exact3_point_polyhedron(s->a, h)) return flr_closest3_common_point(s->a);
    if (flr_exact3_point_polyhedron(s->b, h)) return flr_closest3_common_point(s->b);
    flr_closest3 best = {INFINITY, s->a, s->a};
    for (size_t i = 0; i < h->face_count && best.distance > 0; ++i) {
        flr_flat3 face = flr_polyhedron3_face(h, i);
        flr_closest3 next = segment_flat(s, &face);
        if (next.distance < best.distance) best = next;
    }
    return best;
}
