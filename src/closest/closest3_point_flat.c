#include "closest/flat3_nearest.h"

/// Distances above this part of the scene's size cannot be rounding.
static const double certain = 1e-13;

/// The longer of two sides of the plane's triangle, and the height over it: orthogonal, and both as
/// long as the sheet allows.
static flr_flat3_axes axes(const flr_frame3 *f, const flr_flat3_plane *plane)
{
    flr_flat3_axes x = {flr_frame3_local(f, plane->a), {0, 0, 0}, {0, 0, 0}, 0, 0};
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

typedef struct flat_point {
    double s, t;
    dvec3 gap;  ///< from the plane to the point
} flat_point;

static flat_point in_axes(const flr_flat3_axes *x, dvec3 p)
{
    flat_point q;
    q.gap = dvec3_sub(p, x->base);
    q.s = dvec3_dot(q.gap, x->u) / x->uu;
    q.gap = dvec3_add_scaled(q.gap, -q.s, x->u);
    q.t = dvec3_dot(q.gap, x->v) / x->vv;
    q.gap = dvec3_add_scaled(q.gap, -q.t, x->v);
    return q;
}

static bool inside(const flr_flat3_nearest_query *q, const flat_point *p)
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

flr_flat3_nearest_query flr_flat3_query(const flr_flat3 *sheet, const flr_flat3_plane *plane,
                                        const flr_frame3 *f)
{
    flr_flat3_nearest_query q = {sheet, f, axes(f, plane)};
    return q;
}

flr_flat3_nearest flr_flat3_nearest_to(const flr_flat3_nearest_query *q, dvec3 p)
{
    flr_flat3_nearest best = {INFINITY, 0, 0, false, {0, 0, 0}};
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

flr_vec3 flr_flat3_nearest_world(const flr_flat3_nearest_query *q, const flr_flat3_nearest *n)
{
    if (n->face) return flr_frame3_world(q->frame, n->foot);
    flr_segment3 edge = {flr_flat3_corner(q->sheet, n->edge),
                         flr_flat3_corner(q->sheet, flr_flat3_next(q->sheet, n->edge))};
    flr_span3 span = flr_span3_segment(q->frame, &edge);
    return flr_span3_world(q->frame, &span, n->t);
}

/// The nearest point of the outline, or the foot in the plane where that lies inside and is nearer.
flr_closest3 flr_closest3_point_flat(flr_vec3 p, const flr_flat3 *s)
{
    if (s->count == 0) return flr_closest3_nowhere(p, p);
    flr_frame3 f = flr_flat3_frame(s, p, p);
    flr_flat3_plane plane = flr_flat3_span_plane(s);
    flr_flat3_nearest_query q = flr_flat3_query(s, &plane, &f);
    dvec3 zero = {0, 0, 0};
    flr_flat3_nearest n = flr_flat3_nearest_to(&q, zero);
    double size = q.axes.uu + dvec3_dot(q.axes.base, q.axes.base);
    if (n.squared <= certain * certain * size) {
        if (flr_meet3_point_flat(p, s)) return flr_closest3_meeting(p);
        n.squared = flr_keep_apart(n.squared);
    }
    flr_closest3 result = {flr_frame3_distance(&f, sqrt(n.squared)), p, flr_flat3_nearest_world(&q, &n)};
    return result;
}
