/// Parameters of closest points in the plane (RTCD 5.1.2, 5.1.8, 5.1.9), and points against planes.
///
/// Shapes that are apart come nearest at a corner of one of them, which is exact. The parameter on the other
/// is that of the foot of that corner, and where they meet that of the common point.
#include "closest/frame2.h"
#include "closest/span3.h"
#include "feeler/closest3.h"
#include "math/vectors.h"

/// Returns the parameter of the point `on` of a segment, ray or line; `from` is the point that it is nearest
/// to.
static flr_real parameter_of(const flr_frame2 *f, const flr_edge2 *e, flr_vec2 on, flr_vec2 from)
{
    const double t = flr_frame2_edge_point(f, from, e).t;
    if (e->kind == FLR_OUTLINE2_CHAIN)
        return flr_parameter3_of_point(t, flr_in_space(on), flr_in_space(e->a), flr_in_space(e->b));
    if (on.x == e->a.x && on.y == e->a.y) return 0;
    int exponent;
    (void)flr_local2_direction(e->b, &exponent);
    return (flr_real)ldexp(t, f->exponent - exponent);
}

/// Adds the parameters of the closest points.
static flr_parameters2 with_parameters(const flr_outline2 *a, const flr_outline2 *b, flr_closest2 closest)
{
    const flr_frame2 f = flr_frame2_make(a, b);
    const flr_edge2 e = flr_outline2_edge(a, 0), g = flr_outline2_edge(b, 0);
    flr_parameters2 r = {closest, 0, 0};
    if (a->kind != FLR_OUTLINE2_CHAIN || a->count > 1)
        r.s = parameter_of(&f, &e, closest.point_a, closest.point_b);
    r.t = parameter_of(&f, &g, closest.point_b, closest.point_a);
    return r;
}

#define PARAMETERS(name, a, b)                                                                               \
    flr_parameters2 name(FLR_ARGUMENT2_##a(first), FLR_ARGUMENT2_##b(second))                                \
    {                                                                                                        \
        const flr_outline2 x = flr_outline2_of_##a(first), y = flr_outline2_of_##b(second);                  \
        return with_parameters(&x, &y, flr_closest2_##a##_##b(first, second));                               \
    }

PARAMETERS(flr_parameters2_point_segment, point, segment)
PARAMETERS(flr_parameters2_point_ray, point, ray)
PARAMETERS(flr_parameters2_point_line, point, line)
PARAMETERS(flr_parameters2_segment_segment, segment, segment)
PARAMETERS(flr_parameters2_segment_ray, segment, ray)
PARAMETERS(flr_parameters2_segment_line, segment, line)
PARAMETERS(flr_parameters2_ray_ray, ray, ray)
PARAMETERS(flr_parameters2_ray_line, ray, line)
PARAMETERS(flr_parameters2_line_line, line, line)

// ---- Points against planes: those of space, with z = 0

static flr_plane3 plane_in_space(const flr_plane2 *h)
{
    const flr_plane3 p = {flr_in_space(h->normal), h->offset};
    return p;
}

flr_real flr_signed_distance2_point_plane(flr_vec2 p, const flr_plane2 *h)
{
    const flr_plane3 plane = plane_in_space(h);
    return flr_signed_distance3_point_plane(flr_in_space(p), &plane);
}

flr_closest2 flr_closest2_point_unit_plane(flr_vec2 p, const flr_plane2 *h)
{
    const flr_real t = flr_plane2_value(h, p);
    const flr_closest2 r = {t < 0 ? -t : t, p, flr_mul_add2(p, -t, h->normal)};
    return r;
}

flr_parameters2 flr_parameters2_point_plane(flr_vec2 p, const flr_plane2 *b)
{
    const flr_plane3 plane = plane_in_space(b);
    const flr_parameters2 r = {flr_closest2_point_plane(p, b), 0,
                               flr_parameters3_point_plane(flr_in_space(p), &plane).t};
    return r;
}
