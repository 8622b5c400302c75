#include "closest/span3.h"

#include "closest/compensated.h"

flr_span3 flr_span3_segment(const flr_frame3 *f, const flr_segment3 *s)
{
    flr_span3 span = {s->a, s->b, flr_frame3_local(f, s->a), flr_frame3_local(f, s->b), {0, 0, 0}, 0, 1};
    span.direction = dvec3_sub(span.end, span.origin);
    return span;
}

flr_span3 flr_span3_ray(const flr_frame3 *f, const flr_ray3 *r)
{
    dvec3 origin = flr_frame3_local(f, r->origin);
    flr_span3 span = {r->origin, r->origin, origin, origin, flr_direction3(r->direction), 0, INFINITY};
    return span;
}

flr_span3 flr_span3_line(const flr_frame3 *f, const flr_line3 *l)
{
    dvec3 origin = flr_frame3_local(f, l->origin);
    flr_span3 span = {l->origin, l->origin, origin, origin, flr_direction3(l->direction),
                      -INFINITY, INFINITY};
    return span;
}

flr_vec3 flr_span3_world(const flr_frame3 *f, const flr_span3 *s, double t)
{
    if (t == 0) return s->a;
    if (s->high < INFINITY) {
        const flr_vec3 corner[2] = {s->a, s->b};
        const flr_weights3 weights = {{1 - t, t, 0}};
        return flr_local3_point(corner, &weights);
    }
    double length = t / f->grow / f->shrink;
    return flr_vec3_make((flr_real)((double)s->a.x + length * s->direction.x),
                         (flr_real)((double)s->a.y + length * s->direction.y),
                         (flr_real)((double)s->a.z + length * s->direction.z));
}

double flr_span3_nearest(const flr_span3 *s, dvec3 p, double *distance_squared)
{
    dvec3 to_p = dvec3_sub(p, s->origin);
    double square = dvec3_dot(s->direction, s->direction);
    double t = square > 0 ? flr_span3_clamp(s, dvec3_dot(to_p, s->direction) / square) : 0;
    if (distance_squared) {
        dvec3 gap = t == s->high ? dvec3_sub(p, s->end) : dvec3_add_scaled(to_p, -t, s->direction);
        *distance_squared = dvec3_dot(gap, gap);
    }
    return t;
}

double flr_span3_pair(const flr_span3 *a, const flr_span3 *b, double *s, double *t)
{
    dvec3 r = dvec3_sub(a->origin, b->origin);
    dvec3 n = flr_cross_compensated(a->direction, b->direction);
    double nn = dvec3_dot(n, n);
    double dd = dvec3_dot(a->direction, a->direction), ee = dvec3_dot(b->direction, b->direction);
    double lines_s = nn > 0 ? dvec3_dot(n, dvec3_cross(b->direction, r)) / nn : 0;
    *s = flr_span3_clamp(a, lines_s);
    dvec3 at = dvec3_add_scaled(r, *s, a->direction);
    double lines_t = ee > 0 ? dvec3_dot(at, b->direction) / ee : 0;
    *t = flr_span3_clamp(b, lines_t);
    if (nn > 0 && *s == lines_s && *t == lines_t) return fabs(dvec3_dot(r, n)) / sqrt(nn);
    dvec3 back = dvec3_add_scaled(r, -*t, b->direction);
    *s = dd > 0 ? flr_span3_clamp(a, -dvec3_dot(back, a->direction) / dd) : 0;
    dvec3 gap = dvec3_sub(flr_span3_at(a, *s), flr_span3_at(b, *t));
    return flr_local3_length(gap);
}
