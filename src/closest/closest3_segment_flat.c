#include "closest/compensated.h"
#include "closest/flat3_nearest.h"

static void take_ends(const flr_flat3_nearest_query *q, const flr_span3 *span, double *least,
                      flr_closest3 *result)
{
    for (int end = 0; end < 2; ++end) {
        if (isinf(end ? span->high : span->low)) continue;
        flr_flat3_nearest n = flr_flat3_nearest_to(q, end ? span->end : span->origin);
        if (!(sqrt(n.squared) < *least)) continue;
        *least = sqrt(n.squared);
        result->point_a = end ? span->b : span->a;
        result->point_b = flr_flat3_nearest_world(q, &n);
    }
}

static void take_edges(const flr_flat3_nearest_query *q, const flr_span3 *span, double *least,
                       flr_closest3 *result)
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

double flr_flat3_nearest_span(const flr_flat3_nearest_query *q, const flr_span3 *span, flr_closest3 *result)
{
    double least = INFINITY;
    take_ends(q, span, &least, result);
    take_edges(q, span, &least, result);
    return least;
}

/// A point of the segment in the sheet, for shapes known to meet: an end in the sheet, or where it
/// goes through the plane, or else what comes nearest.
static flr_vec3 common_point(const flr_segment3 *e, const flr_flat3 *s, const flr_flat3_nearest_query *q,
                             const flr_span3 *span)
{
    if (flr_meet3_point_flat(e->a, s)) return e->a;
    if (flr_meet3_point_flat(e->b, s)) return e->b;
    dvec3 n = flr_cross_compensated(q->axes.u, q->axes.v);
    double a = dvec3_dot(n, dvec3_sub(flr_frame3_local(q->frame, e->a), q->axes.base));
    double b = dvec3_dot(n, dvec3_sub(flr_frame3_local(q->frame, e->b), q->axes.base));
    if (a < 0 ? b > 0 : b < 0) return flr_span3_world(q->frame, span, flr_clamp01(a / (a - b)));
    flr_closest3 nearest = {0, e->a, e->a};
    (void)flr_flat3_nearest_span(q, span, &nearest);
    return nearest.point_a;
}

/// RTCD 5.1.10 for any outline: asked exactly, whether the two meet; if not, ends against the sheet and the
/// segment against every edge.
flr_closest3 flr_closest3_segment_flat(const flr_segment3 *e, const flr_flat3 *s)
{
    if (s->count == 0) return flr_closest3_nowhere(e->a, e->a);
    flr_frame3 f = flr_flat3_frame(s, e->a, e->b);
    flr_flat3_plane plane = flr_flat3_span_plane(s);
    flr_flat3_nearest_query q = flr_flat3_query(s, &plane, &f);
    flr_span3 span = flr_span3_segment(&f, e);
    if (flr_meet3_segment_flat(e, s)) return flr_closest3_meeting(common_point(e, s, &q, &span));
    flr_closest3 result = {0, e->a, flr_flat3_corner(s, 0)};
    double least = flr_flat3_nearest_span(&q, &span, &result);
    result.distance = flr_frame3_distance(&f, flr_keep_apart(least));
    return result;
}
