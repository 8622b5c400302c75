#include "closest/compensated.h"
#include "closest/parallelogram3.h"

/// The sheet in its own frame, whose origin is corner a: the far corner is not rounded to the world's coordinates.
typedef struct sheet {
    flr_frame3 frame;
    dvec3 u, v;
    flr_vec3 a, b, c, d;
} sheet;

static sheet sheet_make(const flr_vec3 *points, size_t count)
{
    sheet s;
    s.frame = flr_frame3_make(points, count, 0);
    s.a = points[0];
    s.b = points[1];
    s.c = points[2];
    s.u = flr_frame3_local(&s.frame, s.b);
    s.v = flr_frame3_local(&s.frame, s.c);
    s.d = flr_frame3_world(&s.frame, dvec3_add_scaled(s.u, 1, s.v));
    return s;
}

static flr_span3 side_span(const sheet *s, int i)
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

/// Where the span goes through the plane within the sheet.
static bool crosses(const sheet *s, const flr_span3 *span, flr_vec3 *point)
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
    if (!isfinite(t) || !flr_parallelogram3_foot(flr_span3_at(span, t), s->u, s->v, &x, &y, &gap))
        return false;
    *point = flr_span3_world(&s->frame, span, t);
    return true;
}

/// RTCD 5.1.10 for a parallelogram: a crossing, the ends against the sheet, the whole against its four sides.
static flr_closest3 span_sheet(const flr_span3 *span, const sheet *s)
{
    flr_vec3 common;
    if (crosses(s, span, &common)) return flr_closest3_meeting(common);
    flr_closest3 best = {0, span->a, s->a};
    double least = INFINITY;
    for (int end = 0; end < 2; ++end) {
        dvec3 q = end ? span->end : span->origin, gap;
        double x, y;
        if (isinf(end ? span->high : span->low) || !flr_parallelogram3_foot(q, s->u, s->v, &x, &y, &gap))
            continue;
        take(&best, &least, flr_local3_length(gap), end ? span->b : span->a,
             flr_frame3_world(&s->frame, dvec3_sub(q, gap)));
    }
    for (int i = 0; i < 4; ++i) {
        flr_span3 side = side_span(s, i);
        double x, y, distance = flr_span3_pair(span, &side, &x, &y);
        take(&best, &least, distance, flr_span3_world(&s->frame, span, x),
             flr_span3_world(&s->frame, &side, y));
    }
    if (least == 0) return flr_closest3_meeting(best.point_a);
    best.distance = flr_frame3_distance(&s->frame, least);
    return best;
}

flr_closest3 flr_closest3_segment_parallelogram(const flr_segment3 *e, flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    const flr_vec3 points[5] = {a, b, c, e->a, e->b};
    sheet s = sheet_make(points, 5);
    flr_span3 span = flr_span3_segment(&s.frame, e);
    return span_sheet(&span, &s);
}

flr_closest3 flr_closest3_ray_parallelogram(const flr_ray3 *r, flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    const flr_vec3 points[4] = {a, b, c, r->origin};
    sheet s = sheet_make(points, 4);
    flr_span3 span = flr_span3_ray(&s.frame, r);
    return span_sheet(&span, &s);
}

flr_closest3 flr_closest3_line_parallelogram(const flr_line3 *l, flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    const flr_vec3 points[4] = {a, b, c, l->origin};
    sheet s = sheet_make(points, 4);
    flr_span3 span = flr_span3_line(&s.frame, l);
    return span_sheet(&span, &s);
}
