#include "closest/compensated.h"
#include "closest/plane3.h"

static flr_vec3 blend(flr_vec3 a, flr_vec3 b, double t)
{
    const flr_vec3 corner[2] = {a, b};
    const flr_weights3 weights = {{1 - t, t, 0}};
    return flr_local3_point(corner, &weights);
}

/// RTCD 5.1.1 and 5.3.1: the sides of the ends decide, the crossing is computed afterwards.
flr_closest3 flr_closest3_segment_plane(const flr_segment3 *s, const flr_plane3 *h)
{
    int side_a = flr_plane3_side(h, s->a), side_b = flr_plane3_side(h, s->b);
    if (side_a == 0) return flr_closest3_meeting(s->a);
    if (side_b == 0) return flr_closest3_meeting(s->b);
    double a = fabs(flr_plane3_signed_distance(h, s->a)), b = fabs(flr_plane3_signed_distance(h, s->b));
    if (side_a != side_b) {
        double sum = a / 2 + b / 2;
        return flr_closest3_meeting(blend(s->a, s->b, sum > 0 ? a / 2 / sum : 0));
    }
    return flr_closest3_point_plane(b < a ? s->b : s->a, h);
}

flr_closest3 flr_closest3_segment_halfspace(const flr_segment3 *s, const flr_halfspace3 *h)
{
    flr_plane3 boundary = flr_plane3_of(h);
    if (flr_plane3_side(&boundary, s->a) <= 0) return flr_closest3_meeting(s->a);
    return flr_closest3_segment_plane(s, &boundary);
}

/// Where origin + t * direction, which does cross the plane, crosses it: however slowly it nears the
/// plane, t is right to a few roundings.
static flr_vec3 crossing(flr_vec3 origin, flr_vec3 direction, const flr_plane3 *h)
{
    dvec3 v = flr_direction3(direction), n = flr_direction3(h->normal);
    double along = flr_dot_minus_compensated(v, n, 0);
    double t = along != 0 ? -flr_plane3_signed_distance(h, origin) * flr_local3_length(n) / along : 0;
    if (!(fabs(t) <= DBL_MAX)) return origin;
    return flr_vec3_make((flr_real)((double)origin.x + t * v.x), (flr_real)((double)origin.y + t * v.y),
                         (flr_real)((double)origin.z + t * v.z));
}

flr_closest3 flr_closest3_ray_plane(const flr_ray3 *r, const flr_plane3 *h)
{
    int side = flr_plane3_side(h, r->origin);
    if (side == 0) return flr_closest3_meeting(r->origin);
    if (flr_plane3_heading(h, r->direction) == -side)
        return flr_closest3_meeting(crossing(r->origin, r->direction, h));
    return flr_closest3_point_plane(r->origin, h);
}

flr_closest3 flr_closest3_ray_halfspace(const flr_ray3 *r, const flr_halfspace3 *h)
{
    flr_plane3 boundary = flr_plane3_of(h);
    if (flr_plane3_side(&boundary, r->origin) <= 0) return flr_closest3_meeting(r->origin);
    return flr_closest3_ray_plane(r, &boundary);
}

flr_closest3 flr_closest3_line_plane(const flr_line3 *l, const flr_plane3 *h)
{
    if (flr_plane3_heading(h, l->direction) != 0 && flr_plane3_side(h, l->origin) != 0)
        return flr_closest3_meeting(crossing(l->origin, l->direction, h));
    return flr_closest3_point_plane(l->origin, h);
}

flr_closest3 flr_closest3_line_halfspace(const flr_line3 *l, const flr_halfspace3 *h)
{
    flr_plane3 boundary = flr_plane3_of(h);
    if (flr_plane3_side(&boundary, l->origin) <= 0) return flr_closest3_meeting(l->origin);
    return flr_closest3_line_plane(l, &boundary);
}
