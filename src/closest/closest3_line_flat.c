#include "closest/box3.h"
#include "closest/compensated.h"
#include "closest/flat3_nearest.h"
#include "closest/meet3_path.h"
#include "closest/meet3_solid.h"

static flr_span3 span_of(const flr_frame3 *f, const flr_course3 *c)
{
    const flr_ray3 ray = {c->line.origin, c->line.direction};
    return c->starts ? flr_span3_ray(f, &ray) : flr_span3_line(f, &c->line);
}

/// A point of the path in the sheet, for shapes known to meet: its origin, or where it goes through the plane, or
/// else what came nearest (along the plane, and where the crossing hangs on rounding).
static flr_vec3 common_point(const flr_course3 *c, const flr_span3 *span, const flr_flat3_nearest_query *q,
                             double least, flr_vec3 nearest)
{
    if (c->starts && flr_meet3_point_flat(c->line.origin, q->sheet)) return c->line.origin;
    dvec3 n = flr_cross_compensated(q->axes.u, q->axes.v);
    double height = dvec3_dot(n, dvec3_sub(span->origin, q->axes.base));
    double t = flr_span3_clamp(span, -height / dvec3_dot(n, span->direction));
    if (!isfinite(t)) return nearest;
    flr_flat3_nearest off = flr_flat3_nearest_to(q, flr_span3_at(span, t));
    return sqrt(off.squared) <= least ? flr_span3_world(q->frame, span, t) : nearest;
}

typedef bool meet_fn(const flr_course3 *c, const flr_flat3 *s, const flr_flat3_plane *plane);

/// RTCD 5.1.10 for a line or ray and any outline: its origin against the sheet, the whole against every edge, and, asked
/// exactly, whether the two meet. The frame is the sheet's, so that a far origin rounds the path alone.
static flr_closest3 course_flat(const flr_course3 *c, const flr_flat3 *s, meet_fn *meet)
{
    flr_vec3 origin = c->line.origin;
    if (s->count == 0) return flr_closest3_nowhere(origin, origin);
    flr_frame3 f = flr_flat3_frame(s, flr_flat3_corner(s, 0), origin);
    flr_flat3_plane plane = flr_flat3_span_plane(s);
    flr_flat3_nearest_query q = flr_flat3_query(s, &plane, &f);
    flr_span3 span = span_of(&f, c);
    flr_closest3 result = {0, origin, flr_flat3_corner(s, 0)};
    double least = flr_flat3_nearest_span(&q, &span, &result);
    if (meet(c, s, &plane)) return flr_closest3_meeting(common_point(c, &span, &q, least, result.point_a));
    result.distance = flr_frame3_distance(&f, flr_keep_apart(least));
    return result;
}

static flr_closest3 course_triangle(const flr_course3 *c, const flr_triangle3 *t)
{
    const flr_vec3 corner[3] = {t->a, t->b, t->c};
    const flr_flat3 s = {corner, NULL, 3};
    return course_flat(c, &s, flr_meet3_course_flat);
}

static flr_closest3 course_polygon(const flr_course3 *c, const flr_polygon3 *polygon)
{
    const flr_flat3 s = {polygon->vertices, NULL, polygon->count};
    return course_flat(c, &s, flr_meet3_course_flat);
}

static flr_closest3 course_quad(const flr_course3 *c, const flr_quad3 *q)
{
    const flr_vec3 corner[4] = {q->a, q->b, q->c, q->d};
    const flr_flat3 s = {corner, NULL, 4};
    return course_flat(c, &s, flr_meet3_course_halves);
}

/// The nearest of the faces; a ray that starts within is there already.
static flr_closest3 course_tetrahedron(const flr_course3 *c, const flr_tetrahedron *t)
{
    if (c->starts && flr_meet3_point_tetrahedron(c->line.origin, t))
        return flr_closest3_meeting(c->line.origin);
    flr_closest3 best = flr_closest3_nowhere(c->line.origin, t->a);
    for (int i = 0; i < 4 && best.distance > 0; ++i) {
        flr_triangle3 face = flr_tetrahedron_face(t, i);
        flr_closest3 next = course_triangle(c, &face);
        if (next.distance < best.distance) best = next;
    }
    return best;
}

static flr_closest3 course_polyhedron(const flr_course3 *c, const flr_polyhedron3 *h)
{
    flr_vec3 origin = c->line.origin;
    if (c->starts && flr_meet3_point_polyhedron(origin, h)) return flr_closest3_meeting(origin);
    flr_closest3 best = flr_closest3_nowhere(origin, origin);
    for (size_t i = 0; i < h->face_count && best.distance > 0; ++i) {
        flr_flat3 face = flr_polyhedron3_face(h, i);
        flr_closest3 next = course_flat(c, &face, flr_meet3_course_flat);
        if (next.distance < best.distance) best = next;
    }
    return best;
}

#define OF_PATHS(name, type)                                                                                 \
    flr_closest3 flr_closest3_ray_##name(const flr_ray3 *r, const type *other)                               \
    {                                                                                                        \
        const flr_course3 c = flr_course3_ray(r);                                                            \
        return course_##name(&c, other);                                                                     \
    }                                                                                                        \
    flr_closest3 flr_closest3_line_##name(const flr_line3 *l, const type *other)                             \
    {                                                                                                        \
        const flr_course3 c = flr_course3_line(l);                                                           \
        return course_##name(&c, other);                                                                     \
    }

OF_PATHS(triangle, flr_triangle3)
OF_PATHS(quad, flr_quad3)
OF_PATHS(polygon, flr_polygon3)
OF_PATHS(tetrahedron, flr_tetrahedron)
OF_PATHS(polyhedron, flr_polyhedron3)

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
